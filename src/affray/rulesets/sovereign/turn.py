"""Rounds, sides and turns: a step is one action of a turn, or the bookkeeping between."""

from __future__ import annotations

from affray.core import objectives
from affray.core.choice import PASS
from affray.core.combat import OWN, ROUND, TURN
from affray.core.event import RoundBegan, Told, TurnBegan
from affray.rulesets.sovereign import changes, condition, death, end, items, resource, setup
from affray.rulesets.sovereign.action import maneuver, performed
from affray.rulesets.sovereign.attack import execution, swarm
from affray.rulesets.sovereign.choice import acting, retreat
from affray.rulesets.sovereign.choice.menus import Ask
from affray.rulesets.sovereign.condition import AFRAID, BLADED, lose
from affray.rulesets.sovereign.damage import falling
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACT_PHASE,
    GAP_PHASE,
    INITIATIVE_PHASE,
    ROUND_PHASE,
    SIDE_PHASE,
    SURPRISE_PHASE,
)


def step(combat: SovereignCombat) -> None:
    """Go on by one step, and end the fight if it is decided."""
    phase = combat.phase
    if phase == SURPRISE_PHASE:
        open_fight(combat)
    elif phase == INITIATIVE_PHASE:
        roll_initiative(combat)
    elif phase == ROUND_PHASE:
        begin_round(combat)
    elif phase == SIDE_PHASE:
        pick(combat)
    elif phase == ACT_PHASE:
        go_on(combat, combat.units[combat.active])
    else:
        gap(combat)
    condition.settle(combat)
    falling.plunge(combat)
    end.check(combat)
    if combat.objectives:
        over = combat.phase == GAP_PHASE
        end.check_objectives(combat, objectives.TURN_END if over else objectives.ANY_TIME)


# ---- before the first round ----------------------------------------------------------------------


def open_fight(combat: SovereignCombat) -> None:
    """Make executions, and settle who is surprised; their enemies have a free round.

    Rules: surprise.free-round, surprise.gm-decides, surprise.is-round-zero,
    surprise.free-round-order.
    """
    combat.phase = INITIATIVE_PHASE
    combat.round = 0
    if combat.executions:
        execution.carry_out(combat)
    combat.round = 1
    how, _, names = combat.surprise.partition(" ")
    taken = [int(word) for word in names.split()]
    if "surprise" in combat.topics:
        taken = setup.asked(combat, taken)
        how = how or "given"
    free = [side for side in range(len(combat.side_ids)) if side not in taken]
    for side in taken:
        if setup.anticipates(combat, side) or not free:
            continue
        by = combat.ambusher if combat.ambusher in free else free[0]
        if how == "given" or setup.succeeds(combat, by, side, how):
            condition.surprise(combat, side)
    off = [
        side for side in taken if any(unit.surprised for unit in combat.units if unit.side == side)
    ]
    if off:
        combat.round = 0
        others = [side for side in range(len(combat.side_ids)) if side not in off]
        combat.order = [side for side in others if side == combat.party]
        combat.order += [side for side in others if side != combat.party]
        combat.phase = ROUND_PHASE


def roll_initiative(combat: SovereignCombat) -> None:
    """Roll once for every side.

    Rules: init.highest-first, init.party-wins-ties, init.never-rerolled.
    """
    for unit in combat.units:
        changes.set_surprised(combat, unit, False, "surprise.before-initiative")
    totals: list[int] = []
    taking: list[int] = []  # sides of which somebody is left
    for side in range(len(combat.side_ids)):
        totals.append(0)
        if any(unit.side == side and unit.present for unit in combat.units):
            taking.append(side)
            totals[side] = setup.initiative_of(combat, side)
    combat.order = ordered(combat, taking, totals)
    combat.round = 1
    combat.turn_of = 0
    combat.phase = ROUND_PHASE
    if combat.watched:
        tell_order(combat, totals)


def tell_order(combat: SovereignCombat, totals: list[int]) -> None:
    """Tell which side is first, by what to what. Rules: init.highest-first, init.party-wins-ties.

    The numbers of two others that have tied have been told with their dice.
    """
    first = combat.order[0]
    most = totals[first]
    next_best = max([totals[side] for side in combat.order[1:]])
    name, rule = "initiative", "init.highest-first"
    if next_best == most and first == combat.party:
        name, rule = "initiative tied", "init.party-wins-ties"
    combat.tell(Told(name, -1, first, "", most, rule, next_best))


def ordered(combat: SovereignCombat, sides: list[int], totals: list[int]) -> list[int]:
    """Return sides by their totals. Rules: init.highest-first, init.party-wins-ties."""
    found: list[int] = []
    left = sides[:]
    while left:
        best = max([totals[side] for side in left])
        tied = [side for side in left if totals[side] == best]
        left = [side for side in left if side not in tied]
        if combat.party in tied:
            found.append(combat.party)
            tied.remove(combat.party)
        if len(tied) > 1:
            again = totals[:]
            for side in tied:
                again[side] = setup.untied(combat, side)
            tied = ordered(combat, tied, again)
        found += tied
    return found


# ---- rounds and sides ----------------------------------------------------------------------------


def begin_round(combat: SovereignCombat) -> None:
    """Begin a round: all may act again. Rule: turn.round."""
    for unit in combat.units:
        unit.acted = False
        resource.refresh(combat, unit)
    combat.clear(ROUND)
    combat.struck = []
    combat.joined = []
    combat.turn_of = 0
    combat.early = any(twice_alert(unit) for unit in combat.units)
    combat.phase = SIDE_PHASE
    combat.mark_changed()
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "turn.round"))


