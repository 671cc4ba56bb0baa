"""What the other tests rely on to fail does fail: a wrong view, a page with a fault."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.barriers import barriers
from tests.web.browsing import Visits, drawn, duel, holds
from tests.web.serving import Server, example
from tests.web.test_browser_heard import tree

CLIENT = example("web_client")


class Told:
    """A socket from which a step comes."""

    def __init__(self, **step: Any) -> None:
        self.message = {
            "t": "step",
            "seq": 8,
            "set": {"a": 2},
            "choice": None,
            "turn": None,
            **step,
        }

    async def recv(self) -> str:
        return json.dumps(self.message)


@pytest.mark.parametrize(
    ("step", "fault"),
    [({"digest": "00000000"}, "not what the server shows"), ({"seq": 9}, "number is missing")],
)
def test_a_client_notices_a_wrong_view_and_a_missing_number(
    step: dict[str, Any], fault: str
) -> None:
    client = CLIENT.Client(Told(**step))
    client.view, client.seq = {"a": 1}, 7
    with pytest.raises(AssertionError, match=fault):
        asyncio.run(client.next())


def test_a_page_that_shows_something_else_fetches_it_anew(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.choice")
    page.evaluate(
        "globalThis.whole = 0; const hear = affray.line.heard;"
        " affray.line.heard = (one) => { if (one.t === 'full') whole++; hear(one) };"
        " affray.line.view.round = 77; affray.commit(affray.choice.default)"
    )
    holds(page, "whole === 1 && affray.view.round !== 77")
    assert visit.complaints  # it is told to who keeps the server, too
    visit.complaints.clear()


def test_a_page_that_complains_or_shuts_somebody_out_is_found(
    server: Server, browser: Browser
) -> None:
    visits = Visits(browser, server)
    table, seats = duel(server)
    page = visits(f"/t/{table}", seats=seats)
    holds(page, "affray.choice")
    drawn(page)
    assert not barriers(page)
    assert tree(page)
    page.evaluate("document.querySelector('.top').append(document.createElement('button'))")
    assert [one["id"] for one in barriers(page)] == ["button-name"]
    with pytest.raises(AssertionError):
        tree(page)
    # What would let in a script is blocked, and the block fails the test that caused it.
    page.evaluate("() => { try { document.body.innerHTML = '<b>x</b>' } catch { } }")
    page.evaluate("console.warn('not as it should be')")
    with pytest.raises(AssertionError):
        visits.close()
    assert any(["as it should be" in one for one in visits.complaints])
    assert any(["TrustedHTML" in one for one in visits.complaints])
