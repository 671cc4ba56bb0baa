"""Somebody points: everybody at the table sees it, nothing of it is kept, and not without end."""

from __future__ import annotations

import asyncio
from typing import Any

from affray.web.sockets import POINTS
from affray.web.store import Store
from affray.web.table import Table
from tests.web.inside import Seated, begun

PEOPLE = {"players": "me", "foes": "me", "gm": "me"}


def told(one: Seated) -> list[dict[str, Any]]:
    one.hear()
    return [message for message in one.heard if message["t"] == "ping"]


async def table_of(store: Store, **config: Any) -> Table:
    return await begun(store, "thrum/broken-causeway", PEOPLE, **config)


def test_an_arrow_is_seen_by_all_and_kept_by_none() -> None:
    async def play() -> None:
        store = Store("sqlite://")
        table = await table_of(store)
        ana, jo, watch = [await Seated(table, name).sit() for name in ("players", "foes", "watch")]
        lines, seq = len(table.fight.timeline.lines), table.room.seq
        await ana.ask("ping", at=[1, 1], to=[4, 2])
        await ana.ask("ping", at=[2, 2])
        for one in (jo, watch):
            arrow, ping = told(one)
            assert (arrow["at"], arrow["to"], arrow["far"]) == ([1, 1], [4, 2], "3 squares")
            assert (ping["at"], ping["to"], ping["far"]) == ([2, 2], None, "")
            assert arrow["name"]
        assert (len(table.fight.timeline.lines), table.room.seq) == (lines, seq)
        await table.end()
        store.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_who_points_too_often_waits() -> None:
    async def play() -> None:
        store = Store("sqlite://")
        table = await table_of(store)
        ana, jo = [await Seated(table, name).sit() for name in ("players", "foes")]
        codes = [(await ana.ask("ping", at=[k, 0])).get("code") for k in range(POINTS + 2)]
        assert codes == [None] * POINTS + ["too_fast"] * 2
        assert len(told(jo)) == POINTS
        assert (await jo.ask("ping", at=[0, 0]))["t"] == "ack"
        await table.end()
        store.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_spectators_who_are_told_late_see_no_hand_of_now() -> None:
    async def play() -> None:
        store = Store("sqlite://")
        table = await table_of(store, delay=3)
        ana, jo, watch = [await Seated(table, name).sit() for name in ("players", "foes", "watch")]
        await ana.ask("ping", at=[1, 1])
        assert told(jo)
        assert not told(watch)
        await table.end()
        store.close()

    asyncio.run(asyncio.wait_for(play(), 60))
