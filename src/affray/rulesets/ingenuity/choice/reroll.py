"""Advantage: which die is rolled again."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.dice import Dice, Throw
from affray.rulesets.ingenuity.choice.menu import Beside, Listed
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant


class Again(Throw):
    """A die that is rolled again and of which the higher face is kept. Rule: test.advantage."""

    def __init__(self, sides: int, face: int) -> None:
        self.sides = sides
        self.face = face

    def made(self, dice: Dice) -> int:
        return max(self.face, dice.roll(self.sides))

    def key(self) -> tuple[int, ...]:
        return (self.sides, self.face)


def reroll(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    purpose: int,
    names: tuple[str, str, str],
    faces: list[int],
    dice: list[int],
) -> None:
    """Let the tester roll one die again and keep the higher face, or the one that it prefers.

    ``faces`` are those of the dice with these ``names`` and so many sides, and are changed.
    Rule: test.advantage.
    """
    words = [f"reroll {names[n]} {faces[n]}" for n in range(2)]
    options = [(PASS, "keep both"), (1, words[0]), (2, words[1])]
    others = [(3, f"{words[0]} and choose"), (4, f"{words[1]} and choose")]
    best = 1 if gain_of(faces[0], dice[0]) >= gain_of(faces[1], dice[1]) else 2
    asked = Beside(unit.seats, unit.index, "test.advantage", options, others, best)
    asked.varies = True
    answer = combat.ask(asked)
    if answer == PASS:
        return
    which = (answer - 1) % 2
    if answer <= 2:
        again = Again(dice[which], faces[which])
        faces[which] = combat.throw(again, purpose, unit.index, "test.advantage")
        return
    face = combat.roll(dice[which], purpose, unit.index, "test.advantage")
    if face != faces[which]:
        low, high = min(face, faces[which]), max(face, faces[which])
        kept = [(high, f"keep {high}"), (low, f"keep {low}")]
        choose = Listed(unit.seats, unit.index, "test.advantage", kept, high)
        choose.varies = True
        faces[which] = combat.ask(choose)


def gain_of(face: int, sides: int) -> int:
    """Return the expected gain of a reroll in 27720ths, the least common multiple up to 12."""
    return (sides - face) * (sides - face + 1) * (27720 // sides)
