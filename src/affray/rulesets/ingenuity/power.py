"""Powers: learned, paid for, tested against the difficulty of their tier."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.grid import ALTERNATING, WALL
from affray.rulesets.ingenuity import (
    attack,
    condition,
    damage,
    geometry,
    reaction,
    spell,
    test,
)
from affray.rulesets.ingenuity.state import (
    ATTRIBUTES,
    CASTS,
    DEXTERITY,
    FOUGHT,
    INTELLECT,
    POWERS,
    RESOLVE,
    SKILLS,
    STRENGTH,
    USES,
    IngenuityCombat,
    Power,
    Unit,
)
from affray.rulesets.ingenuity.state import CAST as CAST_BEFORE

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
EDGE: Final = 2  # of a power that follows a Spell Attack, against defences


def school(combat: IngenuityCombat, unit: Unit, one: Power) -> tuple[int, str]:
    """Return the skill with which somebody uses a power, and the proficiency that fits best.

    Rules: power.learned-only, test.one-proficiency.
    """
    best = -1
    name = ""
    most = -1
    for each in one.proficiencies:
        bonus = unit.sheet.proficiencies.get(each, 0)
        skill = combat.library.schools.get(each, "")
        if skill not in SKILLS:
            continue
        value = unit.sheet.skills[SKILLS.index(skill)] + 2 * bonus
        if value > most:
            best, name, most = SKILLS.index(skill), each, value
    return best, name


def attribute_of(combat: IngenuityCombat, unit: Unit, skill: int, name: str) -> int:
    """Rule: power.attribute."""
    word = SKILLS[skill]
    if word == "ki":
        return ATTRIBUTES.index(combat.library.spirits[name][0])
    if word == "superpowers":
        dice = unit.sheet.attributes
        return DEXTERITY if dice[DEXTERITY] > dice[STRENGTH] else STRENGTH
    return SCHOOLS[word]


def resource_of(combat: IngenuityCombat, unit: Unit, one: Power) -> str:
    """Return what pays for a power. Rule: power.tiers."""
    skill, name = school(combat, unit, one)
    if skill >= 0 and SKILLS[skill] == "ki":
        return combat.library.spirits[name][1]
    return "stamina" if skill >= 0 and SKILLS[skill] == "superpowers" else "focus"


def wealth(combat: IngenuityCombat, unit: Unit, one: Power) -> int:
    """Return how much of what pays for a power somebody has."""
    return {
        "focus": unit.focus,
        "stamina": unit.stamina,
        "endurance": unit.endurance,
        "health": unit.health - 1,
    }[resource_of(combat, unit, one)]


def pay(combat: IngenuityCombat, unit: Unit, one: Power, cost: int) -> None:
    """Rules: power.steps, power.tiers, action.resources."""
    what = resource_of(combat, unit, one)
    if what == "focus":
        condition.spend(combat, unit, 0, cost)
    elif what == "stamina":
        condition.spend(combat, unit, cost, 0)
    elif what == "endurance":
        unit.endurance -= cost
        combat.quiet = -1
    elif cost:
        damage.pay_health(combat, unit, cost)
    combat.mark_changed()


def cannot(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> str:
    """Return the rule that forbids a power on a target, "" if none does.

    Rules: power.steps, power.provoke.
    """
    rule = unready(combat, unit, one)
    if rule:
        return rule
    if one.works in ONESELF or one.works in PLACED:
        return "" if target is unit else "power.steps"
    if not target.present or target.cell < 0:
        return "power.steps"
    if not aimed_well(combat, unit, one, target):
        return "power.steps"
    if target is not unit and geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    return beyond(combat, unit, one, target)


def beyond(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> str:
    """Return the rule by which somebody is out of a power's reach, "" if nothing is."""
    if not target.present or target.cell < 0:
        return "action.no-target"
    if geometry.distance(combat, unit, target) > max(1, one.range):
        return "geometry.range"
    return "" if geometry.sees(combat, unit, target) else "geometry.line-of-sight"


