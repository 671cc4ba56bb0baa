"""Cases in short: people who have only what a case needs, and the usual moment of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.checking.casefile import Case, read_cases
from affray.checking.cases import check, open_case
from affray.checking.dummies import Dummies, dummies_of, long_form
from affray.content.game import BUILTIN
from affray.content.problems import InvalidError
from affray.core.choice import Script
from affray.core.dice import ScriptedDice
from affray.state.paths import arrange

LONG = Path(__file__).parent / "long_cases"
FILES = sorted(path.relative_to(LONG).as_posix() for path in LONG.rglob("*.toml"))
EVERYBODY = [(ruleset, name) for ruleset in BUILTIN for name in dummies_of(ruleset).names()]


def quest(**tables: Any) -> tuple[dict[str, Any], dict[str, object]]:
    """A case of Quest on a row of six, in long form, and its state."""
    return long({"ruleset": "quest", "map": ["......"], **tables})


def long(data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, object]]:
    return long_form(data, "case")


PLAIN = dummies_of("quest").dummies[0].settings


def test_a_line_of_who_is_a_member_of_its_dummy_s_side() -> None:
    data, state = quest(who={"ana": [0, 0], "bob": {"at": [1, 0], "facing": "W"}})

    assert data["map"] == {"rows": ["......"]}
    assert data["side"] == [
        {
            "id": "company",
            "seat": "players",
            "members": [{"id": "grey-wolf", "name": "Ana", "at": [0, 0], "with": PLAIN}],
        },
        {
            "id": "foes",
            "seat": "foes",
            "members": [
                {"id": "grey-wolf", "name": "Bob", "at": [1, 0], "facing": "W", "with": PLAIN}
            ],
        },
    ]
    assert state == {}


def members(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for side in data["side"] for one in side["members"]}


def test_values_of_with_come_on_top_of_the_dummy_s() -> None:
    data, _ = quest(who={"ana": {"at": [0, 0], "with": {"strength": 3, "feats": "reach"}}})

    assert members(data)["Ana"]["with"] == {**PLAIN, "strength": 3, "feats": "reach"}


def test_others_are_like_a_dummy_or_state_an_id_and_a_side() -> None:
    data, _ = quest(
        who={
            "big-bob": {"like": "bob", "at": [0, 0]},
            "wolf": {"id": "grey-wolf", "side": "company", "at": [1, 0]},
            "bob": {"side": "company", "at": [2, 0]},
        }
    )

    assert members(data)["Big Bob"]["with"] == PLAIN
    assert members(data)["Wolf"] == {"name": "Wolf", "id": "grey-wolf", "at": [1, 0]}
    assert [[one["name"] for one in side["members"]] for side in data["side"]] == [
        ["Wolf", "Bob"],
        ["Big Bob"],
    ]


def test_members_join_sides_that_the_case_states() -> None:
    data, _ = quest(
        who={"ana": [0, 0]}, side=[{"id": "company", "seat": "gm", "members": [{"id": "wolf"}]}]
    )

    assert data["side"][0]["seat"] == "gm"
    assert [one["id"] for one in data["side"][0]["members"]] == ["wolf", "grey-wolf"]


def test_the_usual_moment_speaks_of_whose_turn_it_is_and_of_the_others() -> None:
    who = {"ana": [0, 0], "ada": [1, 0], "bob": [2, 0]}

    _, state = quest(who=who, turn="bob")

    assert state["active"] == "bob"
    assert state["lineup.order"] == ["bob", "ana", "ada"]
    assert state["placed"] == [0, 0, 0]
    assert state["bob.aa"] == 1
    there = {"ana": [0, 0], "ben": [1, 0], "bob": [2, 0]}
    icon, moment = long({"ruleset": "icon", "who": there, "turn": "bob"})
    assert [moment[f"{name}.turns"] for name in ("ana", "ben")] == [1, 1]
    assert "bob.turns" not in moment
    assert moment["last"] == 1
    assert icon["side"][1]["id"] == "foes"


def test_the_usual_moment_may_set_the_encounter_and_gives_way_to_what_is_stated() -> None:
    who = {"boudica": [0, 0], "guard": [1, 0]}

    data, state = long({"ruleset": "ingenuity", "who": who, "turn": "guard"})
    kept, _ = long({"ruleset": "ingenuity", "who": who, "turn": "guard", "instigator": "company"})

    assert data["instigator"] == "foes"
    assert state == {"boudica.brandished": True, "guard.brandished": True}
    assert kept["instigator"] == "company"


def test_a_turn_works_with_sides_in_long_form_too() -> None:
    side = [{"id": "a", "members": [{"id": "grey-wolf", "count": 2}, {"id": "x", "name": "Old X"}]}]

    _, state = quest(side=side, turn="old-x")

    assert state["lineup.order"] == ["old-x", "grey-wolf-1", "grey-wolf-2"]


def test_who_enters_in_play_has_its_place_in_the_state() -> None:
    data, state = long({"ruleset": "thrum", "map": ["....", "...."], "who": {"ann": [2, 1]}})

    assert data["side"][0]["start"] == {"rects": [[0, 0, 3, 1]]}
    assert "at" not in data["side"][0]["members"][0]
    assert state == {"ann.arrived": True, "ann.present": True, "ann.at": "2,1"}


def test_another_character_may_come_in_as_a_dummy_does() -> None:
    nim = {"like": "ann", "id": "nim-saltash", "at": [2, 1]}
    data, state = long({"ruleset": "thrum", "map": ["....", "...."], "who": {"nim": nim}})

    assert data["side"][0]["id"] == "company"
    assert data["side"][0]["members"] == [{"id": "nim-saltash", "name": "Nim"}]
    assert state == {"nim.arrived": True, "nim.present": True, "nim.at": "2,1"}


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ({"who": {"anna": [0, 0]}}, 'who.anna: found nobody called "anna", expected like or id'),
        ({"who": {"x": {"like": "anna"}}}, 'who.x.like: found "anna", expected a dummy; did you'),
        ({"who": {"ana": {"att": [0, 0]}}}, "who.ana.att: unknown key, did you mean at?"),
        ({"who": {"ana": {"count": 2}}}, "who.ana.count: unknown key, "),
        ({"who": {"ana": 3}}, "who.ana: found 3, expected a cell or a table"),
        ({"who": {"ana": {"with": 3}}}, "who.ana.with: found 3, expected a table"),
        ({"who": []}, "who: found [], expected a table of names"),
        ({"who": {"ana": {"side": "foe"}}}, 'who.ana.side: found "foe", expected one of company'),
        ({"who": {"ana": [0, 0]}, "turn": "bob"}, 'turn: found "bob", expected somebody of the'),
        ({"turn": "ana", "encounter": "x"}, "turn: found turn beside an encounter, expected one"),
        ({"who": {"ana": [0, 0]}, "encounter": "x"}, "who: found who beside an encounter"),
    ],
)
def test_what_is_wrong_with_the_short_words_is_told(tables: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidError) as refused:
        quest(**tables)

    assert refused.value.problems[0].startswith(f"case: {told}")


@pytest.mark.parametrize(("ruleset", "name"), EVERYBODY)
def test_every_dummy_can_stand_in_a_case_and_have_the_usual_moment(ruleset: str, name: str) -> None:
    other = next(
        one.ids[0]
        for one in dummies_of(ruleset).dummies
        if one.side != (dummies_of(ruleset).named(name) or one).side
    )
    data, state = long_form(
        {"ruleset": ruleset, "map": ["...."], "who": {name: [0, 0], other: [3, 0]}, "turn": name},
        "case",
    )
    head = {"id": "case", "name": "Case"}
    case = Case("case", "Case", ruleset, [], {**data, **head}, state, [], [], {})

    rules, setup = open_case(case)
    combat = rules.begin(setup, ScriptedDice([]), [Script([])] * len(setup.seats))
    arrange(combat, rules, state)

    assert combat.recount() == ""


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_no_two_dummies_share_a_name(ruleset: str) -> None:
    names = dummies_of(ruleset).names()

    assert len(names) == len(set(names))
    assert {one.side for one in dummies_of(ruleset).dummies} <= {
        one.id for one in dummies_of(ruleset).sides
    }


@pytest.mark.parametrize("file", FILES)
def test_a_case_in_long_form_says_what_its_short_form_says(checkout: Path, file: str) -> None:
    long, short = read_cases(LONG / file), read_cases(checkout / "cases" / file)

    assert [one.title for one in long] == [one.title for one in short]
    for one, other in zip(long, short, strict=True):
        assert one.encounter == other.encounter
        assert (one.answers, one.dice, one.rest) == (other.answers, other.dice, other.rest)
        assert one.state.items() <= other.state.items()
    assert [one.problems for one in check(LONG / file) if not one.ok] == []


def test_values_of_a_case_and_of_its_file_meet_path_by_path(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        'ruleset = "quest"\ntitle = "t"\nmap = ["..."]\nturn = "ana"\n'
        "[who]\nana = [0, 0]\nbob = [1, 0]\n"
        "[state]\nana.hp = 3\n"
        '[expect]\nbob.hp = 50\nrefused = { "x" = "y" }\n'
        '[[case]]\ntitle = "a"\nstate.ana.mp = 2\nexpect.bob.mp = 1\n'
        'expect.refused = { "z" = "" }\n'
    )

    (case,) = read_cases(path)

    assert (case.state["ana.hp"], case.state["ana.mp"], case.state["ana.aa"]) == (3, 2, 1)
    assert case.expect == {"refused": {"z": ""}, "bob.hp": 50, "bob.mp": 1}


def test_a_game_without_dummies_has_none() -> None:
    assert Dummies().named("ana") is None
    with pytest.raises(InvalidError, match="no such ruleset"):
        dummies_of("nothing")
