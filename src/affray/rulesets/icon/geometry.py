"""Distances, sight, cover, and the spaces of area patterns."""

from __future__ import annotations

from typing import Final

from affray.core.grid import CHEBYSHEV, Grid
from affray.rulesets.icon.state import IconCombat, Unit, blocked

HIDDEN: Final = 0
CLEAR: Final = 1
COVERED: Final = 2  # seen, but the target has cover


def apart(combat: IconCombat, a: Unit, b: Unit) -> int:
    """Return the distance of two characters.

    Rules: geometry.distance, attack.range-diagonal, attack.range-horizontal.
    """
    return combat.grid.distance(a.cell, b.cell, CHEBYSHEV, a.size, b.size)


def from_cell(combat: IconCombat, cell: int, unit: Unit) -> int:
    return combat.grid.distance(cell, unit.cell, CHEBYSHEV, 1, unit.size)


def adjacent(combat: IconCombat, a: Unit, b: Unit) -> bool:
    """Rule: geometry.adjacent."""
    return apart(combat, a, b) <= 1


def footprint(combat: IconCombat, unit: Unit) -> list[int]:
    """Rule: geometry.size."""
    return combat.grid.footprint(unit.cell, unit.size)


def engages(unit: Unit) -> bool:
    """Return whether a character counts as a foe nearby. Rule: move.engagement-exempt."""
    return unit.able() and not unit.on("intangible")


def foe_adjacent(combat: IconCombat, unit: Unit) -> bool:
    for other in combat.units:
        if combat.hostile(unit, other) and engages(other) and adjacent(combat, unit, other):
            return True
    return False


def ally_adjacent(combat: IconCombat, unit: Unit) -> bool:
    for other in combat.units:
        if other.side == unit.side and other is not unit and other.able():
            if adjacent(combat, unit, other):
                return True
    return False


# ---- sight -------------------------------------------------------------------------------------


def between(combat: IconCombat, a: int, b: int) -> list[int]:
    """Return the spaces whose interior the line between two centres crosses. Rule: los.trace."""
    known = combat.maps.lines
    number = a * combat.grid.size + b
    found = known.get(number)
    if found is None:
        found = crossed(combat.grid, a, b)
        known[number] = found
    return found


def crossed(grid: Grid, a: int, b: int) -> list[int]:
    ax = 2 * grid.xs[a] + 1
    ay = 2 * grid.ys[a] + 1
    dx = 2 * grid.xs[b] + 1 - ax
    dy = 2 * grid.ys[b] + 1 - ay
    found: list[int] = []
    left = min(grid.xs[a], grid.xs[b])
    top = min(grid.ys[a], grid.ys[b])
    wide = abs(grid.xs[a] - grid.xs[b]) + 1
    high = abs(grid.ys[a] - grid.ys[b]) + 1
    for cell in grid.block(left, top, wide, high):
        if cell in (a, b):
            continue
        x = 2 * grid.xs[cell] - ax
        y = 2 * grid.ys[cell] - ay
        sides = [dx * (y + v) - dy * (x + u) for u in (0, 2) for v in (0, 2)]
        if min(sides) < 0 < max(sides):
            found.append(cell)
    return found


def sight(
    combat: IconCombat,
    a: int,
    b: int,
    near_a: int,
    up: int,
    size: int,
    near_b: int,
    goal_up: int,
    goal: int,
) -> int:
    """Return whether ``a`` sees ``b`` and whether what stands at ``b`` has cover.

    ``near_a``, ``up`` and ``size`` are the lowest space, elevation and Size of who stands there.
    Rules: los.relative-height, los.same-height-cover, los.taller-blocks, los.lower-nothing,
    los.distant-terrain, los.impassable, los.characters-transparent.
    """
    grid = combat.grid
    found = CLEAR
    for cell in between(combat, a, b):
        if blocked(grid, cell):
            return HIDDEN
        level = combat.levels[cell]
        by_a = grid.distance(cell, near_a, CHEBYSHEV, 1, size) <= 1
        by_b = grid.distance(cell, near_b, CHEBYSHEV, 1, goal) <= 1
        if by_a and level - up > size:
            return HIDDEN
        if by_b:
            if level - goal_up > goal:
                return HIDDEN
            if level - goal_up == goal:
                found = COVERED
        if not by_a and not by_b and level - up > size and level - goal_up > goal:
            return HIDDEN
    return found


def sees(combat: IconCombat, a: Unit, b: Unit) -> int:
    """Return the best sight of any pair of spaces. Rule: los.trace."""
    up = combat.elevation(a)
    goal_up = combat.elevation(b)
    best = HIDDEN
    for one in footprint(combat, a):
        for other in footprint(combat, b):
            seen = sight(combat, one, other, a.cell, up, a.size, b.cell, goal_up, b.size)
            if seen == CLEAR:
                return CLEAR
            best = max(best, seen)
    return best


