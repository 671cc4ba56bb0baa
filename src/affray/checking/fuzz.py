"""Fights that nobody would play, with every promise of the engine checked at every step.

A trial is an encounter (its members swapped and scattered, its ground and its options changed),
players, a seed and a number: plain data that plays the same fight again. What breaks a promise
(``promises``) is shrunk to the smallest trial that still does.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from affray.bots import BotRandom, seated
from affray.checking.invariants import (
    SAMPLE,
    BrokenPromiseError,
    Witness,
    check_state,
    look_closely,
    with_log,
)
from affray.core.choice import Absent, Agent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import AffrayError, InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup, Value
from affray.state import paths, snapshot
from affray.state.begin import begun

PLAYERS: Final = ("random", "reckless", "noisy", "greedy")
ROUNDS: Final = 15  # after which a trial ends, whoever plays
MOST_STEPS: Final = 20_000
WATCHED: Final = 3  # of so many trials one is watched from beginning to end
TRIES: Final = 12  # arrangements of one encounter before it is played as it is
FIGHTS: Final = 4  # fights on one arrangement
PATCHES: Final = 4  # of other ground that are drawn on a map, each up to ...
PATCH: Final = 4  # ... so many cells wide and high
LEVELS: Final = (-4, -1, 1, 2, 4)
SHRINKS: Final = 200  # trials that shrinking may play
FORMAT: Final = 1

Data: TypeAlias = dict[str, Any]  # an encounter as ``encounter_data`` gives it
Prepare: TypeAlias = Callable[[Data], tuple[Ruleset, Setup]]


@dataclass(frozen=True)
class Trial:
    """All that plays one fight again."""

    encounter: Data
    players: tuple[str, ...]  # by seat
    seed: int
    number: int
    conditions: tuple[tuple[str, str], ...] = ()  # (name of a combatant, id of an effect)
    sample: int = SAMPLE

    def watched(self) -> bool:
        """Return whether events are told in it."""
        return self.number % WATCHED == 0


@dataclass(frozen=True)
class Failure:
    """A shrunk trial that breaks a promise; ``state`` and ``answers`` are its last step alone."""

    promise: str
    detail: str
    trial: Trial
    step: int
    state: dict[str, object] | None = None
    answers: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number of the trial."""
        return self.trial.number

    def as_data(self) -> dict[str, object]:
        """Return it as plain data, for a file."""
        return {
            "format": FORMAT,
            "promise": self.promise,
            "detail": self.detail,
            "seed": self.trial.seed,
            "number": self.trial.number,
            "players": list(self.trial.players),
            "conditions": [list(condition) for condition in self.trial.conditions],
            "sample": self.trial.sample,
            "step": self.step,
            "answers": list(self.answers),
            "state": self.state,
            "encounter": self.trial.encounter,
        }


class Broken(Protocol):
    """A broken promise, with what it takes to break it again."""

    @property
    def promise(self) -> str:
        """Which promise."""
        ...

    @property
    def detail(self) -> str:
        """How; the first line says it in short."""
        ...

    @property
    def number(self) -> int:
        """Of the trial."""
        ...

    def as_data(self) -> dict[str, object]:
        """Return it as plain data, for a file."""
        ...


@dataclass
class Report:
    """What a run did and saw."""

    seed: int
    fights: int = 0
    steps: int = 0
    decisions: int = 0
    refused: int = 0  # arrangements that were not legal
    undecided: int = 0  # fights that nobody won
    failure: Broken | None = None
    seen: set[str] = field(default_factory=set)  # words of what was done, effects, events, members


# -- one fight, watched closely ------------------------------------------------------------------


