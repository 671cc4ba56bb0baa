"""Overexert: stronger effects for a Stress."""

from __future__ import annotations

from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def mesmerist() -> Sheet:
    """Addle: Success Disoriented and 1 Slowed; Overexert: a Success also deals 2 Stress."""
    return pc(abilities=["addle"])


def duel() -> Table:
    return Table("A b", A=mesmerist(), b=npc("gatebreaker"))


@rule("thrum/overexert.voluntary")
def test_an_ability_with_overexert_may_be_used_with_or_without_it() -> None:
    for key, stress in (("plain", 0), ("overexert", 2)):
        table = duel()

        table.act("A", "addle b", key, "b: no defence")

        assert (table["b"].stress, table.n("b", "slowed")) == (stress, 1)
        assert table["A"].stress == stress // 2


@rule("thrum/overexert.cost")
def test_overexert_costs_1_stress() -> None:
    table = duel()

    table.act("A", "addle b", "overexert", "b: no defence")

    assert table["A"].stress == 1


@rule("thrum/overexert.before-rolls")
def test_overexert_is_paid_before_any_roll_and_not_refunded() -> None:
    table = duel()

    table.act("A", "addle b", "overexert", "b: resolve", dice="1 1 6 6")

    assert (table["A"].stress, table["b"].stress) == (1, 0)
    names = [one.name for one in table.combat.events]
    assert names.index("takes") < names.index("rolled")


@rule("thrum/overexert.is-taking-stress")
def test_overexert_stress_is_raised_by_vulnerable_and_frays_at_once() -> None:
    table = duel()
    table["A"].stress = 1  # Tolerance 2
    table.give("A", "vulnerable", 2)

    table.act("A", "addle b", "overexert", "b: no defence")

    assert (table["A"].stress, table.n("A", "vulnerable"), table["A"].frayed()) == (4, 0, True)


@rule("thrum/overexert.is-taking-stress")
def test_overexert_stress_comes_from_no_enemy_and_ends_no_daze() -> None:
    table = duel()
    table.give("A", "dazed")

    table.act("A", "addle b", "overexert", "b: no defence")

    assert (table["A"].stress, table.n("A", "dazed")) == (1, 1)
