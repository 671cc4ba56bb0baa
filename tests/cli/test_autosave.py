"""Nothing that was played is lost, however the program ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import affray
from affray.cli.autosave import Autosave, usual_path
from affray.core.errors import InvalidError
from affray.session import journal, replay
from affray.session.files import LineFile
from tests.cli.conftest import Cli
from tests.cli.test_commands import DUEL
from tests.session.test_journal import former

HOME = str(Path(affray.__file__).parents[1])


@pytest.fixture
def yard(tmp_path: Path) -> str:
    path = tmp_path / "yard.toml"
    path.write_text(DUEL)
    return str(path)


def saved(folder: Path) -> Path:
    (path,) = (folder / "fights").iterdir()
    return path


def keys(path: Path) -> list[str]:
    """Return the keys that people answered with, in the order of the fight."""
    fight = replay.load(path, cut_off=True)
    answers = [one for made in fight.timeline.done for one in made.answers]
    answers += fight.timeline.open.answers
    return [one.key for one in answers if one.by == "person"]


# -- where ---------------------------------------------------------------------------------------


def test_a_fight_is_saved_in_the_users_folder_and_both_ends_say_where(
    cli: Cli, yard: str, state_folder: Path
) -> None:
    ran = cli("play", yard, "--seed", "4", typed="1\n1\n")
    path = saved(state_folder)

    assert path.name.startswith("yard-4-2")
    assert f"It is saved as you play: {path}" in ran.out
    assert ran.out.rstrip().endswith(f"saved: {path} (affray play goes on with it)")
    assert len(keys(path)) == 2
    assert cli("replay", str(path), "-q").status == 0


@pytest.mark.parametrize("last", ["quit\n", ""])
def test_leaving_loses_nothing(cli: Cli, yard: str, state_folder: Path, last: str) -> None:
    cli("play", yard, "--seed", "4", typed=f"1\n1\n{last}")

    assert len(keys(saved(state_folder))) == 2


def test_no_file_is_made_before_the_first_answer(cli: Cli, yard: str, state_folder: Path) -> None:
    ran = cli("play", yard, "--seed", "4", typed="board\nquit\n")

    assert not state_folder.exists()
    assert "\nsaved: " not in ran.out


def test_saving_may_be_switched_off_or_go_elsewhere(
    cli: Cli, yard: str, state_folder: Path, tmp_path: Path
) -> None:
    off = cli("play", yard, "--no-autosave", typed="1\nquit\n")
    there = cli("play", yard, "--journal", str(tmp_path / "here.jsonl"), typed="1\nquit\n")

    assert "saved" not in off.out
    assert f"saved: {tmp_path / 'here.jsonl'}" in there.out
    assert not state_folder.exists()
    both = cli("play", yard, "--no-autosave", "--journal", str(tmp_path / "x"))
    assert both.status == 2


@pytest.mark.parametrize("command", ["play", "run"])
def test_a_file_that_is_there_is_overwritten_only_by_force(
    cli: Cli, yard: str, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "here.jsonl"
    path.write_text("precious\n")
    refused = cli(command, yard, "--journal", str(path), typed="1\nquit\n")

    assert refused.status == 2
    assert "is there already; --force overwrites it" in refused.err
    assert path.read_text() == "precious\n"
    forced = cli(command, yard, "--journal", str(path), "--force", typed="1\nquit\n")
    assert forced.status == 0
    assert journal.read(path).fault is None


def test_a_program_at_the_other_end_is_told_where(cli: Cli, yard: str, state_folder: Path) -> None:
    ran = cli("play", yard, "--json", "--seed", "4", typed="end\n")
    first = json.loads(ran.out.splitlines()[0])

    assert Path(first["journal"]).parent == state_folder / "fights"
    assert json.loads(cli("play", yard, "--json", "--no-autosave").out.splitlines()[0]) == {
        "journal": None
    }


def test_names_of_files_are_plain_and_never_taken_twice(state_folder: Path) -> None:
    first = usual_path("../we ird/na\u202eme.toml", 5)
    assert first.parent == state_folder / "fights"
    assert first.name.startswith("na-me-5-")
    first.parent.mkdir(parents=True)
    for number in range(3):
        path = usual_path("x", 1)
        assert not path.exists()
        path.write_text(str(number))


# -- going on ------------------------------------------------------------------------------------


def test_a_saved_fight_goes_on_in_its_own_file(cli: Cli, yard: str, state_folder: Path) -> None:
    cli("play", yard, "--seed", "4", typed="1\n1\n")
    path = saved(state_folder)
    cli("play", str(path), typed="1\n")
    assert len(keys(path)) == 3
    cli("play", str(path), typed="undo\n")
    assert len(keys(path)) == 2
    assert cli("replay", str(path), "-q").status == 0
    assert len(list(path.parent.iterdir())) == 1


def test_a_saved_fight_may_go_on_elsewhere_or_nowhere(
    cli: Cli, yard: str, state_folder: Path, tmp_path: Path
) -> None:
    cli("play", yard, "--seed", "4", typed="1\n1\n")
    path, other = saved(state_folder), tmp_path / "other.jsonl"
    before = path.read_bytes()
    cli("play", str(path), "--journal", str(other), typed="1\n")
    cli("play", str(path), "--no-autosave", typed="1\n")

    assert path.read_bytes() == before
    assert len(keys(other)) == 3
    assert cli("replay", str(other), "-q").status == 0


@pytest.mark.parametrize("cut", [1, 9, 60, 300])
def test_a_file_that_was_cut_off_goes_on_after_its_last_whole_line(
    cli: Cli, yard: str, state_folder: Path, cut: int
) -> None:
    cli("play", yard, "--seed", "4", typed="1\n1\n1\n1\n")
    path = saved(state_folder)
    raw = path.read_bytes()
    path.write_bytes(raw[:-cut])
    before = keys(path)
    ran = cli("play", str(path), typed="1\nquit\n")

    assert ran.status == 0
    if cut > 1:  # else only the end of the last line is missing
        assert "its end is missing; it goes on after the" in ran.err
    assert len(keys(path)) == len(before) + 1
    assert cli("replay", str(path), "-q").status == 0


def test_a_file_of_the_first_format_stays_as_it_is_and_the_fight_goes_on_in_another(
    cli: Cli, yard: str, state_folder: Path, tmp_path: Path
) -> None:
    cli("play", yard, "--seed", "4", typed="1\n1\n1\n")
    lines = former(saved(state_folder).read_text().splitlines())
    old = tmp_path / "old.jsonl"
    old.write_text("\n".join(lines))
    saved(state_folder).unlink()
    ran = cli("play", str(old), typed="1\nquit\n")

    assert ran.status == 0
    assert "old.jsonl: is of format 1 and stays as it is; the fight goes on in " in ran.err
    assert old.read_text().splitlines() == lines
    assert len(keys(saved(state_folder))) == 4
    assert cli("replay", str(saved(state_folder)), "-q").status == 0


def test_a_file_that_is_wrong_in_its_middle_is_left_alone(
    cli: Cli, yard: str, state_folder: Path
) -> None:
    cli("play", yard, "--seed", "4", typed="1\n1\n1\n")
    path = saved(state_folder)
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:-4]
    path.write_text("\n".join(lines))
    before = path.read_bytes()
    ran = cli("play", str(path), typed="1\nquit\n")

    assert ran.status == 2
    assert "line 3" in ran.err
    assert path.read_bytes() == before


def test_a_fight_is_never_written_by_two_at_once(tmp_path: Path) -> None:
    first = LineFile(tmp_path / "a")
    first.add({"a": 1})
    with pytest.raises(InvalidError, match="another program is writing it"):
        LineFile(tmp_path / "a")
    assert (tmp_path / "a").read_text() == '{"a": 1}\n'
    first.close()
    LineFile(tmp_path / "a").close()


# -- full disks ----------------------------------------------------------------------------------


def test_a_disk_that_is_full_from_the_start_is_told_before_anything_is_played(
    cli: Cli, yard: str
) -> None:
    ran = cli("play", yard, "--seed", "4", "--journal", "/dev/full", typed="1\n1\n")

    assert ran.status == 2
    assert ran.out == ""
    assert ran.err == "affray: /dev/full: cannot be written: No space left on device\n"


def test_a_disk_that_fills_up_is_told_and_the_fight_goes_on(
    cli: Cli, yard: str, state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    written: list[int] = []

    def full(handle: int, data: bytes) -> int:
        written.append(len(data))
        if sum(written) > 6_000:
            raise OSError(28, "No space left on device")
        return write(handle, data)

    monkeypatch.setattr(os, "write", full)
    ran = cli("play", yard, "--seed", "4", typed="1\n" * 20 + "board\n")
    monkeypatch.undo()

    assert ran.status == 2
    told = f"{saved(state_folder)}: cannot be written: No space left on device"
    assert "".join(ran.out.split()).count("".join(told.split())) > 1
    assert ran.err == f"affray: {told}\n"
    assert keys(saved(state_folder))


def test_a_disk_that_is_full_for_a_while_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Autosave(tmp_path / "fights" / "fight.jsonl")
    fight = affray.start("thrum/broken-causeway", seed=3, on_entry=file)
    fight.choose(fight.choice.options[0])

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(InvalidError, match="No space left"):
        fight.choose(fight.choice.options[0])
    monkeypatch.undo()
    fight.choose(fight.choice.options[0])
    file.close()

    assert replay.load(file.path).digest == fight.digest
    assert replay.load(file.path).choice.keys == fight.choice.keys


def test_a_run_is_shown_though_its_journal_cannot_be_written(cli: Cli, yard: str) -> None:
    plain = cli("run", yard, "--seed", "4")
    ran = cli("run", yard, "--seed", "4", "--journal", "/dev/full")

    assert ran.status == 2
    assert ran.out == plain.out
    assert "/dev/full: cannot be written: No space left on device" in ran.err


def test_a_run_is_written_line_by_line(
    cli: Cli, yard: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.jsonl"
    seen: list[int] = []
    add = LineFile.add

    def counted(file: LineFile, entry: dict[str, Any]) -> None:
        add(file, entry)
        seen.append(path.read_bytes().count(b"\n"))

    monkeypatch.setattr(LineFile, "add", counted)
    cli("run", yard, "--seed", "4", "--journal", str(path))

    assert seen == list(range(1, len(seen) + 1))
    assert journal.read(path).fault is None


# -- signals and crashes -------------------------------------------------------------------------


class Playing:
    """A real process that plays, and what it prints."""

    def __init__(self, yard: str, folder: Path) -> None:
        self.path = folder / "fight.jsonl"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "affray", "play", yard, "--seed", "4", "--journal", self.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": HOME},
            text=True,
        )

    def type(self, line: str, done: Callable[[], bool]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        until = time.monotonic() + 30
        while not done():
            assert time.monotonic() < until
            time.sleep(0.02)

    def answered(self, count: int) -> bool:
        return self.path.exists() and self.path.read_text().count('"by": "person"') >= count

    def ended(self, number: int) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_loses_nothing(yard: str, tmp_path: Path, name: str) -> None:
    playing = Playing(yard, tmp_path)
    playing.type("1", lambda: playing.answered(1))
    playing.type("1", lambda: playing.answered(2))
    time.sleep(0.3)  # until the next question waits
    status, out, err = playing.ended(getattr(signal, name))

    assert status == 128 + getattr(signal, name)
    assert err == "affray: interrupted\n"
    assert f"saved: {playing.path}" in out
    assert len(keys(playing.path)) >= 2
    assert journal.read(playing.path).fault is None


def test_a_program_that_is_killed_loses_nothing_that_was_answered(
    cli: Cli, yard: str, tmp_path: Path
) -> None:
    playing = Playing(yard, tmp_path)
    playing.type("1", lambda: playing.answered(1))
    status, _, _ = playing.ended(signal.SIGKILL)
    before = keys(playing.path)
    ran = cli("play", str(playing.path), typed="1\n")

    assert status == -signal.SIGKILL
    assert before
    assert "its end is missing" in ran.err
    assert keys(playing.path)[: len(before)] == before
    assert len(keys(playing.path)) == len(before) + 1


def test_a_bug_leaves_the_fight_on_the_disk(
    cli: Cli, yard: str, state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from affray.session.timeline import Timeline

    step = Timeline.step

    def failing(timeline: Timeline) -> bool:
        if len(timeline.done) > 14:
            raise RuntimeError("a rule gone wrong")
        return step(timeline)

    monkeypatch.setattr(Timeline, "step", failing)
    ran = cli("play", yard, "--seed", "4", typed="1\n" * 30)
    monkeypatch.undo()

    assert ran.status == 70
    assert f"the fight is saved: {saved(state_folder)}" in ran.err
    assert keys(saved(state_folder))
    Path(ran.err.rpartition(": ")[2].strip()).unlink()
