"""The state of a duel: what changes of a fighter, and of the fight."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import Agent
from affray.core.combat import ROUND, Combat, Combatant
from affray.core.dice import Dice
from affray.core.grid import Grid
from affray.core.order import Entry, Lineup

PARRIED = 0  # the one counter of a fighter


class Sheet:
    """What never changes of a fighter."""

    def __init__(self, id: str, name: str, skill: int, hp: int) -> None:
        self.id = id
        self.name = name
        self.skill = skill
        self.hp = hp


class Fighter(Combatant):
    """Somebody in a duel. ``FIELDS`` names what a save holds."""

    FIELDS: ClassVar[tuple[str, ...]] = (*Combatant.FIELDS, "hp")
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet")

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell)
        self.sheet = sheet
        self.hp = sheet.hp
        self.count_by((ROUND,))

    def able(self) -> bool:
        return self.present and self.hp > 0

    def clone(self) -> Fighter:
        twin = Fighter(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.hp = self.hp
        return twin

    def key(self) -> tuple[object, ...]:
        return (*self.common_key(), self.hp)


class DuelCombat(Combat[Fighter]):
    """A duel under way."""

    FIELDS: ClassVar[tuple[str, ...]] = (*Combat.FIELDS, "lineup")
    SHARED: ClassVar[tuple[str, ...]] = (*Combat.SHARED, "last_round")

    def __init__(
        self, grid: Grid, units: list[Fighter], dice: Dice, agents: list[Agent], last_round: int
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.last_round = last_round
        self.lineup = Lineup([])

    def clone(self) -> DuelCombat:
        units = [unit.clone() for unit in self.units]
        twin = DuelCombat(self.grid, units, self.dice.clone(), self.agents, self.last_round)
        self.copy_to(twin)
        twin.lineup = self.lineup.clone()
        return twin

    def key(self) -> tuple[object, ...]:
        return (*self.common_key(), self.lineup.key(), tuple([unit.key() for unit in self.units]))

    def entries(self) -> list[Entry]:
        return self.lineup.entries(self.active >= 0)
