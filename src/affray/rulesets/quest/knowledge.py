"""What a seat knows: only its own team and the GM know where an undetected unit is."""

from __future__ import annotations

from typing import Final

from affray.core.ruleset import EXISTENCE, PLACE
from affray.rulesets.quest.state import QuestCombat, QuestCombatant

EVERY_BIT: Final = (1 << 60) - 1


def knows(combat: QuestCombat, seat: int, unit: QuestCombatant) -> int:
    """Return what a seat knows of a unit: that it takes part, or where it stands as well.

    Rules: gm.detection, sneak.no-target.
    """
    return PLACE if not unit.present or combat.aware(seat, unit) else EXISTENCE


def blind(combat: QuestCombat, seat: int) -> QuestCombat:
    """Return the battle as far as a seat knows it.

    A unit that it does not detect is as its sheet has it, on no space, and whether such a unit
    detects others nobody knows.
    """
    twin = combat.clone()
    hidden = 0
    for unit in combat.units:
        if knows(combat, seat, unit) != PLACE:
            hidden |= 1 << unit.index
            twin.leave(twin.units[unit.index])
            twin.units[unit.index] = unknown(unit)
    if hidden:
        for unit in twin.units:
            if not hidden >> unit.index & 1:
                unit.unseen &= ~hidden
    return twin


def unknown(unit: QuestCombatant) -> QuestCombatant:
    """Return what everybody knows of a unit: its sheet, its team, and its place in the lineup."""
    twin = QuestCombatant(unit.index, unit.side, unit.name, -1, unit.sheet)
    twin.seats = unit.seats
    twin.npc = unit.npc
    twin.summoner = unit.summoner
    twin.thrall = unit.thrall
    twin.price = unit.price
    twin.acted = unit.acted
    twin.delayed = unit.delayed
    twin.unseen = EVERY_BIT
    return twin
