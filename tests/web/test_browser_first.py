"""A first visit over a bad line: what comes late, and what does not come."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, Route

from tests.web.browsing import PATIENCE, Visits, duel, holds
from tests.web.serving import Server


class Held(Visits):
    """Visits whose pages fetch one script when, and as, they are let."""

    def __init__(self, browser: Browser, server: Server, script: str) -> None:
        super().__init__(browser, server)
        self.script = script
        self.asked: list[str] = []
        self.sockets: list[str] = []
        self.answer: Callable[[Route], None] | None = None
        self.waiting: list[Route] = []

    def prepared(self, page: Page) -> None:
        """Take the script of a page into one's own hands."""
        page.route(f"**/{self.script}*", self._take)
        page.on("websocket", lambda one: one.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        self.sockets.append(str(frame))

    def _take(self, route: Route) -> None:
        self.asked.append(route.request.url)
        if self.answer is None:
            self.waiting.append(route)
        else:
            self.answer(route)


def refused(number: int) -> Callable[[Route], None]:
    """Return what lets a number of requests fail, and then lets them pass."""
    left = [number]

    def answer(route: Route) -> None:
        left[0] -= 1
        if left[0] >= 0:
            route.abort()
        else:
            route.continue_()

    return answer


def missed(complaints: list[str]) -> list[str]:
    """Return what was complained of, without what the browser says of a request that failed."""
    return [one for one in complaints if "net::ERR_FAILED" not in one]


def test_the_table_is_heard_before_the_scripts_that_show_it_have_come(
    server: Server, browser: Browser
) -> None:
    visits = Held(browser, server, "table.js")
    table, seats = duel(server)
    page = visits("/static/x/mark.svg")
    visits.prepared(page)
    page.evaluate(
        "([id, seats]) => localStorage.setItem('affray.tables',"
        " JSON.stringify({ [id]: { seats, active: ['players'], at: 1 } }))",
        [table, seats],
    )
    page.goto(f"{server.base}/t/{table}", wait_until="commit")
    while not any(['"t":"full"' in one for one in visits.sockets]):
        page.wait_for_timeout(20)
    assert len(visits.waiting) == 1  # it has been asked for, and has not come
    assert not page.evaluate("Boolean(globalThis.affray?.view)")
    visits.waiting[0].continue_()
    holds(page, "affray.choice && affray.board?.cell")
    assert page.evaluate("affray.line.tries === 0 && affray.line.kept === null")
    assert len([one for one in visits.sockets if '"t":"welcome"' in one]) == 1
    visits.close()


def test_a_page_that_has_not_come_says_so_and_is_fetched_anew(
    server: Server, browser: Browser
) -> None:
    visits = Held(browser, server, "lobby.js")
    visits.answer = refused(1)
    table, seats = duel(server)
    page = visits("/static/x/mark.svg")
    visits.prepared(page)
    page.goto(f"{server.base}/t/{table}#s={seats['players']}")
    page.get_by_role("alert").get_by_text("The server does not answer").wait_for()
    assert seats["players"] not in page.url
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Sit down").click()  # the link was not lost
    holds(page, "affray.choice")
    assert not missed(visits.complaints)
    visits.complaints.clear()
    visits.close()


def test_the_panel_of_the_game_master_comes_after_a_line_that_broke(
    server: Server, browser: Browser
) -> None:
    visits = Held(browser, server, "gm.js")
    visits.answer = refused(2)
    table, seats = duel(server)
    page = visits(f"/t/{table}", seats=seats)
    visits.prepared(page)
    holds(page, "affray.choice")
    page.get_by_role("button", name="GM").click()
    page.locator("#toast").get_by_text("The server does not answer").wait_for()
    page.get_by_role("heading", name="Rule on").wait_for(timeout=PATIENCE)
    assert len(visits.asked) == 3
    page.get_by_role("button", name="Pause", exact=True).click()
    holds(page, "affray.paused")
    assert not missed(visits.complaints)
    visits.complaints.clear()
    visits.close()
