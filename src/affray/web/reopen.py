"""A table that was kept, as it was when its last answer was acknowledged.

What happened is the truth, and is played again line by line. So that a long fight opens quickly its
last kept state is taken up first; all that happened is then played again beside, has to come to
the same state, and takes its place.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from contextlib import suppress
from typing import Final

import msgspec
import sqlalchemy as sa

from affray.content.problems import InvalidError
from affray.core.errors import AffrayError
from affray.session.fight import Fight
from affray.session.replay import compare
from affray.session.start import open_header, reopened
from affray.web import store as kept
from affray.web.driver import Driver
from affray.web.peers import ElsewhereError
from affray.web.seats import Seat, Tokens
from affray.web.store import Store, StoreError
from affray.web.table import AGAIN, Table, engine
from affray.web.views import Plain

LOGGER: Final = logging.getLogger("affray.web")


async def resume(id: str, store: Store, tokens: Tokens) -> Table | None:
    """Return a kept table, None if there is none of that id.

    Raises:
        InvalidError: its fight does not come out as it was kept: rules have changed.
        ElsewhereError: another server goes on with it.
        StoreError: the database does not answer.
    """

    def take(link: sa.Connection) -> tuple[int, Plain | None, Plain | None]:
        epoch = kept.claim(link, id, store.me, shared=store.shared, address=store.address)
        return epoch, kept.game(link, id), kept.snapshot(link, id)

    epoch, head, state = await store.do(take)
    if head is None:
        return None
    if epoch < 0:
        raise ElsewhereError(id, str(head["address"]))
    table = None
    if state is not None:
        first = int(state["n"])
        rows = await store.do(lambda link: kept.entries(link, id, first))
        try:
            table = await engine(lambda: reopen(id, head, rows, store, tokens, state))
        except InvalidError as fault:
            LOGGER.warning("table %s: its state of %s is of no use: %s", id, first, fault)
    whole = table is None
    if table is None:
        rows = await store.do(lambda link: kept.entries(link, id))
        table = await engine(lambda: reopen(id, head, rows, store, tokens))
    table.epoch = epoch
    table.requests = await store.do(lambda link: kept.requests(link, id))
    if whole:
        table.complete.set()
    else:
        table.beside(completed(table))
    return table


def reopen(
    id: str,
    head: Plain,
    rows: list[Plain],
    store: Store,
    tokens: Tokens,
    state: Plain | None = None,
) -> Table:
    """Return a table from its rows, its fight played again line by line.

    Args:
        id: of the table.
        head: what is kept of it besides its fight.
        rows: all that happened; with a state what happened from its number on.
        store: where it is kept.
        tokens: sign its links.
        state: to begin with.

    Raises:
        InvalidError: the fight does not come out as it was kept.
    """
    config = msgspec.json.decode(head["config"])
    seats = {one["id"]: Seat.of(one) for one in config.pop("seats")}
    fight = fight_of(head, config, seats, rows, state)
    if not rows or fight.digest != rows[-1]["digest"]:
        raise InvalidError([f"table {id}: the fight does not come out as it was kept"])
    table = Table(id, fight, config, seats, store, tokens)
    table.fight.timeline.advance()
    table.room.seq = int(head["last_n"])
    table.room.asked_at = int(msgspec.json.decode(rows[-1]["body"])["asked"])
    return table


def fight_of(
    head: Plain,
    config: Plain,
    seats: dict[str, Seat],
    rows: list[Plain],
    state: Plain | None = None,
) -> Fight:
    """Return the fight of a table.

    Raises:
        InvalidError: it does not come out as it was kept.
    """
    header = msgspec.json.decode(head["header"])
    header["dice"] = config.get("dice") or "seeded"
    if state is None:
        return played_again(header, lines_of(rows), seats)
    begun = msgspec.json.decode(zlib.decompress(state["body"]))
    since = rows[1:]  # if there is any, it says what the step under way is
    lines = [*begun[:1], *lines_of(since)] if since else begun
    return played_again(header, lines, seats)


async def completed(table: Table) -> None:
    """Play again all that happened at a table that began with a state, and let it take its place.

    A state that does not come out of what happened is forgotten, and the table with it: what
    happened says then whether it can be gone on with.
    """
    store, id = table.store, table.id
    async with table.lock:
        known = len(table.fight.timeline.lines)
        number = table.room.seq

    def read(link: sa.Connection) -> tuple[Plain | None, list[Plain]]:
        return kept.game(link, id), kept.entries(link, id)

    while True:
        try:
            head, rows = await store.do(read)
            break
        except StoreError:
            await asyncio.sleep(AGAIN)
    config = dict(table.config)
    try:
        if head is None:
            raise InvalidError([f"table {id}: it is there no more"])
        rows = [row for row in rows if row["n"] <= number]
        whole = await engine(lambda: fight_of(head, config, table.seats, rows))
        async with table.lock:
            await engine(lambda: take_place(table, whole, known))
    except Exception:
        LOGGER.exception("table %s: its state did not come of what happened", id)
        table.give_up()
        with suppress(StoreError):
            await store.do(lambda link: kept.drop_snapshots(link, id))
        return
    table.complete.set()
    for socket in table.sockets():
        socket.tell(table.room.whole(socket))


def take_place(table: Table, whole: Fight, known: int) -> None:
    """Let the fight with all that happened take the place of the one that began with a state.

    Raises:
        InvalidError: the two are not the same.
    """
    fight = table.fight
    lines = list(fight.timeline.lines[known:])
    if fight.timeline.open.answers or fight.timeline.open.told:
        lines.append(fight.timeline.open_entry())
    retold(whole, lines, known)
    if whole.digest != fight.digest:
        raise InvalidError([f"found the digest {fight.digest}, played again {whole.digest}"])
    fight.timeline = whole.timeline
    fight.timeline.heard = fight.report
    table.driver.take_over()
    fight.timeline.advance()
    table.room.shown = len(fight.events)


def lines_of(rows: list[Plain]) -> list[Plain]:
    """Return the journal's lines of some rows, the step under way last."""
    bodies = [msgspec.json.decode(row["body"]) for row in rows]
    lines = [line for body in bodies for line in body["lines"]]
    if bodies and bodies[-1]["open"] is not None:
        lines.append(bodies[-1]["open"])
    return lines


def played_again(header: Plain, lines: list[Plain], seats: dict[str, Seat]) -> Fight:
    """Return a fight from its header and the lines of its journal.

    Raises:
        InvalidError: a line does not come out as it was kept.
    """
    ruleset, setup = open_header(header)
    fight = reopened(header, ruleset, setup)
    Driver(fight, seats)
    retold(fight, lines, 2)
    return fight


def retold(fight: Fight, lines: list[Plain], first: int) -> None:
    """Do again what lines of a journal tell.

    Raises:
        InvalidError: one does not come out as it was kept.
    """
    for number, line in enumerate(lines, start=first):
        try:
            told = msgspec.json.decode(msgspec.json.encode(fight.timeline.retell(line)))
        except (AffrayError, KeyError, TypeError, ValueError) as fault:
            raise InvalidError([f"line {number} of the journal: {fault}"]) from fault
        changed = compare(number, line, told)
        if changed is not None:
            raise InvalidError([str(changed)])
