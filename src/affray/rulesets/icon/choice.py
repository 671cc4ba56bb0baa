"""The choices of a turn: what to do, where to go, which spaces an area covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from affray.core.choice import PASS, Choice, Option
from affray.core.paths import Reach
from affray.core.walk import path_answer, path_cells
from affray.rulesets.icon import action
from affray.rulesets.icon.state import IconCombat, Unit

if TYPE_CHECKING:
    from affray.rulesets.icon.movement import Move


class MoveTo(Choice):
    """Where to move, or stop. An explicit path is a negative answer, legal without being listed."""

    kind: ClassVar[str] = "move"

    def __init__(self, move: Move) -> None:
        super().__init__(move.seats, move.unit.index, move.rule, PASS)
        self.move = move
        self.found: Reach | None = None

    def reach(self) -> Reach:
        if self.found is None:
            self.found = self.move.reach()
        return self.found

    def answers(self) -> list[int]:
        return [PASS, *[1 + cell for cell in self.reach().cells]]

    def allows(self, answer: int) -> bool:
        return answer in self.answers() or (answer < 0 and self.path_rule(answer) == "")

    def path_rule(self, answer: int) -> str:
        """Return the rule that forbids an explicit path, "" if none does."""
        move = self.move
        cells = path_cells(move.combat.grid, move.unit.cell, answer)
        if not cells:
            return "move.map-border"
        obstacles = move.obstacles()
        cost = 0
        here = move.unit.cell
        for goal in cells:
            price = -1
            for other, one, _ in move.exits().rows[here]:
                if other == goal:
                    price = int(one + obstacles.leave[here])
            if price < 0:
                return "move.orthogonal"
            if obstacles.barred(goal):
                return "move.obstruction"
            cost += price
            here = goal
        if cost > move.left():
            return "move.insufficient"
        return "move.no-stop-when-shared" if obstacles.shut(here) else ""

    def option(self, answer: int) -> Option:
        grid = self.move.combat.grid
        who = self.move.unit.index
        if answer == PASS:
            return Option(PASS, "stop", "stop", who)
        if answer < 0:
            cells = path_cells(grid, self.move.unit.cell, answer)
            key = "move " + " ".join([grid.name(one) for one in cells])
            return Option(answer, key, "move", who, None, cells)
        cell = answer - 1
        cost = self.reach().cost(cell)
        return Option(answer, f"move {grid.name(cell)}", "move", who, None, [cell], "", cost)

    def read(self, key: str) -> int:
        words = key.split()
        if len(words) > 2 and words[0] == "move":
            grid = self.move.combat.grid
            cells = [grid.read(word) for word in words[1:]]
            answer = path_answer(grid, self.move.unit.cell, cells) if min(cells) >= 0 else 0
            if answer and self.path_rule(answer) == "":
                return answer
        return super().read(key)

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        grid = self.move.combat.grid
        if len(words) < 2 or words[0] != "move":
            return "", ""
        cells = [grid.read(word) for word in words[1:]]
        if min(cells) < 0:
            return "move.map-border", "no such space"
        if len(cells) > 1:
            answer = path_answer(grid, self.move.unit.cell, cells)
            rule = self.path_rule(answer) if answer else "move.orthogonal"
            return rule, "that path cannot be walked"
        if self.move.obstacles().shut(cells[0]):
            return "move.no-stop-when-shared", "one cannot stop there"
        return "move.insufficient", f"it is not within {self.move.left()} spaces of movement"

    def candidates(self) -> list[str]:
        grid = self.move.combat.grid
        return [f"move {grid.name(cell)}" for cell in range(grid.size)]

    def prompt(self) -> str:
        return f"move, {self.move.left()} left"


class Cells(Choice):
    """One of some spaces; or none, if that has a word."""

    kind: ClassVar[str] = "space"

    def __init__(
        self, combat: IconCombat, seats: int, who: int, rule: str, cells: list[int], none: str
    ) -> None:
        super().__init__(seats, who, rule, PASS if none else 1 + cells[0])
        self.grid = combat.grid
        self.cells = cells
        self.none = none

    def answers(self) -> list[int]:
        found = [PASS] if self.none else []
        return found + [1 + cell for cell in self.cells]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, self.none, self.none, self.who)
        cell = answer - 1
        return Option(answer, f"space {self.grid.name(cell)}", "space", self.who, None, [cell])

    def why_not(self, key: str) -> tuple[str, str]:
        words = key.split()
        if len(words) == 2 and words[0] == "space":
            return self.rule, "that space cannot be chosen"
        return "", ""


class Areas(Choice):
    """One of some patterns."""

    kind: ClassVar[str] = "area"

    def __init__(self, combat: IconCombat, unit: Unit, rule: str, areas: list[list[int]]) -> None:
        super().__init__(unit.seats, unit.index, rule, 0)
        self.grid = combat.grid
        self.areas = areas

    def answers(self) -> list[int]:
        return list(range(len(self.areas)))

    def option(self, answer: int) -> Option:
        cells = self.areas[answer]
        key = "area " + " ".join([self.grid.name(one) for one in cells])
        return Option(answer, key, "area", self.who, None, cells)

    def why_not(self, key: str) -> tuple[str, str]:
        if key.startswith("area "):
            return self.rule, "the pattern cannot lie there"
        return "", ""


class Act(Choice):
    """What to do next in a turn, or to end it. Answers are those of ``action``."""

    kind: ClassVar[str] = "action"

    def __init__(self, combat: IconCombat, unit: Unit) -> None:
        super().__init__(unit.seats, unit.index, "action.two-per-turn", PASS)
        self.field = combat
        self.unit = unit
        self.listed: list[int] | None = None

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = [PASS, *action.possible(self.field, self.unit)]
        return self.listed

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, "end turn", "end turn", self.unit.index)
        return action.option(self.field, self.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        for code in action.thinkable(self.field, self.unit):
            if action.key(self.field, self.unit, code) == key:
                rule = action.forbids(self.field, self.unit, code)
                return rule, action.fact(rule) if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [
            action.key(self.field, self.unit, code)
            for code in action.thinkable(self.field, self.unit)
        ]

    def prompt(self) -> str:
        return f"{self.unit.actions} actions"
