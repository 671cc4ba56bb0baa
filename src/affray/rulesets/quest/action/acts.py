"""The acts of a turn: what is allowed, what forbids one, and doing it; codes as in ``actions``."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.event import Told
from affray.rulesets.quest import end, gm, reaction, summon
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import handling, menu, paying
from affray.rulesets.quest.actions import (
    ATTACK,
    ATTACKS,
    BOOST,
    BREAK_FREE,
    CANCEL,
    CAST,
    DISARM,
    DISENGAGE,
    DISMISS,
    DRAW,
    DROP,
    EXTRA,
    EXTRA_THROW,
    GIVE_UP,
    LET_END,
    MOVE,
    OF_BOUND,
    PART,
    PICK_UP,
    PRONE,
    PUT_OUT,
    RELEASE,
    RELOAD,
    SHEATHE,
    STAND,
    TALK,
    THRALL,
    THROW,
    TOGGLE,
    USE,
    VERB,
)
from affray.rulesets.quest.attack import declared, pipeline
from affray.rulesets.quest.condition import checks, posture, sneaking, states
from affray.rulesets.quest.definitions import Thing
from affray.rulesets.quest.movement import moving, rates
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AA,
    ADDED,
    BA,
    FREE,
    HANDLED,
    MA,
    NATURAL,
    SNEAK,
    SPRUNG,
)

# ---- what forbids an act -------------------------------------------------------------------------


def gate(unit: QuestCombatant, verb: int) -> str:
    """Return the rule that forbids all acts of a verb, "" if none does."""
    if verb == GIVE_UP:
        return ""
    return held_back(unit, verb) or lacks(unit, verb)


def held_back(unit: QuestCombatant, verb: int) -> str:
    """Return the rule by which the state that a unit is in forbids a verb, "" if none does.

    Rules: turn.cannot-act, condition.bound, gm.will-to-fight.
    """
    if not unit.able():
        return "turn.cannot-act"
    if unit.bound() and verb in OF_BOUND:
        return "prone.stand-needs-ability" if verb == STAND else "condition.bound"
    if unit.fleeing and (verb in ATTACKS or verb == CAST):
        return "gm.will-to-fight"
    return ""


def lacks(unit: QuestCombatant, verb: int) -> str:
    """Return the rule by which a unit that can act has no use for a verb now, "" if it has.

    Rules: action.extra-attack-price, action.aa-uses, action.ba-uses, attack.costs-one-aa,
    turn.no-conversion.
    """
    if verb in (ATTACK, THROW, DISARM, USE) and unit.aa < 1:
        return "turn.allowance"
    if verb in (EXTRA, EXTRA_THROW) and (unit.ma < 1 or unit.ba < 2 or unit.used[ADDED]):
        return "action.extra-attack-price"
    if verb in (BOOST, TOGGLE) and unit.ba < 1:
        return "turn.allowance"
    if verb == STAND and not unit.prone:
        return "prone.definition"
    if verb == PRONE and unit.prone:
        return "condition.same-state-once"
    if verb == BREAK_FREE and not unit.bound():
        return "condition.bound"
    if verb == BREAK_FREE and unit.aa < 1:
        return "turn.allowance"
    if verb == PUT_OUT and not unit.has(states.BURNING):
        return "turn.start-sequence"
    return ""


def forbids(combat: QuestCombat, unit: QuestCombatant, code: int) -> str:
    """Return the rule that forbids an act, "" if none does. Changes and asks nothing."""
    return gate(unit, code // VERB) or hinders(combat, unit, code)


def hinders(combat: QuestCombat, unit: QuestCombatant, code: int) -> str:
    """Return the rule that forbids an act whose verb is open to the unit, "" if none does."""
    verb = code // VERB
    first = code % VERB // PART
    second = code % PART
    if verb in ATTACKS:
        thing = combat.library.things[second]
        manner = menu.manner_of(verb)
        paid = declared.ADDITIONAL if verb in (EXTRA, EXTRA_THROW) else declared.ORDINARY
        return declared.cannot_attack(combat, unit, combat.units[first], thing, manner, paid)
    if verb == CAST:
        return paying.cannot_pay(combat, unit, first, second == MA)
    if verb == MOVE:
        return cannot_move(combat, unit, first, second)
    if verb == DISENGAGE:
        if unit.disengaged:
            return "condition.same-state-once"
        return "" if (unit.aa > 0 if first == AA else unit.ba > 1) else "disengage.price"
    if verb in (DRAW, SHEATHE, PICK_UP):
        return cannot_handle(combat, unit, verb, first, combat.library.things[second])
    if verb == STAND and posture.springs_up(unit) != (first == FREE):
        return "prone.stand-cost"  # the first time in a round is free, and no other
    if verb in (STAND, TALK, RELOAD, PUT_OUT):
        return "" if spending.has_action(unit, first) else "turn.allowance"
    if verb == USE:
        return handling.cannot_use(combat, unit, combat.library.things[second], combat.units[first])
    if verb == TOGGLE:
        return "" if unit.sheet.spells[unit.kept[first].spell].toggle else "action.ba-toggle"
    if verb == THRALL:
        return spending.cannot_thrall(combat, unit, combat.units[first])
    if verb == RELEASE:
        return "" if combat.units[first].thrall else "thrall.release"
    return ""


def cannot_move(combat: QuestCombat, unit: QuestCombatant, mode: int, way: int) -> str:
    """Return the rule that forbids a move of a mode paid for in a way, "" if none does.

    Rules: action.ma-uses, action.ba-move, move.pool, sneak.start-unseen.
    """
    joined = way % 10
    if (way >= 10 and unit.ma < 1) or joined > unit.ba:
        return "turn.allowance"
    if mode == SNEAK:
        rule = sneaking.cannot_sneak(combat, unit)
        if rule:
            return rule
    points = 2 * joined + (rates.movement(combat, unit) if way >= 10 else 0)
    return "" if points >= rates.rate_of(combat, unit, mode) else "move.pool"


def cannot_handle(
    combat: QuestCombat, unit: QuestCombatant, verb: int, kind: int, thing: Thing
) -> str:
    """Return the rule that forbids drawing, sheathing or picking up a thing, "" if none does.

    Rules: action.draw-sheathe, action.pick-up, attack.natural-weapons.
    """
    if kind == FREE:
        if unit.used[HANDLED]:
            return "action.draw-sheathe"
    elif not spending.has_action(unit, kind):
        return "turn.allowance"
    if verb == DRAW:
        return handling.cannot_draw(combat, unit, thing)
    if verb == SHEATHE:
        return "action.draw-sheathe" if thing.has(NATURAL) else ""
    return handling.cannot_pick_up(combat, unit, thing)


# ---- doing ---------------------------------------------------------------------------------------


def perform(combat: QuestCombat, unit: QuestCombatant, code: int) -> None:
    """Carry out an act. Rules: turn.any-order, action.no-provoking."""
    verb = code // VERB
    first = code % VERB // PART
    second = code % PART
    combat.mark_changed()
    if verb in ATTACKS:
        strike(combat, unit, verb, first, second)
    elif verb == CAST:
        paying.pay(combat, unit, first, second == MA)
    elif verb == MOVE:
        go(combat, unit, first, second)
    elif verb in (DRAW, SHEATHE, PICK_UP, DROP, RELOAD, USE):
        handle(combat, unit, verb, first, combat.library.things[second])
    elif verb in (TOGGLE, LET_END, CANCEL):
        channel(combat, unit, verb, first)
    elif verb == DISMISS:
        summon.dismiss(combat, combat.units[first])
    elif verb == THRALL:
        spending.pay_for_thrall(combat, unit, combat.units[first])
    elif verb == RELEASE:
        spending.release_thrall(combat, combat.units[first])
    else:
        simple(combat, unit, verb, first)
    reaction.offer_stand_up(combat)


def strike(combat: QuestCombat, unit: QuestCombatant, verb: int, first: int, second: int) -> None:
    """Declare an attack whole and make it.

    Rules: attack.costs-one-aa, action.extra-attack-price, action.extra-attack-not-free-hit,
    attack.declaration.
    """
    thing = combat.library.things[second]
    attack = declared.Attack(unit.index, first, thing, menu.manner_of(verb))
    if verb in (EXTRA, EXTRA_THROW):
        attack.paid = declared.ADDITIONAL
        if combat.watched:
            rule = "action.extra-attack-price"
            combat.tell(Told("additional attack", unit.index, first, rule=rule))
    elif verb == DISARM and combat.watched:
        combat.tell(Told("disarming attack", unit.index, first, rule="attack.disarm"))
    pipeline.declare(combat, unit, attack)


def go(combat: QuestCombat, unit: QuestCombatant, mode: int, way: int) -> None:
    """Move: the points are fixed before the first step. Rules: move.pool, action.ba-move."""
    joined = way % 10
    if way >= 10:
        spending.spend_action(combat, unit, MA)
    spending.spend_action(combat, unit, BA, joined)
    moving.move(combat, unit, mode, 2 * joined, way >= 10)


def handle(combat: QuestCombat, unit: QuestCombatant, verb: int, first: int, thing: Thing) -> None:
    """Do something with a thing: draw, sheathe, drop, pick up, reload or use it."""
    if verb == DROP:
        handling.drop(combat, unit, thing)
        return
    if verb == USE:
        spending.spend_action(combat, unit, AA)
        handling.use(combat, unit, thing, combat.units[first])
        return
    if first == FREE:
        unit.count(HANDLED)
    else:
        spending.spend_action(combat, unit, first)
    if verb == DRAW:
        handling.draw(combat, unit, thing)
    elif verb == SHEATHE:
        handling.sheathe(combat, unit, thing)
    elif verb == RELOAD:
        handling.reload(combat, unit, thing)
    else:
        handling.pick_up(combat, unit, thing)


def channel(combat: QuestCombat, unit: QuestCombatant, verb: int, first: int) -> None:
    """Break off a cast, or toggle or end a spell that is kept up."""
    if verb == CANCEL:
        states.cancel(combat, unit)
    elif verb == TOGGLE:
        spending.spend_action(combat, unit, BA)
        paying.toggle(combat, unit, first)
    else:
        states.end_kept(combat, unit, unit.kept[first])


def simple(combat: QuestCombat, unit: QuestCombatant, verb: int, first: int) -> None:
    """Do what needs no more than the unit itself.

    Rules: action.ba-melee-damage, action.ba-hit, action.ba-dodge, action.ba-boosts-stack,
    action.ba-boost-before-roll, disengage.price, disengage.before-moving, prone.drop, action.talk.
    """
    if verb == BOOST:
        spending.spend_action(combat, unit, BA)
        spending.boost(combat, unit, first)
    elif verb == DISENGAGE:
        spending.spend_action(combat, unit, first, 2 if first == BA else 1)
        posture.disengage(combat, unit)
    elif verb == STAND:
        if first == FREE:
            unit.count(SPRUNG)
        else:
            spending.spend_action(combat, unit, first)
        posture.rise(combat, unit, "prone.stand-cost")
    elif verb == PRONE:
        posture.fall_prone(combat, unit, "prone.drop")
    elif verb == TALK:
        spending.spend_action(combat, unit, first)
        sneaking.reveal(combat, unit)
        if combat.watched:
            combat.tell(Told("speaks", unit.index, rule="action.talk"))
        gm.hear(combat, unit)
    elif verb == PUT_OUT:
        spending.spend_action(combat, unit, first)
        states.lose(combat, unit, states.BURNING)
    elif verb == BREAK_FREE:
        checks.break_free(combat, unit)
    else:
        end.give_up(combat, unit)


def open_hostilities(combat: QuestCombat, unit: QuestCombatant, code: int) -> None:
    """Make an opening attack: an attack or a spell, no more. Rule: initiative.opening-attack."""
    if code == PASS:
        return
    verb = code // VERB
    first = code % VERB // PART
    if verb == CAST:
        spells.take_effect(combat, unit, first, False)
        return
    thing = combat.library.things[code % PART]
    attack = declared.Attack(unit.index, first, thing, menu.manner_of(verb))
    attack.paid = declared.OPENING
    pipeline.declare(combat, unit, attack)
