"""What every player that is a program owes."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import pytest

from affray.bots import BotRandom, GreedyBot, NoisyBot, RandomBot, at_random, finish, greedy, seated
from affray.bots.registry import LEVELS
from affray.core.choice import PASS, Absent, Agent, Choice, Menu
from affray.session.fight import Fight
from tests.bots.toy import Go, Toy, ToyCombat, ToyTactics, begun, setup


class Noting(Agent):
    """Passes every choice on and notes what was asked and answered."""

    thinks: ClassVar[bool] = True  # whoever it passes them on to may

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.notes: list[tuple[str, int]] = []

    def decide(self, choice: Choice) -> int:
        answer = self.inner.decide(choice)
        assert answer in choice.answers()
        self.notes.append((choice.rule, answer))
        return answer


def played(name: str, seed: int = 5, fight: int = 0) -> tuple[ToyCombat, list[tuple[str, int]]]:
    agents = [Noting(seated(name, ToyTactics(), seed, fight, seat)) for seat in range(3)]
    combat = begun(seed, list(agents))
    finish(combat, 5000)
    return combat, [note for agent in agents for note in agent.notes]


@pytest.mark.parametrize("name", LEVELS)
def test_every_player_by_name_ends_a_fight_with_legal_answers(name: str) -> None:
    combat, notes = played(name)

    assert combat.outcome
    assert notes


@pytest.mark.parametrize("name", ["random", "reckless", "noisy"])
def test_chance_of_a_player_comes_from_seed_and_fight_alone(name: str) -> None:
    assert played(name)[1] == played(name)[1]
    assert played(name)[1] != played(name, seed=6)[1]
    assert played(name)[1] != played(name, fight=1)[1]


def test_two_seats_of_one_seed_do_not_think_alike() -> None:
    one, other = BotRandom(3, 0, 0), BotRandom(3, 0, 1)

    assert [one.below(1000) for _ in range(5)] != [other.below(1000) for _ in range(5)]


def test_a_whim_is_even_and_never_out_of_bounds() -> None:
    whim = BotRandom(-(2**70))

    counts = Counter(whim.below(7) for _ in range(7000))

    assert sorted(counts) == list(range(7))
    assert all(900 < count < 1100 for count in counts.values())


def test_a_whim_keeps_its_numbers_for_ever() -> None:
    """They are part of every journal of a random player: a change breaks replays."""
    whim = BotRandom(7, 2, 1)

    assert [whim.below(1000) for _ in range(6)] == [512, 420, 185, 120, 499, 443]


def test_the_greedy_player_gives_the_plain_answer() -> None:
    choice = Go(1, 0, begun())

    assert GreedyBot(ToyTactics()).decide(choice) == ToyTactics().answer(choice)


def test_noise_of_nothing_is_greedy_and_of_everything_is_random() -> None:
    choice = Go(1, 0, begun())
    plain = ToyTactics().answer(choice)
    never = NoisyBot(ToyTactics(), 1, 0)
    always = NoisyBot(ToyTactics(), 1, 100)

    assert {never.decide(choice) for _ in range(50)} == {plain}
    assert {always.decide(choice) for _ in range(200)} == set(choice.answers())


def test_noise_slips_about_as_often_as_it_says() -> None:
    menu = Menu(1, 0, "toy/menu", [(n, f"n {n}") for n in range(1000)])

    class Zero(ToyTactics):
        def answer(self, choice: Choice) -> int:
            return PASS

    bot = NoisyBot(Zero(), 9, 25)
    slips = sum(bot.decide(menu) != PASS for _ in range(4000))

    assert 900 < slips < 1100


def test_the_greedy_player_beats_the_random_one() -> None:
    wins = Counter[int]()
    for seed in range(40):
        tactics = ToyTactics()
        combat = begun(seed, [GreedyBot(tactics), RandomBot(seed), Absent()])
        finish(combat, 5000)
        wins[combat.winner] += 1

    assert wins[0] >= 38


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(ValueError, match="greedyy"):
        seated("greedyy", Toy().tactics(), 1)


def test_finish_stops_at_its_cap() -> None:
    combat = begun(1, [Absent(), Absent(), Absent()])

    assert finish(combat, 12) == 12
    assert combat.outcome == ""


def test_a_loop_of_ones_own_may_ask_for_answers() -> None:
    fight = Fight(Toy(), setup(), 3)
    whim = BotRandom(1)
    while not fight.over:
        greedily = fight.choice.who in ("ana", "bo")
        fight.choose(greedy(fight.choice) if greedily else at_random(fight.choice, whim))

    assert fight.outcome is not None
    assert fight.outcome.winner == "heroes"
