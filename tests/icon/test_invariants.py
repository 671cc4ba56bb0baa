"""States that cannot be are named: what a case arranges is checked by the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affray.rulesets.icon.invariants import recount
from affray.rulesets.icon.state import Delay, IconCombat, IconCombatant, Patch
from affray.rulesets.icon.terms import DEFEATED, SURRENDERED
from tests.icon.table import Table, sheet

Change = Callable[[IconCombat, IconCombatant], None]


def set_in(name: str, value: object) -> Change:
    return lambda combat, unit: setattr(combat, name, value)


def of(name: str, value: object) -> Change:
    return lambda combat, unit: setattr(unit, name, value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (of("hp", 29), "hit points out of bounds"),
        (of("hp", 0), "is active at 0 hit points"),
        (of("fate", DEFEATED), "is defeated at 28 hit points"),
        (of("fate", 5), "no fate"),
        (of("vigor", 29), "vigor out of bounds"),
        (of("wounds", -1), "wounds out of bounds"),
        (of("resolve", 7), "spent what it has not"),
        (of("actions", -1), "spent what it has not"),
        (of("elixirs", -1), "elixirs"),
        (of("combo", -1), "combo counter"),
        (of("turns", 3), "turns out of bounds"),
        (of("used", (0,)), "counters out of bounds"),
        (of("off", 5), "left by a space"),
        (of("delays", [Delay(99, -1)]), "announced an ability that it has not"),
        (of("delays", [Delay(0, 0)]), "announced an ability that it has not"),
        (of("delays", [Delay(-1, -1)]), "announced an ability that it has not"),
        (set_in("phase", 4), "no phase"),
        (set_in("place", -1), "no phase"),
        (set_in("starter", 2), "due to start"),
        (set_in("last", 2), "took the last turn"),
        (set_in("latest", -2), "took the last turn"),
        (set_in("owed", [2]), "owed to nobody"),
        (set_in("owed", [-1]), "owed to nobody"),
        (set_in("worked", [1]), "expected 0 numbers"),
        (set_in("open_things", [0]), "object is open"),
        (set_in("kept", [1]), "expected 0 numbers"),
        (set_in("levels", (0, 0, 4, 0, 0)), "higher than 3"),
        (set_in("floor", (0, 0, 4, 0, 0)), "no kind"),
        (set_in("base", (0, 0, 4, 0, 0)), "no kind"),
        (set_in("toughness", (0, 0, -1, 0, 0)), "toughness is out of bounds"),
        (set_in("levels", (0, 0)), "levels is out of bounds, expected 5 numbers"),
        (set_in("patches", [Patch(5, 0, 0, 0, -1, "")]), "no space"),
        (set_in("patches", [Patch(0, 0, 0, 0, 2, "")]), "nobody that there is"),
        (set_in("patches", [Patch(0, 0, 0, 0, 0, "lamp")]), "no summon 'lamp'"),
    ],
)
def test_a_state_that_cannot_be_is_named(change: Change, words: str) -> None:
    table = Table("A . . . b", A=sheet(), b=sheet(pc=False))
    assert recount(table.combat) == ""

    change(table.combat, table["A"])

    assert words in recount(table.combat)


def test_who_surrendered_keeps_its_hit_points() -> None:
    table = Table("A . . . b", A=sheet(), b=sheet(pc=False))
    table["A"].fate = SURRENDERED

    assert recount(table.combat) == ""
