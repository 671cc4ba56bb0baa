"""Before the first round: placing, initiative, Round Zero, late arrivals."""

from __future__ import annotations

from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.rulesets.thrum.state import ThrumCombat
from tests.rules import rule
from tests.thrum.arena import begun, ready
from tests.thrum.table import Table, npc, pc, refused


def opened(**more: int) -> Table:
    """A (REF 1) and B (REF 0) against a Plinker (+1) and a Biffer (0), before any die."""
    return Table(
        """
        . . . . b
        . . . . c
        """,
        opening=True,
        area="0,0 1,0 0,1",
        A=pc(REF=more.get("REF", 1)),
        B=pc(),
        b=npc("plinker"),
        c=npc("biffer"),
    )


@rule("thrum/setup.order-of-events")
def test_combat_runs_through_placing_initiative_round_zero_rounds_and_end() -> None:
    table = Table(". . b", opening=True, area="0,0", A=pc(REF=1), b=npc("chaff"))
    assert table.at("b") == "2,0"

    table.step(dice="3 3 1 1")
    table.steps(2, "place 0,0", "no stance")
    table.steps(2, "no stance")
    assert (table.combat.round, table["A"].arrived) == (0, True)
    table.steps(2, "act")
    assert table.combat.round == 1

    table["b"].fatigue = 9
    table["b"].incapacitated = True
    table.step()
    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/setup.npc-placement")
def test_npcs_stand_on_their_squares_and_pcs_nowhere_before_the_first_die() -> None:
    table = opened()

    assert (table.at("b"), table.at("c")) == ("4,0", "4,1")
    assert [table["A"].cell, table["B"].cell] == [-1, -1]
    assert len(table.combat.holders()) == 2


@rule("thrum/setup.initiative-roll")
def test_everybody_rolls_2d6_plus_initiative_once() -> None:
    """Initiative +2, dice 4,5: total 11."""
    table = opened(REF=2)

    table.step(dice="4 5 1 2 3 3 6 6")
    assert table.combat.initiative[table["A"].index] == 11
    assert [table.combat.initiative[table[name].index] for name in "Bbc"] == [3, 7, 12]

    kept = table.combat.initiative[:]
    table.steps(8, "no stance", "place 0,0", "no stance", "no stance", "place 0,1", "no stance")
    table.step()
    assert (table.combat.round, table.combat.initiative) == (1, kept)


@rule("thrum/setup.initiative-descending")
def test_turns_run_from_the_highest_total_to_the_lowest_in_round_zero_too() -> None:
    table = opened()

    table.step(dice="2 2 4 4 3 3 5 6")
    assert table.order() == "cBbA"

    table.steps(
        8,
        "c: no stance",
        "B: place 0,0",
        "B: no stance",
        "b: no stance",
        "A: place 0,1",
        "A: no stance",
    )
    table.step()
    assert table.combat.units[table.combat.lineup.now()].name == "c"


@rule("thrum/setup.initiative-ties")
def test_equal_totals_go_by_modifier_then_pcs_then_listing() -> None:
    table = Table(
        "b c d",
        opening=True,
        A=pc(REF=0),
        B=pc(REF=0),
        C=pc(REF=2),
        b=npc("biffer"),
        c=npc("ashrunner"),
        d=npc("biffer"),
    )

    # All come to 7: C and c with +2, the rest with 0.
    table.step(dice="3 4 3 4 2 3 3 4 2 3 3 4")

    assert table.order() == "CcABbd"


@rule("thrum/setup.starting-area", "thrum/setup.round-zero.placement")
def test_a_pc_takes_any_free_square_of_the_starting_area_and_no_other() -> None:
    table = opened()
    table.step(dice="6 6 5 5 1 1 1 1")

    assert table.offers() == ["place 0,0", "place 1,0", "place 0,1"]
    table.steps(2, "A: place 1,0", "no stance")
    assert (table.at("A"), table["A"].spent) == ("1,0", 0)
    assert table.offers() == ["place 0,0", "place 0,1"]
    with refused("setup.round-zero.placement"):
        table.step("B: place 2,0")


@rule("thrum/setup.round-zero.placement")
def test_a_pc_who_is_not_placed_yet_holds_no_square_and_cannot_be_targeted() -> None:
    table = opened()
    table.step(dice="6 6 5 5 1 1 1 1")
    table.steps(2, "A: place 0,0", "no stance")

    table.combat.round = 1
    table.begin_turn("b")

    assert "plinker-shot A" in table.offers("b")
    assert "plinker-shot B" not in table.offers("b")
    with refused("target.enemy"):
        table.act("b", "plinker-shot B")


