"""The sequence of an attack, and of any ability that names targets.

Rule: attack.sequence.
"""

from __future__ import annotations

from typing import Final

from affray.core.event import Rolled
from affray.rulesets.thrum import choice, death, roll
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
from affray.rulesets.thrum.feature import (
    ATTACK_TAGS,
    CRITICAL,
    CRITICAL_HIT,
    DEFENCE,
    DEFENCE_BONUS,
    DEFENCE_CRITICAL,
    DEFENDED,
    EVASION,
    FINISHER,
    MENTAL,
    MISSED,
    NO_DEFENCE,
    NUMBER_NAMES,
    OFFENCE,
    OFFENCE_BONUS,
    OUT_OF_REACH,
    PHYSICAL,
    RANGED,
    RESILIENCE,
    RESOLVE,
    RESOLVED,
    SPECIAL,
    SUCCESS,
    TARGETED,
    Number,
    Trigger,
    Use,
)
from affray.rulesets.thrum.geometry import CLEAR, OBSTRUCTED, cover, reach_at
from affray.rulesets.thrum.reaction import heard, trigger
from affray.rulesets.thrum.state import FINISHER_ON_SUCCESS, Character, ThrumCombat

# What a defence adds, by defence.
DEFENCE_RULES: Final = ("", "defence.resilience", "defence.evasion.modifier", "defence.resolve")


def origin_of(combat: ThrumCombat, use: Use) -> int:
    """Return the square from which a use is judged.

    Its user's, unless it is resolved from elsewhere.

    Rule: cover.origin.
    """
    return use.origin if use.origin >= 0 else combat.units[use.actor].cell


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


def roller_of(combat: ThrumCombat, target: Character) -> Character:
    """Return who rolls the defence. Rule: minion.defends."""
    return combat.units[target.controller] if target.controller >= 0 else target


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


