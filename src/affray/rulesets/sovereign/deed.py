"""What the actions of a turn do."""

from __future__ import annotations

from affray.core.choice import Menu
from affray.core.window import Deed
from affray.rulesets.sovereign import (
    action,
    art,
    assist,
    attack,
    death,
    end,
    geometry,
    gm,
    item,
    magic,
    maneuver,
    movement,
    onset,
    reaction,
    sheet,
    spell,
    swarm,
)
from affray.rulesets.sovereign import verbs as v
from affray.rulesets.sovereign.blow import ORDINARY, Blow
from affray.rulesets.sovereign.condition import (
    BOILS,
    PAVIS,
    TOUCH,
    give,
    lose,
)
from affray.rulesets.sovereign.state import (
    BY_MAIN,
    BY_MOVE,
    CAPTURED,
    DRAWN,
    FREED,
    HIDDEN,
    NATURAL,
    ONCE,
    SLIPPED,
    SPENT_RALLY,
    Body,
    Field,
)


def perform(field: Field, unit: Body, code: int) -> None:
    """Pay for an action, let Instants answer it, and carry it out.

    Rules: economy.main, economy.move, economy.main-as-move, economy.no-move-as-main, economy.free.
    """
    if field.topics and refused_by_gm(field, unit, v.verb_of(code)):
        return
    pay(field, unit, code)
    if field.watched:
        field.say("acts", unit.index, -1, v.key(field, unit, code))
    undertake(field, unit, code)


def refused_by_gm(field: Field, unit: Body, verb: int) -> bool:
    """Return whether the GM finds one Free action or Instant more implausible.

    Rules: economy.free, economy.instant-count.
    """
    if verb in INSTANTS:
        return not gm.rules(field, "instants", unit.index, True, "this Instant is plausible")
    if verb in v.MAINS or verb in v.MOVES:
        return False
    return not gm.rules(field, "free", unit.index, True, "this Free action is plausible")


def undertake(field: Field, unit: Body, code: int) -> None:
    """Let Instants answer an action that is declared, and carry it out if it still can be done.

    Rules: economy.response-windows, economy.broken-action.
    """
    verb = v.verb_of(code)
    if verb not in OPEN:
        reaction.answered(field, deed_of(field, unit, code), rolled=False)
        if not unit.able() or action.impossible(field, unit, code, held=False):
            return
        if field.topics and verb not in LISTED and reaction.ruled(field, unit):
            return
    carry_out(field, unit, code)


def deed_of(field: Field, unit: Body, code: int) -> Deed:
    """Return what is under way when an action has been declared."""
    verb = v.verb_of(code)
    if verb == v.WHIRL:
        return reaction.Sweep(unit.index, [one.index for one in onset.swept(field, unit)])
    return Deed(unit.index, code % 1000 if verb in v.TOWARDS else unit.index)


# Actions of which the rules say whether they provoke. Rule: aoo.provoking-actions.
LISTED = (
    *v.SKILLS,
    v.CHARGE,
    v.DISENGAGE,
    v.SLIP_AWAY,
    v.STAND,
    v.PRONE,
    v.HOLD,
    v.RELOAD,
    v.READY,
    v.STOW,
    v.UNSTOW,
    v.PICK_UP,
    v.FLEE,
    v.HEW,
    v.WITHDRAW,
    v.OTHER_MAIN,
    v.OTHER_MOVE,
)
# Actions whose own deeds open the window, and those that open it step by step.
OPEN = (v.ATTACK, v.SHOVE, v.GRAPPLE, v.SWARM, v.RUN, v.SCREEN, v.CAST, v.SWIFT, *v.AT_ONCE)
INSTANTS = (*v.AT_ONCE, v.TOUCH)  # in one's own turn


# What is not vigorous, or festers by the blow that it brings. Content: curse-of-boils.
CALM = (v.ATTACK, v.SHOVE, v.GRAPPLE, v.CHARGE, v.SCRATCH, v.DEFEND)


