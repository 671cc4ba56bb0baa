"""Execution attacks: prepared for a minute, made on the unsuspecting before a fight begins."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.walk import walk
from affray.rulesets.sovereign import damage, death, geometry, gm, movement, sheet
from affray.rulesets.sovereign.card import EDGE
from affray.rulesets.sovereign.state import MELEE, SHOT, STABLE, Body, Field, Strike

POINT_BLANK = 2  # squares


def carry_out(field: Field) -> None:
    """Make the executions that the encounter has prepared.

    Rules: execution.unsuspecting, execution.minute.
    """
    for actor, place, target in field.executions:
        unit = field.units[actor]
        one = unit.sheet.strikes[place]
        victim = field.units[target]
        if unit.able() and victim.present and cannot(field, unit, one, victim) == "":
            execute(field, unit, one, victim)
        elif field.watched:
            field.say("is foiled", actor, target, one.id, 0, "execution.unsuspecting")


def cannot(field: Field, unit: Body, one: Strike, victim: Body) -> str:
    """Return the rule that forbids an execution, "" if none does."""
    if victim.sheet.feat("alert") or victim.side in field.wary:
        return "execution.unsuspecting"
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
            if one.mode == SHOT and one.weapon >= 0 and one.reload:
                unit.unloaded |= 1 << one.weapon
        if hit:
            suffer(field, unit, one, victim)
        elif victim.side not in field.wary:
            field.wary = [*field.wary, victim.side]  # alerted
    if way is not None and unit.able() and way.left():
        rest = movement.Move(field, unit, movement.RUN)
        rest.spent = way.spent
        walk(field, rest)
    field.active = -1


def aimed_well(field: Field, unit: Body, one: Strike, far: int) -> bool:
    """Roll DEX/Shoot. Rules: execution.ranged-check, execution.range-bonus."""
    own = unit.sheet
    near = 4 if far <= POINT_BLANK else 2 if far <= one.range else 0
    skill = sheet.mod(own, sheet.DEX) + sheet.skill(own, "shoot") if own.pc else own.skill
    return sheet.check(field, unit.index, skill + near, sheet.NEEDED, "execution.ranged-check")


def suffer(field: Field, unit: Body, one: Strike, victim: Body) -> None:
    """Save, or drop. Rules: execution.save, execution.fail, execution.success, damage.maximum."""
    level = one.level if unit.sheet.pc else unit.sheet.skill
    change = -max(0, level) - (1 if one.mean else 0)
    field.stir = True
    if sheet.save(field, victim, sheet.PHYSICAL, change, "execution.save"):
        amount = one.most() * (2 if one.mean else 1)
        if damage.brittle(victim, one.harm or EDGE):
            amount = max(1, one.count + one.plus) * (2 if one.mean else 1)
        rule = "execution.success"
        damage.hurt(field, victim, amount, unit.index, rule, spares=one.spares, harm=one.harm)
        return
    victim.hp = 0
    death.fall(field, victim)
    spared = False
    if one.spares:
        options = [(PASS, "spare"), (1, "do not spare")]
        asked = Menu(unit.seats, unit.index, "death.less-lethal", options)
        spared = field.ask(asked) == PASS
    if spared:
        death.lie(field, victim, STABLE, "execution.fail")
    else:
        death.maim(field, victim)
    field.touch()
    gm.check_morale(field, victim)
