"""Cover and Obstruction."""

from __future__ import annotations

from affray.rulesets.thrum.geometry import sight
from affray.rulesets.thrum.geometry.sight import CLEAR, COVER, OBSTRUCTED
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


def field(
    width: int,
    height: int,
    levels: dict[str, int],
    bodies: str = "",
    options: dict[str, int] | None = None,
) -> Table:
    """Open ground with some levels; ``bodies`` are squares on which NPCs stand."""
    rows = [["."] * width for _ in range(height)]
    heights = [["0"] * width for _ in range(height)]
    for square, level in levels.items():
        column, row = (int(part) for part in square.split(","))
        heights[row][column] = str(level)
    letters = "bcdefg"[: len(bodies.split())]
    table = Table(
        "\n".join([" ".join(row) for row in rows]),
        heights="\n".join([" ".join(row) for row in heights]),
        options=options,
        more={letter: npc("biffer") for letter in letters},
    )
    for letter, square in zip(letters, bodies.split(), strict=True):
        table.put(letter, square)
    return table


def faced(table: Table, origin: str, target: str) -> int:
    grid = table.combat.grid
    return sight.cover(table.combat, grid.read(origin), grid.read(target))


@rule("thrum/cover.source-terrain")
def test_ground_two_levels_above_the_target_next_to_it_is_a_source() -> None:
    assert faced(field(9, 3, {"4,1": 2}), "0,1", "5,1") == COVER
    assert faced(field(9, 3, {"4,1": 1}), "0,1", "5,1") == CLEAR
    assert faced(field(9, 3, {"3,1": 2}), "0,1", "5,1") == CLEAR  # not adjacent to it
    # Two levels above the target, which itself stands on 1.
    assert faced(field(9, 3, {"4,1": 2, "5,1": 1}), "0,1", "5,1") == CLEAR
    assert faced(field(9, 3, {"4,1": 3, "5,1": 1}), "0,1", "5,1") == COVER


@rule("thrum/cover.source-character")
def test_anybody_next_to_the_target_is_a_source_of_any_side_fallen_or_not() -> None:
    table = field(9, 3, {}, "4,1")
    assert faced(table, "0,1", "5,1") == COVER
    table["b"].side = 0
    assert faced(table, "0,1", "5,1") == COVER
    table["b"].incapacitated = True
    assert faced(table, "0,1", "5,1") == COVER
    # At whatever elevation: in a ditch of 1 below the target too.
    assert faced(field(9, 3, {"4,1": -1}, "4,1"), "0,1", "5,1") == COVER


@rule("thrum/cover.source-character")
def test_a_minion_is_a_source_too() -> None:
    table = Table("A . . . b", A=pc(), b=npc("biffer"), C=pc(abilities=["command-aggressor"]))
    minion = next(unit for unit in table.combat.units if unit.controller >= 0)
    table.put(minion.name, "3,0")

    assert faced(table, "0,0", "4,0") == COVER


@rule("thrum/cover.opposite-side")
def test_the_far_side_lies_strictly_beyond_the_line_through_the_source() -> None:
    """T (5,5), A (4,5): P has cover to face only if its column is < 4. T (5,5), A (4,4), rows
    growing downward: only if column + row < 8.
    """
    straight = field(11, 11, {"4,5": 2})
    for row in range(11):
        for column in range(11):
            if (column, row) != (5, 5):
                expected = COVER if column < 4 else CLEAR
                assert faced(straight, f"{column},{row}", "5,5") == expected, (column, row)

    slanted = field(11, 11, {"4,4": 2})
    for row in range(11):
        for column in range(11):
            if (column, row) not in ((5, 5), (4, 4)):
                expected = COVER if column + row < 8 else CLEAR
                assert faced(slanted, f"{column},{row}", "5,5") == expected, (column, row)


@rule("thrum/cover.attacker-lower")
def test_a_source_covers_only_against_one_who_stands_lower() -> None:
    """Source at +2: an attacker at +1 faces cover, one at +2 does not."""
    assert faced(field(9, 3, {"4,1": 2, "0,1": 1}), "0,1", "5,1") == COVER
    assert faced(field(9, 3, {"4,1": 2, "0,1": 2}), "0,1", "5,1") == CLEAR
    assert faced(field(9, 3, {"4,1": 5, "0,1": 4}), "0,1", "5,1") == COVER


@rule("thrum/cover.character-height")
def test_a_character_stands_two_levels_high() -> None:
    assert faced(field(9, 3, {"0,1": 1}, "4,1"), "0,1", "5,1") == COVER
    assert faced(field(9, 3, {"0,1": 2}, "4,1"), "0,1", "5,1") == CLEAR
    assert faced(field(9, 3, {"0,1": 2, "4,1": 1}, "4,1"), "0,1", "5,1") == COVER


@rule("thrum/cover.character-height")
def test_without_the_option_a_character_is_only_as_high_as_its_square() -> None:
    off = {"level-cover": 0}
    assert faced(field(9, 3, {}, "4,1", off), "0,1", "5,1") == CLEAR
    assert faced(field(9, 3, {"4,1": 1}, "4,1", off), "0,1", "5,1") == COVER
    assert faced(field(9, 3, {"4,1": 1, "0,1": 1}, "4,1", off), "0,1", "5,1") == CLEAR


