"""Panic, the price of Overexert, Potential, and what a PC takes from fight to fight."""

from __future__ import annotations

from affray.rulesets.thrum import check, gm, resource
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.table import Table, facing, hale, npc, pc


def after(table: Table, name: str) -> dict[str, int]:
    return Thrum().aftermath(table.combat, table[name].index)


@rule("thrum/panic.when")
def test_one_who_is_frayed_at_its_start_of_turn_rolls_once() -> None:
    table = facing()
    table["A"].stress = 3

    table.start("A", dice="6 6")

    table = facing()
    table["A"].stress = 2  # Tolerance 2
    table.start("A")


@rule("thrum/panic.when")
def test_becoming_frayed_later_in_the_turn_calls_for_no_roll_until_the_next() -> None:
    table = Table("A b", A=pc(abilities=["addle"]), b=npc("gatebreaker"))
    table["A"].stress = 2

    table.turn("A", "act", "stop", "addle b", "overexert", "b: no defence", "no stance")
    assert table["A"].frayed()

    table.turn("A", "act", "stop", "no action", "no stance", dice="6 6")


@rule("thrum/panic.roll")
def test_a_panic_roll_must_exceed_the_stress_load() -> None:
    """Stress Load 6, Resolve +1, dice 3,2: 6 is not greater than 6, so it fails."""
    table = facing(FOC=1)
    table["A"].stress = 6
    table.start("A", dice="3 2")
    assert (table["A"].stress, table.n("A", "stunned")) == (0, 1)

    table = facing(FOC=1)
    table["A"].stress = 6
    table.start("A", dice="3 3")
    assert (table["A"].stress, table.n("A", "stunned")) == (6, 0)


@rule("thrum/panic.success")
def test_holding_changes_nothing_and_one_rolls_again_next_turn() -> None:
    table = facing()
    table["A"].stress = 3
    before = table["A"].key()

    for _ in range(2):
        table.begin_turn("A")
        table.start("A", dice="6 6")

    assert table["A"].key() == before
    assert table["A"].frayed()


@rule("thrum/panic.fail-stunned")
def test_failed_panic_stuns_the_turn_just_started() -> None:
    table = facing()
    table["A"].stress = 9

    table.turn("A", "act", "move 1,0", "no stance", dice="1 1")  # no Action is offered

    assert table.n("A", "stunned") == 0  # it ended with the turn


@rule("thrum/panic.fail-transfer")
def test_failed_panic_turns_all_stress_into_fatigue_and_ends_frayed() -> None:
    table = facing()
    table["A"].stress = 9
    table["A"].fatigue = 2

    table.start("A", dice="1 1")

    assert (table["A"].stress, table["A"].fatigue, table["A"].frayed()) == (0, 11, False)


@rule("thrum/panic.fail-tolerance")
def test_failed_panic_costs_1_stress_tolerance() -> None:
    table = facing(FOC=1)
    table["A"].stress = 9

    table.start("A", dice="1 1")

    assert table["A"].stress_tolerance == 2


@rule("thrum/panic.transfer-is-not-dealt")
def test_stress_that_panic_turns_into_fatigue_is_not_taken() -> None:
    table = facing()
    table["A"].stress = 9
    table.give("A", "vulnerable", 2)
    table.give("A", "dazed")

    table.start("A", dice="1 1")  # no Incapacity Roll either

    assert (table["A"].fatigue, table.n("A", "vulnerable"), table.n("A", "dazed")) == (9, 2, 1)
    assert table["A"].exhausted()
    assert table["A"].able()


@rule("thrum/turn.start.panic-first")
def test_the_panic_roll_comes_before_every_other_start_of_turn_effect() -> None:
    table = Table("p A C", A=pc(), C=pc(), p=npc("plinker"))
    table["p"].stress = 2  # Tolerance 1: Frayed; an enemy adjacent costs it 1 Stress

    table.start("p", dice="1 2")  # 3 is greater than 2, not than 3

    assert table["p"].stress == 3
    names = [one.name for one in table.combat.events]
    assert names.index("rolled") < names.index("damaged")


def mesmerist() -> Sheet:
    """Addle: Success Disoriented and 1 Slowed; Overexert: a Success also deals 2 Stress."""
    return pc(abilities=["addle"])


def addling() -> Table:
    return Table("A b", A=mesmerist(), b=npc("gatebreaker"))


@rule("thrum/overexert.voluntary")
def test_an_ability_with_overexert_may_be_used_with_or_without_it() -> None:
    for key, stress in (("plain", 0), ("overexert", 2)):
        table = addling()

        table.act("A", "addle b", key, "b: no defence")

        assert (table["b"].stress, table.n("b", "slowed")) == (stress, 1)
        assert table["A"].stress == stress // 2


@rule("thrum/overexert.cost")
def test_overexert_costs_1_stress() -> None:
    table = addling()

    table.act("A", "addle b", "overexert", "b: no defence")

    assert table["A"].stress == 1