class Attempt:
    """One trial under way."""

    def __init__(self, prepare: Prepare, trial: Trial, report: Report) -> None:
        self.trial = trial
        self.report = report
        self.whim = BotRandom(trial.seed, trial.number, 99)
        self.answers: list[int] = []
        self.ruleset, setup = prepare(trial.encounter)
        if not 0 < setup.round_limit <= ROUNDS:
            setup.round_limit = ROUNDS
        report.seen.update([member.id for member in setup.members])
        absent: list[Agent] = [Absent() for _ in setup.seats]
        self.begun = begun(self.ruleset, setup, SeededDice(trial.seed, trial.number), absent)
        self.combat = self.begun.clone()
        self._seat()
        self.steps = 0
        self.before: Combat[Any] | None = None

    def _seat(self) -> None:
        tactics = self.ruleset.tactics()
        trial = self.trial
        self.combat.agents = [
            Witness(
                seated(name, tactics, trial.seed, trial.number, seat),
                self.whim,
                trial.sample,
                self.answers,
                self.report.seen,
            )
            for seat, name in enumerate(trial.players)
        ]
        self.combat.watched = self.trial.watched()

    def afflict(self) -> None:
        """Put the extra conditions on.

        Raises:
            InvalidError: one of them cannot be there.
        """
        for name, effect in self.trial.conditions:
            paths.put(self.combat, self.ruleset, f"{name}.{effect}", 1)

    def play(self) -> None:
        """Play to the end.

        Raises:
            BrokenPromiseError: a promise is broken; ``before``, ``answers`` tell the step.
        """
        while not self.combat.outcome:
            if self.steps >= MOST_STEPS:
                raise BrokenPromiseError("fights end", f"no end after {self.steps} steps")
            self.step()
        self.report.undecided += self.combat.winner < 0

    def step(self) -> None:
        """Make one step and check it: always a little, now and then closely."""
        self.answers.clear()
        closely = self.whim.below(self.trial.sample) == 0
        self.before = self.combat.clone() if closely else None
        with_log(self.combat)
        try:
            self.combat.step()
        except BrokenPromiseError:
            raise
        except Exception as fault:
            raise BrokenPromiseError("rules do not fail", told(fault)) from fault
        self.steps += 1
        self.report.steps += 1
        self.report.decisions += len(self.answers)
        check_state(self.combat)
        if self.before is not None:
            look_closely(self.ruleset, self.begun, self.before, self.answers, self.combat)
            for unit in self.combat.units:
                marks = self.ruleset.marks(self.combat, unit.index)
                self.report.seen.update([mark.replace(" ", "-") for mark in marks])
        self._note()

    def _note(self) -> None:
        seen = self.report.seen
        for unit in self.combat.units:
            for held in unit.effects:
                seen.add(held.effect.id)
        for event in self.combat.events:
            seen.add(event.what.replace(" ", "-") or event.name.replace(" ", "-"))
        self.combat.events.clear()


# -- arrangements ---------------------------------------------------------------------------------


class Ground:
    """Where trials come from: the encounters of a ruleset, and who may stand in them."""

    def __init__(
        self,
        encounters: list[Data],
        kinds: Mapping[str, str],
        conditions: list[str],
        lists: Mapping[str, Sequence[str]],
        grounds: Sequence[str],
        options: Mapping[str, Sequence[Value]],
        prepare: Prepare,
    ) -> None:
        self.encounters = encounters
        self.kinds = kinds  # character or creature, of every id that may be a member
        self.conditions = conditions  # ids of effects that anybody may have from anywhere
        self.lists = lists  # what sheets may list, by the word of ``with``
        self.grounds = grounds  # kinds of ground that there are rules for
        self.options = options  # of encounters, and what each may be
        self.prepare = prepare

    def arrange(self, whim: BotRandom, report: Report) -> Data:
        """Return a random encounter, changed as far as it stays legal."""
        base = self.encounters[whim.below(len(self.encounters))]
        _, setup = self.prepare(base)
        for _ in range(TRIES):
            data = spread(base)
            if whim.below(2):
                self.swap(data, whim)
            if self.lists and whim.below(2):
                self.endow(data, whim)
            if self.grounds and whim.below(2):
                self.draw(data, setup, whim)
            if self.options and whim.below(2):
                self.choose(data, whim)
            scatter(data, setup, whim)
            try:
                self.prepare(data)
            except InvalidError:
                report.refused += 1
                continue
            except Exception:  # the trial will find it again, and tell
                return data
            return data
        return base

    def swap(self, data: Data, whim: BotRandom) -> None:
        """Put others of their kind in the place of some members."""
        for side in data["side"]:
            for member in side["members"]:
                kind = self.kinds[member["id"]]
                others = [one for one, of in self.kinds.items() if of == kind]
                if whim.below(2) == 0:
                    kept = {name: member[name] for name in ("at", "npc") if name in member}
                    member.clear()
                    member.update(kept)
                    member["id"] = others[whim.below(len(others))]

    def endow(self, data: Data, whim: BotRandom) -> None:
        """Give some members other things and abilities than their sheets have."""
        words = list(self.lists)
        for side in data["side"]:
            for member in side["members"]:
                if whim.below(3) == 0:
                    word = words[whim.below(len(words))]
                    known = self.lists[word]
                    own = [known[whim.below(len(known))] for _ in range(1 + whim.below(4))]
                    stated = dict(member.get("with", {}))
                    member["with"] = {**stated, word: list(dict.fromkeys(own))}

    def draw(self, data: Data, setup: Setup, whim: BotRandom) -> None:
        """Draw some patches of other ground, half of them higher or lower than the rest."""
        field = data["map"]
        grid = setup.grid
        for _ in range(1 + whim.below(PATCHES)):
            left, top = whim.below(grid.width), whim.below(grid.height)
            right = min(left + whim.below(PATCH), grid.width - 1)
            bottom = min(top + whim.below(PATCH), grid.height - 1)
            area = {"rects": [[left, top, right, bottom]]}
            kind = self.grounds[whim.below(len(self.grounds))]
            field["ground"] = [*field.get("ground", []), {"kind": kind, **area}]
            if whim.below(2):
                level = LEVELS[whim.below(len(LEVELS))]
                field["elevation"] = [*field.get("elevation", []), {"level": level, **area}]

    def choose(self, data: Data, whim: BotRandom) -> None:
        """Choose other values for some options."""
        chosen = dict(data.get("options", {}))
        for name, values in self.options.items():
            if whim.below(4) == 0:
                chosen[name] = values[whim.below(len(values))]
        data["options"] = chosen


