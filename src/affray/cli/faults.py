"""How faults are told: one clear message for what people can mend, a report for bugs."""

from __future__ import annotations

import errno
import os
import shlex
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from affray import __version__
from affray.core.errors import AffrayError, IllegalError

if TYPE_CHECKING:  # only when there is a fight, or a fault, is it worth the time to import them
    from affray.session.fight import Fight

SAID_NO: Final = 1
WRONG: Final = 2
UNDECIDED: Final = 3  # what was expected is neither known to be so nor known not to be
BUG: Final = 70
INTERRUPTED: Final = 130
# What the machine, not we, cannot do: full or broken disks, files and terminals that are gone.
OUTSIDE: Final = (
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EACCES, errno.EPERM),
    *(errno.EMFILE, errno.ENFILE, errno.ENODEV, errno.ENXIO, errno.ESTALE),
)


class Left(BaseException):
    """Whoever plays is gone, or asked to go, by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Trace:
    """What a report of a bug should hold: set by commands as they come to know it."""

    def __init__(self) -> None:
        self.seed: int | None = None
        self.fight: Fight | None = None  # the fight under way
        self.saved: Path | None = None  # where it is saved

    def journal(self) -> str:
        """Return the journal of the fight under way, as far as it can be had."""
        if self.fight is None:
            return ""
        try:
            return f"\njournal:\n{self.fight.journal.text()}"
        except Exception as fault:  # it may be the very thing that is broken
            return f"\nno journal: {fault}\n"


trace = Trace()


@contextmanager
def told() -> Iterator[None]:
    """Turn every fault inside into a message on stderr and an exit status."""
    trace.seed = trace.fight = trace.saved = None
    try:
        yield
        sys.stdout.flush()
    except IllegalError as fault:
        complain(str(fault))
        raise typer.Exit(SAID_NO) from fault
    except AffrayError as fault:
        complain(str(fault))
        raise typer.Exit(WRONG) from fault
    except Left as fault:
        with suppress(OSError):  # perhaps the terminal is gone
            complain("interrupted")
        _give_up_output()
        raise typer.Exit(128 + fault.number) from fault
    except KeyboardInterrupt as fault:
        complain("interrupted")
        raise typer.Exit(INTERRUPTED) from fault
    except (typer.Exit, typer.Abort, BrokenPipeError):
        raise
    except OSError as fault:
        if fault.errno not in OUTSIDE:
            report(fault)
            raise typer.Exit(BUG) from fault
        _give_up_output()
        place = fault.filename or "the output cannot be written"
        complain(f"{place}: {fault.strerror}")
        raise typer.Exit(WRONG) from fault
    except Exception as fault:
        if hasattr(fault, "exit_code"):  # wrong usage: Typer tells it
            raise
        report(fault)
        raise typer.Exit(BUG) from fault


def _give_up_output() -> None:
    """Let what stdout could not take go nowhere, or Python complains of it once more at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)


def complain(message: str) -> None:
    """Print a message on stderr, its name before every line."""
    for line in message.splitlines() or [""]:
        plain = "".join([one if one.isprintable() else f"\\u{ord(one):04x}" for one in line])
        sys.stderr.write(f"affray: {plain}\n")


def report(fault: Exception) -> None:
    """Say that this is our fault, and leave what it takes to look into it in a file."""
    from affray.sim.batches import BrokenFightError

    details = traceback.format_exc()
    seed = trace.seed
    if isinstance(fault, BrokenFightError):
        details, seed = fault.trace, fault.seed
    head = f"affray {__version__}: {shlex.join(sys.argv)}\nseed: {seed}\n\n"
    where = _kept(head + details + trace.journal())
    name = "" if isinstance(fault, BrokenFightError) else f"{type(fault).__name__}: "
    complain(f"this is a bug in Affray, please report: {name}{fault}")
    if trace.saved is not None and trace.saved.exists():
        complain(f"the fight is saved: {trace.saved}")
    complain(f"seed {seed}; details and journal: {where}" if seed is not None else f"see {where}")


def _kept(text: str) -> str:
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="affray-bug-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write(text)
        return str(Path(file.name))
    except OSError as fault:
        return f"(no file could be written: {fault.strerror})"
