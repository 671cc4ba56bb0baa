"""The menu of a turn: which actions there are, and which of them are offered."""

from __future__ import annotations

from typing import Final

from affray.rulesets.sovereign import actions, geometry, items
from affray.rulesets.sovereign.action import legality
from affray.rulesets.sovereign.attack import declared
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.condition import BOILS, TOUCH, routed
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import EDGE, FIRE, MELEE, MORTAL, MOST

IS_PAID: Final = actions.marked(actions.MAINS - {actions.CAST})  # some spells are free
# What anybody may think of with nobody at the other end.
FOR_ALL = (
    actions.CHARGE,
    actions.RUN,
    actions.SCREEN,
    actions.DISENGAGE,
    actions.STAND,
    actions.PRONE,
    actions.HOLD,
    actions.DEFEND,
    actions.ESCAPE,
    actions.MOVE_HELD,
    actions.RELEASE,
    actions.SURRENDER,
    actions.FLEE,
    actions.SHEATHE,
    actions.PARLEY,
)
# What is offered to those alone who lie, stand, retreat, or hold somebody.
IS_SELDOM: Final = actions.marked(
    frozenset(
        [
            actions.STAND,
            actions.PRONE,
            actions.SURRENDER,
            actions.FLEE,
            actions.MOVE_HELD,
            actions.RELEASE,
        ]
    )
)
# Verbs that need a piece of gear, an ability or an art.
BY_GEAR = (
    ("healing-potion", actions.DRINK),
    ("caltrops", actions.STREW),
    ("smoke-pot", actions.SMOKE),
)
BY_ABILITY = (("rally", actions.RALLY), ("vanish-in-shadow", actions.VANISH))
BY_ART = (
    ("healing-touch", actions.TOUCH),
    ("pavis-of-elements", actions.PAVIS),
    ("pavis-of-elements", actions.TAKE_BACK),
    ("unbindable", actions.SLIP),
    ("gentlemans-withdrawal", actions.WITHDRAW),
    ("elemental-sparks", actions.SPARKS),
)


def thinkable(
    combat: SovereignCombat, unit: SovereignCombatant, *, every: bool = True
) -> list[int]:
    """Return every action that one may think of here, in a fixed order.

    Not ``every``: less what is barred whoever the target is, or by a look at the target alone.
    """
    found: list[int] = []
    own = unit.sheet
    strikes = list(range(len(own.strikes))) if every else strikes_at_hand(combat, unit)
    at_friend, at_foe = towards(unit, foe=False), towards(unit, foe=True)
    if not every:
        at_friend, at_foe = affordable(unit, at_friend), affordable(unit, at_foe)
    charms = castable(unit, every=every)
    for target in combat.units:
        if not target.present:
            continue
        foe = target.side != unit.side
        if foe and strikes:
            far = 0 if every else geometry.apart(combat, unit, target)
            for place in strikes:
                strike = own.strikes[place]
                if far > strike.span():
                    continue
                found.append(actions.coded(actions.ATTACK, place, target.index))
                if not strike.art:
                    if strike.mode == MELEE:
                        found.append(actions.coded(actions.SHOVE, place, target.index))
                    if strike.unarmed:
                        found.append(actions.coded(actions.GRAPPLE, place, target.index))
                    found.append(actions.coded(actions.SWARM, place, target.index))
        for aim, verb, place in charms:
            fits = aim == aiming.FOE if foe else aim == aiming.FRIEND or target is unit
            if fits or aim == aiming.OTHERS:
                found.append(actions.coded(verb, place, target.index))
        for verb in at_foe if foe else at_friend:
            if every or helpable(verb, unit, target):
                found.append(actions.coded(verb, 0, target.index))
    return found + alone(combat, unit, every=every)


def castable(unit: SovereignCombatant, *, every: bool) -> list[tuple[int, int, int]]:
    """Return at what each spell is aimed, how it is let go, and its place."""
    found: list[tuple[int, int, int]] = []
    for place, spell in enumerate(unit.sheet.spells):
        for verb in actions.SPELLINGS if every else unspent(unit, place):
            found.append((aiming.aim_of(spell), verb, place))
    return found


