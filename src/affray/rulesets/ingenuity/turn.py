"""Rounds and turns: a step is one action of a turn, or the bookkeeping between turns."""

from __future__ import annotations

from affray.core.choice import PASS, Menu
from affray.core.combat import OWN, ROUND, TURN
from affray.core.effect import ROUND_END, TURN_END, TURN_START
from affray.rulesets.ingenuity import action, choice, condition, damage, end, setup
from affray.rulesets.ingenuity.state import (
    ACT_PHASE,
    DEPLOY_PHASE,
    FIRE,
    ITEM,
    NO_BRANDISH,
    NO_TRIGGER,
    ORDER_PHASE,
    PICK_PHASE,
    RANKS,
    REACTIONS,
    START_PHASE,
    TYPELESS,
    IngenuityCombat,
    Unit,
)


def step(combat: IngenuityCombat) -> None:
    """Go on by one step, and end the combat if it is decided. Rule: end.last-team."""
    phase = combat.phase
    if phase == DEPLOY_PHASE:
        setup.deploy(combat)
        return
    if phase == ORDER_PHASE:
        setup.arrange(combat)
        return
    if phase == PICK_PHASE:
        pick(combat)
    elif phase == START_PHASE:
        start(combat, combat.units[combat.active])
    else:
        go_on(combat, combat.units[combat.active])
    if not combat.outcome:
        end.check(combat)


def pick(combat: IngenuityCombat) -> None:
    """Give the next team's member its turn.

    Rules: turn.alternate, turn.team-picks, turn.free-order, turn.exhausted-team, turn.must-act,
    turn.round-end.
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
        if unit.present and not unit.acted:
            combat.expire(TURN_START, who)
            unit.readied = NO_TRIGGER
            suffer(combat, unit)
    combat.expire(ROUND_END, -1)
    for unit in combat.units:
        unit.acted = False
        unit.suffered = False
    if end.check_round(combat):
        return
    combat.clear(ROUND)
    combat.round += 1
    combat.rota.at = len(combat.rota.order) - 1
    combat.touch()
    if combat.watched:
        combat.say("round", -1, -1, "", combat.round, "turn.round-restart")


def start(combat: IngenuityCombat, unit: Unit) -> None:
    """Start a turn, in the order of the rule. Rule: turn.start-sequence."""
    combat.clear(TURN)
    combat.clear(OWN, unit.index)
    combat.expire(TURN_START, unit.index)
    combat.ripen(unit.index)
    unit.readied = NO_TRIGGER
    if unit.cover >= 0:
        unit.cover = -1
    unit.used[REACTIONS] = 0
    suffer(combat, unit)
    combat.phase = ACT_PHASE
    combat.touch()
    if not unit.able():
        finish(combat, unit)
        return
    unit.actions = 3
    if combat.options[RANKS] and unit.sheet.rank == "legendary":
        unit.actions += 1
    lost = unit.amount("stunned")
    if lost:
        unit.actions = max(0, unit.actions - lost)
        condition.lose(combat, unit, "stunned")
    if not unit.brandished:
        free_brandish(combat, unit)
    if unit.task:
        options = [(PASS, "continue"), (1, "abandon")]
        menu = Menu(unit.seats, unit.index, "action.spanning.abandon", options)
        if combat.ask(menu) == PASS:
            action.work_on(combat, unit)
        else:
            unit.task = 0
            unit.task_left = 0


def free_brandish(combat: IngenuityCombat, unit: Unit) -> None:
    """Choose once for free what one holds. Rule: setup.free-brandish."""
    unit.brandished = True
    if combat.options[NO_BRANDISH]:
        return
    from affray.rulesets.ingenuity.reaction import piece_word

    options = [(PASS, "keep")]
    for place, piece in enumerate(unit.pieces):
        thing = combat.thing(piece)
        if not piece.held and thing.kind != ITEM and thing.hands <= unit.sheet.hands:
            options.append((1 + place, f"brandish {piece_word(combat, unit, place)}"))
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "setup.free-brandish", options))
        if answer != PASS:
            action.brandish(combat, unit, unit.pieces[answer - 1])


def suffer(combat: IngenuityCombat, unit: Unit) -> None:
    """Let bleeding, burning and poison act, once a round.

    Rules: condition.bleeding, condition.burning, condition.poison, turn.no-turn-effects.
    """
    if unit.suffered:
        return
    unit.suffered = True
    bleeding = unit.amount("bleeding")
    if bleeding:
        damage.hurt(combat, unit, bleeding, TYPELESS, "condition.bleeding", direct=1)
        condition.lessen(combat, unit, "bleeding", 1)
    burning = unit.amount("burning")
    if burning and unit.present:
        damage.hurt(combat, unit, burning, FIRE, "condition.burning")
        condition.lessen(combat, unit, "burning", 1)
    for held in unit.effects:
        if held.effect.id == "poison" and unit.present:
            difficulty = held.anchor if held.anchor > 0 else 6
            poison(combat, unit, held.n, difficulty)
            break


def poison(combat: IngenuityCombat, unit: Unit, n: int, difficulty: int) -> None:
    """Lose health, 1 less if constitution or a fortify test meets it. Rule: condition.poison."""
    level = condition.constitution(unit)
    if level < difficulty and unit.stamina > 0 and damage.can_react(combat, unit):
        options = [(PASS, "pass"), (1, "fortify")]
        if combat.ask(Menu(unit.seats, unit.index, "reaction.fortify", options)) != PASS:
            damage.spend_reaction(combat, unit)
            level = max(level, damage.fortify(combat, unit, -1))
    loss = n - 1 if level >= difficulty else n
    if loss > 0:
        damage.hurt(combat, unit, loss, TYPELESS, "condition.poison", direct=loss)
    condition.lessen(combat, unit, "poison", 1)


def go_on(combat: IngenuityCombat, unit: Unit) -> None:
    """Take one action, or end the turn. Rules: turn.three-actions, turn.collapse."""
    if not unit.able() or (unit.actions == 0 and not open_to(combat, unit)):
        finish(combat, unit)
        return
    answer = combat.ask(choice.Act(combat, unit, True))
    if unit.index == combat.instigator:
        combat.aimed = -1
    if answer == PASS:
        finish(combat, unit)
        return
    action.perform(combat, unit, answer, True)
    if not unit.able() or action.verb_of(answer) in action.ENDING:
        finish(combat, unit)


def open_to(combat: IngenuityCombat, unit: Unit) -> bool:
    """Return whether anything free is left that is worth asking about. Rule: action.free."""
    return unit.fate_points > 0 or unit.cell in combat.exit


def finish(combat: IngenuityCombat, unit: Unit) -> None:
    """End a turn. Rules: turn.unused-lost, turn.collapse."""
    unit.actions = 0
    if unit.is_held("raging") and unit.present:
        if unit.stamina:
            unit.stamina = max(0, unit.stamina - 1)
        else:
            unit.endurance = max(0, unit.endurance - 1)
    combat.expire(TURN_END, unit.index)
    combat.active = -1
    combat.phase = PICK_PHASE
    combat.touch()
