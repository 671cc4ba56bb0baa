"""Steps, costs, shoves, falls."""

from __future__ import annotations

import pytest

from affray.rulesets.icon.geometry import distance, sight
from affray.rulesets.icon.movement import moving
from affray.rulesets.icon.state import with_at
from tests.icon.table import Table, sheet
from tests.rules import rule


def cost(table: Table, goal: str, kind: int = moving.PLAIN) -> int:
    move = moving.Move(table.combat, table["A"], 9, kind)
    return move.reach().cost(table.combat.grid.read(goal))


@rule("icon/move.engagement", "icon/move.engagement-not-per-foe")
def test_leaving_a_space_next_to_foes_costs_one_more() -> None:
    table = Table(". A b .\n. . c .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))

    assert cost(table, "0,0") == 2


@rule("icon/move.dash-ignores")
def test_a_dash_ignores_engagement() -> None:
    table = Table(". A b .", A=sheet(), b=sheet(pc=False))

    assert cost(table, "0,0", moving.DASH) == 1


@rule("icon/move.difficult-exit")
def test_mud_costs_when_left() -> None:
    assert cost(Table(", A . . b", A=sheet(), b=sheet(pc=False)), "0,0") == 1
    table = Table(". A . . b", A=sheet(), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 1, 1)
    assert cost(table, "0,0") == 2


@rule("icon/move.elevation-up", "icon/move.elevation-down")
def test_climbing_costs_one_more_for_each_level() -> None:
    table = Table(".2 A .1 . b", A=sheet(), b=sheet(pc=False))

    assert cost(table, "0,0") == 3
    assert cost(table, "3,0") == 3


@rule("icon/move.costs-stack")
def test_surcharges_add_up() -> None:
    """From difficult ground next to a foe up onto height 1: 4."""
    table = Table(".1 A b", A=sheet(), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 1, 1)

    assert cost(table, "0,0") == 4


@rule("icon/move.orthogonal", "icon/move.through-allies", "icon/move.no-stop-when-shared")
def test_steps_are_orthogonal_and_pass_allies_without_stopping() -> None:
    table = Table("A B . b\n# # . .", A=sheet(), B=sheet(), b=sheet(pc=False))

    assert cost(table, "2,0") == 2
    move = moving.Move(table.combat, table["A"], 4, moving.PLAIN)
    assert 1 not in move.reach().cells


@rule("icon/move.shove", "icon/move.collide")
def test_a_shove_stops_before_what_bars_it() -> None:
    table = Table("A b . #", A=sheet(), b=sheet(pc=False))

    assert table.shove("A", "b", 3, 2)
    assert table.at("b") == "2,0"


@rule("icon/terrain.fall", "icon/terrain.fall-reducible")
def test_a_shove_down_three_levels_hurts_less_armor() -> None:
    """Shoved from height 3 to the ground with armor 1: 3 - 1 = 2 damage."""
    table = Table("A b3 .", A=sheet(), b=sheet(pc=False, armor=1))

    table.shove("A", "b", 1, 2)

    assert table["b"].hp == 26


@rule("icon/terrain.dangerous")
def test_dangerous_ground_pierces_by_the_chapter() -> None:
    table = Table("A b ^", A=sheet(), b=sheet(pc=False, armor=3))
    table.combat.chapter = 2

    table.shove("A", "b", 1, 2)

    assert table["b"].hp == 26


@rule("icon/effect.sturdy")
def test_the_sturdy_are_moved_one_space_a_turn() -> None:
    table = Table("A b . . .", A=sheet(), b=sheet(pc=False, gives=["sturdy"]))

    table.shove("A", "b", 3, 2)
    table.shove("A", "b", 3, 2)

    assert table.at("b") == "2,0"


@rule("icon/terrain.edge-removal")
@pytest.mark.parametrize(("face", "present"), [(10, True), (9, False)])
def test_an_edge_is_saved_against_at_the_end_of_any_turn(face: int, present: bool) -> None:
    table = Table("A . . ~\n. . . b", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["b"], 3)

    table.end("A", f"d20 {face}", *(["space 2,0"] if present else []))

    assert table["b"].present == present


@rule("icon/los.same-height-cover", "icon/los.taller-blocks")
@pytest.mark.parametrize(("height", "seen"), [(1, sight.COVERED), (2, sight.HIDDEN)])
def test_terrain_beside_the_target_covers_or_hides_it(height: int, seen: int) -> None:
    """Size 1 target at (4,0), terrain at (3,0), archer at (0,0)."""
    table = Table(f"A . . .{height} b", A=sheet(), b=sheet(pc=False))

    assert sight.sees(table.combat, table["A"], table["b"]) == seen
    back = sight.CLEAR if height == 1 else sight.HIDDEN
    assert sight.sees(table.combat, table["b"], table["A"]) == back


@rule("icon/geometry.distance")
def test_distance_is_from_edge_to_edge() -> None:
    """A size 2 foe on (4,4)-(5,5) is at distance 3 from (1,4)."""
    rows = "\n".join([". . . . . ."] * 4 + [". A . . b .", ". . . . . ."])
    table = Table(rows, A=sheet(), b=sheet(pc=False, size=2))

    assert distance.apart(table.combat, table["A"], table["b"]) == 3
