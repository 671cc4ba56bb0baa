"""Statuses and other conditions: what they do, how they are gained, tick and end."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, NEXT_TURN_END, Held
from affray.rulesets.thrum.feature import (
    AFFLICTED,
    DEFENCE,
    DROP,
    ENDS,
    EVASION,
    INCAPACITY,
    LOSES,
    OFFENCE,
    PANIC,
    SPEED,
    STATUS,
    STILLNESS,
    Feature,
    Number,
    Trigger,
    Use,
)
from affray.rulesets.thrum.reaction import trigger
from affray.rulesets.thrum.state import FATIGUE, Character, ThrumCombat


class Condition(Feature):
    """A Status (``ticks``) or another condition. Rule: status.statuses-versus-conditions."""

    def __init__(self, id: str, numbered: bool, ticks: bool, adjusts: int) -> None:
        super().__init__(id)
        self.numbered = numbered
        self.ticks = ticks
        self.adjusts = adjusts
        self.rule = ("status." if ticks else "condition.") + id


class Modifying(Condition):
    """A condition that is a plain modifier on its bearer's own number, whatever its own number.

    Rule: status.number-is-duration.
    """

    def __init__(self, id: str, numbered: bool, ticks: bool, kind: int, amount: int) -> None:
        super().__init__(id, numbered, ticks, kind)
        self.amount = amount

    def modify(
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index:
            number.add(self.amount, self.rule)


class Blinded(Condition):
    """Own Ranges are halved (geometry.reach_of); a Bane on enemies in nonadjacent squares.

    Rule: status.blinded.
    """

    def modify(
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
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
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        use = number.use
        if number.other == owner.index and use is not None and not use.area:
            if combat.distance(use.square(combat), owner.cell) > 1:
                number.add(-1, self.rule)


class Hastened(Condition):
    """Rule: condition.hastened."""

    def modify(
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        if number.who != owner.index:
            return
        if number.kind == SPEED:
            number.add(2, self.rule)
        elif number.defence == EVASION:  # of a defence, or REF of a drop roll
            number.add(1, self.rule)


class Burning(Condition):
    """1 Fatigue at the End of Turn; Recover ends it. Rule: status.burning."""

    def __init__(self) -> None:
        super().__init__("burning", True, True, 0)
        self.listens = ENDS

    def codes(self, combat: ThrumCombat, owner: Character, trigger: Trigger) -> list[int]:
        return [1] if trigger.actor == owner.index else []

    def must(self, combat: ThrumCombat, trigger: Trigger, code: int) -> bool:
        return True

    def respond(self, combat: ThrumCombat, owner: Character, trigger: Trigger, code: int) -> None:
        from affray.rulesets.thrum.damage import take  # damage stands above conditions

        take(combat, owner.index, FATIGUE, 1, -1)


class Gripped(Condition):
    """Held: it cannot move and attacks as if Weakened, which is not counted twice.

    What is held on a character names its holder as its source; several may hold one.
    Rules: condition.immobilized, status.weakened.
    """

    def __init__(self) -> None:
        super().__init__("held", False, False, OFFENCE)
        self.rule = "condition.immobilized"

    def modify(
        self, combat: ThrumCombat, owner: Character, number: Number, held: Held | None
    ) -> None:
        if number.who == owner.index and owner.held(self) is held and not owner.has(WEAKENED):
            number.add(-1, "status.weakened")


BLEED: Final = Modifying("bleed", True, True, INCAPACITY, -1)  # status.bleed
BLINDED: Final = Blinded("blinded", True, True, OFFENCE)
BURNING: Final = Burning()
SHOCKED: Final = Modifying("shocked", True, True, PANIC, -1)  # status.shocked
SLOWED: Final = Modifying("slowed", True, True, SPEED, -2)  # attack.defences bars Evasion
HAMSTRUNG: Final = Condition("hamstrung", True, True, 0)  # attack.finish makes Dazed
VULNERABLE: Final = Condition("vulnerable", True, True, 0)  # damage.take adds it
WEAKENED: Final = Modifying("weakened", True, True, OFFENCE, -1)  # status.weakened
MARK: Final = Condition("mark", True, False, 0)  # no effect of its own: condition.mark
DAZED: Final = Modifying("dazed", False, False, DEFENCE, -1)
IMMOBILIZED: Final = Condition("immobilized", False, False, 0)  # movement.Move.stuck
DISORIENTED: Final = Condition("disoriented", False, False, 0)  # movement.Move.veer
STUNNED: Final = Condition("stunned", False, False, 0)  # turn: Move or Action, not both
HIDDEN: Final = Hidden("hidden", False, False, OFFENCE)
HASTENED: Final = Hastened("hastened", False, False, SPEED | DEFENCE | DROP)

NO_ACTION: Final = Condition("no-action", False, False, 0)  # turn.act_phase
GRIPPED: Final = Gripped()

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
    for one in STATUSES + CONDITIONS:
        if one.id == id:
            return one
    raise KeyError(id)


def number_of(unit: Character, condition: Condition) -> int:
    held = unit.held(condition)
    return held.n if held is not None else 0


def statuses_of(unit: Character) -> list[Condition]:
    """Return the Statuses on somebody, in the order gained."""
    found: list[Condition] = []
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Condition) and effect.ticks:
            found.append(effect)
    return found


def gain_status(
    combat: ThrumCombat, who: int, status: Condition, n: int, source: int, use: Use | None = None
) -> None:
    """Add ``n`` to a Status. Rules: status.increment, minion.what (no condition affects one)."""
    if n <= 0 or combat.units[who].controller >= 0 or not combat.units[who].present:
        return
    event = Trigger(STATUS, source, who, use)
    event.status = status
    event.amount = n
    event.source = source
    trigger(combat, event)
    chosen = event.status
    if event.void or event.amount <= 0 or not isinstance(chosen, Condition):
        return
    give(combat, who, chosen, event.amount, source)
    event.kind = AFFLICTED
    trigger(combat, event)


def give(
    combat: ThrumCombat,
    who: int,
    condition: Condition,
    n: int,
    source: int,
    ends: int = NEVER,
    anchor: int = -1,
) -> None:
    """Give a condition; without a number it does not stack, but a later end replaces an earlier.

    Rules: status.increment, status.statuses-versus-conditions, condition.mark.
    """
    unit = combat.units[who]
    if unit.controller >= 0 or not unit.present:
        return  # minion.what
    held = unit.held(condition)
    if held is not None and not condition.numbered:
        if not outlasts(held.ends, ends):
            held.ends = ends
            held.anchor = anchor
            held.source = source
        combat.mark_changed()
    else:
        held = combat.give(who, condition, n if condition.numbered else 1, source, ends, anchor)
    combat.refresh(unit)
    if combat.watched:
        combat.say("gains", who, source, condition.id, n, condition.rule, held.n - n, held.n)


def outlasts(ends: int, other: int) -> bool:
    """Return whether what ends at one moment outlasts what ends at another."""
    return ends == NEVER or (ends == NEXT_TURN_END and other != NEVER)


def lower(
    combat: ThrumCombat, who: int, condition: Condition, n: int, recover: bool = False
) -> None:
    """Take ``n`` off a number; at 0 the Status or Mark ends."""
    unit = combat.units[who]
    held = unit.held(condition)
    if held is None:
        return
    if held.n > n and condition.numbered:
        held.n -= n
        combat.mark_changed()
        if combat.watched:
            combat.say("lowers", who, -1, condition.id, n, condition.rule, held.n + n, held.n)
    else:
        end(combat, who, condition, recover)


def end(combat: ThrumCombat, who: int, condition: Feature, recover: bool = False) -> None:
    """End a condition; ``recover``: it ends through the Recover Action."""
    unit = combat.units[who]
    if not unit.has(condition):
        return
    unit.effects = [held for held in unit.effects if held.effect is not condition]
    combat.mark_changed()
    combat.refresh(unit)
    if combat.watched:
        combat.say("loses", who, -1, condition.id, 0, condition.rule)
    if condition is BURNING and not recover:
        event = Trigger(LOSES, who, who, None)
        event.status = condition
        trigger(combat, event)


def immobile(unit: Character) -> bool:
    """Return whether somebody cannot move by its own. Rule: condition.immobilized."""
    if not unit.effects:
        return False
    return (unit.has(IMMOBILIZED) or unit.has(GRIPPED)) and not unhindered(unit)


def unhindered(unit: Character) -> bool:
    """Return whether nothing reduces or hinders somebody's movement."""
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Feature) and effect.unhindered:
            return True
    return False


