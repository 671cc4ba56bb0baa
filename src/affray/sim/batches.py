"""Batches of fights: counts that add up, the same whatever the number of workers.

A fight is (encounter, players, seed, fight number): its dice and its players' whims come from these
alone. So batches may be played anywhere, in any order and size, broken off and taken up again, and
merged by fight number.
"""

from __future__ import annotations

import marshal
import signal
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from functools import cached_property, partial
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import Any, Final, TypeAlias

from affray.bots import finish, seated
from affray.content.encounter import Encounter
from affray.content.library import is_known, load_encounter
from affray.content.problems import listed, nearest, show
from affray.content.toml import LARGEST, read_raw
from affray.core import VERSION
from affray.core.choice import Absent, Agent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare, roster_of
from affray.sim.counts import Batch, Row
from affray.sim.executors import Executor, Play, Portion, Stop, on_this_machine
from affray.sim.players import (
    BotFaultError,
    Player,
    Seat,
    maker_of,
    name_of,
    take_seat,
)
from affray.sim.rows import RunFolder
from affray.state.begin import begun

MOST_STEPS: Final = 20_000  # a fight that needs more is reported, not waited for
LOOK: Final = 50  # fights between two looks while a width decides when to stop
LEAST: Final = 100  # fights before a width may stop
FEW: Final = 5  # fights of a portion while it is not known how long they take
MANY: Final = 2000  # of any portion

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
    """What is played: enough for a worker elsewhere to play any fight of it.

    Attributes:
        source: returns the ruleset and the setup, in whatever process.
        seed: what dice and whims of players come from, together with the number of the fight.
        seats: seat to player; others are greedy, the game master's seat keeps to the defaults.
        most_steps: a fight that needs more is given up.
        keep_rows: whether batches keep a row of every fight.
    """

    source: Source
    seed: int
    seats: Mapping[str, Player]
    most_steps: int = MOST_STEPS
    keep_rows: bool = False

    @cached_property
    def arena(self) -> Arena:
        """The encounter begun, in this process."""
        return Arena(self)

    def open(self) -> Play[Batch]:
        """Make it ready and return what plays portions of it."""
        return self.arena.batch

    def modules(self) -> list[str]:
        """Return the modules that it names by words alone: those of players of one's own."""
        words = [player for player in self.seats.values() if isinstance(player, str)]
        return [word.partition(":")[0] for word in words if ":" in word]

    def __getstate__(self) -> dict[str, object]:
        """Return what travels: the arena is begun anew where it arrives."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


class Arena:
    """One encounter begun once; every fight is a fresh clone of it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ruleset, self.setup = plan.source()
        agents: list[Agent] = [Absent() for _ in self.setup.seats]
        self.begun = begun(self.ruleset, self.setup, SeededDice(plan.seed), agents)
        self.tactics = self.ruleset.tactics()
        self.seated = players(self.setup, plan.seats)
        self.players = [name_of(player) for player in self.seated]
        self.makers = [maker_of(player) for player in self.seated]

    def fight(self, number: int) -> Row:
        """Play one fight.

        Raises:
            BrokenFightError: the rules failed in it.
            BotFaultError: a player of somebody's own failed in it.
        """
        try:
            return self._fight(number)
        except (BotFaultError, InvalidError):
            raise
        except Exception as fault:
            trace = traceback.format_exc()
            named = f"{type(fault).__name__}: {fault}"
            raise BrokenFightError(self.plan.seed, number, named, trace) from fault

    def _fight(self, number: int) -> Row:
        combat = self.started(number)
        steps = finish(combat, self.plan.most_steps)
        ruleset = self.ruleset
        everybody = range(len(self.setup.members))
        return Row(
            number,
            combat.winner,
            combat.outcome,
            combat.round,
            steps,
            digest(number, combat.key()),
            tuple([ruleset.down(combat, who) for who in everybody]),
            tuple([ruleset.measures(combat, who) for who in everybody]),
        )

    def started(self, number: int) -> Combat[Any]:
        """Return a fight before its first step, its dice and players in place.

        Raises:
            BotFaultError: a player of somebody's own could not be made.
        """
        combat = self.begun.clone()
        combat.dice = SeededDice(self.plan.seed, number)
        combat.agents = self.agents(number)
        return combat

    def agents(self, number: int) -> list[Agent]:
        """Return who plays a fight, by seat.

        Raises:
            BotFaultError: a player of somebody's own could not be made.
        """
        seed = self.plan.seed
        found: list[Agent] = []
        for place, name in enumerate(self.players):
            maker = self.makers[place]
            if maker is None:
                found.append(seated(name, self.tactics, seed, number, place))
            else:
                seat = Seat(self.setup.seats[place], place, self.ruleset, self.setup, seed, number)
                found.append(take_seat(self.seated[place], maker, seat))
        return found

    def batch(self, first: int, count: int, stop: Stop | None = None) -> Batch:
        """Play ``count`` fights from number ``first``; fewer if ``stop`` says so between two."""
        batch = self.empty(first)
        rows: list[Row] = []
        for number in range(first, first + count):
            if stop is not None and stop():
                break
            rows.append(self.fight(number))
        batch.add_all(rows, keep=self.plan.keep_rows)
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


