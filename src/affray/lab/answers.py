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


class Given(NamedTuple):
    """An answer, and what it did: its key, verb, targets, cells and ability."""

    answer: int
    key: str
    verb: str
    targets: list[int]
    cells: list[int]
    ability: str

    def as_is(self, other: Given, *, named: bool) -> bool:
        """Return whether another answer does just the same.

        Args:
            other: the other.
            named: whether people are known by their names, which stand in the key; else by their
                place in the list, and then a key that points at somebody may name it otherwise.
        """
        if named or not self.targets:
            return self.key == other.key
        return self[2:] == other[2:]

    def in_place_of(self, other: Given) -> bool:
        """Return whether it stands where another stood: what it does it does to the same."""
        return self.answer == other.answer and self[2:5] == other[2:5]


def given_by(choice: Choice, answer: int) -> Given:
    """Return an answer with what it does."""
    found = choice.option(answer)
    return Given(answer, found.key, found.verb, found.targets, found.cells, found.ability)


def alike(choice: Choice, given: Given, *, named: bool = True) -> int | None:
    """Return the answer to a question that is what was answered elsewhere; None if none is allowed.

    Its number may be another in another version. Where people are known by their place, what is
    called otherwise (a spear that has become another) is known by standing in the same place.

    Args:
        choice: the question.
        given: what was answered.
        named: whether people are known by their names, as somebody has come or gone.
    """
    same = given_by(choice, given.answer) if choice.allows(given.answer) else None
    if same is not None and same.as_is(given, named=named):
        return given.answer
    for answer in choice.answers():
        if given_by(choice, answer).as_is(given, named=named):
            return answer
    if same is not None and not named and same.in_place_of(given):
        return given.answer
    return None


class Answers:
    """What was answered in one version of a fight, by what was asked.

    A question is who is asked, its kind and its rule, the round, and for which time in it: never
    the number of a step, so that one step more does not shift those that follow.

    Args:
        named: whether people are known by their names; else by their place in the list, as dice
            are: then somebody may have become another in the second version.
    """

    def __init__(self, *, named: bool = True) -> None:
        self.named = named
        self.given: dict[Question, Given] = {}
        self.answered = Answered()

    def taken(self, choice: Choice, question: Question) -> int | None:
        """Return what was answered to a question; None if nothing was, or it is not allowed."""
        given = self.given.get(question)
        if given is None:
            self.answered = self.answered.plus(Answered(new=1))
            return None
        answer = alike(choice, given, named=self.named)
        told = Answered(same=1) if answer is not None else Answered(refused=1)
        self.answered = self.answered.plus(told)
        return answer


class Counting:
    """Counts what is asked in one version of a fight, and so names each question.

    Args:
        named: whether people are known by their names; else by their place in the list.
    """

    def __init__(self, *, named: bool) -> None:
        self.named = named
        self.times: dict[tuple[str, str, str, int], int] = {}

    def question(self, choice: Choice) -> Question:
        """Return what is asked."""
        combat = choice.combat
        who = f"seats {choice.seats}"
        if choice.who >= 0:
            who = combat.units[choice.who].name if self.named else str(choice.who)
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
        self.answers.given[question] = given_by(choice, answer)
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
    asked = Counting(named=answers.named)
    return [(RecordedThinker if one.thinks else Recorded)(one, answers, asked) for one in agents]


def repeating(agents: Sequence[Agent], answers: Answers) -> list[Agent]:
    """Return the players of the second version, who answer as noted."""
    asked = Counting(named=answers.named)
    return [(RepeatingThinker if one.thinks else Repeating)(one, answers, asked) for one in agents]
