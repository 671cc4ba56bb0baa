"""Before the first round: placing, initiative, Round Zero; and late arrivals."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.grid import DROP, IMPASSABLE, WALL, Grid
from affray.core.setup import Member, Setup
from affray.rulesets.thrum import resource
from affray.rulesets.thrum.attack import roll
from affray.rulesets.thrum.choice import picking, steps
from affray.rulesets.thrum.condition.stances import take_stance
from affray.rulesets.thrum.ledger import put_on
from affray.rulesets.thrum.sheet.sheet import Sheet, minion_sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import OPENING_STANCE_PHASE, PLACE_PHASE


def enlisted(setup: Setup) -> list[ThrumCombatant]:
    """Return everybody of an encounter as listed, then a Minion for each who may have one.

    Loads are 0, Tolerances, Wounds and Potential what the last fight has left.
    Rule: setup.loads-start-at-zero.
    """
    units: list[ThrumCombatant] = []
    for member in setup.members:
        sheet = member.sheet
        assert isinstance(sheet, Sheet)
        unit = ThrumCombatant(len(units), member.side, member.name, -1, sheet)
        unit.seats = member.seats
        unit.arrives = member.arrives
        unit.entry = member.cell
        unit.present = False
        resource.take_up(unit, member.values)
        units.append(unit)
    for unit in list(units):
        if unit.sheet.minions:
            sheet = minion_sheet(unit.sheet.name)
            minion = ThrumCombatant(len(units), unit.side, f"minion-of-{unit.name}", -1, sheet)
            minion.controller = unit.index
            minion.seats = unit.seats
            minion.present = False
            units.append(minion)
    return units


def place_all(combat: ThrumCombat, setup: Setup) -> None:
    """Put NPCs on their squares; PCs stay off the map until Round Zero.

    Rules: setup.order-of-events, setup.npc-placement, setup.sides.
    """
    combat.side_ids = [side.id for side in setup.sides]
    for unit in combat.units:
        if unit.sheet.pc:
            combat.pcs = unit.side
    combat.start = starting_squares(setup.grid, setup.sides[combat.pcs].start)
    for unit in combat.units:
        if stands_from_the_start(unit):
            unit.present = True
            unit.arrived = True
            combat.stand(unit, unit.entry)
    for unit in combat.units:
        combat.refresh(unit)


def stands_from_the_start(unit: ThrumCombatant) -> bool:
    """Return whether it is an NPC with a square of its own from the beginning.

    Rules: setup.npc-placement, setup.round-zero.npcs.
    """
    return not unit.sheet.pc and unit.arrives == 0 and unit.entry >= 0 and unit.controller < 0


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


def sheet_of(member: Member) -> Sheet:
    """Return the sheet of a member of an encounter."""
    sheet = member.sheet
    assert isinstance(sheet, Sheet)
    return sheet


def roll_all_initiative(combat: ThrumCombat) -> None:
    """Roll initiative for everybody, once: PCs as listed, then foes, then allied NPCs.

    NPCs are already on their squares, PCs not yet on the map; nobody is surprised.
    Rules: setup.npc-placement, setup.initiative-roll, setup.no-surprise, roll.dice-order.
    """
    combat.initiative = [0] * len(combat.units)
    for group in range(3):
        for unit in combat.units:
            if begins(unit) and group == group_of(combat, unit):
                combat.initiative[unit.index] = roll.roll_initiative(combat, unit)
    order = [unit.index for unit in combat.units if begins(unit)]
    combat.lineup.order = in_initiative(combat, order)
    combat.phase = PLACE_PHASE


def begins(unit: ThrumCombatant) -> bool:
    """Return whether somebody is in the order from the first: no Minion, nor one who comes later.

    Nor one who was taken out of the fight before it began.
    """
    gone = unit.arrived and not unit.present
    return unit.controller < 0 and unit.arrives == 0 and not gone


def group_of(combat: ThrumCombat, unit: ThrumCombatant) -> int:
    """Return the place of somebody's group where groups roll in turn: PCs, foes, allied NPCs."""
    if unit.sheet.pc:
        return 0
    return 2 if unit.side == combat.pcs else 1


def in_initiative(combat: ThrumCombat, who: list[int]) -> list[int]:
    """Order by total, then modifier, then PCs before NPCs, then listing.

    Rules: setup.initiative-descending, setup.initiative-ties.
    """
    found: list[int] = []
    for one in who:
        place = 0
        while place < len(found) and not before(combat, one, found[place]):
            place += 1
        found.insert(place, one)
    return found


