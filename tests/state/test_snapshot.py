"""State as plain data."""

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


def test_a_field_that_cannot_be_saved_is_named() -> None:
    with pytest.raises(TypeError, match="Sheet has no FIELDS"):
        snapshot.dump(RULES.begin(face_to_face(), SeededDice(0), []).units[0].sheet)


def test_tuples_and_tables_come_back_as_they_were() -> None:
    value = {1: (2, [3, "x"]), 4: (None, True)}
    assert snapshot.undump(json.loads(json.dumps(snapshot.dump(value))), RULES) == value
