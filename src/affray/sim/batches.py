"""Batches of fights: counts that add up, the same whatever the number of workers.

A fight is (encounter, players, seed, fight number): its dice and its players' whims come from these
alone. So batches may be played anywhere, in any order and size, broken off and taken up again, and
merged by fight number.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from affray.bots import finish, seated
from affray.content.encounter import Encounter
from affray.content.game import Game, register, registered
from affray.content.library import load_encounter
from affray.core.choice import Absent, Agent
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare, roster_of
from affray.sim.counts import Batch, Row
from affray.state.begin import begun

MOST_STEPS: Final = 20_000  # a fight that needs more is reported, not waited for
BATCH: Final = 25  # fights between two looks: an interruption loses no more of a worker's
LOOK: Final = 50  # the same while a width decides when to stop
LEAST: Final = 100  # fights before a width may stop
PATIENCE: Final = 0.2  # seconds between looks at whether to stop, while workers work

Source: TypeAlias = Callable[[], tuple[Ruleset, Setup]]

# -- one fight ---------------------------------------------------------------------------------


class BrokenFightError(Exception):
    """A fight that failed in the rules: a bug. Seed and number reproduce it."""

    def __init__(self, seed: int, fight: int, fault: str, trace: str) -> None:
        super().__init__(seed, fight, fault, trace)
        self.seed = seed
        self.fight = fight
        self.fault = fault
        self.trace = trace

    def __str__(self) -> str:
        """Return what reproduces it, and the fault."""
        return f"seed {self.seed}, fight {self.fight}: {self.fault}"


@dataclass(frozen=True)
class Plan:
    """What is played: enough for a worker elsewhere to play any fight of it."""

    source: Source
    seed: int
    seats: Mapping[str, str]  # seat to player; others greedy, the GM's seat its defaults
    most_steps: int = MOST_STEPS
    keep_rows: bool = False
    games: tuple[Game, ...] = ()  # that a worker cannot find by itself


class Arena:
    """One encounter begun once; every fight is a fresh clone of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ruleset, self.setup = plan.source()
        agents: list[Agent] = [Absent() for _ in self.setup.seats]
        self.begun = begun(self.ruleset, self.setup, SeededDice(plan.seed), agents)
        self.tactics = self.ruleset.tactics()
        self.players = players(self.setup, plan.seats)

    def fight(self, number: int) -> Row:
        """Play one fight.

        Raises:
            BrokenFightError: the rules failed in it.
        """
        try:
            return self._fight(number)
        except Exception as fault:
            trace = traceback.format_exc()
            named = f"{type(fault).__name__}: {fault}"
            raise BrokenFightError(self.plan.seed, number, named, trace) from fault

    def _fight(self, number: int) -> Row:
        seed = self.plan.seed
        combat = self.begun.clone()
        combat.dice = SeededDice(seed, number)
        combat.agents = [
            seated(name, self.tactics, seed, number, seat) for seat, name in enumerate(self.players)
        ]
        steps = finish(combat, self.plan.most_steps)
        text = repr((number, combat.key())).encode()
        everybody = range(len(self.setup.members))
        return Row(
            number,
            combat.winner,
            combat.outcome,
            combat.round,
            steps,
            int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()),
            tuple([self.ruleset.down(combat, who) for who in everybody]),
            tuple([self.ruleset.measures(combat, who) for who in everybody]),
        )

    def batch(self, first: int, count: int, stop: Callable[[], bool] | None = None) -> Batch:
        """Play ``count`` fights from number ``first``; fewer if ``stop`` says so between two."""
        batch = self.empty(first)
        for number in range(first, first + count):
            if stop is not None and stop():
                break
            batch.add(self.fight(number), keep=self.plan.keep_rows)
        return batch

    def empty(self, first: int) -> Batch:
        """Return a batch of no fights, to add to."""
        members = self.setup.members
        return Batch(
            seed=self.plan.seed,
            first=first,
            sides=tuple([side.id for side in self.setup.sides]),
            names=tuple([member.name for member in members]),
            side_of=tuple([member.side for member in members]),
            players=dict(zip(self.setup.seats, self.players, strict=True)),
            wins=[0] * len(self.setup.sides),
            fallen=[0] * len(members),
            measures=[{} for _ in members],
        )


def players(setup: Setup, seats: Mapping[str, str]) -> list[str]:
    """Return who plays each seat, in the order of the seats."""
    chosen = [seats.get(seat, "greedy") for seat in setup.seats]
    if setup.seats[setup.gm()] not in seats:
        chosen[setup.gm()] = "default"
    return chosen


# -- running -----------------------------------------------------------------------------------


