"""Kineticism: every ability with its numbers, upgrades and limits."""

from __future__ import annotations

import pytest

from affray.rulesets.thrum.arts.kineticism import ACCELERATED
from affray.rulesets.thrum.movement import forced, pace
from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


def kineticist(*abilities: str, upgrades: str = "", **points: int) -> Sheet:
    """A kineticist of level 0 and Training 3: modifier floor((REA + 3) / 2) + 1."""
    return pc(
        level=0,
        training={"kineticism": 3},
        abilities=list(abilities),
        upgrades=[f"{abilities[0]}:{letter}" for letter in upgrades],
        more=points,
    )


# ---- Two Body Problem ----------------------------------------------------------------------------

BODIES = """
    . . . . . . .
    A . . . . . .
    . b . . . c .
"""

BOTH_HIT = "4 4 3 3 4 4 3 3"  # 4 + 4 + 2 = 10 against 3 + 3 + 1 = 7, twice
B_HIT = "4 4 3 3 1 1 6 6"  # c avoids it
BOTH_MISSED = "1 1 6 6 1 1 6 6"


def bodies(rows: str = BODIES, upgrades: str = "", heights: str = "", **points: int) -> Table:
    table = Table(
        rows,
        heights=heights,
        A=kineticist("two-body-problem", upgrades=upgrades, **points),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table["b"].fatigue_tolerance = table["c"].fatigue_tolerance = 9
    return table


@rule("thrum/roll.separate-contest-per-target")
def test_two_bodies_meet_in_the_middle_and_two_fatigue_are_split() -> None:
    """Three squares lie between: who goes first makes two of them."""
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel both b first",
        "1 to b",
        "1 to c",
        dice=BOTH_HIT,
    )

    assert (table.at("b"), table.at("c")) == ("3,2", "4,2")
    assert (table["b"].fatigue, table["c"].fatigue) == (1, 1)


def test_the_second_body_may_go_first() -> None:
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel both c first",
        "2 to b",
        dice=BOTH_HIT,
    )

    assert (table.at("b"), table.at("c")) == ("2,2", "3,2")
    assert (table["b"].fatigue, table["c"].fatigue) == (2, 0)


@rule("thrum/attack.effect-entries")
def test_the_bodies_are_propelled_even_if_both_avoid_the_rest() -> None:
    table = bodies()

    table.act(
        "A", "two-body-problem b", "b: resilience", "c: resilience", "propel c", dice=BOTH_MISSED
    )

    assert (table.at("b"), table.at("c")) == ("1,2", "2,2")
    assert (table["b"].fatigue, table["c"].fatigue) == (0, 0)


def test_one_who_has_avoided_it_takes_no_share() -> None:
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "2 to b",
        dice=B_HIT,
    )

    assert (table["b"].fatigue, table["c"].fatigue) == (2, 0)


def test_less_than_all_the_fatigue_may_be_dealt() -> None:
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "1 to b",
        "0 to c",
        dice=BOTH_HIT,
    )

    assert (table["b"].fatigue, table["c"].fatigue) == (1, 0)


@rule("thrum/target.needs-valid-target")
def test_two_body_problem_needs_a_second_target_in_the_row_or_column_within_four() -> None:
    table = bodies(
        """
        . . . . . . .
        A . . . . . .
        . b . . . . c
        """
    )

    assert [one for one in table.offers("A") if one.startswith("two-body")] == []


def test_the_second_target_may_be_out_of_range_of_the_user() -> None:
    """b is at distance 4, c at 8."""
    table = bodies("A . . . b . . . c")

    table.act(
        "A",
        "two-body-problem b",
        "A: second c",
        "b: no defence",
        "c: no defence",
        "propel c",
        "0 to b",
        "2 to c",
    )

    assert (table.at("c"), table["c"].fatigue) == ("5,0", 2)


def test_the_first_target_has_to_be_in_range() -> None:
    table = bodies("A . . . . b . . c")

    with refused("grid.range-inclusive"):
        table.act("A", "two-body-problem b")


def test_the_user_itself_may_be_a_target_and_contests_too() -> None:
    """A pulls itself to b; b has no part in it that it fails to avoid."""
    table = Table("A . . b", A=kineticist("two-body-problem"), b=npc("biffer"))

    table.act(
        "A",
        "two-body-problem A",
        "A: no defence",
        "b: resilience",
        "propel A",
        "0 to A",
        dice="1 1 6 6",
    )

    assert (table.at("A"), table["b"].fatigue) == ("2,0", 0)


