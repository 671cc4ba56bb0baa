"""Every number can be taken apart into parts that add up to it, each with its rule."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulebook import catalogue
from affray.rulesets.sovereign.condition import number
from affray.rulesets.sovereign.movement import ways
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.text.explain import NAMES, breakdown
from tests.sovereign.table import Table, body


def played_numbers(combat: SovereignCombat, one: SovereignCombatant) -> list[int]:
    """The numbers that the rules play with, in the order of their names."""
    return [numbers.ac(combat, one), ways.rate(one), number(one, 1)]


def test_an_ac_says_what_it_is_made_of() -> None:
    table = Table("A b", A=body(ac=13), b=body())
    table["A"].total = True
    table["A"].charging = True

    assert breakdown(table.combat, table["A"], "ac") == [
        (13, breakdown(table.combat, table["A"], "ac")[0][1]),
        (2, "total.ac"),
        (-2, "charge.ac-penalty"),
    ]


def test_who_lies_moves_at_half_its_rate() -> None:
    table = Table("A b", A=body(), b=body())
    table["A"].prone = True
    usual = table["A"].sheet.rate

    parts = breakdown(table.combat, table["A"], "movement")

    assert parts == [(usual, "run.rate"), (usual // 2 - usual, "prone.rate")]


@pytest.mark.parametrize("key", [one.key for one in list_encounters("sovereign")])
def test_the_parts_add_up_to_what_the_rules_play_with(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    rules = set(catalogue.load("sovereign").rules)
    tactics = ruleset.tactics()
    agents = [seated("noisy", tactics, 3, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(3), agents)
    assert isinstance(combat, SovereignCombat)
    while not combat.outcome:
        combat.changes = 0
        combat.step()
        for one in combat.units:
            parts = [ruleset.explain(combat, one.index, name) for name in ruleset.numbers()]
            sums = [sum([amount for amount, _ in each]) for each in parts]
            assert sums == played_numbers(combat, one)
            assert {rule for each in parts for _, rule in each} <= rules


def test_another_number_is_not_known() -> None:
    assert NAMES
    table = Table("A b", A=body(), b=body())
    with pytest.raises(KeyError):
        breakdown(table.combat, table["A"], "luck")
