"""Write the table of rule coverage into README.md; with --check, only ask whether it is current."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from affray.content.game import BUILTIN
from affray.rulebook import catalogue

README = Path(__file__).parents[1] / "README.md"
TABLE = re.compile(r"(<!-- rules: made by make rules -->\n).*?(<!-- end of rules -->)", re.DOTALL)


def table() -> str:
    """Give the table as Markdown: a row for each ruleset."""
    rows = [
        "| Ruleset | Rules | Enforced | Tested | Left to the GM |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for ruleset in BUILTIN:
        found = catalogue.coverage(ruleset, README.parent)
        rows.append(
            f"| {found.name} | {found.rules} | {found.enforced} | {found.tested} | {found.gm} |"
        )
    return "\n".join(rows) + "\n"


def main(arguments: list[str]) -> str | int:
    """Write the table or check it; gives what is wrong, or 0."""
    text = README.read_text(encoding="utf-8")
    current, places = TABLE.subn(lambda match: match[1] + table() + match[2], text)
    if places != 1:
        return f"README.md: expected one pair of marks for the table of rules, found {places}"
    if "--check" in arguments:
        return 0 if current == text else "README.md: the table of rules is old: run `make rules`"
    README.write_text(current, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
