"""Intervals of shares and errors of means, from whole-number counts."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054  # the normal quantile of a two-sided 95 %


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's interval of a share: true for a number of fights fixed beforehand.

    Args:
        hits: how often it happened.
        n: of how many.
        z: how wide: 1.96 for 95 %.
    """
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    bend = z * z / n
    middle = (share + bend / 2) / (1 + bend)
    half = z / (1 + bend) * math.sqrt(share * (1 - share) / n + bend / (4 * n))
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == n else min(1.0, middle + half)
    return low, high


def anytime(hits: int, n: int, alpha: float = 0.05) -> tuple[float, float]:
    """Return an interval of a share that stays true however often one looks and stops.

    The beta-binomial confidence sequence with a uniform prior (Robbins 1970): wider than Wilson's.
    """
    if n == 0:
        return 0.0, 1.0
    limit = -math.log(alpha)
    weight = math.lgamma(1 + hits) + math.lgamma(1 + n - hits) - math.lgamma(2 + n)

    def outside(p: float) -> bool:
        return weight - hits * math.log(p) - (n - hits) * math.log1p(-p) >= limit

    def edge(out: float, inside: float) -> float:
        for _ in range(50):
            middle = (out + inside) / 2
            out, inside = (middle, inside) if outside(middle) else (out, middle)
        return out

    share = hits / n
    low = 0.0 if hits == 0 else edge(1e-12, share)
    high = 1.0 if hits == n else edge(1 - 1e-12, share)
    return low, high


class Mean(NamedTuple):
    """A mean and its standard error (not a number for fewer than two)."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums that add up, of whole numbers: exact whatever the order."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Moments) -> Moments:
        """Return the sums of both."""
        return Moments(self.n + other.n, self.total + other.total, self.squares + other.squares)

    def mean(self) -> Mean:
        """Return the mean and its standard error."""
        if self.n < 2:
            return Mean(float(self.total) if self.n else math.nan, math.nan)
        spread = (self.squares * self.n - self.total * self.total) / (self.n * (self.n - 1))
        return Mean(self.total / self.n, math.sqrt(spread / self.n))
