"""Whether an encounter can be fought by Thrum's rules: sides, squares, conditions, options."""

from __future__ import annotations

from typing import Final

from affray.core.grid import DROP, IMPASSABLE, WALL, Grid
from affray.core.setup import Member, Objective, Setup
from affray.rulesets.thrum.fault import Fault, meant
from affray.rulesets.thrum.gm import option_faults
from affray.rulesets.thrum.state import Sheet

KINDS: Final = ("last-standing", "rounds-survived", "taken-out", "reached", "gm")
NO_START: Final = (WALL, IMPASSABLE, DROP)


def starting_squares(grid: Grid, cells: list[int]) -> list[int]:
    """Return the Starting Area: each square once, without those that nobody can stand on.

    Rule: setup.starting-area.
    """
    found: list[int] = []
    for cell in cells:
        if cell not in found and grid.ground[cell] not in NO_START:
            found.append(cell)
    return found


def setup_faults(setup: Setup) -> list[Fault]:
    """Return everything for which an encounter is refused."""
    if len(setup.sides) != 2:
        what = f"found {len(setup.sides)} sides, expected 2: the PCs' and their opponents'"
        return [Fault("side", what, "setup.sides")]
    found = side_faults(setup)
    if not found:
        found = square_faults(setup)
    for wins in (True, False):
        numbered = [one for one in setup.objectives if one.wins == wins]
        for number in range(len(numbered)):
            place = f"{'win' if wins else 'defeat'}[{number}].kind"
            found += objective_faults(numbered[number], place, side_of_pcs(setup))
    options: dict[str, object] = dict(setup.options)
    for fault in option_faults(options):
        found.append(Fault(f"options.{fault.place}", fault.what, fault.rule))
    return found


def sheet_of(member: Member) -> Sheet:
    sheet = member.sheet
    assert isinstance(sheet, Sheet)
    return sheet


def side_of_pcs(setup: Setup) -> int:
    """Return the side of the PCs, the first if there are none."""
    for member in setup.members:
        if sheet_of(member).pc:
            return member.side
    return 0


def side_faults(setup: Setup) -> list[Fault]:
    """All PCs share a side, and somebody opposes them. Rule: setup.sides."""
    found: list[Fault] = []
    pcs = side_of_pcs(setup)
    for member in setup.members:
        if sheet_of(member).pc and member.side != pcs:
            sides = f"{setup.sides[pcs].id} and {setup.sides[member.side].id}"
            what = f"found PCs on {sides} ({member.name}), expected all of them on one side"
            found.append(Fault(f"side[{member.side}]", what, "setup.sides"))
            return found
    for number, side in enumerate(setup.sides):
        if not [one for one in setup.members if one.side == number and one.arrives == 0]:
            what = f"found nobody of {side.id} when the fight begins, expected at least one"
            found.append(Fault(f"side[{number}]", what, "setup.sides"))
    return found


def square_faults(setup: Setup) -> list[Fault]:
    """Every NPC has a square, every PC a free one in the Starting Area, every late arrival its own.

    Rules: setup.npc-placement, setup.starting-area, setup.reinforcements.
    """
    found: list[Fault] = []
    held: list[int] = []
    waiting = 0
    for member in setup.members:
        if member.cell < 0 and member.arrives:
            what = f"found no square for {member.name}, which arrives in round {member.arrives}"
            found.append(Fault("side", what, "setup.reinforcements"))
        elif member.cell < 0 and not sheet_of(member).pc:
            what = f"found no square for {member.name}, expected one for every NPC"
            found.append(Fault("side", what, "setup.npc-placement"))
        elif member.cell < 0:
            waiting += 1
        elif not member.arrives:
            held.append(member.cell)
    area = starting_squares(setup.grid, setup.sides[side_of_pcs(setup)].start)
    free = [cell for cell in area if cell not in held]
    if len(free) < waiting:
        what = (
            f"found {len(free)} free squares in the Starting Area, expected {waiting} for the PCs"
        )
        found.append(Fault(f"side[{side_of_pcs(setup)}].start", what, "setup.starting-area"))
    return found


def objective_faults(objective: Objective, place: str, pcs: int) -> list[Fault]:
    """Return what is wrong with a Win or Defeat Condition. Rule: end.condition-kinds."""
    rule = "end.condition-kinds"
    if objective.kind not in KINDS:
        known = meant(objective.kind, list(KINDS))
        what = f"found {objective.kind}, which Thrum has no rule for{known}; gm: the GM declares it"
        return [Fault(place, what, rule)]
    if objective.kind == "reached" and not (objective.wins and objective.side == pcs):
        what = "found reached for others than the PCs, expected kind gm: only PCs reach squares"
        return [Fault(place, what, rule)]
    if objective.kind == "last-standing" and not objective.wins:
        return [Fault(place, "found last-standing as a defeat, expected it as a win", rule)]
    return []


def place_npcs(setup: Setup) -> None:
    """Give NPCs without a square one of their side's start, in the order listed.

    The GM places them; this is what the GM does unless the encounter says otherwise.
    Rule: setup.npc-placement.
    """
    held = [member.cell for member in setup.members if member.cell >= 0 and not member.arrives]
    for member in setup.members:
        if member.cell >= 0 or member.arrives or sheet_of(member).pc:
            continue
        for cell in starting_squares(setup.grid, setup.sides[member.side].start):
            if cell not in held:
                member.cell = cell
                held.append(cell)
                break
