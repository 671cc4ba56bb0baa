"""Attacks: the sequence from the declaration to the after-move, in the order of the rule."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.dice import ATTACK
from affray.core.effect import NEVER
from affray.core.event import Told
from affray.core.grid import ALTERNATING
from affray.rulesets.ingenuity import carrying, condition, damage, geometry, gm
from affray.rulesets.ingenuity.action import maneuver_use, test
from affray.rulesets.ingenuity.attack import numbers, power_attack, weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import means
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.damage import OBJECT
from affray.rulesets.ingenuity.reaction import defence, readied, windows
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ARCANE,
    ATTACKED,
    ATTACKS,
    BACKSWING,
    CAUSED,
    COLD,
    FIGHTING,
    FIRE,
    LAST,
    RISKY,
    SHOCK,
    STRUCK,
    SWUNG,
    TRIED,
)


def attack(combat: IngenuityCombat, deed: Attack) -> None:
    """Carry out an attack whose weapon, target and type are declared. Rule: attack.sequence."""
    unit = combat.units[deed.actor]
    announce(combat, deed)
    spending.use_ammunition(combat, unit, deed, 1)
    windows.offer_before(combat, deed)
    if goes_on(combat, unit, deed):
        roll(combat, unit, deed)
        finish(combat, unit, deed)
    afterwards(combat, deed)


def goes_on(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack) -> bool:
    """Return whether an attack that was answered is still possible: who, where, with what.

    Rules: action.ready.timing, action.no-target.
    """
    target = combat.units[deed.target]
    if not unit.able() or not target.present:
        return False
    if weapon.at_hand(combat, unit, deed.weapon, deed.piece):
        if weapon.reach_penalty(combat, unit, target, deed.weapon, deed.ranged) >= 0:
            if geometry.sees(combat, unit, target):
                return True
    if combat.watched:
        combat.tell(Told("comes to nothing", deed.actor, deed.target, "", 0, "action.no-target"))
    return False


def announce(combat: IngenuityCombat, deed: Attack) -> None:
    """Tell of an attack before it is answered."""
    if combat.watched:
        combat.tell(Told("attacks", deed.actor, deed.target, deed.weapon.id, 0, "attack.sequence"))


def roll(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack) -> None:
    """Make the attack test; from now on it counts.

    Rules: attack.test, attack.multiple.counted, attack.luck-no-bonus, attack.unfit,
    attack.critical.threshold.
    """
    target = combat.units[deed.target]
    made = test.Test(unit, deed.attribute, FIGHTING, "attack.test")
    made.purpose = ATTACK
    made.attack = True
    made.target = deed.target
    made.threshold = deed.weapon.threshold
    made.luck_bonus = deed.added.luck
    made.again = numbers.luck_if_miss(deed)
    made.risky = may_stray(deed)
    made.proficiency = unit.sheet.proficiencies.get(deed.proficiency, 0)
    bonus = numbers.bonus_of(combat, unit, deed)
    bonus.add(defence.rallied(combat, unit), "rally")
    made.add(bonus)
    numbers.weigh(combat, unit, deed, made)
    if deed.weapon.unfit and geometry.distance(combat, unit, target) <= deed.weapon.unfit:
        made.worse += 1
    made.luck_bonus += numbers.luck_of_magic(combat, unit)
    mark(unit, deed)
    deed.rolled.total = test.make(combat, made)
    deed.rolled.luck = made.luck
    deed.rolled.critical = made.luck >= deed.weapon.threshold
    unit.add_bits(TRIED, 1 << deed.target)


def mark(unit: IngenuityCombatant, deed: Attack) -> None:
    """Count an attack from the moment its test is rolled.

    Rules: attack.multiple.counted, attack.backswing.
    """
    deed.rolled.made = True
    unit.count(ATTACKS, deed.counts)
    unit.set_count(CAUSED, 1)
    unit.set_count(LAST, numbers.mark_of(deed))
    unit.set_count(SWUNG, unit.used[SWUNG] & ~(1 << max(0, deed.weapon.number)))


def finish(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack) -> None:
    """Stray, compare, block, hurt, and let the effects of a hit follow.

    Rules: attack.stray.trigger, attack.hit, attack.miss, attack.critical.no-miss, reaction.block.
    """
    if goes_astray(deed):
        stray(combat, deed, combat.units[deed.target].cell, combat.units[deed.target].size)
    target = combat.units[deed.target]
    level = evade(combat, unit, target, deed)
    base = 0
    if deed.answers.hard == target.index:
        base = defence.hard_parry(combat, target, deed)
    deed.result.level = level
    deed.result.hit = deed.rolled.critical or deed.rolled.total >= level
    if (
        deed.answers.hook is not None
        and not deed.rolled.critical
        and defence.hooked(combat, target, deed.answers.hook)
    ):
        deed.result.hit = False
    if not deed.result.hit and numbers.luck_if_miss(deed):
        numbers.crush(deed)
    if not deed.result.hit:
        missed(combat, unit, target, deed)
        return
    unit.add_bits(STRUCK, 1 << deed.target)
    if combat.watched:
        compared(combat, deed, "critical" if deed.rolled.critical else "hits")
    windows.offer_block(combat, deed)
    damage.wound(combat, unit, target, deed, base)
    if target.present and deed.landed(deed.target):
        on_hit(combat, unit, target, deed)


def compared(combat: IngenuityCombat, deed: Attack, word: str) -> None:
    """Tell what came of an attack, its result and what that was compared with."""
    level, total = deed.result.level, deed.rolled.total
    what = "dodge" if deed.result.dodged else ""
    sizes = deed.result.sizes
    combat.tell(Told(word, deed.actor, deed.target, what, level, "attack.hit", total, sizes))


def fail(unit: IngenuityCombatant, deed: Attack) -> None:
    """Note that a swing or shot missed. Rule: attack.backswing."""
    if deed.weapon.has(BACKSWING):
        unit.add_bits(SWUNG, 1 << deed.weapon.number)


def missed(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> None:
    """Let an attack miss, and the missile be caught. Rule: attack.miss."""
    fail(unit, deed)
    if combat.watched:
        compared(combat, deed, "misses")
    if (
        deed.answers.catches
        and deed.rolled.total >= condition.evasion(target) + unit.bulk() - target.bulk()
    ):
        windows.catch(combat, unit, target, deed)


def goes_astray(deed: Attack) -> bool:
    """Return whether an attack goes astray.

    Rules: attack.stray.trigger, attack.risky, power.attack.luck.
    """
    return may_stray(deed) and deed.rolled.luck <= test.STRAY and not deed.rolled.strayed


def may_stray(deed: Attack) -> bool:
    """Return whether bad luck leads an attack astray. Rules: attack.risky, power.attack.luck."""
    return (deed.ranged or deed.weapon.has(RISKY)) and deed.power is None


def stray(combat: IngenuityCombat, deed: Attack, cell: int, wide: int) -> None:
    """Go at somebody else within 1 m of a place, with the roll already made.

    Rules: attack.stray.random, attack.stray.candidates, attack.stray.resolve,
    attack.risky.
    """
    others = [
        (unit.cell, unit.index)
        for unit in combat.units
        if unit.present
        and unit.cell >= 0
        and unit.index not in (deed.actor, deed.target)
        and combat.grid.distance(unit.cell, cell, ALTERNATING, unit.size, wide) <= 1
    ]
    if not others:
        return
    others.sort()
    deed.target = gm.drawn(combat, deed.actor, [who for _, who in others])
    deed.rolled.strayed = True
    if combat.watched:
        combat.tell(Told("strays", deed.actor, deed.target, "", 0, "attack.stray.trigger"))
    windows.offer_anew(combat, deed)


def afterwards(combat: IngenuityCombat, deed: Attack) -> None:
    """Wear what parried, let dodgers move, put down what was thrown, give away the hidden.

    Rules: reaction.dodge.after, attack.thrown, condition.hidden, action.ready.timing.
    """
    for who, piece in deed.answers.worn:
        damage.wear_parrying(combat, who, piece)
    unit = combat.units[deed.actor]
    if deed.rolled.made and deed.thrown and deed.piece is not None and deed.piece in unit.pieces:
        where = combat.units[deed.target].cell
        where = -1 if deed.weapon.breaks else where if where >= 0 else unit.cell
        carrying.part_with(combat, unit, deed.piece, where)
    if unit.hidden:
        condition.set_hidden(combat, unit, 0, "condition.hidden")
        combat.mark_changed()
    for who in deed.answers.dodgers:
        windows.after_dodge(combat, combat.units[who])
    attacked = combat.units[deed.target]
    if condition.idle(attacked) and attacked.awake:
        windows.take_up_arms(combat, attacked)
    for who, less in deed.answers.ripostes:
        maneuver_use.riposte(combat, combat.units[who], unit, less == 1)
    readied.trigger(combat, unit, ATTACKED, deed.target)


def evade(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> int:
    """Return what the attack is compared with: evasion, or the better of it and the dodge.

    Rules: attack.size.evasion, attack.size.dodge, attack.size.floor, attack.ally.
    """
    if (
        combat.allies(unit, target)
        and target.awake
        and not deed.rolled.strayed
        and yields(combat, target)
    ):
        return 0
    level = condition.evasion(target)
    if target.effects and target.from_whom("evading", unit.index):
        level += 1
        condition.lose_from(combat, target, "evading", unit.index)
    if deed.answers.dodges:
        dodged = defence.dodge(combat, target, deed)
        deed.result.dodged = dodged > level
        level = max(level, dodged)  # reaction.dodge.floor
    if not deed.sizeless:
        deed.result.sizes = max(-level, unit.bulk() - target.bulk())
        level += deed.result.sizes
    return max(0, level)


def yields(combat: IngenuityCombat, target: IngenuityCombatant) -> bool:
    """Let an ally forgo its evasion. Rule: attack.ally."""
    options = [(PASS, "evade"), (1, "forgo evasion")]
    return combat.ask(Listed(target.seats, target.index, "attack.ally", options)) != PASS


def on_hit(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> None:
    """Let what a weapon, a creature or a manoeuvre adds follow from the same result.

    Rules: attack.on-hit, maneuver.attack, reaction.block.effects.
    """
    if deed.power is not None:
        power_attack.follow(combat, unit, target, deed.power, deed)
        return
    listed = [(deed.weapon.on_hit, deed.weapon.on_hit_n, deed.weapon.against)]
    if deed.piece is None or deed.weapon.natural:
        listed.append((unit.sheet.on_hit, unit.sheet.on_hit_n, unit.sheet.against))
    for name, n, against in listed:
        if not name or not target.present:
            continue
        if not against and not deed.result.through:
            continue  # only with damage
        more = 1 if target.sheet.steady and name == "prone" else 0
        if not against or defence.withstand(combat, target, deed.rolled.total, against, deed, more):
            inflict(combat, unit, target, name, n)
    if deed.rolled.critical and target.present and unit.is_held("elemental"):
        element(combat, unit, target, deed)
    if deed.maneuver is not None and target.present:
        maneuver_use.follow(combat, unit, target, deed)


def inflict(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, name: str, n: int
) -> None:
    """Lay on what an entry lists. Rule: attack.on-hit."""
    if name == "poison":
        every = unit.sheet.poison_every
        dose = condition.dose(unit.sheet.poison, every, max(0, combat.round) + every)
        condition.gain(combat, target, name, n, unit.index, NEVER, dose)
    elif name == "prone":
        condition.fall_prone(combat, target, "attack.on-hit")
    else:
        condition.gain(combat, target, name, max(1, n), unit.index)


def element(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant, deed: Attack
) -> None:
    """Let a critical of an Elemental Weapon do what its element does."""
    types = weapon.types_of(unit, deed.weapon, deed.piece)
    if deed.type not in types or deed.weapon.types == [deed.type]:
        return
    if deed.type == FIRE:
        condition.gain(combat, target, "burning", 1, unit.index)
    elif deed.type == SHOCK:
        condition.gain(combat, target, "stunned", 1, unit.index)
    elif deed.type == COLD:
        spending.spend(combat, target, min(2, target.stamina), 0)
    elif deed.type == ARCANE:
        spending.spend(combat, target, 0, min(2, target.focus))


def strike_object(
    combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack, cell: int
) -> None:
    """Attack what can be destroyed: nothing answers, nothing but size is taken off.

    Rules: attack.objects, attack.multiple.counted, attack.thrown, attack.stray.trigger,
    condition.blinded.
    """
    one = deed.weapon
    deed.lethal = True
    means.choose_how(combat, unit, deed)
    made = test.Test(unit, deed.attribute, FIGHTING, "attack.test")
    made.purpose = ATTACK
    made.attack = True
    made.threshold = one.threshold
    made.risky = may_stray(deed)
    made.proficiency = unit.sheet.proficiencies.get(deed.proficiency, 0)
    apart = geometry.distance_to(combat, unit, cell)
    far = max(0, weapon.penalty_at(unit, apart, one, deed.ranged))
    deed.thing = combat.objects().index(cell)
    bonus = numbers.bonus_of(combat, unit, deed)
    bonus.add(-far, "geometry.range")
    bonus.add(defence.rallied(combat, unit), "rally")
    made.add(bonus)
    made.luck_bonus = numbers.luck_of_magic(combat, unit)
    made.level = max(0, OBJECT + unit.bulk() - OBJECT)  # attack.size.evasion
    made.worse = 1 if one.unfit and apart <= one.unfit else 0
    made.worse += 1 if unit.is_held("blinded") else 0
    mark(unit, deed)
    unit.add_bits(TRIED, 1 << numbers.goal_of(combat, deed))
    deed.rolled.total = test.make(combat, made)
    deed.rolled.luck = made.luck
    deed.rolled.critical = made.luck >= one.threshold
    if goes_astray(deed):
        stray(combat, deed, cell, 1)
    if deed.rolled.strayed:
        finish(combat, unit, deed)
        afterwards(combat, deed)
        return
    if deed.rolled.critical or deed.rolled.total >= made.level:
        unit.add_bits(STRUCK, 1 << numbers.goal_of(combat, deed))
        damage.damage_object(combat, unit, deed, cell)
    else:
        fail(unit, deed)
    if deed.thrown and deed.piece is not None:
        carrying.part_with(combat, unit, deed.piece, -1 if one.breaks else cell)
    combat.mark_changed()
