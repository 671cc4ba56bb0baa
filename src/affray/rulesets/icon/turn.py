"""Rounds and turns: whose turn it is, its start and its end."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.combat import OWN, ROUND, TURN
from affray.core.dice import OTHER
from affray.core.effect import TURN_END, TURN_START
from affray.rulesets.icon import ability as abilities
from affray.rulesets.icon import action, choice, condition, damage, end, geometry, movement
from affray.rulesets.icon.state import (
    ATTACKED,
    DECLARE,
    FIRST_OWN,
    FLED,
    NORMAL,
    SLOW,
    STATES,
    IconCombat,
    Unit,
    Use,
)


def step(combat: IconCombat) -> None:
    """Go on by one step."""
    if combat.phase == DECLARE:
        declare(combat)
    elif combat.active >= 0:
        go_on(combat, combat.units[combat.active])
    else:
        next_turn(combat)
    end.check(combat)


# ---- rounds ------------------------------------------------------------------------------------


def start_round(combat: IconCombat) -> None:
    """Rules: turn.round-ends, turn.next-round-starter, foe.elite, turn.one-per-round."""
    combat.round += 1
    combat.clear(ROUND)
    combat.starter = 0 if combat.last < 0 else 1 - combat.last
    combat.opened = False
    for unit in combat.units:
        unit.declared = False
        unit.turns = 2 if unit.sheet.elite else 0 if unit.sheet.legend else 1
    if combat.watched:
        combat.say("round", -1, -1, "", combat.round, "turn.round-ends")


def declare(combat: IconCombat) -> None:
    """Ask the next character whether it takes a slow turn, players before the GM.

    Rules: turn.slow-declare, turn.slow-forced.
    """
    if combat.place == 0:
        start_round(combat)
    order = [one for side in (0, 1) for one in combat.units if one.side == side]
    while combat.place < len(order):
        unit = order[combat.place]
        combat.place += 1
        if (unit.able() or unit.returns()) and not unit.goes_slow():
            menu = [(PASS, "normal turn"), (1, "slow turn")]
            asked = Menu(unit.seats, unit.index, "turn.slow-declare", menu)
            unit.declared = combat.ask(asked) != PASS
            return
    combat.place = 0
    combat.phase = NORMAL


def may_act(combat: IconCombat, unit: Unit) -> bool:
    """Return whether somebody can take a turn in this part of the round.

    Rules: turn.slow-after-all, turn.slow-forced, turn.defeated-skip, foe.elite, foe.legend.
    """
    if unit.turns <= 0 or not (unit.able() or unit.returns()):
        return False
    if combat.phase == SLOW:
        return True
    if unit.sheet.legend:
        return False
    return not unit.goes_slow() or unit.turns > 1


def next_turn(combat: IconCombat) -> None:
    """Let somebody begin a turn.

    Rules: turn.sides-alternate, turn.leftover-consecutive, turn.players-choose, turn.gm-chooses,
    turn.pc-first, turn.slow-alternates, turn.slow-all-players, turn.starter-unable, foe.legend.
    """
    while combat.owed:
        who = combat.owed.pop(0)
        if combat.units[who].able() or combat.units[who].returns():
            begin(combat, combat.units[who], slow=False)
            return
    ready = [
        [one for one in combat.units if one.side == side and may_act(combat, one)]
        for side in (0, 1)
    ]
    if not ready[0] and not ready[1]:
        next_part(combat)
        return
    side = 1 - combat.last if combat.opened else combat.starter
    first = combat.round == 1 and not combat.opened
    if first:
        heroes = [one for one in ready[0] if one.sheet.pc]
        if heroes:
            ready[0] = heroes
        elif combat.phase == NORMAL:
            side = 1
    if not ready[side]:
        side = 1 - side
    who = pick(combat, ready[side])
    unit = combat.units[who]
    begin(combat, unit, slow=combat.phase == SLOW)


def pick(combat: IconCombat, able: list[Unit]) -> int:
    if len(able) == 1:
        return able[0].index
    seats = 0
    for one in able:
        seats |= one.seats
    rule = "turn.players-choose" if able[0].side == 0 else "turn.gm-chooses"
    menu = [(1 + one.index, one.name) for one in able]
    return combat.ask(Menu(seats, -1, rule, menu, menu[0][0])) - 1


def next_part(combat: IconCombat) -> None:
    """Rules: turn.slow-after-all, turn.round-ends."""
    if combat.phase == NORMAL:
        combat.phase = SLOW
        return
    end.objectives(combat, round_end=True)
    if combat.outcome:
        return
    if combat.round >= combat.round_limit:
        end.close(combat, -1, "end.alternate-conditions")
        return
    combat.phase = DECLARE
    combat.place = 0


# ---- a turn ------------------------------------------------------------------------------------


def begin(combat: IconCombat, unit: Unit, *, slow: bool) -> None:
    """Start a turn, in the order of the rule.

    Rules: turn.start-sequence, resource.resolve-gain, interrupt.uses, action.recharge,
    action.delay, foe.elite, foe.legend, blight.damage.
    """
    combat.active = unit.index
    combat.opened = True
    if not unit.sheet.legend or slow or not anybody_waits(combat, unit):
        combat.last = unit.side  # foe.legend: its other turns are extra to the alternation
    unit.turns = max(0, unit.turns - 1)
    unit.slow_now = slow and (not unit.sheet.legend or unit.goes_slow())
    unit.ended = False
    combat.clear(TURN)
    combat.touch()
    if combat.watched:
        combat.say("turn", unit.index)
    if unit.sheet.elite or unit.sheet.legend:
        unit.used[ATTACKED] = 0
    if unit.returns() and not movement.come_back(combat, unit):
        finish(combat, unit)
        return
    if unit.must_slow:
        unit.must_slow = False
        delayed(combat, unit)
    if unit.sheet.pc and unit.able():
        unit.resolve = min(6, unit.resolve + 1)
    combat.clear(OWN, unit.index)
    combat.expire(TURN_START, unit.index)
    revert(combat, TURN_START, unit.index)
    combat.ripen(unit.index)
    for one in combat.patches:
        if one.ends == 4 and one.anchor == unit.index:
            one.ends = TURN_END
    if unit.able():
        damage.blights_hurt(combat, unit)
    if unit.able():
        recharge(combat, unit)
        start_effects(combat, unit)
    if not unit.able():
        finish(combat, unit)
        return
    unit.actions = 2


def anybody_waits(combat: IconCombat, unit: Unit) -> bool:
    """Return whether somebody else has a turn left in this round."""
    return any([one.turns and in_play(one) for one in combat.units if one is not unit])


def delayed(combat: IconCombat, unit: Unit) -> None:
    """Resolve what was announced. Rule: action.delay."""
    if unit.delay < 0:
        return
    whole = unit.sheet.abilities[unit.delay]
    use = Use(unit.index, unit.delay_target, whole)
    use.cells = unit.delay_cells
    use.slow = True
    unit.delay = -1
    unit.delay_cells = []
    unit.delay_target = -1
    inside = geometry.standing(combat, use.cells)
    exempt = whole.reach < 0
    use.area = [one.index for one in inside if one is not unit or not exempt]
    abilities.gather(combat, use)
    combat.using.append(use)
    abilities.resolve(combat, use)
    combat.using.pop()


def recharge(combat: IconCombat, unit: Unit) -> None:
    """Rules: action.recharge, roll.special-rolls."""
    for place, one in enumerate(unit.sheet.abilities):
        if one.recharge and unit.used[FIRST_OWN + place]:
            if combat.roll(6, OTHER, unit.index, "action.recharge") >= one.recharge:
                unit.used[FIRST_OWN + place] = 0


def start_effects(combat: IconCombat, unit: Unit) -> None:
    """Let traits and summons act at the start of a turn. Rule: turn.start-sequence."""
    for trait in unit.sheet.traits:
        if not trait.at_turn or (trait.alone and geometry.foe_adjacent(combat, unit)):
            continue
        if trait.optional:
            menu = [(PASS, "not now"), (1, trait.id)]
            rule = "turn.start-sequence"
            if combat.ask(Menu(unit.seats, unit.index, rule, menu)) == PASS:
                continue
        for op in trait.at_turn:
            condition.grant(combat, unit, op.id, unit.index, op.until)
    abilities.lamps(combat, unit)


def revert(combat: IconCombat, moment: int, anchor: int) -> None:
    """Let terrain go whose time has come."""
    left = []
    for one in combat.patches:
        if not one.summon and one.ends == moment and one.anchor == anchor:
            combat.floor[one.cell] = one.was
        else:
            left.append(one)
    combat.patches = left


def go_on(combat: IconCombat, unit: Unit) -> None:
    """Take one action, or end the turn. Rules: action.two-per-turn, action.end-turn."""
    if not unit.able() or unit.ended:
        finish(combat, unit)
        return
    answer = combat.ask(choice.Act(combat, unit))
    if answer == PASS:
        finish(combat, unit)
        return
    action.perform(combat, unit, answer)
    if not unit.able() or unit.ended:
        finish(combat, unit)


def finish(combat: IconCombat, unit: Unit) -> None:
    """End a turn, in the order of the rule.

    Rules: turn.end-sequence, effect.regeneration, status.end-turn-saves, terrain.edge-removal,
    end.flee.
    """
    unit.actions = 0
    unit.ended = False
    if unit.able():
        if regenerates(combat, unit) and unit.bloodied():
            damage.give_vigor(combat, unit, 1)
        condition.end_turn_saves(combat, unit)
        flee(combat, unit)
    combat.expire(TURN_END, unit.index)
    revert(combat, TURN_END, unit.index)
    movement.edge_check(combat, unit.index)
    combat.active = -1
    combat.touch()
    unit.slow_now = False
    if unit.sheet.pc:
        call_legends(combat)
    end.check(combat)
    end.objectives(combat, round_end=False)


def regenerates(combat: IconCombat, unit: Unit) -> bool:
    """Rules: effect.regeneration, effect.aura."""
    if unit.on("regeneration"):
        return True
    for other in combat.units:
        if other.side == unit.side and other is not unit and other.able():
            if other.stance() == "stance-hearth-ring" and condition.in_ring(combat, other, unit):
                return True
    return False


def flee(combat: IconCombat, unit: Unit) -> None:
    """Rule: end.flee."""
    exits = combat.grid.zones.get("exit", [])
    cells = geometry.footprint(combat, unit)
    if not any([cell in exits for cell in cells]) or unit.has(STATES["immobile"]):
        return
    menu = [(PASS, "stay"), (1, "flee")]
    if combat.ask(Menu(unit.seats, unit.index, "end.flee", menu)) != PASS:
        unit.fate = FLED
        damage.leave(combat, unit)
        if combat.watched:
            combat.say("fled", unit.index, rule="end.flee")


def call_legends(combat: IconCombat) -> None:
    """Let legends act after a player character's turn. Rule: foe.legend."""
    left = [one for one in combat.units if one.sheet.pc and one.turns and in_play(one)]
    for unit in combat.units:
        if unit.sheet.legend and in_play(unit):
            if unit.goes_slow() and not left:
                unit.turns = 1  # its one slow turn replaces this one
            else:
                combat.owed.append(unit.index)


def in_play(unit: Unit) -> bool:
    return unit.able() or unit.returns()
