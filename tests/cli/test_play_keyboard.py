"""Whole fights of every game by keyboard, at a terminal."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from affray.session import journal
from tests.cli.keyboard import Keyboard
from tests.cli.plainly import all_asked, lines_of

FIGHTS = (
    "icon/tollgate-ambush",
    "ingenuity/ash-chapel",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/hold-the-gate",
)


@pytest.fixture
def boards() -> Iterator[list[Keyboard]]:
    opened: list[Keyboard] = []
    yield opened
    for one in opened:
        one.close()


def saved(folder: Path) -> Path:
    (path,) = (folder / "affray" / "fights").iterdir()
    return path


@pytest.mark.parametrize("encounter", FIGHTS)
def test_a_whole_fight_is_played_by_keyboard(
    encounter: str, tmp_path: Path, boards: list[Keyboard]
) -> None:
    keyboard = Keyboard(encounter, "--seed", "1", state=tmp_path)
    boards.append(keyboard)
    page = keyboard.prompt()
    assert re.search(r"\n +0 +1 +2 +3 [^?]*\?", page)  # the board, then the first question

    given, _ = all_asked(encounter, 2)
    lines, _ = lines_of(encounter, given, 2)
    for number, line in enumerate(lines):
        keyboard.type(line)
        if number == 5:  # every answer is on the disk before the next question
            assert '"by": "person"' in saved(tmp_path).read_text("utf-8")
    assert "Round 3" in keyboard.shown
    keyboard.type("auto end")

    assert keyboard.ended() == 0
    assert re.search(r"(win|Nobody wins) after \d+ rounds?\.", keyboard.shown)
    assert journal.read(saved(tmp_path)).fault is None  # it is whole


def test_keys_are_completed_lines_come_back_and_a_broken_off_prompt_is_saved(
    tmp_path: Path, boards: list[Keyboard]
) -> None:
    keyboard = Keyboard("icon/tollgate-ambush", "--seed", "1", state=tmp_path)
    boards.append(keyboard)
    keyboard.prompt()

    assert "Orrin Vale starts at 0,6" in keyboard.type("space 0,6", end="\t\r")
    assert "Pell Ashby starts at" in keyboard.type("1; 1; 1")
    page = keyboard.type("rule turn.sl", end="\t\r")
    assert "slow" in page.lower()
    assert keyboard.type("\x1b[A").count("slow") >= 1  # the line before, again
    keyboard.type("", end="\x03")

    assert keyboard.ended() in (-2, 130)
    assert "saved: " in keyboard.shown
    assert "Traceback" not in keyboard.shown
    assert saved(tmp_path).exists()


def test_a_program_that_is_asked_to_end_saves_the_fight(
    tmp_path: Path, boards: list[Keyboard]
) -> None:
    keyboard = Keyboard("icon/tollgate-ambush", "--seed", "1", state=tmp_path)
    boards.append(keyboard)
    keyboard.prompt()
    keyboard.type("1")

    os.kill(keyboard.child, signal.SIGTERM)

    assert keyboard.ended() in (-signal.SIGTERM, 128 + signal.SIGTERM)
    assert "saved: " in keyboard.shown
    assert "Traceback" not in keyboard.shown
