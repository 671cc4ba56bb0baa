"""Manoeuvres carried out, clause by clause: whom they are for, how often, how far, what they do."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 6}
EASY = "d6 6 6 d20 9"
HARD = "d6 1 1 d20 9"


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


def skilled(*maneuvers: str, **more: int) -> Sheet:
    return sheet(["longsword"], maneuvers=maneuvers, numbers=more)


def keys(table: Table, name: str) -> list[str]:
    table.begin_turn(name)
    asked = act.Act(table.combat, table[name], True)
    return [asked.key(one) for one in asked.answers()]


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize("name", ["inspire", "alleviate"])
def test_what_is_for_an_ally_is_not_for_oneself(name: str) -> None:
    table = Table("A B c", A=skilled(name), B=plain(), c=plain())
    assert f"{name} B" in keys(table, "A")
    assert f"{name} A" not in keys(table, "A")
    with refused("maneuver.steps"):
        table.act("A", f"{name} A")


@rule("ingenuity/maneuver.steps")
def test_one_who_is_conscious_may_be_treated_though_it_cannot_act() -> None:
    table = Table("A B c", A=skilled("superficial-treatment"), B=plain(), c=plain())
    table["B"].endurance = 2
    table.give("B", "incapacitated")
    table.act("A", "superficial-treatment B", dice=EASY)
    assert table["B"].endurance == 8


@rule("ingenuity/maneuver.steps", "ingenuity/geometry.line-of-sight")
@pytest.mark.parametrize(
    ("name", "whom", "heard"),
    [
        ("cutting-words", "c", True),
        ("demoralize", "c", True),
        ("alleviate", "B", True),
        ("taunt", "c", False),
    ],
)
def test_words_that_need_only_be_heard_go_round_a_corner(name: str, whom: str, heard: bool) -> None:
    table = Table("A # B\n. # c\n. . .", A=skilled(name), B=plain(), c=plain())
    assert (f"{name} {whom}" in keys(table, "A")) == heard


@rule("ingenuity/maneuver.steps", "ingenuity/test.one-proficiency")
@pytest.mark.parametrize(
    ("dice", "prof", "result"),
    [
        ({"intellect": 4, "resolve": 8}, {"Convince": 3, "Persuade": 0}, 4),
        ({"intellect": 4, "resolve": 8}, {"Convince": 1, "Persuade": 1}, 5),
        ({"intellect": 8, "resolve": 4}, {"Convince": 2, "Persuade": 3}, 6),
    ],
)
def test_cutting_words_take_intellect_with_convince_or_resolve_with_persuade(
    dice: dict[str, int], prof: dict[str, int], result: int
) -> None:
    one = sheet(maneuvers=["cutting-words"], dice=dice, prof=prof)
    table = Table("A . b", A=one, b=plain(willpower=12))
    first = 4 if result == 4 else 8
    table.act("A", "cutting-words b", dice=f"d{first} 2 d6 2 d20 9")
    more = {4: 3, 5: 1, 6: 2}[result]
    assert table.results() == [2 + 2 + more]


@rule("ingenuity/maneuver.grapple-control")
def test_who_is_in_control_does_not_let_go_by_winning_once_more() -> None:
    table = Table("A b", A=skilled("grapple"), b=plain())
    table["A"].grappling, table["b"].grappling = 1, 0
    table["A"].control, table["b"].control = 2, 0
    table.act("A", "grapple b", "hold on", dice=EASY + " d6 1 1 d20 9")
    assert table["A"].grappling == 1
    table.act("A", "grapple b", "break free", dice=EASY + " d6 1 1 d20 9")
    assert table["A"].grappling == -1


@rule("ingenuity/maneuver.no-limit")
@pytest.mark.parametrize(("name", "whom"), [("stupefy", "b"), ("superficial-treatment", "C")])
def test_what_works_once_on_each_is_spent_though_it_failed(name: str, whom: str) -> None:
    table = Table("A b\nC .", A=skilled(name), b=plain(willpower=9), C=plain())
    table["C"].endurance = 3
    table.act("A", f"{name} {whom}", dice=HARD)
    with refused("maneuver.no-limit"):
        table.act("A", f"{name} {whom}")


@rule("ingenuity/maneuver.attack", "ingenuity/reaction.block.effects")
def test_a_blocked_opportunity_strike_stops_nobody() -> None:
    runner = sheet(shields=["large-shield"], numbers={"constitution": 2, "evasion": 4, "speed": 6})
    table = Table("A . . . d\nb . . . .", A=skilled("opportunity-strike"), b=runner, d=plain())
    table.act(
        "b", "move", "move 1,1 2,1 3,1", "A: opportunity-strike", "A: with longsword held",
        "A: strength piercing", "b: pass", "b: block with large-shield", "move 3,1",
        dice="d6 3 3 d20 9",
    )  # fmt: skip
    assert table.at("b") == "3,1"


@rule("ingenuity/maneuver.attack", "ingenuity/reaction.intercept")
def test_an_intercepting_attack_that_another_steps_into_hampers_nobody() -> None:
    guard = sheet(["longsword"], maneuvers=["intercepting-attack"])
    table = Table(". a B\nd C .", a=sheet(["spear"]), B=plain(evasion=7), C=guard,
                  d=sheet(numbers={"speed": 6, "evasion": 4, "constitution": 2}))  # fmt: skip
    table["a"].stamina = 0
    table.act(
        "a", "attack B with spear", "strength piercing",
        "C: intercepting-attack", "C: with longsword held", "C: strength piercing",
        "d: intercept", "a: 0,0", "d: pass",
        dice="d6 3 3 d20 9 d6 4 3 d20 9",
    )  # fmt: skip
    assert table.results()[1:] == [7]


@rule("ingenuity/maneuver.steps", "ingenuity/movement.diagonals.scope")
@pytest.mark.parametrize(("wish", "at", "own"), [("1 m", "3,0", "2,0"), ("3 m", "5,0", "4,0")])
def test_a_pusher_goes_along_as_far_as_it_wants(wish: str, at: str, own: str) -> None:
    table = Table(". A b . . . . .", A=skilled("push", speed=6), b=plain())
    table.act("A", "push b", f"go along {wish}", dice=EASY)
    assert (table.at("b"), table.at("A")) == (at, own)
    assert table["b"].endurance == 12


@rule("ingenuity/maneuver.steps", "ingenuity/movement.forced")
@pytest.mark.parametrize("how", ["push away", "go along 3 m"])
def test_who_is_pushed_against_something_is_hurt_either_way(how: str) -> None:
    table = Table(". A b . # .", A=skilled("push", speed=6), b=plain())
    table.act("A", "push b", how, dice=EASY)
    assert table.at("b") == "3,0"
    assert table["b"].endurance == 10


@rule("ingenuity/movement.diagonals.scope", "ingenuity/movement.forced")
def test_two_metres_aslant_are_one_space() -> None:
    table = Table("A . . .\n. b . .\n. . . .\n. . . .", A=skilled("push", speed=6), b=plain())
    table.act("A", "push b", "push away", dice=EASY)
    assert table.at("b") == "2,2"
    assert table["b"].endurance == 12


@rule("ingenuity/maneuver.steps")
def test_one_who_is_provoked_keeps_an_action_for_who_provoked_it() -> None:
    """A killing strike takes all three actions: none would be left to turn on the provoker."""
    table = Table("A b C", A=plain(), b=sheet(["longsword"], speed=6), C=plain())
    table.give("b", "bidden", 1, "A")
    table.fell("C")
    found = keys(table, "b")
    assert "kill C with longsword" not in found
    assert "attack A with longsword" in found
    assert "attack C with longsword" in found
    assert "end turn" not in found


@rule("ingenuity/sheet.ancestry", "ingenuity/attack.on-hit")
@pytest.mark.parametrize(("steady", "prone"), [(True, False), (False, True)])
def test_stability_counts_against_a_blow_that_fells(steady: bool, prone: bool) -> None:
    beast = sheet(["bite"])
    beast.on_hit, beast.against = "prone", "constitution"
    dwarf = plain(constitution=6)
    dwarf.steady = steady
    table = Table("A b", A=beast, b=dwarf)
    table.act("A", "attack b with bite", "strength piercing", dice="d6 3 3 d20 9")
    assert table["b"].prone == prone


@rule("ingenuity/condition.immunity", "ingenuity/condition.unconscious")
def test_what_cannot_fall_prone_is_not_prone_when_it_drops() -> None:
    table = Table("A b c", A=sheet(["longsword"]), b=sheet(immune=["prone"], stamina=0), c=plain())
    table["b"].endurance, table["b"].health = 0, 5
    table.act("A", "attack b with longsword", "strength piercing", dice="d6 2 2 d20 9 d20 15")
    assert not table["b"].awake
    assert not table["b"].prone


@rule("ingenuity/maneuver.steps", "ingenuity/action.no-target")
def test_nobody_escapes_without_an_action_left_to_go() -> None:
    table = Table("A . . b", A=skilled("escape", speed=6), b=plain())
    assert "escape A" in keys(table, "A")
    table["A"].actions = 1
    assert "escape A" not in keys(table, "A")
    table["A"].actions = 3
    table.count("A", "moves", 1)
    table["A"].stamina = 0
    assert "escape A" not in keys(table, "A")


@rule("ingenuity/maneuver.attack", "ingenuity/geometry.reach")
def test_a_manoeuvre_is_refused_by_the_rule_that_keeps_its_weapon_from_the_target() -> None:
    table = Table("A . . b\n. # . .", A=skilled("stunning-strike"), b=plain())
    with refused("geometry.reach"):
        table.act("A", "stunning-strike b")


@rule("ingenuity/maneuver.improvise", "ingenuity/movement.jump")
@pytest.mark.parametrize(("learned", "at"), [(True, "4,0"), (False, "1,0")])
def test_an_improvised_leap_takes_one_off_its_jump_too(learned: bool, at: str) -> None:
    """Three metres take 4: 2 and 2 are enough for who has learned it."""
    one = sheet(["longsword"], maneuvers=["jumping-strike"] if learned else [], speed=9)
    table = Table("A v v v . b", A=one, b=plain(evasion=12))
    way = ["jumping-strike b"] if learned else ["improvise", "jumping-strike b"]
    weapon = ["with longsword held", "strength piercing"] if learned else []
    dice = " d6 1 1 d20 9" if learned else " d6 6 6 d20 9"
    table.act("A", *way, *weapon, dice="d6 2 2 d20 9" + dice)
    assert table.at("A") == at


@rule("ingenuity/maneuver.improvise", "ingenuity/power.steps")
@pytest.mark.parametrize(("learned", "works"), [(True, True), (False, False)])
def test_the_power_of_an_improvised_spell_attack_is_tested_at_one_less(
    learned: bool, works: bool
) -> None:
    one = sheet(maneuvers=["spell-attack"] if learned else [], powers=["jolt"])
    table = Table("A b", A=one, b=plain(endurance=30))
    table["b"].endurance = 12
    way = ["spell-attack b"] if learned else ["improvise", "spell-attack b"]
    table.act("A", *way, "strength bludgeoning", dice="d6 4 4 d20 9 d6 2 2 d20 9")
    fist = 8 + (1 if learned else 0) + 2
    assert table["b"].endurance == max(0, 12 - fist - (6 if works else 0))


@rule("ingenuity/gm.creature-ranks", "ingenuity/maneuver.reaction")
@pytest.mark.parametrize(("used", "asked"), [(1, True), (2, False)])
def test_might_counts_among_a_common_creature_s_two(used: int, asked: bool) -> None:
    one = sheet(["longsword"], maneuvers=["hysterical-might"])
    table = Table("A b", A=one, b=plain(evasion=12))
    table["A"].simple = True
    table.count("A", "used", used)
    more = ["hysterical-might"] if asked else []
    table.act("A", "attack b with longsword", "strength piercing", *more, dice="d6 1 1 d20 9")
    assert table.results() == [6 if asked else 2]


@rule("ingenuity/action.spanning.first", "ingenuity/maneuver.reaction")
@pytest.mark.parametrize("learned", [True, False])
def test_a_free_manoeuvre_needs_no_action_and_waits_for_nothing_unfinished(learned: bool) -> None:
    one = sheet(["crossbow"], maneuvers=["kip-up"] if learned else [], ammo={"bolt": 3})
    table = Table("A . . b", A=one, b=plain())
    table.begin_turn("A")
    table["A"].pieces[0].loaded = 0
    table["A"].prone = True
    table["A"].actions = 1
    table.act("A", "reload crossbow")
    assert (table["A"].task_left, table["A"].actions) == (1, 0)
    way = ["kip-up A"] if learned else ["improvise", "kip-up A"]
    table.act("A", *way, dice="d6 3 3 d20 9")
    assert not table["A"].prone
    assert table["A"].task_left == 1


FIST = "strength bludgeoning"
SIX = "d6 3 3 d20 9"


def foe(**more: int) -> Sheet:
    """Somebody who is hit by 3 or more, resists nothing and does not react."""
    base = {"evasion": 3, "constitution": 20, "willpower": 20, "stamina": 0, "focus": 0}
    return sheet(numbers={**base, "endurance": 60, "health": 40, **more})


def one(*maneuvers: str, weapons: tuple[str, ...] = (), **more: int) -> Sheet:
    return sheet(list(weapons), maneuvers=list(maneuvers), numbers=dict(more))


def lost(table: Table, name: str = "b") -> int:
    return 60 - table[name].endurance


def offered(table: Table, name: str) -> list[str]:
    table.begin_turn(name)
    asked = act.Act(table.combat, table[name], True)
    return [asked.key(one) for one in asked.answers()]


@rule(
    "ingenuity/maneuver.attack", "ingenuity/attack.size.evasion", "ingenuity/attack.size.deflection"
)
@pytest.mark.parametrize(("size", "hurt"), [(4, 5 + 5 - 2), (6, 5 + 5 - 4), (2, 5 + 5)])
def test_in_a_sweep_sizes_change_deflection_but_not_evasion(size: int, hurt: int) -> None:
    attacker = one("sweeping-strike", weapons=("maul",))
    table = Table("A b", A=attacker, b=foe(evasion=5, size=size, physical=2))
    table.act("A", "sweeping-strike b", "with maul held", FIST, dice=SIX)
    assert lost(table) == hurt


@rule("ingenuity/maneuver.attack", "ingenuity/turn.until-next")
def test_who_strikes_and_retreats_is_harder_to_hit_by_that_one_and_once() -> None:
    table = Table(". A b\n. . c", A=one("retreating-strike", evasion=6), b=foe(), c=foe())
    table["A"].stamina = 1
    table.act("A", "retreating-strike b", FIST, "stay", dice=SIX)
    swing = ("attack A with bare-hands", FIST)
    table.act("c", *swing, dice=SIX)
    assert table["A"].endurance == 12 - 8
    table.act("b", *swing, dice=SIX)
    assert table["A"].endurance == 12 - 8
    table.count("b", "attacks", 0)
    table.act("b", *swing, dice=SIX)
    assert table["A"].endurance == 0


@rule("ingenuity/maneuver.steps", "ingenuity/attack.sneak.when")
def test_a_grapple_has_advantage_on_who_does_not_see_it_coming() -> None:
    table = Table("A b", A=one("grapple"), b=foe(evasion=8))
    table.hide("A", "b")
    table.act("A", "grapple b", "reroll strength 3", dice=SIX + " d6 6")
    assert table["A"].grappling == table["b"].index


@rule("ingenuity/maneuver.steps", "ingenuity/attack.trip-property")
@pytest.mark.parametrize(
    ("weapon", "gripping", "dice", "result"),
    [
        ("longsword", False, SIX, 5),
        ("greatsword", False, SIX, 4),
        ("longsword", True, SIX + " d6 1", 3),
    ],
)
def test_a_disarm_takes_one_off_two_against_two_hands_and_gauntlets_hold_fast(
    weapon: str, gripping: bool, dice: str, result: int
) -> None:
    holder = sheet([weapon], stamina=0)
    holder.gripping = gripping
    table = Table("A b", A=one("disarm"), b=holder)
    table.act("A", "disarm b", dice=dice)
    assert table.results() == [result]


@rule("ingenuity/maneuver.steps", "ingenuity/condition.concentration")
@pytest.mark.parametrize(("willpower", "kept"), [(6, ""), (7, "bless")])
def test_who_is_distracted_loses_concentration(willpower: int, kept: str) -> None:
    table = Table("A b", A=one("distract"), b=foe(willpower=willpower))
    table["b"].concentrates = "bless"
    table.act("A", "distract b", dice=SIX)
    assert table["b"].concentrates == kept


@rule("ingenuity/maneuver.attack", "ingenuity/attack.multiple.counted")
def test_suppressing_fire_strikes_two_at_most_and_each_but_once() -> None:
    shooter = sheet(["repeating-crossbow"], maneuvers=["suppressing-fire"], ammo={"bolt": 9})
    rows = ". . . . . . b .\nA . . . . . c .\n. . . . . . d ."
    table = Table(rows, A=shooter, b=foe(speed=6), c=foe(speed=6), d=foe(speed=6))
    table.act("A", "suppressing-fire A", "4,1")
    table.act("b", "move", "move 5,0", "A: shoot b", "move 4,0", dice=SIX)
    table.act("c", "move", "move 5,1", "A: shoot c", "stop", dice=SIX)
    table.act("d", "move", "move 4,2")
    assert [lost(table, name) for name in "bcd"] == [10, 8, 0]


@rule("ingenuity/maneuver.attack", "ingenuity/geometry.line-of-sight")
def test_no_fire_is_kept_on_a_place_with_enemies_in_the_open() -> None:
    shooter = sheet(["repeating-crossbow"], maneuvers=["suppressing-fire"], ammo={"bolt": 9})
    table = Table("A . . . . b . . .", A=shooter, b=foe())
    table.begin_turn("A")
    with pytest.raises(Exception, match="4,0"):
        table.act("A", "suppressing-fire A", "4,0")
    table = Table("A . . . . b . . .", A=shooter, b=foe())
    table["A"].ammo = [0, 0, 3, 0]
    assert "suppressing-fire A" not in offered(table, "A")


@rule("ingenuity/maneuver.attack", "ingenuity/attack.ammunition")
def test_no_double_shot_with_a_weapon_that_must_be_loaded_in_between() -> None:
    table = Table("A . b c", A=sheet(["crossbow"], maneuvers=["double-shot"], ammo={"bolt": 9}),
                  b=foe(), c=foe())  # fmt: skip
    assert "double-shot b" not in offered(table, "A")
    table = Table("A . b c", A=sheet(["repeating-crossbow"], maneuvers=["double-shot"],
                                     ammo={"bolt": 9}), b=foe(), c=foe())  # fmt: skip
    assert "double-shot b" in offered(table, "A")


@rule("ingenuity/maneuver.steps", "ingenuity/turn.until-next")
def test_a_diversion_ends_with_the_diverter_s_next_turn_and_opens_one_attack_on_each() -> None:
    table = Table("A B b", A=one("diversion"), B=sheet(["knife"]), b=foe(perception=6))
    table.act("A", "diversion A", dice=SIX)
    assert table["b"].is_held("diverted")
    swing = ("attack b with knife", "dexterity piercing")
    table.act("B", *swing, "reroll dexterity 1", dice="d6 1 3 d20 9 d6 5")
    assert not table["b"].is_held("diverted")
    table.act("A", "diversion A", dice=SIX)
    table.start("A")
    assert not table["b"].is_held("diverted")


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize(("weapon", "apart", "able"), [("pike", 3, True), ("dagger", 2, False)])
def test_a_feint_reaches_as_far_as_a_melee_weapon(weapon: str, apart: int, able: bool) -> None:
    table = Table("A " + ". " * (apart - 1) + "b", A=one("feint", weapons=(weapon,)), b=foe())
    assert ("feint b" in offered(table, "A")) == able


@rule("ingenuity/maneuver.attack", "ingenuity/movement.jump")
def test_after_a_leap_that_falls_short_there_is_no_attack() -> None:
    table = Table("A v v v . b", A=one("jumping-strike", speed=9), b=foe())
    table.act("A", "jumping-strike b", dice="d6 1 1 d20 9 d6 6 6 d20 9")
    assert table.at("A") == "1,0"
    assert lost(table) == 0


@rule("ingenuity/maneuver.steps", "ingenuity/condition.minor")
def test_inspiration_ends_with_the_end_of_the_ally_s_next_turn() -> None:
    table = Table("A B c", A=one("inspire"), B=foe(), c=foe())
    table.act("A", "inspire B", dice=SIX)
    table.step("end turn")
    table.start("B")
    assert table["B"].amount("heartened") == 2
    table.step("end turn")
    assert not table["B"].is_held("heartened")


@rule("ingenuity/maneuver.attack", "ingenuity/maneuver.bonus-to-luck")
def test_a_critical_of_a_riposte_needs_two_less_luck() -> None:
    guard = sheet(["longsword"], maneuvers=["riposte"])
    for luck, dealt in ((16, 8 + 4 + 1), (17, 8 + 8 + 1)):
        table = Table("A b", A=guard, b=foe())
        table.act("b", "attack A with bare-hands", FIST, "A: riposte with longsword",
                  "A: with longsword held", "A: strength piercing",
                  dice=f"d6 1 1 d20 9 d6 3 3 d20 {luck}")  # fmt: skip
        assert lost(table) == dealt


@rule("ingenuity/maneuver.reaction", "ingenuity/reaction.attacks-only")
def test_a_hook_needs_a_hooked_weapon_and_a_melee_attack() -> None:
    guard = sheet(["battleaxe"])
    table = Table("A b", A=guard, b=foe())
    other = Table("A b", A=sheet(["longsword"]), b=foe())
    with pytest.raises(UnknownKeyError, match="hook-parry"):
        other.act("b", "attack A with bare-hands", FIST, "A: hook-parry with longsword")
    table.act("b", "attack A with bare-hands", FIST, "A: hook-parry with battleaxe",
              dice="d6 6 3 d20 9 d6 6 d20 10")  # fmt: skip
    assert table["A"].pieces[0].wear == 1


@rule("ingenuity/maneuver.attack", "ingenuity/attack.unfit")
def test_a_point_blank_shot_with_a_sling_is_no_use_within_its_unfit_distance() -> None:
    shooter = sheet(["sling"], maneuvers=["point-blank-shot"], ammo={"sling-bullet": 5})
    near = Table(". . . .\n. A b .\n. . . .\n. . . .", A=shooter, b=foe())
    assert "point-blank-shot b" not in offered(near, "A")
    far = Table(". . . .\nA . b .\n. . . .\n. . . .", A=shooter, b=foe())
    assert "point-blank-shot b" in offered(far, "A")


@rule("ingenuity/maneuver.steps", "ingenuity/attack.unseen-target")
def test_no_manoeuvre_finds_whom_one_cannot_see() -> None:
    table = Table("A b c", A=one("taunt", "heavy-attack"), b=foe(), c=foe())
    table.hide("b", "A")
    for key in ("taunt b", "heavy-attack b"):
        with refused("attack.unseen-target"):
            table.act("A", key)


@rule("ingenuity/maneuver.reaction", "ingenuity/attack.size.dodge")
@pytest.mark.parametrize(("face", "caught"), [(3, True), (1, False)])
def test_what_evasion_alone_makes_miss_is_not_caught(face: int, caught: bool) -> None:
    """A giant's arrow: evasion 3 counts as 5; 6 would have hit, and the dodge of 10 caught it."""
    shooter = sheet(["shortbow"], ammo={"arrow": 3}, size=6)
    table = Table("A . b", A=shooter, b=foe(stamina=1, size=4))
    table["A"].pieces[0].held = True
    table.act("A", "shoot b with shortbow", "strength piercing", "b: arrow-catch",
              dice=f"d6 3 {face} d20 9 d6 6 3 d20 9")  # fmt: skip
    assert bool(table.told("catches")) == caught
    assert lost(table) == 0


