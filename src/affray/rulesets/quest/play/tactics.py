"""How a program plays Quest: the plain answer to every choice, a position in numbers.

Floats live in this package and in bots only.
"""

from __future__ import annotations

from typing import Any, Final

from affray.core.candidates import by_kind, cheapest, in_turn, plain_first, spread
from affray.core.choice import PASS, Choice
from affray.core.combat import Combat
from affray.core.dice import OTHER, Dice
from affray.core.features import SHARED, SharedFeatures
from affray.core.objectives import goal_cells, progress
from affray.core.window import CODES, Reply
from affray.rulesets.quest import actions, carrying, end, geometry, reaction
from affray.rulesets.quest.choice import act, destination, menus, target
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.play.appraisal import (
    Appraisal,
    average_harm,
    harm_of,
    nearest,
    plain_aim,
)
from affray.rulesets.quest.play.weights import RULES, WEIGHTS
from affray.rulesets.quest.play.worth import (
    Ground,
    act_worth,
    allowed,
    burst_totals,
    burst_worths,
    candidates,
    goal_worth,
    may_reach,
)
from affray.rulesets.quest.resource import free_hits
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import BA, FREE, QUICK_HANDS

FEATURES: Final = (
    "units",
    "hit points",
    "mp",
    "wounds",
    "prone",
    "helpless",
    "strength",
    "objectives",
    *SHARED,
)
OWN: Final = len(FEATURES) - len(SHARED)
OFF: Final = 4  # spaces from a foe at which a creature appears
NOTHING: Final = 0.05  # an act has to be worth more than this to be taken


