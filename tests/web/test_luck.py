"""How a fight stood along its journal; what was luck in it, what decision; and who saw what."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import Any

import pytest

import affray
from affray.content.problems import InvalidError
from affray.web import luck, replays
from affray.web.jobs import Jobs
from affray.web.store import Store
from affray.web.views import PUBLIC, checksum
from tests.web.inside import Seated, begun
from tests.web.serving import Server
from tests.web.test_past import answered, put

PLAIN = {"players": "greedy", "foes": "greedy", "gm": "greedy"}
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
LONG = 100.0


@lru_cache
def fought(players: str = "greedy") -> tuple[str, int]:
    """Return the journal of a fight, and of how many lines it is."""
    fight = affray.start("sovereign/pay-the-toll", seed=2)
    fight.auto({**PLAIN, "players": players})
    return fight.journal.text(), len(fight.journal.entries)


def test_once_a_fight_is_over_its_chance_is_how_it_ended() -> None:
    text, lines = fought()
    found = luck.along(text, [lines - 8, lines], 6, seconds=LONG)
    last = found["points"][1]
    assert last["line"] == lines
    assert last["exact"]
    assert sorted(last["sides"])[-1] == 10_000
    assert last["low"] == last["high"] == last["sides"][0]
    assert found["points"][0]["low"] <= found["points"][0]["sides"][0]


def test_luck_and_decisions_add_up_to_what_the_chance_came_to() -> None:
    text, lines = fought("careless")
    some = [*range(lines - 12, lines + 1)]
    found = luck.along(text, some, 3, split=True, seconds=LONG)
    points = found["points"]
    assert [point["line"] for point in points] == some
    assert found["left"] == []
    runs = {point["runs"] for point in points}
    moved = sum([point.get(kind, [0])[0] for point in points for kind in ("luck", "decision")])
    if len(runs) == 1:  # else the machine had no time for all
        before = luck.along(text, some[:1], 3, seconds=LONG)["points"][0]
        assert abs(before["sides"][0] + moved - points[-1]["sides"][0]) <= len(points)
    assert all([point["luck"][1] > 0 for point in points if "luck" in point])


def test_who_decides_otherwise_than_plain_programs_is_noticed() -> None:
    text, _ = fought("careless")
    found = luck.along(text, [*range(1, 24)], 1, split=True, seconds=LONG)
    assert any(["decision" in point for point in found["points"]])


def test_who_plays_as_plain_programs_do_decides_nothing_otherwise() -> None:
    text, lines = fought()
    found = luck.along(text, [*range(lines - 10, lines + 1)], 2, split=True, seconds=LONG)
    assert not any(["decision" in point for point in found["points"]])
    assert any(["luck" in point for point in found["points"]])


def test_what_there_is_no_time_for_is_left() -> None:
    text, lines = fought()
    found = luck.along(text, [lines - 2, lines - 1, lines, lines + 5], 2, seconds=0.0)
    assert [point["line"] for point in found["points"]] == [lines - 2]
    assert found["left"] == [lines - 1, lines]


def test_a_difference_that_was_never_seen_still_has_an_error() -> None:
    assert luck.change([0] * 40, [0] * 40)[0] == 0
    assert 100 < luck.change([0] * 40, [0] * 40)[1] < 1000
    mean, error = luck.change([1] * 40, [0] * 30 + [1] * 10)
    assert mean == 7500
    assert mean > error


def test_a_replay_as_a_seat_shows_what_that_seat_was_shown() -> None:
    async def play() -> None:
        store = Store("sqlite://")
        table = await begun(store, "quest/cairn-gate", PEOPLE, numbers="bands")
        master = await Seated(table, "gm").sit()
        audiences = ("players", "foes", PUBLIC, "gm")
        known: dict[str, list[str]] = {name: [] for name in audiences}
        steps = 0
        for number in range(14):
            await answered(master, number)
            timeline = table.fight.timeline
            if timeline.open.answers or timeline.open.told or len(timeline.lines) != steps + 1:
                steps = len(timeline.lines)
                continue
            steps = len(timeline.lines)
            for name in audiences:
                known[name].append(checksum(table.room.audience(name).lens.view()))
        journal = table.fight.journal
        for name in audiences:
            found = replays.frames(journal, name, "bands")
            assert found["as"] == name
            assert not found["difference"]
            shown = json.loads(json.dumps(found["view"]))
            digests = []
            for frame in found["frames"]:
                put(shown, frame["set"])
                digests.append(checksum(shown))
                assert name == "gm" or frame.get("key") is None or name in PEOPLE
            assert len(known[name]) > 3
            assert {*known[name]} <= {*digests}
        assert [seat for seat, _ in found["seats"]] == ["gm", "players", "foes", PUBLIC]
        whole = replays.frames(journal)
        public = replays.frames(journal, PUBLIC)
        assert any(["key" in frame for frame in whole["frames"]])
        assert not any(["key" in frame for frame in public["frames"]])
        with pytest.raises(InvalidError, match="no seat nobody"):
            replays.frames(journal, "nobody")
        await table.end()
        store.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_chances_are_worked_out_beside_the_server_and_ended_with_who_waits() -> None:
    async def play() -> None:
        jobs = Jobs(1)
        text, lines = fought()
        found: dict[str, Any] = await jobs.play(luck.along, text, [lines], 2, cpu=luck.CPU)
        assert found["points"][0]["exact"]
        long = asyncio.ensure_future(jobs.play(luck.along, text, [0, 1], 400, cpu=luck.CPU))
        await asyncio.sleep(0.3)
        assert jobs.all
        long.cancel()
        await asyncio.gather(long, return_exceptions=True)
        assert not jobs.all
        jobs.end()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_who_may_read_a_replay_may_ask_how_the_fight_stood(server: Server) -> None:
    table, tokens = server.table("thrum/broken-causeway", seed=20)
    path = f"tables/{table}/replay/chances"
    found = server.call("POST", path, {"lines": [0], "runs": 1}, token=tokens["gm"])
    assert found["points"][0]["runs"] == 1
    for token in (tokens["players"], tokens["watch"]):
        assert server.call("POST", path, {"lines": [0]}, token=token)[0] == 403
        assert server.call("GET", f"tables/{table}/replay?seat=foes", token=token)[0] == 403
    seen = server.call("GET", f"tables/{table}/replay?seat=foes", token=tokens["gm"])
    assert seen["as"] == "foes"
    text, lines = fought()
    asked = {"text": text, "lines": [lines]}
    assert server.call("POST", "replays/chances", asked, token=tokens["gm"])[0] == 403
    assert server.call("POST", "replays/chances", asked)["points"][0]["exact"]
    assert server.call("POST", "replays/chances", {"lines": []})[0] == 422
