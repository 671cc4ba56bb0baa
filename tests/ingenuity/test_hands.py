"""HandRolled and things: what is held and how, taken up, given away; helping items."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import carrying, death
from affray.rulesets.ingenuity.action import task
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import DEXTERITY, INTELLECT
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"
CUT = "strength slashing"


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


def held(table: Table, name: str) -> list[str]:
    return [table.combat.thing(one).id for one in table[name].pieces if one.held]


@rule("ingenuity/action.brandish", "ingenuity/sheet.hands")
def test_both_hands_may_change_in_the_one_action() -> None:
    one = sheet(["spear", "longsword"], shields=["buckler"])
    table = Table("A . b", A=one, b=foe())
    assert held(table, "A") == ["spear"]
    table.act("A", "brandish longsword and buckler")
    assert held(table, "A") == ["longsword", "buckler"]
    assert table["A"].actions == 2


@rule("ingenuity/attack.hands", "ingenuity/sheet.hands")
@pytest.mark.parametrize(
    ("grip", "result"), [("greataxe", 6), ("greataxe one-handed and buckler", 5)]
)
def test_a_two_handed_weapon_in_one_hand_takes_one_off(grip: str, result: int) -> None:
    one = sheet(["dagger", "greataxe"], shields=["buckler"])
    table = Table("A b", A=one, b=foe())
    table.act("A", f"brandish {grip}")
    table.act("A", "attack b with greataxe", CUT, dice="d6 3 3 d20 9")
    assert table.results() == [result]


@rule("ingenuity/attack.hands")
def test_a_bow_is_not_drawn_with_one_hand() -> None:
    table = Table("A . b", A=sheet(["shortbow"], ammo={"arrow": 3}), b=foe())
    table["A"].pieces[0].single = True
    with refused("attack.hands"):
        table.act("A", "shoot b with shortbow")


@rule("ingenuity/action.brandish", "ingenuity/attack.thrown")
@pytest.mark.parametrize(("rows", "near"), [("A b", True), ("A . b", False)])
def test_what_lies_within_a_metre_is_taken_up_by_a_brandish_or_an_interact(
    rows: str, near: bool
) -> None:
    table = Table(rows, A=sheet(["dagger"]), b=foe())
    table.act("A", "shoot b with dagger", dice="d6 3 3 d20 9")
    (piece,) = table.combat.litter
    key = f"take dagger@{table.at('b')}#{piece.serial}"
    if near:
        table.act("A", key)
        assert held(table, "A") == ["dagger"]
        assert not table.combat.litter
        assert table["A"].actions == 1
    else:
        with pytest.raises(Exception, match="dagger"):
            table.act("A", key)


@rule("ingenuity/action.interact", "ingenuity/geometry.adjacent")
def test_something_carried_is_handed_to_somebody_beside_one() -> None:
    table = Table("A B b", A=sheet(["dagger"]), B=sheet(), b=foe())
    table.act("A", "hand dagger to B")
    assert (held(table, "A"), held(table, "B")) == ([], ["dagger"])
    far = Table("A . B b", A=sheet(["dagger"]), B=sheet(), b=foe())
    with refused("geometry.adjacent"):
        far.act("A", "hand dagger to B")


@rule("ingenuity/condition.burning", "ingenuity/action.treat", "ingenuity/action.interact")
def test_enough_water_ends_burning_at_once_twice() -> None:
    table = Table("A b", A=sheet(items=["water-skin"]), b=foe())
    for _ in range(2):
        table.give("A", "burning", 3)
        table.act("A", "give water-skin to A")
        assert not table["A"].is_held("burning")
    assert not table["A"].pieces


@rule("ingenuity/action.resuscitate.test", "ingenuity/action.treat")
def test_salts_and_bandages_add_two_five_times() -> None:
    table = Table("A B b", A=sheet(items=["smelling-salts", "bandages"]), B=sheet(), b=foe())
    table.fell("B")
    table.act("A", "resuscitate B", dice="d6 3 3 d20 9")
    assert table["B"].awake
    table.give("B", "bleeding", 3)
    table.act("A", "staunch B", dice="d6 2 2 d20 9")
    assert table["B"].amount("bleeding") == 1
    assert [one.uses for one in table["A"].pieces] == [4, 4]


@rule("ingenuity/attack.improvised", "ingenuity/damage.elemental")
def test_a_torch_strikes_as_an_improvised_weapon_with_fire() -> None:
    table = Table(
        "A b", A=sheet(items=["torch"], prof={"Martial": 1, "Finesse": 3}), b=foe(elemental=4)
    )
    table["A"].pieces[0].held = True
    table.act("A", "attack b with torch", "strength fire", dice="d6 3 3 d20 9")
    assert table.results() == [7]
    assert table["b"].endurance == 60 - (7 + 2 - 4)


@rule("ingenuity/attack.ammunition", "ingenuity/sheet.hands")
def test_a_crossbow_is_reloaded_with_both_hands() -> None:
    one = sheet(["hand-crossbow", "dagger"], ammo={"bolt": 3})
    table = Table("A . b", A=one, b=foe())
    table["A"].pieces[0].loaded = 0
    assert held(table, "A") == ["hand-crossbow", "dagger"]
    with refused("attack.ammunition"):
        table.act("A", "reload hand-crossbow")
    table.act("A", "drop dagger")
    table.act("A", "reload hand-crossbow")
    assert table["A"].pieces[0].loaded == 1


@rule("ingenuity/action.extended", "ingenuity/action.spanning", "ingenuity/attack.ammunition")
def test_a_siege_crossbow_takes_four_turns_to_load() -> None:
    table = Table("A . b", A=sheet(["siege-crossbow"], ammo={"siege-bolt": 2}), b=foe())
    table["A"].pieces[0].loaded = 0
    table.act("A", "reload siege-crossbow")
    for left in (6, 3, 0):
        assert table["A"].pieces[0].loaded == 0
        table.start("A", "continue")
        assert table["A"].task_left == left
    assert table["A"].pieces[0].loaded == 1


@rule("ingenuity/action.spanning.first", "ingenuity/action.free")
def test_an_unfinished_action_goes_first_but_free_ones_are_allowed() -> None:
    table = Table("A . b", A=sheet(["siege-crossbow"], ammo={"siege-bolt": 2}), b=foe())
    table["A"].pieces[0].loaded = 0
    table.act("A", "reload siege-crossbow")
    table.begin_turn("A")
    table["A"].actions = 3
    with refused("action.spanning.first"):
        table.step("move")
    table.step("drop prone")
    table.step("abandon task")
    table.step("stand up")
    assert table["A"].actions == 2


@rule("ingenuity/action.brandish", "ingenuity/attack.hands")
def test_a_two_handed_weapon_may_be_held_in_one_hand_with_the_other_free() -> None:

    table = Table("A b", A=sheet(["spear"]), b=sheet(stamina=0, evasion=9))
    assert weapon.free_hands(table.combat, table["A"]) == 0
    table.act("A", "brandish spear one-handed")
    assert weapon.free_hands(table.combat, table["A"]) == 1
    table.act("A", "attack b with spear", "strength piercing", dice="d6 4 4 d20 9")
    assert table.results() == [7]


@rule("ingenuity/damage.healing", "ingenuity/action.interact")
def test_a_draught_is_refused_to_who_lacks_no_endurance() -> None:
    one = sheet(items=["healing-draught"])
    table = Table("A b", A=one, b=foe())
    with refused("damage.healing"):
        table.act("A", "give healing-draught to A")
    table["A"].endurance -= 1
    table.act("A", "give healing-draught to A")
    assert table["A"].endurance == 12


@rule("ingenuity/attack.ammunition", "ingenuity/attack.reload.crossbow")
def test_only_what_is_held_and_not_full_is_reloaded() -> None:
    one = sheet(["crossbow", "repeating-crossbow"], ammo={"bolt": 10})
    table = Table("A . b", A=one, b=foe())
    with refused("attack.reload.crossbow"):
        table.act("A", "reload crossbow")  # it is loaded
    table["A"].pieces[0].loaded = 0
    table["A"].pieces[1].loaded = 9
    table["A"].pieces[0].held = False
    with refused("attack.reload.crossbow"):
        table.act("A", "reload crossbow")  # it is put away
    table["A"].pieces[1].held = True
    assert "reload repeating-crossbow" in table.offered("A")


@rule("ingenuity/attack.ammunition")
def test_without_a_missile_more_than_is_loaded_nothing_is_reloaded() -> None:
    one = sheet(["repeating-crossbow"], ammo={"bolt": 5})
    table = Table("A . b", A=one, b=foe())
    table["A"].pieces[0].loaded = 5
    with refused("attack.ammunition"):
        table.act("A", "reload repeating-crossbow")
    table["A"].pieces[0].loaded = 4
    assert "reload repeating-crossbow" in table.offered("A")


@rule("ingenuity/sheet.slots", "ingenuity/condition.encumbered", "ingenuity/action.free.drop-item")
def test_who_puts_down_what_weighs_too_much_is_free_again() -> None:
    table = Table(
        "A . b", A=sheet(["greatsword", "longsword"], ammo={"arrow": 1, "bolt": 1}), b=foe()
    )
    unit = table["A"]
    assert carrying.load_of(table.combat, unit) == 2 + 1 + 2
    unit.ammo[1] = 0
    assert carrying.load_of(table.combat, unit) == 2 + 1 + 1
    unit.sheet.encumbrance, unit.sheet.capacity = 3, 4
    carrying.weigh(table.combat, unit)
    assert unit.is_held("encumbered")
    unit.sheet.encumbrance, unit.sheet.capacity = 2, 3
    carrying.weigh(table.combat, unit)
    assert (unit.is_held("encumbered"), unit.is_held("overencumbered")) == (False, True)
    table.act("A", "drop greatsword")
    assert not unit.effects


@rule("ingenuity/action.spanning.interrupt", "ingenuity/attack.ammunition")
def test_a_reload_is_lost_with_its_weapon() -> None:
    table = Table("A . b", A=sheet(["siege-crossbow"], ammo={"siege-bolt": 2}), b=foe())
    table["A"].pieces[0].loaded = 0
    table.act("A", "reload siege-crossbow")
    assert table["A"].task
    table.act("A", "drop siege-crossbow")
    assert (table["A"].task, table["A"].task_code, table["A"].task_left) == (0, 0, 0)


@rule("ingenuity/action.resuscitate", "ingenuity/action.treat")
def test_used_up_salts_help_no_more() -> None:
    table = Table("A B b", A=sheet(items=["smelling-salts"]), B=foe(), b=foe())
    table["A"].pieces[0].uses = 0
    table.fell("B")
    table.act("A", "resuscitate B", dice="d6 4 3 d20 9")
    assert not table["B"].awake


@rule("ingenuity/death.killing-strike", "ingenuity/attack.ammunition")
@pytest.mark.parametrize(("arrows", "able"), [(1, True), (0, False)])
def test_nobody_is_killed_with_a_bow_without_an_arrow(arrows: int, able: bool) -> None:
    table = Table("A b . c", A=sheet(["shortbow"], ammo={"arrow": arrows}), b=foe(), c=foe())
    table.fell("b")
    assert ("kill b with shortbow" in table.offered("A")) == able


@rule("ingenuity/action.spanning")
def test_there_is_nothing_to_go_on_with_but_what_was_begun() -> None:
    table = Table("A . b", A=sheet(["siege-crossbow"], ammo={"siege-bolt": 2}), b=foe())
    with refused("action.spanning"):
        table.act("A", "continue task")


@rule("ingenuity/test.untrained", "ingenuity/action.search")
def test_the_untrained_search_with_their_dice_alone() -> None:
    table = Table("A . b", A=sheet(), b=foe())
    table.hide("b", "A")
    table["b"].stealth = 7
    table.act("A", "search", dice="d6 3 3 d20 9")
    assert (table.results(), table["b"].hidden) == ([6], 1)


@rule("ingenuity/action.command")
def test_who_declines_a_command_has_no_action_left_of_it() -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=foe())
    table.act("A", "command B", "B: nothing")
    assert table["B"].actions == 0


@rule("ingenuity/attack.unseen-target", "ingenuity/attack.ammunition")
def test_an_empty_crossbow_is_not_shot_at_spaces_either() -> None:
    table = Table("A . b", A=sheet(["hand-crossbow"], ammo={"bolt": 5}), b=foe())
    table.hide("b", "A")
    table["A"].pieces[0].loaded = 0
    with refused("attack.ammunition"):
        table.act("A", "shoot 1,0 with hand-crossbow")


@rule("ingenuity/maneuver.reaction", "ingenuity/sheet.hands")
def test_one_hand_is_enough_to_hold_what_is_caught() -> None:
    catcher = sheet(["dagger"], maneuvers=["arrow-catch"], evasion=2)
    table = Table("A . b", A=sheet(["knife"]), b=catcher)
    table.act("A", "shoot b with knife", "b: arrow-catch", dice="d6 3 3 d20 9 d6 4 4 d20 9")
    assert table["b"].pieces[-1].held


@rule("ingenuity/death.killing-strike")
def test_nobody_is_killed_out_of_reach() -> None:
    table = Table("A . b c", A=sheet(["dagger"]), b=foe(), c=foe())
    table.fell("b")
    with refused("death.killing-strike"):
        table.act("A", "kill b with dagger")


@rule("ingenuity/reaction.block.damage")
@pytest.mark.parametrize(("face", "wear"), [(1, 1), (3, 4)])
def test_a_block_takes_at_least_one(face: int, wear: int) -> None:
    table = Table("A b", A=sheet(), b=sheet(shields=["large-shield"], evasion=0))
    keys = ("attack b with bare-hands", FIST, "b: pass", "b: block with large-shield")
    table.act("A", *keys, dice=f"d6 {face} {face} d20 9")
    assert table["b"].pieces[0].wear == wear


@rule("ingenuity/action.resuscitate.test")
@pytest.mark.parametrize(
    ("health", "face", "wakes"), [(1, 4, True), (1, 3, False), (0, 5, False), (0, 6, True)]
)
def test_a_resuscitation_takes_eight_or_ten_without_health(
    health: int, face: int, wakes: bool
) -> None:
    table = Table("A B c", A=sheet(), B=foe(), c=foe())
    table.fell("B")
    table["B"].health = health
    table.act("A", "resuscitate B", dice=f"d6 4 {face} d20 9")
    assert table["B"].awake == wakes


@rule("ingenuity/action.search")
@pytest.mark.parametrize(
    ("intellect", "attribute"), [(8, INTELLECT), (6, DEXTERITY), (4, DEXTERITY)]
)
def test_one_searches_with_intellect_where_that_is_better(intellect: int, attribute: int) -> None:
    table = Table("A b", A=sheet(dice={"intellect": intellect}), b=foe())
    assert task.searching(table["A"]).attribute == attribute


@rule("ingenuity/setup.free-brandish", "ingenuity/condition.stunned")
@pytest.mark.parametrize(("stun", "asked"), [(2, True), (3, False)])
def test_one_action_left_is_enough_to_choose_what_one_holds(stun: int, asked: bool) -> None:
    table = Table("A . b", A=sheet(["dagger", "spear"]), b=foe())
    table["A"].brandished = False
    table.give("A", "stunned", stun)
    table.start("A", *(["brandish spear"] if asked else []))
    assert table["A"].brandished == asked


@rule("ingenuity/action.treat")
def test_the_last_bandage_helps_too() -> None:
    table = Table("A B c", A=sheet(items=["bandages"]), B=foe(), c=foe())
    table["A"].pieces[0].uses = 1
    table.give("B", "bleeding", 3)
    table.act("A", "staunch B", dice="d6 2 2 d20 9")
    assert table["B"].amount("bleeding") == 1


@rule("ingenuity/sheet.slots", "ingenuity/condition.encumbered")
def test_who_carries_too_much_stays_encumbered() -> None:
    table = Table("A . b", A=sheet(["greatsword", "longsword"]), b=foe())
    unit = table["A"]
    unit.sheet.encumbrance, unit.sheet.capacity = 2, 3
    for _ in range(2):
        carrying.weigh(table.combat, unit)
        assert (unit.is_held("encumbered"), unit.is_held("overencumbered")) == (True, False)


@rule("ingenuity/action.resuscitate.outcome", "ingenuity/condition.duration")
def test_who_comes_round_bleeds_on() -> None:
    table = Table("A b", A=sheet(), b=foe())
    table.fell("b")
    table.give("b", "bleeding", 2)
    table.wake("b")
    assert table["b"].amount("bleeding") == 2


@rule("ingenuity/action.interact", "ingenuity/sheet.hands")
@pytest.mark.parametrize(("hands", "able"), [(2, True), (0, False)])
def test_nothing_is_handed_to_who_has_no_hands(hands: int, able: bool) -> None:
    table = Table("A B c", A=sheet(["dagger"]), B=foe(), c=foe())
    table["B"].sheet.hands = hands
    assert ("hand dagger to B" in table.offered("A")) == able


@rule("ingenuity/death.dead")
def test_the_dead_hold_nothing_and_what_they_had_lies_there() -> None:
    table = Table("A b . c", A=foe(), b=sheet(["dagger", "spear"]), c=foe())
    death.die(table.combat, table["b"], "death.risk")
    assert table["b"].pieces == []
    assert [(piece.cell, piece.held) for piece in table.combat.litter] == [(1, False), (1, False)]


@rule("ingenuity/death.killing-strike", "ingenuity/geometry.adjacent")
@pytest.mark.parametrize(("rows", "able"), [("A b . c", True), ("A . b c", False)])
def test_with_a_bow_one_kills_from_beside(rows: str, able: bool) -> None:
    table = Table(rows, A=sheet(["shortbow"], ammo={"arrow": 2}), b=foe(), c=foe())
    table.fell("b")
    assert ("kill b with shortbow" in table.offered("A")) == able


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/action.brandish")
def test_what_is_held_already_cannot_be_brandished() -> None:
    table = Table("A . b", A=sheet(["spear", "longsword"], shields=["buckler"]), b=bare_foe())
    with refused("action.brandish"):
        table.act("A", "brandish spear")
    table.act("A", "brandish longsword and buckler")
    with refused("action.brandish"):
        table.act("A", "brandish longsword and buckler")
    table.act("A", "brandish longsword")
    assert [table.combat.thing(one).id for one in table["A"].pieces if one.held] == ["longsword"]


@rule("ingenuity/action.treat", "ingenuity/action.interact")
def test_water_is_poured_on_who_burns() -> None:
    table = Table("A b", A=sheet(items=["water-skin"]), b=bare_foe())
    with refused("action.treat"):
        table.act("A", "give water-skin to A")
