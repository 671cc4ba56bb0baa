"""Where a mover can go, as far as it knows: points left, what bars it, what it may provoke."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV
from affray.core.move_choice import ANY_COST, Why
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Reach
from affray.core.walk import Walk
from affray.rulesets.quest import geometry
from affray.rulesets.quest.condition import posture
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import free_hits
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import MANEUVERER, TUMBLE


class Way(Walk):
    """What a unit in the middle of a move could do next; points by an MA, by BAs, or by a spell.

    Rules: move.pool, action.ba-move.
    """

    def __init__(
        self, combat: QuestCombat, unit: QuestCombatant, mode: int, points: int, by_ma: bool
    ) -> None:
        super().__init__(unit.index, points + (rates.movement(combat, unit) if by_ma else 0))
        self.combat = combat
        self.unit = unit
        self.mode = mode
        self.by_ma = by_ma
        self.begun_at = rates.movement(combat, unit)
        self.held: list[int] = []  # places that proved to be held by somebody undetected

    def left(self) -> int:
        """Return the points left; a unit slowed on the way loses as many as it is slowed by.

        Rules: move.slowed-mid-move, move.never-negative.
        """
        lost = 0
        if self.by_ma:
            lost = max(0, self.begun_at - rates.movement(self.combat, self.unit))
        return max(0, self.pool - lost - self.spent)

    def rate(self) -> int:
        """Return the points of a step on even ground now."""
        return rates.rate_of(self.combat, self.unit, self.mode)

    def exits(self) -> Exits:
        """Return every step that the map allows, with its price."""
        unit = self.unit
        return rates.exits_of(self.combat, unit.size, unit.has_feat(MANEUVERER), self.rate())

    def obstacles(self) -> Obstacles:
        """Return who is in the way as far as the mover knows, and what a step may provoke.

        Rules: move.occupied-spaces, move.tumble.
        """
        combat = self.combat
        unit = self.unit
        found = Obstacles(self.exits())
        for place in self.held:
            found.bar(place)
        for other in combat.units:
            if not other.present or other is unit or undetected(other, unit):
                continue
            enemy = combat.enemies(unit, other)
            if other.size == unit.size == 1:
                if enemy and self.mode != TUMBLE:
                    found.bar(other.cell)
                else:
                    found.close(other.cell)
            else:
                for cell in combat.grid.footprint(other.cell, other.size):
                    if enemy and self.mode != TUMBLE:
                        found.bar_footprint(combat.grid, cell, unit.size)
                    else:
                        found.close_footprint(combat.grid, cell, unit.size)
            if (
                enemy
                and not posture.leaves_safely(unit)
                and other.free_handed()
                and free_hits.has_slot(other)
            ):
                self.mark_zone(found, other)
        return found

    def mark_zone(self, found: Obstacles, other: QuestCombatant) -> None:
        """Mark what may provoke an enemy: the ring around its zone from inside, else the zone."""
        grid = self.combat.grid
        reach = geometry.reach(other)
        inside = geometry.in_zone(self.combat, other, self.unit)
        far = reach + 1 if inside else reach
        wide = other.size + 2 * far
        left = grid.xs[other.cell] - far
        top = grid.ys[other.cell] - far
        cells = grid.block(left, top, wide, wide)
        if inside:
            cells = [
                cell
                for cell in cells
                if grid.xs[cell] in (left, left + wide - 1)
                or grid.ys[cell] in (top, top + wide - 1)
            ]
        found.harm_each(cells, 1)

    def drops(self) -> list[tuple[int, int]]:
        """Return every step of two or more down that the map has: from where, and to where."""
        maps = self.combat.maps
        size = self.unit.size
        if size not in maps.drops:
            grid = self.combat.grid
            found: list[tuple[int, int]] = []
            for start, row in enumerate(self.exits().rows):
                high = rates.height(grid, grid.footprint(start, size))
                for goal, _, _ in row:
                    if high - rates.height(grid, grid.footprint(goal, size)) >= 2:
                        found.append((start, goal))
            maps.drops[size] = found
        return maps.drops[size]

    def passable(self) -> list[int]:
        """Return the places of others: it may pass them, not stop. Rule: move.occupied-spaces."""
        combat = self.combat
        size = self.unit.size
        found: list[int] = []
        for other in combat.units:
            if not other.present or other is self.unit:
                continue
            if other.size == size == 1:
                found.append(other.cell)
            else:
                column = combat.grid.xs[other.cell] - size + 1
                row = combat.grid.ys[other.cell] - size + 1
                wide = other.size + size - 1
                found += combat.grid.block(column, row, wide, wide)
        return found

    def seems_free(self, goal: int) -> bool:
        """Return whether, for all that the mover knows, nobody holds where it would stand."""
        combat = self.combat
        cells = combat.grid.footprint(goal, self.unit.size)
        for cell in cells:
            holder = combat.at(cell)
            if holder is not None and holder is not self.unit:
                if goal in self.held or not undetected(holder, self.unit):
                    return False
        return bool(cells)

    def reach(self) -> Reach:
        """Return the spaces that it can come to, and what that costs."""
        return flood(self.exits(), self.unit.cell, self.left(), self.obstacles())

    def at_any_cost(self) -> Reach:
        """Return the spaces that it could come to with any number of points."""
        return flood(self.exits(), self.unit.cell, ANY_COST, self.obstacles())

    def holders(self, goal: int) -> list[QuestCombatant]:
        """Return all whom the mover knows of and who hold a space where it would stand."""
        unit = self.unit
        return [
            other
            for other in self.combat.units
            if other.present
            and other is not unit
            and not undetected(other, unit)
            and not self.combat.grid.distance(goal, other.cell, CHEBYSHEV, unit.size, other.size)
        ]

    def why_not_step(self, here: int, goal: int) -> Why:
        """Return why no step leads from a space to one beside it, "" if one does.

        Rules: move.occupied-spaces, move.map-edge, move.large-units, move.diagonals.
        """
        grid = self.combat.grid
        size = self.unit.size
        for other in self.holders(goal):
            if self.mode != TUMBLE and self.combat.enemies(self.unit, other):
                return "move.occupied-spaces", f"{other.name} stands there and bars the way"
        if goal in self.held:
            return "move.occupied-spaces", "somebody undetected bars the way"
        if not grid.footprint(goal, size):
            return "move.map-edge", "it would not fit on the map there"
        if not geometry.room(grid, goal, size):
            return "move.large-units" if size > 1 else "move.diagonals", "a wall is there"
        if self.exits().price(here, goal) < 0:
            return "move.diagonals", "both spaces beside the diagonal step are walled"
        return "", ""

    def why_not_stop(self, goal: int) -> Why:
        """Return why it may not end in a space that it can come to. Rule: move.occupied-spaces."""
        for other in self.holders(goal):
            return "move.occupied-spaces", f"{other.name} is there: one may pass, and not stop"
        return "", ""
