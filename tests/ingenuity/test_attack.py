"""Attacks: the worked examples of the source, number by number."""

from __future__ import annotations

from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def boudica(**more: int) -> Sheet:
    return sheet(
        ["spear"],
        dice={"athletics": 4},
        prof={"Martial": 1, "Fortitude": 1},
        numbers={"constitution": 4, **more},
    )


def enemy(**more: int) -> Sheet:
    numbers = {"evasion": 6, "physical": 8, "stamina": 0, **more}
    return sheet(numbers=numbers)


@rule(
    "ingenuity/attack.test",
    "ingenuity/attack.hit",
    "ingenuity/attack.damage",
    "ingenuity/attack.reduction",
    "ingenuity/test.composition",
    "ingenuity/test.success",
    "ingenuity/dice.order",
    "ingenuity/dice.sizes",
    "ingenuity/damage.physical",
    "ingenuity/sheet.item-for-attack",
    "ingenuity/attack.choices",
    "ingenuity/action.attack",
)
def test_boudica_s_six_just_hits_and_deals_two() -> None:
    table = Table("A b", A=boudica(), b=enemy())
    table.act("A", "attack b with spear", "strength piercing", dice="d6 2 3 d20 10")
    assert table["b"].endurance == 10
    assert table["A"].actions == 2


@rule("ingenuity/attack.hit", "ingenuity/attack.miss")
def test_a_result_below_evasion_misses() -> None:
    table = Table("A b", A=boudica(), b=enemy())
    table.act("A", "attack b with spear", "strength piercing", dice="d6 2 2 d20 10")
    assert table["b"].endurance == 12
    assert table["A"].used[0] == 1


@rule("ingenuity/attack.min-damage")
def test_a_hit_deals_at_least_one() -> None:
    table = Table("A b", A=boudica(), b=enemy(physical=11))
    table.act("A", "attack b with spear", "strength piercing", dice="d6 2 3 d20 10")
    assert table["b"].endurance == 11


@rule(
    "ingenuity/attack.critical.damage",
    "ingenuity/attack.critical.threshold",
    "ingenuity/attack.luck-no-bonus",
    "ingenuity/test.luck-die",
)
def test_a_critical_uses_critical_damage_and_no_luck_bonus() -> None:
    table = Table("A b", A=boudica(), b=enemy())
    table.act("A", "attack b with spear", "strength piercing", dice="d6 2 3 d20 20")
    assert table["b"].endurance == 6


@rule("ingenuity/attack.critical.threshold")
def test_eighteen_is_no_critical_of_a_spear() -> None:
    table = Table("A b", A=boudica(), b=enemy())
    table.act("A", "attack b with spear", "strength piercing", dice="d6 2 3 d20 18")
    assert table["b"].endurance == 10


@rule("ingenuity/attack.critical.no-miss")
def test_a_critical_hits_whatever_its_result() -> None:
    one = sheet(["spear"])
    table = Table("A b", A=one, b=enemy(evasion=9, physical=0))
    table["A"].used[0] = 1
    table.act("A", "attack b with spear", "strength piercing", dice="d6 1 1 d20 19")
    assert table["b"].endurance == 4


@rule(
    "ingenuity/attack.multiple",
    "ingenuity/attack.multiple.counted",
    "ingenuity/attack.damage.uses-final-result",
    "ingenuity/test.one-proficiency",
)
def test_agnessa_s_second_attack_takes_two_off() -> None:
    one = sheet(["shortbow"], prof={"Archery": 1}, ammo={"arrow": 5})
    table = Table("A . . b", A=one, b=enemy(evasion=4, physical=0, endurance=30))
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice="d6 2 2 d20 10")
    assert table["b"].endurance == 30 - 8
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice="d6 2 2 d20 10")
    assert table["b"].endurance == 30 - 8
    assert table["A"].ammo[1] == 3


@rule("ingenuity/attack.multiple.swift")
def test_a_swift_weapon_takes_one_less_off() -> None:
    one = sheet(["longknife"])
    table = Table("A b", A=one, b=enemy(evasion=3, physical=0))
    table["A"].used[0] = 1
    table.act("A", "attack b with longknife", "strength piercing", dice="d6 2 2 d20 10")
    assert table["b"].endurance == 12 - 7


@rule(
    "ingenuity/attack.stray.trigger",
    "ingenuity/attack.stray.random",
    "ingenuity/attack.stray.candidates",
    "ingenuity/attack.stray.resolve",
)
def test_a_stray_shot_picks_among_those_beside_its_target() -> None:
    rows = """
        . . . . c .
        A . . B b .
    """
    one = sheet(["shortbow"], ammo={"arrow": 5})
    table = Table(rows, A=one, B=enemy(physical=0), b=enemy(), c=enemy())
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice="d6 4 4 d20 1 d2 2")
    assert table["B"].endurance == 12 - 11
    assert table["b"].endurance == 12


