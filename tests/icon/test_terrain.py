"""Terrain that changes: made, raised, destroyed."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER, TURN_END, TURN_START
from affray.rulesets.icon.geometry import terrain
from affray.rulesets.icon.state import Patch, Thing, with_at
from tests.icon.table import (
    BLAST,
    Table,
    ability,
    darter,
    foe,
    hero,
    made,
    strike,
)
from tests.rules import rule


@rule("icon/terrain.space-type", "icon/setup.two-sides")
def test_raise_pane_lifts_allies_not_its_user() -> None:
    table = Table("A B . . b", A=hero(ability("raise-pane", 2)), B=hero(), b=foe())

    table.act("A", "raise-pane", "space 0,0", "space 1,0")

    assert table.combat.levels[:2] == (0, 1)


@rule("icon/terrain.space-type", "icon/terrain.fall")
def test_raised_terrain_sinks_when_its_time_has_come_and_who_stands_on_it_falls() -> None:
    rise = {"op": "terrain", "height": 2, "where": "area", "until": "end-of-turn"}
    table = Table("A . . . . B b", A=hero(made(**BLAST, effect=[rise])), B=hero(), b=foe())
    table.act("A", "deed", "space 3,0")
    assert table.combat.levels == (0, 0, 2, 2, 2, 0, 0)
    table.combat.move(table["B"], 4)

    table.end("A")

    assert (table.combat.levels, table["B"].hp) == ((0,) * 7, 26)


@rule("icon/terrain.space-type")
def test_what_lies_above_the_ground_for_a_while_goes_space_by_space() -> None:
    table = Table("A . . . b", A=hero(), b=foe())
    combat = table.combat
    terrain.change(combat, [1], 1, TURN_START, 0)
    terrain.change(combat, [2], 1, TURN_START, 0)
    terrain.change(combat, [2], 2, TURN_END, 1)
    terrain.change(combat, [3], 1, TURN_START, 0)
    terrain.rise(combat, 3, 2, TURN_END, 1, solid=True)
    combat.patches.append(Patch(1, 2, 0, NEVER, 0, "jar-lamp"))
    assert (combat.floor, combat.toughness[3]) == ((0, 1, 2, 0, 0), 0)

    terrain.revert(combat, TURN_START, 0)
    assert (combat.floor, combat.levels) == ((0, 0, 2, 0, 0), (0, 0, 0, 2, 0))

    terrain.revert(combat, TURN_END, 1)
    assert (combat.floor, combat.levels) == ((0,) * 5, (0,) * 5)


@rule("icon/terrain.destructible")
def test_destroyed_terrain_is_plain_ground_whatever_lay_on_it_for_a_while() -> None:
    table = Table("A .1 . b", A=hero(), b=foe())
    combat = table.combat
    combat.toughness = with_at(combat.toughness, 1, 10)
    terrain.change(combat, [1], 1, NEVER, -1)
    terrain.change(combat, [1], 2, TURN_START, 0)
    terrain.change(combat, [1], 2, TURN_END, 1)
    combat.toughness = with_at(combat.toughness, 1, 10)
    combat.levels = with_at(combat.levels, 1, 1)
    terrain.wreck(combat, 1, 9)
    assert (combat.levels[1], combat.floor[1]) == (1, 2)

    terrain.change(combat, [2], 1, TURN_END, 1)
    terrain.wreck(combat, 1, 1)
    assert [one.cell for one in combat.patches] == [2]
    terrain.revert(combat, TURN_END, 1)
    terrain.revert(combat, TURN_START, 0)

    assert (combat.levels[1], combat.floor[1], combat.base[1], combat.patches) == (0, 0, 0, [])


@rule("icon/terrain.space-type")
@pytest.mark.parametrize(
    ("what", "levels"), [("", 1), ("raised", 2), ("edge", 0), ("summon", 0), ("object", 0)]
)
def test_a_space_is_raised_once_and_no_edge_nor_where_something_stands(
    what: str, levels: int
) -> None:
    rise = {"op": "terrain", "height": 1, "where": "area", "until": "combat"}
    rows = "A . ~ b" if what == "edge" else "A . .2 b" if what == "raised" else "A . . b"
    table = Table(rows, A=hero(made(**BLAST, effect=[rise])), b=foe())
    if what == "summon":
        table.combat.patches.append(Patch(2, 0, 0, NEVER, 0, "jar-lamp"))
    elif what == "object":
        table.combat.things = [Thing("object", [2])]
        table.combat.worked = [0]

    table.act("A", "deed", "space 1,0")

    assert table.combat.levels[2] == levels


@rule("icon/terrain.space-type")
def test_the_very_first_space_can_be_that_of_a_target() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}
    own = made(target={"who": "foe", "range": 3}, effect=[ice])
    table = Table("b . . A", A=hero(own), b=foe())

    table.act("A", "deed b")

    assert table.combat.floor == (1, 0, 0, 0)


@rule("icon/terrain.space-type")
def test_terrain_that_lasts_replaces_what_lay_there_for_a_while() -> None:
    table = Table("A . . b", A=hero(), b=foe())
    combat = table.combat
    terrain.change(combat, [1], 1, TURN_START, 0)
    terrain.change(combat, [2], 1, TURN_START, 0)
    combat.patches.append(Patch(1, 0, 0, NEVER, 0, "jar-lamp"))

    terrain.change(combat, [1], 2, NEVER, -1)
    assert [(one.cell, one.summon) for one in combat.patches] == [(2, ""), (1, "jar-lamp")]
    terrain.revert(combat, TURN_START, 0)

    assert combat.floor == (0, 2, 0, 0)


@rule("icon/terrain.destructible")
def test_terrain_in_the_very_first_space_is_attacked_too() -> None:
    table = Table(". . A b", A=hero(strike(range=2)), b=foe())
    table.combat.toughness = with_at(table.combat.toughness, 0, 10)
    assert table.refusal("A", "strike at 0,0") == ""

    table.act("A", "strike at 0,0", dice="d6 4 5")

    assert table.combat.toughness[0] == 1


@rule("icon/terrain.space-type")
def test_without_a_target_no_space_is_that_of_the_target() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}
    own = made(target={"who": "foe", "range": 1, "optional": True}, effect=[ice])
    table = Table("A . . b", A=hero(own), b=foe())

    table.act("A", "deed")

    assert table.combat.floor == (0, 0, 0, 0)


@rule("icon/terrain.space-type")
def test_the_space_of_the_very_first_combatant_can_be_that_of_a_target() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}
    own = made(target={"who": "foe", "range": 3}, effect=[ice])
    table = Table(". A . b", A=hero(), b=foe(own))

    table.act("b", "deed A")

    assert table.combat.floor == (0, 1, 0, 0)


@rule("icon/terrain.destructible", "icon/terrain.space-type")
def test_destructible_terrain_that_has_sunk_can_be_hit_no_more() -> None:
    rise = {"op": "terrain", "height": 1, "destructible": True, "where": "area"}
    own = made(**BLAST, effect=[{**rise, "until": "end-of-turn"}])
    table = Table("A . . . b", A=hero(own), b=foe())
    table.act("A", "deed", "space 2,0")
    assert table.combat.toughness == (0, 10, 10, 10, 0)

    table.end("A")

    assert table.combat.toughness == (0,) * 5


@rule("icon/terrain.destructible", "icon/aoe.friendly-fire")
@pytest.mark.parametrize(("who", "left"), [("area", 6), ("area-foes", 10)])
def test_damage_to_everybody_in_an_area_is_to_its_terrain_too(who: str, left: int) -> None:
    own = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": who}])
    table = Table("A . .1 b", A=hero(own), b=foe())
    table.combat.toughness = with_at(table.combat.toughness, 2, 10)

    table.act("A", "deed", "space 3,0")

    assert (table.combat.toughness[2], table["b"].hp) == (left, 26), "b has cover"


@rule("icon/terrain.space-type", "icon/move.dash-ignores")
def test_terrain_along_the_way_of_a_straight_dash_lies_where_it_led() -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "path", "until": "combat"}
    table = darter("A . . . b", ice)

    table.act("A", "deed", "dash e 2")

    assert table.combat.floor == (1, 1, 0, 0, 0)
