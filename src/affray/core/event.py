"""Events: facts for whoever watches, the only output of the rules.

The taxonomy is closed: every fact is of one of the kinds below. A change of state is told by a
``Change`` (or a place by ``Moved`` and ``Placed``) with the value before and after, so that the
events of a step add up to what the step changed; ``Told`` is for what changes nothing that is
counted. ``Words`` of a ruleset turn events into sentences.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.attributes import attributes_of, give_attributes, shown
from affray.core.effect import Sum

EVERYBODY: Final = -1  # of ``seen``: every seat

Part = tuple[int, str]  # an amount, and the rule, ability or word that it comes from

COMMON: Final[tuple[str, ...]] = ("name", "who", "other", "what", "rule", "seen")


@mypyc_attr(allow_interpreted_subclasses=True)
class Event:
    """One fact.

    Attributes:
        kind: which of the closed set it is; the word of a ``Told`` fact is its ``name``.
        name: what its sentence is looked up by; the kind, but for ``Told``.
        who: the combatant that acts or is changed, by index; -1 nobody.
        other: the other party: who did it, who is meant; -1 nobody.
        what: the id of an ability, condition, number or thing; "" none.
        rule: the id of the rule that made it so; "" none.
        amount: a number to tell: what a throw came to, by how much something changed.
        before: a number or cell as it was, of the kinds that change one.
        after: what it is now.
        cell: where it is, of ``Told``; -1 nowhere.
        goal: where it leads, of ``Told``; -1 nowhere.
        seen: the seats that know of it, as bits; ``EVERYBODY`` for all.
    """

    kind: ClassVar[str] = "told"
    FIELDS: ClassVar[tuple[str, ...]] = COMMON

    def __init__(
        self, name: str, who: int = -1, other: int = -1, what: str = "", rule: str = ""
    ) -> None:
        self.name = name
        self.who = who
        self.other = other
        self.what = what
        self.rule = rule
        self.seen = EVERYBODY
        self.amount = 0
        self.before = 0
        self.after = 0
        self.cell = -1
        self.goal = -1

    def __repr__(self) -> str:
        """Return its name and what of its fields says something."""
        return f"<{self.name} {shown(self, self.FIELDS[1:])}>"

    def __getstate__(self) -> dict[str, object]:
        """Return all that it holds: for copies and pickles."""
        return attributes_of(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Hold what another held."""
        give_attributes(self, state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Told(Event):
    """A fact that changes nothing counted: an announcement, a choice, a way to do something.

    ``amount`` is a number to tell, ``cell`` and ``goal`` places (-1 none).
    """

    kind: ClassVar[str] = "told"
    FIELDS: ClassVar[tuple[str, ...]] = (
        *COMMON,
        "name",
        "amount",
        "before",
        "after",
        "cell",
        "goal",
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
    ) -> None:
        super().__init__(name, who, other, what, rule)
        self.amount = amount
        self.before = before
        self.after = after
        self.cell = cell
        self.goal = goal


@mypyc_attr(allow_interpreted_subclasses=True)
class Rolled(Event):
    """Dice that fell.

    Attributes:
        amount: what the throw came to.
        sides: of every die, in the order they fell.
        faces: of every die.
        parts: the sides of the roll as (name, faces, total).
        reasons: what made up its numbers, as (number, amount, rule or ability): those of one
            number add up to it.
    """

    kind: ClassVar[str] = "rolled"
    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "amount", "sides", "faces", "parts", "reasons")

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
        super().__init__("rolled", who, -1, what, rule)
        self.amount = result
        self.sides = sides
        self.faces = faces
        self.parts = parts
        self.reasons: list[tuple[str, int, str]] = []

    def because(self, name: str, total: Sum) -> None:
        """Add what a number is made of."""
        self.reasons.extend([(name, amount, rule) for amount, rule in total.parts or []])


