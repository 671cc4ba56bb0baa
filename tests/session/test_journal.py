"""Journals: what is written plays again; whatever is wrong with one is said in one clear line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.session import journal, replay
from affray.session.fight import Fight
from affray.session.journal import Journal, dice_of, dice_words
from affray.session.replay import ReplayResult
from tests.core.duel import Duel, face_to_face, skirmish
from tests.session.test_fight import by_hand, duel, state, typed


def opener(_: Mapping[str, Any]) -> tuple[Ruleset, Setup]:
    return Duel(), skirmish()


def facing(_: Mapping[str, Any]) -> tuple[Ruleset, Setup]:
    return Duel(), face_to_face()


def eventful(seed: int = 1) -> Fight:
    """A fight with all that a journal can hold, stopped in the middle of a step."""
    fight = duel(skirmish(), seed)
    for number in range(30):
        if fight.over:
            break
        keys = fight.choice.keys
        fight.choose(keys[(number * 5 + 2) % len(keys)])
        if number % 9 == 4:
            fight.undo(2, same_dice=number % 2 == 0)
        if number % 9 == 6:
            fight.undo()
            fight.redo()
        if number == 12 and not fight.timeline.open.answers:
            fight.edit("cid.hp", 4, "a reason")
        if number == 20 and fight.dice:
            fight.reroll(1, 1, "cocked")
    return fight


@pytest.mark.parametrize("seed", range(12))
def test_a_saved_fight_is_loaded_exactly_and_goes_on_as_it_would_have(
    seed: int, tmp_path: Path
) -> None:
    fight = eventful(seed)
    fight.save(tmp_path / "fight.jsonl")
    loaded = replay.load(tmp_path / "fight.jsonl", opener=opener)

    assert state(loaded) == state(fight)
    assert loaded.journal.text() == fight.journal.text()
    for one in (fight, loaded):
        one.auto("greedy")
    assert state(loaded) == state(fight)


@pytest.mark.parametrize("seed", range(4))
def test_a_loaded_fight_can_be_undone_to_its_beginning(seed: int, tmp_path: Path) -> None:
    fight = eventful(seed)
    fight.save(tmp_path / "fight.jsonl")
    loaded = replay.load(tmp_path / "fight.jsonl", opener=opener)
    while fight.timeline.last_stop() is not None:
        fight.undo(same_dice=True)
        loaded.undo(same_dice=True)
        assert state(loaded) == state(fight)


def test_a_fight_with_typed_dice_waits_for_the_same_die_when_loaded(tmp_path: Path) -> None:
    fight = by_hand(face_to_face(), 6, 1)
    fight.choose("strike bob")
    fight.choose("parry")
    fight.give_die(4)
    fight.save(tmp_path / "fight.jsonl")
    loaded = replay.load(tmp_path / "fight.jsonl", opener=facing)

    assert state(loaded) == state(fight)
    typed(loaded, 1, 2)
    assert loaded.dice == ["d6 4", "d6 1", "d4 2"]


@pytest.mark.parametrize("seed", range(4))
def test_a_bots_fight_plays_again_line_by_line(seed: int, tmp_path: Path) -> None:
    fight = duel(skirmish(), seed, seats={"players": "random", "foes": "noisy"})
    fight.save(tmp_path / "fight.jsonl")
    result = replay.replay(tmp_path / "fight.jsonl", opener)

    assert result.same
    assert result.fight.outcome == fight.outcome
    assert result.fight.digest == fight.digest
    assert result.lines == len(fight.journal) + 2
    assert str(result) == f"{result.lines} lines, all as recorded"


def test_people_may_be_replaced_when_a_fight_is_loaded(tmp_path: Path) -> None:
    eventful().save(tmp_path / "fight.jsonl")
    loaded = replay.load(
        tmp_path / "fight.jsonl", opener=opener, seats={"players": "greedy", "foes": "greedy"}
    )

    assert loaded.over


def test_nobody_plays_on_while_a_fight_is_loaded(tmp_path: Path) -> None:
    """Not even the game master, if a person sat there."""

    def mastered(_: object = None) -> tuple[Ruleset, Setup]:
        setup = face_to_face()
        for member in setup.members:
            member.seats = 4
        return Duel(), setup

    fight = Fight(*mastered(), 3, seats={"gm": "human"})
    fight.choose("guard")
    fight.save(tmp_path / "fight.jsonl")

    assert state(replay.load(tmp_path / "fight.jsonl", opener=mastered)) == state(fight)
    assert replay.load(tmp_path / "fight.jsonl", opener=mastered).seats["gm"] == "human"


# -- faults --------------------------------------------------------------------------------------


def lines_of(fight: Fight) -> list[str]:
    return fight.journal.text().splitlines()


def told(lines: list[str], tmp_path: Path, *, anyway: bool = False) -> ReplayResult:
    path = tmp_path / "fight.jsonl"
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return replay.replay(path, opener, anyway=anyway)


def edited(line: str, change: Callable[[dict[str, Any]], object]) -> str:
    entry = json.loads(line)
    change(entry)
    return json.dumps(entry, ensure_ascii=False)


def finished() -> list[str]:
    return lines_of(duel(skirmish(), 5, seats={"players": "greedy", "foes": "greedy"}))


def first(lines: list[str], found: Callable[[dict[str, Any]], object]) -> int:
    return next(number for number, line in enumerate(lines) if found(json.loads(line)))


CHANGES: list[tuple[str, Callable[[dict[str, Any]], object], str]] = [
    ("a digest", lambda e: e.update(digest="0" * 16), "digest"),
    ("a face", lambda e: e["dice"].__setitem__(0, "d6 1"), ""),
    ("the sides of a die", lambda e: e["dice"].__setitem__(0, "d8 1"), ""),
    ("a die too many", lambda e: e["dice"].append("d6 1"), "dice"),
    ("a die too few", lambda e: e["dice"].pop(), ""),
    ("a key", lambda e: e["answers"][0].update(key="dance"), "answers[0].key"),
    ("an answer", lambda e: e["answers"][0].update(answer=4711), ""),
    ("who answered", lambda e: e["answers"][0].update(who="zoe"), "answers[0].who"),
    ("an answer too many", lambda e: e["answers"].append(e["answers"][0]), "answers"),
    ("an answer too few", lambda e: e["answers"].pop(), ""),
    ("an event", lambda e: e["events"][-1].update(name="nap"), "events"),
    ("an event too few", lambda e: e["events"].pop(), "events"),
    ("a round", lambda e: e.update(round=99), "round"),
    ("a number", lambda e: e.update(step=99), "step"),
]


@pytest.mark.parametrize(("what", "change", "place"), CHANGES, ids=[one[0] for one in CHANGES])
def test_the_first_line_that_differs_is_named_and_what_is_before_it_kept(
    what: str, change: Callable[[dict[str, Any]], object], place: str, tmp_path: Path
) -> None:
    lines = finished()
    number = first(
        lines, lambda e: len(e.get("dice", [])) > 1 and e.get("answers") and e["dice"][0] != "d6 1"
    )
    lines[number] = edited(lines[number], change)
    result = told(lines, tmp_path)

    assert result.difference is not None, what
    assert result.difference.line == number + 1
    assert result.difference.place.startswith(place)
    assert result.lines == number
    assert len(result.fight.timeline.done) >= number - 1
    assert result.fight.journal.text().splitlines()[1:number] == lines[1:number]
    with pytest.raises(InvalidError, match=rf"fight.jsonl: line {number + 1}: "):
        replay.load(tmp_path / "fight.jsonl", opener=opener)


@pytest.mark.parametrize("line", ["step", "undo", "redo", "edit", "open", "reroll"])
def test_a_changed_line_of_any_kind_is_noticed(line: str, tmp_path: Path) -> None:
    for seed in range(40):
        lines = lines_of(eventful(seed))
        numbers = [number for number, one in enumerate(lines) if number and line in json.loads(one)]
        if numbers:
            break

    def change(entry: dict[str, Any]) -> None:
        if line in ("undo", "reroll"):
            entry[line] = [entry[line][0] + 1, *entry[line][1:]]
        elif line == "edit":
            entry["value"] = 3
        elif line == "redo":
            entry["digest"] = "x"
        else:
            entry[line] += 1

    lines[numbers[0]] = edited(lines[numbers[0]], change)
    result = told(lines, tmp_path)

    assert result.difference is not None
    assert result.difference.line >= numbers[0] + 1


@pytest.mark.parametrize("cut", [1, 2, 5, -1])
def test_a_journal_cut_off_between_lines_keeps_what_is_there(cut: int, tmp_path: Path) -> None:
    lines = finished()[:cut]
    result = told(lines, tmp_path)

    assert result.difference is not None
    assert result.difference.line == len(lines) + 1
    assert "cut off" in str(result.difference)
    assert result.lines == len(lines)


def test_a_journal_cut_off_in_a_line_keeps_the_lines_before_it(tmp_path: Path) -> None:
    text = "\n".join(finished())
    path = tmp_path / "fight.jsonl"
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    result = replay.replay(path, opener)

    assert result.difference is not None
    assert "not JSON" in str(result.difference)
    assert result.lines == text[: len(text) // 2].count("\n")
    assert len(result.fight.timeline.done) >= result.lines - 1


@pytest.mark.parametrize("cut", [2, 30, 400, 1000])
def test_a_journal_that_is_cut_off_goes_on_from_its_last_whole_line(
    cut: int, tmp_path: Path
) -> None:
    path = tmp_path / "fight.jsonl"
    fight = eventful(3)
    raw = fight.journal.text().encode()
    path.write_bytes(raw[: len(raw) - cut])
    with pytest.raises(InvalidError, match=r"fight\.jsonl: line "):
        replay.load(path, opener=opener)
    loaded = replay.load(path, opener=opener, cut_off=True)
    read = journal.read(path)

    assert read.cut_off
    assert raw.startswith(path.read_bytes()[: read.whole])
    assert raw[: read.whole].count(b"\n") == read.lines + 1
    lines = fight.journal.text().splitlines()
    assert loaded.journal.text().splitlines()[: len(read) + 1] == lines[: len(read) + 1]


def test_a_journal_that_is_wrong_in_its_middle_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    lines = lines_of(eventful(3))
    lines[4] = lines[4][:-3]
    path.write_text("\n".join(lines))

    assert not journal.read(path).cut_off
    with pytest.raises(InvalidError, match=r"fight\.jsonl: line 5: "):
        replay.load(path, opener=opener, cut_off=True)


def test_lines_after_the_end_and_a_wrong_count_are_noticed(tmp_path: Path) -> None:
    lines = finished()
    for bad in ([*lines, lines[1]], [*lines[:-1], '{"end": 1}'], [*lines[:-2], lines[-1]]):
        result = told(bad, tmp_path)
        assert result.difference is not None
        assert result.difference.place == "end"


def test_another_seed_is_noticed_at_the_first_die(tmp_path: Path) -> None:
    lines = finished()
    lines[0] = edited(lines[0], lambda e: e.update(seed=99))
    result = told(lines, tmp_path)

    assert result.difference is not None
    assert result.difference.line == 2
    assert result.difference.place == "given"


@pytest.mark.parametrize("name", ["rules", "content", "ruleset", "start"])
def test_other_rules_or_content_are_the_first_difference(name: str, tmp_path: Path) -> None:
    lines = finished()
    lines[0] = edited(lines[0], lambda e: e.update({name: "other"}))
    result = told(lines, tmp_path)

    assert result.difference is not None
    assert (result.difference.line, result.difference.place) == (1, name)
    assert told(lines, tmp_path, anyway=True).same is (name != "start")
    assert ("--anyway plays it" in str(told(lines, tmp_path))) is (name in ("rules", "content"))


def former(lines: list[str]) -> list[str]:
    """What an Affray of the first format would have written: other numbers, events and digests."""
    found = []
    for line in lines:
        entry = json.loads(line)
        if "affray" in entry:
            entry |= {"format": 1, "start": "another"}
            del entry["version"]
        if "events" in entry:
            entry["events"] = [{"name": "hurt"}]
        if "digest" in entry:
            entry["digest"] = "another"
        for answer in entry.get("answers", []):
            answer["answer"] += 400_000_000
        found.append(json.dumps(entry))
    return found


def test_a_journal_of_the_first_format_is_played_by_its_keys(tmp_path: Path) -> None:
    fight = eventful()
    result = told(former(fight.journal.text().splitlines()), tmp_path)

    assert result.same, result
    assert state(result.fight) == state(fight)
    assert result.fight.journal.text() == fight.journal.text()
    assert str(result).endswith(
        "lines, dice and keys all as recorded (format 1: nothing else is compared)"
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"dice": ["d6 ', '"dice": ["d4 1", "d6 ', "expected what the rules allow"),
        ('"key": "strike ', '"key": "tickle ', "Can't read 'tickle "),
    ],
)
def test_what_no_longer_fits_in_a_journal_of_the_first_format_is_told(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    lines = former(finished())
    place = next(number for number, line in enumerate(lines) if old in line)
    lines[place] = lines[place].replace(old, new, 1)
    result = told(lines, tmp_path)

    assert result.difference is not None
    assert result.difference.line == place + 1
    assert said in str(result)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": "0.9"}, "it was written by Affray 0.9 with others than are installed"),
        ({"version": None}, "it was written by an Affray before 0.2 with others than are"),
        ({"version": "\u202e"}, "it was written by an Affray before 0.2 with others than are"),
    ],
)
def test_the_version_that_wrote_it_is_named(
    changes: dict[str, object], said: str, tmp_path: Path
) -> None:
    lines = finished()
    lines[0] = edited(lines[0], lambda e: e.update(changes | {"rules": 99}))

    assert said in str(told(lines, tmp_path))


def header(**changes: object) -> bytes:
    entry = json.loads(duel(skirmish()).journal.text().splitlines()[0])
    return json.dumps({**entry, **changes}).encode() + b"\n"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "found an empty file, expected the header of a journal"),
        (b"\n\n", "found an empty file"),
        (b"hello\n", 'line 1: found "hello", expected the header'),
        (b"[1, 2]\n", "expected the header"),
        (b'{"step": 1}\n', "expected the header"),
        (b"\xff\xfe\x00", "expected the header"),
        (b'{"affray": "journal", "format": 99}\n', "format 99, written by an Affray"),
        (b'{"affray": "journal", "format": 1}\n', "line 1: seed: found nothing, expected a"),
        (b"[" * 100_000, "expected the header"),
        (header(seats={"players": 7}), "found seats.players = 7, expected who sits where"),
        (header(seats=["players"]), "found seats = "),
        (header(seats={"nobody": "human"}), 'seats: found "nobody", expected players, foes, gm'),
        (header(fight="x"), 'line 1: fight: found "x", expected a whole number'),
        (header(dice=7), 'dice: found 7, expected "seeded", "real" or a list of names'),
        (header(dice=[["players"]]), "dice: found "),
        (header(dice=True), "dice: found true, expected"),
        (header(dice=["nobody"]), 'found the dice "nobody"'),
        (header(seed=None), "line 1: seed: found nothing, expected a whole number"),
        (header(seed=True), "line 1: seed: found true, expected a whole number"),
        (header(encounter=["x"]), 'encounter: found ["x"], expected a table'),
        (header(packs={}), "packs: found a table, expected a list of packs"),
        (header(packs=["x"]), "packs[0].name: found nothing, expected the plain name of a file"),
        (header(packs=[{"name": "..", "text": ""}]), 'packs[0].name: found "..", expected'),
        (header(packs=[{"name": "a", "text": 7}]), "packs[0].text: found 7, expected a text"),
        (header(version="\ud800"), "expected the header"),
        (b'{"affray": 1' + b"1" * 5000 + b"}\n", "expected the header"),
    ],
)
def test_what_is_no_journal_is_said_to_be_none(raw: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.jsonl"
    path.write_bytes(raw)

    with pytest.raises(InvalidError) as fault:
        replay.replay(path, opener)

    assert "fight.jsonl" in str(fault.value)
    assert said in str(fault.value)


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        '"step"',
        "",
        '{"step": "1"}',
        '{"step": 1, "dice": [], "answers": [], "events": []}',
        '{"step": 1, "dice": [], "answers": [5], "events": [], "digest": ""}',
        '{"step": 1, "dice": ["d6"], "answers": [], "events": [], "digest": ""}',
        '{"step": 1, "dice": ["d0 0"], "answers": [], "events": [], "digest": ""}',
        '{"undo": [1], "digest": ""}',
        '{"undo": [-1, 0, 0], "digest": ""}',
        '{"undo": [999, 0, 0], "digest": ""}',
        '{"redo": true, "digest": ""}',
        '{"edit": "nobody.hp", "value": 1, "reason": "", "digest": ""}',
        '{"edit": "ana.hp", "value": {"a": [1]}, "reason": "", "digest": ""}',
        '{"reroll": [0, 1, 99], "reason": ""}',
        '{"reroll": [99, 1, 1], "reason": ""}',
        '{"dance": 1}',
        '{"end": "x"}',
        '{"end": 0, "answers": 7}',
        '{"redo": true, "digest": "", "answers": 7}',
        '{"redo": true, "digest": "", "undo": 7}',
        '{"redo": true, "digest": "", "reroll": [1, [], {}]}',
        '{"redo": true, "digest": "", "step": 5}',
        '{"edit": "ana.hp", "value": 1, "reason": "", "digest": "", "undo": {}}',
        '{"edit": "ana.hp", "value": NaN, "reason": "", "digest": ""}',
        '{"undo": [true, 0, 0], "digest": ""}',
        '{"undo": [-1, -1, -1], "digest": ""}',
        '{"undo": [1e99, 0, 0], "digest": ""}',
        '{"reroll": [-1, 1, 1], "reason": ""}',
        '{"reroll": [0, -1, 1], "reason": ""}',
        '{"restore": 0, "digest": ""}',
        '{"restore": "0", "digest": ""}',
        '{"seats": {"players": 7}}',
        '{"seats": {"players": ""}}',
        '{"seats": {"nobody": "human"}}',
        '{"seats": ["players"]}',
        '{"order": ["nobody", "", "pass"]}',
        '{"order": ["players", ""]}',
        '{"order": [1, 2, 3]}',
        '{"order": ["players", "", 7]}',
    ],
)
def test_a_damaged_line_is_a_difference_never_a_crash(line: str, tmp_path: Path) -> None:
    lines = finished()
    lines[3] = line
    result = told(lines, tmp_path)

    assert result.difference is not None
    assert result.difference.line == 4
    assert result.lines == 3


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@given(st.integers(0, 40), st.sampled_from(["step", "dice", "answers", "events", "digest"]), JUNK)
@settings(max_examples=60)
def test_junk_in_any_place_is_a_difference_never_a_crash(
    place: int, name: str, junk: object
) -> None:
    lines = finished()
    number = 1 + place % (len(lines) - 2)
    changed = edited(lines[number], lambda e: e.update({name: junk}))
    if json.loads(changed) == json.loads(lines[number]):
        return
    lines[number] = changed
    read = journal.parse(("\n".join(lines) + "\n").encode(errors="replace"), "junk")
    result = replay.again(read, "junk", opener)

    assert result.difference is not None
    assert result.difference.line == number + 1


def test_a_file_that_cannot_be_read_is_one_clear_message(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"none\.jsonl: cannot be read: No such file"):
        replay.load(tmp_path / "none.jsonl")
    with pytest.raises(InvalidError, match="cannot be read"):
        replay.load(tmp_path)


# -- writing -------------------------------------------------------------------------------------


def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fight.jsonl"
    fight = duel()
    fight.save(path)
    before = path.read_text(encoding="utf-8")
    fight.choose("guard")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(InvalidError, match=r"fight\.jsonl: cannot be written: No space left"):
        fight.save(path)

    assert path.read_text(encoding="utf-8") == before
    assert [one.name for one in tmp_path.iterdir()] == ["fight.jsonl"]


def test_a_folder_that_is_not_there_is_one_clear_message(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="cannot be written: No such file"):
        duel().save(tmp_path / "no" / "fight.jsonl")


def test_every_line_is_json_and_says_what_it_is() -> None:
    fight = eventful(3)
    lines = [json.loads(line) for line in lines_of(fight)]

    assert lines[0]["affray"] == "journal"
    assert lines[0]["seed"] == 3
    assert lines[0]["seats"] == {"players": "human", "foes": "human", "gm": "default"}
    assert lines[-1] == {"end": len(lines) - 2}
    kinds = {next(iter(line)) for line in lines[1:]}
    assert {"step", "undo", "redo", "edit"} <= kinds <= set(journal.SHAPES)
    answers = [one for line in lines for one in line.get("answers", [])]
    assert all({"answer", "key", "seat", "who", "by", "dice"} == set(one) for one in answers)


def test_dice_are_read_as_they_are_written() -> None:
    assert dice_of(["d20 14", "d6 4 5 2"]) == [20014, 6004, 6005, 6002]
    assert dice_words([20014, 6004]) == ["d20 14", "d6 4"]
    for bad in ("d20", "20 4", "d6 7", "d6 0", "d6 x", "", "d0 0", "d6 4 9", "dd6 4", "d6 ٣x"):
        with pytest.raises(InvalidError, match="expected a die such as"):
            dice_of([bad])


def test_a_journal_counts_its_lines() -> None:
    assert len(Journal({}, [{"step": 1}])) == 1
