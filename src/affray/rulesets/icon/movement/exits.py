"""Where one may step and stand: elevations, obstacles, summons and objects in the way."""

from __future__ import annotations

from typing import Final

from affray.core.grid import DROP, Grid, step_of
from affray.core.reach import Exits, Obstacles
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.state import IconCombat, IconCombatant

ORTHOGONAL: Final = 0  # steps
DIAGONAL: Final = 1
ONE_SLANT: Final = 2  # one step may be diagonal: places twice, the second time after it


def exits_of(combat: IconCombat, size: int, steps: int, *, flies: bool, phasing: bool) -> Exits:
    """Return where a mover may step by the terrain as it is now, climbing included."""
    free = flies or phasing
    number = (size, 4 * steps + 2 * int(flies) + int(phasing), -1 if free else combat.heights())
    known = combat.maps.exits.get(number)
    if known is None:
        known = Exits(build_exits(combat, size, steps, flies=flies, phasing=phasing))
        combat.maps.exits[number] = known
    return known


def build_exits(
    combat: IconCombat, size: int, steps: int, *, flies: bool, phasing: bool
) -> list[tuple[tuple[int, int, int], ...]]:
    """Build where one kind of mover may step.

    Rules: move.orthogonal, move.elevation-up, move.elevation-down, move.large-characters,
    move.map-border, terrain.impassable, terrain.climbable, move.fly, move.phasing.
    """
    grid = combat.grid
    rows: list[tuple[tuple[int, int, int], ...]] = []
    later: list[tuple[tuple[int, int, int], ...]] = []
    places = [Place(combat, cell, size) for cell in range(grid.size)]
    for cell, here in enumerate(places):
        row: list[tuple[int, int, int]] = []
        for direction in range(0, 8, 1 if steps else 2):
            dx, dy = step_of(direction)
            goal = grid.beside(cell, dx, dy) if here.fits else -1
            if goal < 0 or not places[goal].fits or (places[goal].walled and not phasing):
                continue
            if dx and dy and not phasing and squeezed(grid, places, cell, dx, dy, flies=flies):
                continue
            up = places[goal].top - here.top
            row.append((goal, 1 if flies or phasing else 1 + max(0, up), 1 if dx and dy else 0))
        if steps == ONE_SLANT:
            straight = [one for one in row if not one[2]]
            later.append(tuple([(goal + grid.size, price, 0) for goal, price, _ in straight]))
            row = straight + [(goal + grid.size, price, 1) for goal, price, s in row if s]
        rows.append(tuple(row))
    return rows + later


class Place:
    """Where a mover of some Size may be: all that its steps ask of its spaces."""

    def __init__(self, combat: IconCombat, cell: int, size: int) -> None:
        cells = combat.grid.footprint(cell, size)
        self.size = size
        self.fits = bool(cells)  # on the map
        self.walled = any(blocked(combat.grid, cell) for cell in cells)
        self.top = height(combat, cells) if cells else 0


def height(combat: IconCombat, cells: list[int]) -> int:
    """Return the height of the highest of some spaces."""
    return max([combat.levels[cell] for cell in cells])


def squeezed(grid: Grid, places: list[Place], cell: int, dx: int, dy: int, *, flies: bool) -> bool:
    """Return whether both spaces beside a diagonal step bar it; no height bars who flies.

    Rule: move.orthogonal.
    """
    walls = 0
    towers = 0
    here = places[cell]
    for goal in (grid.beside(cell, dx, 0), grid.beside(cell, 0, dy)):
        fits = goal >= 0 and places[goal].fits
        walls += 1 if not fits or places[goal].walled else 0
        towers += 1 if fits and places[goal].top - here.top > here.size else 0
    return walls == 2 or (towers == 2 and not flies)


def free_to_stand(combat: IconCombat, unit: IconCombatant, cell: int) -> bool:
    """Return whether somebody could stand at a place.

    Rules: move.no-stop-when-shared, effect.summon, move.obstruction.
    """
    if unit.size == 1:
        return combat.free(cell, 1, unit.index) and not (
            blocked(combat.grid, cell) or taken(combat, cell)
        )
    cells = combat.grid.footprint(cell, unit.size) if cell >= 0 else []
    if not cells or any(blocked(combat.grid, cell) for cell in cells):
        return False
    if not combat.free(cell, unit.size, unit.index):
        return False
    return not any(taken(combat, cell) for cell in cells)


def walls_of(combat: IconCombat) -> list[int]:
    """Return impassable spaces; with them edges are looked up, once for a map."""
    maps = combat.maps
    if not maps.known:
        maps.known = True
        grid = combat.grid
        maps.walls = [cell for cell in range(grid.size) if blocked(grid, cell)]
        maps.drops = [cell for cell in range(grid.size) if grid.ground[cell] == DROP]
    return maps.walls


def double(found: Obstacles, size: int) -> None:
    """Make the obstacles of the second time equal to those of the first."""
    for cell in range(size):
        found.cost(cell + size, int(found.leave[cell]), 0)
        found.harm(cell + size, int(found.hazard[cell]))
        if found.barred(cell):
            found.bar(cell + size)
        if found.shut(cell):
            found.close(cell + size)


def summoned(combat: IconCombat) -> list[int]:
    """Return the spaces of summons."""
    return [patch.cell for patch in combat.patches if patch.summon]


def obstructions(combat: IconCombat) -> list[int]:
    """Return the spaces of objects that are in the way. Rule: move.obstruction."""
    found: list[int] = []
    for number, thing in enumerate(combat.things):
        if number not in combat.open_things:
            found += thing.cells
    return found


def taken(combat: IconCombat, cell: int) -> bool:
    """Return whether a summon or an object is in a space."""
    if not combat.patches and not combat.things:
        return False
    return cell in summoned(combat) or cell in obstructions(combat)


def engages(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether a character counts as a foe nearby. Rule: move.engagement-exempt."""
    return unit.able() and not combat.has(unit, "intangible")


def foe_adjacent(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether a foe that engages stands next to somebody.

    Rules: attack.ranged-next-to-foe, geometry.adjacent.
    """
    for other in combat.units:
        if combat.hostile(unit, other) and other.able() and combat.apart(unit, other) <= 1:
            if engages(combat, other):
                return True
    return False
