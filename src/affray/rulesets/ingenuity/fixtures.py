"""Doors, levers and traps: how an encounter states them, and what is wrong with that.

They are options of the encounter: ``"door.gate" = "3,4 locked"``, ``"lever.winch" = "2,2 gate"``,
``"trap.darts" = "5,5 4 piercing"``. Rules: action.interact, damage.other-sources.
"""

from __future__ import annotations

from typing import Final

from affray.core.grid import OPEN
from affray.core.setup import Setup
from affray.rulesets.ingenuity.definitions import Door, Lever, Trap
from affray.rulesets.ingenuity.terms import DOORS, LEAVINGS, TYPES

DOOR: Final = "door."
LEVER: Final = "lever."
TRAP: Final = "trap."
KINDS: Final = (DOOR, LEVER, TRAP)
AGAIN: Final = "again"


def doors_of(setup_: Setup) -> list[Door]:
    """Return the doors of an encounter. Rule: action.interact."""
    found: list[Door] = []
    for name, value in setup_.options.items():
        if name.startswith(DOOR):
            words = str(value).split()
            state = DOORS.index(words[1]) if len(words) > 1 else DOORS.index("closed")
            found.append(Door(name.removeprefix(DOOR), setup_.grid.read(words[0]), state))
    return found


def traps_of(setup_: Setup) -> list[Trap]:
    """Return the traps of an encounter. Rule: damage.other-sources."""
    found: list[Trap] = []
    for name, value in setup_.options.items():
        if name.startswith(TRAP):
            words = str(value).split()
            one = Trap(name.removeprefix(TRAP), spaces_of(setup_, words[0]))
            one.damage, one.type = int(words[1]), TYPES.index(words[2])
            one.again = words[-1] == AGAIN
            left = words[3:-1] if one.again else words[3:]
            if left:
                one.leaves = left[0]
                one.leaves_n = int(left[1]) if len(left) > 1 else 1
            found.append(one)
    return found


def levers_of(setup_: Setup) -> list[Lever]:
    """Return the levers of an encounter. Rule: action.interact."""
    found: list[Lever] = []
    for name, value in setup_.options.items():
        if name.startswith(LEVER):
            words = str(value).split()
            found.append(Lever(name.removeprefix(LEVER), setup_.grid.read(words[0]), words[1:]))
    return found


def spaces_of(setup_: Setup, word: str) -> list[int]:
    """Return the spaces of a trap: one, or those of a zone; none if it is neither."""
    cell = setup_.grid.read(word)
    return [cell] if cell >= 0 else list(setup_.grid.zones.get(word, []))


def faults(setup_: Setup, name: str, value: object) -> list[str]:
    """Return what is wrong with an option that states a door, a lever or a trap.

    Rules: action.interact, damage.other-sources.
    """
    words = str(value).split()
    if name.startswith(DOOR):
        what, rule = door_fault(setup_, words), "action.interact"
    elif name.startswith(LEVER):
        what, rule = lever_fault(setup_, words), "action.interact"
    else:
        what, rule = trap_fault(setup_, words), "damage.other-sources"
    return [f"options.{name}: found {value}, expected {what} [{rule}]"] if what else []


def door_fault(setup_: Setup, words: list[str]) -> str:
    """Return what is expected of a door that is wrong, "" if nothing is."""
    cell = setup_.grid.read(words[0]) if words else -1
    if cell < 0 or len(words) > 2 or (len(words) == 2 and words[1] not in DOORS):
        return f"a space and perhaps {', '.join(DOORS)}"
    if setup_.grid.ground[cell] != OPEN:
        return "open ground for a door"
    for name, value in setup_.options.items():
        if name.startswith(DOOR) and str(value).split()[:1] == words[:1]:
            if str(value).split() != words:
                return "one door in a space"
    for member in setup_.members:
        if member.cell == cell and words[-1] != DOORS[0]:
            return "a space in which nobody stands, or an open door"
    return ""


def lever_fault(setup_: Setup, words: list[str]) -> str:
    """Return what is expected of a lever that is wrong, "" if nothing is."""
    known = [name.partition(".")[2] for name in setup_.options if name.startswith((DOOR, TRAP))]
    if len(words) < 2 or setup_.grid.read(words[0]) < 0:
        return "a space, and the doors and traps that it moves"
    if any(word not in known for word in words[1:]):
        return f"doors and traps of this encounter ({', '.join(known) or 'there are none'})"
    return ""


def trap_fault(setup_: Setup, words: list[str]) -> str:
    """Return what is expected of a trap that is wrong, "" if nothing is."""
    usual = "a space or zone, damage and its type, and perhaps a condition, its value, again"
    if len(words) < 3 or not words[1].isdecimal() or words[2] not in TYPES:
        return usual
    cells = spaces_of(setup_, words[0])
    left = words[3:-1] if words[-1] == AGAIN else words[3:]
    numbered = len(left) < 2 or left[1].isdecimal()
    if not cells or len(left) > 2 or not numbered or (left and left[0] not in LEAVINGS):
        return f"{usual}; conditions are {', '.join(LEAVINGS)}"
    if any(setup_.grid.ground[cell] != OPEN for cell in cells):
        return "open ground for a trap"
    return ""
