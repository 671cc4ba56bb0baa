"""A fight on a terminal: the board, the turn order, everybody's line, and what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from rich.console import Console
from rich.text import Text

from affray.content.game import games
from affray.content.values import PARTS
from affray.core import grid as ground
from affray.core.combat import Combat, Combatant
from affray.core.event import Event
from affray.core.grid import Grid
from affray.core.order import ACTING, DONE, MAY_ACT, UNKNOWN
from affray.core.outcome import Outcome
from affray.core.ruleset import Ruleset, Words
from affray.core.words import parts_of, weight_of
from affray.render.board import SIGNS, Square, labels, squares
from affray.render.board import legend as board_legend

AnyCombat: TypeAlias = Combat[Any]

OFFERED: Final = "+"  # marks the squares that a question offers
TARGET: Final = "*"  # follows those who can be chosen
SOLID: Final = "O"
SMALL: Final = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"  # heights
COLOURS: Final = ("cyan", "red", "green", "magenta", "yellow", "blue", "bright_white", "bright_red")

GROUNDS: Final = {
    ground.OPEN: "dim",
    ground.DIFFICULT: "yellow",
    ground.DANGEROUS: "red",
    ground.WATER: "blue",
    ground.LOW_COVER: "green",
    ground.HIGH_COVER: "green",
}
HEIGHTS: Final = ("", "on grey15", "on grey23", "on grey30", "on grey37")
PART_STYLES: Final = {
    "who": "bold",
    "die": "bold yellow",
    "number": "bold",
    "what": "italic",
    "rule": "dim",
    "cell": "cyan",
}


def colour(side: int) -> str:
    """Return the colour of a side."""
    return COLOURS[side % len(COLOURS)]


# -- the board ---------------------------------------------------------------------------------


def board(
    combat: AnyCombat,
    offered: Sequence[int] = (),
    *,
    targets: Sequence[int] = (),
    width: int = 0,
    centre: int = -1,
    beneath: bool = False,
) -> Text:
    """Return the map with everybody on it, columns above and rows beside.

    Cells in ``offered`` that nobody stands on show a ``+`` in place of the sign of their ground; a
    ``*`` follows those of ``targets``, by index. The height of raised ground follows its sign.

    Args:
        combat: the fight.
        offered: cells that a question offers.
        targets: who can be chosen.
        width: characters of a line: a map that is wider is cut around ``centre``; 0: all of it.
        centre: the cell to keep in sight, -1 the middle.
        beneath: whether heights are told beneath people too, as small numbers.
    """
    grid = combat.grid
    goals = set(offered)
    rows = squares(combat)
    each = len(rows[0][0].text)
    if beneath:
        raised = any([combat.level(cell) for cell in range(grid.size)])
        each = max([len(name) for name in labels(combat)], default=1) + raised
    each = max(len(str(grid.width - 1)), each)
    columns = shown_columns(grid.width, (width - 4) // (each + 1) if width else 0, grid, centre)
    text = Text("    " + " ".join([f"{column:<{each}}" for column in columns]), "dim")
    text.append("\n")
    edges = {(min(a, b), max(a, b)) for a, b, _ in grid.edges}
    solid = solid_cells(combat)
    for number, row in enumerate(rows):
        text.append(f"{number:>3} ", "dim")
        for column in columns:
            square = row[column]
            level = combat.level(square.cell)
            height = (small(level) if beneath else str(level)) if level else ""
            if square.who >= 0:
                shown, style = square.text.strip(), _style(combat, square)
                height = height if beneath else ""
            elif square.cell in goals:
                shown, style = OFFERED, "bold green"
            else:
                sign = SIGNS.get(combat.ground(square.cell), "?")
                shown, style = SOLID if square.cell in solid else sign, _style(combat, square)
            marked = square.who in targets and combat.units[square.who].cell == square.cell
            inside = marked and len(shown + height) < each
            text.append(f"{shown + height + (TARGET if inside else ''):<{each}}", style)
            walled = (square.cell, square.cell + 1) in edges and column < grid.width - 1
            beside = marked and not inside and not walled
            text.append("|" if walled else TARGET if beside else " ", "bold red" if beside else "")
        text.append("\n")
        below = [(row[column].cell, row[column].cell + grid.width) in edges for column in columns]
        if any(below):
            text.append("    " + " ".join([("-" if one else " ") * each for one in below]) + "\n")
    if len(columns) < grid.width:
        text.append(f"    columns {columns[0]} to {columns[-1]} of {grid.width}\n", "dim")
    return text


def shown_columns(whole: int, most: int, grid: Grid, centre: int) -> list[int]:
    """Return which columns of a map are shown: all, or so many around a cell."""
    if most <= 0 or most >= whole:
        return list(range(whole))
    most = max(most, 1)
    middle = grid.column(centre) if centre >= 0 else whole // 2
    first = min(max(middle - most // 2, 0), whole - most)
    return list(range(first, first + most))


def small(number: int) -> str:
    """Return a height as a small raised number."""
    if number < 0:
        return "\u207b"
    return SMALL[number] if number < len(SMALL) else "\u207a"


def solid_cells(combat: AnyCombat) -> set[int]:
    """Return the cells in whose middle something solid stands, higher than the ground."""
    grid = combat.grid
    found: set[int] = set()
    if not grid.solids:
        return found
    known = games().get(str(getattr(combat.ruleset, "id", "")))
    side = PARTS * (known.unit.cell if known is not None else 1)
    for box in grid.solids:
        for cell in range(grid.size):
            x = grid.column(cell) * side + side // 2
            y = grid.row(cell) * side + side // 2
            within = box[0] <= x < box[3] and box[1] <= y < box[4]
            if within and box[5] > PARTS * combat.level(cell):
                found.add(cell)
    return found


def legend(
    combat: AnyCombat,
    offered: Sequence[int] = (),
    targets: Sequence[int] = (),
    *,
    beneath: bool = False,
) -> Text:
    """Return what the signs on this map stand for."""
    goals = f"{OFFERED} on offer, " if offered else ""
    goals += f"{TARGET} can be chosen, " if targets else ""
    barriers = ", | and - barriers" if combat.grid.edges else ""
    solids = f", {SOLID} solid" if solid_cells(combat) else ""
    words = board_legend(combat)
    if beneath:
        words = words.replace("a number after the sign", "a small number")
    return Text(f"    {goals}{words}{solids}{barriers}", "dim")


def _style(combat: AnyCombat, square: Square) -> str:
    level = combat.level(square.cell)
    shade = HEIGHTS[min(level, len(HEIGHTS) - 1)] if level > 0 else ""
    if square.who >= 0:
        style = _unit_style(combat, combat.units[square.who])
    else:
        style = GROUNDS.get(combat.ground(square.cell), "bold")
    return f"{style} {shade}".strip()


def _unit_style(combat: AnyCombat, unit: Combatant) -> str:
    acting = unit.index == combat.active
    return f"bold {'reverse ' if acting else ''}{colour(unit.side)}"


# -- everybody ---------------------------------------------------------------------------------


def strip(combat: AnyCombat) -> Text:
    """Return the turn order: who is done, who acts, who comes."""
    text = Text(f"Round {combat.round}: ")
    entries = combat.entries()
    for number, (who, when) in enumerate(entries):
        unit = combat.units[who]
        style = colour(unit.side)
        if when == DONE:
            style = f"dim {style}"
        elif when == ACTING:
            style = f"bold reverse {style}"
        elif when == MAY_ACT:
            style = f"bold {style}"
        text.append(unit.name + (" (may act)" if when == MAY_ACT else ""), style)
        if when == UNKNOWN:
            text.append("?")
        text.append(" > " if number + 1 < len(entries) else "")
    return text


def lines(ruleset: Ruleset, combat: AnyCombat) -> list[dict[str, object]]:
    """Return everybody's line as plain data."""
    return [
        {
            "name": unit.name,
            "side": unit.side,
            "at": combat.grid.name(unit.cell) if unit.cell >= 0 else None,
            "measures": ruleset.measures(combat, unit.index),
            "marks": ruleset.marks(combat, unit.index),
            "down": ruleset.down(combat, unit.index),
        }
        for unit in combat.units
    ]


