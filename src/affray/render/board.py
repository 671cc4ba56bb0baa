"""The map with everybody on it, as plain text and as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from affray.content.ground import CLIMB, LEGEND
from affray.core import grid as ground
from affray.core.combat import Combat, Combatant
from affray.core.grid import Grid
from affray.core.ruleset import Ruleset

SIDES: Final = (
    "#2b6cb0",
    "#c53030",
    "#2f855a",
    "#6b46c1",
    "#b7791f",
    "#0987a0",
    "#4a5568",
    "#97266d",
)
FILLS: Final = {
    ground.OPEN: "#f4f1e8",
    ground.DIFFICULT: "#d9cfae",
    ground.DANGEROUS: "#f2b8a0",
    ground.IMPASSABLE: "#8f8a80",
    ground.WALL: "#4b4740",
    ground.WATER: "#a9cbe6",
    ground.PIT: "#6d5f58",
    ground.LOW_COVER: "#c9d9b0",
    ground.HIGH_COVER: "#9dbb7c",
    ground.DROP: "#2b2926",
    CLIMB: "#cbb894",
}
WORDS: Final = {
    ground.OPEN: "open",
    ground.DIFFICULT: "difficult",
    ground.DANGEROUS: "dangerous",
    ground.IMPASSABLE: "impassable",
    ground.WALL: "wall",
    ground.WATER: "water",
    ground.PIT: "pit",
    ground.LOW_COVER: "low cover",
    ground.HIGH_COVER: "high cover",
    ground.DROP: "drop",
    CLIMB: "climb",
}
CELL: Final = 36  # pixels


def _signs() -> dict[int, str]:
    """Return the character of each kind of ground: the first that the legend of maps has for it."""
    kinds = {word.replace(" ", "-"): kind for kind, word in WORDS.items()}
    found: dict[int, str] = {}
    for sign, glyph in LEGEND.items():
        found.setdefault(kinds[glyph.kind], sign)
    return found


SIGNS: Final = _signs()


class Square:
    """What one cell shows: ``text`` of the width of all others, who stands there (-1 nobody)."""

    def __init__(self, cell: int, text: str, who: int) -> None:
        self.cell = cell
        self.text = text
        self.who = who


def labels(combat: Combat[Any]) -> list[str]:
    """Return one or two characters for everybody, all different: the first side in capitals."""
    found: list[str] = []
    for unit in combat.units:
        letters = [one for one in unit.name if one.isalnum()] or ["?"]
        first = letters[0].upper() if unit.side == 0 else letters[0].lower()
        number = unit.name.rpartition("-")[2]
        wanted = [first + number] if number.isdecimal() and len(number) == 1 else [first]
        wanted += [first + letter for letter in [*letters[1:], *"0123456789"]]
        free = [one for one in wanted if one not in found]
        found.append(free[0] if free else f"{first}{unit.index}")
    return found


def ground_text(combat: Combat[Any], cell: int) -> str:
    """Return the sign of a cell's ground, with its height unless that is 0."""
    level = combat.level(cell)
    return SIGNS.get(combat.ground(cell), "?") + (str(level) if level else "")


def squares(combat: Combat[Any]) -> list[list[Square]]:
    """Return the map row by row; all texts are equally wide."""
    grid = combat.grid
    names = labels(combat)
    texts = [ground_text(combat, cell) for cell in range(grid.size)]
    width = max([len(one) for one in [*texts, *names]], default=1)
    rows: list[list[Square]] = []
    for row in range(grid.height):
        line: list[Square] = []
        for cell in grid.block(0, row, grid.width, 1):
            who = combat.holder(cell)
            line.append(Square(cell, (names[who] if who >= 0 else texts[cell]).ljust(width), who))
        rows.append(line)
    return rows


def text(combat: Combat[Any], ruleset: Ruleset) -> str:
    """Return the map with columns above and rows beside, and below it everybody and the signs."""
    rows = squares(combat)
    width = len(rows[0][0].text) if rows and rows[0] else 1
    width = max(width, len(str(combat.grid.width - 1)))
    lines = ["    " + " ".join([str(column).ljust(width) for column in range(combat.grid.width)])]
    for number, row in enumerate(rows):
        lines.append(f"{number:>3} " + " ".join([square.text.ljust(width) for square in row]))
    lines = [line.rstrip() for line in lines]
    lines.append("")
    names = labels(combat)
    for unit in combat.units:
        lines.append(f"  {names[unit.index]:<3} {_line(combat, ruleset, unit)}")
    lines.append("")
    lines.append("    " + legend(combat))
    return "\n".join(lines)


