"""Whatever a file holds, reading it ends in an encounter or in an InvalidError, and soon."""

import string
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray.content import InvalidError, encounter_from, parse_toml, read_encounter
from affray.content.problems import show

FORD = (
    'ruleset = "thrum"\nid = "ford"\nname = "The Ford"\n'
    "[map]\nwidth = 6\nheight = 3\n"
    '[[side]]\nid = "foes"\nmembers = [{ id = "biffer", at = [5, 1] }]\n'
)
SOLID = "[[map.solid]]\nbox = [0, 0, 0, 1, 1, {}]\n"


def read(raw: bytes) -> list[str]:
    """Return the problems; anything but an InvalidError fails the test by itself."""
    found: list[str] = []
    try:
        encounter_from(parse_toml(raw, "f.toml"), "f.toml")
    except InvalidError as error:
        found = error.problems
    assert len(found) <= 21
    assert all(len(line) < 2000 for line in found)
    return found


def test_the_ford_itself_is_in_order() -> None:
    assert read(FORD.encode()) == []


NASTY = [
    ("nothing at all", "", "ruleset: missing"),
    ("lists within lists", "a = " + "[" * 100_000, "nested more than 32 deep"),
    ("lists just too deep", "a = " + "[" * 40 + "]" * 40, "nested more than 32 deep"),
    ("tables within tables", "a = " + "{a = " * 50_000, "nested more than 32 deep"),
    ("a key of many parts", ".".join(["a"] * 100_000) + " = 1", "line 1: found a key of 100000"),
    ("a header of many parts", "\n[" + ".".join(["a"] * 99) + "]", "line 2: found a key of 99"),
    ("a long decimal number", "a = " + "9" * 100_000, "a number of thousands of digits"),
    ("a long hexadecimal number", "id = 0x" + "f" * 100_000, "a number of about 120401 digits"),
    ("not a number", FORD.replace("width = 6", "width = nan"), "map.width: found NaN"),
    ("infinity", FORD.replace("width = 6", "width = -inf"), "map.width: found -Infinity"),
    ("a date", FORD.replace("width = 6", "width = 1979-05-27"), "map.width: found 1979-05-27"),
    ("a huge length", FORD + SOLID.format("1e999999999"), "map.solid[0].box[5]: found 1E+99"),
    ("a tiny length", FORD + SOLID.format("1e-999999999"), "map.solid[0].box[5]: found 1E-99"),
    ("a length of no number", FORD + SOLID.format("nan"), "map.solid[0].box[5]: found NaN"),
    ("a length of huge power", FORD + SOLID.format("1e" + "9" * 30), "thousands of digits"),
    ("zero in a huge disguise", FORD + SOLID.format("0e99999"), "map.solid[0].box[5]: found 0E"),
    ("many unknown keys", "\n".join(f"k{n} = 1" for n in range(20_000)), "and 19985 more"),
    ("many sides", FORD + "[[side]]\n" * 20_000, "found a list of 20001, expected a list of 1"),
    ("rows of numbers", "[map]\nrows = [" + "1," * 50_000 + "]", "map.rows: found a list of 500"),
    (
        "areas without end",
        FORD.replace("width = 6\nheight = 3", "width = 200\nheight = 200")
        + '[[map.ground]]\nkind = "difficult"\nrects = ['
        + "[0, 0, 199, 199], " * 5_000
        + "]",
        "map: found areas of 200000000 cells together, expected at most 2000000",
    ),
    ("wrong types everywhere", "side = 3\nmap = []\nid = {}\nruleset = [1]\nname = 1", "side: f"),
    ("an open text", 'a = """', "end of the file: not valid TOML"),
    ("backslashes", 'a = "' + "\\" * 99_999, "not valid TOML"),
    ("quotes", '"' * 99_999, "line 1, column 3: not valid TOML"),
]


@pytest.mark.parametrize(
    ("text", "line"), [case[1:] for case in NASTY], ids=[case[0] for case in NASTY]
)
def test_a_nasty_file_is_refused_with_a_reason(text: str, line: str) -> None:
    assert line in "\n".join(read(text.encode()))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    assert read(raw)


@given(st.text(string.printable, max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert read(text.encode())


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.decimals()
    | st.floats()
    | st.text(max_size=20)
    | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(string.ascii_lowercase + "_", max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)
WORDS = ["id", "at", "side", "map", "rows", "members", "start", "with", "cells", "legend", "win"]
PATHS = [
    ["map"],
    ["map", "rows"],
    ["map", "legend"],
    ["map", "elevation"],
    ["map", "zone"],
    ["map", "solid"],
    ["side"],
    ["side", "0"],
    ["side", "0", "start"],
    ["side", "0", "members"],
    ["side", "0", "members", "0"],
    ["side", "0", "members", "0", "with"],
    ["options"],
    ["win"],
    ["surprise"],
    ["scene"],
]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(PATHS), st.sampled_from(WORDS), VALUES)
def test_any_value_at_any_place_is_read_or_refused(
    path: list[str], word: str, value: object
) -> None:
    data: dict[str, object] = parse_toml(FORD.encode(), "f.toml")
    table: object = data
    for part in path:
        if isinstance(table, list):
            table = table[int(part)]
        elif isinstance(table, dict):
            table = table.setdefault(part, {})
    if isinstance(table, dict):
        table[word] = value
    elif isinstance(table, list):
        table.append(value)

    found: list[str] = []
    try:
        encounter_from(data, "f.toml")
    except InvalidError as error:
        found = error.problems

    assert all(line.startswith("f.toml: ") for line in found)


@given(VALUES)
def test_any_value_can_be_shown_in_a_short_line(value: object) -> None:
    text = show(value)

    assert len(text) < 500
    assert "\n" not in text


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 2_000_001)

    with pytest.raises(InvalidError) as caught:
        read_encounter(path)

    assert caught.value.problems == [
        "large.toml: found more than 2,000,000 bytes, expected a file of at most that size"
    ]
