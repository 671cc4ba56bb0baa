"""A fight is on the disk while it is played: every answer before the next question.

The file lies in the user's state folder, or where --journal says. It is a journal whose last line
is missing as long as somebody plays; ``affray play FILE`` goes on with it in place.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final, Self

from affray.cli.faults import Left
from affray.core.errors import InvalidError
from affray.session.files import Entry, LineFile, resolved, unwritable
from affray.session.journal import Journal

CHANGES: Final = ("edit", "undo", "reroll", "seats", "order", "resumed")


class Autosave:
    """The file of a fight under way; it hears every line of the journal."""

    def __init__(self, path: Path, *, sync: bool = True) -> None:
        """Name a file that is made with the first answer, or by ``begin``.

        Args:
            path: where.
            sync: whether every line is to be on the disk before the fight goes on.
        """
        self.path = path
        self.sync = sync
        self.waiting: list[Entry] = []  # lines before the first answer
        self.file: LineFile | None = None
        self.count = 0  # lines after the header
        self.fault: InvalidError | None = None  # why the last line is not there

    def begin(self, *, force: bool = False) -> None:
        """Make the file now.

        Raises:
            InvalidError: it cannot be written, or something is there and is not to be overwritten.
        """
        try:
            goal = resolved(self.path)
            there = goal.is_file() and goal.stat().st_size > 0
        except (OSError, ValueError) as fault:
            raise unwritable(self.path, fault) from fault
        if there and not force:
            raise InvalidError([f"{self.path}: is there already; --force overwrites it"])
        self.file = LineFile(self.path, sync=self.sync)

    def go_on(self, journal: Journal) -> None:
        """Go on in the file from which a journal was read.

        Raises:
            InvalidError: it cannot be written.
        """
        try:
            self.file = LineFile(self.path, journal.whole)
        except InvalidError as fault:
            hint = "--journal FILE goes on elsewhere, --no-autosave without saving"
            raise InvalidError([f"{fault}; {hint}"]) from fault
        self.count = journal.lines
        for entry in journal.entries[journal.lines :]:  # a last line that was not ended
            self(entry)

    def copy(self, journal: Journal) -> None:
        """Begin with the lines of another file.

        Raises:
            InvalidError: it cannot be written.
        """
        for entry in [journal.header, *journal.entries]:
            self(entry)

    def __call__(self, entry: Entry) -> None:
        """Keep a line.

        Raises:
            InvalidError: it cannot be written.
        """
        if self.file is None:
            if not counts(entry):
                self.waiting.append(entry)
                return
            self._make()
        while self.waiting:
            self._add(self.waiting[0])
            del self.waiting[0]
        self._add(entry)

    def _make(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.begin()
        except OSError as fault:
            self.fault = unwritable(self.path, fault)
            raise self.fault from fault
        except InvalidError as fault:
            self.fault = fault
            raise

    def _add(self, entry: Entry) -> None:
        assert self.file is not None
        self.fault = None
        try:
            self.file.add(entry)
        except InvalidError as fault:
            self.fault = fault
            raise
        self.count += "affray" not in entry

    def close(self) -> None:
        """End the journal and close the file.

        Raises:
            InvalidError: its last lines could not be written.
        """
        if self.file is None:
            if self.fault is not None:
                raise self.fault
            return
        try:
            if self.fault is None:
                self.file.add({"end": self.count})
                self.file.flush()
        finally:
            self.file.close()
            self.file = None
        if self.fault is not None:
            raise self.fault


def counts(entry: Entry) -> bool:
    """Return whether a line holds anything that somebody decided."""
    return next(iter(entry)) in CHANGES or any(
        one["by"] == "person" for one in entry.get("answers", [])
    )


def usual_path(name: str, seed: int) -> Path:
    """Return where a fight is saved if nothing is said: a file that is not there yet."""
    word = re.sub(r"[^A-Za-z0-9._-]+", "-", Path(name).stem).strip("-.")[:60] or "fight"
    stem = f"{word}-{seed}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = state_folder() / "fights"
    path = folder / f"{stem}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.jsonl"
    return path


def state_folder() -> Path:
    """Return the folder for what programs of this user keep between runs."""
    stated = Path(os.environ.get("XDG_STATE_HOME", ""))
    if stated.is_absolute():
        return stated / "affray"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "affray"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "affray"
    return Path.home() / ".local" / "state" / "affray"


# -- leaving ---------------------------------------------------------------------------------------


class Leaving:
    """Turns signals that end a program into ``Left``, at the next question.

    What is under way when one comes is brought to its end first; a second one breaks it off.
    """

    SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")

    def __init__(self) -> None:
        self.asking = False
        self.heard = 0
        self.leave: Callable[[int], None] | None = None  # how a question is broken off
        self.usual: dict[int, object] = {}

    def __enter__(self) -> Self:
        """Listen, where this is the main thread."""
        with suppress(ValueError):
            for name in self.SIGNALS:
                number = getattr(signal, name, None)
                if number is not None:
                    self.usual[number] = signal.signal(number, self.listen)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let signals do again what they did before."""
        for number, usual in self.usual.items():
            signal.signal(number, usual)  # type: ignore[arg-type]  # what it gave itself

    def listen(self, number: int, frame: FrameType | None) -> None:
        """Note a signal; leave at once if a question waits, or if it is the second one."""
        if self.asking and self.leave is not None:
            self.leave(number)
            return
        if self.asking or self.heard:
            raise Left(number)
        self.heard = number

    def wait(self, ask: Callable[[], str], leave: Callable[[int], None] | None = None) -> str:
        """Return what ``ask`` hears.

        ``leave`` has it break off with ``Left`` when a signal comes; else that is raised at once.

        Raises:
            Left: a signal came, now or since the last time.
        """
        self.leave = leave
        self.asking = True
        try:
            if self.heard:
                raise Left(self.heard)
            return ask()
        finally:
            self.asking = False
