"""Players that are programs."""

from affray.bots.answers import at_random, greedy
from affray.bots.chance import NoisyBot, RandomBot, Whim
from affray.bots.plain import GreedyBot
from affray.bots.playout import finish
from affray.bots.registry import LEVELS, seated

__all__ = [
    "LEVELS",
    "GreedyBot",
    "NoisyBot",
    "RandomBot",
    "Whim",
    "at_random",
    "finish",
    "greedy",
    "seated",
]
