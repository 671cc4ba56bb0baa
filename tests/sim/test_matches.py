"""Matches of two players: the same dice for both, each on either side."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.sim import batches
from affray.sim.counts import Batch
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
    assert total.interval()[0] < total.share() < total.interval()[1]


def test_the_interval_is_that_of_the_share_where_most_fights_are_drawn() -> None:
    low, high = Match("a", "b", "x", 28, 0, 52).interval()

    assert low < 0.675 < high


def test_a_match_broken_off_has_whole_pairs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken off in the third block, whose fights from one side tell nothing."""
    whole, played = batches.run, [0]

    def run(*words: Any, **more: Any) -> Batch:
        played[0] += 1
        found = whole(*words, **more)
        if played[0] == 5:
            found.stopped = "interrupted"
        return found

    monkeypatch.setattr(batches, "run", run)
    told: list[int] = []
    found = match(
        "greedy", "random", duel, pairs=100, seed=3, progress=lambda one: told.append(one.fights)
    )

    assert (found.stopped, found.pairs, found.fights) == ("interrupted", 10 + 20, 60)
    assert told[-1] == 60 + 40
    assert found.as_data()["both"] == match("greedy", "random", duel, pairs=30, seed=3).both


def test_a_player_of_ones_own_may_meet_one_of_ours() -> None:
    found = match("tests.sim.own_players:Whim", "greedy", duel, pairs=15, seed=3)

    assert found.first == "tests.sim.own_players:Whim"
    assert found.losses > found.wins


class Earlier(type(Duel().tactics())):  # type: ignore[misc]
    """Tactics whose weights are of an earlier version of the rules."""

    def fitted_for(self) -> int:
        return Duel.version + 1


class Refitted(Duel):
    """A duel whose weights were not fitted again when its rules changed."""

    def tactics(self) -> Earlier:
        return Earlier()

    def begin(self, *words: Any, **more: Any) -> Any:
        combat = super().begin(*words, **more)
        combat.ruleset = self
        return combat


def test_weights_of_another_version_are_the_contents_fault_and_not_a_broken_fight() -> None:
    with pytest.raises(InvalidError, match="found weights for version"):
        match("steady", "greedy", lambda: (Refitted(), skirmish()), pairs=1)
