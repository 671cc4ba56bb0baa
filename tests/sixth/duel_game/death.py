"""Going out."""

from __future__ import annotations

from affray.core.event import Fell
from duel_game.state import DuelCombat, Fighter


def check(combat: DuelCombat, unit: Fighter) -> None:
    """Take a fighter without hit points off the field. Rule: death.out."""
    if unit.hp > 0:
        return
    combat.leave(unit)
    unit.present = False
    if combat.watched:
        combat.tell(Fell(unit.index, "death.out"))
