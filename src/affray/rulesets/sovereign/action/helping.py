"""What is done for others, or to them: first aid, touches, a search."""

from __future__ import annotations

from affray.core.dice import OTHER
from affray.core.event import Told
from affray.rulesets.sovereign import actions, changes, condition, death, geometry, items, resource
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.choice import menus
from affray.rulesets.sovereign.condition import FLYING, PIERCED, SHAKEN, STUNNED, give, last
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.magic import arts, spells
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    AIDED,
    HEALED,
    LEECH,
    MORTAL,
    ONCE,
    STABLE,
    STUNNED_ONCE,
    TOUCHES,
)


def help_or_hinder(
    combat: SovereignCombat, unit: SovereignCombatant, verb: int, target: SovereignCombatant
) -> None:
    """Do what has somebody at the other end."""
    if verb in actions.SKILLS and windows.halted(combat, unit):
        return
    if touches(unit, verb) and not spells.grazed(combat, unit, target):
        return
    if verb in (actions.AID, actions.LEECH):
        if verb == actions.LEECH:
            unit.set_count(LEECH, 1)
        if target.fate == MORTAL:
            aid(combat, unit, target)
    elif verb == actions.ROUSE:
        changes.set_asleep(combat, target, False, "skill.action", unit.index)
    elif verb == actions.GIVE:
        items.quaff(combat, unit, target)
    elif verb in (actions.HEAL, actions.SWIFT_HEAL):
        if verb == actions.SWIFT_HEAL:
            unit.count(TOUCHES)
            target.set_count(HEALED, 1)
        healing_touch(combat, unit, target)
    elif verb == actions.FLY:
        resource.commit(combat, unit, "steps-of-air")
        give(combat, target, FLYING, unit.sheet.level, unit.index)
    elif verb == actions.STUN:
        stun(combat, unit, target)
    elif verb == actions.PIERCE:
        resource.commit(combat, unit, "piercing-strike")
        last(combat, target, PIERCED, 1, unit.index)
    elif verb == actions.REWARD:
        wards = unit.wards & (unit.wards - 1) | 1 << target.index  # for the first
        changes.set_wards(combat, unit, wards, "screen.one-ward")
        if combat.watched:
            combat.tell(Told("guards", unit.index, target.index, "", 0, "screen.one-ward"))
    else:
        search(combat, unit, target)


def touches(unit: SovereignCombatant, verb: int) -> bool:
    """Return whether a deed touches the one it is done for. Content: far-healer."""
    if verb in (actions.HEAL, actions.SWIFT_HEAL):
        return "far-healer" not in unit.sheet.arts
    return verb in (actions.AID, actions.LEECH, actions.ROUSE, actions.GIVE)


def aid(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Try to stabilise somebody. Rules: death.stabilise, check.group."""
    target.set_count(AIDED, 1)
    own = unit.sheet
    bonus = healing(unit) + helpers(combat, unit, target) - (combat.round - target.fell)
    saved = checks.skill_check(combat, unit, "heal", bonus, checks.NEEDED, "death.stabilise")
    if not windows.known(combat, unit, target.index) or target.fate != MORTAL:
        return
    if saved:
        condition.lie(combat, target, STABLE, "death.stable")
    elif combat.watched:
        combat.tell(Told("fails to save", unit.index, target.index, own.id, 0, "death.stabilise"))


def healing(unit: SovereignCombatant) -> int:
    own = unit.sheet
    best = max(numbers.mod(own, numbers.DEX), numbers.mod(own, numbers.INT))
    return best + numbers.skill(own, "heal")


def helpers(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> int:
    """Let others who hold their Main help with it, +1 each.

    Rules: check.group, hold.trigger.
    """
    found = 0
    for who in combat.asked():
        one = combat.units[who]
        if one.side != unit.side or one is unit or one is target or not one.able():
            continue
        if (
            one.holding
            and resource.spare_main(one)
            and healing(one) > 0
            and geometry.adjacent(combat, one, target)
        ):
            if menus.may(
                combat,
                one,
                "check.group",
                f"help to save {target.name}",
                usual=False,
                target=target.index,
            ):
                resource.give_up_main(combat, one)
                found += 1
    return found


def healing_touch(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant
) -> None:
    """Heal by a touch, for strain. Content: healing-touch, empowered-healer."""
    changes.strain(combat, target, "strain.limit", unit.index)
    amount = numbers.skill(unit.sheet, "heal")
    for _ in range(2):
        amount += combat.roll(6, OTHER, unit.index, "effort.pool")
    if "empowered-healer" in unit.sheet.arts:
        amount += unit.sheet.level
    dealing.heal(combat, target, max(1, amount), "effort.pool")


def stun(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Cost one who wears or holds metal its next Main, or only its Move: stunning-shock."""
    resource.commit(combat, unit, "stunning-shock")
    target.add_bits(ONCE, STUNNED_ONCE)
    death.resist_again(combat, target)
    if arts.nullifies(combat, target):
        return
    if arts.resists(combat, unit, target, numbers.PHYSICAL):
        if target.step:
            changes.set_move(combat, target, False, "economy.move", unit.index)
        else:
            give(combat, target, SHAKEN, 1, unit.index)
    elif target.main:
        changes.set_main(combat, target, False, "economy.main", unit.index)
    else:
        give(combat, target, STUNNED, 1, unit.index)


def search(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> None:
    """Look for somebody unseen: WIS/Notice against DEX/Sneak. Rule: skill.action."""
    own = unit.sheet
    bonus = numbers.mod(own, numbers.WIS) + numbers.skill(own, "notice")
    other = target.sheet
    number = checks.OPPOSED + numbers.mod(other, numbers.DEX) + numbers.skill(other, "sneak")
    found = checks.skill_check(combat, unit, "notice", bonus, number, "check.opposed")
    if windows.known(combat, unit, target.index) and found:
        target.located |= 1 << unit.side
        combat.mark_changed()
