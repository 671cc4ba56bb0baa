"""Intervals that stay true whenever one stops: of shares, of results, of means.

A usual 95 % interval is true for a number of fights that was fixed beforehand. Whoever looks again
and again and stops when it pleases is misled by it in about half of all runs. These here are wider
and miss in at most 5 % of runs at any look at all.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from affray.intervals import Moments, anytime, exact

ALPHA: Final = 0.05  # how often a 95 % interval may miss
ENOUGH: Final = 100  # values from which the interval of a mean holds
TIGHTEST: Final = 400  # values at which it is made to be narrowest

FIXED: Final = "for this many fights"
ALWAYS: Final = "whenever you stop"


class Interval(NamedTuple):
    """A number with its 95 % interval, and when that is true: ``FIXED`` or ``ALWAYS``."""

    share: float
    low: float
    high: float
    kind: str

    def as_data(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {"share": self.share, "interval": [self.low, self.high], "valid": self.kind}

    def holds(self, low: float, high: float) -> bool:
        """Return whether it lies within two bounds."""
        return low <= self.low and self.high <= high

    def apart(self, low: float, high: float) -> bool:
        """Return whether it lies outside two bounds altogether."""
        return self.high < low or self.low > high


def of_share(hits: int, n: int, kind: str = ALWAYS) -> Interval:
    """Return the share of something that happens or not, with its interval.

    Args:
        hits: how often it happened.
        n: of how many fights.
        kind: ``FIXED`` if their number was fixed beforehand, else ``ALWAYS``.
    """
    low, high = exact(hits, n, ALPHA) if kind == FIXED else anytime(hits, n, ALPHA)
    return Interval(hits / n if n else math.nan, low, high, kind)


def of_result(total: float, n: int) -> Interval:
    """Return the mean of results from 0 to 1 (a draw counts half), with its interval.

    Args:
        total: the sum of the results.
        n: of how many fights.
    """
    low, high = anytime(total, n, ALPHA)
    return Interval(total / n if n else math.nan, low, high, ALWAYS)


def of_mean(sums: Moments) -> tuple[float, float]:
    """Return the 95 % interval of a mean, valid whenever one stops; not a number for too few.

    The asymptotic confidence sequence (Waudby-Smith and others, 2021): it holds for any numbers
    from ``ENOUGH`` of them on.
    """
    if sums.n < ENOUGH:
        return math.nan, math.nan
    mean, error = sums.mean()
    half = error * spread(sums.n)
    return mean - half, mean + half


def spread(n: int, alpha: float = ALPHA) -> float:
    """Return how many standard errors wide the sequence is to either side after ``n`` values."""
    bend = (math.log(-2 * math.log(alpha)) + 1 - 2 * math.log(alpha)) / TIGHTEST
    many = n * bend + 1
    return math.sqrt(2 * many / (n * bend) * math.log(math.sqrt(many) / alpha))
