"""The table over its socket: whole fights, refusals, roles, undo, dice, rulings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect

from tests.web.serving import Server, example

CLIENT = example("web_client")
FIGHTS = {  # with seeds of which a whole fight does not take long
    "icon/tollgate-ambush": 4,
    "ingenuity/toll-bridge": 10,
    "quest/cairn-gate": 22,
    "sovereign/pay-the-toll": 2,
    "thrum/broken-causeway": 20,
}


def run(work: Awaitable[Any]) -> Any:
    async def timed() -> Any:
        return await asyncio.wait_for(work, 40)

    return asyncio.run(timed())


async def until(client: Any, wanted: Callable[[Any], bool]) -> Any:
    """Read on until the client is as wanted."""
    while not wanted(client):
        await client.next()
    return client


async def asked(client: Any) -> Any:
    return await until(client, lambda one: one.choice is not None)


def another(seen: str) -> Callable[[Any], bool]:
    """Whether another question is open than the one seen, or none."""
    return lambda one: bool(one.view["over"] or one.choice is None or one.choice["id"] != seen)


def acknowledged(id: str) -> Callable[[Any], bool]:
    return lambda one: id in one.acks


def asks_else(about: tuple[str, str]) -> Callable[[Any], bool]:
    """Whether somebody else is asked, or by another rule."""
    return lambda one: one.choice is None or (one.choice["who"], one.choice["rule"]) != about


async def told(client: Any, *kinds: str) -> Any:
    while True:
        message = await client.next()
        if message["t"] in kinds:
            return message


async def answered(client: Any, key: str = "") -> int:
    """Answer the open question and wait for the acknowledgement; return its number."""
    await asked(client)
    number = client.choice["id"]
    id = await client.answer(key or client.choice["default"])
    await until(client, lambda one: id in one.acks or one.refused)
    assert not client.refused, client.refused
    await until(client, lambda one: one.choice is None or one.choice["id"] != number)
    return int(client.acks[id])


async def played(server: Server, table: str, tokens: dict[str, str]) -> None:
    """Play a whole fight as a person who takes the advice; its journal comes out the same."""
    async with CLIENT.seated(server.base, table, tokens["players"], name="Ana") as client:
        while not client.view["over"]:
            if client.choice is None:
                await client.next()
                continue
            seen = client.choice["id"]
            await client.send("ask", what="advice")
            advice = await told(client, "reply", "refused")  # refused while something is hidden
            await client.answer(advice.get("result", {}).get("key", client.choice["default"]))
            await until(client, another(seen))
    journal = server.call("GET", f"tables/{table}/journal", token=tokens["players"])
    assert isinstance(journal, str)
    replay = server.call("POST", "replays", {"name": "it.jsonl", "text": journal})
    assert not replay["difference"]
    assert replay["verified"] == replay["lines"]


def test_people_play_whole_fights_of_all_games_at_once(server: Server) -> None:
    tables = [server.table(encounter, seed=seed) for encounter, seed in FIGHTS.items()]

    async def play() -> None:
        await asyncio.gather(*[played(server, *table) for table in tables])

    asyncio.run(asyncio.wait_for(play(), 300))


def test_an_answer_that_comes_twice_counts_once_and_is_acknowledged_alike(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            await asked(client)
            choice, key = client.choice["id"], client.choice["default"]
            for _ in range(3):
                await client.send("answer", id="same", choice=choice, option=key)
            numbers = [(await told(client, "ack"))["seq"] for _ in range(3)]
            assert len(set(numbers)) == 1
            await client.send("answer", id="other", choice=choice, option=key)
            assert (await told(client, "refused"))["code"] == "stale"

    run(play())


def test_an_answer_that_the_rules_refuse_changes_nothing_and_says_why(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            await asked(client)
            number, view = client.seq, json.dumps(client.view)
            await client.answer("place 9,9")
            refused = await told(client, "refused")
            assert refused["code"] == "illegal"
            assert refused["rule"].startswith("setup.")
            await client.answer("dance wildly")
            assert (await told(client, "refused"))["code"] == "unknown"
            assert (client.seq, json.dumps(client.view)) == (number, view)

    run(play())


def test_only_who_is_asked_sees_the_question_and_only_they_may_answer(server: Server) -> None:
    async def play() -> None:
        seats = {"players": "split", "foes": "link"}
        table, tokens = server.table("icon/tollgate-ambush", seats=seats)
        async with (
            CLIENT.seated(server.base, table, tokens["orrin-vale"]) as orrin,
            CLIENT.seated(server.base, table, tokens["sable-quill"]) as sable,
            CLIENT.seated(server.base, table, tokens["foes"]) as foes,
            CLIENT.seated(server.base, table, tokens["watch"]) as watch,
            CLIENT.seated(server.base, table, tokens["gm"]) as master,
        ):
            everybody = {"orrin-vale": orrin, "sable-quill": sable, "foes": foes}
            for client in (*everybody.values(), watch, master):
                assert (client.choice is not None) == (
                    any(everybody.get(seat) is client for seat in client.turn["seats"])
                )
            first = everybody[orrin.turn["seats"][0]]
            other = sable if first is not sable else foes
            fields = {"choice": first.choice["id"], "option": first.choice["default"]}
            await other.send("answer", **fields)
            assert (await told(other, "refused"))["code"] == "not_yours"
            await watch.send("answer", **fields)
            assert (await told(watch, "refused"))["code"] == "not_yours"
            for what in ("odds", "advice", "explain", "why"):
                await watch.send("ask", what=what, ref=fields["option"])
                assert (await told(watch, "refused"))["code"] == "not_yours"
            await other.send("ask", what="odds", ref=fields["option"])
            assert (await told(other, "refused"))["code"] == "not_yours"

    run(play())


# What each role may send, whatever the state of the table.
MESSAGES: dict[str, dict[str, Any]] = {
    "answer": {"choice": "0", "option": "x"},
    "dice": {"values": [1]},
    "back": {},
    "undo": {},
    "vote": {"request": "x", "yes": True},
    "order": {"key": "pass"},
    "seat": {"name": "Ana"},
    "say": {"text": "hello"},
    "gm": {"do": "pause"},
    "ask": {"what": "odds", "ref": "x"},
}
REFUSED = {
    "watch": {*MESSAGES},
    "players": {"gm"},
    "gm": set[str](),
}


@pytest.mark.parametrize("status", ["open", "paused"])
@pytest.mark.parametrize("seat", ["watch", "players", "gm"])
def test_every_message_of_every_role_is_allowed_or_refused_as_listed(
    server: Server, seat: str, status: str
) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        if status == "paused":
            async with CLIENT.seated(server.base, table, tokens["gm"]) as master:
                await master.send("gm", do="pause")
                await told(master, "ack")
        async with CLIENT.seated(server.base, table, tokens[seat]) as client:
            for kind, fields in MESSAGES.items():
                id = await client.send(kind, **fields)
                while True:
                    message = await told(client, "ack", "refused", "reply")
                    if message["id"] == id:
                        break
                code = message.get("code", "")
                assert (code == "not_yours") == (kind in REFUSED[seat]), (kind, message)
                assert code != "internal"

    run(play())


def test_garbage_is_refused_and_the_table_goes_on(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            for raw in ("", "{", "[]", '{"t":"dance"}', '{"t":"answer"}', '{"t":"ask","id":""}'):
                await client.socket.send(raw)
                assert (await told(client, "refused"))["code"] == "malformed"
            client.refused.clear()
            assert await answered(client) > 0
        address = f"{server.base.replace('http', 'ws')}/api/v1/tables/{table}/live"
        async with connect(address) as socket:
            await socket.send(json.dumps({"t": "hello", "tokens": ["forged.token"]}))
            first = json.loads(await socket.recv())
            assert (first["t"], first["code"]) == ("refused", "gone")
        async with connect(address) as socket:
            await socket.send(json.dumps({"t": "answer", "id": "1", "choice": "", "option": ""}))
            assert json.loads(await socket.recv())["t"] == "bye"

    run(play())


def test_an_undo_of_one_alone_is_done_at_once_and_shows_everything_as_before(
    server: Server,
) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            await asked(client)
            options, who = client.options(), client.choice["who"]
            assert client.view["units"][who].get("at") is None
            await answered(client, options[3])
            assert client.view["units"][who]["at"]
            await client.send("undo")
            await until(client, lambda one: one.choice and one.options() == options)
            assert client.view["units"][who].get("at") is None

    run(play())


def test_an_undo_among_several_needs_the_others(server: Server) -> None:
    async def play() -> None:
        seats = {"players": "me", "foes": "link"}
        table, tokens = server.table("thrum/broken-causeway", seats=seats, undo="ask")
        async with (
            CLIENT.seated(server.base, table, tokens["players"]) as ana,
            CLIENT.seated(server.base, table, tokens["foes"]) as bob,
        ):
            by = {"players": ana, "foes": bob}
            while not any(client.choice for client in by.values()):
                await ana.next()
            first = by[ana.turn["seats"][0]]
            other = bob if first is ana else ana
            seen = first.choice["id"]
            await first.answer(first.options()[0])
            await until(first, lambda one: one.turn and one.turn["id"] != seen)
            for agreed in (False, True):
                await first.send("undo")
                vote = (await told(other, "vote"))["vote"]
                while vote is None:
                    vote = (await told(other, "vote"))["vote"]
                assert vote["need"] == ["players" if other is ana else "foes"]
                before = first.seq
                await other.send("vote", request=vote["id"], yes=agreed)
                await told(other, "ack")
                assert (other.seq > before) is agreed

    run(play())


def test_dice_of_ones_own_are_asked_for_one_by_one(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            await client.send("seat", name="Ana", dice="own")
            await told(client, "ack")
            given = 0
            for _ in range(200):
                await asked(client)
                if client.choice["kind"] == "dice":
                    assert client.choice["sides"] in (6, 20)
                    id = await client.send("dice", values=[1 + given % client.choice["sides"]])
                    given += 1
                    await until(client, acknowledged(id))
                else:
                    await answered(client)
                if given == 4:
                    break
            assert given == 4

    run(play())


def test_the_game_master_rules_rerolls_pauses_and_lets_a_program_play(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table(
            "thrum/broken-causeway", seats={"players": "me", "gm": "me"}, pace=150
        )
        async with CLIENT.seated(server.base, table, tokens["gm"]) as master:
            await master.send("ask", what="values", ref="biffer-1")
            values = (await told(master, "reply"))["result"]["values"]
            assert ["biffer-1.fatigue", "fatigue", 0] in values
            fields = {"do": "edit", "path": "biffer-1.fatigue", "value": 2}
            await master.send("gm", **fields)
            assert (await told(master, "refused"))["code"] == "malformed"
            await master.send("gm", **fields, reason="It fell into the ditch before the fight")
            step = await told(master, "step")
            while step["by"]["kind"] != "ruling":
                step = await told(master, "step")
            assert master.view["units"]["biffer-1"]["numbers"]["fatigue"] == 2
            assert "ditch" in str(step["log"])
            await master.send("gm", do="pause")
            await until(master, lambda one: one.acks and one.seq == max(one.acks.values()))
            async with CLIENT.seated(server.base, table, tokens["players"]) as client:
                await client.send("answer", choice=client.turn["id"], option="x")
                assert (await told(client, "refused"))["code"] == "paused"
                await master.send("gm", do="resume")
                await master.send("gm", do="bot", seat="players", path="greedy")
                await until(client, lambda one: one.view["round"] >= 1)
                await master.send("gm", do="bot", seat="players", path="")
                await asked(client)

    run(play())


def test_a_standing_order_answers_by_itself(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("sovereign/pay-the-toll")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            seen: set[tuple[str, str]] = set()
            while len(seen) < 3:
                await asked(client)
                about = (client.choice["who"], client.choice["rule"])
                assert about not in seen
                if client.choice["default"] == "pass":
                    await client.send("order", who=about[0], rule=about[1], key="pass")
                    seen.add(about)
                    await until(
                        client,
                        asks_else(about),
                    )
                else:
                    await answered(client)

    run(play())


def test_a_table_goes_on_at_the_same_question_after_a_restart(own_server: Server) -> None:
    async def first() -> tuple[Any, ...]:
        async with CLIENT.seated(own_server.base, table, tokens["players"]) as client:
            for _ in range(9):
                await answered(client)
            await asked(client)
            return client.seq, client.view, client.choice

    table, tokens = own_server.table("quest/cairn-gate")
    before = run(first())
    own_server.stop()
    own_server.start()

    async def again() -> tuple[Any, ...]:
        async with CLIENT.seated(own_server.base, table, tokens["players"]) as client:
            await asked(client)
            return client.seq, client.view, client.choice

    assert run(again()) == before


def test_the_client_of_the_examples_goes_on_after_a_pause(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("sovereign/pay-the-toll")
        async with CLIENT.seated(server.base, table, tokens["gm"]) as master:
            await master.send("gm", do="pause")
            await told(master, "ack")
            link = f"{server.base}/t/{table}#s={tokens['players']}"
            program = asyncio.ensure_future(CLIENT.play(link))
            while not any(one["here"] for one in (await told(master, "people"))["people"][:1]):
                pass
            await asyncio.sleep(0.5)  # its answer has been refused meanwhile
            await master.send("gm", do="resume")
            await told(master, "ack")
            seq = master.seq
            await until(master, lambda one: one.seq > seq)
            program.cancel()
            await asyncio.gather(program, return_exceptions=True)

    run(play())


def test_chat_is_kept_and_cleaned(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"], name="Ana") as client:
            await client.send("say", text="well\u202e <b>met</b>\n")
            line = (await told(client, "chat"))["lines"][0]
            assert (line["who"], line["text"]) == ("Ana", "well <b>met</b>")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            assert (await told(client, "chat"))["lines"][0]["text"] == "well <b>met</b>"

    run(play())


def test_a_renewed_link_ends_the_old_one(server: Server) -> None:
    async def play() -> None:
        table, tokens = server.table("thrum/broken-causeway")
        async with CLIENT.seated(server.base, table, tokens["players"]) as client:
            new = server.call(
                "POST", f"tables/{table}/links", {"seat": "players", "renew": True}, tokens["gm"]
            )
            assert (await told(client, "bye"))["reason"] == "revoked"
        with pytest.raises(ConnectionError):
            async with CLIENT.seated(server.base, table, tokens["players"]):
                pass
        async with CLIENT.seated(server.base, table, new["token"]) as client:
            assert client.choice

    run(play())
