"""What can be done in a turn: one function lists, one says no, one does it."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Option
from affray.core.dice import CHECK
from affray.core.walk import walk
from affray.rulesets.ingenuity import (
    attack,
    condition,
    damage,
    geometry,
    maneuver,
    movement,
    power,
    reaction,
    test,
)
from affray.rulesets.ingenuity.state import (
    ATTACKS_ALLY,
    COMMANDED,
    DEXTERITY,
    FIGHTING,
    HANDLING,
    INTELLECT,
    ITEM,
    LEFT,
    LETHAL_ONLY,
    MOVES,
    MOVES_NEAR,
    NONLETHAL,
    PERCEPTION,
    RALLIED,
    RELOADING,
    SPRINTS,
    STEPS,
    SURRENDERED,
    WINDED,
    IngenuityCombat,
    Piece,
    Unit,
)

# Verbs.
ATTACK: Final = 1
MOVE: Final = 2
SPRINT: Final = 3
STEP: Final = 4
STAND: Final = 5
GUARD: Final = 6
WAIT: Final = 7
READY: Final = 8
COMMAND: Final = 9
BRANDISH: Final = 10
RELOAD: Final = 11
RESUSCITATE: Final = 12
COVER: Final = 13
DROP: Final = 14
PRONE: Final = 15
SEARCH: Final = 16
SMOTHER: Final = 17
STAUNCH: Final = 18
KILL: Final = 19
SURRENDER: Final = 20
MANEUVER: Final = 21
POWER: Final = 22
DRINK: Final = 23
FATE_ACTION: Final = 24
FATE_RECOVER: Final = 25
LEAVE: Final = 26
ABANDON: Final = 27
TALENT: Final = 28
ENDING: Final = (GUARD, WAIT, READY)
UNCOMMANDED: Final = (*ENDING, COMMAND, SURRENDER, LEAVE, FATE_ACTION, FATE_RECOVER, STEP)
SIMPLE: Final = {
    MOVE: "move",
    SPRINT: "sprint",
    STAND: "stand up",
    GUARD: "guard",
    WAIT: "wait",
    COVER: "seek cover",
    PRONE: "drop prone",
    SEARCH: "search",
    SURRENDER: "surrender",
    FATE_ACTION: "fate action",
    LEAVE: "leave",
    ABANDON: "abandon task",
}
RESOURCES: Final = ("endurance", "stamina", "focus")
PRICES: Final = {
    ATTACK: 1,
    MOVE: 1,
    SPRINT: 1,
    STAND: 1,
    GUARD: 1,
    WAIT: 1,
    READY: 1,
    COMMAND: 1,
    BRANDISH: 1,
    RESUSCITATE: 2,
    COVER: 1,
    SEARCH: 3,
    SMOTHER: 1,
    STAUNCH: 1,
    KILL: 3,
    DRINK: 1,
    TALENT: 1,
}
TALENTS: Final = ("combat-adrenaline", "second-wind", "rage")


def code_of(verb: int, a: int = 0, b: int = 0) -> int:
    return (verb * 1000 + a) * 1000 + b


def verb_of(code: int) -> int:
    return code // 1000000


def a_of(code: int) -> int:
    return code // 1000 % 1000


def b_of(code: int) -> int:
    return code % 1000


def thinkable(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return everything one may think of, allowed or not, in a fixed order."""
    found = strike_codes(combat, unit)
    for verb in SIMPLE:
        found.append(code_of(verb))
    found.extend([code_of(STEP, 0, cell) for cell in combat.grid.near[unit.cell]])
    for trigger in (MOVES_NEAR, ATTACKS_ALLY):
        found.append(code_of(READY, trigger))
    for place in range(len(unit.pieces)):
        found.append(code_of(DROP, place))
        found.append(code_of(BRANDISH, place))
        found.append(code_of(RELOAD, place))
    for other in combat.units:
        if not other.present or other.cell < 0:
            continue
        who = other.index
        enemy = combat.enemies(unit, other)
        if not enemy:
            for verb in (COMMAND, RESUSCITATE, SMOTHER, STAUNCH):
                found.append(code_of(verb, 0, who))
            for place, piece in enumerate(unit.pieces):
                if combat.thing(piece).endurance:
                    found.append(code_of(DRINK, place, who))
        else:
            for place in range(len(attack.arms(combat, unit))):
                found.append(code_of(KILL, place, who))
        for one in unit.sheet.maneuvers:
            found.append(code_of(MANEUVER, one.number * 2, who))
            if one.boost:
                found.append(code_of(MANEUVER, one.number * 2 + 1, who))
        found.extend([code_of(POWER, one.number, who) for one in unit.sheet.powers])
    found.extend([code_of(FATE_RECOVER, n) for n in range(len(RESOURCES))])
    found.extend([code_of(TALENT, n) for n in range(len(TALENTS))])
    return found


