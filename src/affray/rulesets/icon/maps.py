"""What is remembered of a map: exits, lines, sight."""

from __future__ import annotations

from typing import Final

from affray.core.paths import Exits

MOST_SHAPES: Final = 300  # then what was kept is dropped: long runs wreck terrain in many ways
MOST_SIGHTS: Final = 100_000


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self) -> None:
        self.known = False  # walls and drops
        self.walls: list[int] = []
        self.drops: list[int] = []
        self.numbered = 0
        self.shapes: dict[tuple[int, ...], int] = {}  # numbers of the heights met so far
        self.exits: dict[tuple[int, int, int], Exits] = {}
        self.sights: dict[int, int] = {}
        self.lines: dict[int, list[int]] = {}  # pair of cells: the cells between
        self.anchors: dict[tuple[int, int, int], list[int]] = {}  # of arcs: steps to their origin

    def number(self, levels: tuple[int, ...]) -> int:
        """Return the number of some heights; none is ever given twice."""
        known = self.shapes.get(levels, -1)
        if known < 0:
            if len(self.shapes) >= MOST_SHAPES:
                self.shapes = {}
                self.exits = {}
                self.sights = {}
            known = self.numbered
            self.numbered += 1
            self.shapes[levels] = known
        return known

    def keep_sight(self, pair: int, seen: int) -> None:
        if len(self.sights) >= MOST_SIGHTS:
            self.sights = {}
        self.sights[pair] = seen
