"""Players that think: a few likely answers, each tried in imagined futures, the best one kept.

Sequential halving over the likely answers of the ruleset's tactics. Every trial plays the step
again up to the question as it was, gives one answer, and goes on with plain play on new dice to the
end of a near round; there the position is appraised. The k-th trial of every answer meets the same
dice, keyed by what they are for, so that answers differ by what they do and not by their luck.
Budgets are trials, never time: the same fight is played the same on any machine.

With few trials the best looks better than it is. So the plain answer is never dropped, and another
is given only if what it gains over the plain one on the same dice exceeds its standard error.
Whatever has gained nothing yet is dropped at once: mostly nothing is left after a few trials, and
what they save lets a player look at more answers.

Where a round has so many questions that a future to the end of the next one is dear, fewer answers
are compared, and the first trial of each looks no farther than the present round.

Where something is hidden from the seat that thinks, every set of dice comes with a fight that may
be under way for all the seat knows: what it cannot know is settled by chance.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.bots.simple import folded
from affray.bots.supposing import Scenes
from affray.core.attributes import attributes_of, give_attributes
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset, Tactics
from affray.core.scene import Scene

LONGEST: Final = 400  # steps of one trial: rules that go round in circles end it
MARGIN: Final = 1.0  # standard errors, squared, that an answer has to gain over the plain one
PHASES: Final = 3  # of a thought; after each the answers that are left have more trials


@mypyc_attr(allow_interpreted_subclasses=True)
class Level:
    """How much a player thinks.

    Attributes:
        name: by which it is seated.
        options: how many likely answers it compares.
        trials: how many futures it imagines at the most, of all answers together.
        rounds: to the end of which round a trial goes: 1 the present, 2 the next.
        reactions: whether it thinks when it may answer somebody's deed, too.
        first: to the end of which round the trials of the first phase go; 0: as all the others.
    """

    def __init__(
        self,
        name: str,
        options: int,
        trials: int,
        rounds: int,
        reactions: bool = True,
        first: int = 0,
    ) -> None:
        self.name = name
        self.options = options
        self.trials = trials
        self.rounds = rounds
        self.reactions = reactions
        self.first = first if first else rounds

    def __getstate__(self) -> dict[str, object]:
        """Return all that it holds: for copies and pickles."""
        return attributes_of(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Hold what another held."""
        give_attributes(self, state)


THINKING: Final = (
    Level("steady", 8, 16, 1),
    Level("sharp", 10, 32, 2),
    Level("expert", 12, 64, 2),
    Level("master", 12, 256, 2),
)
# The same where rounds are long: ``Tactics.long_rounds``.
IN_LONG_ROUNDS: Final = (
    Level("steady", 5, 10, 1),
    Level("sharp", 8, 20, 2, first=1),
    THINKING[2],
    THINKING[3],
)


def levels(tactics: Tactics) -> tuple[Level, ...]:
    """Return the levels as they are in a game, from the weakest."""
    return IN_LONG_ROUNDS if tactics.long_rounds() else THINKING


