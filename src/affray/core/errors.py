"""What can go wrong, told to people. Anything else that is raised is a bug of Affray."""

from __future__ import annotations

from typing import Any


class AffrayError(Exception):
    """A fault that the person at the keyboard can mend."""


class InvalidError(AffrayError):
    """Something cannot be read: it is not what its format or the catalogue allows."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made anew, in another process say."""
        return (InvalidError, (self.problems,))


class IllegalError(AffrayError):
    """The rules forbid it; ``rule`` is the id of the rule that does."""

    def __init__(self, what: str, fact: str, rule: str) -> None:
        told = f": {fact}" if fact else ""
        super().__init__(f"Can't {what}{told} [{rule}]" if rule else f"Can't {what}{told}")
        self.what = what
        self.fact = fact
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made anew, in another process say."""
        return (IllegalError, (self.what, self.fact, self.rule))


class UnknownKeyError(AffrayError):
    """A key that names no option of this choice and nothing that could have been one."""

    def __init__(self, key: str, nearest: str) -> None:
        hint = f"; did you mean {nearest!r}?" if nearest else ""
        super().__init__(f"Can't read {key!r}: no such option{hint}")
        self.key = key
        self.nearest = nearest

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made anew, in another process say."""
        return (UnknownKeyError, (self.key, self.nearest))


class AmbiguousError(AffrayError):
    """A key that fits several options: nothing is guessed."""

    def __init__(self, key: str, matches: list[str]) -> None:
        super().__init__(f"Can't tell what {key!r} means: it could be {', '.join(matches)}")
        self.key = key
        self.matches = matches

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made anew, in another process say."""
        return (AmbiguousError, (self.key, self.matches))


class ScriptError(AffrayError):
    """Scripted dice or answers that do not fit what the rules ask for."""
