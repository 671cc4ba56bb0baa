"""The page of a replay: how the fight stood, what turned it, and what each seat saw."""

from __future__ import annotations

import affray
from tests.web.barriers import barriers
from tests.web.browsing import Visits, drawn, holds
from tests.web.serving import Server


def test_a_replay_tells_how_the_fight_stood_and_shows_what_a_seat_saw(
    server: Server, visit: Visits
) -> None:
    fight = affray.start("sovereign/pay-the-toll", seed=2)
    fight.auto({"players": "careless", "foes": "greedy", "gm": "greedy"})
    made = server.call("POST", "tables", {"journal": fight.journal.text()})
    seats = {one["seat"]: one["token"] for one in made["seats"]}
    page = visit(f"/r/{made['id']}", seats=seats, active=("gm",), size=(768, 1024))
    page.get_by_role("button", name="Work it out").click()
    holds(page, "affray.course?.known.size > 0")
    page.evaluate(  # as if all had been worked out
        "(() => { const it = affray.course; it.stop(); it.done = it.steps + 1;"
        " it.marks = ['luck', 'decision']"
        ".map((kind, k) => ({ kind, line: 3 + k, by: 1200, error: 300, runs: 200 }));"
        " affray.draw() })()"
    )
    page.get_by_role("button", name="Decision, step 4: +12").click()
    holds(page, "affray.at === 4")
    drawn(page)
    box = page.locator("svg.course").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
    holds(page, "affray.at === affray.data.frames.length")
    page.get_by_label("View as").select_option("foes")
    holds(page, "affray.data.as === 'foes' && affray.at === affray.data.frames.length")
    drawn(page)
    assert barriers(page) == []


def test_a_game_master_sees_as_a_seat_sees_and_comes_back(server: Server, visit: Visits) -> None:
    table, seats = server.table("thrum/broken-causeway", seats={"players": "me", "foes": "me"})
    page = visit(f"/t/{table}", seats=seats, active=("players",), size=(1280, 800))
    page.get_by_role("button", name="GM", exact=True).click()
    page.get_by_role("button", name="See as Spectators").click()
    page.get_by_text("You look on through the eyes of Spectators").wait_for()
    holds(page, "!affray.choice")
    drawn(page)
    assert barriers(page) == []
    page.get_by_role("button", name="Back to your view").click()
    holds(page, "!affray.looking")
