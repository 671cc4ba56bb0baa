"""What hands do at the table besides choosing: point, measure, plan, keys of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.barriers import barriers
from tests.web.browsing import READY, Visits, drawn, duel, holds
from tests.web.screens import until
from tests.web.serving import Server

SMALL = (320, 640)


def at(page: Page, cell: tuple[int, int]) -> Any:
    return page.locator(f'.cells [data-x="{cell[0]}"][data-y="{cell[1]}"]')


def middle(page: Page, cell: tuple[int, int]) -> tuple[float, float]:
    box = at(page, cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def said(page: Page, words: str) -> None:
    """Wait until something is said to who does not see it."""
    page.locator("#live").get_by_text(words).first.wait_for(state="attached")


def sound(page: Page) -> None:
    """Nothing shuts anybody out, and nothing has to be scrolled sideways."""
    drawn(page)
    found = barriers(page)
    assert not [(one["id"], one["nodes"][0]["html"][:120]) for one in found]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# In which region the keys are.
WHERE = """[".strip", ".cells", ".gm", ".acts", ".commit", ".log", "#cmd"]
  .find((one) => document.activeElement.closest(one))"""
# Remembers what is pointed at, and what of that is drawn: it fades.
POINTED = """() => {
  globalThis.pointed = []
  const hear = affray.hand.hear.bind(affray.hand)
  affray.hand.hear = (one) => { pointed.push(`${one.at} ${one.far || ''}`.trim()); hear(one) }
  globalThis.shown = new Set()
  const look = () => document.querySelectorAll('.board .ping-ring, .board .ping-head')
    .forEach((one) => shown.add(one.getAttribute('class')))
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}"""


def held(page: Page, cell: tuple[int, int]) -> None:
    """Hold a finger on a cell until that points at it."""
    x, y = middle(page, cell)
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    holds(page, "pointed.includes(given[0])", f"{cell[0]},{cell[1]}")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_a_mouse_and_a_key_point_for_everybody_and_it_fades(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    phone = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    desk = visit(f"/t/{table}", seats=seats, active=("gm",))
    watch = visit(f"/t/{table}#tv", seats=seats, active=("watch",))
    for page in (phone, desk, watch):
        holds(page, "affray.board?.cell")
        page.evaluate(POINTED)
        drawn(page)
    seq = desk.evaluate("affray.line.seq")
    held(phone, (1, 2))
    for page in (desk, watch, phone):
        holds(page, "pointed.includes('1,2') && shown.has('ping-ring')")
    said(desk, "points at 1,2")
    assert phone.evaluate("affray.sel.key || ''") == ""  # the press chose nothing
    desk.keyboard.down("Alt")
    desk.mouse.move(*middle(desk, (0, 1)))
    desk.mouse.down()
    desk.mouse.move(*middle(desk, (4, 1)), steps=4)
    desk.mouse.up()
    desk.keyboard.up("Alt")
    holds(phone, "pointed.includes('0,1 4 squares')")
    holds(watch, "shown.has('ping-head')")
    desk.keyboard.press("Escape")
    at(desk, (3, 2)).focus()
    desk.keyboard.press("p")
    holds(phone, "pointed.includes('3,2')")
    assert desk.evaluate("affray.line.seq") == seq
    holds(phone, "!affray.hand.pings.length")
    expect(phone.locator(".board .ping")).to_have_count(0)


def test_the_ruler_says_how_far_whether_one_sees_and_by_which_rule(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("ford-of-reeds")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    here = page.evaluate("affray.unit(affray.choice.who).at")
    page.keyboard.press("k")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    card = page.locator(".ruler")
    card.get_by_text("3 spaces").wait_for()
    said(page, "line of sight")
    card.get_by_role("button", name="geometry.line-of-sight").click()
    page.locator(".drawer .rule-text").first.wait_for()
    page.keyboard.press("Escape")  # what was opened last is closed first
    expect(page.locator(".drawer")).to_have_count(0)
    page.keyboard.press("Escape")
    holds(page, "!affray.hand.ruler")
    page.get_by_role("button", name="Ruler", exact=True).click()
    page.evaluate(POINTED)
    at(page, (here[0], here[1] + 2)).click()
    card.get_by_text("2 spaces").wait_for()
    at(page, (here[0], here[1] + 2)).click()  # once more: for everybody
    holds(page, "pointed.length > 0")
    sound(page)
    page.keyboard.press("k")
    expect(card).to_have_count(0)


def test_the_ruler_by_taps_on_the_smallest_screen(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats, size=SMALL, touch=True)
    until(page, "affray.choice?.kind === 'action'")
    key = page.evaluate("affray.sel.key || ''")
    page.get_by_role("button", name="Ruler", exact=True).tap()
    page.evaluate("affray.hand.measure([0, 0])")
    at(page, (2, 1)).tap()
    page.locator(".ruler").get_by_text("2 squares").wait_for()
    assert page.evaluate("affray.sel.key || ''") == key
    sound(page)
    page.evaluate(POINTED)
    page.get_by_role("button", name="Show everybody").tap()
    holds(page, "pointed.length > 0")
    page.get_by_role("button", name="Lay the ruler down").tap()
    expect(page.locator(".ruler")).to_have_count(0)


def test_the_end_of_a_turn_says_what_is_unused_and_asks_once_more(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "quest")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.unused?.length > 1")
    first = page.evaluate("affray.choice.id")
    page.keyboard.press("e")
    page.locator(".unused").get_by_text("1 attack action and 1 move action").wait_for()
    said(page, "Still unused")
    assert page.evaluate("affray.choice.id") == first
    page.keyboard.press("Escape")  # thought better of it
    expect(page.locator(".unused")).to_have_count(0)
    page.keyboard.press("/")
    page.locator("#cmd:focus").wait_for()
    page.keyboard.type("end turn")
    page.keyboard.press("Enter")
    page.locator(".unused").wait_for()
    assert page.evaluate("affray.choice.id") == first
    page.get_by_label("Do not ask again in this fight").check()
    page.locator("#go").click()
    holds(page, "affray.choice?.id !== given[0]", first)
    until(page, "affray.choice?.kind === 'action' && affray.choice.unused.length > 0")
    before = page.evaluate("affray.choice.id")
    page.keyboard.press("e")  # at once: that was wished
    holds(page, "affray.view.over || affray.choice?.id !== given[0]", before)


def test_nothing_is_asked_where_nothing_is_left(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    until(page, "affray.choice?.kind === 'action' && !affray.choice.unused.length")
    before = page.evaluate("affray.choice.id")
    page.locator(".act.end").tap()
    holds(page, "affray.view.over || affray.choice?.id !== given[0]", before)


def by_default(one: Page, other: Page, condition: str) -> None:
    """Answer by default on both pages, between whom all seats are shared, until the first is so."""
    for _ in range(60):
        if one.evaluate(condition):
            drawn(one)
            return
        page = one if one.evaluate("Boolean(affray.choice)") else other
        page.wait_for_function(READY)
        seen = page.evaluate("affray.choice.id")
        page.evaluate("affray.commit(affray.choice.default)")
        for each in (one, other):
            holds(each, "affray.turn?.id !== given[0]", seen)
    raise AssertionError(condition)


def test_a_plan_is_chosen_when_it_comes_and_never_done_by_itself(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "split", "foes": "me"})
    ansa = visit(f"/t/{table}", seats=seats, active=("ansa-brock",), size=SMALL, touch=True)
    rest = visit(f"/t/{table}", seats=seats, active=("sarn-ilvey", "foes"))
    for page in (ansa, rest):
        holds(page, "affray.view && affray.turn")
    learned = "affray.plan.menus.has('ansa-brock') && !affray.choice"

    by_default(ansa, rest, learned)
    ansa.get_by_text("Plan the next turn").tap()
    ansa.get_by_role("group", name="What to do").get_by_role("button").first.wait_for()
    sound(ansa)
    names = ansa.get_by_role("group", name="What to do").get_by_role("button").all_inner_texts()
    aimed = ansa.evaluate("affray.plan.menus.get('ansa-brock').findIndex((one) => one.aimed)")
    ansa.get_by_role("button", name=names[aimed], exact=True).tap()
    ansa.get_by_role("group", name="At whom").get_by_role("button").first.tap()
    ansa.get_by_role("region", name="Your plan").wait_for()
    planned = ansa.evaluate("affray.plan.armed")
    by_default(ansa, rest, "affray.choice?.kind === 'action'")
    if ansa.evaluate("Boolean(affray.sel.key)"):
        assert ansa.evaluate("affray.option().targets") == [planned["target"]]
        said(ansa, "As you planned")
    else:
        said(ansa, "Your plan is dropped")
    assert ansa.evaluate("affray.plan.armed") is None
    assert ansa.evaluate("affray.sent") == ""


@pytest.mark.parametrize("target", ["plinker", "nobody"])
def test_a_plan_that_is_not_offered_any_more_is_dropped_with_a_word(
    server: Server, visit: Visits, target: str
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    until(
        page,
        "affray.choice?.kind === 'action' && affray.groups().some((one) =>"
        " one.options.some((o) => o.targets?.includes('plinker')))",
    )
    page.evaluate(
        "(target) => { const group = affray.groups().find((one) =>"
        " one.options.some((o) => o.targets?.includes('plinker')));"
        " affray.plan.who = affray.choice.who;"
        " affray.plan.arm(affray.plan.menus.get(affray.choice.who).find((one) =>"
        " one.label === group.label), target); affray.asked() }",
        target,
    )
    if target == "plinker":
        page.locator("#go").wait_for()
        said(page, "As you planned")
    else:
        said(page, "Your plan is dropped")
        expect(page.locator("#go")).to_have_count(0)
    assert page.evaluate("affray.plan.armed") is None


def test_a_plan_against_somebody_who_is_taken_out_is_dropped_at_once(
    server: Server, visit: Visits
) -> None:
    seats = {"players": "me", "foes": "me", "gm": "me"}
    table, seats = server.table("thrum/broken-causeway", seats=seats)
    page = visit(f"/t/{table}", seats=seats, active=("players",))
    master = visit(f"/t/{table}", seats=seats, active=("foes", "gm"))
    for one in (page, master):
        holds(one, "affray.view && affray.turn")
    aims = "([, menu]) => menu.some((one) => one.aimed)"
    by_default(page, master, f"[...affray.plan.menus].some({aims}) && !affray.choice")
    target = page.evaluate(
        f"() => {{ const {{ plan, view }} = affray; [plan.who] = [...plan.menus].find({aims});"
        " const [target] = Object.entries(view.units).find(([, one]) =>"
        " one.at && !one.down && one.side !== view.units[plan.who].side);"
        " plan.arm(plan.menus.get(plan.who).find((one) => one.aimed), target); return target }"
    )
    assert page.evaluate("affray.plan.armed.target") == target
    ruling = {"t": "gm", "do": "remove", "path": target, "reason": "One runs"}
    master.evaluate("(ruling) => affray.line.send(ruling)", ruling)
    said(page, "Your plan is dropped")
    assert page.evaluate("affray.plan.armed") is None
    assert not page.evaluate("affray.view.over")


def test_keys_of_ones_own_are_kept_on_the_device(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    page.keyboard.press("?")
    drawer = page.get_by_role("complementary", name="Settings")
    drawer.get_by_role("button", name="The ruler: k. Change").click()
    told = page.locator(".key-told")
    page.keyboard.press("7")
    told.get_by_text("Letters and signs").wait_for()
    page.keyboard.press("t")
    told.get_by_text("is taken: next target").wait_for()
    page.keyboard.press("t")
    told.get_by_text("Next target has no key now").wait_for()
    drawer.get_by_role("button", name="Hint: h. Change").click()
    page.keyboard.press("Delete")
    told.get_by_text("Hint has no key now").wait_for()
    drawer.get_by_role("checkbox", name="Numbers").uncheck()
    sound(page)
    page.reload()
    holds(page, "globalThis.affray?.choice")
    drawn(page)
    asked = "globalThis.asked = []; const ask = affray.line.ask.bind(affray.line);"
    page.evaluate(
        f"(() => {{ {asked} affray.line.ask = (...all) => {{ asked.push(all[0]);"
        " return ask(...all) } })()"
    )
    page.keyboard.press("1")
    page.keyboard.press("h")
    assert page.evaluate("[affray.sel.group || '', affray.sel.key || '']") == ["", ""]
    assert "advice" not in page.evaluate("asked")  # no program was asked for a hint
    assert page.locator(".do .act kbd").count() == 0
    page.keyboard.press("k")
    drawn(page)
    assert page.locator(".ruler").count() == 0
    page.keyboard.press("t")
    page.locator(".ruler").wait_for()
    page.keyboard.press("t")
    page.keyboard.press("?")
    page.get_by_role("button", name="All keys as they were").click()
    page.get_by_role("button", name="The ruler: k. Change").wait_for()
    page.get_by_role("button", name="Next target: t. Change").wait_for()


def test_a_tap_beside_a_small_cell_takes_the_nearest_that_can_be_chosen(
    server: Server, visit: Visits
) -> None:
    """On a phone that shows all of a wide map; a mouse means the cell that it points at."""
    table, seats = server.table("rival-companies")
    page = visit(f"/t/{table}", seats=seats, size=(390, 844), touch=True)
    page.wait_for_function(READY)
    until(page, "affray.choice?.kind === 'move'")
    page.evaluate("affray.board.whole()")
    drawn(page)
    assert page.evaluate("affray.board.cell") < 24
    beside = page.evaluate(
        "(() => { const open = affray.board.marks.reach;"
        " const has = (x, y) => open.some((one) => `${one}` === `${[x, y]}`);"
        " for (const [x, y] of open) for (const [u, v] of [[x + 1, y], [x, y + 1], [x - 1, y]])"
        " if (u >= 0 && !has(u, v) && affray.board.element([u, v]) && !affray.unitAt([u, v]))"
        " return [u, v] })()"
    )
    page.evaluate("(at) => affray.board.element(at).scrollIntoView()", beside)
    page.locator(f'.cells [data-x="{beside[0]}"][data-y="{beside[1]}"]').tap()
    holds(page, "affray.sel.key")
    chosen = page.evaluate("affray.option().cell")
    assert max(abs(chosen[0] - beside[0]), abs(chosen[1] - beside[1])) == 1
    assert page.evaluate("(at) => affray.board.meant(at)", chosen) == chosen
    # What lies there is shown large, beside the cell; in there a tap means the very cell.
    loupe = page.locator(".loupe")
    loupe.locator(".aim.chosen").wait_for()
    box = loupe.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    _, y = middle(page, (chosen[0], chosen[1]))
    assert not box["y"] < y < box["y"] + box["height"]  # the cell itself can be tapped again
    other = page.evaluate(
        "(at) => { const { part } = affray.board.loupe; const k = affray.board.marks.reach.find("
        "([x, y]) => `${[x, y]}` !== `${at}` && x >= part.x && x < part.x + part.wide"
        " && y >= part.y && y < part.y + part.high); return [...k, k[0] - part.x, k[1] - part.y] }",
        chosen,
    )
    page.touchscreen.tap(box["x"] + 2 + (other[2] + 0.5) * 44, box["y"] + 2 + (other[3] + 0.5) * 44)
    holds(page, "`${affray.option()?.cell}` === `${given[0]}`", other[:2])
    sound(page)
    page.locator("#go").tap()
    loupe.wait_for(state="detached")


def test_who_is_looked_at_shows_what_it_threatens_until_one_looks_away(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("rival-companies")
    page = visit(f"/t/{table}", seats=seats, size=(1440, 900))
    page.wait_for_function(READY)
    foe = page.evaluate("Object.keys(affray.view.units).find((n) => affray.unit(n).side === 1)")
    x, y = page.evaluate("(name) => affray.unit(name).at", foe)
    page.locator(f'.cells [data-x="{x}"][data-y="{y}"]').click()
    card = page.get_by_label("What it threatens")
    card.get_by_text("Within its reach").wait_for()
    struck = page.evaluate("affray.threat.strikes")
    moves = page.evaluate("affray.threat.moves")
    assert [x, y] in moves
    assert page.locator("path.threat").last.get_attribute("d")
    assert "could strike here" in page.evaluate("(at) => affray.label(at)", struck[0])
    reached = page.evaluate(
        "Object.values(affray.view.units).filter((one) => one.side === 0 && one.at &&"
        " affray.threat.at.has(`${one.at}`)).map((one) => one.title)"
    )
    assert reached
    for title in reached:
        assert title in card.inner_text()
    page.get_by_role("button", name="Close").click()
    card.wait_for(state="detached")
    assert page.locator("path.threat").count() == 0


def test_who_is_looked_at_on_a_phone_stays_in_sight_beside_the_sheet(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("broken-causeway")
    page = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    until(page, "affray.choice?.kind === 'action'")
    page.evaluate("affray.board.show(affray.unit('bonesetter').at, true)")
    holds(page, "affray.board.sees(affray.unit('bonesetter').at)")
    at(page, tuple(page.evaluate("affray.unit('bonesetter').at"))).tap()
    page.locator(".me.looked .threatens").wait_for()
    drawn(page)
    assert page.evaluate("affray.board.sees(affray.unit('bonesetter').at)")
    assert not page.evaluate("affray.board.sees(affray.unit(affray.choice.who).at)")


def test_the_ruler_leaves_the_letter_of_a_piece_to_be_read(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.board?.cell && affray.hand.may")
    page.evaluate("affray.hand.measure(affray.unit('plinker').at); affray.hand.stretch([0, 0])")
    expect(page.locator(".board .rule-end")).to_have_count(2)
    ends = "[...document.querySelectorAll('.board .rule-end')]"
    fill = "getComputedStyle(one).fill === 'none'"
    holds(page, f"{ends}.filter((one) => {fill}).length === 1")  # the others are full
    line = page.locator(".board .rule-line").get_attribute("d")
    x, y = page.evaluate("affray.unit('plinker').at.map((one) => one * 64 + 32)")
    assert line is not None
    assert not line.startswith(f"M{x} {y}L")


def test_where_a_large_one_could_come_is_drawn_with_all_its_cells(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("icon/bell-and-spark")
    page = visit(f"/t/{table}", seats=seats, owner=True, size=(1440, 900))
    page.wait_for_function(READY)
    large = "Object.values(affray.view.units).find((one) => one.size > 1 && one.at)"
    while not page.evaluate(f"!!{large}"):
        page.evaluate("affray.commit(affray.choice.default)")
        page.wait_for_timeout(100)
        page.wait_for_function(READY)
    who, size, (x, y) = page.evaluate(
        f"(one => [Object.keys(affray.view.units).find((n) => affray.unit(n) === one),"
        f" one.size, one.at])({large})"
    )
    page.evaluate("(name) => { affray.looked = name; affray.inspect(name) }", who)
    page.wait_for_function("() => affray.threat")
    moves = {(left, top) for left, top in page.evaluate("affray.threat.moves")}
    assert {(x + right, y + down) for right in range(size) for down in range(size)} <= moves
    assert page.get_by_label("What it threatens").get_by_text("places and still strike").count()


# What sounds, by the pitches of its notes, and what is asked of the device to stay on.
DEVICE = """() => {
  globalThis.notes = []
  const made = AudioContext.prototype.createOscillator
  AudioContext.prototype.createOscillator = function () {
    const one = made.call(this)
    const start = one.start.bind(one)
    one.start = (at) => { notes.push(Math.round(one.frequency.value)); start(at) }
    return one
  }
  globalThis.lit = 0
  const request = async () => {
    const lock = { released: false, release: async () => { lock.released = true; lit-- } }
    lit++
    return lock
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
}"""
TURN, REACTION, HIT = 523, 1175, 130  # a note that only this sound has


def test_sounds_are_off_until_they_are_switched_on_and_tell_apart_what_comes(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("tollgate-ambush")
    page = visit(f"/t/{table}", seats=seats, before=DEVICE)
    until(page, "affray.choice?.kind === 'action'")
    assert page.evaluate("notes.length") == 0
    loaded = "performance.getEntriesByType('resource').some((one) => one.name.includes('device'))"
    assert not page.evaluate(loaded)
    page.keyboard.press("?")
    page.get_by_label("Sounds for your turn, a reaction and a hit").check()
    holds(page, "notes.includes(given[0])", TURN)  # what was switched on is heard
    page.keyboard.press("Escape")
    page.evaluate("notes.length = 0")
    until(page, "Boolean(affray.choice?.reaction)")
    holds(
        page,
        "[given[0], given[1], given[2]].every((one) => notes.includes(one))",
        TURN,
        REACTION,
        HIT,
    )
    page.reload()
    holds(page, "affray.doing && affray.choice")  # it is kept on the device


def test_a_phone_stays_awake_while_its_holder_is_asked_and_no_longer(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "split", "foes": "me"})
    phone = (360, 740)
    page = visit(
        f"/t/{table}", seats=seats, active=("foes",), size=phone, touch=True, before=DEVICE
    )
    holds(page, "affray.choice && lit === 1")
    page.evaluate("affray.commit(affray.choice.default)")
    holds(page, "!affray.choice && lit === 0")
    desk = visit(f"/t/{table}", seats=seats, active=("sarn-ilvey", "ansa-brock"))
    holds(desk, "affray.choice")
    assert not desk.evaluate("Boolean(affray.doing)")


def test_enter_does_what_the_button_says_that_shows_it(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats)
    keys, hint = page.keyboard, page.locator("#go kbd")
    for place in ("the page", "a cell"):
        holds(page, "affray.choice && !affray.sent && affray.board?.cell")
        who = page.evaluate("affray.choice.who")
        keys.press("Escape")
        if place == "a cell":
            for key in ("1", "m", "ArrowDown"):
                keys.press(key)
        keys.press("h")
        expect(page.locator("#go")).to_contain_text("Place at")
        expect(hint).to_be_visible()
        advised = page.evaluate("affray.option().cell.join()")
        if place == "a cell":  # who goes on to another cell picks it, and is not told otherwise
            keys.press("ArrowRight")
            expect(hint).to_be_hidden()
            keys.press("ArrowLeft")
            expect(hint).to_be_visible()
        keys.press("Enter")
        holds(page, "`${affray.unit(given[0]).at}` === given[1]", who, advised)
    page.get_by_role("button", name="Ruler", exact=True).focus()  # a key of its own
    page.evaluate("affray.hint()")
    expect(page.locator("#go")).to_be_focused()
    page.get_by_role("button", name="Ruler", exact=True).focus()
    expect(hint).to_be_hidden()


def test_f6_goes_round_all_that_is_shown_and_the_masters_panel_is_entered_and_left_by_keys(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "me", "gm": "me"})
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action' && !affray.sel.key")

    def round_trip(key: str) -> list[str]:
        found = []
        for _ in range(6):
            page.keyboard.press(key)
            found.append(page.evaluate(WHERE))
        return found

    page.locator("#cmd").focus()
    there = [".strip", ".cells", ".acts", ".log", "#cmd"]
    assert round_trip("F6") == [*there, ".strip"]
    page.keyboard.press("Shift+F6")
    assert round_trip("Shift+F6") == [*there[3::-1], "#cmd", ".log"]
    page.locator(".cells [tabindex='0']").focus()
    page.keyboard.press("g")
    holds(page, "document.activeElement.matches('.gm .btn')")
    page.keyboard.press("F6")
    assert page.evaluate(WHERE) == ".acts"
    page.get_by_label("Whom").focus()
    page.keyboard.press("Shift+F6")
    assert page.evaluate(WHERE) == ".cells"
    page.keyboard.press("F6")
    assert page.evaluate(WHERE) == ".gm"
    page.get_by_label("Whom").focus()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.do') && affray.gm")


def test_what_is_planned_is_told_apart_by_what_is_paid_for_it(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "quest")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    answered = page.evaluate("affray.choice.id")
    page.evaluate("affray.line.send = () => 'kept'; affray.turn = { who: '', seats: [] }")
    page.evaluate("affray.choice = null; affray.draw()")
    page.get_by_text("Plan the next turn").click()
    listed = page.get_by_role("group", name="What to do").get_by_role("button")
    texts = listed.all_inner_texts()
    assert len({*texts}) == len(texts) > 6, answered
    listed.get_by_text("Move and 2 bonus actions", exact=True).click()
    page.get_by_role("region", name="Your plan").get_by_text("move and 2 bonus actions").wait_for()
    said(page, "move and 2 bonus actions. It is chosen")
