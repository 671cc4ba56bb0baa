"""What everybody is told is told to each as far as they may know of whom it is about."""

from __future__ import annotations

import json
import time
from typing import Any

from affray import bots
from affray.session.start import start
from affray.web.store import Store
from affray.web.table import Table
from affray.web.views import Lens
from tests.web.inside import Seated, begun, with_store

CAIRN = "quest/cairn-gate"  # where a stalker lies in wait
SPLIT = {"players": "me", "foes": "split", "gm": "me"}
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}


async def sit(table: Table, *seats: str) -> list[Seated]:
    return [await Seated(table, seat).sit() for seat in seats]


async def answer(one: Seated, key: str) -> dict[str, Any]:
    return await one.ask("answer", choice=str(one.table.room.asked_at), option=key)


def last(one: Seated, kind: str) -> Any:
    one.hear()
    return [message for message in one.heard if message["t"] == kind][-1]


def test_what_is_to_be_taken_back_is_told_to_those_alone_who_have_answered_it() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, CAIRN, PEOPLE, undo="ask")
        players, foes, master, watch = await sit(table, "players", "foes", "gm", "watch")
        await master.ask("gm", do="answer", path="act")
        for key in ("move", "move 14,8"):  # by the stalker, of whom nobody knows
            assert (await answer(foes, key))["t"] == "ack"
        await foes.ask("undo")
        whole = {"key": "move 14,8", "who": "gloam-stalker", "side": "foes", "answers": 1}
        for one in (foes, master):
            assert last(one, "vote")["vote"]["cost"] == {**whole, "dice": 0}
        for one in (players, watch, await Seated(table, "watch").sit()):
            one.hear()
            heard = [message for message in one.heard if "vote" in message]
            assert heard[-1]["vote"]["cost"] == {
                **{**whole, "key": "an answer", "who": ""},
                "dice": 0,
            }
            assert "gloam" not in json.dumps(one.heard)
        await table.end()

    with_store(play)


def test_who_acts_is_told_of_an_answer_that_is_to_be_taken_back_if_they_are_seen() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE, undo="ask")
        players, foes = await sit(table, "players", "foes")
        while "players" not in table.fight.choice.seats:
            await answer(foes, table.fight.choice.fallback.key)
        who = table.fight.choice.who
        await answer(players, table.fight.choice.fallback.key)
        await players.ask("undo")
        cost = last(foes, "vote")["vote"]["cost"]
        assert (cost["key"], cost["who"]) == ("an answer", who)
        assert last(players, "vote")["vote"]["cost"]["key"] != "an answer"
        await table.end()

    with_store(play)


def test_a_seat_is_told_of_to_those_alone_who_know_whom_it_is_for() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, CAIRN, SPLIT, cover=1, undo="ask", pace=600_000)
        assert "gloam-stalker" in table.seats
        names = ("players", "watch", "gm", "gloam-stalker")
        players, watch, master, stalker = await sit(table, *names)
        await master.ask("gm", do="answer", path="act")  # its turn
        assert players.shown["turn"]["seats"] == ["foes"]
        assert master.shown["turn"]["seats"] == ["gloam-stalker", "foes"]
        assert (await answer(stalker, "move"))["t"] == "ack"
        assert [last(one, "step")["by"]["seat"] for one in (players, master)] == [
            "",
            "gloam-stalker",
        ]
        await stalker.ask("say", text="Boo")
        assert last(players, "chat")["lines"][0]["who"] == table.seats["foes"].label
        await stalker.ask("undo")
        wish = last(players, "vote")["vote"]
        assert (wish["seat"], wish["name"]) == ("", table.seats["foes"].label)
        assert last(master, "vote")["vote"]["seat"] == "gloam-stalker"
        table.room.leave(stalker.socket)
        table.room.watch_seats()
        table.room.missed_at = time.monotonic() - 61
        await table.do(table.on_time)
        of_all = table.seats["foes"].label
        assert last(watch, "note")["text"] == f"A program plays for {of_all} for now"
        for one in (players, watch):
            one.hear()
            assert "gloam" not in json.dumps(one.heard).lower()
            assert [seat["id"] for seat in last(one, "people")["people"]].count("bone-caller") == 1
        # Whoever finds the stalker is told of its seat.
        while table.under_way:
            await master.ask("gm", do="answer")
        ruling = {"do": "edit", "path": "gloam-stalker.unseen", "value": [], "reason": "Found"}
        assert (await master.ask("gm", **ruling))["t"] == "ack"
        assert "gloam-stalker" in [seat["id"] for seat in last(players, "people")["people"]]
        await table.end()

    with_store(play)


