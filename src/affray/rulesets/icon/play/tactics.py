"""What programs need to play ICON: a plain answer, likely ones, a position in numbers."""

from __future__ import annotations

from typing import Any, Final

from affray.core.candidates import by_kind, cheapest, in_turn, plain_first, spread
from affray.core.choice import PASS, Choice, Menu
from affray.core.combat import Combat
from affray.core.effect import Held
from affray.core.features import SHARED, SharedFeatures
from affray.core.window import CODES, Reply
from affray.rulesets.icon import actions, choice
from affray.rulesets.icon.action import legal, modifiers
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.definitions import Ability
from affray.rulesets.icon.geometry import distance, patterns
from affray.rulesets.icon.movement import moving
from affray.rulesets.icon.play import worth
from affray.rulesets.icon.play.weights import RULES, WEIGHTS
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import MOVED

FEATURES: Final = (
    "standing",
    "hit points",
    "vigor",
    "strength",
    "statuses",
    "blights",
    "boons",
    "resolve",
    "objectives",
    *SHARED,
)
OWN: Final = len(FEATURES) - len(SHARED)
NOTHING: Final = 0.3  # an act has to be worth more than this
PLACES: Final = (
    "move.teleport",
    "terrain.edge-removal",
    "terrain.edge-pc-return",
    "setup.deployment",
)


