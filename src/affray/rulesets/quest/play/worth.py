"""What acts, targets and places are worth to a program: in floats."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.objectives import goal_cells, ways_to
from affray.rulesets.quest import actions, carrying, geometry
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import acts, handling, menu, paying
from affray.rulesets.quest.actions import act
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.condition import modifiers, posture, sneaking
from affray.rulesets.quest.condition.modifiers import agility, flat_footed, undetected
from affray.rulesets.quest.condition.states import BURNING
from affray.rulesets.quest.definitions import Sheet, Spell, Thing
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.play.appraisal import (
    FAR,
    Appraisal,
    chance,
    harm_of,
    nearest,
    strike_worth,
    threat,
)
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    AA,
    BA,
    FREE,
    IRON_GRIP,
    ITEM,
    MA,
    MOST_THINGS,
    NATURAL,
    QUICK_HANDS,
    SNEAK,
    SNEAK_ATTACK,
    WALK,
    WOUNDS,
)

# ---- acts ----------------------------------------------------------------------------------------


def candidates(appraisal: Appraisal) -> list[int]:
    """Return the acts that come to a plain player's mind, allowed or not."""
    unit = appraisal.unit
    found: list[int] = []
    if unit.bound():
        return [act(actions.BREAK_FREE)]
    if unit.prone:
        ways = [FREE] if posture.springs_up(unit) else [BA, MA, AA]
        found.extend([act(actions.STAND, kind) for kind in ways])
    if not unit.fleeing:
        add_strikes(appraisal, found)
        for place in range(len(unit.sheet.spells)):
            if unit.casting == place or unit.mp >= unit.sheet.spells[place].mp:
                aa, ma = paying.remaining(unit, place)
                if aa > 0 and unit.aa > 0:
                    found.append(act(actions.CAST, place, AA))
                elif ma > 0 and unit.ma > 0:
                    found.append(act(actions.CAST, place, MA))
    add_moves(appraisal, found)
    if unit.ba > 0:
        found.append(act(actions.BOOST, actions.DAMAGE_BOOST))
        found.append(act(actions.BOOST, actions.HIT_BOOST))
        found.append(act(actions.BOOST, actions.DODGE_BOOST))
    add_things(appraisal, found)
    if unit.effects and unit.has(BURNING):
        found.append(act(actions.PUT_OUT, MA))
        found.append(act(actions.PUT_OUT, AA))
    return found


def add_strikes(appraisal: Appraisal, found: list[int]) -> None:
    """Add attacks on every foe that is known, with all that can strike or be thrown."""
    unit = appraisal.unit
    if unit.aa < 1 and (unit.ma < 1 or unit.ba < 2):
        return
    for thing, foe in appraisal.strikes():
        if unit.aa < 1:
            found.append(act(actions.EXTRA, foe.index, thing.number))
            continue
        found.append(act(actions.ATTACK, foe.index, thing.number))
        if thing.melee and foe.held_things:
            found.append(act(actions.DISARM, foe.index, thing.number))
    verb = actions.THROW if unit.aa > 0 else actions.EXTRA_THROW
    for thing in declared.thrown_things(appraisal.combat, unit):
        for foe in appraisal.foes:
            if geometry.distance(appraisal.combat, unit, foe) <= thing.range:
                found.append(act(verb, foe.index, thing.number))


def add_moves(appraisal: Appraisal, found: list[int]) -> None:
    """Add the moves that a plain player makes."""
    unit = appraisal.unit
    if unit.ma > 0:
        found.append(act(actions.MOVE, WALK, 10))
        found.append(act(actions.MOVE, SNEAK, 10))
    elif unit.aa > 0:
        for joined in range(1, min(unit.ba, 2) + 1):
            found.append(act(actions.MOVE, WALK, joined))


