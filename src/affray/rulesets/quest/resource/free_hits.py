"""Free hits: how many a unit can make in a round, and how many of them are left."""

from __future__ import annotations

from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import READY_BLADE, SLOTS


def slots(unit: QuestCombatant) -> int:
    """Return how many free hits a unit can make in a round, by its Agility now.

    Rules: freehit.slots, freehit.slots-zero, freehit.slots-current-agility.
    """
    more = 1 if unit.has_feat(READY_BLADE) else 0
    return max(0, agility(unit) + 1 + more)


def left(unit: QuestCombatant) -> int:
    """Return how many free hits a unit has left in this round."""
    return max(0, slots(unit) - unit.used[SLOTS])


def has_slot(unit: QuestCombatant) -> bool:
    """Return whether a unit has a free hit left in this round.

    Rule: freehit.slots-current-agility.
    """
    return unit.used[SLOTS] < slots(unit)


def may_strike(unit: QuestCombatant, critical: bool) -> bool:
    """Return whether a unit may make a free hit; a free critical hit needs no slot.

    Rules: freehit.slots, fail.tragedy-needs-no-slot.
    """
    return critical or has_slot(unit)


def spend_slot(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """Count a free hit of this round, if one was left. Rule: freehit.slots-refresh."""
    if has_slot(unit):
        before = left(unit) if combat.watched else 0
        unit.count(SLOTS)
        tell_change(combat, unit, before, rule)


def refresh(combat: QuestCombat) -> None:
    """Give every unit its free hits of the next round. Rule: freehit.slots-refresh."""
    rule = "freehit.slots-refresh"
    for unit in combat.units:
        before = left(unit) if combat.watched else 0
        unit.set_count(SLOTS, 0)
        tell_change(combat, unit, before, rule)


def tell_change(combat: QuestCombat, unit: QuestCombatant, before: int, rule: str) -> None:
    """Tell how many free hits are left when something else has changed that number."""
    if combat.watched:
        combat.tell_resource(unit.index, "free-hits", before, left(unit), rule)