@rule("ingenuity/maneuver.steps", "ingenuity/attack.reload.crossbow")
@pytest.mark.parametrize(("dice", "loaded", "left"), [(SIX, 1, 0), ("d6 3 2 d20 9", 0, 0)])
def test_one_good_blow_loads_a_crossbow(dice: str, loaded: int, left: int) -> None:
    petra = sheet(["crossbow"], maneuvers=["percussive-maintenance"], ammo={"bolt": 3})
    table = Table("A b", A=petra, b=foe())
    table["A"].pieces[0].loaded = 0
    table.act("A", "percussive-maintenance A", dice=dice)
    assert (table["A"].pieces[0].loaded, table["A"].task_left) == (loaded, left)
    assert table["A"].actions == 2


@rule("ingenuity/reaction.block", "ingenuity/power.steps")
def test_the_power_of_a_spell_attack_may_be_blocked_as_any_hit() -> None:
    mage = sheet(maneuvers=["spell-attack"], powers=["jolt"], prof={"Evocation": 1})
    target = sheet(shields=["large-shield"], numbers={"evasion": 3, "stamina": 1})
    table = Table("A b", A=mage, b=target)
    table.act("A", "spell-attack b", FIST, "b: pass", "b: pass", "b: block with large-shield",
              dice=SIX + " d6 3 3 d20 20")  # fmt: skip
    assert table["b"].endurance == 12 - (7 + 2)
    assert table["b"].pieces[0].wear == (7 + 4 + 2) - 4
    assert not table["b"].is_held("stunned")  # though its luck was 20


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.block")
@pytest.mark.parametrize(("item", "jarred"), [("longsword", [1, 0]), ("small-shield", [0, 1])])
def test_who_disarms_names_the_item_and_a_shield_so_struck_cannot_block(
    item: str, jarred: list[int]
) -> None:
    holder = sheet(["longsword"], shields=["small-shield"], numbers={"evasion": 3, "stamina": 1})
    table = Table("A b", A=one("disarm"), b=holder)
    table.act("A", "disarm b", item, dice=SIX)
    assert [piece.jarred for piece in table["b"].pieces] == jarred
    keys = ["b: pass", "b: block with small-shield"] if item == "longsword" else ["b: pass"]
    table.act("A", "attack b with bare-hands", FIST, *keys, dice=SIX)
    assert (table["b"].endurance < 12) == (item == "small-shield")


