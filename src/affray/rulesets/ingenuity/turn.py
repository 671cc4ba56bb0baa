"""Rounds and turns: a step is one action of a turn, or the bookkeeping between turns."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.combat import OWN, ROUND, TURN
from affray.core.effect import NEXT_TURN_END, ROUND_END, TURN_END, TURN_START
from affray.core.event import RoundBegan, TurnBegan
from affray.rulesets.ingenuity import actions, condition, damage, end, gm, setup
from affray.rulesets.ingenuity.action import maneuver, offered, perform, ready, test
from affray.rulesets.ingenuity.attack import areas, volley
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.movement import moving
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    ACT_PHASE,
    CAUSED,
    DEPLOY_PHASE,
    INSIGHT,
    INTELLECT,
    NO_TRIGGER,
    ORDER_PHASE,
    PICK_PHASE,
    RAGED,
    RANKS,
    START_PHASE,
)


def step(combat: IngenuityCombat) -> None:
    """Go on by one step, and end the combat if it is decided. Rule: end.last-team."""
    phase = combat.phase
    if phase == ORDER_PHASE:
        setup.arrange(combat)
        return
    if phase == DEPLOY_PHASE:
        setup.deploy(combat)
        return
    if combat.ambush:
        setup.stalk(combat)
        return
    if phase == PICK_PHASE:
        pick(combat)
    elif phase == START_PHASE:
        start(combat, combat.units[combat.active])
    else:
        go_on(combat, combat.units[combat.active])
    if not combat.outcome:
        end.check(combat)


def expire(combat: IngenuityCombat, moment: int, anchor: int) -> None:
    """End what lasts until now, and what depended on it. Rule: turn.until-next."""
    sleepers = [unit for unit in combat.units if unit.effects and unit.is_held("sleeping")]
    jarred = [unit for unit in combat.units if unit.effects and unit.is_held("disarmed")]
    before = condition.levels(combat) if combat.watched else []
    combat.expire(moment, anchor)
    if combat.watched:
        condition.tell_ended(combat, before)
    for unit in sleepers:
        if not unit.is_held("sleeping") and unit.present and not unit.awake and unit.health > 0:
            condition.wake(combat, unit, "power.steps")
    for unit in jarred:
        if not unit.is_held("disarmed"):
            for piece in unit.pieces:
                piece.jarred = 0


def pick(combat: IngenuityCombat) -> None:
    """Give the next team's member its turn.

    Rules: turn.alternate, turn.exhausted-team, turn.must-act,
    turn.round-end, turn.revived, turn.unable, surprise.round.
    """
    ready = combat.ready()
    if not combat.rota.next(ready):
        end_round(combat)
        return
    side = combat.rota.side()
    able = ready[side]
    who = able[0]
    if len(able) > 1:
        who = act.member(combat, able)
    combat.active = who
    combat.phase = START_PHASE
    combat.units[who].acted = True
    if combat.watched:
        combat.tell(TurnBegan(who, "turn.alternate"))


def end_round(combat: IngenuityCombat) -> None:
    """Let those without a turn suffer, and begin the next round with the first team.

    Rules: turn.no-turn-effects, turn.round-restart, surprise.after, turn.until-next.
    """
    for who in combat.in_order():
        unit = combat.units[who]
        if not unit.acted:
            expire(combat, TURN_START, who)
            unit.readied = NO_TRIGGER
            condition.lose_cover(combat, unit)
            volley.cease(combat, unit)
            if unit.present:
                damage.suffer(combat, unit)
                stir(combat, unit)
            expire(combat, NEXT_TURN_END, who)
    expire(combat, ROUND_END, combat.round)
    areas.pass_round(combat)
    for unit in combat.units:
        unit.acted = False
        unit.suffered = False
    end.check(combat)
    if combat.outcome or end.check_round(combat):
        return
    gm.change_objectives(combat)
    combat.clear(ROUND)
    combat.helps.clear()  # test.assist
    combat.round += 1
    combat.rota.at = len(combat.rota.order) - 1
    maneuver.forgotten(combat)
    combat.mark_changed()
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "turn.round-restart"))
    setup.reinforce(combat)


def start(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Start a turn, in the order of the rule. Rules: turn.start-sequence, turn.three-actions."""
    combat.turns += 1
    combat.clear(TURN)
    combat.clear(OWN, unit.index)
    expire(combat, TURN_START, unit.index)
    combat.promote_ends(unit.index)
    unit.readied = NO_TRIGGER  # action.ready.expiry
    condition.lose_cover(combat, unit)
    volley.cease(combat, unit)
    budget.regain(unit)
    damage.suffer(combat, unit)
    if combat.zones and unit.able():
        moving.begin_in_areas(combat, unit)
    combat.phase = ACT_PHASE
    combat.mark_changed()
    if not unit.able():
        finish(combat, unit)
        return
    count = 3
    if combat.options[RANKS] and unit.sheet.rank == "legendary":
        count += 1  # gm.creature-ranks
    lost = unit.amount("stunned")
    spending.set_actions(combat, unit, max(0, count - lost), "turn.three-actions")
    if lost:  # condition.stunned
        condition.lose(combat, unit, "stunned", "condition.stunned")
    if combat.aimed < 0 or unit.index != combat.instigator:
        setup.free_brandish(combat, unit)
    if unit.task:
        resume(combat, unit)


