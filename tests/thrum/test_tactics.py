"""The plain player of Thrum, the few likely answers, a position in numbers."""

from __future__ import annotations

from typing import Any

import pytest

from affray.bots import GreedyBot, NoisyBot, RandomBot
from affray.content import load_encounter
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.rulesets.thrum.movement.walking import MoveTo
from affray.rulesets.thrum.play.tactics import Scorer
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import MOMENTS

ENCOUNTERS = [
    "thrum/broken-causeway",
    "thrum/choir-in-the-mire",
    "thrum/hold-the-gate",
    "thrum/tide-stair",
]


def play(ruleset: Ruleset, setup: Setup, seed: int, agents: list[Agent]) -> Combat[Any]:
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    while not combat.outcome:
        combat.step()
    return combat


class Looking(Agent):
    """Plays noisily and compares what the tactics say of every choice."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.tactics = ruleset.tactics()
        self.bot = NoisyBot(self.tactics, seed, 30)
        self.seen: set[str] = set()

    def decide(self, choice: Choice) -> int:
        offered = choice.answers()
        plain = self.tactics.answer(choice)
        likely = self.tactics.likely(choice, 4)
        assert likely[0] == plain
        assert len(set(likely)) == len(likely) <= 4
        assert all(answer in offered for answer in likely)
        assert self.tactics.likely(choice, 4) == likely
        if len(offered) >= 4:
            assert len(likely) >= 2, choice.kind
        self.seen.add(choice.kind)
        return self.bot.decide(choice)


class Comparing(Agent):
    """Plays noisily and compares what is remembered, or left out, with the whole of it."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.bot = NoisyBot(ruleset.tactics(), seed, 30)
        self.scored = 0

    def decide(self, choice: Choice) -> int:
        combat: ThrumCombat = choice.combat
        for one in (combat, combat.clone()):
            for moment in [1 << number for number in range(MOMENTS)]:
                hearers = [
                    unit.index for unit in one.units if (unit.listens | unit.notices) & moment
                ]
                assert one.hearers(moment) == hearers
        if isinstance(choice, MoveTo):
            unit = choice.move.unit
            near, everybody = Scorer(combat, unit, choice.move.left()), Scorer(combat, unit, 99)
            for cell in [unit.cell, *choice.squares()]:
                assert near.score(cell, True) == everybody.score(cell, True)
                assert near.danger == everybody.danger
                self.scored += 1
        return self.bot.decide(choice)


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_foes_out_of_reach_change_no_score_and_it_is_known_who_hears_what(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    comparing = Comparing(ruleset, 1)
    play(ruleset, setup, 1, [comparing] * len(setup.seats))
    assert comparing.scored > 50


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_greedy_beats_random_at_least_19_times_in_20_in_mirrored_fights(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    greedy: Agent = GreedyBot(ruleset.tactics())
    won = 0
    for seed in range(20):
        for side in (0, 1):
            chance: Agent = RandomBot(seed)
            agents = [greedy, chance] if side == 0 else [chance, greedy]
            won += play(ruleset, setup, seed, [*agents, greedy]).winner == side

    assert won >= 38


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_likely_answers_begin_with_the_plain_one_and_are_all_legal(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    looking = Looking(ruleset, 3)

    play(ruleset, setup, 3, [looking] * len(setup.seats))

    assert {"move", "action", "stance", "defend"} <= looking.seen


@pytest.mark.parametrize("key", ENCOUNTERS)
def test_features_are_differences_between_the_sides(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    noisy: Agent = NoisyBot(tactics, 5, 25)
    combat = ruleset.begin(setup, SeededDice(5), [noisy] * len(setup.seats))
    shown: set[int] = set()
    while not combat.outcome:
        combat.step()
        ours, theirs = tactics.features(combat, 0), tactics.features(combat, 1)
        assert len(ours) == len(tactics.feature_names())
        assert ours == [-one for one in theirs]
        shown |= {place for place, one in enumerate(ours) if one}

    silent = {"objective", "on high ground", "way to exits"}
    names = tactics.feature_names()
    assert {names[place] for place in range(len(names)) if place not in shown} <= silent
