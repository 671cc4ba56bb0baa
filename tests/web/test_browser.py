"""The page in a real browser: fights by mouse, keys, touch and typing; every screen by axe."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.serving import Server

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Short, with heights, a reaction, targets and cells to choose.
DUEL = """
ruleset = "thrum"
id = "at-the-ford"
name = "At the Ford"

[map]
rows = [
  "PP....",
  "PP.,.1",
  "PP....",
]

[[side]]
id = "ferrymen"
name = "The Ferrymen"
seat = "players"
start = "players"
members = [{ id = "ansa-brock" }, { id = "sarn-ilvey" }]

[[side]]
id = "foes"
name = "A plinker"
seat = "foes"
members = [{ id = "plinker", at = [4, 1] }]
"""
ADVICE = """async () => {
  const page = affray, choice = page.choice
  if (!choice || page.sent || choice.kind === 'dice') return null
  let told
  try { told = await page.line.ask('advice') } catch { return null }
  if (page.choice !== choice) return null
  const groups = page.offered()
  const index = groups.findIndex((one) => one.options.some((o) => o.key === told.key))
  const option = choice.groups.flatMap((one) => one.options).find((o) => o.key === told.key)
  const target = (option.targets || []).find((one) => one !== choice.who)
  return { id: choice.id, key: told.key, index, default: choice.default,
    at: option.cell || page.view.units[target]?.at || null }
}"""


def chromium() -> str:
    """Return an installed Chromium."""
    named = os.environ.get("CHROMIUM", "")
    found = named or next((path for path in map(shutil.which, NAMES) if path), "")
    assert found, "no Chromium found: install one (apt-get install chromium) or set CHROMIUM=PATH"
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page as somebody who holds seats; what it complains of fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(
        path: str = "/",
        *,
        seats: dict[str, str] | None = None,
        active: tuple[str, ...] = ("players",),
        size: tuple[int, int] = (1280, 800),
        touch: bool = False,
        theme: str = "light",
        owner: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch
        )
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console",
            lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None,
        )
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        page.goto(f"{server.base}/static/x/mark.svg")
        page.evaluate(
            "([name, value]) => localStorage.setItem(name, value)", ["affray.theme", f'"{theme}"']
        )
        if owner:
            page.evaluate(
                "(value) => localStorage.setItem('affray.owner', JSON.stringify(value))",
                server.owner,
            )
        if seats is not None:
            held = {path.rpartition("/")[2]: {"seats": seats, "active": [*active], "at": 1}}
            page.evaluate(
                "(value) => localStorage.setItem('affray.tables', JSON.stringify(value))", held
            )
        page.goto(f"{server.base}{path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def duel(server: Server, **fields: Any) -> tuple[str, dict[str, str]]:
    return server.table(DUEL, file="at-the-ford.toml", **fields)


def play(page: Page, choose: Callable[[Page, dict[str, Any]], None], most: int = 200) -> None:
    """Play to the end; ``choose`` does what is advised in its own way."""
    for _ in range(most):
        page.wait_for_function(
            "() => affray.view && (affray.view.over || (affray.choice && !affray.sent))",
            timeout=20_000,
        )
        if page.evaluate("affray.view.over"):
            return
        advice = page.evaluate(ADVICE)
        if advice is None:
            continue
        choose(page, advice)
        page.wait_for_function(
            "(id) => affray.view.over || affray.choice?.id !== id", arg=advice["id"], timeout=20_000
        )
    raise AssertionError("the fight does not end")


def chosen(page: Page, advice: dict[str, Any]) -> bool:
    return bool(page.evaluate("affray.sel.key || ''") == advice["key"])


def by_pointing(page: Page, advice: dict[str, Any], press: Callable[[Any], None]) -> None:
    """Choose with a pointer: what, then where, then the button."""
    if advice["index"] < 0:
        press(page.locator(".commit .btn").last)
        return
    if not chosen(page, advice):
        act = page.locator(".do .acts .act").nth(advice["index"])
        if not act.is_visible():
            press(page.locator(".act.more"))
        press(act)
    if not chosen(page, advice) and advice["at"]:
        x, y = advice["at"]
        press(page.locator(f'.cells [data-x="{x}"][data-y="{y}"]'))
    if not chosen(page, advice):
        words = advice["key"].replace("-", " ")
        press(page.get_by_role("button", name=words[:1].upper() + words[1:], exact=True).first)
    assert chosen(page, advice)
    press(page.locator("#go"))


def test_a_fight_by_mouse(server: Server, visit: Callable[..., Page]) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    play(page, lambda here, advice: by_pointing(here, advice, lambda one: one.click()))
    page.get_by_role("link", name="Watch it again").click()
    page.get_by_text("verified").wait_for()


def test_a_fight_by_touch_on_a_small_phone(server: Server, visit: Callable[..., Page]) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    play(page, lambda here, advice: by_pointing(here, advice, lambda one: one.tap()))


def test_a_fight_by_the_keyboard_alone(server: Server, visit: Callable[..., Page]) -> None:
    def choose(page: Page, advice: dict[str, Any]) -> None:
        keys = page.keyboard
        if advice["index"] < 0 or advice["index"] > 8:
            keys.press("e")
        elif not chosen(page, advice):
            keys.press(str(advice["index"] + 1))
        page.wait_for_timeout(40)
        for _ in range(60):
            if chosen(page, advice):
                break
            keys.press("t")
        assert chosen(page, advice), advice
        page.locator("#go").focus()
        keys.press("Enter")

    table, seats = duel(server)
    play(visit(f"/t/{table}", seats=seats), choose)


def test_a_fight_by_typed_keys_alone(server: Server, visit: Callable[..., Page]) -> None:
    def choose(page: Page, advice: dict[str, Any]) -> None:
        page.keyboard.press("/")
        page.keyboard.type(advice["key"])
        page.keyboard.press("Enter")
        page.evaluate("document.activeElement.blur()")

    table, seats = duel(server)
    play(visit(f"/t/{table}", seats=seats), choose)


def test_the_board_is_walked_by_arrows_and_says_where_one_is(
    server: Server, visit: Callable[..., Page]
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function("() => affray.choice")
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    here = page.locator(".cells [role=gridcell]:focus")
    assert "can be chosen: Place" in str(here.get_attribute("aria-label"))
    page.keyboard.press("Enter")
    assert page.evaluate("Boolean(affray.sel.key)")
    page.keyboard.press("Enter")
    page.wait_for_function("() => affray.log.some((one) => JSON.stringify(one).includes('stands'))")


def test_a_large_board_is_drawn_in_time_for_every_frame(
    server: Server, visit: Callable[..., Page]
) -> None:
    rows = "".join([f'  "{"." * 60}",\n' for _ in range(60)])
    groups = [
        ", ".join([f'{{ id = "{who}", at = [{x + dx}, {y}] }}' for x in range(10) for y in ys])
        for who, dx, ys in (("biffer", 0, (2, 4, 6)), ("plinker", 40, (30, 32, 34)))
    ]
    sides = "".join(
        [
            f'[[side]]\nid = "{one}"\nname = "{one}"\nseat = "{seat}"\nmembers = [{group}]\n'
            for one, seat, group in zip("ab", ("players", "foes"), groups, strict=True)
        ]
    )
    text = f'ruleset = "thrum"\nid = "big"\nname = "Big"\n[map]\nrows = [\n{rows}]\n{sides}'
    table, seats = server.table(text, file="big.toml", seats={"players": "me", "foes": "me"})
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function("() => affray.board?.cell")
    times = page.evaluate(
        """async () => {
          const times = []
          for (let k = 0; k < 40; k++) {
            const begun = performance.now()
            affray.board.draw(affray.view, { ...affray.marks(), spot: [k, k] })
            times.push(performance.now() - begun)
            await new Promise(requestAnimationFrame)
          }
          return times.sort((a, b) => a - b)
        }"""
    )
    assert times[20] < 16, times  # half of them within a frame, even here
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Whole board").click()


def test_a_reload_in_the_middle_of_a_question_and_a_takeover(
    server: Server, visit: Callable[..., Page]
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function("() => affray.choice")
    before = page.evaluate("[affray.choice.id, affray.line.seq, affray.choice.prompt]")
    page.reload()
    page.wait_for_function("() => affray.choice")
    assert page.evaluate("[affray.choice.id, affray.line.seq, affray.choice.prompt]") == before
    link = f"/t/{table}#s={seats['players']}"
    other = visit(link, size=(390, 844), touch=True)
    other.get_by_label("Your name").fill("Jo <b>")
    other.get_by_role("button", name="Sit down").tap()
    other.wait_for_function("() => affray.choice")
    assert other.url.endswith(f"/t/{table}")
    assert other.evaluate("affray.choice.id") == before[0]


def test_a_dead_line_is_told_and_comes_back_with_the_answer_kept(
    server: Server, visit: Callable[..., Page]
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function("() => affray.choice")
    page.evaluate("affray.line.connect = () => {}; affray.line.socket.close()")
    page.get_by_text("Offline.").wait_for()
    page.evaluate("affray.commit(affray.choice.default)")
    page.get_by_text("Your answer is kept").wait_for()
    before = page.evaluate("affray.line.seq")
    page.evaluate("delete affray.line.connect; affray.line.connect()")
    page.wait_for_function("(n) => affray.line.seq > n && !affray.line.waiting.size", arg=before)


def test_four_at_one_table_with_rulings_votes_dice_and_programs(
    server: Server, visit: Callable[..., Page]
) -> None:
    seats_for = {"players": "split", "foes": "link", "gm": "me"}
    table, seats = duel(server, seats=seats_for)
    at = f"/t/{table}"
    ansa = visit(at, seats=seats, active=("ansa-brock",))
    sarn = visit(at, seats=seats, active=("sarn-ilvey",))
    watch = visit(at, seats=seats, active=("watch",))
    master = visit(at, seats=seats, active=("gm",))
    for page in (ansa, sarn, watch, master):
        page.wait_for_function("() => affray.view")
    assert watch.locator(".do").count() == 0
    master.get_by_role("button", name="GM").click()
    master.get_by_role("button", name="Pause").click()
    ansa.get_by_text("has paused the fight").wait_for()
    master.get_by_role("button", name="Go on").click()
    master.get_by_label("Whom").select_option("plinker")
    master.get_by_label("New value").fill("1")
    master.get_by_label("Reason", exact=True).fill("Tired from the climb")
    master.get_by_role("button", name="Rule", exact=True).click()
    watch.get_by_text("Tired from the climb").first.wait_for()
    master.get_by_label("Who plays A plinker").select_option("greedy")
    ansa.get_by_role("button", name="Chat").click()
    ansa.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    ansa.get_by_role("button", name="Say", exact=True).click()
    sarn.get_by_role("button", name="Chat").click()
    sarn.locator(".chat").get_by_text("hello").wait_for()
    page = ansa if ansa.evaluate("Boolean(affray.choice)") else sarn
    other = sarn if page is ansa else ansa
    page.wait_for_function("() => affray.choice")
    seen = page.evaluate("affray.choice.id")
    page.evaluate("affray.commit(affray.choice.groups[0].options[0].key)")
    page.wait_for_function("(id) => affray.turn?.id !== id", arg=seen)
    for one in (master, other):
        one.evaluate("affray.settings.undo")
    other.get_by_role("button", name="Undo").click()
    page.get_by_text("asks to go back").wait_for()
    page.get_by_role("button", name="Refuse").click()
    other.locator("#toast").get_by_text("would rather not go back").wait_for()


def test_a_table_from_a_file_with_faults_and_without(
    server: Server, visit: Callable[..., Page]
) -> None:
    page = visit("/new", owner=True)
    page.get_by_text("The Broken Causeway").wait_for()
    wrong = DUEL.replace("plinker", "plonker").replace("[4, 1]", "[40, 1]")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": wrong.encode()}
    )
    page.get_by_role("alert").get_by_text("plonker").first.wait_for()
    chooser.set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": DUEL.encode()}
    )
    page.get_by_role("button", name="Start mine.toml").click()
    page.wait_for_function("() => globalThis.affray?.choice")
    assert page.get_by_role("heading", name="At the Ford").count() == 1


SIZES = {
    "light": ((320, 640), (768, 1024), (1440, 900)),
    "dark": ((390, 844), (1440, 900)),
    "contrast": ((390, 844), (1440, 900)),
}


@pytest.mark.parametrize("theme", [*SIZES])
def test_no_screen_shuts_anybody_out(
    server: Server, visit: Callable[..., Page], theme: str
) -> None:
    table, seats = duel(server, seats={"players": "me", "gm": "me"})
    over, over_seats = duel(server, seats={"players": "greedy"})
    page = visit(f"/t/{table}", seats=seats, theme=theme, owner=True)
    page.wait_for_function("() => affray.choice")

    def checked(what: str) -> None:
        for size in SIZES[theme]:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.wait_for_timeout(60)
            found = Axe().run(page).response["violations"]
            told = [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found]
            assert not told, (what, size, theme, told)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (what, size, "it scrolls sideways")

    checked("a question with cells")
    page.evaluate("affray.choose(affray.group().options[2], affray.group())")
    checked("an option chosen")
    page.evaluate("affray.open('log')")
    checked("the log")
    page.evaluate("affray.rule('roll.critical')")
    page.wait_for_function("() => affray.found.text")
    checked("a rule")
    page.evaluate("affray.drawer = ''; affray.rule_or_play()")
    page.get_by_label("Whom").select_option("plinker")
    page.get_by_label("New value").wait_for()
    checked("the game master's panel")
    page.goto(f"{server.base}/")
    page.get_by_text("At the Ford").first.wait_for()
    checked("the lobby")
    page.goto(f"{server.base}/new")
    page.get_by_role("button", name="The Broken Causeway").click()
    page.locator("#start").wait_for()
    checked("a new table")
    page.goto(f"{server.base}/t/{over}#s={over_seats['players']}")
    page.get_by_label("Your name").wait_for()
    checked("sitting down")
    page.evaluate(
        "([id, seats]) => localStorage.setItem('affray.tables', JSON.stringify("
        "{[id]: {seats, active: ['gm'], at: 1}}))",
        [over, over_seats],
    )
    page.goto(f"{server.base}/r/{over}")
    page.get_by_text("verified").wait_for()
    checked("a replay")


def test_the_checksum_is_the_same_in_the_browser(visit: Callable[..., Page]) -> None:
    from affray.web.views import checksum

    views = [
        {},
        {"b": [1, -2, 0], "a": {"z": "", "é": 'ü\u2028"\\/\n\t\x07', "Z": [[], {}]}},
        {"😀": "😀", "\ufffd": 1, "a-b": {"c d": "x\x7fy"}},
        {str(n): [n * k for k in range(n % 7)] for n in range(300)},
    ]
    page = visit("/")
    page.wait_for_function("() => globalThis.affray")
    build = page.evaluate("document.querySelector('script').src")
    found = page.evaluate(
        "async ([address, views]) => { const { digest } = await import(address);"
        " return views.map(digest) }",
        [build.replace("main.js", "net.js"), views],
    )
    assert found == [checksum(one) for one in views]
