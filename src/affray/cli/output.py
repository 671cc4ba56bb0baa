"""Where commands print, and whether they can write."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, Protocol

from rich.console import Console

REDRAWN: Final = 0.1  # seconds between two drawings of a progress bar


class Tell(Protocol):
    """Takes how far something is; most of what it is told is never drawn."""

    def __call__(
        self, done: int, total: int | None, words: Callable[[], str], stage: str = ""
    ) -> None:
        """Show how far it is, if it is time to draw again.

        Args:
            done: fights so far.
            total: fights in all; None if nobody knows.
            words: returns what is known so far: asked only if it is drawn.
            stage: what is under way; the time that is left is reckoned anew for each.
        """
        ...


def out() -> Console:
    """Return the console of what was asked for."""
    return Console(highlight=False, markup=False, emoji=False)


def err() -> Console:
    """Return the console of everything else."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def put_json(data: object) -> None:
    """Print data as JSON."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def put_line(data: object) -> None:
    """Print data as one line of JSON."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n")


@contextmanager
def progress_bar(*, estimate: bool = True) -> Iterator[Tell]:
    """Show on stderr, where that is a terminal, how far something is and what is known so far.

    It is drawn by whoever tells it: a thread that draws would keep worker processes from being
    forked.

    Args:
        estimate: whether the time that is left can be told.
    """
    console = err()
    if not console.is_terminal:
        yield _untold
        return
    from rich import progress  # only who watches needs it

    columns: list[progress.ProgressColumn] = [
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
    ]
    if estimate:
        columns.append(progress.TimeRemainingColumn())
    with progress.Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        task = bar.add_task("fights", total=None)
        drawn, last = 0.0, ""

        def tell(done: int, total: int | None, words: Callable[[], str], stage: str = "") -> None:
            nonlocal drawn, last
            now = monotonic()
            if stage == last and now - drawn < REDRAWN:
                return
            if stage != last:
                bar.reset(task)
            drawn, last = now, stage
            told = f"{stage}: {words()}" if stage else words()
            bar.update(task, completed=done, total=total, description=told, refresh=True)

        yield tell


def _untold(done: int, total: int | None, words: Callable[[], str], stage: str = "") -> None:
    """Take how far it is where nobody watches."""
