"""What a step brings: falls, dangerous terrain, and where somebody comes to lie."""

from __future__ import annotations

from affray.core.event import Told
from affray.core.grid import CHEBYSHEV, DROP
from affray.rulesets.icon import choice, ledger
from affray.rulesets.icon.condition import states, statuses
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.movement import exits
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import CUT


def settle(combat: IconCombat, unit: IconCombatant, path: list[int]) -> None:
    """Put somebody who cannot stay where it is back into the last free space it came through.

    If all of those are taken by now, into a nearest free one, its controller choosing.
    Rule: move.no-stop-when-shared.
    """
    if unit.cell < 0 or not unit.present or exits.free_to_stand(combat, unit, unit.cell):
        return
    for cell in reversed(path):
        if exits.free_to_stand(combat, unit, cell):
            ledger.put(combat, unit, cell, "move.no-stop-when-shared", "settle")
            return
    cells = nearest(combat, unit, [unit.cell])
    if cells:
        goal = cells[0]
        if len(cells) > 1:
            rule = "move.no-stop-when-shared"
            goal = combat.ask(choice.Cells(combat, unit.seats, unit.index, rule, cells, "")) - 1
        ledger.put(combat, unit, goal, "move.no-stop-when-shared", "settle")


def nearest(combat: IconCombat, unit: IconCombatant, places: list[int]) -> list[int]:
    """Return the free spaces, no edges, nearest to some places. Rule: terrain.edge-removal."""
    grid = combat.grid
    best: list[int] = []
    least = 0
    for cell in range(grid.size):
        cells = grid.footprint(cell, unit.size)
        if not cells or any(grid.ground[cell] == DROP for cell in cells):
            continue
        if exits.free_to_stand(combat, unit, cell):
            far = min([grid.distance(place, cell, CHEBYSHEV) for place in places])
            if not best or far < least:
                best = []
                least = far
            if far == least:
                best.append(cell)
    return best


def land(
    combat: IconCombat, unit: IconCombatant, came_from: int, *, falls: bool, hurts: bool
) -> None:
    """Let somebody that has entered a place fall there, and dangerous terrain hurt it.

    Rules: terrain.fall, terrain.fall-continue, terrain.dangerous, move.fly.
    """
    old = combat.grid.footprint(came_from, unit.size)
    cells = distance.footprint(combat, unit)
    drop = exits.height(combat, old) - exits.height(combat, cells)
    flies = (drop > 1 or hurts) and combat.has(unit, "flying")
    if falls and drop > 1 and not flies:
        fall(combat, unit, drop)
    if not hurts or flies:
        return
    for cell in cells:
        if cell not in old and combat.floor[cell] & 2 and unit.able():
            taking.hurt_by_terrain(combat, unit, combat.chapter, "terrain.dangerous", pierce=True)


def fall(combat: IconCombat, unit: IconCombatant, drop: int) -> None:
    """Let somebody fall some levels: as much damage.

    Rules: terrain.fall, terrain.fall-reducible.
    """
    if combat.watched:
        combat.tell(Told("falls", unit.index, -1, "", drop, "terrain.fall"))
    taking.hurt_by_terrain(combat, unit, drop, "terrain.fall", pierce=False)


def moved(combat: IconCombat, unit: IconCombatant, *, own: bool = True) -> None:
    """Do what follows when somebody was moved by itself or (not ``own``) an ally.

    Rules: status.slashed, effect.stance, move.shove-free.
    """
    if own:
        states.stance_ends(combat, unit, "moves")
    if not unit.able() or unit.used[CUT]:
        return
    for status in statuses.hurting_movement(unit):
        unit.count(CUT)
        blow = taking.Damage(-1, unit.index, status.move_damage, "status.slashed")
        blow.pierce = status.move_pierce
        taking.suffer(combat, blow)
