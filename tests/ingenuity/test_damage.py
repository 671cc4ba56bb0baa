"""Damage, consciousness, death: the worked examples of the source, and hits on those who drop."""

from __future__ import annotations

import pytest

from affray.core.dice import ScriptedDice
from affray.core.event import Damaged
from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.action import offered
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import (
    DEAD,
    FIRE,
    PHYSICAL_TYPES,
    PIERCING,
    SHOCK,
    TYPELESS,
    TYPES,
    VERSATILE,
)
from tests.ingenuity.table import Scripted, Table, faces, library, sheet
from tests.rules import rule


def hurt(
    table: Table,
    name: str,
    amount: int,
    *keys: str,
    dice: str = "",
    nonlethal: bool = False,
    direct: int = 0,
) -> None:
    """Let somebody take damage that is reduced already."""
    agent = Scripted(table.combat, list(keys))
    table.combat.agents = [agent] * 4
    scripted = ScriptedDice(faces(dice))
    scripted.log = []
    table.combat.dice = scripted
    damage.hurt(
        table.combat, table[name], amount, TYPELESS, "test", nonlethal=nonlethal, direct=direct
    )
    assert agent.used == len(keys)
    assert scripted.used == len(scripted.faces)


def boudica(endurance: int = 12, health: int = 12, stamina: int = 5) -> Table:
    one = sheet(dice={"athletics": 4}, prof={"Fortitude": 1}, constitution=4)
    table = Table("A b", A=one, b=sheet())
    table["A"].endurance = endurance
    table["A"].health = health
    table["A"].stamina = stamina
    return table


@rule("ingenuity/damage.endurance-first", "ingenuity/damage.harmed")
def test_endurance_goes_first_and_five_of_twelve_is_harmed() -> None:
    table = boudica()
    hurt(table, "A", 7)
    assert (table["A"].endurance, table["A"].health) == (5, 12)
    assert condition.harmed(table["A"])
    assert not condition.bloodied(table["A"])


@rule(
    "ingenuity/damage.excess",
    "ingenuity/damage.bloodied",
    "ingenuity/damage.ko-check",
    "ingenuity/damage.ko-choice",
    "ingenuity/reaction.fortify",
)
def test_boudica_fortifies_with_seven_against_five() -> None:
    table = boudica(5)
    hurt(table, "A", 10, "fortify", dice="d6 4 d4 2 d20 9")
    assert (table["A"].endurance, table["A"].health) == (0, 7)
    assert table["A"].awake
    assert condition.bloodied(table["A"])
    assert table["A"].stamina == 4


@rule("ingenuity/damage.ko-check", "ingenuity/condition.unconscious")
def test_a_fortify_below_the_missing_health_falls() -> None:
    table = boudica(5)
    hurt(table, "A", 10, "fortify", dice="d6 1 d4 2 d20 9")
    assert not table["A"].awake
    assert table["A"].prone


@rule("ingenuity/damage.ko-reaction", "ingenuity/reaction.one")
def test_without_a_reaction_she_falls_at_once() -> None:
    table = boudica(5)
    table["A"].set_count(2, 1)
    hurt(table, "A", 10)
    assert not table["A"].awake


@rule("ingenuity/damage.ko-not-greater")
def test_missing_health_equal_to_constitution_needs_no_check() -> None:
    table = boudica(0)
    hurt(table, "A", 4)
    assert table["A"].awake


@rule("ingenuity/action.guard")
def test_guarding_raises_constitution_by_one() -> None:
    table = boudica(0)
    table.act("A", "guard")
    hurt(table, "A", 5)
    assert table["A"].awake


@rule("ingenuity/damage.ko-every-loss", "ingenuity/damage.direct-health")
def test_one_more_point_calls_for_a_new_check() -> None:
    table = boudica(3, 7)
    hurt(table, "A", 1, "fortify", dice="d6 3 d4 2 d20 9", direct=1)
    assert (table["A"].endurance, table["A"].health) == (3, 6)
    assert table["A"].awake


@rule("ingenuity/damage.endurance-only")
def test_damage_that_endurance_absorbs_calls_for_no_check() -> None:
    table = boudica(3, 6)
    hurt(table, "A", 3)
    assert table["A"].awake


@rule("ingenuity/death.exact", "ingenuity/death.zero")
def test_exactly_the_remaining_health_risks_no_death() -> None:
    table = boudica(0, 7)
    hurt(table, "A", 7)
    assert table["A"].health == 0
    assert not table["A"].awake
    assert table["A"].death == 10


