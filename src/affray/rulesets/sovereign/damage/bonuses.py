"""What is added to damage and Shock, and the dice they are added to."""

from __future__ import annotations

from typing import Final

from affray.rulesets.sovereign.sheet.draft import Arm, Draft
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombatant

FISTS: Final = ("1d6", "1d8", "1d10", "1d12", "1d12+1")  # unarmed-combatant, by Brawl


def half(level: int) -> int:
    """Return half a level, rounded up. Rule: class.killing-blow."""
    return (level + 1) // 2


def killing(unit: SovereignCombatant) -> int:
    """Return what a full Warrior adds to all its damage. Rule: class.killing-blow."""
    return half(unit.sheet.level) if unit.sheet.warrior else 0


def bare(weapon: Arm | None) -> bool:
    """Return whether an attack is made with bare hands."""
    return weapon is None or weapon.id == "unarmed"


def plus_of(model: Draft, sheet: Sheet, weapon: Arm | None, mode: str, mod: int) -> int:
    """Return what is added to the damage dice; ``mod`` is that of the attribute used.

    Rules: damage.roll, damage.unarmed, class.killing-blow. Content: armsmaster, deadeye.
    """
    found = mod + (half(model.level) if sheet.warrior else 0)
    found += weapon.magic if weapon is not None else 0
    skilled = 0
    if bare(weapon):
        found += model.skills["brawl"]
    elif mode != "shot" and sheet.feat("armsmaster"):
        skilled = model.skills["stab"]
    if mode != "melee" and sheet.feat("deadeye"):
        skilled = max(skilled, model.skills["shoot"])
    return found + max(skilled, 0)


def shock_of(model: Draft, sheet: Sheet, weapon: Arm | None, mode: str, mod: int) -> int:
    """Return the Shock of an attack, -1 if it has none; ``mod`` as in ``plus_of``.

    Rules: shock.modifiers, shock.melee-only, class.killing-blow. Content: unarmed-combatant,
    armsmaster, shocking-assault.
    """
    brawl = model.skills["brawl"]
    base = weapon.shock if weapon is not None and weapon.shock_ac is not None else -1
    if bare(weapon):
        base = brawl if sheet.feat("unarmed-combatant") and brawl >= 1 else -1
    if base < 0 or mode != "melee":
        return -1
    found = base + mod + (half(model.level) if sheet.warrior else 0)
    found += weapon.magic if weapon is not None else 0
    if not bare(weapon) and sheet.feat("armsmaster"):
        found += max(model.skills["stab"], 0)
    if sheet.feat("shocking-assault") > 1:
        found += 2
    return max(0, found)


def die_of(sheet: Sheet, weapon: Arm | None) -> str:
    """Return the damage die of a weapon, or of bare hands. Content: unarmed-combatant."""
    if weapon is not None and not bare(weapon):
        return weapon.damage
    brawl = sheet.skills.get("brawl", -1)
    if sheet.feat("unarmed-combatant") and brawl >= 0:
        return FISTS[min(brawl, 4)]
    return "1d2"
