"""Stances: what they do on being taken, and from where their Range is measured."""

from __future__ import annotations

from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.action.lent import origins
from affray.rulesets.thrum.action.operation import Op, compile_op
from affray.rulesets.thrum.attack import targeting
from affray.rulesets.thrum.definitions import Bound, Entry
from affray.rulesets.thrum.feature import Origin, Use
from affray.rulesets.thrum.geometry.sight import reach_from
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant


class Stance(EntryAbility):
    """A Stance: what it does on being taken or renewed, while it lasts, and when triggered.

    Brace, Dodge and Concentrate are Stances of their modifiers alone.
    Rules: basic.brace, basic.dodge, basic.concentrate.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.on_taking: list[Op] = []
        for op in entry.effect:
            made = compile_op(op, bound)
            if made is not None:
                self.on_taking.append(made)

    def places(self, combat: ThrumCombat, owner: ThrumCombatant) -> list[Origin]:
        """Return the squares from which its Range is measured, with the Range from each."""
        return [
            Origin(place.cell, reach_from(combat, owner, self, place), place.name)
            for place in origins(combat, owner, self)
        ]

    def taken(self, combat: ThrumCombat, owner: ThrumCombatant, renewed: bool) -> None:
        use = self.use_of(combat, owner)
        for op in self.on_taking:
            op.do(combat, use)

    def use_of(self, combat: ThrumCombat, owner: ThrumCombatant) -> Use:
        """Return a use of the Stance on its owner, for what is no attack."""
        use = Use(owner.index, self, -1)
        targeting.aim(combat, use, [owner.index])
        use.now = 0
        return use