def pay(field: Field, unit: Body, code: int) -> None:
    """Spend the Main, the Move, both or neither; Haste's Main costs strain.

    Rules: economy.main, economy.move, economy.free, charge.cost, charge.ac-penalty, strain.limit.
    """
    verb = v.verb_of(code)
    if verb == v.CHARGE:
        unit.charging = True  # from its declaration on
    unit.used[FREED] |= action.freed(unit, code, verb)
    main = verb in v.MAINS or v.with_main(code)
    step = verb in v.MOVES and not v.with_main(code)
    if verb == v.CAST and unit.sheet.spells[code // 1000 % 1000].free:
        main = False
    if verb == v.RELOAD:
        cost = action.reload_cost(unit, code // 1000 % 1000)
        step = cost == BY_MOVE and unit.step
        main = cost == BY_MAIN or (cost == BY_MOVE and not step)
    if main:
        spend_main(unit)
        if verb in v.MAINS and verb not in CALM:
            magic.fester(field, unit)
    if step:
        unit.step = False
    field.mark_changed()


def spend_main(unit: Body) -> None:
    if unit.main:
        unit.main = False
    else:
        unit.extra = False
        unit.strain += 1


def carry_out(field: Field, unit: Body, code: int) -> None:
    """Do what an action does, now that it is paid for and nothing has stopped it."""
    verb, a, b = v.verb_of(code), code // 1000 % 1000, code % 1000
    if verb in (v.ATTACK, v.SHOVE, v.GRAPPLE):
        aim = verb - v.ATTACK
        if verb == v.ATTACK:
            onset.attack_with(field, unit, a, b)
        else:
            blow = Blow(unit.index, b, unit.sheet.strikes[a], aim, ORDINARY)
            attack.assault(field, blow)
    elif verb == v.SWARM:
        swarm.join(field, unit, b)
    elif verb in (v.RUN, v.WITHDRAW):
        if verb == v.WITHDRAW:
            art.commit(field, unit, "gentlemans-withdrawal")
            disengage(field, unit)
        movement.go(field, unit, movement.RUN)
    elif verb == v.CHARGE:
        onset.charge(field, unit)
    elif verb == v.SCREEN:
        screen(field, unit)
    elif verb in (v.CAST, v.SWIFT):
        spell.cast(field, unit, a, field.units[b], swift=verb == v.SWIFT)
    elif verb == v.LOOSE:
        unit.hung = -1
        spell.release(field, unit, unit.sheet.spells[a], field.units[b])
    elif verb in v.HANDLED or verb == v.PICK_UP:
        handle(field, unit, verb, a)
    elif verb == v.HEW:
        onset.hew(field, unit, a, b)
    elif verb in v.TOWARDS:
        assist.help_or_hinder(field, unit, verb, field.units[b])
    else:
        bodily(field, unit, verb)
    field.mark_changed()


def held_blow(field: Field, who: int, code: int) -> Blow | None:
    """Return the attack that a held action is, to be struck together with others."""
    if v.verb_of(code) not in (v.ATTACK, v.SHOVE, v.GRAPPLE):
        return None
    unit = field.units[who]
    if v.verb_of(code) == v.ATTACK and not unit.sheet.one_attack:
        return None
    strike = unit.sheet.strikes[code // 1000 % 1000]
    return Blow(who, code % 1000, strike, v.verb_of(code) - v.ATTACK, ORDINARY)


# ---- the body ------------------------------------------------------------------------------------


def screen(field: Field, unit: Body) -> None:
    """Rules: screen.action, screen.one-ward, economy.response-windows."""
    way = movement.go(field, unit, movement.SCREEN)
    if not way.made:
        reaction.answered(field, Deed(unit.index, unit.index), rolled=False)
    if not unit.able() or sheet.grappled(field, unit):
        return
    options: list[tuple[int, str]] = []
    for other in field.units:
        if other.present and other.side == unit.side and other is not unit:
            if geometry.adjacent(field, unit, other):
                options.append((1 + other.index, f"guard {other.name}"))
    if options:
        asked = Menu(unit.seats, unit.index, "screen.one-ward", options, options[0][0])
        ward = (field.ask(asked) if len(options) > 1 else options[0][0]) - 1
        unit.wards |= 1 << ward
        field.mark_changed()


def bodily(field: Field, unit: Body, verb: int) -> None:
    """Do what needs nobody else."""
    if verb in (v.DISENGAGE, v.SLIP_AWAY):
        disengage(field, unit)
    elif verb == v.STAND:
        reaction.provoke(field, unit, reaction.beside(field, unit))
        if unit.able():
            unit.prone = False
            item.gather(field, unit)
    elif verb == v.PRONE:
        unit.prone = True
    elif verb == v.HOLD:
        unit.holding = True  # hold.cost
    elif verb == v.DEFEND:
        unit.total = True  # economy.instant-any-time
    elif verb == v.ESCAPE:
        maneuver.escape(field, unit)
    elif verb == v.MOVE_HELD:
        maneuver.move_held(field, unit)
    elif verb == v.RELEASE:
        unit.grappling = -1
    elif verb == v.DRINK:
        item.quaff(field, unit, unit)
    elif verb == v.SURRENDER:
        death.leave(field, unit, CAPTURED, "morale.surrender")
    elif verb == v.FLEE:
        unit.retreating = True  # end.pursuit
    elif verb == v.SHEATHE:
        change_hands(field, unit, NATURAL, NATURAL)
    elif verb == v.OTHER_MAIN or verb == v.OTHER_MOVE:
        other_deed(field, unit, verb)
    elif verb in (v.PARLEY, v.STREW):
        if reaction.halted(field, unit):
            return
        if verb == v.PARLEY:
            end.parley(field, unit)
        else:
            item.strew(field, unit)
    else:
        special(field, unit, verb)


def other_deed(field: Field, unit: Body, verb: int) -> None:
    """Do what no list names: the GM says whether it provokes. Rule: economy.other-actions."""
    options = [(1, "it provokes nothing"), (2, "it provokes")]
    asked = gm.Ruling(field, unit.index, "economy.other-actions", options, "does this provoke?")
    if field.ask(asked) == 2:
        reaction.halted(field, unit)


def disengage(field: Field, unit: Body) -> None:
    """Rules: disengage.effect, disengage.no-movement."""
    for other in field.units:
        if other.present and other.side != unit.side and sheet.armed(other):
            if geometry.apart(field, unit, other) <= sheet.reach(other):
                unit.disengaged |= 1 << other.index


def special(field: Field, unit: Body, verb: int) -> None:
    """Use an ability, feat or art of one's own."""
    if verb == v.WHIRL:
        onset.whirl(field, unit)
    elif verb == v.RALLY:
        unit.used[ONCE] |= SPENT_RALLY
        for one in action.rallied(field, unit):
            one.broken = False
            one.retreating = False
            one.fighting = False
            if field.watched:
                field.say("rallies", one.index, unit.index)
    elif verb == v.VANISH:
        unit.used[HIDDEN] = 1
        unit.unseen = True
        unit.located = 0
    elif verb == v.TOUCH:
        art.commit(field, unit, "healing-touch")
        give(field, unit, TOUCH, 1, unit.index)
    elif verb == v.PAVIS:
        art.commit(field, unit, "pavis-of-elements")
        give(field, unit, PAVIS, 1, unit.index)
    elif verb == v.TAKE_BACK:
        art.take_back(field, unit)
    elif verb == v.SLIP:
        art.commit(field, unit, "unbindable")
        unit.used[SLIPPED] = 1
        for other in field.units:
            if other.grappling == unit.index:
                other.grappling = -1
    elif verb == v.SMOKE:
        item.smoke(field, unit)
    elif verb == v.SCRATCH:
        shake_off(field, unit)


def shake_off(field: Field, unit: Body) -> None:
    """End a curse by a Physical save; a failed one makes it last: curse-of-boils."""
    held = unit.held(BOILS)
    if held is None or not magic.curable(unit):
        return
    if magic.resists(field, field.units[held.source], unit, sheet.PHYSICAL):
        lose(field, unit, BOILS)
    else:
        held.n += magic.LONG


# ---- things --------------------------------------------------------------------------------------


def change_hands(field: Field, unit: Body, hand: int, off: int) -> None:
    """Change what is held. Rules: ready.sheathing-free, ready.swap-veto."""
    knife = hand >= 0 and unit.sheet.feat("assassin") and unit.sheet.knives[hand]
    if unit.used[DRAWN] and not knife:
        if not gm.rules(field, "swaps", unit.index, False, "one swap more is plausible"):
            return
    if not knife:
        unit.used[DRAWN] += 1
    unit.hand = hand
    unit.off = off
    field.mark_changed()


def handle(field: Field, unit: Body, verb: int, a: int) -> None:
    """Rules: pickup.action, ready.sheathing-free, reload.npc, ready.action, ready.drop."""
    own = unit.sheet
    if verb == v.DRAW:
        off = unit.off
        if own.both[a] or (off == a and unit.stock[a] < 2):
            off = NATURAL
        change_hands(field, unit, a, off)
    elif verb == v.DRAW_OFF:
        change_hands(field, unit, unit.hand, a)
    elif verb == v.RELOAD:
        unit.unloaded &= ~(1 << a)
    elif verb == v.READY or verb == v.UNSTOW:
        item.ready(field, unit, a)
    elif verb == v.STOW:
        item.stow(field, unit, a)
    elif verb == v.DROP:
        item.drop(field, unit, a)
    elif not reaction.halted(field, unit):
        cells = item.lying(field, unit, a)
        if cells:
            item.take_up(field, unit, a, cells[0])
