"""Movement as it is planned: where one may go, and what it costs."""

from __future__ import annotations

from typing import Final

from affray.core.event import Told
from affray.core.grid import CHEBYSHEV
from affray.core.move_choice import ANY_COST, Why
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Reach
from affray.core.walk import Walk
from affray.rulesets.sovereign import condition, geometry
from affray.rulesets.sovereign.condition import FLYING, SPEEDED, paced, routed
from affray.rulesets.sovereign.movement import lines, terrain
from affray.rulesets.sovereign.reaction import provoking
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE

RUN: Final = 0
SCREEN: Final = 1
CHARGE: Final = 2
FAR: Final = 400  # squares: more than any way on a map
EIGHT: Final = 8  # grid.giants-wade


def rate(unit: SovereignCombatant) -> int:
    """Return the movement rate in squares. Rules: run.rate, prone.rate."""
    found = unit.sheet.rate
    if unit.effects:
        if unit.has(SPEEDED):
            found *= 2
        found = paced(unit, found)
    return found // 2 if unit.prone else found


def kind_of(unit: SovereignCombatant) -> int:
    """Return what kind of mover somebody is: it walks, runs over walls, or flies."""
    if unit.effects:
        if unit.has(FLYING):
            return terrain.FLIES
        if unit.has(SPEEDED):
            return terrain.SPRY
    return terrain.WALKS


def stands_against(unit: SovereignCombatant, other: SovereignCombatant) -> bool:
    """Return whether an enemy bars the way. Rules: grid.enemies-block, grid.giants-wade."""
    if other.prone or other.helpless() or other.fate != ACTIVE or not other.present:
        return False
    return unit.sheet.feet < EIGHT * other.sheet.feet


def standing(combat: SovereignCombat, unit: SovereignCombatant, side: int = -1) -> list[int]:
    """Return the cells of the standing enemies that its side, or another, knows of.

    Rule: grid.enemies-block.
    """
    by = unit.side if side < 0 else side
    found: list[int] = []
    for one in combat.units:
        if one.side != unit.side and stands_against(unit, one) and geometry.known_to(by, one):
            if one.size == 1:
                found.append(one.cell)
            else:
                found.extend(combat.grid.footprint(one.cell, one.size))
    if len(found) > 1:
        found.sort()
    return found


def exits_of(combat: SovereignCombat, unit: SovereignCombatant) -> Exits:
    """Return where a body may step: the map, less the corners that enemies hold."""
    return terrain.exits_of(combat, unit.size, kind_of(unit), standing(combat, unit))


