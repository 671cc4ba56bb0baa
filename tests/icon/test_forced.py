"""Being moved: shoves, pulls, collisions, swaps, teleports."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.errors import IllegalError
from affray.rulesets.icon.state import Thing, with_at
from affray.rulesets.icon.terms import FORCED
from tests.icon.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Op,
    Table,
    Trait,
    ability,
    foe,
    hero,
    made,
    sheet,
    strike,
    walker,
)
from tests.rules import rule


@rule("icon/move.collide", "icon/move.obstruction")
def test_who_is_shoved_against_an_object_collides() -> None:
    """Gate Kick's collision stuns."""
    one = sheet(pc=False, abilities=[ability("gate-kick")])
    table = Table("a B . .", a=one, B=sheet())
    table.combat.things = [Thing("object", [3])]
    table.combat.worked = [0]

    table.act("a", "gate-kick B", dice="d20 1 d20 10")

    assert table.at("B") == "2,0"
    assert table["B"].status("stunned")


@rule("icon/move.shove", "icon/move.shove-direction")
@pytest.mark.parametrize(("talents", "at"), [((), "0,2")])
def test_a_pull_ends_where_it_brings_its_target_no_nearer(
    talents: tuple[int, ...], at: str
) -> None:
    """Two aside and two down: along the row it is in line after two spaces, and goes no farther."""
    table = Table(
        ". . A . . .\n. . . . . .\n. . . . b .\n. . . . . .",
        A=hero(ability("reel-in", *talents)),
        b=foe(),
    )

    table.act("A", "reel-in b", "along the row", dice="d20 9")

    assert table.at("b") == "2,2"


@rule("icon/move.shove-direction")
def test_after_a_straight_dash_only_who_stopped_it_is_shoved_along_its_way() -> None:
    own = made(
        effect=[
            {"op": "move", "who": "user", "kind": "dash", "spaces": 2, "straight": True},
            {"op": "shove", "who": "foes-within", "range": 1, "spaces": 1},
        ]
    )
    table = Table(". . . .\n. . b .\nA . . .", A=hero(own), b=foe())

    table.act("A", "deed", "dash e")

    assert (table.at("A"), table.at("b")) == ("2,2", "2,0")


@rule("icon/move.shove-direction", "icon/geometry.distance")
@pytest.mark.parametrize(("key", "at"), [("along the row", "4,3"), ("along the column", "3,4")])
def test_the_origin_of_a_shove_by_an_area_is_one_space(key: str, at: str) -> None:
    """From 2,2 to 3,3 both offsets are 1, however large the shover is."""
    push = {"op": "shove", "spaces": 1, "who": "area-foes"}
    own = made(pattern={"shape": "blast", "size": 1, "range": 4}, effect=[push])
    rows = "\n".join(["a . . . . B"] + [". . . . . ."] * 5)
    table = Table(rows, a=foe(own, size=2), B=hero())
    table.combat.move(table["B"], table.cell("3,3"))

    table.act("a", "deed", "space 0,0", "space 2,2", key)

    assert table.at("B") == at


@rule("icon/move.teleport")
def test_a_teleport_ignores_what_lies_between_and_reaches_only_free_spaces() -> None:
    spear = ability("set-spear")
    table = Table(
        "A # b . c\n. . . . .",
        A=sheet(abilities=[ability("smoke-step", 1)]),
        b=sheet(pc=False, abilities=[spear]),
        c=sheet(pc=False),
    )
    with pytest.raises(IllegalError):
        table.act("A", "smoke-step", "space 2,0")
    table["A"].used = (0,) * len(table["A"].used)

    table.act("A", "smoke-step", "space 3,0")

    assert table.at("A") == "3,0"


@rule("icon/move.teleport")
@pytest.mark.parametrize(("at", "legal"), [("2,0", True), ("3,0", False)])
def test_a_teleport_reaches_as_far_as_it_says(at: str, *, legal: bool) -> None:
    table = Table("A . . . b", A=sheet(abilities=[ability("smoke-step")]), b=sheet(pc=False))

    if legal:
        table.act("A", "smoke-step", f"space {at}")
        assert table.at("A") == at
    else:
        with pytest.raises(IllegalError):
            table.act("A", "smoke-step", f"space {at}")


