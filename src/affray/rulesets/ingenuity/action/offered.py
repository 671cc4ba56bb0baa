"""What can be done in a turn: what is listed, what forbids it, how it is written."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.arrays import i64
from affray.core.choice import Option
from affray.rulesets.ingenuity import death, geometry
from affray.rulesets.ingenuity.action import hands, interact, maneuver, power, ready, task
from affray.rulesets.ingenuity.actions import (
    ABANDON,
    ASSIST,
    ATTACK,
    BRANDISH,
    CEASE,
    COMMAND,
    COVER,
    DROP,
    ENDING,
    FATE_ACTION,
    FATE_OTHER,
    FATE_RECOVER,
    FREE,
    GIVE,
    GO_ON,
    HAND,
    IMPROVISE,
    INTERACT,
    KILL,
    LEAVE,
    LOOSE,
    MANEUVER,
    MOST_VERBS,
    MOVE,
    PLACES,
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
    TAKE,
    TALENT,
    TASK,
    VERB_WORDS,
    WORDS,
    a_of,
    b_of,
    cell_of,
    code_at,
    code_of,
    verb_of,
    way_of,
)
from affray.rulesets.ingenuity.attack import aim, weapon
from affray.rulesets.ingenuity.choice import fate
from affray.rulesets.ingenuity.definitions import Maneuver, Power
from affray.rulesets.ingenuity.movement import paths
from affray.rulesets.ingenuity.resource import spending, talents
from affray.rulesets.ingenuity.resource.talents import TALENTS
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import COMMANDED, CONTROLLING, SPURNED

RESOURCES: Final = ("endurance", "stamina", "focus")

# Rules: action.default-cost, action.free, action.resuscitate, action.short-task.
PRICES: Final = {
    RESUSCITATE: 2,
    SEARCH: 3,
    KILL: 3,
    TASK: 3,
    ASSIST: 3,
    GO_ON: 0,
    IMPROVISE: 0,
}
TREATING: Final = (SMOTHER, STAUNCH, SHAKE)  # what a condition asks of whoever is beside one
ALL_GIFTS: Final = list(range(len(TALENTS)))


class Verbs:
    """The verbs that somebody asks for.

    Attributes:
        wanted: of every verb whether it is asked for.
        at_once: those that need no more than their code, of which ``free`` cost no action, and
            ``usual`` are all but those of somebody in a state that is seldom.
        readies: what is to be readied, None all that is listed.
        without: the manoeuvres that nobody asks for, by what they do.
    """

    def __init__(
        self, asked: list[int], readies: list[int] | None = None, without: tuple[str, ...] = ()
    ) -> None:
        self.readies = readies
        self.without = without
        self.wanted = tuple([verb in asked for verb in range(MOST_VERBS)])
        self.at_once = [code_of(verb) for verb in SIMPLE if verb in asked]
        self.usual = [code for code in self.at_once if verb_of(code) not in OF_A_STATE]
        # action.free
        self.free = [code_of(verb) for verb in SIMPLE if verb in asked and verb in AT_NO_PRICE]


AT_NO_PRICE: Final = (*FREE, IMPROVISE)
OF_A_STATE: Final = (ABANDON, GO_ON, SHED, LOOSE, CEASE)  # see ``has_ties``
ALL_VERBS: Final = Verbs(list(range(MOST_VERBS)))


class Scope:
    """How much is listed of what one may think of besides attacks: all of it, unless narrowed.

    Attributes:
        verbs: what is asked for.
        arms: what somebody can attack with.
        found: what is listed, in a fixed order.
        feats: the manoeuvres that count, plain and boosted.
        powers: the powers that count.
        pieces: what is at hand.
        narrow: whether what is seen to be forbidden without a closer look is left out.
        reaches: how many metres each of these manoeuvres comes, once it is narrowed.
        kills: how many metres killing strikes come, once it is narrowed.
        commands: whether there is focus to command anybody.
        own: whether it is its own turn, not a command.
        timely: whether anything is due, whatever it is.
    """

    def __init__(self, combat: IngenuityCombat, unit: IngenuityCombatant, verbs: Verbs) -> None:
        self.combat = combat
        self.unit = unit
        self.verbs = verbs
        self.arms = weapon.arms(combat, unit)
        self.found: list[int] = []
        self.feats = maneuver.feats(unit) if verbs.wanted[MANEUVER] else []
        self.powers = unit.sheet.powers if verbs.wanted[POWER] else []
        self.pieces = hands.at_hand(combat, unit)
        self.narrow = False
        self.reaches: list[int] = []
        self.kills = 1
        self.commands = True
        self.own = True
        self.timely = True

    def add(self, code: i64) -> None:
        """List something, of a narrow scope if nothing forbids it."""
        if self.narrow:
            if not self.due(code) or unfit(self.combat, self.unit, code, self.own):
                return
        self.found.append(code)

    def add_each(self, codes: list[int]) -> None:
        """List some things so."""
        for code in codes:
            self.add(code)

    def due(self, code: i64) -> bool:
        """Return whether something is due now: see ``untimely``."""
        return self.timely or not untimely(self.combat, self.unit, code, self.own)

    def may_use(self, one: Maneuver, other: IngenuityCombatant, code: i64) -> bool:
        """Return whether a manoeuvre is listed; of a narrow scope are those that one is ready for.

        Rule: maneuver.reaction.
        """
        if not self.narrow:
            return True
        if not self.due(code) or (one.timing == "free" and not self.own):
            return False
        return not maneuver.cannot_on(self.combat, self.unit, one, other, self.arms)

    def may_cast(self, one: Power, other: IngenuityCombatant, code: i64) -> bool:
        """Return whether a power is listed; of a narrow scope are those that one is ready for."""
        if not self.narrow:
            return True
        return self.due(code) and not power.cannot_on(self.combat, self.unit, one, other)


def narrowed(
    combat: IngenuityCombat, unit: IngenuityCombatant, verbs: Verbs, own: bool, timely: bool
) -> Scope:
    """Return a scope without what one is seen to be unable to do.

    Rules: action.resources, resource.focus-costs, geometry.reach.
    """
    scope = Scope(combat, unit, verbs)
    scope.narrow = True
    scope.own = own
    scope.timely = timely
    feats: list[int] = []
    for feat in scope.feats:
        one = combat.library.maneuvers[feat // 2]
        if one.works not in verbs.without and not maneuver.unready(unit, one, feat % 2 == 1):
            feats.append(feat)
            scope.reaches.append(maneuver.longest(combat, unit, one, scope.arms))
    scope.feats = feats
    for each, _ in scope.arms:
        scope.kills = max(scope.kills, weapon.farthest(unit, each, False))
    if scope.powers:
        scope.powers = [one for one in scope.powers if not power.unready(combat, unit, one)]
    scope.commands = unit.focus >= spending.command_price(unit)
    return scope


def price_of(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> int:
    """Return the actions that something costs. Rules: action.default-cost, action.extended."""
    verb = verb_of(code)
    if verb == MANEUVER:
        return combat.library.maneuvers[a_of(code) // 2].actions
    if verb == POWER:
        return combat.library.powers[a_of(code)].actions
    if verb == RELOAD:
        if a_of(code) < len(unit.pieces):
            return combat.thing(unit.pieces[a_of(code)]).reload
        return 1
    if verb in FREE:
        return 0
    if verb == ASSIST and a_of(code) > task.SEARCHING:
        return 2 if a_of(code) == task.REVIVING else 1  # test.assist: as many as it costs
    return PRICES.get(verb, 1)


def thinkable(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return everything one may think of, allowed or not, in a fixed order."""
    scope = Scope(combat, unit, ALL_VERBS)
    return [*aim.strike_codes(combat, unit), *besides(combat, unit, scope)]