@rule("ingenuity/death.risk", "ingenuity/test.luck-test", "ingenuity/death.dead")
def test_one_more_kills_on_a_luck_of_one() -> None:
    table = boudica(0, 7)
    hurt(table, "A", 8, dice="d20 1")
    assert table["A"].fate == DEAD
    assert table.combat.bodies == [0]


@rule("ingenuity/death.cheat", "ingenuity/death.permanent")
def test_cheating_death_raises_its_difficulty_by_five() -> None:
    table = boudica(0, 7)
    hurt(table, "A", 8, dice="d20 12")
    assert table["A"].death == 15
    assert table["A"].present


@rule("ingenuity/death.further")
def test_any_damage_at_zero_health_risks_death_again() -> None:
    table = boudica(3, 0)
    table["A"].awake = False
    hurt(table, "A", 2, dice="d20 10")
    assert table["A"].endurance == 1
    assert table["A"].death == 15


@rule("ingenuity/death.conscious-at-zero")
def test_damage_fells_one_who_stands_at_zero() -> None:
    table = boudica(3, 0)
    hurt(table, "A", 2, dice="d20 10")
    assert not table["A"].awake


@rule("ingenuity/death.nonlethal", "ingenuity/death.nonlethal-later")
def test_a_nonlethal_blow_to_zero_risks_no_death_and_a_later_one_does() -> None:
    table = boudica(0, 3)
    hurt(table, "A", 9, nonlethal=True)
    assert table["A"].death == 10
    hurt(table, "A", 1, dice="d20 11", nonlethal=True)
    assert table["A"].death == 15


@rule("ingenuity/fate.halve")
def test_fate_halves_what_is_left_after_reduction() -> None:
    table = boudica()
    table["A"].fate_points = 1
    hurt(table, "A", 5, "fate halve")
    assert table["A"].endurance == 9
    assert table["A"].fate_points == 0


@rule("ingenuity/damage.psychic", "ingenuity/damage.classes", "ingenuity/damage.elemental")
def test_only_physical_and_elemental_damage_is_deflected() -> None:
    table = Table("A b", A=sheet(physical=5, elemental=3), b=sheet())
    found = [damage.deflection(table["A"], n, 0, 0) for n in range(len(TYPES))]
    assert found == [5] * PHYSICAL_TYPES + [3] * 6 + [0, 0]


@rule("ingenuity/condition.immunity", "ingenuity/damage.order")
def test_resistance_halves_after_reduction_rounding_up() -> None:
    table = Table("A b", A=sheet(resists=["fire"], immune=["burning"]), b=sheet())
    assert damage.reduced(table["A"], 12, 5, FIRE) == 4
    assert damage.reduced(table["A"], 12, 5, PIERCING) == 7
    condition.gain(table.combat, table["A"], "burning", 2, -1)
    assert not table["A"].is_held("burning")


@rule("ingenuity/condition.bleeding", "ingenuity/turn.start-sequence")
def test_bleeding_three_takes_one_health_and_two_endurance() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table["A"].endurance = 4
    table["A"].health = 10
    condition.gain(table.combat, table["A"], "bleeding", 3, -1)
    table.start("A")
    one = table["A"]
    assert (one.health, one.endurance, one.amount("bleeding")) == (9, 2, 2)


@rule("ingenuity/condition.burning")
def test_burning_two_burns_twice() -> None:
    table = Table("A b", A=sheet(elemental=9), b=sheet())
    condition.gain(table.combat, table["A"], "burning", 2, -1)
    table.start("A")
    assert table["A"].endurance == 10
    table["A"].suffered = False
    table.start("A")
    assert table["A"].endurance == 9
    assert not table["A"].is_held("burning")


@rule("ingenuity/condition.stunned", "ingenuity/condition.no-stacking")
def test_stunned_twice_leaves_one_action() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    for _ in range(2):
        condition.gain(table.combat, table["A"], "stunned", 1, -1)
    assert not budget.can_react(table.combat, table["A"])
    table.start("A")
    assert table["A"].actions == 1
    assert budget.can_react(table.combat, table["A"])


@rule(
    "ingenuity/death.killing-strike",
    "ingenuity/death.killing-strike.test",
    "ingenuity/death.killing-strike.weapon",
)
def test_a_killing_strike_of_six_kills() -> None:
    table = Table("A b", A=sheet(["spear"], prof={"Martial": 1}), b=sheet(constitution=6))
    table.fell("b")
    keys = ("kill b with spear", "strength piercing", "reroll combat 1")
    table.act("A", *keys, dice="d6 2 1 d20 7 d6 3")
    assert table["b"].fate == DEAD
    assert table["A"].used[0] == 0


