"""A table that was kept, as it was when its last answer was acknowledged.

What happened is the truth, and the only thing that is kept of a fight: it is played again line by
line, and the answers, dice and state of every line have to come out as they were written. How they
are told may be another: a later version says more.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from affray.content.problems import InvalidError
from affray.session.fight import Fight
from affray.session.replay import compare
from affray.session.start import open_header, reopened
from affray.web import store as kept
from affray.web.driver import Driver
from affray.web.peers import ElsewhereError
from affray.web.room import Room
from affray.web.rulings import Postponed
from affray.web.seats import Seat, Tokens
from affray.web.sockets import Socket
from affray.web.store import Store
from affray.web.table import Table, engine
from affray.web.views import Plain


async def resume(id: str, store: Store, tokens: Tokens) -> Table | None:
    """Return a kept table, None if there is none of that id.

    Raises:
        InvalidError: its fight does not come out as it was kept: rules have changed.
        ElsewhereError: another server goes on with it.
        StoreError: the database does not answer.
    """

    def take(link: sa.Connection) -> tuple[int, Plain | None, list[Plain]]:
        epoch = kept.claim(link, id, store.me, shared=store.shared, address=store.address)
        return epoch, kept.game(link, id), kept.entries(link, id) if epoch >= 0 else []

    epoch, head, rows = await store.do(take)
    if head is None:
        return None
    if epoch < 0:
        raise ElsewhereError(id, str(head["address"]))
    table = await engine(lambda: reopen(id, head, rows, store, tokens))
    table.epoch = epoch
    return table


def reopen(id: str, head: Plain, rows: list[Plain], store: Store, tokens: Tokens) -> Table:
    """Return a table from its rows, its fight played again line by line.

    Args:
        id: of the table.
        head: what is kept of it besides its fight.
        rows: all that happened.
        store: where it is kept.
        tokens: sign its links.

    Raises:
        InvalidError: the fight does not come out as it was kept.
    """
    if [row["n"] for row in rows] != [*range(int(head["last_n"]) + 1)]:
        raise InvalidError([f"table {id}: not all that happened is there"])
    try:
        config, header = (msgspec.json.decode(head[name]) for name in ("config", "header"))
        bodies = [msgspec.json.decode(row["body"]) for row in rows]
    except msgspec.DecodeError as fault:
        raise InvalidError([f"table {id}: {fault}"]) from fault
    running = config.pop("running", None)
    postponed = [Postponed.of(one) for one in config.pop("postponed", [])]
    seats = {one["id"]: Seat.of(one) for one in config.pop("seats")}
    header["dice"] = config.get("dice") or "seeded"
    fight = played_again(header, lines_of(bodies), seats)
    if fight.digest != rows[-1]["digest"]:
        raise InvalidError([f"table {id}: the fight does not come out as it was kept"])
    table = Table(id, fight, config, seats, store, tokens)
    table.fight.timeline.advance()
    table.postponed = postponed
    table.room.seq = int(head["last_n"])
    table.room.asked_at = int(bodies[-1]["asked"])
    if running is not None:
        table.room.clock.take_up(running, max(kept.now() - rows[-1]["at"], 0) / 1000)
    if table.room.delay:
        table.room.tell_late(states_of(header, bodies, table))
    table.requests = {
        (row["seat"], row["request"]): row["n"] for row in rows if row["request"] is not None
    }
    return table


def states_of(header: Plain, bodies: list[Plain], table: Table) -> list[Plain]:
    """Return what spectators saw at each of the last steps, as far as they are told late.

    Args:
        header: of the journal.
        bodies: of all that happened.
        table: as it is after that.
    """
    fight = reopened(header, *open_header(header))
    room = Room(fight, table.config, table.seats, Driver(fight, table.seats))
    found: list[Plain] = []
    for number, body in enumerate(bodies):
        for line in body["lines"]:
            fight.timeline.retell(line)
        if number < len(bodies) - 1 - room.delay:
            continue
        mark = fight.timeline.mark()
        if body["open"] is not None:
            fight.timeline.retell(body["open"])
        fight.timeline.advance()
        room.seq, room.asked_at = number, int(body["asked"])
        room.audiences.clear()
        found.append(room.whole(Socket()))
        fight.timeline.reset(mark)
    return found


def lines_of(bodies: list[Plain]) -> list[Plain]:
    """Return the journal's lines of all that happened, the step under way last."""
    lines: list[Plain] = [line for body in bodies for line in body["lines"]]
    if bodies[-1]["open"] is not None:
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
    for number, line in enumerate(lines, start=2):
        try:
            told = msgspec.json.decode(msgspec.json.encode(fight.timeline.retell(line)))
        except Exception as fault:  # by other rules anything may come of it
            raise InvalidError([f"line {number} of the journal: {fault}"]) from fault
        changed = compare(number, decided(line), decided(told))
        if changed is not None:
            raise InvalidError([str(changed)])
    return fight


def decided(line: Plain) -> Plain:
    """Return a line of a journal without what is told of it: answers, dice and the state."""
    return {name: value for name, value in line.items() if name != "events"}
