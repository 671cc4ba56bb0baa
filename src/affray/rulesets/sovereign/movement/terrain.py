"""What the map alone says of steps: prices, ledges, barriers, corners, and ways out."""

from __future__ import annotations

from typing import Final

from affray.core.grid import DIFFICULT, EDGE_SHEER, IMPASSABLE, WALL, Grid, step_of
from affray.core.move_choice import Why
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Row
from affray.rulesets.sovereign import geometry
from affray.rulesets.sovereign.sight import CUBE, FOOT
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

CLIMBED: Final = 2  # squares of movement for each 5 ft of height
MANY: Final = 300  # tables of exits remembered
BARRED: Final = -1
FARTHEST: Final = 150  # squares that programs look ahead
# Kinds of movers.
WALKS: Final = 0
SPRY: Final = 1  # runs over walls and ceilings: Speed
FLIES: Final = 2


def shut(grid: Grid, cell: int) -> bool:
    """Return whether a square is filled by something solid. Rule: grid.impassable."""
    return grid.ground[cell] in (WALL, IMPASSABLE)


def open_to(grid: Grid, cell: int, size: int) -> bool:
    """Return whether a footprint fits. Rules: grid.impassable, grid.large-footprint."""
    if size == 1:
        return not shut(grid, cell)
    cells = grid.footprint(cell, size)
    return bool(cells) and not any(shut(grid, cell) for cell in cells)


def rough(grid: Grid, cell: int, size: int) -> bool:
    """Return whether any square under a footprint is difficult ground. Rule: grid.difficult."""
    if size == 1:
        return grid.ground[cell] == DIFFICULT
    return any(grid.ground[one] == DIFFICULT for one in grid.footprint(cell, size))


def exits_of(combat: SovereignCombat, size: int, kind: int, held: list[int]) -> Exits:
    """Return where a body may step: the map, less the corners that enemies hold."""
    ground = geometry.ground_of(combat)
    key = (size, kind, *held) if held else (size, kind)
    known = ground.exits.get(key)
    if known is None:
        if not held:
            known = build_exits(combat, size, kind)
        else:
            if len(ground.exits) > MANY:
                ground.exits = {}
            whole = exits_of(combat, size, kind, [])
            known = whole.without(cut_by(combat.grid, size, held))
        ground.exits[key] = known
    return known


def cut_by(grid: Grid, size: int, held: list[int]) -> list[tuple[int, int]]:
    """Return the diagonal steps past the corners of held squares. Rule: grid.no-corner-cutting."""
    found: list[tuple[int, int]] = []
    for cell in held:
        x = grid.column(cell) - size + 1
        y = grid.row(cell) - size + 1
        for place in grid.block(x, y, size, size):
            for direction in (0, 2, 4, 6):
                dx, dy = step_of(direction)
                ex, ey = step_of((direction + 2) % 8)
                a = grid.beside(place, dx, dy)
                b = grid.beside(place, ex, ey)
                if a >= 0 and b >= 0:
                    found += [(a, b), (b, a)]
    return found


def build_exits(combat: SovereignCombat, size: int, kind: int) -> Exits:
    """Return every step that the ground allows, with its price.

    Rules: grid.steps, grid.difficult, grid.no-corner-cutting, grid.ledges, grid.barriers.
    """
    grid = combat.grid
    rows: list[Row] = []
    plain = plain_cells(combat, size)
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for direction in range(8):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            if plain[cell]:  # nothing to pay for, nothing in the way
                row.append((goal, 1, 1 if dx and dy else 0))
                continue
            price = price_of(combat, cell, goal, size, kind) if goal >= 0 else BARRED
            if price < 0 or (dx and dy and cuts(combat, cell, dx, dy, size, kind)):
                continue
            row.append((goal, price, 1 if dx and dy else 0))
        rows.append(tuple(row))
    return Exits(rows)


