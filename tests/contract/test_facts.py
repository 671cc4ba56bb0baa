"""Events, options and scenes of every ruleset, in every encounter of its own."""

from __future__ import annotations

import pytest

from affray.content import list_encounters
from affray.content.game import BUILTIN
from affray.core.choice import Absent
from affray.core.dice import SeededDice
from affray.core.event import TurnBegan
from affray.core.words import parts_of
from affray.state.begin import begun
from tests.contract import facts
from tests.contract.test_rulesets import prepared

# Those whose events and options keep the contract.
LEDGERS: list[str] = ["icon", "ingenuity", "quest", "sovereign", "thrum"]
PARTS: list[str] = ["icon", "ingenuity", "quest", "sovereign", "thrum"]


def encounters(rulesets: list[str]) -> list[str]:
    return [one.key for ruleset in rulesets for one in list_encounters(ruleset)]


@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("key", encounters(LEDGERS))
def test_events_add_up_to_what_changed(key: str, seed: int) -> None:
    facts.events_add_up_to_what_changed(*prepared(key), seed)


@pytest.mark.parametrize("key", encounters(LEDGERS))
def test_events_are_of_the_closed_set(key: str) -> None:
    facts.events_are_of_the_closed_set(*prepared(key), 13)


@pytest.mark.parametrize("key", encounters(LEDGERS))
def test_sentences_are_made_of_events(key: str) -> None:
    facts.sentences_are_made_of_events(*prepared(key), 16)


@pytest.mark.parametrize("key", encounters(PARTS))
def test_options_carry_their_parts(key: str) -> None:
    facts.options_carry_their_parts(*prepared(key), 14)


@pytest.mark.parametrize("key", encounters(list(BUILTIN)))
def test_imagining_with_the_same_dice_gives_what_happens(key: str) -> None:
    facts.imagining_with_the_same_dice_gives_what_happens(*prepared(key), 15)


@pytest.mark.parametrize("ruleset", list(BUILTIN))
def test_whose_turn_begins_is_told_alike_in_all_games(ruleset: str) -> None:
    rules, setup = prepared(encounters([ruleset])[0])
    combat = begun(rules, setup, SeededDice(1), [Absent() for _ in setup.seats])
    for unit in combat.units:
        told = parts_of(rules.words(), combat, TurnBegan(unit.index))
        assert [kind for kind, _ in told] == ["who", "text"]
        assert told[1][1] == "'s turn."
