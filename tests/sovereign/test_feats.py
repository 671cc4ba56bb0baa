"""Feats and abilities, each in play. The id in brackets says which one a test is of."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import condition, setup, turn
from affray.rulesets.sovereign.attack import screening
from affray.rulesets.sovereign.choice import morale
from affray.rulesets.sovereign.condition import MARKED
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.terms import (
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    ONCE,
    POINT,
    SPENT_DEFENSE,
    STABLE,
)
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike

HIT = "attack b with sword"


def shocking(shock: int = 2, shock_ac: int = 13) -> Strike:
    return strike(shock=shock, shock_ac=shock_ac)


# ---- feats ---------------------------------------------------------------------------------------


@rule("sovereign/surprise.no-reactions")
def test_the_alert_are_not_surprised_and_quicken_their_side() -> None:
    """[alert] at level 1; the bonus counts once."""
    feats = {"alert": 1}
    table = Table("A B b c", A=body(), B=body(), b=body(feats=feats), c=body(feats=feats))

    condition.surprise(table.combat, 1)

    assert not table["b"].surprised
    assert setup.edge(table.combat, 1).total == 1
    assert setup.edge(table.combat, 0).total == 0


def test_the_twice_alert_act_before_the_sides() -> None:
    """[alert] at level 2."""
    table = Table("A . . b c", A=body(), b=body(feats={"alert": 2}), c=body())
    turn.begin_round(table.combat)

    assert table.combat.early
    table.steps(2)  # the Party has nobody so alert
    assert table.combat.active == table["b"].index


@pytest.mark.parametrize(("level", "rolled"), [(1, "d6 2 6 6"), (2, "d6 2 3 6 6")])
def test_specialists_drop_the_lowest_dice(level: int, rolled: str) -> None:
    """[specialist]: 3d6 or 4d6, the best two count."""
    own = body(feats={"specialist": level}, kit=True, skills={"heal": 0})
    own.special = "heal"
    table = Table("A C b", A=own, C=body(), b=body())
    table["C"].fate, table["C"].hp, table["C"].fell = 1, 0, 1

    table.act("A", "aid C", dice=rolled)

    assert table["C"].fate == STABLE


def test_a_chirurgeon_rolls_three_dice_and_aids_as_a_free_action_once_a_round() -> None:
    """[gifted-chirurgeon]."""
    own = body(feats={"gifted-chirurgeon": 1}, kit=True, skills={"heal": 1})
    table = Table("C A D b", A=own, C=body(), D=body(), b=body())
    for name in "CD":
        table[name].fate, table[name].hp, table[name].fell = 1, 0, 1

    table.act("A", "quickly aid C", dice="d6 1 4 5")

    assert (table["C"].fate, table["A"].main) == (STABLE, True)
    assert table.refused("A", "quickly aid D") == "economy.free"


def test_the_die_hard_stabilise_and_keep_one_hit_point_once() -> None:
    """[die-hard] at both levels."""
    table = Table("A b", A=body(strike(bonus=20)), b=body(hp=5, feats={"die-hard": 1}))
    table.act("A", HIT, dice="d20 10 d8 8")
    assert table["b"].fate == STABLE

    table = Table("A b", A=body(strike(bonus=20)), b=body(hp=5, feats={"die-hard": 2}))
    table.act("A", HIT, dice="d20 10 d8 8")
    assert (table["b"].hp, table["b"].fate) == (1, 0)
    table["A"].main = True
    table.act("A", HIT, dice="d20 10 d8 8")
    assert table["b"].fate == STABLE


@rule("sovereign/shock.on-miss")
@pytest.mark.parametrize(
    "feats", [{"shocking-assault": 1}, {"armsmaster": 2}, {"close-combatant": 2}]
)
def test_some_shock_takes_every_armour_for_none(feats: dict[str, int]) -> None:
    """[shocking-assault] [armsmaster] [close-combatant]: AC counts as 10, immunity still helps."""
    table = Table("A b", A=body(shocking(), feats=feats), b=body(ac=18))
    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 18

    proof = Table("A b", A=body(shocking(), feats=feats), b=body(ac=18, abilities=["bronze-hide"]))
    proof.act("A", HIT, dice="d20 2")
    assert proof["b"].hp == 20


def test_an_armsmaster_readies_a_stowed_weapon_as_an_instant() -> None:
    """[armsmaster] at level 1; [deadeye] does it with a bow."""
    for feat, shot in (("armsmaster", False), ("deadeye", True)):
        own = body(strike(far=(9, 9) if shot else (0, 0)), feats={feat: 1})
        own.stock, own.stowed = [0], [1]
        table = Table("A . b", A=own, b=body())
        table["A"].hand = -1
        assert table.refused("A", "at once ready sword") == ""

        table.act("A", "at once ready sword")

        assert (table["A"].stock, table["A"].hand, table["A"].main) == ((1,), 0, True)


def test_an_assassin_cannot_miss_with_a_knife_at_hand_in_the_free_round() -> None:
    """[assassin]."""
    knife = strike(damage="1d4+0")
    knife.small = True
    own = body(knife, feats={"assassin": 1})
    table = Table("A b", A=own, b=body(ac=30))
    table.combat.round = 0
    table["b"].surprised = True

    table.act("A", HIT, dice="d20 1 d4 3")

    assert table["b"].hp == 17


def test_an_assassin_s_knife_is_drawn_beside_another_swap() -> None:
    """[assassin]: hiding and drawing it is no change of what is in hand."""
    knife = strike("knife")
    knife.weapon = 1
    own = body(strike(), knife, feats={"assassin": 1})
    own.weapons, own.stock = ["sword", "dagger"], [1, 1]
    own.knives, own.both, own.shot = [False, True], [False, False], [False, False]
    table = Table("A b", A=own, b=body())
    table["A"].set_count(2, 1)

    assert table.refused("A", "draw dagger") == ""


@rule("sovereign/attack.mod.thrown-in-melee")
@pytest.mark.parametrize(("feat", "small", "hurt"), [(0, True, 20), (1, True, 17), (1, False, 20)])
def test_a_close_combatant_throws_knives_in_melee(feat: int, small: bool, hurt: int) -> None:
    """[close-combatant] at level 1: 10 hits AC 10 only without the -4."""
    knife = strike(far=(6, 12), thrown=True, damage="1d4+0")
    knife.small = small
    table = Table("A b", A=body(knife, feats={"close-combatant": feat}), b=body(strike()))

    table.act("A", HIT, dice="d20 10" + (" d4 3" if hurt < 20 else ""))

    assert table["b"].hp == hurt


def test_a_close_combatant_ignores_shock_and_disengages_freely() -> None:
    """[close-combatant]: no Shock; Disengage as a Free action at level 2."""
    table = Table("A b", A=body(shocking()), b=body(strike(), feats={"close-combatant": 2}))
    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 20

    table.act("b", "disengage at once")
    assert (table["b"].disengaged, table["b"].main) == (1, True)


@rule("sovereign/ranged.two-handed-in-melee")
@pytest.mark.parametrize(("level", "hurt"), [(1, 20), (2, 17)])
def test_deadeye_shoots_in_melee(level: int, hurt: int) -> None:
    """[deadeye]: at -4, then without."""
    bow = strike(far=(9, 9), hands=2, damage="1d4+0")
    table = Table("A b", A=body(bow, feats={"deadeye": level}), b=body(strike()))

    table.act("A", HIT, dice="d20 10" + (" d4 3" if hurt < 20 else ""))

    assert table["b"].hp == hurt


def test_impervious_defense_shrugs_one_blow_off_in_a_day() -> None:
    """[impervious-defense] at level 2."""
    table = Table("A b", A=body(strike(bonus=9)), b=body(feats={"impervious-defense": 2}))

    table.act("A", HIT, "shrug it off", dice="d20 9 d8 8")
    assert (table["b"].hp, table["b"].used[ONCE]) == (20, SPENT_DEFENSE)
    table["A"].main = True
    table.act("A", HIT, dice="d20 9 d8 8")

    assert table["b"].hp == 12


def test_a_nullifier_saves_better_and_its_first_failure_is_none() -> None:
    """[nullifier] at level 1: +2 for those within 20 ft."""
    mage = (
        body(spells=["grave-chill"], level=1, strikes=()) if False else body(spells=["grave-chill"])
    )
    target = body()
    target.saves = [15, 15, 15]
    table = Table("A . b c", A=mage, b=target, c=body(feats={"nullifier": 1}))

    table.act("A", "cast grave-chill at b", dice="d4 4 d20 13")
    assert table["b"].hp == 18

    table["A"].main, table["A"].casting = True, 1
    table.act("A", "cast grave-chill at c", dice="d4 4 d20 2")
    assert table["c"].hp == 18


def test_a_great_nullifier_is_not_affected_by_one_spell() -> None:
    """[nullifier] at level 2."""
    table = Table("A . b", A=body(spells=["grave-chill"]), b=body(feats={"nullifier": 2}))

    table.act("A", "cast grave-chill at b", "shrug the magic off")

    assert table["b"].hp == 20


def test_a_fist_of_the_trained_makes_one_armed_and_hurts_on_a_miss() -> None:
    """[unarmed-combatant] at both levels."""
    own = body(feats={"unarmed-combatant": 2})
    table = Table("A b", A=own, b=body(ac=30))
    assert equipment.armed(table["A"])
    assert not equipment.armed(table["b"])

    table.act("A", "attack b with unarmed", dice="d20 2 d6 4")

    assert table["b"].hp == 16


@rule("sovereign/screen.limit", "sovereign/screen.opposed-check")
def test_a_valiant_defender_screens_better_and_surely_the_first_time() -> None:
    """[valiant-defender]: +2; the first of a round without a check, +2 AC, ogres too."""
    own = body(strike(), feats={"valiant-defender": 2}, screens=2)
    table = Table("b b\n. .\nC A", A=own, C=body(), b=body(strike(reach=2), size=1, npc=True))
    table.guard("A", "C")
    assert screening.number_of(table["A"]) == 10
    assert numbers.ac(table.combat, table["A"]) == 12

    table.act("b", "attack C with sword", "screen", dice="d20 11")

    assert table["A"].hp == 20


def test_a_valiant_defender_screens_against_a_spell_once_a_round() -> None:
    """[valiant-defender]: the caster rolls with Magic against its number."""
    own = body(feats={"valiant-defender": 1}, screens=2)
    mage = body(spells=["grave-chill"], skills={"magic": 0})
    table = Table("b . .\n. . .\nC A .", A=own, C=body(), b=mage)
    table.guard("A", "C")
    table.combat.turn_of = 1

    table.act("b", "cast grave-chill at C", "screen against the spell", dice="d6 4 5 d4 3 d20 1")

    assert (table["A"].hp, table["C"].hp) == (17, 20)


def test_a_whirl_deals_shock_to_all_in_reach_once_in_a_fight() -> None:
    """[whirlwind-assault] at level 1."""
    own = body(shocking(), feats={"whirlwind-assault": 1})
    table = Table("b A c\n. . .\n. . d", A=own, b=body(ac=13), c=body(ac=14), d=body())

    table.act("A", "whirl")

    assert [table[name].hp for name in "bcd"] == [18, 20, 20]
    assert table.refused("A", "whirl") == "turn.fight-is-a-turn"


def test_a_kill_brings_a_second_attack_once_a_round() -> None:
    """[whirlwind-assault] at level 2."""
    own = body(strike(bonus=20), feats={"whirlwind-assault": 2})
    table = Table("b A c", A=own, b=body(hp=3, named=False), c=body(hp=3, named=False))

    table.act("A", HIT, "c with sword", dice="d20 9 d8 5 d20 9 d8 5")

    assert not table["b"].present
    assert not table["c"].present


@rule("sovereign/reload.bow", "sovereign/reload.crossbow", "sovereign/snap.penalty")
def test_steady_hands_reload_cheaper_and_snap_better() -> None:
    """[steady-hands] at both levels."""
    from affray.rulesets.sovereign.content.build import reload_of
    from affray.rulesets.sovereign.content.schema import AttackModel
    from tests.sovereign.test_content import CONTENT

    shot = AttackModel(bonus=0, damage="1d6")
    own = body(feats={"steady-hands": 1})
    own.skills["shoot"] = 0
    arms = {one.id: one for one in CONTENT.weapon}
    assert reload_of(arms["crossbow"], shot, own) == BY_MOVE
    assert reload_of(arms["small-bow"], shot, own) == BY_NOTHING
    assert reload_of(arms["crossbow"], shot, body()) == BY_MAIN

    bow = strike(far=(9, 9), bonus=2, damage="1d4+0")
    table = Table("A . b", A=body(strike()), b=body(bow, feats={"steady-hands": 2}))
    table["A"].hp = 3
    table.act("A", "run", "move 1,0", "b snap at A with sword", dice="d20 10 d4 3")
    assert table["A"].hp == 0


def test_a_bodyguard_screens_better_again_and_may_change_its_ward() -> None:
    """[bodyguards-eye] at both levels."""
    own = body(strike(), feats={"bodyguards-eye": 2}, screens=2)
    table = Table("C A D b", A=own, C=body(), D=body(), b=body())
    table.guard("A", "C")
    assert screening.number_of(table["A"], 3) == 8
    table["A"].set_count(0, 1 << 3)
    assert screening.number_of(table["A"], 3) == 9

    table.act("A", "guard instead D")

    assert table["A"].wards == 1 << table["D"].index
    assert table.refused("A", "guard instead C") == "economy.free"


def test_armoured_magic_casts_in_armour() -> None:
    """[armored-magic]: encumbrance 2, then anything."""
    for level, bulk, no in ((0, 2, "spell.armour"), (1, 2, ""), (1, 3, "spell.armour"), (2, 3, "")):
        own = body(spells=["grave-chill"], feats={"armored-magic": level}, armour="chain")
        own.bulk = bulk
        table = Table("A . b", A=own, b=body())
        assert table.refused("A", "cast grave-chill at b") == no


# ---- abilities -----------------------------------------------------------------------------------


@rule("sovereign/class.killing-blow", "sovereign/luck.veteran")
def test_full_warriors_have_their_blow_and_their_luck() -> None:
    """[killing-blow] [veterans-luck]: in the numbers of the sheet, and as an Instant."""
    own = library().sheets["hesk-dargan"]
    axe = own.strikes[0]
    assert (axe.plus, axe.shock) == (3, 6)

    table = Table("A b", A=body(strike(), warrior=True), b=body(ac=30))
    table.act("A", HIT, "A veteran's luck", dice="d20 2 d8 4")
    assert table["b"].hp == 16


def test_a_full_expert_rolls_a_failed_check_again_once_a_fight() -> None:
    """[masterful-expertise]; [quick-learner] is a matter of advancement alone."""
    own = body(kit=True, skills={"heal": 0})
    own.expert = True
    table = Table("A C b", A=own, C=body(), b=body())
    table["C"].fate, table["C"].hp, table["C"].fell = 1, 0, 1

    table.act("A", "aid C", "roll again", dice="d6 1 1 5 5")

    assert table["C"].fate == STABLE


def test_a_predator_s_bite_has_half_its_hit_dice_in_damage_and_shock() -> None:
    """[predator]: the library refuses other numbers."""
    from affray.rulesets.sovereign.content.check import creature_faults
    from tests.sovereign.test_content import CONTENT

    wolf = next(one for one in CONTENT.creature if one.id == "ash-wolf")
    bite = wolf.attacks[0].model_copy(update={"shock": 2})

    found = creature_faults(wolf.model_copy(update={"attacks": [bite]}), CONTENT)

    assert [place for place, _ in found] == ["attacks[0].shock"]


@pytest.mark.parametrize(("harm", "hurt"), [(POINT, 1), (3, 8)])
def test_bones_break_under_blunt_blows_alone(harm: int, hurt: int) -> None:
    """[brittle-bones]."""
    sword = strike(bonus=9)
    sword.harm = harm
    table = Table("A b", A=body(sword), b=body(npc=True, abilities=["brittle-bones"]))

    table.act("A", HIT, dice="d20 9 d8 8")

    assert table["b"].hp == 20 - hurt


@rule("sovereign/snap.npc-discipline", "sovereign/morale.fearless")
def test_the_disciplined_snap_and_the_fearless_do_not_break() -> None:
    """[disciplined] [fearless]."""
    assert not body(npc=True).disciplined()
    assert body(npc=True, abilities=["disciplined"]).disciplined()
    table = Table("A b", A=body(), b=body(npc=True, abilities=["fearless"]))
    table["b"].hp = 1

    morale.check_morale(table.combat, table["b"])

    assert not table["b"].broken


@rule("sovereign/check.opposed")
@pytest.mark.parametrize(("second", "down"), [(4, True), (3, False)])
def test_a_bite_pulls_down_by_an_opposed_check(second: int, down: bool) -> None:
    """[pull-down] [pack-mark]: 8 + the better of STR/Brawl and STR/Exert."""
    wolf = body(strike(bonus=9), npc=True, skill=1, abilities=["pull-down", "pack-mark"])
    prey = body(skills={"exert": 1})
    table = Table("b A\n. C", A=prey, C=body(), b=wolf)

    table.act("b", "attack A with sword", "pull A down", dice=f"d20 9 d8 2 d6 4 {second}")

    assert table["A"].prone == down
    assert table["A"].has(MARKED)


@rule("sovereign/maneuver.size")
def test_bronze_is_not_shoved_by_one_man_alone() -> None:
    """[bronze-hide]: two in a swarm may."""
    bronze = body(npc=True, abilities=["bronze-hide"])
    table = Table("A B b", A=body(strike()), B=body(strike(reach=2)), b=bronze)

    assert table.refused("B", "shove b with sword") == "maneuver.size"


@rule("sovereign/screen.feasible")
def test_a_hurled_rock_cannot_be_screened() -> None:
    """[rock-throw]."""
    giant = library().sheets["quarry-giant"]
    assert [one.unscreened for one in giant.strikes if one.id == "hurled-rock"] == [True]
    assert [one.unscreened for one in giant.strikes if one.id == "great-club"] == [False]


def test_a_skulk_melts_into_shadow_beside_a_solid() -> None:
    """[vanish-in-shadow]: until it attacks or steps into the open, if no enemy is beside it."""
    skulk = body(strike(far=(9, 9)), npc=True, abilities=["vanish-in-shadow"])
    table = Table(". # . . .\n. b . . A", A=body(), b=skulk)

    table.act("b", "melt into shadow")
    hidden = table["b"].unseen
    table.act("b", "attack A with sword", dice="d20 1")
    assert (hidden, table["b"].unseen) == (True, False)

    open_ground = Table(". . . . .\n. b . . A", A=body(), b=skulk)
    assert open_ground.refused("b", "melt into shadow") == "attack.mod.unseen-known"


def test_a_leader_rallies_the_broken_within_30_feet_once() -> None:
    """[rally]."""
    leader = body(npc=True, abilities=["rally"])
    table = Table("b . . . . . c d A", A=body(), b=leader, c=body(npc=True), d=body(npc=True))
    table["c"].broken = table["d"].broken = True

    table.act("b", "rally")

    assert (table["c"].broken, table["d"].broken) == (False, True)
    table["b"].main = True
    assert table.refused("b", "rally") == "turn.fight-is-a-turn"


def test_a_wall_of_shields_gives_one() -> None:
    """[shield-wall]: beside a comrade with the ability and a shield."""
    guard = body(npc=True, shield=True, abilities=["shield-wall"])
    table = Table("b c . d A", A=body(), b=guard, c=guard, d=guard)

    assert [numbers.ac(table.combat, table[name]) for name in "bcd"] == [11, 11, 10]
