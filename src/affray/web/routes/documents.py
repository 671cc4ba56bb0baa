"""Documents: encounters, rules, files that somebody brings, and how the server is."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import blake2b
from typing import Annotated, Any, Final

import segno
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field
from starlette.status import HTTP_200_OK, HTTP_304_NOT_MODIFIED

import affray
from affray.bots.registry import IN_SHORT
from affray.content.game import game, games
from affray.content.library import is_known, list_encounters
from affray.web import fairness, luck, replays, uploads, wire
from affray.web import store as kept
from affray.web.asks import rule_text
from affray.web.hall import Hall
from affray.web.jobs import REPLAY
from affray.web.routes.answers import (
    Health,
    Judged,
    Listed,
    Looked,
    Preview,
    Replay,
    Responses,
    Stood,
    answers,
    problems,
)
from affray.web.routes.bearer import BODY, Bearer
from affray.web.store import StoreError
from affray.web.told import CaseFound, RuleFound
from affray.web.views import MASTER, Plain

GLANCE: Final = 0.2  # seconds between two looks whether somebody still waits

KNOWN: Final[Responses] = {304: {"description": "it is the one that is known already"}}
BROUGHT: Final = (400, 403, 404, 409, 411, 422, 503)  # what may be said of a file or journal


class Picture(Response):
    """A picture."""

    media_type = "image/svg+xml"


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


class Watched(File):
    """A journal to be seen as a seat of its fight saw it; ``gm`` everything, "" spectators."""

    seat: Annotated[str, Field(max_length=80)] = MASTER


class Course(BaseModel):
    """Moments of a fight of which somebody asks how it stood: after so many lines of a journal."""

    text: Annotated[str, Field(max_length=BODY)] = ""  # of no table of this server
    lines: Annotated[list[int], Field(min_length=1, max_length=luck.LINES)]
    runs: Annotated[int, Field(ge=1, le=luck.MOST)] = luck.RUNS
    split: bool = False  # tell luck and decisions apart, too
    fresh: Annotated[int, Field(ge=0, le=1_000_000)] = 0  # the number of the first run


class QrOf(BaseModel):
    """What a code shall say."""

    text: Annotated[str, Field(max_length=600)]


class Tagged(APIRoute):
    """A document with its ``ETag``: whoever has it already hears so (304) instead of all of it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def tagged(request: Request) -> Response:
            response = await answer(request)
            tag = f'"{blake2b(response.body, digest_size=12).hexdigest()}"'
            known = [one.strip() for one in request.headers.get("if-none-match", "").split(",")]
            headers = {"etag": tag, "cache-control": "no-cache"}
            if response.status_code == HTTP_200_OK and tag in known:
                return Response(status_code=HTTP_304_NOT_MODIFIED, headers=headers)
            response.headers.update(headers)
            return response

        return tagged


