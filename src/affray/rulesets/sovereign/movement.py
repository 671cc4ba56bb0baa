"""Movement: where one may go, what it costs, what it provokes."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Reach
from affray.core.walk import Walk, path_cells, walk
from affray.core.window import Deed
from affray.rulesets.sovereign import choice, geometry, item, lines, reaction, sheet, terrain
from affray.rulesets.sovereign.condition import FLYING, INVISIBLE, SPEEDED, paced, reveal, routed
from affray.rulesets.sovereign.death import leave
from affray.rulesets.sovereign.falling import leap
from affray.rulesets.sovereign.state import ACTIVE, ESCAPED, Body, Field

RUN: Final = 0
SCREEN: Final = 1
CHARGE: Final = 2
WORDS: Final = ("run", "screen", "charge")
FAR: Final = 400  # squares: more than any way on a map
SLOWING: Final = 2  # squares paid more among caltrops
EIGHT: Final = 8  # grid.giants-wade


def rate(unit: Body) -> int:
    """Return the movement rate in squares. Rules: run.rate, prone.rate."""
    found = unit.sheet.rate
    if unit.effects:
        if unit.has(SPEEDED):
            found *= 2
        found = paced(unit, found)
    return found // 2 if unit.prone else found


def kind_of(unit: Body) -> int:
    if unit.effects:
        if unit.has(FLYING):
            return terrain.FLIES
        if unit.has(SPEEDED):
            return terrain.SPRY
    return terrain.WALKS


def stands_against(unit: Body, other: Body) -> bool:
    """Return whether an enemy bars the way. Rules: grid.enemies-block, grid.giants-wade."""
    if other.prone or other.helpless() or other.fate != ACTIVE or not other.present:
        return False
    return unit.sheet.feet < EIGHT * other.sheet.feet


def standing(field: Field, unit: Body) -> list[int]:
    """Return the cells of standing enemies. Rule: grid.enemies-block."""
    found: list[int] = []
    for one in field.units:
        if one.side != unit.side and stands_against(unit, one):
            found += field.grid.footprint(one.cell, one.size)
    found.sort()
    return found


def exits_of(field: Field, unit: Body) -> Exits:
    """Return where a body may step: the map, less the corners that enemies hold."""
    return terrain.exits_of(field, unit.size, kind_of(unit), standing(field, unit))


def littered(field: Field, unit: Body) -> list[int]:
    """Return the cells that bodies or caltrops make difficult. Rules: grid.pass-fallen."""
    found = field.caltrops[:]
    for one in field.corpses:
        if one % 10 != unit.side:
            found.append(one // 10)
    for other in field.units:
        if other.present and other.side != unit.side and not stands_against(unit, other):
            found += field.grid.footprint(other.cell, other.size)
    return found


def obstacles_of(field: Field, unit: Body, exits: Exits, *, provokes: bool) -> Obstacles:
    """Return what bodies add to the map. Rules: grid.pass-allies, grid.enemies-block."""
    found = Obstacles(exits)
    grid = field.grid
    for other in field.units:
        if not other.present or other is unit:
            continue
        foe = other.side != unit.side
        bars = foe and stands_against(unit, other)
        for cell in grid.footprint(other.cell, other.size):
            if bars:
                found.bar_footprint(grid, cell, unit.size)
            else:
                found.close_footprint(grid, cell, unit.size)
        if foe and provokes and not unit.disengaged >> other.index & 1:
            far = sheet.reach(other) if sheet.threatens(field, other) else 0
            for cell in grid.around(other.cell, far) if far else []:
                found.harm(cell, 1)
    for cell in rough_places(field, unit):
        found.cost(cell, 0, 1)
    return found


def rough_places(field: Field, unit: Body) -> list[int]:
    """Return where a mover would step on something difficult besides the ground.

    Several reasons for difficulty in one square do not add up. Rule: grid.difficult.
    """
    if kind_of(unit) == terrain.FLIES:
        return []
    grid = field.grid
    found: list[int] = []
    for cell in littered(field, unit):
        if unit.size == 1:
            places = [cell]
        else:
            x = grid.column(cell) - unit.size + 1
            places = grid.block(x, grid.row(cell) - unit.size + 1, unit.size, unit.size)
        for place in places:
            if place not in found and grid.footprint(place, unit.size):
                if not terrain.rough(grid, place, unit.size):
                    found.append(place)
    return found


def rough_at(field: Field, unit: Body, goal: int) -> bool:
    """Return whether a step would be on something difficult besides the ground."""
    if kind_of(unit) == terrain.FLIES or terrain.rough(field.grid, goal, unit.size):
        return False
    under = field.grid.footprint(goal, unit.size)
    return any([cell in under for cell in littered(field, unit)])


class Move(Walk):
    """One Move action: a single continuous path. Rules: turn.no-split-move, run.rate."""

    def __init__(self, field: Field, unit: Body, mode: int) -> None:
        super().__init__(unit.index, rate(unit) * (2 if mode == CHARGE else 1))
        self.field = field
        self.unit = unit
        self.mode = mode
        self.start = unit.cell
        self.line: list[int] = []  # of a charge, from its first square to its last
        self.struck: list[int] = []  # aoo.one-per-action
        self.last_free = unit.cell
        self.leaves = False
        self.leaping = False
        self.pausing = -1  # the square on which it takes an Instant before it goes on
        self.shifted = False  # something has moved it aside before its step
        self.rising = 0  # feet of a step up or down in flight
        self.made = 0
        self.retreats = routed(unit)
        self.ready: Exits | None = None
        self.ready_at = 0  # the stamp of that
        self.priced = -1  # the step last priced,
        self.priced_at = 0  # the stamp of that,
        self.cost = 0  # and what it costs

    def goes(self) -> bool:
        fast = sheet.held_fast(self.field, self.unit)
        return self.unit.able() and not fast and self.field.outcome == "" and not self.stopped

    def exits(self) -> Exits:
        if self.ready is None or self.ready_at != self.field.changes:
            self.ready = exits_of(self.field, self.unit)
            self.ready_at = self.field.changes
        return self.ready

    def obstacles(self) -> Obstacles:
        provokes = self.mode == RUN and not self.unit.has(SPEEDED)
        return obstacles_of(self.field, self.unit, self.exits(), provokes=provokes)

    def reach(self) -> Reach:
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def lines(self) -> lines.Lines:
        """Return the straight ways of a charge. Rules: charge.straight, charge.distance."""
        exits = self.exits()
        return lines.Lines(self.field, self.unit.cell, self.left(), exits, self.obstacles())

    def onward(self) -> list[int]:
        """Return where a charge that was answered may end along its line. Rule: charge.straight."""
        found: list[int] = []
        here = self.unit.cell
        if here != self.line[self.made - 1]:
            return found
        obstacles = self.obstacles()
        steps = lines.Steps(self.exits(), obstacles)
        cells: list[int] = []
        cost = 0
        for goal in self.line[self.made :]:
            cost += steps.price(here, goal)
            if cost > self.left():
                break
            cells.append(goal)
            here = goal
            if not obstacles.shut(goal) and self.on_line(cells):
                found.append(goal)
        return found

    def on_line(self, ahead: list[int]) -> bool:
        """Return whether a path keeps to the straight line to its end. Rule: charge.straight."""
        cells = self.line[: self.made] + ahead
        stages = lines.straight(self.field, self.start, cells[-1])
        if len(stages) != len(cells):
            return False
        return all([cell in stages[place] for place, cell in enumerate(cells)])

    def fits(self, cell: int) -> bool:
        """Return whether it may end there: beside an ally to screen, homeward on a retreat.

        Rules: screen.action, morale.retreat.
        """
        if self.mode == SCREEN and not beside_ally(self.field, self.unit, cell):
            return False
        return not self.retreats or homeward(self.field, self.unit, cell)

    def unfit(self, cell: int) -> str:
        """Return the rule by which it may not end on a square."""
        if self.mode == SCREEN and not beside_ally(self.field, self.unit, cell):
            return "screen.action"
        return "morale.retreat"

    def step_price(self, here: int, goal: int) -> int:
        for other, cost, _ in self.exits().rows[here]:
            if other == goal:
                return cost
        return -1

    def choose(self) -> bool:
        asked = choice.MoveTo(self)
        self.leaves = False
        self.pausing = -1
        answer = self.field.ask(asked) if asked.several() else asked.only()
        if answer == PASS:
            return False
        if answer < 0:
            self.plan = path_cells(self.field.grid, self.unit.cell, answer)
        elif answer >= choice.PAUSE:
            self.pausing = answer - choice.PAUSE
            self.plan = asked.way(self.pausing)
        elif answer >= choice.FLIGHT:
            climb(self, 5 if answer == choice.FLIGHT else -5)
            return self.goes() and self.choose()
        elif answer >= choice.LEAP:
            self.leaping = True
            self.plan = [answer - choice.LEAP]
        elif answer >= choice.LEAVE:
            self.leaves = True
            self.plan = self.reach().path(answer - choice.LEAVE)
            return bool(self.plan)
        else:
            self.plan = asked.way(answer - 1)
        if self.mode == CHARGE and not self.made:
            self.line = self.plan[:]
        return True

    def price(self, goal: int) -> int:
        """Return what a step costs now; a leap costs 5 ft. Rules: fall.prone, grid.pass-fallen."""
        field = self.field
        if self.shifted:
            self.shifted = False
            return -1
        if self.leaping:
            return 1
        if self.priced != goal or self.priced_at != field.changes:
            self.priced, self.priced_at = goal, field.changes
            self.cost = self.priced_now(goal)
        return self.cost

    def priced_now(self, goal: int) -> int:
        """Return what a step costs with all that stands or lies there."""
        field = self.field
        unit = self.unit
        price = self.step_price(unit.cell, goal)
        if price < 0:
            return -1
        for cell in field.grid.footprint(goal, unit.size):
            holder = field.at(cell)
            if holder is not None and holder.side != unit.side and stands_against(unit, holder):
                return -1
        return price + 1 if rough_at(field, unit, goal) else price

    def before(self, goal: int) -> None:
        """Let others answer a step; who is moved aside by that does not make it."""
        here = self.unit.cell
        self.face(goal)
        self.shifted = self.unit.cell != here

    def face(self, goal: int) -> None:
        """Let Instants answer, then those whose reach is left.

        Rules: economy.response-windows, aoo.order, aoo.screen-start, aoo.run-leaving.
        """
        field = self.field
        unit = self.unit
        reaction.answered(field, Deed(unit.index, unit.index), rolled=False)
        if not unit.able() or unit.has(SPEEDED):
            return
        if self.mode == RUN:
            foes = self.left_behind(goal)
        elif self.mode == SCREEN and not self.made:
            foes = reaction.beside(field, unit)
        else:
            return
        self.struck += reaction.provoke(field, unit, foes)

    def left_behind(self, goal: int) -> list[int]:
        """Return the enemies whose reach a step leaves.

        Rules: aoo.run-leaving, aoo.run-inside-reach, aoo.run-long-reach, aoo.one-per-action.
        """
        field = self.field
        unit = self.unit
        foes: list[int] = []
        for other in field.units:
            if other.side == unit.side or not other.present or other.index in self.struck:
                continue
            if sheet.threatens(field, other) and self.quits(other, goal):
                foes.append(other.index)
        return foes

    def quits(self, other: Body, goal: int) -> bool:
        """Return whether a step leaves somebody's melee range."""
        far = sheet.reach(other)
        unit = self.unit
        if geometry.apart(self.field, unit, other) > far:
            return False
        if goal < 0:
            return True
        grid = self.field.grid
        high, up = unit.aloft + self.rising, other.aloft
        return geometry.between(grid, goal, unit.size, other.cell, other.size, high, up) > far

    def enter(self, goal: int) -> None:
        field = self.field
        unit = self.unit
        deep = geometry.height(field.grid, unit.cell, unit.size)
        field.move(unit, goal)
        field.stir = True
        self.made += 1
        if self.mode == RUN and unit.effects and unit.has(INVISIBLE):
            reveal(field, unit)
        if self.leaping:
            self.leaping = False
            leap(field, unit, deep - geometry.height(field.grid, goal, unit.size))

    def after(self, came_from: int) -> None:
        field = self.field
        unit = self.unit
        part_screens(field)
        if field.caltrops and kind_of(unit) != terrain.FLIES:
            if item.among(field, field.grid.footprint(unit.cell, unit.size)):
                self.tread()
        if unit.unseen:
            noticed(field, unit)
        if unit.cell == self.pausing and self.goes():
            reaction.answered(field, reaction.Pause(unit.index, unit.index), rolled=False)
            field.mark_changed()  # so that it is asked where to go on
        if not field.shares(unit):
            self.last_free = unit.cell

    def tread(self) -> None:
        """Slow down among caltrops, or be hurt. Content: caltrops."""
        unit = self.unit
        if self.left() >= SLOWING:
            options = [(1, "slow down"), (2, "hurry")]
            asked = Menu(unit.seats, unit.index, "grid.difficult", options, 1)
            if self.field.ask(asked) == 1:
                self.spent += SLOWING
                return
        item.prick(self.field, unit)

    def finish(self) -> None:
        """Rules: grid.map-edge, grid.pass-allies."""
        field = self.field
        unit = self.unit
        if self.leaves and self.goes() and self.left() >= 1:
            if terrain.at_gate(field, unit.cell, unit.size):
                self.before(-1)
                if self.goes() and terrain.at_gate(field, unit.cell, unit.size):
                    leave(field, unit, ESCAPED, "grid.map-edge")
        if not unit.present:
            return
        if field.shares(unit):
            field.move(unit, self.last_free)
        part_screens(field)
        if field.watched and self.made:
            field.say("moves", unit.index, -1, WORDS[self.mode], self.made, "run.rate")


