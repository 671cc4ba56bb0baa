"""The socket of every table."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import Any, Final

from fastapi import FastAPI, HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from affray.web import peers, wire
from affray.web.desk import Desk
from affray.web.hall import SOCKETS, Hall, same_origin
from affray.web.lines import Line, line_of
from affray.web.peers import ElsewhereError, UnreachableError
from affray.web.sockets import Socket
from affray.web.wire import RefusedError

HELLO: Final = 5.0  # seconds within which a socket has to say who it is
SILENCE: Final = 40.0  # seconds after which a silent socket is cut
LAST: Final = 2.0  # seconds within which the last words have to be sent


def live(app: FastAPI, hall: Hall) -> None:
    @app.websocket("/api/v1/tables/{id}/live")
    async def connect(websocket: WebSocket, id: str) -> None:
        address = hall.client(websocket)
        host = websocket.headers.get("host", "")
        ours = same_origin(websocket.headers)
        crowded = hall.open.get(address, 0) >= SOCKETS or hall.wrong.full(address)
        if not ours or not hall.goes_by(host) or crowded:
            await websocket.close(1008)
            return
        hall.open[address] = hall.open.get(address, 0) + 1
        try:
            await websocket.accept()
            await _serve(hall, websocket, id, address)
        finally:
            hall.open[address] -= 1
            if not hall.open[address]:
                del hall.open[address]


async def _serve(hall: Hall, websocket: WebSocket, id: str, address: str) -> None:
    # Whoever is carried here has the page of another server, which may be of another version.
    socket = Socket("" if peers.HEADER in websocket.headers else hall.assets.build)
    line = line_of(websocket.scope)
    line.carry(socket, hall.post)
    desk: Desk | None = None
    try:
        raw = await asyncio.wait_for(_frame(websocket), HELLO)
        first = wire.read(raw)
        if not isinstance(first, wire.Hello):
            raise ValueError("hello comes first")
        try:
            table = await hall.table(id)
        except ElsewhereError as found:
            await _piped(hall, websocket, socket, raw, found)
            return
        desk = Desk(table, socket, hall.jobs)
        await desk.join(first)
        hall.expect(table)
        line.listen(partial(_take, desk, socket))
        await _stay(line, socket)
    except RefusedError as fault:
        if fault.code == "moved":
            socket.hang_up("moved")
            return
        hall.wrong.count(address)
        socket.tell({"t": "refused", "id": "", "code": fault.code, "text": fault.text})
        socket.hang_up(fault.code)
    except HTTPException as fault:
        reason = "moved" if fault.status_code == 503 else "gone"
        if reason == "gone":
            socket.tell({"t": "refused", "id": "", "code": "gone", "text": str(fault.detail)})
        socket.hang_up(reason)
    except TooBigError:
        socket.hang_up("too_big")
    except (TimeoutError, ValueError):
        socket.hang_up("malformed")
    except (WebSocketDisconnect, RuntimeError):
        socket.hang_up("left")
    finally:
        if desk is not None:
            desk.leave()
        socket.hang_up("done")
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(line.told.wait(), LAST)
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await websocket.close(1000, socket.closing)


def _take(desk: Desk, socket: Socket, raw: bytes | None) -> None:
    """Take a message of somebody who has said hello."""
    if socket.closing:
        return
    if raw is None:
        socket.hang_up("malformed")
    elif len(raw) > wire.FRAME:
        socket.hang_up("too_big")
    else:
        try:
            message = wire.read(raw)
        except ValueError as fault:
            socket.tell({"t": "refused", "id": "", "code": "malformed", "text": str(fault)})
            if socket.too_fast(time.monotonic()):
                socket.hang_up("too_fast")
        else:
            desk.receive(message)


async def _stay(line: Line, socket: Socket) -> None:
    """Wait for the end of a socket, and see to it that whoever says nothing is cut off."""
    loop = asyncio.get_running_loop()
    while not socket.closing:
        left = line.heard_at + SILENCE - loop.time()
        if left <= 0:
            socket.hang_up("silent")
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(left):  # one for many messages: each only notes the time
                await line.over.wait()


async def _piped(
    hall: Hall, websocket: WebSocket, socket: Socket, first: str, found: ElsewhereError
) -> None:
    """Carry a socket to the server that holds its table; if that is gone it comes again."""
    if not found.address or peers.HEADER in websocket.headers:
        socket.hang_up("moved")
        return
    word = hall.tokens.peer(hall.client(websocket))
    hall.piped += 1
    try:
        await peers.pipe(socket, lambda: _frame(websocket), first, found, word)
    except UnreachableError:
        socket.hang_up("moved")
    finally:
        hall.piped -= 1


class TooBigError(Exception):
    """A frame of more bytes than allowed."""


async def _frame(websocket: WebSocket) -> str:
    """Return the next message of a client."""
    event: dict[str, Any] = dict(await websocket.receive())
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(int(event.get("code") or 1005))
    text = event.get("text")
    if text is None:
        raise ValueError("found bytes, expected text")
    if len(text) > wire.FRAME:
        raise TooBigError
    return str(text)
