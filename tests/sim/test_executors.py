"""Executors: the same results wherever fights are played, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import affray
from affray import sim
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.sim import executors
from affray.sim.batches import Plan, Portions
from affray.sim.executors import Executor, Here, Portion, Processes, can_fork
from affray.sim.places import cores
from affray.sim.players import Player
from tests.core.duel import Duel, skirmish
from tests.sim import own_players

OWN = "tests.sim.own_players"
PACK = """
ruleset = "quest"
name = "One more"

[[creature]]
id = "egret"
name = "Egret"
role = "foe"
level = 1
max_hp = 8
accuracy = 0
agility = 3
strength = 0
weapons = ["claws"]
"""
ENCOUNTER = """
ruleset = "quest"
id = "own"
name = "Own"

[map]
rows = ["......"]

[[side]]
id = "a"
members = [{ id = "egret", at = [0, 0] }]

[[side]]
id = "b"
members = [{ id = "grey-wolf", at = [5, 0] }]
"""


def duel() -> tuple[Ruleset, Setup]:
    return Duel(), skirmish()


class Counting:
    """Work that plays nothing: it says which fights it was asked for, and by which process."""

    def open(self) -> Counting:
        return self

    def __call__(
        self, first: int, many: int, stop: executors.Stop | None = None
    ) -> tuple[int, list[int]]:
        return os.getpid(), list(range(first, first + many))


class Deadly(Counting):
    """Whoever plays fight 7 is gone."""

    def __call__(
        self, first: int, many: int, stop: executors.Stop | None = None
    ) -> tuple[int, list[int]]:
        if first <= 7 < first + many:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(first, many, stop)


@pytest.fixture(scope="module")
def two() -> Iterator[Processes]:
    """Two workers for all tests that end none of them: beginning them may take a second."""
    with Processes(2) as place:
        yield place


@pytest.fixture(params=[1, 2])
def place(request: pytest.FixtureRequest, two: Processes) -> Executor:
    return Here() if request.param == 1 else two


def in_fives(fights: int) -> list[Portion]:
    return [(first, 5) for first in range(0, fights, 5)]


def seat_of(name: str = "") -> str:
    return name or skirmish().seats[0]


# -- what comes back -------------------------------------------------------------------------------


def test_results_come_in_order_from_other_processes(two: Processes) -> None:
    found = list(two.results(Counting(), in_fives(200)))

    assert [fight for _, fights in found for fight in fights] == list(range(200))
    assert os.getpid() not in {process for process, _ in found}


def test_workers_stay_for_the_next_run_and_end_with_the_executor() -> None:
    with Processes(1) as place:
        before = {process for process, _ in place.results(Counting(), in_fives(50))}
        after = {process for process, _ in place.results(Counting(), in_fives(50))}
        assert after == before
        processes = [worker.process for worker in place.workers]

    for process in processes:
        with pytest.raises(ValueError, match="closed"):
            process.is_alive()


def test_two_runs_may_go_side_by_side_and_one_may_be_broken_off(two: Processes) -> None:
    one = two.results(Counting(), in_fives(500))
    other = two.results(Counting(), ((first, 1) for first in count(1000)))
    pairs = list(islice(zip(one, other, strict=False), 30))
    other.close()
    rest = [fight for _, fights in one for fight in fights]

    assert [fights[0] for _, (_, fights) in pairs] == list(range(1000, 1030))
    assert rest == list(range(150, 500))


def test_portions_are_read_as_they_are_needed(two: Processes) -> None:
    read: list[int] = []

    def portions() -> Iterator[Portion]:
        for first in count(0):
            read.append(first)
            yield first, 1

    results = two.results(Counting(), portions())
    for _ in islice(results, 100):
        pass
    results.close()

    assert len(read) <= 100 + executors.AHEAD * 2


def test_workers_that_had_to_begin_afresh_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems without a safe fork, and wherever other threads run."""
    one = sim.run(duel, seed=3, count=60)
    monkeypatch.setattr(executors, "can_fork", lambda: False)

    assert sim.run(duel, seed=3, count=60, jobs=2) == one


def test_a_process_with_another_thread_is_not_forked() -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        assert not can_fork()
    finally:
        end.set()
        thread.join()


def test_a_place_that_is_none_is_told() -> None:
    with pytest.raises(InvalidError, match=r"found 'moon', expected local-ray, ray or ray://"):
        sim.executor("moon")


def test_an_executor_has_as_many_workers_as_there_are_cores() -> None:
    with sim.executor() as place:
        assert place.jobs == cores() >= 1
    with sim.executor(jobs=3) as place:
        assert place.jobs == 3


def test_what_cannot_travel_is_told_before_anything_is_played() -> None:
    with pytest.raises(InvalidError, match="cannot travel to a worker"):
        sim.run(lambda: duel(), count=50, jobs=2)


