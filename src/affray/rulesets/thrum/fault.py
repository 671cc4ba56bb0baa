"""One fault of a sheet, a setup or an option, as files and sessions tell it."""

from __future__ import annotations

from difflib import get_close_matches


class Fault:
    """One fault: the part of the sheet or file it lies in, and what is wrong, with the rule."""

    def __init__(self, place: str, what: str, rule: str) -> None:
        self.place = place
        self.what = what
        self.rule = rule

    def text(self) -> str:
        return f"{self.what} [thrum/{self.rule}]"


def meant(word: str, known: list[str]) -> str:
    """Return ", expected ..." with the nearest of the known words, or some of them."""
    plain = [one.lower() for one in known]
    close = get_close_matches(word[:80].lower(), plain, 1, 0.55)
    if close:
        return f"; did you mean {known[plain.index(close[0])]}?"
    if not known:
        return ""
    more = "..." if len(known) > 12 else ""
    return f", expected one of {', '.join(known[:12])}{more}"