class IconTactics(SharedFeatures):
    """Quick and sensible: the act worth most in hit points, from where it can be done."""

    def answer(self, choice_: Choice) -> int:
        if isinstance(choice_, legal.Act):
            return self.act(choice_)
        if isinstance(choice_, moving.MoveTo):
            return self.go(choice_)
        if isinstance(choice_, choice.Areas):
            return self.lay(choice_)
        if isinstance(choice_, choice.Cells):
            return self.space(choice_)
        if isinstance(choice_, Reply):
            return self.reply(choice_)
        if isinstance(choice_, Menu):
            return self.menu(choice_)
        return choice_.fallback()

    # -- acting ------------------------------------------------------------------------------

    def act(self, asked: legal.Act) -> int:
        """Return the act worth most."""
        return self.best_act(asked, self.costs(asked))

    def costs(self, asked: legal.Act) -> list[float]:
        """Return of every act the opposite of what it is worth."""
        return [-self.worth(asked.combat, asked.unit, code) for code in asked.answers()]

    def best_act(self, asked: legal.Act, costs: list[float]) -> int:
        """Return the first of the acts that are worth most, to pass if none is worth anything."""
        best = PASS
        least = -NOTHING
        for place, code in enumerate(asked.answers()):
            if costs[place] < least:
                best = code
                least = costs[place]
        return best

    def worth(self, combat: IconCombat, unit: IconCombatant, code: int) -> float:
        """Return what an answer promises, 0 for nothing."""
        if code in (PASS, actions.DROP_STANCE):
            return 0.0
        if code == actions.STANDARD:
            return self.move_worth(combat, unit)
        if code < actions.USE:
            return 1.0
        place, target = actions.parts(code)
        whole = unit.sheet.abilities[place]
        one = modifiers.part_of(unit, whole)
        value = self.use_worth(combat, unit, one, target)
        if value == 0.0:
            return 0.0
        cost = modifiers.cost_of(combat, unit, whole)
        if value > 0 and one.attack and cost < 2 and not whole.has("limit-break"):
            value += 0.5  # leaves an action
        return value * (1.0 if cost else 1.2)

    def use_worth(
        self, combat: IconCombat, unit: IconCombatant, one: Ability, target: int
    ) -> float:
        """Return what an ability promises against a target."""
        if one.basic in ("run", "dash"):
            far = nearest(combat, unit) - worth.wanted_range(unit)
            spent = not modifiers.may_attack(combat, unit) and not worth.goals_of(combat, unit)
            return 0.0 if spent else 0.4 + 0.1 * far if far > 1 else 0.0
        if target >= actions.CELL:
            return 0.0
        if one.shape:
            return worth.best_area(combat, unit, one)
        if target:
            other = combat.units[target - 1]
            value = worth.attack_worth(combat, unit, other, one)
            if combat.hostile(other, unit) and value > 0 and worth.threatens_goal(combat, other):
                value += 4.0
            return value
        if one.before and one.attack:
            near = [worth.attack_worth(combat, unit, foe, one) for foe in near_foes(combat, unit)]
            return max([0.0, *near])
        if one.attack:
            return 0.0
        value = worth.ops_worth(combat, unit, unit, one.effect)
        straight = [op for op in one.effect if op.straight]
        return value - 1.0 if straight and nearest(combat, unit) > 3 else value

    def move_worth(self, combat: IconCombat, unit: IconCombatant) -> float:
        """Return what the standard move is worth: first of all, if there is somewhere to go."""
        if unit.used[MOVED]:
            return 0.0
        near = nearest(combat, unit)
        far = worth.wanted_range(unit)
        goals = worth.goals_of(combat, unit)
        if goals and unit.cell not in goals:
            return 40.0
        if not modifiers.may_attack(combat, unit):
            return 2.0 if far > 1 and near <= 1 else 0.0
        if near > far or (far > 1 and near <= 1) or fallen_ally(combat, unit):
            return 40.0
        return 0.0

    def go(self, asked: moving.MoveTo) -> int:
        """Go where foes are in reach, over safe ground."""
        scout = worth.Scout(asked.move.combat, asked.move.unit)
        best = PASS
        most = scout.worth(asked.move.unit.cell, 0) + 0.1
        for cell in asked.spaces():
            value = scout.worth(cell, asked.harm(cell))
            if value > most:
                most = value
                best = 1 + cell
        return best

    # -- areas and spaces --------------------------------------------------------------------

    def lay(self, asked: choice.Areas) -> int:
        """Cover foes, not friends."""
        ranked = self.ranked_areas(asked)
        return ranked[0] if ranked else asked.fallback()

    def ranked_areas(self, asked: choice.Areas) -> list[int]:
        """Return all patterns, the best first."""
        combat: IconCombat = asked.combat
        unit = combat.units[asked.who]
        use = combat.using[-1]
        cover = worth.Cover(combat, unit, use.ability)
        costs: list[float] = []
        for answer in asked.answers():
            cells = asked.areas[answer]
            value = cover.worth(patterns.standing(combat, cells), cells[0])
            value += cover.aim_at(first_of(combat, unit, cells))
            costs.append(-value)
        return cheapest(costs, asked.answers())

    def space(self, asked: choice.Cells) -> int:
        """Return the space worth most."""
        combat: IconCombat = asked.combat
        unit = combat.units[asked.who]
        if asked.rule in PLACES:
            return place(combat, unit, asked)
        weigher = Weigher(combat, unit, asked.rule)
        best = asked.fallback()
        most = worth.NONE
        for answer in asked.answers():
            value = 0.0 if answer == PASS else weigher.weigh(answer - 1)
            if value > most:
                most = value
                best = answer
        return best

    def stand(self, combat: IconCombat, unit: IconCombatant, cell: int) -> float:
        """Return what standing in a space is worth."""
        return worth.Scout(combat, unit).worth(cell, 0)

    # -- other questions ---------------------------------------------------------------------

    def reply(self, asked: Reply) -> int:
        """Use the interrupt worth most."""
        combat: IconCombat = asked.combat
        best = PASS
        most = 0.0
        for answer in asked.answers():
            if answer == PASS:
                continue
            unit = combat.units[answer // CODES]
            one = modifiers.part_of(unit, unit.sheet.abilities[answer % CODES - 1])
            deed = asked.window.deed
            other = combat.units[deed.actor]
            helped = combat.units[deed.target]
            value = worth.attack_worth(combat, unit, other, one)
            for op in one.effect:
                if op.who == "ally":
                    value += worth.op_worth(combat, unit, helped, op) - 1.0
            if value > most:
                best = answer
                most = value
        return best

    def menu(self, asked: Menu) -> int:
        """Return the answer to a plain menu."""
        combat: IconCombat = asked.combat
        if asked.rule == "turn.slow-declare":
            return 1 if likes_to_wait(combat, combat.units[asked.who]) else PASS
        if asked.rule in ("turn.players-choose", "turn.gm-chooses"):
            return first_to_act(combat, asked)
        if asked.rule == "turn.start-sequence" and PASS in asked.answers():
            return asked.answers()[-1]
        if asked.rule == "move.dash-ignores":
            return self.heading(combat, asked)
        if asked.rule == "attack.target-hostile":
            return target_of(combat, asked)
        return asked.fallback()

    def heading(self, combat: IconCombat, asked: Menu) -> int:
        """Dash towards foes in a straight line."""
        unit = combat.units[asked.who]
        best = PASS
        most = self.stand(combat, unit, unit.cell)
        for answer in asked.answers():
            if 0 < answer <= 8:
                for far, cell in enumerate(combat.grid.ray(unit.cell, answer - 1, 4)):
                    other = combat.at(cell)
                    if other is not None and other.able():
                        value = 6.0 - far if combat.hostile(other, unit) else worth.NONE
                        if value > most:
                            best = answer
                            most = value
                        break
        return best if best != PASS or len(asked.answers()) > 2 else asked.fallback()

    # -- for those who look further ----------------------------------------------------------

    def likely(self, choice_: Choice, most: int) -> list[int]:
        if isinstance(choice_, legal.Act):
            return self.likely_acts(choice_, most)
        if isinstance(choice_, moving.MoveTo):
            return self.likely_moves(choice_, most)
        return super().likely(choice_, most)

    def ranked(self, choice_: Choice, most: int) -> list[int]:
        if isinstance(choice_, choice.Areas):
            return self.ranked_areas(choice_)
        if isinstance(choice_, choice.Cells):
            return self.ranked_spaces(choice_, most)
        return choice_.answers()

    def likely_acts(self, asked: legal.Act, most: int) -> list[int]:
        """Return the plain act, the most promising and the best of each kind among them."""
        costs = self.costs(asked)
        ranked = cheapest(costs, asked.answers())
        ranked = by_kind(ranked, [kind_of(one) for one in ranked], most)
        return plain_first(self.best_act(asked, costs), ranked, most)

    def likely_moves(self, asked: moving.MoveTo, most: int) -> list[int]:
        """Return the plain answer, the best spaces to act from, the safest, and to stay.

        The best lie far from each other. The plain answer is that of ``go``.
        """
        combat, unit = asked.move.combat, asked.move.unit
        scout = worth.Scout(combat, unit)
        plain = PASS
        top = scout.worth(unit.cell, 0) + 0.1
        costs: list[float] = []
        answers: list[int] = []
        safest = PASS
        safety = scout.safety(unit.cell)
        for cell in asked.spaces():
            harm = asked.harm(cell)
            value = scout.worth(cell, harm)
            costs.append(-value)
            answers.append(1 + cell)
            if value > top:
                top = value
                plain = 1 + cell
            safe = scout.safety(cell) - 4 * harm
            if safe > safety:
                safety = safe
                safest = 1 + cell
        best = spread(combat.grid, costs, answers)
        ranked = in_turn([best, [PASS, safest], asked.answers()], most)
        return plain_first(plain, ranked, most)

    def ranked_spaces(self, asked: choice.Cells, most: int) -> list[int]:
        """Return spaces, the best first, those far from each other before the others."""
        combat: IconCombat = asked.combat
        unit = combat.units[asked.who]
        answers = [answer for answer in asked.answers() if answer != PASS]
        if asked.rule in PLACES:
            scout = worth.Scout(combat, unit)
            costs = [-scout.worth(answer - 1, 0) for answer in answers]
        else:
            weigher = Weigher(combat, unit, asked.rule)
            costs = [-weigher.weigh(answer - 1) for answer in answers]
        return in_turn([spread(combat.grid, costs, answers), asked.answers()], most)

    def own_features(self, combat: Combat[Any], side: int) -> list[float]:
        assert isinstance(combat, IconCombat)
        found = [0.0] * OWN
        for unit in combat.units:
            sign = 1.0 if unit.side == side else -1.0
            if unit.able():
                found[0] += sign * (0.3 if unit.sheet.mob else 1.0)
                found[1] += sign * unit.hp / 20.0
                found[2] += sign * unit.vigor / 10.0
                found[3] += sign * worth.level_damage(unit, "heavy") * unit.hp / 200.0
                if unit.effects:
                    ills = len([effect for effect in unit.effects if is_ill(combat, unit, effect)])
                    found[4] -= sign * len(unit.statuses())
                    found[5] -= sign * unit.blights()
                    found[6] += sign * (len(unit.effects) - ills)
                found[7] += sign * unit.resolve / 6.0
        for number, objective in enumerate(combat.objectives):
            sign = 1.0 if (objective.side == side) == objective.wins else -1.0
            found[8] += sign * worth.progress(combat, number, objective)
        return found

    def yet_to_act(self, combat: Combat[Any], who: int) -> bool:
        """Rules: turn.players-choose, foe.elite. A legend has no turn of its own to wait for."""
        assert isinstance(combat, IconCombat)
        return combat.units[who].turns > 0

    def height(self, combat: Combat[Any], who: int) -> float:
        """Return its elevation as the ground is now. Rule: terrain.height."""
        assert isinstance(combat, IconCombat)
        return float(combat.elevation(combat.units[who]))

    def reactions(self, combat: Combat[Any], who: int) -> int:
        """Return how many uses of its interrupts are left until its next turn.

        Rule: interrupt.uses.
        """
        assert isinstance(combat, IconCombat)
        return worth.interrupts_left(combat.units[who])

    def goals(self, combat: Combat[Any], who: int) -> list[int]:
        assert isinstance(combat, IconCombat)
        return worth.goals_of(combat, combat.units[who])

    def long_rounds(self) -> bool:
        return True

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def weights(self) -> list[float]:
        return WEIGHTS

    def fitted_for(self) -> int:
        return RULES


def kind_of(code: int) -> int:
    """Return a number for what an act does, whatever its target is."""
    return code // actions.USE if code >= actions.USE else -1 - code


def place(combat: IconCombat, unit: IconCombatant, asked: choice.Cells) -> int:
    """Stand where it is best."""
    scout = worth.Scout(combat, unit)
    best = asked.fallback()
    most = worth.NONE
    for answer in asked.answers():
        if answer != PASS:
            value = scout.worth(answer - 1, 0)
        else:
            value = scout.worth(unit.cell, 0) if asked.rule == "move.teleport" else 0.0
        if value > most:
            most = value
            best = answer
    return best


def is_ill(combat: IconCombat, unit: IconCombatant, held: Held) -> bool:
    """Return whether an effect was put on somebody by the other side."""
    return held.source >= 0 and combat.units[held.source].side != unit.side


def nearest(combat: IconCombat, unit: IconCombatant) -> int:
    """Return the distance of the nearest foe, 100 if there is none."""
    least = 100
    row = combat.grid.far(unit.cell)
    for one in combat.units:
        if one.side != unit.side and one.able():
            single = unit.size == 1 and one.size == 1
            far = row[one.cell] if single else combat.apart(unit, one)
            if far < least:
                least = far
    return least


def gap(combat: IconCombat, unit: IconCombatant, cell: int) -> int:
    """Return the distance of the foe nearest to a space, 100 if there is none."""
    least = 100
    row = combat.grid.far(cell)
    for one in combat.units:
        if one.side != unit.side and one.able():
            far = row[one.cell] if one.size == 1 else distance.from_cell(combat, cell, one)
            if far < least:
                least = far
    return least


def near_foes(combat: IconCombat, unit: IconCombatant) -> list[IconCombatant]:
    """Return the foes within reach of a strike after a flight."""
    return [foe for foe in worth.foes_of(combat, unit) if combat.apart(unit, foe) <= 4]


def fallen_ally(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether an ally to be rescued lies out of reach."""
    if not unit.sheet.pc:
        return False
    for one in combat.units:
        if one.side == unit.side and one.present and one.hp <= 0 and one.cell >= 0:
            return combat.apart(unit, one) > 1
    return False


def first_of(combat: IconCombat, unit: IconCombatant, cells: list[int]) -> int:
    """Return the space of the first character in a line."""
    for cell in cells:
        one = combat.at(cell)
        if one is not None and one.able() and one is not unit:
            return cell
    return cells[0]


class Weigher:
    """Weighs the spaces of a question: what is the same for all of them is looked up once."""

    def __init__(self, combat: IconCombat, unit: IconCombatant, rule: str) -> None:
        self.combat = combat
        self.unit = unit
        self.use: Use | None = None
        self.cover: worth.Cover | None = None
        self.arc = rule == "aoe.arc"
        self.attacks = rule in ("aoe.line-attack-space", "aoe.cross-attack-space")
        self.size = 0  # of the whole arc
        if rule.startswith("aoe.") and combat.using:
            use = combat.using[-1]
            self.use = use
            self.cover = worth.Cover(combat, unit, use.ability)
            if self.arc:
                self.size = use.ability.size
                self.size += modifiers.number(combat, unit, use.ability, "size", slow=use.slow)

    def weigh(self, cell: int) -> float:
        """Return what a space is worth."""
        use = self.use
        cover = self.cover
        if use is None or cover is None:
            return -0.1 * gap(self.combat, self.unit, cell)
        if self.arc:
            return self.arc_worth(use, cover, cell)
        if self.attacks:
            return cover.aim_at(cell)
        return worth.spot_worth(self.combat, cover, cell)

    def arc_worth(self, use: Use, cover: worth.Cover, cell: int) -> float:
        """Return what a further space of an arc is worth: the last one's character is attacked."""
        total = cover.alone(cell)
        if not use.ability.attack or len(use.area.cells) + 1 >= self.size:
            return total + cover.aim_at(cell)
        total -= 0.8 * cover.aim_at(cell)
        most = 0.0
        for other in self.combat.grid.cross[cell]:
            if self.combat.holder(other) >= 0 and other not in use.area.cells:
                most = max(most, cover.aim_at(other))
        return total + 0.6 * most


def likes_to_wait(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether a slow turn serves somebody: much of what it does is stronger then."""
    if unit.sheet.waits < 0:
        unit.sheet.waits = gain_of_waiting(unit)
    return unit.sheet.waits >= 2 and nearest(combat, unit) > 2


def gain_of_waiting(unit: IconCombatant) -> int:
    """Return how much of what somebody does is stronger in a slow turn."""
    charges = 0
    for ability in unit.sheet.abilities:
        for part in ability.parts or [ability]:
            charges += len([each for each in part.triggers if each.when == "charge"])
    return charges + sum(trait.slow_boons for trait in unit.sheet.traits)


def first_to_act(combat: IconCombat, asked: Menu) -> int:
    """Let those act first who are nearest to foes, and who can help those that follow."""
    best = asked.answers()[0]
    least = 1000.0
    for answer in asked.answers():
        unit = combat.units[answer - 1]
        value = float(nearest(combat, unit)) + 0.05 * unit.hp
        if value < least:
            best = answer
            least = value
    return best


def target_of(combat: IconCombat, asked: Menu) -> int:
    """Return the target worth most."""
    unit = combat.units[asked.who]
    ability = combat.using[-1].ability if combat.using else None
    best = asked.fallback()
    most = worth.NONE
    for answer in asked.answers():
        if ability is not None and answer > 0:
            value = worth.attack_worth(combat, unit, combat.units[answer - 1], ability)
            if value > most:
                best = answer
                most = value
    return best
