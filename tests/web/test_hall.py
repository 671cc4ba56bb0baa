"""A server puts away the tables that nobody uses, and has them again as they were."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from affray.web import hall as halls
from affray.web import reopen
from affray.web.hall import Hall
from affray.web.store import Store
from affray.web.table import Table
from affray.web.wire import RefusedError
from tests.web.inside import TOKENS, Seated, begun

PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
ENCOUNTER = "thrum/broken-causeway"


def run(work: Callable[[Hall], Awaitable[None]]) -> None:
    async def whole() -> None:
        hall = Hall(Store("sqlite://"), TOKENS, frozenset())
        try:
            await asyncio.wait_for(work(hall), 60)
        finally:
            await hall.close()

    asyncio.run(whole())


async def table_in(hall: Hall, **config: Any) -> Table:
    wanted = config.pop("seats", PEOPLE)
    table = await begun(hall.store, config.pop("encounter", ENCOUNTER), wanted, **config)
    hall.tables[table.id] = table
    return table


def test_what_works_out_chances_is_there_before_anybody_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(halls, "SOON", 0.01)

    async def play(hall: Hall) -> None:
        table = await table_in(hall)
        assert not hall.jobs.all
        hall.expect(table)
        hall.expect(table)  # who sits down later finds it under way
        assert hall.early is not None
        await hall.early
        (worker,) = hall.jobs.idle
        master = await Seated(table, "gm").sit()
        master.desk.asks.jobs = hall.jobs
        odds = await master.ask("ask", what="odds", ref=table.fight.choice.fallback.key)
        assert odds["t"] == "reply", odds
        assert hall.jobs.idle == [worker]

    run(play)


def free(hall: Hall) -> list[str]:
    return hall.unused(idle=0.0, least=0.0)


def test_what_nobody_uses_goes_and_comes_back_as_it_was() -> None:
    async def play(hall: Hall) -> None:
        table = await table_in(hall, encounter="icon/tollgate-ambush")
        master = await Seated(table, "gm").sit()
        for _ in range(6):
            await master.ask("gm", do="answer")
        assert free(hall) == []  # somebody is here
        master.desk.leave()
        assert hall.unused() == []  # not long ago
        assert free(hall) == [table.id]
        before = table.room.whole(master.socket)
        entries = table.fight.journal.entries
        gone = weakref.ref(table)
        await hall.put_away([table.id])
        with pytest.raises(RefusedError, match="moved"):  # who had it in hand comes again
            await Seated(table, "gm").sit()
        assert hall.tables == {}
        assert hall.loading == {}
        found = await hall.table(table.id)
        assert found is not table
        again = found.room.whole((await Seated(found, "gm").sit()).socket)
        for name in ("seq", "view", "digest", "turn", "choice", "log"):
            assert again[name] == before[name], name
        assert found.fight.journal.entries == entries
        del table, master
        for _ in range(20):  # what its threads and tasks held
            await asyncio.sleep(0.01)
            gc.collect()
            if gone() is None:
                break
        assert gone() is None

    run(play)


def test_who_comes_while_others_are_put_away_finds_one_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(hall: Hall) -> None:
        first, second = [await table_in(hall) for _ in range(2)]
        begun_to_end, may_end = asyncio.Event(), asyncio.Event()
        slow = reopen.resume

        async def ends_slowly(self: Table, reason: str = "restart") -> None:
            begun_to_end.set()
            await may_end.wait()
            await end(self, reason)

        async def resumed(*args: Any) -> Any:
            may_end.set()  # the rest of those that are put away goes on meanwhile
            await asyncio.sleep(0.05)
            return await slow(*args)

        end = Table.end
        monkeypatch.setattr(Table, "end", ends_slowly)
        monkeypatch.setattr(halls, "resume", resumed)
        leaving = asyncio.create_task(hall.put_away([first.id, second.id]))
        await begun_to_end.wait()
        early = asyncio.create_task(hall.table(second.id))
        await leaving
        late = await hall.table(second.id)
        assert await early is late
        monkeypatch.setattr(Table, "end", end)

    run(play)


def test_clocks_programs_and_whoever_is_here_keep_a_table() -> None:
    async def play(hall: Hall) -> None:
        clock = await table_in(hall, clock={"turn": 600})
        programs = dict.fromkeys(PEOPLE, "greedy")
        playing = await table_in(hall, seats=programs, pace=60_000)
        here = await table_in(hall)
        one = await Seated(here, "watch").sit()
        assert free(hall) == []
        master = await Seated(clock, "gm").sit()
        await master.ask("gm", do="clock")
        master.desk.leave()
        assert free(hall) == []  # all the time that is needed was granted: that is kept nowhere
        for table in (clock, playing):
            master = await Seated(table, "gm").sit()
            await master.ask("gm", do="pause")
            master.desk.leave()
        one.desk.leave()
        assert free(hall) == [clock.id, playing.id, here.id]

    run(play)


def test_of_many_tables_the_unused_go_sooner_and_memory_stays_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(halls, "IDLE", 0.4)

    async def play(hall: Hall) -> None:
        tables = [await table_in(hall) for _ in range(6)]
        for age, table in enumerate(tables):
            table.used_at = time.monotonic() - 10 + age
        ids = [table.id for table in tables]
        assert hall.unused(idle=60.0, most=4, least=5.0) == ids[:2]
        assert hall.unused(idle=60.0, most=0, least=7.5) == ids[:3]
        tidying = asyncio.create_task(hall.tidy())
        seated = await Seated(tables[5], "players").sit()
        for _ in range(200):
            await asyncio.sleep(0.02)
            if len(hall.tables) == 1:
                break
        assert [*hall.tables] == ids[5:]
        assert (await seated.ask("seat", name="Ana"))["t"] == "ack"
        tidying.cancel()

    monkeypatch.setattr(halls.Hall.unused, "__defaults__", (0.4, halls.LOADED, halls.LEAST_IDLE))
    run(play)
