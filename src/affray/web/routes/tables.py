"""Tables: begun, listed, shared by links, read again, forgotten."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Final

from fastapi import FastAPI, HTTPException, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from affray.bots import LEVELS
from affray.content.problems import InvalidError
from affray.session import asking
from affray.session.fight import Fight
from affray.web import past, replays, uploads
from affray.web import store as kept
from affray.web.hall import Hall
from affray.web.jobs import REPLAY
from affray.web.room import sealed
from affray.web.routes.answers import (
    Begun,
    LinkOf,
    Replay,
    Stood,
    Summary,
    TableOf,
    Token,
    answers,
    problems,
)
from affray.web.routes.bearer import BODY, Bearer
from affray.web.routes.documents import BROUGHT, Course, course
from affray.web.seats import APP, GM, PLAYER, SPECTATOR, Seat, clean
from affray.web.table import Table
from affray.web.views import EXACT, MASTER, Plain, title

SeatOf = Annotated[str, Query(max_length=80)]


class Clock(BaseModel):
    """Seconds that an answer may take, 0 any time: a reaction, a turn."""

    model_config = ConfigDict(extra="forbid")
    reaction: Annotated[int, Field(ge=0, le=3600)] = 0
    turn: Annotated[int, Field(ge=0, le=3600)] = 0


class NewTable(BaseModel):
    """A table to be."""

    encounter: Annotated[str, Field(max_length=uploads.LARGEST)] = ""
    file: Annotated[str, Field(max_length=120)] = ""  # the name of an encounter's file
    packs: dict[str, str] = {}
    journal: Annotated[str, Field(max_length=BODY)] = ""  # go on from a journal instead
    lines: int | None = None  # after so many of its lines
    seed: int | None = None
    seats: dict[str, Annotated[str, Field(max_length=20)]] = {}  # me, split, link, or a bot
    numbers: Annotated[str, Field(pattern="^(exact|bands|hidden)$")] = "exact"
    undo: Annotated[str, Field(pattern="^(free|ask|gm)$")] = "free"
    clock: Clock = Clock()
    chat: bool = True
    delay: Annotated[int, Field(ge=0, le=past.MOST)] = 0  # steps that spectators are behind
    pace: Annotated[int, Field(ge=0, le=5000)] = 450  # milliseconds between steps of programs


AT_A_TABLE: Final = (403, 404, 409, 503)


class Lines(Response):
    """Lines of JSON."""

    media_type = "application/x-ndjson"


class LinkFor(BaseModel):
    """Which link is wanted; ``renew`` makes the old ones open nothing any more."""

    seat: Annotated[str, Field(max_length=80)]
    renew: bool = False


def tables(app: FastAPI, hall: Hall) -> None:
    @app.get("/api/v1/tables", responses=answers(list[TableOf], 403, 503))
    async def listing(token: Bearer) -> list[Plain]:
        """All tables of this server, for its owner."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may see all tables")
        rows = await hall.store.do(kept.games)
        return [
            {name: row[name] for name in ("id", "name", "ruleset", "status", "updated")}
            for row in rows
        ]

    @app.post(
        "/api/v1/tables",
        status_code=201,
        responses=answers(Begun, *BROUGHT, 429, status=201),
    )
    async def new(request: Request, wanted: NewTable, token: Bearer) -> Plain:
        """Begin a table; the answer holds the links of all its seats."""
        if not hall.tokens.owns(token):
            raise HTTPException(403, "only the owner of this server may begin tables")
        address = hall.client(request)
        if hall.new.full(address):
            raise HTTPException(429, "too many new tables: wait a little")
        hall.new.count(address)
        if wanted.journal:
            await hall.jobs.read(
                replays.vet, wanted.journal, wanted.lines, cpu=REPLAY, client=token
            )
        elif wanted.file or wanted.packs:
            files = (wanted.encounter, wanted.file, wanted.packs)
            await hall.jobs.read(uploads.vet, *files, client=token)
        fight = await asyncio.to_thread(lambda: _fight(wanted))
        table = await _begun(hall, wanted, fight)
        return {"id": table.id, "name": table.config["name"], "seats": _links(hall, table)}

    @app.get("/api/v1/tables/{id}", responses=answers(Summary, *AT_A_TABLE))
    async def summary(id: str, token: Bearer) -> Plain:
        """How things stand at a table, for who holds a seat."""
        table, seat = await _seated(hall, id, token)
        room = table.room
        late = room.past if seat.role == SPECTATOR else None
        asked = room.asked()
        name = _audience(seat)
        view = room.audience(name).view
        status = table.status()
        if late is not None:
            view, turn = late.shown["view"], late.shown["turn"]
            status = "over" if view["over"] else "paused" if late.shown["paused"] else "open"
            asked = [one for one in table.seats.values() if turn and one.id in turn["seats"]]
        return {
            "id": id,
            "name": table.config["name"],
            "ruleset": table.fight.ruleset.id,
            "game": room.scene["game"],
            "round": view["round"],
            "status": status,
            "mine": seat in asked,
            "seat": seat.id,
            "label": seat.label,
            "role": seat.role,
            "waiting": [*dict.fromkeys([room.called(one, name) for one in waited_for(asked)])],
            "seats": late.shown["people"] if late is not None else room.people(name),
            "scene": room.scene,
            "view": view,
        }

    @app.post("/api/v1/tables/{id}/links", responses=answers(Token, 400, *AT_A_TABLE, 411, 422))
    async def link(id: str, wanted: LinkFor, token: Bearer) -> Plain:
        """The link of a seat, for the game master and the owner."""
        table = await _ruled(hall, id, token)
        seat = table.seats.get(wanted.seat)
        if seat is None:
            raise HTTPException(404, "there is no such seat")
        if wanted.renew:
            await _renew(table, seat)
        return {"seat": seat.id, "token": hall.tokens.seat(id, seat)}

    @app.get("/api/v1/tables/{id}/links", responses=answers(list[LinkOf], *AT_A_TABLE))
    async def links(id: str, token: Bearer) -> list[Plain]:
        """The links of all seats, for the game master and the owner."""
        return _links(hall, await _ruled(hall, id, token))

    @app.get(
        "/api/v1/tables/{id}/journal",
        response_class=Lines,
        responses=problems(*AT_A_TABLE),
    )
    async def journal(id: str, token: Bearer) -> Lines:
        """The journal: for the game master, and for everybody once the fight is over."""
        table = await _readable(hall, id, token)
        async with table.lock:
            text = table.fight.journal.text()
        headers = {"content-disposition": f'attachment; filename="{id}.jsonl"'}
        return Lines(text, headers=headers)

    @app.get("/api/v1/tables/{id}/replay", responses=answers(Replay, *AT_A_TABLE, 422))
    async def watched(id: str, token: Bearer, seat: SeatOf = MASTER) -> Plain:
        """The fight step by step: for the game master, and for everybody once it is over.

        ``seat``: as which seat of the fight saw it; left out everything, "" as spectators did.
        """
        table = await _readable(hall, id, token)
        async with table.lock:
            text = table.fight.journal.text()
        numbers = str(table.config.get("numbers", EXACT))
        shown = (text, seat, numbers)
        return await hall.jobs.read(replays.frames_of, *shown, cpu=REPLAY, client=token)

    @app.post(
        "/api/v1/tables/{id}/replay/chances",
        responses=answers(Stood, 400, *AT_A_TABLE, 411, 422),
    )
    async def chances(request: Request, id: str, wanted: Course, token: Bearer) -> Plain:
        """How the fight stood at some lines of its journal, sampled, for who may read it."""
        table = await _readable(hall, id, token)
        async with table.lock:
            text = table.fight.journal.text()
        return await course(hall, request, wanted, text, token)

    @app.delete("/api/v1/tables/{id}", status_code=204, responses=problems(*AT_A_TABLE))
    async def forget(id: str, token: Bearer) -> Response:
        """Forget a table, all but the line that says so."""
        table = await _ruled(hall, id, token)
        async with table.lock:  # nothing is kept of it any more once it is gone
            await hall.store.do(lambda connection: kept.delete(connection, id, "gm"))
            table.lost = True
        hall.tables.pop(id, None)
        await table.end("gone")
        return Response(status_code=204)


