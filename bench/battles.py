"""Measure battles of a hundred a side on a map of 64 by 64: ``python -m bench.battles [GAME...]``.

Prints, game by game, how long setting up takes, how many decisions ten rounds take, what a decision
takes on average, and the longest step. Times are CPU times of one process.
"""

from __future__ import annotations

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
HILLS: Final = 60  # spots of rough ground and walls, half of them each


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
    longest: float  # step
    rounds: int
    outcome: str


def encounter(ruleset: str, head: int = HEAD) -> dict[str, Any]:
    """Return the tables of a battle: all characters in turn against all creatures in turn."""
    members = list_members(ruleset)
    sides = []
    for number, (kind, side) in enumerate(((CHARACTER, "party"), (CREATURE, "foes"))):
        ids = [member.id for member in members if member.kind == kind]
        first = number * (SIDE - DEEP)
        sides.append(
            {
                "id": side,
                "seat": ("players", "foes")[number],
                "start": {"rects": [[first, 0, first + DEEP - 1, SIDE - 1]]},
                "members": [
                    {"id": id, "count": head // len(ids) + (place < head % len(ids))}
                    for place, id in enumerate(ids)
                    if head // len(ids) + (place < head % len(ids))
                ],
            }
        )
    solid = "#" if "wall" in game(ruleset).grounds else ","
    rows = [["."] * SIDE for _ in range(SIDE)]
    for spot in range(HILLS):
        column, row = DEEP + spot * 29 % (SIDE - 2 * DEEP), spot * 37 % SIDE
        rows[row][column] = (",", solid)[spot % 2]
    return {
        "ruleset": ruleset,
        "id": "battle",
        "name": "Battle",
        "round_limit": 2 * ROUNDS,
        "map": {"rows": ["".join(row) for row in rows]},
        "side": sides,
    }


def fought(ruleset: str, head: int = HEAD, rounds: int = ROUNDS) -> Battle:
    """Play some rounds of a battle by greedy players; return what was measured."""
    start = process_time()
    made, setup = prepare(encounter_from(encounter(ruleset, head), f"{ruleset} battle"))
    counter = Counter(GreedyBot(made.tactics()))
    agents: list[Agent] = [counter] * (len(setup.seats) - 1)
    combat: Combat[Any] = made.begin(setup, SeededDice(1), [*agents, Absent()])
    begun = process_time()
    longest = 0.0
    last = begun
    while not combat.outcome and combat.round <= rounds:
        combat.step()
        now = process_time()
        longest = max(longest, now - last)
        last = now
    return Battle(begun - start, counter.asked, last - begun, longest, combat.round, combat.outcome)


def main(names: list[str]) -> None:
    """Print a line for every game named, all by default."""
    console = Console()
    mode = "compiled" if COMPILED else "interpreted"
    table = Table(title=f"{HEAD} a side on {SIDE} by {SIDE}, {ROUNDS} rounds, greedy, {mode}")
    for heading in ("", "set up, s", "decisions", "µs each", "longest step, ms", "rounds", "end"):
        table.add_column(heading, justify="left" if heading in ("", "end") else "right")
    for name in names or game_ids():
        one = fought(name)
        table.add_row(
            name,
            f"{one.ready:.2f}",
            f"{one.decisions:,}",
            f"{one.seconds / max(1, one.decisions) * 1e6:,.0f}",
            f"{one.longest * 1e3:.1f}",
            str(one.rounds),
            one.outcome or "it goes on",
        )
    console.print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
