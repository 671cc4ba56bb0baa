"""A person before the page: small fights of each game, and ways to play them to the end."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.ford import AT_THE_FORD
from tests.web.serving import Server

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

# Each is over within a few decisions and has cells, targets and questions within a step to answer.
DUELS: Final = {
    "thrum": (
        1,
        AT_THE_FORD,
    ),
    "icon": (
        1,
        """
ruleset = "icon"
id = "at-the-stile"
name = "At the Stile"

[map]
rows = [
  "......",
  "..,1..",
  "......",
  "......",
]

[[side]]
id = "wardens"
name = "The wardens"
seat = "players"
start = [[1, 1], [1, 2], [0, 1]]
members = [{ id = "orrin-vale" }, { id = "mother-tansy" }]

[[side]]
id = "foes"
name = "Two scrappers"
seat = "foes"
start = [[4, 2], [4, 1]]
members = [{ id = "ragged-scrapper" }, { id = "ragged-scrapper" }]
""",
    ),
    "ingenuity": (
        1,
        """
ruleset = "ingenuity"
id = "at-the-well"
name = "At the Well"

[map]
rows = [
  "PP....",
  "PP.o..",
  "......",
]

[map.legend]
o = { kind = "low-cover", text = "a trough" }

[[side]]
id = "travellers"
name = "The travellers"
seat = "players"
start = "players"
members = [{ id = "boudica" }, { id = "agnessa" }]

[[side]]
id = "foes"
name = "A goblin"
seat = "foes"
members = [{ id = "goblin-cutter", at = [4, 1] }]
""",
    ),
    "quest": (
        1,
        """
ruleset = "quest"
id = "at-the-byre"
name = "At the Byre"

[map]
rows = [
  "......",
  "..,...",
  "......",
]

[[side]]
id = "crows"
name = "The crows"
seat = "players"
members = [
  { id = "brannoch-vale", at = [1, 1], facing = "E" },
  { id = "sil-fenwick", at = [0, 2], facing = "E" },
]

[[side]]
id = "foes"
name = "A servant"
seat = "foes"
members = [{ id = "bone-servant", at = [4, 1], facing = "W" }]
""",
    ),
    "sovereign": (
        3,
        """
ruleset = "sovereign"
id = "at-the-gate"
name = "At the Gate"
round_limit = 20

[map]
width = 8
height = 5
ground = [{ kind = "difficult", rects = [[3, 1, 3, 1]] }]

[[side]]
id = "watch"
name = "The watch"
seat = "players"
start = [[1, 2], [1, 1], [1, 3]]
members = [{ id = "maud-verrin" }, { id = "tilda-reyes" }]

