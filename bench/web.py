"""Measure the table in the browser with real protocol clients, and print it with the machine.

``python -m bench.web [--tables 200] [--most-tables 500] [--seconds 10] [--most 120]``.

A server is started as people start it, on a database of its own. Tables of six are begun in steps;
at each step every table gives answers at a rate, and an answer is measured from its sending until
all of its table have heard it. Then come odds, a kill, a large fight, a replay, and as many tables
as shall be held. Server and clients share the machine: what the clients take is told, and what
counts most is the processor's time of the server. The exit status is 1 if a figure does not hold,
or if not all could be measured in the time for it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from rich.console import Console
from rich.table import Table

from affray.core import combat as core
from bench.battles import encounter
from examples.web_client import keys

COMPILED: Final = not core.__file__.endswith(".py")
ENCOUNTER: Final = "icon/tollgate-ambush"
PEOPLE: Final = 6  # connections of a table
STEPS: Final = (0.1, 0.5, 1.0)  # of the tables wanted
RATE: Final = 0.5  # answers a second of each of these
SLOW: Final = 0.2  # ... and of as many tables as shall be held
TICKS: Final = os.sysconf("SC_CLK_TCK")
HOLD: Final = (10.0, 50.0)  # ms that p50 and p99 of an answer shall hold
AIM: Final = (5.0, 20.0)
WIDE: Final = 160  # columns where it is not printed on a terminal
PATIENCE: Final = 20.0  # seconds after which an answer is given up
BEAT: Final = 30.0  # seconds after which everybody says again to be here: who is silent is cut off
LARGE: Final = 30  # a side, in the fight whose messages are the largest
REPLAYED: Final = 200  # decisions of the fight that is shown again


class Heard(msgspec.Struct):
    """What a client needs of a message; the question is read by who answers it."""

    t: str
    seq: int = -1
    id: str = ""
    choice: msgspec.Raw = msgspec.Raw(b"null")
    result: msgspec.Raw = msgspec.Raw(b"null")


READ: Final = msgspec.json.Decoder(Heard)


class Seat(asyncio.Protocol):
    """One connection, as light as it can be: the number heard last, the question if it is asked."""

    def __init__(self, address: str, tokens: list[str]) -> None:
        self.address = address
        self.tokens = tokens
        self.group: Group | None = None
        self.seq = -1
        self.choice: bytes = b""  # as JSON
        self.sizes: list[int] = []
        self.full = 0
        self.opened = 0.0  # seconds until the whole view was there
        self.replies: dict[str, asyncio.Future[Heard]] = {}
        self.buffer = bytearray()
        self.upgraded = False
        self.ready: asyncio.Future[None] | None = None
        self.transport: asyncio.Transport | None = None

    async def open(self) -> None:
        """Connect and wait for the whole view."""
        begun = time.perf_counter()
        loop = asyncio.get_running_loop()
        self.buffer.clear()
        self.upgraded = False
        self.ready = loop.create_future()
        found = urlsplit(self.address)
        await loop.create_connection(lambda: self, str(found.hostname), int(found.port or 80))
        assert self.transport is not None
        self.transport.write(
            f"GET {found.path} HTTP/1.1\r\nHost: {found.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        await asyncio.wait_for(self.ready, 60)
        self.opened = time.perf_counter() - begun

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hold the line."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail whoever still waits for the view."""
        if self.ready is not None and not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Take what has come, message by message."""
        self.buffer += data
        if not self.upgraded:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self.upgraded = self.buffer.startswith(b"HTTP/1.1 101 ")
            del self.buffer[: end + 4]
            if self.upgraded:
                self.send({"t": "hello", "v": 1, "tokens": self.tokens})
        while len(self.buffer) >= 2:
            size, begin = self.buffer[1], 2
            if size >= 126:
                begin = 4 if size == 126 else 10
                size = int.from_bytes(self.buffer[2:begin], "big")
            if len(self.buffer) < begin + size:
                return
            text = self.buffer[0] & 15 == 1
            raw = bytes(self.buffer[begin : begin + size])
            del self.buffer[: begin + size]
            if text:
                self.hear(raw)

    def hear(self, raw: bytes) -> None:
        """Take one message."""
        message = READ.decode(raw)
        if message.t in ("step", "full"):
            self.seq = message.seq
            asked = bytes(message.choice)
            self.choice = b"" if asked == b"null" else asked
            if message.t == "step":
                self.sizes.append(len(raw))
            elif self.ready is not None and not self.ready.done():
                self.full = len(raw)
                self.ready.set_result(None)
            if self.group is not None:
                self.group.heard()
        elif message.id in self.replies:
            future = self.replies.pop(message.id)
            if not future.done():
                future.set_result(message)

    def asked(self) -> dict[str, Any]:
        """Return the question."""
        found: dict[str, Any] = msgspec.json.decode(self.choice)
        return found

    def send(self, message: dict[str, Any]) -> None:
        """Send a message; a mask of zeros leaves it as it is."""
        raw = msgspec.json.encode(message)
        size = bytes([128 | len(raw)]) if len(raw) < 126 else b"\xfe" + len(raw).to_bytes(2, "big")
        assert self.transport is not None
        self.transport.write(b"\x81" + size + bytes(4) + raw)

    def here(self) -> None:
        """Say to be here, if it is."""
        if self.upgraded and self.transport is not None and not self.transport.is_closing():
            self.send({"t": "here", "n": 0})

    async def told(self, message: dict[str, Any]) -> tuple[Heard, float]:
        """Send a message with an id; return what is said to it, and after how many seconds."""
        future: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self.replies[message["id"]] = future
        begun = time.perf_counter()
        self.send(message)
        found = await asyncio.wait_for(future, PATIENCE)
        return found, time.perf_counter() - begun

    def close(self) -> None:
        """Hang up."""
        if self.transport is not None:
            self.transport.abort()


class Group:
    """Everybody at one table."""

    def __init__(self, seats: list[Seat]) -> None:
        self.seats = seats
        self.wanted = 0
        self.all_there: asyncio.Future[float] | None = None
        for seat in seats:
            seat.group = self

    def asked(self) -> Seat | None:
        """Return who is asked."""
        return next((seat for seat in self.seats if seat.choice), None)

    def heard(self) -> None:
        """Note when the last of them has heard a number."""
        if self.all_there is None or self.all_there.done():
            return
        if all([seat.seq >= self.wanted for seat in self.seats]):
            self.all_there.set_result(time.perf_counter())

    async def answer(self, chance: random.Random) -> float:
        """Answer what is asked; return the ms until all have heard it, -1 if nobody is asked.

        Raises:
            TimeoutError: it takes too long.
        """
        seat = self.asked()
        if seat is None:
            return -1.0
        choice = seat.asked()
        options = [key for group in choice.get("groups", []) for key in keys(group)]
        key = chance.choice(options) if options else ""
        self.wanted = seat.seq + 1
        self.all_there = asyncio.get_running_loop().create_future()
        id = f"{time.monotonic_ns()}-{chance.random()}"
        begun = time.perf_counter()
        seat.send({"t": "answer", "id": id, "choice": choice["id"], "option": key})
        return (await asyncio.wait_for(self.all_there, PATIENCE) - begun) * 1000


class Server:
    """The server that is measured."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = self.owner = ""
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, again on the same port."""
        free = dict.fromkeys(("MESSAGES", "NEW_TABLES", "SOCKETS"), "1000000")
        env = {**os.environ, **{f"AFFRAY_{name}": value for name, value in free.items()}}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "affray", "serve", "--port", str(self.port)),
                *("--db", f"sqlite:///{self.folder / 'tables.db'}"),
            ],
            stdout=subprocess.PIPE,
            env=env,
            text=True,
        )
        assert self.process.stdout is not None
        link = self.process.stdout.readline().split(": ", 1)[1].strip()
        self.base, _, self.owner = link.partition("/#o=")
        self.base = self.base.replace("localhost", "127.0.0.1")
        self.port = int(self.base.rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()  # not for what it has started: that ends by itself
        if self.process.stdout is not None:
            self.process.stdout.close()

    @property
    def cpu(self) -> float:
        """Seconds of the processor that it has taken."""
        assert self.process is not None
        text = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(text[11]) + int(text[12])) / TICKS

    @property
    def memory(self) -> int:
        """KiB that it holds."""
        assert self.process is not None
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return next(int(one.split()[1]) for one in lines if one.startswith("VmRSS:"))

    def fetch(self, path: str, packed: str = "identity") -> bytes:
        """Return a document as it is sent; ``packed``: how it may be."""
        headers = {"accept-encoding": packed}
        request = urllib.request.Request(f"{self.base}{path}", headers=headers)
        with urllib.request.urlopen(request) as response:
            found: bytes = response.read()
        return found

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """Return what the interface says."""
        request = urllib.request.Request(
            f"{self.base}/api/v1/{path}",
            method=method,
            data=None if body is None else msgspec.json.encode(body),
            headers={
                "authorization": f"Bearer {token or self.owner}",
                "content-type": "application/json",
            },
        )
        with urllib.request.urlopen(request) as response:
            raw = response.read()
            plain = "json" not in response.headers["content-type"].partition(";")[0].split("/")
            return raw if plain else msgspec.json.decode(raw)

    def begin(self, seed: int, **wanted: Any) -> tuple[str, list[Seat]]:
        """Begin a table; return its id and ``PEOPLE`` around it, among them whoever may be asked.

        Args:
            seed: of its dice.
            wanted: what else is said of it.
        """
        seats = {"players": "split", "foes": "me", "gm": "me"}
        body = {"encounter": ENCOUNTER, "seed": seed, "seats": seats, "pace": 0, **wanted}
        made = self.call("POST", "tables", body)
        address = f"{self.base.replace('http', 'ws', 1)}/api/v1/tables/{made['id']}/live"
        watching = [one["token"] for one in made["seats"] if one["role"] == "spectator"]
        devices: list[list[dict[str, Any]]] = []
        for one in sorted(made["seats"], key=lambda one: not one["units"]):
            side = [device for device in devices if device[0]["side"] == one["side"]]
            if one["role"] == "spectator":
                continue
            if side and not one["units"]:  # the seat of a whole side is held by one of its players
                side[0].append(one)
            else:
                devices.append([one])
        tokens = [[one["token"] for one in device] for device in devices]
        tokens += [watching] * (PEOPLE - len(tokens))
        return str(made["id"]), [Seat(address, one) for one in tokens]


class Figures:
    """What was measured, what shall hold, what is aimed at, and a verdict on each."""

    def __init__(self) -> None:
        self.table = Table()
        for name in ("what", "measured", "hold", "aim", ""):
            self.table.add_column(name, justify="left" if name == "what" else "right")
        self.broken: list[str] = []  # what does not hold

    def add(
        self,
        what: str,
        found: tuple[float, ...],
        hold: tuple[float, ...],
        aim: tuple[float, ...],
        *,
        digits: int = 1,
        least: bool = False,
        missed: bool = False,
    ) -> None:
        """Add a row.

        Args:
            what: was measured.
            found: its figures.
            hold: what each may be at most.
            aim: what each should be at most.
            digits: of the figures after the point.
            least: ``hold`` and ``aim`` are what each has to be at least.
            missed: something went wrong besides: it does not hold whatever the figures are.
        """
        sign = -1 if least else 1
        pairs = [*zip(found, hold, aim, strict=True)]
        holds = not missed and all([sign * one <= sign * most for one, most, _ in pairs])
        aimed = holds and all([sign * one <= sign * most for one, _, most in pairs])
        if not holds:
            self.broken.append(what)
        verdict = "aim" if aimed else "holds" if holds else "does not hold"
        told = " / ".join([f"{one:.{digits}f}" for one in found])
        bounds = [" / ".join([f"{one:g}" for one in bound]) for bound in (hold, aim)]
        self.table.add_row(what, told, *bounds, verdict)

    def told(self, out: Console) -> bool:
        """Print all rows, then what does not hold; return whether everything does."""
        out.print(self.table)
        for what in self.broken:
            out.print(f"does not hold: {what}")
        return not self.broken


class Round:
    """What was measured with so many tables."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.late = 0
        self.cpu = self.mine = self.seconds = 0.0  # of the server, of the clients, by the clock

    @property
    def figures(self) -> tuple[float, float]:
        """The ms until all have heard an answer: p50 and p99."""
        return part(self.times, 0.5), part(self.times, 0.99)

    @property
    def each(self) -> float:
        """The ms of the processor that the server takes for an answer."""
        return 1000 * self.cpu / max(len(self.times), 1)

    def words(self, tables: int) -> str:
        """Return with what it was measured."""
        rate = len(self.times) / max(self.seconds, 0.001)
        share = 100 * self.mine / max(self.seconds, 0.001)
        return (
            f"{tables} tables x {PEOPLE} seats, {rate:.0f} answers/s, {self.late} late,"
            f" clients take {share:.0f} % of a core"
        )


