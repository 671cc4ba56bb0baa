"""Non-interference of traffic: what a seat cannot know changes no byte of what it hears."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from typing import Any

import pytest

from affray.content.problems import InvalidError
from affray.core.choice import Absent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.suspension import RecordedDice
from affray.session.fight import Fight
from affray.session.seats import hand_rolled
from affray.session.timeline import Timeline
from affray.state import paths
from affray.web import wire
from affray.web.chances import forecast_at
from affray.web.desk import Desk
from affray.web.jobs import Jobs
from affray.web.seats import PLAYER, Seat, Tokens
from affray.web.sockets import Socket
from affray.web.store import Store
from affray.web.table import Table
from affray.web.views import BANDS, Lens
from tests.contract.unknown import GAMES, pairs_of, setting, some
from tests.web.inside import described

PAIRS = int(os.environ.get("AFFRAY_PAIRS", "16"))
# Steps to the next question. In Thrum nothing is hidden but the dice to come, which are dealt alike
# here; elsewhere a further step may bring to light what was hidden.
STEPS = {"thrum": 12}
ODDS = 4  # of so many pairs one is asked for chances
QUARTERED = 4  # states whose foes get other numbers


class Nowhere(Store):
    """Keeps nothing: says that it has."""

    def __init__(self) -> None:
        self.me = "here"
        self.shared = False

    async def do(self, work: Any) -> Any:
        return None


class Beside(Jobs):
    """Works out chances at once, of the fight that is at hand, in few runs."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight

    async def ask(self, work: Callable[..., Any], *args: Any, seconds: float) -> Any:
        *_, audience, numbers, key = args
        return forecast_at(self.fight, audience, numbers, key, 0.0)


def fight_of(combat: Combat[Any], seed: int) -> Fight:
    """Return a fight that is at a given state, its dice dealt by a seed."""
    setup = setting(combat)
    here = combat.clone()
    here.dice = RecordedDice(SeededDice(seed))
    here.agents = [Absent() for _ in setup.seats]
    here.events = []
    fight = Fight.__new__(Fight)
    ruleset: Any = combat.ruleset
    fight.ruleset, fight.setup, fight.seed, fight.number = ruleset, setup, seed, 0
    fight.timeline = Timeline(ruleset, here, setup.seats, [], hand_rolled(setup, "seeded"))
    fight.on_entry = None
    vars(fight).update(_header={}, _question=None, _trying=False, _begun=here, _shown=0)
    return fight


def table_of(combat: Combat[Any], seed: int, numbers: str, steps: int = 1) -> Table:
    fight = fight_of(combat, seed)
    names = fight.setup.seats
    seats = {one: Seat(one, PLAYER, one, label=one) for one in names}
    config = {"name": "x", "pace": 0, "numbers": numbers}
    table = Table("t", fight, config, seats, Nowhere(), Tokens("key"))
    for _ in range(steps):
        if fight.asking or fight.over or not fight.timeline.step():
            break
    return table


def numbers_of(place: str) -> list[int]:
    return [int(number) for number in place.split(",")]


def measured(one: Combat[Any], other: Combat[Any], seat: int) -> list[str]:
    """Return a place of the seat's own, and some of where two states have somebody else stand."""
    cells = {state.units[place].cell for state in (one, other) for place in range(len(one.units))}
    mine = [unit.cell for unit in one.units if unit.seats >> seat & 1 and unit.cell >= 0]
    own = mine[0] if mine else 0
    return [one.grid.name(own), *[one.grid.name(cell) for cell in sorted(cells) if cell >= 0][:6]]


