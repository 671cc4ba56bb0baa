"""A wall of thorns: where it can stand, how it grows, how it is cleared."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Choice, Option
from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.movement import terrain
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

THORNS: Final = 4  # squares of a wall of thorns
FULL: Final = 10  # damage that clears a square of thorns


def lines(combat: SovereignCombat, unit: SovereignCombatant, far: int) -> list[int]:
    """Return the lines between squares where thorns can begin: in range, in sight, still open."""
    grid = combat.grid
    found: list[int] = []
    grown = [thorn // 100 for thorn in combat.thorns]
    for cell in grid.around(unit.cell, far):
        for southern in (0, 1):
            other = grid.beside(cell, 0, 1) if southern else grid.beside(cell, 1, 0)
            line = cell * 2 + southern
            if other < 0 or line in grown or terrain.shut(grid, cell) or terrain.shut(grid, other):
                continue
            if terrain.barrier(combat, cell, other) >= 0:
                spot = geometry.spot_of(grid, grid.column(other), grid.row(other))
                if geometry.sees_spot(combat, unit, spot):
                    found.append(line)
    return found


class Hedge(Choice):
    """On which line between two squares a wall of thorns begins."""

    kind: ClassVar[str] = "line"

    def __init__(
        self, combat: SovereignCombat, unit: SovereignCombatant, listed: list[int]
    ) -> None:
        super().__init__(unit.seats, unit.index, "los.solids", 1 + listed[0])
        self.state = combat
        self.listed = listed

    def answers(self) -> list[int]:
        return [1 + one for one in self.listed]

    def option(self, answer: int) -> Option:
        grid = self.state.grid
        cell = (answer - 1) // 2
        word = "south" if (answer - 1) % 2 else "east"
        key = f"thorns {word} of {grid.name(cell)}"
        line = 1 + (answer - 1) % 2
        return Option(answer, key, "thorns", self.who, None, [cell], "wall-of-thorns", -1, line)

    def prompt(self) -> str:
        return "where do the thorns begin?"


def grow(combat: SovereignCombat, unit: SovereignCombatant, far: int) -> None:
    """Let thorns stand on a straight line of up to 20 ft. Content: wall-of-thorns."""
    listed = lines(combat, unit, far)
    if not listed:
        return
    first = combat.ask(Hedge(combat, unit, listed)) - 1 if len(listed) > 1 else listed[0]
    wall = [first]
    while len(wall) < THORNS:
        following = next_line(combat, wall[-1])
        if following not in listed:
            break
        wall.append(following)
    options = [(1 + n, f"{5 * n} ft of thorns") for n in range(1, len(wall) + 1)]
    asks = "how far do the thorns go?"
    seats, default = unit.seats, options[-1][0]
    asked = Ask(seats, unit.index, "los.solids", options, default, "choose", "", -1, asks)
    count = combat.ask(asked) - 1 if len(options) > 1 else 1
    for line in wall[:count]:
        combat.thorns.append(line * 100 + FULL)
    combat.thorns.sort()
    combat.mark_changed()


def next_line(combat: SovereignCombat, line: int) -> int:
    """Return the line that goes on: eastward along a southern line, southward along an eastern."""
    grid = combat.grid
    cell = line // 2
    other = grid.beside(cell, 1, 0) if line % 2 else grid.beside(cell, 0, 1)
    return -1 if other < 0 else other * 2 + line % 2


def hew(combat: SovereignCombat, place: int, amount: int) -> None:
    """Let damage clear a square of thorns. Content: wall-of-thorns."""
    left = combat.thorns[place] % 100 - amount
    if left > 0:
        combat.thorns[place] = combat.thorns[place] // 100 * 100 + left
    else:
        combat.thorns.pop(place)
    combat.stir = True
    combat.mark_changed()
