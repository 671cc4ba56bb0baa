"""What numbers are made of, part by part, each with its rule: the parts add up to the number."""

from __future__ import annotations

from typing import Final, TypeAlias

from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant

Parts: TypeAlias = list[tuple[int, str]]
NAMES: Final = (
    "evasion",
    "constitution",
    "willpower",
    "physical deflection",
    "elemental deflection",
    "speed",
    "bonus on tests",
)


def breakdown(combat: IngenuityCombat, unit: IngenuityCombatant, name: str) -> Parts:
    """Return the parts of a number of somebody.

    Raises:
        KeyError: there is no such number.
    """
    sheet = unit.sheet
    if name in ("evasion", "constitution", "willpower"):
        own = {
            "evasion": sheet.evasion,
            "constitution": sheet.constitution,
            "willpower": sheet.willpower,
        }[name]
        wild = unit.amount("wild") if name == "evasion" else 0
        return told(
            [
                (own, f"sheet.{name}"),
                (condition.guard(unit), "action.guard"),
                (-unit.amount("sickness"), "condition.sickness"),
                (-wild, "condition.minor"),
            ]
        )
    if name == "physical deflection":
        rage = -2 * condition.rage(unit)
        return floored(
            [
                (sheet.physical, "sheet.physical-deflection"),
                (condition.guard(unit), "action.guard"),
                (rage, "condition.minor"),
            ],
            damage.deflection(unit, 0, 0, 0),
            "attack.reduction",
        )
    if name == "elemental deflection":
        own = sheet.elemental
        return told([(own, "sheet.elemental-deflection"), (condition.guard(unit), "action.guard")])
    if name == "speed":
        usual = sheet.speed + unit.grown
        return floored([(usual, "movement.speed")], condition.speed(unit), "movement.half-speed")
    if name == "bonus on tests":
        return [(condition.on_tests(unit), "condition.sickness")]
    raise KeyError(name)


def told(parts: Parts) -> Parts:
    """Return the first part and those that are not 0."""
    return [parts[0], *[part for part in parts[1:] if part[0]]]


def floored(parts: Parts, total: int, rule: str) -> Parts:
    """Return parts, and last what a rule makes of their sum."""
    return told([*parts, (total - sum(amount for amount, _ in parts), rule)])
