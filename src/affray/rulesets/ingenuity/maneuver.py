"""Manoeuvres: what they cost, what they test, and what follows."""

from __future__ import annotations

from typing import Final

from affray.core.choice import Menu
from affray.rulesets.ingenuity import attack, condition, damage, geometry, movement, test
from affray.rulesets.ingenuity.state import (
    BLUDGEONING,
    NO_TASK,
    NO_TRIGGER,
    RELENTLESS,
    TREATED,
    WINDED,
    IngenuityCombat,
    Maneuver,
    Piece,
    Thing,
    Unit,
)

# Those that a turn offers: plain attacks with more, and tests against one creature or oneself.
ATTACKING: Final = (
    "crippling-attack",
    "crushing-strike",
    "distracting-strike",
    "heavy-attack",
    "penetrating-attack",
    "point-blank-shot",
    "precise-attack",
    "rending-attack",
    "retreating-strike",
    "stunning-strike",
    "tripping-strike",
    "wild-strike",
    "advancing-strike",
    "shield-crush",
)
TESTING: Final = ("demoralize", "feint", "knock-down", "push", "taunt")
HELPING: Final = ("inspire", "superficial-treatment", "alleviate", "rally", "kip-up", "escape")
KNOWN: Final = (*ATTACKING, *TESTING, *HELPING)


def cost(unit: Unit, one: Maneuver, boosted: bool) -> int:
    """Return the stamina it takes. Rules: action.resources, maneuver.steps."""
    if unit.used[WINDED]:
        return 0
    total = one.stamina + (one.boost if boosted else 0)
    if one.attack and total and unit.talented("relentless-offense") and not unit.used[RELENTLESS]:
        total -= 1
    return total


def cannot(combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, boosted: bool) -> str:
    """Return the rule that forbids a manoeuvre on a target, "" if none does."""
    if one.id not in KNOWN or (boosted and not one.boost):
        return "maneuver.steps"
    if one.actions > unit.actions:
        return "turn.three-actions"
    if cost(unit, one, boosted) > unit.stamina or one.focus > unit.focus:
        return "action.resources"
    if one.attack:
        if not combat.enemies(unit, target):
            return "maneuver.attack"
        return "" if weapons(combat, unit, one, target) else "attack.sequence"
    if one.id in ("escape", "kip-up", "rally"):
        if one.id == "kip-up" and not unit.prone:
            return "action.stand-up"
        return "" if target is unit else "maneuver.steps"
    if one.id in HELPING:
        if combat.enemies(unit, target) or not target.able():
            return "maneuver.steps"
        if one.id == "superficial-treatment" and target.used[TREATED]:
            return "maneuver.no-limit"
    elif not combat.enemies(unit, target) or not target.awake:
        return "maneuver.steps"
    if not target.present or geometry.distance(combat, unit, target) > max(1, one.range):
        return "geometry.range"
    return "" if geometry.sees(combat, unit, target) else "geometry.line-of-sight"


def weapons(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit
) -> list[tuple[Thing, Piece | None, bool]]:
    """Return what an attacking manoeuvre can be made with. Rule: maneuver.attack."""
    found: list[tuple[Thing, Piece | None, bool]] = []
    for weapon, piece in attack.arms(combat, unit):
        for flies in attack.ways(weapon):
            if (one.melee and flies) or (one.ranged and not flies):
                continue
            if one.id == "point-blank-shot" and geometry.distance(combat, unit, target) > 2:
                continue
            if not any([word in one.proficiencies for word in weapon.proficiencies]):
                continue
            if not attack.cannot_attack(combat, unit, target, weapon, piece, flies):
                found.append((weapon, piece, flies))
    return found


def use(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, boosted: bool, learned: bool
) -> None:
    """Spend the time, pay, test, and let it take effect.

    Rules: maneuver.steps, maneuver.improvise.
    """
    paid = cost(unit, one, boosted)
    if one.attack and paid < one.stamina and not unit.used[WINDED]:
        unit.used[RELENTLESS] = 1
    unit.stamina -= paid
    unit.focus -= one.focus
    combat.touch()
    if combat.watched:
        combat.say("uses", unit.index, target.index, one.id, 0, "maneuver.steps")
    less = 0 if learned else -1
    if one.attack:
        strike(combat, unit, one, target, boosted, less)
        return
    result, best = tested(combat, unit, one, target, less)
    if one.id == "escape":
        escape(combat, unit, result)
    elif one.difficulty:
        if result >= one.difficulty:
            help_with(combat, unit, target, one, result)
    elif result >= best and damage.withstand(
        combat, target, result, one.against, unit.index, False
    ):
        work(combat, unit, target, one)


def tested(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, less: int
) -> tuple[int, int]:
    """Make the test of a manoeuvre; sizes count where bodies push. Rule: test.contest.size."""
    attribute = one.attributes[0]
    for other in one.attributes:
        if unit.sheet.attributes[other] > unit.sheet.attributes[attribute]:
            attribute = other
    skill = one.skills[0]
    for other in one.skills:
        if unit.sheet.skills[other] > unit.sheet.skills[skill]:
            skill = other
    made = test.Test(unit, attribute, skill, "maneuver.steps")
    made.bonus = unit.sheet.proficiency(one.proficiencies) + one.test_bonus + less
    if one.id in ("knock-down", "push"):
        made.bonus += unit.sheet.size - target.sheet.size
    if target is not unit and combat.enemies(unit, target):
        made.target = target.index
    if one.id == "escape" and (unit.prone or unit.sheet.noisy):
        made.better += 1 if unit.prone else 0
        made.worse += 1 if unit.sheet.noisy else 0  # attack.noisy
    return test.make(combat, made), -1000