def dummy(**more: int) -> Sheet:
    return sheet(numbers={"stamina": 0, "focus": 0, "evasion": 5, **more})


@rule("ingenuity/action.ready.what", "ingenuity/maneuver.attack")
def test_a_readied_crippling_attack_stops_its_target_for_the_turn() -> None:
    one = sheet(["spear"], maneuvers=["crippling-attack"])
    table = Table("A . . . . b", A=one, b=dummy(constitution=5, speed=9))
    table.act("A", "ready crippling-attack for a move")
    table.start("b")
    table.step("move", "move 1,0", "A: readied crippling-attack b", "strength piercing",
               dice="d6 4 3 d20 9")  # fmt: skip
    assert table.at("b") == "2,0"
    assert condition.speed(table["b"]) == 0
    with refused("movement.speed"):
        table["b"].stamina = 5
        table.step("sprint")


@rule("ingenuity/maneuver.attack")
def test_a_dancing_strike_that_reaches_willpower_trades_places() -> None:
    one = sheet(["dagger"], maneuvers=["dancing-strike"])
    table = Table("A b . c", A=one, b=dummy(willpower=8), c=dummy())
    table.act("A", "dancing-strike b", "with dagger held", "dexterity piercing",
              dice="d6 4 3 d20 9")  # fmt: skip
    assert (table.at("A"), table.at("b")) == ("1,0", "0,0")
    other = Table("A b . c", A=one, b=dummy(willpower=9), c=dummy())
    other.act("A", "dancing-strike b", "with dagger held", "dexterity piercing",
              dice="d6 4 3 d20 9")  # fmt: skip
    assert other.at("A") == "0,0"


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize(("face", "lost"), [(3, 1), (2, 0), (1, 0)])
def test_cutting_words_take_endurance_by_what_is_above_willpower(face: int, lost: int) -> None:
    one = sheet(maneuvers=["cutting-words"])
    table = Table("A . b", A=one, b=dummy(willpower=6, endurance=12))
    table.act("A", "cutting-words b", dice=f"d6 4 {face} d20 9")
    assert table["b"].endurance == 12 - lost


