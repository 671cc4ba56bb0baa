"""Levels of damage and their dice."""

from __future__ import annotations

from typing import Final

from affray.core.dice import DAMAGE, Pool
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat

LEVELS: Final = ("fray", "light", "heavy", "critical")


class DamageRoll(Pool):
    """Equal dice of which the highest count. Rule: roll.damage-dice."""

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        word = "the highest counts" if self.kept == 1 else f"the highest {self.kept} count"
        if len(faces) == self.kept:
            word = "roll"
        return [(word, faces, sum(sorted(faces)[len(faces) - self.kept :]))]


def roll(
    combat: IconCombat, who: int, level: str, boosts: int, bonus: int, what: str = ""
) -> tuple[int, bool]:
    """Roll damage of a level; return the sum and whether it is godly.

    ``what`` brings it about, in a word that is told after the level: a hit, a miss, an area.

    Rules: damage.levels, damage.bonus, damage.boost, damage.boost-past-critical, damage.fray-fixed,
    roll.damage-dice, foe.mob, sheet.fray-and-die.
    """
    sheet: Sheet = combat.units[who].sheet
    if level == "fray":
        return sheet.fray, False
    if sheet.mob:
        return sheet.flat, False
    number = LEVELS.index(level) + boosts
    godly = number > 3
    bonus += max(0, number - 3)
    number = min(number, 3)
    pool = DamageRoll(number + bonus, sheet.die, number, True)
    word = f"{LEVELS[number]} {what}".rstrip() if combat.watched else ""
    return combat.throw(pool, DAMAGE, who, "roll.damage-dice", word), godly


def rule_of(sheet: Sheet, level: str) -> str:
    """Return the rule that makes damage of a level what it is: dice, or a fixed number."""
    if level == "fray":
        return "damage.fray-fixed"
    return "foe.mob" if sheet.mob else "roll.damage-dice"


def halved(number: int) -> int:
    """Return half of a number, rounded up. Rule: golden.round-up."""
    return (number + 1) // 2
