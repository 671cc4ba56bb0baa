"""Before the first round: who stands where; and late arrivals."""

from __future__ import annotations

from affray.core.grid import DROP
from affray.rulesets.icon import choice, damage, movement, operation, trait
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import DECLARE, SPENT

PLACING = "setup.deployment"


def place_next(combat: IconCombat) -> None:
    """Let the next character be placed: the players first, then the GM. Rule: setup.deployment."""
    for side in (0, 1):
        for unit in combat.units:
            if unit.side == side and unit.cell < 0 and not unit.arrives:
                put(combat, unit, places(combat, unit))
                return
    combat.phase = DECLARE


def places(combat: IconCombat, unit: Unit) -> list[int]:
    """Return where somebody may be placed: free, no edge, with room left for the others.

    Rule: setup.deployment.
    """
    return [
        cell
        for cell in unit.places
        if stands(combat, unit, cell) and leaves_room(combat, unit, cell)
    ]


def stands(combat: IconCombat, unit: Unit, cell: int) -> bool:
    if not movement.free_to_stand(combat, unit, cell):
        return False
    return DROP not in [combat.grid.ground[one] for one in combat.grid.footprint(cell, unit.size)]


def leaves_room(combat: IconCombat, unit: Unit, cell: int) -> bool:
    """Return whether those still to be placed find room afterwards."""
    waiting = [one for one in unplaced(combat) if one is not unit]
    return fits(combat, waiting, combat.grid.footprint(cell, unit.size))


def unplaced(combat: IconCombat) -> list[Unit]:
    """Return who is still to be placed before the first round."""
    return [one for one in combat.units if one.cell < 0 and not one.arrives]


def fits(combat: IconCombat, waiting: list[Unit], held: list[int]) -> bool:
    """Return whether all find room beside cells that are held, the largest first."""
    for size in (4, 3, 2, 1):
        for other in [one for one in waiting if one.size == size]:
            for place in other.places:
                cells = combat.grid.footprint(place, size)
                if stands(combat, other, place) and not any([one in held for one in cells]):
                    held = held + cells
                    break
            else:
                return False
    return True


def put(combat: IconCombat, unit: Unit, cells: list[int]) -> None:
    cell = cells[0]
    if len(cells) > 1:
        cell = combat.ask(choice.Cells(combat, unit.seats, unit.index, PLACING, cells, "")) - 1
    combat.stand(unit, cell)
    if combat.watched and unit.arrives:
        combat.say("arrives", unit.index, cell=cell, rule="turn.reinforcements")
    elif combat.watched:
        combat.say("placed", unit.index, cell=cell, rule=PLACING)


def arrive(combat: IconCombat) -> None:
    """Bring in who arrives when this round has begun: it takes its first turn in the next.

    On its space or a nearest free one, its controller choosing.
    Rule: turn.reinforcements.
    """
    for unit in combat.units:
        if not unit.awaited() or combat.round < unit.arrives:
            continue
        cells = [cell for cell in unit.places if stands(combat, unit, cell)]
        if not cells:
            cells = movement.nearest(combat, unit, unit.places)
        if cells:
            unit.present = True
            unit.turns = 0
            put(combat, unit, cells)


def start(combat: IconCombat, unit: Unit) -> None:
    """Do what a sheet does at the start of combat.

    Rules: setup.start-state, sheet.traits-always-on, effect.defiance, effect.stealth.
    """
    for id in SPENT:
        if unit.sheet.gives(id):
            give(combat, unit, id)
    for own in unit.sheet.traits:
        use = trait.use_of(combat, unit, own, unit.index)
        for op in own.at_start:
            if op.name == "grant":
                give(combat, unit, op.id)
            elif op.name == "vigor":
                most = unit.max_hp() - unit.vigor
                unit.vigor += min(most, op.n * unit.sheet.health)
            elif op.name == "modify-next":
                unit.pending.append(op.text())
            elif op.name == "stance":
                operation.carry_out(combat, use, op)
            else:
                unit.resolve = min(damage.MOST_RESOLVE, unit.resolve + op.n)


def give(combat: IconCombat, unit: Unit, id: str) -> None:
    combat.give(unit.index, combat.library.states[id], 1, unit.index, 0, -1)
