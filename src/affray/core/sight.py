"""Sight in exact whole numbers: segments and cubes against closed boxes."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.grid import Box

Point = tuple[int, int, int]


def blocked(p: Point, q: Point, box: Box) -> bool:
    """Return whether the segment from ``p`` to ``q`` meets the closed box anywhere but at ``q``.

    The shares of the way at which it enters and leaves each slab are compared as fractions,
    cross-multiplied; nothing is rounded.
    """
    low_n: i64 = 0  # the latest entry so far
    low_d: i64 = 1
    high_n: i64 = 1  # the earliest exit so far
    high_d: i64 = 1
    for axis in range(3):
        a: i64 = p[0] if axis == 0 else p[1] if axis == 1 else p[2]
        b: i64 = q[0] if axis == 0 else q[1] if axis == 1 else q[2]
        near: i64 = box[0] if axis == 0 else box[1] if axis == 1 else box[2]
        far: i64 = box[3] if axis == 0 else box[4] if axis == 1 else box[5]
        way: i64 = b - a
        if way == 0:
            if a < near or a > far:
                return False
            continue
        enter: i64 = near - a
        leave: i64 = far - a
        if way < 0:
            way = -way
            enter = a - far
            leave = a - near
        if enter * low_d > low_n * way:
            low_n = enter
            low_d = way
        if leave * high_d < high_n * way:
            high_n = leave
            high_d = way
    return low_n * high_d <= high_n * low_d and low_n < low_d


def clear(p: Point, q: Point, boxes: list[Box]) -> bool:
    """Return whether no box stands between two points."""
    return not any(blocked(p, q, box) for box in boxes)


def sees(corner: Point, size: int, point: Point, boxes: list[Box], least: int) -> bool:
    """Return whether some inner point of the cube at ``corner`` has a clear line to ``point``.

    The shadow that a box throws from a point is convex: a part of the cube with all eight corners
    in one shadow is dark throughout, a part whose middle is lit decides the question, and any other
    is cut into eight until its half side falls below ``least``.
    """
    waiting: list[tuple[int, int, int, int]] = [(corner[0], corner[1], corner[2], size)]
    while waiting:
        x, y, z, side = waiting.pop()
        half = side // 2
        if clear((x + half, y + half, z + half), point, boxes):
            return True
        if half >= least and not dark(x, y, z, side, point, boxes):
            for part in range(8):
                waiting.append(
                    (
                        x + half * (part & 1),
                        y + half * (part >> 1 & 1),
                        z + half * (part >> 2),
                        half,
                    )
                )
    return False


def dark(x: int, y: int, z: int, side: int, point: Point, boxes: list[Box]) -> bool:
    """Return whether one box hides all eight corners of a cube, and so the whole cube."""
    for box in boxes:
        hidden = 0
        for part in range(8):
            corner = (x + side * (part & 1), y + side * (part >> 1 & 1), z + side * (part >> 2))
            if not blocked(corner, point, box):
                break
            hidden += 1
        if hidden == 8:
            return True
    return False
