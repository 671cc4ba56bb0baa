"""A step under way as plain data: where it began, what was answered and rolled since.

Everything that has to stop in the middle of a step and go on later stands on ``Scene``: a session
whose person thinks, a bot that imagines what may come, exact odds, an environment. A half-run step
is never kept; it is run again from the state before it, with the same answers and dice.
"""

from __future__ import annotations

from typing import Any

from affray.core.choice import Agent, Choice, Pending, Script
from affray.core.combat import Combat, Record
from affray.core.dice import Dice, Throw, Unrolled


class Scene:
    """A step under way.

    Attributes:
        before: the quiescent state in which it began; it is never changed.
        answers: what was answered since, in order.
        faces: the dice that fell since, as ``sides * 1000 + face``.
        combat: the step as far as it got when it was last run, None before that.
        choice: the question that waits for an answer, None if none does.
        wanted: the die that is to be rolled by hand, None if none is.
    """

    def __init__(
        self,
        before: Combat[Any],
        answers: list[int] | None = None,
        faces: list[int] | None = None,
    ) -> None:
        self.before = before
        self.answers: list[int] = answers if answers is not None else []
        self.faces: list[int] = faces if faces is not None else []
        self.combat: Combat[Any] | None = None
        self.choice: Choice | None = None
        self.wanted: Unrolled | None = None

    # -- running --------------------------------------------------------------------------------

    def run(self, dice: Dice, agent: Agent, watched: bool = False) -> bool:
        """Run the step from its beginning, as far as it goes.

        Args:
            dice: whatever deals them; the state before keeps its own.
            agent: answers for every seat.
            watched: whether events are told.

        Returns:
            Whether the step came to its end; else ``choice`` or ``wanted`` says what it lacks.
        """
        work = self.begun(dice, agent)
        work.watched = watched
        return self.go(work)

    def go(self, work: Combat[Any]) -> bool:
        """Run a step that was ``begun``, as far as it goes; return whether it came to its end."""
        self.combat = work
        self.choice = None
        self.wanted = None
        try:
            work.step()
        except Pending as asked:
            self.choice = asked.choice
            return False
        except Unrolled as missing:
            self.wanted = missing
            return False
        return True

    def begun(self, dice: Dice, agent: Agent) -> Combat[Any]:
        """Return the state before the step anew, with these dice and everybody's agent."""
        work = self.before.clone()
        work.dice = dice
        work.agents = [agent] * len(work.agents)
        work.changes = 0
        work.watched = False
        work.record = None
        return work

    def outcome(self, dice: Dice, agent: Agent) -> Combat[Any]:
        """Return what the step comes to with these dice and answers, not watched.

        Raises:
            Suspended: an answer or a die is missing.
        """
        work = self.begun(dice, agent)
        work.step()
        return work

    def advance(self) -> bool:
        """Run the step with its own dice, nobody answering but what is known already.

        Returns:
            Whether the step came to its end; ``combat`` is the state that it left.
        """
        dice = self.before.dice.clone()
        dice.log = []
        whole = self.run(dice, Script(self.answers))
        self.faces = dice.log
        return whole

    def answer(self, answer: int) -> bool:
        """Answer the question that waits and go on; return whether the step came to its end."""
        self.answers.append(answer)
        return self.advance()

    # -- imagining ------------------------------------------------------------------------------

    def imagine(self, answer: int, dice: Dice, policy: Agent) -> Combat[Any]:
        """Return what may come of an answer to the question that waits.

        Up to it everything happens again as it did: recorded answers, recorded dice. After it the
        dice are new and the policy answers for everybody, so that nobody sees what is to come.

        Args:
            answer: to the question after the recorded answers.
            dice: for everything after it; they are used up.
            policy: answers every later question, of this step and of those that follow.

        Returns:
            The quiescent state after the step, not watched.

        Raises:
            ValueError: answers and dice are not those of this step.
        """
        agent = Retelling(self.answers, answer, dice, policy)
        work = self.begun(PrefixedDice(self.faces[:], dice), agent)
        agent.combat = work
        work.step()
        if work.dice is not dice:
            raise ValueError("the question is not asked again: the record is of another step")
        return work


class Retelling(Agent):
    """Gives recorded answers, then one more with which new dice come in, then steps aside."""

    def __init__(self, answers: list[int], answer: int, dice: Dice, policy: Agent) -> None:
        self.combat: Combat[Any] | None = None  # the step that it steers
        self.answers = answers
        self.answer = answer
        self.dice = dice
        self.policy = policy
        self.used = 0

    def decide(self, choice: Choice) -> int:
        """Return the next answer."""
        if self.used < len(self.answers):
            self.used += 1
            return self.answers[self.used - 1]
        combat = self.combat
        assert combat is not None
        combat.dice = self.dice
        combat.agents = [self.policy] * len(combat.agents)
        return self.answer


class PrefixedDice(Dice):
    """Dice of which the first are known; all others come from elsewhere: what may still happen."""

    def __init__(self, told: list[int], others: Dice) -> None:
        super().__init__()
        self.told = told
        self.others = others
        self.at = 0

    def about(self, purpose: int, who: int, round: int, rule: str) -> None:
        """Say what the coming dice are for, and whose."""
        if self.at >= len(self.told):
            self.others.about(purpose, who, round, rule)

    def part(self, number: int, who: int = -1) -> None:
        """Begin an independent part of a throw."""
        if self.at >= len(self.told):
            self.others.part(number, who)

    def roll(self, sides: int) -> int:
        """Return the next known face, then whatever comes."""
        if self.at < len(self.told):
            face = self.told[self.at] % 1000
            self.at += 1
            return face
        return self.others.roll(sides)

    def throw(self, throw: Throw) -> int:
        """Make a throw die by die while dice are known."""
        return throw.made(self) if self.at < len(self.told) else self.others.throw(throw)

    def clone(self) -> Dice:
        """Return itself: one line of what may happen is shared by all clones."""
        return self


# -- thinking in the middle of a step ------------------------------------------------------------


def recorded_step(combat: Combat[Any]) -> None:
    """Make a step of a quiescent combat such that agents can think in it: see ``scene_of``."""
    record = Record(combat.clone())
    log = combat.dice.log
    combat.dice.log = record.faces
    combat.record = record
    combat.step()
    combat.record = None
    combat.dice.log = log


def scene_of(choice: Choice) -> Scene:
    """Return the step in which a choice is asked, for an agent that wants to imagine answers.

    Raises:
        ValueError: the step is not recorded; ``recorded_step`` makes one that is.
    """
    record: Record | None = choice.combat.record
    if record is None:
        raise ValueError("the step under way is not recorded")
    scene = Scene(record.before, record.answers[:], record.faces[:])
    scene.choice = choice
    scene.combat = choice.combat
    return scene


def resume(snapshot: Combat[Any], agents: list[Agent]) -> Combat[Any]:
    """Run the step of a quiescent state anew on a clone; on ``Suspended`` keep the snapshot."""
    work = snapshot.clone()
    work.agents = agents
    work.changes = 0
    work.step()
    return work
