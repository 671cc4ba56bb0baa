"""Manoeuvres clause by clause: what the first tests of each leave out."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

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