def part(values: Iterable[float], share: float) -> float:
    """Return the value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


async def play(group: Group, round_: Round, until: float, rate: float, seed: int) -> None:
    """Answer at a rate what one table asks, until a moment; who is late goes on at once."""
    chance = random.Random(seed)
    due = time.perf_counter() + chance.random() / rate
    while due < until:
        await asyncio.sleep(max(due - time.perf_counter(), 0.0))
        due += 1 / rate
        try:
            taken = await group.answer(chance)
        except TimeoutError:
            round_.late += 1
        else:
            if taken >= 0:
                round_.times.append(taken)


async def gone_on(server: Server, groups: list[Group], seconds: float, rate: float) -> Round:
    """Play at all tables for a while; return what was measured."""
    found = Round()
    used, mine, begun = server.cpu, time.process_time(), time.perf_counter()
    until = begun + seconds
    await asyncio.gather(*[play(group, found, until, rate, k) for k, group in enumerate(groups)])
    found.cpu, found.mine = server.cpu - used, time.process_time() - mine
    found.seconds = time.perf_counter() - begun
    return found


async def open_all(seats: list[Seat], at_once: int = 50) -> None:
    """Open all connections, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(seat: Seat) -> None:
        async with gate:
            await seat.open()

    await asyncio.gather(*[one(seat) for seat in seats])


