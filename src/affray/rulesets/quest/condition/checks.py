"""Rolls that are no attacks, and the states that they shake off."""

from __future__ import annotations

from typing import Final

from affray.core.dice import CHECK, Dice, Throw
from affray.core.event import Told
from affray.rulesets.quest.condition import modifiers, states
from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import AA, GENERAL_LADDER

ALWAYS: Final = 1000
SHAKE_OFF: Final = 12


class Check(Throw):
    """A d20 roll that is no attack: its total; a natural 20 succeeds, a natural 1 fails.

    With the GM's option the ladder of dice follows a 20 or a 1. Rule: crit.general-ladder.
    """

    def __init__(self, bonus: int, ladder: bool, need: int = 0) -> None:
        self.bonus = bonus
        self.ladder = ladder
        self.need = need  # what it has to reach, for who is told of it; 0: several numbers

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
        if self.need:
            found.append(("against", [], self.need))
        return found + [("then", [face], face) for face in faces[1:]]


def check(combat: QuestCombat, unit: QuestCombatant, bonus: int, rule: str, need: int = 0) -> int:
    """Roll a check and return its total, ALWAYS or -ALWAYS for a natural 20 or 1."""
    throw = Check(bonus, combat.options[GENERAL_LADDER], need)
    return combat.throw(throw, CHECK, unit.index, rule)


def break_free(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Spend an attack action and roll to be bound no longer. Rule: condition.bound."""
    spending.spend_action(combat, unit, AA)
    held = unit.held(states.BOUND)
    assert held is not None
    roll_off(combat, unit, states.BOUND, states.to_break_free(held.n))


def shake_off(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Roll against being paralysed. Rule: condition.paralysed."""
    if unit.present and unit.has(states.PARALYSED):
        roll_off(combat, unit, states.PARALYSED, SHAKE_OFF)


def roll_off(combat: QuestCombat, unit: QuestCombatant, status: Status, need: int) -> None:
    """Roll Strength to be rid of a state."""
    total = check(combat, unit, modifiers.strength(unit), status.rule, need)
    if total >= need:
        states.lose(combat, unit, status)
    elif combat.watched:
        combat.tell(Told("still", unit.index, -1, status.id, rule=status.rule))