def plain_cells(combat: SovereignCombat, size: int) -> list[bool]:
    """Return the places from which every step costs 1 and leads over even and open ground.

    All that such a step touches is on the map, open, as high, and has no low wall beside it.
    """
    grid = combat.grid
    broken = [shut(grid, cell) or grid.ground[cell] == DIFFICULT for cell in range(grid.size)]
    for step in barriers_of(combat):
        broken[step[0]] = True
        broken[step[1]] = True
    found = [False] * grid.size
    for cell in range(grid.size):
        column, row = grid.column(cell), grid.row(cell)
        around = grid.block(column - 1, row - 1, size + 2, size + 2)
        if len(around) == (size + 2) * (size + 2):
            level = grid.levels[cell]
            even = True
            for one in around:
                if broken[one] or grid.levels[one] != level:
                    even = False
                    break
            found[cell] = even
    return found


def cuts(combat: SovereignCombat, cell: int, dx: int, dy: int, size: int, kind: int) -> bool:
    """Return whether a diagonal step cuts a corner.

    Rules: grid.no-corner-cutting, grid.barriers.
    """
    grid = combat.grid
    goal = grid.beside(cell, dx, dy)
    for one in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        if one < 0 or not open_to(grid, one, size):
            return True
        if kind == WALKS:
            if (
                wide_barrier(combat, cell, one, size) < 0
                or wide_barrier(combat, one, goal, size) < 0
            ):
                return True
    return False


def price_of(combat: SovereignCombat, cell: int, goal: int, size: int, kind: int) -> int:
    """Return the squares of movement that a step costs as far as the map says, -1 if barred."""
    grid = combat.grid
    if not grid.footprint(goal, size) or not grid.footprint(cell, size):
        return BARRED
    if not open_to(grid, goal, size):
        return BARRED
    rise = geometry.height(grid, goal, size) - geometry.height(grid, cell, size)
    if kind == FLIES:
        return 1 + (max(rise, 0) + 4) // 5
    price = 2 if rough(grid, goal, size) else 1
    if kind == SPRY:
        return price
    extra = wall_on(combat, cell, goal, size)
    if extra < 0 or (abs(rise) > 2 and sheer(grid, cell, goal, size)):
        return BARRED
    if abs(rise) > 2:
        price += CLIMBED * ((abs(rise) + 4) // 5)
    return price + extra


def why_not_step(combat: SovereignCombat, cell: int, goal: int, size: int, kind: int) -> Why:
    """Return why the map lets no step lead from a square to one beside it, "" if one does.

    Rules: grid.map-edge, grid.impassable, grid.barriers, grid.ledges, grid.no-corner-cutting.
    """
    grid = combat.grid
    if not grid.footprint(goal, size):
        return "grid.map-edge", "it would not fit on the map there"
    if not open_to(grid, goal, size):
        return "grid.impassable", "the square is filled by a wall or something as solid"
    dx = grid.column(goal) - grid.column(cell)
    dy = grid.row(goal) - grid.row(cell)
    corners = [grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)] if dx and dy else []
    if any(not open_to(grid, corner, size) for corner in corners):
        return "grid.no-corner-cutting", "the step would cut the corner of a wall"
    if price_of(combat, cell, goal, size, kind) < 0:
        if wall_on(combat, cell, goal, size) < 0:
            return "grid.barriers", "what stands between the squares cannot be crossed"
        return "grid.ledges", "the face between the squares cannot be climbed"
    if corners and cuts(combat, cell, dx, dy, size, kind):
        return "grid.barriers", "the step would cut past the end of what cannot be crossed"
    return "", ""


def dear(combat: SovereignCombat, cell: int, goal: int, size: int, kind: int) -> str:
    """Return the rule by which a step that the map allows costs more than 5 ft, "" if none does.

    Rules: grid.ledges, grid.barriers, grid.difficult.
    """
    rise = geometry.height(combat.grid, goal, size) - geometry.height(combat.grid, cell, size)
    if (kind == FLIES and rise > 0) or (kind == WALKS and abs(rise) > 2):
        return "grid.ledges"
    if kind == WALKS and wall_on(combat, cell, goal, size) > 0:
        return "grid.barriers"
    return "grid.difficult" if kind != FLIES and rough(combat.grid, goal, size) else ""


