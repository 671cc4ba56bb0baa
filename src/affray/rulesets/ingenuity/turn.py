"""Rounds and turns: a step is one action of a turn, or the bookkeeping between turns."""

from __future__ import annotations

from affray.core.choice import PASS, Menu, UnlistedMenu
from affray.core.combat import OWN, ROUND, TURN
from affray.core.effect import NEXT_TURN_END, ROUND_END, TURN_END, TURN_START
from affray.rulesets.ingenuity import (
    act,
    action,
    choice,
    condition,
    damage,
    end,
    hands,
    maneuver,
    setup,
    test,
    volley,
    zone,
)
from affray.rulesets.ingenuity import code as codes
from affray.rulesets.ingenuity.state import (
    ACT_PHASE,
    CAUSED,
    DEPLOY_PHASE,
    FIRE,
    INSIGHT,
    INTELLECT,
    NO_BRANDISH,
    NO_TRIGGER,
    ORDER_PHASE,
    PICK_PHASE,
    RAGED,
    RANKS,
    REACTIONS,
    START_PHASE,
    TYPELESS,
    Condition,
    IngenuityCombat,
    Unit,
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
    combat.expire(moment, anchor)
    for unit in sleepers:
        if not unit.is_held("sleeping") and unit.present and not unit.awake and unit.health > 0:
            condition.wake(combat, unit, "power.steps")
    for unit in jarred:
        if not unit.is_held("disarmed"):
            for piece in unit.pieces:
                piece.jarred = 0


# ---- between turns -------------------------------------------------------------------------------


def pick(combat: IngenuityCombat) -> None:
    """Give the next team's member its turn.

    Rules: turn.alternate, turn.team-picks, turn.free-order, turn.exhausted-team, turn.must-act,
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
        options = [(1 + one, combat.units[one].name) for one in able]
        seats = 0
        for one in able:
            seats |= combat.units[one].seats
        who = combat.ask(Menu(seats, -1, "turn.team-picks", options, options[0][0])) - 1
    combat.active = who
    combat.phase = START_PHASE
    combat.units[who].acted = True
    if combat.watched:
        combat.say("turn", who)


def end_round(combat: IngenuityCombat) -> None:
    """Let those without a turn suffer, and begin the next round with the first team.

    Rules: turn.no-turn-effects, turn.round-restart, surprise.after, turn.until-next.
    """
    for who in combat.in_order():
        unit = combat.units[who]
        if not unit.acted:
            expire(combat, TURN_START, who)
            unit.readied = NO_TRIGGER
            unit.cover = -1
            volley.cease(combat, unit)
            if unit.present:
                suffer(combat, unit)
                stir(combat, unit)
            expire(combat, NEXT_TURN_END, who)
    expire(combat, ROUND_END, combat.round)
    zone.pass_round(combat)
    for unit in combat.units:
        unit.acted = False
        unit.suffered = False
    end.check(combat)
    if combat.outcome or end.check_round(combat):
        return
    end.change_objectives(combat)
    combat.clear(ROUND)
    combat.helps.clear()  # test.assist
    combat.round += 1
    combat.rota.at = len(combat.rota.order) - 1
    maneuver.forgotten(combat)
    combat.mark_changed()
    if combat.watched:
        combat.say("round", -1, -1, "", combat.round, "turn.round-restart")
    setup.reinforce(combat)


# ---- the start of a turn -------------------------------------------------------------------------


def start(combat: IngenuityCombat, unit: Unit) -> None:
    """Start a turn, in the order of the rule. Rules: turn.start-sequence, turn.three-actions."""
    combat.turns += 1
    combat.clear(TURN)
    combat.clear(OWN, unit.index)
    expire(combat, TURN_START, unit.index)
    combat.promote_ends(unit.index)
    unit.readied = NO_TRIGGER  # action.ready.expiry
    unit.cover = -1
    volley.cease(combat, unit)
    unit.used[REACTIONS] = 0  # reaction.recovery
    suffer(combat, unit)
    if combat.zones and unit.able():
        zone.begin_turn(combat, unit)
    combat.phase = ACT_PHASE
    combat.mark_changed()
    if not unit.able():
        finish(combat, unit)
        return
    unit.actions = 3
    if combat.options[RANKS] and unit.sheet.rank == "legendary":
        unit.actions += 1  # gm.creature-ranks
    lost = unit.amount("stunned")
    if lost:
        unit.actions = max(0, unit.actions - lost)  # condition.stunned
        condition.lose(combat, unit, "stunned")
    if combat.aimed < 0 or unit.index != combat.instigator:
        free_brandish(combat, unit)
    if unit.task:
        resume(combat, unit)


def resume(combat: IngenuityCombat, unit: Unit) -> None:
    """Go on with what is unfinished, or drop it; what went out of reach is lost.

    Rules: action.spanning.first, action.spanning.abandon, action.spanning.interrupt.
    """
    if act.slipped(combat, unit):
        return
    options = [(PASS, "continue"), (1, "abandon")]
    asked = Menu(unit.seats, unit.index, "action.spanning.abandon", options)
    if combat.ask(asked) == PASS:
        act.work_on(combat, unit)
    else:
        unit.task = unit.task_code = unit.task_left = 0


def free_brandish(combat: IngenuityCombat, unit: Unit) -> None:
    """Choose once for free what one holds, once one can act. Rule: setup.free-brandish."""
    if unit.brandished or unit.actions < 1:
        return
    unit.brandished = True
    if combat.options[NO_BRANDISH]:
        return
    options = [(PASS, "keep")]
    others: list[tuple[int, str]] = []
    pieces = hands.at_hand(combat, unit)
    for code in hands.grips(combat, unit, pieces):
        if not hands.forbids_grip(combat, unit, code, pieces):
            useful = hands.worth_holding(combat, pieces, code)
            (options if useful else others).append((code, hands.key(combat, unit, code)))
    if len(options) > 1 or others:
        rule = "setup.free-brandish"
        answer = combat.ask(UnlistedMenu(unit.seats, unit.index, rule, options, others))
        if answer != PASS:
            hands.brandish(combat, unit, answer)


def suffer(combat: IngenuityCombat, unit: Unit) -> None:
    """Let bleeding, burning and poison act, once a round.

    Rules: condition.bleeding, condition.burning, condition.poison, turn.no-turn-effects.
    """
    if unit.suffered:
        return
    unit.suffered = True
    if not unit.effects:
        return
    bleeding = unit.amount("bleeding")
    if bleeding:
        damage.hurt(combat, unit, bleeding, TYPELESS, "condition.bleeding", direct=1)
        condition.lessen(combat, unit, "bleeding", 1)
    burning = unit.amount("burning")
    if burning and unit.present:
        amount = damage.softened(unit, burning, FIRE)
        damage.hurt(combat, unit, amount, FIRE, "condition.burning")
        condition.lessen(combat, unit, "burning", 1)
    for held in unit.effects:
        if held.effect.id == "poison" and unit.present:
            if due(combat, held.source, held.anchor // 1000):
                difficulty = held.anchor % 1000 if held.anchor > 0 else 6
                poison(combat, unit, held.n, difficulty)
            break
    if combat.library.conditions:
        fester(combat, unit)


def fester(combat: IngenuityCombat, unit: Unit) -> None:
    """Let the conditions of packs act. Rules: damage.other-sources, condition.no-stacking."""
    for held in unit.effects[:]:
        effect = held.effect
        if not isinstance(effect, Condition) or effect.harm < 0 or not unit.present:
            continue
        amount = damage.softened(unit, held.n, effect.harm)
        direct = amount if effect.direct < 0 else min(amount, effect.direct)
        damage.hurt(combat, unit, amount, effect.harm, "damage.other-sources", direct=direct)
        if effect.decay:
            condition.lessen(combat, unit, effect.id, effect.decay)


def due(combat: IngenuityCombat, source: int, since: int) -> bool:
    """Return whether an interval of a poison ends in this round. Rule: condition.poison."""
    every = combat.units[source].sheet.poison_every if source >= 0 else 1
    past = combat.round - since
    return past > 0 and past % every == 0 if every > 1 else True


def poison(combat: IngenuityCombat, unit: Unit, n: int, difficulty: int) -> None:
    """Lose health, 1 less if constitution or a fortify test meets it. Rule: condition.poison."""
    level = condition.constitution(unit)
    paid = unit.stamina > 0
    able = paid or unit.fate_points > 0
    if level < difficulty and able and damage.can_react(combat, unit, False, True):
        options = [(PASS, "pass"), (1, "fortify" if paid else "fate and fortify")]
        if combat.ask(Menu(unit.seats, unit.index, "reaction.fortify", options)) != PASS:
            if not paid:
                damage.recover(combat, unit, 1)
            damage.spend_reaction(combat, unit, False, True)
            level = max(level, damage.fortify(combat, unit, difficulty))
    loss = n - 1 if level >= difficulty else n
    if loss > 0:
        damage.hurt(combat, unit, loss, TYPELESS, "condition.poison", direct=loss)
    condition.lessen(combat, unit, "poison", 1)


def stir(combat: IngenuityCombat, unit: Unit) -> None:
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
    if test.make(combat, made) >= held.n and unit.health > 0:
        condition.wake(combat, unit, "power.steps")


# ---- the turn ------------------------------------------------------------------------------------


def go_on(combat: IngenuityCombat, unit: Unit) -> None:
    """Take one action, or what is free, or end the turn.

    Rules: turn.three-actions, action.free, turn.collapse.
    """
    if not unit.able():
        finish(combat, unit)
        return
    asked = choice.Act(combat, unit, True)
    answers = asked.answers() if asked.narrowed() else []
    answer = answers[0] if len(answers) == 1 else combat.ask(asked)
    if unit.index == combat.instigator and combat.aimed >= 0:
        combat.aimed = -1  # setup.instigating-action
    if answer == PASS:
        finish(combat, unit)
        return
    attend(combat, unit, answer)
    act.perform(combat, unit, answer, True)
    if not unit.able() or codes.verb_of(answer) in codes.ENDING:
        finish(combat, unit)
    elif not unit.brandished:
        free_brandish(combat, unit)


def attend(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Note that an action targets who provoked it."""
    if unit.effects and unit.is_held("bidden") and codes.verb_of(code) in action.TARGETED:
        condition.lose_from(combat, unit, "bidden", codes.b_of(code))


def finish(combat: IngenuityCombat, unit: Unit) -> None:
    """End a turn. Rules: turn.unused-lost, turn.collapse."""
    unit.actions = 0
    unit.last_turn = combat.turns
    if unit.present and unit.effects and unit.is_held("raging") and not unit.used[RAGED]:
        tire(combat, unit)
    expire(combat, TURN_END, unit.index)
    combat.active = -1
    combat.phase = PICK_PHASE
    combat.mark_changed()


def tire(combat: IngenuityCombat, unit: Unit) -> None:
    """Let rage take its toll at the end of each later turn: more where nobody was attacked."""
    toll = 1 if unit.used[CAUSED] else 2
    if unit.stamina:
        condition.spend(combat, unit, min(unit.stamina, toll), 0)
    elif unit.endurance:
        unit.endurance -= 1
        combat.quiet = -1
