"""Distance, sight and cover."""

from __future__ import annotations

import pytest

from affray.rulesets.icon.geometry import distance, patterns, sight
from affray.rulesets.icon.geometry.maps import Maps
from affray.rulesets.icon.geometry.sight import CLEAR, COVERED, HIDDEN
from tests.icon.table import (
    Sheet,
    Table,
    ability,
    foe,
    hero,
    made,
    sheet,
    strike,
)
from tests.rules import rule


def archers(rows: str, a: Sheet | None = None, b: Sheet | None = None) -> Table:
    return Table(rows, A=a or sheet(), b=b or sheet(pc=False))


def seen(table: Table, a: str = "A", b: str = "b") -> int:
    return sight.sees(table.combat, table[a], table[b])


OPEN = "\n".join([". . . . . . ."] * 5)


def placed(a: str, b: str, *, size: int = 1, rows: str = OPEN) -> Table:
    """Two on an open field, A at one space, b at another."""
    table = Table("A b . . . . .\n" + rows, A=sheet(), b=sheet(pc=False, size=size))
    grid = table.combat.grid
    table.combat.move(table["A"], grid.read(a))
    table.combat.move(table["b"], grid.read(b))
    return table


@rule("icon/attack.range-diagonal", "icon/geometry.distance")
@pytest.mark.parametrize(
    ("at", "far"), [("1,1", 1), ("2,1", 2), ("2,2", 2), ("3,1", 3), ("1,3", 3), ("5,4", 5)]
)
def test_distance_is_the_larger_of_columns_and_rows(at: str, far: int) -> None:
    table = placed("0,0", at)

    assert distance.apart(table.combat, table["A"], table["b"]) == far


@rule("icon/attack.range-diagonal", "icon/geometry.adjacent")
@pytest.mark.parametrize(("at", "rule_"), [("3,3", ""), ("4,2", "attack.target-hostile")])
def test_melee_reaches_a_diagonal_neighbour(at: str, rule_: str) -> None:
    table = placed("2,2", at)

    assert table.refusal("A", "basic-melee b") == rule_


@rule("icon/attack.range-horizontal", "icon/geometry.adjacent")
def test_height_between_neighbours_does_not_add_distance() -> None:
    table = archers("A b3 .", sheet(abilities=[strike()]))

    assert distance.adjacent(table.combat, table["A"], table["b"])
    table.act("A", "strike b", dice="d20 12 d6 3 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/geometry.distance", "icon/geometry.size")
@pytest.mark.parametrize(
    ("at", "far"), [("1,4", 3), ("0,4", 4), ("3,3", 1), ("4,2", 2), ("6,6", 1)]
)
def test_distance_to_a_large_character_is_to_its_nearest_space(at: str, far: int) -> None:
    """A size 2 foe on (4,4)-(5,5) is at distance 3 from (1,4)."""
    table = placed(at, "4,4", size=2, rows="\n".join([". . . . . . ."] * 6))

    assert distance.apart(table.combat, table["A"], table["b"]) == far
    grid = table.combat.grid
    held = [grid.name(cell) for cell in table.combat.holders() if table.combat.holder(cell) == 1]
    assert sorted(held) == ["4,4", "4,5", "5,4", "5,5"]


@rule("icon/geometry.size", "icon/sheet.pc-size-one")
@pytest.mark.parametrize(("size", "spaces"), [(1, 1), (2, 4), (3, 9)])
def test_size_n_is_n_by_n_spaces(size: int, spaces: int) -> None:
    table = placed("0,0", "2,2", size=size)

    assert len(distance.footprint(table.combat, table["b"])) == spaces


# ---- the line ----------------------------------------------------------------------------------


@rule("icon/los.trace")
@pytest.mark.parametrize(
    ("a", "b", "crossed"),
    [
        ("0,0", "3,0", ["1,0", "2,0"]),
        ("0,0", "2,2", ["1,1"]),
        ("0,0", "1,1", []),
        ("0,0", "2,1", ["1,0", "1,1"]),
        ("0,0", "3,1", ["1,0", "2,1"]),
        ("0,0", "1,2", ["0,1", "1,1"]),
    ],
)
def test_only_spaces_whose_interior_the_line_crosses_matter(
    a: str, b: str, crossed: list[str]
) -> None:
    """A diagonal touches corners only: the spaces beside it do not matter."""
    table = placed("6,4", "6,0")
    grid = table.combat.grid

    found = sight.between(table.combat, grid.read(a), grid.read(b))

    assert [grid.name(cell) for cell in sorted(found)] == sorted(
        crossed, key=lambda name: grid.read(name)
    )


