"""Rounds and turns: who has one, and its five steps."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from affray.rulesets.thrum.terms import (
    ACTION_PHASE,
    END_PHASE,
    MOVE_PHASE,
    STANCE_PHASE,
    START_PHASE,
)
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused

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
    assert names.index("takes") < names.index("loses")


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
    told = [(event.name, event.what) for event in table.combat.events]
    assert [one for one in told if one[0] != "gains" and one[0] != "responds"] == [
        ("takes", "fatigue"),
        ("drains", "fatigue"),
        ("wounded", "wounds"),
        ("loses", "stunned"),
        ("loses", "burning"),
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
