"""Who joins, who leaves and whom harm strikes, by a word of the game master: edits without a path.

Never compiled: it goes by names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from affray.content.problems import InvalidError, nearest, show
from affray.core.combat import Combat, Combatant, Harm
from affray.core.grid import SOLID
from affray.core.ruleset import Ruleset
from affray.core.setup import Member
from affray.state.paths import arrange
from affray.state.snapshot import enlisted

ADD: Final = "add"
REMOVE: Final = "remove"
DAMAGE: Final = "damage"
WORDS: Final = (ADD, REMOVE, DAMAGE)  # where an edit has a path: no value of a fight is called so
HIGHEST: Final = 1_000  # harm of one order


def carry_out(
    combat: Combat[Any], ruleset: Ruleset, word: str, value: object
) -> tuple[object, str]:
    """Let somebody join, leave or be hurt; the combat is changed, spoilt if anything is raised.

    Args:
        combat: the fight, between two steps.
        ruleset: its rules.
        word: one of ``WORDS``.
        value: who, as the function of that name takes it.

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
    if word == DAMAGE:
        harm = damage(combat, ruleset, value)
        name = str(combat.units[harm.who].name)
        told = f"{DAMAGE} {name}: {harm.amount} {harm.what}"
        return {"who": name, "n": harm.amount, "what": harm.what}, told
    unit = remove(combat, ruleset, value)
    checked(combat, f"{REMOVE} {unit.name}")
    return str(unit.name), f"{REMOVE} {unit.name}"


def arranged(combat: Combat[Any], ruleset: Ruleset, values: dict[str, object]) -> list[str]:
    """Set values by their paths, then do what ``WORDS`` among them say, as a case tells it.

    A table may stand in one value, or by its paths (``add.id``, ``add.at``); several tables in a
    list.

    Returns:
        What the log says of each.

    Raises:
        InvalidError: something cannot be; the combat may be spoilt then.
    """
    orders: dict[str, object] = {}
    plain: dict[str, object] = {}
    for path, value in values.items():
        word, *inside = path.split(".")
        if word not in WORDS:
            plain[path] = value
        elif inside:
            table = orders.setdefault(word, {})
            for name in inside[:-1]:
                assert isinstance(table, dict)
                table = table.setdefault(name, {})
            assert isinstance(table, dict)
            table[inside[-1]] = value
        else:
            orders[word] = value
    if plain:
        arrange(combat, ruleset, plain)
    told = [f"{path} = {value}" for path, value in plain.items()]
    for word, value in orders.items():
        for one in value if isinstance(value, list) else [value]:
            told.append(carry_out(combat, ruleset, word, one)[1])
    return told


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
    unit = named(combat, REMOVE, value)
    if not unit.present and unit.cell < 0 and ruleset.down(combat, unit.index):
        raise InvalidError([f"{REMOVE} {unit.name}: it is out of the fight already"])
    ruleset.withdraw(combat, unit.index)
    return unit


def damage(combat: Combat[Any], ruleset: Ruleset, value: object) -> Harm:
    """Let the next step strike somebody with harm that nothing lessens: a table of a GM's.

    It has a name, ``who``, a number, ``n``, and may say ``what``, one of the ``harms`` of the
    ruleset.

    Returns:
        The harm that is due now.

    Raises:
        InvalidError: it makes no sense, or the harm ordered before is still to strike.
    """
    if not isinstance(value, Mapping) or not {"who", "n"} <= set(value) <= {"who", "n", "what"}:
        expected = 'a table such as {who = "ana", n = 5}'
        raise InvalidError([f"{DAMAGE}: found {show(value)}, expected {expected}"])
    unit = named(combat, DAMAGE, value["who"])
    n = value["n"]
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= HIGHEST:
        raise InvalidError([f"{DAMAGE}.n: found {show(n)}, expected 1 to {HIGHEST}"])
    harms = ruleset.harms
    if not harms:
        raise InvalidError([f"{DAMAGE}: {ruleset.name} has no harm to strike with: set a value"])
    what = value.get("what", harms[0])
    if what not in harms:
        raise InvalidError([f"{DAMAGE}.what: found {show(what)}, expected {' or '.join(harms)}"])
    if not unit.present or unit.cell < 0:
        raise InvalidError([f"{DAMAGE} {unit.name}: it is not on the map"])
    if combat.due is not None:
        name = combat.units[combat.due.who].name
        raise InvalidError([f"{DAMAGE} {unit.name}: first comes what strikes {name}"])
    combat.due = Harm(unit.index, n, str(what))
    return combat.due


def named(combat: Combat[Any], word: str, value: object) -> Combatant:
    """Return who is called so.

    Raises:
        InvalidError: nobody; the nearest is named.
    """
    names = {str(unit.name): unit for unit in combat.units}
    if not isinstance(value, str) or value not in names:
        close = nearest(str(value), names)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"{word}: found {show(value)}, expected somebody's name{hint}"])
    unit: Combatant = names[value]
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
