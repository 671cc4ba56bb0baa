"""Pairs of ICON fights that differ only in what a seat cannot know: who is still to arrive."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from affray.bots import NoisyBot
from affray.content import encounter_data, load_encounter
from affray.content.library import encounter_from
from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.encounters.prepare import prepare

PLAYERS = 0
FOES = 1
LATE = 40  # a round that no fight of these reaches
HEROES = ["orrin-vale", "sable-quill", "mother-tansy", "pell-ashby", "bram-holloway"]
CREATURES = ["toll-brute", "ditch-piker", "gutter-marten", "vial-flinger"]


def late(pick: random.Random, known: list[str]) -> dict[str, object]:
    """Return a member that is still to arrive: who, when, where and how hurt."""
    found: dict[str, object] = {
        "id": pick.choice(known),
        "name": "late",
        "at": [pick.randrange(12), 9],
        "arrives": LATE + pick.randrange(9),
    }
    if known is HEROES:
        found["with"] = {"wounds": pick.randrange(3), "elixirs": pick.randrange(3)}
    else:
        found["with"] = {"hp": 1 + pick.randrange(12)}
    return found


def fight(side: int, member: dict[str, object], seed: int, steps: int) -> Combat[Any]:
    """Play so many steps of a fight for which somebody of a side is late."""
    data: Any = encounter_data(load_encounter("icon/tollgate-ambush"))
    data["side"][side]["members"].append(member)
    ruleset, setup = prepare(encounter_from(data, "test"))
    tactics = ruleset.tactics()
    agents: list[Agent] = [NoisyBot(tactics, seed, 25, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    for _ in range(steps):
        if not combat.outcome:
            combat.step()
    return combat


def pairs(seed: int, count: int) -> Iterator[tuple[Combat[Any], Combat[Any], int]]:
    """Yield pairs of quiescent fights, and the seat to which they have to look the same."""
    pick = random.Random(seed)
    found = 0
    while found < count:
        seed += 1
        side, seat = ((FOES, PLAYERS), (PLAYERS, FOES))[seed % 2]
        steps = 8 + pick.randrange(40)
        known = HEROES if side == PLAYERS else CREATURES
        one = fight(side, late(pick, known), seed, steps)
        other = fight(side, late(pick, known), seed, steps)
        if one.key() != other.key() and not one.outcome:
            found += 1
            yield one, other, seat
