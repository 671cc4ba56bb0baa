"""What HTTP refuses, and how: always a problem in words, never a server error."""

from __future__ import annotations

import asyncio
import http.client
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Server, example
from tests.web.test_kill import DISKS, Full

CLIENT = example("web_client")
PROBLEM = "application/problem+json"


def sent(
    server: Server, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, str], Any]:
    """The answer to a request: status, headers, what it holds."""
    with closing(http.client.HTTPConnection(server.base.removeprefix("http://"))) as link:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named = {"authorization": f"Bearer {server.owner}", **named}
        link.request(method, path, body or None, named)
        found = link.getresponse()
        raw = found.read()
        told = {name.lower(): value for name, value in found.getheaders()}
    return found.status, told, json.loads(raw) if "json" in told.get("content-type", "") else raw


def test_a_page_of_another_server_is_answered_nothing(server: Server) -> None:
    body = json.dumps({"name": "x.toml", "text": ""}).encode()
    kind = {"content_type": "application/json"}
    place = server.base.removeprefix("http://")
    for origin in ("http://evil.example", "null", f"http://{place}.evil.example", "http://"):
        for method, path in (
            ("POST", "/api/v1/uploads"),
            ("POST", "/api/v1/tables"),
            ("DELETE", "/api/v1/tables/x"),
        ):
            status, headers, told = sent(server, method, path, body, origin=origin, **kind)
            assert (status, headers["content-type"]) == (403, PROBLEM), (origin, path)
            assert told["title"] == "a page of another site asks for it"
    for origin in (server.base, server.base.upper()):
        assert sent(server, "POST", "/api/v1/uploads", body, origin=origin, **kind)[0] == 200
    assert sent(server, "GET", "/api/v1/bots", origin="http://evil.example")[0] == 403


def test_names_of_the_server_are_the_same_in_capitals(server: Server) -> None:
    for host in ("LOCALHOST:8642", "LocalHost", "localhost"):
        assert sent(server, "GET", "/api/v1/bots", host=host)[0] == 200
    status, headers, _ = sent(server, "GET", "/api/v1/bots", host="evil.example")
    assert (status, headers["content-type"]) == (421, PROBLEM)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/nowhere", b"", 404),
        ("GET", "/api/v1/nowhere", b"", 404),
        ("GET", "/api/v1/encounters/thrum/nope", b"", 404),
        ("PUT", "/api/v1/tables", b"{}", 405),
        ("POST", "/api/v1/uploads", b"{}", 422),
        ("POST", "/api/v1/uploads", b"{", 422),
        ("POST", "/api/v1/uploads", b"\xff", 400),
        ("POST", "/api/v1/uploads", b'{"name": "x", "text": "\\ud800"}', 422),
        ("POST", "/api/v1/uploads", b'{"name": "x", "text": "", "packs": {"\\ud800": 7}}', 422),
        ("POST", "/api/v1/tables", b"[]", 422),
        ("GET", "/api/v1/tables", b"", 403),
    ],
)
def test_every_refusal_is_a_problem_in_words(
    method: str, path: str, body: bytes, status: int, server: Server
) -> None:
    none = {"authorization": "Bearer none"} if status == 403 else {}
    told = sent(server, method, path, body, content_type="application/json", **none)
    assert (told[0], told[1]["content-type"]) == (status, PROBLEM), told
    assert {"title", "status"} <= {*told[2]} <= {"title", "status", "faults"}
    assert told[2]["status"] == status
    if status == 405:
        assert told[1]["allow"]


def test_what_was_sent_is_not_sent_back(server: Server) -> None:
    body = json.dumps({"name": ["a secret word"], "text": 7}).encode()
    status, _, told = sent(server, "POST", "/api/v1/uploads", body, content_type="application/json")
    assert status == 422
    assert len(told["faults"]) == 2
    assert told["faults"][0].startswith("body.name: ")
    assert "secret" not in json.dumps(told)


def test_no_file_of_the_machine_is_an_encounter(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("[[[", "utf-8")
    for word in ("/etc/passwd", str(file), f"{file}.toml", "pyproject.toml", "README.md"):
        for path in ("tables", "fair"):
            status, told = server.call("POST", path, {"encounter": word})
            assert status == 422
            assert told["faults"][0].startswith(f'found "{word[:30]}'), told
            assert "expected the id of an encounter" in told["faults"][0]


def test_a_clock_of_unknown_words_is_refused(server: Server) -> None:
    body = {"encounter": "broken-causeway", "clock": {"foo": 5, "turn": 30}}
    status, told = server.call("POST", "tables", body)
    assert status == 422
    assert [one for one in told["faults"] if one.startswith("body.clock.foo: ")]


@pytest.mark.parametrize("disk", DISKS)
def test_with_a_full_disk_no_table_begins_or_ends_and_health_says_why(
    disk: type[Full], tmp_path: Path
) -> None:
    full = disk(Server(tmp_path))
    full.start()
    server = full.server
    try:
        table, tokens = server.table("thrum/broken-causeway", seats={"foes": "me"})
        asyncio.run(asyncio.wait_for(filled(full, table, tokens), 60))
    finally:
        server.kill()


async def filled(full: Full, table: str, tokens: dict[str, str]) -> None:
    server = full.server
    async with CLIENT.seated(server.base, table, tokens["gm"]) as client:
        assert server.call("GET", "health")["ok"]
        full.fill()
        status, health = server.call("GET", "health")
        assert status == 503
        assert not health["ok"]
        assert health["trouble"]
        begin = {"encounter": "thrum/broken-causeway"}
        for method, path, body in (("POST", "tables", begin), ("DELETE", f"tables/{table}", None)):
            status, told = server.call(method, path, body)
            assert status == 503
            assert told["title"].startswith("it could not be saved just now")
        full.room()
        assert server.call("GET", "health")["ok"]
        await client.send("gm", do="answer", id="kept")
        while "kept" not in client.acks:  # nobody was sent away
            assert (await client.next())["t"] != "bye"
        assert server.call("DELETE", f"tables/{table}") is None
        while (message := await client.next())["t"] != "bye":
            pass
        assert message["reason"] == "gone"
        assert server.call("GET", f"tables/{table}", token=tokens["players"])[0] == 404