def legend(combat: Combat[Any]) -> str:
    """Return what the signs on this map mean."""
    cells = range(combat.grid.size)
    found = {combat.ground(cell) for cell in cells}
    kinds = [kind for kind in WORDS if kind in found]
    parts = [f"{SIGNS.get(kind, '?')} {WORDS[kind]}" for kind in kinds]
    if any(combat.level(cell) for cell in cells):
        parts.append("a number after the sign: its height")
    return ", ".join(parts)


def _line(combat: Combat[Any], ruleset: Ruleset, unit: Combatant) -> str:
    place = combat.grid.name(unit.cell) if unit.cell >= 0 else "off the map"
    measures = ruleset.measures(combat, unit.index)
    parts = [f"{unit.name} ({place})"] + [f"{name} {value}" for name, value in measures.items()]
    parts += ruleset.marks(combat, unit.index)
    if ruleset.down(combat, unit.index):
        parts.append("fallen")
    if unit.index == combat.active:
        parts.append("<")
    return "  ".join(parts)


# -- as a picture --------------------------------------------------------------------------------


def svg(combat: Combat[Any], ruleset: Ruleset, marked: Iterable[int] = ()) -> str:
    """Return the map as an SVG picture; ``marked`` are cells to point out, such as a reach."""
    grid = combat.grid
    wide, high = (grid.width + 1) * CELL, (grid.height + 1) * CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" font-family="sans-serif" text-anchor="middle">'
    ]
    parts += [_heading(column, across=True) for column in range(grid.width)]
    parts += [_heading(row, across=False) for row in range(grid.height)]
    parts += [_cell(combat, cell) for cell in range(grid.size)]
    parts += [_mark(grid, cell) for cell in marked]
    parts += [_edge(grid, a, b) for a, b, _ in grid.edges]
    names = labels(combat)
    for unit in combat.units:
        if unit.present and unit.cell >= 0:
            parts.append(_token(combat, ruleset, unit, names[unit.index]))
    parts.append("</svg>")
    return "\n".join(parts)


def _heading(number: int, *, across: bool) -> str:
    middle, edge = (number + 1) * CELL + CELL // 2, CELL // 2
    x, y = (middle, edge) if across else (edge, middle)
    return f'<text x="{x}" y="{y + 4}" font-size="11" fill="#666">{number}</text>'


def _corner(grid: Grid, cell: int) -> tuple[int, int]:
    return (grid.column(cell) + 1) * CELL, (grid.row(cell) + 1) * CELL


def _cell(combat: Combat[Any], cell: int) -> str:
    x, y = _corner(combat.grid, cell)
    fill = FILLS.get(combat.ground(cell), "#ffffff")
    square = (
        f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#b9b3a3"/>'
    )
    level = combat.level(cell)
    if not level:
        return square
    place = f'x="{x + CELL - 8}" y="{y + 11}" font-size="10" fill="#555"'
    return f"{square}<text {place}>{level}</text>"


def _mark(grid: Grid, cell: int) -> str:
    x, y = _corner(grid, cell)
    place = f'x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="5"'
    return f'<rect class="mark" {place} fill="#2b6cb0" fill-opacity="0.25" stroke="#2b6cb0"/>'


def _edge(grid: Grid, a: int, b: int) -> str:
    x, y = _corner(grid, max(a, b))
    across = abs(a - b) != 1
    x2, y2 = (x + CELL, y) if across else (x, y + CELL)
    return f'<line x1="{x}" y1="{y}" x2="{x2}" y2="{y2}" stroke="#222" stroke-width="4"/>'


def _token(combat: Combat[Any], ruleset: Ruleset, unit: Combatant, name: str) -> str:
    x, y = _corner(combat.grid, unit.cell)
    half = unit.size * CELL // 2
    faded = ' opacity="0.45"' if ruleset.down(combat, unit.index) else ""
    ring = "#000" if unit.index == combat.active else "#fff"
    hint = escape(_line(combat, ruleset, unit))
    return (
        f"<g{faded}><title>{hint}</title>"
        f'<circle cx="{x + half}" cy="{y + half}" r="{half - 4}" fill="{SIDES[unit.side % 8]}" '
        f'stroke="{ring}" stroke-width="3"/>'
        f'<text x="{x + half}" y="{y + half + 5}" font-size="14" fill="#fff">{escape(name)}</text>'
        "</g>"
    )
