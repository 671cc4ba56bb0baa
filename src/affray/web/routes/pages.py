"""The pages and their files."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from affray.web.hall import Hall


def pages(app: FastAPI, hall: Hall) -> None:
    async def page() -> HTMLResponse:
        return HTMLResponse(hall.assets.shell, headers={"cache-control": "no-cache"})

    for path in ("/", "/new", "/t/{table}", "/r", "/r/{table}"):
        app.add_api_route(path, page, methods=["GET"], include_in_schema=False)

    @app.get("/static/{build}/{name:path}", include_in_schema=False)
    async def static(request: Request, build: str, name: str) -> Response:
        packed = "gzip" in request.headers.get("accept-encoding", "")
        found = hall.assets.response(name, packed=packed)
        if build != hall.assets.build:  # a page of another version: nothing to keep for it
            found.headers["cache-control"] = "no-store"
        return found

    @app.get("/favicon.ico", include_in_schema=False)
    async def favicon() -> Response:
        return hall.assets.response("mark.svg", packed=False)
