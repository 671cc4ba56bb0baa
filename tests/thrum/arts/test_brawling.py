"""Brawling: every ability, its upgrades, its edges."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError, UnknownKeyError
from affray.rulesets.thrum import death, terms
from affray.rulesets.thrum.movement import forced, walking
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused

HIT = "4 3 2 2"  # a Success by 4 at equal modifiers, no Critical
CRIT = "6 6 1 1"
MISS = "1 1 6 6"


def again(table: Table, name: str) -> None:
    """Begin somebody's turn anew, so that it may act once more."""
    table.begin_turn(name)


# ---- Sockem --------------------------------------------------------------------------------------


def sockem(*upgrades: str, **points: int) -> Table:
    return Table(
        """
        . . . . . .
        A b . . . .
        . . . . . .
        """,
        A=pc(level=0, abilities=["sockem"], upgrades=list(upgrades), more=points),
        b=npc("biffer"),
        c=npc("biffer"),
    )


@rule("thrum/attack.effect-entries")
def test_sockem_moves_its_target_1_in_any_direction_even_on_a_miss() -> None:
    table = sockem()

    table.act("A", "sockem b", "b: resilience", "A: shift", "push b nw 1", dice=MISS)

    assert (table.at("b"), table["b"].fatigue) == ("0,0", 0)


def test_sockem_may_slow_instead_and_deals_2_on_a_success() -> None:
    table = sockem()

    table.act("A", "sockem b", "b: resilience", "A: slowed", dice="4 3 2 2")

    assert (table.n("b", "slowed"), table["b"].fatigue, table.at("b")) == (1, 2, "1,1")


@rule("thrum/roll.critical", "thrum/attack.critical-adds")
def test_a_critical_of_sockem_deals_1_more_and_stuns() -> None:
    table = sockem()

    table.act("A", "sockem b", "b: resilience", "A: slowed", dice=CRIT)

    assert (table["b"].fatigue, table.n("b", "stunned")) == (3, 1)


def test_the_upgrades_of_sockem_add_half_pow_rea_and_fin() -> None:
    table = sockem("sockem:a", "sockem:b", "sockem:c", POW=5, REA=5, FIN=5)

    table.act("A", "sockem b", "b: resilience", "A: shift", "push b e 3", dice=CRIT + " 6 6")
    table.put("b", "1,1")
    again(table, "A")
    table.act("A", "sockem b", "b: resilience", "A: slowed", dice=MISS + " 6 6")

    assert (table["b"].fatigue, table.n("b", "slowed")) == (2 + 1 + 2, 3)


@rule("thrum/attack.finisher-timing")
def test_sockem_is_a_finisher() -> None:
    table = sockem()
    table["b"].fatigue = 2

    table.act("A", "sockem b", "b: resilience", "A: slowed", dice="4 3 2 2 1 1")

    assert table["b"].incapacitated


# ---- Bull Rush -----------------------------------------------------------------------------------


def rush(rows: str, *upgrades: str, **points: int) -> Table:
    return Table(
        rows,
        A=pc(level=0, abilities=["bull-rush"], upgrades=list(upgrades), more=points),
        b=npc("biffer"),
        C=pc(level=0),
    )


@rule("thrum/attack.sequence", "thrum/move.granted")
def test_bull_rush_moves_up_to_its_target_before_the_attack() -> None:
    table = rush("A . . b . .")

    table.act("A", "bull-rush b", "move 2,0", "b: resilience", dice="4 3 2 2")

    assert (table.at("A"), table["b"].fatigue) == ("2,0", 2)


def test_bull_rush_has_to_end_adjacent_to_its_target() -> None:
    table = rush(
        """
        . . . . . .
        A . . b . .
        . . . . . .
        """
    )

    with pytest.raises(UnknownKeyError):
        table.act("A", "bull-rush b", "stop")
    again(table, "A")
    with pytest.raises(IllegalError):
        table.act("A", "bull-rush b", "move 1,1")
    again(table, "A")
    table.act("A", "bull-rush b", "move 2,2", "b: resilience", dice=MISS)

    assert table.at("A") == "2,2"


