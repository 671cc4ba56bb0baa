"""Databases of both kinds: made, brought up to date, leased, fenced, gone and back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from affray.cli.serve import serve
from affray.content.problems import InvalidError
from affray.web import store as kept
from affray.web.peers import HEADER, ElsewhereError
from affray.web.reopen import resume
from affray.web.seats import Tokens
from affray.web.store import META, Store, StoreError
from affray.web.table import Table
from tests.web.inside import TOKENS, Seated, begun
from tests.web.postgres import Postgres
from tests.web.serving import SECONDS, Server, example

CLIENT = example("web_client")
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
ROUNDS = int(os.environ.get("AFFRAY_FENCES", "10"))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres().make()
    yield server
    server.end()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await asyncio.wait_for(work(), 100)

    asyncio.run(whole())


def tables_of(store: Store) -> dict[str, set[str]]:
    found = sa.inspect(store.engine)
    return {
        one: {column["name"] for column in found.get_columns(one)}
        for one in found.get_table_names()
        if one != "alembic_version"
    }


def expected() -> dict[str, set[str]]:
    return {name: {one.name for one in table.columns} for name, table in META.tables.items()}


def test_the_migrations_make_the_tables_that_are_used(tmp_path: Path, postgres: Postgres) -> None:
    for url in (f"sqlite:///{tmp_path / 'tables.db'}", "sqlite://", postgres.url):
        store = Store(url)
        assert tables_of(store) == expected()
        store.close()
        if url != "sqlite://":
            Store(url).close()  # a second time nothing is to be done


def test_an_older_file_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    link = sqlite3.connect(path)
    with link:
        link.execute(
            "create table game (id text primary key, ruleset text not null, name text not null,"
            " header text not null, config text not null, status text not null,"
            " last_n integer not null, created bigint not null, updated bigint not null)"
        )
        link.execute("insert into game values ('x', 'thrum', 'old', '', '', 'open', 3, 1, 1)")
        for name in ("entry", "audit"):
            link.execute(f"create table {name} (game text)")
        link.execute("create table chat (k integer primary key, game text, seat text, text text)")
    link.close()
    store = Store(f"sqlite:///{path}")
    with store.engine.connect() as connection:
        row = kept.game(connection, "x")
    store.close()
    assert row is not None
    assert (row["name"], row["last_n"], row["epoch"]) == ("old", 3, 0)
    copies = list(tmp_path.glob("tables.db.before-*"))
    assert len(copies) == 1
    with sqlite3.connect(copies[0]) as copy:
        assert copy.execute("select name from game").fetchone() == ("old",)
    copy.close()


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as link:
        link.execute("update alembic_version set version_num = '9999'")
    link.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="9999"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before


def test_no_more_waits_for_the_disk_than_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "WAITING", 2)

    async def play() -> None:
        store = Store("sqlite://")
        held = threading.Event()
        first = asyncio.ensure_future(store.do(lambda _: held.wait()))
        await asyncio.sleep(0)
        while not store.jobs.empty():  # until the writer has taken it
            await asyncio.sleep(0.01)
        waiting = [asyncio.ensure_future(store.do(lambda _: "done")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(StoreError, match="too slow"):
            await store.do(lambda _: None)
        held.set()
        assert await asyncio.gather(first, *waiting) == [True, "done", "done"]
        store.close()

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_database_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(StoreError) as told:
        Store("postgresql+psycopg://affray:secret@127.0.0.1:1/none")
    assert "127.0.0.1" in str(told.value)
    assert "secret" not in str(told.value)


async def answered(table: Table, master: Seated) -> int:
    told = await master.ask("gm", do="answer")
    assert told["t"] == "ack", told
    return int(told["seq"])


def test_a_table_is_played_and_gone_on_with_on_postgresql(postgres: Postgres) -> None:
    async def play() -> None:
        store = Store(postgres.url)
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        master = await Seated(table, "gm").sit()
        for _ in range(6):
            await answered(table, master)
        await master.ask("say", text="well met")
        await table.end()
        store.close()
        later = Store(postgres.url)
        with pytest.raises(ElsewhereError):  # its lease has not ended
            await resume(table.id, later, TOKENS)
        leases = {table.id: table.epoch}
        await later.do(lambda link: kept.release(link, leases))
        again = await resume(table.id, later, TOKENS)
        assert again is not None
        assert (again.room.seq, again.fight.digest) == (table.room.seq, table.fight.digest)
        assert again.epoch == table.epoch + 1
        later.close()

    run(play)


def test_who_has_lost_the_lease_keeps_nothing_any_more(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "LEASE", 40)

    async def play() -> None:
        first, second = Store(postgres.url), Store(postgres.url)
        table = await begun(first, "thrum/broken-causeway", PEOPLE)
        rows = 1
        for _ in range(ROUNDS):
            await asyncio.sleep(0.06)  # as if its server had been stopped past its lease
            taken = await resume(table.id, second, TOKENS)
            assert taken is not None
            taken.begin()
            late = await Seated(table, "gm").sit()
            late.send("gm", do="answer")
            begun_at = time.monotonic()
            while not table.lost:
                assert time.monotonic() - begun_at < 20, (late.hear(), table.room.seq)
                await asyncio.sleep(0.005)
            assert [one["reason"] for one in late.hear() if one["t"] == "bye"] == ["moved"]
            await answered(taken, await Seated(taken, "gm").sit())
            rows += 1
            await table.end()
            table = taken
            first, second = second, first
        id = table.id
        found = await first.do(lambda link: kept.entries(link, id))
        assert [row["n"] for row in found] == [*range(rows)]
        lost = await first.do(lambda link: kept.renew(link, {id: table.epoch, "none": 1}))
        assert lost == ["none"]
        await table.end()
        for one in (first, second):
            one.close()

    run(play)


def test_a_lease_that_is_held_is_not_taken(postgres: Postgres) -> None:
    async def play() -> None:
        first, second = Store(postgres.url), Store(postgres.url)
        table = await begun(first, "thrum/broken-causeway", PEOPLE)
        id, epoch = table.id, table.epoch
        assert await first.do(lambda link: kept.renew(link, {id: epoch})) == []
        taken = await asyncio.gather(
            *[
                second.do(lambda link: kept.claim(link, id, second.me, shared=True))
                for _ in range(8)
            ]
        )
        assert set(taken) == {-1}
        await first.do(lambda link: kept.release(link, {id: epoch}))
        assert await second.do(lambda link: kept.claim(link, id, second.me, shared=True)) > epoch
        await table.end()
        for one in (first, second):
            one.close()

    run(play)


def test_a_database_that_goes_away_stops_the_table_until_it_is_back() -> None:
    server = Postgres().make()

    async def play() -> None:
        store = Store(server.url)
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        master = await Seated(table, "gm").sit()
        before = await answered(table, master)
        await asyncio.to_thread(server.stop, "immediate")
        told = await master.ask("gm", do="answer", id="held")
        assert told["code"] == "busy"
        assert table.room.trouble
        assert any("waits" in one["text"] for one in master.heard if one["t"] == "note")
        await asyncio.to_thread(server.start)
        master.heard.clear()
        begun_at = time.monotonic()
        while (told := await master.ask("gm", do="answer", id="held"))["t"] != "ack":
            assert time.monotonic() - begun_at < 30
            master.heard.clear()
            await asyncio.sleep(0.1)
        assert told["seq"] == before + 1
        assert not table.room.trouble
        await table.end()
        store.close()

    try:
        run(play)
    finally:
        server.end()


@pytest.mark.parametrize(
    "address", ["host:1", "https://host:1", "http://host", "http://host:no", "http://host:1/path"]
)
def test_an_address_at_which_no_server_is_reached_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="--address"):
        serve(address=address, db=f"sqlite:///{tmp_path / 'tables.db'}")
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def servers(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on one database, as people start them; the last test kills one."""
    shared = {"AFFRAY_KEY": "one key for both", "AFFRAY_LEASE": "1500"}
    both = [
        Server(tmp_path_factory.mktemp(name), postgres.url, **shared) for name in ("one", "other")
    ]
    with ThreadPoolExecutor() as pool:
        list(pool.map(Server.start, both))
    yield both
    for server in both:
        if server.process is not None and server.process.poll() is None:
            server.stop()


