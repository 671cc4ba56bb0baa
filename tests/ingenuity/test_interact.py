"""Doors, levers and traps: stated, used, seen, and what goes wrong with them."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.core.errors import InvalidError
from affray.core.grid import DANGEROUS, OPEN, WALL
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.render import board
from affray.rulesets.ingenuity import fixtures, geometry
from affray.rulesets.ingenuity.action import interact
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.movement import moving
from affray.rulesets.ingenuity.play.tactics import IngenuityTactics
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

HALL = """
A . # . b
. . . . .
. . # . .
"""
GATE = {"door.gate": "2,1"}


def plain(**more: int) -> Sheet:
    return sheet(numbers={"stamina": 0, "endurance": 30, **more})


def hall(**options: int | str | bool) -> Table:
    return Table(HALL, options=dict(options), A=sheet(["spear"]), b=plain())


def gated(state: str = "closed", **more: str) -> Table:
    return hall(**{"door.gate": f"2,1 {state}", **more})


@rule("ingenuity/action.interact", "ingenuity/geometry.line-of-sight", "ingenuity/movement.path")
def test_a_door_that_is_closed_bars_steps_and_sight_and_an_open_one_neither() -> None:
    table = gated()
    table.combat.move(table["A"], 6)
    table.combat.move(table["b"], 8)
    assert table.combat.ground(7) == WALL
    assert not geometry.sees(table.combat, table["A"], table["b"])
    with refused("movement.path"):
        table.act("A", "move", "move 2,1 3,1")
    table = gated()
    table.combat.move(table["A"], 6)
    table.act("A", "open gate")
    assert table["A"].actions == 2
    assert table.combat.ground(7) == OPEN
    table.combat.move(table["b"], 8)
    assert geometry.sees(table.combat, table["A"], table["b"])
    table.combat.move(table["b"], 4)
    assert [one.what for one in table.told("opens")] == ["gate"]
    table.step("move", "move 2,1")
    assert table.at("A") == "2,1"


@rule("ingenuity/action.interact", "ingenuity/movement.occupied")
@pytest.mark.parametrize("what", ["somebody", "body", "thing", "nothing"])
def test_a_door_is_closed_unless_something_is_in_its_way(what: str) -> None:
    table = Table(
        HALL, options={"door.gate": "2,1 open", "item.torch": "2,1"}, A=plain(), b=plain()
    )
    table.combat.move(table["A"], 6)
    table.combat.litter = table.combat.litter if what == "thing" else []
    if what == "somebody":
        table.combat.move(table["b"], 7)
    elif what == "body":
        table.combat.bodies = [7]
    if what == "nothing":
        table.act("A", "close gate")
        assert table.combat.ground(7) == WALL
    else:
        with refused("movement.occupied"):
            table.act("A", "close gate")


@rule("ingenuity/action.interact", "ingenuity/condition.hidden", "ingenuity/movement.occupied")
def test_a_door_is_not_closed_on_who_hides_in_it_though_one_may_try() -> None:
    table = gated("open")
    table.combat.move(table["A"], 6)
    table.hide("b", "A")
    table.combat.move(table["b"], 7)
    table.act("A", "close gate")
    assert table.combat.door_states == [0]
    assert table["A"].actions == 2
    assert [one.rule for one in table.told("comes to nothing")] == ["movement.occupied"]


@rule("ingenuity/action.interact", "ingenuity/geometry.adjacent")
def test_a_door_takes_a_hand_and_nearness() -> None:
    with refused("geometry.adjacent"):
        gated().act("A", "open gate")
    table = gated()
    beast = sheet(["bite"])
    beast.hands = 0
    table = Table(HALL, options=dict(GATE), A=beast, b=plain())
    table.combat.move(table["A"], 6)
    with refused("action.interact"):
        table.act("A", "open gate")


@rule("ingenuity/action.interact", "ingenuity/action.short-task")
def test_what_is_locked_takes_the_task_of_its_name_and_then_a_hand() -> None:
    table = gated("locked", **{"task.gate": "2,1 dexterity handling Sleight 6"})
    table.combat.move(table["A"], 6)
    with refused("action.short-task"):
        table.act("A", "open gate")
    table.step("task gate", dice="d6 3 3 d20 9")
    assert [one.what for one in table.told("unlocks")] == ["gate"]
    table.begin_turn("A")
    table["A"].actions = 1
    table.step("open gate")
    assert table.combat.door_states == [0]


@rule("ingenuity/action.interact")
def test_a_lever_opens_what_is_locked_closes_what_is_open_and_springs_traps() -> None:
    table = gated(
        "locked",
        **{
            "door.hatch": "3,2 open",
            "lever.winch": "0,1 gate hatch darts",
            "trap.darts": "4,0 9 piercing",
        },
    )
    table.act("A", "pull winch")
    assert table.combat.door_states == [0, 1]
    assert table["b"].endurance == 30 - 9
    assert table.combat.armed == [False]
    table.step("pull winch")
    assert table.combat.door_states == [1, 0]
    assert table["b"].endurance == 30 - 9


@rule("ingenuity/action.interact", "ingenuity/movement.occupied")
def test_a_lever_does_not_close_a_door_on_somebody() -> None:
    table = gated("open", **{"lever.winch": "0,1 gate"})
    table.combat.move(table["b"], 7)
    table.act("A", "pull winch")
    assert table.combat.door_states == [0]


@rule(
    "ingenuity/damage.other-sources",
    "ingenuity/attack.reduction",
    "ingenuity/damage.endurance-first",
)
def test_who_enters_a_trap_is_hurt_once_and_deflection_counts() -> None:
    own = sheet(["spear"], shields=["medium-shield"], physical=3)
    table = Table(HALL, options={"trap.darts": "1,0 9 piercing bleeding 2"}, A=own, b=plain())
    assert table.combat.ground(1) == DANGEROUS
    table.act("A", "step 1,0")
    assert table["A"].endurance == 12 - 6  # no shield helps: it is no attack
    assert table["A"].amount("bleeding") == 2
    assert table.combat.ground(1) == OPEN
    told = [one for one in table.told("damaged") if one.who == table["A"].index]
    assert told[0].amount == 6


@rule("ingenuity/damage.other-sources")
@pytest.mark.parametrize(("again", "endurance"), [("", 30 - 4), (" again", 30 - 8)])
def test_a_trap_goes_off_once_unless_it_does_again(again: str, endurance: int) -> None:
    table = Table(HALL, options={"trap.darts": f"3,0 4 piercing{again}"}, A=plain(), b=plain())
    table.act("b", "move", "move 3,0", "move 3,1 3,0", *(["stop"] if again else []))
    assert table["b"].endurance == endurance


@rule("ingenuity/damage.other-sources", "ingenuity/geometry.footprint", "ingenuity/movement.forced")
def test_who_is_pushed_into_a_trap_sets_it_off_and_who_stands_in_it_does_not_again() -> None:
    table = Table(HALL, options={"trap.fall": "3,1 0 typeless prone again"}, A=plain(), b=plain())
    table.combat.move(table["A"], 6)
    table.combat.move(table["b"], 7)
    moving.push(table.combat, table["A"], table["b"], 1)
    assert table["b"].prone
    table["b"].prone = False
    moving.arrive(table.combat, table["b"], table["b"].cell)
    assert not table["b"].prone


@rule("ingenuity/damage.other-sources", "ingenuity/action.short-task")
def test_the_task_of_its_name_makes_a_trap_safe() -> None:
    options = {"trap.darts": "1,0 9 piercing", "task.darts": "1,0 dexterity handling Sleight 6"}
    table = hall(**options)
    table.act("A", "task darts", dice="d6 3 3 d20 9")
    assert table.combat.armed == [False]
    table.begin_turn("A")
    table["A"].actions = 3
    table.step("step 1,0")
    assert table["A"].endurance == 12


@rule("ingenuity/action.interact", "ingenuity/damage.other-sources")
def test_doors_and_traps_are_drawn() -> None:
    table = gated(**{"trap.darts": "1,0 9 piercing"})
    drawn = board.text(table.combat, Ingenuity())
    assert drawn.splitlines()[1].split()[1:] == ["A", "^", "#", ".", "b"]
    assert drawn.splitlines()[2].split()[1:] == [".", ".", "#", ".", "."]
    table.combat.move(table["A"], 6)
    table.act("A", "open gate")
    assert board.text(table.combat, Ingenuity()).splitlines()[2].split()[1:] == [
        ".",
        "A",
        ".",
        ".",
        ".",
    ]


@rule("ingenuity/action.interact", "ingenuity/attack.objects")
def test_a_door_can_be_readied_for_and_closed_before_an_enemy_is_through() -> None:
    table = gated("open")
    table.combat.move(table["A"], 6)
    table.act("A", "ready interact for an approach")
    table.combat.move(table["b"], 9)
    table.act("b", "move", "move 3,1")
    assert table["A"].readied
    table.begin_turn("b")
    table["b"].set_count(3, 0)
    table.step("move", "move 2,1")
    assert not table["A"].readied  # somebody is in its way: it is lost


@rule("ingenuity/action.interact")
def test_the_state_of_doors_and_traps_is_cloned_and_counts_in_the_key() -> None:
    table = gated(**{"trap.darts": "1,0 9 piercing"})
    twin = table.combat.clone()
    assert twin.key() == table.combat.key()
    interact.move_door(twin, twin.units[0], 0)
    assert table.combat.door_states == [1]
    assert twin.key() != table.combat.key()
    twin = table.combat.clone()
    twin.armed[0] = False
    assert twin.key() != table.combat.key()


@rule("ingenuity/action.interact")
def test_a_program_opens_the_door_behind_which_its_enemies_are() -> None:
    table = Table("A . # b\n. . . .\n. . # .", options=dict(GATE), A=sheet(["spear"]), b=plain())
    table.combat.move(table["A"], 5)
    table.begin_turn("A")
    asked = act.Act(table.combat, table["A"], True)
    asked.combat = table.combat
    assert asked.key(IngenuityTactics().answer(asked)) == "open gate"


def stated(**options: str) -> Setup:
    data: dict[str, object] = {
        "ruleset": "ingenuity",
        "id": "hall",
        "name": "A hall",
        "options": options,
        "map": {
            "rows": ["P.#.F", ".....", "P.#.F"],
            "zone": [{"name": "mat", "cells": [[3, 1], [3, 2]]}],
        },
        "side": [
            {"id": "us", "members": [{"id": "boudica", "at": [0, 1]}]},
            {"id": "them", "members": [{"id": "town-guard", "at": [4, 1]}]},
        ],
    }
    return prepare(encounter_from(data, "hall.toml"))[1]


@rule("ingenuity/action.interact", "ingenuity/damage.other-sources")
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("door.gate", "9,9", "expected a space and perhaps open, closed, locked"),
        ("door.gate", "2,1 2,1", "expected a space and perhaps open, closed, locked"),
        ("door.gate", "", "expected a space and perhaps open, closed, locked"),
        ("door.gate", "2,1 ajar", "expected a space and perhaps open, closed, locked"),
        ("door.gate", "2,0", "expected open ground for a door"),
        ("door.gate", "0,1", "expected a space in which nobody stands"),
        ("lever.winch", "0,1", "expected a space, and the doors and traps that it moves"),
        ("lever.winch", "0,1 gate", "expected doors and traps of this encounter"),
        ("trap.darts", "3,1 many piercing", "expected a space or zone"),
        ("trap.darts", "3,1 4 sharp", "expected a space or zone"),
        ("trap.darts", "2,0 4 piercing", "expected open ground for a trap"),
        ("trap.darts", "3,1 4 piercing asleep", "conditions are bleeding"),
        ("trap.darts", "carpet 4 piercing", "expected a space or zone"),
    ],
)
def test_what_is_stated_wrongly_is_a_fault(name: str, value: str, words: str) -> None:
    with pytest.raises(InvalidError) as caught:
        stated(**{name: value})
    assert words in str(caught.value)


@rule("ingenuity/damage.other-sources")
def test_a_trap_may_fill_a_zone() -> None:
    trap = fixtures.traps_of(stated(**{"trap.mat": "mat 2 fire burning 3 again"}))[0]
    assert (trap.cells, trap.damage, trap.leaves, trap.leaves_n) == ([8, 13], 2, "burning", 3)
    assert trap.again