def _audience(seat: Seat) -> str:
    return "gm" if seat.role == GM else seat.side if seat.role == PLAYER else ""


async def _seated(hall: Hall, id: str, token: str) -> tuple[Table, Seat]:
    table = await hall.table(id)
    seat = hall.tokens.opens(token, id, table.seats)
    if seat is None:
        raise HTTPException(403, "this link opens no seat here")
    return table, seat


async def _ruled(hall: Hall, id: str, token: str) -> Table:
    if hall.tokens.owns(token):
        return await hall.table(id)
    table, seat = await _seated(hall, id, token)
    if seat.role != GM:
        raise HTTPException(403, "only the game master may do that")
    return table


async def _readable(hall: Hall, id: str, token: str) -> Table:
    if hall.tokens.owns(token):
        return await hall.table(id)
    table, seat = await _seated(hall, id, token)
    if seat.role != GM and not table.fight.over:
        raise HTTPException(403, "the journal is open to all when the fight is over")
    return table


async def _renew(table: Table, seat: Seat) -> None:
    def change() -> None:
        seat.version += 1

    await table.do(lambda: table.commit("seat", seat.id, None, change))
    table.cut_off(seat, "revoked")


def _links(hall: Hall, table: Table) -> list[Plain]:
    return [
        {
            "seat": seat.id,
            "role": seat.role,
            "label": seat.label,
            "side": seat.side,
            "units": seat.units,
            "bot": seat.bot,
            "token": hall.tokens.seat(table.id, seat),
        }
        for seat in table.seats.values()
    ]


