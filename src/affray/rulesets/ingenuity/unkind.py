"""What is for whom, and what may be done to others all the same: nobody is offered that."""

from __future__ import annotations

from affray.rulesets.ingenuity import action, aim, maneuver, power, weapon
from affray.rulesets.ingenuity.code import KILL, MANEUVER, POWER, code_of
from affray.rulesets.ingenuity.state import IngenuityCombat, Power, Unit


def meant(
    combat: IngenuityCombat,
    unit: Unit,
    other: Unit,
    numbers: list[int],
    powers: list[Power],
    kind: bool,
) -> list[int]:
    """Return of some manoeuvres and powers those that are meant for somebody, or are not."""
    found: list[int] = []
    for number in numbers:
        one = combat.library.maneuvers[number // 2]
        if maneuver.meant_for(combat, unit, one, other) == kind:
            found.append(code_of(MANEUVER, number, other.index))
    for each in powers:
        if power.meant_for(combat, unit, each, other) == kind:
            found.append(code_of(POWER, each.number, other.index))
    return found


def codes(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return what is meant for others: blows at friends, help for enemies.

    Rules: attack.ally, death.killing-strike, power.steps.
    """
    found = aim.friendly_fire(combat, unit)
    numbers = action.feats(unit)
    for other in combat.units:
        if not other.present or other.cell < 0:
            continue
        found.extend(meant(combat, unit, other, numbers, unit.sheet.powers, False))
        if not other.awake and combat.allies(unit, other):
            kinds = dict.fromkeys([each.number for each, _ in weapon.arms(combat, unit)])
            found.extend([code_of(KILL, kind, other.index) for kind in kinds])
    return found