@rule("icon/los.trace", "icon/los.impassable")
def test_a_line_between_two_walls_touches_only_their_corner() -> None:
    assert seen(archers("A #\n# b")) == CLEAR


@rule("icon/los.trace")
def test_any_pair_of_spaces_of_a_large_character_may_be_used() -> None:
    """The wall hides its upper row only."""
    table = Table("A . . # b .\n. . . . . .", A=sheet(), b=sheet(pc=False, size=2))

    assert seen(table) == CLEAR
    table = Table("A . . # b .\n. . . # . .", A=sheet(), b=sheet(pc=False, size=2))
    assert seen(table) == HIDDEN


@rule("icon/los.impassable", "icon/terrain.impassable")
@pytest.mark.parametrize("rows", ["A # . . b", "A . # . b", "A3 . # . b3", "A . . # b"])
def test_impassable_terrain_blocks_wherever_it_is_and_whatever_the_heights(rows: str) -> None:
    table = archers(rows)

    assert seen(table) == HIDDEN
    assert seen(table, "b", "A") == HIDDEN


@rule("icon/los.characters-transparent")
def test_characters_neither_block_sight_nor_give_cover() -> None:
    table = Table("A . C d b", A=sheet(), C=sheet(), d=sheet(pc=False, size=1), b=sheet(pc=False))

    assert seen(table) == CLEAR


# ---- terrain -----------------------------------------------------------------------------------


@rule("icon/los.relative-height")
@pytest.mark.parametrize(
    ("rows", "result"),
    [
        ("A . . .1 b", COVERED),
        ("A . . .2 b", HIDDEN),
        ("A . . .2 b1", COVERED),
        ("A . . .1 b1", CLEAR),
        ("A . . .3 b1", HIDDEN),
        ("A . . .3 b2", COVERED),
    ],
)
def test_height_is_measured_from_where_one_stands(rows: str, result: int) -> None:
    """On height 1 terrain next to height 2: cover. On the ground: blocked."""
    assert seen(archers(rows)) == result


@rule("icon/los.relative-height")
@pytest.mark.parametrize(("height", "result"), [(1, CLEAR), (2, COVERED), (3, HIDDEN)])
def test_a_size_two_character_is_two_high(height: int, result: int) -> None:
    table = Table(f"A . . .{height} b .\n. . . .{height} . .", A=sheet(), b=sheet(pc=False, size=2))

    assert seen(table) == result


@rule("icon/los.same-height-cover", "icon/los.trace")
def test_terrain_beside_a_large_character_covers_it_from_every_space_of_it() -> None:
    """The line to its far column crosses terrain that is adjacent to the near one."""
    table = Table("A . . .2 b .\n. . . .2 . .", A=sheet(), b=sheet(pc=False, size=2))
    grid = table.combat.grid

    seen_at = [
        sight.sight(table.combat, 0, (0, 1, 0), cell, (grid.read("4,0"), 2, 0))
        for cell in distance.footprint(table.combat, table["b"])
    ]

    assert seen_at == [COVERED] * 4


@rule("icon/los.same-height-cover")
def test_who_hugs_the_terrain_has_the_cover_and_not_the_other() -> None:
    table = archers("A . . .1 b")
    assert (seen(table), seen(table, "b", "A")) == (COVERED, CLEAR)

    table = archers("A .1 b . .")
    assert (seen(table), seen(table, "b", "A")) == (COVERED, COVERED)


@rule("icon/los.taller-blocks")
@pytest.mark.parametrize("rows", ["A . . .2 b", "A3 . . .2 b", "A .2 . . b", "A .2 . . b3"])
def test_taller_terrain_beside_either_blocks_both_ways_at_any_elevation(rows: str) -> None:
    table = archers(rows)

    assert (seen(table), seen(table, "b", "A")) == (HIDDEN, HIDDEN)


@rule("icon/los.lower-nothing")
@pytest.mark.parametrize("rows", ["A . . .1 b1", "A2 .2 . .2 b2", "A . . . b"])
def test_lower_terrain_beside_one_does_nothing(rows: str) -> None:
    assert seen(archers(rows)) == CLEAR


@rule("icon/los.distant-terrain")
@pytest.mark.parametrize(
    ("rows", "result"),
    [
        ("A . .1 . b", CLEAR),
        ("A . .2 . b", HIDDEN),
        ("A1 . .2 . b", CLEAR),
        ("A . .2 . b1", CLEAR),
        ("A1 . .3 . b1", HIDDEN),
        ("A2 . .3 . b", CLEAR),
    ],
)
def test_terrain_beside_neither_blocks_if_it_is_taller_than_both(rows: str, result: int) -> None:
    assert seen(archers(rows)) == result


