"""The actions of a turn: which there are, what forbids them, what they do."""

from __future__ import annotations

from typing import Final

from affray.core.choice import PASS, Menu, Option
from affray.core.window import Deed, offer
from affray.rulesets.sovereign import (
    attack,
    damage,
    death,
    geometry,
    maneuver,
    movement,
    reaction,
    sheet,
    spell,
)
from affray.rulesets.sovereign.attack import Blow, cannot_attack
from affray.rulesets.sovereign.state import (
    AIDED,
    BY_MAIN,
    BY_MOVE,
    CAPTURED,
    DRAWN,
    MELEE,
    MORTAL,
    MOST,
    NATURAL,
    SHOT,
    STABLE,
    Body,
    Field,
)

VERB: Final = 1_000_000
ATTACK: Final = 1
SHOVE: Final = 2
GRAPPLE: Final = 3
SWARM: Final = 4
CHARGE: Final = 5
RUN: Final = 6
RUN_MAIN: Final = 7
SCREEN: Final = 8
DISENGAGE: Final = 9
STAND: Final = 10
PRONE: Final = 11
HOLD: Final = 12
RELOAD: Final = 13
DRAW: Final = 14
PICK_UP: Final = 15
AID: Final = 16
CAST: Final = 17
ESCAPE: Final = 18
THROW: Final = 19
RELEASE: Final = 20
DRINK: Final = 21
SURRENDER: Final = 22
ROUSE: Final = 23

GIVE_UP: Final = SURRENDER * VERB

PLAIN: Final = {
    CHARGE: "charge",
    RUN: "run",
    RUN_MAIN: "run with main",
    SCREEN: "screen",
    DISENGAGE: "disengage",
    STAND: "stand up",
    PRONE: "go prone",
    HOLD: "hold",
    ESCAPE: "break free",
    THROW: "throw held foe",
    RELEASE: "let go",
    DRINK: "drink potion",
    SURRENDER: "surrender",
}
AIMED: Final = {ATTACK: "attack", SHOVE: "shove", GRAPPLE: "grapple", SWARM: "swarm"}
MAINS: Final = (
    ATTACK,
    SHOVE,
    GRAPPLE,
    SWARM,
    CHARGE,
    RUN_MAIN,
    DISENGAGE,
    AID,
    CAST,
    ESCAPE,
    THROW,
    ROUSE,
)
MOVES: Final = (RUN, SCREEN, STAND, PICK_UP, HOLD, DRINK, CHARGE)


def coded(verb: int, a: int = 0, b: int = 0) -> int:
    return verb * VERB + a * 1000 + b


def thinkable(field: Field, unit: Body) -> list[int]:
    """Return every action that one may think of here, in a fixed order."""
    found: list[int] = []
    own = unit.sheet
    for target in field.units:
        if target.present and field.enemies(unit, target):
            for place, strike in enumerate(own.strikes):
                found.append(coded(ATTACK, place, target.index))
                if strike.mode == MELEE:
                    found.append(coded(SHOVE, place, target.index))
                if strike.unarmed:
                    found.append(coded(GRAPPLE, place, target.index))
                found.append(coded(SWARM, place, target.index))
            for place in range(len(own.spells)):
                found.append(coded(CAST, place, target.index))
        elif target.present and target is not unit:
            found += [coded(AID, 0, target.index), coded(ROUSE, 0, target.index)]
    found += [coded(verb) for verb in PLAIN]
    for place in range(len(own.weapons)):
        found += [coded(RELOAD, place), coded(DRAW, place)]
    for number in sorted({one % MOST for one in field.litter}):
        found.append(coded(PICK_UP, number))
    return found


def possible(field: Field, unit: Body, *, held: bool) -> list[int]:
    """Return what is offered: surrender is legal for all, offered to the broken.

    Rule: morale.surrender.
    """
    found: list[int] = []
    for one in thinkable(field, unit):
        if one // VERB != SURRENDER or unit.broken:
            if not forbids(field, unit, one, held=held):
                found.append(one)
    return found


