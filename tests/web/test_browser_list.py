"""What can be done, in its order: what may hit others comes first, what one only handles late."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Visits, drawn
from tests.web.screens import until
from tests.web.serving import Server

# What is shown of the list before "More" is pressed, and what of it has a foe for a target.
LISTED = """() => {
  const all = affray.deeds()
  const acts = [...document.querySelectorAll('.acts .act:not(.more)')]
  const side = affray.unit(affray.choice.who).side
  const foes = (one) => one.groups.some((group) => !group.seldom && group.options.some((option) =>
    option.targets?.some((name) => affray.unit(name).side !== side)))
  return all.map((one, k) => [one.label, Boolean(acts[k].offsetHeight), foes(one)])
}"""
HANDLING = ("Drop", "Stow", "Sheathe", "Draw", "Brandish", "Hand", "Pick")
FOE = """affray.choice?.kind === 'action' && affray.groups().some((group) => !group.seldom &&
  group.options.some((option) => option.targets?.some((name) =>
    affray.unit(name).side !== affray.unit(affray.choice.who).side)))"""
FIGHTS = {
    "thrum": "thrum/hold-the-gate",
    "icon": "sluice-gate",
    "ingenuity": "ingenuity/toll-bridge",
    "quest": "cairn-gate",
    "sovereign": "pay-the-toll",
}


@pytest.mark.parametrize("game", [*FIGHTS])
def test_what_may_hit_somebody_is_shown_first(server: Server, visit: Visits, game: str) -> None:
    table, seats = server.table(FIGHTS[game])
    page = visit(f"/t/{table}", seats=seats)
    until(page, FOE)
    for width, height in ((1440, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        drawn(page)
        listed = page.evaluate(LISTED)
        shown = [label for label, seen, _ in listed if seen]
        hits = [k for k, (_, _, foes) in enumerate(listed) if foes]
        assert listed[hits[0]][1], shown
        assert hits[0] < 3  # what the rules list before it hits others, too, or may
        handled = [k for k, (label, _, _) in enumerate(listed) if label.split()[0] in HANDLING]
        assert not handled or handled[0] > hits[-1], shown


def test_several_ways_to_attack_stand_where_one_would(server: Server, visit: Visits) -> None:
    """Somebody with two weapons: all its attacks are one entry, the first."""
    table, seats = server.table("fire-in-the-yard")
    page = visit(f"/t/{table}", seats=seats, size=(390, 844), touch=True)
    until(page, "affray.deeds().some((one) => one.label === 'Attack' && one.groups.length > 3)")
    acts = page.locator(".acts .act:not(.more):visible .lab")
    expect(acts.first).to_have_text("Attack")
    assert not {*HANDLING} & {one.split()[0] for one in acts.all_inner_texts()}


def test_what_is_left_is_told_in_the_words_of_the_game(server: Server, visit: Visits) -> None:
    table, seats = server.table("cairn-gate")
    page = visit(f"/t/{table}", seats=seats, size=(1440, 900))
    until(page, "affray.choice?.kind === 'action' && / MP/.test(affray.choice.ask)")
    expect(page.locator(".do > .head.sub")).to_have_text(re.compile(r"^\s*Left: 1 \w.* \d MP"))
    page.evaluate("affray.inspect(affray.looked = affray.choice.who); affray.draw()")
    expect(page.locator(".me.looked .sheet dt", has_text=re.compile("^MP$"))).to_be_visible()


def test_a_chance_is_read_above_the_mark_of_who_acts(server: Server, visit: Visits) -> None:
    """Who is aimed at may stand right above who acts."""
    table, seats = server.table("cairn-gate")
    page = visit(f"/t/{table}", seats=seats, size=(1440, 900))
    until(page, "affray.deeds().some((one) => /^Attack/.test(one.label))")
    page.evaluate("affray.take(affray.deeds().find((one) => /^Attack/.test(one.label)))")
    page.locator(".over .tag").first.wait_for(state="attached")
    assert page.evaluate(
        "[...document.querySelectorAll('.over .tag')].every((one) =>"
        " document.querySelector('.over .wedge').compareDocumentPosition(one)"
        " & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
