"""Where one can go: who is in the way, steps, straight lines, and what forbids it."""

from __future__ import annotations

from affray.core.grid import ALTERNATING, CHEBYSHEV, Grid, step_of
from affray.core.paths import flood
from affray.core.reach import ALTERNATE, Exits, Obstacles, Reach
from affray.rulesets.ingenuity import condition, geometry
from affray.rulesets.ingenuity.actions import (
    COVER,
    LEAVE,
    MOVE,
    PRONE,
    SPRINT,
    STAND,
    STEP,
    cell_of,
    verb_of,
)
from affray.rulesets.ingenuity.attack import areas
from affray.rulesets.ingenuity.movement import ground
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import DARK, DIAGONALS, MOVES, STEPS


def obstacles(combat: IngenuityCombat, unit: IngenuityCombatant, exits: Exits) -> Obstacles:
    """Return who and what is in somebody's way, as far as it knows.

    Rules: movement.occupied, geometry.footprint, power.area.
    """
    found = Obstacles(exits)
    grid = combat.grid
    strewn = combat.bodies[:]
    for other in combat.units:
        if not other.present or other is unit or other.cell < 0 or other.index == unit.grappling:
            continue
        if not expects(combat, unit, other):
            continue
        wide = abs(other.bulk() - unit.bulk()) >= 3
        bars = other.awake and not wide and combat.enemies(unit, other)
        for cell in grid.footprint(other.cell, other.size):
            if bars:
                found.bar_footprint(grid, cell, unit.size)
            elif not other.awake:
                strewn.append(cell)
            elif not squeezes(combat, unit, other):
                found.close_footprint(grid, cell, unit.size)
    for zone in combat.zones:
        if areas.rough(zone):
            strewn.extend(areas.spaces(combat, zone))
    for cell in strewn:
        x, y = grid.xs[cell] - unit.size + 1, grid.ys[cell] - unit.size + 1
        for place in grid.block(x, y, unit.size, unit.size):
            if found.enter[place] == 0 and not costly(combat, unit, place):
                found.cost(place, 0, 1)
    return found


def costly(combat: IngenuityCombat, unit: IngenuityCombatant, goal: int) -> bool:
    """Return whether the ground of a place costs double whatever lies there.

    Rule: movement.difficult.
    """
    if condition.stumbles(unit):
        return True
    for cell in combat.grid.footprint(goal, unit.size):
        if combat.ground(cell) in ground.ROUGH:
            return True
    return False


def squeezes(combat: IngenuityCombat, unit: IngenuityCombatant, other: IngenuityCombatant) -> bool:
    """Return whether two small ones may share a space. Rule: geometry.footprint."""
    if unit.bulk() > 2 or other.bulk() > 2:
        return False
    here = [
        unit for unit in combat.units if unit.cell == other.cell and unit.present and unit.awake
    ]
    return len([one for one in here if one is not unit]) < 2


def expects(combat: IngenuityCombat, unit: IngenuityCombatant, other: IngenuityCombatant) -> bool:
    """Return whether who plans a way for somebody knows where another stands.

    Rules: condition.hidden, attack.unseen-target.
    """
    if not other.hidden and not combat.options[DARK]:
        return True
    return combat.aware_of(other) & unit.seats != 0


def room(
    combat: IngenuityCombat, unit: IngenuityCombatant, cell: int, planned: bool = False
) -> bool:
    """Return whether somebody may end its movement at a place; ``planned``: as far as it knows.

    Rules: movement.occupied, geometry.footprint.
    """
    if combat.free(cell, unit.size):
        return True
    if occupant(combat, unit, cell, planned) is not None:
        return False
    return unit.size == 1 or bool(combat.grid.footprint(cell, unit.size))


def occupant(
    combat: IngenuityCombat, unit: IngenuityCombatant, cell: int, planned: bool
) -> IngenuityCombatant | None:
    """Return who keeps somebody from ending its movement at a place; ``planned``: as far as known.

    Rules: movement.occupied, geometry.footprint.
    """
    single = unit.size == 1
    for other in combat.units:
        if other is unit or not other.present or other.cell < 0 or not other.awake:
            continue
        met = (
            other.cell == cell if single and other.size == 1 else touches(combat, unit, cell, other)
        )
        if met and not squeezes(combat, unit, other):
            if not planned or expects(combat, unit, other):
                return other
    return None


def bars(combat: IngenuityCombat, unit: IngenuityCombatant, other: IngenuityCombatant) -> bool:
    """Return whether somebody awake may not be passed. Rule: movement.occupied."""
    return combat.enemies(unit, other) and abs(other.bulk() - unit.bulk()) < 3


