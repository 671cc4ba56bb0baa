"""Problems in files that people write: one line each, all of a file at once, never a traceback.

Every line reads ``file: place: found this, expected that``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from decimal import Decimal

from affray.core.errors import InvalidError

__all__ = ["InvalidError", "Problems", "known", "listed", "nearest", "show"]

CAP = 20  # lines of one file that are shown; the rest are counted
LONG = 40  # characters of a found text that are shown
DIGITS = 18  # a number of more digits is described, not printed


class Problems:
    """The problems of one file, collected in the order in which they are found."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines: list[str] = []
        self.count = 0

    def add(self, place: str, what: str) -> None:
        """Note one problem; ``place`` is a path such as ``side[0].members[1].at``, or empty."""
        self.count += 1
        if self.count <= CAP:
            where = f"{self.source}: {place}" if place else self.source
            self.lines.append(f"{where}: {what}")

    def full(self) -> bool:
        """Whether further problems are only counted, so that nobody need word them."""
        return self.count >= CAP

    def found(self) -> bool:
        """Whether there is anything to complain about."""
        return self.count > 0

    def stop(self) -> None:
        """End here if there is anything to complain about.

        Raises:
            InvalidError: at least one problem was added.
        """
        if not self.count:
            return
        lines = list(self.lines)
        if self.count > len(lines):
            lines.append(f"{self.source}: and {self.count - len(lines)} more problems")
        raise InvalidError(lines)


def show(value: object) -> str:
    """Return a found value as it would stand in the file, shortened; safe for any value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        # Python refuses to print very long numbers; a file may hold one in hexadecimal.
        if value.bit_length() > 3 * DIGITS:
            return f"a number of about {value.bit_length() * 301 // 1000 + 1} digits"
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Decimal):
        return str(value)[:LONG]
    if isinstance(value, list):
        return _row(value)
    if isinstance(value, dict):
        return "a table"
    return str(value)[:LONG]


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the word most like ``word``, or the empty text if none is like it."""
    known = list(words)
    found = difflib.get_close_matches(word[:100].lower(), known, n=1, cutoff=0.55)
    if found:
        return found[0]
    inside = [one for one in known if len(word) > 3 and word[:100].lower() in one]
    return inside[0] if inside else ""


def listed(words: Iterable[str], most: int = 12) -> str:
    """Return words separated by commas, at most ``most`` of them."""
    known = list(words)
    text = ", ".join(known[:most])
    return f"{text} and {len(known) - most} more" if len(known) > most else text


def _quoted(text: str) -> str:
    short = text if len(text) <= LONG else text[: LONG - 1] + "…"
    return '"' + "".join([c if c.isprintable() else f"\\u{ord(c):04x}" for c in short]) + '"'


def _row(values: list[object]) -> str:
    plain = all(isinstance(value, int | str | Decimal) for value in values)
    if plain and len(values) <= 6:
        return "[" + ", ".join([show(value) for value in values]) + "]"
    return f"a list of {len(values)}"


def known(place: str, words: Iterable[str], among: Iterable[str], problems: Problems) -> None:
    """Complain of every word that is not among the known ones."""
    allowed = list(among)
    for word in words:
        if word not in allowed:
            close = nearest(word, allowed)
            hint = f"; did you mean {close}?" if close else ""
            problems.add(place, f"found {show(word)}, which is unknown{hint}")
