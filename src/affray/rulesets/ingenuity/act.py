"""Doing what was chosen: at once, or over as many turns as it takes."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu
from affray.core.dice import CHECK
from affray.core.walk import walk
from affray.rulesets.ingenuity import (
    action,
    attack,
    bar,
    bearing,
    condition,
    damage,
    hands,
    hit,
    maneuver,
    movement,
    power,
    prepare,
    task,
    tend,
    test,
    weapon,
)
from affray.rulesets.ingenuity.code import (
    ABANDON,
    ASSIST,
    ATTACK,
    CEASE,
    COMMAND,
    COVER,
    ENDING,
    FATE_ACTION,
    FATE_RECOVER,
    GO_ON,
    GUARD,
    IMPROVISE,
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
    code_of,
    verb_of,
)
from affray.rulesets.ingenuity.state import (
    BEGUN,
    COMMANDED,
    FIGHTING,
    LEFT,
    MOVES,
    RALLIED,
    RELOADING,
    SPRINTS,
    SPURNED,
    STEPS,
    SURRENDERED,
    WINDED,
    IngenuityCombat,
    Piece,
    Unit,
)

WORKED: Final = (TASK, ASSIST, RELOAD, RESUSCITATE, KILL)  # actions on what is within reach
CHEAP: Final = 5  # always prepared: the price of what can be produced


def perform(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> None:
    """Spend the actions and do what was chosen, or begin it.

    Rules: action.default-cost, action.resources, turn.three-actions, action.spanning,
    action.extended.
    """
    verb = verb_of(code)
    price = action.price_of(combat, unit, code)
    combat.mark_changed()
    if verb == GO_ON:
        work_on(combat, unit)
    elif verb == IMPROVISE:
        improvise(combat, unit, own)
    elif price > 1:
        unit.task = RELOADING if verb == RELOAD else BEGUN
        unit.task_code, unit.task_left = code, price
        work_on(combat, unit)
    else:
        unit.actions -= price
        do(combat, unit, code, own=own)


def slipped(combat: IngenuityCombat, unit: Unit) -> bool:
    """Lose an unfinished action if what is worked on has gone out of reach; return whether it has.

    Rule: action.spanning.interrupt.
    """
    if verb_of(unit.task_code) not in WORKED:
        return False
    rule = action.unfit(combat, unit, unit.task_code, own=True)
    if rule:
        unit.task = unit.task_code = unit.task_left = 0
        combat.mark_changed()
        if combat.watched:
            combat.say("comes to nothing", unit.index, -1, "", 0, rule)
    return rule != ""


def work_on(combat: IngenuityCombat, unit: Unit) -> None:
    """Put the actions left into an unfinished task.

    Rules: action.spanning, action.spanning.first.
    """
    if slipped(combat, unit):
        return
    spent = min(unit.actions, unit.task_left)
    unit.actions -= spent
    unit.task_left -= spent
    combat.mark_changed()
    if unit.task_left == 0:
        complete(combat, unit)


def complete(combat: IngenuityCombat, unit: Unit) -> None:
    """Let a task take effect whose cost is spent, if it is still possible.

    Rules: action.spanning, action.no-target, action.spanning.interrupt.
    """
    code = unit.task_code
    unit.task = unit.task_code = unit.task_left = 0
    combat.mark_changed()
    rule = action.unfit(combat, unit, code, own=True)
    if rule:
        if combat.watched:
            combat.say("comes to nothing", unit.index, -1, "", 0, rule)
    elif verb_of(code) == RELOAD:
        loaded(combat, unit, unit.pieces[a_of(code)])
    else:
        do(combat, unit, code)


def loaded(combat: IngenuityCombat, unit: Unit, piece: Piece) -> None:
    """Rules: attack.ammunition, attack.reload.crossbow."""
    thing = combat.thing(piece)
    piece.loaded = min(thing.magazine, unit.ammo[weapon.ammo_of(combat, thing)])
    if combat.watched:
        combat.say("reloads", unit.index, -1, thing.id, 0, "attack.reload.crossbow")


def improvise(combat: IngenuityCombat, unit: Unit, own: bool) -> None:
    """Let a manoeuvre be chosen that was not learned. Rule: maneuver.improvise."""
    found = action.improvised(combat, unit)
    if not own:
        found = [one for one in found if action.price_of(combat, unit, one) == 1]
    if not found:
        return
    options = [(PASS, "better not")]
    options += [(one, action.key(combat, unit, one)) for one in found]
    answer = combat.ask(Menu(unit.seats, unit.index, "maneuver.improvise", options))
    if answer != PASS:
        perform(combat, unit, answer, own)


def do(
    combat: IngenuityCombat, unit: Unit, code: int, own: bool = True, readied: bool = False
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
        maneuver.use(combat, unit, one, combat.units[b_of(code)], boosted, more, readied)
    elif verb == POWER:
        cast(combat, unit, code)
    elif verb == COMMAND:
        command(combat, unit, combat.units[b_of(code)])
    elif verb == KILL:
        killing_strike(combat, unit, code)
    elif verb == RESUSCITATE:
        tend.resuscitate(combat, unit, combat.units[b_of(code)])
    elif verb == SPACE:
        strike_space(combat, unit, code)
    elif verb in hands.VERBS:
        hands.handle(combat, unit, code)
    elif verb == TASK:
        task.carry_out(combat, unit, a_of(code))
    elif verb == ASSIST:
        tend.assist(combat, unit, a_of(code), b_of(code))
    else:
        act_alone(combat, unit, code)


def strike(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Rule: action.attack."""
    each, piece = weapon.arms(combat, unit)[a_of(code) // 2]
    deed = attack.Attack(unit.index, b_of(code), each, piece)
    deed.ranged = a_of(code) % 2 == 1
    deed.thrown = deed.ranged and each.thrown
    weapon.choose_how(combat, unit, deed)
    attack.attack(combat, deed)


def strike_space(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Attack a space in which somebody unseen may be.

    Rules: attack.unseen-target, attack.multiple.counted.
    """
    each, piece = weapon.arms(combat, unit)[a_of(code) // 2]
    cell = b_of(code)
    for other in combat.units:
        if other.present and other is not unit and other.cell >= 0:
            if cell in combat.grid.footprint(other.cell, other.size):
                strike(combat, unit, code_of(ATTACK, a_of(code), other.index))
                return
    deed = attack.Attack(unit.index, unit.index, each, piece)
    deed.ranged = a_of(code) % 2 == 1
    deed.thrown = deed.ranged and each.thrown
    attack.pay(combat, unit, deed, 1)
    if cell in combat.grid.hp and not combat.ruined(cell):
        hit.strike_object(combat, unit, deed, cell)
        return
    attack.mark(unit, deed)
    attack.fail(unit, deed)
    if deed.thrown and piece is not None:
        bearing.part_with(combat, unit, piece, -1 if each.breaks else cell)
    if combat.watched:
        combat.say(
            "strikes at nothing", unit.index, -1, each.id, 0, "attack.unseen-target", cell=cell
        )


def cast(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Rules: power.steps, power.area."""
    one = combat.library.powers[a_of(code)]
    target = combat.units[b_of(code)]
    centre = target.cell
    if one.works in power.PLACED:
        centre = power.place(combat, unit, one)
        if centre < 0:
            return
    power.use(combat, unit, one, target, centre)


def go(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> None:
    """Rules: action.move, action.sprint, action.free.step, movement.diagonals.scope."""
    verb = verb_of(code)
    if verb == STEP:
        unit.used[STEPS] = 1
        movement.shift(combat, unit, b_of(code))
        return
    pool = condition.speed(unit)
    if verb == SPRINT:
        condition.spend(combat, unit, bar.sprint_price(unit), 0)
        unit.used[SPRINTS] += 1
    else:
        unit.used[MOVES] = 1
        if unit.talented("sprinter") and unit.stamina > 0:
            options = [(PASS, "at one's speed"), (1, "twice as far")]
            if combat.ask(Menu(unit.seats, unit.index, "action.move", options)) != PASS:
                condition.spend(combat, unit, 1, 0)
                pool *= 2
    walk(combat, movement.Move(combat, unit, pool, own))


def move_on(combat: IngenuityCombat, unit: Unit) -> bool:
    """Let a Move or Sprint follow at once on an Escape; return whether one did."""
    if combat.active != unit.index:
        return False
    options: list[tuple[int, str]] = []
    for verb in (MOVE, SPRINT):
        if not action.forbids(combat, unit, code_of(verb), own=True):
            options.append((code_of(verb), SIMPLE[verb]))
    if not options:
        return False
    answer = options[0][0]
    if len(options) > 1:
        answer = combat.ask(Menu(unit.seats, unit.index, "condition.hidden", options, answer))
    unit.actions -= 1
    go(combat, unit, answer, own=True)
    return True


def command(combat: IngenuityCombat, unit: Unit, ally: Unit) -> None:
    """Let an ally take one action at once. Rules: action.command, action.command.limits."""
    from affray.rulesets.ingenuity import choice

    condition.spend(combat, unit, 0, bar.command_price(unit))
    unit.used[COMMANDED] |= 1 << ally.index
    if combat.watched:
        combat.say("commands", unit.index, ally.index, "", 0, "action.command")
    had = ally.actions
    ally.actions = 1
    answer = combat.ask(choice.Act(combat, ally, False))
    if answer != PASS:
        perform(combat, ally, answer, False)
    ally.actions = had


def killing_strike(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Rules: death.killing-strike, death.killing-strike.test, death.killing-strike.failure."""
    target = combat.units[b_of(code)]
    for each, piece in weapon.arms(combat, unit):
        if each.number == a_of(code):
            deed = attack.Attack(unit.index, target.index, each, piece)
            deed.ranged = not each.melee
            deed.lethal = True
            weapon.choose_how(combat, unit, deed)
            made = test.Test(unit, deed.attribute, FIGHTING, "death.killing-strike")
            made.purpose = CHECK
            made.target = target.index
            made.better = 1
            made.proficiency = unit.sheet.proficiencies.get(deed.proficiency, 0)
            made.level = condition.constitution(target)
            if test.make(combat, made) >= made.level:
                damage.die(combat, target, "death.killing-strike")
            else:
                attack.attack(combat, deed)
            return


def act_alone(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Do what needs nobody else."""
    verb = verb_of(code)
    if verb in ENDING:
        unit.actions = 0  # action.ends-turn
        if verb == READY:
            unit.readied = a_of(code) % 10
            unit.awaits = a_of(code) // 10 - 1
            unit.ready_code = prepare.what_readied(code)
        else:  # action.guard, action.wait
            condition.until_next(combat, unit, "guarding" if verb == GUARD else "waiting")
    elif verb == STAND:
        unit.prone = False
    elif verb == COVER:
        unit.cover = unit.cell  # action.seek-cover
    elif verb == PRONE:
        condition.fall_prone(combat, unit, "action.free.drop-prone")
    elif verb == SEARCH:
        tend.search(combat, unit)
    elif verb in (SMOTHER, STAUNCH):
        tend.treat(combat, unit, combat.units[b_of(code)], verb)
    elif verb == SHAKE:
        condition.wake(combat, combat.units[b_of(code)], "action.interact")
    elif verb == SURRENDER:
        surrender(combat, unit)
    elif verb == LEAVE:
        damage.gone(combat, unit, LEFT, "end.flee")
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
        combat.say("does", unit.index, -1, action.key(combat, unit, code))


def act_on_fate(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Spend fate, use talents, drop tasks. Rules: fate.action, fate.recover."""
    verb = verb_of(code)
    if verb == FATE_ACTION:
        unit.fate_points -= 1
        unit.actions += 1
        if combat.watched:
            combat.say("spends fate", unit.index, -1, "an action", 0, "fate.action")
    elif verb == FATE_RECOVER:
        damage.recover(combat, unit, a_of(code))
    elif verb == ABANDON:
        unit.task = unit.task_code = unit.task_left = 0  # action.spanning.abandon
    elif verb == TALENT:
        use_talent(combat, unit, a_of(code))


def surrender(combat: IngenuityCombat, unit: Unit) -> None:
    """Lay down arms, if the other side accepts. Rule: end.surrender."""
    for piece in [one for one in unit.pieces if one.held]:
        bearing.drop(combat, unit, piece)
    seats = 0
    for other in combat.units:
        if combat.enemies(unit, other) and other.able():
            seats |= other.seats
    if seats:
        options = [(1, "accept"), (2, "refuse")]
        if combat.ask(Menu(seats, -1, "end.surrender", options, 1)) == 2:
            unit.used[SPURNED] = 1
            return
    unit.fate = SURRENDERED
    condition.interrupt(combat, unit)
    condition.let_go(combat, unit)
    if combat.watched:
        combat.say("surrenders", unit.index, rule="end.surrender")


def half(number: int) -> int:
    """Rule: test.rounding-up."""
    return (number + 1) // 2


def use_talent(combat: IngenuityCombat, unit: Unit, number: int) -> None:
    """Rules: resource.no-regain-in-combat, resource.rest."""
    if combat.watched:
        combat.say("draws on", unit.index, -1, action.TALENTS[number], 0, "resource.rest")
    if number == 2:
        damage.begin_rage(combat, unit)
        return
    unit.used[RALLIED] |= 1 << number
    if number == 0:
        damage.heal(combat, unit, half(unit.most_endurance()), 0, "resource.no-regain-in-combat")
    elif number == 1:
        unit.stamina = min(unit.most_stamina(), unit.stamina + half(unit.most_stamina()))
        unit.used[WINDED] = 1
    else:
        produce(combat, unit)


def produce(combat: IngenuityCombat, unit: Unit) -> None:
    """Have had something cheap about one all along: Always Prepared. Rule: action.interact."""
    cheap = [one for one in combat.library.things if 0 < one.price <= CHEAP and not one.natural]
    options = [(1 + one.number, one.id) for one in cheap]
    number = combat.ask(Menu(unit.seats, unit.index, "resource.rest", options, options[0][0])) - 1
    piece = Piece(number)
    thing = combat.library.things[number]
    piece.serial = unit.index * 100 + 90 + len(unit.pieces) % 10
    piece.loaded = thing.magazine
    piece.uses = thing.uses
    piece.held = weapon.free_hands(combat, unit) >= thing.hands
    unit.pieces.append(piece)
    bearing.weigh(combat, unit)
