"""Pairs of fights that differ only in what a seat cannot know: where somebody hidden stands."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from affray.bots import GreedyBot, NoisyBot
from affray.content import load_encounter
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity.movement import ground, paths
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import ACT_PHASE

ENCOUNTERS = ("toll-bridge", "cinder-ledge", "hollow-way")
STEPS = 60


def pairs(seed: int, count: int) -> Iterator[tuple[IngenuityCombat, IngenuityCombat, int]]:
    """Return so many pairs of quiescent fights, each with the seat that cannot tell them apart.

    It is the turn of somebody of that seat, and an enemy is hidden from all of them.
    """
    chance = Random(seed)
    made = 0
    while made < count:
        key = chance.choice(ENCOUNTERS)
        ruleset, setup = prepare(load_encounter(f"ingenuity/{key}"))
        tactics = ruleset.tactics()
        noise = chance.randrange(1000)
        agents = [NoisyBot(tactics, noise, 25, 0, seat) for seat in range(len(setup.seats))]
        begun = ruleset.begin(setup, SeededDice(noise), [*agents[:-1], GreedyBot(tactics)])
        assert isinstance(begun, IngenuityCombat)
        for _ in range(STEPS):
            if begun.outcome or made == count:
                break
            begun.changes = 0
            begun.step()
            if begun.phase == ACT_PHASE and begun.active >= 0 and not begun.outcome:
                pair = hidden(begun, chance)
                if pair is not None:
                    made += 1
                    yield pair


def hidden(
    combat: IngenuityCombat, chance: Random
) -> tuple[IngenuityCombat, IngenuityCombat, int] | None:
    """Return two copies in which an enemy of who is active is hidden at different places."""
    actor = combat.units[combat.active]
    foes = [one for one in combat.units if combat.enemies(actor, one) and one.able()]
    foes = [one for one in foes if one.cell >= 0 and one.grappling < 0]
    if not foes:
        return None
    foe = chance.choice(foes)
    watchers = [one for one in combat.units if combat.enemies(one, foe)]
    mask = sum([1 << one.index for one in watchers])
    copies: list[IngenuityCombat] = []
    for _ in range(2):
        copy = combat.clone()
        unit = copy.units[foe.index]
        unit.hidden = mask
        cells = places(copy, unit)
        copy.move(unit, chance.choice(cells))
        unit.stealth = chance.randrange(4, 16)
        unit.cover = chance.choice([-1, unit.cell])
        copies.append(copy)
    return copies[0], copies[1], actor.seats.bit_length() - 1


def places(combat: IngenuityCombat, unit: IngenuityCombatant) -> list[int]:
    """Return where somebody could stand."""
    return [
        cell
        for cell in range(combat.grid.size)
        if ground.standing(combat, cell, unit.size) and paths.room(combat, unit, cell)
    ]
