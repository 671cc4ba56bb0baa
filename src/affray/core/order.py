"""Turn orders: everybody in one row, or sides in a ring."""

from __future__ import annotations

from typing import ClassVar, Final

# Entries of a strip that shows who is when.
DONE: Final = "done"
ACTING: Final = "acting"
LATER: Final = "later"
MAY_ACT: Final = "may act"
UNKNOWN: Final = "unknown"

Entry = tuple[int, str]  # combatant, one of the words above


class Lineup:
    """Everybody in one row, first to last; ``at`` is the place whose turn it is."""

    FIELDS: ClassVar[tuple[str, ...]] = ("order", "at")

    def __init__(self, order: list[int], at: int = 0) -> None:
        self.order = order
        self.at = at

    def clone(self) -> Lineup:
        return Lineup(self.order[:], self.at)

    def key(self) -> tuple[object, ...]:
        return (self.at, tuple(self.order))

    def now(self) -> int:
        """Return whose turn it is, -1 when all have had theirs."""
        return self.order[self.at] if self.at < len(self.order) else -1

    def later(self) -> list[int]:
        """Return who comes after the present one in this round."""
        return self.order[self.at + 1 :]

    def place_after(self, who: int, other: int) -> None:
        """Move ``who``, whose place has come, behind ``other`` for good."""
        self.order.remove(who)
        self.order.insert(self.order.index(other) + 1, who)

    def insert(self, who: int, place: int) -> bool:
        """Put a newcomer in; return whether its turn of this round is already past."""
        self.order.insert(place, who)
        if place <= self.at:
            self.at += 1
            return True
        return False

    def remove(self, who: int) -> None:
        place = self.order.index(who)
        self.order.remove(who)
        if place < self.at:
            self.at -= 1

    def entries(self, acting: bool) -> list[Entry]:
        """Return everybody with where they are in the round."""
        found: list[Entry] = []
        for place in range(len(self.order)):
            word = DONE if place < self.at else LATER
            if place == self.at and acting:
                word = ACTING
            found.append((self.order[place], word))
        return found


class Rota:
    """Sides in a ring; somebody of the side at ``at`` goes next."""

    FIELDS: ClassVar[tuple[str, ...]] = ("order", "at")

    def __init__(self, order: list[int], at: int = 0) -> None:
        self.order = order
        self.at = at

    def clone(self) -> Rota:
        return Rota(self.order[:], self.at)

    def key(self) -> tuple[object, ...]:
        return (self.at, tuple(self.order))

    def side(self) -> int:
        return self.order[self.at]

    def next(self, ready: list[list[int]]) -> bool:
        """Move to the next side that has somebody ready, the present one last.

        False if none has.
        """
        for _ in range(len(self.order)):
            self.at = (self.at + 1) % len(self.order)
            if ready[self.order[self.at]]:
                return True
        return False

    def entries(self, ready: list[list[int]], done: list[int]) -> list[Entry]:
        """Return who is done, who of the present side may act, and who comes later."""
        found: list[Entry] = [(who, DONE) for who in done]
        for turn in range(len(self.order)):
            side = self.order[(self.at + turn) % len(self.order)]
            found += [(who, MAY_ACT if turn == 0 else LATER) for who in ready[side]]
        return found
