"""Allow anyway: what a game master changes so that an answer which the rules refuse comes about.

The rules are never switched off. Either something that hinders the answer is changed (an action
more, a condition less) and the answer is then given as any other, dice and reactions included; or,
where no such change is found and the answer is about a place, the piece is put there and nothing
is spent. Both are edits as the game master makes them by hand: journalled, told to everybody with
the reason, taken back by undo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, TypeAlias

from affray.core.combat import Combatant
from affray.core.errors import IllegalError, InvalidError
from affray.core.move_choice import MoveChoice
from affray.session.fight import Fight

Edit: TypeAlias = tuple[str, object]
CELL: Final = re.compile(r"^\d+,\d+$")
MORE: Final = 3  # by how much a number is raised to see whether that is enough
TRIED: Final = 240  # changes that are tried
NEAR: Final = 48  # cells to which who acts is put to see whether that is near enough
# What says who somebody is and whether they take part: no answer hangs on that alone.
FIXED: Final = frozenset(
    {"side", "seats", "cell", "present", "off", "used", "effects", "fate", "arrives", "npc"}
)


class Allowance:
    """What allows an answer: edits, and the answer if it is then given by the rules."""

    def __init__(self, key: str, rule: str, edits: list[Edit], *, answered: bool) -> None:
        self.key = key
        self.rule = rule  # that refuses it
        self.edits = edits
        self.answered = answered

    def data(self, fight: Fight) -> dict[str, Any]:
        """Return it as plain data: each edit as path, value now, value then."""
        edits = [[path, fight.value(path), value] for path, value in self.edits]
        return {"key": self.key, "rule": self.rule, "edits": edits, "answered": self.answered}

    def carry_out(self, fight: Fight, reason: str) -> None:
        """Make the edits; whoever calls gives the answer if it is to be given."""
        for path, value in self.edits:
            fight.edit(path, value, reason)


def allowance(fight: Fight, key: str) -> Allowance:
    """Return what allows an answer that the rules refuse; the fight is as before.

    Raises:
        IllegalError: nothing is asked, or no change of one value allows it.
        InvalidError: nothing forbids it, or it is the key of nothing.
    """
    rule, fact = fight.why_not(key)
    if not rule and not fact:
        raise InvalidError([f"{key}: no rule forbids that: it can be answered"])
    if not rule:
        raise InvalidError([fact])
    who = fight.choice.who
    units = {str(unit.name): unit for unit in fight.combat.units}
    cells = [word for word in key.split() if CELL.match(word)]
    if who in units and not isinstance(fight.choice.choice, MoveChoice):
        for edit in islice(changes(fight, units, who, key), TRIED):
            if _allows(fight, who, key, edit):
                return Allowance(key, rule, [edit], answered=True)
    elif who in units and len(cells) == 1:
        place = (f"{who}.at", [int(part) for part in cells[0].split(",")])
        if _possible(fight, place):
            return Allowance(key, rule, [place], answered=False)
    raise IllegalError(key, "no change of one value allows that: set what it needs", rule)


def changes(fight: Fight, units: dict[str, Combatant], who: str, key: str) -> Iterator[Edit]:
    """Yield changes that may be what is missing, the likeliest first.

    A condition less on who acts or whom the key names; of who acts a use given back, a number
    raised by one, two, three, a mark set or taken away, a number put to nothing, a list emptied;
    and last, if the key names anybody, who acts put elsewhere, the nearest cell first.
    """
    me = units[who]
    named = [units[word] for word in key.split() if word in units and word != who]
    effects = sorted(fight.ruleset.effects())
    for unit in (me, *named):
        if unit.effects:
            for effect in effects:
                if _value(fight, f"{unit.name}.{effect}"):
                    yield f"{unit.name}.{effect}", 0
    for place, times in enumerate(me.used):
        if times:
            yield f"{who}.used.{place}", 0
    fields = [one for one in me.FIELDS if one not in FIXED]
    values = [(f"{who}.{field}", getattr(me, field)) for field in fields]
    numbers = [value for value in values if type(value[1]) is int]
    for more in range(1, MORE + 1):
        for path, value in numbers:
            yield path, value + more
    for path, value in values:
        if type(value) is bool:
            yield path, not value
    for path, value in numbers:
        if value:
            yield path, 0
    for path, value in values:
        if isinstance(value, list) and value:
            yield path, []
    if named and me.cell >= 0:
        grid = fight.combat.grid
        near = sorted(range(grid.size), key=lambda one: (_apart(fight, me.cell, one), one))
        for cell in near[1 : 1 + NEAR]:
            yield f"{who}.at", [grid.column(cell), grid.row(cell)]


def _apart(fight: Fight, cell: int, other: int) -> int:
    """Return how far two cells are apart, squared, as a ruler measures it."""
    grid = fight.combat.grid
    columns = grid.column(cell) - grid.column(other)
    rows = grid.row(cell) - grid.row(other)
    return columns * columns + rows * rows


def _value(fight: Fight, path: str) -> object:
    try:
        return fight.value(path)
    except InvalidError:
        return None


def _allows(fight: Fight, who: str, key: str, edit: Edit) -> bool:
    """Return whether the same question can be answered so after an edit; all is as before then."""
    return _tried(fight, edit, lambda: fight.choice.who == who and key in fight.choice)


def _possible(fight: Fight, edit: Edit) -> bool:
    """Return whether a value can be set; all is as before then."""
    return _tried(fight, edit, lambda: True)


def _tried(fight: Fight, edit: Edit, good: Callable[[], bool]) -> bool:
    timeline = fight.timeline
    mark = timeline.mark()
    try:
        fight.edit(*edit, "a try")
        return fight.asking and good()
    except Exception:  # a value that is not among those that the rules can go on from
        return False
    finally:
        timeline.reset(mark)
        timeline.advance()
