"""The server: pages, the HTTP interface, and the socket of every table."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final

import segno
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import Environment, select_autoescape
from pydantic import BaseModel, Field
from starlette.websockets import WebSocket, WebSocketDisconnect

import affray
from affray.bots import LEVELS
from affray.content.game import game, games
from affray.content.library import list_encounters
from affray.content.problems import InvalidError
from affray.core.setup import Setup
from affray.session.fight import Fight
from affray.web import fairness, replays, uploads, wire
from affray.web import store as kept
from affray.web.asks import rule_text
from affray.web.desk import Desk
from affray.web.jobs import REPLAY, Jobs
from affray.web.reopen import ElsewhereError, resume
from affray.web.seats import APP, GM, PLAYER, SPECTATOR, Seat, Tokens, clean
from affray.web.sockets import Socket
from affray.web.store import Store, StoreError
from affray.web.table import Table
from affray.web.views import Plain, title
from affray.web.wire import RefusedError

LOGGER: Final = logging.getLogger("affray.web")
HELLO: Final = 5.0  # seconds within which a socket has to say who it is
SILENCE: Final = 40.0  # seconds after which a silent socket is cut
SOCKETS: Final = int(os.environ.get("AFFRAY_SOCKETS", "40"))  # of one address
NEW_TABLES: Final = int(os.environ.get("AFFRAY_NEW_TABLES", "60"))  # an hour
WRONG: Final = 10  # wrong tokens a minute, then none is looked at
BODY: Final = 4 * 1024 * 1024
POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types lit-html",
    ]
)
HEALTH: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Affray: {{ "well" if found.ok else "not well" }}</title>
<link rel="stylesheet" href="/static/{{ build }}/style.css">
<main>
<h1>{{ "The server is well" if found.ok else "The server is not well" }}</h1>
<table>
{% for name, value in found.items() %}<tr><th scope="row">{{ name.replace("_", " ") }}</th>\
<td>{{ value }}</td></tr>
{% endfor %}</table>
</main>
</html>
"""
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


class NewTable(BaseModel):
    """A table to be."""

    encounter: Annotated[str, Field(max_length=uploads.LARGEST)] = ""
    file: Annotated[str, Field(max_length=120)] = ""  # the name of an encounter's file
    packs: dict[str, str] = {}
    journal: Annotated[str, Field(max_length=BODY)] = ""  # go on from a journal instead
    lines: int | None = None  # after so many of its lines
    seed: int | None = None
    seats: dict[str, Annotated[str, Field(max_length=20)]] = {}  # me, split, link, or a bot
    numbers: Annotated[str, Field(pattern="^(exact|bands|hidden)$")] = "exact"
    undo: Annotated[str, Field(pattern="^(free|ask|gm)$")] = "free"
    clock: dict[str, Annotated[int, Field(ge=0, le=3600)]] = {}
    chat: bool = True
    pace: Annotated[int, Field(ge=0, le=5000)] = 450  # milliseconds between steps of programs


class File(BaseModel):
    """A file to be checked."""

    name: Annotated[str, Field(max_length=120)]
    text: Annotated[str, Field(max_length=BODY)]
    packs: dict[str, str] = {}


class Doubt(BaseModel):
    """An encounter of which somebody asks whether it is fair."""

    encounter: Annotated[str, Field(max_length=uploads.LARGEST)]
    file: Annotated[str, Field(max_length=120)] = ""  # the name of an encounter's file
    packs: dict[str, str] = {}
    fights: Annotated[int, Field(ge=fairness.LEAST, le=fairness.MOST)] = fairness.LEAST


class Moment(BaseModel):
    """A moment of a journal: after how many of its lines."""

    text: Annotated[str, Field(max_length=BODY)]
    lines: Annotated[int, Field(ge=0)]


class LinkFor(BaseModel):
    """Which link is wanted; ``renew`` makes the old ones open nothing any more."""

    seat: Annotated[str, Field(max_length=80)]
    renew: bool = False


