"""Gaining, lowering and ending Statuses and conditions; holds on somebody."""

from __future__ import annotations

from affray.core.dice import CHECK
from affray.core.effect import NEVER, NEXT_TURN_END, Held
from affray.core.event import Told
from affray.rulesets.thrum.attack import roll
from affray.rulesets.thrum.condition.kinds import (
    DAZED,
    DISORIENTED,
    GRIPPED,
    HAMSTRUNG,
    HIDDEN,
    STUNNED,
    VULNERABLE,
    Condition,
)
from affray.rulesets.thrum.feature import Feature, Trigger, Use
from affray.rulesets.thrum.ledger import level, tell_gained, tell_lost
from affray.rulesets.thrum.reaction.triggers import trigger
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import AFFLICTED, HOLDS, LOSES, STATUS, STILLNESS


def number_of(unit: ThrumCombatant, condition: Condition) -> int:
    """Return the number of a Status or Mark on somebody, 0 if there is none."""
    held = unit.held(condition)
    return held.n if held is not None else 0


def statuses_of(unit: ThrumCombatant) -> list[Condition]:
    """Return the Statuses on somebody, in the order gained."""
    found: list[Condition] = []
    for held in unit.effects:
        effect = held.effect
        if isinstance(effect, Condition) and effect.ticks:
            found.append(effect)
    return found


def gain_status(
    combat: ThrumCombat,
    who: int,
    status: Condition,
    n: int,
    source: int,
    use: Use | None = None,
    why: str = "",
) -> None:
    """Add ``n`` to a Status; ``why`` is the rule that gives it, where that is no ability's.

    Rules: status.increment, minion.what (no condition affects one).
    """
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
    give(combat, who, chosen, event.amount, source, why=why)
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
    why: str = "",
) -> None:
    """Give a condition; without a number it does not stack, but a later end replaces an earlier.

    ``why`` is told as what gave it.
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
        combat.refresh(unit)
        if combat.watched:
            combat.tell(Told("is still", who, source, condition.id, 0, condition.rule))
        return
    amount = n if condition.numbered else 1
    combat.give(who, condition, amount, source, ends, anchor)
    combat.refresh(unit)
    if combat.watched:
        tell_gained(combat, unit, condition, amount, condition.rule, source, why)


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
            tell_lost(combat, unit, condition, n, condition.rule)
    else:
        end(combat, who, condition, recover)


def end(combat: ThrumCombat, who: int, condition: Feature, recover: bool = False) -> None:
    """End a condition; ``recover``: it ends through the Recover Action."""
    unit = combat.units[who]
    if not unit.has(condition):
        return
    before = level(unit, condition) if combat.watched else 0
    unit.effects = [held for held in unit.effects if held.effect is not condition]
    combat.mark_changed()
    combat.refresh(unit)
    if combat.watched:
        tell_lost(combat, unit, condition, before, condition.rule)
    if isinstance(condition, Condition) and condition.loss_told and not recover:
        event = Trigger(LOSES, who, who, None)
        event.status = condition
        trigger(combat, event)


def grip(combat: ThrumCombat, who: int, holder: int) -> None:
    """Let somebody be held."""
    unit = combat.units[who]
    if unit.controller >= 0 or not unit.present or who in held_by(combat, holder):
        return  # minion.what
    unit.effects = [*unit.effects, Held(GRIPPED, 1, holder, NEVER, -1)]
    combat.mark_changed()
    combat.refresh(unit)
    if combat.watched:
        tell_gained(combat, unit, GRIPPED, 1, GRIPPED.rule, holder)


def held_by(combat: ThrumCombat, holder: int) -> list[int]:
    """Return whom somebody holds."""
    found: list[int] = []
    if not combat.adjusts & HOLDS:
        return found
    for unit in combat.units:
        if unit.adjusts & HOLDS:
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
        tell_lost(combat, unit, GRIPPED, 1, GRIPPED.rule, holder)


def end_statuses(combat: ThrumCombat, who: int) -> None:
    """End all Statuses; Mark, Dazed and other conditions stay."""
    for status in statuses_of(combat.units[who]):
        end(combat, who, status)


def tick(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Lower every Status by 1, those gained in this very turn too. Rules: status.tick."""
    if combat.number(STILLNESS, unit, -1, None).total > 0:
        return
    for status in statuses_of(unit):
        lower(combat, unit.index, status, 1)


def end_lasting(combat: ThrumCombat, moment: int, anchor: int) -> None:
    """End what lasts until this moment of somebody's turn."""
    ending: list[tuple[int, Held]] = []
    if combat.watched:
        for unit in combat.units:
            for held in unit.effects:
                if held.ends == moment and held.anchor == anchor:
                    ending.append((unit.index, held))
    if not combat.expire(moment, anchor):
        return
    for who, held in ending:
        effect = held.effect
        if isinstance(effect, Feature):
            tell_lost(combat, combat.units[who], effect, held.n, effect.rule)
    for unit in combat.units:
        if unit.present:
            combat.refresh(unit)


def unhide(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """End Hidden, once it has given itself away, unless something keeps it.

    Its own ability on an enemy does so when it has resolved, an adjacent enemy's when it targets.
    Rule: condition.hidden-ends.
    """
    if not unit.has(HIDDEN):
        return
    for feature in unit.in_force():
        if feature.keeps_hidden(combat, unit):
            return
    end(combat, unit.index, HIDDEN)


def use_up_vulnerable(combat: ThrumCombat, unit: ThrumCombatant) -> int:
    """Return what Vulnerable adds to Fatigue or Stress that is being taken; it ends with that.

    Asked where something is left to take. Of two kinds the one listed first is taken first.
    Rules: status.vulnerable, status.vulnerable-no-zero, status.vulnerable-both-kinds.
    """
    more = number_of(unit, VULNERABLE)
    if more:
        end(combat, unit.index, VULNERABLE)
    return more


def hamper(combat: ThrumCombat, attacker: ThrumCombatant) -> None:
    """Make one who has attacked while Hamstrung Dazed. Rule: status.hamstrung."""
    if attacker.has(HAMSTRUNG):
        give(combat, attacker.index, DAZED, 1, attacker.index)


def stagger(combat: ThrumCombat, unit: ThrumCombatant, meant: int) -> int:
    """Return the direction in which a Disoriented unit steps that means another.

    2d6: on 7 it goes as meant and Disoriented ends; above 7 it veers clockwise by as many eighths
    of a turn as the roll exceeds 7, below counterclockwise.
    Rule: condition.disoriented.
    """
    rolled = roll.plain(combat, unit, 0, CHECK, "condition.disoriented", "stagger")
    if rolled == 7:
        end(combat, unit.index, DISORIENTED)
    return (meant + rolled - 7) % 8


def cannot_act_stunned(unit: ThrumCombatant, moved: bool) -> bool:
    """Return whether Stunned takes the Action: it leaves a Move or an Action, not both.

    Rule: condition.stunned.
    """
    return moved and unit.has(STUNNED)
