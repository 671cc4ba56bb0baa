"""Where somebody may step: exits of the map, obstacles of the moment, and what is in reach."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import append, i64, u8, vec
from affray.core.grid import Grid

FAR: Final = (1 << 30) - 1  # more than any way costs; the interpreter compares such quickest
SHIFT: Final = 12  # a node's value is cost << SHIFT plus the harm met on the way

MOST_HARM: Final = (1 << SHIFT) - 1

# Modes of a search.
PLAIN: Final = 0
ALTERNATE: Final = 1
WAIVE: Final = 2

Row = tuple[tuple[int, int, int], ...]  # of one cell: (neighbour, price, 1 if diagonal)
Runs = tuple[tuple[int, tuple[int, ...]], ...]  # the same in runs of one price, (price, neighbours)


def filled(size: int, value: i64) -> vec[i64]:
    """Return an array of equal numbers. Slices of one are copies, and much faster."""
    items: vec[i64] = vec[i64]()
    for _ in range(size):
        items = append(items, value)
    return items


class Exits:
    """Where one kind of mover may step, and for how much, as far as the map alone decides.

    Built once per map, mover and size by the ruleset: prices and bans that depend on a pair of
    cells (climbing, corners, barriers). A mover larger than one cell is named by its lowest cell.
    """

    def __init__(self, rows: list[Row]) -> None:
        self.rows = tuple(rows)
        self.first: vec[i64] = filled(1, 0)
        self.goals: vec[i64] = vec[i64]()
        self.prices: vec[i64] = vec[i64]()
        self.slants: vec[i64] = vec[i64]()
        for row in rows:
            for goal, price, slant in row:
                self.goals = append(self.goals, goal)
                self.prices = append(self.prices, price)
                self.slants = append(self.slants, slant)
            self.first = append(self.first, len(self.goals))
        self.size = len(rows)
        least = FAR
        for row in rows:
            for _, price, _ in row:
                if price < least:
                    least = price
        self.least = least  # no step costs less
        self.runs: tuple[Runs, ...] | None = None  # worked out when asked
        # Templates, by number of layers: each search takes copies.
        self.zeros: vec[i64] = filled(self.size, 0)
        self.bytes: vec[u8] = vec[u8]()  # zeros too: small numbers are copied faster
        for _ in range(self.size):
            self.bytes = append(self.bytes, 0)
        self.far: vec[i64] = filled(self.size, FAR)
        self.far_twice: vec[i64] = filled(2 * self.size, FAR)
        self.none: vec[i64] = filled(self.size, -1)
        self.none_twice: vec[i64] = filled(2 * self.size, -1)
        open_cells = [False] * self.size
        for row in rows:
            for goal, _, _ in row:
                open_cells[goal] = True
        self.open = tuple(open_cells)

    def without(self, steps: list[tuple[int, int]]) -> Exits:
        """Return the same exits less some steps, (from, to): the rest is shared."""
        rows = list(self.rows)
        goals = self.goals[:]
        for cell, goal in steps:
            k = int(self.first[cell])
            for _ in range(int(self.first[cell + 1]) - k):
                if self.goals[k] == goal:
                    goals[k] = cell  # a step to where one is: never cheaper
                k += 1
            rows[cell] = tuple([one for one in rows[cell] if one[0] != goal])
        twin = Exits([])
        twin.rows = tuple(rows)
        twin.first = self.first
        twin.goals = goals
        twin.prices = self.prices
        twin.slants = self.slants
        twin.size = self.size
        twin.least = self.least
        twin.zeros = self.zeros
        twin.bytes = self.bytes
        twin.far = self.far
        twin.far_twice = self.far_twice
        twin.none = self.none
        twin.none_twice = self.none_twice
        twin.open = self.open
        return twin

    def least_of(self, mode: int) -> int:
        """Return the least that a step costs in a search of a mode: a waived one costs 1."""
        return 1 if mode == WAIVE and self.least > 1 else self.least

    def in_runs(self) -> tuple[Runs, ...]:
        """Return the rows with neighbours of one price joined, in the same order."""
        if self.runs is None:
            self.runs = tuple([joined(row) for row in self.rows])
        return self.runs

    def price(self, cell: i64, goal: i64) -> int:
        """Return what the step from a cell to another costs, -1 if there is none."""
        goals = self.goals
        k: i64
        for k in range(self.first[cell], self.first[cell + 1]):
            if goals[k] == goal and goal != cell:
                return self.prices[k]
        return -1

    def enterable(self, cell: int) -> bool:
        """Return whether any step leads there."""
        return self.open[cell]


def joined(row: Row) -> Runs:
    """Return the steps of one cell in runs of one price."""
    found: list[tuple[int, tuple[int, ...]]] = []
    goals: list[int] = []
    for place, (goal, price, _) in enumerate(row):
        goals.append(goal)
        if place + 1 == len(row) or row[place + 1][1] != price:
            found.append((price, tuple(goals)))
            goals = []
    return tuple(found)


class Levy:
    """An extra price by cell: of several that hold there the highest."""

    def __init__(self, prices: vec[i64]) -> None:
        self.prices = prices

    def raise_to(self, cells: list[int], price: int) -> None:
        """Let the price of some cells be no lower than ``price``."""
        prices = self.prices
        least: i64 = price
        for cell in cells:
            if prices[cell] < least:
                prices[cell] = least
        self.prices = prices  # arrays are values: what was written is handed back


class Obstacles:
    """What changes from search to search, by cell: filled afresh by the ruleset."""

    def __init__(self, exits: Exits) -> None:
        self.zeros = exits.zeros
        self.leave = exits.zeros[:]  # extra price of leaving
        self.enter = exits.zeros[:]  # extra price of entering; -1 bars
        self.closed = exits.bytes[:]  # 1: pass, do not stop
        self.hazard = exits.bytes[:]  # harm of entering, 0 to 63; decides among equally cheap ways

    def bar(self, cell: int) -> None:
        self.enter[cell] = -1

    def close(self, cell: int) -> None:
        self.closed[cell] = 1

    def cost(self, cell: int, leaving: int, entering: int) -> None:
        """Add to what leaving and entering a cell cost, never less than 0; a bar stays a bar."""
        self.leave[cell] += leaving
        if self.enter[cell] >= 0:
            self.enter[cell] += entering

    def harm(self, cell: int, amount: int) -> None:
        most: int = self.hazard[cell]
        most += amount
        self.hazard[cell] = 63 if most > 63 else most

    def harm_each(self, cells: list[int], amount: int) -> None:
        hazard = self.hazard
        for cell in cells:
            most: int = hazard[cell]
            most += amount
            hazard[cell] = 63 if most > 63 else most
        self.hazard = hazard

    def levy(self) -> Levy:
        """Return an extra price of leaving that is to be worked out, 0 everywhere so far."""
        return Levy(self.zeros[:])

    def leaving(self, levy: Levy) -> None:
        """Add an extra price of leaving to what leaving costs."""
        prices = levy.prices
        leave = self.leave
        for cell in range(len(prices)):
            if prices[cell] > 0:
                leave[cell] += prices[cell]
        self.leave = leave

    def barred(self, cell: int) -> bool:
        return self.enter[cell] < 0

    def shut(self, cell: int) -> bool:
        return self.closed[cell] > 0

    def bar_footprint(self, grid: Grid, cell: int, size: int) -> None:
        """Bar every place from which a mover of ``size`` would cover ``cell``."""
        for place in grid.block(
            cell % grid.width - size + 1, cell // grid.width - size + 1, size, size
        ):
            self.enter[place] = -1

    def close_footprint(self, grid: Grid, cell: int, size: int) -> None:
        """Forbid stopping wherever a mover of ``size`` would cover ``cell``."""
        for place in grid.block(
            cell % grid.width - size + 1, cell // grid.width - size + 1, size, size
        ):
            self.closed[place] = 1


class Reach:
    """What a search found: ``cells`` where the mover may stop, cheapest first."""

    def __init__(self, start: int, layers: int, exits: Exits) -> None:
        self.start = start
        self.layers = layers
        self.values: vec[i64] = exits.far[:] if layers == 1 else exits.far_twice[:]
        self.back: vec[i64] = exits.none[:] if layers == 1 else exits.none_twice[:]
        self.cells: list[int] = []
        self.size = exits.size  # nodes of the exits: cells, unless a ruleset has several for each

    def node(self, cell: int) -> int:
        """Return the better node of a cell, -1 if it was not reached."""
        if self.layers == 1:
            return cell if self.values[cell] < FAR else -1
        best = -1
        for layer in range(self.layers):
            node = cell * self.layers + layer
            if self.values[node] < FAR and (best < 0 or self.values[node] < self.values[best]):
                best = node
        return best

    def cost(self, cell: int) -> int:
        """Return the price of the cheapest way, -1 if there is none."""
        node = self.node(cell)
        return -1 if node < 0 else self.values[node] >> SHIFT

    def harm(self, cell: int) -> int:
        """Return the hazard met on the cheapest way."""
        node = self.node(cell)
        return 0 if node < 0 else self.values[node] & MOST_HARM

    def weighed(self, cell: int, by_cost: i64, by_harm: i64) -> i64:
        """Return the price and the hazard of the cheapest way to a reached cell as one number."""
        node: i64 = cell if self.layers == 1 else self.node(cell)
        value = self.values[node]
        return by_cost * (value >> SHIFT) + by_harm * (value & MOST_HARM)

    def path(self, cell: int) -> list[int]:
        """Return the cells to step on in order, the start left out; empty if there is no way."""
        steps: list[int] = []
        node = self.node(cell)
        while node >= 0 and self.back[node] >= 0:
            steps.append(node // self.layers)
            node = self.back[node]
        steps.reverse()
        return steps
