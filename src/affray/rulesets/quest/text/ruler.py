"""What a ruler tells of two spaces: how far, whether there is line of sight, and low cover."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV
from affray.rulesets.quest import geometry
from affray.rulesets.quest.state import QuestCombat


def measured(combat: QuestCombat, a: int, b: int) -> list[tuple[str, str]]:
    """Return what a ruler from one space to another tells, each part with its rule.

    Whoever stands at an end is measured with all of its spaces.
    Rules: geometry.distance, geometry.line-of-sight, geometry.cover.
    """
    grid = combat.grid
    start, size = combat.body(a)
    goal, wide = combat.body(b)
    far = grid.distance(start, goal, CHEBYSHEV, size, wide)
    found = [(f"{far} space" if far == 1 else f"{far} spaces", "geometry.distance")]
    seen = False
    covered = True
    for begin in grid.footprint(start, size):
        for end in grid.footprint(goal, wide):
            if not geometry.look(combat, begin, end):
                continue
            seen = True
            low = combat.maps.covers[min(begin, end) * grid.size + max(begin, end)]
            if not any(
                grid.distance(cell, goal, CHEBYSHEV, 1, wide) == 1
                and grid.distance(cell, start, CHEBYSHEV, 1, size) > 1
                for cell in low
            ):
                covered = False
    if not seen:
        found.append(("no line of sight", "geometry.line-of-sight"))
    else:
        found.append(("line of sight", "geometry.line-of-sight"))
        word = "low cover for who stands there" if covered else "no cover"
        found.append((word, "geometry.cover"))
    return found
