"""Rounds, turns, and what is done in one."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import PASS, Choice, Option
from affray.core.combat import ROUND
from affray.core.event import RoundBegan, TurnBegan
from duel_game import attack, condition, end, movement
from duel_game.state import DuelCombat, Fighter

STRIKE = 1  # an answer is 1 + the index of the target, or MOVE + the cell
MOVE = 1000


def step(combat: DuelCombat) -> None:
    """Begin a round, or play the turn of whoever is next."""
    who = combat.lineup.now()
    if who < 0:
        new_round(combat)
        return
    unit = combat.units[who]
    if unit.able():
        combat.active = who
        if combat.watched:
            combat.tell(TurnBegan(who))
        act(combat, unit, combat.ask(TurnChoice(unit.seats, who, combat)))
        combat.active = -1
    combat.lineup.at += 1
    end.judge(combat)


def new_round(combat: DuelCombat) -> None:
    """Let everybody have a turn again, and a parry."""
    if combat.round == combat.last_round:
        end.draw(combat)
        return
    combat.round += 1
    combat.clear(ROUND)
    condition.end_round(combat)
    combat.lineup.order = [unit.index for unit in combat.units]
    combat.lineup.at = 0
    if combat.watched:
        combat.tell(RoundBegan(combat.round))


def act(combat: DuelCombat, unit: Fighter, answer: int) -> None:
    """Do what was chosen."""
    if answer >= MOVE:
        movement.go(combat, unit, answer - MOVE)
    elif answer >= STRIKE:
        attack.strike(combat, unit, combat.units[answer - STRIKE])


class TurnChoice(Choice):
    """What to do in one's turn."""

    kind: ClassVar[str] = "turn"

    def __init__(self, seats: int, who: int, duel: DuelCombat) -> None:
        super().__init__(seats, who, "turn.one-deed")
        self.duel = duel

    def answers(self) -> list[int]:
        """Return the legal answers, always in the same order."""
        duel, me = self.duel, self.duel.units[self.who]
        strikes = [
            STRIKE + one.index for one in duel.units if not attack.cannot_strike(duel, me, one)
        ]
        moves = [MOVE + cell for cell in duel.grid.near[me.cell] if not movement.barred(duel, cell)]
        return [PASS, *strikes, *moves]

    def option(self, answer: int) -> Option:
        """Return an answer with its key, the notation of journals, cases and commands."""
        if answer >= MOVE:
            cell = answer - MOVE
            key = f"move {self.duel.grid.name(cell)}"
            return Option(answer, key, "move", self.who, None, [cell])
        if answer >= STRIKE:
            target = answer - STRIKE
            key = f"strike {self.duel.units[target].name}"
            return Option(answer, key, "strike", self.who, [target])
        return Option(answer, "pass", "pass", self.who)

    def prompt(self) -> str:
        return "what now?"

    def why_not(self, key: str) -> tuple[str, str]:
        """Return the rule that forbids what was asked for, and the fact."""
        verb, _, word = key.partition(" ")
        if verb == "strike":
            for unit in self.duel.units:
                if unit.name == word:
                    rule = attack.cannot_strike(self.duel, self.duel.units[self.who], unit)
                    return rule, f"{word} is no foe beside it" if rule else ""
        cell = self.duel.grid.read(word) if verb == "move" else -1
        if cell >= 0 and MOVE + cell not in self.answers():
            return "movement.free-square", f"{word} is no free square beside it"
        return "", ""

    def candidates(self) -> list[str]:
        """Return what one may think of here; what is not offered has a ``why_not``."""
        grid = self.duel.grid
        return [
            *[f"strike {unit.name}" for unit in self.duel.units],
            *[f"move {grid.name(cell)}" for cell in range(grid.size)],
        ]
