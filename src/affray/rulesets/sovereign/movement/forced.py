"""Being forced into another square."""

from __future__ import annotations

from affray.rulesets.sovereign import changes, condition, geometry, items
from affray.rulesets.sovereign.damage import falling
from affray.rulesets.sovereign.movement import terrain, ways
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant


def forced(
    combat: SovereignCombat,
    target: SovereignCombatant,
    partner: SovereignCombatant | None = None,
    by: SovereignCombatant | None = None,
) -> list[int]:
    """Return the adjacent squares into which somebody can be forced.

    A ``partner`` who moves at the same time is in nobody's way. ``by`` does not know of whom its
    side has not located: where such a one is, the movement simply stops.
    Rules: grid.forced-limits, grid.impassable.
    """
    grid = combat.grid
    here = target.cell
    other = partner.index if partner is not None else -1
    low = geometry.height(grid, here, target.size)
    viewer = by if by is not None else target
    held = ways.standing(combat, target, viewer.side)
    beside = grid.footprint(partner.cell, partner.size) if partner is not None else []
    cut = terrain.cut_by(grid, target.size, [one for one in held if one not in beside])
    found: list[int] = []
    for goal in grid.near[here]:
        if not grid.footprint(goal, target.size) or not terrain.open_to(grid, goal, target.size):
            continue
        if (here, goal) in cut or not all(
            ways.free_as_known(combat, viewer, cell, target, other)
            for cell in grid.footprint(goal, target.size)
        ):
            continue
        if geometry.height(grid, goal, target.size) > low + 2:
            continue
        if terrain.wall_on(combat, here, goal, target.size) != 0:
            continue
        dx = grid.column(goal) - grid.column(here)
        dy = grid.row(goal) - grid.row(here)
        if dx and dy and terrain.cuts(combat, here, dx, dy, target.size, terrain.WALKS):
            continue
        found.append(goal)
    return found


def thrust(
    combat: SovereignCombat, target: SovereignCombatant, goal: int, rule: str, source: int
) -> None:
    """Force somebody into a square; it provokes nothing.

    Rules: aoo.forced-movement, grid.forced-limits, fall.damage.
    """
    if ways.stopped(combat, combat.units[source], target, goal):
        return
    deep = geometry.height(combat.grid, target.cell, target.size)
    changes.move(combat, target, goal, rule, "forced", source)
    combat.stir = True
    deep -= geometry.height(combat.grid, goal, target.size)
    condition.part_screens(combat)
    condition.settle(combat)
    falling.fall(combat, target, deep)
    items.prick(combat, target)


def pushes(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant
) -> list[int]:
    """Return where a target can be forced to: not nearer. Rule: shove.result."""
    now = geometry.apart(combat, unit, target)
    return [
        goal
        for goal in forced(combat, target, None, unit)
        if gap(combat, unit, target, goal) >= now
    ]


def gap(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, goal: int
) -> int:
    """Return how far apart the two would be if the target were elsewhere."""
    up, other = unit.aloft, target.aloft
    return geometry.between(combat.grid, unit.cell, unit.size, goal, target.size, up, other)
