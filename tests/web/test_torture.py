"""Bad lines: cut, doubled, slow, half dead; every acknowledged answer counts exactly once."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException

from tests.web.serving import Server, example

CLIENT = example("web_client")
FIGHTS = int(os.environ.get("AFFRAY_TORTURE", "20"))
ANSWERS = 8
PATIENCE = 3.0  # seconds without a word after which a line is taken to be dead


async def suffers(base: str, table: str, token: str, chance: random.Random, many: int) -> list[str]:
    """Answer over lines that are cut at any moment; return what was acknowledged."""
    acked: list[str] = []
    waiting: tuple[str, str, str] | None = None  # sent, and nothing heard
    number = 0
    while len(acked) < many:
        with suppress(ConnectionError, EOFError, TimeoutError, WebSocketException):
            async with CLIENT.seated(base, table, token) as client:
                cut = chance.randrange(1, 14)  # messages that are still heard
                while cut:
                    if waiting is not None:
                        request, choice, key = waiting
                    elif client.view["over"]:
                        return acked
                    elif client.choice is not None:
                        number += 1
                        request, choice = f"n{number}", client.choice["id"]
                        key = chance.choice(client.options())
                        waiting = (request, choice, key)
                    else:
                        await asyncio.wait_for(client.next(), PATIENCE)
                        cut -= 1
                        continue
                    for _ in range(chance.choice((1, 1, 2, 3))):
                        await client.send("answer", id=request, choice=choice, option=key)
                    while cut and waiting is not None:
                        message = await asyncio.wait_for(client.next(), PATIENCE)
                        cut -= 1
                        if message["t"] == "ack" and message["id"] == request:
                            acked.append(request)
                            waiting = None
                        elif message["t"] == "refused" and message["id"] == request:
                            waiting = None
                if chance.random() < 0.5:
                    client.socket.transport.abort()
                await asyncio.sleep(chance.choice((0, 0, 0.01)))
    return acked


async def watches(base: str, table: str, token: str, done: asyncio.Event) -> Any:
    """Stay to the end, checking every view; return the last."""
    async with CLIENT.seated(base, table, token) as client:
        while not done.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(client.next(), 0.05)
        return client


def test_bad_lines_lose_nothing_and_double_nothing(server: Server) -> None:
    async def fight(number: int) -> None:
        chance = random.Random(number)
        names = ("thrum/broken-causeway", "icon/tollgate-ambush")
        table, seats = await asyncio.to_thread(
            server.table, names[number % 2], seats={"players": "me", "foes": "link"}, seed=number
        )
        done = asyncio.Event()
        keeper = asyncio.create_task(watches(server.base, table, seats["gm"], done))
        both = [
            asyncio.create_task(
                suffers(server.base, table, seats[one], random.Random(number * 7 + k), ANSWERS)
            )
            for k, one in enumerate(("players", "foes"))
        ]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for one in both:  # who is not asked any more would wait for ever
            while not one.done():  # a wait that ends just then swallows the first
                one.cancel()
                await asyncio.wait([one], timeout=0.1)
        await asyncio.gather(*both, return_exceptions=True)
        acked = {
            (seat, request)
            for seat, one in zip(("players", "foes"), both, strict=True)
            if not one.cancelled()
            for request in one.result()
        }
        assert acked
        await asyncio.sleep(chance.random() * 0.05)
        done.set()
        client = await keeper
        link = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
        rows = link.execute(
            "select seat, request, count(*) from entry where game = ? and request is not null"
            " group by seat, request",
            [table],
        ).fetchall()
        numbers = [one for (one,) in link.execute("select n from entry where game = ?", [table])]
        link.close()
        assert all([count == 1 for _, _, count in rows])
        assert acked <= {(seat, request) for seat, request, _ in rows}
        assert sorted(numbers) == [*range(len(numbers))]
        async with CLIENT.seated(server.base, table, seats["gm"]) as fresh:
            if fresh.seq == client.seq:
                assert json.dumps(fresh.view, sort_keys=True) == json.dumps(
                    client.view, sort_keys=True
                )

    async def all_of_them() -> None:
        for first in range(0, FIGHTS, 5):
            await asyncio.gather(*[fight(first + k) for k in range(5)])

    asyncio.run(asyncio.wait_for(all_of_them(), 10 * FIGHTS))
