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


def exact(hits: int, n: int, alpha: float = 0.05) -> tuple[float, float]:
    """Return the exact interval of a share (Clopper and Pearson): never true less often than said.

    For a number of fights fixed beforehand. It is a little wider than Wilson's, which for few
    fights and rare things is true less often than it says.

    Args:
        hits: how often it happened.
        n: of how many.
        alpha: how often it may miss, on both sides together.
    """
    if n == 0:
        return 0.0, 1.0
    low = 0.0 if hits == 0 else _root(hits, n - hits + 1, alpha / 2)
    high = 1.0 if hits == n else _root(hits + 1, n - hits, 1 - alpha / 2)
    return low, high


def _root(a: int, b: int, chance: float) -> float:
    """Return where the beta distribution of ``a`` and ``b`` reaches a chance."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if beta_below(a, b, middle) < chance else (low, middle)
    return (low + high) / 2


def beta_below(a: float, b: float, x: float) -> float:
    """Return the chance that a beta-distributed number is below ``x`` (a continued fraction)."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_below(b, a, 1 - x)
    weight = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(weight + a * math.log(x) + b * math.log1p(-x)) / a
    value, c, d = 1.0, 1.0, 0.0
    for step in range(_TERMS):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / _apart(1 + term * d)
        c = _apart(1 + term / c)
        value *= c * d
        if step and abs(c * d - 1) < 1e-12:
            break
    return front * (value - 1)


def _apart(number: float) -> float:
    """Return a number that may be divided by."""
    return number if abs(number) > 1e-300 else 1e-300


_TERMS: Final = 2000  # of the continued fraction; some dozens are enough


def anytime(hits: float, n: int, alpha: float = 0.05) -> tuple[float, float]:
    """Return an interval of a share that stays true however often one looks and stops.

    The beta-binomial confidence sequence with a uniform prior (Robbins 1970): wider than Wilson's.
    It holds as well for results between 0 and 1, such as a draw that counts half: of all results of
    one mean those of 0 and 1 alone vary most.

    Args:
        hits: how often it happened, or the sum of the results.
        n: of how many.
        alpha: how often it may miss, at any look.
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

    def as_data(self) -> list[int]:
        """Return them as plain data for JSON: ``Moments(*data)`` is the same again."""
        return [self.n, self.total, self.squares]

    def mean(self) -> Mean:
        """Return the mean and its standard error."""
        if self.n < 2:
            return Mean(float(self.total) if self.n else math.nan, math.nan)
        spread = (self.squares * self.n - self.total * self.total) / (self.n * (self.n - 1))
        return Mean(self.total / self.n, math.sqrt(spread / self.n))
