"""Count the instructions of fights: the measure that a busy machine does not disturb.

The same work takes the same number, to a few in a thousand. Two ways, tried in this order:

- callgrind, which runs a process on a processor of its own making: ``python -m bench.counted`` is
  run in it, and says by calls of a few lines of C from where to where is to be counted. It needs
  valgrind with its header, and a C compiler.
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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

OPEN: Final = 298  # the system call perf_event_open on x86-64
SIZE: Final = 112  # bytes of what it is asked
INSTRUCTIONS: Final = 1  # of the counters that hardware has
OURS_ALONE: Final = 1 << 5 | 1 << 6  # neither the kernel's nor a hypervisor's

HEADER: Final = Path("/usr/include/valgrind/callgrind.h")
SWITCH: Final = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(const char *what) { CALLGRIND_DUMP_STATS_AT(what); CALLGRIND_STOP_INSTRUMENTATION; }
"""
COUNT: Final = re.compile(r"^desc: Trigger: Client Request: (\w+)$.*?^summary: (\d+)$", re.M | re.S)
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


def counted(game: str, works: Mapping[str, Callable[[], object]]) -> dict[str, int]:
    """Return how many instructions each work of a game takes; empty if nothing counts them.

    Args:
        game: which one.
        works: by the name that ``bench.counted`` has for it, what does it here, for the counter of
            the machine.
    """
    return in_callgrind(game, *works) or by_the_machine(works)


def able() -> bool:
    """Return whether instructions can be counted here."""
    return _callgrind() or instructions(int) >= 0


def _callgrind() -> bool:
    return bool(shutil.which("cc") and shutil.which("valgrind") and HEADER.exists())


def in_callgrind(game: str, *what: str) -> dict[str, int]:
    """Return how many instructions callgrind counts, by work; empty if it is not there.

    Args:
        game: which one.
        what: works of ``bench.counted``.
    """
    if not _callgrind():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "switch.c")
        library = Path(folder, "switch.so")
        source.write_text(SWITCH)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        asked = ["valgrind", "--tool=callgrind", "--instr-atstart=no"]
        asked += [f"--callgrind-out-file={folder}/counts"]
        asked += [sys.executable, "-m", "bench.counted", game, *what]
        subprocess.run(
            asked,
            check=True,
            capture_output=True,
            env={**os.environ, LIBRARY: str(library), "PYTHONHASHSEED": "0"},
        )
        told = [COUNT.search(path.read_text()) for path in Path(folder).glob("counts.*")]
    return {found[1]: int(found[2]) for found in told if found is not None}


def by_the_machine(works: Mapping[str, Callable[[], object]]) -> dict[str, int]:
    """Return how many instructions the machine counts, by work; empty if it has no counter."""
    counts: dict[str, int] = {}
    for name, work in works.items():
        work()
        count = instructions(work)
        if count < 0:
            return {}
        counts[name] = count
    return counts


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
