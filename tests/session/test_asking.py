"""How a question is put to people: what is left to spend, how many stand already."""

from __future__ import annotations

import pytest

import affray
from affray.session import asking


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("1 aa, 0 ma, 2 ba", "1 attack action, 2 bonus actions"),
        ("Main, Move", "Main Action, Move Action"),
        ("no Main, Move", "Move Action"),
        ("no Main, no Move", "nothing left to spend"),
    ],
)
def test_what_is_left_is_told_in_the_words_of_the_game(prompt: str, told: str) -> None:
    assert asking.left_of(prompt) == told


def test_who_is_led_by_another_is_not_counted_among_those_to_be_placed() -> None:
    """A Minion comes with its leader: nobody is asked where it begins."""
    fight = affray.start("thrum/broken-causeway", seed=1)
    side = [unit.name for unit in fight.combat.units if unit.side == 0]
    assert "minion-of-mirel-osh" in side
    assert len(side) == 5
    fight.auto(steps=1)
    assert asking.placed(fight.choice, fight.combat) == " (0 of 4 placed)"


@pytest.mark.parametrize(
    ("key", "unit"),
    [
        ("icon/ferry-cliff-fight", "action"),
        ("ingenuity/drowned-ford", "action"),
        ("quest/rival-companies", ""),  # of several kinds, which tell their prices
        ("sovereign/storm-the-gate", ""),
        ("thrum/hold-the-gate", ""),
    ],
)
def test_what_costs_count_is_told_in_one_word(key: str, unit: str) -> None:
    ways = {"icon": "space", "ingenuity": "m", "quest": "point"}
    ruleset, _, name = key.partition("/")
    fight = affray.start(ruleset, name, seed=2)
    found: dict[str, str] = {}
    for _ in range(60):
        question = fight.choice
        if question.kind in ("action", "move"):
            found.setdefault(question.kind, asking.unit_of(question))
        fight.choose(affray.bots.greedy(question))

    assert found["move"] == ways.get(ruleset, "square")
    assert found.get("action", "") == unit


def test_a_thing_on_the_ground_is_told_with_where_it_lies() -> None:
    assert asking.spelled("brandish staff and knife@0,3#300") == "brandish staff and knife from 0,3"
    assert asking.spelled("face ne") == "face north-east"
