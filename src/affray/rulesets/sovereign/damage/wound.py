"""What a hit inflicts: dice, the least and the most, and what is added."""

from __future__ import annotations

from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import geometry, items
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.damage import shock
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import BLUNT, BODILY, MELEE, SWARM


def rolled(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    target: SovereignCombatant,
    strike: Strike,
    bonus: int,
    more: int = 0,
) -> int:
    """Roll the damage of a hit; ``bonus`` is a swarm's, ``more`` what fighting with two adds.

    Rules: damage.roll, damage.minimum, swarm.damage-cap, damage.maximum.
    """
    total = 0
    for _ in range(strike.count):
        total += combat.roll(strike.sides, DAMAGE, unit.index, "damage.roll")
    if brittle(target, strike.harm):
        total = strike.count
    total += strike.plus + more
    if bonus:
        total = min(total + bonus, max(strike.most() + more, total))
    return max(1, total)


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
    unit = combat.units[attack.actor]
    target = combat.units[attack.target]
    one = attack.strike
    swarm = attack.manner == SWARM
    if equipment.blunted(unit, one):
        return 0
    if attack.hit:
        bonus = min(3, attack.others) if swarm else 0
        found = rolled(combat, unit, target, one, bonus, attack.more)
        floor = shock.expected(combat, unit, target, one, swarm)
        return found if floor <= found or (not swarm and shock.ignores(combat, target)) else floor
    if one.oil:
        items.splash(combat, unit, target)
    if one.mode != MELEE:
        return 0
    found = 0
    if one.unarmed and unit.sheet.feat("unarmed-combatant") > 1:
        found = fist(combat, unit)
    return found + shock.on_miss(combat, unit, target, one, swarm)


def dual_bonus(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, one: Strike
) -> int:
    """Rule: dual.damage: +2 with both weapons in range of the target."""
    if unit.off < 0 or one.weapon < 0 or not equipment.dual(unit):
        return 0
    far = geometry.apart(combat, unit, target)
    both = equipment.covers(unit, unit.hand, far) and equipment.covers(unit, unit.off, far)
    return 2 if both else 0
