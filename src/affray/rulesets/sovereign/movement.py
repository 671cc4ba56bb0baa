"""Movement: where one may go, what it costs, what it provokes."""

from __future__ import annotations

from typing import Final

from affray.core.dice import DAMAGE
from affray.core.grid import DIFFICULT, IMPASSABLE, WALL, Grid, step_of
from affray.core.paths import Exits, Obstacles, Reach, Row, flood
from affray.core.walk import Walk, path_cells, walk
from affray.core.window import Deed, offer
from affray.rulesets.sovereign import choice, damage, geometry, reaction, sheet
from affray.rulesets.sovereign.death import leave
from affray.rulesets.sovereign.state import ESCAPED, Body, Field

RUN: Final = 0
SCREEN: Final = 1
CHARGE: Final = 2
WORDS: Final = ("run", "screen", "charge")
FOOT: Final = geometry.FOOT
CLIMBED: Final = 2  # squares of movement for each 5 ft of height
MANY: Final = 300  # tables of exits remembered


def rate(unit: Body) -> int:
    """Return the movement rate in squares. Rules: run.rate, prone.rate."""
    return unit.sheet.rate // 2 if unit.prone else unit.sheet.rate


def standing(field: Field, side: int) -> list[int]:
    """Return the cells of standing enemies of a side. Rule: grid.enemies-block."""
    found: list[int] = []
    for one in field.units:
        if one.present and one.side != side and not one.prone and not one.helpless():
            found += field.grid.footprint(one.cell, one.size)
    return sorted(found)


def exits_of(field: Field, unit: Body, side: int) -> Exits:
    """Return where a body may step: the map, less the corners that enemies hold."""
    held = standing(field, side)
    key = (unit.size, *held)
    known = field.maps.exits.get(key)
    if known is None:
        if len(field.maps.exits) > MANY:
            field.maps.exits = {}
        known = build_exits(field.grid, unit.size, held)
        field.maps.exits[key] = known
    return known


def build_exits(grid: Grid, size: int, held: list[int]) -> Exits:
    """Rules: grid.steps, grid.difficult, grid.no-corner-cutting, grid.ledges, grid.barriers."""
    rows: list[Row] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for direction in range(8):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            price = price_of(grid, cell, goal, size) if goal >= 0 else -1
            if price < 0 or not open_to(grid, goal, size, held):
                continue
            if dx and dy and cuts(grid, cell, dx, dy, size, held):
                continue
            row.append((goal, price, 1 if dx and dy else 0))
        rows.append(tuple(row))
    return Exits(rows)


def open_to(grid: Grid, cell: int, size: int, held: list[int]) -> bool:
    """Rules: grid.impassable, grid.enemies-block."""
    cells = grid.footprint(cell, size)
    if not cells:
        return False
    return not any([grid.ground[one] in (WALL, IMPASSABLE) or one in held for one in cells])


def cuts(grid: Grid, cell: int, dx: int, dy: int, size: int, held: list[int]) -> bool:
    """Return whether a diagonal step cuts a corner. Rule: grid.no-corner-cutting."""
    for one in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        if one < 0 or not open_to(grid, one, size, held):
            return True
        if barrier(grid, cell, one) < 0 or barrier(grid, one, grid.beside(cell, dx, dy)) < 0:
            return True
    return False


