"""A bot of your own, and whether it is any good.

A bot is an ``Agent``: it is asked a choice and returns the number of one of its answers. This one
plays greedily but never spares a wounded foe: among the attacks on offer it takes the one at the
foe with the least left. It plays the encounter against the greedy bot, both sides in turn, with the
same dice: only so does a lopsided encounter say nothing about the players.

    python examples/bot_of_your_own.py [FIGHTS]
"""

from __future__ import annotations

import sys

import affray
from affray.core.choice import Agent, Choice
from affray.core.ruleset import Ruleset
from affray.intervals import wilson

ENCOUNTER = "quest/toll-bridge"


class Finisher(Agent):
    """Attacks whoever has the least left; else does what the greedy bot does."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.tactics = ruleset.tactics()

    def decide(self, choice: Choice) -> int:
        """Return the answer to a choice."""
        plain = self.tactics.answer(choice)
        verb = choice.option(plain).verb
        attacks = [
            option
            for option in (choice.option(answer) for answer in choice.answers())
            if option.verb == "attack" and self.is_foe(choice, option.targets)
        ]
        if verb != "attack" or not attacks:
            return plain
        return min(attacks, key=lambda one: (self.left(choice, one.targets[0]), one.answer)).answer

    def is_foe(self, choice: Choice, targets: list[int]) -> bool:
        """Return whether the first target is of another side: friends can be attacked as well."""
        units = choice.combat.units
        return bool(targets) and units[targets[0]].side != units[choice.who].side

    def left(self, choice: Choice, who: int) -> int:
        """Return the first number of somebody's line: hit points, in this game."""
        return next(iter(self.ruleset.measures(choice.combat, who).values()))


def wins(seat: str, other: str, seed: int) -> bool:
    """Play one fight with the finisher on a seat; return whether its side won."""
    fight = affray.start(ENCOUNTER, seed=seed)
    fight.auto({seat: Finisher(fight.ruleset), other: "greedy"})
    side = next(one.id for one in fight.setup.sides if fight.setup.seats[one.seat] == seat)
    return fight.outcome is not None and fight.outcome.winner == side


def main(fights: int) -> None:
    """Play and tell the share of fights won, with its interval."""
    seats = ("players", "foes")
    won = sum(
        wins(seat, seats[1 - n], seed) for seed in range(fights) for n, seat in enumerate(seats)
    )
    low, high = wilson(won, 2 * fights)
    print(f"{won} of {2 * fights} fights won: {low:.0%} to {high:.0%}; 50% is as good as greedy")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
