"""Skill checks and saving throws."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.combat import Combat
from affray.core.dice import CHECK, SAVE
from affray.core.event import Told
from affray.rulesets.sovereign import gm
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ONCE, SPENT_MASTERY

NEEDED: Final = 10  # check.roll
OPPOSED: Final = 8  # check.opposed


def check(combat: Combat[SovereignCombatant], who: int, bonus: int, number: int, rule: str) -> bool:
    """Roll 2d6. Rules: check.roll, check.opposed."""
    total = check_total(combat, who, bonus, rule)
    tell_check(combat, who, total, number, rule)
    return total >= number


def check_total(combat: Combat[SovereignCombatant], who: int, bonus: int, rule: str) -> int:
    """Roll 2d6 and return them with a bonus."""
    first = combat.roll(6, CHECK, who, rule)
    return first + combat.roll(6, CHECK, who, rule) + bonus


def skill_check(
    combat: SovereignCombat, unit: SovereignCombatant, name: str, bonus: int, number: int, rule: str
) -> bool:
    """Roll a check of a skill that no fight is fought with.

    A Specialist drops the lowest of more dice; a full Expert may roll once more in a fight.
    Rule: check.roll. Content: specialist, gifted-chirurgeon, masterful-expertise.
    """
    bonus += gm.judged(combat, unit, name)
    total = best_of(combat, unit, name, rule) + bonus
    tell_check(combat, unit.index, total, number, rule)
    if total >= number or not unit.sheet.expert or unit.used[ONCE] & SPENT_MASTERY:
        return total >= number
    options = [(1, "roll again"), (PASS, "let it be")]
    if combat.ask(Ask(unit.seats, unit.index, "check.roll", options, 1)) == PASS:
        return False
    unit.add_bits(ONCE, SPENT_MASTERY)
    total = best_of(combat, unit, name, rule) + bonus
    tell_check(combat, unit.index, total, number, rule)
    return total >= number


def tell_check(
    combat: Combat[SovereignCombatant], who: int, total: int, number: int, rule: str
) -> None:
    """Tell what a check came to, and against what."""
    if combat.watched:
        name = "succeeds" if total >= number else "fails"
        combat.tell(Told(name, who, -1, "", total, rule, number))


def tell_contest(
    combat: SovereignCombat, who: int, other: int, total: int, number: int, rule: str
) -> None:
    """Tell what one check came to against one of several others."""
    if combat.watched:
        name = "prevails" if total >= number else "does not prevail"
        combat.tell(Told(name, who, other, "", total, rule, number))


def best_of(combat: SovereignCombat, unit: SovereignCombatant, name: str, rule: str) -> int:
    """Roll 2d6, or more of which the best two count."""
    own = unit.sheet
    count = 2
    if own.special == name:
        count += own.feat("specialist")
    if name == "heal" and own.feat("gifted-chirurgeon"):
        count = max(count, 3)
    faces = sorted([combat.roll(6, CHECK, unit.index, rule) for _ in range(count)])
    return faces[-1] + faces[-2]


def save(
    combat: Combat[SovereignCombatant], unit: SovereignCombatant, kind: int, change: int, rule: str
) -> bool:
    """Roll a saving throw; 1 and 20 decide by themselves. Rules: save.roll, save.naturals."""
    face = combat.roll(20, SAVE, unit.index, rule)
    total, number = face + change, unit.sheet.saves[kind]
    saved = face == 20 if face in (1, 20) else total >= number
    if combat.watched:
        name = "saves" if saved else "fails the save"
        if saved != (total >= number):
            name += " by the bare die"
        combat.tell(Told(name, unit.index, -1, "", total, rule, number))
    return saved


def manhandling(
    combat: SovereignCombat, actor: SovereignCombatant, target: SovereignCombatant
) -> int:
    """Return what size takes from shoving and grappling. Rule: maneuver.size."""
    usual = 0
    if target.size > 1 and actor.size < target.size:
        usual = -2 if target.size == 2 and target.sheet.humanoid else -4
    return gm.sized(combat, actor, target, gm.TOO_BIG if too_big(actor, target) else usual)


def too_big(actor: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Return whether somebody cannot be manhandled at all. Rule: maneuver.size."""
    if actor.size >= target.size or target.size <= 2:
        return False
    return not (target.size == 3 and target.sheet.humanoid)
