"""What the map allows: where one can stand, step and jump, worked out once."""

from __future__ import annotations

from typing import Final

from affray.core.grid import (
    ALTERNATING,
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
from affray.core.paths import Exits, Obstacles
from affray.rulesets.ingenuity.state import (
    IngenuityCombat,
)

SOLID: Final = (WALL, IMPASSABLE)


GAPS: Final = (DROP, PIT)


ROUGH: Final = (DIFFICULT, WATER, LOW_COVER, CLIMB)


FREE_JUMP: Final = 2  # metres of a gap that need no test


DEEP: Final = 3  # metres that nobody goes down but climbing: movement.fall


def standing(combat: IngenuityCombat, cell: int, size: int) -> bool:
    """Return whether the ground lets somebody stand at a place."""
    cells = combat.grid.footprint(cell, size) if cell >= 0 else []
    if not cells:
        return False
    return all([combat.ground(one) not in SOLID and not gap(combat, one) for one in cells])


def gap(combat: IngenuityCombat, cell: int) -> bool:
    return combat.ground(cell) in GAPS


def exits_of(combat: IngenuityCombat, size: int, blind: bool, smooth: bool = False) -> Exits:
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
    return (size * 2 + int(blind)) * 2 + int(smooth)


def build_exits(combat: IngenuityCombat, size: int, blind: bool, smooth: bool) -> Exits:
    """Work out every step that the map allows, and every jump that needs no test.

    ``smooth``: difficult ground is ignored, as Mobility lets one do.
    Rules: movement.grid, movement.path, movement.corners, movement.difficult, movement.climb,
    movement.map-edge, movement.jump, condition.blinded.
    """
    grid = combat.grid
    jumps = leaps_of(combat) if size == 1 else {}
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for direction in range(8):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            if not (standing(combat, goal, size) or below(combat, cell, goal, size)):
                continue
            if dx and dy and cornered(combat, cell, dx, dy, size):
                continue
            old = grid.footprint(cell, size)
            rise = grid.levels[goal] - grid.levels[cell]
            hard = blind or rise > 0 or rise <= -DEEP  # climbed, up or down
            for one in grid.footprint(goal, size):
                if one not in old and combat.ground(one) in ROUGH:
                    hard = True
            row.append((goal, 2 if hard and not smooth else 1, 1 if dx and dy else 0))
        for landing, metres, _ in jumps.get(cell, []):
            if metres <= FREE_JUMP:
                row.append((landing, metres + 1, 0))
        rows.append(tuple(row))
    return Exits(rows)


def below(combat: IngenuityCombat, cell: int, goal: int, size: int) -> bool:
    """Return whether somebody down in a gap can go on along its floor."""
    grid = combat.grid
    if goal < 0 or size != 1 or not gap(combat, cell) or not gap(combat, goal):
        return False
    return grid.levels[goal] == grid.levels[cell]


def cornered(combat: IngenuityCombat, cell: int, dx: int, dy: int, size: int) -> bool:
    """Rule: movement.corners."""
    grid = combat.grid
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        cells = grid.footprint(goal, size) if goal >= 0 else []
        if not cells or any([combat.ground(one) in SOLID for one in cells]):
            return True
    return False


def leaps_of(combat: IngenuityCombat) -> dict[int, list[tuple[int, int, int]]]:
    """Return by space where a jump over a gap leads, how wide it is, and its first space.

    Jumps go straight, or slantwise over a single space. Rule: movement.jump.
    """
    maps = combat.lay()
    if maps.leaps is None:
        maps.leaps = build_leaps(combat)
    return maps.leaps


def build_leaps(combat: IngenuityCombat) -> dict[int, list[tuple[int, int, int]]]:
    grid = combat.grid
    found: dict[int, list[tuple[int, int, int]]] = {}
    if not any([kind in GAPS for kind in grid.ground]):
        return found
    for cell in range(grid.size):
        if not standing(combat, cell, 1):
            continue
        for direction in range(8):
            dx, dy = step_of(direction)
            first = here = grid.beside(cell, dx, dy)
            metres = 0
            while here >= 0 and gap(combat, here):
                metres += 1
                here = grid.beside(here, dx, dy)
            slant = bool(dx and dy)
            if here < 0 or not metres or (slant and metres > 1) or not standing(combat, here, 1):
                continue
            found.setdefault(cell, []).append((here, 2 if slant else metres, first))
    return found


def leads_straight(
    grid: Grid, exits: Exits, found: Obstacles, start: int, end: int, pool: int
) -> bool:
    """Return whether steps that each lead nearer get there; if not, a search has to tell."""
    here = start
    spent = 0
    slants = 0
    while here != end:
        best = -1
        least = grid.distance(here, end, ALTERNATING)
        cost = 0
        crosswise = 0
        for goal, price, slant in exits.rows[here]:
            apart = grid.distance(goal, end, ALTERNATING)
            if apart < least and found.enter[goal] >= 0:
                best, least = goal, apart
                crosswise = 1 if slant else 0
                cost = (price + int(found.enter[goal])) * (1 + (crosswise & slants))
        spent += cost
        slants ^= crosswise
        if best < 0 or spent > pool:
            return False
        here = best
    return True
