"""Batches: the same counts whatever the workers, sizes and breaks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from affray.core.choice import Agent
from affray.core.dice import Dice
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.sim import batches
from affray.sim.counts import Batch, Row
from tests.bots import toy


def short(limit: int) -> tuple[Ruleset, Setup]:
    """Return a fight that ends after a few rounds, mostly without a winner."""
    return toy.Toy(), toy.setup(limit=limit)


class FaultyCombat(toy.ToyCombat):
    """A fight whose rules fail in the third round."""

    def new_round(self) -> None:
        super().new_round()
        if self.round == 3:
            raise RuntimeError("a rule gone wrong")

    def clone(self) -> FaultyCombat:
        units = [unit.clone() for unit in self.units]
        twin = FaultyCombat(self.grid, units, self.dice.clone(), self.agents, self.limit)
        self.copy_to(twin)
        twin.lineup = self.lineup.clone()
        return twin


class FaultyToy(toy.Toy):
    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> toy.ToyCombat:
        whole = toy.begun()
        faulty = FaultyCombat(whole.grid, whole.units, whole.dice, [], whole.limit)
        whole.copy_to(faulty)
        return faulty


def faulty() -> tuple[Ruleset, Setup]:
    return FaultyToy(), toy.setup()


def test_counts_are_those_of_the_fights() -> None:
    rows: list[Row] = []

    batch = batches.run(toy.prepare, seed=3, count=60, rows=lambda part: rows.extend(part.rows))

    assert [row.fight for row in rows] == list(range(60))
    assert batch.wins == [sum(row.winner == side for row in rows) for side in (0, 1)]
    assert batch.draws == sum(row.winner < 0 for row in rows)
    assert sum(batch.wins) + batch.draws == batch.count == 60
    assert batch.fallen == [sum(row.down[who] for row in rows) for who in range(4)]
    assert batch.steps == sum(row.steps for row in rows)
    assert sum(batch.rounds.values()) == 60
    ana = batch.measures[0]["hp"]
    assert (ana.n, ana.total) == (60, sum(row.measures[0]["hp"] for row in rows))


def test_two_workers_find_what_one_finds() -> None:
    one = batches.run(toy.prepare, seed=3, count=120)
    two = batches.run(toy.prepare, seed=3, count=120, jobs=2)

    assert one == two


def test_a_run_in_two_parts_is_the_whole_run() -> None:
    whole = batches.run(toy.prepare, seed=3, count=90)

    parts = batches.run(toy.prepare, seed=3, count=40) + batches.run(
        toy.prepare, seed=3, first=40, count=50
    )

    assert parts == whole


def test_parts_that_do_not_follow_each_other_are_not_added() -> None:
    part = batches.run(toy.prepare, seed=3, count=10)

    with pytest.raises(ValueError, match="does not follow"):
        part + replace(part, first=11)
    with pytest.raises(ValueError, match="does not follow"):
        part + replace(part, first=10, seed=4)


def test_another_seed_is_another_run_and_the_digest_shows_it() -> None:
    digests = {batches.run(toy.prepare, seed=seed, count=20).digest for seed in range(5)}

    assert len(digests) == 5


def test_the_digest_of_a_state_is_the_same_everywhere() -> None:
    """On every system, by every version of Python, compiled or not."""
    key = (1, -1, True, None, "ana", ((2**31, -(2**40)), 10**30, ("", "\u00e9"), ()), [3, 0.5])

    assert batches.digest(3, key) == 0x4DB9D466D37FD221
    assert batches.digest(4, key) != batches.digest(3, key)
    assert batches.digest(3, (1, True)) != batches.digest(3, (1, 1))


def test_players_are_seated_by_name_and_the_gm_keeps_to_the_defaults() -> None:
    fair = batches.run(toy.prepare, count=100)
    tilted = batches.run(toy.prepare, count=100, seats={"players": "random"})

    assert tilted.players == {"players": "random", "foes": "greedy", "gm": "default"}
    assert tilted.wins[0] < fair.wins[0] / 2


def test_a_round_limit_makes_draws_with_a_reason() -> None:
    batch = batches.run(partial(short, 2), count=30)

    assert batch.draws >= 25
    assert batch.reasons[-1, "toy/end.round-limit"] == batch.draws
    assert max(batch.rounds) == 2


def test_a_fight_that_does_not_end_is_reported_and_counts_for_nobody() -> None:
    batch = batches.run(toy.prepare, count=10, most_steps=7)

    assert batch.unfinished == list(range(10))
    assert batch.wins == [0, 0]
    assert batch.draws == 0


def test_a_width_stops_at_a_look_whatever_the_workers() -> None:
    one = batches.run(toy.prepare, seed=2, count=5000, within=0.05)
    two = batches.run(toy.prepare, seed=2, count=5000, within=0.05, jobs=2)

    assert one.stopped == "width"
    assert one.count % 50 == 0
    assert 100 <= one.count < 1000
    assert one.share_width() <= 0.05
    assert one == two


def test_a_width_is_not_believed_before_a_hundred_fights() -> None:
    assert batches.run(toy.prepare, count=5000, within=0.5).count == 100


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_leaves_the_complete_fights(jobs: int) -> None:
    sent: list[int] = []

    def interrupt(batch: Batch) -> None:
        if batch.count >= 50 and not sent:
            sent.append(batch.count)
            os.kill(os.getpid(), signal.SIGINT)

    usual = signal.getsignal(signal.SIGINT)
    batch = batches.run(toy.prepare, seed=3, count=100_000, jobs=jobs, progress=interrupt)

    assert batch.stopped == "interrupted"
    assert 50 <= batch.count < 100_000
    assert signal.getsignal(signal.SIGINT) is usual
    assert replace(batch, stopped="") == batches.run(toy.prepare, seed=3, count=batch.count)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_fight_names_seed_and_number(jobs: int) -> None:
    with pytest.raises(
        batches.BrokenFightError, match=r"seed 3, fight 0: RuntimeError: a rule gone"
    ) as e:
        batches.run(faulty, seed=3, count=100, jobs=jobs)

    assert "new_round" in e.value.trace


def test_all_of_it_is_plain_data() -> None:
    data = batches.run(toy.prepare, seed=3, count=40).as_data()

    again = json.loads(json.dumps(data, allow_nan=False))

    assert again["fights"] == 40
    assert again["wins"]["heroes"]["fights"] + again["wins"]["raiders"]["fights"] == 40
    low, high = again["wins"]["heroes"]["wilson"]
    assert low <= again["wins"]["heroes"]["share"] <= high


def test_rounds_are_told_by_mean_and_quantiles() -> None:
    batch = batches.run(toy.prepare, seed=3, count=80)
    each = sorted(rounds for rounds, fights in batch.rounds.items() for _ in range(fights))

    assert batch.length().mean == pytest.approx(sum(each) / 80)
    assert batch.rounds_at(0.5) == each[39]
    assert batch.rounds_at(1.0) == each[-1]


def test_a_script_that_its_workers_cannot_read_is_told_what_it_lacks(tmp_path: Path) -> None:
    """Where workers begin afresh, as they do beside another thread."""
    script = tmp_path / "unguarded.py"
    lines = [
        "import threading",
        "threading.Thread(target=threading.Event().wait, daemon=True).start()",
        "from affray import sim",
        "sim.run('broken-causeway', count=60, jobs=2)",
    ]
    script.write_text("\n".join(lines))

    ran = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )

    assert ran.returncode != 0
    last = ran.stderr.strip().splitlines()[-1]
    assert last.startswith("affray.core.errors.InvalidError: jobs: the worker processes ended")
    assert '`if __name__ == "__main__":`' in last
