"""What numbers are made of, part by part, each with its rule: the parts add up to the number."""

from __future__ import annotations

from typing import Final, TypeAlias

from affray.rulesets.icon.condition import saves
from affray.rulesets.icon.state import IconCombat, IconCombatant

Parts: TypeAlias = list[tuple[int, str]]
NAMES: Final = ("max hp", "defense", "armor", "speed", "attack bonus", "boons on saves")


def breakdown(combat: IconCombat, unit: IconCombatant, name: str) -> Parts:
    """Return the parts of a number of somebody.

    Raises:
        KeyError: there is no such number.
    """
    sheet = unit.sheet
    own = "sheet.current-job" if sheet.pc else "foe.role-statistics"
    if name == "max hp":
        extra = sheet.hp * (unit.players - 1) if sheet.legend else 0
        lost = unit.max_hp() - sheet.hp - extra
        return told(
            [
                (sheet.hp, "sheet.hp-max"),
                (extra, "foe.legend"),
                (lost, "resource.wound-lowers-maxima"),
            ]
        )
    if name == "defense":
        return [(sheet.defense, own)]
    if name == "armor":
        set_by = max([sheet.armor, *[trait.armor for trait in sheet.traits]])
        return told([(set_by, own), (sheet.whole_armor() - set_by, "damage.armor-highest")])
    if name == "speed":
        return [(sheet.speed, own)]
    if name == "attack bonus":
        return [(sheet.attack_bonus, own)]
    if name == "boons on saves":
        return saves.save_parts(combat, unit)
    raise KeyError(name)


def told(parts: Parts) -> Parts:
    """Return the first part and those that are not 0."""
    return [parts[0], *[part for part in parts[1:] if part[0]]]
