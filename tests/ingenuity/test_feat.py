"""Manoeuvres to the letter: whom they are for, how often, how far, and what answers them."""

from __future__ import annotations

import pytest

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
