"""Lines of sight, arcs and opposites, held to their definition space by space."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.core.grid import OPEN, WALL, Grid
from affray.rulesets.quest import geometry
from affray.rulesets.quest.attack import declared, numbers
from tests.quest.table import Table, creature, unit
from tests.rules import rule

SWORD = ["longsword"]

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


@rule("quest/zone.adjacent", "quest/zone.diagonals-count", "quest/feat.reach")
@pytest.mark.parametrize(("feats", "reach", "count"), [((), 1, 8), (("reach",), 2, 24)])
def test_the_zone_is_everything_adjacent_diagonals_included(
    feats: tuple[str, ...], reach: int, count: int
) -> None:
    """At (5,5): columns and rows 4 to 6 without it; with Reach 3 to 7."""
    rows = [["." for _ in range(11)] for _ in range(11)]
    rows[5][5] = "A"
    rows[0][0] = "b"
    table = Table("\n".join([" ".join(row) for row in rows]), A=unit(feats=feats), b=unit())
    zone = [
        cell
        for cell in range(table.combat.grid.size)
        if cell != table["A"].cell
        and geometry.in_zone_from(table.combat, table["A"], cell, 1, geometry.reach(table["A"]))
    ]

    assert len(zone) == count
    assert all([abs(cell % 11 - 5) <= reach and abs(cell // 11 - 5) <= reach for cell in zone])


@rule("quest/feat.reach")
def test_reach_widens_free_hits() -> None:
    table = Table(". . A . b . .", A=unit(weapons=SWORD, feats=["reach"]), b=unit())

    table.act("b", "move", "move 5,0", "A: strike b with longsword unaimed", "stop", dice="d20 2")

    assert table.at("b") == "5,0"


@rule("quest/zone.large-units")
def test_a_large_units_zone_lies_around_its_footprint() -> None:
    rows = "\n".join([". . . . . ."] * 6).replace(". . . . . .", "A . . . . b", 1)
    table = Table(rows, A=creature("cairn-brute"), b=unit())
    brute = table["A"]
    table.combat.move(brute, table.combat.grid.read("1,1"))
    grid = table.combat.grid

    assert geometry.in_zone_from(table.combat, brute, grid.read("3,3"), 1, 1)
    assert geometry.in_zone_from(table.combat, brute, grid.read("0,2"), 1, 1)
    assert not geometry.in_zone_from(table.combat, brute, grid.read("4,1"), 1, 1)


@rule("quest/zone.blocked-by-walls")
def test_a_wall_cuts_the_zone() -> None:
    table = Table(". A # b .", A=unit(weapons=SWORD, feats=["reach"]), b=unit())
    clear = Table(". A . b .", A=unit(weapons=SWORD, feats=["reach"]), b=unit())

    assert not geometry.in_zone(table.combat, table["A"], table["b"])
    assert geometry.in_zone(clear.combat, clear["A"], clear["b"])


@rule("quest/geometry.distance")
def test_distance_is_the_larger_difference() -> None:
    table = Table(
        """
        A . . . .
        . . . . .
        . . . b .
        """,
        A=unit(),
        b=unit(),
    )

    assert geometry.distance(table.combat, table["A"], table["b"]) == 3


@rule("quest/attack.behind-arc")
@pytest.mark.parametrize(
    ("way", "dx", "dy", "behind"),
    [
        ("n", 3, 3, True),
        ("n", 4, 3, False),
        ("n", -4, 3, False),
        ("e", -3, 4, False),
        ("e", -4, 4, True),
        ("se", -6, 0, True),
        ("se", -6, 1, False),
        ("se", 1, -6, False),
        ("se", 0, -6, True),
        ("se", 3, -3, False),
    ],
)
def test_the_arc_behind_ends_at_forty_five_degrees(
    way: str, dx: int, dy: int, behind: bool
) -> None:
    rows = [["." for _ in range(13)] for _ in range(13)]
    rows[6][6] = "b"
    rows[6 + dy][6 + dx] = "A"
    table = Table("\n".join([" ".join(row) for row in rows]), A=unit(), b=unit(), facing={"b": way})

    assert geometry.behind(table.combat, table["A"], table["b"]) is behind


@pytest.mark.parametrize(
    ("square", "steps"), [("0,0", 0), ("4,3", 0), ("2,1", 1), ("2,2", 1), ("4,1", 0), ("3,2", 1)]
)
def test_how_far_the_edge_of_the_map_is(square: str, steps: int) -> None:
    grid = Grid(5, 4, [OPEN] * 20, [0] * 20)

    assert geometry.to_edge(grid, grid.read(square)) == steps


@rule("quest/geometry.cover", "quest/attack.area-spells")
def test_an_area_gives_no_cover_to_whom_the_caster_cannot_see_at_all() -> None:
    table = Table("A # b", A=unit(spells=["storm-column"]), b=unit())
    attack = declared.Attack(0, 1, None, declared.IN_HAND)
    attack.spell = table["A"].sheet.spells[0]

    assert numbers.target_number(table.combat, attack) == 10
