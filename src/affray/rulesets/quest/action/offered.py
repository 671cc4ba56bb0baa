"""What one may do now: the acts of a turn that nothing forbids.

They are those that ``acts.forbids`` allows, in the order in which ``menu`` thinks of them; a test
holds the two equal. What many acts have in common is asked once here: who is how far away, which
kinds of action are left, what lies within reach.
"""

from __future__ import annotations

from affray.rulesets.quest import carrying, geometry
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import acts, handling, menu, paying
from affray.rulesets.quest.actions import (
    ATTACK,
    ATTACKS,
    CANCEL,
    CAST,
    DISMISS,
    DRAW,
    EXTRA,
    EXTRA_THROW,
    GIVE_UP,
    LET_END,
    MOVE,
    PICK_UP,
    RELEASE,
    SHEATHE,
    TALK,
    THRALL,
    THROW,
    TOGGLE,
    act,
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
)


def possible(combat: QuestCombat, unit: QuestCombatant, opening: bool) -> list[int]:
    """Return every act that is allowed now: in its own turn alone does a unit act.

    Rules: turn.any-order, action.ba-own-turn.
    """
    found: list[int] = []
    if not unit.able():
        return found
    held_back = unit.bound() or unit.fleeing
    others = Others(combat, unit)
    kinds = kinds_left(unit)
    for verb in range(ATTACK, GIVE_UP):  # giving up is legal besides
        if opening and verb not in (ATTACK, THROW, CAST):
            continue
        if (held_back and acts.held_back(unit, verb)) or acts.lacks(unit, verb):
            continue
        if verb in ATTACKS:
            others.add_attacks(found, verb)
        elif verb == CAST:
            add_casts(found, combat, unit, opening)
        elif verb == MOVE:
            add_moves(found, combat, unit)
        elif verb in (DRAW, SHEATHE, PICK_UP):
            add_handlings(found, combat, unit, verb, kinds)
        elif verb == TALK:
            found.extend([act(TALK, kind) for kind in kinds])
        elif others.may_matter(verb):
            for code in menu.acts_of(combat, unit, verb):
                if acts.hinders(combat, unit, code) == "":
                    found.append(code)
    return found


class Others:
    """Everybody else of whom a unit knows, how far away they are, and what it has to do with them.

    Rule: sneak.no-target.
    """

    def __init__(self, combat: QuestCombat, unit: QuestCombatant) -> None:
        self.combat = combat
        self.unit = unit
        self.who: list[QuestCombatant] = []
        self.apart: list[int] = []
        self.summons = False  # it has some
        for other in combat.units:
            if not other.present or other is unit:
                continue
            if other.summoner == unit.index:
                self.summons = True
            if not undetected(other, unit):
                self.who.append(other)
                self.apart.append(geometry.distance(combat, unit, other))

    def may_matter(self, verb: int) -> bool:
        """Return whether there is anything that an act of a verb could be about."""
        if verb == CANCEL:
            return self.unit.casting >= 0
        if verb in (TOGGLE, LET_END):
            return bool(self.unit.kept)
        return self.summons or verb not in (DISMISS, THRALL, RELEASE)

    def add_attacks(self, found: list[int], verb: int) -> None:
        """Add the attacks of a verb that are allowed: with each weapon on each target."""
        combat = self.combat
        unit = self.unit
        manner = menu.manner_of(verb)
        paid = declared.ADDITIONAL if verb in (EXTRA, EXTRA_THROW) else declared.ORDINARY
        for weapon in menu.means_of(combat, unit, verb):
            farthest = declared.farthest(unit, weapon, manner, paid)
            for place in range(len(self.who)):
                if self.apart[place] <= farthest:
                    other = self.who[place]
                    if declared.cannot_attack(combat, unit, other, weapon, manner, paid) == "":
                        found.append(act(verb, other.index, weapon.number))


def add_casts(found: list[int], combat: QuestCombat, unit: QuestCombatant, opening: bool) -> None:
    """Add the actions of casts that may be paid."""
    for place in range(len(unit.sheet.spells)):
        for kind in (AA, MA):
            if opening:
                if cannot_open_with(combat, unit, place, kind) == "":
                    found.append(act(CAST, place, kind))
            elif spending.has_action(unit, kind):
                if paying.cannot_pay(combat, unit, place, kind == MA) == "":
                    found.append(act(CAST, place, kind))


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


def add_moves(found: list[int], combat: QuestCombat, unit: QuestCombatant) -> None:
    """Add the moves allowed now: as ``acts.cannot_move`` has it, asked once for each mode."""
    pool = rates.movement(combat, unit)
    ways = menu.ways_of(unit)
    for mode in range(len(MODES)):
        if mode == SNEAK and sneaking.cannot_sneak(combat, unit):
            continue
        rate = rates.rate_of(combat, unit, mode)
        for way in ways:
            joined = way % 10
            if joined > unit.ba or (way >= 10 and unit.ma < 1):
                continue
            if 2 * joined + (pool if way >= 10 else 0) >= rate:
                found.append(act(MOVE, mode, way))


def add_handlings(
    found: list[int], combat: QuestCombat, unit: QuestCombatant, verb: int, kinds: list[int]
) -> None:
    """Add what may be drawn, sheathed or picked up, with each kind of action that is left.

    As ``acts.cannot_handle`` has it, asked once for each thing.
    """
    things = handled(combat, unit, verb)
    if things:
        if unit.has_feat(QUICK_HANDS) and not unit.used[HANDLED]:
            kinds = [FREE, *kinds]
        found.extend([act(verb, kind, thing.number) for thing in things for kind in kinds])


def handled(combat: QuestCombat, unit: QuestCombatant, verb: int) -> list[Thing]:
    """Return the things that may be drawn, sheathed or picked up, whatever it is paid with."""
    if verb == DRAW:
        carried = carrying.things_of(combat, unit.carried)
        return [
            thing
            for thing in carried
            if thing.kind != ITEM and handling.cannot_draw(combat, unit, thing) == ""
        ]
    if verb == SHEATHE:
        held = carrying.things_of(combat, unit.held_things)
        return [thing for thing in held if not thing.has(NATURAL)]
    if not combat.litter:
        return []
    return [
        thing for thing in menu.lying(combat, unit) if not handling.too_heavy(combat, unit, thing)
    ]


def kinds_left(unit: QuestCombatant) -> list[int]:
    """Return the kinds of action that a unit has left."""
    return [kind for kind in (AA, MA, BA) if spending.has_action(unit, kind)]
