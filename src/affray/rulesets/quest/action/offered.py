"""What one may do now: the acts of a turn that nothing forbids.

They are those that ``acts.forbids`` allows, in the order in which ``menu`` thinks of them; a test
holds the two equal. What many acts have in common is asked once here: who is how far away, which
kinds of action are left, what lies within reach.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from affray.core.arrays import append, i64, vec
from affray.rulesets.quest import carrying, geometry
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import acts, handling, menu, paying
from affray.rulesets.quest.actions import (
    ATTACK,
    BOOST,
    BOOSTS,
    BREAK_FREE,
    CANCEL,
    CAST,
    DISARM,
    DISENGAGE,
    DISMISS,
    DRAW,
    DROP,
    EXTRA,
    EXTRA_THROW,
    LET_END,
    MOVE,
    NONE,
    PART,
    PICK_UP,
    PRONE,
    PUT_OUT,
    RELEASE,
    RELOAD,
    SHEATHE,
    STAND,
    TALK,
    THRALL,
    THROW,
    TOGGLE,
    USE,
    VERB,
)
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.condition import sneaking
from affray.rulesets.quest.condition.modifiers import undetected
from affray.rulesets.quest.definitions import Thing
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AA,
    BA,
    FREE,
    HANDLED,
    ITEM,
    MA,
    MODES,
    NATURAL,
    QUICK_HANDS,
    SNEAK,
    WALK,
)

MOVES: Final[dict[int, list[Acts]]] = {}  # what ``moves_of`` has worked out
# By whether there are AAs, MAs, BAs left: the kinds of action that are.
KINDS_LEFT: Final = [[[[], [BA]], [[MA], [MA, BA]]], [[[AA], [AA, BA]], [[AA, MA], [AA, MA, BA]]]]
MOST_RATE: Final = 16  # points of a step: no rate comes near


@mypyc_attr(free_list_len=1)
class Acts:
    """Acts by their codes, in the order in which they are offered, and no object for each."""

    def __init__(self) -> None:
        self.codes: vec[i64] = vec[i64]()

    def add(self, verb: i64, first: i64 = 0, second: i64 = 0) -> None:
        """Offer one more."""
        self.codes = append(self.codes, verb * VERB + first * PART + second)

    def add_all(self, others: Acts) -> None:
        """Offer some others as well."""
        codes = self.codes
        for code in others.codes:
            codes = append(codes, code)
        self.codes = codes


def possible(combat: QuestCombat, unit: QuestCombatant, opening: bool) -> Acts:
    """Return every act that is allowed now: in its own turn alone does a unit act.

    To end the turn comes first, giving up is legal besides.
    Rules: turn.any-order, action.ba-own-turn, initiative.opening-attack, gm.will-to-fight.
    """
    found = Acts()
    found.add(NONE)
    if not unit.able():
        return found
    bound = unit.bound()
    if not bound and not unit.fleeing:
        add_attacks(found, combat, unit, opening)
        add_casts(found, combat, unit, opening)
    if not opening:
        if unit.casting >= 0:
            found.add(CANCEL)
        add_postures(found, combat, unit, bound)
        kinds = kinds_left(unit)
        add_handlings(found, combat, unit, bound, kinds)
        for kind in kinds:
            found.add(TALK, kind)
        add_seldom(found, combat, unit, bound)
    return found


def kinds_left(unit: QuestCombatant) -> list[int]:
    """Return the kinds of action that a unit has left; nobody changes them.

    Rule: turn.allowance.
    """
    return KINDS_LEFT[unit.aa > 0][unit.ma > 0][unit.ba > 0]


# ---- attacks and spells --------------------------------------------------------------------------


def add_attacks(found: Acts, combat: QuestCombat, unit: QuestCombatant, opening: bool) -> None:
    """Add the attacks that are allowed: of each verb, with each weapon, on each target."""
    ordinary = not acts.lacks(unit, ATTACK)
    additional = not opening and not acts.lacks(unit, EXTRA)
    if not ordinary and not additional:
        return
    arms = declared.weapons(combat, unit, False)
    thrown = declared.thrown_things(combat, unit)
    others = Others(combat, unit, farthest_of(unit, arms, thrown))
    if not others.who:
        return
    if ordinary:
        others.add_attacks(found, ATTACK, arms)
        others.add_attacks(found, THROW, thrown)
        if not opening:
            others.add_attacks(found, DISARM, declared.weapons(combat, unit, True))
    if additional:
        others.add_attacks(found, EXTRA, arms)
        others.add_attacks(found, EXTRA_THROW, thrown)


def farthest_of(unit: QuestCombatant, arms: list[Thing], thrown: list[Thing]) -> int:
    """Return at what distance a target may be at the most, whatever it is attacked with."""
    most = -1
    for thing in arms:
        far = declared.farthest(unit, thing, declared.IN_HAND, declared.ORDINARY)
        if far > most:
            most = far
    for thing in thrown:
        far = declared.farthest(unit, thing, declared.HURLED, declared.ORDINARY)
        if far > most:
            most = far
    return most


@mypyc_attr(free_list_len=1)
class Others:
    """Everybody else of whom a unit knows within a distance, and how far away they are.

    Rule: sneak.no-target.
    """

    def __init__(self, combat: QuestCombat, unit: QuestCombatant, most: int) -> None:
        self.combat = combat
        self.unit = unit
        who: list[QuestCombatant] = []
        aparts: list[int] = []
        far = combat.grid.far(unit.cell)
        single = unit.size == 1
        for other in combat.units:
            if other.present and other is not unit and not undetected(other, unit):
                close = single and other.size == 1
                apart = far[other.cell] if close else geometry.distance(combat, unit, other)
                if apart <= most:
                    who.append(other)
                    aparts.append(apart)
        self.who = who
        self.apart = aparts

    def add_attacks(self, found: Acts, verb: int, means: list[Thing]) -> None:
        """Add the attacks of a verb that are allowed: with each of some things on each target."""
        combat = self.combat
        unit = self.unit
        manner = menu.manner_of(verb)
        paid = declared.ADDITIONAL if verb in (EXTRA, EXTRA_THROW) else declared.ORDINARY
        for weapon in means:
            farthest = declared.farthest(unit, weapon, manner, paid)
            for place, other in enumerate(self.who):
                if self.apart[place] <= farthest:
                    if declared.cannot_attack(combat, unit, other, weapon, manner, paid) == "":
                        found.add(verb, other.index, weapon.number)


def add_casts(found: Acts, combat: QuestCombat, unit: QuestCombatant, opening: bool) -> None:
    """Add the actions of casts that may be paid."""
    for place in range(len(unit.sheet.spells)):
        if opening:
            if cannot_open_with(combat, unit, place, AA) == "":
                found.add(CAST, place, AA)
            if cannot_open_with(combat, unit, place, MA) == "":
                found.add(CAST, place, MA)
            continue
        if unit.aa > 0 and paying.cannot_pay(combat, unit, place, False) == "":
            found.add(CAST, place, AA)
        if unit.ma > 0 and paying.cannot_pay(combat, unit, place, True) == "":
            found.add(CAST, place, MA)


def cannot_open_with(combat: QuestCombat, unit: QuestCombatant, place: int, kind: int) -> str:
    """Return the rule that forbids opening hostilities with a spell, "" if none does.

    Rule: initiative.opening-attack.
    """
    one = unit.sheet.spells[place]
    if one.aa > 1 or one.ma > 1:
        return "initiative.opening-attack"
    if kind != (AA if one.aa else MA):
        return "spell.cast-time"  # one key for all of it
    return spells.cannot_take_effect(combat, unit, one)


# ---- moving, boosts, postures --------------------------------------------------------------------


def add_postures(found: Acts, combat: QuestCombat, unit: QuestCombatant, bound: bool) -> None:
    """Add moves, boosts, disengaging, standing up and lying down."""
    if not bound:
        add_moves(found, combat, unit)
    if not acts.lacks(unit, BOOST):
        for which in range(len(BOOSTS)):
            found.add(BOOST, which)
    if not unit.disengaged:
        if unit.aa > 0:
            found.add(DISENGAGE, AA)
        if unit.ba > 1:
            found.add(DISENGAGE, BA)
    if not unit.prone:
        found.add(PRONE)
    elif not bound:
        add_allowed(found, combat, unit, STAND)


def add_moves(found: Acts, combat: QuestCombat, unit: QuestCombatant) -> None:
    """Add the moves allowed now: as ``acts.cannot_move`` has it, asked once for each mode."""
    if unit.ma < 1 and unit.ba < 1:
        return
    pool = rates.movement(combat, unit) if unit.ma > 0 else -1
    rate = rates.rate_of(combat, unit, WALK)
    others = rates.rate_of(combat, unit, SNEAK)
    for mode, moves in enumerate(moves_of(rate, others, pool, unit.ba)):
        if len(moves.codes) and not (mode == SNEAK and sneaking.cannot_sneak(combat, unit)):
            found.add_all(moves)


def moves_of(rate: int, others: int, pool: int, ba: int) -> list[Acts]:
    """Return by mode the moves that give at least the points of a step, worked out once.

    A step costs ``rate`` points on foot, in the ``others`` what ``rates.rate_of`` has for all of
    them. ``pool`` are the points of a move action, -1 without one.
    """
    number = (((1 + pool) * PART + ba) * MOST_RATE + rate) * MOST_RATE + others
    known = MOVES.get(number)
    if known is None:
        known = []
        for mode in range(len(MODES)):
            points = rate if mode == WALK else others
            moves = Acts()
            for way in menu.ways_of(ba):
                joined = way % 10
                if joined <= ba and (way < 10 or pool >= 0):
                    if 2 * joined + (pool if way >= 10 else 0) >= points:
                        moves.add(MOVE, mode, way)
            known.append(moves)
        MOVES[number] = known
    return known


# ---- things --------------------------------------------------------------------------------------


def add_handlings(
    found: Acts, combat: QuestCombat, unit: QuestCombatant, bound: bool, kinds: list[int]
) -> None:
    """Add what may be drawn, sheathed or picked up, with each kind of action left, and drops.

    As ``acts.cannot_handle`` has it, asked once for each thing.
    """
    if unit.has_feat(QUICK_HANDS) and not unit.used[HANDLED]:
        kinds = [FREE, *kinds]
    if unit.carried and not bound:
        for thing in carrying.things_of(combat, unit.carried):
            if thing.kind != ITEM and handling.cannot_draw(combat, unit, thing) == "":
                add_each(found, DRAW, kinds, thing)
    held = carrying.things_of(combat, unit.held_things)
    for thing in held:
        if not thing.has(NATURAL):
            add_each(found, SHEATHE, kinds, thing)
    if combat.litter and not bound:
        for thing in menu.lying(combat, unit):
            if not handling.too_heavy(combat, unit, thing):
                add_each(found, PICK_UP, kinds, thing)
    for thing in held:
        found.add(DROP, 0, thing.number)


def add_each(found: Acts, verb: i64, kinds: list[int], thing: Thing) -> None:
    """Add what is done with a thing, paid for by each of some kinds of action."""
    for kind in kinds:
        found.add(verb, kind, thing.number)


# ---- the rest ------------------------------------------------------------------------------------


def add_seldom(found: Acts, combat: QuestCombat, unit: QuestCombatant, bound: bool) -> None:
    """Add what is seldom due: looked at one by one where there is anything that it is about."""
    if not acts.lacks(unit, USE):
        add_uses(found, combat, unit, unit.held_things)
        add_uses(found, combat, unit, unit.carried, but=unit.held_things)
    for piece in unit.held_things:
        if piece % 2:  # unloaded
            add_allowed(found, combat, unit, RELOAD)
            break
    if bound:
        add_allowed(found, combat, unit, BREAK_FREE)
    if unit.kept:
        if not bound:
            add_allowed(found, combat, unit, TOGGLE)
        add_allowed(found, combat, unit, LET_END)
    for other in combat.units:
        if other.summoner == unit.index and other.present:
            add_orders(found, combat, unit)
            break
    if unit.effects:
        add_allowed(found, combat, unit, PUT_OUT)


def add_uses(
    found: Acts,
    combat: QuestCombat,
    unit: QuestCombatant,
    pieces: tuple[int, ...],
    but: tuple[int, ...] = (),
) -> None:
    """Add what consumables among some pieces may be used on whom; not of those among others too."""
    for place, piece in enumerate(pieces):
        item = combat.thing(piece)
        if item.kind != ITEM or item.attack:
            continue
        if carrying.piece_of(pieces[:place], item) >= 0 or carrying.piece_of(but, item) >= 0:
            continue
        for other in combat.units:
            if other.present and other.side == unit.side:
                if handling.cannot_use(combat, unit, item, other) == "":
                    found.add(USE, other.index, item.number)


def add_orders(found: Acts, combat: QuestCombat, unit: QuestCombatant) -> None:
    """Add what a unit may do with its summons: dismiss, thrall or release each."""
    summons = spending.summons_of(combat, unit)
    for other in summons:
        found.add(DISMISS, other.index)
    for other in summons:
        if spending.cannot_thrall(combat, unit, other) == "":
            found.add(THRALL, other.index)
    for other in summons:
        if other.thrall:
            found.add(RELEASE, other.index)


def add_allowed(found: Acts, combat: QuestCombat, unit: QuestCombatant, verb: int) -> None:
    """Add the acts of a verb that nothing forbids, looked at one by one."""
    if not acts.lacks(unit, verb):
        for code in menu.acts_of(combat, unit, verb):
            if acts.hinders(combat, unit, code) == "":
                found.add(code // VERB, code % VERB // PART, code % PART)
