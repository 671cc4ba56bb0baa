"""How a combat ends, and what everybody leaves it with."""

from __future__ import annotations

import pytest

from affray.core.setup import Objective
from affray.rulesets.thrum import check
from affray.rulesets.thrum.end import close
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.sheet.sheet import minion_sheet
from affray.rulesets.thrum.state import Terrain, ThrumCombat
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def duel(**more: object) -> Table:
    """A PC and a Biffer beside each other, an Envoy with the PC, all upright."""
    return Table(
        """
        A b .
        e . .
        """,
        A=pc(POW=2, END=1, training={"brawling": 3}),
        b=npc("biffer"),
        e=npc("envoy"),
        allies="e",
        **more,  # type: ignore[arg-type]
    )


def lay_low(table: Table, *names: str) -> None:
    """Let some lie Incapacitated with a Load, so that they stay so."""
    for name in names:
        table[name].incapacitated = True
        table[name].fatigue = 5


def after(table: Table, name: str) -> dict[str, int]:
    return Thrum().aftermath(table.combat, table[name].index)


# ---- the standard ends ---------------------------------------------------------------------------


@rule("thrum/end.all-npcs-down")
def test_combat_is_won_when_every_opposing_npc_is_down() -> None:
    table = duel()
    lay_low(table, "b")

    table.act("A", "no action")

    assert (table.combat.outcome, table.combat.winner) == ("end.all-npcs-down", 0)


@rule("thrum/end.all-npcs-down")
def test_a_removed_npc_counts_as_down_and_one_upright_keeps_the_fight_going() -> None:
    table = Table("A b c", A=pc(), b=npc("chaff"), c=npc("chaff"))
    table["b"].present = False
    table.combat.leave(table["b"])

    table.act("A", "no action")
    assert table.combat.outcome == ""
    lay_low(table, "c")
    table.stance("A", "no stance")

    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/end.all-npcs-down")
def test_an_allied_npc_keeps_nothing_going_for_the_foes() -> None:
    table = duel()
    lay_low(table, "b")

    table.act("e", "no action")

    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/end.all-pcs-down")
def test_combat_is_lost_when_every_pc_is_down_though_an_allied_npc_stands() -> None:
    table = duel()
    lay_low(table, "A")

    table.act("b", "no action")

    assert (table.combat.outcome, table.combat.winner) == ("end.all-pcs-down", 1)


@rule("thrum/end.both-sides-down")
def test_both_sides_down_at_the_same_check_is_a_draw() -> None:
    table = duel()
    lay_low(table, "A", "b")

    table.act("e", "no action")

    assert (table.combat.outcome, table.combat.winner) == ("end.both-sides-down", -1)


@rule("thrum/setup.reinforcements")
def test_those_who_have_yet_to_arrive_do_not_count() -> None:
    table = Table("A b c", A=pc(), b=npc("chaff"), c=npc("chaff"), arrives={"c": 3})
    lay_low(table, "b")

    table.act("A", "no action")

    assert table.combat.outcome == "end.all-npcs-down"


def test_a_side_without_pcs_falls_with_its_npcs() -> None:
    table = Table("a b", a=npc("chaff"), b=npc("chaff"), allies="a")
    lay_low(table, "a")

    table.act("b", "no action")

    assert (table.combat.outcome, table.combat.winner) == ("end.all-pcs-down", 1)


# ---- when it is checked --------------------------------------------------------------------------


@rule("thrum/end.check-timing")
def test_an_attack_that_fells_the_last_foe_is_resolved_to_its_end() -> None:
    """Poison Dagger still moves its user after its target has fallen and ended the fight."""
    table = Table(
        "b A . .",
        A=pc(FIN=2, training={"ninjutsu": 3}, abilities=["poison-dagger"]),
        b=npc("chaff"),
    )
    lay_low(table, "b")

    table.act("A", "poison-dagger b", "b: no defence", "move 3,0")

    assert table.at("A") == "3,0"
    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/end.check-timing")
def test_the_end_is_checked_at_the_close_of_a_step_and_not_at_the_end_of_the_turn() -> None:
    table = duel()
    lay_low(table, "b")

    table.start("A")

    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/end.check-timing")
def test_the_incapacity_roll_owed_in_a_step_comes_before_its_check() -> None:
    """The attacker, Exhausted, fells the last foe and then falls itself: a draw."""
    table = Table(
        "A b",
        A=pc(training={"brawling": 3}),
        b=npc("chaff"),
    )
    table["A"].fatigue = table["A"].fatigue_tolerance + 6
    lay_low(table, "b")

    table.act("A", "recover", dice="1 1")

    assert table.combat.outcome == "end.both-sides-down"


# ---- special conditions --------------------------------------------------------------------------


@rule("thrum/end.special-conditions", "thrum/end.condition-kinds")
def test_rounds_survived_is_met_when_the_last_turn_of_that_round_has_ended() -> None:
    table = duel(objectives=[Objective("rounds-survived", 0, True, number=2)])

    table.next_round()
    assert (table.combat.outcome, table.combat.round) == ("", 2)
    table.end("A")
    assert table.combat.outcome == ""
    table.combat.lineup.at = 3
    table.step()

    assert (table.combat.outcome, table.combat.winner) == ("end.special-conditions", 0)
    assert table.combat.round == 2


