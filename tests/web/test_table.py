"""A table from within: every message is answered, whatever happens meanwhile or breaks."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import time
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from affray import bots
from affray.web import room, wire
from affray.web import store as kept
from affray.web import table as table_module
from affray.web.desk import ORDERS
from affray.web.reopen import resume
from affray.web.replays import frames
from affray.web.sockets import Socket
from affray.web.store import Store
from affray.web.table import Table
from affray.web.views import Audience
from tests.web.inside import TOKENS, Seated, begun, with_store

TIME = {"perf_counter": time.perf_counter, "time": time.time}
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}


def test_what_is_sent_comes_before_what_programs_do_however_fast_they_are() -> None:
    async def play(store: Store) -> None:
        programs = {"players": "greedy", "foes": "greedy"}
        table = await begun(store, "icon/tollgate-ambush", programs)
        master = await Seated(table, "gm").sit()
        assert (await master.ask("gm", do="pause"))["t"] == "ack"
        assert not table.fight.over
        seq = table.room.seq
        await asyncio.sleep(0.1)
        assert table.room.seq == seq
        await table.end()

    with_store(play)


def test_programs_go_on_however_much_is_said() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", {"players": "greedy"}, pace=200)
        master = await Seated(table, "gm").sit()
        seq = table.room.seq
        for number in range(30):
            master.send("say", text=f"{number}")
            await asyncio.sleep(0.03)
        assert table.room.seq > seq
        await table.end()

    with_store(play)


def test_every_message_is_answered_once_and_the_ids_of_kept_ones_once_for_ever() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        chance = random.Random(4)
        everybody = [await Seated(table, one).sit() for one in ("players", "foes", "gm", "watch")]
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("answer", {"choice": "0", "option": "x"}),
            ("undo", {}),
            ("back", {}),
            ("vote", {"request": "x", "yes": True}),
            ("order", {"of": "x", "key": "pass"}),
            ("say", {"text": "hello"}),
            ("seat", {"name": "Ana"}),
            ("gm", {"do": "pause"}),
            ("gm", {"do": "resume"}),
            ("gm", {"do": "answer"}),
            ("dice", {"values": [1]}),
            ("ask", {"what": "why", "ref": "x"}),
        ]
        for _ in range(50):
            for one in everybody:
                kind, fields = chance.choice(kinds)
                choice = one.shown["choice"]
                if choice is not None and chance.random() < 0.5:
                    kind, fields = "answer", {"choice": choice["id"], "option": choice["default"]}
                one.send(kind, **fields)
                if chance.random() < 0.3:
                    await asyncio.sleep(0.01)
        for one in everybody:
            for id in one.sent:
                await one.reply(id)
            replies = Counter(
                [each["id"] for each in one.heard if each["t"] in ("ack", "refused", "reply")]
            )
            assert set(replies.values()) == {1}
            assert len(replies) == len(one.sent)
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert (again.room.seq, again.fight.digest) == (table.room.seq, table.fight.digest)
        assert again.requests.items() <= table.requests.items()

    with_store(play)


def test_what_is_said_or_asked_for_twice_happens_once() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, undo="ask")
        ana, bob = await Seated(table, "players").sit(), await Seated(table, "foes").sit()
        for _ in range(3):
            ana.send("say", id="hi", text="hello")
        assert (await ana.reply("hi"))["t"] == "ack"
        await bob.ask("say", text="well met")
        said = [line["text"] for one in bob.heard if one["t"] == "chat" for line in one["lines"]]
        assert said == ["hello", "well met"]
        first, other = (ana, bob) if ana.shown["choice"] else (bob, ana)
        choice = await first.asked()
        await first.ask("answer", choice=choice["id"], option=choice["default"])
        for _ in range(3):
            first.send("undo", id="back")
        assert (await first.reply("back"))["t"] == "ack"
        await other.ask("say", text="no")
        assert table.room.vote is not None
        assert {one["t"] for one in first.heard if one.get("id") == "back"} == {"ack"}
        await table.end()

    with_store(play)


class BrokenError(Exception):
    pass


def breaks(*_: Any, **__: Any) -> Any:
    raise BrokenError


def state(table: Table) -> tuple[Any, ...]:
    fight = table.fight
    return table.room.seq, fight.digest, fight.choice.keys, len(fight.timeline.lines), table.head()


@pytest.mark.parametrize("part", ["choose", "look", "entry", "status"])
def test_a_fault_of_ours_is_told_and_leaves_everything_as_it_was(
    monkeypatch: pytest.MonkeyPatch, part: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        players = [await Seated(table, one).sit() for one in ("players", "foes")]
        one = next(each for each in players if each.shown["choice"])
        choice = await one.asked()
        before = state(table)
        with monkeypatch.context() as patched:
            patched.setattr(Table, part, breaks)
            refused = await one.ask("answer", choice=choice["id"], option=choice["default"])
        assert refused["code"] == "internal"
        assert refused["text"].split()[-1] in caplog.text  # the incident can be found
        assert state(table) == before
        kept_answer = await one.ask("answer", choice=choice["id"], option=choice["default"])
        assert kept_answer["t"] == "ack"
        await table.end()

    with_store(play)


def test_what_is_kept_but_cannot_be_told_is_acknowledged_to_who_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        players = {one: await Seated(table, one).sit() for one in ("players", "foes")}
        name, one = next(each for each in players.items() if each[1].shown["choice"])
        choice = await one.asked()
        with monkeypatch.context() as patched:
            patched.setattr(Audience, "step", breaks)
            one.send("answer", id="a", choice=choice["id"], option=choice["default"])
            while table.room.seq == 0:
                await asyncio.sleep(0.01)
        assert [each["reason"] for each in one.hear() if each["t"] == "bye"] == ["resync"]
        again = await Seated(table, name).sit()
        assert again.shown["seq"] == 1
        told = await again.ask("answer", id="a", choice=choice["id"], option=choice["default"])
        assert (told["t"], told["seq"]) == ("ack", 1)
        await table.end()

    with_store(play)


def test_who_sits_where_is_kept_with_the_next_answer_and_written_only_when_it_changes() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        heads: list[set[str]] = []

        def append(link: Any, id: str, row: Any, head: Any, epoch: int) -> None:
            heads.append({*head})
            whole(link, id, row, head, epoch)

        async def answer() -> None:
            one = next(each for each in players if each.shown["choice"])
            choice = await one.asked()
            told = await one.ask("answer", choice=choice["id"], option=choice["default"])
            assert told["t"] == "ack"

        whole = kept.append
        players = [await Seated(table, one).sit() for one in ("players", "foes")]
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(kept, "append", append)
            await answer()
            late = Seated(table, "gm")
            await late.desk.join(wire.Hello(t="hello", tokens=late.tokens, name="Mia"))
            for _ in range(2):
                await answer()
            assert (await players[0].ask("seat", name="Ana"))["t"] == "ack"
            await answer()
        assert ["config" in head for head in heads] == [False, True, False, True, False]
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert (again.seats["gm"].name, again.head()) == ("Mia", table.head())

    with_store(play)


def test_a_table_with_which_somebody_else_has_gone_on_is_given_up() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        twin = await resume(table.id, store, TOKENS)
        assert twin is not None
        twin.begin()
        there = {one: await Seated(twin, one).sit() for one in ("players", "foes")}
        name, one = next(each for each in there.items() if each[1].shown["choice"])
        choice = await one.asked()
        here = await Seated(table, name).sit()
        told = await one.ask("answer", choice=choice["id"], option=choice["default"])
        assert told["t"] == "ack"
        here.send("answer", id="late", choice=choice["id"], option=choice["default"])
        for _ in range(200):
            if table.lost:
                break
            await asyncio.sleep(0.01)
        assert [each["reason"] for each in here.hear() if each["t"] == "bye"] == ["moved"]
        rows = await store.do(lambda link: kept.entries(link, table.id))
        assert [row["n"] for row in rows] == [0, 1]
        for each in (table, twin):
            await each.end()

    with_store(play)


def test_each_of_a_side_rolls_their_dice_as_they_like() -> None:
    async def play(store: Store) -> None:
        split = {**PEOPLE, "players": "split"}
        table = await begun(store, "icon/tollgate-ambush", split)
        called = {seat.id: seat.label for seat in table.seats.values()}
        assert called == {
            "orrin-vale": "Orrin Vale",
            "sable-quill": "Sable Quill",
            "mother-tansy": "Mother Tansy",
            "pell-ashby": "Pell Ashby",
            "players": "The Lantern Road",
            "foes": "The foes",
            "gm": "Game master",
            "watch": "Spectators",
        }
        orrin = await Seated(table, "orrin-vale").sit()
        sable = await Seated(table, "sable-quill").sit()
        assert (await orrin.ask("seat", dice="own"))["t"] == "ack"
        assert table.driver.by_hand() == ["orrin-vale"]
        units = {str(unit.name): unit.index for unit in table.fight.combat.units}
        hands = table.fight.timeline.hand_rolled
        held = [name for name, who in units.items() if hands.hold(table.fight.combat, who)]
        assert held == ["orrin-vale"]
        assert [seat.id for seat in table.driver.rollers(units["orrin-vale"])] == ["orrin-vale"]
        refused = await sable.ask("seat", seat="orrin-vale", dice="app")
        assert refused["code"] == "not_yours"
        for seat in [one for one in table.seats.values() if one.side == "players"]:
            one = await Seated(table, seat.id).sit()
            assert (await one.ask("seat", dice="own"))["t"] == "ack"
        assert table.driver.by_hand() == ["players"]
        assert (await sable.ask("seat", dice="app"))["t"] == "ack"
        names = table.fight.timeline.hand_rolled.names
        assert names == ("orrin-vale", "mother-tansy", "pell-ashby")
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert again.fight.timeline.hand_rolled.names == names

    with_store(play)


def test_with_a_link_for_each_any_of_a_side_says_who_acts_next() -> None:
    """Nobody need sit down for the whole side: what it is asked any of them may answer."""

    async def play(store: Store) -> None:
        split = {**PEOPLE, "players": "split"}
        table = await begun(store, "icon/tollgate-ambush", split)
        names = [seat.id for seat in table.seats.values() if seat.side == "players"]
        people = {name: await Seated(table, name).sit() for name in [*names, "foes"]}
        together: set[str] = set()
        for number in range(40):
            choice = table.fight.choice
            asked = [seat.id for seat in table.room.asked()]
            if choice.who in people:
                assert asked == [choice.who, "players"], "who plays the whole side may help out"
            elif asked != ["foes"]:
                assert asked == names
                together.add(choice.rule)
                for name in names:
                    assert (await people[name].asked())["ask"]
            one = people[asked[number % len(asked)]]
            told = await one.ask(
                "answer", choice=str(table.room.asked_at), option=bots.greedy(choice).key
            )
            assert told["t"] == "ack", told
        assert together == {"turn.players-choose"}
        await table.end()

    with_store(play)


def test_who_plays_a_whole_side_may_answer_for_all_of_it_but_programs_do_not_wait_for_them() -> (
    None
):
    async def play(store: Store) -> None:
        table = await begun(store, "icon/tollgate-ambush", {**PEOPLE, "players": "split"})
        bob = await Seated(table, "players").sit()
        foes = await Seated(table, "foes").sit()
        answered: set[str] = set()
        for _ in range(30):
            choice = table.fight.choice
            mine = "foes" not in [seat.id for seat in table.room.asked()]
            told = await (bob if mine else foes).ask(
                "answer", choice=str(table.room.asked_at), option=bots.greedy(choice).key
            )
            assert told["t"] == "ack", told
            if mine:
                answered.add(choice.who)
        assert len(answered) > 3
        while table.fight.choice.who not in ("orrin-vale", "sable-quill"):
            mine = "foes" not in [seat.id for seat in table.room.asked()]
            told = await (bob if mine else foes).ask(
                "answer",
                choice=str(table.room.asked_at),
                option=bots.greedy(table.fight.choice).key,
            )
            assert told["t"] == "ack", told
        pending = table.fight.timeline.pending
        assert pending is not None
        assert table.driver.program(pending) == ""
        table.seats[table.fight.choice.who].bot = "greedy"
        assert table.driver.program(pending) == "greedy", "a program plays whose seat it has"
        await table.end()

    with_store(play)


def test_a_seat_is_called_after_who_sits_there_now() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "icon/tollgate-ambush", PEOPLE)
        ann = await Seated(table, "players").sit(name="Ann")
        await Seated(table, "players").sit(name="Cat")
        assert table.seats["players"].name == "Ann", "she is here"
        for one in table.sockets():
            table.room.leave(one)
        await Seated(table, "players").sit(name="Cat")
        assert table.seats["players"].name == "Cat"
        assert ann.shown
        await table.end()

    with_store(play)


def test_a_standing_order_may_be_about_what_some_do() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "icon/tollgate-ambush", PEOPLE)
        player = await Seated(table, "players").sit()
        while not (table.fight.asking and table.fight.choice.reaction):
            seat = table.room.asked()[0].id
            one = player if seat == "players" else await Seated(table, seat).sit()
            key = bots.greedy(table.fight.choice).key
            told = await one.ask("answer", choice=str(table.room.asked_at), option=key)
            assert told["t"] == "ack", told
        asked = await player.asked()
        assert asked["about"]
        who = asked["ask"].removeprefix("The Lantern Road, do you interrupt ").removesuffix("?")
        assert asked["about"].startswith(f"{who} ")
        word, title = asked["doers"][1]
        assert (word, title) == ("foes", "The foes") or title == f"any {word}"
        about = {"who": asked["who"], "rule": asked["rule"], "key": "pass"}
        assert (await player.ask("order", **about, of="nobody-here"))["t"] == "ack"
        await asyncio.sleep(0.05)
        assert table.fight.choice.reaction
        before = table.room.seq
        assert (await player.ask("order", **about, of=word))["t"] == "ack"
        player.hear()
        orders = [one["orders"] for one in player.heard if one["t"] == "settings"][-1]
        assert orders[-1]["words"] == f"pass to what {word} does, this fight"
        for _ in range(400):
            if table.room.seq > before + 1:
                break
            await asyncio.sleep(0.005)
        assert [row["kind"] for row in await store.do(lambda link: kept.entries(link, table.id))][
            -1
        ] == "order"
        await table.end()

    with_store(play)


def clocks(one: Seated) -> list[dict[str, Any]]:
    """Return what somebody has heard of the clock since."""
    return [message for message in one.hear() if message["t"] == "clock"]


def test_whatever_others_are_asked_in_somebodys_turn_has_the_time_of_reactions() -> None:
    """Ingenuity asks who is hit about fate, which answers no deed in a window of its own."""

    async def play(store: Store) -> None:
        clock = {"turn": 90, "reaction": 20}
        table = await begun(store, "ingenuity/hollow-way", PEOPLE, clock=clock)
        people = {one: await Seated(table, one).sit() for one in ("players", "foes")}
        seen: set[tuple[bool, float]] = set()
        for _ in range(120):
            pending = table.fight.timeline.pending
            assert pending is not None
            seat = table.room.asked()[0]
            active = table.fight.combat.active
            if active >= 0 and pending.depth == 0:
                own = seat in table.driver.rollers(active)
                seen.add((own, table.allowance()))
            told = await people[seat.id].ask(
                "answer",
                choice=str(table.room.asked_at),
                option=bots.greedy(table.fight.choice).key,
            )
            assert told["t"] == "ack", told
        assert seen == {(True, 90.0), (False, 20.0)}
        await table.end()

    with_store(play)


def test_a_clock_stands_still_for_who_is_away_and_for_so_long_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 5 seconds some go by, none while nobody is there who is asked; then they run again."""
    now = [1e9]
    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, clock={"turn": 5})
        clock = table.room.clock
        assert clock.told() == {"left": 5_000, "whole": 5_000, "still": 40_000}  # nobody is here
        master = await Seated(table, "gm").sit()
        now[0] += 10
        seats = [seat.id for seat in table.room.asked()]
        player = await Seated(table, *seats).sit()
        while clock.away_at:
            await asyncio.sleep(0)
        assert clocks(master) == [{"t": "clock", "left": 5_000, "whole": 5_000, "still": 0}]
        now[0] += 2
        player.desk.leave()
        while not clock.away_at:
            await asyncio.sleep(0)
        assert clocks(master) == [{"t": "clock", "left": 3_000, "whole": 5_000, "still": 30_000}]
        now[0] += 29
        assert (clock.told()["left"], clock.told()["still"], clock.out) == (3_000, 1_000, False)
        now[0] += 3.5
        assert (clock.told()["left"], clock.told()["still"], clock.out) == (500, 0, False)
        seq = table.room.seq
        now[0] += 0.5
        assert clock.out
        await table.do(table.on_time)
        rows = await store.do(lambda link: kept.entries(link, table.id))
        assert (table.room.seq, rows[-1]["kind"]) == (seq + 1, "timeout")
        await table.end()

    with_store(play)