def test_bull_rush_cannot_be_used_without_a_free_square_within_half_speed() -> None:
    table = rush("A . # b . .")
    far = rush("A . . b . .")
    far.give("A", "slowed")  # half of 2

    assert "bull-rush b" not in table.offers("A")
    assert "bull-rush b" not in far.offers("A")
    with refused("move.must-afford-step"):
        far.act("A", "bull-rush b")


def test_one_who_is_adjacent_already_may_rush_from_where_it_stands() -> None:
    table = rush("A b . . . .")

    table.act("A", "bull-rush b", "stop", "b: resilience", dice="4 3 2 2")

    assert (table.at("A"), table["b"].fatigue) == ("0,0", 2)


def test_one_who_is_immobilized_rushes_only_at_somebody_adjacent() -> None:
    table = rush("b A . . C .")
    table.give("A", "immobilized")

    assert "bull-rush C" not in table.offers("A")
    table.act("A", "bull-rush b", "b: resilience", dice="4 3 2 2")
    assert table["b"].fatigue == 2


@rule("thrum/target.character")
def test_bull_rush_deals_an_ally_no_fatigue_but_may_move_it_on_a_critical() -> None:
    table = rush("A . C . . b")

    table.act("A", "bull-rush C", "move 1,0", "C: resilience", "A: push C e 1", dice=CRIT)

    assert (table["C"].fatigue, table.at("C")) == (0, "3,0")


def test_a_critical_of_bull_rush_deals_more_and_moving_the_target_is_optional() -> None:
    table = rush("A b . . . .", "bull-rush:a", POW=4)

    table.act("A", "bull-rush b", "stop", "b: resilience", "A: leave", dice=CRIT + " 6 6")

    assert (table["b"].fatigue, table.at("b")) == (2 + 1 + 2, "1,0")


def test_upgrade_b_of_bull_rush_lengthens_the_run_by_half_fin() -> None:
    table = rush("A . . b . .", "bull-rush:b", FIN=3)
    table.give("A", "slowed")  # half of 2, and 1

    table.act("A", "bull-rush b", "move 2,0", "b: resilience", dice=MISS)

    assert table.at("A") == "2,0"


def test_nobody_rushes_at_itself() -> None:
    assert "bull-rush A" not in rush("A . b . . .").offers("A")


# ---- Chokehold -----------------------------------------------------------------------------------


def choke(rows: str, *upgrades: str, besides: tuple[str, ...] = (), **points: int) -> Table:
    sheet = pc(level=0, abilities=["chokehold", *besides], upgrades=list(upgrades), more=points)
    return Table(rows, A=sheet, b=npc("biffer"), c=npc("hookwarden"), D=pc(level=0))


def take(table: Table, who: str, dice: str = "4 3 2 2") -> None:
    again(table, "A")
    table.act("A", f"chokehold {who}", f"{who}: resilience", dice=dice)


