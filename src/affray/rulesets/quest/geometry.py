"""Distances, sight, cover, zones, facings: everything that follows from where units stand."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.grid import CHEBYSHEV, LOW_COVER, WALL, Grid, direction_of, step_of
from affray.rulesets.quest.state import BLOCKED, CLEAR, PAST_COVER, QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import EYES_BEHIND, NO_FACINGS, REACH


def distance(combat: QuestCombat, a: QuestCombatant, b: QuestCombatant) -> int:
    """Return the distance in spaces between the nearest spaces of two units.

    Rules: geometry.distance, zone.large-units.
    """
    if a.size == 1 and b.size == 1:
        return combat.grid.steps(a.cell, b.cell)
    return combat.grid.distance(a.cell, b.cell, CHEBYSHEV, a.size, b.size)


def distance_to(combat: QuestCombat, unit: QuestCombatant, cell: int) -> int:
    """Return the distance in spaces from a unit to a space."""
    if unit.size == 1:
        return combat.grid.steps(unit.cell, cell)
    return combat.grid.distance(unit.cell, cell, CHEBYSHEV, unit.size, 1)


def at_edge(combat: QuestCombat, cell: int, size: int) -> bool:
    """Return whether a unit at a cell has a space on the map edge. Rule: end.flee."""
    grid = combat.grid
    column = grid.xs[cell]
    row = grid.ys[cell]
    return column == 0 or row == 0 or column + size == grid.width or row + size == grid.height


def edge(combat: QuestCombat, size: int) -> bytes:
    """Return for each cell whether a unit of a size would be at the map edge there: 1 or 0."""
    known = combat.maps.edges.get(size)
    if known is None:
        known = bytes([at_edge(combat, cell, size) for cell in range(combat.grid.size)])
        combat.maps.edges[size] = known
    return known


def to_edge(grid: Grid, cell: int) -> int:
    """Return how many steps a cell lies from the map edge."""
    column = grid.xs[cell]
    row = grid.ys[cell]
    return min(column, row, grid.width - 1 - column, grid.height - 1 - row)


def room(grid: Grid, goal: int, size: int) -> list[int]:
    """Return the spaces of a unit of a size at ``goal``, none if a wall or the map edge bars it.

    Rules: move.map-edge, setup.placement.
    """
    cells = grid.footprint(goal, size) if goal >= 0 else []
    return [] if any(grid.ground[cell] == WALL for cell in cells) else cells


def squeezed(grid: Grid, cell: int, dx: int, dy: int, size: int) -> bool:
    """Return whether both spaces beside a diagonal step are impassable. Rule: move.diagonals."""
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        if room(grid, goal, size):
            return False
    return True


# ---- sight ---------------------------------------------------------------------------------------


def trace(grid: Grid, a: int, b: int) -> list[int] | None:
    """Return the cells whose interior the line between two centres passes, None if it is blocked.

    Exactly through a corner it is blocked only if both squares beside it are walls.
    Rule: geometry.line-of-sight.
    """
    width = grid.width
    dx = b % width - a % width
    dy = b // width - a // width
    sx = 1 if dx > 0 else -1
    sy = width if dy > 0 else -width
    nx = abs(dx)
    ny = abs(dy)
    ix = iy = 0
    here = a
    found: list[int] = []
    while ix < nx or iy < ny:
        side = (1 + 2 * ix) * ny - (1 + 2 * iy) * nx
        if side == 0:
            if grid.ground[here + sx] == WALL and grid.ground[here + sy] == WALL:
                return None
            here += sx + sy
            ix += 1
            iy += 1
        elif side < 0:
            here += sx
            ix += 1
        else:
            here += sy
            iy += 1
        if here != b:
            if grid.ground[here] == WALL:
                return None
            found.append(here)
    return found


def look(combat: QuestCombat, a: int, b: int) -> bool:
    """Return whether there is line of sight between two cells."""
    return line(combat, a, b) != BLOCKED


def line(combat: QuestCombat, a: int, b: int) -> int:
    """Return what is on the line between two cells, and remember it."""
    if a > b:
        a, b = b, a
    maps = combat.maps
    known = maps.lines.get(a, b)
    if known:
        return known
    cells = trace(combat.grid, a, b)
    low = [] if cells is None else [cell for cell in cells if combat.grid.ground[cell] == LOW_COVER]
    known = BLOCKED if cells is None else PAST_COVER if low else CLEAR
    maps.lines.put(a, b, known)
    maps.covers[a * combat.grid.size + b] = low
    return known


def sees_cell(combat: QuestCombat, unit: QuestCombatant, cell: int) -> bool:
    """Return whether any space of a unit has line of sight to a cell."""
    if unit.size == 1:
        return look(combat, unit.cell, cell)
    return any(look(combat, one, cell) for one in combat.grid.footprint(unit.cell, unit.size))


def sees(combat: QuestCombat, a: QuestCombatant, b: QuestCombatant) -> bool:
    """Return whether any pair of their spaces has line of sight. Rule: geometry.line-of-sight."""
    if a.size == 1 and b.size == 1:
        return look(combat, a.cell, b.cell)
    return any(sees_cell(combat, a, cell) for cell in combat.grid.footprint(b.cell, b.size))


def covered(combat: QuestCombat, attacker: QuestCombatant, target: QuestCombatant) -> bool:
    """Return whether low cover is on every line that could be used. Rule: geometry.cover."""
    grid = combat.grid
    if not combat.maps.low:
        return False
    if attacker.size == 1 and target.size == 1:
        return line_covered(combat, attacker, target, attacker.cell, target.cell)
    seen = False  # an area reaches those whom nobody sees: no line, no cover
    for start in grid.footprint(attacker.cell, attacker.size):
        for end in grid.footprint(target.cell, target.size):
            if look(combat, start, end):
                if not line_covered(combat, attacker, target, start, end):
                    return False
                seen = True
    return seen


def line_covered(
    combat: QuestCombat, attacker: QuestCombatant, target: QuestCombatant, start: int, end: int
) -> bool:
    """Only cover adjacent to the target and not to the attacker counts."""
    if line(combat, start, end) != PAST_COVER:
        return False
    pair = min(start, end) * combat.grid.size + max(start, end)
    for cell in combat.maps.covers[pair]:
        if distance_to(combat, target, cell) == 1 and distance_to(combat, attacker, cell) > 1:
            return True
    return False


def hidden_from(
    combat: QuestCombat, unit: QuestCombatant, cell: int, enemy: QuestCombatant
) -> bool:
    """Return whether an enemy sees a cell at most past cover. Rule: sneak.start-unseen."""
    if enemy.size == 1:
        return hidden_past(combat, unit, cell, enemy, enemy.cell)
    starts = combat.grid.footprint(enemy.cell, enemy.size)
    return all(hidden_past(combat, unit, cell, enemy, start) for start in starts)


def hidden_past(
    combat: QuestCombat, unit: QuestCombatant, cell: int, enemy: QuestCombatant, start: int
) -> bool:
    """Return whether from one space of an enemy a cell is seen at most past cover.

    Only cover adjacent to who stands there and not to the enemy counts.
    """
    seen = line(combat, start, cell)
    if seen != PAST_COVER:
        return seen == BLOCKED
    pair = min(start, cell) * combat.grid.size + max(start, cell)
    return any(
        distance_to(combat, unit, cover) == 1 and distance_to(combat, enemy, cover) > 1
        for cover in combat.maps.covers[pair]
    )


def in_range(combat: QuestCombat, unit: QuestCombatant, other: QuestCombatant, far: int) -> bool:
    """Return whether a unit is within a distance of another and seen by it.

    Rules: attack.ranged-range, spell.range-and-sight.
    """
    return distance(combat, unit, other) <= far and sees(combat, unit, other)


# ---- zones ---------------------------------------------------------------------------------------


def reach(unit: QuestCombatant) -> int:
    """Return how far the melee zone of a unit reaches, in spaces.

    Rules: zone.adjacent, feat.reach.
    """
    return 2 if unit.sheet.feats & REACH else 1


def in_zone_from(
    combat: QuestCombat, owner: QuestCombatant, cell: int, size: int, reach: int
) -> bool:
    """Return whether somebody of a size standing at ``cell`` is in a zone of ``reach``.

    Rules: zone.adjacent, zone.diagonals-count, zone.large-units, zone.blocked-by-walls.
    """
    grid = combat.grid
    if owner.size == 1 and size == 1:
        return 0 < grid.steps(owner.cell, cell) <= reach and look(combat, owner.cell, cell)
    if grid.distance(owner.cell, cell, CHEBYSHEV, owner.size, size) > reach:
        return False
    for one in grid.footprint(cell, size):
        apart = distance_to(combat, owner, one)  # 0: the own space is no part of the zone
        if 0 < apart <= reach and sees_cell(combat, owner, one):
            return True
    return False


def in_zone(combat: QuestCombat, owner: QuestCombatant, unit: QuestCombatant) -> bool:
    """Return whether a unit is in the melee zone of another."""
    return in_zone_from(combat, owner, unit.cell, unit.size, reach(owner))


def in_melee_range(
    combat: QuestCombat, unit: QuestCombatant, target: QuestCombatant, reach: int, far: int
) -> bool:
    """Return whether a unit can strike another: in its zone of ``reach``, or by a long weapon.

    ``far`` is how far the weapon reaches in a straight line of sight, 0 for no further than the
    zone. Rule: attack.melee-range.
    """
    if in_zone_from(combat, unit, target.cell, target.size, reach):
        return True
    return far > 0 and in_range(combat, unit, target, far)


# ---- facings -------------------------------------------------------------------------------------


def facing_to(combat: QuestCombat, unit: QuestCombatant, other: QuestCombatant) -> int:
    """Return the nearest of the eight directions from one unit's middle to another's."""
    grid = combat.grid
    dx = 2 * (grid.xs[other.cell] - grid.xs[unit.cell]) + other.size - unit.size
    dy = 2 * (grid.ys[other.cell] - grid.ys[unit.cell]) + other.size - unit.size
    return nearest_direction(dx, dy)


def turn_to(combat: QuestCombat, unit: QuestCombatant, other: QuestCombatant) -> None:
    """Turn a unit to face another. Rule: move.facing."""
    facing = facing_to(combat, unit, other)
    if facing >= 0 and facing != unit.facing:
        unit.facing = facing
        combat.mark_changed()


def nearest_direction(dx: int, dy: int) -> int:
    """Return the direction nearest to an offset, -1 for none.

    The border between straight and diagonal lies at 22.5 degrees: tan = sqrt(2) - 1; with whole
    numbers, the shorter side s and the longer l are straight if (s + l)^2 < 2 l^2.
    """
    wide = abs(dx)
    high = abs(dy)
    longer = max(wide, high)
    if (wide + high) * (wide + high) < 2 * longer * longer:
        if wide > high:
            dy = 0
        else:
            dx = 0
    return direction_of(dx, dy)


def behind(combat: QuestCombat, attacker: QuestCombatant, target: QuestCombatant) -> bool:
    """Return whether an attack comes from behind.

    Rules: attack.behind-arc, gm.behind.
    """
    if target.has_feat(EYES_BEHIND):
        return False
    across = combat.grid.across
    down = combat.grid.down
    larger: i64 = attacker.size - target.size
    dx: i64 = 2 * (across[attacker.cell] - across[target.cell]) + larger
    dy: i64 = 2 * (down[attacker.cell] - down[target.cell]) + larger
    if combat.options[NO_FACINGS]:
        return ally_opposite(combat, attacker, target, dx, dy)
    step = step_of(target.facing)
    fx: i64 = step[0]
    fy: i64 = step[1]
    dot = fx * dx + fy * dy
    return dot < 0 and 2 * dot * dot >= (fx * fx + fy * fy) * (dx * dx + dy * dy)


def ally_opposite(
    combat: QuestCombat, attacker: QuestCombatant, target: QuestCombatant, dx: int, dy: int
) -> bool:
    """Return whether an ally is exactly opposite, beside the target or as far as the attacker."""
    grid = combat.grid
    for other in combat.units:
        if other.present and other.side == attacker.side and other is not attacker:
            ox = 2 * (grid.xs[other.cell] - grid.xs[target.cell]) + other.size - target.size
            oy = 2 * (grid.ys[other.cell] - grid.ys[target.cell]) + other.size - target.size
            apart = distance(combat, other, target)
            across = ox * dy == oy * dx and ox * dx + oy * dy < 0
            if across and apart in (1, distance(combat, attacker, target)):
                return True
    return False
