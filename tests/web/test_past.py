"""Spectators of a table with a delay see the past only, in whatever they are told."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any

import pytest
from fastapi import HTTPException
from fastapi.routing import APIRoute

from affray.web.app import create
from affray.web.past import WORDS, Past
from affray.web.reopen import resume
from affray.web.store import Store
from affray.web.table import Table
from affray.web.views import PUBLIC, checksum
from tests.web.inside import TOKENS, Plain, Seated, begun, with_store

PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
DELAY = 3


def put(view: Any, changes: Plain) -> None:
    for path, value in changes.items():
        *inner, name = path.split("\t")
        place = view
        for one in inner:
            place = place[one]
        if value is None:
            del place[name]
        else:
            place[name] = value


class Page:
    """What a spectator's page holds, from what was heard alone."""

    def __init__(self, one: Seated) -> None:
        self.one = one
        self.full: Plain = {}
        self.read(one.heard)

    def read(self, messages: list[Plain]) -> Page:
        for message in messages:
            if message["t"] == "full":
                self.full = json.loads(json.dumps(message))
            elif message["t"] == "step":
                assert message["seq"] == self.full["seq"] + 1
                put(self.full["view"], message["set"])
                assert checksum(self.full["view"]) == message["digest"]
                old = [] if message.get("anew") else self.full["log"]
                self.full["log"] = [*old, *message["log"]]
                self.full |= {name: message[name] for name in ("seq", "digest", "choice", "turn")}
        return self

    def heard(self) -> Page:
        return self.read(self.one.hear())


async def answered(master: Seated, number: int = 0) -> None:
    keys = master.table.fight.choice.keys
    if (await master.ask("gm", do="answer", path=keys[number * 7 % len(keys)]))["t"] != "ack":
        await master.ask("gm", do="answer")


def test_spectators_see_each_step_when_so_many_more_are_made() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "icon/tollgate-ambush", PEOPLE, delay=DELAY)
        master = await Seated(table, "gm").sit()
        page = Page(await Seated(table, "watch").sit())
        known = [json.dumps(table.room.audience(PUBLIC).view)]
        turns = [table.room.prompt(page.one.socket)["turn"]]
        for number in range(12):
            if number == 7:
                await master.ask("gm", do="undo")
            else:
                await answered(master, number)
            known.append(json.dumps(table.room.audience(PUBLIC).view))
            turns.append(table.room.prompt(page.one.socket)["turn"])
            past = max(table.room.seq - DELAY, 0)
            assert page.heard().full["seq"] == past
            assert json.loads(known[past]) == page.full["view"]
            assert turns[past] == page.full["turn"]
            late = await Seated(table, "watch").sit()
            welcome, full = late.heard[0], late.heard[1]
            assert (welcome["seq"], full["seq"]) == (past, past)
            assert (full["view"], full["turn"], full["digest"]) == (
                *(page.full["view"], page.full["turn"], page.full["digest"]),
            )
            assert full["log"] == page.full["log"][-60:]
            table.room.leave(late.socket)
        assert len({*known}) > DELAY + 1

    with_store(play)


def test_words_to_everybody_wait_as_the_steps_do_and_are_bounded() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, delay=DELAY, clock={"turn": 90})
        one = await Seated(table, "watch").sit()
        assert "left" not in one.shown["turn"]
        assert one.heard[0]["settings"]["delay"] == DELAY
        master = await Seated(table, "gm").sit()
        for _ in range(100):
            table.room.tell_people()
            table.room.notice("a word", "note")
        assert {message["t"] for message in one.hear()} <= {"people"}  # from before it came
        past = table.room.past
        assert past is not None
        assert len(past.waiting) <= WORDS + 3
        assert "notice" not in json.dumps(one.heard)
        await master.ask("seat", name="Kim")
        for number in range(DELAY):
            await answered(master, number)
        kinds = [message["t"] for message in one.hear()]
        assert kinds.count("note") >= WORDS - 1
        assert kinds.count("step") == 1
        assert [seat["name"] for seat in past.latest["people"] if seat["id"] == "gm"] == ["Kim"]

    with_store(play)