def test_the_questions_of_a_turn_share_its_time_and_each_has_some_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """30 seconds for the turn: after 12 the next question has 18, after 16 more 10 and not 2."""
    now = [1e9]
    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: now[0]))
    clock = room.Clock()
    clock.start(1, 30, (1, 4))
    assert clock.told()["left"] == 30_000
    now[0] += 12
    clock.start(1, 30, (1, 4))  # the same question still
    assert clock.told()["left"] == 18_000
    clock.start(2, 5)  # a reaction of somebody else, in between
    assert clock.told()["left"] == clock.told()["whole"] == 5_000
    now[0] += 3
    clock.start(3, 30, (1, 4))
    assert (clock.told()["left"], clock.told()["whole"]) == (18_000, 30_000)
    now[0] += 6
    clock.stop()  # programs act
    now[0] += 100
    clock.start(5, 30, (1, 4))
    assert clock.told()["left"] == 12_000
    clock.watch(away=True)
    now[0] += 20  # for which it stood still
    clock.start(6, 30, (1, 4))
    assert clock.told()["left"] == 12_000
    now[0] += 10
    clock.start(7, 30, (1, 4))
    assert clock.told()["left"] == 10_000
    clock.start(8, 30, (1, 2))
    assert clock.told()["left"] == 30_000
    clock.start(9, 30, (2, 4))
    assert clock.told()["left"] == 30_000
    clock.start(10, 6, (3, 4))
    now[0] += 5
    clock.start(11, 6, (3, 4))
    assert clock.told()["left"] == 6_000


