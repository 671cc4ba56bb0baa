"""What a character's attacks add to the die, as the rules add it up."""

from __future__ import annotations

from typing import Final

from affray.rulesets.sovereign.damage import bonuses
from affray.rulesets.sovereign.sheet.draft import Arm, Draft
from affray.rulesets.sovereign.sheet.sheet import Sheet

AXES: Final = {"STR": 0, "DEX": 1, "CON": 2, "INT": 3, "WIS": 4}
FAVORED: Final = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)  # favored-weapon, by level


class AttackNumbers:
    """To hit, added damage, Shock (-1: none)."""

    def __init__(self, bonus: int, plus: int, shock: int) -> None:
        self.bonus = bonus
        self.plus = plus
        self.shock = shock


def attack_numbers(
    model: Draft,
    sheet: Sheet,
    weapon: Arm | None,
    mode: str,
    axis: str,
    skill: str,
) -> AttackNumbers:
    """Return what an attack comes to; no weapon: bare hands. Rule: attack.roll."""
    mod = sheet.mods[AXES[axis]]
    bonus = attack_bonus(model, sheet, weapon, mode) + mod + sheet.skills[skill]
    bonus += weapon.magic if weapon is not None else 0
    if not bonuses.bare(weapon) and mode != "shot" and sheet.feat("armsmaster") > 1:
        bonus += 1
    plus = bonuses.plus_of(model, sheet, weapon, mode, mod)
    return AttackNumbers(bonus, plus, bonuses.shock_of(model, sheet, weapon, mode, mod))


def attack_bonus(model: Draft, sheet: Sheet, weapon: Arm | None, mode: str) -> int:
    """Return the attack bonus, a duelist's own with the favored weapon if that is better."""
    found = model.attack_bonus
    if weapon is None or mode != "melee" or "favored-weapon" not in sheet.arts:
        return found
    if model.armor in ("chain", "plate") or model.shield:
        return found
    if model.favored is not None and weapon.id != model.favored:
        return found
    if model.calling == "warrior-mage":
        return max(found, model.level)
    return max(found, FAVORED[model.level - 1])
