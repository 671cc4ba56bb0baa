"""Every power by its own words: what it costs, is compared with, and does."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition, damage, geometry, turn
from affray.rulesets.ingenuity.action import power
from affray.rulesets.ingenuity.attack import areas, weapon
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import DEXTERITY, SKILLS, STRENGTH
from tests.ingenuity.table import Table, library, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"


def foe(**more: int) -> Sheet:
    base = {"evasion": 3, "constitution": 30, "willpower": 30, "stamina": 0, "focus": 0}
    return sheet(numbers={**base, "endurance": 60, "health": 40, **more})


def mage(*powers: str, **more: int) -> Sheet:
    """Somebody with d6 in everything and +1 in what teaches the powers; results are dice + 1."""
    known = library()
    prof: dict[str, int] = {}
    for one in known.powers:
        if one.id in powers:
            prof[one.proficiencies[0]] = 1
    found = sheet(powers=list(powers), prof=prof, numbers=dict(more))
    found.skills = [6] * len(SKILLS)
    return found


def cast(table: Table, *keys: str, dice: str = "d6 3 3 d20 9") -> int:
    """Use a power; return the result of the first test it made."""
    before = len(table.results())
    table.act("A", *keys, dice=dice)
    return table.results()[before]


def lost(table: Table, name: str = "b") -> int:
    return 60 - table[name].endurance


TIERS = [("jolt", 1, 4, 1), ("harm", 2, 6, 2), ("mend", 1, 4, 2), ("ignite", 1, 4, 1)]


@rule("ingenuity/power.tiers", "ingenuity/power.steps", "ingenuity/action.spanning")
@pytest.mark.parametrize(("name", "cost", "difficulty", "actions"), TIERS)
@pytest.mark.parametrize("short", [0, 1])
def test_a_power_costs_its_tier_and_works_at_its_difficulty(
    name: str, cost: int, difficulty: int, actions: int, short: int
) -> None:
    table = Table("A b", A=mage(name), b=foe())
    table["A"].endurance = 1
    target = "A" if name == "mend" else "b"
    wanted = difficulty - short
    first = (wanted - 1) // 2
    assert cast(table, f"{name} {target}", dice=f"d6 {first} {wanted - 1 - first} d20 9") == wanted
    assert (table["A"].focus, table["A"].actions) == (12 - cost, 3 - actions)
    assert bool(table.told("fails")) == bool(short)


@rule("ingenuity/power.attack", "ingenuity/condition.burning", "ingenuity/condition.minor")
@pytest.mark.parametrize(
    ("constitution", "luck", "burning"), [(7, 9, 1), (8, 9, 0), (11, 20, 2), (12, 20, 0)]
)
def test_ignite_burns_if_it_also_reaches_constitution(
    constitution: int, luck: int, burning: int
) -> None:
    table = Table("A b", A=mage("ignite"), b=foe(constitution=constitution))
    result = cast(table, "ignite b", dice=f"d6 3 3 d20 {luck}")
    assert lost(table) == result + 2
    assert table["b"].amount("burning") == burning


@rule("ingenuity/condition.minor", "ingenuity/power.attack")
def test_a_wet_target_takes_half_of_ignite_and_dries() -> None:
    table = Table("A b", A=mage("ignite"), b=foe(constitution=1))
    table.give("b", "wet")
    cast(table, "ignite b")
    assert lost(table) == 5
    assert not table["b"].is_held("wet")


@rule("ingenuity/power.attack", "ingenuity/attack.reduction")
def test_metal_armour_does_not_count_against_a_jolt() -> None:
    armoured = foe(elemental=8)
    armoured.metal = 6
    table = Table("A b", A=mage("jolt"), b=armoured)
    assert cast(table, "jolt b") == 7
    assert lost(table) == 7 + 2 - 2


@rule("ingenuity/power.attack.luck", "ingenuity/condition.stunned")
@pytest.mark.parametrize(("luck", "stunned"), [(19, False), (20, True)])
def test_a_jolt_stuns_on_a_luck_of_twenty(luck: int, stunned: bool) -> None:
    table = Table("A b", A=mage("jolt"), b=foe())
    cast(table, "jolt b", dice=f"d6 3 3 d20 {luck}")
    assert table["b"].is_held("stunned") == stunned


@rule("ingenuity/reaction.attacks-only", "ingenuity/reaction.window", "ingenuity/power.attack")
def test_an_attack_by_a_power_may_be_dodged_and_blocked() -> None:
    bearer = sheet(shields=["large-shield"], numbers={"evasion": 3, "stamina": 2})
    table = Table("A b", A=mage("jolt"), b=bearer)
    keys = ("jolt b", "b: pass", "b: block with large-shield")
    cast(table, *keys)
    assert table["b"].endurance == 12
    assert table["b"].pieces[0].wear == 9 - 4
    other = Table("A b .", A=mage("jolt"), b=bearer)
    cast(other, "jolt b", "b: dodge", "b: stay", dice="d6 3 3 d20 9 d6 4 4 d20 9")
    assert other["b"].endurance == 12


@rule("ingenuity/reaction.block.any-type", "ingenuity/power.attack")
def test_three_missiles_on_one_are_added_and_deal_at_least_one_each() -> None:
    table = Table("A b", A=mage("arcane-missiles"), b=foe(elemental=2))
    cast(table, "arcane-missiles b")
    assert lost(table) == 6 - 2
    hard = Table("A b", A=mage("arcane-missiles"), b=foe(elemental=9))
    cast(hard, "arcane-missiles b")
    assert lost(hard) == 3
    lucky = Table("A b", A=mage("arcane-missiles"), b=foe())
    cast(lucky, "arcane-missiles b", dice="d6 3 3 d20 20")
    assert lost(lucky) == 9


@rule("ingenuity/power.steps")
def test_missiles_may_be_shared() -> None:
    table = Table("A b c", A=mage("arcane-missiles"), b=foe(), c=foe())
    cast(table, "arcane-missiles b", "missile at c", "missile at c")
    assert (lost(table, "b"), lost(table, "c")) == (2, 4)


@rule("ingenuity/damage.psychic", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("willpower", "hurt"), [(4, 3), (6, 1), (7, 1), (8, 0)])
def test_a_mental_strike_deals_what_it_exceeds_willpower_by(willpower: int, hurt: int) -> None:
    table = Table("A b", A=mage("mental-strike"), b=foe(willpower=willpower, elemental=9))
    cast(table, "mental-strike b")
    assert lost(table) == hurt


@rule("ingenuity/condition.minor", "ingenuity/movement.forced")
@pytest.mark.parametrize(
    ("constitution", "keys", "at"),
    [(7, ["push 3 m"], "4,0"), (7, ["push 1 m"], "2,0"), (7, ["no push"], "1,0"), (8, [], "1,0")],
)
def test_a_water_jet_wets_and_douses_in_any_case_and_pushes_up_to_three(
    constitution: int, keys: list[str], at: str
) -> None:
    table = Table("A b . . . .", A=mage("water-jet"), b=foe(constitution=constitution))
    table.give("b", "burning", 2)
    cast(table, "water-jet b", *keys)
    assert table.at("b") == at
    assert table["b"].is_held("wet")
    assert not table["b"].is_held("burning")


@rule("ingenuity/turn.round-length", "ingenuity/condition.minor")
def test_wet_ends_after_three_rounds() -> None:
    table = Table("A b", A=mage("water-jet"), b=foe())
    cast(table, "water-jet b")
    for left in (True, True, False):
        for unit in table.combat.units:
            unit.acted = True
        table.combat.active = -1
        table.combat.phase = 2
        table.step()
        assert table["b"].is_held("wet") == left


@rule("ingenuity/condition.concentration", "ingenuity/power.steps")
def test_bless_adds_one_to_tests_while_its_caster_concentrates() -> None:
    table = Table("A B b", A=mage("bless"), B=sheet(), b=foe())
    cast(table, "bless B", "B: willing")
    table.act("B", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")
    assert table.results()[-1] == 7
    table.give("A", "stunned")
    table.act("B", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")
    assert table.results()[-1] == 6 - 1
    assert not table["B"].is_held("blessed")


@rule("ingenuity/condition.concentration")
def test_a_second_effect_ends_the_first() -> None:
    table = Table("A B b", A=mage("bless", "curse"), B=sheet(), b=foe(willpower=3))
    cast(table, "bless B", "B: willing")
    cast(table, "curse b", dice="d6 4 4 d20 9")
    assert table["b"].is_held("cursed")
    assert not table["B"].is_held("blessed")


@rule("ingenuity/condition.concentration")
def test_concentration_may_be_ended_for_free() -> None:
    table = Table("A B b", A=mage("bless"), B=sheet(), b=foe())
    cast(table, "bless B", "B: willing")
    table.act("A", "stop concentrating")
    assert not table["B"].is_held("blessed")
    assert table["A"].actions == 2


@rule("ingenuity/reaction.effect-compare", "ingenuity/condition.concentration")
@pytest.mark.parametrize(("willpower", "cursed"), [(7, True), (8, False)])
def test_a_curse_takes_one_off_tests(willpower: int, cursed: bool) -> None:
    table = Table("A b", A=mage("curse"), b=foe(willpower=willpower))
    cast(table, "curse b")
    assert table["b"].is_held("cursed") == cursed
    assert condition.on_tests(table["b"]) == (-1 if cursed else 0)


@rule("ingenuity/power.steps")
def test_bless_and_curse_cancel_each_other() -> None:
    table = Table("A B b", A=mage("bless"), B=sheet(), b=foe())
    table.give("B", "cursed", 1, "b")
    cast(table, "bless B", "B: willing")
    assert not table["B"].is_held("cursed")
    assert not table["B"].is_held("blessed")


@rule("ingenuity/test.rounding-up", "ingenuity/damage.healing")
@pytest.mark.parametrize(
    ("dice", "endurance", "health"),
    [("d6 3 3 d20 9", 4, 30), ("d6 4 3 d20 9", 4, 30), ("d6 3 3 d20 20", 6, 31)],
)
def test_mend_restores_half_the_result_and_a_health_on_a_luck_of_twenty(
    dice: str, endurance: int, health: int
) -> None:
    table = Table("A B b", A=mage("mend"), B=foe(), b=foe())
    table["B"].endurance, table["B"].health = 0, 30
    cast(table, "mend B", dice=dice)
    assert (table["B"].endurance, table["B"].health) == (endurance, health)


@rule("ingenuity/damage.order", "ingenuity/condition.concentration")
def test_a_ward_halves_its_type_after_reduction() -> None:
    table = Table(
        "A b", A=mage("physical-ward", evasion=0, physical=1, stamina=0), b=sheet(["longsword"])
    )
    cast(table, "physical-ward A", "slashing")
    table.act("b", "attack A with longsword", "strength slashing", dice="d6 1 1 d20 9")
    assert table["A"].endurance == 12 - 3
    table.act("b", "attack A with longsword", "strength piercing", dice="d6 3 3 d20 9")
    assert table["A"].endurance == 9 - 8


@rule("ingenuity/reaction.block.damage", "ingenuity/condition.concentration")
def test_a_shield_of_force_blocks_four_and_takes_twelve() -> None:
    table = Table("A b", A=mage("shield-of-force", evasion=0, stamina=1), b=sheet(["longsword"]))
    cast(table, "shield-of-force A")
    keys = ("attack A with longsword", "strength slashing", "pass", "block with shield-of-force")
    table.act("b", *keys, dice="d6 3 3 d20 9")
    assert table["A"].endurance == 12
    assert table["A"].amount("shielded") == 12 - 7


@rule("ingenuity/damage.classes", "ingenuity/attack.reduction")
@pytest.mark.parametrize(("constitution", "hurt"), [(7, 8), (8, 4)])
def test_harm_withers_by_half_where_constitution_is_not_reached(
    constitution: int, hurt: int
) -> None:
    table = Table("A b", A=mage("harm"), b=foe(constitution=constitution, elemental=3, physical=9))
    assert cast(table, "harm b") == 7
    assert lost(table) == hurt


@rule("ingenuity/power.steps", "ingenuity/condition.unconscious")
def test_restoration_cures_heals_one_and_brings_round() -> None:
    table = Table("A B b", A=mage("restoration"), B=foe(), b=foe())
    table.fell("B")
    table["B"].health = 0
    for id in ("bleeding", "crippled", "stunned"):
        table.give("B", id, 1, "b")
    cast(table, "restoration B", dice="d6 4 4 d20 9")
    assert table["B"].awake
    assert (table["B"].health, table["B"].effects) == (1, [])


@rule("ingenuity/condition.unconscious", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("willpower", "asleep"), [(9, True), (10, False)])
def test_sleep_lasts_until_one_is_hurt(willpower: int, asleep: bool) -> None:
    table = Table("A b c", A=mage("sleep"), b=foe(willpower=willpower), c=foe())
    assert cast(table, "sleep b", dice="d6 4 4 d20 9") == 9
    assert table["b"].awake == (not asleep)
    if asleep:
        table.begin_turn("A")
        keys = ("attack b with bare-hands", FIST, "keep both", "keep both")
        table["A"].actions = 1
        table.step(*keys, dice="d6 3 3 d20 9")
        assert table["b"].awake


@rule("ingenuity/power.area", "ingenuity/movement.difficult")
def test_entangled_ground_is_difficult_and_holds_who_fails_its_test() -> None:
    table = Table("A . . . . . b . .", A=mage("entangle"), b=foe(speed=9, physical=1))
    cast(table, "entangle A", "at 5,0")
    table.start("b", dice="d6 2 2 d20 9")
    assert table["b"].endurance == 60 - 3
    with refused("movement.speed"):
        table.step("move")


@rule("ingenuity/power.area", "ingenuity/condition.burning")
def test_grease_fells_who_fails_its_test_and_burns() -> None:
    table = Table("A . . . . b .", A=mage("grease", "ignite"), b=foe(constitution=1))
    cast(table, "grease A", "at 4,0")
    table.start("b", dice="d6 2 2 d20 9")
    assert table["b"].prone
    table.step("end turn")
    table.combat.move(table["A"], 3)


@rule("ingenuity/geometry.footprint", "ingenuity/sheet.size")
def test_alter_size_grows_by_one_while_one_concentrates() -> None:
    table = Table("A B b .\n. . . .", A=mage("alter-size"), B=sheet(size=4), b=foe())
    table.combat.move(table["b"], 3)
    cast(table, "alter-size B", "B: willing", "grow")
    assert table["B"].bulk() == 5
    assert table["B"].size == 2
    table.act("A", "stop concentrating")
    assert (table["B"].bulk(), table["B"].size) == (4, 1)


@rule("ingenuity/condition.concentration", "ingenuity/power.attribute")
def test_iron_breath_adds_one_to_attacks_and_costs_what_its_proficiency_says() -> None:
    monk = mage("iron-breath")
    table = Table("A b", A=monk, b=foe())
    cast(table, "iron-breath A")
    assert table["A"].stamina == 11
    assert table["A"].focus == 12
    table.act("A", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")
    assert table.results()[-1] == 7


@rule("ingenuity/power.attack.no-map", "ingenuity/power.multiple")
def test_powers_and_attacks_are_counted_apart() -> None:
    table = Table("A b", A=mage("jolt"), b=foe())
    table.act("A", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")
    cast(table, "jolt b")
    table.act("A", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")
    assert table.results() == [6, 7, 5]


SEVEN = "d6 3 3 d20 9"


@rule("ingenuity/power.area", "ingenuity/power.attack")
@pytest.mark.parametrize(
    ("evasion", "constitution", "hurt", "burning"),
    [(9, 9, 9 - 2, 1), (9, 10, 9 - 2, 0), (10, 9, 4, 0)],
)
def test_a_fireball_burns_those_it_hits_and_halves_for_the_others(
    evasion: int, constitution: int, hurt: int, burning: int
) -> None:
    target = foe(evasion=evasion, constitution=constitution, elemental=2)
    table = Table("A . . . . . b . . .", A=mage("fireball"), b=target)
    table.act("A", "fireball A", "at 8,0", dice="d6 4 4 d20 9")
    assert (60 - table["b"].endurance, table["b"].amount("burning")) == (hurt, burning)


@rule("ingenuity/power.area", "ingenuity/geometry.distance")
@pytest.mark.parametrize(("centre", "reached"), [("6,0", True), ("7,0", False)])
def test_a_fireball_reaches_four_metres(centre: str, reached: bool) -> None:
    table = Table("A . b . . . . . . .", A=mage("fireball"), b=foe())
    table.act("A", "fireball A", f"at {centre}", dice="d6 4 4 d20 9")
    assert (table["b"].endurance < 60) == reached


@rule("ingenuity/power.area", "ingenuity/condition.burning")
def test_fire_lights_grease_under_everybody_in_it_and_burns_it_off() -> None:
    table = Table("A b . C . . d", A=mage("ignite"), b=foe(), C=foe(), d=foe())
    made = areas.make(table.combat, table["A"], 1, 2, 1)
    made.last = 9
    table.act("A", "ignite b", dice=SEVEN)
    assert [table[name].amount("burning") for name in "bCd"] == [2, 2, 0]
    assert table.combat.zones == []


@rule("ingenuity/power.area", "ingenuity/condition.burning")
def test_a_fireball_that_touches_grease_lights_it_too() -> None:
    table = Table("A . . . . . . . . b", A=mage("fireball", constitution=30), b=foe())
    made = areas.make(table.combat, table["A"], 1, 9, 1)
    made.last = 9
    table.act("A", "fireball A", "at 4,0", "pass", "evade", dice="d6 4 4 d20 9")
    assert table["b"].amount("burning") == 2
    assert table["b"].endurance == 60


@rule("ingenuity/power.steps", "ingenuity/damage.choose-type")
@pytest.mark.parametrize(
    ("element", "burning", "stunned", "stamina", "focus"),
    [("fire", 1, 0, 9, 9), ("shock", 0, 1, 9, 9), ("cold", 0, 0, 7, 9), ("arcane", 0, 0, 9, 7),
     ("void", 0, 0, 9, 9)],
)  # fmt: skip
def test_an_elemental_weapon_deals_its_element_and_more_on_a_critical(
    element: str, burning: int, stunned: int, stamina: int, focus: int
) -> None:
    fighter = sheet(["longsword"])
    target = foe(physical=9, elemental=1, stamina=9, focus=9)
    table = Table("A B c", A=mage("elemental-weapon"), B=fighter, c=target)
    table.act("A", "elemental-weapon B", element, dice=SEVEN)
    swing = ("attack c with longsword", f"strength {element}", "c: pass")
    table.act("B", *swing, dice="d6 3 3 d20 18")
    assert table["c"].endurance == 60 - (6 + 4 + 1 - 1)
    assert (table["c"].stamina, table["c"].focus) == (9, 9)
    table.count("B", "attacks", 0)
    table.act("B", *swing, dice="d6 3 3 d20 19")
    c = table["c"]
    held = (c.amount("burning"), c.amount("stunned"), c.stamina, c.focus)
    assert held == (burning, stunned, stamina, focus)
    table.act("A", "stop concentrating")
    plain = ("attack c with longsword", "strength piercing")
    table.act("B", *plain, *([] if stunned else ["c: pass"]), dice="d6 3 3 d20 9")


@rule("ingenuity/power.steps", "ingenuity/item.repair")
def test_mend_restores_all_durability_of_one_thing_instead() -> None:
    table = Table("A B c", A=mage("mend"), B=sheet(["longsword", "knife"]), c=foe())
    for piece in table["B"].pieces:
        piece.wear = 7
    table["B"].endurance = 3
    table.act("A", "mend B", "longsword", dice="d6 3 3 d20 20")
    assert [piece.wear for piece in table["B"].pieces] == [0, 7]
    assert table["B"].endurance == 3


@rule("ingenuity/power.area", "ingenuity/attack.sneak.when")
def test_in_the_light_of_a_power_nobody_is_hidden_by_darkness() -> None:
    table = Table("A . . . . . . . . b", A=mage("light"), b=foe(), options={"darkness": True})
    assert geometry.blind_to(table.combat, table["A"], table["b"])
    table.act("A", "light A", "at 3,0", dice=SEVEN)
    assert not geometry.blind_to(table.combat, table["A"], table["b"])  # 6 m from its middle
    table.combat.zones[0].centre = 2
    assert geometry.blind_to(table.combat, table["A"], table["b"])
    table.combat.zones[0].centre = 3
    table.act("A", "stop concentrating")
    assert geometry.blind_to(table.combat, table["A"], table["b"])


@rule("ingenuity/power.steps", "ingenuity/reaction.fortify", "ingenuity/attack.size.evasion")
@pytest.mark.parametrize(("constitution", "size"), [(7, 3), (8, 4)])
def test_an_enemy_is_shrunk_if_the_result_reaches_its_constitution(
    constitution: int, size: int
) -> None:
    table = Table("A . b", A=mage("alter-size"), b=foe(constitution=constitution, speed=6))
    keys = ["shrink"] if size == 3 else []
    table.act("A", "alter-size b", *keys, dice=SEVEN)
    assert table["b"].bulk() == size
    assert condition.speed(table["b"]) == (5 if size == 3 else 6)


@rule("ingenuity/geometry.footprint", "ingenuity/power.steps")
def test_who_has_no_room_does_not_grow() -> None:
    table = Table("A B # c", A=mage("alter-size"), B=foe(), c=foe())
    table.act("A", "alter-size B", "B: willing", "grow", dice=SEVEN)
    assert (table["B"].bulk(), table["B"].size) == (4, 1)
    assert table["A"].concentrates == ""


@rule("ingenuity/power.steps", "ingenuity/damage.order")
@pytest.mark.parametrize(
    ("power", "type"), [("physical-ward", "slashing"), ("elemental-ward", "cold")]
)
def test_a_ward_halves_the_one_type_that_was_chosen(power: str, type: str) -> None:
    table = Table("A B c", A=mage(power), B=foe(), c=foe())
    table.act("A", f"{power} B", "B: willing", type, dice=SEVEN)
    halved = [n for n in range(11) if condition.halvings(table["B"], n)]
    assert halved == [2 if type == "slashing" else 4]
    condition.gain(table.combat, table["A"], "stunned", 1, 0)
    assert not table["B"].effects


@rule("ingenuity/power.area", "ingenuity/damage.other-sources")
@pytest.mark.parametrize(("face", "held"), [(3, True), (4, False)])
def test_vines_hold_until_the_end_of_the_turn_who_does_not_reach_their_result(
    face: int, held: bool
) -> None:
    table = Table("A . . . . b . . . . . .", A=mage("entangle"), b=foe(speed=9, physical=1))
    table.act("A", "entangle A", "at 9,0", dice=SEVEN)
    keys = ["move", "move 6,0"] + ([] if held else ["stop"])
    table.act("b", *keys, dice=f"d6 3 {face} d20 9")
    assert table["b"].is_held("bound") == held
    assert table["b"].endurance == 60 - (3 if held else 0)
    table.step("end turn")
    assert not table["b"].is_held("bound")


@rule("ingenuity/power.steps", "ingenuity/turn.no-turn-effects")
def test_restoration_ends_each_of_seven_and_nothing_else() -> None:
    table = Table("A B c", A=mage("restoration"), B=foe(), c=foe())
    cured = ("bleeding", "burning", "blinded", "crippled", "poison", "sickness", "stunned")
    for id in (*cured, "shaken", "taunted"):
        table.give("B", id)
    table.act("A", "restoration B", dice="d6 4 4 d20 9")
    assert [held.effect.id for held in table["B"].effects] == ["shaken", "taunted"]


@rule("ingenuity/reaction.block", "ingenuity/power.steps")
@pytest.mark.parametrize("pays", ["stamina", "focus"])
def test_a_shield_of_force_blocks_for_a_stamina_or_a_focus(pays: str) -> None:
    table = Table("A b", A=mage("shield-of-force"), b=sheet(["longsword"], stamina=0))
    table.act("A", "shield-of-force A", dice=SEVEN)
    word = "block with shield-of-force" + (" for focus" if pays == "focus" else "")
    table.act("b", "attack A with longsword", "strength piercing", "pass", word, dice=SEVEN)
    assert (table["A"].stamina, table["A"].focus) == ((11, 10) if pays == "stamina" else (12, 9))
    assert table["A"].amount("shielded") == 12 - (6 + 4 + 1 - 4)
    assert table["A"].endurance == 12


@rule("ingenuity/power.steps", "ingenuity/condition.concentration")
def test_a_mental_strike_breaks_concentration() -> None:
    table = Table("A . b", A=mage("mental-strike"), b=foe(willpower=7))
    table["b"].concentrates = "bless"
    table.act("A", "mental-strike b", dice=SEVEN)
    assert table["b"].concentrates == ""
    assert table["b"].endurance == 59  # at least 1


@rule("ingenuity/power.area", "ingenuity/turn.round-length")
def test_an_area_of_ten_rounds_is_there_in_the_tenth_and_gone_after_it() -> None:
    table = Table("A . . . b", A=mage("entangle"), b=foe())
    table.act("A", "entangle A", "at 3,0", dice=SEVEN)
    table.combat.round = 9
    areas.pass_round(table.combat)
    assert len(table.combat.zones) == 1
    table.combat.round = 10
    areas.pass_round(table.combat)
    assert table.combat.zones == []


@rule("ingenuity/power.steps", "ingenuity/turn.no-turn-effects")
def test_a_sleeper_tests_from_the_second_turn_it_misses() -> None:
    table = Table("A b c", A=mage("sleep"), b=foe(willpower=5), c=foe())
    table.act("A", "sleep b", dice="d6 4 4 d20 9")
    assert not table["b"].awake
    turn.stir(table.combat, table["b"])  # the first goes by
    with pytest.raises(AssertionError):
        assert table["b"].awake
    with refused("action.interact"):
        table.act("c", "shake awake c")


@rule("ingenuity/power.steps", "ingenuity/death.zero")
@pytest.mark.parametrize(("health", "awake"), [(12, True), (9, False)])
def test_a_blow_wakes_a_sleeper_but_not_one_whom_it_leaves_without_health(
    health: int, awake: bool
) -> None:
    table = Table("A b c", A=mage("sleep"), b=foe(willpower=5), c=foe())
    table.act("A", "sleep b", dice="d6 4 4 d20 9")
    table["b"].endurance, table["b"].health = 0, health
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("attack b with bare-hands", FIST, "keep both", "keep both", dice="d6 4 3 d20 9")
    assert table["b"].awake == awake
    assert table["b"].health == health - 9


@rule("ingenuity/condition.hidden")
def test_a_power_gives_the_hidden_away_even_one_on_oneself() -> None:
    table = Table("A . . b", A=mage("shield-of-force"), b=foe())
    table.hide("A", "b")
    table.act("A", "shield-of-force A", dice="d6 3 3 d20 9")
    assert not table["A"].hidden


@rule("ingenuity/reaction.free", "ingenuity/power.steps")
@pytest.mark.parametrize(("face", "works"), [(2, True), (1, False)])
def test_a_shield_made_in_haste_needs_its_difficulty_of_six(face: int, works: bool) -> None:
    table = Table("A b", A=mage("shield-of-force", stamina=0), b=sheet(["longsword"]))
    table["A"].focus = 1
    swing = ("attack A with longsword", "strength piercing")
    table.act("b", *swing, "conjure shield-of-force", dice=f"d6 3 3 d20 9 d6 3 {face} d20 9")
    assert (table["A"].endurance == 12) == works


@rule("ingenuity/power.attribute")
@pytest.mark.parametrize(
    ("sides", "dice"),
    [((8, 6), "d8 3 d6 3 d20 9"), ((6, 8), "d8 3 d6 3 d20 9"), ((6, 6), "d6 3 3 d20 9")],
)
def test_superpowers_take_the_stronger_of_strength_and_dexterity(
    sides: tuple[int, int], dice: str
) -> None:
    hero = sheet(dice={"strength": sides[0], "dexterity": sides[1]})
    table = Table("A . b", A=hero, b=foe())
    skill = 15
    best = power.attribute_of(table.combat, table["A"], skill, "")
    assert best == (DEXTERITY if sides[1] > sides[0] else STRENGTH)


@rule("ingenuity/power.steps", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(("focus", "able"), [(1, True), (0, False)])
def test_a_spell_attack_needs_the_focus_for_its_power(focus: int, able: bool) -> None:
    caster = sheet(maneuvers=["spell-attack"], powers=["jolt"], prof={"Evocation": 1}, focus=focus)
    table = Table("A b", A=caster, b=foe())
    assert any([key.startswith("spell-attack") for key in table.offered("A")]) == able


@rule("ingenuity/maneuver.steps", "ingenuity/power.steps")
def test_the_power_of_a_spell_attack_takes_two_actions_at_most() -> None:
    caster = sheet(
        maneuvers=["spell-attack"],
        powers=["sleep", "harm"],
        prof={"Enchantment": 3, "Necromancy": 3},
    )
    table = Table("A b", A=caster, b=foe())
    found = power.for_spell_attack(table.combat, table["A"], table["b"])
    assert [each.id for each in found] == ["harm"]


@rule("ingenuity/power.tiers", "ingenuity/action.resources")
@pytest.mark.parametrize(
    ("keys", "name", "what", "price"),
    [
        (("iron-breath A",), "Genki", "health", 1),
        (("iron-breath A",), "Kiai", "stamina", 1),
        (("mental-strike b",), "Shouki", "focus", 1),
        (("physical-ward A", "slashing"), "Yuuki", "endurance", 2),
    ],
)
def test_ki_is_paid_as_its_proficiency_says(
    keys: tuple[str, ...], name: str, what: str, price: int
) -> None:
    id = keys[0].split()[0]
    table = Table("A . b", A=sheet(powers=[id], prof={name: 4}, constitution=30), b=foe())
    table.act("A", *keys, dice=SEVEN)
    kinds = ("health", "stamina", "focus", "endurance")
    assert {one: 12 - getattr(table["A"], one) for one in kinds} == {
        one: price if one == what else 0 for one in kinds
    }


@rule("ingenuity/power.tiers", "ingenuity/action.resources")
@pytest.mark.parametrize(("health", "able"), [(2, True), (1, False)])
def test_the_last_point_of_health_buys_no_power(health: int, able: bool) -> None:
    monk = sheet(powers=["iron-breath"], prof={"Genki": 4})
    table = Table("A . b", A=monk, b=foe())
    table["A"].health = health
    assert ("iron-breath A" in table.offered("A")) == able


@rule("ingenuity/power.tiers", "ingenuity/damage.ko-check")
def test_who_falls_of_paying_for_a_power_has_none() -> None:
    monk = sheet(powers=["iron-breath"], prof={"Genki": 4}, constitution=3, stamina=0)
    table = Table("A . b", A=monk, b=foe())
    table["A"].health = 9
    table.act("A", "iron-breath A")
    assert not table["A"].awake
    assert not table["A"].effects


@rule("ingenuity/power.steps", "ingenuity/attack.critical.damage")
def test_the_element_of_one_weapon_is_not_that_of_another() -> None:
    table = Table("A b", A=sheet(["straight-sword"], items=["torch"]), b=foe())
    unit = table["A"]
    mark = weapon.mark_of(table.combat.thing(unit.pieces[0]), unit.pieces[0])
    condition.gain(table.combat, unit, "elemental", 4, 0, 0, mark)
    unit.pieces[1].held = True
    table.act("A", "attack b with torch", "strength fire", dice="d6 3 3 d20 20")
    assert not table["b"].is_held("burning")


@rule("ingenuity/power.steps", "ingenuity/damage.healing")
@pytest.mark.parametrize(("health", "awake"), [(1, True), (0, False)])
def test_a_blow_that_leaves_a_sleeper_a_point_of_health_wakes_it(health: int, awake: bool) -> None:
    table = Table("A b", A=sheet(), b=foe())
    condition.knock_out(table.combat, table["b"], "power.steps")
    condition.for_rounds(table.combat, table["b"], "sleeping", 9, 0, 10)
    table["b"].health = health
    damage.rouse(table.combat, table["b"])
    assert table["b"].awake == awake


@rule("ingenuity/turn.no-turn-effects", "ingenuity/power.steps")
@pytest.mark.parametrize(("health", "awake"), [(1, True), (0, False)])
def test_a_sleeper_without_health_does_not_wake_of_itself(health: int, awake: bool) -> None:
    table = Table("A b", A=sheet(), b=foe())
    condition.knock_out(table.combat, table["b"], "power.steps")
    condition.for_rounds(table.combat, table["b"], "sleeping", 6, -2, 10)
    table["A"].acted, table["b"].health = True, health
    table.combat.active, table.combat.phase = -1, 2
    table.step(dice="d6 3 3 d20 9")
    assert table["b"].awake == awake


@rule("ingenuity/power.steps", "ingenuity/damage.healing")
@pytest.mark.parametrize("lacks", [0, 1])
def test_nothing_is_mended_where_nothing_is_missing(lacks: int) -> None:
    table = Table("A B c", A=mage("mend"), B=foe(), c=foe())
    table["B"].endurance -= lacks
    assert ("mend B" in table.offered("A")) == bool(lacks)


@rule("ingenuity/power.steps", "ingenuity/damage.choose-type")
def test_of_two_weapons_alike_one_is_filled_with_an_element() -> None:
    caster = mage("elemental-weapon")
    table = Table("A B b", A=caster, B=sheet(["dagger", "dagger"]), b=foe())
    table.act("A", "elemental-weapon B", "dagger-2", "cold", dice="d6 3 3 d20 9")
    table.act("B", "attack b with dagger-1", "dexterity piercing", dice=SEVEN)
    table.act("B", "attack b with dagger-2", "dexterity cold", dice=SEVEN)
    assert len(table.told("hits")) == 2
