"""Grapples: who goes along, who lets go, what counts."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.attack import numbers
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
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
    assert numbers.advantages(table.combat, table["A"], table["b"], True) == (1, 2)
    table = Table("A . . o b C", A=sheet(), b=plain(evasion=0), C=one("grapple"))
    table["b"].cover = table["b"].cell
    table.act("C", "grapple b", dice="d6 3 3 d20 9")
    assert numbers.advantages(table.combat, table["A"], table["b"], True) == (1, 1)


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