def strikes_at_hand(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return the attacks to list that can be paid for and that only a target can forbid."""
    found: list[int] = []
    if routed(unit) or (not unit.main and not unit.again()):
        return found
    for place, strike in enumerate(unit.sheet.strikes):
        if strike.art and not unit.main:
            continue  # Haste's Main does not pay for it
        if strike.listed and declared.usable(combat, unit, strike):
            found.append(place)
    return found


def affordable(unit: SovereignCombatant, verbs: list[int]) -> list[int]:
    """Return the verbs for which the Main or the Move that they cost is left."""
    idle = not unit.main and not unit.again()
    if unit.step and not idle:
        return verbs
    return [
        verb
        for verb in verbs
        if not (idle and IS_PAID[verb]) and (unit.step or not actions.IS_MOVE[verb])
    ]


def unspent(unit: SovereignCombatant, place: int) -> tuple[int, ...]:
    """Return how a spell may be let go, as far as its caster's slots go. Rule: spell.slots."""
    if unit.hung >= 0:
        return (actions.LOOSE,) if unit.hung == place else ()
    return (actions.CAST, actions.SWIFT) if unit.casting > 0 else ()


def helpable(verb: int, unit: SovereignCombatant, target: SovereignCombatant) -> bool:
    """Return whether somebody looks like one to aid, to rouse or to search for.

    Potions are given by those who have one, healing touches by those who have committed to it.
    """
    if verb in (actions.AID, actions.LEECH):
        return target.fate == MORTAL and target is not unit
    if verb == actions.ROUSE:
        return target.asleep
    if verb == actions.GIVE:
        return target is not unit and equipment.has_gear(unit, "healing-potion")
    if verb in (actions.HEAL, actions.SWIFT_HEAL):
        return unit.has(TOUCH)
    return verb != actions.SEARCH or target.unseen


def fitting(unit: SovereignCombatant, verb: int) -> bool:
    """Return whether somebody lies, or holds another, as a verb wants.

    Giving up is legal for all, offered to those who retreat. Rule: morale.surrender.
    """
    if not IS_SELDOM[verb]:
        return True
    if verb == actions.STAND:
        return unit.prone
    if verb == actions.PRONE:
        return not unit.prone
    if verb == actions.SURRENDER:
        return unit.broken
    return verb != actions.FLEE and unit.grappling >= 0


def drawable(unit: SovereignCombatant, weapon: int) -> bool:
    """Return whether a weapon is Readied and not what is in hand already."""
    return unit.stock[weapon] > 0 and (unit.hand != weapon or unit.off >= 0)


def alone(combat: SovereignCombat, unit: SovereignCombatant, *, every: bool) -> list[int]:
    """Return every action that one may think of with nobody at the other end."""
    found: list[int] = []
    own = unit.sheet
    verbs = by_itself(combat, unit)
    for verb in verbs if every else affordable(unit, verbs):
        if every or fitting(unit, verb):
            found.append(verb * actions.VERB)
    trades = every or (not unit.step and (unit.main or unit.again()))
    if trades:
        found += [
            actions.coded(verb + actions.WITH_MAIN) for verb in actions.EXCHANGED if verb in verbs
        ]
    second = equipment.second_hand(unit)
    for place in range(len(own.weapons)):
        if every or unit.unloaded >> place & 1:
            found.append(actions.coded(actions.RELOAD, place))
        if every or drawable(unit, place):
            found.append(actions.coded(actions.DRAW, place))
        if every or second:
            found.append(actions.coded(actions.DRAW_OFF, place))
        if every or equipment.quick(unit, place):
            found.append(actions.coded(actions.UNSTOW, place))
    for thing in range(len(own.weapons) + len(own.gear)):
        readied = every or equipment.readied(unit, thing) > 0
        if readied:
            found.append(actions.coded(actions.DROP, thing))
        if every or (own.stowed and unit.stowed[thing]):
            found.append(actions.coded(actions.READY, thing))
        if readied and (every or own.stowed):
            found.append(actions.coded(actions.STOW, thing))
    if combat.litter:
        litter = combat.litter if every else items.at_hand(combat, unit)
        for number in sorted({piece % MOST for piece in litter}):
            found.append(actions.coded(actions.PICK_UP, number))
            if trades:
                found.append(actions.coded(actions.PICK_UP + actions.WITH_MAIN, number))
    for line in range(len(combat.thorns)):
        for place, strike in enumerate(own.strikes):
            if strike.listed and strike.harm in (EDGE, FIRE):
                found.append(actions.coded(actions.HEW, place, line))
    return found


def towards(unit: SovereignCombatant, *, foe: bool) -> list[int]:
    """Return the verbs that one may think of with somebody at the other end."""
    own = unit.sheet
    found = own.for_foes if foe else own.for_friends
    if found is None:
        if foe:
            found = own.for_foes = at_foes(own)
        else:
            found = own.for_friends = at_friends(own)
    return found


def at_foes(own: Sheet) -> list[int]:
    """Return the verbs that a sheet knows with a foe at the other end."""
    found = [actions.SEARCH]
    if "stunning-shock" in own.arts:
        found.append(actions.STUN)
    if "piercing-strike" in own.arts:
        found.append(actions.PIERCE)
    return found


def at_friends(own: Sheet) -> list[int]:
    """Return the verbs that a sheet knows with a friend at the other end, or oneself."""
    found = [actions.AID, actions.ROUSE]
    if own.feat("gifted-chirurgeon"):
        found.append(actions.LEECH)
    if "healing-potion" in own.gear:
        found.append(actions.GIVE)
    if "healing-touch" in own.arts:
        found.append(actions.HEAL)
    if "swift-healer" in own.arts:
        found.append(actions.SWIFT_HEAL)
    if "steps-of-air" in own.arts:
        found.append(actions.FLY)
    if own.feat("bodyguards-eye") > 1:
        found.append(actions.REWARD)
    return found


def by_itself(combat: SovereignCombat, unit: SovereignCombatant) -> list[int]:
    """Return the verbs that need nobody at the other end."""
    found = unit.sheet.verbs
    if found is None:
        found = unit.sheet.verbs = plain(unit.sheet)
    if unit.effects and unit.has(BOILS):
        found = [*found, actions.SCRATCH]
    if combat.topics and "deeds" in combat.topics:
        found = [*found, actions.OTHER_MAIN, actions.OTHER_MOVE]
    return found


def plain(own: Sheet) -> list[int]:
    """Return the verbs that need no more, as far as a sheet knows them."""
    found = list(FOR_ALL)
    if own.feat("close-combatant") > 1:
        found.append(actions.SLIP_AWAY)
    if own.gear:
        found += known(BY_GEAR, own.gear)
    if own.feat("whirlwind-assault"):
        found.append(actions.WHIRL)
    if own.abilities:
        found += known(BY_ABILITY, own.abilities)
    if own.arts:
        found += known(BY_ART, own.arts)
    return found


def known(table: tuple[tuple[str, int], ...], names: list[str]) -> list[int]:
    """Return the verbs of what a sheet names."""
    return [verb for name, verb in table if name in names]


def possible(combat: SovereignCombat, unit: SovereignCombatant, *, held: bool) -> list[int]:
    """Return what is offered."""
    found: list[int] = []
    barred = False
    for code in thinkable(combat, unit, every=False):
        verb = code // actions.VERB
        if actions.SHOVE <= verb <= actions.SWARM:  # no attack, so nothing in its place
            if not barred:
                target = combat.units[code % actions.UNITS]
                if not legality.not_instead(combat, unit, verb, target):
                    found.append(code)
            continue
        if verb == actions.ATTACK:  # one of those that are usable
            strike = unit.sheet.strikes[actions.thing_of(code)]
            target = combat.units[code % actions.UNITS]
            far = geometry.apart(combat, unit, target)
            barred = not declared.open_to(combat, unit, strike, target, far)
            if not barred:
                found.append(code)
        elif not legality.forbids(combat, unit, code, held=held):
            found.append(code)
    return found
