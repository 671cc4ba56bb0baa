"""Players that are programs."""

from affray.bots.loops import at_random, finish, greedy
from affray.bots.registry import LEVELS, seated
from affray.bots.simple import BotRandom, GreedyBot, NoisyBot, RandomBot
from affray.bots.thinking import Level, ThinkingBot, Thought

__all__ = [
    "LEVELS",
    "BotRandom",
    "GreedyBot",
    "Level",
    "NoisyBot",
    "RandomBot",
    "ThinkingBot",
    "Thought",
    "at_random",
    "finish",
    "greedy",
    "seated",
]