def roster(ruleset: Ruleset, combat: AnyCombat) -> Text:
    """Return a line for everybody: sign, name, place, measures, conditions."""
    signs = labels(combat)
    places = [combat.grid.name(unit.cell) if unit.cell >= 0 else "-" for unit in combat.units]
    values = [numbers(ruleset.measures(combat, unit.index)) for unit in combat.units]
    widths = [max(map(len, column)) for column in (signs, _names(combat), places, values)]
    text = Text()
    for unit in combat.units:
        if not unit.present and not values[unit.index]:
            continue  # only a possibility so far
        down = ruleset.down(combat, unit.index)
        style = f"{'dim ' if down else ''}{colour(unit.side)}"
        text.append(f"{signs[unit.index]:<{widths[0]}}  ", f"bold {style}")
        text.append(f"{unit.name:<{widths[1]}}  ", style)
        text.append(f"{places[unit.index]:<{widths[2]}}  ", "dim")
        text.append(f"{values[unit.index]:<{widths[3]}}")
        marks = ruleset.marks(combat, unit.index)
        text.append("  fallen" if down else "", "bold")
        text.append(f"  {', '.join(marks)}" if marks else "", "italic yellow")
        text.append("\n")
    return text


def numbers(measures: Mapping[str, int]) -> str:
    """Return measures in a line, each with its limit: ``fatigue 2/6  hp 7/28``.

    A limit follows what it limits: ``fatigue tolerance`` or ``max hp``.
    """
    parts: list[str] = []
    last = ""
    for name, value in measures.items():
        if last and (name.startswith(f"{last} ") or name == f"max {last}"):
            parts[-1] += f"/{value}"
        else:
            parts.append(f"{name} {value}")
            last = name
    return "  ".join(parts)


