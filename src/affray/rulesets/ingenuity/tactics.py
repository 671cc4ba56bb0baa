"""How a program plays Ingenuity: the plain answer to every choice, a position in numbers."""

from __future__ import annotations

from typing import Any, Final

from affray.core.choice import PASS, Choice
from affray.core.combat import Combat
from affray.core.ruleset import Tactics
from affray.core.window import Reply
from affray.rulesets.ingenuity import action, attack, choice, condition, damage, end
from affray.rulesets.ingenuity.state import ATTACKS, IngenuityCombat, Unit

FEATURES: Final = ("characters", "health", "endurance", "stamina", "focus")
LEAST: Final = 60  # hundredths of damage below which another attack is not worth its action


class IngenuityTactics(Tactics):
    """Plain play: strike who can be felled, go where that is possible, guard what is left."""

    def answer(self, choice_: Choice) -> int:
        combat = choice_.combat
        assert isinstance(combat, IngenuityCombat)
        if isinstance(choice_, choice.Act):
            return self.act(combat, choice_)
        if isinstance(choice_, choice.MoveTo):
            return self.move(combat, choice_)
        if isinstance(choice_, Reply):
            return self.reply(combat, choice_)
        if choice_.rule in ("reaction.fortify", "reaction.resist"):
            return choice_.answers()[-1]
        return choice_.fallback()

    def likely(self, choice_: Choice, most: int) -> list[int]:
        found = [self.answer(choice_)]
        for answer in choice_.answers():
            if len(found) >= most:
                break
            if answer not in found:
                found.append(answer)
        return found

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        assert isinstance(combat, IngenuityCombat)
        found = [0.0] * len(FEATURES)
        for unit in combat.units:
            if not unit.present:
                continue
            sign = 1.0 if unit.side == side else -1.0
            found[0] += sign * (1.0 if unit.awake else 0.1)
            found[1] += sign * unit.health / 10.0
            found[2] += sign * unit.endurance / 10.0
            found[3] += sign * unit.stamina / 10.0
            found[4] += sign * unit.focus / 10.0
        return found

    def act(self, combat: IngenuityCombat, asked: choice.Act) -> int:
        unit = asked.unit
        best = PASS
        most = 0
        answers = asked.answers()
        for code in answers:
            value = worth(combat, unit, code, answers) if code != PASS else 0
            if value > most:
                best, most = code, value
        return best if best != PASS else asked.fallback()

    def move(self, combat: IngenuityCombat, asked: choice.MoveTo) -> int:
        """Go where an enemy is in reach, or towards the goal or the nearest enemy."""
        unit = asked.move.unit
        best = PASS
        most = place_worth(combat, unit, unit.cell)
        for answer in asked.answers():
            if answer != PASS:
                value = place_worth(combat, unit, answer - 1)
                if value > most:
                    best, most = answer, value
        return best

    def reply(self, combat: IngenuityCombat, asked: Reply) -> int:
        """Block if one can, dodge while stamina lasts, use what is readied."""
        for answer, key in asked.options:
            if key.startswith(("readied", "block")):
                return answer
        for answer, key in asked.options:
            if key == "dodge" and combat.units[answer // 1000].stamina > 3:
                return answer
        return PASS


def chance(unit: Unit, attribute: int, bonus: int, level: int) -> int:
    """Return how many of the 100 rolls of two dice reach a level."""
    a = unit.sheet.attributes[attribute]
    s = unit.sheet.skills[3]
    good = 0
    for face in range(1, a + 1):
        need = level - bonus - face
        good += max(0, min(s, s - need + 1))
    return 100 * good // (a * s)


def strike_worth(combat: IngenuityCombat, unit: Unit, code: int) -> int:
    """Return the damage to expect of an attack, in hundredths."""
    weapon, _ = attack.arms(combat, unit)[action.a_of(code) // 2]
    target = combat.units[action.b_of(code)]
    if not target.awake or not weapon.attributes:
        return 0
    attribute = max(weapon.attributes, key=lambda one: unit.sheet.attributes[one])
    bonus = unit.sheet.proficiency(weapon.proficiencies) - 2 * unit.used[ATTACKS]
    better, worse = attack.advantages(combat, unit, target, action.a_of(code) % 2 == 1)
    level = max(0, condition.evasion(target) + unit.sheet.size - target.sheet.size)
    hits = max(5, chance(unit, attribute, bonus + better - worse, level))
    less = damage.deflection(target, weapon.types[0], unit.sheet.size, 0)
    dice = (unit.sheet.attributes[attribute] + unit.sheet.skills[3] + 2) // 2 + bonus
    through = max(1, max(level, dice) + weapon.damage - less)
    value = hits * through
    left = target.endurance + target.health
    return value + (200 * through // max(1, left) if through * 2 >= left else 0)


def worth(combat: IngenuityCombat, unit: Unit, code: int, answers: list[int]) -> int:
    """Return what an action is worth, in hundredths of damage."""
    verb = action.verb_of(code)
    if verb == action.ATTACK:
        value = strike_worth(combat, unit, code)
        return value if value >= LEAST else 0
    if verb == action.STAND:
        return 150
    if verb == action.RELOAD:
        return 140
    if verb == action.LEAVE:
        return 10000 if wants_out(combat, unit) else 0
    if verb == action.MOVE:
        able = [one for one in answers if action.verb_of(one) == action.ATTACK]
        if wants_out(combat, unit):
            return 900
        return 0 if able else 120
    if verb == action.SPRINT:
        able = [one for one in answers if action.verb_of(one) == action.ATTACK]
        return 0 if able else 90
    if verb == action.POWER:
        one = combat.library.powers[action.a_of(code)]
        return 250 + 10 * one.tier if one.id not in ("bless", "mend", "restoration") else 0
    if verb == action.RESUSCITATE:
        return 160
    return 20 if verb == action.GUARD else 0


def wants_out(combat: IngenuityCombat, unit: Unit) -> bool:
    return any([one.kind == "reached" and one.side == unit.side for one in combat.goals])


def place_worth(combat: IngenuityCombat, unit: Unit, cell: int) -> int:
    """Return how good a place is: near its goal, or in reach of an enemy."""
    for goal in combat.goals:
        if goal.side == unit.side and goal.kind in ("reached", "hold") and goal.cells:
            return -min([combat.grid.distance(cell, one, 2) for one in goal.cells])
    reach = max([one.reach for one, _ in attack.arms(combat, unit)])
    best = -1000
    for other in combat.units:
        if end.remains(other) and combat.enemies(unit, other):
            apart = combat.grid.distance(cell, other.cell, 2, unit.size, other.size)
            best = max(best, -max(reach, apart))
    return best
