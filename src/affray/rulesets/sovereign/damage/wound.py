"""What a hit inflicts: dice, the least and the most, and what is added."""

from __future__ import annotations

from affray.core.dice import DAMAGE
from affray.core.event import Part
from affray.rulesets.sovereign import death, geometry, items
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice import morale
from affray.rulesets.sovereign.damage import dealing, shock
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import BLUNT, BODILY, HARM, MELEE, SWARM


def rolled(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    strike: Strike,
    bonus: int,
    more: int = 0,
    parts: list[Part] | None = None,
) -> int:
    """Roll the damage of a hit; ``bonus`` is a swarm's, ``more`` what fighting with two adds.

    What it is made of is added to ``parts``.

    Rules: damage.roll, damage.minimum, swarm.damage-cap, damage.maximum.
    """
    total = 0
    for _ in range(strike.count):
        total += combat.roll(strike.sides, DAMAGE, unit.index, "damage.roll")
    note(parts, total, "damage.roll")
    if brittle(target, strike.harm):
        note(parts, strike.count - total, "brittle-bones")
        total = strike.count
    note(parts, strike.plus, strike.id)
    note(parts, more, "dual.damage")
    total += strike.plus + more
    if bonus:
        capped = min(total + bonus, max(strike.most() + more, total))
        note(parts, bonus, "swarm.bonus")
        note(parts, capped - total - bonus, "swarm.damage-cap")
        total = capped
    note(parts, max(0, 1 - total), "damage.minimum")
    return max(1, total)


def note(parts: list[Part] | None, amount: int, reason: str) -> None:
    """Add to what a wound is made of, where somebody wants to know."""
    if parts is not None and amount:
        parts.append((amount, reason))


def brittle(target: SovereignCombatant, harm: int) -> bool:
    """Return whether only blunt blows do more than the least. Content: brittle-bones."""
    return harm not in (BLUNT, BODILY) and "brittle-bones" in target.sheet.abilities


def fist(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Roll what even a missed blow of a trained fist does. Content: unarmed-combatant."""
    return combat.roll(6, DAMAGE, unit.index, "damage.unarmed")


def of_attack(combat: SovereignCombat, attack: Attack) -> int:
    """Return the damage of a hit or the Shock of a miss.

    Rules: damage.shock-floor, swarm.bonus-not-shock, dual.damage, dual.not-shock,
    shock.snap-and-aoo.
    """
    if attack.aim != HARM:
        return 0  # shove.no-damage, and so for grapples
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    one = attack.strike
    swarm = attack.manner == SWARM
    if equipment.blunted(unit, one):
        return 0
    if attack.hit:
        bonus = min(3, attack.others) if swarm else 0
        found = rolled(combat, unit, target, one, bonus, attack.more, attack.parts)
        floor = shock.expected(combat, unit, target, one, swarm)
        if floor <= found or (not swarm and shock.ignores(combat, target)):
            return found
        note(attack.parts, floor - found, "damage.shock-floor")
        return floor
    if one.oil:
        items.splash(combat, unit, target)
    if one.mode != MELEE:
        return 0
    found = 0
    if one.unarmed and unit.sheet.feat("unarmed-combatant") > 1:
        found = fist(combat, unit)
        note(attack.parts, found, "damage.unarmed")
    shocked = shock.on_miss(combat, unit, target, one, swarm)
    note(attack.parts, shocked, "shock.on-miss")
    return found + shocked


def dual_bonus(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, one: Strike
) -> int:
    """Return what a second weapon adds: 2 with both in range of the target. Rule: dual.damage."""
    if unit.off < 0 or one.weapon < 0 or not equipment.dual(unit):
        return 0
    far = geometry.apart(combat, unit, target)
    both = equipment.covers(unit, unit.hand, far) and equipment.covers(unit, unit.off, far)
    return 2 if both else 0


def executed(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    one: Strike,
    victim: SovereignCombatant,
    level: int,
) -> None:
    """Save against an execution attack, or drop; ``level`` is the executioner's in its skill.

    Rules: execution.save, execution.fail, execution.success, damage.maximum, dual.damage.
    """
    change = -max(0, level) - (1 if one.mean else 0)
    combat.stir = True
    if checks.save(combat, victim, numbers.PHYSICAL, change, "execution.save"):
        times = 2 if one.mean else 1
        more = dual_bonus(combat, unit, victim, one)
        amount = (one.most() + more) * times
        if brittle(victim, one.harm):
            amount = max(1, one.count + one.plus + more) * times
        rule, what = "execution.success", one.id
        dealing.hurt(
            combat, victim, amount, unit.index, rule, spares=one.spares, harm=one.harm, ability=what
        )
        return
    dealing.lower(combat, victim, 0, victim.hp, "execution.fail", unit.index, one.id)
    death.drop(combat, victim, unit.index, spares=one.spares, executed=True)
    combat.mark_changed()
    if victim.present:
        morale.check_morale(combat, victim)
