"""What a step costs and how far one gets: exits, Speed, obstacles, and who is spared of what."""

from __future__ import annotations

from typing import Final

from affray.core.grid import DIFFICULT, IMPASSABLE, WALL, Grid
from affray.core.reach import Exits, Obstacles
from affray.rulesets.thrum.condition.kinds import unhindered
from affray.rulesets.thrum.feature import Number
from affray.rulesets.thrum.reaction.listening import adjusting
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FIXED, GROUND, HALF_SPEED_UP, LEAVES, SPEED, WHOLE_SPEED


def exits_of(grid: Grid, flat: bool) -> Exits:
    """Return where one may step and for how much, as far as the map says.

    All eight neighbours, corners do not matter; leaving Difficult Terrain +1; every level beyond
    the first +1, up or down; all extras add up. ``flat``: every step costs 1.
    Rules: move.step-cost, move.diagonal-corners, move.difficult-terrain, move.elevation-first-free,
    move.elevation-extra, move.costs-add, grid.map-edge, grid.elevation.
    """
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for goal in grid.near[cell]:
            if grid.ground[goal] == WALL or grid.ground[goal] == IMPASSABLE:
                continue
            price = 1
            if not flat:
                price += max(0, abs(grid.levels[goal] - grid.levels[cell]) - 1)
                price += 1 if grid.ground[cell] == DIFFICULT else 0
            row.append((goal, price, 0))
        rows.append(tuple(row))
    return Exits(rows)


class Pace(Number):
    """Speed being worked out: what lowers it is noted apart, for those who ignore such losses."""

    def __init__(self, who: int, told: bool) -> None:
        super().__init__(SPEED, who, -1, told, None)
        self.losses: list[int] = []

    def add(self, amount: int, rule: str) -> None:
        super().add(amount, rule)
        if amount < 0:
            self.losses.append(amount)


def pace_of(combat: ThrumCombat, unit: ThrumCombatant) -> Pace:
    """Return what changes somebody's Speed, the sheet's left out."""
    pace = Pace(unit.index, combat.watched)
    if unit.adjusts & SPEED:
        combat.collect(pace)
    return pace


def every_exit(grid: Grid) -> Exits:
    """Return the exits of one whom neither ground nor height hinders."""
    return Exits([tuple([(goal, 1, 0) for goal in grid.near[cell]]) for cell in range(grid.size)])


def speed_of(combat: ThrumCombat, unit: ThrumCombatant) -> int:
    """Return Speed with all that changes it. Rule: move.speed-floor."""
    if not unit.adjusts & SPEED:
        return unit.sheet.speed
    pace = Pace(unit.index, combat.watched)
    whole_pace(combat, unit, pace)
    return pace.total


def whole_pace(combat: ThrumCombat, unit: ThrumCombatant, pace: Pace) -> None:
    """Work out Speed: the sheet's, what changes it, the losses that are ignored, the floor."""
    pace.add(unit.sheet.speed, "sheet.speed")
    combat.collect(pace)
    if pace.losses:
        spared = losses_ignored(combat, unit)
        if spared == 2:
            pace.add(-sum(pace.losses), "ability.text-wins")
        elif spared == 1:
            pace.add(-pace.losses[0], "ability.text-wins")
    pace.at_least(0, "move.speed-floor")


def measured(combat: ThrumCombat, unit: ThrumCombatant, measure: int, amount: int) -> int:
    """Return a budget as it is now: so many squares, and the share of Speed it is measured by."""
    if measure == FIXED:
        return amount
    speed = speed_of(combat, unit)
    if measure == WHOLE_SPEED:
        return speed + amount
    return (speed + (1 if measure == HALF_SPEED_UP else 0)) // 2 + amount


# What a Weaver has ignored in this turn, in its counter.
IGNORED_COST: Final = 1  # an extra cost or other loss of movement
IGNORED_SPEED: Final = 2  # a loss of Speed


def losses_ignored(combat: ThrumCombat, unit: ThrumCombatant) -> int:
    """Return 2 if no loss of Speed counts for somebody now, 1 if the first does not, else 0."""
    if unhindered(unit):
        return 2
    if unit.sheet.weaver == 0 or combat.active != unit.index:
        return 0
    if unit.sheet.weaver == 2:
        return 2
    return 0 if unit.used[unit.sheet.weaver_slot] == IGNORED_COST else 1


def obstacles_for(
    combat: ThrumCombat, mover: ThrumCombatant, waived: bool = False, ghost: bool = False
) -> Obstacles:
    """Return what the moment adds to the map for one mover.

    ``waived``: no extra cost counts for it. ``ghost``: it passes through everybody and everything.

    Nobody stops where another stands; enemies, fallen ones too, may not be passed. Squares next to
    an enemy whose Stance punishes leaving count as harm, which decides between equally cheap ways.
    Rules: move.through-allies, move.no-stopping-on-allies, move.enemies-block,
    grid.one-character-per-square.
    """
    obstacles = Obstacles(combat.exits)
    for other in combat.units:
        if other is mover or not other.present or other.cell < 0:
            continue
        obstacles.close(other.cell)
        if other.side != mover.side:
            if not ghost:
                obstacles.bar(other.cell)
            if other.listens & LEAVES:
                for cell in combat.grid.near[other.cell]:
                    obstacles.harm(cell, 1)
    if combat.adjusts & GROUND:
        for other in combat.units:
            if other.adjusts & GROUND and other.present:
                for feature in adjusting(combat, other, GROUND):
                    feature.ground(combat, other, mover, obstacles)
    if waived:
        waive(combat, obstacles, ghost)
    return obstacles


def waive(combat: ThrumCombat, obstacles: Obstacles, ghost: bool) -> None:
    """Take away what squares cost more; for a ghost what bars them too.

    It only may not stop there.
    """
    grid = combat.grid
    for cell in range(grid.size):
        if ghost and (obstacles.barred(cell) or grid.ground[cell] in (WALL, IMPASSABLE)):
            obstacles.close(cell)
            obstacles.enter[cell] = 0
        elif not obstacles.barred(cell):
            obstacles.enter[cell] = 0
        obstacles.leave[cell] = 0


def make_difficult(combat: ThrumCombat, obstacles: Obstacles, cell: int) -> None:
    """Make a square Difficult Terrain for a mover: once, however many effects do.

    Rule: move.difficult-terrain.
    """
    if combat.grid.ground[cell] != DIFFICULT and obstacles.leave[cell] == 0:
        obstacles.cost(cell, 1, 0)
