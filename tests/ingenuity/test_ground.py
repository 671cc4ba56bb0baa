"""What ground costs and forbids: rough and strewn spaces, corners, ledges, exits."""

from __future__ import annotations

import pytest

from affray.core.dice import ScriptedDice
from affray.core.grid import CLIMB, Grid
from affray.rulesets.ingenuity import damage, geometry
from affray.rulesets.ingenuity.attack import areas
from affray.rulesets.ingenuity.movement import ground, moving, paths
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import GREASED
from tests.ingenuity.table import Table, faces, refused, sheet
from tests.ingenuity.test_moving import places
from tests.rules import rule


def plain(**more: int) -> Sheet:
    return sheet(numbers={"stamina": 0, **more})


@rule("ingenuity/movement.difficult", "ingenuity/movement.diagonals")
@pytest.mark.parametrize(("left", "way"), [(5, "refused"), (6, "1,1 2,2 3,2")])
def test_what_is_left_after_a_difficult_second_diagonal(left: int, way: str) -> None:
    """1 + 4 for the diagonals: the plain space behind them takes the sixth metre."""
    table = Table("A . . .\n. . . .\n. . , .\n. . . b", A=sheet(speed=left), b=plain())
    if way == "refused":
        with refused("movement.speed"):
            table.act("A", "move", "move 1,1 2,2 3,2")
    else:
        table.act("A", "move", f"move {way}")
        assert table.at("A") == "3,2"


@rule("ingenuity/movement.occupied", "ingenuity/movement.difficult", "ingenuity/death.dead")
@pytest.mark.parametrize("what", ["body", "unconscious", "grease"])
def test_what_lies_on_difficult_ground_makes_it_no_more_difficult(what: str) -> None:
    table = Table("A , . b c", A=sheet(speed=3), b=plain(), c=plain())
    if what == "body":
        table.combat.bodies = [1]
    elif what == "unconscious":
        table.fell("b")
        table.combat.move(table["b"], 1)
    else:
        areas.make(table.combat, table["c"], GREASED, 1, 0)
    assert "2,0" not in places(table, "A", 2)
    assert "2,0" in places(table, "A", 3)
    test = {"grease": "d6 6 6 d20 9"}.get(what, "")
    for one in table.combat.zones:
        one.result = 2
    more = ["move 2,0"] if table.combat.zones else []
    table.act("A", "move", "move 2,0", *more, dice=test)
    assert table.at("A") == "2,0"


@rule("ingenuity/movement.occupied", "ingenuity/geometry.footprint")
def test_a_body_hampers_the_big_wherever_they_cover_it() -> None:
    rows = "A . . . b\n. . . . .\n. . . . ."
    table = Table(rows, A=sheet(size=5, footprint=2), b=plain())
    assert places(table, "A", 1) == ["0,1", "1,0", "1,1"]
    table.combat.bodies = [table.combat.grid.read("2,1")]
    assert "2,0" not in places(table, "A", 2)
    assert "2,0" in places(table, "A", 3)


@rule("ingenuity/movement.forced", "ingenuity/movement.corners")
@pytest.mark.parametrize(("wall", "ends"), [("#", "1,1"), (".", "3,3")])
def test_nobody_is_pushed_past_the_corner_of_a_wall(wall: str, ends: str) -> None:
    rows = f"A . . .\n. b {wall} .\n. . . .\n. . . ."
    table = Table(rows, A=sheet(), b=plain())
    moving.push(table.combat, table["A"], table["b"], 3)
    assert table.at("b") == ends


@rule("ingenuity/movement.fall", "ingenuity/turn.unable")
@pytest.mark.parametrize(("awake", "dice"), [(True, "d6 3 3 d20 9"), (False, "")])
def test_who_is_unconscious_makes_no_test_of_its_fall(awake: bool, dice: str) -> None:
    table = Table("A b", A=sheet(), b=plain())
    if not awake:
        table.fell("b")
    table.combat.dice = ScriptedDice(faces(dice))
    damage.fall(table.combat, table["b"], 4)
    assert table["b"].endurance == (12 if awake else 12 - 8)


