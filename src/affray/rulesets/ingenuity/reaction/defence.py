"""Tests against what comes: fortify, resist, dodges, hard and hook parries."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.dice import SAVE
from affray.core.effect import Sum
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import fate
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.definitions import Thing
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    AGILITY,
    ATHLETICS,
    DEXTERITY,
    FIGHTING,
    INSIGHT,
    INTELLECT,
    STRENGTH,
)


def hard_parry(combat: IngenuityCombat, target: IngenuityCombatant, deed: Attack) -> int:
    """Roll a Hard Parry; return the deflection that it makes, without the weapon's parry value.

    Rule: dice.order.
    """
    thing = combat.thing(deed.answers.parry) if deed.answers.parry is not None else deed.weapon
    best = thing.attributes[0]
    for attribute in thing.attributes:
        if target.sheet.attributes[attribute] > target.sheet.attributes[best]:
            best = attribute
    made = test.Test(target, best, FIGHTING, "maneuver.reaction")
    made.purpose = SAVE
    listed = combat.library.named["hard-parry"].proficiencies
    fitting = [proficiency for proficiency in thing.proficiencies if proficiency in listed]
    made.proficiency = target.sheet.proficiency(fitting)
    made.bonus = 0 if test.knows(target, "hard-parry") else -1
    return test.make(combat, made)


def hooked(combat: IngenuityCombat, target: IngenuityCombatant, thing: Thing) -> bool:
    """Roll the luck die of a Hook Parry against the weapon's threshold. Rule: dice.order."""
    return test.luck_test(combat, target, thing.threshold, "maneuver.reaction")


def withstand(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    result: int,
    name: str,
    deed: Attack | None,
    more: int = 0,
) -> bool:
    """Compare a result with constitution or willpower; return whether the effect applies."""
    return margin(combat, unit, result, name, deed, more, graded=more != 0) >= 0


def margin(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    result: int,
    name: str,
    deed: Attack | None,
    more: int = 0,
    graded: bool = True,
) -> int:
    """Return by how much a result reaches a defence, or the test that replaces it.

    ``deed`` is what it comes with, ``more`` what the defender has on top against this effect;
    not ``graded``: only whether it does so makes a difference.
    Rules: reaction.effect-compare, reaction.fortify, reaction.resist, reaction.window.
    """
    level = condition.defence(unit, name) + more
    physical = name == "constitution"
    if result < level or name not in ("constitution", "willpower"):
        return result - level
    paid = unit.stamina if physical else unit.focus
    if not budget.may_defend(combat, unit, deed) or (paid < 1 and unit.fate_points < 1):
        return result - level
    word = "fortify" if physical else "resist"
    key = word if paid else f"fate and {word}"
    menu = Listed(unit.seats, unit.index, f"reaction.{word}", [(PASS, "pass"), (1, key)])
    if combat.ask(menu) == PASS:
        return result - level
    if not paid:
        fate.recover(combat, unit, 1 if physical else 2)
    budget.spend_defence(combat, unit, deed)
    if physical:
        total = fortify(combat, unit, result + 1, graded)
    else:
        total = resist(combat, unit, result + 1, graded)
    return result - max(level, total + more)


def fortify(
    combat: IngenuityCombat, unit: IngenuityCombatant, level: int, graded: bool = True
) -> int:
    """Pay for a fortify test and return its result.

    Rules: reaction.fortify, resource.stamina-costs, action.guard.
    """
    spending.spend(combat, unit, 1, 0)
    made = test.Test(unit, STRENGTH, ATHLETICS, "reaction.fortify")
    made.purpose = SAVE
    made.level = level
    made.graded = graded
    made.proficiency = unit.sheet.proficiencies.get("Fortitude", 0)
    made.add(guarded(combat, unit))
    return test.make(combat, made)


def resist(
    combat: IngenuityCombat, unit: IngenuityCombatant, level: int, graded: bool = True
) -> int:
    """Pay for a resist test and return its result.

    Rules: reaction.resist, resource.focus-costs, action.guard.
    """
    spending.spend(combat, unit, 0, 1)
    made = test.Test(unit, INTELLECT, INSIGHT, "reaction.resist")
    made.purpose = SAVE
    made.level = level
    made.graded = graded
    made.proficiency = unit.sheet.proficiencies.get("Resistance", 0)
    made.add(guarded(combat, unit))
    return test.make(combat, made)


def guarded(combat: IngenuityCombat, unit: IngenuityCombatant) -> Sum:
    """Return what Guard and a Rally add to a defence test. Rule: action.guard."""
    total = Sum(SAVE, unit.index, -1, combat.watched)
    total.add(condition.guard(unit), "action.guard")
    total.add(rallied(combat, unit), "rally")
    return total


def rallied(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Return what a Rally adds to one attack or defence test, and use it up."""
    more = unit.amount("rallied") if unit.effects else 0
    if more:
        condition.lose(combat, unit, "rallied")
    return more


def stays_up(
    combat: IngenuityCombat, unit: IngenuityCombatant, missing: int, deed: Attack | None
) -> bool:
    """Let somebody fortify against so much missing health; return whether that keeps it up.

    Rules: damage.ko-choice, damage.ko-reaction, fate.spend.
    """
    paid = unit.stamina > 0
    if not budget.may_defend(combat, unit, deed) or not (paid or unit.fate_points > 0):
        return False
    options = [(PASS, "fall"), (1, "fortify" if paid else "fate and fortify")]
    if combat.ask(Listed(unit.seats, unit.index, "damage.ko-choice", options, 1)) == PASS:
        return False
    if not paid:
        fate.recover(combat, unit, 1)
    budget.spend_defence(combat, unit, deed)
    return fortify(combat, unit, missing, False) >= missing


def dodge(combat: IngenuityCombat, target: IngenuityCombatant, deed: Attack) -> int:
    """Return the result of the test of who dodges an attack, or catches the missile.

    It stands in for evasion where it is higher, and luck makes it no better than its result.
    Rules: reaction.dodge, reaction.dodge.floor, reaction.dodge.luck.
    """
    made = test.Test(target, DEXTERITY, AGILITY, "reaction.dodge")
    made.proficiency = target.sheet.proficiencies.get("Dodge", 0)
    bonus = guarded(combat, target)
    bonus.add(target.amount("breathing"), "iron breath")
    if deed.answers.catches and not test.knows(target, "arrow-catch"):
        bonus.add(-1, "maneuver.improvise")
    made.add(bonus)
    made.level = deed.rolled.total + 1
    return test.make(combat, made)
