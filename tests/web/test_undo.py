"""Undo: whatever is done and taken back leaves everything that anybody is shown as it was."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from affray.core.errors import IllegalError
from affray.web import table as table_module
from affray.web.sockets import Socket
from affray.web.store import Store
from affray.web.table import Table
from tests.web.inside import Seated, begun

UNDONE = int(os.environ.get("AFFRAY_UNDONE", "40"))  # answers of each game that are taken back
ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
AUDIENCES = ("gm", "players", "foes", "watch")


def shown(people: list[Seated]) -> list[Any]:
    """Return what everybody is shown, but for the numbers of messages, which only grow."""
    found = []
    for one in people:
        told = one.table.room.whole(one.socket)
        unnumbered = [
            None if part is None else {name: part[name] for name in part if name != "id"}
            for part in (told["choice"], told["turn"])
        ]
        found.append((told["view"], told["digest"], *unnumbered, told["paused"], told["orders"]))
    return found


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_what_is_done_and_taken_back_leaves_everything_as_it_was(
    encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Socket, "too_fast", lambda *_: False)

    async def play() -> int:
        store = Store("sqlite://")
        chance = random.Random(encounter)
        undone = 0
        seed = 0
        while undone < UNDONE:
            seed += 1
            table = await begun(store, encounter, PEOPLE, seed=seed)
            people = [await Seated(table, name).sit() for name in AUDIENCES]
            master = people[0]
            while undone < UNDONE and not table.fight.over:
                before, seq = shown(people), table.room.seq
                key = chance.choice(table.fight.choice.keys)
                if (await master.ask("gm", do="answer", path=key))["t"] != "ack":
                    await master.ask("gm", do="answer")
                    continue
                undo = await master.ask("gm", do="undo")
                assert undo["t"] == "ack", (key, undo, table.fight.over)
                assert shown(people) == before, key
                assert table.room.seq > seq + 1
                undone += 1
                await master.ask("gm", do="answer", path=key)
                for one in people:
                    one.hear()
                    one.heard.clear()
            await table.end()
        store.close()
        return undone

    assert asyncio.run(asyncio.wait_for(play(), 600)) == UNDONE


async def first_answered(table: Table, people: list[Seated]) -> Seated:
    """Answer the first question as one of the people who is asked; return them."""
    for one in people:
        choice = one.shown["choice"]
        if choice is not None:
            told = await one.ask("answer", choice=choice["id"], option=choice["default"])
            assert told["t"] == "ack"
            return one
    raise AssertionError("nobody is asked")


def voted(one: Seated) -> Any:
    """Return the request to go back that somebody sees; None if there is none."""
    one.hear()
    return next((told["vote"] for told in reversed(one.heard) if "vote" in told), None)


def told_notes(one: Seated) -> list[str]:
    one.hear()
    return [told["text"] for told in one.heard if told["t"] == "note"]


def at_a_table(
    play: Callable[[Table], Awaitable[None]], wanted: dict[str, str], **config: Any
) -> None:
    async def whole() -> None:
        store = Store("sqlite://")
        table = await begun(store, "thrum/broken-causeway", wanted, **config)
        await play(table)
        await table.end()
        store.close()

    asyncio.run(asyncio.wait_for(whole(), 60))


def test_who_holds_several_seats_agrees_for_all_of_them_at_once() -> None:
    async def play(table: Table) -> None:
        names = [seat.id for seat in table.seats.values() if seat.units]
        asker = await Seated(table, "players", names[0], "foes").sit()
        two = await Seated(table, *names[1:3]).sit()
        last = await Seated(table, *names[3:], "gm").sit()
        await first_answered(table, [asker, two, last])
        seq = table.room.seq
        assert (await asker.ask("undo"))["t"] == "ack"
        vote = voted(two)
        assert {*vote["need"]} == {*names[1:], "gm"}
        assert (await two.ask("vote", request=vote["id"], yes=True))["t"] == "ack"
        assert voted(last)["yes"] == names[1:3]
        assert table.room.seq == seq
        assert (await last.ask("vote", request=vote["id"], yes=True))["seq"] == seq + 1
        assert voted(two) is None

    at_a_table(play, {"players": "split", "foes": "me", "gm": "me"}, undo="ask")


def test_who_of_two_on_one_link_asks_to_go_back_is_told() -> None:
    async def play(table: Table) -> None:
        ann = await Seated(table, "players").sit(name="Ann")
        bob = await Seated(table, "players").sit(name="Bob")
        cat = await Seated(table, "foes").sit(name="Cat")
        await first_answered(table, [ann, cat])
        assert (await bob.ask("undo"))["t"] == "ack"
        assert voted(cat)["name"] == "Bob"

    at_a_table(play, {"players": "link", "foes": "link", "gm": "default"}, undo="ask")


@pytest.mark.parametrize("rule", ["ask", "gm"])
def test_an_owner_who_is_game_master_too_agrees_as_both(rule: str) -> None:
    async def play(table: Table) -> None:
        owner = await Seated(table, "players", "gm").sit()
        guest = await Seated(table, "foes").sit()
        await first_answered(table, [owner, guest])
        seq = table.room.seq
        await guest.ask("undo")
        told = await owner.ask("vote", request=voted(owner)["id"], yes=True)
        assert (told["t"], table.room.seq) == ("ack", seq + 1)

    at_a_table(play, PEOPLE, undo=rule)


def test_a_request_is_counted_among_those_who_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "GONE", 0.0)

    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        gus = await Seated(table, "gm").sit()
        await first_answered(table, [ana, bob])
        seq = table.room.seq
        await ana.ask("undo")
        await bob.ask("vote", request=voted(bob)["id"], yes=True)
        assert (await bob.ask("undo"))["code"] == "illegal"  # no use in sending it again
        gus.desk.leave()
        await settled(lambda: table.room.seq == seq + 1)  # all who are still here have agreed
        assert voted(ana) is None

    at_a_table(play, PEOPLE, undo="ask")


def test_who_asks_again_when_all_others_have_gone_goes_back() -> None:
    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        await first_answered(table, [ana, bob])
        seq = table.room.seq
        await ana.ask("undo")
        bob.desk.leave()
        ana.desk.leave()
        back = await Seated(table, "players").sit()
        assert voted(back)["seat"] == "players"
        assert (await back.ask("undo"))["seq"] == seq + 1
        assert voted(back) is None

    at_a_table(play, PEOPLE, undo="ask")


def test_who_presses_undo_twice_asks_once() -> None:
    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        await first_answered(table, [ana, bob])
        for _ in range(2):
            assert (await ana.ask("undo"))["t"] == "ack"
        request = voted(bob)["id"]
        assert len({told["vote"]["id"] for told in bob.heard if told.get("vote")}) == 1
        await bob.ask("vote", request=request, yes=False)
        assert (voted(ana), voted(bob)) == (None, None)

    at_a_table(play, PEOPLE, undo="ask")


def test_a_request_ends_with_who_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "GONE", 0.0)

    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        await first_answered(table, [ana, bob])
        seq = table.room.seq
        await ana.ask("undo")
        assert voted(bob) is not None
        ana.desk.leave()
        await settled(lambda: voted(bob) is None)
        assert table.room.seq == seq

    at_a_table(play, PEOPLE, undo="ask")


def test_a_request_can_be_withdrawn_by_who_made_it() -> None:
    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        await first_answered(table, [ana, bob])
        seq = table.room.seq
        await ana.ask("undo")
        request = voted(ana)["id"]
        assert (await ana.ask("vote", request=request, yes=True))["code"] == "not_yours"
        assert (await ana.ask("vote", request=request, yes=False))["t"] == "ack"
        assert (voted(bob), table.room.seq) == (None, seq)
        assert told_notes(bob) == ["The request to go back is withdrawn"]

    at_a_table(play, PEOPLE, undo="ask")


async def settled(wanted: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if wanted():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never comes to that")


def test_only_ones_own_answer_is_taken_back_by_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked to react to a move of the other side does not take that move back."""
    monkeypatch.setattr(Socket, "too_fast", lambda *_: False)

    async def play(table: Table) -> None:
        people = [await Seated(table, name).sit() for name in ("players", "foes")]
        mine = theirs = 0
        before = None
        chance = random.Random(3)
        while not (mine and theirs):
            one = next(one for one in people if one.shown["choice"] is not None)
            opened = table.fight.timeline.open
            choice, seq = one.shown["choice"], table.room.seq
            if opened.answers and len(opened.told) == opened.answers[-1].dice:
                key = opened.answers[-1].key if before is one else ""
                assert choice["staged"] == key
                told = await one.ask("back")
                assert told.get("code", told["t"]) == ("ack" if key else "illegal")
                assert (table.room.seq > seq) is bool(key)
                mine, theirs = mine + bool(key), theirs + (not key)
                if not key:  # nor where the timeline itself is asked
                    with pytest.raises(IllegalError, match="it is the answer of"):
                        table.fight.back(seat=one.socket.seats[0].side)
            key = chance.choice(table.fight.choice.keys)
            choice = one.shown["choice"]
            await one.ask("answer", choice=choice["id"], option=key)
            before = one

    at_a_table(play, {**PEOPLE, "gm": "default"})


