"""The grid: squares, distance, elevation, and what it does not know."""

from __future__ import annotations

from affray.rulesets.thrum.terms import MOVE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


@rule("thrum/grid.squares")
def test_movement_and_range_are_counted_in_the_same_whole_squares() -> None:
    table = Table("A . . . . b", A=pc(), b=npc("biffer"))

    assert [table.cost("A", f"{column},0") for column in range(1, 6)] == [1, 2, 3, 4, -1]
    table.move("A", "move 2,0")
    assert table.offers("A") == ["no action", "basic-attack b", "dash", "recover"]


@rule("thrum/grid.adjacency")
def test_a_square_touches_eight_others_but_not_itself_at_any_elevation() -> None:
    table = Table(
        """
        . . . .
        . A . .
        . . . .
        """,
        heights="""
        9 9 9 0
        0 0 0 0
        5 0 0 0
        """,
        A=pc(),
    )
    here = table["A"].cell
    grid = table.combat.grid

    beside = [cell for cell in range(grid.size) if table.combat.distance(here, cell) == 1]
    assert sorted(grid.near[here]) == beside
    assert [grid.name(cell) for cell in beside] == [
        "0,0",
        "1,0",
        "2,0",
        "0,1",
        "2,1",
        "0,2",
        "1,2",
        "2,2",
    ]
    assert not table.combat.adjacent(table["A"], table["A"])


@rule("thrum/grid.adjacency")
def test_one_at_the_corner_and_high_above_is_adjacent() -> None:
    table = Table(
        """
        A .
        . b
        """,
        heights="""
        0 0
        0 5
        """,
        A=pc(abilities=["sockem"]),
        b=npc("biffer"),
    )

    assert "sockem b" in table.offers("A")  # Range 1


@rule("thrum/grid.distance")
def test_distance_is_the_longer_offset() -> None:
    """7 columns west and 4 rows north: distance 7."""
    rows = "\n".join(
        [
            "b . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . A .",
        ]
    )
    table = Table(rows, A=pc(), b=npc("plinker"))

    assert table.combat.apart(table["A"], table["b"]) == 7
    with refused("grid.range-inclusive"):
        table.act("b", "plinker-shot A")  # Range 6
    table.combat.move(table["A"], table.combat.grid.read("6,4"))
    table.begin_turn("b")
    table.act("b", "plinker-shot A", "A: no defence")


@rule("thrum/grid.distance-ignores-terrain")
def test_bodies_difficult_ground_and_height_do_not_lengthen_a_distance() -> None:
    plain = Table("A . . b", A=pc(), b=npc("dirge-singer"))
    rough = Table(
        "A , C b",
        heights="0 3 0 4",
        A=pc(),
        C=pc(),
        b=npc("dirge-singer"),
    )

    for table in (plain, rough):
        assert table.combat.apart(table["A"], table["b"]) == 3
        assert "cold-whisper A" in table.offers("b")


@rule("thrum/grid.range-inclusive")
def test_range_x_reaches_distance_x_and_no_farther() -> None:
    table = Table("A . . b c", A=pc(), b=npc("biffer"), c=npc("biffer"))

    assert "basic-attack b" in table.offers("A")  # Range 3, distance 3
    with refused("grid.range-inclusive"):
        table.act("A", "basic-attack c")


@rule("thrum/grid.one-character-per-square")
def test_nobody_ends_where_another_stands() -> None:
    table = Table("A C b . .", A=pc(), C=pc(), b=npc("biffer"))
    table["b"].side = 0  # even if all are allies

    moves = table.offers("A", MOVE_PHASE)

    assert moves == ["stop", "move 3,0", "move 4,0"]


@rule("thrum/grid.map-edge")
def test_off_the_map_nobody_moves_or_is_moved() -> None:
    table = Table(
        """
        b A
        . .
        """,
        A=pc(abilities=["sockem"]),
        b=npc("biffer"),
    )

    assert table.offers("A", MOVE_PHASE) == ["stop", "move 1,1", "move 0,1"]
    with refused("grid.map-edge"):
        table.move("A", "move 2,0")
    assert table.cost("A", "2,0") == -1
    # b stands in the corner: only one way is open to it.
    table.act("A", "sockem b", "b: resilience", "shift", "push b s 1", dice="1 1 6 6")
    assert table.at("b") == "0,1"


@rule("thrum/grid.elevation")
def test_every_square_has_a_level_0_unless_labelled_and_a_character_is_at_it() -> None:
    table = Table("A . 2 . 4", A=pc())
    grid = table.combat.grid

    assert list(grid.levels) == [0, 0, 2, 0, 4]
    # One level is free, each further one costs 1: up two, down two.
    assert table.cost("A", "2,0") == 3
    low = Table("A . .", heights="0 -1 1", A=pc())
    assert list(low.combat.grid.levels) == [0, -1, 1]
    assert low.cost("A", "2,0") == 1 + 2


@rule("thrum/grid.no-line-of-sight")
def test_only_obstruction_stops_an_ability_and_physical_attacks_alone() -> None:
    table = Table(
        """
        . . # . .
        A . # b .
        . . # . .
        """,
        heights="""
        0 0 2 0 0
        0 0 2 0 0
        0 0 2 0 0
        """,
        A=pc(level=1, abilities=["addle", "flaming-arrow"], POW=1),
        b=npc("biffer"),
    )

    with refused("cover.obstructed"):
        table.act("A", "basic-attack b")
    with refused("cover.obstructed"):
        table.act("A", "flaming-arrow b")
    table.begin_turn("A")
    table.act("A", "addle b", "plain", "b: no defence")
    assert table.n("b", "disoriented") == 1


@rule("thrum/grid.no-line-of-sight")
def test_an_ability_that_is_no_attack_needs_range_alone() -> None:
    table = Table(
        """
        . . 4 . .
        a . 4 b .
        . . 4 . C
        """,
        heights="""
        0 0 4 0 0
        0 0 4 0 0
        0 0 4 0 0
        """,
        a=npc("bonesetter"),
        b=npc("biffer"),
        C=pc(),
    )
    table["b"].fatigue = 3
    table.combat.move(table["a"], table.combat.grid.read("1,1"))

    table.act("a", "splint b")

    assert table["b"].fatigue == 1


@rule("thrum/grid.no-facing")
def test_being_surrounded_gives_nobody_a_modifier() -> None:
    table = Table(
        """
        c d e
        f A b
        g h i
        """,
        A=pc(END=1),
        more={letter: npc("biffer") for letter in "bcdefghi"},
    )

    table.act("b", "biffer-thump A", "A: resilience", dice="3 4 3 4")  # two dice each

    assert table.totals() == (9, 8)