def test_a_program_plays_for_who_is_away_while_others_wait_until_they_are_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After two minutes, not before, not while nobody waits, not while the fight is paused."""
    now = [1e9]
    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(table_module, "time", SimpleNamespace(**TIME, monotonic=lambda: now[0]))

    async def settled(table: Table) -> None:
        while not table.inbox.empty():
            await asyncio.sleep(0.001)
        async with table.lock:
            pass

    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, pace=1e9)
        id = table.room.asked()[0].id
        seat = table.seats[id]
        player = await Seated(table, id).sit()
        master = await Seated(table, "gm").sit()
        too_long = await master.ask("gm", do="cover", value=1441)
        assert too_long["text"].endswith("found 1441, expected 0 to 1440 minutes")
        assert (await master.ask("gm", do="cover", value=2))["t"] == "ack"
        assert table.room.settings()["cover"] == 2
        assert not table.room.cover_at  # who is asked is here
        master.desk.leave()
        player.desk.leave()
        await settled(table)
        assert not table.room.cover_at  # nobody waits
        await master.sit()
        await settled(table)
        assert table.room.cover_at == now[0] + 120
        await master.ask("gm", do="pause")
        assert not table.room.cover_at
        await master.ask("gm", do="resume")
        assert (table.room.cover_at, seat.bot) == (now[0] + 120, "")
        now[0] += 119
        await table.do(table.on_time)
        assert seat.bot == ""
        now[0] += 1
        await table.do(table.on_time)
        assert (seat.bot, seat.covered, table.room.cover_at) == ("greedy", True, 0)
        notes = [one["text"] for one in master.hear() if one["t"] == "note"]
        assert notes == [f"A program plays for {seat.label} for now"]
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert again.seats[id].covered
        again.begin()
        back = await Seated(again, id).sit()
        await settled(again)
        assert (again.seats[id].bot, again.seats[id].covered) == ("", False)
        assert (await back.asked())["id"] == str(again.room.asked_at)
        await again.end()

    with_store(play)


def test_a_seat_that_the_game_master_gives_to_a_program_stays_with_it() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, pace=1e9)
        id = table.room.asked()[0].id
        master = await Seated(table, "gm").sit()
        await master.ask("gm", do="bot", seat=id, path="greedy")
        await Seated(table, id).sit()
        await master.ask("gm", do="clock")  # what was sent before has been done
        assert table.seats[id].bot == "greedy"
        await table.end()

    with_store(play)


def test_a_question_without_a_clock_keeps_its_time_over_a_pause_and_that_is_told() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, clock={"turn": 40})
        everybody = await Seated(table, "players", "foes", "gm").sit()
        while table.room.clock.away_at:
            await asyncio.sleep(0.005)
        await everybody.ask("gm", do="pause")
        paused = everybody.shown["turn"]
        assert 39_000 < paused["left"] <= paused["whole"] == 40_000
        late = await Seated(table, "watch").sit()  # a page that is loaded in a pause
        assert late.shown["turn"]["left"] == paused["left"]
        await everybody.ask("gm", do="resume")
        assert 30_000 < everybody.shown["turn"]["left"] <= paused["left"]

        await everybody.ask("gm", do="clock")
        clocks = [one for one in everybody.heard if one["t"] == "clock"]
        assert (clocks[-1]["whole"], table.room.clock.deadline) == (0, 0)
        await everybody.ask("gm", do="pause")
        assert "whole" not in everybody.shown["turn"]
        await everybody.ask("gm", do="resume")
        assert "whole" not in everybody.shown["turn"]
        assert not table.room.clock.deadline
        choice, key = await everybody.asked(), bots.greedy(table.fight.choice).key
        await everybody.ask("answer", choice=choice["id"], option=key)
        assert everybody.shown["turn"]["whole"] == 40_000  # the next one has its time again
        await table.end()

    with_store(play)


def test_a_ruling_leaves_the_clock_of_the_question_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1e9]
    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def play(store: Store) -> None:
        table = await begun(store, "quest/cairn-gate", PEOPLE, clock={"turn": 40})
        everybody = await Seated(table, "players", "foes", "gm").sit()
        while table.room.clock.away_at:
            await asyncio.sleep(0.005)
        ruling = {"do": "edit", "path": "juno-tarr.hp", "value": 3, "reason": "A curse"}
        now[0] += 15  # of whether to act now, which is of no turn
        await everybody.ask("gm", **ruling)
        assert everybody.shown["turn"]["left"] == 25_000
        await everybody.ask("gm", do="pause")
        await everybody.ask("gm", **ruling, seat="")
        assert everybody.shown["turn"]["left"] == 25_000
        late = await Seated(table, "watch").sit()
        assert late.shown["turn"]["left"] == 25_000
        await everybody.ask("gm", do="resume")
        now[0] += 1
        assert table.room.clock.told()["left"] == 24_000
        await table.end()

    with_store(play)


def test_a_nudge_is_heard_by_who_is_asked_alone() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        ana, bob = await Seated(table, "players").sit(), await Seated(table, "foes").sit()
        master = await Seated(table, "gm").sit()
        assert (await master.ask("gm", do="nudge"))["t"] == "ack"
        told = {one.socket.seats[0].id: one for one in (ana, bob, master)}
        heard = [
            id
            for id, one in told.items()
            if any(m["t"] == "note" for m in [*one.hear(), *one.heard])
        ]
        assert heard == [one.id for one in table.room.asked()]
        await table.end()

    with_store(play)


def test_a_sealed_seed_is_told_when_the_fight_is_over_and_no_sooner() -> None:
    async def play(store: Store) -> None:
        seal = room.sealed(1)
        programs = {"players": "greedy", "foes": "greedy"}
        table = await begun(store, "thrum/broken-causeway", programs, **seal)
        one = await Seated(table, "watch").sit()
        assert one.heard[0]["settings"]["seal"] == seal["seal"]
        while not table.fight.over:
            assert seal["salt"] not in json.dumps(one.hear())
            await asyncio.sleep(0.001)
        while (opened := one.hear() or one.heard)[-1]["t"] != "settings":
            await asyncio.sleep(0.001)
        told = opened[-1]["settings"]
        assert sum("salt" in json.dumps(message) for message in one.heard) == 1
        text = f"{told['seed']} {told['salt']}"
        assert hashlib.sha256(text.encode()).hexdigest() == told["seal"] == seal["seal"]
        assert room.sealed(1)["seal"] != seal["seal"]  # nobody finds it by trying all seeds
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert again.room.settings() == told

    with_store(play)


def test_who_types_dice_types_those_of_one_throw_and_none_of_another_seat() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        people = {name: await Seated(table, name).sit() for name in ("players", "foes")}
        for one in people.values():
            await one.ask("seat", dice="own")
        master = await Seated(table, "gm").sit()
        passed = 0
        for _ in range(300):
            wanted = table.fight.dice_wanted
            if wanted is None:
                key = bots.greedy(table.fight.choice).key
                await master.ask("gm", do="answer", path=key)
                continue
            asked = table.room.asked()[0].id
            before = (table.room.seq, table.fight.digest, table.fight.timeline.open.told[:])
            told = await people[asked].ask("dice", values=[1] * 9)
            assert told["code"] == "illegal", told
            assert before == (
                *(table.room.seq, table.fight.digest),
                table.fight.timeline.open.told,
            )
            assert (await people[asked].ask("dice", values=[1]))["t"] == "ack"
            after = table.room.asked()
            if table.fight.dice_wanted is not None and after[0].id != asked:
                passed += 1
                told = await people[asked].ask("dice", values=[1])
                assert told["code"] == "not_yours"
            if passed == 2:
                break
        assert passed == 2
        await table.end()

    with_store(play)


def test_the_standing_orders_of_a_seat_leave_those_of_others_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Socket, "too_fast", lambda *_: False)

    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        player, foe = [await Seated(table, one).sit() for one in ("players", "foes")]
        assert (await player.ask("order", of="plinker", key="pass"))["t"] == "ack"
        for number in range(ORDERS):
            assert (await foe.ask("order", of=f"x{number}", key="pass"))["t"] == "ack"
        assert (await foe.ask("order", of="one more", key="pass"))["code"] == "illegal"
        assert (await foe.ask("order", of="x1", key="other"))["t"] == "ack"  # instead of the old
        assert len(table.room.orders(foe.socket)) == ORDERS
        assert [one["of"] for one in table.room.orders(player.socket)] == ["plinker"]
        await table.end()

    with_store(play)


def test_a_clock_goes_on_after_a_pause_and_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 40 seconds 15 go by, then a pause; later 5, then a restart that takes 4."""
    now = [1e9]
    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(kept, "now", lambda: int(now[0] * 1000))

    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, clock={"turn": 40})
        everybody = await Seated(table, "players", "foes", "gm").sit()
        while table.room.clock.away_at:
            await asyncio.sleep(0.005)
        now[0] += 15
        await everybody.ask("gm", do="pause")
        now[0] += 100
        await everybody.ask("gm", do="resume")
        assert table.room.clock.told()["left"] == 25_000
        while table.room.clock.told()["left"] != 35_000:  # until a turn has a second question
            now[0] += 5
            choice, key = await everybody.asked(), bots.greedy(table.fight.choice).key
            await everybody.ask("answer", choice=choice["id"], option=key)
        await table.end()
        now[0] += 4
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert "running" not in again.config
        again.begin()
        assert again.room.clock.told()["left"] == 31_000
        await again.end()
        now[0] += 1_000_000  # weeks later there are a few seconds at least
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        again.begin()
        assert again.room.clock.told()["left"] == 10_000
        await again.end()

    with_store(play)


