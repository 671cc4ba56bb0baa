"""Players that are programs."""

from affray.bots.answers import at_random, greedy
from affray.bots.chance import BotRandom, NoisyBot, RandomBot
from affray.bots.plain import GreedyBot
from affray.bots.playout import finish
from affray.bots.registry import LEVELS, seated
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
