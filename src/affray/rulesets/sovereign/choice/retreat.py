"""Retreat and pursuit: what the broken and their pursuers do."""

from __future__ import annotations

from affray.core.dice import OTHER
from affray.core.event import Told
from affray.rulesets.sovereign import changes, condition, death, geometry, gm
from affray.rulesets.sovereign.condition import AFRAID
from affray.rulesets.sovereign.movement import ways
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, CAPTURED

CHASE = 18  # squares. Rule: end.pursuit


def retreat(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Begin to retreat; the cornered surrender to who could understand, or fight on.

    Rules: morale.retreat, morale.cornered, morale.when-checked.
    """
    changes.set_retreating(combat, unit, True, "morale.retreat")
    combat.mark_changed()
    if condition.held_fast(combat, unit) or ways.can_leave(combat, unit):
        return
    if not unit.sheet.npc or not understood(combat, unit):
        changes.set_cornered(combat, unit, True, "morale.cornered")
        return
    options = [(1, "surrenders"), (2, "fights to the death")]
    asks = f"{unit.name} is cornered"
    if combat.ask(gm.Ruling(combat, unit.index, "morale.cornered", options, asks)) == 1:
        death.leave(combat, unit, CAPTURED, "morale.surrender")
    else:
        changes.set_cornered(combat, unit, True, "morale.cornered")


def understood(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether some foe could understand a surrender: both of the speaking kinds."""
    if not speaks(unit):
        return False
    return any(speaks(one) for one in combat.units if one.side != unit.side and one.able())


def speaks(unit: SovereignCombatant) -> bool:
    """Return whether somebody has speech: a character, or a humanoid."""
    return unit.sheet.pc or "humanoid" in unit.sheet.tags


def pursue(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Let a monster decide whether it chases those who flee. Rule: end.pursuit.

    Only where every character left is fleeing: within 90 ft in a straight line it follows; with a
    corner on the way on a 1 or 2; farther off it lets them go, and its Move with them.
    """
    foes = [
        one
        for one in combat.units
        if one.side != unit.side and one.present and one.fate == ACTIVE and one.sheet.pc
    ]
    if not foes or not all(foe.retreating or foe.has(AFRAID) for foe in foes):
        return
    near = [foe for foe in foes if geometry.apart(combat, unit, foe) <= CHASE]
    if any(geometry.sighted(combat, unit, one) for one in near):
        return
    if not near or combat.roll(6, OTHER, unit.index, "end.pursuit") > 2:
        changes.set_move(combat, unit, False, "end.pursuit")
        if combat.watched:
            combat.tell(Told("gives up", unit.index, rule="end.pursuit"))