def grip(combat: ThrumCombat, who: int, holder: int) -> None:
    """Let somebody be held."""
    unit = combat.units[who]
    if unit.controller >= 0 or not unit.present or who in held_by(combat, holder):
        return  # minion.what
    unit.effects.append(Held(GRIPPED, 1, holder, NEVER, -1))
    combat.mark_changed()
    combat.refresh(unit)
    if combat.watched:
        combat.say("gains", who, holder, GRIPPED.id, 1, GRIPPED.rule, 0, 1)


def held_by(combat: ThrumCombat, holder: int) -> list[int]:
    """Return whom somebody holds."""
    found: list[int] = []
    for unit in combat.units:
        for held in unit.effects:
            if held.effect is GRIPPED and held.source == holder:
                found.append(unit.index)
                break
    return found


def release(combat: ThrumCombat, who: int, holder: int) -> None:
    """End one hold."""
    unit = combat.units[who]
    unit.effects = [
        held for held in unit.effects if held.effect is not GRIPPED or held.source != holder
    ]
    combat.mark_changed()
    combat.refresh(unit)
    if combat.watched:
        combat.say("loses", who, holder, GRIPPED.id, 0, GRIPPED.rule)


def end_statuses(combat: ThrumCombat, who: int) -> None:
    """End all Statuses; Mark, Dazed and other conditions stay."""
    for status in statuses_of(combat.units[who]):
        end(combat, who, status)


def tick(combat: ThrumCombat, unit: Character) -> None:
    """Lower every Status by 1, those gained in this very turn too. Rules: status.tick."""
    if combat.number(STILLNESS, unit, -1, None).total > 0:
        return
    for status in statuses_of(unit):
        lower(combat, unit.index, status, 1)


def end_lasting(combat: ThrumCombat, moment: int, anchor: int) -> None:
    """End what lasts until this moment of somebody's turn."""
    ended = combat.expire(moment, anchor)
    if not ended:
        return
    if combat.watched:
        for held in ended:
            combat.say("expires", -1, held.source, held.effect.id)
    for unit in combat.units:
        if unit.present:
            combat.refresh(unit)
