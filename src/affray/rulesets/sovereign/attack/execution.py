"""Execution attacks: prepared for a minute, made on the unsuspecting before a fight begins."""

from __future__ import annotations

from affray.core.event import Told
from affray.core.walk import walk
from affray.rulesets.sovereign import changes, geometry, setup
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack import resolved
from affray.rulesets.sovereign.damage import wound
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.movement import walking, ways
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, MELEE, THROWN

POINT_BLANK = 2  # squares


def carry_out(combat: SovereignCombat) -> None:
    """Make the executions that the encounter has prepared; the unsuspecting answer nothing.

    Rules: execution.unsuspecting, surprise.no-reactions.
    """
    struck: list[int] = []
    for actor, place, target in combat.executions:
        unit = combat.units[actor]
        one = unit.sheet.strikes[place]
        victim = combat.units[target]
        setup.catch_unaware(combat, unit.side)
        if target not in struck and cannot(combat, unit, one, victim) == "":
            struck.append(target)
            execute(combat, unit, one, victim)
        elif combat.watched:
            combat.tell(Told("is foiled", actor, target, one.id, 0, "execution.unsuspecting"))
    for other in combat.units:
        changes.set_surprised(combat, other, False, "execution.unsuspecting")


def cannot(
    combat: SovereignCombat, unit: SovereignCombatant, one: Strike, victim: SovereignCombatant
) -> str:
    """Return the rule that forbids an execution, "" if none does.

    What is Readied is drawn in the minute before. Rules: execution.unsuspecting, sheet.hands.
    """
    if not unit.able() or victim.fate != ACTIVE or not victim.surprised:
        return "execution.unsuspecting"
    if one.art:
        return "execution.ranged-check"
    equipment.take(unit, one)
    if not equipment.in_hand(unit, one) or not equipment.loaded(unit, one):
        return "sheet.hands"
    far = geometry.apart(combat, unit, victim)
    if one.mode == MELEE and far > one.reach and not unit.sheet.feat("assassin") > 1:
        return "melee.range"
    if one.mode != MELEE and far > one.range_max:
        return "ranged.max-range"
    return "" if geometry.sighted(combat, unit, victim) else "los.needed-to-attack"


def execute(
    combat: SovereignCombat, unit: SovereignCombatant, one: Strike, victim: SovereignCombatant
) -> None:
    """Make one execution attack; a twice trained Assassin may move before and after it.

    Rules: execution.ranged-check, execution.melee-hit.
    """
    combat.active = unit.index
    way: walking.Move | None = None
    if unit.sheet.feat("assassin") > 1:
        way = walking.go(combat, unit, ways.RUN)
    far = geometry.apart(combat, unit, victim)
    if one.mode != MELEE or far <= one.reach:
        if combat.watched:
            combat.tell(Told("executes", unit.index, victim.index, one.id, 0, "execution.minute"))
        hit = True
        if one.mode != MELEE:
            hit = aimed_well(combat, unit, one, far)
            resolved.spend(combat, unit, one)
        cell = victim.cell
        if hit:
            wound.executed(combat, unit, one, victim, level_of(unit, one))
        elif victim.side not in combat.wary:
            combat.wary = [*combat.wary, victim.side]  # alerted
        if one.mode == THROWN and one.weapon >= 0:
            resolved.part_with(combat, unit, one.weapon, cell)
    if way is not None and unit.able() and way.left():
        rest = walking.Move(combat, unit, ways.RUN)
        rest.spent = way.spent
        walk(combat, rest)
    combat.active = -1


def aimed_well(combat: SovereignCombat, unit: SovereignCombatant, one: Strike, far: int) -> bool:
    """Roll DEX/Shoot. Rules: execution.ranged-check, execution.range-bonus."""
    near = 4 if far <= POINT_BLANK else 2 if far <= one.range else 0
    bonus = numbers.mod(unit.sheet, numbers.DEX) + level_of(unit, one) + near
    return checks.check(combat, unit.index, bonus, checks.NEEDED, "execution.ranged-check")


def level_of(unit: SovereignCombatant, one: Strike) -> int:
    """Return the combat skill used: Shoot from afar. Rule: check.npc."""
    own = unit.sheet
    if not own.pc:
        return own.skill
    return one.level if one.mode == MELEE else own.skills.get("shoot", -1)
