"""Move the fragments of changelog.d into CHANGELOG.md, under the version of pyproject.toml."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
CHANGELOG = ROOT / "CHANGELOG.md"
KINDS = {"rules": "Rules", "added": "Added", "changed": "Changed", "fixed": "Fixed"}


def section(version: str, fragments: dict[str, list[str]]) -> str:
    """Give the section of one version: rule changes first, sentences in order of their files."""
    parts = [f"## {version}"]
    for kind, title in KINDS.items():
        if fragments.get(kind):
            parts.append(f"### {title}\n\n" + "\n".join(f"- {text}" for text in fragments[kind]))
    return "\n\n".join(parts) + "\n"


def main() -> str | int:
    """Write the changelog and remove the fragments; gives what is wrong, or 0."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = settings["project"]["version"]
    text = CHANGELOG.read_text(encoding="utf-8")
    if f"\n## {version}\n" in text:
        return f"CHANGELOG.md: {version} is released already: raise the version first"
    paths = [path for path in sorted((ROOT / "changelog.d").iterdir()) if path.name != "README.md"]
    if not paths:
        return "changelog.d: there are no fragments"
    fragments: dict[str, list[str]] = {}
    for path in paths:
        kind = path.name.split(".")[-2]
        fragments.setdefault(kind, []).append(" ".join(path.read_text(encoding="utf-8").split()))
    head, mark, older = text.partition("<!-- releases -->\n")
    older = f"\n{older.strip()}\n" if older.strip() else ""
    CHANGELOG.write_text(f"{head}{mark}\n{section(version, fragments)}{older}", encoding="utf-8")
    for path in paths:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
