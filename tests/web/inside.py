"""A table within the test's own process: no network, every message that is told at hand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from uuid import uuid4

from affray.web import told, uploads, wire
from affray.web.desk import Desk
from affray.web.jobs import Jobs
from affray.web.routes.tables import seats_for
from affray.web.seats import Tokens
from affray.web.sockets import Socket
from affray.web.store import Store
from affray.web.table import Table

Plain = dict[str, Any]
TOKENS = Tokens("key of the test")


def with_store(work: Callable[[Store], Awaitable[None]]) -> None:
    """Do some work with a store of its own, for a minute at most."""

    async def whole() -> None:
        store = Store("sqlite://")
        try:
            await asyncio.wait_for(work(store), 60)
        finally:
            store.close()

    asyncio.run(whole())


async def begun(
    store: Store, encounter: str, wanted: dict[str, str] | None = None, seed: int = 1, **config: Any
) -> Table:
    """Begin a table; nobody has sat down."""
    fight = await asyncio.to_thread(lambda: uploads.Brought(encounter).fight(seed))
    seats = seats_for(fight, wanted or {})
    settings = {"name": encounter, "pace": 0, **config}
    return await Table.create(fight, settings, seats, store, TOKENS)


def described(message: Plain) -> Plain:
    """Return a message of the server, once it is seen to be as the interface describes it."""
    told.messages().validate_json(json.dumps(message))
    return message


class Seated:
    """Somebody at a table: sends messages, and holds all that was heard."""

    def __init__(self, table: Table, *seats: str) -> None:
        self.table = table
        self.socket = Socket()
        self.desk = Desk(table, self.socket, Jobs(1))
        self.tokens = [TOKENS.seat(table.id, table.seats[one]) for one in seats]
        self.heard: list[Plain] = []
        self.sent: list[str] = []

    async def sit(self, name: str = "") -> Seated:
        hello = wire.Hello(t="hello", tokens=self.tokens, name=name)
        await self.desk.join(hello)
        self.hear()
        return self

    def hear(self) -> list[Plain]:
        """Return what has come since."""
        fresh: list[Plain] = []
        while self.socket.outbox:
            fresh.append(described(json.loads(self.socket.outbox.popleft())))
        self.heard += fresh
        return fresh

    def send(self, kind: str, **fields: Any) -> str:
        """Send a message; return its id."""
        message = {"t": kind, "id": uuid4().hex, **fields}
        self.sent.append(str(message["id"]))
        self.desk.receive(wire.read(json.dumps(message)))
        return str(message["id"])

    async def reply(self, id: str) -> Plain:
        """Wait for the answer to a message."""
        for _ in range(4_000):
            self.hear()
            for one in self.heard:
                if one.get("id") == id and one["t"] in ("ack", "refused", "reply"):
                    return one
            await asyncio.sleep(0.005)
        raise AssertionError(f"no answer to {id}: {[one['t'] for one in self.heard]}")

    async def ask(self, kind: str, **fields: Any) -> Plain:
        """Send a message and return the answer."""
        return await self.reply(self.send(kind, **fields))

    @property
    def shown(self) -> Plain:
        """The last message that told the open question."""
        self.hear()
        return [one for one in self.heard if "turn" in one][-1]

    async def asked(self) -> Plain:
        """Wait until a question is open for it and return it."""
        for _ in range(4_000):
            found: Plain | None = self.shown["choice"]
            if found is not None:
                return found
            await asyncio.sleep(0.005)
        raise AssertionError("nothing is asked")


async def http(
    app: Any, method: str, path: str, body: Any = None, token: str = "", **headers: str
) -> tuple[int, Any]:
    """Ask an application without a network; return the status and what it says."""
    raw = b"" if body is None else json.dumps(body).encode()
    known = {"host": "test", "content-length": f"{len(raw)}", "content-type": "application/json"}
    known |= {"authorization": f"Bearer {token}"} if token else {}
    path, _, query = path.partition("?")
    scope = {
        **{"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http"},
        **{"method": method, "path": f"/api/v1/{path}", "raw_path": f"/api/v1/{path}".encode()},
        **{"query_string": query.encode(), "root_path": "", "client": ("test", 1)},
        "headers": [(name.encode(), value.encode()) for name, value in (known | headers).items()],
        "server": ("test", 80),
    }
    told: list[Plain] = []
    sent = False

    async def receive() -> Plain:
        nonlocal sent
        if sent:
            await asyncio.sleep(3600)
        sent = True
        return {"type": "http.request", "body": raw, "more_body": False}

    async def send(message: Plain) -> None:
        told.append(message)

    with suppress(Exception):  # after the answer to a fault of ours it is raised once more
        await app(scope, receive, send)
    content = b"".join([one.get("body", b"") for one in told])
    try:
        return int(told[0]["status"]), json.loads(content) if content else None
    except ValueError:
        return int(told[0]["status"]), content.decode()