def test_with_an_even_gap_both_bodies_go_equally_far() -> None:
    table = bodies("A b . . c")

    table.act(
        "A",
        "two-body-problem b",
        "A: second c",
        "b: no defence",
        "c: no defence",
        "propel both",
        "0 to b",
        "0 to c",
    )

    assert (table.at("b"), table.at("c")) == ("2,0", "3,0")


def test_adjacent_bodies_are_not_propelled_but_may_take_their_shares() -> None:
    table = bodies(". . A . b c .")

    table.act("A", "two-body-problem b", "A: second c", "b: no defence", "c: no defence", "2 to b")

    assert (table.at("b"), table["b"].fatigue) == ("4,0", 2)


def test_who_is_hit_by_a_body_that_failed_may_take_a_share() -> None:
    """d stands between: b stops before it."""
    table = Table(
        """
        A . . . . .
        . b . d . c
        """,
        A=kineticist("two-body-problem"),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )

    table.act(
        "A",
        "two-body-problem b",
        "A: second c",
        "b: resilience",
        "c: resilience",
        "propel b",
        "0 to b",
        "2 to d",
        dice=B_HIT,
    )

    assert (table.at("b"), table["d"].fatigue) == ("2,1", 2)


def test_who_is_hit_by_a_body_that_avoided_it_takes_no_share() -> None:
    table = Table(
        """
        A . . . . .
        . b . d . c
        """,
        A=kineticist("two-body-problem"),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )

    table.act(
        "A",
        "two-body-problem b",
        "A: second c",
        "b: resilience",
        "c: resilience",
        "propel c",
        "2 to b",
        dice=B_HIT,
    )

    assert (table.at("c"), table["d"].fatigue) == ("4,1", 0)


def test_ground_two_above_its_start_stops_a_body() -> None:
    """(3,2) is 2 above where b started, though only 1 above (2,2)."""
    table = bodies(
        heights="""
        0 0 0 0 0 0 0
        0 0 0 0 0 0 0
        0 0 1 2 2 2 0
        """
    )

    table.act(
        "A", "two-body-problem b", "b: no defence", "c: no defence", "propel b", "0 to b", "0 to c"
    )

    assert table.at("b") == "2,2"


def test_ground_two_above_the_last_square_does_not_stop_a_body_that_started_high() -> None:
    """b starts on level 2, drops to 0 and flies on over level 2: two drop rolls are not made."""
    table = bodies(
        heights="""
        0 0 0 0 0 0 0
        0 0 0 0 0 0 0
        0 2 0 2 2 2 0
        """
    )

    table.act(
        "A",
        "two-body-problem b",
        "b: no defence",
        "c: no defence",
        "propel b",
        "b: by endurance",
        "0 to b",
        "0 to c",
        dice="6 6 1 1",
    )

    assert table.at("b") == "4,2"


@rule("thrum/defence.evasion.failure-order")
def test_the_vulnerable_of_a_failed_evasion_does_not_add_to_the_shares() -> None:
    """b evades with 3 dice, 1 + 1 + 0 against 10."""
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: evasion",
        "c: resilience",
        "propel b",
        "2 to b",
        "daze b",
        dice="4 4 1 1 1 1 1 6 6",
    )

    assert (table["b"].fatigue, table.n("b", "vulnerable")) == (2, 1)


def test_one_target_of_a_critical_may_become_dazed() -> None:
    """The Fatigue comes first and so does not end it."""
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "1 to b",
        "1 to c",
        "daze c",
        dice="6 6 1 1 6 6 1 1",
    )

    assert (table.n("b", "dazed"), table.n("c", "dazed")) == (0, 1)


def test_nobody_need_be_dazed_and_only_a_critical_does_it() -> None:
    table = bodies()

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "1 to b",
        "1 to c",
        "daze nobody",
        dice="6 6 1 1 4 4 3 3",
    )

    assert (table.n("b", "dazed"), table.n("c", "dazed")) == (0, 0)


def test_upgrade_a_of_two_body_problem_adds_half_pow() -> None:
    table = bodies(upgrades="a", POW=2)

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "3 to b",
        dice=B_HIT,
    )

    assert table["b"].fatigue == 3


def test_upgrade_b_of_two_body_problem_dazes_one_target_of_a_success() -> None:
    table = bodies(upgrades="b")

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "1 to b",
        "1 to c",
        "daze c",
        dice=BOTH_HIT,
    )

    assert (table.n("b", "dazed"), table.n("c", "dazed")) == (0, 1)


