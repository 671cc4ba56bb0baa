"""The choice where to move."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Option
from affray.core.move_choice import ANY_COST, OTHER, MoveChoice, Why, too_dear
from affray.core.reach import Reach
from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.condition import FLYING
from affray.rulesets.sovereign.movement import forced, lines, terrain
from affray.rulesets.sovereign.movement.lines import Lines
from affray.rulesets.sovereign.movement.ways import Way

LEAVE: Final = OTHER  # off the map from a cell
LEAP: Final = 2 * OTHER  # down into a cell beside
FLIGHT: Final = 3 * OTHER  # up; one more: down
PAUSE: Final = 4 * OTHER  # to a cell, and there an Instant before it goes on
HIGHEST: Final = 60  # feet
RULES: Final = ("run.rate", "screen.action", "charge.straight")  # by mode


class MoveTo(MoveChoice):
    """Where to move, or stay."""

    def __init__(self, move: Way) -> None:
        unit = move.unit
        edge, stride = "grid.map-edge", "grid.steps"
        grid = move.combat.grid
        rule = RULES[move.mode]
        super().__init__(unit.seats, unit.index, rule, grid, unit.cell, edge, stride, "stay")
        self.move = move
        self.lines: Lines | None = None

    def search(self) -> Reach:
        return self.move.reach()

    def straight(self) -> Lines:
        """Return the straight ways of a charge."""
        if self.lines is None:
            self.lines = self.move.lines()
        return self.lines

    def charging(self) -> bool:
        """Return whether it is a charge."""
        return self.move.mode == 2

    def offered(self) -> list[int]:
        if self.charging() and self.move.made:
            return [PASS, *[1 + cell for cell in self.move.onward()]]
        if self.charging():  # charge.minimum
            return [1 + cell for cell in self.straight().goals()]
        found = [PASS, *[1 + cell for cell in self.reach().cells if self.move.fits(cell)]]
        if self.move.mode == 0:
            found += [LEAVE + cell for cell in self.exits()]
        found += [LEAP + cell for cell in self.leaps()]
        return found + self.flights()

    def several(self) -> bool:
        """Return whether there is something to choose, by the nearest squares where they tell."""
        if not self.charging():
            cells = self.reach().cells
            return (len(cells) > 0 and self.move.fits(cells[0])) or len(self.answers()) > 1
        return (not self.move.made and self.straight().beside() > 1) or len(self.answers()) > 1

    def only(self) -> int:
        """Return the one answer, to stay if there is none."""
        answers = self.answers()
        return answers[0] if answers else PASS

    def fallback(self) -> int:
        """Return to stay; a charge goes to the first square that it can reach, or on to its end."""
        return self.answers()[-1 if self.move.made and self.charging() else 0]

    def exits(self) -> list[int]:
        """Return the squares at an open edge from which it can leave. Rule: grid.map-edge."""
        move = self.move
        reach = self.reach()
        found: list[int] = []
        out = terrain.gateways(move.combat, move.unit.size)
        for cell in [move.unit.cell, *reach.cells]:
            if out[cell] and 0 <= reach.cost(cell) < move.left():
                found.append(cell)
        return sorted(found)

    def leaps(self) -> list[int]:
        """Return the squares beside into which it can leap down. Rule: fall.controlled."""
        move = self.move
        combat = move.combat
        here = geometry.height(combat.grid, move.unit.cell, move.unit.size)
        if move.left() < 1 or here <= combat.lowest() + 2 or move.unit.has(FLYING):
            return []
        return [
            cell
            for cell in forced.forced(combat, move.unit)
            if geometry.height(combat.grid, cell, move.unit.size) < here - 2
            and self.move.fits(cell)
        ]

    def flights(self) -> list[int]:
        """Return whether it can rise or sink. Content: steps-of-air."""
        unit = self.move.unit
        if not unit.has(FLYING) or self.move.left() < 1:
            return []
        found = [FLIGHT] if unit.aloft < HIGHEST else []
        return [*found, FLIGHT + 1] if unit.aloft else found

    def why_not_way(self, cells: list[int]) -> Why:
        """Rules: charge.straight, charge.distance, run.rate, and what makes a step dear."""
        move = self.move
        if self.charging() and not move.on_line(cells):
            return "charge.straight", "one charges in a straight line"
        obstacles = move.obstacles()
        left = move.left()
        rate = "charge.distance" if self.charging() else "run.rate"
        dear = ""
        cost = 0
        here = move.unit.cell
        for goal in cells:
            price = move.step_price(here, goal)
            if price < 0 or obstacles.barred(goal):
                return move.why_not_step(here, goal)
            if cost + 1 <= left < cost + price + int(obstacles.enter[goal]):
                dear = move.dear(here, goal)  # but for that it could make the step
            cost += price + int(obstacles.enter[goal])
            here = goal
        if cost > left:
            return dear or rate, too_dear(5 * cost, 5 * left, "ft", "ft")
        return move.why_not_stop(here)

    def why_not_step(self, here: int, goal: int) -> Why:
        return self.move.why_not_step(here, goal)

    def way_at_any_cost(self, cell: int) -> list[int]:
        move = self.move
        if not self.charging():
            return move.way_at_any_cost(cell)
        if move.made:
            ahead = self.ahead()
            return ahead[: ahead.index(cell) + 1]
        stages = lines.stages_to(move.combat, self.start, cell)
        best = lines.cheapest(self.start, stages, ANY_COST, self.straight().steps)
        # If there is none, something bars a step of each line.
        return best or [self.start + stage[0] for stage in stages]

    def way(self, cell: int) -> list[int]:
        move = self.move
        if not self.charging():
            return self.reach().path(cell)
        if move.made:
            return move.line[move.made : move.line.index(cell) + 1]
        return self.straight().way(cell)

    def cost(self, cell: int) -> int:
        return -1 if self.charging() else self.reach().cost(cell)

    def verbs(self) -> list[str]:
        return ["leave", "leap", "pause"]

    def option(self, answer: int) -> Option:
        found = super().option(answer)
        if answer == PASS:
            found.verb = "pass"
        return found

    def allows(self, answer: int) -> bool:
        """To pause for a Snap Attack is legal without being listed. Rule: snap.out-of-turn."""
        if answer < PAUSE:
            return super().allows(answer)
        return answer - PAUSE + 1 in self.answers() and not self.hurried()

    def hurried(self) -> str:
        """Return the rule that lets nobody pause for a Snap Attack on the way."""
        unit = self.move.unit
        if not unit.main:
            return "snap.unspent-main"
        return "" if unit.sheet.disciplined() else "snap.npc-discipline"

    def read(self, key: str) -> int:
        words = key.split()
        if len(words) == 2 and words[0] == "pause":
            answer = PAUSE + self.grid.read(words[1])
            if answer >= PAUSE and self.allows(answer):
                return answer
        return super().read(key)

    def other(self, answer: int) -> Option:
        if answer >= PAUSE:
            cell = answer - PAUSE
            key = f"pause {self.grid.name(cell)}"
            return Option(answer, key, "pause", self.who, None, [cell], "", self.cost(cell))
        if answer >= FLIGHT:
            word = "rise" if answer == FLIGHT else "sink"
            return Option(answer, f"{word} 5 ft", word, self.who, None, None, "", 1)
        verb = "leap" if answer >= LEAP else "leave"
        cell = answer - (LEAP if answer >= LEAP else LEAVE)
        cost = 1 if verb == "leap" else self.cost(cell)
        return Option(
            answer, f"{verb} {self.grid.name(cell)}", verb, self.who, None, [cell], "", cost
        )

    def why_not_other(self, verb: str, cell: int) -> Why:
        if verb == "leap":
            return self.no_leap(cell)
        if verb == "pause":
            rule = self.hurried()
            return (rule, "it has no Snap Attack") if rule else self.why_not_cell(cell)
        if not terrain.at_gate(self.move.combat, cell, self.move.unit.size):
            return "grid.map-edge", "no open edge of the map is there"
        why = self.why_not_cell(cell) if cell != self.start else ("", "")
        return why if why[0] else (RULES[0], "no 5 ft are left to leave the map from there")

    def no_leap(self, cell: int) -> Why:
        """Return why it cannot leap down into a square. Rules: fall.controlled, fall.prone."""
        move = self.move
        grid, unit = self.grid, move.unit
        if unit.has(FLYING):
            return "fall.controlled", "who flies does not leap down"
        if cell not in grid.near[unit.cell]:
            return "fall.controlled", "one leaps into a square beside one's own"
        why = move.why_not_step(unit.cell, cell)
        if why[0] and why[0] != "grid.ledges":
            return why
        deep = geometry.height(grid, unit.cell, unit.size) - geometry.height(grid, cell, unit.size)
        if deep <= 2:
            return "fall.controlled", "one leaps down more than 2 ft"
        if terrain.wall_on(move.combat, unit.cell, cell, unit.size):
            return "grid.barriers", "one does not leap over what stands between the squares"
        if move.left() < 1:
            return "fall.prone", "no 5 ft are left for the leap"
        return move.why_not_stop(cell)

    def ahead(self) -> list[int]:
        """Return what is left of the line of a charge, nothing if it was moved off it."""
        move = self.move
        return move.line[move.made :] if self.start == move.line[move.made - 1] else []

    def why_not_cell(self, cell: int) -> Why:
        move = self.move
        if not self.charging():
            return super().why_not_cell(cell)
        if move.made and cell not in self.ahead():
            return "charge.straight", "one charges on in the same line"
        if cell == self.start:
            return "charge.minimum", "one charges at least 5 ft"
        if self.grid.steps(self.start, cell) > move.left():
            return "charge.distance", f"it is not within {5 * move.left()} ft"
        return super().why_not_cell(cell)

    def prompt(self) -> str:
        """Say how far one can go, in squares as the cells tell it and in feet as the rules do."""
        left = self.move.left()
        return f"move, {left} square{'' if left == 1 else 's'} ({5 * left} ft) left"
