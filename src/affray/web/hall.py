"""All tables of a server, and what an address may do there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from fastapi import HTTPException
from starlette.requests import HTTPConnection

from affray.content.problems import InvalidError
from affray.web import peers
from affray.web import store as kept
from affray.web.assets import Assets
from affray.web.chances import SECONDS, moment, prepare
from affray.web.environment import number
from affray.web.jobs import Jobs
from affray.web.lines import Post
from affray.web.reopen import resume
from affray.web.seats import Seat, Tokens
from affray.web.store import Store, StoreError
from affray.web.table import Table, engine
from affray.web.wire import RefusedError

LOGGER: Final = logging.getLogger("affray.web")
SOCKETS: Final = number("AFFRAY_SOCKETS", 40)  # of one address
NEW_TABLES: Final = number("AFFRAY_NEW_TABLES", 60)  # an hour
IDLE: Final = float(number("AFFRAY_IDLE", 600))  # seconds until a table is put away
LOADED: Final = number("AFFRAY_TABLES", 400)  # tables; more: unused ones go sooner
SOON: Final = 2.0  # seconds after somebody has sat down until chances can be worked out
LEAST_IDLE: Final = 5.0  # seconds that a table stays however many there are
WRONG: Final = 10  # wrong tokens a minute, then none is looked at


class Counter:
    """Counts what an address does within some time."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.times: dict[str, list[float]] = {}

    def full(self, address: str) -> bool:
        """Return whether an address has done it too often."""
        at = time.monotonic()
        kept_times = [one for one in self.times.get(address, []) if one > at - self.seconds]
        self.times[address] = kept_times
        if len(self.times) > 10_000:
            self.times.clear()
        return len(kept_times) >= self.most

    def count(self, address: str) -> None:
        """Note that it was done once more."""
        self.times.setdefault(address, []).append(time.monotonic())


def same_origin(headers: Mapping[str, str]) -> bool:
    """Return whether what is asked comes from a page of this server, or from no page."""
    origin = headers.get("origin", "")
    return not origin or origin.partition("://")[2].lower() == headers.get("host", "").lower()


