"""The end of a duel."""

from __future__ import annotations

from duel_game.state import DuelCombat

LAST_SIDE = "end.last-side"


def judge(combat: DuelCombat) -> None:
    """End the fight once a single side stands."""
    standing = sorted({unit.side for unit in combat.units if unit.able()})
    if len(standing) == 1:
        combat.outcome = LAST_SIDE
        combat.winner = standing[0]


def draw(combat: DuelCombat) -> None:
    """End the fight after its last round, nobody winning."""
    combat.outcome = LAST_SIDE
