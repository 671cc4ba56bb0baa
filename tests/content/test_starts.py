"""Room to start from: for whom an encounter states another size, and where starts overlap."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content.game import BUILTIN
from affray.content.library import encounter_from
from affray.content.problems import InvalidError
from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.listing import list_members
from affray.encounters.prepare import prepare


def field(ruleset: str, rows: list[str], *members: dict[str, Any]) -> list[str]:
    """What is wrong with an encounter: a character on the left, others on the right."""
    hero = next(one.id for one in list_members(ruleset) if one.kind == CHARACTER)
    data = {
        "ruleset": ruleset,
        "id": "room",
        "name": "Room",
        "map": {"rows": rows},
        "side": [
            {"id": "party", "start": "players", "members": [{"id": hero}]},
            {"id": "foes", "start": "foes", "members": list(members)},
        ],
    }
    try:
        prepare(encounter_from(data, "room.toml"))
    except InvalidError as fault:
        return fault.problems
    return []


@pytest.mark.parametrize(
    ("ruleset", "big", "smaller"),
    [
        ("ingenuity", "black-bear", {"size": 4}),
        ("sovereign", "cragmaw", {"size": "man"}),
    ],
)
def test_one_who_is_stated_smaller_needs_less_room(
    ruleset: str, big: str, smaller: dict[str, Any]
) -> None:
    rows = ["P...F", "....."] if ruleset == "sovereign" else ["P...F"]
    assert field(ruleset, rows, {"id": big})

    assert field(ruleset, rows, {"id": big, "with": smaller}) == []


def test_one_who_is_stated_bigger_needs_more_room() -> None:
    (line,) = field("icon", ["P...F"], {"id": "toll-brute", "with": {"size": 2}})

    assert "found too few free spaces to start from" in line


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_sides_that_start_on_the_same_cells_need_room_together(ruleset: str) -> None:
    foe = next(
        one.id
        for one in list_members(ruleset)
        if one.kind == CREATURE and one.id not in ("ember-mote", "bone-servant")
    )
    hero = next(one.id for one in list_members(ruleset) if one.kind == CHARACTER)
    data: dict[str, Any] = {
        "ruleset": ruleset,
        "id": "room",
        "name": "Room",
        "map": {"rows": [".........."]},
        "side": [
            {"id": "party", "start": [[0, 0], [1, 0]], "members": [{"id": hero}]},
            {"id": "foes", "start": [[0, 0], [1, 0]], "members": [{"id": foe, "count": 2}]},
        ],
    }

    with pytest.raises(InvalidError) as fault:
        encounter_from(data, "room.toml")

    assert fault.value.problems == [
        "room.toml: side[1].start: found 2 free cells that party and foes share, expected 3"
    ]
    data["side"][1]["start"].append([2, 0])
    encounter_from(data, "room.toml")


def test_an_id_in_capitals_is_told_with_the_one_in_small_letters() -> None:
    (line,) = field("thrum", ["P...F"], {"id": "BIFFER"})

    assert line.endswith("; did you mean biffer?")


def test_abilities_are_no_number_that_somebody_starts_with() -> None:
    (line,) = field("thrum", ["P...F"], {"id": "biffer", "with": {"abilities": ["dirge"]}})

    assert line == (
        "room.toml: side[1].members[0].with.abilities: found abilities, expected it on a sheet: a "
        "pack says like = 'biffer' [thrum/sheet.validation]"
    )


@pytest.mark.parametrize(
    ("ruleset", "near", "word"),
    [
        ("icon", "helth", "health"),
        ("ingenuity", "helth", "health"),
        ("quest", "movment", "movement"),
        ("sovereign", "prne", "prone"),
        ("thrum", "wonds", "wounds"),
    ],
)
def test_a_word_that_no_sheet_has_is_told_with_the_list_and_the_nearest(
    ruleset: str, near: str, word: str
) -> None:
    hero = next(one.id for one in list_members(ruleset) if one.kind == CHARACTER)
    lines = field(ruleset, ["P....FF"], {"id": hero, "with": {near: 1}})

    told = [line for line in lines if f"side[1].members[0].with.{near}: found" in line]
    assert len(told) == 1
    assert f"did you mean {word}?" in told[0] or "expected one of" in told[0]
