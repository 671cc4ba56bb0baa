"""What a server refuses: who has no link, what cannot be kept, what is no file, key or number."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.cli.serve import serve
from affray.content.problems import InvalidError
from affray.web import environment, hall, jobs, uploads, wire
from affray.web import store as kept
from affray.web.app import create
from affray.web.jobs import Jobs
from affray.web.reopen import resume
from affray.web.seats import Tokens, server_key
from affray.web.store import Store, StoreError
from affray.web.wire import RefusedError
from tests.web.inside import TOKENS, Seated, begun, http

PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
HALL = "thrum/broken-causeway"


def with_store(work: Callable[[Store], Awaitable[None]], url: str = "sqlite://") -> None:
    async def whole() -> None:
        store = Store(url)
        try:
            await asyncio.wait_for(work(store), 60)
        finally:
            store.close()

    asyncio.run(whole())


# -- who has no link -----------------------------------------------------------------------------

FOREIGN: list[tuple[str, dict[str, Any]]] = [
    ("uploads", {"name": "x.toml", "text": "= 1"}),
    ("replays", {"name": "x", "text": "x"}),
    ("cases", {"text": "x", "lines": 0}),
    ("qr", {"text": "x"}),
]


@pytest.mark.parametrize(("path", "body"), FOREIGN)
def test_only_who_has_a_link_has_anything_read(path: str, body: dict[str, Any]) -> None:
    async def play(store: Store) -> None:
        app = create(store, TOKENS)
        table = await begun(store, HALL, PEOPLE)
        old = TOKENS.seat(table.id, table.seats["watch"])
        for wrong in ("", "x", Tokens("another").owner(), TOKENS.seat("x", table.seats["watch"])):
            assert (await http(app, "POST", path, body, wrong))[0] == 403
        for right in (old, TOKENS.owner()):
            assert (await http(app, "POST", path, body, right))[0] in (200, 422)
        table.seats["watch"].version += 1
        await table.commit("seat", "watch", None, lambda: None)
        assert (await http(app, "POST", path, body, old))[0] == 403
        app.state.hall.jobs.end()
        await table.end()

    with_store(play)


def test_whoever_brings_much_waits_for_themselves_and_nobody_at_a_table_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order: list[str] = []

    async def play() -> None:
        found = Jobs(1)

        async def run(places: Any, work: Any, args: Any, *_: Any) -> tuple[str, Any]:
            async with places.one():
                await asyncio.sleep(0.01)
                order.append(args[0])
                return "done", None

        monkeypatch.setattr(found, "_run", run)
        busy = [
            asyncio.ensure_future(found.read(str, f"much {number}", client="one"))
            for number in range(jobs.OF_ONE + 3)
        ]
        await asyncio.sleep(0)
        other = asyncio.ensure_future(found.read(str, "little", client="other"))
        odds = asyncio.ensure_future(found.ask(str, "odds", seconds=1))
        told = await asyncio.gather(*busy, other, odds, return_exceptions=True)
        refused = [one for one in told if isinstance(one, RefusedError)]
        assert [one.code for one in refused] == ["busy"] * 3
        assert order.index("odds") < 2
        assert order.index("little") <= 2
        assert (found.waiting, found.turns) == (0, {})

    asyncio.run(asyncio.wait_for(play(), 20))


def test_a_page_of_another_site_gets_nothing() -> None:
    async def play(store: Store) -> None:
        app = create(store, TOKENS, frozenset({"Test"}))
        body = {"name": "x.toml", "text": "= 1"}
        for origin in ("http://evil.example", "null"):
            told = await http(app, "POST", "uploads", body, TOKENS.owner(), origin=origin)
            assert told[0] == 403
        assert (await http(app, "GET", "bots", origin="http://test"))[0] == 200
        assert (await http(app, "GET", "bots", host="TEST"))[0] == 200
        assert (await http(app, "GET", "bots", host="other"))[0] == 421

    with_store(play)


def test_every_refusal_is_a_problem_of_the_same_kind() -> None:
    async def play(store: Store) -> None:
        app = create(store, TOKENS)
        for method, path, body, status in (
            ("GET", "nothing", None, 404),
            ("PUT", "tables", {}, 405),
            ("POST", "uploads", {"name": 7}, 422),
        ):
            told = await http(app, method, path, body, TOKENS.owner())
            assert (told[0], told[1]["status"]) == (status, status)
            assert told[1]["title"]

    with_store(play)


# -- what cannot be kept -------------------------------------------------------------------------


async def full(store: Store) -> None:
    """Let nothing more be written, as on a full disk."""

    def fill(link: Any) -> None:
        pages = link.exec_driver_sql("PRAGMA page_count").scalar()
        link.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    await store.do(fill)


def test_a_full_disk_is_told_and_a_table_that_cannot_be_forgotten_goes_on(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        app = create(store, TOKENS)
        owner = TOKENS.owner()
        status, made = await http(app, "POST", "tables", {"encounter": HALL}, owner)
        assert status == 201
        table = app.state.hall.tables[made["id"]]
        guest = await Seated(table, "players").sit()
        await full(store)
        status, told = await http(app, "GET", "health")
        assert (status, told["ok"]) == (503, False)
        assert "full" in told["trouble"]
        status, told = await http(app, "POST", "tables", {"encounter": HALL}, owner)
        assert (status, told["title"]) == (503, "it could not be saved just now: try again")

        def refused(*_: Any) -> None:
            raise StoreError("the disk is full")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kept, "delete", refused)
            assert (await http(app, "DELETE", f"tables/{table.id}", None, owner))[0] == 503
        assert not table.lost
        assert app.state.hall.tables[table.id] is table
        assert "bye" not in [one["t"] for one in guest.hear()]
        await table.end()

    with_store(play, f"sqlite:///{tmp_path / 'tables.db'}")


def test_the_health_page_says_what_troubles_a_table() -> None:
    async def play(store: Store) -> None:
        app = create(store, TOKENS)
        table = await begun(store, HALL, PEOPLE)
        app.state.hall.tables[table.id] = table
        assert (await http(app, "GET", "health"))[1]["ok"]
        table.room.trouble = "the disk is full"
        told = (await http(app, "GET", "health"))[1]
        assert (told["ok"], told["trouble"], told["tables_waiting"]) == (
            *(False, "the disk is full"),
            1,
        )
        await table.end()

    with_store(play)


def test_what_is_said_and_comes_again_after_a_restart_stands_once() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, HALL, PEOPLE)
        ana = await Seated(table, "players").sit()
        for _ in range(2):
            assert (await ana.ask("say", id="one", text="hello"))["t"] == "ack"
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        again.begin()
        ana = await Seated(again, "players", "foes").sit()
        ana.heard.clear()
        assert (await ana.ask("say", id="one", text="hello"))["t"] == "ack"
        assert [one for one in ana.heard if one["t"] == "chat"] == []
        assert (await ana.ask("say", id="two", text="hello"))["t"] == "ack"
        lines = await store.do(lambda link: kept.said(link, table.id))
        assert [line["text"] for line in lines] == ["hello", "hello"]
        await again.end()

    with_store(play)


def test_the_name_with_which_somebody_comes_is_there_after_a_restart() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, HALL, PEOPLE)
        ana = Seated(table, "players")
        await ana.desk.join(wire.Hello(t="hello", tokens=ana.tokens, name="Ana"))
        await table.do(lambda: asyncio.sleep(0))  # what was to be done before has been done
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert again.seats["players"].name == "Ana"
        again.begin()
        await again.end()

    with_store(play)


# -- files, keys and numbers that are none ---------------------------------------------------------


@pytest.mark.parametrize("name", ["..", "a/../..", "x\ny.toml", "x" * 300])
def test_a_file_whose_name_is_none_is_refused(name: str) -> None:
    text = "ruleset = 'thrum'\nid = 'x'\nname = 'x'"
    assert uploads.looked_at(name, text, {})["faults"]
    with pytest.raises(InvalidError, match="expected the plain name of a file"):
        uploads.Brought(HALL, "", {name: text}).fight(1)


@pytest.mark.parametrize("word", ["/etc/passwd", "etc/passwd", "/a/b", "../x", "pyproject.toml"])
def test_no_file_of_the_machine_is_an_encounter(word: str) -> None:
    with pytest.raises(InvalidError, match="expected the id of an encounter"):
        uploads.Brought(word).fight(1)


WRONG_HEADERS: list[dict[str, Any]] = [
    {"seed": "x"},
    {"seed": []},
    {"seed": None},
    {"dice": True},
    {"dice": None},
    {"dice": ["nobody"]},
    {"encounter": [[]]},
    {"packs": [{"name": "..", "text": "x"}]},
    {"packs": [{"name": "x" * 300, "text": "x"}]},
    {"packs": [{"name": "\0", "text": "x"}]},
]


@pytest.mark.parametrize("changes", WRONG_HEADERS)
def test_a_journal_with_a_wrong_header_is_refused(changes: dict[str, Any]) -> None:
    journal = affray.start(HALL, seed=1).journal
    journal.header |= changes
    with pytest.raises(InvalidError):
        uploads.looked_at("fight.jsonl", journal.text(), {})
    for name in changes:
        del journal.header[name]
    if changes.keys() & {"seed", "dice", "encounter"}:
        with pytest.raises(InvalidError, match=r"line 1: [a-z]+: found nothing, expected"):
            uploads.looked_at("fight.jsonl", journal.text(), {})


@pytest.mark.parametrize("key", ["", " ", "short", b"\xff" * 40])
def test_a_key_that_can_be_guessed_or_read_by_nobody_is_refused(
    key: str | bytes, tmp_path: Path
) -> None:
    (tmp_path / "server.key").write_bytes(key if isinstance(key, bytes) else key.encode())
    with pytest.raises(InvalidError, match=r"server\.key: found"):
        server_key(tmp_path)


def test_a_key_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", fails)
        with pytest.raises(InvalidError, match="No space left"):
            server_key(tmp_path)
    assert [*tmp_path.iterdir()] == []
    key = server_key(tmp_path)
    assert len(key) > 40
    assert [one.name for one in tmp_path.iterdir()] == ["server.key"]
    monkeypatch.setenv("AFFRAY_KEY", "  ")
    with pytest.raises(InvalidError, match="AFFRAY_KEY: found a key of 0 signs"):
        server_key(tmp_path)
    (tmp_path / "folder" / "server.key").mkdir(parents=True)
    monkeypatch.delenv("AFFRAY_KEY")
    with pytest.raises(InvalidError, match="Is a directory"):
        server_key(tmp_path / "folder")


@pytest.mark.parametrize("given", ["abc", "-1", "0", "1.5", "9" * 30])
def test_a_number_of_the_environment_that_is_none_is_refused(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFFRAY_LEASE", given)
    with pytest.raises(InvalidError, match="AFFRAY_LEASE: found"):
        environment.number("AFFRAY_LEASE", 15000)
    monkeypatch.delenv("AFFRAY_LEASE")
    assert environment.number("AFFRAY_LEASE", 15000) == 15000


def test_where_a_page_comes_from_is_told_by_its_origin() -> None:
    assert hall.same_origin({"host": "a:1"})
    assert hall.same_origin({"host": "A:1", "origin": "http://a:1"})
    assert not hall.same_origin({"host": "a:1", "origin": json.dumps(None)})


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"db": "sqlite:///"}, "--db: found sqlite:///, expected sqlite:///PATH"),
        ({"db": "sqlite:///:memory:"}, "expected sqlite:///PATH of a file"),
        ({"db": "postgresql+psycopg://u@h:x/y"}, "--db: found postgresql"),
        ({"host": "nonsense.invalid"}, "--host: found nonsense.invalid, expected"),
    ],
)
def test_a_flag_that_means_nothing_is_refused_in_one_line(
    flags: dict[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with pytest.raises(InvalidError, match=said):
        serve(**{"port": 0, **flags})  # type: ignore[arg-type]
