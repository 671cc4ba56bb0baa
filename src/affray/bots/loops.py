"""For whoever plays in a loop of their own: answers to a question, and a fight to its end."""

from __future__ import annotations

from typing import Any, Protocol

from affray.bots.simple import BotRandom
from affray.core.choice import Choice, Option
from affray.core.combat import Combat
from affray.core.ruleset import Ruleset
from affray.core.scene import recorded_step


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


def finish(combat: Combat[Any], most: int) -> int:
    """Step until the fight is over or ``most`` steps are made; return how many were made.

    Where somebody thinks, every step is recorded.
    """
    made = 0
    thinking = any(agent.thinks for agent in combat.agents)
    while not combat.outcome and made < most:
        if thinking:
            recorded_step(combat)
        else:
            combat.step()
        made += 1
    return made