@rule("ingenuity/attack.stray.resolve")
def test_a_shot_at_one_who_stands_alone_does_not_stray() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 5})
    table = Table("A . . b", A=one, b=enemy(physical=0))
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice="d6 4 4 d20 1")
    assert table["b"].endurance == 1


@rule(
    "ingenuity/attack.stray.reactions", "ingenuity/reaction.dodge", "ingenuity/reaction.dodge.after"
)
def test_the_new_target_of_a_stray_shot_may_dodge() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 5})
    table = Table("A . . b c", A=one, b=enemy(), c=sheet(evasion=3, stamina=3))
    table.act(
        "A",
        "shoot b with shortbow",
        "dexterity piercing",
        "c: pass",
        "c: dodge",
        "c: stay",
        dice="d6 3 3 d20 1 d6 4 3 d20 12",
    )
    assert table["c"].endurance == 12
    assert table["c"].stamina == 2


@rule("ingenuity/reaction.dodge", "ingenuity/reaction.window", "ingenuity/reaction.one")
def test_fabian_dodges_with_eight_against_seven_and_moves_away() -> None:
    fabian = sheet(dice={"agility": 4}, prof={"Dodge": 1}, evasion=4, stamina=5)
    table = Table("A b .", A=sheet(["spear"]), b=fabian)
    table.act(
        "A",
        "attack b with spear",
        "strength piercing",
        "b: dodge",
        "b: step 2,0",
        "b: drop prone",
        dice="d6 4 3 d20 10 d6 4 d4 3 d20 12",
    )
    assert table["b"].endurance == 12
    assert table["b"].stamina == 4
    assert table["b"].cell == 2
    assert table["b"].prone


@rule("ingenuity/reaction.dodge.luck", "ingenuity/test.luck-bonus")
def test_luck_of_twenty_adds_four_to_a_dodge() -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet(evasion=2, stamina=5))
    keys = ("attack b with spear", "strength piercing", "dodge", "stay")
    table.act("A", *keys, dice="d6 4 3 d20 10 d6 2 2 d20 20")
    assert table["b"].endurance == 12


@rule("ingenuity/reaction.dodge.floor")
def test_a_dodge_never_counts_for_less_than_evasion() -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet(evasion=8, stamina=5))
    keys = ("attack b with spear", "strength piercing", "dodge", "stay")
    table.act("A", *keys, dice="d6 4 3 d20 10 d6 1 1 d20 10")
    assert table["b"].endurance == 12


@rule(
    "ingenuity/attack.sneak-flank",
    "ingenuity/attack.sneak",
    "ingenuity/attack.flank",
    "ingenuity/geometry.flank",
    "ingenuity/test.advantage",
    "ingenuity/test.no-luck-reroll",
)
def test_unseen_and_flanking_give_two_advantages() -> None:
    table = Table("A b C", A=sheet(["dagger"]), C=sheet(), b=enemy(physical=0))
    table["A"].hidden = 1 << table["b"].index
    keys = ("attack b with dagger", "dexterity piercing", "reroll dexterity 1", "reroll combat 2")
    table.act("A", *keys, dice="d6 1 2 d20 8 d6 4 1")
    assert table["b"].endurance == 12 - (6 + 3)
    assert table["A"].hidden == 0


@rule("ingenuity/attack.flank.no-contribution", "ingenuity/geometry.flank")
def test_an_archer_profits_from_a_flank_of_others() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table(". C b D\nA . . .", A=one, C=sheet(), D=sheet(), b=enemy(evasion=2, physical=0))
    keys = ("shoot b with shortbow", "dexterity piercing", "keep both")
    table.act("A", *keys, dice="d6 1 2 d20 8")
    assert table["b"].endurance == 12 - 6


@rule("ingenuity/attack.prone.melee", "ingenuity/test.cancel", "ingenuity/test.disadvantage")
def test_a_blinded_attacker_s_disadvantage_cancels_a_prone_target() -> None:
    table = Table("A b", A=sheet(["spear"]), b=enemy(evasion=2, physical=0))
    table["b"].prone = True
    keys = ("attack b with spear", "strength piercing")
    table.act("A", *keys, "reroll strength 1", dice="d6 1 2 d20 8 d6 4")
    assert table["b"].endurance == 12 - 10


@rule("ingenuity/attack.prone.ranged", "ingenuity/test.disadvantage")
def test_a_shot_at_one_who_lies_rerolls_the_best_die() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table("A . b", A=one, b=enemy(evasion=2, physical=0))
    table["b"].prone = True
    keys = ("shoot b with shortbow", "dexterity piercing")
    table.act("A", *keys, dice="d6 6 3 d20 8 d6 2")
    assert table["b"].endurance == 12 - 8


@rule("ingenuity/attack.size.evasion", "ingenuity/attack.size.deflection")
def test_a_goblin_is_harder_to_hit_and_easier_to_hurt() -> None:
    table = Table("A b", A=sheet(["spear"]), b=enemy(size=3, evasion=6, physical=8))
    keys = ("attack b with spear", "strength piercing")
    table.act("A", *keys, dice="d6 3 3 d20 8")
    assert table["b"].endurance == 12
    table["A"].used[0] = 0
    table.act("A", *keys, dice="d6 4 3 d20 8")
    assert table["b"].endurance == 12 - 4