def test_upgrade_b_of_two_body_problem_dazes_both_on_a_critical() -> None:
    """A Critical against b, a Success against c."""
    table = bodies(upgrades="b")

    table.act(
        "A",
        "two-body-problem b",
        "b: resilience",
        "c: resilience",
        "propel b",
        "1 to b",
        "1 to c",
        "daze b",
        "daze c",
        dice="6 6 1 1 4 4 3 3",
    )

    assert (table.n("b", "dazed"), table.n("c", "dazed")) == (1, 1)


@rule("thrum/attack.target-moved")
def test_a_first_body_that_is_out_of_range_by_then_is_missed_the_second_is_not() -> None:
    """A recoils from b, from distance 4 to 5; c is 4 from b still."""
    table = Table(
        ". A . . . b . . . c",
        A=kineticist("two-body-problem", "newtonian-mechanics"),
        b=npc("biffer"),
        c=npc("biffer"),
    )

    table.act(
        "A",
        "two-body-problem b",
        "A: second c",
        "A: newtonian-mechanics b",
        "A: move 0,0",
        "c: no defence",
        "propel b",
        "2 to c",
    )

    assert (table.at("b"), table["b"].fatigue, table["c"].fatigue) == ("8,0", 0, 2)


def test_bodies_that_a_current_throws_back_come_to_rest() -> None:
    """The field pushes b west off (2,2) each time; it makes no more squares than lay between."""
    table = Table(
        BODIES,
        A=kineticist("two-body-problem", "vector-field"),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.act("A", "vector-field", "area 2,2", "toward w")
    table.begin_turn("A")

    table.act(
        "A", "two-body-problem b", "b: no defence", "c: no defence", "propel b", "0 to b", "0 to c"
    )

    assert table.at("b") == "1,2"
    assert len([one for one in table.went("is moved") if one.who == table["b"].index]) == 6


# ---- Vector Field --------------------------------------------------------------------------------

FIELD = """
    . . . . . . . .
    A . . . . . b .
    . . . . . . . .
    . . . . . . . .
"""


def field(direction: str, upgrades: str = "", **points: int) -> Table:
    """A Vector Field on (3,1), (4,1), (3,2) and (4,2)."""
    table = Table(
        FIELD,
        A=kineticist("vector-field", upgrades=upgrades, **points),
        b=npc("biffer"),
        C=pc(),
    )
    table.act("A", "vector-field", "area 3,1", f"toward {direction}")
    return table


@rule("thrum/terrain-effect.ongoing")
def test_vector_field_pushes_whoever_moves_into_it_toward_the_named_side() -> None:
    """At (4,1) with 2 of Speed 4 spent, b is pushed to (4,0)."""
    table = field("n")

    table.move("b", "move 4,1", "drift n", "stop")

    assert (table.at("b"), table["b"].spent) == ("4,0", 2)


def test_one_more_movement_resists_vector_field() -> None:
    table = field("n")

    table.move("b", "move 4,1", "spend 1", "move 5,1")

    assert (table.at("b"), table["b"].spent) == ("5,1", 4)


def test_one_without_movement_left_cannot_resist() -> None:
    """Speed 4 - 2 is just enough for the way in."""
    table = field("n")
    table.give("b", "slowed")

    table.move("b", "move 4,1")

    assert table.at("b") == "4,0"


def test_one_pushed_in_cannot_resist() -> None:
    table = field("ne")
    table.put("b", "5,1")

    forced.push(table.combat, table["A"], table["b"], 6, 1, None)

    assert table.at("b") == "5,0"


@rule("thrum/trigger.once-per-event")
def test_movement_caused_by_vector_field_does_not_trigger_it_again() -> None:
    """Toward the south, (4,2) is in the field too."""
    table = field("s")

    table.move("b", "move 4,1", "drift s", "stop")

    assert table.at("b") == "4,2"


def test_each_square_of_vector_field_triggers_it_anew() -> None:
    """From (4,1), resisted, to (3,1), where nothing is left to resist with."""
    table = field("n")

    table.move("b", "move 4,1", "spend 1", "move 3,1")

    assert (table.at("b"), table["b"].spent) == ("3,0", 4)


@rule("thrum/terrain-effect.applies-to-all")
def test_vector_field_works_on_its_creator_and_stays_when_that_falls() -> None:
    table = field("s")
    table.move("A", "move 3,1", "drift s", "stop")
    assert table.at("A") == "3,2"
    table["A"].incapacitated = True

    table.move("b", "move 4,1", "drift s", "stop")

    assert table.at("b") == "4,2"


def test_a_push_that_is_blocked_asks_and_costs_nothing() -> None:
    table = field("n")
    table.put("C", "4,0")

    table.move("b", "move 4,1", "stop")

    assert (table.at("b"), table["b"].spent) == ("4,1", 2)


@rule("thrum/terrain-effect.one-per-creator")
def test_a_new_vector_field_ends_the_old_one() -> None:
    table = field("n")
    table.begin_turn("A")

    table.act("A", "vector-field", "area 1,2", "toward s")
    table.move("b", "move 4,1")

    assert table.at("b") == "4,1"
    assert len(table.combat.terrains) == 1


@rule("thrum/terrain-effect.ongoing")
def test_those_in_it_are_neither_targeted_nor_pushed_when_it_is_made() -> None:
    table = Table(FIELD, A=kineticist("vector-field"), b=npc("biffer"))
    table.put("b", "4,1")

    table.act("A", "vector-field", "area 3,1", "toward n")

    assert table.at("b") == "4,1"
    assert table.told("targets") == []


def test_the_upgrades_of_vector_field_enlarge_it_and_raise_the_price() -> None:
    """REA 2: Area 3; resisting costs 2."""
    table = field("n", "ab", REA=2)

    table.move("b", "move 5,1", "spend 2", "stop")

    assert (table.at("b"), table["b"].spent) == ("5,1", 3)
    assert len(table.combat.terrains[0].cells) == 9


# ---- Accelerate ----------------------------------------------------------------------------------


def accelerator(upgrades: str = "", **points: int) -> Table:
    return Table(
        "A . C . D . . . b",
        A=kineticist("accelerate", upgrades=upgrades, **points),
        C=pc(),
        D=pc(),
        b=npc("biffer"),
    )


@rule("thrum/condition.hastened")
def test_accelerate_hastens_an_ally() -> None:
    """Speed 4 + 2; Evasion with 2 Boons: 4 dice."""
    table = accelerator()

    table.act("A", "accelerate C")

    assert pace.speed_of(table.combat, table["C"]) == 6
    table.put("b", "3,0")
    table.act("b", "basic-attack C", "C: evasion", dice="6 6 6 6 1 1 4 5")
    assert table.totals() == (14, 9)


def test_accelerate_may_be_used_on_its_user() -> None:
    table = accelerator()

    table.act("A", "accelerate A")

    assert pace.speed_of(table.combat, table["A"]) == 6


def test_accelerate_reaches_four_squares() -> None:
    table = accelerator()
    table.put("D", "5,0")

    assert "accelerate D" not in table.offers("A")


@rule("thrum/buff.lasts")
def test_accelerate_lasts_beyond_the_turn() -> None:
    table = accelerator()
    table.act("A", "accelerate C")

    table.start("C")
    table.end("C")

    assert table["C"].has(ACCELERATED)


@rule("thrum/status.statuses-versus-conditions")
def test_accelerate_does_not_stack_with_hastened() -> None:
    table = accelerator()
    table.act("A", "accelerate C")
    table.give("C", "hastened")

    assert pace.speed_of(table.combat, table["C"]) == 6


def test_upgrade_a_of_accelerate_may_take_a_second_target() -> None:
    table = accelerator("a")

    table.act("A", "accelerate C", "also D")

    assert table["C"].has(ACCELERATED)
    assert table["D"].has(ACCELERATED)


def test_upgrade_a_of_accelerate_may_be_left_out() -> None:
    table = accelerator("a")

    table.act("A", "accelerate C", "nobody else")

    assert not table["D"].has(ACCELERATED)


@rule("thrum/basic.dodge")
def test_upgrade_b_of_accelerate_gives_the_benefit_of_dodge_until_the_next_turn() -> None:
    """In Brace, Evasion has its own Boon and that of Dodge: 4 dice; later 3."""
    table = accelerator("b")
    table.enter_stance("A", "brace")
    table.put("b", "1,0")

    table.act("A", "accelerate C")
    table.act("b", "basic-attack A", "A: evasion", dice="6 6 6 6 1 1 4 5")
    table["A"].effects = [one for one in table["A"].effects if one.effect.id != "vulnerable"]
    table.start("A")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: evasion", dice="6 6 6 6 1 4 5")

    assert table.totals() == (14, 9)


# ---- Orthogonal Incidence ------------------------------------------------------------------------

CROSS = """
    . . . d . . .
    . . . . . . .
    . . . . . . .
    b . . A . . .
    . . . . . . .
    . . . C . . .
"""


def crossed(upgrades: str = "", **points: int) -> Table:
    """Training 3; b is 3 away in A's row, C and d stand in A's column."""
    table = Table(
        CROSS,
        A=kineticist("orthogonal-incidence", upgrades=upgrades, **points),
        C=pc(),
        b=npc("biffer"),
        d=npc("biffer"),
    )
    table.enter_stance("A", "orthogonal-incidence")
    return table


def test_orthogonal_incidence_adds_training_to_the_defence_and_ends() -> None:
    """4 + 4 + 2 = 10 against 3 + 3 + 3 = 9."""
    table = crossed()

    table.act("b", "basic-attack A", "A: orthogonal-incidence", "A: resilience", dice="4 4 3 3")

    assert table.totals() == (10, 9)
    assert table["A"].fatigue == 2
    assert table.stance_of("A") == ""


@rule("thrum/roll.defender-critical", "thrum/trigger.once-per-event")
def test_on_a_critical_the_ability_strikes_another_at_a_right_angle_for_one_less() -> None:
    """1 + 1 + 2 = 4 against 5 + 5 + 3: d takes 2 - 1 Fatigue without a contest."""
    table = crossed()

    table.act(
        "b",
        "basic-attack A",
        "A: orthogonal-incidence",
        "A: resilience",
        "A: redirect to d",
        dice="1 1 5 5",
    )

    assert (table["A"].fatigue, table["d"].fatigue) == (0, 1)


def test_the_new_target_may_be_an_ally() -> None:
    table = crossed()

    table.act(
        "b",
        "basic-attack A",
        "orthogonal-incidence",
        "resilience",
        "redirect to C",
        dice="1 1 5 5",
    )

    assert table["C"].fatigue == 1


def test_a_redirected_critical_evasion_costs_nobody_vulnerable() -> None:
    table = crossed()

    table.act(
        "b",
        "basic-attack A",
        "orthogonal-incidence",
        "evasion",
        "redirect to d",
        dice="1 1 1 5 5",
    )

    assert (table.n("A", "vulnerable"), table.n("d", "vulnerable")) == (0, 0)


def test_without_a_critical_nothing_is_redirected() -> None:
    """4 + 4 + 2 = 10 against 6 + 5 + 3 = 14."""
    table = crossed()

    table.act("b", "basic-attack A", "orthogonal-incidence", "resilience", dice="4 4 6 5")

    assert (table["A"].fatigue, table["d"].fatigue) == (0, 0)


def test_with_nobody_at_a_right_angle_a_critical_redirects_nothing() -> None:
    table = crossed()
    table.put("d", "4,0")
    table.put("C", "4,5")

    table.act("b", "basic-attack A", "orthogonal-incidence", "resilience", dice="1 1 5 5")

    assert table["A"].fatigue == 0


def test_the_only_one_at_a_right_angle_is_struck() -> None:
    table = crossed()
    table.put("C", "4,5")

    table.act("b", "basic-attack A", "orthogonal-incidence", "resilience", dice="1 1 5 5")

    assert table["d"].fatigue == 1


@pytest.mark.parametrize("square", ["1,3", "0,2", "1,1"])
def test_orthogonal_incidence_needs_an_attacker_in_line_at_three_or_more(square: str) -> None:
    """(1,3) is too near, (0,2) off the row, (1,1) on neither row nor column."""
    table = crossed()
    table.put("b", square)

    table.act("b", "basic-attack A", "A: resilience", dice="1 1 5 5")

    assert table.stance_of("A") == "orthogonal-incidence"


def test_orthogonal_incidence_may_be_held_back() -> None:
    table = crossed()

    table.act("b", "basic-attack A", "A: pass", "A: resilience", dice="1 1 5 5")

    assert table.stance_of("A") == "orthogonal-incidence"
    assert table["d"].fatigue == 0


def test_upgrade_a_of_orthogonal_incidence_adds_half_rea() -> None:
    table = crossed("a", REA=2)

    table.act("b", "basic-attack A", "orthogonal-incidence", "resilience", dice="4 4 3 3")

    assert table.totals() == (10, 10)


def test_upgrade_b_of_orthogonal_incidence_passes_the_full_impact_on() -> None:
    table = crossed("b")

    table.act(
        "b",
        "basic-attack A",
        "orthogonal-incidence",
        "resilience",
        "redirect to d",
        dice="1 1 5 5",
    )

    assert table["d"].fatigue == 2


# ---- Eigencomplex --------------------------------------------------------------------------------

SPIN = """
    . . . . . . .
    . . . . . . .
    . . . A . . .
    . . . . . . .
    . . . . . . b
"""


def spinning(turns: str = "clockwise", upgrades: str = "", **points: int) -> Table:
    table = Table(
        SPIN,
        A=kineticist("eigencomplex", upgrades=upgrades, **points),
        b=npc("biffer"),
    )
    table.enter_stance("A", "eigencomplex", turns)
    return table


@pytest.mark.parametrize(
    ("start", "entered", "clockwise", "counterclockwise"),
    [
        ("2,0", "2,1", "3,1", "2,2"),
        ("3,0", "3,1", "4,1", "2,1"),
        ("4,0", "4,1", "4,2", "3,1"),
        ("5,2", "4,2", "4,3", "4,1"),
        ("4,4", "4,3", "3,3", "4,2"),
        ("3,4", "3,3", "2,3", "4,3"),
        ("2,4", "2,3", "2,2", "3,3"),
        ("1,2", "2,2", "2,1", "2,3"),
    ],
)
def test_eigencomplex_pushes_one_square_along_its_ring(
    start: str, entered: str, clockwise: str, counterclockwise: str
) -> None:
    for turns, goal in (("clockwise", clockwise), ("counterclockwise", counterclockwise)):
        table = spinning(turns)
        table.put("b", start)
        table.begin_turn("b")
        words = {(1, 0): "e", (-1, 0): "w", (0, 1): "s", (0, -1): "n"}
        x, y = (int(goal[0]) - int(entered[0]), int(goal[2]) - int(entered[2]))
        table.move("b", f"move {entered}", f"drift {words[x, y]}", "stop")

        assert table.at("b") == goal


def test_one_more_movement_resists_eigencomplex() -> None:
    table = spinning()
    table.put("b", "3,0")

    table.move("b", "move 3,1", "spend 1", "stop")

    assert (table.at("b"), table["b"].spent) == ("3,1", 2)


def test_movement_caused_by_eigencomplex_does_not_trigger_it() -> None:
    """From (3,1) to (4,1), which is in the Aura too."""
    table = spinning()
    table.put("b", "3,0")

    table.move("b", "move 3,1", "drift e", "stop")

    assert table.at("b") == "4,1"


def test_eigencomplex_pushes_allies_too() -> None:
    table = Table(SPIN, A=kineticist("eigencomplex"), b=npc("biffer"), C=pc())
    table.put("C", "3,0")
    table.enter_stance("A", "eigencomplex", "clockwise")

    table.move("C", "move 3,1", "drift e", "stop")

    assert table.at("C") == "4,1"


@rule("thrum/area.aura-follows")
def test_the_bearer_of_eigencomplex_moving_pushes_nobody() -> None:
    table = spinning()
    table.put("b", "5,2")

    table.move("A", "move 4,1")

    assert table.at("b") == "5,2"


@rule("thrum/ability.text-wins")
def test_enemies_in_the_aura_cannot_target_its_bearer_unless_orthogonally_adjacent() -> None:
    table = spinning()

    offered = []
    for square in ("2,1", "3,1", "5,0"):
        table.put("b", square)
        offered.append("basic-attack A" in table.offers("b"))

    assert offered == [False, True, True]


@rule("thrum/area.in-area-counts-as-targeted")
def test_enemies_in_the_aura_cannot_target_its_bearer_by_an_area_either() -> None:
    """b at (2,1) lays its Flashbang over A and C: only C is in it."""
    table = Table(
        SPIN,
        A=kineticist("eigencomplex"),
        b=pc(level=0, abilities=["flashbang"]),
        C=pc(),
    )
    table.put("b", "2,1")
    table.put("C", "4,2")
    table.enter_stance("A", "eigencomplex", "clockwise")

    table.act("b", "flashbang", "area 3,2", "C: no defence")

    assert (table["A"].stress, table["C"].stress) == (0, 2)


def test_upgrade_a_of_eigencomplex_enlarges_the_aura() -> None:
    """REA 2: Aura 2. (3,0) is in it, and its ring goes on to (4,0)."""
    table = spinning("clockwise", "a", REA=2)
    table.put("b", "6,0")
    forced.teleport(table.combat, table["b"], 3, "test")

    assert table.at("b") == "4,0"
    assert "basic-attack A" not in table.offers("b")


def test_upgrade_b_of_eigencomplex_hampers_ranged_attacks_from_three_or_more() -> None:
    """3 dice and the two lowest from distance 3; 2 from distance 2."""
    table = spinning("clockwise", "b")
    table.put("b", "6,2")
    table.act("b", "basic-attack A", "A: resilience", dice="6 2 2 3 3")
    assert table.totals() == (6, 6)

    table.put("b", "5,2")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="2 2 3 3")

    assert table.totals() == (6, 6)


