"""What deeds are worth to a program, in hit points. Floats live here, in tactics and in bots."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import i64
from affray.core.objectives import is_prey
from affray.rulesets.sovereign import actions, condition, geometry
from affray.rulesets.sovereign.action import checks, legality
from affray.rulesets.sovereign.attack.declared import (
    Attack,
    cannot_attack,
    modifiers,
    open_to,
    usable,
)
from affray.rulesets.sovereign.condition import PAVIS, TOUCH
from affray.rulesets.sovereign.damage.shock import expected
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    HARM,
    MELEE,
    MORTAL,
    NATURAL,
    ORDINARY,
    SHOT,
    STABLE,
)

VALUED: Final = actions.marked(
    frozenset(
        [
            actions.STAND,
            actions.ESCAPE,
            actions.SLIP,
            actions.AID,
            actions.LEECH,
            actions.ROUSE,
            actions.DRINK,
            actions.GIVE,
            actions.HEAL,
            actions.SWIFT_HEAL,
            actions.WHIRL,
            actions.RALLY,
            actions.TOUCH,
            actions.PAVIS,
            actions.PIERCE,
            actions.STUN,
            actions.VANISH,
            actions.SCRATCH,
        ]
    )
)  # what one does on one's own body or for a friend that is worth something
FELLED: Final = 5.0  # what it is worth to fell somebody
LONELY: Final = 0.2  # a chance to hit so small that a swarm is better
# In how many ways 2d6 come to so much or more.
WAYS: Final = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)


def chance_of(need: int) -> float:
    """Return the chance that a d20 comes to at least this."""
    return min(20, max(0, 21 - need)) / 20


def chance_to_hit(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    strike: Strike,
    target: SovereignCombatant,
    manner: int,
) -> float:
    """Return the chance that an attack hits, made in this manner."""
    attack = Attack(unit.index, target.index, strike, HARM, manner)
    return chance_of(numbers.ac(combat, target) - modifiers(combat, attack).total)


def strike_worth(
    combat: SovereignCombat,
    unit: SovereignCombatant,
    strike: Strike,
    target: SovereignCombatant,
    chance: float,
) -> float:
    """Return what an attack takes on average, more where it may fell."""
    mean = strike.count * (strike.sides + 1) / 2 + strike.plus
    if strike.oil:
        mean += 3.0
    missed = float(expected(combat, unit, target, strike, False))
    taken = chance * min(max(mean, missed), target.hp)
    taken += (1 - chance) * min(missed, target.hp)
    felled = chance if mean >= target.hp else chance * 0.5 * mean / target.hp
    if missed >= target.hp:
        felled = 1.0
    if combat.objectives and is_prey(combat.objectives, unit.side, target.name):
        felled *= 2.0
    return taken + FELLED * felled * (1.0 + 0.15 * target.sheet.level)


def attack_worth(look: Look, code: int) -> float:
    """Return what an attack is worth, or what takes its place."""
    combat, unit = look.combat, look.unit
    verb, a = actions.verb_of(code), actions.thing_of(code)
    target = combat.units[actions.target_of(code)]
    strike = unit.sheet.strikes[a]
    if verb == actions.ATTACK and equipment.blunted(unit, strike):
        return 0.0
    twice = not unit.sheet.one_attack and not strike.unarmed
    if target.fate != ACTIVE:
        return 0.0 if verb != actions.ATTACK else -1.8 if twice else -0.9
    if verb == actions.ATTACK:
        worth = look.attack(a, target)
        return 1.0 + (2 * worth if twice else worth)
    chance = look.chance(a, target)
    if verb == actions.SWARM:
        return 3.0 if chance <= LONELY and look.swarms(target) else 0.0
    size = checks.manhandling(combat, unit, target) if not combat.topics else 0
    if verb == actions.SHOVE:
        edge = numbers.brace(unit.sheet) + size - numbers.brace(target.sheet)
        drop = ledge(combat, unit, target)
        return chance * check_chance(edge) * (2.5 + drop)
    edge = numbers.wrestle(unit.sheet) + size - numbers.wrestle(target.sheet)
    mean = strike.count * (strike.sides + 1) / 2 + strike.plus
    caster = 4.0 if target.sheet.spells and target.casting else 0.0
    free = 0.0 if condition.grappled(combat, target) else 1.5
    return chance * check_chance(edge) * (1.5 * mean + caster + free)


def check_chance(edge: int) -> float:
    """Return the chance of an opposed check, 8 or more on 2d6 with this much added."""
    need = 8 - edge
    return WAYS[min(13, max(2, need))] / 36


def ledge(combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant) -> float:
    """Return what it is worth to push somebody down beside whom the ground drops."""
    low = geometry.height(combat.grid, target.cell, target.size)
    deepest = 0
    for cell in combat.grid.near[target.cell]:
        deepest = max(deepest, low - combat.grid.levels[cell])
    return 3.5 * (deepest // 10)


def joined(
    combat: SovereignCombat, unit: SovereignCombatant, target: SovereignCombatant, count: int
) -> bool:
    """Return whether so many comrades who have yet to act could join a swarm."""
    found = 0
    for one in combat.units:
        if one.side == unit.side and one is not unit and one.able() and one.main:
            if one.swarm == target.index or not one.acted:
                if could_join(combat, one, target):
                    found += 1
                    if found >= count:
                        return True
    return False


def could_join(
    combat: SovereignCombat, one: SovereignCombatant, target: SovereignCombatant
) -> bool:
    """Return whether somebody has an attack at the target of a swarm."""
    far = geometry.apart(combat, one, target)
    if far > one.sheet.span():
        return False
    for way in one.sheet.strikes:
        if far <= way.span() and cannot_attack(combat, one, way, target) == "":
            return True
    return False


def foes_of(combat: SovereignCombat, unit: SovereignCombatant) -> list[SovereignCombatant]:
    """Return the enemies that stand, as far as somebody's side knows where."""
    return [
        one
        for one in combat.units
        if one.side != unit.side and one.present and one.fate == ACTIVE and located(one, unit)
    ]


