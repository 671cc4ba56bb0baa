"""Why a number is what it is: its parts with their rules, from the rules themselves."""

from __future__ import annotations

from typing import Final

from affray.rulesets.thrum.feature import Number
from affray.rulesets.thrum.movement.pace import Pace, whole_pace
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import CRITICAL, INCAPACITY, PANIC, PANIC_BONUS, TOUGHNESS

SPEED_NAME: Final = "speed"
KINDS: Final = {
    "panic boons": PANIC,
    "panic bonus": PANIC_BONUS,
    "incapacity boons": INCAPACITY,
    "resilience": TOUGHNESS,
    "critical margin": CRITICAL,
}
NAMES: Final = (SPEED_NAME, *KINDS)


def breakdown(combat: ThrumCombat, unit: ThrumCombatant, name: str) -> list[tuple[int, str]]:
    """Return the parts of one number of a character: they add up to it.

    What belongs to one roll against somebody (Boons and bonuses of attack and defence) stands with
    that roll, in the ``reasons`` of its event.
    """
    if name == SPEED_NAME:
        pace = Pace(unit.index, True)
        whole_pace(combat, unit, pace)
        return pace.parts or []
    number = Number(KINDS[name], unit.index, -1, True, None)
    if name == "resilience":
        number.add(unit.sheet.resilience, "sheet.derived-defences")
    elif name == "panic bonus":
        number.add(unit.sheet.resolve, "panic.roll")
    elif name == "critical margin":
        number.add(5, "roll.defender-critical")
    combat.collect(number)
    return number.parts or []