def twice_alert(unit: SovereignCombatant) -> bool:
    """Return whether it acts before the sides do. Content: alert."""
    return unit.sheet.feat("alert") > 1 and unit.present


def ready(combat: SovereignCombat, side: int) -> list[int]:
    """Return who of a side may act now."""
    return [
        unit.index
        for unit in combat.units
        if unit.side == side
        and not unit.acted
        and unit.able()
        and (not combat.early or twice_alert(unit))
    ]


def pick(combat: SovereignCombat) -> None:
    """Let the side choose who acts next.

    Rules: turn.sides-in-order, turn.members-any-order, economy.response-windows.
    """
    side = combat.order[combat.turn_of]
    waiting = ready(combat, side)
    if not waiting:
        if not combat.turn_of and not combat.early and not acted(combat, side):
            windows.answered(combat, windows.Moment(ends_round(combat)), rolled=False)
        end_side(combat, side)
        return
    who = waiting[0]
    if len(waiting) > 1:
        who = combat.ask(acting.Pick(combat, side, waiting)) - 1
    begin_turn(combat, combat.units[who])


def acted(combat: SovereignCombat, side: int) -> bool:
    """Return whether a side's turn had any turn of its members, and windows after them."""
    return any(unit.acted for unit in combat.units if unit.side == side)


def end_side(combat: SovereignCombat, side: int) -> None:
    """Go on to the next side, or end the round.

    Rules: turn.start-of-next-turn, turn.sides-in-order, init.never-rerolled.
    """
    if not combat.early:
        for unit in combat.units:
            if unit.side == side and not unit.acted:
                condition.start(combat, unit)
                lose(combat, unit, BLADED)
    combat.turn_of += 1
    if combat.turn_of >= len(combat.order):
        combat.turn_of = 0
        if combat.early:
            combat.early = False
        else:
            end_round(combat)


# ---- turns ---------------------------------------------------------------------------------------


def begin_turn(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Begin a turn: what lasted until now ends, a retreat begins. Rule: turn.start-of-next-turn."""
    combat.active = unit.index
    combat.phase = ACT_PHASE
    unit.acted = True
    combat.clear(TURN)
    combat.clear(OWN, unit.index)
    condition.start(combat, unit)
    combat.mark_changed()
    if combat.watched:
        combat.tell(TurnBegan(unit.index, "turn.member-completes"))
    if unit.effects and unit.has(BLADED):
        keep_blades(combat, unit)
    if unit.retreating and not unit.broken:
        # Whoever fled by its own will may change its mind.
        changes.set_retreating(combat, unit, False, "end.pursuit")
    if (unit.broken or unit.has(AFRAID)) and not unit.fighting:
        retreat.retreat(combat, unit)
    elif unit.sheet.npc and not unit.sheet.pc:
        retreat.pursue(combat, unit)


def keep_blades(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Give up a Move, or let the blades about one fall: shield-of-daggers."""
    options = [(1, "give up the Move"), (PASS, "let the blades fall")]
    if unit.step and combat.ask(Ask(unit.seats, unit.index, "economy.move", options, 1)) == 1:
        changes.set_move(combat, unit, False, "economy.move")
    else:
        lose(combat, unit, BLADED)


def go_on(combat: SovereignCombat, unit: SovereignCombatant) -> None:
    """Take one action, or end the turn. Rules: turn.member-completes, turn.actions-any-order."""
    if not unit.able() or unit.holding:
        end_turn(combat)
        return
    answer = combat.ask(acting.Act(combat, unit, held=False))
    if answer == PASS:
        end_turn(combat)
    else:
        performed.perform(combat, unit, answer)


def end_turn(combat: SovereignCombat) -> None:
    """End the turn of whoever acts."""
    combat.active = -1
    combat.phase = GAP_PHASE
    combat.mark_changed()


def gap(combat: SovereignCombat) -> None:
    """Between two turns: swarms may strike, Instants may be taken.

    Rules: swarm.one-attack, economy.response-windows.
    """
    combat.phase = SIDE_PHASE
    swarm.between_turns(combat)
    windows.answered(combat, windows.Moment(ends_round(combat)), rolled=False)


def ends_round(combat: SovereignCombat) -> bool:
    """Return whether nobody acts any more in this round."""
    if combat.early:
        return False
    return not any(ready(combat, side) for side in combat.order[combat.turn_of :])


def end_round(combat: SovereignCombat) -> None:
    """End a round, in the order of the rule. Rules: turn.end-of-round-order, end.objective."""
    rule = "turn.end-of-round-order"
    resource.lapse(combat)
    maneuver.squeeze(combat)
    items.burn(combat)
    death.expire(combat)
    condition.count_down(combat)
    falling.plunge(combat)
    for unit in combat.units:
        changes.set_charging(combat, unit, False, rule)
        changes.set_disengaged(combat, unit, 0, rule)
        changes.set_disrupted(combat, unit, False, rule)
        changes.set_steeled(combat, unit, False, rule)
    items.clear_smoke(combat)
    combat.phase = ROUND_PHASE
    if combat.round == 0:
        combat.phase = INITIATIVE_PHASE  # surprise.before-initiative
        return
    end.check_objectives(combat, objectives.ROUND_END)
    if combat.outcome:
        return
    end.stall(combat)
    combat.round += 1
