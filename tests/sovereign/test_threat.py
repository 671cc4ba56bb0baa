"""What somebody threatens: its Run, its charge, its weapons and spells."""

from __future__ import annotations

from affray.core.threat import Threat
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

FIELD = "A" + " ." * 18 + " b"


def threat(table: Table, name: str) -> Threat:
    return table.combat.ruleset.threat(table.combat, table[name].index)  # type: ignore[attr-defined, no-any-return]


@rule("sovereign/charge.attack", "sovereign/run.rate")
def test_a_charge_carries_a_sword_twice_as_far_as_a_run() -> None:
    """A Run leads 6 squares, a charge 12, and the sword reaches one more."""
    found = threat(Table(FIELD, A=body(strike()), b=body(npc=True)), "A")

    assert found.moves == list(range(13))
    assert found.strikes == list(range(14))
    assert found.attacks == [("Sword", 5), ("Unarmed", 5)]


@rule("sovereign/charge.attack")
def test_nobody_shoots_at_the_end_of_a_charge() -> None:
    """A Run of 6 squares, and the bow shoots 4; fists come along on a charge of 12."""
    found = threat(Table(FIELD, A=body(strike("bow", far=(2, 4))), b=body(npc=True)), "A")
    assert ("Bow", 20) in found.attacks
    assert max(found.strikes) == 13

    table = Table(FIELD, A=body(strike("bow", far=(2, 4))), b=body(npc=True))
    table["A"].prone = True

    assert max(threat(table, "A").strikes) == 3 + 4


@rule("sovereign/melee.range")
def test_a_long_weapon_reaches_one_square_more() -> None:
    table = Table(FIELD, A=body(strike(reach=2)), b=body(npc=True))
    table["A"].step = False

    assert threat(table, "A").strikes == [1, 2]


@rule("sovereign/los.needed-to-attack")
def test_a_wall_hides_what_is_behind_it() -> None:
    table = Table(
        """
        A # . .
        . # . b
        . # . .
        """,
        A=body(strike("bow", far=(20, 40))),
        b=body(npc=True),
    )

    found = threat(table, "A")

    assert found.moves == [0, 4, 8]
    assert found.strikes == [0, 4, 8]


@rule("sovereign/grid.large-footprint")
def test_a_large_one_strikes_from_all_its_squares_and_is_struck_on_all() -> None:
    table = Table(
        """
        a a . B
        a a . .
        """,
        a=body(strike(), size=2, npc=True),
        B=body(strike()),
    )
    table["a"].step = False
    table["B"].step = False
    assert 2 in threat(table, "a").strikes
    assert 3 not in threat(table, "a").strikes

    table["B"].step = True

    assert {0, 1, 4, 5} <= set(threat(table, "B").strikes)


@rule("sovereign/grapple.restraint")
def test_who_is_held_stays_and_has_its_fists() -> None:
    table = Table("A b . . .", A=body(strike()), b=body(strike(), npc=True))
    table["b"].grappling = table["A"].index

    found = threat(table, "A")

    assert found.moves == [0]
    assert found.strikes == [1]


@rule("sovereign/grid.area-square")
def test_an_area_is_centred_on_a_crossing_in_range() -> None:
    """The far side of the tenth square, and 4 squares beyond."""
    mage = body(level=1, spells=["magic-bomb"])
    table = Table(FIELD, A=mage, b=body(npc=True))
    table["A"].step = False

    found = threat(table, "A")

    assert found.attacks == [("Unarmed", 5), ("Magic Bomb", 50)]
    assert max(found.strikes) == 14


@rule("sovereign/death.mortally-injured")
def test_who_cannot_act_threatens_nothing() -> None:
    table = Table(FIELD, A=body(strike()), b=body(strike(), npc=True))
    table["A"].asleep = True
    table["b"].present = False

    assert threat(table, "A").moves == [0]
    assert threat(table, "A").strikes == []
    assert threat(table, "b").moves == []
