"""Powers: learned, tested against the difficulty of their tier, and what they do."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity import condition, damage, geometry, movement, test
from affray.rulesets.ingenuity.state import (
    INTELLECT,
    POWERS,
    PSYCHIC,
    RESOLVE,
    SKILLS,
    STRENGTH,
    IngenuityCombat,
    Power,
    Unit,
)

KNOWN: Final = (
    "ignite",
    "jolt",
    "arcane-missiles",
    "mental-strike",
    "water-jet",
    "bless",
    "curse",
    "mend",
    "harm",
    "fireball",
    "restoration",
)
HELPFUL: Final = ("bless", "mend", "restoration")
SCHOOLS: Final = {
    "animism": INTELLECT,
    "wizardry": INTELLECT,
    "psionics": INTELLECT,
    "communion": RESOLVE,
    "sorcery": RESOLVE,
    "superpowers": STRENGTH,
    "ki": STRENGTH,
}
FAILED: Final = -1000
CURABLE: Final = ("bleeding", "burning", "blinded", "crippled", "poison", "sickness", "stunned")


def school(unit: Unit) -> int:
    """Return the supernatural skill that somebody is best at. Rule: power.learned-only."""
    best = SKILLS.index("animism")
    for skill in range(best, len(SKILLS)):
        if unit.sheet.skills[skill] > unit.sheet.skills[best]:
            best = skill
    return best


def cannot(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> str:
    """Return the rule that forbids a power on a target, "" if none does."""
    if one not in unit.sheet.powers or one.id not in KNOWN:
        return "power.learned-only"
    if one.actions > unit.actions:
        return "turn.three-actions"
    if one.cost > unit.focus:
        return "action.resources"
    if not target.present or target.cell < 0:
        return "power.steps"
    if (one.id in HELPFUL) == combat.enemies(unit, target):
        return "power.steps"
    if geometry.distance(combat, unit, target) > max(1, one.range):
        return "geometry.range"
    return "" if geometry.sees(combat, unit, target) else "geometry.line-of-sight"


def use(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> None:
    """Pay, test, and let it take effect. Rules: power.steps, power.multiple, power.attribute."""
    unit.focus -= one.cost
    if combat.watched:
        combat.say("casts", unit.index, target.index, one.id, 0, "power.steps")
    skill = school(unit)
    made = test.Test(unit, SCHOOLS[SKILLS[skill]], skill, "power.steps")
    made.bonus = unit.sheet.proficiency(one.proficiencies) - 2 * unit.used[POWERS]
    if one.id not in HELPFUL and one.radius == 0:
        made.target = target.index
    unit.used[POWERS] += 1
    result = test.make(combat, made)
    unit.hidden = 0
    if result < one.difficulty:
        if combat.watched:
            combat.say("fails", unit.index, -1, one.id, 0, "power.steps")
        return
    if one.radius:
        for who in area(combat, target.cell, one.radius):
            affect(combat, unit, combat.units[who], one, result, made.luck)
    else:
        affect(combat, unit, target, one, result, made.luck)


def area(combat: IngenuityCombat, centre: int, radius: int) -> list[int]:
    """Return who is in an area, by row, then by column. Rules: power.area, dice.order."""
    found: list[tuple[int, int]] = []
    for unit in combat.units:
        if unit.present and unit.cell >= 0:
            if geometry.distance_to(combat, unit, centre) <= radius:
                if geometry.look(combat, unit.cell, centre):
                    found.append((unit.cell, unit.index))
    found.sort()
    return [who for _, who in found]


def affect(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Power, result: int, luck: int
) -> None:
    """Let a power that worked do what it does to one target.

    Rules: power.attack, power.attack.luck.
    """
    if not target.present:
        return
    if one.id == "bless":
        condition.lose(combat, target, "cursed")
        condition.gain(combat, target, "blessed", 1, unit.index)
    elif one.id == "curse":
        if damage.withstand(combat, target, result, "willpower", unit.index, False):
            condition.lose(combat, target, "blessed")
            condition.gain(combat, target, "cursed", 1, unit.index)
    elif one.id == "mend":
        damage.heal(combat, target, (result + 1) // 2, 1 if luck >= 20 else 0, "power.steps")
    elif one.id == "restoration":
        for word in CURABLE:
            condition.lose(combat, target, word)
        damage.heal(combat, target, 0, 1, "power.steps")
        if not target.awake:
            condition.wake(combat, target, "power.steps")
    elif one.id == "water-jet":
        condition.lose(combat, target, "burning")
        condition.brief(combat, target, "wet", 1, unit.index)
        if damage.withstand(combat, target, result, "constitution", unit.index, False):
            movement.push(combat, unit, target, one.push)
    elif one.id == "mental-strike":
        if damage.withstand(combat, target, result, "willpower", unit.index, False):
            amount = max(1, result - condition.willpower(target))
            damage.hurt(combat, target, amount, PSYCHIC, "power.attack")
    elif one.missiles:
        less = damage.deflection(target, one.type, 0, 0)
        total = one.missiles * (one.damage + (1 if luck >= 20 else 0))
        amount = max(one.missiles, damage.reduced(target, total, less, one.type))
        damage.hurt(combat, target, amount, one.type, "power.attack")
    else:
        blast(combat, unit, target, one, result)


def blast(combat: IngenuityCombat, unit: Unit, target: Unit, one: Power, result: int) -> None:
    """Compare a power with a defence and deal its damage. Rule: power.attack."""
    defence = "constitution" if one.id == "harm" else "evasion"
    level = condition.defence(target, defence)
    if defence == "evasion":
        level = max(0, level + unit.sheet.size - target.sheet.size)
    hit = result >= level
    if not hit and not one.half_on_fail:
        if combat.watched:
            combat.say("misses", unit.index, target.index, one.id, level, "power.attack")
        return
    size = unit.sheet.size if unit.sheet.size != target.sheet.size else 0
    less = damage.deflection(target, one.type, size, 0)
    if one.ignores_metal:
        less = max(0, less - target.sheet.metal)
    amount = damage.reduced(target, result + one.damage, less, one.type)
    if not hit:
        amount = (amount + 1) // 2
    damage.hurt(combat, target, amount, one.type, "power.attack")
    if hit and one.effect.startswith("burning") and target.present and target.awake:
        if damage.withstand(combat, target, result, "constitution", unit.index, False):
            condition.gain(combat, target, "burning", 1, unit.index)
