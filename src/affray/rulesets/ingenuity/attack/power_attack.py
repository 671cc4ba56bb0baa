"""Powers that strike: declared, tested, compared with a defence, and what follows."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.dice import ATTACK
from affray.core.effect import Sum
from affray.core.event import Part
from affray.rulesets.ingenuity import condition, damage, geometry
from affray.rulesets.ingenuity.action import maneuver_effect, power, power_use, test
from affray.rulesets.ingenuity.attack import areas, numbers, sequence
from affray.rulesets.ingenuity.attack.declared import Attack, evened
from affray.rulesets.ingenuity.choice.menu import Listed, Units
from affray.rulesets.ingenuity.definitions import Power
from affray.rulesets.ingenuity.movement import moving
from affray.rulesets.ingenuity.reaction import defence, windows
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import CAST, FOUGHT, POWERS, USES


def tested(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Power,
    deeds: list[Attack],
    target: IngenuityCombatant,
    more: int,
) -> test.Test:
    """Make the test of a power.

    Rules: power.steps, power.multiple, power.attack.no-map, power.attack.luck.
    """
    skill, name = power.school(combat, unit, one)
    made = test.Test(unit, power.attribute_of(combat, unit, skill, name), skill, "power.steps")
    made.proficiency = unit.sheet.proficiencies.get(name, 0)
    bonus = Sum(ATTACK, unit.index, target.index, combat.watched)
    bonus.add(more, "more focus")
    bonus.add(-2 * unit.used[POWERS], "power.multiple")
    made.level = one.difficulty
    if deeds and is_attack(one) and not deeds[0].effect:
        bonus.add(numbers.hampered(unit), "iron breath or a net")
        bonus.add(defence.rallied(combat, unit), "rally")
        if not deeds[0].area:
            numbers.weigh(combat, unit, deeds[0], made)
    if not deeds or not deeds[0].area:
        made.target = deeds[0].target if deeds else target.index
        made.helps = not deeds
    if combat.active == unit.index and unit.talented("spell-combat"):
        made.luck_bonus += unit.used[FOUGHT]
        unit.set_count(FOUGHT, 0)
        unit.set_count(CAST, 1)
    made.add(bonus)
    unit.count(POWERS)
    unit.count(USES)
    test.make(combat, made)
    return made


DRY: Final = 3  # rounds of being wet


def is_attack(one: Power) -> bool:
    """Return whether a power is compared with evasion. Rules: power.attack, power.area."""
    return one.attack or one.missiles > 0 or one.works == "fireball"


def declared(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    one: Power,
    target: IngenuityCombatant,
    centre: int,
    sure: bool,
) -> list[Attack]:
    """Return what a power aims at, to be answered before its test.

    Rules: reaction.window, reaction.attacks-only, reaction.intercept.recompute, dice.order.
    """
    if one.works == "fireball":
        aims = areas.within(combat, centre, one.radius)
    elif one.missiles:
        aims = shared(combat, unit, one, target)
    elif against_somebody(combat, unit, one, target):
        aims = [target.index]
    else:
        return []
    deeds: list[Attack] = []
    for who in aims:
        deed = Attack(unit.index, who, one.weapon, None)
        deed.power = one
        deed.type = one.type
        deed.ranged = one.range > 1
        deed.area = one.works == "fireball"
        deed.effect = sure or not is_attack(one) or bool(one.missiles)
        twins = [each for each in deeds if each.target == who]
        if twins:
            twins[0].counts += 1  # another missile
        else:
            deeds.append(deed)
    return deeds


def against_somebody(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> bool:
    """Return whether a power is compared with a defence, not bestowed on the willing."""
    if one.works in power.ANYBODY:
        return combat.enemies(unit, target)
    return not (power.helps(one) or one.works in power.ONESELF or one.works in power.PLACED)


def shared(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> list[int]:
    """Let the missiles be shared; a target is named once for each of its missiles."""
    aims = [target.index]
    while len(aims) < one.missiles:
        found = [
            each.index
            for each in combat.units
            if each is target or may_be_struck(combat, unit, one, each)
        ]
        options = [(1 + who, f"missile at {combat.units[who].name}") for who in found]
        usual = 1 + target.index
        if len(options) > 1:
            answer = combat.ask(Units(unit.seats, unit.index, "power.steps", options, usual))
        else:
            answer = usual
        aims.append(answer - 1)
    return aims


def may_be_struck(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, other: IngenuityCombatant
) -> bool:
    """Return whether a missile may go at another. Rules: power.steps, attack.unseen-target."""
    if not combat.enemies(unit, other) or power.beyond(combat, unit, one, other):
        return False
    return not geometry.blind_to(combat, unit, other)


def strike(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, deed: Attack, sure: bool
) -> None:
    """Compare a power with what defends against it.

    Rules: power.attack, reaction.effect-compare, power.area.
    """
    if is_attack(one) and not sure:
        sequence.finish(combat, unit, deed)
        target = combat.units[deed.target]
        if not deed.result.hit and one.half_on_fail and target.present:
            scorch(combat, unit, target, one, deed)
        return
    target = combat.units[deed.target]
    if is_attack(one):  # a Spell Attack has hit already
        deed.result.hit = True
        windows.offer_block(combat, deed)
        damage.wound(combat, unit, target, deed, 0)
        if target.present and deed.landed(target.index):
            follow(combat, unit, target, one, deed)
        return
    oppose(combat, unit, target, one, deed)


def scorch(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Power,
    deed: Attack,
) -> None:
    """Deal half of the damage to those whom an area missed. Rule: power.area."""
    size = unit.bulk() if unit.bulk() != target.bulk() else 0
    less = damage.deflection(target, one.type, size, 0)
    amount = damage.reduced(target, deed.rolled.total + one.damage, less, one.type)
    parts: list[Part] = []
    if combat.watched:
        parts = [(deed.rolled.total, "power.steps"), (one.damage, one.id)]
        damage.reckon(target, parts, less, one.type, amount)
        evened(parts, (amount + 1) // 2, "power.area")
    damage.hurt(combat, target, (amount + 1) // 2, one.type, "power.area", parts=parts)


def oppose(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Power,
    deed: Attack,
) -> None:
    """Compare a power that is no attack with constitution or willpower."""
    if one.works == "water-jet":
        condition.lose(combat, target, "burning")
        condition.for_rounds(combat, target, "wet", 1, unit.index, DRY)
    steady = 1 if target.sheet.steady and one.push else 0
    over = defence.margin(
        combat, target, deed.rolled.total + deed.rolled.edge, one.against, deed, steady
    )
    if one.works == "harm":
        harm(combat, unit, target, one, deed.rolled.total, over)
        return
    if over < 0 or not target.present:
        return
    if one.works == "water-jet":
        drive(combat, unit, target, one.push)
    elif one.works == "mental-strike":
        condition.stop_concentrating(combat, target)
        amount = damage.reduced(target, over - deed.rolled.edge, 0, one.type)
        damage.hurt(combat, target, amount, one.type, "power.attack", deed=deed)
    elif one.works == "curse":
        if not power_use.cancels(combat, unit, target, "blessed"):
            condition.gain(combat, target, "cursed", 1, unit.index)
    elif one.works == "sleep":
        if target.awake:
            condition.knock_out(combat, target, "power.steps")
            condition.for_rounds(
                combat, target, "sleeping", deed.rolled.total, unit.index, one.rounds
            )
    elif one.works == "alter-size":
        power_use.alter(combat, unit, target)
    else:
        listed(combat, unit, target, one)


def listed(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, one: Power
) -> None:
    """Lay on the effect that a power lists, in the vocabulary of effects."""
    if one.effect:
        word = f"{one.effect} {one.effect_n}" if one.effect_n else one.effect
        maneuver_effect.apply(combat, unit, target, word)
    if one.push and target.present:
        drive(combat, unit, target, one.push)


def drive(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, most: int
) -> None:
    """Push somebody so far as the maker of a power wants. Rule: movement.forced."""
    options = [(metres, f"push {metres} m") for metres in range(most, 0, -1)]
    options.append((PASS, "no push"))
    metres = combat.ask(Listed(unit.seats, unit.index, "movement.forced", options, most))
    if metres != PASS:
        moving.push(combat, unit, target, metres)


def harm(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Power,
    result: int,
    over: int,
) -> None:
    """Wither somebody: half of it where constitution was not reached."""
    less = damage.deflection(target, one.type, 0, 0)
    amount = damage.reduced(target, result + one.damage, less, one.type)
    parts: list[Part] = []
    if combat.watched:
        parts = [(result, "power.steps"), (one.damage, one.id)]
        damage.reckon(target, parts, less, one.type, amount)
    if over < 0:
        amount = (amount + 1) // 2
        if combat.watched:
            evened(parts, amount, "power.attack")
    damage.hurt(combat, target, amount, one.type, "power.attack", parts=parts)


def follow(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    one: Power,
    deed: Attack,
) -> None:
    """Let the further effect of a power that hit take hold. Rule: power.attack."""
    if one.works == "jolt":
        if deed.rolled.luck >= test.LUCKY:
            condition.gain(combat, target, "stunned", 1, unit.index)
        return
    if not one.effect:
        return
    result = deed.rolled.total + deed.rolled.edge
    if one.against and not defence.withstand(combat, target, result, one.against, deed):
        return
    more = 1 if one.works == "ignite" and deed.rolled.luck >= test.LUCKY else 0
    if one.effect == "burning":
        condition.gain(combat, target, "burning", one.effect_n + more, unit.index)
    else:
        listed(combat, unit, target, one)


def missiles(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, deeds: list[Attack], luck: int
) -> None:
    """Let missiles strike that always hit: those on one target together, at least 1 each."""
    each = one.damage + (1 if luck >= test.LUCKY else 0)
    for deed in deeds:
        count = deed.counts
        target = combat.units[deed.target]
        if not target.present:
            continue
        deed.result.hit = True
        windows.offer_block(combat, deed)
        if deed.answers.block is not None or deed.answers.screen:
            amount = damage.blocked(combat, target, deed, count * each)
            amount = damage.past_block(target, amount, one.type)
        else:
            size = unit.bulk() if unit.bulk() != target.bulk() else 0
            less = min(damage.deflection(target, one.type, size, 0), count * each - count)
            amount = damage.reduced(target, count * each, less, one.type)
        parts: list[Part] = []
        if combat.watched:
            parts = [(count * each, one.id)]
            evened(parts, amount, "attack.reduction")
        damage.hurt(combat, target, amount, one.type, "power.attack", deed=deed, parts=parts)
