"""The straight lines of a charge."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.reach import Exits, Obstacles
from affray.rulesets.sovereign.shared import Stage
from affray.rulesets.sovereign.state import SovereignCombat

NOWHERE: Final = 1_000_000  # what a step costs that cannot be made


class Steps:
    """What each step costs with bodies in the way."""

    def __init__(self, exits: Exits, obstacles: Obstacles) -> None:
        self.exits = exits
        self.first = exits.first
        self.goals = exits.goals
        self.prices = exits.prices
        self.enter = obstacles.enter

    def price(self, here: i64, goal: i64) -> i64:
        """Return what a step costs, NOWHERE if it cannot be made."""
        goals = self.goals
        place: i64
        for place in range(self.first[here], self.first[here + 1]):
            if goals[place] == goal:
                more: i64 = self.enter[goal]
                if more < 0:
                    return NOWHERE
                return more + self.prices[place]
        return NOWHERE


class Lines:
    """The straight ways of a charge from where somebody stands.

    Rules: charge.straight, charge.distance.
    """

    def __init__(
        self, combat: SovereignCombat, start: int, far: int, exits: Exits, obstacles: Obstacles
    ):
        self.combat = combat
        self.start = start
        self.far = far
        self.obstacles = obstacles
        self.steps = Steps(exits, obstacles)
        self.found: list[int] = []
        self.sought = False  # all ends are looked for, not whether there is any

    def beside(self) -> int:
        """Return how many of the squares beside it are such that it may end there."""
        count = 0
        for goal, _, _ in self.steps.exits.rows[self.start]:
            if self.steps.price(self.start, goal) <= self.far and not self.obstacles.shut(goal):
                count += 1
        return count

    def goals(self) -> list[int]:
        """Return where a straight way ends, ascending."""
        if not self.sought:
            self.sought = True
            self.follow(tree(self.combat, self.far), self.start, 0, -1, 0)
            self.found.sort()
        return self.found

    def way(self, goal: int) -> list[int]:
        """Return the cheapest straight way to a square."""
        return cheapest(self.start, stages_to(self.combat, self.start, goal), self.far, self.steps)

    def follow(self, stage: Stage, one: i64, paid: i64, other: i64, spent: i64) -> None:
        """Go on from the square of a stage, or from both if it has two, to all stages after it.

        Of two stages that follow each other one has a single square; then ``other`` is -1.
        """
        far: i64 = self.far
        start: i64 = self.start
        steps = self.steps
        for after in stage.after:
            if not self.sought and self.found:
                return
            goal: i64 = start + after.first
            cost: i64 = paid + steps.price(one, goal)
            if other >= 0:
                aside: i64 = spent + steps.price(other, goal)
                if aside < cost:
                    cost = aside
            if after.second != after.first:
                second: i64 = start + after.second
                more: i64 = paid + steps.price(one, second)
                if cost <= far:
                    self.follow(after, goal, cost, second if more <= far else -1, more)
                elif more <= far:
                    self.follow(after, second, more, -1, 0)
            elif cost <= far:
                if after.ends:
                    self.end(goal, after.columns)
                if cost < far and after.after:
                    self.follow(after, goal, cost, -1, 0)

    def end(self, goal: int, columns: int) -> None:
        """Let a line end where the mover may, unless it has run off the map."""
        xs = self.combat.grid.xs
        if xs[goal] == xs[self.start] + columns and not self.obstacles.shut(goal):
            self.found.append(goal)


def tree(combat: SovereignCombat, far: int) -> Stage:
    """Return the lines of so many squares as a tree: those that begin alike share that."""
    grid = combat.grid
    known = combat.maps.trees.get(far)
    if known is None:
        known = Stage(0, 0)
        wide, high = min(far, grid.width - 1), min(far, grid.height - 1)
        for dx in range(-wide, wide + 1):
            for dy in range(-high, high + 1):
                if dx or dy:
                    grow(known, dx, stages_of(dx, dy, grid.width))
        combat.maps.trees[far] = known
    return known


def grow(root: Stage, columns: int, stages: list[list[int]]) -> None:
    """Put a line over so many columns into a tree."""
    stage = root
    for squares in stages:
        first, second = squares[0], squares[-1]
        for after in stage.after:
            if after.first == first and after.second == second:
                stage = after
                break
        else:
            after = Stage(first, second)
            stage.after.append(after)
            stage = after
    stage.ends = True
    stage.columns = columns


def cheapest(start: int, stages: list[list[int]], far: int, steps: Steps) -> list[int]:
    """Return the cheapest way by one square of each stage, empty if none can be walked."""
    ends = [start]
    ways: list[list[int]] = [[]]
    costs = [0]
    for stage in stages:
        next_ends: list[int] = []
        next_ways: list[list[int]] = []
        next_costs: list[int] = []
        for shift in stage:
            goal = start + shift
            best = far + 1
            via: list[int] = []
            for place, here in enumerate(ends):
                cost = costs[place] + steps.price(here, goal)
                if cost < best:
                    best = cost
                    via = ways[place]
            if best <= far:
                next_ends.append(goal)
                next_ways.append([*via, goal])
                next_costs.append(best)
        if not next_ends:
            return []
        ends, ways, costs = next_ends, next_ways, next_costs
    return ways[0]


def straight(combat: SovereignCombat, start: int, goal: int) -> list[list[int]]:
    """Return the squares of a straight line by stages. Rule: charge.straight."""
    return [[start + one for one in stage] for stage in stages_to(combat, start, goal)]


def stages_to(combat: SovereignCombat, start: int, goal: int) -> list[list[int]]:
    """Return how far from its start, in cells of the map, the squares of each stage lie.

    Two where an exact half may be rounded. Rule: charge.straight.
    """
    grid = combat.grid
    dx = grid.xs[goal] - grid.xs[start]
    dy = grid.ys[goal] - grid.ys[start]
    known = combat.maps.straights.get((dx, dy))
    if known is None:
        known = stages_of(dx, dy, grid.width)
        combat.maps.straights[(dx, dy)] = known
    return known


def stages_of(dx: int, dy: int, width: int) -> list[list[int]]:
    """Return the stages of a line over so many columns and rows."""
    n = max(abs(dx), abs(dy))
    stages: list[list[int]] = []
    for k in range(1, n + 1):
        stage: list[int] = []
        for up in (0, 1):
            x = (2 * k * dx + n - 1 + up) // (2 * n)
            y = (2 * k * dy + n - 1 + up) // (2 * n)
            if x + y * width not in stage:
                stage.append(x + y * width)
        stages.append(stage)
    return stages
