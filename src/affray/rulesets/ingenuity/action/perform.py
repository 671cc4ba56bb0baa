"""Doing what was chosen: at once, or over as many turns as it takes."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS
from affray.core.event import Told
from affray.core.walk import walk
from affray.rulesets.ingenuity import carrying, condition, death, end
from affray.rulesets.ingenuity.action import (
    hands,
    interact,
    maneuver_use,
    offered,
    power,
    power_use,
    ready,
    task,
)
from affray.rulesets.ingenuity.actions import (
    ABANDON,
    ASSIST,
    ATTACK,
    CEASE,
    COMMAND,
    COVER,
    ENDING,
    FATE_ACTION,
    FATE_OTHER,
    FATE_RECOVER,
    GO_ON,
    GUARD,
    IMPROVISE,
    INTERACT,
    KILL,
    LEAVE,
    LOOSE,
    MANEUVER,
    MOVE,
    POWER,
    PRONE,
    READY,
    RELOAD,
    RESUSCITATE,
    SEARCH,
    SHAKE,
    SHED,
    SIMPLE,
    SMOTHER,
    SPACE,
    SPRINT,
    STAND,
    STAUNCH,
    STEP,
    SURRENDER,
    TALENT,
    TASK,
    WAIT,
    a_of,
    b_of,
    cell_of,
    code_of,
    verb_of,
    way_of,
)
from affray.rulesets.ingenuity.attack import sequence, weapon
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import act, fate, means
from affray.rulesets.ingenuity.choice.menu import Listed
from affray.rulesets.ingenuity.movement import moving
from affray.rulesets.ingenuity.resource import spending, talents
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import (
    BEGUN,
    COMMANDED,
    ENTERS,
    MOVES,
    RELOADING,
    SPRINTS,
    STEPS,
)

WORKED: Final = (TASK, ASSIST, RELOAD, RESUSCITATE, KILL)  # actions on what is within reach


def perform(combat: IngenuityCombat, unit: IngenuityCombatant, code: int, own: bool) -> None:
    """Spend the actions and do what was chosen, or begin it.

    Rules: action.default-cost, action.resources, turn.three-actions, action.spanning,
    action.extended.
    """
    verb = verb_of(code)
    price = offered.price_of(combat, unit, code)
    combat.mark_changed()
    if verb == GO_ON:
        work_on(combat, unit)
    elif verb == IMPROVISE:
        improvise(combat, unit, own)
    elif code == ready.OPEN:
        answer = ready.asked_for(combat, unit)
        if answer != PASS:
            perform(combat, unit, answer, own)
    elif price > 1:
        unit.task = RELOADING if verb == RELOAD else BEGUN
        unit.task_code, unit.task_left = code, price
        work_on(combat, unit)
    else:
        spending.set_actions(combat, unit, unit.actions - price)
        do(combat, unit, code, own=own)


def slipped(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Lose an unfinished action if what is worked on has gone out of reach; return whether it has.

    Rule: action.spanning.interrupt.
    """
    if verb_of(unit.task_code) not in WORKED:
        return False
    rule = offered.unfit(combat, unit, unit.task_code, own=True)
    if rule:
        unit.task = unit.task_code = unit.task_left = 0
        combat.mark_changed()
        if combat.watched:
            combat.tell(Told("comes to nothing", unit.index, -1, "", 0, rule))
    return rule != ""


