"""Range, Cover and Obstruction, Areas, Lines and Auras."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.grid import Grid, step_of
from affray.rulesets.thrum.condition import BLINDED, HIDDEN
from affray.rulesets.thrum.feature import RANGE, SIGHT, Ability, Origin, Use
from affray.rulesets.thrum.state import LEVEL_COVER, Character, ThrumCombat

CLEAR: Final = 0
COVER: Final = 1
OBSTRUCTED: Final = 2

NO_SOURCE: Final = -10000


def reach_of(combat: ThrumCombat, user: Character, ability: Ability, range: int) -> int:
    """Return how far an ability reaches for its user now, Range X being distance X or less.

    Rules: grid.range-inclusive, status.blinded (halved, rounded up).
    """
    if user.adjusts & RANGE:
        use = Use(user.index, ability, user.cell)
        use.range = range
        range += combat.number(RANGE, user, -1, use).total
    if user.has(BLINDED) or dimmed(combat, user):
        range = (range + 1) // 2
    return range


def reach_from(combat: ThrumCombat, user: Character, ability: Ability, origin: Origin) -> int:
    """Return how far an ability reaches from one of the squares it may be judged from."""
    reach = reach_of(combat, user, ability, origin.range)
    return min(reach, origin.most) if origin.most >= 0 else reach


def dimmed(combat: ThrumCombat, user: Character) -> bool:
    """Return whether somebody puts the user under the effect of Blinded without giving it."""
    for other in combat.units:
        if other.adjusts & SIGHT and other.present:
            return combat.number(SIGHT, user, -1, None).total < 0
    return False


def reach_at(range: int, target: Character, singled_out: bool) -> int:
    """Return the Range against one target. Rule: condition.hidden (halved, rounded up)."""
    if singled_out and target.has(HIDDEN):
        return (range + 1) // 2
    return range


def cover(combat: ThrumCombat, origin: int, square: int) -> int:
    """Return CLEAR, COVER or OBSTRUCTED for an attack from ``origin`` on somebody in ``square``.

    A source A next to the target T gives Cover if the attacker is lower than it and strictly beyond
    the line through A at right angles to A - T. With both flanks of A along that line occupied, by
    bodies or by ground 2 levels above the target, the path is Obstructed. Any number of sources
    counts once; an adjacent attacker is never beyond a line.
    Rules: cover.source-terrain, cover.source-character, cover.opposite-side, cover.attacker-lower,
    cover.not-cumulative, cover.adjacent-attacker, cover.obstructed.
    """
    grid = combat.grid
    xs = grid.xs
    ys = grid.ys
    heights = grid.heights
    board = combat.board
    x: i64 = xs[square]
    y: i64 = ys[square]
    px: i64 = xs[origin] - x
    py: i64 = ys[origin] - y
    if -2 < px < 2 and -2 < py < 2:
        return CLEAR
    found = CLEAR
    level = grid.levels[origin]
    high = heights[square] + 2
    for source in grid.near[square]:
        if board[source] < 0 and heights[source] < high:
            continue  # neither a body nor high ground
        dx: i64 = xs[source] - x
        dy: i64 = ys[source] - y
        if (px - dx) * dx + (py - dy) * dy <= 0:  # cover.opposite-side
            continue
        if source_level(combat, source, square) <= level:  # cover.attacker-lower
            continue
        if flanked(combat, source, square, dx, dy):
            return OBSTRUCTED
        found = COVER
    return found


def source_level(combat: ThrumCombat, square: int, target: int) -> int:
    """Return the level of a square as a source of cover, NO_SOURCE if it is none.

    Rules: cover.source-terrain, cover.source-character, cover.character-height.
    """
    level = combat.grid.levels[square]
    found = level if level >= combat.grid.levels[target] + 2 else NO_SOURCE
    if combat.holder(square) >= 0:
        standing = level + (2 if combat.options[LEVEL_COVER] else 0)
        if standing > found:
            found = standing
    return found


def flanked(combat: ThrumCombat, source: int, target: int, dx: int, dy: int) -> bool:
    """Return whether both squares beside a source along its line are occupied or high.

    Straight sources are flanked orthogonally, diagonal ones by A + (dx,-dy) and A + (-dx,dy). The
    map edge is not terrain. Rule: cover.obstructed-flanks.
    """
    grid = combat.grid
    if dx and dy:
        left = grid.beside(source, dx, -dy)
        right = grid.beside(source, -dx, dy)
    else:
        left = grid.beside(source, dy, dx)
        right = grid.beside(source, -dy, -dx)
    return flanks(combat, left, target) and flanks(combat, right, target)


def flanks(combat: ThrumCombat, square: int, target: int) -> bool:
    if square < 0:
        return False
    holder = combat.holder(square)
    if holder >= 0 and combat.units[holder].cell != target:
        return True
    return combat.grid.levels[square] >= combat.grid.levels[target] + 2


# ---- Areas ---------------------------------------------------------------------------------------


class Shape:
    """One way to place an Area or Line: its name in keys and its squares on the map."""

    def __init__(self, name: str, cells: list[int]) -> None:
        self.name = name
        self.cells = cells


def areas(combat: ThrumCombat, origin: int, reach: int, size: int) -> list[Shape]:
    """Return every block of ``size`` by ``size`` squares with a square within reach, row by row.

    It is named by its first column and row, which may lie off the map; so may other squares of it.
    Range 0 includes the user's own square.
    Rules: area.square, area.placement, area.range-zero, area.off-map.
    """
    grid = combat.grid
    ox = origin % grid.width
    oy = origin // grid.width
    found: list[Shape] = []
    known: dict[int, bool] = {}  # on a map smaller than the block, several places cover the same
    for y in range(oy - reach - size + 1, oy + reach + 1):
        for x in range(ox - reach - size + 1, ox + reach + 1):
            cells = grid.block(x, y, size, size)
            if cells and cells[0] * grid.size + cells[-1] not in known:
                known[cells[0] * grid.size + cells[-1]] = True
                found.append(Shape(f"{x},{y}", cells))
    return found


def lines(combat: ThrumCombat, origin: int, reach: int, length: int) -> list[Shape]:
    """Return every Line of ``length`` squares in a row, column or diagonal.

    With a square within reach.

    It is named by its first square and its direction (e, se, s or sw), so that no line has two
    names.
    Rules: area.line, area.placement, area.off-map.
    """
    grid = combat.grid
    ox = origin % grid.width
    oy = origin // grid.width
    found: list[Shape] = []
    far = reach + length - 1
    for direction, name in ((2, "e"), (3, "se"), (4, "s"), (5, "sw")):
        dx, dy = step_of(direction)
        known: dict[int, bool] = {}
        for y in range(oy - far, oy + far + 1):
            for x in range(ox - far, ox + far + 1):
                cells = line_cells(grid, x, y, dx, dy, length)
                if (
                    cells
                    and cells[0] * grid.size + cells[-1] not in known
                    and any([combat.distance(origin, cell) <= reach for cell in cells])
                ):
                    known[cells[0] * grid.size + cells[-1]] = True
                    found.append(Shape(f"{x},{y} {name}", cells))
    return found


def line_cells(grid: Grid, x: int, y: int, dx: int, dy: int, length: int) -> list[int]:
    found: list[int] = []
    for step in range(length):
        cell = grid.at(x + dx * step, y + dy * step)
        if cell >= 0:
            found.append(cell)
    return found


def aura(combat: ThrumCombat, bearer: int, size: int) -> list[int]:
    """Return the squares of an Aura: within ``size`` of its bearer's, that one left out.

    It is worked out from where the bearer stands, so it moves along.
    Rules: area.aura, area.aura-follows.
    """
    return [cell for cell in combat.grid.around(bearer, size) if cell != bearer]


def open_to(combat: ThrumCombat, origin: int, cells: list[int]) -> bool:
    """Return whether a Physical Attack may be placed on an area: one of its squares not Obstructed.

    An empty square is judged as if a target stood on it. Rule: cover.obstructed-areas.
    """
    for cell in cells:
        if cover(combat, origin, cell) != OBSTRUCTED:
            return True
    return False


def inside(combat: ThrumCombat, cells: list[int]) -> list[int]:
    """Return everybody in an area: enemies, allies and the user alike.

    Rule: area.affects-everyone.
    """
    found: list[int] = []
    for who in combat.in_order():
        unit = combat.units[who]
        if unit.present and unit.cell in cells:
            found.append(who)
    return found