@rule("ingenuity/movement.jump")
@pytest.mark.parametrize(("depth", "ends"), [(-4, "1,0"), (0, "0,0")])
def test_a_jumper_stops_before_a_gap_in_which_there_is_nothing_to_fall(
    depth: int, ends: str
) -> None:
    table = Table("A v v v . b", A=sheet(), b=plain())
    kinds = list(table.combat.grid.ground)
    table.combat.grid = Grid(6, 1, kinds, [0, depth, depth, depth, 0, 0])
    fallen = " d6 3 3 d20 9" if depth else ""
    table.act("A", "move", "jump 4,0", dice="d6 1 1 d20 9" + fallen)
    assert table.at("A") == ends


@rule("ingenuity/movement.climb", "ingenuity/movement.fall", "ingenuity/movement.difficult")
@pytest.mark.parametrize(("high", "price"), [(2, 1), (3, 2)])
def test_a_ledge_of_three_metres_is_climbed_down_at_double_cost(high: int, price: int) -> None:
    table = Table("A . . b", A=sheet(), b=plain())
    table.combat.grid = Grid(4, 1, [0, 0, 0, 0], [high, 0, 0, 0])
    assert ("2,0" in places(table, "A", 2)) == (price == 1)
    assert "2,0" in places(table, "A", 3)


@rule("ingenuity/movement.climb", "ingenuity/test.difficulties", "ingenuity/gm.seat")
def test_a_climb_that_the_gm_calls_trivial_takes_no_test() -> None:
    table = Table("A . . b", A=sheet(), b=plain())
    table.combat.grid = Grid(4, 1, [0, CLIMB, 0, 0], [0] * 4)
    table.act("A", "move", "move 1,0", "side: trivial", "A: stop")
    assert table.at("A") == "1,0"


@rule("ingenuity/movement.map-edge", "ingenuity/movement.speed", "ingenuity/geometry.footprint")
def test_who_cannot_move_does_not_leave_and_the_big_leave_by_any_of_their_spaces() -> None:
    table = Table(". A . b\n. . . .", A=sheet(size=5, footprint=2), b=plain())
    table.combat.exit = [6]
    table.give("A", "bound")
    with refused("movement.speed"):
        table.act("A", "leave")
    table["A"].effects = []
    table.act("A", "leave")
    assert table["A"].fate == 2


@rule("ingenuity/geometry.flank", "ingenuity/surprise.no-actions")
@pytest.mark.parametrize(("round_", "flanked"), [(0, False), (1, True)])
def test_the_surprised_flank_nobody_before_they_can_act(round_: int, flanked: bool) -> None:

    table = Table("A b B", A=plain(), B=plain(), b=plain(), surprised=[0])
    table.combat.round = round_
    assert geometry.flanked(table.combat, table["b"]) == flanked


# ---- out of turn, and in manoeuvres --------------------------------------------------------------


@rule("ingenuity/reaction.intercept", "ingenuity/movement.path", "ingenuity/condition.burning")
def test_spaces_do_to_who_steps_in_and_to_who_makes_room_what_they_do() -> None:
    guard = sheet(evasion=12)
    table = Table("A b c\n~ ~ .", A=sheet(["longsword"]), b=plain(), c=guard)
    for name in ("b", "c"):
        table.give(name, "burning", 2)
    keys = ("strength slashing", "c: intercept", "b: 1,1", "c: pass")
    table.act("A", "attack b with longsword", *keys, dice="d6 3 3 d20 9")
    assert not table["b"].is_held("burning")
    assert table["c"].is_held("burning")


@rule("ingenuity/reaction.intercept", "ingenuity/action.ready.timing", "ingenuity/movement.path")
def test_who_waits_for_a_move_may_strike_at_who_steps_in() -> None:
    bow = sheet(["shortbow"], ammo={"arrow": 3}, numbers={"stamina": 0})
    table = Table("A b c\nD . .", A=sheet(["longsword"]), D=bow, b=plain(), c=sheet(evasion=12))
    table.act("D", "ready for a move by c")
    keys = ("strength slashing", "c: intercept", "b: 1,1", "D: readied shoot c with shortbow")
    more = ("D: strength piercing", "c: pass")
    dice = "d6 1 1 d20 9 d6 3 3 d20 9"
    table.act("A", "attack b with longsword", *keys, *more, dice=dice)
    assert table.used("D", "reactions") == 1


