"""Duel: what sessions, bots, simulations and files ask of a game."""

from __future__ import annotations

from typing import Any, ClassVar

from affray.core.action import ActionSpace
from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import Dice
from affray.core.effect import Effect, Held
from affray.core.order import Lineup
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Setup
from duel_game import turn
from duel_game.condition import DAZED
from duel_game.play import DuelTactics, DuelWords
from duel_game.state import DuelCombat, Fighter, Sheet

LAST_ROUND = 30
VERBS = ("pass", "strike", "move", "parry")


class Duel(Ruleset):
    """The rules of Duel."""

    id: ClassVar[str] = "duel"
    name: ClassVar[str] = "Duel"
    counters: ClassVar[tuple[str, ...]] = ("parried",)

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> DuelCombat:
        """Place everybody: where the encounter says, else where their side starts."""
        units: list[Fighter] = []
        for index, member in enumerate(setup.members):
            assert isinstance(member.sheet, Sheet)
            unit = Fighter(index, member.side, member.name, -1, member.sheet)
            unit.seats = member.seats
            unit.hp = int(member.values.get("hp", unit.hp))
            units.append(unit)
        duel = DuelCombat(setup.grid, units, dice, agents, setup.round_limit or LAST_ROUND)
        placed = [one for one in setup.members if one.cell >= 0]
        for unit, member in zip(units, setup.members, strict=True):
            if member in placed:
                duel.stand(unit, member.cell)
        for unit in units:
            if unit.cell < 0:
                start = setup.sides[unit.side].start
                duel.stand(unit, next(cell for cell in start if duel.free(cell)))
        duel.ruleset = self
        return duel

    def step(self, combat: Combat[Any]) -> None:
        """Go on to the next quiet moment: a new round, or one turn."""
        assert isinstance(combat, DuelCombat)
        turn.step(combat)

    def recount(self, combat: Combat[Any]) -> str:
        """Return what is wrong with a state, "" if nothing is: for checks and for saved files."""
        for unit in combat.units:
            if not 0 <= unit.hp <= unit.sheet.hp:
                return f"{unit.name} has {unit.hp} hit points"
            if unit.able() and combat.holder(unit.cell) != unit.index:
                return f"{unit.name} is not on the field at its cell"
        return ""

    def faults(self, setup: Setup) -> list[str]:
        """Return what is wrong with the values that members begin with."""
        found = []
        for member in setup.members:
            most = member.sheet.hp if isinstance(member.sheet, Sheet) else 0
            for name, value in member.values.items():
                if name != "hp" or not isinstance(value, int) or not 1 <= value <= most:
                    expected = f"hp from 1 to {most}"
                    found.append(f"{member.name}: found {name} = {value}, expected {expected}")
        return found

    def tactics(self) -> Tactics:
        return DuelTactics()

    def words(self) -> Words:
        return DuelWords()

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        """Return the verbs of all options: with target and place they are codes for learners."""
        return ActionSpace(VERBS, 1, len(combat.units) + 1, combat.grid.size + 1)

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return the numbers that events account for: what a step changed, it has told."""
        unit = combat.units[who]
        return {"hp": unit.hp, "dazed": 1 if unit.has(DAZED) else 0}

    def effects(self) -> dict[str, Effect]:
        return {DAZED.id: DAZED}

    def record(self, name: str) -> object:
        return {"Lineup": Lineup([]), "Held": Held(DAZED, 0, -1, 0, -1)}[name]

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        return (combat.units[who].hp,)

    def result_names(self) -> tuple[str, ...]:
        return ("hp",)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        return {"hp": combat.units[who].hp}

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit = combat.units[who]
        return [*["parried"][: unit.used[0]], *[held.effect.id for held in unit.effects]]

    def down(self, combat: Combat[Any], who: int) -> bool:
        return not combat.units[who].able()

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        return {"hp": combat.units[who].hp}
