"""The sequence of an attack, and of any ability that names targets.

Rule: attack.sequence.
"""

from __future__ import annotations

from affray.rulesets.thrum import choice, death
from affray.rulesets.thrum.condition import (
    DAZED,
    HAMSTRUNG,
    HIDDEN,
    SLOWED,
    VULNERABLE,
    end,
    gain_status,
    give,
)
from affray.rulesets.thrum.contest import contest, origin_of, roller_of
from affray.rulesets.thrum.feature import (
    ATTACK_TAGS,
    DEFENCE_CRITICAL,
    DEFENDED,
    EVASION,
    FINISHER,
    MENTAL,
    MISSED,
    NO_DEFENCE,
    OUT_OF_REACH,
    PHYSICAL,
    RESILIENCE,
    RESOLVE,
    RESOLVED,
    SPECIAL,
    SUCCESS,
    TARGETED,
    Trigger,
    Use,
)
from affray.rulesets.thrum.geometry import OBSTRUCTED, cover, reach_at
from affray.rulesets.thrum.reaction import heard, trigger
from affray.rulesets.thrum.state import FINISHER_ON_SUCCESS, Character, ThrumCombat


def aim(combat: ThrumCombat, use: Use, targets: list[int]) -> None:
    """Set the targets of a use, in initiative order.

    Rules: roll.separate-contest-per-target, area.in-area-counts-as-targeted.
    """
    use.targets = [who for who in combat.in_order() if who in targets]
    use.aimed = use.targets[:]
    n = len(use.targets)
    use.target = use.targets[0] if n else -1
    use.first = use.target
    use.attack_boons = [0] * n
    use.defence_boons = [0] * n
    use.defence_bonus = [0] * n
    use.defences = [NO_DEFENCE] * n
    use.margins = [0] * n
    use.hit = [SUCCESS] * n


def reorder(combat: ThrumCombat, use: Use) -> None:
    """Put the targets in initiative order again, some having been replaced.

    Rule: roll.separate-contest-per-target.
    """
    if use.ability.joint:
        return  # its contests are one, and its places have a meaning
    order = [who for who in combat.in_order() if who in use.targets]
    places = [use.targets.index(who) for who in order]
    use.targets = order
    use.aimed = [use.aimed[place] for place in places]
    use.attack_boons = [use.attack_boons[place] for place in places]
    use.defence_boons = [use.defence_boons[place] for place in places]
    use.defence_bonus = [use.defence_bonus[place] for place in places]


def cannot_target(
    combat: ThrumCombat, user: Character, origin: int, target: Character, tags: int, range: int
) -> str:
    """Return the rule that forbids singling a target out, "" if none does.

    Obstruction forbids Physical Attacks only; there is no other line of sight.
    Rules: grid.range-inclusive, grid.no-line-of-sight, cover.obstructed, cover.physical-only.
    """
    if not target.present or target.cell < 0:
        return "setup.round-zero.placement"
    apart = combat.distance(origin, target.cell)
    if apart > range or apart > reach_at(range, target, True):
        return "grid.range-inclusive"
    if tags & PHYSICAL and cover(combat, origin, target.cell) == OBSTRUCTED:
        return "cover.obstructed"
    if combat.enemies(user, target):
        return forbidden_by(combat, user, target)
    return ""


def forbidden_by(combat: ThrumCombat, user: Character, target: Character) -> str:
    """Return what in force on the target forbids enemies to single it out from where they stand."""
    ability = target.stance_ability()
    if ability is not None:
        return ability.unreachable(combat, target, user)
    return ""


def shielded(combat: ThrumCombat, user: Character, target: Character) -> bool:
    """Return whether an enemy cannot target somebody even by an area. Rule: ability.text-wins."""
    return combat.enemies(user, target) and forbidden_by(combat, user, target) != ""


def targeted(combat: ThrumCombat, use: Use) -> None:
    """Resolve effects triggered by targeting.

    Hidden ends as soon as an adjacent enemy targets its bearer.
    Rules: attack.sequence (4), condition.hidden-ends.
    """
    user = combat.units[use.actor]
    if combat.watched:
        for who in use.targets:
            combat.say("targets", use.actor, who, use.ability.id)
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


def unhide(combat: ThrumCombat, who: Character) -> None:
    """End Hidden, unless something keeps it."""
    if not who.has(HIDDEN):
        return
    for feature in who.in_force():
        if feature.keeps_hidden(combat, who):
            return
    end(combat, who.index, HIDDEN)


