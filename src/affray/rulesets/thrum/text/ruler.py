"""What a ruler tells of two squares: how far, and whether the one has Cover from the other."""

from __future__ import annotations

from affray.rulesets.thrum.geometry import sight
from affray.rulesets.thrum.state import ThrumCombat


def measured(combat: ThrumCombat, a: int, b: int) -> list[tuple[str, str]]:
    """Return what a ruler from one square to another tells, each part with its rule.

    Rules: grid.distance, grid.no-line-of-sight, cover.bane, cover.opposite-side, cover.obstructed.
    """
    far = combat.distance(a, b)
    found = [(f"{far} square" if far == 1 else f"{far} squares", "grid.distance")]
    found.append(("no line of sight is needed", "grid.no-line-of-sight"))
    kind = sight.cover(combat, a, b)
    if kind == sight.OBSTRUCTED:
        found.append(("the path is Obstructed", "cover.obstructed"))
    elif kind == sight.COVER:
        found.append(("Cover for who stands there", "cover.bane"))
    else:
        found.append(("no Cover", "cover.opposite-side"))
    return found
