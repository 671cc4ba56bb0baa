"""Squares, heights, sight and cover: exact whole numbers, remembered by pair."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.grid import CHEBYSHEV, WALL, Box, Grid
from affray.core.pairs import Pairs
from affray.core.sight import Point, blocked
from affray.rulesets.sovereign import sight
from affray.rulesets.sovereign.shared import Maps
from affray.rulesets.sovereign.sight import CUBE, FOOT
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

SKY: Final = 100  # feet: how high a wall without a stated height stands
BLIND: Final = -1  # no line of sight
COARSE: Final = 40  # units: parts of a face that are small enough to look for a glimpse
THORN: Final = FOOT // 2  # half the thickness of a wall of thorns. Rule: content wall-of-thorns
THORNS_HIGH: Final = 5  # feet
SMOKE_HIGH: Final = 10  # feet


def height(grid: Grid, cell: int, size: int) -> int:
    """Return the elevation at which a footprint stands, in feet: its highest."""
    return grid.levels[cell] if size == 1 else highest(grid, cell, size)


def highest(grid: Grid, cell: i64, size: i64) -> int:
    """Return the highest level under a footprint; off the map, that of its lowest cell."""
    found: i64 = grid.heights[cell]
    if grid.across[cell] + size > grid.width or grid.down[cell] + size > grid.height:
        return found
    line: i64 = cell
    for _ in range(size):
        place: i64 = line
        while place < line + size:
            if grid.heights[place] > found:
                found = grid.heights[place]
            place += 1
        line += grid.width
    return found


def elevation(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Return the elevation of somebody's feet. Rule: grid.squares."""
    return height(combat.grid, unit.cell, unit.size) + unit.aloft


def apart(combat: SovereignCombat, a: SovereignCombatant, b: SovereignCombatant) -> int:
    """Return the distance in squares. Rules: grid.distance, grid.large-footprint."""
    grid = combat.grid
    if a.size == 1 and b.size == 1:  # as most are, and on one height
        high: i64 = grid.heights[a.cell]
        low: i64 = grid.heights[b.cell]
        if high - low == b.aloft - a.aloft:
            return grid.far(a.cell)[b.cell]
    return between(grid, a.cell, a.size, b.cell, b.size, a.aloft, b.aloft)


