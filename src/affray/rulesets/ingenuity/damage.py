"""Damage: reduction, endurance, health, consciousness and death."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.dice import SAVE
from affray.rulesets.ingenuity import condition, test
from affray.rulesets.ingenuity.state import (
    ATHLETICS,
    DEAD,
    ELEMENTAL_TYPES,
    FIRE,
    INSIGHT,
    INTELLECT,
    PHYSICAL_TYPES,
    PREPARED,
    REACTIONS,
    SHOCK,
    STRENGTH,
    TOLERATED,
    IngenuityCombat,
    Unit,
)


def deflection(unit: Unit, type: int, size: int, more: int) -> int:
    """Return what is taken off damage of a type.

    ``size`` is that of the attacker, 0 for none; ``more`` is what a parry adds.
    Rules: attack.reduction, attack.size.deflection, attack.size.floor, action.guard.
    """
    if type >= ELEMENTAL_TYPES:
        return 0
    sheet = unit.sheet
    total = sheet.physical if type < PHYSICAL_TYPES else sheet.elemental
    total += condition.guard(unit)
    if type < PHYSICAL_TYPES:
        total += more - (2 if unit.is_held("raging") else 0)
    if size:
        total += sheet.size - size
    return max(0, total)


def reduced(unit: Unit, total: int, less: int, type: int) -> int:
    """Return what is left of a total: at least 1, then halved by resistance.

    Rules: damage.order, attack.min-damage, condition.immunity, condition.minor.
    """
    if type == SHOCK and unit.is_held("wet"):
        total += 2
    left = max(1, total - less)
    if type in unit.sheet.resists:
        left = (left + 1) // 2
    return left


def can_react(combat: IngenuityCombat, unit: Unit, free: bool = False) -> bool:
    """Return whether somebody has a reaction left, or needs none.

    Rules: reaction.one, reaction.extra, reaction.unable, surprise.no-actions, condition.stunned.
    """
    if not unit.able() or unit.is_held("stunned"):
        return False
    if combat.caught(unit) and not combat.options[1]:
        return False
    if free or (unit.talented("prepared-defense") and not unit.used[PREPARED]):
        return True
    return unit.used[REACTIONS] < (2 if unit.is_held("waiting") else 1)


def spend_reaction(combat: IngenuityCombat, unit: Unit, free: bool = False) -> None:
    """Use up a reaction unless it is free. Rules: reaction.free, reaction.one."""
    if free:
        return
    if unit.talented("prepared-defense") and not unit.used[PREPARED]:
        unit.used[PREPARED] = 1
    else:
        unit.used[REACTIONS] += 1
    combat.touch()


def withstand(
    combat: IngenuityCombat, unit: Unit, result: int, name: str, source: int, free: bool
) -> bool:
    """Compare a result with constitution or willpower; return whether the effect applies.

    Rules: reaction.effect-compare, reaction.fortify, reaction.resist.
    """
    level = condition.defence(unit, name)
    if result < level:
        return False
    physical = name == "constitution"
    paid = unit.stamina if physical else unit.focus
    if name not in ("constitution", "willpower") or paid < 1 or not can_react(combat, unit, free):
        return True
    word = "fortify" if physical else "resist"
    menu = Menu(unit.seats, unit.index, f"reaction.{word}", [(PASS, "pass"), (1, word)])
    if combat.ask(menu) == PASS:
        return True
    spend_reaction(combat, unit, free)
    total = fortify(combat, unit, source) if physical else resist(combat, unit, source)
    return result >= max(level, total)


def fortify(combat: IngenuityCombat, unit: Unit, source: int) -> int:
    """Rules: reaction.fortify, resource.stamina-costs, action.guard."""
    unit.stamina -= 1
    made = test.Test(unit, STRENGTH, ATHLETICS, "reaction.fortify")
    made.purpose = SAVE
    made.bonus = unit.sheet.proficiencies.get("Fortitude", 0) + condition.guard(unit)
    return test.make(combat, made)


def resist(combat: IngenuityCombat, unit: Unit, source: int) -> int:
    """Rules: reaction.resist, resource.focus-costs, action.guard."""
    unit.focus -= 1
    made = test.Test(unit, INTELLECT, INSIGHT, "reaction.resist")
    made.purpose = SAVE
    made.bonus = unit.sheet.proficiencies.get("Resistance", 0) + condition.guard(unit)
    return test.make(combat, made)


def hurt(
    combat: IngenuityCombat,
    unit: Unit,
    amount: int,
    type: int,
    rule: str,
    *,
    nonlethal: bool = False,
    direct: int = 0,
    free: bool = False,
) -> None:
    """Take damage that is reduced already; ``direct`` of it goes straight to health.

    Rules: damage.order, damage.endurance-first, damage.excess, damage.direct-health, fate.halve.
    """
    if not unit.present or amount <= 0:
        return
    amount, direct = halve(combat, unit, amount, direct)
    combat.touch()
    if combat.watched:
        combat.say("hurt", unit.index, -1, "", amount, rule)
    combat.quiet = 0
    at_zero = unit.health == 0
    soaked = min(unit.endurance, amount - direct)
    had = unit.endurance
    unit.endurance -= soaked
    beyond = amount - direct - soaked
    if had and not unit.endurance and beyond and unit.talented("pain-tolerance"):
        if not unit.used[TOLERATED]:
            unit.used[TOLERATED] = 1
            beyond = 0
    if type == FIRE:
        condition.lose(combat, unit, "wet")
    lose_health(combat, unit, beyond + direct, at_zero, nonlethal, free)


def halve(combat: IngenuityCombat, unit: Unit, amount: int, direct: int) -> tuple[int, int]:
    """Let fate halve the damage of one source, rounded up. Rule: fate.halve."""
    if unit.fate_points > 0 and amount > 1:
        options = [(PASS, "take it"), (1, "fate halve")]
        asked = Menu(unit.seats, unit.index, "fate.halve", options)
        if combat.ask(asked) != PASS:
            unit.fate_points -= 1
            amount = (amount + 1) // 2
            direct = min(direct, amount)
    return amount, direct


def lose_health(
    combat: IngenuityCombat, unit: Unit, loss: int, at_zero: bool, nonlethal: bool, free: bool
) -> None:
    """Take a loss of health, and what follows at zero.

    Rules: death.zero, death.exact, death.risk, death.nonlethal, death.further, damage.ko-check.
    """
    if at_zero:
        if unit.awake:
            condition.knock_out(combat, unit, "death.conscious-at-zero")
        risk_death(combat, unit, "death.further")
        return
    if loss <= 0:
        return
    left = unit.health
    unit.health = max(0, left - loss)
    if unit.health == 0:
        if unit.awake:
            condition.knock_out(combat, unit, "death.zero")
        if loss > left and not nonlethal:
            risk_death(combat, unit, "death.risk")
        return
    if unit.awake:
        check_consciousness(combat, unit, free)


def check_consciousness(combat: IngenuityCombat, unit: Unit, free: bool) -> None:
    """Fall, or fortify against the missing health.

    Rules: damage.ko-check, damage.ko-not-greater, damage.ko-choice, damage.ko-reaction,
    damage.ko-every-loss.
    """
    missing = unit.most_health() - unit.health
    if missing <= condition.constitution(unit):
        return
    if unit.stamina > 0 and can_react(combat, unit, free):
        options = [(PASS, "fall"), (1, "fortify")]
        if combat.ask(Menu(unit.seats, unit.index, "damage.ko-choice", options, 1)) != PASS:
            spend_reaction(combat, unit, free)
            if fortify(combat, unit, -1) >= missing:
                return
    condition.knock_out(combat, unit, "damage.ko-check")


def risk_death(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Make the luck test against death. Rules: death.risk, death.cheat, death.permanent."""
    if test.luck_test(combat, unit, unit.death, rule):
        unit.death += 5
        combat.touch()
        if combat.watched:
            combat.say("cheats death", unit.index, -1, "", unit.death, "death.cheat")
    else:
        die(combat, unit, rule)


def die(combat: IngenuityCombat, unit: Unit, rule: str) -> None:
    """Rule: death.dead."""
    cell = unit.cell
    if unit.awake:
        condition.knock_out(combat, unit, rule)
    gone(combat, unit, DEAD, rule)
    combat.bodies.append(cell)


def gone(combat: IngenuityCombat, unit: Unit, fate: int, rule: str) -> None:
    """Take somebody out of the combat. Rules: death.dead, end.flee, end.surrender."""
    combat.leave(unit)
    unit.present = False
    unit.fate = fate
    condition.interrupt(combat, unit)
    for other in combat.units:
        other.hidden &= ~(1 << unit.index)
    if combat.watched:
        combat.say(("", "dies", "leaves", "surrenders")[fate], unit.index, rule=rule)


def heal(combat: IngenuityCombat, unit: Unit, endurance: int, health: int, rule: str) -> None:
    """Rule: damage.healing."""
    unit.endurance = min(unit.most_endurance(), unit.endurance + endurance)
    unit.health = min(unit.most_health(), unit.health + health)
    combat.touch()
    if combat.watched:
        combat.say("healed", unit.index, -1, "", endurance + health, rule)
