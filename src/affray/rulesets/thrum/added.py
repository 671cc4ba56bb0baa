"""Statuses that packs add: numbered, ticking, made of plain changes.

Rule: status.number-is-duration.
"""

from __future__ import annotations

from affray.core.effect import Held
from affray.rulesets.thrum.condition import Condition
from affray.rulesets.thrum.damage import take
from affray.rulesets.thrum.feature import (
    DEFENCE,
    DEFENCE_BONUS,
    DEFENCES,
    ENDS,
    INCAPACITY,
    OFFENCE,
    OFFENCE_BONUS,
    PANIC,
    PANIC_BONUS,
    SPEED,
    Number,
    Trigger,
)
from affray.rulesets.thrum.state import FATIGUE, STRESS, Character, ThrumCombat


class Change:
    """One thing that a Status does to its bearer: ``amount``, times its number if ``by_number``."""

    def __init__(self, op: str, roll: str, amount: int, flat: bool, by_number: bool) -> None:
        self.op = op  # roll-mod, stat, fatigue or stress
        self.amount = amount
        self.by_number = by_number
        self.defence = DEFENCES.index(roll) if roll in DEFENCES else 0
        self.kind = SPEED if op == "stat" else kind_of(roll, flat)

    def of(self, held: Held | None) -> int:
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
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index:
            for one in self.numbers:
                if one.kind == number.kind and one.defence in (0, number.defence):
                    number.add(one.of(held), self.rule)

    def notice(self, combat: ThrumCombat, owner: Character, trigger: Trigger) -> None:
        if trigger.actor != owner.index:
            return
        for one in self.harms:
            load = FATIGUE if one.op == "fatigue" else STRESS
            take(combat, owner.index, load, one.of(owner.held(self)), -1)
