"""Whatever is wrong with what is sent is said with its place, what was found, what is expected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray.content.problems import InvalidError
from affray.core.errors import AffrayError
from affray.web import luck, replays, uploads
from affray.web.wire import RefusedError
from tests.web.serving import Server

Plain = dict[str, Any]
LEFT_OUT = object()


def recorded(encounter: str = "thrum/broken-causeway") -> list[str]:
    """The lines of a journal of a few answers."""
    fight = uploads.Brought(encounter).fight(1)
    fight.timeline.advance()
    for _ in range(3):
        fight.choose(fight.choice.fallback.key)
    return fight.journal.text().splitlines()


LINES = recorded()


def changed(name: str, value: object) -> str:
    """The journal with one field of its header changed or left out."""
    header = json.loads(LINES[0])
    header.pop(name, None)
    if value is not LEFT_OUT:
        header[name] = value
    return "\n".join([json.dumps(header), *LINES[1:], ""])


BROKEN: tuple[tuple[str, Any, str], ...] = (
    ("seed", LEFT_OUT, "seed: found nothing, expected a whole number"),
    ("seed", "\0", "seed: found "),
    ("seed", [], "seed: found "),
    ("fight", {}, "fight: found a table, expected a whole number"),
    ("dice", LEFT_OUT, 'dice: found nothing, expected "seeded", "real" or a list of names'),
    ("dice", True, "dice: found true, expected"),
    ("dice", ["nobody"], 'found the dice "nobody", expected one of'),
    ("seats", {"nobody": "human"}, 'seats: found "nobody", expected players, foes, gm'),
    ("encounter", LEFT_OUT, "encounter: found nothing, expected"),
    ("encounter", ["x"], 'encounter: found ["x"], expected a table'),
    ("packs", [{"name": "..", "text": ""}], 'packs[0].name: found "..", expected'),
    ("packs", [7], "packs[0].name: found nothing, expected"),
)


@pytest.mark.parametrize(("name", "value", "said"), BROKEN)
def test_a_header_that_is_wrong_is_told_with_its_place(
    name: str, value: object, said: str, server: Server
) -> None:
    text = changed(name, value)
    bodies: dict[str, Plain] = {
        "replays": {"name": "it.jsonl", "text": text},
        "cases": {"text": text, "lines": 1},
        "replays/chances": {"text": text, "lines": [1], "runs": 1},
        "tables": {"journal": text},
        "uploads": {"name": "it.jsonl", "text": text},
    }
    for path, body in bodies.items():
        status, told = server.call("POST", path, body)
        assert status == 422, path
        assert any([said in one for one in told["faults"]]), (path, told)
        assert all([one.startswith("journal: line 1: ") for one in told["faults"]])


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a header."""
    if path:
        yield path
    rows = value.items() if isinstance(value, dict) else ()
    for name, one in enumerate(value) if isinstance(value, list) else rows:
        yield from places(one, (*path, name))


PLACES = [*places(json.loads(LINES[0]))]


@given(st.sampled_from(PLACES), JUNK | st.just(LEFT_OUT))
@settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck], database=None)
def test_junk_anywhere_in_a_header_is_a_fault_never_a_crash(
    path: tuple[Any, ...], junk: object
) -> None:
    header = json.loads(LINES[0])
    inner = header
    for name in path[:-1]:
        inner = inner[name]
    if junk is LEFT_OUT:
        del inner[path[-1]]
    else:
        inner[path[-1]] = junk
    text = "\n".join([json.dumps(header), *LINES[1:], ""])
    for work, args in (
        (replays.frames_of, (text,)),
        (replays.vet, (text, None)),
        (replays.case_at, (text, 1)),
        (luck.along, (text, [1], 1)),
    ):
        with suppress(InvalidError, RefusedError, AffrayError):
            work(*args)


@pytest.mark.parametrize("name", ["..", "a/../..", "a\0b", "x" * 300])
def test_a_pack_of_a_name_that_no_file_has_is_a_fault(name: str, server: Server) -> None:
    pack = "ruleset = 'thrum'\nid = 'x'\nname = 'x'\n[[creature]]\nid = 'x'"
    expected = "expected the plain name of a file"
    if len(name) <= 120:
        told = server.call("POST", "uploads", {"name": name, "text": pack})
        assert [one for one in told["faults"] if expected in one]
    encounter = "name = 'x'\n[map]\n"
    told = server.call("POST", "uploads", {"name": "x", "text": encounter, "packs": {name: pack}})
    assert [one for one in told["faults"] if expected in one]
    for path in ("tables", "fair"):
        body = {"encounter": "broken-causeway", "packs": {name: pack}}
        status, told = server.call("POST", path, body)
        assert status == 422
        assert [one for one in told["faults"] if expected in one]
