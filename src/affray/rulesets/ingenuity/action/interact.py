"""Opening and closing doors, pulling levers."""

from __future__ import annotations

from typing import Final

from affray.core.event import Told
from affray.rulesets.ingenuity import damage, geometry
from affray.rulesets.ingenuity.actions import INTERACT, a_of, code_of
from affray.rulesets.ingenuity.movement import paths
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import DOOR_CLOSED, DOOR_LOCKED, DOOR_OPEN

REACH: Final = 1  # metres


def codes(combat: IngenuityCombat) -> list[int]:
    """Return what one may think of using: doors, then levers. Rule: action.interact."""
    return [
        code_of(INTERACT, n)
        for n in range(len(combat.fixtures.doors) + len(combat.fixtures.levers))
    ]


def cell_of(combat: IngenuityCombat, code: int) -> int:
    """Return the space of what is used."""
    number = a_of(code)
    if number < len(combat.fixtures.doors):
        return combat.fixtures.doors[number].cell
    return combat.fixtures.levers[number - len(combat.fixtures.doors)].cell


def key(combat: IngenuityCombat, code: int) -> str:
    """Return the key of using a door, by what it is now, or a lever."""
    number = a_of(code)
    if number >= len(combat.fixtures.doors):
        return f"pull {combat.fixtures.levers[number - len(combat.fixtures.doors)].id}"
    shut = combat.door_states[number] != DOOR_OPEN
    return f"{'open' if shut else 'close'} {combat.fixtures.doors[number].id}"


def forbids(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids using a door or lever, "" if none does.

    Beasts have no hands for it; what is locked is opened by its lever, or by the task of its name.
    Rules: action.interact, geometry.adjacent.
    """
    number = a_of(code)
    if number >= len(combat.fixtures.doors) + len(combat.fixtures.levers) or unit.sheet.hands < 1:
        return "action.interact"
    if geometry.distance_to(combat, unit, cell_of(combat, code)) > REACH:
        return "geometry.adjacent"
    if number >= len(combat.fixtures.doors):
        return ""
    if combat.ruined(combat.fixtures.doors[number].cell):
        return "action.interact"
    if combat.door_states[number] == DOOR_LOCKED:
        return "action.short-task"
    if combat.door_states[number] == DOOR_OPEN and blocked(combat, number, unit):
        return "movement.occupied"
    return ""


def blocked(combat: IngenuityCombat, number: int, viewer: IngenuityCombatant | None = None) -> bool:
    """Return whether somebody or something lies in a doorway, as far as a viewer's side knows.

    Rules: movement.occupied, condition.hidden.
    """
    cell = combat.fixtures.doors[number].cell
    if cell in combat.bodies or any(piece.cell == cell for piece in combat.litter):
        return True
    for unit in combat.units:
        if unit.present and unit.cell >= 0:
            if viewer is not None and not paths.expects(combat, viewer, unit):
                continue
            if cell in combat.grid.footprint(unit.cell, unit.size):
                return True
    return False


def use(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Open or close a door, or pull a lever and move what hangs on it. Rule: action.interact."""
    number = a_of(code)
    if number < len(combat.fixtures.doors):
        if combat.door_states[number] != DOOR_OPEN or not blocked(combat, number):
            move_door(combat, unit, number)
        elif combat.watched:  # by whom it did not see
            rule = "movement.occupied"
            combat.tell(Told("comes to nothing", unit.index, -1, "", 0, rule))
        return
    lever = combat.fixtures.levers[number - len(combat.fixtures.doors)]
    if combat.watched:
        rule = "action.interact"
        combat.tell(Told("pulls", unit.index, -1, lever.id, 0, rule, cell=lever.cell))
    for place, door in enumerate(combat.fixtures.doors):
        if door.id in lever.moves:
            if combat.door_states[place] != DOOR_OPEN or not blocked(combat, place):
                move_door(combat, unit, place)
    for place, trap in enumerate(combat.fixtures.traps):
        if trap.id in lever.moves and combat.armed[place]:
            damage.set_off(combat, place)


def move_door(combat: IngenuityCombat, unit: IngenuityCombatant, number: int) -> None:
    """Open what is closed or locked, close what is open."""
    shut = combat.door_states[number] != DOOR_OPEN
    combat.door_states[number] = DOOR_OPEN if shut else DOOR_CLOSED
    combat.mark_changed()
    if combat.watched:
        door = combat.fixtures.doors[number]
        done = "opens" if shut else "closes"
        combat.tell(Told(done, unit.index, -1, door.id, 0, "action.interact", cell=door.cell))


def solved(combat: IngenuityCombat, unit: IngenuityCombatant, name: str) -> None:
    """Let a task that is done unlock the door, or make safe the trap, of its name.

    Rule: action.short-task.
    """
    for number, door in enumerate(combat.fixtures.doors):
        if door.id == name and combat.door_states[number] == DOOR_LOCKED:
            combat.door_states[number] = DOOR_CLOSED
            if combat.watched:
                rule = "action.short-task"
                combat.tell(Told("unlocks", unit.index, -1, name, 0, rule, cell=door.cell))
    for number, trap in enumerate(combat.fixtures.traps):
        if trap.id == name and combat.armed[number]:
            combat.armed[number] = False
            if combat.watched:
                combat.tell(Told("makes safe", unit.index, -1, name, 0, "action.short-task"))
    combat.mark_changed()