def key(field: Field, unit: Body, code: int) -> str:
    verb, a, b = code // VERB, code // 1000 % 1000, code % 1000
    own = unit.sheet
    if verb in AIMED:
        return f"{AIMED[verb]} {field.units[b].name} with {own.strikes[a].id}"
    if verb in PLAIN:
        return PLAIN[verb]
    if verb == CAST:
        return f"cast {own.spells[a].id} at {field.units[b].name}"
    if verb == PICK_UP:
        return f"pick up {field.library.weapons[a]}"
    if verb in (RELOAD, DRAW):
        return f"{'reload' if verb == RELOAD else 'draw'} {own.weapons[a]}"
    return f"{'aid' if verb == AID else 'rouse'} {field.units[b].name}"


def option(field: Field, unit: Body, code: int) -> Option:
    verb, a, b = code // VERB, code // 1000 % 1000, code % 1000
    targets = [b] if verb in AIMED or verb in (CAST, AID, ROUSE) else None
    ability = ""
    if verb in AIMED:
        ability = unit.sheet.strikes[a].id
    elif verb == CAST:
        ability = unit.sheet.spells[a].id
    return Option(code, key(field, unit, code), "", unit.index, targets, None, ability)


# ---- what says no --------------------------------------------------------------------------------


def forbids(field: Field, unit: Body, code: int, *, held: bool) -> str:
    """Return the rule that forbids an action now, "" if none does."""
    verb, a, b = code // VERB, code // 1000 % 1000, code % 1000
    if verb in MAINS and not unit.main:
        return "economy.main"
    if verb in MOVES and not unit.step:
        return "economy.move"
    if held and (verb in MOVES or verb == SURRENDER):
        return "charge.not-held" if verb == CHARGE else "hold.trigger"
    if unit.broken and verb in (ATTACK, SHOVE, GRAPPLE, SWARM, CHARGE, CAST):
        return "morale.retreat"
    if verb in AIMED:
        return aimed(field, unit, verb, a, field.units[b])
    if verb in (CAST, AID, ROUSE):
        target = field.units[b]
        if verb == CAST:
            return spell.cannot_cast(field, unit, unit.sheet.spells[a], target)
        return cannot_aid(field, unit, target) if verb == AID else cannot_rouse(field, unit, target)
    if verb in (RELOAD, DRAW, PICK_UP):
        return handles(field, unit, verb, a)
    return bodily(field, unit, verb)


def aimed(field: Field, unit: Body, verb: int, a: int, target: Body) -> str:
    """Rules: shove.attack, grapple.attack, swarm.eligible, swarm.max-four, swarm.one-attack."""
    strike = unit.sheet.strikes[a]
    no = cannot_attack(field, unit, strike, target)
    if no:
        return no
    if verb == GRAPPLE and unit.grappling >= 0:
        return "grapple.one-each"
    if verb in (SHOVE, GRAPPLE) and (target.size > max(2, unit.size + 1) or target.helpless()):
        return "maneuver.size"
    if verb == SWARM:
        if unit.side * 1000 + target.index in field.struck:
            return "swarm.one-attack"
        if len(swarmers(field, unit.side, target.index)) >= 4:
            return "swarm.max-four"
    return ""


def bodily(field: Field, unit: Body, verb: int) -> str:
    fast = sheet.held_fast(field, unit)
    if verb in (RUN, RUN_MAIN, SCREEN, CHARGE) and fast:
        return "charge.not-prone" if verb == CHARGE else "grapple.restraint"
    if verb == CHARGE and unit.prone:
        return "charge.not-prone"
    if verb == STAND and not unit.prone:
        return "stand.action"
    if verb == PRONE and unit.prone:
        return "prone.go"
    if verb == ESCAPE and not sheet.grappled(field, unit):
        return "grapple.escape"
    if verb in (THROW, RELEASE) and unit.grappling < 0:
        return "grapple.release"
    if verb == DRINK and not unit.potions:
        return "item.potion"
    if verb == HOLD and not unit.main:
        return "hold.cost"
    return ""


