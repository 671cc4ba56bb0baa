"""Triggers: what effects respond to, in which order, and how they nest."""

from __future__ import annotations

from affray.core.choice import Option
from affray.core.event import Told
from affray.core.window import CODES, Window, offer
from affray.rulesets.thrum.actions import BUFF_CODES, CONDITION_CODES, PER_FEATURE, thing
from affray.rulesets.thrum.choice.picking import Pick
from affray.rulesets.thrum.condition.kinds import immobile
from affray.rulesets.thrum.condition.lasting import Buff
from affray.rulesets.thrum.feature import Ability, Feature, Trigger, Use
from affray.rulesets.thrum.reaction.listening import acts as acts
from affray.rulesets.thrum.reaction.listening import heard as heard
from affray.rulesets.thrum.reaction.listening import listening as listening
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import ENDS, ENTERS, LEAVES, STARTS, TARGETED


def trigger(combat: ThrumCombat, event: Trigger) -> None:
    """Let everything that an event triggers respond.

    Effects respond in initiative order, delays included; each resolves completely, with whatever it
    triggers itself, before the next is asked, and all of them before what was interrupted goes on.
    Rules: trigger.needs-condition, trigger.initiative-order, trigger.stack, trigger.preempts.
    """
    kind = event.kind
    if combat.notices & kind:
        for unit in combat.units:
            if unit.notices & kind and unit.present:
                for feature in listening(combat, unit, kind):
                    if feature.notices & kind:
                        feature.notice(combat, unit, event)
    if answered(combat, event):
        offer(combat, Triggers(combat, event))


def answered(combat: ThrumCombat, event: Trigger) -> bool:
    """Return whether anybody may have a response now: else no window is opened."""
    if event.use is not None and event.use.pledges:
        return True
    if not combat.listens & event.kind or not holds(combat, event):
        return False
    for who in combat.hearers(event.kind):
        unit = combat.units[who]
        if unit.listens & event.kind and unit.present:
            for feature in listening(combat, unit, event.kind):
                if feature.listens & event.kind and feature.codes(combat, unit, event):
                    return True
    return False


def holds(combat: ThrumCombat, event: Trigger) -> bool:
    """Return whether what triggered the responses is still true.

    Rules: trigger.initiative-order (the condition must still hold), trigger.move-interrupted.
    """
    if event.void:
        return False
    actor = combat.units[event.actor]
    if event.kind == LEAVES:
        held_fast = event.move is not None and immobile(actor)  # an earlier answer has done that
        return actor.able() and actor.cell == event.cell and not held_fast
    if event.kind == ENTERS:
        return actor.present and actor.cell == event.goal
    if event.kind == TARGETED:
        return actor.able()
    return True


def happens(
    combat: ThrumCombat,
    kind: int,
    actor: ThrumCombatant,
    target: ThrumCombatant,
    use: Use | None = None,
) -> None:
    """Set off a trigger that needs no more than who does it to whom."""
    if heard(combat, kind) or (use is not None and use.pledges):
        trigger(combat, Trigger(kind, actor.index, target.index, use))


