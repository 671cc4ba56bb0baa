"""Whatever is sent, over HTTP or over the socket, no server error comes of it.

``AFFRAY_EXAMPLES`` says how many examples are tried of each (a few in every run).
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
from contextlib import AsyncExitStack, closing
from functools import partial
from http.client import HTTPConnection
from typing import Any
from unittest.mock import ANY

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from affray.web import wire
from affray.web.store import Store
from tests.web.inside import TOKENS, Seated, begun
from tests.web.serving import Server, example

CLIENT = example("web_client")

EXAMPLES = int(os.environ.get("AFFRAY_EXAMPLES", "8"))
STEPS = 25
QUICK = {
    "deadline": None,
    "suppress_health_check": [*HealthCheck],
    "phases": [Phase.generate],
    "database": None,
}


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def test_no_request_makes_a_server_error(server: Server) -> None:
    """Every operation of the API as it is described, with tokens of every kind and without one.

    Half of what names a table names one that is there; deleting comes last.
    """
    schema = schemathesis.openapi.from_url(f"{server.base}/api/v1/openapi.json")
    found: Any = schema.get_all_operations()
    operations = sorted([one.ok() for one in found], key=lambda one: one.method.upper() == "DELETE")
    assert len(operations) > 15
    assert operations[-1].method.upper() == "DELETE"
    table, tokens = server.table("thrum/broken-causeway")
    bearers = (None, server.owner, tokens["gm"], tokens["players"], tokens["watch"])
    described = server.call("GET", "openapi.json")["paths"]
    for operation in operations:

        @settings(max_examples=EXAMPLES, **QUICK)  # type: ignore[arg-type]
        @given(
            case=operation.as_strategy(),
            known=st.booleans(),
            bearer=st.sampled_from(bearers),
        )
        def send(case: Any, known: bool, bearer: str | None) -> None:
            if known and "id" in (case.path_parameters or {}):
                case.path_parameters["id"] = table
            for token in {None, bearer}:
                headers = {} if token is None else {"authorization": f"Bearer {token}"}
                response = case.call(headers=headers)
                assert response.status_code < 500, (case.as_curl_command(), response.text)
                answers = {
                    *described[case.operation.path][case.operation.method.lower()]["responses"]
                }
                elsewhere = {"404", "405"} if "{" in case.operation.path else {*()}
                assert str(response.status_code) in answers | elsewhere, case.as_curl_command()
                assert "Traceback" not in response.text

        send()
    assert server.call("DELETE", f"tables/{table}") in (None, (404, ANY))
    assert server.call("GET", f"tables/{table}", token=tokens["gm"])[0] == 404


def test_no_method_but_those_described_does_anything(server: Server) -> None:
    described = server.call("GET", "openapi.json")["paths"]
    table, _ = server.table("thrum/broken-causeway")
    headers = {"authorization": f"Bearer {server.owner}"}
    with closing(HTTPConnection(server.base.removeprefix("http://"))) as client:
        for path, operations in {**described, "/": {"get"}, "/t/{id}": {"get"}}.items():
            known = {method.upper() for method in operations}
            for method in METHODS:
                if method in known:
                    continue
                client.request(method, re.sub(r"{\w+}", table, path), b"{}", headers)
                response = client.getresponse()
                response.read()
                assert response.status == 405, (method, path)
    assert server.call("GET", f"tables/{table}")[0] == 403  # it is there: the owner has no seat


# -- the socket ------------------------------------------------------------------------------------

ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)
EVERYBODY = ("players", "foes", "gm", "watch")
# Words that stand for something at the table: a combatant, one of its numbers, an option, a rule.
HERE = [f"<{what} {n}>" for what in ("unit", "number", "option", "rule") for n in (0, 1, 7)]
WORDS = st.sampled_from(
    ["", "x", "pass", "end turn", "place 3,3", "move 5,5", "players", "<default>", *HERE]
) | st.text(max_size=12)
FIELDS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "answer": {"choice": st.sampled_from(["0", "1", "<now>"]), "option": WORDS},
    "dice": {"values": st.lists(st.integers(-1, 30), min_size=1, max_size=4)},
    "back": {},
    "undo": {},
    "vote": {"request": WORDS.filter(bool), "yes": st.booleans()},
    "order": {"who": WORDS, "rule": WORDS, "key": WORDS},
    "seat": {"name": WORDS, "dice": st.sampled_from(["", "app", "own"])},
    "say": {"text": WORDS.filter(bool)},
    "gm": {
        "do": st.sampled_from(
            ["edit", "allow", "reroll", "pause", "resume", "answer", "bot", "clock", "undo"]
        ),
        "seat": WORDS,
        "path": WORDS | st.sampled_from(["<number 0>", "<number 2>", "round", "greedy"]),
        "value": st.none() | st.integers(-3, 200) | st.booleans() | WORDS,
        "die": st.integers(-1, 3),
        "face": st.integers(-1, 7),
        "reason": WORDS,
    },
    "ask": {
        "what": st.sampled_from(["why", "explain", "rule", "values", "advice", "way", "allow"]),
        "ref": WORDS,
        "more": WORDS,
    },
}
MESSAGE = st.one_of(
    [
        st.fixed_dictionaries({"t": st.just(kind), **fields})
        for kind, fields in sorted(FIELDS.items())
    ]
)


class Loop:
    """An event loop in a thread, for a machine whose steps are plain calls."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class AtTheTable(RuleBasedStateMachine):
    """Four at a table send what they like, each over a socket of its own."""

    def __init__(self, server: Server, encounter: str) -> None:
        super().__init__()
        self.server = server
        self.encounter = encounter
        self.loop = Loop()
        self.table = ""
        self.tokens: dict[str, str] = {}
        self.people: dict[str, Any] = {}
        self.doors: dict[str, AsyncExitStack] = {}

    @initialize(seed=st.integers(0, 3), undo=st.sampled_from(["ask", "free"]))
    def sit_down(self, seed: int, undo: str) -> None:
        people = {"players": "me", "foes": "me", "gm": "me"}
        self.table, self.tokens = self.server.table(
            self.encounter, seats=people, seed=seed, undo=undo
        )
        for one in EVERYBODY:
            self.loop.run(self.enter(one))

    async def enter(self, who: str) -> None:
        door = AsyncExitStack()
        client = CLIENT.seated(self.server.base, self.table, self.tokens[who])
        self.people[who] = await door.enter_async_context(client)
        self.doors[who] = door

    def meant(self, client: Any, word: Any) -> Any:
        """Return what a word stands for just now."""
        if not isinstance(word, str) or word[:1] != "<":
            return word
        kind, _, number = word[1:-1].partition(" ")
        place = int(number or 0)
        names = sorted(client.view["units"])
        if kind == "now":
            return client.turn["id"] if client.turn is not None else "0"
        if kind == "unit":
            return names[place % len(names)]
        if kind == "number":
            name = names[place % len(names)]
            numbers = sorted(client.view["units"][name].get("numbers", {"at": 0}))
            return f"{name}.{numbers[place % len(numbers)].replace(' ', '_')}"
        if client.choice is None or client.choice["kind"] == "dice":
            return "pass"
        if kind == "option":
            keys = client.options()
            return keys[place % len(keys)]
        return client.choice["default" if kind == "default" else "rule"]

    async def say(self, who: str, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and return the answer to it, once everybody has heard what came of it."""
        client = self.people[who]
        fields = {name: self.meant(client, value) for name, value in message.items()}
        id = await client.send(fields.pop("t"), **fields)
        while True:
            told: dict[str, Any] = await client.next()
            if told.get("id") == id and told["t"] in ("ack", "refused", "reply"):
                break
        await self.caught_up()
        return told

    async def caught_up(self) -> None:
        """Wait until everybody has heard all that was told until now; every view is checked."""
        for number, client in enumerate(self.people.values()):
            await client.send("here", n=number)
            while (message := await client.next())["t"] != "pong":
                assert message["t"] != "bye", message

    @rule(who=st.sampled_from(EVERYBODY), message=MESSAGE)
    def send(self, who: str, message: dict[str, Any]) -> None:
        told = self.loop.run(self.say(who, message))
        if told["t"] == "refused":
            assert told["code"] in wire.CODES
            assert told["code"] != "internal", told

    @rule(who=st.sampled_from(["players", "foes"]))
    def go_on(self, who: str) -> None:
        message = {"t": "answer", "choice": "<now>", "option": "<default>"}
        assert self.loop.run(self.say(who, message)).get("code") != "internal"

    @rule(who=st.sampled_from(EVERYBODY))
    def come_again(self, who: str) -> None:
        self.loop.run(self.doors.pop(who).aclose())
        self.loop.run(self.enter(who))

    @invariant()
    def everybody_is_shown_the_same_number(self) -> None:
        if not self.people:
            return
        for _ in range(400):  # programs may go on meanwhile
            self.loop.run(self.caught_up())
            if len({client.seq for client in self.people.values()}) == 1:
                break
        else:
            raise AssertionError([client.seq for client in self.people.values()])

    def teardown(self) -> None:
        for door in self.doors.values():
            self.loop.run(door.aclose())
        self.loop.end()


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_whatever_four_send_over_their_sockets_no_fault_of_ours_comes_of_it(
    server: Server, encounter: str
) -> None:
    factory: Any = partial(AtTheTable, server, encounter)
    run_state_machine_as_test(
        factory,
        settings=settings(
            max_examples=max(EXAMPLES // 8, 1),
            stateful_step_count=STEPS,
            **QUICK,  # type: ignore[arg-type]
        ),
    )


@pytest.mark.parametrize("size", [16 * 1024 - 40, 16 * 1024 + 1])
def test_a_message_that_is_too_large_ends_the_connection(server: Server, size: int) -> None:
    from websockets.asyncio.client import connect

    table, tokens = server.table("thrum/broken-causeway")

    async def play() -> str:
        address = f"{server.base.replace('http', 'ws')}/api/v1/tables/{table}/live"
        async with connect(address) as socket:
            await socket.send(json.dumps({"t": "hello", "tokens": [tokens["players"]]}))
            while json.loads(await socket.recv())["t"] != "people":
                pass
            text = json.dumps({"t": "here", "n": 1, "more": ""})
            await socket.send(text[:-2] + "x" * (size - len(text)) + '"}')
            while True:
                message = json.loads(await socket.recv())
                if message["t"] in ("pong", "bye"):
                    return str(message.get("reason", "pong"))

    assert asyncio.run(asyncio.wait_for(play(), 30)) == ("pong" if size < 16 * 1024 else "too_big")


def test_who_says_too_much_is_refused_and_who_watches_sooner() -> None:
    from affray.web import sockets

    async def play() -> None:
        store = Store("sqlite://")
        table = await begun(store, "thrum/broken-causeway", {"players": "me", "foes": "me"})
        for seat, most in (("players", sockets.MESSAGES), ("watch", sockets.MESSAGES // 2)):
            one = await Seated(table, seat).sit()
            for number in range(most):
                one.desk.receive(wire.read(json.dumps({"t": "here", "n": number})))
            assert {each["t"] for each in one.hear()} <= {"pong", "people"}
            assert (await one.ask("ask", what="rule", ref="x"))["code"] == "too_fast"
        await table.end()
        store.close()

    asyncio.run(play())


def test_an_address_has_only_so_many_sockets_and_wrong_tokens(own_server: Server) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    from affray.web.hall import SOCKETS, WRONG

    table, tokens = own_server.table("thrum/broken-causeway")
    address = f"{own_server.base.replace('http', 'ws')}/api/v1/tables/{table}/live"

    async def play() -> None:
        held = [await connect(address) for _ in range(SOCKETS)]
        with pytest.raises(InvalidStatus):
            await connect(address)
        for one in held:
            await one.close()
        await asyncio.sleep(0.2)
        for _ in range(WRONG):
            async with connect(address) as socket:
                await socket.send(json.dumps({"t": "hello", "tokens": ["wrong"]}))
                assert json.loads(await socket.recv())["code"] == "gone"
        with pytest.raises(InvalidStatus):  # for a while no token of that address is looked at
            await connect(address)

    asyncio.run(asyncio.wait_for(play(), 60))
    assert TOKENS.opens("wrong", table, {}) is None
    assert tokens
