"""All garbage is gone through in quiet moments only."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from typing import Any

import pytest

from affray.web import collector


class Ring:
    """Something that only the collector can see to be of no use any more."""

    alive = 0

    def __init__(self) -> None:
        self.me = self
        Ring.alive += 1

    def __del__(self) -> None:
        Ring.alive -= 1


def test_nobody_is_kept_waiting_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "EVERY", 0.01)
    before, switch = gc.get_threshold(), sys.getswitchinterval()
    busy = {"at": 0.0}

    async def swept(seconds: float, alive: int) -> None:
        task = asyncio.create_task(collector.sweep(lambda: busy["at"]))
        until = time.monotonic() + seconds
        while Ring.alive != alive and time.monotonic() < until:
            await asyncio.sleep(0.005)
        task.cancel()

    with collector.held_off():
        assert gc.get_threshold() == (before[0], collector.NEVER, collector.NEVER)
        assert gc.get_freeze_count() > 0
        assert sys.getswitchinterval() == pytest.approx(collector.SWITCH)
        made: list[Any] = [Ring()]
        gc.collect()  # it is among what stays
        made.clear()
        busy["at"] = time.monotonic() + 60  # answers come
        asyncio.run(swept(0.1, 0))
        assert Ring.alive == 1
        monkeypatch.setattr(collector, "LATEST", 0.0)
        asyncio.run(swept(20, 0))
        assert Ring.alive == 0
        made.append(Ring())
        gc.collect()
        made.clear()
        monkeypatch.setattr(collector, "LATEST", 900.0)
        busy["at"] = 0.0
        asyncio.run(swept(20, 0))
        assert Ring.alive == 0
    assert gc.get_threshold() == before
    assert sys.getswitchinterval() == pytest.approx(switch)
    assert gc.get_freeze_count() == 0


def test_of_what_a_busy_server_makes_only_the_youngest_is_gone_through() -> None:
    seen: set[int] = set()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            seen.add(info["generation"])

    gc.callbacks.append(note)
    try:
        with collector.held_off():
            kept = [[number] for number in range(200_000)]
    finally:
        gc.callbacks.remove(note)
    assert len(kept) == 200_000
    assert seen == {0}
