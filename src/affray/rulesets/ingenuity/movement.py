"""Moving: metres, diagonals, difficult ground, being pushed and falling."""

from __future__ import annotations

from typing import Final

from affray.core.dice import CHECK
from affray.core.grid import DIFFICULT, DROP, IMPASSABLE, LOW_COVER, WALL, WATER, Grid, step_of
from affray.core.paths import ALTERNATE, FAR, SHIFT, Exits, Obstacles, Reach, flood
from affray.core.walk import Walk, path_cells
from affray.rulesets.ingenuity import condition, damage, geometry, test
from affray.rulesets.ingenuity.state import (
    AGILITY,
    BLUDGEONING,
    DEXTERITY,
    DIAGONALS,
    MOVES_NEAR,
    IngenuityCombat,
    Unit,
)

SOLID: Final = (WALL, IMPASSABLE)
NO_STAND: Final = (*SOLID, DROP)


def standing(combat: IngenuityCombat, cell: int, size: int) -> bool:
    """Return whether the ground lets somebody stand at a place."""
    cells = combat.grid.footprint(cell, size) if cell >= 0 else []
    if not cells:
        return False
    return all([combat.grid.ground[one] not in NO_STAND for one in cells])


def exits_of(combat: IngenuityCombat, size: int, blind: bool) -> Exits:
    number = size * 2 + int(blind)
    known = combat.maps.exits.get(number)
    if known is None:
        known = build_exits(combat, size, blind)
        combat.maps.exits[number] = known
        costly = {goal for row in known.rows for goal, price, _ in row if price > 1}
        combat.maps.rough[number] = sorted(costly)
    return known


def build_exits(combat: IngenuityCombat, size: int, blind: bool) -> Exits:
    """Work out every step that the map allows.

    Rules: movement.path, movement.corners, movement.difficult, movement.climb, movement.map-edge.
    """
    grid = combat.grid
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for direction in range(8):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            if not standing(combat, goal, size) or (
                dx and dy and cornered(grid, cell, dx, dy, size)
            ):
                continue
            old = grid.footprint(cell, size)
            hard = blind
            for one in grid.footprint(goal, size):
                if one not in old and grid.ground[one] in (DIFFICULT, WATER, LOW_COVER):
                    hard = True
            row.append((goal, 2 if hard else 1, 1 if dx and dy else 0))
        rows.append(tuple(row))
    return Exits(rows)


def cornered(grid: Grid, cell: int, dx: int, dy: int, size: int) -> bool:
    """Rule: movement.corners."""
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        cells = grid.footprint(goal, size) if goal >= 0 else []
        if not cells or any([grid.ground[one] in SOLID for one in cells]):
            return True
    return False


def obstacles(combat: IngenuityCombat, unit: Unit, exits: Exits) -> Obstacles:
    """Rule: movement.occupied."""
    found = Obstacles(exits)
    for cell in combat.bodies:
        found.cost(cell, 0, 1)
    for other in combat.units:
        if not other.present or other is unit or other.cell < 0:
            continue
        wide = abs(other.sheet.size - unit.sheet.size) >= 3
        for cell in combat.grid.footprint(other.cell, other.size):
            if other.awake and combat.enemies(unit, other) and not wide:
                found.bar_footprint(combat.grid, cell, unit.size)
            else:
                if not other.awake and cell not in combat.bodies:
                    found.cost(cell, 0, 1)
                found.close_footprint(combat.grid, cell, unit.size)
    return found


def reaches(combat: IngenuityCombat, unit: Unit, ally: Unit) -> bool:
    """Return whether somebody could walk to an ally's space. Rule: reaction.intercept.reach."""
    if geometry.distance(combat, unit, ally) > condition.speed(unit):
        return False
    exits = exits_of(combat, unit.size, unit.is_held("blinded"))
    found = obstacles(combat, unit, exits)
    way = Obstacles(exits)
    way.enter = found.enter
    reach = flood(exits, unit.cell, condition.speed(unit), way, ALTERNATE, 0)
    return ally.cell in reach.cells