def besides(combat: IngenuityCombat, unit: IngenuityCombatant, scope: Scope) -> list[int]:
    """Return what one may think of besides attacks, as much as a scope of all verbs says."""
    found = scope.found
    scope.add_each(scope.verbs.at_once)
    found.extend([code_at(STEP, cell) for cell in paths.step_cells(combat, unit)])
    found.extend(ready.ready_codes(unit))
    with_things(unit, scope)
    found.extend(hands.grips(combat, unit, scope.pieces))
    with_others(combat, unit, scope)
    return found


def readies(unit: IngenuityCombatant, verbs: Verbs) -> list[int]:
    """Return what is listed of what can be readied, as much as is asked for."""
    if not verbs.wanted[READY]:
        return []
    return ready.ready_codes(unit) if verbs.readies is None else verbs.readies


def with_things(unit: IngenuityCombatant, scope: Scope) -> None:
    """List what one may think of doing with each thing carried alone."""
    wanted = scope.verbs.wanted
    for place in range(len(unit.pieces)):
        if wanted[DROP]:
            scope.add(code_of(DROP, place))
        if wanted[RELOAD]:
            scope.add(code_of(RELOAD, place))


def with_others(combat: IngenuityCombat, unit: IngenuityCombatant, scope: Scope) -> None:
    """List what one may think of that is about what lies there or about somebody, and tasks."""
    wanted = scope.verbs.wanted
    if wanted[TAKE]:
        for n in range(len(scope.pieces) - len(unit.pieces)):
            piece = scope.pieces[len(unit.pieces) + n]
            if not scope.narrow or (
                scope.due(code_of(TAKE, n)) and hands.has_hands_for(combat, unit, piece)
            ):
                scope.found.append(code_of(TAKE, n))
    if wanted[INTERACT] and combat.changing:
        scope.add_each(interact.codes(combat))
    for other in combat.units:
        if other.present and other.cell >= 0:
            apart = geometry.distance(combat, unit, other)
            if other is unit or combat.allies(unit, other):
                for_friend(combat, unit, other, scope, apart)
            if not other.awake and other is not unit:
                for_fallen(combat, unit, other, scope, apart)
            for_anybody(combat, unit, other, scope, apart)
    if wanted[FATE_RECOVER] and (unit.fate_points > 0 or not scope.narrow):
        for n in range(len(RESOURCES)):
            scope.add(code_of(FATE_RECOVER, n))
    if wanted[TALENT]:
        for n in talents.gifts(unit) if scope.narrow else ALL_GIFTS:
            scope.add(code_of(TALENT, n))
    for number in range(len(combat.tasks)):
        if wanted[TASK]:
            scope.add(code_of(TASK, number))
        if wanted[ASSIST]:
            scope.add(code_of(ASSIST, number))