def littered(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return the cells that bodies or caltrops make difficult. Rules: grid.pass-fallen."""
    found = combat.caltrops[:]
    for corpse in combat.corpses:
        if corpse % 10 != unit.side:
            found.append(corpse // 10)
    for other in combat.units:
        if not other.present or other.side == unit.side or stands_against(unit, other):
            continue
        if not geometry.located(combat, unit, other):
            continue
        if other.size == 1:
            found.append(other.cell)
        else:
            found += combat.grid.footprint(other.cell, other.size)
    return found


def corner_held(
    combat: SovereignCombat, unit: SovereignCombatant, here: int, goal: int
) -> SovereignCombatant | None:
    """Return the enemy that it knows of and that holds a corner which a step would cut.

    Rule: grid.no-corner-cutting.
    """
    grid = combat.grid
    corner = grid.at(grid.xs[goal], grid.ys[here])
    if corner in (here, goal):
        return None  # straight on
    for place in (corner, grid.at(grid.xs[here], grid.ys[goal])):
        found = barring(combat, unit, place)
        if found is not None:
            return found
    return None


def barring(
    combat: SovereignCombat, unit: SovereignCombatant, place: int
) -> SovereignCombatant | None:
    """Return the enemy that it knows of and that stands in a place of its size.

    Rule: grid.enemies-block.
    """
    for cell in combat.grid.footprint(place, unit.size):
        for one in combat.on(cell):
            if one.side != unit.side and stands_against(unit, one):
                if geometry.known_to(unit.side, one):
                    return one
    return None


def obstacles_of(
    combat: SovereignCombat, unit: SovereignCombatant, exits: Exits, *, provokes: bool
) -> Obstacles:
    """Return what bodies add to the map. Rules: grid.pass-allies, grid.enemies-block."""
    found = Obstacles(exits)
    grid = combat.grid
    for other in combat.units:
        if not other.present or other is unit or not geometry.located(combat, unit, other):
            continue
        foe = other.side != unit.side
        bars = foe and stands_against(unit, other)
        if unit.size == 1 and other.size == 1:
            if bars:
                found.bar(other.cell)
            else:
                found.close(other.cell)
        else:
            for cell in grid.footprint(other.cell, other.size):
                if bars:
                    found.bar_footprint(grid, cell, unit.size)
                else:
                    found.close_footprint(grid, cell, unit.size)
        if foe and provokes and not unit.disengaged >> other.index & 1:
            far = equipment.reach(other) if provoking.threatens(combat, other) else 0
            if far == 1:  # as most weapons reach
                found.harm(other.cell, 1)
                for cell in grid.near[other.cell]:
                    found.harm(cell, 1)
            elif far:
                found.harm_each(grid.around(other.cell, far), 1)
    for cell in rough_places(combat, unit):
        if not found.enter[cell]:  # several reasons in one square do not add up: grid.difficult
            found.cost(cell, 0, 1)
    return found


def rough_places(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return where a mover would step on something difficult besides the ground.

    A square of which several things are so may stand there more than once.
    """
    if kind_of(unit) == terrain.FLIES:
        return []
    grid = combat.grid
    size = unit.size
    places = littered(combat, unit)
    if size > 1:
        places = [
            place
            for cell in places
            for place in grid.block(
                grid.column(cell) - size + 1, grid.row(cell) - size + 1, size, size
            )
            if grid.footprint(place, size)
        ]
    return [place for place in places if not terrain.rough(grid, place, size)]


def rough_at(combat: SovereignCombat, unit: SovereignCombatant, goal: int) -> bool:
    """Return whether a step would be on something difficult besides the ground."""
    if kind_of(unit) == terrain.FLIES or terrain.rough(combat.grid, goal, unit.size):
        return False
    if unit.size == 1:
        return litters(combat, unit, goal)
    return any(litters(combat, unit, cell) for cell in combat.grid.footprint(goal, unit.size))


def litters(combat: SovereignCombat, unit: SovereignCombatant, cell: int) -> bool:
    """Return whether a cell is among those ``littered``. Rule: grid.pass-fallen."""
    if combat.caltrops and cell in combat.caltrops:
        return True
    for corpse in combat.corpses:
        if corpse // 10 == cell and corpse % 10 != unit.side:
            return True
    for other in combat.on(cell):
        if other.side == unit.side or not other.present:
            continue
        if not stands_against(unit, other) and geometry.located(combat, unit, other):
            return True
    return False


class Way(Walk):
    """One Move action as it is planned: a single continuous path.

    Rules: turn.no-split-move, run.rate.
    """

    def __init__(self, combat: SovereignCombat, unit: SovereignCombatant, mode: int) -> None:
        super().__init__(unit.index, rate(unit) * (2 if mode == CHARGE else 1))
        self.combat = combat
        self.unit = unit
        self.mode = mode
        self.start = unit.cell
        self.lay = unit.prone  # when it began
        self.line: list[int] = []  # of a charge, from its first square to its last
        self.struck: list[int] = []  # aoo.one-per-action
        self.waiting: list[int] = []  # who has passed for the rest of it
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

    def left(self) -> int:
        """Return what can still be spent: less once it has been thrown prone. Rule: prone.rate."""
        if self.lay or not self.unit.prone:
            return super().left()
        return max(0, rate(self.unit) - self.spent)

    def goes(self) -> bool:
        fast = condition.held_fast(self.combat, self.unit)
        if self.mode == CHARGE and self.unit.prone:  # charge.not-prone
            return False
        return self.unit.able() and not fast and self.combat.outcome == "" and not self.stopped

    def exits(self) -> Exits:
        """Return the steps that the ground allows, as it is now."""
        if self.ready is None or self.ready_at != self.combat.changes:
            self.ready = exits_of(self.combat, self.unit)
            self.ready_at = self.combat.changes
        return self.ready

    def obstacles(self) -> Obstacles:
        """Return what bodies add to the ground, and where they strike."""
        provokes = self.mode == RUN and not self.unit.has(SPEEDED)
        return obstacles_of(self.combat, self.unit, self.exits(), provokes=provokes)

    def reach(self) -> Reach:
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def lines(self) -> lines.Lines:
        """Return the straight ways of a charge. Rules: charge.straight, charge.distance."""
        exits = self.exits()
        return lines.Lines(self.combat, self.unit.cell, self.left(), exits, self.obstacles())

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
        stages = lines.straight(self.combat, self.start, cells[-1])
        if len(stages) != len(cells):
            return False
        return all(cell in stages[place] for place, cell in enumerate(cells))

    def fits(self, cell: int) -> bool:
        """Return whether it may end there: beside an ally to screen, homeward on a retreat.

        Rules: screen.action, morale.retreat.
        """
        if self.mode == SCREEN and not beside_ally(self.combat, self.unit, cell):
            return False
        return not self.retreats or homeward(self.combat, self.unit, cell)

    def step_price(self, here: int, goal: int) -> int:
        """Return what a step costs on this ground, -1 if it is barred or an enemy's corner cut."""
        combat, unit = self.combat, self.unit
        price = terrain.exits_of(combat, unit.size, kind_of(unit), []).price(here, goal)
        return -1 if price >= 0 and corner_held(combat, unit, here, goal) is not None else price

    def way_at_any_cost(self, goal: int) -> list[int]:
        """Return the cheapest way to a square however much it costs, empty if none leads there."""
        return flood(self.exits(), self.unit.cell, ANY_COST, self.obstacles()).path(goal)

    def why_not_step(self, here: int, goal: int) -> Why:
        """Return why no step leads from a square to one beside it, "" if one does.

        Rules: grid.enemies-block, grid.no-corner-cutting.
        """
        combat, unit = self.combat, self.unit
        foe = barring(combat, unit, goal)
        if foe is not None:
            return "grid.enemies-block", f"{foe.called()} stands there and bars the way"
        why = terrain.why_not_step(combat, here, goal, unit.size, kind_of(unit))
        if why[0]:
            return why
        foe = corner_held(combat, unit, here, goal)
        if foe is not None:
            return (
                "grid.no-corner-cutting",
                f"the step would cut the corner that {foe.called()} holds",
            )
        return "", ""

    def why_not_stop(self, goal: int) -> Why:
        """Return why it may not end on a square that it can come to, "" if it may.

        Rules: grid.pass-allies, grid.pass-fallen, screen.action, morale.retreat.
        """
        combat, unit = self.combat, self.unit
        for other in combat.units:
            if other is unit or not other.present or not geometry.located(combat, unit, other):
                continue
            if combat.grid.distance(goal, other.cell, CHEBYSHEV, unit.size, other.size) == 0:
                rule = "grid.pass-allies" if other.side == unit.side else "grid.pass-fallen"
                return rule, f"{other.called()} is there: one may pass, and not stop"
        if self.mode == CHARGE or self.fits(goal):
            return "", ""
        if self.mode == SCREEN and not beside_ally(combat, unit, goal):
            return "screen.action", "no ally is beside it"
        return "morale.retreat", "that is no way out"

    def dear(self, here: int, goal: int) -> str:
        """Return the rule by which a step costs more than 5 ft, "" if none does."""
        combat, unit = self.combat, self.unit
        found = terrain.dear(combat, here, goal, unit.size, kind_of(unit))
        return found or ("grid.difficult" if rough_at(combat, unit, goal) else "")


def can_charge(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether any straight way leads anywhere. Rule: charge.minimum."""
    way = Way(combat, unit, CHARGE)
    for goal, price, _ in terrain.exits_of(combat, unit.size, kind_of(unit), []).rows[unit.cell]:
        if price < way.left() and free_for(combat, unit, goal):  # with all that may lie there
            if corner_held(combat, unit, unit.cell, goal) is None:
                return True
    ways = way.lines()
    if ways.beside() > 0:
        return True
    ways.follow(lines.tree(combat, ways.far), unit.cell, 0, -1, 0)  # to the first that ends
    return len(ways.found) > 0


def hidden_from(combat: SovereignCombat, unit: SovereignCombatant) -> list[SovereignCombatant]:
    """Return the enemies that stand in the way of a mover whose side has not located them."""
    return [
        one
        for one in combat.units
        if one.unseen
        and one.side != unit.side
        and stands_against(unit, one)
        and not geometry.located(combat, unit, one)
    ]


def hidden_at(
    combat: SovereignCombat, unit: SovereignCombatant, goal: int
) -> SovereignCombatant | None:
    """Return who stands unseen in the way of a step, or beside it where that cuts a corner.

    Rules: grid.enemies-block, grid.no-corner-cutting.
    """
    for one in hidden_from(combat, unit):
        cells = combat.grid.footprint(one.cell, one.size)
        if any(cell in cells for cell in combat.grid.footprint(goal, unit.size)):
            return one
        if (unit.cell, goal) in terrain.cut_by(combat.grid, unit.size, cells):
            return one
    return None


def locate(combat: SovereignCombat, unit: SovereignCombatant, other: SovereignCombatant) -> None:
    """Let somebody come upon one unseen: its side knows where that is. Rule: skill.action."""
    other.located |= 1 << unit.side
    combat.mark_changed()
    if combat.watched:
        combat.tell(Told("comes upon", unit.index, other.index, "", 0, "grid.enemies-block"))


def stopped(
    combat: SovereignCombat, by: SovereignCombatant, target: SovereignCombatant, goal: int
) -> bool:
    """Return whether one unseen stops a forced movement, and locate it. Rule: grid.forced-limits.

    Whoever takes part in it is in nobody's way.
    """
    for cell in combat.grid.footprint(goal, target.size):
        holder = combat.holder(cell)
        if holder >= 0 and not geometry.known_to(by.side, combat.units[holder]):
            locate(combat, by, combat.units[holder])
            return True
    return False


def free_as_known(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    cell: int,
    mover: SovereignCombatant,
    other: int = -1,
) -> bool:
    """Return whether, as far as a side knows, nobody but the mover and one other holds a square."""
    holder = combat.holder(cell)
    if holder in (-1, mover.index, other):
        return True
    return not geometry.known_to(unit.side, combat.units[holder])


def free_for(combat: SovereignCombat, unit: SovereignCombatant, goal: int) -> bool:
    """Return whether nobody else is where somebody would stand."""
    for cell in combat.grid.footprint(goal, unit.size):
        if not free_as_known(combat, unit, cell, unit):
            return False
    return True


def can_leave(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether any way leads out, past those who stand now. Rule: morale.cornered."""
    if terrain.at_gate(combat, unit.cell, unit.size):
        return True
    exits = exits_of(combat, unit)
    obstacles = obstacles_of(combat, unit, exits, provokes=False)
    if leads_out(combat, unit, exits, obstacles):
        return True
    ways = flood(exits, unit.cell, FAR, obstacles)
    for cell in ways.cells:
        if terrain.at_gate(combat, cell, unit.size):
            return True
    return False


def leads_out(
    combat: SovereignCombat, unit: SovereignCombatant, exits: Exits, obstacles: Obstacles
) -> bool:
    """Return whether steps that each lead nearer get out; if not, a search has to tell."""
    out = terrain.way_out(combat, unit.size)
    here = unit.cell
    spent = 0
    while spent <= FAR and out[here] != 0:
        best = -1
        cost = 0
        for goal, price, _ in exits.rows[here]:
            nearer = 0 <= out[goal] < out[here if best < 0 else best]
            if nearer and not obstacles.barred(goal):
                best = goal
                cost = price + int(obstacles.enter[goal])
        if best < 0:
            return False
        here = best
        spent += cost
    return spent <= FAR and not obstacles.shut(here)


def beside_ally(combat: SovereignCombat, unit: SovereignCombatant, cell: int) -> bool:
    """Return whether a square is beside an ally. Rule: screen.action."""
    grid = combat.grid
    for other in combat.about(unit, cell, 1):
        if other.present and other.side == unit.side:
            low, high = unit.aloft, other.aloft
            if geometry.between(grid, cell, unit.size, other.cell, other.size, low, high) == 1:
                return True
    return False


def homeward(combat: SovereignCombat, unit: SovereignCombatant, cell: int) -> bool:
    """Return whether a square is nearer to an open edge than here. Rule: morale.retreat."""
    out = terrain.way_out(combat, unit.size)
    return 0 <= out[cell] < out[unit.cell] or (out[unit.cell] < 0 <= out[cell])
