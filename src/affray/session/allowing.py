"""Allow anyway: what a game master changes so that an answer which the rules refuse comes about.

The rules are never switched off. Either something that hinders the answer is changed (an action
more, a condition less) and the answer is then given as any other, dice and reactions included; or,
where no such change is found and the answer is about a place, the piece is put there and nothing
is spent. Both are edits as the game master makes them by hand: journalled, told to everybody with
the reason, taken back by undo. In the middle of a step they are made before it, and what was
answered in it is given again; the same question has to come of that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from affray.core.combat import Combat, Combatant
from affray.core.errors import IllegalError, InvalidError
from affray.core.move_choice import MoveChoice
from affray.core.suspension import PERSON, STANDING
from affray.session.fight import Fight
from affray.state import paths

Edit: TypeAlias = tuple[str, object]
CELL: Final = re.compile(r"^\d+,\d+$")
MORE: Final = 3  # by how much a number is raised to see whether that is enough
TRIED: Final = 240  # changes that are tried
NEAR: Final = 48  # cells to which who acts is put to see whether that is near enough
BUSY: Final = "a step is under way: wait for its end to allow something"
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
        now = before(fight)
        edits = [[path, paths.get(now, fight.ruleset, path), value] for path, value in self.edits]
        return {"key": self.key, "rule": self.rule, "edits": edits, "answered": self.answered}

    def carry_out(self, fight: Fight, reason: str) -> None:
        """Make the edits; whoever calls gives the answer if it is to be given."""
        for path, value in self.edits:
            fight.edit(path, value, reason)


def before(fight: Fight) -> Combat[Any]:
    """Return the state in which something is changed: before the step, if that is under way."""
    return fight.timeline.combat if fight.timeline.open.answers else fight.combat


def settled(fight: Fight) -> bool:
    """Return whether what was answered in the step under way can be given again as it was.

    No die has fallen in it, only people of the side of whom it asks have answered, and nobody has
    gone anywhere, which would be gone again from elsewhere. So it is if nothing was answered yet.
    """
    answers, told = fight.timeline.open.answers, fight.timeline.open.told
    if not answers:
        return True
    sides = {str(unit.name): unit.side for unit in fight.combat.units}
    side, seats = sides.get(fight.choice.who, -1), set(fight.choice.seats)
    for one in answers:
        if one.by not in (PERSON, STANDING) or any([CELL.match(word) for word in one.key.split()]):
            return False
        own = sides.get(one.who) == side if one.who else bool(seats & set(one.givers))
        if not own:
            return False
    return not told


def allowance(fight: Fight, key: str) -> Allowance:
    """Return what allows an answer that the rules refuse; the fight is as before.

    Raises:
        IllegalError: nothing is asked, no change of one value allows it, or it would have to be
            made in the middle of a step that cannot begin again as it was, see ``settled``.
        InvalidError: nothing forbids it, or it is the key of nothing.
    """
    if not settled(fight):
        raise IllegalError(key, BUSY, "")
    rule, fact = fight.why_not(key)
    if not rule and not fact:
        raise InvalidError([f"{key}: no rule forbids that: it can be answered"])
    if not rule:
        raise InvalidError([fact])
    who = fight.choice.who
    units = {str(unit.name): unit for unit in before(fight).units}
    cells = [word for word in key.split() if CELL.match(word)]
    if who in units and not isinstance(fight.choice.choice, MoveChoice):
        for edit in islice(changes(fight, units, who, key), TRIED):
            if _allows(fight, who, key, edit):
                return Allowance(key, rule, [edit], answered=True)
    elif who in units and len(cells) == 1:
        place = (f"{who}.at", [int(part) for part in cells[0].split(",")])
        if _possible(fight, who, place):
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
        grid = before(fight).grid
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
        return paths.get(before(fight), fight.ruleset, path)
    except InvalidError:
        return None


def _allows(fight: Fight, who: str, key: str, edit: Edit) -> bool:
    """Return whether the same question can be answered so after an edit; all is as before then."""
    again = _again(fight)
    return _tried(fight, edit, lambda: again() and fight.choice.who == who and key in fight.choice)


def _possible(fight: Fight, who: str, place: Edit) -> bool:
    """Return whether somebody can be put to a place; all is as before then.

    In the middle of a step it has to stand there when the same is asked of it again.
    """
    again = _again(fight)
    under_way = bool(fight.timeline.open.answers)
    path, (column, row) = place[0], cast("list[int]", place[1])

    def there() -> bool:
        return fight.choice.who == who and fight.value(path) == f"{column},{row}"

    return _tried(fight, place, lambda: again() and (not under_way or there()))


def _again(fight: Fight) -> Callable[[], bool]:
    """Return what says whether the step under way has come to the same question once more."""
    keys = [one.key for one in fight.timeline.open.answers]
    rule, kind = fight.choice.rule, fight.choice.kind

    def same() -> bool:
        if not keys:
            return True
        found = [one.key for one in fight.timeline.open.answers]
        dice = fight.timeline.open.told
        return found == keys and not dice and (fight.choice.rule, fight.choice.kind) == (rule, kind)

    return same


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
