"""Damage: types, resistance, fixed numbers, immunity; vigor, wounds and Resolve."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import resource
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.damage import levels, taking
from affray.rulesets.icon.geometry import terrain
from affray.rulesets.icon.state import with_at
from affray.rulesets.icon.terms import (
    SPACES,
)
from tests.icon.table import (
    BLAST,
    BLIGHTS,
    EAST,
    Mod,
    Op,
    Table,
    Trait,
    ability,
    content_library,
    darter,
    fighters,
    foe,
    hero,
    made,
    neighbours,
    sheet,
    strike,
    walker,
)
from tests.rules import rule


def duel(row: str = "A b . . .", **foe: object) -> Table:
    return Table(row, A=sheet(abilities=[strike()]), b=sheet(pc=False, **foe))  # type: ignore[arg-type]


def skinned(trait: str, row: str = "A b . .", **more: object) -> Table:
    one = sheet(pc=False)
    one.traits = [content_library().maker.trait_of(trait)]
    return Table(row, A=sheet(abilities=[strike()]), b=one)


@rule("icon/damage.types")
@pytest.mark.parametrize(
    ("of_class", "of_ability", "lost"),
    [
        ("physical", "", 3),
        ("magical", "", 5),
        ("magical", "physical", 3),
        ("physical", "magical", 5),
    ],
)
def test_damage_is_of_the_class_unless_the_ability_names_a_type(
    of_class: str, of_ability: str, lost: int
) -> None:
    """The target resists physical damage while it is not bloodied."""
    table = skinned("mire-skin")
    table["A"].sheet.type = of_class
    table["A"].sheet.abilities[0].hit[0].type = of_ability

    table.act("A", "strike b", dice="d20 9 d6 2 3")

    assert table["b"].hp == 28 - lost


@rule("icon/damage.types", "icon/terrain.fall-reducible")
def test_falls_and_terrain_are_physical() -> None:
    table = skinned("mire-skin")

    taking.hurt_by_terrain(table.combat, table["b"], 3, "terrain.fall", pierce=False)
    assert table["b"].hp == 26
    taking.hurt_by_terrain(table.combat, table["b"], 3, "terrain.fall", pierce=True)

    assert table["b"].hp == 24, "piercing: no armor, but resistance"


@rule("icon/damage.types", "icon/damage.godly")
def test_an_ability_may_name_its_damage_godly() -> None:
    table = duel(armor=3, gives=["resistance"])
    table["b"].vigor = 8
    table["A"].sheet.abilities[0].hit[0].type = "godly"

    table.act("A", "strike b", dice="d20 9 d6 2 3")

    assert (table["b"].hp, table["b"].vigor) == (23, 8)


@rule("icon/damage.resistance", "icon/golden.round-up")
@pytest.mark.parametrize(("amount", "lost"), [(1, 1), (2, 1), (4, 2), (5, 3)])
def test_resistance_halves_and_rounds_up(amount: int, lost: int) -> None:
    table = duel(gives=["resistance"])

    table.hurt("b", amount, by="A")

    assert table["b"].hp == 28 - lost


@rule("icon/damage.resistance-once")
def test_several_resistances_halve_once() -> None:
    table = skinned("mire-skin")
    table.give("b", "resistance")

    table.hurt("b", 8, by="A", covered=True)

    assert table["b"].hp == 24


@rule("icon/golden.round-up", "icon/status.pacified", "icon/damage.order")
def test_two_halvings_by_different_rules_round_up_each() -> None:
    """5 of a pacified dealer: 3; resistance: 2."""
    table = duel(gives=["resistance"])
    table.give("A", "pacified")

    table.hurt("b", 5, by="A")

    assert table["b"].hp == 26


@rule("icon/damage.order", "icon/status.weakened", "icon/status.vulnerable")
def test_the_order_of_the_steps_shows_in_the_sum() -> None:
    """9 weakened 7, pacified 4, vulnerable 5, armor 2: 3, resistance 2, vigor 1: 1 hit point."""
    table = duel(armor=2, gives=["resistance"])
    table.give("A", "weakened")
    table.give("A", "pacified")
    table.give("b", "vulnerable")
    table["b"].vigor = 1

    table.hurt("b", 9, by="A")

    assert (table["b"].vigor, table["b"].hp) == (0, 27)


@rule("icon/damage.armor")
def test_armor_counts_against_each_instance() -> None:
    """Pile On: 2 and 1 damage, each less 1."""
    mob = content_library().maker.library.sheets["ragged-scrapper 1"]
    table = Table("A b", A=sheet(armor=1), b=mob)

    table.act("b", "pile-on A", dice="d20 8")

    assert table["A"].hp == 27


@rule("icon/damage.minimum-zero", "icon/effect.counter")
@pytest.mark.parametrize(("amount", "lost", "back"), [(3, 0, 0), (4, 1, 1)])
def test_damage_reduced_to_nothing_has_damaged_nobody(amount: int, lost: int, back: int) -> None:
    table = duel(armor=3, gives=["counter"])

    table.hurt("b", amount, by="A")

    assert (table["b"].hp, table["A"].hp) == (28 - lost, 28 - back)


@rule("icon/damage.immune", "icon/effect.counter", "icon/status.pacified")
def test_the_immune_do_not_count_as_damaged() -> None:
    table = duel(gives=["counter"])
    table.give("b", "unharmed")
    table.give("b", "pacified")

    table.hurt("b", 9, by="A")

    assert (table["b"].hp, table["A"].hp) == (28, 28)
    assert table.has("b", "pacified")


@rule("icon/damage.immune")
def test_a_trait_makes_immune_to_one_blight_alone() -> None:
    one = ability("coal-spit")
    one.hit = [op("blight", "frostbite"), op("blight", "burning")]
    table = skinned("cold-hide")
    table["A"].sheet.abilities.insert(0, one)
    table["A"].used = (*table["A"].used, 0)
    table["A"].scopes = (*table["A"].scopes, 0)

    table.act("A", "coal-spit b", dice="d20 15 d6 1")

    assert table.effects("b") == ["burning"]


def op(name: str, id: str) -> Op:
    one = Op(name)
    one.id = id
    return one


@rule("icon/damage.fray-fixed", "icon/damage.flat-fixed", "icon/attack.critical")
@pytest.mark.parametrize(("level", "amount", "lost"), [("fray", 0, 2), ("", 4, 4)])
def test_fray_and_flat_damage_take_no_boosts_or_bonus_dice(
    level: str, amount: int, lost: int
) -> None:
    """A critical hit with bonus damage and a boost: the number stays what it is."""
    one = strike()
    one.hit[0].level = level
    one.hit[0].amount = amount
    one.mods = [Mod("bonus", 2), Mod("boost", 1)]
    table = Table("A b", A=sheet(fray=2, abilities=[one]), b=sheet(pc=False))

    table.act("A", "strike b", dice="d20 20")

    assert table["b"].hp == 28 - lost


@rule("icon/damage.boost", "icon/damage.levels", "icon/sheet.fray-and-die")
@pytest.mark.parametrize(
    ("level", "boosts", "dice", "sum_"),
    [
        ("light", 0, "d8 7", 7),
        ("light", 1, "d8 7 2", 9),
        ("light", 2, "d8 7 2 3", 12),
        ("heavy", 1, "d8 1 2 3", 6),
        ("critical", 0, "d8 8 8 8", 24),
    ],
)
def test_boosts_raise_the_level_by_one_die_each(
    level: str, boosts: int, dice: str, sum_: int
) -> None:
    table = Table("A b", A=sheet(die=8), b=sheet(pc=False))
    agent = table.script([], dice)

    assert levels.roll(table.combat, 0, level, boosts, 0) == (sum_, False)
    table.done(agent)


@rule("icon/damage.boost-past-critical")
@pytest.mark.parametrize(
    ("boosts", "dice", "sum_"), [(1, "d6 1 2 3 4", 9), (2, "d6 1 2 3 4 5", 12)]
)
def test_every_boost_past_critical_adds_a_bonus_die(boosts: int, dice: str, sum_: int) -> None:
    table = duel()
    agent = table.script([], dice)

    assert levels.roll(table.combat, 0, "critical", boosts, 0) == (sum_, True)
    table.done(agent)


@rule("icon/attack.critical")
def test_a_critical_hit_boosts_neither_area_nor_effect_nor_miss() -> None:
    """Forked Line with light damage in the area: one die there, three for the target."""
    one = ability("forked-line")
    one.area[0].level = "light"
    more = Op("damage")
    more.level = "light"
    one.effect = [more]
    table = Table("A b c", A=sheet(bonus=6, abilities=[one]), b=sheet(pc=False), c=sheet(pc=False))

    table.act("A", "forked-line", "area 1,0 2,0", dice="d20 20 d6 6 1 1 1 d6 2 d6 3")

    assert table["b"].hp == 28 - 3 - 3
    assert table["c"].hp == 26


# ---- vigor and wounds --------------------------------------------------------------------------


@rule("icon/vigor.absorbs-first", "icon/effect.counter")
def test_damage_that_vigor_absorbs_still_damages() -> None:
    table = duel(gives=["counter"])
    table["b"].vigor = 5

    table.hurt("b", 5, by="A")

    assert (table["b"].vigor, table["b"].hp, table["A"].hp) == (0, 28, 27)


@rule("icon/vigor.no-healing", "icon/resource.bloodied")
def test_vigor_does_not_count_for_bloodied_or_defeat() -> None:
    table = duel()
    table["b"].hp = 13
    table["b"].vigor = 28
    assert table["b"].bloodied()

    taking.suffer(table.combat, godly(99))

    assert not table["b"].able()


def godly(amount: int) -> taking.Damage:
    blow = taking.Damage(0, 1, amount)
    blow.godly = True
    return blow


@rule("icon/resource.wound-clamps", "icon/defeat.pc")
def test_a_wound_lowers_vigor_and_hit_points_to_the_new_maximum() -> None:
    """Rescued after the first wound: 21, not 28; vigor stops at 21."""
    table = Table("A B c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.fell(1)
    table.act("A", "rescue B")

    resource.give_vigor(table.combat, table["B"], 4)

    assert (table["B"].hp, table["B"].vigor) == (21, 21)


@rule("icon/resource.wound-lowers-maxima")
@pytest.mark.parametrize(("wounds", "most"), [(0, 32), (1, 24), (2, 16), (3, 8)])
def test_each_wound_blocks_a_quarter(wounds: int, most: int) -> None:
    table = Table("A b", A=sheet(health=8), b=sheet(pc=False))

    table["A"].wounds = wounds

    assert table["A"].max_hp() == most


@rule("icon/resource.bloodied")
@pytest.mark.parametrize(
    ("hp", "wounds", "bloodied"),
    [(14, 0, False), (13, 0, True), (11, 1, False), (10, 1, True)],
)
def test_bloodied_is_less_than_half_of_the_maximum_as_it_is(
    hp: int, wounds: int, *, bloodied: bool
) -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table["A"].wounds = wounds
    table["A"].hp = hp

    assert table["A"].bloodied() == bloodied


# ---- Resolve -----------------------------------------------------------------------------------


def breaker(resolve: int) -> Table:
    table = Table("A b .", A=sheet(abilities=[ability("great-unpicking")]), b=sheet(pc=False))
    table["A"].resolve = resolve
    return table


@rule("icon/resource.limit-break-cost")
def test_a_limit_break_costs_resolve_and_its_actions() -> None:
    assert breaker(2).refusal("A", "great-unpicking") == "resource.limit-break-cost"
    table = breaker(4)

    table.act("A", "great-unpicking", dice="d20 10")

    assert (table["A"].resolve, table["A"].actions) == (1, 1)


@rule("icon/resource.limit-break-once")
def test_a_limit_break_is_used_once_a_combat() -> None:
    table = breaker(6)
    table.act("A", "great-unpicking", dice="d20 10")
    table["A"].resolve = 6

    assert table.refusal("A", "great-unpicking") == "resource.limit-break-once"
    table.end("A")
    table.combat.clear(2)
    table.begin("A")

    assert table.refusal("A", "great-unpicking") == "resource.limit-break-once"


@rule("icon/resource.resolve-gain")
def test_foes_and_the_incapacitated_gain_no_resolve() -> None:
    table = breaker(0)

    table.begin("b")
    table.begin("A")

    assert (table["b"].resolve, table["A"].resolve) == (0, 1)


@rule("icon/resource.resolve-lost", "icon/defeat.pc")
def test_resolve_outlasts_defeat_but_not_the_combat() -> None:
    table = Table("A B c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table["B"].resolve = 3
    table["B"].vigor = 5
    table["B"].combo = 1
    table.fell(1)

    assert (table["B"].resolve, table["B"].vigor, table["B"].combo) == (3, 0, 0)
    table.act("A", "rescue B")
    assert table["B"].resolve == 3
    table.fell(2)
    table.end("A")

    assert table.combat.outcome == "end.side-out"
    assert table["B"].resolve == 0


@rule("icon/roll.damage-dice", "icon/damage.bonus", "icon/damage.boost-past-critical")
def test_boosts_past_critical_become_bonus_and_godly() -> None:
    """Heavy damage boosted twice: d6 2, 6, 1, 5: 13 godly."""
    table = fighters()
    agent = table.script([], "d6 2 6 1 5")

    assert levels.roll(table.combat, 0, "heavy", 2, 0) == (13, True)
    table.done(agent)


@rule("icon/damage.order", "icon/damage.armor", "icon/damage.resistance", "icon/golden.round-up")
def test_armor_comes_before_resistance() -> None:
    """5 damage against armor 2 and resistance: 5 - 2 = 3, halved 2."""
    table = fighters(b=sheet(pc=False, armor=2, gives=["resistance"]))

    taking.suffer(table.combat, taking.Damage(0, 1, 5))

    assert table["b"].hp == 26


@rule("icon/damage.godly")
def test_godly_damage_passes_armor_resistance_and_vigor() -> None:
    """11 godly against armor 3, resistance and vigor 8, HP 14: HP 3, vigor 8."""
    table = fighters(b=sheet(pc=False, armor=3, gives=["resistance"]))
    table["b"].hp = 14
    table["b"].vigor = 8
    blow = taking.Damage(0, 1, 11)
    blow.godly = True

    taking.suffer(table.combat, blow)

    assert (table["b"].hp, table["b"].vigor) == (3, 8)


@rule("icon/damage.pierce", "icon/vigor.absorbs-first")
def test_piercing_damage_ignores_armor_but_not_vigor() -> None:
    table = fighters(b=sheet(pc=False, armor=3))
    table["b"].vigor = 5
    blow = taking.Damage(0, 1, 11)
    blow.pierce = True

    taking.suffer(table.combat, blow)

    assert (table["b"].hp, table["b"].vigor) == (22, 0)


@rule("icon/blight.damage", "icon/blight.ignores-armor", "icon/turn.start-sequence")
def test_blights_hurt_as_one_instance_at_the_start_of_a_turn() -> None:
    """Burning and poisoned, armor 2, vigor 0, HP 9: 7 HP."""
    table = fighters(sheet(armor=2))
    table["A"].hp = 9
    table.give("A", "burning")
    table.give("A", "poisoned")

    table.begin("A")

    assert table["A"].hp == 7


@rule("icon/blight.floor")
def test_blights_never_defeat() -> None:
    """HP 3, vigor 0, four blights: HP 1."""
    table = fighters()
    table["A"].hp = 3
    for id in ("burning", "poisoned", "frostbite", "electrified"):
        table.give("A", id)

    table.begin("A")

    assert table["A"].hp == 1


@rule("icon/damage.armor-highest")
@pytest.mark.parametrize(
    ("own", "traits", "lost"),
    [
        (1, [], 8),
        (1, [(3, 0)], 6),
        (3, [(1, 0)], 6),
        (1, [(2, 0), (3, 0)], 6),
        (2, [(3, 0), (0, 1)], 5),
    ],
)
def test_of_several_armors_the_highest_counts_and_plus_armor_is_added(
    own: int, traits: list[tuple[int, int]], lost: int
) -> None:
    one = sheet(armor=own)
    for armor, plus in traits:
        trait = Trait("shell")
        trait.armor = armor
        trait.armor_plus = plus
        one.traits.append(trait)
    table = Table("A b", A=one, b=sheet(pc=False))

    table.hurt("A", 9, by="b")

    assert table["A"].hp == 28 - lost


@rule("icon/damage.armor-highest")
def test_the_highest_armor_counts_and_what_adds_is_added() -> None:
    one = sheet(armor=1)
    plate, hide, charm = Trait("plate"), Trait("hide"), Trait("charm")
    plate.armor = 3
    hide.armor = 2
    charm.armor_plus = 1
    one.traits = [hide, plate, charm]
    table = Table("A b", A=one, b=sheet(pc=False))

    table.hurt("A", 10, "b")

    assert table["A"].hp == 28 - (10 - 4)


@rule("icon/aoe.area-damage-once", "icon/effect.dodge")
def test_what_an_area_draws_from_each_is_rolled_once_and_halved_by_dodge() -> None:
    table = Table(
        "A b C . .", A=hero(ability("drawn-flame")), b=foe(gives=["dodge"]), C=hero(armor=2)
    )
    for name in "bC":
        table.give(name, "burning")

    table.act("A", "drawn-flame", "area 1,0 2,0 3,0 4,0", dice="d6 5")

    assert (table["b"].hp, table["C"].hp) == (25, 23)


@rule("icon/aoe.area-damage-once")
def test_two_damages_for_all_who_fail_a_save_are_rolled_once_each() -> None:
    lines = [{"op": "damage", "level": "light"}, {"op": "damage", "level": "light"}]
    gust = made(**BLAST, effect=[{"op": "save", "who": "area-foes", "fail": lines}])
    table = Table("A . . b c", A=hero(gust), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 1 d6 2 5 d20 1")

    assert (table["b"].hp, table["c"].hp) == (28 - 7, 28 - 7)


@rule("icon/aoe.area-damage-once")
def test_damage_for_all_who_fail_a_save_in_an_area_is_rolled_once() -> None:
    gust = made(
        **BLAST,
        effect=[
            {
                "op": "save",
                "who": "area-foes",
                "fail": [
                    {"op": "save", "fail": [{"op": "status", "status": "dazed"}]},
                    {"op": "damage", "level": "light"},
                ],
            }
        ],
    )
    table = Table("A . . b c", A=hero(gust), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 9 10 d6 4 d20 9 9")

    assert (table["b"].hp, table["c"].hp) == (24, 24)
    assert (table.effects("b"), table.effects("c")) == ([], ["dazed"])


@rule("icon/terrain.fall", "icon/terrain.destructible")
@pytest.mark.parametrize(("height", "hp"), [(1, 28), (2, 26)])
def test_who_stands_on_terrain_of_height_1_that_is_destroyed_is_not_hurt(
    height: int, hp: int
) -> None:
    table = Table(f"A B{height} . b", A=hero(), B=hero(), b=foe())
    table.combat.toughness = with_at(table.combat.toughness, 1, 10 * height)

    terrain.wreck(table.combat, 1, 99)

    assert (table.combat.levels[1], table["B"].hp) == (0, hp)


@rule("icon/move.dash-pays-terrain", "icon/terrain.dangerous", "icon/terrain.fall")
def test_a_dash_is_hurt_by_dangerous_ground_and_falls() -> None:
    table = walker("A3 . ^ . b")

    table.act("A", "dash", "move 1,0 2,0", "move 2,0", "stop")

    assert table["A"].hp == 28 - 3 - 1


@rule("icon/move.fly", "icon/terrain.fall", "icon/terrain.dangerous")
def test_a_flyer_neither_falls_nor_minds_dangerous_ground() -> None:
    table = walker("A3 ^ . b", gives=["flying"])

    table.act("A", "move", "move 1,0")
    table.shove("b", "A", 1, EAST)

    assert table["A"].hp == 28


@rule("icon/move.teleport", "icon/terrain.dangerous", "icon/terrain.fall")
def test_a_teleport_is_hurt_by_dangerous_ground_but_does_not_fall() -> None:
    table = Table("A3 . ^ b", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))

    table.act("A", "smoke-step", "space 2,0")

    assert table["A"].hp == 27


@rule("icon/terrain.fall", "icon/terrain.fall-reducible")
@pytest.mark.parametrize(("height", "armor", "lost"), [(1, 0, 0), (2, 0, 2), (3, 0, 3), (3, 1, 2)])
def test_a_step_down_by_more_than_one_level_is_a_fall(height: int, armor: int, lost: int) -> None:
    table = walker(f"A{height} . . b", armor=armor, speed=1)

    table.act("A", "move", "move 1,0")

    assert table["A"].hp == 28 - lost


@rule("icon/terrain.dangerous")
def test_starting_or_staying_in_dangerous_ground_does_nothing() -> None:
    table = walker("A . b")
    table.combat.floor = with_at(table.combat.floor, 0, 2)

    table.begin("A")
    table.act("A", "move", "move 1,0")
    assert table["A"].hp == 28
    table.end("A")


@rule("icon/terrain.fall", "icon/terrain.fall-continue")
@pytest.mark.parametrize(("height", "hp"), [(1, 28), (3, 25)])
def test_a_straight_dash_off_a_height_falls(height: int, hp: int) -> None:
    table = darter(f"A{height} . . b")

    table.act("A", "deed", "dash e")

    assert (table.at("A"), table["A"].hp, table["A"].used[SPACES]) == ("2,0", hp, 2)


@rule("icon/terrain.fall", "icon/defeat.pc")
def test_who_falls_to_its_death_on_a_straight_dash_goes_no_farther() -> None:
    table = darter("A3 . . . . b")
    table["A"].hp = 3

    table.act("A", "deed", "dash e")

    assert (table.at("A"), table.combat.outcome) == ("1,0", "end.total-defeat")


@rule("icon/blight.ignores-armor")
def test_vigor_absorbs_blights_and_resistance_to_a_type_does_not_matter() -> None:
    hide = Trait("hide")
    hide.resistance = ["physical", "magical"]
    one = sheet(armor=2)
    one.traits = [hide]
    table = Table("A b", A=one, b=sheet(pc=False))
    table["A"].vigor = 2
    for id in BLIGHTS[:3]:
        table.give("A", id)

    table.begin("A")

    assert (table["A"].vigor, table["A"].hp) == (0, 27)


@rule("icon/blight.ignores-armor", "icon/damage.resistance")
def test_resistance_to_all_damage_halves_that_of_blights() -> None:
    table = Table("A b", A=sheet(armor=2, gives=["resistance"]), b=sheet(pc=False))
    for id in BLIGHTS[:3]:
        table.give("A", id)

    table.begin("A")

    assert table["A"].hp == 26


@rule("icon/turn.start-sequence", "icon/blight.damage")
def test_what_lasts_until_the_start_of_the_turn_is_over_when_blights_hurt() -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    states.grant(table.combat, table["A"], "resistance", 0, "start-of-user-next-turn")
    for id in BLIGHTS[:3]:
        table.give("A", id)

    table.begin("A")

    assert table["A"].hp == 25


@rule("icon/blight.floor")
@pytest.mark.parametrize(("hp", "left"), [(4, 2), (3, 1), (2, 1), (1, 1)])
def test_blights_leave_at_least_one_hit_point(hp: int, left: int) -> None:
    table = neighbours()
    table["A"].hp = hp
    table.give("A", "burning")
    table.give("A", "poisoned")

    table.begin("A")

    assert table["A"].hp == left


@rule("icon/terrain.fall", "icon/terrain.fall-reducible")
def test_a_shove_down_three_levels_hurts_less_armor() -> None:
    """Shoved from height 3 to the ground with armor 1: 3 - 1 = 2 damage."""
    table = Table("A b3 .", A=sheet(), b=sheet(pc=False, armor=1))

    table.shove("A", "b", 1, 2)

    assert table["b"].hp == 26


@rule("icon/terrain.dangerous")
def test_dangerous_ground_pierces_by_the_chapter() -> None:
    table = Table("A b ^", A=sheet(), b=sheet(pc=False, armor=3))
    table.combat.chapter = 2

    table.shove("A", "b", 1, 2)

    assert table["b"].hp == 26
