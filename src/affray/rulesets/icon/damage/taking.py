"""What reaches a character of damage, in its order."""

from __future__ import annotations

from affray.core.event import Part, Told
from affray.rulesets.icon import death, ledger, resource
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import effects, states, statuses
from affray.rulesets.icon.damage import levels
from affray.rulesets.icon.definitions import UNHARMED
from affray.rulesets.icon.state import IconCombat, IconCombatant


class Damage:
    """One instance of damage, and what it is made of: ``parts`` add up to what is left of it."""

    def __init__(self, dealer: int, target: int, amount: int, rule: str = "damage.order") -> None:
        self.dealer = dealer  # -1: terrain, a fall, blights
        self.target = target
        self.amount = amount
        self.type = "physical"  # "": of no type, past armor and resistances to a type
        self.pierce = False
        self.godly = False
        self.covered = False  # resistance from cover
        self.ranged = False  # of a ranged attack
        self.attack = False  # of an attack, its area included
        self.area = False  # outside the attack space
        self.floor = 0  # hit points it cannot go below: blight.floor
        self.ability = ""  # whose damage it is
        self.rule = rule  # what it was before anything was taken from it
        self.told = False  # somebody wants to know its parts
        self.parts: list[Part] = []

    def change(self, amount: int, rule: str) -> None:
        """Add to the damage, or (negative) take from it, by a rule."""
        if amount:
            self.amount += amount
            if self.told:
                self.parts.append((amount, rule))


def resistance(combat: IconCombat, blow: Damage) -> str:
    """Return the rule by which some resistance covers the damage, "" if none does.

    Rules: damage.resistance, damage.resistance-once, attack.cover-halves, effect.dodge,
    effect.true-strike.
    """
    unit = combat.units[blow.target]
    if blow.covered:
        return "attack.cover-halves"
    if combat.has(unit, "resistance"):
        return "damage.resistance"
    if blow.area and combat.has(unit, "dodge"):
        return "effect.dodge"
    if blow.ranged and combat.has(unit, "resistance-ranged"):
        return "damage.resistance"
    for trait in unit.sheet.traits:
        if blow.type in trait.resistance and not (trait.resistance_fresh and unit.bloodied()):
            return "damage.resistance"
    return ""


def reduce(combat: IconCombat, use: Use | None, blow: Damage) -> None:
    """Change damage to what reaches a character, before vigor; tell if nothing does.

    Rule: damage.minimum-zero.
    """
    lessen(combat, use, blow)
    if blow.amount <= 0 and blow.told:
        rule = blow.parts[-1][1]
        combat.tell(Told("unharmed", blow.target, blow.dealer, blow.ability, 0, rule))


def lessen(combat: IconCombat, use: Use | None, blow: Damage) -> None:
    """Take from damage what does not reach a character, before vigor.

    Rules: damage.order, damage.armor, damage.armor-highest, damage.pierce, damage.godly,
    damage.minimum-zero, terrain.fall-reducible, blight.ignores-armor.
    """
    unit = combat.units[blow.target]
    if combat.watched:
        blow.told = True
        blow.parts.append((blow.amount, blow.rule))
    if blow.dealer >= 0:
        dealer = combat.units[blow.dealer]
        lost = statuses.damage_lost(combat, dealer, unit, blow.amount, pierce=blow.pierce)
        for amount, rule in lost:
            blow.change(amount, rule)
    if use is not None:
        blow.change(statuses.damage_added(unit), "status.vulnerable")
    if blow.godly:
        return
    if blow.type and not blow.pierce:
        blow.change(-min(blow.amount, unit.sheet.whole_armor()), "damage.armor")
    if blow.amount > 0:
        rule = resistance(combat, blow)
        if rule:
            blow.change(levels.halved(blow.amount) - blow.amount, rule)


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
    reduce(combat, None, blow)
    if blow.amount <= 0:
        return False
    take(combat, unit, blow)
    if unit.hp <= 0:
        death.defeat(combat, unit, blow.dealer)
    return True


def take(combat: IconCombat, unit: IconCombatant, blow: Damage) -> None:
    """Take damage from vigor, then from hit points.

    Rules: vigor.absorbs-first, blight.floor, effect.defiance.
    """
    vigor = absorbed(unit, blow, blow.amount)
    rule = "vigor.absorbs-first"
    if vigor:
        parts = blow.parts[:] if vigor == blow.amount else []
        left = unit.vigor - vigor
        ledger.set_vigor(combat, unit, left, rule, blow.dealer, blow.ability, parts)
        blow.change(-vigor, rule)
    room = max(0, unit.hp - blow.floor)
    if blow.amount > room:
        blow.change(room - blow.amount, "blight.floor" if blow.floor else "defeat.at-zero")
    defies = unit.hp - blow.amount < 1 and unit.holds("defiance")
    if defies:
        least = combat.library.states["defiance"].number
        blow.change(unit.hp - least - blow.amount, "effect.defiance")
    hp = unit.hp - blow.amount
    combat.mark_changed()
    ledger.set_hp(combat, unit, hp, "damage.order", blow.dealer, blow.ability, blow.parts)
    if defies:
        effects.defies(combat, unit)


def blights_hurt(combat: IconCombat, unit: IconCombatant) -> None:
    """Let blights hurt somebody at the start of its turn.

    Rules: blight.damage, blight.ignores-armor, blight.floor.
    """
    count = unit.blights()
    if count:
        blow = Damage(-1, unit.index, count, "blight.damage")
        blow.type = ""
        blow.floor = 1
        suffer(combat, blow)


def hurt_by_terrain(
    combat: IconCombat, unit: IconCombatant, amount: int, rule: str, *, pierce: bool
) -> None:
    """Let dangerous terrain or a fall hurt somebody.

    Rules: terrain.dangerous, terrain.fall, damage.flat-fixed.
    """
    blow = Damage(-1, unit.index, amount, rule)
    blow.pierce = pierce
    suffer(combat, blow)
