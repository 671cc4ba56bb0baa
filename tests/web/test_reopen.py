"""A long fight opens from its last state; all that happened is played again, and is the truth."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from affray.web import reopen as reopening
from affray.web import store as kept
from affray.web import table as tabling
from affray.web.reopen import resume
from affray.web.store import Store
from affray.web.table import Table
from tests.web.inside import TOKENS, Seated, begun

ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabling, "EVERY", 6)


def run(work: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = Store("sqlite://")
        try:
            await asyncio.wait_for(work(store), 80)
        finally:
            store.close()

    asyncio.run(whole())


async def played(store: Store, encounter: str, answers: int = 20) -> Table:
    """Play on for some answers, one taken back, and end in order."""
    table = await begun(store, encounter, PEOPLE)
    master = await Seated(table, "gm").sit()
    for number in range(answers):
        keys = table.fight.choice.keys
        key = keys[number * 7 % len(keys)]
        if (await master.ask("gm", do="answer", path=key))["t"] != "ack":
            await master.ask("gm", do="answer")
        if number == answers // 2:
            await master.ask("gm", do="undo")
    return table


def shown(table: Table, one: Seated) -> tuple[Any, ...]:
    told = table.room.whole(one.socket)
    return told["seq"], told["view"], told["digest"], told["choice"], told["turn"]


async def again(table: Table, store: Store) -> Table:
    found = await resume(table.id, store, TOKENS)
    assert found is not None
    found.begin()
    return found


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_from_the_state_and_from_all_that_happened_comes_the_same(encounter: str) -> None:
    async def play(store: Store) -> None:
        table = await played(store, encounter)
        one = await Seated(table, "players").sit()
        before = shown(table, one)
        journal = table.fight.journal.entries
        cost = (await Seated(table, "gm").sit()).desk.cost()
        await table.end("killed")  # as after kill -9: the last state lies some answers back
        found = await again(table, store)
        assert not found.complete.is_set()
        one = await Seated(found, "players").sit()
        assert shown(found, one) == before
        await asyncio.wait_for(found.complete.wait(), 60)
        assert shown(found, one) == before
        assert found.fight.journal.entries == journal
        master = await Seated(found, "gm").sit()
        assert master.desk.cost() == cost
        assert (await master.ask("gm", do="answer"))["t"] == "ack"
        await found.end()  # in order: the state is that of the last answer
        state = await store.do(lambda link: kept.snapshot(link, table.id))
        assert state is not None
        assert state["n"] == found.room.seq
        last = await again(found, store)
        assert last.fight.digest == found.fight.digest
        await asyncio.wait_for(last.complete.wait(), 60)
        await last.end()

    run(play)


def test_the_table_is_played_on_while_all_that_happened_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway")
        await table.end()
        gate = asyncio.Event()
        whole = reopening.completed

        async def later(reopened: Table) -> None:
            await gate.wait()
            await whole(reopened)

        monkeypatch.setattr(reopening, "completed", later)
        found = await again(table, store)
        master = await Seated(found, "gm").sit()
        assert (await master.ask("gm", do="undo"))["code"] == "busy"
        found.beside(whole(found))
        for _ in range(3):
            assert (await master.ask("gm", do="answer"))["t"] == "ack"
        await asyncio.wait_for(found.complete.wait(), 60)
        assert (await master.ask("gm", do="answer"))["t"] == "ack"
        assert (await master.ask("gm", do="undo"))["t"] == "ack"
        await found.end()
        gate.set()
        last = await again(found, store)
        assert last.fight.digest == found.fight.digest
        await asyncio.wait_for(last.complete.wait(), 60)
        await last.end()

    run(play)


def test_a_state_that_is_damaged_is_passed_over() -> None:
    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway", 8)
        await table.end()
        number, digest = table.room.seq, table.fight.digest
        bad = zlib.compress(b'[{"resumed": 1}]')
        await store.do(lambda link: kept.keep_snapshot(link, table.id, number, bad, digest))
        found = await again(table, store)
        assert found.complete.is_set()
        assert (found.room.seq, found.fight.digest) == (number, digest)
        await found.end("gone")

    run(play)


def test_a_state_that_did_not_come_of_what_happened_is_found_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway", 8)
        await table.end()
        state = await store.do(lambda link: kept.snapshot(link, table.id))
        assert state is not None
        lines = msgspec.json.decode(zlib.decompress(state["body"]))
        lines[0]["take"] += 1  # other dice than those that will be dealt
        body = zlib.compress(msgspec.json.encode(lines))
        number, digest = state["n"], state["digest"]
        await store.do(lambda link: kept.keep_snapshot(link, table.id, number, body, digest))
        found = await resume(table.id, store, TOKENS)
        assert found is not None
        for _ in range(2_000):
            if found.lost or found.complete.is_set():
                break
            await asyncio.sleep(0.01)
        if found.complete.is_set():  # all that happened has taken its place
            assert found.fight.journal.entries == table.fight.journal.entries
        else:
            assert await store.do(lambda link: kept.snapshot(link, table.id)) is None
        await found.end("gone")

    run(play)


def test_only_the_last_states_stay() -> None:
    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway", 30)
        await table.end()
        rows = await store.do(
            lambda link: link.execute(kept.SNAPSHOT.select()).mappings().fetchall()
        )
        assert len(rows) == kept.SNAPSHOTS
        assert max(row["n"] for row in rows) == table.room.seq

    run(play)
