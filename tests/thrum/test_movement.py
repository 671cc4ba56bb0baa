"""Moving: prices, what blocks, drops, Speed, teleports, swaps."""

from __future__ import annotations

import pytest

from affray.rulesets.thrum import terms
from affray.rulesets.thrum.condition.kinds import HASTENED
from affray.rulesets.thrum.movement import forced, pace, walking
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import MOVE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused

MISS = "1 1 6 6"


def walker(rows: str, heights: str = "", **sheets: Sheet) -> Table:
    return Table(rows, heights=heights, more={"A": pc()} | sheets)


def moving(table: Table, measure: int, amount: int, *keys: str, dice: str = "") -> walking.Move:
    """Let A move by a budget that an ability would grant."""
    agent = table.script(keys, dice)
    way = walking.move_by(table.combat, table["A"], measure, amount)
    table.done(agent)
    return way


@rule("thrum/move.budget")
def test_a_move_spends_up_to_speed_and_may_stop_early() -> None:
    table = walker("A . . . . .")

    assert table.offers("A", MOVE_PHASE) == ["stop", "move 1,0", "move 2,0", "move 3,0", "move 4,0"]
    table.move("A", "move 2,0")

    assert (table.at("A"), table["A"].spent) == ("2,0", 2)
    assert [(one.before, one.after) for one in table.went("steps")] == [(0, 1), (1, 2)]


@rule("thrum/move.step-cost")
def test_a_step_in_any_of_the_eight_directions_costs_1() -> None:
    table = walker(
        """
        . . .
        . A .
        . . .
        """
    )

    around = [f"{x},{y}" for y in range(3) for x in range(3) if (x, y) != (1, 1)]
    assert [table.cost("A", square) for square in around] == [1] * 8


@rule("thrum/move.diagonal-corners")
def test_what_stands_at_the_corner_does_not_block_a_diagonal() -> None:
    table = walker(
        """
        A b
        # .
        """,
        b=npc("biffer"),
    )

    assert table.cost("A", "1,1") == 1


@rule("thrum/move.through-allies")
def test_one_moves_through_allies_at_normal_cost() -> None:
    table = walker("A C D . .", C=pc(), D=pc())

    assert table.cost("A", "3,0") == 3
    table.move("A", "move 4,0")
    assert table.at("A") == "4,0"
    assert table.at("C") == "1,0"


@rule("thrum/move.no-stopping-on-allies")
def test_one_cannot_stop_on_an_ally() -> None:
    table = walker("A C . .", C=pc())

    assert table.cost("A", "1,0") == -1
    with refused("move.no-stopping-on-allies"):
        table.move("A", "move 1,0")


@rule("thrum/move.no-stopping-on-allies")
def test_an_explicit_path_may_not_end_on_an_ally_either() -> None:
    table = walker("A . C .", C=pc())

    with refused("move.no-stopping-on-allies"):
        table.move("A", "move 1,0 2,0")


@rule("thrum/move.no-stopping-on-allies", "thrum/condition.disoriented-blocked")
def test_one_forced_to_stop_on_an_ally_goes_back_to_the_last_free_square() -> None:
    """Speed 2, Disoriented: 6 veers northeast, then 8 from southeast to south, onto C."""
    table = walker(
        """
        # . #
        A C .
        # # #
        """,
        C=pc(),
    )
    table.give("A", "disoriented")
    table.give("A", "slowed")

    table.move("A", "move 1,1 2,1", "move 2,1", dice="3 3 4 4")

    assert (table.at("A"), table["A"].spent) == ("1,0", 2)
    assert [table.combat.grid.name(one.after) for one in table.went("steps")] == ["1,0", "1,1"]


@rule("thrum/move.enemies-block")
def test_no_enemy_can_be_passed_not_even_a_fallen_one() -> None:
    table = walker("A b . .", b=npc("biffer"))

    assert table.offers("A", MOVE_PHASE) == ["stop"]
    with refused("move.enemies-block"):
        table.move("A", "move 1,0 2,0")
    table["b"].incapacitated = True
    assert table.offers("A", MOVE_PHASE) == ["stop"]
    with refused("move.enemies-block"):
        table.move("A", "move 1,0")


