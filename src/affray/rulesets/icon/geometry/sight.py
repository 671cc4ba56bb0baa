"""Line of sight, and cover."""

from __future__ import annotations

from typing import Final

from affray.core.grid import CHEBYSHEV, Grid
from affray.rulesets.icon.geometry import distance
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.state import IconCombat, IconCombatant

HIDDEN: Final = 0
CLEAR: Final = 1
COVERED: Final = 2  # seen, but the target has cover


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
    """Return the spaces whose interior the line between two centres crosses."""
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


def sees(combat: IconCombat, a: IconCombatant, b: IconCombatant) -> int:
    """Return the best sight of any pair of spaces. Rule: los.trace."""
    if a.size == 1 and b.size == 1 and a.cell >= 0 and b.cell >= 0:
        return glance(combat, a.cell, b.cell)
    number = combat.pair(a, b.cell, b.size)
    known = combat.maps.sights.get(number)
    if known is None:
        known = sees_from(combat, a, distance.footprint(combat, a), b)
        combat.maps.keep_sight(number, known)
    return known


def glance(combat: IconCombat, a: int, b: int) -> int:
    """Return what somebody of Size 1 in a space sees of another in a space. Rule: los.trace."""
    table = combat.glances()
    known = table.get(a, b)
    if known == 0:
        levels = combat.levels
        known = 1 + sight(combat, a, (a, 1, levels[a]), b, (b, 1, levels[b]))
        table.put(a, b, known)
    return known - 1


def sees_from(combat: IconCombat, a: IconCombatant, cells: list[int], b: IconCombatant) -> int:
    """Return the best sight from some spaces of a character. Rule: aoe.cover-from-origin."""
    viewer = (a.cell, a.size, combat.elevation(a))
    goal = (b.cell, b.size, combat.elevation(b))
    best = HIDDEN
    for cell in cells:
        for other in distance.footprint(combat, b):
            seen = sight(combat, cell, viewer, other, goal)
            if seen == CLEAR:
                return CLEAR
            best = max(best, seen)
    return best


def sees_cell(combat: IconCombat, a: IconCombatant, cell: int) -> bool:
    """Return whether a character sees a space, as if somebody of Size 1 stood there.

    Rules: aoe.attack-space-sight, attack.no-self-or-ally.
    """
    if a.size == 1 and a.cell >= 0:
        return a.cell == cell or glance(combat, a.cell, cell) != HIDDEN
    number = combat.pair(a, cell, 0)
    known = combat.maps.sights.get(number)
    if known is None:
        known = 1 if looks_at(combat, a, cell) else 0
        combat.maps.keep_sight(number, known)
    return known == 1


def looks_at(combat: IconCombat, a: IconCombatant, cell: int) -> bool:
    """Return whether any space of a character sees a space. Rule: los.trace."""
    viewer = (a.cell, a.size, combat.elevation(a))
    goal = (cell, 1, combat.levels[cell])
    for one in distance.footprint(combat, a):
        if one == cell or sight(combat, one, viewer, cell, goal) != HIDDEN:
            return True
    return False
