"""Rounds and turns: a step is one action of a turn, or the bookkeeping between turns."""

from __future__ import annotations

from affray.core import objectives
from affray.core.choice import PASS
from affray.core.combat import OWN, ROUND, TURN
from affray.core.dice import DAMAGE
from affray.core.effect import ROUND_END, TURN_END, TURN_START
from affray.core.event import Part, RoundBegan, Told, TurnBegan
from affray.rulesets.quest import damage, end, gm, reaction, setup
from affray.rulesets.quest.action import acts
from affray.rulesets.quest.choice import act, menus
from affray.rulesets.quest.choice.menus import Delay
from affray.rulesets.quest.condition import checks, posture, states, wounds
from affray.rulesets.quest.end import decided
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AA,
    ACT_PHASE,
    BA,
    COME_UP_PHASE,
    END_PHASE,
    FIRE,
    GAP_PHASE,
    LINEUP_PHASE,
    MA,
    NO_FACINGS,
    OPENING_PHASE,
    SETUP_PHASE,
)
from affray.rulesets.quest.text import explain
from affray.rulesets.quest.turn import lineup


def step(combat: QuestCombat) -> None:
    """Go on by one step, and end the battle if it is decided.

    Rules: end.checked-at-once, end.objective.
    """
    combat.stirred = 0
    phase = combat.phase
    if phase == SETUP_PHASE:
        setup.commence(combat)
    elif phase == OPENING_PHASE:
        setup.open_next(combat)
    elif phase == LINEUP_PHASE:
        lineup.build_lineup(combat)
    elif phase == COME_UP_PHASE:
        come_up(combat)
    elif phase == ACT_PHASE:
        go_on(combat, combat.units[combat.active])
    elif phase == END_PHASE:
        end_turn(combat, combat.units[combat.active])
    else:
        gap(combat)
    if not combat.outcome and decided(combat):
        end.conclude(combat)
    elif combat.objectives:
        over = combat.phase == GAP_PHASE
        end.check_objectives(combat, objectives.TURN_END if over else objectives.ANY_TIME)


def come_up(combat: QuestCombat) -> None:
    """Let the next place of the lineup come up: a turn, a delay, or only a mark of time.

    Rules: turn.once-per-round, turn.round-ends, initiative.inactive-skipped,
    initiative.delay-unclaimed.
    """
    who = combat.lineup.now()
    if who < 0:
        for one in waiting(combat):
            begin_turn(combat, combat.units[one])
            return
        end_round(combat)
        return
    states.recover(combat, who)
    unit = combat.units[who]
    if not unit.present or unit.acted:
        if not unit.present:
            states.run_out(combat, TURN_START, who)
            states.run_out(combat, TURN_END, who)
        combat.lineup.at += 1
        return
    if may_delay(combat, unit):
        if combat.ask(Delay(unit, [(PASS, "act"), (1, "delay")], 1)) != PASS:
            unit.delayed = True
            combat.mark_changed()
            combat.lineup.at += 1
            if combat.watched:
                combat.tell(Told("delays", who, rule="initiative.delay"))
            return
    begin_turn(combat, unit)


def may_delay(combat: QuestCombat, unit: QuestCombatant) -> bool:
    """Return whether somebody else still has a turn to come. Rule: initiative.delay."""
    if unit.delayed or not unit.able():
        return False
    return any(one.present and not one.acted and one is not unit for one in combat.units)


def waiting(combat: QuestCombat) -> list[int]:
    """Return who has delayed and not yet acted, in lineup order."""
    units = combat.units
    return [who for who in combat.lineup.order if units[who].delayed and units[who].present]


def gap(combat: QuestCombat) -> None:
    """Offer the gap after a turn to those who delayed, while somebody else's turn is still to come.

    Rules: initiative.delay, initiative.delay-unclaimed.
    """
    if any(unit.present and not unit.acted and not unit.delayed for unit in combat.units):
        for who in waiting(combat):
            unit = combat.units[who]
            if combat.ask(Delay(unit, [(PASS, "wait"), (1, "act now")], PASS)) != PASS:
                begin_turn(combat, unit)
                return
    now = combat.lineup.now()
    if now >= 0 and combat.units[now].acted:  # else a newcomer behind everybody: it is next
        combat.lineup.at += 1
    combat.phase = COME_UP_PHASE