@rule("ingenuity/movement.diagonals.scope", "ingenuity/movement.diagonals")
@pytest.mark.parametrize("slants", [0, 1])
def test_a_rush_goes_on_with_the_count_of_diagonals_of_the_turn(slants: int) -> None:
    """Speed 2: a rush of 4 m goes 3 spaces aslant, 1 + 2 + 1, but only 2 after one diagonal."""

    rows = "A . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . b"
    table = Table(rows, A=sheet(speed=2), b=plain())
    table.begin_turn("A")
    table.count("A", "diagonals", slants)
    ends = [way[-1] for _, way in paths.straight(table.combat, table["A"], 4)]
    assert (table.combat.grid.read("3,3") in ends) == (slants == 0)
    assert table.combat.grid.read("2,2") in ends


@rule("ingenuity/movement.diagonals.scope")
def test_the_metre_of_a_manoeuvre_counts_among_the_diagonals_of_the_own_turn() -> None:

    table = Table("A . .\n. . .\n. . b", A=sheet(), b=plain())
    table.begin_turn("A")
    moving.shift(table.combat, table["A"], 4)
    assert table.used("A", "diagonals") == 1
    moving.shift(table.combat, table["b"], 7)
    moving.shift(table.combat, table["b"], 3)
    assert table.used("b", "diagonals") == 0


@rule("ingenuity/attack.ally", "ingenuity/action.attack")
def test_nobody_attacks_itself() -> None:
    table = Table("A b", A=sheet(["spear"]), b=plain())
    with refused("attack.ally"):
        table.act("A", "attack A with spear")


# ---- cover and hearing ---------------------------------------------------------------------------


@rule("ingenuity/geometry.cover", "ingenuity/action.seek-cover", "ingenuity/attack.cover")
@pytest.mark.parametrize(
    ("rows", "covered"),
    [
        ("A . .\n. . #\n. . b", True),  # the shot grazes the corner
        (". . .\n. . #\nA . b", False),
        (". . #\nA . b\n. . .", False),
        ("A . .\n# . .\n. . b", False),  # a corner, but not beside the target
    ],
)
def test_the_corner_of_a_wall_is_cover_where_a_shot_grazes_it(rows: str, covered: bool) -> None:

    table = Table(rows, A=plain(), b=plain())
    assert geometry.sees(table.combat, table["A"], table["b"])
    assert geometry.behind_cover(table.combat, table["A"], table["b"]) == covered
    if covered:
        table.act("b", "seek cover")
        assert table["b"].cover == table["b"].cell


@rule("ingenuity/geometry.cover", "ingenuity/geometry.line-of-sight")
def test_a_wall_between_the_middles_covers_the_big_who_are_seen_past_it() -> None:

    table = Table("A . # b .\n. . . . .", A=plain(), b=plain(size=5, footprint=2))
    assert geometry.sees(table.combat, table["A"], table["b"])
    assert geometry.behind_cover(table.combat, table["A"], table["b"])


@rule("ingenuity/action.command.limits")
@pytest.mark.parametrize(("apart", "heard"), [(20, True), (21, False)])
def test_a_command_out_of_sight_is_heard_at_twenty_metres(apart: int, heard: bool) -> None:
    table = Table("A # " + ". " * 19 + "B b", A=sheet(), B=plain(), b=plain())
    table.combat.move(table["b"], 2)
    table.combat.move(table["B"], apart)
    if heard:
        table.act("A", "command B", "B: nothing")
    else:
        with refused("action.command.limits"):
            table.act("A", "command B")


# ---- gaps and the big ----------------------------------------------------------------------------


def big(**more: int) -> Sheet:
    return plain(size=5, footprint=2, **more)


