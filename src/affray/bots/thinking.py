"""Players that think: a few likely answers, each tried in imagined futures, the best one kept.

Sequential halving over the likely answers of the ruleset's tactics. Every trial plays the step
again up to the question as it was, gives one answer, and goes on with plain play on new dice to the
end of a near round; there the position is appraised. The k-th trial of every answer meets the same
dice, keyed by what they are for, so that answers differ by what they do and not by their luck.
Budgets are trials, never time: the same fight is played the same on any machine.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.bots.chance import folded
from affray.bots.plain import GreedyBot
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.ruleset import Tactics
from affray.core.scene import Scene, scene_of

LONGEST: Final = 400  # steps of one trial: rules that go round in circles end it


class Level:
    """How much a player thinks.

    Attributes:
        name: by which it is seated.
        options: how many likely answers it compares.
        trials: how many futures it imagines for a decision, of all answers together.
        rounds: to the end of which round a trial goes: 1 the present, 2 the next.
        reactions: whether it thinks when it may answer somebody's deed, too.
    """

    def __init__(
        self, name: str, options: int, trials: int, rounds: int, reactions: bool = True
    ) -> None:
        self.name = name
        self.options = options
        self.trials = trials
        self.rounds = rounds
        self.reactions = reactions


THINKING: Final = (
    Level("steady", 3, 8, 1),
    Level("sharp", 4, 16, 2),
    Level("expert", 8, 32, 2),
    Level("master", 8, 128, 2),
)


class Thought:
    """What was considered at one question: each answer with how often and how well it did."""

    def __init__(self, options: list[int]) -> None:
        self.options = options  # the plain answer first
        self.totals = [0.0] * len(options)
        self.trials = [0] * len(options)
        self.best = 0  # its place among the options

    def mean(self, place: int) -> float:
        """Return the mean appraisal of an answer, from -1 (lost) to 1 (won); 0 if never tried."""
        tried = self.trials[place]
        return self.totals[place] / tried if tried else 0.0


class ThinkingBot(Agent):
    """Compares likely answers by what may come of them; the plain player where nothing is to gain.

    It needs steps that are recorded: see ``recorded_step``.
    """

    thinks: ClassVar[bool] = True

    def __init__(
        self, tactics: Tactics, level: Level, seed: int, fight: int = 0, seat: int = 0
    ) -> None:
        self.tactics = tactics
        self.level = level
        self.seed = folded(seed, fight, seat)
        self.policy = GreedyBot(tactics)
        self.asked = 0  # questions thought about: each has dice of its own
        self.thought: Thought | None = None  # of the last question, None if it was not thought of

    def decide(self, choice: Choice) -> int:
        """Return the answer that does best in the futures imagined.

        Raises:
            ValueError: the step under way is not recorded.
        """
        self.thought = None
        if choice.depth > 0 and not self.level.reactions:
            return self.tactics.answer(choice)
        options = self.tactics.likely(choice, self.level.options)
        if len(options) == 1:
            return options[0]
        combat: Combat[Any] = choice.combat
        self.asked += 1
        thought = Thought(options)
        self.halve(scene_of(choice), side_of(choice, combat), thought)
        self.thought = thought
        return options[thought.best]

    def halve(self, scene: Scene, side: int, thought: Thought) -> None:
        """Share the trials out in phases; after each the better half of the answers stays."""
        alive = list(range(len(thought.options)))
        phases = (len(alive) - 1).bit_length()
        number = 0  # of the dice: the same for all answers that are left
        for _ in range(phases):
            each = max(1, self.level.trials // (phases * len(alive)))
            for k in range(number, number + each):
                for place in alive:
                    thought.totals[place] += self.trial(scene, thought.options[place], side, k)
                    thought.trials[place] += 1
            number += each
            alive = better_half(alive, thought)
        thought.best = alive[0]

    def trial(self, scene: Scene, answer: int, side: int, number: int) -> float:
        """Return the appraisal of one imagined future, from -1 to 1."""
        dice = SeededDice(self.seed, self.asked, number)
        combat = scene.imagine(answer, dice, self.policy)
        last = scene.before.round + self.level.rounds
        for _ in range(LONGEST):
            if combat.outcome or combat.round >= last:
                break
            combat.changes = 0
            combat.step()
        return self.tactics.value(combat, side)


def side_of(choice: Choice, combat: Combat[Any]) -> int:
    """Return for whose good a choice is made: the side of who decides, else of its seat."""
    if choice.who >= 0:
        return int(combat.units[choice.who].side)
    for unit in combat.units:
        if unit.seats & choice.seats:
            return int(unit.side)
    return 0


def better_half(alive: list[int], thought: Thought) -> list[int]:
    """Return the better half, best first; of equals the earlier, plainer one comes first."""
    ranked: list[int] = []
    for place in alive:
        at = len(ranked)
        while at > 0 and thought.totals[place] > thought.totals[ranked[at - 1]]:
            at -= 1
        ranked.insert(at, place)
    return ranked[: (len(alive) + 1) // 2]
