"""Sight in whole numbers against the same questions in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from affray.core.grid import Box
from affray.core.sight import Point, blocked, clear, dark, sees

numbers = st.integers(-8, 16)
points = st.tuples(numbers, numbers, numbers)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    x, y, z = draw(points)
    return (
        x,
        y,
        z,
        x + draw(st.integers(0, 8)),
        y + draw(st.integers(0, 8)),
        z + draw(st.integers(0, 8)),
    )


def slowly_blocked(p: Point, q: Point, box: Box) -> bool:
    """Look at every share of the way at which a face plane is crossed, and between any two."""
    shares = {Fraction(0), Fraction(1)}
    for axis in range(3):
        way = q[axis] - p[axis]
        if way:
            for face in (box[axis], box[axis + 3]):
                share = Fraction(face - p[axis], way)
                if 0 <= share <= 1:
                    shares.add(share)
    ordered = sorted(shares)
    ordered += [(a + b) / 2 for a, b in pairwise(ordered)]
    return any(
        share < 1
        and all(
            box[axis] <= p[axis] + share * (q[axis] - p[axis]) <= box[axis + 3] for axis in range(3)
        )
        for share in ordered
    )


@given(points, points, boxes())
@settings(max_examples=1000)
def test_a_segment_is_blocked_exactly_when_some_point_before_its_end_lies_in_the_box(
    p: Point, q: Point, box: Box
) -> None:
    if p == q:
        return
    assert blocked(p, q, box) == slowly_blocked(p, q, box)


def test_a_box_that_is_only_touched_blocks_but_not_at_the_far_end() -> None:
    assert blocked((0, 0, 0), (8, 0, 0), (4, 0, 0, 5, 3, 3))  # along a face
    assert blocked((0, 0, 0), (8, 8, 0), (4, 4, 0, 4, 4, 9))  # through an edge
    assert not blocked((0, 0, 0), (8, 0, 0), (8, 0, 0, 9, 3, 3))  # ends on the surface
    assert not blocked((0, 0, 0), (8, 0, 0), (4, 1, 0, 5, 3, 3))


def slowly_sees(corner: Point, size: int, point: Point, walls: list[Box], least: int) -> bool:
    """Try the middle of the cube and of every eighth, down to the same size, all of them."""
    half = size // 2
    middle = (corner[0] + half, corner[1] + half, corner[2] + half)
    if not any(slowly_blocked(middle, point, box) for box in walls):
        return True
    if half < least:
        return False
    return any(
        slowly_sees(
            (
                corner[0] + half * (part & 1),
                corner[1] + half * (part >> 1 & 1),
                corner[2] + half * (part >> 2),
            ),
            half,
            point,
            walls,
            least,
        )
        for part in range(8)
    )


@given(points, points, st.lists(boxes(), min_size=1, max_size=3))
@settings(max_examples=150)
def test_a_cube_is_seen_exactly_when_one_of_its_parts_is(
    corner: Point, point: Point, walls: list[Box]
) -> None:
    if any(corner[axis] <= point[axis] <= corner[axis] + 8 for axis in range(3)):
        return
    assert sees(corner, 8, point, walls, 2) == slowly_sees(corner, 8, point, walls, 2)


def test_a_dark_cube_is_hidden_by_one_box_wholly() -> None:
    wall: Box = (4, -20, -20, 5, 20, 20)

    assert dark(8, 0, 0, 4, (0, 0, 0), [wall])
    assert not dark(8, 0, 0, 4, (0, 0, 0), [(4, -20, -20, 5, 1, 20)])
    assert not sees((8, 0, 0), 4, (0, 0, 0), [wall], 1)
    assert clear((8, 0, 0), (0, 0, 0), [(4, 1, 0, 5, 2, 1)])
