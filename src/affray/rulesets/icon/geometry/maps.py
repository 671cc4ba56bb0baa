"""What is remembered of a map: exits, lines, sight; and where its special spaces are."""

from __future__ import annotations

from typing import Final

from affray.core.grid import DANGEROUS, DIFFICULT, WALL, Grid
from affray.core.pairs import Pairs
from affray.core.reach import Exits

MOST_SHAPES: Final = 300  # then what was kept is dropped: long runs wreck terrain in many ways
MOST_SIGHTS: Final = 100_000
MOST_BYTES: Final = 20_000_000  # of sight between single spaces, at all heights together


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self) -> None:
        self.known = False  # walls and drops
        self.walls: list[int] = []
        self.drops: list[int] = []
        self.numbered = 0
        self.shapes: dict[tuple[int, ...], int] = {}  # numbers of the heights met so far
        self.exits: dict[tuple[int, int, int], Exits] = {}
        self.sights: dict[int, int] = {}  # of and by large characters
        self.tables: dict[int, Pairs] = {}  # between single spaces, by number of the heights
        self.lines: dict[int, list[int]] = {}  # pair of cells: the cells between
        self.anchors: dict[tuple[int, int, int], list[int]] = {}  # of arcs: steps to their origin
        self.laid: Lay | None = None  # of the terrain that was last asked about

    def number(self, levels: tuple[int, ...]) -> int:
        """Return the number of some heights; none is ever given twice."""
        known = self.shapes.get(levels, -1)
        if known < 0:
            if len(self.shapes) >= MOST_SHAPES:
                self.shapes = {}
                self.exits = {}
                self.sights = {}
                self.tables = {}
            known = self.numbered
            self.numbered += 1
            self.shapes[levels] = known
        return known

    def table(self, heights: int, size: int) -> Pairs:
        """Return what is known of sight between single spaces at some heights: 1 + what it is."""
        known = self.tables.get(heights)
        if known is None:
            if len(self.tables) * size * size >= MOST_BYTES:
                self.tables = {}
            known = Pairs(size)
            self.tables[heights] = known
        return known

    def lay(self, floor: tuple[int, ...], toughness: tuple[int, ...]) -> Lay:
        """Return where the special spaces of some terrain are: clones often ask about the same."""
        laid = self.laid
        if laid is None or laid.floor is not floor or laid.toughness is not toughness:
            laid = Lay(floor, toughness)
            self.laid = laid
        return laid

    def keep_sight(self, pair: int, seen: int) -> None:
        """Remember the sight of a pair."""
        if len(self.sights) >= MOST_SIGHTS:
            self.sights = {}
        self.sights[pair] = seen


class Lay:
    """Which spaces are rough, harmful or destructible: of the terrain as it is, looked up once."""

    def __init__(self, floor: tuple[int, ...], toughness: tuple[int, ...]) -> None:
        self.floor = floor
        self.toughness = toughness
        self.rough = [cell for cell, bits in enumerate(floor) if bits & 1]
        self.harmful = [cell for cell, bits in enumerate(floor) if bits & 2]
        self.tough = [cell for cell, hp in enumerate(toughness) if hp > 0]


def floor_of(grid: Grid) -> tuple[int, ...]:
    """Return the terrain of a map as bits: 1 difficult, 2 dangerous, 0 ground.

    Rules: terrain.space-type, terrain.ground.
    """
    found: list[int] = []
    for kind in grid.ground:
        found.append(1 if kind == DIFFICULT else 2 if kind == DANGEROUS else 0)
    return tuple(found)


def blocked(grid: Grid, cell: int) -> bool:
    """Return whether a space is impassable. Rule: terrain.impassable."""
    return grid.ground[cell] == WALL
