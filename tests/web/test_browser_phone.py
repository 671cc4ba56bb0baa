"""A part of the board on a phone: it begins where something is to be done, and stands still."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import ADVICE, DUELS, READY, Visits, drawn, duel, holds
from tests.web.screens import until
from tests.web.serving import Server

PHONES = [(390, 740), (360, 740)]
# Whom or where one may choose, of that how many are in sight.
SIGHT = """() => {
  const spots = affray.choice.groups.flatMap((one) => one.options)
    .flatMap((one) => (one.cell ? [one.cell] : one.targets.map((name) => affray.unit(name).at)))
  return [spots.filter((at) => affray.board.sees(at)).length, spots.length]
}"""


def answer(page: Page) -> None:
    """Answer as a program would."""
    page.wait_for_function(READY)
    advice = page.evaluate(ADVICE)
    assert advice is not None
    page.evaluate("(key) => affray.commit(key)", advice["key"])
    holds(page, "affray.view.over || affray.choice?.id !== given[0]", advice["id"])
    page.wait_for_function(READY)
    drawn(page)


@pytest.mark.parametrize(
    "encounter",
    ["fire-in-the-yard", "the-quarry", "drowned-ford"],
)
def test_a_phone_first_shows_where_somebody_may_be_chosen_or_placed(
    server: Server, visit: Visits, encounter: str
) -> None:
    table, seats = server.table(encounter)
    page = visit(f"/t/{table}", seats=seats, size=PHONES[0], touch=True)
    page.wait_for_function(READY)
    drawn(page)
    seen, of = page.evaluate(SIGHT)
    assert seen * 2 >= of > 0


def test_who_watches_on_a_phone_first_sees_somebody(server: Server, visit: Visits) -> None:
    table, seats = server.table("choir-in-the-mire")
    page = visit(f"/t/{table}", seats=seats, active=("watch",), size=PHONES[0], touch=True)
    holds(page, "affray.board?.cell")
    drawn(page)
    assert page.evaluate(
        "Object.values(affray.view.units).some((one) => one.at && affray.board.sees(one.at))"
    )


def test_the_board_of_a_phone_stays_where_it_is_from_question_to_question(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("tollgate-ambush")
    page = visit(f"/t/{table}", seats=seats, size=PHONES[0], touch=True)
    page.wait_for_function(READY)
    drawn(page)
    high = "document.querySelector('.map').getBoundingClientRect().height"
    room = page.evaluate(high)
    who, placed, stood = "", page.evaluate("affray.board.root.scrollTop"), 0
    for _ in range(12):
        answer(page)
        assert page.evaluate(high) == room
        at = page.evaluate("affray.board.root.scrollTop")
        if who and page.evaluate("affray.choice.who") == who:
            stood += 1
            if page.evaluate("affray.board.sees(affray.unit(affray.choice.who).at, true)"):
                assert at == placed
        who, placed = page.evaluate("affray.choice.who"), at
    assert stood


@pytest.mark.parametrize("encounter", ["icon/tollgate-ambush", "quest"])
def test_who_places_somebody_on_a_phone_keeps_the_question_and_the_board_where_it_is(
    server: Server, visit: Visits, encounter: str
) -> None:
    small = encounter in DUELS
    table, seats = duel(server, encounter) if small else server.table(encounter)
    page = visit(f"/t/{table}", seats=seats, size=PHONES[0], touch=True)
    top = "document.querySelector('.cells').getBoundingClientRect().top"
    page.wait_for_function(READY)
    drawn(page)
    begun = page.evaluate(top)
    head, placed = page.locator(".do > .head"), 0
    for _ in range(8):
        advice = page.evaluate(ADVICE)
        if page.evaluate("['space', 'place'].includes(affray.choice.kind)"):
            placed += 1
            x, y = advice["at"]
            page.locator(f'.cells [data-x="{x}"][data-y="{y}"]').tap()
            page.locator("#go").wait_for()
            expect(head.nth(0)).to_contain_text("where do you begin?")
            expect(head.nth(1)).to_contain_text(f"{placed - 1} of ")
            assert head.nth(0).is_visible()
            assert head.nth(1).is_visible()
            blank = "document.querySelector('.acts').getBoundingClientRect().bottom"
            go = page.locator("#go").bounding_box()
            assert go is not None
            assert go["y"] - page.evaluate(blank) < 60
        assert page.evaluate(top) == begun
        answer(page)
        if small or page.evaluate("affray.board.sees(affray.board.about, true)"):
            assert page.evaluate(top) == begun
    assert placed or encounter == "quest"


def test_what_is_said_for_a_moment_lies_over_nothing_that_can_be_done(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("cairn-gate")
    page = visit(f"/t/{table}", seats=seats, size=PHONES[0], touch=True)
    until(page, "affray.choice?.kind === 'action'")
    for width, height in (*PHONES, (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "affray.hear({ t: 'note', kind: 'seat', text: 'Nobody has to wait. '.repeat(5) })"
        )
        drawn(page)
        toast = page.locator(".toast").bounding_box()
        side = page.locator(".side").bounding_box()
        strip = page.locator(".strip").bounding_box()
        assert toast is not None
        assert side is not None
        assert strip is not None
        assert strip["y"] + strip["height"] - 1 <= toast["y"]
        assert toast["y"] + toast["height"] <= side["y"]


def test_the_board_of_a_phone_does_not_move_under_a_finger_that_looks_at_somebody(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("ingenuity/toll-bridge")
    page = visit(f"/t/{table}", seats=seats, size=(390, 844), touch=True)
    until(page, "affray.choice?.kind === 'action'")
    begins = "JSON.stringify(document.querySelector('.cells').getBoundingClientRect().toJSON())"
    before = page.evaluate(begins)
    page.evaluate("affray.inspect(affray.looked = affray.choice.who); affray.draw()")
    page.locator(".me.looked .threatens").wait_for()
    drawn(page)
    shown = page.evaluate("affray.board.root.offsetHeight")
    assert page.evaluate(begins) == before
    page.get_by_role("button", name="Close").tap()
    holds(page, "affray.board.root.offsetHeight > given[0]", shown)
