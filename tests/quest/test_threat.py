"""What a unit threatens: its ways, its weapons, its spells."""

from __future__ import annotations

from affray.core.effect import TURN_START
from affray.core.threat import Threat
from tests.quest.table import Table, unit
from tests.rules import rule


def threat(table: Table, name: str) -> Threat:
    return table.combat.ruleset.threat(table.combat, table[name].index)  # type: ignore[attr-defined, no-any-return]


def names(table: Table, cells: list[int]) -> list[str]:
    return [table.combat.grid.name(cell) for cell in cells]


@rule("quest/action.ba-move")
def test_a_move_action_and_both_bonus_actions_lead_to_the_attack() -> None:
    """Movement 1 and two BAs of 2 points each: five spaces, and a sword reaches the sixth."""
    table = Table("A . . . . . . . b", A=unit(movement=1, weapons=["longsword"]), b=unit())

    found = threat(table, "A")

    assert found.moves == [0, 1, 2, 3, 4, 5]
    assert found.strikes == [0, 1, 2, 3, 4, 5, 6]
    assert found.attacks == [("Longsword", 1)]


@rule("quest/geometry.line-of-sight")
def test_a_wall_hides_what_is_behind_it_from_an_archer() -> None:
    table = Table(
        """
        A # .
        . # .
        . # b
        """,
        A=unit(weapons=["longbow"]),
        b=unit(),
    )

    found = threat(table, "A")

    assert names(table, found.moves) == ["0,0", "0,1", "0,2"]
    assert names(table, found.strikes) == ["0,0", "0,1", "0,2"]


@rule("quest/attack.melee-range")
def test_a_long_weapon_threatens_one_space_more() -> None:
    rows = "A . . . . . . . . b"
    sword = threat(Table(rows, A=unit(movement=1, weapons=["longsword"]), b=unit()), "A")
    spear = threat(Table(rows, A=unit(movement=1, weapons=["spear"]), b=unit()), "A")

    assert max(sword.strikes) == 6
    assert max(spear.strikes) == 7
    assert spear.attacks == [("Spear", 2)]


@rule("quest/zone.large-units")
def test_a_large_unit_is_struck_on_all_its_spaces_and_strikes_from_all_its_own() -> None:
    table = Table(
        """
        A A . . . . . b b
        A A . . . . . b b
        """,
        A=unit(size=2, movement=1, weapons=["longsword"]),
        b=unit(size=2),
    )

    found = threat(table, "A")

    assert names(table, found.moves) == ["0,0", "1,0", "2,0", "3,0", "4,0", "5,0"]
    assert {"7,0", "8,0", "7,1", "8,1"} <= set(names(table, found.strikes))
    assert set(names(table, threat(table, "b").strikes)) >= {"0,0", "1,0", "0,1", "1,1"}


@rule("quest/move.tumble")
def test_who_bars_the_way_is_tumbled_past() -> None:
    """Two BAs are four points, a tumbling step costs two: past b, then by the MA on foot."""
    table = Table("A b . . .", A=unit(movement=1, weapons=["longsword"]), b=unit())

    assert threat(table, "A").moves == [0, 2, 3]


@rule("quest/attack.reload")
def test_an_unloaded_crossbow_costs_the_move_action() -> None:
    table = Table("A . . . . . . . . b", A=unit(weapons=["crossbow"]), b=unit())
    assert threat(table, "A").moves[-1] == 8
    table.combat.units[0].held_things = (table.combat.units[0].held_things[0] + 1,)

    found = threat(table, "A")

    assert found.attacks[0] == ("Crossbow", 14)
    assert 9 in found.strikes


@rule("quest/condition.bound", "quest/condition.frozen")
def test_who_is_tied_up_or_frozen_threatens_nothing_from_its_own_space() -> None:
    table = Table("A . b", A=unit(weapons=["longsword"]), b=unit(weapons=["longsword"]))
    table.give("A", "bound")
    table.give("b", "frozen")

    assert threat(table, "A").moves == [0]
    assert threat(table, "A").strikes == []
    assert threat(table, "b").moves == [2]
    assert threat(table, "b").strikes == []


@rule("quest/turn.start-sequence")
def test_a_state_that_ends_when_the_turn_begins_is_no_hindrance() -> None:
    table = Table("A . b", A=unit(weapons=["longsword"]), b=unit())
    table.give("A", "frozen")
    table["A"].effects[0].ends = TURN_START

    assert 2 in threat(table, "A").strikes


@rule("quest/attack.area-spells")
def test_an_area_threatens_beyond_the_range_of_its_centre() -> None:
    """A storm column is paid for over two turns: only a cast under way can be finished."""
    wizard = unit(movement=0, mp=9, spells=["storm-column"])
    table = Table("A" + " ." * 24 + " b", A=wizard, b=unit())
    assert threat(table, "A").attacks == [("Bare hands", 1)]
    table["A"].casting = 0
    table["A"].paid_aa = 1

    found = threat(table, "A")

    assert found.attacks == [("Bare hands", 1), ("Storm column", 12)]
    assert max(found.strikes) == 4 + 12 + 1