def _fight(wanted: NewTable) -> Fight:
    """Return the fight of a new table before its first step, or as far as its journal goes."""
    if wanted.journal:
        return replays.branch(wanted.journal, wanted.lines)
    if not wanted.encounter:
        raise InvalidError(["found no encounter, expected one"])
    seed = secrets.randbelow(2**31) if wanted.seed is None else wanted.seed
    return uploads.Brought(wanted.encounter, wanted.file, wanted.packs).fight(seed)


async def _begun(hall: Hall, wanted: NewTable, fight: Fight) -> Table:
    encounter = fight.journal.header.get("encounter")
    name = str(encounter.get("name", "")) if isinstance(encounter, dict) else ""
    config: Plain = {
        "name": clean(name, 80) or "A fight",
        "numbers": wanted.numbers,
        "undo": wanted.undo,
        "clock": wanted.clock.model_dump(),
        "chat": wanted.chat,
        "delay": wanted.delay,
        "pace": wanted.pace,
    }
    if wanted.seed is None and not wanted.journal:  # else somebody knows it already
        config |= sealed(fight.seed)
    seats = seats_for(fight, wanted.seats)
    table = await Table.create(fight, config, seats, hall.store, hall.tokens)
    hall.tables[table.id] = table
    return table


def waited_for(asked: list[Seat]) -> list[Seat]:
    """Return who is waited for of those who may answer: who sits there, else whose seat it is."""
    people = [one for one in asked if not one.bot]
    sit = [one for one in people if one.name]
    return sit or [one for one in people if one.units] or people


def seats_for(fight: Fight, wanted: dict[str, str]) -> dict[str, Seat]:
    """Return the seats of a new table.

    Args:
        fight: that is fought there.
        wanted: for each seat of the fight ``me`` or ``link`` (a person), ``split`` (a link for
            every combatant), or a program; where nothing is said the first is a person's, the
            others are programs.

    Raises:
        InvalidError: no such seat or program.
    """
    setup, combat = fight.setup, fight.combat
    units = {str(unit.name): unit.index for unit in combat.units}
    found: dict[str, Seat] = {}
    sides = setup.seats[:-1]
    for name, how in wanted.items():
        if name not in setup.seats or how not in ("me", "link", "split", *LEVELS):
            raise InvalidError([f"seats: found {name} = {how}, expected a seat and who sits there"])
    for place, name in enumerate(sides):
        how = wanted.get(name, "me" if place == 0 else "greedy")
        label = " and ".join([side.name for side in setup.sides if side.seat == place])
        label = label or title(name)
        if how == "split":
            for member in setup.members:
                if member.seats >> place & 1:
                    called = asking.called(fight.ruleset, combat, units[member.name])
                    found[member.name] = Seat(
                        member.name, PLAYER, name, [member.name], label=called
                    )
        found[name] = Seat(
            name, PLAYER, name, label=label, bot=how if how in LEVELS else "", dice=APP
        )
    master = setup.seats[-1]
    who = wanted.get(master, "default")
    found[master] = Seat(master, GM, master, label="Game master", bot=who if who in LEVELS else "")
    found["watch"] = Seat("watch", SPECTATOR, label="Spectators")
    return found
