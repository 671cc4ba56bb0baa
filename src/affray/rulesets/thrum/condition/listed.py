"""Statuses that deal harm, those that packs add, and all of them by id.

Rule: status.number-is-duration.
"""

from __future__ import annotations

from typing import Final

from affray.core.effect import Held
from affray.rulesets.thrum.condition.kinds import (
    BLEED,
    BLINDED,
    DAZED,
    DISORIENTED,
    GRIPPED,
    HAMSTRUNG,
    HASTENED,
    HIDDEN,
    IMMOBILIZED,
    MARK,
    NO_ACTION,
    SHOCKED,
    SLOWED,
    STUNNED,
    VULNERABLE,
    WEAKENED,
    Condition,
)
from affray.rulesets.thrum.damage import take
from affray.rulesets.thrum.feature import Number, Trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    DEFENCE,
    DEFENCE_BONUS,
    DEFENCES,
    ENDS,
    FATIGUE,
    INCAPACITY,
    OFFENCE,
    OFFENCE_BONUS,
    PANIC,
    PANIC_BONUS,
    SPEED,
    STRESS,
)


class Burning(Condition):
    """1 Fatigue at the End of Turn; Recover ends it. Rule: status.burning."""

    def __init__(self) -> None:
        super().__init__("burning", True, True, 0)
        self.loss_told = True
        self.listens = ENDS

    def codes(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> list[int]:
        return [1] if trigger.actor == owner.index else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(
        self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger, code: int
    ) -> None:
        take(combat, owner.index, FATIGUE, 1, -1, None, "status.burning")


BURNING: Final = Burning()

STATUSES: Final = [BLEED, BLINDED, BURNING, SHOCKED, SLOWED, HAMSTRUNG, VULNERABLE, WEAKENED]
CONDITIONS: Final = [
    MARK,
    DAZED,
    IMMOBILIZED,
    DISORIENTED,
    STUNNED,
    HIDDEN,
    HASTENED,
    NO_ACTION,
    GRIPPED,
]


def named(id: str) -> Condition:
    """Return the Status or condition of an id.

    Rules: condition.plus-one-dazed (a number on a numberless one means nothing), condition.scouted.
    """
    if id == "scouted":
        return MARK
    for status in STATUSES + CONDITIONS:
        if status.id == id:
            return status
    raise KeyError(id)


class Change:
    """One thing that a Status does to its bearer: ``amount``, times its number if ``by_number``."""

    def __init__(self, op: str, roll: str, amount: int, flat: bool, by_number: bool) -> None:
        self.op = op  # roll-mod, stat, fatigue or stress
        self.amount = amount
        self.by_number = by_number
        self.defence = DEFENCES.index(roll) if roll in DEFENCES else 0
        self.kind = SPEED if op == "stat" else kind_of(roll, flat)

    def of(self, held: Held | None) -> int:
        """Return by how much it changes its number for one bearer."""
        return self.amount * held.n if self.by_number and held is not None else self.amount


def kind_of(roll: str, flat: bool) -> int:
    """Return the number that a roll-mod changes; 0 for what is no roll."""
    if roll == "offensive":
        return OFFENCE_BONUS if flat else OFFENCE
    if roll == "panic":
        return PANIC_BONUS if flat else PANIC
    if roll == "incapacity":
        return INCAPACITY
    if roll == "defensive" or roll in DEFENCES:
        return DEFENCE_BONUS if flat else DEFENCE
    return 0


class AddedStatus(Condition):
    """A Status of a pack. What it deals it deals before other effects of the End of Turn."""

    def __init__(self, id: str, name: str) -> None:
        super().__init__(id, True, True, 0)
        self.name = name
        self.rule = "status.number-is-duration"
        self.numbers: list[Change] = []
        self.harms: list[Change] = []

    def changes(self, change: Change) -> None:
        """Add to what it does, while it is being made."""
        if change.op == "fatigue" or change.op == "stress":
            self.harms.append(change)
            self.notices |= ENDS
        else:
            self.numbers.append(change)
            self.adjusts |= change.kind

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index:
            for one in self.numbers:
                if one.kind == number.kind and one.defence in (0, number.defence):
                    number.add(one.of(held), self.rule)

    def notice(self, combat: ThrumCombat, owner: ThrumCombatant, trigger: Trigger) -> None:
        if trigger.actor != owner.index:
            return
        for harm in self.harms:
            load = FATIGUE if harm.op == "fatigue" else STRESS
            take(combat, owner.index, load, harm.of(owner.held(self)), -1, None, self.id)
