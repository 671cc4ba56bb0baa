"""Sessions that no table would survive: a person on every seat, who does everything one can do.

Any legal answer, listed or not, explicit paths, refused ones too; between answers undo, redo,
reroll, edits, standing orders, odds, why, changes of seats, saving and loading, suspending and
resuming, and a program that is killed. After all that the fight must be the one that a plain run
of its answers and dice gives. What is done is plain data, so that a failure shrinks to few lines.
"""

from __future__ import annotations

import json
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any, Final, TypeAlias

from affray.bots import BotRandom
from affray.checking.fuzz import (
    FORMAT,
    PLAYERS,
    Data,
    Ground,
    Prepare,
    Report,
    simpler_encounters,
    told,
)
from affray.checking.invariants import BrokenPromiseError, check_state
from affray.content.problems import InvalidError
from affray.core.choice import Absent, Agent, Pending, Script
from affray.core.combat import Combat
from affray.core.dice import ScriptedDice, SeededDice, Suspended
from affray.core.errors import AffrayError
from affray.core.move_choice import MoveChoice
from affray.core.ruleset import Ruleset
from affray.core.walk import path_answer
from affray.odds import odds
from affray.session import journal, replay
from affray.session.fight import Fight
from affray.session.files import Entry, line_of
from affray.session.view import POLICIES, SPECTATOR
from affray.state import snapshot
from affray.state.begin import begun

ROUNDS: Final = 6  # after which a session ends
DEEDS: Final = 90  # of one session
SHRINKS: Final = 400  # sessions that shrinking may play
ODDS: Final = 200  # lines of dice that odds may try
LONGEST: Final = 4  # steps of an explicit path
STEPS: Final = 400  # that programs may make in place of people
PATIENCE: Final = 300.0  # seconds of processor time: what takes longer is taken to have no end

ENDS: Final = "sessions end"  # a promise

SITTERS: Final = (*PLAYERS, "default", "careless")

Deed: TypeAlias = list[Any]  # what is done, and with what: ["choose", "pass", ""], ["undo", 1, ...]

# How often of 100 each thing is done between two answers; all others are answers.
OFTEN: Final = (
    ("undo", 6),
    ("redo", 3),
    ("back", 3),
    ("reroll", 3),
    ("edit", 3),
    ("add", 2),
    ("remove", 1),
    ("damage", 2),
    ("order", 2),
    ("cancel", 1),
    ("save", 3),
    ("resume", 2),
    ("kill", 3),
    ("odds", 2),
    ("why", 3),
    ("seat", 2),
    ("auto", 4),
    ("look", 2),
    ("nonsense", 3),
)


@dataclass(frozen=True)
class Session:
    """All that makes one session: the encounter, its dice, and what is done."""

    encounter: Data
    seed: int
    number: int
    deeds: tuple[Deed, ...] = ()

    def by_hand(self) -> bool:
        """Return whether its dice are typed in."""
        return self.number % 5 == 4


@dataclass(frozen=True)
class SessionFailure:
    """A session that broke a promise."""

    promise: str
    detail: str
    trial: Session

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
            "deeds": list(self.trial.deeds),
            "encounter": self.trial.encounter,
        }


def read_failure(data: Data) -> Session:
    """Return the session of a failure that was written to a file.

    Raises:
        InvalidError: it is none, or of another format.
    """
    try:
        if data["format"] != FORMAT:
            raise InvalidError([f"found no failure of format {FORMAT}"])
        deeds = tuple([list(one) for one in data["deeds"]])
        return Session(data["encounter"], int(data["seed"]), int(data["number"]), deeds)
    except (KeyError, TypeError, ValueError) as fault:
        raise InvalidError([f"the failure is damaged: {fault}"]) from fault


