"""What the page looks like, and whom it shuts out."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browsing import Visits, duel
from tests.web.serving import Server

SIZES = {
    "light": ((320, 640), (768, 1024), (1440, 900)),
    "dark": ((390, 844), (1440, 900)),
    "contrast": ((390, 844), (1440, 900)),
}


@pytest.mark.parametrize("theme", [*SIZES])
def test_no_screen_shuts_anybody_out(server: Server, visit: Visits, theme: str) -> None:
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
