"""Moving, being moved, falling; distances, footprints, sight, cover and flanks."""

from __future__ import annotations

import pytest

from affray.core.choice import Choice
from affray.rulesets.ingenuity import damage, death, geometry
from affray.rulesets.ingenuity.movement import moving
from affray.rulesets.ingenuity.movement.moving import MoveTo
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def places(table: Table, name: str, speed: int) -> list[str]:
    """Return where somebody could move."""
    unit = table[name]
    choice: Choice = MoveTo(moving.Move(table.combat, unit, speed, True))
    return sorted([choice.key(one).removeprefix("move ") for one in choice.answers() if one > 0])


def plain(**more: int) -> Sheet:
    return sheet(numbers={"stamina": 0, **more})


@rule("ingenuity/movement.diagonals", "ingenuity/movement.diagonals.scope")
@pytest.mark.parametrize(("first", "left"), [("1,1", False), ("0,1", True)])
def test_the_count_of_diagonals_runs_through_the_whole_turn(first: str, left: bool) -> None:
    """A diagonal Move makes the first diagonal of the Sprint cost 2."""
    rows = "A . . . b\n. . . . .\n. . . . .\n. . . . ."
    table = Table(rows, A=sheet(speed=1), b=plain())
    table.act("A", "move", f"move {first}")
    column, row = [int(part) + 1 for part in first.split(",")]
    if left:
        table.act("A", "sprint", f"move {column},{row}")
    else:
        with refused("movement.speed"):
            table.act("A", "sprint", f"move {column},{row}")


@rule("ingenuity/movement.diagonals.scope")
def test_the_count_restarts_with_the_next_turn() -> None:
    rows = "A . . b\n. . . .\n. . . ."
    table = Table(rows, A=sheet(speed=1), b=plain())
    table.act("A", "move", "move 1,1")
    table.step("end turn")
    table.start("b")
    table.step("end turn")
    table.start("A")
    table.step("move", "move 2,2")
    assert table.at("A") == "2,2"


@rule("ingenuity/movement.difficult")
@pytest.mark.parametrize(("speed", "reached"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5)])
def test_difficult_ground_halves_the_distance_rounding_up(speed: int, reached: int) -> None:
    table = Table("A " + ", " * 7 + "b", A=sheet(), b=plain())
    assert places(table, "A", speed) == [f"{n},0" for n in range(1, reached + 1)]


@rule("ingenuity/movement.difficult")
def test_after_the_last_costly_space_the_mover_stops() -> None:
    table = Table("A , . . b", A=sheet(speed=1), b=plain())
    table.act("A", "move", "move 1,0")
    assert table.at("A") == "1,0"
    with refused("action.move"):
        table.act("A", "move")


@rule("ingenuity/movement.difficult", "ingenuity/movement.diagonals")
def test_a_costly_diagonal_needs_its_normal_cost() -> None:
    """With one diagonal behind it the next one normally costs 2: 1 m is not enough for it."""
    rows = ". . A . b\n. . . , .\n. . . . ,"
    table = Table(rows, A=sheet(), b=plain())
    assert "3,1" in places(table, "A", 1)
    table.count("A", "diagonals", 1)
    assert "3,1" not in places(table, "A", 1)
    assert "3,1" in places(table, "A", 2)


@rule("ingenuity/movement.climb", "ingenuity/movement.difficult")
def test_low_cover_is_climbed_at_double_cost() -> None:
    table = Table("A o . . b", A=sheet(), b=plain())
    assert places(table, "A", 3) == ["1,0", "2,0"]


@rule("ingenuity/movement.occupied")
def test_one_passes_allies_but_no_conscious_enemy() -> None:
    table = Table("A B . c .", A=sheet(), B=plain(), c=plain())
    assert places(table, "A", 9) == ["2,0"]


@rule("ingenuity/movement.occupied")
@pytest.mark.parametrize(("size", "passes"), [(1, True), (2, False), (6, False), (7, True)])
def test_a_difference_of_three_sizes_lets_one_pass_an_enemy(size: int, passes: bool) -> None:
    table = Table("A b .", A=sheet(), b=plain(size=size))
    assert ("2,0" in places(table, "A", 9)) == passes


