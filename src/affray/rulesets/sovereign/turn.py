"""Rounds, sides and turns: a step is one action of a turn, or the bookkeeping between."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.combat import OWN, ROUND, TURN
from affray.core.effect import TURN_START
from affray.core.window import Deed, offer
from affray.rulesets.sovereign import action, choice, death, end, maneuver, reaction, setup
from affray.rulesets.sovereign.state import (
    ACT_PHASE,
    GAP_PHASE,
    INITIATIVE_PHASE,
    ROUND_PHASE,
    SIDE_PHASE,
    SURPRISE_PHASE,
    Body,
    Field,
)


def step(field: Field) -> None:
    """Go on by one step, and end the fight if it is decided."""
    phase = field.phase
    if phase == SURPRISE_PHASE:
        setup.begin(field)
    elif phase == INITIATIVE_PHASE:
        setup.roll_initiative(field)
    elif phase == ROUND_PHASE:
        begin_round(field)
    elif phase == SIDE_PHASE:
        pick(field)
    elif phase == ACT_PHASE:
        go_on(field, field.units[field.active])
    else:
        gap(field)
    maneuver.settle(field)
    end.check(field)


def begin_round(field: Field) -> None:
    """Rules: turn.round, turn.refresh."""
    for unit in field.units:
        unit.main = True
        unit.step = True
        unit.acted = False
    field.clear(ROUND)
    field.turn_of = 0
    field.phase = SIDE_PHASE
    field.touch()
    if field.watched:
        field.say("round", -1, -1, "", field.round, "turn.round")


def ready(field: Field, side: int) -> list[int]:
    return [one.index for one in field.units if one.side == side and one.able() and not one.acted]


def pick(field: Field) -> None:
    """Let the side choose who acts next. Rules: turn.sides-in-order, turn.members-any-order."""
    side = field.order[field.turn_of]
    waiting = ready(field, side)
    if not waiting:
        end_side(field, side)
        return
    who = waiting[0]
    if len(waiting) > 1:
        who = field.ask(choice.Pick(field, side, waiting)) - 1
    begin_turn(field, field.units[who])


def end_side(field: Field, side: int) -> None:
    """Rules: turn.start-of-next-turn, turn.sides-in-order."""
    for unit in field.units:
        if unit.side == side and not unit.acted:
            field.expire(TURN_START, unit.index)
            start(unit)
    field.turn_of += 1
    if field.turn_of >= len(field.order):
        field.turn_of = 0
        end_round(field)


def start(unit: Body) -> None:
    """End what lasts until the start of the next turn. Rules: total.duration, screen.duration."""
    unit.total = False
    unit.ward = -1


def begin_turn(field: Field, unit: Body) -> None:
    field.active = unit.index
    field.phase = ACT_PHASE
    unit.acted = True
    unit.attacked = False
    field.clear(TURN)
    field.clear(OWN, unit.index)
    field.expire(TURN_START, unit.index)
    start(unit)
    field.touch()
    if field.watched:
        field.say("turn", unit.index)


def go_on(field: Field, unit: Body) -> None:
    """Take one action, or end the turn. Rule: turn.member-completes."""
    if not unit.able() or unit.holding:
        end_turn(field)
        return
    asked = choice.Act(field, unit, held=False)
    answer = field.ask(asked)
    if answer == PASS:
        end_turn(field)
    else:
        action.perform(field, unit, answer)


def end_turn(field: Field) -> None:
    field.active = -1
    field.phase = GAP_PHASE
    field.touch()


def held(field: Field, unit: Body) -> None:
    """Take what was held: the Main and Free actions. Rules: hold.trigger, hold.no-penalty."""
    for _ in range(4):
        if not unit.able() or not unit.main or field.outcome:
            return
        answer = field.ask(choice.Act(field, unit, held=True))
        if answer == PASS:
            return
        action.perform(field, unit, answer)


def gap(field: Field) -> None:
    """Between two turns: swarms may strike, Instants may be taken.

    Rules: swarm.one-attack, economy.response-windows.
    """
    field.phase = SIDE_PHASE
    pools: list[int] = []
    for unit in field.units:
        one = unit.side * 1000 + unit.swarm
        if unit.swarm >= 0 and one not in pools:
            pools.append(one)
    for one in pools:
        action.strike_swarm(field, one // 1000, one % 1000, must=False)
    offer(field, reaction.Instants(field, Deed(-1, -1), False))


def end_round(field: Field) -> None:
    """End a round, in the order of the rule. Rule: turn.end-of-round-order."""
    for unit in field.units:
        unit.holding = False  # hold.lost
        unit.swarm = -1  # swarm.expires
    field.struck = []
    maneuver.squeeze(field)
    death.expire(field)
    for unit in field.units:
        unit.charging = False
        unit.disengaged = 0
        unit.hurt = False
    field.phase = ROUND_PHASE
    if field.round == 0:
        field.phase = INITIATIVE_PHASE  # surprise.before-initiative
        return
    end.stall(field)
    field.round += 1