class QrOf(BaseModel):
    """What a code shall say."""

    text: Annotated[str, Field(max_length=600)]


class Assets:
    """The files of the pages, with a name that changes when they do; packed once."""

    def __init__(self) -> None:
        root = files("affray.web").joinpath("static")
        self.files: dict[str, bytes] = {}
        self._gather(root, "")
        total = hashlib.sha256()
        for name, raw in sorted(self.files.items()):
            total.update(name.encode() + raw)
        self.build = total.hexdigest()[:12]
        self.packed = {name: gzip.compress(raw, 9, mtime=0) for name, raw in self.files.items()}
        source = files("affray.web").joinpath("templates", "shell.html").read_text("utf-8")
        environment = Environment(autoescape=select_autoescape(default=True))
        modules = [name for name in sorted(self.files) if name.endswith(".js")]
        self.shell = environment.from_string(source).render(build=self.build, modules=modules)
        self.health = environment.from_string(HEALTH)

    def _gather(self, folder: Traversable, prefix: str) -> None:
        for one in folder.iterdir():
            if one.is_dir():
                self._gather(one, f"{prefix}{one.name}/")
            elif "." in one.name and f".{one.name.rpartition('.')[2]}" in TYPES:
                self.files[prefix + one.name] = one.read_bytes()

    def response(self, name: str, *, packed: bool) -> Response:
        """Return a file; it may be kept for ever, as its address changes with it."""
        if name not in self.files:
            raise HTTPException(404, "there is no such file")
        headers = {
            "cache-control": "public, max-age=31536000, immutable",
            "vary": "accept-encoding",
        }
        if packed:
            headers["content-encoding"] = "gzip"
        raw = self.packed[name] if packed else self.files[name]
        kind = TYPES[f".{name.rpartition('.')[2]}"]
        return Response(raw, media_type=kind, headers=headers)


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


class Hall:
    """All tables of a server, loaded when somebody wants them."""

    def __init__(self, store: Store, tokens: Tokens, hosts: frozenset[str]) -> None:
        self.store = store
        self.tokens = tokens
        self.hosts = hosts
        self.assets = Assets()
        self.jobs = Jobs()
        self.tables: dict[str, Table] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.wrong = Counter(WRONG, 60.0)
        self.new = Counter(NEW_TABLES, 3600.0)
        self.open: dict[str, int] = {}
        self.begun = time.monotonic()

    async def table(self, id: str) -> Table:
        """Return a table.

        Raises:
            HTTPException: there is none, or its fight cannot be gone on with.
        """
        found = self.here(id)
        if found is not None:
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
                except ElsewhereError:
                    raise HTTPException(503, "another server goes on with it: try again") from None
                if found is None:
                    del self.loading[id]
                    raise HTTPException(404, "there is no such table")
                found.begin()
                self.tables[id] = found
        return found

    def here(self, id: str) -> Table | None:
        """Return a table that is loaded, unless somebody else has gone on with it."""
        found = self.tables.get(id)
        if found is not None and found.lost:
            del self.tables[id]
            return None
        return found

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
        leases = {table.id: table.epoch for table in self.tables.values() if not table.lost}
        for table in list(self.tables.values()):
            await table.end()
        with suppress(StoreError):
            await self.store.do(lambda link: kept.release(link, leases))
        self.jobs.end()
        self.store.close()