def between(
    grid: Grid, a: int, size_a: int, b: int, size_b: int, up_a: int = 0, up_b: int = 0
) -> int:
    """Return the longest of columns, rows and layers between the nearest cubes.

    Rule: grid.distance.
    """
    if size_a == 1 and size_b == 1:
        flat = grid.far(a)[b]
        low_a = grid.levels[a] + up_a
        low_b = grid.levels[b] + up_b
    else:
        flat = grid.distance(a, b, CHEBYSHEV, size_a, size_b)
        low_a = height(grid, a, size_a) + up_a
        low_b = height(grid, b, size_b) + up_b
    if low_a == low_b:
        return flat
    gap = max(low_a - low_b - 5 * (size_b - 1), low_b - low_a - 5 * (size_a - 1), 0)
    return max(flat, (gap + 4) // 5)


def adjacent(combat: SovereignCombat, a: SovereignCombatant, b: SovereignCombatant) -> bool:
    """Return whether two combatants are 5 ft apart. Rule: grid.adjacent."""
    if beyond(combat.grid.far(a.cell)[b.cell], 1, a.size, b.size):
        return False
    return apart(combat, a, b) == 1


def beyond(steps: int, far: int, a: int, b: int) -> bool:
    """Return whether two bodies of some sizes are farther apart than ``far``, at any heights.

    By the steps between their first squares alone: a first look, where it is asked of many.
    """
    return steps - (a if a > b else b) >= far


def area(grid: Grid, column: int, row: int, radius: int) -> list[int]:
    """Return the cells of a square of side twice the radius around a grid intersection.

    Rule: grid.area-square.
    """
    return grid.block(column - radius, row - radius, 2 * radius, 2 * radius)


# ---- solids --------------------------------------------------------------------------------------


def ground_of(combat: SovereignCombat) -> Maps:
    """Return what is known of the ground as it is now, thorns included."""
    if not combat.thorns:
        return combat.maps
    key = tuple([thorn // 100 for thorn in combat.thorns])
    found = combat.maps.grown.get(key)
    if found is None:
        found = Maps()
        combat.maps.grown[key] = found
    return found


def boxes_of(combat: SovereignCombat) -> list[Box]:
    """Return all solids in units: those of the map, the ground, and thorns. Rule: los.solids."""
    ground = ground_of(combat)
    known = ground.boxes
    if known is None:
        known = list(combat.grid.solids) + ground_boxes(combat.grid)
        known += [thorn_box(combat.grid, thorn // 100) for thorn in combat.thorns]
        known = sight.stretched(known)
        ground.boxes = known
    return known


def thorn_box(grid: Grid, line: int) -> Box:
    """Return the box of thorns on a line between two squares."""
    cell = line // 2
    x = grid.column(cell) * CUBE
    y = grid.row(cell) * CUBE
    if line % 2:
        other = grid.beside(cell, 0, 1)
        low, high = sorted([grid.levels[cell], grid.levels[other]])
        top = (high + THORNS_HIGH) * FOOT
        return (x, y + CUBE - THORN, low * FOOT, x + CUBE, y + CUBE + THORN, top)
    other = grid.beside(cell, 1, 0)
    low, high = sorted([grid.levels[cell], grid.levels[other]])
    top = (high + THORNS_HIGH) * FOOT
    return (x + CUBE - THORN, y, low * FOOT, x + CUBE + THORN, y + CUBE, top)


def ground_boxes(grid: Grid) -> list[Box]:
    """Return the ground and the walls as boxes, each as wide and then as deep as it can be.

    Every square is solid below its elevation. Rule: los.solids.
    """
    lowest = min(grid.levels)
    found: list[Box] = []
    done = [False] * grid.size
    for cell in range(grid.size):
        top = top_of(grid, cell)
        if done[cell] or top == lowest:
            continue
        column, row = grid.column(cell), grid.row(cell)
        right = column
        while right < grid.width and fits(grid, done, right, row, 1, top):
            right += 1
        down = row + 1
        while down < grid.height and fits(grid, done, column, down, right - column, top):
            down += 1
        for one in grid.block(column, row, right - column, down - row):
            done[one] = True
        low = (lowest - 1) * FOOT
        found.append((column * CUBE, row * CUBE, low, right * CUBE, down * CUBE, top * FOOT))
    return found


def fits(grid: Grid, done: list[bool], column: int, row: int, wide: int, top: int) -> bool:
    """Return whether a run of squares is as high as asked and in no box yet."""
    cells = grid.block(column, row, wide, 1)
    return all(not done[cell] and top_of(grid, cell) == top for cell in cells)


def top_of(grid: Grid, cell: int) -> int:
    """Return how high a square is solid, in feet."""
    return SKY if grid.ground[cell] == WALL else grid.levels[cell]


# ---- sight ---------------------------------------------------------------------------------------


def corner(grid: Grid, cell: int, size: int, up: int = 0) -> Point:
    """Return the lowest corner of a cube in units. Rule: grid.cube."""
    return (
        grid.column(cell) * CUBE,
        grid.row(cell) * CUBE,
        (height(grid, cell, size) + up) * FOOT,
    )


def cover_from(
    combat: SovereignCombat, cell: int, viewer: SovereignCombatant, target: SovereignCombatant
) -> int:
    """Return the cover that a target would have from somebody who stood in another square."""
    here = viewer.cell
    viewer.cell = cell
    found = cover(combat, viewer, target)
    viewer.cell = here
    return found


def cover(combat: SovereignCombat, viewer: SovereignCombatant, target: SovereignCombatant) -> int:
    """Return how many of the target's corners are hidden from the viewer; BLIND: no line.

    Rules: cover.corner-test, cover.asymmetric, cover.none, cover.half, cover.high-ground,
    los.characters-transparent, cover.exact.
    """
    if viewer.size == 1 and target.size == 1 and not viewer.aloft and not target.aloft:
        ground = ground_of(combat)
        plain = ground.plain
        if plain is None:
            plain = ground.plain = Pairs(combat.grid.size)
        found = plain.get(viewer.cell, target.cell)
        if not found:
            found = 2 + looked_up(combat, viewer, target)
            plain.put(viewer.cell, target.cell, found)
        return found - 2
    covers = combat.maps.covers if not combat.thorns else ground_of(combat).covers
    key = (viewer.cell, viewer.size, viewer.aloft, target.cell, target.size, target.aloft)
    known = covers.get(key)
    if known is None:
        known = looked_up(combat, viewer, target)
        covers[key] = known
    return known


def looked_up(
    combat: SovereignCombat, viewer: SovereignCombatant, target: SovereignCombatant
) -> int:
    """Return the cover of a target, worked out from the solids."""
    return hidden(
        boxes_of(combat),
        corner(combat.grid, viewer.cell, viewer.size, viewer.aloft),
        viewer.size * CUBE,
        corner(combat.grid, target.cell, target.size, target.aloft),
        target.size * CUBE,
    )


def hidden(boxes: list[Box], eye: Point, wide: int, aim: Point, side: int) -> int:
    """Return the number of hidden corners, or BLIND.

    Rules: los.any-point, los.touch-blocks, cover.full, cover.vertical, cover.big-bodies.
    """
    near = [box for box in boxes if meets(box, eye, wide, aim, side)]
    if near:
        near = sight.in_strip(near, eye, wide, aim, side)
    if not near:
        return 0
    for box in near:
        if sight.parted(box, eye, wide, aim, side):
            return BLIND
    count = 0
    clear = False  # a corner is seen that rests on no solid: so is the inside beside it
    for part in range(8):
        point = sight.corner_of(aim, side, part)
        if not sight.sees_point(eye, wide, point, near):
            count += 1
        elif not any(rests(point, box) for box in near):
            clear = True
    return count if clear or sight.joined(eye, wide, aim, side, near) else BLIND


def rests(point: Point, box: Box) -> bool:
    """Return whether a point lies on a closed solid or in it."""
    for axis in range(3):
        if not box[axis] <= point[axis] <= box[axis + 3]:
            return False
    return True


def meets(box: Box, eye: Point, wide: int, aim: Point, side: int) -> bool:
    """Return whether a solid lies, even in part, within the span of both cubes."""
    for axis in range(3):
        a = eye[axis]
        b = aim[axis]
        high = box[axis + 3]
        if high < min(a, b) or box[axis] > max(a + wide, b + side):
            return False
        if axis == 2 and high <= min(a, b):
            return False  # flat ground under both hides nothing
    return True


def sighted(combat: SovereignCombat, a: SovereignCombatant, b: SovereignCombatant) -> bool:
    """Return whether there is a line of sight, which is mutual.

    Rules: los.symmetric, los.needed-to-attack.
    """
    return cover(combat, a, b) != BLIND or cover(combat, b, a) != BLIND


def sees_spot(combat: SovereignCombat, viewer: SovereignCombatant, spot: Point) -> bool:
    """Return whether somebody has a line of sight to a point of the field."""
    points = ground_of(combat).points
    key = (viewer.cell, viewer.size, viewer.aloft, spot[0], spot[1], spot[2])
    known = points.get(key)
    if known is None:
        eye = corner(combat.grid, viewer.cell, viewer.size, viewer.aloft)
        boxes = sight.in_strip(boxes_of(combat), eye, viewer.size * CUBE, spot, 0)
        known = sight.sees_point(eye, viewer.size * CUBE, spot, boxes, 0, COARSE)
        points[key] = known
    return known


def sees_crossing(
    combat: SovereignCombat, viewer: SovereignCombatant, column: int, row: int
) -> bool:
    """Return whether somebody has a line of sight to a grid intersection."""
    grid = combat.grid
    if viewer.size > 1 or viewer.aloft:
        return sees_spot(combat, viewer, spot_of(grid, column, row))
    ground = ground_of(combat)
    crossings = ground.crossings
    if crossings is None:
        crossings = ground.crossings = Pairs((grid.width + 1) * (grid.height + 1))
    number = row * (grid.width + 1) + column
    known = crossings.get(viewer.cell, number)
    if not known:
        known = 1 + int(sees_spot(combat, viewer, spot_of(grid, column, row)))
        crossings.put(viewer.cell, number, known)
    return known == 2


def spot_of(grid: Grid, column: int, row: int) -> Point:
    """Return a grid intersection on the highest ground that meets there, a foot above it."""
    cells = grid.block(column - 1, row - 1, 2, 2)
    top = max([grid.levels[cell] for cell in cells])
    return (column * CUBE, row * CUBE, top * FOOT + FOOT)


# ---- what cannot be seen although no solid is in between -----------------------------------------


def unseen(combat: SovereignCombat, viewer: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Return whether darkness, smoke or magic hides a target. Rule: attack.mod.unseen-known."""
    return target.unseen or (bool(combat.smoke) and smoked(combat, viewer, target))


def located(
    combat: SovereignCombat, viewer: SovereignCombatant, target: SovereignCombatant
) -> bool:
    """Return whether the viewer's side knows the square. Rule: attack.mod.unseen-unknown."""
    return not target.unseen or known_to(viewer.side, target)


def beside_foes(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Return the sides of the foes beside somebody that can act, as bits."""
    found = 0
    for other in combat.nearby(unit, 1):
        if other.side != unit.side and other.able() and adjacent(combat, unit, other):
            found |= 1 << other.side
    return found


def known_to(side: int, target: SovereignCombatant) -> bool:
    """Return whether a side knows where somebody is; its own members are known to it."""
    return not target.unseen or side == target.side or bool(target.located >> side & 1)


def smoked(combat: SovereignCombat, a: SovereignCombatant, b: SovereignCombatant) -> bool:
    """Return whether one is seen into, out of or through smoke by the other."""
    p = middle(combat, a)
    q = middle(combat, b)
    for one in combat.smoke:
        cell = one // 1000
        x, y, _ = corner(combat.grid, cell, 1)
        low = combat.grid.levels[cell] * FOOT
        box = (x, y, low - SMOKE_HIGH * FOOT, x + CUBE, y + CUBE, low + SMOKE_HIGH * FOOT)
        if blocked(p, q, box) or blocked(q, p, box):
            return True
    return False


def middle(combat: SovereignCombat, unit: SovereignCombatant) -> Point:
    """Return the middle of somebody's cube, in units."""
    x, y, z = corner(combat.grid, unit.cell, unit.size, unit.aloft)
    half = unit.size * CUBE // 2
    return (x + half, y + half, z + half)
