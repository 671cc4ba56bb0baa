"""What a hard strike leaves."""

from __future__ import annotations

from affray.core.effect import ROUND_END, Effect, Held, Sum
from affray.core.event import ConditionGained, ConditionLost
from duel_game.state import DuelCombat, Fighter

SKILL = 1  # the kind of number that effects may change


class Dazed(Effect):
    """Takes 1 from the skill. Rule: condition.dazed."""

    def adjust(self, total: Sum, held: Held) -> None:
        if total.kind == SKILL and total.who == held.anchor:
            total.add(-1, "condition.dazed")


DAZED = Dazed("dazed")


def daze(combat: DuelCombat, target: Fighter, harm: int) -> None:
    """Daze whoever a strike does 4 harm, until the round ends. Rule: condition.dazed."""
    if harm == 4 and target.able() and not target.has(DAZED):
        combat.give(target.index, DAZED, 1, target.index, ROUND_END, target.index)
        if combat.watched:
            combat.tell(ConditionGained(target.index, DAZED.id, rule="condition.dazed"))


def end_round(combat: DuelCombat) -> None:
    """End what lasts until the end of a round. Rule: condition.dazed."""
    for unit in combat.units:
        ended = combat.expire(ROUND_END, unit.index)
        if ended and combat.watched:
            combat.tell(ConditionLost(unit.index, DAZED.id, rule="condition.dazed"))
