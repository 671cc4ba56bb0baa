"""Sheets: the values that follow from dice, proficiencies, armour and talents."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity.state import (
    AGILITY,
    DEXTERITY,
    INTELLECT,
    PERCEPTION,
    RESOLVE,
    STRENGTH,
    Sheet,
)

# What an encounter may state of a member's sheet, in the words of the content file.
STATED: Final = (
    "size",
    "strength",
    "dexterity",
    "intellect",
    "resolve",
    "skills",
    "proficiencies",
    "weapons",
    "shields",
    "armour",
    "items",
    "ammunition",
    "talents",
    "maneuvers",
    "powers",
    "max_health",
    "max_endurance",
    "max_stamina",
    "max_focus",
    "constitution",
    "evasion",
    "willpower",
    "physical_deflection",
    "elemental_deflection",
    "speed",
    "passive_perception",
    "encumbrance",
    "capacity",
    "luck_bonus",
    "death_difficulty",
    "fate",
    "resists",
    "immune",
    "on_hit",
    "on_hit_against",
)


def passive(sides: int) -> int:
    """Return half the faces of a die. Rule: test.passive."""
    return sides // 2


def derived(sheet: Sheet, rating: int) -> dict[str, int]:
    """Return every value as the formulas give it, before bonuses; ``rating`` is that of the armour.

    Rules: sheet.health, sheet.endurance, sheet.stamina, sheet.focus, sheet.constitution,
    sheet.evasion, sheet.willpower, sheet.physical-deflection, sheet.elemental-deflection,
    sheet.speed, sheet.passive-perception.
    """
    dice = sheet.attributes
    half = [passive(one) for one in dice]
    bonus = sheet.proficiencies
    return {
        "health": 6 + dice[STRENGTH],
        "endurance": 6 + dice[RESOLVE],
        "stamina": 6 + dice[DEXTERITY],
        "focus": 6 + dice[INTELLECT],
        "constitution": half[RESOLVE] + half[STRENGTH] + bonus.get("Fortitude", 0),
        "evasion": half[RESOLVE] + half[DEXTERITY] + bonus.get("Dodge", 0),
        "willpower": half[RESOLVE] + half[INTELLECT] + bonus.get("Resistance", 0),
        "physical": half[RESOLVE] + rating,
        "elemental": half[INTELLECT] + rating,
        "speed": sheet.size
        + half[DEXTERITY]
        + passive(sheet.skills[AGILITY])
        + bonus.get("Running", 0),
        "perception": half[DEXTERITY] + passive(sheet.skills[PERCEPTION]) + bonus.get("Search", 0),
    }