@rule("icon/attack.cover-halves", "icon/los.same-height-cover")
@pytest.mark.parametrize(("dice", "hp"), [("d20 9 d6 4 5", 23), ("d20 8", 28)])
def test_cover_halves_a_ranged_attack_and_leaves_the_roll_alone(dice: str, hp: int) -> None:
    shot = strike(range=4)
    shot.attack = "ranged"
    shot.tags = ["attack", "ranged"]
    table = archers("A . . .1 b", sheet(abilities=[shot]))

    table.act("A", "strike b", dice=dice)

    assert table["b"].hp == hp


@rule("icon/attack.cover-halves")
def test_cover_does_not_halve_melee_attacks_or_effects() -> None:
    table = archers("A . .1 b", sheet(abilities=[strike(range=3)]))
    assert seen(table) == COVERED

    table.act("A", "strike b", dice="d20 9 d6 4 5")
    assert table["b"].hp == 19
    table["A"].actions = 1
    table.act("A", "whack b")

    assert table["b"].hp == 18


@rule("icon/attack.height-range", "icon/attack.range-horizontal")
@pytest.mark.parametrize(
    ("rows", "rule_"),
    [
        ("A2 . . . . . . b", ""),
        ("A2 . . . . . . b1", "attack.target-hostile"),
        ("A2 . . . . . b1 .", ""),
        ("A . . . . . b .", "attack.target-hostile"),
        ("A . . . . b . .", ""),
    ],
)
def test_every_level_above_the_target_adds_one_range(rows: str, rule_: str) -> None:
    """Range 5 from elevation 2 reaches 7 to the ground and 6 to elevation 1."""
    table = archers(rows, sheet(abilities=[ability("cold-snap")]))

    assert table.refusal("A", "cold-snap b") == rule_


@rule("icon/attack.height-range")
def test_neither_melee_nor_abilities_that_are_no_attacks_reach_farther_from_above() -> None:
    table = archers("A3 . . . b", sheet(abilities=[strike(range=3), ability("reel-in")]))
    assert table.refusal("A", "strike b") == "attack.target-hostile"
    assert table.refusal("A", "whack b") == "attack.target-hostile"
    assert table.refusal("A", "reel-in b") == ""
    table = archers("A3 . . . . b", sheet(abilities=[ability("reel-in")]))
    assert table.refusal("A", "reel-in b") == "attack.target-hostile"


@rule("icon/attack.height-range")
@pytest.mark.parametrize(("id", "farthest"), [("acid-lob", 7), ("snare-loop", 4)])
def test_a_ranged_area_attack_reaches_farther_down_to_its_centre(id: str, farthest: int) -> None:
    one = ability(id)
    table = archers("A2 . . . . . . . . b", sheet(abilities=[one]))
    grid = table.combat.grid

    spots = patterns.centres(table.combat, table["A"], 0, 1, one.reach, shot=one.attack == "ranged")

    assert max(grid.xs[cell] for cell in spots) == farthest


@rule("icon/attack.height-boon", "icon/attack.low-ground-curse")
@pytest.mark.parametrize("height", [1, 3])
@pytest.mark.parametrize("reach", [1, 3])
def test_height_is_one_boon_or_curse_however_large(height: int, reach: int) -> None:
    one = strike(range=reach)
    table = archers(f"A{height} b . . .", sheet(abilities=[one]))
    table.act("A", "strike b", dice="d20 6 d6 3 d6 1 1")
    assert table["b"].hp == 26

    table = archers(f"A b{height} . . .", sheet(abilities=[one]))
    table.act("A", "strike b", dice="d20 12 d6 3 d6 1 1")
    assert table["b"].hp == 26


@rule("icon/attack.ranged-next-to-foe")
@pytest.mark.parametrize(
    ("rows", "curse"),
    [("A . b . .\n. . . . c", False), ("A b c . .", True), ("A . b . .\n. c . . .", True)],
)
def test_a_ranged_attack_next_to_foes_has_one_curse(rows: str, *, curse: bool) -> None:
    """The target itself counts; two foes are no more than one."""
    shot = strike(range=4)
    shot.attack = "ranged"
    shot.tags = ["attack", "ranged"]
    table = Table(rows, A=sheet(abilities=[shot]), b=sheet(pc=False), c=sheet(pc=False))

    table.act("A", "strike b", dice="d20 10 d6 1 d6 1 1" if curse else "d20 9 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/attack.ranged-next-to-foe", "icon/move.engagement-exempt")
