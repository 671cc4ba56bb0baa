"""What the map allows: where one can stand, step and jump, worked out once; growing."""

from __future__ import annotations

from typing import Final

from affray.core.event import Placed
from affray.core.grid import (
    CLIMB,
    DIFFICULT,
    DROP,
    IMPASSABLE,
    LOW_COVER,
    PIT,
    WALL,
    WATER,
    Grid,
    step_of,
)
from affray.core.reach import Exits
from affray.rulesets.ingenuity import geometry
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant

SOLID: Final = (WALL, IMPASSABLE)
GAPS: Final = (DROP, PIT)
ROUGH: Final = (DIFFICULT, WATER, LOW_COVER, CLIMB)
FREE_JUMP: Final = 2  # metres of a gap that need no test
DEEP: Final = 3  # metres that nobody goes down but climbing: movement.fall


def standing(combat: IngenuityCombat, cell: int, size: int) -> bool:
    """Return whether the ground lets somebody stand at a place."""
    if size == 1:
        return cell >= 0 and bears(combat, cell)
    cells = combat.grid.footprint(cell, size) if cell >= 0 else []
    if not cells:
        return False
    return all(bears(combat, one) for one in cells)


def bears(combat: IngenuityCombat, cell: int) -> bool:
    """Return whether a space is neither solid nor a gap."""
    kind = combat.ground(cell)
    return kind not in SOLID and kind not in GAPS


def gap(combat: IngenuityCombat, cell: int) -> bool:
    """Return whether a space is a gap."""
    return combat.ground(cell) in GAPS


def over(combat: IngenuityCombat, cell: int, size: int) -> bool:
    """Return whether nothing but a gap keeps somebody from standing at a place."""
    cells = combat.grid.footprint(cell, size) if cell >= 0 else []
    if any(combat.ground(cell) in SOLID for cell in cells):
        return False
    return any(gap(combat, cell) for cell in cells)


def floor(grid: Grid, cell: int, size: int) -> int:
    """Return how high somebody stands at a place: who is big, on the lowest of its spaces."""
    if size == 1:
        return grid.levels[cell]
    return min([grid.levels[one] for one in grid.footprint(cell, size)])


def exits_of(combat: IngenuityCombat, size: int, blind: bool, smooth: bool = False) -> Exits:
    """Return every step that the map allows to somebody of a size, worked out once."""
    number = kind_of(size, blind, smooth)
    maps = combat.lay()
    known = maps.exits.get(number)
    if known is None:
        known = build_exits(combat, size, blind, smooth)
        maps.exits[number] = known
        costly = {goal for row in known.rows for goal, price, _ in row if price > 1}
        maps.rough[number] = sorted(costly)
    return known


def kind_of(size: int, blind: bool, smooth: bool) -> int:
    """Return a number for a size, blindness and ignoring difficult ground."""
    return (size * 2 + int(blind)) * 2 + int(smooth)


def build_exits(combat: IngenuityCombat, size: int, blind: bool, smooth: bool) -> Exits:
    """Work out every step that the map allows, and every jump that needs no test.

    ``smooth``: difficult ground is ignored, as Mobility lets one do.
    Rules: movement.grid, movement.path, movement.corners, movement.difficult, movement.climb,
    movement.map-edge, movement.jump, condition.blinded.
    """
    grid = combat.grid
    jumps = leaps_of(combat, size)
    even = even_places(combat, size)
    usual = 2 if blind and not smooth else 1
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        if even[cell]:  # nothing to pay for, nothing in the way
            for number, goal in enumerate(grid.near[cell]):
                row.append((goal, usual, number % 2))
            rows.append(tuple(row))
            continue
        old = grid.footprint(cell, size)
        for direction in range(8) if old else []:
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            if not (standing(combat, goal, size) or below(combat, cell, goal, size)):
                continue
            if dx and dy and cornered(combat, cell, dx, dy, size):
                continue
            rise = floor(grid, goal, size) - floor(grid, cell, size)
            hard = blind or rise > 0 or rise <= -DEEP  # climbed, up or down
            for one in grid.footprint(goal, size):
                if one not in old and combat.ground(one) in ROUGH:
                    hard = True
            row.append((goal, 2 if hard and not smooth else 1, 1 if dx and dy else 0))
        for landing, metres, _ in jumps.get(cell, []):
            if metres <= FREE_JUMP:
                row.append((landing, metres + size, 0))
        rows.append(tuple(row))
    return Exits(rows)


