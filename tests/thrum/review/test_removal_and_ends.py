"""Those who are removed in the middle, and what was to end with them."""

from __future__ import annotations

from tests.rules import rule
from tests.thrum.table import Table, npc, pc

MISS = "1 1 6 6"
CRIT = "6 6 1 1"


@rule("thrum/condition.immobilized", "thrum/incapacitated.three-wounds")
def test_what_lasts_to_the_end_of_a_turn_ends_though_that_turn_removes_its_character() -> None:
    table = Table(
        "A D . b .",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("hookwarden"),
        D=pc(level=0),
        c=npc("biffer"),
    )
    table.enter_stance("A", "magnetic-armor")
    b = table["b"]
    b.fatigue, b.fatigue_tolerance, b.wounds = 20, 1, 2

    table.act(
        "b",
        "hook-line D",
        "D: resilience",
        "b: push D e 1",
        "A: magnetic-armor D",
        dice="1 1 1 6 6 1 1",
    )
    assert (b.incapacitated, table.n("D", "immobilized")) == (True, 1)

    table.end("b")

    assert (b.present, table.n("D", "immobilized")) == (False, 0)


@rule("thrum/condition.immobilized")
def test_a_second_hold_that_ends_sooner_does_not_shorten_the_first() -> None:
    table = Table(
        "A D . b c",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("hookwarden"),
        c=npc("hookwarden"),
        D=pc(level=0),
        order="bcDA",
    )

    table.act("b", "hook-line D", "D: resilience", "b: leave", dice=CRIT)
    table.enter_stance("A", "magnetic-armor")
    table.act(
        "c", "hook-line D", "D: resilience", "c: push D e 1", "A: magnetic-armor D", dice=MISS
    )
    table.end("c")
    assert table.n("D", "immobilized") == 1

    table.start("D")
    table.end("D")

    assert table.n("D", "immobilized") == 0


@rule("thrum/condition.immobilized")
def test_a_second_hold_that_ends_later_replaces_the_first() -> None:
    table = Table(
        "A D . . b",
        A=pc(level=0, abilities=["magnetic-armor"]),
        b=npc("hookwarden"),
        D=pc(level=0),
        order="bDA",
    )
    table.enter_stance("A", "magnetic-armor")

    table.act(
        "b", "hook-line D", "D: resilience", "b: push D e 1", "A: magnetic-armor D", dice=CRIT
    )
    table.end("b")

    assert table.n("D", "immobilized") == 1