@rule("thrum/setup.round-zero.stance")
def test_a_stance_of_round_zero_protects_before_the_first_turn_and_does_its_work() -> None:
    table = opened()
    table.step(dice="1 1 1 2 6 6 1 1")

    table.step()
    assert {"brace", "dodge", "protect", "plinker-duck"} <= set(table.offers())
    table.step("b: plinker-duck")
    assert (table.stance_of("b"), table.n("b", "hidden")) == ("plinker-duck", 1)


@rule("thrum/setup.round-zero.stance")
def test_a_stance_of_round_zero_already_helps_against_the_first_attack() -> None:
    table = Table("A b", opening=True, area="0,0", A=pc(), b=npc("biffer"))
    table.step(dice="1 1 6 6")
    table.steps(4, "b: no stance", "A: place 0,0", "A: brace")
    table.step()

    # Brace: a Boon on A's Resilience, so three defence dice.
    table.turn("b", "act", "stop", "biffer-thump A", "A: resilience", "no stance", dice="3 3 4 1 5")

    assert table.totals() == (8, 9)


@rule("thrum/setup.round-zero.no-actions")
def test_round_zero_has_no_panic_no_tick_no_effects_and_no_choice_but_place_and_stance() -> None:
    table = opened()
    table.step(dice="6 6 5 5 1 2 1 1")
    table["b"].stress = 9
    table.give("b", "burning", 2)
    table.give("c", "hidden")

    table.steps(
        8,
        "A: place 0,0",
        "A: dodge",
        "B: place 0,1",
        "B: no stance",
        "b: no stance",
        "c: no stance",
    )

    assert (table["b"].stress, table["b"].fatigue, table.n("b", "burning")) == (9, 0, 2)
    assert table.n("c", "hidden") == 1
    assert not table.told("delays")
    assert table.combat.round == 0


@rule("thrum/setup.round-zero.npcs")
def test_npcs_only_take_a_stance_in_round_zero_and_stay_where_they_are() -> None:
    table = opened()
    table.step(dice="1 1 1 2 6 6 1 1")

    table.step()
    assert table.offers()[0] == "no stance"
    assert not [key for key in table.offers() if key.startswith(("place", "move"))]
    table.step("b: brace")

    assert (table.stance_of("b"), table.at("b")) == ("brace", "4,0")


@rule("thrum/setup.loads-start-at-zero")
def test_every_load_starts_at_zero() -> None:
    table = opened()

    assert [(unit.fatigue, unit.stress) for unit in table.combat.units] == [(0, 0)] * 4


@rule("thrum/setup.tolerances-carry-in")
def test_a_pc_starts_with_the_tolerances_and_wounds_it_kept_an_npc_with_its_listed_ones() -> None:
    table = Table(
        "b .",
        opening=True,
        area="1,0",
        carried={"A": {"fatigue_tolerance": 2, "stress_tolerance": 1, "wounds": 2}},
        A=pc(END=1, FOC=1),
        b=npc("biffer"),
    )

    assert (table["A"].sheet.fatigue_tolerance, table["A"].sheet.stress_tolerance) == (4, 3)
    assert (table["A"].fatigue_tolerance, table["A"].stress_tolerance, table["A"].wounds) == (
        2,
        1,
        2,
    )
    assert (table["b"].fatigue_tolerance, table["b"].stress_tolerance, table["b"].wounds) == (
        3,
        1,
        0,
    )


