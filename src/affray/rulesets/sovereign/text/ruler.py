"""What a ruler tells of two squares: how far, whether there is line of sight, and cover."""

from __future__ import annotations

from typing import Final

from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.geometry import BLIND
from affray.rulesets.sovereign.sight import CUBE
from affray.rulesets.sovereign.state import SovereignCombat

CORNERS: Final = 8


def measured(combat: SovereignCombat, a: int, b: int) -> list[tuple[str, str]]:
    """Return what a ruler from one square to another tells, each part with its rule.

    Whoever stands at an end is measured with all of its cubes; an empty one as if somebody as
    large as one cube stood there. Line of sight is mutual, cover is not.
    Rules: grid.distance, los.any-point, los.symmetric, cover.corner-test, cover.none, cover.half,
    cover.full.
    """
    grid = combat.grid
    one = combat.at(a)
    other = combat.at(b)
    start, size = combat.body(a)
    goal, wide = combat.body(b)
    up = one.aloft if one is not None else 0
    high = other.aloft if other is not None else 0
    squares = geometry.between(grid, start, size, goal, wide, up, high)
    found = [(f"{5 * squares} ft", "grid.distance")]
    if start == goal:
        return found
    boxes = geometry.boxes_of(combat)
    eye = geometry.corner(grid, start, size, up)
    aim = geometry.corner(grid, goal, wide, high)
    hidden = geometry.hidden(boxes, eye, size * CUBE, aim, wide * CUBE)
    if hidden == BLIND and geometry.hidden(boxes, aim, wide * CUBE, eye, size * CUBE) == BLIND:
        found.append(("no line of sight", "los.any-point"))
        return found
    found.append(("line of sight", "los.any-point"))
    if hidden == 0:
        found.append(("no cover", "cover.none"))
    elif hidden == BLIND or hidden == CORNERS:
        found.append(("full cover for who stands there", "cover.full"))
    else:
        found.append(("half cover for who stands there", "cover.half"))
    return found