class Attempt:
    """A session under way."""

    def __init__(self, prepare: Prepare, trial: Session) -> None:
        self.prepare = prepare
        self.trial = trial
        self.whim = BotRandom(trial.seed, trial.number, 97)
        self.done: list[Deed] = []
        self.ruleset, self.setup = self.ready()
        self.book: list[Entry] = []  # the lines that a program would have on the disk
        self.fight = Fight(
            self.ruleset,
            self.setup,
            trial.seed,
            fight=trial.number,
            dice="real" if trial.by_hand() else "seeded",
            source={"encounter": trial.encounter},
            on_entry=self.hear,
        )
        self.base = self.begun()

    def ready(self, _: object = None) -> tuple[Ruleset, Any]:
        """Make the encounter ready."""
        ruleset, setup = self.prepare(self.trial.encounter)
        if not 0 < setup.round_limit <= ROUNDS:
            setup.round_limit = ROUNDS
        return ruleset, setup

    def begun(self) -> Combat[Any]:
        """Return the fight before its first step."""
        nobody: list[Agent] = [Absent() for _ in self.setup.seats]
        seeded = SeededDice(self.trial.seed, self.trial.number)
        return begun(self.ruleset, self.setup, seeded, nobody)

    def hear(self, entry: Entry) -> None:
        """Keep a line as a file would."""
        self.book.append(json.loads(line_of(entry)))

    # -- doing -------------------------------------------------------------------------------

    def play(self, report: Report | None = None) -> None:
        """Do what is written down, or anything.

        Raises:
            BrokenPromiseError: a promise is broken.
        """
        for deed in self.trial.deeds or self.anything():
            self.done.append(deed)
            self.do(deed)
            if report is not None:
                report.steps += 1
                report.decisions += deed[0] in ("choose", "answer")
                report.seen.update(str(deed[1]).split() if deed[0] == "choose" else ())
        self.check_plainly()

    def anything(self) -> Iterator[Deed]:
        """Yield things to do until the fight is over."""
        for _ in range(DEEDS):
            if self.fight.over:
                return
            try:
                deed = self.any_deed()
            except AffrayError as fault:
                raise BrokenPromiseError("questions can be looked at", told(fault)) from fault
            except Exception as fault:
                raise BrokenPromiseError("sessions do not fail", told(fault)) from fault
            yield deed

    def do(self, deed: Deed) -> None:
        """Do one thing; what is refused must change nothing.

        Raises:
            BrokenPromiseError: a promise is broken.
        """
        before = self.state()
        try:
            getattr(self, f"do_{deed[0]}")(*deed[1:])
        except BrokenPromiseError:
            raise
        except AffrayError as fault:
            if self.state() != before:
                what = f"{deed}: {fault}"
                raise BrokenPromiseError("what is refused changes nothing", what) from fault
        except Exception as fault:
            raise BrokenPromiseError("sessions do not fail", f"{deed}: {told(fault)}") from fault

    def state(self) -> tuple[object, ...]:
        """Return all that could be seen of the fight."""
        return visible(self.fight)

    def do_choose(self, key: str | list[str], seat: str) -> None:
        self.fight.choose(key, seat=seat)
        check_state(self.fight.timeline.combat)

    def do_answer(self, answer: int) -> None:
        self.fight.choose(answer)
        check_state(self.fight.timeline.combat)

    def do_die(self, face: int) -> None:
        self.fight.give_die(face)

    def do_undo(self, steps: int, same: bool) -> None:
        self.fight.undo(steps, same_dice=same)

    def do_redo(self, again: bool) -> None:
        """Redo what was undone before; or undo and redo, which lead back whatever lies between."""
        if again:
            self.fight.redo()
            return
        before = self.state()
        try:
            self.fight.undo(same_dice=True)
        except InvalidError:
            return
        self.fight.redo()
        self.compare(before, self.state(), "redo leads back to where undo began")

    def do_back(self) -> None:
        self.fight.back()

    def do_reroll(self, die: int, face: int) -> None:
        before = self.state()
        self.fight.reroll(die, face)
        if face % 2:
            return
        self.fight.undo()
        self.compare(before, self.state(), "undo leads back to before a reroll")

    def do_edit(self, path: str, value: object) -> None:
        self.fight.edit(path, value, "fuzz")
        check_state(self.fight.timeline.combat)

    def do_add(self, id: str, side: str, cell: str) -> None:
        """Let somebody join; what others are is as it was, and undo and redo lead there and back.

        Raises:
            BrokenPromiseError: they do not.
        """
        before = self.state()
        others = [unit.key() for unit in self.fight.timeline.combat.units]
        self.fight.add(id, cell, side, reason="fuzz")
        edit = next(one for one in reversed(self.fight.timeline.done) if one.stop)
        check_state(edit.after)
        if not all([after == key for after, key in self.beside(edit.after.units, others)]):
            raise BrokenPromiseError("who joins changes nobody else", f"{id} at {cell}")
        after = self.state()
        self.fight.undo(same_dice=True)
        self.compare(before, self.state(), "undo takes a newcomer back")
        self.fight.redo()
        self.compare(after, self.state(), "redo brings a newcomer back")

    def beside(self, units: list[Any], before: list[Any]) -> list[tuple[Any, Any]]:
        """Return what combatants are now and were before somebody joined.

        What a newcomer is not known to, or does not know, may have changed in who hides.
        """
        hides = ("unseen", "hidden")
        pairs = []
        for unit, key in zip(units, before, strict=False):
            if not any([getattr(unit, name, 0) for name in hides]):
                pairs.append((unit.key(), key))
        return pairs

    def do_remove(self, name: str) -> None:
        self.fight.remove(name, "fuzz")
        check_state(self.fight.timeline.combat)

    def do_damage(self, name: str, n: int, what: str) -> None:
        before = self.state()
        self.fight.damage(name, n, what, "fuzz")
        check_state(self.fight.timeline.combat)
        if n % 2:
            return
        self.fight.undo(same_dice=True)
        self.compare(before, self.state(), "undo takes harm back")

    def do_order(self, seat: str, key: str, rule: str) -> None:
        self.fight.order(seat, key, rule)

    def do_cancel(self, seat: str) -> None:
        self.fight.cancel_orders(seat)

    def do_odds(self, key: str) -> None:
        before = self.state()
        timeline = self.fight.timeline
        with suppress(AffrayError):
            found = odds(
                timeline.combat,
                [*[answer.answer for answer in timeline.open.answers], self.fight.choice.read(key)],
                self.ruleset,
                told=timeline.open.told,
                budget=ODDS,
                seed=self.trial.seed,
            )
            assert found.lines  # which others' answers would change is worked out when it is read
        self.compare(before, self.state(), "asking for odds changes nothing")

    def do_why(self, key: str) -> None:
        before = self.state()
        self.fight.why_not(key)
        self.compare(before, self.state(), "asking why changes nothing")

    def do_nonsense(self, key: str) -> None:
        before = self.state()
        with suppress(AffrayError):
            self.fight.choose([key, "dance a jig"])
            raise BrokenPromiseError("what cannot be read is refused", f"{key} / dance a jig")
        self.compare(before, self.state(), "what is refused changes nothing")

    def do_look(self) -> None:
        before = self.state()
        fight = self.fight
        fight.board(), fight._repr_svg_(), repr(fight), fight.entries, fight.aftermath()
        fight.log(rules=True), fight.dice, fight.seats
        for seat in (*self.setup.seats, SPECTATOR):
            for numbers in POLICIES:
                view = fight.view(seat, numbers=numbers)
                if json.loads(json.dumps(view)) != view:
                    raise BrokenPromiseError("views are plain data", f"of {seat}")
        self.compare(before, self.state(), "looking changes nothing")

    def do_seat(self, seat: str, who: str) -> None:
        self.fight.seat({seat: who})
        self.fight.seat({seat: "human"})

    def do_auto(self, who: str, steps: int) -> None:
        self.fight.auto(who, steps=steps)

    # -- leaving and coming back -------------------------------------------------------------

    def do_save(self) -> None:
        """Go on with the fight that its saved journal gives."""
        text = self.fight.journal.text()
        loaded = self.load(journal.parse(text.encode(), "saved"), "a saved fight is the fight")
        if loaded.journal.text() != text:
            raise BrokenPromiseError("what is loaded is saved again as it was", "")
        self.fight = loaded

    def do_kill(self) -> None:
        """Go on with what would be on the disk if the program were killed here."""
        text = "".join([f"{line_of(one)}\n" for one in self.book])
        read = journal.parse(text.encode(), "left")
        self.fight = self.load(read, "what was written is the fight")

    def load(self, read: journal.Journal, promise: str) -> Fight:
        """Return the fight of a journal, which must be the one under way."""
        before = self.state()
        try:
            result = replay.again(read, "fuzz", self.ready)
            fight = replay.loaded(result, "fuzz", self.fight.seats, cut_off=True)
        except AffrayError as fault:
            raise BrokenPromiseError(promise, str(fault)) from fault
        self.compare(before, visible(fight), promise)
        self.listen(fight)
        return fight

    def do_resume(self) -> None:
        """Go on with a state and the step under way; what came before is checked first."""
        self.check_plainly()
        before = now(self.fight)
        base = self.fight.timeline.combat
        read = journal.parse(self.fight.snapshot().text().encode(), "snapshot")
        try:
            fight = replay.resume(read, seats=self.fight.seats, opener=self.ready)
        except AffrayError as fault:
            raise BrokenPromiseError("a resumed fight is the fight", str(fault)) from fault
        self.compare(before, now(fight), "a resumed fight is the fight")
        self.listen(fight)
        self.fight = fight
        self.base = base

    def listen(self, fight: Fight) -> None:
        """Hear of a loaded fight from its first line, as a file would that begins with it."""
        self.book = []
        saved = fight.journal
        for entry in (saved.header, *saved.entries):
            self.hear(entry)
        under_way = saved.entries[-1] if saved.entries and "open" in saved.entries[-1] else None
        fight.tell_to(self.hear, len(saved) - (under_way is not None), under_way)

    # -- checks ------------------------------------------------------------------------------

    def compare(
        self, expected: tuple[object, ...], found: tuple[object, ...], promise: str
    ) -> None:
        """Break a promise if two looks at the fight differ."""
        if found == expected:
            return
        for one, other in zip(expected, found, strict=True):
            if one != other:
                raise BrokenPromiseError(promise, f"{str(other)[:300]} instead of {str(one)[:300]}")

    def check_plainly(self) -> None:
        """Run answers and dice of the whole fight once more, without a session.

        Raises:
            BrokenPromiseError: it comes out otherwise.
        """
        combat = self.base.clone()
        promise = "a session is the plain run of its answers"
        for number, made in enumerate(self.fight.timeline.done):
            if any([event.kind == "ruling" for event in made.events]):
                combat = made.after.clone()
                continue
            dice = ScriptedDice([(die // 1000, die % 1000) for die in made.dice])
            script = Script([answer.answer for answer in made.answers])
            combat.dice = dice
            combat.agents = [script] * len(self.setup.seats)
            combat.changes = 0
            try:
                combat.step()
            except (Suspended, AffrayError) as fault:
                asked = fault.choice.rule if isinstance(fault, Pending) else ""
                raise BrokenPromiseError(promise, f"step {number}: {fault!r} {asked}") from fault
            if snapshot.digest(combat, self.ruleset) != made.digest:
                raise BrokenPromiseError(promise, f"step {number}: another state")
            if dice.used != len(made.dice) or script.used != len(made.answers):
                raise BrokenPromiseError(promise, f"step {number}: not all is used")

    # -- anything ----------------------------------------------------------------------------

    def any_deed(self) -> Deed:
        """Return something that may be done now."""
        whim, fight = self.whim, self.fight
        wanted = fight.dice_wanted
        place = whim.below(100)
        if not fight.asking:
            if wanted is not None and place > 20:
                return ["die", 1 + whim.below(wanted.sides)]
            place %= 30
        for name, share in OFTEN:
            if place < share:
                deed = self.deed_of(name)
                return deed if deed is not None else ["undo", 1, False]
            place -= share
        if fight.asking:
            return self.any_answer()
        return ["die", 1 + whim.below(wanted.sides)] if wanted is not None else ["undo", 1, False]

    def deed_of(self, name: str) -> Deed | None:
        """Return a deed of a kind, None if there is none now."""
        whim, fight = self.whim, self.fight
        seats = self.setup.seats
        seat = seats[whim.below(len(seats))]
        if name in ("odds", "why", "order", "nonsense") and not fight.asking:
            return None
        if name == "undo":
            return ["undo", 1 + whim.below(3), whim.below(2) == 0]
        if name == "redo":
            return ["redo", whim.below(2) == 0]
        if name == "reroll":
            dice = fight.dice
            if not dice:
                return None
            die = whim.below(len(dice))
            return ["reroll", die + 1, 1 + whim.below(int(dice[die].split()[0][1:]))]
        if name == "edit":
            return self.any_edit()
        if name == "add":
            return self.any_newcomer()
        if name == "remove":
            units = fight.combat.units
            return ["remove", units[whim.below(len(units))].name]
        if name == "damage":
            units, harms = fight.combat.units, self.ruleset.harms
            if not harms:
                return None
            unit = units[whim.below(len(units))]
            return ["damage", unit.name, 1 + whim.below(9), harms[whim.below(len(harms))]]
        if name == "order":
            keys = fight.choice.keys
            rule = fight.choice.choice.rule if whim.below(2) else ""
            return ["order", seat, keys[whim.below(len(keys))], rule]
        if name == "cancel":
            return ["cancel", seat]
        if name in ("odds", "nonsense"):
            keys = fight.choice.keys
            return [name, keys[whim.below(len(keys))]]
        if name == "why":
            keys = fight.choice.choice.candidates() or fight.choice.keys
            return ["why", keys[whim.below(len(keys))]]
        if name == "seat":
            return ["seat", seat, SITTERS[whim.below(len(SITTERS))]]
        if name == "auto":
            return ["auto", PLAYERS[whim.below(len(PLAYERS))], 1 + whim.below(4)]
        return [name]

    def any_edit(self) -> Deed:
        """Return a value to set: a number on somebody's line, or a condition."""
        units = self.fight.combat.units
        unit = units[self.whim.below(len(units))]
        names = list(self.ruleset.measures(self.fight.combat, unit.index))
        effects = list(self.ruleset.effects())
        if effects and self.whim.below(2):
            return ["edit", f"{unit.name}.{effects[self.whim.below(len(effects))]}", 1]
        if not names:
            return ["edit", "round", 1]
        return ["edit", f"{unit.name}.{names[self.whim.below(len(names))]}", self.whim.below(8)]

    def any_newcomer(self) -> Deed | None:
        """Return somebody who may join somewhere, None if nobody can."""
        whim, fight = self.whim, self.fight
        known = fight.recruits()
        if not known:
            return None
        id = known[whim.below(len(known))]
        if whim.below(2):
            id = self.setup.members[whim.below(len(self.setup.members))].id
        side = self.setup.sides[whim.below(len(self.setup.sides))].id
        grid = fight.combat.grid
        return ["add", id, side if whim.below(4) else "", grid.name(whim.below(grid.size))]

    def any_answer(self) -> Deed:
        """Return any legal answer: by key or number, for a seat or any, listed or not."""
        whim, question = self.whim, self.fight.choice
        choice = question.choice
        if isinstance(choice, MoveChoice) and whim.below(4) == 0:
            answer = self.any_path(choice)
            if answer:
                return ["answer", answer]
        others = choice.unlisted()
        if others and whim.below(4) == 0:
            return ["choose", choice.key(others[whim.below(len(others))]), ""]
        candidates = choice.candidates() if whim.below(12) == 0 else []
        if candidates:
            return ["choose", candidates[whim.below(len(candidates))], ""]
        answers = choice.answers()
        answer = answers[whim.below(len(answers))]
        if whim.below(8) == 0:
            return ["answer", answer]
        seats = question.seats
        seat = seats[whim.below(len(seats))] if whim.below(3) == 0 else ""
        return ["choose", choice.key(answer), seat]

    def any_path(self, choice: MoveChoice) -> int:
        """Return an explicit path from cell to neighbouring cell, 0 if none was found."""
        grid = choice.grid
        cells: list[int] = []
        here = choice.start
        for _ in range(1 + self.whim.below(LONGEST)):
            near = [cell for cell in grid.around(here, 1) if cell != here]
            if not near:
                break
            here = near[self.whim.below(len(near))]
            cells.append(here)
        answer = path_answer(grid, choice.start, cells) if cells else 0
        return answer if answer and choice.allows(answer) else 0


def visible(fight: Fight) -> tuple[object, ...]:
    """Return all that could be seen of a fight."""
    return (*now(fight), fight.log(rules=True), fight.dice)


def now(fight: Fight) -> tuple[object, ...]:
    """Return what could be seen of a fight as it is, without what happened before."""
    asking = fight.asking
    return (
        fight.digest,
        fight.combat.key(),
        fight.choice.keys if asking else [],
        fight.choice.prompt if asking else "",
        fight.choice.seats if asking else [],
        str(fight.dice_wanted),
        fight.outcome,
        fight.seats,
        dict(fight.timeline.orders),
    )


# -- a run ----------------------------------------------------------------------------------------


def run(
    ground: Ground,
    *,
    seed: int,
    seconds: float = 0.0,
    fights: int = 0,
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Play sessions for some seconds, or a number of them, until a promise is broken."""
    report = Report(seed)
    until = time.monotonic() + seconds
    number = 0
    while report.fights < fights if fights else time.monotonic() < until:
        whim = BotRandom(seed, number, 96)
        trial = Session(ground.arrange(whim, report), seed, number)
        found = attempt(ground.prepare, trial, report)
        report.fights += 1
        number += 1
        if progress is not None:
            progress(report)
        if found is not None:
            report.failure = shrink(ground.prepare, found)
            break
    return report


def attempt(
    prepare: Prepare, trial: Session, report: Report | None = None
) -> SessionFailure | None:
    """Play a session; return how it failed, or None.

    Raises:
        InvalidError: it is no legal encounter.
    """
    one: Attempt | None = None
    try:
        with patience(PATIENCE):
            one = Attempt(prepare, trial)
            one.play(report)
    except _EndlessError:
        whole = trial if one is None else replace(trial, deeds=tuple(one.done))
        return SessionFailure(ENDS, f"not after {PATIENCE:g} s of processor time", whole)
    except BrokenPromiseError as fault:
        deeds = tuple(one.done) if one is not None else trial.deeds
        return SessionFailure(fault.promise, fault.detail, replace(trial, deeds=deeds))
    except AffrayError:
        raise
    except Exception as fault:
        if one is None:
            return SessionFailure("sessions can begin", told(fault), trial)
        whole = replace(trial, deeds=tuple(one.done))
        return SessionFailure("sessions do not fail", told(fault), whole)
    return None


class _EndlessError(BaseException):
    """A session takes too long: no ``except Exception`` on its way may take it for its own."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Break off what takes more processor time, where the system can: not in Windows or a thread.

    A loop that never leaves compiled code is not broken off: it hears no signal.

    Raises:
        _EndlessError: it took longer.
    """
    if not hasattr(signal, "SIGPROF") or threading.current_thread() != threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _EndlessError

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def shrink(prepare: Prepare, failure: SessionFailure) -> SessionFailure:
    """Return the smallest failure of the same promise that leaving things out leads to.

    One without an end stays as it is: every smaller one would have to be waited for.
    """
    if failure.promise == ENDS:
        return failure
    left = SHRINKS
    size = max(len(failure.trial.deeds) // 2, 1)
    while size and left > 0:
        smaller: SessionFailure | None = None
        for trial in [*shorter(failure.trial, size), *simpler(failure.trial, size)]:
            left -= 1
            found = _quietly(prepare, trial)
            if found is not None and _alike(found, failure):
                smaller = found
                break
            if left <= 0:
                break
        if smaller is not None:
            failure = smaller
            size = min(size, max(len(failure.trial.deeds) // 2, 1))
        else:
            size //= 2
    return failure


def _alike(found: SessionFailure, failure: SessionFailure) -> bool:
    """Return whether a failure is of the same kind: shrinking is not to slide to another."""
    return (found.promise, _error(found)) == (failure.promise, _error(failure))


def _error(failure: SessionFailure) -> str:
    """Return the kind and the place of an error, "" if the promise says it all."""
    found = re.search(r"\w+ at \w+\.py:\d+", failure.detail.partition("\n")[0])
    return found[0] if found is not None else ""


def shorter(trial: Session, size: int) -> Iterator[Session]:
    """Yield sessions without some deeds in a row."""
    deeds = trial.deeds
    for start in range(0, len(deeds), size):
        rest = deeds[:start] + deeds[start + size :]
        if rest:
            yield replace(trial, deeds=rest)


def simpler(trial: Session, size: int) -> Iterator[Session]:
    """Yield sessions in simpler encounters, once only single deeds are left out."""
    if size == 1:
        for encounter in simpler_encounters(trial.encounter):
            yield replace(trial, encounter=encounter)


def _quietly(prepare: Prepare, trial: Session) -> SessionFailure | None:
    try:
        return attempt(prepare, trial)
    except AffrayError:  # it is no legal encounter any more
        return None
