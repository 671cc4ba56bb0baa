"""Count the instructions of fights: the measure that a busy machine does not disturb.

The same work takes the same number, to a few in a thousand. Two ways, tried in this order:

- callgrind, which runs a process on a processor of its own making: ``python -m bench.counted`` is
  run in it, and counts from a first to a second call of a few lines of C. It needs valgrind with
  its header, and a C compiler.
- the counter of the machine: Linux, x86-64; virtual machines often have none.

The two agree to some parts in a hundred, for a processor also counts what it does in between.
Where neither is there, nothing is counted and nothing is held.
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

OPEN: Final = 298  # the system call perf_event_open on x86-64
SIZE: Final = 112  # bytes of what it is asked
INSTRUCTIONS: Final = 1  # of the counters that hardware has
OURS_ALONE: Final = 1 << 5 | 1 << 6  # neither the kernel's nor a hypervisor's

FIGHTS: Final = 5  # of the reference encounter, played once before they are counted
HEADER: Final = Path("/usr/include/valgrind/callgrind.h")
SWITCH: Final = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(void) { CALLGRIND_STOP_INSTRUMENTATION; }
"""
LIBRARY: Final = "BENCH_SWITCH"  # the variable that tells the process in callgrind where that is


class _Asked(ctypes.Structure):
    """What is to be counted, as the kernel wants it: the fields after these stay 0."""

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("config", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
        ("sample_type", ctypes.c_uint64),
        ("read_format", ctypes.c_uint64),
        ("flags", ctypes.c_uint64),
        ("rest", ctypes.c_uint8 * (SIZE - 48)),
    )


def counted(game: str, work: Callable[[], object]) -> int:
    """Return how many instructions ``FIGHTS`` fights of a game take, -1 if nothing counts them.

    Args:
        game: which one.
        work: plays them, warmed up, for the counter of the machine.
    """
    found = in_callgrind("bench", game)
    return found if found >= 0 else instructions(work)


def able() -> bool:
    """Return whether instructions can be counted here."""
    return _callgrind() or instructions(int) >= 0


def _callgrind() -> bool:
    return bool(shutil.which("cc") and shutil.which("valgrind") and HEADER.exists())


def in_callgrind(what: str, game: str) -> int:
    """Return how many instructions callgrind counts, -1 if it is not there.

    Args:
        what: which work of ``bench.counted``.
        game: of which game.
    """
    if not _callgrind():
        return -1
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "switch.c")
        library = Path(folder, "switch.so")
        source.write_text(SWITCH)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        asked = ["valgrind", "--tool=callgrind", "--instr-atstart=no"]
        asked += [f"--callgrind-out-file={folder}/counts"]
        asked += [sys.executable, "-m", "bench.counted", what, game]
        told = subprocess.run(
            asked,
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, LIBRARY: str(library), "PYTHONHASHSEED": "0"},
        )
    found = re.search(r"Collected : (\d+)", told.stderr)
    return int(found[1]) if found is not None else -1


def instructions(work: Callable[[], object]) -> int:
    """Return how many instructions some work takes in this thread, -1 if they cannot be counted."""
    counter = _opened()
    if counter < 0:
        return -1
    try:
        before = _read(counter)
        work()
        return _read(counter) - before
    finally:
        os.close(counter)


def _opened() -> int:
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        return -1
    asked = _Asked(type=0, size=SIZE, config=INSTRUCTIONS, flags=OURS_ALONE)
    call = ctypes.CDLL(None, use_errno=True).syscall
    return int(call(OPEN, ctypes.byref(asked), 0, -1, -1, 0))


def _read(counter: int) -> int:
    return int.from_bytes(os.read(counter, 8), sys.byteorder)
