"""kill -9 at any moment: what was acknowledged is there, and the same question is open."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from affray.web.seats import Tokens
from affray.web.store import Store, StoreError
from tests.web.forker import KEY
from tests.web.inside import Seated, begun
from tests.web.serving import Server, example

CLIENT = example("web_client")
KILLS = int(os.environ.get("AFFRAY_KILLS", "50"))
SEED = int(os.environ.get("AFFRAY_SEED", "7"))  # of the moments and of the fights
# Answers after which a fight makes room for a new one; of many kills it is fought out.
LENGTH = 15 if KILLS <= 50 else 10_000
SLOW = 60.0  # seconds within which a server that lives lets a player go on
FIGHTS = ("thrum/broken-causeway", "icon/tollgate-ambush", "quest/toll-bridge")


class Forked:
    """Servers on one database, one after the other; what they complain of is written down."""

    def __init__(self, folder: Path) -> None:
        script = Path(__file__).with_name("forker.py")
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "AFFRAY_MESSAGES": "100000",
            "AFFRAY_NEW_TABLES": "100000",
        }
        self.log = folder / "server.log"
        with self.log.open("w") as log:
            self.forker = subprocess.Popen(
                [sys.executable, str(script), str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=env,
                text=True,
            )
        self.process = 0
        self.base = ""

    def start(self) -> None:
        assert self.forker.stdin is not None
        assert self.forker.stdout is not None
        self.forker.stdin.write("go\n")
        self.forker.stdin.flush()
        process, port = self.forker.stdout.readline().split()
        self.process, self.base = int(process), f"http://127.0.0.1:{port}"

    def kill(self) -> None:
        """Kill the server, and wait until it is gone."""
        if not self.process:
            return
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
            while True:
                os.kill(self.process, 0)
                time.sleep(0.002)

    def end(self) -> None:
        self.kill()
        self.forker.communicate()


class Player:
    """Plays one seat over all kills, and notes what was acknowledged."""

    def __init__(self, table: str, token: str) -> None:
        self.table = table
        self.token = token
        self.acked: list[tuple[str, int]] = []  # request and number
        self.sent = 0
        self.seated = False
        self.over = False
        self.lost: tuple[str, str, str] | None = None  # an answer without an acknowledgement

    async def play(self, base: str) -> None:
        async with CLIENT.seated(base, self.table, self.token) as client:
            self.seated = True
            for request, number in self.acked[-1:]:  # the last is still there, under its number
                await self.say(client, request, "", "")
                assert client.acks.get(request) == number, (client.refused, number)
                assert client.seq >= number
            if client.view["over"]:
                self.lost = None
            if self.lost is not None:  # it counts once, or not at all
                await self.say(client, *self.lost)
            while not client.view["over"]:
                if client.choice is None:
                    await client.next()
                else:
                    await self.answer(client)
            self.over = True

    async def say(self, client: Any, request: str, choice: str, key: str) -> None:
        """Answer and wait for what comes of it: an acknowledgement, or that it comes too late."""
        await client.send("answer", id=request, choice=choice, option=key)
        while request not in client.acks and not client.refused:
            await client.next()
        if request in client.acks and (request, client.acks[request]) not in self.acked[-1:]:
            self.acked.append((request, client.acks[request]))
        assert not [one for one in client.refused if one["code"] != "stale"], client.refused
        client.refused.clear()
        self.lost = None

    async def answer(self, client: Any) -> None:
        seen = client.choice["id"]
        self.sent += 1
        keys = client.options()
        key = keys[self.sent % len(keys)] if self.sent % 2 else client.choice["default"]
        self.lost = (f"r{self.sent}", seen, key)
        await self.say(client, *self.lost)
        assert f"r{self.sent}" in client.acks
        while client.choice is not None and client.choice["id"] == seen:
            await client.next()


def test_kills_at_any_moment_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    forked = Forked(tmp_path)
    try:
        told = kill_and_compare(forked, tmp_path)
    finally:
        forked.end()
    assert "Traceback" not in forked.log.read_text()  # no server has complained of anything
    sys.stdout.write(f"{told}\n")  # for who runs it with ``-s``


def kill_and_compare(forked: Forked, tmp_path: Path) -> str:
    chance = random.Random(SEED)
    forked.start()
    caller = Server(tmp_path)
    caller.owner = Tokens(KEY).owner()
    everybody: list[Player] = []

    def begin(encounter: str) -> Player:
        caller.base = forked.base
        table, tokens = caller.table(encounter, seed=SEED + len(everybody))
        everybody.append(Player(table, tokens["players"]))
        return everybody[-1]

    players = [begin(one) for one in FIGHTS]

    def acknowledged() -> int:
        return sum([len(one.acked) for one in everybody])

    async def until_killed() -> None:
        async def one(player: Player) -> None:
            with suppress(ConnectionError, EOFError, WebSocketException):
                await asyncio.wait_for(player.play(forked.base), SLOW)

        playing = asyncio.gather(*[one(player) for player in players])
        while not any([player.seated for player in players]) and not playing.done():
            await asyncio.sleep(0.002)
        # A few answers later, however slow the machine is, and then at any moment.
        wanted = acknowledged() + chance.randrange(4)
        until = time.monotonic() + 1.5
        while acknowledged() < wanted and not playing.done() and time.monotonic() < until:
            await asyncio.sleep(0.002)
        await asyncio.sleep(chance.uniform(0.0, 0.1))
        await asyncio.to_thread(forked.kill)
        await playing

    for _ in range(KILLS):
        players = [
            begin(encounter) if player.over or len(player.acked) >= LENGTH else player
            for encounter, player in zip(FIGHTS, players, strict=True)
        ]
        for player in players:
            player.seated = False
        asyncio.run(until_killed())
        forked.start()
    assert acknowledged() > KILLS
    # At the end all that was acknowledged can be read, and two starts agree to the last number.
    seen: dict[str, Any] = {}
    for _ in range(2):
        for player in everybody:
            found = asyncio.run(shown(forked.base, player))
            assert found[0] >= max([number for _, number in player.acked], default=0)
            assert seen.setdefault(player.table, found) == found
        forked.kill()
        forked.start()
    kept(tmp_path / "tables.db", {one.table: one.acked for one in everybody})
    return (
        f"seed {SEED}: {KILLS} kills, {len(everybody)} fights, {acknowledged()} answers"
        f" acknowledged and kept, {2 * len(everybody)} views compared"
    )


def kept(path: Path, acked: dict[str, list[tuple[str, int]]]) -> None:
    """Find each acknowledged answer of some tables in the database, under its number."""
    with sqlite3.connect(path) as link:
        assert link.execute("pragma integrity_check").fetchone() == ("ok",)
        chosen = "select game, request, n from entry where request is not null"
        rows = {(game, request): number for game, request, number in link.execute(chosen)}
    link.close()
    for table, answers in acked.items():
        for request, number in answers:
            assert rows.get((table, request)) == number, (table, request)


def test_a_row_that_is_lost_or_has_another_number_is_noticed(tmp_path: Path) -> None:
    async def play() -> tuple[str, list[tuple[str, int]]]:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        table = await begun(store, "thrum/broken-causeway", {"players": "me", "foes": "me"})
        master = await Seated(table, "gm").sit()
        acks = [await master.ask("gm", do="answer") for _ in range(3)]
        await table.end()
        store.close()
        return table.id, [(one["id"], one["seq"]) for one in acks]

    table, acked = asyncio.run(play())
    path = tmp_path / "tables.db"
    kept(path, {table: acked})
    with pytest.raises(AssertionError):
        kept(path, {table: [*acked[:2], (acked[2][0], acked[2][1] + 1)]})
    with sqlite3.connect(path) as link:
        link.execute("delete from entry where request = ?", [acked[1][0]])
    link.close()
    with pytest.raises(AssertionError):
        kept(path, {table: acked})


async def shown(base: str, player: Player) -> tuple[int, Any, Any]:
    """Return number, view and open question once programs have done what they can."""
    async with CLIENT.seated(base, player.table, player.token) as client:
        while client.choice is None and not client.view["over"]:
            await client.next()
        return client.seq, client.view, client.choice


def test_a_database_belongs_to_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    first = Store(url)
    with pytest.raises(StoreError, match="another server"):
        Store(url)
    first.close()
    Store(url).close()


def test_what_cannot_be_saved_is_not_acknowledged_and_the_table_goes_on_when_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from affray.web import store as kept
    from affray.web import uploads
    from affray.web.reopen import resume
    from affray.web.routes.tables import seats_for
    from affray.web.table import Table
    from affray.web.wire import RefusedError

    async def play() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        fight = uploads.Brought("thrum/broken-causeway").fight(1)
        seats = seats_for(fight, {"players": "me", "foes": "me"})
        config: dict[str, Any] = {"name": "x", "pace": 0}
        table = await Table.create(fight, config, seats, store, Tokens("k"))
        key = fight.choice.fallback.key
        before = (table.room.seq, fight.digest, fight.choice.keys, len(fight.timeline.lines))
        whole = kept.append

        def full(*_: Any) -> None:
            raise OSError("no space left on device")

        monkeypatch.setattr(kept, "append", full)
        with pytest.raises(RefusedError, match="could not be saved"):
            await table.commit("answer", "players", "1", lambda: table.choose(key))
        assert "no space" in table.room.trouble
        assert before == (
            table.room.seq,
            fight.digest,
            fight.choice.keys,
            len(fight.timeline.lines),
        )
        monkeypatch.setattr(kept, "append", whole)
        await table.commit("answer", "players", "1", lambda: table.choose(key))
        assert not table.room.trouble
        assert table.room.seq == before[0] + 1
        await table.end()
        again = await resume(table.id, store, Tokens("k"))
        assert again is not None
        assert again.fight.digest == fight.digest
        store.close()

    asyncio.run(play())


def test_many_commits_are_one_and_each_is_told(tmp_path: Path) -> None:
    from affray.web import store as kept

    async def write() -> None:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        begun = time.monotonic()
        await asyncio.gather(
            *[
                store.do(partial(kept.note, game="g", actor="a", action="x", detail=str(n)))
                for n in range(300)
            ]
        )
        assert time.monotonic() - begun < 20
        with pytest.raises(StoreError):
            await store.do(lambda link: link.exec_driver_sql("insert into nowhere values (1)"))
        store.close()

    asyncio.run(write())


# -- disks that are full, files that may not be written -------------------------------------------


class Full:
    """Makes the disk of a server full, and gives it room again."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def start(self) -> None:
        self.server.start()

    @property
    def process(self) -> int:
        assert self.server.process is not None
        return self.server.process.pid

    def database(self) -> Path:
        return self.server.database

    def fill(self) -> None:
        raise NotImplementedError

    def room(self) -> None:
        raise NotImplementedError