@rule("thrum/end.special-conditions", "thrum/end.condition-kinds")
def test_a_named_combatant_down_is_a_defeat_though_all_else_stands() -> None:
    table = duel(objectives=[Objective("taken-out", 0, False, who=["e"])])

    table.act("b", "no action")
    assert table.combat.outcome == ""
    lay_low(table, "e")
    table.stance("b", "no stance")

    assert (table.combat.outcome, table.combat.winner) == ("end.special-conditions", 1)


@rule("thrum/end.condition-kinds")
def test_all_who_are_named_have_to_be_down() -> None:
    table = duel(objectives=[Objective("taken-out", 0, False, who=["e", "A"])])
    lay_low(table, "e")

    table.act("b", "no action")

    assert table.combat.outcome == ""


@rule("thrum/end.condition-kinds")
@pytest.mark.parametrize(
    ("who", "outcome"), [("A", "end.special-conditions"), ("e", ""), ("b", "")]
)
def test_only_a_pc_reaches_a_square(who: str, outcome: str) -> None:
    table = duel(objectives=[Objective("reached", 0, True, cells=[2])])
    table.put(who, "2,0")

    table.act("b", "no action")

    assert table.combat.outcome == outcome


@rule("thrum/end.condition-kinds")
def test_an_incapacitated_pc_reaches_nothing() -> None:
    table = Table(
        "A B . b",
        A=pc(),
        B=pc(),
        b=npc("biffer"),
        objectives=[Objective("reached", 0, True, cells=[0])],
    )
    lay_low(table, "A")

    table.act("B", "no action")

    assert table.combat.outcome == ""


@rule("thrum/end.special-conditions")
def test_the_standard_ends_stay_in_force_beside_a_win_condition() -> None:
    table = duel(objectives=[Objective("reached", 0, True, cells=[2])])
    lay_low(table, "b")

    table.act("A", "no action")

    assert table.combat.outcome == "end.all-npcs-down"


@rule("thrum/end.both-sides-down")
def test_a_win_and_a_defeat_condition_met_together_are_a_draw() -> None:
    table = duel(
        objectives=[
            Objective("reached", 0, True, cells=[2]),
            Objective("taken-out", 0, False, who=["e"]),
        ]
    )
    table.put("A", "2,0")
    lay_low(table, "e")

    table.act("b", "no action")

    assert (table.combat.outcome, table.combat.winner) == ("end.both-sides-down", -1)


def test_after_the_round_limit_nobody_has_won() -> None:
    table = duel()
    table.combat.round_limit = 1

    table.next_round()

    assert (table.combat.outcome, table.combat.winner) == ("end.special-conditions", -1)


# ---- what is left --------------------------------------------------------------------------------


@rule("thrum/end.loads-reset", "thrum/end.transients-cleared")
def test_nothing_but_tolerance_and_wounds_leaves_a_fight() -> None:
    """Loads go to 0; Statuses, Stances, Terrain Effects and Minions end."""
    table = Table(
        "A . b",
        A=pc(REA=2, training={"animism": 3}, abilities=["bolster"]),
        b=npc("biffer"),
    )
    unit = table["A"]
    table.enter_stance("A", "bolster")
    table.give("A", "burning", 2)
    table.combat.terrains.append(Terrain(unit.index, unit.stance, [1]))
    unit.fatigue, unit.stress = 2, 1
    left = table.combat.clone()
    assert isinstance(left, ThrumCombat)

    close(left)

    assert [one.name for one in left.units if one.present] == ["A", "b"]
    assert (left.units[0].fatigue, left.units[0].stress) == (0, 0)
    assert (left.units[0].stance, left.units[0].effects, left.terrains) == (-1, [], [])
    assert (unit.fatigue, unit.stance >= 0) == (2, True), "the fight itself stays as it was"


@rule("thrum/end.tolerances-recorded", "thrum/end.wounds-persist")
def test_reduced_tolerances_and_wounds_are_recorded() -> None:
    table = duel()
    unit = table["A"]
    unit.fatigue_tolerance -= 2
    unit.stress_tolerance -= 1
    unit.wounds = 1

    assert after(table, "A") == {"fatigue_tolerance": 2, "stress_tolerance": 1, "wounds": 1}


@rule("thrum/end.pcs-recover")
def test_an_incapacitated_pc_with_tolerance_left_recovers() -> None:
    table = duel()
    lay_low(table, "A")
    table["A"].fatigue_tolerance = 1

    assert after(table, "A") == {"fatigue_tolerance": 1, "stress_tolerance": 2, "wounds": 0}


@rule("thrum/end.tolerance-zero-stays-down")
def test_an_incapacitated_pc_without_tolerance_stays_out() -> None:
    table = duel()
    lay_low(table, "A")
    table["A"].fatigue_tolerance = 0

    left = after(table, "A")
    found = check.value_faults(table["A"].sheet, dict(left))

    assert left["incapacitated"] == 1
    assert [(one.place, one.rule) for one in found] == [
        ("incapacitated", "end.tolerance-zero-stays-down")
    ]


def test_an_upright_pc_without_tolerance_goes_on() -> None:
    table = duel()
    table["A"].fatigue_tolerance = 0

    left = after(table, "A")

    assert "incapacitated" not in left
    assert check.value_faults(table["A"].sheet, dict(left)) == []


@rule("thrum/setup.tolerances-carry-in")
def test_npcs_and_minions_are_not_recorded() -> None:
    table = duel()
    table["b"].fatigue_tolerance -= 1

    assert after(table, "b") == {}
    assert not minion_sheet("A").pc
