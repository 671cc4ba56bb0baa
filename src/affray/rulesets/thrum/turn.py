"""Rounds and turns: one step is one phase of one turn, or a round's bookkeeping."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.combat import OWN, ROUND, TURN
from affray.core.effect import ROUND_END, TURN_END, TURN_START
from affray.core.event import RoundBegan, Told, TurnBegan
from affray.core.walk import walk
from affray.rulesets.thrum import death, setup, terms
from affray.rulesets.thrum.choice import steps
from affray.rulesets.thrum.condition.holding import cannot_act_stunned, end, end_lasting, tick
from affray.rulesets.thrum.condition.kinds import NO_ACTION, STUNNED
from affray.rulesets.thrum.condition.stances import take_stance
from affray.rulesets.thrum.end import check_end, check_round_end
from affray.rulesets.thrum.feature import Trigger
from affray.rulesets.thrum.ledger import set_kept
from affray.rulesets.thrum.movement import walking
from affray.rulesets.thrum.reaction.triggers import happens, trigger
from affray.rulesets.thrum.resource import panic
from affray.rulesets.thrum.setup import round_zero
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTED,
    ACTION_PHASE,
    ACTS,
    DELAY_PHASE,
    END_PHASE,
    ENDS,
    INCAPACITATED_PANIC,
    INITIATIVE_PHASE,
    MOVE_PHASE,
    OPENING_STANCE_PHASE,
    PLACE_PHASE,
    READY,
    ROUND_ENDS,
    STANCE_PHASE,
    START_PHASE,
    STARTS,
)


def step(combat: ThrumCombat) -> None:
    """Go on by one phase. Rules: setup.order-of-events, turn.step-order."""
    phase = combat.phase
    if phase == INITIATIVE_PHASE:
        setup.roll_all_initiative(combat)
    elif phase == PLACE_PHASE or phase == OPENING_STANCE_PHASE:
        if combat.lineup.now() >= 0:  # setup.initiative-descending
            round_zero(combat)
        else:
            begin_round(combat)
    elif phase == DELAY_PHASE:
        come_up(combat)
    else:
        unit = combat.units[combat.active]
        if phase == START_PHASE:
            start_phase(combat, unit)
        elif phase == MOVE_PHASE:
            move_phase(combat, unit)
        elif phase == ACTION_PHASE:
            action_phase(combat, unit)
        elif phase == STANCE_PHASE:
            stance_phase(combat, unit)
        else:
            end_phase(combat, unit)
        check_end(combat)
        go_on(combat, unit)


def go_on(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Enter the next phase; one who can no longer act goes straight to End of Turn.

    Who is able again goes on as usual.
    Rules: turn.step-order, turn.interrupted-by-incapacity, turn.incapacitated-have-turns,
    turn.removed-have-none, incapacitated.acts-after-revival.
    """
    if not unit.present:
        combat.active = -1
        combat.acting = False
        combat.phase = DELAY_PHASE
    elif combat.phase == END_PHASE:
        combat.active = -1
        combat.acting = False
        combat.lineup.at += 1
        combat.phase = DELAY_PHASE
    elif unit.able():
        combat.phase += 1
    else:
        combat.phase = END_PHASE


# ---- rounds ----------------------------------------------------------------------------------


def begin_round(combat: ThrumCombat) -> None:
    """Begin the next round at the top of the same order.

    Rules: turn.one-turn-per-round, turn.order-is-fixed, delay.once-per-round.
    """
    combat.round += 1
    combat.lineup.at = 0
    combat.phase = DELAY_PHASE
    combat.clear(ROUND)
    for unit in combat.units:
        unit.delayed = False
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "turn.one-turn-per-round"))
    setup.arrive(combat)


def end_round(combat: ThrumCombat) -> None:
    """Close a round: what counts rounds does so."""
    for unit in combat.units:
        if unit.present and unit.notices & ROUND_ENDS:
            happens(combat, ROUND_ENDS, unit, unit)
    end_lasting(combat, ROUND_END, -1)
    check_round_end(combat)


