"""Moving and being moved: costs, falls, shoves, teleports, edges."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.grid import CHEBYSHEV, DROP, step_of
from affray.core.paths import Exits, Obstacles, Reach, flood
from affray.core.walk import Walk, path_cells
from affray.rulesets.icon import choice, condition, damage, geometry, reaction
from affray.rulesets.icon.state import (
    COIN,
    CUT,
    DEFEATED,
    FLED,
    FORCED,
    SPACES,
    STATES,
    IconCombat,
    Unit,
    blocked,
)

# Kinds of movement.
PLAIN: Final = 0
DASH: Final = 1
FLY: Final = 2
PHASE: Final = 4  # added to one of the above
KINDS: Final = {"move": PLAIN, "dash": DASH, "fly": FLY}


def exits_of(combat: IconCombat, size: int, diagonal: bool, free: bool) -> Exits:
    """Return where a mover may step by the terrain as it is now, climbing included."""
    levels = () if free else tuple(combat.levels)
    number = (size, int(diagonal) + 2 * int(free), levels)
    known = combat.maps.exits.get(number)
    if known is None:
        known = build_exits(combat, size, diagonal, free)
        combat.maps.exits[number] = known
    return known


def build_exits(combat: IconCombat, size: int, diagonal: bool, free: bool) -> Exits:
    """Build where one kind of mover may step.

    Rules: move.orthogonal, move.elevation-up, move.elevation-down, move.large-characters,
    move.map-border, terrain.impassable, terrain.climbable, move.fly, move.phasing.
    """
    grid = combat.grid
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        old = grid.footprint(cell, size)
        for direction in range(0, 8, 1 if diagonal else 2):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            cells = grid.footprint(goal, size) if goal >= 0 and old else []
            if not cells or (not free and any([blocked(grid, one) for one in cells])):
                continue
            if dx and dy and not free and squeezed(combat, cell, dx, dy, size):
                continue
            up = height(combat, cells) - height(combat, old)
            row.append((goal, 1 if free else 1 + max(0, up), 1 if dx and dy else 0))
        rows.append(tuple(row))
    return Exits(rows)


def height(combat: IconCombat, cells: list[int]) -> int:
    return max([combat.levels[one] for one in cells])


def squeezed(combat: IconCombat, cell: int, dx: int, dy: int, size: int) -> bool:
    """Return whether both spaces beside a diagonal step bar it. Rule: move.orthogonal."""
    grid = combat.grid
    walls = 0
    towers = 0
    up = height(combat, grid.footprint(cell, size))
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        cells = grid.footprint(goal, size) if goal >= 0 else []
        walls += 1 if not cells or any([blocked(grid, one) for one in cells]) else 0
        towers += 1 if cells and height(combat, cells) - up > size else 0
    return walls == 2 or towers == 2


def free_to_stand(combat: IconCombat, unit: Unit, cell: int) -> bool:
    """Return whether somebody could stand at a cell."""
    cells = combat.grid.footprint(cell, unit.size) if cell >= 0 else []
    if not cells or any([blocked(combat.grid, one) for one in cells]):
        return False
    return combat.free(cell, unit.size, unit.index)


class Move(Walk):
    """One movement by its mover's own power.

    Rules: move.standard, move.turning, move.unbroken, move.insufficient.
    """

    def __init__(self, combat: IconCombat, unit: Unit, spaces: int, kind: int) -> None:
        super().__init__(unit.index, spaces)
        self.combat = combat
        self.unit = unit
        self.kind = kind & 3
        self.phasing = kind & PHASE != 0
        self.flies = self.kind == FLY or unit.on("flying")
        self.asked_once = False
        self.start = unit.cell
        self.made = 0
        self.path: list[int] = []  # the spaces left
        self.seats = unit.seats
        self.rule = "move.standard"

    def goes(self) -> bool:
        """Rules: status.immobile, move.unbroken."""
        unit = self.unit
        return unit.able() and not unit.has(STATES["immobile"]) and self.stopped == ""

    def exits(self) -> Exits:
        return exits_of(
            self.combat, self.unit.size, self.unit.on("diagonal"), self.flies or self.phasing
        )

    def obstacles(self) -> Obstacles:
        """Return who and what is in the way.

        Rules: move.obstruction, move.through-allies, move.no-stop-when-shared, move.engagement,
        move.engagement-not-per-foe, move.difficult-exit, move.costs-stack, move.dash-ignores,
        move.dash-pays-terrain, move.fly, move.phasing, defeat.incapacitated-pc-space.
        """
        combat = self.combat
        unit = self.unit
        grid = combat.grid
        found = Obstacles(self.exits())
        for other in combat.units:
            if other is unit or other.cell < 0 or not other.present:
                continue
            for cell in geometry.footprint(combat, other):
                if self.bars(other):
                    found.bar_footprint(grid, cell, unit.size)
                found.close_footprint(grid, cell, unit.size)
        for place, extra in self.surcharges().items():
            found.cost(place, extra, 0)
        size = unit.size
        for cell in range(grid.size):
            if blocked(grid, cell):
                found.close_footprint(grid, cell, size)
            elif grid.ground[cell] == DROP:
                found.harm(cell, 20)
            elif combat.dangerous(cell):
                found.harm(cell, 2 * combat.chapter)
        return found

    def walled(self, cell: int) -> bool:
        """Return whether the mover would stand in a wall there. Rule: terrain.impassable."""
        grid = self.combat.grid
        return any([blocked(grid, one) for one in grid.footprint(cell, self.unit.size)])

    def bars(self, other: Unit) -> bool:
        """Rules: move.obstruction, effect.intangible, move.fly."""
        if not other.able() or not self.combat.hostile(self.unit, other) or self.phasing:
            return False
        if other.on("intangible"):
            return False
        return not (self.flies and not other.on("flying"))

    def surcharges(self) -> dict[int, int]:
        """Return what leaving each place costs besides the step."""
        found: dict[int, int] = {}
        if self.phasing:
            return found
        combat = self.combat
        grid = combat.grid
        unit = self.unit
        size = unit.size
        if not self.flies and not any([one.ignores_difficult for one in unit.sheet.traits]):
            for cell in range(grid.size):
                if combat.difficult(cell):
                    x = grid.xs[cell] - size + 1
                    for place in grid.block(x, grid.ys[cell] - size + 1, size, size):
                        found[place] = 1
        if self.kind == DASH or unit.on("unstoppable"):
            return found
        engaged: dict[int, int] = {}
        for other in combat.units:
            if not combat.hostile(unit, other) or not geometry.engages(other):
                continue
            if self.flies and not other.on("flying"):
                continue
            cost = 1 + max([0, *[one.engagement for one in other.sheet.traits]])
            wide = other.size + size + 1
            x = grid.xs[other.cell] - size
            for place in grid.block(x, grid.ys[other.cell] - size, wide, wide):
                engaged[place] = max(engaged.get(place, 0), cost)
        for place, cost in engaged.items():
            found[place] = found.get(place, 0) + cost
        return found

    def reach(self) -> Reach:
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def price(self, goal: int) -> int:
        obstacles = self.obstacles()
        if obstacles.barred(goal):
            return -1
        for cell, price, _ in self.exits().rows[self.unit.cell]:
            if cell == goal:
                return int(price + obstacles.leave[self.unit.cell])
        return -1

    def choose(self) -> bool:
        asked = choice.MoveTo(self)
        if self.asked_once and len(asked.answers()) == 1:
            return False
        self.asked_once = True
        answer = self.combat.ask(asked)
        if answer == PASS:
            return False
        if answer < 0:
            self.plan = path_cells(self.combat.grid, self.unit.cell, answer)
        else:
            self.plan = asked.reach().path(answer - 1)
        return True

    def enter(self, goal: int) -> None:
        self.path.append(self.unit.cell)
        self.combat.move(self.unit, goal)

    def after(self, came_from: int) -> None:
        """Fall, then dangerous terrain, then interrupts.

        Rules: terrain.fall-continue, terrain.dangerous, interrupt.timing, move.dash-ignores.
        """
        unit = self.unit
        self.made += 1
        unit.used[SPACES] += 1
        land(
            self.combat,
            unit,
            came_from,
            falls=not self.flies and not self.phasing,
            hurts=not self.flies,
        )
        if unit.able() and self.kind != DASH:
            reaction.stepped(self.combat, self)

    def finish(self) -> None:
        """Rules: move.no-stop-when-shared, status.slashed."""
        unit = self.unit
        if unit.able() and not free_to_stand(self.combat, unit, unit.cell):
            back = self.start
            for cell in self.path:
                if free_to_stand(self.combat, unit, cell):
                    back = cell
            self.combat.move(unit, back)
        if self.made:
            moved(self.combat, unit)


def land(combat: IconCombat, unit: Unit, came_from: int, *, falls: bool, hurts: bool) -> None:
    """Rules: terrain.fall, terrain.fall-continue, terrain.dangerous, move.fly."""
    size = unit.size
    old = combat.grid.footprint(came_from, size)
    cells = geometry.footprint(combat, unit)
    drop = height(combat, old) - height(combat, cells)
    if falls and drop > 1 and not unit.on("flying"):
        if combat.watched:
            combat.say("falls", unit.index, -1, "", drop, "terrain.fall")
        damage.hurt_by_terrain(combat, unit, drop, pierce=False)
    if not hurts or unit.on("flying"):
        return
    for cell in cells:
        if cell not in old and combat.dangerous(cell) and unit.able():
            damage.hurt_by_terrain(combat, unit, combat.chapter, pierce=True)


def moved(combat: IconCombat, unit: Unit) -> None:
    """Do what follows when somebody was moved by itself or an ally.

    Rules: status.slashed, effect.stance.
    """
    if unit.stance() == "stance-braced-pike":
        condition.end_stance(combat, unit)
    if combat.watched:
        combat.say("moves", unit.index, cell=unit.cell)
    if unit.able() and unit.status("slashed") and not unit.used[CUT]:
        unit.used[CUT] += 1
        blow = damage.Blow(-1, unit.index, 2)
        blow.pierce = True
        damage.deal(combat, None, blow)


# ---- forced movement ---------------------------------------------------------------------------


def may_be_moved(combat: IconCombat, unit: Unit, by: Unit) -> bool:
    """Rules: status.immobile, effect.unstoppable, effect.sturdy."""
    if condition.untouched(combat, unit) or unit.has(STATES["immobile"]):
        return False
    if combat.hostile(unit, by):
        if unit.on("unstoppable"):
            return False
        if sturdy(unit) and unit.used[FORCED]:
            return False
    return True


def sturdy(unit: Unit) -> bool:
    return unit.on("sturdy") or unit.stance() == "stance-braced-pike"


def heading(combat: IconCombat, by: Unit, origin: int, unit: Unit) -> int:
    """Return the direction of a shove. Rule: move.shove-direction."""
    grid = combat.grid
    size = by.size if origin < 0 else 1
    cell = by.cell if origin < 0 else origin
    dx = unit.cell % grid.width - cell % grid.width
    dy = unit.cell // grid.width - cell // grid.width
    wide, high = grid.apart(cell, size, unit.cell, unit.size)
    along_x = 2 if dx > 0 else 6
    along_y = 4 if dy > 0 else 0
    if wide > high:
        return along_x
    if high > wide:
        return along_y
    menu = [(along_x, "along the row"), (along_y, "along the column")]
    return combat.ask(Menu(by.seats, by.index, "move.shove-direction", menu, along_x))


def shove(
    combat: IconCombat, by: Unit, unit: Unit, spaces: int, direction: int, *, pull: bool = False
) -> bool:
    """Move somebody in a straight line; return whether it collided.

    Rules: move.shove, move.shove-free, move.collide, effect.sturdy, terrain.climbable.
    """
    if not may_be_moved(combat, unit, by):
        return False
    foe = combat.hostile(unit, by)
    if foe:
        spaces -= max([0, *[one.shortened for one in unit.sheet.traits]])
        if sturdy(unit):
            spaces = min(spaces, 1 - unit.used[FORCED])
    spaces = within(combat, unit, spaces, direction)
    collided = False
    made = 0
    dx, dy = step_of(direction)
    while made < spaces and unit.able():
        if pull and geometry.adjacent(combat, unit, by):
            break
        goal = combat.grid.beside(unit.cell, dx, dy)
        if not enterable(combat, unit, goal):
            collided = True
            break
        came_from = unit.cell
        combat.move(unit, goal)
        made += 1
        if foe:
            unit.used[FORCED] += 1
        land(combat, unit, came_from, falls=True, hurts=True)
    if made:
        if combat.watched:
            combat.say("is moved", unit.index, by.index, cell=unit.cell)
        if unit.stance() in ("stance-shield-lane", "stance-braced-pike"):
            condition.end_stance(combat, unit)
        if not foe and unit.able():
            moved(combat, unit)
    if collided and combat.watched:
        combat.say("collides", unit.index, by.index, rule="move.collide")
    return collided


def within(combat: IconCombat, unit: Unit, spaces: int, direction: int) -> int:
    """Return how far a shove goes so that it does not end over the fallen. Rule: move.collide."""
    dx, dy = step_of(direction)
    best = 0
    cell = unit.cell
    for made in range(1, spaces + 1):
        cell = combat.grid.beside(cell, dx, dy)
        if not enterable(combat, unit, cell):
            return spaces if best == made - 1 else best
        if free_to_stand(combat, unit, cell):
            best = made
    return best


def enterable(combat: IconCombat, unit: Unit, goal: int) -> bool:
    """Return whether a shove can take somebody there. Rule: move.collide."""
    cells = combat.grid.footprint(goal, unit.size) if goal >= 0 else []
    if not cells or any([blocked(combat.grid, one) for one in cells]):
        return False
    if height(combat, cells) > combat.elevation(unit) and not unit.on("flying"):
        return False
    for cell in cells:
        other = combat.at(cell)
        if other is not None and other is not unit and other.able():
            return False
    return True


def teleport(combat: IconCombat, unit: Unit, spaces: int, seats: int) -> None:
    """Rule: move.teleport."""
    if condition.untouched(combat, unit) or unit.has(STATES["immobile"]):
        return
    goals = [
        cell
        for cell in combat.grid.around(unit.cell, spaces)
        if cell != unit.cell and free_to_stand(combat, unit, cell)
    ]
    place(combat, unit, goals, seats, "move.teleport")


def place(combat: IconCombat, unit: Unit, goals: list[int], seats: int, rule: str) -> None:
    """Let somebody appear at one of some spaces, or stay."""
    if not goals:
        return
    asked = choice.Cells(combat, seats, unit.index, rule, goals, "stay")
    answer = combat.ask(asked)
    if answer != PASS:
        put(combat, unit, answer - 1)
        moved(combat, unit)


def put(combat: IconCombat, unit: Unit, goal: int) -> None:
    came_from = unit.cell
    combat.move(unit, goal)
    land(combat, unit, came_from, falls=False, hurts=True)


def swap(combat: IconCombat, a: Unit, b: Unit) -> bool:
    """Trade spaces, a teleport of both; return whether it happened. Rule: move.teleport."""
    for one in (a, b):
        if condition.untouched(combat, one) or one.has(STATES["immobile"]):
            return False
    if a.size != b.size:
        return False
    here = a.cell
    there = b.cell
    combat.leave(a)
    combat.leave(b)
    combat.stand(a, there)
    combat.stand(b, here)
    combat.touch()
    if combat.watched:
        combat.say("swaps", a.index, b.index)
    for one, came_from in ((a, here), (b, there)):
        land(combat, one, came_from, falls=False, hurts=True)
        moved(combat, one)
    return True


# ---- edges -------------------------------------------------------------------------------------


def at_edge(combat: IconCombat, unit: Unit) -> bool:
    """Rule: terrain.edge-removal."""
    grid = combat.grid
    return all([grid.ground[cell] == DROP for cell in geometry.footprint(combat, unit)])


def closest(combat: IconCombat, unit: Unit, edge: int) -> list[int]:
    """Return the closest free spaces that are no edge."""
    grid = combat.grid
    best: list[int] = []
    least = 0
    for cell in range(grid.size):
        cells = grid.footprint(cell, unit.size)
        if not cells or any([grid.ground[one] == DROP for one in cells]):
            continue
        if not free_to_stand(combat, unit, cell):
            continue
        far = grid.distance(edge, cell, CHEBYSHEV)
        if not best or far < least:
            best = []
            least = far
        if far == least:
            best.append(cell)
    return best


def edge_check(combat: IconCombat, actor: int) -> None:
    """Save everybody on an edge at the end of a turn, by row, then column.

    Rules: terrain.edge-removal, terrain.edge-mob, terrain.edge-flying.
    """
    on_edge = [one for one in combat.units if one.able() and at_edge(combat, one)]
    for cell in sorted([one.cell for one in on_edge]):
        for unit in on_edge:
            if unit.cell != cell:
                continue
            if unit.on("flying") and unit.index != actor:
                continue
            if condition.saves(combat, unit, "terrain.edge-removal") or coin(unit):
                back(combat, unit, cell)
            else:
                go_over(combat, unit)


def coin(unit: Unit) -> bool:
    """Return whether a relic turns a failed edge save."""
    if unit.used[COIN] or not any([one.edge_save for one in unit.sheet.traits]):
        return False
    unit.used[COIN] += 1
    return True


def back(combat: IconCombat, unit: Unit, edge: int) -> None:
    goals = closest(combat, unit, edge)
    if not goals:
        return
    goal = goals[0]
    if len(goals) > 1:
        asked = choice.Cells(combat, unit.seats, unit.index, "terrain.edge-removal", goals, "")
        goal = combat.ask(asked) - 1
    combat.move(unit, goal)


def go_over(combat: IconCombat, unit: Unit) -> None:
    unit.off = unit.cell
    combat.leave(unit)
    unit.present = False
    if unit.sheet.mob:
        unit.fate = DEFEATED
        unit.hp = 0
        unit.off = -1
    combat.touch()
    if combat.watched:
        combat.say("over the edge", unit.index, rule="terrain.edge-removal")


def come_back(combat: IconCombat, unit: Unit) -> bool:
    """Bring somebody back over an edge at the start of its turn; False if it stays away.

    Rules: terrain.edge-pc-return, terrain.edge-foe-return.
    """
    if not unit.sheet.pc:
        menu = [(PASS, "return"), (1, "stay away")]
        asked = Menu(1 << combat.gm, unit.index, "terrain.edge-foe-return", menu)
        if combat.ask(asked) != PASS:
            unit.fate = FLED
            unit.off = -1
            return False
    edge = unit.off
    goals = closest(combat, unit, edge)
    if not goals:
        return False
    goal = goals[0]
    if len(goals) > 1:
        asked_cells = choice.Cells(
            combat, unit.seats, unit.index, "terrain.edge-pc-return", goals, ""
        )
        goal = combat.ask(asked_cells) - 1
    unit.off = -1
    unit.present = True
    combat.stand(unit, goal)
    if combat.watched:
        combat.say("returns", unit.index, cell=goal)
    return True