@rule("ingenuity/movement.occupied")
def test_the_unconscious_are_passed_as_difficult_ground() -> None:
    table = Table("A b . c", A=sheet(), b=plain(), c=plain())
    table.fell("b")
    assert "2,0" not in places(table, "A", 2)
    assert "2,0" in places(table, "A", 3)


@rule("ingenuity/movement.occupied", "ingenuity/death.dead")
def test_a_body_is_difficult_ground() -> None:

    table = Table("A b . c", A=sheet(), b=plain(), c=plain())
    death.die(table.combat, table["b"], "test")
    assert places(table, "A", 2) == ["1,0"]
    assert places(table, "A", 3) == ["1,0", "2,0"]


@rule("ingenuity/movement.corners")
@pytest.mark.parametrize(
    ("rows", "open"), [("A #\n. .", False), ("A .\n# .", False), ("A o\n. .", True)]
)
def test_a_solid_corner_bars_a_diagonal_step(rows: str, open: bool) -> None:
    table = Table(rows + "\nb .", A=sheet(), b=plain())
    assert ("1,1" in places(table, "A", 1)) == open


@rule("ingenuity/movement.path", "ingenuity/action.move")
def test_a_move_is_not_split_around_another_action() -> None:
    table = Table("A . . . b", A=sheet(speed=3), b=plain())
    table.act("A", "move", "move 1,0")
    with refused("action.move"):
        table.act("A", "move")


@rule("ingenuity/movement.no-opportunity")
def test_moving_past_enemies_provokes_nothing() -> None:
    rows = ". b . .\nA . . .\n. c . ."
    table = Table(rows, A=sheet(speed=3), b=sheet(["spear"]), c=sheet(["spear"]))
    table.act("A", "move", "move 3,1")
    assert table.at("A") == "3,1"


@rule("ingenuity/action.free.step")
def test_no_step_while_prone_or_into_difficult_ground_or_twice() -> None:
    table = Table(". , .\n. A .\nb . .", A=sheet(), b=plain())
    with refused("action.free.step"):
        table.act("A", "step 1,0")
    table.act("A", "step 2,0")
    assert (table.at("A"), table["A"].actions) == ("2,0", 3)
    with refused("action.free.step"):
        table.act("A", "step 2,1")
    other = Table("A . b", A=sheet(), b=plain())
    other["A"].prone = True
    with refused("action.free.step"):
        other.act("A", "step 1,0")


@rule("ingenuity/action.free.step", "ingenuity/action.sprint")
def test_a_step_counts_as_having_moved() -> None:
    table = Table("A . . . b", A=sheet(speed=2), b=plain())
    table.act("A", "step 1,0")
    table.act("A", "sprint", "move 3,0")
    assert table["A"].stamina == 11


@rule("ingenuity/action.free.step")
def test_after_a_move_there_is_no_step() -> None:
    table = Table("A . . . b", A=sheet(speed=2), b=plain())
    table.act("A", "move", "move 1,0")
    with refused("action.free.step"):
        table.act("A", "step 2,0")


@rule("ingenuity/action.sprint", "ingenuity/action.resources")
def test_a_sprint_needs_its_stamina() -> None:
    table = Table("A . . . b", A=sheet(speed=1, stamina=1), b=plain())
    table.act("A", "move", "move 1,0")
    table.act("A", "sprint", "move 2,0")
    with refused("action.resources"):
        table.act("A", "sprint")


def shove(table: Table, target: str, dice: str, *keys: str) -> None:
    table.act("A", f"push {target}", "push away", *keys, dice=dice)


@rule("ingenuity/movement.forced")
@pytest.mark.parametrize(
    ("rows", "ends"), [("A b . . c", "3,0"), ("A b . c .", "2,0"), ("A b # . c", "1,0")]
)
def test_a_push_goes_straight_away_and_stops_at_what_it_cannot_enter(rows: str, ends: str) -> None:
    table = Table(rows, A=sheet(maneuvers=["push"]), b=plain(), c=plain())
    shove(table, "b", "d6 4 4 d20 9")
    assert table.at("b") == ends


