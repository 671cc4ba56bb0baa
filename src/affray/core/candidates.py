"""Lists of candidates: which few answers a player that thinks should compare, unlike each other.

An answer that no list names is never found, and two that come to the same waste thought. Lists are
made at every question, so nothing is put in order that nobody looks at.
"""

from __future__ import annotations

from typing import Final

from affray.core.arrays import append, i64, vec
from affray.core.choice import PASS
from affray.core.grid import Grid

LOOKED: Final = 8  # answers spread out; a list need not be longer for any level
GONE: Final = 1e300  # nothing costs so much


def plain_first(plain: int, ranked: list[int], most: int) -> list[int]:
    """Return the plain answer and the first of some others, no more than ``most``; none twice."""
    found = [plain]
    for answer in ranked:
        if len(found) >= most:
            break
        if answer not in found:
            found.append(answer)
    return found


def in_turn(lists: list[list[int]], most: int) -> list[int]:
    """Return the answers of several lists: the first of each, the second of each...; none twice.

    No more than ``most``: what comes after them is not looked at.
    """
    found: list[int] = []
    longest = 0
    for one in lists:
        longest = max(longest, len(one))
    for place in range(longest):
        for one in lists:
            if place < len(one) and one[place] not in found:
                found.append(one[place])
                if len(found) >= most:
                    return found
    return found


def by_kind(ranked: list[int], kinds: list[int], most: int) -> list[int]:
    """Return the answers, the best first, mixed with the best of each kind and with doing nothing.

    Args:
        ranked: answers, the best first.
        kinds: of each of them what it does, by any number.
        most: how many to return at the most.
    """
    seen: set[int] = set()
    best: list[int] = []
    for place, answer in enumerate(ranked):
        if answer != PASS and kinds[place] not in seen:
            seen.add(kinds[place])
            best.append(answer)
            if len(best) >= most:
                break
    if PASS in ranked:
        best.insert(min(2, len(best)), PASS)
    return in_turn([ranked, best], most)


def alike(costs: list[float], answers: list[int]) -> list[list[int]]:
    """Return answers by what they cost, the cheapest first; those that cost the same together.

    Many do: to put what they cost in order is far less work than to put them in order. Those that
    cost the same stand as they were given.
    """
    found: dict[float, list[int]] = {}
    those: list[int] = []
    last = GONE
    for place in range(len(costs)):
        cost = costs[place]
        if cost != last:  # mostly what is listed together costs the same
            last = cost
            known = found.get(cost)
            if known is None:
                known = found[cost] = []
            those = known
        those.append(answers[place])
    return [found[cost] for cost in sorted(found)]


def cheapest(costs: list[float], answers: list[int]) -> list[int]:
    """Return answers, the cheapest first, of several that cost the same the lowest first."""
    found: list[int] = []
    for those in alike(costs, answers):
        those.sort()
        found += those
    return found


def spread(grid: Grid, costs: list[float], answers: list[int]) -> list[int]:
    """Return answers that are 1 + a cell, the cheapest first, but none beside a better one.

    Of several that cost the same the lowest comes first. Few are looked for, so the cheapest is
    sought anew each time: what everything costs is not put in order.
    """
    place_at = grid.nobody[:]  # by cell
    left: vec[float] = vec[float]()
    cells: vec[i64] = vec[i64]()
    count: i64 = 0
    for number in range(len(answers)):
        cell: i64 = answers[number] - 1
        if place_at[cell] < 0:
            place_at[cell] = count
            cells = append(cells, cell)
            left = append(left, costs[number])
            count += 1
    found: list[int] = []
    while len(found) < LOOKED:
        best: i64 = -1
        least = GONE
        place: i64
        for place in range(count):
            if left[place] <= least and left[place] < GONE:
                if left[place] < least or cells[place] < cells[best]:
                    best = place
                    least = left[place]
        if best < 0:
            break
        found.append(1 + cells[best])
        left[best] = GONE
        for beside in grid.near[cells[best]]:
            if place_at[beside] >= 0:
                left[place_at[beside]] = GONE
    return found
