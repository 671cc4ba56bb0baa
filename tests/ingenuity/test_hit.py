"""Hits on those who drop, and what is free but once."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, sheet
from tests.rules import rule

FIST = "strength bludgeoning"


PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 4}


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


@rule("ingenuity/attack.on-hit", "ingenuity/attack.sequence")
def test_who_drops_of_a_bite_is_poisoned_without_a_chance_to_fortify() -> None:
    viper = sheet(["bite"])
    viper.on_hit, viper.on_hit_n, viper.against, viper.poison = "poison", 3, "constitution", 7
    table = Table("A b c", A=viper, b=plain(constitution=2, stamina=5), c=plain())
    table["b"].endurance = 0
    table.act("A", "attack b with bite", "strength piercing", "pass", "fall", dice="d6 2 3 d20 9")
    assert not table["b"].awake
    assert table["b"].amount("poison") == 3


@rule("ingenuity/attack.on-hit", "ingenuity/maneuver.attack")
@pytest.mark.parametrize(("constitution", "bleeding"), [(6, 2), (7, 1)])
def test_who_drops_of_a_rending_attack_bleeds(constitution: int, bleeding: int) -> None:
    one = sheet(["straight-sword"], maneuvers=["rending-attack"])
    table = Table("A b c", A=one, b=plain(constitution=constitution), c=plain())
    table["b"].endurance = 0
    table.act("A", "rending-attack b", "strength slashing", dice="d6 2 3 d20 9")
    assert not table["b"].awake
    assert table["b"].amount("bleeding") == bleeding


@rule("ingenuity/reaction.intercept.defence", "ingenuity/reaction.free")
def test_an_interceptor_s_free_defence_is_one_whether_it_keeps_awake_or_meets_an_effect() -> None:
    """It fortifies free to stay awake; against the effect of the same hit it has none left."""
    one = sheet(["longsword"], maneuvers=["stunning-strike"])
    guard = sheet(numbers={"constitution": 2, "evasion": 5, "stamina": 9})
    table = Table("a B .\n. C .", a=one, C=guard, B=plain())
    table["C"].endurance = 5
    table.act(
        "a", "stunning-strike B", "with longsword held", "strength piercing",
        "C: intercept", "B: 1,1", "C: pass", "C: fortify",
        dice="d6 3 3 d20 9 d6 6 6 d20 9",
    )  # fmt: skip
    assert table["C"].awake
    assert table["C"].is_held("stunned")


@rule("ingenuity/maneuver.reaction", "ingenuity/resource.stamina-costs")
@pytest.mark.parametrize(("talents", "cost"), [(["relentless-offense"], 1), ([], 2)])
def test_relentless_offence_makes_the_first_riposte_of_a_round_cheaper(
    talents: list[str], cost: int
) -> None:
    one = sheet(["longsword"], talents=talents, maneuvers=["riposte"], stamina=cost)
    table = Table("A b", A=one, b=plain())
    table["b"].stamina = 0
    table.act(
        "b", "attack A with bare-hands", "strength bludgeoning", "A: riposte with longsword",
        "A: with longsword held", "A: strength piercing",
        dice="d6 1 1 d20 9 d6 1 1 d20 9",
    )  # fmt: skip
    assert table["A"].stamina == 0


@rule("ingenuity/attack.size.floor", "ingenuity/attack.hit")
def test_a_result_of_nothing_meets_an_evasion_of_nothing() -> None:
    table = Table("A b", A=sheet(["maul"]), b=plain(evasion=-3))
    table.count("A", "attacks", 1)
    table.act("A", "attack b with maul", FIST, dice="d6 1 1 d20 9")
    assert table.results() == [0]
    assert len(table.told("hits")) == 1
