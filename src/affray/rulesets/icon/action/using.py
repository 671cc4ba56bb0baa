"""Doing what was chosen: paying, then the components of an ability in order; delayed abilities."""

from __future__ import annotations

from typing import Final

from affray.core.event import Told
from affray.core.walk import walk
from affray.rulesets.icon import actions, ledger
from affray.rulesets.icon.action import basic, modifiers, operation
from affray.rulesets.icon.actions import CELL, DROP_STANCE, STANDARD, USE, WORK
from affray.rulesets.icon.attack import declared, resolved
from affray.rulesets.icon.attack.use import AREA, EFFECT, Use
from affray.rulesets.icon.condition import states, statuses
from affray.rulesets.icon.geometry import areas
from affray.rulesets.icon.movement import moving
from affray.rulesets.icon.state import Delay, IconCombat, IconCombatant
from affray.rulesets.icon.terms import ATTACKED, FIRST_OWN, MOVED

COMPONENTS: Final = "action.order-of-components"


def take_action(combat: IconCombat, unit: IconCombatant, code: int) -> None:
    """Pay and do; whoever is stunned ends its turn by that.

    Rules: action.costs, action.combo, status.stunned, resource.limit-break-cost, effect.stealth.
    """
    if code == STANDARD:
        unit.count(MOVED)
        walk(combat, moving.Move(combat, unit, unit.sheet.speed, moving.PLAIN))
        return
    stunned = statuses.ending_turn(unit)
    if code == DROP_STANCE:
        states.end_stance(combat, unit)
        states.lose(combat, unit, "stealth")
    elif code < USE:
        place = basic.basic_place(unit, "interact")
        pay(combat, unit, place)
        basic.work(combat, unit, code - WORK)
        states.lose(combat, unit, "stealth")
    else:
        declare(combat, unit, code)
    if stunned:
        unit.ended = True
        for one in stunned:
            states.lose(combat, unit, one.id)


def pay(combat: IconCombat, unit: IconCombatant, place: int) -> None:
    """Pay for an ability. Rules: action.costs, action.combo, resource.limit-break-cost."""
    whole = unit.sheet.abilities[place]
    cost = modifiers.cost_of(combat, unit, whole)
    ledger.set_actions(combat, unit, unit.actions - cost, "action.costs")
    ledger.set_used(combat, unit, place, unit.used[FIRST_OWN + place] + 1, "action.limited-uses")
    if modifiers.part_of(unit, whole).uses_move:
        unit.count(MOVED)
    if whole.parts:
        unit.combo += 1
    ledger.set_resolve(combat, unit, unit.resolve - whole.resolve, "resource.limit-break-cost")
    combat.mark_changed()


def declare(combat: IconCombat, unit: IconCombatant, code: int) -> None:
    """Pay for an ability and use it on what its action code names."""
    place, target = actions.parts(code)
    whole = unit.sheet.abilities[place]
    ability = modifiers.part_of(unit, whole)
    use = Use(unit.index, target - 1 if 0 < target < CELL else -1, ability)
    use.whole = whole
    use.slow = unit.slow_now
    if target >= CELL:
        use.cell = target - CELL
    elif ability.target == "self" and not ability.attack:
        use.target = unit.index
    pay(combat, unit, place)
    use_ability(combat, use)


def use_ability(combat: IconCombat, use: Use) -> None:
    """Resolve an ability whose cost is paid.

    Rules: action.order-of-components, attack.components, effect.stealth, action.end-turn.
    """
    user = combat.units[use.actor]
    ability = use.ability
    hidden = user.carrying("stealth")
    if modifiers.is_attack(use.whole, ability):
        user.count(ATTACKED)  # action.one-attack-per-round
    combat.begin_use(use)
    if combat.watched and not announced(use):
        combat.tell(Told("uses", user.index, use.target, ability.id, 0, COMPONENTS))
    modifiers.prepare(use)
    for op in ability.before:
        operation.run(combat, use, op)
    if user.able() and declared.aim(combat, use):
        modifiers.gather(combat, use)
        if ability.has("delay"):
            announce(combat, use, user)
        else:
            modifiers.take_stock(combat, use)
            resolve(combat, use)
    end_use(combat, use)
    if hidden is not None and hidden in user.effects and "stealth" not in use.results.kept:
        if ability.basic not in ("run", "dash"):
            states.lose(combat, user, "stealth")
    if ability.has("end-turn") and combat.active == user.index:
        user.ended = True


def announced(use: Use) -> bool:
    """Return whether the telling of an interrupt has said all of its use."""
    if use.answered is None or use.ability is not use.whole:
        return False
    return use.target in (-1, use.actor, use.trigger_user)


def end_use(combat: IconCombat, use: Use) -> None:
    """End what lasted as long as the ability."""
    resolved.end_brief(combat, use)
    combat.end_use()


def announce(combat: IconCombat, use: Use, user: IconCombatant) -> None:
    """Keep a delayed ability as it was chosen. Rule: action.delay."""
    whole = use.whole
    part = whole.parts.index(use.ability) if use.ability in whole.parts else -1
    one = Delay(user.sheet.abilities.index(whole), part)
    one.cell = use.cell
    one.cells = use.area.cells
    one.target = use.target
    one.slow = use.slow
    one.met = use.mods.met
    user.delays = [*user.delays, one]
    user.must_slow = True
    combat.mark_changed()


def use_delayed(combat: IconCombat, user: IconCombatant) -> None:
    """Resolve what was announced, for the area or target chosen then. Rule: action.delay."""
    due = user.delays
    user.delays = []
    for unit in due:
        if not user.able():
            return
        whole = user.sheet.abilities[unit.place]
        ability = whole.parts[unit.part] if unit.part >= 0 else whole
        use = Use(user.index, unit.target, ability)
        use.whole = whole
        use.cell = unit.cell
        use.area.cells = unit.cells
        use.slow = unit.slow
        use.mods.met = unit.met
        use.area.exempt = ability.own or ability.reach < 0
        combat.begin_use(use)
        if combat.watched:
            combat.tell(Told("delayed", user.index, use.target, ability.id, 0, "action.delay"))
        modifiers.prepare(use)
        if use.area.cells:
            areas.aim_again(combat, use)
        modifiers.take_stock(combat, use)
        resolve(combat, use)
        end_use(combat, use)


def resolve(combat: IconCombat, use: Use) -> None:
    """Attack, area, effect, then what triggers added, as long as its user can.

    Rules: action.order-of-components, attack.components, interrupt.timing, action.triggers,
    end.side-out.
    """
    ability = use.ability
    if ability.attack:
        resolved.make(combat, use)
    use.phase = AREA
    for op in ability.area:
        if operation.goes_on(combat, use):
            operation.run(combat, use, op)
    use.phase = EFFECT
    for op in [*ability.effect, *use.mods.late]:
        if operation.goes_on(combat, use):
            operation.run(combat, use, op)
