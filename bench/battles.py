"""Measure battles of a hundred a side on a map of 64 by 64: ``python -m bench.battles [GAME...]``.

Prints, game by game, how long setting up takes, how many decisions ten rounds take, what a decision
takes on average, and the longest step. Times are CPU times of one process. Compiled, no step may
take more than ``MOST`` milliseconds: else it ends with 1. Every battle is fought twice, and a step
took what it took when it was less disturbed.

A full collection of Python's goes through all that is there, the content of every game as well: 40
ms in the middle of a step of ICON, whose longest takes 17. Content stays to the end, so programs
that must not stutter freeze it once they have begun, as the table in the browser does and as is
done here; what dies young is collected as ever, and counts.
"""

from __future__ import annotations

import gc
import sys
from time import process_time
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from affray.bots import GreedyBot
from affray.content.game import game, game_ids
from affray.content.library import encounter_from
from affray.content.roster import CHARACTER, CREATURE
from affray.core import combat as core
from affray.core.choice import Absent, Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.encounters.listing import list_members
from affray.encounters.prepare import prepare

COMPILED: Final = not core.__file__.endswith(".py")
SIDE: Final = 64  # cells of the map, across and along
DEEP: Final = 8  # columns in which a side starts
HEAD: Final = 100  # members of a side
ROUNDS: Final = 10
SPOTS: Final = 60  # of rough ground and of walls, half of them each
MOST: Final = 50.0  # milliseconds of a step


class Counter(Agent):
    """Passes choices on and counts them."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.asked = 0

    def decide(self, choice: Choice) -> int:
        """Answer as the inner agent does."""
        self.asked += 1
        return self.inner.decide(choice)


class Battle(NamedTuple):
    """What was measured; times in seconds."""

    ready: float
    decisions: int
    seconds: float
    steps: list[float]
    rounds: int
    outcome: str


def encounter(
    ruleset: str, head: int = HEAD, across: int = SIDE, deep: int = DEEP, spots: int = SPOTS
) -> dict[str, Any]:
    """Return the tables of a battle: all characters in turn against all creatures in turn."""
    members = list_members(ruleset)
    sides = []
    for number, (kind, side) in enumerate(((CHARACTER, "party"), (CREATURE, "foes"))):
        ids = [member.id for member in members if member.kind == kind]
        first = number * (across - deep)
        sides.append(
            {
                "id": side,
                "seat": ("players", "foes")[number],
                "start": {"rects": [[first, 0, first + deep - 1, across - 1]]},
                "members": [
                    {"id": id, "count": head // len(ids) + (place < head % len(ids))}
                    for place, id in enumerate(ids)
                    if head // len(ids) + (place < head % len(ids))
                ],
            }
        )
    solid = "#" if "wall" in game(ruleset).grounds else ","
    rows = [["."] * across for _ in range(across)]
    for spot in range(spots):
        column, row = deep + spot * 29 % (across - 2 * deep), spot * 37 % across
        rows[row][column] = (",", solid)[spot % 2]
    return {
        "ruleset": ruleset,
        "id": "battle",
        "name": "Battle",
        "round_limit": 2 * ROUNDS,
        "map": {"rows": ["".join(row) for row in rows]},
        "side": sides,
    }


def fought(tables: dict[str, Any], rounds: int = ROUNDS, seed: int = 1) -> Battle:
    """Play some rounds of a battle by greedy players; return what was measured."""
    start = process_time()
    made, setup = prepare(encounter_from(tables, f"{tables['ruleset']} battle"))
    counter = Counter(GreedyBot(made.tactics()))
    agents: list[Agent] = [counter] * (len(setup.seats) - 1)
    combat: Combat[Any] = made.begin(setup, SeededDice(seed), [*agents, Absent()])
    gc.collect()
    gc.freeze()
    begun = process_time()
    steps: list[float] = []
    last = begun
    while not combat.outcome and combat.round <= rounds:
        combat.step()
        now = process_time()
        steps.append(now - last)
        last = now
    gc.unfreeze()
    return Battle(begun - start, counter.asked, last - begun, steps, combat.round, combat.outcome)


def main(names: list[str]) -> int:
    """Print a line for every game named, all by default; 1 if a step took too long."""
    console = Console()
    mode = "compiled" if COMPILED else "interpreted"
    table = Table(title=f"{HEAD} a side on {SIDE} by {SIDE}, {ROUNDS} rounds, greedy, {mode}")
    for heading in ("", "set up, s", "decisions", "µs each", "longest step, ms", "rounds", "end"):
        table.add_column(heading, justify="left" if heading in ("", "end") else "right")
    held = True
    for name in names or game_ids():
        one, again = fought(encounter(name)), fought(encounter(name))
        longest = max(map(min, one.steps, again.steps)) * 1e3
        kept = not COMPILED or longest <= MOST
        held = held and kept
        table.add_row(
            name,
            f"{one.ready:.2f}",
            f"{one.decisions:,}",
            f"{one.seconds / max(1, one.decisions) * 1e6:,.0f}",
            f"{longest:.1f}" + ("" if kept else " !"),
            str(one.rounds),
            one.outcome or "it goes on",
        )
    console.print(table)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
