"""Falls and leaps."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.dice import DAMAGE
from affray.rulesets.sovereign import changes
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.condition import FLYING, lose
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.magic import arts
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

MOST_DICE = 20


def fall(combat: SovereignCombat, target: SovereignCombatant, feet: int) -> None:
    """Let somebody fall so many feet, unless it flies. Rules: fall.damage, fall.prone."""
    if feet < 10 or target.has(FLYING) or arts.soft_landing(combat, target):
        return
    dice = min(MOST_DICE, feet // 10)
    spikes = combat.grid.zones.get("spikes", [])
    if any(cell in spikes for cell in combat.grid.footprint(target.cell, target.size)):
        dice += 1
    total = 0
    for _ in range(dice):
        total += combat.roll(6, DAMAGE, target.index, "fall.damage")
    if dealing.hurt(combat, target, total, -1, "fall.damage", spares=False):
        changes.set_prone(combat, target, True, "fall.prone")


def plunge(combat: SovereignCombat) -> None:
    """Let those fall who are in the air and fly no more: felled, asleep, or at the end of flight.

    Rule: fall.damage. Content: steps-of-air.
    """
    for unit in combat.units:
        if unit.aloft and unit.present and (unit.helpless() or not unit.has(FLYING)):
            lose(combat, unit, FLYING)
            deep = unit.aloft
            changes.set_aloft(combat, unit, 0, "fall.damage")
            fall(combat, unit, deep)


def leap(combat: SovereignCombat, unit: SovereignCombatant, feet: int) -> None:
    """Leap down on purpose; a check may halve the distance. Rule: fall.controlled."""
    own = unit.sheet
    if feet < 10:
        return
    options = [(1, "roll to land well"), (PASS, "just fall")]
    if combat.ask(Ask(unit.seats, unit.index, "fall.controlled", options, 1)) == 1:
        best = max(numbers.mod(own, numbers.DEX), numbers.mod(own, numbers.STR))
        bonus = best + numbers.skill(own, "exert")
        number = 7 + feet // 10
        if checks.skill_check(combat, unit, "exert", bonus, number, "fall.controlled"):
            feet //= 2
    fall(combat, unit, feet)
