"""What each positive effect does, and being immobile."""

from __future__ import annotations

from affray.core.dice import OTHER
from affray.core.effect import TURN_END, Held
from affray.rulesets.icon import ledger, resource
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.condition import saves, states
from affray.rulesets.icon.definitions import IMMOBILE, UNHARMED
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import COUNTERED, FORCED, ONCE


def immobile(unit: IconCombatant) -> bool:
    """Return whether somebody cannot move or be moved. Rule: status.immobile."""
    return unit.holds(IMMOBILE)


def may_be_moved(combat: IconCombat, unit: IconCombatant, by: IconCombatant) -> bool:
    """Return whether somebody can move another.

    Rules: status.immobile, effect.unstoppable, effect.sturdy, effect.intangible.
    """
    if states.untouched(combat, unit) or immobile(unit):
        return False
    if combat.hostile(unit, by):
        if combat.has(unit, "unstoppable"):
            return False
        if combat.has(unit, "sturdy") and spaces_left(combat, unit) <= 0:
            return False
    return True


def spaces_left(combat: IconCombat, unit: IconCombatant) -> int:
    """Return how far foes may still move a sturdy character in this turn. Rule: effect.sturdy."""
    return combat.library.states["sturdy"].number - unit.used[FORCED]


def evades(combat: IconCombat, use: Use, target: IconCombatant) -> bool:
    """Roll the evasion die; return whether the attack misses by it.

    Rules: effect.evasion, move.fly, roll.special-rolls.
    """
    if use.strikes_true():
        return False
    flies = use.ability.attack == "melee" and combat.has(target, "flying")
    if not flies and not combat.has(target, "evasion"):
        return False
    evasion = combat.library.states["evasion"]
    die = saves.SpecialDie(evasion.die, evasion.miss_on)
    return combat.throw(die, OTHER, target.index, "effect.evasion") == 1


def dodges_save(combat: IconCombat, use: Use, unit: IconCombatant) -> bool:
    """Return whether nothing reaches who has saved. Rules: effect.dodge, effect.true-strike."""
    if use.strikes_true() and unit.index == use.attack.attacked:
        return False
    return combat.has(unit, "dodge")


def dodges_miss(combat: IconCombat, use: Use, unit: IconCombatant) -> bool:
    """Return whether nothing of an attack reaches whom it missed. Rule: effect.dodge."""
    return combat.has(unit, "dodge") and not use.strikes_true()


def defies(combat: IconCombat, unit: IconCombatant) -> None:
    """Spend defiance: unharmed until the turn ends. Rule: effect.defiance."""
    states.lose(combat, unit, "defiance")
    unharmed = combat.library.states[UNHARMED]
    ledger.hold(combat, unit, Held(unharmed, ONCE, -1, TURN_END, combat.active), "effect.defiance")


def counters(combat: IconCombat, unit: IconCombatant) -> int:
    """Return the damage with which somebody counters a foe, once a turn. Rule: effect.counter."""
    if unit.used[COUNTERED] or not combat.has(unit, "counter"):
        return 0
    unit.count(COUNTERED)
    return combat.library.states["counter"].number


def regenerate(combat: IconCombat, unit: IconCombatant) -> None:
    """Give vigor to a bloodied character at the end of its turn. Rule: effect.regeneration."""
    if combat.has(unit, "regeneration") and unit.bloodied():
        resource.give_vigor(combat, unit, combat.library.states["regeneration"].number)