def shot(rows: str, heights: str, key: str, dice: str) -> Table:
    """A, with +0, uses something on b, which defends with Resilience or Resolve 0."""
    table = Table(rows, heights=heights, A=pc(level=1, abilities=["addle"]), b=npc("chaff"))
    words = [key, "plain", "b: resolve"] if key.startswith("addle") else [key, "b: resilience"]
    table.act("A", *words, dice=dice)
    return table


@rule("thrum/cover.bane")
def test_cover_is_a_bane_on_a_physical_attack() -> None:
    table = shot("A . . b", "0 0 2 0", "basic-attack b", "6 5 4 6 6")

    assert table.totals()[0] == 4 + 5 + table["A"].sheet.best_art()


@rule("thrum/cover.not-cumulative")
def test_several_sources_give_one_bane() -> None:
    rows = ". . . .\nA . . b\n. . . ."
    heights = "0 0 2 0\n0 0 2 0\n0 0 0 0"  # straight and slanted; Obstruction needs both flanks
    table = shot(rows, heights, "basic-attack b", "6 5 4 6 6")

    assert table.totals()[0] == 4 + 5 + table["A"].sheet.best_art()


@rule("thrum/cover.physical-only")
def test_mental_attacks_know_neither_cover_nor_obstruction() -> None:
    shot("A . . b", "0 0 2 0", "addle b", "1 1 6 6")  # no Bane
    rows = ". . . .\nA . . b\n. . . ."
    shot(rows, "0 0 2 0\n0 0 2 0\n0 0 2 0", "addle b", "1 1 6 6")  # Obstructed for others


@rule("thrum/cover.physical-only")
def test_an_ability_that_is_no_attack_passes_an_obstruction() -> None:
    table = Table(
        ". . . .\na . . b\n. . . .",
        heights="0 0 2 0\n0 0 2 0\n0 0 2 0",
        a=npc("bonesetter"),
        b=npc("biffer"),
    )
    table.put("a", "1,1")

    assert faced(table, "1,1", "3,1") == OBSTRUCTED
    assert "splint b" in table.offers("a")


@rule("thrum/cover.adjacent-attacker")
def test_an_adjacent_attacker_faces_neither() -> None:
    table = field(3, 3, {}, "1,0 0,1 2,1")
    for square in ("0,0", "1,0", "2,0", "0,1", "2,1", "0,2", "1,2", "2,2"):
        assert faced(table, square, "1,1") == CLEAR


@rule("thrum/cover.origin")
def test_cover_is_read_when_the_attack_is_rolled_obstruction_when_it_is_declared() -> None:
    """c Interposes: Cover, or with e and f beside it an Obstruction, of which no word is said."""
    for beside, before, after in ((False, CLEAR, COVER), (True, COVER, OBSTRUCTED)):
        table = Table(
            """
            . . c . . .
            . A . . d .
            . . . . . .
            """,
            order="cAdef",
            A=pc(level=1),
            more={letter: npc("biffer" if letter == "c" else "chaff") for letter in "cdef"},
        )
        if beside:
            table.put("e", "3,0")
            table.put("f", "3,2")
        table.enter_stance("c", "biffer-interpose")
        table.begin_turn("A")
        assert faced(table, "1,1", "4,1") == before

        table.act(
            "A",
            "basic-attack d",
            "c: biffer-interpose d",
            "c: move 3,1",
            "d: resilience",
            dice="6 5 4 6 6",
        )

        assert faced(table, "1,1", "4,1") == after
        assert table.totals() == (9, 12)


@rule("thrum/cover.origin")
def test_an_attack_resolved_from_elsewhere_traces_cover_from_there() -> None:
    """M covers b against A; the attack comes from A's Minion next to b, and has no Bane."""
    table = Table(
        """
        A . . M b
        . . . . .
        """,
        A=pc(level=1, abilities=["command-aggressor"]),
        M=pc(),
        b=npc("gatebreaker"),
    )
    assert faced(table, "0,0", "4,0") == COVER

    table.act(
        "A",
        "command-aggressor",
        "place minion 4,1",
        "attack b",
        "b: resilience",
        "leave",
        dice="1 1 6 6",
    )

    assert table.totals()[0] == 2 + table["A"].sheet.arts["animism"]


@rule("thrum/cover.obstructed")
def test_a_source_with_both_flanks_blocked_obstructs() -> None:
    """T (5,3), wall at +2 on (4,2), (4,3), (4,4), attacker (1,3) at 0: Obstructed."""
    wall = {"4,2": 2, "4,3": 2, "4,4": 2}
    table = field(7, 7, wall)
    assert faced(table, "1,3", "5,3") == OBSTRUCTED

    # One flank open, or only 1 high: Cover.
    assert faced(field(7, 7, {"4,2": 2, "4,3": 2}), "1,3", "5,3") == COVER
    assert faced(field(7, 7, wall | {"4,4": 1}), "1,3", "5,3") == COVER
    # Bodies serve as well as ground.
    assert faced(field(7, 7, {}, "4,2 4,3 4,4"), "1,3", "5,3") == OBSTRUCTED
    assert faced(field(7, 7, {"4,2": 2}, "4,3 4,4"), "1,3", "5,3") == OBSTRUCTED
    # From as high as the wall there is neither.
    assert faced(field(7, 7, wall | {"1,3": 2}), "1,3", "5,3") == CLEAR


