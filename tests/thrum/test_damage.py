"""Fatigue and Stress: what deals them, what they do not do, what takes them away."""

from __future__ import annotations

from affray.rulesets.thrum import damage
from affray.rulesets.thrum.terms import FATIGUE, STRESS
from tests.rules import rule
from tests.thrum.table import Table, facing, npc, pc


@rule("thrum/load.no-hit-points")
def test_harm_only_raises_loads_without_an_upper_limit() -> None:
    table = facing()

    damage.take(table.combat, 0, FATIGUE, 500, -1)
    damage.take(table.combat, 0, STRESS, 400, -1)

    assert (table["A"].fatigue, table["A"].stress) == (500, 400)
    assert table["A"].able()


@rule("thrum/load.deal-one")
def test_fatigue_or_stress_without_a_number_is_one() -> None:
    """Burning deals 1 Fatigue, Overexert costs 1 Stress: texts without a number."""
    table = Table("A b", A=pc(abilities=["addle"]), b=npc("gatebreaker"))
    table.give("A", "burning")

    table.act("A", "addle b", "overexert", "b: no defence")
    table.end("A")

    assert (table["A"].fatigue, table["A"].stress) == (1, 1)


@rule("thrum/load.deal-n")
def test_success_and_critical_amounts_are_one_instance() -> None:
    table = Table("A b", A=pc(abilities=["precision-slash"]), b=npc("gatebreaker"))
    table.give("b", "vulnerable", 3)

    table.act("A", "precision-slash b", "b: resilience", dice="6 6 1 1")

    # 2 + 1, and Vulnerable's 3 once.
    assert table["b"].fatigue == 6
    assert [one.amount for one in table.told("damaged")] == [6]


@rule("thrum/load.floor")
def test_no_load_or_tolerance_goes_below_0_and_the_excess_is_lost() -> None:
    table = Table("a b", A=pc(), a=npc("bonesetter"), b=npc("biffer"))
    table["b"].stress = 1

    table.act("a", "splint b")  # Stress Load -2
    assert table["b"].stress == 0

    table = facing()
    table["A"].stress_tolerance = 0
    table["A"].stress = 9
    table.start("A", dice="1 1")
    assert table["A"].stress_tolerance == 0


@rule("thrum/load.floor")
def test_nothing_in_combat_raises_a_tolerance_by_itself() -> None:
    table = facing()
    table["A"].fatigue_tolerance = 1
    table["A"].fatigue = 1

    table.act("A", "recover")

    assert (table["A"].fatigue, table["A"].fatigue_tolerance) == (0, 1)


@rule("thrum/recovery.downtime-only")
def test_no_ordinary_ability_restores_tolerance_or_wounds() -> None:
    table = Table("C A b", A=pc(abilities=["ameliorate"]), b=npc("biffer"), C=pc())
    for name in "AC":
        table[name].fatigue_tolerance = 1
        table[name].stress_tolerance = 1
        table[name].wounds = 2
        table[name].fatigue = 3
    table["C"].incapacitated = True

    table.act("A", "resuscitate C", dice="6 6")
    table.begin_turn("A")
    table.act("A", "recover", dice="6 6")

    for name in "AC":
        unit = table[name]
        assert (unit.fatigue_tolerance, unit.stress_tolerance, unit.wounds) == (1, 1, 2)


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
