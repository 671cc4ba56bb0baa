"""The line of a socket: many messages in one write, bounds, messages in pieces, silence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from affray.web.lines import Line, Post, head, line_of
from affray.web.routes import live
from affray.web.sockets import OUTBOX, Socket
from tests.web.serving import Server


class Written:
    """A transport that only notes what is written."""

    def __init__(self) -> None:
        self.writes: list[bytes] = []

    def write(self, raw: bytes) -> None:
        self.writes.append(raw)

    def is_closing(self) -> bool:
        return False


def line() -> Line:
    """Return a line that is connected to nothing."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("nothing is asked of the application")

    config = uvicorn.Config(app)
    config.load()
    found = Line(config=config, server_state=uvicorn.Server(config).server_state, app_state={})
    found.transport = Written()  # type: ignore[assignment]  # of which only this is used
    return found


def alone(work: Callable[[Line, Socket], Awaitable[None]]) -> None:
    async def play() -> None:
        found, socket = line(), Socket()
        found.carry(socket, Post())
        await work(found, socket)

    asyncio.run(asyncio.wait_for(play(), 20))


def writes(found: Line) -> list[bytes]:
    assert isinstance(found.transport, Written)
    return found.transport.writes


def test_what_is_said_in_one_go_is_written_at_once() -> None:
    async def work(found: Line, socket: Socket) -> None:
        socket.put(b"one")
        socket.put(b"two")
        assert not writes(found)
        await asyncio.sleep(0)
        assert writes(found) == [b"\x81\x03one\x81\x03two"]

    alone(work)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_before_a_message_stands_how_long_it_is(size: int, expected: bytes) -> None:
    assert head(size) == expected


def test_nothing_is_written_to_who_does_not_read_and_what_waits_is_bounded() -> None:
    async def work(found: Line, socket: Socket) -> None:
        found.pause_writing()
        for _ in range(OUTBOX):
            socket.put(b"x" * 1000)
        await asyncio.sleep(0)
        assert not writes(found)
        reasons = [socket.closing]
        socket.put(b"one too many")
        assert [*reasons, socket.closing] == ["", "too_slow"]
        assert [json.loads(one)["t"] for one in socket.outbox] == ["bye"]
        await asyncio.sleep(0)
        assert found.over.is_set()
        assert not found.told.is_set()
        found.resume_writing()
        assert found.told.is_set()

    alone(work)


def test_one_write_holds_no_more_than_a_client_may_leave_unread() -> None:
    async def work(found: Line, socket: Socket) -> None:
        for _ in range(100):
            socket.put(b"x" * 2000)
        await asyncio.sleep(0)
        assert len(writes(found)) == 4
        assert max(map(len, writes(found))) < 68_000

    alone(work)


def test_who_reads_again_is_told_what_waits() -> None:
    async def work(found: Line, socket: Socket) -> None:
        found.pause_writing()
        socket.put(b"one")
        await asyncio.sleep(0)
        found.resume_writing()
        assert writes(found) == [b"\x81\x03one"]

    alone(work)


async def serving(table: str, server: Server, work: Callable[[ClientConnection], Any]) -> Any:
    address = f"{server.base.replace('http', 'ws')}/api/v1/tables/{table}/live"
    async with connect(address) as client:
        return await work(client)


async def heard(client: ClientConnection, kind: str) -> Any:
    while True:
        message = json.loads(await client.recv())
        if message["t"] == kind:
            return message


def played(server: Server, work: Callable[[ClientConnection, str], Awaitable[Any]]) -> Any:
    table, tokens = server.table("thrum/broken-causeway")
    hello = json.dumps({"t": "hello", "tokens": [tokens["players"]]})

    async def play() -> Any:
        return await serving(table, server, lambda client: work(client, hello))

    return asyncio.run(asyncio.wait_for(play(), 20))


def test_a_message_may_come_in_pieces_and_many_at_once(server: Server) -> None:
    async def work(client: ClientConnection, hello: str) -> list[int]:
        await client.send([hello[:9], hello[9:]])
        for number in range(5):  # with the first message, before anybody is shown the table
            await client.send(['{"t":"here",', f'"n":{number}}}'])
        return [(await heard(client, "pong"))["n"] for _ in range(5)]

    assert played(server, work) == [0, 1, 2, 3, 4]


def test_bytes_where_a_text_belongs_end_the_connection(server: Server) -> None:
    async def work(client: ClientConnection, hello: str) -> tuple[str, str]:
        await client.send(hello)
        await heard(client, "full")
        await client.send(b"\x00")
        reason = (await heard(client, "bye"))["reason"]
        with pytest.raises(ConnectionClosed) as fault:
            await client.recv()
        return reason, fault.value.rcvd.reason if fault.value.rcvd is not None else ""

    assert played(server, work) == ("malformed", "malformed")


def test_hello_said_again_shows_everything_once_more(server: Server) -> None:
    async def work(client: ClientConnection, hello: str) -> tuple[Any, Any]:
        await client.send(hello)
        first = await heard(client, "full")
        await client.send(hello)
        return first["digest"], (await heard(client, "full"))["digest"]

    first, second = played(server, work)
    assert first == second


def test_who_says_nothing_is_cut_off_and_who_does_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SILENCE", 0.3)

    async def work(found: Line, socket: Socket) -> None:
        staying = asyncio.ensure_future(live._stay(found, socket))
        for _ in range(6):
            await asyncio.sleep(0.1)
            found.heard_at = found.loop.time()
        assert not staying.done()
        await staying
        assert socket.closing == "silent"

    alone(work)


def test_another_server_than_ours_is_told_that_it_cannot_carry_sockets() -> None:
    async def nothing(_: Any = None) -> Any:
        raise AssertionError("nothing is sent")

    scope = {"type": "websocket", "headers": [], "extensions": {}}
    with pytest.raises(RuntimeError, match="lines of ours"):
        line_of(WebSocket(scope, nothing, nothing).scope)
