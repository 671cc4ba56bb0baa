"""What numbers are made of, part by part, each with its rule: the parts add up to the number."""

from __future__ import annotations

from typing import Final, TypeAlias

from affray.rulesets.sovereign.condition import PAVIS, SPEEDED, number, paced
from affray.rulesets.sovereign.movement import ways
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

Parts: TypeAlias = list[tuple[int, str]]
NAMES: Final = ("ac", "movement", "bonus on attacks")


def breakdown(combat: SovereignCombat, unit: SovereignCombatant, name: str) -> Parts:
    """Return the parts of a number of somebody; movement is in squares.

    Raises:
        KeyError: there is no such number.
    """
    if name == "ac":
        return armour_class(combat, unit)
    if name == "movement":
        usual = unit.sheet.rate
        upright = paced(unit, 2 * usual if unit.has(SPEEDED) else usual)
        fallen = ways.rate(unit) - upright
        parts = [(usual, "run.rate"), (upright - usual, "sheet.spells"), (fallen, "prone.rate")]
        return told(parts)
    if name == "bonus on attacks":
        return [(number(unit, 1), "attack.mods-stack")]
    raise KeyError(name)


def armour_class(combat: SovereignCombat, unit: SovereignCombatant) -> Parts:
    """Return the parts of the AC at this moment."""
    own = unit.sheet
    shield = max(0, min(4, 18 - own.ac)) if unit.has(PAVIS) else 0
    warding = unit.wards and own.feat("valiant-defender") > 1
    return told(
        [
            (own.ac, "sheet.ac" if own.named else "sheet.npc"),
            (shield, "sheet.spells"),
            (number(unit, 0), "attack.mods-stack"),
            (2 if unit.total else 0, "total.ac"),
            (-2 if unit.charging else 0, "charge.ac-penalty"),
            (2 if warding else 0, "sheet.feats"),
            (1 if numbers.walled(combat, unit) else 0, "sheet.npc"),
        ]
    )


def told(parts: Parts) -> Parts:
    """Return the first part and those that are not 0."""
    return [parts[0], *[part for part in parts[1:] if part[0]]]
