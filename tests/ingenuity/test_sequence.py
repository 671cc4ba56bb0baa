"""Attacks: the worked examples of the source, shots that go astray, blows at things."""

from __future__ import annotations

import pytest

from affray.core.choice import Agent, Choice
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice.means import choose_how
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.text.words import IngenuityWords
from affray.session.asking import deed_of
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 9, "endurance": 30}


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


def barrel(table: Table, cell: str, hp: int) -> None:
    """Let a thing that can be destroyed stand somewhere."""
    combat = table.combat
    combat.grid.hp[combat.grid.read(cell)] = hp
    combat.struck = [0] * len(combat.objects())
    combat.changing = True


@rule("ingenuity/attack.objects", "ingenuity/attack.thrown")
def test_a_knife_thrown_at_a_thing_leaves_the_hand_and_lies_there() -> None:
    table = Table("A . . .\n. . . b", A=sheet(["knife"]), b=plain())
    barrel(table, "2,0", 30)
    table.act("A", "shoot 2,0 with knife", dice="d6 3 3 d20 9")
    assert table.combat.struck == [6 + 3]
    assert [one.cell for one in table.combat.litter] == [2]
    assert not table["A"].pieces


@rule("ingenuity/attack.objects", "ingenuity/attack.stray.trigger")
def test_a_shot_at_a_thing_may_stray_to_who_stands_beside_it() -> None:
    table = Table("A . . . b", A=sheet(["shortbow"], ammo={"arrow": 3}), b=plain())
    barrel(table, "3,0", 30)
    table.act("A", "shoot 3,0 with shortbow", "strength piercing", dice="d6 3 3 d20 1")
    assert table.combat.struck == [0]
    assert table["b"].endurance == 30 - 9


@rule("ingenuity/attack.objects", "ingenuity/attack.size.evasion")
@pytest.mark.parametrize(
    ("size", "face", "dealt"), [(4, 1, 4 + 4), (6, 1, 0), (6, 3, 6 + 4), (3, 1, 4 + 3)]
)
def test_sizes_count_against_things_as_big_as_a_man(size: int, face: int, dealt: int) -> None:
    one = sheet(["longsword"], size=size)
    table = Table("A . . .\n. . . b", A=one, b=plain())
    table["A"].pieces[0].held = True
    barrel(table, "1,0", 30)
    table["A"].sheet.hands = 1
    table.act("A", "attack 1,0 with longsword", "strength piercing", dice=f"d6 3 {face} d20 9")
    assert table.combat.struck == [dealt]


@rule("ingenuity/attack.backswing", "ingenuity/attack.objects")
def test_a_backswing_follows_a_blow_that_missed_a_thing_too() -> None:
    table = Table("A . . .\nb . . .", A=sheet(["staff"]), b=plain())
    barrel(table, "1,0", 30)
    table.act("A", "attack 1,0 with staff", "strength bludgeoning", dice="d6 1 1 d20 9")
    table.act("A", "attack b with staff", "strength bludgeoning", dice="d6 3 3 d20 9")
    assert table.results() == [2, 6 - 2 + 2]


@rule("ingenuity/attack.cleave", "ingenuity/attack.multiple.maneuvers")
def test_whom_a_sweep_has_struck_at_was_attacked_already() -> None:
    one = sheet(["curved-sword"], maneuvers=["sweeping-strike"])
    table = Table("b A c", A=one, b=plain(), c=plain())
    swing = "strength slashing"
    table.act("A", "attack c with curved-sword", swing, dice="d6 1 1 d20 9")
    table.act("A", "attack b with curved-sword", swing, dice="d6 1 1 d20 9")
    assert table.results() == [2, 2 - 2 + 1 + 2]
    table = Table("b .\nA c", A=sheet(["greataxe"], maneuvers=["sweeping-strike"]),
                  b=plain(), c=plain())  # fmt: skip
    table.act(
        "A",
        "sweeping-strike b",
        "with greataxe held",
        "strength slashing",
        "sweep 1,1",
        dice="d6 1 1 d20 9",
    )
    table.act("A", "attack c with greataxe", swing, dice="d6 3 3 d20 9")
    assert table.results()[-1] == 6 - 2


