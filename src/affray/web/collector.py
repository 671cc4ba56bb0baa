"""Threads and garbage keep nobody waiting who has answered.

A server of many tables holds millions of objects that stay, and Python stops everything to go
through all of them whenever a quarter more has come: a third of a second for 200 tables. What is
of middle age takes its time too, up to 50 ms for 500 tables, and next to nothing is found there:
a step replaces what steps before it have made, and hardly anything of it is in a ring. What dies
young is still collected at once; all the rest only when no answer has come for a moment.

A thread that computes lets go of the interpreter after 5 ms, and an answer needs it a dozen times
on its way from the socket to the disk and to everybody: it would wait each time.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

NEVER: Final = 1_000_000  # collections of what is younger before what is older is gone through
EVERY: Final = 60.0  # seconds between looks for a quiet moment
QUIET: Final = 2.0  # seconds without an answer
LATEST: Final = 900.0  # seconds after which it is done even so
SWITCH: Final = 0.0005  # seconds after which a thread that computes lets others go on


@contextmanager
def held_off() -> Iterator[None]:
    """Return a block in which threads soon take turns, and only ``sweep`` looks at what is old."""
    young, middle, old = gc.get_threshold()
    switch = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    gc.freeze()  # what was there before the first table stays to the end
    gc.set_threshold(young, NEVER, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()
        sys.setswitchinterval(switch)


async def sweep(busy_at: Callable[[], float]) -> None:
    """Collect garbage in quiet moments, for ever.

    Args:
        busy_at: returns when an answer was kept last, as ``time.monotonic`` counts.
    """
    last = time.monotonic()
    while True:
        await asyncio.sleep(EVERY)
        at = time.monotonic()
        if at - busy_at() >= QUIET or at - last >= LATEST:
            gc.collect()
            last = time.monotonic()
