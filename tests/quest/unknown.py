"""Pairs of Quest battles that differ only in what a seat cannot know: what the undetected do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from affray.bots import NoisyBot
from affray.content import list_encounters, load_encounter
from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulesets.quest import geometry
from affray.rulesets.quest.condition import sneaking
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.state import QuestCombat, QuestCombatant

PLAYERS = 0
FOES = 1


def fought(key: str, seed: int, steps: int, pick: random.Random) -> QuestCombat:
    """Play some steps of a battle, then let units of either side hide."""
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    agents: list[Agent] = [NoisyBot(tactics, seed, 25, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    assert isinstance(combat, QuestCombat)
    for _ in range(steps):
        if not combat.outcome:
            combat.step()
    for unit in combat.units:
        if unit.present and pick.random() < 0.4:
            sneaking.hide(combat, unit)
    return combat


def change(combat: QuestCombat, unit: QuestCombatant, pick: random.Random) -> None:
    """Put an undetected unit elsewhere, otherwise hurt, armed, busy and looking."""
    cells = [
        cell
        for cell in range(combat.grid.size)
        if combat.free(cell, unit.size, unit.index) and geometry.room(combat.grid, cell, unit.size)
    ]
    combat.move(unit, pick.choice(cells))
    unit.facing = pick.randrange(8)
    unit.hp = 1 + pick.randrange(unit.max_hp)
    unit.mp = pick.randrange(1 + unit.sheet.max_mp)
    unit.boost_dodge = pick.randrange(3)
    unit.held_things = unit.held_things[: pick.randrange(1 + len(unit.held_things))]
    for other in combat.units:
        if combat.enemies(unit, other) and other.unseen and pick.random() < 0.5:
            other.unseen ^= 1 << unit.index
    spending.set_actions(combat, unit, pick.randrange(2), pick.randrange(2), pick.randrange(3), "")


def pairs(seed: int, count: int) -> Iterator[tuple[Combat[Any], Combat[Any], int]]:
    """Yield pairs of quiescent battles, and the seat to which they have to look the same."""
    pick = random.Random(seed)
    keys = [one.key for one in list_encounters("quest")]
    found = 0
    while found < count:
        seed += 1
        seat = (PLAYERS, FOES)[seed % 2]
        one = fought(keys[seed % len(keys)], seed, 10 + pick.randrange(120), pick)
        other = one.clone()
        for unit in other.units:
            if unit.present and not other.aware(seat, unit):
                change(other, unit, pick)
        if one.key() != other.key() and not one.outcome:
            found += 1
            yield one, other, seat
