"""How big somebody is: the spaces it fills, growing and shrinking."""

from __future__ import annotations

from affray.rulesets.ingenuity import ground
from affray.rulesets.ingenuity.state import (
    IngenuityCombat,
    Unit,
)


def footprint(size: int) -> int:
    """Return how many spaces wide a size is. Rule: geometry.footprint."""
    return 1 if size <= 4 else (size - 1) // 2


def resize(combat: IngenuityCombat, unit: Unit, grown: int) -> bool:
    """Let somebody grow or shrink where there is room. Rules: geometry.footprint, sheet.size."""
    usual = unit.sheet.footprint
    wide = usual if not grown else max(1, footprint(unit.sheet.size + grown))
    if unit.cell >= 0 and wide > unit.size:
        if not ground.standing(combat, unit.cell, wide):
            return False
        if not combat.free(unit.cell, wide, unit.index):
            return False
    cell = unit.cell
    if cell >= 0:
        combat.leave(unit)
    unit.grown = grown
    unit.size = wide
    if cell >= 0:
        combat.stand(unit, cell)
    combat.touch()
    return True
