"""All faults of a file at once: what is wrong in its shape hides nothing else that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from affray.content.problems import InvalidError
from affray.content.prune import check_all, place_of
from affray.encounters.prepare import check_encounter, check_pack
from tests.content.test_bad_encounters import CHAFF, FORD


def faults(text: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(InvalidError) as fault:
        check_encounter(path)
    return fault.value.problems


def test_faults_of_shape_content_and_sheets_are_told_together(tmp_path: Path) -> None:
    text = (
        FORD.replace('name = "The Ford"', "name = 7")
        .replace('{ id = "ansa-brock" }', '{ id = "ansa-brok" }')
        .replace(CHAFF, '{ id = "chaff", at = [5, 2], with = { fatigeu = 3 } }')
        .replace("[map]", 'win = [{ side = "ferrymen", kind = "reached" }]\n[map]')
    )
    found = "\n".join(faults(text, tmp_path))

    assert "name: found 7" in found
    assert 'side[0].members[0].id: found "ansa-brok"' in found
    assert "fatigeu" in found
    assert "win[0]" in found


def test_places_are_those_of_the_whole_file(tmp_path: Path) -> None:
    text = FORD.replace('{ id = "biffer", at = [5, 1] }', "{ id = 3, at = [5, 1] }").replace(
        CHAFF, '{ id = "chuff", at = [5, 2] }'
    )
    first, second = faults(text, tmp_path)

    assert first.startswith("mine.toml: side[1].members[0].id: found 3")
    assert second.startswith('mine.toml: side[1].members[1].id: found "chuff"')


def test_nothing_is_told_that_only_comes_of_what_was_left_out(tmp_path: Path) -> None:
    zone = '[[map.zone]]\nname = "gate"\nrects = 3\n[[side]]'
    win = '[[win]]\nside = "foes"\nkind = "reached"\nzone = "gate"\n'
    (line,) = faults(FORD.replace("[[side]]", zone, 1) + win, tmp_path)

    assert line.startswith("mine.toml: map.zone[0].rects: found 3")


@pytest.mark.parametrize(
    ("size", "fault"),
    [
        ("width = 0\nheight = 3", "map.width: found 0"),
        ('width = "x"\nheight = 500', 'map.width: found "x"'),
        ("width = 7", "map: found no size"),
    ],
)
def test_a_map_without_a_size_hides_no_unknown_member(
    size: str, fault: str, tmp_path: Path
) -> None:
    head, rows, rest = FORD.partition("rows = [")
    assert rows
    text = head + size + rest[rest.index("]") + 1 :]
    text = text.replace('{ id = "biffer", at = [5, 1] }', '{ id = "bifer", at = [5, 1] }')
    found = faults(text.replace('name = "The Ford"', "name = 7"), tmp_path)

    assert any([fault in line for line in found])
    assert any(['side[1].members[0].id: found "bifer"' in line for line in found])
    assert not [line for line in found if "columns 0" in line]


def test_a_file_in_order_is_looked_at_once() -> None:
    looks: list[Mapping[str, object]] = []
    check_all({"name": "x"}, "mine", looks.append)

    assert looks == [{"name": "x"}]


@pytest.mark.parametrize("entries", [1, 3, 30])
def test_faults_layer_by_layer_are_all_told_each_once(entries: int) -> None:
    def look(data: Mapping[str, object]) -> None:
        rows = data["rows"]
        assert isinstance(rows, list)
        for word in ("bad", "worse", "worst"):
            wrong = [number for number, row in enumerate(rows) if row == word]
            if wrong:
                raise InvalidError([f"mine: rows[{one}]: found, which is {word}" for one in wrong])

    rows = ["worst", "good", "bad", "worse"] * entries
    with pytest.raises(InvalidError) as fault:
        check_all({"rows": rows}, "mine", look)

    lines = fault.value.problems
    assert len(set(lines)) == len(lines)
    if entries == 1:
        assert [line.split(":")[1].strip() for line in lines] == ["rows[2]", "rows[3]", "rows[0]"]


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("mine: side[1].members[0].at: found 3", ("side", 1, "members", 0, "at")),
        ("mine: name: missing", ("name",)),
        ("mine: found 3, expected 4", None),
        ("mine: line 3, column 4: not valid", None),
        ("mine: : x", None),
    ],
)
def test_places_are_read_from_messages(line: str, path: tuple[str | int, ...] | None) -> None:
    assert place_of(line, "mine") == path


def test_a_pack_tells_all_too(tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(
        'ruleset = "quest"\nname = 7\n'
        '[[creature]]\nid = "moor-thing"\nname = "Thing"\nhp = "many"\n'
        '[[creature]]\nid = "moor-thing-2"\nname = "Other"\nweapons = ["nonesuch"]\n'
    )
    with pytest.raises(InvalidError) as fault:
        check_pack(path)
    assert any(line.startswith("pack.toml: name: found 7") for line in fault.value.problems)


@pytest.mark.parametrize("name", ["a\u202eb", "a\u2066b", "a\u2028b", "a\x07b", "\ufeffa"])
def test_names_hold_no_control_characters(name: str, tmp_path: Path) -> None:
    text = FORD.replace('name = "The Ford"', f"name = {name.encode('unicode_escape').decode()!r}")
    escaped = "".join([c if c.isprintable() else f"\\u{ord(c):04x}" for c in name])
    text = FORD.replace('"The Ford"', f'"{escaped}"')
    (line,) = faults(text, tmp_path)

    assert line.startswith(f'mine.toml: name: found "{escaped}"')
