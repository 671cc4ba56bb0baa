"""The pages of the formats are what the schemas say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from affray.cli.validate import format_page
from affray.content.game import BUILTIN
from affray.content.ground import LEGEND
from affray.encounters.entries import Found, cannot_pack, entries, held_by_rules, rule_of
from affray.rulebook.catalogue import load

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


@pytest.mark.parametrize("name", PAGES)
def test_every_key_of_a_format_has_its_kind_a_sentence_and_an_example(
    name: str, checkout: Path
) -> None:
    """An example, or the head of the section that tells its keys."""
    page = (checkout / "docs" / "formats" / f"{name}.md").read_text("utf-8")

    lacking = []
    keys = 0
    for section in page.split("\n## "):
        if "| key | what it may be | what it says |" not in section:
            continue
        for row in section.splitlines():
            if row.startswith("| `"):
                key, kind, words = re.split(r"(?<!\\) \| ", row.strip("| "), maxsplit=2)
                keys += 1
                sentence = re.split(r"For example `|Its keys: `", words)[0].strip()
                if not (kind and sentence.endswith(".") and len(words) > len(sentence) + 4):
                    lacking.append(f"{section.splitlines()[0]} {key}")

    assert keys > 20 or name == "maps"
    assert lacking == []


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


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_the_page_of_packs_names_everything_that_is_a_rule(ruleset: str) -> None:
    """With rules that there are: whoever wonders can look them up."""
    rules = "".join(held_by_rules(ruleset))

    for one in entries(ruleset):
        why = cannot_pack(ruleset, one)
        assert bool(why) == (f"`{one.id}`" in rules and f"| `{one.table}` |" in rules) or not why
        if why:
            assert rule_of(ruleset, one) in load(ruleset).rules
    assert rules in format_page("pack", ruleset).replace("\n\n", "")


def test_what_no_rule_is_named_for_is_a_rule_all_the_same() -> None:
    """Of a game from outside, whose record says less."""
    assert cannot_pack("quest", Found("oddity", {"id": "zz"})) == "it is a rule of Quest"
