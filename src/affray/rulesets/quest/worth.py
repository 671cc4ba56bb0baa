"""What acts, targets and places are worth to a program: in floats, as ``mind`` has them."""

from __future__ import annotations

from affray.core.grid import CHEBYSHEV
from affray.rulesets.quest import (
    action,
    attack,
    geometry,
    item,
    menu,
    movement,
    reaction,
    sheet,
    stealth,
    summon,
    verbs,
)
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.condition import BURNING, flat_footed, undetected
from affray.rulesets.quest.mind import FAR, Mind, chance, harm_of, nearest, strike_worth, threat
from affray.rulesets.quest.state import QuestCombat, Unit, agility
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
    SNEAK_ATTACK,
    WOUNDS,
)
from affray.rulesets.quest.written import Sheet, Spell, Thing

# ---- acts ----------------------------------------------------------------------------------------


def thoughts(mind: Mind) -> list[int]:
    """Return the acts that come to a plain player's mind, allowed or not."""
    unit = mind.unit
    found: list[int] = []
    if unit.bound():
        return [verbs.act(verbs.BREAK_FREE)]
    if unit.prone:
        ways = [FREE] if reaction.springs_up(unit) else [BA, MA, AA]
        found.extend([verbs.act(verbs.STAND, kind) for kind in ways])
    if not unit.fleeing:
        add_strikes(mind, found)
        for place in range(len(unit.sheet.spells)):
            if unit.casting == place or unit.mp >= unit.sheet.spells[place].mp:
                aa, ma = spells.remaining(unit, place)
                if aa > 0 and unit.aa > 0:
                    found.append(verbs.act(verbs.CAST, place, AA))
                elif ma > 0 and unit.ma > 0:
                    found.append(verbs.act(verbs.CAST, place, MA))
    add_moves(mind, found)
    if unit.ba > 0:
        found.append(verbs.act(verbs.BOOST, verbs.DAMAGE_BOOST))
        found.append(verbs.act(verbs.BOOST, verbs.HIT_BOOST))
        found.append(verbs.act(verbs.BOOST, verbs.DODGE_BOOST))
    add_things(mind, found)
    if unit.effects and unit.has(BURNING):
        found.append(verbs.act(verbs.PUT_OUT, MA))
        found.append(verbs.act(verbs.PUT_OUT, AA))
    return found


def add_strikes(mind: Mind, found: list[int]) -> None:
    """Add attacks on every foe that is known, with all that can strike or be thrown."""
    unit = mind.unit
    if unit.aa < 1 and (unit.ma < 1 or unit.ba < 2):
        return
    for thing, foe in mind.strikes():
        if unit.aa < 1:
            found.append(verbs.act(verbs.EXTRA, foe.index, thing.number))
            continue
        found.append(verbs.act(verbs.ATTACK, foe.index, thing.number))
        if thing.melee and foe.held_things:
            found.append(verbs.act(verbs.DISARM, foe.index, thing.number))
    verb = verbs.THROW if unit.aa > 0 else verbs.EXTRA_THROW
    for thing in menu.thrown_things(mind.combat, unit):
        for foe in mind.foes:
            if geometry.distance(mind.combat, unit, foe) <= thing.range:
                found.append(verbs.act(verb, foe.index, thing.number))


def add_moves(mind: Mind, found: list[int]) -> None:
    unit = mind.unit
    if unit.ma > 0:
        found.append(verbs.act(verbs.MOVE, movement.WALK, 10))
        found.append(verbs.act(verbs.MOVE, movement.SNEAK, 10))
    elif unit.aa > 0:
        for joined in range(1, min(unit.ba, 2) + 1):
            found.append(verbs.act(verbs.MOVE, movement.WALK, joined))