@rule("ingenuity/maneuver.steps")
def test_cutting_words_never_reach_health() -> None:
    table = Table("A . b", A=sheet(maneuvers=["cutting-words"]), b=dummy(willpower=2))
    table["b"].endurance = 3
    table.act("A", "cutting-words b", dice="d6 6 6 d20 9")
    assert (table["b"].endurance, table["b"].health) == (0, 12)


@rule("ingenuity/maneuver.steps", "ingenuity/action.brandish")
def test_a_disarmed_item_is_useless_then_clumsy_and_the_second_time_taken() -> None:
    one = sheet(maneuvers=["disarm"], prof={"Sleight": 1})
    table = Table("A b", A=one, b=sheet(["longsword"], numbers={"evasion": 6, "stamina": 0}))
    piece = table["b"].pieces[0]
    table.act("A", "disarm b", dice="d6 4 2 d20 9")  # 4 + 2 + 1 - 1
    assert piece.jarred == 1
    table.act("A", "disarm b", "take it", dice="d6 4 2 d20 9")
    assert piece in table["A"].pieces
    assert piece.held


@rule("ingenuity/action.brandish")
def test_brandishing_makes_a_struck_item_usable_at_two_less() -> None:
    table = Table("A b", A=sheet(["longsword"]), b=dummy(evasion=5))
    piece = table["A"].pieces[0]
    piece.jarred = 1
    asked = choice_of(table, "A")
    assert "attack b with longsword" not in [asked.key(one) for one in asked.answers()]
    table.act("A", "brandish longsword")
    assert piece.jarred == 2
    table.act("A", "attack b with longsword", "strength piercing", dice="d6 4 2 d20 9")
    assert table.results() == [4]


