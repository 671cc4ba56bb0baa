"""Garbage is looked for when nobody is kept waiting.

A server of many tables holds millions of objects that stay, and Python stops everything to go
through all of them whenever a quarter more has come: a third of a second for 200 tables. What dies
young is still collected at once; all the rest only when no answer has come for a moment.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

NEVER: Final = 1_000_000  # collections of what is younger before all is gone through by itself
EVERY: Final = 60.0  # seconds between looks for a quiet moment
QUIET: Final = 2.0  # seconds without an answer
LATEST: Final = 900.0  # seconds after which it is done even so


@contextmanager
def held_off() -> Iterator[None]:
    """Return a block in which all is gone through only by ``sweep``."""
    young, middle, old = gc.get_threshold()
    gc.freeze()  # what was there before the first table stays to the end
    gc.set_threshold(young, middle, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


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
