"""What changes is told: with its value before and after, its reasons, and to whom it shows."""

from __future__ import annotations

import pytest

from affray.core.event import Change, Damaged, Event, Healed, Moved
from affray.rulesets.sovereign import changes
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.text.words import SovereignWords

from .table import Table, body, strike

PARTY, FOES, GM = 0, 1, 2


def watched(table: Table) -> Table:
    table.combat.watched = True
    return table


def told(table: Table, kind: type[Event]) -> list[Event]:
    return [event for event in table.combat.events if isinstance(event, kind)]


def sentences(table: Table) -> list[str]:
    words = SovereignWords()
    return [
        "".join([text for _, text in words.parts(table.combat, event)])
        for event in table.combat.events
        if words.weight(event) >= 0
    ]


def harm(table: Table) -> Damaged:
    (event,) = told(table, Damaged)
    assert isinstance(event, Damaged)
    return event


def test_a_wound_is_told_with_what_it_is_made_of() -> None:
    table = watched(Table("A b", A=body(strike(bonus=9, damage="1d8+2")), b=body(hp=20)))

    table.act("A", "attack b with sword", dice="d20 15 d8 5")

    event = harm(table)
    assert (event.before, event.after, event.other) == (20, 13, table["A"].index)
    assert event.parts == [(5, "damage.roll"), (2, "sword")]
    assert "B loses 7 hit points: 5 rolled, +2 sword; 13 left." in sentences(table)


def test_more_harm_than_somebody_had_is_told_as_such() -> None:
    table = watched(Table("A b", A=body(strike(bonus=9)), b=body(hp=3, npc=True, named=False)))

    table.act("A", "attack b with sword", dice="d20 15 d8 5")

    assert harm(table).parts == [(5, "damage.roll"), (-2, "more than it had")]
    assert harm(table).amount == 3


def test_shock_is_told_by_its_name() -> None:
    own = body(strike(shock=2, shock_ac=15))
    table = watched(Table("A b", A=own, b=body(ac=15)))

    table.act("A", "attack b with sword", dice="d20 2")

    assert harm(table).parts == [(2, "shock.on-miss")]
    assert "B loses 2 hit points by Shock; 18 left." in sentences(table)


def test_a_potion_is_told_with_the_strain_it_costs() -> None:
    table = watched(Table("A . b", A=body(potions=1), b=body()))
    table["A"].hp = 5

    table.act("A", "drink potion", dice="d6 4")

    (event,) = told(table, Healed)
    assert isinstance(event, Healed)
    assert event.parts == [(4, "item.potion"), (1, "healing-potion")]
    numbers = {one.what: (one.before, one.after) for one in told(table, Change)}
    assert isinstance(event, Change)
    assert numbers["strain"] == (0, 1)
    assert numbers["readied healing-potion"] == (1, 0)
    assert numbers["move"] == (1, 0)


def test_the_ledger_names_what_is_readied_unloaded_and_held() -> None:
    bow = strike("bow", far=(10, 20), reload=1)
    table = Table("A b", A=body(bow, spells=["sleep"], castings=2), b=body())
    unit = table["A"]
    unit.unloaded = 1
    table.grapple("A", "b")

    ledger = Sovereign().ledger(table.combat, unit.index)

    assert ledger == {
        "hp": 20,
        "main": 1,
        "move": 1,
        "castings": 2,
        "grappling": 1,
        "unloaded sword": 1,
        "readied sword": 1,
    }


def test_what_does_not_change_is_not_told() -> None:
    table = watched(Table("A b", A=body(), b=body()))

    changes.set_prone(table.combat, table["A"], False, "stand.action")
    changes.set_main(table.combat, table["A"], True, "turn.refresh")

    assert table.combat.events == []


def test_both_who_are_dragged_are_told_step_by_step() -> None:
    table = watched(Table("A b . .", A=body(skills={"brawl": 2}), b=body()))
    table.grapple("A", "b")

    table.act(
        "A",
        "drag or throw",
        "drag",
        "drag to 1,0 with it at 2,0",
        "drag to 2,0 with it at 3,0",
        dice="d6 6 6",
    )

    steps = [(one.who, one.before, one.after) for one in told(table, Moved)]
    assert steps == [(0, 0, 1), (1, 1, 2), (0, 1, 2), (1, 2, 3)]
    assert [line for line in sentences(table) if "drag" in line][-1] == "B is dragged to 3,0."
    assert "A goes with it to 2,0." in sentences(table)


@pytest.mark.parametrize(
    ("face", "change", "line"),
    [
        (14, 0, "A fails to save: 14 against 15."),
        (15, 0, "A saves: 15 against 15."),
        (1, 30, "A fails to save by the bare 1."),
        (20, -30, "A saves by the bare 20."),
    ],
)
def test_a_save_is_told_with_its_sum_and_its_target(face: int, change: int, line: str) -> None:
    table = watched(Table("A b", A=body(), b=body()))
    table["A"].sheet.saves = [15, 15, 15]
    table.script([], f"d20 {face}")

    checks.save(table.combat, table["A"], 0, change, "save.roll")

    assert sentences(table)[-1] == line


def test_what_one_unseen_does_is_known_to_its_own_side_and_the_gm() -> None:
    table = watched(Table("A . . b", A=body(), b=body(potions=1)))
    table["b"].unseen = True
    table["b"].hp = 5

    table.act("b", "drink potion", dice="d6 4")

    seen = {event.seen for event in table.combat.events if event.kind != "asked"}
    assert seen == {1 << FOES | 1 << GM}


def test_a_side_that_has_located_one_unseen_knows_what_it_does() -> None:
    table = watched(Table("A . . b", A=body(), b=body(potions=1)))
    table["b"].unseen = True
    table["b"].located = 1 << table["A"].side

    table.act("b", "drink potion", dice="d6 4")

    assert {event.seen for event in told(table, Change)} == {1 << PARTY | 1 << FOES | 1 << GM}


def test_whom_one_unseen_attacks_knows_of_the_attack() -> None:
    table = watched(Table("A . . b", A=body(), b=body(strike(far=(9, 9)))))
    table["b"].unseen = True

    table.act("b", "attack A with sword", dice="d20 2")

    known = {event.name: event.seen >> PARTY & 1 for event in table.combat.events}
    assert known["attacks"] == 1
    assert known["acts"] == 0  # what it has decided
