"""Fights that differ only in what a seat cannot know: where one unseen is, and how it fares."""

from __future__ import annotations

import random
from collections.abc import Iterator

from affray.bots import NoisyBot
from affray.content import list_encounters, load_encounter
from affray.core.choice import Agent
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulesets.sovereign import condition
from affray.rulesets.sovereign.movement import terrain
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACT_PHASE, ACTIVE

PLAYERS = 0


def pairs(seed: int, count: int) -> Iterator[tuple[SovereignCombat, SovereignCombat, int]]:
    """Yield pairs of quiescent fights, and the seat that cannot tell the two of a pair apart."""
    chance = random.Random(seed)
    keys = [one.key for one in list_encounters("sovereign")]
    made = 0
    while made < count:
        combat = under_way(chance.choice(keys), chance)
        hidden = [one for one in combat.units if not combat.places(PLAYERS, one)]
        if combat.outcome or not hidden:
            continue
        twin = combat.clone()
        for unit in hidden:
            alter(twin, twin.units[unit.index], chance)
        if combat.key() != twin.key():
            made += 1
            yield combat, twin, PLAYERS


def under_way(key: str, chance: random.Random) -> SovereignCombat:
    """Play some steps of a fight in which one or two foes are invisible."""
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    seed = chance.randrange(10_000)
    seats = range(len(setup.seats))
    agents: list[Agent] = [NoisyBot(tactics, seed, 25, 0, seat) for seat in seats]
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    assert isinstance(combat, SovereignCombat)
    foes = [unit for unit in combat.units if not unit.seats >> PLAYERS & 1]
    for unit in chance.sample(foes, min(len(foes), chance.randint(1, 2))):
        condition.give(combat, unit, condition.INVISIBLE, 1, unit.index)
        unit.unseen = True
    for _ in range(chance.randint(3, 60)):
        if not combat.outcome:
            combat.changes = 0
            combat.step()
    while not combat.outcome and not (
        combat.phase == ACT_PHASE and combat.units[combat.active].seats >> PLAYERS & 1
    ):
        combat.changes = 0
        combat.step()
    return combat


def alter(combat: SovereignCombat, unit: SovereignCombatant, chance: random.Random) -> None:
    """Let one unseen be elsewhere, and otherwise."""
    grid = combat.grid
    cells = [
        cell
        for cell in range(grid.size)
        if grid.footprint(cell, unit.size)
        and terrain.open_to(grid, cell, unit.size)
        and combat.free(cell, unit.size)
    ]
    if unit.fate == ACTIVE and unit.present and cells:
        combat.move(unit, chance.choice(cells))
    unit.hp = chance.randint(1, unit.sheet.max_hp)
    unit.main = chance.random() < 0.5
    unit.step = chance.random() < 0.5
    unit.prone = chance.random() < 0.3
    unit.total = chance.random() < 0.3
    unit.holding = chance.random() < 0.3
    unit.strain = chance.randint(0, unit.sheet.strain_max)
    unit.casting = chance.randint(0, unit.sheet.castings)
    unit.hurt = chance.random() < 0.5
    unit.broken = unit.sheet.npc and chance.random() < 0.2
    combat.stir = chance.random() < 0.5
    combat.idle = chance.randint(0, 2)
    for other in combat.units:
        if other.side != unit.side and chance.random() < 0.3:
            other.disengaged ^= 1 << unit.index
