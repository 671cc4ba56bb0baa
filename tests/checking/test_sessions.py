"""The session fuzz: what only a person's fight shows is found, shrunk, and found again."""

from __future__ import annotations

import itertools
import json
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest

from affray.checking import sessions
from affray.checking.fuzz import Report
from affray.cli.fuzz import prepared
from affray.core.choice import Option
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.suspension import PERSON, STANDING
from affray.session.fight import Fight
from affray.session.timeline import Timeline
from tests.bots import toy
from tests.checking.test_fuzz import Failing, ground, ruleset_of


def test_a_sound_ruleset_breaks_nothing_and_everything_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: Counter[str] = Counter()
    do = sessions.Attempt.do

    def counted(attempt: sessions.Attempt, deed: sessions.Deed) -> None:
        done[deed[0]] += 1
        do(attempt, deed)

    monkeypatch.setattr(sessions.Attempt, "do", counted)
    report = sessions.run(ground(), seed=5, fights=20)

    assert report.failure is None
    other = ("add", "damage")  # nobody joins a duel, and it has no harm of its own
    usual = {name for name, _ in sessions.OFTEN if name not in other}
    assert usual | {"choose", "answer", "die"} == set(done)
    assert min(done.values()) > 3
    assert report.decisions > 300


def test_a_run_is_the_same_again() -> None:
    one, other = (sessions.run(ground(), seed=5, fights=4) for _ in range(2))

    assert one == other
    assert sessions.run(ground(), seed=6, fights=4).decisions != one.decisions


def test_seconds_end_a_run() -> None:
    assert sessions.run(ground(), seed=5, seconds=0.05).fights >= 1


# -- what goes wrong -----------------------------------------------------------------------------


class Listing(toy.Go):
    """Knows what an answer means only once it has listed them."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.meant: dict[int, Option] = {}

    def answers(self) -> list[int]:
        found = super().answers()
        self.meant = {answer: super(Listing, self).option(answer) for answer in found}
        return found

    def option(self, answer: int) -> Option:
        return self.meant[answer]


class ListingCombat(toy.ToyCombat):
    def ask(self, choice: Any) -> int:
        if isinstance(choice, toy.Go):
            choice = Listing(choice.seats, choice.who, self)
            answer = super().ask(choice)
            choice.option(answer)
            return answer
        return super().ask(choice)


class Counting(toy.ToyCombat):
    """A step depends on how often one was made."""

    made: ClassVar[list[int]] = []

    def step(self) -> None:
        self.made.append(self.round)
        if len(self.made) % 7 == 0:
            self.units[0].hp = max(1, self.units[0].hp - 1)
        super().step()


FLAWS: dict[str, tuple[Callable[[], Ruleset], str]] = {
    "listing": (ruleset_of(ListingCombat), "sessions do not fail"),
    "exception": (ruleset_of(Failing), "sessions do not fail"),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_found_shrunk_and_found_again(flaw: str) -> None:
    make, promise = FLAWS[flaw]
    there = ground(make)
    failure = sessions.run(there, seed=9, fights=60).failure

    assert isinstance(failure, sessions.SessionFailure)
    assert failure.promise == promise
    assert len(failure.trial.deeds) <= 12
    members = [len(side["members"]) for side in failure.trial.encounter["side"]]
    assert sum(members) < 4
    file = json.loads(json.dumps(failure.as_data()))
    found = sessions.attempt(there.prepare, sessions.read_failure(file))
    assert found is not None
    assert found.promise == promise
    assert sessions.attempt(ground().prepare, sessions.read_failure(file)) is None


def test_rules_that_remember_what_no_state_holds_are_found() -> None:
    report = sessions.run(ground(ruleset_of(Counting)), seed=3, fights=40)

    assert report.failure is not None


def test_a_session_that_loses_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step under way is not told to whoever keeps the lines."""
    monkeypatch.setattr(Fight, "_under_way", lambda fight: None)
    report = sessions.run(ground(), seed=3, fights=40)

    assert report.failure is not None
    assert report.failure.promise.endswith(" is the fight")


def test_a_refusal_that_leaves_traces_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timeline, "reset", lambda timeline, mark: None)
    report = sessions.run(ground(), seed=3, fights=40)

    assert report.failure is not None
    assert report.failure.promise == "what is refused changes nothing"


def test_an_undo_that_leads_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Timeline._note_undo

    def note(timeline: Timeline, stop: Any, *, new_dice: bool) -> None:
        timeline.combat.units[0].hp = max(1, timeline.combat.units[0].hp - 1)
        deal(timeline, stop, new_dice=new_dice)

    monkeypatch.setattr(Timeline, "_note_undo", note)
    report = sessions.run(ground(), seed=3, fights=40)

    assert report.failure is not None


def test_a_session_without_an_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(attempt: sessions.Attempt) -> None:
        for _ in itertools.count():
            with suppress(Exception):  # as rules catch what they expect
                attempt.state()

    monkeypatch.setattr(sessions.Attempt, "do_look", look)
    monkeypatch.setattr(sessions, "PATIENCE", 0.3)
    before = signal.getsignal(signal.SIGPROF)
    failure = sessions.run(ground(), seed=3, fights=40).failure

    assert isinstance(failure, sessions.SessionFailure)
    assert failure.promise == "sessions end"
    assert failure.trial.deeds[-1][0] == "look"
    assert signal.getsignal(signal.SIGPROF) is before
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
    assert sessions.attempt(ground().prepare, failure.trial) is not None


def test_a_ruleset_that_cannot_even_begin_is_found() -> None:
    class Stillborn(toy.Toy):
        def begin(self, *parts: Any) -> toy.ToyCombat:
            raise KeyError("raider")

    report = sessions.run(ground(Stillborn), seed=3, fights=2)

    assert report.failure is not None
    assert report.failure.promise == "sessions can begin"
    assert report.failure.detail.startswith("KeyError at test_sessions.py:")


def test_who_joins_a_window_that_an_order_closes_is_taken_back_alone() -> None:
    """The step begins anew, and a standing order answers what nobody had been asked before."""
    path = Path(__file__).parent / "found" / "order-in-a-window.json"
    trial = sessions.read_failure(json.loads(path.read_text(encoding="utf-8")))
    attempt = sessions.Attempt(prepared, trial)
    attempt.play()

    fight = attempt.fight
    assert fight.combat.units[-1].name.startswith("oath-zealot")
    answers = [(one.key, one.by) for one in fight.timeline.open.answers]
    assert ("pass", STANDING) in answers
    assert answers[-1] == ("orla-kestwick act now", PERSON)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"format": 99},
        {"format": 1, "deeds": 7, "encounter": {}, "seed": 1, "number": 1},
        {"format": 1, "deeds": [7], "encounter": {}, "seed": 1, "number": 1},
        {"format": 1, "deeds": [], "encounter": {}, "seed": "x", "number": 1},
    ],
)
def test_a_damaged_failure_is_told(data: dict[str, Any]) -> None:
    with pytest.raises(InvalidError):
        sessions.read_failure(data)


def test_a_deed_that_nobody_knows_is_a_failure_of_the_file() -> None:
    trial = sessions.Session(ground().encounters[0], 1, 1, (["dance"],))
    found = sessions.attempt(ground().prepare, trial, Report(1))

    assert found is not None
    assert "do_dance" in found.detail
