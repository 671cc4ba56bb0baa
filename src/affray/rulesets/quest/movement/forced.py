"""What happens to a unit that moves or is moved: falling, being doused, being pushed."""

from __future__ import annotations

from affray.core.event import Moved
from affray.core.grid import WATER, step_of
from affray.rulesets.quest import damage, geometry
from affray.rulesets.quest.condition import posture, states
from affray.rulesets.quest.condition.states import BURNING
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.state import QuestCombat, QuestCombatant


def fall(combat: QuestCombat, unit: QuestCombatant, came_from: int) -> None:
    """Hurt a unit that has dropped 2 or more, and leave it prone. Rule: move.fall."""
    deep = drop_between(combat, unit, came_from, unit.cell)
    if deep >= 2:
        damage.fall(combat, unit, deep)
        posture.fall_prone(combat, unit, "move.fall")


def drop_between(combat: QuestCombat, unit: QuestCombatant, start: int, goal: int) -> int:
    """Return how far down a step goes; below 0 up."""
    grid = combat.grid
    return rates.height(grid, grid.footprint(start, unit.size)) - rates.height(
        grid, grid.footprint(goal, unit.size)
    )


def push(combat: QuestCombat, source: QuestCombatant, unit: QuestCombatant, spaces: int) -> None:
    """Push a unit straight away, space by space.

    It stops before walls, units, the map edge, and what it would have to climb up to.
    Rule: move.forced.
    """
    direction = geometry.facing_to(combat, source, unit)
    if direction < 0:
        return
    dx, dy = step_of(direction)
    for _ in range(spaces):
        goal = combat.grid.beside(unit.cell, dx, dy)
        if not geometry.room(combat.grid, goal, unit.size):
            break
        if not combat.free(goal, unit.size, unit.index):
            break
        deep = drop_between(combat, unit, unit.cell, goal)
        if deep <= -2:
            break
        came_from = unit.cell
        combat.move(unit, goal)
        if combat.watched:
            combat.tell(Moved(unit.index, came_from, goal, "move.forced", "push", source.index))
        fall(combat, unit, came_from)
        douse(combat, unit)
        if not unit.present:
            break


def douse(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Put out a burning unit that stands in water."""
    if unit.present and unit.has(BURNING):
        cells = combat.grid.footprint(unit.cell, unit.size)
        if all(combat.grid.ground[cell] == WATER for cell in cells):
            states.lose(combat, unit, BURNING)
