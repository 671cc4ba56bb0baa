"""Powers: learned, what pays for them, on whom they work, what forbids them."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.definitions import Power, Thing
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece
from affray.rulesets.ingenuity.terms import (
    ATTRIBUTES,
    DEXTERITY,
    INTELLECT,
    RESOLVE,
    SKILLS,
    STRENGTH,
)

# The attribute of each school. Rule: power.attribute.
SCHOOLS: Final = {
    "animism": INTELLECT,
    "wizardry": INTELLECT,
    "psionics": INTELLECT,
    "communion": RESOLVE,
    "sorcery": RESOLVE,
    "superpowers": STRENGTH,
}

# Powers on a willing or unconscious creature, on oneself, on a place, on anybody.
HELPFUL: Final = (
    "bless",
    "mend",
    "restoration",
    "physical-ward",
    "elemental-ward",
    "elemental-weapon",
)
ONESELF: Final = ("shield-of-force", "iron-breath")
PLACED: Final = ("fireball", "entangle", "grease", "light")
ANYBODY: Final = ("alter-size",)
NO_ATTACK: Final = ("harm", "mental-strike", "water-jet", "curse", "sleep")


def school(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> tuple[int, str]:
    """Return the skill with which somebody uses a power, and the proficiency that fits best.

    Rules: power.learned-only, test.one-proficiency.
    """
    known = unit.sheet.schools
    while len(known) <= one.number:
        known.append(None)
    found = known[one.number]
    if found is None:
        found = known[one.number] = best_school(combat, unit.sheet, one)
    return found


def best_school(combat: IngenuityCombat, sheet: Sheet, one: Power) -> tuple[int, str]:
    """Work ``school`` out."""
    best = -1
    name = ""
    most = -1
    for each in one.proficiencies:
        bonus = sheet.proficiencies.get(each, 0)
        skill = combat.library.schools.get(each, "")
        if skill not in SKILLS:
            continue
        value = sheet.skills[SKILLS.index(skill)] + 2 * bonus
        if value > most:
            best, name, most = SKILLS.index(skill), each, value
    return best, name


def attribute_of(combat: IngenuityCombat, unit: IngenuityCombatant, skill: int, name: str) -> int:
    """Return the attribute that a power of a skill tests. Rule: power.attribute."""
    word = SKILLS[skill]
    if word == "ki":
        return ATTRIBUTES.index(combat.library.spirits[name][0])
    if word == "superpowers":
        dice = unit.sheet.attributes
        return DEXTERITY if dice[DEXTERITY] > dice[STRENGTH] else STRENGTH
    return SCHOOLS[word]


def resource_of(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> str:
    """Return what pays for a power. Rule: power.tiers."""
    skill, name = school(combat, unit, one)
    if skill >= 0 and SKILLS[skill] == "ki":
        return combat.library.spirits[name][1]
    return "stamina" if skill >= 0 and SKILLS[skill] == "superpowers" else "focus"


def wealth(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> int:
    """Return how much of what pays for a power somebody has."""
    return {
        "focus": unit.focus,
        "stamina": unit.stamina,
        "endurance": unit.endurance,
        "health": unit.health - 1,
    }[resource_of(combat, unit, one)]


def cannot(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> str:
    """Return the rule that forbids a power on a target, "" if none does.

    Rules: power.steps, power.provoke.
    """
    return unready(combat, unit, one) or cannot_on(combat, unit, one, target)


def cannot_on(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> str:
    """Return the rule that forbids a power on a target to who is ready for it.

    Rules: power.steps, power.provoke.
    """
    if one.works in ONESELF or one.works in PLACED:
        return "" if target is unit else "power.steps"
    if not target.present or target.cell < 0:
        return "power.steps"
    if not aimed_well(combat, unit, one, target):
        return "power.steps"
    if target is not unit and geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    return beyond(combat, unit, one, target)


def beyond(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> str:
    """Return the rule by which somebody is out of a power's reach, "" if nothing is."""
    if not target.present or target.cell < 0:
        return "action.no-target"
    if geometry.distance(combat, unit, target) > max(1, one.range):
        return "geometry.range"
    return "" if geometry.sees(combat, unit, target) else "geometry.line-of-sight"


def unready(combat: IngenuityCombat, unit: IngenuityCombatant, one: Power) -> str:
    """Return the rule that forbids a power on anybody, "" if none does.

    Rules: power.learned-only, action.resources, gm.creature-ranks.
    """
    if one not in unit.sheet.powers or school(combat, unit, one)[0] < 0:
        return "power.learned-only"
    if one.cost > wealth(combat, unit, one):
        return "action.resources"
    return "gm.creature-ranks" if unit.spent() else ""


def aimed_well(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> bool:
    """Return whether a power can do anything for somebody, or to it."""
    if one.works == "mend":
        return target.endurance < target.most_endurance() or worn(combat, target) != []
    if one.works == "elemental-weapon":
        return bool(weapons(combat, target))
    return target is not unit or one.works in ANYBODY or helps(one)


def helps(one: Power) -> bool:
    """Return whether a power does somebody good, and is compared with no defence."""
    return one.works in HELPFUL or bool(one.effect and not one.against and not one.attack)


def meant_for(
    combat: IngenuityCombat, unit: IngenuityCombatant, one: Power, target: IngenuityCombatant
) -> bool:
    """Return whether a power is for somebody of this kind: what is listed, not what is legal."""
    if one.works in ONESELF or one.works in PLACED:
        return target is unit
    if one.works in ANYBODY:
        return True
    return combat.allies(unit, target) if helps(one) else combat.enemies(unit, target)


def worn(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the places of things of somebody's that have lost durability."""
    return [n for n, piece in enumerate(unit.pieces) if piece.wear]


def for_spell_attack(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant
) -> list[Power]:
    """Return the powers of at most two actions that can follow a Spell Attack."""
    return [
        power
        for power in unit.sheet.powers
        if power.actions <= 2
        and (power.works in NO_ATTACK or power.attack or power.missiles)
        and school(combat, unit, power)[0] >= 0
        and power.cost <= wealth(combat, unit, power)
        and combat.enemies(unit, target)
    ]


def hasty_cost(one: Power) -> int:
    """Return what a power costs that is used as a free reaction."""
    return max(0, one.cost - 1)


def weapons(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[tuple[Thing, Piece | None]]:
    """Return the weapons of somebody that an element can fill."""
    arms = weapon.arms(combat, unit)
    return [(each, piece) for each, piece in arms if each.types and each.id != "bare-hands"]
