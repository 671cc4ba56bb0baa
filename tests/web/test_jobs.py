"""Work in processes of its own: bounded, cancelled, and never in the way of the table."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from affray import bots
from affray.content.game import games
from affray.content.problems import InvalidError
from affray.encounters import prepare
from affray.web import uploads
from affray.web.chances import forecast_at
from affray.web.jobs import Jobs
from affray.web.store import Store
from affray.web.wire import RefusedError
from tests.web.inside import Seated, begun, with_store
from tests.web.serving import Server


def with_jobs(work: Callable[[Jobs], Awaitable[None]]) -> None:
    async def whole() -> None:
        jobs = Jobs(1)
        try:
            await asyncio.wait_for(work(jobs), 600)
        finally:
            jobs.end()

    asyncio.run(whole())


# What the workers do; forked processes import this module.


def spins() -> dict[str, Any]:
    while True:
        pass


def priorities() -> list[int]:
    """How far this process and the one from which it was forked give way."""
    return [os.getpriority(os.PRIO_PROCESS, one) for one in (0, os.getppid())]


def eats() -> int:
    return len(bytearray(2**30))


def dies() -> None:
    os._exit(1)


def breaks() -> None:
    raise ZeroDivisionError("of ours")


def writes(path: str) -> None:
    with Path(path).open("wb") as file:
        for _ in range(200):
            file.write(bytes(2**20))


def at_hand() -> list[bool]:
    """Whether the library of each game is read already."""
    found: list[bool] = []
    for id in games():
        before = prepare._usual.cache_info().hits
        prepare.library_of(id)
        found.append(prepare._usual.cache_info().hits > before)
    return found


def adds(one: int, other: int) -> int:
    return one + other


def who() -> int:
    return os.getpid()


def test_what_somebody_brings_is_bounded_in_time_memory_and_files(tmp_path: Path) -> None:
    async def play(jobs: Jobs) -> None:
        begun_at = time.monotonic()
        with pytest.raises(InvalidError, match="more than 1 s"):
            await jobs.read(spins, cpu=1)
        assert time.monotonic() - begun_at < 60
        with pytest.raises(InvalidError, match="MiB"):
            await jobs.read(eats)
        with pytest.raises(InvalidError):
            await jobs.read(dies)
        with suppress(InvalidError, RuntimeError):
            await jobs.read(writes, str(tmp_path / "large"))
        assert (tmp_path / "large").stat().st_size <= 64 * 2**20
        assert await jobs.read(adds, 1, 2) == 3
        assert not jobs.all

    with_jobs(play)


def test_a_job_of_ours_is_ended_when_it_takes_too_long_or_is_not_wanted() -> None:
    async def play(jobs: Jobs) -> None:
        assert await jobs.ask(adds, 1, 2, seconds=60) == 3
        first = await jobs.ask(who, seconds=60)
        assert first == await jobs.ask(who, seconds=60) != os.getpid()  # it stays
        with pytest.raises(RefusedError, match="too long"):
            await jobs.ask(spins, seconds=0.3)
        assert await jobs.ask(who, seconds=60) != first
        unwanted = asyncio.ensure_future(jobs.ask(spins, seconds=600))
        await asyncio.sleep(0.2)
        begun_at = time.monotonic()
        unwanted.cancel()
        with suppress(asyncio.CancelledError):
            await unwanted
        assert await jobs.ask(adds, 2, 2, seconds=60) == 4  # its place is free again
        assert time.monotonic() - begun_at < 300
        with pytest.raises(RuntimeError, match="ZeroDivisionError"):
            await jobs.ask(breaks, seconds=60)

    with_jobs(play)


def test_chances_are_given_up_when_the_fight_goes_on() -> None:
    async def play(jobs: Jobs) -> None:
        store = Store("sqlite://")
        people = {"players": "me", "foes": "me", "gm": "me"}
        table = await begun(store, "thrum/broken-causeway", people)
        master = await Seated(table, "gm").sit()
        master.desk.asks.jobs = jobs
        key = table.fight.choice.fallback.key
        odds = await master.ask("ask", what="odds", ref=key)
        assert odds["t"] == "reply", odds
        for _ in range(3):
            table.room.passing.add(asyncio.ensure_future(jobs.ask(spins, seconds=60)))
        held = list(table.room.passing)
        await asyncio.sleep(0.1)
        assert (await master.ask("gm", do="answer"))["t"] == "ack"
        await asyncio.gather(*held, return_exceptions=True)
        assert all([one.cancelled() for one in held])
        await table.end()
        store.close()

    with_jobs(play)


def test_odds_are_those_that_the_fight_itself_tells(server: Server) -> None:
    from affray.web.chances import forecast_of, moment
    from affray.web.forecast import forecast
    from affray.web.views import Lens
    from tests.web.test_views import begun as started

    for encounter in ("thrum/broken-causeway", "quest/cairn-gate", "icon/tollgate-ambush"):
        fight = started(encounter)
        seats: list[dict[str, Any]] = []
        for _ in range(40):
            aimed = [one.key for one in fight.choice.options if one.targets]
            if aimed and fight.choice.seats == ["players"]:
                break
            fight.choose(fight.choice.fallback)
        key = aimed[0] if aimed else fight.choice.keys[0]
        seats = [{"id": one, "role": "player", "side": one} for one in fight.setup.seats]
        found = forecast_of(*moment(fight), seats, [], "gm", "exact", key)
        asked = fight.choice
        names = [str(one.name) for one in fight.combat.units]
        option = next(one for one in asked.options if one.key == key)
        targets = [names[one] for one in option.targets]
        own = forecast(Lens(fight, "gm"), fight.odds(key), targets, asked.who)
        if found["exact"]:
            assert found["people"] == own["people"]


def test_faults_are_told_alike_from_the_worker(server: Server) -> None:
    faults = uploads.Brought("= 1", "x.toml").faults()
    assert faults
    told = server.call("POST", "uploads", {"name": "x.toml", "text": "= 1"})
    assert told["faults"] == faults


def test_what_works_beside_gives_way_to_the_server_from_its_first_import() -> None:
    async def asked(jobs: Jobs) -> None:
        mine = os.getpriority(os.PRIO_PROCESS, 0)
        assert await jobs.ask(priorities, seconds=30) == [min(mine + 5, 19)] * 2

    with_jobs(asked)


def test_what_works_beside_has_read_what_all_games_come_with() -> None:
    async def asked(jobs: Jobs) -> None:
        assert await jobs.ask(at_hand, seconds=60) == [True] * len(games())
        assert await jobs.read(at_hand) == [True] * len(games())

    with_jobs(asked)


def test_chances_of_a_deed_at_somebody_who_was_called_in_the_same_step() -> None:
    """Whoever was nobody when the step began is no part of what may come of it: no fault either."""

    async def play(store: Store) -> None:
        chance = random.Random(6)
        table = await begun(store, "quest/cairn-gate", {"players": "me", "foes": "me"}, seed=6)
        master = await Seated(table, "gm").sit()
        fight = table.fight
        for _ in range(200):
            thralls = [key for key in fight.choice.keys if key.startswith("thrall")]
            if thralls:
                break
            calls = [key for key in fight.choice.keys if "call" in key or "raise" in key]
            wise = bots.greedy(fight.choice).key
            usual = wise if chance.random() < 0.7 else chance.choice(fight.choice.keys)
            await master.ask("gm", do="answer", path=calls[0] if calls else usual)
        new = fight.choice.options[fight.choice.keys.index(thralls[0])].targets
        assert max(new) >= len(fight.timeline.combat.units)
        assert forecast_at(fight, "gm", "exact", thralls[0])["people"]
        await table.end()

    with_store(play)
