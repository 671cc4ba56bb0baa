"""Every file of the project: portable, tidy, small."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

import affray

MADE = {".git", ".venv", "build", "__pycache__", ".hypothesis"}
MADE_ENDINGS = ("_cache", ".egg-info", ".so", ".pyd")
LARGEST = 1_000_000

# Spelt in pieces, so that this file itself may hold them.
HOSTS = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("anaconda", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("crates", "io"),
        ("golang", "org"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
    ]
]
HOST = re.compile(
    "|".join(map(re.escape, HOSTS)) + "|" + "|".join(["index" + "-url", "find" + "-links"])
)
WORKPLACE = re.compile(
    r"(?<![\w.~$)}/-])/(?:home|Users|root|work|opt|mnt|tmp)/\w|\b[A-Z]:\\\w", re.ASCII
)


def files(root: Path) -> list[Path]:
    """All files but those that tools and the Makefile have made."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(n for n in folders if n not in MADE and not n.endswith(MADE_ENDINGS))
        names = [n for n in names if n not in MADE and not n.endswith(MADE_ENDINGS)]
        found += [Path(folder, name) for name in sorted(names)]
    return found


def lines_with(pattern: re.Pattern[str], root: Path) -> list[str]:
    """Lines of texts: the bytes of a picture may happen to name a drive."""
    return [
        f"{path.relative_to(root)}:{number} {line.strip()}"
        for path in files(root)
        if b"\0" not in path.read_bytes()
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_file_names_a_package_host(checkout: Path) -> None:
    assert lines_with(HOST, checkout) == []


def test_no_file_names_a_folder_of_one_machine(checkout: Path) -> None:
    assert lines_with(WORKPLACE, checkout) == []


def test_a_host_and_a_folder_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(
        f"see {HOSTS[0]}\nin {'/home'}/somebody\nor half/work/done\n"
    )
    (tmp_path / "picture.webp").write_bytes(b"\0\nQ:" + b"\\x")

    assert lines_with(HOST, tmp_path) == [f"notes.md:1 see {HOSTS[0]}"]
    assert lines_with(WORKPLACE, tmp_path) == [f"notes.md:2 in {'/home'}/somebody"]


def test_every_text_ends_with_one_newline_and_no_line_with_blanks(checkout: Path) -> None:
    untidy = []
    for path in files(checkout):
        text = path.read_bytes()
        if b"\0" in text or not text:
            continue
        if not text.endswith(b"\n") or text.endswith(b"\n\n") or re.search(rb"[ \t\r]\n", text):
            untidy.append(str(path.relative_to(checkout)))

    assert untidy == []


# Spelt so that this file itself holds none.
MARK = re.compile(r"^(?:<{7} .*|={7}|>{7} .*)$")


def test_no_file_holds_what_a_merge_has_left(checkout: Path) -> None:
    assert lines_with(MARK, checkout) == []


def test_every_constraint_is_one_version_of_one_package(checkout: Path) -> None:
    lines = (checkout / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]

    assert [line for line in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    assert len({line.partition("==")[0].lower() for line in pins}) == len(pins)


def test_no_file_is_large(checkout: Path) -> None:
    assert [path for path in files(checkout) if path.stat().st_size > LARGEST] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "changelog.d/README.md"])
def test_every_make_target_that_a_page_names_exists(checkout: Path, page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (checkout / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)`", (checkout / page).read_text(encoding="utf-8")))

    assert named - targets == set()


def test_every_fragment_of_the_changelog_has_a_kind_and_one_sentence(checkout: Path) -> None:
    fragments = [path for path in (checkout / "changelog.d").iterdir() if path.name != "README.md"]

    for path in fragments:
        assert re.fullmatch(r"[a-z0-9-]+\.(rules|added|changed|fixed)\.md", path.name), path
        assert len(path.read_text(encoding="utf-8").strip().split("\n\n")) == 1, path


def test_the_package_and_its_code_name_one_version(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["version"] == affray.__version__