@rule("ingenuity/movement.jump", "ingenuity/geometry.footprint")
@pytest.mark.parametrize(("speed", "way"), [(3, False), (4, True)])
def test_the_big_jump_a_gap_of_two_metres_in_passing(speed: int, way: bool) -> None:
    """Two metres of gap and two of its own length."""
    table = Table("A . v v . . b\n. . v v . . .", A=big(), b=plain())
    assert ("4,0" in places(table, "A", speed)) == way


@rule("ingenuity/movement.jump", "ingenuity/geometry.footprint")
def test_a_hole_before_one_foot_is_a_gap_of_one_metre_to_the_big() -> None:
    table = Table("A . v . . b\n. . . . . .", A=big(), b=plain())
    assert "3,0" not in places(table, "A", 2)
    assert "3,0" in places(table, "A", 3)
    assert "1,0" not in places(table, "A", 9)


@rule("ingenuity/movement.jump", "ingenuity/movement.fall", "ingenuity/geometry.footprint")
@pytest.mark.parametrize(("dice", "at"), [("d6 2 2 d20 9", "5,0"), ("d6 1 1 d20 9", "1,0")])
def test_the_big_jump_three_metres_with_a_test_or_fall_in(dice: str, at: str) -> None:
    table = Table("A . v v v . . b\n. . v v v . . .", A=big(speed=5), b=plain())
    fallen = " d6 3 3 d20 9" if at == "1,0" else ""
    table.act("A", "move", "jump 5,0", dice=dice + fallen)
    assert table.at("A") == at
    assert table["A"].endurance == table["A"].most_endurance()


@rule("ingenuity/movement.jump", "ingenuity/movement.speed")
def test_a_jump_of_the_big_takes_its_own_length_too() -> None:
    table = Table("A . v v v . . b\n. . v v v . . .", A=big(), b=plain())
    assert places(table, "A", 4) == []
    assert places(table, "A", 5) == ["jump 5,0"]


@rule("ingenuity/movement.climb", "ingenuity/geometry.footprint")
def test_the_big_walk_along_the_floor_of_a_gap_and_climb_out() -> None:
    """Half out is one step more; the step that takes all of it up is the climb, of two metres or
    the last one left."""
    table = Table("v v v . A . b\nv v v . . . .", A=big(), b=plain())
    table.combat.move(table["A"], 0)
    assert places(table, "A", 2) == ["1,0", "2,0"]
    assert places(table, "A", 3) == ["1,0", "2,0", "3,0"]


@rule("ingenuity/movement.forced", "ingenuity/movement.fall", "ingenuity/geometry.footprint")
def test_the_big_fall_once_from_a_ledge_that_they_are_pushed_over() -> None:
    table = Table("c . . . . .\n. A . . . .\n. . . . . .", A=big(), c=plain())
    high = [4 if cell % 6 < 3 else 0 for cell in range(18)]
    table.combat.grid = Grid(6, 3, [0] * 18, high)
    table.combat.dice = dice = ScriptedDice(faces("d6 3 3 d20 9"))
    for _ in range(3):
        assert moving.shove(table.combat, table["A"], 1, 0)
    assert table.at("A") == "4,1"
    assert dice.used == len(dice.faces)


@rule("ingenuity/movement.occupied", "ingenuity/movement.path")
def test_a_way_that_is_spelled_out_leads_through_no_enemy() -> None:
    table = Table("A b .\n. . .", A=sheet(speed=6), b=plain())
    with refused("movement.occupied"):
        table.act("A", "move", "move 1,0 2,0")


@rule("ingenuity/movement.jump")
@pytest.mark.parametrize(
    ("sides", "dice"),
    [((6, 6), "d6 1 2 d20 9"), ((8, 4), "d6 1 2 d20 9"), ((8, 6), "d8 1 d6 2 d20 9")],
)
def test_one_jumps_with_what_promises_more_by_dexterity_where_both_are_alike(
    sides: tuple[int, int], dice: str
) -> None:
    one = sheet(dice={"strength": sides[0], "athletics": sides[1]}, prof={"Jumping": 1}, speed=6)
    table = Table("A v v v . b", A=one, b=plain())
    table.act("A", "move", "jump 4,0", dice=dice)
    assert table.results() == [4]
    assert table.at("A") == "4,0"