def located(one: SovereignCombatant, unit: SovereignCombatant) -> bool:
    """Return whether the side of a unit knows where another is. Rule: attack.mod.unseen-unknown."""
    return not one.unseen or one.side == unit.side or bool(one.located >> unit.side & 1)


def cast_worth(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> float:
    """Return what a spell is worth."""
    one = unit.sheet.spells[actions.thing_of(code)]
    target = combat.units[actions.target_of(code)]
    level = unit.sheet.caster
    if one.works == "sleep" or one.radius:
        return area_worth(combat, unit, one.radius, one.works, level)
    if one.works == "arctic-circle":
        return area_worth(combat, unit, 2 * level, one.works, level)
    if one.works == "speed":
        return 0.7 if not can_strike(combat, unit, unit.hand) else 0.0
    if one.works == "haste":
        return 6.0
    if one.works in ("invisibility", "elemental-shield", "wall-of-thorns"):
        return 0.3
    if one.works == "shield-of-daggers":
        return 2.0 if target.hp * 2 <= target.sheet.max_hp else 1.0
    if one.works == "fear":
        near = [foe for foe in foes_of(combat, unit) if geometry.apart(combat, unit, foe) <= 8]
        return 3.0 * len(near)
    if one.works == "blunt-contact":
        if target.side == unit.side:
            return 1.6 if 2 * target.hp <= target.sheet.max_hp else 0.0
        return 1.5 if target.hand >= 0 and not target.harmless >> target.hand & 1 else 0.0
    if one.works == "curse-of-boils":
        return 2.0 * level
    if not target.able():
        return 0.0
    if one.works == "arcane-spark" and target.sheet.npc and target.sheet.level <= 1:
        return 4.0 + target.hp
    mean = (one.sides + 1) / 2 * level * 0.75
    return 1.5 + min(mean, target.hp) + (FELLED if mean >= target.hp else 0.0)


def area_worth(
    combat: SovereignCombat, unit: SovereignCombatant, radius: int, id: str, level: int
) -> float:
    """Return what the best place of an area would be worth."""
    crowd: list[tuple[SovereignCombatant, float]] = []
    for one in combat.units:
        if one.present and one.fate == ACTIVE and not one.asleep and located(one, unit):
            worth = share(unit, one, id, level)
            if worth != 0.0:
                crowd.append((one, worth))
    best = 0.0
    for foe in foes_of(combat, unit):
        steps = combat.grid.far(foe.cell)
        value = 0.0
        for one, worth in crowd:
            if steps[one.cell] - one.size + 1 >= radius:
                continue  # farther even if both are on one height
            if geometry.between(combat.grid, foe.cell, 1, one.cell, one.size) < radius:
                value += worth
        best = max(best, value)
    return best


def share(unit: SovereignCombatant, one: SovereignCombatant, id: str, level: int) -> float:
    """Return what an area spell is worth against one that it catches."""
    if id == "sleep":
        if one.sheet.level > 4 or one.sheet.mindless() or not one.sheet.living():
            return 0.0
        return 4.0 + one.sheet.level if one.side != unit.side else -7.0
    worth = 3.0 * level
    return min(worth, one.hp + FELLED) if one.side != unit.side else -1.2 * worth


class Look:
    """What one menu asks again and again of somebody's place: looked up once."""

    def __init__(self, combat: SovereignCombat, unit: SovereignCombatant) -> None:
        self.combat = combat
        self.unit = unit
        self.known: dict[int, bool] = {}
        self.chances: dict[int, float] = {}  # by place of the attack and target
        self.swarmed: dict[int, bool] = {}  # by target: whether two comrades could join a swarm

    def chance(self, place: int, target: SovereignCombatant) -> float:
        """Return the chance that an attack hits."""
        number = place * 1000 + target.index
        found = self.chances.get(number, -1.0)
        if found < 0:
            strike = self.unit.sheet.strikes[place]
            found = chance_to_hit(self.combat, self.unit, strike, target, ORDINARY)
            self.chances[number] = found
        return found

    def attack(self, place: int, target: SovereignCombatant) -> float:
        """Return what an attack on somebody who stands takes; sleepers are not worth much."""
        if target.asleep:
            return 0.4
        strike = self.unit.sheet.strikes[place]
        return strike_worth(self.combat, self.unit, strike, target, self.chance(place, target))

    def swarms(self, target: SovereignCombatant) -> bool:
        """Return whether two comrades who have yet to act could join a swarm at somebody."""
        found = self.swarmed.get(target.index)
        if found is None:
            found = joined(self.combat, self.unit, target, 2)
            self.swarmed[target.index] = found
        return found

    def strikes(self, weapon: int) -> bool:
        """Return whether some enemy that stands can be attacked with a weapon from here."""
        found = self.known.get(weapon)
        if found is None:
            found = can_strike(self.combat, self.unit, weapon)
            self.known[weapon] = found
        return found


def can_strike(combat: SovereignCombat, unit: SovereignCombatant, weapon: int) -> bool:
    """Return whether some enemy that stands can be attacked with a weapon from here."""
    hand = unit.hand
    unit.hand = weapon
    found = False
    for strike in unit.sheet.strikes:
        if strike.weapon == weapon or (strike.weapon == NATURAL and not pale(unit, strike)):
            if not strike.listed or equipment.blunted(unit, strike):
                continue
            if equipment.in_hand(unit, strike) and reaches(combat, unit, strike):
                found = True
                break
    unit.hand = hand
    return found


def reaches(combat: SovereignCombat, unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether some enemy that stands can be attacked so."""
    if not usable(combat, unit, strike):
        return False
    for one in combat.nearby(unit, strike.span()):
        if one.side != unit.side and one.present and one.fate == ACTIVE:
            if open_to(combat, unit, strike, one, geometry.apart(combat, unit, one)):
                return True
    return False


def pale(unit: SovereignCombatant, strike: Strike) -> bool:
    """Return whether an attack is one that nobody seeks: bare hands of the armed."""
    return strike.unarmed and strike.sides <= 2 and bool(unit.sheet.weapons)


def melee(unit: SovereignCombatant) -> bool:
    """Return whether it fights hand to hand with what it holds."""
    for strike in unit.sheet.strikes:
        if strike.mode == MELEE and not pale(unit, strike) and equipment.in_hand(unit, strike):
            return True
    return False


def shoots(unit: SovereignCombatant) -> int:
    """Return the normal range of what it would rather shoot with, 0 if it would not."""
    best = 0
    for strike in unit.sheet.strikes:
        if (
            strike.listed
            and (strike.mode == SHOT or strike.art)
            and equipment.in_hand(unit, strike)
        ):
            if not strike.art or unit.effort or unit.second:
                best = max(best, strike.range)
    return best


def threat_to(combat: SovereignCombat, unit: SovereignCombatant, cell: int) -> int:
    """Return how many armed enemies would stand beside one in a square."""
    found = 0
    for foe in combat.about(unit, cell, 1):
        if foe.side != unit.side and foe.able() and located(foe, unit):
            if geometry.between(combat.grid, cell, unit.size, foe.cell, foe.size) <= 1:
                if equipment.armed(foe):
                    found += 1
    return found


def force(unit: SovereignCombatant) -> float:
    """Return what the best attack of somebody does on average, twice where it strikes twice."""
    best = 0.0
    for strike in unit.sheet.strikes:
        if strike.listed:
            mean = strike.count * (strike.sides + 1) / 2.0 + strike.plus
            best = max(best, mean)
    return best if unit.sheet.one_attack else 2.0 * best


class Refuge:
    """How safe squares are for somebody: what of each foe is the same for all is looked up once."""

    def __init__(
        self, combat: SovereignCombat, unit: SovereignCombatant, foes: list[SovereignCombatant]
    ) -> None:
        grid = combat.grid
        self.grid = grid
        self.size = unit.size
        self.foes = foes
        self.rows = [grid.far_from(foe.cell, foe.size, unit.size) for foe in foes]
        self.heights = [geometry.height(grid, foe.cell, foe.size) for foe in foes]
        # How near a foe that is armed comes in a turn and strikes; -1: it is not armed.
        self.strikes = [1 + foe.sheet.rate if equipment.armed(foe) else -1 for foe in foes]

    def safety(self, cell: int) -> int:
        """Return how safe a square is: the farther from foes, the more, above all from armed ones.

        Rule: grid.distance.
        """
        total: i64 = 0
        height = geometry.height(self.grid, cell, self.size)
        for place in range(len(self.foes)):
            apart: i64 = self.rows[place][cell]
            if self.heights[place] != height:
                foe = self.foes[place]
                apart = geometry.between(self.grid, cell, self.size, foe.cell, foe.size)
            total += apart if apart < 16 else 16
            if apart <= self.strikes[place]:
                total -= 8
        return total


def self_worth(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> float:
    """Return what an action on one's own body or for a friend is worth."""
    verb, b = actions.verb_of(code), actions.target_of(code)
    target = combat.units[b]
    if verb == actions.STAND:
        return 4.0
    if verb in (actions.ESCAPE, actions.SLIP):
        return 2.0 if verb == actions.ESCAPE else 5.0
    if verb in (actions.AID, actions.LEECH):
        quick = 0.5 if verb == actions.LEECH else 0.0  # it keeps the Main
        return 6.0 + quick if target.fate == MORTAL else 0.0
    if verb == actions.ROUSE:
        return 5.0 + (1.0 if target.sheet.spells else 0.0) + 0.05 * force(target)
    if verb in (actions.DRINK, actions.GIVE):
        one = unit if verb == actions.DRINK else target
        if one.fate in (MORTAL, STABLE):
            return 5.0
        return 3.0 if 2 * one.hp <= one.sheet.max_hp and one.fate == ACTIVE else 0.0
    if verb in (actions.HEAL, actions.SWIFT_HEAL):
        lost = target.sheet.max_hp - target.hp
        more = 4.0 if target.fate in (MORTAL, STABLE) else 0.0
        return min(lost, 8) + more if lost >= 3 else 0.0
    if verb == actions.WHIRL:
        return whirl_worth(combat, unit)
    if verb == actions.RALLY:
        return 3.0 * len(legality.rallied(combat, unit))
    if verb == actions.TOUCH:
        friends = [one for one in combat.units if one.side == unit.side and one.present]
        hurt = [friend for friend in friends if friend.sheet.max_hp - friend.hp >= 3]
        return 3.5 if hurt and not unit.has(TOUCH) else 0.0
    if verb == actions.PAVIS:
        near = [foe for foe in foes_of(combat, unit) if geometry.apart(combat, unit, foe) <= 8]
        return 2.0 if near and not unit.has(PAVIS) else 0.0
    if verb == actions.PIERCE:
        return 1.0
    if verb == actions.STUN:
        return 3.0
    if verb == actions.VANISH:
        return 1.5
    if verb == actions.SCRATCH:
        return 2.0
    return 0.0


def whirl_worth(combat: SovereignCombat, unit: SovereignCombatant) -> float:
    """Return the Shock that a whirl would deal; it is kept for two foes, or one it fells."""
    total = 0.0
    count = 0
    for strike in unit.sheet.strikes:
        if (
            strike.mode == MELEE
            and strike.listed
            and strike.shock_ac >= 0
            and equipment.in_hand(unit, strike)
        ):
            for foe in foes_of(combat, unit):
                if not cannot_attack(combat, unit, strike, foe):
                    dealt = expected(combat, unit, foe, strike, False)
                    if dealt >= foe.hp:
                        count += 1
                    total += min(dealt, foe.hp)
                    count += 1
            break
    return total if count >= 2 else 0.0