async def traffic(
    table: Table, seat: str, *, odds: bool, places: list[str]
) -> list[dict[str, Any]]:
    """Return all that a seat hears: who it is, the view, answers to its questions, refusals."""
    socket = Socket()
    desk = Desk(table, socket, Beside(table.fight))
    heard: list[dict[str, Any]] = []

    def hear() -> None:
        while socket.outbox:
            message = described(json.loads(socket.outbox.popleft()))
            message.pop("time", None)
            for line in message.get("lines", []):
                line.pop("at")
            heard.append(message)

    async def say(kind: str, **fields: Any) -> None:
        message = {"t": kind, "id": f"{len(heard)}", **fields}
        desk.receive(wire.read(json.dumps(message)))
        if not table.inbox.empty():
            await table.inbox.get_nowait()()
        for _ in range(2_000):
            await asyncio.sleep(0)
            if not desk.asks.tasks:
                break
            await asyncio.sleep(0.001)
        hear()

    token = table.tokens.seat(table.id, table.seats[seat])
    await desk.join(wire.Hello(t="hello", tokens=[token], name="Ana"))
    hear()
    fight = table.fight
    keys: list[str] = []
    if fight.asking and seat in fight.choice.seats:
        keys = [*some(fight.choice.keys), *some(fight.choice.choice.candidates())]
    for key in [*keys[:10], "nothing of the kind"]:
        await say("ask", what="why", ref=key)
        await say("ask", what="way", ref=key)
        if odds:
            await say("ask", what="odds", ref=key)
    for unit in fight.combat.units:
        for what in ("explain", "values"):
            await say("ask", what=what, ref=str(unit.name))
    mine, *others = places
    for place in others:
        await say("ask", what="measure", ref=mine, more=place)
        await say("ping", at=numbers_of(mine), to=numbers_of(place))
    await say("ask", what="advice")
    for key in ("nothing of the kind", *[one for one in keys if one not in fight.choice.keys][:3]):
        await say("answer", choice=str(table.room.asked_at), option=key)
    await say("answer", choice="-1", option="x")
    for kind, fields in (
        ("back", {}),
        ("dice", {"values": [1]}),
        ("vote", {"request": "x", "yes": True}),
        ("order", {"who": "x", "key": "pass"}),
        ("order", {"of": "x", "key": "pass"}),
        ("seat", {"name": "Bea"}),
        ("say", {"text": "hello"}),
        ("gm", {"do": "pause"}),
    ):
        await say(kind, **fields)
    return heard


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_cannot_know_changes_nothing_of_what_it_hears(game: str) -> None:
    replies = 0
    asked = 0
    compared = 0
    for number, (one, other, seat) in enumerate(pairs_of(game, 31, PAIRS)):
        numbers = ("exact", "bands", "hidden")[number % 3]
        found = []
        for combat in (one, other):
            table = table_of(combat, number, numbers, STEPS.get(game, 1))
            name = table.fight.setup.seats[seat]
            asked += table.fight.asking and name in table.fight.choice.seats
            places = measured(one, other, seat)
            heard = asyncio.run(traffic(table, name, odds=number % ODDS == 0, places=places))
            names = [str(unit.name) for unit in combat.units]
            found.append((names, heard))
        (names, first), (others, second) = found
        if names == others:  # who is asked about by name is the same
            compared += 1
            assert len(first) == len(second)
            for mine, theirs in zip(first, second, strict=True):
                assert json.dumps(mine) == json.dumps(theirs)
        replies += sum([message["t"] == "reply" for message in first])
    assert asked
    assert replies
    assert compared > PAIRS // 2


def test_a_difference_that_a_seat_knows_is_noticed() -> None:
    one, _, seat = pairs_of("quest", 31, 1)[0]
    other = one.clone()
    mine = next(unit for unit in other.units if unit.seats >> seat & 1)
    mine.cell = next(
        cell for cell in range(other.grid.size) if all(unit.cell != cell for unit in other.units)
    )
    told = []
    for combat in (one, other):
        table = table_of(combat, 1, "exact")
        told.append(
            asyncio.run(traffic(table, table.fight.setup.seats[seat], odds=False, places=["0,0"]))
        )
    assert json.dumps(told[0]) != json.dumps(told[1])


def alike_in_quarters(combat: Combat[Any], seat: int) -> tuple[Combat[Any], Combat[Any]]:
    """Return two states in which foes have different numbers that are shown alike in quarters."""
    name = fight_of(combat, 1).setup.seats[seat]
    rules: Any = combat.ruleset

    def shown(state: Combat[Any], who: str) -> Any:
        return Lens(fight_of(state, 1), name, BANDS).view()["units"].get(who)

    one, other = combat.clone(), combat.clone()
    for unit in combat.units:
        if unit.seats >> seat & 1 or not unit.present:
            continue
        bars = (shown(combat, unit.name) or {}).get("bars", [])
        for bar in bars:
            path = f"{unit.name}.{bar[0].replace(' ', '_')}"
            value = int(str(paths.get(combat, rules, path)))
            seen: list[tuple[Any, Combat[Any], Combat[Any]]] = []
            for number in (value, value - 1, 1, 2, 3, 4, 5):
                here, there = one.clone(), other.clone()
                try:
                    paths.put(here, rules, path, number)
                    paths.put(there, rules, path, number)
                except InvalidError:
                    continue
                view = shown(here, unit.name)
                same = [first for looks, first, _ in seen if looks == view]
                if same and same[0].key() != here.key():
                    one, other = same[0], there
                    break
                seen.append((view, here, there))
    return one, other


@pytest.mark.parametrize("game", GAMES)
def test_of_numbers_in_quarters_no_more_than_the_quarter_is_heard(game: str) -> None:
    chances = compared = 0
    for number, (state, _, seat) in enumerate(pairs_of(game, 47, QUARTERED)):
        one, other = alike_in_quarters(state, seat)
        if other.key() == one.key():
            continue
        found = []
        for combat in (one, other):
            table = table_of(combat, number, BANDS, STEPS.get(game, 1))
            name = table.fight.setup.seats[seat]
            found.append(asyncio.run(traffic(table, name, odds=True, places=["0,0"])))
        compared += 1
        for mine, theirs in zip(*found, strict=True):
            chance = mine.get("result", {}).get("exact")
            if chance is not False:  # what is sampled differs by chance, too
                assert json.dumps(mine) == json.dumps(theirs)
            chances += bool(chance)
    assert compared
    assert chances
