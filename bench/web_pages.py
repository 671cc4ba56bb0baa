"""Measure the page of the table in Chromium, and print it with the machine.

``python -m bench.web_pages [--loads 5] [--moves 160] [--rounds 3]``.

A server is started as people start it. A first visit to a table is timed over a line of 9 Mbit/s
and 170 ms with a quarter of the processor, as on a phone; its weight is what came over that line.
Then a way is drawn by a piece across a map of 60 by 60 cells with 60 pieces on it, at the full
speed of the processor and at a quarter. Frames and script come from Chromium's own trace.

A frame is late if the screen was refreshed without one since the frame before: told by the times
for which the browser makes its frames, as a page is handed them. The moment at which the page's
script is called within a frame says less, for moves of the mouse are dealt with before it.

A browser that is slowed down by its own means has script that takes milliseconds on a page that is
empty: the slowing stops its thread in the middle of whatever it does. So the same moves of the
mouse are made over an empty page by turns, and what the table takes is told beyond that. What a
frame takes of the page's thread altogether, script, style, layout and paint, is measured at full
speed, where no neighbour and no slowing is counted: a frame of 16.7 ms has room for it at a quarter
of the processor if it takes less than 4. The exit status is 1 if a figure does not hold.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    ViewportSize,
    sync_playwright,
)
from rich.console import Console

from bench.web import ENCOUNTER, WIDE, Figures, Server, part

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WINDOW: Final = ViewportSize(width=1280, height=800)
PHONE: Final = ViewportSize(width=390, height=844)
LATENCY: Final = 170.0  # ms there and back
BYTES: Final = 9e6 / 8  # a second
SLOW: Final = 4  # as slow as this
STEPS: Final = 6  # moves of the mouse from one cell to the next
PAUSE: Final = 0.008  # s between two moves of the mouse
LATE: Final = 20.0  # ms since the frame before: the screen was refreshed without one
SCRIPT: Final = {"FunctionCall", "EvaluateScript", "RunMicrotasks", "V8.GC_SCAVENGER"}
TASKS: Final = {"RunTask"}  # all of what a thread does is within one
ALONE: Final = {"players": "me", "foes": "me", "gm": "me"}
Event = dict[str, Any]

# Notes when the table can be played: the board is drawn, and who is asked what is told.
WATCH: Final = """
const ready = () => {
  if (globalThis.affray?.board?.cell && document.querySelector('.side section'))
    globalThis.readyAt = performance.now()
  else requestAnimationFrame(ready)
}
requestAnimationFrame(ready)
"""

PAINTED: Final = "performance.getEntriesByName('first-contentful-paint')[0].startTime"

# Asks for every frame and notes its time, so that the trace has them all, until it is said to rest.
FRAMES: Final = """() => {
  globalThis.resting = false
  globalThis.times = []
  const next = (time) => {
    globalThis.times.push(time)
    if (!globalThis.resting) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}"""
REST: Final = "() => { globalThis.resting = true; return globalThis.times }"

# Where on the window the piece stands that goes, then cells within its reach: once the board,
# which glides to that piece, stands still.
SPOTS: Final = """async () => {
  const { root } = affray.board
  affray.board.show(affray.mover.at, true)
  for (let still = 0, top = root.scrollTop; still < 10; still++) {
    await new Promise(requestAnimationFrame)
    if (root.scrollTop !== top) [still, top] = [0, root.scrollTop]
  }
  const middle = (at) => {
    const box = affray.board.element(at).getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  const seen = ([x, y]) => document.elementFromPoint(x, y)?.matches('[role=gridcell]')
  const cells = affray.choice.groups.filter((one) => one.verb === 'move')
    .flatMap((one) => one.options).filter((one) => one.cell).map((one) => middle(one.cell))
  return [middle(affray.mover.at), ...cells.filter(seen)]
}"""


def chromium() -> str:
    """Return an installed Chromium.

    Raises:
        SystemExit: there is none.
    """
    named = os.environ.get("CHROMIUM", "")
    found = named or next((path for path in map(shutil.which, BROWSERS) if path), "")
    if not found:
        raise SystemExit("no Chromium: install one (apt-get install chromium) or set CHROMIUM=PATH")
    return found


def large() -> str:
    """Return an encounter of 60 pieces on 60 by 60 cells."""
    rows = "".join([f'  "{"." * 60}",\n' for _ in range(60)])
    sides = ""
    for side, seat, who, x, ys in (
        ("crows", "players", "brannoch-vale", 6, (6, 9, 12)),
        ("bones", "foes", "bone-servant", 34, (30, 33, 36)),
    ):
        members = ", ".join(
            [
                f'{{ id = "{who}", at = [{x + 2 * k}, {y}], facing = "E" }}'
                for y in ys
                for k in range(10)
            ]
        )
        sides += (
            f'[[side]]\nid = "{side}"\nname = "{side}"\nseat = "{seat}"\nmembers = [{members}]\n'
        )
    return f'ruleset = "quest"\nid = "large"\nname = "Large"\n[map]\nrows = [\n{rows}]\n{sides}'


class Pointed:
    """A page, a line to its browser, and a mouse."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.link: CDPSession = context.new_cdp_session(self.page)

    def slowed(self, slow: int) -> None:
        """Give the page a part of the processor."""
        self.link.send("Emulation.setCPUThrottlingRate", {"rate": slow})

    def mouse(self, kind: str, at: list[float], *, held: bool = True) -> None:
        """Do something with the left button of the mouse at a place of the window.

        By the browser's own word: playwright's mouse runs script of its own in the page, for each
        move with a button held, and that would be counted.
        """
        button = "left" if held else "none"
        fields = {"type": kind, "x": at[0], "y": at[1], "button": button, "clickCount": 1}
        self.link.send("Input.dispatchMouseEvent", {**fields, "buttons": int(held)})

    def close(self) -> None:
        self.context.close()


class Visit(Pointed):
    """A page that nobody has opened before, as somebody who holds seats."""

    def __init__(
        self, browser: Browser, server: Server, table: str, seats: dict[str, str], slow: int = 1
    ) -> None:
        super().__init__(browser.new_context(viewport=PHONE if slow > 1 else WINDOW))
        kept = {table: {"seats": seats, "active": ["players", "foes"], "at": 1}}
        self.context.add_init_script(
            f"localStorage.setItem('affray.tables', {json.dumps(json.dumps(kept))});{WATCH}"
        )
        self.sent = 0
        self.others = 0
        self.base = server.base
        self.link.on("Network.requestWillBeSent", self._asked)
        self.link.on("Network.loadingFinished", self._came)
        self.link.send("Network.enable")
        if slow > 1:
            self.slowed(slow)

    def _asked(self, event: Event) -> None:
        self.others += not event["request"]["url"].startswith(self.base)

    def _came(self, event: Event) -> None:
        self.sent += event["encodedDataLength"]

    def on_a_phone_line(self) -> None:
        line = {"offline": False, "latency": LATENCY}
        line |= {"downloadThroughput": BYTES, "uploadThroughput": BYTES}
        self.link.send("Network.emulateNetworkConditions", line)

    def open(self, path: str) -> None:
        """Open a page of the server and wait until it can be used."""
        self.page.goto(f"{self.base}{path}")
        self.page.wait_for_function("() => globalThis.readyAt", timeout=120_000)


def begun(server: Server, **fields: Any) -> tuple[str, dict[str, str]]:
    """Begin a table; return its id and the tokens of its seats."""
    wanted = {"players": "me", "foes": "greedy", "gm": "me"}
    made = server.call("POST", "tables", {"seed": 1, "pace": 0, "seats": wanted, **fields})
    return made["id"], {one["seat"]: one["token"] for one in made["seats"]}


def first_visit(browser: Browser, server: Server, loads: int) -> tuple[float, float, int, int]:
    """Return first paint and readiness in ms, bytes that came and requests to others."""
    table, seats = begun(server, encounter=ENCOUNTER)
    painted: list[float] = []
    ready: list[float] = []
    sent = others = 0
    for _ in range(loads):
        visit = Visit(browser, server, table, seats, SLOW)
        visit.on_a_phone_line()
        visit.open(f"/t/{table}")
        painted.append(visit.page.evaluate(PAINTED))
        ready.append(visit.page.evaluate("readyAt"))
        sent, others = max(sent, visit.sent), others + visit.others
        visit.close()
    return part(painted, 0.5), part(ready, 0.5), int(sent), others


def to_a_way(page: Page) -> list[list[float]]:
    """Come to the question where to go; return where one goes from, and what is within reach."""
    for _ in range(80):
        page.wait_for_function("() => affray.choice && !affray.sent", timeout=60_000)
        if page.evaluate("affray.choice.kind === 'move'"):
            break
        page.evaluate(
            "affray.commit(affray.choice.groups.flatMap((one) => one.options)"
            ".find((one) => one.key === 'move')?.key || affray.choice.default)"
        )
        page.wait_for_function("() => !affray.sent", timeout=60_000)
    found: list[list[float]] = page.evaluate(SPOTS)
    return found


def dragged(
    browser: Browser, visit: Visit, spots: list[list[float]], moves: int
) -> tuple[list[Event], list[float]]:
    """Draw a way about the reach of a piece with the mouse; return its trace, its frames in ms.

    Raises:
        SystemExit: no way was drawn.
    """
    page = visit.page
    near = spots[1:25]
    page.evaluate(FRAMES)
    visit.mouse("mouseMoved", spots[0], held=False)
    visit.mouse("mousePressed", spots[0])
    drawn = traced(browser, visit, near, moves, held=True)
    times: list[float] = page.evaluate(REST)
    if not page.evaluate("affray.drawn?.length"):
        raise SystemExit("no way was drawn: nothing was measured")
    visit.mouse("mouseReleased", near[0])
    page.evaluate("affray.draw_way()")  # no more
    return drawn, times


def idled(
    browser: Browser, empty: Pointed, spots: list[list[float]], moves: int
) -> tuple[list[Event], list[float]]:
    """Move the mouse just so over an empty page; return its trace, its frames in ms."""
    empty.page.evaluate(FRAMES)
    moved = traced(browser, empty, spots[1:25], moves, held=False)
    times: list[float] = empty.page.evaluate(REST)
    return moved, times


def traced(
    browser: Browser, pointed: Pointed, near: list[list[float]], moves: int, *, held: bool
) -> list[Event]:
    """Move the mouse from cell to cell; return the trace of it."""
    pointed.page.bring_to_front()
    pointed.mouse("mouseMoved", near[0], held=held)
    browser.start_tracing(
        page=pointed.page,
        categories=["devtools.timeline", "disabled-by-default-devtools.timeline", "v8"],
    )
    for number in range(moves):
        begun, then = near[number // STEPS % len(near)], near[(number // STEPS + 1) % len(near)]
        share = number % STEPS / STEPS
        at = [a + (b - a) * share for a, b in zip(begun, then, strict=True)]
        pointed.mouse("mouseMoved", at, held=held)
        time.sleep(PAUSE)
    events: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def late_of(times: list[float]) -> float:
    """Return how many frames are late, in percent, by their times in ms."""
    return 100 * len([one for one, then in pairwise(times) if then - one > LATE]) / (len(times) - 1)


def script_of(events: list[Event]) -> list[float]:
    """Return what script took of the page's thread in each frame, in us."""
    return frames_of(events, SCRIPT)


def work_of(events: list[Event]) -> list[float]:
    """Return what each frame took of the page's thread altogether, in us."""
    return frames_of(events, TASKS)


def frames_of(events: list[Event], kinds: set[str]) -> list[float]:
    """Return what these kinds of work took of the page's thread in each frame, in us."""
    shown = [one for one in events if one["name"] == "FireAnimationFrame"]
    main, _ = Counter([(one["pid"], one["tid"]) for one in shown]).most_common(1)[0]
    mine = [one for one in events if (one["pid"], one["tid"]) == main]
    frames = sorted([one["ts"] for one in shown if (one["pid"], one["tid"]) == main])
    calls = sorted(
        [one for one in mine if one["name"] in kinds and one.get("ph") == "X"],
        key=lambda one: (one["ts"], -one.get("dur", 0)),
    )
    taken = [0.0] * (len(frames) - 1)
    over = frame = 0
    for one in calls:
        if one["ts"] < over:
            continue  # within another
        over = one["ts"] + one.get("dur", 0)
        while frame < len(taken) and frames[frame + 1] <= one["ts"]:
            frame += 1
        if frame < len(taken) and one["ts"] >= frames[0]:
            taken[frame] += one.get("tdur") or one.get("dur", 0)
    return taken


class Drawn:
    """What drawing took at one speed, and an empty page: a figure for each round."""

    def __init__(self) -> None:
        self.late: list[float] = []  # %
        self.script: list[float] = []  # ms, p99
        self.work: list[float] = []  # ms, p99
        self.frames = 0

    def add(self, events: list[Event], times: list[float]) -> None:
        """Take in a round: its trace, its frames in ms."""
        self.late.append(late_of(times))
        self.script.append(part(script_of(events), 0.99) / 1000)
        self.work.append(part(work_of(events), 0.99) / 1000)
        self.frames += len(times)


def drawing(
    server: Server, browser: Browser, slow: int, moves: int, rounds: int
) -> tuple[Drawn, Drawn]:
    """Return what drawing a way took at a part of the processor, and what an empty page did."""
    id, seats = begun(server, encounter=large(), file="large.toml", seats=ALONE)
    visit = Visit(browser, server, id, seats)
    visit.open(f"/t/{id}")
    spots = to_a_way(visit.page)
    empty = Pointed(browser.new_context(viewport=WINDOW))
    table, nothing = Drawn(), Drawn()
    for one in (visit, empty):
        one.slowed(slow)
    for _ in range(rounds):
        nothing.add(*idled(browser, empty, spots, moves))
        table.add(*dragged(browser, visit, spots, moves))
    visit.close()
    empty.close()
    return table, nothing


def beyond(found: list[float], floor: list[float]) -> float:
    """Return how much the median of what was found is over that of an empty page."""
    return max(part(found, 0.5) - part(floor, 0.5), 0.0)


def measure(
    server: Server, browser: Browser, figures: Figures, loads: int, moves: int, rounds: int
) -> None:
    """Measure all of it, a row for each figure."""
    painted, ready, sent, others = first_visit(browser, server, loads)
    figures.add(
        f"first visit, 9 Mbit/s, 170 ms, a quarter of the processor, median of {loads}:"
        " first paint / ready, ms",
        (painted, ready),
        (800, 1500),
        (500, 900),
        digits=0,
    )
    figures.add(
        "weight of a first visit with its headers, kB / requests to others",
        (sent / 1000, others),
        (90, 0),
        (60, 0),
        digits=0,
    )
    (whole, still), (quarter, slowed) = [
        drawing(server, browser, slow, moves, rounds) for slow in (1, SLOW)
    ]
    figures.add(
        "a way drawn on 60 x 60 with 60 pieces: all that a frame takes of the page's thread,"
        f" p99 at full speed, ms ({whole.frames} frames, median of {rounds} rounds)",
        (part(whole.work, 0.5),),
        (4,),
        (3,),
    )
    figures.add(
        "frames over 20 ms at full speed / a quarter, % (of an empty page's"
        f" {part(still.late, 0.5):.1f} / {part(slowed.late, 0.5):.1f})",
        (part(whole.late, 0.5), part(quarter.late, 0.5)),
        (1, 5),
        (0, 2),
    )
    figures.add(
        "script of a frame, p99, ms beyond an empty page's"
        f" ({part(still.script, 0.5):.1f} / {part(slowed.script, 0.5):.1f})",
        (beyond(whole.script, still.script), beyond(quarter.script, slowed.script)),
        (2, 4),
        (1, 2),
    )


def main() -> None:
    """Start a server and a browser, measure, and print it.

    Raises:
        SystemExit: with status 1 if a figure does not hold.
    """
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--moves", type=int, default=160)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        out.print(
            f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors,"
            f" Chromium {browser.version} without a graphics card;"
            f" load {os.getloadavg()[0]:.1f} at the start"
        )
        try:
            measure(server, browser, figures, wanted.loads, wanted.moves, wanted.rounds)
        finally:
            browser.close()
            server.kill()
    if not figures.told(out):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
