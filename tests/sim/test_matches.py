"""Matches of two players: the same dice for both, each on either side."""

from __future__ import annotations

import pytest

from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.sim.matches import Match, match, seated_by_side
from tests.core.duel import Duel, skirmish


def duel() -> tuple[Ruleset, Setup]:
    return Duel(), skirmish()


def test_equal_players_win_as_often_as_they_lose() -> None:
    found = match("greedy", "greedy", duel, pairs=20, seed=3)

    assert found.pairs == 20
    assert found.wins == found.losses
    assert (found.both, found.neither) == (0, 0)
    assert found.verdict() == ""


def test_a_player_that_wins_from_both_sides_is_the_better_one() -> None:
    found = match("greedy", "random", duel, pairs=25, seed=3)
    swapped = match("random", "greedy", duel, pairs=25, seed=3)

    assert found.both > found.neither
    assert found.verdict() == "greedy"
    assert swapped.verdict() == "greedy"
    assert (swapped.wins, swapped.losses) == (found.losses, found.wins)
    assert found.fights == 50


def test_a_match_may_be_gone_on_with() -> None:
    whole = match("greedy", "random", duel, pairs=12, seed=3)
    begun = match("greedy", "random", duel, pairs=5, seed=3)
    rest = match("greedy", "random", duel, pairs=7, first_fight=5, seed=3)

    assert (begun + rest).as_data() == whole.as_data()


def test_each_player_has_either_side_once() -> None:
    setup = skirmish()

    assert seated_by_side(setup, "a", "b", 0) != seated_by_side(setup, "a", "b", 1)
    assert set(seated_by_side(setup, "a", "b", 0).values()) == {"a", "b"}


def test_three_sides_are_refused() -> None:
    setup = skirmish()
    setup.sides.append(setup.sides[0])

    with pytest.raises(InvalidError, match="found 3 sides, expected 2"):
        seated_by_side(setup, "a", "b", 0)


def test_counts_of_several_encounters_add_up() -> None:
    one = Match("a", "b", "x", 3, 1, 2, 1, 0, 3)
    total = one + Match("a", "b", "y", 1, 1, 0, 0, 0, 1)

    assert (total.wins, total.losses, total.draws, total.pairs) == (4, 2, 2, 4)
    assert total.share() == 5 / 8
    assert total.interval()[0] < 4 / 6 < total.interval()[1]


def test_a_player_of_ones_own_may_meet_one_of_ours() -> None:
    found = match("tests.sim.own_players:Whim", "greedy", duel, pairs=15, seed=3)

    assert found.first == "tests.sim.own_players:Whim"
    assert found.losses > found.wins