def for_anybody(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    other: IngenuityCombatant,
    scope: Scope,
    apart: int,
) -> None:
    """List the manoeuvres and powers that are meant for somebody so many metres away."""
    for n, number in enumerate(scope.feats):
        if scope.narrow and apart > scope.reaches[n]:
            continue
        one = combat.library.maneuvers[number // 2]
        if maneuver.meant_for(combat, unit, one, other):
            code = code_of(MANEUVER, number, other.index)
            if scope.may_use(one, other, code):
                scope.found.append(code)
    for each in scope.powers:
        if power.meant_for(combat, unit, each, other):
            code = code_of(POWER, each.number, other.index)
            if scope.may_cast(each, other, code):
                scope.found.append(code)


def other_fates() -> list[int]:
    """Return what else fate may be spent on: legal, but left out of menus. Rule: fate.other."""
    return [code_of(FATE_OTHER, n) for n in range(len(fate.OTHERS))]


def assists(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return what one may think of assisting besides tasks. Rule: test.assist."""
    found = [code_of(ASSIST, task.SEARCHING)]
    for other in combat.units:
        if other is not unit and other.present and other.cell >= 0:
            if not other.awake:
                found.append(code_of(ASSIST, task.REVIVING, other.index))
            if combat.allies(unit, other):
                found.append(code_of(ASSIST, task.STAUNCHING, other.index))
    return found


def for_friend(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    other: IngenuityCombatant,
    scope: Scope,
    apart: int,
) -> None:
    """List what one may think of doing for oneself or a friend that is so many metres away."""
    wanted = scope.verbs.wanted
    who = other.index
    if wanted[COMMAND] and (not scope.narrow or (scope.commands and other is not unit)):
        scope.add(code_of(COMMAND, 0, who))
    if scope.narrow and apart > 1:
        return
    if other.effects or not scope.narrow:
        for verb in TREATING:
            if wanted[verb]:
                scope.add(code_of(verb, 0, who))
    for place, piece in enumerate(unit.pieces):
        thing = combat.thing(piece)
        if wanted[GIVE] and (thing.endurance or thing.douses):
            scope.add(code_of(GIVE, place, who))
        if wanted[HAND] and other is not unit:
            scope.add(code_of(HAND, place, who))


def for_fallen(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    other: IngenuityCombatant,
    scope: Scope,
    apart: int,
) -> None:
    """List what one may think of doing to somebody unconscious so many metres away."""
    wanted = scope.verbs.wanted
    if wanted[RESUSCITATE] and (apart <= 1 or not scope.narrow):
        scope.add(code_of(RESUSCITATE, 0, other.index))
    near = not scope.narrow or apart <= scope.kills
    if wanted[KILL] and near and not combat.allies(unit, other):
        kinds: list[int] = []
        for each, _ in scope.arms:
            if each.number not in kinds:
                kinds.append(each.number)
                scope.add(code_of(KILL, each.number, other.index))


def improvised(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return the manoeuvres that one has not learned and could try. Rule: maneuver.improvise."""
    found: list[int] = []
    for one in combat.library.maneuvers:
        if one in unit.sheet.maneuvers or one.timing == "reaction":
            continue
        for other in combat.units:
            if other.present and maneuver.meant_for(combat, unit, one, other):
                code = code_of(MANEUVER, one.number * 2, other.index)
                if not forbids(combat, unit, code, own=True):
                    found.append(code)
    return found


def possible(
    combat: IngenuityCombat,
    unit: IngenuityCombatant,
    own: bool,
    verbs: Verbs = ALL_VERBS,
    grips: list[int] | None = None,
) -> list[int]:
    """Return what can be done now; with no action left what is free. Rule: action.free.

    ``verbs`` are those that anybody asks for; ``grips`` takes every way to fill the hands, legal or
    not, if any is to be numbered among them.
    """
    steps = paths.may_step(combat, unit) if own and verbs.wanted[STEP] else []
    if own and unit.actions < 1:
        # Verbs that are free are always due in one's own turn.
        found = [code for code in verbs.free if not unfit(combat, unit, code, own)]
        found.extend(steps_to(combat, unit, steps) if steps else [])
        add_fit(found, combat, unit, other_free_codes(combat, unit, verbs), own)
        return found
    scope = narrowed(combat, unit, verbs, own, own and not unit.task)
    if unit.actions > 0 and not (own and unit.task):  # action.spanning.first
        scope.found = aim.strikes(combat, unit, scope.arms)
    found = scope.found
    scope.add_each(verbs.at_once if has_ties(unit) else verbs.usual)
    if steps:
        found.extend(steps_to(combat, unit, steps))
    readied = readies(unit, verbs)
    if readied and not untimely(combat, unit, readied[0], own):  # which of them makes no difference
        found.extend(readied)
    with_things(unit, scope)
    if verbs.wanted[BRANDISH]:
        every = hands.grips(combat, unit, scope.pieces)
        if grips is not None:
            grips.extend(every)
        changes = hands.changes(unit, every)
        if changes and not untimely(combat, unit, changes[0], own):
            found.extend(changes)
    with_others(combat, unit, scope)
    return found


def has_ties(unit: IngenuityCombatant) -> bool:
    """Return whether there may be anything to go on with, to stop or to shake off.

    Rules: action.spanning, condition.grappled, condition.concentration.
    """
    if unit.task or unit.effects or unit.grappling >= 0:
        return True
    return unit.concentrates != ""


def steps_to(combat: IngenuityCombat, unit: IngenuityCombatant, steps: list[int]) -> list[int]:
    """Return Steps to some spaces, in the order of all that one may think of."""
    return [
        code_at(STEP, cell)
        for cell in paths.step_cells(combat, unit)
        if any(goal == cell for goal in steps)
    ]


def add_fit(
    found: list[int], combat: IngenuityCombat, unit: IngenuityCombatant, codes: list[int], own: bool
) -> None:
    """Add what nothing forbids of some actions."""
    timely = own and unit.actions > 0 and not unit.task  # whatever it is
    for code in codes:
        if (timely or not untimely(combat, unit, code, own)) and not unfit(combat, unit, code, own):
            found.append(code)


def free_codes(
    combat: IngenuityCombat, unit: IngenuityCombatant, verbs: Verbs = ALL_VERBS
) -> list[int]:
    """Return what costs no action, in the order of everything. Rule: action.free."""
    found = verbs.free[:]
    if verbs.wanted[STEP]:
        found.extend([code_at(STEP, cell) for cell in paths.step_cells(combat, unit)])
    found.extend(other_free_codes(combat, unit, verbs))
    return found


def other_free_codes(combat: IngenuityCombat, unit: IngenuityCombatant, verbs: Verbs) -> list[int]:
    """Return what costs no action and takes a thing, somebody or fate."""
    found: list[int] = []
    if verbs.wanted[DROP]:
        found.extend([code_of(DROP, place) for place in range(len(unit.pieces))])
    learned: list[Maneuver] = []
    if verbs.wanted[MANEUVER]:
        learned = [one for one in unit.sheet.maneuvers if one.timing == "free"]
    for other in combat.units if learned else []:
        if other.present and other.cell >= 0:
            for one in learned:
                if maneuver.meant_for(combat, unit, one, other):
                    found.append(code_of(MANEUVER, one.number * 2, other.index))
    if verbs.wanted[FATE_RECOVER]:
        found.extend([code_of(FATE_RECOVER, n) for n in range(len(RESOURCES))])
    return found


def forbids(combat: IngenuityCombat, unit: IngenuityCombatant, code: int, own: bool) -> str:
    """Return the rule that forbids an action, "" if none does. Rule: action.no-target."""
    return untimely(combat, unit, code, own) or unfit(combat, unit, code, own)


def untimely(combat: IngenuityCombat, unit: IngenuityCombatant, code: int, own: bool) -> str:
    """Return the rule by which an action, whatever it is, is not due now.

    Rules: turn.three-actions, action.spanning.first, action.command.limits.
    """
    verb = verb_of(code)
    if not own and (verb in ENDING or verb in FREE or verb == COMMAND):
        return "action.command.limits"
    if not unit.task and unit.actions > 0:
        return ""
    price = price_of(combat, unit, code)
    if unit.task and not own and price > 1:
        return "action.command.limits"  # what is unfinished is not lost for another
    if unit.task and own and price:
        return "action.spanning.first"
    return "turn.three-actions" if unit.actions < 1 and price else ""


def unfit(combat: IngenuityCombat, unit: IngenuityCombatant, code: int, own: bool) -> str:
    """Return the rule by which something cannot be done, whatever the actions left."""
    verb = verb_of(code)
    if verb == READY:
        return ""  # whether it can be done is seen when the trigger comes
    if verb == ATTACK:
        return aim.forbids_strike(combat, unit, code)
    if verb in (MOVE, SPRINT, STEP, STAND, PRONE, COVER, LEAVE):
        return paths.forbids_moving(combat, unit, code)
    if verb in (COMMAND, RESUSCITATE, SMOTHER, STAUNCH, KILL, SHAKE):
        return forbids_other(combat, unit, code)
    if verb in (BRANDISH, DROP, GIVE, HAND, RELOAD, TAKE):
        return hands.forbids(combat, unit, code)
    if verb == MANEUVER:
        one = combat.library.maneuvers[a_of(code) // 2]
        if not own and one.timing == "free":
            return "maneuver.reaction"
        boosted = a_of(code) % 2 == 1
        return maneuver.cannot(combat, unit, one, combat.units[b_of(code)], boosted)
    if verb == POWER:
        one_power = combat.library.powers[a_of(code)]
        return power.cannot(combat, unit, one_power, combat.units[b_of(code)])
    if verb == ASSIST and a_of(code) in task.HELP:
        return forbids_help(combat, unit, code)
    if verb in (TASK, ASSIST):
        return task.forbids(combat, unit, a_of(code))
    if verb == SPACE:
        return aim.forbids_space(combat, unit, code)
    if verb == INTERACT:
        return interact.forbids(combat, unit, code)
    return forbids_alone(combat, unit, code, own)


def key(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the key of an action."""
    verb = verb_of(code)
    if verb in SIMPLE:
        return SIMPLE[verb]
    if verb in hands.VERBS:
        return hands.key(combat, unit, code)
    if verb == READY:
        return ready.ready_word(combat, unit, code)
    if verb == INTERACT:
        return interact.key(combat, code)
    on_cell = verb in (STEP, SPACE)
    name = combat.grid.name(cell_of(code)) if on_cell else combat.units[b_of(code)].name
    if verb in (ATTACK, SPACE):
        way = way_of(code) if verb == SPACE else a_of(code)
        word = arm_word(combat, unit, way // 2)
        return f"{'shoot' if way % 2 else 'attack'} {name} with {word}"
    if verb == KILL:
        return f"kill {name} with {combat.library.things[a_of(code)].id}"
    if verb == MANEUVER:
        more = " boosted" if a_of(code) % 2 else ""
        return f"{combat.library.maneuvers[a_of(code) // 2].id}{more} {name}"
    if verb == POWER:
        return f"{combat.library.powers[a_of(code)].id} {name}"
    if verb == FATE_RECOVER:
        return f"fate {RESOURCES[a_of(code)]}"
    if verb == FATE_OTHER:
        return f"fate {fate.OTHERS[a_of(code)]}"
    if verb == TALENT:
        return TALENTS[a_of(code)]
    if verb == ASSIST and a_of(code) in task.HELP:
        word = f"assist {task.HELP[a_of(code)]}"
        return word if a_of(code) == task.SEARCHING else f"{word} {name}"
    if verb in (TASK, ASSIST):
        return f"{'task' if verb == TASK else 'assist'} {combat.tasks[a_of(code)].id}"
    return f"{WORDS[verb]} {name}"


def arm_word(combat: IngenuityCombat, unit: IngenuityCombatant, place: int) -> str:
    """Return the word of a weapon in keys."""
    arms = weapon.arms(combat, unit)
    each, piece = arms[place]
    if piece is not None:
        return weapon.piece_word(combat, unit, unit.pieces.index(piece))
    return each.id


TARGETED: Final = (
    ATTACK,
    COMMAND,
    RESUSCITATE,
    SMOTHER,
    STAUNCH,
    SHAKE,
    KILL,
    MANEUVER,
    POWER,
    GIVE,
    HAND,
)


# What an action of these verbs is about is numbered by its first part.
NUMBERED: Final = (
    ATTACK,
    MANEUVER,
    POWER,
    KILL,
    DROP,
    RELOAD,
    GIVE,
    HAND,
    TAKE,
    FATE_RECOVER,
    FATE_OTHER,
    TALENT,
    TASK,
    ASSIST,
    INTERACT,
)


# The same by verb: a byte is read sooner than a tuple is searched.
HAS_TARGET: Final = bytes([verb in TARGETED for verb in range(MOST_VERBS)])
HAS_NUMBER: Final = bytes([verb in NUMBERED for verb in range(MOST_VERBS)])
# What the action code of a verb is made of besides it, in bits; ``OWN_WAY`` if it takes more.
OF_NUMBER: Final = 1
OF_TARGET: Final = 2
OWN_WAY: Final = 4
PARTS: Final = bytes(
    [
        OWN_WAY
        if verb in (BRANDISH, READY, ASSIST, SPACE, STEP, INTERACT)
        else OF_NUMBER * HAS_NUMBER[verb] + OF_TARGET * HAS_TARGET[verb]
        for verb in range(MOST_VERBS)
    ]
)


def option(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> Option:
    """Return an action with its key and parts."""
    verb = verb_of(code)
    word = key(combat, unit, code)
    target, cell = target_of(code), place_of(combat, code)
    targets = [target] if target >= 0 else []
    cells = [cell] if cell >= 0 else None
    cost = price_of(combat, unit, code)
    done_with = ability(combat, unit, code)
    if verb == BRANDISH:
        number = 1 + every_grip(combat, unit).index(code)
    else:
        number = object_of(combat, code)
    done = VERB_WORDS[verb]
    return Option(code, word, done, unit.index, targets, cells, done_with, cost, number)


def packed(
    combat: IngenuityCombat, codes: list[int], space: ActionSpace, grips: list[int]
) -> list[int]:
    """Return the action codes of some actions; ``grips`` is every way to fill the hands.

    A grip is numbered by its place among those: of several all stand in their order.
    """
    found = codes[:]
    grip: i64 = 0
    for nth, code in enumerate(codes):
        verb = verb_of(code)
        about: i64 = 0
        target: i64 = 0
        cell: i64 = 0
        parts: i64 = PARTS[verb]
        if parts & OF_NUMBER:
            about = 1 + a_of(code)
        if parts & OF_TARGET:
            target = 1 + b_of(code)
        if parts == OWN_WAY:
            if verb == BRANDISH:
                while grips[grip] != code:
                    grip += 1
                about = 1 + grip
            elif verb == READY:
                about = ready.object_of(code)
                target = b_of(code)
            else:
                about = object_of(combat, code)
                target = 1 + target_of(code)
                cell = 1 + place_of(combat, code)
        found[nth] = space.packed(PLACES[verb], about, target, cell)
    return found


def target_of(code: i64) -> i64:
    """Return whom an action is aimed at, -1 nobody."""
    verb = verb_of(code)
    if HAS_TARGET[verb]:
        return b_of(code)
    if verb == READY:
        return b_of(code) - 1
    if verb == ASSIST and a_of(code) in task.HELP and a_of(code) != task.SEARCHING:
        return b_of(code)
    return -1


def place_of(combat: IngenuityCombat, code: i64) -> i64:
    """Return the space that an action is about, -1 none."""
    verb = verb_of(code)
    if verb == STEP or verb == SPACE:
        return cell_of(code)
    if verb == INTERACT:
        return interact.cell_of(combat, code)
    return -1


def every_grip(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return every way to fill the hands, in the order in which they are numbered."""
    return hands.grips(combat, unit, hands.at_hand(combat, unit))


def object_of(combat: IngenuityCombat, code: i64) -> i64:
    """Return which object of the action codes an action is about, 0 for none.

    A weapon's way, a manoeuvre plain or boosted, a power, a thing carried or lying there, a task: 1
    + its number among its kind; for grips see ``packed``.
    """
    verb = verb_of(code)
    if verb == READY:
        return ready.object_of(code)
    if verb == ASSIST and a_of(code) in task.HELP:
        return 1 + len(combat.tasks) + a_of(code) - task.SEARCHING
    if verb == SPACE:
        return 1 + way_of(code)
    if HAS_NUMBER[verb]:
        return 1 + a_of(code)
    return 0


def ability(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return what an action is done with: a weapon, a manoeuvre, a power; "" if nothing."""
    verb = verb_of(code)
    if verb in (ATTACK, SPACE):
        way = way_of(code) if verb == SPACE else a_of(code)
        return arm_word(combat, unit, way // 2)
    if verb == KILL:
        return combat.library.things[a_of(code)].id
    if verb == MANEUVER:
        return combat.library.maneuvers[a_of(code) // 2].id
    return combat.library.powers[a_of(code)].id if verb == POWER else ""


HEARING: Final = 20


def forbids_alone(combat: IngenuityCombat, unit: IngenuityCombatant, code: int, own: bool) -> str:
    """Return the rule that forbids what needs nobody else."""
    verb = verb_of(code)
    if verb == SEARCH:
        for one in combat.units:
            if one.hidden and one.hidden >> unit.index & 1 and one.present:
                return ""
        return "action.search"
    if verb in (FATE_ACTION, FATE_RECOVER, FATE_OTHER):
        if unit.fate_points < 1:
            return "fate.amount"
        if verb == FATE_OTHER and a_of(code) == fate.ADVANCEMENT and not unit.sheet.pc:
            return "fate.other"
        if verb == FATE_RECOVER and fate.lacking(unit, a_of(code)) <= 0:
            return "fate.recover"
        return ""
    if verb == ABANDON:
        return "" if unit.task else "action.spanning.abandon"
    if verb == GO_ON:
        return "" if unit.task and unit.actions else "action.spanning"
    if verb == TALENT:
        return talents.forbids_talent(unit, a_of(code))
    if verb == SHED:
        return "" if unit.is_held("netted") else "action.interact"
    if verb == LOOSE:
        return "" if unit.grappling >= 0 and unit.control == CONTROLLING else "condition.grappled"
    if verb == CEASE:
        return "" if unit.concentrates else "condition.concentration"
    if verb == SURRENDER:
        return "end.surrender" if unit.used[SPURNED] else ""
    if verb == IMPROVISE:
        return "" if could_improvise(combat, unit) else "maneuver.improvise"
    return ""


def could_improvise(combat: IngenuityCombat, unit: IngenuityCombatant) -> bool:
    """Return whether there is anything to improvise: the first thing found will do.

    What strikes is looked at last: it takes longest.
    """
    busy = unit.actions < 1 or unit.task > 0
    for one in maneuver.unlearned(combat, unit):
        if (one.actions and busy) or maneuver.unready(unit, one, boosted=False):
            continue
        for other in combat.units:
            if other.present and maneuver.meant_for(combat, unit, one, other):
                if not maneuver.cannot_on(combat, unit, one, other):
                    return True
    return False


def forbids_other(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids what is done to or for another, "" if none does."""
    verb = verb_of(code)
    other = combat.units[b_of(code)]
    if not other.present or other.cell < 0:
        return "action.no-target"
    if verb == COMMAND:
        return forbids_command(combat, unit, other)
    apart = geometry.distance(combat, unit, other)
    if verb == KILL:
        return death.forbids_kill(combat, unit, other, a_of(code), apart)
    if apart > 1:
        return "geometry.adjacent"
    if verb == RESUSCITATE:
        return "action.resuscitate" if other.awake or other is unit else ""
    if verb == SMOTHER:
        return "" if other.is_held("burning") and unit.prone else "action.treat"
    if verb == STAUNCH:
        return "" if other.is_held("bleeding") else "action.treat"
    return "" if other.is_held("sleeping") and other is not unit else "action.interact"


def forbids_help(combat: IngenuityCombat, unit: IngenuityCombatant, code: int) -> str:
    """Return the rule that forbids assisting what one could do oneself. Rule: test.assist."""
    if a_of(code) == task.SEARCHING:
        return forbids_alone(combat, unit, code_of(SEARCH), own=True)
    verb = RESUSCITATE if a_of(code) == task.REVIVING else STAUNCH
    return forbids_other(combat, unit, code_of(verb, 0, b_of(code)))


def forbids_command(
    combat: IngenuityCombat, unit: IngenuityCombatant, ally: IngenuityCombatant
) -> str:
    """Return the rule that forbids to command an ally, "" if none does.

    Rules: action.command.limits, action.command.once-per-target, surprise.no-command.
    """
    if ally is unit or not ally.able():
        return "action.command.limits"
    if combat.caught(ally):
        return "surprise.no-command"
    if unit.used[COMMANDED] >> ally.index & 1:
        return "action.command.once-per-target"
    if unit.focus < spending.command_price(unit):
        return "resource.focus-costs"
    if geometry.distance(combat, unit, ally) <= HEARING or geometry.sees(combat, ally, unit):
        return ""
    return "action.command.limits"
