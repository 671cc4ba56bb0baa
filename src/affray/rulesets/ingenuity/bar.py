"""What forbids an action: the rule by which it cannot be done."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity import (
    action,
    condition,
    geometry,
    maneuver,
    task,
    weapon,
)
from affray.rulesets.ingenuity.code import (
    ABANDON,
    CEASE,
    COMMAND,
    COVER,
    FATE_ACTION,
    FATE_RECOVER,
    GO_ON,
    IMPROVISE,
    KILL,
    LEAVE,
    LOOSE,
    MOVE,
    PRONE,
    RESUSCITATE,
    SEARCH,
    SHED,
    SMOTHER,
    SPRINT,
    STAND,
    STAUNCH,
    STEP,
    SURRENDER,
    TALENT,
    a_of,
    b_of,
    code_of,
    verb_of,
)
from affray.rulesets.ingenuity.state import (
    COMMANDED,
    CONTROLLING,
    LETHAL_ONLY,
    MOVES,
    NONLETHAL,
    RALLIED,
    SPRINTS,
    SPURNED,
    STEPS,
    IngenuityCombat,
    Unit,
)

HEARING: Final = 20


def forbids_alone(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> str:
    """Return the rule that forbids what needs nobody else."""
    verb = verb_of(code)
    if verb == SEARCH:
        near = [one for one in combat.units if one.hidden >> unit.index & 1 and one.present]
        return "" if near else "action.search"
    if verb in (FATE_ACTION, FATE_RECOVER):
        if unit.fate_points < 1:
            return "fate.amount"
        if verb == FATE_RECOVER and lacking(unit, a_of(code)) <= 0:
            return "fate.recover"
        return ""
    if verb == ABANDON:
        return "" if unit.task else "action.spanning.abandon"
    if verb == GO_ON:
        return "" if unit.task and unit.actions else "action.spanning"
    if verb == TALENT:
        return forbids_talent(unit, a_of(code))
    if verb == SHED:
        return "" if unit.is_held("netted") else "action.interact"
    if verb == LOOSE:
        return "" if unit.grappling >= 0 and unit.control == CONTROLLING else "condition.grappled"
    if verb == CEASE:
        return "" if unit.concentrates else "condition.concentration"
    if verb == SURRENDER:
        return "end.surrender" if unit.used[SPURNED] else ""
    if verb == IMPROVISE:
        return "" if could_improvise(combat, unit) else "maneuver.improvise"
    return ""


def could_improvise(combat: IngenuityCombat, unit: Unit) -> bool:
    """Return whether there is anything to improvise: the first thing found will do.

    What strikes is looked at last: it takes longest.
    """
    for strikes in (False, True):
        for one in combat.library.maneuvers:
            if one.attack != strikes or (one.actions and (unit.actions < 1 or unit.task)):
                continue
            if maneuver.unready(unit, one, boosted=False) or one in unit.sheet.maneuvers:
                continue
            for other in combat.units:
                if other.present and maneuver.meant_for(combat, unit, one, other):
                    if not maneuver.cannot(combat, unit, one, other, boosted=False):
                        return True
    return False


def forbids_talent(unit: Unit, number: int) -> str:
    """Rules: sheet.class, resource.rest."""
    if not unit.talented(action.TALENTS[number]):
        return "sheet.class"
    if number == 2:
        if unit.is_held("raging") or not (unit.harmed() or unit.bloodied()):
            return "damage.harmed-bloodied-only-flags"
        return ""
    return "resource.rest" if unit.used[RALLIED] >> number & 1 else ""


def forbids_strike(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    arms = weapon.arms(combat, unit)
    place = a_of(code) // 2
    if place >= len(arms):
        return "sheet.hands"
    each, piece = arms[place]
    target = combat.units[b_of(code)]
    if target.present and target.cell >= 0 and geometry.blind_to(combat, unit, target):
        return "attack.unseen-target"
    return weapon.cannot_attack(combat, unit, target, each, piece, a_of(code) % 2 == 1)


def forbids_space(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    arms = weapon.arms(combat, unit)
    place = a_of(code) // 2
    if place >= len(arms):
        return "sheet.hands"
    return weapon.cannot_use(combat, unit, *arms[place], a_of(code) % 2 == 1)


def forbids_moving(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    """Rules: action.move, action.sprint, action.free.step, action.stand-up, action.seek-cover."""
    verb = verb_of(code)
    if verb == STAND:
        return "" if unit.prone else "action.stand-up"
    if verb == PRONE:
        return "action.free.drop-prone" if unit.prone else ""
    if verb == COVER:
        if unit.cover == unit.cell:
            return "action.seek-cover"
        beside = geometry.covers_beside(combat, unit.cell, unit.size)
        return "" if beside else "action.seek-cover"
    if verb == LEAVE:
        if unit.grappling >= 0:
            return "condition.grappled"
        if not condition.speed(unit):
            return "movement.speed"
        inside = [one in combat.exit for one in combat.grid.footprint(unit.cell, unit.size)]
        return "" if any(inside) else "movement.map-edge"
    if verb == STEP:
        return "" if b_of(code) in action.may_step(combat, unit) else "action.free.step"
    if verb == MOVE and (unit.used[MOVES] or unit.used[STEPS]):
        return "action.move"
    if verb == SPRINT:
        if not (unit.used[MOVES] or unit.used[STEPS]):
            return "action.sprint"
        if sprint_price(unit) > unit.stamina:
            return "action.resources"
    if unit.is_held("overencumbered"):
        return "condition.encumbered"
    return "" if condition.speed(unit) else "movement.speed"


def sprint_price(unit: Unit) -> int:
    """Rules: action.sprint, resource.stamina-costs."""
    return 0 if unit.talented("distance-runner") and not unit.used[SPRINTS] else 1


def forbids_other(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    verb = verb_of(code)
    other = combat.units[b_of(code)]
    if not other.present or other.cell < 0:
        return "action.no-target"
    if verb == COMMAND:
        return forbids_command(combat, unit, other)
    apart = geometry.distance(combat, unit, other)
    if verb == KILL:
        return forbids_kill(combat, unit, other, a_of(code), apart)
    if apart > 1:
        return "geometry.adjacent"
    if verb == RESUSCITATE:
        return "action.resuscitate" if other.awake or other is unit else ""
    if verb == SMOTHER:
        return "" if other.is_held("burning") and unit.prone else "action.treat"
    if verb == STAUNCH:
        return "" if other.is_held("bleeding") else "action.treat"
    return "" if other.is_held("sleeping") and other is not unit else "action.interact"


def forbids_help(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    """Return the rule that forbids assisting what one could do oneself. Rule: test.assist."""
    if a_of(code) == task.SEARCHING:
        return forbids_alone(combat, unit, code_of(SEARCH), own=True)
    verb = RESUSCITATE if a_of(code) == task.REVIVING else STAUNCH
    return forbids_other(combat, unit, code_of(verb, 0, b_of(code)))


def forbids_kill(combat: IngenuityCombat, unit: Unit, other: Unit, number: int, apart: int) -> str:
    """Rules: death.killing-strike, death.killing-strike.weapon, gm.optional-lethal-strikes."""
    if other.awake:
        return "death.killing-strike"
    for each, piece in weapon.arms(combat, unit):
        if each.number == number:
            if combat.options[LETHAL_ONLY] and each.has(NONLETHAL):
                return "gm.optional-lethal-strikes"
            if not each.melee and weapon.cannot_use(combat, unit, each, piece, True):
                return "attack.ammunition"
            reach = weapon.reach_of(unit, each) if each.melee else 1
            return "" if apart <= max(reach, each.reach_max) else "death.killing-strike"
    return "death.killing-strike.weapon"


def forbids_command(combat: IngenuityCombat, unit: Unit, ally: Unit) -> str:
    """Rules: action.command.limits, action.command.once-per-target, surprise.no-command."""
    if ally is unit or not ally.able():
        return "action.command.limits"
    if combat.caught(ally):
        return "surprise.no-command"
    if unit.used[COMMANDED] >> ally.index & 1:
        return "action.command.once-per-target"
    if unit.focus < command_price(unit):
        return "resource.focus-costs"
    if geometry.distance(combat, unit, ally) <= HEARING or geometry.sees(combat, ally, unit):
        return ""
    return "action.command.limits"


def command_price(unit: Unit) -> int:
    """Rule: resource.focus-costs."""
    return 1 if unit.talented("tactician") else 2


def lacking(unit: Unit, number: int) -> int:
    return (
        unit.most_endurance() - unit.endurance,
        unit.most_stamina() - unit.stamina,
        unit.most_focus() - unit.focus,
    )[number]