def create(store: Store, tokens: Tokens, hosts: frozenset[str] = frozenset()) -> FastAPI:
    """Return the application.

    Args:
        store: where tables are kept.
        tokens: sign the links.
        hosts: names under which it may be called; none: any, for tests.
    """
    hall = Hall(store, tokens, hosts)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        holding = asyncio.get_running_loop().create_task(hall.hold()) if store.shared else None
        yield
        if holding is not None:
            holding.cancel()
        await hall.close()

    app = FastAPI(
        title="Affray",
        version=affray.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.hall = hall
    app.middleware("http")(_guard(hall))
    app.add_exception_handler(InvalidError, _invalid)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(HTTPException, _problem)
    _pages(app, hall)
    _documents(app, hall)
    _tables(app, hall)
    _sockets(app, hall)
    return app


def _guard(
    hall: Hall,
) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    async def guard(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        if not _known_host(hall, request.headers.get("host", "")):
            return _told(421, "this server does not go by that name")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            return _told(413, "found more than 4 MiB")
        if request.method == "POST" and "content-length" not in request.headers:
            return _told(411, "the length of the message is missing")
        response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return guard


def _known_host(hall: Hall, host: str) -> bool:
    return not hall.hosts or host.rpartition(":")[0] in hall.hosts or host in hall.hosts


def _told(status: int, text: str, faults: list[str] | None = None) -> JSONResponse:
    body: Plain = {"title": text, "status": status}
    if faults:
        body["faults"] = faults
    return JSONResponse(body, status, media_type="application/problem+json", headers=HEADERS)


async def _invalid(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, InvalidError)
    return _told(
        422, "this cannot be played as it is", [str(problem) for problem in fault.problems]
    )


async def _refused(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, RefusedError)
    return _told({"unknown": 404, "busy": 503}.get(fault.code, 409), fault.text)


async def _problem(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    return _told(fault.status_code, str(fault.detail))


def bearer(request: Request) -> str:
    """Return the token of a request, "" if it has none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


Bearer = Annotated[str, Depends(bearer)]


# -- pages -----------------------------------------------------------------------------------------


def _pages(app: FastAPI, hall: Hall) -> None:
    async def page() -> HTMLResponse:
        return HTMLResponse(hall.assets.shell, headers={"cache-control": "no-cache"})

    for path in ("/", "/new", "/t/{table}", "/r", "/r/{table}"):
        app.add_api_route(path, page, methods=["GET"], include_in_schema=False)

    @app.get("/static/{build}/{name:path}", include_in_schema=False)
    async def static(request: Request, build: str, name: str) -> Response:
        packed = "gzip" in request.headers.get("accept-encoding", "")
        return hall.assets.response(name, packed=packed)

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return hall.assets.response("mark.svg", packed=False)


# -- documents -------------------------------------------------------------------------------------


def _documents(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/v1/health")
    async def health(response: Response) -> Plain:
        """Whether the server is well: its database would take something, every table is kept."""
        found = await _health(hall)
        response.status_code = 200 if found["ok"] else 503
        return found

    @app.get("/health", include_in_schema=False)
    async def health_page() -> HTMLResponse:
        found = await _health(hall)
        status = 200 if found["ok"] else 503
        headers = {"cache-control": "no-store"}
        text = hall.assets.health.render(build=hall.assets.build, found=found)
        return HTMLResponse(text, status, headers=headers)

    @app.get("/api/v1/encounters")
    async def encounters() -> list[Plain]:
        """The encounters that come with Affray."""
        found = await asyncio.to_thread(list_encounters)
        return [
            {
                "key": one.key,
                "ruleset": one.ruleset,
                "game": game(one.ruleset).name,
                "name": one.name,
                "text": one.text,
            }
            for one in found
        ]

    @app.get("/api/v1/encounters/{ruleset}/{id}")
    async def encounter(ruleset: str, id: str) -> Plain:
        """The map of an encounter and who takes part."""
        if ruleset not in games():
            raise HTTPException(404, "there is no such ruleset")
        brought = uploads.Brought(f"{ruleset}/{id}")
        return await asyncio.to_thread(lambda: uploads.preview(brought.fight(0)))

    @app.get("/api/v1/bots")
    async def programs() -> dict[str, str]:
        """The programs that may sit on a seat, from the weakest to the strongest."""
        return dict(LEVELS)

    @app.get("/api/v1/rules/{ruleset}/{id:path}")
    async def rule(ruleset: str, id: str) -> Plain:
        """A rule by its id."""
        return rule_text(ruleset, id)

    @app.get("/api/v1/asyncapi.json")
    async def socket_file() -> Plain:
        """The messages of the socket, described as AsyncAPI 3.0."""
        return wire.asyncapi()

    @app.post("/api/v1/qr")
    async def code(wanted: QrOf) -> Response:
        """A text as a code to be scanned; posted, so that no log has the link."""
        out = io.BytesIO()
        segno.make(wanted.text, error="m").save(out, kind="svg", scale=6, border=2)
        return Response(out.getvalue(), media_type="image/svg+xml")

    @app.post("/api/v1/uploads")
    async def upload(file: File) -> Plain:
        """What a file is, and each of its faults; nothing is kept."""
        return await hall.jobs.read(uploads.looked_at, file.name, file.text, file.packs)

    @app.post("/api/v1/cases")
    async def case(wanted: Moment) -> Plain:
        """A moment of a journal as a case file: its name and text; nothing is kept."""
        return await hall.jobs.read(replays.case_at, wanted.text, wanted.lines, cpu=REPLAY)

    @app.post("/api/v1/fair")
    async def fair(wanted: Doubt, token: Bearer) -> Plain:
        """Whether an encounter is fair between plain players, and who falls how often."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may have fights played")
        files = (wanted.encounter, wanted.file, wanted.packs)
        return await hall.jobs.play(fairness.judged, *files, wanted.fights, cpu=fairness.CPU)

    @app.post("/api/v1/replays")
    async def replay(file: File) -> Plain:
        """A journal played again, step by step; nothing is kept."""
        return await hall.jobs.read(replays.frames_of, file.text, cpu=REPLAY)


async def _health(hall: Hall) -> Plain:
    """Return how the server is, in figures."""
    begun = time.perf_counter()
    try:
        await hall.store.do(kept.probe)
        trouble = ""
    except StoreError as fault:
        trouble = str(fault)
    taken = time.perf_counter() - begun
    rooms = [table.room for table in hall.tables.values()]
    waiting = len([room for room in rooms if room.trouble])
    return {
        "ok": not trouble and not waiting,
        "version": affray.__version__,
        "build": hall.assets.build,
        "database": hall.store.engine.dialect.name,
        "database_ms": round(taken * 1000, 2),
        "trouble": trouble,
        "tables": len(rooms),
        "tables_waiting": waiting,
        "sockets": sum([len(room.sockets) for room in rooms]),
        "jobs_waiting": hall.jobs.waiting,
        "up_s": int(time.monotonic() - hall.begun),
    }


# -- tables ----------------------------------------------------------------------------------------


def _tables(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/v1/tables")
    async def listing(token: Bearer) -> list[Plain]:
        """All tables of this server, for its owner."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may see all tables")
        rows = await hall.store.do(kept.games)
        return [
            {name: row[name] for name in ("id", "name", "ruleset", "status", "updated")}
            for row in rows
        ]

    @app.post("/api/v1/tables", status_code=201)
    async def new(request: Request, wanted: NewTable, token: Bearer) -> Plain:
        """Begin a table; the answer holds the links of all its seats."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may begin tables")
        address = request.client.host if request.client else ""
        if hall.new.full(address):
            raise HTTPException(429, "too many new tables: wait a little")
        hall.new.count(address)
        if wanted.journal:
            await hall.jobs.read(replays.vet, wanted.journal, wanted.lines, cpu=REPLAY)
        elif wanted.file or wanted.packs:
            files = (wanted.encounter, wanted.file, wanted.packs)
            await hall.jobs.read(uploads.vet, *files)
        fight = await asyncio.to_thread(lambda: _fight(wanted))
        table = await _begun(hall, wanted, fight)
        return {"id": table.id, "name": table.config["name"], "seats": _links(hall, table)}

    @app.get("/api/v1/tables/{id}")
    async def summary(id: str, token: Bearer) -> Plain:
        """How things stand at a table, for who holds a seat."""
        table, seat = await _seated(hall, id, token)
        room = table.room
        asked = room.asked()
        return {
            "id": id,
            "name": table.config["name"],
            "ruleset": table.fight.ruleset.id,
            "game": room.scene["game"],
            "round": table.fight.combat.round,
            "status": table.status(),
            "mine": seat in asked,
            "seat": seat.id,
            "label": seat.label,
            "role": seat.role,
            "waiting": [one.name or one.label for one in asked if not one.bot],
            "seats": room.people(),
            "scene": room.scene,
            "view": room.audience(_audience(seat)).view,
        }

    @app.post("/api/v1/tables/{id}/links")
    async def link(id: str, wanted: LinkFor, token: Bearer) -> Plain:
        """The link of a seat, for the game master and the owner."""
        table = await _ruled(hall, id, token)
        seat = table.seats.get(wanted.seat)
        if seat is None:
            raise HTTPException(404, "there is no such seat")
        if wanted.renew:
            await _renew(table, seat)
        return {"seat": seat.id, "token": hall.tokens.seat(id, seat)}

    @app.get("/api/v1/tables/{id}/links")
    async def links(id: str, token: Bearer) -> list[Plain]:
        """The links of all seats, for the game master and the owner."""
        return _links(hall, await _ruled(hall, id, token))

    @app.get("/api/v1/tables/{id}/journal")
    async def journal(id: str, token: Bearer) -> Response:
        """The journal: for the game master, and for everybody once the fight is over."""
        table = await _readable(hall, id, token)
        await _completed(table)
        async with table.lock:
            text = table.fight.journal.text()
        headers = {"content-disposition": f'attachment; filename="{id}.jsonl"'}
        return Response(text, media_type="application/x-ndjson", headers=headers)

    @app.get("/api/v1/tables/{id}/replay")
    async def watched(id: str, token: Bearer) -> Plain:
        """The fight step by step: for the game master, and for everybody once it is over."""
        table = await _readable(hall, id, token)
        await _completed(table)
        async with table.lock:
            text = table.fight.journal.text()
        return await hall.jobs.read(replays.frames_of, text, cpu=REPLAY)

    @app.delete("/api/v1/tables/{id}", status_code=204)
    async def forget(id: str, token: Bearer) -> Response:
        """Forget a table, all but the line that says so."""
        table = await _ruled(hall, id, token)
        hall.tables.pop(id, None)
        await table.end("gone")
        await hall.store.do(lambda connection: kept.delete(connection, id, "gm"))
        return Response(status_code=204)


def _audience(seat: Seat) -> str:
    return "gm" if seat.role == GM else seat.side if seat.role == PLAYER else ""


async def _seated(hall: Hall, id: str, token: str) -> tuple[Table, Seat]:
    table = await hall.table(id)
    seat = hall.tokens.opens(token, id, table.seats)
    if seat is None:
        raise HTTPException(403, "this link opens no seat here")
    return table, seat


async def _ruled(hall: Hall, id: str, token: str) -> Table:
    if hall.tokens.owns(token):
        return await hall.table(id)
    table, seat = await _seated(hall, id, token)
    if seat.role != GM:
        raise HTTPException(403, "only the game master may do that")
    return table


async def _readable(hall: Hall, id: str, token: str) -> Table:
    if hall.tokens.owns(token):
        return await hall.table(id)
    table, seat = await _seated(hall, id, token)
    if seat.role != GM and not table.fight.over:
        raise HTTPException(403, "the journal is open to all when the fight is over")
    return table


async def _completed(table: Table) -> None:
    """Wait until all that ever happened at a table is known here."""
    while not table.complete.is_set():
        if table.lost:
            raise HTTPException(503, "this table has moved: try again")
        await asyncio.sleep(0.05)


async def _renew(table: Table, seat: Seat) -> None:
    def change() -> None:
        seat.version += 1

    await table.do(lambda: table.commit("seat", seat.id, None, change))
    table.cut_off(seat, "revoked")


def _links(hall: Hall, table: Table) -> list[Plain]:
    return [
        {
            "seat": seat.id,
            "role": seat.role,
            "label": seat.label,
            "side": seat.side,
            "units": seat.units,
            "bot": seat.bot,
            "token": hall.tokens.seat(table.id, seat),
        }
        for seat in table.seats.values()
    ]


def _fight(wanted: NewTable) -> Fight:
    """Return the fight of a new table before its first step, or as far as its journal goes."""
    if wanted.journal:
        return replays.branch(wanted.journal, wanted.lines)
    if not wanted.encounter:
        raise InvalidError(["found no encounter, expected one"])
    seed = secrets.randbelow(2**31) if wanted.seed is None else wanted.seed
    return uploads.Brought(wanted.encounter, wanted.file, wanted.packs).fight(seed)


async def _begun(hall: Hall, wanted: NewTable, fight: Fight) -> Table:
    encounter = fight.journal.header.get("encounter")
    name = str(encounter.get("name", "")) if isinstance(encounter, dict) else ""
    config: Plain = {
        "name": clean(name, 80) or "A fight",
        "numbers": wanted.numbers,
        "undo": wanted.undo,
        "clock": {one: wanted.clock.get(one, 0) for one in ("reaction", "turn")},
        "chat": wanted.chat,
        "pace": wanted.pace,
    }
    seats = seats_for(fight.setup, wanted.seats)
    table = await Table.create(fight, config, seats, hall.store, hall.tokens)
    hall.tables[table.id] = table
    return table


def seats_for(setup: Setup, wanted: dict[str, str]) -> dict[str, Seat]:
    """Return the seats of a new table.

    Args:
        setup: of the fight.
        wanted: for each seat of the fight ``me`` or ``link`` (a person), ``split`` (a link for
            every combatant), or a program; where nothing is said the first is a person's, the
            others are programs.

    Raises:
        InvalidError: no such seat or program.
    """
    found: dict[str, Seat] = {}
    sides = setup.seats[:-1]
    for name, how in wanted.items():
        if name not in setup.seats or how not in ("me", "link", "split", *LEVELS):
            raise InvalidError([f"seats: found {name} = {how}, expected a seat and who sits there"])
    for place, name in enumerate(sides):
        how = wanted.get(name, "me" if place == 0 else "greedy")
        label = next((side.name for side in setup.sides if side.seat == place), title(name))
        if how == "split":
            for member in setup.members:
                if member.seats >> place & 1:
                    found[member.name] = Seat(
                        member.name, PLAYER, name, [member.name], label=title(member.name)
                    )
        found[name] = Seat(
            name, PLAYER, name, label=label, bot=how if how in LEVELS else "", dice=APP
        )
    master = setup.seats[-1]
    who = wanted.get(master, "default")
    found[master] = Seat(master, GM, master, label="Game master", bot=who if who in LEVELS else "")
    found["watch"] = Seat("watch", SPECTATOR, label="Spectators")
    return found


# -- the socket ------------------------------------------------------------------------------------


def _sockets(app: FastAPI, hall: Hall) -> None:
    @app.websocket("/api/v1/tables/{id}/live")
    async def connect(websocket: WebSocket, id: str) -> None:
        address = websocket.client.host if websocket.client else ""
        origin = websocket.headers.get("origin", "")
        host = websocket.headers.get("host", "")
        ours = not origin or origin.partition("://")[2] == host
        crowded = hall.open.get(address, 0) >= SOCKETS or hall.wrong.full(address)
        if not ours or not _known_host(hall, host) or crowded:
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
    socket = Socket()
    desk: Desk | None = None
    writer = asyncio.get_running_loop().create_task(_write(websocket, socket))
    try:
        first = wire.read(await asyncio.wait_for(_frame(websocket), HELLO))
        if not isinstance(first, wire.Hello):
            raise ValueError("hello comes first")
        desk = Desk(await hall.table(id), socket, hall.jobs)
        await desk.join(first)
        while not socket.closing:
            raw = await asyncio.wait_for(_frame(websocket), SILENCE)
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