@rule("ingenuity/movement.forced")
def test_a_push_ignores_difficult_ground_and_may_go_diagonally() -> None:
    table = Table("A . . .\n. b . .\n. . , .\n. . . ,", A=sheet(maneuvers=["push"]), b=plain())
    shove(table, "b", "d6 4 4 d20 9")
    assert table.at("b") == "2,2"  # a second diagonal would be a third metre


@rule("ingenuity/movement.forced", "ingenuity/movement.map-edge")
def test_nobody_is_pushed_off_the_map() -> None:
    table = Table(". A b", A=sheet(maneuvers=["push"]), b=plain())
    shove(table, "b", "d6 4 4 d20 9")
    assert table.at("b") == "2,0"
    assert table["b"].endurance == 10


@rule("ingenuity/movement.fall", "ingenuity/movement.forced")
@pytest.mark.parametrize(("face", "safe"), [(2, False), (3, True)])
def test_who_is_pushed_off_a_ledge_of_four_metres_tests_against_six(face: int, safe: bool) -> None:
    one = sheet(prof={"Jumping": 0}, numbers={"stamina": 0, "physical": 3})
    table = Table("A b v v c", A=sheet(maneuvers=["push"]), b=one, c=plain())
    shove(table, "b", f"d6 4 4 d20 9 d6 3 {face} d20 9")
    assert table["b"].prone == (not safe)
    assert table["b"].endurance == (12 if safe else 12 - 5)


@rule("ingenuity/movement.fall")
@pytest.mark.parametrize(
    ("metres", "dice", "lost"), [(2, "", 0), (3, "d6 1 2 d20 9", 6), (3, "d6 2 2 d20 9", 0)]
)
def test_a_fall_of_less_than_three_metres_does_nothing(metres: int, dice: str, lost: int) -> None:
    from affray.core.dice import ScriptedDice
    from tests.ingenuity.table import faces

    table = Table("A b", A=sheet(), b=plain())
    table.combat.dice = ScriptedDice(faces(dice))
    damage.fall(table.combat, table["A"], metres)
    assert table["A"].endurance == 12 - lost


@rule("ingenuity/geometry.distance", "ingenuity/geometry.adjacent")
@pytest.mark.parametrize(
    ("at", "metres"),
    [("0,1", 1), ("1,1", 1), ("2,1", 2), ("2,2", 3), ("3,3", 4), ("4,2", 5), ("4,4", 6)],
)
def test_distance_is_the_cost_of_the_shortest_way(at: str, metres: int) -> None:
    rows = "\n".join(["A . . . . b"] + [". . . . . ."] * 4)
    table = Table(rows, A=sheet(), b=plain())
    cell = table.combat.grid.read(at)
    assert geometry.distance_to(table.combat, table["A"], cell) == metres
    assert at in places(table, "A", metres)
    assert at not in places(table, "A", metres - 1)


@rule("ingenuity/geometry.distance", "ingenuity/geometry.footprint")
def test_between_larger_ones_the_closest_pair_of_spaces_counts() -> None:
    rows = "A . . . b .\n. . . . . .\n. . . . . ."
    table = Table(rows, A=sheet(footprint=2, size=5), b=plain(footprint=2, size=5))
    assert geometry.distance(table.combat, table["A"], table["b"]) == 3


@rule("ingenuity/geometry.line-of-sight")
@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        ("A # b", False),
        ("A o b", True),
        ("A #\n# b", True),
        ("A . .\n. # .\n. . b", False),
        ("A # .\n. . b", False),
        ("A . #\n. . b", True),
        ("A . . .\n. # . .\n. . . b", False),
        ("A . . .\n# . . .\n. . . b", True),
    ],
)
def test_a_line_between_centres_must_cross_no_wall(rows: str, seen: bool) -> None:
    table = Table(rows, A=sheet(), b=plain())
    assert geometry.sees(table.combat, table["A"], table["b"]) == seen


