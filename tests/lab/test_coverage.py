"""Every 95 % interval that is printed, against a duel whose chances are known exactly.

The outcomes of fights are drawn with their exact chances and go the way of real ones; a real run
of the same duel shows that they are its own.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from affray.intervals import Moments, anytime, wilson
from affray.lab import fairness, sequences
from affray.lab.differences import APART, of_difference
from affray.lab.fairness import LEAST, LOOK, MOST, Fairness, Pair, Thresholds
from affray.lab.sequences import ALWAYS, FIXED
from affray.lab.worths import Piece, Worth
from affray.sim import batches
from affray.sim.batches import Arena, Plan
from tests.lab import exact
from tests.lab.exact import duel as duel

REPEATED = 2000
NOTHING = Piece("ana", "friends", "feats", "idle", ())
SOUND = 0.945  # of 2,000 runs a true 95 % shows 94.5 % or more nine times in ten
pytestmark = pytest.mark.usefixtures("duel")


class Drawn:
    """Runs of fights at once, one a row, whose ends are drawn with their exact chances."""

    def __init__(self, runs: int, seed: int) -> None:
        self.dice = np.random.default_rng(seed)
        ends = [(end, float(chance)) for end, chance in exact.chances().items()]
        self.chances = np.array([chance for _, chance in ends])
        self.edges = np.cumsum(self.chances)[:-1]
        won = [float(end.winner == 0) for end, _ in ends]
        self.facts = np.array(
            [
                [*facts, facts[3] ** 2, facts[4] ** 2]
                for facts in [
                    (
                        float(end.winner == 0),
                        float(end.winner == 1),
                        float(end.winner == -1),
                        float(end.rounds),
                        end.ana * first,
                    )
                    for (end, _), first in zip(ends, won, strict=True)
                ]
            ]
        )
        self.rounds = float(self.chances @ self.facts[:, 3])
        self.left = float(self.chances @ self.facts[:, 4]) / float(self.chances @ self.facts[:, 0])
        self.sums = np.zeros((runs, self.facts.shape[1]))

    def more(self, fights: int, runs: list[int]) -> None:
        """Fight in some runs so many more."""
        ends = np.searchsorted(self.edges, self.dice.random((len(runs), fights)), side="right")
        self.sums[runs] += self.facts[ends].sum(axis=1)


def misses(interval: tuple[float, float], true: float) -> bool:
    return not interval[0] - 1e-12 <= true <= interval[1] + 1e-12


def tell(what: str, found: Mapping[str, int], *, missed: bool = False) -> None:
    """Print how many of the runs an interval held in, or missed in: seen with ``-s``."""
    shares = {name: count / REPEATED for name, count in found.items()}
    told = [f"{name} {100 * (one if missed else 1 - one):.2f} %" for name, one in shares.items()]
    sys.stdout.write(f"{what}, {REPEATED:,} runs: {', '.join(told)}\n")


@pytest.fixture
def pair() -> Pair:
    return Pair(fairness.EQUAL, Arena(Plan(exact.close, 1, {})).empty(0), 0)


def question(pair: Pair) -> Fairness:
    ruleset, setup = exact.close()
    sides = tuple([side.id for side in setup.sides])
    return Fairness("close", ruleset, 1, 0, sides, sides, Thresholds(), [pair])


def given(pair: Pair, sums: Any, fights: int) -> Pair:
    """The pair of players after these fights."""
    batch = pair.batch
    batch.count = fights
    batch.wins = [round(sums[0]), round(sums[1])]
    batch.draws = round(sums[2])
    batch.fallen = [batch.wins[1], batch.wins[0]]
    batch.rounds = Counter({1: fights})
    return pair


def test_the_duel_is_the_one_whose_chances_are_known() -> None:
    batch = batches.run(exact.close, seed=5, count=1000)

    for side in (0, 1):
        low, high = anytime(batch.wins[side], batch.count)
        assert low < exact.wins(side) < high
    assert sum(exact.chances().values()) == 1


def test_every_interval_of_a_verdict_holds_at_the_stop_and_misses_seldom_at_any_look(
    pair: Pair,
) -> None:
    """Fair, favoured, deadly: it stops by itself, at different times in every run."""
    drawn = Drawn(REPEATED, 7)
    found = question(pair)
    found.thresholds = Thresholds(high=0.72)  # so near that some runs are long
    running = list(range(REPEATED))
    missed: Counter[str] = Counter()
    looked: set[tuple[int, str]] = set()
    wrong = 0
    same: dict[tuple[int, ...], tuple[bool, bool]] = {}  # runs that came to the same counts
    for fights in range(LOOK, MOST + 1, LOOK):
        drawn.more(LOOK, running)
        still = []
        for run in running:
            sums = drawn.sums[run]
            counts = (fights, *map(int, sums[:3]))
            given(pair, sums, fights)
            if counts not in same:
                away = misses(pair.wins(0)[1:3], exact.wins(0))
                same[counts] = (away, fairness.known(pair, found))
            away, known = same[counts]
            if away:
                looked.add((run, "wins"))
            length = Moments(fights, round(sums[3]), round(sums[5]))
            low, high = sequences.of_mean(length)
            if not math.isnan(low) and misses((low, high), drawn.rounds):
                looked.add((run, "rounds"))
            if not known and fights < MOST:
                still.append(run)
                continue
            zones = pair.zones(found.thresholds)
            wrong += len(zones) == 1 and not zones[0].low <= exact.wins(0) <= zones[0].high
            left = Moments(round(sums[0]), round(sums[4]), round(sums[6]))
            for name, interval, true in [
                ("wins", pair.wins(0)[1:3], exact.wins(0)),
                ("losses", pair.wins(1)[1:3], exact.wins(1)),
                ("draws", pair.draws()[1:3], exact.wins(-1)),
                ("unfinished", pair.unfinished()[1:3], 0.0),
                ("chance", pair.result()[1:3], exact.wins(0) + exact.wins(-1) / 2),
                ("fallen", pair.fallen(1)[1:3], exact.wins(0)),
                ("rounds", (low, high), drawn.rounds),
                ("left", sequences.of_mean(left), drawn.left),
            ]:
                missed[name] += misses(interval, true) and not math.isnan(interval[0])
        running = still

    at_any = {name: len([one for one in looked if one[1] == name]) for name in ("wins", "rounds")}
    tell("at the stop", missed)
    tell("missed at some look", at_any, missed=True)
    assert fights >= LEAST
    assert not running
    assert wrong <= 0.05 * REPEATED
    assert {name: count for name, count in missed.items() if count > (1 - SOUND) * REPEATED} == {}
    assert max(at_any.values()) <= 0.05 * REPEATED


@pytest.mark.parametrize("fights", [24, 300])
def test_intervals_for_a_number_of_fights_hold_for_it(pair: Pair, fights: int) -> None:
    pair.kind = FIXED
    drawn = Drawn(REPEATED, fights)
    drawn.more(fights, list(range(REPEATED)))
    missed: Counter[str] = Counter()
    for ends, runs in Counter([tuple(map(int, sums[:3])) for sums in drawn.sums]).items():
        given(pair, ends, fights)
        missed["wins"] += runs * misses(pair.wins(0)[1:3], exact.wins(0))
        missed["fallen"] += runs * misses(pair.fallen(0)[1:3], exact.wins(1))
        missed["draws"] += runs * misses(pair.draws()[1:3], exact.wins(-1))

    tell(f"for {fights} fights", missed)
    assert max(missed.values()) <= (1 - SOUND) * REPEATED


def test_the_intervals_of_simulations_hold_at_their_number_and_when_a_width_stops() -> None:
    dice = np.random.default_rng(11)
    true = exact.wins(0)
    wins = np.zeros(REPEATED, dtype=int)
    stopped: dict[int, bool] = {}
    held = 0
    for fights in range(50, 2001, 50):
        wins += dice.binomial(50, true, size=REPEATED)
        for run, hits in enumerate(wins.tolist()):
            if run in stopped and fights != 1000:
                continue
            low, high = wilson(hits, fights)
            held += fights == 1000 and low <= true <= high
            if run not in stopped and fights >= batches.LEAST and (high - low) / 2 <= 0.03:
                stopped[run] = low <= true <= high

    width = sum(stopped.values())
    tell("of simulations", {"1,000 fights": REPEATED - held, "stopped by width": REPEATED - width})
    assert held >= SOUND * REPEATED
    assert len(stopped) == REPEATED
    assert width >= SOUND * REPEATED


@pytest.mark.parametrize("pairs", [100, 400])
@pytest.mark.parametrize("apart", [0.01, 0.05, 0.4])
def test_differences_of_pairs_of_which_few_part_hold_their_interval(
    pairs: int, apart: float
) -> None:
    """Also where all pairs that were seen end alike, and others would not."""
    dice = np.random.default_rng(3)
    values = (0, 1500, -500)
    counts = dice.multinomial(pairs, [1 - apart, 0.8 * apart, 0.2 * apart], size=REPEATED)
    true = apart * (0.8 * 1500 - 0.2 * 500)
    missed: Counter[str] = Counter()
    for ends, runs in Counter(map(tuple, counts.tolist())).items():
        total = sum([many * value for many, value in zip(ends, values, strict=True)])
        squares = sum([many * value**2 for many, value in zip(ends, values, strict=True)])
        sums = Moments(pairs, total, squares)
        for kind in (FIXED, ALWAYS):
            missed[kind] += runs * misses(of_difference(sums, kind, APART), true)

    tell(f"{pairs} pairs of which {100 * apart:.0f} % part", missed)
    assert max(missed.values()) <= (1 - SOUND) * REPEATED


def test_of_many_things_that_are_worth_nothing_none_is_called_worth_something() -> None:
    dice = np.random.default_rng(9)
    things, runs = 40, 400
    changed = dice.binomial(200, 0.2, size=(runs, things))
    gained = dice.binomial(changed, 0.5)
    wrong = 0
    for many, won in zip(changed.tolist(), gained.tolist(), strict=True):
        wrong += any(
            [
                Worth(NOTHING, 200, up, all_ - up, 0, 0, Moments(), among=things).verdict()
                for all_, up in zip(many, won, strict=True)
            ]
        )

    assert wrong <= 0.05 * runs
