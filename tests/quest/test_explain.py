"""Every number can be taken apart into parts that add up to it, each with its rule."""

from __future__ import annotations

import pytest

import affray
from affray.core.event import Rolled
from affray.rulebook import catalogue
from affray.rulesets.quest.attack import declared, numbers
from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.text.explain import NAMES, breakdown
from tests.quest.table import Table, unit
from tests.quest.test_everything_happens import fight_of, seen
from tests.rules import rule


def worked_out(combat: QuestCombat, one: QuestCombatant) -> list[int]:
    """The numbers that the rules play with, in the order of their names."""
    attack = declared.Attack((one.index + 1) % len(combat.units), one.index, None, declared.IN_HAND)
    attack.weapon = combat.library.by_id["unarmed"]  # in melee: no cover
    return [
        modifiers.accuracy(combat, one),
        agility(one),
        modifiers.strength(one),
        rates.movement(combat, one),
        free_hits.slots(one),
        spending.bonus_actions(one),
        numbers.target_number(combat, attack),
    ]


@rule("quest/wound.slowing-agility", "quest/sheet.armour", "quest/attack.target-number")
def test_a_target_number_says_what_it_is_made_of() -> None:
    table = Table("A b", A=unit(agi=3, armour=["mail-shirt", "buckler"]), b=unit())
    table["A"].set_wounds(1, 1)
    table["A"].boost_dodge = 2

    assert breakdown(table.combat, table["A"], "target number") == [
        (10, "attack.target-number"),
        (3, "sheet.modifiers"),
        (-1, "wound.slowing-agility"),
        (-1, "sheet.armour"),
        (2, "action.ba-dodge"),
        (1, "attack.hands"),
    ]
    table["A"].prone = True
    assert breakdown(table.combat, table["A"], "target number")[0] == (
        5,
        "condition.prone-five-plus-agility",
    )


def test_what_falls_below_zero_is_raised_to_it_by_its_rule() -> None:
    table = Table("A b", A=unit(agi=-3), b=unit())
    table["A"].set_wounds(1, 4)

    assert breakdown(table.combat, table["A"], "movement")[-1] == (2, "move.never-negative")
    slots = breakdown(table.combat, table["A"], "free hit slots")
    assert slots[-1] == (6, "wound.penalties-can-go-negative")


def test_the_parts_of_every_number_add_up_to_what_the_rules_play_with() -> None:
    for number in range(0, 60, 6):
        combat = fight_of(number, {})
        while not combat.outcome:
            combat.step()
            for one in combat.units:
                if one.present and one.unseen == 0:
                    other = combat.units[(one.index + 1) % len(combat.units)]
                    if other.unseen or other is one:
                        continue
                    sums = [sum(n for n, _ in breakdown(combat, one, name)) for name in NAMES]
                    assert sums == worked_out(combat, one)


@rule("quest/attack.accuracy-bonuses-add", "quest/attack.roll")
def test_the_reasons_of_every_attack_roll_add_up_to_its_numbers() -> None:
    _, rolls = seen()
    attacks = [one for one in rolls if one.rule == "attack.roll"]
    assert len(attacks) > 500
    for event in attacks:
        assert isinstance(event, Rolled)
        (_, faces, total), (_, _, against) = event.parts[:2]
        assert total - faces[0] == sum(n for name, n, _ in event.reasons if name == "attack")
        assert against == sum(n for name, n, _ in event.reasons if name == "against")


def test_a_sessions_numbers_are_explained_by_name() -> None:
    fight = affray.start("quest", "toll-bridge", seed=3)

    assert fight.explain("korl-hatch", "strength") == [(4, "sheet.modifiers")]


@pytest.mark.parametrize("name", NAMES)
def test_every_part_cites_a_rule_of_the_catalogue(name: str) -> None:
    table = Table("A b", A=unit(agi=1, armour=["plate-harness", "tower-shield"]), b=unit())
    table["A"].wounds = (1, 2, 1, 1)
    table["A"].fresh = 1
    for id in ("leaden", "quickened"):
        table.give("A", id)

    cited = [id for _, id in breakdown(table.combat, table["A"], name)]

    assert cited
    assert all(catalogue.lookup(f"quest/{one}").name == f"quest/{one}" for one in cited)
