"""Players that think: deterministic, honest about the future, and better than plain ones."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from affray.bots import GreedyBot, Level, ThinkingBot, Thought, finish, seated
from affray.bots.supposing import Scenes
from affray.bots.thinking import IN_LONG_ROUNDS, THINKING, better_half, levels
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.scene import Scene, recorded_step
from affray.session.fight import Fight
from tests.core.duel import Duel, skirmish

STEADY = THINKING[0]


def begun(agents: list[Agent], seed: int = 3) -> Combat[Any]:
    return Duel().begin(skirmish(), SeededDice(seed), agents)


def thinker(level: Level = STEADY, seed: int = 5) -> ThinkingBot:
    return ThinkingBot(Duel().tactics(), level, seed)


def play_on(combat: Combat[Any]) -> None:
    """Play on to the end, step by step, so that players may think."""
    while not combat.outcome:
        recorded_step(combat)


def test_the_same_seed_thinks_the_same() -> None:
    keys = []
    for _ in range(2):
        combat = begun([thinker(), thinker(seed=6), GreedyBot(Duel().tactics())])
        finish(combat, 60)
        keys.append(combat.key())

    assert keys[0] == keys[1]


def test_thinking_changes_nothing_but_the_answer() -> None:
    """The dice of the fight and its state are those of a plain player with the same answers."""

    class Noting(Agent):
        thinks: ClassVar[bool] = True
        given: list[int]

        def decide(self, choice: Choice) -> int:
            key = choice.combat.key()
            dice = choice.combat.dice.state()
            answer = inner.decide(choice)
            assert choice.combat.key() == key
            assert choice.combat.dice.state() == dice
            self.given.append(answer)
            return answer

    inner = thinker()
    player = Noting()
    player.given = []
    combat = begun([player] * 3)
    while not combat.outcome:
        recorded_step(combat)

    class Repeating(Agent):
        def decide(self, choice: Choice) -> int:
            return player.given.pop(0)

    again = begun([Repeating()] * 3)
    finish(again, 1000)

    assert again.key() == combat.key()
    assert player.given == []


def test_trials_are_shared_out_and_all_are_used() -> None:
    player = thinker(Level("some", 4, 16, 1))
    combat = begun([player] * 3)
    seen: list[Thought] = []
    while not combat.outcome:
        recorded_step(combat)
        if player.thought is not None and player.thought not in seen:
            seen.append(player.thought)

    full = [one for one in seen if len(one.options) == 4]
    assert full
    for one in full:
        assert sum(one.trials) <= 16
        assert min(one.trials) == 1
        assert one.trials[0] == max(one.trials), "the plain answer is never dropped"
        assert one.best == 0 or one.trials[one.best] >= 2
        assert all(-1.0 <= one.mean(place) <= 1.0 for place in range(4))
    assert any(sum(one.trials) > 12 for one in full), "whatever gains is tried until the end"
    assert any(sum(one.trials) == 4 for one in full), "where nothing gains, the thought ends"


def test_the_first_look_may_be_nearer_than_the_others() -> None:
    class Watched(ThinkingBot):
        def halve(self, scenes: Scenes, side: int, thought: Thought) -> None:
            self.ends: list[int] = []  # of each trial, in order: to the end of which round it goes
            super().halve(scenes, side, thought)
            assert len(self.ends) == sum(thought.trials)

        def trial(self, scene: Scene, answer: int, side: int, number: int, rounds: int) -> float:
            self.ends.append(rounds)
            return super().trial(scene, answer, side, number, rounds)

    player = Watched(Duel().tactics(), Level("some", 4, 16, 2, first=1), 5)
    combat = begun([player] * 3)
    seen = []
    while not combat.outcome:
        player.ends = []
        recorded_step(combat)
        seen.append(player.ends)

    assert all(ends == sorted(ends) for ends in seen), "near ones first"
    assert all(ends[0] == 1 for ends in seen if ends)
    assert any(ends and ends[-1] == 2 for ends in seen)
    assert any(ends and ends[-1] == 1 for ends in seen), "where nothing gains, the thought ends"
    assert Level("some", 4, 16, 2).first == 2, "as far as the others, if nothing is said"


def test_where_rounds_are_long_levels_of_the_same_names_compare_fewer_answers() -> None:
    class Long(type(Duel().tactics())):  # type: ignore[misc]
        def long_rounds(self) -> bool:
            return True

    assert levels(Duel().tactics()) == THINKING
    assert levels(Long()) == IN_LONG_ROUNDS
    assert [one.name for one in THINKING] == [one.name for one in IN_LONG_ROUNDS]
    for usual, here in zip(THINKING, IN_LONG_ROUNDS, strict=True):
        assert here.options <= usual.options
        assert here.trials <= usual.trials
    player = seated("steady", Long(), 1)
    assert isinstance(player, ThinkingBot)
    assert player.level is IN_LONG_ROUNDS[0]


def test_another_answer_is_given_only_if_it_gains_more_than_luck_may_explain() -> None:
    lucky, better = Thought([7, 8], 0), Thought([7, 8], 0)
    for number in range(4):
        for thought in (lucky, better):
            thought.note(0, 0.1, 0.0)
        lucky.note(1, 0.1, 0.9 if number == 0 else -0.1)
        better.note(1, 0.4, 0.3 + number / 100)
    lucky.choose([0, 1])
    better.choose([0, 1])

    assert lucky.gains[1] > 0
    assert lucky.best == 0
    assert better.best == 1


def test_a_player_that_is_asked_to_remembers_what_it_considered() -> None:
    player = thinker()
    player.memory = []
    combat = begun([player] * 3)
    for _ in range(20):
        recorded_step(combat)

    assert player.memory
    for one in player.memory:
        assert len(one.keys) == len(one.options) == len(set(one.keys))
        assert one.prompt
        assert one.who >= 0
        assert one.best == 0 or one.mean(one.best) > one.mean(0)


def test_weights_of_other_rules_are_refused() -> None:
    class Old(type(Duel().tactics())):  # type: ignore[misc]
        def fitted_for(self) -> int:
            return Duel.version + 1

    combat = begun([ThinkingBot(Old(), STEADY, 1)] * 3)
    combat.ruleset = Duel()
    with pytest.raises(InvalidError, match="affray fit"):
        play_on(combat)


def test_of_equal_answers_the_earlier_one_stays_and_what_gained_nothing_does_not() -> None:
    thought = Thought([7, 8, 9, 10, 11, 12], 0)
    thought.gains = [0.0, 0.1, 0.5, 0.5, 0.0, -0.25]

    assert better_half([0, 1, 2, 3, 4, 5], thought) == [0, 2, 3, 1]
    assert better_half([0, 1, 2, 3], thought) == [0, 2, 3]
    assert better_half([0, 4, 5], thought) == [0]


def test_a_thinker_beats_the_plain_player_from_either_side() -> None:
    wins = 0
    for fight in range(8):
        for side in (0, 1):
            tactics = Duel().tactics()
            agents: list[Agent] = [GreedyBot(tactics)] * 3
            agents[side] = ThinkingBot(tactics, THINKING[1], 5, fight)
            combat = begun(agents, fight)
            finish(combat, 1000)
            wins += combat.winner == side

    assert wins > 8


@pytest.mark.parametrize("level", [one.name for one in THINKING])
def test_every_level_can_be_seated_by_name(level: str) -> None:
    player = seated(level, Duel().tactics(), 1)

    assert isinstance(player, ThinkingBot)
    assert player.level.name == level


def test_a_session_lets_its_players_think() -> None:
    fight = Fight(Duel(), skirmish(), 4, seats={"foes": "steady", "players": "steady"})

    assert fight.over
