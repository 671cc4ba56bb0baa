"""What the actions of a turn do."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Told
from affray.core.window import Deed
from affray.rulesets.sovereign import (
    actions,
    changes,
    condition,
    death,
    end,
    geometry,
    gm,
    items,
    resource,
)
from affray.rulesets.sovereign.action import casting, helping, legality, maneuver
from affray.rulesets.sovereign.attack import resolved, swarm, turn_attacks
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice import acting
from affray.rulesets.sovereign.choice.menus import AskUnit
from affray.rulesets.sovereign.condition import BOILS, PAVIS, TOUCH, give, lose
from affray.rulesets.sovereign.magic import arts, spells
from affray.rulesets.sovereign.movement import walking, ways
from affray.rulesets.sovereign.reaction import provoking, windows
from affray.rulesets.sovereign.reaction.provoking import LISTED
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    CAPTURED,
    DRAWN,
    HIDDEN,
    NATURAL,
    ONCE,
    ORDINARY,
    SLIPPED,
    SPENT_RALLY,
)


def perform(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Pay for an action, let Instants answer it, and carry it out."""
    if combat.topics and refused_by_gm(combat, unit, actions.verb_of(code)):
        return
    begin(combat, unit, code)
    if combat.watched:
        tell_act(combat, unit, code)
    undertake(combat, unit, code)


