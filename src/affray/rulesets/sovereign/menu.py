"""The menu of a turn: which actions there are, and which of them are offered."""

from __future__ import annotations

from affray.rulesets.sovereign import action, geometry, item, sheet, spell
from affray.rulesets.sovereign import verbs as v
from affray.rulesets.sovereign.card import EDGE, FIRE
from affray.rulesets.sovereign.condition import BOILS, TOUCH, routed
from affray.rulesets.sovereign.state import MELEE, MORTAL, MOST, Body, Field

PAID = v.MAINS - {v.CAST}  # some spells are free
INSTEAD = frozenset(
    {v.SHOVE, v.GRAPPLE, v.SWARM}
)  # what follows an attack in the list, at the same target
# What anybody may think of with nobody at the other end.
FOR_ALL = (
    v.CHARGE,
    v.RUN,
    v.SCREEN,
    v.DISENGAGE,
    v.STAND,
    v.PRONE,
    v.HOLD,
    v.DEFEND,
    v.ESCAPE,
    v.MOVE_HELD,
    v.RELEASE,
    v.SURRENDER,
    v.FLEE,
    v.SHEATHE,
    v.PARLEY,
)
# Verbs that need a piece of gear, an ability or an art.
BY_GEAR = (("healing-potion", v.DRINK), ("caltrops", v.STREW), ("smoke-pot", v.SMOKE))
BY_ABILITY = (("rally", v.RALLY), ("vanish-in-shadow", v.VANISH))
BY_ART = (
    ("healing-touch", v.TOUCH),
    ("pavis-of-elements", v.PAVIS),
    ("pavis-of-elements", v.TAKE_BACK),
    ("unbindable", v.SLIP),
    ("gentlemans-withdrawal", v.WITHDRAW),
    ("elemental-sparks", v.SPARKS),
)


def thinkable(field: Field, unit: Body, *, every: bool = True) -> list[int]:
    """Return every action that one may think of here, in a fixed order.

    Not ``every``: less what is barred whoever the target is, or by a look at the target alone.
    """
    found: list[int] = []
    own = unit.sheet
    coded = v.coded
    strikes = list(range(len(own.strikes))) if every else usable(unit)
    kinds = (towards(unit, foe=False), towards(unit, foe=True))
    verbs = [v.SPELLINGS if every else unspent(unit, place) for place in range(len(own.spells))]
    for target in field.units:
        if not target.present:
            continue
        foe = target.side != unit.side
        if foe:
            far = 0 if every or not strikes else geometry.apart(field, unit, target)
            for place in strikes:
                strike = own.strikes[place]
                if far > strike.span():
                    continue
                found.append(coded(v.ATTACK, place, target.index))
                if not strike.art:
                    if strike.mode == MELEE:
                        found.append(coded(v.SHOVE, place, target.index))
                    if strike.unarmed:
                        found.append(coded(v.GRAPPLE, place, target.index))
                    found.append(coded(v.SWARM, place, target.index))
        for place, one in enumerate(own.spells):
            if verbs[place]:
                aim = spell.aim_of(one)
                fits = aim == spell.FOE if foe else aim == spell.FRIEND or target is unit
                if fits or aim == spell.OTHERS:
                    found += [coded(verb, place, target.index) for verb in verbs[place]]
        for verb in kinds[foe]:
            if every or helpable(verb, unit, target):
                found.append(coded(verb, 0, target.index))
    return found + alone(field, unit, every=every)


def usable(unit: Body) -> list[int]:
    """Return the attacks to list that can be made with what is in hand and ready."""
    if routed(unit) or (not unit.main and not unit.again()):
        return []
    found: list[int] = []
    for place, one in enumerate(unit.sheet.strikes):
        if one.listed and sheet.in_hand(unit, one) and sheet.loaded(unit, one):
            found.append(place)
    return found


def unspent(unit: Body, place: int) -> tuple[int, ...]:
    """Return how a spell may be let go, as far as its caster's slots go. Rule: spell.slots."""
    if unit.hung >= 0:
        return (v.LOOSE,) if unit.hung == place else ()
    return (v.CAST, v.SWIFT) if unit.casting > 0 else ()


def helpable(verb: int, unit: Body, target: Body) -> bool:
    """Return whether somebody looks like one to aid, to rouse or to search for.

    Potions are given by those who have one, healing touches by those who have committed to it.
    """
    if verb in (v.AID, v.LEECH):
        return target.fate == MORTAL and target is not unit
    if verb == v.ROUSE:
        return target.asleep
    if verb == v.GIVE:
        return target is not unit and sheet.has_gear(unit, "healing-potion")
    if verb in (v.HEAL, v.SWIFT_HEAL):
        return unit.has(TOUCH)
    return verb != v.SEARCH or target.unseen


