"""Manoeuvres with procedures of their own, by their words and numbers."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule


def plain(**more: int) -> Sheet:
    return sheet(numbers={"stamina": 0, "focus": 0, "evasion": 5, **more})


@rule("ingenuity/action.ready.what", "ingenuity/maneuver.attack")
def test_a_readied_crippling_attack_stops_its_target_for_the_turn() -> None:
    one = sheet(["spear"], maneuvers=["crippling-attack"])
    table = Table("A . . . . b", A=one, b=plain(constitution=5, speed=9))
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
    table = Table("A b . c", A=one, b=plain(willpower=8), c=plain())
    table.act("A", "dancing-strike b", "with dagger held", "dexterity piercing",
              dice="d6 4 3 d20 9")  # fmt: skip
    assert (table.at("A"), table.at("b")) == ("1,0", "0,0")
    other = Table("A b . c", A=one, b=plain(willpower=9), c=plain())
    other.act("A", "dancing-strike b", "with dagger held", "dexterity piercing",
              dice="d6 4 3 d20 9")  # fmt: skip
    assert other.at("A") == "0,0"


@rule("ingenuity/maneuver.steps")
@pytest.mark.parametrize(("face", "lost"), [(3, 1), (2, 0), (1, 0)])
def test_cutting_words_take_endurance_by_what_is_above_willpower(face: int, lost: int) -> None:
    one = sheet(maneuvers=["cutting-words"])
    table = Table("A . b", A=one, b=plain(willpower=6, endurance=12))
    table.act("A", "cutting-words b", dice=f"d6 4 {face} d20 9")
    assert table["b"].endurance == 12 - lost


@rule("ingenuity/maneuver.steps")
def test_cutting_words_never_reach_health() -> None:
    table = Table("A . b", A=sheet(maneuvers=["cutting-words"]), b=plain(willpower=2))
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
    table = Table("A b", A=sheet(["longsword"]), b=plain(evasion=5))
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
    table = Table("A b", A=one, b=plain(evasion=7))
    table.act("A", "grapple b", dice=f"d6 4 {face} d20 9")
    assert (table["A"].control, table["b"].control) == controls
    assert condition.speed(table["A"]) == condition.speed(table["b"]) == 1
    assert condition.on_tests(table["b"]) == (-2 if controls[1] == 0 else -1)


@rule("ingenuity/maneuver.grapple-control")
def test_less_than_half_the_evasion_holds_nobody() -> None:
    table = Table("A b", A=sheet(maneuvers=["grapple"]), b=plain(evasion=7))
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
    table = Table("A . . b\n. . . c", A=one, b=plain(evasion=6), c=plain(evasion=7))
    table.act("A", "double-shot b", "dexterity piercing", dice="d6 4 3 d20 9")
    assert table["b"].endurance == 12 - 9
    assert table["c"].endurance == 12
    assert table["A"].used[0] == 2
    assert table["A"].ammo[1] == 3


@rule("ingenuity/maneuver.improvise")
def test_who_has_not_learned_a_manoeuvre_tests_at_one_less() -> None:
    table = Table("A . b", A=sheet(), b=plain(willpower=6))
    table.act("A", "improvise", "demoralize b", dice="d6 4 3 d20 9")
    assert table.results() == [6]
    assert table["b"].is_held("shaken")


@rule("ingenuity/movement.no-opportunity")
def test_an_opportunity_strike_stops_who_moves_more_than_a_metre_in_reach() -> None:
    one = sheet(["longknife"], maneuvers=["opportunity-strike"])
    rows = ". . b .\n. A . .\n. . . ."
    table = Table(rows, A=one, b=plain(constitution=6, speed=9))
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
    table = Table("A B . b", A=sheet(["spear"]), B=plain(evasion=12), b=plain())
    table.act("A", "attack B with spear", "strength piercing", f"B: {key}", dice="d6 1 1 d20 9")
    assert (table["B"].endurance < 12) == hits


@rule("ingenuity/attack.hands")
def test_a_two_handed_weapon_in_one_hand_takes_one_off() -> None:
    one = sheet(["greatsword"], ["buckler"])
    table = Table("A b", A=one, b=plain(evasion=5))
    table.act("A", "brandish greatsword one-handed and buckler")
    table.act("A", "attack b with greatsword", "strength piercing", dice="d6 3 3 d20 9")
    assert table.results() == [5]
