"""Rounds, sides and turns: a step is one action of a turn, or the bookkeeping between."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.combat import OWN, ROUND, TURN
from affray.core.dice import OTHER
from affray.core.effect import TURN_START
from affray.rulesets.sovereign import (
    choice,
    condition,
    death,
    deed,
    end,
    falling,
    geometry,
    gm,
    item,
    maneuver,
    movement,
    reaction,
    setup,
    sheet,
    swarm,
    verbs,
)
from affray.rulesets.sovereign.condition import (
    AFRAID,
    BLADED,
    HASTED,
    NUMBED,
    SHAKEN,
    STUNNED,
    lose,
)
from affray.rulesets.sovereign.state import (
    ACT_PHASE,
    ACTIVE,
    CAPTURED,
    GAP_PHASE,
    INITIATIVE_PHASE,
    ROUND_PHASE,
    SIDE_PHASE,
    SURPRISE_PHASE,
    Body,
    Field,
)

HELD_MOST = 6  # Free actions with one held action
CHASE = 18  # squares. Rule: end.pursuit


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
    falling.plunge(field)
    end.check(field)


def begin_round(field: Field) -> None:
    """Rules: turn.round, turn.refresh."""
    for unit in field.units:
        unit.main = True
        unit.step = True
        unit.acted = False
        unit.extra = False
        if unit.effects:
            hinder(field, unit)
    field.clear(ROUND)
    field.struck = []
    field.joined = []
    field.turn_of = 0
    field.early = any([twice_alert(unit) for unit in field.units])
    field.phase = SIDE_PHASE
    field.mark_changed()
    if field.watched:
        field.say("round", -1, -1, "", field.round, "turn.round")


def hinder(field: Field, unit: Body) -> None:
    """Take from a round's allowance what magic takes, or add what it adds."""
    unit.extra = unit.has(HASTED)
    if unit.has(NUMBED):
        unit.step = False
    if unit.has(STUNNED):
        unit.main = False
        lose(field, unit, STUNNED)
    if unit.has(SHAKEN):
        unit.step = False
        lose(field, unit, SHAKEN)


def twice_alert(unit: Body) -> bool:
    """Return whether it acts before the sides do. Content: alert."""
    return unit.sheet.feat("alert") > 1 and unit.present


def ready(field: Field, side: int) -> list[int]:
    """Return who of a side may act now."""
    return [
        one.index
        for one in field.units
        if one.side == side
        and not one.acted
        and one.able()
        and (not field.early or twice_alert(one))
    ]


def pick(field: Field) -> None:
    """Let the side choose who acts next.

    Rules: turn.sides-in-order, turn.members-any-order, economy.response-windows.
    """
    side = field.order[field.turn_of]
    waiting = ready(field, side)
    if not waiting:
        if not field.turn_of and not field.early and not acted(field, side):
            reaction.answered(field, reaction.Moment(ends_round(field)), rolled=False)
        end_side(field, side)
        return
    who = waiting[0]
    if len(waiting) > 1:
        who = field.ask(choice.Pick(field, side, waiting)) - 1
    begin_turn(field, field.units[who])


def acted(field: Field, side: int) -> bool:
    """Return whether a side's turn had any turn of its members, and windows after them."""
    return any([one.acted for one in field.units if one.side == side])


def end_side(field: Field, side: int) -> None:
    """Rules: turn.start-of-next-turn, turn.sides-in-order, init.never-rerolled."""
    if not field.early:
        for unit in field.units:
            if unit.side == side and not unit.acted:
                field.expire(TURN_START, unit.index)
                start(unit)
                lose(field, unit, BLADED)
    field.turn_of += 1
    if field.turn_of >= len(field.order):
        field.turn_of = 0
        if field.early:
            field.early = False
        else:
            end_round(field)


def start(unit: Body) -> None:
    """End what lasts until the start of the next turn. Rules: total.duration, screen.duration."""
    unit.total = False
    unit.wards = 0


def begin_turn(field: Field, unit: Body) -> None:
    """Begin a turn: what lasted until now ends, a retreat begins. Rule: turn.start-of-next-turn."""
    field.active = unit.index
    field.phase = ACT_PHASE
    unit.acted = True
    field.clear(TURN)
    field.clear(OWN, unit.index)
    field.expire(TURN_START, unit.index)
    start(unit)
    field.mark_changed()
    if field.watched:
        field.say("turn", unit.index)
    if unit.effects and unit.has(BLADED):
        keep_blades(field, unit)
    if unit.retreating and not unit.broken:
        unit.retreating = False  # whoever fled by its own will may change its mind
    if (unit.broken or unit.has(AFRAID)) and not unit.fighting:
        retreat(field, unit)
    elif unit.sheet.npc and not unit.sheet.pc:
        pursue(field, unit)


