"""The numbers of a character's attacks as the rules add them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from affray.rulesets.sovereign.damage import bonuses
from affray.rulesets.sovereign.sheet.sheet import Sheet

AXES: Final = {"STR": 0, "DEX": 1, "CON": 2, "INT": 3, "WIS": 4}
FISTS: Final = ("1d6", "1d8", "1d10", "1d12", "1d12+1")  # unarmed-combatant, by Brawl
FAVORED: Final = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)  # favored-weapon, by level


class Arm(Protocol):
    """A weapon as a file tells of it."""

    @property
    def id(self) -> str: ...
    @property
    def damage(self) -> str: ...
    @property
    def shock(self) -> int: ...
    @property
    def shock_ac(self) -> int | str | None: ...
    @property
    def magic(self) -> int: ...
    @property
    def reach(self) -> int: ...
    @property
    def range_normal(self) -> int: ...
    @property
    def range_max(self) -> int: ...


class Draft(Protocol):
    """A character as a file tells of it."""

    @property
    def calling(self) -> str: ...
    @property
    def level(self) -> int: ...
    @property
    def attributes(self) -> Mapping[Any, int]: ...
    @property
    def modifiers(self) -> Mapping[Any, int]: ...
    @property
    def skills(self) -> Mapping[Any, int]: ...
    @property
    def special(self) -> str | None: ...
    @property
    def favored(self) -> str | None: ...
    @property
    def feats(self) -> Sequence[str]: ...
    @property
    def attack_bonus(self) -> int: ...
    @property
    def hp(self) -> int: ...
    @property
    def armor(self) -> str: ...
    @property
    def shield(self) -> bool: ...
    @property
    def ac(self) -> int: ...
    @property
    def saves(self) -> Mapping[Any, int]: ...
    @property
    def screen_limit(self) -> int: ...
    @property
    def system_strain_max(self) -> int: ...
    @property
    def attacks(self) -> Sequence[Any]: ...
    @property
    def readied(self) -> Sequence[str]: ...
    @property
    def readied_enc(self) -> int: ...
    @property
    def stowed(self) -> Sequence[str]: ...
    @property
    def stowed_enc(self) -> int: ...
    @property
    def tradition(self) -> str | None: ...
    @property
    def second_tradition(self) -> str | None: ...
    @property
    def effort(self) -> int: ...
    @property
    def arts(self) -> Sequence[str]: ...
    @property
    def castings(self) -> int: ...
    @property
    def prepared(self) -> Sequence[str]: ...


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
    """Return what an attack comes to; no weapon: bare hands.

    Rules: attack.roll, damage.roll, damage.unarmed, shock.modifiers, class.killing-blow.
    """
    mod = sheet.mods[AXES[axis]]
    magic = weapon.magic if weapon is not None else 0
    killing = bonuses.half(model.level) if sheet.warrior else 0
    bare = weapon is None or weapon.id == "unarmed"
    bonus = attack_bonus(model, sheet, weapon, mode) + mod + sheet.skills[skill] + magic
    skilled = 0
    if not bare and mode != "shot" and sheet.feat("armsmaster"):
        skilled = model.skills["stab"]
        if sheet.feat("armsmaster") > 1:
            bonus += 1
    if mode != "melee" and sheet.feat("deadeye"):
        skilled = max(skilled, model.skills["shoot"])
    brawl = model.skills["brawl"]
    plus = mod + killing + magic + max(skilled, 0) + (brawl if bare else 0)
    base = weapon.shock if weapon is not None and weapon.shock_ac is not None else -1
    if bare:
        base = brawl if sheet.feat("unarmed-combatant") and brawl >= 1 else -1
    if base < 0 or mode != "melee":
        return AttackNumbers(bonus, plus, -1)
    stab = model.skills["stab"] if not bare and sheet.feat("armsmaster") else 0
    shock = base + mod + killing + magic + max(stab, 0)
    if sheet.feat("shocking-assault") > 1:
        shock += 2
    return AttackNumbers(bonus, plus, max(0, shock))


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


def die_of(sheet: Sheet, weapon: Arm | None) -> str:
    """Return the damage die of a weapon, or of bare hands. Content: unarmed-combatant."""
    if weapon is not None and weapon.id != "unarmed":
        return weapon.damage
    brawl = sheet.skills.get("brawl", -1)
    if sheet.feat("unarmed-combatant") and brawl >= 0:
        return FISTS[min(brawl, 4)]
    return "1d2"
