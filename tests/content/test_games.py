"""Which games there are: Affray's own, those installed beside it, those registered."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any

import pytest

from affray.content import game as module
from affray.content.game import (
    BUILTIN,
    Game,
    game,
    game_ids,
    games,
    register,
    registered,
    unregister,
)
from affray.content.ground import GROUNDS, Unit
from affray.content.library import load_encounter
from affray.content.pack import model_of, pack_schema
from affray.content.part import PackBase
from affray.content.problems import InvalidError
from affray.content.roster import builtin_roster
from affray.encounters.prepare import library_of

# A game that has its files where Thrum's are.
TWIN = replace(game("thrum"), id="twin", name="Twin")


@pytest.fixture(autouse=True)
def only_built_in() -> Iterator[None]:
    yield
    for one in registered():
        unregister(one.id)
    games.cache_clear()


@pytest.mark.parametrize("id", BUILTIN)
def test_the_record_of_a_game_leads_to_all_that_it_names(id: str) -> None:
    one = game(id)

    assert one.rules().id == id
    assert one.rules() is one.rules()
    assert issubclass(model_of(id), PackBase)
    assert library_of(id).roster().grounds() == one.grounds
    assert set(one.grounds) <= set(GROUNDS)
    assert one.file("rules.toml").is_file()
    assert one.file("encounters").is_dir()
    assert one.content()


@pytest.mark.parametrize("id", BUILTIN)
def test_a_member_is_as_wide_with_packs_as_without(id: str) -> None:
    """Without packs the content file alone is read, with them the whole library."""
    usual, whole = builtin_roster(id), library_of(id).roster()

    assert whole.kinds() == usual.kinds()
    assert {one: whole.known(one) for one in whole.kinds()} == {
        one: usual.known(one) for one in usual.kinds()
    }


def test_games_come_in_a_fixed_order() -> None:
    assert game_ids() == BUILTIN


@pytest.mark.parametrize(
    ("id", "told"),
    [("thrumm", "thrumm: no such ruleset; did you mean 'thrum'?"), ("zz", "zz: no such ruleset")],
)
def test_a_game_that_is_not_there_is_refused_with_the_nearest(id: str, told: str) -> None:
    with pytest.raises(InvalidError) as refused:
        game(id)

    assert refused.value.problems == [told]


def test_a_registered_game_is_there_until_it_is_removed() -> None:
    register(TWIN)
    register(TWIN)

    assert game("twin") is TWIN
    assert game_ids() == (*BUILTIN, "twin")
    assert registered() == (TWIN,)

    unregister("twin")

    assert game_ids() == BUILTIN


def test_what_was_read_of_all_games_is_read_anew_when_one_comes() -> None:
    with pytest.raises(InvalidError):
        load_encounter("twin/broken-causeway")

    register(TWIN)

    with pytest.raises(InvalidError, match="which is thrum/broken-causeway or twin/broken-cause"):
        load_encounter("broken-causeway")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"id": "thrum"}, 'found the id "thrum" again, which Thrum of affray.rulesets.thrum has'),
        ({"id": "A b"}, 'found the id "A b", expected small letters, digits and dashes'),
        ({"grounds": ("open", "lava")}, 'found the ground "lava", expected one of open'),
        ({"unit": Unit("feet", 0)}, "found a cell of 0 feet, expected at least 1"),
        ({"ruleset": "affray.core"}, 'found the ruleset "affray.core", expected module:name'),
        ({"library": ""}, 'found the library "", expected module:name'),
        ({"package": "no.such"}, 'found no package "no.such"'),
    ],
)
def test_a_record_that_cannot_be_right_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidError) as refused:
        register(replace(TWIN, **changes))

    assert refused.value.problems[0].startswith(f"game: {told}")
    assert registered() == ()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"ruleset": "affray.nothing:Twin"}, "twin: found no affray.nothing:Twin, which the game"),
        ({"ruleset": "affray.core.grid:Twin"}, "twin: found no affray.core.grid:Twin, which the"),
        ({}, "twin: found affray.rulesets.thrum.ruleset:Thrum, expected a Ruleset of this id"),
    ],
)
def test_rules_that_are_not_there_are_told_when_they_are_asked_for(
    changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidError) as refused:
        replace(TWIN, **changes).rules()

    assert refused.value.problems[0].startswith(told)


def test_a_game_without_packs_takes_none_and_is_not_in_their_schema() -> None:
    register(replace(TWIN, pack=""))

    with pytest.raises(InvalidError, match="twin: Twin takes no packs"):
        model_of("twin")
    assert len(pack_schema()["oneOf"]) == len(BUILTIN)  # type: ignore[arg-type]


def install(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    """Let these entry points be installed."""
    found = EntryPoints(EntryPoint(name, value, module.GROUP) for name, value in points.items())
    monkeypatch.setattr(module, "entry_points", lambda *, group: found.select(group=group))
    games.cache_clear()


def test_a_game_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, twin=f"{__name__}:TWIN")

    assert game("twin").name == "Twin"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no.such.module:GAME", "no.such.module:GAME: ModuleNotFoundError"),
        ("affray.core.grid:OPEN", "affray.core.grid:OPEN: found 0, expected an affray.content"),
        (f"{__name__}:ODD", 'found the id "A b", expected small letters'),
        (f"{__name__}:THIEF", 'the id "thrum" is taken by affray.rulesets.thrum'),
    ],
)
def test_an_entry_point_that_leads_nowhere_is_left_out_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, value: str, told: str
) -> None:
    install(monkeypatch, odd=value)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert game_ids() == BUILTIN

    assert str(caught[0].message).startswith(f"affray: the game odd is left out: {told}")


ODD = replace(TWIN, id="A b")
THIEF: Game = replace(TWIN, id="thrum")
