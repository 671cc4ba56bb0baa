"""What is heard at the table without seeing it: names, roles, the order of words, the focus."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page

from tests.web.browsing import READY, Visits, by_keys, drawn, duel, holds, play
from tests.web.screens import until
from tests.web.serving import Server

# Hears as a screen reader does: what comes into a live region, in its order, unless it is off.
EAR: Final = """() => {
  globalThis.heard = []
  const LIVE = '[aria-live], [role=status], [role=alert], [role=log]'
  const region = (node) => {
    const found = (node.nodeType === 1 ? node : node.parentElement)?.closest(LIVE)
    return found && found.getAttribute('aria-live') !== 'off' ? found : null
  }
  let moment = 0
  new MutationObserver((all) => {
    moment++
    for (const one of all) for (const node of one.addedNodes)
      if (region(node) && node.textContent.trim()) heard.push([moment, node.textContent.trim()])
  }).observe(document.body, { childList: true, subtree: true })
}"""

# Whether what the keys are at is still a part of the page.
HELD: Final = "affray.root.contains(document.activeElement)"

TRIES: Final = 300  # looks at the tree, a fifth of a second apart: no event tells of it
NAMED: Final = {"button", "link", "textbox", "combobox", "checkbox", "region", "grid", "group"}
Node = dict[str, Any]


def tree(page: Page) -> list[Node]:
    """Return what Chromium tells whoever cannot see a page: role, name and state of everything."""
    drawn(page)
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    found: list[Node] = []
    for node in nodes:
        if node.get("ignored"):
            continue
        one = {"role": node["role"]["value"], "name": node.get("name", {}).get("value", "")}
        one |= {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        found.append(one)
    for one in found:
        if one["role"] in NAMED and one.get("focusable", one["role"] == "grid"):
            assert one["name"].strip(), one
    return found


def names(nodes: list[Node], role: str) -> list[str]:
    """Return the names of everything of a role, in the order in which it is read."""
    return [one["name"] for one in nodes if one["role"] == role]


def grown(page: Page, role: str, *expected: str) -> list[Node]:
    """Return the tree as soon as it has these names: it is grown after the page is drawn.

    Raises:
        AssertionError: it does not come to that in a minute.
    """
    for _ in range(TRIES):
        nodes = tree(page)
        if {*expected} <= {*names(nodes, role)}:
            return nodes
        page.wait_for_timeout(200)
    raise AssertionError((role, expected, names(nodes, role)))


def focused(page: Page, role: str, name: str = "") -> Node:
    """Return what the keys are at as soon as that is such a thing.

    Raises:
        AssertionError: it does not come to that in a minute.
    """
    for _ in range(TRIES):
        here = [one for one in tree(page) if one.get("focused") and one["role"] != "RootWebArea"]
        if here and here[-1]["role"] == role and name in here[-1]["name"]:
            return here[-1]
        page.wait_for_timeout(200)
    raise AssertionError((role, name, here))


def heard(page: Page, last: str = "") -> list[str]:
    """Wait until a sentence was said; return all since the last time, in order."""
    holds(page, "heard.some(([, one]) => one.includes(given[0]))", last)
    found: list[tuple[int, str]] = [(at, text) for at, text in page.evaluate("heard.splice(0)")]
    assert len(found) == len({*found}), found  # nothing is said twice at once
    return [text for _, text in found]


def test_a_turn_is_heard_in_its_order_and_the_keys_are_never_lost(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.choice")
    drawn(page)
    page.evaluate(EAR)
    page.keyboard.press("F6")

    def choose(page: Page, advice: Node) -> None:
        before = page.evaluate("affray.log.length")
        by_keys(page, advice)
        there = "affray.view.over || (affray.choice && affray.choice.id !== given[0])"
        holds(page, there, advice["id"])
        drawn(page)
        assert page.evaluate(HELD), advice
        asked = page.evaluate("affray.choice?.ask") or "The fight is over"
        said = heard(page, asked)
        lines = page.evaluate(
            "(n) => affray.log.slice(n).map((line) => line.p.map((one) => one[1]).join(''))", before
        )
        asks = [k for k, one in enumerate(said) if asked in one]
        told = [k for k, one in enumerate(said) if any([line in one for line in lines])]
        assert max(told, default=-1) < asks[-1], said  # what came of it, then what is asked

    play(page, choose)
    assert names(grown(page, "link", "Watch it again"), "link")[-1] == "Watch it again"


def test_the_tree_of_a_turn_has_the_question_the_deeds_the_cells_and_the_chance(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, "quest")
    page = visit(f"/t/{table}", seats=seats)
    until(page, "affray.deeds().some((one) => one.verb === 'attack')")
    page.evaluate(EAR)
    question = page.evaluate("affray.choice.ask").split("? ")[0] + "?"
    nodes = grown(page, "heading", question)
    assert question in names(nodes, "region")
    deeds = page.evaluate("affray.deeds().map((one) => one.label)")
    buttons = [one for one in names(nodes, "button") if any([one.startswith(d) for d in deeds])]
    assert len(buttons) >= min(len(deeds), 10)
    width, height = page.evaluate("[affray.scene.width, affray.scene.height]")
    assert len(names(nodes, "row")) == height
    assert len(names(nodes, "gridcell")) == width * height
    assert names(nodes, "grid") == ["Board"]

    # A deed, then a target: the key comes to its cell, which says who stands there.
    number = page.evaluate("affray.deeds().findIndex((one) => one.verb === 'attack')")
    page.keyboard.press(f"{number + 1}")
    page.keyboard.press("t")
    holds(page, "affray.odds.get(affray.sel.key)?.people.length")
    chosen, title = page.evaluate(
        "[affray.deed(affray.option()), affray.title(affray.option().targets"
        ".find((one) => one !== affray.choice.who))]"
    )
    here = focused(page, "gridcell", title)
    assert "can be chosen" in here["name"]
    said = heard(page, "%")
    assert said.index(chosen) < len(said) - 1
    nodes = grown(page, "button", chosen)
    assert "Forecast" in names(nodes, "region")
    pressed = [one["name"] for one in nodes if one.get("pressed") == "true"]
    assert any([one.startswith(deeds[number]) for one in pressed])


def test_a_reaction_is_asked_after_what_it_answers_and_takes_the_keys_along(
    server: Server, visit: Visits
) -> None:
    table, seats = server.table("tollgate-ambush")
    page = visit(f"/t/{table}", seats=seats)
    page.wait_for_function(READY)
    page.evaluate(EAR)
    page.keyboard.press("F6")
    until(page, "Boolean(affray.choice?.reaction)")
    drawn(page)
    assert page.evaluate(HELD)
    ask, about = page.evaluate("[affray.choice.ask, affray.choice.about || '']")
    said = heard(page, ask)
    assert about in next(one for one in said if ask in one)
    heading = ask.split("? ")[0] + ("?" if "? " in ask else "")
    nodes = grown(page, "heading", heading)
    default = page.evaluate("affray.choice.default")
    assert default.replace("-", " ").capitalize() in names(nodes, "button")


def test_a_ruling_is_heard_by_the_player_with_its_reason_and_takes_no_key_away(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "me", "gm": "me"})
    player = visit(f"/t/{table}", seats=seats)
    until(player, "affray.choice?.kind === 'action'")
    player.evaluate(EAR)
    deed = player.locator(".acts .act").nth(1)
    deed.focus()
    before = focused(player, "button", deed.inner_text().split("\n")[0])
    master = visit(f"/t/{table}", seats=seats, active=("gm",))
    master.evaluate(EAR)
    master.get_by_role("button", name="GM").click()
    master.get_by_label("Whom").select_option("plinker")
    nodes = grown(master, "textbox", "New value", "Reason")
    assert "Game master" in names(nodes, "complementary")
    master.get_by_label("New value").fill("1")
    reason = master.get_by_label("Reason", exact=True)
    reason.fill("Tired from the climb")
    reason.press("Enter")
    said = heard(player, player.evaluate("affray.choice.ask"))
    assert "Tired from the climb" in said[0]
    assert focused(player, "button", before["name"]) == before
    assert master.evaluate(HELD)
    master.get_by_role("button", name="Pause").click()
    assert "paused" in heard(player, "paused")[-1]
    master.get_by_role("button", name="Go on").click()
    assert heard(player, "goes on") == ["The fight goes on."]
    assert focused(player, "button", before["name"])["name"] == before["name"]
