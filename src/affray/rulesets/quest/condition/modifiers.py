"""The modifiers of a unit now: what its sheet says, less what wounds and states take."""

from __future__ import annotations

from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    DISRUPTING,
    DISRUPTING_THREE,
    SLOWING,
    WEAKENING,
)


def agility(unit: QuestCombatant) -> int:
    """Return the current Agility modifier.

    Rules: wound.slowing-agility, wound.penalties-can-go-negative, sheet.armour.
    """
    sheet = unit.sheet
    total = sheet.agility - unit.wounds[SLOWING]
    if sheet.armour is not None:
        total += sheet.armour.agility
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.agility
    return total


def accuracy(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return the current Accuracy modifier.

    Rules: wound.disrupting-battle, wound.disrupting-round, gm.options.
    """
    fresh = 2 if combat.options[DISRUPTING_THREE] else 3
    return unit.sheet.accuracy - unit.wounds[DISRUPTING] - fresh * unit.fresh


def strength(unit: QuestCombatant) -> int:
    """Return the current Strength modifier. Rule: wound.weakening-strength."""
    return unit.sheet.strength - unit.wounds[WEAKENING]
