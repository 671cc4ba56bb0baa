"""The path search: against its twin, and against a slow one that is plainly right."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.core import paths, paths_plain
from affray.core.grid import Grid
from affray.core.paths import flood
from affray.core.reach import ALTERNATE, PLAIN, WAIVE, Exits, Obstacles, Reach

Field = tuple[Grid, Exits, Obstacles, int, int, int, int]


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """A small map with prices, obstacles and hazards, a start, a budget, a mode and its layer."""
    width = draw(st.integers(1, 6))
    height = draw(st.integers(1, 6))
    grid = Grid(width, height, [0] * width * height, [0] * width * height)
    number = st.integers(1, 3)
    rows = []
    for cell in range(grid.size):
        row = []
        for goal in grid.near[cell]:
            if draw(st.booleans()) or goal == cell + 1:
                slant = 1 if goal not in grid.cross[cell] else 0
                row.append((goal, draw(number), slant))
        rows.append(tuple(row))
    exits = Exits(rows)
    obstacles = Obstacles(exits)
    for cell in range(grid.size):
        kind = draw(st.integers(0, 9))
        if kind == 0:
            obstacles.bar(cell)
        elif kind == 1:
            obstacles.close(cell)
        elif kind == 2:
            obstacles.cost(cell, draw(st.integers(0, 2)), draw(st.integers(0, 2)))
        elif kind == 3:
            obstacles.harm(cell, draw(st.integers(1, 40)))
    mode = draw(st.sampled_from([PLAIN, ALTERNATE, WAIVE]))
    layer = 0 if mode == PLAIN else draw(st.integers(0, 1))
    start = draw(st.integers(0, grid.size - 1))
    return grid, exits, obstacles, start, draw(st.integers(0, 12)), mode, layer


def priced(field: Field, here: int, layer: int, step: tuple[int, int, int]) -> tuple[int, int]:
    """Return what a step costs, and the layer after it."""
    _, _, obstacles, _, _, mode, _ = field
    goal, price, slant = step
    cost = price + int(obstacles.leave[here]) + int(obstacles.enter[goal])
    if mode == ALTERNATE and slant:
        return cost + layer * (price + int(obstacles.enter[goal])), 1 - layer
    if mode == WAIVE and not layer and cost > 1:
        return 1, 1
    return cost, layer


def slow(field: Field) -> dict[tuple[int, int], tuple[int, int]]:
    """Return (cost, harm) of every (cell, layer) by Dijkstra on pairs."""
    _, exits, obstacles, start, budget, _, layer = field
    best: dict[tuple[int, int], tuple[int, int]] = {}
    waiting = [((0, 0), (start, layer))]
    while waiting:
        value, node = heapq.heappop(waiting)
        if node in best:
            continue
        best[node] = value
        cell, used = node
        for step in exits.rows[cell]:
            if obstacles.barred(step[0]):
                continue
            price, to = priced(field, cell, used, step)
            if value[0] + price <= budget:
                harm = value[1] + int(obstacles.hazard[step[0]])
                heapq.heappush(waiting, ((value[0] + price, harm), (step[0], to)))
    return best


@given(fields())
@settings(max_examples=300)
def test_the_search_finds_the_cheapest_way_and_the_least_harm_among_equals(field: Field) -> None:
    _, exits, obstacles, start, budget, mode, layer = field
    found = flood(exits, start, budget, obstacles, mode, layer)
    best = slow(field)

    reached: dict[int, tuple[int, int]] = {}
    for (cell, _), value in best.items():
        reached[cell] = min(value, reached.get(cell, value))
    for cell in range(exits.size):
        assert found.cost(cell) == reached.get(cell, (-1, 0))[0]
        assert found.harm(cell) == reached.get(cell, (-1, 0))[1]
    may_stop = {cell for cell in reached if cell != start and not obstacles.shut(cell)}
    assert set(found.cells) == may_stop
    costs = [found.cost(cell) for cell in found.cells]
    assert costs == sorted(costs)


@given(fields())
@settings(max_examples=200)
def test_a_path_costs_and_hurts_what_the_search_says(field: Field) -> None:
    _, exits, obstacles, start, budget, mode, layer = field
    found = flood(exits, start, budget, obstacles, mode, layer)
    for goal in found.cells:
        cost, harm, here, used = 0, 0, start, layer
        for cell in found.path(goal):
            step = next(one for one in exits.rows[here] if one[0] == cell)
            price, used = priced(field, here, used, step)
            cost += price
            harm += int(obstacles.hazard[cell])
            here = cell
        assert here == goal
        assert (cost, harm) == (found.cost(goal), found.harm(goal))


@given(fields())
@settings(max_examples=200)
def test_both_searches_find_the_same(field: Field) -> None:
    _, exits, obstacles, start, budget, mode, layer = field
    layers = 1 if mode == PLAIN else 2
    typed, plain = Reach(start, layers, exits), Reach(start, layers, exits)
    paths.search(exits, start, budget, obstacles, mode, layer, typed)
    paths_plain.search(exits, start, budget, obstacles, mode, layer, plain)

    assert typed.cells == plain.cells
    assert list(typed.values) == list(plain.values)
    assert list(typed.back) == list(plain.back)


def corridor(length: int) -> tuple[Grid, Exits]:
    grid = Grid(length, 2, [0] * length * 2, [0] * length * 2)
    return grid, Exits([tuple([(goal, 1, 0) for goal in grid.cross[c]]) for c in range(grid.size)])


def test_of_equally_cheap_ways_the_one_that_hurts_less_is_taken() -> None:
    grid = Grid(3, 3, [0] * 9, [0] * 9)
    exits = Exits([tuple([(goal, 1, 0) for goal in grid.cross[cell]]) for cell in range(9)])
    for hurting, safe in ((1, 3), (3, 1)):
        obstacles = Obstacles(exits)
        obstacles.harm(hurting, 5)

        path = flood(exits, 0, 4, obstacles).path(4)

        assert path == [safe, 4]


def test_harm_never_makes_a_way_longer() -> None:
    _, exits = corridor(4)
    obstacles = Obstacles(exits)
    obstacles.harm(1, 63)

    found = flood(exits, 0, 9, obstacles)

    assert found.path(3) == [1, 2, 3]
    assert found.cost(3) == 3


def test_no_way_is_an_empty_path_and_no_cost() -> None:
    _, exits = corridor(4)
    obstacles = Obstacles(exits)
    obstacles.bar(1)
    obstacles.bar(4)

    found = flood(exits, 0, 9, obstacles)

    assert found.cells == []
    assert found.path(3) == []
    assert found.cost(3) == -1


@pytest.mark.parametrize("size", [2, 3])
def test_a_large_mover_is_barred_wherever_it_would_cover_an_obstacle(size: int) -> None:
    grid = Grid(7, 7, [0] * 49, [0] * 49)
    obstacles = Obstacles(Exits([()] * 49))
    obstacles.bar_footprint(grid, grid.at(3, 3), size)
    obstacles.close_footprint(grid, grid.at(3, 3), size)

    for cell in range(49):
        covers = grid.at(3, 3) in grid.footprint(cell, size)
        if grid.footprint(cell, size):
            assert obstacles.barred(cell) == covers
            assert obstacles.shut(cell) == covers


@given(fields(), st.data())
@settings(max_examples=60, deadline=None)
def test_exits_without_some_steps_are_those_built_without_them(
    field: Field, data: st.DataObject
) -> None:
    """The whole table built again finds the same cells for the same price."""
    _, exits, _, start, budget, mode, layer = field
    steps = [(cell, step[0]) for cell, row in enumerate(exits.rows) for step in row]
    gone = data.draw(st.lists(st.sampled_from(steps), max_size=4)) if steps else []
    rows = [
        tuple([step for step in row if (cell, step[0]) not in gone])
        for cell, row in enumerate(exits.rows)
    ]

    for less in (exits.without(gone), exits.without(gone[:1]).without(gone[1:])):
        assert less.rows == tuple(rows)
        ways = []
        for one in (less, Exits(rows)):
            found = flood(one, start, budget, Obstacles(one), mode, layer)
            ways.append([(cell, found.cost(cell)) for cell in found.cells])
        assert ways[0] == ways[1]
