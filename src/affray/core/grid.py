"""The field: cells are ints, footprints are squares named by their lowest cell, distances.

By metric.
"""

from __future__ import annotations

from typing import Final

from affray.core.arrays import append, i64, vec

# Distance metrics.
ORTHOGONAL: Final = 0  # |dx| + |dy|
CHEBYSHEV: Final = 1  # the longer of the two
ALTERNATING: Final = 2  # the longer plus half the shorter: every second diagonal counts 2

FOOTPRINTS: Final = 64  # sizes of footprints, in cells: all are smaller

# Terrain kinds of a map. What each costs or forbids is the ruleset's business.
OPEN: Final = 0
DIFFICULT: Final = 1
DANGEROUS: Final = 2
IMPASSABLE: Final = 3  # nobody enters; sight passes
WALL: Final = 4
WATER: Final = 5
PIT: Final = 6
LOW_COVER: Final = 7
HIGH_COVER: Final = 8
DROP: Final = 9
CLIMB: Final = 10
SOLID: Final = (WALL, IMPASSABLE)  # where nobody can stand

# Kinds of edge between two cells.
EDGE_WALL: Final = 1
EDGE_BARRIER: Final = 2
EDGE_SHEER: Final = 3

DIRECTIONS: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

Box = tuple[int, int, int, int, int, int]  # x0 y0 z0 x1 y1 z1
Edge = tuple[int, int, int]  # two neighbouring cells and the kind of barrier between them


def step_of(direction: i64) -> tuple[int, int]:
    """Return columns and rows of one step; directions run clockwise from north, 0 to 7."""
    dx = 0 if direction & 3 == 0 else 1 if direction < 4 else -1
    dy = 0 if direction & 3 == 2 else 1 if 2 < direction < 6 else -1
    return dx, dy


def direction_of(dx: int, dy: int) -> int:
    """Return the direction of a step by the signs of its columns and rows; -1 for no step."""
    if dx > 0:
        return 1 if dy < 0 else 3 if dy > 0 else 2
    if dx < 0:
        return 7 if dy < 0 else 5 if dy > 0 else 6
    return 0 if dy < 0 else 4 if dy > 0 else -1