# ---- Relay ---------------------------------------------------------------------------------------


def relay(rows: str, upgrades: str = "", **points: int) -> Table:
    """C bounces its abilities off A."""
    return Table(
        rows,
        C=pc(training={"brawling": 3}),
        A=kineticist("relay", upgrades=upgrades, **points),
        b=npc("biffer"),
    )


@rule("thrum/cover.origin", "thrum/grid.range-inclusive")
def test_an_ally_may_bounce_an_ability_off_a_relay() -> None:
    """Basic Attack, Range 3: C to A 3, A to b 3. Modifier 5."""
    table = relay("C . . A . . b")

    table.act("C", "basic-attack b", "b: resilience", dice="2 2 3 3")

    assert table.totals() == (9, 7)
    assert table["b"].fatigue == 2


def test_a_relay_out_of_range_bounces_nothing() -> None:
    table = relay("C . . . A . b")

    assert "basic-attack b" not in table.offers("C")


@rule("thrum/attack.ranged-bane")
def test_ranged_adjacency_is_still_counted_from_the_user_of_a_bounced_attack() -> None:
    """b is beside A and not beside C; A itself covers it from C."""
    table = relay("C . A b")

    table.act("C", "basic-attack b", "from A", "b: resilience", dice="2 2 3 3")
    table.begin_turn("C")
    table.act("C", "basic-attack b", "from here", "b: resilience", dice="2 2 6 3 3")

    assert table.totals() == (9, 7)


