"""The plain player: the answer that the ruleset's tactics hold for sensible."""

from __future__ import annotations

from affray.core.choice import Agent, Choice
from affray.core.ruleset import Tactics


class GreedyBot(Agent):
    """Quick and sensible, looks no further than the choice at hand, and never wavers."""

    def __init__(self, tactics: Tactics) -> None:
        self.tactics = tactics

    def decide(self, choice: Choice) -> int:
        """Return the plain answer."""
        return self.tactics.answer(choice)
