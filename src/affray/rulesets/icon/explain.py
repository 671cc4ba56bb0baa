"""What numbers are made of, part by part, each with its rule: the parts add up to the number."""

from __future__ import annotations

from typing import Final, TypeAlias

from affray.core.event import Rolled
from affray.rulesets.icon import condition
from affray.rulesets.icon.state import IconCombat, Unit

Parts: TypeAlias = list[tuple[int, str]]
NAMES: Final = ("max hp", "defense", "armor", "speed", "attack bonus", "boons on saves")


def breakdown(combat: IconCombat, unit: Unit, name: str) -> Parts:
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
        return condition.save_parts(combat, unit)
    raise KeyError(name)


def told(parts: Parts) -> Parts:
    """Return the first part and those that are not 0."""
    return [parts[0], *[one for one in parts[1:] if one[0]]]


def add_reasons(combat: IconCombat, what: str, parts: Parts) -> None:
    """Say of the roll just told what made up its boons."""
    event = combat.events[-1] if combat.events else None
    if isinstance(event, Rolled):
        event.reasons.extend([(what, amount, rule) for amount, rule in parts])
