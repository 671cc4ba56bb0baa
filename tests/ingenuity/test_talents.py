"""Every talent, and what ancestries give, by their own words."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition, damage, geometry
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Scripted, Table, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"
HIT = ("attack b with bare-hands", FIST)


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


@rule("ingenuity/sheet.class", "ingenuity/attack.multiple")
def test_ambidexterity_adds_one_after_another_weapon_in_the_same_turn() -> None:
    one = sheet(["longsword", "dagger"], talents=["ambidexterity"])
    table = Table("A b", A=one, b=foe())
    for weapon, keys in (
        ("longsword", ["strength slashing"]),
        ("dagger", ["dexterity piercing"]),
        ("dagger", ["dexterity piercing"]),
    ):
        table.act("A", f"attack b with {weapon}", *keys, dice="d6 3 3 d20 9")
    assert table.results() == [6, 6 - 1 + 1, 6 - 3]


@rule("ingenuity/resource.no-regain-in-combat", "ingenuity/resource.rest")
@pytest.mark.parametrize(
    ("talent", "resource"), [("combat-adrenaline", "endurance"), ("second-wind", "stamina")]
)
def test_once_per_rest_half_of_a_resource_comes_back(talent: str, resource: str) -> None:
    table = Table("A b", A=sheet(talents=[talent], endurance=13, stamina=13), b=foe())
    setattr(table["A"], resource, 1)
    table.act("A", talent)
    assert getattr(table["A"], resource) == 8
    assert table["A"].actions == 2
    with refused("resource.rest"):
        table.act("A", talent)


@rule("ingenuity/maneuver.steps", "ingenuity/resource.rest")
def test_after_a_second_wind_manoeuvres_are_free_for_the_turn() -> None:
    one = sheet(talents=["second-wind"], maneuvers=["heavy-attack"])
    table = Table("A b", A=one, b=foe())
    table["A"].stamina = 0
    table.act("A", "second-wind")
    table.act("A", "heavy-attack b", FIST, dice="d6 3 3 d20 9")
    assert table["A"].stamina == 6
    table.step("end turn")
    table.start("A")
    table.step("heavy-attack b", FIST, dice="d6 3 3 d20 9")
    assert table["A"].stamina == 5


@rule("ingenuity/damage.excess")
def test_pain_tolerance_loses_the_first_excess_of_a_combat() -> None:
    table = Table(
        "A b c",
        A=sheet(["spear"]),
        b=sheet(talents=["pain-tolerance"], evasion=0, stamina=0, constitution=9),
        c=foe(),
    )
    stab = ("attack b with spear", "strength piercing")
    table["b"].endurance = 3
    table.act("A", *stab, dice="d6 3 3 d20 9")
    assert (table["b"].endurance, table["b"].health) == (0, 12)
    table["b"].endurance = 3
    table.count("A", "attacks", 0)
    table.act("A", *stab, dice="d6 3 3 d20 9")
    assert (table["b"].endurance, table["b"].health) == (0, 5)


@rule("ingenuity/action.resources", "ingenuity/maneuver.steps")
def test_relentless_offense_spares_one_stamina_each_round() -> None:
    one = sheet(talents=["relentless-offense"], maneuvers=["heavy-attack"])
    table = Table("A b", A=one, b=foe())
    for stamina in (12, 11):
        table.act("A", "heavy-attack b", FIST, dice="d6 3 3 d20 9")
        assert table["A"].stamina == stamina


@rule("ingenuity/action.free.step")
def test_a_quick_step_may_be_two_metres() -> None:
    table = Table("A . . b", A=sheet(talents=["quick-step"]), b=foe())
    table.act("A", "step 2,0")
    assert table.at("A") == "2,0"
    other = Table("A . . b", A=sheet(), b=foe())
    with pytest.raises(Exception, match="2,0"):
        other.act("A", "step 2,0")
    rough = Table("A , . b", A=sheet(talents=["quick-step"]), b=foe())
    with refused("action.free.step"):
        rough.act("A", "step 1,0")


@rule("ingenuity/reaction.dodge.after", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("speed", "metres"), [(8, 2), (9, 3)])
def test_a_nimble_one_goes_a_quarter_of_its_speed_after_a_dodge(speed: int, metres: int) -> None:
    dodger = sheet(talents=["nimble"], speed=speed, evasion=0)
    table = Table("A b . . . .", A=sheet(["spear"]), b=dodger)
    keys = ("attack b with spear", "strength piercing", "dodge")
    table.act("A", *keys, f"step {1 + metres},0", "stay", dice="d6 1 1 d20 9 d6 4 4 d20 9")
    assert table.at("b") == f"{1 + metres},0"
    again = Table("A b . . . .", A=sheet(["spear"]), b=dodger)
    with pytest.raises(Exception, match="step"):
        again.act("A", *keys, f"step {2 + metres},0", dice="d6 1 1 d20 9 d6 4 4 d20 9")


@rule("ingenuity/action.move", "ingenuity/resource.stamina-costs")
@pytest.mark.parametrize(
    ("key", "goal", "stamina"), [("twice as far", "6,0", 11), ("at one's speed", "3,0", 12)]
)
def test_a_sprinter_moves_twice_as_far_for_a_stamina(key: str, goal: str, stamina: int) -> None:
    table = Table("A . . . . . . b", A=sheet(talents=["sprinter"], speed=3), b=foe())
    table.act("A", "move", key, f"move {goal}")
    assert (table.at("A"), table["A"].stamina) == (goal, stamina)


@rule("ingenuity/action.sprint")
def test_a_distance_runner_s_first_sprint_of_a_turn_is_free() -> None:
    table = Table("A . . . . . b", A=sheet(talents=["distance-runner"], speed=1), b=foe())
    table.act("A", "move", "move 1,0")
    table.act("A", "sprint", "move 2,0")
    assert table["A"].stamina == 12
    table.act("A", "sprint", "move 3,0")
    assert table["A"].stamina == 11


@rule("ingenuity/movement.difficult")
def test_mobility_ignores_difficult_ground_once_a_turn() -> None:
    table = Table("A , , , , , , b", A=sheet(talents=["mobility"], speed=3), b=foe())
    table.act("A", "move", "move 3,0")
    assert table.at("A") == "3,0"
    with refused("movement.speed"):
        table.act("A", "sprint", "move 6,0")


@rule("ingenuity/condition.concentration", "ingenuity/damage.harmed")
def test_rage_needs_a_wound_strengthens_and_tires() -> None:
    table = Table("A b", A=sheet(talents=["rage"], physical=4), b=foe())
    with refused("damage.harmed-bloodied-only-flags"):
        table.act("A", "rage")
    table["A"].endurance = 6
    table.act("A", "rage")
    table.act("A", *HIT, dice="d6 3 3 d20 9")
    assert table.results() == [7]
    assert table["b"].endurance == 60 - (7 + 2 + 1)
    table.step("end turn")
    assert table["A"].stamina == 12
    for attacked, stamina in ((True, 11), (False, 9)):
        table.start("A")
        if attacked:
            table.step(*HIT, dice="d6 3 3 d20 9")
        table.step("end turn")
        assert table["A"].stamina == stamina
    table.give("A", "stunned")
    assert not table["A"].is_held("raging")


@rule("ingenuity/reaction.one", "ingenuity/damage.harmed")
def test_rage_may_answer_the_damage_that_harms() -> None:
    angry = sheet(talents=["rage"], evasion=0)
    table = Table("A b", A=sheet(["spear"]), b=angry)
    keys = ("attack b with spear", "strength piercing", "b: pass", "b: rage")
    table.act("A", *keys, dice="d6 2 1 d20 9")
    assert table["b"].is_held("raging")
    assert table.used("b", "reactions") == 1


@rule("ingenuity/fate.amount", "ingenuity/test.luck-die")
@pytest.mark.parametrize(("luck", "fate"), [(19, 0), (20, 1)])
def test_fortune_s_favour_gives_fate_back_on_a_twenty(luck: int, fate: int) -> None:
    table = Table("A b", A=sheet(talents=["fortunes-favour"]), b=foe())
    table.act("A", *HIT, dice=f"d6 3 3 d20 {luck}")
    assert table["A"].fate_points == fate


@rule("ingenuity/test.assist", "ingenuity/reaction.one", "ingenuity/resource.focus-costs")
@pytest.mark.parametrize(
    ("dice", "bonus"), [("d6 1 2", 0), ("d6 2 2", 1), ("d6 4 3", 1), ("d6 4 4", 2)]
)
def test_an_inspiring_ally_helps_any_test_but_an_attack(dice: str, bonus: int) -> None:
    table = Table(
        "B A b",
        A=sheet(maneuvers=["taunt"]),
        B=sheet(talents=["inspirational-charisma"]),
        b=foe(willpower=30),
    )
    keys = ("taunt b", "B: inspirational-charisma for A")
    table.act("A", *keys, dice=f"{dice} d20 9 d6 3 3 d20 9")
    assert table.results()[-1] == 6 + bonus
    assert (table["B"].focus, table.used("B", "reactions")) == (10, 1)
    table.count("B", "reactions", 0)
    table.act("A", *HIT, dice="d6 3 3 d20 9")


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/power.attack.luck")
@pytest.mark.parametrize(("luck", "result"), [(18, 7), (19, 11)])
def test_a_power_after_an_attack_has_more_luck_in_spell_combat(luck: int, result: int) -> None:
    mage = sheet(
        talents=["spell-combat"], powers=["jolt"], dice={"wizardry": 6}, prof={"Evocation": 1}
    )
    table = Table("A b", A=mage, b=foe())
    table.start("A")
    table.step(*HIT, dice="d6 3 3 d20 9")
    table.step("jolt b", dice=f"d6 3 3 d20 {luck}")
    assert table.results()[-1] == result


@rule("ingenuity/test.one-proficiency", "ingenuity/resource.rest")
def test_divine_devotion_lets_a_creed_stand_in_once() -> None:
    cleric = sheet(talents=["divine-devotion"], prof={"Charity": 2, "Unarmed": 1})
    table = Table("A b", A=cleric, b=foe())
    table.act("A", *HIT, "divine-devotion", dice="d6 3 3 d20 9")
    table.count("A", "attacks", 0)
    table.act("A", *HIT, dice="d6 3 3 d20 9")
    assert table.results() == [8, 7]


@rule("ingenuity/resource.rest", "ingenuity/action.interact")
def test_always_prepared_produces_something_cheap_once() -> None:
    table = Table("A b", A=sheet(talents=["always-prepared"]), b=foe())
    table.act("A", "always-prepared", "bandages")
    assert [table.combat.thing(one).id for one in table["A"].pieces] == ["bandages"]
    with refused("resource.rest"):
        table.act("A", "always-prepared")


@rule("ingenuity/sheet.ancestry", "ingenuity/condition.prone")
@pytest.mark.parametrize(("steady", "falls"), [(False, True), (True, False)])
def test_a_dwarf_stands_firmer_against_being_knocked_down(steady: bool, falls: bool) -> None:
    dwarf = foe(constitution=6)
    dwarf.steady = steady
    table = Table("A b", A=sheet(maneuvers=["knock-down"]), b=dwarf)
    table.act("A", "knock-down b", dice="d6 3 3 d20 9")
    assert table["b"].prone == falls


@rule("ingenuity/sheet.ancestry")
def test_an_orc_is_headstrong_in_giving_and_taking_intimidation() -> None:
    orc = sheet(maneuvers=["demoralize"])
    orc.headstrong = True
    proud = foe(willpower=7, focus=0)
    table = Table("A b", A=orc, b=proud)
    table.act("A", "demoralize b", dice="d6 3 3 d20 9")
    assert table["b"].is_held("shaken")
    proud.headstrong = True
    again = Table("A b", A=orc, b=proud)
    again.act("A", "demoralize b", dice="d6 3 3 d20 9")
    assert not again["b"].is_held("shaken")


@rule("ingenuity/sheet.ancestry")
def test_built_in_characters_have_what_their_ancestry_gives() -> None:
    from tests.ingenuity.table import library

    sheets = library().sheets
    assert sheets["petra"].steady
    assert sheets["maelis-thorne"].headstrong
    assert sheets["maelis-thorne"].inborn == ["pain-tolerance"]
    assert sheets["vesper-nal"].luck == 1
    assert not sheets["boudica"].steady
    assert geometry.footprint(4) == 1


@rule("ingenuity/reaction.one", "ingenuity/damage.harmed")
@pytest.mark.parametrize(("amount", "asked"), [(5, False), (6, True)])
def test_only_damage_that_harms_may_be_answered_with_rage(amount: int, asked: bool) -> None:
    """Of 12 endurance 6 are half; who is harmed already answers no further damage."""
    table = Table("A b", A=sheet(talents=["rage"]), b=sheet())
    agent = Scripted(table.combat, ["rage"] if asked else [])
    table.combat.agents = [agent] * 4
    damage.hurt(table.combat, table["A"], amount, 10, "damage.other-sources")
    assert agent.used == int(asked)
    assert table["A"].is_held("raging") == asked
    condition.lose(table.combat, table["A"], "raging")
    table["A"].endurance = 3
    damage.hurt(table.combat, table["A"], 1, 10, "damage.other-sources")
    assert agent.used == int(asked)