def spread(base: Data) -> Data:
    """Return a copy in which every member stands for one combatant."""
    data = deepcopy(base)
    for side in data["side"]:
        side["members"] = [
            {key: deepcopy(value) for key, value in member.items() if key != "count"}
            for member in side["members"]
            for _ in range(member.get("count", 1))
        ]
    return data


def scatter(data: Data, setup: Setup, whim: BotRandom) -> None:
    """Move members that have a place, and some that have none, to random cells."""
    for side in data["side"]:
        for member in side["members"]:
            if "at" in member or whim.below(4) == 0:
                cell = whim.below(setup.grid.size)
                member["at"] = [setup.grid.column(cell), setup.grid.row(cell)]


def trials(ground: Ground, seed: int, report: Report) -> Iterator[Trial]:
    """Yield trials for ever: a few fights on every arrangement."""
    number = 0
    while True:
        whim = BotRandom(seed, number, 98)
        data = ground.arrange(whim, report)
        _, setup = ground.prepare(data)
        effects = ground.conditions
        for _ in range(FIGHTS):
            players = [PLAYERS[whim.below(len(PLAYERS))] for _ in setup.seats]
            conditions: list[tuple[str, str]] = []
            while effects and whim.below(3) == 0:
                member = setup.members[whim.below(len(setup.members))]
                conditions.append((member.name, effects[whim.below(len(effects))]))
            yield Trial(data, tuple(players), seed, number, tuple(conditions))
            number += 1


# -- a run ----------------------------------------------------------------------------------------


