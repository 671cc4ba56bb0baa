"""Moving: metres, diagonals, difficult ground, jumps, climbs, and what a space does."""

from __future__ import annotations

from affray.core.grid import (
    ALTERNATING,
    WATER,
    Grid,
)
from affray.core.paths import flood
from affray.core.reach import ALTERNATE, FAR, SHIFT, Exits, Obstacles, Reach
from affray.core.walk import Walk, take_step
from affray.rulesets.ingenuity import (
    condition,
    counter,
    forced,
    geometry,
    ground,
    occupied,
    scramble,
    zone,
)
from affray.rulesets.ingenuity.state import (
    COMES,
    DIAGONALS,
    MOBILE,
    MOVES_NEAR,
    IngenuityCombat,
    Unit,
)


def reaches(combat: IngenuityCombat, unit: Unit, ally: Unit) -> bool:
    """Return whether somebody could walk to an ally's space. Rule: reaction.intercept.reach."""
    pool = condition.speed(unit)
    if geometry.distance(combat, unit, ally) > pool:
        return False
    exits = ground.exits_of(combat, unit.size, unit.is_held("blinded"))
    if leads_straight(combat, unit, exits, ally.cell, pool):
        return True
    found = occupied.obstacles(combat, unit, exits)
    found.closed[ally.cell] = 0
    return ally.cell in flood(exits, unit.cell, pool, found, ALTERNATE, 0).cells


def leads_straight(combat: IngenuityCombat, unit: Unit, exits: Exits, end: int, pool: int) -> bool:
    """Return whether steps that each lead nearer get there; if not, a search has to tell."""
    grid = combat.grid
    here = unit.cell
    spent = 0
    slants = 0
    while here != end:
        best = -1
        least = grid.distance(here, end, ALTERNATING)
        cost = 0
        slanting = 0
        for goal, price, slant in exits.rows[here]:
            apart = grid.distance(goal, end, ALTERNATING)
            if apart < least:
                more = occupied.toll(combat, unit, goal)
                if more >= 0:
                    best, least, slanting = goal, apart, slant
                    cost = (price + more) * (1 + (slanting & slants))
        spent += cost
        slants ^= slanting
        if best < 0 or spent > pool:
            return False
        here = best
    return True


def steps(combat: IngenuityCombat, unit: Unit, metres: int = 1) -> list[int]:
    """Return where a Step leads: 1 m, not into difficult ground. Rule: action.free.step."""
    if metres > 1:
        if condition.speed(unit) < 1:
            return []
        exits = ground.exits_of(combat, unit.size, unit.effects != [] and unit.is_held("blinded"))
        found = occupied.obstacles(combat, unit, exits)
        for row in exits.rows:
            for goal, price, _ in row:
                if price > 1 or found.enter[goal] > 0:
                    found.bar(goal)
        return sorted(flood(exits, unit.cell, metres, found, ALTERNATE, 0).cells)
    return [goal for goal in step_goals(combat, unit) if unhindered(combat, unit, goal)]