def before(combat: ThrumCombat, a: int, b: int) -> bool:
    """Return whether ``a`` goes before ``b``, which is listed earlier."""
    if combat.initiative[a] != combat.initiative[b]:
        return combat.initiative[a] > combat.initiative[b]
    first = combat.units[a].sheet
    second = combat.units[b].sheet
    if first.initiative != second.initiative:
        return first.initiative > second.initiative
    return first.pc and not second.pc


def place(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Put a PC on a free square of the Starting Area, without movement or path.

    Where the GM has marked a square for it alone, its area is that square.

    Rules: setup.round-zero.placement, setup.starting-area.
    """
    cells = places(combat, unit)
    asked = picking.Place(combat, unit, cells, "setup.round-zero.placement", unit.seats)
    enter(combat, unit, combat.ask(asked) - 1)


def places(combat: ThrumCombat, unit: ThrumCombatant) -> list[int]:
    """Return where a PC may be placed; a Minion in the last square makes it a nearest free one."""
    if unit.entry >= 0:
        return [unit.entry] if combat.free(unit.entry) else nearest_free(combat, unit.entry)
    kept = [
        unit.entry
        for unit in combat.units
        if unit.entry >= 0 and not unit.arrived and not unit.arrives
    ]
    cells = [cell for cell in combat.start if combat.free(cell) and cell not in kept]
    if cells:
        return cells
    near: list[int] = []
    for start in combat.start:
        near.extend([cell for cell in nearest_free(combat, start) if cell not in kept + near])
    far = min([distance_to(combat, cell) for cell in near])
    return sorted([cell for cell in near if distance_to(combat, cell) == far])


def distance_to(combat: ThrumCombat, cell: int) -> int:
    """Return how far a square is from the Starting Area."""
    return min([combat.distance(start, cell) for start in combat.start])


def enter(combat: ThrumCombat, unit: ThrumCombatant, cell: int) -> None:
    """Put somebody on the map for the first time."""
    unit.arrived = True
    put_on(combat, unit, cell, "setup.round-zero.placement", "enters")


def arrive(combat: ThrumCombat) -> None:
    """Bring in who arrives at the start of this round: on its square or a nearest free one.

    It rolls initiative and goes directly before the first whose total is lower. So does one that
    the GM brought in during the last round.
    Rule: setup.reinforcements.
    """
    for group in range(3):  # roll.dice-order
        for unit in combat.units:
            if unit.arrives != combat.round or unit.controller >= 0:
                continue
            if group != group_of(combat, unit):
                continue
            if not unit.arrived:
                bring_in(combat, unit)
            elif unit.present and unit.entry < 0:
                line_up(combat, unit)


def bring_in(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Bring in a late arrival and give it its place in the order."""
    cells = nearest_free(combat, unit.entry)
    cell = cells[0]
    if len(cells) > 1:
        gm = 1 << combat.gm
        asked = picking.Place(combat, unit, cells, "setup.reinforcements", gm)
        cell = combat.ask(asked) - 1
    enter(combat, unit, cell)
    line_up(combat, unit)


def line_up(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Roll the initiative of a late arrival and give it its place. Rule: setup.reinforcements."""
    combat.initiative += [0] * (len(combat.units) - len(combat.initiative))
    combat.initiative[unit.index] = roll.roll_initiative(combat, unit)
    order = combat.lineup.order
    if unit.index in order:
        order.remove(unit.index)
    place = 0
    while place < len(order) and not lower(combat, order[place], unit.index):
        place += 1
    order.insert(place, unit.index)


def lower(combat: ThrumCombat, a: int, b: int) -> bool:
    """Return whether the total of ``a`` is lower than that of ``b``."""
    return combat.initiative[a] < combat.initiative[b]


def nearest_free(combat: ThrumCombat, cell: int) -> list[int]:
    """Return the square itself if it is free, else all free ones at the smallest distance."""
    for radius in range(combat.grid.width + combat.grid.height):
        found = [
            one
            for one in combat.grid.around(cell, radius)
            if combat.free(one)
            and combat.exits.enterable(one)
            and combat.distance(cell, one) == radius
        ]
        if found:
            return found
    return [cell]


# ---- Round Zero ------------------------------------------------------------------------------


def round_zero(combat: ThrumCombat) -> None:
    """Take a turn of Round Zero: PCs are placed, everybody may enter a Stance.

    Nothing else happens.

    Rules: setup.round-zero.no-actions, setup.round-zero.npcs.
    """
    unit = combat.units[combat.lineup.now()]
    if combat.phase == PLACE_PHASE:
        if unit.sheet.pc and not unit.arrived:
            place(combat, unit)
        combat.phase = OPENING_STANCE_PHASE
        return
    answer = combat.ask(steps.TakeStance(combat, unit, "setup.round-zero.stance"))
    if answer != PASS:
        take_stance(combat, unit, answer - 1)
    combat.lineup.at += 1
    combat.phase = PLACE_PHASE