def test_an_attack_need_not_be_bounced() -> None:
    table = relay("C A . b")

    table.act("C", "basic-attack b", "from here", "b: resilience", dice="2 2 3 3")

    assert table.totals() == (9, 7)


@rule("thrum/cover.obstructed", "thrum/grid.no-line-of-sight")
def test_an_obstructed_path_to_the_relay_bounces_nothing() -> None:
    table = Table(
        """
        . . . . . . .
        C . . A . . b
        . . . . . . .
        """,
        heights="""
        0 0 2 0 0 0 0
        0 0 2 0 0 0 0
        0 0 2 0 0 0 0
        """,
        C=pc(training={"brawling": 3}),
        A=kineticist("relay"),
        b=npc("biffer"),
    )

    assert "basic-attack b" not in table.offers("C")


def test_a_relay_serves_no_enemy() -> None:
    table = relay("b . . A . . C")

    assert "basic-attack C" not in table.offers("b")


def covered(upgrades: str) -> Table:
    """d beside b covers it from A."""
    return Table(
        "C . . A . d b",
        C=pc(training={"brawling": 3}),
        A=kineticist("relay", upgrades=upgrades),
        b=npc("biffer"),
        d=npc("biffer"),
    )


@rule("thrum/cover.bane")
def test_cover_counts_for_a_bounced_attack() -> None:
    table = covered("")

    table.act("C", "basic-attack b", "b: resilience", dice="6 2 2 3 3")

    assert table.totals() == (9, 7)


