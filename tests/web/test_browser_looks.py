"""What every screen looks like, in both themes and three sizes, and that it shuts nobody out."""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.barriers import barriers
from tests.web.browsing import Visits, drawn, duel, holds
from tests.web.screens import (
    DESK,
    GOLDENS,
    PHONE,
    SHOWN,
    TABLET,
    TOURS,
    VISIT,
    Size,
    Tour,
    differing,
    dress,
    golden,
    kept_heard,
    parts_heard,
    parts_of,
    picture,
    portrait,
    readme,
    sheet,
)
from tests.web.serving import Server

SETTLES = 10_000  # ms within which a screen that is drawn tells what it is
OTHER = 0.08  # of a sheet may differ: fonts and versions of browsers do
SMALL: Size = (320, 640)
WIDE: Size = (3840, 2160)
ALSO = [("contrast", PHONE), ("contrast", DESK), ("light", SMALL), ("dark", WIDE)]
READ = [("light", PHONE), ("light", SMALL), ("dark", DESK), ("contrast", DESK)]  # by axe
if os.environ.get("AFFRAY_AXE") == "all":  # every theme in every size
    ALSO += [("contrast", TABLET)]
    READ = [*SHOWN, *ALSO]

# What is laid out wrongly: boxes that lie on each other, that stick out, or that cannot be seen.
FAULTS = """() => {
  const found = []
  const box = (name) => document.querySelector(name)?.getBoundingClientRect()
  const root = document.documentElement
  if (root.scrollWidth > innerWidth) found.push('it scrolls sideways')
  const table = document.querySelector('.page.table')
  if (table) {
    const parts = ['.top', '.strip', '.map', '.side', '.foot'].map((one) => [one, box(one)])
      .filter(([, one]) => one && one.width && one.height)
    for (const [a, one] of parts) for (const [b, two] of parts) {
      if (a >= b) continue
      const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left)
      const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
      if (wide > 2 && high > 2) found.push(`${a} and ${b} overlap`)
    }
    const map = box('.map')
    const asked = document.querySelector('.dice, .looked, .gm')
    if (innerWidth <= 560 && !asked && map.height < innerHeight * 0.5)
      found.push('the board is less than half of the screen')
    const go = box('#go')
    if (go && (go.bottom > innerHeight + 1 || go.top < 0)) found.push('the button is out of sight')
  }
  for (const row of document.querySelectorAll('.steer, .told, .three')) {
    const middles = [...row.children].map((one) => one.getBoundingClientRect())
      .map((one) => one.top + one.height / 2)
    if (innerWidth > 360 && Math.max(...middles) - Math.min(...middles) > 2)
      found.push(`wrapped: ${row.className}`)
    for (const one of row.querySelectorAll('.btn'))
      if (one.offsetHeight > 50 * Math.max(1, innerWidth / 1920))
        found.push(`tall: ${one.textContent.trim()}`)
  }
  for (const one of document.querySelectorAll('.do .act[aria-pressed=true]'))
    if (!one.offsetHeight && one.parentElement.offsetHeight)
      found.push(`hidden though chosen: ${one.textContent.trim()}`)
  for (const one of document.querySelectorAll('button, a.btn')) {
    const { width, height } = one.getBoundingClientRect()
    if (width && (width < 24 || height < 24)) found.push(`small: ${one.outerHTML.slice(0, 120)}`)
    if (one.matches('.act, .btn') && one.scrollWidth > one.clientWidth + 2)
      found.push(`cut: ${one.textContent.trim().slice(0, 60)}`)
  }
  return found
}"""


@pytest.mark.parametrize("tour", TOURS)
def test_every_screen(tour: Tour, server: Server, visit: Visits, browser: Browser) -> None:
    canvas = browser.new_page()
    wrong: list[Any] = []
    seen: list[str] = []
    page: Page
    for name, page in tour(server, visit):
        seen.append(name)

        def checked(theme: str, size: Size, *, name: str = name, page: Page = page) -> None:
            faults = page.evaluate(FAULTS)
            if (theme, size) in READ:
                for one in barriers(page):
                    places = [node["html"][:160] for node in one["nodes"][:3]]
                    faults.append((one["id"], places))
            if faults:
                wrong.append((name, theme, size, faults))

        if name == "deed":
            for theme in ("light", "dark"):
                shown = picture(theme).read_bytes()
                assert len(shown) < 200_000
                if differing(canvas, shown, readme(page, canvas, theme)) > OTHER:
                    wrong.append(("the README's picture", theme, "looks other"))
        dress(page, "light", DESK)
        kept = parts_heard(kept_heard(name).read_text("utf-8"))
        if "board" in kept:
            page.evaluate(VISIT)
        for part, place in parts_of(page).items():
            try:
                expect(page.locator(place)).to_match_aria_snapshot(kept[part], timeout=SETTLES)
            except (AssertionError, KeyError) as fault:
                wrong.append((name, part, "is heard otherwise", str(fault)[:3000]))
        new = portrait(page, canvas, ALSO, checked)
        assert golden(name).exists(), f"no picture of {name}: python -m tests.web.pictures {name}"
        share = differing(canvas, golden(name).read_bytes(), new)
        if share > OTHER:
            wrong.append((name, f"{share:.0%} looks other than in {golden(name).name}"))
    assert not wrong, "\n".join([str(one) for one in wrong])
    assert tuple(seen) == TOURS[tour]


def test_every_picture_is_of_a_screen() -> None:
    shown = [name for names in TOURS.values() for name in names]
    assert sorted(shown) == sorted([one.stem for one in GOLDENS.glob("*.webp")])


def test_a_screen_that_looks_other_is_found(
    server: Server, visit: Visits, browser: Browser
) -> None:
    canvas = browser.new_page()
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.board?.cell")
    dress(page, "light", DESK)
    light = sheet(canvas, [page.screenshot()])
    assert differing(canvas, light, sheet(canvas, [page.screenshot()])) < 0.01
    page.evaluate("document.querySelector('.map').style.visibility = 'hidden'")
    assert differing(canvas, light, sheet(canvas, [page.screenshot()])) > OTHER
    dress(page, "dark", DESK)
    assert differing(canvas, light, sheet(canvas, [page.screenshot()])) > 0.9


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_sides_are_told_apart_without_colour(server: Server, visit: Visits, theme: str) -> None:
    table, seats = server.table("broken-causeway", seats={"players": "greedy"}, pace=50)
    page = visit(f"/t/{table}", seats=seats, active=("watch",), theme=theme)
    holds(page, "Object.values(affray.view?.units || {}).some((one) => !one.side && one.at)")
    holds(page, "affray.board?.cell")
    drawn(page)
    shapes = page.evaluate(
        """() => {
          const found = {}
          for (const [name, unit] of Object.entries(affray.view.units)) {
            const body = document.querySelector(`[data-piece="${name}"] .pc-rim`)
            if (body) (found[unit.side] ??= new Set()).add(body.getAttribute('d'))
          }
          return Object.values(found).map((one) => [...one])
        }"""
    )
    assert len(shapes) == 2
    assert not {*shapes[0]} & {*shapes[1]}  # one side's outline is never another's