@rule("ingenuity/death.killing-strike.weapon")
def test_two_of_a_kind_are_one_way_to_kill() -> None:
    table = Table("A b", A=sheet(["dagger", "dagger"]), b=sheet())
    table.fell("b")
    table.begin_turn("A")
    found = offered.possible(table.combat, table["A"], own=True)
    assert len(set(found)) == len(found)
    assert "kill b with dagger" in [offered.key(table.combat, table["A"], one) for one in found]


@rule("ingenuity/death.killing-strike.failure", "ingenuity/attack.unconscious-target")
def test_a_killing_strike_that_fails_is_a_sneak_attack() -> None:
    table = Table("A b", A=sheet(["spear"], prof={"Martial": 1}), b=sheet(constitution=6))
    table.fell("b")
    keys = ("kill b with spear", "strength piercing", "reroll combat 1", "keep both", "keep both")
    table.act("A", *keys, dice="d6 2 1 d20 7 d6 1 d6 2 2 d20 7")
    assert table["b"].endurance == 12 - 9
    assert table["A"].actions == 0


@rule("ingenuity/action.resuscitate", "ingenuity/action.resuscitate.outcome")
def test_clementine_brings_roland_round() -> None:
    table = Table("A B b", A=sheet(prof={"Healing": 1}), B=sheet(), b=sheet())
    table.fell("B")
    table.act("A", "resuscitate B", dice="d6 4 3 d20 7")
    assert table["B"].awake
    assert table["B"].prone
    assert table["A"].prone
    assert table["B"].index in table.combat.ready()[0]


@rule("ingenuity/action.resuscitate.test")
def test_one_at_zero_health_needs_ten() -> None:
    table = Table("A B b", A=sheet(prof={"Healing": 1}), B=sheet(), b=sheet())
    table.fell("B")
    table["B"].health = 0
    table.act("A", "resuscitate B", dice="d6 4 4 d20 7")
    assert not table["B"].awake
    assert table["A"].actions == 1


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


@rule("ingenuity/attack.damage", "ingenuity/attack.reduction", "ingenuity/damage.excess")
def test_what_is_lost_is_told_with_what_it_is_made_of() -> None:
    target = sheet(evasion=0, endurance=5, stamina=0, constitution=9, physical=3)
    table = Table("A b", A=sheet(["spear"]), b=target)
    table.act("A", "attack b with spear", "strength piercing", dice="d6 3 3 d20 10")
    endurance, health = table.told("damaged")
    assert isinstance(endurance, Damaged)
    assert isinstance(health, Damaged)
    assert (endurance.what, endurance.before, endurance.after) == ("endurance", 5, 0)
    assert endurance.ability == "spear"
    assert endurance.parts == [
        (6, "attack.test"),
        (4, "spear"),
        (-3, "attack.reduction"),
        (-2, "damage.excess"),
    ]
    assert (health.what, health.amount, health.parts) == ("health", 2, [(2, "damage.excess")])


@rule("ingenuity/attack.min-damage", "ingenuity/damage.order")
def test_at_least_one_and_halving_are_parts_of_what_is_told() -> None:
    parts: list[tuple[int, str]] = [(5, "attack.test")]
    target = Table("A b", A=sheet(resists=["fire"]), b=sheet())["A"]
    amount = damage.reduced(target, 5, 9, FIRE)
    damage.reckon(target, parts, 9, FIRE, amount)
    assert parts == [(5, "attack.test"), (-9, "attack.reduction"), (5, "attack.min-damage")]
    parts = [(9, "attack.test")]
    amount = damage.reduced(target, 9, 2, FIRE)
    damage.reckon(target, parts, 2, FIRE, amount)
    assert parts == [(9, "attack.test"), (-2, "attack.reduction"), (-3, "damage.order")]
    assert amount == 4


@rule("ingenuity/condition.minor", "ingenuity/reaction.block.excess")
@pytest.mark.parametrize(("excess", "taken"), [(3, 5), (0, 0)])
def test_shock_that_gets_past_a_block_hurts_the_wet_more(excess: int, taken: int) -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.give("A", "wet")
    assert damage.past_block(table["A"], excess, SHOCK) == taken


@rule("ingenuity/attack.versatile", "ingenuity/attack.thrown")
def test_what_is_thrown_is_held_in_no_hand() -> None:
    table = Table("A . . b", A=sheet(["shortspear"]), b=sheet(evasion=0, stamina=0, endurance=40))
    spear = library().by_id["shortspear"]
    assert spear.has(VERSATILE)
    keys = ("shoot b with shortspear", "strength piercing")
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert table["b"].endurance == 40 - 6 - spear.damage