def work_on(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Put the actions left into an unfinished task.

    Rules: action.spanning, action.spanning.first.
    """
    if slipped(combat, unit):
        return
    spent = min(unit.actions, unit.task_left)
    spending.set_actions(combat, unit, unit.actions - spent)
    unit.task_left -= spent
    combat.mark_changed()
    if unit.task_left == 0:
        complete(combat, unit)


def complete(combat: IngenuityCombat, unit: IngenuityCombatant) -> None:
    """Let a task take effect whose cost is spent, if it is still possible.

    Rules: action.spanning, action.no-target, action.spanning.interrupt.
    """
    code = unit.task_code
    unit.task = unit.task_code = unit.task_left = 0
    combat.mark_changed()
    rule = offered.unfit(combat, unit, code, own=True)
    if rule:
        if combat.watched:
            combat.tell(Told("comes to nothing", unit.index, -1, "", 0, rule))
    elif verb_of(code) == RELOAD:
        spending.loaded(combat, unit, unit.pieces[a_of(code)])
    else:
        do(combat, unit, code)


def improvise(combat: IngenuityCombat, unit: IngenuityCombatant, own: bool) -> None:
    """Let a manoeuvre be chosen that was not learned. Rule: maneuver.improvise."""
    found = offered.improvised(combat, unit)
    if not own:
        found = [one for one in found if offered.price_of(combat, unit, one) == 1]
    if not found:
        return
    options = [(PASS, "better not")]
    options += [(one, offered.key(combat, unit, one)) for one in found]
    about = [-1, *[b_of(one) for one in found]]
    asked = Listed(unit.seats, unit.index, "maneuver.improvise", options, PASS, about)
    answer = combat.ask(asked)
    if answer != PASS:
        perform(combat, unit, answer, own)


def do(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    code: int,
    own: bool = True,
    readied: bool = False,
) -> None:
    """Do something whose actions are spent."""
    verb = verb_of(code)
    if verb == ATTACK:
        strike(combat, unit, code)
    elif verb in (MOVE, SPRINT, STEP):
        go(combat, unit, code, own and not readied)
    elif verb == MANEUVER:
        one = combat.library.maneuvers[a_of(code) // 2]
        more = 0 if one in unit.sheet.maneuvers else -1
        boosted = a_of(code) % 2 == 1
        maneuver_use.use(combat, unit, one, combat.units[b_of(code)], boosted, more, readied)
    elif verb == POWER:
        cast(combat, unit, code)
    elif verb == COMMAND:
        command(combat, unit, combat.units[b_of(code)])
    elif verb == KILL:
        killing_strike(combat, unit, code)
    elif verb == RESUSCITATE:
        task.resuscitate(combat, unit, combat.units[b_of(code)])
    elif verb == SPACE:
        strike_space(combat, unit, code)
    elif verb in hands.VERBS:
        hands.handle(combat, unit, code)
    elif verb == TASK:
        task.carry_out(combat, unit, a_of(code))
        if combat.tries[a_of(code)] < 0:
            interact.solved(combat, unit, combat.tasks[a_of(code)].id)
    elif verb == INTERACT:
        interact.use(combat, unit, code)
    elif verb == ASSIST:
        task.assist(combat, unit, a_of(code), b_of(code))
    else:
        act_alone(combat, unit, code)


def strike(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Attack somebody with a weapon. Rule: action.attack."""
    each, piece = weapon.arms(combat, unit)[a_of(code) // 2]
    deed = Attack(unit.index, b_of(code), each, piece)
    deed.ranged = a_of(code) % 2 == 1
    deed.thrown = deed.ranged and each.thrown
    means.choose_how(combat, unit, deed)
    sequence.attack(combat, deed)


def strike_space(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Attack a space in which somebody unseen may be.

    Rules: attack.unseen-target, attack.multiple.counted.
    """
    each, piece = weapon.arms(combat, unit)[way_of(code) // 2]
    cell = cell_of(code)
    for other in combat.units:
        if other.present and other is not unit and other.cell >= 0:
            if cell in combat.grid.footprint(other.cell, other.size):
                strike(combat, unit, code_of(ATTACK, way_of(code), other.index))
                return
    deed = Attack(unit.index, unit.index, each, piece)
    deed.ranged = way_of(code) % 2 == 1
    deed.thrown = deed.ranged and each.thrown
    spending.use_ammunition(combat, unit, deed, 1)
    if cell in combat.grid.hp and not combat.ruined(cell):
        sequence.strike_object(combat, unit, deed, cell)
        return
    sequence.mark(unit, deed)
    sequence.fail(unit, deed)
    if deed.thrown and piece is not None:
        carrying.part_with(combat, unit, piece, -1 if each.breaks else cell)
    if combat.watched:
        combat.tell(
            Told(
                "strikes at nothing", unit.index, -1, each.id, 0, "attack.unseen-target", cell=cell
            )
        )


def cast(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Use a power on somebody, or on a place that is chosen. Rules: power.steps, power.area."""
    one = combat.library.powers[a_of(code)]
    target = combat.units[b_of(code)]
    centre = target.cell
    if one.works in power.PLACED:
        centre = power_use.place(combat, unit, one)
        if centre < 0:
            return
    power_use.use(combat, unit, one, target, centre)


def go(combat: IngenuityCombat, unit: IngenuityCombatant, code: int, own: bool) -> None:
    """Make a Move, a Sprint or a Step.

    Rules: action.move, action.sprint, action.free.step, movement.diagonals.scope.
    """
    verb = verb_of(code)
    if verb == STEP:
        unit.set_count(STEPS, 1)
        moving.shift(combat, unit, cell_of(code))
        return
    pool = condition.speed(unit)
    if verb == SPRINT:
        spending.spend(combat, unit, spending.sprint_price(unit), 0)
        unit.count(SPRINTS)
    else:
        unit.set_count(MOVES, 1)
        if unit.talented("sprinter") and unit.stamina > 0:
            options = [(PASS, "at one's speed"), (1, "twice as far")]
            if combat.ask(Listed(unit.seats, unit.index, "action.move", options)) != PASS:
                spending.spend(combat, unit, 1, 0)
                pool *= 2
    walk(combat, moving.Move(combat, unit, pool, own))


def move_on(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Let a Move or Sprint follow at once on an Escape; return whether one did."""
    if combat.active != unit.index:
        return False
    options: list[tuple[int, str]] = []
    for verb in (MOVE, SPRINT):
        if not offered.forbids(combat, unit, code_of(verb), own=True):
            options.append((code_of(verb), SIMPLE[verb]))
    if not options:
        return False
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Listed(unit.seats, unit.index, "condition.hidden", options, answer))
    spending.set_actions(combat, unit, unit.actions - 1)
    go(combat, unit, answer, own=True)
    return True


def command(combat: IngenuityCombat, unit: IngenuityCombatant, ally: IngenuityCombatant) -> None:
    """Let an ally take one action at once. Rules: action.command, action.command.limits."""
    spending.spend(combat, unit, 0, spending.command_price(unit))
    unit.add_bits(COMMANDED, 1 << ally.index)
    if combat.watched:
        combat.tell(Told("commands", unit.index, ally.index, "", 0, "action.command"))
    had = ally.actions
    spending.set_actions(combat, ally, 1, "action.command")
    answer = combat.ask(act.Act(combat, ally, False))
    if answer != PASS:
        perform(combat, ally, answer, False)
    spending.set_actions(combat, ally, had, "action.command")


def killing_strike(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Try to kill the unconscious; what fails is an attack. Rule: death.killing-strike.failure."""
    target = combat.units[b_of(code)]
    for each, piece in weapon.arms(combat, unit):
        if each.number == a_of(code):
            deed = Attack(unit.index, target.index, each, piece)
            deed.ranged = not each.melee
            deed.lethal = True
            means.choose_how(combat, unit, deed)
            if not death.killing_strike(combat, unit, target, deed):
                sequence.attack(combat, deed)
            return


def act_alone(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Do what needs nobody else."""
    verb = verb_of(code)
    if verb in ENDING:
        spending.set_actions(combat, unit, 0, "action.ends-turn")
        if verb == READY:
            unit.readied = ready.trigger_of(code)
            unit.awaits = b_of(code) - 1
            unit.ready_code = ready.what_readied(unit, code)
            unit.awaits_at = -1
            if unit.readied == ENTERS:
                unit.awaits_at = ready.choose_space(combat, unit)
        else:  # action.guard, action.wait
            condition.until_next(combat, unit, "guarding" if verb == GUARD else "waiting")
    elif verb == STAND:
        condition.set_prone(combat, unit, False, "action.stand-up")
    elif verb == COVER:
        condition.take_cover(combat, unit, "action.seek-cover")
    elif verb == PRONE:
        condition.fall_prone(combat, unit, "action.free.drop-prone")
    elif verb == SEARCH:
        task.search(combat, unit)
    elif verb in (SMOTHER, STAUNCH):
        task.treat(combat, unit, combat.units[b_of(code)], verb)
    elif verb == SHAKE:
        condition.wake(combat, combat.units[b_of(code)], "action.interact")
    elif verb == SURRENDER:
        end.surrender(combat, unit)
    elif verb == LEAVE:
        end.flee(combat, unit)
    elif verb == SHED:
        condition.lose(combat, unit, "netted")
    elif verb == LOOSE:
        condition.let_go(combat, unit)
    elif verb == CEASE:
        condition.stop_concentrating(combat, unit)
    else:
        act_on_fate(combat, unit, code)
    combat.mark_changed()
    if combat.watched and verb in (GUARD, WAIT, READY, STAND, COVER):
        combat.tell(Told("does", unit.index, -1, offered.key(combat, unit, code)))


def act_on_fate(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> None:
    """Spend fate, use talents, drop tasks. Rules: fate.action, fate.recover, fate.other."""
    verb = verb_of(code)
    if verb == FATE_ACTION:
        fate.gain_action(combat, unit)
    elif verb == FATE_RECOVER:
        fate.recover(combat, unit, a_of(code))
    elif verb == FATE_OTHER:
        fate.use_otherwise(combat, unit, a_of(code))
    elif verb == ABANDON:
        act.abandon(unit)
    elif verb == TALENT:
        talents.use_talent(combat, unit, a_of(code))
