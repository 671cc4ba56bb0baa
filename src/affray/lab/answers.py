"""The answers of one version of a fight, given again in the other wherever the same is asked.

Compared so, two versions differ by what a change itself does (its direct effect); where players
answer for themselves they differ by what it does once players respond to it (its total effect).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple, TypeAlias

from affray.core.choice import Agent, Choice

Question: TypeAlias = tuple[str, str, str, int, int]

OWN_ANSWERS: Final = "own"  # players answer for themselves in either version
SAME_ANSWERS: Final = "same"  # they answer in the second as they did in the first


class Answered(NamedTuple):
    """How often the second version was answered as the first was.

    Attributes:
        same: answers of the first that were given again.
        refused: the same was asked, but that answer was not allowed.
        new: nothing like it was asked in the first.
    """

    same: int = 0
    refused: int = 0
    new: int = 0

    def plus(self, other: Answered) -> Answered:
        """Return the sums of both."""
        return Answered(self.same + other.same, self.refused + other.refused, self.new + other.new)


class Answers:
    """What was answered in one version of a fight, by what was asked.

    A question is who is asked, its kind and its rule, the round, and for which time in it: never
    the number of a step, so that one step more does not shift those that follow.
    """

    def __init__(self) -> None:
        self.given: dict[Question, tuple[int, str]] = {}
        self.answered = Answered()

    def taken(self, choice: Choice, question: Question) -> int | None:
        """Return the answer that was given to a question; None if it is not there or not allowed.

        It is known by its key: another version may number answers otherwise.
        """
        found = self.given.get(question)
        if found is None:
            self.answered = self.answered.plus(Answered(new=1))
            return None
        answer, key = found
        if not (choice.allows(answer) and choice.key(answer) == key):
            others = [other for other in choice.answers() if choice.key(other) == key]
            if not others:
                self.answered = self.answered.plus(Answered(refused=1))
                return None
            answer = others[0]
        self.answered = self.answered.plus(Answered(same=1))
        return answer


class Counting:
    """Counts what is asked in one version of a fight, and so names each question."""

    def __init__(self) -> None:
        self.times: dict[tuple[str, str, str, int], int] = {}

    def question(self, choice: Choice) -> Question:
        """Return what is asked."""
        combat = choice.combat
        who = combat.units[choice.who].name if choice.who >= 0 else f"seats {choice.seats}"
        what = (who, choice.kind, choice.rule, combat.round)
        self.times[what] = time = self.times.get(what, 0) + 1
        return (*what, time)


class Recorded(Agent):
    """A player of the first version, whose answers are noted."""

    def __init__(self, inner: Agent, answers: Answers, asked: Counting) -> None:
        self.inner = inner
        self.answers = answers
        self.asked = asked

    def decide(self, choice: Choice) -> int:
        """Return its answer."""
        question = self.asked.question(choice)
        answer = self.inner.decide(choice)
        self.answers.given[question] = answer, choice.key(answer)
        return answer


class Repeating(Agent):
    """A player of the second version, who answers as the first was answered, else for itself."""

    def __init__(self, inner: Agent, answers: Answers, asked: Counting) -> None:
        self.inner = inner
        self.answers = answers
        self.asked = asked

    def decide(self, choice: Choice) -> int:
        """Return the answer that the first version was given; its own where there is none."""
        answer = self.answers.taken(choice, self.asked.question(choice))
        return self.inner.decide(choice) if answer is None else answer


class RecordedThinker(Recorded):
    """One that imagines what may come: steps are recorded for it."""

    thinks: ClassVar[bool] = True


class RepeatingThinker(Repeating):
    """One that imagines what may come: steps are recorded for it."""

    thinks: ClassVar[bool] = True


def recorded(agents: Sequence[Agent], answers: Answers) -> list[Agent]:
    """Return the players of the first version, their answers noted."""
    asked = Counting()
    return [(RecordedThinker if one.thinks else Recorded)(one, answers, asked) for one in agents]


def repeating(agents: Sequence[Agent], answers: Answers) -> list[Agent]:
    """Return the players of the second version, who answer as noted."""
    asked = Counting()
    return [(RepeatingThinker if one.thinks else Repeating)(one, answers, asked) for one in agents]
