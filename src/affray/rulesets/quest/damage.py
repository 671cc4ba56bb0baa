"""Damage, wounds and healing, in the order in which the rules count them."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Menu
from affray.core.dice import DAMAGE, OTHER, Dice, Known, Table, Throw
from affray.rulesets.quest import sheet
from affray.rulesets.quest.condition import FROZEN, lose
from affray.rulesets.quest.death import drop_out
from affray.rulesets.quest.state import QuestCombat, Unit
from affray.rulesets.quest.terms import (
    AIMS,
    DEFEATED,
    DISRUPTING,
    FATAL,
    FIRE,
    PHYSICAL,
    WEAKENING,
    WOUNDS,
)
from affray.rulesets.quest.written import Amount

WOUND_AT: Final = 6  # wound.six-or-more
FATAL_BONUS: Final = 16  # wound.fatal


class DiceSum(Throw):
    """Several kinds of dice added up, in the order given: (count, sides) each."""

    def __init__(self, groups: list[tuple[int, int]]) -> None:
        self.groups = groups

    def made(self, dice: Dice) -> int:
        total = 0
        for count, sides in self.groups:
            for _ in range(count):
                total += dice.roll(sides)
        return total

    def key(self) -> tuple[int, ...]:
        found: list[int] = []
        for count, sides in sorted(self.groups):
            found.append(count)
            found.append(sides)
        return tuple(found)

    def table(self, known: Known) -> Table:
        ways: dict[int, int] = {0: 1}
        for count, sides in self.groups:
            for _ in range(count):
                more: dict[int, int] = {}
                for total, weight in ways.items():
                    for face in range(1, sides + 1):
                        more[total + face] = more.get(total + face, 0) + weight
                ways = more
        return sorted(ways.items())

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [("damage", faces, sum(faces))]


def roll(
    combat: QuestCombat, groups: list[tuple[int, int]], purpose: int, who: int, rule: str, what: str
) -> int:
    """Roll dice of several kinds as one throw; none at all come to 0 unrolled."""
    groups = [one for one in groups if one[0] > 0]
    if not groups:
        return 0
    return combat.throw(DiceSum(groups), purpose, who, rule, what)


def roll_amount(combat: QuestCombat, amount: Amount, who: int, rule: str, what: str) -> int:
    return roll(combat, [(amount.count, amount.sides)], OTHER, who, rule, what) + amount.plus


def physical(type: int) -> bool:
    return type < len(PHYSICAL)


def mitigated(combat: QuestCombat, target: Unit, gross: int, type: int, crushing: bool) -> int:
    """Return the net damage: all flat reductions subtract, down to 0; immunity makes it 0.

    Rules: damage.reductions, damage.minimum-zero, damage.each-attack-separately, sheet.armour,
    feat.guarding.
    """
    if type in target.sheet.immune:
        return 0
    less = target.sheet.resist.get(type, 0)
    if physical(type):
        less += target.sheet.hide + sheet.reduction(target)
        if target.sheet.armour is not None:
            worn = target.sheet.armour.reduction
            less += max(0, worn - 1) if crushing else worn
    return max(0, gross - less)


def hurt(combat: QuestCombat, unit: Unit, amount: int, type: int, source: int, rule: str) -> None:
    """Take damage off hit points; at 0 the unit is defeated.

    Rules: death.zero-hit-points, condition.frozen.
    """
    if not unit.present:
        return
    before = unit.hp
    unit.hp = max(0, unit.hp - amount)
    combat.mark_changed()
    if combat.watched:
        combat.say("hurt", unit.index, source, "hp", amount, rule)
    if amount > 0 and type == FIRE:
        lose(combat, unit, FROZEN)
    if before > 0 and unit.hp == 0:
        drop_out(combat, unit, DEFEATED, "death.zero-hit-points")


# ---- wounds ------------------------------------------------------------------------------------


def wound(combat: QuestCombat, target: Unit, aim: int, source: int) -> int:
    """Leave the wound of an aim; return the flat damage that a fatal one adds.

    Rules: wound.fatal, wound.fatal-flat, wound.fatal-leaves-mark, wound.stacking,
    wound.slowing-movement, wound.slowing-agility, wound.weakening-strength,
    wound.weakening-bonus-action, wound.disrupting-battle, wound.disrupting-round.
    """
    target.set_wounds(aim, target.wounds[aim] + 1)
    combat.mark_changed()
    if combat.watched:
        combat.say(
            "wounded",
            target.index,
            source,
            f"wound-{AIMS[aim]}",
            target.wounds[aim],
            "wound.six-or-more",
        )
    if aim == FATAL:
        return FATAL_BONUS if combat.roll(4, DAMAGE, source, "wound.fatal") == 4 else 0
    if aim == DISRUPTING:
        target.fresh += 1
    if aim == WEAKENING and combat.active == target.index and target.ba > 0:
        target.ba -= 1
    return 0


class Remove(Menu):
    """Which wound to be rid of: the healed unit's controller chooses, or whoever uses an item."""

    kind: ClassVar[str] = "wound"

    def __init__(self, chooser: Unit, kinds: list[int]) -> None:
        options = [(1 + one, f"heal {AIMS[one]} wound") for one in kinds]
        super().__init__(
            chooser.seats, chooser.index, "wound.healed-one-per-instance", options, options[-1][0]
        )


def remove_wound(combat: QuestCombat, unit: Unit, chooser: Unit, rule: str) -> None:
    """Remove one wound and all that it does; of disrupting ones one of this round first.

    Rules: wound.removal-ends-all, wound.healed-one-per-instance.
    """
    kinds = [one for one in range(WOUNDS) if unit.wounds[one] > 0]
    if not kinds:
        return
    kind = kinds[0]
    if len(kinds) > 1:
        kind = combat.ask(Remove(chooser, kinds)) - 1
    unit.set_wounds(kind, unit.wounds[kind] - 1)
    if kind == DISRUPTING and unit.fresh > 0:
        unit.fresh -= 1
    combat.mark_changed()
    if combat.watched:
        word = f"wound-{AIMS[kind]}"
        combat.say("wound healed", unit.index, -1, word, unit.wounds[kind], rule)


def heal(
    combat: QuestCombat,
    unit: Unit,
    amount: int,
    removes: int,
    source: int,
    chooser: Unit | None = None,
) -> None:
    """Give hit points back as one instance, and remove wounds.

    Six or more points received remove one wound, besides what the source says it removes.
    Rules: damage.healing-cap, spell.heal-is-one-instance, wound.healed-by-six,
    wound.healed-amount-received, wound.healed-explicitly.
    """
    if not unit.present:
        return  # death.out-of-battle
    gained = max(0, min(amount, unit.max_hp - unit.hp))
    unit.hp += gained
    combat.mark_changed()
    if combat.watched and amount:
        combat.say("healed", unit.index, source, "hp", gained, "damage.healing-cap")
    for _ in range(removes):
        remove_wound(combat, unit, unit if chooser is None else chooser, "wound.healed-explicitly")
    if gained >= WOUND_AT:
        remove_wound(combat, unit, unit, "wound.healed-by-six")