def test_while_the_fight_is_paused_only_the_game_master_takes_back() -> None:
    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        master = await Seated(table, "gm").sit()
        await first_answered(table, [ana, bob])
        await ana.ask("undo")
        await master.ask("gm", do="pause")
        await ana.ask("undo")
        for one in (ana, bob):
            assert (await one.ask("undo"))["code"] == "paused"
        assert (await master.ask("gm", do="undo"))["t"] == "ack"

    at_a_table(play, PEOPLE, undo="ask")


def test_a_request_to_go_back_stands_while_nobody_else_answers() -> None:
    """Names, standing orders and programs leave it; what it takes back is told anew."""

    async def play(table: Table) -> None:
        ana = await Seated(table, "players").sit()
        bob = await Seated(table, "foes").sit()
        master = await Seated(table, "gm").sit()
        await first_answered(table, [ana, bob])
        await ana.ask("undo")
        request = voted(bob)["id"]
        assert (await bob.ask("seat", name="Bob"))["t"] == "ack"
        order = {"of": "biffer-1", "key": table.fight.choice.fallback.key}
        assert (await bob.ask("order", **order))["t"] == "ack"
        assert voted(ana)["id"] == request
        # What programs do meanwhile goes with it.
        answers = voted(ana)["cost"]["answers"]
        for seat in ("players", "foes"):
            await master.ask("gm", do="bot", seat=seat, path="greedy")
        await settled(lambda: voted(ana) is not None and voted(ana)["cost"]["answers"] > answers)
        assert voted(ana)["id"] == request
        for seat in ("players", "foes"):
            await master.ask("gm", do="bot", seat=seat, path="")
        # Whoever answers has gone on.
        await master.ask("gm", do="answer")
        assert voted(ana) is None

    at_a_table(play, PEOPLE, undo="ask", pace=50)