def end_round(combat: QuestCombat) -> None:
    """Let what lasts for the round stop, and begin the next one.

    Rules: turn.round-expiry, freehit.slots-refresh, wound.disrupting-round,
    disengage.whole-round-all-zones,
    initiative.delay-lasts-one-round.
    """
    for unit in combat.units:
        if unit.effects:
            states.run_out(combat, ROUND_END, unit.index)
        spending.end_boosts(combat, unit, "turn.round-expiry")
        posture.end_disengaging(combat, unit, "disengage.whole-round-all-zones")
        wounds.end_round(combat, unit)
        if unit.sick < 0:
            states.be_well(combat, unit, "summon.sickness-exceptions")
        unit.acted = False
        unit.delayed = False
    if end.check_objectives(combat, objectives.ROUND_END) or end.check_round_limit(combat):
        return
    free_hits.refresh(combat)
    combat.clear(ROUND)
    combat.round += 1
    combat.lineup.at = 0
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "turn.round-ends"))


def begin_turn(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Start a turn, in the order of the rule.

    Rules: turn.start-sequence, initiative.delay-starts-later, action.ba-dodge, prone.stand-window.
    """
    combat.active = unit.index
    combat.phase = ACT_PHASE
    unit.acted = True
    unit.delayed = False
    combat.clear(TURN)
    combat.clear(OWN, unit.index)
    if combat.watched:
        combat.tell(TurnBegan(unit.index, "turn.once-per-round"))
    spending.end_dodge(combat, unit, "action.ba-dodge")
    states.run_out(combat, TURN_START, unit.index)
    combat.promote_ends(unit.index)
    spending.upkeep(combat, unit)
    burn(combat, unit)
    allow(combat, unit)
    if unit.able():
        posture.stir_foes(combat, unit)
        reaction.offer_stand_up(combat)
    if unit.present and not decided(combat):
        gm.ask_morale(combat, unit)


def burn(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Take continuing damage: fire, not an attack. Rule: turn.start-sequence."""
    if unit.has(states.BURNING):
        rolled = combat.roll(4, DAMAGE, unit.index, "turn.start-sequence")
        net = damage.mitigated(combat, unit, rolled, FIRE, False)
        parts: list[Part] = []
        if combat.watched:
            parts = [(rolled, "turn.start-sequence"), *explain.stopped(unit, rolled, FIRE, False)]
        damage.hurt(combat, unit, net, FIRE, -1, "turn.start-sequence", "burning", parts)


def allow(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Set the actions of a turn, less what was borrowed.

    Rules: turn.allowance, prone.stand-off-turn-debt, wound.weakening-bonus-action.
    """
    spending.set_actions(
        combat,
        unit,
        max(0, 1 - unit.owed[AA]),
        max(0, 1 - unit.owed[MA]),
        max(0, spending.bonus_actions(unit) - unit.owed[BA]),
        "turn.allowance",
    )
    spending.settle_debts(combat, unit)
    combat.mark_changed()


def go_on(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Take one action, or end the turn; whoever cannot act may still give up.

    Rules: turn.any-order, turn.cannot-act, end.surrender.
    """
    if not unit.present:
        combat.phase = END_PHASE
        return
    answer = combat.ask(act.Act(combat, unit, False))
    if answer == PASS:
        combat.phase = END_PHASE
    else:
        acts.perform(combat, unit, answer)


def end_turn(combat: QuestCombat, unit: QuestCombatant) -> None:
    """End a turn, in the order of the rule.

    Rules: turn.end-sequence, turn.unused-actions-lost, channel.lapse.
    """
    spending.set_actions(combat, unit, 0, 0, 0, "turn.unused-actions-lost")
    states.lapse(combat, unit)
    states.run_out(combat, TURN_END, unit.index)
    checks.shake_off(combat, unit)
    choose_facing(combat, unit)
    combat.active = -1
    combat.phase = GAP_PHASE


def choose_facing(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Let a unit that can act choose its facing. Rule: move.facing."""
    if not unit.able() or combat.options[NO_FACINGS]:
        return
    answer = combat.ask(menus.Face(unit))
    if answer != PASS:
        unit.facing = answer - 1
        combat.mark_changed()