def test_what_a_worker_does_not_find_is_told(
    two: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As what is written in a notebook: the module is of this process alone."""
    list(two.results(Counting(), in_fives(50)))  # they are there, from before it
    module = ModuleType("only_here")
    exec("def make(seat):\n    return None", vars(module))
    monkeypatch.setitem(sys.modules, "only_here", module)
    seats: dict[str, Player] = {seat_of(): vars(module)["make"]}

    with pytest.raises(InvalidError, match="a worker does not find what is to be played: No mod"):
        sim.run(duel, count=50, seats=seats, executor=two)


# -- workers that are lost -------------------------------------------------------------------------


def test_the_fights_of_a_lost_worker_are_played_again(tmp_path: Path, two: Processes) -> None:
    mark = tmp_path / "mark"
    seats: dict[str, Player] = {seat_of(): own_players.Deadly(31, mark)}
    ran = sim.run(duel, seed=3, count=90, seats=seats, executor=two)

    assert mark.exists()
    expected = sim.run(duel, seed=3, count=90, seats={seat_of(): f"{OWN}:Whim"})
    assert (ran.digest, ran.wins, ran.count) == (expected.digest, expected.wins, 90)


def test_fights_that_end_every_worker_are_given_up_and_named() -> None:
    with Processes(1) as place, pytest.raises(InvalidError, match="fights 5 to 9 ended 3 worker"):
        list(place.results(Deadly(), in_fives(30)))


# -- portions --------------------------------------------------------------------------------------


def test_portions_hold_every_fight_once_however_they_are_cut() -> None:
    for every in (0, 50):
        cut = Portions(7, 1234, 2, before=30, every=every)
        fights: list[int] = []
        for first, size in cut:
            fights += range(first, first + size)
            cut.played += size
            if every:  # a portion ends wherever one looks
                assert (30 + first - 7) // every == (30 + first + size - 8) // every

        assert fights == list(range(7, 1241))


def test_the_last_portions_are_short_so_that_workers_end_together() -> None:
    cut = Portions(0, 3000, 2)
    sizes = []
    for _, size in cut:
        sizes.append(size)
        cut.played += 1_000_000  # each fight takes no time: portions as large as they may be

    assert sizes[:3] == [5, 748, 561]
    assert sizes[-3:] == [5, 5, 3]


def test_a_thousand_million_fights_are_cut_as_they_are_played() -> None:
    portions = iter(Portions(0, 1_000_000_000, 2))

    assert next(portions)[0] == 0


# -- what travels ----------------------------------------------------------------------------------


def test_an_encounter_and_its_packs_are_read_once(tmp_path: Path, two: Processes) -> None:
    """Whoever plays it need not have the files."""
    pack = tmp_path / "pack.toml"
    pack.write_text(PACK)
    fight = tmp_path / "own.toml"
    fight.write_text(ENCOUNTER)
    source = sim.from_content(fight, [pack])
    expected = sim.run(source, count=4)
    fight.unlink()
    pack.unlink()

    assert sim.run(source, count=4, executor=two) == expected


# -- players of one's own --------------------------------------------------------------------------


def test_own_players_are_named_or_handed_over(place: Executor) -> None:
    named = sim.run(duel, seed=3, count=40, seats={seat_of(): f"{OWN}:Whim"}, executor=place)
    handed = sim.run(duel, seed=3, count=40, seats={seat_of(): own_players.Whim}, executor=place)
    greedy = sim.run(duel, seed=3, count=40)

    assert handed == named
    assert named.players[seat_of()] == f"{OWN}:Whim"
    assert named.digest != greedy.digest


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("failing", r"fight 0 of seed 3\): ZeroDivisionError: a slip of the pen, asked "),
        ("cheating", r"fight 0 of seed 3\): found the answer -77, expected one of "),
        ("late", r"fight 12 of seed 3\): KeyError: 'no book of openings'"),
        ("no_answer", r"fight 0 of seed 3\): IllegalError: .*no_answer returned "),
        ("nobody", r'fight 0 of seed 3\): made "nobody", expected an affray.core.choice.Agent'),
    ],
)
def test_what_an_own_player_does_wrong_is_its_fault(name: str, said: str, place: Executor) -> None:
    with pytest.raises(sim.BotFaultError, match=said) as e:
        sim.run(duel, seed=3, count=40, seats={seat_of(): f"{OWN}:{name}"}, executor=place)

    assert str(e.value).startswith(f"the player {OWN}:{name} failed (the seat {seat_of()}, ")


@pytest.mark.parametrize("name", ["plain", "by_key", "Last", "LAST"])
def test_what_may_sit_in_a_fight_may_be_simulated(name: str, place: Executor) -> None:
    """A function of a question, an agent, a class of them; each fight begins with it as it is."""
    own = getattr(own_players, name)
    handed = sim.run(duel, seed=3, count=40, seats={seat_of(): own}, executor=place)
    named = sim.run(duel, seed=3, count=40, seats={seat_of(): f"{OWN}:{name}"})

    assert handed.digest == named.digest
    assert own_players.LAST.asked == 0
    assert handed.digest != sim.run(duel, seed=3, count=40).digest


def test_an_own_player_answers_as_it_does_in_a_fight() -> None:
    seats: dict[str, Any] = {"players": own_players.plain, "foes": "greedy"}
    fight = affray.start("quest/ford-of-reeds", seed=5, seats=seats)

    counts = sim.run("quest/ford-of-reeds", seed=5, count=1, seats=seats)

    assert fight.outcome is not None
    assert [side for side, n in zip(counts.sides, counts.wins, strict=True) if n] == [
        fight.outcome.winner
    ]


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (7, "the player: found 7, expected an Agent, or a function of a question or a seat"),
        ("greedi", "no player is called \"greedi\"; did you mean 'greedy'"),
        ("nowhere:bot", "nowhere:bot cannot be imported: ModuleNotFoundError"),
        (f"{OWN}:nothing", "cannot be imported: AttributeError"),
        (f"{OWN}:__doc__", "expected an Agent, or a function of a question or a seat"),
    ],
)
def test_a_player_that_there_is_none_of_is_told(player: Any, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        sim.run(duel, count=5, seats={seat_of(): player})


def test_a_seat_that_there_is_none_of_is_told() -> None:
    with pytest.raises(InvalidError, match='no seat "nowhere"'):
        sim.run(duel, count=5, seats={"nowhere": "greedy"})


def test_in_this_process_a_run_may_be_left_between_two_fights() -> None:
    asked = iter([False, False, False, True, True, True])
    plan = Plan(duel, 1, {})

    parts = list(Here().results(plan, [(0, 10), (10, 10)], lambda: next(asked)))

    assert [part.count for part in parts] == [2]