@rule("ingenuity/attack.size.floor")
def test_deflection_is_never_below_zero() -> None:
    table = Table("A b", A=sheet(["spear"], size=6), b=enemy(size=2, evasion=1, physical=3))
    keys = ("attack b with spear", "strength piercing")
    table.act("A", *keys, dice="d6 4 3 d20 8")
    assert table["b"].endurance == 1


@rule(
    "ingenuity/reaction.intercept",
    "ingenuity/reaction.intercept.defence",
    "ingenuity/reaction.free",
    "ingenuity/reaction.intercept.recompute",
    "ingenuity/resource.stamina-costs",
)
def test_boudica_intercepts_for_agnessa_and_dodges_for_free() -> None:
    table = Table("a B C .", a=sheet(["spear"]), B=sheet(stamina=0), C=boudica(stamina=9))
    keys = ("attack B with spear", "strength piercing", "C: intercept", "C: dodge", "stay")
    table.act("a", *keys, dice="d6 1 1 d20 10 d6 4 3 d20 9")
    assert table["C"].stamina == 7
    assert table["C"].used[2] == 1
    assert (table["C"].cell, table["B"].cell) == (1, 2)


@rule(
    "ingenuity/reaction.block",
    "ingenuity/reaction.block.damage",
    "ingenuity/reaction.block.any-type",
)
def test_a_shield_takes_six_of_ten() -> None:
    holder = sheet(shields=["large-shield"], evasion=2, stamina=3)
    table = Table("A b", A=sheet(["spear"]), b=holder)
    table["b"].pieces[0].wear = 4
    keys = ("attack b with spear", "strength piercing", "pass", "block with large-shield")
    table.act("A", *keys, dice="d6 3 3 d20 10")
    assert table["b"].pieces[0].wear == 10
    assert table["b"].endurance == 12


@rule("ingenuity/reaction.block.excess", "ingenuity/item.broken")
def test_what_a_shield_cannot_take_reaches_its_bearer() -> None:
    holder = sheet(shields=["large-shield"], evasion=2, stamina=3, physical=9)
    table = Table("A b", A=sheet(["spear"]), b=holder)
    table["b"].pieces[0].wear = 5
    keys = ("attack b with spear", "strength piercing", "pass", "block with large-shield")
    table.act("A", *keys, dice="d6 5 5 d20 10")
    assert table["b"].pieces[0].wear == 12
    assert table["b"].endurance == 9


@rule("ingenuity/reaction.parry", "ingenuity/reaction.parry.wear", "ingenuity/reaction.parry.item")
def test_a_parry_of_three_lessens_twelve_to_two() -> None:
    holder = sheet(["straight-sword"], evasion=2, physical=7, stamina=3)
    table = Table("A b", A=sheet(["spear"]), b=holder)
    keys = ("attack b with spear", "strength piercing", "parry with straight-sword")
    table.act("A", *keys, dice="d6 4 4 d20 10")
    assert table["b"].endurance == 10
    assert table["b"].pieces[0].wear == 1


@rule("ingenuity/reaction.parry.default")
def test_a_club_without_a_parry_value_parries_one() -> None:
    holder = sheet(["club"], evasion=2, physical=7, stamina=3)
    table = Table("A b", A=sheet(["spear"]), b=holder)
    keys = ("attack b with spear", "strength piercing", "parry with club")
    table.act("A", *keys, dice="d6 4 4 d20 10")
    assert table["b"].endurance == 8


@rule("ingenuity/geometry.reach", "ingenuity/action.no-target")
def test_a_spear_does_not_reach_three_metres() -> None:
    table = Table("A . . b", A=sheet(["spear"]), b=enemy())
    with refused("geometry.reach"):
        table.act("A", "attack b with spear")
    assert table["A"].actions == 3


@rule("ingenuity/geometry.line-of-sight")
def test_a_wall_stops_a_shot() -> None:
    table = Table("A # b", A=sheet(["shortbow"], ammo={"arrow": 1}), b=enemy())
    with refused("geometry.line-of-sight"):
        table.act("A", "shoot b with shortbow")


@rule("ingenuity/attack.ammunition")
def test_without_an_arrow_there_is_no_shot() -> None:
    table = Table("A . b", A=sheet(["shortbow"], ammo={"arrow": 0}), b=enemy())
    with refused("attack.ammunition"):
        table.act("A", "shoot b with shortbow")


@rule("ingenuity/geometry.cover", "ingenuity/action.seek-cover", "ingenuity/attack.cover")
def test_sought_cover_on_the_line_gives_disadvantage() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table("A . o b", A=one, b=enemy(evasion=2, physical=0))
    table.act("b", "seek cover")
    keys = ("shoot b with shortbow", "dexterity piercing")
    table.act("A", *keys, dice="d6 6 3 d20 8 d6 2")
    assert table["b"].endurance == 12 - 8
