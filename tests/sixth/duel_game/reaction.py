"""The parry: the one answer to a strike."""

from __future__ import annotations

from affray.core.dice import CHECK
from affray.core.window import Deed, Window
from duel_game.state import PARRIED, DuelCombat

PARRY = 1


class Parry(Window):
    """The target may parry, once a round, before the strike is rolled."""

    def __init__(self, duel: DuelCombat, deed: Deed) -> None:
        super().__init__(duel, deed, "reaction.parry")
        self.duel = duel

    def groups(self) -> list[list[int]]:
        return [[self.deed.target]]

    def replies(self, who: int) -> list[int]:
        unit = self.duel.units[who]
        return [PARRY] if unit.able() and not unit.used[PARRIED] else []

    def key(self, who: int, code: int) -> str:
        return "parry"

    def take(self, who: int, code: int) -> None:
        self.duel.units[who].set_count(PARRIED, 1)
        if self.duel.roll(6, CHECK, who, "reaction.parry") >= 4:
            self.deed.void = "reaction.parry"
