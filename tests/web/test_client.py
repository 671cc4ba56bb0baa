"""The client in ``examples/``: whatever hinders it for a while, it plays on."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.web.serving import ROOT, Server, example

CLIENT = example("web_client")
Plain = dict[str, Any]


class Scripted:
    """A socket whose server is a function: what is sent gives what is told."""

    def __init__(self, told: Callable[[Plain], list[Plain]]) -> None:
        self.told = told
        self.sent: list[Plain] = []
        self.waiting: list[Plain] = []

    async def send(self, raw: str) -> None:
        message = json.loads(raw)
        self.sent.append(message)
        self.waiting += self.told(message)

    async def recv(self) -> str:
        return json.dumps(self.waiting.pop(0))


def seated(told: Callable[[int, Plain], list[Plain]]) -> Any:
    """A client that is asked something; ``told`` has the number of the answer and the answer."""
    socket = Scripted(lambda message: told(len(socket.sent), message))
    client = CLIENT.Client(socket)
    client.view, client.seq = {"over": ""}, 5
    client.choice = {"id": "5", "default": "pass", "kind": "action"}
    return client


def step(seq: int, *, paused: bool, choice: Plain | None) -> Plain:
    digest = CLIENT.digest({"over": ""})
    message = {"t": "step", "seq": seq, "set": {}, "digest": digest, "turn": None}
    return {**message, "paused": paused, "choice": choice}


def refused(message: Plain, code: str) -> Plain:
    return {"t": "refused", "id": message["id"], "code": code, "text": "no"}


@pytest.mark.parametrize("code", ["busy", "too_fast"])
def test_what_is_refused_for_now_is_sent_again_under_the_same_id(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CLIENT, "AGAIN", 0.0)

    def told(number: int, message: Plain) -> list[Plain]:
        ack = {"t": "ack", "id": message["id"], "seq": 6}
        return [refused(message, code)] if number < 3 else [ack]

    client = seated(told)
    asyncio.run(CLIENT.settled(client, "pass"))

    assert len(client.socket.sent) == 3
    assert len({one["id"] for one in client.socket.sent}) == 1


def test_an_answer_into_a_pause_is_given_again_when_the_fight_goes_on() -> None:
    def told(number: int, message: Plain) -> list[Plain]:
        if number > 1:
            return [{"t": "ack", "id": message["id"], "seq": 8}]
        pause, resume = [step(seq, paused=seq == 6, choice=client.choice) for seq in (6, 7)]
        return [pause, refused(message, "paused"), resume]

    client = seated(told)
    asyncio.run(CLIENT.settled(client, "pass"))

    assert len(client.socket.sent) == 2
    assert not client.paused


def test_an_answer_that_comes_too_late_is_not_given_again() -> None:
    def told(_: int, message: Plain) -> list[Plain]:
        return [refused(message, "stale"), step(6, paused=False, choice=None)]

    client = seated(told)
    asyncio.run(CLIENT.settled(client, "pass"))

    assert len(client.socket.sent) == 1


def test_an_answer_that_the_rules_forbid_is_a_fault_of_the_program() -> None:
    client = seated(lambda _, message: [refused(message, "illegal")])
    with pytest.raises(ValueError, match="tickle: no"):
        asyncio.run(CLIENT.settled(client, "tickle"))


class EnoughError(Exception):
    """It has played on for long enough."""


def test_a_program_sits_down_in_a_pause_and_plays_when_the_game_master_goes_on(
    server: Server,
) -> None:
    table, tokens = server.table("thrum/broken-causeway")
    link = f"{server.base}/t/{table}#s={tokens['players']}"
    asked: list[str] = []

    def choose(client: Any) -> str:
        asked.append(client.choice["id"])
        if len(asked) == 3:
            raise EnoughError
        return str(client.choice["default"])

    async def play() -> None:
        async with CLIENT.seated(server.base, table, tokens["gm"]) as master:
            await master.send("gm", do="pause")
            while not master.paused:
                await master.next()
            playing = asyncio.get_running_loop().create_task(CLIENT.play(link, choose))
            while [one["here"] for one in await people(master) if one["id"] == "players"] != [True]:
                pass
            await master.send("gm", do="resume")
            with suppress(EnoughError):
                await playing

    asyncio.run(asyncio.wait_for(play(), 60))
    assert len(asked) == 3


async def people(client: Any) -> list[Plain]:
    """The next word of who is here."""
    while True:
        message = await client.next()
        if message["t"] == "people":
            return list(message["people"])


def test_a_wrong_link_is_said_in_one_line(server: Server) -> None:
    link = f"{server.base}/t/nothing#s=none"
    program = [sys.executable, str(ROOT / "examples" / "web_client.py"), link]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert len(ran.stderr.splitlines()) == 1, ran.stderr


@pytest.mark.parametrize("links", [[], ["nonsense"], ["http://x/t/a#s=b", "more"]])
def test_without_one_link_it_is_said_what_is_expected(links: list[str]) -> None:
    program = [sys.executable, str(ROOT / "examples" / "web_client.py"), *links]
    ran = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    [line] = ran.stderr.splitlines()
    assert line == f"found {links}, expected one link: http://HOST/t/TABLE#s=SEAT"
