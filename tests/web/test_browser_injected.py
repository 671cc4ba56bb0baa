"""Texts of players and of files that would be more than texts if the page let them."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from affray.web.seats import clean
from tests.web.browsing import DUELS, Visits, drawn, holds
from tests.web.serving import Server

# What does harm where it is taken for markup, script, address, style or template.
HARM = (
    "<img src=x onerror=hit()>",
    "<svg onload=hit()>",
    "<svg><animate onbegin=hit() attributeName=x dur=1s>",
    "<script>hit()</script>",
    "<iframe srcdoc='<script>top.hit()</script>'>",
    "<a href=javascript:hit()>x</a>",
    "<style>*{display:none}</style>",
    "<base href=//elsewhere.example>",
    "<meta http-equiv=refresh content=0;url=//elsewhere.example>",
    "<form action=javascript:hit()><button autofocus>x",
    "<details open ontoggle=hit()>x",
    "<template><img src=x onerror=hit()></template>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=hit()>",
    "javascript:hit()",
    "data:text/html,<script>hit()</script>",
    "${hit()}",
    "{{hit()}}",
    "#{hit()}",
    "<!--<img src=x onerror=hit()>-->",
    "]]><img src=x onerror=hit()>",
    "'; hit(); '",
    "'); DROP TABLE entry; --",
    "%3Cimg src=x onerror=hit()%3E",
    "&lt;img src=x onerror=hit()&gt;",
    "__proto__",
)
# Where it may stand within what somebody writes.
WITHIN = (
    "{}",
    '">{}',
    "'>{}",
    "</b>{}",
    "</p></li>{}",
    "--> {}",
    "*/ {}",
    "\\x3c!-- {}",
    "{} \\",
    "` {}",
    '" autofocus onfocus=hit() x="{}',
    "x\ty {}",
    "\u202e{}",
    "\u2028{}",
    "\ufeff{}",
    "a{}\u0000b",
    "{}\ud7ff",
    "<{}",
    "<<{}",
    "{}>",
)
CORPUS = [place.format(one) for one in HARM for place in WITHIN]

# What texts have made of a page, if more than texts: what was run, what stands there.
MADE = """() => {
  const wrong = 'img:not([src^="blob:"]), script, iframe, style, base, meta, form[action],'
    + ' template, math, animate, [onerror], [onload], [ontoggle], a[href^="javascript"]'
  return [globalThis.touched || [], [...document.querySelectorAll(`#page :is(${wrong})`)]
    .map((one) => one.outerHTML.slice(0, 200))]
}"""
SOME = 20  # texts at a time
# Said, as a name, as the reason of a ruling, typed, asked for: each is kept or refused.
SENDS = """([texts, first]) => {
  const tell = (message) =>
    affray.line.raw({ ...message, id: `injected${Math.random().toString(36).slice(2)}` })
  texts.forEach((text, k) => {
    tell({ t: 'say', text })
    if (k % 5) return
    tell({ t: 'seat', seat: 'players', name: text })
    tell({ t: 'gm', do: 'edit', path: 'plinker.fatigue', value: (k / 5) % 2, reason: text })
    tell({ t: 'gm', do: 'edit', path: text, value: text, reason: 'x' })
    tell({ t: 'answer', choice: affray.turn.id, option: text })
    tell({ t: 'ask', what: 'rules', ref: text })
  })
  tell({ t: 'say', text: `to ${first}` })
}"""


def guarded(page: Page) -> None:
    """Notice whatever is run that came from a text."""
    page.on("dialog", lambda one: one.dismiss())
    page.evaluate("() => { globalThis.hit = () => { globalThis.touched = [Error().stack] } }")


def test_no_text_of_five_hundred_is_more_than_a_text(server: Server, visit: Visits) -> None:
    assert len({*CORPUS}) == 500
    seed, encounter = DUELS["thrum"]
    for old, new in (
        ('name = "At the Ford"', CORPUS[0]),
        ('name = "Two plinkers"', CORPUS[20]),
    ):
        if old in encounter:
            encounter = encounter.replace(old, f"name = {json.dumps(new)}")
    seats: Any
    table, seats = server.table(
        encounter, file="thrum.toml", seed=seed, seats={"players": "me", "gm": "me"}
    )
    writes = visit(f"/t/{table}", seats=seats, active=("players", "gm"))
    reads = visit(f"/t/{table}", seats=seats, active=("foes", "gm"))
    for page in (writes, reads):
        holds(page, "affray.view && affray.turn")
        guarded(page)
    reads.get_by_role("button", name="Chat").click()

    for first in range(0, len(CORPUS), SOME):
        writes.evaluate(SENDS, [CORPUS[first : first + SOME], first])
        for page in (writes, reads):
            holds(page, "affray.chat.some((one) => one.text === given[0])", f"to {first}")
    drawn(reads)
    assert reads.locator(".chat li").count() == 200  # as many as are shown
    for page in (writes, reads):
        page.evaluate("affray.drawer = 'log'; affray.draw()")
        drawn(page)
        assert page.evaluate(MADE) == [[], []]
        name = clean(CORPUS[-5])
        holds(page, "affray.people.some((one) => one.name === given[0])", name)
        assert page.evaluate("affray.log.length") > 50

    # The same on the pages that list tables and replay them.
    for path in ("/", f"/r/{table}", "/new"):
        reads.goto(f"{server.base}{path}")
        guarded(reads)
        reads.locator("main").wait_for()
        drawn(reads)
        assert reads.evaluate(MADE) == [[], []]
