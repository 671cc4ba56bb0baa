"""What every game tells of a position under the same names: each moves by what it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from affray.core.features import HEIGHT, REACTIONS, SHARED, WAY, YET_TO_ACT
from affray.core.ruleset import Ruleset, Tactics, counting
from affray.core.setup import Objective
from affray.rulesets.icon.sheet import turn_slot
from affray.rulesets.ingenuity.state import Goal
from affray.rulesets.quest.terms import SLOTS
from affray.rulesets.sovereign.terms import LUCK
from tests.icon import table as icon
from tests.ingenuity import table as ingenuity
from tests.quest import table as quest
from tests.sovereign import table as sovereign
from tests.thrum import table as thrum

GOAL = 6  # a cell, six from where the first stands


class Case(NamedTuple):
    """Two alike on a line of cells, the second of them raised: how to change one thing at a time.

    ``acts`` lets b have had its turn, ``spends`` takes a reaction from it, ``seeks`` gives A's side
    a goal; ``level`` is what the second cell adds to the height of A.
    """

    table: Any
    acts: Callable[[Any], None]
    spends: Callable[[Any], None]
    seeks: Callable[[Any], None]
    level: float


def acted(table: Any) -> None:
    table["b"].acted = True


def reach_it(table: Any) -> None:
    table.combat.objectives = [Objective("reached", 0, True, None, [GOAL], 1)]
    if hasattr(table.combat, "counts"):
        table.combat.counts = [0]


def of_icon() -> Case:
    def acts(table: Any) -> None:
        table["b"].turns = 0

    def spends(table: Any) -> None:
        unit = table["b"]
        ids = [ability.id for ability in unit.sheet.abilities]
        unit.set_count(turn_slot(unit.sheet, ids.index("afterimage")), 1)

    both = [icon.sheet(abilities=[icon.ability("afterimage")], pc=False) for _ in range(2)]
    table = icon.Table("A 2 . . . . . . b", A=both[0], b=both[1])
    return Case(table, acts, spends, reach_it, 2.0)


def of_ingenuity() -> Case:
    def seeks(table: Any) -> None:
        table.combat.goals = [Goal("reached", 0, [], [GOAL], 1)]

    table = ingenuity.Table("A v . . . . . . b", A=ingenuity.sheet(), b=ingenuity.sheet())
    return Case(table, acted, lambda one: one.count("b", "reactions", 1), seeks, -4.0)


def of_quest() -> Case:
    def spends(table: Any) -> None:
        table["b"].set_count(SLOTS, 1)

    heights = "0 2 0 0 0 0 0 0 0"
    table = quest.Table("A . . . . . . . b", heights=heights, A=quest.unit(), b=quest.unit())
    return Case(table, acted, spends, reach_it, 2.0)


def of_sovereign() -> Case:
    def spends(table: Any) -> None:
        table["b"].main = False

    heights = "0 20 0 0 0 0 0 0 0"
    table = sovereign.Table(
        "A . . . . . . . b", heights=heights, A=sovereign.body(), b=sovereign.body()
    )
    return Case(table, acted, spends, reach_it, 2.0)


def of_thrum() -> Case:
    def spends(table: Any) -> None:
        table.enter_stance("A", "protect")  # b has one less than A

    table = thrum.Table("A 2 . . . . . . b", A=thrum.hale(), b=thrum.hale())
    return Case(table, acted, spends, reach_it, 2.0)


CASES = {
    "icon": of_icon,
    "ingenuity": of_ingenuity,
    "quest": of_quest,
    "sovereign": of_sovereign,
    "thrum": of_thrum,
}


def tactics_of(table: Any) -> Tactics:
    rules = table.combat.ruleset
    assert isinstance(rules, Ruleset)
    return rules.tactics()


def shared(table: Any) -> dict[str, float]:
    """The last features, as far as they are not 0; the other side sees their opposites."""
    tactics = tactics_of(table)
    names = tactics.feature_names()
    ours, theirs = (tactics.features(table.combat, side) for side in (0, 1))

    assert len(names) == len(ours) == len(tactics.weights())
    assert ours == [-one for one in theirs]
    return {name: one for name, one in zip(names, ours, strict=True) if one and name in SHARED}


@pytest.mark.parametrize("game", CASES)
def test_they_come_last_and_in_the_same_order(game: str) -> None:
    names = tactics_of(CASES[game]().table).feature_names()
    last = [name for name in SHARED if name in names]

    assert names[-len(last) :] == last
    assert set(SHARED) - set(last) <= {HEIGHT}
    assert len(last) == 4 or "on high ground" in names


@pytest.mark.parametrize("game", CASES)
def test_two_who_are_alike_differ_in_nothing(game: str) -> None:
    assert shared(CASES[game]().table) == {}


@pytest.mark.parametrize("game", CASES)
def test_whoever_has_acted_is_not_yet_to_act(game: str) -> None:
    case = CASES[game]()
    case.acts(case.table)

    assert shared(case.table) == {YET_TO_ACT: 1.0}


@pytest.mark.parametrize("game", CASES)
def test_whoever_has_reacted_has_one_reaction_less(game: str) -> None:
    case = CASES[game]()
    case.spends(case.table)

    assert shared(case.table) == {REACTIONS: 1.0}


@pytest.mark.parametrize("game", CASES)
def test_whoever_stands_on_higher_ground_stands_higher(game: str) -> None:
    case = CASES[game]()
    case.table.combat.move(case.table["A"], 1)
    name = HEIGHT
    found = shared(case.table)
    if game == "thrum":
        name = "on high ground"
        tactics = tactics_of(case.table)
        place = tactics.feature_names().index(name)
        found[name] = tactics.features(case.table.combat, 0)[place]

    assert found == {name: case.level}


@pytest.mark.parametrize("game", CASES)
def test_the_nearer_to_a_goal_the_shorter_the_way(game: str) -> None:
    case = CASES[game]()
    case.seeks(case.table)
    assert shared(case.table)[WAY] == pytest.approx(-0.6)

    case.table.combat.move(case.table["A"], 4)
    assert shared(case.table)[WAY] == pytest.approx(-0.2)

    case.table.combat.move(case.table["A"], GOAL)
    assert WAY not in shared(case.table)


@pytest.mark.parametrize("game", CASES)
def test_whoever_is_out_of_the_fight_counts_for_none_of_them(game: str) -> None:
    case = CASES[game]()
    case.seeks(case.table)
    for name in "Ab":
        case.table[name].present = False

    assert shared(case.table) == {}


def test_in_icon_none_interrupts_who_is_stunned() -> None:
    table = of_icon().table
    table.give("b", "stunned")

    assert shared(table) == {REACTIONS: 1.0}


def test_in_ingenuity_whoever_waits_has_two_reactions() -> None:
    table = of_ingenuity().table
    table.give("A", "waiting", 1)

    assert shared(table) == {REACTIONS: 1.0}


def test_in_quest_agility_gives_free_hits() -> None:
    table = quest.Table("A . b", A=quest.unit(agi=2), b=quest.unit(agi=-1))

    assert shared(table) == {REACTIONS: 3.0}


def test_in_sovereign_luck_is_an_instant_once_a_fight() -> None:
    one, other = (sovereign.body(warrior=True) for _ in range(2))
    table = sovereign.Table("A . b", A=one, b=other)
    table["b"].set_count(LUCK, 1)

    assert shared(table) == {REACTIONS: 1.0}


def test_in_sovereign_whoever_is_routed_wants_out() -> None:
    table = sovereign.Table("A . . . b", A=sovereign.body(), b=sovereign.body())
    table.combat.gates = [0]
    table["b"].retreating = True

    assert shared(table) == {WAY: pytest.approx(0.4)}


class Weighed(Tactics):
    """Three features, of which as many are worked out as are asked for."""

    def __init__(self, weights: list[float]) -> None:
        self.own = weights
        self.asked: list[int] = []

    def features(self, combat: Any, side: int) -> list[float]:
        return self.first_features(combat, side, 3)

    def first_features(self, combat: Any, side: int, count: int) -> list[float]:
        self.asked.append(count)
        return [1.0, 2.0, 4.0][:count]

    def weights(self) -> list[float]:
        return self.own


@pytest.mark.parametrize(
    ("weights", "count", "total"),
    [([0.5, 0.0, 0.0], 1, 0.5), ([0.0, 0.0, 0.25], 3, 1.0), ([0.0] * 3, 0, 0.0), ([], 3, 7.0)],
)
def test_what_counts_nothing_is_not_worked_out(
    weights: list[float], count: int, total: float
) -> None:
    tactics = Weighed(weights)
    combat = of_quest().table.combat

    assert tactics.value(combat, 0) == total / (1 + total)
    assert tactics.asked == [count]
    assert counting(weights) == (count if weights else 0)
