"""Movement that is taxed, carried off or cut short."""

from __future__ import annotations

from affray.rulesets.thrum.terms import ACTION_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


@rule("thrum/condition.stunned", "thrum/trigger.move-interrupted")
def test_one_who_is_stunned_and_sent_back_by_a_guardian_has_used_its_move() -> None:
    table = Table("A b . . .", A=pc(abilities=["guardian"]), b=npc("biffer"))
    table.enter_stance("A", "guardian")
    table.give("b", "stunned")

    table.move("b", "move 2,0", "b: go back", "b: resilience", "b: stop", dice="1 1 6 6")

    assert (table.at("b"), table["b"].spent) == ("1,0", 1)
    assert table.offers("b", ACTION_PHASE) == []


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


@rule("thrum/move.drop.failure-spent", "thrum/move.granted")
def test_a_current_that_throws_one_off_a_ledge_in_a_dash_counts_what_the_dash_has_spent() -> None:
    """Two squares of the Dash are spent, Slowed leaves Speed 2: Dazed, and the Dash is over."""
    table = Table(
        """
        . . . . . A
        . . . . . .
        . . . b . .
        """,
        heights="""
        0 0 0 0 0 0
        3 3 3 3 3 3
        3 3 3 3 3 3
        """,
        A=pc(abilities=["vector-field"]),
        b=npc("biffer"),
    )
    table.put("A", "5,2")
    table.act("A", "vector-field", "area 1,1", "toward n")

    table.act(
        "b",
        "dash",
        "move 2,2",
        "b: drift n",
        "b: move 1,1",
        "b: drift n",
        "b: by endurance",
        dice="1 1 6 6",
    )

    assert (table.at("b"), table.n("b", "slowed"), table.n("b", "dazed")) == ("1,0", 1, 1)


@rule("thrum/buff.second-choice")
def test_the_same_buff_of_another_creator_is_another_buff() -> None:
    table = Table(
        "A B C . d",
        A=pc(abilities=["spirit-armor"], FOC=4, upgrades=["spirit-armor:a"]),
        B=pc(abilities=["spirit-armor"]),
        C=pc(),
        d=npc("biffer"),
    )
    table.act("A", "spirit-armor C")

    table.act("B", "spirit-armor C", "C: keep spirit-armor")
    held = table["C"].effects[0]

    assert held.source == table["A"].index


@rule("thrum/status.vulnerable-no-zero", "thrum/load.deal-n")
def test_stress_dealt_instead_of_fatigue_stays_stress_where_some_had_been_converted() -> None:
    table = Table(
        "A b",
        A=pc(abilities=["mind-over-matter"]),
        b=npc("biffer", 0, "unnerving"),
        order="Ab",
    )
    table.enter_stance("A", "mind-over-matter")

    table.act(
        "b",
        "basic-attack A",
        "A: resilience",
        "A: mind-over-matter",
        "b: stress instead",
        dice="6 6 6 1 1",
    )

    assert (table["A"].fatigue, table["A"].stress) == (0, 2)


@rule("thrum/move.swap", "thrum/move.drop.involuntary")
def test_a_swap_makes_the_other_one_drop_if_that_is_the_lower_going() -> None:
    """C goes from level 2 to 0: 1 + 1 against 1 + 1 + 2 slows it; A climbs freely."""
    table = Table(
        "A C . . b",
        heights="0 2 0 0 0",
        A=pc(abilities=["transpositional"]),
        C=pc(),
        b=npc("biffer"),
    )

    table.move("A", "swap C", "C: by endurance", "A: stop", dice="1 1 1 1")

    assert (table.at("C"), table.n("C", "slowed"), table.n("A", "slowed")) == ("0,0", 1, 0)


@rule("thrum/move.drop.involuntary", "thrum/move.drop.involuntary-spent")
def test_each_ledge_of_one_push_asks_for_its_own_roll_and_the_push_goes_on() -> None:
    """Off its turn Speed 4, then 2, then still 2: never 0, so it is not Dazed."""
    table = Table(
        "A b . . .",
        heights="4 4 2 0 0",
        A=pc(abilities=["sockem"], REA=4, upgrades=["sockem:b"]),
        b=npc("biffer"),
    )

    table.act(
        "A",
        "sockem b",
        "b: resilience",
        "A: shift",
        "A: push b e 3",
        "b: by endurance",
        "b: by endurance",
        dice="1 1 6 6 1 1 6 6 1 1 6 6",
    )

    assert (table.at("b"), table.n("b", "slowed"), table.n("b", "dazed")) == ("4,0", 2, 0)


@rule("thrum/move.drop.involuntary-spent")
def test_one_thrown_down_off_its_turn_is_dazed_if_it_has_no_speed_left() -> None:
    table = Table(
        "A b . . .",
        heights="2 2 0 0 0",
        A=pc(abilities=["sockem"]),
        b=npc("gatebreaker", 0),
    )
    table["b"].sheet.speed = 2

    table.act(
        "A",
        "sockem b",
        "b: resilience",
        "A: shift",
        "A: push b e 1",
        "b: by reflexes",
        dice="1 1 6 6 1 1 6 6",
    )

    assert (table.n("b", "slowed"), table.n("b", "dazed")) == (1, 1)


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