def why(table: Table, key: str, line: int = -1) -> tuple[str, str]:
    way = walking.Move(table.combat, table["A"], terms.FIXED, 3)
    way.line = line
    return walking.MoveTo(way).why_not(key)


@rule("thrum/move.enemies-block", "thrum/move.must-afford-step", "thrum/move.no-stopping-on-allies")
def test_what_bars_a_way_is_told_by_its_rule_and_in_words() -> None:
    table = walker("A b . . .\n. C . . .\n. # . . .", b=npc("biffer"), C=pc())

    foe = ("move.enemies-block", "b stands there and bars the way")
    assert why(table, "move 1,0") == why(table, "move 1,0 2,0") == foe
    wall = ("grid.map-edge", "a wall or the like fills the square")
    assert why(table, "move 1,2") == why(table, "move 0,1 1,2") == wall
    ally = ("move.no-stopping-on-allies", "C is there: one may pass, and not stop")
    assert why(table, "move 1,1") == why(table, "move 0,1 1,1") == ally
    far = ("move.must-afford-step", "it takes 4 squares of movement, and 3 squares are left")
    assert why(table, "move 4,0") == why(table, "move 1,1 2,1 3,1 4,1") == far
    assert why(table, "move 0,0") == ("grid.adjacency", "it stands there already")
    assert why(table, "move 1,1 0,0 2,2")[0] == "grid.adjacency"
    ahead = ("ability.text-wins", "this movement may not lead there")
    assert why(table, "move 1,1", line=4) == why(table, "move 1,1 2,1", line=4) == ahead


@rule("thrum/move.drop.option", "thrum/move.must-afford-step")
def test_why_one_does_not_drop_to_a_square_is_told() -> None:
    table = walker("A . .\nb C .", "2 1 0 0 0 0", b=npc("biffer"), C=pc())

    assert why(table, "drop 2,0") == ("move.drop.option", "one drops to a square beside one's own")
    one = ("move.drop.option", "a drop is one step: name the one square to drop to")
    assert why(table, "drop 1,0 2,0") == why(table, "drop 1,1 2,1") == one
    assert why(table, "drop 1,0") == ("move.drop.option", "one drops two levels or more")
    assert why(table, "drop 0,1") == ("move.enemies-block", "b stands there and bars the way")
    assert why(table, "drop 1,1") == ("grid.one-character-per-square", "C stands there")
    table.put("C", "2,1")
    assert why(table, "drop 1,1") == ("", "")
    way = walking.Move(table.combat, table["A"], terms.FIXED, 0)
    assert walking.MoveTo(way).why_not("drop 1,1") == (
        "move.must-afford-step",
        "it takes 1 square of movement, and 0 squares are left",
    )


@rule("thrum/condition.immobilized")
def test_whoever_is_immobilized_is_told_so_of_every_way() -> None:
    table = walker("A . .")
    table.give("A", "immobilized")

    told = ("condition.immobilized", "one immobilized does not walk")
    assert why(table, "move 1,0") == why(table, "move 1,0 2,0") == told


def test_what_is_shut_in_is_told_to_have_no_way() -> None:
    assert why(walker("A . # .\n. . # ."), "move 3,0") == ("grid.adjacency", "no way leads there")


@rule("thrum/move.difficult-terrain")
def test_difficult_terrain_costs_on_exit() -> None:
    """From open ground into Difficult Terrain: 1. From there to open ground: 2."""
    into = walker("A , .")
    out = walker(", .")
    out.put("A", "0,0")

    assert into.cost("A", "1,0") == 1
    assert out.cost("A", "1,0") == 2
    assert into.cost("A", "2,0") == 1 + 2