def test_the_app_rolls_for_who_does_not_roll_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1e9]
    monkeypatch.setattr(room, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def play(store: Store) -> None:
        clock = {"turn": 30, "reaction": 30}
        table = await begun(store, "thrum/broken-causeway", PEOPLE, clock=clock)
        people = [await Seated(table, name).sit() for name in ("players", "foes", "gm")]
        for one in people[:2]:
            await one.ask("seat", dice="own")
        while table.fight.dice_wanted is None:
            await people[2].ask("gm", do="answer", path=bots.greedy(table.fight.choice).key)
        seat = table.room.asked()[0]
        assert people[0].shown["turn"]["left"] == 30_000
        now[0] += 31
        await table.do(table.on_time)
        assert seat.dice == "app"
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert again.seats[seat.id].dice == "app"
        assert "The time is up: the app rolls" in [
            one["text"] for one in people[0].heard + people[0].hear() if one["t"] == "note"
        ]
        await table.end()

    with_store(play)


def test_advice_tells_nothing_of_who_is_hidden() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "quest/cairn-gate", PEOPLE, 5)
        fight = table.fight
        master = await Seated(table, "gm").sit()
        player = await Seated(table, "players").sit()
        fight.edit("gloam-stalker.at", [13, 8], "It sneaks about")
        while not player.socket.holds(table.room.asked()):
            await master.ask("gm", do="answer")
        stalker = next(one for one in fight.combat.units if one.name == "gloam-stalker")
        assert not table.room.audience(player.socket.audience).lens.sees(
            fight.combat, stalker.index
        )

        told = await player.ask("ask", what="advice")

        assert told["t"] == "reply", told
        assert told["result"]["key"] in fight.choice.keys
        refused = await player.ask("ask", what="chances")
        assert (refused["code"], "hidden" in refused["text"]) == ("not_yours", False)
        await table.end()

    with_store(play)