def documents(app: FastAPI, hall: Hall) -> None:
    async def known(token: Bearer) -> None:
        if not await hall.knows(token):
            raise HTTPException(403, "that needs the link of a seat here, or the owner's")

    seated = [Depends(known)]

    @app.get("/api/v1/health", responses={**answers(Health), 503: {"model": Health}})
    async def health(response: Response) -> Plain:
        """Whether the server is well: its database would take something, every table is kept."""
        found = await health_of(hall)
        response.status_code = 200 if found["ok"] else 503
        return found

    @app.get("/health", include_in_schema=False)
    async def health_page() -> HTMLResponse:
        found = await health_of(hall)
        status = 200 if found["ok"] else 503
        headers = {"cache-control": "no-store"}
        text = hall.assets.health.render(build=hall.assets.build, found=found)
        return HTMLResponse(text, status, headers=headers)

    tagged = APIRouter(route_class=Tagged)

    @tagged.get("/api/v1/encounters", responses={**answers(list[Listed]), **KNOWN})
    async def encounters() -> list[Plain]:
        """The encounters that come with Affray."""
        found = await asyncio.to_thread(list_encounters)
        return [
            {
                "key": one.key,
                "ruleset": one.ruleset,
                "game": game(one.ruleset).name,
                "name": one.name,
                "text": " ".join([one.text, *([f"{one.label}."] if one.label else [])]),
            }
            for one in found
        ]

    @tagged.get("/api/v1/encounters/{ruleset}/{id}", responses={**answers(Preview, 404), **KNOWN})
    async def encounter(ruleset: str, id: str) -> Plain:
        """The map of an encounter and who takes part."""
        if ruleset not in games() or not is_known(f"{ruleset}/{id}"):
            raise HTTPException(404, "there is no such encounter")
        brought = uploads.Brought(f"{ruleset}/{id}")
        return await asyncio.to_thread(lambda: uploads.preview(brought.fight(0)))

    @tagged.get("/api/v1/bots", responses=KNOWN)
    async def programs() -> dict[str, str]:
        """The programs that may sit on a seat, from the weakest to the strongest, in few words."""
        return dict(IN_SHORT)

    @tagged.get("/api/v1/rules/{ruleset}/{id:path}", responses={**answers(RuleFound, 404), **KNOWN})
    async def rule(ruleset: str, id: str) -> Plain:
        """A rule by its id."""
        return rule_text(ruleset, id)

    @tagged.get("/api/v1/asyncapi.json", responses=KNOWN)
    async def socket_file() -> Plain:
        """The messages of the socket, described as AsyncAPI 3.0."""
        return wire.asyncapi()

    app.include_router(tagged)

    @app.post(
        "/api/v1/qr",
        dependencies=seated,
        response_class=Picture,
        responses=problems(400, 403, 411, 422, 503),
    )
    async def code(wanted: QrOf) -> Picture:
        """A text as a code to be scanned; posted, so that no log has the link."""
        out = io.BytesIO()
        segno.make(wanted.text, error="m").save(out, kind="svg", scale=6, border=2)
        return Picture(out.getvalue())

    @app.post("/api/v1/uploads", dependencies=seated, responses=answers(Looked, *BROUGHT))
    async def upload(file: File, token: Bearer) -> Plain:
        """What a file is, and each of its faults; nothing is kept."""
        files = (file.name, file.text, file.packs)
        return await hall.jobs.read(uploads.looked_at, *files, client=token)

    @app.post("/api/v1/cases", dependencies=seated, responses=answers(CaseFound, *BROUGHT))
    async def case(wanted: Moment, token: Bearer) -> Plain:
        """A moment of a journal as a case file: its name and text; nothing is kept."""
        journal = (wanted.text, wanted.lines)
        return await hall.jobs.read(replays.case_at, *journal, cpu=REPLAY, client=token)

    @app.post("/api/v1/fair", responses=answers(Judged, *BROUGHT))
    async def fair(wanted: Doubt, token: Bearer) -> Plain:
        """Whether an encounter is fair between plain players, and who falls how often."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may have fights played")
        files = (wanted.encounter, wanted.file, wanted.packs)
        return await hall.jobs.play(
            fairness.judged, *files, wanted.fights, cpu=fairness.CPU, client=token
        )

    @app.post("/api/v1/replays", dependencies=seated, responses=answers(Replay, *BROUGHT))
    async def replay(file: Watched, token: Bearer) -> Plain:
        """A journal played again, step by step, as a seat saw it; nothing is kept."""
        journal = (file.text, file.seat)
        return await hall.jobs.read(replays.frames_of, *journal, cpu=REPLAY, client=token)

    @app.post("/api/v1/replays/chances", responses=answers(Stood, *BROUGHT))
    async def chances(request: Request, wanted: Course, token: Bearer) -> Plain:
        """How a fight stood at some lines of its journal, sampled; nothing is kept."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may have fights played")
        return await course(hall, request, wanted, wanted.text, token)


async def course(hall: Hall, request: Request, wanted: Course, text: str, client: str) -> Plain:
    """Return how a fight stood; it is ended as soon as nobody waits for it any more."""
    work = hall.jobs.play(
        partial(luck.along, split=wanted.split, fresh=wanted.fresh),
        *(text, wanted.lines, wanted.runs),
        cpu=luck.CPU,
        client=client,
    )
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait([task], timeout=GLANCE))[0]:
            if await request.is_disconnected():
                raise HTTPException(499, "nobody waits for it any more")
        return task.result()
    finally:
        task.cancel()


async def health_of(hall: Hall) -> Plain:
    """Return how the server is, in figures."""
    begun = time.perf_counter()
    try:
        await hall.store.do(kept.probe)
        trouble = ""
    except StoreError as fault:
        trouble = str(fault)
    taken = time.perf_counter() - begun
    rooms = [table.room for table in hall.tables.values()]
    troubles = [room.trouble for room in rooms if room.trouble]
    return {
        "ok": not trouble and not troubles,
        "version": affray.__version__,
        "build": hall.assets.build,
        "database": hall.store.engine.dialect.name,
        "database_ms": round(taken * 1000, 2),
        "trouble": trouble or next(iter(troubles), ""),
        "tables": len(rooms),
        "tables_waiting": len(troubles),
        "sockets": sum([len(room.sockets) for room in rooms]),
        "sockets_piped": hall.piped,
        "jobs_waiting": hall.jobs.waiting,
        "up_s": int(time.monotonic() - hall.begun),
    }
