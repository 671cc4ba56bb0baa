"""States that are fields of a unit: lying prone and getting up, and being disengaged."""

from __future__ import annotations

from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import SPRING_UP, SPRUNG


def fall_prone(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """Leave a unit lying prone. Rule: prone.definition."""
    if unit.present and not unit.prone:
        unit.prone = True
        stir(combat, unit)
        combat.mark_changed()
        combat.tell_condition(unit.index, "prone", 0, 1, rule)


def stir(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Note that lying matters to a unit as it did not before. Rule: prone.stand-window."""
    combat.stirred |= 1 << unit.index


def stir_foes(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Note that lying matters to the enemies of a unit, which may attack from where it stands."""
    for other in combat.units:
        if other.prone and combat.enemies(other, unit):
            stir(combat, other)


def may_stand_up(combat: QuestCombat, unit: QuestCombatant) -> bool:
    """Return whether a unit could stand up off-turn now: not in its own turn, nor in its own move.

    Rules: prone.stand-needs-ability, prone.stand-window.
    """
    if not unit.prone or not unit.free_handed():
        return False
    return unit.index != combat.active and unit.index != combat.moving


def springs_up(unit: QuestCombatant) -> bool:
    """Return whether this time standing up costs nothing. Rule: prone.stand-cost."""
    return unit.has_feat(SPRING_UP) and not unit.used[SPRUNG]


def rise(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """Let a unit stand up; what that costs is paid already."""
    unit.prone = False
    combat.mark_changed()
    combat.tell_condition(unit.index, "prone", 1, 0, rule)


def disengage(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Disengage a unit from the zones of all its enemies, until the round ends.

    Rule: disengage.whole-round-all-zones.
    """
    rule = "disengage.whole-round-all-zones"
    combat.tell_condition(unit.index, "disengaged", int(unit.disengaged), 1, rule)
    unit.disengaged = True
    combat.mark_changed()


def end_disengaging(combat: QuestCombat, unit: QuestCombatant, rule: str) -> None:
    """Let a unit be disengaged no longer."""
    combat.tell_condition(unit.index, "disengaged", int(unit.disengaged), 0, rule)
    unit.disengaged = False


def leaves_safely(unit: QuestCombatant) -> bool:
    """Return whether leaving a zone gives no free hit: only leaving, not steps within or fumbles.

    Rules: disengage.leaving-only, disengage.not-fumbles.
    """
    return unit.disengaged