@rule("ingenuity/maneuver.grapple-control", "ingenuity/condition.grappled")
@pytest.mark.parametrize(("face", "controls"), [(3, (2, 0)), (2, (1, 1)), (1, (1, 1))])
def test_a_grapple_begins_in_control_or_contested_on_half(
    face: int, controls: tuple[int, int]
) -> None:
    one = sheet(maneuvers=["grapple"])
    table = Table("A b", A=one, b=dummy(evasion=7))
    table.act("A", "grapple b", dice=f"d6 4 {face} d20 9")
    assert (table["A"].control, table["b"].control) == controls
    assert condition.speed(table["A"]) == condition.speed(table["b"]) == 1
    assert condition.on_tests(table["b"]) == (-2 if controls[1] == 0 else -1)


@rule("ingenuity/maneuver.grapple-control")
def test_less_than_half_the_evasion_holds_nobody() -> None:
    table = Table("A b", A=sheet(maneuvers=["grapple"]), b=dummy(evasion=7))
    table.act("A", "grapple b", dice="d6 1 2 d20 9")
    assert table["A"].grappling == -1


@rule("ingenuity/maneuver.grapple-control", "ingenuity/test.contest")
@pytest.mark.parametrize(("face", "free"), [(4, True), (3, False)])
def test_who_is_held_breaks_free_by_a_contest(face: int, free: bool) -> None:
    """8 against 8 is enough: the other holds, it does not do the very same thing."""
    one = sheet(maneuvers=["grapple"])
    table = Table("A b", A=one, b=sheet(numbers={"evasion": 7}))
    table["A"].grappling, table["b"].grappling = 1, 0
    table["A"].control, table["b"].control = 0, 2
    keys = ["break free"] if free else []
    table.act("A", "grapple b", *keys, dice=f"d6 6 {face} d20 9 d6 4 4 d20 9")
    assert (table["A"].grappling == -1) == free


