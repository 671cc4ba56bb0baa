"""Play a seat of a table by program: ``python examples/web_client.py LINK``.

LINK is the link of a seat as ``affray serve`` gives it. The program answers whatever its seat is
asked, here with the option that comes first; put your own ``decide`` in its place.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4
from zlib import crc32

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Plain = dict[str, Any]
BEAT = 10.0  # seconds
AGAIN = 1.0  # seconds after which what was refused for now is sent again
FOR_NOW = ("busy", "too_fast")  # the same message may be kept later
LATER = ("stale", "over", "not_yours")  # what is asked next is told by itself


class Client:
    """One connection to a table: the view it was shown, kept up to date and checked."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = -1
        self.view: Plain = {}
        self.choice: Plain | None = None
        self.turn: Plain | None = None
        self.paused = False
        self.scene: Plain = {}
        self.acks: dict[str, int] = {}
        self.refused: list[Plain] = []

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a message; return its id."""
        id = str(fields.pop("id", uuid4().hex))
        await self.socket.send(json.dumps({"t": kind, "id": id, **fields}))
        return id

    async def answer(self, key: str, id: str = "") -> str:
        """Answer the open question by the key of an option."""
        assert self.choice is not None
        fields = {"choice": self.choice["id"], "option": key}
        return await self.send("answer", **fields, **({"id": id} if id else {}))

    async def next(self) -> Plain:
        """Return the next message, applied to the view."""
        try:
            raw = await asyncio.wait_for(self.socket.recv(), BEAT)
        except TimeoutError:
            await self.socket.send('{"t": "here"}')  # who is silent for long is taken to be gone
            raw = await self.socket.recv()
        message: Plain = json.loads(raw)
        kind = message["t"]
        if kind == "welcome":
            self.scene = message["scene"]
        elif kind == "full":
            self.view, self.seq = message["view"], message["seq"]
        elif kind == "step":
            assert message["seq"] == self.seq + 1, "a number is missing"
            self.seq = message["seq"]
            for path, value in message["set"].items():
                put(self.view, path.split("\t"), value)
            assert digest(self.view) == message["digest"], "the view is not what the server shows"
        elif kind == "ack":
            self.acks[message["id"]] = message["seq"]
        elif kind == "refused":
            self.refused.append(message)
        if kind in ("full", "step"):
            self.choice, self.turn = message["choice"], message["turn"]
            self.paused = message["paused"]
        return message

    def options(self) -> list[str]:
        """Return the keys of the options of the open question."""
        if self.choice is None or self.choice["kind"] == "dice":
            return []
        return [key for group in self.choice["groups"] for key in keys(group)]


def keys(group: Plain) -> list[str]:
    """Return the keys of a group of options; those that are many places are told in rows."""
    if "rows" not in group:
        return [one["key"] for one in group["options"]]
    return [
        group["key"].replace("*", f"{column + right},{row}")
        for column, row, many in group["rows"]
        for right in range(many)
    ]


def put(view: Plain, path: list[str], value: Any) -> None:
    """Set or (None) take away one value of a view."""
    for name in path[:-1]:
        view = view[name]
    if value is None:
        view.pop(path[-1], None)
    else:
        view[path[-1]] = value


def digest(view: Plain) -> str:
    """Return the checksum of a view."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{crc32(text.encode()):08x}"


@asynccontextmanager
async def seated(base: str, table: str, *tokens: str, name: str = "") -> AsyncIterator[Client]:
    """Sit down at a table; ``base`` is the address of the server."""
    address = f"{base.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"
    async with connect(address, max_size=2**24) as socket:
        client = Client(socket)
        hello = {"t": "hello", "v": 1, "tokens": list(tokens), "name": name}
        await socket.send(json.dumps(hello))
        while not client.view:
            message = await client.next()
            if message["t"] in ("bye", "refused"):
                raise ConnectionError(message.get("text", message.get("reason")))
        yield client


def decide(client: Client) -> str:
    """Return the answer: the default."""
    assert client.choice is not None
    return str(client.choice["default"])


async def settled(client: Client, key: str) -> None:
    """Answer the open question until the answer is kept, or something else is asked.

    An answer that is refused for now is sent again with the id it had: it counts once however often
    it comes. While the game master has paused the fight nothing is sent.
    """
    assert client.choice is not None
    asked, id = client.choice["id"], ""
    while not client.view["over"] and client.choice is not None and client.choice["id"] == asked:
        if client.paused:
            await client.next()
            continue
        id = await client.answer(key, id)
        said = await client.next()
        while said.get("id") != id or said["t"] not in ("ack", "refused"):
            said = await client.next()
        if said["t"] == "ack":
            return
        if said["code"] == "paused":
            client.paused = True  # until a step tells that the fight goes on
        elif said["code"] in FOR_NOW:
            await asyncio.sleep(AGAIN)
        elif said["code"] in LATER:
            await client.next()
        else:
            raise ValueError(f"{key}: {said['text']}")


async def play(link: str, choose: Callable[[Client], str] = decide) -> Plain:
    """Play a seat to the end of the fight; return the last view."""
    base, _, rest = link.partition("/t/")
    table, _, token = rest.partition("#s=")
    async with seated(base, table, token, name="A program") as client:
        answered = ""
        while not client.view["over"]:
            if client.choice is not None and client.choice["id"] != answered:
                answered = client.choice["id"]
                await settled(client, choose(client))
            else:
                await client.next()
        return client.view


if __name__ == "__main__":
    if len(sys.argv) != 2 or "/t/" not in sys.argv[1]:
        print(
            f"found {sys.argv[1:]}, expected one link: http://HOST/t/TABLE#s=SEAT", file=sys.stderr
        )
        sys.exit(2)
    try:
        final = asyncio.run(play(sys.argv[1]))
    except (OSError, WebSocketException) as fault:
        sys.exit(f"no seat at {sys.argv[1]}: {fault}")
    print(f"{final['over']}: {final['winner'] or 'nobody'} won")
