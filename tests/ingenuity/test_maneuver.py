"""Every manoeuvre by its own words: what it costs, adds, is compared with, and does."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

FIST = "strength bludgeoning"
STEEL = "strength slashing"


def foe(**more: int) -> Sheet:
    """Somebody who is hit by 3 or more, resists nothing and does not react."""
    base = {"evasion": 3, "constitution": 20, "willpower": 20, "stamina": 0, "focus": 0}
    return sheet(numbers={**base, "endurance": 60, "health": 40, **more})


def one(*maneuvers: str, weapons: tuple[str, ...] = (), **more: int) -> Sheet:
    return sheet(list(weapons), maneuvers=list(maneuvers), numbers=dict(more))


def use(table: Table, *keys: str, dice: str = "d6 3 3 d20 9") -> int:
    """Use a manoeuvre; return the result of the first test it made."""
    before = len(table.results())
    table.act("A", *keys, dice=dice)
    return table.results()[before]


def lost(table: Table, name: str = "b") -> int:
    return 60 - table[name].endurance


PLAIN = [
    # manoeuvre, stamina, result of 6, damage of bare hands beyond the result
    ("heavy-attack", 1, 5, 4),
    ("heavy-attack boosted", 2, 4, 5),
    ("precise-attack", 1, 8, 1),
    ("precise-attack boosted", 2, 9, 0),
    ("wild-strike", 1, 7, 3),
    ("wild-strike boosted", 2, 8, 4),
    ("crushing-strike", 1, 6, 3),
    ("crippling-attack", 2, 6, 2),
    ("distracting-strike", 2, 7, 2),
    ("stunning-strike", 2, 6, 2),
    ("tripping-strike", 2, 5, 1),
    ("dancing-strike", 1, 7, 2),
    ("retreating-strike", 1, 5, 2),
    ("advancing-strike", 1, 7, 2),
]


@rule("ingenuity/maneuver.attack", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(("words", "stamina", "result", "more"), PLAIN)
def test_an_attack_gets_what_its_manoeuvre_says(
    words: str, stamina: int, result: int, more: int
) -> None:
    name, _, boosted = words.partition(" ")
    table = Table("A b", A=one(name), b=foe())
    key = f"{name} boosted b" if boosted else f"{name} b"
    assert use(table, key, FIST) == result
    assert lost(table) == result + more
    assert table["A"].stamina == 12 - stamina
    assert table["A"].actions == 2
    assert table.used("A", "attacks") == 1


EFFECTS = [
    ("crippling-attack", "constitution", 6, "crippled"),
    ("stunning-strike", "constitution", 6, "stunned"),
    ("tripping-strike", "constitution", 5, "prone"),
]


@rule("ingenuity/maneuver.attack", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("name", "defence", "result", "effect"), EFFECTS)
@pytest.mark.parametrize("short", [0, 1])
def test_its_effect_needs_the_same_result_to_reach_a_defence(
    name: str, defence: str, result: int, effect: str, short: int
) -> None:
    table = Table("A b", A=one(name), b=foe(**{defence: result + short}))
    use(table, f"{name} b", FIST)
    held = table["b"].prone if effect == "prone" else table["b"].is_held(effect)
    assert held == (not short)


@rule("ingenuity/maneuver.attack")
def test_a_crippling_attack_also_shakes() -> None:
    table = Table("A b", A=one("crippling-attack"), b=foe(constitution=6))
    use(table, "crippling-attack b", FIST)
    assert table["b"].is_held("shaken")


@rule("ingenuity/attack.trip-property", "ingenuity/maneuver.attack")
def test_a_trip_weapon_lifts_the_penalties_and_other_weapons_do_not_trip() -> None:
    table = Table("A b", A=one("tripping-strike", weapons=("staff",)), b=foe())
    assert use(table, "tripping-strike b", "with staff held", FIST) == 6
    assert lost(table) == 6 + 4 + 1
    other = Table("A . b", A=one("tripping-strike", weapons=("spear",)), b=foe())
    with refused("geometry.reach"):
        other.act("A", "tripping-strike b")


@rule("ingenuity/maneuver.attack", "ingenuity/action.spanning.interrupt")
@pytest.mark.parametrize(("willpower", "kept"), [(7, False), (8, True)])
def test_a_distracting_strike_breaks_off_what_is_unfinished(willpower: int, kept: bool) -> None:
    table = Table("A b", A=one("distracting-strike"), b=foe(willpower=willpower))
    table["b"].readied = 1
    use(table, "distracting-strike b", FIST)
    assert bool(table["b"].readied) == kept


@rule("ingenuity/maneuver.attack", "ingenuity/movement.occupied")
@pytest.mark.parametrize(("willpower", "places"), [(7, ("1,0", "0,0")), (8, ("0,0", "1,0"))])
def test_a_dancing_strike_that_reaches_willpower_trades_places(
    willpower: int, places: tuple[str, str]
) -> None:
    table = Table("A b", A=one("dancing-strike"), b=foe(willpower=willpower))
    use(table, "dancing-strike b", FIST)
    assert (table.at("A"), table.at("b")) == places


@rule("ingenuity/maneuver.steps")
def test_nobody_dances_with_a_bigger_one() -> None:
    table = Table("A b", A=one("dancing-strike"), b=foe(size=5))
    with refused("maneuver.steps"):
        table.act("A", "dancing-strike b")


@rule("ingenuity/turn.until-next", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(("key", "low"), [("wild-strike b", 1), ("wild-strike boosted b", 2)])
def test_a_wild_strike_lowers_the_own_evasion_until_the_next_turn(key: str, low: int) -> None:
    table = Table("A b", A=one("wild-strike", evasion=8), b=foe())
    use(table, key, FIST)
    assert condition.evasion(table["A"]) == 8 - low
    table.step("end turn")
    table.start("A")
    assert condition.evasion(table["A"]) == 8


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/attack.critical.threshold")
@pytest.mark.parametrize(("luck", "dealt"), [(15, 10), (16, 14)])
def test_a_penetrating_attack_adds_three_to_luck_if_it_pierces(luck: int, dealt: int) -> None:
    table = Table("A b", A=one("penetrating-attack", weapons=("longsword",)), b=foe())
    keys = ("penetrating-attack b", "strength piercing")
    use(table, *keys, dice=f"d6 3 3 d20 {luck}")
    assert lost(table) == dealt + 1


@rule("ingenuity/maneuver.bonus-to-luck")
@pytest.mark.parametrize(("luck", "dealt"), [(16, 10), (17, 14)])
def test_and_two_if_it_slashes(luck: int, dealt: int) -> None:
    table = Table("A b", A=one("penetrating-attack", weapons=("longsword",)), b=foe())
    use(table, "penetrating-attack b", STEEL, dice=f"d6 3 3 d20 {luck}")
    assert lost(table) == dealt + 1


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/attack.critical.no-miss")
@pytest.mark.parametrize(("luck", "hits"), [(16, False), (17, True)])
def test_a_crushing_strike_that_would_miss_looks_at_its_luck_again(luck: int, hits: bool) -> None:
    """Bludgeoning adds 3 to the luck: 17 reaches the threshold of 20."""
    table = Table("A b", A=one("crushing-strike"), b=foe(evasion=9))
    use(table, "crushing-strike b", FIST, dice=f"d6 3 3 d20 {luck}")
    assert lost(table) == (6 + 4 + 1 if hits else 0)


@rule("ingenuity/attack.on-hit", "ingenuity/condition.bleeding")
@pytest.mark.parametrize(
    ("type", "constitution", "bleeding"),
    [("slashing", 7, 2), ("slashing", 8, 1), ("piercing", 7, 1)],
)
def test_a_rending_attack_bleeds_one_or_two_and_slashes_at_one_more(
    type: str, constitution: int, bleeding: int
) -> None:
    table = Table(
        "A b", A=one("rending-attack", weapons=("longsword",)), b=foe(constitution=constitution)
    )
    result = use(table, "rending-attack b", f"strength {type}")
    assert result == (7 if type == "slashing" else 6)
    assert table["b"].amount("bleeding") == bleeding


@rule("ingenuity/maneuver.steps", "ingenuity/attack.unfit")
@pytest.mark.parametrize(("apart", "result", "dealt"), [(1, 8, 13), (2, 7, 11)])
def test_a_point_blank_shot_is_best_within_a_metre(apart: int, result: int, dealt: int) -> None:
    archer = sheet(["shortbow"], maneuvers=["point-blank-shot"], ammo={"arrow": 3})
    table = Table("A " + ". " * (apart - 1) + "b", A=archer, b=foe())
    keys = ("point-blank-shot b", "dexterity piercing")
    assert use(table, *keys) == result
    assert lost(table) == dealt


@rule("ingenuity/maneuver.steps")
def test_a_point_blank_shot_reaches_two_metres() -> None:
    archer = sheet(["shortbow"], maneuvers=["point-blank-shot"], ammo={"arrow": 3})
    table = Table("A . . b", A=archer, b=foe())
    with refused("maneuver.attack"):
        table.act("A", "point-blank-shot b")


@rule("ingenuity/maneuver.steps", "ingenuity/movement.no-opportunity")
def test_an_advancing_strike_goes_a_metre_closer_which_is_no_move() -> None:
    table = Table("A . b", A=one("advancing-strike"), b=foe())
    use(table, "advancing-strike b", FIST)
    assert table.at("A") == "1,0"
    table.act("A", "move", "move 0,0")
    assert table.at("A") == "0,0"


@rule("ingenuity/maneuver.steps")
def test_a_retreating_strike_steps_away_and_is_harder_to_hit_by_its_target() -> None:
    table = Table(". A b c", A=one("retreating-strike", evasion=6, stamina=1), b=foe(), c=foe())
    use(table, "retreating-strike b", FIST, "step 0,0")
    assert table.at("A") == "0,0"
    table.combat.move(table["A"], 1)
    table.act("b", "attack A with bare-hands", FIST, dice="d6 3 3 d20 9")
    assert table["A"].endurance == 12
    table.count("b", "attacks", 0)
    table.act("b", "attack A with bare-hands", FIST, dice="d6 3 3 d20 9")
    assert table["A"].endurance == 12 - 8


@rule("ingenuity/maneuver.steps", "ingenuity/movement.path")
def test_a_rushing_strike_needs_three_metres_and_costs_two_actions() -> None:
    table = Table("A . . . b", A=one("rushing-strike", speed=4), b=foe())
    assert use(table, "rushing-strike b", FIST) == 8
    assert lost(table) == 8 + 2 + 2
    assert (table.at("A"), table["A"].actions, table["A"].stamina) == ("3,0", 1, 10)
    near = Table("A . . b", A=one("rushing-strike", speed=4), b=foe())
    with refused("geometry.reach"):
        near.act("A", "rushing-strike b")


@rule("ingenuity/maneuver.steps")
def test_a_jumping_strike_leaps_over_somebody_at_most_half_the_speed() -> None:
    table = Table("A c . b", A=one("jumping-strike", speed=4), b=foe(), c=foe())
    assert use(table, "jumping-strike b", FIST) == 8
    assert (table.at("A"), table["A"].actions, table["A"].stamina) == ("2,0", 2, 10)
    far = Table("A c . . b", A=one("jumping-strike", speed=4), b=foe(), c=foe())
    with refused("geometry.reach"):
        far.act("A", "jumping-strike b")


@rule("ingenuity/maneuver.attack", "ingenuity/movement.forced")
@pytest.mark.parametrize(("constitution", "at"), [(6, "2,0"), (7, "1,0")])
def test_a_shield_crush_pushes_a_metre_and_may_follow(constitution: int, at: str) -> None:
    bearer = sheet(shields=["buckler"], maneuvers=["shield-crush"])
    table = Table("A b .", A=bearer, b=foe(constitution=constitution))
    keys = ["shield-crush b", FIST]
    keys += ["follow to 1,0"] if constitution == 6 else []
    assert use(table, *keys) == 6
    assert lost(table) == 6 + 4
    assert table.at("b") == at
    assert table.at("A") == ("1,0" if constitution == 6 else "0,0")


@rule("ingenuity/maneuver.attack", "ingenuity/movement.forced")
def test_who_cannot_be_pushed_takes_two_more() -> None:
    bearer = sheet(shields=["buckler"], maneuvers=["shield-crush"])
    table = Table("A b", A=bearer, b=foe(constitution=6, physical=5))
    use(table, "shield-crush b", FIST)
    assert lost(table) == (6 + 4 - 5) + 2


@rule("ingenuity/attack.multiple.counted", "ingenuity/attack.multiple.maneuvers")
def test_a_double_shot_is_one_roll_at_two_targets_and_counts_for_two() -> None:
    archer = sheet(["shortbow"], maneuvers=["double-shot"], ammo={"arrow": 9})
    table = Table("A . . b\n. . . .\n. . . c", A=archer, b=foe(), c=foe(evasion=6))
    assert use(table, "double-shot b", "dexterity piercing") == 5
    assert (lost(table, "b"), lost(table, "c")) == (8, 0)
    assert (table["A"].ammo[1], table["A"].actions, table["A"].stamina) == (7, 1, 11)
    assert table.used("A", "attacks") == 2


@rule("ingenuity/attack.multiple.counted")
def test_a_triple_shot_takes_three_targets_three_actions_and_two_off() -> None:
    archer = sheet(["shortbow"], maneuvers=["triple-shot"], ammo={"arrow": 9})
    table = Table("A . . b\n. . . c\n. . . d", A=archer, b=foe(), c=foe(), d=foe())
    keys = ("triple-shot b", "dexterity piercing", "c")
    assert use(table, *keys) == 4
    assert [lost(table, name) for name in "bcd"] == [7, 7, 7]
    assert table.used("A", "attacks") == 3
    two = Table("A . . b\n. . . c", A=archer, b=foe(), c=foe())
    with refused("maneuver.steps"):
        two.act("A", "triple-shot b")


@rule("ingenuity/maneuver.steps", "ingenuity/attack.size.evasion")
def test_a_sweep_is_one_roll_against_all_in_two_adjoining_spaces() -> None:
    table = Table(
        "b .\nA c",
        A=one("sweeping-strike", weapons=("maul",), size=6),
        b=foe(evasion=5),
        c=foe(evasion=6),
    )
    assert use(table, "sweeping-strike b", "with maul held", FIST, "sweep 1,1") == 5
    assert (lost(table, "b"), lost(table, "c")) == (10, 0)
    assert (table["A"].actions, table["A"].stamina) == (1, 11)
    assert table.used("A", "attacks") == 1


TESTS = [
    ("demoralize", "focus", 1, "willpower", "shaken"),
    ("taunt", "focus", 1, "willpower", "taunted"),
    ("knock-down", "stamina", 1, "constitution", "prone"),
]


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("name", "resource", "price", "defence", "effect"), TESTS)
@pytest.mark.parametrize("short", [0, 1])
def test_a_test_must_reach_the_defence(
    name: str, resource: str, price: int, defence: str, effect: str, short: int
) -> None:
    table = Table("A b", A=one(name), b=foe(**{defence: 6 + short}))
    assert use(table, f"{name} b") == 6
    held = table["b"].prone if effect == "prone" else table["b"].is_held(effect)
    assert held == (not short)
    assert getattr(table["A"], resource) == 12 - price
    assert table["A"].actions == 2


@rule("ingenuity/maneuver.steps", "ingenuity/geometry.range")
@pytest.mark.parametrize(
    ("name", "reach"),
    [("demoralize", 20), ("taunt", 30), ("cutting-words", 20), ("provoke", 20), ("stupefy", 10)],
)
def test_words_carry_so_far_and_no_farther(name: str, reach: int) -> None:
    far = Table("A " + ". " * reach + "b", A=one(name), b=foe())
    with refused("geometry.range"):
        far.act("A", f"{name} b")
    near = Table("A " + ". " * (reach - 1) + "b", A=one(name), b=foe())
    use(near, f"{name} b")


@rule("ingenuity/maneuver.steps", "ingenuity/test.advantage")
def test_a_feint_gives_advantage_on_the_next_melee_attack_on_its_target_alone() -> None:
    table = Table("c A b", A=one("feint"), b=foe(willpower=6), c=foe())
    use(table, "feint b")
    table.act("A", "attack c with bare-hands", FIST, dice="d6 3 3 d20 9")
    table.act("A", "attack b with bare-hands", FIST, "keep both", dice="d6 3 3 d20 9")
    table["A"].actions = 1
    table.act("A", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")


@rule("ingenuity/maneuver.steps", "ingenuity/damage.unspecified")
@pytest.mark.parametrize(("willpower", "hurt"), [(4, 2), (6, 0), (7, 0)])
def test_cutting_words_take_endurance_only(willpower: int, hurt: int) -> None:
    table = Table(
        "A b", A=one("cutting-words"), b=foe(willpower=willpower, physical=9, elemental=9)
    )
    table["b"].endurance = 1
    use(table, "cutting-words b")
    assert table["b"].endurance == max(0, 1 - hurt)
    assert table["b"].health == 40


@rule("ingenuity/maneuver.no-limit", "ingenuity/condition.stunned")
@pytest.mark.parametrize(("willpower", "stunned"), [(2, True), (3, False)])
def test_stupefy_stuns_by_four_and_works_once_on_each(willpower: int, stunned: bool) -> None:
    table = Table("A b", A=one("stupefy"), b=foe(willpower=willpower))
    use(table, "stupefy b")
    assert table["b"].is_held("stunned") == stunned
    assert table["A"].focus == 10
    with refused("maneuver.no-limit"):
        table.act("A", "stupefy b")


@rule("ingenuity/test.disadvantage", "ingenuity/maneuver.steps")
def test_one_who_is_stupefied_but_not_stunned_has_disadvantage_once() -> None:
    table = Table("A b", A=one("stupefy", evasion=0, stamina=0), b=foe(willpower=6))
    use(table, "stupefy b")
    keys = ("attack A with bare-hands", FIST)
    table.act("b", *keys, dice="d6 6 3 d20 9 d6 1")
    table.act("b", *keys, dice="d6 6 3 d20 9")
    assert table.results()[-2:] == [4, 9 - 1]


@rule("ingenuity/attack.sneak", "ingenuity/maneuver.steps")
def test_who_is_provoked_is_open_to_the_next_ally_not_to_the_provoker() -> None:
    table = Table("A b C", A=one("provoke"), b=foe(willpower=6), C=one())
    table.combat.move(table["C"], 2)
    use(table, "provoke b")
    table.fell("C")
    table.act("A", "attack b with bare-hands", FIST, dice="d6 3 3 d20 9")
    condition.wake(table.combat, table["C"], "test")
    table["C"].prone = False
    table.fell("A")
    table["A"].awake = False
    keys = ("attack b with bare-hands", FIST)
    table.act("C", *keys, "keep both", dice="d6 3 3 d20 9")
    table.act("C", *keys, dice="d6 3 3 d20 9")


@rule("ingenuity/attack.sneak", "ingenuity/sheet.passive-perception")
def test_a_diversion_opens_those_whose_perception_it_meets() -> None:
    table = Table("b A c", A=one("diversion"), b=foe(perception=6), c=foe(perception=7))
    table["b"].prone = False
    use(table, "diversion A")
    assert table["b"].is_held("diverted")
    assert not table["c"].is_held("diverted")
    assert table["A"].focus == 11


@rule("ingenuity/condition.minor", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(
    ("dice", "amount"), [("d6 3 2", 0), ("d6 3 3", 2), ("d6 6 5", 2), ("d6 6 6", 3)]
)
def test_inspire_heartens_an_ally_by_two_or_three(dice: str, amount: int) -> None:
    table = Table("A B b", A=one("inspire"), B=one(), b=foe())
    use(table, "inspire B", dice=f"{dice} d20 9")
    assert table["B"].amount("heartened") == amount
    assert table["A"].focus == 10


@rule("ingenuity/condition.minor", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(("dice", "result"), [("d6 3 3", 7), ("d6 6 6", 8)])
def test_rally_adds_to_the_next_attack_of_everybody_near(dice: str, result: int) -> None:
    table = Table("A B b", A=one("rally"), B=one(), b=foe())
    use(table, "rally A", dice=f"{dice} d20 9")
    keys = ("attack b with bare-hands", FIST)
    table.act("B", *keys, dice="d6 3 3 d20 9")
    assert table.results()[-1] == result
    table.act("B", *keys, dice="d6 3 3 d20 9")
    assert table.results()[-1] == 5


@rule("ingenuity/test.rounding-up", "ingenuity/damage.healing", "ingenuity/maneuver.no-limit")
@pytest.mark.parametrize(("dice", "back"), [("d6 3 2", 0), ("d6 3 3", 3), ("d6 4 3", 4)])
def test_superficial_treatment_restores_half_the_result_once(dice: str, back: int) -> None:
    table = Table("A B b", A=one("superficial-treatment"), B=one(), b=foe())
    table["B"].endurance = 1
    use(table, "superficial-treatment B", dice=f"{dice} d20 9")
    assert table["B"].endurance == 1 + back
    if back:
        with refused("maneuver.no-limit"):
            table.act("A", "superficial-treatment B")


@rule("ingenuity/maneuver.steps", "ingenuity/condition.minor")
def test_alleviate_ends_shaken_and_taunted() -> None:
    table = Table("A B b", A=one("alleviate"), B=one(), b=foe())
    for id in ("shaken", "taunted"):
        condition.brief(table.combat, table["B"], id, 1, table["b"].index)
    use(table, "alleviate B")
    assert not table["B"].effects


@rule("ingenuity/maneuver.reaction", "ingenuity/action.free", "ingenuity/action.stand-up")
@pytest.mark.parametrize(("face", "up"), [(2, False), (3, True)])
def test_kip_up_is_free_and_needs_four(face: int, up: bool) -> None:
    table = Table("A b", A=one("kip-up"), b=foe())
    table["A"].prone = True
    use(table, "kip-up A", dice=f"d6 1 {face} d20 9")
    assert table["A"].prone == (not up)
    assert (table["A"].actions, table["A"].stamina) == (3, 11)


@rule("ingenuity/maneuver.grapple-control", "ingenuity/condition.grappled")
@pytest.mark.parametrize(
    ("evasion", "control"), [(6, "controlling"), (7, "contested"), (12, "contested"), (13, "")]
)
def test_a_grapple_begins_in_control_or_contested_on_half(evasion: int, control: str) -> None:
    table = Table("A b", A=one("grapple"), b=foe(evasion=evasion))
    use(table, "grapple b")
    if not control:
        assert table["A"].grappling == -1
        return
    assert table["A"].grappling == table["b"].index
    assert condition.on_tests(table["A"]) == (0 if control == "controlling" else -1)
    assert condition.on_tests(table["b"]) == (-2 if control == "controlling" else -1)
    assert condition.speed(table["b"]) == 1


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/geometry.range", "ingenuity/maneuver.steps")
@pytest.mark.parametrize(("apart", "heard"), [(10, True), (11, False)])
def test_a_rally_carries_ten_metres(apart: int, heard: bool) -> None:
    table = Table(
        "A " + ". " * (apart - 1) + "B b", A=sheet(maneuvers=["rally"]), B=sheet(), b=bare_foe()
    )
    table.act("A", "rally A", dice="d6 3 3 d20 9")
    assert table["B"].is_held("rallied") == heard


@rule("ingenuity/maneuver.steps", "ingenuity/power.learned-only")
def test_without_a_power_there_is_no_spell_attack() -> None:
    table = Table("A b", A=sheet(maneuvers=["spell-attack"]), b=bare_foe())
    with refused("power.learned-only"):
        table.act("A", "spell-attack b")


@rule("ingenuity/maneuver.attack")
def test_a_melee_manoeuvre_is_not_thrown_nor_a_shot_struck() -> None:
    far = Table("A . . b", A=sheet(["shortspear"], maneuvers=["stunning-strike"]), b=bare_foe())
    with refused("geometry.reach"):
        far.act("A", "stunning-strike b")
    near = Table(
        "A b c", A=sheet(["longsword"], maneuvers=["double-shot"]), b=bare_foe(), c=bare_foe()
    )
    with refused("maneuver.attack"):
        near.act("A", "double-shot b")


@rule("ingenuity/sheet.ancestry", "ingenuity/maneuver.attack")
@pytest.mark.parametrize(
    ("maneuver", "held"), [("stunning-strike", True), ("tripping-strike", False)]
)
def test_a_dwarf_s_stability_counts_only_against_being_moved_or_felled(
    maneuver: str, held: bool
) -> None:
    dwarf = bare_foe(constitution=6 if held else 5)
    dwarf.steady = True
    table = Table("A b", A=sheet(maneuvers=[maneuver]), b=dwarf)
    table.act("A", f"{maneuver} b", FIST, dice="d6 3 3 d20 9")
    assert (table["b"].is_held("stunned") or table["b"].prone) == held