def test_a_standing_order_does_not_tell_who_acts_unseen() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "ingenuity/hollow-way", PEOPLE)
        players, master = await sit(table, "players", "gm")
        hidden = ("goblin-shot-1", "goblin-shot-2")
        for _ in range(200):
            fight = table.fight
            if not table.under_way:
                for one in hidden:
                    if not fight.value(f"{one}.hidden"):
                        await master.ask(
                            *("gm",), do="edit", path=f"{one}.hidden", value=15, reason="It hides"
                        )
            question, acting = fight.choice, fight.combat.active
            unseen = acting >= 0 and not table.room.audience("players").lens.sees(
                fight.combat, acting
            )
            if question.reaction and "players" in question.seats and unseen:
                break
            shots = [key for key in question.keys if key.startswith("shoot")]
            shoots = bool(shots) and question.who in hidden
            key = shots[0] if shoots else bots.greedy(question).key
            await master.ask("gm", do="answer", path=key)
        asked = await players.asked()
        assert asked["doers"] == []
        for one in hidden:
            order = {"who": asked["who"], "rule": asked["rule"], "key": asked["default"]}
            await players.ask("order", **order, of=one)
            assert players.shown["choice"]["id"] == asked["id"]
        await table.end()

    with_store(play)


def test_of_somebody_hidden_nobody_is_told_how_they_look() -> None:
    """In Ingenuity it is known that they fight, not where, and no wound of theirs is seen."""
    fight = start("ingenuity/toll-bridge", seed=1)
    fight.auto(steps=6)
    fight.edit("road-bolt.hidden", 15)
    lens = Lens(fight, "players")
    known = [one.name for one in fight.combat.units].index("road-bolt")
    assert lens.takes_part(fight.combat, known)
    before = lens.view()["units"]["road-bolt"]
    for path, value in (("health", 2), ("stamina", 1), ("prone", True)):
        fight.edit(f"road-bolt.{path}", value, "In the dark")
    lens = Lens(fight, "players")
    assert lens.view()["units"]["road-bolt"] == before
    assert not {"numbers", "bars"} & {*before}
    assert all(["Road Bolt" not in json.dumps(line) for line in lens.last_lines(fight.events)[-3:]])
    seen = [one for one in fight.view("players")["combatants"] if one["name"] == "road-bolt"]
    assert (seen[0]["marks"], "measures" in seen[0]) == ([], False)
    assert "numbers" in Lens(fight, "foes").view()["units"]["road-bolt"]  # its own side


def test_no_letter_tells_of_somebody_who_hides_and_none_changes_when_they_are_found() -> None:
    fight = start(CAIRN, seed=1)
    fight.add("grey-wolf", [12, 3], "foes")
    fight.add("gloam-stalker", [12, 5], "foes")

    def letters(lens: Lens) -> dict[str, str]:
        units = lens.view()["units"]
        return {one: units[one]["letter"] for one in units if one.startswith("g")}

    lenses = [Lens(fight, "players"), Lens(fight, "")]
    hidden = {"grey-wolf": "G", "gloam-stalker-2": "Gl"}
    assert [letters(lens) for lens in lenses] == [hidden] * 2
    fight.edit("gloam-stalker.unseen", [])
    lenses.append(Lens(fight, "players"))  # who comes later sees the same
    assert [letters(lens) for lens in lenses] == [{**hidden, "gloam-stalker": "Gl"}] * 3
    assert letters(Lens(fight, "foes"))["gloam-stalker"] == "G"


def test_who_plays_for_all_sides_is_shown_whom_they_are_asked_for() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, CAIRN, PEOPLE)
        both = await Seated(table, "players", "foes").sit()
        players = await Seated(table, "players").sit()
        asked = await both.asked()
        assert asked["who"] == "gloam-stalker"
        assert "at" in last(both, "full")["view"]["units"][asked["who"]]
        assert asked["who"] not in last(players, "full")["view"]["units"]
        assert (await both.ask("gm", do="undo"))["code"] == "not_yours"  # and no more than that
        await table.end()

    with_store(play)
