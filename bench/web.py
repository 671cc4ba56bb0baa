"""Measure the table in the browser with real protocol clients, and print it with the machine.

``python -m bench.web [--tables 200] [--seats 6] [--seconds 15] [--rate 0.5] [--most 330]``.

A server is started as people start it, on a database of its own. Tables are begun in steps up to
the number wanted; at each step every table gives answers at the rate, and an answer is measured
from its sending until all seats of its table have heard it. Server and clients share the machine:
compare the figures as ratios, and by the processor's time, which depends on no neighbour.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from affray.core import combat as core

COMPILED: Final = not core.__file__.endswith(".py")
ENCOUNTER: Final = "icon/tollgate-ambush"
STEPS: Final = (0.1, 0.5, 1.0)  # of the tables wanted
TICKS: Final = os.sysconf("SC_CLK_TCK")
HOLD: Final = (10.0, 50.0)  # ms that p50 and p99 of an answer shall hold
PATIENCE: Final = 20.0  # seconds after which an answer is given up


class Heard(msgspec.Struct):
    """What a client needs of a message."""

    t: str
    seq: int = -1
    id: str = ""
    choice: dict[str, Any] | None = None


READ: Final = msgspec.json.Decoder(Heard)


class Seat:
    """One connection: the last number heard, the question if it is asked."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token
        self.seq = -1
        self.choice: dict[str, Any] | None = None
        self.heard = asyncio.Event()
        self.sizes: list[int] = []
        self.full = 0
        self.opened = 0.0  # seconds until the whole view was there
        self.replies: dict[str, asyncio.Future[bool]] = {}
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and wait for the whole view."""
        begun = time.perf_counter()
        self.socket = await connect(
            self.address, max_size=2**24, compression=None, open_timeout=60, ping_interval=None
        )
        hello = {"t": "hello", "v": 1, "tokens": [self.token]}
        await self.socket.send(msgspec.json.encode(hello).decode())
        while True:
            raw = await self.socket.recv()
            message = READ.decode(raw)
            if message.t == "full":
                self.take(message)
                self.full = len(raw)
                self.opened = time.perf_counter() - begun
                break
            if message.t == "bye":
                raise ConnectionError("the server hung up")
        self.task = asyncio.get_running_loop().create_task(self.listen())

    def take(self, message: Heard) -> None:
        self.seq, self.choice = message.seq, message.choice
        self.heard.set()

    async def listen(self) -> None:
        assert self.socket is not None
        with suppress(WebSocketException, OSError):
            while True:
                raw = await self.socket.recv()
                message = READ.decode(raw)
                if message.t in ("step", "full"):
                    self.sizes.append(len(raw))
                    self.take(message)
                elif message.id in self.replies:
                    future = self.replies.pop(message.id)
                    if not future.done():
                        future.set_result(message.t == "reply")

    async def until(self, seq: int) -> None:
        """Wait until a number has been heard."""
        while self.seq < seq:
            self.heard.clear()
            await self.heard.wait()

    async def send(self, message: dict[str, Any]) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
        if self.socket is not None:
            with suppress(WebSocketException, OSError):
                await self.socket.close()


class Server:
    """The server that is measured."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = self.owner = ""
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
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
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

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

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
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
            return msgspec.json.decode(response.read())

    def begin(self, seed: int, seats: int) -> list[tuple[str, str]]:
        """Begin a table; return address and token of so many of its seats."""
        wanted = {"players": "split", "foes": "me", "gm": "me"}
        body = {"encounter": ENCOUNTER, "seed": seed, "seats": wanted, "pace": 0}
        made = self.call("POST", "tables", body)
        address = f"{self.base.replace('http', 'ws', 1)}/api/v1/tables/{made['id']}/live"
        watching = [one["token"] for one in made["seats"] if one["role"] == "spectator"]
        people = [one for one in made["seats"] if one["units"]]
        rest = [one for one in made["seats"] if not one["units"] and one["role"] != "spectator"]
        tokens = [one["token"] for one in [*rest, *people]]  # whoever may be asked is there
        tokens += watching * seats
        return [(address, one) for one in tokens[: max(seats, len(rest) + len(people))]]


