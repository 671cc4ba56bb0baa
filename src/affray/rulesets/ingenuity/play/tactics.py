"""How a program plays Ingenuity: the plain answer to every choice, a position in numbers."""

from __future__ import annotations

from typing import Any, Final

from affray.core.candidates import alike, by_kind, cheapest, in_turn, plain_first, spread
from affray.core.choice import PASS, Choice
from affray.core.combat import Combat
from affray.core.dice import OTHER as DIE
from affray.core.dice import Dice
from affray.core.features import SHARED, SharedFeatures
from affray.core.move_choice import OTHER
from affray.core.window import CODES, Reply
from affray.rulesets.ingenuity import actions, end
from affray.rulesets.ingenuity.attack import areas
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.movement import ground, moving, paths
from affray.rulesets.ingenuity.play import worth
from affray.rulesets.ingenuity.play.weights import RULES, WEIGHTS
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import FIGHTING

FEATURES: Final = (
    "characters",
    "health",
    "endurance",
    "strength",
    "stamina",
    "focus",
    "fate",
    "ills",
    "boons",
    "prone",
    "objectives",
    *SHARED,
)
OWN: Final = len(FEATURES) - len(SHARED)
BAD: Final = ("bleeding", "burning", "poison", "stunned", "crippled", "shaken", "cursed", "netted")
GOOD: Final = ("blessed", "guarding", "heartened", "warded", "shielded", "breathing")
SPARED: Final = 2  # stamina kept for staying conscious


