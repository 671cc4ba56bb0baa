"""The basic Stances that help somebody else: Assist and Protect."""

from __future__ import annotations

from affray.rulesets.thrum.action import minions
from affray.rulesets.thrum.actions import MOST_SLOTS
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Trigger
from affray.rulesets.thrum.geometry.sight import reach_at
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import TARGETED


class Helping(Stance):
    """A Stance that may help one target of an attack, and then ends.

    A code is 1 + the target's place.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED

    def reaches(self, combat: ThrumCombat, owner: ThrumCombatant, target: ThrumCombatant) -> bool:
        return any(
            [
                combat.distance(place.cell, target.cell) <= reach_at(place.range, target, True)
                for place in self.places(combat, owner)
            ]
        )

    def close(self, combat: ThrumCombat, owner: ThrumCombatant, target: ThrumCombatant) -> None:
        """End the Stance, which may have reached its target from the square of a Minion."""
        minions.channelled(combat, owner, self.places(combat, owner), target)
        stances.end_stance(combat, owner, self)

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        assert use is not None
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"


class Assist(Helping):
    """An ally targets an enemy in range: +1 Bane on its defence. Rule: basic.assist."""

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not combat.allies(owner, combat.units[trigger.actor]):
            return []
        return [
            1 + slot
            for slot in range(min(len(use.targets), MOST_SLOTS))
            if use.named(slot)
            and combat.enemies(owner, combat.units[use.targets[slot]])
            and self.reaches(combat, owner, combat.units[use.targets[slot]])
        ]

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        use.defence_boons[code - 1] -= 1
        self.close(combat, owner, combat.units[use.targets[code - 1]])


class Protect(Helping):
    """An ally in range is targeted by an enemy: +1 Boon on its defence. Rule: basic.protect."""

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not combat.enemies(owner, combat.units[trigger.actor]):
            return []
        return [
            1 + slot
            for slot in range(min(len(use.targets), MOST_SLOTS))
            if use.named(slot)
            and combat.allies(owner, combat.units[use.targets[slot]])
            and self.reaches(combat, owner, combat.units[use.targets[slot]])
        ]

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        use = trigger.use
        assert use is not None
        use.defence_boons[code - 1] += 1
        self.close(combat, owner, combat.units[use.targets[code - 1]])
