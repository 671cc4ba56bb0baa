"""Sheets: the formulas, held against every built-in character."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.sheet import differences
from tests.ingenuity.table import library, shelf
from tests.rules import rule

RESOURCES = {"toughness": "endurance", "longevity": "stamina", "mindfulness": "focus"}
IDS = [one.id for one in shelf().content.character]


def bonuses_of(id: str) -> tuple[int, dict[str, int]]:
    """Return the armour rating, and what talents and ancestry add."""
    content = shelf().content
    model = next(one for one in content.character if one.id == id)
    rating = sum(one.rating for one in content.armour if one.id in model.armour)
    found = {RESOURCES[one]: 4 for one in model.talents if one in RESOURCES}
    if model.ancestry == "dwarf":
        for name in ("health", "endurance", "stamina", "focus"):
            found[name] = found.get(name, 0) + 1
        found["speed"] = -1
    if model.ancestry == "elf":
        found["speed"] = 1
        found["perception"] = 1
    return rating, found


@rule(
    "ingenuity/sheet.health",
    "ingenuity/sheet.endurance",
    "ingenuity/sheet.stamina",
    "ingenuity/sheet.focus",
    "ingenuity/sheet.constitution",
    "ingenuity/sheet.evasion",
    "ingenuity/sheet.willpower",
    "ingenuity/sheet.physical-deflection",
    "ingenuity/sheet.elemental-deflection",
    "ingenuity/sheet.speed",
    "ingenuity/sheet.passive-perception",
    "ingenuity/test.passive",
)
@pytest.mark.parametrize("id", IDS)
def test_a_character_is_what_the_formulas_give(id: str) -> None:
    rating, bonuses = bonuses_of(id)
    assert differences(library().sheets[id], rating, bonuses) == []


@rule("ingenuity/sheet.stated-values", "ingenuity/sheet.validate")
def test_a_value_that_the_formula_does_not_give_is_told() -> None:
    rating, bonuses = bonuses_of("boudica")
    bonuses["constitution"] = -3
    found = differences(library().sheets["boudica"], rating, bonuses)
    assert found == ["constitution: found 7, expected 4"]