def unready(combat: IngenuityCombat, unit: Unit, one: Power) -> str:
    """Return the rule that forbids a power on anybody, "" if none does.

    Rules: power.learned-only, action.resources, gm.creature-ranks.
    """
    if one not in unit.sheet.powers or school(combat, unit, one)[0] < 0:
        return "power.learned-only"
    if one.cost > wealth(combat, unit, one):
        return "action.resources"
    return "gm.creature-ranks" if unit.spent() else ""


def aimed_well(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> bool:
    """Return whether a power can do anything for somebody, or to it."""
    if one.works == "mend":
        return target.endurance < target.most_endurance() or worn(combat, target) != []
    if one.works == "elemental-weapon":
        return bool(spell.weapons(combat, target))
    return target is not unit or one.works in ANYBODY or helps(one)


def helps(one: Power) -> bool:
    """Return whether a power does somebody good, and is compared with no defence."""
    return one.works in HELPFUL or bool(one.effect and not one.against and not one.attack)


def meant_for(combat: IngenuityCombat, unit: Unit, one: Power, target: Unit) -> bool:
    """Return whether a power is for somebody of this kind: what is listed, not what is legal."""
    if one.works in ONESELF or one.works in PLACED:
        return target is unit
    if one.works in ANYBODY:
        return True
    return combat.allies(unit, target) if helps(one) else combat.enemies(unit, target)


def worn(combat: IngenuityCombat, unit: Unit) -> list[int]:
    return [n for n, piece in enumerate(unit.pieces) if piece.wear]


def use(
    combat: IngenuityCombat,
    unit: Unit,
    one: Power,
    target: Unit,
    centre: int,
    sure: bool = False,
    more: int = 0,
) -> None:
    """Pay, test, and let it take effect.

    ``sure``: it follows a Spell Attack that hit, and needs no second comparison with evasion;
    ``more`` is what an improvised or mimicked one adds to its test.
    Rules: power.steps, power.multiple, power.attribute, power.area.
    """
    from affray.rulesets.ingenuity import counter

    if one.cost > wealth(combat, unit, one):
        return
    pay(combat, unit, one, one.cost)
    if combat.watched:
        combat.say("casts", unit.index, target.index, one.id, 0, "power.steps")
    if not unit.able():
        return
    counter.trigger(combat, unit, CASTS, target.index)
    if not unit.able():
        return
    deeds = answered(combat, unit, one, target, centre, sure)
    if not unit.able():
        return
    left = deeds if sure else [deed for deed in deeds if reached(combat, unit, one, deed, centre)]
    if left or not deeds or deeds[0].area:
        made = tested(combat, unit, one, left, target, more)
        if made.total >= one.difficulty:
            for deed in left:
                deed.total, deed.luck = made.total + deed.bonus, made.luck
                deed.edge = EDGE if sure else 0
            spell.work(combat, unit, one, left, target, centre, made, sure)
        elif combat.watched:
            combat.say("fails", unit.index, -1, one.id, 0, "power.steps")
    elif combat.watched:
        combat.say("comes to nothing", unit.index, target.index, "", 0, "action.no-target")
    for deed in deeds:
        if not deed.effect:
            attack.afterwards(combat, deed)
    unit.hidden = 0  # condition.hidden
    combat.mark_changed()


def answered(
    combat: IngenuityCombat, unit: Unit, one: Power, target: Unit, centre: int, sure: bool
) -> list[attack.Attack]:
    """Let a power be answered; return what it is aimed at. Rules: reaction.window, power.area."""
    deeds = spell.declared(combat, unit, one, target, centre, sure)
    for deed in deeds:
        if deed.effect:
            reaction.offer_intercept(combat, deed)
        else:
            reaction.offer_before(combat, deed)
    return deeds


def reached(
    combat: IngenuityCombat, unit: Unit, one: Power, deed: attack.Attack, centre: int
) -> bool:
    """Return whether somebody a power was aimed at has not got away.

    Rules: action.ready.timing, action.no-target.
    """
    if deed.area:
        return deed.target in spell.area(combat, centre, one.radius)
    return not beyond(combat, unit, one, combat.units[deed.target])


def tested(
    combat: IngenuityCombat,
    unit: Unit,
    one: Power,
    deeds: list[attack.Attack],
    target: Unit,
    more: int,
) -> test.Test:
    """Make the test of a power.

    Rules: power.steps, power.multiple, power.attack.no-map, power.attack.luck.
    """
    skill, name = school(combat, unit, one)
    made = test.Test(unit, attribute_of(combat, unit, skill, name), skill, "power.steps")
    made.proficiency = unit.sheet.proficiencies.get(name, 0)
    made.bonus = more - 2 * unit.used[POWERS]
    made.level = one.difficulty
    if deeds and spell.is_attack(one) and not deeds[0].effect:
        made.bonus += attack.hampered(unit) + damage.rallied(combat, unit)
        if not deeds[0].area:
            attack.weigh(combat, unit, deeds[0], made)
    if not deeds or not deeds[0].area:
        made.target = deeds[0].target if deeds else target.index
        made.helps = not deeds
    if combat.active == unit.index and unit.talented("spell-combat"):
        made.luck_bonus += unit.used[FOUGHT]
        unit.used[FOUGHT] = 0
        unit.used[CAST_BEFORE] = 1
    unit.used[POWERS] += 1
    unit.used[USES] += 1
    test.make(combat, made)
    return made


def waste(combat: IngenuityCombat, unit: Unit, one: Power) -> None:
    """Spend a power without effect, after a Spell Attack that missed."""
    if one.cost <= wealth(combat, unit, one):
        pay(combat, unit, one, one.cost)
        unit.used[POWERS] += 1
        unit.used[USES] += 1
        if combat.watched:
            combat.say("fails", unit.index, -1, one.id, 0, "power.steps")


def for_spell_attack(combat: IngenuityCombat, unit: Unit, target: Unit) -> list[Power]:
    """Return the powers of at most two actions that can follow a Spell Attack."""
    return [
        one
        for one in unit.sheet.powers
        if one.actions <= 2
        and (one.works in NO_ATTACK or one.attack or one.missiles)
        and school(combat, unit, one)[0] >= 0
        and one.cost <= wealth(combat, unit, one)
        and combat.enemies(unit, target)
    ]


def hasty_cost(one: Power) -> int:
    """Return what a power costs that is used as a free reaction."""
    return max(0, one.cost - 1)


def conjured(combat: IngenuityCombat, unit: Unit, one: Power) -> bool:
    """Make a shield of force for one block, 1 focus less. Rules: reaction.free, power.steps."""
    pay(combat, unit, one, hasty_cost(one))
    if combat.watched:
        combat.say("casts", unit.index, unit.index, one.id, 0, "reaction.free")
    return tested(combat, unit, one, [], unit, 0).total >= one.difficulty


def centres(combat: IngenuityCombat, unit: Unit, one: Power) -> list[int]:
    """Return the spaces on which an area can be centred. Rules: power.area, power.steps."""
    grid = combat.grid
    return [
        cell
        for cell in range(grid.size)
        if grid.distance(unit.cell, cell, ALTERNATING, unit.size) <= one.range
        and geometry.look(combat, unit.cell, cell)
        and combat.ground(cell) != WALL
    ]


def place(combat: IngenuityCombat, unit: Unit, one: Power) -> int:
    """Let the middle of an area be chosen; -1 if there is no place for it."""
    from affray.rulesets.ingenuity import choice

    cells = centres(combat, unit, one)
    if not cells:
        return -1
    if len(cells) == 1:
        return cells[0]
    return combat.ask(choice.Centre(combat, unit, one, cells)) - 1


def willing(combat: IngenuityCombat, unit: Unit, target: Unit) -> bool:
    """Return whether somebody lets a power work on it."""
    if target is unit:
        return True
    if not target.awake:
        return combat.allies(unit, target)
    options = [(PASS, "unwilling"), (1, "willing")]
    usual = 1 if combat.allies(unit, target) else PASS
    return combat.ask(Menu(target.seats, target.index, "power.steps", options, usual)) != PASS
