"""What an encounter's ``with`` replaces on a sheet, and what it refuses."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.content.problems import InvalidError
from affray.core.dice import ScriptedDice
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.rulesets.icon.condition import states
from affray.rulesets.icon.invariants import recount
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.state import IconCombat
from tests.icon.table import Sheet, content_library
from tests.rules import rule


def setup_with(settings: dict[str, object]) -> Setup:
    members = [{"id": "toll-brute", "at": [3, 0], "with": settings}]
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["....."]},
        "side": [
            {"id": "party", "seat": "players", "members": [{"id": "orrin-vale", "at": [0, 0]}]},
            {"id": "foes", "seat": "foes", "members": members},
        ],
    }
    return prepare(encounter_from(data, "test"))[1]


def restated(settings: dict[str, object]) -> Sheet:
    sheet = setup_with(settings).members[1].sheet
    assert isinstance(sheet, Sheet)
    return sheet


@pytest.mark.parametrize("value", ["all", True, [1]])
@pytest.mark.parametrize("name", ["hp", "wounds", "elixirs", "drink"])
def test_what_is_brought_to_a_fight_is_a_whole_number(name: str, value: object) -> None:
    with pytest.raises(InvalidError, match=rf"with\.{name}: found .*, expected a whole number"):
        setup_with({name: value})


def test_numbers_effects_and_abilities_are_replaced_for_this_member_alone() -> None:
    usual = restated({})
    own = restated(
        {
            "health": 9,
            "armor": 3,
            "save_boons": -1,
            "effects": "dodge flying",
            "abilities": "rime-lance",
            "talents": "rime-lance-1",
            "rime-lance": {"size": 3},
        }
    )

    assert (usual.hp, usual.gives("dodge")) == (20, False)
    assert (own.health, own.hp, own.armor, own.gives("dodge")) == (9, 36, 3, True)
    assert [one.id for one in own.abilities] == ["rime-lance", "run", "dash", "interact"]
    assert own.abilities[0].size == 3
    assert [one.save_boons for one in own.traits] == [0, -1]
    assert [mod.word for mod in own.abilities[0].mods] == ["size"]


@pytest.mark.parametrize(
    "settings",
    [
        {"health": "many"},
        {"effects": "fyling"},
        {"traits": "toughnes"},
        {"abilities": "gate-kik"},
        {"type": "holy"},
        {"abilities": "gate-kick", "gate-kick": {"colour": 1}},
        {"gate-kick": {"cost": 2}},
        {"luck": 3},
    ],
)
def test_what_cannot_be_replaced_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InvalidError, match="with"):
        setup_with(settings)


def chosen(**settings: object) -> Sheet:
    """Return the sheet of Orrin Vale with other choices."""
    members = [{"id": "orrin-vale", "at": [0, 0], "with": settings}]
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["....."]},
        "side": [
            {"id": "party", "seat": "players", "members": members},
            {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [3, 0]}]},
        ],
    }
    sheet = prepare(encounter_from(data, "test"))[1].members[0].sheet
    assert isinstance(sheet, Sheet)
    return sheet


def test_a_characters_choices_are_replaced_and_judged() -> None:
    one = chosen(
        level=5,
        jobs="ramhorn",
        learned="bellow upward-gore",
        active="bellow",
        limit_break="landslip",
        masteries="bellow",
        talents="",
    )

    assert [each.id for each in one.abilities if not each.basic] == ["bellow", "landslip"]
    assert (one.health, one.chapter) == (8, 2)
    assert any(op.id == "counter" for op in one.abilities[4].effect), "its master talent"


@rule("icon/sheet.learning-budget", "icon/sheet.active-limit", "icon/sheet.limit-break-level")
@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"level": 1, "xp": 3, "learned": "bellow upward-gore thick-neck"}, "learning-budget"),
        ({"level": 2, "learned": "bellow", "active": "upward-gore"}, "active-limit"),
        ({"level": 1, "limit_break": "landslip"}, "limit-break-level"),
        ({"level": 13, "learned": "bellow"}, "level-range"),
        ({"jobs": "ramhorn ramhorn"}, "jobs-one-to-three"),
    ],
)
def test_illegal_choices_are_refused_with_their_rule(
    settings: dict[str, object], fault: str
) -> None:
    legal = {"jobs": "ramhorn", "learned": "bellow", "active": "bellow", "limit_break": ""}

    with pytest.raises(InvalidError, match=fault):
        chosen(**{**legal, **settings})


@pytest.mark.parametrize(
    "settings",
    [
        {"size": 5},
        {"die": 0},
        {"speed": -3},
        {"health": 0},
        {"hp": 999},
        {"hp": 0},
        {"wounds": 1},
        {"elixirs": -1},
    ],
)
def test_numbers_out_of_bounds_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InvalidError, match="with"):
        setup_with(settings)


@pytest.mark.parametrize("settings", [{"size": 2}, {"wounds": 9}, {"wounds": 4}])
def test_a_player_character_is_of_size_1_and_has_fewer_than_4_wounds(
    settings: dict[str, object],
) -> None:
    with pytest.raises(InvalidError, match="with"):
        chosen(**settings)


@rule("icon/sheet.chapter-from-level")
def test_a_level_alone_gives_the_numbers_of_its_chapter() -> None:
    assert (chosen(level=5).chapter, chosen(level=5).health) == (2, 8)
    assert chosen(level=4).chapter == 1


@rule("icon/status.ongoing")
def test_a_status_among_the_effects_of_a_sheet_is_ongoing() -> None:
    setup = setup_with({"effects": "slow"})
    combat = Icon(content_library().maker.library).begin(setup, ScriptedDice([]), [])
    assert isinstance(combat, IconCombat)
    unit = combat.units[1]

    assert unit.goes_slow()
    assert not states.lose(combat, unit, "slow")


@rule("icon/setup.two-sides", "icon/action.foe-actions")
def test_a_character_on_the_foes_side_is_a_whole_foe() -> None:
    members = [{"id": "sable-quill", "at": [3, 0]}]
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["....."]},
        "side": [
            {"id": "party", "seat": "players", "members": [{"id": "orrin-vale", "at": [0, 0]}]},
            {"id": "foes", "seat": "foes", "members": members},
        ],
    }
    setup = prepare(encounter_from(data, "test"))[1]
    sheet = setup.members[1].sheet
    assert isinstance(sheet, Sheet)

    assert not sheet.pc
    assert {one.basic for one in sheet.abilities} == {"", "run", "dash", "interact"}


def test_an_unknown_modification_is_no_state_that_can_be() -> None:
    setup = setup_with({})
    combat = Icon(content_library().maker.library).begin(setup, ScriptedDice([]), [])
    assert isinstance(combat, IconCombat)
    combat.units[0].pending = ["nonsense"]

    assert "pending" in recount(combat)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"level": 9}, "with.level: found level, which only characters have"),
        ({"jobs": "ramhorn"}, "with.jobs: found jobs, which only characters have"),
        ({"flat": 3}, "with.flat: found flat, expected die for its damage [icon/foe.mob]"),
        ({"elixirs": 1}, "with.elixirs: found 1, expected none of foes [icon/resource.elixir]"),
        ({"drink": 1}, "with.drink: found 1, expected none of foes [icon/resource.elixir]"),
    ],
)
def test_what_a_foe_does_not_have_is_refused(settings: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidError) as wrong:
        setup_with(settings)

    assert any(one.endswith(fault) for one in wrong.value.problems)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"abilities": "rime-lance", "rime-lance": {"size": "x"}}, 'found "x", expected a whole'),
        ({"abilities": "rime-lance", "rime-lance": {"size": 0}}, "found 0, expected 1 to 20"),
        ({"abilities": "rime-lance", "rime-lance": {"cost": 3}}, "found 3, expected 0 to 2"),
        ({"abilities": "rime-lance", "rime-lance": {"shape": "star"}}, 'found "star", expected'),
        ({"abilities": "rime-lance", "rime-lance": {"plus_shape": "line"}}, 'found "line", exp'),
        ({"abilities": "coal-spit", "coal-spit": {"size": 2}}, "expected an ability with a pat"),
        ({"abilities": "smoke-step", "smoke-step": {"cost": 1}}, ""),
        ({"abilities": "ground-out", "ground-out": {"range": 2}}, "an attack or a target"),
        ({"abilities": "swoop", "swoop": {"cost": 2}}, "found cost of a combo"),
        ({"abilities": "coal-spit", "talents": "tangle-1"}, "found tangle-1, expected talents"),
        ({"abilities": "coal-spit coal-spit"}, "with.abilities: found coal-spit twice"),
        ({"traits": "bellows bellows"}, "with.traits: found bellows twice"),
    ],
)
def test_fields_talents_and_lists_that_cannot_be_are_refused(
    settings: dict[str, object], fault: str
) -> None:
    if not fault:
        assert setup_with(settings)
        return
    with pytest.raises(InvalidError) as wrong:
        setup_with(settings)

    assert any(fault in one for one in wrong.value.problems), wrong.value.problems


def test_the_range_of_an_ability_without_attack_is_that_of_its_target() -> None:
    own = restated({"abilities": "cracked-flask", "cracked-flask": {"range": 2}})

    assert own.abilities[0].target_range == 2


@rule("icon/resource.elixir")
def test_nobody_drinks_more_elixirs_than_it_has() -> None:
    with pytest.raises(InvalidError) as wrong:
        setup_of_hero({"elixirs": 1, "drink": 2, "hp": 3})

    assert "found 2, expected at most the 1 that it has" in wrong.value.problems[0]


def setup_of_hero(settings: dict[str, object]) -> Setup:
    """Prepare a fight of Orrin Vale with some values replaced."""
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["....."]},
        "side": [
            {
                "id": "party",
                "seat": "players",
                "members": [{"id": "orrin-vale", "at": [0, 0], "with": settings}],
            },
            {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [3, 0]}]},
        ],
    }
    return prepare(encounter_from(data, "test"))[1]
