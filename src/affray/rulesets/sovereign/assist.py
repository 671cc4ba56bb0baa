"""What is done for others, or to them: first aid, touches, a search."""

from __future__ import annotations

from affray.core.dice import OTHER
from affray.rulesets.sovereign import (
    art,
    damage,
    death,
    geometry,
    item,
    magic,
    reaction,
    sheet,
)
from affray.rulesets.sovereign import verbs as v
from affray.rulesets.sovereign.condition import FLYING, PIERCED, SHAKEN, STUNNED, give, last
from affray.rulesets.sovereign.state import (
    AIDED,
    HEALED,
    LEECH,
    MORTAL,
    ONCE,
    STABLE,
    STUNNED_ONCE,
    TOUCHES,
    Body,
    Field,
)


def help_or_hinder(field: Field, unit: Body, verb: int, target: Body) -> None:
    """Do what has somebody at the other end."""
    if verb in v.SKILLS and reaction.halted(field, unit):
        return
    if touches(unit, verb) and not magic.grazed(field, unit, target):
        return
    if verb in (v.AID, v.LEECH):
        if verb == v.LEECH:
            unit.used[LEECH] = 1
        if target.fate == MORTAL:
            aid(field, unit, target)
    elif verb == v.ROUSE:
        target.asleep = False
    elif verb == v.GIVE:
        item.quaff(field, unit, target)
    elif verb in (v.HEAL, v.SWIFT_HEAL):
        if verb == v.SWIFT_HEAL:
            unit.used[TOUCHES] += 1
            target.used[HEALED] = 1
        healing_touch(field, unit, target)
    elif verb == v.FLY:
        art.commit(field, unit, "steps-of-air")
        give(field, target, FLYING, unit.sheet.level, unit.index)
    elif verb == v.STUN:
        stun(field, unit, target)
    elif verb == v.PIERCE:
        art.commit(field, unit, "piercing-strike")
        last(field, target, PIERCED, 1, unit.index)
    elif verb == v.REWARD:
        unit.wards = unit.wards & (unit.wards - 1) | 1 << target.index  # for the first
    else:
        search(field, unit, target)


def touches(unit: Body, verb: int) -> bool:
    """Return whether a deed touches the one it is done for. Content: far-healer."""
    if verb in (v.HEAL, v.SWIFT_HEAL):
        return "far-healer" not in unit.sheet.arts
    return verb in (v.AID, v.LEECH, v.ROUSE, v.GIVE)


def aid(field: Field, unit: Body, target: Body) -> None:
    """Rules: death.stabilise, death.one-attempt, death.stable, check.group."""
    target.used[AIDED] = 1
    own = unit.sheet
    bonus = healing(unit) + helpers(field, unit, target) - (field.round - target.fell)
    saved = sheet.skill_check(field, unit, "heal", bonus, sheet.NEEDED, "death.stabilise")
    if not reaction.known(field, unit, target.index) or target.fate != MORTAL:
        return
    if saved:
        death.lie(field, target, STABLE, "death.stable")
    elif field.watched:
        field.say("fails to save", unit.index, target.index, own.id, 0, "death.stabilise")


def healing(unit: Body) -> int:
    own = unit.sheet
    best = max(sheet.mod(own, sheet.DEX), sheet.mod(own, sheet.INT))
    return best + sheet.skill(own, "heal")


def helpers(field: Field, unit: Body, target: Body) -> int:
    """Let others who hold their Main help with it, +1 each.

    Rules: check.group, death.one-attempt, economy.unspent-main, hold.trigger.
    """
    found = 0
    for who in field.asked():
        one = field.units[who]
        if one.side != unit.side or one is unit or one is target or not one.able():
            continue
        if one.holding and one.main and healing(one) > 0 and geometry.adjacent(field, one, target):
            if art.may(field, one, "check.group", f"help to save {target.name}", usual=False):
                one.main = False
                one.holding = False
                found += 1
    return found


def healing_touch(field: Field, unit: Body, target: Body) -> None:
    """Heal by a touch, for strain. Content: healing-touch, empowered-healer."""
    target.strain += 1
    amount = sheet.skill(unit.sheet, "heal")
    for _ in range(2):
        amount += field.roll(6, OTHER, unit.index, "effort.pool")
    if "empowered-healer" in unit.sheet.arts:
        amount += unit.sheet.level
    damage.heal(field, target, max(1, amount), "effort.pool")


def stun(field: Field, unit: Body, target: Body) -> None:
    """Cost one who wears or holds metal its next Main, or only its Move: stunning-shock."""
    art.commit(field, unit, "stunning-shock")
    target.used[ONCE] |= STUNNED_ONCE
    death.resist_again(field, target)
    if art.nullifies(field, target):
        return
    if magic.resists(field, unit, target, sheet.PHYSICAL):
        if target.step:
            target.step = False
        else:
            give(field, target, SHAKEN, 1, unit.index)
    elif target.main:
        target.main = False
    else:
        give(field, target, STUNNED, 1, unit.index)


def search(field: Field, unit: Body, target: Body) -> None:
    """Look for somebody unseen: WIS/Notice against DEX/Sneak. Rule: skill.action."""
    own = unit.sheet
    bonus = sheet.mod(own, sheet.WIS) + sheet.skill(own, "notice")
    other = target.sheet
    number = sheet.OPPOSED + sheet.mod(other, sheet.DEX) + sheet.skill(other, "sneak")
    found = sheet.skill_check(field, unit, "notice", bonus, number, "check.opposed")
    if reaction.known(field, unit, target.index) and found:
        target.located |= 1 << unit.side
        field.mark_changed()
