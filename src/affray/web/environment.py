"""Numbers that the environment sets."""

from __future__ import annotations

import os

from affray.content.problems import InvalidError, show


def number(name: str, usual: int, least: int = 1) -> int:
    """Return a number of the environment.

    Args:
        name: of the variable.
        usual: what it is where nothing is said.
        least: what it is at least.

    Raises:
        InvalidError: it is no whole number, or too small.
    """
    given = os.environ.get(name, "")
    if not given:
        return usual
    if not (given.isascii() and given.isdecimal()) or len(given) > 9 or int(given) < least:
        what = f"found {show(given)}, expected a whole number from {least}"
        raise InvalidError([f"{name}: {what}"])
    return int(given)
