"""Events: facts for whoever watches, the only output of the rules.

``words`` of a ruleset tell them.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.effect import Sum

EVERYBODY: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """One fact.

    ``who`` acts or is changed, ``other`` is the other party, ``what`` the id of an ability,
    condition or number, ``amount`` a change (``before`` to ``after`` where both are known),
    ``cell`` and ``goal`` places; -1 stands for none. ``seen`` is a set of seats as bits, -1 for
    everybody.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "name",
        "who",
        "other",
        "what",
        "amount",
        "before",
        "after",
        "cell",
        "goal",
        "rule",
        "seen",
    )

    def __init__(
        self,
        name: str,
        who: int = -1,
        other: int = -1,
        what: str = "",
        amount: int = 0,
        rule: str = "",
        before: int = 0,
        after: int = 0,
        cell: int = -1,
        goal: int = -1,
        seen: int = EVERYBODY,
    ) -> None:
        self.name = name
        self.who = who
        self.other = other
        self.what = what
        self.amount = amount
        self.rule = rule
        self.before = before
        self.after = after
        self.cell = cell
        self.goal = goal
        self.seen = seen


@mypyc_attr(allow_interpreted_subclasses=True)
class Rolled(Event):
    """Dice that fell: faces in order, and the sides of the roll as (name, faces, total).

    ``reasons`` says what made up its numbers, as (number, amount, rule or ability): those of one
    number add up to it.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (*Event.FIELDS, "sides", "faces", "parts", "reasons")

    def __init__(
        self,
        who: int,
        what: str,
        rule: str,
        result: int,
        sides: list[int],
        faces: list[int],
        parts: list[tuple[str, list[int], int]],
    ) -> None:
        super().__init__("rolled", who, -1, what, result, rule)
        self.sides = sides
        self.faces = faces
        self.parts = parts
        self.reasons: list[tuple[str, int, str]] = []

    def because(self, name: str, total: Sum) -> None:
        """Add what a number is made of."""
        self.reasons.extend([(name, amount, rule) for amount, rule in total.parts or []])
