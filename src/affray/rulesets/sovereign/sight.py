"""Exact sight: whether some inner point of a box has a clear line to a point.

Seen from a point, whatever part of the viewer's box is lit is lit where the lines enter the box:
so only the faces turned to the point are searched, and the shadow of a solid on a face is convex.
Whether any point of one box sees any point of another is asked in the same way of pairs of faces.
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
BEAM: Final = 18  # parts of faces no wider are not cut again: the half of it is 0.07 ft
SHEATH: Final = 7  # solids are this much thicker to what may hide a beam of 0.1 ft on all sides


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
    """Return whether a solid stands on every line between two boxes."""
    ends = [corner_of(eye, wide, one) for one in range(8)]
    return stands(box, ends, [corner_of(aim, side, one) for one in range(8)])


def corner_of(low: Point, side: int, number: int) -> Point:
    """Return one of the eight corners of a cube."""
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


def in_strip(boxes: list[Box], eye: Point, wide: int, aim: Point, side: int) -> list[Box]:
    """Return the solids that may touch a line between two cubes, seen from above.

    All these lines lie in the strip along the line of their middles in which both cubes lie, so
    that a solid beside the strip hides nothing.
    """
    dx = 2 * (aim[0] - eye[0]) + side - wide
    dy = 2 * (aim[1] - eye[1]) + side - wide
    here = eye[0] * dy - eye[1] * dx
    there = aim[0] * dy - aim[1] * dx
    least = min(0, dy) + min(0, -dx)  # of the corners of a square, for each unit of its side
    most = max(0, dy) + max(0, -dx)
    low = min(here + wide * least, there + side * least)
    high = max(here + wide * most, there + side * most)
    found: list[Box] = []
    for box in boxes:
        near, far = box[0] * dy, box[3] * dy
        over, under = box[1] * dx, box[4] * dx
        if min(near, far) - max(over, under) <= high and max(near, far) - min(over, under) >= low:
            found.append(box)
    return found


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
    """Return a point of a plane across an axis."""
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


# ---- from any point to any point -----------------------------------------------------------------


class Patch:
    """A square part of a face of a box, or, where no height matters, an upright strip of one."""

    def __init__(self, axis: int, plane: int, u: int, v: int, side: int, strip: bool) -> None:
        self.axis = axis
        self.plane = plane
        self.u = u
        self.v = v
        self.side = side
        self.strip = strip

    def at(self, across: int, along: int) -> Point:
        """Return a point of the patch."""
        return on_face(self.axis, self.plane, self.u + across, self.v + along)

    def middle(self) -> Point:
        """Return the middle of the patch."""
        return self.at(self.side // 2, self.side // 2)

    def corners(self) -> list[Point]:
        """Return the four corners of the patch, of a strip those of its foot."""
        side = self.side
        if self.strip:
            return [self.at(0, 0), self.at(side, 0)]
        return [self.at(0, 0), self.at(side, 0), self.at(0, side), self.at(side, side)]

    def quarters(self) -> list[Patch]:
        """Return the patch in four equal parts, a strip in two."""
        half = self.side // 2
        if self.strip:
            return [
                Patch(self.axis, self.plane, self.u, self.v, half, True),
                Patch(self.axis, self.plane, self.u + half, self.v, half, True),
            ]
        return [
            Patch(self.axis, self.plane, self.u + across, self.v + along, half, False)
            for across in (0, half)
            for along in (0, half)
        ]


def joined(eye: Point, wide: int, aim: Point, side: int, boxes: list[Box]) -> bool:
    """Return whether some line joins inner points of two boxes. Rule: los.any-point.

    A line leaves the one by a face that is turned to the other, and enters that likewise. Pairs of
    parts of faces are cut until the line between their middles is clear, or one solid stands on
    every line between them. A line with 0.1 ft of room on all sides is always found. Between solids
    that are as tall as both boxes it is the same at every height, and faces are cut into strips.
    """
    tall = as_tall(boxes, eye, wide, aim, side)
    theirs = turned(aim, side, eye, wide, tall)
    pairs = [(a, b) for a in turned(eye, wide, aim, side, tall) for b in theirs]
    while pairs:
        parts: list[tuple[Patch, Patch]] = []
        for a, b in pairs:
            between = on_line(a.middle(), b.middle(), boxes)
            if not between:
                return True
            if max(a.side, b.side) > BEAM and not shut_between(a, b, between):
                if a.side > b.side:
                    parts += [(quarter, b) for quarter in a.quarters()]
                else:
                    parts += [(a, quarter) for quarter in b.quarters()]
        pairs = parts
    return False


def as_tall(boxes: list[Box], eye: Point, wide: int, aim: Point, side: int) -> bool:
    """Return whether every solid reaches from the feet of two boxes to above their heads.

    Not where one is above the other: there it is heights that matter.
    """
    if max(eye[0], aim[0]) < min(eye[0] + wide, aim[0] + side):
        if max(eye[1], aim[1]) < min(eye[1] + wide, aim[1] + side):
            return False
    foot = min(eye[2], aim[2])
    head = max(eye[2] + wide, aim[2] + side)
    for box in boxes:
        if box[2] > foot or box[5] < head:
            return False
    return True


def turned(low: Point, side: int, other: Point, wide: int, upright: bool) -> list[Patch]:
    """Return the faces of a box beyond which another box reaches; ``upright``: as strips."""
    found: list[Patch] = []
    for axis in range(2 if upright else 3):
        u = low[1 if axis == 0 else 0]
        v = low[1 if axis == 2 else 2]
        if other[axis] < low[axis]:
            found.append(Patch(axis, low[axis], u, v, side, upright))
        if other[axis] + wide > low[axis] + side:
            found.append(Patch(axis, low[axis] + side, u, v, side, upright))
    return found


def on_line(p: Point, q: Point, boxes: list[Box]) -> list[Box]:
    """Return the solids that touch a segment, its ends included."""
    return [box for box in boxes if blocked(p, q, box) or blocked(q, p, box)]


def shut_between(a: Patch, b: Patch, boxes: list[Box]) -> bool:
    """Return whether one solid stands on every line between two patches."""
    ends = a.corners()
    others = b.corners()
    for box in boxes:
        if stands(thicker(box), ends, others):
            return True
    return False


def stands(box: Box, ends: list[Point], others: list[Point]) -> bool:
    """Return whether a solid stands on the lines between the corners of two places.

    If so it stands on all that join them: the shadow of a solid is convex.
    """
    for p in ends:
        for q in others:
            if not blocked(p, q, box):
                return False
    return True


def thicker(box: Box) -> Box:
    """Return a solid as it hides even a beam of some width."""
    low, high = -SHEATH, SHEATH
    return (box[0] + low, box[1] + low, box[2] + low, box[3] + high, box[4] + high, box[5] + high)


# ---- solids --------------------------------------------------------------------------------------


def stretched(boxes: list[Box]) -> list[Box]:
    """Return the same solids in boxes as large as can be, which overlap where they can.

    A box reaches on through another that adjoins it and is at least as wide, and so does each of
    its faces: so that no search has to look into the seam between two.
    """
    kept: list[Box] = []
    for group in adjoining(boxes):
        kept += stretched_together(group)
    return kept


def adjoining(boxes: list[Box]) -> list[list[Box]]:
    """Return boxes in groups, each in order, such that none touches one of another group."""
    groups: list[list[int]] = []
    for number, box in enumerate(boxes):
        apart: list[list[int]] = []
        joined = [number]
        for group in groups:
            for other in group:
                if touch(box, boxes[other]):
                    joined += group
                    break
            else:
                apart.append(group)
        groups = [*apart, sorted(joined)]
    return [[boxes[number] for number in group] for group in groups]


def touch(box: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common, be it of an edge."""
    for axis in range(3):
        if other[axis] > box[axis + 3] or other[axis + 3] < box[axis]:
            return False
    return True


