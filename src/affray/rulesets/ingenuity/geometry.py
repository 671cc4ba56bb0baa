"""Distances, sight, cover, flanks and bands of range."""

from __future__ import annotations

from typing import Final

from affray.core.grid import ALTERNATING, FOOTPRINTS, LOW_COVER, WALL, Grid
from affray.core.pairs import Pairs
from affray.rulesets.ingenuity.definitions import Condition
from affray.rulesets.ingenuity.state import (
    BLOCKED,
    FARTHEST,
    SEEN,
    IngenuityCombat,
    IngenuityCombatant,
)
from affray.rulesets.ingenuity.terms import DARK


def distance(combat: IngenuityCombat, a: IngenuityCombatant, b: IngenuityCombatant) -> int:
    """Return the metres between two. Rule: geometry.distance."""
    if a.size == 1 and b.size == 1:
        row = combat.maps.rows[a.cell]
        if row is None:
            row = combat.maps.metres(combat.grid, a.cell)
        far = row[b.cell]
        if far < FARTHEST:
            return far
    return combat.grid.distance(a.cell, b.cell, ALTERNATING, a.size, b.size)


def distance_to(combat: IngenuityCombat, unit: IngenuityCombatant, cell: int) -> int:
    """Return the metres from somebody to a space."""
    return combat.grid.distance(unit.cell, cell, ALTERNATING, unit.size, 1)


def distance_from(
    combat: IngenuityCombat, cell: int, unit: IngenuityCombatant, other: IngenuityCombatant
) -> int:
    """Return the metres between somebody, were it at a space, and another."""
    if unit.size == 1 and other.size == 1:
        row = combat.maps.rows[other.cell]
        if row is None:
            row = combat.maps.metres(combat.grid, other.cell)
        far = row[cell]
        if far < FARTHEST:
            return far
    return combat.grid.distance(cell, other.cell, ALTERNATING, unit.size, other.size)


def near(combat: IngenuityCombat, cell: int, size: int, metres: int) -> list[int]:
    """Return the spaces no more than some metres from a place, worked out once."""
    known = combat.maps.nearby
    place = (cell, size, metres)
    found = known.get(place)
    if found is None:
        grid = combat.grid
        wide = size + 2 * metres
        around = grid.block(grid.xs[cell] - metres, grid.ys[cell] - metres, wide, wide)
        found = [one for one in around if grid.distance(cell, one, ALTERNATING, size) <= metres]
        known[place] = found
    return found


def trace(combat: IngenuityCombat, a: int, b: int) -> list[int] | None:
    """Return the spaces that the line between two centres crosses, None if one blocks sight.

    Touching only a corner does not block. Rule: geometry.line-of-sight.
    """
    grid = combat.grid
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
            if combat.ground(here) == WALL:
                return None
            found.append(here)
    return found


def look(combat: IngenuityCombat, a: int, b: int) -> bool:
    """Return whether two spaces see each other, and remember it."""
    if a > b:
        a, b = b, a
    lines = combat.lay().lines
    known = lines.get(a, b)
    if not known:
        known = BLOCKED if trace(combat, a, b) is None else SEEN
        lines.put(a, b, known)
    return known == SEEN


def sees(combat: IngenuityCombat, a: IngenuityCombatant, b: IngenuityCombatant) -> bool:
    """Return whether a line joins any pair of their spaces. Rule: geometry.line-of-sight."""
    if a.size == 1 and b.size == 1:
        return look(combat, a.cell, b.cell)
    lay = combat.lay()
    sizes = a.size * FOOTPRINTS + b.size
    views = lay.views.get(sizes)
    if views is None:
        views = lay.views[sizes] = Pairs(combat.grid.size)
    known = views.get(a.cell, b.cell)
    if not known:
        known = SEEN if joined(combat, a, b) else BLOCKED
        views.put(a.cell, b.cell, known)
    return known == SEEN


def joined(combat: IngenuityCombat, a: IngenuityCombatant, b: IngenuityCombatant) -> bool:
    """Work ``sees`` out."""
    for start in combat.grid.footprint(a.cell, a.size):
        for end in combat.grid.footprint(b.cell, b.size):
            if look(combat, start, end):
                return True
    return False


def sightless(unit: IngenuityCombatant) -> bool:
    """Return whether somebody sees nothing. Rule: condition.blinded."""
    for held in unit.effects:
        if held.effect.id == "blinded":
            return True
        if isinstance(held.effect, Condition) and held.effect.blinds:
            return True
    return False


def blind_to(
    combat: IngenuityCombat, viewer: IngenuityCombatant, other: IngenuityCombatant
) -> bool:
    """Return whether somebody is hidden from a viewer, or in the dark.

    In darkness nobody is made out farther than 1 m unless light falls on it. Rules:
    attack.sneak.when, attack.unseen-target.
    """
    if other.hidden and other.hidden >> viewer.index & 1:
        return True
    return combat.options[DARK] and in_the_dark(combat, viewer, other)


