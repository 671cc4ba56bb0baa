"""How a program plays Sovereign: the plain answer to every choice, a position in numbers.

Floats live here and in bots only; sums run in a fixed order.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.arrays import i64
from affray.core.candidates import by_kind, cheapest, in_turn, plain_first, spread
from affray.core.choice import PASS, Choice, Menu
from affray.core.combat import Combat
from affray.core.dice import OTHER, Dice
from affray.core.features import SHARED, SharedFeatures
from affray.core.objectives import goal_cells, progress, ways_to
from affray.core.window import CODES, Reply
from affray.rulesets.sovereign import actions, condition, end, geometry, resource
from affray.rulesets.sovereign.attack.rolled import hits
from affray.rulesets.sovereign.choice import acting, moving
from affray.rulesets.sovereign.choice.aiming import Centre
from affray.rulesets.sovereign.condition import routed
from affray.rulesets.sovereign.damage.shock import expected
from affray.rulesets.sovereign.movement import terrain
from affray.rulesets.sovereign.play import worth
from affray.rulesets.sovereign.play.weights import RULES, WEIGHTS
from affray.rulesets.sovereign.play.worth import Look, foes_of
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, HARM, LUCK, MORTAL, SNAP

FEATURES: Final = (
    "standing",
    "hit points",
    "strength",
    "prone",
    "broken",
    "asleep",
    "held",
    "dying",
    "magic",
    "objectives",
    *SHARED,
)
OWN: Final = len(FEATURES) - len(SHARED)
KEPT: Final = 1.5  # what a Main must be worth to be spent
LOOKED: Final = 24  # squares from which a shooter looks about
# What handles a thing and is worth something.
FOR_HANDS: Final = actions.marked(
    frozenset([actions.RELOAD, actions.PICK_UP, actions.DRAW, actions.READY, actions.UNSTOW])
)
TRAVELS: Final = actions.marked(
    frozenset(
        [
            actions.RUN,
            actions.CHARGE,
            actions.SCREEN,
            actions.DISENGAGE,
            actions.SLIP_AWAY,
            actions.SURRENDER,
        ]
    )
)
FAR: Final = 1_000_000.0  # farther than any square


class SovereignTactics(SharedFeatures):
    """Plain play: hit who can be felled, close in, guard oneself, run when broken."""

    def answer(self, choice_: Choice) -> int:
        combat: SovereignCombat = choice_.combat
        if isinstance(choice_, acting.Act):
            return self.act(combat, choice_)
        if isinstance(choice_, moving.MoveTo):
            return self.move(combat, choice_)
        if isinstance(choice_, acting.Pick):
            return self.pick(combat, choice_)
        if isinstance(choice_, Reply):
            return self.reply(combat, choice_)
        if isinstance(choice_, Centre):
            return self.centre(combat, choice_)
        if isinstance(choice_, Menu):
            return self.menu(combat, choice_)
        return choice_.fallback()

    # -- a turn ----------------------------------------------------------------------------

    def act(self, combat: SovereignCombat, asked: acting.Act) -> int:
        """Return the action that is worth most, to end the turn if none is."""
        best = PASS
        most = 0.01
        look = Look(combat, asked.unit)
        for answer in asked.answers():
            if answer != PASS:
                value = self.worth(look, answer)
                if value > most:
                    best = answer
                    most = value
        return best

    def worth(self, look: Look, code: int) -> float:
        """Return what an action is worth, in hit points."""
        combat, unit = look.combat, look.unit
        verb, a = actions.verb_of(code), actions.thing_of(code)
        if actions.IS_AIMED[verb]:
            return worth.attack_worth(look, code)
        if actions.IS_SPELL[verb]:
            value = worth.cast_worth(combat, unit, code)
            return value if value >= KEPT or verb == actions.LOOSE else 0.0
        if FOR_HANDS[verb]:
            return self.handle(look, verb, a)
        value = worth.self_worth(combat, unit, code) if worth.VALUED[verb] else 0.0
        if not TRAVELS[verb]:
            return value
        return value if value else self.travel(look, code)

    def handle(self, look: Look, verb: int, a: int) -> float:
        """Return what it is worth to reload, pick up, draw or ready a thing."""
        unit = look.unit
        if verb == actions.RELOAD:
            return 2.5
        if verb == actions.PICK_UP:
            return 0.6
        if verb == actions.UNSTOW:
            return 6.0 if unit.hand < 0 and not unit.sheet.natural else 0.0
        if verb == actions.READY:
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
        combat, unit = look.combat, look.unit
        verb = actions.verb_of(code)
        if combat.active < 0 and not actions.with_main(code):
            return 0.0
        if routed(unit):
            if verb == actions.SURRENDER:
                return 0.05
            return self.flee(combat, unit, code)
        if unit.prone:
            return 0.0
        if verb == actions.SCREEN:
            return self.screen(combat, unit)
        if verb not in (actions.RUN, actions.CHARGE):
            return 0.0
        if verb == actions.RUN and not actions.with_main(code) and heads_for_goal(combat, unit):
            return 8.0
        if look.strikes(unit.hand):
            return 0.0
        if verb == actions.CHARGE:
            return self.charge(combat, unit)
        return 0.2 if actions.with_main(code) else 0.5

    def flee(self, combat: SovereignCombat, unit: SovereignCombatant, code: int) -> float:
        """Retreat; first out of reach, if that is safer. Rule: morale.retreat."""
        verb = actions.verb_of(code)
        if verb in (actions.DISENGAGE, actions.SLIP_AWAY):
            beset = worth.threat_to(combat, unit, unit.cell) and unit.step
            return 0.7 if beset and not unit.disengaged else 0.0
        if verb == actions.RUN:
            return 0.4 if actions.with_main(code) else 0.5
        return 0.0

    def charge(self, combat: SovereignCombat, unit: SovereignCombatant) -> float:
        """Return what it is worth to charge."""
        near = nearest(combat, unit, unit.cell)
        if not worth.melee(unit) or near < 2:
            return 0.0
        if near > unit.sheet.rate + 1 and near <= 2 * unit.sheet.rate + 1:
            return 0.9
        return 0.45

    def screen(self, combat: SovereignCombat, unit: SovereignCombatant) -> float:
        """Guard a friend that is worth guarding, when there is nothing better to do."""
        if not unit.sheet.screens or not worth.melee(unit):
            return 0.0
        for one in combat.units:
            if one.side == unit.side and one is not unit and one.able():
                frail = one.hp * 2 <= one.sheet.max_hp or one.sheet.spells
                if frail and geometry.apart(combat, unit, one) <= 2:
                    return 0.4 if not unit.main else 0.0
        return 0.0

    # -- where to go -----------------------------------------------------------------------

    def move(self, combat: SovereignCombat, asked: moving.MoveTo) -> int:
        """Return where to go."""
        unit = asked.move.unit
        answers = asked.answers()
        if routed(unit) and not asked.charging():
            return self.way_out(combat, asked)
        goals = goal_cells(combat.objectives, unit.side)
        if goals and not asked.charging():
            return self.towards(combat, asked, goals)
        far = worth.shoots(unit)
        if far and not asked.charging():
            return self.vantage(combat, asked, far)
        best = asked.fallback()
        charges = asked.charging()
        foes = self.approaches(combat, unit, foes_of(combat, unit))
        steps = combat.grid.far(unit.cell)
        wanted = max(1, min(equipment.reach(unit), 2))
        least = FAR if charges else self.place(wanted, unit.cell, 0, 0, foes)
        for answer in answers:
            if 0 < answer < moving.LEAVE:
                harm = 0 if charges else asked.reach().harm(answer - 1)
                cost = self.place(wanted, answer - 1, steps[answer - 1], harm, foes)
                if cost < least:
                    best = answer
                    least = cost
        return best

    def towards(self, combat: SovereignCombat, asked: moving.MoveTo, goals: list[int]) -> int:
        """Go where the side wins by standing, past as few blades as can be."""
        unit = asked.move.unit
        ways = ways_to(combat, goals)
        best = asked.fallback()
        least = float(ways[unit.cell])
        for answer in asked.answers():
            if 0 < answer < moving.LEAVE:
                cost = ways[answer - 1] + 0.2 * asked.reach().harm(answer - 1)
                if cost < least:
                    best = answer
                    least = cost
        return best

    def approaches(
        self, combat: SovereignCombat, unit: SovereignCombatant, foes: list[SovereignCombatant]
    ) -> tuple[list[int], list[list[int]]]:
        """Return how many squares off each foe is, and the ways from each; the nearest first."""
        cells, steps = combat.grid.size, combat.grid.far(unit.cell)
        order = sorted([steps[foe.cell] * cells + foe.cell for foe in foes])
        ways = [terrain.ways_from(combat, number % cells) for number in order]
        return [number // cells for number in order], ways

    def place(
        self,
        wanted: int,
        cell: int,
        moved: int,
        harm: int,
        foes: tuple[list[int], list[list[int]]],
    ) -> float:
        """Return how bad a square is: not as far from foes as wanted, past blades.

        It is ``moved`` squares from where the foes' distances are told from.
        """
        near: i64 = 500
        gone: i64 = moved
        square: i64 = cell
        squares, ways = foes
        place: i64
        for place in range(len(squares)):
            off: i64 = squares[place]
            if off - gone >= near:
                break  # no way is shorter than the straight one, of this foe and all others
            way: i64 = ways[place][square]
            if 0 <= way < near:
                near = way
        amiss: int = near - wanted
        return (amiss if amiss >= 0 else -amiss) + 0.4 * harm

    def vantage(self, combat: SovereignCombat, asked: moving.MoveTo, far: int) -> int:
        """Look for a square from which somebody can be shot at, away from blades."""
        unit = asked.move.unit
        foes = foes_of(combat, unit)
        best = PASS
        least = self.outlook(combat, unit, unit.cell, foes, far)
        tried = 0
        for answer in asked.answers():
            if not 0 < answer < moving.LEAVE or tried >= LOOKED:
                continue
            if tried and answer % 3:
                continue
            tried += 1
            cost = self.outlook(combat, unit, answer - 1, foes, far)
            cost += 0.6 * asked.reach().harm(answer - 1)
            if cost < least:
                best = answer
                least = cost
        return best

    def outlook(
        self,
        combat: SovereignCombat,
        unit: SovereignCombatant,
        cell: int,
        foes: list[SovereignCombatant],
        far: int,
    ) -> float:
        """Return how bad a square is to shoot from."""
        cost = 3.0 * worth.threat_to(combat, unit, cell)
        near = 200
        seen = False
        for foe in foes:
            gap = geometry.between(combat.grid, cell, unit.size, foe.cell, foe.size)
            near = min(near, gap)
            if not seen and gap <= far:
                seen = 0 <= geometry.cover_from(combat, cell, unit, foe) < 8
        if not seen:
            ways = [terrain.ways_from(combat, foe.cell)[cell] for foe in foes]
            cost += 5.0 + 0.3 * min([way if way >= 0 else 100 for way in ways], default=0)
        return cost + 0.05 * abs(near - 5)

    def way_out(self, combat: SovereignCombat, asked: moving.MoveTo) -> int:
        """Return the square of those in reach from which the way out is shortest."""
        unit = asked.move.unit
        out = terrain.way_out(combat, unit.size)
        best = PASS
        least = out[unit.cell] if out[unit.cell] >= 0 else 1000
        for answer in asked.answers():
            if moving.LEAVE <= answer < moving.LEAP:
                return answer
            if 0 < answer < moving.LEAVE and 0 <= out[answer - 1] < least:
                best = answer
                least = out[answer - 1]
        return best

    # -- the rest --------------------------------------------------------------------------

    def pick(self, combat: SovereignCombat, asked: acting.Pick) -> int:
        """Let those act first who can strike from where they stand, casters before all."""
        best = asked.ready[0]
        most = -1
        for who in asked.ready:
            unit = combat.units[who]
            value = 2 if unit.casting and unit.sheet.spells and not unit.hurt else 0
            if value >= most and worth.can_strike(combat, unit, unit.hand):  # else it is no better
                value += 1
            if value > most:
                best = who
                most = value
        return 1 + best

    def menu(self, combat: SovereignCombat, asked: Menu) -> int:
        """Return the answer to one of the small questions."""
        rule = asked.rule
        if rule == "swarm.one-attack":
            return self.swarm(combat, asked)
        if rule in ("sheet.npc", "charge.attack"):
            return self.victim(combat, asked)
        return asked.fallback()

    def swarm(self, combat: SovereignCombat, asked: Menu) -> int:
        """Wait for those who may still join, else strike."""
        answers = asked.answers()
        if PASS not in answers:
            return asked.fallback()
        first = combat.units[actions.target_of(answers[0])]
        target = combat.units[first.swarm] if first.swarm >= 0 else None
        if target is None or not combat.order or combat.order[combat.turn_of] != first.side:
            return asked.fallback()
        waiting = [
            unit
            for unit in combat.units
            if unit.side == first.side and unit.able() and unit.main and not unit.acted
        ]
        return PASS if waiting and target.fate == ACTIVE else asked.fallback()

    def victim(self, combat: SovereignCombat, asked: Menu) -> int:
        """Choose whom to strike: the weakest that stands."""
        best = asked.fallback()
        least = 1000
        for answer in asked.answers():
            if answer != PASS:
                charges = asked.rule == "charge.attack"
                place = actions.target_of(answer) if charges else answer - 1
                target = combat.units[place]
                bare = "unarmed" in asked.option(answer).key
                value = target.hp + (500 if bare else 0)
                if target.fate == ACTIVE and value < least:
                    best = answer
                    least = value
        return best

    def centre(self, combat: SovereignCombat, asked: Centre) -> int:
        """Centre a spell where it is worth most."""
        ranked = self.ranked_centres(combat, asked)
        return ranked[0] if ranked else asked.fallback()

    def ranked_centres(self, combat: SovereignCombat, asked: Centre) -> list[int]:
        """Return the centres of a spell, those where it is worth most first."""
        level = asked.unit.sheet.caster
        wide = combat.grid.width + 1
        grid = combat.grid
        values = [0.0] * (wide * (grid.height + 1))  # by intersection, row by row
        for unit in combat.units:
            known = worth.located(unit, asked.unit)
            if known and unit.present and unit.fate == ACTIVE and not unit.asleep:
                share = worth.share(asked.unit, unit, asked.spell.works, level)
                for first, end in asked.about(unit.cell):
                    for crossing in range(first, end):
                        values[crossing] += share
        answers = asked.answers()
        return cheapest([-values[answer - 1] for answer in answers], answers)

    def reply(self, combat: SovereignCombat, asked: Reply) -> int:
        """Return the answer in a window."""
        window = asked.window
        if isinstance(window, windows.Opening):
            first = asked.listed[0]
            return first if first != PASS else asked.listed[1]
        if isinstance(window, windows.Instants):
            for place in range(len(asked.listed) - 1, -1, -1):  # the last that is wise
                answer = asked.listed[place]
                if answer != PASS and self.wise(combat, window, answer // CODES, answer % CODES):
                    return answer
        return asked.fallback()

    def wise(self, combat: SovereignCombat, window: windows.Instants, who: int, code: int) -> bool:
        """Return whether an Instant is worth its cost."""
        unit = combat.units[who]
        attack = window.attack
        if code in (windows.HELD, windows.COUNTER):
            return True
        if code in (windows.TOTAL, windows.VETERAN):
            if attack is None:
                return self.braces(combat, window, unit)
            return window.rolled and self.saves(combat, window, unit, code)
        if code < windows.SNAPS:
            return code >= windows.UNSTOW and unit.hand < 0 and not unit.sheet.natural
        return self.snaps(combat, window, unit, code)

    def braces(
        self, combat: SovereignCombat, window: windows.Instants, unit: SovereignCombatant
    ) -> bool:
        """Return whether to defend oneself without an attack: the Main is lost, or Shock fells."""
        actor = window.deed.actor
        if actor < 0:
            return True
        return any(strike.shock >= unit.hp for strike in combat.units[actor].sheet.strikes)

    def saves(
        self, combat: SovereignCombat, window: windows.Instants, unit: SovereignCombatant, code: int
    ) -> bool:
        """Return whether turning an attack keeps somebody on its feet, or fells a foe."""
        attack = window.attack
        assert attack is not None
        if code == windows.VETERAN and attack.actor == unit.index:
            return True
        actor = combat.units[attack.actor]
        if hits(combat, attack):
            grave = unit.hp <= attack.strike.most()
            if code == windows.VETERAN:
                return grave and not unit.main
            return grave and attack.total < numbers.ac(combat, unit) + condition.GUARD
        dealt = expected(combat, actor, unit, attack.strike, False)
        return code == windows.TOTAL and 0 < unit.hp <= dealt

    def snaps(
        self, combat: SovereignCombat, window: windows.Instants, unit: SovereignCombatant, code: int
    ) -> bool:
        """Return whether to snap: at casters, or with a Main that is left over or about to go."""
        place, aim, target = window.snap_of(unit, code)
        if aim != HARM:
            return False
        strike = unit.sheet.strikes[place]
        if worth.pale(unit, strike) or target.fate != ACTIVE or target.asleep:
            return False
        casts = isinstance(window.deed, windows.Casting) and target.index == window.deed.actor
        spare = unit.acted and combat.active != unit.index
        if not casts and not spare and not self.doomed(combat, window, unit):
            return False
        wanted = 1.0 if casts else 2.0
        chance = worth.chance_to_hit(combat, unit, strike, target, SNAP)
        return worth.strike_worth(combat, unit, strike, target, chance) >= wanted

    def doomed(
        self, combat: SovereignCombat, window: windows.Instants, unit: SovereignCombatant
    ) -> bool:
        """Return whether a hit may fell somebody whom Total Defense does not save."""
        attack = window.attack
        if attack is None or not window.rolled or attack.target != unit.index:
            return False
        if attack.aim != HARM or unit.hp > attack.strike.most():
            return False
        guard = 0 if unit.total else condition.GUARD
        return hits(combat, attack) and attack.total >= numbers.ac(combat, unit) + guard

    # -- for search ------------------------------------------------------------------------

    def likely(self, choice_: Choice, most: int) -> list[int]:
        if isinstance(choice_, acting.Act):
            return self.likely_acts(choice_, most)
        if isinstance(choice_, moving.MoveTo):
            return self.likely_moves(choice_.combat, choice_, most)
        return super().likely(choice_, most)

    def ranked(self, choice_: Choice, most: int) -> list[int]:
        combat: SovereignCombat = choice_.combat
        if isinstance(choice_, Centre):
            return self.ranked_centres(combat, choice_)
        return choice_.answers()

    def likely_acts(self, asked: acting.Act, most: int) -> list[int]:
        """Return the plain action, the most promising and the best of each kind among them.

        Those that differ from a better one only in the weapon come last. The plain action is that
        of ``act``.
        """
        look = Look(asked.combat, asked.unit)
        plain = PASS
        top = 0.01
        answers = asked.answers()
        costs: list[float] = []
        for answer in answers:
            value = 0.0
            if answer != PASS:
                value = self.worth(look, answer)
                if value > top:
                    plain = answer
                    top = value
                value = self.promise(look, answer, value)
            costs.append(-value)
        ranked: list[int] = []
        lesser: list[int] = []
        deeds: set[int] = set()
        for answer in cheapest(costs, answers):
            deed = deed_of(answer)
            if deed in deeds:
                lesser.append(answer)
            else:
                deeds.add(deed)
                ranked.append(answer)
        ranked = by_kind(ranked, [kind_of(code) for code in ranked], most)
        return plain_first(plain, ranked + lesser, most)

    def promise(self, look: Look, code: int, value: float) -> float:
        """Return what an action of a value may be worth if the others play along.

        A swarm is joined.
        """
        verb = actions.verb_of(code)
        if verb == actions.SWARM:
            target = look.combat.units[actions.target_of(code)]
            if worth.joined(look.combat, look.unit, target, 1):
                return KEPT + look.attack(actions.thing_of(code), target)
        return value

    def likely_moves(self, combat: SovereignCombat, asked: moving.MoveTo, most: int) -> list[int]:
        """Return the plain answer, the best squares to fight from, the safest, and to stay.

        The best lie far from each other. Where the plain answer goes by the same costs it is the
        first of the cheapest: see ``move``.
        """
        unit = asked.move.unit
        foes = foes_of(combat, unit)
        charges = asked.charging()
        ways = self.approaches(combat, unit, foes)
        steps = combat.grid.far(unit.cell)
        far = worth.shoots(unit)
        wanted = max(1, min(equipment.reach(unit), 2))
        if far and not charges:
            wanted = min(5, far)
        refuge = worth.Refuge(combat, unit, foes)
        plain = asked.fallback()
        least = FAR if charges else self.place(wanted, unit.cell, 0, 0, ways)
        costs: list[float] = []
        answers: list[int] = []
        others: list[int] = []
        safest = PASS
        safety = refuge.safety(unit.cell)
        for answer in asked.answers():
            if not 0 < answer < moving.LEAVE:
                if answer != PASS:
                    others.append(answer)
                continue
            harm = 0 if charges else asked.reach().harm(answer - 1)
            cost = self.place(wanted, answer - 1, steps[answer - 1], harm, ways)
            costs.append(cost)
            answers.append(answer)
            if cost < least:
                plain = answer
                least = cost
            if not charges:
                value = refuge.safety(answer - 1) - 4 * harm
                if value > safety:
                    safety = value
                    safest = answer
        if not charges and (routed(unit) or far or goal_cells(combat.objectives, unit.side)):
            plain = self.move(combat, asked)
        stays = [PASS, safest] if not charges else []
        best = spread(combat.grid, costs, answers)
        ranked = in_turn([best, [*stays, *others], asked.answers()], most)
        return plain_first(plain, ranked, most)

    def suppose(self, combat: Combat[Any], seat: int, dice: Dice) -> None:
        """Put everybody whom a seat has not located somewhere.

        Rule: attack.mod.unseen-unknown.
        """
        assert isinstance(combat, SovereignCombat)
        for unit in combat.units:
            if unit.present or unit.cell >= 0 or unit.fate != ACTIVE or not unit.unseen:
                continue
            cells = [
                cell
                for cell in range(combat.grid.size)
                if combat.grid.footprint(cell, unit.size)
                and terrain.open_to(combat.grid, cell, unit.size)
                and combat.free(cell, unit.size)
            ]
            if cells:
                dice.about(OTHER, unit.index, combat.round, "attack.mod.unseen-unknown")
                unit.present = True
                combat.stand(unit, cells[dice.roll(len(cells)) - 1])

    def own_features(self, combat: Combat[Any], side: int) -> list[float]:
        found = [0.0] * OWN
        for unit in combat.units:
            sign = 1.0 if unit.side == side else -1.0
            if unit.present and unit.fate == ACTIVE:
                found[0] += sign
                found[1] += sign * unit.hp / 10.0
                found[2] += sign * worth.force(unit) * unit.hp / 50.0
                found[3] -= sign * int(unit.prone)
                found[4] -= sign * int(unit.broken)
                found[5] -= sign * int(unit.asleep)
                found[6] -= sign * int(unit.grappling >= 0)
                found[8] += sign * (unit.casting + unit.effort + unit.second)
            elif unit.fate == MORTAL:
                found[7] -= sign
        if isinstance(combat, SovereignCombat) and combat.objectives:
            roll = end.roll_of(combat)
            far = progress(combat, combat.objectives, combat.counts, roll, side)
            found[9] = far / 1000.0
        return found

    def yet_to_act(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, SovereignCombat)
        return not combat.units[who].acted

    def height(self, combat: Combat[Any], who: int) -> float:
        """Return the height of the ground in tens of feet. Rule: grid.squares."""
        return super().height(combat, who) / 10.0

    def reactions(self, combat: Combat[Any], who: int) -> int:
        """Return how many Instants that have a price it can pay: a Main that is left, and luck.

        Rules: economy.unspent-main, luck.veteran.
        """
        assert isinstance(combat, SovereignCombat)
        unit = combat.units[who]
        lucky = unit.sheet.warrior and not unit.used[LUCK]
        return int(resource.spare_main(unit)) + int(lucky)

    def goals(self, combat: Combat[Any], who: int) -> list[int]:
        assert isinstance(combat, SovereignCombat)
        return goal_cells(combat.objectives, combat.units[who].side)

    def way(self, combat: Combat[Any], who: int) -> int:
        """Return how far it is from its goal; one that is routed, from the way out.

        Rule: morale.retreat.
        """
        assert isinstance(combat, SovereignCombat)
        unit = combat.units[who]
        if routed(unit):
            return max(0, terrain.way_out(combat, unit.size)[unit.cell])
        return super().way(combat, who)

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def weights(self) -> list[float]:
        return WEIGHTS

    def fitted_for(self) -> int:
        return RULES


def heads_for_goal(combat: SovereignCombat, unit: SovereignCombatant) -> bool:
    """Return whether there is a place to win by, and somebody does not stand there."""
    goals = goal_cells(combat.objectives, unit.side)
    return len(goals) > 0 and unit.cell not in goals


def nearest(combat: SovereignCombat, unit: SovereignCombatant, cell: int) -> int:
    """Return the distance from a square to the nearest enemy that stands."""
    least = 1000
    for foe in foes_of(combat, unit):
        far = geometry.between(combat.grid, cell, unit.size, foe.cell, foe.size)
        least = min(least, far)
    return least


def kind_of(code: int) -> int:
    """Return a number for what an action does, whatever its target is."""
    verb = actions.verb_of(code)
    if verb in actions.SPELLINGS or verb == actions.DRAW:
        return code // actions.UNITS
    return verb * actions.THINGS


def deed_of(code: int) -> int:
    """Return a number for what an action does to whom, whatever the weapon is."""
    verb = actions.verb_of(code)
    return verb * actions.VERB + actions.target_of(code) if verb in actions.AIMED else code
