"""Players that think play every kind of fight: a GM who rules, objectives, summons, three teams."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from affray.bots import Level, ThinkingBot
from affray.bots.thinking import PlainPolicy, side_of
from affray.content import load_encounter
from affray.core.choice import Agent, Choice, Menu
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.scene import recorded_step
from affray.encounters.prepare import prepare
from affray.rulesets.icon.state import IconCombat

LITTLE = Level("little", 2, 2, 1)
ROUNDS = 2
# What each is for: an objective and summons, three teams, things called up, rulings, an objective.
FIGHTS = (
    "icon/hold-the-gate",
    "ingenuity/drowned-ford",
    "quest/sunken-shrine",
    "sovereign/fire-in-the-yard",
    "thrum/hold-the-gate",
)


class Noting(Agent):
    """Notes for whose good a thinking player decided, and that its answers are legal."""

    thinks: ClassVar[bool] = True

    def __init__(self, inner: ThinkingBot) -> None:
        self.inner = inner
        self.given: list[int] = []
        self.sides: set[int] = set()
        self.thoughts = 0

    def decide(self, choice: Choice) -> int:
        answer = self.inner.decide(choice)
        assert choice.allows(answer)
        self.given.append(answer)
        self.sides.add(side_of(choice, choice.combat))
        self.thoughts += self.inner.thought is not None
        return answer


def begun(key: str) -> tuple[Combat[Any], list[Noting]]:
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    players = [Noting(ThinkingBot(tactics, LITTLE, 3, 0, seat)) for seat in range(len(setup.seats))]
    return ruleset.begin(setup, SeededDice(6), list(players)), players


def played(key: str) -> tuple[Combat[Any], list[Noting]]:
    combat, players = begun(key)
    while not combat.outcome and combat.round <= ROUNDS:
        recorded_step(combat)
    return combat, players


@pytest.mark.parametrize("key", FIGHTS)
def test_thinking_players_on_every_seat_play_any_fight(key: str) -> None:
    combat, players = played(key)
    sides = len({unit.side for unit in combat.units})

    assert sum(player.thoughts for player in players) > 20
    assert combat.recount() == ""
    for player in players[:sides]:
        assert len(player.sides) == 1, "a seat decides for the good of its own side alone"
        assert min(player.sides) >= 0


def test_three_teams_think_each_for_itself_and_the_same_again() -> None:
    combat, players = played("ingenuity/drowned-ford")
    again, others = played("ingenuity/drowned-ford")

    assert combat.key() == again.key()
    assert [one.given for one in players] == [one.given for one in others]
    assert [one.sides for one in players[:3]] == [{0}, {1}, {2}]


def test_whatever_weakens_either_of_two_other_teams_is_welcome() -> None:
    combat, _ = begun("ingenuity/drowned-ford")
    tactics = prepare(load_encounter("ingenuity/drowned-ford"))[0].tactics()
    before = [tactics.value(combat, side) for side in range(3)]
    for hurt in (1, 2):
        weaker = combat.clone()
        for unit in weaker.units:
            if unit.side == hurt:
                unit.endurance = 1
        after = [tactics.value(weaker, side) for side in range(3)]

        assert after[hurt] < before[hurt]
        assert all(after[side] > before[side] for side in range(3) if side != hurt)


def test_an_objective_that_comes_nearer_is_welcome() -> None:
    combat, _ = begun("icon/hold-the-gate")
    tactics = prepare(load_encounter("icon/hold-the-gate"))[0].tactics()
    while combat.round < 1:
        recorded_step(combat)
    assert isinstance(combat, IconCombat)
    gate = combat.objectives[1].cells
    nearer = combat.clone()
    foe = next(unit for unit in nearer.units if unit.side == 1 and unit.able())
    nearer.move(foe, next(cell for cell in gate if nearer.free(cell, foe.size)))

    assert tactics.value(nearer, 1) > tactics.value(combat, 1)
    assert tactics.value(nearer, 0) < tactics.value(combat, 0)


def test_a_ruling_on_nobodys_behalf_is_the_documented_default() -> None:
    combat, _ = begun("quest/cairn-gate")
    tactics = prepare(load_encounter("quest/cairn-gate"))[0].tactics()
    ruling = Menu(1 << combat.gm, 0, "gm.will-to-fight", [(0, "no"), (1, "yes")], default=1)
    ruling.combat = combat

    assert side_of(ruling, combat) == -1
    assert ThinkingBot(tactics, LITTLE, 1).decide(ruling) == 1
    assert PlainPolicy(tactics).decide(ruling) == 1
