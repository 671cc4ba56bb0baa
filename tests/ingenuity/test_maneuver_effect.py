"""What manoeuvres do to others: disarming, pushing, learning, mimicking, grapples."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.action.maneuver_effect import LEARNT
from affray.rulesets.ingenuity.attack import numbers
from affray.rulesets.ingenuity.movement import paths
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, library, refused, sheet
from tests.rules import rule


def one(*maneuvers: str, weapons: tuple[str, ...] = (), **more: int) -> Sheet:
    return sheet(list(weapons), maneuvers=list(maneuvers), numbers=dict(more))


def plain(**more: int) -> Sheet:
    return sheet(
        numbers={"stamina": 0, "focus": 0, "evasion": 5, "constitution": 6, "endurance": 60, **more}
    )


def hold(table: Table, name: str, other: str, control: int = 2) -> None:
    table[name].grappling, table[other].grappling = table[other].index, table[name].index
    table[name].control, table[other].control = control, 2 - control


@rule("ingenuity/condition.grappled")
def test_those_in_a_grapple_move_together_a_metre_at_a_time() -> None:
    table = Table(". . A b c", A=sheet(), b=plain(), c=plain())
    hold(table, "A", "b")
    table.act("A", "move", "move 1,0")
    assert (table.at("A"), table.at("b")) == ("1,0", "2,0")
    assert table["A"].grappling == table["b"].index


@rule("ingenuity/condition.grappled")
def test_beside_whom_it_holds_one_goes_without_drawing_it_along() -> None:
    table = Table(". . . c\n. A b .", A=sheet(), b=plain(), c=plain())
    hold(table, "A", "b")
    table.act("A", "move", "move 1,0")
    assert (table.at("A"), table.at("b")) == ("1,0", "2,1")


@rule("ingenuity/condition.grappled")
def test_the_big_are_not_drawn_along_and_the_grapple_ends() -> None:
    table = Table(". A b . .\n. . . . c", A=sheet(), b=plain(size=6, footprint=2), c=plain())
    hold(table, "A", "b")
    table.act("A", "move", "move 0,0")
    assert (table.at("A"), table.at("b")) == ("0,0", "2,0")
    assert (table["A"].grappling, table["b"].grappling) == (-1, -1)


@rule("ingenuity/maneuver.grapple-control", "ingenuity/condition.grappled")
def test_who_is_seized_lets_go_of_another() -> None:
    table = Table("A b C", A=sheet(maneuvers=["grapple"]), b=plain(), C=plain())
    hold(table, "b", "C")
    table.act("A", "grapple b", dice="d6 3 3 d20 9")
    assert table["b"].grappling == table["A"].index
    assert table["C"].grappling == -1


@rule("ingenuity/maneuver.grapple-control", "ingenuity/test.one-proficiency")
def test_who_is_held_resists_with_its_best_proficiency() -> None:
    held = sheet(prof={"Wrestling": 1, "Lifting": 2}, numbers={"evasion": 7})
    table = Table("A b", A=sheet(maneuvers=["grapple"]), b=held)
    hold(table, "A", "b", 0)
    table.act("A", "grapple b", dice="d6 6 3 d20 9 d6 4 4 d20 9")
    assert table.results() == [9 - 2, 10]


@rule("ingenuity/condition.grappled", "ingenuity/end.flee")
def test_who_is_held_does_not_leave() -> None:
    table = Table("A b .", A=sheet(), b=plain())
    table.combat.exit = [1]
    table.begin_turn("b")
    assert "leave" in table.offered("b")
    hold(table, "A", "b")
    with refused("condition.grappled"):
        table.act("b", "leave")


@rule("ingenuity/reaction.intercept", "ingenuity/condition.grappled")
@pytest.mark.parametrize("held", ["b", "c"])
def test_nobody_steps_in_for_or_out_of_a_grapple(held: str) -> None:
    table = Table("D b c\nA . .", D=plain(), b=plain(), c=sheet(), A=sheet())
    hold(table, held, "D")
    keys = ["reroll strength 3"] if held == "b" else []
    dice = "d6 3 3 d20 9" + (" d6 3" if held == "b" else "")
    table.act("A", "attack b with bare-hands", "strength bludgeoning", *keys, dice=dice)
    assert table["b"].endurance < 60


@rule("ingenuity/action.seek-cover.lost", "ingenuity/condition.cover")
def test_who_falls_unconscious_or_is_seized_stays_behind_its_cover() -> None:
    table = Table("A . . o b c", A=sheet(), b=plain(), c=plain())
    table["b"].cover = table["b"].cell
    condition.knock_out(table.combat, table["b"], "test")
    assert numbers.advantages(table.combat, table["A"], table["b"], True, False) == (1, 2)
    table = Table("A . . o b C", A=sheet(), b=plain(evasion=0), C=one("grapple"))
    table["b"].cover = table["b"].cell
    table.act("C", "grapple b", dice="d6 3 3 d20 9")
    assert numbers.advantages(table.combat, table["A"], table["b"], True, False) == (1, 1)


@rule("ingenuity/condition.grappled")
def test_who_holds_one_does_not_seize_another() -> None:
    table = Table("A b\n. c", A=one("grapple"), b=plain(), c=plain())
    table["A"].grappling, table["b"].grappling = table["b"].index, 0
    table["A"].control, table["b"].control = 2, 0
    with refused("condition.grappled"):
        table.act("A", "grapple c")


@rule("ingenuity/condition.grappled", "ingenuity/movement.forced")
def test_who_is_pushed_out_of_a_grapple_is_free() -> None:
    table = Table(
        "A b . . c\n. D . . .", A=one("push"), b=plain(constitution=0), c=plain(), D=plain()
    )
    hold(table, "D", "b")
    table.act("A", "push b", "push away", dice="d6 6 6 d20 9")
    assert (table["D"].grappling, table["b"].grappling) == (-1, -1)


@rule("ingenuity/condition.grappled")
def test_nobody_swings_a_two_handed_weapon_in_a_grapple() -> None:
    table = Table("A b", A=sheet(["greatsword"]), b=plain())
    hold(table, "A", "b")
    assert "attack b with greatsword" not in table.offered("A")
    assert "attack b with bare-hands" in table.offered("A")


@rule("ingenuity/condition.grappled")
@pytest.mark.parametrize(("control", "able"), [(2, True), (1, False)])
def test_only_who_is_in_control_may_let_go(control: int, able: bool) -> None:
    table = Table("A b", A=sheet(), b=plain())
    hold(table, "A", "b", control)
    assert ("let go" in table.offered("A")) == able


FIST = "strength bludgeoning"


def foe(**more: int) -> Sheet:
    base = {"evasion": 3, "constitution": 30, "willpower": 30, "stamina": 0, "focus": 0}
    return sheet(numbers={**base, "endurance": 60, "health": 40, **more})


@rule("ingenuity/maneuver.steps", "ingenuity/action.ready.what")
@pytest.mark.parametrize(("metres", "allowed"), [("3", True), ("4", False)])
def test_what_is_struck_from_a_hand_flies_three_metres_at_most(metres: str, allowed: bool) -> None:
    holder = sheet(["longsword"], numbers={"evasion": 3, "stamina": 0})
    table = Table("A b . . . . .", A=one("disarm"), b=holder)
    table.act("A", "disarm b", dice="d6 4 4 d20 9")
    goal = f"throw to {1 + int(metres)},0"
    if allowed:
        table.act("A", "disarm b", goal, dice="d6 4 4 d20 9")
        assert [table.combat.grid.name(piece.cell) for piece in table.combat.litter] == ["4,0"]
    else:
        with pytest.raises(Exception, match="throw to"):
            table.act("A", "disarm b", goal, dice="d6 4 4 d20 9")


@rule("ingenuity/maneuver.steps", "ingenuity/sheet.hands")
def test_with_its_hands_full_one_throws_what_it_strikes_away() -> None:
    holder = sheet(["longsword"], numbers={"evasion": 3, "stamina": 0})
    table = Table("# # # #\nA b . #\n# # # #", A=one("disarm", weapons=("greatsword",)), b=holder)
    table.act("A", "disarm b", dice="d6 4 4 d20 9")
    table.act("A", "disarm b", "throw to 2,1", dice="d6 4 4 d20 9")
    assert table["b"].pieces == []


@rule("ingenuity/maneuver.steps")
def test_the_second_success_on_an_item_takes_it_though_another_was_struck_between() -> None:
    holder = sheet(["longsword"], shields=["small-shield"], numbers={"evasion": 3, "stamina": 0})
    table = Table("A b", A=one("disarm"), b=holder)
    for item in ("longsword", "small-shield"):
        table.act("A", "disarm b", item, dice="d6 4 4 d20 9")
    assert len(table["b"].pieces) == 2
    table.act("A", "disarm b", "longsword", "take it", dice="d6 4 4 d20 9")
    assert [table.combat.thing(piece).id for piece in table["A"].pieces] == ["longsword"]
    assert table["b"].pieces[0].jarred == 1


@rule("ingenuity/maneuver.steps")
def test_a_third_disarm_begins_anew() -> None:
    holder = sheet(["longsword"], numbers={"evasion": 3, "stamina": 0})
    table = Table("A b", A=one("disarm"), b=holder)
    for keys in ([], ["take it"]):
        table.act("A", "disarm b", *keys, dice="d6 4 4 d20 9")
    assert [piece.struck for piece in table["A"].pieces] == [0]


@rule("ingenuity/maneuver.steps", "ingenuity/movement.forced")
def test_who_lies_pushes_without_going_along() -> None:
    table = Table("A b . . c", A=one("push"), b=foe(constitution=0), c=foe())
    table["A"].prone = True
    table.act("A", "push b", dice="d6 6 6 d20 9")
    assert (table.at("A"), table.at("b")) == ("0,0", "3,0")


@rule("ingenuity/maneuver.steps", "ingenuity/movement.forced")
def test_nobody_goes_along_over_what_it_cannot_stand_on() -> None:
    table = Table("A b v v . c", A=one("push", speed=8), b=foe(constitution=0), c=foe())
    table.act("A", "push b", "go along 2 m", dice="d6 6 6 d20 9 d6 6 6 d20 9")
    assert (table.at("A"), table.at("b")) == ("1,0", "3,0")


@rule("ingenuity/maneuver.steps")
def test_of_one_who_lies_unconscious_anatomize_says_so() -> None:
    table = Table("A b", A=one("anatomize"), b=foe(constitution=5))
    table.fell("b")
    table.act("A", "anatomize b", "conditions", dice="d6 3 3 d20 9")
    assert table.told("learns")[-1].what == "conditions: prone, unconscious"


@rule("ingenuity/maneuver.steps")
def test_anatomize_learns_no_more_than_there_is() -> None:
    best = {"intellect": 12, "perception": 12}
    wise = sheet(maneuvers=["anatomize"], dice=best, prof={"Anatomy": 4})
    table = Table("A b", A=wise, b=foe(constitution=-20))
    table.act("A", "anatomize b", *LEARNT, dice="d12 12 12 d20 9")
    assert len(table.told("learns")) == len(LEARNT) == 11


@rule("ingenuity/maneuver.steps", "ingenuity/action.move")
def test_a_mimic_may_escape_with_the_action_that_the_mimicry_itself_takes() -> None:
    rows = "A . # .\n. . # b"
    table = Table(rows, A=one("mimic-action", "escape"), b=foe(perception=6))
    table.combat.shown = [(table.combat.turns * 100 + 1) * 1000 + library().named["escape"].number]
    table.begin_turn("A")
    table["A"].actions = 2
    table.act("A", "mimic-action A", "move 0,1", dice="d6 3 3 d20 9 d6 3 3 d20 9")
    assert table["A"].hidden
    assert table["A"].actions == 0


@rule("ingenuity/maneuver.steps")
def test_a_mimicry_that_fails_its_test_repeats_nothing() -> None:
    table = Table("A b c", A=one("mimic-action"), b=foe(stamina=9), c=foe())
    table.act("b", "improvise", "heavy-attack A", FIST, "A: pass", dice="d6 1 1 d20 9")
    table.act("A", "mimic-action A", dice="d6 3 2 d20 9")
    assert (table["A"].focus, table["A"].stamina) == (10, 12)


@rule("ingenuity/maneuver.steps", "ingenuity/geometry.range")
@pytest.mark.parametrize(("apart", "diverted"), [(20, True), (21, False)])
def test_a_diversion_reaches_twenty_metres(apart: int, diverted: bool) -> None:
    table = Table("A " + ". " * (apart - 1) + "b", A=one("diversion"), b=foe(perception=3))
    table.act("A", "diversion A", dice="d6 3 3 d20 9")
    assert table["b"].is_held("diverted") == diverted


@rule("ingenuity/maneuver.steps", "ingenuity/attack.reload.crossbow")
@pytest.mark.parametrize(
    ("weapon", "ammo", "mechanical"), [("sling", "sling-bullet", False), ("crossbow", "bolt", True)]
)
def test_a_blow_helps_mechanical_weapons_alone(weapon: str, ammo: str, mechanical: bool) -> None:
    smith = sheet([weapon], maneuvers=["percussive-maintenance"], ammo={ammo: 2})
    table = Table("A . b", A=smith, b=foe())
    table["A"].pieces[0].loaded = 0
    assert ("percussive-maintenance A" in table.offered("A")) == mechanical


@rule("ingenuity/maneuver.steps", "ingenuity/reaction.dodge")
def test_who_strikes_and_retreats_is_one_harder_to_hit() -> None:
    table = Table(
        ". A b .",
        A=one("retreating-strike", weapons=("dagger",), evasion=6, stamina=1),
        b=sheet(["spear"]),
    )
    table.act(
        "A",
        "retreating-strike b",
        "with dagger held",
        "dexterity piercing",
        "b: pass",
        "step 0,0",
        dice="d6 1 1 d20 9",
    )
    table.act("b", "attack A with spear", "strength piercing", dice="d6 3 3 d20 9")
    assert table.told("misses")[-1].amount == 7
    table.act("b", "attack A with spear", "strength piercing", dice="d6 4 4 d20 9")
    assert table.told("hits")[-1].amount == 6


@rule("ingenuity/maneuver.reaction")
def test_a_hard_parry_takes_the_better_attribute_of_its_weapon() -> None:
    fencer = sheet(
        ["straight-sword"],
        maneuvers=["hard-parry"],
        dice={"strength": 4, "dexterity": 10},
        prof={"Finesse": 2, "Martial": 1, "Archery": 4},
        numbers={"evasion": 3},
    )
    table = Table("A b", A=fencer, b=sheet(["maul"]))
    table.act("b", "attack A with maul", FIST, "A: hard-parry with straight-sword",
              dice="d6 6 6 d20 9 d10 1 d6 1 d20 9")  # fmt: skip
    assert table.results() == [12, 4]


@rule("ingenuity/maneuver.reaction")
def test_what_does_not_cut_or_is_broken_parries_not_hard() -> None:
    fighter = sheet(["mace", "longsword"], maneuvers=["hard-parry"], numbers={"evasion": 3})
    table = Table("A b", A=fighter, b=sheet(["maul"]))
    table["A"].pieces[1].held = True
    table["A"].pieces[1].wear = table.combat.thing(table["A"].pieces[1]).durability
    for key in ("hard-parry with mace", "parry with longsword"):
        with pytest.raises(Exception, match="no such option"):
            table.act("b", "attack A with maul", FIST, f"A: {key}")


@rule("ingenuity/maneuver.reaction", "ingenuity/resource.stamina-costs")
def test_after_a_cheaper_riposte_manoeuvres_cost_what_they_cost() -> None:
    known = ["riposte", "heavy-attack"]
    fencer = sheet(["longsword"], talents=["relentless-offense"], maneuvers=known)
    table = Table("A b", A=fencer, b=foe())
    table.act(
        "b", "attack A with bare-hands", FIST, "A: riposte with longsword",
        "A: with longsword held", "A: strength piercing",
        dice="d6 1 1 d20 9 d6 1 1 d20 9",
    )  # fmt: skip
    table.act(
        "A", "heavy-attack b", "with longsword held", "strength piercing", dice="d6 3 3 d20 9"
    )
    assert table["A"].stamina == 12 - 1 - 1


@rule("ingenuity/reaction.fortify", "ingenuity/resource.stamina-costs")
@pytest.mark.parametrize(("stamina", "stunned"), [(1, False), (0, True)])
def test_one_stamina_is_enough_to_fortify(stamina: int, stunned: bool) -> None:
    table = Table("A b", A=one("stunning-strike"), b=foe(constitution=5, stamina=stamina))
    keys = ["b: pass", "b: fortify"] if stamina else []
    dice = "d6 3 3 d20 9" + (" d6 6 6 d20 9" if stamina else "")
    table.act("A", "stunning-strike b", FIST, *keys, dice=dice)
    assert table["b"].is_held("stunned") == stunned


@rule("ingenuity/test.assist", "ingenuity/resource.focus-costs")
@pytest.mark.parametrize(("focus", "asked"), [(2, True), (1, False)])
def test_two_focus_are_enough_to_inspire(focus: int, asked: bool) -> None:
    charmer = sheet(talents=["inspirational-charisma"], focus=focus)
    table = Table("A B b", A=one("demoralize"), B=charmer, b=foe(willpower=9))
    keys = ["B: inspirational-charisma for A"] if asked else []
    dice = ("d6 2 2 d20 9 " if asked else "") + "d6 3 3 d20 9"
    table.act("A", "demoralize b", *keys, dice=dice)
    assert table.results()[-1] == (7 if asked else 6)


@rule("ingenuity/gm.creature-ranks", "ingenuity/maneuver.reaction")
def test_an_opportunity_strike_counts_among_a_common_creature_s_two() -> None:
    watcher = one("opportunity-strike", weapons=("longknife",))
    table = Table(". . b .\n. A . .\n. . . .", A=watcher, b=foe(speed=9))
    table["A"].simple = True
    table.act("b", "move", "move 2,1 2,2", "A: opportunity-strike", "with longknife held",
              "strength piercing", "b: stop", dice="d6 3 3 d20 9")  # fmt: skip
    assert table.used("A", "used") == 1


@rule("ingenuity/maneuver.steps", "ingenuity/movement.speed")
@pytest.mark.parametrize(("speed", "able"), [(2, True), (1, False)])
def test_a_rush_of_three_metres_takes_a_speed_of_two(speed: int, able: bool) -> None:
    table = Table("A . . . b", A=one("rushing-strike", speed=speed), b=foe())
    assert ("rushing-strike b" in table.offered("A")) == able


@rule("ingenuity/maneuver.steps", "ingenuity/attack.sneak")
def test_the_first_attack_on_one_whom_two_provoked_is_the_first_for_both() -> None:
    table = Table("A b C\n. D .", A=sheet(), b=foe(), C=sheet(), D=sheet())
    for name in "AC":
        condition.brief(table.combat, table["b"], "provoked", 1, table[name].index)
    table.combat.move(table["C"], 5)
    hit = ("attack b with bare-hands", FIST)
    table.act("D", *hit, "keep both", dice="d6 3 3 d20 9")
    table.act("D", *hit, dice="d6 3 3 d20 9")
    assert not table["b"].is_held("provoked")


@rule("ingenuity/action.move", "ingenuity/action.resources")
def test_a_sprinter_without_stamina_goes_at_its_speed() -> None:
    table = Table("A . . . b", A=sheet(talents=["sprinter"], speed=2, stamina=0), b=foe())
    table.act("A", "move", "move 2,0")
    assert table["A"].stamina == 0


@rule("ingenuity/maneuver.steps", "ingenuity/action.move", "ingenuity/action.sprint")
@pytest.mark.parametrize(("moved", "stamina"), [(0, 11), (1, 10)])
def test_an_escape_goes_on_with_a_move_or_else_with_a_sprint(moved: int, stamina: int) -> None:
    table = Table("A . # .\n. . # b", A=one("escape"), b=foe(perception=6))
    table.begin_turn("A")
    table.count("A", "moves", moved)
    table.act("A", "escape A", "move 0,1", dice="d6 3 3 d20 9")
    assert table["A"].hidden
    assert table["A"].stamina == stamina


@rule("ingenuity/reaction.dodge.after")
def test_a_dodger_goes_a_metre_at_most() -> None:
    table = Table("A b . .", A=sheet(), b=sheet(evasion=2, speed=8))
    keys = ("attack b with bare-hands", FIST, "dodge")
    with pytest.raises(Exception, match="step 3,0"):
        table.act("A", *keys, "step 3,0", dice="d6 3 3 d20 9 d6 4 4 d20 9")


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize(
    ("hands", "dice", "result"), [(0, "d6 3 3 d20 9 d6 1", 4), (1, "d6 3 3 d20 9", 6)]
)
def test_words_cut_beasts_less(hands: int, dice: str, result: int) -> None:
    table = Table("A . b", A=one("cutting-words"), b=foe(willpower=3))
    table["b"].sheet.hands = hands
    table.act("A", "cutting-words b", dice=dice)
    assert table.results() == [result]


@rule("ingenuity/maneuver.steps", "ingenuity/movement.forced", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("metres", "may"), [(1, True), (3, True), (4, False)])
def test_a_pusher_goes_along_for_half_its_speed_rounded_up(metres: int, may: bool) -> None:
    table = Table("A b . . . . . . C", A=one("push", speed=5), b=foe(constitution=0), C=foe())
    keys = ("push b", f"go along {metres} m")
    if may:
        table.act("A", *keys, dice="d6 6 6 d20 9")
        assert table.at("A") == f"{metres},0"
    else:
        with pytest.raises(Exception, match="go along 4 m"):
            table.act("A", *keys, dice="d6 6 6 d20 9")


@rule("ingenuity/maneuver.attack", "ingenuity/test.one-proficiency")
def test_a_manoeuvre_counts_the_proficiencies_that_it_lists() -> None:
    dancer = sheet(["spear"], maneuvers=["dancing-strike"], prof={"Finesse": 1, "Martial": 3})
    table = Table("A b . c", A=dancer, b=foe(), c=foe())
    table.act("A", "dancing-strike b", "with spear held", "strength piercing", dice="d6 3 3 d20 9")
    assert table.results() == [6 + 1 + 1]
    table.act("A", "attack b with spear", "strength piercing", dice="d6 3 3 d20 9")
    assert table.results()[-1] == 6 - 2 + 3


@rule("ingenuity/maneuver.reaction", "ingenuity/action.resources")
def test_might_that_is_not_used_costs_nothing() -> None:
    strong = sheet(maneuvers=["hysterical-might"])
    table = Table("A b", A=strong, b=foe())
    table.act("A", "attack b with bare-hands", FIST, "pass", dice="d6 3 3 d20 9")
    assert table.results() == [6]
    assert (table["A"].health, table.used("A", "mighty"), table.used("A", "reactions")) == (
        12,
        0,
        0,
    )


@rule("ingenuity/maneuver.steps", "ingenuity/turn.three-actions")
def test_an_escape_and_the_move_after_it_take_two_actions() -> None:
    table = Table("A . # .\n. . # b", A=one("escape"), b=foe(perception=6))
    table.act("A", "escape A", "move 0,1", dice="d6 3 3 d20 9")
    assert table["A"].actions == 1


@rule("ingenuity/maneuver.steps", "ingenuity/movement.jump")
def test_a_leap_goes_in_eight_directions() -> None:
    rows = ". . .\n. A .\n. . ."
    table = Table(rows + "\nb . .", A=one("jumping-strike"), b=foe())
    found = paths.leaps(table.combat, table["A"], 1)
    places = sorted([table.combat.grid.name(way[-1]) for _, way in found])
    assert places == ["0,0", "0,1", "0,2", "1,0", "1,2", "2,0", "2,1", "2,2"]


@rule("ingenuity/maneuver.steps", "ingenuity/geometry.distance")
@pytest.mark.parametrize("goal", ["4,3", "2,0"])
def test_what_is_struck_away_lies_within_three_metres_on_the_ground(goal: str) -> None:
    holder = sheet(["longsword"], numbers={"evasion": 3, "stamina": 0})
    table = Table("A b # . .\n. . . . .\n. . . . .\n. . . . .", A=one("disarm"), b=holder)
    table.act("A", "disarm b", dice="d6 4 4 d20 9")
    with pytest.raises(Exception, match="throw to"):
        table.act("A", "disarm b", f"throw to {goal}", dice="d6 4 4 d20 9")


@rule("ingenuity/gm.circumstance", "ingenuity/test.advantage")
def test_the_gm_may_grant_an_advantage() -> None:
    table = Table("A b", A=sheet(), b=foe(), options={"circumstances": True})
    keys = ("attack b with bare-hands", FIST, "side: advantage", "A: reroll combat 2")
    table.act("A", *keys, dice="d6 5 2 d20 9 d6 4")
    assert table.results() == [9]


@rule("ingenuity/maneuver.steps")
def test_alleviate_ends_a_feint_at_an_ally_not_one_of_its_own() -> None:
    table = Table("A B c", A=one("alleviate"), B=foe(), c=foe())
    table.give("B", "feinted", source="c")
    table.give("c", "feinted", source="B")
    table.act("A", "alleviate B", dice="d6 3 3 d20 9")
    assert table["B"].is_held("feinted")
    assert not table["c"].is_held("feinted")


@rule("ingenuity/reaction.intercept.recompute", "ingenuity/reaction.effect-compare")
def test_one_may_step_in_the_way_of_a_manoeuvre_that_is_no_attack() -> None:
    table = Table("A . b c", A=one("taunt"), b=foe(willpower=2), c=sheet(willpower=2, focus=0))
    table.act("A", "taunt b", "c: intercept", "b: 3,0", dice="d6 3 3 d20 9")
    assert (table["b"].is_held("taunted"), table["c"].is_held("taunted")) == (False, True)


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize("skill", ["taming", "charisma"])
def test_a_manoeuvre_takes_the_better_of_its_skills(skill: str) -> None:
    table = Table("A . b", A=sheet(maneuvers=["taunt"], dice={skill: 10}), b=foe())
    table.act("A", "taunt b", dice="d6 3 d10 3 d20 9")
    assert table.results() == [6]


@rule("ingenuity/reaction.aware", "ingenuity/reaction.intercept")
@pytest.mark.parametrize("denied", [False, True])
def test_nobody_steps_in_the_way_of_whom_it_does_not_know_if_the_gm_denies_it(denied: bool) -> None:
    options: dict[str, int | str | bool] = {"no_reactions_to_the_unknown": denied}
    table = Table("A b c", A=sheet(), b=foe(), c=sheet(), options=options)
    table.hide("A", "c")
    keys = [] if denied else ["c: pass"]
    table.act("A", "attack b with bare-hands", FIST, *keys, dice="d6 3 3 d20 9")
    assert table["b"].endurance < 60


@rule("ingenuity/maneuver.steps", "ingenuity/turn.until-next")
def test_a_struck_item_is_useless_to_the_end_of_its_holder_s_next_turn() -> None:
    holder = sheet(["longsword"], numbers={"evasion": 3, "stamina": 0})
    table = Table("A b", A=one("disarm"), b=holder)
    table.act("A", "disarm b", dice="d6 4 4 d20 9")
    table.start("b")
    assert table["b"].pieces[0].jarred == 1
    table.step("end turn")
    assert table["b"].pieces[0].jarred == 0


@rule("ingenuity/test.assist", "ingenuity/resource.focus-costs")
def test_an_ally_that_does_not_inspire_pays_nothing() -> None:
    charmer = sheet(talents=["inspirational-charisma"])
    table = Table("A B b", A=one("demoralize"), B=charmer, b=foe(willpower=9))
    table.act("A", "demoralize b", "B: pass", dice="d6 3 3 d20 9")
    assert (table.results(), table["B"].focus, table.used("B", "reactions")) == ([6], 12, 0)


@rule("ingenuity/maneuver.reaction")
def test_an_intercepting_attack_must_be_learned() -> None:
    table = Table("b C D\n. A .", A=foe(), b=foe(), C=one("intercepting-attack"), D=sheet())
    keys = ("C: intercepting-attack", f"C: {FIST}", "D: pass")
    dice = "d6 3 3 d20 9 d6 3 3 d20 9"
    table.act("b", "attack A with bare-hands", FIST, *keys, dice=dice)
    assert table.results() == [6 + 2, 6 - 2]


@rule("ingenuity/action.move", "ingenuity/action.resources")
def test_a_sprinter_pays_with_stamina_alone() -> None:
    table = Table("A . . . . b", A=sheet(talents=["sprinter"], speed=2), b=foe())
    table.act("A", "move", "twice as far", "move 4,0")
    assert (table["A"].stamina, table["A"].focus) == (11, 12)