class IngenuityTactics(SharedFeatures):
    """Plain play: strike who can be felled, go where that is possible, answer what threatens."""

    def answer(self, choice_: Choice) -> int:
        combat: IngenuityCombat = choice_.combat
        if isinstance(choice_, act.Act):
            return self.act(combat, choice_)
        if isinstance(choice_, moving.MoveTo):
            return self.move(combat, choice_)
        if isinstance(choice_, areas.Centre):
            return self.centre(combat, choice_)
        if isinstance(choice_, Reply):
            return self.reply(combat, choice_)
        return self.other(combat, choice_)

    def likely(self, choice_: Choice, most: int) -> list[int]:
        if isinstance(choice_, act.Act):
            return self.likely_acts(choice_.combat, choice_, most)
        if isinstance(choice_, moving.MoveTo):
            return self.likely_moves(choice_.combat, choice_, most)
        return super().likely(choice_, most)

    def ranked(self, choice_: Choice, most: int) -> list[int]:
        combat: IngenuityCombat = choice_.combat
        if isinstance(choice_, areas.Centre):
            gains = worth.of_areas(combat, choice_.unit, choice_.power)
            answers = choice_.answers()
            costs = [float(-gains[answer - 1]) for answer in answers]
            return in_turn([spread(combat.grid, costs, answers), cheapest(costs, answers)], most)
        return choice_.answers()

    def likely_acts(self, combat: IngenuityCombat, asked: act.Act, most: int) -> list[int]:
        """Return the plain action, the most promising and the best of each kind among them.

        Of those that are worth the same, those that are listed first. The plain action is that of
        ``act``: what does not tempt is worth nothing.
        """
        answers = asked.answers()
        look = worth.look_of(combat, asked.unit)
        look.weigh(answers)
        plain = PASS
        top = 0
        costs: list[float] = []
        for answer in answers:
            value = worth.of(look, answer) if answer != PASS else 0
            costs.append(float(-value))
            if value > top:
                plain, top = answer, value
        ranked: list[int] = []
        for those in alike(costs, answers):
            ranked += those
        ranked = by_kind(ranked, [kind_of(one) for one in ranked], most)
        return plain_first(plain if plain != PASS else asked.fallback(), ranked, most)

    def likely_moves(self, combat: IngenuityCombat, asked: moving.MoveTo, most: int) -> list[int]:
        """Return the plain answer, the best spaces to fight from, the safest, and to stay.

        The best lie far from each other. The plain answer is that of ``move``.
        """
        look = worth.look_of(combat, asked.move.unit)
        plain = PASS
        top = worth.of_place(look, look.unit.cell)
        costs: list[float] = []
        answers: list[int] = []
        safest = PASS
        safety = worth.safety(look, look.unit.cell, worth.UNSAFE)
        for answer in asked.answers():
            if answer != PASS and answer < OTHER:
                value = worth.of_place(look, answer - 1)
                costs.append(float(-value))
                answers.append(answer)
                if value > top:
                    top = value
                    plain = answer
                value = worth.safety(look, answer - 1, safety)
                if value > safety:
                    safety = value
                    safest = answer
        best = spread(combat.grid, costs, answers)
        ranked = in_turn([best, [PASS, safest], asked.answers()], most)
        return plain_first(plain, ranked, most)

    def suppose(self, combat: Combat[Any], seat: int, dice: Dice) -> None:
        """Put everybody whom a seat does not see somewhere.

        Rules: condition.hidden, attack.unseen-target.
        """
        assert isinstance(combat, IngenuityCombat)
        for unit in combat.units:
            if not unit.present or unit.cell >= 0:
                continue
            cells = [
                cell
                for cell in range(combat.grid.size)
                if ground.standing(combat, cell, unit.size) and paths.room(combat, unit, cell)
            ]
            if cells:
                dice.about(DIE, unit.index, combat.round, "condition.hidden")
                combat.stand(unit, cells[dice.roll(len(cells)) - 1])

    def long_rounds(self) -> bool:
        return True

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def weights(self) -> list[float]:
        return WEIGHTS

    def fitted_for(self) -> int:
        return RULES

    def own_features(self, combat: Combat[Any], side: int) -> list[float]:
        """Return a position in numbers; those of objectives say how near they are."""
        assert isinstance(combat, IngenuityCombat)
        found = [0.0] * OWN
        for unit in combat.units:
            if not unit.present:
                continue
            sign = sign_of(combat, side, unit.side)
            found[0] += sign * (1.0 if unit.able() else 0.1)
            found[1] += sign * unit.health / 10.0
            found[2] += sign * unit.endurance / 10.0
            if unit.able():
                skill = unit.sheet.attributes[0] + unit.sheet.skills[FIGHTING]
                found[3] += sign * skill * (unit.health + unit.endurance) / 200.0
                found[9] -= sign * int(unit.prone)
            found[4] += sign * unit.stamina / 10.0
            found[5] += sign * unit.focus / 10.0
            found[6] += sign * unit.fate_points
            for held in unit.effects:
                if held.effect.id in BAD:
                    found[7] -= sign
                elif held.effect.id in GOOD:
                    found[8] += sign
        for number, goal in enumerate(combat.goals):
            if number not in combat.dropped:
                found[10] += sign_of(combat, side, goal.side) * progress(combat, number)
        return found

    def sign(self, combat: Combat[Any], side: int, other: int) -> float:
        assert isinstance(combat, IngenuityCombat)
        return sign_of(combat, side, other)

    def yet_to_act(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, IngenuityCombat)
        return not combat.units[who].acted

    def reactions(self, combat: Combat[Any], who: int) -> int:
        """Return how many reactions it has left until its next turn. Rule: reaction.one."""
        assert isinstance(combat, IngenuityCombat)
        return worth.reactions_left(combat, combat.units[who])

    def goals(self, combat: Combat[Any], who: int) -> list[int]:
        """Return the spaces to reach or to hold by the first objective of its team that has any."""
        assert isinstance(combat, IngenuityCombat)
        for number, goal in enumerate(combat.goals):
            if goal.side == combat.units[who].side and number not in combat.dropped:
                if goal.kind in ("reached", "hold", "retrieve") and goal.cells:
                    return goal.cells
        return []

    # -- choices ------------------------------------------------------------------------------

    def act(self, combat: IngenuityCombat, asked: act.Act) -> int:
        best = PASS
        most = 0
        armed = worth.armed(combat, asked.unit)
        answers = asked.tempting(worth.TEMPTING_ARMED if armed else worth.TEMPTING)
        look = worth.look_of(combat, asked.unit)
        look.weigh(answers)
        for answer in answers:
            value = worth.of(look, answer) if answer != PASS else 0
            if value > most:
                best, most = answer, value
        return best if best != PASS else asked.fallback()

    def move(self, combat: IngenuityCombat, asked: moving.MoveTo) -> int:
        """Go where an enemy is in reach, or towards the goal or the nearest enemy."""
        look = worth.look_of(combat, asked.move.unit)
        best = PASS
        most = worth.of_place(look, look.unit.cell)
        for answer in asked.answers():
            if answer != PASS and answer < OTHER:
                value = worth.of_place(look, answer - 1)
                if value > most:
                    best, most = answer, value
        return best

    def centre(self, combat: IngenuityCombat, asked: areas.Centre) -> int:
        """Put an area where most enemies and fewest friends are."""
        best = asked.fallback()
        most = -1000
        gains = worth.of_areas(combat, asked.unit, asked.power)
        for answer in asked.answers():
            value = gains[answer - 1]
            if value > most:
                best, most = answer, value
        return best

    def reply(self, combat: IngenuityCombat, asked: Reply) -> int:
        """Use what is readied or learnt, block if one can, dodge while stamina lasts."""
        for answer in asked.listed:
            if answer == PASS:
                continue
            unit = combat.units[answer // CODES]
            word = asked.key(answer).partition(" ")[0]
            if word in ("readied", "block"):
                return answer
            if word in ("opportunity-strike", "intercepting-attack", "riposte"):
                if knows(unit, word) and unit.stamina > SPARED:
                    return answer
        for answer in asked.listed:
            key = asked.key(answer)
            if key == "dodge" and combat.units[answer // CODES].stamina > SPARED:
                return answer
            if key == "intercept" and worth.should_intercept(combat, answer // CODES, asked):
                return answer
        return PASS

    def other(self, combat: IngenuityCombat, asked: Choice) -> int:
        """Answer what has few options, mostly as it is proposed."""
        if asked.rule in ("reaction.fortify", "reaction.resist"):
            return asked.answers()[-1]
        if asked.rule == "turn.team-picks":
            return self.pick(combat, asked)
        if asked.rule == "fate.halve" or asked.rule == "fate.maximize":
            return worth.of_fate(combat, asked)
        return asked.fallback()

    def pick(self, combat: IngenuityCombat, asked: Choice) -> int:
        """Let those go first who can strike at once, and of them the most wounded."""
        best = asked.fallback()
        most = -1000
        foes = worth.foes_of(combat, combat.units[best - 1])  # of the whole team
        for answer in asked.answers():
            unit = combat.units[answer - 1]
            value = 10 * worth.in_reach(combat, unit, foes) - unit.health - unit.endurance
            if value > most:
                best, most = answer, value
        return best


def kind_of(code: int) -> int:
    """Return a number for what an action does, whatever its target is."""
    verb = actions.verb_of(code)
    if verb in (actions.ATTACK, actions.MANEUVER, actions.POWER, actions.TALENT):
        return actions.code_of(verb, actions.a_of(code))
    return actions.code_of(verb)


def knows(unit: IngenuityCombatant, word: str) -> bool:
    """Return whether somebody has learned a manoeuvre."""
    return any(maneuver.id == word for maneuver in unit.sheet.maneuvers)


def sign_of(combat: IngenuityCombat, side: int, other: int) -> float:
    """Return 1 for one's own and one's allies, -1 for enemies, 0 for neutrals."""
    return (-1.0, 0.0, 1.0)[combat.stands(side, other)]


def progress(combat: IngenuityCombat, number: int) -> float:
    """Return how far an objective is, from 0 to 1."""
    goal = combat.goals[number]
    if goal.kind == "hold":
        return combat.held_rounds[number] / max(1, goal.number)
    if goal.kind in ("rounds-survived", "protect"):
        return min(1.0, combat.round / max(1, goal.number))
    if goal.kind == "taken-out" and goal.who:
        return sum(1 for who in goal.who if not end.remains(combat.units[who])) / len(goal.who)
    if goal.kind == "reached" and goal.cells:
        return nearness(combat, goal.side, goal.cells, max(1, goal.number))
    return 0.0


def nearness(combat: IngenuityCombat, side: int, cells: list[int], wanted: int) -> float:
    """Return how near the first ``wanted`` of a team are to some spaces."""
    far: list[int] = []
    for unit in combat.units:
        if unit.side == side and end.remains(unit) and unit.cell >= 0:
            far.append(min([combat.grid.distance(unit.cell, cell, 2) for cell in cells]))
        elif unit.side == side and unit.fate == 2:
            far.append(0)
    far.sort()
    wide = combat.grid.width + combat.grid.height
    return sum(1.0 - one / wide for one in far[:wanted]) / wanted