def come_up(combat: ThrumCombat) -> None:
    """Let the next in order take its turn, or Delay.

    A Delay moves the whole turn, for good, directly behind another who has not yet acted; nothing
    of the turn happens at the old place.
    Rules: delay.choose-a-point, delay.is-permanent, delay.once-per-round, delay.chained,
    delay.no-start-of-turn, delay.who-cannot.
    """
    who = combat.lineup.now()
    if who < 0:
        end_round(combat)
        if not combat.outcome:
            begin_round(combat)
        return
    unit = combat.units[who]
    later = combat.lineup.later()
    if later and not unit.delayed and unit.able():
        answer = combat.ask(steps.Delay(combat, unit, later))
        if answer != PASS:
            unit.delayed = True
            combat.lineup.place_after(who, answer - 1)
            combat.mark_changed()
            if combat.watched:
                combat.tell(Told("delays", who, answer - 1, rule="delay.choose-a-point"))
            return
    combat.active = who
    combat.acting = True
    combat.phase = START_PHASE


# ---- phases ----------------------------------------------------------------------------------


def start_phase(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Start of Turn: Panic first, then other effects.

    Rules: turn.start.panic-first, turn.start.other-effects, panic.when.
    """
    combat.clear(TURN)
    combat.clear(OWN, unit.index)
    combat.promote_ends(unit.index)
    unit.spent = 0
    unit.walked = 0
    unit.heading = -1
    unit.acted = False
    if combat.watched:
        combat.tell(TurnBegan(unit.index, "turn.one-turn-per-round"))
    end_lasting(combat, TURN_START, unit.index)
    panic_at_start(combat, unit)
    if unit.present:
        happens(combat, STARTS, unit, unit)


def move_phase(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Move: up to Speed, or not at all. Rules: move.budget, turn.steps-optional."""
    way = walking.Move(combat, unit, terms.WHOLE_SPEED, 0, "move.budget")
    way.step = True
    walk(combat, way)


def action_phase(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Action: one, or none; what is left of the Move is lost.

    Rules: turn.action-closes-movement, turn.one-action.
    """
    moved = unit.walked > 0 or unit.spent > 0
    if unit.acted or unit.has(NO_ACTION) or cannot_act_stunned(unit, moved):
        return
    choose_action(combat, unit)


def choose_action(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Ask for the Action of a turn, and take it; what it does may let it take another."""
    asked = steps.Act(combat, unit)
    if unit.listens & READY:
        ready = Trigger(READY, unit.index, unit.index, None)
        trigger(combat, ready)
        asked.must = ready.amount > 0
        if not unit.able():
            return
    answer = combat.ask(asked)
    if answer == PASS:
        return
    unit.acted = True
    stamp = combat.changes
    happens(combat, ACTS, unit, unit)
    if unit.able() and (stamp == combat.changes or steps.Act(combat, unit).allows(answer)):
        asked.take(answer)
        happens(combat, ACTED, unit, unit)
    after_action(combat, unit)
    if not unit.acted and unit.able():
        choose_action(combat, unit)  # what it did lets it take another


def after_action(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Make the Incapacity Roll of one who is Exhausted when its Action has wholly resolved.

    One roll an Action, whatever it held; none if the Action itself ended Exhaustion.
    Rules: exhausted.roll-after-action, exhausted.action-removes, exhausted.during-action,
    exhausted.no-action-no-roll, exhausted.one-roll-per-action, attack.compelled.
    """
    if unit.able() and unit.exhausted():
        death.incapacity_roll(combat, unit, "exhausted.roll-after-action")


def stance_phase(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Stance: take one, renew the present one, or stay. Rules: turn.stance-step."""
    answer = combat.ask(steps.TakeStance(combat, unit, "turn.stance-step"))
    if answer != PASS:
        take_stance(combat, unit, answer - 1)


def end_phase(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """End of Turn, in fixed order: effects, the drain and Wound of the fallen, what ends, the tick.

    Rules: turn.end.effects-then-tick, turn.end.order-of-effects, incapacitated.statuses-remain.
    """
    happens(combat, ENDS, unit, unit)
    if unit.present and unit.incapacitated:
        death.end_turn_down(combat, unit)
    if not unit.present:
        end_lasting(combat, TURN_END, unit.index)  # its turn has ended for others too
        return
    end(combat, unit.index, STUNNED)
    end_lasting(combat, TURN_END, unit.index)
    tick(combat, unit)
    if unit.kept >= 0 and combat.round >= unit.kept_until:
        set_kept(combat, unit, -1, "stance.one")


def panic_at_start(combat: ThrumCombat, unit: ThrumCombatant) -> None:
    """Make the Panic Roll of one who is Frayed at its Start of Turn, fallen or not.

    Rules: panic.when, turn.start.panic-first, incapacitated.still-panics.
    """
    if not unit.frayed():
        return
    if unit.incapacitated and not combat.options[INCAPACITATED_PANIC]:
        return
    panic(combat, unit, unit.stress)
