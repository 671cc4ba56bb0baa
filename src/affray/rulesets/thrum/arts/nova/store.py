"""What all Nova abilities share: a store of Potential, its price, and targets all over the map."""

from __future__ import annotations

from typing import Final

from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import Afflict, Harm, Op
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.definitions import ALWAYS, Bound, Entry, Quantity
from affray.rulesets.thrum.feature import Origin, Use
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover
from affray.rulesets.thrum.resource import gain_potential, spend_potential
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FIXED, PHYSICAL

X_MOST: Final = 6  # the highest X


class Store:
    """Where a Nova ability keeps its Potential, and what using it costs.

    With a variable Cost the whole Cost is chosen, from 1 up to the store: X is that, or with its
    second upgrade 1 more than that. The first lets it be used although Potential has been spent.
    Rules: nova.potential-cap, nova.spend, nova.once-per-combat.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        self.sheet = bound.sheet
        self.place = len(bound.sheet.novas)
        self.variable = not entry.cost
        self.gift = 1 if self.variable and bound.has("b") else 0  # X above what is paid for it
        self.again = self.variable and bound.has("a")
        self.cost = X_MOST - self.gift if self.variable else bound.quantity(entry.cost).fixed

    def gain(self, combat: ThrumCombat, owner: ThrumCombatant) -> None:
        """Gain 1 Potential, up to the cap. Rules: nova.potential-gain, nova.potential-cap."""
        gain_potential(combat, owner, self.place, self.cost)

    def cannot(self, user: ThrumCombatant) -> str:
        """Return the rule that forbids its use; nobody else can pay from this store."""
        if user.sheet is not self.sheet:
            return "nova.spend"
        if user.potential_spent and not self.again:
            return "nova.once-per-combat"
        least = 1 if self.variable else self.cost
        return "nova.spend" if user.potential[self.place] < least else ""

    def pay(self, combat: ThrumCombat, user: ThrumCombatant) -> int:
        """Spend the Cost, after choosing it where it is variable; return X."""
        cost = self.cost
        if self.variable:
            cost = user.potential[self.place]
            if cost > 1:
                menu = [(n, f"spend {n}") for n in range(1, cost + 1)]
                cost = combat.ask(picking.Listed(user, menu, "nova.spend", cost))
        spend_potential(combat, user, self.place, cost)
        return cost + self.gift


class Nova(Action):
    """A Nova Action. Its ``notice`` is always in force; X is the memory of its use."""

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry, bound)
        self.always = True
        self.store = Store(entry, bound)

    def potential_cap(self) -> int:
        return self.store.cost

    def cannot(self, combat: ThrumCombat, user: ThrumCombatant) -> str:
        return self.store.cannot(user) or super().cannot(combat, user)

    def act(self, combat: ThrumCombat, user: ThrumCombatant, answer: int) -> None:
        use = Use(user.index, self, -1)
        use.memory = self.store.pay(combat, user)
        self.declare(combat, user, use, answer)
        if not use.void:
            self.carry_out(combat, use)


class Sweeping(Nova):
    """A Nova Attack on all enemies. It singles nobody out, so nobody's Hidden or Stance helps.

    Rules: condition.hidden, cover.obstructed, grid.no-line-of-sight.
    """

    def everyone(self, combat: ThrumCombat, user: ThrumCombatant, origin: Origin) -> list[int]:
        return [
            other.index
            for other in combat.units
            if combat.enemies(user, other)
            and combat.on_map(other)
            and not (self.tags & PHYSICAL and cover(combat, origin.cell, other.cell) == OBSTRUCTED)
        ]

    def declare(self, combat: ThrumCombat, user: ThrumCombatant, use: Use, answer: int) -> None:
        super().declare(combat, user, use, answer)
        use.area = list(range(combat.grid.size))


def deals(load: int, n: int) -> Op:
    """Return the operation that deals Fatigue or Stress to the target."""
    return Harm(False, ALWAYS, load, Quantity(n, FIXED))


def gives(status: Condition, n: int = 1) -> Op:
    """Return the operation that gives the target a Status."""
    return Afflict(False, ALWAYS, status, Quantity(n, FIXED))
