"""What HTTP answers, as OpenAPI describes it; tests compare this with what comes.

A field with a default may be left out.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import Field

from affray.web.told import Part, Person, Scene, Share, View

PROBLEM: Final = "application/problem+json"
GUESSED: Final = "HTTPValidationError"  # what FastAPI takes all faults of a request to be

WORDS: Final = {
    400: "what is sent is no JSON",
    403: "the token opens nothing here, or not that; or the page is of another server",
    404: "there is no such thing",
    409: "it cannot be done as things stand",
    411: "the length of what is sent is missing",
    413: "what is sent is too long",
    421: "the server does not go by that name",
    422: "what is sent is at fault; each fault in a line",
    429: "too many in a while",
    503: "nothing has changed: try again",
}


class Problem(Part):
    """Why nothing has changed."""

    title: str
    status: int
    faults: list[str] = []


class Health(Part):
    """How the server is."""

    ok: bool
    version: str
    build: str
    database: str
    database_ms: float
    trouble: str
    tables: int
    tables_waiting: int
    sockets: int
    sockets_piped: int
    jobs_waiting: int
    up_s: int


class Listed(Part):
    """An encounter that comes with Affray."""

    key: str
    ruleset: str
    game: str
    name: str
    text: str


class MemberOf(Part):
    """Who takes part, and on which side."""

    name: str
    side: int


class Preview(Part):
    """An encounter before its first step."""

    name: str
    scene: Scene
    view: View
    members: list[MemberOf]


class Looked(Part):
    """What a file is, and its faults: file, place, found, expected."""

    kind: str
    faults: list[str]
    preview: Preview | None = None


class SideJudged(Part):
    """A side, and how often it wins: share and bounds in parts of 10,000."""

    name: str
    wins: list[int]


class Falls(Part):
    """Somebody, and how often they fall: share and bounds in parts of 10,000."""

    name: str
    side: int
    falls: list[int]


class Judged(Part):
    """Whether an encounter is fair."""

    words: list[str]
    fights: int
    most: int
    sides: list[SideJudged]
    draws: list[int]
    unfinished: int
    rounds: list[int]
    fallen: list[Falls]
    telling: list[str]
    swings: str


class Frame(Part):
    """A line of a journal: what it changes, as of ``step`` over the socket."""

    set: dict[str, Any]
    log: list[dict[str, Any]]
    who: str = ""
    key: str = ""
    back: str = ""
    ruling: str = ""


class Replay(Part):
    """A fight step by step; ``difference`` says where it comes out otherwise than written."""

    as_: str = Field(alias="as")
    seats: list[tuple[str, str]]
    scene: Scene
    view: View
    frames: list[Frame]
    lines: int
    verified: int
    difference: str
    name: str


class Point(Part):
    """How a fight stood after a line; changes come with their error."""

    line: int
    sides: list[int]
    none: Share
    runs: int
    low: int
    high: int
    exact: bool = False
    decision: tuple[int, int] = (0, 0)
    luck: tuple[int, int] = (0, 0)
    ruling: tuple[int, int] = (0, 0)


class Stood(Part):
    """How a fight stood at some lines, and the lines for which there was no time."""

    sides: list[str]
    points: list[Point]
    left: list[int]


class TableOf(Part):
    """A table of this server."""

    id: str
    name: str
    ruleset: str
    status: str
    updated: int


class Token(Part):
    """The token of a seat: it stands behind ``#s=`` in its link."""

    seat: str
    token: str


class LinkOf(Token):
    """A seat and its token."""

    role: str
    label: str
    side: str
    units: list[str]
    bot: str


class Begun(Part):
    """A table that has begun, with the links of all its seats."""

    id: str
    name: str
    seats: list[LinkOf]


class Summary(Part):
    """How things stand at a table."""

    id: str
    name: str
    ruleset: str
    game: str
    round: int
    status: str
    mine: bool
    seat: str
    label: str
    role: str
    waiting: list[str]
    seats: list[Person]
    scene: Scene
    view: View


Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """Return the refusals of a route."""
    return {one: {"model": Problem, "description": WORDS[one]} for one in statuses}


def answers(model: Any, *statuses: int, status: int = 200) -> Responses:
    """Return what a route answers, and its refusals."""
    return {status: {"model": model}, **problems(*statuses)}


def described(app: FastAPI) -> dict[str, Any]:
    """Return the description of the whole interface, made once."""
    if app.openapi_schema is None:
        found = get_openapi(
            title=app.title, version=app.version, routes=app.routes, summary="The table over HTTP"
        )
        for path in found["paths"].values():
            for operation in path.values():
                _amend(operation["responses"])
        for name in (GUESSED, "ValidationError"):
            found["components"]["schemas"].pop(name, None)
        app.openapi_schema = found
    return app.openapi_schema


def _amend(responses: dict[str, Any]) -> None:
    """Take out what FastAPI guesses, and tell of which kind a problem is."""
    for status, response in list(responses.items()):
        for kind, held in list(response.get("content", {}).items()):
            ref = held.get("schema", {}).get("$ref", "")
            if ref.endswith(f"/{GUESSED}"):
                responses.pop(status, None)
            elif ref.endswith("/Problem"):
                response["content"] = {PROBLEM: {"schema": {"$ref": ref}}}
            elif ref:
                response["content"][kind] = {"schema": {"$ref": ref}}
