"""What is counted in instructions, and how: ``python -m bench.counted GAME WHAT...``.

The counter (``bench.counter``) runs this in callgrind. Every work is done twice: the first time
warms it up, the second is counted, between the two calls of a few lines of C.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache, partial
from typing import Final, NamedTuple

from affray.bots import finish
from affray.bots.thinking import THINKING, levels
from affray.sim import batches
from affray.sim.batches import MOST_STEPS, Plan
from bench.arena import (
    ENCOUNTERS,
    EVERY,
    LARGE,
    NO_KIND,
    SMALL,
    Arena,
    battle,
    clones,
    reference,
)
from bench.counter import LIBRARY, counted
from bench.thoughts import Told, fought, timed

FIGHTS: Final = 5  # of the reference encounter
CLONES: Final = 100
RUNS: Final = 3  # of the same odds
ROUNDS: Final = 3  # of a battle


class Work(NamedTuple):
    """Something to do, and of how many equal parts it consists."""

    run: Callable[[], object]
    parts: float = 1.0


def decisions(game: str) -> Work:
    """Return fights of the plain player, by the answers it gives."""
    arena = arena_of(game)
    return Work(lambda: arena.play(FIGHTS), arena.decisions(FIGHTS))


def rules(game: str) -> Work:
    """Return the same fights with answers that are known: rules without a player."""
    arena, records = arena_of(game), recorded(game)
    return Work(lambda: arena.scripted(records), sum(map(len, records)))


def masked(game: str) -> Work:
    """Return the same, and at each answer a mask of all that are legal."""
    arena, records = arena_of(game), recorded(game)
    space = arena.ruleset.actions(arena.begun)
    return Work(lambda: arena.masked(records, space), sum(map(len, records)))


def handed(game: str) -> Work:
    """Return the same without masks, by the player that asks for them, which is interpreted."""
    arena, records = arena_of(game), recorded(game)
    return Work(lambda: arena.masked(records, None), sum(map(len, records)))


def likely(game: str, kind: str) -> Work:
    """Return the same fights, and the likely answers of each question of a kind before it is given.

    By questions of that kind; by all where no question is of it.
    """
    arena, records = arena_of(game), recorded(game)
    asked = arena.compared(records, EVERY if kind == NO_KIND else kind)
    return Work(lambda: arena.compared(records, kind), asked)


def interrupted(game: str) -> Work:
    """Return the same fights, broken off at every answer and resumed with it."""
    arena = arena_of(game)
    return Work(lambda: arena.interrupted(FIGHTS), arena.decisions(FIGHTS))


def cloned(game: str) -> Work:
    """Return clones of a fight under way."""
    before, _ = arena_of(game).attack()
    return Work(lambda: clones(before, CLONES), CLONES)


def odds(game: str) -> Work:
    """Return exact odds of an ordinary attack."""
    arena = arena_of(game)
    before, first = arena.attack()
    return Work(lambda: arena.odds(before, first, RUNS), RUNS)


def forty_turns(game: str) -> Work:
    """Return fights of 4 v 4 on 16x16, by forty turns of creatures."""
    arena = battle(game, SMALL)
    return Work(lambda: arena.play(FIGHTS), arena.turns(FIGHTS) / 40)


def small_battle(game: str) -> Work:
    """Return the first rounds of battles of 4 v 4 on maps that nobody has seen, by answers."""
    return battles_of(game, SMALL, 4)


def large_battle(game: str) -> Work:
    """Return the same of a battle of 32 v 32."""
    return battles_of(game, LARGE, 1)


def small_again(game: str) -> Work:
    """Return the first rounds of a battle of 4 v 4 on a map that is known, by answers."""
    arena = battle(game, SMALL)
    return Work(lambda: arena.rounds(ROUNDS), arena.rounds(ROUNDS))


def large_again(game: str) -> Work:
    """Return the same of a battle of 32 v 32."""
    arena = battle(game, LARGE)
    return Work(lambda: arena.rounds(ROUNDS), arena.rounds(ROUNDS))


def battles_of(game: str, size: tuple[int, int, int, int], count: int) -> Work:
    """Return some battles with a map each, of which sight and distances are not worked out yet."""
    answers = sum([battle(game, size).rounds(ROUNDS, number) for number in range(count)])
    fresh = [[battle(game, size) for _ in range(count)] for _ in range(2)]  # to warm up, to count

    def run() -> None:
        for number, arena in enumerate(fresh.pop()):
            arena.rounds(ROUNDS, number)

    return Work(run, answers)


def thoughts(game: str, name: str, known: bool) -> Work:
    """Return fights of a player that thinks against the plain one, by its thoughts.

    Args:
        game: which one.
        name: of the player's level.
        known: whether the same fights are played with answers that are known: what is no thought.
    """
    level = next(one for one in levels(arena_of(game).ruleset.tactics()) if one.name == name)
    player = timed(game, level)
    if known:
        return Work(lambda: fought(game, Told(player.answers)), player.thoughts)
    return Work(lambda: timed(game, level), player.thoughts)


def bare(game: str) -> Work:
    """Return the fights of a simulation and no more."""
    arena = simulation(game)
    return Work(lambda: [finish(arena.started(number), MOST_STEPS) for number in range(FIGHTS)])


def simulated(game: str) -> Work:
    """Return the same fights simulated: played and counted."""
    arena = simulation(game)
    return Work(lambda: arena.batch(0, FIGHTS))


@cache
def arena_of(game: str) -> Arena:
    return reference(game)


@cache
def recorded(game: str) -> list[list[int]]:
    return arena_of(game).recorded(FIGHTS)


def simulation(game: str) -> batches.Arena:
    """Return the reference encounter of a game, ready to be simulated."""
    return Plan(batches.from_content(str(ENCOUNTERS / f"{game}.toml")), 1, {}).arena


OF_A_FIGHT: Final = (
    decisions,
    rules,
    masked,
    handed,
    interrupted,
    cloned,
    odds,
    forty_turns,
    small_battle,
    large_battle,
    small_again,
    large_again,
)
# Likely answers, by kind of question: those of most kinds are few and cheap.
LIKELY: Final = {
    "likely": EVERY,
    "likely_moves": "move",
    "likely_actions": "action",
    "likely_none": NO_KIND,
}
WORKS: Final[dict[str, Callable[[str], Work]]] = {
    **{work.__name__: work for work in (*OF_A_FIGHT, bare, simulated)},
    **{name: partial(likely, kind=kind) for name, kind in LIKELY.items()},
    **{
        f"thoughts_of_{one.name}": partial(thoughts, name=one.name, known=False) for one in THINKING
    },
    **{f"answers_of_{one.name}": partial(thoughts, name=one.name, known=True) for one in THINKING},
}


def instructions(game: str, *what: str) -> dict[str, float]:
    """Return the thousand instructions of a part of each work; empty if nothing counts them."""
    works = {name: WORKS[name](game) for name in what}
    counts = counted(game, {name: work.run for name, work in works.items()})
    return {name: counts[name] / work.parts / 1e3 for name, work in works.items() if counts}


def main(game: str, *what: str) -> None:
    """Do each work twice, the second time between the two calls."""
    switch = ctypes.CDLL(os.environ[LIBRARY])
    for name in what:
        run = WORKS[name](game).run
        run()
        switch.begin()
        run()
        switch.end(name.encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
