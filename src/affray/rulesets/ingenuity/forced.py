"""Being moved: pushes, ledges, falls."""

from __future__ import annotations

from affray.core.dice import CHECK
from affray.core.grid import (
    Grid,
)
from affray.rulesets.ingenuity import (
    condition,
    damage,
    ground,
    movement,
    occupied,
    test,
)
from affray.rulesets.ingenuity.state import (
    AGILITY,
    BLUDGEONING,
    DEXTERITY,
    IngenuityCombat,
    Unit,
)


def fall_into(combat: IngenuityCombat, unit: Unit, cell: int) -> None:
    """Fall into a gap, if there is anything to fall into. Rules: movement.jump, movement.fall."""
    grid = combat.grid
    deep = ground.floor(grid, unit.cell, unit.size) - ground.floor(grid, cell, unit.size)
    if deep <= 0 or not occupied.room(combat, unit, cell):
        return
    unit.cover = -1
    combat.move(unit, cell)
    fall(combat, unit, deep)


def push(combat: IngenuityCombat, source: Unit, unit: Unit, metres: int) -> bool:
    """Push somebody straight away; return False if something stopped it short.

    Rules: movement.forced, movement.map-edge, movement.diagonals.scope.
    """
    dx, dy = away(combat.grid, source, unit)
    for _ in range(spaces(dx, dy, metres)):
        if not shove(combat, unit, dx, dy):
            return False
        if not unit.present:
            break
    return True


def spaces(dx: int, dy: int, metres: int) -> int:
    """Return how many spaces so many metres are in a direction. Rule: movement.diagonals."""
    return (2 * metres + 1) // 3 if dx and dy else metres


def away(grid: Grid, source: Unit, unit: Unit) -> tuple[int, int]:
    """Return the one of eight directions nearest to that from one to another.

    Two are never equally near: that line would lie between whole numbers. Rule: movement.forced.
    """
    dx = 2 * (grid.xs[unit.cell] - grid.xs[source.cell]) + unit.size - source.size
    dy = 2 * (grid.ys[unit.cell] - grid.ys[source.cell]) + unit.size - source.size
    longer = max(abs(dx), abs(dy))
    if (abs(dx) + abs(dy)) ** 2 < 2 * longer * longer:
        dx, dy = (dx, 0) if abs(dx) > abs(dy) else (0, dy)
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def shove(combat: IngenuityCombat, unit: Unit, dx: int, dy: int) -> bool:
    """Move somebody one space against its will, if the space can be entered.

    Rules: movement.forced, movement.corners.
    """
    grid = combat.grid
    goal = grid.beside(unit.cell, dx, dy)
    cells = grid.footprint(goal, unit.size) if goal >= 0 else []
    if not cells or not occupied.room(combat, unit, goal):
        return False
    if any([combat.ground(one) in ground.SOLID for one in cells]):
        return False
    if dx and dy and ground.cornered(combat, unit.cell, dx, dy, unit.size):
        return False
    high = ground.floor(grid, unit.cell, unit.size)
    unit.cover = -1
    combat.move(unit, goal)
    condition.let_go(combat, unit)
    if combat.watched:
        combat.say("is pushed", unit.index, -1, "", 0, "movement.forced", cell=goal)
    fall(combat, unit, high - ground.floor(grid, goal, unit.size))
    if unit.present:
        movement.arrive(combat, unit)
    return True


def fall(combat: IngenuityCombat, unit: Unit, metres: int) -> None:
    """Fall; who cannot act makes no test. Rule: movement.fall."""
    if metres < 3:
        return
    if unit.able() and lands_well(combat, unit, metres):
        return
    less = damage.deflection(unit, BLUDGEONING, 0, 0)
    amount = damage.reduced(unit, 2 * metres, less, BLUDGEONING)
    damage.hurt(combat, unit, amount, BLUDGEONING, "movement.fall")
    condition.fall_prone(combat, unit, "movement.fall")


def lands_well(combat: IngenuityCombat, unit: Unit, metres: int) -> bool:
    """Make the test of a fall. Rule: movement.fall."""
    made = test.Test(unit, DEXTERITY, AGILITY, "movement.fall")
    made.purpose = CHECK
    made.proficiency = unit.sheet.proficiencies.get("Jumping", 0)
    made.level = 2 * (metres - 1)
    return test.make(combat, made) >= made.level
