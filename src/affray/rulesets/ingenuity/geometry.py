"""Distances, sight, cover, flanks and bands of range."""

from __future__ import annotations

from affray.core.grid import ALTERNATING, LOW_COVER, WALL, Grid
from affray.rulesets.ingenuity.state import IngenuityCombat, Unit


def distance(combat: IngenuityCombat, a: Unit, b: Unit) -> int:
    """Rule: geometry.distance."""
    return combat.grid.distance(a.cell, b.cell, ALTERNATING, a.size, b.size)


def distance_to(combat: IngenuityCombat, unit: Unit, cell: int) -> int:
    return combat.grid.distance(unit.cell, cell, ALTERNATING, unit.size, 1)


def trace(grid: Grid, a: int, b: int) -> list[int] | None:
    """Return the spaces that the line between two centres crosses, None if one blocks sight.

    Touching only a corner does not block. Rule: geometry.line-of-sight.
    """
    dx = grid.xs[b] - grid.xs[a]
    dy = grid.ys[b] - grid.ys[a]
    across = 1 if dx > 0 else -1
    down = grid.width if dy > 0 else -grid.width
    wide = abs(dx)
    high = abs(dy)
    column = row = 0
    here = a
    found: list[int] = []
    while column < wide or row < high:
        lead = (1 + 2 * column) * high - (1 + 2 * row) * wide
        if lead <= 0:
            here += across
            column += 1
        if lead >= 0:
            here += down
            row += 1
        if here != b:
            if grid.ground[here] == WALL:
                return None
            found.append(here)
    return found


def look(combat: IngenuityCombat, a: int, b: int) -> bool:
    """Return whether two spaces see each other, and remember it."""
    pair = min(a, b) * combat.grid.size + max(a, b)
    known = combat.maps.lines.get(pair, -1)
    if known < 0:
        known = 0 if trace(combat.grid, min(a, b), max(a, b)) is None else 1
        combat.maps.lines[pair] = known
    return known == 1


def sees(combat: IngenuityCombat, a: Unit, b: Unit) -> bool:
    """Return whether a line joins any pair of their spaces. Rule: geometry.line-of-sight."""
    for start in combat.grid.footprint(a.cell, a.size):
        for end in combat.grid.footprint(b.cell, b.size):
            if look(combat, start, end):
                return True
    return False


def unseen(combat: IngenuityCombat, attacker: Unit, target: Unit) -> bool:
    """Return whether a target cannot see its attacker.

    Rules: attack.sneak.when, condition.hidden.
    """
    if not target.awake or target.is_held("blinded"):
        return True
    return attacker.hidden >> target.index & 1 == 1


def covers_beside(combat: IngenuityCombat, cell: int, size: int) -> list[int]:
    """Return the spaces of cover beside somebody. Rule: geometry.cover."""
    grid = combat.grid
    around = grid.block(grid.xs[cell] - 1, grid.ys[cell] - 1, size + 2, size + 2)
    own = grid.footprint(cell, size)
    return [one for one in around if grid.ground[one] == LOW_COVER and one not in own]


def behind_cover(combat: IngenuityCombat, attacker: Unit, target: Unit) -> bool:
    """Return whether an adjacent cover lies between the centres.

    Rules: geometry.cover, attack.cover.
    """
    line = trace(combat.grid, attacker.cell, target.cell) or []
    for cell in covers_beside(combat, target.cell, target.size):
        if cell in line:
            return True
    return False


def flanked(combat: IngenuityCombat, target: Unit) -> bool:
    """Return whether two enemies stand on opposite sides, both able to act.

    Rules: geometry.flank, geometry.flank.large, attack.flank.no-contribution.
    """
    grid = combat.grid
    sides: list[tuple[int, int, int]] = []
    for other in combat.units:
        if other.side == target.side or not other.able() or distance(combat, other, target) != 1:
            continue
        for cell in grid.footprint(other.cell, other.size):
            if distance_to(combat, target, cell) == 1:
                sides.append((*side_of(grid, target, cell), other.index))
    for x, y, who in sides:
        for a, b, other_one in sides:
            if who != other_one and a == -x and b == -y:
                return True
    return False


def side_of(grid: Grid, target: Unit, cell: int) -> tuple[int, int]:
    """Return the edge or corner of a block beside which a space lies."""
    dx = grid.xs[cell] - grid.xs[target.cell]
    dy = grid.ys[cell] - grid.ys[target.cell]
    x = -1 if dx < 0 else 1 if dx >= target.size else 0
    y = -1 if dy < 0 else 1 if dy >= target.size else 0
    return x, y


def bands(apart: int, first: int, most: int) -> int:
    """Return the penalty of a distance: 1 for every further multiple, or part, of the first band.

    -1: out of range. Rules: geometry.range, geometry.reach.
    """
    if apart > max(first, most):
        return -1
    return 0 if apart <= first else (apart - 1) // first


def nearest_first(combat: IngenuityCombat, who: Unit) -> list[int]:
    """Return everybody on the map by distance, then by initiative. Rule: gm.reaction-polling."""
    order = combat.in_order()
    found = [
        (distance(combat, who, combat.units[one]), place, one)
        for place, one in enumerate(order)
        if combat.units[one].present and combat.units[one].cell >= 0
    ]
    found.sort()
    return [one for _, _, one in found]