def strike(
    combat: IngenuityCombat, unit: Unit, one: Maneuver, target: Unit, boosted: bool, less: int
) -> None:
    """Make an attack as normal, with what the manoeuvre adds. Rule: maneuver.attack."""
    if one.id == "advancing-strike":
        close_in(combat, unit, target)
    found = weapons(combat, unit, one, target)
    if not found or not unit.able():
        return  # action.no-target
    number = 0
    if len(found) > 1:
        options = [(1 + n, f"with {weapon_word(*found[n])}") for n in range(len(found))]
        number = combat.ask(Menu(unit.seats, unit.index, "maneuver.attack", options, 1)) - 1
    weapon, piece, flies = found[number]
    deed = attack.Attack(unit.index, target.index, weapon, piece)
    deed.maneuver = one
    deed.ranged = flies
    deed.thrown = flies and weapon.thrown
    deed.bonus = (one.boost_attack if boosted else one.attack_bonus) + less
    deed.harm = one.boost_damage if boosted else one.damage_bonus
    if one.id == "tripping-strike" and weapon.has(64):  # attack.trip-property
        deed.bonus = less
        deed.harm = 0
    deed.luck_bonus = one.luck_bonus
    attack.choose_how(combat, unit, deed)
    if one.id == "penetrating-attack" and deed.type == 1:
        deed.luck_bonus += 1
    if one.id == "rending-attack" and deed.type == 2:
        deed.bonus += 1
    if one.id == "wild-strike":
        low = 2 if boosted else 1
        condition.gain(combat, unit, "wild", low, unit.index, 1, unit.index)
    attack.attack(combat, deed)
    if one.id == "retreating-strike" and unit.able() and not unit.prone:
        step_away(combat, unit, target)


def weapon_word(weapon: Thing, piece: Piece | None, flies: bool) -> str:
    return f"{weapon.id} {'thrown' if flies and weapon.melee else 'held' if piece else 'body'}"


def close_in(combat: IngenuityCombat, unit: Unit, target: Unit) -> None:
    apart = geometry.distance(combat, unit, target)
    options = [(0, "stay")]
    for cell in movement.steps(combat, unit):
        if combat.grid.distance(cell, target.cell, 2, unit.size, target.size) < apart:
            options.append((1 + cell, f"step {combat.grid.name(cell)}"))
    if len(options) > 1:
        go(combat, unit, combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options)))


def step_away(combat: IngenuityCombat, unit: Unit, target: Unit) -> None:
    options = [(0, "stay")]
    for cell in movement.steps(combat, unit):
        options.append((1 + cell, f"step {combat.grid.name(cell)}"))
    if len(options) > 1:
        go(combat, unit, combat.ask(Menu(unit.seats, unit.index, "maneuver.steps", options)))


def go(combat: IngenuityCombat, unit: Unit, answer: int) -> None:
    if answer:
        unit.cover = -1
        combat.move(unit, answer - 1)


def follow(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Maneuver, result: int, free: bool
) -> None:
    """Apply the effects of an attacking manoeuvre. Rule: maneuver.attack."""
    if one.on_hit == "bleeding 1":
        deep = damage.withstand(combat, target, result, one.against, unit.index, free)
        condition.gain(combat, target, "bleeding", 2 if deep else 1, unit.index)
        return
    if one.effect or one.push:
        if damage.withstand(combat, target, result, one.against, unit.index, free):
            work(combat, unit, target, one)


def work(combat: IngenuityCombat, unit: Unit, target: Unit, one: Maneuver) -> None:
    """Let an effect take hold."""
    for word in one.effect.replace(";", ",").split(","):
        name = word.strip()
        if name == "prone":
            condition.fall_prone(combat, target, "maneuver.attack")
        elif name == "crippled":
            condition.gain(combat, target, "crippled", 1, unit.index)
        elif name == "stunned":
            condition.gain(combat, target, "stunned", 1, unit.index)
        elif name in ("shaken", "taunted"):
            condition.brief(combat, target, name, 1, unit.index)
        elif name == "interrupt":
            target.task = NO_TASK
            target.readied = NO_TRIGGER
            combat.touch()
        elif name.startswith("advantage"):
            condition.brief(combat, unit, "feinted", 1, target.index)
    if one.push:
        made = movement.push(combat, unit, target, one.push)
        if made < one.push and target.present:
            less = damage.deflection(target, BLUDGEONING, 0, 0)
            amount = damage.reduced(target, 2, less, BLUDGEONING)
            damage.hurt(combat, target, amount, BLUDGEONING, "movement.forced")


def help_with(
    combat: IngenuityCombat, unit: Unit, target: Unit, one: Maneuver, result: int
) -> None:
    more = 1 if result >= 12 else 0
    if one.id == "inspire":
        condition.brief(combat, target, "heartened", 2 + more, unit.index)
    elif one.id == "rally":
        for other in combat.units:
            if other.side == unit.side and other.able() and other.cell >= 0:
                if geometry.distance(combat, unit, other) <= 10:
                    condition.brief(combat, other, "heartened", 1 + more, unit.index)
    elif one.id == "superficial-treatment":
        target.used[TREATED] = 1
        damage.heal(combat, target, (result + 1) // 2, 0, "maneuver.steps")
    elif one.id == "kip-up":
        unit.prone = False
        combat.touch()
    else:
        for word in ("shaken", "taunted"):
            condition.lose(combat, target, word)


def escape(combat: IngenuityCombat, unit: Unit, result: int) -> None:
    """Be hidden from those beaten who cannot see where one stands now. Rule: condition.hidden."""
    unit.stealth = result
    for other in combat.units:
        if combat.enemies(unit, other) and other.present and result >= other.sheet.perception:
            if not geometry.sees(combat, other, unit) or geometry.behind_cover(combat, other, unit):
                unit.hidden |= 1 << other.index
    combat.touch()
