"""The map of an encounter as plain data: what the grid of a fight is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from affray.content.encounter import Encounter, Side
from affray.content.game import game
from affray.content.ground import COVERS, GROUNDS, LEGEND
from affray.content.maps import Area, EdgeWord, LegendEntry, Map, MapSide
from affray.content.values import PARTS, Corners
from affray.core.grid import HIGH_COVER, LOW_COVER, Box, Edge, Grid

EDGES: Final[dict[EdgeWord, int]] = {"wall": 1, "barrier": 2, "sheer": 3}
MAP_SIDES: Final[tuple[MapSide, ...]] = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class GridData:
    """A map in plain data. Cells count row by row from the top left.

    ``ground`` holds terrain kinds, ``levels`` heights in the ruleset's unit, ``cover`` 0 none, 1
    low or 2 high. ``unit`` is how many of the ruleset's units of length a cell is wide. ``solids``
    are boxes in 1/128 of that unit. ``edges`` are pairs of cells, the lower one first, with 1 for
    a wall, 2 for a barrier, 3 for a sheer face. ``hp`` has the cells that can be destroyed.
    """

    width: int
    height: int
    unit: int
    ground: tuple[int, ...]
    levels: tuple[int, ...]
    cover: tuple[int, ...]
    hp: dict[int, int]
    solids: tuple[Box, ...]
    edges: tuple[Edge, ...]
    zones: dict[str, tuple[int, ...]]
    open_edges: tuple[MapSide, ...]

    def to_grid(self) -> Grid:
        """Return the grid of the core that these data describe."""
        zones = {name: list(cells) for name, cells in self.zones.items()}
        return Grid(
            self.width,
            self.height,
            list(self.ground),
            list(self.levels),
            list(self.solids),
            list(self.edges),
            zones,
            self.hp,
        )

    def leaving(self) -> tuple[int, ...]:
        """Return the cells from which one may leave the map: the zone exit and the open edges."""
        cells = set(self.zones.get("exit", ()))
        last = (self.height - 1) * self.width
        borders = {
            "north": range(self.width),
            "east": range(self.width - 1, last + self.width, self.width),
            "south": range(last, last + self.width),
            "west": range(0, last + 1, self.width),
        }
        for side in self.open_edges:
            cells.update(borders[side])
        return tuple(sorted(cells))


def grid_data(encounter: Encounter) -> GridData:
    """Return the map of a checked encounter as plain data."""
    field = encounter.map
    width, height = extent(field)
    ground = [0] * (width * height)
    levels = [0] * (width * height)
    cover = [0] * (width * height)
    hp: dict[int, int] = {}
    _draw(field, ground, levels, cover, hp)
    for patch in field.grounds:
        for cell in cells_of(patch, width):
            ground[cell] = GROUNDS[patch.kind]
            cover[cell] = _cover_of(ground[cell])
            hp.pop(cell, None)
    for rise in field.elevations:
        for cell in cells_of(rise, width):
            levels[cell] = rise.level
    return GridData(
        width=width,
        height=height,
        unit=game(encounter.ruleset).unit.cell,
        ground=tuple(ground),
        levels=tuple(levels),
        cover=tuple(cover),
        hp=hp,
        solids=tuple([_box(solid.box) for solid in field.solids]),
        edges=_edges(field, width),
        zones=zones_of(field),
        open_edges=tuple(side for side in MAP_SIDES if side in field.open_edges),
    )


def extent(field: Map) -> tuple[int, int]:
    """Return columns and rows; 0 where the file says neither by rows nor by a size."""
    if field.rows:
        return len(field.rows[0]), len(field.rows)
    return field.width or 0, field.height or 0


def cells_of(area: Area, width: int) -> list[int]:
    """Return the cells of an area in the order of the file, each once."""
    found = {row * width + column: True for column, row in area.cells}
    for left, top, right, bottom in area.rects:
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                found[row * width + column] = True
    return list(found)


def zones_of(field: Map) -> dict[str, tuple[int, ...]]:
    """Return the cells of every zone, ascending, those drawn in the rows first."""
    width, _ = extent(field)
    found: dict[str, set[int]] = {}
    meanings = legend_of(field)
    for row, line in enumerate(field.rows):
        for column, glyph in enumerate(line):
            zone = meanings[glyph].zone
            if zone:
                found.setdefault(zone, set()).add(row * width + column)
    for named in field.zones:
        found.setdefault(named.name, set()).update(cells_of(named, width))
    return {name: tuple(sorted(cells)) for name, cells in found.items()}


def start_of(side: Side, zones: dict[str, tuple[int, ...]], width: int) -> list[int]:
    """Return the cells where a side's members may be placed, in the file's order of preference."""
    if side.start is None:
        return list(zones.get(side.id) or zones.get(side.seat) or ())
    cells = cells_of(side.start, width)
    named: Iterable[int] = zones.get(side.start.zone or "", ())
    return list(dict.fromkeys([*cells, *named]))


def legend_of(field: Map) -> dict[str, LegendEntry]:
    """Return what every character means on this map: its own legend over the default one."""
    meanings = {
        glyph: LegendEntry(
            kind=meaning.kind, height=meaning.height, zone=meaning.zone or None, text=meaning.text
        )
        for glyph, meaning in LEGEND.items()
    }
    meanings.update(field.legend)
    return meanings


def _draw(
    field: Map, ground: list[int], levels: list[int], cover: list[int], hp: dict[int, int]
) -> None:
    meanings = legend_of(field)
    cell = 0
    for line in field.rows:
        for glyph in line:
            meaning = meanings[glyph]
            ground[cell] = GROUNDS[meaning.kind]
            levels[cell] = meaning.height
            given = meaning.cover
            cover[cell] = _cover_of(ground[cell]) if given is None else COVERS[given]
            if meaning.hp:
                hp[cell] = meaning.hp
            cell += 1


def _cover_of(kind: int) -> int:
    return 1 if kind == LOW_COVER else 2 if kind == HIGH_COVER else 0


def _box(corners: Corners) -> Box:
    # Exact: a length is a whole number of 1/128.
    x0, y0, z0, x1, y1, z1 = [int(corner * PARTS) for corner in corners]
    return x0, y0, z0, x1, y1, z1


def _edges(field: Map, width: int) -> tuple[Edge, ...]:
    found: list[Edge] = []
    for edge in field.edges:
        first, second = [row * width + column for column, row in edge.between]
        found.append((min(first, second), max(first, second), EDGES[edge.kind]))
    return tuple(found)