@rule("ingenuity/geometry.line-of-sight")
def test_characters_do_not_block_sight() -> None:
    table = Table("A C b", A=sheet(), b=plain(), C=plain())
    assert geometry.sees(table.combat, table["A"], table["b"])


@rule("ingenuity/geometry.flank")
@pytest.mark.parametrize(
    ("rows", "yes"),
    [
        ("C . .\n. b .\n. . D", True),
        (". C .\n. b .\n. D .", True),
        ("C . D\n. b .\n. . .", False),
        ("C . .\n. b D\n. . .", False),
        (". . . .\nC b . D\n. . . .", False),
    ],
)
def test_two_enemies_on_opposite_sides_flank(rows: str, yes: bool) -> None:
    table = Table(rows, b=plain(), C=sheet(), D=sheet())
    assert geometry.flanked(table.combat, table["b"]) == yes


@rule("ingenuity/geometry.flank", "ingenuity/turn.unable")
def test_who_cannot_act_does_not_flank() -> None:
    for state in ("incapacitated", "unconscious"):
        table = Table("C b D", C=sheet(), D=sheet(), b=plain())
        assert geometry.flanked(table.combat, table["b"])
        if state == "unconscious":
            table.fell("D")
        else:
            table.give("D", state)
        assert not geometry.flanked(table.combat, table["b"])


@rule("ingenuity/geometry.flank.large")
@pytest.mark.parametrize(
    ("rows", "yes"),
    [
        ("C . . .\n. b . .\n. . . .\n. . . D", True),
        (". . . .\nC b . .\n. . . D\n. . . .", True),
        (". C . .\n. b . .\n. . . D\n. . . .", False),
    ],
)
def test_a_large_target_is_flanked_across_edges_or_corners(rows: str, yes: bool) -> None:
    table = Table(rows, b=plain(size=5, footprint=2), C=sheet(), D=sheet())
    assert geometry.flanked(table.combat, table["b"]) == yes


@rule("ingenuity/geometry.flank.large")
def test_one_large_enemy_cannot_flank_alone_but_counts_on_every_side_it_touches() -> None:
    big = sheet(size=5, footprint=2)
    alone = Table("C . .\n. . .\n. b .", C=big, b=plain())
    assert not geometry.flanked(alone.combat, alone["b"])
    both = Table("C . .\n. . .\n. b .\n. D .", C=big, b=plain(), D=sheet())
    assert geometry.flanked(both.combat, both["b"])


@rule("ingenuity/geometry.cover", "ingenuity/attack.cover", "ingenuity/action.seek-cover")
@pytest.mark.parametrize(
    ("rows", "hindered"), [("A . o b", True), ("A . . b o", False), ("A o . b\n. . . o", False)]
)
def test_cover_counts_only_between_and_beside_the_target(rows: str, hindered: bool) -> None:
    one = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table(rows, A=one, b=plain(evasion=0))
    table["b"].cover = table["b"].cell
    dice = "d6 6 3 d20 9" + (" d6 1" if hindered else "")
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice=dice)
    assert table.results() == [4 if hindered else 9]


@rule("ingenuity/action.seek-cover", "ingenuity/geometry.cover")
def test_cover_that_was_not_sought_gives_nothing_and_none_is_sought_where_none_is() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table("A . o b", A=one, b=plain(evasion=0))
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice="d6 6 3 d20 9")
    with refused("action.seek-cover"):
        table.act("A", "seek cover")


@rule("ingenuity/action.seek-cover.lost")
def test_cover_is_lost_with_the_space_and_at_the_start_of_the_next_turn() -> None:
    table = Table(". A o b", A=sheet(), b=plain())
    table.act("A", "seek cover")
    assert table["A"].cover == table["A"].cell
    table.start("A")
    assert table["A"].cover == -1
    table.step("seek cover")
    table.step("step 0,0")
    assert table["A"].cover == -1


