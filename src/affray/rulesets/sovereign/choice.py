"""The choices of a turn: who acts, what it does, where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from affray.core.choice import PASS, Choice, Option
from affray.core.going import OTHER, Going
from affray.core.paths import Reach
from affray.rulesets.sovereign import action
from affray.rulesets.sovereign.state import Body, Field

if TYPE_CHECKING:
    from affray.rulesets.sovereign.movement import Move

LEAVE: Final = OTHER  # off the map from a cell


class MoveTo(Going):
    """Where to move, or stay."""

    def __init__(self, move: Move) -> None:
        unit = move.unit
        edge, stride = "grid.map-edge", "grid.steps"
        grid = move.field.grid
        super().__init__(unit.seats, unit.index, "run.rate", grid, unit.cell, edge, stride, "stay")
        self.move = move
        self.lines: dict[int, list[int]] | None = None

    def search(self) -> Reach:
        return self.move.reach()

    def ways(self) -> dict[int, list[int]]:
        if self.lines is None:
            self.lines = self.move.lines()
        return self.lines

    def offered(self) -> list[int]:
        if self.move.mode == 2:
            return [PASS, *[1 + cell for cell in self.ways()]]
        found = [PASS, *[1 + cell for cell in self.reach().cells]]
        if self.move.mode == 0:
            found += [LEAVE + cell for cell in self.exits()]
        return found

    def exits(self) -> list[int]:
        """Return the open edge squares from which it can leave. Rule: grid.map-edge."""
        here = self.move.unit.cell
        reach = self.reach()
        gates = self.move.field.grid.zones.get("exit", [])
        found: list[int] = []
        for cell in gates:
            cost = reach.cost(cell)
            if cell in reach.cells and cell != here and 0 <= cost < self.move.left():
                found.append(cell)
        return found

    def path_rule(self, answer: int) -> str:
        move = self.move
        cells = self.cells(answer)
        if move.mode == 2:
            straight = cells and self.ways().get(cells[-1], []) == cells
            return "" if straight else "charge.straight"
        if not cells:
            return "grid.map-edge"
        obstacles = move.obstacles()
        cost = 0
        here = move.unit.cell
        for goal in cells:
            price = move.step_price(here, goal)
            if price < 0 or obstacles.barred(goal):
                return "grid.no-corner-cutting"
            cost += price + int(obstacles.enter[goal])
            here = goal
        if cost > move.left():
            return "run.rate"
        return "grid.pass-allies" if obstacles.shut(here) else ""

    def way(self, cell: int) -> list[int]:
        return self.ways()[cell] if self.move.mode == 2 else self.reach().path(cell)

    def cost(self, cell: int) -> int:
        return -1 if self.move.mode == 2 else self.reach().cost(cell)

    def verbs(self) -> list[str]:
        return ["leave"]

    def other(self, answer: int) -> Option:
        cell = answer - LEAVE
        key = f"leave {self.grid.name(cell)}"
        return Option(answer, key, "leave", self.who, None, [cell], "", self.cost(cell))

    def why_not_other(self, verb: str, cell: int) -> tuple[str, str]:
        return "grid.map-edge", "it cannot leave the map from there now"

    def why_not_cell(self, cell: int) -> tuple[str, str]:
        if self.move.mode == 2:
            return "charge.straight", "no straight way leads there"
        return "run.rate", f"it is not within {5 * self.move.left()} ft"

    def prompt(self) -> str:
        return f"move, {5 * self.move.left()} ft left"


class Pick(Choice):
    """Which member of a side acts next, or that a swarm strikes. Rule: turn.members-any-order."""

    kind: ClassVar[str] = "member"

    def __init__(self, field: Field, side: int, ready: list[int]) -> None:
        seats = 0
        for who in ready:
            seats |= field.units[who].seats
        super().__init__(seats, -1, "turn.members-any-order", 1 + ready[0])
        self.field = field
        self.ready = ready

    def answers(self) -> list[int]:
        return [1 + who for who in self.ready]

    def option(self, answer: int) -> Option:
        unit = self.field.units[answer - 1]
        return Option(answer, f"act {unit.name}", "act", unit.index)

    def prompt(self) -> str:
        return "who acts?"


class Act(Choice):
    """What to do next in a turn, or to end it. Rule: turn.actions-any-order."""

    kind: ClassVar[str] = "action"

    def __init__(self, field: Field, unit: Body, *, held: bool) -> None:
        rule = "hold.trigger" if held else "turn.actions-any-order"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = field
        self.unit = unit
        self.held = held
        self.listed: list[int] | None = None

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = [PASS, *action.possible(self.field, self.unit, held=self.held)]
        return self.listed

    def allows(self, answer: int) -> bool:
        """Surrender is legal without being listed. Rule: morale.surrender."""
        return answer in self.answers() or (answer == action.GIVE_UP and not self.held)

    def read(self, key: str) -> int:
        if key.split() == ["surrender"] and not self.held:
            return action.GIVE_UP
        return super().read(key)

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, "end turn", "end turn", self.unit.index)
        return action.option(self.field, self.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        for code in action.thinkable(self.field, self.unit):
            if action.key(self.field, self.unit, code) == key:
                rule = action.forbids(self.field, self.unit, code, held=self.held)
                return rule, "it cannot now" if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [
            action.key(self.field, self.unit, one)
            for one in self.thinkable()
            if one != action.GIVE_UP
        ]

    def thinkable(self) -> list[int]:
        return action.thinkable(self.field, self.unit)

    def prompt(self) -> str:
        main = "Main" if self.unit.main else "no Main"
        return f"{main}, {'Move' if self.unit.step else 'no Move'}"