def players(setup: Setup, seats: Mapping[str, Player]) -> list[Player]:
    """Return who plays each seat, in the order of the seats.

    Raises:
        InvalidError: the encounter has no such seat.
    """
    for name in seats:
        if name not in setup.seats:
            close = nearest(name, setup.seats)
            hint = f"; did you mean {close!r}?" if close else f" ({listed(setup.seats)})"
            raise InvalidError([f"the encounter has no seat {show(name)}{hint}"])
    chosen = [seats.get(seat, "greedy") for seat in setup.seats]
    if setup.seats[setup.gm()] not in seats:
        chosen[setup.gm()] = "default"
    return chosen


def digest(number: int, key: Any) -> int:
    """Return 64 bits that tell the end of a fight from any other, the same on every machine.

    Args:
        number: that of the fight.
        key: what its state came to.
    """
    try:
        # Version 2 of this format says of whole numbers and texts what they are and no more: not
        # whether two are the same object, not how this Python keeps them.
        raw = marshal.dumps((number, key), 2)
    except ValueError:  # a game may keep what this format has no word for
        raw = repr((number, key)).encode()
    return int.from_bytes(blake2b(raw, digest_size=8).digest())


# -- running -----------------------------------------------------------------------------------


def run(
    encounter: str | Path | Source,
    *,
    seed: int = 1,
    first: int = 0,
    count: int = 1000,
    seats: Mapping[str, Player] | None = None,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    within: float = 0.0,
    most_steps: int = MOST_STEPS,
    progress: Callable[[Batch], None] | None = None,
    rows: Callable[[Batch], None] | None = None,
    out: RunFolder | None = None,
) -> Batch:
    """Play fights ``first`` to ``first + count - 1`` and return their counts.

    Args:
        encounter: an id, the path of a file, or what returns a ruleset and a setup.
        seed: what dice and whims of players come from, together with the number of the fight.
        first: the number of the first fight.
        count: how many.
        seats: who plays which seat: a player as ``affray.bots.LEVELS`` names it, or one's own, as
            ``module:name`` or itself: an ``Agent``, a class of them, a function of a question, or
            one of a ``seat`` that returns an agent (see ``affray.sim.Seat``). Others are greedy.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it; it stays open.
        within: stop as soon as every side's share is known to plus or minus this (0.02: 2 %),
            looked at every 50 fights from the 100th on.
        most_steps: a fight that needs more is given up and listed under ``unfinished``.
        progress: called with the counts so far.
        rows: called with every batch in order, its fights in ``rows``.
        out: where counts and rows are kept, as ``affray.sim.RunFolder`` opens it. If a run is there
            that this one goes on with, its fights are not played again, and the counts returned are
            those of both.

    Ctrl-C ends it with the fights that are complete; ``stopped`` then says ``interrupted``.

    Raises:
        InvalidError: the encounter or a pack is at fault, or the workers could not work.
        BrokenFightError: the rules failed in a fight.
        BotFaultError: a player of somebody's own failed in a fight.
    """
    source = encounter if callable(encounter) else from_content(encounter, packs)
    keep_rows = rows is not None or (out is not None and out.rows is not None)
    plan = Plan(source, seed, dict(seats or {}), most_steps, keep_rows)
    total = plan.arena.empty(first)
    end = first + count
    if out is not None:
        total = out.go_on(identity(plan), total)
    start = total.first + total.count
    if known(total, within):  # so the run that this one goes on with had ended
        total.stopped = "width"
        end = start
    with _listening() as interrupted, _place(executor, jobs, end - start) as place:
        looks = LOOK if within else 0
        cut = Portions(start, end - start, place.jobs, total.count, looks, place.span)
        with closing(place.results(plan, cut, interrupted)) as parts:
            for part in parts:
                total += part
                cut.played += part.count
                if rows is not None:
                    rows(part)
                if out is not None:
                    out.add(part)
                    out.note(total)
                if progress is not None:
                    progress(total)
                if known(total, within):
                    total.stopped = "width"
                    break
        if interrupted() and not total.stopped and total.first + total.count < end:
            total.stopped = "interrupted"
    if out is not None:
        out.finish(total)
    return total


