"""Cells, footprints, distances, names; and the order of turns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.grid import ALTERNATING, CHEBYSHEV, ORTHOGONAL, Grid, direction_of, step_of
from affray.core.order import ACTING, DONE, LATER, MAY_ACT, Lineup, Rota
from affray.core.walk import path_answer, path_cells


def plain(width: int, height: int) -> Grid:
    return Grid(width, height, [0] * width * height, [0] * width * height)


GRID = plain(9, 7)
places = st.integers(0, GRID.size - 1)
sizes = st.integers(1, 3)


@given(places, sizes, places, sizes)
def test_distance_is_that_of_the_nearest_cells(a: int, size_a: int, b: int, size_b: int) -> None:
    mine, theirs = GRID.footprint(a, size_a), GRID.footprint(b, size_b)
    if not mine or not theirs or set(mine) & set(theirs):
        return
    found: dict[int, list[int]] = {ORTHOGONAL: [], CHEBYSHEV: [], ALTERNATING: []}
    for one in mine:
        for other in theirs:
            dx = abs(one % 9 - other % 9)
            dy = abs(one // 9 - other // 9)
            found[ORTHOGONAL].append(dx + dy)
            found[CHEBYSHEV].append(max(dx, dy))
            found[ALTERNATING].append(max(dx, dy) + min(dx, dy) // 2)

    for metric, distances in found.items():
        assert GRID.distance(a, b, metric, size_a, size_b) == min(distances)
        assert GRID.distance(b, a, metric, size_b, size_a) == min(distances)


@given(places, sizes)
def test_a_footprint_is_a_square_or_leaves_the_map(cell: int, size: int) -> None:
    column, row = GRID.column(cell), GRID.row(cell)
    fits = column + size <= 9 and row + size <= 7
    expected = [GRID.at(column + x, row + y) for y in range(size) for x in range(size)]

    assert GRID.footprint(cell, size) == (expected if fits else [])


@given(places)
def test_names_are_read_back(cell: int) -> None:
    assert GRID.read(GRID.name(cell)) == cell


@pytest.mark.parametrize("text", ["", "3", "9,0", "0,7", "-1,2", "a,b", "1,2,3", "1;2", " 1,2"])
def test_what_names_no_cell_is_none(text: str) -> None:
    assert GRID.read(text) == -1


def test_neighbours_run_clockwise_from_north() -> None:
    middle = GRID.at(4, 3)
    expected = ["4,2", "5,2", "5,3", "5,4", "4,4", "3,4", "3,3", "3,2"]

    assert [GRID.name(cell) for cell in GRID.near[middle]] == expected
    assert [GRID.name(cell) for cell in GRID.cross[middle]] == expected[::2]
    assert [GRID.direction(middle, cell) for cell in GRID.near[middle]] == list(range(8))


@pytest.mark.parametrize("direction", range(8))
def test_steps_and_directions_undo_each_other(direction: int) -> None:
    assert direction_of(*step_of(direction)) == direction
    assert [
        GRID.direction(GRID.at(4, 3), cell) for cell in GRID.ray(GRID.at(4, 3), direction, 2)
    ] == [direction] * 2


@given(places, st.integers(0, 4))
def test_around_holds_what_is_within_the_distance(cell: int, radius: int) -> None:
    expected = [one for one in range(GRID.size) if GRID.distance(cell, one, CHEBYSHEV) <= radius]

    assert GRID.around(cell, radius) == expected


@given(places, st.lists(st.integers(0, 7), min_size=1, max_size=60))
def test_an_explicit_path_is_one_negative_number_and_back(
    start: int, directions: list[int]
) -> None:
    cells = []
    here = start
    for direction in directions:
        goal = GRID.beside(here, *step_of(direction))
        if goal >= 0:
            cells.append(goal)
            here = goal
    if not cells:
        return

    answer = path_answer(GRID, start, cells)

    assert answer < 0
    assert path_cells(GRID, start, answer) == cells


def test_cells_that_are_no_chain_are_no_path() -> None:
    assert path_answer(GRID, 0, [2]) == 0
    assert path_answer(GRID, 0, [0]) == 0
    assert path_answer(GRID, 0, [1, 3]) == 0
    assert path_cells(GRID, 0, path_answer(GRID, 20, [11, 2])) == []  # leaves the map


# -- turn orders ---------------------------------------------------------------------------------


def test_delaying_moves_one_down_and_the_next_acts() -> None:
    row = Lineup([3, 1, 2, 0], 1)
    row.place_after(1, 2)

    assert row.order == [3, 2, 1, 0]
    assert row.now() == 2
    assert row.later() == [1, 0]


@pytest.mark.parametrize(("place", "past", "now"), [(0, True, 1), (1, True, 1), (2, False, 1)])
def test_a_newcomer_before_the_present_place_waits_for_the_next_round(
    place: int, past: bool, now: int
) -> None:
    row = Lineup([0, 1, 2], 1)

    assert row.insert(9, place) is past
    assert row.now() == now
    assert row.order[place] == 9


@pytest.mark.parametrize(("gone", "now"), [(0, 1), (1, 2), (2, 1)])
def test_who_leaves_the_row_shifts_nobodys_turn(gone: int, now: int) -> None:
    row = Lineup([0, 1, 2], 1)
    row.remove(gone)

    assert row.now() == now


def test_a_row_at_its_end_is_over_and_says_who_is_done() -> None:
    row = Lineup([0, 1], 1)

    assert row.entries(acting=True) == [(0, DONE), (1, ACTING)]
    assert row.entries(acting=False) == [(0, DONE), (1, LATER)]
    row.at = 2
    assert row.now() == -1


def test_sides_alternate_and_the_present_one_comes_last() -> None:
    ring = Rota([0, 1, 2])

    assert [ring.next([[5], [], [7]]) and ring.side() for _ in range(3)] == [2, 0, 2]
    assert ring.next([[5], [], []])
    assert ring.side() == 0
    assert ring.next([[5], [], []])  # nobody else has anybody left
    assert ring.side() == 0
    assert not ring.next([[], [], []])


def test_a_ring_says_who_may_act() -> None:
    ring = Rota([0, 1], 1)

    assert ring.entries([[4], [5, 6]], [9]) == [(9, DONE), (5, MAY_ACT), (6, MAY_ACT), (4, LATER)]


def test_orders_are_cloned_apart_and_keyed() -> None:
    row, ring = Lineup([0, 1]), Rota([0, 1])
    twins = row.clone(), ring.clone()
    twins[0].order.append(2)
    twins[1].at = 1

    assert row.order == [0, 1]
    assert twins[0].key() != row.key()
    assert twins[1].key() != ring.key()


@pytest.mark.parametrize(("size", "other"), [(1, 1), (2, 1), (1, 3), (3, 2), (4, 4)])
def test_distances_from_a_footprint_are_those_of_the_nearest_cells(size: int, other: int) -> None:
    grid = plain(7, 5)

    for cell in range(35):
        row = grid.far_from(cell, size, other)
        apart = [grid.distance(cell, one, CHEBYSHEV, size, other) for one in range(35)]
        assert list(row) == apart


def test_the_top_of_a_footprint_is_its_highest_level() -> None:
    levels = [(cell * 7) % 11 for cell in range(35)]
    grid = Grid(7, 5, [0] * 35, levels)

    for size in (1, 2, 3):
        for cell in range(35):
            under = grid.footprint(cell, size)
            assert grid.top(cell, size) == max([levels[one] for one in under or [cell]])