class Hall:
    """All tables of a server, loaded when somebody wants them."""

    def __init__(self, store: Store, tokens: Tokens, hosts: frozenset[str]) -> None:
        self.store = store
        self.tokens = tokens
        self.hosts = frozenset([host.lower() for host in hosts])
        self.assets = Assets()
        self.jobs = Jobs()
        self.post = Post()
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.wrong = Counter(WRONG, 60.0)
        self.new = Counter(NEW_TABLES, 3600.0)
        self.open: dict[str, int] = {}
        self.piped = 0  # sockets that are carried to other servers
        self.early: asyncio.Task[None] | None = None  # starts what works out chances
        self.begun = time.monotonic()

    def goes_by(self, host: str) -> bool:
        """Return whether the server is called by one of its names."""
        host = host.lower()
        return not self.hosts or host.rpartition(":")[0] in self.hosts or host in self.hosts

    async def knows(self, token: str) -> bool:
        """Return whether a token is the owner's, or opens a seat of any table here.

        Raises:
            StoreError: the database does not answer.
        """
        if self.tokens.owns(token):
            return True
        id = self.tokens.game(token)
        config = await self.store.do(lambda link: kept.config(link, id)) if id else None
        if config is None:
            return False
        seats = [Seat.of(one) for one in msgspec.json.decode(config)["seats"]]
        return self.tokens.opens(token, id, {seat.id: seat for seat in seats}) is not None

    def client(self, found: HTTPConnection) -> str:
        """Return the address of a client, also if another server has carried it here."""
        told = self.tokens.client(found.headers.get(peers.HEADER, ""))
        return told or (found.client.host if found.client else "")

    async def table(self, id: str) -> Table:
        """Return a table.

        Raises:
            HTTPException: there is none, or its fight cannot be gone on with.
            ElsewhereError: another server goes on with it.
        """
        found = self.here(id)
        if found is not None:
            found.used_at = time.monotonic()
            return found
        if len(id) > 40 or not id.replace("-", "").replace("_", "").isalnum():
            raise HTTPException(404, "there is no such table")
        async with self.loading.setdefault(id, asyncio.Lock()):
            found = self.here(id)
            if found is None:
                try:
                    found = await resume(id, self.store, self.tokens)
                except InvalidError as fault:
                    LOGGER.error("table %s: %s", id, fault)
                    raise HTTPException(409, f"its fight cannot be gone on with: {fault}") from None
                except StoreError as fault:
                    raise HTTPException(503, "the database does not answer") from fault
                if found is None:
                    del self.loading[id]
                    raise HTTPException(404, "there is no such table")
                found.begin()
                self.tables[id] = found
        return found

    def expect(self, table: Table) -> None:
        """Have a process for chances at hand once anybody plays: the first question finds it so.

        Args:
            table: where somebody has sat down; what never changes of its fight is read already.
        """
        if self.early is None:
            self.early = asyncio.get_running_loop().create_task(self._begin_early(table))

    async def _begin_early(self, table: Table) -> None:
        await asyncio.sleep(SOON)  # who has sat down is shown the table first
        async with table.lock:
            header, _ = await engine(lambda: moment(table.fight))
        with suppress(RefusedError):  # it starts with the first question then
            await self.jobs.ask(prepare, header, seconds=SECONDS)

    def here(self, id: str) -> Table | None:
        """Return a table that is loaded, unless somebody else has gone on with it."""
        found = self.tables.get(id)
        if found is not None and found.lost:
            del self.tables[id]
            return None
        return found

    def unused(
        self, idle: float = IDLE, most: int = LOADED, least: float = LEAST_IDLE
    ) -> list[str]:
        """Return the tables that may be put away, whoever was left first coming first.

        Args:
            idle: seconds after which a table that nobody uses goes.
            most: tables that are held; of more the unused ones go sooner.
            least: seconds that a table stays nevertheless.
        """
        at = time.monotonic()
        free = [table for table in self.tables.values() if table.unused]
        free.sort(key=lambda table: table.left_at)
        many = len(self.tables) - most
        return [
            table.id
            for place, table in enumerate(free)
            if at - table.left_at >= (least if place < many else idle)
        ]

    async def put_away(self, ids: list[str]) -> None:
        """Hold some tables no more; whoever wants one has it played again."""
        gone = [table for table in [self.tables.pop(id, None) for id in ids] if table is not None]
        for table in gone:
            table.lost = True  # before anything else is done: whoever comes now is sent on
            self.loading.pop(table.id, None)  # whoever loads it later holds a lock of their own
        for table in gone:
            await table.end("moved")
        if gone and self.store.shared:
            leases = {table.id: table.epoch for table in gone}
            with suppress(StoreError):  # it ends by itself
                await self.store.do(lambda link: kept.release(link, leases))

    async def tidy(self) -> None:
        """Put away what nobody uses, for ever."""
        while True:
            await asyncio.sleep(min(IDLE / 4, LEAST_IDLE))
            try:
                await self.put_away(self.unused())
            except Exception:
                LOGGER.exception("tables cannot be put away")

    def busy_at(self) -> float:
        """Return when an answer was kept last at any table, as ``time.monotonic`` counts."""
        return max([table.kept_at for table in self.tables.values()], default=0.0)

    async def hold(self) -> None:
        """Hold on to the leases of all tables, for ever; give up those that are lost."""
        while True:
            await asyncio.sleep(kept.LEASE / 3000)
            leases = {table.id: table.epoch for table in self.tables.values() if not table.lost}
            try:
                lost = await self.store.do(lambda link: kept.renew(link, leases))  # noqa: B023
            except StoreError as fault:
                LOGGER.warning("leases cannot be renewed: %s", fault)
                continue
            for id in lost:
                self.tables.pop(id).give_up()

    async def close(self) -> None:
        """Stop all tables, then the database."""
        if self.early is not None:
            self.early.cancel()
        leases = {table.id: table.epoch for table in self.tables.values() if not table.lost}
        for table in list(self.tables.values()):
            await table.end()
        with suppress(StoreError):
            await self.store.do(lambda link: kept.release(link, leases))
        self.jobs.end()
        self.store.close()