@rule("thrum/move.difficult-terrain")
def test_a_square_is_difficult_once_however_many_effects_make_it_so() -> None:
    table = walker("A , .")
    obstacles = pace.obstacles_for(table.combat, table["A"])

    pace.make_difficult(table.combat, obstacles, 0)
    pace.make_difficult(table.combat, obstacles, 0)
    pace.make_difficult(table.combat, obstacles, 1)

    assert [int(obstacles.leave[cell]) for cell in range(3)] == [1, 0, 0]


@rule("thrum/move.elevation-first-free")
def test_one_level_up_or_down_costs_nothing_extra() -> None:
    assert walker("A .", "0 1").cost("A", "1,0") == 1
    assert walker("A .", "1 0").cost("A", "1,0") == 1
    assert walker("A .", "0 -1").cost("A", "1,0") == 1


@rule("thrum/move.elevation-extra")
def test_levels_beyond_the_first_cost_1_each_up_or_down() -> None:
    """+0 to +3: 1 + 2 = 3 squares of movement."""
    assert walker("A .", "0 3").cost("A", "1,0") == 3
    assert walker("A .", "3 0").cost("A", "1,0") == 3
    assert walker("A .", "0 2").cost("A", "1,0") == 2
    assert walker("A .", "0 5").cost("A", "1,0") == -1  # 5 of Speed 4


@rule("thrum/move.costs-add")
def test_extra_costs_of_a_step_add_up() -> None:
    """Leaving Difficult Terrain up three levels: 1 + 1 + 2 = 4."""
    table = walker(". , .", "0 0 3", A=pc(REF=1))
    table.put("A", "1,0")

    assert table.cost("A", "2,0") == 4


@rule("thrum/move.must-afford-step")
def test_a_step_that_does_not_fit_into_what_is_left_is_not_taken() -> None:
    table = walker("A . . . 2", "0 0 0 0 2")

    assert table.cost("A", "3,0") == 3
    assert table.cost("A", "4,0") == -1  # 1 left, 2 needed: nothing is borrowed
    with refused("move.must-afford-step"):
        table.move("A", "move 1,0 2,0 3,0 4,0")


@rule("thrum/move.must-afford-step")
def test_movement_left_over_is_lost() -> None:
    table = walker("A . . . . . . . . .")
    for _ in range(2):
        table.begin_turn("A")
        table.move("A", "move 1,0" if table.at("A") == "0,0" else "move 5,0")

    assert table.at("A") == "5,0"  # 4 of the second turn, none of the 3 left over
    table.begin_turn("A")
    assert table.cost("A", "9,0") == 4


@rule("thrum/move.no-free-attacks")
def test_leaving_an_enemy_provokes_nothing_unless_its_stance_says_so() -> None:
    table = walker("A b\n. .\n. .", b=npc("biffer"))
    table.enter_stance("b", "brace")

    table.move("A", "move 0,2")  # no dice, no question

    assert table.at("A") == "0,2"


# -- drops -----------------------------------------------------------------------------------------


@rule("thrum/move.drop.option")
def test_a_step_two_levels_down_may_be_a_drop_that_costs_1() -> None:
    table = walker("A . . . .", "3 0 0 0 0", A=pc(END=1))

    assert table.cost("A", "1,0") == 3  # climbing down
    table.move("A", "drop 1,0", "by endurance", "move 4,0", dice="6 6 1 1")
    assert (table.at("A"), table["A"].spent) == ("4,0", 4)


@rule("thrum/move.drop.option")
def test_one_level_is_no_drop_and_up_is_none_either() -> None:
    table = walker("A . .", "1 0 3")

    assert [key for key in table.offers("A", MOVE_PHASE) if key.startswith("drop")] == []
    with refused("move.drop.option"):
        table.move("A", "drop 1,0")


@rule("thrum/move.drop.option")
def test_a_drop_still_costs_what_is_not_due_to_elevation() -> None:
    table = walker(", .", "4 0", A=pc(END=2))
    table.put("A", "0,0")

    table.move("A", "drop 1,0", "by endurance", dice="6 6 1 1")

    assert table["A"].spent == 2


