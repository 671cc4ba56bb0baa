"""Rounds and turns: who has one, its five steps, and delaying it."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from affray.rulesets.thrum.terms import (
    ACTION_PHASE,
    DELAY_PHASE,
    END_PHASE,
    MOVE_PHASE,
    STANCE_PHASE,
    START_PHASE,
)
from tests.rules import rule
from tests.thrum.table import Table, facing, npc, pc, refused

IDLE = ("stop", "no action", "no stance")


def duel(order: str = "AbC") -> Table:
    """A, with C far off so that the fight goes on when A is down."""
    return Table(
        "A . . b . . . . C",
        order=order,
        A=pc(level=1, POW=2, training={"brawling": 3}),
        b=npc("biffer"),
        C=pc(),
    )


@rule("thrum/turn.one-turn-per-round")
def test_everybody_takes_one_turn_a_round_then_the_next_begins_at_the_top() -> None:
    table = duel()

    table.turn("A", "act", *IDLE)
    table.turn("b", "act", *IDLE)
    table.turn("C", *IDLE)
    assert table.combat.lineup.now() == -1
    table.step()

    assert (table.combat.round, table.combat.lineup.now()) == (2, table["A"].index)
    assert [event.who for event in table.told("turn")] == [0, 1, 2]


@rule("thrum/turn.order-is-fixed")
def test_the_order_stays_the_same_round_after_round_without_rerolls() -> None:
    table = duel(order="bCA")
    table.combat.initiative = [3, 9, 5]

    for _ in range(3):
        table.turn("b", "act", *IDLE)
        table.turn("C", "act", *IDLE)
        table.turn("A", *IDLE)
        table.step()  # no dice at all

    assert (table.combat.round, table.order(), table.combat.initiative) == (4, "bCA", [3, 9, 5])


@rule("thrum/turn.step-order")
def test_a_turn_is_start_move_action_stance_end() -> None:
    table = duel()
    table.step("act")

    phases: list[int] = []
    for key in ("", "stop", "no action", "no stance", ""):
        phases.append(table.combat.phase)
        table.step(*[key] if key else [])

    assert phases == [START_PHASE, MOVE_PHASE, ACTION_PHASE, STANCE_PHASE, END_PHASE]
    assert table.combat.active == -1


@rule("thrum/turn.step-order")
def test_no_step_can_be_taken_earlier_or_returned_to() -> None:
    table = duel()

    assert not [key for key in table.offers("A", MOVE_PHASE) if "attack" in key or key == "brace"]
    assert not [key for key in table.offers("A", ACTION_PHASE) if key.startswith("move")]
    with refused("turn.one-action"):
        table.act("A", "brace")
    with refused("turn.stance-step"):
        table.stance("A", "dash")


@rule("thrum/turn.steps-optional")
def test_move_action_and_stance_may_all_be_skipped() -> None:
    table = duel()
    table.enter_stance("A", "dodge")

    table.turn("A", "act", "stop", "no action", "keep stance")

    assert (table.at("A"), table.stance_of("A"), table["A"].acted) == ("0,0", "dodge", False)


@rule("thrum/turn.steps-optional")
def test_start_and_end_of_turn_happen_even_if_all_else_is_skipped() -> None:
    table = duel()
    table["A"].stress = 3  # Tolerance 2
    table.give("A", "burning", 2)

    table.turn("A", "act", *IDLE, dice="2 2")  # 4 is greater than 3

    assert (table["A"].stress, table["A"].fatigue, table.n("A", "burning")) == (3, 1, 1)


@rule("thrum/turn.action-closes-movement")
def test_movement_left_over_is_lost_once_the_action_is_taken() -> None:
    table = duel()

    table.turn("A", "act", "move 1,0", "basic-attack b", "b: no defence", "no stance")

    assert table.at("A") == "1,0"  # 3 of Speed 4 are gone, and nothing asked for them


@rule("thrum/turn.one-action")
def test_a_turn_allows_one_action() -> None:
    table = duel()
    table.move("A", "stop")
    table.step("basic-attack b", "b: no defence")

    assert table.combat.phase == STANCE_PHASE
    table.combat.phase = ACTION_PHASE  # even if it came back to that step
    assert table.offers() == []


@rule("thrum/turn.one-action")
def test_an_action_must_be_basic_or_selected() -> None:
    table = Table("A b", A=pc(abilities=["sockem"]), b=npc("biffer"))

    assert "sockem b" in table.offers("A")
    with pytest.raises(UnknownKeyError):
        table.act("A", "biffer-thump b")


@rule("thrum/turn.one-action")
def test_an_action_that_is_not_used_is_not_banked() -> None:
    table = duel()
    table.turn("A", "act", *IDLE)
    table.turn("b", "act", *IDLE)
    table.turn("C", *IDLE)
    table.step()

    table.turn("A", "act", "stop", "basic-attack b", "b: no defence", "no stance")

    assert table["b"].fatigue == 2


@rule("thrum/turn.basic-abilities-always")
def test_pcs_and_npcs_have_every_basic_action_and_stance_besides_their_own() -> None:
    table = Table("A E . b c", E=pc(), A=pc(abilities=["sockem"]), b=npc("biffer"), c=npc("chaff"))
    table["c"].incapacitated = True
    table["E"].incapacitated = True

    basic_stances = {"brace", "dodge", "concentrate", "assist", "protect"}
    assert {"dash", "recover", "resuscitate E", "basic-attack b"} <= set(table.offers("A"))
    assert basic_stances <= set(table.offers("A", STANCE_PHASE))
    assert {"dash", "recover", "resuscitate c", "basic-attack E"} <= set(table.offers("b"))
    assert basic_stances | {"biffer-dig-in"} <= set(table.offers("b", STANCE_PHASE))


@rule("thrum/turn.stance-step")
def test_in_the_stance_step_one_takes_a_stance_that_ends_the_old_or_stays() -> None:
    table = Table("A . b", A=pc(abilities=["pounce"]), b=npc("biffer"))
    table.enter_stance("A", "brace")

    assert table.offers("A", STANCE_PHASE) == [
        "keep stance",
        "brace",
        "dodge",
        "concentrate",
        "assist",
        "protect",
        "pounce",
    ]
    table.stance("A", "pounce")

    assert table.stance_of("A") == "pounce"


@rule("thrum/turn.end.effects-then-tick", "thrum/status.burning")
def test_burning_1_still_burns_before_it_ticks_to_nothing() -> None:
    """Burning 1: the character takes 1 Fatigue, then Burning drops to 0 and ends."""
    table = duel()
    table.give("A", "burning", 1)

    table.end("A")

    assert (table["A"].fatigue, table.n("A", "burning")) == (1, 0)
    names = [event.name for event in table.combat.events]
    assert names.index("damaged") < names.index("condition-lost")


@rule("thrum/turn.end.order-of-effects")
def test_end_of_turn_runs_burning_drain_wound_conditions_tick() -> None:
    table = duel()
    unit = table["A"]
    unit.incapacitated = True
    unit.fatigue_tolerance = 1
    unit.fatigue = 1  # without Burning first, the drain would revive
    table.give("A", "burning", 1)
    table.give("A", "stunned")

    table.end("A")

    # 1 + 1 of Burning, less 1 of the drain; Tolerance 0: a Wound.
    assert (unit.fatigue, unit.fatigue_tolerance, unit.wounds, unit.incapacitated) == (
        1,
        0,
        1,
        True,
    )
    assert (table.n("A", "stunned"), table.n("A", "burning")) == (0, 0)
    told = [(event.name, event.what) for event in table.facts()]
    assert [one for one in told if one[0] != "condition-gained" and one[0] != "responds"] == [
        ("damaged", "fatigue"),
        ("resource-spent", "fatigue-tolerance"),
        ("healed", "fatigue"),
        ("damaged", "wounds"),
        ("condition-lost", "stunned"),
        ("condition-lost", "burning"),
    ]


@rule("thrum/turn.out-of-turn")
def test_outside_its_turn_a_character_is_asked_for_defences_and_its_stances_trigger_only() -> None:
    table = Table(
        """
        A b
        C .
        """,
        A=pc(),
        b=npc("biffer"),
        C=pc(abilities=["parry-and-riposte", "pounce"]),
    )
    table.enter_stance("C", "dodge")

    # C has Stances that would respond, but is not in them.
    table.act("b", "biffer-thump A", "A: no defence")

    table.enter_stance("C", "protect")
    table.begin_turn("b")
    table.act("b", "biffer-thump A", "C: pass", "A: no defence")


@rule("thrum/turn.interrupted-by-incapacity", "thrum/turn.incapacitated-have-turns")
def test_one_who_falls_in_its_own_turn_goes_straight_to_the_end_of_it() -> None:
    table = duel()
    table["A"].fatigue = 9  # Exhausted: acting asks for a roll

    table.turn("A", "act", "stop", "basic-attack b", "b: no defence", dice="1 1")

    assert table["A"].incapacitated
    assert table["A"].fatigue == 9 - 1 - 1  # on falling, and at the End of Turn
    assert table["b"].fatigue == 2  # what was done stands
    assert table.combat.active == -1


@rule("thrum/turn.interrupted-by-incapacity")
def test_an_attack_breaks_off_when_a_triggered_effect_fells_the_attacker() -> None:
    """A Cinder Jar on B and C: B's riposte is a Finisher, so m never rolls against C."""
    table = Table(
        """
        m B C
        . . .
        """,
        order="BCm",
        m=npc("mirewright"),
        B=pc(abilities=["parry-and-riposte"]),
        C=pc(),
    )
    table.enter_stance("B", "parry-and-riposte")
    table["m"].fatigue = 9

    table.act(
        "m",
        "cinder-jar",
        "area 1,0",
        "B: parry-and-riposte",
        "B: resilience",
        "C: resilience",
        "m: resilience",
        dice="1 1 1 1 6 6 5 5 2 2 1 1",
    )

    assert (table["m"].incapacitated, table["m"].fatigue) == (True, 9 + 1 - 1)
    assert table.combat.phase == END_PHASE