@rule("thrum/cover.obstructed")
def test_one_in_an_obstructed_square_is_no_valid_target() -> None:
    table = Table(
        """
        . . . .
        A . . b
        . . . .
        """,
        heights="0 0 2 0\n0 0 2 0\n0 0 2 0",
        A=pc(),
        b=npc("biffer"),
    )

    assert "basic-attack b" not in table.offers("A")
    with refused("cover.obstructed"):
        table.act("A", "basic-attack b")


@rule("thrum/cover.obstructed-flanks")
def test_a_straight_source_is_flanked_beside_it_along_the_line() -> None:
    # The source is north of the target: the flanks are west and east of the source.
    assert faced(field(7, 7, {"3,2": 2, "2,2": 2, "4,2": 2}), "3,0", "3,3") == OBSTRUCTED
    assert faced(field(7, 7, {"3,2": 2, "2,3": 2, "4,3": 2}), "3,0", "3,3") == COVER


@rule("thrum/cover.obstructed-flanks")
def test_a_slanted_source_is_flanked_by_two_squares_not_next_to_the_target() -> None:
    # T (4,4), A (3,3), d = (-1,-1): flanks A + (-1,+1) = (2,4) and A + (+1,-1) = (4,2).
    flanks = {"3,3": 2, "2,4": 2, "4,2": 2}
    assert faced(field(7, 7, flanks), "0,0", "4,4") == OBSTRUCTED
    assert faced(field(7, 7, {"3,3": 2, "3,4": 1, "4,3": 1}), "0,0", "4,4") == COVER


@rule("thrum/cover.obstructed-flanks")
def test_the_map_edge_is_no_flank() -> None:
    # The source stands in the top row: one flank is off the map.
    assert faced(field(7, 2, {"4,0": 2, "4,1": 2}), "0,0", "5,0") == COVER


@rule("thrum/cover.obstructed-flanks")
def test_whether_the_attacker_is_lower_is_asked_of_the_source_alone() -> None:
    # The attacker at 2 is below the source at 3, though not below the flanks at 2.
    table = field(7, 7, {"4,3": 3, "4,2": 2, "4,4": 2, "1,3": 2})

    assert faced(table, "1,3", "5,3") == OBSTRUCTED


def walled() -> Table:
    """m to the west of a wall in column 3; B behind the wall, C upon it."""
    return Table(
        """
        . . . . .
        m . . . B
        . . . C .
        . . . . .
        """,
        heights="0 0 0 2 0\n0 0 0 2 0\n0 0 0 2 0\n0 0 0 2 0",
        order="BCm",
        m=npc("mirewright"),
        B=pc(),
        C=pc(),
    )


@rule("thrum/cover.obstructed-areas")
def test_an_area_all_of_whose_squares_are_obstructed_cannot_be_chosen() -> None:
    table = walled()
    assert [faced(table, "0,1", square) for square in ("4,1", "4,2")] == [OBSTRUCTED] * 2

    with refused("area.placement"):
        table.act("m", "cinder-jar", "area 4,1")  # (4,1) and (4,2)


@rule("thrum/cover.obstructed-areas", "thrum/cover.areas-bane")
def test_an_area_with_one_open_square_hits_those_in_obstructed_ones_too_with_the_bane() -> None:
    table = walled()
    assert faced(table, "0,1", "3,2") == CLEAR

    table.act(
        "m",
        "cinder-jar",
        "area 3,1",
        "B: resilience",
        "C: resilience",
        dice="6 5 4 1 1  6 6 1 1",  # B in Cover: a Bane; C: none
    )

    assert (table["B"].fatigue, table["C"].fatigue) == (1, 1)


@rule("thrum/cover.obstructed-areas")
def test_cover_alone_keeps_no_area_from_being_placed() -> None:
    table = Table(
        ". . . . .\nm . . . B",
        heights="0 0 0 0 0\n0 0 0 2 0",
        m=npc("mirewright"),
        B=pc(),
    )
    assert [faced(table, "0,1", square) for square in ("4,0", "4,1")] == [COVER] * 2

    table.act("m", "cinder-jar", "area 4,0", "B: no defence")

    assert table["B"].fatigue == 1


@rule("thrum/cover.obstructed-areas")
def test_an_empty_square_is_judged_as_if_a_target_stood_on_it() -> None:
    table = walled()
    table.put("B", "0,3")

    assert faced(table, "0,1", "4,1") == OBSTRUCTED
    with refused("area.placement"):
        table.act("m", "cinder-jar", "area 4,1")
