"""Morale: who loses heart."""

from __future__ import annotations

from affray.rulesets.sovereign import changes, gm
from affray.rulesets.sovereign.condition import AFRAID
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE


def lost(unit: SovereignCombatant) -> bool:
    """Return whether a group counts somebody as lost. Rule: morale.group."""
    return unit.fate != ACTIVE or unit.broken or unit.has(AFRAID)


def check_morale(combat: SovereignCombat, hurt: SovereignCombatant) -> None:
    """Look at the triggers of one who lost hit points or is lost, and then of its group.

    Rules: morale.when-checked, morale.no-dice, morale.survivors, morale.individual,
    morale.henchmen.
    """
    if lost(hurt):
        check_group(combat, hurt)
    elif hurt.sheet.npc and 2 * (hurt.sheet.max_hp - hurt.hp) >= hurt.sheet.max_hp:
        shake(combat, hurt, "morale.individual")


def group_of(combat: SovereignCombat, unit: SovereignCombatant) -> list[SovereignCombatant]:
    """Return the NPCs of its side, or of the smaller group that the encounter names."""
    for names in combat.groups:
        if unit.index in names:
            return [combat.units[name] for name in names]
    named = [one for group in combat.groups for one in group]
    return [
        one
        for one in combat.units
        if one.side == unit.side and one.sheet.npc and one.index not in named
    ]


def check_group(combat: SovereignCombat, gone: SovereignCombatant) -> None:
    """Shake the rest of a group that has lost a third of its starting number or more.

    Rule: morale.group.
    """
    group = group_of(combat, gone)
    if gone not in group:
        return
    left = [one for one in group if not lost(one)]
    if left and 3 * (len(group) - len(left)) >= len(group):
        for unit in left:
            shake(combat, unit, "morale.group")


def shake(combat: SovereignCombat, unit: SovereignCombatant, rule: str) -> None:
    """Break somebody's will, unless it is fearless or clearly winning.

    Rules: morale.fearless, morale.clearly-winning.
    """
    if lost(unit) or unit.sheet.fearless() or gm.clearly_winning(combat, unit.side, unit.index):
        return
    changes.set_broken(combat, unit, True, rule)
    combat.mark_changed()
    check_group(combat, unit)
