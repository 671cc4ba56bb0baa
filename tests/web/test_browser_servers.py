"""Pages at two servers that share a database: whoever holds the table may go, the page goes on."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import READY, Visits, duel, holds
from tests.web.postgres import Postgres
from tests.web.serving import Server

LEASE = 1500  # ms


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers on one PostgreSQL, as people start them; the test kills one."""
    postgres = Postgres().make()
    shared = {"AFFRAY_KEY": "one key for both", "AFFRAY_LEASE": f"{LEASE}"}
    both = [
        Server(tmp_path_factory.mktemp(name), postgres.url, **shared) for name in ("one", "other")
    ]
    with ThreadPoolExecutor() as pool:
        list(pool.map(Server.start, both))
    yield both
    for server in both:
        if server.process is not None and server.process.poll() is None:
            server.stop()
    postgres.end()


def answer(page: Page) -> int:
    """Give the usual answer; return the number of the step that came of it, once it is kept."""
    page.wait_for_function(READY)
    before = page.evaluate("affray.line.seq")
    page.evaluate("affray.commit(affray.choice.default)")
    holds(page, "affray.line.seq > given[0] && !affray.line.waiting.size", before)
    return int(page.evaluate("affray.line.seq"))


def test_a_page_goes_on_without_a_reload_when_another_server_takes_its_table(
    servers: list[Server], browser: Browser
) -> None:
    holder, other = servers
    table, seats = duel(holder, seats={"players": "me", "foes": "me"})
    here, there = Visits(browser, holder), Visits(browser, other)
    owner = here(f"/t/{table}", seats=seats, active=("foes", "players"))
    page = there(f"/t/{table}", seats=seats, active=("foes", "players"))
    for one in (owner, page):
        one.wait_for_function(READY)
        one.evaluate("globalThis.never_reloaded = true")
    assert other.call("GET", "health", token="")["sockets_piped"] == 1

    # What is answered at one server is seen at the other, both ways.
    first = answer(page)
    holds(owner, "affray.line.seq === given[0]", first)
    assert answer(owner) == first + 1
    holds(page, "affray.line.seq === given[0]", owner.evaluate("affray.line.seq"))
    page.wait_for_function(READY)
    before = page.evaluate("[affray.line.seq, affray.choice.id, affray.line.view]")

    # The table goes: the page says so, keeps what is answered meanwhile, and comes again by itself.
    holder.kill()
    page.locator(".banner").get_by_text("Offline.").wait_for()
    assert page.evaluate("[affray.line.seq, affray.choice.id, affray.line.view]") == before
    page.evaluate("affray.commit(affray.choice.default)")
    page.locator(".banner").get_by_text("Your answer is kept").wait_for()
    holds(page, "affray.line.seq === given[0] + 1 && !affray.line.waiting.size", before[0])
    answer(page)
    assert page.evaluate("globalThis.never_reloaded")
    expect(page.locator(".banner")).to_have_count(0)
    health = other.call("GET", "health", token="")
    assert (health["sockets_piped"], health["tables"]) == (0, 1)
    journal = other.call("GET", f"tables/{table}/journal", token=seats["gm"])
    assert journal.count('"answer"') >= 4

    here.complaints.clear()  # its server is gone
    here.close()
    there.close()
