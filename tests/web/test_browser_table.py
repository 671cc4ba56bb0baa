"""What is told at the table before and beside playing: risks, reasons, numbers, hints, screens."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from affray.bots import LEVELS
from tests.web.browsing import DUELS, READY, Visits, drawn, duel, holds
from tests.web.screens import until
from tests.web.serving import Server

# Somebody's way past a guard: leaving its zone may be answered.
GUARD = """
ruleset = "quest"
id = "past-the-pike"
name = "Past the Pike"

[map]
rows = [
  "......",
  "......",
  "......",
]

[[side]]
id = "crows"
name = "The crows"
seat = "players"
members = [{ id = "brannoch-vale", at = [1, 1], facing = "E" }]

[[side]]
id = "foes"
name = "A pike"
seat = "foes"
members = [{ id = "moor-pikeman", at = [2, 1], facing = "W" }]
"""
RISKY = """async () => {
  for (const group of affray.choice.groups) for (const one of group.options) {
    if (!one.cell) continue
    const way = await affray.line.ask('way', one.key)
    if (!way.risks.some((risk) => risk.who === 'moor-pikeman')) continue
    affray.choose(one, group)
    return one.key
  }
  return ''
}"""


def at(page: Page, cell: tuple[int, int]) -> Any:
    return page.locator(f'.cells [data-x="{cell[0]}"][data-y="{cell[1]}"]')


def test_a_way_shows_who_may_answer_it_before_it_is_gone(server: Server, visit: Visits) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    before = page.evaluate("affray.view.units['brannoch-vale'].at")
    assert page.evaluate(RISKY)
    page.get_by_role("heading", name="This way may be answered").wait_for()
    page.locator(".risks").get_by_text("Moor pikeman").wait_for()
    page.locator(".board .warn").first.wait_for(state="attached")
    page.locator(".risks .rule").get_by_text("freehit.").first.wait_for()
    assert page.evaluate("affray.view.units['brannoch-vale'].at") == before
    page.evaluate(
        "() => { const [one] = affray.way.risks, [x, y] = one.at;"
        " affray.way.risks = [one, { ...one, who: '', text: 'is hurt' }, one,"
        " { ...one, at: [x + 1, y] }]; affray.draw() }"
    )
    labels = page.locator(".board .tag.risk")
    expect(labels).to_have_text(["! Moor pikeman +2", "! Moor pikeman"])  # one for each cell
    expect(page.locator(".board .warn")).to_have_count(2)


def to_move(page: Page) -> None:
    """Come to the question where the first of the crows goes."""
    until(page, "affray.choice?.groups?.some((g) => g.options.some((o) => o.key === 'move'))")
    page.evaluate("affray.commit('move')")
    holds(page, "affray.choice?.kind === 'move'")
    drawn(page)


def middle(page: Page, cell: tuple[int, int]) -> tuple[float, float]:
    box = at(page, cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_way_is_drawn_with_the_mouse_and_tells_what_it_costs_as_it_grows(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    page.mouse.move(*middle(page, (1, 1)))
    page.mouse.down()
    page.mouse.move(*middle(page, (0, 1)), steps=3)
    holds(page, "affray.way?.cost === 1")
    page.mouse.move(*middle(page, (0, 0)), steps=3)
    holds(page, "affray.way?.cost === 2 && affray.sel.key === 'move 0,1 0,0'")
    page.mouse.move(*middle(page, (0, 1)), steps=3)  # back: the way is shorter again
    holds(page, "affray.drawn.length === 1")
    page.mouse.move(*middle(page, (0, 0)), steps=3)
    page.mouse.up()
    page.locator(".walk").get_by_text(re.compile(r"2 cells. Costs 2 of \d+ points")).wait_for()
    assert page.evaluate(f"({WAY})()") == [[0, 0], [0, 1], [1, 1]]
    assert page.evaluate(f"({WAY})(0.83)") == [[0, 0], [0, 1]]  # what it costs so far
    page.get_by_role("button", name="Your own way to 0,0").click()
    holds(page, "`${affray.view.units['brannoch-vale'].at}` === '0,0'")
    assert "move 0,1 0,0" in server.call("GET", f"tables/{table}/journal", token=seats["gm"])


# The cells in whose middle, or so far across and down, the way is painted, row by row.
WAY = """(part = 0.5) => {
  const { board } = affray
  const { x, y, u, v } = board.box
  const { width, height } = board.strand
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  copy.drawImage(board.strand, 0, 0)
  const { data } = copy.getImageData(0, 0, width, height)
  const cell = width / (u - x)
  const middle = (k) => Math.floor((k + part) * cell)
  const painted = (c, r) => data[4 * (middle(r - y) * width + middle(c - x)) + 3]
  const all = []
  for (let r = y; r < v; r++) for (let c = x; c < u; c++) if (painted(c, r)) all.push([c, r])
  return all
}"""


# Notes which parts of the page are touched, by the layer of the board or the place on the page.
TOUCHED = """() => {
  globalThis.touched = new Set()
  const name = (node) => {
    const one = node.nodeType === 1 ? node : node.parentElement
    const part = one?.closest('.layer, .cells, .side, .strip, .top, .foot, .page')
    return part ? part.className : ''
  }
  new MutationObserver((all) => { for (const one of all) touched.add(name(one.target)) })
    .observe(document.body,
      { subtree: true, childList: true, attributes: true, characterData: true })
}"""

# Waits until nothing has been drawn for 20 frames: who has just come is still told of others.
QUIET = """async () => {
  for (let frames = 0; frames < 20;) {
    touched.clear()
    await new Promise(requestAnimationFrame)
    frames = touched.size ? 0 : frames + 1
  }
}"""


def test_while_a_way_grows_nothing_but_the_way_is_drawn(server: Server, visit: Visits) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    page.get_by_role("button", name="Draw the way").click()
    page.evaluate("affray.tread([0, 1])")
    page.locator(".walk").get_by_text(re.compile(r"1 cell. Costs 1 of \d+ points")).wait_for()
    page.evaluate(TOUCHED)
    page.evaluate(QUIET)
    at_once = page.evaluate(
        f"async () => {{ const painted = {WAY}; affray.tread([0, 0]); const way = painted();"
        " await null; return [[...touched], way] }"
    )
    assert at_once == [[], [[0, 0], [0, 1], [1, 1]]]  # nothing for the style and the layout to do
    page.locator(".walk").get_by_text(re.compile(r"2 cells. Costs 2 of \d+ points")).wait_for()
    page.get_by_role("button", name="Your own way to 0,0").wait_for()
    assert not {"layer under", "layer pieces", "strip", "top", "foot"} & {
        *page.evaluate("[...touched]")
    }


def test_the_page_follows_a_way_that_never_rests(server: Server, visit: Visits) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    page.get_by_role("button", name="Draw the way").click()
    told = page.evaluate(
        """async () => {
          const found = new Set()
          for (let k = 0; k < 60; k++) {
            affray.tread([0, k % 2])
            await new Promise(requestAnimationFrame)
            found.add(document.querySelector('.walk').textContent.match(/[12] cells?/)?.[0])
          }
          return [...found].filter(Boolean)
        }"""
    )
    assert told


def test_a_way_is_drawn_with_a_finger_past_a_guard(server: Server, visit: Visits) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    to_move(page)
    page.get_by_role("button", name="Draw the way").tap()
    at(page, (0, 0)).tap()
    at(page, (0, 2)).tap()  # two cells on, straight
    holds(page, "affray.sel.key === 'move 0,0 0,1 0,2'")
    page.get_by_role("heading", name="This way may be answered").wait_for()
    page.locator(".walk").get_by_text(re.compile(r"3 cells. Costs 3 of \d+ points")).wait_for()
    for left in ("move 0,0 0,1", "move 0,0"):
        page.get_by_role("button", name="One step back").tap()
        holds(page, "affray.sel.key === given[0]", left)
    at(page, (2, 1)).tap()  # where somebody stands
    page.locator(".walk").get_by_text("Not so:").wait_for()
    expect(page.locator("#go")).to_have_count(0)
    page.get_by_role("button", name="Shortest way").tap()
    holds(page, "affray.drawn === null")


def test_a_fast_hand_leaves_no_cell_without_its_cost(server: Server, visit: Visits) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    page.mouse.move(*middle(page, (1, 1)))
    page.mouse.down()
    page.mouse.move(*middle(page, (5, 0)))  # at once
    page.mouse.up()
    holds(page, "affray.sel.key === 'move 2,0 3,0 4,0 5,0' && affray.way.cost > 0")
    holds(page, "`${affray.path().tolls.map((one) => one[2])}` === '1,2,3,4'")


def test_what_else_than_walking_leads_on_is_offered_where_the_way_ends(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    page.mouse.move(*middle(page, (1, 1)))
    page.mouse.down()
    page.mouse.move(*middle(page, (0, 0)), steps=2)
    page.mouse.move(*middle(page, (0, 1)), steps=2)
    page.mouse.up()
    leap = page.locator(".walk .leap")
    leap.get_by_text("Flee from 0,1").wait_for()
    leap.click()
    holds(page, "affray.sel.key === 'flee 0,0 0,1' && affray.way.cost === 3")
    page.get_by_role("button", name="Flee by your own way from 0,1").click()
    holds(page, "!affray.view.units['brannoch-vale'].at")
    assert "flee 0,0 0,1" in server.call("GET", f"tables/{table}/journal", token=seats["gm"])


def test_a_way_is_drawn_with_keys(server: Server, visit: Visits) -> None:
    table, seats = server.table(GUARD, file="pike.toml")
    page = visit(f"/t/{table}", seats=seats)
    to_move(page)
    for key in ("w", "ArrowUp", "ArrowLeft", "ArrowDown", "Backspace"):
        page.keyboard.press(key)
    holds(page, "affray.way?.cost === 2 && affray.sel.key === 'move 1,0 0,0'")
    page.locator("#live").get_by_text(re.compile(r"Costs 2 of \d+ points")).first.wait_for(
        state="attached"
    )
    page.keyboard.press("Enter")
    holds(page, "`${affray.view.units['brannoch-vale'].at}` === '0,0'")
    assert page.evaluate("affray.trail.cells") == [[1, 1], [1, 0], [0, 0]]  # and not straight
    page.get_by_role("button", name="Undo").click()
    holds(page, "`${affray.view.units['brannoch-vale'].at}` === '1,1'")
    assert page.evaluate("affray.trail.cells") == [[1, 1]]  # it was not walked


def aimed(server: Server, visit: Visits) -> Page:
    """Come to a deed at a target, with its chance."""
    table, seats = server.table("broken-causeway")
    page = visit(f"/t/{table}", seats=seats, size=(1440, 900))
    many = "new Set(one.groups[0].options.flatMap((o) => o.targets || [])).size > 1"
    until(page, f"affray.choice?.kind === 'action' && affray.deeds().some((one) => {many})")
    page.evaluate(f"affray.take(affray.deeds().find((one) => {many})); affray.cycle(1)")
    page.locator(".fc .hero").wait_for()
    return page


def unadvised(page: Page, condition: str) -> None:
    """Answer with whatever comes first until something holds: without advice, for there is none."""
    for _ in range(40):
        page.wait_for_function(READY)
        if page.evaluate(condition):
            return
        page.evaluate("affray.commit(affray.choice.groups[0].options[0].key)")
    raise AssertionError(f"it does not come to: {condition}")


def test_no_deed_is_cut_while_a_forecast_is_open(server: Server, visit: Visits) -> None:
    page = aimed(server, visit)
    for wide in (1440, 1000):
        page.set_viewport_size({"width": wide, "height": 900})
        cut = page.evaluate(
            """() => {
              const list = document.querySelector('.do')
              const bottom = list.getBoundingClientRect().bottom
              return [...list.querySelectorAll('.act')]
                .filter((one) => one.getBoundingClientRect().bottom > bottom + 1)
                .map((one) => one.textContent)
            }"""
        )
        assert cut == []
    chosen = page.locator(".do .act[aria-pressed=true]")
    assert chosen.evaluate("(one) => one.offsetHeight") < 40  # its facts stand in the forecast


def test_the_chance_stands_in_the_button_of_a_phone_whichever_way_it_is_held(
    server: Server, visit: Visits
) -> None:
    page = aimed(server, visit)
    chance = page.locator(".fc .hero b").inner_text()
    sizes = ((390, 844, True), (844, 390, True), (1280, 800, False), (390, 844, True))
    for wide, high, stands in sizes:
        page.set_viewport_size({"width": wide, "height": high})
        assert (chance in page.locator("#go").inner_text()) == stands


def test_whose_turn_it_is_stands_in_sight_in_a_window_that_has_become_narrow(
    server: Server, visit: Visits
) -> None:
    alone = {"players": "me", "foes": "me", "gm": "me"}
    table, seats = server.table("quest/toll-bridge", seats=alone)
    page = visit(f"/t/{table}", seats=seats, active=("players", "foes", "gm"))
    far = "[...document.querySelectorAll('.turn')].findIndex((one) => one.matches('.now')) > 3"
    for _ in range(200):
        page.wait_for_function("() => affray.choice && !affray.sent")
        if page.evaluate(far):
            break
        page.evaluate("affray.commit(affray.choice.default)")
        page.wait_for_function("() => !affray.sent")
    assert page.evaluate(far)
    page.set_viewport_size({"width": 390, "height": 844})
    holds(
        page,
        "(() => { const { left, right } = document.querySelector('.turn.now')"
        ".getBoundingClientRect(); return left >= 0 && right <= innerWidth })()",
    )


def test_a_sampled_chance_shows_between_what_it_lies(server: Server, visit: Visits) -> None:
    page = aimed(server, visit)
    assert page.locator(".fc .chip").inner_text() == "exact"
    page.evaluate(
        """() => {
          const found = affray.odds.get(affray.sel.key), [first] = found.people
          const rows = [['hurt', 'hp 9 to 1', 6120, [5430, 6770]]]
          rows.push(['none', 'unchanged', 3880, [3230, 4570]])
          Object.assign(first, { share: 6120, fraction: '', bounds: [5430, 6770], rows })
          Object.assign(found, { exact: false, runs: 200, people: [first] })
          affray.draw()
        }"""
    )
    card = page.locator(".fc")
    expect(card.locator(".chip")).to_have_text("sampled, 200 runs")
    expect(card.locator(".hero")).to_contain_text("likely 54.3 to 67.7 %")
    expect(card.locator(".outs")).to_contain_text("Unchanged 32.3 to 45.7 %38.8 %")
    expect(page.locator("#go .slim")).to_have_text(", about 61.2 %")


def test_whoever_else_a_deed_changes_has_every_outcome_with_its_own_chance(
    server: Server, visit: Visits
) -> None:
    page = aimed(server, visit)
    page.evaluate(
        """() => {
          const found = affray.odds.get(affray.sel.key), [first] = found.people
          const one = { ...first, bounds: [] }
          const died = ['down', 'hp 5 to 0, mortally injured', 1340, []]
          const hurt = ['hurt', 'hp 5 to 2', 5990, []]
          const rows = [died, hurt, ['none', 'unchanged', 2670, []]]
          const harmed = { ...one, event: 'hurt', share: 7330, rows }
          const slowed = [['none', 'unchanged', 7830, []], ['other', 'slowed', 2170, []]]
          const changed = { ...one, event: 'other', share: 2170, rows: slowed }
          Object.assign(found, { people: [first, harmed, changed] })
          affray.draw()
        }"""
    )
    expect(page.locator(".fc .ans", has_text="Also").locator("tr")).to_have_text(
        [
            re.compile(r"harms [\w ]+73\.3 %$"),
            "HP 5 to 0, mortally injured13.4 %",
            "HP 5 to 259.9 %",
            re.compile(r"changes [\w ]+Slowed21\.7 %$"),
        ]
    )


def test_a_phone_tells_who_else_is_harmed_and_what_other_answers_change(
    server: Server, visit: Visits
) -> None:
    page = aimed(server, visit)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_text("If it is answered otherwise").scroll_into_view_if_needed()
    expect(page.get_by_text("If it is answered otherwise")).to_be_visible()
    expect(page.locator(".fc .ans td").first).to_be_visible()


def test_what_may_happen_is_not_told_as_nothing_nor_as_sure(server: Server, visit: Visits) -> None:
    page = aimed(server, visit)
    told = page.evaluate(
        "async () => { const { percent } = await import("
        "document.querySelector('script[type=module]').src.replace('main.js', 'ui.js'));"
        " return [0, 1, 4960, 9999, 10_000].map((one) => [percent(one), percent(one, 0)]) }"
    )
    assert told == [
        ["0 %", "0 %"],
        ["<0.1 %", "<1 %"],
        ["49.6 %", "50 %"],
        [">99.9 %", ">99 %"],
        ["100 %", "100 %"],
    ]


def test_a_cell_out_of_reach_says_why_and_its_rule_opens(server: Server, visit: Visits) -> None:
    table, seats = server.table("broken-causeway")
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    drawn(page)
    at(page, (15, 9)).click()
    page.get_by_text("Not 15,9", exact=True).wait_for()
    page.locator(".why .rule").click()
    page.locator(".drawer .rule-text").first.wait_for()


def test_what_cannot_be_done_now_is_listed_with_reasons(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    page.locator(".not-now summary").click()
    first = page.locator(".not-now .act").first
    expect(first.locator("small")).not_to_be_empty()
    first.focus()
    page.keyboard.press("Enter")
    page.locator(".why .rule").wait_for()


@pytest.mark.parametrize("game", [*DUELS])
def test_numbers_are_told_with_their_parts_which_add_up(
    server: Server, visit: Visits, game: str
) -> None:
    table, seats = duel(server, game)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    until(page, "Object.values(affray.view.units).every((one) => one.at)")
    for side in (0, 1):
        name = page.evaluate(
            "(side) => Object.keys(affray.view.units).find((one) =>"
            " affray.view.units[one].side === side)",
            side,
        )
        page.evaluate("(name) => { affray.looked = name; affray.inspect(name) }", name)
        holds(page, "affray.numbers")
        page.get_by_text("What its numbers are made of").wait_for()
        page.locator(".numbers .rule").nth(1).wait_for(state="attached")
        drawn(page)
        sums = page.evaluate("Object.values(affray.numbers).filter((one) => one.length)")
        totals = page.locator(".numbers .sum td:last-child").all_inner_texts()
        assert [sum(part[0] for part in parts) for parts in sums] == [int(one) for one in totals]


def test_a_hint_chooses_and_does_nothing(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    before = page.evaluate("affray.line.seq")
    page.keyboard.press("h")
    page.locator("#live").get_by_text("A program would choose").wait_for(state="attached")
    page.locator("#go").wait_for()
    expect(page.locator("#toast")).to_have_text("")  # which would lie over what is asked
    assert page.evaluate("affray.line.seq") == before
    spoken = page.evaluate("affray.step_of({ who: '', key: 'space 0,3' })")
    assert spoken == "Place at 0,3"  # as the button says
    # What the command line said is gone with the next question.
    page.evaluate(
        "affray.answer = 'Nobody is asked'; affray.turn = { ...affray.turn, id: 'before' };"
        " affray.line.hello()"
    )
    holds(page, "affray.choice && !affray.answer")


def test_an_area_shows_everybody_inside_before_it_is_laid(server: Server, visit: Visits) -> None:
    table, seats = server.table("pay-the-toll")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.groups().some((one) => one.options.some((o) => o.area))")
    page.evaluate(
        "(() => { const group = affray.groups().find((one) => one.options.some((o) => o.area));"
        " const me = affray.view.units[affray.choice.who].at;"
        " const spot = me[1] * affray.scene.width + me[0];"
        " affray.choose(group.options.find((o) => o.area.includes(spot)) || group.options[0],"
        " group) })()"
    )
    page.locator(".in-area").wait_for()
    drawn(page)
    told = page.locator(".in-area").inner_text()
    inside = page.evaluate(
        "(() => { const o = affray.option(), w = affray.scene.width;"
        " return Object.values(affray.view.units).filter((u) => u.at && !u.down"
        " && o.area.includes(u.at[1] * w + u.at[0])).map((u) => u.title) })()"
    )
    for title in inside:
        assert title in told


def test_the_big_screen_shows_what_spectators_may_know_and_nothing_to_press(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("broken-causeway", numbers="hidden")
    page = visit(f"/t/{table}", seats=seats)
    unadvised(page, "affray.view.round > 0 && affray.choice?.kind === 'action'")
    screen = visit(f"/t/{table}#tv", seats=seats, active=("players", "gm"), size=(1920, 1080))
    screen.locator(".tv-code img").wait_for()
    holds(screen, "affray.turn?.who")
    assert screen.evaluate("affray.you.role") == "spectator"
    assert screen.evaluate("affray.choice") is None
    assert screen.evaluate("Object.values(affray.view.units).every((one) => !one.numbers)")
    assert screen.locator("button:not(.turn):not(.bare), input, a").count() == 0
    acting = screen.evaluate("affray.unit(affray.turn.who).title")
    screen.get_by_role("heading", name=f"{acting} acts").wait_for()
    before = screen.evaluate("affray.line.seq")
    page.evaluate("affray.commit(affray.choice.default)")
    holds(screen, "affray.line.seq > given[0]", before)


def test_the_master_sees_who_wins_allows_switches_chat_and_keeps_the_moment(
    server: Server, visit: Visits, tmp_path: Path
) -> None:
    table, seats = duel(server, "icon", seats={"players": "me", "gm": "me"})
    player = visit(f"/t/{table}", seats=seats)
    until(player, "affray.choice?.kind === 'action'")
    player.get_by_role("button", name="Chat").wait_for()
    player.get_by_role("button", name="GM").click()
    player.locator(".gm").get_by_text(re.compile(r"do\? The default: \w+")).wait_for()
    player.get_by_role("button", name="GM").click()
    master = visit(f"/t/{table}", seats=seats, active=("gm",))
    master.get_by_role("button", name="GM").click()
    asked = player.evaluate("affray.unit(affray.choice.who).title")
    master.get_by_role("heading", name=f"Waiting for The wardens ({asked})").wait_for()
    master.get_by_role("button", name="Work it out").click()
    master.get_by_text("fights played by programs").wait_for()
    foe = master.evaluate("Object.entries(affray.view.units).find(([, one]) => one.side === 1)")
    master.get_by_label("Whom").select_option(foe[0])
    master.get_by_role("button", name="What if out?").click()
    master.get_by_text(f"What if {foe[1]['title']} were out?").wait_for()
    told = master.locator(".supposed")
    told.get_by_text("As it stands").wait_for()  # the one beside the other, in sight
    expect(told.locator(".stack")).to_have_count(2)
    expect(told).to_be_in_viewport(ratio=0.9)
    assert master.evaluate("Boolean(affray.view.units[given[0]])".replace("given[0]", repr(foe[0])))
    master.get_by_role("checkbox", name="Chat").uncheck()
    player.get_by_role("button", name="Chat").wait_for(state="detached")
    with master.expect_download() as download:
        master.get_by_role("button", name="This moment as a case").click()
    path = tmp_path / "moment.toml"
    download.value.save_as(path)
    assert "[script]" in path.read_text("utf-8")
    refused = player.evaluate("affray.choice.refused.map((one) => [one.key, one.rule])")
    assert refused
    master.get_by_text("Allow what the rules refuse").click()
    field = master.get_by_label("What to allow")
    field.fill("fly 9,9")
    master.get_by_label("Reason to allow").fill("Just this once")
    master.get_by_role("button", name="Allow", exact=True).click()
    master.locator(".toast").wait_for()
    expect(field).to_have_value("fly 9,9")  # to be written otherwise
    field.fill(refused[0][0])
    before = player.evaluate("affray.line.seq")
    heard = master.evaluate("document.querySelector('#live').textContent")
    master.get_by_role("button", name="Allow", exact=True).click()
    said = "document.querySelector('#live').textContent"
    holds(master, f"affray.line.seq > given[0] || {said} !== given[1]", before, heard)


def test_real_dice_are_typed_in_and_counted(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "quest")
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    page.evaluate("affray.inspect(affray.looked = affray.choice.who); affray.draw()")
    page.get_by_label("Real dice, thrown by hand, for The crows").check()
    holds(page, "affray.people.some((one) => one.dice === 'own')")
    until(
        page, "affray.choice?.kind === 'dice' || affray.groups().some((g) => g.verb === 'attack')"
    )
    if page.evaluate("affray.choice.kind !== 'dice'"):
        page.evaluate(
            "affray.commit(affray.groups().find((g) => g.verb === 'attack').options[0].key)"
        )
        until(page, "affray.choice.kind === 'dice'")
    assert page.evaluate("affray.choice.sides") == 20
    for key in "25":
        page.keyboard.press(key)
    page.locator("#toast").get_by_text("A d20 has no 25").wait_for()
    page.keyboard.press("1")
    page.keyboard.press("7")
    holds(page, "JSON.stringify(affray.log).includes('17')")


def test_a_table_goes_on_at_the_same_question_after_the_server_was_stopped(
    own_server: Server, browser: Any
) -> None:
    table, seats = duel(own_server)
    visits = Visits(browser, own_server)
    page = visits(f"/t/{table}", seats=seats)
    until(page, "affray.line.seq > 3")
    before = page.evaluate("[affray.choice.id, affray.choice.prompt, affray.line.view]")
    own_server.stop()
    own_server.start()  # elsewhere: another port is another place to the browser
    visits.complaints.clear()
    again = visits(f"/t/{table}", seats=seats)
    again.wait_for_function(READY)
    found = again.evaluate("[affray.choice.id, affray.choice.prompt, affray.line.view]")
    assert json.dumps(found, sort_keys=True) == json.dumps(before, sort_keys=True)
    page.close()
    visits.complaints.clear()
    visits.close()


def test_rulings_in_the_middle_of_a_step_stay_listed_until_they_are_read(
    server: Server, visit: Visits
) -> None:
    seats = {"players": "me", "foes": "me", "gm": "me"}
    table, seats = server.table("thrum/broken-causeway", seats=seats)
    player = visit(f"/t/{table}", seats=seats, active=("players", "foes"))
    until(player, "affray.turn?.reaction")
    master = visit(f"/t/{table}", seats=seats, active=("gm",))
    master.get_by_role("button", name="GM", exact=True).click()
    for _ in range(2):
        master.get_by_label("Whom").select_option("plinker-2")
        master.get_by_label("Reason", exact=True).fill("He runs")
        master.get_by_role("button", name="Take out", exact=True).click()
    listed = master.locator(".gm .rulings li")
    expect(listed).to_have_text(["Take out Plinker 2Withdraw"] * 2)
    until(player, "!affray.turn?.reaction && !affray.view.units['plinker-2']?.at")
    told = master.locator(".gm .why").get_by_text("Take out Plinker 2: this does not fit any more")
    told.wait_for()
    expect(listed).to_have_count(0)
    assert "He runs" in player.evaluate("JSON.stringify(affray.log)")
    master.get_by_role("button", name="Read", exact=True).click()
    told.wait_for(state="detached")


def test_the_master_is_told_what_the_rules_refused_somebody_and_may_allow_it(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "icon", seats={"players": "me", "gm": "me"})
    player = visit(f"/t/{table}", seats=seats)
    until(player, "affray.choice?.kind === 'action' && affray.choice.refused.length > 0")
    master = visit(f"/t/{table}", seats=seats, active=("gm",))
    master.get_by_role("button", name="GM").click()
    master.get_by_text("Waiting for").first.wait_for()
    player.evaluate(
        "affray.line.send({ t: 'answer', choice: affray.choice.id,"
        " option: affray.choice.refused[0].key })"
    )
    told = master.locator(".gm .why")
    told.get_by_text("was refused").wait_for()
    master.get_by_role("button", name="GM, 1 refusal", exact=True).wait_for()
    told.get_by_placeholder("reason").fill("It is fun")
    told.get_by_role("button", name="Allow anyway").click()
    told.wait_for(state="detached")


def test_the_master_brings_somebody_in_takes_somebody_out_and_takes_it_back(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "me", "gm": "me"})
    player = visit(f"/t/{table}", seats=seats)
    until(player, "affray.view.round > 0 && affray.choice?.kind === 'action'")
    master = visit(f"/t/{table}", seats=seats, active=("gm",))
    master.get_by_role("button", name="GM").click()
    pressed = player.get_by_role("button", name="GM")
    expect(pressed).to_have_attribute("aria-pressed", "false")
    master.get_by_text("Bring somebody in").click()
    master.get_by_label("Who joins").select_option("biffer")
    master.get_by_label("For which side").select_option("foes")
    at(master, (5, 0)).click()
    master.get_by_text("At 5,0. Another").wait_for()
    master.get_by_label("Why somebody joins").fill("He heard the noise")
    master.get_by_role("button", name="Bring in").click()
    holds(player, "`${affray.view.units.biffer?.at}` === '5,0'")
    player.get_by_text("He heard the noise").first.wait_for()
    master.get_by_label("Whom").select_option("plinker")
    master.get_by_label("Reason", exact=True).fill("He runs")
    master.get_by_role("button", name="Take out").click()
    holds(player, "!affray.view.units.plinker?.at")
    holds(master, "!affray.view.units.plinker?.at")
    for there in ("plinker", "!biffer"):
        master.get_by_role("button", name="Undo").click()
        name = there.removeprefix("!")
        gone = "!" if there.startswith("!") else ""
        for one in (player, master):
            holds(one, f"{gone}affray.view.units['{name}']?.at")


def test_what_one_can_do_is_told_to_who_does_not_know_it(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'stance'")
    page.get_by_role("button", name="Brace").click()
    page.locator(".what").get_by_text("+1 Boon on Resilience rolls.").wait_for()


def test_what_everybody_can_do_is_told_and_no_chance_where_nobody_is_aimed_at(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("ingenuity/toll-bridge")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    # What is legal and hardly ever wise comes after all that is listed.
    folded = page.evaluate(
        "affray.deeds().filter((one) => one.groups.every((g) => g.seldom)).map((one) => one.rank)"
    )
    assert folded
    assert {*folded} == {4}
    page.locator(".acts .act", has_text=re.compile("^Guard")).click()
    page.locator(".what").get_by_text("+1 on all defences").wait_for()
    table, seats = server.table("sovereign/pay-the-toll")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.deeds().some((one) => one.label === 'Charge')")
    page.evaluate("affray.more = true; affray.draw()")
    page.locator(".acts .act", has_text=re.compile("^Charge")).click()
    page.locator(".what").get_by_text("Run in a straight line").wait_for()
    page.wait_for_function("() => affray.odds.get(affray.sel.key)")
    expect(page.get_by_text("It harms nobody")).to_have_count(0)


def test_the_rule_that_asks_is_told_until_somebody_folds_it_up(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("icon/tollgate-ambush")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.rule === 'turn.slow-declare'")
    text = page.get_by_text("before the first turn, each character may choose to take a slow turn")
    expect(text).to_be_visible()
    page.get_by_text("Choosing a slow turn").click()
    expect(text).to_be_hidden()
    page.evaluate("affray.commit(affray.choice.default)")
    until(page, "affray.choice?.rule === 'turn.players-choose'")
    expect(page.get_by_text("Players choose who acts")).to_be_visible()
    expect(page.get_by_text("the players pick which")).to_be_hidden()
    # Whom one may pick stands apart from those of the other side, who act after them.
    slots = page.locator(".strip .slot")
    expect(slots).to_have_text([re.compile("^You pick"), re.compile("^May act")])
    page.evaluate("affray.commit(affray.choice.groups[0].options.at(-1).key)")
    until(page, "affray.choice?.kind === 'action'")
    # Who was picked stands before those who may act after it.
    expect(page.locator(".strip .round + .now")).to_be_visible()
    expect(page.locator(".act", has_text="friends").first).to_be_visible()


def test_what_is_paid_for_in_several_ways_tells_them_apart(server: Server, visit: Visits) -> None:
    table, seats = server.table("quest/ford-of-reeds")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    page.locator(".acts .act", has_text=re.compile("^Move")).click()
    ways = page.locator(".ways").first
    expect(ways.get_by_role("button", name="Move and 1 bonus action")).to_be_visible()
    expect(ways.get_by_role("button", name="Move for 1 bonus action")).to_be_visible()
    # The numbers choose among the ways as long as they are open, and stand on nothing else.
    expect(ways.locator("kbd")).to_have_text(["1", "2", "3", "4", "5"])
    expect(page.locator(".acts kbd")).to_have_count(0)
    page.keyboard.press("2")
    expect(ways.locator("[aria-pressed=true]")).to_have_text(re.compile("1 bonus action"))
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".acts kbd").first).to_have_text("1")
    # Before somebody is in reach, one goes rather than strikes at friends.
    ranks = page.evaluate(
        "affray.deeds().map((one) => `${one.label} ${one.groups.length}`)"
        ".filter((one) => /^(Move|Throw dagger)/.test(one))"
    )
    assert ranks == ["Move 5", "Throw dagger 1"]


def test_the_deeds_that_can_hit_somebody_who_is_tapped_are_told_apart(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats, size=(390, 844), touch=True)
    until(page, "affray.choice?.who === 'mother-tansy' && affray.choice.kind === 'action'")
    at(page, page.evaluate("affray.unit('ragged-scrapper-1').at")).tap()
    ways = page.locator(".ways .btn")
    expect(ways).to_have_text(["Basic ranged", "Whack", "Kindled word"])
    page.get_by_role("button", name="Whack", exact=True).tap()
    expect(page.locator("#go")).to_contain_text("Whack: Ragged Scrapper 1")
    assert page.evaluate("affray.group().label") == "Whack"
    page.evaluate(
        """() => {
          const keys = ['aid orrin-vale', 'aid ragged-scrapper-1']
          const options = keys.map((key) => ({ key }))
          affray.choice.groups = [{ label: 'Aid', verb: 'aid', options }]
          affray.take(affray.deeds()[0])
        }"""
    )
    expect(ways).to_have_text(["Orrin Vale", "Ragged Scrapper 1"])


def test_a_standing_order_calls_everybody_by_name(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.view")
    title, side = page.evaluate("[affray.view.units.plinker.title, affray.scene.sides[1]]")
    assert side["name"] != side["id"]
    worded = "(one) => affray.ordered(one)"
    # Somebody may be called as a deed is: what is done is not called by name.
    page.evaluate("affray.view.units.strike = { ...affray.view.units.plinker, title: 'Strike' }")
    told = page.evaluate(worded, {"key": "strike plinker", "of": side["id"]})
    assert told == f"strike {title} to what {side['name'].replace('The ', 'the ')} do, this fight"
    assert page.evaluate(worded, {"key": "strike", "of": ""}) == "strike, this fight"
    told = page.evaluate(worded, {"key": "pass", "of": "toll-cutter"})
    assert told == "pass to what any toll cutter does, this fight"
    told = page.evaluate(worded, {"key": "pass", "of": "plinker"})
    assert told == f"pass to what {title} does, this fight"
    # In Sovereign everybody who could shoot is asked at each turn of the others: three times pass.
    table, seats = server.table("sovereign/pay-the-toll", seed=3)
    page = visit(f"/t/{table}", seats=seats, size=(390, 844), touch=True)
    button = page.get_by_role("button", name="Always pass here, for all of yours")
    for _ in range(3):
        holds(page, "affray.choice?.reaction && !affray.sent")
        expect(button).to_have_count(0)
        page.get_by_role("button", name="Pass", exact=True).tap()
    button.tap()
    holds(page, "affray.choice && affray.choice.rule !== 'economy.response-windows'")
    assert page.evaluate("affray.orders.length") == 4


def test_numbers_in_quarters_are_told_in_words_and_drawn_in_four_parts(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("tollgate-ambush", numbers="bands")
    page = visit(f"/t/{table}", seats=seats, active=("players",))
    page.wait_for_function("() => affray.view")
    unadvised(page, "affray.choice?.kind === 'action'")  # everybody is placed
    page.evaluate("affray.hint()")
    page.locator(".toast").get_by_text("No advice at a table that does not tell").wait_for()
    # Nor is it offered, but to the game master.
    bulb = page.get_by_role("button", name="Hint: what a program would do")
    expect(bulb).to_have_count(0)
    page.get_by_role("button", name="GM", exact=True).click()
    expect(bulb).to_be_visible()
    page.get_by_role("button", name="GM", exact=True).click()
    expect(bulb).to_have_count(0)
    page.evaluate("affray.inspect(affray.looked = 'toll-brute'); affray.draw()")
    numbers = page.locator(".me .loads")
    expect(numbers).to_have_text(re.compile(r"^\s*HP\s+over three quarters left\s*Vigor"))
    expect(numbers).not_to_have_text(re.compile(r"\d"))
    expect(page.locator(".me .in-quarters").first).to_be_visible()
    expect(page.locator('[data-piece="toll-brute"] path.arc-full')).to_have_count(4)
    assert "HP over three quarters left, vigor" in page.evaluate(
        "affray.label(affray.view.units['toll-brute'].at, true)"
    )
    page.get_by_label("Type an option, or help").fill("hp toll-brute")
    page.keyboard.press("Enter")
    page.locator(".said").get_by_text("Toll Brute: hp over three quarters left").wait_for()
    own = "affray.view.units['orrin-vale']"
    assert re.search(r"HP \d+ of \d+", page.evaluate(f"affray.label({own}.at, true)"))


def test_what_the_server_cannot_take_just_now_is_told_once(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats, active=("players",))
    page.wait_for_function("() => affray.view")
    for id in ("a", "a", "a", "b", "b"):
        text = f"it could not be saved; send {id} again"
        page.evaluate(
            "([id, text]) => affray.hear({ t: 'refused', id, code: 'busy', text })", [id, text]
        )
    for id in ("a", "b"):
        told = page.locator("#live p").get_by_text(f"It could not be saved; send {id} again")
        expect(told).to_have_count(1)


def test_programs_have_the_same_names_and_words_wherever_one_is_chosen(
    server: Server, visit: Visits
) -> None:
    offered = (
        "(one) => [...one.querySelectorAll('option:disabled ~ option')].map("
        "(o) => [o.value, o.text])"
    )
    told = server.call("GET", "bots")
    expected = [[name, f"{name.capitalize()}: {words}"] for name, words in told.items()]
    assert [*told] == [*LEVELS]
    assert all(len(words) <= 36 for words in told.values())
    page = visit("/new", owner=True)
    page.get_by_role("button", name="The Broken Causeway").click()
    whose = page.locator("label.seat", has_text="Hookwarden").locator("select")
    expect(whose.locator("option:disabled ~ option")).to_have_count(len(LEVELS))
    assert whose.evaluate(offered) == expected
    assert whose.input_value() == "greedy"
    whose.select_option("sharp")
    page.get_by_role("button", name="Start The Broken Causeway").click()
    page.wait_for_function("() => globalThis.affray?.view")
    assert page.evaluate("affray.people.find((one) => one.id === 'foes').bot") == "sharp"
    page.evaluate("affray.rule_or_play()")
    whose = page.locator("li", has_text="program: sharp").get_by_role("combobox")
    expect(whose.locator("option:disabled ~ option")).to_have_count(len(LEVELS))
    assert whose.evaluate(offered) == expected
    assert whose.input_value() == "sharp"
    whose.select_option("")
    holds(page, "affray.people.find((one) => one.id === 'foes').bot === ''")


def test_whom_one_waits_for_is_named_once_and_what_for(server: Server, visit: Visits) -> None:
    table, seats = duel(server, seats={"players": "split", "foes": "me", "gm": "me"})
    everyone = ("ansa-brock", "sarn-ilvey", "foes")
    everybody = visit(f"/t/{table}", seats=seats, active=everyone)
    page = visit(f"/t/{table}", seats=seats, active=("foes",))
    plinker = visit(f"/t/{table}", seats=seats, active=("ansa-brock",))
    wait = page.locator(".side .wait")
    told = plinker.locator(".side .wait")
    told.wait_for()
    assert told.inner_text() == "Waiting for A plinker (Plinker)"  # a side: for whom of it
    until(everybody, "affray.choice?.kind === 'action' && affray.turn.who === 'ansa-brock'")
    expect(wait).to_have_text("Waiting for Ansa Brock")  # the seat has the name of whom it plays
    page.locator("#cmd").fill("who")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_text("Ansa Brock is asked")
    for turn, text in (
        ("reaction: true", "Waiting for Ansa Brock (reaction)"),
        ("dice: true", "Waiting for Ansa Brock (dice)"),
        ("seats: ['foes']", "Waiting for A plinker (Ansa Brock)"),
        ("seats: ['foes'], reaction: true", "Waiting for A plinker (Ansa Brock, reaction)"),
        ("bot: true", "Ansa Brock acts"),
    ):
        page.evaluate(
            f"affray.was ||= affray.turn; affray.turn = {{ ...affray.was, {turn} }}; affray.draw()"
        )
        expect(wait).to_have_text(text)
    asked = page.evaluate("affray.turn.id")
    everybody.evaluate("affray.commit(affray.choice.groups[0].options[0].key)")
    holds(page, "affray.turn?.id !== given[0]", asked)
    expect(page.locator(".said")).to_have_count(0)  # somebody else is asked, or something else


def test_a_question_that_is_typed_chooses_nothing(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats, size=(1440, 900))
    until(page, "affray.choice?.who === 'mother-tansy' && affray.choice.kind === 'action'")
    line, said = page.locator("#cmd"), page.locator(".said")
    asked = page.evaluate("affray.choice.id")
    aimed = "affray.deeds().findIndex((one) => one.groups[0].options[0].targets) + 1"
    line.fill(f"odds {page.evaluate(aimed)}")
    line.press("Enter")
    expect(said).to_have_text(re.compile(r"^[A-Z].*: [\w ]*\d %|harms nobody"))
    assert not page.evaluate("affray.sel.key")
    line.press("Enter")  # on the empty line
    line.fill("odds 99")
    line.press("Enter")
    expect(said).to_have_text("Nothing is called 99")
    assert page.evaluate("affray.choice.id") == asked
    assert not page.evaluate("affray.sent")
    page.keyboard.insert_text("a" * 3000)
    assert len(line.input_value()) == 400
    line.press("Enter")
    expect(said).not_to_have_text("Nothing is called 99")
    expect(page.locator(".toast")).to_have_count(0)


def test_the_list_of_seats_says_whose_each_is_and_who_sits_there(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "icon", seats={"players": "split"})
    page = visit(f"/t/{table}", seats=seats, active=("gm",))
    holds(page, "affray.people.length")
    page.evaluate(
        "affray.people.forEach((one) => { if (one.role === 'player') one.name = 'Ann' });"
        " affray.rule_or_play()"
    )
    listed = page.locator(".gm .people li")
    for label in ("Orrin Vale", "Mother Tansy"):
        expect(listed.filter(has_text=f"{label} Ann")).to_have_count(1)


def test_a_sheet_that_is_looked_at_gives_way_to_ones_own_question(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "quest", seats={"players": "me", "foes": "me"})
    players, foes = [visit(f"/t/{table}", seats=seats, active=(one,)) for one in seats][:2]
    players.wait_for_function("() => affray.turn?.seats.length")
    asked, waits = (
        (players, foes) if players.evaluate("Boolean(affray.choice)") else (foes, players)
    )
    someone = waits.evaluate("Object.keys(affray.view.units)[0]")
    for page in (asked, waits):
        page.evaluate("(who) => { affray.looked = who; affray.inspect(who) }", someone)
        page.locator(".me.looked").wait_for()
    for _ in range(200):
        if waits.evaluate("Boolean(affray.choice)"):
            break
        asked.evaluate("affray.choice && !affray.sent && affray.commit(affray.choice.default)")
        asked.wait_for_timeout(50)

    holds(waits, "affray.choice && !document.querySelector('.me.looked')")


def test_the_strip_says_so_if_somebody_acts_before_the_first_round(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    page.evaluate(
        "affray.view.round = 0; affray.view.active = Object.keys(affray.view.units)[0];"
        " affray.edition++; affray.draw()"
    )
    expect(page.locator(".strip .round")).to_have_text(re.compile(r"Before round\s*1"))


def test_numbers_go_on_picking_after_something_without_ways_is_chosen(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action' && affray.deeds().length > 2")
    page.evaluate("document.activeElement.blur()")
    for number in range(3):
        page.keyboard.press(str(number + 1))
        holds(page, "affray.deeds()[given[0]].groups.includes(affray.group())", number)


def test_enter_does_nothing_that_a_drawer_covers(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action' && affray.deeds().length > 2")
    page.evaluate("affray.take(affray.deeds().find((one) => one.groups[0].options.length === 1))")
    mark = page.locator("#go kbd")
    expect(mark).to_be_visible()
    page.locator("#cmd").fill("who")
    expect(mark).to_be_hidden()  # Enter does what is typed
    page.locator("#cmd").fill("")
    expect(mark).to_be_visible()
    step = page.evaluate("affray.line.seq ?? affray.choice.id")

    page.evaluate("affray.open('log')")
    close = page.locator(".drawer button").first
    expect(close).to_be_focused()
    expect(mark).to_be_hidden()
    board, drawer = (page.locator(one).bounding_box() for one in (".map", ".drawer"))
    assert board is not None
    assert drawer is not None
    assert board["x"] + board["width"] <= drawer["x"]  # it lies over the side alone
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    drawn(page)
    assert page.evaluate("affray.line.seq ?? affray.choice.id") == step
    close.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)
    page.evaluate("affray.rulebook()")
    page.locator(".drawer input").focus()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


def test_keys_go_from_what_opens_a_drawer_into_it_and_back(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    keys = page.keyboard
    opener = page.get_by_role("button", name="Log", exact=True)
    inside = "Boolean(document.activeElement.closest('.drawer'))"
    close = page.locator(".drawer button").first
    opener.focus()
    keys.press("Enter")
    expect(close).to_be_focused()
    for _ in range(4):
        keys.press("Tab")
        assert page.evaluate(inside)
    close.focus()
    keys.press("Shift+Tab")
    expect(opener).to_be_focused()
    keys.press("Tab")
    expect(close).to_be_focused()
    # Whoever goes on past its end is in the page beside it, and comes back.
    for _ in range(40):
        keys.press("Tab")
        if not page.evaluate(inside):
            break
    expect(page.locator(".strip")).to_be_focused()
    keys.press("Shift+Tab")
    assert page.evaluate(inside)
    keys.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)
    expect(opener).to_be_focused()
    # A rule is opened from beside the question, and left to where one was.
    rule = page.locator(".do .rule").first
    rule.focus()
    keys.press("Enter")
    expect(close).to_be_focused()
    keys.press("Enter")
    expect(page.locator(".drawer")).to_have_count(0)
    expect(rule).to_be_focused()
    # Who types a rule's id types on: nothing that is written then is taken for a key.
    line = page.get_by_label("Type an option, or help")
    line.fill(page.evaluate("`rule ${affray.choice.rule}`"))
    keys.press("Enter")
    page.locator(".drawer .rule-text").first.wait_for()
    expect(line).to_be_focused()
    keys.press("Tab")
    expect(close).to_be_focused()


def test_keys_do_not_play_what_an_open_drawer_covers(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action' && !affray.sel.key && !affray.sel.deed")
    page.get_by_role("button", name="Log").click()
    drawer = page.get_by_role("complementary", name="Log")
    expect(drawer.get_by_role("button", name="Close")).to_be_focused()
    for key in ("1", "e", "t", "u"):
        page.keyboard.press(key)
    assert page.evaluate("[affray.sel.key, affray.sel.deed, affray.vote]") == [None, None, None]
    expect(drawer.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    holds(page, "Boolean(affray.sel.key)")


def test_the_clock_stands_still_in_sight_while_the_fight_is_paused(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "me", "gm": "me"}, clock={"turn": 300})
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.choice && affray.turn?.whole")
    master = visit(f"/t/{table}", seats=seats, active=("gm",))
    master.get_by_role("button", name="GM", exact=True).click()
    master.get_by_role("button", name="Pause", exact=True).click()
    banner = page.locator(".banner").filter(has_text="The game master has paused the fight.")
    expect(banner).to_have_text(re.compile(r"The clock stands at (4:5\d|5:00)\.$"))
    page.get_by_role("button", name="Undo").click()
    page.locator(".toast", has_text="paused").wait_for()
    clock = page.locator(".do .clock")
    expect(clock).to_be_visible()
    told, left = clock.get_attribute("aria-label"), page.evaluate("affray.left")
    assert 200_000 < left <= 300_000
    page.wait_for_timeout(1_200)  # more than a tick of a clock that runs
    page.evaluate("affray.draw()")
    drawn(page)
    assert page.evaluate("affray.left") == left
    assert clock.get_attribute("aria-label") == told
    page.reload()  # and who comes in the pause sees it too
    expect(banner).to_have_text(re.compile(r"The clock stands at (4:5\d|5:00)\.$"))
    expect(clock).to_have_text(re.compile(r"^(4:5\d|5:00)$"))
    master.get_by_role("button", name="Go on", exact=True).click()
    holds(page, "!affray.paused && affray.turn.whole && affray.left < given[0]", left)
    drawn(page)
    assert page.locator(".toast", has_text="paused").count() == 0  # it is over
    master.get_by_role("button", name="No clock for this question").click()
    expect(clock).to_have_count(0)


def test_who_looks_through_the_eyes_of_a_seat_keeps_nothing_that_is_hidden_from_it(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table(
        "quest/cairn-gate", seats={"players": "me", "foes": "me", "gm": "me"}, seed=5
    )
    page = visit(f"/t/{table}#gm", seats=seats, active=("gm",))
    page.wait_for_function("() => affray.view && affray.board")
    page.evaluate(
        "affray.gm || affray.rule_or_play(); affray.inspect(affray.looked = 'gloam-stalker');"
        " affray.hand.measure(affray.unit('gloam-stalker').at)"
    )
    page.get_by_label("Whom").select_option("gloam-stalker")
    page.get_by_label("New value").wait_for()
    page.get_by_role("button", name="Work it out").click()
    holds(page, "affray.threat && affray.standing")
    side = page.locator(".side")
    side.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")

    page.evaluate("affray.line.send({ t: 'look', seat: 'players' })")

    page.get_by_text("You look on through the eyes of The Salt Crows.").wait_for()
    drawn(page)
    assert "loam" not in page.locator("#page").inner_html()
    assert page.evaluate("affray.hand.ruler") is None
    assert side.evaluate("(one) => one.scrollTop") == 0
    page.get_by_role("button", name="Back to your view").click()
    page.get_by_text("Gloam stalker").first.wait_for()
