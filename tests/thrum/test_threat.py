"""What a character threatens: its Move, its Attacks."""

from __future__ import annotations

from affray.core.threat import Threat
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def threat(table: Table, name: str) -> Threat:
    return table.combat.ruleset.threat(table.combat, table[name].index)  # type: ignore[attr-defined, no-any-return]


def names(table: Table, cells: list[int]) -> list[str]:
    return [table.combat.grid.name(cell) for cell in cells]


@rule("thrum/move.budget", "thrum/grid.range-inclusive")
def test_a_move_of_speed_then_an_attack_as_far_as_it_reaches() -> None:
    """Speed 4, then the Basic Attack with Range 3: squares 0 to 7."""
    table = Table("A" + " ." * 12 + " b", A=pc(abilities=["sockem"]), b=npc("biffer"))

    found = threat(table, "A")

    assert found.moves == [0, 1, 2, 3, 4]
    assert found.strikes == [0, 1, 2, 3, 4, 5, 6, 7]
    assert found.attacks == [("Basic Attack", 3), ("Sockem", 1)]


@rule("thrum/grid.range-inclusive")
def test_a_long_reach_makes_a_range_of_one_two() -> None:
    table = Table("A . b", A=pc(abilities=["sockem", "long-reach"]), b=npc("biffer"))

    assert threat(table, "A").attacks == [("Basic Attack", 3), ("Sockem", 2)]


@rule("thrum/cover.obstructed")
def test_who_is_behind_three_others_is_not_struck_by_a_physical_attack() -> None:
    table = Table(
        """
        A . b .
        . . c e
        . . d .
        """,
        A=pc(abilities=["addle"]),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
        e=npc("biffer"),
    )
    behind = table["e"].cell
    assert behind in threat(table, "A").strikes  # by a Mental Attack

    table.combat.units[0].sheet.actions = [
        one for one in table["A"].sheet.actions if one.id != "addle"
    ]

    assert behind not in threat(table, "A").strikes


@rule("thrum/area.placement")
def test_an_area_reaches_farther_than_its_range() -> None:
    """Immobile: Range 4, and an Area of 2, Overexerted 4: squares up to 7 away."""
    table = Table("a" + " ." * 12 + " B", a=npc("squall"), B=pc(abilities=["sockem"]))
    table.give("a", "immobilized")

    found = threat(table, "a")

    assert found.moves == [0]
    assert ("Cinder Burst", 4) in found.attacks
    assert max(found.strikes) == 7


@rule("thrum/minion.position")
def test_a_minion_strikes_beside_where_it_can_be_placed() -> None:
    """Speed 4, the Minion within 4 of there, and the square beyond it."""
    sheet = pc(abilities=["command-aggressor"])
    table = Table("A" + " ." * 12 + " b", A=sheet, b=npc("biffer"))

    found = threat(table, "A")

    assert ("Command Aggressor", 4) in found.attacks
    assert max(found.strikes) == 4 + 4 + 1


@rule("thrum/condition.stunned")
def test_who_is_stunned_attacks_from_where_it_stands() -> None:
    table = Table("A" + " ." * 12 + " b", A=pc(abilities=["sockem"]), b=npc("biffer"))
    table.give("A", "stunned")

    assert threat(table, "A").moves == [0]
    assert max(threat(table, "A").strikes) == 3


@rule("thrum/move.drop.option")
def test_a_cliff_is_dropped_down() -> None:
    """Down 6 levels it would be 6 squares of movement; a drop costs 1."""
    table = Table("A . . . b", heights="6 6 0 0 0", A=pc(abilities=["sockem"]), b=npc("biffer"))

    assert threat(table, "A").moves == [0, 1, 2, 3]


@rule("thrum/incapacitated.cannot")
def test_who_is_down_threatens_nothing() -> None:
    table = Table("A . b", A=pc(abilities=["sockem"]), b=npc("biffer"))
    table["A"].incapacitated = True

    found = threat(table, "A")

    assert (found.moves, found.strikes, found.attacks) == ([], [], [])
