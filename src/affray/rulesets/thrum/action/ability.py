"""Abilities made of what content says: their numbers, and their modifiers on rolls."""

from __future__ import annotations

from affray.core.effect import Held
from affray.rulesets.thrum.definitions import Bound, Entry, OpEntry, Quantity
from affray.rulesets.thrum.feature import Ability, Number
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    DEFENCE,
    DEFENCE_BONUS,
    DEFENCES,
    INCAPACITY,
    OFFENCE,
    OFFENCE_BONUS,
    PANIC,
    PANIC_BONUS,
    SPEED,
)

MAX_FATIGUE = 0
STATS = ("max_fatigue_tolerance", "max_stress_tolerance")


class Modifier:
    """A Boon, Bane or bonus that an entry gives to the rolls of its owner."""

    def __init__(self, kind: int, defence: int, amount: int) -> None:
        self.kind = kind
        self.defence = defence  # 0: any
        self.amount = amount


def modifier_of(entry: OpEntry, bound: Bound) -> Modifier | None:
    """Return the modifier of a roll-mod or stat entry on its owner's own rolls.

    None if it has none.

    Rules: basic.brace, basic.dodge, basic.concentrate.
    """
    n = bound.quantity(entry.n).fixed
    if entry.op == "stat":
        return Modifier(SPEED, 0, n) if entry.name == "speed" else None
    if entry.op != "roll-mod" or entry.when or entry.to not in ("self", "target"):
        return None
    flat = entry.boon == 0
    amount = n if entry.boon >= 0 else -n
    if entry.name == "offensive":
        return Modifier(OFFENCE_BONUS if flat else OFFENCE, 0, amount)
    if entry.name == "panic":
        return Modifier(PANIC_BONUS if flat else PANIC, 0, amount)
    if entry.name == "incapacity":
        return Modifier(INCAPACITY, 0, amount)
    kind = DEFENCE_BONUS if flat else DEFENCE
    if entry.name == "defensive":
        return Modifier(kind, 0, amount)
    return Modifier(kind, DEFENCES.index(entry.name), amount) if entry.name in DEFENCES else None


class EntryAbility(Ability):
    """What Actions, Stances and passives share.

    Facts of the entry, modifiers on the owner's rolls.
    """

    def __init__(self, entry: Entry, bound: Bound) -> None:
        super().__init__(entry.id)
        self.code = entry.code
        self.name = entry.name
        self.art = entry.art
        self.kind = entry.kind
        self.tags = entry.tags
        self.text = entry.text
        self.bound = bound
        self.option = entry.option
        self.may = entry.may
        self.always = False  # an Action or Stance with a part that is always in force
        self.stats: list[Modifier] = []
        self.params: dict[str, Quantity] = {}
        for name in entry.params:
            self.params[name] = bound.quantity(entry.params[name])
        self.range = bound.quantity(entry.range).fixed
        sheet = bound.sheet
        if entry.highest_art:
            self.modifier = sheet.best_art()  # attack.basic-modifier, basic.attack
        elif sheet.pc:
            self.modifier = sheet.arts.get(entry.art, 0)  # attack.modifier
        else:
            self.modifier = sheet.attack
        self.modifiers: list[Modifier] = []
        for op in entry.effect:
            made = modifier_of(op, bound)
            if made is not None:
                self.modifiers.append(made)
                self.adjusts |= made.kind

        for op in entry.effect:
            if op.op == "stat" and op.name != "speed":
                self.stats.append(Modifier(STATS.index(op.name), 0, bound.quantity(op.n).fixed))

    def on_sheet(self, sheet: Sheet) -> None:
        """Change its owner's sheet, once. Rule: sheet.tolerances."""
        for stat in self.stats:
            if stat.kind == MAX_FATIGUE:
                sheet.fatigue_tolerance += stat.amount
            else:
                sheet.stress_tolerance += stat.amount

    def has(self, upgrade: str) -> bool:
        """Return whether its owner has bought an upgrade of it."""
        return self.bound.has(upgrade)

    def n(self, name: str) -> int:
        """Return a named number of the entry, upgrades included."""
        return self.params[name].fixed

    def symbol(self, name: str) -> int:
        """Return an attribute, TRAINING in its Art, or TIER."""
        return self.bound.symbol(name)

    def new_counter(self, scope: int) -> int:
        """Reserve a counter of its owner that starts afresh with ``scope``.

        Return its place in `used`.
        """
        self.bound.sheet.scopes.append(scope)
        place = len(self.bound.sheet.scopes) - 1
        if self.limit < 0:
            self.limit = place
        return place

    def modify(
        self, combat: ThrumCombat, owner: ThrumCombatant, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index:
            for modifier in self.modifiers:
                if modifier.kind == number.kind and modifier.defence in (0, number.defence):
                    number.add(modifier.amount, self.id)


class Passive(EntryAbility):
    """A passive, an archetype or a faction trait."""