@rule("thrum/setup.sides")
def test_an_npc_fights_on_the_side_it_belongs_to_and_compulsion_changes_no_side() -> None:
    table = Table(
        "A e b c",
        allies="e",
        A=pc(abilities=["puppet"]),
        e=npc("envoy"),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.act("A", "puppet b", "plain", "b: no defence", "c: no defence")

    assert table["c"].fatigue == 2
    assert [unit.side for unit in table.combat.units] == [0, 0, 1, 1]
    assert table.combat.allies(table["A"], table["e"])
    assert table.combat.enemies(table["b"], table["e"])
    table.begin_turn("A")
    assert "basic-attack e" not in table.offers("A")


def reinforced() -> Table:
    return Table(
        """
        A . . d
        . . . .
        b . . .
        """,
        arrives={"d": 2},
        order="bA",
        A=pc(),
        b=npc("biffer"),
        d=npc("biffer"),
    )


@rule("thrum/setup.reinforcements")
def test_a_late_arrival_goes_directly_before_the_first_lower_total_and_acts_that_round() -> None:
    table = reinforced()
    table.combat.initiative = [6, 9, 0]
    table.combat.lineup.at = 2

    table.step(dice="3 4")

    assert (table.combat.round, table.at("d"), table.order()) == (2, "3,0", "bdA")
    assert [who for who, _ in table.combat.entries()] == table.combat.lineup.order


@rule("thrum/setup.reinforcements")
def test_a_late_arrival_with_an_equal_total_goes_behind_and_the_lowest_last() -> None:
    table = reinforced()
    table.combat.initiative = [7, 7, 0]
    table.combat.lineup.at = 2

    table.step(dice="3 4")

    assert table.order() == "bAd"


@rule("thrum/setup.reinforcements")
def test_if_the_square_is_taken_the_gm_picks_a_nearest_free_one() -> None:
    table = reinforced()
    table.combat.move(table["A"], table.combat.grid.read("3,0"))
    table.combat.lineup.at = 2

    choice = table.question()
    assert choice is not None
    assert choice.seat() == table.setup.gm()
    assert table.offers() == ["place 2,0", "place 2,1", "place 3,1"]
    table.step("place 2,1", dice="1 1")

    assert table.at("d") == "2,1"


@rule("thrum/setup.reinforcements")
def test_until_they_arrive_reinforcements_are_ignored_by_the_end_of_combat() -> None:
    table = reinforced()
    table["b"].incapacitated = True

    table.turn("A", "stop", "no action", "no stance")

    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/setup.no-surprise")
def test_everybody_acts_in_round_one_in_initiative_order() -> None:
    table = opened()
    table.step(dice="1 1 5 5 3 3 2 2")
    table.steps(
        8, "B: place 0,0", "no stance", "no stance", "no stance", "A: place 0,1", "no stance"
    )
    table.step()

    acted: list[str] = []
    for name in table.order():
        delay = ["act"] if name != table.order()[-1] else []
        table.turn(name, *delay, "stop", "no action", "no stance")
        acted.append(name)

    assert "".join(acted) == table.order() == "BbcA"
    assert [event.who for event in table.told("turn")] == table.combat.lineup.order


@rule("thrum/setup.round-zero.placement", "thrum/minion.position")
def test_a_minion_that_takes_the_last_starting_square_leaves_the_next_pc_the_nearest() -> None:
    table = Table(
        """
        . . . .
        . . . .
        . . . b
        """,
        opening=True,
        area="0,0 1,0",
        A=pc(abilities=["bolster"]),
        B=pc(),
        b=npc("biffer"),
    )
    table.step(dice="6 6 3 3 1 1")

    table.steps(2, "A: place 0,0", "A: bolster", "A: place minion 1,0")

    assert table.offers() == ["place 2,0", "place 0,1", "place 1,1", "place 2,1"]


@rule("thrum/roll.dice-order", "thrum/setup.reinforcements")
def test_of_several_who_arrive_together_foes_roll_before_allied_npcs() -> None:
    table = Table(
        """
        A . . b
        . . . .
        e . . c
        """,
        A=pc(),
        b=npc("biffer"),
        e=npc("biffer"),
        c=npc("biffer"),
        allies="e",
        order="Ab",
        arrives={"e": 2, "c": 2},
    )
    table.combat.initiative[table["A"].index] = 5
    table.combat.initiative[table["b"].index] = 4
    table.combat.lineup.at = 2

    table.step(dice="6 6 1 1")

    assert (table.combat.initiative[table["c"].index], table.order()) == (12, "cAbe")


@rule("thrum/setup.initiative-ties")
def test_of_equal_totals_and_modifiers_a_pc_goes_before_an_npc_listed_earlier() -> None:
    table = Table(
        "b . . .", opening=True, area="2,0 3,0", b=npc("biffer"), A=pc(), c=npc("biffer"), B=pc()
    )

    table.step(dice="3 4 4 3 5 2 1 6")

    assert table.order() == "ABbc"


@rule("thrum/setup.round-zero.placement", "thrum/setup.starting-area")
def test_a_square_that_the_gm_keeps_for_one_pc_is_offered_to_no_other() -> None:
    table = Table(". B . b", opening=True, area="0,0 1,0 2,0", A=pc(REF=2), B=pc(), b=npc("biffer"))
    table.step(dice="6 6 3 3 1 1")

    assert table.offers() == ["place 0,0", "place 2,0"]


@rule("thrum/setup.npc-placement")
def test_npcs_without_a_square_stand_in_their_sides_start_in_listing_order() -> None:
    combat = begun(foes=[{"id": "biffer", "count": 2}, {"id": "chaff", "at": [6, 0]}])

    places = {unit.name: combat.grid.name(unit.cell) for unit in combat.units if unit.present}

    assert places == {"biffer-1": "7,0", "biffer-2": "6,1", "chaff": "6,0"}


@rule("thrum/setup.starting-area", "thrum/setup.round-zero.placement")
def test_a_pc_with_a_square_of_its_own_starts_there_in_round_zero() -> None:
    ruleset, setup = ready(party=[{"id": "ansa-brock", "at": [3, 1]}])
    combat = ruleset.begin(setup, SeededDice(1), [Absent()] * 3)
    assert isinstance(combat, ThrumCombat)

    unit = combat.units[0]

    while not unit.arrived:
        assert unit.cell < 0
        combat.step()

    assert combat.grid.name(unit.cell) == "3,1"
