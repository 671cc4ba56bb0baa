"""The fight that the README's first screen shows is one that can be watched."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Cli

COMMAND = "affray run broken-causeway --seed 1"
README = Path(__file__).parents[2] / "README.md"


def excerpt(page: str) -> str:
    """The board of the first round, and the first turn in which somebody goes down."""
    lines = [line.rstrip() for line in page.splitlines()]
    start = lines.index("Round 1")
    board = lines[start : lines.index("", start + 2)]
    board = board[: next(n for n, line in enumerate(board) if line.startswith("A "))]
    turns = re.split(r"\n(?=\S)", "\n".join(lines))
    turn = next(turn for turn in turns if "goes down" in turn)
    return "\n".join([f"$ {COMMAND}", *board, "...", turn.strip()])


def test_the_picture_of_the_readme_is_what_is_printed(cli: Cli) -> None:
    shown = re.search(r"^```text\n(.*?)\n```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)

    page = cli(*COMMAND.split()[1:]).out

    assert shown is not None
    assert shown[1] == excerpt(page)  # where it differs: paste what is printed now
