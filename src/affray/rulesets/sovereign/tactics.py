"""How a program plays Sovereign: the plain answer to every choice, a position in numbers.

Floats live here and in bots only; sums run in a fixed order.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.choice import PASS, Choice, Menu
from affray.core.combat import Combat
from affray.core.ruleset import Tactics
from affray.core.window import CODES, Reply
from affray.rulesets.sovereign import choice, geometry, reaction, sheet, terrain, worth
from affray.rulesets.sovereign import verbs as v
from affray.rulesets.sovereign.attack import hits
from affray.rulesets.sovereign.blow import HARM, SNAP
from affray.rulesets.sovereign.condition import routed
from affray.rulesets.sovereign.damage import shock
from affray.rulesets.sovereign.spell import Centre
from affray.rulesets.sovereign.state import ACTIVE, MORTAL, Body, Field
from affray.rulesets.sovereign.worth import Look, foes_of

FEATURES: Final = ("standing", "hit points", "levels", "prone", "broken", "dying", "magic")
KEPT: Final = 1.5  # what a Main must be worth to be spent
LOOKED: Final = 24  # squares from which a shooter looks about
TRAVELS: Final = frozenset({v.RUN, v.CHARGE, v.SCREEN, v.DISENGAGE, v.SLIP_AWAY, v.SURRENDER})
FAR: Final = 1_000_000.0  # farther than any square


class SovereignTactics(Tactics):
    """Plain play: hit who can be felled, close in, guard oneself, run when broken."""

    def answer(self, choice_: Choice) -> int:
        field = choice_.combat
        assert isinstance(field, Field)
        if isinstance(choice_, choice.Act):
            return self.act(field, choice_)
        if isinstance(choice_, choice.MoveTo):
            return self.move(field, choice_)
        if isinstance(choice_, choice.Pick):
            return self.pick(field, choice_)
        if isinstance(choice_, Reply):
            return self.reply(field, choice_)
        if isinstance(choice_, Centre):
            return self.centre(field, choice_)
        if isinstance(choice_, Menu):
            return self.menu(field, choice_)
        return choice_.fallback()

    # -- a turn ----------------------------------------------------------------------------

    def act(self, field: Field, asked: choice.Act) -> int:
        best = PASS
        most = 0.01
        look = Look(field, asked.unit)
        for answer in asked.answers():
            if answer != PASS:
                value = self.worth(look, answer)
                if value > most:
                    best = answer
                    most = value
        return best

    def worth(self, look: Look, code: int) -> float:
        """Return what an action is worth, in hit points."""
        field, unit = look.field, look.unit
        verb, a = v.verb_of(code), code // 1000 % 1000
        if verb in v.AIMED:
            return worth.attack_worth(look, code)
        if verb in (v.CAST, v.SWIFT, v.LOOSE):
            value = worth.cast_worth(field, unit, code)
            return value if value >= KEPT or verb == v.LOOSE else 0.0
        if verb in (v.RELOAD, v.PICK_UP, v.DRAW, v.READY, v.UNSTOW):
            return self.handle(look, verb, a)
        value = worth.self_worth(field, unit, code) if verb in worth.VALUED else 0.0
        if verb not in TRAVELS:
            return value
        return value if value else self.travel(look, code)

    def handle(self, look: Look, verb: int, a: int) -> float:
        unit = look.unit
        if verb == v.RELOAD:
            return 2.5
        if verb == v.PICK_UP:
            return 0.6
        if verb == v.UNSTOW:
            return 6.0 if unit.hand < 0 and not unit.sheet.natural else 0.0
        if verb == v.READY:
            return 0.3 if unit.hand < 0 and a < len(unit.sheet.weapons) else 0.0
        return self.draw(look, a)

    def draw(self, look: Look, weapon: int) -> float:
        """Take in hand what can reach somebody when what is held cannot."""
        unit = look.unit
        if not unit.main:
            return 0.0
        if look.strikes(unit.hand):
            return 0.0
        if look.strikes(weapon):
            return 3.0
        empty = unit.hand < 0 and not unit.sheet.natural
        return 0.7 if empty else 0.0

    def travel(self, look: Look, code: int) -> float:
        """Return what going somewhere is worth."""
        field, unit = look.field, look.unit
        verb = v.verb_of(code)
        if field.active < 0 and not v.with_main(code):
            return 0.0
        if routed(unit):
            if verb == v.SURRENDER:
                return 0.05
            return self.flee(field, unit, code)
        if unit.prone:
            return 0.0
        if verb == v.SCREEN:
            return self.screen(field, unit)
        if verb not in (v.RUN, v.CHARGE):
            return 0.0
        if look.strikes(unit.hand):
            return self.step_back(field, unit, code)
        if verb == v.CHARGE:
            return self.charge(field, unit)
        return 0.2 if v.with_main(code) else 0.5

    def flee(self, field: Field, unit: Body, code: int) -> float:
        """Retreat; first out of reach, if that is safer. Rule: morale.retreat."""
        verb = v.verb_of(code)
        if verb in (v.DISENGAGE, v.SLIP_AWAY):
            beset = worth.threat_to(field, unit, unit.cell) and unit.step
            return 0.7 if beset and not unit.disengaged else 0.0
        if verb == v.RUN:
            return 0.4 if v.with_main(code) else 0.5
        return 0.0

    def charge(self, field: Field, unit: Body) -> float:
        near = nearest(field, unit, unit.cell)
        if not worth.melee(unit) or near < 2:
            return 0.0
        if near > unit.sheet.rate + 1 and near <= 2 * unit.sheet.rate + 1:
            return 0.9
        return 0.45

    def screen(self, field: Field, unit: Body) -> float:
        """Guard a friend that is worth guarding, when there is nothing better to do."""
        if not unit.sheet.screens or not worth.melee(unit):
            return 0.0
        for one in field.units:
            if one.side == unit.side and one is not unit and one.able():
                frail = one.hp * 2 <= one.sheet.max_hp or one.sheet.spells
                if frail and geometry.apart(field, unit, one) <= 2:
                    return 0.4 if not unit.main else 0.0
        return 0.0

    def step_back(self, field: Field, unit: Body, code: int) -> float:
        """Let a shooter with its shot done leave those beside it, when they cannot follow well."""
        if v.verb_of(code) != v.RUN or v.with_main(code) or unit.main:
            return 0.0
        if not worth.shoots(unit) or worth.threat_to(field, unit, unit.cell):
            return 0.0
        return 0.0

    # -- where to go -----------------------------------------------------------------------

    def move(self, field: Field, asked: choice.MoveTo) -> int:
        unit = asked.move.unit
        answers = asked.answers()
        if routed(unit) and not asked.charging():
            return self.way_out(field, asked)
        far = worth.shoots(unit)
        if far and not asked.charging():
            return self.vantage(field, asked, far)
        best = asked.fallback()
        charges = asked.charging()
        costs = [terrain.ways_from(field, one.cell, 1) for one in foes_of(field, unit)]
        wanted = max(1, min(sheet.reach(unit), 2))
        least = FAR if charges else self.place(wanted, unit.cell, 0, costs)
        for answer in answers:
            if 0 < answer < choice.LEAVE:
                harm = 0 if charges else asked.reach().harm(answer - 1)
                cost = self.place(wanted, answer - 1, harm, costs)
                if cost < least:
                    best = answer
                    least = cost
        return best

    def place(self, wanted: int, cell: int, harm: int, costs: list[list[int]]) -> float:
        """Return how bad a square is: not as far from foes as wanted, past blades."""
        near = 500
        for ways in costs:
            if 0 <= ways[cell] < near:
                near = ways[cell]
        return abs(near - wanted) + 0.4 * harm

    def vantage(self, field: Field, asked: choice.MoveTo, far: int) -> int:
        """Look for a square from which somebody can be shot at, away from blades."""
        unit = asked.move.unit
        foes = foes_of(field, unit)
        best = PASS
        least = self.outlook(field, unit, unit.cell, foes, far)
        tried = 0
        for answer in asked.answers():
            if not 0 < answer < choice.LEAVE or tried >= LOOKED:
                continue
            if tried and answer % 3:
                continue
            tried += 1
            cost = self.outlook(field, unit, answer - 1, foes, far)
            cost += 0.6 * asked.reach().harm(answer - 1)
            if cost < least:
                best = answer
                least = cost
        return best

    def outlook(self, field: Field, unit: Body, cell: int, foes: list[Body], far: int) -> float:
        """Return how bad a square is to shoot from."""
        cost = 3.0 * worth.threat_to(field, unit, cell)
        near = 200
        seen = False
        for one in foes:
            gap = geometry.between(field.grid, cell, unit.size, one.cell, one.size)
            near = min(near, gap)
            if not seen and gap <= far:
                seen = 0 <= geometry.cover_from(field, cell, unit, one) < 8
        if not seen:
            ways = [terrain.ways_from(field, one.cell, 1)[cell] for one in foes]
            cost += 5.0 + 0.3 * min([way if way >= 0 else 100 for way in ways], default=0)
        return cost + 0.05 * abs(near - 5)

    def way_out(self, field: Field, asked: choice.MoveTo) -> int:
        unit = asked.move.unit
        out = terrain.way_out(field, unit.size)
        best = PASS
        least = out[unit.cell] if out[unit.cell] >= 0 else 1000
        for answer in asked.answers():
            if choice.LEAVE <= answer < choice.LEAP:
                return answer
            if 0 < answer < choice.LEAVE and 0 <= out[answer - 1] < least:
                best = answer
                least = out[answer - 1]
        return best

    # -- the rest --------------------------------------------------------------------------

    def pick(self, field: Field, asked: choice.Pick) -> int:
        """Let those act first who can strike from where they stand, casters before all."""
        best = asked.ready[0]
        most = -1
        for who in asked.ready:
            unit = field.units[who]
            value = 1 if worth.can_strike(field, unit, unit.hand) else 0
            if unit.casting and unit.sheet.spells and not unit.hurt:
                value += 2
            if value > most:
                best = who
                most = value
        return 1 + best

    def menu(self, field: Field, asked: Menu) -> int:
        rule = asked.rule
        if rule == "swarm.one-attack":
            return self.swarm(field, asked)
        if rule in ("sheet.npc", "charge.attack"):
            return self.victim(field, asked)
        return asked.fallback()

    def swarm(self, field: Field, asked: Menu) -> int:
        """Wait for those who may still join, else strike."""
        answers = asked.answers()
        if PASS not in answers:
            return asked.fallback()
        first = field.units[(answers[0] - 1) % 1000]
        target = field.units[first.swarm] if first.swarm >= 0 else None
        if target is None or not field.order or field.order[field.turn_of] != first.side:
            return asked.fallback()
        waiting = [
            one
            for one in field.units
            if one.side == first.side and one.able() and one.main and not one.acted
        ]
        return PASS if waiting and target.fate == ACTIVE else asked.fallback()

    def victim(self, field: Field, asked: Menu) -> int:
        """Choose whom to strike: the weakest that stands."""
        best = asked.fallback()
        least = 1000
        for answer in asked.answers():
            if answer != PASS:
                place = answer % 1000 if asked.rule == "charge.attack" else answer - 1
                target = field.units[place]
                bare = "unarmed" in asked.option(answer).key
                value = target.hp + (500 if bare else 0)
                if target.fate == ACTIVE and value < least:
                    best = answer
                    least = value
        return best

    def centre(self, field: Field, asked: Centre) -> int:
        """Centre a spell where it is worth most."""
        best = asked.fallback()
        most = -100.0
        level = asked.unit.sheet.caster
        wide = field.grid.width + 1
        crowd: list[tuple[int, int, float]] = []
        for one in field.units:
            if one.present and one.fate == ACTIVE and not one.asleep:
                share = worth.share(asked.unit, one, asked.spell.id, level)
                crowd.append((field.grid.column(one.cell), field.grid.row(one.cell), share))
        for answer in asked.answers():
            column, row = (answer - 1) % wide, (answer - 1) // wide
            value = 0.0
            for x, y, share in crowd:
                if -asked.radius <= x - column < asked.radius:
                    if -asked.radius <= y - row < asked.radius:
                        value += share
            if value > most:
                best = answer
                most = value
        return best

    def reply(self, field: Field, asked: Reply) -> int:
        window = asked.window
        best = PASS
        for answer, _ in asked.options:
            who, code = answer // CODES, answer % CODES
            if answer == PASS:
                continue
            if isinstance(window, reaction.Opening):
                return answer
            if isinstance(window, reaction.Instants) and self.wise(field, window, who, code):
                best = answer
        return best if best != PASS else asked.fallback()

    def wise(self, field: Field, window: reaction.Instants, who: int, code: int) -> bool:
        """Return whether an Instant is worth its cost."""
        unit = field.units[who]
        blow = window.blow
        if code in (reaction.HELD, reaction.COUNTER):
            return True
        if code in (reaction.TOTAL, reaction.VETERAN):
            if blow is None:
                return self.braces(field, window, unit)
            return window.rolled and self.saves(field, window, unit, code)
        if code < reaction.SNAPS:
            return code >= reaction.UNSTOW and unit.hand < 0 and not unit.sheet.natural
        return self.snaps(field, window, unit, code)

    def braces(self, field: Field, window: reaction.Instants, unit: Body) -> bool:
        """Return whether to defend oneself without an attack: the Main is lost, or Shock fells."""
        actor = window.deed.actor
        if actor < 0:
            return True
        return any([one.shock >= unit.hp for one in field.units[actor].sheet.strikes])

    def saves(self, field: Field, window: reaction.Instants, unit: Body, code: int) -> bool:
        """Return whether turning an attack keeps somebody on its feet, or fells a foe."""
        blow = window.blow
        assert blow is not None
        if code == reaction.VETERAN and blow.actor == unit.index:
            return True
        actor = field.units[blow.actor]
        if hits(field, blow):
            grave = unit.hp <= blow.strike.most()
            if code == reaction.VETERAN:
                return grave and not unit.main
            return grave and blow.total < sheet.ac(field, unit) + sheet.GUARD
        dealt = shock(field, actor, unit, blow.strike, False)
        return code == reaction.TOTAL and 0 < unit.hp <= dealt

    def snaps(self, field: Field, window: reaction.Instants, unit: Body, code: int) -> bool:
        """Return whether to snap: at casters, or with a Main that is left over."""
        place, aim, target = window.snap_of(unit, code)
        if aim != HARM:
            return False
        strike = unit.sheet.strikes[place]
        if worth.pale(unit, strike) or target.fate != ACTIVE or target.asleep:
            return False
        casts = isinstance(window.deed, reaction.Casting)
        if not casts and (not unit.acted or field.active == unit.index):
            return False
        wanted = 1.0 if casts else 2.0
        chance = worth.chance_to_hit(field, unit, strike, target, SNAP)
        return worth.blow_worth(field, unit, strike, target, chance) >= wanted

    # -- for search ------------------------------------------------------------------------

    def likely(self, choice_: Choice, most: int) -> list[int]:
        plain = self.answer(choice_)
        others = [one for one in choice_.answers() if one != plain]
        field = choice_.combat
        if isinstance(choice_, choice.Act) and isinstance(field, Field):
            look = Look(field, choice_.unit)
            ranked = [(-self.worth(look, one), one) for one in others if one != PASS]
            ranked.sort()
            others = [one for _, one in ranked]
            if plain != PASS:
                others.append(PASS)
        return [plain, *others][:most]

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
                found[6] += sign * (unit.casting + unit.effort + unit.second)
            elif unit.fate == MORTAL:
                found[5] -= sign
        return found

    def feature_names(self) -> list[str]:
        return list(FEATURES)


def nearest(field: Field, unit: Body, cell: int) -> int:
    """Return the distance from a square to the nearest enemy that stands."""
    least = 1000
    for one in foes_of(field, unit):
        far = geometry.between(field.grid, cell, unit.size, one.cell, one.size)
        least = min(least, far)
    return least