def test_upgrade_a_of_relay_ignores_cover() -> None:
    table = covered("a")

    table.act("C", "basic-attack b", "b: resilience", dice="2 2 3 3")

    assert table.totals() == (9, 7)


def test_upgrade_b_of_relay_may_first_move_one() -> None:
    """From (3,0) A steps to (3,1), still 3 from b and from C."""
    table = relay(
        """
        C . . A . . b
        . . . . . . .
        """,
        "b",
    )

    table.act("C", "basic-attack b", "A: move 3,1", "b: resilience", dice="2 2 3 3")

    assert (table.at("A"), table["b"].fatigue) == ("3,1", 2)


def test_a_relay_may_stay_and_moves_only_where_it_still_serves() -> None:
    """(2,0) is 4 from b, (4,0) 4 from C."""
    table = relay(
        """
        C . . A . . b
        . . . . . . .
        """,
        "b",
    )

    with refused("ability.text-wins"):
        table.act("C", "basic-attack b", "A: move 4,0")


# ---- Newtonian Mechanics -------------------------------------------------------------------------

ROOM = """
    . . . . . . .
    . . A b . . .
    . . . . . . .
"""


def newton(rows: str = ROOM, upgrades: str = "", *more: str, **points: int) -> Table:
    return Table(
        rows,
        A=kineticist("newtonian-mechanics", *more, upgrades=upgrades, **points),
        b=npc("biffer"),
    )


