"""Vigor, healing, wounds, Resolve and elixirs."""

from __future__ import annotations

from typing import Final

from affray.core.event import Part
from affray.core.setup import Value
from affray.rulesets.icon import ledger
from affray.rulesets.icon.condition import states, statuses
from affray.rulesets.icon.damage import levels
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import FIRST_OWN

MOST_RESOLVE: Final = 6  # resource.resolve-gain
MOST_WOUNDS: Final = 4  # defeat.pc-dies


def gain_wound(combat: IconCombat, unit: IconCombatant) -> None:
    """Add a wound: maximum hit points fall with it.

    Rules: resource.wound-lowers-maxima, resource.wound-clamps, defeat.pc-dies.
    """
    ledger.set_wounds(combat, unit, min(MOST_WOUNDS, unit.wounds + 1), "defeat.pc-dies")
    combat.mark_changed()
    clamp(combat, unit)


def clamp(combat: IconCombat, unit: IconCombatant) -> None:
    """Lower hit points and vigor to their maximum. Rule: resource.wound-clamps."""
    ledger.set_hp(combat, unit, min(unit.hp, unit.max_hp()), "resource.wound-clamps")
    ledger.set_vigor(combat, unit, min(unit.vigor, unit.max_hp()), "resource.wound-clamps")


def give_vigor(combat: IconCombat, unit: IconCombatant, multiple: int, by: int = -1) -> bool:
    """Grant vigor; return whether there was any to grant.

    Rules: vigor.multiples-of-health, vigor.stacks-to-maximum, status.shattered, foe.mob.
    """
    if states.untouched(combat, unit) or statuses.without_vigor(unit):
        return False
    gained = min(multiple * unit.sheet.health, unit.max_hp() - unit.vigor)
    if gained <= 0:
        return False
    rule = "vigor.multiples-of-health"
    parts: list[Part] = []
    if combat.watched:
        parts.append((multiple * unit.sheet.health, rule))
        if multiple * unit.sheet.health > gained:
            parts.append((gained - multiple * unit.sheet.health, "vigor.stacks-to-maximum"))
    ledger.set_vigor(combat, unit, unit.vigor + gained, rule, by, "", parts)
    return True


def absorbed(unit: IconCombatant, amount: int) -> int:
    """Return how much of some damage vigor takes. Rules: vigor.absorbs-first, status.shattered."""
    return 0 if statuses.without_vigor(unit) else min(unit.vigor, amount)


def give_resolve(combat: IconCombat, unit: IconCombatant, amount: int) -> None:
    """Give Resolve to a player character, up to the most there can be.

    Rule: resource.resolve-gain.
    """
    if unit.sheet.pc and unit.able():
        most = min(MOST_RESOLVE, unit.resolve + amount)
        ledger.set_resolve(combat, unit, most, "resource.resolve-gain")
        combat.mark_changed()


def used_up(unit: IconCombatant, place: int) -> str:
    """Return the rule by which an ability is used up, or its Resolve wanting; "" if it is not.

    Rules: resource.limit-break-once, resource.limit-break-cost, action.recharge,
    action.limited-uses.
    """
    whole = unit.sheet.abilities[place]
    used = unit.used[FIRST_OWN + place]
    if not used and not whole.resolve:
        return ""
    if whole.has("limit-break"):
        if used:
            return "resource.limit-break-once"
        return "resource.limit-break-cost" if unit.resolve < whole.resolve else ""
    if whole.recharge:
        return "action.recharge" if used else ""
    if whole.limit:
        extra = sum(mod.n for mod in whole.mods if mod.word == "uses")
        if used >= whole.limit + (0 if whole.uses else extra):
            return "action.limited-uses"
    return ""


def healing(unit: IconCombatant, multiple: int, number: int = 0) -> int:
    """Return what a multiple of Health, or a number that the text gives, heals.

    Rules: resource.healing-multiples, vigor.no-healing.
    """
    return min(unit.max_hp() - unit.hp, number or multiple * unit.sheet.health)


def drink(unit: IconCombatant) -> int:
    """Drink an elixir out of combat; return how much it healed. Rule: resource.elixir."""
    if unit.elixirs <= 0 or unit.hp <= 0 or unit.hp >= unit.max_hp():
        return 0
    unit.elixirs -= 1
    healed = healing(unit, 0, levels.halved(unit.max_hp()))
    unit.hp += healed
    return healed


def carry_on(unit: IconCombatant, values: dict[str, Value]) -> None:
    """Set what a character brings from earlier fights, and let it drink before this one.

    Rules: resource.elixir, resource.wound-recovery, setup.start-state.
    """
    if "wounds" in values:
        unit.wounds = int(values["wounds"])
        unit.hp = min(unit.hp, unit.max_hp())
    if "hp" in values:
        unit.hp = min(int(values["hp"]), unit.max_hp())
    if "elixirs" in values:
        unit.elixirs = int(values["elixirs"])
    for _ in range(int(values.get("drink", 0))):
        drink(unit)