@rule("thrum/move.drop.option")
def test_the_choice_to_drop_is_made_at_every_step() -> None:
    table = walker("A . . .", "3 3 0 0", A=pc(END=1))

    table.move("A", "move 1,0", "drop 2,0", "by endurance", "move 3,0", dice="6 6 1 1")

    assert (table.at("A"), table["A"].spent) == ("3,0", 3)


@rule("thrum/move.drop.roll")
def test_a_drop_is_2d6_and_end_against_2d6_and_the_levels() -> None:
    """Drop of 3, END +1: dice 5,4 = 10 against 2,3 + 3 = 8: success."""
    table = walker("A .", "3 0", A=pc(END=1))

    table.move("A", "drop 1,0", "by endurance", "stop", dice="5 4 2 3")

    assert table.totals() == (10, 8)
    assert (table.at("A"), table.n("A", "slowed")) == ("1,0", 0)


@rule("thrum/move.drop.roll")
def test_a_tie_of_a_drop_roll_fails_and_the_character_chooses_end_or_ref() -> None:
    table = walker("A . .", "2 0 0", A=pc(END=1, REF=2))

    table.move("A", "drop 1,0", "by reflexes", "stop", dice="1 1 1 1")

    assert table.totals() == (4, 4)
    assert table.n("A", "slowed") == 1


@rule("thrum/move.drop.npc-attributes")
def test_an_npc_drops_with_its_resilience_or_evasion_modifier_and_nothing_else() -> None:
    for key, total in (("by endurance", 3 + 0), ("by reflexes", 3 + 1)):
        table = Table("a . .", heights="2 0 0", A=pc(), a=npc("plinker"))
        table.enter_stance("a", "dodge")  # no Boon of a Stance, none of Evasion
        table.give("a", "slowed")  # forbids Evasion, not REF

        table.move("a", "drop 1,0", key, "stop", dice="1 2 1 1")

        assert table.totals() == (total, 4)


@rule("thrum/move.drop.npc-attributes")
def test_brace_is_no_help_in_a_drop() -> None:
    table = walker("A . .", "2 0 0", A=pc())
    table.enter_stance("A", "brace")

    table.move("A", "drop 1,0", "by endurance", "stop", dice="4 4 1 1")  # two dice

    assert table.totals() == (8, 4)


@rule("thrum/move.drop.success")
def test_after_a_clean_landing_one_goes_on_moving() -> None:
    table = walker("A . . . .", "3 0 0 0 0", A=pc(END=1))

    table.move("A", "drop 1,0", "by endurance", "move 2,0", dice="5 4 2 3")

    assert (table.at("A"), table.combat.units[0].effects) == ("2,0", [])


@rule("thrum/move.drop.failure-slowed")
def test_a_bad_landing_slows_at_once() -> None:
    table = walker("A . . . .", "3 0 0 0 0")

    # Speed 4 - 2 = 2, 1 spent: one square is left.
    table.move("A", "drop 1,0", "by endurance", "move 2,0", dice="1 1 6 6")

    assert (table.at("A"), table.n("A", "slowed"), table.n("A", "dazed")) == ("2,0", 1, 0)
    assert table["A"].spent == 2


@rule("thrum/move.drop.failure-spent")
def test_a_bad_landing_that_has_spent_the_new_speed_ends_the_move_and_dazes() -> None:
    """Speed 4, one step taken, then a failed drop: 2 spent, new Speed 2, so movement ends and the
    character is Dazed.
    """
    table = walker("A . . . .", "3 3 0 0 0")

    table.move("A", "move 1,0", "drop 2,0", "by endurance", dice="1 1 6 6")

    assert (table.at("A"), table["A"].spent) == ("2,0", 2)
    assert (table.n("A", "slowed"), table.n("A", "dazed")) == (1, 1)


@rule("thrum/move.drop.failure-spent")
def test_a_granted_movement_is_compared_by_itself() -> None:
    table = walker("A . . . .", "3 0 0 0 0")
    table.begin_turn("A")
    table["A"].spent = 4  # of the Move step: does not count for the Dash

    table.act("A", "dash", "drop 1,0", "by endurance", "stop", dice="1 1 6 6")

    assert (table.n("A", "slowed"), table.n("A", "dazed")) == (1, 0)