def run(
    encounter: str | Path | Source,
    *,
    seed: int = 1,
    first: int = 0,
    count: int = 1000,
    seats: Mapping[str, str] | None = None,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    within: float = 0.0,
    most_steps: int = MOST_STEPS,
    progress: Callable[[Batch], None] | None = None,
    rows: Callable[[Batch], None] | None = None,
) -> Batch:
    """Play fights ``first`` to ``first + count - 1`` and return their counts.

    Args:
        encounter: an id, the path of a file, or what returns a ruleset and a setup.
        seed: what dice and whims of players come from, together with the number of the fight.
        first: the number of the first fight.
        count: how many.
        seats: who plays which seat, as ``affray.bots.LEVELS`` names players; others are greedy.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the result is the same for any number. Every worker reads the
            script first, which does its work under ``if __name__ == "__main__":``.
        within: stop as soon as every side's share is known to plus or minus this (0.02: 2 %),
            looked at every 50 fights from the 100th on.
        most_steps: a fight that needs more is given up and listed under ``unfinished``.
        progress: called with the counts so far.
        rows: called with every batch in order, its fights in ``rows``.

    Ctrl-C ends it with the fights that are complete; ``stopped`` then says ``interrupted``.

    Raises:
        InvalidError: the encounter or a pack is at fault, or the workers could not work.
        BrokenFightError: the rules failed in a fight.
    """
    source = encounter if callable(encounter) else from_content(encounter, packs)
    arena = Arena(Plan(source, seed, dict(seats or {}), most_steps, rows is not None, registered()))
    total = arena.empty(first)
    chunks = _chunks(first, count, LOOK if within else max(1, min(BATCH, count // (jobs * 4))))
    with _listening() as interrupted, closing(_parts(arena, chunks, jobs, interrupted)) as parts:
        for part in parts:
            total += part
            if rows is not None:
                rows(part)
            if progress is not None:
                progress(total)
            if within and total.count >= LEAST and total.share_width() <= within:
                total.stopped = "width"
                break
        if interrupted() and not total.stopped and total.count < count:
            total.stopped = "interrupted"
    return total


def from_content(encounter: str | Path, packs: Sequence[str | Path] = ()) -> Source:
    """Return what loads an encounter anew in whatever process it is called."""
    return partial(ready, str(encounter), tuple([Path(pack) for pack in packs]))


def ready(encounter: str, packs: tuple[Path, ...]) -> tuple[Ruleset, Setup]:
    """Load an encounter by id or path, with packs, and make it ready.

    Raises:
        InvalidError: one of them is at fault.
    """
    return prepare(find(encounter, packs), packs)


def find(encounter: str, packs: Sequence[Path]) -> Encounter:
    """Load an encounter by id or path; members may come from the packs.

    Raises:
        InvalidError: there is none, or it is at fault.
    """
    return load_encounter(encounter, roster_of(packs))


def _chunks(first: int, count: int, size: int) -> list[tuple[int, int]]:
    """Return the fights in portions: the number of the first, and how many."""
    end = first + count
    return [(start, min(size, end - start)) for start in range(first, end, size)]


def _parts(
    arena: Arena, chunks: list[tuple[int, int]], jobs: int, interrupted: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """Yield batches in order until all are played or an interrupt came."""
    if jobs > 1 and len(chunks) > 1:
        yield from _from_workers(arena.plan, chunks, min(jobs, len(chunks)), interrupted)
        return
    for start, much in chunks:
        part = arena.batch(start, much, interrupted)
        if part.count:
            yield part
        if part.count < much:
            return


def _from_workers(
    plan: Plan, chunks: list[tuple[int, int]], jobs: int, interrupted: Callable[[], bool]
) -> Generator[Batch, None, None]:
    """Yield batches in order from worker processes, which are ended with the generator."""
    context = multiprocessing.get_context("spawn")  # the same on every system, safe with threads
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, _begin_work, (plan,))
    waiting: deque[Future[Batch]] = deque()
    ahead = iter(chunks)
    try:
        while True:
            for start, much in islice(ahead, 2 * jobs - len(waiting)):
                with _deaf():
                    waiting.append(pool.submit(_work, start, much))
            if not waiting:
                return
            part = _result(waiting.popleft(), interrupted)
            if part is None:
                return
            yield part
    except BrokenProcessPool as fault:
        raise InvalidError([f"jobs: {UNGUARDED}"]) from fault
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()


def _result(future: Future[Batch], interrupted: Callable[[], bool]) -> Batch | None:
    """Wait for a batch; None if an interrupt came first."""
    while not interrupted():
        try:
            return future.result(PATIENCE)
        except NotYet:
            continue
    return None


UNGUARDED: Final = (
    "the worker processes ended before their work was done; a script that asks for several jobs "
    'runs what it does under `if __name__ == "__main__":`, for every worker reads it first'
)
_at_work: list[Arena] = []  # of a worker process: the one arena it plays in


def _begin_work(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    for game in plan.games:
        register(game)
    _at_work[:] = [Arena(plan)]


def _work(first: int, count: int) -> Batch:
    return _at_work[0].batch(first, count)


@contextmanager
def _deaf() -> Iterator[None]:
    """Hold Ctrl-C back, also from a process that is started meanwhile, until it can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


@contextmanager
def _listening() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a flag, so that it falls between two fights; a second breaks."""
    heard: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    usual = signal.getsignal(signal.SIGINT)

    def listen(number: int, frame: object) -> None:
        heard.append(number)
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, listen)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, usual)
