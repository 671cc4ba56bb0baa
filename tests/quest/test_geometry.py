"""Lines of sight, arcs and opposites, held to their definition space by space."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.core.grid import OPEN, WALL, Grid
from affray.rulesets.quest import geometry
from tests.quest.table import Table, unit
from tests.rules import rule

WIDTH = 9
HEIGHT = 7


def crossed(a: tuple[int, int], b: tuple[int, int], cell: tuple[int, int]) -> bool:
    """Return whether the segment between two centres passes the open inside of a cell."""
    low, high = Fraction(0), Fraction(1)
    for start, end, middle in zip(a, b, cell, strict=True):
        if start == end:
            if start != middle:
                return False
            continue
        ends = [Fraction(2 * middle + d - 2 * start, 2 * (end - start)) for d in (-1, 1)]
        low, high = max(low, min(ends)), min(high, max(ends))
    return low < high


@rule("quest/geometry.line-of-sight")
@pytest.mark.parametrize("start", [(0, 0), (8, 0), (0, 6), (8, 6), (4, 3)])
def test_a_line_passes_the_cells_whose_inside_it_crosses_and_no_other(
    start: tuple[int, int],
) -> None:
    grid = Grid(WIDTH, HEIGHT, [OPEN] * (WIDTH * HEIGHT), [0] * (WIDTH * HEIGHT))
    cells = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    a = start[1] * WIDTH + start[0]

    for goal in cells:
        if goal == start:
            continue
        found = geometry.trace(grid, a, goal[1] * WIDTH + goal[0])
        between = [
            y * WIDTH + x
            for x, y in cells
            if (x, y) not in (start, goal) and crossed(start, goal, (x, y))
        ]
        assert found is not None
        assert sorted(found) == between, goal


@rule("quest/geometry.line-of-sight")
@pytest.mark.parametrize("walls", ["", "near", "far", "near far"])
@pytest.mark.parametrize("turned", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_a_corner_passed_exactly_blocks_between_two_walls_only(
    walls: str, turned: tuple[int, int]
) -> None:
    """From (4,3) three columns and one row away: the corner lies half way."""
    dx, dy = turned
    ground = [OPEN] * (WIDTH * HEIGHT)
    near = (3 + dy) * WIDTH + 4 + dx
    far = 3 * WIDTH + 4 + 2 * dx
    if "near" in walls:
        ground[near] = WALL
    if "far" in walls:
        ground[far] = WALL
    grid = Grid(WIDTH, HEIGHT, ground, [0] * (WIDTH * HEIGHT))

    found = geometry.trace(grid, 3 * WIDTH + 4, (3 + dy) * WIDTH + 4 + 3 * dx)

    between = [3 * WIDTH + 4 + dx, (3 + dy) * WIDTH + 4 + 2 * dx]
    assert found == (None if walls == "near far" else between)


@rule("quest/gm.behind", "quest/gm.options")
@pytest.mark.parametrize(
    ("rows", "size", "bonus"),
    [
        (". A .\n. b .\n. B .", 1, 1),
        (". B .\n. b .\n. A .", 1, 1),
        ("A . .\n. b .\n. . B", 1, 1),
        (". . A\n. b .\nB . .", 1, 1),
        (". A .\n. b .\n. . B", 1, 0),
        (". A .\n. b .\nB . .", 1, 0),
        ("A . .\n. b B\n. . .", 1, 0),
        ("A B .\n. b .\n. . .", 1, 0),
        ("A . b B", 1, 1),
        ("A . b . B", 1, 1),
        ("A b . B", 1, 0),
        ("B A b", 1, 0),
        ("A B b", 1, 0),
        (". A . .\n. b . .\n. . . .\n. . B .", 2, 1),
        (". A . .\n. b . .\n. . . .\n. B . .", 2, 0),
        (". . . .\nA b . .\n. . . B\n. . . .", 2, 1),
        (". . . .\nA b . B\n. . . .\n. . . .", 2, 0),
    ],
)
def test_without_facings_behind_is_where_an_ally_stands_straight_across(
    rows: str, size: int, bonus: int
) -> None:
    table = Table(
        rows,
        A=unit(weapons=["spear"]),
        b=unit(size=size),
        B=unit(),
        options={"no-facings": True},
    )

    assert table.bonus("A", "b", "spear") == bonus


@rule("quest/gm.behind")
def test_a_foe_or_a_fallen_ally_straight_across_does_not_count() -> None:
    table = Table(
        "A b c", A=unit(weapons=["spear"]), b=unit(), c=unit(), options={"no-facings": True}
    )
    assert table.bonus("A", "b", "spear") == 0

    flanked = Table(
        "A b B", A=unit(weapons=["spear"]), b=unit(), B=unit(), options={"no-facings": True}
    )
    flanked["B"].present = False
    assert flanked.bonus("A", "b", "spear") == 0


@rule("quest/zone.blocked-by-walls", "quest/zone.large-units", "quest/zone.diagonals-count")
@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize(("walls", "inside"), [("##", False), ("#.", True), (".#", True)])
def test_a_zone_reaches_past_one_wall_at_a_corner_and_not_between_two(
    size: int, walls: str, inside: bool
) -> None:
    rows = f". A {walls[0]} . .\n. {walls[1]} b . .\n. . . . ."
    table = Table(rows, A=unit(), b=unit(size=size))

    assert geometry.in_zone(table.combat, table["b"], table["A"]) is inside
    assert geometry.in_zone(table.combat, table["A"], table["b"]) is inside
