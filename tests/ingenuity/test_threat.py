"""What somebody threatens: its Moves and Sprints, its weapons, manoeuvres and powers."""

from __future__ import annotations

from affray.core.threat import Threat
from tests.ingenuity.table import Table, sheet
from tests.rules import rule

FIELD = "A" + " ." * 38 + " b"


def threat(table: Table, name: str) -> Threat:
    return table.combat.ruleset.threat(table.combat, table[name].index)  # type: ignore[attr-defined, no-any-return]


@rule("ingenuity/action.move", "ingenuity/action.sprint", "ingenuity/geometry.reach")
def test_a_move_and_a_sprint_leave_an_action_for_the_spear() -> None:
    """Speed 6, twice; a spear reaches 2 m."""
    table = Table(FIELD, A=sheet(["spear"], speed=6), b=sheet())

    found = threat(table, "A")

    assert found.moves == list(range(13))
    assert found.strikes == list(range(15))
    assert found.attacks[0] == ("Spear", 2)


@rule("ingenuity/action.sprint")
def test_without_stamina_there_is_no_sprint() -> None:
    table = Table(FIELD, A=sheet(["spear"], speed=6), b=sheet())
    table["A"].stamina = 0

    assert threat(table, "A").moves == list(range(7))


@rule("ingenuity/movement.diagonals")
def test_every_second_diagonal_counts_two() -> None:
    """A Move of 3 m and no Sprint: two diagonals, 1 and 2 m, but not three."""
    table = Table(
        """
        A . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . b
        """,
        A=sheet(["spear"], speed=3, stamina=0),
        b=sheet(),
    )

    names = [table.combat.grid.name(cell) for cell in threat(table, "A").moves]

    assert "2,2" in names
    assert "3,0" in names
    assert "3,2" not in names
    assert "3,3" not in names


@rule("ingenuity/geometry.line-of-sight")
def test_a_wall_hides_what_is_behind_it() -> None:
    table = Table(
        """
        A # . .
        . # . b
        . # . .
        """,
        A=sheet(["longbow"], speed=6, ammo={"arrow": 6}),
        b=sheet(),
    )

    found = threat(table, "A")

    assert found.moves == [0, 4, 8]
    assert found.strikes == [0, 4, 8]


@rule("ingenuity/geometry.footprint")
def test_a_large_one_strikes_from_all_its_spaces_and_is_struck_on_all() -> None:
    table = Table(
        """
        a a . . . B
        a a . . . .
        """,
        a=sheet(speed=1, footprint=2, stamina=0),
        B=sheet(speed=3, stamina=0),
    )

    assert threat(table, "a").moves == [0, 1]
    assert [cell for cell in threat(table, "a").strikes if cell < 6] == [0, 2, 3]
    assert {0, 1, 6, 7} <= set(threat(table, "B").strikes)


@rule("ingenuity/power.area")
def test_an_area_reaches_beyond_its_range() -> None:
    """A fireball leaves one action, for a Move of 1 m; 30 m from there, and 4 m around."""
    table = Table(FIELD, A=sheet(powers=["fireball"], prof={"Pyromancy": 1}, speed=1), b=sheet())

    found = threat(table, "A")

    assert ("Fireball", 30) in found.attacks
    assert max(found.strikes) == 1 + 30 + 4


@rule("ingenuity/turn.unable")
def test_who_is_unconscious_threatens_nothing() -> None:
    table = Table(FIELD, A=sheet(["spear"]), b=sheet())
    table.fell("A")

    found = threat(table, "A")

    assert (found.moves, found.strikes, found.attacks) == ([], [], [])


@rule("ingenuity/condition.encumbered")
def test_who_cannot_move_strikes_from_its_own_space() -> None:
    table = Table("A . b", A=sheet(["spear"]), b=sheet())
    table.give("A", "bound")

    assert threat(table, "A").moves == [0]
    assert threat(table, "A").strikes == [1, 2]