def known(batch: Batch, within: float) -> bool:
    """Return whether one may look just now, and every side's share is known that well."""
    if not within or batch.count < LEAST or batch.count % LOOK:
        return False
    return batch.share_width() <= within


def identity(plan: Plan) -> dict[str, object]:
    """Return what must be the same for two runs to be parts of one."""
    arena = plan.arena
    raw = repr((plan.source, arena.begun.key())) if isinstance(plan.source, Content) else ""
    return {
        "ruleset": arena.ruleset.id,
        "affray": VERSION,
        "rules_version": arena.ruleset.version,
        "content": blake2b(raw.encode(), digest_size=8).hexdigest() if raw else "",
        "most_steps": plan.most_steps,
    }


@contextmanager
def _place(executor: Executor | None, jobs: int, count: int) -> Iterator[Executor]:
    """Lend the executor that was given, or one for this run alone."""
    if executor is not None:
        yield executor
        return
    with on_this_machine(min(jobs, count)) as made:
        yield made


class Portions:
    """The fights of a run in portions, cut as they are needed: each takes about as long.

    How they are cut changes no result.

    Args:
        first: the number of the first fight.
        count: how many there are.
        jobs: how many portions are played at the same time.
        before: how many fights were counted before these.
        every: how many there are between two looks at whether to stop, where a portion ends; 0:
            nobody looks.
        span: seconds that a portion is to take: an interruption loses a few of them.

    Attributes:
        played: how many fights came back so far: whoever reads the portions counts them.
    """

    def __init__(
        self,
        first: int,
        count: int,
        jobs: int,
        before: int = 0,
        every: int = 0,
        span: float = Executor.span,
    ) -> None:
        self.first = first
        self.count = count
        self.jobs = jobs
        self.before = before
        self.every = every
        self.span = span
        self.played = 0
        self.cut = 0
        self.begun = perf_counter()

    def __iter__(self) -> Iterator[Portion]:
        """Yield the number of the first fight of each portion, and how many there are."""
        while self.cut < self.count:
            left = self.count - self.cut
            size = min(self.size(), left)
            if self.jobs > 1:  # the last ones are short, so that all workers end together
                size = min(size, max(FEW, left // (2 * self.jobs)))
            if self.every:
                size = min(size, self.every - (self.before + self.cut) % self.every)
            yield self.first + self.cut, size
            self.cut += size

    def size(self) -> int:
        """Return how many fights take about as long as a portion may."""
        if not self.played:
            return FEW
        each = (perf_counter() - self.begun) * self.jobs / self.played
        return max(1, min(MANY, int(self.span / max(each, 1e-9))))


@dataclass(frozen=True)
class Content:
    """An encounter and packs as files hold them: they travel, and are read again where they arrive.

    Attributes:
        encounter: an id, or the name of the file.
        text: the file, None for what comes with Affray.
        packs: name and bytes of the file of each pack.
    """

    encounter: str
    text: bytes | None
    packs: tuple[tuple[str, bytes], ...]

    def __call__(self) -> tuple[Ruleset, Setup]:
        """Make it ready.

        Raises:
            InvalidError: the encounter or a pack is at fault.
        """
        if self.text is None and not self.packs:
            return ready(self.encounter, ())
        with tempfile.TemporaryDirectory(prefix="affray-") as folder:
            paths: list[Path] = []
            for number, (name, text) in enumerate(self.packs):
                paths.append(Path(folder, str(number), name))
                paths[-1].parent.mkdir()
                paths[-1].write_bytes(text)
            if self.text is None:
                return ready(self.encounter, tuple(paths))
            place = Path(folder, self.encounter)
            place.write_bytes(self.text)
            return ready(str(place), tuple(paths))


def from_content(encounter: str | Path, packs: Sequence[str | Path] = ()) -> Source:
    """Return what makes an encounter ready in whatever process it is called, on any machine.

    Files are read now; what is wrong with them is told when it is called.

    Args:
        encounter: an id, or the path of a file.
        packs: paths of packs to add to the ruleset's content.
    """
    word = str(encounter)
    paths = tuple([Path(pack) for pack in packs])
    try:
        texts = tuple([(path.name, read_raw(path, LARGEST)) for path in paths])
        if is_known(word):
            return Content(word, None, texts)
        path = Path(word)
        return Content(path.name, read_raw(path, LARGEST), texts)
    except InvalidError:  # told in full by what reads it
        return partial(ready, word, paths)


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
