"""What carries the messages of a socket: taken as soon as they have come, sent in few writes.

A message that comes is given to who takes it without a task being woken for it, and what waits for
a client is written by the loop itself, all of it at once, when everybody has been told everything.
So an answer to a table of six wakes no task for each of them. A client that does not read lets
messages wait in the socket, which counts them, and no more than ``MOST`` bytes below.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from affray.web.sockets import Socket

EXTENSION: Final = "affray.line"  # of the scope of a socket: the line itself
MOST: Final = 64 * 1024  # bytes that are written before it is looked whether the client reads
TEXT: Final = 0x81  # the first byte of a frame that is a whole message of text


class Post:
    """Writes what waits at many lines, once all that is said in one go has been said."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def later(self, line: Line) -> None:
        """Have a line written soon."""
        if not self.lines:
            asyncio.get_running_loop().call_soon(self.write)
        self.lines.append(line)

    def write(self) -> None:
        """Write all that waits."""
        lines, self.lines = self.lines, []
        for line in lines:
            line.write()


class Line(WebSocketsSansIOProtocol):
    """One connection of a client."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.post: Post | None = None
        self.socket: Socket | None = None  # whose messages it carries
        self.take: Callable[[bytes | None], None] | None = None
        self.due = False  # whether it will be written soon
        self.heard_at = self.loop.time()
        self.over = asyncio.Event()  # whether the socket ends, or the client has gone
        self.told = asyncio.Event()  # whether nothing more can be or has to be written

    # -- to the client -----------------------------------------------------------------------

    def carry(self, socket: Socket, post: Post) -> None:
        """Send from now on what waits in a socket.

        Args:
            socket: whose.
            post: writes it.
        """
        self.socket = socket
        self.post = post
        socket.wake = self.wake

    def wake(self) -> None:
        """Have what waits written soon."""
        if not self.due and self.post is not None:
            self.due = True
            self.post.later(self)

    def write(self) -> None:
        """Write what waits, as long as the client reads."""
        self.due = False
        socket = self.socket
        assert socket is not None
        waiting = socket.outbox
        while waiting and self.writable.is_set() and not self.transport.is_closing():
            frames: list[bytes] = []
            size = 0
            while waiting and size < MOST:
                raw = waiting.popleft()
                size += len(raw)
                frames += (head(len(raw)), raw)
            self.transport.write(b"".join(frames))
        if socket.closing:
            self.over.set()
            if not waiting or self.transport.is_closing():
                self.told.set()

    def resume_writing(self) -> None:
        """Go on: the client reads again."""
        super().resume_writing()
        if self.socket is not None:
            self.write()

    # -- from the client ---------------------------------------------------------------------

    def listen(self, take: Callable[[bytes | None], None]) -> None:
        """Give every message to somebody from now on, those first that have come already.

        Args:
            take: takes it; None: it was no text.
        """
        self.take = take
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                take(text.encode() if text is not None else None)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def send_receive_event_to_app(self) -> None:
        """Give a message that has come to who takes it."""
        self.heard_at = self.loop.time()
        if self.take is None:
            super().send_receive_event_to_app()
            return
        raw = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.take(raw if self.curr_msg_data_type == "text" else None)

    # -- the connection ----------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Let the application find the line of a socket."""
        super().handle_connect(event)
        if not self.handshake_complete:  # else it was refused
            self.scope["extensions"] = {
                **(self.scope["extensions"] or {}),
                EXTENSION: {"line": self},
            }

    def connection_lost(self, exc: Exception | None) -> None:
        """Let who waits for the end go on."""
        super().connection_lost(exc)
        if self.socket is not None:
            self.socket.hang_up("left")
        self.over.set()
        self.told.set()


def line_of(scope: Any) -> Line:
    """Return the line that carries a socket, by its scope.

    Raises:
        RuntimeError: the server was not started with such lines.
    """
    found = (scope.get("extensions") or {}).get(EXTENSION, {}).get("line")
    if not isinstance(found, Line):
        raise RuntimeError("sockets need a server that is started with lines of ours")
    return found


def head(size: int) -> bytes:
    """Return what stands before a message of so many bytes: no mask, nothing packed."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return b"%c\x7e%b" % (TEXT, size.to_bytes(2, "big"))
    return b"%c\x7f%b" % (TEXT, size.to_bytes(8, "big"))