class QuestTactics(SharedFeatures):
    """Plain play: hit who can be felled, stand where that is possible, waste nothing."""

    def answer(self, choice_: Choice) -> int:
        combat: QuestCombat = choice_.combat
        if isinstance(choice_, act.Act):
            return self.act(combat, choice_)
        if isinstance(choice_, destination.MoveTo):
            return self.move(combat, choice_)
        if isinstance(choice_, menus.Aim):
            return 1 + plain_aim(combat, combat.units[choice_.who], choice_.target, None)
        if isinstance(choice_, menus.Face):
            return self.face(combat, choice_)
        if isinstance(choice_, menus.Delay):
            return self.delay(combat, choice_)
        if isinstance(choice_, Reply):
            return self.reply(combat, choice_)
        if isinstance(choice_, target.Goal):
            return self.goal(combat, choice_)
        if isinstance(choice_, target.Notes):
            return choice_.options[-1][0]
        if isinstance(choice_, menus.Thrall):
            return PASS
        return choice_.fallback()

    def likely(self, choice_: Choice, most: int) -> list[int]:
        if isinstance(choice_, destination.MoveTo):
            return self.likely_moves(choice_.combat, choice_, most)
        return super().likely(choice_, most)

    def ranked(self, choice_: Choice, most: int) -> list[int]:
        combat: QuestCombat = choice_.combat
        if isinstance(choice_, act.Act):
            return self.ranked_acts(choice_, most)
        if isinstance(choice_, target.Goal) and choice_.spell.summon is None:
            return self.ranked_goals(combat, choice_, most)
        if isinstance(choice_, (menus.Aim, menus.Face)):
            return []  # in 102 such questions, with 40 futures each, the plain answer lost nothing
        return choice_.answers()

    def suppose(self, combat: Combat[Any], seat: int, dice: Dice) -> None:
        """Put every unit that a seat does not detect somewhere, armed as it began.

        Rule: gm.detection.
        """
        assert isinstance(combat, QuestCombat)
        for unit in combat.units:
            if not unit.present or unit.cell >= 0:
                continue
            cells = [
                cell
                for cell in range(combat.grid.size)
                if geometry.room(combat.grid, cell, unit.size) and combat.free(cell, unit.size)
            ]
            if cells:
                dice.about(OTHER, unit.index, combat.round, "gm.detection")
                combat.stand(unit, cells[dice.roll(len(cells)) - 1])
                unit.unseen = sum(1 << one.index for one in combat.units if one.side != unit.side)
                carrying.equip(unit, None)

    def feature_names(self) -> list[str]:
        return list(FEATURES)

    def weights(self) -> list[float]:
        return WEIGHTS

    def fitted_for(self) -> int:
        return RULES

    def own_features(self, combat: Combat[Any], side: int) -> list[float]:
        assert isinstance(combat, QuestCombat)
        total = [0.0] * OWN
        for unit in combat.units:
            if not unit.present:
                continue
            sign = 1.0 if unit.side == side else -1.0
            total[0] += sign
            total[1] += sign * unit.hp / 10.0
            total[2] += sign * unit.mp / 4.0
            total[3] -= sign * sum(unit.wounds)
            total[4] -= sign * (1.0 if unit.prone else 0.0)
            total[5] -= sign * (0.0 if unit.free_handed() else 1.0)
            total[6] += sign * average_harm(combat, unit) * unit.hp / 40.0
        if combat.objectives:
            roll = end.roll_of(combat)
            far = progress(combat, combat.objectives, combat.counts, roll, side)
            total[7] = far / 1000.0
        return total

    def yet_to_act(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, QuestCombat)
        return not combat.units[who].acted

    def reactions(self, combat: Combat[Any], who: int) -> int:
        """Return how many free hits it can still make in this round. Rule: freehit.slots."""
        assert isinstance(combat, QuestCombat)
        return free_hits.left(combat.units[who])

    def goals(self, combat: Combat[Any], who: int) -> list[int]:
        assert isinstance(combat, QuestCombat)
        return goal_cells(combat.objectives, combat.units[who].side)

    # -- acting ------------------------------------------------------------------------------

    def ranked_acts(self, choice_: act.Act, most: int) -> list[int]:
        """Return acts, the most promising first, and the best of each kind among them."""
        appraisal = Appraisal(choice_.combat, choice_.unit)
        answers = choice_.answers()
        costs = [-act_worth(appraisal, answer) if answer else 0.0 for answer in answers]
        ranked = cheapest(costs, answers)
        return by_kind(ranked, [kind_of(code) for code in ranked], most)

    def act(self, combat: QuestCombat, choice_: act.Act) -> int:
        """Take what is worth most; what is not allowed is found out only then."""
        unit = choice_.unit
        spent = unit.aa + unit.ma + unit.ba == 0 and not unit.prone
        if not unit.able() or (spent and not unit.has_feat(QUICK_HANDS)):
            return PASS
        best = PASS
        top = NOTHING
        appraisal = Appraisal(combat, unit)
        codes = choice_.answers() if choice_.opening else candidates(appraisal)
        for code in codes:
            if code != PASS:
                worth = act_worth(appraisal, code)
                if worth > top and (choice_.opening or allowed(appraisal, code)):
                    top = worth
                    best = code
        return best

    def reply(self, combat: QuestCombat, choice_: Reply) -> int:
        """Strike whenever it can be done, with the best weapon; stand up for a bonus action."""
        window = choice_.window
        best = choice_.listed[0]
        top = -1.0
        for answer in choice_.listed:
            if answer == PASS:
                continue
            who = answer // CODES
            code = answer % CODES
            worth = 1.0
            if isinstance(window, reaction.Strikes):
                striker = combat.units[who]
                target, thing, aim = window.parts(who, code)
                worth += harm_of(striker, thing)
                worth += 0.5 if aim == plain_aim(combat, striker, target, thing) else 0.0
            elif code - 1 == BA:
                worth += 1.0
            elif code - 1 == FREE:
                worth += 2.0
            if worth > top:
                top = worth
                best = answer
        return best

    def goal(self, combat: QuestCombat, choice_: target.Goal) -> int:
        """Take the best target; an area where it hurts most; a creature appears near a foe."""
        unit = choice_.unit
        one = choice_.spell
        answers = choice_.answers()
        if one.target != "space":
            return self.best_unit(combat, choice_)
        if one.summon is not None:
            return self.appearance(combat, unit, answers)
        best = answers[0]
        totals = burst_totals(combat, one, burst_worths(combat, unit, one))
        for answer in answers:
            if totals[answer - 1] > totals[best - 1]:
                best = answer
        return best

    def appearance(self, combat: QuestCombat, unit: QuestCombatant, answers: list[int]) -> int:
        """Return the answer that lets a creature appear a little off the nearest foe.

        It can do nothing yet: beside a foe it would be struck down before its first turn.
        """
        foe = nearest(combat, unit)
        best = answers[0]
        least = 0
        for answer in answers if foe is not None else []:
            assert foe is not None
            off = abs(geometry.distance_to(combat, foe, answer - 1) - OFF)
            if answer == answers[0] or off < least:
                least = off
                best = answer
        return best

    def ranked_goals(self, combat: QuestCombat, choice_: target.Goal, most: int) -> list[int]:
        """Return the targets of a spell, those on which it is worth most first."""
        unit = choice_.unit
        one = choice_.spell
        answers = choice_.answers()
        if one.target == "space":
            totals = burst_totals(combat, one, burst_worths(combat, unit, one))
            costs = [-totals[answer - 1] for answer in answers]
            spaces = [spread(combat.grid, costs, answers), cheapest(costs, answers)]
            return in_turn(spaces, most)
        worths = [
            goal_worth(combat, unit, one, combat.units[answer - 1], choice_.notes)
            for answer in answers
        ]
        return cheapest([-worth for worth in worths], answers)

    def best_unit(self, combat: QuestCombat, choice_: target.Goal) -> int:
        """Return the answer that aims a spell at the unit on which it is worth most."""
        best = choice_.answers()[0]
        top = -1000.0
        for answer in choice_.answers():
            target = combat.units[answer - 1]
            worth = goal_worth(combat, choice_.unit, choice_.spell, target, choice_.notes)
            if worth > top:
                top = worth
                best = answer
        return best

    def face(self, combat: QuestCombat, choice_: menus.Face) -> int:
        """Face the nearest enemy."""
        unit = combat.units[choice_.who]
        foe = nearest(combat, unit)
        if foe is None:
            return PASS
        facing = geometry.facing_to(combat, unit, foe)
        return PASS if facing in (-1, unit.facing) else 1 + facing

    def delay(self, combat: QuestCombat, choice_: menus.Delay) -> int:
        """Let foes come near who cannot be reached yet and can hardly stay away."""
        unit = combat.units[choice_.who]
        foe = nearest(combat, unit)
        if foe is None or unit.fleeing or unit.prone or unit.unseen:
            return choice_.at_once
        apart = geometry.distance(combat, unit, foe)
        out_of_reach = not may_reach(combat, unit, apart) and self.fights_hand_to_hand(combat, unit)
        comes = not foe.acted and may_reach(combat, unit, apart - rates.movement(combat, foe))
        return choice_.later if out_of_reach and comes else choice_.at_once

    def fights_hand_to_hand(self, combat: QuestCombat, unit: QuestCombatant) -> bool:
        """Return whether a unit has nothing to do at a distance."""
        if unit.sheet.spells and unit.mp > 0:
            return False
        return not Appraisal(combat, unit).shoots()

    # -- moving ------------------------------------------------------------------------------

    def move(self, combat: QuestCombat, choice_: destination.MoveTo) -> int:
        """Go where the best attack can be made; avoid free hits; flee if the GM says so."""
        unit = choice_.move.unit
        if unit.fleeing:
            return self.flee(combat, choice_)
        reach = choice_.reach()
        ground = Ground(combat, unit)
        best = PASS
        top = ground.worth(unit.cell) - ground.blind(unit.cell)
        if top >= 0:
            return PASS  # nowhere is it worth more
        for cell in reach.cells:
            worth = ground.worth(cell)
            if worth <= top:
                continue
            worth -= int(reach.weighed(cell, 1, 30))
            if worth > top:
                worth -= ground.blind(cell)
                if worth > top:
                    top = worth
                    best = 1 + cell
                    if top + reach.cost(cell) >= 0:
                        break  # no other is nearer, and none is worth more
        return best

    def likely_moves(
        self, combat: QuestCombat, choice_: destination.MoveTo, most: int
    ) -> list[int]:
        """Return the plain answer, the best spaces to fight from, the safest, and to stay.

        The best lie far from each other. The plain answer is that of ``move``: here every space has
        its exact worth anyway.
        """
        reach = choice_.reach()
        unit = choice_.move.unit
        ground = Ground(combat, unit)
        plain = PASS
        top = ground.worth(unit.cell) - ground.blind(unit.cell)
        costs: list[float] = []
        answers: list[int] = []
        for cell in reach.cells:
            worth = ground.worth(cell) - int(reach.weighed(cell, 1, 30)) - ground.blind(cell)
            costs.append(float(-worth))
            answers.append(1 + cell)
            if worth > top:
                top = worth
                plain = 1 + cell
        safest = 1 + ground.safest(unit.cell, reach.cells)  # PASS if none is safer
        if unit.fleeing:
            plain = self.flee(combat, choice_)
        # As they are listed, without drops and ways off the map if nobody looks so far.
        listed = [PASS, *answers[:most]] if len(answers) >= most else choice_.answers()
        ranked = in_turn([spread(combat.grid, costs, answers), [PASS, safest], listed], most)
        return plain_first(plain, ranked, most)

    def flee(self, combat: QuestCombat, choice_: destination.MoveTo) -> int:
        """Leave the map, or come as near to its edge as one can."""
        edges = choice_.edges()
        if edges:
            return destination.FLEE + edges[0]
        best = PASS
        least = geometry.to_edge(combat.grid, choice_.move.unit.cell)
        for cell in choice_.reach().cells:
            apart = geometry.to_edge(combat.grid, cell)
            if apart < least:
                least = apart
                best = 1 + cell
        return best


def kind_of(code: int) -> int:
    """Return a number for what an act does, whatever its target is."""
    verb = code // actions.VERB
    if verb in (actions.CAST, actions.MOVE, actions.BOOST):
        return code // actions.PART
    if verb in actions.ATTACKS:
        return verb * actions.VERB + code % actions.PART
    return verb * actions.VERB
