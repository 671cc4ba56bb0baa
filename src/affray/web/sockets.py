"""Somebody who looks on: the seats held, and the messages that wait to be sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
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
        self.outbox: deque[bytes] = deque()  # messages that wait to be sent, as JSON
        self.wake: Callable[[], None] = _nobody  # says that something waits, or that it ends
        self.seats: list[Seat] = []
        self.sides: frozenset[str] = frozenset()  # all that take part in the fight
        self.looking: Seat | None = None  # as which a game master looks on, read-only
        self.shown_as: list[Seat] = []  # whose view it is shown: its seats, or the one looked as
        self.rank = SPECTATOR  # the most that its seats may do
        self.role = SPECTATOR  # the most that it may see and ask
        self.audience = PUBLIC  # whose view it is shown
        self.mine: frozenset[str] = frozenset()  # the ids of the seats for which it is asked
        self.times: list[float] = []
        self.pointed: list[float] = []  # when it pointed at something
        self.asking = 0  # questions of it that are worked out just now
        self.closing = ""

    def sit(self, seats: list[Seat], sides: Iterable[str] = ()) -> None:
        """Sit down on some seats of a fight between some sides."""
        self.seats = seats
        self.sides = frozenset(sides)
        self._look()

    def look_as(self, seat: Seat | None) -> None:
        """Be shown what a seat is shown, or what its own are shown."""
        self.looking = seat
        self._look()

    def _look(self) -> None:
        """Work out what it may do and is shown: asked at every step, and hardly ever changed."""
        self.shown_as = self.seats if self.looking is None else [self.looking]
        self.rank = _most(self.seats)
        self.role = _most(self.shown_as)
        sides = [seat.side for seat in self.shown_as if seat.role == PLAYER]
        # Together the sides know everything: who plays for all of them is shown it.
        every = bool(self.sides) and self.sides <= {*sides}
        self.audience = MASTER if self.role == GM or every else sides[0] if sides else PUBLIC
        self.mine = frozenset([seat.id for seat in self.shown_as if seat.role != SPECTATOR])

    def holds(self, seats: list[Seat]) -> bool:
        """Return whether it holds one of some seats."""
        return any([seat.id in self.mine for seat in seats])

    def tell(self, message: Plain) -> None:
        """Send a message; who reads too slowly is cut off and may come back."""
        self.put(msgspec.json.encode(message))

    def put(self, raw: bytes) -> None:
        """Send an encoded message."""
        if self.closing:
            return
        if len(self.outbox) >= OUTBOX:
            self.hang_up("too_slow")
            return
        self.outbox.append(raw)
        self.wake()

    def hang_up(self, reason: str) -> None:
        """End the connection; of what waits too long nothing is sent any more."""
        if self.closing:
            return
        self.closing = reason
        if reason == "too_slow":
            self.outbox.clear()
        self.outbox.append(msgspec.json.encode({"t": "bye", "reason": reason}))
        self.wake()

    def end(self, reason: str) -> None:
        """End the connection without a word of ours: what waits is sent first."""
        if self.closing:
            return
        self.closing = reason
        self.wake()

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


def _nobody() -> None:
    """Tell nobody: what waits is looked for."""


def _most(seats: list[Seat]) -> str:
    roles = {seat.role for seat in seats}
    return GM if GM in roles else PLAYER if PLAYER in roles else SPECTATOR
