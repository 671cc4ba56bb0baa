"""Who joins and who leaves in mid-fight, by a word of the game master: edits without a path.

Never compiled: it goes by names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from affray.content.problems import InvalidError, nearest, show
from affray.core.combat import Combat, Combatant
from affray.core.grid import IMPASSABLE, WALL
from affray.core.ruleset import Ruleset
from affray.core.setup import Member
from affray.state.paths import arrange
from affray.state.snapshot import enlisted

ADD: Final = "add"
REMOVE: Final = "remove"
WORDS: Final = (ADD, REMOVE)  # where an edit has a path: no value of a fight is called so
SOLID: Final = (WALL, IMPASSABLE)


def carry_out(
    combat: Combat[Any], ruleset: Ruleset, word: str, value: object
) -> tuple[object, str]:
    """Let somebody join or leave; the combat is changed, and spoilt if anything is raised.

    Args:
        combat: the fight, between two steps.
        ruleset: its rules.
        word: ``add`` or ``remove``.
        value: who, as ``add`` and ``remove`` take it.

    Returns:
        The value as a journal keeps it, and what the log says was done.

    Raises:
        InvalidError: it cannot be; the message says why.
    """
    if combat.outcome:
        raise InvalidError([f"{word}: the fight is over"])
    if word == ADD:
        data = add(combat, ruleset, value)
        joined = combat.newcomers[-1]
        unit = combat.units[joined.index]
        side = combat.side_ids[unit.side]
        told = f"{ADD} {unit.name} to {side} at {combat.grid.name(unit.cell)}"
        checked(combat, told)
        return data, told
    unit = remove(combat, ruleset, value)
    checked(combat, f"{REMOVE} {unit.name}")
    return str(unit.name), f"{REMOVE} {unit.name}"


def add(combat: Combat[Any], ruleset: Ruleset, value: object) -> dict[str, object]:
    """Let somebody join: a table as an encounter has it of a member, and the ``side`` by its id.

    It needs an ``id`` and a place, ``at``; the side may be left out where only one has that kind.

    Returns:
        The table with what was left out.

    Raises:
        InvalidError: nobody is called so, or it cannot stand there.
    """
    if combat.origin is None:
        raise InvalidError([f"{ADD}: the fight was set up by hand, not from an encounter"])
    if not isinstance(value, Mapping):
        expected = 'a table such as {id = "goblin", side = "foes", at = [4, 3]}'
        raise InvalidError([f"{ADD}: found {show(value)}, expected {expected}"])
    data: dict[str, object] = {str(name): one for name, one in value.items()}
    member = combat.origin.member(combat, data)
    assert isinstance(member, Member)
    unit = enlisted(combat, ruleset, member, data, combat.round)
    why = occupied(combat, unit, member.cell)
    if why:
        raise InvalidError([f"{ADD} {unit.name}: {why}"])
    ruleset.enter(combat, unit.index, member)
    if member.state:
        arrange(combat, ruleset, {f"{unit.name}.{path}": one for path, one in member.state.items()})
    return data


def occupied(combat: Combat[Any], unit: Combatant, cell: int) -> str:
    """Return why somebody cannot stand at a cell in any game, "" if it can."""
    grid = combat.grid
    where = grid.name(cell)
    cells = grid.footprint(cell, unit.size)
    if not cells:
        return f"it is {unit.size} cells wide, and at {where} not all of it is on the map"
    for one in cells:
        holder = combat.at(one)
        if holder is not None:
            return f"{grid.name(one)} is held by {holder.name}"
        if combat.ground(one) in SOLID:
            return f"nobody can stand at {grid.name(one)}"
    return ""


def remove(combat: Combat[Any], ruleset: Ruleset, value: object) -> Combatant:
    """Take somebody out of the fight, by name.

    Returns:
        Who is out now.

    Raises:
        InvalidError: nobody is called so, or it is out already.
    """
    names = {str(unit.name): unit for unit in combat.units}
    if not isinstance(value, str) or value not in names:
        close = nearest(str(value), names)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"{REMOVE}: found {show(value)}, expected somebody's name{hint}"])
    unit: Combatant = names[value]
    if not unit.present and unit.cell < 0 and ruleset.down(combat, unit.index):
        raise InvalidError([f"{REMOVE} {unit.name}: it is out of the fight already"])
    ruleset.withdraw(combat, unit.index)
    return unit


def checked(combat: Combat[Any], what: str) -> None:
    """Refuse a state that cannot be.

    Raises:
        InvalidError: it cannot.
    """
    fault = combat.recount()
    if fault:
        raise InvalidError([f"{what}: this cannot be: {fault}"])
    combat.changes = 0
