"""Lists of candidates: what sorting and comparing everything would find, without doing so."""

from __future__ import annotations

import random

from affray.core.candidates import (
    LOOKED,
    alike,
    by_kind,
    cheapest,
    in_turn,
    plain_first,
    spread,
)
from affray.core.choice import PASS
from affray.core.grid import CHEBYSHEV, OPEN, Grid

GRID = Grid(9, 7, [OPEN] * 63, [0] * 63)


def sorted_by(costs: list[float], answers: list[int]) -> list[int]:
    return [answer for _, answer in sorted(zip(costs, answers, strict=True))]


def test_answers_are_taken_in_turn_and_none_twice() -> None:
    lists = [[5, 6, 7], [6, 8], [5, 9, 1, 2]]

    assert in_turn(lists, 99) == [5, 6, 8, 9, 7, 1, 2]
    assert [in_turn(lists, most) for most in (1, 4)] == [[5], [5, 6, 8, 9]]
    assert in_turn([], 3) == in_turn([[], []], 3) == []


def test_the_plain_answer_comes_first_and_only_once() -> None:
    assert plain_first(3, [1, 3, 2, 4], 3) == [3, 1, 2]
    assert plain_first(3, [], 3) == [3]


def test_the_best_of_each_kind_is_mixed_with_the_best_and_with_doing_nothing() -> None:
    ranked = [21, 22, 23, 31, PASS, 41, 24]
    kinds = [2, 2, 2, 3, 0, 4, 2]

    assert by_kind(ranked, kinds, 99) == [21, 22, 31, 23, PASS, 41, 24]
    assert by_kind(ranked, kinds, 3) == [21, 22, 31]
    assert by_kind([21, 22], [2, 2], 9) == [21, 22]


def test_what_costs_the_same_stands_together_in_the_order_given() -> None:
    assert alike([2.0, 0.5, 2.0, -0.0, 0.0], [9, 3, 1, 8, 7]) == [[8, 7], [3], [9, 1]]


def test_the_cheapest_come_first_and_of_equals_the_lowest() -> None:
    pick = random.Random(4)
    for _ in range(200):
        answers = pick.sample(range(63), pick.randrange(40))
        costs = [pick.choice([-1.5, 0.0, 0.1 + 0.2, 0.3, 7.0]) for _ in answers]

        assert cheapest(costs, answers) == sorted_by(costs, answers)


def test_those_spread_out_are_the_cheapest_that_are_not_close_to_a_better_one() -> None:
    pick = random.Random(5)
    longest = 0
    for _ in range(200):
        answers = [1 + cell for cell in pick.sample(range(63), pick.randrange(50))]
        costs = [float(pick.randrange(12)) for _ in answers]
        wanted: list[int] = []
        for answer in sorted_by(costs, answers):
            far = [GRID.distance(answer - 1, one - 1, CHEBYSHEV) for one in wanted]
            if len(wanted) < LOOKED and min(far, default=2) > 1:
                wanted.append(answer)

        assert spread(GRID, costs, answers) == wanted
        longest = max(longest, len(wanted))

    assert longest == LOOKED
