"""Somebody who looks on: the seats held, and the messages that wait to be sent."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec

from affray.web.environment import number
from affray.web.seats import GM, PLAYER, SPECTATOR, Seat
from affray.web.views import MASTER, PUBLIC, Plain

OUTBOX: Final = 256  # messages that may wait for one reader
WINDOW: Final = 20.0  # seconds for which messages are counted
MESSAGES: Final = number("AFFRAY_MESSAGES", 100)  # of one seat in that time
POINTS: Final = 8  # pings and arrows of one socket within ``POINTING`` seconds
POINTING: Final = 10.0
RATES: Final = {PLAYER: MESSAGES, GM: MESSAGES, SPECTATOR: MESSAGES // 2}


class Socket:
    """One connection to a table."""

    def __init__(self, build: str = "") -> None:
        self.build = build  # of the pages that this server has; "" it is not told
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(OUTBOX)
        self.seats: list[Seat] = []
        self.looking: Seat | None = None  # as which a game master looks on, read-only
        self.times: list[float] = []
        self.pointed: list[float] = []  # when it pointed at something
        self.asking = 0  # questions of it that are worked out just now
        self.closing = ""

    @property
    def shown_as(self) -> list[Seat]:
        """The seats whose view it is shown: those held, or the one that is looked through."""
        return self.seats if self.looking is None else [self.looking]

    @property
    def rank(self) -> str:
        """The most that its seats may do."""
        return _most(self.seats)

    @property
    def role(self) -> str:
        """The most that it may see and ask."""
        return _most(self.shown_as)

    @property
    def audience(self) -> str:
        """Whose view it is shown."""
        if self.role == GM:
            return MASTER
        sides = [seat.side for seat in self.shown_as if seat.role == PLAYER]
        return sides[0] if sides else PUBLIC

    def holds(self, seats: list[Seat]) -> bool:
        """Return whether it holds one of some seats."""
        mine = {seat.id for seat in self.shown_as if seat.role != SPECTATOR}
        return any([seat.id in mine for seat in seats])

    def tell(self, message: Plain) -> None:
        """Send a message; who reads too slowly is cut off and may come back."""
        self.put(msgspec.json.encode(message))

    def put(self, raw: bytes) -> None:
        """Send an encoded message."""
        if self.closing:
            return
        try:
            self.queue.put_nowait(raw)
        except asyncio.QueueFull:
            self.hang_up("too_slow")

    def hang_up(self, reason: str) -> None:
        """End the connection; of what waits too long nothing is sent any more."""
        if self.closing:
            return
        self.closing = reason
        while not self.queue.empty() and (reason == "too_slow" or self.queue.qsize() > OUTBOX - 2):
            self.queue.get_nowait()
        self.queue.put_nowait(msgspec.json.encode({"t": "bye", "reason": reason}))
        self.queue.put_nowait(None)

    def end(self, reason: str) -> None:
        """End the connection without a word of ours: what waits is sent first."""
        if self.closing:
            return
        self.closing = reason
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def points_too_often(self, at: float) -> bool:
        """Return whether one more ping now is too many; if not it is counted."""
        self.pointed = [time for time in self.pointed if time > at - POINTING]
        if len(self.pointed) >= POINTS:
            return True
        self.pointed.append(at)
        return False

    def too_fast(self, at: float) -> bool:
        """Return whether one more message now is too many."""
        self.times = [time for time in self.times if time > at - WINDOW]
        self.times.append(at)
        return len(self.times) > RATES[self.rank]


def _most(seats: list[Seat]) -> str:
    roles = {seat.role for seat in seats}
    return GM if GM in roles else PLAYER if PLAYER in roles else SPECTATOR