@rule("thrum/move.drop.involuntary")
def test_one_pushed_two_levels_down_makes_the_drop_roll_with_its_own_choice() -> None:
    table = walker("A b . .", "3 3 0 0", A=pc(abilities=["sockem"]), b=npc("biffer"))

    table.act(
        "A", "sockem b", "b: no defence", "shift", "push b e 1", "b: by endurance", dice="1 1 6 6"
    )
    assert table.totals() == (2 + 1, 12 + 3)
    assert (table.at("b"), table.n("b", "slowed")) == ("2,0", 1)


@rule("thrum/move.drop.involuntary")
def test_a_push_goes_on_after_the_landing_and_every_fall_asks_for_its_own_roll() -> None:
    table = walker(
        "A b . . .",
        "9 9 5 2 2",
        A=pc(REA=4, abilities=["sockem"], upgrades=["sockem:b"]),
        b=npc("biffer"),
    )

    table.act(
        "A",
        "sockem b",
        "b: no defence",
        "shift",
        "push b e 3",
        "b: by endurance",
        "b: by endurance",
        dice="1 1 6 6 6 6 1 1",
    )

    assert table.at("b") == "4,0"
    assert table.n("b", "slowed") == 1
    assert len([one for one in table.told("rolled") if one.what == "drop"]) == 2


@rule("thrum/move.drop.involuntary")
def test_one_level_down_is_no_fall() -> None:
    table = walker("A b .", "1 1 0", A=pc(abilities=["sockem"]), b=npc("biffer"))

    table.act("A", "sockem b", "b: no defence", "shift", "push b e 1")

    assert table.at("b") == "2,0"


@rule("thrum/move.drop.involuntary-spent")
def test_off_turn_a_fall_dazes_only_if_the_new_speed_is_0() -> None:
    for speed, dazed in ((4, 0), (2, 1)):
        table = walker("A b .", "2 2 0", A=pc(abilities=["sockem"]), b=npc("biffer"))
        table["b"].sheet.speed = speed
        table["b"].spent = 4  # left over from its own turn

        table.act(
            "A",
            "sockem b",
            "b: resilience",
            "shift",
            "push b e 1",
            "by endurance",
            dice="1 1 6 6  1 1 6 6",  # the attack fails: harm would end Dazed
        )

        assert (table.n("b", "slowed"), table.n("b", "dazed")) == (1, dazed)


@rule("thrum/move.drop.involuntary-spent")
def test_in_its_own_turn_a_fall_counts_what_its_move_step_has_spent() -> None:
    for spent, dazed in ((1, 0), (2, 1)):
        table = walker("A .", "2 0")
        table.begin_turn("A")
        table["A"].spent = spent

        agent = table.script(("by endurance",), "1 1 6 6")
        forced.push(table.combat, table["A"], table["A"], 2, 1, None)
        table.done(agent)

        assert (table.n("A", "slowed"), table.n("A", "dazed")) == (1, dazed)


# -- Speed -----------------------------------------------------------------------------------------


@rule("thrum/move.speed-change-mid-move")
def test_a_change_of_speed_in_the_middle_of_a_move_leaves_new_speed_less_spent() -> None:
    table = walker("A . . . . .", "3 3 0 0 0 0", A=pc())
    table.combat.give(0, HASTENED, 1, 0, 0, -1)
    table.combat.refresh(table["A"])

    # Speed 6; 2 spent when the landing slows: 4 - 2 = 2 left, not 6 - 2 - 2 of any other reckoning.
    table.move("A", "move 1,0", "drop 2,0", "by endurance", "move 4,0", dice="1 1 6 6")

    assert (table.at("A"), table["A"].spent, table.n("A", "dazed")) == ("4,0", 4, 0)