def _names(combat: AnyCombat) -> list[str]:
    return [unit.name for unit in combat.units]


# -- what happened -----------------------------------------------------------------------------


def sentence(words: Words, combat: AnyCombat, event: Event, *, rules: bool = False) -> Text:
    """Return an event as a line; ``rules`` adds the id of its rule."""
    text = Text()
    sides = {words.name(combat, unit.index): colour(unit.side) for unit in combat.units}
    for kind, part in parts_of(words, combat, event):
        style = PART_STYLES.get(kind, "")
        if kind == "who" and part in sides:
            style = f"bold {sides[part]}"
        text.append(part, style)
    if rules and event.rule:
        text.append(f"  [{event.rule}]", "dim")
    return text


def log(words: Words, combat: AnyCombat, events: list[Event], *, rules: bool = False) -> list[Text]:
    """Return events as indented lines, a free one before each round and turn."""
    lines: list[Text] = []
    for event in events:
        weight = weight_of(words, event)
        if weight < 0:
            continue
        line = sentence(words, combat, event, rules=rules)
        if not line.plain.strip():
            continue
        if weight <= 1 and event.name in ("round", "turn"):
            lines.append(Text())
            line.stylize("bold underline" if event.name == "round" else "bold")
        line.pad_left(2 * max(weight - 1, 0))
        lines.append(line)
    return lines


def hanging(line: Text, console: Console) -> Text:
    """Return a line that, where it is too long for the console, goes on further to the right."""
    indent = len(line.plain) - len(line.plain.lstrip(" "))
    room = console.width - indent - 4
    if len(line.plain) <= console.width or room < 20:
        return line
    first, *rest = line.wrap(console, console.width)
    later = Text(" ").join(rest).wrap(console, room)
    for one in later:
        one.pad_left(indent + 4)
    return Text("\n").join([first, *later])


def ending(outcome: Outcome | None) -> Text:
    """Return how a fight ended, in a line."""
    if outcome is None:
        return Text("The fight goes on.")
    rounds = f"{outcome.rounds} round{'' if outcome.rounds == 1 else 's'}"
    winner = f"{outcome.winner} win" if outcome.winner else "Nobody wins"
    return Text.assemble((f"{winner} after {rounds}.", "bold"), (f"  [{outcome.reason}]", "dim"))
