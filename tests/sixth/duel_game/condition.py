"""What a hard strike leaves."""

from __future__ import annotations

from affray.core.combat import Combat
from affray.core.effect import ROUND_END, Effect, Held, Sum
from duel_game.state import Fighter

SKILL = 1  # the kind of number that effects may change


class Dazed(Effect):
    """Takes 1 from the skill. Rule: condition.dazed."""

    def adjust(self, total: Sum, held: Held) -> None:
        if total.kind == SKILL and total.who == held.anchor:
            total.add(-1, "condition.dazed")


DAZED = Dazed("dazed")


def daze(combat: Combat[Fighter], target: Fighter, harm: int) -> None:
    """Daze whoever a strike does 4 harm, until the round ends. Rule: condition.dazed."""
    if harm == 4 and target.able() and not target.has(DAZED):
        combat.give(target.index, DAZED, 1, target.index, ROUND_END, target.index)
