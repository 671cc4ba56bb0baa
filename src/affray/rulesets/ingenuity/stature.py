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


def room_for(combat: IngenuityCombat, unit: Unit, wide: int) -> int:
    """Return where somebody who grows fits and still fills its spaces, -1 if nowhere."""
    more = wide - unit.size
    for dy in range(0, -more - 1, -1):
        for dx in range(0, -more - 1, -1):
            cell = combat.grid.beside(unit.cell, dx, dy)
            if cell >= 0 and ground.standing(combat, cell, wide):
                if combat.free(cell, wide, unit.index):
                    return cell
    return -1


def resize(combat: IngenuityCombat, unit: Unit, grown: int) -> bool:
    """Let somebody grow or shrink where there is room. Rules: geometry.footprint, sheet.size."""
    usual = unit.sheet.footprint
    wide = usual if not grown else max(1, footprint(unit.sheet.size + grown))
    cell = unit.cell
    if cell >= 0:
        if wide > unit.size:
            cell = room_for(combat, unit, wide)
            if cell < 0:
                return False
        combat.leave(unit)
    unit.grown = grown
    unit.size = wide
    if cell >= 0:
        combat.stand(unit, cell)
    combat.mark_changed()
    return True
