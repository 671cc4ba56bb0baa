"""What counts in an attack test: bonuses, the multiple attack penalty, for and against."""

from __future__ import annotations

from typing import Final

from affray.core.dice import ATTACK
from affray.core.effect import Sum
from affray.rulesets.ingenuity import condition, geometry
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ATTACKS,
    BACKSWING,
    BLUDGEONING,
    CAST,
    CLEAVE,
    FOUGHT,
    LAST,
    MOMENTUM,
    STRUCK,
    SWIFT,
    SWUNG,
    TRIED,
)


def bonus_of(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack) -> Sum:
    """Return the flat part of an attack test, the proficiency left out, with its parts.

    Rules: attack.test, attack.multiple, attack.multiple.round, attack.multiple.maneuvers,
    attack.multiple.swift, attack.backswing, attack.cleave, attack.momentum, attack.hands,
    geometry.range.
    """
    one = deed.weapon
    target = combat.units[deed.target]
    total = Sum(ATTACK, unit.index, deed.target, combat.watched)
    total.add(deed.added.bonus, "maneuver.attack")
    before = unit.used[ATTACKS]
    total.add(-2 * before, "attack.multiple")
    if before and one.has(SWIFT):
        total.add(1, "attack.multiple.swift")
    far = max(0, weapon.reach_penalty(combat, unit, target, one, deed.ranged))
    total.add(-far, "geometry.range")
    if one.has(BACKSWING) and unit.used[SWUNG] >> one.number & 1:
        total.add(2, "attack.backswing")
    goal = goal_of(combat, deed)
    if one.has(CLEAVE) and unit.used[LAST] and not unit.used[TRIED] >> goal & 1:
        total.add(2, "attack.cleave")
    if one.has(MOMENTUM) and unit.used[STRUCK] >> goal & 1:
        total.add(1, "attack.momentum")
    if unit.talented("ambidexterity") and unit.used[LAST] not in (0, mark_of(deed)):
        total.add(1, "ambidexterity")
    if deed.piece is not None:
        if deed.piece.single and not deed.ranged:
            total.add(-1, "in one hand")
        if deed.piece.jarred:
            total.add(-2, "a jarred grip")
    if unit.effects:
        total.add(hampered(unit), "iron breath or a net")
    return total


def hampered(unit: IngenuityCombatant) -> int:
    """Return what conditions add to attacks alone, of weapons and of powers."""
    return unit.amount("breathing") - (2 if unit.is_held("netted") else 0)


def goal_of(combat: IngenuityCombat, deed: Attack) -> int:
    """Return what tells one target from another, things among them. Rule: attack.objects."""
    return deed.target if deed.thing < 0 else len(combat.units) + deed.thing


def mark_of(deed: Attack) -> int:
    """Return what tells one weapon in one hand from another."""
    return weapon.mark_of(deed.weapon, deed.piece)


MOST_EDGE: Final = 3  # advantages that there can be


def advantages(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    target: IngenuityCombatant,
    ranged: bool,
    flanked: bool,
) -> tuple[int, int]:
    """Count the sources of advantage and of disadvantage for a target as it stands.

    ``flanked``: as ``geometry.flanked`` has it.

    Rules: attack.sneak, attack.flank, attack.sneak-flank, attack.prone.melee, attack.prone.ranged,
    attack.cover, attack.unseen-target, attack.unconscious-target, condition.grappled,
    attack.flank.no-contribution, condition.cover.
    """
    better = worse = 0
    if unseen(combat, unit, target) or looks_away(combat, unit, target):
        better += 1
    held_fast = target.grappling >= 0 and target.grappling != unit.index
    if held_fast or flanked:
        better += 1
    if target.prone:
        if ranged:
            worse += 1
        else:
            better += 1
    if ranged and condition.in_cover(combat, unit, target):
        worse += 1
    if geometry.blind_to(combat, unit, target):
        worse += 1
    return better, worse


def looks_away(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant
) -> bool:
    """Return whether a diversion, or an ally's provocation, makes this a sneak attack."""
    for held in target.effects:
        if held.effect.id == "diverted":
            return True
        if held.effect.id == "provoked" and held.source != unit.index:
            if combat.allies(unit, combat.units[held.source]):
                return True
    return False


def look_back(
    combat: IngenuityCombat, unit: IngenuityCombatant, target: IngenuityCombatant
) -> None:
    """End what counts for the first attack only, whoever provoked or diverted."""
    condition.lose(combat, target, "diverted")
    for held in target.effects:
        if held.effect.id == "provoked" and held.source != unit.index:
            if combat.allies(unit, combat.units[held.source]):
                condition.lose_from(combat, target, "provoked", held.source)


def luck_of_magic(combat: IngenuityCombat, unit: IngenuityCombatant) -> int:
    """Return what Spell Combat adds to an attack after a power, and let it add to the next power.

    Rule: maneuver.bonus-to-luck.
    """
    if combat.active != unit.index or not unit.talented("spell-combat"):
        return 0
    more = unit.used[CAST]
    unit.set_count(CAST, 0)
    unit.set_count(FOUGHT, 1)
    return more


def weigh(combat: IngenuityCombat, unit: IngenuityCombatant, deed: Attack, made: test.Test) -> None:
    """Count the sources for and against an attack, and end those that count but once.

    Rules: attack.sequence, test.cancel.
    """
    target = combat.units[deed.target]
    flanked = geometry.flanked(combat, target)
    made.better, made.worse = advantages(combat, unit, target, deed.ranged, flanked)
    made.worse += deed.added.against
    if not deed.ranged and unit.from_whom("feinted", deed.target):
        made.better += 1
        condition.lose_from(combat, unit, "feinted", deed.target)
    look_back(combat, unit, target)


def crush(deed: Attack) -> None:
    """Let a Crushing Strike that would miss look again. Rule: maneuver.bonus-to-luck."""
    deed.rolled.luck += luck_if_miss(deed)
    deed.rolled.critical = deed.rolled.luck >= deed.weapon.threshold
    deed.result.hit = deed.rolled.critical


def luck_if_miss(deed: Attack) -> int:
    """Return what the manoeuvre adds to the luck of an attack that would miss."""
    one = deed.maneuver
    if one is None or not one.luck_if_miss:
        return 0
    if deed.type == BLUDGEONING and one.luck_if_miss_bludgeoning:
        return one.luck_if_miss_bludgeoning
    return one.luck_if_miss


def unseen(
    combat: IngenuityCombat, attacker: IngenuityCombatant, target: IngenuityCombatant
) -> bool:
    """Return whether a target cannot see its attacker.

    Rules: attack.sneak.when, condition.hidden, surprise.not-sneak, condition.blinded.
    """
    if not target.awake or (target.effects and geometry.sightless(target)):
        return True
    return geometry.blind_to(combat, target, attacker)
