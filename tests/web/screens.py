"""Every screen of the page, in states that come out the same each time."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tests.web.browsing import ADVICE, READY, Visits, drawn, duel, holds
from tests.web.serving import ROOT, Server

Size = tuple[int, int]

PHONE: Final = (390, 844)
TABLET: Final = (768, 1024)
DESK: Final = (1440, 900)
README: Final = (1280, 800)
SHOWN: Final = tuple((theme, size) for theme in ("light", "dark") for size in (PHONE, TABLET, DESK))
GOLDENS: Final = ROOT / "tests" / "web" / "looks"
HEARD: Final = ROOT / "tests" / "web" / "heard"
# What a screen is made of for who hears it; a screen without a board is taken whole.
PARTS: Final = {"order": ".strip", "board": ".map", "side": ".side", "drawer": ".drawer"}
WHOLE: Final = {"page": "#page"}
HIGH: Final = 300  # pixels of a kept picture: enough to see what is where
PROGRAM: Final = "option[value=master]"  # the programs that may play have come
BLOCK: Final = 6  # pixels of a kept picture that are compared as one


def dress(page: Page, theme: str, size: Size) -> None:
    """Show a page in a theme and size, and wait until it stands still."""
    width, height = size
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "async (theme) => { document.documentElement.dataset.theme = theme;"
        " dispatchEvent(new Event('theme')); scrollTo(0, 0); await document.fonts.ready;"
        " const ends = (one) => Number.isFinite(one.effect.getComputedTiming().endTime);"
        " await Promise.allSettled(document.getAnimations().filter(ends).map((o) => o.finished));"
        " for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);"
        " return !document.querySelector('.skel') }",  # what stands for what is still to come
        arg=theme,
    )


def until(page: Page, condition: str, most: int = 60) -> None:
    """Answer as a program would until something holds.

    Raises:
        AssertionError: it does not come to that.
    """
    for _ in range(most):
        page.wait_for_function(READY)
        if page.evaluate(condition):
            drawn(page)
            return
        if page.evaluate("affray.view.over"):
            break
        advice = page.evaluate(ADVICE)
        if advice is None:
            continue
        page.evaluate("(key) => affray.commit(key)", advice["key"])
        holds(page, "affray.view.over || affray.choice?.id !== given[0]", advice["id"])
    raise AssertionError(f"it does not come to: {condition}")


def _table(server: Server, visit: Visits, encounter: str, **fields: Any) -> Page:
    table, seats = server.table(encounter, **fields)
    page = visit(f"/t/{table}", seats=seats, owner=True, size=DESK)
    page.wait_for_function("() => affray.view")
    return page


def _chances(page: Page) -> None:
    """Wait until all chances that are worked out are there."""
    holds(page, "affray.odds.size && [...affray.odds.values()].every(Boolean)")
    drawn(page)


def around_a_deed(server: Server, visit: Visits) -> Iterator[tuple[str, Page]]:
    """A deed at a target with its chances, what can be looked up beside it, and other pages."""
    first, holders = server.table("broken-causeway")
    page = visit(f"/t/{first}", seats=holders, owner=True, size=DESK)
    page.wait_for_function("() => affray.view")
    many = "new Set(one.groups[0].options.flatMap((o) => o.targets || [])).size > 1"
    until(page, f"affray.choice?.kind === 'action' && affray.deeds().some((one) => {many})")
    page.evaluate(
        f"affray.take(affray.deeds().find((one) => {many})); affray.cycle(1);"
        " document.activeElement.blur()"
    )
    _chances(page)
    yield "deed", page
    page.evaluate("affray.inspect(affray.looked = 'hookwarden'); affray.back(); affray.back()")
    page.wait_for_function("() => affray.numbers && affray.threats && affray.can.length")
    yield "sheet", page
    page.evaluate("affray.looked = ''; affray.drawer = 'log'; affray.draw()")
    page.locator(".drawer").wait_for()
    yield "log", page
    page.evaluate("affray.rule('roll.critical')")
    page.wait_for_function("() => affray.found.text")
    yield "rule", page
    page.evaluate("affray.drawer = 'help'; affray.draw()")
    yield "keys", page
    page.evaluate(
        "affray.drawer = ''; affray.hand.measure(affray.unit(affray.choice.who).at);"
        " affray.hand.stretch(affray.unit('hookwarden').at);"
        " affray.hand.hear({ seat: 'gm', name: 'Kim', at: [9, 4], to: null, far: '' });"
        " document.activeElement.blur()"
    )
    page.locator(".ruler li").first.wait_for()  # the side panel follows a moment later
    yield "ruler", page
    page.evaluate("affray.hand.measure(); affray.rule_or_play()")
    page.get_by_label("Whom").select_option("plinker-1")
    page.get_by_label("New value").wait_for()
    page.get_by_label("Who plays The foes").locator(PROGRAM).wait_for(state="attached")
    yield "master", page
    page.goto(f"{server.base}/")
    page.get_by_text("The Broken Causeway").first.wait_for()
    yield "lobby", page
    page.goto(f"{server.base}/new")
    page.get_by_role("button", name="The Broken Causeway").click()
    page.locator("#start").wait_for()
    page.locator("label.seat", has_text="Hookwarden").locator(PROGRAM).wait_for(state="attached")
    yield "new", page
    page = visit(f"/t/{first}#tv", seats=holders, active=("watch",), size=DESK)
    page.locator(".tv-code img").wait_for()
    yield "screen", page


def questions(server: Server, visit: Visits) -> Iterator[tuple[str, Page]]:
    """What is asked: where to go, what to do, where to lay an area, whether to react."""
    # cells to go to, and the way there
    page = _table(server, visit, "ford-of-reeds")
    until(page, "affray.choice?.kind === 'move'")
    page.evaluate(
        "(() => { const [group] = affray.groups(); const far = group.options.toSorted("
        "(a, b) => b.cost - a.cost || a.cell[0] - b.cell[0] || a.cell[1] - b.cell[1])[0];"
        " affray.choose(far, group) })()"
    )
    page.wait_for_function("() => affray.way")
    yield "move", page

    # many deeds; why one cannot be done
    page = _table(server, visit, "ingenuity/toll-bridge")
    until(page, "affray.choice?.kind === 'action'")
    page.evaluate("affray.take(affray.deeds().find((one) => one.groups.length > 3))")
    yield "deeds", page

    # an area to lay, with everybody inside
    page = _table(server, visit, "pay-the-toll")
    until(page, "affray.groups().some((one) => one.options.some((o) => o.area))")
    page.evaluate(
        "(() => { const group = affray.groups().find((one) => one.options.some((o) => o.area));"
        " const w = affray.scene.width; const heads = (o) => Object.values(affray.view.units)"
        ".filter((u) => u.at && o.area.includes(u.at[1] * w + u.at[0])).length;"
        " affray.choose(group.options.toSorted((a, b) => heads(b) - heads(a))[0], group) })()"
    )
    _chances(page)
    yield "area", page

    # a reaction
    page = _table(server, visit, "tollgate-ambush")
    until(page, "Boolean(affray.choice?.reaction)")
    _chances(page)
    yield "reaction", page


def until_the_end(server: Server, visit: Visits) -> Iterator[tuple[str, Page]]:
    """Somebody else's turn, dice of one's own, the end and its replay, an open seat."""
    table, seats = duel(server, seats={"players": "split", "foes": "me"})
    page = visit(f"/t/{table}", seats=seats, active=("sarn-ilvey",), size=DESK)
    page.wait_for_function("() => affray.turn && !affray.choice")
    yield "waiting", page
    table, seats = duel(server, "quest")
    page = visit(f"/t/{table}", seats=seats, size=DESK)
    holds(page, "affray.choice")
    page.evaluate("affray.line.send({ t: 'seat', dice: 'own' })")
    page.wait_for_function("() => affray.people.some((one) => one.dice === 'own')")
    for _ in range(30):
        page.wait_for_function(READY)
        if page.evaluate("affray.choice.kind === 'dice'"):
            break
        page.evaluate(
            "affray.commit(affray.choice.groups.flatMap((one) => one.options)"
            ".find((o) => /^(attack|throw|act$|move)/.test(o.key))?.key || affray.choice.default)"
        )
    page.wait_for_function("() => affray.choice?.kind === 'dice'")
    yield "dice", page
    table, seats = duel(server, "icon")
    page = visit(f"/t/{table}", seats=seats, owner=True, size=DESK)
    until(page, "Boolean(affray.view.over)")
    yield "over", page
    page.goto(f"{server.base}/r/{table}")
    page.get_by_text("verified").wait_for()
    page.evaluate("affray.go_to(8)")
    yield "replay", page
    page.goto(f"{server.base}/t/{table}#s={seats['players']}")
    page.get_by_label("Your name").wait_for()
    yield "seat", page


# Every screen, in three tours that can be made side by side, each with the names in its order. A
# page is shown as it is until the next is asked for.
Tour = Callable[[Server, Visits], Iterator[tuple[str, Page]]]
TOURS: Final[dict[Tour, tuple[str, ...]]] = {
    around_a_deed: (
        *("deed", "sheet", "log", "rule", "keys"),
        *("ruler", "master", "lobby", "new", "screen"),
    ),
    questions: ("move", "deeds", "area", "reaction"),
    until_the_end: ("waiting", "dice", "over", "replay", "seat"),
}


# -- what is heard ---------------------------------------------------------------------------------

CELL: Final = re.compile(r'- (row|gridcell)( "\d+,\d+")?')  # nobody there
# A cell is named when it is come to: come to every piece, and to what can be chosen.
VISIT: Final = """() => {
  const at = document.activeElement
  const spots = Object.values(affray.view.units).map((one) => one.at).filter(Boolean)
  for (const [x, y] of spots)
    document.querySelector(`.cells [data-x="${x}"][data-y="${y}"]`)?.focus({ preventScroll: true })
  document.activeElement.blur()
  if (at !== document.body) at.focus({ preventScroll: true })
}"""


def parts_of(page: Page) -> dict[str, str]:
    """Return the parts of a screen and where they are."""
    here = {name: place for name, place in PARTS.items() if page.locator(place).count()}
    return here if "board" in here else dict(WHOLE)


def heard(page: Page) -> str:
    """Return the accessibility tree of a screen, part by part, without what is no words."""
    parts = parts_of(page)
    if "board" in parts:
        page.evaluate(VISIT)
    found: list[str] = []
    for name, place in parts.items():
        found += [f"# {name}", *worded(page.locator(place).aria_snapshot().split("\n"))]
    return "\n".join(found) + "\n"


def worded(lines: list[str]) -> list[str]:
    """Return the lines of a tree without addresses and without cells where there is nothing."""
    found: list[str] = []
    for line in reversed(lines):  # from the leaves: what is left without children has no colon
        bare = line.strip().removesuffix(":")
        deep = len(line) - len(line.lstrip())
        parent = bool(found) and len(found[-1]) - len(found[-1].lstrip()) > deep
        if bare.startswith("- /url") or (CELL.fullmatch(bare) and not parent):
            continue
        found.append(line if parent or not line.endswith(":") else line.removesuffix(":"))
    return found[::-1]


def parts_heard(text: str) -> dict[str, str]:
    """Return what is kept of a screen, by part."""
    found: dict[str, str] = {}
    for piece in text.split("# ")[1:]:
        name, _, tree = piece.partition("\n")
        found[name] = tree
    return found


def kept_heard(name: str) -> Path:
    """Return where it is kept what is heard of a screen."""
    return HEARD / f"{name}.yaml"


# -- pictures --------------------------------------------------------------------------------------

# Draws pictures side by side, each to one height; returns the sheet as WebP.
SHEET: Final = """async ([pictures, high, quality]) => {
  const images = await Promise.all(pictures.map((one) => new Promise((done, fail) => {
    const image = new Image()
    image.onload = () => done(image)
    image.onerror = fail
    image.src = `data:image/png;base64,${one}`
  })))
  const wide = images.map((one) => Math.round((one.width * high) / one.height))
  const canvas = document.createElement('canvas')
  canvas.width = wide.reduce((sum, one) => sum + one, 0)
  canvas.height = high
  const g = canvas.getContext('2d')
  g.imageSmoothingQuality = 'high'
  let x = 0
  images.forEach((one, k) => { g.drawImage(one, x, 0, wide[k], high); x += wide[k] })
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}"""

# Compares two sheets block by block; returns the share of blocks that differ clearly.
COMPARE: Final = """async ([a, b, block]) => {
  const pixels = (text) => new Promise((done, fail) => {
    const image = new Image()
    image.onload = () => {
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const g = canvas.getContext('2d', { willReadFrequently: true })
      g.drawImage(image, 0, 0)
      done(g.getImageData(0, 0, image.width, image.height))
    }
    image.onerror = fail
    image.src = `data:image/webp;base64,${text}`
  })
  const [one, two] = [await pixels(a), await pixels(b)]
  if (one.width !== two.width || one.height !== two.height) return 1
  let all = 0, other = 0
  const { width, height } = one
  for (let y = 0; y + block <= height; y += block) for (let x = 0; x + block <= width; x += block) {
    let far = 0
    for (let c = 0; c < 3; c++) {
      let sum = 0
      for (let dy = 0; dy < block; dy++) for (let dx = 0; dx < block; dx++) {
        const at = ((y + dy) * one.width + x + dx) * 4 + c
        sum += one.data[at] - two.data[at]
      }
      far = Math.max(far, Math.abs(sum) / block ** 2)
    }
    all++
    if (far > 24) other++
  }
  return other / all
}"""


def sheet(canvas: Page, pictures: list[bytes], high: int = HIGH, quality: float = 0.7) -> bytes:
    """Return pictures side by side as one small WebP; ``canvas`` is any open page."""
    coded = [base64.b64encode(one).decode() for one in pictures]
    return base64.b64decode(canvas.evaluate(SHEET, [coded, high, quality]))


def differing(canvas: Page, one: bytes, two: bytes) -> float:
    """Return the share of two sheets that is clearly different, 0 to 1."""
    coded = [base64.b64encode(each).decode() for each in (one, two)]
    return float(canvas.evaluate(COMPARE, [*coded, BLOCK]))


def portrait(
    page: Page,
    canvas: Page,
    more: Sequence[tuple[str, Size]] = (),
    also: Callable[[str, Size], None] = lambda theme, size: None,
) -> bytes:
    """Return a screen in both themes and three sizes on one sheet.

    Args:
        page: shows the screen.
        canvas: a page to draw on.
        more: looks that are shown, too, but not on the sheet.
        also: is called for each look while it is shown.
    """
    pictures: dict[tuple[str, Size], bytes] = {}
    for theme, size in sorted([*SHOWN, *more], key=_size):
        dress(page, theme, size)
        if (theme, size) in SHOWN:
            pictures[theme, size] = page.screenshot()
        also(theme, size)
    return sheet(canvas, [pictures[look] for look in SHOWN])


def _size(look: tuple[str, Size]) -> tuple[bool, Size]:
    """Order looks so that a page changes its size as seldom as may be, those of the sheet first."""
    return look[1] not in {size for _, size in SHOWN}, look[1]


def readme(page: Page, canvas: Page, theme: str) -> bytes:
    """Return the picture of a screen for the README."""
    dress(page, theme, README)
    return sheet(canvas, [page.screenshot()], README[1], 0.8)


def picture(theme: str) -> Path:
    """Return where the README's picture is kept."""
    return ROOT / "docs" / f"table-{theme}.webp"


def golden(name: str) -> Path:
    """Return where the sheet of a screen is kept."""
    return GOLDENS / f"{name}.webp"
