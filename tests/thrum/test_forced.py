"""Being moved: pushes, pulls and shifts, and what stops them."""

from __future__ import annotations

from affray.rulesets.thrum.movement import forced
from affray.rulesets.thrum.movement.forced import ANY, AWAY, TOWARD, Shift
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def ways(table: Table, name: str, n: int, mode: int, anchor: str) -> list[str]:
    """Return how A may move somebody."""
    cell = table.combat.grid.read(anchor)
    return table.options(Shift(table.combat, table["A"], table[name], n, mode, cell))


def shifted(table: Table, name: str, n: int, mode: int, *keys: str, dice: str = "") -> int:
    """Let A move somebody; return how far."""
    agent = table.script(keys, dice)
    made = forced.shift(table.combat, table["A"], table[name], n, mode, table["A"].cell)
    table.done(agent)
    return made


@rule("thrum/move.forced.path")
def test_the_user_moves_the_target_up_to_n_squares_one_at_a_time_at_no_cost() -> None:
    table = Table("A b , . .", A=pc(), b=npc("biffer"))

    assert [key for key in ways(table, "b", 3, ANY, "0,0") if " e " in key] == [
        "push b e 1",
        "push b e 2",
        "push b e 3",
    ]
    assert shifted(table, "b", 3, ANY, "A: push b e 3") == 3
    assert (table.at("b"), table["b"].spent) == ("4,0", 0)
    assert [(one.before, one.after) for one in table.went("is moved")] == [(1, 2), (2, 3), (3, 4)]


@rule("thrum/move.forced.path")
def test_up_to_n_may_be_none() -> None:
    table = Table("A b . .", A=pc(), b=npc("biffer"))

    assert shifted(table, "b", 2, ANY, "A: leave") == 0
    assert table.at("b") == "1,0"


@rule("thrum/move.forced.path")
def test_several_are_moved_one_after_another_in_the_order_of_the_users_choice() -> None:
    """Cannonball pulls b and c as far as they go: who is pulled second ends behind the other."""
    for first, places in (("b", ("1,0", "2,0")), ("c", ("1,0", "4,0"))):
        table = Table("A . . b . c", A=pc(novas=["cannonball"]), b=npc("biffer"), c=npc("biffer"))
        table["A"].potential = [6]

        table.act("A", "cannonball", "stay", f"pull {first}", "b: no defence", "c: no defence")

        assert (table.at("b"), table.at("c")) == places


@rule("thrum/move.forced.path")
def test_difficult_ground_and_a_level_up_cost_a_push_nothing() -> None:
    table = Table("A . . .", heights="0 0 1 2", A=pc(), b=npc("biffer"))
    table.put("b", "1,0")

    assert shifted(table, "b", 2, AWAY, "push b e 2") == 2
    assert table.at("b") == "3,0"


@rule("thrum/move.forced.stops", "thrum/move.no-stopping-on-allies")
def test_a_push_stops_before_anybody_the_edge_and_ground_two_levels_up() -> None:
    ally = Table("A b . c .", A=pc(), b=npc("biffer"), c=npc("biffer"))
    assert ways(ally, "b", 3, AWAY, "0,0") == ["leave", "push b e 1"]

    enemy = Table("A b . C .", A=pc(), b=npc("biffer"), C=pc())
    assert ways(enemy, "b", 3, AWAY, "0,0") == ["leave", "push b e 1"]

    edge = Table("A b .", A=pc(), b=npc("biffer"))
    assert ways(edge, "b", 3, AWAY, "0,0") == ["leave", "push b e 1"]

    wall = Table("A b . .", heights="0 0 1 3", A=pc(), b=npc("biffer"))
    assert ways(wall, "b", 3, AWAY, "0,0") == ["leave", "push b e 1"]

    # Two levels up from where it stands, step by step: 0, 1, 2 is no wall.
    slope = Table("A b . .", heights="0 0 1 2", A=pc(), b=npc("biffer"))
    assert ways(slope, "b", 3, AWAY, "0,0")[-1] == "push b e 2"


@rule("thrum/move.forced.stops")
def test_with_no_way_open_nothing_is_asked() -> None:
    table = Table("A b c", A=pc(), b=npc("biffer"), c=npc("biffer"))

    assert shifted(table, "b", 2, AWAY) == 0


@rule("thrum/move.forced.push-away")
def test_away_raises_the_distance_with_every_square_and_toward_lowers_it() -> None:
    table = Table(
        """
        . . . . .
        A . b . .
        . . . . .
        """,
        A=pc(),
        b=npc("biffer"),
    )

    away = ways(table, "b", 1, AWAY, "0,1")
    assert away == ["leave", "push b ne 1", "push b e 1", "push b se 1"]
    toward = ways(table, "b", 1, TOWARD, "0,1")
    assert toward == ["leave", "push b sw 1", "push b w 1", "push b nw 1"]