class Limited(Full):
    """The kernel lets the server's files grow no more."""

    def fill(self) -> None:
        self.whole = resource.prlimit(self.process, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, (1024, self.whole[1]))

    def room(self) -> None:
        resource.prlimit(self.process, resource.RLIMIT_FSIZE, self.whole)


class Small(Full):
    """The server's folder is a disk of 8 MiB that is seen by the server alone, and gone with it."""

    def start(self) -> None:
        mount = f"mount -t tmpfs -o size=8m none {shlex.quote(str(self.server.folder))}"
        self.server.before = ["unshare", "-m", "sh", "-c", f'{mount} && exec "$@"', "sh"]
        self.server.start()

    @property
    def folder(self) -> Path:
        return Path(f"/proc/{self.process}/root{self.server.folder}")

    def database(self) -> Path:
        """Return a copy: the files themselves have no name outside."""
        copy = self.server.folder / "copy"
        copy.mkdir()
        for name in ("tables.db", "tables.db-wal"):
            shutil.copy(self.folder / name, copy)
        return copy / "tables.db"

    def fill(self) -> None:
        with (self.folder / "much").open("wb", buffering=0) as file:
            with suppress(OSError):
                while True:
                    file.write(bytes(64 * 1024))
            with suppress(OSError):
                while True:
                    file.write(bytes(512))

    def room(self) -> None:
        (self.folder / "much").unlink()


