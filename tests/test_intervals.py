"""Intervals against an independent opinion and against what they promise."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from scipy.stats import binomtest

from affray.intervals import Moments, anytime, wilson


@pytest.mark.parametrize(
    ("hits", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (37, 1000), (999, 1000), (620, 1000)]
)
def test_wilson_agrees_with_scipy(hits: int, n: int) -> None:
    expected = binomtest(hits, n).proportion_ci(confidence_level=0.95, method="wilson")

    assert wilson(hits, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == anytime(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("hits", "n"), [(0, 40), (40, 40), (12, 40), (300, 1000)])
def test_the_anytime_interval_holds_its_likelihood_ratio_at_its_ends(hits: int, n: int) -> None:
    """At either end the mixture of all shares is 20 times as likely as that share."""
    mixture = math.lgamma(1 + hits) + math.lgamma(1 + n - hits) - math.lgamma(2 + n)

    for p in anytime(hits, n):
        if 0 < p < 1:
            ratio = mixture - hits * math.log(p) - (n - hits) * math.log1p(-p)
            assert ratio == pytest.approx(math.log(20), abs=1e-3)


def test_the_anytime_interval_is_wider_than_wilsons() -> None:
    low, high = anytime(600, 1000)
    inner_low, inner_high = wilson(600, 1000)

    assert low < inner_low < 0.6 < inner_high < high


def test_the_anytime_interval_misses_seldom_however_often_one_looks() -> None:
    chance = random.Random(20)
    missed = 0
    for _ in range(200):
        hits = 0
        for n in range(1, 401):
            hits += chance.random() < 0.6
            if n % 20 == 0 and not anytime(hits, n)[0] <= 0.6 <= anytime(hits, n)[1]:
                missed += 1
                break

    assert missed <= 10


def test_moments_give_mean_and_standard_error_in_any_order() -> None:
    values = [3, 5, 5, 8, 12, 2]
    one = Moments()
    for value in values:
        one += Moments(1, value, value * value)
    other = Moments(6, 35, 271)

    assert one == other
    assert one.mean().mean == pytest.approx(statistics.mean(values))
    assert one.mean().error == pytest.approx(statistics.stdev(values) / math.sqrt(6))


def test_a_mean_of_one_value_has_no_error() -> None:
    mean = Moments(1, 4, 16).mean()

    assert mean.mean == 4
    assert math.isnan(mean.error)
