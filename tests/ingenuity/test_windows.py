"""Who may answer an attack, when, and what it costs: intercept, dodge, parry, block, fortify."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import damage
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import FIRE, PIERCING, PSYCHIC
from tests.ingenuity.table import Table, sheet
from tests.rules import rule

CUT = ("attack b with longsword", "strength slashing")
STUN = ("with longsword held", "strength slashing")
MISSILES = ("missile at b", "missile at b")


def swordsman(**more: int) -> Sheet:
    return sheet(["longsword"], numbers={"evasion": 3, "endurance": 50, **more})


def ready(**more: int) -> Sheet:
    """Somebody with a sword and a shield, hit by a result of 3 or more."""
    return sheet(["straight-sword"], shields=["medium-shield"], numbers={"evasion": 3, **more})


@rule("ingenuity/reaction.unable", "ingenuity/condition.incapacitated")
@pytest.mark.parametrize("state", ["stunned", "incapacitated", "unconscious"])
def test_who_cannot_act_or_is_stunned_is_not_asked(state: str) -> None:
    table = Table("A b c", A=swordsman(), b=ready(), c=sheet(stamina=0))
    keys = list(CUT)
    if state == "unconscious":
        table.fell("b")
        keys += ["A: keep both", "A: keep both"]
    else:
        table.give("b", state)
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert table["b"].stamina == 12
    assert table["b"].endurance == 12 - 11


@rule("ingenuity/condition.incapacitated", "ingenuity/turn.unable")
def test_an_incapacitated_one_gets_no_turn_but_keeps_its_defences() -> None:
    table = Table("A b c", A=swordsman(), b=ready(evasion=9), c=sheet(stamina=0))
    table.give("b", "incapacitated")
    assert table.combat.ready() == [[0], [table["c"].index]]
    table.act("A", *CUT, dice="d6 4 4 d20 9")
    assert table["b"].endurance == 12


@rule("ingenuity/reaction.window", "ingenuity/attack.sequence", "ingenuity/gm.reaction-polling")
def test_intercept_comes_first_then_dodge_and_parry_then_block_after_the_hit() -> None:
    table = Table("A b c d\n. . . .", A=swordsman(), b=ready(), c=ready(), d=ready())
    table.give("b", "waiting")
    table.give("b", "waiting")
    keys = (
        "c: pass",
        "d: pass",
        "b: parry with straight-sword",
        "b: pass",
        "b: block with medium-shield",
    )
    table.act("A", *CUT, *keys, dice="d6 3 3 d20 9")
    assert table["b"].stamina == 10
    assert table["b"].pieces[0].wear == 1
    assert table["b"].pieces[1].wear == 11 - 3
    assert table["b"].endurance == 12


@rule("ingenuity/reaction.window")
def test_a_miss_opens_no_window_for_a_block() -> None:
    table = Table("A b", A=swordsman(), b=ready(evasion=9))
    table.act("A", *CUT, "b: pass", dice="d6 3 3 d20 9")
    assert table["b"].pieces[1].wear == 0


@rule("ingenuity/reaction.combine", "ingenuity/reaction.extra", "ingenuity/reaction.one")
def test_two_reactions_may_answer_one_attack_but_not_the_same_twice() -> None:
    table = Table("A b .", A=swordsman(), b=ready())
    table.give("b", "waiting")
    keys = ("b: dodge", "b: parry with straight-sword", "b: stay")
    table.act("A", *CUT, *keys, dice="d6 6 6 d20 9 d6 1 1 d20 9")
    assert table["b"].stamina == 10
    assert table.used("b", "reactions") == 2


@rule("ingenuity/reaction.one", "ingenuity/reaction.recovery")
def test_a_reaction_comes_back_at_the_start_of_the_own_turn_not_with_the_round() -> None:
    table = Table("A b", A=swordsman(), b=ready())
    table.act("A", *CUT, "b: parry with straight-sword", dice="d6 3 3 d20 9")
    assert table.used("b", "reactions") == 1
    table.step("end turn")
    table["b"].acted = True
    table.step()
    assert table.combat.round == 2
    assert table.used("b", "reactions") == 1
    table.step()
    table.step()
    assert table.used("b", "reactions") == 1
    table.step("end turn")
    table.step()
    table.step()
    assert table.combat.active == table["b"].index
    assert table.used("b", "reactions") == 0


@rule("ingenuity/reaction.recovery", "ingenuity/turn.start-sequence")
def test_the_reaction_is_back_before_bleeding_asks_for_it() -> None:
    one = sheet(numbers={"constitution": 4, "stamina": 3})
    table = Table("A b", A=one, b=sheet())
    table["A"].health = 8
    table.count("A", "reactions", 1)
    table.give("A", "bleeding", 1)
    table.start("A", "fortify", dice="d6 4 4 d20 9")
    assert table["A"].awake
    assert table["A"].actions == 3


@rule("ingenuity/turn.start-sequence", "ingenuity/condition.stunned", "ingenuity/reaction.unable")
def test_a_stunned_one_cannot_fortify_against_its_bleeding() -> None:
    table = Table("A b", A=sheet(numbers={"constitution": 4}), b=sheet())
    table["A"].health = 8
    table.give("A", "bleeding", 1)
    table.give("A", "stunned")
    table.start("A")
    assert not table["A"].awake


@rule("ingenuity/attack.size.dodge", "ingenuity/attack.size.evasion")
@pytest.mark.parametrize(("face", "hits"), [(5, False), (6, True)])
def test_a_dodge_counts_for_more_against_a_bigger_attacker(face: int, hits: bool) -> None:
    """Dodge 7 beats evasion 3; against size 6 it counts as 9: a result of 8 misses, 9 hits."""
    table = Table("A b .", A=swordsman(size=6), b=ready())
    keys = ("dodge", "stay")
    table.act("A", *CUT, *keys, dice=f"d6 3 {face} d20 9 d6 4 3 d20 9")
    assert (table["b"].endurance < 12) == hits


@rule("ingenuity/attack.size.dodge")
def test_the_better_of_dodge_and_evasion_is_taken_before_size_changes_it() -> None:
    table = Table("A b .", A=swordsman(size=3), b=ready(evasion=8, size=5))
    table.act("A", *CUT, "dodge", "stay", dice="d6 3 3 d20 9 d6 1 1 d20 9")
    assert table["b"].endurance < 12


@rule("ingenuity/reaction.dodge.after")
def test_a_dodger_that_was_hit_may_still_drop_take_cover_and_go_a_metre() -> None:
    table = Table("A b .\n. . o", A=swordsman(), b=ready())
    keys = ("dodge", "step 2,0", "seek cover", "drop prone")
    table.act("A", *CUT, *keys, dice="d6 3 3 d20 9 d6 1 1 d20 9")
    assert table.at("b") == "2,0"
    assert table["b"].cover == 2
    assert table["b"].prone


@rule("ingenuity/reaction.dodge.after", "ingenuity/action.free.drop-prone")
def test_who_cannot_fall_prone_is_not_asked_to() -> None:
    """It was, again and again: to an order "always drop prone" there was no end."""
    table = Table("A b", A=swordsman(), b=sheet(immune=["prone"], evasion=3))
    table.act("A", *CUT, "dodge", dice="d6 3 3 d20 9 d6 1 1 d20 9")  # and nothing more is asked
    assert not table["b"].prone
    assert "drop prone" not in table.offered("b")
    assert "drop prone" in table.offered("A")


@rule("ingenuity/reaction.dodge.after")
def test_a_dodger_who_is_knocked_out_does_nothing_more() -> None:
    table = Table("A b .", A=swordsman(), b=ready(constitution=0, endurance=1))
    table.act("A", *CUT, "dodge", dice="d6 2 1 d20 9 d6 1 1 d20 9")
    assert not table["b"].awake
    assert table.at("b") == "1,0"


@rule("ingenuity/reaction.dodge.after")
def test_the_move_of_a_dodge_does_not_use_up_the_step() -> None:
    table = Table("A b . .", A=swordsman(), b=ready())
    table.act("A", *CUT, "dodge", "step 2,0", "stay", dice="d6 1 1 d20 9 d6 1 1 d20 9")
    table.act("b", "step 3,0")
    assert table.at("b") == "3,0"


@rule("ingenuity/reaction.effect-compare", "ingenuity/reaction.fortify")
@pytest.mark.parametrize(("constitution", "stunned"), [(6, True), (7, True), (8, False)])
def test_an_effect_applies_at_the_defence_and_a_higher_one_prevents_it(
    constitution: int, stunned: bool
) -> None:
    one = sheet(maneuvers=["stunning-strike"])
    table = Table("A b", A=one, b=sheet(numbers={"constitution": constitution, "stamina": 0}))
    table.act("A", "stunning-strike b", "strength bludgeoning", dice="d6 4 3 d20 10")
    assert table["b"].is_held("stunned") == stunned


@rule("ingenuity/reaction.fortify", "ingenuity/reaction.effect-compare")
@pytest.mark.parametrize(("face", "stunned"), [(3, True), (4, False)])
def test_a_fortify_must_exceed_the_result_to_prevent_an_effect(face: int, stunned: bool) -> None:
    one = sheet(maneuvers=["stunning-strike"])
    hardy = sheet(numbers={"constitution": 4, "stamina": 2, "evasion": 3}, prof={"Fortitude": 1})
    table = Table("A b", A=one, b=hardy)
    keys = ("stunning-strike b", "strength bludgeoning", "b: pass", "b: fortify")
    table.act("A", *keys, dice=f"d6 4 3 d20 10 d6 3 {face} d20 9")
    assert table["b"].is_held("stunned") == stunned
    assert table["b"].stamina == 1


@rule("ingenuity/reaction.fortify")
def test_a_fortify_below_constitution_counts_as_constitution() -> None:
    one = sheet(maneuvers=["stunning-strike"], prof={"Unarmed": 0})
    table = Table("A b", A=one, b=sheet(numbers={"constitution": 7, "stamina": 2, "evasion": 3}))
    keys = ("stunning-strike b", "strength bludgeoning", "b: pass", "b: fortify")
    table.act("A", *keys, dice="d6 4 3 d20 10 d6 1 1 d20 9")
    assert table["b"].is_held("stunned")


@rule("ingenuity/reaction.resist", "ingenuity/resource.focus-costs")
@pytest.mark.parametrize(("face", "shaken"), [(2, True), (3, False)])
def test_resist_costs_focus_and_tests_intellect_and_insight(face: int, shaken: bool) -> None:
    one = sheet(maneuvers=["taunt"], focus=5)
    firm = sheet(
        dice={"intellect": 4, "insight": 8}, prof={"Resistance": 1}, willpower=3, focus=2, stamina=0
    )
    table = Table("A b", A=one, b=firm)
    table.act("A", "taunt b", "b: resist", dice=f"d6 4 2 d20 9 d4 3 d8 {face} d20 9")
    assert table["b"].is_held("taunted") == shaken
    assert table["b"].focus == 1
    assert table.used("b", "reactions") == 1


@rule("ingenuity/reaction.resist")
def test_without_focus_or_a_reaction_nothing_is_resisted() -> None:
    for focus, used in ((0, 0), (2, 1)):
        table = Table("A b", A=sheet(maneuvers=["taunt"]), b=sheet(willpower=3, focus=focus))
        table.count("b", "reactions", used)
        table.act("A", "taunt b", dice="d6 4 2 d20 9")
        assert table["b"].is_held("taunted")


@rule("ingenuity/action.guard")
@pytest.mark.parametrize(("face", "hits"), [(3, False), (4, True)])
def test_guarding_raises_evasion_by_one(face: int, hits: bool) -> None:
    table = Table("A b", A=swordsman(), b=sheet(evasion=6, stamina=0))
    table.give("b", "guarding")
    table.act("A", *CUT, dice=f"d6 3 {face} d20 9")
    assert (table["b"].endurance < 12) == hits


@rule("ingenuity/action.guard")
def test_guarding_raises_a_dodge_and_both_deflections_but_no_block_value() -> None:
    table = Table("A b .", A=swordsman(), b=ready())
    table.give("b", "guarding")
    table.act("A", *CUT, "dodge", "stay", dice="d6 4 3 d20 9 d6 4 3 d20 9")
    assert table["b"].endurance == 12
    other = Table("A b", A=swordsman(), b=ready())
    other.give("b", "guarding")
    other.act("A", *CUT, "pass", "block with medium-shield", dice="d6 3 3 d20 9")
    assert other["b"].pieces[1].wear == 11 - 3
    third = Table("A b", A=swordsman(), b=sheet(evasion=0, physical=4, stamina=0))
    third.give("b", "guarding")
    third.act("A", *CUT, dice="d6 3 3 d20 9")
    assert third["b"].endurance == 12 - (6 + 5 - 5)


@rule("ingenuity/reaction.intercept.reach")
def test_who_could_not_walk_there_cannot_intercept() -> None:
    for speed, asked in ((1, False), (2, True)):
        table = Table("A b . c", A=swordsman(), b=sheet(stamina=0), c=sheet(speed=speed))
        table.act("A", *CUT, *(["c: pass"] if asked else []), dice="d6 3 3 d20 9")


@rule("ingenuity/reaction.intercept.reach", "ingenuity/movement.occupied")
def test_nobody_intercepts_for_an_ally_who_is_passing_through_another() -> None:
    for through, asked in (("1,0", False), ("1,1", True)):
        one = sheet(stamina=0, endurance=50)
        rows = "b c .\n. . A\n. . d"
        table = Table(rows, A=sheet(["longsword"]), b=one, c=sheet(stamina=0), d=sheet())
        table.act("A", "ready for a move")
        keys = ["move", f"move {through} 2,0", "A: readied attack b with longsword"]
        keys.append("A: strength slashing")
        keys += ["d: pass", "b: move 2,0"] if asked else ["b: move 2,0"]
        table.act("b", *keys, dice="d6 4 4 d20 9")
        assert table.at("b") == "2,0"


@rule("ingenuity/reaction.intercept.reach")
def test_the_ally_s_seat_says_where_it_goes() -> None:
    table = Table("A b c\n. . .", A=swordsman(), b=sheet(stamina=0), c=sheet(evasion=9, stamina=1))
    table.act("A", *CUT, "c: intercept", "b: 2,1", dice="d6 3 3 d20 9")
    assert (table.at("b"), table.at("c")) == ("2,1", "1,0")


@rule("ingenuity/reaction.intercept", "ingenuity/gm.reaction-polling")
def test_the_first_intercept_ends_the_offer_and_the_nearest_is_asked_first() -> None:
    rows = "A b . . d\n. . c . ."
    table = Table(rows, A=swordsman(), b=sheet(stamina=0), d=ready(evasion=9), c=ready(evasion=9))
    keys = ("c: intercept", "b: 0,1", "c: pass")
    table.act("A", *CUT, *keys, dice="d6 3 3 d20 9")
    assert table.at("c") == "1,0"
    assert table["d"].stamina == 12


@rule("ingenuity/reaction.intercept.recompute")
def test_everything_is_counted_against_who_intercepts() -> None:
    """The first target is prone and flanked, the interceptor neither."""
    table = Table("A b D\n. c .", A=swordsman(), D=sheet(), b=sheet(stamina=0), c=ready(physical=5))
    table["b"].prone = True
    keys = ("c: intercept", "b: 0,1", "c: pass", "keep both", "c: pass")
    table.act("A", *CUT, *keys, dice="d6 3 3 d20 9")
    assert table["c"].endurance == 12 - 6
    assert table["b"].endurance == 12


@rule("ingenuity/reaction.intercept.defence")
@pytest.mark.parametrize("defence", ["block", "fortify"])
def test_the_free_defence_may_wait_for_its_own_window(defence: str) -> None:
    guard = ready(constitution=2, physical=0)
    table = Table("A b c", A=swordsman(), b=sheet(stamina=0), c=guard)
    if defence == "fortify":
        table["c"].endurance = 0
        keys = ["c: intercept", "c: pass", "c: pass", "c: fortify"]
        dice = "d6 1 2 d20 9 d6 6 6 d20 9"
    else:
        keys = ["c: intercept", "c: pass", "c: block with medium-shield"]
        dice = "d6 3 3 d20 9"
    table.act("A", *CUT, *keys, dice=dice)
    assert table["c"].stamina == 10
    assert table.used("c", "reactions") == 1
    assert table["c"].awake


@rule("ingenuity/reaction.intercept.defence")
def test_only_one_defence_is_free_after_an_intercept() -> None:
    table = Table("A b c .", A=swordsman(), b=sheet(stamina=0), c=ready())
    keys = ("c: intercept", "c: dodge", "stay")
    table.act("A", *CUT, *keys, dice="d6 3 3 d20 9 d6 1 1 d20 9")
    assert table["c"].stamina == 10


@rule("ingenuity/reaction.intercept.defence", "ingenuity/reaction.fortify")
@pytest.mark.parametrize("waits", [False, True])
def test_who_fortified_for_free_has_no_second_fortify_free(waits: bool) -> None:
    """The blow and its stun are two matters of constitution: the first takes what was free."""
    striker = sheet(["longsword"], maneuvers=["stunning-strike"], evasion=3)
    guard = sheet(numbers={"constitution": 2, "stamina": 9, "evasion": 3})
    table = Table("A b c", A=striker, b=sheet(stamina=0), c=guard)
    table["c"].endurance = 0
    if waits:
        table.give("c", "waiting")
    keys = ["stunning-strike b", *STUN, "c: intercept", "c: pass", "c: fortify"]
    more = ["c: fortify"] if waits else []
    dice = "d6 1 2 d20 9 d6 6 6 d20 9" + (" d6 6 6 d20 9" if waits else "")
    table.act("A", *keys, *more, dice=dice)
    assert table["c"].awake
    assert table["c"].stamina == 9 - 2 - int(waits)
    assert table.used("c", "reactions") == 1 + int(waits)
    assert table["c"].is_held("stunned") != waits


@rule("ingenuity/reaction.intercept.defence", "ingenuity/reaction.block", "ingenuity/power.steps")
def test_who_steps_in_the_way_of_missiles_blocks_them_for_free() -> None:
    mage = sheet(powers=["arcane-missiles"], prof={"Elementalism": 1}, evasion=3)
    table = Table("A . b c\n. . . .", A=mage, b=sheet(stamina=0), c=ready())
    keys = ["arcane-missiles b", *MISSILES, "c: intercept", "b: 3,0", "c: block with medium-shield"]
    table.act("A", *keys, dice="d6 4 4 d20 9")
    assert table.used("c", "reactions") == 1
    assert table["c"].stamina == 10
    assert table["c"].endurance == table["b"].endurance == 12
    assert table["c"].pieces[1].wear == 3


@rule("ingenuity/reaction.intercept.defence", "ingenuity/damage.ko-choice", "ingenuity/power.steps")
def test_who_steps_in_the_way_of_missiles_may_fortify_for_free_instead() -> None:
    mage = sheet(powers=["arcane-missiles"], prof={"Elementalism": 1}, evasion=3)
    guard = sheet(numbers={"constitution": 0, "stamina": 9, "health": 30})
    table = Table("A . b c\n. . . .", A=mage, b=sheet(stamina=0), c=guard)
    table["c"].endurance = 0
    keys = ["arcane-missiles b", *MISSILES, "c: intercept", "b: 3,0", "c: fortify"]
    table.act("A", *keys, dice="d6 4 4 d20 9 d6 6 6 d20 9")
    assert table["c"].awake
    assert table.used("c", "reactions") == 1
    assert table["c"].stamina == 7


@rule("ingenuity/reaction.free", "ingenuity/reaction.intercept.defence")
def test_a_free_defence_still_costs_its_stamina() -> None:
    table = Table("A b c", A=swordsman(), b=sheet(stamina=0), c=ready(stamina=1))
    table.act("A", *CUT, "c: intercept", dice="d6 3 3 d20 9")
    assert table["c"].stamina == 0


@rule("ingenuity/reaction.block.effects")
@pytest.mark.parametrize(("wear", "bleeding"), [(0, 0), (8, 1)])
def test_a_blocked_bleeding_blow_makes_bleed_only_with_excess(wear: int, bleeding: int) -> None:
    one = sheet(["longsword"], maneuvers=["rending-attack"])
    table = Table("A b", A=one, b=ready(constitution=30, stamina=2))
    table["b"].pieces[1].wear = wear
    keys = ("rending-attack b", "strength piercing", "b: pass")
    table.act("A", *keys, "b: block with medium-shield", dice="d6 3 3 d20 9")
    assert table["b"].amount("bleeding") == bleeding


@rule("ingenuity/item.broken")
def test_a_broken_item_neither_blocks_nor_parries() -> None:
    table = Table("A b", A=swordsman(), b=ready())
    table["b"].pieces[0].wear = 10
    table["b"].pieces[1].wear = 10
    table.act("A", *CUT, "b: pass", dice="d6 3 3 d20 9")
    assert table["b"].endurance == 1


@rule("ingenuity/reaction.parry.item")
def test_a_shot_can_be_parried_and_bare_hands_cannot_parry() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 2})
    keys = ("shoot b with shortbow", "dexterity piercing")
    table = Table("A . b", A=archer, b=ready(physical=2))
    table.act("A", *keys, "parry with straight-sword", dice="d6 3 3 d20 9")
    assert table["b"].endurance == 12 - (9 - 5)
    from affray.core.errors import AffrayError

    other = Table("A . b", A=archer, b=sheet(evasion=3))
    with pytest.raises(AffrayError):
        other.act("A", *keys, "parry with bare-hands", dice="d6 3 3 d20 9")


@rule("ingenuity/reaction.parry")
def test_a_parry_does_nothing_against_elemental_damage() -> None:

    table = Table("A b", A=sheet(physical=2, elemental=2), b=sheet())
    assert damage.deflection(table["A"], PIERCING, 0, 3) == 5
    assert damage.deflection(table["A"], FIRE, 0, 3) == 2
    assert damage.deflection(table["A"], PSYCHIC, 0, 3) == 0


@rule(
    "ingenuity/surprise.no-actions",
    "ingenuity/reaction.unable",
    "ingenuity/gm.optional-surprise-reactions",
)
@pytest.mark.parametrize("allowed", [False, True])
def test_the_surprised_do_not_react_unless_the_gm_allows_it(allowed: bool) -> None:
    options: dict[str, int | str | bool] = {"surprise_reactions": allowed}
    table = Table("A b", A=swordsman(), b=ready(), surprised=[1], options=options)
    keys = ["b: parry with straight-sword"] if allowed else []
    table.act("A", *CUT, *keys, dice="d6 3 3 d20 9")
    assert table["b"].stamina == (11 if allowed else 12)


@rule("ingenuity/surprise.no-actions")
def test_a_surprised_one_cannot_fortify_and_falls() -> None:
    table = Table("A b", A=swordsman(), b=ready(constitution=2, endurance=0), surprised=[1])
    table.act("A", *CUT, dice="d6 1 2 d20 9")
    assert not table["b"].awake


@rule("ingenuity/surprise.not-sneak")
def test_surprise_alone_gives_no_advantage() -> None:
    table = Table("A b", A=swordsman(), b=ready(), surprised=[1])
    table.act("A", *CUT, dice="d6 3 3 d20 9")
    assert table.results() == [6]


@rule("ingenuity/attack.critical.no-miss", "ingenuity/reaction.dodge")
def test_a_critical_hits_through_a_dodge_which_is_rolled_and_paid_all_the_same() -> None:
    table = Table("A b .", A=swordsman(), b=ready())
    keys = ("dodge", "step 2,0", "stay")
    table.act("A", *CUT, *keys, dice="d6 1 1 d20 19 d6 6 6 d20 9")
    assert table["b"].endurance == 12 - 11
    assert table["b"].stamina == 11
    assert table.at("b") == "2,0"


@rule("ingenuity/attack.stray.reactions")
def test_what_the_first_target_parried_is_worn_and_its_dodge_is_not_rolled() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table("A . b c", A=archer, b=ready(), c=sheet(evasion=2, stamina=0))
    table.give("b", "waiting")
    keys = ("shoot b with shortbow", "dexterity piercing", "b: dodge")
    table.act("A", *keys, "b: parry with straight-sword", "b: stay", dice="d6 3 3 d20 1")
    assert table["b"].pieces[0].wear == 1
    assert table["b"].stamina == 10
    assert table["c"].endurance == 3


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
