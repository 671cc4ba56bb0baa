"""A fight in a notebook: the board with what can be reached, what happened last, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

from affray.core.combat import Combat
from affray.core.ruleset import Ruleset
from affray.render import board

LAST: Final = 8  # lines of what happened
STYLE: Final = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start;font-family:sans-serif"


def html(
    combat: Combat[Any],
    ruleset: Ruleset,
    marked: Iterable[int],
    lines: Sequence[str],
    asked: str,
    options: Sequence[str],
) -> str:
    """Return a fight as HTML that needs nothing from elsewhere; all words in it are escaped.

    Args:
        combat: the state.
        ruleset: its rules.
        marked: cells to point out.
        lines: what happened, in sentences; the last of them are shown.
        asked: the question that waits, or how the fight ended.
        options: the keys of its answers.
    """
    items = "".join([f"<li>{escape(line)}</li>" for line in lines[-LAST:]])
    keys = ", ".join([f"<code>{escape(key)}</code>" for key in options])
    return (
        f'<div style="{STYLE}"><div>{board.svg(combat, ruleset, marked)}</div>'
        f'<div style="max-width:30em"><p>Round {combat.round}</p><ul>{items}</ul>'
        f"<p><strong>{escape(asked)}</strong></p><p>{keys}</p></div></div>"
    )