def sheer(grid: Grid, cell: int, goal: int, size: int) -> bool:
    """Return whether a face on the way is marked as one that nobody climbs, aslant as well.

    Rule: grid.ledges.
    """
    if not grid.edges:
        return False
    dx = grid.column(goal) - grid.column(cell)
    dy = grid.row(goal) - grid.row(cell)
    for one in grid.footprint(cell, size):
        for x, y in ((dx, 0), (0, dy)):
            side = grid.beside(one, x, y) if x or y else -1
            if side < 0:
                continue
            if marked(grid, one, side) or (dx and dy and marked(grid, side, one + goal - cell)):
                return True
    return False


def marked(grid: Grid, one: int, other: int) -> bool:
    """Return whether the edge between two squares is marked as sheer."""
    return (min(one, other), max(one, other), EDGE_SHEER) in grid.edges


# ---- barriers ------------------------------------------------------------------------------------


def wide_barrier(combat: SovereignCombat, cell: int, goal: int, size: int) -> int:
    """Return what low walls add to a straight step of a footprint, -1 if they bar it."""
    if not barriers_of(combat):
        return 0
    if size == 1:
        return barrier(combat, cell, goal)
    grid = combat.grid
    dx = grid.column(goal) - grid.column(cell)
    dy = grid.row(goal) - grid.row(cell)
    if dx and dy:
        return 0
    most = 0
    for one in grid.footprint(cell, size):
        other = grid.beside(one, dx, dy)
        if other >= 0:
            extra = barrier(combat, one, other)
            if extra < 0:
                return BARRED
            most = max(most, extra)
    return most


def wall_on(combat: SovereignCombat, cell: int, goal: int, size: int) -> int:
    """Return what low walls add to a step; aslant, by the better of the two ways about the corner.

    Rule: grid.barriers.
    """
    if not barriers_of(combat):
        return 0
    grid = combat.grid
    dx = grid.column(goal) - grid.column(cell)
    dy = grid.row(goal) - grid.row(cell)
    if not dx or not dy:
        return wide_barrier(combat, cell, goal, size)
    best = BARRED
    for corner in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        if corner >= 0:
            first = wide_barrier(combat, cell, corner, size)
            then = wide_barrier(combat, corner, goal, size)
            if first >= 0 and then >= 0 and (best < 0 or first + then < best):
                best = first + then
    return best


def barrier(combat: SovereignCombat, cell: int, goal: int) -> int:
    """Return what a low wall between two squares adds, -1 if it bars. Rule: grid.barriers."""
    return barriers_of(combat).get((cell, goal), 0)


def barriers_of(combat: SovereignCombat) -> dict[tuple[int, int], int]:
    """Return the extra price of every straight step that a low wall bars or slows."""
    ground = geometry.ground_of(combat)
    known = ground.barriers
    if known is None:
        known = all_barriers(combat)
        ground.barriers = known
    return known


def all_barriers(combat: SovereignCombat) -> dict[tuple[int, int], int]:
    """Return the extra price of every straight step that a thin box lies across."""
    grid = combat.grid
    found: dict[tuple[int, int], int] = {}
    for box in grid.solids:
        for axis in (0, 1):
            if box[axis + 3] - box[axis] <= FOOT:
                mark(grid, found, box, axis)
    for thorn in combat.thorns:
        cell = thorn // 100 // 2
        other = grid.beside(cell, 0, 1) if thorn // 100 % 2 else grid.beside(cell, 1, 0)
        found[(cell, other)] = BARRED
        found[(other, cell)] = BARRED
    return found


