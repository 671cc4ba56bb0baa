"""How a program plays Quest: the plain answer to every choice, a position in numbers.

Floats live here and in bots only; sums run in a fixed order, with + - * / and comparisons alone,
so that every machine plays the same.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.choice import PASS, Choice, Menu
from affray.core.combat import Combat
from affray.core.ruleset import Tactics
from affray.core.window import Reply
from affray.rulesets.quest import action, attack, choice, damage, geometry, menu, sheet, summon
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.condition import BURNING, flat_footed, undetected
from affray.rulesets.quest.state import QuestCombat, Unit
from affray.rulesets.quest.terms import AA, AIMS, BA, CENTER, FATAL, MA, SLOWING, WOUNDS
from affray.rulesets.quest.written import Spell, Thing

FEATURES: Final = ("units", "hit points", "mp", "wounds", "prone", "harm", "slots")
NOTHING: Final = 0.05  # an act has to be worth more than this to be taken


class QuestTactics(Tactics):
    """Plain play: hit who can be felled, stand where that is possible, waste nothing."""

    def answer(self, choice_: Choice) -> int:
        combat = choice_.combat
        assert isinstance(combat, QuestCombat)
        if isinstance(choice_, choice.Act):
            return self.act(combat, choice_)
        if isinstance(choice_, choice.MoveTo):
            return self.move(combat, choice_)
        if isinstance(choice_, choice.Aim):
            return self.aim(combat, choice_)
        if isinstance(choice_, Reply):
            return self.reply(combat, choice_)
        if isinstance(choice_, spells.Goal):
            return self.goal(combat, choice_)
        if isinstance(choice_, spells.Notes):
            return choice_.options[-1][0]
        if isinstance(choice_, summon.Thrall):
            return PASS
        if isinstance(choice_, Menu) and choice_.rule == "move.facing":
            return self.face(combat, choice_)
        return choice_.fallback()

    def likely(self, choice_: Choice, most: int) -> list[int]:
        combat = choice_.combat
        assert isinstance(combat, QuestCombat)
        found = [self.answer(choice_)]
        others = choice_.answers()
        if isinstance(choice_, choice.Act):
            mind = Mind(combat, choice_.unit)
            scored = [(-act_worth(combat, choice_.unit, one, mind), one) for one in others if one]
            others = [code for _, code in sorted(scored)]
        for answer in others:
            if len(found) >= most:
                break
            if answer not in found:
                found.append(answer)
        return found

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        assert isinstance(combat, QuestCombat)
        total = [0.0] * len(FEATURES)
        for unit in combat.units:
            if not unit.present:
                continue
            sign = 1.0 if unit.side == side else -1.0
            total[0] += sign
            total[1] += sign * unit.hp / 10.0
            total[2] += sign * unit.mp / 4.0
            total[3] -= sign * sum(unit.wounds)
            total[4] -= sign * (1.0 if unit.prone else 0.0)
            total[5] += sign * average_harm(combat, unit) / 4.0
            total[6] += sign * sheet.slots(unit)
        return total

    # -- acting ------------------------------------------------------------------------------

    def act(self, combat: QuestCombat, choice_: choice.Act) -> int:
        best = PASS
        top = NOTHING
        mind = Mind(combat, choice_.unit)
        for code in choice_.answers():
            if code != PASS:
                worth = act_worth(combat, choice_.unit, code, mind)
                if worth > top:
                    top = worth
                    best = code
        return best

    def aim(self, combat: QuestCombat, choice_: choice.Aim) -> int:
        """Aim where a wound is likely and counts, else at the centre."""
        unit = combat.units[choice_.who]
        return 1 + plain_aim(combat, unit, choice_.target, None)

    def reply(self, combat: QuestCombat, choice_: Reply) -> int:
        """Strike whenever it can be done, with the best weapon; stand up for a bonus action."""
        best = choice_.options[0][0]
        top = -1.0
        for answer, key in choice_.options:
            if answer == PASS:
                continue
            worth = 1.0
            words = key.split()
            if words[0] == "strike":
                thing = combat.library.by_id[words[3]]
                striker = combat.units[answer // 1000]
                target = next(one for one in combat.units if one.name == words[1])
                aim = AIMS.index(words[4])
                worth += thing.dice.count * (thing.dice.sides + 1) / 2.0
                worth += 0.5 if aim == plain_aim(combat, striker, target, thing) else 0.0
            elif words[-1] == "ba":
                worth += 1.0
            elif words[-1] == "free":
                worth += 2.0
            if worth > top:
                top = worth
                best = answer
        return best

    def goal(self, combat: QuestCombat, choice_: spells.Goal) -> int:
        best = choice_.answers()[0]
        top = -1000.0
        for answer in choice_.answers():
            worth = goal_worth(combat, choice_.unit, choice_.spell, answer - 1, choice_.notes)
            if worth > top:
                top = worth
                best = answer
        return best

    def face(self, combat: QuestCombat, choice_: Menu) -> int:
        """Face the nearest enemy."""
        unit = combat.units[choice_.who]
        foe = nearest(combat, unit)
        if foe is None:
            return PASS
        facing = geometry.facing_to(combat, unit, foe)
        return PASS if facing in (-1, unit.facing) else 1 + facing

    # -- moving ------------------------------------------------------------------------------

    def move(self, combat: QuestCombat, choice_: choice.MoveTo) -> int:
        """Go where the best attack can be made; avoid free hits; flee if the GM says so."""
        unit = choice_.move.unit
        reach = choice_.reach()
        best = PASS
        top = place_worth(combat, unit, unit.cell)
        for answer in choice_.answers():
            if answer <= PASS:
                continue
            if answer >= choice.FLEE:
                if unit.fleeing:
                    return answer
                continue
            if answer >= choice.JUMP:
                continue
            cell = answer - 1
            worth = place_worth(combat, unit, cell)
            worth -= 0.01 * reach.cost(cell) + 0.3 * reach.harm(cell)
            if worth > top:
                top = worth
                best = answer
        return best


# ---- worths ------------------------------------------------------------------------------------


def average_harm(combat: QuestCombat, unit: Unit) -> float:
    """Return the damage that a unit may hope for with one attack."""
    best = 0.0
    for thing in attack.weapons(combat, unit, False):
        best = max(best, harm_of(unit, thing))
    for one in unit.sheet.spells:
        if one.attack and one.mp <= unit.mp:
            best = max(best, one.dice.count * (one.dice.sides + 1) / 2.0)
    return best


def harm_of(unit: Unit, thing: Thing) -> float:
    dice = thing.dice
    more = sheet.extra_dice(unit, thing)
    total = (dice.count + more) * (dice.sides + 1) / 2.0
    if thing.melee:
        total += sheet.strength(unit) + unit.boost_damage
    return max(0.0, total)


def chance(combat: QuestCombat, deed: attack.Strike) -> float:
    """Return the chance that an attack hits."""
    need = attack.target_number(combat, deed) - attack.accuracy(combat, deed)
    return (21 - max(2, min(20, need))) / 20.0


def strike_worth(combat: QuestCombat, unit: Unit, deed: attack.Strike, harm: float) -> float:
    """Return the worth of an attack: damage hoped for, more if it may fell; allies count less."""
    target = combat.units[deed.target]
    weapon = deed.weapon
    type = weapon.type if weapon is not None else deed.spell.type if deed.spell is not None else 0
    net = damage.mitigated(combat, target, int(harm + 0.5), type, False)
    worth = chance(combat, deed) * min(net, target.hp + 2) / 4.0
    if net >= target.hp:
        worth *= 1.8
    worth *= 1.0 + average_harm(combat, target) / 20.0
    return worth if combat.enemies(unit, target) else -worth


def plain_aim(combat: QuestCombat, unit: Unit, target: Unit, thing: Thing | None) -> int:
    if thing is None:
        arms = attack.weapons(combat, unit, False)
        thing = arms[0]
        for one in arms:
            if harm_of(unit, one) > harm_of(unit, thing):
                thing = one
    net = damage.mitigated(combat, target, int(harm_of(unit, thing) + 0.5), thing.type, False)
    if net >= target.hp or net < 4:
        return CENTER
    return FATAL if net >= 5 else SLOWING


class Mind:
    """What a unit knows of its place in this one choice, each thing worked out once."""

    def __init__(self, combat: QuestCombat, unit: Unit) -> None:
        self.combat = combat
        self.unit = unit
        self.strikes = -1
        self.near = -1
        self.spells: dict[int, float] = {}

    def can_strike(self) -> bool:
        if self.strikes < 0:
            self.strikes = 1 if can_strike(self.combat, self.unit) else 0
        return self.strikes == 1

    def distance(self) -> int:
        if self.near < 0:
            self.near = action.near_enemy(self.combat, self.unit)
        return self.near

    def cast(self, place: int) -> float:
        if place not in self.spells:
            self.spells[place] = cast_worth(self.combat, self.unit, place)
        return self.spells[place]


def act_worth(combat: QuestCombat, unit: Unit, code: int, mind: Mind) -> float:
    """Return what an act is worth now; 0 for what a plain player does not do."""
    verb = code // menu.VERB
    first = code % menu.VERB // menu.PART
    second = code % menu.PART
    if verb in menu.ATTACKS:
        return weapon_worth(combat, unit, verb, first, second)
    if verb == menu.CAST:
        return mind.cast(first)
    if verb == menu.MOVE:
        return go_worth(combat, unit, first, second, mind)
    if verb == menu.STAND:
        return {BA: 6.0, MA: 1.5, AA: 0.2}.get(first, 9.0)
    if verb == menu.BREAK_FREE or verb == menu.PUT_OUT:
        return 5.0 if verb == menu.BREAK_FREE or first == MA else 0.3
    if verb == menu.RELOAD:
        return 1.2 if first == MA else 0.5
    if verb == menu.BOOST:
        return boost_worth(combat, unit, first, mind)
    if verb == menu.USE:
        return item_worth(combat, combat.library.things[second], combat.units[first])
    if verb in (menu.DRAW, menu.PICK_UP):
        armed = any(
            [one.melee for one in attack.weapons(combat, unit, True) if one.id != "unarmed"]
        )
        thing = combat.library.things[second]
        wanted = thing.melee and not armed and not shoots(combat, unit)
        return (3.0 if first in (BA, 3) else 1.0) if wanted else 0.0
    return 0.0


def shoots(combat: QuestCombat, unit: Unit) -> bool:
    return any([not one.melee for one in attack.weapons(combat, unit, False)])


def weapon_worth(combat: QuestCombat, unit: Unit, verb: int, target: int, number: int) -> float:
    thing = combat.library.things[number]
    if verb == menu.DISARM:
        return 0.0
    deed = attack.Strike(unit.index, target, thing, menu.manner_of(verb))
    harm = harm_of(unit, thing)
    if verb in (menu.EXTRA, menu.EXTRA_THROW):
        deed.paid = attack.ADDITIONAL
        harm = thing.dice.count * (thing.dice.sides + 1) / 2.0
    worth = strike_worth(combat, unit, deed, harm)
    if verb in (menu.THROW, menu.EXTRA_THROW):
        worth *= 0.5
    return worth + 1.0 if worth > 0 else worth


def cast_worth(combat: QuestCombat, unit: Unit, place: int) -> float:
    """Return the worth of paying for a spell now: that of its best target."""
    one = unit.sheet.spells[place]
    found = spells.goals(combat, unit, one, 0)
    if not found and unit.casting != place:
        return 0.0
    best = 0.0
    for goal in found if one.summon is None else found[:1]:
        best = max(best, goal_worth(combat, unit, one, goal, 0))
    if one.upkeep and unit.kept:
        return 0.0
    if unit.casting == place:
        best = best + 2.0
    elif one.aa + one.ma > 1 and unit.casting >= 0:
        return 0.0
    elif one.long():
        best *= 0.5
    return best


def goal_worth(combat: QuestCombat, unit: Unit, one: Spell, goal: int, notes: int) -> float:
    """Return what a spell is worth on a target."""
    if one.summon is not None:
        foe = nearest(combat, unit)
        if foe is None:
            return 0.0
        apart = geometry.distance_to(combat, foe, goal)
        return 4.0 + one.summon.level - 0.05 * apart if summon.free_slots(combat, unit) > 0 else 0.0
    if one.target == "space":
        return burst_worth(combat, unit, one, goal)
    target = combat.units[goal]
    if one.heal.count or one.removes:
        missing = target.max_hp - target.hp
        amount = one.heal.count * (one.heal.sides + 1) / 2.0 + one.heal.plus
        return min(missing, amount) / 3.0 if 2 * target.hp < target.max_hp else 0.0
    if one.attack:
        enemy = combat.enemies(unit, target)
        deed = spells.strike(unit, unit.sheet.spells.index(one), notes, target)
        worth = strike_worth(combat, unit, deed, one.dice.count * (one.dice.sides + 1) / 2.0)
        if one.status in ("frozen", "paralysed", "bound") and enemy:
            if not flat_footed(combat, target, None):
                worth += chance(combat, deed) * (1.0 + average_harm(combat, target) / 3.0)
        elif one.status == "burning" and enemy and not target.has(BURNING):
            worth += 0.8 * chance(combat, deed)
        elif one.status in ("prone", "leaden", "disarmed") and enemy:
            worth += 0.7 * chance(combat, deed)
        return worth
    if one.status == "stone-skinned":
        return 1.0 if action.near_enemy(combat, target) <= 3 and target is not unit else 0.0
    if one.status == "quickened":
        return 1.2 if target is not unit else 0.0
    return 0.0


def burst_worth(combat: QuestCombat, unit: Unit, one: Spell, cell: int) -> float:
    total = 0.0
    place = unit.sheet.spells.index(one)
    for other in combat.units:
        if other.present and geometry.distance_to(combat, other, cell) <= one.radius:
            deed = spells.strike(unit, place, 0, other)
            total += strike_worth(combat, unit, deed, one.dice.count * (one.dice.sides + 1) / 2.0)
    return total


def item_worth(combat: QuestCombat, thing: Thing, target: Unit) -> float:
    if thing.heal.count:
        return 1.5 if 2 * target.hp < target.max_hp else 0.0
    if thing.mp:
        return 1.0 if target.sheet.max_mp - target.mp >= thing.mp + 4 else 0.0
    return 0.8 if sum(target.wounds[:WOUNDS]) > 1 else 0.0


def boost_worth(combat: QuestCombat, unit: Unit, which: int, mind: Mind) -> float:
    """Boosts are bought with what is left over: to hit before the attack, dodge after it."""
    if which == menu.HIT_BOOST:
        return 9.0 if unit.aa > 0 and unit.ma == 0 and mind.can_strike() else 0.0
    if which == menu.DODGE_BOOST:
        done = unit.aa == 0 and unit.ma == 0
        wary = done and mind.distance() <= 8
        return 0.2 if wary and not flat_footed(combat, unit, None) else 0.0
    return 0.0


def can_strike(combat: QuestCombat, unit: Unit) -> bool:
    arms = attack.weapons(combat, unit, False)
    for other in combat.units:
        if other.present and combat.enemies(unit, other):
            for thing in arms:
                if attack.cannot_attack(combat, unit, other, thing, attack.IN_HAND, 0) == "":
                    return True
    return False


def go_worth(combat: QuestCombat, unit: Unit, mode: int, way: int, mind: Mind) -> float:
    """Move when nobody can be struck from here: by the move action, else by bonus actions."""
    if mode != 0 or way % 10:
        if mode == 0 and way in (1, 2) and unit.ma == 0 and unit.aa > 0:
            foe = nearest(combat, unit)
            if foe is not None and not mind.can_strike():
                apart = geometry.distance(combat, unit, foe)
                return 0.5 if apart - sheet.reach(unit) <= 2 * way and not unit.prone else 0.0
        return 0.0
    if unit.fleeing:
        return 5.0
    if unit.prone or mind.can_strike():
        return 0.0
    casting = unit.casting >= 0 and spells.remaining(unit, unit.casting)[1] > 0
    return 0.0 if casting else 0.9


def nearest(combat: QuestCombat, unit: Unit) -> Unit | None:
    best: Unit | None = None
    least = 0
    for other in combat.units:
        if other.present and combat.enemies(unit, other) and not undetected(other, unit):
            apart = geometry.distance(combat, unit, other)
            if best is None or apart < least:
                best = other
                least = apart
    return best


def place_worth(combat: QuestCombat, unit: Unit, cell: int) -> float:
    """Return the worth of standing somewhere: shooters keep off, others close in."""
    grid = combat.grid
    least = 99
    crowd = 0
    for other in combat.units:
        if not other.present or not combat.enemies(unit, other):
            continue
        apart = grid.distance(cell, other.cell, 1, unit.size, other.size)
        least = min(least, apart)
        if apart <= sheet.reach(other):
            crowd += 1
    if shoots(combat, unit):
        far = 0.0 if 3 <= least <= 10 else -0.2 * abs(least - 6)
        return far - 0.8 * crowd
    goal = max(1, sheet.reach(unit))
    return -0.4 * max(0, least - goal) - 0.15 * max(0, crowd - 1)
