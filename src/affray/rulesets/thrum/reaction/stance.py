"""Stances: what they do on being taken, the basic ones that help others, those of packs.

A Stance of a pack answers a trigger of a closed list, in the words that its entry uses.
"""

from __future__ import annotations

from typing import Final

from affray.core.combat import TURN
from affray.rulesets.thrum.action import minions
from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.action.action import compiled
from affray.rulesets.thrum.action.lent import origins
from affray.rulesets.thrum.action.operation import Op, compile_op
from affray.rulesets.thrum.actions import MOST_SLOTS
from affray.rulesets.thrum.attack import contest, targeting
from affray.rulesets.thrum.condition import stances
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Origin, Trigger, Use
from affray.rulesets.thrum.geometry.sight import reach_at, reach_from, reach_of
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    CRITICAL_HIT,
    DEFENDED,
    ENDS,
    ENTERS,
    LEAVES,
    STARTS,
    SUCCESS,
    TARGETED,
)


class Stance(EntryAbility):
    """A Stance: what it does on being taken or renewed, while it lasts, and when triggered.

    Brace, Dodge and Concentrate are Stances of their modifiers alone.
    Rules: basic.brace, basic.dodge, basic.concentrate.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.on_taking: list[Op] = []
        for op in entry.effect:
            made = compile_op(op, bound)
            if made is not None:
                self.on_taking.append(made)

    def places(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[Origin]:
        """Return the squares from which its Range is measured, with the Range from each."""
        return [
            Origin(place.cell, reach_from(combat, owner, self, place), place.name)
            for place in origins(combat, owner, self)
        ]

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        use = self.use_of(combat, owner)
        for op in self.on_taking:
            op.do(combat, use)

    def use_of(self, combat: ThrumCombat, owner: ThrumCombatant) -> Use:
        """Return a use of the Stance on its owner, for what is no attack."""
        use = Use(owner.index, self, -1)
        targeting.aim(combat, use, [owner.index])
        use.now = 0
        return use


class Helping(Stance):
    """A Stance that may help one target of an attack, and then ends.

    A code is 1 + the target's place.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.listens |= TARGETED

    def reaches(self, combat: ThrumCombat, owner: ThrumCombatant, target: ThrumCombatant) -> bool:
        """Return whether a target is within its Range, from its owner or its Minion."""
        return any(
            combat.distance(place.cell, target.cell) <= reach_at(place.range, target, True)
            for place in self.places(combat, owner)
        )

    def contested(self, use: Use) -> bool:
        """Return whether there will be a defensive roll to help or hinder. Rule: attack.type."""
        return use.attack() and not use.willing

    def close(self, combat: ThrumCombat, owner: ThrumCombatant, target: ThrumCombatant) -> None:
        """End the Stance, which may have reached its target from the square of a Minion."""
        minions.channelled(combat, owner, self.places(combat, owner), target)
        stances.end_stance(combat, owner, self)

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        assert use is not None
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        use = trigger.use
        return use.targets[code - 1] if use is not None else -1


class Assist(Helping):
    """An ally targets an enemy in range: +1 Bane on its defence. Rule: basic.assist."""

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not combat.allies(owner, combat.units[trigger.actor]):
            return []
        if not self.contested(use):
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
        use.attacks[code - 1].defence_boons -= 1
        self.close(combat, owner, combat.units[use.targets[code - 1]])


class Protect(Helping):
    """An ally in range is targeted by an enemy: +1 Boon on its defence. Rule: basic.protect."""

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        use = trigger.use
        if use is None or not combat.enemies(owner, combat.units[trigger.actor]):
            return []
        if not self.contested(use):
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
        use.attacks[code - 1].defence_boons += 1
        self.close(combat, owner, combat.units[use.targets[code - 1]])


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
    DEFENDED_WELL: DEFENDED,
    HIT: DEFENDED,
    COMES: ENTERS,
    GOES: LEAVES,
    TURN_STARTS: STARTS,
    TURN_ENDS: ENDS,
}


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
        if use is not None and trigger.kind == DEFENDED:
            return self.decided_on(owner, use, trigger)
        return [1] if self.passes(combat, owner, trigger) else []

    def targeted(self, combat: ThrumCombat, owner: ThrumCombatant, use: Use) -> list[int]:
        """Answer an attack that names its owner or an ally: 1 + the place of each."""
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

    def decided_on(self, owner: ThrumCombatant, use: Use, trigger: Trigger) -> list[int]:
        """Answer the result of an attack on its owner before its entries: trigger.preempts."""
        if trigger.target != owner.index or not use.attack():
            return []
        if self.trigger == DEFENDED_WELL:
            return [1] if contest.defended(use, trigger.slot) else []
        return [1] if use.attacks[trigger.slot].result in (SUCCESS, CRITICAL_HIT) else []

    def passes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> bool:
        """Return whether an enemy enters or leaves a square within Range."""
        reach = reach_of(combat, owner, self, self.range)
        near = combat.distance(owner.cell, trigger.cell) <= reach
        if self.trigger == COMES:  # every square that it enters, wherever it comes from
            return combat.distance(owner.cell, trigger.goal) <= reach
        return near and not owner.used[self.left] >> trigger.actor & 1

    def word(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> str:
        use = trigger.use
        if use is None or trigger.kind != TARGETED or self.trigger == ME_TARGETED:
            return self.id
        return f"{self.id} {combat.units[use.targets[code - 1]].name}"

    def about(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int) -> int:
        use = trigger.use
        if use is None or trigger.kind != TARGETED or self.trigger == ME_TARGETED:
            return -1
        return use.targets[code - 1]

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        if trigger.kind == LEAVES:
            owner.add_bits(self.left, 1 << trigger.actor)
        if trigger.kind == TARGETED and trigger.use is not None:
            trigger.use.attacks[code - 1].defence_boons += self.guard
        use = Use(owner.index, self, -1)
        targeting.aim(combat, use, [trigger.actor])
        use.now = 0
        for op in self.replies:
            if op.holds(combat, use) and combat.units[trigger.actor].present:
                op.do(combat, use)