def fitting(unit: Body, verb: int) -> bool:
    """Return whether somebody lies, or holds another, as a verb wants."""
    if verb == v.STAND:
        return unit.prone
    return verb not in (v.MOVE_HELD, v.RELEASE) or unit.grappling >= 0


def drawable(unit: Body, weapon: int) -> bool:
    """Return whether a weapon is Readied and not what is in hand already."""
    return unit.stock[weapon] > 0 and (unit.hand != weapon or unit.off >= 0)


def alone(field: Field, unit: Body, *, every: bool) -> list[int]:
    """Return every action that one may think of with nobody at the other end."""
    found: list[int] = []
    own = unit.sheet
    coded = v.coded
    verbs = plain(field, unit)
    found += [coded(verb) for verb in verbs if every or fitting(unit, verb)]
    trades = every or (not unit.step and (unit.main or unit.again()))
    if trades:
        found += [coded(verb + v.WITH_MAIN) for verb in v.EXCHANGED if verb in verbs]
    second = sheet.second_hand(unit)
    for place in range(len(own.weapons)):
        if every or unit.unloaded >> place & 1:
            found.append(coded(v.RELOAD, place))
        if every or drawable(unit, place):
            found.append(coded(v.DRAW, place))
        if every or second:
            found.append(coded(v.DRAW_OFF, place))
        if every or item.quick(unit, place):
            found.append(coded(v.UNSTOW, place))
    for thing in range(len(own.weapons) + len(own.gear)):
        readied = every or item.readied(unit, thing) > 0
        if readied:
            found.append(coded(v.DROP, thing))
        if every or (own.stowed and unit.stowed[thing]):
            found.append(coded(v.READY, thing))
        if readied and (every or own.stowed):
            found.append(coded(v.STOW, thing))
    litter = field.litter if every else item.at_hand(field, unit)
    for number in sorted({one % MOST for one in litter}):
        found.append(coded(v.PICK_UP, number))
        if trades:
            found.append(coded(v.PICK_UP + v.WITH_MAIN, number))
    for line in range(len(field.thorns)):
        for place, strike in enumerate(own.strikes):
            if strike.listed and strike.harm in (EDGE, FIRE):
                found.append(coded(v.HEW, place, line))
    return found


def towards(unit: Body, *, foe: bool) -> list[int]:
    """Return the verbs that one may think of with somebody at the other end."""
    arts = unit.sheet.arts
    if foe:
        found = [v.SEARCH]
        if "stunning-shock" in arts:
            found.append(v.STUN)
        if "piercing-strike" in arts:
            found.append(v.PIERCE)
        return found
    found = [v.AID, v.ROUSE]
    if unit.sheet.feat("gifted-chirurgeon"):
        found.append(v.LEECH)
    if "healing-potion" in unit.sheet.gear:
        found.append(v.GIVE)
    if "healing-touch" in arts:
        found.append(v.HEAL)
    if "swift-healer" in arts:
        found.append(v.SWIFT_HEAL)
    if "steps-of-air" in arts:
        found.append(v.FLY)
    if unit.sheet.feat("bodyguards-eye") > 1:
        found.append(v.REWARD)
    return found


def plain(field: Field, unit: Body) -> list[int]:
    """Return the verbs that need no more, as far as the sheet knows them."""
    own = unit.sheet
    found = list(FOR_ALL)
    if own.feat("close-combatant") > 1:
        found.append(v.SLIP_AWAY)
    if own.gear:
        found += known(BY_GEAR, own.gear)
    if own.feat("whirlwind-assault"):
        found.append(v.WHIRL)
    if own.abilities:
        found += known(BY_ABILITY, own.abilities)
    if own.arts:
        found += known(BY_ART, own.arts)
    if unit.effects and unit.has(BOILS):
        found.append(v.SCRATCH)
    if "deeds" in field.topics:
        found += [v.OTHER_MAIN, v.OTHER_MOVE]
    return found


def known(table: tuple[tuple[str, int], ...], names: list[str]) -> list[int]:
    """Return the verbs of what a sheet names."""
    return [verb for name, verb in table if name in names]


def possible(field: Field, unit: Body, *, held: bool) -> list[int]:
    """Return what is offered; giving up is legal for all, offered to those who retreat.

    Rule: morale.surrender.
    """
    found: list[int] = []
    idle = not unit.main and not unit.again()
    barred = False
    for one in thinkable(field, unit, every=False):
        verb = one // v.VERB
        if verb < v.WITH_MAIN and ((verb in PAID and idle) or (verb in v.MOVES and not unit.step)):
            continue
        if verb == v.FLEE or (verb == v.SURRENDER and not unit.broken):
            continue
        if verb in INSTEAD:  # no attack, so nothing in its place
            if not barred and not action.not_instead(field, unit, verb, field.units[one % 1000]):
                found.append(one)
            continue
        no = action.forbids(field, unit, one, held=held)
        if verb == v.ATTACK:
            barred = no != ""
        if not no:
            found.append(one)
    return found
