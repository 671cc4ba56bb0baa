"""Whatever is refused is refused with a rule of the catalogue, and in words."""

from __future__ import annotations

import pytest

from affray.bots import RandomBot
from affray.content import list_encounters, load_encounter
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulebook import catalogue
from affray.rulesets.ingenuity.action import offered
from affray.rulesets.ingenuity.choice.act import Act
from affray.rulesets.ingenuity.text import refusals
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


class Asker(Agent):
    """A random player that asks, in every turn, why whatever it could think of is forbidden."""

    def __init__(self, seed: int) -> None:
        self.bot = RandomBot(seed)
        self.heard: set[str] = set()

    def decide(self, choice: Choice) -> int:
        if isinstance(choice, Act):
            for code in offered.thinkable(choice.field, choice.unit):
                self.heard.add(offered.forbids(choice.field, choice.unit, code, choice.own))
        return self.bot.decide(choice)


@pytest.mark.parametrize("encounter", [one.key for one in list_encounters("ingenuity")])
def test_every_rule_that_refuses_has_words(encounter: str) -> None:
    game, setup = prepare(load_encounter(encounter))
    asker = Asker(5)
    combat = game.begin(setup, SeededDice(5), [asker] * len(setup.seats))
    for _ in range(150):
        if not combat.outcome:
            combat.step()

    heard = asker.heard - {""}
    assert len(heard) > 20
    assert heard <= set(refusals.FACTS)


def test_words_are_for_rules_that_there_are() -> None:
    assert all(catalogue.lookup(one, "ingenuity") for one in refusals.FACTS)
    assert refusals.fact("") == ""


@rule("ingenuity/action.sprint")
def test_a_refusal_says_why() -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.start("A")
    act = Act(table.combat, table["A"], own=True)

    assert act.why_not("sprint") == ("action.sprint", "one sprints after a Move")


@rule("ingenuity/action.ready.what", "ingenuity/turn.three-actions")
def test_why_knows_what_can_be_readied_beside_the_list() -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet())
    table.begin_turn("A")
    asked = Act(table.combat, table["A"], True)
    assert asked.why_not("ready shake awake after an attack by b") == ("", "")
    table["A"].actions = 0
    tired = Act(table.combat, table["A"], True)
    assert tired.why_not("ready shake awake after an attack by b")[0] == "turn.three-actions"


def test_a_net_and_a_grapple_that_one_is_not_in_are_refused_as_such() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table["A"].actions = 3
    asked = Act(table.combat, table["A"], True)

    assert asked.why_not("shed net")[1] == "no net holds it"
    assert asked.why_not("let go")[1] == "it controls no grapple"
