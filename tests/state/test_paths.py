"""Values of a state by path."""

from __future__ import annotations

import json

import pytest

from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.grid import SOLID
from affray.state import paths, snapshot
from tests.core.duel import Duel, DuelCombat, Trap, skirmish

RULES = Duel()


def duel() -> DuelCombat:
    combat = RULES.begin(skirmish(), SeededDice(4), [])
    combat.lineup.order = [2, 0, 1, 3, 4]
    combat.traps = [Trap(combat.grid.read("3,3"), 1)]
    return combat


def refused(combat: DuelCombat, path: str, value: object) -> str:
    before = combat.key(), combat.holders()
    with pytest.raises(InvalidError) as fault:
        paths.put(combat, RULES, path, value)
    assert (combat.key(), combat.holders()) == before
    return str(fault.value)


@pytest.mark.parametrize(
    ("path", "value", "found"),
    [
        ("ana.hp", 3, 3),
        ("ana.health", 3, 3),
        ("ana.acted", True, True),
        ("ana.used.parried", 1, 1),
        ("ana.used.1", 1, 1),
        ("ana.at", "2,3", "2,3"),
        ("ana.at", [2, 3], "2,3"),
        ("ana.at", "", ""),
        ("ana.side", 1, 1),
        ("ana.bleeding", 2, 2),
        ("ana.bleeding", True, 1),
        ("ana.bleeding.ends", "turn-end", "turn-end"),
        ("ana.bleeding.source", "bob", 2),
        ("round", 4, 4),
        ("active", "imp-1", 3),
        ("active", "none", -1),
        ("outcome", "duel/any", "duel/any"),
        ("lineup.order", ["ana", "bob", "cid", "imp-1", "imp-2"], [0, 2, 1, 3, 4]),
        ("lineup.at", 2, 2),
        ("lineup.order.0", "ana", 0),
        ("traps.0.armed", False, False),
        ("traps.0.cell", "0,0", 0),
        ("traps", [], []),
        ("fires.5,2", 3, 3),
        ("fires.0,0", 1, 1),
    ],
)
def test_a_value_that_was_set_is_read(path: str, value: object, found: object) -> None:
    combat = duel()
    paths.put(combat, RULES, path, value)

    assert paths.get(combat, RULES, path) == found
    assert paths.matches(combat, RULES, path, value)
    assert combat.changes == 0


def test_pieces_of_state_are_made_from_tables() -> None:
    combat = duel()
    paths.put(combat, RULES, "traps", [{"is": "Trap", "cell": "1,0", "owner": "bob"}])

    assert [trap.key() for trap in combat.traps] == [(1, 2, True)]


def test_effects_are_given_and_taken_away() -> None:
    combat = duel()
    paths.put(combat, RULES, "ana.guarding", {"n": 2, "ends": "turn-start", "anchor": "bob"})
    held = combat.units[0].effects[0]
    assert held.key() == ("guarding", 2, 0, 1, 2)

    paths.put(combat, RULES, "ana.guarding", 0)
    assert combat.units[0].effects == []
    assert paths.get(combat, RULES, "ana.guarding") == 0

    paths.put(combat, RULES, "ana.effects", [{"id": "bleeding", "n": 3}, {"id": "guarding"}])
    assert [one.key()[:2] for one in combat.units[0].effects] == [("bleeding", 3), ("guarding", 1)]


def test_the_board_follows() -> None:
    combat = duel()
    paths.put(combat, RULES, "ana.at", "3,0")

    assert combat.at(3) is combat.units[0]
    assert combat.recount() == ""


def test_two_may_change_places_at_once() -> None:
    combat = duel()
    paths.arrange(combat, RULES, {"ana.at": "0,3", "cid.at": "0,1"})

    assert combat.holders()[combat.grid.read("0,3")] == 0
    assert combat.recount() == ""


def test_derived_values_are_read_and_cannot_be_set() -> None:
    combat = duel()

    assert paths.get(combat, RULES, "ana.most") == 8
    assert "cannot be set" in refused(combat, "ana.most", 9)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("anna.hp", 1, "did you mean ana"),
        ("ana.hq", 1, "did you mean ana.hp"),
        ("ana", 1, "found a combatant"),
        ("ana.bledding", 1, "did you mean ana.bleeding"),
        ("ana.used.paried", 1, "did you mean parried"),
        ("ana.used.9", 1, "found place 9, expected 0 to 2"),
        ("runde", 1, "did you mean round"),
        ("lineup.ordr", [], "did you mean order"),
        ("ana.hp", "x", "expected a whole number"),
        ("ana.hp", True, "expected a whole number"),
        ("ana.hp", 10**9, "expected a whole number"),
        ("ana.acted", 1, "expected true or false"),
        ("outcome", 5, "expected a text"),
        ("traps", 5, "expected a list"),
        ("traps", [{"is": "Bomb"}], 'found "Bomb", expected a table'),
        ("ana.effects", [{"id": "nothing"}], "expected an effect of duel"),
        ("ana.bleeding", "x", "expected a number or a table"),
        ("ana.bleeding.ends", "soon", "expected one of never, turn-start"),
        ("ana.at", "8,0", "expected a cell of the map"),
        ("ana.at", 5, "expected a cell of the map"),
        ("ana.at", "6,2", "shares"),
        ("ana.hp", 99, "ana has 99 of 8 hp"),
    ],
)
def test_what_cannot_be_set_is_refused_and_changes_nothing(
    path: str, value: object, said: str
) -> None:
    assert said in refused(duel(), path, value)


@pytest.mark.parametrize("kind", SOLID)
def test_nobody_is_put_where_nobody_can_stand(kind: int) -> None:
    combat = duel()
    cell = combat.grid.read("2,3")
    before, after = combat.grid.ground[:cell], combat.grid.ground[cell + 1 :]
    combat.grid.ground = (*before, kind, *after)

    with pytest.raises(InvalidError, match=r"ana\.at: nobody can stand at 2,3"):
        paths.put(combat, RULES, "ana.at", "2,3")

    assert combat.grid.name(combat.units[0].cell) != "2,3"


def test_several_values_are_set_all_or_none() -> None:
    combat = duel()
    key = combat.key()

    with pytest.raises(InvalidError):
        paths.arrange(combat, RULES, {"ana.hp": 1, "cid.hp": 99})
    assert combat.key() == key


def test_an_entry_of_a_tuple_is_set_by_its_place_and_clones_keep_theirs() -> None:
    combat = duel()
    twin = combat.clone()

    paths.put(combat, RULES, "ana.scars.1", 3)

    assert paths.get(combat, RULES, "ana.scars") == {"tuple": [0, 3]}
    assert paths.get(twin, RULES, "ana.scars.1") == 0
    assert paths.matches(combat, RULES, "ana.scars", [0, 3])
    paths.put(combat, RULES, "ana.scars", [2, 0])
    assert combat.units[0].scars == (2, 0)
    assert "expected 0 to 1" in refused(combat, "ana.scars.2", 1)
    assert "expected a list" in refused(combat, "ana.scars", 5)
    loaded = snapshot.load(duel(), json.loads(json.dumps(snapshot.save(combat, RULES))), RULES)
    assert loaded.units[0].scars == (2, 0)