def test_only_servers_of_one_key_speak_for_clients(servers: list[Server]) -> None:
    """Who says so without the key is taken for whoever sends it, and carried nowhere."""
    one, other = servers
    table, tokens = one.table("thrum/broken-causeway")
    for word, served in ((Tokens("another key").peer("10.0.0.1"), True), ("", True)):
        request = urllib.request.Request(
            f"{one.base}/api/v1/tables/{table}",
            headers={"authorization": f"Bearer {tokens['gm']}", HEADER: word},
        )
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            assert (response.status == 200) is served
    assert Tokens("another key").client(Tokens("one key for both").peer("10.0.0.1")) is None
    assert Tokens("one key for both").client(Tokens("one key for both").peer("::1")) == "::1"
    request = urllib.request.Request(
        f"{other.base}/api/v1/tables/{table}",
        headers={
            "authorization": f"Bearer {tokens['gm']}",
            HEADER: Tokens("one key for both").peer("10.0.0.1"),
        },
    )
    with pytest.raises(urllib.error.HTTPError) as told:  # carried once already: no rounds
        urllib.request.urlopen(request, timeout=SECONDS)
    with told.value as fault:
        assert fault.code == 503


def test_servers_on_one_database_carry_each_others_tables(servers: list[Server]) -> None:
    one, other = servers
    table, tokens = one.table("thrum/broken-causeway", seats=PEOPLE)
    path = f"tables/{table}"
    everywhere = ("gm", "players", "foes")

    async def play() -> tuple[int, Any, Any]:
        async with AsyncExitStack() as open_ones:
            here = [
                await open_ones.enter_async_context(
                    CLIENT.seated(server.base, table, *[tokens[seat] for seat in seats])
                )
                for server, seats in (
                    *((one, ["gm"]), (other, ["gm"])),
                    *((other, ["players"]), (other, ["foes"]), (other, ["watch"])),
                )
            ]
            for _ in range(8):
                asked = next(client for client in here if client.choice is not None)
                id = await asked.answer(asked.choice["default"])
                while id not in asked.acks:
                    await asked.next()
                for client in here:
                    while client.seq < asked.acks[id]:
                        await client.next()  # every view is checked by its digest there
                assert here[0].view == here[1].view
            assert other.call("GET", "health", token="")["sockets_piped"] == 4
            asked = next(client for client in here if client.choice is not None)
            before = (asked.seq, asked.view, asked.choice)
            one.kill()
            for client in here[1:]:
                while (message := await client.next())["t"] != "bye":
                    pass
                assert message["reason"] == "moved"
            return before

    for seat in everywhere:
        assert other.call("GET", path, token=tokens[seat])["id"] == table
    assert other.call("POST", f"{path}/links", {"seat": "foes"}, tokens["gm"])["seat"] == "foes"
    assert other.call("GET", path, token="wrong")[0] == 403
    time.sleep(2)  # longer than the lease: it is renewed
    number, view, choice = asyncio.run(asyncio.wait_for(play(), 60))

    async def again() -> None:
        begun_at = time.monotonic()
        while True:
            try:
                async with CLIENT.seated(
                    other.base, table, *[tokens[seat] for seat in ("players", "foes")]
                ) as client:
                    assert (client.seq, client.view["units"]) == (number, view["units"])
                    assert client.choice == choice
                    return
            except ConnectionError:  # until the lease ends; the page comes again likewise
                assert time.monotonic() - begun_at < 30
                await asyncio.sleep(0.1)

    asyncio.run(asyncio.wait_for(again(), 60))
    assert other.call("GET", path, token=tokens["gm"])["id"] == table
    assert other.call("GET", "health")["sockets_piped"] == 0
