"""From where Hidden and Blinded count, and what Hidden outlasts."""

from __future__ import annotations

from tests.rules import rule
from tests.thrum.table import Table, npc, pc


@rule("thrum/condition.hidden", "thrum/condition.hidden-ends")
def test_a_minion_next_to_a_hidden_enemy_attacks_it_as_an_adjacent_enemy() -> None:
    table = Table("A . . . b", A=pc(abilities=["command-aggressor"]), b=npc("biffer"))
    table.give("b", "hidden")

    table.act(
        "A",
        "command-aggressor",
        "place minion 3,0",
        "attack b",
        "b: resilience",
        dice="1 1 6 6",
    )

    assert table.n("b", "hidden") == 0


@rule("thrum/status.blinded")
def test_one_who_is_blinded_sends_its_minion_without_a_bane_against_who_is_next_to_that() -> None:
    table = Table("A . . b", A=pc(abilities=["command-aggressor"]), b=npc("biffer"))
    table.give("A", "blinded")

    table.act(
        "A",
        "command-aggressor",
        "place minion 2,0",
        "attack b",
        "b: resilience",
        dice="1 1 6 6",
    )

    assert table.totals()[0] == 2 + table["A"].sheet.arts["animism"]


@rule("thrum/condition.hidden")
def test_unlimited_power_finds_a_hidden_enemy_next_to_the_one_it_leaps_from() -> None:
    table = Table("A b c", A=pc(abilities=["unlimited-power"]), b=npc("biffer"), c=npc("biffer"))
    table.give("c", "hidden")

    table.act(
        "A",
        "unlimited-power b",
        "overexert",
        "b: resolve",
        "c: resolve",
        dice="6 6 1 1 6 6 1 1",
    )

    assert (table["c"].stress, table.n("c", "hidden")) == (2, 0)


@rule("thrum/ability.text-wins")
def test_nothing_ends_hidden_while_its_bearer_has_wraith_on_wings() -> None:
    """Not even what undoes the lasting Hidden of Disappearing Act."""
    table = Table(
        "A b",
        A=pc(
            abilities=["disappearing-act"],
            upgrades=["disappearing-act:b"],
            novas=["wraith-on-wings"],
        ),
        b=npc("biffer"),
    )
    table["A"].potential = [4]
    table.enter_stance("A", "wraith-on-wings")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 6 6")

    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="6 6 6 1 1 1")

    assert (table["A"].fatigue, table.n("A", "hidden")) == (2, 1)
