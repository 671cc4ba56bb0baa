"""Bad lines: cut, doubled, slow, half dead; every acknowledged answer counts exactly once.

``AFFRAY_TORTURE`` says how many fights are fought so (a few in every run), ``AFFRAY_SEED`` from
which on.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack, suppress
from typing import Any

from websockets.exceptions import WebSocketException

from tests.web.serving import Server, example

CLIENT = example("web_client")
FIGHTS = int(os.environ.get("AFFRAY_TORTURE", "20"))
SEED = int(os.environ.get("AFFRAY_SEED", "0"))  # of the first fight
AT_ONCE = 5
ANSWERS = 8
SLOW = 60.0  # seconds within which whoever stays hears what was told
PATIENCE = 5.0  # seconds without a word after which a line is taken to be dead
SHORT, LONGEST = 0.2, 3.0  # seconds for which a line holds something up
LONG = float(os.environ.get("AFFRAY_TORTURE_LONG", "0.02"))  # the part of delays that are long
ENCOUNTERS = ("thrum/broken-causeway", "icon/tollgate-ambush")
AUDIENCES = ("gm", "players", "foes", "watch")
BROKEN = (ConnectionError, EOFError, TimeoutError, WebSocketException)


class Sufferer:
    """Answers for a seat over lines that end at any moment, in any way."""

    def __init__(self, base: str, table: str, token: str, chance: random.Random) -> None:
        self.base = base
        self.table = table
        self.token = token
        self.chance = chance
        self.acked: dict[str, int] = {}
        self.waiting: tuple[str, str, str] | None = None  # sent, and nothing heard
        self.number = 0
        self.zombie: tuple[AsyncExitStack, Any] | None = None  # a page that nobody looks at
        self.seen: Counter[str] = Counter()  # what was done to the lines

    async def play(self) -> None:
        """Answer until enough is acknowledged, or the fight is over."""
        try:
            while len(self.acked) < ANSWERS:
                with suppress(*BROKEN):
                    if await self.over_a_line():
                        return
        finally:
            if self.zombie is not None:
                await self.bury(*self.zombie)

    async def over_a_line(self) -> bool:
        """Play until the line is cut; return whether the fight is over."""
        async with AsyncExitStack() as door:
            client = await door.enter_async_context(
                CLIENT.seated(self.base, self.table, self.token)
            )
            door.push(hung_up(client))
            cut = self.chance.randrange(1, 14)  # messages that are still heard
            while cut > 0:
                if self.waiting is None and client.view["over"]:
                    return True
                if self.waiting is None and client.choice is None:
                    await asyncio.wait_for(client.next(), PATIENCE)
                    cut -= 1
                    continue
                cut = await self.send(client, cut)
            if self.chance.random() < 0.4:
                self.seen["aborted"] += 1
                client.socket.transport.abort()
            elif self.zombie is None:
                self.seen["left half open"] += 1
                self.zombie = door.pop_all(), client
            elif self.chance.random() < 0.5:
                await self.wake(*self.zombie)
        return False

    async def send(self, client: Any, cut: int) -> int:
        """Send an answer, perhaps several times; return how many messages are still heard."""
        if self.waiting is None:
            self.number += 1
            key = self.chance.choice(client.options())
            self.waiting = (f"n{self.number}", client.choice["id"], key)
        request, choice, key = self.waiting
        times = self.chance.choice((1, 1, 2, 3))
        self.seen["doubled"] += times - 1
        for _ in range(times):
            await client.send("answer", id=request, choice=choice, option=key)
            if self.chance.random() < 0.1:
                await self.hold_up()
        while cut > 0 and self.waiting is not None:
            if self.chance.random() < 0.05:  # what is told waits, too
                await self.hold_up()
            message = await asyncio.wait_for(client.next(), PATIENCE)
            cut -= 1
            if message["t"] == "ack" and message["id"] == request:
                self.acked[request] = message["seq"]
                self.waiting = None
            elif message["t"] == "refused" and message["id"] == request:
                self.waiting = None
        return cut

    async def hold_up(self) -> None:
        """Let whatever goes over the line wait, mostly a moment, sometimes up to three seconds."""
        long = self.chance.random() < LONG
        self.seen["delayed long" if long else "delayed"] += 1
        await asyncio.sleep(self.chance.random() * (LONGEST if long else SHORT))

    async def wake(self, door: AsyncExitStack, client: Any) -> None:
        """Let an old page come to itself: it reads on, every view checked, and sends again."""
        self.seen["woken"] += 1
        try:
            for request, number in list(self.acked.items())[-1:]:
                await client.send("answer", id=request, choice="-1", option="")
                while request not in client.acks:
                    message = await asyncio.wait_for(client.next(), PATIENCE)
                    assert message["t"] != "refused" or message["id"] != request, message
                assert client.acks[request] == number
        finally:
            await self.bury(door, client)

    async def bury(self, door: AsyncExitStack, client: Any) -> None:
        """End an old page: what it has not read it will not read, so it takes no leave."""
        self.zombie = None
        client.socket.transport.abort()
        with suppress(*BROKEN):
            await door.aclose()


class Watcher:
    """Stays from the first to the last moment, checking every view."""

    def __init__(self, base: str, table: str, token: str) -> None:
        self.where = (base, table, token)
        self.client: Any = None
        self.task: asyncio.Task[None] | None = None

    async def sit(self) -> Any:
        """Come in, however long the machine takes."""
        while True:
            door = AsyncExitStack()
            with suppress(*BROKEN):
                return door, await door.enter_async_context(CLIENT.seated(*self.where))

    async def begin(self) -> None:
        door, self.client = await self.sit()
        self.task = asyncio.create_task(self.watch(door))

    async def watch(self, door: AsyncExitStack) -> None:
        async with door:
            door.push(hung_up(self.client))
            while True:
                message = await self.client.next()
                assert message["t"] != "bye", message

    async def end(self) -> None:
        """Leave as soon as as much is known here as to one who comes now: and the same."""
        assert self.task is not None
        door, fresh = await self.sit()
        async with door:
            begun_at = time.monotonic()
            while self.client.seq < fresh.seq:
                assert not self.task.done()
                assert time.monotonic() - begun_at < SLOW
                await asyncio.sleep(0.005)
            while fresh.seq < self.client.seq:
                await fresh.next()
            assert fresh.seq == self.client.seq
            assert json.dumps(fresh.view, sort_keys=True) == json.dumps(
                self.client.view, sort_keys=True
            )
        await ended(self.task)


def hung_up(client: Any) -> Any:
    """Return what is done at the end: whoever is sent away then takes no leave."""

    def end(kind: type[BaseException] | None, *_: object) -> None:
        if kind is asyncio.CancelledError:
            client.socket.transport.abort()

    return end


async def ended(task: asyncio.Task[None]) -> None:
    """End a task; what was wrong in it is raised."""
    while not task.done():  # a wait that ends just then swallows the first
        task.cancel()
        await asyncio.wait([task], timeout=0.1)
    if not task.cancelled():
        task.result()


async def fight(server: Server, number: int) -> tuple[int, Counter[str]]:
    """Fight over bad lines; return how many answers were acknowledged, and what was done."""
    table, seats = await asyncio.to_thread(
        server.table,
        ENCOUNTERS[number % len(ENCOUNTERS)],
        seats={"players": "me", "foes": "link"},
        seed=number,
    )
    watching = [Watcher(server.base, table, seats[one]) for one in AUDIENCES]
    await asyncio.gather(*[watcher.begin() for watcher in watching])
    both = {
        one: Sufferer(server.base, table, seats[one], random.Random(number * 7 + k))
        for k, one in enumerate(("players", "foes"))
    }
    tasks = [asyncio.create_task(one.play()) for one in both.values()]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for one in tasks:  # who is not asked any more would wait for ever
        await ended(one)
    acked = {(seat, request): n for seat, one in both.items() for request, n in one.acked.items()}
    assert acked
    for watcher in watching:  # one view for each audience, told without a reload
        await watcher.end()
    link = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
    rows = link.execute(
        "select seat, request, n from entry where game = ? and request is not null", [table]
    ).fetchall()
    numbers = [one for (one,) in link.execute("select n from entry where game = ?", [table])]
    link.close()
    assert len({(seat, request) for seat, request, _ in rows}) == len(rows)
    assert acked.items() <= {(seat, request): n for seat, request, n in rows}.items()
    assert sorted(numbers) == [*range(len(numbers))]
    return len(acked), sum([one.seen for one in both.values()], Counter())


def test_bad_lines_lose_nothing_and_double_nothing(server: Server) -> None:
    async def all_of_them() -> str:
        answers = 0
        seen: Counter[str] = Counter()
        for first in range(SEED, SEED + FIGHTS, AT_ONCE):
            some = range(first, min(first + AT_ONCE, SEED + FIGHTS))
            for more, done in await asyncio.gather(*[fight(server, number) for number in some]):
                answers += more
                seen += done
        lines = ", ".join([f"{count} {what}" for what, count in sorted(seen.items())])
        kept = f"{answers} answers acknowledged, each kept once"
        return f"{FIGHTS} fights from {SEED}: {kept}; lines: {lines}"

    told = asyncio.run(asyncio.wait_for(all_of_them(), 30 * FIGHTS))
    sys.stdout.write(f"{told}\n")  # for who runs it with ``-s``