@rule("thrum/move.speed-change-mid-move")
def test_a_budget_given_as_a_number_does_not_change_with_speed() -> None:
    table = walker("A . . . . .", "3 3 0 0 0 0")
    table["A"].sheet.speed = 6

    # A budget of 4: two spent, Speed 4 left, so the rest of the 4 is there.
    way = moving(
        table, terms.FIXED, 4, "move 1,0", "drop 2,0", "by endurance", "move 4,0", dice="1 1 6 6"
    )

    assert (table.at("A"), way.spent) == ("4,0", 4)


@rule("thrum/move.speed-change-mid-move")
def test_what_is_left_is_never_less_than_0() -> None:
    table = walker("A . . . . .")
    way = walking.Move(table.combat, table["A"], terms.WHOLE_SPEED)
    way.spent = 3

    assert way.left() == 1
    table.give("A", "slowed")
    assert way.left() == 0


@rule("thrum/move.speed-floor")
def test_speed_is_never_negative_and_half_of_it_rounds_down() -> None:
    table = walker("A . . . . .")
    table["A"].sheet.speed = 1
    table.give("A", "slowed")
    assert pace.speed_of(table.combat, table["A"]) == 0

    table["A"].sheet.speed = 5
    half = walking.Move(table.combat, table["A"], terms.HALF_SPEED)
    assert half.budget() == 1  # half of 3
    assert walking.Move(table.combat, table["A"], terms.HALF_SPEED_UP).budget() == 2


@rule("thrum/move.granted")
def test_movement_that_an_ability_grants_is_a_fresh_budget_with_normal_costs() -> None:
    table = Table(". , . . . b", A=pc(), b=npc("chaff"))
    table.put("A", "0,0")
    table.move("A", "move 1,0")

    table.step("dash", "move 3,0")  # 2 for leaving Difficult Terrain, 1 more

    assert (table.at("A"), table["A"].spent) == ("3,0", 1)


@rule("thrum/move.granted")
def test_granted_movement_is_blocked_and_limited_like_any_other() -> None:
    table = Table("A . . b . .", A=pc(), b=npc("chaff"))

    table.begin_turn("A")
    with refused("move.enemies-block"):
        table.act("A", "dash", "move 3,0")


# -- teleports -------------------------------------------------------------------------------------


@rule("thrum/move.teleport.no-path", "thrum/move.teleport.ignores-cost-increases")
def test_a_teleport_passes_enemies_walls_and_heights_and_sets_off_nothing_between() -> None:
    table = walker("A , b # .", "0 0 5 9 9", b=npc("biffer"))
    cells = forced.teleport_squares(table.combat, table["A"], 4)
    assert [table.combat.grid.name(cell) for cell in cells] == ["1,0", "4,0"]

    agent = table.script((), "")
    forced.teleport(table.combat, table["A"], cells[1], "move.teleport.no-path")
    table.done(agent)

    assert table.at("A") == "4,0"
    assert [(one.before, one.after) for one in table.went("teleports")] == [(0, 4)]
    assert not table.went("steps")


@rule("thrum/move.teleport.destination")
def test_a_teleport_ends_on_a_free_square_of_the_map_within_range() -> None:
    table = walker(
        """
        . . . .
        . A C .
        . . b #
        """,
        C=pc(),
        b=npc("biffer"),
    )
    grid = table.combat.grid

    found = [grid.name(cell) for cell in forced.teleport_squares(table.combat, table["A"], 1)]
    assert found == ["0,0", "1,0", "2,0", "0,1", "0,2", "1,2"]
    far = [grid.name(cell) for cell in forced.teleport_squares(table.combat, table["A"], 2)]
    assert far == ["0,0", "1,0", "2,0", "3,0", "0,1", "3,1", "0,2", "1,2"]


@rule("thrum/move.teleport.leaves-and-enters")
def test_a_teleport_down_three_levels_is_no_fall() -> None:
    table = walker("A . .", "3 0 0")

    agent = table.script((), "")
    forced.teleport(table.combat, table["A"], 2, "move.teleport.no-path")
    table.done(agent)

    assert (table.at("A"), table.n("A", "slowed")) == ("2,0", 0)


# -- swaps -----------------------------------------------------------------------------------------


