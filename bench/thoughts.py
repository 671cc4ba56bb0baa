"""What a thought of a player that thinks costs: fights in which every thought is timed."""

from __future__ import annotations

from time import process_time
from typing import ClassVar, Final

from affray.bots import GreedyBot, ThinkingBot, finish
from affray.bots.thinking import Level
from affray.core.choice import Absent, Agent, Choice
from affray.core.dice import SeededDice
from affray.sim.batches import from_content

SEED: Final = 31
FIGHTS: Final = 6  # half of them from either side
# Even between plain players, or the nearest to it that is even between better ones.
EVEN: Final = {
    "icon": "icon/bell-and-spark",
    "ingenuity": "ingenuity/toll-bridge",
    "quest": "quest/rival-companies",
    "sovereign": "sovereign/what-guards-below",
    "thrum": "thrum/tide-stair",
}


class Timed(Agent):
    """Passes choices on to a thinking player and adds up what its thoughts cost."""

    thinks: ClassVar[bool] = True

    def __init__(self, inner: ThinkingBot) -> None:
        self.inner = inner
        self.seconds = 0.0
        self.thoughts = 0
        self.changed = 0  # answers that were not the plain one
        self.answers: list[int] = []

    def decide(self, choice: Choice) -> int:
        """Answer as the player does."""
        before = process_time()
        answer = self.inner.decide(choice)
        spent = process_time() - before
        if self.inner.thought is not None:
            self.seconds += spent
            self.thoughts += 1
            self.changed += self.inner.thought.best != 0
        self.answers.append(answer)
        return answer


class Told(Agent):
    """Gives answers that are known."""

    thinks: ClassVar[bool] = True

    def __init__(self, answers: list[int]) -> None:
        self.answers = iter(answers)

    def decide(self, choice: Choice) -> int:
        """Return the next of them."""
        return next(self.answers)


def timed(game: str, level: Level) -> Timed:
    """Return a player of a level that has played its fights against the plain one."""
    ruleset, _ = from_content(EVEN[game])()
    player = Timed(ThinkingBot(ruleset.tactics(), level, SEED))
    fought(game, player)
    return player


def fought(game: str, player: Agent) -> None:
    """Let a player play against the plain one, as often from either side."""
    ruleset, setup = from_content(EVEN[game])()
    tactics = ruleset.tactics()
    for fight in range(FIGHTS):
        agents: list[Agent] = [GreedyBot(tactics) for _ in setup.seats]
        agents[setup.gm()] = Absent()
        agents[setup.sides[fight % 2].seat] = player
        finish(ruleset.begin(setup, SeededDice(SEED, fight), agents), 4000)