def tell_act(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Tell what somebody does, and for which friend."""
    other = -1
    if actions.verb_of(code) in actions.TOWARDS:
        target = combat.units[actions.target_of(code)]
        if target.side == unit.side:
            other = target.index
    combat.tell(Told("acts", unit.index, other, actions.key(combat, unit, code)))


def refused_by_gm(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> bool:
    """Return whether the GM finds one Free action or Instant more implausible.

    Rules: economy.free, economy.instant-count.
    """
    if verb in INSTANTS:
        return not gm.rules(combat, "instants", unit.index, True, "this Instant is plausible")
    if verb in actions.MAINS or verb in actions.MOVES:
        return False
    return not gm.rules(combat, "free", unit.index, True, "this Free action is plausible")


def begin(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Pay for an action; what is vigorous lets boils fester. Content: curse-of-boils."""
    resource.pay(combat, unit, code)
    verb = actions.verb_of(code)
    if verb in actions.MAINS and verb not in CALM and not resource.free_spell(unit, code, verb):
        spells.fester(combat, unit)


def undertake(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Let Instants answer an action that is declared, and carry it out if it still can be done.

    Rules: economy.response-windows, economy.broken-action.
    """
    verb = actions.verb_of(code)
    if verb not in OPEN:
        windows.answered(combat, deed_of(combat, unit, code), rolled=False)
        if not unit.able() or legality.impossible(combat, unit, code, held=False):
            return
        if combat.topics and verb not in LISTED and windows.ruled(combat, unit):
            return
    carry_out(combat, unit, code)


def deed_of(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> Deed:
    """Return what is under way when an action has been declared."""
    verb = actions.verb_of(code)
    if verb == actions.WHIRL:
        return windows.Sweep(unit.index, [one.index for one in turn_attacks.swept(combat, unit)])
    return Deed(unit.index, actions.target_of(code) if verb in actions.TOWARDS else unit.index)


# Actions whose own deeds open the window, and those that open it step by step.
OPEN = (
    actions.ATTACK,
    actions.SHOVE,
    actions.GRAPPLE,
    actions.SWARM,
    actions.RUN,
    actions.SCREEN,
    actions.CAST,
    actions.SWIFT,
    *actions.AT_ONCE,
)
INSTANTS = (*actions.AT_ONCE, actions.TOUCH)  # in one's own turn
# What is not vigorous, or festers by the blow that it brings. Content: curse-of-boils.
CALM = (
    actions.ATTACK,
    actions.SHOVE,
    actions.GRAPPLE,
    actions.CHARGE,
    actions.SCRATCH,
    actions.DEFEND,
)


def carry_out(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> None:
    """Do what an action does, now that it is paid for and nothing has stopped it."""
    verb, a, b = actions.verb_of(code), actions.thing_of(code), actions.target_of(code)
    if verb in (actions.ATTACK, actions.SHOVE, actions.GRAPPLE):
        aim = verb - actions.ATTACK
        if verb == actions.ATTACK:
            turn_attacks.attack_with(combat, unit, a, b)
        else:
            attack = Attack(unit.index, b, unit.sheet.strikes[a], aim, ORDINARY)
            resolved.make(combat, attack)
    elif verb == actions.SWARM:
        swarm.join(combat, unit, b)
    elif verb in (actions.RUN, actions.WITHDRAW):
        if verb == actions.WITHDRAW:
            resource.commit(combat, unit, "gentlemans-withdrawal")
            disengage(combat, unit)
        walking.go(combat, unit, ways.RUN)
    elif verb == actions.CHARGE:
        turn_attacks.charge(combat, unit)
    elif verb == actions.SCREEN:
        screen(combat, unit)
    elif verb in (actions.CAST, actions.SWIFT):
        casting.cast(combat, unit, a, combat.units[b], swift=verb == actions.SWIFT)
    elif verb == actions.LOOSE:
        changes.set_hung(combat, unit, -1, "effort.pool")
        casting.release(combat, unit, unit.sheet.spells[a], combat.units[b])
    elif verb in actions.HANDLED or verb == actions.PICK_UP:
        handle(combat, unit, verb, a)
    elif verb == actions.HEW:
        turn_attacks.hew(combat, unit, a, b)
    elif verb in actions.TOWARDS:
        helping.help_or_hinder(combat, unit, verb, combat.units[b])
    else:
        bodily(combat, unit, verb)
    combat.mark_changed()


HELD_MOST = 6  # Free actions with one held action


def held(combat: SovereignCombat, unit: SovereignCombatant) -> int:
    """Take the held Free actions; return the held Main, 0 for none.

    Rules: hold.trigger, hold.no-penalty.
    """
    for _ in range(HELD_MOST):
        if not unit.able() or combat.outcome:
            return 0
        answer = combat.ask(acting.Act(combat, unit, held=True))
        verb = actions.verb_of(answer)
        if answer == PASS:
            return 0
        if verb in actions.MAINS or actions.with_main(answer):
            begin(combat, unit, answer)
            if combat.watched:
                tell_act(combat, unit, answer)
            return answer
        perform(combat, unit, answer)
    return 0


def finish_held(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Let one whose held Main is done take what is free after it. Rule: hold.trigger."""
    for _ in range(HELD_MOST):
        if not unit.able() or combat.outcome:
            return
        asked = acting.Act(combat, unit, held=True)
        if len(asked.answers()) < 2:
            return
        answer = combat.ask(asked)
        if answer == PASS:
            return
        perform(combat, unit, answer)


def held_attack(combat: SovereignCombat, who: int, code: int) -> Attack | None:
    """Return the attack that a held action is, to be struck together with others."""
    if actions.verb_of(code) not in (actions.ATTACK, actions.SHOVE, actions.GRAPPLE):
        return None
    unit = combat.units[who]
    if actions.verb_of(code) == actions.ATTACK and not unit.sheet.one_attack:
        return None
    strike = unit.sheet.strikes[actions.thing_of(code)]
    return Attack(
        who, actions.target_of(code), strike, actions.verb_of(code) - actions.ATTACK, ORDINARY
    )


# ---- the body ------------------------------------------------------------------------------------


def screen(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Move, and choose whom to screen.

    Rules: screen.action, screen.one-ward, economy.response-windows.
    """
    way = walking.go(combat, unit, ways.SCREEN)
    if not way.made:
        windows.answered(combat, Deed(unit.index, unit.index), rolled=False)
    if not unit.able() or condition.grappled(combat, unit):
        return
    options: list[tuple[int, str]] = []
    for other in combat.units:
        if other.present and other.side == unit.side and other is not unit:
            if geometry.adjacent(combat, unit, other):
                options.append((1 + other.index, f"guard {other.name}"))
    if options:
        rule, default = "screen.one-ward", options[0][0]
        asked = AskUnit(unit.seats, unit.index, rule, options, default, "guard")
        ward = (combat.ask(asked) if len(options) > 1 else options[0][0]) - 1
        changes.set_wards(combat, unit, unit.wards | 1 << ward, "screen.action")
        if combat.watched:
            combat.tell(Told("guards", unit.index, ward, "", 0, "screen.action"))
        combat.mark_changed()


def bodily(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> None:
    """Do what needs nobody else."""
    if verb in (actions.DISENGAGE, actions.SLIP_AWAY):
        disengage(combat, unit)
    elif verb == actions.STAND:
        windows.provoke(combat, unit, provoking.beside(combat, unit))
        if unit.able():
            changes.set_prone(combat, unit, False, "stand.action")
            items.gather(combat, unit)
    elif verb == actions.PRONE:
        changes.set_prone(combat, unit, True, "prone.go")
    elif verb == actions.HOLD:
        changes.set_holding(combat, unit, True, "hold.cost")
    elif verb == actions.DEFEND:
        changes.set_total(combat, unit, True, "economy.instant-any-time")
    elif verb == actions.ESCAPE:
        maneuver.escape(combat, unit)
    elif verb == actions.MOVE_HELD:
        maneuver.move_held(combat, unit)
    elif verb == actions.RELEASE:
        changes.set_grappling(combat, unit, -1, "grapple.release")
    elif verb == actions.DRINK:
        items.quaff(combat, unit, unit)
    elif verb == actions.SURRENDER:
        death.leave(combat, unit, CAPTURED, "morale.surrender")
    elif verb == actions.FLEE:
        changes.set_retreating(combat, unit, True, "end.pursuit")
    elif verb == actions.SHEATHE:
        change_hands(combat, unit, NATURAL, NATURAL)
    elif verb == actions.OTHER_MAIN or verb == actions.OTHER_MOVE:
        other_deed(combat, unit, verb)
    elif verb in (actions.PARLEY, actions.STREW):
        if windows.halted(combat, unit):
            return
        if verb == actions.PARLEY:
            end.parley(combat, unit)
        else:
            items.strew(combat, unit)
    else:
        special(combat, unit, verb)


def other_deed(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> None:
    """Do what no list names: the GM says whether it provokes. Rule: economy.other-actions."""
    options = [(1, "it provokes nothing"), (2, "it provokes")]
    asked = gm.Ruling(combat, unit.index, "economy.other-actions", options, "does this provoke?")
    if combat.ask(asked) == 2:
        windows.halted(combat, unit)


def disengage(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Let the armed enemies in whose reach one is be provoked no more.

    Rules: disengage.effect, disengage.no-movement.
    """
    for other in combat.nearby(unit, combat.longest):
        if other.present and other.side != unit.side and equipment.armed(other):
            if geometry.apart(combat, unit, other) <= equipment.reach(other):
                now = unit.disengaged | 1 << other.index
                changes.set_disengaged(combat, unit, now, "disengage.effect")


def special(combat: SovereignCombat, unit: SovereignCombatant, verb: int) -> None:
    """Use an ability, feat or art of one's own."""
    if verb == actions.WHIRL:
        turn_attacks.whirl(combat, unit)
    elif verb == actions.RALLY:
        unit.add_bits(ONCE, SPENT_RALLY)
        for one in legality.rallied(combat, unit):
            changes.set_broken(combat, one, False, "morale.when-checked", unit.index)
            changes.set_retreating(combat, one, False, "morale.when-checked", unit.index)
            changes.set_cornered(combat, one, False, "morale.when-checked", unit.index)
    elif verb == actions.VANISH:
        unit.set_count(HIDDEN, 1)
        changes.set_unseen(combat, unit, True, "attack.mod.unseen-known")
        unit.located = geometry.beside_foes(combat, unit)  # the unseen among them
    elif verb == actions.TOUCH:
        resource.commit(combat, unit, "healing-touch")
        give(combat, unit, TOUCH, 1, unit.index)
    elif verb == actions.PAVIS:
        resource.commit(combat, unit, "pavis-of-elements")
        give(combat, unit, PAVIS, 1, unit.index)
    elif verb == actions.TAKE_BACK:
        resource.take_back(combat, unit)
    elif verb == actions.SLIP:
        resource.commit(combat, unit, "unbindable")
        unit.set_count(SLIPPED, 1)
        for other in combat.units:
            if other.grappling == unit.index:
                changes.set_grappling(combat, other, -1, "effort.pool")
    elif verb == actions.SMOKE:
        items.smoke(combat, unit)
    elif verb == actions.SCRATCH:
        shake_off(combat, unit)


def shake_off(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """End a curse by a Physical save; a failed one makes it last: curse-of-boils."""
    held = unit.held(BOILS)
    if held is None or not spells.curable(unit):
        return
    if arts.resists(combat, combat.units[held.source], unit, numbers.PHYSICAL):
        lose(combat, unit, BOILS)
    else:
        held.n += spells.LONG


# ---- things --------------------------------------------------------------------------------------


def change_hands(combat: SovereignCombat, unit: SovereignCombatant, hand: int, off: int) -> None:
    """Change what is held. Rules: ready.sheathing-free, ready.swap-veto."""
    knife = hand >= 0 and unit.sheet.feat("assassin") and unit.sheet.knives[hand]
    if unit.used[DRAWN] and not knife:
        if not gm.rules(combat, "swaps", unit.index, False, "one swap more is plausible"):
            return
    if not knife:
        unit.count(DRAWN)
    unit.hand = hand
    unit.off = off
    combat.mark_changed()


def handle(combat: SovereignCombat, unit: SovereignCombatant, verb: int, a: int) -> None:
    """Draw, reload, ready, stow, drop or pick up a thing.

    Rules: pickup.action, ready.sheathing-free, reload.npc, ready.action, ready.drop.
    """
    own = unit.sheet
    if verb == actions.DRAW:
        off = unit.off
        if own.both[a] or (off == a and unit.stock[a] < 2):
            off = NATURAL
        change_hands(combat, unit, a, off)
    elif verb == actions.DRAW_OFF:
        change_hands(combat, unit, unit.hand, a)
    elif verb == actions.RELOAD:
        changes.set_unloaded(combat, unit, a, False, "reload.npc")
    elif verb == actions.READY or verb == actions.UNSTOW:
        items.ready(combat, unit, a)
    elif verb == actions.STOW:
        items.stow(combat, unit, a)
    elif verb == actions.DROP:
        items.drop(combat, unit, a)
    elif not windows.halted(combat, unit):
        cells = items.lying(combat, unit, a)
        if cells:
            items.take_up(combat, unit, a, cells[0])
