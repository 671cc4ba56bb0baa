"""Players that look no further than the choice at hand, and a bot's own chance.

That chance stands apart from the dice of the rules.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.choice import Agent, Choice
from affray.core.dice import GOLDEN, MASK, scramble
from affray.core.ruleset import Tactics

SALT: Final = 0x6B0A7D35  # keeps these numbers away from the dice of an equal seed


def folded(seed: int, fight: int, seat: int) -> int:
    """Return 32 bits that stand for a seed, a fight and a seat; whole numbers of any size."""
    mixed: i64 = SALT
    for number in [seed, fight, seat]:
        while True:
            mixed = scramble(mixed ^ (number & MASK))
            number >>= 32
            if number == 0 or number == -1:
                break
        mixed = scramble((mixed + GOLDEN) & MASK)
    return int(mixed)


class BotRandom:
    """Numbers keyed by a seed and how many were taken: no stream, nothing global."""

    def __init__(self, seed: int, fight: int = 0, seat: int = 0) -> None:
        self.base = folded(seed, fight, seat)
        self.taken = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how one that goes on equally is made: for copies and pickles."""
        return (random_at, (self.base, self.taken))

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        self.taken += 1
        word: i64 = scramble((self.base + self.taken * GOLDEN) & MASK)
        span: i64 = limit
        return int((word * span) >> 32)


def random_at(base: int, taken: int) -> BotRandom:
    """Return numbers that go on after so many were taken."""
    found = BotRandom(0)
    found.base = base
    found.taken = taken
    return found


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyBot(Agent):
    """Quick and sensible, looks no further than the choice at hand, and never wavers."""

    def __init__(self, tactics: Tactics) -> None:
        self.tactics = tactics

    def decide(self, choice: Choice) -> int:
        """Return the plain answer."""
        return self.tactics.answer(choice)


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Agent):
    """Takes any legal answer. Of no use as an opponent; it finds what nobody thought of."""

    def __init__(self, seed: int, fight: int = 0, seat: int = 0) -> None:
        self.whim = BotRandom(seed, fight, seat)

    def decide(self, choice: Choice) -> int:
        """Return any legal answer."""
        answers = choice.answers()
        return answers[self.whim.below(len(answers))]


@mypyc_attr(allow_interpreted_subclasses=True)
class NoisyBot(Agent):
    """Plays the plain answer, but for a share of slips, in percent: those take any legal answer."""

    def __init__(
        self, tactics: Tactics, seed: int, share: int, fight: int = 0, seat: int = 0
    ) -> None:
        self.tactics = tactics
        self.share = share
        self.whim = BotRandom(seed, fight, seat)

    def decide(self, choice: Choice) -> int:
        """Return the plain answer or, in a slip, any legal one."""
        if self.whim.below(100) < self.share:
            answers = choice.answers()
            return answers[self.whim.below(len(answers))]
        return self.tactics.answer(choice)
