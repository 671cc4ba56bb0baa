"""Numbers of a combatant: what its sheet, and its state, add up to."""

from __future__ import annotations

from typing import Final

from affray.rulesets.sovereign import condition, geometry
from affray.rulesets.sovereign.condition import PAVIS, number
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE

STR: Final = 0
DEX: Final = 1
CON: Final = 2
INT: Final = 3
WIS: Final = 4
PHYSICAL: Final = 0
EVASION: Final = 1
MENTAL: Final = 2
PENALTY: Final = {"chain": {"sneak": -2}, "plate": {"sneak": -3, "exert": -3}}  # check.armour
ARMOUR_AC: Final = {"none": 10, "leather": 12, "chain": 14, "plate": 16}


def modifier(score: int) -> int:
    """Return the modifier of an attribute's score. Rule: sheet.modifiers."""
    if score <= 3:
        return -2
    if score <= 7:
        return -1
    if score <= 13:
        return 0
    return 1 if score <= 17 else 2


def save_targets(level: int, mods: list[int]) -> list[int]:
    """Return a character's targets for Physical, Evasion and Mental saves. Rule: save.targets."""
    return [
        16 - level - max(mods[STR], mods[CON]),
        16 - level - max(mods[DEX], mods[INT]),
        16 - level - max(mods[INT], mods[WIS]),
    ]


def npc_save(hd: int) -> int:
    """Return the target of all saves of a stat block. Rule: save.npc."""
    return 15 - hd // 2


def armour_class(armour: str, shield: bool, dex: int) -> int:
    """Return the AC that armour, shield and DEX make. Rule: sheet.ac."""
    return ARMOUR_AC[armour] + dex + (1 if shield else 0)


def ac(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Return the AC at this moment. Rules: sheet.ac, total.ac."""
    own = unit.sheet
    found = own.ac
    if unit.effects:
        if unit.has(PAVIS):
            found = max(found, min(found + 4, 18))  # never above 18 by this
        found += number(unit, 0)
    if unit.total or unit.charging:
        found += condition.stance(unit)
    if unit.wards and own.feat("valiant-defender") > 1:
        found += 2
    if own.abilities and walled(combat, unit):
        found += 1
    return found


def walled(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether a comrade's shield stands beside its own. Content: shield-wall."""
    if not unit.sheet.shield or "shield-wall" not in unit.sheet.abilities:
        return False
    for other in combat.units:
        if other.side != unit.side or other is unit or not other.sheet.shield:
            continue
        if other.fate == ACTIVE and not other.asleep:
            if "shield-wall" in other.sheet.abilities and geometry.adjacent(combat, unit, other):
                return True
    return False


def skill(sheet: Sheet, name: str) -> int:
    """Return a skill with what armour takes from it. Rules: check.npc, check.armour."""
    if sheet.pc:
        return sheet.skills.get(name, -1) + PENALTY.get(sheet.armour, {}).get(name, 0)
    return sheet.skill if good_at(sheet, name) else 0


def good_at(sheet: Sheet, name: str) -> bool:
    """Return whether an NPC ought to be good at something. Rule: check.npc."""
    if name in ("brawl", "exert", "stab") or name in sheet.tags:
        return True
    if name == "sneak":
        return "vanish-in-shadow" in sheet.abilities
    return name == "magic" and bool(sheet.spells)


def mod(sheet: Sheet, attribute: int) -> int:
    """Return an attribute's modifier, 0 for a stat block."""
    return sheet.mods[attribute] if sheet.pc else 0


def wrestle(sheet: Sheet) -> int:
    """Return STR/Brawl. Rule: grapple.check."""
    return mod(sheet, STR) + skill(sheet, "brawl")


def brace(sheet: Sheet) -> int:
    """Return the better of STR/Brawl and STR/Exert. Rule: shove.check."""
    return max(wrestle(sheet), mod(sheet, STR) + skill(sheet, "exert"))


def combat_skill(sheet: Sheet) -> int:
    """Return the highest combat skill, an NPC's skill modifier. Rule: screen.needs-skill."""
    if not sheet.pc:
        return sheet.skill
    return max([sheet.skills.get(name, -1) for name in ("brawl", "shoot", "stab")])