def keep_blades(field: Field, unit: Body) -> None:
    """Give up a Move, or let the blades about one fall: shield-of-daggers."""
    options = [(1, "give up the Move"), (PASS, "let the blades fall")]
    if unit.step and field.ask(Menu(unit.seats, unit.index, "economy.move", options, 1)) == 1:
        unit.step = False
    else:
        lose(field, unit, BLADED)


def retreat(field: Field, unit: Body) -> None:
    """Begin to retreat; the cornered surrender to who could understand, or fight on.

    Rules: morale.retreat, morale.cornered, morale.when-checked.
    """
    unit.retreating = True
    field.mark_changed()
    if sheet.held_fast(field, unit) or movement.can_leave(field, unit):
        return
    if not unit.sheet.npc or not understood(field, unit):
        unit.fighting = True
        return
    options = [(1, "surrenders"), (2, "fights to the death")]
    asks = f"{unit.name} is cornered"
    if field.ask(gm.Ruling(field, unit.index, "morale.cornered", options, asks)) == 1:
        death.leave(field, unit, CAPTURED, "morale.surrender")
    else:
        unit.fighting = True


def understood(field: Field, unit: Body) -> bool:
    """Return whether some foe could understand a surrender: both of the speaking kinds."""
    if not speaks(unit):
        return False
    return any([speaks(one) for one in field.units if one.side != unit.side and one.able()])


def speaks(unit: Body) -> bool:
    return unit.sheet.pc or "humanoid" in unit.sheet.tags


def pursue(field: Field, unit: Body) -> None:
    """Let a monster decide whether it chases those who flee. Rule: end.pursuit.

    Only where every character left is fleeing: within 90 ft in a straight line it follows; with a
    corner on the way on a 1 or 2; farther off it lets them go, and its Move with them.
    """
    foes = [
        one
        for one in field.units
        if one.side != unit.side and one.present and one.fate == ACTIVE and one.sheet.pc
    ]
    if not foes or not all([one.retreating or one.has(AFRAID) for one in foes]):
        return
    near = [one for one in foes if geometry.apart(field, unit, one) <= CHASE]
    if any([geometry.sighted(field, unit, one) for one in near]):
        return
    if not near or field.roll(6, OTHER, unit.index, "end.pursuit") > 2:
        unit.step = False
        if field.watched:
            field.say("gives up", unit.index, rule="end.pursuit")


def go_on(field: Field, unit: Body) -> None:
    """Take one action, or end the turn. Rules: turn.member-completes, turn.actions-any-order."""
    if not unit.able() or unit.holding:
        end_turn(field)
        return
    answer = field.ask(choice.Act(field, unit, held=False))
    if answer == PASS:
        end_turn(field)
    else:
        deed.perform(field, unit, answer)


def end_turn(field: Field) -> None:
    field.active = -1
    field.phase = GAP_PHASE
    field.mark_changed()


def held(field: Field, unit: Body) -> int:
    """Take the held Free actions; return the held Main, 0 for none.

    Rules: hold.trigger, hold.no-penalty.
    """
    for _ in range(HELD_MOST):
        if not unit.able() or field.outcome:
            return 0
        answer = field.ask(choice.Act(field, unit, held=True))
        verb = verbs.verb_of(answer)
        if answer == PASS:
            return 0
        if verb in verbs.MAINS or verbs.with_main(answer):
            deed.pay(field, unit, answer)
            if field.watched:
                field.say("acts", unit.index, -1, verbs.key(field, unit, answer))
            return answer
        deed.perform(field, unit, answer)
    return 0


def gap(field: Field) -> None:
    """Between two turns: swarms may strike, Instants may be taken.

    Rules: swarm.one-attack, economy.response-windows.
    """
    field.phase = SIDE_PHASE
    swarm.between_turns(field)
    reaction.answered(field, reaction.Moment(ends_round(field)), rolled=False)


def ends_round(field: Field) -> bool:
    """Return whether nobody acts any more in this round."""
    if field.early:
        return False
    return not any([ready(field, side) for side in field.order[field.turn_of :]])


def end_round(field: Field) -> None:
    """End a round, in the order of the rule. Rule: turn.end-of-round-order."""
    for unit in field.units:
        unit.holding = False  # hold.lost
        unit.swarm = -1  # swarm.expires
    maneuver.squeeze(field)
    item.burn(field)
    death.expire(field)
    condition.count_down(field)
    falling.plunge(field)
    for unit in field.units:
        unit.charging = False
        unit.disengaged = 0
        unit.hurt = False
        unit.steeled = False
    item.clear_smoke(field)
    field.phase = ROUND_PHASE
    if field.round == 0:
        field.phase = INITIATIVE_PHASE  # surprise.before-initiative
        return
    end.stall(field)
    field.round += 1
