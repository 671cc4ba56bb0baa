"""Saves, and being cleansed."""

from __future__ import annotations

import pytest

from affray.rulesets.icon.condition import cleansing
from tests.icon.table import (
    STATES,
    Table,
    Trait,
    fighters,
    neighbours,
    sheet,
)
from tests.rules import rule


@rule("icon/status.end-turn-saves", "icon/status.separate-saves", "icon/roll.save-ten")
def test_each_status_is_saved_against_alone() -> None:
    table = fighters()
    table.give("A", "dazed")
    table.give("A", "slow")

    table.end("A", "d20 10 9")

    assert not table.holds("A", "dazed")
    assert table.holds("A", "slow")


@rule("icon/roll.save-no-bonus")
def test_attack_bonus_and_defense_do_not_help_a_save() -> None:
    table = Table("A b", A=sheet(bonus=6, defense=20), b=sheet(pc=False))
    table.give("A", "dazed")

    table.end("A", "d20 9")

    assert table.holds("A", "dazed")


@rule("icon/status.end-turn-saves")
def test_statuses_gained_in_the_turn_are_saved_against_but_nothing_else_is() -> None:
    """No save for a blight, a stance, a positive effect or a state."""
    table = neighbours()
    for id in ("burning", "stance-hearth-ring", "evasion", "immobile"):
        table.give("A", id)
    table.begin("A")
    table.give("A", "dazed")

    table.end("A", "d20 12")

    kept = table.effects("A")
    assert kept == ["burning", "stance-hearth-ring", "evasion", "immobile"]


@rule("icon/status.end-turn-saves")
def test_nobody_saves_at_the_end_of_anothers_turn() -> None:
    table = neighbours()
    table.give("A", "dazed")

    table.end("b")

    assert table.holds("A", "dazed")


@rule("icon/status.ongoing")
def test_an_ongoing_status_gets_no_save_and_is_not_cleansed() -> None:
    table = neighbours()
    table.ongoing("A", "dazed", 1)
    table.give("A", "slow")

    table.end("A", "d20 20")
    cleansing.cleanse_all(table.combat, table["A"])

    assert table.holds("A", "dazed")
    assert not table.holds("A", "slow")


@rule("icon/status.ongoing", "icon/sheet.traits-always-on", "icon/action.rescue-limits")
def test_a_trait_imposes_its_ongoing_status_anew_on_rescue() -> None:
    one = sheet()
    trait = Trait("ponderous")
    trait.imposes = STATES["slow"]
    one.traits = [trait]
    table = Table("A B c", A=sheet(), B=one, c=sheet(pc=False))
    assert table["B"].goes_slow()

    table.fell(1)
    assert table["B"].effects == []
    table.act("A", "rescue B")

    assert table.is_ongoing("B", "slow")


@rule("icon/effect.cleanse")
@pytest.mark.parametrize(
    ("key", "dice", "left"),
    [
        ("remove blights", "", ["dazed", "slow", "tangled"]),
        ("end a mark", "", ["burning", "poisoned", "dazed", "slow"]),
        ("save against statuses", "d20 10 9", ["burning", "poisoned", "slow", "tangled"]),
    ],
)
def test_the_cleansed_choose_one_of_three(key: str, dice: str, left: list[str]) -> None:
    table = neighbours()
    for id in ("burning", "poisoned", "dazed", "slow", "tangled"):
        table.give("A", id, source=1)
    agent = table.script([key], dice)

    table.cleanse("A")

    table.done(agent)
    assert table.effects("A") == left


@rule("icon/effect.cleanse")
def test_who_has_nothing_to_be_cleansed_of_is_asked_nothing() -> None:
    table = neighbours()
    table.give("A", "evasion")

    table.cleanse("A")

    assert table.holds("A", "evasion")


@rule("icon/effect.cleanse", "icon/effect.mark")
def test_of_two_marks_the_cleansed_chooses_which_one_ends() -> None:
    table = Table("A b c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.give("A", "tangled", source=1)
    table.give("A", "tangled", source=2)
    agent = table.script(["tangled of c"], "")

    table.cleanse("A")

    table.done(agent)
    assert [held.source for held in table["A"].effects] == [1]


@rule("icon/status.ongoing", "icon/status.hatred")
@pytest.mark.parametrize("ongoing", [True, False])
def test_hatred_that_is_ongoing_does_not_end_with_ones_turn(*, ongoing: bool) -> None:
    table = neighbours()
    table.inflict("A", "hatred", 1)
    if ongoing:
        table.ongoing("A", "hatred", 1)

    table.begin("A")
    table.end("A")

    assert table.holds("A", "hatred") == ongoing