@rule("ingenuity/condition.grappled")
def test_in_a_grapple_only_the_one_in_control_uses_its_weapons() -> None:
    table = Table("A b", A=sheet(["dagger"]), b=sheet(["dagger"], stamina=0))
    table["A"].grappling, table["b"].grappling = 1, 0
    table["A"].control, table["b"].control = 2, 0
    keys = [one.key(a) for one in [choice_of(table, "A")] for a in one.answers()]
    assert "attack b with dagger" in keys
    keys = [one.key(a) for one in [choice_of(table, "b")] for a in one.answers()]
    assert "attack A with dagger" not in keys
    assert "attack A with bare-hands" in keys


def choice_of(table: Table, name: str) -> act.Act:
    table.begin_turn(name)
    return act.Act(table.combat, table[name], True)


@rule("ingenuity/attack.multiple.maneuvers", "ingenuity/attack.multiple.counted")
def test_a_double_shot_is_one_roll_at_two_targets_and_counts_twice() -> None:
    one = sheet(["shortbow"], maneuvers=["double-shot"], ammo={"arrow": 5})
    table = Table("A . . b\n. . . c", A=one, b=dummy(evasion=6), c=dummy(evasion=7))
    table.act("A", "double-shot b", "dexterity piercing", dice="d6 4 3 d20 9")
    assert table["b"].endurance == 12 - 9
    assert table["c"].endurance == 12
    assert table["A"].used[0] == 2
    assert table["A"].ammo[1] == 3


