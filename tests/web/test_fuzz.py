"""Whatever is sent, over HTTP or over the socket, no server error comes of it.

``AFFRAY_EXAMPLES`` says how many examples are tried of each (a few in every run).
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from affray.web import wire
from affray.web.store import Store
from affray.web.table import Table
from tests.web.inside import TOKENS, Seated, begun
from tests.web.serving import Server

EXAMPLES = int(os.environ.get("AFFRAY_EXAMPLES", "8"))
STEPS = 40
QUICK = {
    "deadline": None,
    "suppress_health_check": [*HealthCheck],
    "phases": [Phase.generate],
    "database": None,
}


def test_no_request_makes_a_server_error(server: Server) -> None:
    """Every operation of the API as it is described, with the owner's token and without one."""
    schema = schemathesis.openapi.from_url(f"{server.base}/api/v1/openapi.json")
    found: Any = schema.get_all_operations()
    operations = [one.ok() for one in found]
    assert len(operations) > 15
    server.table("thrum/broken-causeway")
    for operation in operations:
        if operation.method.upper() == "DELETE":
            continue

        @settings(max_examples=EXAMPLES, **QUICK)  # type: ignore[arg-type]
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            for headers in ({}, {"authorization": f"Bearer {server.owner}"}):
                response = case.call(headers=headers)
                assert response.status_code < 500, (case.as_curl_command(), response.text)
                assert "Traceback" not in response.text

        send()


# -- the socket ------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    ["", "x", "pass", "end turn", "biffer-1", "biffer-1.hp", "place 3,3", "move 5,5", "players"]
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
        "path": WORDS | st.sampled_from(["biffer-1.fatigue", "ansa-brock.at", "round", "greedy"]),
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
    """Four at a table send what they like."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = Loop()
        self.store = Store("sqlite://")
        self.table: Table | None = None
        self.people: dict[str, Seated] = {}

    @initialize(seed=st.integers(0, 3))
    def sit_down(self, seed: int) -> None:
        people = {"players": "me", "foes": "me", "gm": "me"}
        self.table = self.loop.run(
            begun(self.store, "thrum/broken-causeway", people, seed, undo="ask")
        )
        for one in ("players", "foes", "gm", "watch"):
            self.people[one] = self.loop.run(Seated(self.table, one).sit())

    async def say(self, who: str, message: dict[str, Any]) -> dict[str, Any]:
        one = self.people[who]
        fields = {name: value for name, value in message.items() if name != "t"}
        if fields.get("choice") == "<now>":
            assert self.table is not None
            fields["choice"] = str(self.table.room.asked_at)
        if "option" in fields and fields["option"] == "pass":
            choice = one.shown["choice"]
            if choice is not None and choice["kind"] != "dice":
                fields["option"] = choice["default"]
        one.socket.times.clear()
        return await one.ask(message["t"], **fields)

    @rule(who=st.sampled_from(["players", "foes", "gm", "watch"]), message=MESSAGE)
    def send(self, who: str, message: dict[str, Any]) -> None:
        told = self.loop.run(self.say(who, message))
        assert told["t"] in ("ack", "refused", "reply")
        if told["t"] == "refused":
            assert told["code"] in wire.CODES
            assert told["code"] != "internal", told

    @rule(who=st.sampled_from(["players", "foes"]))
    def go_on(self, who: str) -> None:
        message = {"t": "answer", "choice": "<now>", "option": "pass"}
        assert self.loop.run(self.say(who, message)).get("code") != "internal"

    @rule(who=st.sampled_from(["players", "foes", "gm", "watch"]))
    def come_again(self, who: str) -> None:
        assert self.table is not None
        old = self.people[who]
        self.loop.loop.call_soon_threadsafe(old.desk.leave)
        self.people[who] = self.loop.run(Seated(self.table, who).sit())

    @invariant()
    def everybody_is_shown_the_same_number(self) -> None:
        if self.table is None:
            return
        for one in self.people.values():
            one.hear()
            numbers = [each["seq"] for each in one.heard if each["t"] in ("full", "step")]
            assert numbers[-1] == self.table.room.seq
            assert not [each for each in one.heard if each["t"] == "bye"]

    def teardown(self) -> None:
        if self.table is not None:
            self.loop.run(self.table.end())
        self.store.close()
        self.loop.end()


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(
    max_examples=max(EXAMPLES // 3, 2),
    stateful_step_count=STEPS,
    **QUICK,  # type: ignore[arg-type]
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