def climb(way: Move, feet: int) -> None:
    """Rise or sink in flight, 5 ft of movement for 5 ft.

    Rules: economy.response-windows, aoo.run-leaving.
    """
    way.rising = feet
    way.before(way.unit.cell)
    way.rising = 0
    if way.shifted or not way.goes() or not way.unit.has(FLYING):
        way.shifted = False
        return
    way.spent += 1
    way.unit.aloft += feet
    way.made += 1
    way.field.stir = True
    way.field.mark_changed()
    part_screens(way.field)


def noticed(field: Field, unit: Body) -> None:
    """Let those beside one who moves unseen know its square; out of the shadow all see it.

    Rules: attack.mod.unseen-known, attack.mod.unseen-unknown.
    """
    if not unit.has(INVISIBLE) and not terrain.by_solid(field, unit):
        reveal(field, unit)
        return
    unit.located = 0
    for other in field.units:
        if other.side != unit.side and other.able() and geometry.adjacent(field, unit, other):
            unit.located |= 1 << other.side


def go(field: Field, unit: Body, mode: int) -> Move:
    way = Move(field, unit, mode)
    walk(field, way)
    return way


def can_charge(field: Field, unit: Body) -> bool:
    """Return whether any straight way leads anywhere. Rule: charge.minimum."""
    way = Move(field, unit, CHARGE)
    for goal, price, _ in way.exits().rows[unit.cell]:
        if price < way.left() and free_for(field, unit, goal):  # with all that may lie there
            return True
    ways = way.lines()
    return ways.beside() > 0 or bool(ways.goals())