def touches(
    combat: IngenuityCombat, unit: IngenuityCombatant, cell: int, other: IngenuityCombatant
) -> bool:
    """Return whether somebody, were it at a place, would share any space with another."""
    return combat.grid.distance(cell, other.cell, CHEBYSHEV, unit.size, other.size) == 0


def covers_any(
    combat: IngenuityCombat, unit: IngenuityCombatant, place: int, spaces: list[int]
) -> bool:
    """Return whether somebody, were it at a place, would stand on any of some spaces."""
    if unit.size == 1:
        return any(space == place for space in spaces)
    return any(cell in spaces for cell in combat.grid.footprint(place, unit.size))


def toll(
    combat: IngenuityCombat, unit: IngenuityCombatant, goal: int, planned: bool = False
) -> int:
    """Return 1 if who or what is there makes a place difficult ground, -1 if it is barred.

    ``planned``: as far as the mover knows. Rule: movement.occupied.
    """
    single = unit.size == 1
    free = single and combat.holder(goal) < 0  # but for the unconscious
    rough = bool(combat.bodies) and covers_any(combat, unit, goal, combat.bodies)
    for other in combat.units:
        if free and other.awake:
            continue
        if other is unit or not other.present or other.cell < 0 or other.index == unit.grappling:
            continue
        met = (
            other.cell == goal if single and other.size == 1 else touches(combat, unit, goal, other)
        )
        if met:
            if planned and not expects(combat, unit, other):
                continue
            if not other.awake:
                rough = True
            elif bars(combat, unit, other):
                return -1
    for area in combat.zones:
        if not rough and areas.rough(area):
            rough = covers_any(combat, unit, goal, areas.spaces(combat, area))
    return 1 if rough and not costly(combat, unit, goal) else 0


def reaches(combat: IngenuityCombat, unit: IngenuityCombatant, ally: IngenuityCombatant) -> bool:
    """Return whether somebody could walk to an ally's space, if its speed is enough for that.

    Rule: reaction.intercept.reach.
    """
    pool = condition.speed(unit)
    exits = ground.exits_of(combat, unit.size, condition.stumbles(unit))
    if leads_straight(combat, unit, exits, ally.cell, pool):
        return True
    found = obstacles(combat, unit, exits)
    found.closed[ally.cell] = 0
    return ally.cell in flood(exits, unit.cell, pool, found, ALTERNATE, 0).cells


def leads_straight(
    combat: IngenuityCombat, unit: IngenuityCombatant, exits: Exits, end: int, pool: int
) -> bool:
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
                more = toll(combat, unit, goal, True)
                if more >= 0:
                    best, least, slanting = goal, apart, slant
                    cost = (price + more) * (1 + (slanting & slants))
        spent += cost
        slants ^= slanting
        if best < 0 or spent > pool:
            return False
        here = best
    return True


def steps(combat: IngenuityCombat, unit: IngenuityCombatant, metres: int = 1) -> list[int]:
    """Return where a Step leads: 1 m, not into difficult ground. Rule: action.free.step."""
    if metres > 1:
        if condition.speed(unit) < 1:
            return []
        exits = ground.exits_of(combat, unit.size, condition.stumbles(unit))
        found = obstacles(combat, unit, exits)
        for row in exits.rows:
            for goal, price, _ in row:
                if price > 1 or found.enter[goal] > 0:
                    found.bar(goal)
        return sorted(flood(exits, unit.cell, metres, found, ALTERNATE, 0).cells)
    return [goal for goal in step_goals(combat, unit) if unhindered(combat, unit, goal)]