@rule("icon/move.shove-direction")
@pytest.mark.parametrize(
    ("at", "direction"), [("4,1", EAST), ("1,4", SOUTH), ("0,1", WEST), ("2,0", NORTH)]
)
def test_a_shove_goes_along_the_longer_offset(at: str, direction: int) -> None:
    table = Table("\n".join(["A b . . ."] + [". . . . ."] * 4), A=sheet(), b=sheet(pc=False))
    grid = table.combat.grid
    table.combat.move(table["A"], grid.read("2,2"))
    table.combat.move(table["b"], grid.read(at))

    assert table.heading("A", "b") == direction


@rule("icon/move.shove-direction")
@pytest.mark.parametrize(("key", "at"), [("along the row", "3,1"), ("along the column", "1,3")])
def test_of_equal_offsets_the_shover_picks_one(key: str, at: str) -> None:
    gore = ability("upward-gore")
    table = Table(
        "\n".join(["A . . ."] + [". b . ."] + [". . . ."] * 2),
        A=sheet(abilities=[gore]),
        b=sheet(pc=False),
    )

    table.act("A", "upward-gore b", key, dice="d20 9 d6 1 1")

    assert table.at("b") == at


@rule("icon/move.shove-direction", "icon/geometry.distance")
def test_a_large_shover_is_measured_from_its_nearest_space() -> None:
    table = Table("a . . .\n. . . .\n. B . .\n. . . .", a=sheet(pc=False, size=2), B=sheet())

    assert table.heading("a", "B") == SOUTH


@rule("icon/move.shove-direction")
def test_a_shove_by_an_area_goes_away_from_its_origin() -> None:
    one = ability("snare-loop")
    push = Op("shove")
    push.n = 1
    push.who = "area-foes"
    one.effect = [push]
    table = Table("A . . b . . .\n. . . . . . .", A=sheet(abilities=[one]), b=sheet(pc=False))

    table.act("A", "snare-loop", "space 4,0")

    assert table.at("b") == "2,0", "toward the user, away from the centre"


@rule("icon/move.shove-free", "icon/status.slashed")
def test_being_moved_costs_nothing_and_is_no_own_movement() -> None:
    spear = ability("set-spear")
    table = Table(
        "A b . . c\n. . . . .",
        A=sheet(),
        b=sheet(pc=False),
        c=sheet(abilities=[spear], pc=False),
    )
    table.combat.floor = with_at(table.combat.floor, 1, 1)
    table.give("b", "slashed")

    table.shove("A", "b", 2, EAST)

    assert (table.at("b"), table["b"].hp, table["b"].used[3]) == ("3,0", 28, 0)


@rule("icon/move.shove-free", "icon/terrain.dangerous", "icon/terrain.fall-continue")
def test_a_shove_goes_on_after_a_fall_and_through_dangerous_ground() -> None:
    """Down from height 2 onto dangerous ground: 2 and 1, then two spaces more."""
    table = walker("A b2 ^ ^ .")

    table.shove("A", "b", 3, EAST)

    assert (table.at("b"), table["b"].hp) == ("4,0", 28 - 2 - 1 - 1)


