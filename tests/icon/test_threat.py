"""What a character threatens: its moves, its abilities and their patterns."""

from __future__ import annotations

from affray.core.threat import Threat
from tests.icon.table import Table, made, sheet, strike
from tests.rules import rule

FIELD = "A" + " ." * 18 + " b"


def threat(table: Table, name: str) -> Threat:
    return table.combat.ruleset.threat(table.combat, table[name].index)  # type: ignore[attr-defined, no-any-return]


@rule("icon/move.standard", "icon/action.run", "icon/action.costs")
def test_a_light_attack_leaves_a_run() -> None:
    """Speed 4 and a run of 2: six spaces, and the seventh is struck."""
    found = threat(Table(FIELD, A=sheet(abilities=[strike()]), b=sheet(pc=False)), "A")

    assert ("Strike", 1) in found.attacks
    assert found.moves == list(range(7))


@rule("icon/action.costs")
def test_a_heavy_attack_leaves_the_standard_move_alone() -> None:
    """A foe has no basic attacks: two actions for the strike, four spaces, the fifth is struck."""
    table = Table(FIELD, A=sheet(), b=sheet(pc=False, abilities=[strike(cost=2)]))

    found = threat(table, "b")

    assert found.moves == list(range(15, 20))
    assert found.strikes == list(range(14, 20))
    assert found.attacks == [("Strike", 1)]


@rule("icon/move.engagement")
def test_an_adjacent_foe_makes_the_first_step_dear() -> None:
    """Speed 4: 2 for the first space, 1 for each further one."""
    table = Table("A b . . . . . .", A=sheet(), b=sheet(pc=False, abilities=[strike(cost=2)]))

    assert threat(table, "b").moves == [1, 2, 3, 4]


@rule("icon/los.impassable")
def test_a_wall_hides_what_is_behind_it() -> None:
    table = Table(
        """
        A # . .
        . # . b
        . # . .
        """,
        A=sheet(),
        b=sheet(pc=False),
    )

    found = threat(table, "A")

    assert found.moves == [0, 4, 8]
    assert found.strikes == [0, 4, 8]


@rule("icon/attack.target-hostile")
def test_an_ability_with_a_least_range_strikes_no_neighbour() -> None:
    """A sling of range 2 to 4, after the standard move and without it."""
    sling = strike(cost=2, range=4)
    sling.least = 2
    table = Table("b . . . . . . . A", A=sheet(), b=sheet(pc=False, abilities=[sling]))
    assert max(threat(table, "b").strikes) == 4 + 4

    table.give("b", "immobile")

    assert threat(table, "b").strikes == [2, 3, 4]


@rule("icon/aoe.blast")
def test_a_blast_reaches_beyond_its_range() -> None:
    """Range 3 and a blast of 1, from where it stands."""
    bomb = made(
        cost=2,
        tags=["attack", "ranged"],
        attack={"mode": "ranged"},
        pattern={"shape": "blast", "size": 1, "range": 3},
        hit=[{"op": "damage", "level": "heavy"}],
    )
    table = Table("b . . . . . . . A", A=sheet(), b=sheet(pc=False, abilities=[bomb]))
    table.give("b", "immobile")

    found = threat(table, "b")

    assert found.moves == [0]
    assert max(found.strikes) == 4
    assert found.attacks == [("Deed", 3)]


@rule("icon/geometry.size")
def test_a_large_foe_strikes_from_all_its_spaces_and_is_struck_on_all() -> None:
    table = Table(
        """
        b b . . . A
        b b . . . .
        """,
        A=sheet(),
        b=sheet(pc=False, size=2, abilities=[strike(cost=2)]),
    )
    table.give("b", "immobile")

    assert threat(table, "b").strikes == [2, 8]
    assert {0, 1, 6, 7} <= set(threat(table, "A").strikes)


@rule("icon/defeat.incapacitated")
def test_who_is_defeated_threatens_nothing() -> None:
    table = Table(FIELD, A=sheet(), b=sheet(pc=False))
    table["A"].hp = 0

    found = threat(table, "A")

    assert (found.moves, found.strikes, found.attacks) == ([], [], [])