@rule("thrum/turn.incapacitated-have-turns")
def test_an_incapacitated_character_keeps_its_place_and_has_only_start_and_end() -> None:
    table = duel()
    table["A"].incapacitated = True
    table["A"].fatigue = 5
    table["A"].stress = 9

    table.turn("A", dice="1 2")  # a Panic Roll, nothing asked, the drain

    assert (table["A"].stress, table["A"].fatigue) == (0, 5 + 9 - 1)
    assert table.order() == "AbC"


@rule("thrum/turn.removed-have-none")
def test_one_who_is_removed_leaves_map_and_order_at_once() -> None:
    table = duel(order="bAC")
    table["A"].incapacitated = True
    table["A"].fatigue = 9
    table["A"].fatigue_tolerance = 0
    table["A"].wounds = 2

    table.turn("A")

    assert (table["A"].cell, table["A"].present) == (-1, False)
    assert table.combat.at(table.combat.grid.read("0,0")) is None
    assert table.order() == "bC"
    assert table.combat.lineup.now() == table["C"].index


@rule("thrum/turn.removed-have-none")
def test_the_turn_of_nobody_else_is_skipped_when_somebody_earlier_is_removed() -> None:
    table = Table(
        "A b c",
        order="bAc",
        options={"coup-de-grace": 1},
        A=pc(),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table["b"].incapacitated = True

    table.turn("A", "act", "stop", "coup-de-grace b", "no stance")

    assert table.order() == "Ac"
    assert table.combat.lineup.now() == table["c"].index


def row(order: str = "BAC") -> Table:
    """Bob, Alice and Carl, and d who goes last."""
    return Table("A B C . . . . d", order=order + "d", A=pc(), B=pc(), C=pc(), d=npc("biffer"))


@rule("thrum/delay.choose-a-point")
def test_one_delays_to_directly_after_another_who_has_not_acted() -> None:
    table = row()

    assert table.offers() == ["act", "delay A", "delay C", "delay d"]
    table.step("B: delay C")

    assert table.order() == "ACBd"
    assert table.combat.lineup.now() == table["A"].index


@rule("thrum/delay.choose-a-point")
def test_nobody_delays_behind_one_who_has_acted_this_round() -> None:
    table = row()
    table.turn("B", "act", *IDLE)

    assert table.offers() == ["act", "delay C", "delay d"]


@rule("thrum/delay.choose-a-point")
def test_the_gm_seat_delays_for_an_npc() -> None:
    table = row("dBA")

    choice = table.question()

    assert choice is not None
    assert table.setup.seats[choice.seat()] == "foes"
    assert table.combat.units[choice.who].name == "d"


@rule("thrum/delay.is-permanent")
def test_the_new_place_holds_in_all_later_rounds() -> None:
    table = row()

    table.step("B: delay A")
    for name in "ABC":
        table.turn(name, *(["act"] if name != "B" else []), *IDLE)
    table.turn("d", *IDLE)
    table.step()

    assert (table.combat.round, table.order()) == (2, "ABCd")


@rule("thrum/delay.once-per-round")
def test_one_who_has_delayed_must_act_when_its_place_comes_up() -> None:
    table = row()
    table.step("B: delay A")
    table.turn("A", "act", *IDLE)

    table.turn("B", *IDLE)  # no choice to delay again

    assert table.combat.lineup.now() == table["C"].index


@rule("thrum/delay.once-per-round")
def test_in_the_next_round_it_may_delay_again() -> None:
    table = row()
    table.step("B: delay A")
    table.combat.lineup.at = 4
    table.step()
    table.combat.lineup.at = 1

    assert table.offers() == ["act", "delay C", "delay d"]


@rule("thrum/delay.chained")
def test_alice_delays_behind_bob_who_delayed_behind_her() -> None:
    """Order Bob, Alice, Carl. Bob delays after Alice: Alice, Bob, Carl. Alice delays after Bob:
    Bob, Alice, Carl. Bob must act now; that order then stands for later rounds.
    """
    table = row()

    table.step("B: delay A")
    assert table.order() == "ABCd"
    table.step("A: delay B")
    assert table.order() == "BACd"
    table.turn("B", *IDLE)
    table.turn("A", *IDLE)
    table.turn("C", "act", *IDLE)
    table.turn("d", *IDLE)
    table.step()

    assert (table.combat.round, table.order()) == (2, "BACd")


@rule("thrum/delay.no-start-of-turn")
def test_a_delay_brings_no_start_panic_end_or_tick_at_the_old_place() -> None:
    table = row()
    table["B"].stress = 3  # Tolerance 2: Frayed
    table.give("B", "burning", 2)

    table.step("B: delay A")  # no dice
    assert (table["B"].stress, table["B"].fatigue, table.n("B", "burning")) == (3, 0, 2)

    table.turn("A", "act", *IDLE)
    table.turn("B", *IDLE, dice="2 2")
    assert (table["B"].stress, table["B"].fatigue, table.n("B", "burning")) == (3, 1, 1)
    assert [event.who for event in table.told("turn")] == [table["A"].index, table["B"].index]


@rule("thrum/delay.who-cannot")
def test_an_incapacitated_character_cannot_delay() -> None:
    table = row()
    table["B"].incapacitated = True

    assert table.offers() == []


@rule("thrum/delay.who-cannot")
def test_the_last_of_the_order_cannot_delay() -> None:
    table = row()
    table.combat.lineup.at = 3

    assert table.offers() == []


@rule("thrum/delay.who-cannot")
def test_there_is_no_delay_in_round_zero() -> None:
    table = Table("b . c", opening=True, area="1,0", A=pc(REF=5), b=npc("biffer"), c=npc("biffer"))
    table.step(dice="6 6 1 1 1 1")

    asked: list[str] = []
    for key in ("place 1,0", "no stance", "", "no stance", "", "no stance"):
        asked += table.offers()
        table.step(*[key] if key else [])

    assert asked
    assert not [key for key in asked if "delay" in key]
    assert table.combat.phase != DELAY_PHASE


@rule("thrum/exhausted.roll-after-action")
def test_acting_while_exhausted_asks_for_an_incapacity_roll_before_the_stance_step() -> None:
    for keys in (
        ("dash", "stop"),
        ("recover",),
        ("resuscitate C",),
        ("basic-attack b", "b: no defence"),
    ):
        table = Table("C A . . b", A=pc(), C=pc(), b=npc("biffer"))
        table["A"].fatigue = 6
        table["C"].incapacitated = keys[0] == "resuscitate C"

        table.act("A", *keys, dice="6 5")

        assert table["A"].able()
        assert table.combat.phase == ACTION_PHASE + 1
        assert [one.what for one in table.told("rolled")] == ["incapacity"]


@rule("thrum/exhausted.action-removes")
def test_an_action_that_ends_exhaustion_asks_for_no_roll() -> None:
    """Tolerance 3, Load 4, Recover: Load 3, no roll. Load 5, Recover: Load 4, still Exhausted,
    roll.
    """
    table = facing()
    table["A"].fatigue = 4
    table.act("A", "recover")
    assert table["A"].fatigue == 3

    table = facing()
    table["A"].fatigue = 5
    table.act("A", "recover", dice="6 6")
    assert table["A"].fatigue == 4


@rule("thrum/exhausted.during-action")
def test_one_whom_its_own_action_exhausts_rolls_too() -> None:
    table = Table(
        """
        m A
        . C
        """,
        order="mAC",
        m=npc("mirewright"),
        A=pc(),
        C=pc(),
    )
    table["m"].fatigue = 2  # Tolerance 2

    table.act(
        "m",
        "cinder-jar",
        "area -1,0",
        "m: no defence",  # its own jar
        dice="6 6",
    )

    assert (table["m"].fatigue, table["m"].able()) == (3, True)


@rule("thrum/exhausted.no-action-no-roll")
def test_without_an_action_an_exhausted_character_makes_no_roll() -> None:
    table = facing()
    table["A"].fatigue = 9

    table.turn("A", "act", "move 1,0", "no action", "brace")

    assert table["A"].able()


@rule("thrum/exhausted.one-roll-per-action")
def test_one_action_of_several_attacks_asks_for_one_roll() -> None:
    table = Table(
        "c A b",
        order="Abc",
        A=pc(abilities=["whirling-slice"]),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table["A"].fatigue = 6

    table.act(
        "A",
        "whirling-slice",
        "target b",
        "target c",
        "b: no defence",
        "c: no defence",
        dice="6 6",
    )

    assert len(table.told("rolled")) == 1


@rule("thrum/exhausted.one-roll-per-action")
def test_a_finishers_roll_on_the_same_character_is_another() -> None:
    """A riposte's Finisher makes the Exhausted attacker roll, and so does having acted."""
    table = Table("a B", order="aB", a=npc("ashrunner"), B=pc(abilities=["parry-and-riposte"]))
    table.enter_stance("B", "parry-and-riposte")
    table["a"].fatigue = 5

    table.act(
        "a",
        "gash B",
        "B: parry-and-riposte",
        "B: resilience",
        "a: resilience",
        "stop",
        dice="1 1 1 6 6  1 1 6 6  6 6  6 6",
    )

    rolls = [one.rule for one in table.told("rolled") if one.what == "incapacity"]
    assert rolls == ["attack.finisher", "exhausted.roll-after-action"]