def handles(field: Field, unit: Body, verb: int, a: int) -> str:
    """Rules: reload.crossbow, reload.bow, reload.quiver, ready.sheathing-free, pickup.action."""
    own = unit.sheet
    if verb == PICK_UP:
        word = field.library.weapons[a]
        if word not in own.weapons or not lying(field, unit, a):
            return "pickup.action"
        return "sheet.hands" if unit.hand >= 0 and unit.stock[unit.hand] > 0 else ""
    if verb == DRAW:
        if unit.used[DRAWN]:
            return "ready.swap-veto"
        return "ready.sheathing-free" if unit.hand == a or not unit.stock[a] else ""
    if not unit.unloaded >> a & 1 or unit.hand != a:
        return "reload.starts-loaded"
    cost = reload_cost(unit, a)
    if cost == BY_MAIN and not unit.main:
        return "reload.crossbow"
    if cost == BY_MOVE and not unit.step:
        return "reload.bow"
    return "" if own.quiver or own.npc else "reload.quiver"


def reload_cost(unit: Body, weapon: int) -> int:
    for one in unit.sheet.strikes:
        if one.weapon == weapon and one.mode == SHOT:
            return one.reload
    return 0


def lying(field: Field, unit: Body, number: int) -> list[int]:
    """Return the cells within melee range where a weapon lies. Rule: pickup.action."""
    grid = field.grid
    return [
        one // MOST
        for one in field.litter
        if one % MOST == number
        and geometry.between(grid, unit.cell, unit.size, one // MOST, 1) <= 1
    ]


def cannot_aid(field: Field, unit: Body, target: Body) -> str:
    """Rules: death.stabilise, death.one-attempt."""
    if target.fate != MORTAL:
        return "death.stabilise"
    if not unit.sheet.kit or not geometry.adjacent(field, unit, target):
        return "death.stabilise"
    return "death.one-attempt" if target.used[AIDED] else ""


def cannot_rouse(field: Field, unit: Body, target: Body) -> str:
    return "" if target.asleep and geometry.adjacent(field, unit, target) else "skill.action"


# ---- doing it ------------------------------------------------------------------------------------


def perform(field: Field, unit: Body, code: int) -> None:
    """Pay for an action and carry it out.

    Rules: economy.main, economy.move, economy.main-as-move, economy.no-move-as-main, economy.free.
    """
    verb, a, b = code // VERB, code // 1000 % 1000, code % 1000
    if verb in MAINS:
        unit.main = False
    if verb in MOVES:
        unit.step = False
    field.touch()
    if field.watched:
        field.say("acts", unit.index, -1, key(field, unit, code))
    if verb == ATTACK:
        attack_with(field, unit, a, b)
    elif verb in (SHOVE, GRAPPLE):
        aim = attack.SHOVE if verb == SHOVE else attack.GRAPPLE
        strike_at(field, Blow(unit.index, b, unit.sheet.strikes[a], aim, attack.ORDINARY))
    elif verb == SWARM:
        join(field, unit, b)
    elif verb in (RUN, RUN_MAIN):
        movement.go(field, unit, movement.RUN)
    elif verb == CHARGE:
        charge(field, unit)
    elif verb == SCREEN:
        screen(field, unit)
    elif verb == CAST:
        spell.cast(field, unit, unit.sheet.spells[a], field.units[b])
    elif verb in (RELOAD, DRAW, PICK_UP):
        handle(field, unit, verb, a)
    else:
        bodily_deed(field, unit, verb, field.units[b])


def strike_at(field: Field, blow: Blow) -> None:
    attack.assault(field, blow)
    attack.land(field, blow)


def attack_with(field: Field, unit: Body, place: int, target: int) -> None:
    """Attack, with all listed attacks if a stat block says so. Rule: sheet.npc."""
    strike = unit.sheet.strikes[place]
    strike_at(field, Blow(unit.index, target, strike, attack.HARM, attack.ORDINARY))
    if unit.sheet.one_attack:
        return
    for other, one in enumerate(unit.sheet.strikes):
        if other == place or one.unarmed or not unit.able():
            continue
        options: list[tuple[int, str]] = []
        for foe in field.units:
            if not cannot_attack(field, unit, one, foe):
                options.append((1 + foe.index, f"{one.id} at {foe.name}"))
        if options:
            asked = Menu(unit.seats, unit.index, "sheet.npc", options, options[0][0])
            who = field.ask(asked) - 1
            strike_at(field, Blow(unit.index, who, one, attack.HARM, attack.ORDINARY))


def charge(field: Field, unit: Body) -> None:
    """Rules: charge.cost, charge.minimum, charge.attack, charge.ac-penalty."""
    unit.charging = True
    reaction.provoke(field, unit, reaction.beside(field, unit))
    way = movement.go(field, unit, movement.CHARGE)
    if not way.made or not unit.able():
        return
    options = [(PASS, "no attack")]
    for place, strike in enumerate(unit.sheet.strikes):
        if strike.mode == SHOT:
            continue
        for foe in field.units:
            if not cannot_attack(field, unit, strike, foe):
                options.append((coded(1, place, foe.index), f"{foe.name} with {strike.id}"))
    if len(options) > 1:
        code = field.ask(Menu(unit.seats, unit.index, "charge.attack", options, options[1][0]))
        if code != PASS:
            strike = unit.sheet.strikes[code // 1000 % 1000]
            strike_at(field, Blow(unit.index, code % 1000, strike, attack.HARM, attack.CHARGED))


def screen(field: Field, unit: Body) -> None:
    """Rules: screen.action, screen.one-ward, aoo.screen-start."""
    foes = reaction.beside(field, unit)
    here = unit.cell
    way = movement.go(field, unit, movement.SCREEN)
    if way.made and unit.cell != here:
        reaction.provoke(field, unit, foes)
    if not unit.able():
        return
    options: list[tuple[int, str]] = []
    for other in field.units:
        if other.present and other.side == unit.side and other is not unit:
            if geometry.adjacent(field, unit, other):
                options.append((1 + other.index, f"guard {other.name}"))
    if options:
        asked = Menu(unit.seats, unit.index, "screen.one-ward", options, options[0][0])
        unit.ward = field.ask(asked) - 1
        field.touch()


def handle(field: Field, unit: Body, verb: int, a: int) -> None:
    """Rules: pickup.action, ready.sheathing-free, reload.npc."""
    if verb == DRAW:
        unit.used[DRAWN] += 1
        unit.hand = a
    elif verb == RELOAD:
        cost = reload_cost(unit, a)
        if cost == BY_MAIN:
            unit.main = False
        elif cost == BY_MOVE:
            unit.step = False
        unit.unloaded &= ~(1 << a)
    else:
        reaction.provoke(field, unit, reaction.beside(field, unit))
        if unit.able():
            cell = lying(field, unit, a)[0]
            field.litter.remove(cell * MOST + a)
            weapon = unit.sheet.weapons.index(field.library.weapons[a])
            unit.stock[weapon] += 1
            unit.hand = weapon
    field.touch()


def bodily_deed(field: Field, unit: Body, verb: int, target: Body) -> None:
    if verb == DISENGAGE:
        disengage(field, unit)
    elif verb == STAND:
        reaction.provoke(field, unit, reaction.beside(field, unit))
        if unit.able():
            unit.prone = False
    elif verb == PRONE:
        unit.prone = True
    elif verb == HOLD:
        unit.holding = True  # hold.cost
    elif verb == ESCAPE:
        maneuver.escape(field, unit)
    elif verb == THROW:
        maneuver.throw(field, unit)
    elif verb == RELEASE:
        unit.grappling = -1
    elif verb == DRINK:
        drink(field, unit)
    elif verb == SURRENDER:
        death.leave(field, unit, CAPTURED, "morale.surrender")
    elif verb in (AID, ROUSE):
        reaction.provoke(field, unit, reaction.beside(field, unit))
        if unit.able() and verb == ROUSE:
            target.asleep = False
        elif unit.able() and target.fate == MORTAL:
            aid(field, unit, target)
    field.touch()


def disengage(field: Field, unit: Body) -> None:
    """Rules: disengage.effect, disengage.no-movement."""
    for other in field.units:
        if other.present and field.enemies(unit, other) and sheet.armed(other):
            if geometry.apart(field, unit, other) <= sheet.reach(other):
                unit.disengaged |= 1 << other.index


def aid(field: Field, unit: Body, target: Body) -> None:
    """Rules: death.stabilise, death.one-attempt, death.stable."""
    target.used[AIDED] = 1
    own = unit.sheet
    best = max(sheet.mod(own, sheet.DEX), sheet.mod(own, sheet.INT))
    bonus = best + sheet.skill(own, "heal") - (field.round - target.fell)
    if sheet.check(field, unit.index, bonus, sheet.NEEDED, "death.stabilise"):
        death.lie(field, target, STABLE, "death.stable")


def drink(field: Field, unit: Body) -> None:
    """Rules: item.potion, strain.limit."""
    from affray.core.dice import OTHER

    unit.potions -= 1
    if unit.strain < unit.sheet.strain_max:
        unit.strain += 1
        amount = field.roll(6, OTHER, unit.index, "item.potion") + 1
        damage.heal(field, unit, amount, "item.potion")


# ---- swarms --------------------------------------------------------------------------------------


def swarmers(field: Field, side: int, target: int) -> list[Body]:
    return [one for one in field.units if one.side == side and one.swarm == target]


def join(field: Field, unit: Body, target: int) -> None:
    """Rules: swarm.join, swarm.one-attack."""
    unit.swarm = target
    pool = swarmers(field, unit.side, target)
    strike_swarm(field, unit.side, target, must=len(pool) >= 4)


def strike_swarm(field: Field, side: int, target: int, *, must: bool) -> None:
    """Let a swarm strike now, or wait.

    Rules: swarm.one-attack, swarm.bonus, swarm.fallen-joiners.
    """
    pool: list[Body] = []
    options: list[tuple[int, str]] = [] if must else [(PASS, "wait")]
    foe = field.units[target]
    for one in swarmers(field, side, target):
        ready = False
        for place, strike in enumerate(one.sheet.strikes):
            if one.able() and not cannot_attack(field, one, strike, foe):
                ready = True
                word = f"{one.name} strikes with {strike.id}"
                options.append((coded(1, place, one.index), word))
        if ready:
            pool.append(one)
    if not pool:
        return
    asked = Menu(pool[0].seats, -1, "swarm.one-attack", options, options[-1][0])
    code = field.ask(asked)
    if code == PASS:
        return
    field.struck.append(side * 1000 + target)
    field.struck.sort()
    actor = field.units[code % 1000]
    for one in swarmers(field, side, target):
        one.swarm = -1
    place = code // 1000 % 1000
    blow = Blow(actor.index, target, actor.sheet.strikes[place], attack.HARM, attack.SWARM)
    blow.others = len(pool) - 1
    strike_at(field, blow)


def declared(field: Field, unit: Body) -> bool:
    """Offer Instants after something else than an attack is declared; False if it is broken off."""
    deed = Deed(unit.index, unit.index)
    offer(field, reaction.Instants(field, deed, False))
    return unit.able() and deed.void == ""


__all__ = ["NATURAL", "forbids", "key", "option", "perform", "possible", "thinkable"]
