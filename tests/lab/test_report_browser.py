"""The page of a report in a real browser: it is drawn, it asks nobody, it fits and can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from affray.lab.report import of_encounter
from tests.ford import FORD
from tests.web.browsing import chromium

DRAWN = "() => document.documentElement.dataset.drawn"
# Pixels by which something sticks out of the page to the right, and what it is.
WIDE = """() => [...document.querySelectorAll('main *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1
    && !one.closest('.scroll, pre, svg')).map((one) => one.outerHTML.slice(0, 80))"""
# Charts with the height of what was drawn in them, and how much of it has the colour of a side.
CHARTS = """() => [...document.querySelectorAll('.chart')].map((one) => {
  const box = one.querySelector('svg').getBoundingClientRect()
  const marks = one.querySelectorAll('.mark-rect path, .mark-area path, .mark-symbol path')
  return { id: one.id, width: box.width, height: box.height, marks: marks.length } })"""
# What a colour of the style comes to where it is used by a drawing.
FILL = """() => {
  const one = document.querySelector('#chart-fallen-0 .mark-rect path')
  return getComputedStyle(one).fill }"""
CONTRAST = """() => {
  const numbers = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number)
  const light = (text) => { const [r, g, b] = numbers(text).map((one) => one / 255)
    .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b }
  const ground = light(getComputedStyle(document.querySelector('section')).backgroundColor)
  return Math.min(...['h2', '.words', 'td', 'figcaption', 'summary', '.chart text'].map((name) => {
    const style = getComputedStyle(document.querySelector(`section ${name}`))
    const ink = light(name.includes('text') ? style.fill : style.color)
    return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05) })) }"""


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    encounter = folder / "at-the-ford.toml"
    encounter.write_text(FORD, encoding="utf-8")
    return of_encounter(encounter, seed=5, count=12).write(folder / "ford.html")[0]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        yield started
        started.close()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [((1280, 900), "light"), ((360, 780), "dark")],
    ids=["desktop, light", "phone, dark"],
)
def test_the_page_is_drawn_asks_nobody_and_fits(
    browser: Browser, page_file: Path, size: tuple[int, int], scheme: Any
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme
    )
    page = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(page_file.as_uri())
    page.wait_for_function(DRAWN, timeout=30_000)

    assert complaints == []
    assert requests == [page_file.as_uri()]
    for chart in page.evaluate(CHARTS):
        assert chart["marks"] > 0, chart
        assert chart["height"] > 50, chart
        assert chart["width"] <= size[0]
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(WIDE) == []
    assert page.evaluate(CONTRAST) >= 4.5
    assert page.evaluate(FILL) == ("rgb(36, 80, 181)" if scheme == "light" else "rgb(57, 104, 211)")
    words = page.inner_text("main")
    for one in ("At the <Ford>", "The Ferrymen win ", "Ansa Brock", "Who falls", "Fights to read"):
        assert one in words
    assert len(page.screenshot(full_page=True)) > 50_000  # something is on it
    if scheme == "light":
        reads_a_fight(page)
        changes_its_looks(page)
        is_printed(page)
    context.close()


def reads_a_fight(page: Page) -> None:
    """A link at the top opens the fight that it names."""
    link = page.locator(".links a").first
    goal = page.locator(str(link.get_attribute("href")))
    assert not goal.locator("pre").is_visible()
    link.click()
    goal.locator("pre").wait_for(state="visible")
    assert "Round 1" in goal.inner_text()


def changes_its_looks(page: Page) -> None:
    """The button goes on from light to dark to contrast; charts follow."""
    page.locator("#theme").click()
    assert page.evaluate(FILL) == "rgb(57, 104, 211)"
    page.locator("#theme").click()
    assert page.evaluate(FILL) == "rgb(0, 31, 138)"


def is_printed(page: Page) -> None:
    """Paper is white, whatever the screen was, and has no buttons."""
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate(FILL) == "rgb(36, 80, 181)"
    assert not page.locator("#theme").is_visible()
    assert page.evaluate(CONTRAST) >= 4.5
