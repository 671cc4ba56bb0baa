"""How a program plays Thrum: the plain answer to every choice, the few likely ones.

A position in numbers.

Floats live here and in bots only; sums run in a fixed order, with + - * / and comparisons alone, so
that every machine plays the same.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.arrays import i64, vec
from affray.core.candidates import by_kind, cheapest, in_turn, plain_first, spread
from affray.core.choice import PASS, Choice
from affray.core.combat import Combat
from affray.core.features import SharedFeatures
from affray.core.grid import DIRECTIONS
from affray.core.objectives import goal_cells
from affray.core.window import Reply
from affray.rulesets.thrum import actions
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.choice import picking
from affray.rulesets.thrum.choice import steps as ask
from affray.rulesets.thrum.condition.holding import number_of
from affray.rulesets.thrum.condition.kinds import VULNERABLE
from affray.rulesets.thrum.feature import Ability
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover
from affray.rulesets.thrum.movement import forced, walking
from affray.rulesets.thrum.play.weights import RULES, WEIGHTS
from affray.rulesets.thrum.play.worth import (
    FAR,
    FEATURES,
    NO_THREAT,
    SHARED,
    ability_worth,
    add_features,
    chance,
    crowd,
    dash_worth,
    enemies_of,
    fights_near,
    goals_of,
    has_terrain,
    help_factor,
    holds,
    nearest,
    objective_progress,
    prey_of,
    protected,
    recover_worth,
    stance_worth,
    target_worth,
    worth_by_distance,
)
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import FINISHER, TERRAIN

OWN: Final = len(FEATURES) - len(SHARED)


class ThrumTactics(SharedFeatures):
    """Plain play: hit who can be felled, stand where that is possible.

    Stay out of needless reach.
    """

    shared: ClassVar[tuple[str, ...]] = SHARED

    def answer(self, choice: Choice) -> int:
        combat: ThrumCombat = choice.combat
        if isinstance(choice, walking.MoveTo):
            return self.move(combat, choice)
        if isinstance(choice, ask.Act):
            return self.action(combat, choice)
        if isinstance(choice, ask.Defend):
            return choice.default
        if isinstance(choice, ask.TakeStance):
            return self.stance(combat, choice)
        if isinstance(choice, Reply):
            return choice.listed[-1] if choice.listed[0] == PASS else choice.listed[0]
        if isinstance(choice, picking.PlaceArea):
            return self.area(combat, choice)
        if isinstance(choice, picking.Place):
            return self.place(combat, choice)
        if isinstance(choice, forced.Shift):
            return self.shift(combat, choice)
        if isinstance(choice, picking.Pick):
            return self.pick(combat, choice)
        if isinstance(choice, picking.Overexert):
            return self.overexert(combat, choice)
        return choice.fallback()

    def likely(self, choice: Choice, most: int) -> list[int]:
        combat: ThrumCombat = choice.combat
        if isinstance(choice, walking.MoveTo):
            return self.likely_moves(combat, choice, most)
        if isinstance(choice, ask.Act):
            return self.likely_actions(combat, choice, most)
        return super().likely(choice, most)

    def ranked(self, choice: Choice, most: int) -> list[int]:
        combat: ThrumCombat = choice.combat
        if isinstance(choice, picking.PlaceArea):
            return self.ranked_areas(combat, choice)
        return choice.answers()

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def weights(self) -> list[float]:
        return WEIGHTS

    def fitted_for(self) -> int:
        return RULES

    def own_features(self, combat: Combat[Any], side: int) -> list[float]:
        assert isinstance(combat, ThrumCombat)
        total = [0.0] * OWN
        for unit in combat.units:
            if unit.controller < 0 and unit.arrived:
                sign = 1.0 if unit.side == side else -1.0
                add_features(combat, unit, sign, total)
        total[9] = objective_progress(combat, side)
        return total

    def told(self, combat: Combat[Any], who: int) -> bool:
        """Minions count as what their controller has: they have no turns. Rule: minion.what."""
        assert isinstance(combat, ThrumCombat)
        unit = combat.units[who]
        return unit.controller < 0 and unit.able()

    def yet_to_act(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, ThrumCombat)
        return not combat.units[who].acted

    def reactions(self, combat: Combat[Any], who: int) -> int:
        """Return how many of the features in force on it respond to what others do.

        Nobody has so many responses a round: each feature responds once to every event.
        Rule: trigger.once-per-event.
        """
        assert isinstance(combat, ThrumCombat)
        return len([one for one in combat.units[who].in_force() if one.listens])

    def goals(self, combat: Combat[Any], who: int) -> list[int]:
        """Return the squares that its side has to reach: PCs alone count there.

        Rule: end.condition-kinds.
        """
        assert isinstance(combat, ThrumCombat)
        unit = combat.units[who]
        return goal_cells(combat.objectives, unit.side) if unit.sheet.pc else []

    # -- moving --------------------------------------------------------------------------------

    def move(self, combat: ThrumCombat, choice: walking.MoveTo) -> int:
        """Go where the best attack can be made from the safest square; else approach."""
        return Scorer(combat, choice.move.unit, choice.move.left()).best(choice)

    def likely_moves(self, combat: ThrumCombat, choice: walking.MoveTo, most: int) -> list[int]:
        """Return the plain answer, the best squares to strike from, the safest, and to stay.

        The best lie far from each other. The plain answer is that of ``Scorer.best``: here every
        square has its exact score anyway.
        """
        scorer = Scorer(combat, choice.move.unit, choice.move.left())
        reach = choice.reach()
        plain = PASS
        top: i64 = -1_000_000
        costs: list[float] = []
        answers: list[int] = []
        stays: list[int] = []
        safest = PASS
        least: i64 = 1_000_000
        if choice.may_stay():
            top = scorer.score(choice.move.unit.cell, True)
        for answer in choice.answers():
            if answer < 0 or answer >= actions.DROP_TO:
                continue
            cell = choice.move.unit.cell if answer == PASS else answer - 1
            score: i64 = scorer.score(cell, True)
            if answer == PASS:
                stays.append(PASS)
            else:
                costs.append(float(-score))
                answers.append(answer)
                if score > top:  # a price only ever lowers a score
                    score -= reach.weighed(cell, 10, 100)
                    if score > top:
                        top = score
                        plain = answer
            if scorer.danger < least:
                least = scorer.danger
                safest = answer
        if safest != PASS:
            stays.append(safest)
        ranked = in_turn([spread(combat.grid, costs, answers), stays, choice.answers()], most)
        return plain_first(plain, ranked, most)

    # -- acting --------------------------------------------------------------------------------

    def action(self, combat: ThrumCombat, choice: ask.Act) -> int:
        return self.best_action(combat, choice, self.costs(combat, choice))

    def costs(self, combat: ThrumCombat, choice: ask.Act) -> list[float]:
        """Return of every Action the opposite of what it is worth."""
        unit = choice.unit
        return [-self.action_worth(combat, unit, choice, answer) for answer in choice.answers()]

    def best_action(self, combat: ThrumCombat, choice: ask.Act, costs: list[float]) -> int:
        """Return the first of the Actions worth most, to pass if none is worth anything."""
        best = PASS
        least = 0.0
        for place, answer in enumerate(choice.answers()):
            if costs[place] < least:
                least = costs[place]
                best = answer
        if best != PASS and choice.unit.exhausted():
            return self.tired_action(combat, choice, best, -least)
        return best

    def likely_actions(self, combat: ThrumCombat, choice: ask.Act, most: int) -> list[int]:
        """Return the plain Action, the most promising and the best of each kind among them."""
        costs = self.costs(combat, choice)
        ranked = cheapest(costs, choice.answers())
        kinds = [
            (one - 1) // actions.PER_ABILITY if 0 < one < actions.EXTRA else -1 - one
            for one in ranked
        ]
        plain = self.best_action(combat, choice, costs)
        return plain_first(plain, by_kind(ranked, kinds, most), most)

    def tired_action(self, combat: ThrumCombat, choice: ask.Act, best: int, worth: float) -> int:
        """Acting while Exhausted risks falling.

        Recover if that ends it, else only if it will hold.
        """
        unit = choice.unit
        if unit.fatigue - 1 <= unit.fatigue_tolerance:
            for answer in choice.answers():
                if answer != PASS and choice.ability(answer).id == "recover" and worth < 4.0:
                    return answer
        patience = 2.2 - 0.08 * combat.round  # waiting helps for a while, not for ever
        return best if holds(unit) * (1.0 + worth) > patience else PASS

    def action_worth(
        self, combat: ThrumCombat, unit: ThrumCombatant, choice: ask.Act, answer: int
    ) -> float:
        """Return what an Action is worth now."""
        if answer == PASS:
            return 0.0
        ability = choice.ability(answer)
        if answer >= actions.EXTRA:
            return 0.3  # an Action that somebody lends: to break free, to teleport
        target = (answer - 1) % actions.PER_ABILITY - 1
        worth = ability_worth(ability)
        if ability.id == "recover":
            return recover_worth(unit)
        if ability.id == "dash":
            return dash_worth(combat, unit)
        if target >= 0:
            return worth * self.target_factor(combat, unit, ability, combat.units[target])
        if ability.tags & TERRAIN and has_terrain(combat, unit, ability):
            return 0.01
        if isinstance(ability, Action) and ability.target in ("area-N", "line-N"):
            return worth * 0.9 * min(2.0, crowd(combat, unit, ability))
        return worth

    def target_factor(
        self, combat: ThrumCombat, unit: ThrumCombatant, ability: Ability, target: ThrumCombatant
    ) -> float:
        """Return how much a target adds to the worth of an ability."""
        if not combat.enemies(unit, target):
            return help_factor(ability, target) if not ability.attack() else 0.05
        factor = target_worth(combat, target)
        if target.incapacitated:
            return 0.05
        if ability.attack():
            factor *= chance(combat, unit, ability, target)
            if ability.tags & FINISHER and target.fatigue + 2 > target.fatigue_tolerance:
                factor *= 1.6
            elif target.fatigue - target.sheet.resilience >= 12:
                factor *= 0.2  # it cannot hold any more: only a Finisher makes it roll
        return factor

    # -- other choices -------------------------------------------------------------------------

    def stance(self, combat: ThrumCombat, choice: ask.TakeStance) -> int:
        """Take the Stance worth most, if that is more than the present one."""
        unit = choice.unit
        best = PASS
        top = 0.05
        held = unit.stance_ability()
        if held is not None:
            top = stance_worth(combat, unit, held)
        for answer in choice.answers():
            if answer == PASS:
                continue
            worth = stance_worth(combat, unit, unit.sheet.abilities[answer - 1])
            if worth > top:
                top = worth
                best = answer
        return best

    def area(self, combat: ThrumCombat, choice: picking.PlaceArea) -> int:
        """Place an area where it does most."""
        ranked = self.ranked_areas(combat, choice)
        return ranked[0]

    def ranked_areas(self, combat: ThrumCombat, choice: picking.PlaceArea) -> list[int]:
        """Return all places of an area, the best first."""
        unit = combat.units[choice.who]
        harmful = choice.ability.attack() or choice.ability.tags & TERRAIN != 0
        scored: list[tuple[float, int]] = []
        for place in range(len(choice.shapes)):
            score = 0.0
            for cell in choice.shapes[place].cells:
                other = combat.at(cell)
                if other is not None:
                    worth = 0.1 if other.incapacitated else target_worth(combat, other)
                    score -= worth if (other.side != unit.side) == harmful else -1.2 * worth
            scored.append((score, place + 1))
        scored.sort()
        return [answer for _, answer in scored]

    def place(self, combat: ThrumCombat, choice: picking.Place) -> int:
        """Start near the foe if one fights hand to hand, farther back if not, and not in a heap."""
        unit = choice.unit
        near = fights_near(unit.sheet)
        rows = [combat.grid.far(other.cell) for other in enemies_of(combat, unit)]
        answers = choice.answers()
        best = answers[0]
        top = -1000.0
        for answer in answers:
            cell = answer - 1
            apart = nearest(rows, cell)
            score = -float(apart) if near else 0.5 * apart + 0.3 * combat.grid.levels[cell]
            if not near and apart > 8:
                score = 4.0 - 0.2 * (apart - 8)
            if score > top:
                top = score
                best = answer
        return best

    def shift(self, combat: ThrumCombat, choice: forced.Shift) -> int:
        """Push enemies off heights and away, let allies be."""
        mover = choice.unit
        if mover.side == combat.units[choice.who].side:
            return PASS
        best = choice.options[-1][0]
        top = -1000.0
        for answer, _ in choice.options:
            if answer == PASS:
                continue
            cell = mover.cell
            score = 0.0
            for _ in range((answer - 1) // 8 + 1):
                goal = combat.grid.ray(cell, (answer - 1) % len(DIRECTIONS), 1)[0]
                drop = combat.grid.levels[cell] - combat.grid.levels[goal]
                score += 1.5 if drop >= 2 else 0.1
                cell = goal
            if score > top:
                top = score
                best = answer
        return best

    def pick(self, combat: ThrumCombat, choice: picking.Pick) -> int:
        """Pick the enemy most worth hitting, or the ally most in need."""
        best = choice.options[0][0]
        top = -1.0
        for answer, _ in choice.options:
            if answer == PASS:
                continue
            unit = combat.units[answer - 1]
            worth = target_worth(combat, unit)
            if worth > top:
                top = worth
                best = answer
        return best

    def overexert(self, combat: ThrumCombat, choice: picking.Overexert) -> int:
        """Overexert while it does not fray."""
        unit = combat.units[choice.who]
        spare = unit.stress_tolerance - unit.stress - number_of(unit, VULNERABLE)
        return choice.options[-1][0] if spare >= 1 and len(choice.options) == 2 else choice.default


class Foe:
    """An enemy as a mover sees it: how far it is from every square, and what it could do there."""

    def __init__(self, unit: ThrumCombatant, row: bytes, worth: i64, threat: vec[i64]) -> None:
        self.unit = unit
        self.row = row  # its distance to every square
        self.worth: i64 = worth  # of hitting it, in thousandths
        self.threat = threat  # the harm that it may do, by distance


class Scorer:
    """Judges squares for one mover: what can be attacked from there, and what may come of it.

    It is asked of every square in reach, so it counts in whole thousandths.
    """

    def __init__(self, combat: ThrumCombat, unit: ThrumCombatant, steps: int) -> None:
        """Look at the foes who matter to one who goes so many steps at the most: those not too far.

        Rule: move.step-cost (no step costs less than 1).
        """
        self.combat = combat
        self.unit = unit
        self.foes: list[Foe] = []
        self.mine = worth_by_distance(unit.sheet)
        row = combat.grid.far(unit.cell)
        most: i64 = FAR + steps
        for other in combat.units:
            if other.side == unit.side or row[other.cell] > most:
                continue
            if other.present and other.controller < 0:
                down = other.incapacitated
                worth = 50 if down else int(1000.0 * target_worth(combat, other))
                threat = NO_THREAT if down else worth_by_distance(other.sheet)
                self.foes.append(Foe(other, combat.grid.far(other.cell), worth, threat))
        self.goals = goals_of(combat, unit)
        self.prey = prey_of(combat, unit)
        self.bound = bool(self.goals or self.prey)  # somewhere, whatever stands near
        self.shy = protected(combat, unit)
        self.ranged = not fights_near(unit.sheet)
        self.danger: i64 = 0  # of the square that was scored last: what may be done to one there

    def best(self, choice: walking.MoveTo) -> int:
        """Return the answer with the best square, less what it costs to get there."""
        best = PASS
        top: i64 = self.score(self.unit.cell, True) if choice.may_stay() else -1_000_000
        reach = choice.reach()
        for cell in choice.squares():
            # Price and Obstruction are dear to work out and only ever lower a score: asked last.
            hoped: i64 = self.score(cell, False)
            if hoped <= top:
                continue
            price: i64 = reach.weighed(cell, 10, 100)
            if hoped - price > top:
                score: i64 = self.score(cell, True) - price
                if score > top:
                    top = score
                    best = 1 + cell
        return best

    def score(self, cell: i64, exact: bool) -> i64:
        """Return the worth of standing in a square; not ``exact``.

        As if nothing were Obstructed.
        """
        best: i64 = 0
        danger: i64 = 0
        nearest: i64 = 99
        mine = self.mine
        for foe in self.foes:
            apart: i64 = foe.row[cell]
            if apart > FAR:
                continue
            danger += foe.threat[apart]
            worth: i64 = mine[apart] * foe.worth
            if worth > best and (not exact or self.open(cell, foe, apart)):
                best = worth
            if apart < nearest:
                nearest = apart
        self.danger = danger
        score: i64 = best // 500 - danger // 16 + 50 * self.combat.grid.heights[cell]
        if self.ranged and nearest <= 1:
            score -= 500 * self.hampered(cell)
        if best < 50_000 and nearest < 99:
            score -= 150 * nearest
        if self.shy:
            return -10 * danger + 300 * nearest  # whose fall loses the fight keeps away from it
        if self.bound:
            for goal in self.prey:
                score -= 120 * self.combat.distance(cell, goal)
            for goal in self.goals:
                score -= 600 * self.combat.distance(cell, goal)
        return score

    def hampered(self, cell: i64) -> i64:
        """Return how many foes that are to be feared stand next to a square."""
        count: i64 = 0
        for foe in self.foes:
            if foe.row[cell] == 1 and foe.threat[1] > 0:
                count += 1
        return count

    def open(self, cell: int, foe: Foe, apart: int) -> bool:
        """Return whether a target is not Obstructed from a square: only far ones can be."""
        return apart <= 1 or cover(self.combat, cell, foe.unit.cell) != OBSTRUCTED
