"""Every number can be taken apart into parts that add up to it, each with its rule."""

from __future__ import annotations

import pytest

import affray
from affray.core.errors import InvalidError
from affray.rulesets.thrum.movement.pace import speed_of
from affray.rulesets.thrum.text.explain import breakdown
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


@rule("thrum/move.speed-floor", "thrum/status.slowed", "thrum/condition.hastened")
def test_speed_is_the_sheets_with_what_changes_it() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer"))
    table.give("A", "slowed", 3)
    table.give("A", "hastened")

    parts = breakdown(table.combat, table["A"], "speed")

    assert parts == [(4, "sheet.speed"), (-2, "status.slowed"), (2, "condition.hastened")]
    assert sum(n for n, _ in parts) == speed_of(table.combat, table["A"])


def test_a_speed_below_zero_is_raised_to_zero_by_its_rule() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer"))
    table["b"].sheet.speed = 1
    table.give("b", "slowed")

    assert breakdown(table.combat, table["b"], "speed")[-1] == (1, "move.speed-floor")


def test_a_sessions_numbers_are_explained_by_name() -> None:
    fight = affray.start("thrum", "broken-causeway", seed=3)

    assert fight.explain("mirel-osh", "panic bonus") == [(2, "panic.roll")]
    with pytest.raises(InvalidError, match="nobody of that name; there are ansa-brock"):
        fight.explain("mirel", "speed")
    with pytest.raises(InvalidError, match="no such number; there are speed"):
        fight.explain("mirel-osh", "height")
