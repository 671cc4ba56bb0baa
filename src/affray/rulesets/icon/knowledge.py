"""What a seat cannot know: who of the other side is still to arrive, when and where.

Everything else lies open: positions, states, numbers and what was announced.
"""

from __future__ import annotations

from typing import Final

from affray.core.ruleset import NOTHING, PLACE
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat, IconCombatant

NEVER_COMES: Final = 1_000_000  # a round that no fight reaches


def knows(combat: IconCombat, seat: int, unit: IconCombatant) -> int:
    """Return what a seat knows of somebody. Rule: turn.reinforcements."""
    if seat == combat.gm or not unit.arrives or not unit.awaited():
        return PLACE
    if any(one.side == unit.side and one.seats >> seat & 1 for one in combat.units):
        return PLACE
    return NOTHING


def blind(combat: IconCombat, seat: int) -> IconCombat:
    """Return the fight without those of whom a seat knows nothing: somebody who never comes."""
    twin = combat.clone()
    for unit in combat.units:
        if knows(combat, seat, unit) == NOTHING:
            twin.units[unit.index] = stranger(unit)
    return twin


def stranger(unit: IconCombatant) -> IconCombatant:
    """Return somebody of whom nothing is known but the side."""
    one = IconCombatant(unit.index, unit.side, "", -1, Sheet("", "", pc=unit.side == 0))
    one.seats = unit.seats
    one.present = False
    one.arrives = NEVER_COMES
    return one
