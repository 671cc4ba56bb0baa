"""Every number can be taken apart into parts that add up to it, each with its rule."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulebook import catalogue
from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import FIRE
from affray.rulesets.ingenuity.text import explain
from affray.rulesets.ingenuity.text.explain import NAMES
from affray.rulesets.ingenuity.text.words import IngenuityWords
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


def numbers(combat: IngenuityCombat, one: IngenuityCombatant) -> list[int]:
    """The numbers that the rules play with, in the order of their names."""
    return [
        condition.evasion(one),
        condition.constitution(one),
        condition.willpower(one),
        damage.deflection(one, 0, 0, 0),
        damage.deflection(one, FIRE, 0, 0),
        condition.speed(one),
        condition.on_tests(one),
    ]


def test_an_evasion_says_what_it_is_made_of() -> None:
    table = Table("A b", A=sheet(evasion=6), b=sheet())
    table.give("A", "guarding")
    table.give("A", "sickness", 2)

    assert explain.breakdown(table.combat, table["A"], "evasion") == [
        (6, "sheet.evasion"),
        (1, "action.guard"),
        (-2, "condition.sickness"),
    ]


def test_who_lies_moves_at_half_speed() -> None:
    table = Table("A b", A=sheet(speed=7), b=sheet())
    table["A"].prone = True

    parts = explain.breakdown(table.combat, table["A"], "speed")

    assert parts == [(7, "movement.speed"), (-3, "movement.half-speed")]


@pytest.mark.parametrize("key", [one.key for one in list_encounters("ingenuity")])
def test_the_parts_add_up_to_what_the_rules_play_with(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    rules = set(catalogue.load("ingenuity").rules)
    tactics = ruleset.tactics()
    agents = [seated("noisy", tactics, 3, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(3), agents)
    assert isinstance(combat, IngenuityCombat)
    while not combat.outcome:
        combat.changes = 0
        combat.step()
        for one in combat.units:
            parts = [ruleset.explain(combat, one.index, name) for name in ruleset.numbers()]
            sums = [sum([amount for amount, _ in each]) for each in parts]
            assert sums == numbers(combat, one)
            assert {rule for each in parts for _, rule in each} <= rules


def test_another_number_is_not_known() -> None:
    assert NAMES
    table = Table("A b", A=sheet(), b=sheet())
    with pytest.raises(KeyError):
        explain.breakdown(table.combat, table["A"], "luck")


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("d6 2 3 d20 9", "A comes to 5: not enough against 6."),
        ("d6 3 3 d20 9", "A comes to 6: enough against 6."),
    ],
)
def test_a_check_is_told_with_what_it_is_compared_with(dice: str, told: str) -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    table.give("B", "bleeding", 3)
    table.act("A", "staunch B", dice=dice)
    words = IngenuityWords()
    event = table.told("result")[0]
    parts = words.parts(table.combat, event)
    assert "".join([text for _, text in parts]) == told


@rule("ingenuity/action.guard", "ingenuity/action.wait", "ingenuity/action.ends-turn")
@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("guard", "A guards, which ends its turn."),
        ("wait", "A waits, which ends its turn."),
        ("ready for a move", "A decides: ready for a move."),
    ],
)
def test_an_action_of_one_s_own_is_told_as_what_is_done(key: str, told: str) -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet())
    table.act("A", key)
    words = IngenuityWords()
    parts = words.parts(table.combat, table.told("does")[0])
    assert "".join([text for _, text in parts]) == told
