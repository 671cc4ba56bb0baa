"""Bounds that a trial of mutants found unguarded."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import carrying, condition, death, end
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import Goal
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"
HIT = ("attack b with bare-hands", FIST)


def foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


def mage(power: str, proficiency: str, **more: int) -> Sheet:
    return sheet(powers=[power], prof={proficiency: 1}, numbers=dict(more))


def pass_round(table: Table) -> None:
    for unit in table.combat.units:
        unit.acted = True
    table.combat.active = -1
    table.combat.phase = 2
    table.step()


@rule("ingenuity/action.ready.timing", "ingenuity/setup.hostility")
def test_the_movement_of_a_friend_triggers_nothing() -> None:
    one = sheet(["crossbow"], ammo={"bolt": 5})
    table = Table("A . # b\n. B . .", A=one, B=sheet(speed=2), b=sheet(stamina=0, speed=1))
    table.act("A", "ready for a move")
    table.act("B", "move", "move 2,1")
    assert table["A"].readied


@rule("ingenuity/power.area", "ingenuity/movement.difficult")
def test_greased_ground_costs_double() -> None:
    table = Table("A . . . . . b", A=mage("grease", "Conjuration"), b=foe(speed=2))
    table.act("A", "grease A", "at 4,0", dice="d6 3 3 d20 9")
    table.begin_turn("b")
    with refused("movement.speed"):
        table.step("move", "move 4,0")


@rule("ingenuity/power.area", "ingenuity/turn.round-length")
def test_grease_dries_up_after_ten_rounds() -> None:
    table = Table("A . . . . . . . . b", A=mage("grease", "Conjuration"), b=foe())
    table.act("A", "grease A", "at 3,0", dice="d6 3 3 d20 9")
    for number in range(1, 11):
        table.combat.quiet = 0
        assert len(table.combat.zones) == 1, number
        pass_round(table)
    assert table.combat.zones == []


@rule("ingenuity/condition.unconscious", "ingenuity/turn.round-length")
def test_a_sleeper_wakes_after_ten_rounds_or_when_it_tests_well() -> None:
    for well in (False, True):
        table = Table("A b c", A=mage("sleep", "Enchantment"), b=foe(willpower=3), c=foe())
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
    table = Table("B A b", A=mage("sleep", "Enchantment"), B=sheet(), b=foe())
    with refused("action.interact"):
        table.act("A", "shake awake B")
    condition.knock_out(table.combat, table["B"], "test")
    condition.for_rounds(table.combat, table["B"], "sleeping", 9, 2, 10)
    table.act("A", "shake awake B")
    assert table["B"].awake
    assert table["A"].actions == 2


@rule("ingenuity/gm.creature-ranks")
def test_a_common_creature_uses_two_manoeuvres_in_a_combat_and_falls_without_endurance() -> None:
    grunt = sheet(maneuvers=["heavy-attack"])
    grunt.rank = "common"
    options: dict[str, int | str | bool] = {"creature_ranks": True}
    table = Table("b A\n. c", b=grunt, A=foe(), c=grunt, options=options)
    keys = ("heavy-attack A", FIST)
    for _ in range(2):
        table.act("b", *keys, dice="d6 3 3 d20 9")
    with refused("gm.creature-ranks"):
        table.act("b", "heavy-attack A")
    table["c"].endurance = 1
    table["b"].stamina = table["c"].stamina = 0
    table.act("A", "attack c with bare-hands", FIST, "c: dead", dice="d6 6 6 d20 9")
    assert not table["c"].present
    assert table["c"].health == 12


@rule("ingenuity/maneuver.reaction", "ingenuity/sheet.hands")
@pytest.mark.parametrize("why", ["melee", "hands"])
def test_nothing_is_caught_from_a_hand_or_with_hands_full(why: str) -> None:
    from affray.core.errors import AffrayError

    weapons = ["longsword", "dagger"] if why == "hands" else []
    catcher = sheet(weapons, maneuvers=["arrow-catch"], evasion=2)
    shooter = sheet(["shortbow"] if why == "hands" else ["spear"], ammo={"arrow": 5})
    table = Table("A b", A=shooter, b=catcher)
    keys = {
        "hands": ("shoot b with shortbow", "dexterity piercing"),
        "melee": ("attack b with spear", "strength piercing"),
    }[why]
    with pytest.raises(AffrayError, match="arrow-catch"):
        table.act("A", *keys, "arrow-catch", dice="d6 3 3 d20 9")


@rule("ingenuity/action.brandish")
def test_what_is_held_already_cannot_be_brandished() -> None:
    table = Table("A . b", A=sheet(["spear", "longsword"], shields=["buckler"]), b=foe())
    with refused("action.brandish"):
        table.act("A", "brandish spear")
    table.act("A", "brandish longsword and buckler")
    with refused("action.brandish"):
        table.act("A", "brandish longsword and buckler")
    table.act("A", "brandish longsword")
    assert [table.combat.thing(one).id for one in table["A"].pieces if one.held] == ["longsword"]


@rule("ingenuity/geometry.range", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(("apart", "heard"), [(10, True), (11, False)])
def test_a_rally_carries_ten_metres(apart: int, heard: bool) -> None:
    table = Table(
        "A " + ". " * (apart - 1) + "B b", A=sheet(maneuvers=["rally"]), B=sheet(), b=foe()
    )
    table.act("A", "rally A", dice="d6 3 3 d20 9")
    assert table["B"].is_held("rallied") == heard


@rule("ingenuity/attack.multiple.maneuvers", "ingenuity/dice.order")
def test_a_double_shot_has_two_targets_though_there_are_three() -> None:
    archer = sheet(["shortbow"], maneuvers=["double-shot"], ammo={"arrow": 9})
    table = Table("A . . b\n. . . c\n. . . d", A=archer, b=foe(), c=foe(), d=foe())
    keys = ("double-shot b", "dexterity piercing", "d")
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert [table[name].endurance for name in "bcd"] == [52, 60, 52]


@rule("ingenuity/maneuver.steps", "ingenuity/power.learned-only")
def test_without_a_power_there_is_no_spell_attack() -> None:
    table = Table("A b", A=sheet(maneuvers=["spell-attack"]), b=foe())
    with refused("power.learned-only"):
        table.act("A", "spell-attack b")


@rule("ingenuity/action.treat", "ingenuity/action.interact")
def test_water_is_poured_on_who_burns() -> None:
    table = Table("A b", A=sheet(items=["water-skin"]), b=foe())
    with refused("action.treat"):
        table.act("A", "give water-skin to A")


@rule("ingenuity/setup.objective-kinds", "ingenuity/end.flee")
@pytest.mark.parametrize(("exits", "won"), [([0], True), ([1], False), ([], True)])
def test_to_have_left_counts_only_by_the_zone_that_is_named(exits: list[int], won: bool) -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=foe())
    table.combat.goals.append(Goal("reached", 0, [], exits, 1))
    table.combat.held_rounds.append(0)
    table.combat.exit = [0]
    if exits == [1]:
        table.combat.move(table["B"], 2)
        table.combat.move(table["b"], 1)
    death.gone(table.combat, table["A"], 2, "end.flee")
    end.check(table.combat)
    assert (table.combat.outcome == "end.objective") == won


@rule("ingenuity/action.command.limits", "ingenuity/action.spanning")
def test_a_command_may_buy_one_action_s_worth_of_a_longer_task() -> None:
    loader = sheet(["siege-crossbow"], ammo={"siege-bolt": 2})
    table = Table("A B . b", A=sheet(focus=6), B=loader, b=foe())
    table["B"].pieces[0].loaded = 0
    table.act("A", "command B", "B: reload siege-crossbow")
    assert table["B"].task_left == 11
    assert table["B"].actions == 0
    table.count("A", "commanded", 0)
    table.act("A", "command B", "B: continue task")
    assert table["B"].task_left == 10


@rule("ingenuity/maneuver.attack")
def test_a_melee_manoeuvre_is_not_thrown_nor_a_shot_struck() -> None:
    far = Table("A . . b", A=sheet(["shortspear"], maneuvers=["stunning-strike"]), b=foe())
    with refused("geometry.reach"):
        far.act("A", "stunning-strike b")
    near = Table("A b c", A=sheet(["longsword"], maneuvers=["double-shot"]), b=foe(), c=foe())
    with refused("maneuver.attack"):
        near.act("A", "double-shot b")


@rule("ingenuity/turn.until-next")
def test_what_another_made_lasts_until_the_maker_s_next_turn() -> None:
    table = Table("A b", A=sheet(maneuvers=["diversion"]), b=foe(perception=0))
    table.act("A", "diversion A", dice="d6 3 3 d20 9")
    table.step("end turn")
    table.start("b")
    assert table["b"].is_held("diverted")
    table.step("end turn")
    table.start("A")
    assert not table["b"].is_held("diverted")


@rule("ingenuity/condition.no-stacking", "ingenuity/condition.minor")
def test_of_two_alike_the_newer_one_s_end_counts() -> None:
    table = Table("A b", A=sheet(), b=foe())
    condition.brief(table.combat, table["A"], "shaken", 1, 1)
    table.start("A")
    condition.brief(table.combat, table["A"], "shaken", 1, 1)
    table.step("end turn")
    assert table["A"].is_held("shaken")


@rule("ingenuity/action.spanning", "ingenuity/action.free.drop-item")
def test_a_reload_goes_on_with_its_own_weapon_though_another_thing_is_gone() -> None:
    one = sheet(["dagger", "crossbow"], ammo={"bolt": 3})
    table = Table("A . b", A=one, b=foe())
    dagger, crossbow = table["A"].pieces
    dagger.held, crossbow.held, crossbow.loaded = False, True, 0
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("reload crossbow")
    carrying.drop(table.combat, table["A"], dagger)
    table.start("A", "continue")
    assert crossbow.loaded == 1


@rule("ingenuity/setup.free-brandish", "ingenuity/setup.instigating-action")
def test_the_instigator_may_brandish_for_free_after_its_opening_action() -> None:
    table = Table("A b", A=sheet(["spear", "dagger"]), b=foe())
    table.combat.instigator, table.combat.aimed = 0, 1
    table["A"].brandished = False
    table.start("A")
    table.step("attack b with spear", "strength piercing", "brandish dagger", dice="d6 1 1 d20 9")
    assert [table.combat.thing(one).id for one in table["A"].pieces if one.held] == ["dagger"]
    assert table["A"].actions == 2


@rule("ingenuity/sheet.ancestry", "ingenuity/maneuver.attack")
@pytest.mark.parametrize(
    ("maneuver", "held"), [("stunning-strike", True), ("tripping-strike", False)]
)
def test_a_dwarf_s_stability_counts_only_against_being_moved_or_felled(
    maneuver: str, held: bool
) -> None:
    dwarf = foe(constitution=6 if held else 5)
    dwarf.steady = True
    table = Table("A b", A=sheet(maneuvers=[maneuver]), b=dwarf)
    table.act("A", f"{maneuver} b", FIST, dice="d6 3 3 d20 9")
    assert (table["b"].is_held("stunned") or table["b"].prone) == held


@rule("ingenuity/power.area", "ingenuity/movement.difficult")
def test_grease_fells_only_those_who_start_a_turn_or_enter_it() -> None:
    table = Table("A . . . . . . . b", A=mage("grease", "Conjuration"), b=foe())
    table.act("A", "grease A", "at 3,0", dice="d6 3 3 d20 9")
    table.step("end turn")
    table.start("b")
    assert not table["b"].prone
    table.step("move", "move 6,0", "stop", dice="d6 2 2 d20 9")
    assert table["b"].prone


@rule("ingenuity/maneuver.reaction", "ingenuity/reaction.parry.item")
@pytest.mark.parametrize("how", ["shot", "power"])
def test_a_shot_or_a_power_is_parried_plainly_but_not_answered_with_a_riposte(how: str) -> None:
    from affray.core.errors import AffrayError

    knight = sheet(["handaxe"], maneuvers=["riposte", "hook-parry"], evasion=2)
    archer = sheet(
        ["shortbow"],
        ammo={"arrow": 5},
        powers=["jolt"],
        dice={"wizardry": 6},
        prof={"Evocation": 1},
    )
    keys = {"shot": ("shoot b with shortbow", "dexterity piercing"), "power": ("jolt b",)}[how]
    for answer in ("riposte with handaxe", "hook-parry with handaxe"):
        table = Table("A b", A=archer, b=knight)
        with pytest.raises(AffrayError, match="handaxe"):
            table.act("A", *keys, answer, dice="d6 3 3 d20 9")
    table = Table("A b", A=archer, b=knight)
    table.act("A", *keys, "parry with handaxe", dice="d6 3 3 d20 9")
    assert table["b"].pieces[0].wear == 1


@rule("ingenuity/action.resources", "ingenuity/reaction.block")
@pytest.mark.parametrize(("focus", "offered"), [(0, False), (1, True)])
def test_a_shield_of_force_blocks_for_focus_where_there_is_some(focus: int, offered: bool) -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet(evasion=2, stamina=0, focus=focus))
    table.give("b", "shielded", 12)
    keys = ["attack b with spear", "strength piercing"]
    keys += ["block with shield-of-force for focus"] if offered else []
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert table["b"].endurance == (12 if offered else 2)
    assert table["b"].focus == 0


@rule("ingenuity/action.search")
def test_there_is_nothing_to_search_for_where_nobody_hides() -> None:
    table = Table("A b", A=sheet(), b=foe())
    with refused("action.search"):
        table.act("A", "search")