class Grid:
    """The map of a fight. It never changes; clones share it.

    ``ground`` and ``levels`` hold the terrain kind and the height of every cell, row by row;
    ``zones`` the named sets of cells, ascending.
    """

    def __init__(
        self,
        width: int,
        height: int,
        ground: list[int],
        levels: list[int],
        solids: list[Box] | None = None,
        edges: list[Edge] | None = None,
        zones: dict[str, list[int]] | None = None,
        hp: dict[int, int] | None = None,
    ) -> None:
        self.width = width
        self.height = height
        self.size = width * height
        self.ground = tuple(ground)
        self.levels = tuple(levels)
        self.solids = tuple(solids or [])
        self.edges = tuple(edges or [])
        self.zones = zones or {}
        self.hp = hp or {}  # hit points of the cells that can be destroyed
        # Column and row of every cell: reading a byte is far cheaper than dividing.
        self.xs = bytes([cell % width for cell in range(self.size)])
        self.ys = bytes([cell // width for cell in range(self.size)])
        self.every = list(range(self.size))
        self.rows: list[bytes | None] = [None] * self.size  # of ``far``, worked out when asked
        self.spans: dict[int, bytes] = {}  # of ``far_from``
        self.names = [""] * self.size  # of ``name``
        self.tops: dict[int, list[int]] = {}  # of ``top``, by size
        # By how many rows lie between: the longer of that and the columns, from -width to width.
        self.gaps = [
            bytes([max(abs(column), row) for column in range(1 - width, width)])
            for row in range(height)
        ]
        self.nobody: vec[i64] = vec[i64]()  # an empty board
        # ``levels``, ``xs`` and ``ys`` again, for hot loops.
        self.heights: vec[i64] = vec[i64]()
        self.across: vec[i64] = vec[i64]()
        self.down: vec[i64] = vec[i64]()
        for cell, level in enumerate(levels):
            self.nobody = append(self.nobody, -1)
            self.heights = append(self.heights, level)
            self.across = append(self.across, cell % width)
            self.down = append(self.down, cell // width)
        near: list[tuple[int, ...]] = []
        cross: list[tuple[int, ...]] = []
        for cell in range(self.size):
            around: list[int] = []
            straight: list[int] = []
            for direction in range(8):
                dx, dy = step_of(direction)
                other = self.beside(cell, dx, dy)
                if other >= 0:
                    around.append(other)
                    if direction % 2 == 0:
                        straight.append(other)
            near.append(tuple(around))
            cross.append(tuple(straight))
        self.near = tuple(near)  # the eight neighbours, clockwise from north
        self.cross = tuple(cross)  # the four orthogonal ones

    def column(self, cell: int) -> int:
        return cell % self.width

    def row(self, cell: int) -> int:
        return cell // self.width

    def at(self, column: int, row: int) -> int:
        """Return the cell, -1 off the map."""
        if 0 <= column < self.width and 0 <= row < self.height:
            return row * self.width + column
        return -1

    def beside(self, cell: i64, dx: i64, dy: i64) -> int:
        """Return the cell at an offset, -1 off the map."""
        column: i64 = self.across[cell] + dx
        row: i64 = self.down[cell] + dy
        width: i64 = self.width
        if 0 <= column < width and 0 <= row < self.height:
            return row * width + column
        return -1

    def name(self, cell: int) -> str:
        """Return ``column,row``, zero-based from the top left."""
        known = self.names[cell]
        if not known:
            known = self.names[cell] = f"{cell % self.width},{cell // self.width}"
        return known

    def read(self, text: str) -> int:
        """Return the cell that ``column,row`` names; -1 if it names none."""
        column, comma, row = text.partition(",")
        if comma and column.isdecimal() and row.isdecimal() and len(column) + len(row) < 9:
            return self.at(int(column), int(row))
        return -1

    def apart(self, a: int, size_a: int, b: int, size_b: int) -> tuple[int, int]:
        """Return columns and rows between the nearest cells of two footprints."""
        ax = self.xs[a]
        ay = self.ys[a]
        bx = self.xs[b]
        by = self.ys[b]
        dx = bx - (ax + size_a - 1) if bx > ax else ax - (bx + size_b - 1)
        dy = by - (ay + size_a - 1) if by > ay else ay - (by + size_b - 1)
        return dx if dx > 0 else 0, dy if dy > 0 else 0

    def distance(self, a: i64, b: i64, metric: i64, size_a: i64 = 1, size_b: i64 = 1) -> int:
        """Return the distance in cells between the nearest cells of two footprints."""
        across = self.across
        down = self.down
        dx: i64 = across[b] - across[a]
        dy: i64 = down[b] - down[a]
        # One less than the distance, below 0 where they touch or overlap.
        dx = dx - size_a if dx > 0 else -dx - size_b
        dy = dy - size_a if dy > 0 else -dy - size_b
        longer: i64 = dx if dx > dy else dy
        if longer < 0:
            return 0
        if metric == CHEBYSHEV:
            return longer + 1
        shorter: i64 = dy if dx > dy else dx
        if shorter < 0:
            return longer + 1
        return longer + shorter + 2 if metric == ORTHOGONAL else longer + 1 + ((shorter + 1) >> 1)

    def steps(self, a: i64, b: i64) -> int:
        """Return the distance between two cells in steps to any neighbour."""
        across = self.across
        down = self.down
        dx: i64 = across[b] - across[a]
        dy: i64 = down[b] - down[a]
        if dx < 0:
            dx = -dx
        if dy < 0:
            dy = -dy
        return dx if dx > dy else dy

    def far(self, cell: int) -> bytes:
        """Return how many columns or rows, whichever are more, every cell lies from one."""
        row = self.rows[cell]
        if row is None:
            first = self.width - 1 - self.xs[cell]
            y = self.ys[cell]
            lines = [
                self.gaps[abs(one - y)][first : first + self.width] for one in range(self.height)
            ]
            row = b"".join(lines)
            self.rows[cell] = row
        return row

    def far_from(self, cell: int, size: int, other: int) -> bytes:
        """Return how far somebody of a size lies from a footprint, by its own lowest cell.

        As ``far``: the columns or rows between their nearest cells, whichever are more.
        """
        if size == 1 and other == 1:
            return self.far(cell)
        key = (cell * FOOTPRINTS + size) * FOOTPRINTS + other
        row = self.spans.get(key)
        if row is None:
            row = self.spans[key] = self.span(cell, size, other)
        return row

    def span(self, cell: int, size: int, other: int) -> bytes:
        """Work ``far_from`` out: nobody lies apart from the columns and rows that it touches."""
        width = self.width
        left, right = self.xs[cell] - other + 1, self.xs[cell] + size - 1
        top, bottom = self.ys[cell] - other + 1, self.ys[cell] + size - 1
        before = max(left, 0)
        under = min(right, width - 1) + 1 - before
        lines: list[bytes] = []
        for row in range(self.height):
            apart = max(top - row, row - bottom, 0)
            gaps = self.gaps[apart]  # its middle is no column apart
            middle = bytes([apart]) * under
            beyond = gaps[width : width + max(width - 1 - right, 0)]
            lines.append(gaps[width - 1 - before : width - 1] + middle + beyond)
        return b"".join(lines)

    def direction(self, a: int, b: int) -> int:
        """Return the direction from one cell to another by the signs of the offset; -1 if equal."""
        width = self.width
        return direction_of(b % width - a % width, b // width - a // width)

    def footprint(self, cell: int, size: int) -> list[int]:
        """Return the cells of a square of ``size`` by its lowest cell.

        Empty if it leaves the map.
        """
        if size == 1:
            return [cell]
        if cell % self.width + size > self.width or cell // self.width + size > self.height:
            return []
        return [cell + y * self.width + x for y in range(size) for x in range(size)]

    def top(self, cell: int, size: int) -> int:
        """Return the highest level under a footprint; off the map, that of its lowest cell."""
        if size == 1:
            return self.levels[cell]
        tops = self.tops.get(size)
        if tops is None:
            tops = [
                max([self.levels[one] for one in self.footprint(place, size)], default=level)
                for place, level in enumerate(self.levels)
            ]
            self.tops[size] = tops
        return tops[cell]

    def block(self, column: int, row: int, wide: int, high: int) -> list[int]:
        """Return the cells of a rectangle, row by row; those off the map are left out."""
        width = self.width
        left = column if column > 0 else 0
        right = column + wide if column + wide < width else width
        found: list[int] = []
        if left < right:
            top = row if row > 0 else 0
            bottom = row + high if row + high < self.height else self.height
            for y in range(top, bottom):
                found += self.every[y * width + left : y * width + right]
        return found

    def around(self, cell: int, radius: int) -> list[int]:
        """Return the cells within a Chebyshev distance, the middle one too, ascending."""
        wide = 2 * radius + 1
        return self.block(cell % self.width - radius, cell // self.width - radius, wide, wide)

    def ray(self, cell: int, direction: int, length: int) -> list[int]:
        """Return up to ``length`` cells in a straight line from ``cell``, itself left out."""
        dx, dy = step_of(direction)
        found: list[int] = []
        for _ in range(length):
            cell = self.beside(cell, dx, dy)
            if cell < 0:
                break
            found.append(cell)
        return found
