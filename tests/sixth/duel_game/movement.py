"""Going one square."""

from __future__ import annotations

from affray.core.event import Moved
from affray.core.grid import WALL
from duel_game.state import DuelCombat, Fighter


def barred(combat: DuelCombat, cell: int) -> str:
    """Return the rule that forbids to go to a cell, "" if none does."""
    if combat.ground(cell) == WALL or not combat.free(cell):
        return "movement.free-square"
    return ""


def go(combat: DuelCombat, unit: Fighter, cell: int) -> None:
    """Put a fighter onto a cell beside it."""
    if combat.watched:
        combat.tell(Moved(unit.index, unit.cell, cell))
    combat.move(unit, cell)
