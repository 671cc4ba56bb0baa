"""The sequence of an attack, and of any ability that names targets.

Rule: attack.sequence.
"""

from __future__ import annotations

from affray.core.event import Told
from affray.rulesets.thrum import death
from affray.rulesets.thrum.attack.contest import contest
from affray.rulesets.thrum.attack.targeting import aim, reorder, within
from affray.rulesets.thrum.condition.holding import hamper, unhide
from affray.rulesets.thrum.feature import Trigger, Use
from affray.rulesets.thrum.reaction.defence import declare_defences, evaded
from affray.rulesets.thrum.reaction.listening import heard
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ATTACK_TAGS,
    DEFENCE_CRITICAL,
    DEFENDED,
    FINISHER,
    FINISHER_ON_SUCCESS,
    MISSED,
    OUT_OF_REACH,
    RESOLVED,
    SUCCESS,
    TARGETED,
)


def targeted(combat: ThrumCombat, use: Use) -> None:
    """Resolve effects triggered by targeting.

    Hidden ends as soon as an adjacent enemy targets its bearer.
    Rules: attack.sequence (4), condition.hidden-ends.
    """
    user = combat.units[use.actor]
    if combat.watched:
        for who in use.targets:
            combat.tell(Told("targets", use.actor, who, use.ability.id))
    for who in use.targets:
        target = combat.units[who]
        near = combat.on_map(target) and combat.distance(use.square(combat), target.cell) == 1
        if combat.enemies(user, target) and near:
            unhide(combat, target)
    if (use.targets or use.area) and (heard(combat, TARGETED) or use.pledges):
        event = Trigger(TARGETED, use.actor, use.targets[0] if use.targets else use.actor, use)
        trigger(combat, event)
        if event.void:
            use.void = event.void


def resolve(combat: ThrumCombat, use: Use, slot: int) -> None:
    """Resolve an attack on one target: rolls, effects of the result, entries, Evasion's Vulnerable.

    A target carried out of reach is missed without dice and without Vulnerable; Effect entries
    apply.
    Rules: attack.sequence (6), attack.target-moved, attack.effect-entries,
    defence.evasion.failure-order.
    """
    if contend(combat, use, slot):
        conclude(combat, use, slot)


def contend(combat: ThrumCombat, use: Use, slot: int) -> bool:
    """Settle the contest with one target; return whether its entries follow."""
    use.now = slot
    use.attacks[slot].start()
    use.target = use.targets[slot]
    target = combat.units[use.target]
    if not target.present:
        return False
    if use.attacks[slot].result == SUCCESS:
        if within(combat, use, slot):
            use.ability.meets(combat, use, slot)
            contest(combat, use, slot)
            set_off(combat, DEFENDED, use, slot)
        else:
            use.attacks[slot].result = OUT_OF_REACH
            if combat.watched:
                rule = "attack.target-moved"
                combat.tell(Told("misses", use.actor, use.target, use.ability.id, 0, rule))
    return combat.units[use.actor].able()  # turn.interrupted-by-incapacity


def conclude(combat: ThrumCombat, use: Use, slot: int) -> None:
    """Apply the entries that a result calls for, then the price of Evasion."""
    use.now = slot
    use.target = use.targets[slot]
    use.ability.apply(combat, use, slot)
    evaded(combat, use, slot)
    set_off(combat, RESOLVED, use, slot)


def set_off(combat: ThrumCombat, kind: int, use: Use, slot: int) -> None:
    """Set off what one target's contest or its end triggers."""
    if heard(combat, kind) or use.pledges:
        event = Trigger(kind, use.actor, use.targets[slot], use)
        event.slot = slot
        trigger(combat, event)


def perform(combat: ThrumCombat, use: Use) -> None:
    """Carry out a declared use: targeting, defences, each target, what follows.

    A user who falls on the way breaks off: what is done stands.
    Rules: attack.sequence, trigger.preempts, turn.interrupted-by-incapacity, attack.type.
    """
    user = combat.units[use.actor]
    use.compelled = use.compelled or combat.active != use.actor
    use.ability.before(combat, use)
    if not user.able() or use.void:
        return
    targeted(combat, use)
    if not user.able() or use.void:
        return
    if use.redirected():
        reorder(combat, use)
    if use.tags & ATTACK_TAGS:
        declare_defences(combat, use)
        if not resolve_all(combat, use):
            return
        use.ability.resolved(combat, use)
        finish(combat, use)
    else:
        for slot in range(len(use.targets)):
            use.now = slot
            use.attacks[slot].start()
            use.target = use.targets[slot]
            use.ability.apply(combat, use, slot)
    if user.able():
        use.ability.after(combat, use)
    if any(combat.enemies(user, combat.units[who]) for who in use.targets):
        if not use.stays_hidden:
            unhide(combat, user)  # condition.hidden-ends


def resolve_all(combat: ThrumCombat, use: Use) -> bool:
    """Resolve an attack on target after target; return whether its user is still able.

    All contests of a joint attack come before their entries.
    Rule: turn.interrupted-by-incapacity.
    """
    user = combat.units[use.actor]
    met: list[int] = []
    for slot in range(len(use.targets)):
        if not user.able():
            return False
        if not use.ability.joint:
            resolve(combat, use, slot)
        elif contend(combat, use, slot):
            met.append(slot)
    for slot in met:
        if not user.able():
            return False
        conclude(combat, use, slot)
    return user.able()


def finish(combat: ThrumCombat, use: Use) -> None:
    """Close an attack: Finisher's Incapacity Rolls, Hamstrung's Dazed.

    Whether a target is Exhausted is read after the whole attack, hit or miss; the targets roll in
    initiative order.
    Rules: attack.finisher, attack.finisher-timing, attack.finisher-on-a-miss,
    attack.finisher-several.
    """
    if use.tags & FINISHER:
        for slot in range(len(use.targets)):
            target = combat.units[use.targets[slot]]
            missed = use.attacks[slot].result in (MISSED, DEFENCE_CRITICAL, OUT_OF_REACH)
            if combat.options[FINISHER_ON_SUCCESS] and missed:
                continue
            if target.controller < 0 and target.exhausted():
                death.incapacity_roll(combat, target, "attack.finisher", use)
        use.ability.finished(combat, use)
    hamper(combat, combat.units[use.actor])


def strike(combat: ThrumCombat, use: Use, target: ThrumCombatant) -> None:
    """Make an attack that an effect grants, on one target. It is no Action: attack.compelled."""
    use.compelled = True
    aim(combat, use, [target.index])
    perform(combat, use)
