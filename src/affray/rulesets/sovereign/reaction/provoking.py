"""What provokes attacks of opportunity, and from whom."""

from __future__ import annotations

from affray.rulesets.sovereign import actions, condition, geometry
from affray.rulesets.sovereign.attack.declared import cannot_attack
from affray.rulesets.sovereign.condition import CHILLED, routed
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import MELEE

# Actions of which the rules say whether they provoke. Rule: aoo.provoking-actions.
LISTED = (
    *actions.SKILLS,
    actions.CHARGE,
    actions.DISENGAGE,
    actions.SLIP_AWAY,
    actions.STAND,
    actions.PRONE,
    actions.HOLD,
    actions.RELOAD,
    actions.READY,
    actions.STOW,
    actions.UNSTOW,
    actions.PICK_UP,
    actions.FLEE,
    actions.HEW,
    actions.WITHDRAW,
    actions.OTHER_MAIN,
    actions.OTHER_MOVE,
)


def threatens(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether it may make attacks of opportunity at all. Rule: aoo.able-foes."""
    if not unit.able() or unit.grappling >= 0 or condition.grappled(combat, unit):
        return False
    if unit.effects and unit.has(CHILLED):
        return False
    return not routed(unit) and equipment.reach(unit) > 0


def beside(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return the armed enemies adjacent to one who provokes by standing.

    Rules: aoo.standing-actions, aoo.charge-start, aoo.screen-start.
    """
    found: list[int] = []
    for other in combat.nearby(unit, 1):
        if other.side != unit.side and other.present and geometry.adjacent(combat, unit, other):
            if threatens(combat, other):
                found.append(other.index)
    if len(found) > 1:
        found.sort()
    return found


def left_behind(
    combat: SovereignCombat, unit: SovereignCombatant, goal: int, rising: int, struck: list[int]
) -> list[int]:
    """Return the enemies whose reach a step leaves, less those who have struck in this action.

    A ``goal`` below 0 is off the map; ``rising`` are feet of a step up or down in flight.
    Rules: aoo.run-leaving, aoo.run-inside-reach, aoo.run-long-reach, aoo.one-per-action.
    """
    foes: list[int] = []
    for other in combat.nearby(unit, combat.longest):
        if other.side == unit.side or not other.present or other.index in struck:
            continue
        if threatens(combat, other) and quits(combat, unit, other, goal, rising):
            foes.append(other.index)
    if len(foes) > 1:
        foes.sort()
    return foes


def quits(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    other: SovereignCombatant,
    goal: int,
    rising: int,
) -> bool:
    """Return whether a step leaves somebody's melee range."""
    far = equipment.reach(other)
    if geometry.apart(combat, unit, other) > far:
        return False
    if goal < 0:
        return True
    high, up = unit.aloft + rising, other.aloft
    return geometry.between(combat.grid, goal, unit.size, other.cell, other.size, high, up) > far


def may_strike(
    combat: SovereignCombat, unit: SovereignCombatant, strike: Strike, target: SovereignCombatant
) -> bool:
    """Return whether an attack of opportunity may be made so. Rule: aoo.natural-weapons."""
    if strike.mode != MELEE or not equipment.counts(unit, strike):
        return False
    return cannot_attack(combat, unit, strike, target) == ""
