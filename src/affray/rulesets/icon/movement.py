"""Moving by one's own power: ways and their costs, falls, dangerous terrain."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.grid import CHEBYSHEV, DROP, Grid, step_of
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Reach
from affray.core.walk import Walk
from affray.rulesets.icon import choice, condition, damage, geometry, reaction, terrain
from affray.rulesets.icon.deed import Use
from affray.rulesets.icon.maps import blocked
from affray.rulesets.icon.state import IconCombat, Unit
from affray.rulesets.icon.terms import CUT, SLANTED, SPACES
from affray.rulesets.icon.vocabulary import IMMOBILE, Ability

# Kinds of movement.
PLAIN: Final = 0
DASH: Final = 1
FLY: Final = 2
PHASE: Final = 4  # added to one of the above
RULES: Final = ("move.standard", "move.dash-ignores", "move.fly")
KINDS: Final = {"move": PLAIN, "dash": DASH, "fly": FLY}

MOVE: Final = Ability("move", "Move")  # what a movement is, as a deed

ORTHOGONAL: Final = 0  # steps
DIAGONAL: Final = 1
ONE_SLANT: Final = 2  # one step may be diagonal: places twice, the second time after it


# ---- where one may step ------------------------------------------------------------------------


def exits_of(combat: IconCombat, size: int, steps: int, *, free: bool) -> Exits:
    """Return where a mover may step by the terrain as it is now, climbing included."""
    number = (size, 2 * steps + int(free), -1 if free else combat.heights())
    known = combat.maps.exits.get(number)
    if known is None:
        known = Exits(build_exits(combat, size, steps, free=free))
        combat.maps.exits[number] = known
    return known


def build_exits(
    combat: IconCombat, size: int, steps: int, *, free: bool
) -> list[tuple[tuple[int, int, int], ...]]:
    """Build where one kind of mover may step.

    Rules: move.orthogonal, move.elevation-up, move.elevation-down, move.large-characters,
    move.map-border, terrain.impassable, terrain.climbable, move.fly, move.phasing.
    """
    grid = combat.grid
    rows: list[tuple[tuple[int, int, int], ...]] = []
    later: list[tuple[tuple[int, int, int], ...]] = []
    places = [Place(combat, cell, size) for cell in range(grid.size)]
    for cell, here in enumerate(places):
        row: list[tuple[int, int, int]] = []
        for direction in range(0, 8, 1 if steps else 2):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy) if here.fits else -1
            if goal < 0 or not places[goal].fits or (not free and places[goal].walled):
                continue
            if dx and dy and not free and squeezed(grid, places, cell, dx, dy):
                continue
            up = places[goal].top - here.top
            row.append((goal, 1 if free else 1 + max(0, up), 1 if dx and dy else 0))
        if steps == ONE_SLANT:
            straight = [one for one in row if not one[2]]
            later.append(tuple([(goal + grid.size, price, 0) for goal, price, _ in straight]))
            row = straight + [(goal + grid.size, price, 1) for goal, price, s in row if s]
        rows.append(tuple(row))
    return rows + later


class Place:
    """Where a mover of some Size may be: all that its steps ask of its spaces."""

    def __init__(self, combat: IconCombat, cell: int, size: int) -> None:
        cells = combat.grid.footprint(cell, size)
        self.size = size
        self.fits = bool(cells)  # on the map
        self.walled = any([blocked(combat.grid, one) for one in cells])
        self.top = height(combat, cells) if cells else 0


def height(combat: IconCombat, cells: list[int]) -> int:
    return max([combat.levels[one] for one in cells])


def squeezed(grid: Grid, places: list[Place], cell: int, dx: int, dy: int) -> bool:
    """Return whether both spaces beside a diagonal step bar it. Rule: move.orthogonal."""
    walls = 0
    towers = 0
    here = places[cell]
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        fits = goal >= 0 and places[goal].fits
        walls += 1 if not fits or places[goal].walled else 0
        towers += 1 if fits and places[goal].top - here.top > here.size else 0
    return walls == 2 or towers == 2


def free_to_stand(combat: IconCombat, unit: Unit, cell: int) -> bool:
    """Return whether somebody could stand at a place.

    Rules: move.no-stop-when-shared, effect.summon, move.obstruction.
    """
    cells = combat.grid.footprint(cell, unit.size) if cell >= 0 else []
    if not cells or any([blocked(combat.grid, one) for one in cells]):
        return False
    if not combat.free(cell, unit.size, unit.index):
        return False
    return not any([terrain.taken(combat, one) for one in cells])


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
        self.over_foes = False
        self.lane: list[int] = []  # spaces in which nobody bars the way
        self.goals: list[int] | None = None  # where alone it may end
        self.flies = self.kind == FLY or combat.has(unit, "flying")
        self.asked_once = False
        self.start = unit.cell
        self.made = 0
        self.path: list[int] = []  # the spaces left
        self.seats = unit.seats
        self.rule = RULES[self.kind]
        self.deed = Use(unit.index, unit.index, MOVE)
        self.barriers: Obstacles | None = None
        self.barred_at = -1  # the stamp for which they hold
        self.ways: Exits | None = None
        self.ways_at = -1  # the stamp for which they hold
        combat.walks.append(self.deed)

    def goes(self) -> bool:
        """Rules: status.immobile, move.unbroken, interrupt.own-turn."""
        unit = self.unit
        if self.deed.ends_move:
            self.stopped = "move.unbroken"
        return unit.able() and not unit.holds(IMMOBILE) and self.stopped == ""

    def steps(self) -> int:
        """Return which steps it may take. Rule: move.orthogonal."""
        unit = self.unit
        if self.combat.has(unit, "diagonal"):
            return DIAGONAL
        if self.combat.active == unit.index and not unit.used[SLANTED]:
            for trait in unit.sheet.traits:
                if trait.one_diagonal:
                    return ONE_SLANT
        return ORTHOGONAL

    def only_one_slant(self) -> bool:
        return self.steps() == ONE_SLANT

    def exits(self) -> Exits:
        """Return where the mover may step; looked up again only after something changed."""
        if self.ways is None or self.ways_at != self.combat.changes:
            free = self.flies or self.phasing
            self.ways = exits_of(self.combat, self.unit.size, self.steps(), free=free)
            self.ways_at = self.combat.changes
        return self.ways

    def obstacles(self) -> Obstacles:
        """Return who and what is in the way; worked out again only after something changed."""
        if self.barriers is None or self.barred_at != self.combat.changes:
            self.barriers = self.seen_obstacles()
            self.barred_at = self.combat.changes
        return self.barriers

    def seen_obstacles(self) -> Obstacles:
        """Look who and what is in the way.

        Rules: move.obstruction, move.through-allies, move.no-stop-when-shared, move.engagement,
        move.engagement-not-per-foe, move.difficult-exit, move.costs-stack, move.dash-ignores,
        move.dash-pays-terrain, move.fly, move.phasing, defeat.incapacitated-pc-space.
        """
        combat = self.combat
        unit = self.unit
        grid = combat.grid
        size = unit.size
        found = Obstacles(self.exits())
        for other in combat.units:
            if other is unit or other.cell < 0 or not other.present:
                continue
            bars = self.bars(other)
            if size == 1 and other.size == 1:
                found.close(other.cell)
                if bars and other.cell not in self.lane:
                    found.bar(other.cell)
                continue
            for cell in geometry.footprint(combat, other):
                if bars and cell not in self.lane:
                    found.bar_footprint(grid, cell, size)
                found.close_footprint(grid, cell, size)
        if combat.patches or combat.things:
            self.see_things(found)
        for place, extra in self.surcharges().items():
            found.cost(place, extra, 0)
        for cell in walls_of(combat):
            found.close_footprint(grid, cell, size)
        for cell in combat.maps.drops:
            found.harm(cell, 20)
        for cell in combat.lay().harmful:
            found.harm(cell, 2 * combat.chapter)
        if self.goals is not None:
            for cell in range(grid.size):
                if cell not in self.goals:
                    found.close(cell)
        if self.exits().size > grid.size:
            double(found, grid.size)
        return found

    def see_things(self, found: Obstacles) -> None:
        """Add summons and objects. Rules: effect.summon, move.obstruction."""
        combat = self.combat
        size = self.unit.size
        for cell in terrain.summoned(combat):
            found.close_footprint(combat.grid, cell, size)
        for cell in terrain.obstructions(combat):
            if not self.phasing and not self.flies:
                found.bar_footprint(combat.grid, cell, size)
            found.close_footprint(combat.grid, cell, size)

    def walled(self, cell: int) -> bool:
        """Return whether the mover would stand in a wall there. Rule: terrain.impassable."""
        grid = self.combat.grid
        return any([blocked(grid, one) for one in grid.footprint(cell, self.unit.size)])

    def bars(self, other: Unit) -> bool:
        """Rules: move.obstruction, effect.intangible, move.fly."""
        if not other.able() or not self.combat.hostile(self.unit, other):
            return False
        if self.phasing or self.over_foes or self.combat.has(other, "intangible"):
            return False
        return not (self.flies and not self.combat.has(other, "flying"))

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
            for cell in combat.lay().rough:
                x = grid.xs[cell] - size + 1
                for place in grid.block(x, grid.ys[cell] - size + 1, size, size):
                    found[place] = 1
        if self.kind == DASH or combat.has(unit, "unstoppable"):
            return found
        engaged: dict[int, int] = {}
        for other in combat.units:
            if not combat.hostile(unit, other) or not geometry.engages(combat, other):
                continue
            if self.flies and not combat.has(other, "flying"):
                continue
            cost = 1
            for one in other.sheet.traits:
                cost = max(cost, 1 + one.engagement)
            if size == 1 and other.size == 1:
                for place in grid.near[other.cell]:
                    engaged[place] = max(engaged.get(place, 0), cost)
                continue
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
        """Return what the step to a neighbour costs, -1 if it is barred."""
        return self.price_from(self.unit.cell, goal)

    def price_from(self, here: int, goal: int) -> int:
        return -1 if self.obstacles().barred(goal) else self.toll(here, goal)

    def toll(self, here: int, goal: int) -> int:
        """Return what a step would cost if nobody barred it, -1 if there is none."""
        size = self.combat.grid.size
        for cell, price, _ in self.exits().rows[here]:
            if cell % size == goal % size:
                return int(price + self.obstacles().leave[here])
        return -1

    def choose(self) -> bool:
        asked = choice.MoveTo(self)
        if self.asked_once and asked.only_stop():
            return False
        self.asked_once = True
        answer = self.combat.ask(asked)
        if answer == PASS:
            return False
        self.plan = asked.cells(answer) if answer < 0 else asked.way(answer - 1)
        return True

    def enter(self, goal: int) -> None:
        here = self.unit.cell
        width = self.combat.grid.width
        if here % width != goal % width and here // width != goal // width:
            if self.steps() == ONE_SLANT:
                self.unit.used[SLANTED] += 1
        self.path.append(here)
        fresh = self.barred_at == self.combat.changes
        self.combat.move(self.unit, goal)
        if fresh:  # its own step moves nobody else
            self.barred_at = self.combat.changes

    def after(self, came_from: int) -> None:
        """Fall, then dangerous terrain, then interrupts.

        Rules: terrain.fall-continue, terrain.dangerous, interrupt.timing, move.dash-ignores.
        """
        unit = self.unit
        self.made += 1
        self.deed.cell = came_from
        unit.used[SPACES] += 1
        land(self.combat, unit, came_from, falls=not self.flies, hurts=not self.flies)
        if unit.able() and self.kind != DASH:
            reaction.stepped(self.combat, self.deed)

    def finish(self) -> None:
        """End the movement; who fell on somebody lies in the last free space before it.

        Rules: move.no-stop-when-shared, status.slashed.
        """
        unit = self.unit
        self.combat.walks.remove(self.deed)
        settle(self.combat, unit, [self.start, *self.path])
        if self.made:
            moved(self.combat, unit)


def settle(combat: IconCombat, unit: Unit, path: list[int]) -> None:
    """Put somebody who cannot stay where it is back into the last free space it came through.

    If all of those are taken by now, into a nearest free one, its controller choosing.
    Rule: move.no-stop-when-shared.
    """
    if unit.cell < 0 or not unit.present or free_to_stand(combat, unit, unit.cell):
        return
    for cell in reversed(path):
        if free_to_stand(combat, unit, cell):
            combat.move(unit, cell)
            return
    cells = nearest(combat, unit, [unit.cell])
    if cells:
        goal = cells[0]
        if len(cells) > 1:
            rule = "move.no-stop-when-shared"
            goal = combat.ask(choice.Cells(combat, unit.seats, unit.index, rule, cells, "")) - 1
        combat.move(unit, goal)


def nearest(combat: IconCombat, unit: Unit, places: list[int]) -> list[int]:
    """Return the free spaces, no edges, nearest to some places. Rule: terrain.edge-removal."""
    grid = combat.grid
    best: list[int] = []
    least = 0
    for cell in range(grid.size):
        cells = grid.footprint(cell, unit.size)
        if not cells or any([grid.ground[one] == DROP for one in cells]):
            continue
        if free_to_stand(combat, unit, cell):
            far = min([grid.distance(one, cell, CHEBYSHEV) for one in places])
            if not best or far < least:
                best = []
                least = far
            if far == least:
                best.append(cell)
    return best


def walls_of(combat: IconCombat) -> list[int]:
    """Return impassable spaces; with them edges are looked up, once for a map."""
    maps = combat.maps
    if not maps.known:
        maps.known = True
        grid = combat.grid
        maps.walls = [cell for cell in range(grid.size) if blocked(grid, cell)]
        maps.drops = [cell for cell in range(grid.size) if grid.ground[cell] == DROP]
    return maps.walls


def double(found: Obstacles, size: int) -> None:
    """Make the obstacles of the second time equal to those of the first."""
    for cell in range(size):
        found.cost(cell + size, int(found.leave[cell]), 0)
        found.harm(cell + size, int(found.hazard[cell]))
        if found.barred(cell):
            found.bar(cell + size)
        if found.shut(cell):
            found.close(cell + size)


# ---- what a step brings ------------------------------------------------------------------------


def land(combat: IconCombat, unit: Unit, came_from: int, *, falls: bool, hurts: bool) -> None:
    """Rules: terrain.fall, terrain.fall-continue, terrain.dangerous, move.fly."""
    old = combat.grid.footprint(came_from, unit.size)
    cells = geometry.footprint(combat, unit)
    drop = height(combat, old) - height(combat, cells)
    flies = (drop > 1 or hurts) and combat.has(unit, "flying")
    if falls and drop > 1 and not flies:
        fall(combat, unit, drop)
    if not hurts or flies:
        return
    for cell in cells:
        if cell not in old and combat.floor[cell] & 2 and unit.able():
            damage.hurt_by_terrain(combat, unit, combat.chapter, pierce=True)


def fall(combat: IconCombat, unit: Unit, drop: int) -> None:
    """Rules: terrain.fall, terrain.fall-reducible."""
    if combat.watched:
        combat.say("falls", unit.index, -1, "", drop, "terrain.fall")
    damage.hurt_by_terrain(combat, unit, drop, pierce=False)


def moved(combat: IconCombat, unit: Unit, *, own: bool = True) -> None:
    """Do what follows when somebody was moved by itself or (not ``own``) an ally.

    Rules: status.slashed, effect.stance, move.shove-free.
    """
    if own:
        condition.stance_ends(combat, unit, "moves")
    if combat.watched:
        combat.say("moves", unit.index, cell=unit.cell)
    if not unit.able() or unit.used[CUT]:
        return
    for one in unit.statuses():
        if one.move_damage:
            unit.used[CUT] += 1
            blow = damage.Blow(-1, unit.index, one.move_damage)
            blow.pierce = one.move_pierce
            damage.deal(combat, None, blow)