@rule("ingenuity/attack.cover", "ingenuity/action.seek-cover.lost")
def test_cover_does_not_hinder_melee_attacks() -> None:
    table = Table("A o b", A=sheet(["spear"]), b=plain(evasion=0))
    table["b"].cover = table["b"].cell
    table.act("A", "attack b with spear", "strength piercing", dice="d6 6 3 d20 9")
    assert table.results() == [9]


@rule("ingenuity/movement.path", "ingenuity/movement.map-edge")
@pytest.mark.parametrize("glyph", ["#", "x", "v"])
def test_nobody_walks_into_walls_solid_things_or_drops(glyph: str) -> None:
    table = Table(f"A . {glyph} . b", A=sheet(speed=9), b=plain())
    assert "2,0" not in places(table, "A", 9)
    with refused("movement.jump" if glyph == "v" else "movement.path"):
        table.act("A", "move", "move 2,0")


def why(table: Table, key: str, speed: int = 4) -> tuple[str, str]:
    return MoveTo(moving.Move(table.combat, table["A"], speed, True)).why_not(key)


@rule("ingenuity/movement.occupied", "ingenuity/movement.corners", "ingenuity/movement.speed")
def test_what_bars_a_way_is_told_by_its_rule_and_in_words() -> None:
    table = Table("A b . . .\n. C . . .\n# . . . .", A=sheet(), C=sheet(), b=plain())

    foe = ("movement.occupied", "b stands there and bars the way")
    assert why(table, "move 1,0") == why(table, "move 1,0 2,0") == foe
    ally = ("movement.occupied", "C is there: one may pass, and not stop")
    assert why(table, "move 1,1") == why(table, "move 0,1 1,1") == ally
    wall = ("movement.path", "a wall or something as solid fills the space")
    assert why(table, "move 0,2") == why(table, "move 0,1 0,2") == wall
    corner = ("movement.corners", "the step would cut the corner of a wall")
    assert why(table, "move 0,1 1,2") == corner
    far = ("movement.speed", "it takes 5 m of movement, and 4 m are left")
    assert why(table, "move 1,1 2,0 3,0 4,0") == far
    assert why(table, "move 4,2") == far
    assert why(table, "move 0,0") == ("movement.path", "it stands there already")
    assert why(table, "move 1,1 0,0 2,2")[0] == "movement.path"


@rule("ingenuity/movement.jump", "ingenuity/movement.difficult")
def test_a_gap_and_a_jump_that_takes_a_test_are_told_as_such() -> None:
    table = Table("A v v v . b\n. # # # # #", A=sheet(speed=9), b=plain())

    gap = ("movement.jump", "one jumps over a gap, and does not step into it")
    assert why(table, "move 1,0", 9) == why(table, "move 1,0 2,0", 9) == gap
    test = ("movement.jump", "a jump over a gap of 3 m takes a test")
    assert why(table, "move 1,0 2,0 3,0 4,0", 9) == test
    assert why(table, "move 2,0", 9) == gap
    one = ("movement.jump", "one jumps to one space: the one to land in")
    assert why(table, "jump 4,0 5,0", 9) == one
    assert why(table, "jump 4,0", 9) == ("", "")
    assert why(table, "jump 3,0", 9) == ("movement.jump", "no jump that takes a test leads there")
    assert why(table, "jump 4,0") == ("", "")
    assert why(table, "jump 4,0", 3) == (
        "movement.speed",
        "it takes 4 m of movement, and 3 m are left",
    )
    held = Table("A v v v b", A=sheet(speed=9), b=plain())
    assert why(held, "jump 4,0", 9) == ("movement.occupied", "b stands there")
    rough = Table("A . , , . b", A=sheet(), b=plain())
    assert (
        why(rough, "move 3,0", 3)
        == why(rough, "move 1,0 2,0 3,0", 3)
        == (
            "movement.speed",
            "it takes 5 m of movement, and 3 m are left",
        )
    )
    assert why(rough, "move 1,0 2,0", 2) == ("", "")


def test_what_is_shut_in_is_told_to_have_no_way() -> None:
    table = Table("A . # .\n. b # .", A=sheet(), b=plain())

    assert why(table, "move 3,0") == ("movement.path", "no way leads there")
