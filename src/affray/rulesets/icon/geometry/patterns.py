"""The spaces of area patterns, and who stands in them."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV, Grid
from affray.rulesets.icon.geometry import sight
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.state import IconCombat, IconCombatant


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
                if not any(c >= 0 and grid.distance(c, origin, CHEBYSHEV) == 1 for c in cells):
                    continue
                inside = by_nearness(grid, origin, solid(combat, cells))
                if inside and inside not in found:
                    found.append(inside)
    return found


def by_nearness(grid: Grid, origin: int, cells: list[int]) -> list[int]:
    """Return spaces from the nearest to the origin to the farthest."""
    row = grid.far(origin)
    found: list[int] = []
    far = 0
    while len(found) < len(cells):
        for cell in cells:
            if row[cell] == far:
                found.append(cell)
        far += 1
    return found


def blast(combat: IconCombat, centre: int, size: int) -> list[int]:
    """Return the spaces of a blast. Rule: aoe.blast."""
    return solid(combat, combat.grid.around(centre, size))


def cross(combat: IconCombat, origin: int, size: int, *, whole: bool) -> list[int]:
    """Return the spaces of a cross, nearest first; ``whole``: its centre too. Rule: aoe.cross."""
    grid = combat.grid
    cells = [origin] if whole else []
    for direction in (0, 2, 4, 6):
        cells += grid.ray(origin, direction, size)
    return by_nearness(grid, origin, solid(combat, cells))


def centres(
    combat: IconCombat,
    unit: IconCombatant,
    origin: int,
    size: int,
    reach: int,
    *,
    shot: bool,
    most: int = 1000,
) -> list[int]:
    """Return where the centre of a blast or ranged cross may lie; reach -1: a close blast.

    ``shot``: it is a ranged attack, which reaches farther down. ``most``: as far as one can see.
    Rules: aoe.blast, aoe.close-blast, aoe.attack-space-sight, attack.height-range, status.blinded.
    """
    grid = combat.grid
    found: list[int] = []
    up = combat.elevation(unit) if shot else 0
    row = grid.far(origin)
    for cell in grid.around(origin, reach + up if reach >= 0 else size + 1):
        far = row[cell]
        if blocked(grid, cell) or far > most:
            continue
        if reach < 0 and far != size + 1:
            continue
        if reach >= 0 and far > reach + max(0, up - combat.levels[cell]):
            continue
        if sight.sees_cell(combat, unit, cell):
            found.append(cell)
    return found


def arc_spaces(
    combat: IconCombat,
    unit: IconCombatant,
    origin: int,
    laid: list[int],
    size: int,
    reach: int,
    *,
    seen: bool = True,
) -> list[int]:
    """Return where the next space of an arc may lie, so that the whole can be completed.

    ``seen``: the last one must be in sight.
    Rules: aoe.arc, aoe.arc-range, aoe.no-overlap-origin, aoe.attack-space-sight, aoe.off-map.
    """
    grid = combat.grid
    known = combat.maps.anchors
    steps = known.get((origin, size, reach))
    if steps is None:
        steps = steps_to_anchor(combat, origin, size, reach)
        known[origin, size, reach] = steps
    nearest = min([steps[cell] for cell in laid]) if laid else size
    spare = size - len(laid) - 1
    found: list[int] = []
    for cell in beside(grid, laid) if laid else list(range(grid.size)):
        if steps[cell] >= size or cell in laid:
            continue
        if min(nearest, steps[cell]) <= spare:
            found.append(cell)
    if spare == 0 and seen:
        visible = [cell for cell in found if sight.sees_cell(combat, unit, cell)]
        return visible or found
    return found


def beside(grid: Grid, cells: list[int]) -> list[int]:
    """Return the orthogonal neighbours of some spaces, ascending, each once."""
    found: list[int] = []
    for cell in cells:
        for other in grid.cross[cell]:
            if other not in found:
                found.append(other)
    found.sort()
    return found


def steps_to_anchor(combat: IconCombat, origin: int, size: int, reach: int) -> list[int]:
    """Return how many spaces lie between each space and one that ties an arc to its origin."""
    grid = combat.grid
    steps = [size] * grid.size
    edge: list[int] = []
    for cell in range(grid.size):
        if anchors(grid, origin, cell, reach) and not blocked(grid, cell):
            steps[cell] = 0
            edge.append(cell)
    for far in range(1, size):
        beyond: list[int] = []
        for cell in edge:
            for other in grid.cross[cell]:
                if steps[other] == size and not blocked(grid, other):
                    if reach >= 0 or other != origin:
                        steps[other] = far
                        beyond.append(other)
        edge = beyond
    return steps


def anchors(grid: Grid, origin: int, cell: int, reach: int) -> bool:
    """Return whether a space ties an arc to its origin."""
    if reach >= 0:
        return grid.distance(origin, cell, CHEBYSHEV) <= reach
    return cell in grid.cross[origin]


def standing(combat: IconCombat, cells: list[int]) -> list[IconCombatant]:
    """Return the characters in some spaces, by row, then column, each once.

    Rules: aoe.once-per-character, roll.dice-order.
    """
    found: list[IconCombatant] = []
    for cell in sorted(cells):
        unit = combat.at(cell)
        if unit is not None and unit.able() and unit not in found:
            found.append(unit)
    return found