@mypyc_attr(allow_interpreted_subclasses=True)
class Thought:
    """What was considered at one question: each answer with how often and how well it did.

    Attributes:
        options: the answers compared, the plain one first.
        totals: of each the sum of its appraisals.
        gains: of each the sum of what it gained over the plain answer on the same dice.
        squares: of each the sum of the squares of these gains.
        trials: of each in how many imagined futures it was tried.
        best: the place of the answer that was given.
        who: the combatant that decides, by index; -1 a whole side.
        prompt: the question, "" unless the player remembers.
        keys: the answers in words, none unless the player remembers.
    """

    def __init__(self, options: list[int], who: int) -> None:
        self.options = options
        self.totals = [0.0] * len(options)
        self.gains = [0.0] * len(options)
        self.squares = [0.0] * len(options)
        self.trials = [0] * len(options)
        self.best = 0
        self.who = who
        self.prompt = ""
        self.keys: list[str] = []

    def __getstate__(self) -> dict[str, object]:
        """Return all that it holds: for copies and pickles."""
        return attributes_of(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Hold what another held."""
        give_attributes(self, state)

    def note(self, place: int, value: float, gain: float) -> None:
        """Note what came of an answer in one future, and what it gained over the plain one."""
        self.totals[place] += value
        self.gains[place] += gain
        self.squares[place] += gain * gain
        self.trials[place] += 1

    def choose(self, alive: list[int]) -> None:
        """Choose the best of those left, if it gains more than luck alone may explain.

        Its gains over the plain answer on the same dice must exceed their standard error.
        """
        self.best = 0
        for place in alive:
            if place != 0 and (self.best == 0 or self.gains[place] > self.gains[self.best]):
                if self.sure(place):
                    self.best = place

    def sure(self, place: int) -> bool:
        """Return whether the mean gain of an answer exceeds its standard error."""
        tried = self.trials[place]
        gain = self.gains[place]
        if tried < 2 or gain <= 0.0:
            return False
        spread = self.squares[place] - gain * gain / tried
        return gain * gain * (tried - 1) > MARGIN * spread * tried

    def mean(self, place: int) -> float:
        """Return the mean appraisal of an answer, from -1 (lost) to 1 (won); 0 if never tried."""
        tried = self.trials[place]
        return self.totals[place] / tried if tried else 0.0

    def gain(self, place: int) -> float:
        """Return what an answer gained over the plain one on the same dice, on average."""
        tried = self.trials[place]
        return self.gains[place] / tried if tried else 0.0


@mypyc_attr(allow_interpreted_subclasses=True)
class PlainPolicy(Agent):
    """Answers for everybody in an imagined future: plainly, and as documented for the GM."""

    def __init__(self, tactics: Tactics) -> None:
        self.tactics = tactics

    def decide(self, choice: Choice) -> int:
        """Return the plain answer; the default where the GM plays none of those concerned."""
        combat: Combat[Any] = choice.combat
        if choice.seats == 1 << combat.gm and side_of(choice, combat) < 0:
            return choice.fallback()
        return self.tactics.answer(choice)


@mypyc_attr(allow_interpreted_subclasses=True)
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
        self.policy = PlainPolicy(tactics)
        self.asked = 0  # questions thought about: each has dice of its own
        self.thought: Thought | None = None  # of the last question, None if it was not thought of
        self.memory: list[Thought] | None = None  # of all questions, if somebody wants to know

    def decide(self, choice: Choice) -> int:
        """Return the answer that does best in the futures imagined.

        Raises:
            ValueError: the step under way is not recorded.
            InvalidError: the weights of the tactics are of another version of the rules.
        """
        self.thought = None
        combat: Combat[Any] = choice.combat
        if self.asked == 0:
            check_weights(self.tactics, combat)
        side = side_of(choice, combat)
        if side < 0 or (choice.depth > 0 and not self.level.reactions):
            return self.policy.decide(choice)
        options = self.tactics.likely(choice, self.level.options)
        if len(options) == 1:
            return options[0]
        self.asked += 1
        thought = Thought(options, choice.who)
        scenes = Scenes(self.tactics, choice, SeededDice(self.seed, self.asked, -1))
        if scenes.at(0) is None:
            return options[0]  # nothing that may be hidden leads to this question
        self.halve(scenes, side, thought)
        self.thought = thought
        if self.memory is not None:
            thought.prompt = choice.prompt()
            thought.keys = [choice.key(option) for option in options]
            self.memory.append(thought)
        return options[thought.best]

    def halve(self, scenes: Scenes, side: int, thought: Thought) -> None:
        """Share the trials out in phases; after each the better half of what gains stays."""
        alive = list(range(len(thought.options)))
        left = self.level.trials
        number = 0  # of the dice: the same for all answers that are left
        for phase in range(PHASES):
            each = max(1, left // ((PHASES - phase) * len(alive)))
            rounds = self.level.rounds if phase else self.level.first
            for k in range(number, number + each):
                scene = scenes.at(k)
                if scene is None:
                    continue
                plain = 0.0
                for place in alive:
                    value = self.trial(scene, thought.options[place], side, k, rounds)
                    if place == 0:
                        plain = value
                    thought.note(place, value, value - plain)
            number += each
            left -= each * len(alive)
            alive = better_half(alive, thought)
            if len(alive) == 1 or left < len(alive):
                break
        thought.choose(alive)

    def trial(self, scene: Scene, answer: int, side: int, number: int, rounds: int) -> float:
        """Return the appraisal of one imagined future, from -1 to 1.

        Args:
            scene: the step under way.
            answer: to its question.
            side: for whom it is appraised.
            number: of the dice.
            rounds: to the end of which round it goes: 1 the present, 2 the next.
        """
        dice = SeededDice(self.seed, self.asked, number)
        combat = scene.imagine(answer, dice, self.policy)
        last = max(1, scene.before.round) + rounds  # placing looks as far as round 1
        for _ in range(LONGEST):
            if combat.outcome or combat.round >= last:
                break
            combat.changes = 0
            combat.step()
        return self.tactics.value(combat, side)


def check_weights(tactics: Tactics, combat: Combat[Any]) -> None:
    """Refuse weights that were fitted by another version of the rules.

    Raises:
        InvalidError: they were.
    """
    rules = combat.ruleset
    fitted = tactics.fitted_for()
    if isinstance(rules, Ruleset) and fitted not in (0, rules.version):
        raise InvalidError(
            [
                f"found weights for version {fitted} of the rules of {rules.id}, "
                f"expected {rules.version}: affray fit {rules.id}"
            ]
        )


def side_of(choice: Choice, combat: Combat[Any]) -> int:
    """Return for whose good a choice is made: the side of who decides, else of its seat.

    -1: nobody's, a question to the GM who speaks for none of those concerned.
    """
    if choice.who >= 0 and combat.units[choice.who].seats & choice.seats:
        return int(combat.units[choice.who].side)
    for unit in combat.units:
        if unit.seats & choice.seats:
            return int(unit.side)
    return -1


def better_half(alive: list[int], thought: Thought) -> list[int]:
    """Return the plain answer and the better half of those that gain, best first.

    Of equals the earlier one.
    """
    ranked: list[int] = []
    for place in alive:
        if thought.gains[place] <= 0.0:
            continue
        at = len(ranked)
        while at > 0 and thought.gains[place] > thought.gains[ranked[at - 1]]:
            at -= 1
        ranked.insert(at, place)
    return [0, *ranked[: len(alive) // 2]]