class Round:
    """What was measured with so many tables."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.times: list[float] = []
        self.late = 0
        self.cpu = 0.0
        self.seconds = 0.0


def part(values: Iterable[float], share: float) -> float:
    """Return the value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0


async def play(seats: list[Seat], round_: Round, until: float, rate: float, seed: int) -> None:
    """Answer at a rate what one table asks, until a moment."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.random() / rate)
    number = 0
    while time.perf_counter() < until:
        asked = next((one for one in seats if one.choice is not None), None)
        if asked is None or asked.choice is None:
            await asyncio.sleep(0.05)
            continue
        choice = asked.choice
        options = [one["key"] for group in choice.get("groups", []) for one in group["options"]]
        number += 1
        id = f"{seed}-{time.monotonic_ns()}"
        key = chance.choice(options) if options else ""
        wanted = asked.seq + 1
        begun = time.perf_counter()
        await asked.send({"t": "answer", "id": id, "choice": choice["id"], "option": key})
        try:
            waiting = [one.until(wanted) for one in seats]
            await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE)
            round_.times.append((time.perf_counter() - begun) * 1000)
        except TimeoutError:
            round_.late += 1
        await asyncio.sleep(max(1 / rate - (time.perf_counter() - begun), 0.0))


async def open_all(seats: list[Seat], at_once: int = 50) -> None:
    """Open all connections, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(seat: Seat) -> None:
        async with gate:
            await seat.open()

    await asyncio.gather(*[one(seat) for seat in seats])


async def hovered(seats: list[Seat], tries: int = 30) -> list[float]:
    """Return how long it takes to hear the odds of an option, in ms."""
    found: list[float] = []
    for number in range(tries):
        seat = next((one for one in seats if one.choice is not None), None)
        if seat is None or seat.choice is None:
            break
        options = [one["key"] for group in seat.choice["groups"] for one in group["options"]]
        id = f"odds-{number}"
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        seat.replies[id] = future
        begun = time.perf_counter()
        key = options[number % len(options)]
        await seat.send({"t": "ask", "id": id, "what": "odds", "ref": key})
        with suppress(TimeoutError):
            if await asyncio.wait_for(future, PATIENCE):
                found.append((time.perf_counter() - begun) * 1000)
    return found


async def come_back(server: Server, seats: list[Seat]) -> tuple[float, float]:
    """Kill the server; return the seconds until the first and until all have their view again."""
    for seat in seats:
        if seat.task is not None:
            seat.task.cancel()
    begun = time.perf_counter()
    server.kill()
    await asyncio.to_thread(server.start)
    first = 0.0
    gate = asyncio.Semaphore(50)

    async def again(seat: Seat) -> None:
        nonlocal first
        while True:
            try:
                async with gate:
                    await seat.open()
            except (OSError, WebSocketException, ConnectionError, TimeoutError):
                await asyncio.sleep(0.1)
            else:
                break
        first = first or time.perf_counter() - begun

    await asyncio.gather(*[again(seat) for seat in seats])
    return first, time.perf_counter() - begun


async def measured(wanted: argparse.Namespace, server: Server) -> bool:
    """Measure and print it; return whether all was measured within the time for it."""
    out = Console(highlight=False)
    table = Table()
    for name in ("what", "measured", "hold", "aim"):
        table.add_column(name, justify="left" if name == "what" else "right")
    asked = (wanted.tables, wanted.seats, wanted.seconds, wanted.rate)
    begun = time.perf_counter()
    work = measure(server, out, table, *asked)
    whole = True
    try:
        await asyncio.wait_for(work, wanted.most)
    except TimeoutError:
        whole = False
    out.print(table)
    taken = time.perf_counter() - begun
    out.print(f"{taken:.0f} s" if whole else f"ended after {taken:.0f} s: not all was measured")
    return whole


