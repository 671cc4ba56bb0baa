"""What each Status and other condition does by itself."""

from __future__ import annotations

from typing import Final

from affray.core.effect import Held
from affray.rulesets.thrum.feature import Feature, Number
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    DEFENCE,
    DROP,
    EVASION,
    HOLDS,
    INCAPACITY,
    OFFENCE,
    PANIC,
    SPEED,
)


class Condition(Feature):
    """A Status (``ticks``) or another condition. Rule: status.statuses-versus-conditions."""

    def __init__(self, id: str, numbered: bool, ticks: bool, adjusts: int) -> None:
        super().__init__(id)
        self.numbered = numbered
        self.ticks = ticks
        self.adjusts = adjusts
        self.rule = ("status." if ticks else "condition.") + id
        self.loss_told = False  # abilities may respond to its end (unless Recover ended it)


class Modifying(Condition):
    """A condition that is a plain modifier on its bearer's own number, whatever its own number.

    Rule: status.number-is-duration.
    """

    def __init__(self, id: str, numbered: bool, ticks: bool, kind: int, amount: int) -> None:
        super().__init__(id, numbered, ticks, kind)
        self.amount = amount

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index:
            number.add(self.amount, self.rule)


class Blinded(Condition):
    """Own Ranges are halved (geometry.reach_of); a Bane on enemies in nonadjacent squares.

    Rule: status.blinded.
    """

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index and number.other >= 0:
            target = combat.units[number.other]
            use = number.use
            here = use.square(combat) if use is not None else owner.cell
            if combat.enemies(owner, target) and combat.distance(here, target.cell) > 1:
                number.add(-1, self.rule)


class Hidden(Condition):
    """A Bane on abilities that single the bearer out from a nonadjacent square.

    Rule: condition.hidden.
    """

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        use = number.use
        if number.other == owner.index and use is not None and not use.area:
            if combat.distance(use.square(combat), owner.cell) > 1:
                number.add(-1, self.rule)


class Hastened(Condition):
    """Speed +2, and a Boon on Evasion and on drops by REF. Rule: condition.hastened."""

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index:
            return
        if number.kind == SPEED:
            number.add(2, self.rule)
        elif number.defence == EVASION:  # of a defence, or REF of a drop roll
            number.add(1, self.rule)


class Gripped(Condition):
    """Held: it cannot move and attacks as if Weakened, which is not counted twice.

    What is held on a character names its holder as its source; several may hold one.
    Rules: condition.immobilized, status.weakened.
    """

    def __init__(self) -> None:
        super().__init__("held", False, False, OFFENCE | HOLDS)
        self.rule = "condition.immobilized"

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index and owner.held(self) is held and not owner.has(WEAKENED):
            number.add(-1, "status.weakened")


BLEED: Final = Modifying("bleed", True, True, INCAPACITY, -1)  # status.bleed
BLINDED: Final = Blinded("blinded", True, True, OFFENCE)
SHOCKED: Final = Modifying("shocked", True, True, PANIC, -1)  # status.shocked
SLOWED: Final = Modifying(
    "slowed", True, True, SPEED, -2
)  # status.slowed; it bars Evasion too: choice.steps
HAMSTRUNG: Final = Condition("hamstrung", True, True, 0)  # holding.hamper makes Dazed
VULNERABLE: Final = Condition("vulnerable", True, True, 0)  # holding.use_up_vulnerable adds it
WEAKENED: Final = Modifying("weakened", True, True, OFFENCE, -1)  # status.weakened
MARK: Final = Condition("mark", True, False, 0)  # no effect of its own: condition.mark
DAZED: Final = Modifying("dazed", False, False, DEFENCE, -1)  # condition.dazed
IMMOBILIZED: Final = Condition("immobilized", False, False, 0)  # kinds.immobile
DISORIENTED: Final = Condition("disoriented", False, False, 0)  # holding.stagger
STUNNED: Final = Condition("stunned", False, False, 0)  # holding.cannot_act_stunned
HIDDEN: Final = Hidden("hidden", False, False, OFFENCE)
HASTENED: Final = Hastened("hastened", False, False, SPEED | DEFENCE | DROP)

NO_ACTION: Final = Condition("no-action", False, False, 0)  # turn.action_phase
GRIPPED: Final = Gripped()


def immobile(unit: ThrumCombatant) -> bool:
    """Return whether somebody cannot move by its own. Rule: condition.immobilized."""
    if not unit.effects:
        return False
    return (unit.has(IMMOBILIZED) or unit.has(GRIPPED)) and not unhindered(unit)


def unhindered(unit: ThrumCombatant) -> bool:
    """Return whether nothing reduces or hinders somebody's movement."""
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Feature) and effect.unhindered:
            return True
    return False
