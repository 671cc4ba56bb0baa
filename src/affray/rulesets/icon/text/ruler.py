"""What a ruler tells of two spaces: how far, whether there is line of sight, and cover."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV
from affray.rulesets.icon.geometry import sight
from affray.rulesets.icon.state import IconCombat

COVER = "cover for who stands there"


def measured(combat: IconCombat, a: int, b: int) -> list[tuple[str, str]]:
    """Return what a ruler from one space to another tells, each part with its rule.

    Whoever stands at an end is measured with all of its spaces; an empty one as if somebody of
    Size 1 stood there. Rules: geometry.distance, los.trace, los.same-height-cover.
    """
    grid = combat.grid
    one = combat.at(a)
    other = combat.at(b)
    start, size = combat.body(a)
    goal, wide = combat.body(b)
    far = grid.distance(start, goal, CHEBYSHEV, size, wide)
    found = [(f"{far} space" if far == 1 else f"{far} spaces", "geometry.distance")]
    viewer = (start, size, combat.elevation(one) if one is not None else combat.levels[a])
    target = (goal, wide, combat.elevation(other) if other is not None else combat.levels[b])
    best = sight.HIDDEN
    for cell in grid.footprint(start, size):
        for space in grid.footprint(goal, wide):
            best = max_sight(best, sight.sight(combat, cell, viewer, space, target))
    if best == sight.HIDDEN:
        found.append(("no line of sight", "los.trace"))
    else:
        found.append(("line of sight", "los.trace"))
        word = COVER if best == sight.COVERED else "no cover"
        found.append((word, "los.same-height-cover"))
    return found


def max_sight(one: int, other: int) -> int:
    """Return the better of two sights: clear, then past cover, then none."""
    if one == sight.CLEAR or other == sight.CLEAR:
        return sight.CLEAR
    return sight.COVERED if sight.COVERED in (one, other) else sight.HIDDEN
