"""Attacks, modifiers, Shock, screens and reactions."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign.attack import declared
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.terms import ANY_AC, HARM, ORDINARY
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


@rule("sovereign/attack.meet-or-beat", "sovereign/damage.hp")
@pytest.mark.parametrize(("face", "lost"), [(12, 0), (13, 5)])
def test_a_total_equal_to_the_armour_class_hits(face: int, lost: int) -> None:
    table = Table("A b .", A=body(strike(bonus=2)), b=body(ac=15))

    table.act("A", HIT, dice=f"d20 {face}" + (" d8 5" if lost else ""))

    assert table["b"].hp == 20 - lost


@rule("sovereign/attack.no-naturals", "sovereign/attack.npc")
def test_a_natural_twenty_hits_by_its_total_only() -> None:
    table = Table("A b .", A=body(strike(bonus=-7)), b=body(ac=14))

    table.act("A", HIT, dice="d20 20")

    assert table["b"].hp == 20


@rule("sovereign/shock.on-miss", "sovereign/shock.current-ac")
@pytest.mark.parametrize(("ac", "lost"), [(13, 2), (15, 2), (16, 0)])
def test_a_miss_inflicts_shock_up_to_the_shock_armour_class(ac: int, lost: int) -> None:
    table = Table("A b .", A=body(strike(shock=2, shock_ac=15)), b=body(ac=ac))

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 20 - lost


@rule("sovereign/shock.dash")
def test_a_dash_knows_no_armour_class() -> None:
    table = Table("A b .", A=body(strike(shock=2, shock_ac=ANY_AC)), b=body(ac=18))

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 18


@rule("sovereign/shock.shield", "sovereign/shock.shield-what-counts")
def test_a_shield_ignores_the_first_shock_of_a_round_only() -> None:
    table = Table("A b .", A=body(strike(shock=2, shock_ac=15)), b=body(ac=13, shield=True))

    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 20
    table["A"].main = True
    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 18


@rule("sovereign/damage.shock-floor")
@pytest.mark.parametrize(("ac", "lost"), [(14, 3), (16, 2)])
def test_a_hit_deals_no_less_than_the_shock_of_a_miss(ac: int, lost: int) -> None:
    sword = strike(bonus=10, damage="1d6+1", shock=3, shock_ac=15)
    table = Table("A b .", A=body(sword), b=body(ac=ac))

    table.act("A", HIT, dice="d20 15 d6 1")

    assert table["b"].hp == 20 - lost


@rule("sovereign/shock.immunity")
def test_the_immune_suffer_no_shock() -> None:
    table = Table("A b .", A=body(strike(shock=2, shock_ac=15)), b=body(abilities=["bronze-hide"]))

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 20


@rule("sovereign/damage.minimum")
def test_a_hit_deals_at_least_one() -> None:
    weak = strike(bonus=10)
    weak.plus = -3
    table = Table("A b .", A=body(weak), b=body())

    table.act("A", HIT, dice="d20 15 d8 1")

    assert table["b"].hp == 19


@rule(
    "sovereign/total.after-roll",
    "sovereign/total.ac",
    "sovereign/total.shock",
    "sovereign/total.cost",
)
def test_total_defense_after_the_roll_turns_that_very_attack() -> None:
    table = Table("A b .", A=body(strike(bonus=2, shock=2, shock_ac=25)), b=body(ac=17))

    table.act("A", HIT, "pass", "b total defense", dice="d20 15")

    assert table["b"].hp == 20
    assert table["b"].total
    assert not table["b"].main


@rule("sovereign/snap.before-damage", "sovereign/snap.penalty", "sovereign/snap.cost")
def test_an_attacker_felled_by_a_snap_attack_deals_no_damage() -> None:
    table = Table("A b .", A=body(strike(bonus=9), hp=3), b=body(strike(bonus=4), ac=12))

    table.act("A", HIT, "pass", "b snap at A with sword", dice="d20 15 10 d8 3")

    assert table["A"].hp == 0
    assert table["b"].hp == 20
    assert not table["b"].main


@rule("sovereign/snap.npc-discipline")
def test_an_undisciplined_npc_makes_no_snap_attack() -> None:
    table = Table("A b .", A=body(strike(), hp=3), b=body(strike(bonus=9), npc=True))

    with pytest.raises(Exception, match="snap at A"):
        table.act("A", HIT, "b snap at A with sword", dice="d20 1")


@rule("sovereign/luck.veteran")
def test_veterans_luck_turns_an_own_miss_into_a_hit_once() -> None:
    table = Table("A b .", A=body(strike(), warrior=True), b=body(ac=30))

    table.act("A", HIT, "A veteran's luck", dice="d20 2 d8 4")

    assert table["b"].hp == 16
    table["A"].main = True
    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 16


@rule(
    "sovereign/screen.redirect",
    "sovereign/screen.opposed-check",
    "sovereign/screen.before-roll",
    "sovereign/screen.limit",
)
@pytest.mark.parametrize(("die", "struck"), [(4, "c"), (5, "b")])
def test_a_screener_takes_the_blow_unless_the_attacker_beats_its_number(
    die: int, struck: str
) -> None:
    """Number 8 + 1 + 1 = 10; the attacker has +1 and needs 9 on the dice."""
    table = Table(
        """
        . A b
        . . c
        """,
        A=body(strike(bonus=9), mods=(1, 0, 0, 0, 0)),
        b=body(),
        c=body(mods=(1, 0, 0, 0, 0), skills={"stab": 1}, screens=1),
    )
    table.guard("c", "b")

    table.act("A", HIT, "screen", dice=f"d6 4 {die} d20 15 d8 5")

    assert table[struck].hp == 15


def total(table: Table, place: int = 0) -> int:
    one = table["A"].sheet.strikes[place]
    attack = Attack(table["A"].index, table["b"].index, one, HARM, ORDINARY)
    return declared.modifiers(table.combat, attack).total


@rule("sovereign/attack.mod.self-prone", "sovereign/attack.mod.prone-near")
def test_prone_against_prone_is_minus_two() -> None:
    table = Table("A b .", A=body(strike()), b=body())
    table["b"].prone = True
    assert total(table) == 2

    table["A"].prone = True

    assert total(table) == -2


@rule("sovereign/attack.mod.prone-distant", "sovereign/ranged.long-range")
def test_a_distant_prone_target_beyond_normal_range_is_minus_four() -> None:
    table = Table("A . . . b", A=body(strike(far=(2, 6))), b=body())
    assert total(table) == -2

    table["b"].prone = True

    assert total(table) == -4


@rule("sovereign/ranged.normal-range", "sovereign/ranged.max-range")
def test_range_ends_at_its_maximum() -> None:
    near = Table("A . . b .", A=body(strike(far=(3, 3))), b=body())
    assert total(near) == 0
    assert near.refused("A", HIT) == ""

    far = Table("A . . . b", A=body(strike(far=(3, 3))), b=body())

    assert far.refused("A", HIT) == "ranged.max-range"


@rule("sovereign/ranged.two-handed-in-melee", "sovereign/ranged.engaged")
def test_bows_are_useless_beside_an_armed_enemy() -> None:
    bow = strike(far=(10, 20), hands=2)
    armed = Table("A b .", A=body(bow), b=body(strike()))
    bare = Table("A b .", A=body(bow), b=body())

    assert armed.refused("A", HIT) == "ranged.two-handed-in-melee"
    assert bare.refused("A", HIT) == ""


@rule("sovereign/ranged.one-handed-in-melee", "sovereign/attack.mod.thrown-in-melee")
def test_throwing_in_melee_is_minus_four() -> None:
    table = Table("A b .", A=body(strike(far=(4, 8), thrown=True)), b=body(strike()))

    assert total(table) == -4


@rule("sovereign/attack.mod.unseen-known")
def test_an_unseen_target_is_minus_four() -> None:
    table = Table("A b .", A=body(strike()), b=body())
    table["b"].unseen = True

    assert total(table) == -4


@rule("sovereign/melee.range", "sovereign/melee.long")
def test_a_long_weapon_reaches_ten_feet() -> None:
    short = Table("A . b", A=body(strike()), b=body())
    long = Table("A . b", A=body(strike(reach=2)), b=body())

    assert short.refused("A", HIT) == "melee.range"
    assert long.refused("A", HIT) == ""


@rule("sovereign/reload.starts-loaded", "sovereign/reload.bow")
def test_a_shot_bow_must_be_reloaded() -> None:
    table = Table("A . b", A=body(strike(far=(5, 9), reload=1), quiver=True), b=body())
    table.act("A", HIT, dice="d20 1")
    table["A"].main = True
    assert table.refused("A", HIT) == "reload.starts-loaded"

    table.act("A", "reload sword")

    assert not table["A"].step
    assert table.refused("A", HIT) == ""


@rule("sovereign/shove.attack", "sovereign/shove.check", "sovereign/shove.no-damage")
def test_a_shove_fells_without_damage() -> None:
    table = Table("A b .", A=body(strike(bonus=9)), b=body())

    table.act("A", "shove b with sword", "b prone", dice="d20 15 d6 4 4")

    assert table["b"].prone
    assert table["b"].hp == 20


@rule("sovereign/grapple.attack", "sovereign/grapple.check", "sovereign/grapple.restraint")
def test_a_grapple_holds_its_target() -> None:
    table = Table("A b .", A=body(), b=body(strike()))

    table.act("A", "grapple b with unarmed", dice="d20 15 d6 4 4")

    assert table["A"].grappling == table["b"].index
    assert table.refused("b", "attack A with sword") == "grapple.restraint"
    assert table.refused("b", "run") == "grapple.restraint"


@rule("sovereign/check.opposed")
@pytest.mark.parametrize(("second", "held"), [(4, True), (3, False)])
def test_ties_of_opposed_checks_go_to_the_roller(second: int, held: bool) -> None:
    table = Table("A b .", A=body(), b=body())

    table.act("A", "grapple b with unarmed", dice=f"d20 15 d6 4 {second}")

    assert (table["A"].grappling >= 0) is held


@rule("sovereign/maneuver.size")
def test_large_humanoids_are_harder_to_move() -> None:
    table = Table("A b b\n. b b", A=body(), b=body(size=2))

    assert table.manhandling("A", "b") == -2
    table["b"].sheet.humanoid = False
    assert table.manhandling("A", "b") == -4


@rule("sovereign/swarm.bonus", "sovereign/swarm.damage-cap", "sovereign/swarm.join")
def test_a_swarm_of_two_adds_two_to_hit_and_one_damage_below_the_cap() -> None:
    table = Table(
        """
        A b
        C .
        """,
        A=body(strike(damage="1d6+1")),
        b=body(ac=12),
        C=body(strike(damage="1d6+1")),
    )
    table.act("A", "swarm b with sword", "wait")

    table.act("C", "swarm b with sword", "C strikes with sword", dice="d20 10 d6 6")

    assert table["b"].hp == 13
    assert not table["A"].main
    table["A"].main = True
    assert table.refused("A", "swarm b with sword") == "swarm.one-attack"