@rule("icon/move.shove")
@pytest.mark.parametrize(("hp", "at"), [(3, "2,0"), (4, "4,0")])
def test_a_shove_ends_with_the_defeat_of_who_is_shoved(hp: int, at: str) -> None:
    table = Table("A B3 . . . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table["B"].hp = hp

    table.shove("A", "B", 3, EAST)

    assert table.at("B") == at


@rule("icon/move.shove")
def test_a_pull_stops_adjacent_without_a_collision() -> None:
    table = walker("A . . . b")

    collided = table.shove("A", "b", 9, WEST, pull=True)

    assert (collided, table.at("b")) == (False, "1,0")


@rule("icon/move.collide")
@pytest.mark.parametrize("rows", ["A b C .", "A b # .", "A b .1 .", "A b"])
def test_what_stops_a_shove_is_a_collision(rows: str) -> None:
    sheets = {"A": sheet(), "b": sheet(pc=False), **({"C": sheet()} if "C" in rows else {})}
    table = Table(rows, **sheets)

    assert table.shove("A", "b", 2, EAST)
    assert (table.at("b"), table["b"].hp) == ("1,0", 28)


@rule("icon/move.collide", "icon/defeat.incapacitated-pc-space")
@pytest.mark.parametrize(("spaces", "at"), [(1, "1,0"), (2, "3,0")])
def test_a_shove_goes_over_the_fallen_but_does_not_end_there(spaces: int, at: str) -> None:
    table = Table("A b C . .", A=sheet(), b=sheet(pc=False), C=sheet())
    table.fell(2)

    collided = table.shove("A", "b", spaces, EAST)

    assert (collided, table.at("b")) == (False, at)


@rule("icon/move.collide", "icon/defeat.foe")
def test_a_defeated_foes_space_is_free_for_a_shove() -> None:
    table = Table("A b c . .", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.fell(2)

    table.shove("A", "b", 1, EAST)

    assert table.at("b") == "2,0"


@rule("icon/move.collide", "icon/action.triggers")
def test_a_collision_triggers_the_collide_line_once_for_each() -> None:
    """A save or be dazed follows the damage at once, before anything else."""
    table = Table("A b #", A=sheet(abilities=[ability("barring-blow")]), b=sheet(pc=False))

    table.act("A", "barring-blow b", dice="d20 9 d6 2 d20 9")

    assert table["b"].hp == 26
    assert table.holds("b", "dazed")


@rule("icon/move.shove")
def test_one_may_be_shoved_into_the_very_first_space() -> None:
    table = Table(". b A . c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))

    assert not table.shove("A", "b", 1, WEST)

    assert table.at("b") == "0,0"


@rule("icon/move.teleport", "icon/geometry.distance")
def test_a_teleport_counts_a_diagonal_as_one_space_and_cuts_the_slashed() -> None:
    jump = {"op": "move", "who": "user", "kind": "teleport", "spaces": 2}
    table = Table("A . .\n. . .\n. . .\n. . b", A=sheet(abilities=[made(effect=[jump])]), b=sheet())
    table.give("A", "slashed")

    table.act("A", "deed", "space 2,2")

    assert (table.at("A"), table["A"].hp) == ("2,2", 26)


@rule("icon/move.teleport", "icon/terrain.dangerous")
@pytest.mark.parametrize(("cell", "left"), [(0, (28, 27)), (1, (27, 28))])
def test_who_trades_spaces_is_hurt_by_dangerous_ground_that_it_comes_to(
    cell: int, left: tuple[int, int]
) -> None:
    table = Table("A B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, cell, 2)

    table.swap("A", "B")

    assert (table["A"].hp, table["B"].hp) == left


@rule("icon/move.teleport")
def test_who_is_not_sturdy_trades_spaces_with_a_foe_from_afar() -> None:
    table = Table("A . b . .", A=sheet(), b=sheet(pc=False))

    table.swap("A", "b")

    assert (table.at("A"), table.at("b"), table["b"].used[FORCED]) == ("2,0", "0,0", 2)


@rule("icon/move.teleport")
def test_one_trades_spaces_with_the_very_first_combatant_too() -> None:
    trade = made(target={"who": "ally", "range": 2}, effect=[{"op": "swap"}])
    table = Table("A B . c", A=sheet(), B=sheet(abilities=[trade]), c=sheet(pc=False))

    table.act("B", "deed A")

    assert (table.at("A"), table.at("B")) == ("1,0", "0,0")


@rule("icon/move.shove-direction")
@pytest.mark.parametrize(("word", "at"), [("n", "2,1"), ("e", "3,2"), ("s", "2,3"), ("w", "1,2")])
def test_from_under_its_target_a_shove_goes_where_the_shover_likes(word: str, at: str) -> None:
    push = {"op": "shove", "spaces": 1, "who": "area-foes"}
    own = made(pattern={"shape": "blast", "size": 1, "range": 4}, effect=[push])
    rows = "\n".join(["A . . . b"] + [". . . . ."] * 4)
    table = Table(rows, A=sheet(abilities=[own]), b=sheet(pc=False))
    table.combat.move(table["b"], table.cell("2,2"))

    table.act("A", "deed", "space 2,2", f"to the {word}")

    assert table.at("b") == at


@rule("icon/move.shove")
@pytest.mark.parametrize(
    ("at", "direction", "goal"),
    [("0,2", EAST, "1,2"), ("4,2", WEST, "3,2"), ("2,0", SOUTH, "2,1"), ("2,4", NORTH, "2,3")],
)
def test_a_pull_stops_next_to_who_pulls(at: str, direction: int, goal: str) -> None:
    rows = "\n".join(["A b . . ."] + [". . . . ."] * 4)
    table = Table(rows, A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], table.cell("2,2"))
    table.combat.move(table["b"], table.cell(at))

    table.shove("A", "b", 4, direction, pull=True)

    assert table.at("b") == goal


@rule("icon/move.shove")
@pytest.mark.parametrize(("at", "direction", "goal"), [("1,0", SOUTH, "1,2"), ("0,1", EAST, "2,1")])
def test_a_pull_stops_beside_whoever_pulls(at: str, direction: int, goal: str) -> None:
    """Beside the one who pulls, 2 spaces off."""
    rows = "\n".join(["A b . . ."] + [". . . . ."] * 4)
    table = Table(rows, A=sheet(), b=sheet(pc=False))
    table.combat.move(table["A"], table.cell("3,2" if direction == SOUTH else "2,3"))
    table.combat.move(table["b"], table.cell(at))

    table.shove("A", "b", 4, direction, pull=True)

    assert table.at("b") == goal


@rule("icon/move.shove-direction", "icon/aoe.attack-and-area-spaces")
def test_who_is_attacked_in_an_area_is_shoved_away_from_the_attacker() -> None:
    own = made(
        pattern={"shape": "blast", "size": 1, "range": 4},
        attack={"mode": "ranged"},
        hit=[{"op": "shove", "spaces": 1}],
    )
    table = Table("A . b . .", A=sheet(abilities=[own]), b=sheet(pc=False))

    table.act("A", "deed", "space 2,0", dice="d20 15")

    assert table.at("b") == "3,0"


@rule("icon/move.shove", "icon/sheet.traits-always-on")
@pytest.mark.parametrize(
    ("ops", "own_turn", "at"),
    [
        (["shove"], True, "5,0"),
        (["shove", "shove"], True, "6,0"),
        (["pull"], True, "2,0"),
        (["pull", "shove"], True, "4,0"),
        (["shove"], False, "4,0"),
    ],
)
def test_what_lengthens_the_first_shove_of_a_turn_lengthens_that_alone(
    ops: list[str], at: str, *, own_turn: bool
) -> None:
    trait = Trait("strong")
    trait.first_shove = 1
    deed: dict[str, Any] = {"effect": [{"op": op, "spaces": 1} for op in ops]}
    if not own_turn:
        deed["interrupt"] = {"uses": 1, "trigger": "self-targeted"}
        deed["tags"] = ["interrupt"]
    own = made(target={"who": "foe", "range": 4}, **deed)
    one = sheet(abilities=[own])
    one.traits = [trait]
    blow = strike(range=4)
    table = Table("A . . b . . . .", A=one, b=sheet(pc=False, abilities=[blow]))

    if own_turn:
        table.act("A", "deed b")
    else:
        table.act("b", "strike A", "A deed", dice="d20 1")

    assert table.at("b") == at


@rule("icon/move.collide", "icon/move.no-stop-when-shared")
def test_who_can_only_be_shoved_onto_the_fallen_is_not_moved() -> None:
    table = Table("A b C #", A=sheet(), b=sheet(pc=False, gives=["sturdy"]), C=sheet())
    table.fell("C")

    table.shove("A", "b", 2, EAST)

    assert (table.at("b"), table["b"].used[FORCED]) == ("1,0", 0)


@rule("icon/move.teleport")
def test_who_can_teleport_nowhere_is_asked_nothing() -> None:
    jump = {"op": "move", "who": "user", "kind": "teleport", "spaces": 1}
    table = Table("A b .", A=sheet(abilities=[made(effect=[jump])]), b=sheet(pc=False))

    table.act("A", "deed")

    assert table.at("A") == "0,0"


@rule("icon/move.shove", "icon/move.collide")
def test_a_shove_stops_before_what_bars_it() -> None:
    table = Table("A b . #", A=sheet(), b=sheet(pc=False))

    assert table.shove("A", "b", 3, 2)
    assert table.at("b") == "2,0"
