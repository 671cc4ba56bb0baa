"""A table that was kept, as it was when its last answer was acknowledged."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from affray.content.problems import InvalidError
from affray.core.errors import AffrayError
from affray.session.fight import Fight
from affray.session.replay import compare
from affray.session.start import open_header, reopened
from affray.web import store as kept
from affray.web.driver import Driver
from affray.web.seats import Seat, Tokens
from affray.web.store import Store
from affray.web.table import Table, engine
from affray.web.views import Plain


class ElsewhereError(Exception):
    """Another server goes on with a table."""


async def resume(id: str, store: Store, tokens: Tokens) -> Table | None:
    """Return a kept table, None if there is none of that id.

    Raises:
        InvalidError: its fight does not come out as it was kept: rules have changed.
        ElsewhereError: another server goes on with it.
        StoreError: the database does not answer.
    """

    def take(connection: sa.Connection) -> tuple[int, Plain | None, list[Plain]]:
        epoch = kept.claim(connection, id, store.me, shared=store.shared)
        head = kept.game(connection, id)
        return epoch, head, kept.entries(connection, id) if epoch >= 0 else []

    epoch, head, rows = await store.do(take)
    if head is None:
        return None
    if epoch < 0:
        raise ElsewhereError(id)
    table = await engine(lambda: reopen(id, head, rows, store, tokens))
    table.epoch = epoch
    return table


def reopen(id: str, head: Plain, rows: list[Plain], store: Store, tokens: Tokens) -> Table:
    """Return a table from its rows, its fight played again line by line.

    Raises:
        InvalidError: the fight does not come out as it was kept.
    """
    config = msgspec.json.decode(head["config"])
    seats = {one["id"]: Seat.of(one) for one in config.pop("seats")}
    header = msgspec.json.decode(head["header"])
    header["dice"] = config.get("dice") or "seeded"
    fight = played_again(header, rows, seats)
    table = Table(id, fight, config, seats, store, tokens)
    table.fight.timeline.advance()
    table.room.seq = int(head["last_n"])
    for row in rows:
        if row["request"]:
            table.requests[row["seat"], row["request"]] = row["n"]
    table.room.asked_at = int(msgspec.json.decode(rows[-1]["body"])["asked"])
    if fight.digest != rows[-1]["digest"]:
        raise InvalidError([f"table {id}: the fight does not come out as it was kept"])
    return table


def lines_of(rows: list[Plain]) -> list[Plain]:
    """Return the journal's lines of some rows, the step under way last."""
    bodies = [msgspec.json.decode(row["body"]) for row in rows]
    lines = [line for body in bodies for line in body["lines"]]
    if bodies and bodies[-1]["open"] is not None:
        lines.append(bodies[-1]["open"])
    return lines


def played_again(header: Plain, rows: list[Plain], seats: dict[str, Seat]) -> Fight:
    """Return a fight from its header and rows.

    Raises:
        InvalidError: a line does not come out as it was kept.
    """
    ruleset, setup = open_header(header)
    fight = reopened(header, ruleset, setup)
    Driver(fight, seats)
    for number, line in enumerate(lines_of(rows), start=2):
        try:
            told = msgspec.json.decode(msgspec.json.encode(fight.timeline.retell(line)))
        except (AffrayError, KeyError, TypeError, ValueError) as fault:
            raise InvalidError([f"line {number} of the journal: {fault}"]) from fault
        changed = compare(number, line, told)
        if changed is not None:
            raise InvalidError([str(changed)])
    return fight
