"""Range, Cover and Obstruction."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.rulesets.thrum.condition.kinds import BLINDED, HIDDEN
from affray.rulesets.thrum.feature import Ability, Origin, Use
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import LEVEL_COVER, RANGE, SIGHT

CLEAR: Final = 0
COVER: Final = 1
OBSTRUCTED: Final = 2

NO_SOURCE: Final = -10000


def reach_of(combat: ThrumCombat, user: ThrumCombatant, ability: Ability, range: int) -> int:
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


def reach_from(combat: ThrumCombat, user: ThrumCombatant, ability: Ability, origin: Origin) -> int:
    """Return how far an ability reaches from one of the squares it may be judged from."""
    reach = reach_of(combat, user, ability, origin.range)
    return min(reach, origin.most) if origin.most >= 0 else reach


def dimmed(combat: ThrumCombat, user: ThrumCombatant) -> bool:
    """Return whether somebody puts the user under the effect of Blinded without giving it."""
    if not combat.adjusts & SIGHT:
        return False
    for other in combat.units:
        if other.adjusts & SIGHT and other.present:
            return combat.number(SIGHT, user, -1, None).total < 0
    return False


def reach_at(range: int, target: ThrumCombatant, singled_out: bool) -> int:
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
    across = grid.across
    down = grid.down
    x: i64 = across[square]
    y: i64 = down[square]
    px: i64 = across[origin] - x
    py: i64 = down[origin] - y
    if -2 < px < 2 and -2 < py < 2:
        return CLEAR
    found = CLEAR
    heights = grid.heights
    board = combat.board
    level = grid.levels[origin]
    high: i64 = heights[square] + 2
    for source in grid.near[square]:
        if board[source] < 0 and heights[source] < high:
            continue  # neither a body nor high ground
        dx: i64 = across[source] - x
        dy: i64 = down[source] - y
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
    """Return whether a square beside a source of Cover is occupied or high."""
    if square < 0:
        return False
    if combat.holder(square) >= 0:
        return True
    return combat.grid.levels[square] >= combat.grid.levels[target] + 2
