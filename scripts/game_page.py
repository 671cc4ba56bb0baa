"""Write the files of the sixth game into docs/a-sixth-game.md; with --check, only compare."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "a-sixth-game.md"
GAME = ROOT / "tests" / "sixth"
BLOCK = re.compile(r"^(```\w+ (duel_game/[\w./-]+)\n)(.*?)^```$", re.MULTILINE | re.DOTALL)


def current() -> str:
    """Return the page with every block as its file is now."""

    def file_of(block: re.Match[str]) -> str:
        return f"{block[1]}{(GAME / block[2]).read_text(encoding='utf-8')}```"

    return BLOCK.sub(file_of, PAGE.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> str | int:
    """Write the page or check it; gives what is wrong, or 0."""
    text = current()
    if "--check" in arguments:
        old = PAGE.read_text(encoding="utf-8") != text
        return f"{PAGE.name}: run python -m scripts.game_page" if old else 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
