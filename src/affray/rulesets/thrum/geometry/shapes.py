"""Areas, Lines and Auras."""

from __future__ import annotations

from affray.core.grid import Grid, step_of
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover
from affray.rulesets.thrum.state import ThrumCombat

# ---- Areas ---------------------------------------------------------------------------------------


class Shape:
    """One way to place an Area or Line: its name in keys and its squares on the map."""

    def __init__(self, name: str, cells: list[int]) -> None:
        self.name = name
        self.cells = cells


def areas(combat: ThrumCombat, origin: int, reach: int, size: int) -> list[Shape]:
    """Return every block of ``size`` by ``size`` squares with a square within reach, row by row.

    It is named by its first column and row, which may lie off the map; so may other squares of it.
    Range 0 includes the user's own square.
    Rules: area.square, area.placement, area.range-zero, area.off-map.
    """
    grid = combat.grid
    ox = origin % grid.width
    oy = origin // grid.width
    found: list[Shape] = []
    known: dict[int, bool] = {}  # on a map smaller than the block, several places cover the same
    for y in range(oy - reach - size + 1, oy + reach + 1):
        for x in range(ox - reach - size + 1, ox + reach + 1):
            cells = grid.block(x, y, size, size)
            if cells and cells[0] * grid.size + cells[-1] not in known:
                known[cells[0] * grid.size + cells[-1]] = True
                found.append(Shape(f"{x},{y}", cells))
    return found


def lines(combat: ThrumCombat, origin: int, reach: int, length: int) -> list[Shape]:
    """Return every Line of ``length`` squares in a row, column or diagonal.

    With a square within reach.

    It is named by its first square and its direction (e, se, s or sw), so that no line has two
    names.
    Rules: area.line, area.placement, area.off-map.
    """
    grid = combat.grid
    ox = origin % grid.width
    oy = origin // grid.width
    found: list[Shape] = []
    far = reach + length - 1
    for direction, name in ((2, "e"), (3, "se"), (4, "s"), (5, "sw")):
        dx, dy = step_of(direction)
        known: dict[int, bool] = {}
        for y in range(oy - far, oy + far + 1):
            for x in range(ox - far, ox + far + 1):
                cells = line_cells(grid, x, y, dx, dy, length)
                if (
                    cells
                    and cells[0] * grid.size + cells[-1] not in known
                    and any(combat.distance(origin, cell) <= reach for cell in cells)
                ):
                    known[cells[0] * grid.size + cells[-1]] = True
                    found.append(Shape(f"{x},{y} {name}", cells))
    return found


def line_cells(grid: Grid, x: int, y: int, dx: int, dy: int, length: int) -> list[int]:
    """Return the squares of a Line from a place, those on the map."""
    found: list[int] = []
    for step in range(length):
        cell = grid.at(x + dx * step, y + dy * step)
        if cell >= 0:
            found.append(cell)
    return found


def aura(combat: ThrumCombat, bearer: int, size: int) -> list[int]:
    """Return the squares of an Aura: within ``size`` of its bearer's, that one left out.

    It is worked out from where the bearer stands, so it moves along.
    Rules: area.aura, area.aura-follows.
    """
    return [cell for cell in combat.grid.around(bearer, size) if cell != bearer]


def open_to(combat: ThrumCombat, origin: int, cells: list[int]) -> bool:
    """Return whether a Physical Attack may be placed on an area: one of its squares not Obstructed.

    An empty square is judged as if a target stood on it. Rule: cover.obstructed-areas.
    """
    for cell in cells:
        if cover(combat, origin, cell) != OBSTRUCTED:
            return True
    return False


def inside(combat: ThrumCombat, cells: list[int]) -> list[int]:
    """Return everybody in an area: enemies, allies and the user alike.

    Rule: area.affects-everyone.
    """
    found: list[int] = []
    for who in combat.in_order():
        unit = combat.units[who]
        if unit.present and unit.cell in cells:
            found.append(who)
    return found
