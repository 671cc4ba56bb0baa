"""Lists of candidates: which few answers a player that thinks should compare, unlike each other.

An answer that no list names is never found, and two that come to the same waste thought.
"""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.grid import CHEBYSHEV, Grid

LOOKED: Final = 8  # answers spread out; a list need not be longer for any level
NEAR: Final = 2  # cells closer than this come to the same


def in_turn(lists: list[list[int]]) -> list[int]:
    """Return the answers of several lists: the first of each, the second of each...; none twice."""
    found: list[int] = []
    longest = 0
    for one in lists:
        longest = max(longest, len(one))
    for place in range(longest):
        for one in lists:
            if place < len(one) and one[place] not in found:
                found.append(one[place])
    return found


def by_kind(ranked: list[int], kinds: list[int]) -> list[int]:
    """Return the answers, the best first, mixed with the best of each kind and with doing nothing.

    Args:
        ranked: answers, the best first.
        kinds: of each of them what it does, by any number.
    """
    seen: list[int] = []
    best: list[int] = []
    for place, answer in enumerate(ranked):
        if kinds[place] not in seen and answer != PASS:
            seen.append(kinds[place])
            best.append(answer)
    if PASS in ranked:
        best.insert(min(2, len(best)), PASS)
    return in_turn([ranked, best])


def spread(grid: Grid, ranked: list[int]) -> list[int]:
    """Return answers that are 1 + a cell, the best first, without those close to a better one."""
    found: list[int] = []
    for answer in ranked:
        if len(found) >= LOOKED:
            break
        alone = True
        for other in found:
            if grid.distance(answer - 1, other - 1, CHEBYSHEV) < NEAR:
                alone = False
                break
        if alone:
            found.append(answer)
    return found
