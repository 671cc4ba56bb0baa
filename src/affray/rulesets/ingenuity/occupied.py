"""Who and what is in the way: places that are barred, shared, or cost more."""

from __future__ import annotations

from affray.core.reach import Exits, Obstacles
from affray.rulesets.ingenuity import ground, zone
from affray.rulesets.ingenuity.state import IngenuityCombat, Unit


def obstacles(combat: IngenuityCombat, unit: Unit, exits: Exits) -> Obstacles:
    """Rules: movement.occupied, geometry.footprint, power.area."""
    found = Obstacles(exits)
    grid = combat.grid
    strewn = combat.bodies[:]
    for other in combat.units:
        if not other.present or other is unit or other.cell < 0 or other.index == unit.grappling:
            continue
        wide = abs(other.bulk() - unit.bulk()) >= 3
        bars = other.awake and not wide and combat.enemies(unit, other)
        for cell in grid.footprint(other.cell, other.size):
            if bars:
                found.bar_footprint(grid, cell, unit.size)
            elif not other.awake:
                strewn.append(cell)
            elif not squeezes(combat, unit, other):
                found.close_footprint(grid, cell, unit.size)
    for one in combat.zones:
        if zone.rough(one):
            strewn.extend(zone.spaces(combat, one))
    for cell in strewn:
        x, y = grid.xs[cell] - unit.size + 1, grid.ys[cell] - unit.size + 1
        for place in grid.block(x, y, unit.size, unit.size):
            if found.enter[place] == 0 and not costly(combat, unit, place):
                found.cost(place, 0, 1)
    return found


def costly(combat: IngenuityCombat, unit: Unit, goal: int) -> bool:
    """Return whether the ground of a place costs double whatever lies there.

    Rule: movement.difficult.
    """
    if unit.effects and unit.is_held("blinded"):
        return True
    for cell in combat.grid.footprint(goal, unit.size):
        if combat.ground(cell) in ground.ROUGH:
            return True
    return False


def squeezes(combat: IngenuityCombat, unit: Unit, other: Unit) -> bool:
    """Return whether two small ones may share a space. Rule: geometry.footprint."""
    if unit.bulk() > 2 or other.bulk() > 2:
        return False
    here = [one for one in combat.units if one.cell == other.cell and one.present and one.awake]
    return len([one for one in here if one is not unit]) < 2


def room(combat: IngenuityCombat, unit: Unit, cell: int) -> bool:
    """Return whether somebody may end its movement at a place.

    Rules: movement.occupied, geometry.footprint.
    """
    cells = combat.grid.footprint(cell, unit.size)
    for other in combat.units:
        if other is unit or not other.present or other.cell < 0 or not other.awake:
            continue
        if touches(combat, other, cells) and not squeezes(combat, unit, other):
            return False
    return bool(cells)


def touches(combat: IngenuityCombat, other: Unit, cells: list[int]) -> bool:
    """Return whether somebody is in any of some spaces."""
    if other.size == 1:
        return other.cell in cells
    return any([one in cells for one in combat.grid.footprint(other.cell, other.size)])


def toll(combat: IngenuityCombat, unit: Unit, goal: int) -> int:
    """Return 1 if who or what is there makes a place difficult ground, -1 if it is barred.

    Rule: movement.occupied.
    """
    cells = [goal] if unit.size == 1 else combat.grid.footprint(goal, unit.size)
    rough = any([cell in combat.bodies for cell in cells]) if combat.bodies else False
    for other in combat.units:
        if other is unit or not other.present or other.cell < 0 or other.index == unit.grappling:
            continue
        if touches(combat, other, cells):
            if not other.awake:
                rough = True
            elif combat.enemies(unit, other) and abs(other.bulk() - unit.bulk()) < 3:
                return -1
    for area in combat.zones:
        if not rough and zone.rough(area):
            spaces = zone.spaces(combat, area)
            rough = any([cell in spaces for cell in cells])
    return 1 if rough and not costly(combat, unit, goal) else 0
