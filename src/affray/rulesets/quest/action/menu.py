"""The menu of a turn: the acts that may be thought of, with their keys."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.arrays import i64
from affray.core.choice import Option
from affray.rulesets.quest import carrying
from affray.rulesets.quest.action import handling
from affray.rulesets.quest.actions import (
    ABILITIES,
    ATTACK,
    ATTACKS,
    BOOST,
    BOOSTERS,
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
    GIVE_UP,
    LET_END,
    MOST_JOINED,
    MOST_UNITS,
    MOVE,
    NUMBERS,
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
    VERBS,
    act,
)
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.definitions import Thing
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AA,
    BA,
    FREE,
    ITEM,
    KINDS,
    MA,
    MODES,
    MOST_THINGS,
    QUICK_HANDS,
    SPRING_UP,
)

MOST_WAYS: Final = 20  # of paying for a move, facings, aims: objects that are no things

# ---- what may be thought of ----------------------------------------------------------------------


def thinkable(combat: QuestCombat, unit: QuestCombatant) -> list[int]:
    """Return every act that one may think of, allowed or not, in a fixed order."""
    found: list[int] = []
    for verb in range(ATTACK, GIVE_UP + 1):
        found.extend(acts_of(combat, unit, verb))
    return found


def acts_of(combat: QuestCombat, unit: QuestCombatant, verb: int) -> list[int]:
    """Return the acts of one verb."""
    if verb in ATTACKS:
        return strikes_of(combat, unit, verb)
    if verb == CAST:
        return [act(CAST, n, kind) for n in range(len(unit.sheet.spells)) for kind in (AA, MA)]
    if verb == CANCEL:
        return [act(CANCEL)] if unit.casting >= 0 else []
    if verb == MOVE:
        return [act(MOVE, mode, way) for mode in range(3) for way in ways_of(unit.ba)]
    if verb == BOOST:
        return [act(BOOST, which) for which in range(len(BOOSTS))]
    if verb == DISENGAGE:
        return [act(DISENGAGE, AA), act(DISENGAGE, BA)]
    if verb in (STAND, TALK):
        kinds = [AA, MA, BA]
        if verb == STAND and unit.has_feat(SPRING_UP):
            kinds.insert(0, FREE)
        return [act(verb, kind) for kind in kinds]
    if verb in (DRAW, SHEATHE, PICK_UP):
        return handlings_of(combat, unit, verb)
    if verb == DROP:
        return [
            act(DROP, 0, thing.number) for thing in carrying.things_of(combat, unit.held_things)
        ]
    if verb == RELOAD:
        pieces = tuple([thing for thing in unit.held_things if thing % 2])
        things = carrying.things_of(combat, pieces)
        return [act(RELOAD, kind, thing.number) for thing in things for kind in (AA, MA)]
    if verb == USE:
        things = carrying.things_of(combat, unit.held_things + unit.carried)
        items = [thing for thing in things if thing.kind == ITEM and not thing.attack]
        return [
            act(USE, other.index, item.number)
            for item in items
            for other in combat.units
            if other.present and other.side == unit.side
        ]
    if verb in (TOGGLE, LET_END):
        return [act(verb, n) for n in range(len(unit.kept))]
    if verb in (DISMISS, THRALL, RELEASE):
        return [act(verb, summon.index) for summon in spending.summons_of(combat, unit)]
    if verb == PUT_OUT:
        return [act(PUT_OUT, kind) for kind in (AA, MA)]
    return [act(verb)]


def strikes_of(combat: QuestCombat, unit: QuestCombatant, verb: int) -> list[int]:
    """Return the attacks of one verb: with each weapon on each other unit."""
    return [
        act(verb, other.index, thing.number)
        for thing in means_of(combat, unit, verb)
        for other in combat.units
        if other.present and other is not unit
    ]


def means_of(combat: QuestCombat, unit: QuestCombatant, verb: int) -> list[Thing]:
    """Return what a unit can think of attacking with in attacks of a verb."""
    if verb in (THROW, EXTRA_THROW):
        return declared.thrown_things(combat, unit)
    return declared.weapons(combat, unit, verb == DISARM)


def handlings_of(combat: QuestCombat, unit: QuestCombatant, verb: int) -> list[int]:
    """Return the ways of drawing, sheathing or picking up each thing."""
    kinds = [AA, MA, BA]
    if unit.has_feat(QUICK_HANDS):
        kinds.insert(0, FREE)
    if verb == DRAW:
        things = [thing for thing in carrying.things_of(combat, unit.carried) if thing.kind != ITEM]
    elif verb == SHEATHE:
        things = carrying.things_of(combat, unit.held_things)
    else:
        things = lying(combat, unit)
    return [act(verb, kind, thing.number) for thing in things for kind in kinds]


def lying(combat: QuestCombat, unit: QuestCombatant) -> list[Thing]:
    """Return the things that lie where a unit can pick them up."""
    return [combat.thing(one % MOST_THINGS) for one in handling.near_litter(combat, unit)]


def manner_of(verb: int) -> int:
    """Return how the weapon is used in an attack of a verb."""
    if verb in (THROW, EXTRA_THROW):
        return declared.HURLED
    return declared.DISARM if verb == DISARM else declared.IN_HAND


def ways_of(ba: int) -> list[int]:
    """Return how a move may be paid for: joined BAs, 10 more if by an MA. Rule: action.ba-move."""
    found = [10, 11, 12, 1, 2]
    for joined in range(3, min(ba, MOST_JOINED) + 1):
        found += [10 + joined, joined]
    return found


# ---- words ---------------------------------------------------------------------------------------


def key(combat: QuestCombat, unit: QuestCombatant, code: int) -> str:
    """Return the key of an act."""
    verb = code // VERB
    first = code % VERB // PART
    second = code % PART
    if verb in ATTACKS:
        return strike_key(combat, verb, first, second)
    if verb == CAST:
        return f"cast {unit.sheet.spells[first].id} with {KINDS[second]}"
    if verb == MOVE:
        word = MODES[first]
        if second < 10:
            return f"{word} for {second} ba"
        return f"{word} with {second - 10} ba" if second > 10 else word
    if verb in (DRAW, SHEATHE, PICK_UP, RELOAD):
        word = {DRAW: "draw", SHEATHE: "sheathe", PICK_UP: "pick up", RELOAD: "reload"}[verb]
        return f"{word} {combat.library.things[second].id} for {KINDS[first]}"
    if verb == USE:
        return f"use {combat.library.things[second].id} on {combat.units[first].name}"
    if verb == DROP:
        return f"drop {combat.library.things[second].id}"
    if verb in (TOGGLE, LET_END):
        kept = unit.kept[first]
        word = "toggle" if verb == TOGGLE else "end"
        return f"{word} {unit.sheet.spells[kept.spell].id} on {combat.units[kept.target].name}"
    if verb in (DISMISS, THRALL, RELEASE):
        word = {DISMISS: "dismiss", THRALL: "thrall", RELEASE: "release"}[verb]
        return f"{word} {combat.units[first].name}"
    return plain_key(unit, verb, first)


def strike_key(combat: QuestCombat, verb: int, first: int, second: int) -> str:
    """Return the key of an attack."""
    target = combat.units[first].name
    thing = combat.library.things[second].id
    if verb == THROW:
        return f"throw {thing} at {target}"
    if verb == EXTRA_THROW:
        return f"extra throw {thing} at {target}"
    word = {ATTACK: "attack", DISARM: "disarm", EXTRA: "extra attack"}[verb]
    return f"{word} {target} with {thing}"


def plain_key(unit: QuestCombatant, verb: int, first: int) -> str:
    """Return the key of an act that names neither a weapon nor another unit."""
    if verb == CANCEL:
        return f"cancel {unit.sheet.spells[unit.casting].id}"
    if verb == BOOST:
        return f"boost {BOOSTS[first]}"
    if verb == DISENGAGE:
        return "disengage for aa" if first == AA else "disengage for 2 ba"
    if verb in (STAND, TALK, PUT_OUT):
        word = {STAND: "stand up", TALK: "talk", PUT_OUT: "put out fire"}[verb]
        return f"{word} for {KINDS[first]}"
    return {PRONE: "lie down", BREAK_FREE: "break free", GIVE_UP: "give up"}[verb]


def option(combat: QuestCombat, unit: QuestCombatant, code: int) -> Option:
    """Return an act as an option of the menu."""
    verb = code // VERB
    first = code % VERB // PART
    second = code % PART
    word, object, target = parts_of(unit, verb, first, second)
    found = Option(code, key(combat, unit, code), VERBS[word], unit.index)
    found.object = object
    if target >= 0:
        found.targets = [target]
    if verb == CAST:
        found.ability = unit.sheet.spells[first].id
    elif verb in ATTACKS or verb == USE:
        found.ability = combat.library.things[second].id
    elif verb == BOOST:
        found.ability = BOOSTERS[first]
    elif verb == MOVE and second < 10:
        found.ability = "bonus-move"
    else:
        found.ability = ABILITIES.get(verb, "")
    if verb == MOVE:
        found.cost = second % 10 + second // 10
    return found


def code_in(unit: QuestCombatant, act: i64, space: ActionSpace) -> int:
    """Return the action code of what ``option`` says of an act."""
    verb = act // VERB
    rest = act - verb * VERB
    first = rest // PART
    word, object, target = parts_of(unit, verb, first, rest - first * PART)
    return space.packed(word, object, 1 + target)


def parts_of(unit: QuestCombatant, verb: i64, first: i64, second: i64) -> tuple[i64, i64, i64]:
    """Return the number of an act's word among the verbs of options, its object and its target.

    The object is 1 + the number of a thing, spell, kind of action or way, 0 nothing; the target -1
    nobody.
    """
    word: i64 = NUMBERS[verb]
    if verb == MOVE:
        return word + first, 1 + second, -1
    if ATTACK <= verb <= EXTRA_THROW or verb == USE:
        return word, 1 + second, first
    if DRAW <= verb <= PICK_UP or verb == RELOAD:
        return word + first, 1 + second, -1
    if verb == DROP:
        return word, 1 + second, -1
    if BOOST <= verb <= STAND or verb == TALK or verb == PUT_OUT:
        return word, 1 + first, -1
    if DISMISS <= verb <= RELEASE:
        return word, 0, first
    spells = unit.sheet.spells
    if verb == CAST:
        return word + second, 1 + spells[first].number, -1
    if verb == CANCEL:
        return word, 1 + spells[unit.casting].number, -1
    if verb == TOGGLE or verb == LET_END:
        kept = unit.kept[first]
        return word, 1 + spells[kept.spell].number, kept.target
    return word, 0, -1


def space_of(combat: QuestCombat) -> ActionSpace:
    """Return the bounds of the action codes of a fight."""
    library = combat.library
    options = max([spell.ways_to_note() for spell in library.spells.values()], default=1)
    objects = 1 + max(len(library.things), len(library.spells), MOST_WAYS, options)
    targets = 1 + max(MOST_UNITS, len(combat.units))
    return ActionSpace(VERBS, objects, targets, 1 + combat.grid.size)
