"""Every power by its own words: what it costs, is compared with, and does."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import SKILLS
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
