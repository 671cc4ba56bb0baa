"""The server: pages, the HTTP interface, and the socket of every table."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

import affray
from affray.content.problems import InvalidError
from affray.web import peers
from affray.web.assets import HEADERS, headers_of
from affray.web.collector import held_off, sweep
from affray.web.hall import Hall, same_origin
from affray.web.peers import ElsewhereError, UnreachableError
from affray.web.routes.answers import described, problems
from affray.web.routes.bearer import BODY
from affray.web.routes.documents import documents
from affray.web.routes.live import live
from affray.web.routes.pages import pages
from affray.web.routes.tables import tables
from affray.web.seats import Tokens
from affray.web.store import Store, StoreError
from affray.web.views import Plain
from affray.web.wire import RefusedError

LOGGER: Final = logging.getLogger("affray.web")
FAULTS: Final = 20  # of a request that are told


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
        loop = asyncio.get_running_loop()
        beside = [loop.create_task(sweep(hall.busy_at)), loop.create_task(hall.tidy())]
        if store.shared:
            beside.append(loop.create_task(hall.hold()))
        with held_off():
            yield
        for task in beside:
            task.cancel()
        await hall.close()

    app = FastAPI(
        title="Affray",
        version=affray.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        responses=problems(403, 413, 421),
    )
    app.state.hall = hall
    app.middleware("http")(_guard(hall))
    app.add_exception_handler(InvalidError, _invalid)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(StoreError, _unkept)
    app.add_exception_handler(ElsewhereError, _elsewhere)
    app.add_exception_handler(HTTPException, _problem)
    app.add_exception_handler(RequestValidationError, _misfit)
    app.add_exception_handler(Exception, _broken)
    pages(app, hall)
    documents(app, hall)
    tables(app, hall)
    live(app, hall)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    return app


def _guard(
    hall: Hall,
) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    async def guard(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        if not hall.goes_by(request.headers.get("host", "")):
            return _told(421, "this server does not go by that name")
        carried = hall.tokens.client(request.headers.get(peers.HEADER, "")) is not None
        if not carried and not same_origin(request.headers):
            return _told(403, "a page of another site asks for it")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > BODY:
            return _told(413, "found more than 4 MiB, expected at most 4 MiB")
        if request.method == "POST" and "content-length" not in request.headers:
            return _told(411, "the length of the message is missing")
        request.state.elsewhere = None
        body = await request.body() if hall.store.shared else b""
        response = await call_next(request)
        if request.state.elsewhere is not None:
            response = await _carried(hall, request, body, request.state.elsewhere)
        kind = response.headers.get("content-type", "")
        for name, value in headers_of(kind).items():
            response.headers.setdefault(name, value)
        return response

    return guard


def _told(status: int, text: str, faults: list[str] | None = None) -> Response:
    body: Plain = {"title": text, "status": status}
    if faults:
        body["faults"] = faults
    raw = json.dumps(body)  # in ASCII: what was sent may hold half a character
    return Response(raw, status, media_type="application/problem+json", headers=HEADERS)


async def _invalid(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, InvalidError)
    return _told(
        422, "this cannot be played as it is", [str(problem) for problem in fault.problems]
    )


async def _refused(_: Request, fault: Exception) -> Response:
    assert isinstance(fault, RefusedError)
    return _told({"unknown": 404, "busy": 503}.get(fault.code, 409), fault.text)


async def _elsewhere(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, ElsewhereError)
    request.state.elsewhere = fault
    return _told(503, "another server goes on with it: try again")


async def _carried(hall: Hall, request: Request, body: bytes, found: ElsewhereError) -> Response:
    """Return what the server that holds a table says to a request for it."""
    word = hall.tokens.peer(hall.client(request))
    path = f"{request.url.path}?{request.url.query}".rstrip("?")
    try:
        if not found.address or peers.HEADER in request.headers:
            raise UnreachableError(found.address)
        told = await peers.ask(found, request.method, path, request.headers, body, word)
    except UnreachableError:
        return _told(503, "another server goes on with it: try again")
    status, headers, content = told
    return Response(content, status, headers)


async def _unkept(_: Request, fault: Exception) -> Response:
    LOGGER.error("nothing can be kept: %s", fault)
    return _told(503, "it could not be saved just now: try again")


async def _problem(request: Request, fault: Exception) -> Response:
    """Tell what is wrong with a request; to who went somewhere in a browser in a page."""
    assert isinstance(fault, HTTPException)
    assets = request.app.state.hall.assets
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        page = assets.nowhere.render(said=str(fault.detail).lower(), build=assets.build)
        response: Response = HTMLResponse(page, fault.status_code)
    else:
        response = _told(fault.status_code, str(fault.detail))
    response.headers.update(fault.headers or {})  # of 405: what may be done instead
    return response


async def _misfit(_: Request, fault: Exception) -> Response:
    """Tell where a request is otherwise than described, without what was sent."""
    assert isinstance(fault, RequestValidationError)
    faults = []
    for one in fault.errors()[:FAULTS]:
        place = ".".join([str(part)[:40] for part in one["loc"]])
        faults.append(f"{place}: {one['msg']}")
    return _told(422, "the request is not as it is described", faults)


async def _broken(_: Request, fault: Exception) -> Response:
    return _told(500, "that is a fault of this server, which has noted it")
