"""The choices of a turn: what to do and where to go."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from affray.core.choice import PASS, Choice, Option
from affray.core.going import Going
from affray.core.paths import Reach
from affray.rulesets.ingenuity import action
from affray.rulesets.ingenuity.state import IngenuityCombat, Unit

if TYPE_CHECKING:
    from affray.rulesets.ingenuity.movement import Move


class MoveTo(Going):
    """Where to move. Rules: action.move, movement.path."""

    def __init__(self, move: Move) -> None:
        unit = move.unit
        edge, stride = "movement.map-edge", "movement.path"
        grid = move.combat.grid
        super().__init__(unit.seats, unit.index, "action.move", grid, unit.cell, edge, stride)
        self.move = move
        self.ends: dict[int, list[int]] | None = None

    def search(self) -> Reach:
        return self.move.reach()

    def offered(self) -> list[int]:
        cells = self.reach().cells
        return [PASS, *[1 + cell for cell in cells], *[1 + cell for cell in self.last()]]

    def last(self) -> dict[int, list[int]]:
        """Return the ways into costly spaces that end the move. Rule: movement.difficult."""
        if self.ends is None:
            self.ends = self.move.last_steps(self.reach())
        return self.ends

    def way(self, cell: int) -> list[int]:
        last = self.last()
        return last[cell] if cell in last else self.reach().path(cell)

    def cost(self, cell: int) -> int:
        return self.move.left() if cell in self.last() else self.reach().cost(cell)

    def path_rule(self, answer: int) -> str:
        cells = self.cells(answer)
        return self.move.path_rule(cells) if cells else "movement.map-edge"

    def why_not_cell(self, cell: int) -> tuple[str, str]:
        holder = self.move.combat.at(cell)
        if holder is not None and holder is not self.move.unit:
            return "movement.occupied", f"{holder.name} stands there"
        return "movement.speed", f"it is not within {self.move.left()} m"

    def prompt(self) -> str:
        return f"move, {self.move.left()} m left"


class Act(Choice):
    """What to do next, or to end the turn; on command one action, or none.

    Rules: turn.three-actions, action.command.limits, setup.instigating-action.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: IngenuityCombat, unit: Unit, own: bool) -> None:
        rule = "turn.three-actions" if own else "action.command"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = combat
        self.unit = unit
        self.own = own
        self.listed: list[int] | None = None

    def forced(self) -> list[int]:
        """Return the attacks with which the instigator must open.

        Rule: setup.instigating-action.
        """
        combat = self.field
        if not self.own or self.unit.index != combat.instigator or combat.aimed < 0:
            return []
        return action.strikes_at(combat, self.unit, combat.aimed)

    def answers(self) -> list[int]:
        if self.listed is None:
            found = self.forced()
            if found:
                self.default = found[0]
            else:
                found = [PASS, *action.possible(self.field, self.unit, self.own)]
            self.listed = found
        return self.listed

    def fallback(self) -> int:
        self.answers()
        return self.default

    def option(self, answer: int) -> Option:
        if answer == PASS:
            word = "end turn" if self.own else "nothing"
            return Option(PASS, word, word, self.unit.index)
        return action.option(self.field, self.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        for code in action.thinkable(self.field, self.unit):
            if action.key(self.field, self.unit, code) == key:
                rule = action.forbids(self.field, self.unit, code, self.own)
                if not rule and self.forced():
                    rule = "setup.instigating-action"
                return rule, "it is not possible now" if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [
            action.key(self.field, self.unit, code)
            for code in action.thinkable(self.field, self.unit)
        ]

    def prompt(self) -> str:
        return f"{self.unit.actions} actions"