# -- places --------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Moved(Event):
    """Somebody went, or was moved by ``other``, from cell to cell of the map.

    ``way`` is the way of it in the ruleset's word ("walk", "climb", "shove"); ``cells`` the cells
    passed, the goal the last.
    """

    kind: ClassVar[str] = "moved"
    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "before", "after", "cells", "way")

    def __init__(
        self,
        who: int,
        before: int,
        after: int,
        rule: str = "",
        way: str = "",
        other: int = -1,
        what: str = "",
        cells: list[int] | None = None,
    ) -> None:
        super().__init__("moved", who, other, what, rule)
        self.before = before
        self.after = after
        self.cells = cells if cells is not None else [after]
        self.way = way


@mypyc_attr(allow_interpreted_subclasses=True)
class Placed(Event):
    """Somebody came to stand elsewhere without a way between: set up, swapped, gone, returned.

    ``before`` and ``after`` are cells, -1 off the map.
    """

    kind: ClassVar[str] = "placed"
    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "before", "after", "way")

    def __init__(
        self,
        who: int,
        before: int,
        after: int,
        rule: str = "",
        way: str = "",
        other: int = -1,
        what: str = "",
    ) -> None:
        super().__init__("placed", who, other, what, rule)
        self.before = before
        self.after = after
        self.way = way


# -- numbers -------------------------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Change(Event):
    """A number of a combatant that went from ``before`` to ``after``; ``what`` names the number.

    ``parts`` says what the change was made of and adds up to ``amount``; empty where there is
    nothing to take apart. ``ability`` is the ability or thing that did it.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "amount", "before", "after", "parts", "ability")

    def __init__(
        self,
        who: int,
        what: str,
        before: int,
        after: int,
        rule: str = "",
        other: int = -1,
        ability: str = "",
        parts: list[Part] | None = None,
    ) -> None:
        super().__init__(self.kind, who, other, what, rule)
        self.before = before
        self.after = after
        self.amount = abs(after - before)
        self.ability = ability
        self.parts: list[Part] = parts if parts is not None else []


@mypyc_attr(allow_interpreted_subclasses=True)
class Damaged(Change):
    """Harm: hit points lost, or a load gained; of ``what`` ("hp", "fatigue", "wounds").

    ``parts`` adds up to the harm that was done: dice, modifiers, halving (negative), armour
    (negative), what was absorbed (negative), what was more than there was (negative).
    """

    kind: ClassVar[str] = "damaged"


@mypyc_attr(allow_interpreted_subclasses=True)
class Healed(Change):
    """Harm undone: hit points gained, or a load lost."""

    kind: ClassVar[str] = "healed"


@mypyc_attr(allow_interpreted_subclasses=True)
class ConditionGained(Change):
    """A condition begun or grown: ``what`` is its id, the numbers its level (1 where none)."""

    kind: ClassVar[str] = "condition-gained"

    def __init__(
        self,
        who: int,
        what: str,
        before: int = 0,
        after: int = 1,
        rule: str = "",
        other: int = -1,
        ability: str = "",
    ) -> None:
        super().__init__(who, what, before, after, rule, other, ability)


@mypyc_attr(allow_interpreted_subclasses=True)
class ConditionLost(Change):
    """A condition ended or lowered: ``what`` is its id, the numbers its level."""

    kind: ClassVar[str] = "condition-lost"

    def __init__(
        self,
        who: int,
        what: str,
        before: int = 1,
        after: int = 0,
        rule: str = "",
        other: int = -1,
        ability: str = "",
    ) -> None:
        super().__init__(who, what, before, after, rule, other, ability)


@mypyc_attr(allow_interpreted_subclasses=True)
class ResourceSpent(Change):
    """A resource that became less: actions, points, uses, ammunition."""

    kind: ClassVar[str] = "resource-spent"


@mypyc_attr(allow_interpreted_subclasses=True)
class ResourceGained(Change):
    """A resource that became more, or was set afresh."""

    kind: ClassVar[str] = "resource-gained"


# -- the course of the fight -----------------------------------------------------------------------


@mypyc_attr(allow_interpreted_subclasses=True)
class Fell(Event):
    """Somebody went down, or is out of the fight: ``what`` says how where there are several ways.

    The word of ``down`` of the ruleset changes with it.
    """

    kind: ClassVar[str] = "fell"

    def __init__(self, who: int, rule: str, other: int = -1, what: str = "") -> None:
        super().__init__("fell", who, other, what, rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rose(Event):
    """Somebody who was down is in the fight again."""

    kind: ClassVar[str] = "rose"

    def __init__(self, who: int, rule: str, other: int = -1, what: str = "") -> None:
        super().__init__("rose", who, other, what, rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class Died(Event):
    """Somebody died."""

    kind: ClassVar[str] = "died"

    def __init__(self, who: int, rule: str, other: int = -1, what: str = "") -> None:
        super().__init__("died", who, other, what, rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnBegan(Event):
    """Somebody's turn began; ``what`` says which kind where there are several."""

    kind: ClassVar[str] = "turn"

    def __init__(self, who: int, rule: str = "", what: str = "") -> None:
        super().__init__("turn", who, -1, what, rule)