[[side]]
id = "foes"
name = "A cutter"
seat = "foes"
start = [[5, 2], [5, 1]]
members = [{ id = "toll-cutter", count = 1 }]
""",
    ),
}

# What a program would do now, and where on the page that stands.
ADVICE: Final = """async () => {
  const page = affray, choice = page.choice
  if (!choice || page.sent || choice.kind === 'dice') return null
  let told
  try { told = await page.line.ask('advice') } catch { return null }
  if (page.choice !== choice) return null
  const holds = (group) => group.options.some((one) => one.key === told.key)
  const deeds = page.deeds()
  const index = deeds.findIndex((one) => one.groups.some(holds))
  const many = index >= 0 && deeds[index].groups.length > 1
  const way = many ? deeds[index].groups.findIndex(holds) : -1
  const option = choice.groups.flatMap((one) => one.options).find((o) => o.key === told.key)
  const named = option.targets || []
  const target = named.find((one) => one !== choice.who) || named[0]
  return { id: choice.id, key: told.key, index, way, default: choice.default,
    at: option.cell || page.view.units[target]?.at || null }
}"""

# What a device has kept before its first page comes.
KEPT: Final = """(kept) => {
  if (!location.protocol.startsWith('http') || localStorage.getItem('begun')) return
  localStorage.setItem('begun', 'by the test')
  for (const name in kept) localStorage.setItem(`affray.${name}`, JSON.stringify(kept[name]))
}"""

READY: Final = "() => affray.view && (affray.view.over || (affray.choice && !affray.sent))"
PATIENCE: Final = 60_000  # ms that a page may take on a machine that does much else

Advice = dict[str, Any]
Choose = Callable[[Page, Advice], None]


def chromium() -> str:
    """Return an installed Chromium."""
    named = os.environ.get("CHROMIUM", "")
    found = named or next((path for path in map(shutil.which, NAMES) if path), "")
    assert found, "no Chromium found: install one (apt-get install chromium) or set CHROMIUM=PATH"
    return found


class Visits:
    """Opens pages as people who hold seats; remembers what the pages complain of."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []

    def __call__(
        self,
        path: str = "/",
        *,
        seats: dict[str, str] | None = None,
        active: tuple[str, ...] = ("players",),
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        theme: str = "light",
        owner: bool = False,
        motion: bool = False,
        before: str = "",
    ) -> Page:
        """Open a page in a browser of its own.

        Args:
            path: of the page.
            seats: the tokens that this device holds for the table of the path.
            active: those of the seats that are sat in.
            size: of the window, in CSS pixels.
            touch: a finger instead of a mouse, and a phone's way of laying out.
            theme: light, dark or contrast.
            owner: whether the device belongs to the owner.
            motion: whether pieces walk.
            before: a function that is called before any script of the page.
        """
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        table = path.rpartition("/")[2].partition("#")[0]
        kept: dict[str, Any] = {"theme": theme}
        if owner:
            kept["owner"] = self.server.owner
        if seats is not None:
            kept["tables"] = {table: {"seats": seats, "active": [*active], "at": 1}}
        context.add_init_script(f"({KEPT})({json.dumps(kept)})")
        if before:
            context.add_init_script(f"({before})()")
        page = context.new_page()
        page.on("console", self._listen)
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.goto(f"{self.server.base}{path}")
        return page

    def _listen(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Close all pages.

        Raises:
            AssertionError: one of them complained.
        """
        for context in self.contexts:
            context.close()
        assert not self.complaints, self.complaints


def holds(page: Page, condition: str, *given: Any) -> None:
    """Wait until something is so on a page; ``given`` stands there as ``given[0]`` and so on.

    Whatever follows from a press, a key or a message comes when the machine comes to it.

    Raises:
        TimeoutError: it does not come to that, of playwright.
    """
    page.wait_for_function(f"(given) => {condition}", arg=given)


def drawn(page: Page) -> None:
    """Wait until all that is known is drawn.

    Raises:
        TimeoutError: no frame comes, of playwright (``evaluate`` would wait for ever).
    """
    page.wait_for_function(
        "() => new Promise((done) => requestAnimationFrame("
        "() => requestAnimationFrame(() => done(true))))"
    )


def duel(server: Server, game: str = "thrum", **fields: Any) -> tuple[str, dict[str, str]]:
    """Begin a small fight; return the table's id and the tokens of its seats."""
    seed, text = DUELS[game]
    return server.table(text, file=f"{game}.toml", **{"seed": seed, **fields})


def play(page: Page, choose: Choose, most: int = 120) -> int:
    """Play to the end; ``choose`` does what is advised in its own way.

    Returns:
        how many answers were given.
    """
    for answers in range(most):
        page.wait_for_function(READY)
        if page.evaluate("affray.view.over"):
            return answers
        advice = page.evaluate(ADVICE)
        if advice is None:
            continue
        drawn(page)
        choose(page, advice)
        holds(page, "affray.view.over || affray.choice?.id !== given[0]", advice["id"])
    raise AssertionError("the fight does not end")


def stands(page: Page, advice: Advice) -> str:
    """Return how far one has come: "done", "chosen", or "" for not yet."""
    return str(
        page.evaluate(
            "([id, key]) => affray.view.over || affray.sent || affray.choice?.id !== id ? 'done'"
            " : affray.sel.key === key ? 'chosen' : ''",
            [advice["id"], advice["key"]],
        )
    )


def by_pointing(press: Callable[[Locator], None]) -> Choose:
    """Return a way to choose with a pointer: what, then where, then the button."""

    def choose(page: Page, advice: Advice) -> None:
        if advice["index"] < 0:
            press(page.locator(".commit .btn").last)
            return
        if not stands(page, advice):
            act = page.locator(".do .acts .act").nth(advice["index"])
            if not act.is_visible():
                press(page.locator(".act.more"))
            press(act)
        if advice["way"] >= 0 and not stands(page, advice):
            press(page.locator(".ways .btn").nth(advice["way"]))
        if advice["at"] and not stands(page, advice):
            x, y = advice["at"]
            press(page.locator(f'.cells [data-x="{x}"][data-y="{y}"]'))
        if not stands(page, advice):
            press(page.locator(f'.ways [data-key="{advice["key"]}"]'))
        if stands(page, advice) == "chosen":
            press(page.locator("#go"))
        assert stands(page, advice), advice

    return choose


def by_keys(page: Page, advice: Advice) -> None:
    """Choose with keys alone: a number, then the next target until it is the right one, Enter."""
    keys = page.keyboard
    index = advice["index"]
    if index < 0:
        keys.press("e")
    elif 0 <= index < 9 and not stands(page, advice):
        keys.press(str(index + 1))
    elif not stands(page, advice):
        _walk_to(page, index)
        keys.press("Enter")
    if advice["way"] >= 0 and not stands(page, advice):
        keys.press(str(advice["way"] + 1))
    for key in ("t", "r"):
        for _ in range(90):
            if stands(page, advice):
                break
            keys.press(key)
    assert stands(page, advice), advice
    if stands(page, advice) == "chosen":
        keys.press("Enter")
        if stands(page, advice) == "chosen":  # the focus was on something else to press
            keys.press("Enter")


def _walk_to(page: Page, index: int) -> None:
    """Go to a deed farther down the list by F6 and Tab; what is folded away is unfolded."""
    keys = page.keyboard
    acts = "[...document.querySelectorAll('.acts .act')]"
    for _ in range(12):
        if page.evaluate("Boolean(document.activeElement.closest('.acts'))"):
            break
        keys.press("F6")
    way = "Tab"
    for _ in range(60):
        if page.evaluate(f"{acts}.indexOf(document.activeElement)") == index:
            return
        if way == "Tab" and page.evaluate("document.activeElement.matches('.act.more')"):
            keys.press("Enter")
            way = "Shift+Tab"
        keys.press(way)
    raise AssertionError(f"deed {index} is not reached by keys")


def by_typing(page: Page, advice: Advice) -> None:
    """Choose by the command line alone."""
    if page.evaluate("document.activeElement?.id") != "cmd":
        page.keyboard.press("/")
    page.keyboard.type(advice["key"])
    page.keyboard.press("Enter")
    if stands(page, advice) == "chosen":  # the end of a turn that wastes something asks once more
        page.keyboard.press("Enter")


FIGHTING: Final[dict[str, tuple[Choose, dict[str, Any]]]] = {
    "mouse": (by_pointing(lambda one: one.click()), {}),
    "touch": (by_pointing(lambda one: one.tap()), {"size": (360, 740), "touch": True}),
    "keyboard": (by_keys, {}),
    "typing": (by_typing, {}),
}
