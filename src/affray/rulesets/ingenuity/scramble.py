"""The tests that a way may take: wide jumps, hard climbs and swims."""

from __future__ import annotations

from typing import Final

from affray.core.grid import CLIMB, WATER
from affray.rulesets.ingenuity import test
from affray.rulesets.ingenuity.state import (
    AGILITY,
    ATHLETICS,
    DEXTERITY,
    HARD_WATER,
    STRENGTH,
    IngenuityCombat,
    Unit,
)

USUAL_CLIMB: Final = 6


def jump_test(combat: IngenuityCombat, unit: Unit, metres: int, more: int = 0) -> bool:
    """Jump a gap of 3 m or more with what one is better at. Rule: movement.jump."""
    sheet = unit.sheet
    agile = sheet.attributes[DEXTERITY] + sheet.skills[AGILITY]
    strong = sheet.attributes[STRENGTH] + sheet.skills[ATHLETICS]
    if agile >= strong:
        made = test.Test(unit, DEXTERITY, AGILITY, "movement.jump")
    else:
        made = test.Test(unit, STRENGTH, ATHLETICS, "movement.jump")
    made.proficiency = sheet.proficiencies.get("Jumping", 0)
    made.bonus = more
    made.level = 2 * (metres - 1)
    return test.make(combat, made) >= made.level


def hard(combat: IngenuityCombat, goal: int) -> bool:
    """Return whether a space takes a test to enter. Rule: movement.climb."""
    kind = combat.ground(goal)
    return kind == CLIMB or (kind == WATER and combat.options[HARD_WATER])


def climb(combat: IngenuityCombat, unit: Unit, goal: int) -> bool:
    """Return whether a hard climb or swim is made, if there is one.

    Rules: movement.climb, test.difficulties.
    """
    if not hard(combat, goal):
        return True
    level = test.difficulty(combat, USUAL_CLIMB)
    if level <= 0:
        return True
    name = "Swimming" if combat.ground(goal) == WATER else "Climbing"
    made = test.Test(unit, STRENGTH, ATHLETICS, "movement.climb")
    made.proficiency = unit.sheet.proficiencies.get(name, 0)
    made.level = level
    return test.make(combat, made) >= level