def add_things(appraisal: Appraisal, found: list[int]) -> None:
    """Add what is done with things: drawing, picking up, reloading, using."""
    combat = appraisal.combat
    unit = appraisal.unit
    kinds = [BA, MA, AA]
    if unit.has_feat(QUICK_HANDS):
        kinds.insert(0, FREE)
    if wants_weapon(appraisal):
        for thing in carrying.things_of(combat, unit.carried):
            if thing.melee:
                found.extend([act(actions.DRAW, kind, thing.number) for kind in kinds])
        if combat.litter:
            near = tuple([piece % MOST_THINGS for piece in handling.near_litter(combat, unit)])
            for thing in carrying.things_of(combat, near):
                if thing.melee:
                    found.extend([act(actions.PICK_UP, kind, thing.number) for kind in kinds])
    for piece in unit.held_things:
        if piece % 2:
            found.append(act(actions.RELOAD, MA, piece // 2))
            found.append(act(actions.RELOAD, AA, piece // 2))
    if unit.aa > 0:
        for thing in carrying.things_of(combat, unit.held_things + unit.carried):
            if thing.kind == ITEM and not thing.attack:
                for other in combat.units:
                    if other.side == unit.side and other.present and item_worth(thing, other):
                        found.append(act(actions.USE, other.index, thing.number))


def wants_weapon(appraisal: Appraisal) -> bool:
    """Return whether a unit has nothing to fight with but its fists."""
    return not any(arm.id != "unarmed" for arm in appraisal.arms)


def act_worth(appraisal: Appraisal, code: int) -> float:
    """Return what an act is worth now; 0 for what a plain player does not do."""
    combat = appraisal.combat
    verb = code // actions.VERB
    first = code % actions.VERB // actions.PART
    second = code % actions.PART
    if verb in actions.ATTACKS:
        return weapon_worth(appraisal, verb, first, second)
    if verb == actions.CAST:
        return cast_worth(appraisal, first)
    if verb == actions.MOVE:
        return go_worth(appraisal, first, second)
    if verb == actions.STAND:
        return {BA: 6.0, MA: 1.5, AA: 0.2}.get(first, 9.0)
    if verb == actions.BREAK_FREE or verb == actions.PUT_OUT:
        return 5.0 if verb == actions.BREAK_FREE or first == MA else 0.3
    if verb == actions.RELOAD:
        return 1.2 if first == MA else 0.5
    if verb == actions.BOOST:
        return boost_worth(appraisal, first)
    if verb == actions.USE:
        return item_worth(combat.library.things[second], combat.units[first])
    if verb in (actions.DRAW, actions.PICK_UP):
        wanted = combat.library.things[second].melee and wants_weapon(appraisal)
        return (3.0 if first in (BA, FREE) else 1.0) if wanted else 0.0
    return 0.0


def weapon_worth(appraisal: Appraisal, verb: int, target: int, number: int) -> float:
    """Return the worth of an attack with a weapon that reaches its target."""
    combat = appraisal.combat
    unit = appraisal.unit
    thing = combat.library.things[number]
    paid = (
        declared.ADDITIONAL if verb in (actions.EXTRA, actions.EXTRA_THROW) else declared.ORDINARY
    )
    manner = menu.manner_of(verb)
    attack = declared.Attack(unit.index, target, thing, manner)
    attack.paid = paid
    if verb == actions.DISARM:
        return disarm_worth(appraisal, attack)
    harm = harm_of(unit, thing)
    if paid == declared.ADDITIONAL:
        harm = thing.dice.count * (thing.dice.sides + 1) / 2.0
    worth = strike_worth(combat, unit, attack, harm)
    if manner == declared.HURLED:
        worth *= 0.5
    return worth + 1.0 if worth > 0 else worth


def disarm_worth(appraisal: Appraisal, attack: declared.Attack) -> float:
    """Return the worth of taking a weapon from a foe that has no other to strike with."""
    target = appraisal.combat.units[attack.target]
    if target.side == appraisal.unit.side or target.has_feat(IRON_GRIP):
        return 0.0
    armed = [appraisal.combat.thing(piece).dice.count > 0 for piece in target.held_things]
    if armed.count(True) != 1 or any(weapon.has(NATURAL) for weapon in target.sheet.weapons):
        return 0.0
    return 1.0 + chance(appraisal.combat, attack) * threat(target.sheet) / 20.0


def go_worth(appraisal: Appraisal, mode: int, way: int) -> float:
    """Move when nobody can be struck from here: by the move action, else by bonus actions."""
    unit = appraisal.unit
    if mode == SNEAK:
        return sneak_worth(appraisal) if way == 10 else 0.0
    if mode != WALK or way % 10:
        if mode == WALK and way in (1, 2) and unit.ma == 0 and unit.aa > 0:
            if appraisal.foes and not appraisal.can_strike() and not unit.prone:
                return 0.5 if appraisal.distance() - geometry.reach(unit) <= 2 * way else 0.0
        return 0.0
    if unit.fleeing:
        return 5.0
    if appraisal.heads_for_goal() and not unit.prone:
        return 4.0
    if unit.prone or appraisal.can_strike():
        return 0.0
    casting = unit.casting >= 0 and paying.remaining(unit, unit.casting)[1] > 0
    return 0.0 if casting else 0.9


def sneak_worth(appraisal: Appraisal) -> float:
    """Sneak up rather than walk, if nobody sees it begin and the check is likely to succeed.

    Whoever is undetected, or strikes hard from hiding, gains by it.
    """
    unit = appraisal.unit
    if unit.prone or unit.fleeing or not (unit.unseen or unit.has_feat(SNEAK_ATTACK)):
        return 0.0
    if appraisal.can_strike() or not appraisal.foes:
        return 0.0
    keen = max([modifiers.accuracy(appraisal.combat, foe) for foe in appraisal.foes])
    if agility(unit) + 1 < keen or sneaking.cannot_sneak(appraisal.combat, unit):
        return 0.0
    return 1.1


def boost_worth(appraisal: Appraisal, which: int) -> float:
    """Boosts are bought with what is left over: for an attack before it, dodge after it."""
    unit = appraisal.unit
    if which == actions.DODGE_BOOST:
        done = unit.aa == 0 and unit.ma == 0
        wary = done and appraisal.distance() <= 8
        return 0.2 if wary and not flat_footed(appraisal.combat, unit, None) else 0.0
    if unit.aa < 1 or (unit.ma > 0 and unit.ba > 1) or not appraisal.can_strike():
        return 0.0
    return 9.0 if (which == actions.DAMAGE_BOOST) != appraisal.shoots() else 0.0


def item_worth(thing: Thing, target: QuestCombatant) -> float:
    """Return what using an item on a unit is worth."""
    if thing.heal.count:
        return 1.5 if 2 * target.hp < target.max_hp else 0.0
    if thing.mp:
        return 1.0 if target.sheet.max_mp - target.mp >= thing.mp + 4 else 0.0
    return 0.8 if sum(target.wounds[:WOUNDS]) > 1 else 0.0


# ---- spells --------------------------------------------------------------------------------------


def cast_worth(appraisal: Appraisal, place: int) -> float:
    """Return the worth of paying for a spell now: that of its best target."""
    unit = appraisal.unit
    one = unit.sheet.spells[place]
    if one.upkeep and unit.kept:
        return 0.0
    if unit.casting != place and unit.casting >= 0 and one.aa + one.ma > 1:
        return 0.0
    best = best_goal_worth(appraisal, one)
    if unit.casting == place:
        return best + 2.0
    return best * 0.7 if one.long() else best


def best_goal_worth(appraisal: Appraisal, one: Spell) -> float:
    """Return what a spell is worth on its best target."""
    combat = appraisal.combat
    unit = appraisal.unit
    if one.summon is not None:
        room = spending.free_slots(combat, unit) >= one.count
        return one.count * summon_worth(one.summon) if room else 0.0
    best = 0.0
    if one.target == "space":
        near = [foe for foe in appraisal.foes if geometry.distance(combat, unit, foe) <= one.range]
        worths = burst_worths(combat, unit, one) if near else []
        for foe in near:
            best = max(best, burst_total(combat, one, worths, foe.cell))
        return best
    others = appraisal.foes
    if one.target != "unit":
        others = [ally for ally in combat.units if ally.present and ally.side == unit.side]
    for other in others:
        if spells.cannot_target(combat, unit, one, other, one.range) == "":
            best = max(best, goal_worth(combat, unit, one, other, 0))
    return best


def summon_worth(what: Sheet) -> float:
    """Return what a creature is worth: how long it lasts and how hard it strikes."""
    return 2.0 + what.max_hp / 8.0 + threat(what) / 6.0


def goal_worth(
    combat: QuestCombat, unit: QuestCombatant, one: Spell, target: QuestCombatant, notes: int
) -> float:
    """Return what a spell is worth on a unit."""
    if one.heal.count or one.removes:
        missing = target.max_hp - target.hp
        amount = one.heal.count * (one.heal.sides + 1) / 2.0 + one.heal.plus
        hurt = min(missing, amount) / 3.0 if 2 * target.hp < target.max_hp else 0.0
        return hurt + (0.6 * one.removes if sum(target.wounds) > 1 else 0.0)
    if one.attack:
        return bolt_worth(combat, unit, one, target, notes)
    if target.side != unit.side or not target.able():
        return 0.0
    foe = nearest(combat, target)
    apart = FAR if foe is None else geometry.distance(combat, target, foe)
    if one.status == "stone-skinned":
        return 1.0 if apart <= 3 and target is not unit else 0.0
    if one.status == "quickened":
        return 1.2 if target is not unit else 0.0
    if one.status == "undetected":
        keen = target.has_feat(SNEAK_ATTACK) and not target.unseen and 1 < apart < FAR
        return 1.6 if keen else 0.0
    return 0.0


def bolt_worth(
    combat: QuestCombat, unit: QuestCombatant, one: Spell, target: QuestCombatant, notes: int
) -> float:
    """Return what a spell that attacks is worth: its damage, and what it does besides."""
    attack = declared.of_spell(unit, unit.sheet.spells.index(one), notes, target)
    worth = strike_worth(combat, unit, attack, one.dice.count * (one.dice.sides + 1) / 2.0)
    if target.side == unit.side:
        return worth
    if one.status in ("frozen", "paralysed", "bound"):
        if not flat_footed(combat, target, None):
            worth += chance(combat, attack) * (1.0 + threat(target.sheet) / 6.0)
    elif one.status == "burning" and not target.has(BURNING):
        worth += 0.8 * chance(combat, attack)
    elif one.status in ("prone", "leaden", "disarmed"):
        worth += 0.7 * chance(combat, attack)
    return worth


def burst_worths(combat: QuestCombat, unit: QuestCombatant, one: Spell) -> list[float]:
    """Return of every unit what it is worth to have it in an area; allies count against it."""
    place = unit.sheet.spells.index(one)
    harm = one.dice.count * (one.dice.sides + 1) / 2.0
    found: list[float] = []
    for other in combat.units:
        worth = 0.0
        if other.present and (other.side == unit.side or not undetected(other, unit)):
            worth = strike_worth(combat, unit, declared.of_spell(unit, place, 0, other), harm)
        found.append(worth)
    return found


def burst_total(combat: QuestCombat, one: Spell, worths: list[float], cell: int) -> float:
    """Return what a cell is worth as the centre of an area."""
    total = 0.0
    for other in combat.units:
        worth = worths[other.index]
        if worth and geometry.distance_to(combat, other, cell) <= one.radius:
            total += worth
    return total


def burst_totals(combat: QuestCombat, one: Spell, worths: list[float]) -> list[float]:
    """Return of every cell what it is worth as the centre of an area."""
    grid = combat.grid
    totals = [0.0] * grid.size
    for other in combat.units:
        if worths[other.index]:
            column = grid.xs[other.cell] - one.radius
            row = grid.ys[other.cell] - one.radius
            wide = 2 * one.radius + other.size
            for cell in grid.block(column, row, wide, wide):
                totals[cell] += worths[other.index]
    return totals


# ---- places --------------------------------------------------------------------------------------


NOWHERE: Final = -1000  # no space is so unsafe
UNSEEN: Final = 6  # what it adds to the safety of a space that a foe does not see it


class Foe:
    """An enemy that a mover knows of: how far every cell is from it, and how far it reaches."""

    def __init__(self, unit: QuestCombatant, row: bytes, reach: int) -> None:
        self.unit = unit
        self.row = row
        self.reach = reach


class Ground:
    """What it is worth to stand somewhere, in hundredths: shooters keep off, others close in."""

    def __init__(self, combat: QuestCombat, unit: QuestCombatant) -> None:
        self.combat = combat
        self.foes: list[Foe] = []
        self.shooter = any(not weapon.melee for weapon in declared.weapons(combat, unit, False))
        self.goal = geometry.reach(unit)
        self.ways = ways_to(combat, goal_cells(combat.objectives, unit.side))
        for other in combat.units:
            if other.present and other.side != unit.side and not undetected(other, unit):
                row = combat.grid.far_from(other.cell, other.size, unit.size)
                self.foes.append(Foe(other, row, geometry.reach(other)))

    def blind(self, cell: int) -> int:
        """Return what is taken off a shooter's place from which it sees no foe."""
        if not self.shooter or not self.foes:
            return 0
        for foe in self.foes:
            if geometry.sees_cell(self.combat, foe.unit, cell):
                return 0
        return 100

    def safest(self, here: int, cells: list[int]) -> int:
        """Return the first of the safest spaces, -1 if none is safer than where one is.

        Sight is dear: it is asked only of those that would be safest out of sight. The most
        promising is looked at first: if nobody sees it, no other has to be looked at.
        """
        hopes = [self.hidden(cell) for cell in cells]
        best = -1
        most = self.shelter(here, self.hidden(here), NOWHERE)
        first = hopes.index(max(hopes)) if hopes else 0
        if hopes and hopes[first] > most:
            safety = self.shelter(cells[first], hopes[first], most)
            if safety > most:
                best = first
                most = safety
        for place, cell in enumerate(cells):
            if hopes[place] > most or (hopes[place] == most and place < best):
                safety = self.shelter(cell, hopes[place], most - 1)
                if safety > most or (safety == most and place < best):
                    best = place
                    most = safety
        return cells[best] if best >= 0 else -1

    def hidden(self, cell: i64) -> int:
        """Return how safe a space would be out of sight: the farther from foes, the safer."""
        total: i64 = 0
        for foe in self.foes:
            apart: i64 = foe.row[cell]
            total += UNSEEN + (apart if apart < 12 else 12)
            if apart <= foe.reach + 3:
                total -= 10
        return total

    def shelter(self, cell: int, hidden: int, beat: int) -> int:
        """Return how safe a space is that would be so safe out of sight.

        Of one that is no safer than ``beat``, some number that is no higher either.
        """
        for foe in self.foes:
            if hidden <= beat:
                break
            if geometry.sees_cell(self.combat, foe.unit, cell):
                hidden -= UNSEEN
        return hidden

    def worth(self, cell: int) -> int:
        """Return what standing in a space is worth: never more than 0.

        Where there is a place to win by, the more the nearer it is.
        """
        least = FAR
        crowd = 0
        for foe in self.foes:
            apart = foe.row[cell]
            if apart < least:
                least = apart
            if apart <= foe.reach:
                crowd += 1
        worth = 0
        if self.shooter:
            worth = -80 * crowd
            if not 3 <= least <= 10:
                worth -= 20 * abs(least - 6)
        else:
            if crowd > 1:
                worth = -15 * (crowd - 1)
            if least > self.goal:
                worth -= 40 * (least - self.goal)
        return worth - 60 * self.ways[cell] if self.ways else worth


def may_reach(combat: QuestCombat, unit: QuestCombatant, apart: int) -> bool:
    """Return whether a unit could strike at a distance after a move on even ground."""
    return apart <= rates.movement(combat, unit) + geometry.reach(unit)


def allowed(appraisal: Appraisal, code: int) -> bool:
    """Return whether no rule forbids an act now."""
    return acts.forbids(appraisal.combat, appraisal.unit, code) == ""
