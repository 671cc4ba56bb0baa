"""Effects: shared behaviour, small held state; and sums that can say why."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

# When a held effect ends; the anchor says by whose turn.
NEVER: Final = 0
TURN_START: Final = 1
TURN_END: Final = 2
ROUND_END: Final = 3
NEXT_TURN_END: Final = 4  # at its anchor's next start of turn this becomes TURN_END
MOMENTS: Final = ("never", "turn-start", "turn-end", "round-end", "next-turn-end")


class Sum:
    """A number that is being worked out. Reasons are kept only for somebody who reads them."""

    def __init__(self, kind: int, who: int, other: int, told: bool) -> None:
        self.kind = kind
        self.who = who
        self.other = other
        self.total = 0
        self.parts: list[tuple[int, str]] | None = [] if told else None

    def add(self, amount: int, rule: str) -> None:
        """Add a modifier. Signed ones of one kind cancel by themselves."""
        self.total += amount
        if self.parts is not None and amount:
            self.parts.append((amount, rule))

    def at_least(self, amount: int, rule: str) -> None:
        """Raise the number to ``amount``: of several such only the highest counts."""
        if amount > self.total:
            self.add(amount - self.total, rule)

    def at_most(self, amount: int, rule: str) -> None:
        """Lower the number to ``amount`` if it is above."""
        if amount < self.total:
            self.add(amount - self.total, rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """Behaviour of a status, stance, trait...: one object, built at load, shared, never changed."""

    def __init__(self, id: str) -> None:
        self.id = id

    def adjust(self, total: Sum, held: Held) -> None:
        """Add modifiers to a number. Pure: changes nothing else, asks nothing."""


class Held:
    """One effect on one combatant: state only."""

    FIELDS: ClassVar[tuple[str, ...]] = ("effect", "n", "source", "ends", "anchor")

    def __init__(self, effect: Effect, n: int, source: int, ends: int, anchor: int) -> None:
        self.effect = effect
        self.n = n
        self.source = source
        self.ends = ends
        self.anchor = anchor

    def clone(self) -> Held:
        return Held(self.effect, self.n, self.source, self.ends, self.anchor)

    def key(self) -> tuple[object, ...]:
        return (self.effect.id, self.n, self.source, self.ends, self.anchor)
