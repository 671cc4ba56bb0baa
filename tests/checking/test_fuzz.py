"""Fuzzing: every kind of broken promise is found, shrunk, and found again from its file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from affray.bots import BotRandom
from affray.checking import fuzz
from affray.core.choice import Agent, Option
from affray.core.dice import ATTACK, Dice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Member, Setup, Value
from tests.bots import toy

ENCOUNTER: fuzz.Data = {
    "side": [
        {"members": [{"id": "ana", "at": [0, 0]}, {"id": "bo", "at": [0, 1]}]},
        {"members": [{"id": "raider", "count": 2, "at": [5, 0]}]},
    ]
}


def setup_of(data: fuzz.Data) -> Setup:
    """Read what ``ENCOUNTER`` shows, with the checks that content makes."""
    setup = toy.setup((), 0)
    taken: set[int] = set()
    for side, entry in enumerate(data["side"]):
        for member in entry["members"]:
            for _ in range(member.get("count", 1)):
                number = len(setup.members)
                cell = setup.grid.at(*member.get("at", [number, 4]))
                while "count" in member and cell in taken:
                    cell += setup.grid.width
                if cell in taken:
                    raise InvalidError([f"{number}: two in a cell"])
                taken.add(cell)
                one = Member(member["id"], f"{member['id']}-{number}", side, toy.Sheet(1, 6))
                setup.members.append(toy.placed(one, cell))
    return setup


def ground(make: Callable[[], Ruleset] = toy.Toy) -> fuzz.Ground:
    kinds = {"ana": "character", "bo": "character", "raider": "creature", "thug": "creature"}
    return fuzz.Ground(
        [ENCOUNTER], kinds, ["dazed"], {}, (), {}, lambda data: (make(), setup_of(data))
    )


def test_a_sound_ruleset_breaks_nothing() -> None:
    report = fuzz.run(ground(), seed=5, fights=24)

    assert report.failure is None
    assert report.fights == 24
    assert report.decisions > 500
    assert report.steps > report.fights
    assert {"strike", "dazed", "thug"} <= report.seen


def test_a_run_is_the_same_again() -> None:
    one, other = (fuzz.run(ground(), seed=5, fights=9) for _ in range(2))

    assert one == other
    assert fuzz.run(ground(), seed=6, fights=9).decisions != one.decisions


def test_seconds_end_a_run() -> None:
    assert fuzz.run(ground(), seed=5, seconds=0.05).fights >= 1


# -- rulesets that break one promise each ---------------------------------------------------------


class Forgetful(toy.ToyCombat):
    """A clone forgets hit points."""

    def clone(self) -> Forgetful:
        units = [unit.clone() for unit in self.units]
        for unit in units:
            unit.hp = unit.sheet.most
        twin = Forgetful(self.grid, units, self.dice.clone(), self.agents, self.limit)
        carried(self, twin)
        return twin


class Failing(toy.ToyCombat):
    """A rule raises when somebody falls."""

    def leave(self, unit: toy.Fighter) -> None:
        if unit.hp == 0:
            raise RuntimeError("nobody may fall")
        super().leave(unit)


class Miscounting(toy.ToyCombat):
    """A wound heals above the most."""

    def new_round(self) -> None:
        super().new_round()
        if self.round == 3:
            self.units[0].hp = 99


class Watchful(toy.ToyCombat):
    """A step rolls another die when somebody watches."""

    def act(self, unit: toy.Fighter, answer: int) -> None:
        if self.watched and answer >= toy.MOVE:
            self.roll(6, ATTACK, unit.index, "toy/peek")
            unit.hp = max(1, unit.hp - 1)
        super().act(unit, answer)


class Endless(toy.ToyCombat):
    """Nobody is ever judged to have won."""

    def judge(self) -> None: ...

    def new_round(self) -> None:
        self.round = min(self.round, self.limit - 1)
        super().new_round()


class Counting(toy.ToyCombat):
    """A step depends on what no save holds."""

    rounds_seen: ClassVar[list[int]] = []

    def act(self, unit: toy.Fighter, answer: int) -> None:
        self.rounds_seen.append(self.round)
        if len(self.rounds_seen) % 2 == 0:
            unit.hp = max(1, unit.hp - 1)
        super().act(unit, answer)


def carried(source: toy.ToyCombat, twin: Any) -> Any:
    source.copy_to(twin)
    twin.lineup = source.lineup.clone()
    return twin


class BadGo(toy.Go):
    flaw: ClassVar[str] = ""

    def fallback(self) -> int:
        return 77 if self.flaw == "fallback" else super().fallback()

    def answers(self) -> list[int]:
        found = super().answers()
        return [*found, found[-1]] if self.flaw == "twice" else found

    def option(self, answer: int) -> Option:
        one = super().option(answer)
        if self.flaw == "keys" and one.verb == "move":
            one.key = "move"
        return one

    def read(self, key: str) -> int:
        return 0 if self.flaw == "read" else super().read(key)

    def why_not(self, key: str) -> tuple[str, str]:
        return ("", "") if self.flaw == "why" else super().why_not(key)


def ruleset_of(kind: type[toy.ToyCombat]) -> Callable[[], Ruleset]:
    """Return a toy ruleset whose combats are of a faulty kind."""

    class Sound(kind):  # type: ignore[valid-type,misc]  # mypy cannot see a class as a base
        def clone(self) -> Any:
            if kind is Forgetful:
                return super().clone()
            units = [unit.clone() for unit in self.units]
            return carried(
                self, Sound(self.grid, units, self.dice.clone(), self.agents, self.limit)
            )

    class Bad(toy.Toy):
        def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> toy.ToyCombat:
            whole = super().begin(setup, dice, agents)
            faulty: toy.ToyCombat = carried(
                whole, Sound(whole.grid, whole.units, dice, agents, whole.limit)
            )
            return faulty

    return Bad


def choosing(flaw: str) -> Callable[[], Ruleset]:
    """Return a toy ruleset whose choices have a flaw."""
    go = type("FlawedGo", (BadGo,), {"flaw": flaw})

    class Flawed(toy.ToyCombat):
        def ask(self, choice: Any) -> int:
            if isinstance(choice, toy.Go):
                choice = go(choice.seats, choice.who, self)
            return super().ask(choice)

    return ruleset_of(Flawed)


FLAWS: dict[str, tuple[Callable[[], Ruleset], str]] = {
    "clone": (ruleset_of(Forgetful), "a clone is equal"),
    "exception": (ruleset_of(Failing), "rules do not fail"),
    "recount": (ruleset_of(Miscounting), "derived state equals a recount"),
    "watched": (ruleset_of(Watchful), "a watched fight is the unwatched one"),
    "hidden state": (ruleset_of(Counting), "a resumed step is the straight one"),
    "fallback": (choosing("fallback"), "the fallback is legal"),
    "twice": (choosing("twice"), "options are unique"),
    "keys": (choosing("keys"), "keys are unique"),
    "read": (choosing("read"), "keys are readable"),
    "why": (choosing("why"), "refusals cite a rule"),
}


@pytest.mark.parametrize("flaw", FLAWS)
def test_every_broken_promise_is_found_shrunk_and_found_again(flaw: str) -> None:
    make, promise = FLAWS[flaw]
    there = ground(make)

    report = fuzz.run(there, seed=3, fights=60)

    assert isinstance(report.failure, fuzz.Failure)
    assert report.failure.promise == promise
    members = [len(side["members"]) for side in report.failure.trial.encounter["side"]]
    assert members == [1, 1]
    file = json.loads(json.dumps(report.failure.as_data()))
    found = fuzz.again(there.prepare, fuzz.read_failure(file))
    assert found is not None
    assert found.promise == promise


def test_a_ruleset_that_cannot_even_begin_is_found() -> None:
    class Stillborn(toy.Toy):
        def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> toy.ToyCombat:
            raise KeyError("raider")

    report = fuzz.run(ground(Stillborn), seed=3, fights=2)

    assert report.failure is not None
    assert report.failure.promise == "arranging does not fail"
    assert report.failure.detail.startswith("KeyError at test_fuzz.py:")


def test_a_mended_ruleset_passes_the_failure_of_its_past() -> None:
    report = fuzz.run(ground(ruleset_of(Failing)), seed=3, fights=60)

    assert isinstance(report.failure, fuzz.Failure)
    assert fuzz.again(ground().prepare, report.failure) is None


def test_a_fight_without_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "MOST_STEPS", 300)

    report = fuzz.run(ground(ruleset_of(Endless)), seed=3, fights=3)

    assert report.failure is not None
    assert report.failure.promise == "fights end"


def test_a_condition_that_cannot_be_is_left_out() -> None:
    class Picky(toy.ToyCombat):
        def recount(self) -> str:
            dazed = any(unit.effects for unit in self.units if self.round == 0)
            return "nobody begins dazed" if dazed else super().recount()

    report = fuzz.Report(1)
    trial = fuzz.Trial(fuzz.spread(ENCOUNTER), ("greedy",) * 3, 1, 0, (("ana-0", "dazed"),))
    trial.encounter["side"][1]["members"][1]["at"] = [5, 1]

    failure = fuzz.attempt(ground(ruleset_of(Picky)).prepare, trial, report)

    assert failure is None
    assert report.refused == 1


# -- arrangements ---------------------------------------------------------------------------------


def test_other_ground_is_drawn_and_options_are_chosen() -> None:
    drawn: set[tuple[str, object]] = set()
    chosen: set[tuple[str, object]] = set()
    options: dict[str, tuple[Value, ...]] = {"dark": (False, True), "how": ("given", "stealth")}
    there = fuzz.Ground([], {}, [], {}, ("water", "wall"), options, ground().prepare)
    setup = toy.setup((), 0)
    for number in range(99):
        data: fuzz.Data = {
            "map": {"ground": [{"kind": "pit", "rects": [[0, 0, 0, 0]]}]},
            "options": {"mercy": True},
        }
        whim = BotRandom(1, number)
        there.draw(data, setup, whim)
        there.choose(data, whim)

        patches = [*data["map"]["ground"], *data["map"].get("elevation", [])]
        for left, top, right, bottom in [one["rects"][0] for one in patches]:
            assert 0 <= left <= right < setup.grid.width
            assert 0 <= top <= bottom < setup.grid.height
        assert patches[0]["kind"] == "pit"
        assert data["options"].pop("mercy")
        drawn.update([("level", one["level"]) for one in patches if "level" in one])
        drawn.update([("kind", one["kind"]) for one in patches[1:] if "kind" in one])
        chosen.update(data["options"].items())
    levels = {("level", level) for level in fuzz.LEVELS}
    assert drawn == {("kind", "water"), ("kind", "wall"), *levels}
    assert chosen == {("dark", False), ("dark", True), ("how", "given"), ("how", "stealth")}


def test_a_failure_loses_the_ground_and_the_options_that_it_does_not_need() -> None:
    patches = [{"kind": "wall"}, {"kind": "pit"}]
    field = {"ground": patches, "elevation": [{"level": 1}]}
    data = {**ENCOUNTER, "map": field, "options": {"dark": True}}
    plainer = list(fuzz.plainer(data))

    assert [one["options"] for one in plainer] == [
        {},
        {"dark": True},
        {"dark": True},
        {"dark": True},
    ]
    assert [one["map"]["ground"] for one in plainer] == [
        patches,
        patches[1:],
        patches[:1],
        patches,
    ]
    assert [one["map"]["elevation"] for one in plainer] == [field["elevation"]] * 3 + [[]]


@pytest.mark.parametrize("change", [{"format": 2}, {"players": None}, {"seed": "x"}])
def test_a_damaged_failure_is_refused(change: dict[str, object]) -> None:
    failure = fuzz.Failure("p", "d", fuzz.Trial(ENCOUNTER, ("greedy",), 1, 2), 3)

    assert fuzz.read_failure(failure.as_data()) == replace(failure)
    with pytest.raises(InvalidError):
        fuzz.read_failure(failure.as_data() | change)
