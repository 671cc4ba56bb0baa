"""Rolls that are no attacks, and the states that they shake off."""

from __future__ import annotations

from typing import Final

from affray.core.dice import CHECK, Dice, Throw
from affray.rulesets.quest import resource
from affray.rulesets.quest.condition import modifiers, states
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AA, GENERAL_LADDER

ALWAYS: Final = 1000
SHAKE_OFF: Final = 12


class Check(Throw):
    """A d20 roll that is no attack: its total; a natural 20 succeeds, a natural 1 fails.

    With the GM's option the ladder of dice follows a 20 or a 1. Rule: crit.general-ladder.
    """

    def __init__(self, bonus: int, ladder: bool) -> None:
        self.bonus = bonus
        self.ladder = ladder

    def made(self, dice: Dice) -> int:
        face = dice.roll(20)
        if face not in (1, 20):
            return face + self.bonus
        if self.ladder:
            for sides in (4, 6, 8, 10, 12, 20):
                if dice.roll(sides) < sides:
                    break
        return ALWAYS if face == 20 else -ALWAYS

    def key(self) -> tuple[int, ...]:
        return (self.bonus, int(self.ladder))

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        found: list[tuple[str, list[int], int]] = [("check", faces[:1], faces[0] + self.bonus)]
        return found + [("then", [face], face) for face in faces[1:]]


def check(combat: QuestCombat, unit: QuestCombatant, bonus: int, rule: str) -> int:
    """Roll a check and return its total, ALWAYS or -ALWAYS for a natural 20 or 1."""
    return combat.throw(Check(bonus, combat.options[GENERAL_LADDER]), CHECK, unit.index, rule)


def break_free(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Spend an attack action and roll to be bound no longer. Rule: condition.bound."""
    resource.spend_action(unit, AA)
    held = unit.held(states.BOUND)
    assert held is not None
    total = check(combat, unit, modifiers.strength(unit), "condition.bound")
    if total >= states.to_break_free(held.n):
        states.lose(combat, unit, states.BOUND)


def shake_off(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Roll against being paralysed. Rule: condition.paralysed."""
    if unit.present and unit.has(states.PARALYSED):
        total = check(combat, unit, modifiers.strength(unit), "condition.paralysed")
        if total >= SHAKE_OFF:
            states.lose(combat, unit, states.PARALYSED)