@rule(
    "ingenuity/reaction.intercept.reach",
    "ingenuity/movement.difficult",
    "ingenuity/movement.diagonals",
)
@pytest.mark.parametrize(("speed", "reaches"), [(5, True), (4, False)])
def test_a_second_diagonal_into_rough_ground_costs_an_interceptor_four(
    speed: int, reaches: bool
) -> None:
    rows = "c . . . .\n. . . . .\n. . , . .\n. . . b A"
    table = Table(rows, A=sheet(), b=plain(), c=sheet(speed=speed))
    assert paths.reaches(table.combat, table["c"], table["b"]) == reaches


@rule("ingenuity/movement.forced", "ingenuity/geometry.footprint")
@pytest.mark.parametrize(
    ("rows", "ends"),
    [(". b . . .\nA . . . .\n. . . . C", "3,0"), (". A .\nb . .\n. . .\n. . .\n. . C", "0,3")],
)
def test_the_big_are_pushed_from_middle_to_middle(rows: str, ends: str) -> None:
    one = plain(size=5, footprint=2, constitution=0)
    table = Table(rows, A=sheet(maneuvers=["push"]), b=one, C=plain())
    table.act("A", "push b", "push away", dice="d6 6 6 d20 9")
    assert table.at("b") == ends


@rule("ingenuity/movement.forced", "ingenuity/condition.burning")
def test_who_is_pushed_into_water_burns_no_longer() -> None:
    table = Table("A b ~ ~ . c", A=sheet(maneuvers=["push"]), b=plain(), c=plain())
    table.give("b", "burning", 2)
    table.act("A", "push b", "push away", dice="d6 6 6 d20 9")
    assert not table["b"].is_held("burning")


@rule("ingenuity/test.untrained", "ingenuity/movement.climb")
def test_the_untrained_climb_with_their_dice_alone() -> None:
    table = Table("A ^ . b", A=sheet(speed=4), b=plain())
    table.act("A", "move", "move 1,0", "side: standard", "stop", dice="d6 2 3 d20 9")
    assert (table.results(), table.at("A")) == ([5], "0,0")


@rule("ingenuity/movement.occupied")
def test_nobody_ends_its_way_on_an_ally() -> None:
    table = Table("A B . c", A=sheet(speed=6), B=plain(), c=plain())
    with refused("movement.occupied"):
        table.act("A", "move", "move 1,0")


@rule("ingenuity/geometry.cover")
@pytest.mark.parametrize(
    "rows", ["b . . . . .\n# . . . . .\n. . . . . A", "b # .\n. . .\n. . .\n. . .\n. . .\n. . A"]
)
def test_a_wall_beside_the_line_that_it_does_not_touch_is_no_cover(rows: str) -> None:
    table = Table(rows, A=sheet(), b=plain())
    assert not geometry.behind_cover(table.combat, table["A"], table["b"])


@rule("ingenuity/movement.jump", "ingenuity/movement.diagonals")
def test_a_jump_straight_on_is_no_diagonal() -> None:
    table = Table("A v . .\n. v . .\n. v . b", A=sheet(speed=3), b=plain())
    table.act("A", "move", "move 3,1")
    assert table.at("A") == "3,1"


@rule("ingenuity/movement.difficult", "ingenuity/action.sprint")
def test_mobility_is_not_used_up_on_open_ground() -> None:
    table = Table("A . , , , b", A=sheet(talents=["mobility"], speed=3), b=plain())
    table.begin_turn("A")
    table["A"].sheet.speed = 1
    table.act("A", "move", "move 1,0")
    table["A"].sheet.speed = 3
    table.act("A", "sprint", "move 4,0")
    assert table.at("A") == "4,0"


@rule("ingenuity/geometry.footprint", "ingenuity/movement.occupied")
@pytest.mark.parametrize(
    ("sizes", "shares"),
    [((2, 2, 0), True), ((3, 2, 0), False), ((2, 3, 0), False), ((1, 1, 2), False)],
)
def test_two_small_ones_may_share_a_space_but_not_three(
    sizes: tuple[int, int, int], shares: bool
) -> None:
    own, other, third = sizes
    table = Table(
        "A B C . d", A=sheet(size=own), B=plain(size=other), C=plain(size=third or 4), d=plain()
    )
    if third:
        table.combat.move(table["C"], 1)
    if shares:
        table.act("A", "move", "move 1,0")
        assert table.at("A") == table.at("B")
    else:
        with refused("movement.occupied"):
            table.act("A", "move", "move 1,0")


