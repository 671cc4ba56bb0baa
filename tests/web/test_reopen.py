"""An old table opens by playing again all that happened, if that comes out as it was kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from affray.content.problems import InvalidError
from affray.state import snapshot
from affray.web import store as kept
from affray.web.reopen import resume
from affray.web.store import Store
from affray.web.table import Table
from tests.web.inside import TOKENS, Seated, begun

ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}


def run(work: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = Store("sqlite://")
        try:
            await asyncio.wait_for(work(store), 80)
        finally:
            store.close()

    asyncio.run(whole())


async def played(store: Store, encounter: str, answers: int = 20) -> Table:
    """Play on for some answers, one taken back, and end in order."""
    table = await begun(store, encounter, PEOPLE)
    master = await Seated(table, "gm").sit()
    for number in range(answers):
        keys = table.fight.choice.keys
        key = keys[number * 7 % len(keys)]
        if (await master.ask("gm", do="answer", path=key))["t"] != "ack":
            await master.ask("gm", do="answer")
        if number == answers // 2:
            await master.ask("gm", do="undo")
    return table


def shown(table: Table, one: Seated) -> tuple[Any, ...]:
    told = table.room.whole(one.socket)
    return told["seq"], told["view"], told["digest"], told["choice"], told["turn"]


async def again(table: Table, store: Store) -> Table:
    found = await resume(table.id, store, TOKENS)
    assert found is not None
    found.begin()
    return found


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_table_opens_as_it_was_left(encounter: str) -> None:
    async def play(store: Store) -> None:
        table = await played(store, encounter)
        one = await Seated(table, "players").sit()
        master = await Seated(table, "gm").sit()
        before = shown(table, one), table.fight.journal.entries, master.desk.cost()
        requests = dict(table.requests)
        await table.end("killed")
        found = await again(table, store)
        one = await Seated(found, "players").sit()
        master = await Seated(found, "gm").sit()
        assert (shown(found, one), found.fight.journal.entries, master.desk.cost()) == before
        assert found.requests == requests
        assert (await master.ask("gm", do="answer"))["t"] == "ack"
        assert (await master.ask("gm", do="undo"))["t"] == "ack"
        await found.end()

    run(play)


Damage = Callable[[sa.Connection, str], None]


def of_entry(n: int, **values: Any) -> Damage:
    def change(link: sa.Connection, id: str) -> None:
        link.execute(kept.ENTRY.update().where(kept.ENTRY.c.n == n).values(**values))

    return change


def without_entry(link: sa.Connection, id: str) -> None:
    link.execute(kept.ENTRY.delete().where(kept.ENTRY.c.n == 3))


def other_dice(link: sa.Connection, id: str) -> None:
    header = str(link.execute(sa.select(kept.GAME.c.header)).scalar_one())
    other = header.replace('"seed":1', '"seed":2')
    assert other != header
    link.execute(kept.GAME.update().values(header=other))


@pytest.mark.parametrize(
    "damage",
    [
        of_entry(8, digest="0123456789abcdef"),
        of_entry(5, body='{"asked":1,"lines":[{"st'),
        of_entry(5, body='{"asked":1,"lines":[],"open":null}'),
        of_entry(5, body='{"asked":1,"lines":[{"step":1}],"open":null}'),
        without_entry,
        other_dice,
    ],
    ids=["digest", "torn", "empty", "wrong", "missing", "dice"],
)
def test_what_does_not_come_out_as_it_was_kept_is_not_gone_on_with(damage: Damage) -> None:
    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway", 7)
        assert table.room.seq == 8
        await table.end()
        await store.do(lambda link: damage(link, table.id))
        with pytest.raises(InvalidError):
            await resume(table.id, store, TOKENS)

    run(play)


def test_a_table_is_gone_on_with_though_a_later_version_tells_it_otherwise() -> None:
    def told_otherwise(link: sa.Connection, id: str) -> None:
        for row in link.execute(sa.select(kept.ENTRY)).mappings().all():
            body = json.loads(row["body"])
            for line in [*body["lines"], *[one for one in [body["open"]] if one]]:
                for event in line.get("events", []):
                    event["what"] = "as it was told once"
            of_entry(row["n"], body=json.dumps(body))(link, id)

    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway", 12)
        await table.end()
        await store.do(lambda link: told_otherwise(link, table.id))
        found = await again(table, store)
        assert found.fight.digest == table.fight.digest
        assert "as it was told once" not in str(found.room.whole((await sat(found)).socket))
        await found.end()

    async def sat(table: Table) -> Seated:
        return await Seated(table, "gm").sit()

    run(play)


def test_a_table_of_other_rules_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store) -> None:
        table = await played(store, "thrum/broken-causeway", 4)
        await table.end()
        monkeypatch.setattr(snapshot, "rules_version", lambda _: 99)
        with pytest.raises(InvalidError):
            await resume(table.id, store, TOKENS)
        monkeypatch.undo()
        found = await again(table, store)
        assert found.fight.digest == table.fight.digest
        await found.end()

    run(play)