def mark(grid: Grid, found: dict[tuple[int, int], int], box: tuple[int, ...], axis: int) -> None:
    """Mark the steps across the line between squares that a thin box lies along or astride."""
    most = CUBE * (grid.width if axis == 0 else grid.height)
    line = box[axis + 3] // CUBE * CUBE
    if not max(1, box[axis]) <= line < most:
        return
    first = max(0, box[1 - axis] // CUBE)
    last = (box[4 - axis] - 1) // CUBE
    for along in range(first, last + 1):
        if axis == 0:
            a, b = grid.at(line // CUBE - 1, along), grid.at(line // CUBE, along)
        else:
            a, b = grid.at(along, line // CUBE - 1), grid.at(along, line // CUBE)
        if a < 0 or b < 0:
            continue
        for here, there in ((a, b), (b, a)):
            if box[2] >= grid.levels[here] * FOOT + CUBE:
                continue  # it hangs above whoever passes
            extra = climb(box[5] - grid.levels[here] * FOOT)
            known = found.get((here, there), 0)
            found[(here, there)] = BARRED if BARRED in (extra, known) else max(extra, known)


def climb(top: int) -> int:
    """Return what a low wall of this height adds to a step, in squares, -1 if it bars."""
    if top <= 2 * FOOT:
        return 0
    return CLIMBED if top <= 5 * FOOT else BARRED


def by_solid(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether somebody stands beside a solid, in whose shadow it may hide."""
    grid = combat.grid
    low = geometry.elevation(combat, unit)
    for cell in grid.footprint(unit.cell, unit.size):
        for other in grid.near[cell]:
            if shut(grid, other) or grid.levels[other] >= low + 3:
                return True
        for other in grid.cross[cell]:
            if barrier(combat, cell, other) != 0:
                return True
    return False


# ---- the way out ---------------------------------------------------------------------------------


def gates(combat: SovereignCombat) -> list[int]:
    """Return the open edge squares. Rule: grid.map-edge."""
    return combat.gates


def at_gate(combat: SovereignCombat, cell: int, size: int) -> bool:
    """Return whether a footprint touches an open edge."""
    return gateways(combat, size)[cell] == 1


def gateways(combat: SovereignCombat, size: int) -> bytes:
    """Return of every square 1 if a footprint there touches an open edge, else 0."""
    ground = geometry.ground_of(combat)
    known = ground.gateways.get(size)
    if known is None:
        out = gates(combat)
        grid = combat.grid
        known = bytes(
            [any(one in out for one in grid.footprint(cell, size)) for cell in range(grid.size)]
        )
        ground.gateways[size] = known
    return known


def way_out(combat: SovereignCombat, size: int) -> list[int]:
    """Return how far every square is from an open edge, as the map alone says; -1: no way."""
    ground = geometry.ground_of(combat)
    known = ground.outs.get(size)
    if known is None:
        known = spread(combat, size)
        ground.outs[size] = known
    return known


def spread(combat: SovereignCombat, size: int) -> list[int]:
    """Search from all open edges at once, against the direction of the steps."""
    exits = exits_of(combat, size, WALKS, [])
    back: list[list[tuple[int, int]]] = [[] for _ in range(combat.grid.size)]
    for cell, row in enumerate(exits.rows):
        for goal, price, _ in row:
            back[goal].append((cell, price))
    found = [-1] * combat.grid.size
    out = [one for one in range(combat.grid.size) if at_gate(combat, one, size)]
    waiting = [[one for one in out if open_to(combat.grid, one, size)]]
    cost = 0
    while cost < len(waiting):
        for cell in waiting[cost]:
            if found[cell] >= 0:
                continue
            found[cell] = cost
            for other, price in back[cell]:
                if found[other] < 0:
                    while len(waiting) <= cost + price:
                        waiting.append([])
                    waiting[cost + price].append(other)
        cost += 1
    return found


def ways_from(combat: SovereignCombat, cell: int) -> list[int]:
    """Return what it costs to come from a square to every other, walls alone counted; -1: no way.

    For programs that look ahead; remembered for all fights on this ground.
    """
    ground = geometry.ground_of(combat)
    known = ground.ways.get(cell)
    if known is None:
        exits = exits_of(combat, 1, WALKS, [])
        found = flood(exits, cell, FARTHEST, Obstacles(exits))
        known = [found.cost(one) for one in range(combat.grid.size)]
        ground.ways[cell] = known
    return known
