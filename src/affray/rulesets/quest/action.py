"""What a turn's actions pay for: what forbids an act, and doing it. Acts are those of ``verbs``."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.rulesets.quest import (
    attack,
    choice,
    condition,
    gm,
    item,
    menu,
    movement,
    reaction,
    sheet,
    spell,
    stealth,
    summon,
)
from affray.rulesets.quest.state import QuestCombat, Unit
from affray.rulesets.quest.terms import (
    AA,
    ADDED,
    BA,
    FREE,
    HANDLED,
    MA,
    NATURAL,
    SPRUNG,
    UNAIMED,
)
from affray.rulesets.quest.verbs import (
    ATTACK,
    ATTACKS,
    BOOST,
    BOOSTS,
    BREAK_FREE,
    CANCEL,
    CAST,
    DAMAGE_BOOST,
    DISARM,
    DISENGAGE,
    DISMISS,
    DODGE_BOOST,
    DRAW,
    DROP,
    EXTRA,
    EXTRA_THROW,
    GIVE_UP,
    HIT_BOOST,
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
    act,
)
from affray.rulesets.quest.written import Thing

FACTS: Final[dict[str, str]] = {
    "turn.allowance": "it has no such action left",
    "turn.cannot-act": "it cannot act",
    "prone.stand-needs-ability": "it is tied up",
    "gm.will-to-fight": "it thinks of nothing but flight",
    "action.extra-attack-price": "that takes a move action and two bonus actions, once in a turn",
    "prone.definition": "it is not prone",
    "prone.stand-cost": "with Spring up the first time in a round is free, and no other",
    "condition.same-state-once": "it is so already",
    "turn.start-sequence": "it does not burn",
    "disengage.price": "that takes an attack action or two bonus actions",
    "action.draw-sheathe": "it cannot be drawn or put away like that",
    "action.pick-up-distance": "it lies too far off",
    "action.use-item": "it has no such item, or not for that unit",
    "action.ba-toggle": "that spell cannot be switched off and on",
    "attack.disarm": "the target holds nothing",
    "attack.only-enemies": "that is itself",
    "death.out-of-battle": "that unit is out of the battle",
    "sheet.armour": "it holds a shield already",
    "initiative.opening-attack": "hostilities open with an attack or a short spell, no more",
    "spell.cast-time": "no such action is due for that spell",
    "move.pool": "it has not the points for a step",
    "thrall.retain": "that is no summons of its own that could be kept",
    "thrall.mhp-is-maximum-hp": "it has not the hit points for that",
    "thrall.release": "that is no thrall",
    "turn.no-conversion": "that kind of action does not pay for it",
    "sneak.no-target": "it does not know of that unit",
    "attack.melee-range": "the target is not in its melee reach",
    "attack.ranged-range": "the target is out of range or sight",
    "attack.reload": "it is not loaded",
    "attack.hands": "its hands are not free for it",
    "spell.mp-cost": "it has too few MP",
    "spell.range-and-sight": "no target is in range and sight",
    "summon.slots-full": "it has no summoning slot left",
    "condition.bound": "it is tied up",
    "move.max-capacity": "it cannot carry that much",
    "sneak.start-unseen": "an enemy sees it",
}


def fact(rule: str, verb: int) -> str:
    """Return in words why a rule forbids an act of a verb."""
    if verb == BREAK_FREE and rule == "condition.bound":
        return "it is not tied up"
    return FACTS.get(rule, "the rules do not allow it now")


def has(unit: Unit, kind: int) -> bool:
    """Return whether a unit has an action of a kind left.

    Rules: action.aa-uses, action.ma-uses, action.ba-uses, action.ba-own-turn.
    """
    if kind == AA:
        return unit.aa > 0
    if kind == MA:
        return unit.ma > 0
    if kind == BA:
        return unit.ba > 0
    return True


def spend(unit: Unit, kind: int, amount: int = 1) -> None:
    if kind == AA:
        unit.aa -= amount
    elif kind == MA:
        unit.ma -= amount
    elif kind == BA:
        unit.ba -= amount


# ---- what is allowed and what forbids an act ---


def possible(combat: QuestCombat, unit: Unit, opening: bool) -> list[int]:
    """Return every act that is allowed now."""
    found: list[int] = []
    if not unit.able():
        return found
    for verb in range(ATTACK, GIVE_UP):  # giving up is legal besides
        if opening and verb not in (ATTACK, THROW, CAST):
            continue
        if gate(unit, verb):
            continue
        if verb == MOVE:
            found.extend(moves_open(combat, unit))
            continue
        for code in menu.acts_of(combat, unit, verb):
            if opening and verb == CAST:
                if cannot_open_with(combat, unit, code) == "":
                    found.append(code)
            elif hinders(combat, unit, code) == "":
                found.append(code)
    return found


def cannot_open_with(combat: QuestCombat, unit: Unit, code: int) -> str:
    """Rule: initiative.opening-attack."""
    one = unit.sheet.spells[code % VERB // PART]
    if one.aa > 1 or one.ma > 1:
        return "initiative.opening-attack"
    if code % PART != (AA if one.aa else MA):
        return "spell.cast-time"  # one key for all of it
    return spell.cannot_take_effect(combat, unit, one)


# ---- what forbids an act -----------------------------------------------------------------------


def gate(unit: Unit, verb: int) -> str:
    """Return the rule that forbids all acts of a verb, "" if none does.

    Rules: turn.cannot-act, condition.bound, gm.will-to-fight, action.extra-attack-price,
    action.ba-move, attack.costs-one-aa, turn.no-conversion.
    """
    if verb == GIVE_UP:
        return ""
    if not unit.able():
        return "turn.cannot-act"
    if unit.bound() and verb in OF_BOUND:
        return "prone.stand-needs-ability" if verb == STAND else "condition.bound"
    if unit.fleeing and (verb in ATTACKS or verb == CAST):
        return "gm.will-to-fight"
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
    if verb == PUT_OUT and not unit.has(condition.BURNING):
        return "turn.start-sequence"
    return ""


def forbids(combat: QuestCombat, unit: Unit, code: int) -> str:
    """Return the rule that forbids an act, "" if none does. Changes and asks nothing."""
    return gate(unit, code // VERB) or hinders(combat, unit, code)


def hinders(combat: QuestCombat, unit: Unit, code: int) -> str:
    """Return the rule that forbids an act whose verb is open to the unit, "" if none does."""
    verb = code // VERB
    first = code % VERB // PART
    second = code % PART
    if verb in ATTACKS:
        thing = combat.library.things[second]
        manner = menu.manner_of(verb)
        paid = attack.ADDITIONAL if verb in (EXTRA, EXTRA_THROW) else attack.ORDINARY
        return attack.cannot_attack(combat, unit, combat.units[first], thing, manner, paid)
    if verb == CAST:
        return spell.cannot_pay(combat, unit, first, second == MA)
    if verb == MOVE:
        return cannot_move(combat, unit, first, second)
    if verb == DISENGAGE:
        if unit.disengaged:
            return "condition.same-state-once"
        return "" if (unit.aa > 0 if first == AA else unit.ba > 1) else "disengage.price"
    if verb in (DRAW, SHEATHE, PICK_UP):
        return cannot_handle(combat, unit, verb, first, combat.library.things[second])
    if verb == STAND and reaction.springs_up(unit) != (first == FREE):
        return "prone.stand-cost"  # the first time in a round is free, and no other
    if verb in (STAND, TALK, RELOAD, PUT_OUT):
        return "" if has(unit, first) else "turn.allowance"
    if verb == USE:
        return item.cannot_use(combat, unit, combat.library.things[second], combat.units[first])
    if verb == TOGGLE:
        return "" if unit.sheet.spells[unit.kept[first].spell].toggle else "action.ba-toggle"
    if verb == THRALL:
        return summon.cannot_thrall(combat, unit, combat.units[first])
    if verb == RELEASE:
        return "" if combat.units[first].thrall else "thrall.release"
    return ""


def moves_open(combat: QuestCombat, unit: Unit) -> list[int]:
    """Return the moves allowed now: as ``cannot_move`` has it, asked once for each mode."""
    found: list[int] = []
    pool = sheet.movement(combat, unit)
    for mode in range(len(movement.MODES)):
        if mode == movement.SNEAK and stealth.cannot_sneak(combat, unit):
            continue
        rate = movement.rate_of(combat, unit, mode)
        for way in menu.ways_of(unit):
            joined = way % 10
            if joined > unit.ba or (way >= 10 and unit.ma < 1):
                continue
            if 2 * joined + (pool if way >= 10 else 0) >= rate:
                found.append(act(MOVE, mode, way))
    return found


def cannot_move(combat: QuestCombat, unit: Unit, mode: int, way: int) -> str:
    """Rules: action.ma-uses, action.ba-move, move.pool, sneak.start-unseen."""
    joined = way % 10
    if (way >= 10 and unit.ma < 1) or joined > unit.ba:
        return "turn.allowance"
    if mode == movement.SNEAK:
        rule = stealth.cannot_sneak(combat, unit)
        if rule:
            return rule
    points = 2 * joined + (sheet.movement(combat, unit) if way >= 10 else 0)
    return "" if points >= movement.rate_of(combat, unit, mode) else "move.pool"


def cannot_handle(combat: QuestCombat, unit: Unit, verb: int, kind: int, thing: Thing) -> str:
    """Rules: action.draw-sheathe, action.pick-up, attack.natural-weapons."""
    if kind == FREE:
        if unit.used[HANDLED]:
            return "action.draw-sheathe"
    elif not has(unit, kind):
        return "turn.allowance"
    if verb == DRAW:
        return item.cannot_draw(combat, unit, thing)
    if verb == SHEATHE:
        return "action.draw-sheathe" if thing.has(NATURAL) else ""
    return item.cannot_pick_up(combat, unit, thing)


# ---- doing -------------------------------------------------------------------------------------


def perform(combat: QuestCombat, unit: Unit, code: int) -> None:
    """Carry out an act. Rules: turn.any-order, action.no-provoking."""
    verb = code // VERB
    first = code % VERB // PART
    second = code % PART
    combat.mark_changed()
    if verb in ATTACKS:
        strike(combat, unit, verb, first, second)
    elif verb == CAST:
        spell.pay(combat, unit, first, second == MA)
    elif verb == MOVE:
        go(combat, unit, first, second)
    elif verb in (DRAW, SHEATHE, PICK_UP, DROP, RELOAD, USE):
        handle(combat, unit, verb, first, combat.library.things[second])
    elif verb in (TOGGLE, LET_END, CANCEL):
        channel(combat, unit, verb, first)
    elif verb == DISMISS:
        summon.dismiss(combat, combat.units[first])
    elif verb == THRALL:
        summon.thrall(combat, unit, combat.units[first])
    elif verb == RELEASE:
        summon.release(combat, combat.units[first])
    else:
        simple(combat, unit, verb, first)
    reaction.settle(combat)


def strike(combat: QuestCombat, unit: Unit, verb: int, first: int, second: int) -> None:
    """Declare an attack whole and make it.

    Rules: attack.costs-one-aa, action.extra-attack-price, action.extra-attack-not-free-hit,
    attack.declaration.
    """
    thing = combat.library.things[second]
    deed = attack.Strike(unit.index, first, thing, menu.manner_of(verb))
    if verb in (EXTRA, EXTRA_THROW):
        deed.paid = attack.ADDITIONAL
        if combat.watched:
            combat.say("additional attack", unit.index, first, rule="action.extra-attack-price")
    elif verb == DISARM and combat.watched:
        combat.say("disarming attack", unit.index, first, rule="attack.disarm")
    aim_and_strike(combat, unit, deed)


def aim_and_strike(combat: QuestCombat, unit: Unit, deed: attack.Strike) -> None:
    aims = attack.aims(deed)
    deed.aim = UNAIMED
    if len(aims) > 1:
        deed.aim = combat.ask(choice.Aim(unit, combat.units[deed.target], aims)) - 1
    if deed.paid == attack.ADDITIONAL:
        spend(unit, MA)
        spend(unit, BA, 2)
        unit.used[ADDED] += 1
    elif deed.paid == attack.ORDINARY:
        spend(unit, AA)
    attack.attack(combat, deed)


def go(combat: QuestCombat, unit: Unit, mode: int, way: int) -> None:
    """Move: the points are fixed before the first step. Rules: move.pool, action.ba-move."""
    joined = way % 10
    if way >= 10:
        spend(unit, MA)
    spend(unit, BA, joined)
    movement.move(combat, unit, mode, 2 * joined, way >= 10)


def handle(combat: QuestCombat, unit: Unit, verb: int, first: int, thing: Thing) -> None:
    if verb == DROP:
        item.drop(combat, unit, thing)
        return
    if verb == USE:
        spend(unit, AA)
        item.use(combat, unit, thing, combat.units[first])
        return
    if first == FREE:
        unit.used[HANDLED] += 1
    else:
        spend(unit, first)
    if verb == DRAW:
        item.draw(combat, unit, thing)
    elif verb == SHEATHE:
        item.sheathe(combat, unit, thing)
    elif verb == RELOAD:
        item.reload(combat, unit, thing)
    else:
        item.pick_up(combat, unit, thing)


def channel(combat: QuestCombat, unit: Unit, verb: int, first: int) -> None:
    if verb == CANCEL:
        condition.cancel(combat, unit)
    elif verb == TOGGLE:
        spend(unit, BA)
        spell.toggle(combat, unit, first)
    else:
        condition.end_kept(combat, unit, unit.kept[first])


def simple(combat: QuestCombat, unit: Unit, verb: int, first: int) -> None:
    """Do what needs no more than the unit itself.

    Rules: action.ba-melee-damage, action.ba-hit, action.ba-dodge, action.ba-boosts-stack,
    action.ba-boost-before-roll, disengage.price, disengage.before-moving, prone.drop,
    action.talk, end.surrender.
    """
    if verb == BOOST:
        spend(unit, BA)
        unit.boost_damage += int(first == DAMAGE_BOOST)
        unit.boost_hit += int(first == HIT_BOOST)
        unit.boost_dodge += int(first == DODGE_BOOST)
        if combat.watched:
            combat.say("boosts", unit.index, -1, BOOSTS[first], 1, "action.ba-uses")
    elif verb == DISENGAGE:
        spend(unit, first, 2 if first == BA else 1)
        spell.disengage(combat, unit)
    elif verb == STAND:
        if first == FREE:
            unit.used[SPRUNG] += 1
        else:
            spend(unit, first)
        reaction.rise(combat, unit, "prone.stand-cost")
    elif verb == PRONE:
        attack.fall_prone(combat, unit, "prone.drop")
    elif verb == TALK:
        spend(unit, first)
        if combat.watched:
            combat.say("speaks", unit.index, rule="action.talk")
        attack.reveal(combat, unit)
        gm.hear(combat, unit)
    elif verb == PUT_OUT:
        spend(unit, first)
        condition.lose(combat, unit, condition.BURNING)
    elif verb == BREAK_FREE:
        break_free(combat, unit)
    else:
        gm.give_up(combat, unit)


def break_free(combat: QuestCombat, unit: Unit) -> None:
    """Rule: condition.bound."""
    spend(unit, AA)
    held = unit.held(condition.BOUND)
    assert held is not None
    total = condition.check(combat, unit, sheet.strength(unit), "condition.bound")
    if total >= condition.to_break_free(held.n):
        condition.lose(combat, unit, condition.BOUND)


def open_hostilities(combat: QuestCombat, unit: Unit, code: int) -> None:
    """Make an opening attack: an attack or a spell, no more. Rule: initiative.opening-attack."""
    if code == PASS:
        return
    verb = code // VERB
    first = code % VERB // PART
    if verb == CAST:
        spell.take_effect(combat, unit, first, False)
        return
    thing = combat.library.things[code % PART]
    deed = attack.Strike(unit.index, first, thing, menu.manner_of(verb))
    deed.paid = attack.OPENING
    aim_and_strike(combat, unit, deed)