def may(*command: str) -> bool:
    """Return whether this machine lets a test do something."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


DISKS: list[type[Full]] = [Limited]
if may("unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"):
    DISKS.append(Small)


@pytest.mark.parametrize("disk", DISKS)
def test_a_full_disk_stops_the_table_until_there_is_room_again(
    disk: type[Full], tmp_path: Path
) -> None:
    full = disk(Server(tmp_path))
    full.start()
    server = full.server
    try:
        table, tokens = server.table("thrum/broken-causeway", seats={"foes": "me"})
        asyncio.run(asyncio.wait_for(played_on_a_full_disk(full, table, tokens), 60))
        with sqlite3.connect(full.database()) as link:
            assert link.execute("pragma integrity_check").fetchone() == ("ok",)
            last = link.execute("select max(n) from entry where game = ?", [table])
            assert last.fetchone() == (1,)
        link.close()
    finally:
        server.kill()


async def played_on_a_full_disk(full: Full, table: str, tokens: dict[str, str]) -> None:
    server = full.server
    async with CLIENT.seated(server.base, table, tokens["gm"]) as client:
        full.fill()
        seq, view = client.seq, dict(client.view)
        await client.send("gm", do="answer", id="held")
        while not client.refused:
            await client.next()
        assert client.refused[0]["code"] == "busy"
        assert (client.seq, client.view) == (seq, view)
        status, told = server.call("GET", "health")
        assert status == 503
        assert told["tables_waiting"] == 1
        async with CLIENT.seated(server.base, table, tokens["players"]) as other:
            assert other.view  # whoever comes is shown how things stand, and that it waits
        full.room()
        while "held" not in client.acks:
            await client.send("gm", do="answer", id="held")
            message = await client.next()
            while message["t"] not in ("ack", "refused"):
                message = await client.next()
        assert client.acks["held"] == seq + 1


Forbid = Callable[[Store, bool], Awaitable[None]]


async def by_connection(store: Store, forbidden: bool) -> None:
    switch = "on" if forbidden else "off"
    await store.do(lambda link: link.exec_driver_sql(f"pragma query_only = {switch}"))


async def by_file(store: Store, forbidden: bool) -> None:
    """Let nobody write the files any more, not even who has them open, not even root."""
    assert store.path is not None
    files = [str(one) for one in store.path.parent.glob("tables.db*")]
    await asyncio.to_thread(
        subprocess.run, ["chattr", "+i" if forbidden else "-i", *files], check=True
    )


def immutable(folder: Path) -> bool:
    """Return whether files here can be made so that nobody writes them."""
    with (folder / "probe").open("wb", buffering=0) as file:
        if not may("chattr", "+i", file.name):
            return False
        try:
            file.write(b"x")
        except OSError:
            return True
        finally:
            may("chattr", "-i", file.name)
    return False


def test_a_file_that_may_not_be_written_stops_the_table_until_it_may(tmp_path: Path) -> None:
    async def play(forbid: Forbid, folder: Path) -> None:
        store = Store(f"sqlite:///{folder / 'tables.db'}")
        table = await begun(store, "thrum/broken-causeway", {"players": "me", "foes": "me"})
        master = await Seated(table, "gm").sit()
        watching = await Seated(table, "watch").sit()
        await forbid(store, True)
        try:
            assert (await master.ask("gm", do="answer"))["code"] == "busy"
            assert table.room.trouble
            assert (await master.ask("say", text="hello"))["code"] == "busy"
            late = await Seated(table, "players").sit()
            assert late.shown["trouble"]
        finally:
            await forbid(store, False)
        assert (await master.ask("gm", do="answer"))["t"] == "ack"
        watching.hear()
        told = [one["kind"] for one in watching.heard if one["t"] == "note"]
        assert told == ["bad", "good"]
        assert not table.room.trouble
        await table.end()
        store.close()

    ways = [by_connection, *([by_file] if immutable(tmp_path) else [])]
    for way in ways:
        folder = tmp_path / way.__name__
        folder.mkdir()
        asyncio.run(asyncio.wait_for(play(way, folder), 60))


def test_where_nothing_can_be_written_no_server_starts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", Path("/proc/affray")):
        with pytest.raises(StoreError, match=str(folder)):
            Store(f"sqlite:///{folder}/tables.db")