def free_for(field: Field, unit: Body, goal: int) -> bool:
    """Return whether nobody else is where somebody would stand."""
    for cell in field.grid.footprint(goal, unit.size):
        if field.holder(cell) not in (-1, unit.index):
            return False
    return True


def part_screens(field: Field) -> None:
    """End screens whose ward is farther than 5 ft. Rule: screen.proximity."""
    for unit in field.units:
        if unit.wards:
            for ward in field.units:
                if unit.guards(ward):
                    here = ward.present and unit.present
                    if not here or geometry.apart(field, unit, ward) > 1:
                        unit.wards &= ~(1 << ward.index)
                        field.mark_changed()


def can_leave(field: Field, unit: Body) -> bool:
    """Return whether any way leads out, past those who stand now. Rule: morale.cornered."""
    if terrain.at_gate(field, unit.cell, unit.size):
        return True
    exits = exits_of(field, unit)
    ways = flood(exits, unit.cell, FAR, obstacles_of(field, unit, exits, provokes=False))
    for cell in ways.cells:
        if terrain.at_gate(field, cell, unit.size):
            return True
    return False


def beside_ally(field: Field, unit: Body, cell: int) -> bool:
    """Return whether a square is beside an ally. Rule: screen.action."""
    grid = field.grid
    for other in field.units:
        if other.present and other.side == unit.side and other is not unit:
            low, high = unit.aloft, other.aloft
            if geometry.between(grid, cell, unit.size, other.cell, other.size, low, high) == 1:
                return True
    return False


def homeward(field: Field, unit: Body, cell: int) -> bool:
    """Return whether a square is nearer to an open edge than here. Rule: morale.retreat."""
    out = terrain.way_out(field, unit.size)
    return 0 <= out[cell] < out[unit.cell] or (out[unit.cell] < 0 <= out[cell])
