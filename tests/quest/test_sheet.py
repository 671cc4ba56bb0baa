"""Sheets: what is refused of one, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.content.problems import Problems
from affray.rulesets.quest import damage, geometry, sheet
from affray.rulesets.quest.content.build import callings_of
from affray.rulesets.quest.content.check import check_content
from affray.rulesets.quest.content.library import builtin_content, content_of
from affray.rulesets.quest.content.schema import Content
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.sheet import Draft, faults
from tests.quest.table import Table, content_library, creature, library, unit
from tests.rules import rule


def draft(**changes: Any) -> Draft:
    """A level 3 bladesworn in good order."""
    one = Draft("one", "One")
    one.calling = "bladesworn"
    one.level = 3
    one.max_hp = 38
    one.accuracy = 3
    one.agility = 2
    one.strength = 2
    one.weapons = ["longsword"]
    one.drawn = ["longsword"]
    one.feats = ["athlete", "flurry", "reach", "guarding"]
    for name, value in changes.items():
        setattr(one, name, value)
    return one


def wrong(**changes: Any) -> list[str]:
    found = faults(draft(**changes), library(), callings_of(content_library().content))
    return [fault.rule for fault in found]


@rule("quest/sheet.validation")
def test_a_sheet_in_order_is_accepted_and_every_fault_is_listed() -> None:
    assert wrong() == []
    assert wrong(max_hp=39, strength=9, drawn=["longsword", "longsword"]) == [
        "sheet.modifiers",
        "sheet.modifiers",
        "sheet.calling",
        "attack.hands",
    ]
    assert wrong(weapons=["laser"], drawn=[]) == ["sheet.validation"]
    assert wrong(feats=["lucky"]) == ["sheet.validation"]
    assert wrong(spells=["wish"]) == ["sheet.validation"]


@rule("quest/sheet.level")
@pytest.mark.parametrize(("level", "rules"), [(0, ["sheet.level"]), (11, ["sheet.level"])])
def test_levels_run_from_one_to_ten(level: int, rules: list[str]) -> None:
    assert wrong(level=level) == rules


@rule("quest/sheet.modifiers")
@pytest.mark.parametrize(
    ("numbers", "ok"),
    [
        ((4, 3, 0), True),
        ((5, 2, 0), False),
        ((-3, 4, 4), True),
        ((-4, 4, 4), False),
        ((4, 4, 0), False),
    ],
)
def test_modifiers_have_their_limits(numbers: tuple[int, int, int], ok: bool) -> None:
    """Level 3: -3 to 4 each, 7 together."""
    accuracy, agility, strength = numbers

    assert (wrong(accuracy=accuracy, agility=agility, strength=strength) == []) == ok


@rule("quest/sheet.calling", "quest/spell.known")
def test_a_calling_fixes_hit_points_mp_and_spells() -> None:
    mystic: dict[str, Any] = {"calling": "mystic", "max_hp": 32, "max_mp": 12, "feats": []}
    five = ["mend", "gust", "veil", "kindle", "quicken"]
    assert wrong(**mystic, spells=five) == []
    assert wrong(**mystic, spells=[*five, "frost-bind"]) == ["sheet.calling"]
    assert (
        wrong(**{**mystic, "feats": ["toughness", "deep-well"], "max_hp": 38, "max_mp": 16}) == []
    )
    assert wrong(**{**mystic, "max_mp": 16}) == ["sheet.calling"]
    assert wrong(spells=["mend"]) == ["sheet.calling"]
    assert wrong(**mystic, spells=["mend", "gust", "mend"]) == ["spell.known"]


@rule("quest/sheet.feats", "quest/feat.modify-rules")
def test_level_3_has_three_feats_and_a_bladesworn_one_more() -> None:
    assert wrong(feats=["athlete", "flurry", "reach", "guarding", "spring-up"]) == ["sheet.feats"]
    assert wrong(feats=["athlete", "athlete"]) == ["feat.modify-rules"]


@rule("quest/sheet.weapon-focus-choices")
def test_each_weapon_focus_names_three_different_weapons() -> None:
    feats = ["weapon-focus"]
    three = ["longsword", "mace", "dagger"]
    assert wrong(feats=feats, focus=[three]) == []
    assert wrong(feats=feats, focus=[["longsword", "mace"]]) == ["sheet.weapon-focus-choices"]
    assert wrong(feats=feats, focus=[["mace", "mace", "dagger"]]) == ["sheet.weapon-focus-choices"]
    assert wrong(feats=feats, focus=[]) == ["sheet.weapon-focus-choices"]
    twice = ["weapon-focus", "weapon-focus"]
    assert wrong(feats=twice, focus=[three, ["spear", "whip", "maul"]]) == []
    assert wrong(feats=twice, focus=[three, three]) == ["sheet.weapon-focus-choices"]


@rule("quest/sheet.armour")
def test_one_armour_and_one_shield() -> None:
    assert wrong(armour=["mail-shirt", "buckler"]) == []
    assert "sheet.armour" in wrong(armour=["mail-shirt", "padded-coat"])
    assert "sheet.armour" in wrong(armour=["buckler", "tower-shield"], drawn=[])


@rule("quest/sheet.capacity")
def test_the_bulk_of_a_sheet_is_limited() -> None:
    """Strength 2: 14."""
    assert wrong(weapons=["longsword", "maul", "maul", "maul"]) == []
    assert wrong(weapons=["longsword", "maul", "maul", "maul", "dagger"]) == ["sheet.capacity"]


@rule("quest/sheet.derived")
def test_derived_numbers_follow_from_the_sheet() -> None:
    table = Table("A . b", A=creature("brannoch-vale"), b=creature("drowned-knight"))

    assert table.tn("A", "b") == 10 + 1 - 1
    assert free_hits.slots(table["A"]) == 1
    assert rates.movement(table.combat, table["A"]) == 8
    assert spending.summoning_slots(table["A"].sheet) == 3
    assert geometry.reach(table["A"]) == 1
    assert table.tn("b", "A") == 10 + 1 - 1 + 1


@rule("quest/sheet.validation")
def test_creatures_are_checked_for_known_content_and_hit_points() -> None:
    content = content_of(builtin_content())
    data = content.model_dump(by_alias=True)
    data["creature"][0]["weapons"] = ["laser"]
    problems = Problems("content")
    check_content(Content.model_validate(data), problems)

    assert problems.found()
    data["creature"][0]["max_hp"] = 0
    with pytest.raises(ValueError, match="max_hp"):
        Content.model_validate(data)


@rule("quest/sheet.validation", "quest/attack.hands", "quest/setup.placement")
def test_the_first_weapon_and_a_shield_need_hands_where_nothing_is_said_to_be_drawn() -> None:
    shielded = ["mail-shirt", "buckler"]
    assert wrong(weapons=["longsword", "maul"], drawn=[], armour=shielded) == []
    assert wrong(weapons=["maul", "longsword"], drawn=[], armour=shielded) == ["attack.hands"]


@rule("quest/sheet.feats")
@pytest.mark.parametrize(
    ("level", "most"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5), (9, 7), (10, 7)]
)
def test_feats_come_with_every_odd_level(level: int, most: int) -> None:
    """1 + (level + 1) / 2, and one more for a bladesworn."""
    all_of_them = ["athlete", "flurry", "reach", "guarding", "iron-grip", "spring-up"]
    all_of_them += ["eyes-behind", "sneak-attack"]
    hp = 38 + 6 * (level - 3)
    numbers = {"level": level, "accuracy": 0, "agility": 0, "strength": 0, "max_hp": hp}

    assert wrong(**numbers, feats=all_of_them[:most]) == []
    assert wrong(**numbers, feats=all_of_them[: most + 1]) == ["sheet.feats"]


@rule("quest/sheet.modifiers")
@pytest.mark.parametrize(("level", "most"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (10, 7)])
def test_modifiers_grow_with_every_odd_level(level: int, most: int) -> None:
    numbers = {"level": level, "max_hp": 38 + 6 * (level - 3), "feats": []}

    for name in ("accuracy", "agility", "strength"):
        zero = {"accuracy": 0, "agility": 0, "strength": 0}
        assert wrong(**numbers, **{**zero, name: most}) == []
        assert wrong(**numbers, **{**zero, name: most + 1}) == ["sheet.modifiers"]


@rule("quest/sheet.modifiers")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_all_modifiers_together_are_at_most_four_more_than_the_level(level: int) -> None:
    numbers = {"level": level, "max_hp": 38 + 6 * (level - 3), "feats": []}
    third = level + 4 - 2 - 2

    assert wrong(**numbers, accuracy=2, agility=2, strength=third) == []
    assert wrong(**numbers, accuracy=2, agility=3, strength=third) == ["sheet.modifiers"]


@rule("quest/sheet.weapon-focus-choices")
@pytest.mark.parametrize(
    "names",
    [
        ["mace", "spear", "whip", "maul"],
        ["mace", "mace", "spear"],
        ["mace", "mace", "spear", "whip"],
    ],
)
def test_a_weapon_focus_names_neither_four_nor_two_weapons(names: list[str]) -> None:
    assert wrong(feats=["weapon-focus"], focus=[names]) == ["sheet.weapon-focus-choices"]


@rule("quest/attack.hands", "quest/setup.placement")
@pytest.mark.parametrize(("drawn", "ok"), [(["dagger"], True), (["maul"], False), ([], True)])
def test_what_is_drawn_needs_the_hands_and_not_what_comes_first(drawn: list[str], ok: bool) -> None:
    found = wrong(weapons=["dagger", "maul"], drawn=drawn, armour=["buckler"])

    assert found == ([] if ok else ["attack.hands"])


@rule("quest/sheet.level")
@pytest.mark.parametrize(("level", "ok"), [(0, False), (1, True), (10, True), (11, False)])
def test_the_first_and_the_tenth_level_are_accepted_and_none_beyond(level: int, ok: bool) -> None:
    numbers = {"accuracy": 0, "agility": 0, "strength": 0}
    found = wrong(level=level, max_hp=20 + 6 * level, feats=[], **numbers)

    assert found == ([] if ok else ["sheet.level"])


@rule("quest/feat.weapon-focus", "quest/sheet.weapon-focus-choices", "quest/sheet.calling")
def test_a_built_sheet_has_its_mp_and_one_die_more_for_each_focused_weapon() -> None:
    one = draft(
        calling="mystic",
        max_hp=32,
        max_mp=12,
        feats=["weapon-focus"],
        focus=[["mace", "dagger", "longsword"]],
        spells=["mend", "gust"],
    )

    made = sheet.build(one, library())

    assert made.max_mp == 12
    assert [spell.id for spell in made.spells] == ["mend", "gust"]
    assert (made.accuracy, made.agility, made.strength, made.movement) == (3, 2, 2, 6)
    assert sheet.build(draft(), library()).movement == 8
    assert made.focus == {"mace": 1, "dagger": 1, "longsword": 1}
    table = Table("A b", A=made, b=unit())
    things = library().by_id
    assert damage.extra_dice(table["A"], things["mace"]) == 1
    assert damage.extra_dice(table["A"], things["spear"]) == 0


@rule("quest/sheet.validation")
def test_all_faults_of_a_sheet_are_told_at_once() -> None:
    assert wrong(
        weapons=["laser", "longsword"],
        feats=["lucky", "athlete", "athlete", "reach", "reach", "flurry"],
        focus=[["mace", "mace", "dagger"]],
        max_hp=1,
        accuracy=9,
        drawn=["maul", "spear"],
    ) == [
        "sheet.validation",
        "sheet.validation",
        "sheet.modifiers",
        "sheet.modifiers",
        "feat.modify-rules",
        "feat.modify-rules",
        "sheet.feats",
        "sheet.calling",
        "sheet.weapon-focus-choices",
        "attack.hands",
        "attack.hands",
    ]
    assert wrong(calling="hermit", level=0, strength=-5, items=["red-draught"] * 30) == [
        "sheet.calling",
        "sheet.level",
        "sheet.capacity",
    ]
