"""The socket of every table."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

from fastapi import FastAPI, HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from affray.web import peers, wire
from affray.web.desk import Desk
from affray.web.hall import SOCKETS, Hall, same_origin
from affray.web.peers import ElsewhereError, UnreachableError
from affray.web.sockets import Socket
from affray.web.wire import RefusedError

HELLO: Final = 5.0  # seconds within which a socket has to say who it is
SILENCE: Final = 40.0  # seconds after which a silent socket is cut


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
    desk: Desk | None = None
    writer = asyncio.get_running_loop().create_task(_write(websocket, socket))
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
        while not socket.closing:
            async with asyncio.timeout(SILENCE):  # ``wait_for`` would begin a task for each message
                raw = await _frame(websocket)
            try:
                message = wire.read(raw)
            except ValueError as fault:
                socket.tell({"t": "refused", "id": "", "code": "malformed", "text": str(fault)})
                if socket.too_fast(time.monotonic()):
                    socket.hang_up("too_fast")
                continue
            if isinstance(message, wire.Hello):
                await desk.again()
            else:
                desk.receive(message)
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
        socket.hang_up("malformed" if desk is None else "silent")
    except (WebSocketDisconnect, RuntimeError):
        socket.hang_up("left")
    finally:
        if desk is not None:
            desk.leave()
        socket.hang_up("done")
        with suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(writer, 2.0)


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


async def _write(websocket: WebSocket, socket: Socket) -> None:
    """Send what waits, until the end."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while True:
            raw = await socket.queue.get()
            if raw is None:
                await websocket.close(1000, socket.closing)
                return
            await websocket.send_text(raw.decode())
