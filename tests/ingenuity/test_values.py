"""What an encounter's ``with`` states of a sheet is used as it is, and wrong words are named."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.content.problems import Problems
from affray.core.errors import InvalidError
from affray.core.setup import Member
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity import setup
from affray.rulesets.ingenuity.content.values import restated
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombatant
from tests.ingenuity.table import Table, content_library, library, sheet
from tests.rules import rule


def member(**settings: object) -> Member:
    data: dict[str, object] = {
        "ruleset": "ingenuity",
        "id": "stated",
        "name": "Stated",
        "map": {"rows": ["..."]},
        "side": [
            {"id": "us", "members": [{"id": "boudica", "at": [0, 0], "with": settings}]},
            {"id": "them", "members": [{"id": "town-guard", "at": [2, 0]}]},
        ],
    }
    return prepare(encounter_from(data, "stated.toml"))[1].members[0]


def sheet_of(one: Member) -> Sheet:
    assert isinstance(one.sheet, Sheet)
    return one.sheet


@rule("ingenuity/sheet.stated-values")
def test_a_stated_value_is_used_as_it_is_and_the_others_stay() -> None:
    one = sheet_of(member(constitution=4, strength="d8", max_health=9, skills={"agility": "d12"}))
    usual = library().sheets["boudica"]
    assert one.constitution == 4
    assert one.attributes == [8, *usual.attributes[1:]]
    assert (one.health, one.endurance) == (9, usual.endurance)
    assert one.skills[0] == 12
    assert one.skills[1:] == usual.skills[1:]
    assert usual.constitution == 7


def test_gear_is_stated_by_name_and_a_state_is_no_sheet() -> None:
    found = member(weapons=["dagger", "dagger"], shields=["buckler"], health=7)
    unit = setup.enlisted(found, 0, library())
    table = Table("A b", A=sheet(), b=sheet())
    downtime.take_up(table.combat, unit, found)
    assert isinstance(unit, IngenuityCombatant)
    assert [one.id for one in unit.sheet.weapons] == ["dagger", "dagger"]
    assert [one.id for one in unit.sheet.shields] == ["buckler"]
    assert (unit.health, unit.sheet.health) == (7, 12)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("strength", "d7", "with.strength"),
        ("weapons", ["spoon"], "with.weapons"),
        ("proficiencies", {"Spoons": 1}, "with.proficiencies"),
        ("evasion", "high", "with.evasion"),
        ("colour", 3, "colour"),
    ],
)
def test_a_wrong_word_is_named_with_its_place(name: str, value: object, told: str) -> None:
    with pytest.raises(InvalidError) as fault:
        member(**{name: value})
    assert told in str(fault.value)
    assert str(fault.value).startswith("stated.toml")


@rule("ingenuity/geometry.footprint", "ingenuity/sheet.stated-values")
def test_who_is_stated_to_be_larger_fills_more_spaces() -> None:
    model = content_library().content.creature[0]
    big = restated(model, {"size": 8}, Problems(""), "member")
    assert (big.size, big.footprint) == (8, 3)


@rule("ingenuity/geometry.footprint", "ingenuity/sheet.stated-values")
def test_a_character_that_is_stated_to_be_larger_fills_more_spaces_too() -> None:
    with pytest.raises(InvalidError, match="expected room for 2 x 2 spaces"):
        member(size=5)
    assert sheet_of(member(size=4)).footprint == 1


@rule("ingenuity/geometry.footprint", "ingenuity/movement.occupied")
@pytest.mark.parametrize(
    ("rows", "at", "size", "told"),
    [
        (["....", "....", "...."], [2, 1], 8, "of which town-guard fills some"),
        (["....", "....", "...."], [3, 1], 8, ""),
        (["....", "..#.", "...."], [3, 1], 8, "expected room for 3 x 3 spaces"),
        (["....", "...."], [3, 1], 8, "expected room for 3 x 3 spaces"),
    ],
)
def test_who_is_stated_to_be_larger_needs_the_room(
    rows: list[str], at: list[int], size: int, told: str
) -> None:
    data: dict[str, object] = {
        "ruleset": "ingenuity",
        "id": "stated",
        "name": "Stated",
        "map": {"rows": rows},
        "side": [
            {"id": "us", "members": [{"id": "hill-brute", "at": [0, 0], "with": {"size": size}}]},
            {"id": "them", "members": [{"id": "town-guard", "at": at}]},
        ],
    }
    if not told:
        assert prepare(encounter_from(data, "stated.toml"))[1].members[0].cell == 0
        return
    with pytest.raises(InvalidError, match=told):
        prepare(encounter_from(data, "stated.toml"))
