"""Saves, the boons on them, and special dice that are read against a number."""

from __future__ import annotations

from typing import Final

from affray.core.dice import SAVE, Dice, Throw
from affray.core.effect import Held
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.definitions import STANCE, State
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import STEADIER, WIDER

PASSED: Final = 10  # roll.save-ten


class Save(Throw):
    """A d20 with the best boon or curse die: 1 if 10 or more.

    Rules: roll.save-ten, roll.save-no-bonus, roll.boon-highest, roll.curse-highest.
    """

    def __init__(self, boons: int) -> None:
        self.boons = boons

    def made(self, dice: Dice) -> int:
        total = dice.roll(20)
        best = 0
        for _ in range(abs(self.boons)):
            best = max(best, dice.roll(6))
        return 1 if total + (best if self.boons > 0 else -best) >= PASSED else 0

    def key(self) -> tuple[int, ...]:
        return (self.boons,)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        best = max([0, *faces[1:]])
        total = faces[0] + (best if self.boons > 0 else -best)
        return [(best_die(best, self.boons), faces, total), ("against", [], PASSED)]


class SpecialDie(Throw):
    """One die of an ability or effect, read as written: 1 if it shows so much or more.

    Rule: roll.special-rolls.
    """

    def __init__(self, sides: int, least: int) -> None:
        self.sides = sides
        self.least = least

    def made(self, dice: Dice) -> int:
        return 1 if dice.roll(self.sides) >= self.least else 0

    def key(self) -> tuple[int, ...]:
        return (self.sides, self.least)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("roll", faces, faces[0]), ("against", [], self.least)]


def best_die(best: int, boons: int) -> str:
    """Return what the highest boon or curse die does to a roll, in words.

    Rules: roll.boon-highest, roll.curse-highest.
    """
    if boons == 0:
        return "roll"
    word = "boon" if boons > 0 else "curse"
    die = f"highest {word} die" if abs(boons) > 1 else f"{word} die"
    return f"{die} {best if boons > 0 else -best:+d}"


def save_boons(combat: IconCombat, unit: IconCombatant) -> int:
    """Return the boons of a character's saves. Rule: roll.boon-curse-cancel."""
    return sum(amount for amount, _ in save_parts(combat, unit))


def save_parts(combat: IconCombat, unit: IconCombatant) -> list[tuple[int, str]]:
    """Return the boons of a character's saves, each with its rule.

    Rules: effect.aura, effect.stance, sheet.traits-always-on.
    """
    parts: list[tuple[int, str]] = []
    if combat.has(unit, "calm"):
        parts.append((combat.library.states["calm"].number, "effect.aura"))
    for trait_ in unit.sheet.traits:
        if trait_.save_boons:
            parts.append((trait_.save_boons, "sheet.traits-always-on"))
    for other in combat.units:
        if combat.allies(other, unit) and other.able() and other.effects:
            for held in other.effects:
                if states.is_of(held, STANCE) and (held.n - 1) & STEADIER:
                    if in_ring(combat, other, held, unit):
                        parts.append((1, "effect.stance"))
    return parts


def in_ring(combat: IconCombat, source: IconCombatant, held: Held, unit: IconCombatant) -> bool:
    """Return whether a character is in the aura of a stance. Rule: effect.aura."""
    effect = held.effect
    wide = effect.aura if isinstance(effect, State) else 0
    wide += 1 if (held.n - 1) & WIDER else 0
    return unit.cell >= 0 and combat.apart(source, unit) <= wide


def succeeds(
    combat: IconCombat, unit: IconCombatant, rule: str, against: str = "", more: int = 0
) -> bool:
    """Roll one save; ``against`` is the id of what it is to keep off or end."""
    save = Save(save_boons(combat, unit) + more)
    return combat.throw(save, SAVE, unit.index, rule, against) == 1
