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

    def decide(self, choice: Choice) -> int:
        """Answer as the player does."""
        before = process_time()
        answer = self.inner.decide(choice)
        spent = process_time() - before
        if self.inner.thought is not None:
            self.seconds += spent
            self.thoughts += 1
            self.changed += self.inner.thought.best != 0
        return answer


def timed(game: str, level: Level, fights: int) -> Timed:
    """Return a player of a level that has played some fights against the plain one."""
    ruleset, setup = from_content(EVEN[game])()
    tactics = ruleset.tactics()
    player = Timed(ThinkingBot(tactics, level, SEED))
    for fight in range(fights):
        agents: list[Agent] = [GreedyBot(tactics) for _ in setup.seats]
        agents[setup.gm()] = Absent()
        agents[setup.sides[fight % 2].seat] = player
        finish(ruleset.begin(setup, SeededDice(SEED, fight), agents), 4000)
    return player