def stretched_together(boxes: list[Box]) -> list[Box]:
    """Stretch boxes, however many of them adjoin: every one is held against every other."""
    found = boxes + [face for box in boxes for face in faces(box)]
    grown = True
    while grown:
        grown = False
        for number in range(len(found)):
            for other in found:
                if touch(found[number], other):
                    wider = reached(found[number], other)
                    grown = grown or wider != found[number]
                    found[number] = wider
    kept: list[Box] = []
    for number, box in enumerate(found):
        if not any(holds(other, box) for other in found[number + 1 :] + kept):
            kept.append(box)
    return kept


def faces(box: Box) -> list[Box]:
    """Return the six sides of a box, as boxes without thickness."""
    x, y, z, far_x, far_y, far_z = box
    return [
        (x, y, z, x, far_y, far_z),
        (far_x, y, z, far_x, far_y, far_z),
        (x, y, z, far_x, y, far_z),
        (x, far_y, z, far_x, far_y, far_z),
        (x, y, z, far_x, far_y, z),
        (x, y, far_z, far_x, far_y, far_z),
    ]


def reached(box: Box, other: Box) -> Box:
    """Return a box that reaches on through another, if that is as wide where they meet.

    What has no thickness gets none.
    """
    ends = list(box)
    for axis in range(3):
        a, b = [one for one in range(3) if one != axis]
        if box[axis] < box[axis + 3] and other[a] <= ends[a] and other[a + 3] >= ends[a + 3]:
            if other[b] <= ends[b] and other[b + 3] >= ends[b + 3]:
                if other[axis] <= ends[axis + 3] and other[axis + 3] >= ends[axis]:
                    ends[axis] = min(ends[axis], other[axis])
                    ends[axis + 3] = max(ends[axis + 3], other[axis + 3])
    return (ends[0], ends[1], ends[2], ends[3], ends[4], ends[5])


def holds(box: Box, other: Box) -> bool:
    """Return whether a box holds another, or is the same."""
    for axis in range(3):
        if other[axis] < box[axis] or other[axis + 3] > box[axis + 3]:
            return False
    return True
