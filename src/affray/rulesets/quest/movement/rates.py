"""What steps cost, and how many points a move gives."""

from __future__ import annotations

from typing import Final

from affray.core.grid import CLIMB, DIFFICULT, LOW_COVER, PIT, WATER, Grid, step_of
from affray.core.reach import Exits
from affray.rulesets.quest import carrying, geometry
from affray.rulesets.quest.definitions import Status
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import MANEUVERER, SLOWING, WALK

# Points a step.
NORMAL: Final = 1
HALF: Final = 2  # move.half-rate
PRONE: Final = 3  # move.prone-third
SIX_SPACES: Final = 6  # move.six-spaces


def movement(combat: QuestCombat, unit: QuestCombatant) -> int:
    """Return how many spaces a move action gives.

    Rules: sheet.derived, wound.slowing-movement, move.never-negative, feat.athlete.
    """
    sheet = unit.sheet
    total = sheet.movement - 2 * unit.wounds[SLOWING]
    if sheet.armour is not None:
        total += sheet.armour.movement
    shield = carrying.shield_of(combat, unit)
    if shield is not None:
        total += shield.movement
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Status):
            total += effect.movement
    return max(0, total)


def rate_of(combat: QuestCombat, unit: QuestCombatant, mode: int) -> int:
    """Return the points of a step on even ground.

    Rules: move.half-rate, sneak.half-rate, move.tumbling-half-rate, move.max-capacity,
    move.prone-third, feat.maneuverer.
    """
    if unit.prone:
        return PRONE
    if mode != WALK and not unit.has_feat(MANEUVERER):
        return HALF
    return HALF if carrying.loaded(combat, unit) else NORMAL


# ---- the map -------------------------------------------------------------------------------------


def ground_price(grid: Grid, cell: int, swims: bool) -> int:
    """Return the rate of entering a space, as far as its ground decides.

    Rules: move.swim-climb-squares, move.half-rate-other, gm.other-half-rate, feat.maneuverer.
    """
    kind = grid.ground[cell]
    if kind == WATER:
        return NORMAL if swims else HALF
    return HALF if kind in (DIFFICULT, CLIMB, LOW_COVER, PIT) else NORMAL


def exits_of(combat: QuestCombat, size: int, swims: bool, rate: int) -> Exits:
    """Return where a mover of a size may step and for how many points, from the map alone."""
    number = (size * 2 + int(swims)) * 4 + rate
    known = combat.maps.exits.get(number)
    if known is None:
        known = build_exits(combat.grid, size, swims, rate)
        combat.maps.exits[number] = known
    return known


def build_exits(grid: Grid, size: int, swims: bool, rate: int) -> Exits:
    """Work out every step that the map allows, with its price.

    Rules: move.pool, move.diagonals, move.large-units, move.fractions-do-not-multiply,
    move.map-edge.
    """
    rows: list[tuple[tuple[int, int, int], ...]] = []
    for cell in range(grid.size):
        row: list[tuple[int, int, int]] = []
        for direction in range(8):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy)
            cells = geometry.room(grid, goal, size)
            if not cells:
                continue
            if dx and dy and geometry.squeezed(grid, cell, dx, dy, size):
                continue
            old = grid.footprint(cell, size)
            price = rate
            for one in cells:
                if one not in old:
                    price = max(price, ground_price(grid, one, swims))
            if height(grid, old) != height(grid, cells):
                price = max(price, HALF)  # a ledge is climbed
            row.append((goal, price, 1 if dx and dy else 0))
        rows.append(tuple(row))
    return Exits(rows)


def height(grid: Grid, cells: list[int]) -> int:
    """Return the height at which a footprint stands: its highest. Rule: move.large-units."""
    return max([grid.levels[cell] for cell in cells]) if cells else 0
