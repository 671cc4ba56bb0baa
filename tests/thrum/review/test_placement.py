"""Placing and arriving where the squares are few or the rolls many."""

from __future__ import annotations

from tests.rules import rule
from tests.thrum.table import Table, npc, pc


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
