"""What a position is told by in every game: who has yet to act, who stands high, how far it is.

Each game has features of its own; these come after them, under the same names and in the same
order. A game says of a combatant what they are made of.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from affray.core.combat import Combat
from affray.core.grid import Grid
from affray.core.ruleset import Tactics

YET_TO_ACT: Final = "yet to act"  # how many of those who are able have a turn left in this round
HEIGHT: Final = "height"  # of the ground under those who are able, together
REACTIONS: Final = "reactions"  # how many of them those who are able have left, together
WAY: Final = "way to exits"  # how far the able are from where they want to be, less: tens of cells
SHARED: Final = (YET_TO_ACT, HEIGHT, REACTIONS, WAY)
CELLS: Final = 10.0  # to which the way counts 1


@mypyc_attr(allow_interpreted_subclasses=True)
class SharedFeatures(Tactics):
    """Tactics whose features are those of the game, then those that all games have."""

    shared: ClassVar[tuple[str, ...]] = SHARED  # which of those that all games have, in this order

    # -- what a ruleset gives ------------------------------------------------------------------

    def own_features(self, combat: Combat[Any], side: int) -> list[float]:
        """Return the features that are the game's own."""
        raise NotImplementedError

    def sign(self, combat: Combat[Any], side: int, other: int) -> float:
        """Return 1 for a side itself, -1 for another, 0 for one that neither helps nor fights."""
        return 1.0 if other == side else -1.0

    def told(self, combat: Combat[Any], who: int) -> bool:
        """Return whether a combatant counts for the features that all games have: the able ones."""
        able: bool = combat.units[who].able()
        return able

    def yet_to_act(self, combat: Combat[Any], who: int) -> bool:
        """Return whether a combatant has a turn left in this round."""
        raise NotImplementedError

    def height(self, combat: Combat[Any], who: int) -> float:
        """Return how high the ground is on which a combatant stands, in the game's levels."""
        unit = combat.units[who]
        return float(combat.grid.top(unit.cell, unit.size))

    def reactions(self, combat: Combat[Any], who: int) -> int:
        """Return how many reactions a combatant has left."""
        raise NotImplementedError

    def goals(self, combat: Combat[Any], who: int) -> list[int]:
        """Return the cells of which a combatant wants to reach one, none if there are none."""
        raise NotImplementedError

    def way(self, combat: Combat[Any], who: int) -> int:
        """Return how many cells a combatant is from where it wants to be, 0 if that is nowhere."""
        goals = self.goals(combat, who)
        return cells_to(combat.grid, combat.units[who].cell, goals) if goals else 0

    # -- what follows --------------------------------------------------------------------------

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        return self.own_features(combat, side) + self.shared_features(combat, side)

    def first_features(self, combat: Combat[Any], side: int, count: int) -> list[float]:
        found = self.own_features(combat, side)
        return found if count <= len(found) else found + self.shared_features(combat, side)

    def shared_features(self, combat: Combat[Any], side: int) -> list[float]:
        """Return the features that all games have, as far as this one has them."""
        waiting = height = reactions = way = 0.0
        for unit in combat.units:
            if unit.cell < 0 or not self.told(combat, unit.index):
                continue
            sign = self.sign(combat, side, unit.side)
            waiting += sign * int(self.yet_to_act(combat, unit.index))
            height += sign * self.height(combat, unit.index)
            reactions += sign * self.reactions(combat, unit.index)
            way -= sign * self.way(combat, unit.index) / CELLS
        found = (waiting, height, reactions, way)
        return [found[SHARED.index(name)] for name in self.shared]


def cells_to(grid: Grid, cell: int, goals: list[int]) -> int:
    """Return how many cells it is from one to the nearest of some, as a king of chess goes."""
    row = grid.far(cell)
    least = row[goals[0]]
    for goal in goals:
        if row[goal] < least:
            least = row[goal]
    return least