@rule("thrum/overexert.before-rolls")
def test_overexert_is_paid_before_any_roll_and_not_refunded() -> None:
    table = addling()

    table.act("A", "addle b", "overexert", "b: resolve", dice="1 1 6 6")

    assert (table["A"].stress, table["b"].stress) == (1, 0)
    names = [one.name for one in table.combat.events]
    assert names.index("damaged") < names.index("rolled")


@rule("thrum/overexert.is-taking-stress")
def test_overexert_stress_is_raised_by_vulnerable_and_frays_at_once() -> None:
    table = addling()
    table["A"].stress = 1  # Tolerance 2
    table.give("A", "vulnerable", 2)

    table.act("A", "addle b", "overexert", "b: no defence")

    assert (table["A"].stress, table.n("A", "vulnerable"), table["A"].frayed()) == (4, 0, True)


@rule("thrum/overexert.is-taking-stress")
def test_overexert_stress_comes_from_no_enemy_and_ends_no_daze() -> None:
    table = addling()
    table.give("A", "dazed")

    table.act("A", "addle b", "overexert", "b: no defence")

    assert (table["A"].stress, table.n("A", "dazed")) == (1, 1)


@rule("thrum/nova.carry-over")
def test_unspent_potential_is_carried_over_by_nova_ability() -> None:
    table = Table("A b", A=pc(novas=["cannonball", "smite-them"]), b=npc("biffer"))
    table["A"].potential = [5, 2]

    left = after(table, "A")

    assert (left["potential.cannonball"], left["potential.smite-them"]) == (5, 2)


@rule("thrum/setup.tolerances-carry-in", "thrum/end.tolerances-recorded", "thrum/nova.carry-over")
def test_a_member_takes_exactly_the_values_that_it_left_with() -> None:
    first = Table("A b", A=pc(END=2, novas=["cannonball"]), b=npc("biffer"))
    first["A"].fatigue_tolerance = 2
    first["A"].stress_tolerance = 1
    first["A"].wounds = 2
    first["A"].potential = [3]
    left = after(first, "A")

    again = Table("A b", A=first["A"].sheet, b=npc("biffer"), carried={"A": left})

    unit = again["A"]
    assert check.value_faults(unit.sheet, dict(left)) == []
    assert (unit.fatigue_tolerance, unit.stress_tolerance, unit.wounds) == (2, 1, 2)
    assert (unit.potential, unit.fatigue, unit.stress) == ([3], 0, 0)
    assert after(again, "A") == left


# ---- what may be carried in ----------------------------------------------------------------------


# ---- Downtime ------------------------------------------------------------------------------------


@rule("thrum/recovery.downtime-amount", "thrum/recovery.downtime-only")
def test_a_downtime_restores_both_tolerances_and_one_wound() -> None:
    left = {"fatigue_tolerance": 1, "stress_tolerance": 0, "wounds": 2}

    rested = resource.downtime(hale(), left)

    assert rested == {"fatigue_tolerance": 5, "stress_tolerance": 3, "wounds": 1}
    assert left["wounds"] == 2, "the values given are not changed"


@rule("thrum/recovery.downtime-amount", "thrum/gm.options")
def test_the_gm_may_set_other_amounts() -> None:
    left = {"fatigue_tolerance": 1, "stress_tolerance": 2, "wounds": 2}

    rested = resource.downtime(
        hale(),
        left,
        {gm.DOWNTIME_FATIGUE: 2, gm.DOWNTIME_STRESS: 5, gm.DOWNTIME_WOUNDS: 0},
    )

    assert rested == {"fatigue_tolerance": 3, "stress_tolerance": 3, "wounds": 2}


@rule("thrum/nova.carry-over")
def test_potential_is_lost_in_downtime() -> None:
    left = {"fatigue_tolerance": 5, "stress_tolerance": 3, "wounds": 0, "potential.cannonball": 4}

    rested = resource.downtime(hale(["cannonball"]), left)

    assert "potential.cannonball" not in rested


@rule("thrum/end.tolerance-zero-stays-down", "thrum/recovery.downtime-only")
def test_one_who_stays_out_is_back_once_downtime_raises_its_tolerance() -> None:
    left = {"fatigue_tolerance": 0, "stress_tolerance": 3, "wounds": 1, "incapacitated": 1}

    rested = resource.downtime(hale(), left)
    unrested = resource.downtime(hale(), left, {gm.DOWNTIME_FATIGUE: 0})

    assert rested == {"fatigue_tolerance": 5, "stress_tolerance": 3, "wounds": 0}
    assert unrested["incapacitated"] == 1


@rule("thrum/incapacitated.fate")
def test_one_removed_by_wounds_heals_only_as_a_convalescent() -> None:
    removed = {"fatigue_tolerance": 0, "stress_tolerance": 3, "wounds": 3, "fate": gm.UNDECIDED}

    undecided = resource.downtime(hale(), removed)
    convalescent = resource.downtime(hale(), {**removed, "fate": gm.CONVALESCENT})

    assert undecided["wounds"] == 3
    assert convalescent == {"fatigue_tolerance": 5, "stress_tolerance": 3, "wounds": 2}