def run(
    ground: Ground,
    *,
    seed: int,
    seconds: float = 0.0,
    fights: int = 0,
    sample: int = SAMPLE,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Play trials for some seconds, or a number of them, until a promise is broken.

    Of ``sample`` steps and choices one is looked at closely.
    """
    report = Report(seed)
    until = time.monotonic() + seconds
    for each in trials(ground, seed, report):
        if report.fights >= fights if fights else time.monotonic() >= until:
            break
        trial = replace(each, sample=sample)
        found = attempt(ground.prepare, trial, report)
        report.fights += 1
        if progress is not None:
            progress(report)
        if found is not None:
            report.failure = shrink(ground.prepare, found)
            break
    return report


def attempt(prepare: Prepare, trial: Trial, report: Report) -> Failure | None:
    """Play a trial; return how it failed, or None. Conditions that cannot be are left out.

    Raises:
        InvalidError: it is no legal encounter.
    """
    one: Attempt | None = None
    try:
        one = Attempt(prepare, trial, report)
        try:
            one.afflict()
        except InvalidError:
            report.refused += 1
            one = Attempt(prepare, replace(trial, conditions=()), report)
        one.play()
    except BrokenPromiseError as fault:
        return _failure(trial, one, fault)
    except AffrayError:
        raise
    except Exception as fault:
        return _failure(trial, one, BrokenPromiseError("arranging does not fail", told(fault)))
    return None


def told(fault: Exception) -> str:
    """Return a fault with its place in the first line, and all of the way to it below."""
    frames = traceback.extract_tb(fault.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "nowhere"
    whole = "".join(traceback.format_exception(fault))
    return f"{type(fault).__name__} at {place}: {fault}\n{whole}"


def _failure(trial: Trial, one: Attempt | None, fault: BrokenPromiseError) -> Failure:
    if one is None:
        return Failure(fault.promise, fault.detail, trial, 0)
    state = None if one.before is None else _saved(one.before, one.ruleset)
    answers = tuple(one.answers)
    return Failure(fault.promise, fault.detail, one.trial, one.steps, state, answers)


def _saved(combat: Combat[Any], ruleset: Ruleset) -> dict[str, object] | None:
    try:
        return snapshot.save(combat, ruleset)
    except Exception:  # saving may be the very thing that is broken
        return None


def again(prepare: Prepare, failure: Failure) -> Failure | None:
    """Play the trial of a failure again; return how it fails now, or None."""
    return attempt(prepare, failure.trial, Report(failure.trial.seed))


def read_failure(data: Data) -> Failure:
    """Read a failure that was written to a file.

    Raises:
        InvalidError: it is none, or of another format.
    """
    if data.get("format") != FORMAT or "encounter" not in data:
        raise InvalidError([f"found no failure of format {FORMAT}"])
    try:
        pairs = [(str(name), str(effect)) for name, effect in data["conditions"]]
        players = tuple([str(player) for player in data["players"]])
        seed, number = int(data["seed"]), int(data["number"])
        trial = Trial(data["encounter"], players, seed, number, tuple(pairs), data["sample"])
        answers = tuple([int(answer) for answer in data["answers"]])
        promise, detail = str(data["promise"]), str(data["detail"])
        return Failure(promise, detail, trial, int(data["step"]), data["state"], answers)
    except (KeyError, TypeError, ValueError) as fault:
        raise InvalidError([f"the failure is damaged: {fault}"]) from fault


# -- shrinking ------------------------------------------------------------------------------------


def shrink(prepare: Prepare, failure: Failure) -> Failure:
    """Return the smallest failure of the same promise that dropping things leads to."""
    everything = _quietly(prepare, replace(failure.trial, sample=1))
    if everything is not None and everything.promise == failure.promise:
        failure = everything
    left = SHRINKS
    smaller = True
    while smaller and left > 0:
        smaller = False
        for trial in simpler(failure.trial):
            left -= 1
            found = _quietly(prepare, trial)
            if found is not None and found.promise == failure.promise:
                failure, smaller = found, True
                break
            if left <= 0:
                break
    return failure


def simpler(trial: Trial) -> Iterator[Trial]:
    """Yield trials that lack one thing."""
    for place in range(len(trial.conditions)):
        rest = trial.conditions[:place] + trial.conditions[place + 1 :]
        yield replace(trial, conditions=rest)
    if set(trial.players) != {"greedy"}:
        yield replace(trial, players=tuple(["greedy"] * len(trial.players)))
    for encounter in simpler_encounters(trial.encounter):
        yield replace(trial, encounter=encounter)


def simpler_encounters(encounter: Data) -> Iterator[Data]:
    """Yield encounters that lack one thing: a member, what it has, an option, a patch of ground."""
    for number, side in enumerate(encounter["side"]):
        for place in range(len(side["members"])):
            if len(side["members"]) > 1:
                data = deepcopy(encounter)
                del data["side"][number]["members"][place]
                yield data
        for place, member in enumerate(side["members"]):
            if "with" in member:
                data = deepcopy(encounter)
                del data["side"][number]["members"][place]["with"]
                yield data
    yield from plainer(encounter)
    if len(encounter.get("win", [])) + len(encounter.get("defeat", [])):
        data = deepcopy(encounter)
        data.pop("win", None)
        data.pop("defeat", None)
        yield data


def plainer(encounter: Data) -> Iterator[Data]:
    """Yield encounters that lack one option, or one patch of ground."""
    for name in encounter.get("options", {}):
        data = deepcopy(encounter)
        del data["options"][name]
        yield data
    for name in ("ground", "elevation"):
        for place in range(len(encounter.get("map", {}).get(name, []))):
            data = deepcopy(encounter)
            del data["map"][name][place]
            yield data


def _quietly(prepare: Prepare, trial: Trial) -> Failure | None:
    try:
        return attempt(prepare, trial, Report(trial.seed))
    except AffrayError:  # it is no legal encounter any more
        return None
