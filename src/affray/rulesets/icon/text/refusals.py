"""Why something is refused, in words."""

from __future__ import annotations

from typing import Final

from affray.rulesets.icon import actions
from affray.rulesets.icon.action import modifiers
from affray.rulesets.icon.actions import CELL, USE
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.state import IconCombat, IconCombatant

FACTS: Final = {
    "action.costs": "its whole cost is not available",
    "action.one-attack-per-round": "it has already attacked this round",
    "action.no-repeat": "it was already used in this turn",
    "action.limited-uses": "it has no uses left",
    "action.recharge": "it is not recharged: a die is rolled for it as each turn begins",
    "action.foe-actions": "it is open to player characters alone",
    "action.interact": "it is not next to the object",
    "attack.target-hostile": "out of range or out of sight",
    "attack.no-self-or-ally": "that is no legal target",
    "aoe.close-blast": "there is no place in sight for it",
    "effect.stealth": "the target is in stealth",
    "effect.summon": "a summon is nobody's target",
    "resource.limit-break-cost": "there is not enough Resolve",
    "resource.limit-break-once": "it was used in this combat",
    "interrupt.off-turn": "it is an interrupt: it is offered when what it answers happens",
    "move.standard": "the standard move is spent",
    "effect.stance": "one drops a stance as the turn begins, before all else",
    "golden.specific-beats-general": "its stance forbids it",
    "action.rescue-limits": "no defeated ally is next to it",
    "status.immobile": "it is immobile",
    "terrain.destructible": "there is no such terrain in reach",
}


def fact(rule: str) -> str:
    """Return the fact for which a rule refuses, in a few words."""
    return FACTS.get(rule, rule)


def why(combat: IconCombat, unit: IconCombatant, code: int, rule: str) -> str:
    """Return the fact for which a code is refused.

    Rules: attack.cost-types, resource.limit-break-cost, attack.target-hostile,
    attack.no-self-or-ally.
    """
    if rule in ("attack.target-hostile", "attack.no-self-or-ally") and code >= USE:
        place, aim = actions.parts(code)
        if 0 < aim < CELL:
            ability = modifiers.part_of(unit, unit.sheet.abilities[place])
            return misfit(combat, unit, ability, combat.units[aim - 1], rule)
    if rule == "action.costs" and code >= USE:
        whole = unit.sheet.abilities[actions.parts(code)[0]]
        cost = modifiers.cost_of(combat, unit, whole)
        needs = f"{cost} action{'s' if cost != 1 else ''}"
        if modifiers.part_of(unit, whole).uses_move:
            needs += " and the standard move"
        word = f"a {whole.weight()} attack" if whole.attack else whole.name
        return (
            f"{word} needs {needs}, and {unit.actions} {'is' if unit.actions == 1 else 'are'} left"
        )
    if rule == "resource.limit-break-cost" and code >= USE:
        whole = unit.sheet.abilities[actions.parts(code)[0]]
        return f"{whole.name} takes {whole.resolve} Resolve, and {unit.resolve} is there"
    return fact(rule)


def misfit(
    combat: IconCombat, unit: IconCombatant, ability: Ability, target: IconCombatant, rule: str
) -> str:
    """Return why somebody cannot be the target of an ability, in words.

    Rules: attack.target-hostile, attack.no-self-or-ally.
    """
    if not target.able():
        return "it is out of the fight"
    foe = combat.hostile(unit, target)
    if rule == "attack.no-self-or-ally":
        return "it is a foe" if foe else fact(rule)
    if ability.for_foes() and not foe:
        return "it is no foe"
    far, reach = combat.apart(unit, target), targeting.reach_of(combat, unit, ability, target)
    if far < ability.least:
        return f"{target.name} is too near"
    if far <= reach:
        return f"{target.name} is out of sight"
    spaces = f"{far} space{'s' if far != 1 else ''}"
    return f"{target.name} is {spaces} away, and the range is {max(reach, 0)}"
