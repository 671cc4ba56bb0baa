"""The end of a duel."""

from __future__ import annotations

from affray.core.event import Ended
from duel_game.state import DuelCombat

LAST_SIDE = "end.last-side"


def judge(combat: DuelCombat) -> None:
    """End the fight once a single side stands."""
    standing = sorted({unit.side for unit in combat.units if unit.able()})
    if len(standing) == 1:
        finish(combat, standing[0])


def draw(combat: DuelCombat) -> None:
    """End the fight after its last round, nobody winning."""
    finish(combat, -1)


def finish(combat: DuelCombat, winner: int) -> None:
    """End the fight for a side, or (-1) for nobody."""
    combat.outcome = LAST_SIDE
    combat.winner = winner
    if combat.watched:
        combat.tell(Ended(LAST_SIDE, winner))