def in_the_dark(
    combat: IngenuityCombat, viewer: IngenuityCombatant, other: IngenuityCombatant
) -> bool:
    """Return whether darkness lies between two. Rule: attack.sneak.when."""
    return combat.options[DARK] and combat.dark_between(viewer, other)


COVERS: Final = (LOW_COVER, WALL)


def covers_beside(combat: IngenuityCombat, cell: int, size: int) -> list[int]:
    """Return the spaces of cover beside somebody, worked out once. Rule: geometry.cover."""
    known = combat.lay().covers
    number = size * combat.grid.size + cell
    found = known.get(number)
    if found is None:
        grid = combat.grid
        around = grid.block(grid.xs[cell] - 1, grid.ys[cell] - 1, size + 2, size + 2)
        own = grid.footprint(cell, size)
        found = [one for one in around if combat.ground(one) in COVERS and one not in own]
        known[number] = found
    return found


def behind_cover(
    combat: IngenuityCombat, attacker: IngenuityCombatant, target: IngenuityCombatant, at: int = -1
) -> bool:
    """Return whether an adjacent cover lies between the centres; ``at``: were the target there.

    Rules: geometry.cover, attack.cover.
    """
    grid = combat.grid
    ax = 2 * grid.xs[attacker.cell] + attacker.size
    ay = 2 * grid.ys[attacker.cell] + attacker.size
    place = at if at >= 0 else target.cell
    bx = 2 * grid.xs[place] + target.size
    by = 2 * grid.ys[place] + target.size
    for cell in covers_beside(combat, place, target.size):
        corner = combat.ground(cell) == WALL  # its inside would block sight: a corner will do
        if crosses(ax, ay, bx, by, 2 * grid.xs[cell], 2 * grid.ys[cell], corner):
            return True
    return False


def crosses(ax: int, ay: int, bx: int, by: int, left: int, top: int, corner: bool) -> bool:
    """Return whether a line runs through the inside of a space, or touches its ``corner``.

    In halves of a metre.
    """
    near = 0 if corner else 1
    if max(ax, bx) < left + near or min(ax, bx) > left + 2 - near:
        return False
    if max(ay, by) < top + near or min(ay, by) > top + 2 - near:
        return False
    dx = bx - ax
    dy = by - ay
    above = below = False
    for x in (left, left + 2):
        for y in (top, top + 2):
            side = dx * (y - ay) - dy * (x - ax)
            above = above or side > 0 or (corner and side == 0)
            below = below or side < 0 or (corner and side == 0)
    return above and below


def flanked(combat: IngenuityCombat, target: IngenuityCombatant) -> bool:
    """Return whether two enemies stand on opposite sides, both able to act.

    Rules: geometry.flank, geometry.flank.large, attack.flank.no-contribution,
    surprise.no-actions.
    """
    if target.size == 1 and not between_two(combat, target.cell):
        return False
    grid = combat.grid
    beside: list[IngenuityCombatant] = []
    far = grid.far(target.cell)
    for other in combat.units:
        if other.side == target.side or other.cell < 0:
            continue
        apart = far[other.cell]
        if apart > target.size and apart > other.size:
            continue  # so far that no part of the two is beside the other
        if distance(combat, other, target) != 1:
            continue
        if other.able() and not combat.caught(other) and combat.enemies(other, target):
            beside.append(other)
    if len(beside) < 2:
        return False
    sides: list[tuple[int, int, int]] = []
    for other in beside:
        for cell in grid.footprint(other.cell, other.size):
            if distance_to(combat, target, cell) == 1:
                sides.append((*side_of(grid, target, cell), other.index))
    for x, y, who in sides:
        for a, b, other_one in sides:
            if who != other_one and a == -x and b == -y:
                return True
    return False


def between_two(combat: IngenuityCombat, cell: int) -> bool:
    """Return whether any two opposite neighbours of a space are taken."""
    near = combat.grid.near[cell]
    for one in near:
        if one < cell and combat.holder(one) >= 0:
            across = 2 * cell - one
            if across in near and combat.holder(across) >= 0:
                return True
    return False


def side_of(grid: Grid, target: IngenuityCombatant, cell: int) -> tuple[int, int]:
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


def around(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the spaces within 1 m of somebody, its own left out. Rule: geometry.adjacent."""
    grid = combat.grid
    own = grid.footprint(unit.cell, unit.size)
    wide = unit.size + 2
    spaces = grid.block(grid.xs[unit.cell] - 1, grid.ys[unit.cell] - 1, wide, wide)
    return [space for space in spaces if space not in own]


def footprint(size: int) -> int:
    """Return how many spaces wide a size is. Rule: geometry.footprint."""
    return 1 if size <= 4 else (size - 1) // 2