@rule("ingenuity/gm.random", "ingenuity/attack.stray.random")
def test_the_candidates_of_a_stray_shot_are_told() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 3})
    table = Table("A . . b C d", A=one, b=plain(), C=plain(), d=plain())
    table.act("A", "shoot b with shortbow", "strength piercing", dice="d6 3 3 d20 1")
    assert not table.told("may be struck")
    table = Table("A . . b .\n. . . C d", A=one, b=plain(), C=plain(), d=plain())
    table.act("A", "shoot b with shortbow", "strength piercing", dice="d6 3 3 d20 1 d2 2")
    assert [(e.who, e.amount) for e in table.told("may be struck")] == [(2, 1), (3, 2)]
    assert table["d"].endurance == 30 - 9


@rule("ingenuity/attack.thrown", "ingenuity/attack.on-hit")
def test_an_oil_flask_breaks_where_it_is_thrown() -> None:
    table = Table("A . b", A=sheet(items=["oil-flask"]), b=plain())
    table["A"].pieces[0].held = True
    table.act("A", "shoot b with oil-flask", "strength slashing", dice="d6 3 3 d20 9")
    assert table["b"].is_held("oiled")
    assert not table["A"].pieces
    assert not table.combat.litter


@rule("ingenuity/attack.on-hit", "ingenuity/reaction.block.effects")
def test_a_net_that_a_shield_stops_holds_nobody() -> None:
    one = sheet(items=["net"])
    table = Table("A . b", A=one, b=sheet(shields=["large-shield"], evasion=4, constitution=2))
    table["A"].pieces[0].held = True
    table.act("A", "shoot b with net", "strength bludgeoning", "b: pass",
              "b: block with large-shield", dice="d6 3 3 d20 9")  # fmt: skip
    assert not table["b"].is_held("netted")
    assert [table.combat.thing(one).id for one in table.combat.litter] == ["net"]


@rule("ingenuity/maneuver.attack", "ingenuity/geometry.cover")
def test_suppressing_fire_strikes_who_leaves_cover_in_its_area() -> None:
    shooter = sheet(["repeating-crossbow"], maneuvers=["suppressing-fire"], ammo={"bolt": 9})
    table = Table(". . . . . .\nA . . o b .\n. . . . . .\n. . . . . .", A=shooter,
                  b=plain(speed=3))  # fmt: skip
    table.act("A", "suppressing-fire A", "4,0")
    table.act("b", "move", "move 4,2", "A: shoot b", "b: stop", dice="d6 3 3 d20 9")
    assert table["b"].endurance == 30 - 10


@rule("ingenuity/death.further", "ingenuity/damage.endurance-only")
def test_words_that_find_no_endurance_left_harm_nobody() -> None:
    table = Table("A b", A=sheet(maneuvers=["cutting-words"]), b=plain(willpower=2))
    table["b"].endurance = table["b"].health = 0
    table.act("A", "cutting-words b", dice="d6 6 6 d20 9")
    assert table["b"].awake


@rule("ingenuity/maneuver.steps", "ingenuity/maneuver.improvise")
def test_what_a_mimic_has_repeated_may_be_mimicked_from_it() -> None:
    """c uses Push, A mimics it; b, who has looked away since before, mimics A's, not A's Mimic."""
    mimic = sheet(maneuvers=["mimic-action"])
    table = Table("c A b . . .", A=mimic, b=sheet(maneuvers=["mimic-action"]),
                  c=sheet(maneuvers=["push"]))  # fmt: skip
    table["A"].sheet.constitution = table["b"].sheet.constitution = 9
    table["A"].stamina = table["b"].stamina = 2
    easy = "d6 6 6 d20 9"
    table.act("c", "push A", dice="d6 1 1 d20 9")
    table.combat.turns = 5
    table["b"].last_turn = 5
    table.act("A", "mimic-action A", "push b", dice=easy + " d6 3 3 d20 9")
    pushes = [code % 1000 for code in table.combat.shown]
    assert len(pushes) == 3  # Push, Mimic Action, Push
    table.act("b", "mimic-action b", dice=easy + " d6 3 3 d20 9")
    assert table.results()[-1] == 6 + 1  # at 1 more
    assert (table["A"].focus, table["b"].focus) == (10, 10)


