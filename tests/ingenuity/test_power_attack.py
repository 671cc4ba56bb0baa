"""Powers in the thick of it: what attacks count, what others do about them, what halves them."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import FIRE
from tests.ingenuity.table import Table, sheet
from tests.rules import rule

PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 9, "endurance": 30}


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


def mage(*powers: str, **more: int) -> Sheet:
    bonus = {"Evocation": 1, "Abjuration": 1, "Conjuration": 1, "Pyromancy": 1}
    return sheet(powers=powers, prof=bonus, numbers=more)


@rule("ingenuity/power.attack", "ingenuity/attack.flank")
def test_a_power_that_attacks_a_flanked_enemy_has_advantage() -> None:
    table = Table("A . C b D", A=mage("ignite"), b=plain(), C=plain(), D=plain())
    table.act("A", "ignite b", "reroll intellect 1", dice="d6 1 4 d20 9 d6 6")
    assert table["b"].endurance == 30 - (6 + 4 + 1 + 2)


@rule("ingenuity/power.attack", "ingenuity/attack.prone.ranged")
def test_a_power_from_afar_has_disadvantage_against_who_lies() -> None:
    table = Table("A . . b", A=mage("ignite"), b=plain())
    table["b"].prone = True
    table.act("A", "ignite b", dice="d6 6 4 d20 9 d6 1")
    assert table["b"].endurance == 30 - (1 + 4 + 1 + 2)


@rule("ingenuity/power.attack", "ingenuity/power.area")
def test_a_fireball_is_aimed_at_nobody_and_gets_no_advantage() -> None:
    table = Table("A . . . . C b D", A=mage("fireball"), b=plain(), C=plain(), D=plain())
    table.act("A", "fireball A", "at 7,0", "C: evade", "D: evade", dice="d6 4 4 d20 9")
    assert table["b"].endurance == 30 - 9


@rule("ingenuity/power.attack", "ingenuity/maneuver.reaction")
def test_an_intercepting_attack_hampers_a_power_too() -> None:
    guard = sheet(["spear"], maneuvers=["intercepting-attack"])
    table = Table("a B\nC .", a=mage("ignite", constitution=12, stamina=0, endurance=30),
                  B=plain(evasion=7), C=guard)  # fmt: skip
    table.act(
        "a", "ignite B", "C: intercepting-attack", "C: with spear held", "C: strength piercing",
        dice="d6 3 3 d20 9 d6 4 3 d20 9",
    )  # fmt: skip
    assert table.results() == [6 + 2, 8]
    assert table["B"].endurance == 30  # 8 - 2 does not reach 7


@rule("ingenuity/maneuver.reaction")
def test_nobody_catches_fire_from_the_air() -> None:
    table = Table("A . . b", A=mage("ignite"), b=plain(stamina=5))
    with pytest.raises(Exception, match="arrow-catch"):
        table.act("A", "ignite b", "arrow-catch")


@rule("ingenuity/power.area", "ingenuity/power.steps")
def test_a_fireball_reaches_everybody_though_it_fells_its_maker_first() -> None:
    table = Table("A . b", A=mage("fireball", constitution=1, stamina=0), b=plain(constitution=10))
    table["A"].endurance = 0
    table["A"].health = 12
    table.act("A", "fireball A", "at 1,0", "evade", dice="d6 4 4 d20 9")
    assert not table["A"].awake
    assert table["b"].endurance == 30 - 9


@rule("ingenuity/damage.order", "ingenuity/condition.immunity")
@pytest.mark.parametrize(
    ("resists", "warded", "left"), [(1, 1, 3), (1, 0, 6), (0, 1, 6), (0, 0, 11)]
)
def test_resistance_and_a_ward_each_halve(resists: int, warded: int, left: int) -> None:
    table = Table("A . b", A=mage(), b=sheet(resists=["fire"] if resists else []))
    if warded:
        table.give("b", "warded", FIRE, "A")
    assert damage.reduced(table["b"], 11, 0, FIRE) == left


@rule("ingenuity/condition.burning", "ingenuity/condition.immunity")
def test_burning_is_fire_that_resistance_halves() -> None:
    table = Table("A . b", A=mage(), b=sheet(resists=["fire"]))
    table.give("b", "burning", 3)
    damage.suffer(table.combat, table["b"])
    assert table["b"].endurance == 12 - 2
    assert table["b"].amount("burning") == 2


@rule("ingenuity/condition.no-stacking")
def test_wards_of_two_makers_stand_beside_each_other() -> None:
    table = Table("A B c", A=mage(), B=mage(), c=plain())
    table.give("A", "warded", 0, "A")
    table.give("A", "warded", 2, "B")
    assert [condition.halvings(table["A"], type) for type in range(3)] == [1, 0, 1]


@rule("ingenuity/condition.no-stacking", "ingenuity/attack.sneak")
def test_feints_at_two_are_kept_apart() -> None:
    one = sheet(["knife"], maneuvers=["feint"])
    table = Table("b A c", A=one, b=plain(willpower=4), c=plain(willpower=4))
    table.act("A", "feint b", dice="d6 3 3 d20 9")
    table.act("A", "feint c", dice="d6 3 3 d20 9")
    table.act("A", "attack b with knife", "dexterity piercing", "reroll dexterity 1",
              dice="d6 1 3 d20 9 d6 4")  # fmt: skip
    assert table["A"].from_whom("feinted", table["c"].index)
    assert not table["A"].from_whom("feinted", table["b"].index)


@rule("ingenuity/power.steps", "ingenuity/reaction.free")
def test_a_shield_of_force_made_in_haste_lasts_for_one_block_and_costs_one() -> None:
    table = Table("A b", A=mage("shield-of-force", stamina=0), b=sheet(["longsword"]))
    table["A"].focus = 1
    swing = ("attack A with longsword", "strength piercing")
    table.act("b", *swing, "conjure shield-of-force", dice="d6 3 3 d20 9 d6 3 3 d20 9")
    assert (table["A"].endurance, table["A"].focus) == (12, 0)
    assert not table["A"].is_held("shielded")


@rule("ingenuity/power.steps", "ingenuity/attack.critical.damage")
def test_a_critical_shot_of_a_bow_filled_with_cold_takes_stamina() -> None:
    table = Table("A . . b", A=sheet(["shortbow"], ammo={"arrow": 3}), b=plain(stamina=5))
    mark = weapon.mark_of(table.combat.thing(table["A"].pieces[0]), table["A"].pieces[0])
    condition.gain(table.combat, table["A"], "elemental", 4, 0, 0, mark)
    table.act("A", "shoot b with shortbow", "strength cold", "pass", dice="d6 3 3 d20 19")
    assert table["b"].stamina == 3
