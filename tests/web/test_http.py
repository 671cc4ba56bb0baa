"""The HTTP interface: who may ask what, what is refused, what comes with every answer."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import http.client
import json
import re
import socket
import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from affray.cli import serve
from affray.cli.app import app
from affray.content.problems import InvalidError
from affray.web import fairness, wire
from affray.web.seats import Seat, Tokens, clean, server_key
from affray.web.views import badges, difference
from tests.web.browsing import DUELS
from tests.web.serving import ROOT, Server


def raw(server: Server, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    place = server.base.removeprefix("http://")
    link = http.client.HTTPConnection(place, timeout=20)
    link.request("GET", path, headers=headers)
    found = link.getresponse()
    told = found.status, {k.lower(): v for k, v in found.getheaders()}, found.read()
    link.close()
    return told


def test_who_goes_astray_in_a_browser_is_told_so_in_a_page_with_a_way_home(
    server: Server,
) -> None:
    for path in ("/blah", "/rules/thrum/roll.contest"):
        status, headers, page = raw(server, path, accept="text/html,*/*;q=0.8")
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert b'<a href="/">' in page
        assert "unsafe" not in headers["content-security-policy"]
        status, headers, told = raw(server, path, accept="application/json")
        assert (status, headers["content-type"]) == (404, "application/problem+json")
        assert json.loads(told) == {"title": "Not Found", "status": 404}


def test_every_answer_comes_with_the_policy_that_keeps_scripts_out(server: Server) -> None:
    for path in ("/", "/t/x", "/api/v1/health", "/api/v1/tables/nothing", "/nowhere"):
        _, headers, _ = raw(server, path)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "require-trusted-types-for 'script'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_page_of_another_version_keeps_none_of_the_files_of_this_one(server: Server) -> None:
    status, headers, body = raw(server, "/static/another/replay.js")
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert body


def test_what_is_written_is_sent_without_waiting_for_word_of_what_was_sent_before() -> None:
    async def connected() -> int:
        listening = serve._listening("127.0.0.1", 0)
        taken: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def take(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            taken.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(take, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            found = await taken
            writer.close()
        return found

    assert asyncio.run(connected()) == 1


def test_only_a_seed_that_nobody_gave_is_sealed(server: Server) -> None:
    tables = [
        server.call("POST", "tables", {"encounter": "thrum/broken-causeway", "seed": seed})
        for seed in (1, None)
    ]
    kept = []
    with sqlite3.connect(server.url.removeprefix("sqlite:///")) as link:
        for table in tables:
            [(config,)] = link.execute("SELECT config FROM game WHERE id = ?", (table["id"],))
            kept.append({"seal", "salt"} & {*json.loads(config)})
    assert kept == [set(), {"seal", "salt"}]


def test_the_page_asks_for_nothing_elsewhere_and_is_light(server: Server) -> None:
    _, _, page = raw(server, "/")
    assert b"http://" not in page
    assert b"https://" not in page
    names = re.findall(rb'(?:href|src)="([^"]+)"', page)
    own = {one for one in names if one.endswith(b".js") and b"/vendor/" not in one}
    assert len(own) <= 12
    total = 0
    for name in {*names}:
        status, headers, body = raw(server, name.decode(), **{"accept-encoding": "gzip"})
        assert status == 200
        assert "immutable" in headers["cache-control"]
        total += len(body)
        if name in own:  # comments are for who reads the source
            assert b"\n// " not in gzip.decompress(body)
    assert total < 90_000


def test_the_vendored_file_is_the_one_that_was_published() -> None:
    folder = files("affray.web").joinpath("static", "vendor")
    told = folder.joinpath("README.md").read_text("utf-8")
    found = hashlib.sha256(folder.joinpath("lit-html.js").read_bytes()).hexdigest()
    assert found in told


def test_another_name_and_another_origin_are_turned_away(server: Server) -> None:
    assert raw(server, "/", host="evil.example")[0] == 421
    upgrade = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "origin": "http://evil.example",
    }
    assert raw(server, "/api/v1/tables/x/live", **upgrade)[0] == 403


def test_only_the_owner_begins_tables_and_sees_them_all(server: Server) -> None:
    table, seats = server.table("thrum/broken-causeway")
    for token in ("", "forged", seats["players"], seats["gm"]):
        assert server.call("GET", "tables", token=token)[0] == 403
        made = server.call("POST", "tables", {"encounter": "thrum/broken-causeway"}, token)
        assert made[0] == 403
    assert table in [one["id"] for one in server.call("GET", "tables")]


def test_links_and_journals_are_for_those_who_may_have_them(server: Server) -> None:
    table, seats = server.table("thrum/broken-causeway")
    other, _ = server.table("thrum/broken-causeway")
    for path in ("links", "journal", "replay"):
        for seat in ("players", "watch"):
            assert server.call("GET", f"tables/{table}/{path}", token=seats[seat])[0] == 403
        assert server.call("GET", f"tables/{other}/{path}", token=seats["gm"])[0] == 403
        assert server.call("GET", f"tables/{table}/{path}", token=seats["gm"])
    told = server.call("GET", f"tables/{table}", token=seats["watch"])
    assert told["role"] == "spectator"
    assert server.call("GET", "tables/nothing", token=seats["gm"])[0] == 404
    assert server.call("DELETE", f"tables/{table}", token=seats["players"])[0] == 403
    assert server.call("DELETE", f"tables/{table}", token=seats["gm"]) is None
    assert server.call("GET", f"tables/{table}", token=seats["gm"])[0] == 404


def test_faults_of_what_is_brought_are_listed_each_with_its_place(server: Server) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    encounter = re.search(r"```toml mine\.toml\n(.*?)```", text, re.S)
    pack = re.search(r"```toml marsh-folk\.toml\n(.*?)```", text, re.S)
    assert encounter is not None
    assert pack is not None
    good = server.call("POST", "uploads", {"name": "mine.toml", "text": encounter[1]})
    assert (good["kind"], good["faults"]) == ("encounter", [])
    assert good["preview"]["name"] not in ("", "mine.toml")
    good = server.call("POST", "uploads", {"name": "marsh.toml", "text": pack[1]})
    assert (good["kind"], good["faults"]) == ("pack", [])
    wrong = encounter[1].replace("biffer", "bifer")
    faults = server.call("POST", "uploads", {"name": "mine.toml", "text": wrong})["faults"]
    assert len(faults) >= 2
    assert all(one.startswith("mine.toml: ") for one in faults)
    for bad in ("", "= 1", "[map", "\x00", "a = " + "[" * 3000, '{"affray": "journal"'):
        told = server.call("POST", "uploads", {"name": "x.toml", "text": bad})
        assert isinstance(told, tuple) or told["faults"]
        assert not isinstance(told, tuple) or told[0] == 422
    made = server.call("POST", "tables", {"encounter": wrong, "file": "mine.toml"})
    assert made[0] == 422
    assert made[1]["faults"] == faults
    for word in ("../secrets.toml", "/etc/passwd", "nothing/at-all"):
        assert server.call("POST", "tables", {"encounter": word})[0] == 422


def test_the_owner_asks_whether_an_encounter_is_fair(server: Server) -> None:
    wanted = {"encounter": DUELS["thrum"][1], "file": "mine.toml", "fights": 200}

    told = server.call("POST", "fair", wanted)

    assert told == fairness.judged(DUELS["thrum"][1], "mine.toml", {}, 200)
    assert told["fights"] == 200
    shares = [*[one["wins"][0] for one in told["sides"]], told["draws"][0]]
    assert abs(sum(shares) - 10_000) <= len(shares)
    assert [one["side"] for one in told["fallen"]] == [0, 0, 1]
    for share, low, high in [one["falls"] for one in told["fallen"]]:
        assert low <= share <= high

    assert server.call("POST", "fair", wanted, token="")[0] == 403
    assert server.call("POST", "fair", {**wanted, "fights": 10})[0] == 422
    for name in ("a\0b", "x" * 300):  # no file could be called so
        assert server.call("POST", "fair", {**wanted, "packs": {name: ""}})[0] == 422
        packed = {"name": "mine.toml", "text": DUELS["thrum"][1], "packs": {name: ""}}
        assert server.call("POST", "uploads", packed)["faults"]
    wrong = {**wanted, "encounter": DUELS["thrum"][1].replace("plinker", "plonker")}
    assert server.call("POST", "fair", wrong)[0] == 422


def test_a_journal_is_gone_on_with_from_any_line(server: Server) -> None:
    table, seats = server.table("thrum/broken-causeway", seats={"players": "greedy"})
    journal = server.call("GET", f"tables/{table}/journal", token=seats["gm"])
    made = server.call("POST", "tables", {"journal": journal, "lines": 0, "pace": 0})
    assert made["name"] == "The Broken Causeway"
    assert server.call("POST", "tables", {"journal": journal, "lines": 10_000})[0] == 422
    broken = journal.replace('"round"', '"ground"', 1)
    told = server.call("POST", "replays", {"name": "x", "text": broken})
    assert told[0] == 422 if isinstance(told, tuple) else told["difference"]


def test_the_server_tells_how_it_is(server: Server) -> None:
    told = server.call("GET", "health")
    assert told["ok"]
    assert told["database_ms"] >= 0
    assert told["database"] == "sqlite"
    assert told["tables_waiting"] == 0
    status, headers, page = raw(server, "/health")
    assert status == 200
    assert headers["cache-control"] == "no-store"
    assert b"The server is well" in page
    assert b"<script" not in page


def test_a_code_to_scan_is_a_picture(server: Server) -> None:
    assert "<svg" in server.call("POST", "qr", {"text": "http://localhost/t/x#s=y"})


def test_rules_and_encounters_can_be_read(server: Server) -> None:
    assert server.call("GET", "rules/thrum/roll.critical")["text"]
    assert server.call("GET", "rules/thrum/no.such")[0] == 404
    assert len(server.call("GET", "encounters")) > 20
    assert server.call("GET", "encounters/icon/tollgate-ambush")["view"]["units"]
    assert server.call("GET", "encounters/icon/none")[0] == 404
    assert server.call("GET", "encounters/none/tollgate-ambush")[0] == 404


def test_who_has_a_document_already_is_told_so_and_not_sent_it_again(server: Server) -> None:
    for path in ("encounters", "encounters/thrum/tide-stair", "bots", "asyncapi.json"):
        status, headers, body = raw(server, f"/api/v1/{path}")
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert body
        tag = headers["etag"]
        again = raw(server, f"/api/v1/{path}", **{"if-none-match": f'"old", {tag}'})
        assert (again[0], again[1]["etag"], again[2]) == (304, tag, b"")
        assert raw(server, f"/api/v1/{path}", **{"if-none-match": '"old"'})[2] == body
    assert "etag" not in raw(server, "/api/v1/health")[1]
    assert raw(server, "/api/v1/rules/thrum/nothing", **{"if-none-match": "x"})[0] == 404


def test_the_socket_is_described_as_it_is(server: Server) -> None:
    told = server.call("GET", "asyncapi.json")
    assert told == json.loads(json.dumps(wire.asyncapi()))
    assert told["asyncapi"] == "3.0.0"

    def refs(value: Any) -> list[str]:
        if isinstance(value, dict):
            own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return own + [one for inner in value.values() for one in refs(inner)]
        return [one for inner in value for one in refs(inner)] if isinstance(value, list) else []

    for ref in refs(told):
        place = told
        for name in ref.removeprefix("#/").split("/"):
            place = place[name]
    assert server.call("GET", "openapi.json")["openapi"].startswith("3.1")


def test_a_body_that_is_too_large_is_not_read(server: Server) -> None:
    told = raw(server, "/api/v1/replays", **{"content-length": str(5 * 1024 * 1024)})
    assert told[0] == 413


def test_a_backup_is_a_whole_database(server: Server, tmp_path: Path) -> None:
    table, _ = server.table("thrum/broken-causeway")
    goal = tmp_path / "copy.db"
    arguments = ["serve", "--db", f"sqlite:///{server.database}", "--backup", str(goal)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    with sqlite3.connect(goal) as copy:
        assert copy.execute("pragma integrity_check").fetchone() == ("ok",)
        assert copy.execute("select id from game where id = ?", [table]).fetchone() == (table,)
    copy.close()


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "uvicorn" else name)
    with pytest.raises(InvalidError, match=r"pip install 'affray\[web\]'"):
        serve.serve()


def test_a_token_opens_its_seat_only_and_only_while_it_is_the_latest() -> None:
    tokens = Tokens("a key")
    seats = {"a": Seat("a", "player", "players"), "b": Seat("b", "player", "foes")}
    token = tokens.seat("game", seats["a"])
    assert tokens.opens(token, "game", seats) is seats["a"]
    assert tokens.opens(token, "other", seats) is None
    assert tokens.opens(token + "x", "game", seats) is None
    assert Tokens("another key").opens(token, "game", seats) is None
    assert not tokens.owns(token)
    seats["a"].version += 1
    assert tokens.opens(token, "game", seats) is None


def test_the_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    key = server_key(tmp_path)
    assert server_key(tmp_path) == key
    assert (tmp_path / "server.key").stat().st_mode & 0o777 == 0o600


def test_names_are_cleaned() -> None:
    assert clean("  A\u202eb\x00 c\n ") == "Ab c"
    assert clean("x" * 90) == "x" * 40


def test_what_differs_between_two_views_makes_one_of_the_other() -> None:
    old = {"a": {"x": 1, "y": [1]}, "b": 2, "c": 3}
    new = {"a": {"x": 1, "y": [2], "z": 0}, "b": 2, "d": {}}
    assert difference(old, new) == {"a\ty": [2], "a\tz": 0, "c": None, "d": {}}


def test_letters_differ_within_a_side() -> None:
    names = ["biffer-1", "bonesetter", "biffer-2", "bram"]
    assert badges(names, [1, 1, 1, 0]) == [("B", 1), ("Bo", 0), ("B", 2), ("B", 0)]