def defences(combat: ThrumCombat, use: Use, target: Character) -> tuple[str, list[int]]:
    """Return the rule and the defences that a target may choose from, no defence last.

    A Minion is defended by its controller, with Resolve.
    Rules: attack.physical-defences, attack.mental-defences, status.slowed, minion.defends,
    attack.waive-defence.
    """
    if target.controller >= 0:
        return "minion.defends", [RESOLVE, NO_DEFENCE]
    if use.contested:
        return "ability.text-wins", [use.contested, NO_DEFENCE]
    evasion = [] if target.has(SLOWED) else [EVASION]
    if use.tags & SPECIAL:
        return "ability.text-wins", [*evasion, NO_DEFENCE]
    if use.tags & MENTAL:
        return "attack.mental-defences", [RESOLVE, *evasion, NO_DEFENCE]
    return "attack.physical-defences", [RESILIENCE, *evasion, NO_DEFENCE]


def declare_defences(combat: ThrumCombat, use: Use) -> None:
    """Let every target choose its defence before any attack die falls, the fallen too.

    Rules: attack.always-may-defend, attack.defence-before-roll, attack.on-incapacitated.
    """
    for slot in range(len(use.targets)):
        if use.willing or use.hit[slot] != SUCCESS or not within(combat, use, slot):
            continue
        target = combat.units[use.targets[slot]]
        rule, allowed = defences(combat, use, target)
        asked = choice.Defend(combat, roller_of(combat, target), use, slot, rule, allowed)
        use.defences[slot] = combat.ask(asked) - 1


def within(combat: ThrumCombat, use: Use, slot: int) -> bool:
    """Return whether a target is still where the attack can meet it. Rule: attack.target-moved."""
    target = combat.units[use.targets[slot]]
    if not target.present or target.cell < 0:
        return False
    if use.area:
        return target.cell in use.area
    if use.range < 0:
        return use.ability.in_reach(combat, use, slot)  # all enemies, wherever they are
    return combat.distance(origin_of(combat, use), target.cell) <= use.range


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
    use.dealt = 0
    use.reduced = 0
    use.target = use.targets[slot]
    target = combat.units[use.target]
    if not target.present:
        return False
    if use.hit[slot] == SUCCESS:
        if within(combat, use, slot):
            use.ability.meets(combat, use, slot)
            contest(combat, use, slot)
            set_off(combat, DEFENDED, use, slot)
        else:
            use.hit[slot] = OUT_OF_REACH
            if combat.watched:
                combat.say(
                    "misses", use.actor, use.target, use.ability.id, 0, "attack.target-moved"
                )
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


def evaded(combat: ThrumCombat, use: Use, slot: int) -> None:
    """Give the Vulnerable that Evasion costs, unless its defence was a Critical.

    Rules: defence.evasion.critical, defence.evasion.success, defence.evasion.failure.
    """
    if use.defences[slot] == EVASION and use.hit[slot] not in (DEFENCE_CRITICAL, OUT_OF_REACH):
        roller = roller_of(combat, combat.units[use.targets[slot]])
        gain_status(combat, roller.index, VULNERABLE, 1, roller.index)


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
    if use.targets != use.aimed:
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
            use.dealt = 0
            use.reduced = 0
            use.target = use.targets[slot]
            use.ability.apply(combat, use, slot)
    if user.able():
        use.ability.after(combat, use)
    if any([combat.enemies(user, combat.units[who]) for who in use.targets]):
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
    attack.finisher-several, status.hamstrung.
    """
    if use.tags & FINISHER:
        for slot in range(len(use.targets)):
            target = combat.units[use.targets[slot]]
            missed = use.hit[slot] in (MISSED, DEFENCE_CRITICAL, OUT_OF_REACH)
            if combat.options[FINISHER_ON_SUCCESS] and missed:
                continue
            if target.controller < 0 and target.exhausted():
                death.incapacity_roll(combat, target, "attack.finisher", use)
        use.ability.finished(combat, use)
    user = combat.units[use.actor]
    if user.has(HAMSTRUNG):
        give(combat, user.index, DAZED, 1, user.index)


def strike(combat: ThrumCombat, use: Use, target: Character) -> None:
    """Make an attack that an effect grants, on one target. It is no Action: attack.compelled."""
    use.compelled = True
    aim(combat, use, [target.index])
    perform(combat, use)