@rule("thrum/attack.sequence")
def test_newtonian_mechanics_recoils_before_the_rolls() -> None:
    """From (1,1) nobody is adjacent any longer: no Ranged Bane. Modifier 2."""
    table = newton()

    table.act(
        "A",
        "basic-attack b",
        "newtonian-mechanics",
        "move 1,1",
        "b: resilience",
        dice="4 4 3 3",
    )

    assert (table.at("A"), table["b"].fatigue) == ("1,1", 2)


def test_the_recoil_may_be_left_out() -> None:
    table = newton()

    table.act("A", "basic-attack b", "pass", "b: resilience", dice="6 4 4 3 3")

    assert table.at("A") == "2,1"


def test_the_recoil_goes_away_only() -> None:
    table = newton()

    with refused("ability.text-wins"):
        table.act("A", "basic-attack b", "newtonian-mechanics", "move 2,0")


@rule("thrum/attack.target-moved")
def test_one_who_recoils_out_of_range_misses() -> None:
    """From distance 3 to 4: no dice."""
    table = newton(". A . . b . .")

    table.act("A", "basic-attack b", "newtonian-mechanics", "move 0,0")

    assert table["b"].fatigue == 0


def test_an_ally_targeted_by_an_action_is_recoiled_from_too() -> None:
    table = Table(
        ". A C . . b", A=kineticist("newtonian-mechanics", "accelerate"), C=pc(), b=npc("biffer")
    )

    table.act("A", "accelerate C", "newtonian-mechanics", "move 0,0")

    assert table.at("A") == "0,0"


