"""State as plain data, and its values by path."""

from __future__ import annotations

import json
from typing import Any

import pytest

from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.state import paths, snapshot
from tests.core.duel import Duel, DuelCombat, Fighter, Trap, face_to_face, skirmish

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


# -- whole states --------------------------------------------------------------------------------


def test_a_state_survives_being_written_as_json() -> None:
    combat = duel()
    paths.put(combat, RULES, "ana.bleeding", {"n": 2, "ends": "turn-end", "anchor": "bob"})
    data = json.loads(json.dumps(snapshot.save(combat, RULES)))
    loaded = snapshot.load(duel(), data, RULES)

    assert loaded.key() == combat.key()
    assert loaded.holders() == combat.holders()
    assert loaded.dice.state() == combat.dice.state()
    assert snapshot.save(loaded, RULES) == snapshot.save(combat, RULES)
    assert snapshot.digest(loaded, RULES) == snapshot.digest(combat, RULES)


def test_who_joined_in_the_fight_is_made_again() -> None:
    combat = duel()
    newcomer = RULES.record("unit imp")
    assert isinstance(newcomer, Fighter)
    newcomer.index, newcomer.name, newcomer.side = 5, "imp-3", 1
    combat.units.append(newcomer)
    combat.stand(newcomer, 0)
    loaded = snapshot.load(duel(), snapshot.save(combat, RULES), RULES)

    assert loaded.key() == combat.key()
    assert loaded.units[5].name == "imp-3"
    assert loaded.units[5].sheet.id == "imp"
    assert loaded.at(0) is loaded.units[5]


def test_a_template_is_left_as_it_was() -> None:
    combat, template = duel(), duel()
    paths.put(combat, RULES, "ana.hp", 1)
    key = template.key()
    snapshot.load(template, snapshot.save(combat, RULES), RULES)

    assert template.key() == key


def damage(data: dict[str, Any], what: str) -> None:
    if what == "format":
        data["format"] = 99
    elif what == "ruleset":
        data["ruleset"] = "chess"
    elif what == "field":
        del data["units"][0]["hp"]
    elif what == "name":
        data["units"][0]["name"] = "zoe"
    elif what == "effect":
        held: dict[str, Any] = {"is": "Held", "effect": {"effect": "bledding"}}
        numbers = dict.fromkeys(["n", "source", "ends", "anchor"], 0)
        data["units"][0]["effects"] = [held | numbers]
    elif what == "piece":
        data["combat"]["traps"] = [{"is": "Bomb"}]
    else:
        del data["units"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("format", "in format 99"),
        ("ruleset", 'found "chess"'),
        ("field", "KeyError 'hp'"),
        ("name", 'combatant 0: found "zoe", expected "ana"'),
        ("effect", "did you mean bleeding"),
        ("piece", 'no piece of state is called "Bomb"'),
        ("units", "does not fit"),
    ],
)
def test_a_damaged_state_is_one_clear_message(what: str, said: str) -> None:
    data = json.loads(json.dumps(snapshot.save(duel(), RULES)))
    damage(data, what)

    with pytest.raises(InvalidError) as fault:
        snapshot.load(duel(), data, RULES)
    assert said in str(fault.value)


def test_digests_differ_with_the_state_and_the_rules() -> None:
    combat = duel()
    before = snapshot.digest(combat, RULES)
    paths.put(combat, RULES, "ana.hp", 1)

    class Later(Duel):
        version = 2

    assert len(before) == 16
    assert snapshot.digest(combat, RULES) != before
    assert snapshot.digest(combat, Later()) != snapshot.digest(combat, RULES)


# -- values by path ------------------------------------------------------------------------------


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


def test_several_values_are_set_all_or_none() -> None:
    combat = duel()
    key = combat.key()

    with pytest.raises(InvalidError):
        paths.arrange(combat, RULES, {"ana.hp": 1, "cid.hp": 99})
    assert combat.key() == key


def test_a_field_that_cannot_be_saved_is_named() -> None:
    with pytest.raises(TypeError, match="Sheet has no FIELDS"):
        snapshot.dump(RULES.begin(face_to_face(), SeededDice(0), []).units[0].sheet)


def test_tuples_and_tables_come_back_as_they_were() -> None:
    value = {1: (2, [3, "x"]), 4: (None, True)}
    assert snapshot.undump(json.loads(json.dumps(snapshot.dump(value))), RULES) == value


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