@rule("thrum/move.forced.push-away")
def test_a_pull_ends_next_to_the_one_who_pulls() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))

    assert ways(table, "b", 5, TOWARD, "0,0")[-1] == "push b w 2"


@rule("thrum/move.forced.push-away")
def test_any_direction_knows_no_such_limit_but_all_squares_go_the_same_way() -> None:
    table = Table(
        """
        . . . . .
        A b . . .
        . . . . .
        """,
        A=pc(),
        b=npc("biffer"),
    )

    found = ways(table, "b", 2, ANY, "0,1")
    assert {"push b n 1", "push b sw 1", "push b e 2"} <= set(found)
    directions = {key.split()[2] for key in found if key != "leave"}
    assert directions == {"n", "ne", "e", "se", "s", "sw", "nw"}  # not into A

    table = Table("A . . b\n. . . .\n. . . .", A=pc(), b=npc("biffer"))
    assert shifted(table, "b", 2, ANY, "push b sw 2") == 2
    assert table.at("b") == "1,2"


@rule("thrum/move.drop.failure-spent", "thrum/move.granted")
def test_a_current_that_throws_one_off_a_ledge_in_a_dash_counts_what_the_dash_has_spent() -> None:
    """Two squares of the Dash are spent, Slowed leaves Speed 2: Dazed, and the Dash is over."""
    table = Table(
        """
        . . . . . A
        . . . . . .
        . . . b . .
        """,
        heights="""
        0 0 0 0 0 0
        3 3 3 3 3 3
        3 3 3 3 3 3
        """,
        A=pc(abilities=["vector-field"]),
        b=npc("biffer"),
    )
    table.put("A", "5,2")
    table.act("A", "vector-field", "area 1,1", "toward n")

    table.act(
        "b",
        "dash",
        "move 2,2",
        "b: drift n",
        "b: move 1,1",
        "b: drift n",
        "b: by endurance",
        dice="1 1 6 6",
    )

    assert (table.at("b"), table.n("b", "slowed"), table.n("b", "dazed")) == ("1,0", 1, 1)


@rule("thrum/move.swap", "thrum/move.drop.involuntary")
def test_a_swap_makes_the_other_one_drop_if_that_is_the_lower_going() -> None:
    """C goes from level 2 to 0: 1 + 1 against 1 + 1 + 2 slows it; A climbs freely."""
    table = Table(
        "A C . . b",
        heights="0 2 0 0 0",
        A=pc(abilities=["transpositional"]),
        C=pc(),
        b=npc("biffer"),
    )

    table.move("A", "swap C", "C: by endurance", "A: stop", dice="1 1 1 1")

    assert (table.at("C"), table.n("C", "slowed"), table.n("A", "slowed")) == ("0,0", 1, 0)


@rule("thrum/move.drop.involuntary", "thrum/move.drop.involuntary-spent")
def test_each_ledge_of_one_push_asks_for_its_own_roll_and_the_push_goes_on() -> None:
    """Off its turn Speed 4, then 2, then still 2: never 0, so it is not Dazed."""
    table = Table(
        "A b . . .",
        heights="4 4 2 0 0",
        A=pc(abilities=["sockem"], REA=4, upgrades=["sockem:b"]),
        b=npc("biffer"),
    )

    table.act(
        "A",
        "sockem b",
        "b: resilience",
        "A: shift",
        "A: push b e 3",
        "b: by endurance",
        "b: by endurance",
        dice="1 1 6 6 1 1 6 6 1 1 6 6",
    )

    assert (table.at("b"), table.n("b", "slowed"), table.n("b", "dazed")) == ("4,0", 2, 0)


@rule("thrum/move.drop.involuntary-spent")
def test_one_thrown_down_off_its_turn_is_dazed_if_it_has_no_speed_left() -> None:
    table = Table(
        "A b . . .",
        heights="2 2 0 0 0",
        A=pc(abilities=["sockem"]),
        b=npc("gatebreaker", 0),
    )
    table["b"].sheet.speed = 2

    table.act(
        "A",
        "sockem b",
        "b: resilience",
        "A: shift",
        "A: push b e 1",
        "b: by reflexes",
        dice="1 1 6 6 1 1 6 6",
    )

    assert (table.n("b", "slowed"), table.n("b", "dazed")) == (1, 1)
