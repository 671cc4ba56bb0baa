"""The choices of a turn: what to do, where to go, which spaces an area covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from affray.core.choice import PASS, Choice, Option
from affray.core.move_choice import MoveChoice
from affray.core.reach import Reach
from affray.rulesets.icon import action
from affray.rulesets.icon.state import IconCombat, Unit

if TYPE_CHECKING:
    from affray.rulesets.icon.movement import Move


class MoveTo(MoveChoice):
    """Where to move, or stop."""

    def __init__(self, move: Move) -> None:
        grid = move.combat.grid
        edge, stride = "move.map-border", "move.orthogonal"
        super().__init__(move.seats, move.unit.index, move.rule, grid, move.unit.cell, edge, stride)
        self.move = move
        self.nodes: dict[int, int] | None = None  # of each space where one may stop

    def search(self) -> Reach:
        return self.move.reach()

    def spaces(self) -> dict[int, int]:
        """Return the spaces where one may stop, each with its node of the search."""
        if self.nodes is None:
            found: dict[int, int] = {}
            size = self.grid.size
            for node in self.reach().cells:
                found.setdefault(node % size, node)
            if self.start in found:
                del found[self.start]
            self.nodes = found
        return self.nodes

    def offered(self) -> list[int]:
        return [PASS, *[1 + cell for cell in self.spaces()]]

    def cost(self, cell: int) -> int:
        return self.reach().cost(self.spaces()[cell])

    def harm(self, cell: int) -> int:
        return self.reach().harm(self.spaces()[cell])

    def way(self, cell: int) -> list[int]:
        size = self.grid.size
        return [one % size for one in self.reach().path(self.spaces()[cell])]

    def path_rule(self, answer: int) -> str:
        move = self.move
        cells = self.cells(answer)
        if not cells:
            return "move.map-border"
        obstacles = move.obstacles()
        cost = 0
        here = self.start
        slanted = 0
        width = self.grid.width
        for goal in cells:
            if obstacles.barred(goal):
                return "move.obstruction"
            price = move.price_from(here, goal)
            slanted += 1 if here % width != goal % width and here // width != goal // width else 0
            if price < 0 and move.walled(goal):
                return "terrain.impassable"
            if price < 0 or (slanted > 1 and move.only_one_slant()):
                return "move.orthogonal"
            cost += price
            here = goal
        if cost > move.left():
            return "move.insufficient"
        return self.stop_rule(here) if obstacles.shut(here) else ""

    def stop_rule(self, cell: int) -> str:
        """Return why nobody stops there. Rules: move.no-stop-when-shared, terrain.impassable."""
        return "terrain.impassable" if self.move.walled(cell) else "move.no-stop-when-shared"

    def why_not_cell(self, cell: int) -> tuple[str, str]:
        if self.move.obstacles().shut(cell):
            return self.stop_rule(cell), "one cannot stop there"
        return "move.insufficient", f"it is not within {self.move.left()} spaces of movement"

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

    def read(self, key: str) -> int:
        """Return the pattern of these spaces, in whatever order they are named."""
        words = key.split()
        if words and words[0] == "area":
            for answer, cells in enumerate(self.areas):
                if sorted([self.grid.name(one) for one in cells]) == sorted(words[1:]):
                    return answer
        return super().read(key)

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
                fact = action.why(self.field, self.unit, code, rule) if rule else ""
                return rule, fact
        return "", ""

    def candidates(self) -> list[str]:
        return [
            action.key(self.field, self.unit, code)
            for code in action.thinkable(self.field, self.unit)
        ]

    def prompt(self) -> str:
        return f"{self.unit.actions} actions"
