"""Squares, heights, sight and cover: exact whole numbers, remembered by pair."""

from __future__ import annotations

from typing import Final

from affray.core.grid import CHEBYSHEV, WALL, Box, Grid
from affray.core.sight import Point, sees
from affray.rulesets.sovereign.state import Body, Field

FOOT: Final = 128  # units to the foot: a cube is halved seven times without a rest
CUBE: Final = 5 * FOOT
LEAST: Final = 10  # half side of the smallest part looked at: a ball of 0.1 ft. Rule: cover.exact
SKY: Final = 100  # feet: how high a wall without a stated height stands
BLIND: Final = -1  # no line of sight
COARSE: Final = 80
PARTS: Final = 4  # points tried along each axis where no corner is seen


def height(grid: Grid, cell: int, size: int) -> int:
    """Return the elevation at which a footprint stands, in feet: its highest."""
    if size == 1:
        return grid.levels[cell]
    return max([grid.levels[one] for one in grid.footprint(cell, size)])


def apart(field: Field, a: Body, b: Body) -> int:
    """Return the distance in squares. Rules: grid.distance, grid.large-footprint."""
    return between(field.grid, a.cell, a.size, b.cell, b.size)


def between(grid: Grid, a: int, size_a: int, b: int, size_b: int) -> int:
    """Rule: grid.distance: the longest of columns, rows and layers."""
    flat = grid.distance(a, b, CHEBYSHEV, size_a, size_b)
    low_a = height(grid, a, size_a)
    low_b = height(grid, b, size_b)
    gap = max(low_a - low_b - 5 * (size_b - 1), low_b - low_a - 5 * (size_a - 1), 0)
    return max(flat, (gap + 4) // 5)


def adjacent(field: Field, a: Body, b: Body) -> bool:
    """Rule: grid.adjacent."""
    return apart(field, a, b) == 1


def area(grid: Grid, column: int, row: int, radius: int) -> list[int]:
    """Return the cells of a square of side twice the radius around a grid intersection.

    Rule: grid.area-square.
    """
    return grid.block(column - radius, row - radius, 2 * radius, 2 * radius)


# ---- sight ---------------------------------------------------------------------------------------


def boxes_of(field: Field) -> list[Box]:
    """Return all solids in units: those of the map, and the ground. Rule: los.solids."""
    known = field.maps.boxes
    if known is None:
        known = list(field.grid.solids) + ground_boxes(field.grid)
        field.maps.boxes = known
    return known


def ground_boxes(grid: Grid) -> list[Box]:
    """Return the ground and the walls as boxes, a run of equal squares in a row as one.

    Every square is solid below its elevation. Rule: los.solids.
    """
    lowest = min(grid.levels)
    found: list[Box] = []
    for row in range(grid.height):
        column = 0
        while column < grid.width:
            top = top_of(grid, grid.at(column, row))
            end = column + 1
            while end < grid.width and top_of(grid, grid.at(end, row)) == top:
                end += 1
            if top > lowest:
                found.append(
                    (
                        column * CUBE,
                        row * CUBE,
                        (lowest - 1) * FOOT,
                        end * CUBE,
                        (row + 1) * CUBE,
                        top * FOOT,
                    )
                )
            column = end
    return found


def top_of(grid: Grid, cell: int) -> int:
    return SKY if grid.ground[cell] == WALL else grid.levels[cell]


def corner(grid: Grid, cell: int, size: int) -> Point:
    """Return the lowest corner of a cube in units. Rule: grid.cube."""
    return (
        grid.column(cell) * CUBE,
        grid.row(cell) * CUBE,
        height(grid, cell, size) * FOOT,
    )


def cover(field: Field, viewer: Body, target: Body) -> int:
    """Return how many of the target's corners are hidden from the viewer; BLIND: no line.

    Rules: cover.corner-test, cover.asymmetric, cover.none, cover.half, cover.high-ground,
    los.characters-transparent.
    """
    key = (viewer.cell, viewer.size, target.cell, target.size)
    known = field.maps.covers.get(key)
    if known is None:
        known = hidden(
            boxes_of(field),
            corner(field.grid, viewer.cell, viewer.size),
            viewer.size * CUBE,
            corner(field.grid, target.cell, target.size),
            target.size * CUBE,
        )
        field.maps.covers[key] = known
    return known


def hidden(boxes: list[Box], eye: Point, wide: int, aim: Point, side: int) -> int:
    """Return the number of hidden corners, or BLIND.

    Rules: los.any-point, los.touch-blocks, cover.vertical, cover.big-bodies.
    """
    near = [box for box in boxes if meets(box, eye, wide, aim, side)]
    if not near:
        return 0
    count = 0
    for part in range(8):
        point = (
            aim[0] + side * (part & 1),
            aim[1] + side * (part >> 1 & 1),
            aim[2] + side * (part >> 2),
        )
        if not sees(eye, wide, point, near, LEAST):
            count += 1
    if count < 8:
        return count
    return 8 if glimpsed(near, eye, wide, aim, side) else BLIND


def meets(box: Box, eye: Point, wide: int, aim: Point, side: int) -> bool:
    """Return whether a solid lies, even in part, within the span of both cubes."""
    for axis in range(3):
        a = eye[0] if axis == 0 else eye[1] if axis == 1 else eye[2]
        b = aim[0] if axis == 0 else aim[1] if axis == 1 else aim[2]
        low = box[0] if axis == 0 else box[1] if axis == 1 else box[2]
        high = box[3] if axis == 0 else box[4] if axis == 1 else box[5]
        if high < min(a, b) or low > max(a + wide, b + side):
            return False
        if axis == 2 and high <= min(a, b):
            return False  # flat ground under both hides nothing
    return True


def glimpsed(boxes: list[Box], eye: Point, wide: int, aim: Point, side: int) -> bool:
    """Return whether a line joins inner points of both cubes. Rules: los.any-point, cover.full."""
    for point in lattice(aim, side, 1) + lattice(aim, side, PARTS):
        if sees(eye, wide, point, boxes, COARSE):
            return True
    return False


def lattice(low: Point, side: int, count: int) -> list[Point]:
    """Return inner points of a cube, evenly spaced."""
    shift = side // (2 * count)
    gap = side // count
    return [
        (low[0] + shift + x * gap, low[1] + shift + y * gap, low[2] + shift + z * gap)
        for x in range(count)
        for y in range(count)
        for z in range(count)
    ]


def sighted(field: Field, a: Body, b: Body) -> bool:
    """Return whether there is a line of sight, which is mutual.

    Rules: los.symmetric, los.needed-to-attack.
    """
    return cover(field, a, b) != BLIND or cover(field, b, a) != BLIND