def swapped(table: Table, a: str, b: str, *keys: str, dice: str = "") -> None:
    agent = table.script(keys, dice)
    forced.swap(table.combat, table[a], table[b], "move.swap")
    table.done(agent)


@rule("thrum/move.swap")
def test_a_swap_moves_both_at_once_and_costs_neither_movement() -> None:
    table = walker("A b .", b=npc("biffer"))

    swapped(table, "A", "b")

    assert (table.at("A"), table.at("b")) == ("1,0", "0,0")
    assert (table["A"].spent, table["b"].spent) == (0, 0)


@rule("thrum/move.swap")
def test_the_lower_going_one_of_a_swap_over_two_levels_drops() -> None:
    table = walker("A b .", "2 0 0", b=npc("biffer"))

    swapped(table, "A", "b", "A: by endurance", dice="1 1 6 6")

    assert (table.n("A", "slowed"), table.n("b", "slowed")) == (1, 0)


@rule("thrum/move.swap")
def test_a_swap_over_more_than_one_square_is_a_teleport_for_both() -> None:
    table = walker("A . b", "5 0 0", b=npc("biffer"))

    swapped(table, "A", "b")  # no drop

    assert (table.at("A"), table.at("b")) == ("2,0", "0,0")


@rule("thrum/move.drop.involuntary-spent")
def test_the_toll_of_a_guardian_counts_as_spent_in_the_move() -> None:
    """Of Speed 4 the step takes 1 and the toll 2."""
    table = Table("A b . . .", A=pc(abilities=["guardian"]), b=npc("biffer"))
    table.enter_stance("A", "guardian")

    table.move("b", "move 2,0", "b: pay 2", "b: resilience", "b: stop", dice="1 1 6 6")

    assert (table.at("b"), table["b"].spent) == ("2,0", 3)


@rule("thrum/move.drop.option", "thrum/sheet.archetypes")
def test_a_weaver_who_drops_out_of_difficult_terrain_has_ignored_its_one_cost() -> None:
    table = Table(
        ", . , . .",
        heights="3 0 0 0 0",
        A=pc(archetypes=["weaver"], END=4),
        b=npc("biffer"),
    )
    table.put("A", "0,0")
    table.put("b", "4,0")

    table.move("A", "drop 1,0", "by endurance", "move 3,0", dice="6 6 1 1")

    assert table["A"].spent == 1 + 1 + 2


@rule("thrum/move.no-stopping-on-allies")
def test_one_that_cannot_go_on_from_an_allys_square_goes_back_at_no_cost() -> None:
    """It stops in the square of b, where a Prepared Shot has met it."""
    table = Table(
        ". . . . . . . A\n. . . . . . . .\nc b . . . . . .",
        A=pc(abilities=["prepared-shot"]),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.enter_stance("A", "prepared-shot", "aura 6")

    table.move(
        "c", "move 1,2 2,2", "A: prepared-shot c", "c: resilience", "c: stop", dice="1 1 6 6"
    )

    assert (table.at("c"), table["c"].spent) == ("0,2", 1)


@rule("thrum/move.must-afford-step")
@pytest.mark.parametrize(("speed", "asked"), [(3, True), (2, False)])
def test_a_guardians_toll_needs_the_movement_for_the_step_as_well(speed: int, asked: bool) -> None:
    table = Table("A b . . .", A=pc(abilities=["guardian"]), b=npc("biffer"))
    table["b"].sheet.speed = speed
    table.enter_stance("A", "guardian")
    choice = ["b: pay 2"] if asked else []
    rest = [] if asked else ["b: stop"]

    table.move("b", "move 2,0", *choice, "b: resilience", *rest, dice=MISS)

    assert table.at("b") == ("2,0" if asked else "1,0")


def test_upgrade_b_of_guardian_lets_one_pass_by_at_two_squares() -> None:
    """It neither comes nearer nor goes farther away."""
    table = Table(
        "A . b\n. . .",
        A=pc(abilities=["guardian"], upgrades=["guardian:b"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "guardian")

    table.move("b", "move 2,1")

    assert table.at("b") == "2,1"
