"""Everything in the content file can be used in play, and every fight of Quest is told in words."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content import load_encounter
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulesets.quest import actions
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import acts, menu
from affray.rulesets.quest.choice.act import Act
from affray.rulesets.quest.terms import ITEM, WEAPON
from tests.quest.table import Table, library, unit
from tests.rules import rule
from tests.table import Defaults

WEAPONS = [one.id for one in library().things if one.kind == WEAPON]
ITEMS = [one.id for one in library().things if one.kind == ITEM and not one.attack]
SPELLS = list(library().spells)


@rule("quest/damage.by-weapon-or-spell")
@pytest.mark.parametrize("id", WEAPONS)
def test_every_weapon_deals_its_dice(id: str) -> None:
    thing = library().by_id[id]
    table = Table("A b . .", A=unit(weapons=[] if id == "unarmed" else [id]), b=unit(hp=90))
    dice = " ".join(["2"] * thing.dice.count)

    table.act("A", f"attack b with {id}", "unaimed", dice=f"d20 15 d{thing.dice.sides} {dice}")

    assert table["b"].hp == 90 - 2 * thing.dice.count


@rule("quest/action.use-item")
@pytest.mark.parametrize("id", ITEMS)
def test_every_item_can_be_used_up(id: str) -> None:
    table = Table("A . b", A=unit(mp=5, items=[id]), b=unit())
    table["A"].hp = 20
    healing = library().by_id[id].heal.count

    table.act("A", f"use {id} on A", dice="d8 1" if healing else "")

    assert table.carrying("A") == []


@rule("quest/spell.known", "quest/spell.cast-time")
@pytest.mark.parametrize("id", SPELLS)
def test_every_spell_takes_effect_and_costs_its_mp(id: str) -> None:
    one = library().spells[id]
    table = Table(
        """
        A B . b . .
        . . . . . .
        """,
        A=unit(mp=20, level=9, spells=[id]),
        B=unit(),
        b=unit(weapons=["mace"]),
    )
    table["A"].hp = 20
    combat = table.combat
    combat.dice = SeededDice(3)
    combat.agents = [Defaults()] * 3

    spells.take_effect(combat, table["A"], 0, True)

    assert table["A"].mp == 20 - one.mp
    assert table.told("takes effect")
    if one.summon is not None:
        assert combat.units[-1].sheet is one.summon
        assert combat.units[-1].present


class Comparing(Agent):
    """Answers as another does; what is offered must be what nothing forbids."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.looked = 0

    def decide(self, choice: Choice) -> int:
        if isinstance(choice, Act) and not choice.opening:
            combat, unit = choice.field, choice.unit
            allowed = [
                code
                for code in menu.thinkable(combat, unit)
                if code != actions.SURRENDER and acts.forbids(combat, unit, code) == ""
            ]
            assert choice.answers()[1:] == allowed
            self.looked += 1
        return self.inner.decide(choice)


@pytest.mark.parametrize("key", ["quest/cairn-gate", "quest/rival-companies"])
def test_what_is_offered_is_what_nothing_forbids(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    agents = [Comparing(seated("noisy", tactics, 5, 0, seat)) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(5), list(agents))
    for _ in range(250):
        if not combat.outcome:
            combat.changes = 0
            combat.step()

    assert sum(one.looked for one in agents) > 50


def test_greedy_players_beat_random_ones() -> None:
    """In both seats of two encounters; the whole measure is a matter of simulation."""
    wins = fights = 0
    for key in ("quest/rival-companies", "quest/toll-bridge"):
        ruleset, setup = prepare(load_encounter(key))
        for side in (0, 1):
            for seed in range(2):
                names = ["random", "random", "default"]
                names[side] = "greedy"
                agents = [
                    seated(name, ruleset.tactics(), seed, 0, seat)
                    for seat, name in enumerate(names)
                ]
                combat = ruleset.begin(setup, SeededDice(seed), agents)
                while not combat.outcome:
                    combat.changes = 0
                    combat.step()
                wins += combat.winner == side
                fights += 1

    assert wins == fights
