"""What a ruler tells of two spaces: how far, whether there is line of sight, and cover."""

from __future__ import annotations

from affray.core.grid import ALTERNATING, WALL
from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.state import IngenuityCombat


def measured(combat: IngenuityCombat, a: int, b: int) -> list[tuple[str, str]]:
    """Return what a ruler from one space to another tells, each part with its rule.

    Whoever stands at an end is measured with all of its spaces.
    Rules: geometry.distance, geometry.line-of-sight, geometry.cover.
    """
    grid = combat.grid
    start, size = combat.body(a)
    goal, wide = combat.body(b)
    far = grid.distance(start, goal, ALTERNATING, size, wide)
    found = [(f"{far} m", "geometry.distance")]
    seen = False
    for begin in grid.footprint(start, size):
        for end in grid.footprint(goal, wide):
            seen = seen or geometry.look(combat, begin, end)
    if not seen:
        found.append(("no line of sight", "geometry.line-of-sight"))
        return found
    found.append(("line of sight", "geometry.line-of-sight"))
    ax = 2 * grid.xs[start] + size
    ay = 2 * grid.ys[start] + size
    bx = 2 * grid.xs[goal] + wide
    by = 2 * grid.ys[goal] + wide
    covered = False
    for cell in geometry.covers_beside(combat, goal, wide):
        corner = combat.ground(cell) == WALL
        left = 2 * grid.xs[cell]
        top = 2 * grid.ys[cell]
        covered = covered or geometry.crosses(ax, ay, bx, by, left, top, corner)
    word = "cover that can be sought there" if covered else "no cover"
    found.append((word, "geometry.cover"))
    return found