async def measure(
    server: Server,
    out: Console,
    table: Table,
    tables: int,
    seats: int,
    seconds: float,
    rate: float,
) -> None:
    """Measure a server, a row of a table for each figure."""
    kind = "compiled" if COMPILED else "interpreted"
    out.print(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors,"
        f" {platform.python_implementation()} {platform.python_version()}, {kind};"
        f" load {os.getloadavg()[0]:.1f} at the start; {ENCOUNTER}"
    )
    everybody: list[list[Seat]] = []
    memory_of_tables = memory_of_sockets = 0
    opened: list[float] = []
    best = 0
    last = Round(0)
    empty = server.memory
    for share in STEPS:
        goal = max(int(tables * share), 1)
        before = server.memory
        fresh = [
            [Seat(*one) for one in await asyncio.to_thread(server.begin, number, seats)]
            for number in range(len(everybody), goal)
        ]
        memory_of_tables += server.memory - before
        before = server.memory
        await open_all([seat for group in fresh for seat in group])
        memory_of_sockets += server.memory - before
        opened += [seat.opened * 1000 for group in fresh for seat in group]
        everybody += fresh
        last = Round(goal)
        used, begun = server.cpu, time.perf_counter()
        until = begun + seconds
        await asyncio.gather(
            *[play(group, last, until, rate, k) for k, group in enumerate(everybody)]
        )
        last.cpu, last.seconds = server.cpu - used, time.perf_counter() - begun
        middle, most = part(last.times, 0.5), part(last.times, 0.99)
        if middle <= HOLD[0] and most <= HOLD[1] and not last.late:
            best = goal
        table.add_row(
            f"answer to all seats, p50 / p99 ms: {goal} tables x {len(everybody[0])} seats,"
            f" {len(last.times) / last.seconds:.0f} answers/s, {last.late} late",
            f"{middle:.1f} / {most:.1f}",
            "10 / 50",
            "5 / 20",
        )
        table.add_row(
            f"processor of the server for one answer, ms ({goal} tables)",
            f"{1000 * last.cpu / max(len(last.times), 1):.2f}",
            "2.5",
            "1.2",
        )
    sockets = sum([len(group) for group in everybody])
    table.add_row(
        "tables within 10 / 50 ms at this rate (of those tried)", f"{best}", "500", "2000"
    )
    table.add_row(
        f"memory of a socket / of a table, KiB (the server alone: {empty // 1024} MiB)",
        f"{memory_of_sockets / sockets:.0f} / {memory_of_tables / len(everybody):.0f}",
        "100 / 1024",
        "70 / 300",
    )
    table.add_row("socket opened to whole view, p99 ms", f"{part(opened, 0.99):.0f}", "300", "100")
    sizes = [size for group in everybody for seat in group for size in seat.sizes]
    full = max([seat.full for group in everybody for seat in group])
    table.add_row(
        "a step p99 / the largest whole view, kB",
        f"{part(sizes, 0.99) / 1000:.1f} / {full / 1000:.1f}",
        "16 / 64",
        "4 / 24",
    )
    found = await hovered(everybody[0])
    table.add_row(
        f"odds asked to heard, p50 / p99 ms ({len(found)} options, the first starts the worker)",
        f"{part(found, 0.5):.0f} / {part(found, 0.99):.0f}",
        "60 / 200",
        "30 / 80",
    )
    first, whole = await come_back(server, [seat for group in everybody for seat in group])
    table.add_row(
        f"kill -9 to the first view / to all {sockets} views, s",
        f"{first:.1f} / {whole:.1f}",
        "2 / 10",
        "0.5 / 5",
    )
    await asyncio.gather(*[seat.close() for group in everybody for seat in group])


def main() -> None:
    """Start a server and measure it."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rate", type=float, default=0.5, help="answers a second of each table")
    parser.add_argument("--most", type=float, default=330.0, help="seconds for all of it")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            whole = asyncio.run(measured(wanted, server))
        finally:
            server.kill()
    if not whole:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
