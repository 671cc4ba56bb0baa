"""The straight lines of a charge."""

from __future__ import annotations

from affray.core.paths import Exits, Obstacles
from affray.rulesets.sovereign.state import Field


class Steps:
    """What each step costs with bodies in the way, worked out once for all lines of a charge."""

    def __init__(self, exits: Exits, obstacles: Obstacles) -> None:
        self.exits = exits
        self.obstacles = obstacles
        self.known: dict[int, dict[int, int]] = {}

    def out_of(self, cell: int) -> dict[int, int]:
        """Return the price of every step that can be made from a square."""
        found = self.known.get(cell)
        if found is None:
            found = {}
            for goal, price, _ in self.exits.rows[cell]:
                if not self.obstacles.barred(goal):
                    found[goal] = price + int(self.obstacles.enter[goal])
            self.known[cell] = found
        return found


def cheapest(start: int, stages: list[list[int]], far: int, steps: Steps) -> list[int]:
    """Return the cheapest way by one square of each stage, empty if none can be walked."""
    ends = [start]
    ways: list[list[int]] = [[]]
    costs = [0]
    known = steps.known
    for stage in stages:
        if len(stage) == 1 and len(ends) == 1:  # as most are: nothing to choose
            here = ends[0]
            goal = start + stage[0]
            price = (known[here] if here in known else steps.out_of(here)).get(goal, -1)
            if price < 0 or costs[0] + price > far:
                return []
            costs[0] += price
            ends[0] = goal
            ways[0].append(goal)
            continue
        next_ends: list[int] = []
        next_ways: list[list[int]] = []
        next_costs: list[int] = []
        for shift in stage:
            goal = start + shift
            best = far + 1
            via: list[int] = []
            for place, here in enumerate(ends):
                price = steps.out_of(here).get(goal, -1)
                if 0 <= price < best - costs[place]:
                    best = costs[place] + price
                    via = ways[place]
            if best <= far:
                next_ends.append(goal)
                next_ways.append([*via, goal])
                next_costs.append(best)
        if not next_ends:
            return []
        ends, ways, costs = next_ends, next_ways, next_costs
    return ways[0]


def straight(field: Field, start: int, goal: int) -> list[list[int]]:
    """Return the squares of a straight line by stages. Rule: charge.straight."""
    return [[start + one for one in stage] for stage in stages_to(field, start, goal)]


def stages_to(field: Field, start: int, goal: int) -> list[list[int]]:
    """Return how far from its start, in cells of the map, the squares of each stage lie.

    Two where an exact half may be rounded. Rule: charge.straight.
    """
    grid = field.grid
    dx = grid.xs[goal] - grid.xs[start]
    dy = grid.ys[goal] - grid.ys[start]
    known = field.maps.straights.get((dx, dy))
    if known is None:
        known = stages_of(dx, dy, grid.width)
        field.maps.straights[(dx, dy)] = known
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
