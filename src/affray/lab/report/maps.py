"""Heat maps on the map of an encounter: where people stood, and where they fell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from typing import Final

from affray.content.ground import CLIMB
from affray.core import grid as ground
from affray.core.grid import Grid
from affray.lab.report.parts import hue
from affray.render.board import WORDS

CELL: Final = 32  # units of the drawing
EDGE: Final = 16  # for the numbers of columns and rows
LEAST: Final = 2.2  # radius of a mark
MOST: Final = 14.0
FLAT: Final = {  # what a kind of ground is filled with
    ground.WALL: "wall",
    ground.WATER: "water",
    ground.PIT: "pit",
    ground.DROP: "pit",
}
# What is drawn over the tone: see the patterns of the page.
MARKED: Final = {
    ground.DIFFICULT: "p-rubble",
    ground.DANGEROUS: "p-stripes",
    ground.IMPASSABLE: "p-hatch",
    ground.WALL: "p-hatch",
    ground.WATER: "p-waves",
    ground.LOW_COVER: "p-low",
    ground.HIGH_COVER: "p-high",
    CLIMB: "p-rungs",
}
PATTERNS: Final = (
    '<svg class="defs" width="0" height="0" aria-hidden="true"><defs>'
    '<pattern id="p-rubble" width="16" height="16" patternUnits="userSpaceOnUse">'
    '<path d="M3 7l2.5-4 2.5 4zM10 14l2-3.5 2 3.5z" class="mk"/></pattern>'
    '<pattern id="p-stripes" width="10" height="10" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0v10" class="ds"/></pattern>'
    '<pattern id="p-hatch" width="5" height="5" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0 0v5" class="ht"/></pattern>'
    '<pattern id="p-waves" width="16" height="10" patternUnits="userSpaceOnUse">'
    '<path d="M0 5q4-4 8 0t8 0" class="wv"/></pattern>'
    '<pattern id="p-low" width="32" height="32" patternUnits="userSpaceOnUse" '
    'patternTransform="translate(16 16)">'
    '<rect x="4" y="4" width="24" height="24" rx="3" class="cv"/></pattern>'
    '<pattern id="p-high" width="32" height="32" patternUnits="userSpaceOnUse" '
    'patternTransform="translate(16 16)">'
    '<rect x="4" y="4" width="24" height="24" rx="3" class="cv hi"/></pattern>'
    '<pattern id="p-rungs" width="16" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M2 4h12" class="wv"/></pattern>'
    "</defs></svg>"
)


def field(grid: Grid) -> list[str]:
    """Return the map itself: tones, marks, edges, heights, numbers at its borders."""
    parts = [_number(column, across=True) for column in range(grid.width)]
    parts += [_number(row, across=False) for row in range(grid.height)]
    for cell in range(grid.size):
        parts.append(_cell(grid, cell))
    parts += [_slope(grid, a, b) for a in range(grid.size) for b in _after(grid, a)]
    parts += [_barrier(grid, a, b) for a, b, _ in grid.edges]
    return [one for one in parts if one]


def picture(grid: Grid, below: list[str], marks: list[str], label: str) -> str:
    """Return a map with marks on it as SVG; ``below`` is what ``field`` returned."""
    wide, high = EDGE + grid.width * CELL + 2, EDGE + grid.height * CELL + 2
    return (
        f'<svg class="map" viewBox="0 0 {wide} {high}" role="img" aria-label="{escape(label)}" '
        f'style="max-width:{max(320, wide * 1.15):.0f}px">{"".join(below)}{"".join(marks)}</svg>'
    )


def heat(grid: Grid, counts: Mapping[int, float], side: int, unit: str) -> list[str]:
    """Return a mark on every cell: the more happened there, the larger, in the shape of a side.

    Args:
        grid: the map.
        counts: by cell; cells off the map are left out.
        side: whose it is.
        unit: what is counted, for the words of each mark.
    """
    known = {cell: count for cell, count in counts.items() if 0 <= cell < grid.size and count > 0}
    total = sum(known.values())
    most = max(known.values(), default=1.0)
    parts = []
    for cell, count in sorted(known.items()):
        radius = max(LEAST, MOST * math.sqrt(count / most))
        x, y = _middle(grid, cell)
        title = f"<title>{grid.name(cell)}: {100 * count / total:.1f} % of {unit}</title>"
        style = f'class="hm-{hue(side)}" opacity="{0.35 + 0.6 * count / most:.2f}"'
        parts.append(f"<g {style}>{title}{_shape(side, x, y, radius)}</g>")
    return parts


def _shape(side: int, x: float, y: float, radius: float) -> str:
    """Return the shape of a side: a circle, a square, a hexagon, an octagon."""
    if side % 4 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
    corners = (4, 6, 8)[side % 4 - 1]
    turn = math.pi / 4 if corners == 4 else math.pi / 8 if corners == 8 else 0.0
    spots = [
        f"{x + radius * math.cos(turn + 2 * math.pi * n / corners):.1f},"
        f"{y + radius * math.sin(turn + 2 * math.pi * n / corners):.1f}"
        for n in range(corners)
    ]
    return f'<polygon points="{" ".join(spots)}"/>'


def _corner(grid: Grid, cell: int) -> tuple[int, int]:
    return EDGE + grid.column(cell) * CELL, EDGE + grid.row(cell) * CELL


def _middle(grid: Grid, cell: int) -> tuple[float, float]:
    x, y = _corner(grid, cell)
    return x + CELL / 2, y + CELL / 2


def _number(number: int, *, across: bool) -> str:
    middle = EDGE + number * CELL + CELL // 2
    x, y = (middle, 11) if across else (7, middle + 4)
    return f'<text x="{x}" y="{y}" class="co">{number}</text>'


def _cell(grid: Grid, cell: int) -> str:
    x, y = _corner(grid, cell)
    kind, level = grid.ground[cell], grid.levels[cell]
    tone = FLAT.get(kind, f"h{max(-3, min(3, level))}")
    box = f'x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
    word = f"<title>{grid.name(cell)}: {WORDS.get(kind, 'ground')}, height {level}</title>"
    found = f'<rect {box} style="fill:var(--{tone})" class="sq">{word}</rect>'
    if kind in MARKED:
        found += f'<rect {box} fill="url(#{MARKED[kind]})" pointer-events="none"/>'
    if level:
        sign = f"+{level}" if level > 0 else f"\N{MINUS SIGN}{-level}"
        found += f'<text x="{x + 3}" y="{y + 11}" class="hn">{sign}</text>'
    return found


def _after(grid: Grid, cell: int) -> list[int]:
    """Return the neighbours to the right and below."""
    return [other for other in grid.cross[cell] if other > cell]


def _slope(grid: Grid, a: int, b: int) -> str:
    """Return the edge between two cells of different heights, "" if they are level."""
    step = abs(grid.levels[a] - grid.levels[b])
    return _line(grid, a, b, f"e{min(3, step)}") if step else ""


def _barrier(grid: Grid, a: int, b: int) -> str:
    return _line(grid, a, b, "barrier")


def _line(grid: Grid, a: int, b: int, style: str) -> str:
    x, y = _corner(grid, max(a, b))
    x2, y2 = (x, y + CELL) if abs(a - b) == 1 else (x + CELL, y)
    return f'<line x1="{x}" y1="{y}" x2="{x2}" y2="{y2}" class="{style}"/>'
