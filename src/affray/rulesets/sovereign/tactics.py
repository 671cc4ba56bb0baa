"""How a program plays Sovereign: the plain answer to every choice, a position in numbers.

Floats live here and in bots only; sums run in a fixed order.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.choice import PASS, Choice, Menu
from affray.core.combat import Combat
from affray.core.paths import Obstacles, Reach, flood
from affray.core.ruleset import Tactics
from affray.core.window import Reply
from affray.rulesets.sovereign import action, choice, geometry, reaction, sheet
from affray.rulesets.sovereign.attack import HARM, ORDINARY, Blow, hits, modifiers
from affray.rulesets.sovereign.damage import shock
from affray.rulesets.sovereign.movement import exits_of
from affray.rulesets.sovereign.state import ACTIVE, MELEE, MORTAL, Body, Field, Strike

FEATURES: Final = ("standing", "hit points", "levels", "prone", "broken")


class SovereignTactics(Tactics):
    """Plain play: hit who can be felled, close in, guard oneself, run when broken."""

    def answer(self, choice_: Choice) -> int:
        field = choice_.combat
        assert isinstance(field, Field)
        if isinstance(choice_, choice.Act):
            return self.act(field, choice_)
        if isinstance(choice_, choice.MoveTo):
            return self.move(field, choice_)
        if isinstance(choice_, Reply):
            return self.reply(field, choice_)
        if isinstance(choice_, Menu) and choice_.rule == "swarm.one-attack":
            return choice_.options[-1][0]
        return choice_.fallback()

    def act(self, field: Field, asked: choice.Act) -> int:
        best = PASS
        most = 0.01
        for answer in asked.answers():
            if answer != PASS:
                worth = self.worth(field, asked.unit, answer)
                if worth > most:
                    best = answer
                    most = worth
        return best

    def worth(self, field: Field, unit: Body, code: int) -> float:
        """Return what an action is worth, in hit points."""
        verb, a, b = code // action.VERB, code // 1000 % 1000, code % 1000
        if verb == action.ATTACK:
            strike = unit.sheet.strikes[a]
            return 1.0 + blow_worth(field, unit, strike, field.units[b])
        if verb == action.CAST:
            return cast_worth(field, unit, unit.sheet.spells[a].id, field.units[b])
        if verb == action.STAND:
            return 4.0
        if verb == action.ESCAPE:
            return 2.0
        if verb == action.RELOAD:
            return 2.5
        if verb == action.AID:
            return 6.0 if field.units[b].fate == MORTAL else 0.0
        if verb == action.ROUSE:
            return 5.0
        if verb == action.DRINK:
            return 3.0 if 2 * unit.hp <= unit.sheet.max_hp else 0.0
        if verb == action.PICK_UP:
            return 0.6
        if verb == action.DRAW:
            return self.draw(field, unit, a)
        return self.travel(field, unit, verb)

    def draw(self, field: Field, unit: Body, weapon: int) -> float:
        """Take in hand what can reach somebody when what is held cannot."""
        if can_strike(field, unit, unit.hand) or not unit.main:
            return 0.0
        return 3.0 if can_strike(field, unit, weapon) else 0.0

    def travel(self, field: Field, unit: Body, verb: int) -> float:
        if unit.prone or field.active < 0:
            return 0.0
        if unit.broken:
            if verb == action.SURRENDER:
                return 0.05
            return {action.RUN: 0.5, action.RUN_MAIN: 0.4}.get(verb, 0.0)
        if can_strike(field, unit, unit.hand):
            return 0.0
        near = nearest(field, unit, unit.cell)
        if verb == action.CHARGE and melee(unit) and 2 <= near <= 2 * unit.sheet.rate:
            return 0.55 if near > unit.sheet.rate else 0.3
        return {action.RUN: 0.5, action.RUN_MAIN: 0.2}.get(verb, 0.0)

    def move(self, field: Field, asked: choice.MoveTo) -> int:
        unit = asked.move.unit
        best = PASS
        ways = ways_to_foes(field, unit)
        least = self.place(field, unit, unit.cell, 0, ways)
        for answer in asked.answers():
            if answer == PASS:
                continue
            if answer >= choice.LEAVE:
                if unit.broken:
                    return answer
                continue
            harm = 0 if asked.move.mode == 2 else asked.reach().harm(answer - 1)
            cost = self.place(field, unit, answer - 1, harm, ways)
            if cost < least:
                best = answer
                least = cost
        return best

    def place(self, field: Field, unit: Body, cell: int, harm: int, ways: list[Reach]) -> float:
        """Return how bad a square is: far from foes, or from the way out, past blades."""
        if unit.broken:
            gates = field.grid.zones.get("exit", [])
            far = [field.grid.distance(cell, one, 1) for one in gates]
            return float(min(far)) if far else -float(nearest(field, unit, cell))
        costs = [way.cost(cell) for way in ways]
        near = min([cost if cost >= 0 else 500 for cost in costs]) if costs else 0
        return abs(near - wanted(unit)) + 0.4 * harm

    def reply(self, field: Field, asked: Reply) -> int:
        window = asked.window
        best = PASS
        for answer, _ in asked.options:
            who, code = answer // 1000, answer % 1000
            if answer == PASS:
                continue
            if isinstance(window, reaction.Opening):
                return answer
            if isinstance(window, reaction.Instants) and self.wise(field, window, who, code):
                best = answer
        return best if best in asked.answers() else asked.fallback()

    def wise(self, field: Field, window: reaction.Instants, who: int, code: int) -> bool:
        blow = window.blow()
        if code == reaction.HELD:
            return True
        if blow is None or not window.rolled:
            return False
        unit = field.units[who]
        if code == reaction.VETERAN:
            return blow.actor == who or blow.strike.most() >= unit.hp
        if code == reaction.TOTAL:
            saved = hits(field, blow) and blow.total < sheet.ac(field, unit) + 2
            return saved and unit.hp <= blow.strike.most()
        return False

    def likely(self, choice_: Choice, most: int) -> list[int]:
        plain = self.answer(choice_)
        return [plain, *[one for one in choice_.answers() if one != plain]][:most]

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        found = [0.0] * len(FEATURES)
        for unit in combat.units:
            assert isinstance(unit, Body)
            sign = 1.0 if unit.side == side else -1.0
            if unit.present and unit.fate == ACTIVE:
                found[0] += sign
                found[1] += sign * unit.hp
                found[2] += sign * unit.sheet.level
                found[3] -= sign * int(unit.prone)
                found[4] -= sign * int(unit.broken)
        return found

    def feature_names(self) -> list[str]:
        return list(FEATURES)


def blow_worth(field: Field, unit: Body, strike: Strike, target: Body) -> float:
    """Return what an attack takes on average, more where it may fell."""
    if target.fate != ACTIVE:
        return -0.9
    blow = Blow(unit.index, target.index, strike, HARM, ORDINARY)
    need = sheet.ac(field, target) - modifiers(field, blow).total
    chance = min(20, max(0, 21 - need)) / 20
    mean = strike.count * (strike.sides + 1) / 2 + strike.plus
    missed = float(shock(field, unit, target, strike, False))
    taken = chance * max(mean, missed) + (1 - chance) * missed
    return taken * (1.0 + 4.0 / (target.hp + 3))


def cast_worth(field: Field, unit: Body, spell: str, target: Body) -> float:
    if spell == "sleep":
        value = 0.0
        cells = geometry.area(
            field.grid, field.grid.column(target.cell), field.grid.row(target.cell), 4
        )
        for one in field.units:
            if one.present and one.able() and one.sheet.level <= 4 and one.cell in cells:
                value += 4.0 if one.side != unit.side else -6.0
        return value
    return 3.5 * unit.sheet.level if target.able() else 0.0


def can_strike(field: Field, unit: Body, weapon: int) -> bool:
    """Return whether some enemy that stands can be attacked with a weapon from here."""
    from affray.rulesets.sovereign.attack import cannot_attack

    hand = unit.hand
    unit.hand = weapon
    found = False
    for strike in unit.sheet.strikes:
        for one in field.units:
            if not found and one.present and one.fate == ACTIVE and field.enemies(unit, one):
                found = not cannot_attack(field, unit, strike, one)
    unit.hand = hand
    return found


def ways_to_foes(field: Field, unit: Body) -> list[Reach]:
    """Return the ways from every enemy that stands, as far as walls alone decide."""
    exits = exits_of(field, unit, unit.side)
    found: list[Reach] = []
    for one in field.units:
        if one.present and field.enemies(unit, one) and one.fate == ACTIVE and not unit.broken:
            found.append(flood(exits, one.cell, 120, Obstacles(exits)))
    return found


def melee(unit: Body) -> bool:
    return any([one.mode == MELEE and sheet.in_hand(unit, one) for one in unit.sheet.strikes])


def wanted(unit: Body) -> int:
    """Return the distance at which it likes to stand."""
    far = 1
    for one in unit.sheet.strikes:
        if sheet.in_hand(unit, one) and sheet.ranged(one):
            far = max(far, min(one.range, 6))
    return far if not melee(unit) else 1


def nearest(field: Field, unit: Body, cell: int) -> int:
    """Return the distance from a square to the nearest enemy that stands."""
    least = 1000
    for one in field.units:
        if one.present and field.enemies(unit, one) and one.fate == ACTIVE:
            far = geometry.between(field.grid, cell, unit.size, one.cell, one.size)
            least = min(least, far)
    return least
