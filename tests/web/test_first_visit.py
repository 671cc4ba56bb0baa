"""What a first visit fetches: how much, in which order, and what it does without."""

from __future__ import annotations

import re
from typing import Final

from affray.web.assets import FIRST, ON_DEMAND, Assets

ASSETS: Final = Assets()
AT_ONCE: Final = 6  # requests that a browser sends to one server
ROUNDS: Final = 2
HEAVIEST: Final = 75_000  # bytes, packed
IMPORTS: Final = re.compile(r"^(?:import|export) [^\n]*?from '\./([\w/.-]+)'", re.MULTILINE)
LINKS: Final = re.compile(r"(?:href|src)=\"/static/\w+/([\w/.-]+)\"")


def imports(name: str) -> set[str]:
    """Return the scripts that a script names, those that it fetches on demand left out."""
    folder = name.rpartition("/")[0]
    found = IMPORTS.findall(ASSETS.files[name].decode())
    return {f"{folder}/{one}".lstrip("/") for one in found}


def needed(name: str) -> set[str]:
    """Return a script and all that have to be there before it runs."""
    found: set[str] = set()
    todo = {name}
    while todo:
        found |= todo
        todo = {other for one in todo for other in imports(one)} - found
    return found


def named() -> list[str]:
    """Return the files that the document names, in its order, without its icon."""
    return [one for one in LINKS.findall(ASSETS.shell) if not one.endswith(".svg")]


def test_the_document_names_exactly_what_a_table_needs() -> None:
    files = named()
    assert len({*files}) == len(files)
    assert {*files} == {"style.css"} | needed("main.js") | needed("table.js")


def test_a_first_visit_takes_two_rounds_after_the_document() -> None:
    assert len(named()) <= AT_ONCE * ROUNDS
    assert sum([len(ASSETS.packed[one]) for one in named()]) < HEAVIEST


def test_the_socket_needs_nothing_of_the_second_round() -> None:
    assert needed("main.js") == {*FIRST}
    assert named()[: len(FIRST) + 1] == ["style.css", *FIRST]


def test_what_is_fetched_on_demand_needs_nothing_that_a_first_visit_has_not() -> None:
    scripts = {name for name in ASSETS.files if name.endswith(".js")}
    assert scripts == {*ON_DEMAND} | (({*named()}) - {"style.css"})
    for name in ON_DEMAND:
        assert imports(name) <= {*named()}, name
