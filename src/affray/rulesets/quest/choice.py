"""The choices of a turn: what to do, where to go, what to aim at."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from affray.core.choice import PASS, Choice, Menu, Option
from affray.core.grid import DIRECTIONS
from affray.core.paths import Reach
from affray.core.walk import path_answer, path_cells
from affray.rulesets.quest import action, geometry, menu
from affray.rulesets.quest.state import QuestCombat, Unit
from affray.rulesets.quest.terms import AIMS, UNAIMED

if TYPE_CHECKING:
    from affray.rulesets.quest.movement import Move

JUMP: Final = 1_000_000  # a move answer is 1 + cell; a jump this + cell
FLEE: Final = 2_000_000  # off the map from a cell


class MoveTo(Choice):
    """Where to move: spaces within reach, drops, off the map; or stop.

    An explicit path is a negative answer: legal without being listed, priced step by step.
    """

    kind: ClassVar[str] = "move"

    def __init__(self, move: Move) -> None:
        super().__init__(move.unit.seats, move.unit.index, "move.pool", PASS)
        self.move = move
        self.found: Reach | None = None
        self.listed: list[int] | None = None

    def reach(self) -> Reach:
        if self.found is None:
            self.found = self.move.reach()
        return self.found

    def only_stop(self) -> bool:
        return len(self.answers()) <= 1

    def answers(self) -> list[int]:
        if self.listed is None:
            cells = self.reach().cells
            found = [PASS]
            found.extend([1 + cell for cell in cells])
            found.extend([JUMP + cell for cell in self.jumps()])
            found.extend([FLEE + cell for cell in self.edges()])
            self.listed = found
        return self.listed

    def jumps(self) -> list[int]:
        """Return the neighbours two or more below, into which one may drop. Rule: move.fall."""
        from affray.rulesets.quest.movement import drop_between

        move = self.move
        combat = move.combat
        unit = move.unit
        if move.rate() > move.left():
            return []
        found: list[int] = []
        for goal, _, _ in move.exits().rows[unit.cell]:
            if move.seems_free(goal) and drop_between(combat, unit, unit.cell, goal) >= 2:
                found.append(goal)
        return found

    def edges(self) -> list[int]:
        """Return the spaces from which it can leave the map. Rule: end.flee."""
        move = self.move
        unit = move.unit
        rate = move.rate()
        reach = self.reach()
        found: list[int] = []
        for cell in [unit.cell, *reach.cells]:
            cost = 0 if cell == unit.cell else reach.cost(cell)
            if geometry.at_edge(move.combat, cell, unit.size) and cost + rate <= move.left():
                found.append(cell)
        return found

    def allows(self, answer: int) -> bool:
        return answer in self.answers() or (answer < 0 and self.path_rule(answer) == "")

    def path_rule(self, answer: int) -> str:
        """Return the rule that forbids an explicit path, "" if none does."""
        move = self.move
        cells = path_cells(move.combat.grid, move.unit.cell, answer)
        if not cells:
            return "move.map-edge"
        obstacles = move.obstacles()
        cost = 0
        here = move.unit.cell
        for goal in cells:
            price = -1
            for other, one, _ in move.exits().rows[here]:
                if other == goal:
                    price = one
            if price < 0:
                return "move.diagonals"
            if obstacles.barred(goal):
                return "move.occupied-spaces"
            cost += price
            here = goal
        if cost > move.left():
            return "move.pool"
        return "move.occupied-spaces" if obstacles.shut(here) else ""

    def option(self, answer: int) -> Option:
        move = self.move
        grid = move.combat.grid
        who = move.unit.index
        if answer == PASS:
            return Option(PASS, "stop", "stop", who)
        if answer < 0:
            cells = path_cells(grid, move.unit.cell, answer)
            return Option(
                answer, "move " + " ".join([grid.name(c) for c in cells]), "move", who, None, cells
            )
        if answer >= FLEE:
            cell = answer - FLEE
            return Option(answer, f"flee {grid.name(cell)}", "flee", who, None, [cell])
        if answer >= JUMP:
            cell = answer - JUMP
            return Option(
                answer, f"jump {grid.name(cell)}", "jump", who, None, [cell], "", move.rate()
            )
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
        if len(words) < 2 or words[0] not in ("move", "jump", "flee"):
            return "", ""
        cells = [grid.read(word) for word in words[1:]]
        if min(cells) < 0:
            return "move.map-edge", "no such space"
        if words[0] == "jump":
            return "move.fall", "there is no drop of two or more that can be entered"
        if words[0] == "flee":
            return "end.flee", "it is no space on the map edge from which it can leave now"
        if len(cells) > 1:
            answer = path_answer(grid, self.move.unit.cell, cells)
            rule = self.path_rule(answer) if answer else "geometry.distance"
            return rule, "that path cannot be walked"
        holder = self.move.combat.at(cells[0])
        if holder is not None and not self.move.seems_free(cells[0]):
            return "move.occupied-spaces", f"{holder.name} stands there"
        if cells[0] == self.move.unit.cell:
            return "move.pool", "it stands there already"
        return "move.pool", f"it is not within {self.move.left()} points"

    def candidates(self) -> list[str]:
        grid = self.move.combat.grid
        return [f"move {grid.name(cell)}" for cell in range(grid.size)]

    def prompt(self) -> str:
        return f"move, {self.move.left()} points left"


class Act(Choice):
    """What to do next in a turn, or to end it. Answers are those of ``action``.

    Rules: turn.any-order, turn.allowance.
    """

    kind: ClassVar[str] = "action"

    def __init__(self, combat: QuestCombat, unit: Unit, opening: bool) -> None:
        rule = "initiative.opening-attack" if opening else "turn.any-order"
        super().__init__(unit.seats, unit.index, rule, PASS)
        self.field = combat
        self.unit = unit
        self.opening = opening
        self.listed: list[int] | None = None

    def answers(self) -> list[int]:
        if self.listed is None:
            self.listed = [PASS, *action.possible(self.field, self.unit, self.opening)]
        return self.listed

    def besides(self) -> list[int]:
        """Giving up is shown to people; no program is tempted by it. Rule: end.surrender."""
        return [] if self.opening else [menu.SURRENDER]

    def option(self, answer: int) -> Option:
        if answer == PASS:
            word = "no opening attack" if self.opening else "end turn"
            return Option(PASS, word, word, self.unit.index)
        return menu.option(self.field, self.unit, answer)

    def why_not(self, key: str) -> tuple[str, str]:
        for code in menu.thinkable(self.field, self.unit):
            if menu.key(self.field, self.unit, code) == key:
                rule = action.forbids(self.field, self.unit, code)
                if not rule and self.opening:
                    rule = "initiative.opening-attack"
                return rule, action.fact(rule) if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [
            menu.key(self.field, self.unit, code) for code in menu.thinkable(self.field, self.unit)
        ]

    def prompt(self) -> str:
        unit = self.unit
        return f"{unit.aa} aa, {unit.ma} ma, {unit.ba} ba"


class Face(Choice):
    """Which way to face at the end of a turn. Rule: move.facing."""

    kind: ClassVar[str] = "facing"

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit.seats, unit.index, "move.facing", PASS)
        self.facing = unit.facing

    def answers(self) -> list[int]:
        return [PASS, *[1 + n for n in range(len(DIRECTIONS)) if n != self.facing]]

    def option(self, answer: int) -> Option:
        key = "keep facing" if answer == PASS else f"face {DIRECTIONS[answer - 1]}"
        return Option(answer, key, "", self.who)


class Aim(Menu):
    """What an attack is aimed at. Rules: attack.aim-choice, attack.declaration."""

    kind: ClassVar[str] = "aim"

    def __init__(self, unit: Unit, target: Unit, aims: list[int]) -> None:
        options = [(1 + one, AIMS[one]) for one in aims]
        super().__init__(unit.seats, unit.index, "attack.aim-choice", options, 1 + UNAIMED)
        self.target = target

    def prompt(self) -> str:
        return f"aim at {self.target.name}"