def steps(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return where a Step leads: 1 m, not into difficult ground. Rule: action.free.step."""
    exits = exits_of(combat, unit.size, unit.is_held("blinded"))
    found = obstacles(combat, unit, exits)
    return [
        goal
        for goal, price, _ in exits.rows[unit.cell]
        if price == 1 and found.enter[goal] == 0 and not found.shut(goal)
    ]


class Move(Walk):
    """One Move or Sprint under way. Rules: action.move, movement.speed, movement.diagonals."""

    def __init__(self, combat: IngenuityCombat, unit: Unit, pool: int, own: bool) -> None:
        super().__init__(unit.index, pool)
        self.combat = combat
        self.unit = unit
        self.own = own
        self.layer = unit.used[DIAGONALS] % 2 if own else 0  # movement.diagonals.scope
        self.last_free = unit.cell
        self.made = 0

    def goes(self) -> bool:
        return self.unit.able() and self.stopped == ""

    def exits(self) -> Exits:
        return exits_of(self.combat, self.unit.size, self.unit.is_held("blinded"))

    def reach(self) -> Reach:
        """Search the places in reach."""
        barriers = obstacles(self.combat, self.unit, self.exits())
        return flood(self.exits(), self.unit.cell, self.left(), barriers, ALTERNATE, self.layer)

    def last_steps(self, reach: Reach) -> dict[int, list[int]]:
        """Return the ways into costly spaces for which only the normal cost is left.

        Such a space may still be entered; the mover then stops. Rule: movement.difficult.
        """
        combat = self.combat
        exits = self.exits()
        barriers = obstacles(combat, self.unit, exits)
        found: dict[int, list[int]] = {}
        rough = combat.maps.rough[self.unit.size * 2 + int(self.unit.is_held("blinded"))]
        for goal in [*rough, *[one for one in combat.bodies if one not in rough]]:
            if reach.node(goal) >= 0 or barriers.barred(goal) or barriers.shut(goal):
                continue
            for cell in combat.grid.near[goal]:
                slant = cell % combat.grid.width != goal % combat.grid.width
                slant = slant and cell // combat.grid.width != goal // combat.grid.width
                for layer in range(2):
                    node = cell * 2 + layer
                    value = int(reach.values[node])
                    if value >= FAR or goal in found:
                        continue
                    usual = 2 if slant and layer else 1
                    if self.left() - (value >> SHIFT) >= usual and leads(exits, cell, goal):
                        found[goal] = [*way_to(reach, node), goal]
        return found

    def choose(self) -> bool:
        from affray.rulesets.ingenuity import choice

        asked = choice.MoveTo(self)
        if len(asked.answers()) <= 1:
            return False
        answer = self.combat.ask(asked)
        if answer == 0:
            return False
        if answer < 0:
            self.plan = path_cells(self.combat.grid, self.unit.cell, answer)
        else:
            self.plan = asked.way(answer - 1)
        return True

    def price(self, goal: int) -> int:
        """Rules: movement.diagonals, movement.difficult, movement.occupied."""
        combat = self.combat
        unit = self.unit
        barriers = obstacles(combat, unit, self.exits())
        for other, cost, slant in self.exits().rows[unit.cell]:
            if other == goal:
                if barriers.barred(goal):
                    return -1
                usual = 1 + (1 if slant and self.layer else 0)
                total = cost + int(barriers.enter[goal]) + (1 if slant and self.layer else 0)
                return self.left() if total > self.left() >= usual else total
        return -1

    def path_rule(self, cells: list[int]) -> str:
        """Return the rule that forbids a way, "" if none does."""
        barriers = obstacles(self.combat, self.unit, self.exits())
        left, layer, here = self.left(), self.layer, self.unit.cell
        for goal in cells:
            price = -1
            for other, cost, slant in self.exits().rows[here]:
                if other == goal:
                    usual = 1 + (1 if slant and layer else 0)
                    price = cost + usual - 1 + int(barriers.enter[goal])
                    price = left if price > left >= usual else price  # movement.difficult
                    layer = 1 - layer if slant else layer
            if price < 0:
                return "movement.path"
            if barriers.barred(goal):
                return "movement.occupied"
            if price > left or left == 0:
                return "movement.speed"
            left -= price
            here = goal
        return "movement.occupied" if barriers.shut(here) else ""

    def enter(self, goal: int) -> None:
        combat = self.combat
        unit = self.unit
        slant = goal % combat.grid.width != unit.cell % combat.grid.width
        if slant and goal // combat.grid.width != unit.cell // combat.grid.width:
            self.layer = 1 - self.layer
            if self.own:
                unit.used[DIAGONALS] += 1
        unit.cover = -1  # action.seek-cover.lost
        combat.move(unit, goal)
        self.made += 1

    def after(self, came_from: int) -> None:
        """Rules: action.ready.timing, movement.no-opportunity."""
        from affray.rulesets.ingenuity import reaction

        if not self.combat.shares(self.unit):
            self.last_free = self.unit.cell
        reaction.trigger(self.combat, self.unit, MOVES_NEAR)

    def finish(self) -> None:
        combat = self.combat
        unit = self.unit
        if not unit.present:
            return
        if combat.shares(unit):
            combat.move(unit, self.last_free)
        if self.made:
            if unit.hidden:
                found_out(combat, unit)
            if combat.watched:
                combat.say("moves", unit.index, -1, "", 0, "action.move", cell=unit.cell)


def leads(exits: Exits, cell: int, goal: int) -> bool:
    return any([one == goal for one, _, _ in exits.rows[cell]])


def way_to(reach: Reach, node: int) -> list[int]:
    """Return the steps to a place as it was reached with one count of diagonals."""
    steps: list[int] = []
    while node >= 0 and reach.back[node] >= 0:
        steps.append(node // 2)
        node = int(reach.back[node])
    steps.reverse()
    return steps


def found_out(combat: IngenuityCombat, unit: Unit) -> None:
    """End hiding from whoever sees where a movement ends. Rule: condition.hidden."""
    for other in combat.units:
        if unit.hidden >> other.index & 1 and other.present and geometry.sees(combat, other, unit):
            if not geometry.behind_cover(combat, other, unit):
                unit.hidden &= ~(1 << other.index)
                combat.touch()


def push(combat: IngenuityCombat, source: Unit, unit: Unit, metres: int) -> int:
    """Push somebody straight away; return how far it went. Rule: movement.forced."""
    grid = combat.grid
    dx = 2 * (grid.xs[unit.cell] - grid.xs[source.cell]) + unit.size - source.size
    dy = 2 * (grid.ys[unit.cell] - grid.ys[source.cell]) + unit.size - source.size
    longer = max(abs(dx), abs(dy))
    if (abs(dx) + abs(dy)) ** 2 < 2 * longer * longer:
        dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
    dx = (dx > 0) - (dx < 0)
    dy = (dy > 0) - (dy < 0)
    for made in range(metres):
        goal = grid.beside(unit.cell, dx, dy)
        cells = grid.footprint(goal, unit.size) if goal >= 0 else []
        if not cells or not combat.free(goal, unit.size, unit.index):
            return made
        if any([grid.ground[one] in SOLID for one in cells]):
            return made
        high = grid.levels[unit.cell]
        unit.cover = -1
        combat.move(unit, goal)
        if combat.watched:
            combat.say("is pushed", unit.index, -1, "", 0, "movement.forced", cell=goal)
        fall(combat, unit, high - min([grid.levels[one] for one in cells]))
        if not unit.present:
            return made + 1
    return metres


def fall(combat: IngenuityCombat, unit: Unit, metres: int) -> None:
    """Rule: movement.fall."""
    if metres < 3:
        return
    made = test.Test(unit, DEXTERITY, AGILITY, "movement.fall")
    made.purpose = CHECK
    made.bonus = unit.sheet.proficiencies.get("Jumping", 0)
    if test.make(combat, made) >= 2 * (metres - 1):
        return
    less = damage.deflection(unit, BLUDGEONING, 0, 0)
    amount = damage.reduced(unit, 2 * metres, less, BLUDGEONING)
    damage.hurt(combat, unit, amount, BLUDGEONING, "movement.fall")
    condition.fall_prone(combat, unit, "movement.fall")