def resume(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Go on with what is unfinished, or drop it; what went out of reach is lost.

    What is free may be done before. Rules: action.spanning.first, action.spanning.interrupt,
    action.free.
    """
    while unit.task and unit.able() and not perform.slipped(combat, unit):
        answer = combat.ask(act.GoOn(combat, unit))
        if answer == PASS:
            perform.work_on(combat, unit)
            return
        if answer == act.DROPPED:
            act.abandon(unit)
        else:
            perform.perform(combat, unit, answer, True)


def stir(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let a sleeper test to wake, from the second turn it misses on. Rule: turn.no-turn-effects."""
    held = unit.held(condition.EFFECTS["sleeping"]) if unit.effects else None
    if held is None or not unit.present:
        return
    if held.source >= 0:
        held.source = -1 - held.source  # the first turn goes by
        combat.mark_changed()
        return
    made = test.Test(unit, INTELLECT, INSIGHT, "power.steps")
    made.level = held.n
    if test.passed(combat, made) and unit.health > 0:
        condition.wake(combat, unit, "power.steps")


def go_on(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Take one action, or what is free, or end the turn.

    Rules: turn.three-actions, action.free, turn.collapse.
    """
    if not unit.able():
        finish(combat, unit)
        return
    asked = act.Act(combat, unit, True)
    answers = asked.answers() if asked.narrowed() else []
    answer = answers[0] if len(answers) == 1 else combat.ask(asked)
    if unit.index == combat.instigator and combat.aimed >= 0:
        combat.aimed = -1  # setup.instigating-action
    if answer == PASS:
        finish(combat, unit)
        return
    attend(combat, unit, answer)
    perform.perform(combat, unit, answer, True)
    ends = actions.verb_of(answer) in actions.ENDING  # action.ends-turn
    if not unit.able() or (ends and (answer != ready.OPEN or unit.readied)):
        finish(combat, unit)
    elif not unit.brandished:
        setup.free_brandish(combat, unit)


def attend(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Note that an action targets who provoked it."""
    if unit.effects and unit.is_held("bidden") and actions.verb_of(code) in offered.TARGETED:
        condition.lose_from(combat, unit, "bidden", actions.b_of(code))


def finish(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """End a turn. Rules: turn.unused-lost, turn.collapse."""
    spending.set_actions(combat, unit, 0, "turn.unused-lost")
    unit.last_turn = combat.turns
    if unit.present and unit.effects and unit.is_held("raging") and not unit.used[RAGED]:
        tire(combat, unit)
    expire(combat, TURN_END, unit.index)
    combat.active = -1
    combat.phase = PICK_PHASE
    combat.mark_changed()


def tire(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let rage take its toll at the end of each later turn: more where nobody was attacked."""
    toll = 1 if unit.used[CAUSED] else 2
    if unit.stamina:
        spending.spend(combat, unit, min(unit.stamina, toll), 0)
    elif unit.endurance:
        spending.pay_endurance(combat, unit, 1, "condition.concentration")
