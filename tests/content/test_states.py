"""Encounters say the state in which somebody begins, in one way in all five games."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content.game import BUILTIN
from affray.content.library import encounter_data, encounter_from, list_encounters, load_encounter
from affray.content.problems import InvalidError
from affray.session.fight import Fight
from affray.session.journal import parse
from affray.session.replay import again
from affray.session.start import begin

# Somebody who is worn: what is left, what lies on it, what is spent.
WORN: dict[str, dict[str, Any]] = {
    "icon": {"hp": 3, "vigor": 2, "dazed": 1},
    "ingenuity": {"health": 2, "endurance": 1, "burning": 2, "prone": True},
    "quest": {"hp": 2, "burning": 1, "prone": True},
    "sovereign": {"hp": 2, "strain": 1, "afraid": 1, "prone": True},
    "thrum": {"fatigue": 2, "stress": 1, "slowed": 2, "wounds": 1},
}


def fight(ruleset: str, state: dict[str, Any], *, side: int = 0, hold: bool = True) -> Fight:
    """The first encounter of a game, the first of a side in a state."""
    data: dict[str, Any] = encounter_data(
        load_encounter(f"{ruleset}/{list_encounters(ruleset)[0].id}")
    )
    data["side"][side]["members"][0]["state"] = state
    data["round_limit"] = 2
    seats = dict.fromkeys(("players", "foes"), "greedy")
    return begin(encounter_from(data, "worn.toml"), [], 1, seats=seats, hold=hold)


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_somebody_begins_in_the_state_that_is_stated(ruleset: str) -> None:
    begun = fight(ruleset, WORN[ruleset])

    for path, value in WORN[ruleset].items():
        who = begun.combat.units[0].name
        assert begun.value(f"{who}.{path}") == value, path


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_a_fight_of_the_worn_plays_and_replays(ruleset: str) -> None:
    played = fight(ruleset, WORN[ruleset], side=1, hold=False)
    played.auto()

    assert played.outcome
    told = again(parse(played.journal.text().encode(), "worn.jsonl"), "worn.jsonl")
    assert told.difference is None


@pytest.mark.parametrize(
    ("ruleset", "state", "fault"),
    [
        ("thrum", {"fatige": 1}, 'state.fatige: found "fatige", expected one of fatigue, stress, '),
        ("thrum", {"fatige": 1}, "; did you mean fatigue?"),
        ("thrum", {"BLEED": 1}, "; did you mean bleed?"),
        ("thrum", {"fatigue": -1}, "state.fatigue: found -1, expected 0 or more"),
        ("thrum", {"fatigue": "lots"}, 'state.fatigue: found "lots", expected a whole number'),
        ("quest", {"at": "1,1"}, 'state.at: found "at", expected at, a key of the member'),
        ("icon", {"wounds": 2}, "state.wounds: this cannot be: "),
        (
            "quest",
            {"undetected": True},
            'state.undetected: found "undetected", expected undetected beside state, as a key of '
            "the member",
        ),
        ("ingenuity", {"prone": 1}, "state.prone: found 1, expected true or false"),
    ],
)
def test_a_state_that_cannot_be_is_told(ruleset: str, state: dict[str, Any], fault: str) -> None:
    with pytest.raises(InvalidError) as caught:
        fight(ruleset, state)

    (line,) = caught.value.problems
    assert line.startswith("worn.toml: side[0].members[0].state.")
    assert fault in line