def test_once_the_fight_is_over_spectators_see_all_of_it() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, delay=DELAY)
        page = Page(await Seated(table, "watch").sit())
        programs = dict.fromkeys(table.fight.setup.seats, "greedy")
        await answered(await Seated(table, "gm").sit())
        assert page.heard().full["seq"] == 0
        await table.do(lambda: table.commit("step", "", None, lambda: table.fight.auto(programs)))
        assert page.heard().full["seq"] == table.room.seq
        assert page.full["view"]["over"]

    with_store(play)


@pytest.mark.parametrize("encounter", ["icon/tollgate-ambush", "quest/cairn-gate"])
def test_a_table_that_opens_again_tells_spectators_as_late_as_before(encounter: str) -> None:
    async def play(store: Store) -> None:
        table = await begun(store, encounter, PEOPLE, delay=DELAY)
        master = await Seated(table, "gm").sit()
        for number in range(9):
            await (master.ask("gm", do="undo") if number == 4 else answered(master, number))
        past = table.room.past
        assert past is not None
        shown = [past.shown, *[late.state for late in past.waiting if late.kind == "step"]]
        await table.end("killed")
        found = await resume(table.id, store, TOKENS)
        assert found is not None
        found.begin()
        again = found.room.past
        assert again is not None
        told = [again.shown, *[late.state for late in again.waiting]]
        for before, after in zip(shown, told, strict=True):
            for name in ("seq", "view", "digest", "turn", "choice"):
                assert before[name] == after[name], name
            if encounter[0] == "i":  # else what was hidden then is told by now
                assert before["log"] == after["log"]
        page = Page(await Seated(found, "watch").sit())
        await answered(await Seated(found, "gm").sit())
        assert page.heard().full["view"] == told[1]["view"]
        assert page.full["seq"] == found.room.seq - DELAY

    with_store(play)


def test_what_was_done_within_the_delay_changes_nothing_of_what_spectators_hear() -> None:
    def heard(store: Store, answers: list[int]) -> Awaitable[list[str]]:
        async def play() -> list[str]:
            table = await begun(store, "quest/cairn-gate", PEOPLE, delay=DELAY)
            one = await Seated(table, "watch").sit()
            master = await Seated(table, "gm").sit()
            for number in answers:
                if number < 0:
                    await master.ask("gm", do="undo")
                else:
                    await answered(master, number)
            later = await Seated(table, "watch").sit()
            await one.ask("ask", what="rule", ref="roll.critical")
            one.send("here", n=1)
            summary = await summed(table, store)
            for message in (*one.heard, *later.heard):
                for name in ("time", "id"):
                    message.pop(name, None)
            told = [message for message in one.heard if message["t"] != "step"]
            steps = [message for message in one.heard if message["t"] == "step"]
            for step in steps:
                step["by"].pop("id")
            return [json.dumps(told), json.dumps(steps), json.dumps(later.heard), summary]

        return play()

    async def both(store: Store) -> None:
        same = [1, 2, 3, 4]
        first = await heard(store, [*same, 5, 6, 7])
        second = await heard(store, [*same, 1, 2, -1])
        assert first == second
        assert first != await heard(store, [1, 2, 3, 9, 5, 6, 7])

    with_store(both)


async def summed(table: Table, store: Store) -> str:
    """Return what the interface tells a spectator of a table."""
    app = create(store, TOKENS)
    app.state.hall.tables[table.id] = table
    token = TOKENS.seat(table.id, table.seats["watch"])

    async def got(path: str) -> Any:
        route = next(
            one
            for one in app.routes
            if isinstance(one, APIRoute) and one.path == path and "GET" in (one.methods or ())
        )
        return await route.endpoint(id=table.id, token=token)

    for name in ("journal", "replay"):
        with pytest.raises(HTTPException, match="403"):
            await got(f"/api/v1/tables/{{id}}/{name}")
    found: Plain = await got("/api/v1/tables/{id}")
    assert found.pop("id") == table.id
    return json.dumps(found)


def test_the_last_word_of_a_kind_counts_and_a_step_ends_that() -> None:
    state = {"t": "full", "seq": 0, "log": [], "people": [], "vote": None, "turn": None}
    past = Past(1, [state])
    past.say(0, {"t": "people", "people": [1]})
    past.say(0, {"t": "people", "people": [2]})
    assert [late.state["people"] for late in past.waiting] == [[2]]
    assert past.due(0, over=False) == []
    assert [json.loads(raw)["people"] for raw in past.due(1, over=False)] == [[2]]
    assert past.shown["people"] == [2]
