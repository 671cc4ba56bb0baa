"""What counts as leaving in one's own turn, and what the fallen cannot be made to do."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.thrum.table import Table, npc, pc

MISS = "1 1 6 6"
HIT = "3 3 3 3"


@rule("thrum/trigger.needs-condition", "thrum/turn.out-of-turn")
def test_iron_fence_does_not_mind_an_enemy_that_is_led_away_outside_its_turn() -> None:
    table = Table(
        "b A . . . C",
        A=pc(),
        C=pc(abilities=["compulsion"], FIN=4),
        b=npc("hookwarden"),
    )
    table.enter_stance("b", "iron-fence")

    table.act("C", "compulsion A", "plain", "move 3,0", "no overexert")

    assert table.at("A") == "3,0"


@rule("thrum/trigger.needs-condition", "thrum/turn.out-of-turn")
def test_command_protector_does_not_mind_an_enemy_that_is_led_away_outside_its_turn() -> None:
    table = Table(
        "A . b . . C",
        A=pc(abilities=["command-protector"]),
        C=pc(abilities=["compulsion"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "command-protector")

    table.act("C", "compulsion b", "plain", "b: resolve", "move 3,0", dice=MISS)

    assert (table.at("b"), table.stance_of("A")) == ("3,0", "command-protector")


@rule("thrum/incapacitated.cannot")
@pytest.mark.parametrize("ability", ["compulsion", "puppet"])
def test_the_fallen_neither_walk_nor_act_at_anybodys_bidding(ability: str) -> None:
    table = Table("A . . b c", A=pc(abilities=[ability], FIN=4), b=npc("biffer"), c=npc("biffer"))
    table["b"].incapacitated = True
    table["b"].fatigue = 5
    after = ["no overexert"] if ability == "compulsion" else []

    table.act("A", f"{ability} b", "plain", "b: resolve", *after, dice=HIT)

    assert (table.at("b"), table["c"].fatigue) == ("3,0", 0)


@rule("thrum/move.must-afford-step")
@pytest.mark.parametrize(("speed", "asked"), [(3, True), (2, False)])
def test_a_guardians_toll_needs_the_movement_for_the_step_as_well(speed: int, asked: bool) -> None:
    table = Table("A b . . .", A=pc(abilities=["guardian"]), b=npc("biffer"))
    table["b"].sheet.speed = speed
    table.enter_stance("A", "guardian")
    choice = ["b: pay 2"] if asked else []
    rest = [] if asked else ["b: stop"]

    table.move("b", "move 2,0", *choice, "b: resilience", *rest, dice=MISS)

    assert table.at("b") == ("2,0" if asked else "1,0")


def test_upgrade_b_of_guardian_lets_one_pass_by_at_two_squares() -> None:
    """It neither comes nearer nor goes farther away."""
    table = Table(
        "A . b\n. . .",
        A=pc(abilities=["guardian"], upgrades=["guardian:b"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "guardian")

    table.move("b", "move 2,1")

    assert table.at("b") == "2,1"


@rule("thrum/overexert.cost", "thrum/incapacitated.cannot")
def test_one_who_has_fallen_does_not_keep_a_blizzard_raging() -> None:
    table = Table(
        "A . . b\n. . . .",
        A=pc(abilities=["blizzard"], upgrades=["blizzard:b"]),
        b=npc("biffer"),
    )
    table.act("A", "blizzard", "overexert", "area 2,0")
    table["A"].incapacitated, table["A"].fatigue = True, 5

    table.start("A")

    assert [terrain.active for terrain in table.combat.terrains] == [0]


@rule("thrum/setup.round-zero.placement", "thrum/setup.starting-area")
def test_a_square_that_the_gm_keeps_for_one_pc_is_offered_to_no_other() -> None:
    table = Table(". B . b", opening=True, area="0,0 1,0 2,0", A=pc(REF=2), B=pc(), b=npc("biffer"))
    table.step(dice="6 6 3 3 1 1")

    assert table.offers() == ["place 0,0", "place 2,0"]
