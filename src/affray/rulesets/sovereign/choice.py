"""The choices of a turn: who acts, what it does, where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from affray.core.choice import PASS, Choice, Option
from affray.core.paths import Reach
from affray.core.walk import path_answer, path_cells
from affray.rulesets.sovereign import action
from affray.rulesets.sovereign.state import Body, Field

if TYPE_CHECKING:
    from affray.rulesets.sovereign.movement import Move

LEAVE: Final = 1_000_000  # off the map from a cell


class MoveTo(Choice):
    """Where to move, or stay. An explicit path is a negative answer."""

    kind: ClassVar[str] = "move"

    def __init__(self, move: Move) -> None:
        super().__init__(move.unit.seats, move.unit.index, "run.rate", PASS)
        self.move = move
        self.found: Reach | None = None
        self.lines: dict[int, list[int]] | None = None
        self.listed: list[int] | None = None

    def reach(self) -> Reach:
        if self.found is None:
            self.found = self.move.reach()
        return self.found

    def ways(self) -> dict[int, list[int]]:
        if self.lines is None:
            self.lines = self.move.lines()
        return self.lines

    def answers(self) -> list[int]:
        if self.listed is None:
            found = [PASS]
            if self.move.mode == 2:
                found += [1 + cell for cell in self.ways()]
            else:
                found += [1 + cell for cell in self.reach().cells]
            if self.move.mode == 0:
                found += [LEAVE + cell for cell in self.exits()]
            self.listed = found
        return self.listed

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

    def allows(self, answer: int) -> bool:
        return answer in self.answers() or (answer < 0 and self.path_rule(answer) == "")

    def path_rule(self, answer: int) -> str:
        """Return the rule that forbids an explicit path, "" if none does."""
        move = self.move
        cells = path_cells(move.field.grid, move.unit.cell, answer)
        if not cells or move.mode == 2:
            return "charge.straight" if move.mode == 2 else "grid.map-edge"
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

    def option(self, answer: int) -> Option:
        grid = self.move.field.grid
        who = self.move.unit.index
        if answer == PASS:
            return Option(PASS, "stay", "stay", who)
        if answer < 0:
            cells = path_cells(grid, self.move.unit.cell, answer)
            words = " ".join([grid.name(cell) for cell in cells])
            return Option(answer, f"move {words}", "move", who, None, cells)
        verb = "leave" if answer >= LEAVE else "move"
        cell = answer - LEAVE if answer >= LEAVE else answer - 1
        cost = -1 if self.move.mode == 2 else self.reach().cost(cell)
        return Option(answer, f"{verb} {grid.name(cell)}", verb, who, None, [cell], "", cost)

    def read(self, key: str) -> int:
        words = key.split()
        if len(words) > 2 and words[0] == "move":
            grid = self.move.field.grid
            cells = [grid.read(word) for word in words[1:]]
            answer = path_answer(grid, self.move.unit.cell, cells) if min(cells) >= 0 else 0
            if answer and self.path_rule(answer) == "":
                return answer
        return super().read(key)

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        grid = self.move.field.grid
        if len(words) < 2 or words[0] not in ("move", "leave"):
            return "", ""
        cells = [grid.read(word) for word in words[1:]]
        if min(cells) < 0:
            return "grid.squares", "no such square"
        if words[0] == "leave":
            return "grid.map-edge", "it cannot leave the map from there now"
        if len(cells) > 1:
            answer = path_answer(grid, self.move.unit.cell, cells)
            rule = self.path_rule(answer) if answer else "grid.steps"
            return rule, "that path cannot be walked"
        if self.move.mode == 2:
            return "charge.straight", "no straight way leads there"
        return "run.rate", f"it is not within {5 * self.move.left()} ft"

    def candidates(self) -> list[str]:
        grid = self.move.field.grid
        return [f"move {grid.name(cell)}" for cell in range(grid.size)]

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
