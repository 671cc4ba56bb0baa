"""What weapons do: hands, bands of range, properties, ammunition, throwing, effects of a hit."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def foe(**more: int) -> Sheet:
    """Somebody who is hit by everything, deflects nothing and does not react."""
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 90, **more})


def swing(table: Table, target: str, weapon: str, dice: str, how: str = "strength") -> int:
    """Attack with a melee weapon; return the result of the test."""
    keys = [f"attack {target} with {weapon}"]
    keys += [how] if how else []
    table.act("A", *keys, dice=dice)
    return table.results()[-1]


BLUNT = "strength bludgeoning"
SLASH = "strength slashing"
PIERCE = "strength piercing"


@rule("ingenuity/attack.backswing")
def test_after_a_miss_the_next_attack_with_a_backswing_weapon_gets_two() -> None:
    table = Table("A b", A=sheet(["staff"]), b=foe(evasion=5))
    assert swing(table, "b", "staff", "d6 2 2 d20 9", BLUNT) == 4
    assert swing(table, "b", "staff", "d6 3 2 d20 9", BLUNT) == 5 - 2 + 2
    assert swing(table, "b", "staff", "d6 3 3 d20 9", BLUNT) == 6 - 4


@rule("ingenuity/attack.backswing")
def test_a_blow_with_another_weapon_leaves_the_backswing() -> None:
    table = Table("A b", A=sheet(["staff"]), b=foe(evasion=5))
    swing(table, "b", "staff", "d6 2 2 d20 9", BLUNT)
    swing(table, "b", "bare-hands", "d6 1 1 d20 9", BLUNT)
    assert swing(table, "b", "staff", "d6 6 6 d20 9", BLUNT) == 12 - 4 + 2


@rule("ingenuity/attack.backswing")
def test_a_miss_of_the_last_turn_gives_nothing() -> None:
    table = Table("A b", A=sheet(["staff"]), b=foe(evasion=5))
    swing(table, "b", "staff", "d6 2 2 d20 9", BLUNT)
    table.step("end turn")
    table.start("b")
    table.step("end turn")
    table.start("A")
    assert swing(table, "b", "staff", "d6 4 4 d20 9", BLUNT) == 8 - 2


@rule("ingenuity/attack.cleave")
def test_a_cleave_weapon_gets_two_against_whom_it_has_not_attacked_yet() -> None:
    table = Table("c A b", A=sheet(["curved-longsword"]), b=foe(), c=foe())
    assert swing(table, "b", "curved-longsword", "d6 3 3 d20 9", SLASH) == 6
    assert swing(table, "c", "curved-longsword", "d6 3 3 d20 9", SLASH) == 6 - 2 + 2
    assert swing(table, "b", "curved-longsword", "d6 3 3 d20 9", SLASH) == 6 - 4


@rule("ingenuity/attack.momentum")
def test_a_momentum_weapon_gets_one_against_whom_its_wielder_has_hit() -> None:
    table = Table("A b", A=sheet(["mace"]), b=foe(evasion=2))
    assert swing(table, "b", "bare-hands", "d6 1 1 d20 9", BLUNT) == 2
    assert swing(table, "b", "mace", "d6 3 3 d20 9", BLUNT) == 6 - 2 + 1


@rule("ingenuity/attack.momentum")
def test_a_miss_gives_no_momentum() -> None:
    table = Table("A b", A=sheet(["mace"]), b=foe(evasion=7))
    assert swing(table, "b", "mace", "d6 3 3 d20 9", BLUNT) == 6
    assert swing(table, "b", "mace", "d6 3 3 d20 9", BLUNT) == 6 - 2


@rule("ingenuity/attack.multiple.swift")
def test_a_third_swift_attack_takes_three_off() -> None:
    table = Table("A b", A=sheet(["longknife"]), b=foe())
    found = [swing(table, "b", "longknife", "d6 3 3 d20 9", PIERCE) for _ in range(3)]
    assert found == [6, 6 - 1, 6 - 3]


@rule("ingenuity/attack.risky", "ingenuity/attack.stray.random")
@pytest.mark.parametrize(("luck", "struck"), [(1, "c"), (2, "b")])
def test_a_risky_weapon_strays_at_a_luck_of_one(luck: int, struck: str) -> None:
    table = Table("A . b c", A=sheet(["chain-whip"]), b=foe(), c=foe())
    swing(table, "b", "chain-whip", f"d6 3 3 d20 {luck}", BLUNT)
    assert table[struck].endurance == 90 - 10
    assert table["c" if struck == "b" else "b"].endurance == 90


@rule("ingenuity/attack.risky")
def test_a_sword_does_not_stray() -> None:
    table = Table("A b c", A=sheet(["longsword"]), b=foe(), c=foe())
    swing(table, "b", "longsword", "d6 3 3 d20 1", SLASH)
    assert table["c"].endurance == 90


@rule("ingenuity/attack.unfit")
@pytest.mark.parametrize(
    ("rows", "dice", "result"), [("A b", "d6 6 3 d20 9 d6 1", 4), ("A . b", "d6 6 3 d20 9", 9)]
)
def test_a_pike_is_unfit_against_targets_within_a_metre(rows: str, dice: str, result: int) -> None:
    table = Table(rows, A=sheet(["pike"]), b=foe())
    assert swing(table, "b", "pike", dice, PIERCE) == result


@rule("ingenuity/attack.wide")
def test_a_pike_cannot_be_swung_beside_a_wall() -> None:
    for rows, allowed in (("A b\n# .", False), ("A b\n. .\n# .", True)):
        table = Table(rows, A=sheet(["pike"]), b=foe())
        if allowed:
            swing(table, "b", "pike", "d6 6 3 d20 9 d6 1", PIERCE)
        else:
            with refused("attack.wide"):
                swing(table, "b", "pike", "", PIERCE)


@rule("ingenuity/attack.wide")
def test_solid_obstacles_hinder_a_wide_weapon_like_walls() -> None:
    table = Table("A b\n. x", A=sheet(["pike"]), b=foe())
    with refused("attack.wide"):
        swing(table, "b", "pike", "", PIERCE)


@rule("ingenuity/attack.versatile")
@pytest.mark.parametrize(
    ("luck", "shield", "dealt"), [(9, 0, 11), (9, 1, 10), (19, 0, 15), (19, 1, 14)]
)
def test_a_versatile_weapon_in_both_hands_deals_one_more(
    luck: int, shield: int, dealt: int
) -> None:
    holder = sheet(["longsword"], shields=["buckler"] * shield)
    table = Table("A b", A=holder, b=foe())
    swing(table, "b", "longsword", f"d6 3 3 d20 {luck}", SLASH)
    assert table["b"].endurance == 90 - dealt


@rule("ingenuity/geometry.reach")
@pytest.mark.parametrize(("apart", "result"), [(2, 9), (3, 8), (4, 8), (5, 7)])
def test_a_whip_takes_one_off_for_each_further_multiple_of_two_metres(
    apart: int, result: int
) -> None:
    table = Table("A " + ". " * (apart - 1) + "b", A=sheet(["leather-whip"]), b=foe())
    assert swing(table, "b", "leather-whip", "d6 6 3 d20 9", SLASH) == result


@rule("ingenuity/geometry.reach")
def test_beyond_its_second_reach_a_whip_cannot_strike() -> None:
    table = Table("A . . . . . b", A=sheet(["leather-whip"]), b=foe())
    with refused("geometry.reach"):
        swing(table, "b", "leather-whip", "", SLASH)


def shot(table: Table, target: str, weapon: str, dice: str, how: str = "dexterity piercing") -> int:
    table.act("A", f"shoot {target} with {weapon}", *([how] if how else []), dice=dice)
    return table.results()[-1]


@rule("ingenuity/geometry.range")
@pytest.mark.parametrize(("apart", "result"), [(15, 9), (16, 8), (30, 8), (31, 7), (105, 3)])
def test_a_javelin_takes_one_off_for_each_band_begun(apart: int, result: int) -> None:
    table = Table("A " + ". " * (apart - 1) + "b", A=sheet(["javelin"]), b=foe())
    assert shot(table, "b", "javelin", "d6 6 3 d20 9") == result


@rule("ingenuity/geometry.range")
def test_beyond_its_second_range_nothing_flies() -> None:
    table = Table("A " + ". " * 105 + "b", A=sheet(["javelin"]), b=foe())
    with refused("geometry.range"):
        shot(table, "b", "javelin", "")


@rule("ingenuity/attack.trip-property")
@pytest.mark.parametrize(("apart", "result"), [(70, 9), (71, 8), (105, 8), (106, 7)])
def test_guiding_moves_the_first_band_of_a_bow_out_by_one_multiple(apart: int, result: int) -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 5})
    archer.guiding = True
    table = Table("A " + ". " * (apart - 1) + "b", A=archer, b=foe())
    assert shot(table, "b", "shortbow", "d6 6 3 d20 9") == result


@rule("ingenuity/attack.thrown", "ingenuity/attack.prone.ranged")
def test_a_thrown_dagger_lies_in_its_target_s_space_hit_or_miss() -> None:
    for face in (1, 6):
        table = Table("A . b", A=sheet(["dagger"]), b=foe(evasion=9))
        shot(table, "b", "dagger", f"d6 {face} {face} d20 9", "")
        assert [table.combat.grid.name(one.cell) for one in table.combat.litter] == ["2,0"]
        assert not table["A"].pieces


@rule("ingenuity/attack.ammunition")
def test_each_shot_uses_one_arrow_and_a_crossbow_is_empty_after_it() -> None:
    table = Table("A . b", A=sheet(["shortbow"], ammo={"arrow": 2}), b=foe())
    for _ in range(2):
        shot(table, "b", "shortbow", "d6 1 1 d20 9")
    with refused("attack.ammunition"):
        shot(table, "b", "shortbow", "")
    other = Table("A . b", A=sheet(["crossbow"], ammo={"bolt": 2}), b=foe())
    shot(other, "b", "crossbow", "d6 1 1 d20 9", "")
    with refused("attack.ammunition"):
        shot(other, "b", "crossbow", "", "")


@rule("ingenuity/attack.unarmed", "ingenuity/attack.nonlethal")
@pytest.mark.parametrize(("luck", "dealt"), [(19, 8), (20, 10)])
def test_bare_hands_deal_two_and_four_on_a_critical_never_lethally(luck: int, dealt: int) -> None:
    table = Table("A b c", A=sheet(prof={"Unarmed": 1}), b=foe(), c=foe())
    keys = ("attack b with bare-hands", "dexterity bludgeoning")
    table.act("A", *keys, dice=f"d6 3 2 d20 {luck}")
    assert table["b"].endurance == 90 - dealt + 0
    table["b"].endurance = 0
    table["b"].health = 3
    table.act("A", *keys, dice="d6 3 2 d20 9")
    assert (table["b"].health, table["b"].death, table["b"].present) == (0, 10, True)


@rule("ingenuity/attack.nonlethal")
def test_a_lethal_weapon_may_be_held_back_for_two() -> None:
    table = Table("A b c", A=sheet(["longsword"], prof={"Martial": 1}), b=foe(endurance=0), c=foe())
    table["b"].health = 3
    assert swing(table, "b", "longsword", "d6 3 3 d20 9", "strength slashing nonlethal") == 5
    assert (table["b"].health, table["b"].death, table["b"].present) == (0, 10, True)


@rule("ingenuity/attack.nonlethal")
def test_a_shot_cannot_be_held_back() -> None:
    table = Table("A . b", A=sheet(["shortbow"], ammo={"arrow": 2}), b=foe())
    from affray.core.errors import AffrayError

    with pytest.raises(AffrayError):
        shot(table, "b", "shortbow", "", "dexterity piercing nonlethal")


@rule("ingenuity/attack.improvised", "ingenuity/item.broken")
def test_a_broken_sword_is_an_improvised_weapon() -> None:
    table = Table("A b", A=sheet(["longsword"], prof={"Martial": 1, "Finesse": 3}), b=foe())
    table["A"].pieces[0].wear = 10
    table.act("A", "attack b with longsword", "strength bludgeoning", dice="d6 3 3 d20 20")
    assert table.results() == [7]
    assert table["b"].endurance == 90 - 7 - 4


@rule("ingenuity/attack.on-hit", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("result", "poisoned"), [(6, 0), (7, 3)])
def test_a_viper_s_poison_needs_its_result_to_reach_constitution(
    result: int, poisoned: int
) -> None:
    viper = sheet(["bite"], numbers={"stamina": 0})
    viper.on_hit, viper.on_hit_n, viper.against = "poison", 3, "constitution"
    table = Table("A b", A=viper, b=foe(constitution=7))
    keys = ("attack b with bite", "strength piercing")
    table.act("A", *keys, dice=f"d6 3 {result - 3} d20 9")
    assert table["b"].amount("poison") == poisoned


@rule("ingenuity/attack.on-hit")
def test_without_a_defence_it_applies_on_every_hit_that_hurts() -> None:
    one = sheet(["bite"])
    one.on_hit, one.on_hit_n = "bleeding", 2
    table = Table("A b", A=one, b=foe(constitution=99))
    table.act("A", "attack b with bite", "strength piercing", dice="d6 1 1 d20 9")
    assert table["b"].amount("bleeding") == 2


@rule("ingenuity/damage.choose-type", "ingenuity/attack.choices")
def test_the_type_is_chosen_for_each_attack_before_the_roll() -> None:
    hard = sheet(resists=["slashing"], numbers={"evasion": 0, "stamina": 0, "endurance": 90})
    table = Table("A b", A=sheet(["longsword"]), b=hard)
    swing(table, "b", "longsword", "d6 3 3 d20 9", SLASH)
    assert table["b"].endurance == 90 - 6
    table.count("A", "attacks", 0)
    swing(table, "b", "longsword", "d6 3 3 d20 9", PIERCE)
    assert table["b"].endurance == 90 - 6 - 11


@rule("ingenuity/attack.choices", "ingenuity/test.one-proficiency")
def test_of_two_fitting_proficiencies_the_higher_alone_is_added() -> None:
    table = Table("A b", A=sheet(["longsword"], prof={"Martial": 2, "Finesse": 1}), b=foe())
    assert swing(table, "b", "longsword", "d6 3 3 d20 9", SLASH) == 8


@rule("ingenuity/attack.on-hit")
@pytest.mark.parametrize(("weapon", "poisoned"), [("bite", 3), ("longsword", 0)])
def test_a_creature_s_poison_is_in_its_body_not_in_what_it_holds(
    weapon: str, poisoned: int
) -> None:
    viper = sheet(["longsword", "bite"])
    viper.on_hit, viper.on_hit_n = "poison", 3
    table = Table("A b", A=viper, b=foe(constitution=0))
    table.act("A", f"attack b with {weapon}", "strength piercing", dice="d6 3 3 d20 9")
    assert table["b"].amount("poison") == poisoned