def sees_cell(combat: IconCombat, a: Unit, cell: int) -> bool:
    """Return whether a character sees a space. Rule: aoe.attack-space-sight."""
    up = combat.elevation(a)
    for one in footprint(combat, a):
        if one == cell:
            return True
        if sight(combat, one, cell, a.cell, up, a.size, cell, combat.levels[cell], 1) != HIDDEN:
            return True
    return False


# ---- patterns ----------------------------------------------------------------------------------


def solid(combat: IconCombat, cells: list[int]) -> list[int]:
    """Leave out what is impassable. Rule: aoe.off-map."""
    return [cell for cell in cells if cell >= 0 and not blocked(combat.grid, cell)]


def lines(combat: IconCombat, origin: int, size: int) -> list[list[int]]:
    """Return every line: straight, orthogonal, one space next to the origin, nearest first.

    Rules: aoe.line, aoe.no-overlap-origin, aoe.off-map.
    """
    grid = combat.grid
    x = grid.xs[origin]
    y = grid.ys[origin]
    found: list[list[int]] = []
    for across in (True, False):
        for side in (-1, 0, 1):
            for first in range(-size, 2):
                cells: list[int] = []
                for n in range(first, first + size):
                    cells.append(grid.at(x + n, y + side) if across else grid.at(x + side, y + n))
                if origin in cells:
                    continue
                if not any([c >= 0 and grid.distance(c, origin, CHEBYSHEV) == 1 for c in cells]):
                    continue
                inside = by_nearness(grid, origin, solid(combat, cells))
                if inside and inside not in found:
                    found.append(inside)
    return found


def by_nearness(grid: Grid, origin: int, cells: list[int]) -> list[int]:
    """Return spaces from the nearest to the origin to the farthest."""
    found: list[int] = []
    for far in range(grid.width + grid.height):
        found += [c for c in cells if grid.distance(c, origin, CHEBYSHEV) == far]
    return found


def blast(combat: IconCombat, centre: int, size: int) -> list[int]:
    """Rule: aoe.blast."""
    return solid(combat, combat.grid.around(centre, size))


def cross(combat: IconCombat, origin: int, size: int, *, whole: bool) -> list[int]:
    """Rule: aoe.cross."""
    grid = combat.grid
    cells = [origin] if whole else []
    for direction in (0, 2, 4, 6):
        cells += grid.ray(origin, direction, size)
    return by_nearness(grid, origin, solid(combat, cells))


def centres(
    combat: IconCombat, unit: Unit, origin: int, size: int, reach: int, *, shot: bool
) -> list[int]:
    """Return where the centre of a blast or ranged cross may lie; reach -1: a close blast.

    ``shot``: it is a ranged attack, which reaches farther down.
    Rules: aoe.blast, aoe.close-blast, aoe.attack-space-sight, attack.height-range, status.blinded.
    """
    grid = combat.grid
    blind = unit.status("blinded")
    up = combat.elevation(unit) if shot else 0
    found: list[int] = []
    for cell in grid.around(origin, reach + up if reach >= 0 else size + 1):
        far = grid.distance(cell, origin, CHEBYSHEV)
        if (reach < 0 and far != size + 1) or blocked(grid, cell):
            continue
        if reach >= 0 and far > reach + max(0, up - combat.levels[cell]):
            continue
        if blind and far > 2:
            continue
        if sees_cell(combat, unit, cell):
            found.append(cell)
    return found


def arc_spaces(
    combat: IconCombat, unit: Unit, origin: int, laid: list[int], size: int, reach: int
) -> list[int]:
    """Return where the next space of an arc may lie, so that the whole can be completed.

    Rules: aoe.arc, aoe.arc-range, aoe.no-overlap-origin.
    """
    grid = combat.grid
    touching = any([anchors(grid, origin, cell, reach) for cell in laid])
    spare = size - len(laid) - 1
    found: list[int] = []
    for cell in range(grid.size):
        if cell in laid or blocked(grid, cell) or (reach < 0 and cell == origin):
            continue
        if laid and not any([n in laid for n in grid.cross[cell]]):
            continue
        if not laid and not anchors(grid, origin, cell, reach):
            continue
        if not touching and not anchors(grid, origin, cell, reach) and spare < 0:
            continue
        if spare == 0 and not sees_cell(combat, unit, cell):
            continue  # aoe.attack-space-sight
        found.append(cell)
    return found


def anchors(grid: Grid, origin: int, cell: int, reach: int) -> bool:
    """Return whether a space ties an arc to its origin."""
    if reach >= 0:
        return grid.distance(origin, cell, CHEBYSHEV) <= reach
    return cell in grid.cross[origin]


def standing(combat: IconCombat, cells: list[int]) -> list[Unit]:
    """Return the characters in some spaces, by row, then column, each once.

    Rules: aoe.once-per-character, roll.dice-order.
    """
    found: list[Unit] = []
    for cell in sorted(cells):
        unit = combat.at(cell)
        if unit is not None and unit.able() and unit not in found:
            found.append(unit)
    return found