def step_goals(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return where the ground lets a Step lead. Rule: action.free.step."""
    if condition.speed(unit) < 1:
        return []
    exits = ground.exits_of(combat, unit.size, unit.effects != [] and unit.is_held("blinded"))
    return [goal for goal, price, _ in exits.rows[unit.cell] if price == 1]


def unhindered(combat: IngenuityCombat, unit: Unit, goal: int) -> bool:
    """Return whether neither others nor what lies there hinder a Step."""
    return occupied.toll(combat, unit, goal) == 0 and occupied.room(combat, unit, goal)


def shift(combat: IngenuityCombat, unit: Unit, goal: int) -> None:
    """Go a metre or so that is no Move: nobody strikes at that, but spaces do what they do.

    Rules: movement.path, action.seek-cover.lost, movement.diagonals.scope.
    """
    came_from = unit.cell
    unit.cover = -1
    if combat.active == unit.index and crosswise(combat.grid, came_from, goal):
        unit.used[DIAGONALS] += 1  # movement.diagonals.scope
    combat.move(unit, goal)
    drag(combat, unit, came_from)
    if combat.watched:
        combat.say("moves", unit.index, -1, "", 0, "movement.path", cell=unit.cell)
    arrive(combat, unit, came_from)
    if unit.present and unit.hidden:
        found_out(combat, unit)


def drag(combat: IngenuityCombat, unit: Unit, came_from: int) -> None:
    """Let who is grappled come along. Rule: condition.grappled."""
    if unit.grappling < 0:
        return
    other = combat.units[unit.grappling]
    if geometry.distance(combat, unit, other) > 1 or combat.shares(other):
        if other.size == 1 and occupied.room(combat, other, came_from):
            other.cover = -1
            combat.move(other, came_from)
            zone.enter(combat, other)
        else:
            condition.let_go(combat, unit)


def arrive(combat: IngenuityCombat, unit: Unit, came_from: int = -1) -> None:
    """Let a space do to who enters it what it does, then let those who wait for it act.

    Rules: condition.burning, action.ready.timing, power.area.
    """
    if unit.effects and combat.ground(unit.cell) == WATER:
        condition.lose(combat, unit, "burning")
    if combat.zones:
        zone.enter(combat, unit, came_from)
    if unit.present:
        counter.trigger(combat, unit, MOVES_NEAR)
        counter.trigger(combat, unit, COMES)


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
        self.crossed = [0] * len(combat.units)
        self.barriers: Obstacles | None = None  # of the last search
        self.light = own and unit.talented("mobility") and not unit.used[MOBILE]

    def goes(self) -> bool:
        return self.unit.able() and self.stopped == "" and condition.speed(self.unit) > 0

    def exits(self) -> Exits:
        unit = self.unit
        blind = bool(unit.effects) and unit.is_held("blinded")
        return ground.exits_of(self.combat, unit.size, blind, self.light)

    def reach(self) -> Reach:
        """Search the places in reach."""
        barriers = occupied.obstacles(self.combat, self.unit, self.exits())
        self.barriers = barriers
        if self.light:
            for cell in range(self.combat.grid.size):
                if barriers.enter[cell] > 0:
                    barriers.enter[cell] = 0
        return flood(self.exits(), self.unit.cell, self.left(), barriers, ALTERNATE, self.layer)

    def last_steps(self, reach: Reach) -> dict[int, list[int]]:
        """Return the ways into costly spaces for which only the normal cost is left.

        ``reach`` is the last one searched. Such a space may still be entered; the mover then stops.
        Rule: movement.difficult.
        """
        combat = self.combat
        barriers = self.barriers
        found: dict[int, list[int]] = {}
        if self.light or barriers is None:
            return found
        exits = self.exits()
        number = ground.kind_of(self.unit.size, self.unit.is_held("blinded"), False)
        costly = dict.fromkeys(combat.lay().rough[number])
        for goal in range(combat.grid.size):
            if barriers.enter[goal] > 0:
                costly[goal] = None
        for goal in costly:
            if reach.node(goal) >= 0 or barriers.barred(goal) or barriers.shut(goal):
                continue
            for cell in combat.grid.near[goal]:
                slant = crosswise(combat.grid, cell, goal)
                for layer in range(2):
                    node = cell * 2 + layer
                    value = int(reach.values[node])
                    if value >= FAR or goal in found:
                        continue
                    usual = 2 if slant and layer else 1
                    if self.left() - (value >> SHIFT) >= usual and leads(exits, cell, goal):
                        found[goal] = [*way_to(reach, node), goal]
        return found

    def jumps(self, reach: Reach) -> dict[int, list[int]]:
        """Return the ways to where a jump leads that takes a test. Rule: movement.jump."""
        combat = self.combat
        leaps = ground.leaps_of(combat, self.unit.size)
        found: dict[int, list[int]] = {}
        if not leaps:
            return found
        starts = [self.unit.cell, *reach.cells]
        for here in starts:
            left = self.left() - (reach.cost(here) if here != self.unit.cell else 0)
            for landing, metres, _ in leaps.get(here, []):
                if metres <= ground.FREE_JUMP or landing in found:
                    continue
                if metres + self.unit.size <= left:
                    if occupied.toll(combat, self.unit, landing) == 0:
                        if occupied.room(combat, self.unit, landing):
                            found[landing] = [*reach.path(here), landing]
        return found

    def spelled(self, steps: list[int]) -> list[int]:
        """Return the spaces of a way one beside the other, with those of gaps jumped over."""
        grid = self.combat.grid
        found: list[int] = []
        here = self.unit.cell
        for goal in steps:
            dx = (grid.xs[goal] > grid.xs[here]) - (grid.xs[goal] < grid.xs[here])
            dy = (grid.ys[goal] > grid.ys[here]) - (grid.ys[goal] < grid.ys[here])
            while here != goal:
                here = grid.beside(here, dx, dy)
                found.append(here)
        return found

    def steps_of(self, cells: list[int]) -> list[int]:
        """Return the steps of a way that is spelled out: what leads over a gap is one jump."""
        found: list[int] = []
        here = self.unit.cell
        for goal in cells:
            size = self.unit.size
            over = ground.over(self.combat, goal, size)
            if over and goal != cells[-1] and not ground.below(self.combat, here, goal, size):
                continue
            found.append(goal)
            here = goal
        return found

    def metres(self, here: int, goal: int, second: bool) -> tuple[int, int]:
        """Return what a step normally costs, 0 if it is none, and what it costs, -1 if barred.

        Rules: movement.diagonals, movement.difficult, movement.occupied.
        """
        for other, cost, slant in self.exits().rows[here]:
            if other == goal:
                usual = 2 if slant and second else 1
                more = occupied.toll(self.combat, self.unit, goal)
                if more < 0:
                    return usual, -1
                if self.light and beside(self.combat.grid, here, goal):
                    return usual, usual
                return usual, (cost + more) * usual
        return 0, -1

    def path_rule(self, cells: list[int]) -> str:
        """Return the rule that forbids a way, "" if none does."""
        left, layer, here = self.left(), self.layer, self.unit.cell
        for goal in cells:
            usual, price = self.metres(here, goal, layer == 1)
            if not usual:
                return "movement.path"
            if price < 0:
                return "movement.occupied"
            price = left if price > left >= usual else price  # movement.difficult
            if price > left or left == 0:
                return "movement.speed"
            if crosswise(self.combat.grid, here, goal):
                layer = 1 - layer
            left -= price
            here = goal
        return "" if occupied.room(self.combat, self.unit, here) else "movement.occupied"

    def choose(self) -> bool:
        from affray.rulesets.ingenuity import choice

        asked = choice.MoveTo(self)
        if asked.only_stop():
            return False
        answer = self.combat.ask(asked)
        if answer == 0:
            return False
        self.plan = asked.plan(answer)
        return True

    def leap(self, goal: int) -> tuple[int, int]:
        """Return the width of a gap whose jump takes a test, and its first space; 0 if none."""
        unit = self.unit
        for landing, metres, first in ground.leaps_of(self.combat, unit.size).get(unit.cell, []):
            if landing == goal and metres > ground.FREE_JUMP:
                return metres, first
        return 0, -1

    def price(self, goal: int) -> int:
        """Rules: movement.diagonals, movement.difficult, movement.occupied, movement.jump."""
        usual, total = self.metres(self.unit.cell, goal, self.layer == 1)
        if usual:
            return self.left() if total > self.left() >= usual else total
        metres, _ = self.leap(goal)
        if metres and occupied.toll(self.combat, self.unit, goal) == 0:
            return metres + self.unit.size
        return -1

    def veer(self, goal: int) -> int:
        """Make the tests that a step takes: a wide jump, a hard climb, a hard swim.

        Rules: movement.jump, movement.climb.
        """
        metres, first = self.leap(goal)
        if metres:
            if scramble.jump_test(self.combat, self.unit, metres):
                return goal
            self.spent += metres + self.unit.size
            self.stopped = "movement.jump"
            forced.fall_into(self.combat, self.unit, first)
            return -1
        if not scramble.climb(self.combat, self.unit, goal):
            self.spent += max(1, self.price(goal))
            return -1
        return goal

    def before(self, goal: int) -> None:
        """Rule: movement.no-opportunity."""
        slant = self.layer if crosswise(self.combat.grid, self.unit.cell, goal) else 0
        if counter.passing(self.combat, self.unit, self.crossed, 1 + slant):
            self.stopped = "maneuver.attack"

    def enter(self, goal: int) -> None:
        combat = self.combat
        unit = self.unit
        came_from = unit.cell
        if crosswise(combat.grid, unit.cell, goal):
            self.layer = 1 - self.layer
            if self.own:
                unit.used[DIAGONALS] += 1
        if self.light and (
            combat.ground(goal) in ground.ROUGH or occupied.toll(combat, unit, goal) > 0
        ):
            unit.used[MOBILE] = 1
        unit.cover = -1  # action.seek-cover.lost
        combat.move(unit, goal)
        if unit.grappling >= 0:
            drag(combat, unit, came_from)
        self.made += 1

    def after(self, came_from: int) -> None:
        """Rules: action.ready.timing, movement.path."""
        if occupied.room(self.combat, self.unit, self.unit.cell):
            self.last_free = self.unit.cell
        arrive(self.combat, self.unit, came_from)

    def finish(self) -> None:
        combat = self.combat
        unit = self.unit
        if not unit.present:
            return
        if unit.awake and self.made and not occupied.room(combat, unit, unit.cell):
            combat.move(unit, self.last_free)
        if self.made:
            if unit.hidden:
                found_out(combat, unit)
            if combat.watched:
                combat.say("moves", unit.index, -1, "", 0, "action.move", cell=unit.cell)


def run(combat: IngenuityCombat, unit: Unit, way: list[int], pool: int) -> bool:
    """Run along a way that is given; return whether its end was reached standing.

    Rules: movement.path, movement.diagonals.scope.
    """
    move = Move(combat, unit, pool, own=combat.active == unit.index)
    move.light = False  # it is no Move
    for goal in way:
        if not move.goes() or not take_step(combat, move, goal):
            break
    move.finish()
    return unit.able() and unit.cell == way[-1]


def beside(grid: Grid, a: int, b: int) -> bool:
    return abs(grid.xs[a] - grid.xs[b]) <= 1 and abs(grid.ys[a] - grid.ys[b]) <= 1


def crosswise(grid: Grid, a: int, b: int) -> bool:
    """Return whether a step is diagonal; a slanting jump counts as two, which changes nothing."""
    return beside(grid, a, b) and grid.xs[a] != grid.xs[b] and grid.ys[a] != grid.ys[b]


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
            if geometry.behind_cover(combat, other, unit) or geometry.in_the_dark(
                combat, other, unit
            ):
                continue
            unit.hidden &= ~(1 << other.index)
            combat.mark_changed()


def apart(combat: IngenuityCombat, cell: int, unit: Unit, other: Unit) -> int:
    """Return how far somebody standing at a place would be from another."""
    return combat.grid.distance(cell, other.cell, ALTERNATING, unit.size, other.size)
