"""The server of the tables: it sleeps as long as nothing is to be done."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import FrameType
from typing import Final

import uvicorn

TICK: Final = 1.0  # seconds in which the date of answers over HTTP changes


class Server(uvicorn.Server):
    """Is woken by the signal that ends it, and does not look for one ten times a second.

    Each look is short, but finds nothing of what it needs in the processor's caches: where few
    people play, a tenth of all that the server took went into it.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.loop: asyncio.AbstractEventLoop | None = None  # in which it waits, once it does
        self.ending = asyncio.Event()

    async def main_loop(self) -> None:
        """Go on until a signal has come."""
        self.loop = asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self.ending.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take note of a signal, and wake up."""
        super().handle_exit(sig, frame)
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.ending.set)
