"""The figures of the page: what is counted of a trace of Chromium's."""

from __future__ import annotations

import pytest
from rich.console import Console

from affray.web import uploads
from bench import web_pages
from bench.web import Figures
from bench.web_pages import Event, beyond, large, late_of, script_of, work_of


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

    assert script_of(events) == [1_500, 700]


def test_all_that_a_frame_takes_is_counted_with_what_is_no_script() -> None:
    events = [
        *[event("FireAnimationFrame", at) for at in (10_000, 26_000, 60_000)],
        event("RunTask", 11_000, 4_000, tdur=3_500),
        event("FunctionCall", 11_100, 2_000),  # within it
        event("RunTask", 27_000, 900),
        event("RunTask", 40_000, 500),
        event("RunTask", 41_000, 9_000, thread=2),  # not the page's
    ]

    assert work_of(events) == [3_500, 1_400]


def test_what_an_empty_page_does_is_no_fault_of_the_table() -> None:
    assert beyond([9.0, 30.0, 12.0], [10.0, 4.0, 1.0]) == 8
    assert beyond([1.0], [3.0]) == 0


def test_the_large_map_has_sixty_pieces_on_sixty_by_sixty_cells() -> None:
    fight = uploads.Brought(large(), "large.toml").fight(1)

    assert len(fight.combat.units) == 60
    assert (fight.combat.grid.width, fight.combat.grid.height) == (60, 60)


def test_frames_are_late_if_the_screen_was_refreshed_without_one() -> None:
    assert late_of([100.0, 116.7, 133.3, 166.7, 183.3]) == 25
    assert late_of([0.0, 20.0, 40.0]) == 0


@pytest.mark.parametrize(("found", "good"), [(2.0, True), (2.1, False)])
def test_what_does_not_hold_is_told(found: float, good: bool) -> None:
    out = Console(record=True, width=120)
    figures = Figures()
    figures.add("script", (found,), (2,), (1,))

    assert figures.told(out) == good
    assert ("does not hold: script" in out.export_text()) != good


def test_a_page_that_does_not_hold_ends_the_bench_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(server: object, browser: object, figures: Figures, *counts: int) -> None:
        figures.add("script", (2.1,), (2,), (1,))

    monkeypatch.setattr(web_pages, "measure", slow)
    monkeypatch.setattr("sys.argv", ["web_pages"])

    with pytest.raises(SystemExit) as ended:
        web_pages.main()
    assert ended.value.code == 1
