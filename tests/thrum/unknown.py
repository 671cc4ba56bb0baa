"""Pairs of Thrum fights that differ only in what a seat cannot know.

Thrum hides nothing of the field: one who is Hidden stands where everybody sees it, and Loads,
Tolerances, Stances and the order of turns are open. What nobody knows is what the dice will show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.bots import NoisyBot
from affray.content import list_encounters, load_encounter
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare

EVERY = 7  # steps from one pair to the next


def pairs(seed: int, count: int) -> Iterator[tuple[Combat[Any], Combat[Any], int]]:
    """Yield so many pairs of quiescent fights with a seat to which they look alike."""
    made = 0
    encounters = list_encounters("thrum")
    while made < count:
        key = encounters[seed % len(encounters)].key
        ruleset, setup = prepare(load_encounter(key))
        seats = len(setup.seats)
        tactics = ruleset.tactics()
        players = [NoisyBot(tactics, seed, 25, 0, seat) for seat in range(seats)]
        combat = ruleset.begin(setup, SeededDice(seed), list(players))
        step = 0
        while not combat.outcome and made < count:
            if step % EVERY == 0:
                other = combat.clone()
                other.dice = SeededDice(seed + 1000 + made)
                yield combat.clone(), other, made % seats
                made += 1
            combat.step()
            step += 1
        seed += 1
