"""An answer to a session's question, for whoever plays in a loop of their own."""

from __future__ import annotations

from typing import Protocol

from affray.bots.chance import BotRandom
from affray.core.choice import Choice, Option
from affray.core.ruleset import Ruleset


class Asked(Protocol):
    """What is read of a question: ``fight.choice`` is one."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset that is played."""
        ...

    @property
    def choice(self) -> Choice:
        """The choice that is to be answered."""
        ...


def greedy(question: Asked) -> Option:
    """Return the plain answer to a question."""
    answer = question.rules.tactics().answer(question.choice)
    return question.choice.option(answer)


def at_random(question: Asked, whim: BotRandom) -> Option:
    """Return any legal answer to a question, by the next number of a whim."""
    answers = question.choice.answers()
    return question.choice.option(answers[whim.below(len(answers))])