class Bench:
    """One server, everybody around its tables, and what was measured of them."""

    def __init__(self, server: Server, wanted: argparse.Namespace) -> None:
        self.server = server
        self.wanted = wanted
        self.groups: list[Group] = []
        self.figures = Figures()
        self.held = 0  # tables at which answers came in time
        self.beat = 0  # how often a tenth of everybody has said to be here

    @property
    def seats(self) -> list[Seat]:
        """Everybody."""
        return [seat for group in self.groups for seat in group.seats]

    @staticmethod
    def in_time(found: Round) -> bool:
        """Return whether answers came in the time that shall hold."""
        return not found.late and all([a <= b for a, b in zip(found.figures, HOLD, strict=True)])

    async def grow(self, tables: int) -> list[Seat]:
        """Begin tables until there are so many; return who is to sit there."""
        fresh: list[Seat] = []
        for seed in range(len(self.groups), tables):
            _, seats = await asyncio.to_thread(self.server.begin, seed)
            self.groups.append(Group(seats))
            fresh += seats
        return fresh

    async def stay(self) -> None:
        """Let everybody say to be here, for ever, one after the other."""
        while True:
            await asyncio.sleep(BEAT / 10)
            self.beat += 1
            for seat in self.seats[self.beat % 10 :: 10]:
                seat.here()

    async def measure(self) -> None:
        """Measure everything, a row for each figure."""
        await self.answers()
        await self.hovered()
        await self.bar()
        await self.come_back()
        await self.messages()
        await self.replay()
        await self.seated()
        await self.visit()

    async def answers(self) -> None:
        """Answers at more and more tables, and what a table and a connection hold."""
        server, empty = self.server, self.server.memory
        of_tables = of_sockets = 0
        opened: list[float] = []
        for share in STEPS:
            before = server.memory
            fresh = await self.grow(max(int(self.wanted.tables * share), 1))
            of_tables += server.memory - before
            before = server.memory
            await open_all(fresh)
            of_sockets += server.memory - before
            opened += [seat.opened * 1000 for seat in fresh]
            tables = len(self.groups)
            found = await gone_on(server, self.groups, self.wanted.seconds, RATE)
            what = f"answer to all seats, p50 / p99 ms: {found.words(tables)}"
            self.figures.add(what, found.figures, HOLD, AIM, missed=bool(found.late))
            what = f"processor of the server for one answer, ms ({tables} tables)"
            self.figures.add(what, (found.each,), (2.5,), (1.2,), digits=2)
            if self.in_time(found):
                self.held = tables
        sockets = len(self.seats)
        memory = of_sockets / sockets, of_tables / len(self.groups)
        self.figures.add(
            f"memory of a socket / of a table, KiB (the server alone: {empty // 1024} MiB)",
            *(memory, (100, 1024), (70, 300)),
            digits=0,
        )
        what = "socket opened to whole view, p99 ms"
        self.figures.add(what, (part(opened, 0.99),), (300,), (100,), digits=0)

    async def hovered(self, tries: int = 30) -> None:
        """Odds of one option after the other at one table."""
        seat = next((group.asked() for group in self.groups if group.asked()), None)
        assert seat is not None
        options = [key for group in seat.asked()["groups"] for key in keys(group)]
        found: list[float] = []
        for number in range(tries):
            key = options[number % len(options)]
            ask = {"t": "ask", "id": f"odds-{number}", "what": "odds", "ref": key}
            reply, taken = await seat.told(ask)
            if reply.t == "reply":
                found.append(taken * 1000)
        what = f"odds asked to heard, p50 / p99 ms ({len(found)} options; the first {found[0]:.0f})"
        times = part(found, 0.5), part(found, 0.99)
        self.figures.add(what, times, (60, 200), (30, 80), digits=0)

    async def bar(self) -> None:
        """Who wins from here: how long until there is a figure, and until it is given up."""
        group = next(group for group in self.groups if group.asked())
        seat = group.asked()
        assert seat is not None
        reply, taken = await seat.told({"t": "ask", "id": "bar", "what": "chances"})
        told = msgspec.json.decode(reply.result)
        points = (told["high"] - told["low"]) / 200 if told else 100.0
        what = f"odds bar: first figure, s ({told['runs'] if told else 0} fights)"
        self.figures.add(what, (taken,), (2,), (1,))
        what = f"odds bar: half its interval, points of 100, after {taken:.1f} s"
        self.figures.add(what, (points,), (5,), (5,))
        ask = asyncio.ensure_future(seat.told({"t": "ask", "id": "left", "what": "chances"}))
        await asyncio.sleep(0.3)
        begun = time.perf_counter()
        await group.answer(random.Random(1))
        reply, _ = await ask
        cancelled = (time.perf_counter() - begun) * 1000
        what = "odds bar: given up once somebody has answered, ms"
        self.figures.add(what, (cancelled,), (200,), (120,), missed=reply.t != "refused", digits=0)

    async def come_back(self) -> None:
        """Kill the server: how long until the first and until all have their view again."""
        seats = self.seats
        begun = time.perf_counter()
        self.server.kill()
        await asyncio.to_thread(self.server.start)
        first = 0.0
        gate = asyncio.Semaphore(50)

        async def again(seat: Seat) -> None:
            nonlocal first
            while True:
                try:
                    async with gate:
                        await seat.open()
                except (OSError, TimeoutError):
                    await asyncio.sleep(0.1)
                else:
                    break
            first = first or time.perf_counter() - begun

        await asyncio.gather(*[again(seat) for seat in seats])
        times = first, time.perf_counter() - begun
        what = f"kill -9 to the first view / to all {len(seats)} views, s"
        self.figures.add(what, times, (2, 10), (0.5, 5))

    async def messages(self) -> None:
        """How large messages are in a fight of ``LARGE`` a side, and at the tables."""
        text = toml_of(encounter("icon", LARGE))
        people = {"players": "me", "foes": "me", "gm": "me"}
        wanted = {"encounter": text, "file": "battle.toml", "seats": people}
        _, seats = await asyncio.to_thread(lambda: self.server.begin(1, **wanted))
        group = Group(seats)
        await open_all(seats)
        chance = random.Random(1)
        until = time.perf_counter() + self.wanted.seconds / 2
        answers = 0
        while time.perf_counter() < until:
            answers += await group.answer(chance) >= 0
        sizes = [size for seat in seats for size in seat.sizes]
        full = max([seat.full for seat in seats])
        found = part(sizes, 0.99) / 1000, full / 1000
        what = f"a step p99 / the whole view, kB ({2 * LARGE} combatants, {answers} answers)"
        self.figures.add(what, found, (16, 64), (4, 24))
        for seat in seats:
            seat.close()

    async def replay(self) -> None:
        """A fight of programs from its beginning to its end, as a replay."""
        programs = {"players": "greedy", "foes": "greedy", "gm": "me"}
        wanted = {"seats": programs}
        id, seats = await asyncio.to_thread(lambda: self.server.begin(2, **wanted))
        await open_all(seats[:1])
        decisions, still = 0, 0
        while decisions < REPLAYED and still < 8:
            await asyncio.sleep(0.25)
            journal = await asyncio.to_thread(self.server.call, "GET", f"tables/{id}/journal")
            before, decisions = decisions, journal.count(b'"answer":')
            still = still + 1 if decisions == before else 0
        begun = time.perf_counter()
        await asyncio.to_thread(self.server.call, "GET", f"tables/{id}/replay")
        taken = (time.perf_counter() - begun) * 1000
        what = f"replay of {decisions} decisions opened, ms"
        self.figures.add(what, (taken,), (1000,), (400,), digits=0)
        seats[0].close()

    async def seated(self) -> None:
        """As many tables as shall be held, at fewer answers each."""
        await open_all(await self.grow(self.wanted.most_tables))
        found = await gone_on(self.server, self.groups, self.wanted.seconds, SLOW)
        tables = len(self.groups)
        what = f"answer to all seats, p50 / p99 ms: {found.words(tables)}"
        self.figures.add(what, found.figures, HOLD, AIM, missed=bool(found.late))
        if self.in_time(found):
            self.held = tables
        what = f"tables held so, of {tables} tried"
        self.figures.add(what, (self.held,), (500,), (2000,), digits=0, least=True)

    async def visit(self) -> None:
        """What the first visit of a table weighs, packed."""
        page = await asyncio.to_thread(self.server.fetch, "/t/x")
        files = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode())}
        weight = len(page)
        for path in files:
            weight += len(await asyncio.to_thread(self.server.fetch, path, "gzip"))
        foreign = len(re.findall(r'(?:href|src)="https?:', page.decode()))
        found = weight / 1000, float(foreign)
        what = f"first visit packed, kB ({len(files) + 1} files) / requests elsewhere"
        self.figures.add(what, found, (90, 0), (60, 0), digits=0)


