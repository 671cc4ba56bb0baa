"""The pages of the formats are what the schemas say."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.cli.validate import format_page
from affray.content.game import BUILTIN
from affray.content.ground import LEGEND

PAGES = {
    "maps": ("map", ""),
    "encounters": ("encounter", ""),
    "cases": ("case", ""),
    **{f"packs-{id}": ("pack", id) for id in BUILTIN},
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_of_a_format_is_as_the_schema_writes_it(name: str, checkout: Path) -> None:
    kind, game = PAGES[name]
    page = (checkout / "docs" / "formats" / f"{name}.md").read_text("utf-8")

    of = f" --game {game}" if game else ""
    assert page == format_page(kind, game), f"affray schema {kind}{of} --markdown writes it anew"


def test_every_format_has_its_page(checkout: Path) -> None:
    there = [path.stem for path in (checkout / "docs" / "formats").glob("*.md")]

    assert sorted(there) == sorted(PAGES)


def test_the_page_of_maps_tells_all_letters_first() -> None:
    page = format_page("map")

    tables = page.partition("## `[map]`")[0]
    for glyph in LEGEND:
        assert glyph.isdigit() or f"| `{glyph}` |" in tables
    assert (
        "| `#` | a wall: bars steps and sight | `wall` | 0 |  | yes | yes | yes | yes |  |" in page
    )
