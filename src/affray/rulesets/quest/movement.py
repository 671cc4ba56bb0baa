"""Moving: points, rates, free hits on the way, falling, being pushed."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Menu
from affray.core.dice import OTHER
from affray.core.grid import (
    CLIMB,
    DIFFICULT,
    LOW_COVER,
    PIT,
    WALL,
    WATER,
    Grid,
    direction_of,
    step_of,
)
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Reach
from affray.core.walk import Walk, walk
from affray.rulesets.quest import attack, choice, damage, geometry, reaction, sheet, stealth
from affray.rulesets.quest.condition import BURNING, lose, undetected
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.end import decided
from affray.rulesets.quest.state import QuestCombat, Unit
from affray.rulesets.quest.terms import FLED, MANEUVERER

# How a unit moves.
WALK: Final = 0
SNEAK: Final = 1
TUMBLE: Final = 2
MODES: Final = ("move", "sneak", "tumble")

# Points a step.
NORMAL: Final = 1
HALF: Final = 2  # move.half-rate
PRONE: Final = 3  # move.prone-third


def ground_price(grid: Grid, cell: int, swims: bool) -> int:
    """Return the rate of entering a space, as far as its ground decides.

    Rules: move.swim-climb-squares, move.half-rate-other, gm.other-half-rate, feat.maneuverer.
    """
    kind = grid.ground[cell]
    if kind == WATER:
        return NORMAL if swims else HALF
    return HALF if kind in (DIFFICULT, CLIMB, LOW_COVER, PIT) else NORMAL


def exits_of(combat: QuestCombat, size: int, swims: bool, rate: int) -> Exits:
    """Return where a mover of a size may step and for how many points, from the map alone."""
    number = (size * 2 + int(swims)) * 4 + rate
    known = combat.maps.exits.get(number)
    if known is None:
        known = build_exits(combat.grid, size, swims, rate)
        combat.maps.exits[number] = known
    return known


def build_exits(grid: Grid, size: int, swims: bool, rate: int) -> Exits:
    """Work out every step that the map allows, with its price.

    Rules: move.pool, move.diagonals, move.large-units, move.fractions-do-not-multiply,
    move.map-edge.
    """
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for direction in range(8):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            cells = grid.footprint(goal, size) if goal >= 0 else []
            if not cells or any([grid.ground[one] == WALL for one in cells]):
                continue
            if dx and dy and squeezed(grid, cell, dx, dy, size):
                continue
            old = grid.footprint(cell, size)
            price = rate
            for one in cells:
                if one not in old:
                    price = max(price, ground_price(grid, one, swims))
            if height(grid, old) != height(grid, cells):
                price = max(price, HALF)  # a ledge is climbed
            row.append((goal, price, 1 if dx and dy else 0))
        rows.append(tuple(row))
    return Exits(rows)


def squeezed(grid: Grid, cell: int, dx: int, dy: int, size: int) -> bool:
    """Return whether both spaces beside a diagonal step are impassable. Rule: move.diagonals."""
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        cells = grid.footprint(goal, size) if goal >= 0 else []
        if cells and not any([grid.ground[one] == WALL for one in cells]):
            return False
    return True


def height(grid: Grid, cells: list[int]) -> int:
    """Return the height at which a footprint stands: its highest. Rule: move.large-units."""
    return max([grid.levels[one] for one in cells]) if cells else 0


def rate_of(combat: QuestCombat, unit: Unit, mode: int) -> int:
    """Return the points of a step on even ground.

    Rules: move.half-rate, sneak.half-rate, move.tumbling-half-rate, move.max-capacity,
    move.prone-third, feat.maneuverer.
    """
    if unit.prone:
        return PRONE
    if mode != WALK and not unit.has_feat(MANEUVERER):
        return HALF
    return HALF if sheet.loaded(combat, unit) else NORMAL


def move(combat: QuestCombat, unit: Unit, mode: int, points: int, by_ma: bool) -> None:
    """Carry a move out from its first step to its last.

    Rules: move.continuous, sneak.start-unseen.
    """
    if mode == SNEAK:
        stealth.hide(combat, unit)
    combat.moving = unit.index
    walk(combat, Move(combat, unit, mode, points, by_ma))
    combat.moving = -1


class Manner(Menu):
    """How a move that a spell grants is made. Rules: move.tumble, sneak.start-unseen."""

    kind: ClassVar[str] = "manner"

    def __init__(self, unit: Unit, modes: list[int]) -> None:
        options = [(1 + one, MODES[one]) for one in modes]
        super().__init__(unit.seats, unit.index, "move.tumble", options, options[0][0])

    def prompt(self) -> str:
        return "how to move"


def move_at_once(combat: QuestCombat, unit: Unit, points: int) -> None:
    """Make a move that a spell grants: declared as a walk, a sneak or a tumble like any other.

    Rules: move.tumble, sneak.start-unseen, move.pool.
    """
    modes = [one for one in range(len(MODES)) if rate_of(combat, unit, one) <= points]
    if stealth.cannot_sneak(combat, unit):
        modes = [one for one in modes if one != SNEAK]
    if modes:
        mode = modes[0] if len(modes) == 1 else combat.ask(Manner(unit, modes)) - 1
        move(combat, unit, mode, points, False)


class Move(Walk):
    """One move under way: points by an MA, by joined BAs, or by a spell.

    Rules: move.pool, move.continuous, action.ba-move, turn.any-order.
    """

    def __init__(
        self, combat: QuestCombat, unit: Unit, mode: int, points: int, by_ma: bool
    ) -> None:
        super().__init__(unit.index, points + (sheet.movement(combat, unit) if by_ma else 0))
        self.combat = combat
        self.unit = unit
        self.mode = mode
        self.by_ma = by_ma
        self.begun_at = sheet.movement(combat, unit)
        self.last_free = unit.cell
        self.leaves = False  # it goes off the map at the end of its plan
        self.jumping = -1  # the space into which it drops without climbing
        self.made = 0
        self.held: list[int] = []  # places that proved to be held by somebody undetected

    def left(self) -> int:
        """Rules: move.slowed-mid-move, move.never-negative."""
        lost = 0
        if self.by_ma:
            lost = max(0, self.begun_at - sheet.movement(self.combat, self.unit))
        return max(0, self.pool - lost - self.spent)

    def goes(self) -> bool:
        """Rule: move.interrupted."""
        return self.unit.free_handed() and self.stopped == "" and not decided(self.combat)

    def rate(self) -> int:
        return rate_of(self.combat, self.unit, self.mode)

    def exits(self) -> Exits:
        unit = self.unit
        return exits_of(self.combat, unit.size, unit.has_feat(MANEUVERER), self.rate())

    def obstacles(self) -> Obstacles:
        """Return who is in the way as far as the mover knows, and what a step may provoke.

        Rules: move.occupied-spaces, move.tumble.
        """
        combat = self.combat
        unit = self.unit
        found = Obstacles(self.exits())
        for place in self.held:
            found.bar(place)
        for other in combat.units:
            if not other.present or other is unit or undetected(other, unit):
                continue
            enemy = combat.enemies(unit, other)
            for cell in combat.grid.footprint(other.cell, other.size):
                if enemy and self.mode != TUMBLE:
                    found.bar_footprint(combat.grid, cell, unit.size)
                else:
                    found.close_footprint(combat.grid, cell, unit.size)
            if enemy and not unit.disengaged and other.free_handed() and sheet.has_slot(other):
                self.fear(found, other)
        return found

    def fear(self, found: Obstacles, other: Unit) -> None:
        """Mark what may provoke an enemy: the ring around its zone from inside, else the zone."""
        grid = self.combat.grid
        reach = sheet.reach(other)
        inside = geometry.in_zone(self.combat, other, self.unit)
        far = reach + 1 if inside else reach
        wide = other.size + 2 * far
        for cell in grid.block(grid.xs[other.cell] - far, grid.ys[other.cell] - far, wide, wide):
            if not inside or geometry.distance_to(self.combat, other, cell) == far:
                found.harm(cell, 1)

    def drops(self) -> list[tuple[int, int]]:
        """Return every step of two or more down that the map has: from where, and to where."""
        maps = self.combat.maps
        size = self.unit.size
        if size not in maps.drops:
            grid = self.combat.grid
            found: list[tuple[int, int]] = []
            for start, row in enumerate(self.exits().rows):
                high = height(grid, grid.footprint(start, size))
                for goal, _, _ in row:
                    if high - height(grid, grid.footprint(goal, size)) >= 2:
                        found.append((start, goal))
            maps.drops[size] = found
        return maps.drops[size]

    def passable(self) -> list[int]:
        """Return the places of others: it may pass them, not stop. Rule: move.occupied-spaces."""
        combat = self.combat
        size = self.unit.size
        found: list[int] = []
        for other in combat.units:
            if not other.present or other is self.unit:
                continue
            if other.size == size == 1:
                found.append(other.cell)
            else:
                column = combat.grid.xs[other.cell] - size + 1
                row = combat.grid.ys[other.cell] - size + 1
                wide = other.size + size - 1
                found += combat.grid.block(column, row, wide, wide)
        return found

    def reach(self) -> Reach:
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def choose(self) -> bool:
        asked = choice.MoveTo(self)
        self.leaves = False
        self.jumping = -1
        if asked.only_stop():
            return False
        answer = self.combat.ask(asked)
        if answer == 0:
            return False
        if answer < 0:
            self.plan = asked.cells(answer)
            self.leaves = asked.ending(answer) == "flee"
            if asked.ending(answer) == "jump":
                self.jumping = self.plan[-1]
        elif answer >= choice.FLEE:
            self.plan = asked.reach().path(answer - choice.FLEE)
            self.leaves = True
        elif answer >= choice.JUMP:
            self.jumping = answer - choice.JUMP
            self.plan = asked.leap(self.jumping)
        else:
            self.plan = asked.reach().path(answer - 1)
        return True

    def leaping(self, goal: int) -> bool:
        """Return whether a step is the drop that was chosen, the last of its plan."""
        return goal == self.jumping and not self.plan

    def price(self, goal: int) -> int:
        """Return what the step costs now, -1 if somebody or something bars it."""
        combat = self.combat
        unit = self.unit
        if self.leaping(goal):
            return self.rate() if combat.free(goal, unit.size, unit.index) else self.bump(goal)
        price = -1
        for other, cost, _ in self.exits().rows[unit.cell]:
            if other == goal:
                price = cost
        if price < 0:
            return -1
        if self.mode != TUMBLE:
            for cell in combat.grid.footprint(goal, unit.size):
                holder = combat.at(cell)
                if holder is not None and combat.enemies(unit, holder):
                    return self.bump(goal)
        return price

    def bump(self, goal: int) -> int:
        """Stop before a space that proves to be held; the mover chooses anew.

        Whoever is there stays undetected. Rules: move.occupied-spaces, sneak.until-seen.
        """
        if goal not in self.held:
            self.held.append(goal)
            self.combat.mark_changed()
            if self.combat.watched:
                self.combat.say(
                    "is barred", self.unit.index, -1, "", 0, "move.occupied-spaces", cell=goal
                )
        return -1

    def seems_free(self, goal: int) -> bool:
        """Return whether, for all that the mover knows, nobody holds where it would stand."""
        combat = self.combat
        cells = combat.grid.footprint(goal, self.unit.size)
        for cell in cells:
            holder = combat.at(cell)
            if holder is not None and holder is not self.unit:
                if goal in self.held or not undetected(holder, self.unit):
                    return False
        return bool(cells)

    def before(self, goal: int) -> None:
        reaction.leaving(self.combat, self.unit, goal)

    def enter(self, goal: int) -> None:
        """Rule: move.facing."""
        combat = self.combat
        unit = self.unit
        here = unit.cell
        grid = combat.grid
        combat.move(unit, goal)
        unit.facing = direction_of(grid.xs[goal] - grid.xs[here], grid.ys[goal] - grid.ys[here])
        self.made += 1

    def after(self, came_from: int) -> None:
        """Fall first, then be seen, then be struck. Rule: freehit.timing-within."""
        combat = self.combat
        unit = self.unit
        if self.leaping(unit.cell):
            fall(combat, unit, came_from)
            self.jumping = -1
        if not unit.present:
            return
        douse(combat, unit)
        if self.mode != SNEAK:
            stealth.seen_stepping(combat, unit)
        if not combat.shares(unit):
            self.last_free = unit.cell
        reaction.stepping(combat, unit, came_from)

    def finish(self) -> None:
        """Go off the map if that was the plan; never end in somebody's space.

        Rules: end.flee, move.occupied-spaces, sneak.check.
        """
        combat = self.combat
        unit = self.unit
        if self.leaves and self.goes() and self.left() >= self.rate():
            reaction.leaving(combat, unit, -1)
            if self.goes() and self.left() >= self.rate():
                drop_out(combat, unit, FLED, "end.flee")
        if not unit.present:
            return
        if combat.shares(unit):
            combat.move(unit, self.last_free)
        if combat.watched and self.made:
            combat.say("moves", unit.index, -1, MODES[self.mode], 0, "move.pool", cell=unit.cell)
        if self.mode == SNEAK and not decided(combat):
            stealth.sneak_check(combat, unit)


def douse(combat: QuestCombat, unit: Unit) -> None:
    """Put out one who burns and enters deep water."""
    if unit.present and unit.has(BURNING):
        cells = combat.grid.footprint(unit.cell, unit.size)
        if all([combat.grid.ground[one] == WATER for one in cells]):
            lose(combat, unit, BURNING)


# ---- falling and being pushed ------------------------------------------------------------------


def drop_between(combat: QuestCombat, unit: Unit, start: int, goal: int) -> int:
    """Return how far down a step goes; below 0 up."""
    grid = combat.grid
    return height(grid, grid.footprint(start, unit.size)) - height(
        grid, grid.footprint(goal, unit.size)
    )


def fall(combat: QuestCombat, unit: Unit, came_from: int) -> None:
    """Hurt one who drops 2 or more: 1d6 for each full 2, without reductions, and prone.

    Rule: move.fall.
    """
    deep = drop_between(combat, unit, came_from, unit.cell)
    if deep < 2:
        return
    amount = damage.roll(combat, [(deep // 2, 6)], OTHER, unit.index, "move.fall", "fall")
    damage.hurt(combat, unit, amount, 0, -1, "move.fall")
    attack.fall_prone(combat, unit, "move.fall")


def push(combat: QuestCombat, source: Unit, unit: Unit, spaces: int) -> None:
    """Push a unit straight away, space by space.

    It stops before walls, units, the map edge, and what it would have to climb up to.
    Rule: move.forced.
    """
    direction = geometry.facing_to(combat, source, unit)
    if direction < 0:
        return
    dx, dy = step_of(direction)
    for _ in range(spaces):
        goal = combat.grid.beside(unit.cell, dx, dy)
        cells = combat.grid.footprint(goal, unit.size) if goal >= 0 else []
        if not cells or not combat.free(goal, unit.size, unit.index):
            break
        if any([combat.grid.ground[one] == WALL for one in cells]):
            break
        deep = drop_between(combat, unit, unit.cell, goal)
        if deep <= -2:
            break
        came_from = unit.cell
        combat.move(unit, goal)
        if combat.watched:
            combat.say("is pushed", unit.index, -1, "", 0, "move.forced", cell=goal)
        fall(combat, unit, came_from)
        douse(combat, unit)
        if not unit.present:
            break