@rule("ingenuity/end.stalemate", "ingenuity/gm.seat")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_gm_may_end_what_nobody_can_decide(allowed: bool) -> None:
    table = Table("A b", A=plain(), b=plain(), options={"gm_may_end": allowed})
    table["A"].acted = table["b"].acted = True
    table.step(*(["end the combat"] if allowed else []))
    assert table.combat.outcome == ("end.stalemate" if allowed else "")


@rule("ingenuity/maneuver.steps")
def test_anatomize_tells_of_what_somebody_resists_and_how_it_lies() -> None:
    ooze = sheet(resists=["slashing"], immune=["bleeding"], constitution=4)
    table = Table("A . b", A=sheet(maneuvers=["anatomize"]), b=ooze)
    table["b"].prone = True
    table.act("A", "anatomize b", "conditions", "weaknesses", "health",
              dice="d6 6 6 d20 9")  # fmt: skip
    told = [one.what for one in table.told("learns")]
    assert told[0] == "conditions: prone"
    assert told[1] == "immune to: bleeding; resists: slashing"


@rule("ingenuity/attack.wide")
def test_a_wide_weapon_beside_a_wall_is_refused() -> None:
    table = Table("A . b\n# . .", A=sheet(["flail"]), b=plain())
    with refused("attack.wide"):
        table.act("A", "attack b with flail")


@rule("ingenuity/attack.unseen-target", "ingenuity/attack.ammunition")
def test_a_shot_at_an_empty_space_uses_up_an_arrow_and_may_be_made_with_a_second_weapon() -> None:
    one = sheet(["dagger", "hand-crossbow"], ammo={"bolt": 5})
    table = Table("A . b", A=one, b=plain())
    table.hide("b", "A")
    table.act("A", "shoot 1,0 with hand-crossbow")
    assert sum(table["A"].ammo) == 4
    assert table["A"].pieces[1].loaded == 0


@rule("ingenuity/attack.objects", "ingenuity/attack.unfit")
@pytest.mark.parametrize(
    ("cell", "dice", "result"), [("1,0", "d6 4 3 d20 9 d6 1", 4), ("2,0", "d6 4 3 d20 9", 7)]
)
def test_a_weapon_is_unfit_for_a_thing_too_near(cell: str, dice: str, result: int) -> None:
    table = Table("A . . .\n. . . b", A=sheet(["pike"]), b=plain())
    barrel(table, cell, 30)
    table.act("A", f"attack {cell} with pike", dice=dice)
    assert table.results() == [result]


@rule("ingenuity/attack.objects", "ingenuity/geometry.range", "ingenuity/attack.choices")
@pytest.mark.parametrize(("cell", "result"), [("5,0", 8), ("6,0", 7)])
def test_distance_and_proficiency_count_against_things_too(cell: str, result: int) -> None:
    one = sheet(["glass-vial"], prof={"Finesse": 2})
    table = Table("A . . . . . . .\n. . . . . . . b", A=one, b=plain())
    barrel(table, cell, 30)
    table.act("A", f"shoot {cell} with glass-vial", "strength bludgeoning", dice="d6 3 3 d20 9")
    assert table.results() == [result]


@rule("ingenuity/attack.objects", "ingenuity/condition.blinded")
@pytest.mark.parametrize(
    ("blind", "dice", "result"), [(True, "d6 3 3 d20 9 d6 1", 4), (False, "d6 3 3 d20 9", 6)]
)
def test_the_blinded_have_disadvantage_against_things_too(
    blind: bool, dice: str, result: int
) -> None:
    table = Table("A . .\n. . b", A=sheet(["maul"]), b=plain())
    if blind:
        table.give("A", "blinded")
    barrel(table, "1,0", 30)
    table.act("A", "attack 1,0 with maul", dice=dice)
    assert table.results() == [result]