@rule("ingenuity/condition.blinded", "ingenuity/movement.difficult")
@pytest.mark.parametrize(("speed", "able"), [(3, True), (2, False)])
def test_for_the_blinded_a_body_makes_the_ground_no_harder(speed: int, able: bool) -> None:
    table = Table("A B . . c", A=sheet(speed=speed), B=plain(), c=plain())
    table.fell("B")
    table.give("A", "blinded")
    if able:
        table.act("A", "move", "move 1,0 2,0")
        assert table.at("A") == "2,0"
    else:
        with refused("movement.speed"):
            table.act("A", "move", "move 1,0 2,0")


@rule("ingenuity/movement.occupied")
@pytest.mark.parametrize(("size", "passes"), [(7, True), (6, False)])
def test_a_way_spelled_out_past_an_enemy_needs_three_sizes_of_difference(
    size: int, passes: bool
) -> None:
    table = Table("A b .\n. . .", A=sheet(speed=6), b=plain(size=size))
    if passes:
        table.act("A", "move", "move 1,0 2,0")
        assert table.at("A") == "2,0"
    else:
        with refused("movement.occupied"):
            table.act("A", "move", "move 1,0 2,0")


@rule("ingenuity/action.seek-cover.lost")
def test_who_leaves_its_cover_and_comes_back_must_seek_it_again() -> None:
    table = Table("A . . o B .", A=plain(), B=sheet(speed=1))
    table.act("B", "seek cover")
    assert table["B"].cover == table["B"].cell
    table.act("B", "move", "move 5,0")
    table.act("B", "sprint", "move 4,0")
    assert table["B"].cover != table["B"].cell


@rule("ingenuity/movement.difficult")
@pytest.mark.parametrize(("fallen", "used"), [(True, 1), (False, 0)])
def test_a_body_uses_up_mobility_too(fallen: bool, used: int) -> None:
    table = Table("A B . c", A=sheet(talents=["mobility"], speed=3), B=plain(), c=plain())
    if fallen:
        table.fell("B")
    table.act("A", "move", "move 2,0")
    assert table.used("A", "mobile") == used


@rule("ingenuity/movement.fall", "ingenuity/test.one-proficiency")
@pytest.mark.parametrize(("bonus", "safe"), [(1, True), (0, False)])
def test_who_is_good_at_jumping_falls_better(bonus: int, safe: bool) -> None:
    table = Table("A . b", A=sheet(prof={"Jumping": bonus}), b=plain())
    table.combat.dice = ScriptedDice(faces("d6 2 3 d20 9"))
    damage.fall(table.combat, table["A"], 4)
    assert (table["A"].endurance == 12) == safe


@rule("ingenuity/movement.difficult", "ingenuity/geometry.footprint")
def test_what_touches_a_rough_space_or_the_edge_is_looked_at_step_by_step() -> None:
    rows = ["A . . . . . .", *[". . . . . . ."] * 5, ". . . . . . b"]
    rows[3] = ". . . , . . ."
    combat = Table("\n".join(rows), A=plain(), b=plain()).combat
    inner = [row * 7 + column for row in range(1, 6) for column in range(1, 6)]
    far = combat.grid.far(24)
    assert [cell for cell in range(49) if ground.even_places(combat, 1)[cell]] == [
        cell for cell in inner if far[cell] > 1
    ]
    assert not any(ground.even_places(combat, 2))  # two spaces wide, and one about them
    exits = ground.exits_of(combat, 1, False)
    assert sorted(exits.rows[8]) == [
        (0, 1, 1), (1, 1, 0), (2, 1, 1), (7, 1, 0), (9, 1, 0), (14, 1, 1), (15, 1, 0), (16, 1, 1)
    ]  # fmt: skip
    assert [price for goal, price, _ in exits.rows[16] if goal == 24] == [2]