@rule("ingenuity/maneuver.improvise")
def test_who_has_not_learned_a_manoeuvre_tests_at_one_less() -> None:
    table = Table("A . b", A=sheet(), b=dummy(willpower=6))
    table.act("A", "improvise", "demoralize b", dice="d6 4 3 d20 9")
    assert table.results() == [6]
    assert table["b"].is_held("shaken")


@rule("ingenuity/movement.no-opportunity")
def test_an_opportunity_strike_stops_who_moves_more_than_a_metre_in_reach() -> None:
    one = sheet(["longknife"], maneuvers=["opportunity-strike"])
    rows = ". . b .\n. A . .\n. . . ."
    table = Table(rows, A=one, b=dummy(constitution=6, speed=9))
    table.act("b", "move", "move 2,1 2,2", "A: opportunity-strike", "with longknife held",
              "strength piercing", dice="d6 4 3 d20 9")  # fmt: skip
    assert table.at("b") == "2,1"
    assert table.used("A", "reactions") == 1


@rule("ingenuity/maneuver.reaction")
def test_a_riposte_parries_and_strikes_back_at_two_more() -> None:
    one = sheet(["longsword"], maneuvers=["riposte"], physical=3)
    table = Table("A b", A=one, b=sheet(["longknife"], numbers={"evasion": 6, "stamina": 0}))
    table.act("b", "attack A with longknife", "strength piercing", "A: riposte with longsword",
              "A: with longsword held", "A: strength piercing",
              dice="d6 4 2 d20 9 d6 2 2 d20 9")  # fmt: skip
    assert table["A"].stamina == 10
    assert table["A"].endurance == 12 - (6 + 4 - 6)
    assert table["b"].endurance == 12 - (6 + 4 + 1)


@rule("ingenuity/attack.ally")
@pytest.mark.parametrize(("key", "hits"), [("forgo evasion", True), ("evade", False)])
def test_an_ally_may_be_attacked_and_may_forgo_its_evasion(key: str, hits: bool) -> None:
    table = Table("A B . b", A=sheet(["spear"]), B=dummy(evasion=12), b=dummy())
    table.act("A", "attack B with spear", "strength piercing", f"B: {key}", dice="d6 1 1 d20 9")
    assert (table["B"].endurance < 12) == hits


@rule("ingenuity/attack.hands")
def test_a_two_handed_weapon_in_one_hand_takes_one_off() -> None:
    one = sheet(["greatsword"], ["buckler"])
    table = Table("A b", A=one, b=dummy(evasion=5))
    table.act("A", "brandish greatsword one-handed and buckler")
    table.act("A", "attack b with greatsword", "strength piercing", dice="d6 3 3 d20 9")
    assert table.results() == [5]
