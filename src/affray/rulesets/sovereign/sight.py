"""Exact sight: whether some inner point of a box has a clear line to a point.

Seen from a point, whatever part of the viewer's box is lit is lit where the lines enter the box:
so only the faces turned to the point are searched, and the shadow of a solid on a face is convex.
Rules: los.any-point, los.touch-blocks, cover.exact.
"""

from __future__ import annotations

from typing import Final

from affray.core.grid import Box
from affray.core.sight import Point, blocked, clear, sees

FOOT: Final = 128  # units to the foot: a cube is halved seven times without a rest
CUBE: Final = 5 * FOOT
FINEST: Final = 5  # a part of a face no wider is not cut again
NEAR: Final = 2 * FOOT  # from a face nearer than this the lines spread too much
LEAST: Final = 10  # half side of the smallest part of a box that is looked at


def sees_point(
    eye: Point, wide: int, point: Point, boxes: list[Box], near: int = NEAR, least: int = FINEST
) -> bool:
    """Return whether an inner point of the box at ``eye`` sees a point.

    A ball of 0.1 ft in the lit part of the box is always found.
    """
    solids = [box for box in boxes if between(box, eye, wide, point)]
    if not solids:
        return True
    faces: list[int] = []
    for axis in range(3):
        gap = max(eye[axis] - point[axis], point[axis] - eye[axis] - wide)
        if gap > 0:
            if gap < near:
                faces = []
                break
            faces.append(axis)
    if not faces:
        return sees(eye, wide, point, solids, LEAST)
    for axis in faces:
        if lit(eye, wide, point, axis, solids, least):
            return True
    return False


def parted(box: Box, eye: Point, wide: int, aim: Point, side: int) -> bool:
    """Return whether a solid stands on every line between two boxes.

    It does when it stands on those between their corners: shadows of a solid are convex.
    """
    for one in range(8):
        p = corner_of(eye, wide, one)
        for other in range(8):
            if not blocked(p, corner_of(aim, side, other), box):
                return False
    return True


def corner_of(low: Point, side: int, number: int) -> Point:
    return (
        low[0] + side * (number & 1),
        low[1] + side * (number >> 1 & 1),
        low[2] + side * (number >> 2),
    )


def between(box: Box, eye: Point, wide: int, point: Point) -> bool:
    """Return whether a solid lies, even in part, within the span of a box and a point."""
    for axis in range(3):
        if box[axis + 3] < min(eye[axis], point[axis]):
            return False
        if box[axis] > max(eye[axis] + wide, point[axis]):
            return False
    return True


def lit(eye: Point, wide: int, point: Point, axis: int, solids: list[Box], least: int) -> bool:
    """Return whether some part of the face that is turned to a point has a clear line to it."""
    plane = eye[axis] if point[axis] < eye[axis] else eye[axis] + wide
    across = 1 if axis == 0 else 0
    along = 1 if axis == 2 else 2
    waiting: list[tuple[int, int, int]] = [(eye[across], eye[along], wide)]
    while waiting:
        u, v, side = waiting.pop()
        half = side // 2
        if clear(on_face(axis, plane, u + half, v + half), point, solids):
            return True
        if side > least and not dark(axis, plane, u, v, side, point, solids):
            waiting.append((u, v, half))
            waiting.append((u + half, v, half))
            waiting.append((u, v + half, half))
            waiting.append((u + half, v + half, half))
    return False


def on_face(axis: int, plane: int, u: int, v: int) -> Point:
    if axis == 0:
        return (plane, u, v)
    return (u, plane, v) if axis == 1 else (u, v, plane)


def dark(axis: int, plane: int, u: int, v: int, side: int, point: Point, solids: list[Box]) -> bool:
    """Return whether one solid hides all four corners of a square of the face, and so all of it."""
    a = on_face(axis, plane, u, v)
    b = on_face(axis, plane, u + side, v)
    c = on_face(axis, plane, u, v + side)
    d = on_face(axis, plane, u + side, v + side)
    for box in solids:
        if blocked(a, point, box) and blocked(b, point, box):
            if blocked(c, point, box) and blocked(d, point, box):
                return True
    return False
