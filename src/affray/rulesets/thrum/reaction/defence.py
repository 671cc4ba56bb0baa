"""Defending: who rolls, with which defence and which modifiers, and what Evasion costs."""

from __future__ import annotations

from typing import Final

from affray.rulesets.thrum.attack.targeting import origin_of, within
from affray.rulesets.thrum.choice import steps
from affray.rulesets.thrum.choice.steps import defences
from affray.rulesets.thrum.condition.holding import gain_status
from affray.rulesets.thrum.condition.kinds import VULNERABLE
from affray.rulesets.thrum.feature import Number, Use
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    DEFENCE,
    DEFENCE_BONUS,
    DEFENCE_CRITICAL,
    EVASION,
    MISSED,
    NO_DEFENCE,
    OUT_OF_REACH,
    RESILIENCE,
    SUCCESS,
)

# What a defence adds, by defence.
DEFENCE_RULES: Final = ("", "defence.resilience", "defence.evasion.modifier", "defence.resolve")


def roller_of(combat: ThrumCombat, target: ThrumCombatant) -> ThrumCombatant:
    """Return who rolls the defence. Rule: minion.defends."""
    return combat.units[target.controller] if target.controller >= 0 else target


def declare_defences(combat: ThrumCombat, use: Use) -> None:
    """Let every target choose its defence before any attack die falls, the fallen too.

    Rules: attack.always-may-defend, attack.defence-before-roll, attack.on-incapacitated.
    """
    for slot in range(len(use.targets)):
        if use.willing or use.attacks[slot].result != SUCCESS or not within(combat, use, slot):
            continue
        target = combat.units[use.targets[slot]]
        rule, allowed = defences(combat, use, target)
        roller = roller_of(combat, target)
        asked = steps.Defend(roller, use, slot, rule, allowed, best_defence(roller, allowed))
        use.attacks[slot].defence = combat.ask(asked) - 1


def best_defence(roller: ThrumCombatant, allowed: list[int]) -> int:
    """Return the defence with the highest modifier, Evasion 1 less for the Vulnerable it costs."""
    best = allowed[0]
    highest = -100
    for defence in allowed:
        worth = defence_modifier(roller, defence) if defence != NO_DEFENCE else -99
        if defence == EVASION:
            worth -= 1
        if worth > highest:
            highest = worth
            best = defence
    return best


def defence(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return the net Boons of a defensive roll.

    Rules: defence.evasion.boon, load.frayed-bane, roll.offensive-defensive.
    """
    target = combat.units[use.targets[slot]]
    roller = roller_of(combat, target)
    number = Number(DEFENCE, roller.index, use.actor, combat.watched, use)
    number.defence = use.attacks[slot].defence
    number.origin = origin_of(combat, use)
    combat.collect(number)
    number.add(use.attacks[slot].defence_boons, "trigger.needs-condition")
    if number.defence == EVASION and not roller.has(VULNERABLE):
        number.add(1, "defence.evasion.boon")
    if roller.frayed():
        number.add(-1, "load.frayed-bane")
    return number


def defence_bonus(combat: ThrumCombat, use: Use, slot: int) -> Number:
    """Return what is added to the defensive roll."""
    roller = roller_of(combat, combat.units[use.targets[slot]])
    number = Number(DEFENCE_BONUS, roller.index, use.actor, combat.watched, use)
    number.defence = use.attacks[slot].defence
    number.origin = origin_of(combat, use)
    number.add(defence_modifier(roller, number.defence), DEFENCE_RULES[number.defence])
    combat.collect(number)
    number.add(use.attacks[slot].defence_bonus, "trigger.needs-condition")
    return number


def defence_modifier(unit: ThrumCombatant, defence: int) -> int:
    """Return what a defence adds for somebody.

    Rules: defence.resilience, defence.evasion.modifier, defence.resolve.
    """
    if defence == RESILIENCE:
        return unit.sheet.resilience
    return unit.sheet.evasion if defence == EVASION else unit.sheet.resolve


def evaded(combat: ThrumCombat, use: Use, slot: int) -> None:
    """Give the Vulnerable that Evasion costs, unless its defence was a Critical.

    Rules: defence.evasion.critical, defence.evasion.success, defence.evasion.failure.
    """
    if use.attacks[slot].defence == EVASION and use.attacks[slot].result not in (
        DEFENCE_CRITICAL,
        OUT_OF_REACH,
    ):
        roller = roller_of(combat, combat.units[use.targets[slot]])
        rule = "defence.evasion.failure"
        if use.attacks[slot].result == MISSED:
            rule = "defence.evasion.success"
        gain_status(combat, roller.index, VULNERABLE, 1, roller.index, None, rule)
