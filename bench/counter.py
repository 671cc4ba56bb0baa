"""Count the instructions that this process executes, where the machine lets it: Linux, x86-64.

Instructions are the measure that a busy machine does not disturb: the same work takes the same
number, to a few in a thousand. Virtual machines often have no counter; then nothing is counted.
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
from collections.abc import Callable
from typing import Final

OPEN: Final = 298  # the system call perf_event_open on x86-64
SIZE: Final = 112  # bytes of what it is asked
INSTRUCTIONS: Final = 1  # of the counters that hardware has
OURS_ALONE: Final = 1 << 5 | 1 << 6  # neither the kernel's nor a hypervisor's


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
