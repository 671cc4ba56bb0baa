"""The choice where to move."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Option
from affray.core.move_choice import OTHER, MoveChoice
from affray.core.reach import Reach
from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.condition import FLYING
from affray.rulesets.sovereign.movement import forced, terrain
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

    def path_rule(self, answer: int) -> str:
        move = self.move
        cells = self.cells(answer)
        if not cells:
            return "charge.straight" if self.charging() else "grid.map-edge"
        if self.charging() and not move.on_line(cells):
            return "charge.straight"
        obstacles = move.obstacles()
        cost = 0
        here = move.unit.cell
        for goal in cells:
            price = move.step_price(here, goal)
            if price < 0 or obstacles.barred(goal):
                return "charge.straight" if self.charging() else "grid.no-corner-cutting"
            cost += price + int(obstacles.enter[goal])
            here = goal
        if cost > move.left():
            return "charge.distance" if self.charging() else "run.rate"
        if obstacles.shut(here):
            return "grid.pass-allies"
        return "" if self.charging() or self.move.fits(here) else self.move.unfit(here)

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

    def why_not_other(self, verb: str, cell: int) -> tuple[str, str]:
        if verb == "leap":
            return "fall.controlled", "there is no drop beside it that it can leap down there"
        if verb == "pause":
            rule = self.hurried()
            return (rule, "it has no Snap Attack") if rule else self.why_not_cell(cell)
        return "grid.map-edge", "it cannot leave the map from there now"

    def why_not_cell(self, cell: int) -> tuple[str, str]:
        if self.charging():
            return self.no_charge(cell)
        if cell in self.reach().cells:
            rule = self.move.unfit(cell)
            out = "that is no way out"
            return rule, out if rule == "morale.retreat" else "no ally is beside it"
        return "run.rate", f"it is not within {5 * self.move.left()} ft"

    def no_charge(self, cell: int) -> tuple[str, str]:
        """Return why a charge cannot go to a square."""
        move = self.move
        if cell == move.unit.cell and not move.made:
            return "charge.minimum", "one charges at least 5 ft"
        if max(self.grid.apart(move.unit.cell, 1, cell, 1)) > move.left():
            return "charge.distance", f"it is not within {5 * move.left()} ft"
        return "charge.straight", "no straight way leads there"

    def prompt(self) -> str:
        """Say how far one can go, in squares as the cells tell it and in feet as the rules do."""
        left = self.move.left()
        return f"move, {left} square{'' if left == 1 else 's'} ({5 * left} ft) left"