def test_a_question_after_one_that_a_standing_order_has_answered_is_another() -> None:
    """An answer to the former one is none to this, and its time is its own."""

    async def play(store: Store) -> None:
        chance = random.Random(1)
        clock = {"reaction": 30, "turn": 60}
        table = await begun(store, "ingenuity/hollow-way", PEOPLE, clock=clock)
        players, master = [await Seated(table, one).sit() for one in ("players", "gm")]
        for _ in range(200):
            choice = table.fight.choice
            if choice.reaction and "players" in choice.seats and "pass" in choice.keys:
                old = await players.asked()
                table.room.clock.deadline -= 20
                about = {"who": choice.who, "rule": choice.rule}
                await players.ask("order", **about, key="pass")
                for _ in range(400):
                    if table.fight.choice is not choice and table.room.order() is None:
                        break
                    await asyncio.sleep(0.005)
                if "players" in table.fight.choice.seats and table.fight.choice.reaction:
                    break
                await players.ask("order", **about, key="")
                continue
            shots = [key for key in choice.keys if key.startswith(("shoot", "attack"))]
            key = chance.choice(shots) if shots else bots.greedy(choice).key
            await master.ask("gm", do="answer", path=key)
        new = await players.asked()
        assert (new["who"], new["id"]) != (old["who"], old["id"])
        assert new["id"] != old["id"]
        assert table.room.clock.left > 25
        told = await players.ask("answer", choice=old["id"], option=new["default"])
        assert told["code"] == "stale"
        await table.end()

    with_store(play)


