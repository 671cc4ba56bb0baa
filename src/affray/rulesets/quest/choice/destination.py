"""Where to move: spaces within reach, drops, off the map; or stop."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.choice import PASS, Option
from affray.core.move_choice import OTHER, MoveChoice, Why, too_dear
from affray.core.reach import Reach
from affray.core.walk import LONGEST, path_answer
from affray.rulesets.quest import geometry
from affray.rulesets.quest.movement.way import Way

JUMP: Final = OTHER  # a move answer is 1 + cell; a jump this + cell
FLEE: Final = 2_000_000  # off the map from a cell
# Answers below its negative are paths spelled by hand that end in one of these.
BY_HAND: Final[int] = int(9**LONGEST)


class MoveTo(MoveChoice):
    """Where to move: spaces within reach, drops, off the map; or stop."""

    def __init__(self, move: Way) -> None:
        unit = move.unit
        edge, stride = "move.map-edge", "move.diagonals"
        grid = move.combat.grid
        super().__init__(unit.seats, unit.index, "move.pool", grid, unit.cell, edge, stride)
        self.move = move
        self.leaps: dict[int, int] | None = None  # where one may drop to, and from where

    def search(self) -> Reach:
        return self.move.reach()

    def offered(self) -> list[int]:
        found = [PASS]
        found.extend([1 + cell for cell in self.reach().cells])
        found.extend([JUMP + cell for cell in self.jumps()])
        found.extend([FLEE + cell for cell in self.edges()])
        return found

    def only_stop(self) -> bool:
        return not self.reach().cells and super().only_stop()

    def jumps(self) -> list[int]:
        """Return the spaces into which one may drop, from here or from the way. Rule: move.fall."""
        if self.leaps is None:
            self.leaps = {}
            for start, goal in self.move.drops():
                cost = self.cost_at(start)
                best = self.leaps.get(goal, -1)
                if cost < 0 or (best >= 0 and self.cost_at(best) <= cost):
                    continue
                if cost + self.move.rate() <= self.move.left() and self.move.seems_free(goal):
                    self.leaps[goal] = start
        return list(self.leaps)

    def leap_from(self, goal: int) -> int:
        """Return from where one drops into a space."""
        self.jumps()
        assert self.leaps is not None
        return self.leaps[goal]

    def leap(self, goal: int) -> list[int]:
        """Return the way to where one drops into a space, itself the last."""
        return [*self.reach().path(self.leap_from(goal)), goal]

    def cost_at(self, cell: int) -> int:
        """Return what it costs to come to a cell, -1 if it cannot be reached."""
        return 0 if cell == self.start else self.reach().cost(cell)

    def edges(self) -> list[int]:
        """Return the spaces from which it can leave the map, others' too. Rule: end.flee."""
        move = self.move
        unit = move.unit
        most = move.left() - move.rate()
        if most < 0:
            return []
        reach = self.reach()
        edge = geometry.edge(move.combat, unit.size)
        found = [unit.cell] if edge[unit.cell] else []
        for cell in reach.cells:
            if edge[cell] and reach.weighed(cell, 1, 0) <= most:
                found.append(cell)
        for cell in move.passable():
            if edge[cell] and 0 <= self.cost_at(cell) <= most and cell not in found:
                found.append(cell)
        return found

    def read(self, key: str) -> int:
        answer = self.by_hand(key)
        return answer if answer and not self.why_not_path(answer)[0] else super().read(key)

    def why_not(self, key: str) -> Why:
        answer = self.by_hand(key)
        return self.why_not_path(answer) if answer else super().why_not(key)

    def by_hand(self, key: str) -> int:
        """Return the answer of a path that ends in a jump or off the map, 0 of any other key."""
        words = key.split()
        if len(words) < 3 or words[0] not in self.verbs():
            return 0
        cells = [self.grid.read(word) for word in words[1:]]
        path = path_answer(self.grid, self.start, cells) if min(cells) >= 0 else 0
        return 2 * path - BY_HAND - int(words[0] == "flee") if path else 0

    def ending(self, answer: int) -> str:
        """Return in what an explicit path ends: "jump", "flee", or "" in a stop."""
        if answer > -BY_HAND:
            return ""
        return "flee" if (answer + BY_HAND) % 2 else "jump"

    def cells(self, answer: int) -> list[int]:
        if self.ending(answer):
            answer = -(-(answer + BY_HAND) // 2)
        return super().cells(answer)

    def option(self, answer: int) -> Option:
        verb = self.ending(answer)
        if verb:
            cells = self.cells(answer)
            words = " ".join([self.grid.name(cell) for cell in cells])
            return Option(answer, f"{verb} {words}", verb, self.who, None, cells)
        return super().option(answer)

    def code(self, answer: int, space: ActionSpace) -> int:
        if answer >= FLEE:
            return space.packed(space.verb("flee"), 0, 0, 1 + answer - FLEE)
        if answer >= JUMP:
            return space.packed(space.verb("jump"), 0, 0, 1 + answer - JUMP)
        return super().code(answer, space)

    def codes(self, space: ActionSpace) -> list[int]:
        move = space.packed(space.verb("move"), 0, 0, 1)
        found = [move + cell for cell in self.reach().cells]
        found.insert(0, space.packed(space.verb(self.stay)))
        self.add_codes(found, space, "jump", self.jumps())
        self.add_codes(found, space, "flee", self.edges())
        return found

    def add_codes(self, found: list[int], space: ActionSpace, verb: str, cells: list[int]) -> None:
        """Add the action codes of going to some cells in another way than walking."""
        if cells:
            first = space.packed(space.verb(verb), 0, 0, 1)
            for cell in cells:
                found.append(first + cell)

    def why_not_path(self, answer: int) -> Why:
        cells = self.cells(answer)
        verb = self.ending(answer)
        return self.why_not_go(cells, verb) if cells else super().why_not_path(answer)

    def why_not_way(self, cells: list[int]) -> Why:
        return self.why_not_go(cells, "")

    def why_not_go(self, cells: list[int], verb: str) -> Why:
        """Return why one cannot go so and stop there, jump into the last, or flee from it.

        Rules: move.pool, move.fall, end.flee.
        """
        move = self.move
        obstacles = move.obstacles()
        exits = move.exits()
        cost = move.rate() if verb else 0
        here = self.start
        for goal in cells[:-1] if verb == "jump" else cells:
            price = exits.price(here, goal)
            if price < 0 or obstacles.barred(goal):
                return move.why_not_step(here, goal)
            cost += price
            here = goal
        if verb == "jump":
            if (here, cells[-1]) not in move.drops():
                return "move.fall", "no drop of two or more is there"
            if not move.seems_free(cells[-1]):
                names = [one.name for one in move.holders(cells[-1])] or ["somebody undetected"]
                return "move.occupied-spaces", f"{names[0]} stands there"
        elif verb == "flee" and not geometry.at_edge(move.combat, here, move.unit.size):
            return "end.flee", "it is no space on the map edge"
        if cost > move.left():
            return "move.pool", too_dear(cost, move.left(), "point", "points")
        return ("", "") if verb else move.why_not_stop(here)

    def why_not_step(self, here: int, goal: int) -> Why:
        return self.move.why_not_step(here, goal)

    def way_at_any_cost(self, cell: int) -> list[int]:
        return self.move.at_any_cost().path(cell)

    def verbs(self) -> list[str]:
        return ["jump", "flee"]

    def other(self, answer: int) -> Option:
        verb = "flee" if answer >= FLEE else "jump"
        cell = answer - FLEE if answer >= FLEE else answer - JUMP
        last = cell if answer >= FLEE else self.leap_from(cell)
        cost = self.cost_at(last) + self.move.rate()
        key = f"{verb} {self.grid.name(cell)}"
        return Option(answer, key, verb, self.who, None, [cell], "", cost)

    def why_not_other(self, verb: str, cell: int) -> Why:
        ways = self.move.at_any_cost()
        if verb == "flee":
            if ways.cost(cell) < 0:
                return self.why_not_cell(cell)
            return self.why_not_go(ways.path(cell), verb)
        starts = [start for start, goal in self.move.drops() if goal == cell]
        starts = [start for start in starts if ways.cost(start) >= 0]
        if not starts:
            return "move.fall", "one can come to no drop of two or more there"
        return self.why_not_go([*ways.path(min(starts, key=ways.cost)), cell], verb)

    def prompt(self) -> str:
        return f"move, {self.move.left()} points left"
