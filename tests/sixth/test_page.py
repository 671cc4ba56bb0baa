"""docs/a-sixth-game.md: its blocks are the files of the game, and its commands run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import affray

GAME = Path(__file__).parent / "duel_game"


@pytest.fixture
def page(checkout: Path) -> str:
    return (checkout / "docs" / "a-sixth-game.md").read_text(encoding="utf-8")


def blocks(page: str) -> list[tuple[str, str, str]]:
    """The fenced blocks: language, name of the file ("" if none), text."""
    return re.findall(r"^```(\w+) ?([\w./-]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_the_page_shows_every_file_of_the_game_as_it_is(page: str) -> None:
    shown = {name.removeprefix("duel_game/"): text for _, name, text in blocks(page) if name}
    shown.pop("pyproject.toml")  # python -m scripts.game_page writes the others
    files = {
        path.relative_to(GAME).as_posix(): path.read_text(encoding="utf-8")
        for path in GAME.rglob("*")
        if path.suffix in (".py", ".toml")
    }

    assert shown == files


def test_the_page_can_be_followed(page: str, tmp_path: Path) -> None:
    """Its files are written, its entry point installed, its commands and script run."""
    for _, name, text in blocks(page):
        if name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / "duel_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: duel-game\nVersion: 1.0\n")
    points = project["entry-points"]["affray.games"]
    lines = [f"{name} = {value}\n" for name, value in points.items()]
    (info / "entry_points.txt").write_text("[affray.games]\n" + "".join(lines))

    ran = 0
    for language, name, text in blocks(page):
        if language == "python" and not name:
            printed = run(["-c", text], tmp_path)
            for promise in re.findall(r"^print\(.*\)  # (.+)$", text, re.MULTILINE):
                assert promise in printed
            ran += 1
        elif language == "sh":
            for line in text.splitlines():
                run(["-m", *shlex.split(line)], tmp_path)
                ran += 1

    assert ran == 8


def run(arguments: list[str], folder: Path) -> str:
    package = str(Path(affray.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([package, str(folder)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout
