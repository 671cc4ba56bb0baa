"""Execution attacks: prepared for a minute, made on the unsuspecting before a fight begins."""

from __future__ import annotations

from affray.core.walk import walk
from affray.rulesets.sovereign import attack, damage, death, geometry, gm, movement, sheet
from affray.rulesets.sovereign.state import ACTIVE, MELEE, THROWN, Body, Field, Strike

POINT_BLANK = 2  # squares


def carry_out(field: Field) -> None:
    """Make the executions that the encounter has prepared; the unsuspecting answer nothing.

    Rules: execution.unsuspecting, execution.minute, surprise.no-reactions.
    """
    struck: list[int] = []
    for actor, place, target in field.executions:
        unit = field.units[actor]
        one = unit.sheet.strikes[place]
        victim = field.units[target]
        for other in field.units:
            unaware = other.side != unit.side and not anticipates(field, other.side)
            other.surprised = unaware and not other.sheet.feat("alert")
        if target not in struck and cannot(field, unit, one, victim) == "":
            struck.append(target)
            execute(field, unit, one, victim)
        elif field.watched:
            field.say("is foiled", actor, target, one.id, 0, "execution.unsuspecting")
    for other in field.units:
        other.surprised = False


def anticipates(field: Field, side: int) -> bool:
    """Return whether a group expects a fight; a careful Party only fears the hidden.

    Rules: surprise.anticipation, surprise.careful-party.
    """
    if side in field.wary:
        return True
    if side != field.party or not field.careful:
        return False
    return not any([one.unseen for one in field.units if one.side != side])


def cannot(field: Field, unit: Body, one: Strike, victim: Body) -> str:
    """Return the rule that forbids an execution, "" if none does.

    What is Readied is drawn in the minute before. Rules: execution.unsuspecting, sheet.hands.
    """
    if not unit.able() or victim.fate != ACTIVE or not victim.surprised:
        return "execution.unsuspecting"
    if one.art:
        return "execution.ranged-check"
    attack.take(unit, one)
    if not sheet.in_hand(unit, one) or not sheet.loaded(unit, one):
        return "sheet.hands"
    far = geometry.apart(field, unit, victim)
    if one.mode == MELEE and far > one.reach and not unit.sheet.feat("assassin") > 1:
        return "melee.range"
    if one.mode != MELEE and far > one.range_max:
        return "ranged.max-range"
    return "" if geometry.sighted(field, unit, victim) else "los.needed-to-attack"


def execute(field: Field, unit: Body, one: Strike, victim: Body) -> None:
    """Make one execution attack; a twice trained Assassin may move before and after it.

    Rules: execution.ranged-check, execution.melee-hit.
    """
    field.active = unit.index
    way: movement.Move | None = None
    if unit.sheet.feat("assassin") > 1:
        way = movement.go(field, unit, movement.RUN)
    far = geometry.apart(field, unit, victim)
    if one.mode != MELEE or far <= one.reach:
        if field.watched:
            field.say("executes", unit.index, victim.index, one.id, 0, "execution.minute")
        hit = True
        if one.mode != MELEE:
            hit = aimed_well(field, unit, one, far)
            attack.spend(field, unit, one)
        cell = victim.cell
        if hit:
            suffer(field, unit, one, victim)
        elif victim.side not in field.wary:
            field.wary = [*field.wary, victim.side]  # alerted
        if one.mode == THROWN and one.weapon >= 0:
            attack.part_with(field, unit, one.weapon, cell)
    if way is not None and unit.able() and way.left():
        rest = movement.Move(field, unit, movement.RUN)
        rest.spent = way.spent
        walk(field, rest)
    field.active = -1


def aimed_well(field: Field, unit: Body, one: Strike, far: int) -> bool:
    """Roll DEX/Shoot. Rules: execution.ranged-check, execution.range-bonus."""
    near = 4 if far <= POINT_BLANK else 2 if far <= one.range else 0
    bonus = sheet.mod(unit.sheet, sheet.DEX) + level_of(unit, one) + near
    return sheet.check(field, unit.index, bonus, sheet.NEEDED, "execution.ranged-check")


def level_of(unit: Body, one: Strike) -> int:
    """Return the combat skill used: Shoot from afar. Rules: execution.save, check.npc."""
    own = unit.sheet
    if not own.pc:
        return own.skill
    return one.level if one.mode == MELEE else own.skills.get("shoot", -1)


def suffer(field: Field, unit: Body, one: Strike, victim: Body) -> None:
    """Save, or drop. Rules: execution.save, execution.fail, execution.success, damage.maximum."""
    change = -max(0, level_of(unit, one)) - (1 if one.mean else 0)
    field.stir = True
    if sheet.save(field, victim, sheet.PHYSICAL, change, "execution.save"):
        times = 2 if one.mean else 1
        amount = one.most() * times
        if damage.brittle(victim, one.harm):
            amount = max(1, one.count + one.plus) * times
        rule = "execution.success"
        damage.hurt(field, victim, amount, unit.index, rule, spares=one.spares, harm=one.harm)
        return
    victim.hp = 0
    death.drop(field, victim, unit.index, spares=one.spares, executed=True)
    field.mark_changed()
    if victim.present:
        gm.check_morale(field, victim)