def test_an_empty_area_is_recoiled_from_by_its_nearest_square() -> None:
    """The field's nearest square is (3,1), two from A."""
    table = newton(
        """
        . . . . . . .
        . A . . . . b
        . . . . . . .
        """,
        "",
        "vector-field",
    )

    table.act("A", "vector-field", "area 3,1", "toward n", "newtonian-mechanics", "move 0,1")

    assert table.at("A") == "0,1"


def test_no_recoil_from_an_attack_that_is_no_action() -> None:
    """Prepared Shot comes from a Stance."""
    table = Table(
        ". A . . . . . . . b",
        A=pc(abilities=["newtonian-mechanics", "prepared-shot"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "prepared-shot")

    table.move("b", "move 7,0", "prepared-shot b", "b: no defence", "stop")

    assert table.at("A") == "1,0"


@rule("thrum/condition.immobilized")
def test_the_immobilized_do_not_recoil() -> None:
    table = newton()
    table.give("A", "immobilized")

    table.act("A", "basic-attack b", "b: resilience", dice="6 4 4 3 3")

    assert table.at("A") == "2,1"


def test_upgrade_a_of_newtonian_mechanics_recoils_half_rea_farther() -> None:
    table = newton(". . . A b . .", "a", REA=2)

    table.act(
        "A", "basic-attack b", "newtonian-mechanics", "move 1,0", "b: resilience", dice="4 4 3 3"
    )

    assert table.at("A") == "1,0"


def test_upgrade_b_of_newtonian_mechanics_moves_the_target_the_opposite_way_afterwards() -> None:
    table = newton(upgrades="b")

    table.act(
        "A",
        "basic-attack b",
        "newtonian-mechanics",
        "move 1,2",
        "b: resilience",
        "A: newtonian-mechanics push",
        dice="4 4 3 3",
    )

    assert (table.at("A"), table.at("b")) == ("1,2", "4,0")


def test_without_a_recoil_the_target_is_not_moved() -> None:
    table = newton(upgrades="b")

    table.act("A", "basic-attack b", "pass", "b: resilience", dice="6 4 4 3 3")

    assert table.at("b") == "3,1"


def test_the_push_back_may_be_left_out() -> None:
    table = newton(upgrades="b")

    table.act(
        "A",
        "basic-attack b",
        "newtonian-mechanics",
        "move 1,1",
        "b: resilience",
        "A: pass",
        dice="4 4 3 3",
    )

    assert table.at("b") == "3,1"
