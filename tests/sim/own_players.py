"""Players of somebody's own, as tests of simulations seat them."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from affray.bots import BotRandom
from affray.core.choice import Agent, Choice, Option
from affray.session.question import Question
from affray.sim import Seat


class Whim(Agent):
    """Any legal answer, by a chance that comes from seed, fight and seat alone."""

    def __init__(self, seat: Seat) -> None:
        self.whim = BotRandom(seat.seed, seat.fight, seat.number)

    def decide(self, choice: Choice) -> int:
        answers = choice.answers()
        return answers[self.whim.below(len(answers))]


class Deadly:
    """Makes players; the first time in one fight it ends the process that plays it."""

    def __init__(self, fight: int, mark: Path) -> None:
        self.fight = fight
        self.mark = mark

    def __call__(self, seat: Seat) -> Agent:
        if seat.fight == self.fight and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Whim(seat)


class Failing(Agent):
    def decide(self, choice: Choice) -> int:
        raise ZeroDivisionError("a slip of the pen")


class Cheating(Agent):
    def decide(self, choice: Choice) -> int:
        return -77


def failing(seat: Seat) -> Agent:
    return Failing()


def cheating(seat: Seat) -> Agent:
    return Cheating()


def late(seat: Seat) -> Agent:
    """Fails when it is made for fight 12."""
    if seat.fight == 12:
        raise KeyError("no book of openings")
    return Whim(seat)


def nobody(seat: Seat) -> str:
    return "nobody"


def plain(question: Question) -> Option:
    """Sits in a fight as well: a function of a question."""
    return question.fallback


def by_key(asked):  # type: ignore[no-untyped-def]
    return asked.options[-1].key


def no_answer(question: Question) -> Any:
    return Whim


class Last(Agent):
    """Takes the last answer, and counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, choice: Choice) -> int:
        self.asked += 1
        return choice.answers()[-self.asked % len(choice.answers())]


LAST = Last()