def toml_of(tables: dict[str, Any]) -> str:
    """Return an encounter as the text of a file."""

    def value(found: Any) -> str:
        if isinstance(found, dict):
            return "{" + ", ".join([f"{name} = {value(one)}" for name, one in found.items()]) + "}"
        if isinstance(found, list):
            return "[" + ", ".join([value(one) for one in found]) + "]"
        return msgspec.json.encode(found).decode()

    return "".join([f"{name} = {value(one)}\n" for name, one in tables.items()])


async def measured(wanted: argparse.Namespace, server: Server) -> bool:
    """Measure and print it; return whether all was measured in time, and holds."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    kind = "compiled" if COMPILED else "interpreted"
    out.print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors,"
        f" {platform.python_implementation()} {platform.python_version()}, {kind};"
        f" load {os.getloadavg()[0]:.1f} at the start; {ENCOUNTER}"
    )
    bench = Bench(server, wanted)
    begun = time.perf_counter()
    whole = True
    staying = asyncio.create_task(bench.stay())
    try:
        await asyncio.wait_for(bench.measure(), wanted.most)
    except TimeoutError:
        whole = False
    finally:
        staying.cancel()
    good = bench.figures.told(out)
    taken = time.perf_counter() - begun
    out.print(f"{taken:.0f} s" if whole else f"ended after {taken:.0f} s: not all was measured")
    for seat in bench.seats:
        seat.close()
    return whole and good


def main() -> None:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--most-tables", type=int, default=500, help="that shall be held")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each step")
    parser.add_argument("--most", type=float, default=120.0, help="seconds for all of it")
    wanted = parser.parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))  # a file for each connection
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            good = asyncio.run(measured(wanted, server))
        finally:
            server.kill()
    if not good:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