def even_places(combat: IngenuityCombat, size: int) -> list[bool]:
    """Return the places from which every step leads over even, open ground without gaps."""
    grid = combat.grid
    broken: list[bool] = []
    for cell in range(grid.size):
        kind = combat.ground(cell)
        broken.append(kind in SOLID or kind in GAPS or kind in ROUGH)
    wide = size + 2
    found: list[bool] = []
    for cell in range(grid.size):
        block = grid.block(grid.xs[cell] - 1, grid.ys[cell] - 1, wide, wide)
        even = len(block) == wide * wide
        for one in block:
            if broken[one] or grid.levels[one] != grid.levels[cell]:
                even = False
                break
        found.append(even)
    return found


def below(combat: IngenuityCombat, cell: int, goal: int, size: int) -> bool:
    """Return whether somebody down in a gap can go on along its floor."""
    if not over(combat, cell, size) or not over(combat, goal, size):
        return False
    return floor(combat.grid, goal, size) == floor(combat.grid, cell, size)


def cornered(combat: IngenuityCombat, cell: int, dx: int, dy: int, size: int) -> bool:
    """Return whether a diagonal step would cut a corner. Rule: movement.corners."""
    grid = combat.grid
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        cells = grid.footprint(goal, size) if goal >= 0 else []
        if not cells or any(combat.ground(cell) in SOLID for cell in cells):
            return True
    return False


def leaps_of(combat: IngenuityCombat, size: int) -> dict[int, list[tuple[int, int, int]]]:
    """Return by space where a jump over a gap leads, how wide that is, and its first space.

    Jumps go straight; who fills one space jumps slantwise over a single one too. The way is as long
    as the gap is wide and one's own length more. Rule: movement.jump.
    """
    maps = combat.lay()
    if size not in maps.leaps:
        maps.leaps[size] = build_leaps(combat, size)
    return maps.leaps[size]


def wide_leaps_of(combat: IngenuityCombat, size: int) -> dict[int, list[tuple[int, int, int]]]:
    """Return of those only the jumps that take a test. Rule: movement.jump."""
    maps = combat.lay()
    if size not in maps.wide_leaps:
        wide: dict[int, list[tuple[int, int, int]]] = {}
        for cell, leaps in leaps_of(combat, size).items():
            testing = [leap for leap in leaps if leap[1] > FREE_JUMP]
            if testing:
                wide[cell] = testing
        maps.wide_leaps[size] = wide
    return maps.wide_leaps[size]


def build_leaps(combat: IngenuityCombat, size: int) -> dict[int, list[tuple[int, int, int]]]:
    """Work out every jump over a gap that the map allows to somebody of a size."""
    grid = combat.grid
    found: dict[int, list[tuple[int, int, int]]] = {}
    if not any(kind in GAPS for kind in grid.ground):
        return found
    for cell in range(grid.size):
        if not standing(combat, cell, size):
            continue
        for direction in range(8):
            dx, dy = step_of(direction)
            first = here = grid.beside(cell, dx, dy)
            spaces = 0
            while over(combat, here, size):
                spaces += 1
                here = grid.beside(here, dx, dy)
            slant = bool(dx and dy)
            if not spaces or not standing(combat, here, size) or (slant and spaces * size > 1):
                continue
            found.setdefault(cell, []).append((here, 2 if slant else across(spaces, size), first))
    return found


def across(spaces: int, size: int) -> int:
    """Return how wide a gap is over which somebody passes in so many spaces."""
    return max(1, spaces - size + 1)


def room_for(combat: IngenuityCombat, unit: IngenuityCombatant, wide: int) -> int:
    """Return where somebody who grows fits and still fills its spaces, -1 if nowhere."""
    more = wide - unit.size
    for dy in range(0, -more - 1, -1):
        for dx in range(0, -more - 1, -1):
            cell = combat.grid.beside(unit.cell, dx, dy)
            if cell >= 0 and standing(combat, cell, wide):
                if combat.free(cell, wide, unit.index):
                    return cell
    return -1


def resize(combat: IngenuityCombat, unit: IngenuityCombatant, grown: int) -> bool:
    """Let somebody grow or shrink where there is room. Rules: geometry.footprint, sheet.size."""
    usual = unit.sheet.footprint
    wide = usual if not grown else max(1, geometry.footprint(unit.sheet.size + grown))
    cell = unit.cell
    if cell >= 0:
        if wide > unit.size:
            cell = room_for(combat, unit, wide)
            if cell < 0:
                return False
        before = unit.cell
        combat.leave(unit)
        if combat.watched and before != cell:
            combat.tell(Placed(unit.index, before, cell, "geometry.footprint", "resize"))
    unit.grown = grown
    unit.size = wide
    if cell >= 0:
        combat.stand(unit, cell)
    combat.mark_changed()
    return True
