"""Rounds and turns: whose turn it is, its start and its end."""

from __future__ import annotations

from affray.core.choice import PASS
from affray.core.combat import OWN, ROUND, TURN
from affray.core.dice import OTHER
from affray.core.effect import NEXT_TURN_END, TURN_END, TURN_START
from affray.core.event import RoundBegan, Told, TurnBegan
from affray.rulesets.icon import choice, end, ledger, resource, setup
from affray.rulesets.icon.action import legal, operation, using
from affray.rulesets.icon.condition import cleansing, effects, saves, traits
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.geometry import terrain
from affray.rulesets.icon.movement import edge, exits
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ATTACKED, DECLARE, FIRST_OWN, NORMAL, PLACE, SLOW


def step(combat: IconCombat) -> None:
    """Go on by one step."""
    if combat.phase == PLACE:
        setup.place_next(combat)
    elif combat.phase == DECLARE:
        declare(combat)
    elif combat.active >= 0:
        go_on(combat, combat.units[combat.active])
    else:
        next_turn(combat)
    end.check(combat)


def start_round(combat: IconCombat) -> None:
    """Begin a round.

    Rules: turn.round-ends, turn.next-round-starter, foe.elite, turn.one-per-round,
    turn.reinforcements.
    """
    combat.round += 1
    combat.clear(ROUND)
    latest = combat.latest if combat.latest >= 0 else combat.last
    combat.starter = 0 if latest < 0 else 1 - latest
    combat.opened = False
    for unit in combat.units:
        unit.declared = False
        unit.turns = 2 if unit.sheet.elite else 0 if unit.sheet.legend else 1
    if combat.watched:
        combat.tell(RoundBegan(combat.round, "turn.round-ends"))
    setup.arrive(combat)


def declare(combat: IconCombat) -> None:
    """Ask the next character whether it takes a slow turn, players before the GM.

    Rules: turn.slow-declare, turn.slow-forced.
    """
    if combat.place == 0:
        start_round(combat)
    place = 0
    for side in (0, 1):
        for unit in combat.units:
            if unit.side != side:
                continue
            place += 1
            if place <= combat.place:
                continue
            acts = unit.turns > 0 or (unit.sheet.legend and not fresh(combat, unit))
            if acts and in_play(unit) and not unit.goes_slow():
                combat.place = place
                menu = [(PASS, "normal turn"), (1, "slow turn")]
                asked = choice.Pick(unit.seats, unit.index, "turn.slow-declare", menu, "slow-turn")
                unit.declared = combat.ask(asked) != PASS
                if unit.declared and combat.watched:
                    combat.tell(Told("goes slow", unit.index, -1, "", 0, "turn.slow-declare"))
                return
    combat.place = 0
    combat.phase = NORMAL


