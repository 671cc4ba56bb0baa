"""What the combat Archetypes do; the narrative ones do nothing. Rule: sheet.archetypes."""

from __future__ import annotations

from affray.core.combat import OWN
from affray.core.effect import Held
from affray.core.reach import Obstacles
from affray.rulesets.thrum.action.ability import EntryAbility, Passive
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Number
from affray.rulesets.thrum.movement import pace
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import DEFENCE_BONUS, GROUND


class Loomer(Passive):
    """The four squares beside it are difficult for enemies; upgraded, all eight around it.

    Rule: move.difficult-terrain.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= GROUND

    def ground(
        self,
        combat: ThrumCombat,
        owner: ThrumCombatant,
        mover: ThrumCombatant,
        obstacles: Obstacles,
    ) -> None:
        if owner.cell < 0 or not combat.enemies(owner, mover):
            return
        grid = combat.grid
        for cell in grid.near[owner.cell] if self.has("a") else grid.cross[owner.cell]:
            pace.make_difficult(combat, obstacles, cell)


class Weaver(Passive):
    """On its turn it ignores the first extra cost or loss of Speed or movement; upgraded, all.

    ``movement.Move`` and ``pace.speed_of`` ask the sheet: they know which comes first.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        bound.sheet.weaver = 2 if self.has("a") else 1
        bound.sheet.weaver_slot = self.new_counter(OWN)


class Quill(Passive):
    """+1 on defensive rolls when the attacker is at distance 3 or more; upgraded, +2 instead."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.adjusts |= DEFENCE_BONUS

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index or number.origin < 0:
            return
        if combat.distance(number.origin, owner.cell) >= 3:
            number.add(2 if self.has("a") else 1, self.id)


MADE: dict[str, type[EntryAbility]] = {
    "archetype-loomer": Loomer,
    "archetype-weaver": Weaver,
    "archetype-quill": Quill,
}
