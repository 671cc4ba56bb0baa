"""Distances, sight, cover, and the spaces of area patterns."""

from __future__ import annotations

from typing import Final

from affray.core.grid import CHEBYSHEV, Grid
from affray.rulesets.icon.maps import blocked
from affray.rulesets.icon.state import IconCombat, Unit

HIDDEN: Final = 0
CLEAR: Final = 1
COVERED: Final = 2  # seen, but the target has cover


def apart(combat: IconCombat, a: Unit, b: Unit) -> int:
    """Rule: geometry.distance."""
    return combat.apart(a, b)


def span(combat: IconCombat, a: int, b: int) -> int:
    return combat.grid.distance(a, b, CHEBYSHEV)


def in_rows(combat: IconCombat) -> list[Unit]:
    """Return everybody on the map by row, then column. Rule: roll.dice-order."""
    here = [(unit.cell, unit.index) for unit in combat.units if unit.cell >= 0]
    return [combat.units[index] for _, index in sorted(here)]


def place_next_to(combat: IconCombat, unit: Unit, place: int, cell: int) -> bool:
    """Return whether somebody at a place would be next to a space."""
    cells = combat.grid.footprint(place, unit.size)
    return bool(cells) and combat.grid.distance(cell, place, CHEBYSHEV, 1, unit.size) == 1


def from_cell(combat: IconCombat, cell: int, unit: Unit) -> int:
    return combat.grid.distance(cell, unit.cell, CHEBYSHEV, 1, unit.size)


def adjacent(combat: IconCombat, a: Unit, b: Unit) -> bool:
    """Rule: geometry.adjacent."""
    return combat.apart(a, b) <= 1


def footprint(combat: IconCombat, unit: Unit) -> list[int]:
    """Rules: geometry.size, geometry.grid."""
    return combat.grid.footprint(unit.cell, unit.size)


def engages(combat: IconCombat, unit: Unit) -> bool:
    """Return whether a character counts as a foe nearby. Rule: move.engagement-exempt."""
    return unit.able() and not combat.has(unit, "intangible")


def foe_adjacent(combat: IconCombat, unit: Unit) -> bool:
    """Rules: attack.ranged-next-to-foe, geometry.adjacent."""
    for other in combat.units:
        if combat.hostile(unit, other) and other.able() and combat.apart(unit, other) <= 1:
            if engages(combat, other):
                return True
    return False


def event_fits(combat: IconCombat, unit: Unit, other: Unit, event: str) -> bool:
    """Return whether an event concerns a character as a trait's words ask."""
    if event == "a foe within 4 ends a status by a save":
        return combat.hostile(unit, other) and unit.able() and combat.apart(unit, other) <= 4
    if event == "you grant vigor to a bloodied ally":
        return combat.allies(unit, other) and other.bloodied()
    return True


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
    combat: IconCombat, a: int, viewer: tuple[int, int, int], b: int, goal: tuple[int, int, int]
) -> int:
    """Return what one pair of spaces allows: sight, and whether what stands at ``b`` has cover.

    ``viewer`` and ``goal`` are the place, Size and elevation of the two ends.
    Rules: los.trace, los.relative-height, los.same-height-cover, los.taller-blocks,
    los.lower-nothing, los.distant-terrain, los.impassable, los.characters-transparent.
    """
    grid = combat.grid
    place, size, up = viewer
    goal_place, goal_size, goal_up = goal
    found = CLEAR
    for cell in between(combat, a, b):
        if blocked(grid, cell):
            return HIDDEN
        level = combat.levels[cell]
        if level <= up and level <= goal_up:
            continue
        by_a = grid.distance(cell, place, CHEBYSHEV, 1, size) <= 1
        by_b = grid.distance(cell, goal_place, CHEBYSHEV, 1, goal_size) <= 1
        if by_a and level - up > size:
            return HIDDEN
        if by_b and level - goal_up > goal_size:
            return HIDDEN
        if by_b and level - goal_up == goal_size:
            found = COVERED
        if not by_a and not by_b and level - up > size and level - goal_up > goal_size:
            return HIDDEN
    return found


def sees(combat: IconCombat, a: Unit, b: Unit) -> int:
    """Return the best sight of any pair of spaces. Rule: los.trace."""
    number = combat.pair(a, b.cell, b.size)
    known = combat.maps.sights.get(number)
    if known is None:
        known = sees_from(combat, a, footprint(combat, a), b)
        combat.maps.keep_sight(number, known)
    return known


def sees_from(combat: IconCombat, a: Unit, cells: list[int], b: Unit) -> int:
    """Return the best sight from some spaces of a character. Rule: aoe.cover-from-origin."""
    viewer = (a.cell, a.size, combat.elevation(a))
    goal = (b.cell, b.size, combat.elevation(b))
    best = HIDDEN
    for one in cells:
        for other in footprint(combat, b):
            seen = sight(combat, one, viewer, other, goal)
            if seen == CLEAR:
                return CLEAR
            best = max(best, seen)
    return best


def sees_cell(combat: IconCombat, a: Unit, cell: int) -> bool:
    """Return whether a character sees a space, as if somebody of Size 1 stood there.

    Rules: aoe.attack-space-sight, attack.no-self-or-ally.
    """
    number = combat.pair(a, cell, 0)
    known = combat.maps.sights.get(number)
    if known is None:
        known = 1 if looks_at(combat, a, cell) else 0
        combat.maps.keep_sight(number, known)
    return known == 1


def looks_at(combat: IconCombat, a: Unit, cell: int) -> bool:
    """Return whether any space of a character sees a space. Rule: los.trace."""
    viewer = (a.cell, a.size, combat.elevation(a))
    goal = (cell, 1, combat.levels[cell])
    for one in footprint(combat, a):
        if one == cell or sight(combat, one, viewer, cell, goal) != HIDDEN:
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
    combat: IconCombat,
    unit: Unit,
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
    for cell in grid.around(origin, reach + up if reach >= 0 else size + 1):
        far = grid.distance(cell, origin, CHEBYSHEV)
        if blocked(grid, cell) or far > most:
            continue
        if reach < 0 and far != size + 1:
            continue
        if reach >= 0 and far > reach + max(0, up - combat.levels[cell]):
            continue
        if sees_cell(combat, unit, cell):
            found.append(cell)
    return found


def arc_spaces(
    combat: IconCombat,
    unit: Unit,
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
        visible = [cell for cell in found if sees_cell(combat, unit, cell)]
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