def step_goals(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return where the ground lets a Step lead. Rule: action.free.step."""
    if condition.speed(unit) < 1:
        return []
    exits = ground.exits_of(combat, unit.size, condition.stumbles(unit))
    return [goal for goal, price, _ in exits.rows[unit.cell] if price == 1]


def unhindered(combat: IngenuityCombat, unit: IngenuityCombatant, goal: int) -> bool:
    """Return whether neither others nor what lies there hinder a Step."""
    return toll(combat, unit, goal, True) == 0 and room(combat, unit, goal, True)


def beside(grid: Grid, a: int, b: int) -> bool:
    """Return whether two spaces are neighbours."""
    return grid.distance(a, b, CHEBYSHEV) <= 1


def crosswise(grid: Grid, a: int, b: int) -> bool:
    """Return whether a step is diagonal; a slanting jump counts as two, which changes nothing."""
    return abs(grid.xs[a] - grid.xs[b]) == 1 and abs(grid.ys[a] - grid.ys[b]) == 1


def leads(exits: Exits, cell: int, goal: int) -> bool:
    """Return whether a step leads from one space to another."""
    return exits.price(cell, goal) >= 0


def way_to(reach: Reach, node: int) -> list[int]:
    """Return the steps to a place as it was reached with one count of diagonals."""
    steps: list[int] = []
    while node >= 0 and reach.back[node] >= 0:
        steps.append(node // 2)
        node = int(reach.back[node])
    steps.reverse()
    return steps


def apart(
    combat: IngenuityCombat, cell: int, unit: IngenuityCombatant, other: IngenuityCombatant
) -> int:
    """Return how far somebody standing at a place would be from another."""
    return geometry.distance_from(combat, cell, unit, other)


def step_cells(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the spaces to which somebody may think of stepping."""
    if unit.talented("quick-step"):
        return combat.grid.around(unit.cell, 2)
    return list(combat.grid.near[unit.cell])


def may_step(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return where a Step may lead. Rule: action.free.step."""
    if unit.used[MOVES] or unit.used[STEPS] or unit.prone:
        return []
    return steps(combat, unit, 2 if unit.talented("quick-step") else 1)


def forbids_moving(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids a movement or a posture, "" if none does.

    Rules: action.move, action.sprint, action.free.step, action.stand-up, action.seek-cover.
    """
    verb = verb_of(code)
    if verb == STAND:
        return "" if unit.prone else "action.stand-up"
    if verb == PRONE:
        return "" if condition.may_fall_prone(unit) else "action.free.drop-prone"
    if verb == COVER:
        if unit.cover == unit.cell:
            return "action.seek-cover"
        beside = geometry.covers_beside(combat, unit.cell, unit.size)
        return "" if beside else "action.seek-cover"
    if verb == LEAVE:
        if unit.grappling >= 0:
            return "condition.grappled"
        if not condition.speed(unit):
            return "movement.speed"
        out = covers_any(combat, unit, unit.cell, combat.exit)
        return "" if out else "movement.map-edge"
    if verb == STEP:
        return "" if cell_of(code) in may_step(combat, unit) else "action.free.step"
    if verb == MOVE and (unit.used[MOVES] or unit.used[STEPS]):
        return "action.move"
    if verb == SPRINT:
        if not (unit.used[MOVES] or unit.used[STEPS]):
            return "action.sprint"
        if spending.sprint_price(unit) > unit.stamina:
            return "action.resources"
    if unit.is_held("overencumbered"):
        return "condition.encumbered"
    return "" if condition.speed(unit) else "movement.speed"


def leaps(
    combat: IngenuityCombat, unit: IngenuityCombatant, most: int
) -> list[tuple[int, list[int]]]:
    """Return the places that a leap in a straight line reaches, over all but walls."""
    grid = combat.grid
    found: list[tuple[int, list[int]]] = []
    for dx, dy in ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)):
        here = unit.cell
        way: list[int] = []
        while True:
            goal = grid.beside(here, dx, dy)
            cells = grid.footprint(goal, unit.size) if goal >= 0 else []
            if not cells or any(combat.ground(cell) in ground.SOLID for cell in cells):
                break
            if dx and dy and ground.cornered(combat, here, dx, dy, unit.size):
                break
            way = [*way, goal]
            here = goal
            spent = grid.distance(unit.cell, goal, 2)
            if spent > most:
                break
            if ground.standing(combat, goal, unit.size) and room(combat, unit, goal, True):
                found.append((spent, way))
    return found


def straight(
    combat: IngenuityCombat, unit: IngenuityCombatant, most: int
) -> list[tuple[int, list[int]]]:
    """Return the places in a straight line of free ground, each with the way there.

    Rules: movement.diagonals, movement.diagonals.scope.
    """
    found: list[tuple[int, list[int]]] = []
    exits = ground.exits_of(combat, unit.size, condition.stumbles(unit))
    for direction in range(8):
        dx, dy = step_of(direction)
        here = unit.cell
        way: list[int] = []
        spent = 0
        layer = unit.used[DIAGONALS] % 2 if combat.active == unit.index else 0
        while True:
            goal = combat.grid.beside(here, dx, dy)
            price = -1
            usual = 1
            for other, cost, slant in exits.rows[here]:
                if other == goal:
                    usual = 2 if slant and layer else 1
                    price = cost
                    layer = layer ^ slant
            more = toll(combat, unit, goal, True) if price > 0 else -1
            if more < 0 or spent + (price + more) * usual > most:
                break
            spent += (price + more) * usual
            here = goal
            way = [*way, goal]
            if room(combat, unit, goal, True):
                found.append((spent, way))
    return found