def pledged(unit: ThrumCombatant, use: Use | None) -> list[Ability]:
    """Return the abilities of one owner that have more to do with a use, in force or not."""
    if use is None or not use.pledges:
        return []
    found: list[Ability] = []
    places = [pledge % 1000 for pledge in use.pledges if pledge // 1000 == unit.index]
    places.sort()
    for place in places:
        if place < len(unit.sheet.abilities):
            ability = unit.sheet.abilities[place]
            if not found or found[-1] is not ability:
                found.append(ability)
    return found


class Triggers(Window):
    """All responses to one event. One and the same effect responds at most once to it."""

    def __init__(self, combat: ThrumCombat, event: Trigger) -> None:
        super().__init__(combat, event, "trigger.needs-condition")
        self.combat = combat
        self.event = event

    def groups(self) -> list[list[int]]:
        """One owner after another; several effects of one owner in the order it picks.

        Rules: trigger.initiative-order, trigger.same-owner.
        """
        kind = self.event.kind
        units = self.combat.units
        if kind == STARTS or kind == ENDS:
            return self.chosen_order()
        return [
            [who]
            for who in self.combat.in_order()
            if units[who].present
            and (units[who].listens & kind or pledged(units[who], self.event.use))
        ]

    def chosen_order(self) -> list[list[int]]:
        """Let the character whose turn it is order the effects of its Start or End of Turn.

        Rules: turn.start.other-effects, turn.end.order-of-effects.
        """
        combat = self.combat
        waiting = [who for who in combat.in_order() if self.replies(who)]
        found: list[list[int]] = []
        while len(waiting) > 1:
            asked = Pick(
                combat,
                combat.units[self.event.actor],
                waiting,
                "turn.start.other-effects"
                if self.event.kind == STARTS
                else "turn.end.order-of-effects",
                "first",
            )
            first = combat.ask(asked) - 1
            found.append([first])
            waiting.remove(first)
        found.extend([[who] for who in waiting])
        return found

    def holds(self) -> bool:
        return holds(self.combat, self.event)

    def replies(self, who: int) -> list[int]:
        """Return what of its Stance, its passives and what is on it somebody may respond with.

        Rule: turn.out-of-turn.
        """
        unit = self.combat.units[who]
        event = self.event
        owing = pledged(unit, event.use)
        found: list[int] = []
        if not unit.present or not (unit.listens & event.kind or owing) or self.hushed(unit):
            return found
        features = listening(self.combat, unit, event.kind)
        if owing:
            features = [*features, *[one for one in owing if one not in features]]
        for feature in features:
            if feature.listens & event.kind and acts(self.combat, unit, feature):
                base = self.base(feature)
                if not self.responded(who, base):
                    for code in feature.codes(self.combat, unit, event):
                        found.append(base + code)
        return found

    def hushed(self, unit: ThrumCombatant) -> bool:
        """A use that sets off no Triggered Effects of its user's enemies."""
        use = self.event.use
        return use is not None and use.silent and unit.side != self.combat.units[use.actor].side

    def base(self, feature: Feature) -> int:
        """Return where the codes of a feature begin."""
        if isinstance(feature, Ability):
            return feature.slot * PER_FEATURE
        return BUFF_CODES if isinstance(feature, Buff) else CONDITION_CODES

    def responded(self, who: int, base: int) -> bool:
        """Return whether a feature has responded to this event already.

        Rule: trigger.once-per-event.
        """
        for answer in self.taken:
            if answer // CODES == who and answer % CODES // PER_FEATURE == base // PER_FEATURE:
                return True
        return False

    def feature(self, who: int, code: int) -> Feature:
        """Return the feature that a code belongs to."""
        unit = self.combat.units[who]
        if code >= BUFF_CODES:
            for held in unit.effects:
                effect = held.effect
                if (
                    isinstance(effect, Feature)
                    and effect.listens & self.event.kind
                    and isinstance(effect, Buff) == (code < CONDITION_CODES)
                ):
                    return effect
        return unit.sheet.abilities[code // PER_FEATURE]

    def must(self, who: int, code: int) -> bool:
        """Rule: trigger.optional."""
        return self.feature(who, code).must(self.combat, self.event, code % PER_FEATURE)

    def key(self, who: int, code: int) -> str:
        combat = self.combat
        return self.feature(who, code).word(
            combat, combat.units[who], self.event, code % PER_FEATURE
        )

    def option(self, who: int, code: int) -> Option:
        combat = self.combat
        unit = combat.units[who]
        feature = self.feature(who, code)
        about = feature.about(combat, unit, self.event, code % PER_FEATURE)
        targets = [about] if about >= 0 else []
        key = self.key(who, code)
        found = Option(who * CODES + code, key, "respond", who, targets, None, feature.id)
        place = len(unit.sheet.abilities)
        if isinstance(feature, Ability):
            place = feature.slot
        elif code >= CONDITION_CODES:
            place += 1
        found.object = thing(place, code % PER_FEATURE)
        return found

    def take(self, who: int, code: int) -> None:
        combat = self.combat
        unit = combat.units[who]
        feature = self.feature(who, code)
        if combat.watched:
            rule = "trigger.needs-condition"
            combat.tell(Told("responds", who, self.event.actor, feature.id, rule=rule))
        feature.respond(combat, unit, self.event, code % PER_FEATURE)
        combat.mark_changed()