def price_of(grid: Grid, cell: int, goal: int, size: int) -> int:
    """Return the squares of movement that a step costs as far as the map says, -1 if barred."""
    cells = grid.footprint(goal, size)
    if not cells or not grid.footprint(cell, size):
        return -1
    extra = barrier(grid, cell, goal)
    if extra < 0:
        return -1
    price = 2 if any([grid.ground[one] == DIFFICULT for one in cells]) else 1
    rise = abs(geometry.height(grid, goal, size) - geometry.height(grid, cell, size))
    if rise > 2:
        price += CLIMBED * ((rise + 4) // 5)
    return price + extra


def barrier(grid: Grid, cell: int, goal: int) -> int:
    """Return what a low wall between two squares adds, -1 if it bars. Rule: grid.barriers."""
    ax, ay = grid.column(cell), grid.row(cell)
    bx, by = grid.column(goal), grid.row(goal)
    if ax != bx and ay != by:
        return 0
    across = 0 if ax != bx else 1
    line = max(ax, bx) * geometry.CUBE if across == 0 else max(ay, by) * geometry.CUBE
    low = (ay if across == 0 else ax) * geometry.CUBE
    top = 0
    for box in grid.solids:
        near = box[across]
        far = box[across + 3]
        if far - near > FOOT or line not in (near, far):
            continue
        begin = box[1 - across]
        end = box[4 - across]
        if begin < low + geometry.CUBE and end > low:
            top = max(top, box[5] - grid.levels[cell] * FOOT)
    if top <= 2 * FOOT:
        return 0
    return CLIMBED if top <= 5 * FOOT else -1


class Move(Walk):
    """One Move action: a single continuous path. Rules: turn.no-split-move, run.rate."""

    def __init__(self, field: Field, unit: Body, mode: int) -> None:
        super().__init__(unit.index, rate(unit) * (2 if mode == CHARGE else 1))
        self.field = field
        self.unit = unit
        self.mode = mode
        self.struck: list[int] = []  # aoo.one-per-action
        self.last_free = unit.cell
        self.first = True
        self.leaves = False
        self.made = 0

    def goes(self) -> bool:
        fast = sheet.held_fast(self.field, self.unit)
        return self.unit.able() and not fast and self.field.outcome == "" and not self.stopped

    def exits(self) -> Exits:
        return exits_of(self.field, self.unit, self.unit.side)

    def obstacles(self) -> Obstacles:
        """Rules: grid.pass-allies, grid.pass-fallen."""
        field = self.field
        unit = self.unit
        found = Obstacles(self.exits())
        for other in field.units:
            if not other.present or other is unit:
                continue
            fallen = field.enemies(unit, other)
            for cell in field.grid.footprint(other.cell, other.size):
                found.close_footprint(field.grid, cell, unit.size)
                if fallen and not found.barred(cell):
                    ground = field.grid.ground[cell] == DIFFICULT
                    found.cost(cell, 0, 0 if ground else 1)
            if fallen and self.mode == RUN:
                far = sheet.reach(other) if sheet.threatens(field, other) else 0
                for cell in field.grid.around(other.cell, far) if far else []:
                    found.harm(cell, 1)
        return found

    def reach(self) -> Reach:
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def lines(self) -> dict[int, list[int]]:
        """Return the straight ways of a charge by where they end.

        Rules: charge.straight, charge.distance.
        """
        found: dict[int, list[int]] = {}
        grid = self.field.grid
        start = self.unit.cell
        obstacles = self.obstacles()
        far = self.left()
        for goal in grid.around(start, far):
            cells = self.line(straight(grid, start, goal), obstacles, far)
            if cells:
                found[goal] = cells
        return found

    def line(self, stages: list[list[int]], obstacles: Obstacles, far: int) -> list[int]:
        """Return the cheapest way by one square of each stage, empty if none can be walked."""
        ends = [self.unit.cell]
        ways: list[list[int]] = [[]]
        costs = [0]
        for stage in stages:
            next_ends: list[int] = []
            next_ways: list[list[int]] = []
            next_costs: list[int] = []
            for goal in stage:
                best = far + 1
                via: list[int] = []
                for place, here in enumerate(ends):
                    price = self.step_price(here, goal)
                    cost = costs[place] + price + int(obstacles.enter[goal])
                    if price >= 0 and not obstacles.barred(goal) and cost < best:
                        best = cost
                        via = ways[place]
                if best <= far:
                    next_ends.append(goal)
                    next_ways.append([*via, goal])
                    next_costs.append(best)
            ends, ways, costs = next_ends, next_ways, next_costs
        return ways[0] if ends and not obstacles.shut(ends[0]) else []

    def step_price(self, here: int, goal: int) -> int:
        for other, cost, _ in self.exits().rows[here]:
            if other == goal:
                return cost
        return -1

    def choose(self) -> bool:
        if self.mode == CHARGE and self.made:
            return False
        asked = choice.MoveTo(self)
        if len(asked.answers()) <= 1:
            return False
        self.first = False
        self.leaves = False
        answer = self.field.ask(asked)
        if answer == 0:
            return False
        if answer < 0:
            self.plan = path_cells(self.field.grid, self.unit.cell, answer)
        elif answer >= choice.LEAVE:
            self.leaves = True
            self.plan = self.reach().path(answer - choice.LEAVE)
            return bool(self.plan)
        elif self.mode == CHARGE:
            self.plan = asked.ways()[answer - 1][:]
        else:
            self.plan = self.reach().path(answer - 1)
        return True

    def price(self, goal: int) -> int:
        price = self.step_price(self.unit.cell, goal)
        if price < 0:
            return -1
        for cell in self.field.grid.footprint(goal, self.unit.size):
            holder = self.field.at(cell)
            if holder is not None and self.field.enemies(self.unit, holder):
                if self.field.grid.ground[cell] != DIFFICULT:
                    return price + 1  # grid.pass-fallen
        return price

    def before(self, goal: int) -> None:
        """Let Instants answer, then those whose reach is left.

        Rules: aoo.run-leaving, aoo.run-inside-reach, aoo.run-long-reach, aoo.order.
        """
        field = self.field
        unit = self.unit
        offer(field, reaction.Instants(field, Deed(unit.index, unit.index), False))
        if self.mode != RUN or not unit.able():
            return
        foes: list[int] = []
        for who in field.asked():
            other = field.units[who]
            if who in self.struck or not other.present or not field.enemies(unit, other):
                continue
            if sheet.threatens(field, other) and self.quits(other, goal):
                foes.append(who)
        self.struck += foes
        reaction.provoke(field, unit, foes)

    def quits(self, other: Body, goal: int) -> bool:
        """Return whether a step leaves somebody's melee range."""
        far = sheet.reach(other)
        grid = self.field.grid
        unit = self.unit
        if geometry.apart(self.field, unit, other) > far:
            return False
        return goal < 0 or geometry.between(grid, goal, unit.size, other.cell, other.size) > far

    def enter(self, goal: int) -> None:
        self.field.move(self.unit, goal)
        self.field.stir = True
        self.made += 1

    def after(self, came_from: int) -> None:
        part_screens(self.field)
        if not self.field.shares(self.unit):
            self.last_free = self.unit.cell

    def finish(self) -> None:
        """Rules: grid.map-edge, grid.pass-allies."""
        field = self.field
        unit = self.unit
        if self.leaves and self.goes() and self.left() >= 1:
            if unit.cell in field.grid.zones.get("exit", []):
                self.before(-1)
                if self.goes():
                    leave(field, unit, ESCAPED, "grid.map-edge")
        if not unit.present:
            return
        if field.shares(unit):
            field.move(unit, self.last_free)
        part_screens(field)
        if field.watched and self.made:
            field.say("moves", unit.index, -1, WORDS[self.mode], self.made, "run.rate")


def go(field: Field, unit: Body, mode: int) -> Move:
    way = Move(field, unit, mode)
    walk(field, way)
    return way


def straight(grid: Grid, start: int, goal: int) -> list[list[int]]:
    """Return the squares of a straight line by stages: two where an exact half may be rounded.

    Rule: charge.straight.
    """
    dx = grid.column(goal) - grid.column(start)
    dy = grid.row(goal) - grid.row(start)
    n = max(abs(dx), abs(dy))
    stages: list[list[int]] = []
    for k in range(1, n + 1):
        stage: list[int] = []
        for up in (0, 1):
            x = (2 * k * dx + n - 1 + up) // (2 * n)
            y = (2 * k * dy + n - 1 + up) // (2 * n)
            cell = grid.beside(start, x, y)
            if cell not in stage:
                stage.append(cell)
        stages.append(stage)
    return stages


def part_screens(field: Field) -> None:
    """End screens whose ward is farther than 5 ft. Rule: screen.proximity."""
    for unit in field.units:
        if unit.ward >= 0:
            ward = field.units[unit.ward]
            if not ward.present or not unit.present or geometry.apart(field, unit, ward) > 1:
                unit.ward = -1
                field.touch()


def thrust(field: Field, target: Body, goal: int) -> None:
    """Force somebody into a square; it provokes nothing.

    Rules: aoo.forced-movement, fall.damage.
    """
    from affray.rulesets.sovereign import maneuver

    deep = geometry.height(field.grid, target.cell, target.size)
    field.move(target, goal)
    field.stir = True
    deep -= geometry.height(field.grid, goal, target.size)
    part_screens(field)
    maneuver.settle(field)
    if field.watched:
        field.say("is pushed", target.index, rule="shove.result")
    fall(field, target, deep)


def fall(field: Field, target: Body, feet: int) -> None:
    """Rules: fall.damage, fall.prone."""
    total = 0
    for _ in range(min(20, feet // 10)):
        total += field.roll(6, DAMAGE, target.index, "fall.damage")
    if total:
        target.prone = True
        damage.hurt(field, target, total, -1, "fall.damage", spares=False)
