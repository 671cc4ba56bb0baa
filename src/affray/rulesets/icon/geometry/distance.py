"""Distances between characters and spaces; the spaces of a character."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV
from affray.rulesets.icon.state import IconCombat, IconCombatant


def apart(combat: IconCombat, a: IconCombatant, b: IconCombatant) -> int:
    """Return the distance of two characters in spaces. Rule: geometry.distance."""
    return combat.apart(a, b)


def span(combat: IconCombat, a: int, b: int) -> int:
    """Return the distance of two spaces."""
    return combat.grid.distance(a, b, CHEBYSHEV)


def in_rows(combat: IconCombat) -> list[IconCombatant]:
    """Return everybody on the map by row, then column. Rule: roll.dice-order."""
    here = [(unit.cell, unit.index) for unit in combat.units if unit.cell >= 0]
    return [combat.units[index] for _, index in sorted(here)]


def place_next_to(combat: IconCombat, unit: IconCombatant, place: int, cell: int) -> bool:
    """Return whether somebody at a place would be next to a space."""
    cells = combat.grid.footprint(place, unit.size)
    return bool(cells) and combat.grid.distance(cell, place, CHEBYSHEV, 1, unit.size) == 1


def from_cell(combat: IconCombat, cell: int, unit: IconCombatant) -> int:
    """Return the distance of a space and a character."""
    return combat.grid.distance(cell, unit.cell, CHEBYSHEV, 1, unit.size)


def adjacent(combat: IconCombat, a: IconCombatant, b: IconCombatant) -> bool:
    """Return whether two characters are next to each other. Rule: geometry.adjacent."""
    return combat.apart(a, b) <= 1


def footprint(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return the spaces that a character takes up. Rules: geometry.size, geometry.grid."""
    return combat.grid.footprint(unit.cell, unit.size)