def test_fallen_and_intangible_foes_beside_do_not_disturb_a_shot() -> None:
    shot = strike(range=4)
    shot.attack = "ranged"
    shot.tags = ["attack", "ranged"]
    table = Table(
        "A . b\nc . .",
        A=sheet(abilities=[shot]),
        b=sheet(pc=False),
        c=sheet(pc=False, gives=["intangible"]),
    )

    table.act("A", "strike b", dice="d20 9 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/terrain.height", "icon/terrain.climbable")
@pytest.mark.parametrize("height", [0, 1, 2, 3])
def test_the_height_of_the_space_is_the_elevation_of_who_stands_there(height: int) -> None:
    table = archers(f"A . .{height} b")
    assert table.combat.elevation(table["A"]) == 0

    table.combat.move(table["A"], 2)

    assert table.combat.elevation(table["A"]) == height


@rule("icon/geometry.grid", "icon/terrain.ground")
def test_spaces_are_named_by_column_and_row_from_zero_and_plain_ground_does_nothing() -> None:
    table = Table("A . . .\n. . . b", A=sheet(), b=sheet(pc=False))
    assert (table.at("A"), table.at("b")) == ("0,0", "3,1")

    table.act("A", "move", "move 1,0")

    assert (table.at("A"), table["A"].hp, table.cost("A", "0,0")) == ("1,0", 28, 1)


@rule("icon/geometry.grid", "icon/terrain.ground")
def test_spaces_are_columns_and_rows_from_zero_and_ground_costs_nothing_more() -> None:
    table = Table("A . .\n. . b", A=sheet(), b=sheet(pc=False))

    assert [
        table.combat.grid.name(one) for one in distance.footprint(table.combat, table["b"])
    ] == ["2,1"]
    assert table.cost("A", "1,0") == 1
    assert table.combat.floor == (0,) * 6


def test_what_is_kept_of_heights_is_dropped_in_time_and_never_mixed_up() -> None:
    maps = Maps()
    first = maps.number((0, 1))
    numbers = {maps.number((0, n)) for n in range(2, 900)}

    assert maps.number((0, 1)) not in numbers
    assert first not in numbers
    assert len(maps.shapes) <= 300


@rule("icon/geometry.adjacent")
@pytest.mark.parametrize(("rows", "vigor"), [("A C . b", 7), ("A . C b", 0)])
def test_adjacent_allies_are_those_next_to_one(rows: str, vigor: int) -> None:
    own = made(effect=[{"op": "vigor", "multiple": 1, "who": "adjacent-allies"}])
    table = Table(rows, A=hero(own), C=hero(), b=foe())

    table.act("A", "deed")

    assert table["C"].vigor == vigor


@rule("icon/geometry.adjacent")
def test_those_next_to_the_very_first_combatant_are_next_to_the_target() -> None:
    own = made(
        target={"who": "foe", "range": 4},
        effect=[{"op": "damage", "amount": 1, "who": "area-adjacent-foes"}],
    )
    table = Table("A C . D b", A=hero(), C=hero(), D=hero(), b=foe(own))

    table.act("b", "deed A")

    assert [table[name].hp for name in "ACD"] == [28, 27, 28]


@rule("icon/geometry.distance")
def test_distance_is_from_edge_to_edge() -> None:
    """A size 2 foe on (4,4)-(5,5) is at distance 3 from (1,4)."""
    rows = "\n".join([". . . . . ."] * 4 + [". A . . b .", ". . . . . ."])
    table = Table(rows, A=sheet(), b=sheet(pc=False, size=2))

    assert distance.apart(table.combat, table["A"], table["b"]) == 3


@rule("icon/los.same-height-cover", "icon/los.taller-blocks")
@pytest.mark.parametrize(("height", "seen"), [(1, sight.COVERED), (2, sight.HIDDEN)])
def test_terrain_beside_the_target_covers_or_hides_it(height: int, seen: int) -> None:
    """Size 1 target at (4,0), terrain at (3,0), archer at (0,0)."""
    table = Table(f"A . . .{height} b", A=sheet(), b=sheet(pc=False))

    assert sight.sees(table.combat, table["A"], table["b"]) == seen
    back = sight.CLEAR if height == 1 else sight.HIDDEN
    assert sight.sees(table.combat, table["b"], table["A"]) == back
