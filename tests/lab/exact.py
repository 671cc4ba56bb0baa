"""A duel whose chances are known exactly: Ana against a bandit beside her, in the game of a test.

Every round Ana strikes first. The target parries one strike in two; else d6 and skill must reach 5
(Ana 2, the bandit 1), for a d4 of harm; four harm takes 1 from the bandit's skill in that round.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from affray.content.game import register, unregister
from affray.content.library import encounter_from
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import prepare

ANA, BANDIT, ROUNDS = 8, 6, 30


class End(NamedTuple):
    """How a fight may end: side (-1 nobody), round, what both have left."""

    winner: int
    rounds: int
    ana: int
    bandit: int


sys.path.insert(0, str(Path(__file__).parents[1] / "sixth"))


@pytest.fixture
def duel() -> Iterator[None]:
    """The game is there."""
    from duel_game.game import GAME

    register(GAME)
    yield
    unregister("duel")


def close() -> tuple[Ruleset, Setup]:
    """The duel, ready to be played."""
    return prepare(
        encounter_from(
            {
                "ruleset": "duel",
                "id": "close",
                "name": "Close",
                "map": {"rows": ["...."]},
                "side": [
                    {"id": "a", "members": [{"id": "ana", "at": [1, 0]}]},
                    {"id": "b", "members": [{"id": "bandit", "at": [2, 0]}]},
                ],
            },
            "close",
        )
    )


@cache
def chances() -> dict[End, Fraction]:
    """How likely each end is."""
    ends: dict[End, Fraction] = {}
    now = {(ANA, BANDIT): Fraction(1)}
    for round in range(1, ROUNDS + 1):
        later: dict[tuple[int, int], Fraction] = {}
        for (ana, bandit), chance in now.items():
            for harm, first in strike(Fraction(4, 6)).items():
                left = max(0, bandit - harm)
                if not left:
                    end = End(0, round, ana, 0)
                    ends[end] = ends.get(end, Fraction(0)) + chance * first
                    continue
                for back, second in strike(Fraction(2 if harm == 4 else 3, 6)).items():
                    hurt = max(0, ana - back)
                    both = chance * first * second
                    if not hurt:
                        end = End(1, round, 0, left)
                        ends[end] = ends.get(end, Fraction(0)) + both
                    else:
                        later[hurt, left] = later.get((hurt, left), Fraction(0)) + both
        now = later
    for (ana, bandit), chance in now.items():
        ends[End(-1, ROUNDS, ana, bandit)] = chance
    return ends


def strike(hit: Fraction) -> dict[int, Fraction]:
    """How likely each harm is of a strike that is parried one time in two."""
    return {0: 1 - hit / 2, **dict.fromkeys((1, 2, 3, 4), hit / 8)}


@cache
def wins(side: int) -> float:
    """How likely a side is to win, -1 nobody."""
    return float(sum([chance for end, chance in chances().items() if end.winner == side]))
