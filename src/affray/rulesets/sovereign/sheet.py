"""Numbers of a combatant: what its sheet and its state add up to."""

from __future__ import annotations

from typing import Final

from affray.core.combat import Combat
from affray.core.dice import CHECK, SAVE
from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.state import (
    MELEE,
    NATURAL,
    NO_AC,
    SHOT,
    THROWN,
    Body,
    Field,
    Sheet,
    Strike,
)

STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
PHYSICAL: Final = 0
EVASION: Final = 1
MENTAL: Final = 2
NEEDED: Final = 10  # check.roll
OPPOSED: Final = 8  # check.opposed
PENALTY: Final = {"chain": {"sneak": -2}, "plate": {"sneak": -3, "exert": -3}}  # check.armour
ARMOUR_AC: Final = {"none": 10, "leather": 12, "chain": 14, "plate": 16}


def modifier(score: int) -> int:
    """Rule: sheet.modifiers."""
    if score <= 3:
        return -2
    if score <= 7:
        return -1
    if score <= 13:
        return 0
    return 1 if score <= 17 else 2


def save_targets(level: int, mods: list[int]) -> list[int]:
    """Rule: save.targets."""
    return [
        16 - level - max(mods[STR], mods[CON]),
        16 - level - max(mods[DEX], mods[INT]),
        16 - level - max(mods[INT], mods[WIS]),
    ]


def npc_save(hd: int) -> int:
    """Rule: save.npc."""
    return 15 - hd // 2


def armour_class(armour: str, shield: bool, dex: int) -> int:
    """Rule: sheet.ac."""
    return ARMOUR_AC[armour] + dex + (1 if shield else 0)


def ac(field: Field, unit: Body) -> int:
    """Return the AC at this moment. Rules: shock.current-ac, total.ac, charge.ac-penalty."""
    found = unit.sheet.ac
    if unit.total:
        found += 2
    if unit.charging:
        found -= 2
    if unit.ward >= 0 and unit.sheet.feat("valiant-defender") > 1:
        found += 2
    if "shield-wall" in unit.sheet.abilities and unit.sheet.shield:
        for other in field.units:
            if other.side == unit.side and other is not unit and other.able():
                walled = "shield-wall" in other.sheet.abilities and other.sheet.shield
                if walled and geometry.adjacent(field, unit, other):
                    return found + 1
    return found


def skill(sheet: Sheet, name: str) -> int:
    """Return a skill with what armour takes from it. Rules: check.npc, check.armour."""
    if sheet.pc:
        return sheet.skills.get(name, -1) + PENALTY.get(sheet.armour, {}).get(name, 0)
    return sheet.skill


def mod(sheet: Sheet, attribute: int) -> int:
    return sheet.mods[attribute] if sheet.pc else 0


def wrestle(sheet: Sheet) -> int:
    """Return STR/Brawl. Rule: grapple.check."""
    return mod(sheet, STR) + skill(sheet, "brawl")


def brace(sheet: Sheet) -> int:
    """Return the better of STR/Brawl and STR/Exert. Rule: shove.check."""
    return max(wrestle(sheet), mod(sheet, STR) + skill(sheet, "exert"))


def manhandling(actor: Body, target: Body) -> int:
    """Return what size takes from shoving and grappling. Rule: maneuver.size."""
    if target.size <= 1 or actor.size >= target.size:
        return 0
    if target.size == 2 and target.sheet.humanoid:
        return -2
    return -4


def check(field: Combat[Body], who: int, bonus: int, number: int, rule: str) -> bool:
    """Roll 2d6. Rules: check.roll, check.opposed."""
    total = check_total(field, who, bonus, rule)
    return total >= number


def check_total(field: Combat[Body], who: int, bonus: int, rule: str) -> int:
    first = field.roll(6, CHECK, who, rule)
    return first + field.roll(6, CHECK, who, rule) + bonus


def save(field: Combat[Body], unit: Body, kind: int, change: int, rule: str) -> bool:
    """Rules: save.roll, save.naturals."""
    face = field.roll(20, SAVE, unit.index, rule)
    if face in (1, 20):
        return face == 20
    return face + change >= unit.sheet.saves[kind]


# ---- what is in hand -----------------------------------------------------------------------------


def in_hand(unit: Body, strike: Strike) -> bool:
    """Return whether an attack is made with what is held now. Rule: sheet.hands."""
    if strike.weapon == NATURAL:
        return True
    return unit.hand == strike.weapon and unit.stock[strike.weapon] > 0


def armed(unit: Body) -> bool:
    """Return whether it holds a weapon for melee.

    Rules: aoo.natural-weapons, ranged.engaged.
    """
    return reach(unit) > 0


def reach(unit: Body) -> int:
    """Return how far it threatens, 0 if it holds no weapon for melee. Rule: melee.range."""
    best = 0
    for one in unit.sheet.strikes:
        if one.mode == MELEE and in_hand(unit, one):
            counts = not one.unarmed or unit.sheet.natural
            if counts or unit.sheet.feat("unarmed-combatant"):
                best = max(best, one.reach)
    return best


def threatens(field: Field, unit: Body) -> bool:
    """Return whether it may make attacks of opportunity at all. Rule: aoo.able-foes."""
    if not unit.able() or unit.grappling >= 0 or grappled(field, unit):
        return False
    return reach(unit) > 0


def grapplers(field: Field, unit: Body) -> list[Body]:
    """Rule: grapple.one-each."""
    return [one for one in field.units if one.grappling == unit.index and one.able()]


def grappled(field: Field, unit: Body) -> bool:
    for one in field.units:
        if one.grappling == unit.index and one.able():
            return True
    return False


def held_fast(field: Field, unit: Body) -> bool:
    """Rule: grapple.restraint."""
    return unit.grappling >= 0 or grappled(field, unit)


def engaged(field: Field, unit: Body) -> bool:
    """Return whether it is in melee. Rule: ranged.engaged."""
    for other in field.units:
        if field.enemies(unit, other) and other.able() and armed(other):
            if geometry.adjacent(field, unit, other):
                return True
    return False


def shock_of(unit: Body, strike: Strike, target: Body, target_ac: int) -> int:
    """Return the Shock that a miss would inflict by AC alone.

    Rules: shock.on-miss, shock.dash, shock.melee-only, shock.modifiers.
    """
    if strike.mode != MELEE or strike.shock_ac == NO_AC:
        return 0
    if treats_as_ten(unit, strike):
        target_ac = min(target_ac, 10)
    return strike.shock if target_ac <= strike.shock_ac else 0


def treats_as_ten(unit: Body, strike: Strike) -> bool:
    feats = unit.sheet
    if feats.feat("shocking-assault"):
        return True
    return feats.feat("close-combatant") > 1 or feats.feat("armsmaster") > 1


def loaded(unit: Body, strike: Strike) -> bool:
    """Rule: reload.starts-loaded."""
    return strike.weapon == NATURAL or not unit.unloaded >> strike.weapon & 1


def ranged(strike: Strike) -> bool:
    return strike.mode in (SHOT, THROWN)