def acts_normally(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether somebody can take a normal turn.

    Rules: turn.slow-after-all, turn.slow-forced, turn.defeated-skip, foe.elite, foe.legend,
    turn.rescued-acts, action.delay.
    """
    if unit.turns <= 0 or unit.sheet.legend or not in_play(unit):
        return False
    if not unit.goes_slow():
        return True
    return unit.turns > 1 and not unit.must_slow


def may_act(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether somebody can take a turn in this part of the round."""
    if combat.phase == SLOW:
        return unit.turns > 0 and in_play(unit)
    return acts_normally(combat, unit)


def next_turn(combat: IconCombat) -> None:
    """Let somebody begin a turn.

    Rules: turn.sides-alternate, turn.leftover-consecutive, turn.pc-first, turn.slow-alternates,
    turn.slow-all-players, turn.starter-unable, turn.rescued-acts, foe.legend.
    """
    while combat.owed:
        who = combat.owed.pop(0)
        if in_play(combat.units[who]):
            begin(combat, combat.units[who], slow=False, extra=True)
            return
    slow = combat.phase == SLOW
    if slow and any(acts_normally(combat, unit) for unit in combat.units):
        slow = False  # somebody rescued: all normal turns come before the slow ones
    ready = [
        [
            unit
            for unit in combat.units
            if unit.side == side
            and (may_act(combat, unit) if slow else acts_normally(combat, unit))
        ]
        for side in (0, 1)
    ]
    if not ready[0] and not ready[1]:
        next_part(combat)
        return
    side = 1 - combat.last if combat.opened else combat.starter
    if combat.round == 1 and not combat.opened:
        heroes = [unit for unit in ready[0] if unit.sheet.pc]
        if heroes:
            ready[0] = heroes
        elif not slow:
            side = 1
    if not ready[side]:
        side = 1 - side
    unit = combat.units[choice.pick_who_acts(combat, ready[side])]
    begin(combat, unit, slow=slow)


def next_part(combat: IconCombat) -> None:
    """Go on from normal to slow turns, and from those to the next round.

    Rules: turn.slow-after-all, turn.round-ends.
    """
    if combat.phase == NORMAL:
        combat.phase = SLOW
        for unit in combat.units:
            unit.declared = unit.declared or (unit.turns > 0 and in_play(unit))
        return
    end.objectives(combat, round_end=True)
    if combat.outcome:
        return
    for unit in combat.units:
        if not in_play(unit) and (unit.turns or unit.sheet.legend):
            lapse(combat, unit)
    if combat.round >= combat.round_limit:
        end.close(combat, -1, "end.alternate-conditions")
        return
    combat.phase = DECLARE
    combat.place = 0


def lapse(combat: IconCombat, unit: IconCombatant) -> None:
    """End what was to last until a turn that somebody out of the fight could not take.

    Rules: turn.defeated-skip, turn.round-ends.
    """
    ledger.expire(combat, TURN_START, unit.index)
    terrain.revert(combat, TURN_START, unit.index)
    promote_ends(combat, unit)
    ledger.expire(combat, TURN_END, unit.index)
    terrain.revert(combat, TURN_END, unit.index)


def promote_ends(combat: IconCombat, unit: IconCombatant) -> None:
    """Let what lasts until the end of somebody's next turn mean this one."""
    combat.promote_ends(unit.index)
    for patch in combat.patches:
        if patch.ends == NEXT_TURN_END and patch.anchor == unit.index:
            patch.ends = TURN_END


def begin(combat: IconCombat, unit: IconCombatant, *, slow: bool, extra: bool = False) -> None:
    """Start a turn; ``extra``: it stands outside the alternation.

    Rules: foe.elite, foe.legend, action.limited-uses.
    """
    combat.active = unit.index
    combat.latest = unit.side
    if not extra:
        combat.opened = True
        combat.last = unit.side
        unit.turns = max(0, unit.turns - 1)
    unit.slow_now = slow
    unit.ended = False
    combat.clear(TURN)
    combat.mark_changed()
    if combat.watched:
        rule = "turn.slow-alternates" if slow else "turn.sides-alternate"
        combat.tell(TurnBegan(unit.index, rule, "slow" if slow else ""))
    if unit.sheet.legend:
        unit.set_count(ATTACKED, 0)
    if start_of_turn(combat, unit):
        ledger.set_actions(combat, unit, 2, "action.two-per-turn")
    else:
        finish(combat, unit)


def start_of_turn(combat: IconCombat, unit: IconCombatant) -> bool:
    """Do what the start of a turn brings, in the order of the rule; False if it is out.

    Rules: turn.start-sequence, resource.resolve-gain, interrupt.uses, action.delay,
    blight.damage, terrain.edge-pc-return.
    """
    if unit.returns() and not edge.come_back(combat, unit):
        return False
    if unit.slow_now or not unit.sheet.legend:
        unit.must_slow = False
        using.use_delayed(combat, unit)
    if not unit.able():
        return False
    resource.give_resolve(combat, unit, 1)
    combat.clear(OWN, unit.index)
    ledger.expire(combat, TURN_START, unit.index)
    terrain.revert(combat, TURN_START, unit.index)
    promote_ends(combat, unit)
    taking.blights_hurt(combat, unit)
    recharge(combat, unit)
    start_effects(combat, unit)
    return unit.able()


def recharge(combat: IconCombat, unit: IconCombatant) -> None:
    """Roll for each spent ability that recharges. Rules: action.recharge, roll.special-rolls."""
    for place, ability in enumerate(unit.sheet.abilities):
        if ability.recharge and unit.used[FIRST_OWN + place]:
            die = saves.SpecialDie(6, ability.recharge)
            if combat.throw(die, OTHER, unit.index, "action.recharge"):
                ledger.set_used(combat, unit, place, 0, "action.recharge")


def start_effects(combat: IconCombat, unit: IconCombatant) -> None:
    """Let traits and summons act, in the order that the controller chooses.

    Rule: turn.start-sequence.
    """
    due = [(1 + place, trait.id) for place, trait in enumerate(unit.sheet.traits) if trait.at_turn]
    patches = combat.patches[:]
    beside = traits.beside_summons(combat, unit)
    first = 1 + len(unit.sheet.traits)
    for place, number in enumerate(beside):
        due.append((first + place, f"{patches[number].summon} {1 + number}"))
    while due and unit.able():
        answer = due[0][0]
        if len(due) > 1:
            rule = "turn.start-sequence"
            asked = choice.Pick(unit.seats, unit.index, rule, due, "let-act", answer)
            answer = combat.ask(asked)
        due = [one for one in due if one[0] != answer]
        if answer < first:
            start_trait(combat, unit, answer - 1)
            continue
        patch = patches[beside[answer - first]]
        if patch in combat.patches:
            traits.act_of(combat, patch, unit)


def start_trait(combat: IconCombat, unit: IconCombatant, place: int) -> None:
    """Let a trait do what it does at the start of a turn."""
    one = unit.sheet.traits[place]
    if one.alone and exits.foe_adjacent(combat, unit):
        return
    if one.optional:
        menu = [(PASS, "not now"), (1, one.id)]
        rule = "turn.start-sequence"
        asked = choice.Pick(unit.seats, unit.index, rule, menu, "let-act", what=one.name)
        if combat.ask(asked) == PASS:
            return
    use = traits.use_of(combat, unit, one, unit.index)
    combat.begin_use(use)
    for op in one.at_turn:
        operation.run(combat, use, op)
    combat.end_use()


def go_on(combat: IconCombat, unit: IconCombatant) -> None:
    """Take one action, or end the turn. Rules: action.two-per-turn, action.end-turn."""
    if not unit.able() or unit.ended:
        finish(combat, unit)
        return
    answer = combat.ask(legal.Act(combat, unit))
    if answer == PASS:
        finish(combat, unit)
        return
    using.take_action(combat, unit, answer)
    if not unit.able() or unit.ended:
        finish(combat, unit)


def finish(combat: IconCombat, unit: IconCombatant) -> None:
    """End a turn, in the order of the rule.

    Rules: turn.end-sequence, effect.regeneration, status.end-turn-saves, terrain.edge-removal,
    end.flee, turn.defeated-skip.
    """
    ledger.set_actions(combat, unit, 0, "turn.end-sequence")
    unit.ended = False
    if unit.able():
        effects.regenerate(combat, unit)
        cleansing.end_turn_saves(combat, unit)
        end.flee(combat, unit)
    ledger.expire(combat, TURN_END, unit.index)
    terrain.revert(combat, TURN_END, unit.index)
    edge.edge_check(combat, unit.index)
    combat.active = -1
    combat.mark_changed()
    unit.slow_now = False
    if unit.sheet.pc:
        call_legends(combat)
    end.check(combat)
    end.objectives(combat, round_end=False)


def call_legends(combat: IconCombat) -> None:
    """Let legends act after a player character's turn. Rules: foe.legend, turn.reinforcements."""
    left = [unit for unit in combat.units if unit.sheet.pc and unit.turns and in_play(unit)]
    for unit in combat.units:
        if unit.sheet.legend and in_play(unit) and not fresh(combat, unit):
            if unit.goes_slow() and not left:
                unit.turns = 1  # its one slow turn replaces this one
            else:
                combat.owed = [*combat.owed, unit.index]


def fresh(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether somebody has arrived in this round only. Rule: turn.reinforcements."""
    return 0 < combat.round <= unit.arrives


def in_play(unit: IconCombatant) -> bool:
    """Return whether somebody can take a turn now."""
    return unit.able() or unit.returns()
