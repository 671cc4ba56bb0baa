"""Undo: whatever is done and taken back leaves everything that anybody is shown as it was."""

from __future__ import annotations

import asyncio
import os
import random
from typing import Any

import pytest

from affray.web.sockets import Socket
from affray.web.store import Store
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
