"""Numbers that whoever keeps a server may set in the environment."""

from __future__ import annotations

import os

from affray.content.problems import InvalidError, show


def number(name: str, default: int, least: int = 1) -> int:
    """Return a whole number from the environment, else the default.

    Raises:
        InvalidError: what stands there is none, or less than the least.
    """
    word = os.environ.get(name, "")
    if not word:
        return default
    if not (word.isascii() and word.isdecimal() and len(word) < 12 and int(word) >= least):
        raise InvalidError(
            [f"{name}: found {show(word)}, expected a whole number of at least {least}"]
        )
    return int(word)