async def with_a_die(table: Table, players: Seated, master: Seated) -> None:
    """Play until a die is wanted of somebody who rolls by hand, and none of it is typed in yet."""
    await players.ask("seat", dice="own")
    for _ in range(250):
        wanted, opened = table.fight.dice_wanted, table.fight.timeline.open
        if wanted is None:
            key = bots.greedy(table.fight.choice).key
            await master.ask("gm", do="answer", path=key)
        elif opened.answers and not opened.told:
            return
        else:
            await players.ask("dice", values=[max(1, int(wanted.sides) - 1)])
    raise AssertionError("no die is wanted")


def test_a_die_that_two_send_for_one_question_falls_once() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, seed=3)
        players, master = [await Seated(table, one).sit() for one in ("players", "gm")]
        other = await Seated(table, "players").sit()
        await with_a_die(table, players, master)
        wanted = (await players.asked())["id"]
        assert (await other.asked())["id"] == wanted
        die = {"choice": wanted, "values": [5]}
        sent = [one.send("dice", **die) for one in (players, other)]
        assert (await players.reply(sent[0]))["t"] == "ack"
        assert (await other.reply(sent[1]))["code"] == "stale"
        assert len(table.fight.timeline.open.told) == 1
        assert table.fight.dice_wanted is not None  # the next one, for which none was sent
        await table.end()

    with_store(play)


