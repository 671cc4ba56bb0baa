"""Conditions: what they do, how they add up, how they end."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import FIRE, SHOCK
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

STAB = ("attack b with spear", "strength piercing")


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


@rule(
    "ingenuity/condition.no-stacking", "ingenuity/condition.bleeding", "ingenuity/condition.burning"
)
def test_bleeding_burning_and_stunned_add_up() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    for id in ("bleeding", "burning", "stunned"):
        table.give("A", id, 2)
        table.give("A", id, 1)
        assert table["A"].amount(id) == 3


@rule("ingenuity/condition.no-stacking", "ingenuity/condition.sickness")
@pytest.mark.parametrize("id", ["poison", "sickness", "heartened"])
def test_of_the_others_the_stronger_counts_whichever_came_first(id: str) -> None:
    for first, second in ((2, 3), (3, 2), (3, 3)):
        table = Table("A b", A=sheet(), b=sheet())
        table.give("A", id, first)
        table.give("A", id, second)
        assert table["A"].amount(id) == 3
        assert len(table["A"].effects) == 1


@rule("ingenuity/condition.duration")
def test_a_condition_without_a_duration_lasts() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.give("A", "crippled")
    for _ in range(3):
        table.start("A")
        table.step("end turn")
        table.start("b")
        table.step("end turn")
        table.step()
    assert table["A"].is_held("crippled")


@rule("ingenuity/condition.blinded", "ingenuity/attack.sneak.when")
def test_a_blinded_attacker_has_disadvantage_and_a_blinded_target_sees_nobody() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    table.give("A", "blinded")
    table.act("A", *STAB, dice="d6 6 3 d20 9 d6 1")
    assert table.results() == [4]
    other = Table("A b", A=sheet(["spear"]), b=foe())
    other.give("b", "blinded")
    other.act("A", *STAB, "reroll combat 3", dice="d6 6 3 d20 9 d6 5")
    assert other.results() == [11]


@rule("ingenuity/condition.blinded", "ingenuity/movement.difficult")
def test_all_terrain_is_difficult_for_the_blinded() -> None:
    table = Table("A . . . . b", A=sheet(speed=4), b=sheet())
    table.give("A", "blinded")
    with refused("movement.speed"):
        table.act("A", "move", "move 3,0")


@rule("ingenuity/condition.encumbered")
@pytest.mark.parametrize("id", ["encumbered", "overencumbered"])
def test_an_encumbered_one_has_disadvantage_with_strength_and_dexterity_alone(id: str) -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    assert condition.hindrances(table["A"], 0, -1) == 0
    table.give("A", id)
    assert [condition.hindrances(table["A"], one, -1) for one in range(4)] == [1, 1, 0, 0]
    table.act("A", *STAB, dice="d6 6 3 d20 9 d6 1")
    assert table.results() == [4]


@rule("ingenuity/condition.encumbered", "ingenuity/movement.half-speed")
def test_encumbered_halves_speed_and_overencumbered_ends_moving() -> None:
    table = Table("A . . . . . b", A=sheet(speed=5), b=sheet())
    table.give("A", "encumbered")
    assert condition.speed(table["A"]) == 3
    other = Table("A . b", A=sheet(speed=5), b=sheet())
    other.give("A", "overencumbered")
    with refused("condition.encumbered"):
        other.act("A", "move")


@rule("ingenuity/movement.half-speed")
def test_speed_never_falls_below_a_metre() -> None:
    table = Table("A . b", A=sheet(speed=1), b=sheet())
    table.give("A", "crippled")
    table["A"].prone = True
    assert condition.speed(table["A"]) == 1


@rule("ingenuity/condition.poison", "ingenuity/damage.direct-health")
@pytest.mark.parametrize(("constitution", "lost"), [(5, 3), (6, 2), (7, 2)])
def test_poison_takes_its_value_or_one_less_when_constitution_meets_it(
    constitution: int, lost: int
) -> None:
    table = Table("A b", A=sheet(constitution=constitution, stamina=0), b=sheet())
    table.give("A", "poison", 3)
    table.start("A")
    assert (table["A"].health, table["A"].endurance) == (12 - lost, 12)
    assert table["A"].amount("poison") == 2


@rule("ingenuity/condition.poison", "ingenuity/reaction.fortify")
@pytest.mark.parametrize(("face", "lost"), [(2, 2), (3, 1)])
def test_a_fortify_of_six_meets_the_default_difficulty(face: int, lost: int) -> None:
    table = Table("A b", A=sheet(constitution=5, stamina=2), b=sheet())
    table.give("A", "poison", 2)
    table.start("A", "fortify", dice=f"d6 3 {face} d20 9")
    assert table["A"].health == 12 - lost
    assert table["A"].stamina == 1
    assert table.used("A", "reactions") == 1


@rule("ingenuity/condition.poison")
def test_a_poison_of_one_ends_without_harm_when_it_is_met() -> None:
    table = Table("A b", A=sheet(constitution=6), b=sheet())
    table.give("A", "poison", 1)
    table.start("A")
    assert table["A"].health == 12
    assert not table["A"].is_held("poison")


@rule("ingenuity/condition.sickness")
def test_sickness_lowers_tests_and_the_three_defences_but_no_deflection() -> None:
    table = Table("A b", A=sheet(["spear"], physical=4), b=foe())
    one = table["A"]
    before = (condition.constitution(one), condition.evasion(one), condition.willpower(one))
    table.give("A", "sickness", 2)
    after = (condition.constitution(one), condition.evasion(one), condition.willpower(one))
    assert after == tuple([value - 2 for value in before])
    table.act("A", *STAB, dice="d6 3 3 d20 9")
    assert table.results() == [4]


@rule("ingenuity/condition.minor")
@pytest.mark.parametrize(
    ("id", "n", "result"), [("shaken", 1, 4), ("heartened", 2, 8), ("heartened", 3, 9)]
)
def test_shaken_and_heartened_count_for_one_test(id: str, n: int, result: int) -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    condition.brief(table.combat, table["A"], id, n, 1)
    table.act("A", *STAB, dice="d6 3 3 d20 9")
    table.count("A", "attacks", 0)
    table.act("A", *STAB, dice="d6 3 3 d20 9")
    assert table.results() == [result, 6]


@rule("ingenuity/condition.minor")
def test_shaken_ends_with_the_end_of_the_own_next_turn() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.begin_turn("b")
    condition.brief(table.combat, table["A"], "shaken", 1, 1)
    table.step("end turn")
    assert table["A"].is_held("shaken")
    table.start("A")
    assert table["A"].is_held("shaken")
    table.step("end turn")
    assert not table["A"].is_held("shaken")


@rule("ingenuity/condition.minor")
def test_shaken_in_the_own_turn_lasts_through_the_next_one() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.start("A")
    condition.brief(table.combat, table["A"], "shaken", 1, 1)
    table.step("end turn")
    assert table["A"].is_held("shaken")
    table.start("A")
    table.step("end turn")
    assert not table["A"].is_held("shaken")


@rule("ingenuity/condition.minor")
def test_a_taunted_one_has_disadvantage_against_anyone_but_the_taunter() -> None:
    table = Table("c A b", A=sheet(["spear"]), b=foe(), c=foe())
    condition.brief(table.combat, table["A"], "taunted", 1, table["c"].index)
    table.act("A", *STAB, dice="d6 6 3 d20 9 d6 1")
    assert table.results() == [4]
    table.count("A", "attacks", 0)
    table.act("A", "attack c with spear", "strength piercing", dice="d6 6 3 d20 9")
    assert table.results() == [4, 9]


@rule("ingenuity/condition.minor")
def test_a_wet_one_does_not_burn_takes_two_more_from_shock_and_dries_by_fire() -> None:

    table = Table("A b", A=sheet(), b=sheet())
    table.give("A", "wet")
    table.give("A", "burning", 2)
    assert not table["A"].is_held("burning")
    assert damage.reduced(table["A"], 6, 3, SHOCK) == 5
    assert damage.reduced(table["A"], 6, 3, FIRE) == 3
    damage.hurt(table.combat, table["A"], 1, FIRE, "test")
    assert not table["A"].is_held("wet")
    assert damage.reduced(table["A"], 6, 3, SHOCK) == 3


@rule("ingenuity/condition.hidden", "ingenuity/attack.sneak")
def test_an_attack_gives_the_hidden_away_after_it_is_resolved_and_to_everybody() -> None:
    table = Table("A b c", A=sheet(["spear"]), b=foe(), c=foe())
    table.hide("A", "b", "c")
    table.act("A", *STAB, "keep both", dice="d6 3 3 d20 9")
    assert table["A"].hidden == 0


@rule("ingenuity/condition.hidden")
def test_who_ends_a_move_in_sight_is_found_by_those_who_see_it_alone() -> None:
    table = Table("A . # c\n. . # .\n. . . b", A=sheet(), b=sheet(), c=sheet())
    table.hide("A", "b", "c")
    table.act("A", "move", "move 1,2")
    assert table["A"].hidden == 1 << table["c"].index


@rule("ingenuity/condition.hidden", "ingenuity/geometry.cover")
def test_behind_cover_one_stays_hidden() -> None:
    table = Table("A . . o . b", A=sheet(), b=sheet())
    table.hide("A", "b")
    table.act("A", "move", "move 2,0")
    assert table["A"].hidden
    table.act("A", "sprint", "move 1,0")
    assert not table["A"].hidden


@rule("ingenuity/condition.unconscious", "ingenuity/action.free.drop-item")
def test_who_falls_unconscious_lies_prone_and_drops_what_it_holds() -> None:
    table = Table("A . b", A=sheet(["longsword"], shields=["buckler"]), b=sheet())
    table["A"].stealth = 3
    condition.knock_out(table.combat, table["A"], "death.zero")
    assert table["A"].prone
    assert not [one for one in table["A"].pieces if one.held]
    assert [table.combat.thing(one).id for one in table.combat.litter] == ["longsword", "buckler"]
    assert {one.cell for one in table.combat.litter} == {table["A"].cell}


@rule("ingenuity/condition.unconscious", "ingenuity/action.spanning.interrupt")
@pytest.mark.parametrize("id", ["stunned", "incapacitated", "unconscious"])
def test_what_is_unfinished_or_readied_is_lost(id: str) -> None:
    table = Table("A . b", A=sheet(["crossbow"], ammo={"bolt": 2}), b=sheet())
    table["A"].pieces[0].loaded = 0
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("reload crossbow")
    table["A"].readied = 1
    assert table["A"].task
    if id == "unconscious":
        condition.knock_out(table.combat, table["A"], "death.zero")
    else:
        table.give("A", id)
    assert not table["A"].task
    assert not table["A"].readied


@rule("ingenuity/action.spanning.interrupt")
def test_being_hit_or_moved_does_not_break_off_a_task() -> None:
    one = sheet(["crossbow"], ammo={"bolt": 2}, numbers={"stamina": 0, "evasion": 0})
    table = Table("A b", A=one, b=sheet(["spear"]))
    table["A"].pieces[0].loaded = 0
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("reload crossbow")
    table.act("b", "attack A with spear", "strength piercing", dice="d6 1 1 d20 9")
    assert table["A"].task


@rule("ingenuity/condition.prone", "ingenuity/attack.prone.ranged", "ingenuity/attack.prone.melee")
def test_being_prone_does_not_hinder_the_own_attacks() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    table["A"].prone = True
    table.act("A", *STAB, dice="d6 3 3 d20 9")
    assert table.results() == [6]


@rule("ingenuity/condition.immunity")
def test_who_is_immune_to_falling_stays_on_its_feet() -> None:
    table = Table("A b", A=sheet(immune=["prone", "stunned"]), b=sheet())
    condition.fall_prone(table.combat, table["A"], "test")
    table.give("A", "stunned")
    assert not table["A"].prone
    assert not table["A"].is_held("stunned")


@rule("ingenuity/action.treat")
@pytest.mark.parametrize(("face", "left"), [(2, 3), (3, 1)])
def test_six_staunches_two_of_a_bleeding(face: int, left: int) -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    table.give("B", "bleeding", 3)
    table.act("A", "staunch B", dice=f"d6 3 {face} d20 9")
    assert table["B"].amount("bleeding") == left
    assert table["A"].actions == 2


@rule("ingenuity/action.treat")
def test_fire_is_smothered_while_prone_without_a_test() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.give("A", "burning", 3)
    with refused("action.treat"):
        table.act("A", "smother A")
    table.act("A", "drop prone")
    table.act("A", "smother A")
    assert table["A"].amount("burning") == 1
    assert table["A"].actions == 2


@rule("ingenuity/action.search", "ingenuity/condition.hidden")
@pytest.mark.parametrize(("face", "found"), [(2, False), (3, True)])
def test_a_search_finds_those_whose_stealth_it_meets(face: int, found: bool) -> None:
    table = Table("A . b", A=sheet(prof={"Search": 1}), b=sheet())
    table.hide("b", "A")
    table["b"].stealth = 7
    table.act("A", "search", dice=f"d6 3 {face} d20 9")
    assert (table["b"].hidden == 0) == found


@rule("ingenuity/action.search")
def test_a_search_reaches_twenty_metres() -> None:
    for apart, found in ((20, True), (21, False)):
        table = Table("A " + ". " * (apart - 1) + "b", A=sheet(), b=sheet())
        table.hide("b", "A")
        table.act("A", "search", dice="d6 3 3 d20 9")
        assert (table["b"].hidden == 0) == found


@rule("ingenuity/attack.noisy")
@pytest.mark.parametrize(
    ("noisy", "dice", "stealth"), [(False, "d6 5 3 d20 9", 8), (True, "d6 5 3 d20 9 d6 1", 4)]
)
def test_noisy_armour_gives_disadvantage_on_stealth(noisy: bool, dice: str, stealth: int) -> None:
    one = sheet(maneuvers=["escape"])
    one.noisy = noisy
    table = Table("A . # b", A=one, b=sheet(perception=stealth))
    table.act("A", "escape A", "move 1,0", dice=dice)
    assert table["A"].stealth == stealth
    other = Table("A . # b", A=one, b=sheet(perception=stealth + 1))
    other.act("A", "escape A", dice=dice)
    assert other["A"].hidden == 0


@rule("ingenuity/attack.unseen-target")
def test_a_target_that_is_not_seen_is_attacked_with_disadvantage() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe())
    table.hide("b", "A")
    with refused("attack.unseen-target"):
        table.act("A", "attack b with spear")
    table.act("A", "attack 1,0 with spear", *STAB[1:], dice="d6 6 3 d20 9 d6 1")
    assert table.results() == [4]


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


def novice(power: str, proficiency: str, **more: int) -> Sheet:
    return sheet(powers=[power], prof={proficiency: 1}, numbers=dict(more))


@rule("ingenuity/condition.unconscious", "ingenuity/turn.round-length")
def test_a_sleeper_wakes_after_ten_rounds_or_when_it_tests_well() -> None:
    for well in (False, True):
        table = Table(
            "A b c", A=novice("sleep", "Enchantment"), b=bare_foe(willpower=3), c=bare_foe()
        )
        table.act("A", "sleep b", dice="d6 4 4 d20 9")
        assert not table["b"].awake
        table["b"].acted = table["c"].acted = table["A"].acted = True
        table.combat.active, table.combat.phase = -1, 2
        table.step()
        for number in range(2, 11):
            table.combat.quiet = 0
            table["c"].acted = table["A"].acted = True
            table["b"].acted = table["b"].awake
            rolls = number > 2 and not table["b"].awake
            face = 5 if well else 1
            table.step(dice=f"d6 {face} 4 d20 9" if rolls else "")
            assert table["b"].awake == ((well and number > 2) or number == 10), number


@rule("ingenuity/action.interact")
def test_a_sleeper_is_shaken_awake_by_somebody_beside_it() -> None:
    table = Table("B A b", A=novice("sleep", "Enchantment"), B=sheet(), b=bare_foe())
    with refused("action.interact"):
        table.act("A", "shake awake B")
    condition.knock_out(table.combat, table["B"], "test")
    condition.for_rounds(table.combat, table["B"], "sleeping", 9, 2, 10)
    table.act("A", "shake awake B")
    assert table["B"].awake
    assert table["A"].actions == 2


@rule("ingenuity/turn.until-next")
def test_what_another_made_lasts_until_the_maker_s_next_turn() -> None:
    table = Table("A b", A=sheet(maneuvers=["diversion"]), b=bare_foe(perception=0))
    table.act("A", "diversion A", dice="d6 3 3 d20 9")
    table.step("end turn")
    table.start("b")
    assert table["b"].is_held("diverted")
    table.step("end turn")
    table.start("A")
    assert not table["b"].is_held("diverted")


@rule("ingenuity/condition.no-stacking", "ingenuity/condition.minor")
def test_of_two_alike_the_newer_one_s_end_counts() -> None:
    table = Table("A b", A=sheet(), b=bare_foe())
    condition.brief(table.combat, table["A"], "shaken", 1, 1)
    table.start("A")
    condition.brief(table.combat, table["A"], "shaken", 1, 1)
    table.step("end turn")
    assert table["A"].is_held("shaken")
