"""The choice of where to go: a cell within reach, a path step by step, another way, or to stay."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Choice, Option
from affray.core.grid import Grid
from affray.core.reach import Reach
from affray.core.walk import path_answer, path_cells

OTHER: Final = 1_000_000  # answers from here on are other ways than walking: a ruleset's own
ANY_COST: Final = 1000  # a budget that is enough for every way on a map
Why = tuple[str, str]  # the rule that forbids something and what it is in words, "" if none does


def too_dear(cost: int, left: int, one: str, many: str) -> str:
    """Return that a way takes more movement than is left; ``one`` and ``many`` count it."""
    has = f"{left} {one} is" if left == 1 else f"{left} {many} are"
    return f"it takes {cost} {one if cost == 1 else many} of movement, and {has} left"


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveChoice(Choice):
    """Where to go next: an answer is 1 + the cell.

    An explicit path is a negative answer: legal without being listed, priced step by step.
    ``start`` is the cell it begins at, ``stay`` the key that goes nowhere; ``off_map`` and
    ``no_step`` are the rules that forbid to go off the map and to leap over cells, or to stay.
    """

    kind: ClassVar[str] = "move"

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        grid: Grid,
        start: int,
        off_map: str,
        no_step: str,
        stay: str = "stop",
    ) -> None:
        super().__init__(seats, who, rule, PASS)
        self.grid = grid
        self.start = start
        self.off_map = off_map
        self.no_step = no_step
        self.stay = stay
        self.found: Reach | None = None
        self.listed: list[int] | None = None

    # -- what a ruleset gives ---------------------------------------------------------------

    def search(self) -> Reach:
        """Return what can be reached and may be stopped at."""
        raise NotImplementedError

    def offered(self) -> list[int]:
        """Return the legal answers: by default to stay, and every cell within reach."""
        return [PASS, *[1 + cell for cell in self.reach().cells]]

    def why_not_way(self, cells: list[int]) -> Why:
        """Return why one cannot go from cell to cell and stop at the last, "" if one can."""
        raise NotImplementedError

    def why_not_step(self, here: int, goal: int) -> Why:
        """Return why no step leads from a cell to one beside it, "" if one does.

        First what is there, from wherever one comes, then what lies between.
        """
        raise NotImplementedError

    def way_at_any_cost(self, cell: int) -> list[int]:
        """Return the cells of the cheapest way to one however much it costs, none if none leads."""
        raise NotImplementedError

    def cost(self, cell: int) -> int:
        return self.reach().cost(cell)

    def way(self, cell: int) -> list[int]:
        """Return the cells that lead to an offered one, itself the last."""
        return self.reach().path(cell)

    def verbs(self) -> list[str]:
        """Return the verbs of other ways."""
        return []

    def other(self, answer: int) -> Option:
        """Return another way with its key and parts."""
        raise NotImplementedError

    def why_not_other(self, verb: str, cell: int) -> Why:
        """Return why another way is not offered."""
        return "", ""

    # -- what follows -----------------------------------------------------------------------

    def reach(self) -> Reach:
        if self.found is None:
            self.found = self.search()
        return self.found

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = self.offered()
        return self.listed

    def only_stop(self) -> bool:
        """Return whether there is nothing to choose."""
        return len(self.answers()) <= 1

    def allows(self, answer: int) -> bool:
        return super().allows(answer) or (answer < 0 and not self.why_not_path(answer)[0])

    def cells(self, answer: int) -> list[int]:
        """Return the cells of an explicit path, none if it leaves the map."""
        return path_cells(self.grid, self.start, answer)

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(PASS, self.stay, self.stay, self.who)
        if answer < 0:
            cells = self.cells(answer)
            words = " ".join([self.grid.name(cell) for cell in cells])
            return Option(answer, f"move {words}", "move", self.who, None, cells)
        if answer >= OTHER:
            return self.other(answer)
        cell = answer - 1
        key = f"move {self.grid.name(cell)}"
        return Option(answer, key, "move", self.who, None, [cell], "", self.cost(cell))

    def codes(self, space: ActionSpace) -> list[int]:
        move = space.packed(space.verb("move"))
        # 1 + the cell is both the answer and the place of its code.
        return [
            move + answer if 0 < answer < OTHER else self.code(answer, space)
            for answer in self.answers()
        ]

    def read(self, key: str) -> int:
        words = key.split()
        if len(words) > 2 and words[0] == "move":
            cells = [self.grid.read(word) for word in words[1:]]
            answer = path_answer(self.grid, self.start, cells) if min(cells) >= 0 else 0
            if answer and not self.why_not_path(answer)[0]:
                return answer
        return super().read(key)

    def why_not_path(self, answer: int) -> Why:
        """Return why an explicit path cannot be walked, "" if it can."""
        cells = self.cells(answer)
        return self.why_not_way(cells) if cells else (self.off_map, "it leads off the map")

    def why_not_cell(self, cell: int) -> Why:
        """Return why a cell is not offered: what is wrong with the way there, or why none leads."""
        if cell == self.start:
            return self.no_step, "it stands there already"
        way = self.way_at_any_cost(cell)
        if way:
            return self.why_not_way(way)
        near = self.grid.near[cell]
        why = self.why_not_step(self.start if self.start in near else near[0], cell)
        alike = self.start in near or all(self.why_not_step(one, cell) == why for one in near)
        return why if alike and why[0] else (self.no_step, "no way leads there")

    def why_not(self, key: str) -> Why:
        words = key.split()
        known = ["move", *self.verbs()]
        if len(words) < 2 or words[0] not in known:
            return "", ""
        cells = [self.grid.read(word) for word in words[1:]]
        if min(cells) < 0:
            return self.off_map, "there is no such place"
        if words[0] != "move":
            return self.why_not_other(words[0], cells[0])
        if len(cells) > 1:
            answer = path_answer(self.grid, self.start, cells)
            if not answer:
                return self.no_step, "each step leads to a place beside the last"
            return self.why_not_path(answer)
        return self.why_not_cell(cells[0])

    def candidates(self) -> list[str]:
        return [f"move {self.grid.name(cell)}" for cell in range(self.grid.size)]
