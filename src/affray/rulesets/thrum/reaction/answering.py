"""Stances of packs: a trigger of a closed list, and a response in the words of the vocabulary."""

from __future__ import annotations

from typing import Final

from affray.core.combat import TURN
from affray.rulesets.thrum.action.action import compiled
from affray.rulesets.thrum.attack import contest, targeting
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_of
from affray.rulesets.thrum.reaction.stance import Stance
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    ENDS,
    ENTERS,
    LEAVES,
    RESOLVED,
    STARTS,
    SUCCESS,
    TARGETED,
)

ME_TARGETED: Final = "an enemy targets you with an attack"
ALLY_TARGETED: Final = "an enemy targets an ally within range with an attack"
DEFENDED_WELL: Final = "you successfully defend against an enemy attack"
HIT: Final = "an enemy attack succeeds against you"
COMES: Final = "an enemy enters a square within range"
GOES: Final = "an enemy leaves a square within range"
TURN_STARTS: Final = "your turn starts"
TURN_ENDS: Final = "your turn ends"

MOMENTS: Final[dict[str, int]] = {
    ME_TARGETED: TARGETED,
    ALLY_TARGETED: TARGETED,
    DEFENDED_WELL: RESOLVED,
    HIT: RESOLVED,
    COMES: ENTERS,
    GOES: LEAVES,
    TURN_STARTS: STARTS,
    TURN_ENDS: ENDS,
}
MOST_SLOTS: Final = 19  # codes of one ability end there


class Answering(Stance):
    """A Stance with a Triggered Effect; its target is who triggers it, in its own turn its owner.

    Leaving a square counts once for each enemy and turn.
    Rules: trigger.needs-condition, trigger.optional.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.trigger = entry.trigger
        self.listens |= MOMENTS[entry.trigger]
        self.replies = compiled(entry.response, bound)
        self.guard = 0  # Boons on the defence against the attack
        self.left = self.new_counter(TURN)
        for op in entry.response:
            if op.op == "roll-mod":
                n = bound.quantity(op.n).fixed
                self.guard += n if op.boon > 0 else -n

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return not self.may

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        """Return 1 and the place of the target in the attack, or 1."""
        actor = combat.units[trigger.actor]
        use = trigger.use
        if trigger.kind == STARTS or trigger.kind == ENDS:
            return [1] if actor is owner else []
        if not combat.enemies(owner, actor) or owner.cell < 0:
            return []
        if use is not None and trigger.kind == TARGETED:
            return self.targeted(combat, owner, use)
        if use is not None and trigger.kind == RESOLVED:
            return self.resolved_on(owner, use, trigger)
        return [1] if self.passes(combat, owner, trigger) else []

    def targeted(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use) -> list[int]:
        if not use.attack():
            return []
        reach = reach_of(combat, owner, self, self.range)
        found: list[int] = []
        for slot in range(min(len(use.targets), MOST_SLOTS)):
            target = combat.units[use.targets[slot]]
            if self.trigger == ME_TARGETED:
                meant = target is owner
            else:
                near = combat.distance(owner.cell, target.cell) <= reach
                meant = combat.allies(owner, target) and near
            if meant and use.named(slot):
                found.append(1 + slot)
        return found

    def resolved_on(self, owner: ThrumCombatant, use: Use, trigger: Trigger) -> list[int]:
        if trigger.target != owner.index or not use.attack():
            return []
        if self.trigger == DEFENDED_WELL:
            return [1] if contest.defended(use, trigger.slot) else []
        return [1] if use.hit[trigger.slot] in (SUCCESS, CRITICAL_HIT) else []

    def passes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> bool:
        reach = reach_of(combat, owner, self, self.range)
        near = combat.distance(owner.cell, trigger.cell) <= reach
        if self.trigger == COMES:
            return not near and combat.distance(owner.cell, trigger.goal) <= reach
        return near and not owner.used[self.left] >> trigger.actor & 1

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        if use is None or trigger.kind != TARGETED or self.trigger == ME_TARGETED:
            return self.id
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        if trigger.kind == LEAVES:
            owner.used[self.left] |= 1 << trigger.actor
        if trigger.kind == TARGETED and trigger.use is not None:
            trigger.use.defence_boons[code - 1] += self.guard
        use = Use(owner.index, self, -1)
        targeting.aim(combat, use, [trigger.actor])
        use.now = 0
        for op in self.replies:
            if op.holds(combat, use) and combat.units[trigger.actor].present:
                op.do(combat, use)