@rule("ingenuity/attack.objects", "ingenuity/maneuver.steps")
def test_a_rally_counts_for_an_attack_on_a_thing_too() -> None:
    table = Table("A . .\n. . b", A=sheet(["maul"]), b=plain())
    table.give("A", "rallied", 2)
    barrel(table, "1,0", 30)
    table.act("A", "attack 1,0 with maul", dice="d6 3 3 d20 9")
    assert table.results() == [8]
    assert not table["A"].is_held("rallied")


@rule("ingenuity/attack.objects", "ingenuity/power.steps")
def test_spell_combat_counts_an_attack_on_a_thing_too() -> None:
    one = sheet(["maul"], talents=["spell-combat"])
    table = Table("A . .\n. . b", A=one, b=plain())
    table.begin_turn("A")
    table.count("A", "cast", 1)
    barrel(table, "1,0", 30)
    table.act("A", "attack 1,0 with maul", dice="d6 3 3 d20 19")
    assert table.told("damages")[-1].amount == 6 + 7
    assert (table.used("A", "cast"), table.used("A", "fought")) == (0, 1)


@rule("ingenuity/attack.objects", "ingenuity/attack.cleave", "ingenuity/attack.momentum")
@pytest.mark.parametrize(
    ("weapon", "again", "other"), [("greataxe", 6 - 2, 6 - 4 + 2), ("maul", 6 - 2 + 1, 6 - 4)]
)
def test_one_thing_is_another_target_than_the_next(weapon: str, again: int, other: int) -> None:
    table = Table(". A .\n. . b", A=sheet([weapon]), b=plain())
    for cell in ("0,0", "2,0"):
        barrel(table, cell, 90)
    for cell in ("0,0", "0,0", "2,0"):
        table.act("A", f"attack {cell} with {weapon}", dice="d6 3 3 d20 9")
    assert table.results() == [6, again, other]


@rule("ingenuity/attack.objects")
def test_nobody_strikes_the_thing_it_stands_on() -> None:

    table = Table("o . .\n. . A\n. . b", A=sheet(["maul"]), b=plain())
    barrel(table, "0,0", 10)
    table.combat.move(table["A"], 0)
    assert "attack 0,0 with maul" not in table.offered("A")
    table.combat.move(table["A"], 1)
    assert "attack 0,0 with maul" in table.offered("A")


@rule("ingenuity/attack.objects", "ingenuity/attack.critical.threshold")
@pytest.mark.parametrize(("luck", "dealt"), [(19, 6 + 8), (18, 6 + 4)])
def test_things_take_criticals_at_the_weapon_s_threshold(luck: int, dealt: int) -> None:
    table = Table("A . .\n. . b", A=sheet(["spear"]), b=plain())
    barrel(table, "1,0", 30)
    table.act("A", "attack 1,0 with spear", "strength piercing", dice=f"d6 3 3 d20 {luck}")
    assert table.combat.struck == [dealt]


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
    table["A"].set_count(0, 1)
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
    table["A"].set_count(0, 1)
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
    table["A"].set_count(0, 0)
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


@rule("ingenuity/attack.choices")
def test_who_chooses_how_to_attack_is_told_whom_and_with_what() -> None:
    table = Table("A b", A=sheet(["longsword"]), b=plain())
    combat = table.combat
    told: list[str] = []

    class Asked(Agent):
        def decide(self, choice: Choice) -> int:
            deed = deed_of(choice)
            assert deed is not None
            told.append(IngenuityWords().deed(combat, deed, ["Ann", "Bo"]))
            return choice.fallback()

    combat.agents = [Asked()] * (combat.gm + 1)
    piece = table["A"].pieces[0]
    choose_how(combat, table["A"], Attack(0, 1, combat.thing(piece), piece))
    assert told == ["Ann attacks Bo with longsword"]
