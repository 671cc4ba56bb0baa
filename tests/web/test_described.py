"""What is described is what comes: every message of the socket, every answer over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from jsonschema_rs import Draft202012Validator

from affray.web import told, wire
from affray.web.store import Store
from tests.web.browsing import DUELS
from tests.web.inside import Seated, begun
from tests.web.serving import SECONDS, Server

Plain = dict[str, Any]
GAMES = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)
ANSWERS = 12


def of(description: Plain, schema: Plain) -> Draft202012Validator:
    """What validates against a schema of a description."""
    return Draft202012Validator({**schema, "components": description["components"]})


def fields(schema: Any) -> Iterator[Plain]:
    """Every schema of a field."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).values()
        for one in schema.values():
            yield from fields(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from fields(one)


# -- the socket ------------------------------------------------------------------------------------


def test_every_message_that_is_told_is_described_with_all_its_fields() -> None:
    described = json.loads(json.dumps(wire.asyncapi()))
    schemas = described["components"]["schemas"]
    for name, message in described["components"]["messages"].items():
        assert message["summary"], name
        schema = schemas[message["payload"]["$ref"].rpartition("/")[2]]
        if name.startswith("tell_"):
            assert schema["additionalProperties"] is False
        assert all([{"type", "$ref", "anyOf", "const", "enum"} & {*one} for one in fields(schema)])
        of(described, schema)
    sent = {one.removeprefix("send_") for one in described["components"]["messages"]}
    assert {"answer", "hello", "tell_step", "tell_full"} <= sent
    assert "tell_skip" not in sent


async def session(encounter: str) -> list[Plain]:
    """What two people and a spectator hear in a few answers, and of all they ask."""
    store = Store("sqlite://")
    try:
        wanted = {"players": "me", "foes": "greedy", "gm": "me"}
        clock = {"reaction": 60, "turn": 60}
        table = await begun(store, encounter, wanted, clock=clock, undo="ask")
        player, master = await Seated(table, "players").sit(), await Seated(table, "gm").sit()
        watching = await Seated(table, "watch").sit()
        for number in range(ANSWERS):
            if table.fight.over:
                break
            choice = await player.asked()
            key, who = choice["default"], choice["who"]
            if number < 2:
                for what, ref in (
                    *(("odds", key), ("why", "tickle"), ("way", key), ("thing", "dagger")),
                    *(("rule", choice["rule"]), ("rules", "move"), ("explain", who)),
                    *(("threat", who), ("advice", ""), ("chances", "")),
                ):
                    await player.ask("ask", what=what, ref=ref)
                await player.ask("ask", what="measure", ref="0,0", more="1,1")
                for what, ref in (
                    *(("values", who), ("recruits", ""), ("case", ""), ("allow", "tickle")),
                ):
                    await master.ask("ask", what=what, ref=ref)
            await player.ask("answer", choice=choice["id"], option="no such thing")
            await player.ask("answer", choice=choice["id"], option=key)
        await player.ask("say", text="well")
        await player.ask("ping", at=[0, 0], to=[1, 1])
        await player.ask("seat", name="Ana")
        await player.ask("order", rule=choice["rule"], key="pass")
        await player.asked()  # nobody else acts
        await player.ask("undo")
        player.hear()
        request = next(one["vote"]["id"] for one in player.heard if one["t"] == "vote")
        await master.ask("vote", request=request, yes=False)
        await master.ask("gm", do="pause")
        await master.ask("gm", do="resume")
        await master.ask("gm", do="nudge")
        await master.ask("gm", do="clock", value=90, seat="turn")
        await master.ask("look", seat="foes")
        player.desk.receive(wire.read('{"t": "here", "n": 3}'))
        for one in (player, master, watching):
            one.hear()
        await table.end("gone")
        for one in (player, master, watching):
            one.hear()
        return [*player.heard, *master.heard, *watching.heard]
    finally:
        store.close()


@pytest.mark.parametrize("encounter", GAMES)
def test_what_a_session_tells_is_as_it_is_described(encounter: str) -> None:
    described = json.loads(json.dumps(wire.asyncapi()))
    messages = described["components"]["messages"]
    of_kind = {
        name.removeprefix("tell_"): of(described, message["payload"])
        for name, message in messages.items()
        if name.startswith("tell_")
    }
    heard = asyncio.run(asyncio.wait_for(session(encounter), 240))
    for message in heard:
        of_kind[message["t"]].validate(message)
        told.messages().validate_json(json.dumps(message))
    kinds = {one["t"] for one in heard}
    assert {"welcome", "full", "step", "ack", "refused", "reply", "people"} <= kinds
    assert {"chat", "ping", "settings", "note", "pong", "bye", "vote"} <= kinds


def test_a_field_that_nobody_describes_is_noticed() -> None:
    assert told.messages().validate_json('{"t": "ack", "id": "a", "seq": 1}')
    for wrong in (
        {"t": "ack", "id": "a", "seq": 1, "more": 1},
        {"t": "ack", "id": "a"},
        {"t": "ack", "id": "a", "seq": "1"},
        {"t": "skip", "seq": 1, "digest": ""},
    ):
        with pytest.raises(ValueError, match="validation error"):
            told.messages().validate_json(json.dumps(wrong))


# -- HTTP ------------------------------------------------------------------------------------------


def answered(
    server: Server, method: str, path: str, body: Any = None, token: str = ""
) -> tuple[int, str, bytes]:
    """The status of an answer, its kind, and what it holds."""
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    raw = None if body is None else json.dumps(body).encode()
    request = Request(f"{server.base}/api/v1/{path}", raw, headers, method=method)
    try:
        with urlopen(request, timeout=SECONDS) as response:
            return response.status, response.headers.get_content_type(), response.read()
    except HTTPError as fault:
        with fault:
            return fault.code, fault.headers.get_content_type(), fault.read()


def test_every_answer_is_as_it_is_described(server: Server) -> None:
    described = server.call("GET", "openapi.json")
    paths = described["paths"]
    table, tokens = server.table("thrum/broken-causeway", seats={"foes": "greedy"})
    doomed, _ = server.table("thrum/broken-causeway")
    owner, master = server.owner, tokens["gm"]
    journal = server.call("GET", f"tables/{table}/journal", token=master)
    at = "tables/{id}"
    fair = {"encounter": DUELS["thrum"][1], "file": "mine.toml"}
    course = {"text": journal, "lines": [0], "runs": 1}
    file = {"name": "x.jsonl", "text": journal}
    asked: tuple[tuple[str, str, str, Any, str, int], ...] = (
        ("GET", "health", "health", None, "", 200),
        ("GET", "encounters", "encounters", None, "", 200),
        *[
            ("GET", "encounters/{ruleset}/{id}", f"encounters/{one}", None, "", 200)
            for one in GAMES
        ],
        ("GET", "encounters/{ruleset}/{id}", "encounters/icon/none", None, "", 404),
        ("GET", "bots", "bots", None, "", 200),
        ("GET", "asyncapi.json", "asyncapi.json", None, "", 200),
        ("GET", "rules/{ruleset}/{id}", "rules/thrum/roll.critical", None, "", 200),
        ("GET", "rules/{ruleset}/{id}", "rules/thrum/none", None, "", 404),
        ("POST", "qr", "qr", {"text": "x"}, master, 200),
        ("POST", "qr", "qr", {}, master, 422),
        ("POST", "qr", "qr", {"text": "x"}, "", 403),
        ("POST", "uploads", "uploads", file, master, 200),
        ("POST", "uploads", "uploads", {"name": "x.toml", "text": "[["}, master, 200),
        ("POST", "cases", "cases", {"text": journal, "lines": 0}, master, 200),
        ("POST", "cases", "cases", {"text": "", "lines": 0}, owner, 422),
        ("POST", "fair", "fair", fair, owner, 200),
        ("POST", "fair", "fair", fair, "", 403),
        ("POST", "replays", "replays", file, tokens["watch"], 200),
        ("POST", "replays", "replays", {**file, "text": ""}, owner, 422),
        ("POST", "replays/chances", "replays/chances", course, owner, 200),
        ("POST", "replays/chances", "replays/chances", course, "", 403),
        ("GET", "tables", "tables", None, owner, 200),
        ("GET", "tables", "tables", None, "", 403),
        ("POST", "tables", "tables", fair, owner, 201),
        ("POST", "tables", "tables", {"encounter": "none"}, owner, 422),
        ("POST", "tables", "tables", fair, "", 403),
        ("GET", at, f"tables/{table}", None, tokens["players"], 200),
        ("GET", at, f"tables/{table}", None, "", 403),
        ("GET", at, "tables/none", None, "", 404),
        ("GET", f"{at}/links", f"tables/{table}/links", None, master, 200),
        ("POST", f"{at}/links", f"tables/{table}/links", {"seat": "foes"}, master, 200),
        ("POST", f"{at}/links", f"tables/{table}/links", {"seat": "none"}, master, 404),
        ("GET", f"{at}/journal", f"tables/{table}/journal", None, master, 200),
        ("GET", f"{at}/journal", f"tables/{table}/journal", None, "", 403),
        ("GET", f"{at}/replay", f"tables/{table}/replay", None, master, 200),
        ("GET", f"{at}/replay", f"tables/{table}/replay?seat=none", None, master, 422),
        ("POST", f"{at}/replay/chances", f"tables/{table}/replay/chances", course, master, 200),
        ("DELETE", at, f"tables/{table}", None, tokens["watch"], 403),
        ("DELETE", at, f"tables/{doomed}", None, owner, 204),
    )
    for method, template, path, body, token, status in asked:
        operation = paths[f"/api/v1/{template}"][method.lower()]
        found, kind, raw = answered(server, method, path, body, token)
        assert found == status, (method, path, found, raw[:300])
        content = operation["responses"][str(status)].get("content", {})
        if status == 204:
            assert not raw
            continue
        assert kind in content, (method, path, kind, content)
        if "json" in kind and kind != "application/x-ndjson":
            of(described, content[kind]["schema"]).validate(json.loads(raw))
    operations = {
        (method.upper(), path.removeprefix("/api/v1/"))
        for path, methods in paths.items()
        for method in methods
    }
    assert operations == {(method, template) for method, template, *_ in asked}


def test_who_needs_a_token_is_told_so(server: Server) -> None:
    described = server.call("GET", "openapi.json")
    assert described["components"]["securitySchemes"]["link"]["scheme"] == "bearer"
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            statuses = {*operation["responses"]}
            assert {"403", "413", "421"} <= statuses, (method, path)
            needs = "/tables" in path or method == "post"
            assert operation.get("security") == ([{"link": []}] if needs else None), path
            for status, response in operation["responses"].items():
                wrong = int(status) >= 400 and status != "503"
                assert not wrong or [*response["content"]] == ["application/problem+json"]
    assert "HTTPValidationError" not in described["components"]["schemas"]
