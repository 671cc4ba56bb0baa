"""The server sleeps while nothing is to be done, and ends when it is told to."""

from __future__ import annotations

import asyncio
import signal
import time
from typing import Any

import uvicorn

from affray.web import server
from affray.web.server import Server


async def nobody(scope: Any, receive: Any, send: Any) -> None:
    """Serve nothing."""


def test_a_signal_wakes_a_server_that_sleeps(monkeypatch: Any) -> None:
    monkeypatch.setattr(server, "TICK", 600.0)

    async def served() -> int:
        looks = 0

        class Counted(Server):
            async def on_tick(self, counter: int) -> bool:
                nonlocal looks
                looks += 1
                return await super().on_tick(counter)

        found = Counted(uvicorn.Config(nobody))
        going = asyncio.create_task(found.main_loop())
        await asyncio.sleep(0.3)
        assert not going.done()
        assert found.server_state.default_headers[0][0] == b"date"
        found.handle_exit(signal.SIGTERM, None)
        await asyncio.wait_for(going, 10)
        return looks

    assert asyncio.run(served()) == 2


def test_a_signal_before_it_goes_on_is_not_lost() -> None:
    async def served() -> None:
        found = Server(uvicorn.Config(nobody))
        found.handle_exit(signal.SIGTERM, None)
        await asyncio.wait_for(found.main_loop(), 10)

    asyncio.run(served())


def test_the_date_follows_the_clock(monkeypatch: Any) -> None:
    monkeypatch.setattr(server, "TICK", 0.01)
    monkeypatch.setattr(time, "time", iter(range(1_000_000)).__next__)

    async def served() -> tuple[bytes, bytes]:
        found = Server(uvicorn.Config(nobody))
        going = asyncio.create_task(found.main_loop())
        await asyncio.sleep(0.05)
        first = found.server_state.default_headers[0][1]
        while found.server_state.default_headers[0][1] == first:
            await asyncio.sleep(0.01)
        last = found.server_state.default_headers[0][1]
        found.handle_exit(signal.SIGTERM, None)
        await asyncio.wait_for(going, 10)
        return first, last

    first, last = asyncio.run(asyncio.wait_for(served(), 30))
    assert first != last