def test_one_who_is_held_cannot_move_and_attacks_with_a_bane_that_does_not_tick() -> None:
    table = choke("A b . . . .")

    take(table, "b")
    table.move("b")
    table.end("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="6 1 1 1 1")

    assert (table["b"].fatigue, table["A"].fatigue, table.n("b", "held")) == (0, 1, 1)


def test_a_hold_is_no_second_bane_for_one_who_is_weakened() -> None:
    table = choke("A b . . . .")
    take(table, "b")
    table.give("b", "weakened")

    table.act("b", "biffer-thump A", "A: resilience", dice="6 1 1 1 1")

    assert table["A"].fatigue == 1


def test_a_miss_holds_nobody_and_a_critical_deals_1_or_half_pow_more() -> None:
    table = choke("A b . . . .", "chokehold:a", POW=4)

    take(table, "b", MISS)
    assert table.n("b", "held") == 0
    take(table, "b", CRIT)

    assert (table.n("b", "held"), table["b"].fatigue) == (1, 3)


def test_an_ally_may_be_held_but_nobody_itself() -> None:
    table = choke("A D . . b .")

    assert "chokehold A" not in table.offers("A")
    table.act("A", "chokehold D", "D: no defence")

    assert table.n("D", "held") == 1


def test_a_hold_ends_when_the_held_one_gets_out_of_range() -> None:
    table = choke("A b . . . .", besides=("sockem",))
    take(table, "b")

    again(table, "A")
    table.act("A", "sockem b", "b: resilience", "A: shift", "push b e 1", dice=MISS)

    assert table.n("b", "held") == 0


def test_a_hold_ends_when_its_holder_walks_away() -> None:
    table = choke(". A b . . .")
    take(table, "b")

    table.move("A", "move 0,0", "stop")

    assert table.n("b", "held") == 0


def test_long_reach_holds_at_2_until_its_owner_is_blinded() -> None:
    table = choke("A . b . . .", besides=("long-reach",))
    take(table, "b")
    assert table.n("b", "held") == 1

    table.give("A", "blinded")
    table.end("A")

    assert table.n("b", "held") == 0


def test_a_hold_ends_when_its_holder_falls() -> None:
    table = choke("A b . . . .")
    take(table, "b")

    death.fall(table.combat, table["A"])

    assert table.n("b", "held") == 0


def test_the_holder_lets_go_while_moving_or_at_the_start_of_the_held_ones_turn() -> None:
    table = choke(". A b . . .")

    take(table, "b")
    table.move("A", "release b", "stop")
    assert table.n("b", "held") == 0
    take(table, "b")
    table.start("b", "A: pass")
    assert table.n("b", "held") == 1
    table.start("b", "A: release b")

    assert table.n("b", "held") == 0


def test_of_two_held_at_most_1_stays_and_upgrade_b_raises_that_by_half_fin() -> None:
    rows = """
        A b .
        . c .
        """
    one = choke(rows)
    two = choke(rows, "chokehold:b", FIN=2)

    take(one, "b")
    again(one, "A")
    one.act("A", "chokehold c", "c: resilience", "A: release b", dice="5 4 2 2")
    take(two, "b")
    take(two, "c", "5 4 2 2")

    assert (one.n("b", "held"), one.n("c", "held")) == (0, 1)
    assert (two.n("b", "held"), two.n("c", "held")) == (1, 1)


def test_the_held_one_breaks_free_with_an_attack_that_resilience_contests() -> None:
    table = choke("A b . . . .", END=1)
    take(table, "b")

    assert "break-free A" not in table.offers("A")
    table.act("b", "break-free A", "A: resilience", dice="6 1 1 1 1")  # 2 + 2 against 2 + 1: by 1

    assert (table.n("b", "held"), table["A"].fatigue) == (0, 0)


@rule("thrum/roll.tie")
def test_one_who_fails_to_break_free_stays_held_and_has_used_its_action() -> None:
    table = choke("A b . . . .", END=2)
    take(table, "b")

    table.act("b", "break-free A", "A: resilience", dice="6 1 1 1 1")

    assert (table.n("b", "held"), table["b"].acted) == (1, True)


def test_a_critical_breaks_free_and_gives_another_action() -> None:
    table = choke("A b . . . .")
    take(table, "b")

    table.act(
        "b",
        "break-free A",
        "A: resilience",
        "b: biffer-thump A",
        "A: resilience",
        dice="6 6 6 1 1 4 4 3 3",
    )

    assert (table.n("b", "held"), table["A"].fatigue) == (0, 1)


@rule("thrum/attack.modifier")
def test_a_pc_breaks_free_with_its_brawling() -> None:
    table = Table(
        "A D . . b .",
        A=pc(level=0, abilities=["chokehold"]),
        D=pc(level=0, POW=3, training={"brawling": 3}),
        b=npc("biffer"),
    )
    table.act("A", "chokehold D", "D: no defence")

    table.act("D", "break-free A", "A: resilience", dice="3 2 1 4 2")  # 1 + 2 + 4 against 6

    assert table.n("D", "held") == 0


def test_a_holder_drags_at_1_more_movement_a_square() -> None:
    table = choke("b A . . . .")
    take(table, "b")

    table.move("A", "drag", "move 2,0", "drag b 1,0", "move 3,0", "drag b 2,0")

    assert (table.at("A"), table.at("b"), table.n("b", "held")) == ("3,0", "2,0", 1)
    assert table["A"].spent == 4


def test_who_is_dragged_may_be_left_and_then_slips_out_of_the_hold() -> None:
    table = choke("b A . . . .")
    take(table, "b")

    table.move("A", "drag", "move 2,0", "leave b", "stop")

    assert (table.at("b"), table.n("b", "held")) == ("0,0", 0)


def test_one_may_stop_dragging_after_a_square() -> None:
    table = choke("b A . . . .")
    take(table, "b")

    table.move("A", "drag", "move 2,0", "drag b 1,0", "drag no more", "move 3,0", "move 4,0")

    assert (table.at("A"), table.at("b"), table.n("b", "held")) == ("4,0", "1,0", 0)


def test_all_who_are_held_are_dragged_each_to_a_square_of_the_holders_choice() -> None:
    table = choke(
        """
        b . . .
        . A . .
        c . . .
        """,
        "chokehold:b",
        FIN=2,
    )
    take(table, "b")
    take(table, "c", "5 4 2 2")

    table.move("A", "drag", "move 2,1", "drag b 1,0", "drag c 1,1", "stop")

    assert (table.at("b"), table.at("c")) == ("1,0", "1,1")
    assert (table.n("b", "held"), table.n("c", "held")) == (1, 1)


def test_being_pushed_drags_nobody_along() -> None:
    table = choke("b A . . c .")
    take(table, "b")

    table.act("c", "hook-line A", "A: resilience", "c: push A e 1", dice=MISS)

    assert (table.at("A"), table.at("b"), table.n("b", "held")) == ("2,0", "0,0", 0)


# ---- Guardian ------------------------------------------------------------------------------------


def guard(rows: str, *upgrades: str, **points: int) -> Table:
    table = Table(
        rows,
        A=pc(level=0, abilities=["guardian"], upgrades=list(upgrades), more=points),
        b=npc("biffer"),
        C=pc(level=0),
    )
    table.enter_stance("A", "guardian")
    return table


@rule("thrum/trigger.optional", "thrum/trigger.move-interrupted")
def test_an_enemy_that_leaves_a_guardian_pays_2_more_and_is_attacked() -> None:
    table = guard("A b . . . .")

    table.move("b", "move 2,0", "b: pay 2", "b: resilience", "b: stop", dice="4 3 2 2")

    assert (table.at("b"), table["b"].spent, table["b"].fatigue) == ("2,0", 3, 1)


def test_an_enemy_that_goes_back_loses_the_cost_of_the_step_and_is_attacked() -> None:
    table = guard("A b . . . .")

    table.move("b", "move 4,0", "b: go back", "b: resilience", "b: move 4,0", dice=MISS)

    assert (table.at("b"), table["b"].spent, table["b"].fatigue) == ("4,0", 4, 0)


def test_one_who_cannot_pay_goes_back() -> None:
    table = guard("A b . . . .")
    table.give("b", "slowed")

    table.move("b", "move 2,0", "b: resilience", "b: stop", dice=MISS)

    assert table.at("b") == "1,0"


def test_one_enemy_triggers_a_guardian_once_a_turn() -> None:
    table = guard("A b . . . .")

    table.move("b", "move 2,0", "b: pay 2", "b: resilience", "b: move 1,0", dice=MISS)
    table.begin_turn("A")
    table.start("b")
    table.move("b", "move 2,0", "b: go back", "b: resilience", "b: stop", dice=MISS)

    assert table.at("b") == "1,0"


def test_a_critical_of_guardian_immobilizes_until_the_end_of_the_turn() -> None:
    table = guard("A b . . . .")

    table.move("b", "move 2,0", "b: pay 2", "b: resilience", dice=CRIT)
    assert (table.at("b"), table.n("b", "immobilized")) == ("1,0", 1)
    table.end("b")

    assert table.n("b", "immobilized") == 0


def test_guardian_minds_no_ally_and_no_movement_outside_the_movers_turn() -> None:
    table = guard("b A C . . .")

    table.move("C", "move 4,0")
    table.put("b", "2,0")
    agent = table.script(("move 3,0",), "")
    walking.move_by(table.combat, table["b"], terms.FIXED, 1)
    table.done(agent)

    assert table.at("b") == "3,0"


def test_guardian_does_not_mind_a_step_from_2_away() -> None:
    table = guard("A . b . . .")

    table.move("b", "move 3,0")

    assert table.at("b") == "3,0"


def test_upgrade_b_of_guardian_minds_who_moves_farther_away_from_2_squares() -> None:
    table = guard("A . b . . .", "guardian:b")
    nearer = guard("A . b . . .", "guardian:b")

    table.move("b", "move 3,0", "b: pay 2", "b: resilience", "b: stop", dice=HIT)
    nearer.move("b", "move 1,0")

    assert (table.at("b"), table["b"].fatigue) == ("3,0", 1)


def test_upgrade_a_of_guardian_deals_half_pow_more() -> None:
    table = guard("A b . . . .", "guardian:a", POW=4)

    table.move("b", "move 2,0", "b: pay 2", "b: resilience", "b: stop", dice="4 3 5 4")

    assert table["b"].fatigue == 3


@rule("thrum/move.teleport.leaves-and-enters", "thrum/move.teleport.ignores-cost-increases")
def test_one_who_teleports_away_is_attacked_but_pays_no_toll() -> None:
    table = guard("A b . . . .")
    table.begin_turn("b")
    agent = table.script(("b: resilience",), HIT)
    forced.teleport(table.combat, table["b"], 3, "test")
    table.done(agent)

    assert (table.at("b"), table["b"].fatigue) == ("3,0", 1)


# ---- Pounce --------------------------------------------------------------------------------------


def pounce(rows: str, *upgrades: str, foe: str = "biffer", **points: int) -> Table:
    table = Table(
        rows,
        A=pc(level=0, abilities=["pounce"], upgrades=list(upgrades), more=points),
        b=npc(foe),
        C=pc(level=0),
    )
    table.enter_stance("A", "pounce")
    return table


@rule("thrum/trigger.once-per-event")
def test_pounce_runs_up_to_the_attacker_who_may_turn_on_it() -> None:
    table = pounce("A . . b C .")

    table.act(
        "b",
        "biffer-thump C",
        "A: pounce C",
        "A: move 2,0",
        "b: attack A",
        "A: resilience",
        dice="4 4 3 3",
    )

    assert (table.at("A"), table.stance_of("A")) == ("2,0", "")
    assert (table["A"].fatigue, table["C"].fatigue, table.n("b", "weakened")) == (1, 0, 0)


def test_an_attacker_that_does_not_turn_is_weakened_at_once() -> None:
    table = pounce("A . . b C .")

    table.act(
        "b",
        "biffer-thump C",
        "A: pounce C",
        "A: move 2,0",
        "b: attack C",
        "C: resilience",
        dice="6 1 1 1 1",
    )

    assert (table["C"].fatigue, table.n("b", "weakened")) == (1, 1)


def test_an_area_attack_cannot_be_turned_and_weakens() -> None:
    table = pounce(
        """
        . . . . .
        A . . b .
        . . . . C
        . . . . .
        """,
        foe="squall",
    )

    table.act(
        "b",
        "squall-burst",
        "plain",
        "area 4,2",
        "A: pounce C",
        "A: move 2,1",
        "C: resilience",
        dice="6 6 6 1 1 1 1",  # Weakened, and two enemies adjacent to one who shoots
    )

    assert (table.at("A"), table.n("b", "weakened")) == ("2,1", 1)


def test_pounce_is_not_offered_without_a_square_to_reach_or_beyond_its_range() -> None:
    walled = pounce("A . # b C .")
    far = pounce("A . . . b C")

    walled.act("b", "biffer-thump C", "C: resilience", dice=MISS)
    far.act("b", "biffer-thump C", "C: resilience", dice=MISS)

    assert (walled.stance_of("A"), far.stance_of("A")) == ("pounce", "pounce")


def test_pounce_may_be_declined_and_does_not_answer_an_attack_on_its_owner() -> None:
    table = pounce("A . . b C .")
    alone = pounce("A b . . C .")

    table.act("b", "biffer-thump C", "A: pass", "C: resilience", dice=MISS)
    alone.act("b", "biffer-thump A", "A: resilience", dice=MISS)

    assert (table.stance_of("A"), alone.stance_of("A")) == ("pounce", "pounce")


def test_upgrade_a_of_pounce_may_deal_half_pow() -> None:
    table = pounce("A . . b C .", "pounce:a", POW=5)

    table.act(
        "b",
        "biffer-thump C",
        "A: pounce C",
        "A: move 2,0",
        "A: hurt",
        "b: attack A",
        "A: no defence",
    )

    assert (table["b"].fatigue, table["A"].fatigue) == (2, 1)


def test_upgrade_b_of_pounce_teleports_over_a_wall() -> None:
    table = pounce("A . # b . C", "pounce:b", REA=4)
    table.put("C", "5,0")
    table.put("b", "3,0")

    table.act(
        "b",
        "basic-attack C",
        "A: pounce C",
        "b: attack A",
        "A: no defence",
    )

    assert (table.at("A"), table["A"].fatigue) == ("4,0", 2)


# ---- Indefatigable -------------------------------------------------------------------------------


@rule("thrum/sheet.tolerances")
def test_indefatigable_raises_maximum_fatigue_tolerance_by_1_and_half_end() -> None:
    plain = pc(level=0, abilities=["indefatigable"], END=4)
    more = pc(level=0, abilities=["indefatigable"], upgrades=["indefatigable:a"], END=5)

    assert (plain.fatigue_tolerance, more.fatigue_tolerance) == (3 + 4 + 1, 3 + 5 + 1 + 2)


# ---- Adrenaline ----------------------------------------------------------------------------------


def adrenaline(foe: str, *upgrades: str, **points: int) -> Table:
    return Table(
        "A b . . . .",
        A=pc(level=0, abilities=["adrenaline"], upgrades=list(upgrades), more=points),
        b=npc(foe),
    )


def test_adrenaline_ends_a_status_when_fatigue_is_dealt() -> None:
    table = adrenaline("biffer")
    table.give("A", "bleed", 2)
    table.give("A", "shocked")

    table.act("b", "biffer-thump A", "A: no defence", "A: adrenaline end bleed")

    assert (table["A"].fatigue, table.n("A", "bleed"), table.n("A", "shocked")) == (1, 0, 1)


def test_adrenaline_ignores_a_status_that_comes_with_the_fatigue() -> None:
    table = adrenaline("hookwarden")

    table.act("b", "hook-line A", "A: no defence", "A: adrenaline ignore slowed")

    assert (table["A"].fatigue, table.n("A", "slowed")) == (1, 0)


def test_adrenaline_does_one_thing_for_one_dealing_of_fatigue() -> None:
    table = adrenaline("hookwarden")
    table.give("A", "bleed")

    table.act("b", "hook-line A", "A: no defence", "A: adrenaline end bleed")
    again(table, "b")
    table.act("b", "hook-line A", "A: no defence", "A: pass", "A: adrenaline ignore slowed")

    assert (table.n("A", "bleed"), table.n("A", "slowed"), table["A"].fatigue) == (0, 1, 2)


def test_adrenaline_is_silent_when_nothing_is_dealt_or_nothing_could_end() -> None:
    table = adrenaline("biffer")

    table.act("b", "biffer-thump A", "A: no defence")
    table.give("A", "bleed")
    again(table, "b")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6 6")  # it was Dazed

    assert (table["A"].fatigue, table.n("A", "bleed")) == (1, 1)


def test_upgrade_b_of_adrenaline_may_lower_stress_instead() -> None:
    table = adrenaline("biffer", "adrenaline:b")
    table["A"].stress = 2

    table.act("b", "biffer-thump A", "A: no defence", "A: adrenaline stress")

    assert (table["A"].stress, table["A"].fatigue) == (1, 1)


@rule("thrum/panic.roll")
def test_adrenaline_gives_boons_on_panic_rolls_to_the_exhausted_only() -> None:
    table = adrenaline("biffer", "adrenaline:a", REA=2)
    table["A"].stress = 3

    table.start("A", dice="2 2")  # 4 > 3
    table["A"].fatigue = 4
    table.start("A", dice="1 1 3 2")  # two Boons: 5 > 3

    assert (table["A"].stress, table.n("A", "stunned")) == (3, 0)