@pytest.mark.parametrize(
    "encounter",
    [
        *("icon/tollgate-ambush", "ingenuity/toll-bridge", "quest/rival-companies"),
        *("sovereign/pay-the-toll", "thrum/broken-causeway"),
    ],
)
def test_what_was_taken_back_while_a_die_was_awaited_is_played_again(
    encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The die was rolled by hand then: nothing rolls it now, whoever rolls today."""
    monkeypatch.setattr(Socket, "too_fast", lambda *_: False)

    async def play(store: Store) -> None:
        table = await begun(store, encounter, PEOPLE, seed=3)
        players, master = [await Seated(table, one).sit() for one in ("players", "gm")]
        await with_a_die(table, players, master)
        for taken_back in (False, True):
            if taken_back:
                await master.ask("gm", do="undo")
            shown = frames(table.fight.journal)
            assert (shown["verified"], shown["difference"]) == (shown["lines"], "")
        await players.ask("seat", dice="app")
        digest, lines = table.fight.digest, len(table.fight.journal.entries)
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert (again.fight.digest, len(again.fight.journal.entries)) == (digest, lines)

    with_store(play)


def test_whoever_is_covered_for_rolls_their_own_dice_again_when_they_are_back() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "quest/rival-companies", PEOPLE, cover=1)
        players, foes = [await Seated(table, one).sit() for one in ("players", "foes")]
        for one in (players, foes):
            await one.ask("seat", dice="own")
        asked = table.room.asked()[0]
        here = players if asked.id == "players" else foes
        table.room.leave(here.socket)
        table.room.watch_seats()
        table.room.missed_at = time.monotonic() - 61
        await table.do(table.on_time)
        assert (asked.bot, asked.dice) == ("greedy", "own")
        assert asked.side not in table.driver.by_hand()  # a program's dice are rolled for it
        await Seated(table, asked.id).sit()
        for _ in range(400):
            if not asked.bot:
                break
            await asyncio.sleep(0.005)
        assert (asked.bot, asked.dice) == ("", "own")
        assert asked.side in table.driver.by_hand()
        await table.end()

    with_store(play)
