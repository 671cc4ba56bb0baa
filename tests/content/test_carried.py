"""What encounters say of terrain, sides, members and conditions reaches the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.content import encounter_from
from affray.content.field import grid_data
from affray.content.library import load_encounter
from affray.core.grid import DIRECTIONS
from affray.core.setup import Setup
from affray.encounters.prepare import prepare, side_of


def skirmish(ruleset: str, members: Mapping[str, list[object]], **more: object) -> dict[str, Any]:
    """Return the data of a fight on an open field; a side for each entry."""
    sides = [
        {"id": one, "name": one, "seat": "players" if not n else "foes", "members": who}
        for n, (one, who) in enumerate(members.items())
    ]
    field = {"width": 9, "height": 6}
    data = {"ruleset": ruleset, "id": "skirmish", "name": "Skirmish", "map": field, "side": sides}
    return {**data, **more}


def setup_of(data: dict[str, Any]) -> Setup:
    return prepare(encounter_from(data, "skirmish"))[1]


def test_terrain_that_can_be_destroyed_keeps_its_hit_points() -> None:
    encounter = load_encounter("icon/hold-the-gate")

    grid = grid_data(encounter).to_grid()

    assert grid.hp == {grid.at(5, row): 10 for row in (2, 3, 6, 7)}


def test_facings_are_directions() -> None:
    _, setup = prepare(load_encounter("quest/ford-of-reeds"))

    assert {DIRECTIONS[one.facing] for one in setup.members if one.side == 0} == {"e"}
    assert {DIRECTIONS[one.facing] for one in setup.members if one.side == 1} == {"w"}


def test_who_hides_who_was_called_and_what_is_held_are_told_of_members() -> None:
    _, setup = prepare(load_encounter("quest/cairn-gate"))

    hidden = [one.name for one in setup.members if one.undetected]
    thralls = {one.name: one.summoned_by for one in setup.members if one.thralled}
    assert hidden
    assert thralls
    names = [one.name for one in setup.members]
    assert all(caller in names for caller in thralls.values())


def test_what_a_member_holds_is_told_as_the_file_says() -> None:
    _, setup = prepare(load_encounter("quest/ford-of-reeds"))
    assert {one.holding is None for one in setup.members} == {True}
    one = setup.members[0]
    entry = {"id": one.id, "at": [0, 0], "holding": []}
    data = skirmish("quest", {"us": [entry], "them": [{"id": "moor-pikeman", "at": [5, 5]}]})

    assert setup_of(data).members[0].holding == []


def test_a_member_may_begin_the_fight() -> None:
    _, setup = prepare(load_encounter("ingenuity/hollow-way"))
    assert (setup.instigator, setup.instigators) == (1, [])
    one = {"id": "boudica", "at": [0, 0]}
    two = {"id": "agnessa", "at": [8, 5]}
    data = skirmish("ingenuity", {"us": [one], "them": [two]}, instigator="agnessa")

    setup = setup_of(data)

    assert (setup.instigator, setup.instigators) == (-1, ["agnessa"])


def test_the_surprised_are_those_named_or_all_others() -> None:
    one = {"id": "boudica", "at": [0, 0]}
    two = {"id": "agnessa", "at": [8, 5]}
    three = {"id": "fabian", "at": [4, 5]}
    sides: dict[str, list[object]] = {"us": [one], "them": [two], "others": [three]}
    named = skirmish("ingenuity", sides, surprise={"by": "them", "on": ["us"]})
    all_others = skirmish("ingenuity", sides, surprise={"by": "them", "how": "stealth"})

    assert (setup_of(named).surprised, setup_of(named).surprise) == ([0], "given")
    assert (setup_of(all_others).surprised, setup_of(all_others).surprise) == ([0, 2], "stealth")


def test_sides_know_whom_they_do_not_fight() -> None:
    one = {"id": "boudica", "at": [0, 0]}
    two = {"id": "agnessa", "at": [8, 5]}
    three = {"id": "fabian", "at": [4, 5]}
    data = skirmish("ingenuity", {"us": [one], "them": [two], "others": [three]})
    data["side"][0]["allied"] = ["others"]
    data["side"][2]["neutral"] = ["them"]

    encounter = encounter_from(data, "skirmish")
    setup = Setup(grid_data(encounter).to_grid(), ["players", "foes", "gm"])

    sides = [side_of(side, encounter, setup, []) for side in encounter.sides]

    assert [side.allied for side in sides] == [[2], [], []]
    assert [side.neutral for side in sides] == [[], [], [1]]


def test_the_map_may_be_left_by_its_exits_and_open_edges() -> None:
    _, setup = prepare(load_encounter("icon/ferry-cliff-fight"))
    grid = setup.grid
    one = {"id": "orrin-vale", "at": [0, 0]}
    two = {"id": "toll-brute", "at": [8, 5]}
    data = skirmish("icon", {"us": [one], "them": [two]})
    data["map"]["open_edges"] = ["south"]

    assert setup.leaving == sorted(grid.zones["exit"])
    assert setup_of(data).leaving == [5 * 9 + column for column in range(9)]


def test_a_fight_may_go_on_with_one_side_alone() -> None:
    orrin: list[object] = [{"id": "orrin-vale", "at": [0, 0]}]
    brute: list[object] = [{"id": "toll-brute", "at": [8, 5]}]
    data = skirmish("icon", {"us": orrin, "them": brute})
    to_the_end = {"kind": "rounds-survived", "side": "us", "rounds": 3}

    assert setup_of(data).last_standing
    assert not setup_of({**data, "last_standing": False, "win": [to_the_end]}).last_standing


def test_those_whose_morale_breaks_together_are_told_of_members() -> None:
    cutters = {"id": "toll-cutter", "at": [5, 0]}
    foes = [{**cutters, "group": "toll"}, {**cutters, "at": [6, 0]}]
    members: dict[str, list[object]] = {
        "one": [{"id": "maud-verrin", "at": [0, 0]}],
        "two": [*foes],
    }

    setup = setup_of(skirmish("sovereign", members))

    assert [one.group for one in setup.members] == ["", "toll", ""]
