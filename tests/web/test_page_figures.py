"""The figures of the page: what is counted of a trace of Chromium's."""

from __future__ import annotations

from affray.web import uploads
from bench.web_pages import Event, large, script_of


def event(name: str, at: int, took: int = 0, thread: int = 1, **more: int) -> Event:
    return {"name": name, "ph": "X", "pid": 1, "tid": thread, "ts": at, "dur": took, **more}


def test_script_is_counted_once_in_the_frame_in_which_it_began() -> None:
    events = [
        *[event("FireAnimationFrame", at) for at in (10_000, 26_000, 60_000)],
        event("FunctionCall", 5_000, 900),  # before the first frame
        event("FunctionCall", 11_000, 2_000, tdur=1_500),
        event("RunMicrotasks", 11_500, 700),  # within it
        event("FunctionCall", 30_000, 300),
        event("RunMicrotasks", 40_000, 400),
        event("FunctionCall", 31_000, 9_000, thread=2),  # not the page's
        event("Layout", 41_000, 5_000),
    ]

    assert script_of(events) == ([16_000, 34_000], [1_500, 700])


def test_the_large_map_has_sixty_pieces_on_sixty_by_sixty_cells() -> None:
    fight = uploads.Brought(large(), "large.toml").fight(1)

    assert len(fight.combat.units) == 60
    assert (fight.combat.grid.width, fight.combat.grid.height) == (60, 60)
