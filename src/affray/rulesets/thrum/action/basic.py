"""The basic abilities that everybody has. Rule: turn.basic-abilities-always."""

from __future__ import annotations

from affray.rulesets.thrum import death
from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.condition.holding import end
from affray.rulesets.thrum.condition.listed import BURNING
from affray.rulesets.thrum.feature import Use
from affray.rulesets.thrum.reaction.stance import Assist, Protect
from affray.rulesets.thrum.state import ThrumCombat


class Recover(Action):
    """One Load -1, or one Status ended; Burning ends besides.

    Rules: basic.recover, status.burning.
    """

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        super().apply(combat, use, slot)
        end(combat, use.actor, BURNING, recover=True)


class CoupDeGrace(Action):
    """Remove one Incapacitated enemy within 1, where the table has it.

    Rule: basic.coup-de-grace.
    """

    def apply(self, combat: ThrumCombat, use: Use, slot: int) -> None:
        death.remove(combat, combat.units[use.targets[slot]], "basic.coup-de-grace")


MADE: dict[str, type[EntryAbility]] = {
    "recover": Recover,
    "coup-de-grace": CoupDeGrace,
    "assist": Assist,
    "protect": Protect,
}
