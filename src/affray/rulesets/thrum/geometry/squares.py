"""Squares of the map: distance, height, and where somebody can stand."""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat, Combatant
from affray.core.grid import IMPASSABLE, WALL, Grid

# Distance is the longer of the two offsets, whatever stands or rises between; at 1 two squares are
# adjacent, along a side or at a corner: ``Grid.steps`` counts it.
# Rules: grid.squares, grid.distance, grid.distance-ignores-terrain.
ADJACENT: Final = 1  # grid.adjacency


def levels_down(grid: Grid, a: int, b: int) -> int:
    """Return by how many levels square ``b`` lies below ``a``. Rule: grid.elevation."""
    return grid.levels[a] - grid.levels[b]


def can_be_stood_on(grid: Grid, cell: int) -> bool:
    """Return whether a square is on the map and no wall or the like. Rule: grid.map-edge."""
    return cell >= 0 and grid.ground[cell] != WALL and grid.ground[cell] != IMPASSABLE


def alone(combat: Combat[Any], unit: Combatant) -> bool:
    """Return whether nobody passes through somebody's square, nor it through another's.

    Rule: grid.one-character-per-square.
    """
    for other in combat.units:
        if other is not unit and other.present and other.cell == unit.cell:
            return False
    return True