def strike_codes(combat: IngenuityCombat, unit: Unit) -> list[int]:
    """Return every attack on an enemy, with each thing at hand."""
    found: list[int] = []
    for place, (weapon, _) in enumerate(attack.arms(combat, unit)):
        for flies in attack.ways(weapon):
            for other in combat.units:
                if other.present and combat.enemies(unit, other):
                    found.append(code_of(ATTACK, place * 2 + int(flies), other.index))
    return found


def strikes_at(combat: IngenuityCombat, unit: Unit, target: int) -> list[int]:
    """Return the attacks on one target that are legal whoever's turn it is."""
    return [
        code
        for code in strike_codes(combat, unit)
        if b_of(code) == target and not forbids_strike(combat, unit, code)
    ]


def possible(combat: IngenuityCombat, unit: Unit, own: bool) -> list[int]:
    return [code for code in thinkable(combat, unit) if not forbids(combat, unit, code, own)]


def forbids(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> str:
    """Return the rule that forbids an action, "" if none does."""
    verb = verb_of(code)
    if not own and (verb in UNCOMMANDED):
        return "action.command.limits"
    if not own and (PRICES.get(verb, 1) != 1 or verb in (DROP, PRONE, ABANDON)):
        return "action.command.limits"
    if unit.actions < PRICES.get(verb, 0):
        return "turn.three-actions"
    if verb == ATTACK:
        return forbids_strike(combat, unit, code)
    if verb in (MOVE, SPRINT, STEP, STAND, PRONE, COVER, LEAVE):
        return forbids_moving(combat, unit, code, own)
    if verb in (COMMAND, RESUSCITATE, SMOTHER, STAUNCH, KILL, DRINK):
        return forbids_other(combat, unit, code)
    if verb in (DROP, BRANDISH, RELOAD):
        return forbids_piece(combat, unit, code)
    if verb == MANEUVER:
        one = combat.library.maneuvers[a_of(code) // 2]
        boosted = a_of(code) % 2 == 1
        return maneuver.cannot(combat, unit, one, combat.units[b_of(code)], boosted)
    if verb == POWER:
        one_power = combat.library.powers[a_of(code)]
        return power.cannot(combat, unit, one_power, combat.units[b_of(code)])
    if verb == SEARCH:
        near = [one for one in combat.units if one.hidden >> unit.index & 1 and one.present]
        return "" if near else "action.search"
    if verb in (FATE_ACTION, FATE_RECOVER):
        if unit.fate_points < 1:
            return "fate.amount"
        if verb == FATE_RECOVER and lacking(unit, a_of(code)) <= 0:
            return "fate.recover"
        return ""
    if verb == ABANDON:
        return "" if unit.task else "action.spanning.abandon"
    if verb == TALENT:
        return forbids_talent(unit, a_of(code))
    return ""


def forbids_talent(unit: Unit, number: int) -> str:
    if not unit.talented(TALENTS[number]):
        return "sheet.class"
    if number == 2:
        if unit.is_held("raging") or not (unit.harmed() or unit.bloodied()):
            return "damage.harmed-bloodied-only-flags"
        return ""
    return "resource.rest" if unit.used[RALLIED] >> number & 1 else ""


def forbids_strike(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    arms = attack.arms(combat, unit)
    place = a_of(code) // 2
    if place >= len(arms):
        return "sheet.hands"
    weapon, piece = arms[place]
    target = combat.units[b_of(code)]
    return attack.cannot_attack(combat, unit, target, weapon, piece, a_of(code) % 2 == 1)


def forbids_moving(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> str:
    verb = verb_of(code)
    if verb == STAND:
        return "" if unit.prone else "action.stand-up"
    if verb == PRONE:
        return "action.free.drop-prone" if unit.prone else ""
    if verb == COVER:
        if unit.cover == unit.cell:
            return "action.seek-cover"
        beside = geometry.covers_beside(combat, unit.cell, unit.size)
        return "" if beside else "action.seek-cover"
    if verb == LEAVE:
        return "" if unit.cell in combat.exit else "end.flee"
    if verb == STEP:
        if unit.used[MOVES] or unit.used[STEPS] or unit.prone:
            return "action.free.step"
        return "" if b_of(code) in movement.steps(combat, unit) else "action.free.step"
    if verb == MOVE and own and (unit.used[MOVES] or unit.used[STEPS]):
        return "action.move"
    if verb == SPRINT:
        if not own or not (unit.used[MOVES] or unit.used[STEPS]):
            return "action.sprint"
        if sprint_price(unit) > unit.stamina:
            return "action.resources"
    return "" if condition.speed(unit) else "condition.encumbered"


def sprint_price(unit: Unit) -> int:
    """Rules: action.sprint, resource.stamina-costs."""
    return 0 if unit.talented("distance-runner") and not unit.used[SPRINTS] else 1


def forbids_other(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    verb = verb_of(code)
    other = combat.units[b_of(code)]
    apart = geometry.distance(combat, unit, other)
    if verb == COMMAND:
        return forbids_command(combat, unit, other)
    if verb == KILL:
        if other.awake:
            return "death.killing-strike"
        arms = attack.arms(combat, unit)
        if a_of(code) >= len(arms) or not arms[a_of(code)][0].melee:
            return "death.killing-strike.weapon"
        weapon = arms[a_of(code)][0]
        if combat.options[LETHAL_ONLY] and weapon.has(NONLETHAL):
            return "gm.optional-lethal-strikes"
        return "" if apart <= weapon.reach else "death.killing-strike"
    if apart > 1:
        return "geometry.adjacent"
    if verb == RESUSCITATE:
        return "action.resuscitate" if other.awake else ""
    if verb == SMOTHER:
        if not other.is_held("burning"):
            return "action.treat"
        return "" if unit.prone else "action.treat"
    if verb == STAUNCH:
        return "" if other.is_held("bleeding") else "action.treat"
    return "" if other.endurance < other.most_endurance() else "damage.healing"


def forbids_command(combat: IngenuityCombat, unit: Unit, ally: Unit) -> str:
    """Rules: action.command.limits, action.command.once-per-target, surprise.no-command."""
    if ally is unit or not ally.able():
        return "action.command.limits"
    if combat.caught(ally):
        return "surprise.no-command"
    if unit.used[COMMANDED] >> ally.index & 1:
        return "action.command.once-per-target"
    return "" if unit.focus >= command_price(unit) else "resource.focus-costs"


def command_price(unit: Unit) -> int:
    return 1 if unit.talented("tactician") else 2


def forbids_piece(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    verb = verb_of(code)
    if a_of(code) >= len(unit.pieces):
        return "sheet.hands"
    piece = unit.pieces[a_of(code)]
    thing = combat.thing(piece)
    if verb == DROP:
        return "" if piece.held else "action.free.drop-item"
    if verb == BRANDISH:
        if piece.held or thing.kind == ITEM or thing.hands > unit.sheet.hands:
            return "action.brandish"
        return ""
    if not thing.reload or not piece.held or piece.loaded >= thing.magazine or unit.task:
        return "attack.reload.crossbow"
    if unit.actions < 1 or unit.ammo[attack.ammo_of(combat, thing)] < 1:
        return "attack.ammunition"
    return ""


def lacking(unit: Unit, number: int) -> int:
    return (
        unit.most_endurance() - unit.endurance,
        unit.most_stamina() - unit.stamina,
        unit.most_focus() - unit.focus,
    )[number]


# ---- words ---------------------------------------------------------------------------------------


def key(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    verb = verb_of(code)
    if verb in SIMPLE:
        return SIMPLE[verb]
    name = combat.units[b_of(code)].name if verb != STEP else combat.grid.name(b_of(code))
    if verb == ATTACK:
        word = arm_word(combat, unit, a_of(code) // 2)
        return f"{'shoot' if a_of(code) % 2 else 'attack'} {name} with {word}"
    if verb == KILL:
        return f"kill {name} with {arm_word(combat, unit, a_of(code))}"
    if verb == READY:
        return ("", "ready for a move", "ready for an attack")[a_of(code)]
    if verb in (DROP, BRANDISH, RELOAD, DRINK):
        word = reaction.piece_word(combat, unit, a_of(code))
        to = f" to {name}" if verb == DRINK else ""
        deed = {DROP: "drop", BRANDISH: "brandish", RELOAD: "reload", DRINK: "give"}[verb]
        return f"{deed} {word}{to}"
    if verb == MANEUVER:
        more = " boosted" if a_of(code) % 2 else ""
        return f"{combat.library.maneuvers[a_of(code) // 2].id}{more} {name}"
    if verb == POWER:
        return f"{combat.library.powers[a_of(code)].id} {name}"
    if verb == FATE_RECOVER:
        return f"fate {RESOURCES[a_of(code)]}"
    if verb == TALENT:
        return TALENTS[a_of(code)]
    words = {
        STEP: "step",
        COMMAND: "command",
        RESUSCITATE: "resuscitate",
        SMOTHER: "smother",
        STAUNCH: "staunch",
    }
    return f"{words[verb]} {name}"


def arm_word(combat: IngenuityCombat, unit: Unit, place: int) -> str:
    arms = attack.arms(combat, unit)
    weapon, piece = arms[place]
    if piece is not None:
        return reaction.piece_word(combat, unit, unit.pieces.index(piece))
    return weapon.id


def option(combat: IngenuityCombat, unit: Unit, code: int) -> Option:
    verb = verb_of(code)
    word = key(combat, unit, code)
    targets = (
        [] if verb in SIMPLE or verb in (STEP, READY, DROP, BRANDISH, RELOAD) else [b_of(code)]
    )
    return Option(
        code, word, "", unit.index, targets, None, ability(combat, unit, code), PRICES.get(verb, 0)
    )


def ability(combat: IngenuityCombat, unit: Unit, code: int) -> str:
    """Return what an action is done with: a weapon, a manoeuvre, a power; "" if nothing."""
    verb = verb_of(code)
    if verb == ATTACK:
        return arm_word(combat, unit, a_of(code) // 2)
    if verb == KILL:
        return arm_word(combat, unit, a_of(code))
    if verb == MANEUVER:
        return combat.library.maneuvers[a_of(code) // 2].id
    return combat.library.powers[a_of(code)].id if verb == POWER else ""


# ---- doing ---------------------------------------------------------------------------------------


def perform(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> None:
    """Do what was chosen. Rules: action.default-cost, action.resources, turn.three-actions."""
    verb = verb_of(code)
    unit.actions -= PRICES.get(verb, 0)
    combat.touch()
    if verb == ATTACK:
        strike(combat, unit, code)
    elif verb in (MOVE, SPRINT, STEP):
        go(combat, unit, code, own)
    elif verb == MANEUVER:
        one = combat.library.maneuvers[a_of(code) // 2]
        unit.actions -= one.actions
        learned = one in unit.sheet.maneuvers
        boosted = a_of(code) % 2 == 1
        maneuver.use(combat, unit, one, combat.units[b_of(code)], boosted, learned)
    elif verb == POWER:
        chosen = combat.library.powers[a_of(code)]
        unit.actions -= chosen.actions
        power.use(combat, unit, chosen, combat.units[b_of(code)])
    elif verb == COMMAND:
        command(combat, unit, combat.units[b_of(code)])
    elif verb == KILL:
        killing_strike(combat, unit, code)
    elif verb == RESUSCITATE:
        resuscitate(combat, unit, combat.units[b_of(code)])
    elif verb in (BRANDISH, RELOAD, DROP, DRINK):
        handle(combat, unit, code)
    else:
        act_alone(combat, unit, code)


def strike(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Rule: action.attack."""
    weapon, piece = attack.arms(combat, unit)[a_of(code) // 2]
    deed = attack.Attack(unit.index, b_of(code), weapon, piece)
    deed.ranged = a_of(code) % 2 == 1
    deed.thrown = deed.ranged and weapon.thrown
    attack.choose_how(combat, unit, deed)
    attack.attack(combat, deed)


def go(combat: IngenuityCombat, unit: Unit, code: int, own: bool) -> None:
    """Rules: action.move, action.sprint, action.free.step."""
    verb = verb_of(code)
    if verb == STEP:
        unit.used[STEPS] = 1
        unit.cover = -1
        combat.move(unit, b_of(code))
        if combat.watched:
            combat.say("moves", unit.index, -1, "", 0, "action.free.step", cell=unit.cell)
        reaction.trigger(combat, unit, MOVES_NEAR)
        return
    if verb == SPRINT:
        unit.stamina -= sprint_price(unit)
        unit.used[SPRINTS] += 1
    elif own:
        unit.used[MOVES] = 1
    walk(combat, movement.Move(combat, unit, condition.speed(unit), own))


def command(combat: IngenuityCombat, unit: Unit, ally: Unit) -> None:
    """Let an ally take one action at once. Rules: action.command, action.command.limits."""
    from affray.rulesets.ingenuity import choice

    unit.focus -= command_price(unit)
    unit.used[COMMANDED] |= 1 << ally.index
    if combat.watched:
        combat.say("commands", unit.index, ally.index, "", 0, "action.command")
    had = ally.actions
    ally.actions = 1
    answer = combat.ask(choice.Act(combat, ally, False))
    if answer != PASS:
        perform(combat, ally, answer, False)
    ally.actions = had


def resuscitate(combat: IngenuityCombat, unit: Unit, other: Unit) -> None:
    """Rules: action.resuscitate, action.resuscitate.test, action.resuscitate.outcome."""
    condition.fall_prone(combat, unit, "action.resuscitate")
    made = test.Test(unit, INTELLECT, HANDLING, "action.resuscitate.test")
    made.bonus = unit.sheet.proficiencies.get("Healing", 0)
    for piece in unit.pieces:
        if combat.thing(piece).id == "smelling-salts" and piece.uses > 0:
            piece.uses -= 1
            made.bonus += 2
            break
    if test.make(combat, made) >= (8 if other.health > 0 else 10):
        condition.wake(combat, other, "action.resuscitate.outcome")


def killing_strike(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Rules: death.killing-strike, death.killing-strike.test, death.killing-strike.failure."""
    target = combat.units[b_of(code)]
    weapon, piece = attack.arms(combat, unit)[a_of(code)]
    deed = attack.Attack(unit.index, target.index, weapon, piece)
    attack.choose_how(combat, unit, deed)
    made = test.Test(unit, deed.attribute, FIGHTING, "death.killing-strike")
    made.purpose = CHECK
    made.better = 1
    made.bonus = unit.sheet.proficiencies.get(deed.proficiency, 0)
    if test.make(combat, made) >= condition.constitution(target):
        damage.die(combat, target, "death.killing-strike")
    else:
        attack.attack(combat, deed)


def handle(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    """Rules: action.brandish, action.free.drop-item, action.spanning, attack.reload.crossbow."""
    verb = verb_of(code)
    piece = unit.pieces[a_of(code)]
    thing = combat.thing(piece)
    if verb == DROP:
        condition.drop(combat, unit, piece)
    elif verb == BRANDISH:
        brandish(combat, unit, piece)
    elif verb == RELOAD:
        unit.task = RELOADING
        unit.task_piece = a_of(code)
        unit.task_left = thing.reload
        work_on(combat, unit)
    else:
        unit.pieces.remove(piece)
        other = combat.units[b_of(code)]
        damage.heal(combat, other, thing.endurance, 0, "action.interact")


def brandish(combat: IngenuityCombat, unit: Unit, piece: Piece) -> None:
    """Hold a thing; what the hands cannot hold beside it is put away. Rule: action.brandish."""
    thing = combat.thing(piece)
    for other in unit.pieces:
        if other.held and attack.free_hands(combat, unit) < thing.hands:
            other.held = False
    piece.held = True
    if combat.watched:
        combat.say("brandishes", unit.index, -1, thing.id, 0, "action.brandish")


def work_on(combat: IngenuityCombat, unit: Unit) -> None:
    """Put the actions left into an unfinished task.

    Rules: action.spanning, action.spanning.first.
    """
    spent = min(unit.actions, unit.task_left)
    unit.actions -= spent
    unit.task_left -= spent
    if unit.task_left == 0:
        piece = unit.pieces[unit.task_piece]
        piece.loaded = combat.thing(piece).magazine
        unit.task = 0
        if combat.watched:
            combat.say(
                "reloads", unit.index, -1, combat.thing(piece).id, 0, "attack.reload.crossbow"
            )


def act_alone(combat: IngenuityCombat, unit: Unit, code: int) -> None:
    verb = verb_of(code)
    if verb in ENDING:
        unit.actions = 0  # action.ends-turn
        if verb == READY:
            unit.readied = a_of(code)
        else:
            condition.until_next(combat, unit, "guarding" if verb == GUARD else "waiting")
    elif verb == STAND:
        unit.prone = False
    elif verb == COVER:
        unit.cover = unit.cell
    elif verb == PRONE:
        condition.fall_prone(combat, unit, "action.free.drop-prone")
    elif verb == SEARCH:
        search(combat, unit)
    elif verb in (SMOTHER, STAUNCH):
        treat(combat, unit, combat.units[b_of(code)], verb)
    elif verb == SURRENDER:
        for piece in [one for one in unit.pieces if one.held]:
            condition.drop(combat, unit, piece)
        damage.gone(combat, unit, SURRENDERED, "end.surrender")
    elif verb == LEAVE:
        damage.gone(combat, unit, LEFT, "end.flee")
    elif verb == FATE_ACTION:
        unit.fate_points -= 1
        unit.actions += 1
    elif verb == FATE_RECOVER:
        recover(unit, a_of(code))
    elif verb == ABANDON:
        unit.task = 0
        unit.task_left = 0
    elif verb == TALENT:
        use_talent(combat, unit, a_of(code))
    if combat.watched and verb in (GUARD, WAIT, READY, STAND, COVER):
        combat.say("does", unit.index, -1, key(combat, unit, code))


def recover(unit: Unit, number: int) -> None:
    """Rule: fate.recover."""
    unit.fate_points -= 1
    if number == 0:
        unit.endurance = min(unit.most_endurance(), unit.endurance + half(unit.most_endurance()))
    elif number == 1:
        unit.stamina = min(unit.most_stamina(), unit.stamina + half(unit.most_stamina()))
    else:
        unit.focus = min(unit.most_focus(), unit.focus + half(unit.most_focus()))


def half(number: int) -> int:
    """Rule: test.rounding-up."""
    return (number + 1) // 2


def use_talent(combat: IngenuityCombat, unit: Unit, number: int) -> None:
    if number == 2:
        condition.gain(combat, unit, "raging", 1, unit.index)
        return
    unit.used[RALLIED] |= 1 << number
    if number == 0:
        damage.heal(combat, unit, half(unit.most_endurance()), 0, "resource.no-regain-in-combat")
    else:
        unit.stamina = min(unit.most_stamina(), unit.stamina + half(unit.most_stamina()))
        unit.used[WINDED] = 1


def search(combat: IngenuityCombat, unit: Unit) -> None:
    """Rule: action.search."""
    best = max([DEXTERITY, INTELLECT], key=lambda one: unit.sheet.attributes[one])
    made = test.Test(unit, best, PERCEPTION, "action.search")
    made.bonus = unit.sheet.proficiencies.get("Search", 0)
    result = test.make(combat, made)
    for other in combat.units:
        if other.hidden >> unit.index & 1 and result >= other.stealth:
            if other.cell >= 0 and geometry.distance(combat, unit, other) <= 20:
                other.hidden &= ~(1 << unit.index)


def treat(combat: IngenuityCombat, unit: Unit, other: Unit, verb: int) -> None:
    """Rule: action.treat."""
    if verb == SMOTHER:
        condition.lessen(combat, other, "burning", 2)
        return
    made = test.Test(unit, INTELLECT, HANDLING, "action.treat")
    made.bonus = unit.sheet.proficiencies.get("Healing", 0)
    for piece in unit.pieces:
        if combat.thing(piece).id == "bandages" and piece.uses > 0:
            piece.uses -= 1
            made.bonus += 2
            break
    if test.make(combat, made) >= 6:
        condition.lessen(combat, other, "bleeding", 2)
