"""Servers on one database: what reaches one of them for a table of another is carried there.

Nobody has to know which server holds a table. A socket is piped frame by frame, a request is sent
on as it came, with a signed word of who sent it, so that limits hold for the client and not for
the server in between. What was carried once is not carried again.
"""

from __future__ import annotations

import asyncio
import http.client
from collections.abc import Awaitable, Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from affray.web.sockets import Socket

HEADER: Final = "affray-peer"
OPENING: Final = 5.0  # seconds for a connection to another server
ANSWERING: Final = 90.0  # seconds for its answer to a request: a journal may be long
KEPT: Final = ("authorization", "content-type", "accept")  # headers that are sent on
TOLD: Final = ("content-type", "content-disposition", "cache-control")  # and told back


class ElsewhereError(Exception):
    """Another server goes on with a table."""

    def __init__(self, id: str, address: str) -> None:
        """Say which.

        Args:
            id: of the table.
            address: of the server, "" if it tells none.
        """
        super().__init__(f"table {id} is held by another server")
        self.id = id
        self.address = address


class UnreachableError(Exception):
    """The server that holds a table does not answer."""


async def pipe(
    socket: Socket, read: Callable[[], Awaitable[str]], first: str, found: ElsewhereError, word: str
) -> None:
    """Carry frames between a client and the server that holds its table, until one of them ends.

    Args:
        socket: what is told to the client.
        read: returns the next frame of the client; what it raises ends the pipe and is raised.
        first: the frame with which the client began.
        found: where the table is.
        word: who the client is; see ``Tokens.peer``.

    Raises:
        UnreachableError: that server does not answer, or has gone in the middle.
    """
    address = f"{found.address.replace('http', 'ws', 1)}/api/v1/tables/{found.id}/live"
    try:
        async with connect(
            address,
            additional_headers={HEADER: word},
            open_timeout=OPENING,
            compression=None,
            max_size=None,
            ping_interval=None,
        ) as holder:
            await holder.send(first)
            await _both_ways(socket, read, holder)
    except (OSError, TimeoutError, WebSocketException) as fault:
        raise UnreachableError(found.address) from fault


async def _both_ways(
    socket: Socket, read: Callable[[], Awaitable[str]], holder: ClientConnection
) -> None:
    async def there() -> None:
        while True:
            await holder.send(await read())

    async def back() -> None:
        async for raw in holder:  # ends when the holder hangs up in order, after its ``bye``
            socket.put(raw if isinstance(raw, bytes) else raw.encode())
            if socket.closing:
                return

    loop = asyncio.get_running_loop()
    sending, hearing = loop.create_task(there()), loop.create_task(back())
    try:
        done, _ = await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
    (hearing if hearing in done else sending).result()
    socket.end(holder.close_reason or "done")


async def ask(
    found: ElsewhereError,
    method: str,
    path: str,
    headers: Mapping[str, str],
    body: bytes,
    word: str,
) -> tuple[int, dict[str, str], bytes]:
    """Return what the server that holds a table says to a request: status, headers, body.

    Args:
        found: where the table is.
        method: of the request.
        path: of the request, with what stands behind the ``?``.
        headers: of the request.
        body: of the request.
        word: who the client is; see ``Tokens.peer``.

    Raises:
        UnreachableError: that server does not answer.
    """
    sent = {name: headers[name] for name in KEPT if name in headers}
    return await asyncio.to_thread(_asked, found.address, method, path, sent, body, word)


def _asked(
    address: str, method: str, path: str, headers: dict[str, str], body: bytes, word: str
) -> tuple[int, dict[str, str], bytes]:
    server = urlsplit(address)
    link = http.client.HTTPConnection(server.hostname or "", server.port, timeout=ANSWERING)
    try:
        link.request(method, path, body or None, {**headers, HEADER: word})
        told = link.getresponse()
        known = {name: value for name in TOLD if (value := told.getheader(name)) is not None}
        return told.status, known, told.read()
    except (OSError, http.client.HTTPException) as fault:
        raise UnreachableError(address) from fault
    finally:
        link.close()