def add_things(mind: Mind, found: list[int]) -> None:
    """Add what is done with things: drawing, picking up, reloading, using."""
    combat = mind.combat
    unit = mind.unit
    kinds = [BA, MA, AA]
    if unit.has_feat(QUICK_HANDS):
        kinds.insert(0, FREE)
    if wants_weapon(mind):
        for thing in menu.things_of(combat, unit.carried):
            if thing.melee:
                found.extend([verbs.act(verbs.DRAW, kind, thing.number) for kind in kinds])
        if combat.litter:
            near = tuple([one % MOST_THINGS for one in item.near_litter(combat, unit)])
            for thing in menu.things_of(combat, near):
                if thing.melee:
                    found.extend([verbs.act(verbs.PICK_UP, kind, thing.number) for kind in kinds])
    for piece in unit.held_things:
        if piece % 2:
            found.append(verbs.act(verbs.RELOAD, MA, piece // 2))
            found.append(verbs.act(verbs.RELOAD, AA, piece // 2))
    if unit.aa > 0:
        for thing in menu.things_of(combat, unit.held_things + unit.carried):
            if thing.kind == ITEM and not thing.attack:
                for other in combat.units:
                    if other.side == unit.side and other.present and item_worth(thing, other):
                        found.append(verbs.act(verbs.USE, other.index, thing.number))


def wants_weapon(mind: Mind) -> bool:
    """Return whether a unit has nothing to fight with but its fists."""
    return not any([one.id != "unarmed" for one in mind.arms])


def act_worth(mind: Mind, code: int) -> float:
    """Return what an act is worth now; 0 for what a plain player does not do."""
    combat = mind.combat
    verb = code // verbs.VERB
    first = code % verbs.VERB // verbs.PART
    second = code % verbs.PART
    if verb in verbs.ATTACKS:
        return weapon_worth(mind, verb, first, second)
    if verb == verbs.CAST:
        return cast_worth(mind, first)
    if verb == verbs.MOVE:
        return go_worth(mind, first, second)
    if verb == verbs.STAND:
        return {BA: 6.0, MA: 1.5, AA: 0.2}.get(first, 9.0)
    if verb == verbs.BREAK_FREE or verb == verbs.PUT_OUT:
        return 5.0 if verb == verbs.BREAK_FREE or first == MA else 0.3
    if verb == verbs.RELOAD:
        return 1.2 if first == MA else 0.5
    if verb == verbs.BOOST:
        return boost_worth(mind, first)
    if verb == verbs.USE:
        return item_worth(combat.library.things[second], combat.units[first])
    if verb in (verbs.DRAW, verbs.PICK_UP):
        wanted = combat.library.things[second].melee and wants_weapon(mind)
        return (3.0 if first in (BA, FREE) else 1.0) if wanted else 0.0
    return 0.0


def weapon_worth(mind: Mind, verb: int, target: int, number: int) -> float:
    """Return the worth of an attack with a weapon that reaches its target."""
    combat = mind.combat
    unit = mind.unit
    thing = combat.library.things[number]
    paid = attack.ADDITIONAL if verb in (verbs.EXTRA, verbs.EXTRA_THROW) else attack.ORDINARY
    manner = menu.manner_of(verb)
    deed = attack.Strike(unit.index, target, thing, manner)
    deed.paid = paid
    if verb == verbs.DISARM:
        return disarm_worth(mind, deed)
    harm = harm_of(unit, thing)
    if paid == attack.ADDITIONAL:
        harm = thing.dice.count * (thing.dice.sides + 1) / 2.0
    worth = strike_worth(combat, unit, deed, harm)
    if manner == attack.HURLED:
        worth *= 0.5
    return worth + 1.0 if worth > 0 else worth


def disarm_worth(mind: Mind, deed: attack.Strike) -> float:
    """Return the worth of taking a weapon from a foe that has no other to strike with."""
    target = mind.combat.units[deed.target]
    if target.side == mind.unit.side or target.has_feat(IRON_GRIP):
        return 0.0
    armed = [mind.combat.thing(piece).dice.count > 0 for piece in target.held_things]
    if armed.count(True) != 1 or any([one.has(NATURAL) for one in target.sheet.weapons]):
        return 0.0
    return 1.0 + chance(mind.combat, deed) * threat(target.sheet) / 20.0


def go_worth(mind: Mind, mode: int, way: int) -> float:
    """Move when nobody can be struck from here: by the move action, else by bonus actions."""
    unit = mind.unit
    if mode == movement.SNEAK:
        return sneak_worth(mind) if way == 10 else 0.0
    if mode != movement.WALK or way % 10:
        if mode == movement.WALK and way in (1, 2) and unit.ma == 0 and unit.aa > 0:
            if mind.foes and not mind.can_strike() and not unit.prone:
                return 0.5 if mind.distance() - sheet.reach(unit) <= 2 * way else 0.0
        return 0.0
    if unit.fleeing:
        return 5.0
    if unit.prone or mind.can_strike():
        return 0.0
    casting = unit.casting >= 0 and spells.remaining(unit, unit.casting)[1] > 0
    return 0.0 if casting else 0.9


def sneak_worth(mind: Mind) -> float:
    """Sneak up rather than walk, if nobody sees it begin and the check is likely to succeed.

    Whoever is undetected, or strikes hard from hiding, gains by it.
    """
    unit = mind.unit
    if unit.prone or unit.fleeing or not (unit.unseen or unit.has_feat(SNEAK_ATTACK)):
        return 0.0
    if mind.can_strike() or not mind.foes:
        return 0.0
    keen = max([sheet.accuracy(mind.combat, foe) for foe in mind.foes])
    if agility(unit) + 1 < keen or stealth.cannot_sneak(mind.combat, unit):
        return 0.0
    return 1.1


def boost_worth(mind: Mind, which: int) -> float:
    """Boosts are bought with what is left over: for an attack before it, dodge after it."""
    unit = mind.unit
    if which == verbs.DODGE_BOOST:
        done = unit.aa == 0 and unit.ma == 0
        wary = done and mind.distance() <= 8
        return 0.2 if wary and not flat_footed(mind.combat, unit, None) else 0.0
    if unit.aa < 1 or (unit.ma > 0 and unit.ba > 1) or not mind.can_strike():
        return 0.0
    return 9.0 if (which == verbs.DAMAGE_BOOST) != mind.shoots() else 0.0


def item_worth(thing: Thing, target: Unit) -> float:
    if thing.heal.count:
        return 1.5 if 2 * target.hp < target.max_hp else 0.0
    if thing.mp:
        return 1.0 if target.sheet.max_mp - target.mp >= thing.mp + 4 else 0.0
    return 0.8 if sum(target.wounds[:WOUNDS]) > 1 else 0.0


# ---- spells --------------------------------------------------------------------------------------


def cast_worth(mind: Mind, place: int) -> float:
    """Return the worth of paying for a spell now: that of its best target."""
    unit = mind.unit
    one = unit.sheet.spells[place]
    if one.upkeep and unit.kept:
        return 0.0
    if unit.casting != place and unit.casting >= 0 and one.aa + one.ma > 1:
        return 0.0
    best = best_goal_worth(mind, one)
    if unit.casting == place:
        return best + 2.0
    return best * 0.7 if one.long() else best


def best_goal_worth(mind: Mind, one: Spell) -> float:
    combat = mind.combat
    unit = mind.unit
    if one.summon is not None:
        return summon_worth(one.summon) if summon.free_slots(combat, unit) > 0 else 0.0
    best = 0.0
    if one.target == "space":
        totals = burst_totals(combat, one, burst_worths(combat, unit, one))
        for foe in mind.foes:
            if geometry.distance(combat, unit, foe) <= one.range:
                best = max(best, totals[foe.cell])
        return best
    others = mind.foes
    if one.target != "unit":
        others = [ally for ally in combat.units if ally.present and ally.side == unit.side]
    for other in others:
        if spells.cannot_target(combat, unit, one, other, one.range) == "":
            best = max(best, goal_worth(combat, unit, one, other, 0))
    return best


def summon_worth(what: Sheet) -> float:
    """Return what a creature is worth: how long it lasts and how hard it strikes."""
    return 2.0 + what.max_hp / 8.0 + threat(what) / 6.0


def goal_worth(combat: QuestCombat, unit: Unit, one: Spell, target: Unit, notes: int) -> float:
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


def bolt_worth(combat: QuestCombat, unit: Unit, one: Spell, target: Unit, notes: int) -> float:
    """Return what a spell that attacks is worth: its damage, and what it does besides."""
    deed = spells.strike(unit, unit.sheet.spells.index(one), notes, target)
    worth = strike_worth(combat, unit, deed, one.dice.count * (one.dice.sides + 1) / 2.0)
    if target.side == unit.side:
        return worth
    if one.status in ("frozen", "paralysed", "bound"):
        if not flat_footed(combat, target, None):
            worth += chance(combat, deed) * (1.0 + threat(target.sheet) / 6.0)
    elif one.status == "burning" and not target.has(BURNING):
        worth += 0.8 * chance(combat, deed)
    elif one.status in ("prone", "leaden", "disarmed"):
        worth += 0.7 * chance(combat, deed)
    return worth


def burst_worths(combat: QuestCombat, unit: Unit, one: Spell) -> list[float]:
    """Return of every unit what it is worth to have it in an area; allies count against it."""
    place = unit.sheet.spells.index(one)
    harm = one.dice.count * (one.dice.sides + 1) / 2.0
    found: list[float] = []
    for other in combat.units:
        worth = 0.0
        if other.present and (other.side == unit.side or not undetected(other, unit)):
            worth = strike_worth(combat, unit, spells.strike(unit, place, 0, other), harm)
        found.append(worth)
    return found


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


class Ground:
    """What it is worth to stand somewhere, in hundredths: shooters keep off, others close in."""

    def __init__(self, combat: QuestCombat, unit: Unit) -> None:
        self.combat = combat
        self.foes: list[Unit] = []
        self.rows: list[bytes] = []  # of every foe how far each cell is from it
        self.reaches: list[int] = []
        self.shooter = any([not one.melee for one in attack.weapons(combat, unit, False)])
        self.goal = sheet.reach(unit)
        for other in combat.units:
            if other.present and other.side != unit.side and not undetected(other, unit):
                self.foes.append(other)
                self.rows.append(distances(combat, other, unit.size))
                self.reaches.append(sheet.reach(other))

    def blind(self, cell: int) -> int:
        """Return what is taken off a shooter's place from which it sees no foe."""
        if not self.shooter or not self.foes:
            return 0
        for foe in self.foes:
            if geometry.sees_cell(self.combat, foe, cell):
                return 0
        return 100

    def worth(self, cell: int) -> int:
        least = FAR
        crowd = 0
        for number in range(len(self.rows)):
            apart = self.rows[number][cell]
            if apart < least:
                least = apart
            if apart <= self.reaches[number]:
                crowd += 1
        if self.shooter:
            far = 0 if 3 <= least <= 10 else -20 * abs(least - 6)
            return far - 80 * crowd
        worth = -15 * (crowd - 1) if crowd > 1 else 0
        return worth - 40 * (least - self.goal) if least > self.goal else worth


def distances(combat: QuestCombat, other: Unit, size: int) -> bytes:
    """Return how far every cell is from a unit, for one of a size that stands there."""
    grid = combat.grid
    if other.size == 1 and size == 1:
        return grid.far(other.cell)
    return bytes(
        [grid.distance(cell, other.cell, CHEBYSHEV, size, other.size) for cell in range(grid.size)]
    )


def may_reach(combat: QuestCombat, unit: Unit, apart: int) -> bool:
    """Return whether a unit could strike at a distance after a move on even ground."""
    return apart <= sheet.movement(combat, unit) + sheet.reach(unit)


def allowed(mind: Mind, code: int) -> bool:
    return action.forbids(mind.combat, mind.unit, code) == ""
