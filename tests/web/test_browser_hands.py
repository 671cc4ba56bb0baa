"""What hands do at the table besides choosing: point, measure, plan, keys of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.browsing import READY, Visits, duel
from tests.web.screens import until
from tests.web.serving import Server

SMALL = (320, 640)


def at(page: Page, cell: tuple[int, int]) -> Any:
    return page.locator(f'.cells [data-x="{cell[0]}"][data-y="{cell[1]}"]')


def middle(page: Page, cell: tuple[int, int]) -> tuple[float, float]:
    box = at(page, cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sound(page: Page) -> None:
    """Nothing shuts anybody out, and nothing has to be scrolled sideways."""
    found = Axe().run(page).response["violations"]
    assert not [(one["id"], one["nodes"][0]["html"][:120]) for one in found]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def held(page: Page, cell: tuple[int, int], most: int = 700) -> None:
    """Hold a finger on a cell."""
    x, y = middle(page, cell)
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    page.wait_for_timeout(most)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_a_mouse_and_a_key_point_for_everybody_and_it_fades(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    phone = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    desk = visit(f"/t/{table}", seats=seats, active=("gm",))
    watch = visit(f"/t/{table}#tv", seats=seats, active=("watch",))
    for page in (phone, desk, watch):
        page.wait_for_function("() => affray.board?.cell")
    seq = desk.evaluate("affray.line.seq")
    held(phone, (1, 2))
    for page in (desk, watch, phone):
        page.wait_for_function("() => `${affray.hand.pings[0]?.at}` === '1,2'")
        page.locator(".board .ping-ring").first.wait_for()
    assert "points at 1,2" in desk.locator("#live").inner_text()
    assert phone.evaluate("affray.sel.key || ''") == ""  # the press chose nothing
    desk.keyboard.down("Alt")
    desk.mouse.move(*middle(desk, (0, 1)))
    desk.mouse.down()
    desk.mouse.move(*middle(desk, (4, 1)), steps=4)
    desk.mouse.up()
    desk.keyboard.up("Alt")
    phone.wait_for_function("() => affray.hand.pings.some((one) => one.far === '4 squares')")
    watch.locator(".board .ping-head").wait_for()
    desk.keyboard.press("Escape")
    at(desk, (3, 2)).focus()
    desk.keyboard.press("p")
    phone.wait_for_function("() => affray.hand.pings.some((one) => `${one.at}` === '3,2')")
    assert desk.evaluate("affray.line.seq") == seq
    phone.wait_for_function("() => !affray.hand.pings.length", timeout=9_000)
    assert phone.locator(".board .ping").count() == 0


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
    assert "line of sight" in page.locator("#live").inner_text()
    card.get_by_role("button", name="geometry.line-of-sight").click()
    page.locator(".drawer .rule-text").first.wait_for()
    page.keyboard.press("Escape")
    assert page.evaluate("Boolean(affray.hand.ruler)") is False
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Ruler", exact=True).click()
    at(page, (here[0], here[1] + 2)).click()
    card.get_by_text("2 spaces").wait_for()
    at(page, (here[0], here[1] + 2)).click()  # once more: for everybody
    page.wait_for_function("() => affray.hand.pings.length === 1")
    sound(page)
    page.keyboard.press("k")
    assert card.count() == 0


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
    page.get_by_role("button", name="Show everybody").tap()
    page.wait_for_function("() => affray.hand.pings.length === 1")
    page.get_by_role("button", name="Lay the ruler down").tap()
    assert page.locator(".ruler").count() == 0


def test_the_end_of_a_turn_says_what_is_unused_and_asks_once_more(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "quest")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.unused?.length > 1")
    first = page.evaluate("affray.choice.id")
    page.keyboard.press("e")
    page.locator(".unused").get_by_text("1 attack action and 1 move action").wait_for()
    assert "Still unused" in page.locator("#live").inner_text()
    assert page.evaluate("affray.choice.id") == first
    page.keyboard.press("Escape")  # thought better of it
    page.keyboard.press("/")
    page.keyboard.type("end turn")
    page.keyboard.press("Enter")
    page.locator(".unused").wait_for()
    assert page.evaluate("affray.choice.id") == first
    page.get_by_label("Do not ask again in this fight").check()
    page.locator("#go").click()
    page.wait_for_function("(id) => affray.choice?.id !== id", arg=first)
    until(page, "affray.choice?.kind === 'action' && affray.choice.unused.length > 0")
    before = page.evaluate("affray.choice.id")
    page.keyboard.press("e")  # at once: that was wished
    page.wait_for_function("(id) => affray.view.over || affray.choice?.id !== id", arg=before)


def test_nothing_is_asked_where_nothing_is_left(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats, size=(360, 740), touch=True)
    until(page, "affray.choice?.kind === 'action' && !affray.choice.unused.length")
    before = page.evaluate("affray.choice.id")
    page.locator(".act.end").tap()
    page.wait_for_function("(id) => affray.view.over || affray.choice?.id !== id", arg=before)


def test_a_plan_is_chosen_when_it_comes_and_never_done_by_itself(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "split", "foes": "me"})
    ansa = visit(f"/t/{table}", seats=seats, active=("ansa-brock",), size=SMALL, touch=True)
    rest = visit(f"/t/{table}", seats=seats, active=("sarn-ilvey", "foes"))
    for page in (ansa, rest):
        page.wait_for_function("() => affray.view && affray.turn")
    learned = "affray.plan.menus.has('ansa-brock') && !affray.choice"

    def others(condition: str) -> None:
        for _ in range(60):
            if ansa.evaluate(condition):
                return
            page = ansa if ansa.evaluate("Boolean(affray.choice)") else rest
            page.wait_for_function(READY)
            seen = page.evaluate("affray.choice.id")
            page.evaluate("affray.commit(affray.choice.default)")
            for one in (ansa, rest):
                one.wait_for_function("(id) => affray.turn?.id !== id", arg=seen)
        raise AssertionError(condition)

    others(learned)
    ansa.get_by_text("Plan the next turn").tap()
    ansa.get_by_role("group", name="What to do").get_by_role("button").first.wait_for()
    sound(ansa)
    names = ansa.get_by_role("group", name="What to do").get_by_role("button").all_inner_texts()
    aimed = ansa.evaluate("affray.plan.menus.get('ansa-brock').findIndex((one) => one.aimed)")
    ansa.get_by_role("button", name=names[aimed], exact=True).tap()
    ansa.get_by_role("group", name="At whom").get_by_role("button").first.tap()
    ansa.get_by_role("region", name="Your plan").wait_for()
    planned = ansa.evaluate("affray.plan.armed")
    others("affray.choice?.kind === 'action'")
    told = ansa.locator("#toast, #live").all_inner_texts()
    if ansa.evaluate("Boolean(affray.sel.key)"):
        assert ansa.evaluate("affray.option().targets") == [planned["target"]]
        assert "As you planned" in " ".join(told)
    else:
        assert "Your plan is dropped" in " ".join(told)
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
        assert "As you planned" in page.locator("#live").inner_text()
    else:
        page.locator(".toast").get_by_text("Your plan is dropped").wait_for()
        assert page.locator("#go").count() == 0
    assert page.evaluate("affray.plan.armed") is None


def test_keys_of_ones_own_are_kept_on_the_device(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.choice?.kind === 'action'")
    page.keyboard.press("?")
    drawer = page.get_by_role("complementary", name="Keys")
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
    page.wait_for_function(READY)
    page.keyboard.press("1")
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    assert page.evaluate("[affray.sel.group || '', affray.sel.key || '']") == ["", ""]
    assert page.locator(".do .act kbd").count() == 0
    page.keyboard.press("k")
    assert page.locator(".ruler").count() == 0
    page.keyboard.press("t")
    page.locator(".ruler").wait_for()
    page.keyboard.press("t")
    page.keyboard.press("?")
    page.get_by_role("button", name="All keys as they were").click()
    page.get_by_role("button", name="The ruler: k. Change").wait_for()
    page.get_by_role("button", name="Next target: t. Change").wait_for()
