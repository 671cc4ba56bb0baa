"""Play what is counted: ``python -m bench.counted WHAT GAME``, as the counter runs it."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from typing import Final

from affray.bots import finish
from affray.sim import batches
from affray.sim.batches import MOST_STEPS, Plan
from bench.__main__ import ENCOUNTERS, Arena
from bench.counter import FIGHTS, LIBRARY


def bench(game: str) -> Callable[[], object]:
    """Return what plays the fights whose decisions the bench counts."""
    arena = Arena(str(ENCOUNTERS / f"{game}.toml"))
    return lambda: arena.play(FIGHTS)


def bare(game: str) -> Callable[[], object]:
    """Return what plays the fights of a simulation and no more."""
    arena = simulation(game)
    return lambda: [finish(arena.started(number), MOST_STEPS) for number in range(FIGHTS)]


def simulated(game: str) -> Callable[[], object]:
    """Return what simulates the same fights: plays and counts them."""
    arena = simulation(game)
    return lambda: arena.batch(0, FIGHTS)


def simulation(game: str) -> batches.Arena:
    """Return the reference encounter of a game, ready to be simulated."""
    return Plan(batches.from_content(str(ENCOUNTERS / f"{game}.toml")), 1, {}).arena


WORK: Final = {work.__name__: work for work in (bench, bare, simulated)}


def main(what: str, game: str) -> None:
    """Play the fights twice; the second time, warmed up, between the two calls."""
    work = WORK[what](game)
    work()
    switch = ctypes.CDLL(os.environ[LIBRARY])
    switch.begin()
    work()
    switch.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
