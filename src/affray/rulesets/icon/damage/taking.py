"""What reaches a character of damage, in its order."""

from __future__ import annotations

from affray.rulesets.icon import death, resource
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import effects, states, statuses
from affray.rulesets.icon.damage import levels
from affray.rulesets.icon.definitions import UNHARMED
from affray.rulesets.icon.state import IconCombat, IconCombatant


class Damage:
    """One instance of damage."""

    def __init__(self, dealer: int, target: int, amount: int) -> None:
        self.dealer = dealer  # -1: terrain, a fall, blights
        self.target = target
        self.amount = amount
        self.type = "physical"  # "": of no type, past armor and resistances
        self.pierce = False
        self.godly = False
        self.covered = False  # resistance from cover
        self.ranged = False  # of a ranged attack
        self.attack = False  # of an attack, its area included
        self.area = False  # outside the attack space
        self.floor = 0  # hit points it cannot go below: blight.floor


def resisted(combat: IconCombat, blow: Damage) -> bool:
    """Return whether some resistance covers the damage.

    Rules: damage.resistance, damage.resistance-once, attack.cover-halves, effect.dodge,
    effect.true-strike.
    """
    unit = combat.units[blow.target]
    if blow.covered or combat.has(unit, "resistance") or combat.has(unit, "cover"):
        return True
    if blow.area and combat.has(unit, "dodge"):
        return True
    if blow.ranged and combat.has(unit, "resistance-ranged"):
        return True
    for trait in unit.sheet.traits:
        if blow.type in trait.resistance and not (trait.resistance_fresh and unit.bloodied()):
            return True
    return False


def reduced(combat: IconCombat, use: Use | None, blow: Damage) -> int:
    """Return what reaches a character, before vigor.

    Rules: damage.order, damage.armor, damage.armor-highest, damage.pierce, damage.godly,
    damage.minimum-zero, terrain.fall-reducible, blight.ignores-armor.
    """
    unit = combat.units[blow.target]
    amount = blow.amount
    if blow.dealer >= 0:
        dealer = combat.units[blow.dealer]
        amount = statuses.damage_dealt(combat, dealer, unit, amount, pierce=blow.pierce)
    if use is not None:
        amount += statuses.damage_added(unit)
    if blow.godly or not blow.type:
        return amount
    if not blow.pierce:
        amount -= unit.sheet.whole_armor()
    if amount > 0 and resisted(combat, blow):
        amount = levels.halved(amount)
    return max(0, amount)


def unharmed(combat: IconCombat, unit: IconCombatant, blow: Damage) -> bool:
    """Return whether damage cannot reach somebody at all. Rules: damage.immune, effect.defiance."""
    return states.untouched(combat, unit) or unit.holds(UNHARMED) or unit.sheet.immune(blow.type)


def absorbed(unit: IconCombatant, blow: Damage, amount: int) -> int:
    """Return what vigor takes of damage. Rules: vigor.absorbs-first, damage.godly."""
    return 0 if blow.godly else resource.absorbed(unit, amount)


def suffer(combat: IconCombat, blow: Damage) -> bool:
    """Take damage that is no ability's; return whether it hurt.

    Nobody surrenders to it or interrupts it.
    Rules: damage.order, defeat.at-zero, blight.floor.
    """
    unit = combat.units[blow.target]
    if unharmed(combat, unit, blow):
        return False
    amount = reduced(combat, None, blow)
    if amount <= 0:
        return False
    absorbs = absorbed(unit, blow, amount)
    take(combat, unit, blow, absorbs, amount - absorbs)
    if unit.hp <= 0:
        death.defeat(combat, unit)
    return True


def take(combat: IconCombat, unit: IconCombatant, blow: Damage, absorbed: int, loss: int) -> None:
    """Take damage from vigor, then from hit points."""
    unit.vigor -= absorbed
    before = unit.hp
    if unit.hp > blow.floor:
        unit.hp = max(blow.floor, unit.hp - loss)
    if unit.hp < 1 and unit.holds("defiance"):
        effects.defies(combat, unit)
    combat.mark_changed()
    if combat.watched:
        if absorbed:
            rule = "vigor.absorbs-first"
            combat.say("absorbed", unit.index, blow.dealer, blow.type, absorbed, rule)
        if before > unit.hp or not absorbed:
            combat.say("hurt", unit.index, blow.dealer, blow.type, before - unit.hp, "damage.order")


def blights_hurt(combat: IconCombat, unit: IconCombatant) -> None:
    """Let blights hurt somebody at the start of its turn.

    Rules: blight.damage, blight.ignores-armor, blight.floor.
    """
    count = unit.blights()
    if count:
        blow = Damage(-1, unit.index, count)
        blow.type = ""
        blow.floor = 1
        suffer(combat, blow)


def hurt_by_terrain(combat: IconCombat, unit: IconCombatant, amount: int, *, pierce: bool) -> None:
    """Let dangerous terrain or a fall hurt somebody.

    Rules: terrain.dangerous, terrain.fall, damage.flat-fixed.
    """
    blow = Damage(-1, unit.index, amount)
    blow.pierce = pierce
    suffer(combat, blow)