@mypyc_attr(allow_interpreted_subclasses=True)
class RoundBegan(Event):
    """Round ``amount`` began; ``what`` says which part of it where there are several."""

    kind: ClassVar[str] = "round"
    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "amount")

    def __init__(self, round: int, rule: str = "", what: str = "") -> None:
        super().__init__("round", -1, -1, what, rule)
        self.amount = round


@mypyc_attr(allow_interpreted_subclasses=True)
class Asked(Event):
    """Somebody was asked something: ``seats`` are the seats that may answer, as bits.

    Only these know what is asked.
    """

    kind: ClassVar[str] = "asked"
    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "seats")

    def __init__(self, who: int, what: str, rule: str, seats: int) -> None:
        super().__init__("asked", who, -1, what, rule)
        self.seats = seats
        self.seen = seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Ended(Event):
    """The fight ended by ``rule``; side ``amount`` has won, -1 nobody."""

    kind: ClassVar[str] = "ended"
    FIELDS: ClassVar[tuple[str, ...]] = (*COMMON, "amount")

    def __init__(self, rule: str, side: int) -> None:
        super().__init__("ended", -1, -1, "", rule)
        self.amount = side


@mypyc_attr(allow_interpreted_subclasses=True)
class Ruling(Event):
    """The game master set something: ``what`` is ``path = value``."""

    kind: ClassVar[str] = "ruling"

    def __init__(self, what: str, rule: str) -> None:
        super().__init__("ruling", -1, -1, what, rule)


KINDS: Final[tuple[str, ...]] = (
    "told",
    "rolled",
    "moved",
    "placed",
    "damaged",
    "healed",
    "condition-gained",
    "condition-lost",
    "resource-spent",
    "resource-gained",
    "fell",
    "rose",
    "died",
    "turn",
    "round",
    "asked",
    "ended",
    "ruling",
)

# What cases of earlier versions call the facts that have kinds of their own now.
FORMER: Final[dict[str, tuple[str, ...]]] = {
    "hurt": ("damaged",),
    "takes": ("damaged",),
    "wounded": ("damaged",),
    "heals": ("healed",),
    "recovers": ("healed", "condition-lost"),
    "drains": ("healed",),
    "gains": ("condition-gained", "resource-gained"),
    "loses": ("condition-lost", "resource-spent"),
    "expires": ("condition-lost",),
    "lowers": ("condition-lost",),
    "takes stance": ("condition-gained",),
    "stance ends": ("condition-lost",),
    "gains potential": ("resource-gained",),
    "moves": ("moved",),
    "steps": ("moved",),
    "is moved": ("moved",),
    "places": ("placed",),
    "teleports": ("placed",),
    "swaps": ("placed",),
    "enters": ("placed",),
    "arrives": ("placed",),
    "appears": ("placed",),
    "vanishes": ("placed",),
    "removed": ("placed",),
    "falls": ("fell",),
    "defeated": ("fell",),
    "drops": ("fell",),
    "dies": ("died",),
    "hides": ("condition-gained",),
    "falls prone": ("condition-gained",),
    "is pushed": ("moved",),
    "surrenders": ("fell",),
    "leaves": ("fell",),
    "comes round": ("rose",),
    "falls unconscious": ("fell",),
    "revives": ("rose",),
    "ends": ("ended",),
    "override": ("ruling",),
}
