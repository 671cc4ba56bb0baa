"""Moving and being moved: Moves, jumps, climbs, pushes, and what a space does."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.arrays import i64
from affray.core.choice import PASS, Option
from affray.core.effect import TURN_END
from affray.core.event import Moved, Part, Told
from affray.core.grid import CLIMB, WATER, Grid
from affray.core.move_choice import ANY_COST, OTHER, MoveChoice, Why, too_dear
from affray.core.paths import flood
from affray.core.reach import ALTERNATE, FAR, SHIFT, Exits, Obstacles, Reach
from affray.core.walk import Walk, take_step
from affray.rulesets.ingenuity import condition, damage, geometry, gm
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack import areas, volley
from affray.rulesets.ingenuity.movement import ground, paths
from affray.rulesets.ingenuity.reaction import readied
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Zone
from affray.rulesets.ingenuity.terms import (
    AGILITY,
    ATHLETICS,
    COMES,
    DEXTERITY,
    DIAGONALS,
    ENTANGLED,
    ENTERS,
    GREASED,
    HARD_WATER,
    MOBILE,
    MOVES_NEAR,
    STRENGTH,
    SUPPRESSED,
)


def shift(combat: IngenuityCombat, unit: IngenuityCombatant, goal: int) -> None:
    """Go a metre or so that is no Move: nobody strikes at that, but spaces do what they do.

    Rules: movement.path, action.seek-cover.lost, movement.diagonals.scope.
    """
    came_from = unit.cell
    if not paths.room(combat, unit, goal):
        bump(combat, unit, goal)
        return
    readied.trigger(combat, unit, MOVES_NEAR)
    if not unit.able() or unit.cell != came_from or not paths.room(combat, unit, goal):
        return
    condition.lose_cover(combat, unit)
    if combat.active == unit.index and paths.crosswise(combat.grid, came_from, goal):
        unit.count(DIAGONALS)  # movement.diagonals.scope
    combat.move(unit, goal)
    if combat.watched:
        combat.tell(Moved(unit.index, came_from, goal, "movement.path", "step"))
    drag(combat, unit, came_from)
    arrive(combat, unit, came_from)
    if unit.present and unit.hidden:
        condition.found_out(combat, unit)
    readied.moved(combat, unit)


def bump(combat: IngenuityCombat, unit: IngenuityCombatant, goal: int) -> None:
    """Let somebody stop before whom it did not see, and find it there. Rule: condition.hidden."""
    for other in combat.units:
        if other.hidden >> unit.index & 1 and other.present and other.cell >= 0:
            if goal >= 0 and paths.touches(combat, unit, goal, other):
                if combat.watched:
                    combat.tell(Told("finds", unit.index, other.index, "", 0, "condition.hidden"))
                left = other.hidden & ~(1 << unit.index)
                condition.set_hidden(combat, other, left, "condition.hidden")


def drag(combat: IngenuityCombat, unit: IngenuityCombatant, came_from: int) -> None:
    """Let who is grappled come along. Rule: condition.grappled."""
    if unit.grappling < 0:
        return
    other = combat.units[unit.grappling]
    if geometry.distance(combat, unit, other) > 1 or combat.shares(other):
        if other.size == 1 and paths.room(combat, other, came_from):
            condition.lose_cover(combat, other)
            before = other.cell
            combat.move(other, came_from)
            if combat.watched:
                rule = "condition.grappled"
                combat.tell(Moved(other.index, before, came_from, rule, "drag", unit.index))
            enter_areas(combat, other)
            if combat.armed:
                damage.step_on_traps(combat, other, before)
        else:
            condition.let_go(combat, unit)


def arrive(
    combat: IngenuityCombat, unit: IngenuityCombatant, came_from: int = -1, stood: int = -1
) -> None:
    """Let a space do to who enters it what it does, then let those who wait for it act.

    ``came_from`` is the space that it has left, ``stood`` that from which it was moved.

    Rules: condition.burning, action.ready.timing, power.area, damage.other-sources.
    """
    if unit.effects and combat.ground(unit.cell) == WATER:
        condition.lose(combat, unit, "burning")
    if combat.zones:
        enter_areas(combat, unit, came_from)
    if combat.armed:
        damage.step_on_traps(combat, unit, max(came_from, stood))
    if unit.present:
        readied.trigger(combat, unit, MOVES_NEAR)
        readied.trigger(combat, unit, COMES)
    if unit.present:
        readied.trigger(combat, unit, ENTERS, -1, max(came_from, stood))


class Move(Walk):
    """One Move or Sprint under way. Rules: action.move, movement.speed, movement.diagonals."""

    def __init__(
        self, combat: IngenuityCombat, unit: IngenuityCombatant, pool: int, own: bool
    ) -> None:
        super().__init__(unit.index, pool)
        self.combat = combat
        self.unit = unit
        self.own = own
        self.layer = unit.used[DIAGONALS] % 2 if own else 0  # movement.diagonals.scope
        self.last_free = unit.cell
        self.made = 0
        self.untold: list[int] = []  # spaces gone through since the way was last told
        self.told_at = unit.cell
        self.crossed = [0] * len(combat.units)
        self.barriers: Obstacles | None = None  # of the last search
        self.light = own and unit.talented("mobility") and not unit.used[MOBILE]

    def goes(self) -> bool:
        return self.unit.able() and self.stopped == "" and condition.speed(self.unit) > 0

    def exits(self) -> Exits:
        unit = self.unit
        blind = condition.stumbles(unit)
        return ground.exits_of(self.combat, unit.size, blind, self.light)

    def reach(self) -> Reach:
        """Search the places in reach."""
        return self.within(self.left())

    def within(self, metres: int) -> Reach:
        """Search the places that so many metres reach."""
        barriers = paths.obstacles(self.combat, self.unit, self.exits())
        self.barriers = barriers
        if self.light:
            for cell in range(self.combat.grid.size):
                if barriers.enter[cell] > 0:
                    barriers.enter[cell] = 0
        return flood(self.exits(), self.unit.cell, metres, barriers, ALTERNATE, self.layer)

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
        number = ground.kind_of(self.unit.size, condition.stumbles(self.unit), False)
        costly = combat.lay().rough[number]
        enter = barriers.enter
        strewn: list[int] = []
        place: i64
        for place in range(len(enter)):
            if enter[place] > 0:
                strewn.append(place)
        if strewn:
            costly = [*costly, *strewn]
        left = self.left()
        far = combat.grid.far(self.unit.cell)
        values = reach.values
        for goal in costly:
            if far[goal] > left or values[2 * goal] < FAR or values[2 * goal + 1] < FAR:
                continue
            if barriers.barred(goal) or barriers.shut(goal):
                continue
            node = self.last_node(reach, exits, goal, left)
            if node >= 0:
                found[goal] = [*paths.way_to(reach, node), goal]
        return found

    def last_node(self, reach: Reach, exits: Exits, goal: int, left: i64) -> int:
        """Return from where a costly space is entered with what is left, -1 if from nowhere.

        What is reached are spaces, each with an even and an odd count of diagonals.
        """
        grid = self.combat.grid
        values = reach.values
        for cell in grid.near[goal]:
            node: i64 = cell
            node *= 2
            for _layer in range(2):
                if values[node] < FAR:
                    usual: i64 = 2 if node & 1 and paths.crosswise(grid, cell, goal) else 1
                    if left - (values[node] >> SHIFT) >= usual and paths.leads(exits, cell, goal):
                        return node
                node += 1
        return -1

    def jumps(self, reach: Reach) -> dict[int, list[int]]:
        """Return the ways to where a jump leads that takes a test. Rule: movement.jump."""
        combat = self.combat
        leaps = ground.wide_leaps_of(combat, self.unit.size)
        found: dict[int, list[int]] = {}
        if not leaps:
            return found
        starts = [self.unit.cell, *reach.cells]
        for here in starts:
            over = leaps.get(here)
            if over is None:
                continue
            left = self.left() - (reach.cost(here) if here != self.unit.cell else 0)
            for landing, metres, _ in over:
                if landing in found:
                    continue
                if metres + self.unit.size <= left:
                    if paths.toll(combat, self.unit, landing, True) == 0:
                        if paths.room(combat, self.unit, landing, True):
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

    def metres(self, here: int, goal: int, second: bool, planned: bool) -> tuple[int, int]:
        """Return what a step normally costs, 0 if it is none, and what it costs, -1 if barred.

        ``planned``: as far as the mover knows.

        Rules: movement.diagonals, movement.difficult, movement.occupied.
        """
        for other, cost, slant in self.exits().rows[here]:
            if other == goal:
                usual = 2 if slant and second else 1
                more = paths.toll(self.combat, self.unit, goal, planned)
                if more < 0:
                    return usual, -1
                if self.light and paths.beside(self.combat.grid, here, goal):
                    return usual, usual
                return usual, (cost + more) * usual
        return 0, -1

    def why_not(self, steps: list[int]) -> Why:
        """Return why some steps cannot be gone, "" if they can.

        Rules: movement.speed, movement.difficult, movement.occupied.
        """
        left, layer, here = self.left(), self.layer, self.unit.cell
        short = False
        total = 0
        for goal in steps:
            usual, price = self.metres(here, goal, layer == 1, True)
            if not usual or price < 0:
                return self.why_not_step(here, goal)
            short = short or usual > left  # movement.difficult: that much is enough
            total += price
            left = max(0, left - price)
            if paths.crosswise(self.combat.grid, here, goal):
                layer = 1 - layer
            here = goal
        if short:
            return "movement.speed", too_dear(total, self.left(), "m", "m")
        there = paths.occupant(self.combat, self.unit, here, True)
        if there is not None:
            return "movement.occupied", f"{there.name} is there: one may pass, and not stop"
        return "", ""

    def why_not_step(self, here: int, goal: int) -> Why:
        """Return why no step or jump leads from a place to another, "" if one does.

        Rules: movement.map-edge, movement.occupied, movement.jump, movement.corners.
        """
        combat, unit = self.combat, self.unit
        grid = combat.grid
        cells = grid.footprint(goal, unit.size)
        if not cells:
            return "movement.map-edge", "it would not fit on the map there"
        if any(combat.ground(cell) in ground.SOLID for cell in cells):
            return "movement.path", "a wall or something as solid fills the space"
        for other in combat.units if paths.toll(combat, unit, goal, True) < 0 else []:
            if other.awake and other.present and paths.bars(combat, unit, other):
                if paths.touches(combat, unit, goal, other) and paths.expects(combat, unit, other):
                    return "movement.occupied", f"{other.name} stands there and bars the way"
        if self.metres(here, goal, False, True)[0]:
            return "", ""
        if ground.over(combat, goal, unit.size):
            return "movement.jump", "one jumps over a gap, and does not step into it"
        if not paths.beside(grid, here, goal):
            for landing, metres, _ in ground.wide_leaps_of(combat, unit.size).get(here, []):
                if landing == goal:
                    return "movement.jump", f"a jump over a gap of {metres} m takes a test"
            return "movement.jump", "no jump leads over the gap so"
        return "movement.corners", "the step would cut the corner of a wall"

    def choose(self) -> bool:

        asked = MoveTo(self)
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
        leaps = ground.wide_leaps_of(self.combat, unit.size)
        for landing, metres, first in leaps.get(unit.cell, []) if leaps else []:
            if landing == goal:
                return metres, first
        return 0, -1

    def price(self, goal: int) -> int:
        """Rules: movement.diagonals, movement.difficult, movement.occupied, movement.jump."""
        usual, total = self.metres(self.unit.cell, goal, self.layer == 1, False)
        if usual:
            return self.left() if total > self.left() >= usual else total
        metres, _ = self.leap(goal)
        if metres and paths.toll(self.combat, self.unit, goal) == 0:
            return metres + self.unit.size
        return -1

    def veer(self, goal: int) -> int:
        """Make the tests that a step takes: a wide jump, a hard climb, a hard swim.

        Rules: movement.jump, movement.climb.
        """
        metres, first = self.leap(goal)
        if metres or hard(self.combat, goal):
            self.tell()
        if metres:
            if jump_test(self.combat, self.unit, metres):
                return goal
            self.spent += metres + self.unit.size
            self.stopped = "movement.jump"
            fall_into(self.combat, self.unit, first)
            return -1
        if not climb(self.combat, self.unit, goal):
            self.spent += max(1, self.price(goal))
            return -1
        return goal

    def before(self, goal: int) -> None:
        """Let those answer in whose reach it moves, or who wait for it to move.

        Rules: movement.no-opportunity, action.ready.timing.
        """
        if not self.made:
            readied.trigger(self.combat, self.unit, MOVES_NEAR)
            if not self.goes():
                return
        slant = self.layer if paths.crosswise(self.combat.grid, self.unit.cell, goal) else 0
        due = readied.passed_by(self.combat, self.unit, self.crossed, 1 + slant)
        if due:
            self.tell()
            if readied.strike_at(self.combat, self.unit, due):
                self.stopped = "maneuver.attack"

    def bumped(self, goal: int) -> None:
        if paths.toll(self.combat, self.unit, goal) < 0:
            self.tell()
            bump(self.combat, self.unit, goal)

    def enter(self, goal: int) -> None:
        combat = self.combat
        unit = self.unit
        came_from = unit.cell
        if paths.crosswise(combat.grid, unit.cell, goal):
            self.layer = 1 - self.layer
            if self.own:
                unit.count(DIAGONALS)
        if self.light and (
            combat.ground(goal) in ground.ROUGH or paths.toll(combat, unit, goal) > 0
        ):
            unit.set_count(MOBILE, 1)
        condition.lose_cover(combat, unit)
        combat.move(unit, goal)
        if combat.watched:
            if not self.untold:
                self.told_at = came_from
            self.untold.append(goal)
            if self.may_be_answered():
                self.tell()
        if unit.grappling >= 0:
            drag(combat, unit, came_from)
        self.made += 1

    def may_be_answered(self) -> bool:
        """Return whether a step may set off anything: then the way is told before that does."""
        combat = self.combat
        if combat.zones or self.unit.grappling >= 0:
            return True
        for other in combat.units:
            if other.readied in (MOVES_NEAR, COMES):
                return True
        return False

    def tell(self) -> None:
        """Tell whoever watches of the way since it was last told."""
        if self.untold:
            way, self.untold = self.untold, []
            who = self.unit.index
            told = Moved(who, self.told_at, way[-1], "action.move", "walk", -1, "", way)
            self.combat.tell(told)

    def after(self, came_from: int) -> None:
        """Rules: action.ready.timing, movement.path."""
        if paths.room(self.combat, self.unit, self.unit.cell):
            self.last_free = self.unit.cell
        arrive(self.combat, self.unit, came_from)

    def finish(self) -> None:
        combat = self.combat
        unit = self.unit
        if not unit.present:
            return
        self.tell()
        if unit.awake and self.made and not paths.room(combat, unit, unit.cell):
            before = unit.cell
            combat.move(unit, self.last_free)
            if combat.watched and before != unit.cell:
                rule = "movement.occupied"
                combat.tell(Moved(unit.index, before, unit.cell, rule, "back"))
        if self.made:
            if unit.hidden:
                condition.found_out(combat, unit)
            readied.moved(combat, unit)


def run(combat: IngenuityCombat, unit: IngenuityCombatant, way: list[int], pool: int) -> bool:
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


class MoveTo(MoveChoice):
    """Where to move. Rules: action.move, movement.path."""

    def __init__(self, move: Move) -> None:
        unit = move.unit
        edge, stride = "movement.map-edge", "movement.path"
        grid = move.combat.grid
        super().__init__(unit.seats, unit.index, "action.move", grid, unit.cell, edge, stride)
        self.move = move
        self.ends: dict[int, list[int]] | None = None
        self.leaps: dict[int, list[int]] | None = None

    def search(self) -> Reach:
        return self.move.reach()

    def offered(self) -> list[int]:
        cells = self.reach().cells
        walks = [PASS, *[1 + cell for cell in cells], *[1 + cell for cell in self.last()]]
        return [*walks, *[OTHER + cell for cell in self.jumps()]]

    def codes(self, space: ActionSpace) -> list[int]:
        move = space.packed(space.verb("move"), 0, 0, 1)
        jump = space.packed(space.verb("jump"), 0, 0, 1)
        found: list[int] = [space.packed(space.verb(self.stay))]
        found.extend([move + cell for cell in self.reach().cells])
        found.extend([move + cell for cell in self.last()])
        found.extend([jump + cell for cell in self.jumps()])
        return found

    def only_stop(self) -> bool:
        """Return whether there is nothing to choose: what is walked to tells it sooner."""
        return not self.reach().cells and super().only_stop()

    def last(self) -> dict[int, list[int]]:
        """Return the ways into costly spaces that end the move. Rule: movement.difficult."""
        if self.ends is None:
            self.ends = self.move.last_steps(self.reach())
        return self.ends

    def jumps(self) -> dict[int, list[int]]:
        """Return the ways to where jumps lead that take a test. Rule: movement.jump."""
        if self.leaps is None:
            self.leaps = self.move.jumps(self.reach())
        return self.leaps

    def plan(self, answer: int) -> list[int]:
        """Return the steps of an answer."""
        if answer < 0:
            return self.move.steps_of(self.cells(answer))
        return self.jumps()[answer - OTHER] if answer >= OTHER else self.walk(answer - 1)

    def walk(self, cell: int) -> list[int]:
        """Return the steps to a place; a jump over a gap is one of them."""
        reach = self.reach()
        return reach.path(cell) if reach.node(cell) >= 0 else self.last()[cell]

    def way(self, cell: int) -> list[int]:
        """Return the spaces that lead to a place, those of gaps that are jumped over too."""
        return self.move.spelled(self.walk(cell))

    def cost(self, cell: int) -> int:
        cost = self.reach().cost(cell)
        return cost if cost >= 0 else self.move.left()

    def verbs(self) -> list[str]:
        return ["jump"]

    def other(self, answer: int) -> Option:
        cell = answer - OTHER
        key = f"jump {self.grid.name(cell)}"
        return Option(answer, key, "jump", self.who, None, [cell], "", self.toll_of_jump(cell))

    def toll_of_jump(self, cell: int) -> int:
        """Return what the way and the jump at its end cost. Rule: movement.jump."""
        move = self.move
        steps = self.jumps()[cell]
        here = steps[-2] if len(steps) > 1 else self.start
        walked = self.reach().cost(here) if len(steps) > 1 else 0
        over = ground.wide_leaps_of(move.combat, move.unit.size)[here]
        return walked + move.unit.size + min([one[1] for one in over if one[0] == cell])

    def why_not_other(self, verb: str, cell: int) -> Why:
        """Rules: movement.jump, movement.occupied, movement.speed."""
        move, unit = self.move, self.move.unit
        ways = move.within(ANY_COST)
        costs = [
            metres + unit.size + max(0, ways.cost(here))
            for here, over in ground.wide_leaps_of(move.combat, unit.size).items()
            for landing, metres, _ in over
            if landing == cell and (here == self.start or ways.cost(here) >= 0)
        ]
        if not costs:
            return "movement.jump", "no jump that takes a test leads there"
        there = paths.occupant(move.combat, unit, cell, True)
        if there is not None:
            return "movement.occupied", f"{there.name} stands there"
        if paths.toll(move.combat, unit, cell, True):
            return "movement.jump", "one does not land among what lies there"
        if min(costs) > move.left():
            return "movement.speed", too_dear(min(costs), move.left(), "m", "m")
        return "", ""

    def why_not_cell(self, cell: int) -> Why:
        """Rules: movement.jump, movement.path."""
        why = super().why_not_cell(cell)
        gap = ground.over(self.move.combat, cell, self.move.unit.size)
        if why[0] == self.no_step and cell != self.start and gap:
            return self.why_not_step(self.start, cell)
        return why

    def why_not(self, key: str) -> Why:
        words = key.split()
        if len(words) > 2 and words[0] == "jump":
            return "movement.jump", "one jumps to one space: the one to land in"
        return super().why_not(key)

    def why_not_way(self, cells: list[int]) -> Why:
        return self.move.why_not(self.move.steps_of(cells))

    def why_not_step(self, here: int, goal: int) -> Why:
        return self.move.why_not_step(here, goal)

    def way_at_any_cost(self, cell: int) -> list[int]:
        return self.move.spelled(self.move.within(ANY_COST).path(cell))

    def prompt(self) -> str:
        return f"move, {self.move.left()} m left"


USUAL_CLIMB: Final = 6


def jump_test(
    combat: IngenuityCombat, unit: IngenuityCombatant, metres: int, more: int = 0
) -> bool:
    """Jump a gap of 3 m or more with what one is better at. Rule: movement.jump."""
    sheet = unit.sheet
    agile = sheet.attributes[DEXTERITY] + sheet.skills[AGILITY]
    strong = sheet.attributes[STRENGTH] + sheet.skills[ATHLETICS]
    if agile >= strong:
        made = test.Test(unit, DEXTERITY, AGILITY, "movement.jump")
    else:
        made = test.Test(unit, STRENGTH, ATHLETICS, "movement.jump")
    made.proficiency = sheet.proficiencies.get("Jumping", 0)
    made.bonus = more
    made.level = 2 * (metres - 1)
    return test.passed(combat, made)


def hard(combat: IngenuityCombat, goal: int) -> bool:
    """Return whether a space takes a test to enter. Rule: movement.climb."""
    kind = combat.ground(goal)
    return kind == CLIMB or (kind == WATER and combat.options[HARD_WATER])


def climb(combat: IngenuityCombat, unit: IngenuityCombatant, goal: int) -> bool:
    """Return whether a hard climb or swim is made, if there is one.

    Rules: movement.climb, test.difficulties.
    """
    if not hard(combat, goal):
        return True
    level = gm.difficulty(combat, USUAL_CLIMB)
    if level <= 0:
        return True
    name = "Swimming" if combat.ground(goal) == WATER else "Climbing"
    made = test.Test(unit, STRENGTH, ATHLETICS, "movement.climb")
    made.proficiency = unit.sheet.proficiencies.get(name, 0)
    made.level = level
    return test.passed(combat, made)


def fall_into(combat: IngenuityCombat, unit: IngenuityCombatant, cell: int) -> None:
    """Fall into a gap, if there is anything to fall into. Rules: movement.jump, movement.fall."""
    grid = combat.grid
    deep = ground.floor(grid, unit.cell, unit.size) - ground.floor(grid, cell, unit.size)
    if deep <= 0 or not paths.room(combat, unit, cell):
        return
    condition.lose_cover(combat, unit)
    before = unit.cell
    combat.move(unit, cell)
    if combat.watched:
        combat.tell(Moved(unit.index, before, cell, "movement.fall", "fall"))
    damage.fall(combat, unit, deep)


def push(
    combat: IngenuityCombat, source: IngenuityCombatant, unit: IngenuityCombatant, metres: int
) -> bool:
    """Push somebody straight away; return False if something stopped it short.

    Rules: movement.forced, movement.map-edge, movement.diagonals.scope.
    """
    dx, dy = away(combat.grid, source, unit)
    for _ in range(spaces(dx, dy, metres)):
        if not shove(combat, unit, dx, dy):
            return False
        if not unit.present:
            break
    return True


def spaces(dx: int, dy: int, metres: int) -> int:
    """Return how many spaces so many metres are in a direction. Rule: movement.diagonals."""
    return (2 * metres + 1) // 3 if dx and dy else metres


def away(grid: Grid, source: IngenuityCombatant, unit: IngenuityCombatant) -> tuple[int, int]:
    """Return the one of eight directions nearest to that from one to another.

    Two are never equally near: that line would lie between whole numbers. Rule: movement.forced.
    """
    dx = 2 * (grid.xs[unit.cell] - grid.xs[source.cell]) + unit.size - source.size
    dy = 2 * (grid.ys[unit.cell] - grid.ys[source.cell]) + unit.size - source.size
    longer = max(abs(dx), abs(dy))
    if (abs(dx) + abs(dy)) ** 2 < 2 * longer * longer:
        dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def shove(combat: IngenuityCombat, unit: IngenuityCombatant, dx: int, dy: int) -> bool:
    """Move somebody one space against its will, if the space can be entered.

    Rules: movement.forced, movement.corners.
    """
    grid = combat.grid
    goal = grid.beside(unit.cell, dx, dy)
    cells = grid.footprint(goal, unit.size) if goal >= 0 else []
    if not cells or not paths.room(combat, unit, goal):
        return False
    if any(combat.ground(cell) in ground.SOLID for cell in cells):
        return False
    if dx and dy and ground.cornered(combat, unit.cell, dx, dy, unit.size):
        return False
    high = ground.floor(grid, unit.cell, unit.size)
    condition.lose_cover(combat, unit)
    before = unit.cell
    combat.move(unit, goal)
    if combat.watched:
        combat.tell(Moved(unit.index, before, goal, "movement.forced", "shove"))
    condition.let_go(combat, unit)
    damage.fall(combat, unit, high - ground.floor(grid, goal, unit.size))
    if unit.present:
        arrive(combat, unit, -1, before)
    return True


def enter_areas(combat: IngenuityCombat, unit: IngenuityCombatant, came_from: int = -1) -> None:
    """Let areas do to who enters a space of theirs what they do. Rule: power.area."""
    for zone in combat.zones[:]:
        if not unit.present or zone not in combat.zones:
            continue
        if areas.inside(combat, zone, unit) or volley.leaves_cover(combat, zone, unit, came_from):
            if zone.kind == SUPPRESSED:
                volley.shoot(combat, zone, unit)
            else:
                catch(combat, zone, unit)


def begin_in_areas(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let areas do the same to who starts a turn in them."""
    for zone in combat.zones[:]:
        if unit.present and areas.rough(zone) and areas.inside(combat, zone, unit):
            catch(combat, zone, unit)


def catch(combat: IngenuityCombat, zone: Zone, unit: IngenuityCombatant) -> None:
    """Test agility against an area: held and pierced by vines, prone on grease.

    Rules: power.area, damage.other-sources.
    """
    if not areas.rough(zone) or not unit.awake or (zone.kind == GREASED and unit.prone):
        return
    if zone.kind == ENTANGLED and unit.is_held("bound"):
        return
    made = test.Test(unit, DEXTERITY, AGILITY, "power.area")
    made.level = zone.result
    if test.passed(combat, made):
        return
    if zone.kind == GREASED:
        condition.fall_prone(combat, unit, "power.area")
        return
    one = combat.library.power("entangle")
    less = damage.deflection(unit, one.type, 0, 0)
    amount = damage.reduced(unit, one.damage, less, one.type)
    parts: list[Part] = []
    if combat.watched:
        parts = [(one.damage, one.id)]
        damage.reckon(unit, parts, less, one.type, amount)
    damage.hurt(combat, unit, amount, one.type, "power.area", parts=parts)
    if combat.active >= 0:
        condition.gain(combat, unit, "bound", 1, zone.owner, TURN_END, combat.active)