def offence(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return the net Boons of the attack roll against one target, as they stand at that moment.

    Facing and numbers around the target count for nothing.
    Rules: attack.ranged-bane, attack.ranged-incapacitated-count, cover.bane, cover.areas-bane,
    load.exhausted-bane, grid.no-facing.
    """
    user = combat.units[use.actor]
    target = combat.units[use.targets[slot]]
    origin = origin_of(combat, use)
    number = Number(OFFENCE, use.actor, target.index, combat.watched, use)
    number.origin = origin
    combat.collect(number)
    number.add(use.boons, use.ability.id)
    number.add(use.attack_boons[slot], "trigger.needs-condition")
    if use.tags & RANGED:
        near = 0
        for cell in combat.grid.near[use.square(combat)]:
            other = combat.at(cell)
            if other is not None and combat.enemies(user, other):
                near += 1
        number.add(-near, "attack.ranged-bane")
    if (
        use.tags & PHYSICAL
        and not use.ignores_cover
        and cover(combat, origin, target.cell) != CLEAR
    ):
        number.add(-1, "cover.bane")
    if user.exhausted():
        number.add(-1, "load.exhausted-bane")
    return number


def offence_bonus(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return what is added to the attack roll: the Art's modifier and flat bonuses.

    Rules: attack.modifier, roll.flat-bonus.
    """
    number = Number(OFFENCE_BONUS, use.actor, use.targets[slot], combat.watched, use)
    number.add(use.modifier, "attack.modifier")
    combat.collect(number)
    return number


def defence(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return the net Boons of a defensive roll.

    Rules: defence.evasion.boon, load.frayed-bane, roll.offensive-defensive.
    """
    target = combat.units[use.targets[slot]]
    roller = roller_of(combat, target)
    number = Number(DEFENCE, roller.index, use.actor, combat.watched, use)
    number.defence = use.defences[slot]
    number.origin = origin_of(combat, use)
    combat.collect(number)
    number.add(use.defence_boons[slot], "trigger.needs-condition")
    if number.defence == EVASION and not roller.has(VULNERABLE):
        number.add(1, "defence.evasion.boon")
    if roller.frayed():
        number.add(-1, "load.frayed-bane")
    return number


def defence_bonus(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return what is added to the defensive roll."""
    roller = roller_of(combat, combat.units[use.targets[slot]])
    number = Number(DEFENCE_BONUS, roller.index, use.actor, combat.watched, use)
    number.defence = use.defences[slot]
    number.origin = origin_of(combat, use)
    number.add(choice.defence_modifier(roller, number.defence), DEFENCE_RULES[number.defence])
    combat.collect(number)
    number.add(use.defence_bonus[slot], "trigger.needs-condition")
    return number


def contest(combat: ThrumCombat, use: Use, slot: int) -> None:
    """Settle one target's contest: ``use.hit`` and ``use.margins`` say how.

    Without a defence no dice are rolled and it is a Success, not a Critical; ties go to the
    defender.
    Rules: attack.waive-defence, roll.tie, roll.critical, roll.defender-critical,
    roll.separate-contest-per-target.
    """
    if use.defences[slot] == NO_DEFENCE:
        use.hit[slot] = SUCCESS
        use.margins[slot] = 1
        if combat.watched:
            combat.say("is undefended", use.targets[slot], use.actor, rule="attack.waive-defence")
        return
    user = combat.units[use.actor]
    roller = roller_of(combat, combat.units[use.targets[slot]])
    bonus = offence_bonus(combat, use, slot)
    boons = offence(combat, use, slot)
    their_bonus = defence_bonus(combat, use, slot)
    their_boons = defence(combat, use, slot)
    their_critical = critical_margin(combat, use, slot)
    margin = roll.contest(
        combat,
        user,
        bonus.total,
        boons.total,
        roller,
        their_bonus.total,
        their_boons.total,
        "roll.contest",
        use.ability.id,
        their_critical,
    )
    use.margins[slot] = margin
    if margin > 0:
        use.hit[slot] = CRITICAL_HIT if margin >= roll.MARGIN else SUCCESS
    else:
        use.hit[slot] = DEFENCE_CRITICAL if -margin >= their_critical else MISSED
    if combat.watched:
        tell_contest(combat, use, slot, [bonus, boons, their_bonus, their_boons])


def tell_contest(combat: ThrumCombat, use: Use, slot: int, numbers: list[Number]) -> None:
    """Add to the dice of a contest whom it was against, why, the defence and how it came out."""
    for event in reversed(combat.events):
        if isinstance(event, Rolled) and event.rule == "roll.contest":
            event.other = use.targets[slot]
            event.before = use.defences[slot]
            event.after = use.hit[slot]
            for number in numbers:
                event.because(NUMBER_NAMES[number.kind], number)
            break
    combat.say(
        "contests", use.actor, use.targets[slot], use.ability.id, use.hit[slot], "roll.contest"
    )


def critical_margin(combat: ThrumCombat, use: Use, slot: int) -> int:
    """Return by how much a defence must win to be a Critical.

    5, less what lowers it, at least 1.
    """
    roller = roller_of(combat, combat.units[use.targets[slot]])
    if not roller.adjusts & CRITICAL:
        return roll.MARGIN
    number = Number(CRITICAL, roller.index, use.actor, combat.watched, use)
    number.defence = use.defences[slot]
    combat.collect(number)
    return max(1, roll.MARGIN + number.total)


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
        met: list[int] = []
        for slot in range(len(use.targets)):
            if not user.able():
                return
            if not use.ability.joint:
                resolve(combat, use, slot)
            elif contend(combat, use, slot):
                met.append(slot)
        for slot in met:
            if not user.able():
                return
            conclude(combat, use, slot)
        if not user.able():
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


def avoided(use: Use, slot: int) -> bool:
    """Return whether Success entries do not apply."""
    return use.hit[slot] not in (SUCCESS, CRITICAL_HIT)


def defended(use: Use, slot: int) -> bool:
    """Return whether the target successfully defended: a roll, not a miss for want of reach."""
    return use.hit[slot] in (MISSED, DEFENCE_CRITICAL) and use.defences[slot] != NO_DEFENCE
