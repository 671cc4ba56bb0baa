"""Who keeps a journal elsewhere hears every line in time, and can go on from what was heard."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from affray.core.errors import IllegalError, InvalidError
from affray.session import journal, replay
from affray.session.fight import Fight
from affray.session.files import Entry, line_of
from tests.core.duel import Duel, face_to_face, skirmish
from tests.session.test_fight import duel, state
from tests.session.test_journal import eventful, facing, opener


class Book:
    """Lines that were heard, as a database would keep them."""

    def __init__(self) -> None:
        self.lines: list[Entry] = []
        self.full = False

    def __call__(self, entry: Entry) -> None:
        if self.full:
            raise InvalidError(["the book is full"])
        self.lines.append(json.loads(line_of(entry)))

    def read(self) -> journal.Journal:
        text = "".join([f"{line_of(one)}\n" for one in self.lines])
        return journal.parse(text.encode(), "book")

    def reopened(self, opener: Any = opener) -> Fight:
        result = replay.again(self.read(), "book", opener)
        return replay.loaded(result, "book", None, cut_off=True)


def heard(**more: object) -> tuple[Fight, Book]:
    book = Book()
    return duel(skirmish(), 1, on_entry=book, **more), book


@pytest.mark.parametrize("seed", range(8))
def test_after_every_change_what_was_heard_is_the_fight(seed: int) -> None:
    book = Book()
    fight = duel(skirmish(), seed, on_entry=book)
    for number in range(24):
        if fight.over:
            break
        keys = fight.choice.keys
        fight.choose(keys[(number * 5 + 2) % len(keys)])
        if number % 9 == 4:
            fight.undo(2, same_dice=number % 2 == 0)
        if number % 9 == 6:
            fight.undo()
            fight.redo()
        if number % 7 == 3 and fight.timeline.open.answers:
            with suppress(IllegalError):
                fight.back()
        if number == 12 and not fight.timeline.open.answers:
            fight.edit("cid.hp", 4, "a reason")
        if number % 8 == 5 and fight.dice:
            fight.reroll(1, 1, "cocked")
        assert state(book.reopened()) == state(fight)


def test_the_first_line_is_the_header_and_every_line_is_heard_once() -> None:
    fight, book = heard(seats={"players": "greedy", "foes": "greedy"})

    assert fight.over
    assert book.lines[0]["affray"] == "journal"
    assert book.lines[1:] == [json.loads(line_of(one)) for one in fight.journal.entries]


def test_every_answer_is_heard_before_the_next_question() -> None:
    book = Book()
    fight = duel(on_entry=book)
    before = len(book.lines)
    fight.choose("strike bob")

    assert [one["key"] for one in book.lines[-1]["answers"]] == ["strike bob"]
    fight.choose("parry")
    assert [one["key"] for one in book.lines[-1]["answers"]][:2] == ["strike bob", "parry"]
    assert len(book.lines) == before + 2


def test_what_is_refused_is_not_heard() -> None:
    fight, book = heard()
    before = list(book.lines)
    for bad in ("dance", "strike zoe", ["move", "dance"]):
        with pytest.raises(Exception, match="Can't"):
            fight.choose(bad)

    assert book.lines == before


def test_an_answer_that_is_taken_back_is_taken_back_there_too() -> None:
    book = Book()
    fight = duel(on_entry=book)
    fight.choose("strike bob")
    fight.back()

    assert state(book.reopened(facing)) == state(fight)
    assert not book.reopened(facing).timeline.open.answers


def test_lines_that_could_not_be_kept_come_first_the_next_time() -> None:
    fight, book = heard()
    fight.choose(fight.choice.options[0])
    book.full = True
    with pytest.raises(InvalidError, match="the book is full"):
        fight.choose(fight.choice.options[0])
    book.full = False
    fight.choose(fight.choice.options[0])

    assert state(book.reopened()) == state(fight)


def test_seats_and_standing_orders_are_known_when_a_fight_is_opened_again(tmp_path: Path) -> None:
    fight, book = heard()
    fight.order("foes", "pass")
    fight.order("players", "dodge", "duel/strike.answer")
    fight.cancel_orders("foes")
    fight.seat({"foes": "greedy"})
    fight.save(tmp_path / "fight.jsonl")

    assert book.read().seats() == fight.seats
    assert journal.read(tmp_path / "fight.jsonl").seats() == fight.seats
    assert book.reopened().timeline.orders == fight.timeline.orders
    assert fight.seats["foes"] == "greedy"


def test_people_who_take_over_a_loaded_fight_are_told_of() -> None:
    _, book = heard(seats={"foes": "greedy"})
    again = book.reopened()

    assert again.seats == {"players": "human", "foes": "human", "gm": "default"}
    assert again.journal.header["seats"]["foes"] == "greedy"
    assert again.journal.entries[-1] == {"seats": {"foes": "human"}}


# -- who answers ---------------------------------------------------------------------------------


def test_the_seat_that_answered_is_in_the_journal() -> None:
    fight = duel()
    fight.choose("strike bob", seat="players")
    fight.choose("parry")
    fight.choose("keep" if fight.choice.rule == "duel/harm.press" else fight.choice.fallback)
    answers = [one for line in fight.journal.entries for one in line.get("answers", [])]

    assert answers[0]["seat"] == "players"
    assert answers[0]["from"] == "players"
    assert "from" not in answers[1]


def test_a_seat_that_is_not_asked_is_refused_and_nothing_changes() -> None:
    fight = duel()
    before = state(fight), fight.journal.text()
    with pytest.raises(IllegalError, match="Can't answer: foes is not asked here, but players"):
        fight.choose("strike bob", seat="foes")
    with pytest.raises(InvalidError, match=r'found the seat "players2".*did you mean players'):
        fight.choose("strike bob", seat="players2")

    assert (state(fight), fight.journal.text()) == before


def shared(_: object = None) -> tuple[Duel, Any]:
    setup = face_to_face()
    for member in setup.members:
        member.seats = 3
    return Duel(), setup


def test_of_several_seats_the_one_that_answered_is_known() -> None:
    fight = Fight(*shared(), 3)
    assert fight.choice.seats == ["players", "foes"]
    fight.choose("guard", seat="foes")
    (answer,) = [one for line in fight.journal.entries for one in line.get("answers", [])]
    result = replay.again(fight.journal, "shared", shared)

    assert (answer["seat"], answer["from"]) == ("players/foes", "foes")
    assert result.difference is None
    assert result.fight.journal.text() == fight.journal.text()


def test_a_recorded_seat_that_was_not_asked_is_a_difference() -> None:
    fight = duel()
    fight.choose("guard", seat="players")
    read = fight.journal
    line = next(one for one in read.entries if one.get("answers"))
    line["answers"][0]["from"] = "foes"
    result = replay.again(read, "fight", facing)

    assert result.difference is not None
    assert "foes is not asked here" in str(result.difference)


# -- resumed in the middle ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_resumed_from_state_and_open_step_is_the_one_that_was_played(seed: int) -> None:
    fight = eventful(seed)
    text = fight.snapshot().text()
    resumed = replay.resume(journal.parse(text.encode(), "snapshot"), opener=opener)

    def now(one: Fight) -> tuple[object, ...]:
        keys = one.choice.keys if one.asking else []
        return one.digest, one.combat.key(), keys, str(one.dice_wanted), one.outcome, one.seats

    assert now(resumed) == now(fight)
    for number in range(20):
        if fight.over:
            break
        keys = fight.choice.keys
        for one in (fight, resumed):
            one.choose(keys[(number * 3 + 1) % len(keys)])
            if number % 6 == 5:
                one.undo()
        assert now(resumed) == now(fight)
    assert resumed.journal.entries[-1] == fight.journal.entries[-1]


@pytest.mark.parametrize("seed", range(4))
def test_lines_heard_since_lead_from_a_snapshot_to_the_fight(seed: int, tmp_path: Path) -> None:
    book = Book()
    fight = duel(skirmish(), seed, on_entry=book)
    for number in range(6):
        keys = fight.choice.keys
        fight.choose(keys[(number * 5 + 2) % len(keys)])
    snapshot, since = fight.snapshot(), len(book.lines)
    for number in range(6):
        keys = fight.choice.keys
        fight.choose(keys[(number * 5 + 1) % len(keys)])
    heard: list[Entry] = []
    resumed = replay.resume(snapshot, book.lines[since:], opener=opener, on_entry=heard.append)

    assert state(resumed)[:4] == state(fight)[:4]
    assert heard == []
    for one in (fight, resumed):
        one.choose(one.choice.fallback)
    assert heard[-1] == book.lines[-1]
    resumed.save(tmp_path / "resumed.jsonl")
    assert state(replay.load(tmp_path / "resumed.jsonl", opener=opener)) == state(resumed)


def test_what_came_before_a_snapshot_cannot_be_undone() -> None:
    fight = eventful(2)
    resumed = replay.resume(fight.snapshot(), opener=opener)
    while resumed.timeline.last_stop() is not None:
        resumed.undo()
    with pytest.raises(InvalidError, match="nothing to undo"):
        resumed.undo()


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "0" * 16},
        {"state": {}},
        {"take": "x"},
        {"seats": {"nobody": "human"}},
        {"orders": [1]},
        {"orders": [["nobody", "", "pass"]]},
        {"resumed": -1},
    ],
)
def test_a_snapshot_that_does_not_fit_is_refused(change: dict[str, object]) -> None:
    snapshot = eventful(2).snapshot()
    snapshot.entries[0] |= change
    read = journal.parse(snapshot.text().encode(), "snapshot")
    with pytest.raises(InvalidError, match="snapshot: line 2: "):
        replay.resume(read, opener=opener)


def test_a_fight_is_resumed_at_its_beginning_only() -> None:
    fight = eventful(2)
    lines = [*fight.journal.entries[:3], *fight.snapshot().entries]
    with pytest.raises(InvalidError, match="before its first step only"):
        replay.resume(journal.Journal(fight.journal.header, lines), opener=opener)
