"""Players by name, from the weakest to the strongest."""

from __future__ import annotations

from typing import Final

from affray.bots.simple import GreedyBot, NoisyBot, RandomBot
from affray.bots.thinking import ThinkingBot, levels
from affray.core.choice import Absent, Agent
from affray.core.ruleset import Tactics

SLIPS: Final = {"reckless": 50, "noisy": 25, "careless": 20}  # percent of random slips

# What stands beside a name wherever players are listed.
LEVELS: Final = {
    "random": "any legal answer",
    "reckless": "greedy, but every second answer is random",
    "noisy": "greedy with 25 % random slips",
    "careless": "greedy with 20 % random slips",
    "greedy": "the plain answer of the ruleset's tactics",
    "steady": "compares 8 answers in at most 16 imagined futures to the end of the round; "
    "where rounds are long, 5 in 10",
    "sharp": "compares 10 answers in at most 32 futures to the end of the next round; "
    "where rounds are long, 8 in 20, first to the end of the present one",
    "expert": "compares 12 answers in at most 64 futures to the end of the next round",
    "master": "compares 12 answers in at most 256 futures to the end of the next round",
    "default": "the documented default of every choice",
}

# The same in a few words, for lists to choose from.
IN_SHORT: Final = {
    "random": "anything that is legal",
    "reckless": "plain play, half of it slips",
    "noisy": "plain play, a slip in four",
    "careless": "plain play, a slip in five",
    "greedy": "plain play",
    "steady": "thinks to the end of the round",
    "sharp": "thinks to the end of the next round",
    "expert": "thinks longer than sharp",
    "master": "thinks longest",
    "default": "takes every default",
}


def seated(name: str, tactics: Tactics, seed: int, fight: int = 0, seat: int = 0) -> Agent:
    """Return a player by name (one of ``LEVELS``); its chance comes from seed, fight and seat.

    Args:
        name: one of ``LEVELS``.
        tactics: those of the ruleset that is played.
        seed: with ``fight`` and ``seat``: what its own chance comes from.
        fight: the number of the fight.
        seat: the number of the seat.

    Raises:
        ValueError: no player is called so.
    """
    if name == "random":
        return RandomBot(seed, fight, seat)
    if name == "greedy":
        return GreedyBot(tactics)
    if name in SLIPS:
        return NoisyBot(tactics, seed, SLIPS[name], fight, seat)
    for level in levels(tactics):
        if name == level.name:
            return ThinkingBot(tactics, level, seed, fight, seat)
    if name == "default":
        return Absent()
    raise ValueError(f"no player is called {name!r}")
