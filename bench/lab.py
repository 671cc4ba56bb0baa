"""Measure what the lab promises, and print it with the machine.

``python -m bench.lab [-n 20] [--part PART] [GAME...]``.

How close and how cheap the search for a balanced fight is: on a curve that is known, drawn a few
hundred times, and on a real encounter, whose curve is first measured with many fights. How much a
comparison on the same dice saves. What simulating costs over the bare fights, what a second worker
brings, and how long a verdict takes. The floors hold for compiled rules.
"""

from __future__ import annotations

import argparse
import math
import platform
import random
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from affray.bots import finish
from affray.lab.balancing import SURE, Played, Search, curve, fitted
from affray.lab.balancing import Table as Fights
from affray.lab.differences import Difference, diff
from affray.lab.fairness import fair
from affray.lab.knobs import Knob, Setting, knob
from affray.lab.pairs import reduction
from affray.lab.variants import variant
from affray.sim import batches, executor
from affray.sim.batches import MOST_STEPS, Plan
from bench.__main__ import COMPILED, ENCOUNTERS, GAMES

PARTS: Final = ("curve", "encounter", "pairs", "overhead", "workers", "fair")
GOAL: Final = 0.6
WITHIN: Final = 0.02
DRAWN: Final = 400  # searches on the known curve
REAL: Final = "quest"  # hit points by the dozen: a setting for every two points of a percent
TRUE: Final = 4000  # fights at each setting by which its curve is known
PAIRED: Final = 3000  # fights of a comparison
BARE: Final = {True: 400, False: 20}  # fights of which the overhead is measured
OUTWEIGHING: Final = {True: 12_000, False: 400}


class Raised(NamedTuple):
    """A point of damage more.

    Attributes:
        game: whose encounter of the bench it is.
        changes: what makes it.
        open: whether the fight is; else the players win it with either, and only the health that
            is left can tell.
    """

    game: str
    changes: tuple[str, ...]
    open: bool


# Of each game the attack of the players' side that does most harm in a hundred watched fights of
# the bench's encounter, among those whose damage a pack can hold: chosen by that alone. These are
# the changes that shake a fight most, for somebody makes that attack nearly every turn: hardly a
# fight stays as it was. Where it comes to less than 4, no key of the dice gives more (by round, by
# turn, by rule, by the fight's count alone: all the same within the error), nor does taking out the
# luck of the dice of either side (a tenth more at the best): what is left is that plain players
# decide otherwise. In Thrum one point is half as much again.
RAISED: Final = (
    Raised("icon", ("pell-ashby.fray+=1",), open=False),
    Raised("ingenuity", ("weapon.spear.damage+=1",), open=True),
    Raised("quest", ("spell.storm-column.damage+=1",), open=True),
    Raised(
        "sovereign",
        ("weapon.mace.damage+=1", "character.brother-ansel.attacks[0].damage+=1"),
        open=False,
    ),
    Raised("thrum", ("ability.sockem.success[0].n+=1",), open=True),
)
# Of weapons that one or two carry, in even fights: what most changes are like.
CARRIED: Final = (
    ("ingenuity/drowned-ford", "weapon.greataxe.damage+=1"),
    ("quest/rival-companies", "weapon.greatsword.dice+=1"),
    ("quest/rival-companies", "weapon.longbow.dice+=1"),
)


class Floor(NamedTuple):
    """What is asked of a number: at the least, or at the most, and what is hoped for."""

    name: str
    asked: float
    aim: float
    at_least: bool

    def holds(self, value: float) -> bool:
        """Return whether a measured value keeps it."""
        return value >= self.asked if self.at_least else value <= self.asked


COST: Final = Floor("fights to balance within 2 %, mean", 3500, 2450, at_least=False)
SUCCESS: Final = Floor("searches that come within 2 %", 0.94, 0.95, at_least=True)
PAIRS: Final = Floor("variance reduction of a point of damage", 4, 9, at_least=True)
OVERHEAD: Final = Floor("a simulation over its bare fights", 1.05, 1.02, at_least=False)
WORKERS: Final = Floor("two workers against one", 1.85, 1.95, at_least=True)
VERDICT: Final = Floor("a verdict between plain players, s", 20, 5, at_least=False)


# -- how close, how cheap --------------------------------------------------------------------------


def known(at: float) -> float:
    """Return the chance to win of a curve measured once: 60 % at 1.135, a little bent."""
    return curve(0.405 - 3.33 * (at - 1.135) + 0.4 * min(at - 1.135, 2.0) ** 2)


def on_the_curve(searches: int) -> list[tuple[Floor, float]]:
    """Return what searches on the known curve cost, and how many came close."""
    settings = tuple([Setting(0.25 + 0.01 * n, (), ()) for n in range(376)])
    turned = Knob("foes.hp", settings, 75, 1)
    fights = near = 0
    for seed in range(searches):
        dice = random.Random(seed)

        def play(place: int, first: int, count: int, dice: random.Random = dice) -> Played:
            share = known(settings[place].at)
            wins = sum([dice.random() < share for _ in range(count)])
            return Played(count, wins, wins)

        found = Search(turned, play, GOAL, within=WITHIN, sign=-1).run()
        fights += found.fights
        near += abs(known(found.setting.at) - GOAL) <= WITHIN
    return [
        (COST._replace(name=f"{COST.name}, known curve"), fights / searches),
        (SUCCESS._replace(name=f"{SUCCESS.name}, known curve"), near / searches),
    ]


def on_an_encounter(searches: int) -> list[tuple[Floor, float]]:
    """Return the same of a real encounter, whose curve is measured first."""
    origin = variant(ENCOUNTERS / f"{REAL}.toml")
    turned = knob(origin, "foes.hp")
    fights = near = 0
    with executor(jobs=2) as place:
        table = Fights(origin, turned, 0, 900_000, {}, place)
        rough = Search(turned, table.play, GOAL, within=0.04, sign=-1).run()
        step = max(1, len(turned.settings) // 60)
        around = [rough.place + step * n for n in (-4, -2, 0, 2, 4)]
        points = {  # each with dice of its own: the same luck in all would shift the whole curve
            turned.settings[n].at: table.play(n, 100_000 + TRUE * k, TRUE)
            for k, n in enumerate(around)
        }
        true = fitted(points, -1)
        for seed in range(1, searches + 1):
            table = Fights(origin, turned, 0, seed, {}, place)
            found = Search(turned, table.play, GOAL, within=WITHIN, sign=-1).run()
            fights += found.fights
            near += abs(true.chance(found.setting.at) - GOAL) <= WITHIN
    error = 100 * SURE * true.error(true.root(GOAL))
    return [
        (COST._replace(name=f"{COST.name}, {REAL}"), fights / searches),
        (
            SUCCESS._replace(
                name=f"{SUCCESS.name}, {REAL} ({searches}; its curve known to {error:.1f} %)"
            ),
            near / searches,
        ),
    ]


def pairs(games: list[str]) -> list[tuple[Floor, float]]:
    """Return how many times fewer fights a comparison on the same dice takes."""
    found = []
    for one in RAISED:
        if one.game in games:
            path = ENCOUNTERS / f"{one.game}.toml"
            found += worth(str(path), one.game, one.changes, wins=one.open)
    for encounter, change in CARRIED:
        if encounter.split("/")[0] in games:
            found += worth(encounter, encounter, (change,), wins=True)
    return found


def worth(
    encounter: str, title: str, changes: tuple[str, ...], *, wins: bool
) -> list[tuple[Floor, float]]:
    """Return what pairs of a change are worth, and of wins what they could be at the most.

    Who wins more fights than before cannot be told from fewer than those.
    """
    made = diff(encounter, changes=changes, count=PAIRED, jobs=2)
    found = []
    if wins:
        name = f"{PAIRS.name}: wins, {title} {changes[0]} (at the most {ceiling(made):.1f})"
        value = reduction(made.pairs.wins) or 0.0
        found.append((PAIRS._replace(name=name), value))
    name = f"{PAIRS.name}: health left, {title} {changes[0]}"
    value = reduction(made.pairs.margins) or 0.0
    return [*found, (PAIRS._replace(name=name), value)]


def ceiling(made: Difference) -> float:
    """Return what pairs would be worth if the change only won fights, or only lost them."""
    one, other = made.share(0), made.share(1)
    moved = abs(other - one)
    return (one * (1 - one) + other * (1 - other)) / (moved * (1 - moved)) if moved else math.inf


# -- how fast --------------------------------------------------------------------------------------


def overhead(games: list[str]) -> list[tuple[Floor, float]]:
    """Return what a simulation takes, as a multiple of its bare fights."""
    found = []
    for game in games:
        plan = Plan(batches.from_content(str(ENCOUNTERS / f"{game}.toml")), 1, {})
        arena, many = plan.arena, BARE[COMPILED]

        def bare(many: int = many, arena: batches.Arena = arena) -> None:
            for number in range(many):
                finish(arena.started(number), MOST_STEPS)

        def whole(many: int = many, arena: batches.Arena = arena) -> None:
            arena.batch(0, many)

        least = [least_of(work) for work in (bare, whole, bare, whole)]
        value = min(least[1], least[3]) / min(least[0], least[2])
        found.append((OVERHEAD._replace(name=f"{OVERHEAD.name}, {game}"), value))
    return found


def least_of(work: Callable[[], None]) -> float:
    """Return the least processor time of three runs, in seconds."""
    spent = []
    for _ in range(3):
        start = process_time()
        work()
        spent.append(process_time() - start)
    return min(spent)


def workers(games: list[str]) -> list[tuple[Floor, float]]:
    """Return how many times faster two workers are than one."""
    found = []
    for game in games:
        encounter = str(ENCOUNTERS / f"{game}.toml")

        def play(jobs: int, encounter: str = encounter) -> float:
            start = perf_counter()
            batches.run(encounter, seed=1, count=OUTWEIGHING[COMPILED], jobs=jobs)
            return perf_counter() - start

        found.append((WORKERS._replace(name=f"{WORKERS.name}, {game}"), play(1) / play(2)))
    return found


def verdicts(games: list[str]) -> list[tuple[Floor, float]]:
    """Return how long the verdict on each game's four against four takes, with two workers."""
    found = []
    for game in games:
        made = fair(ENCOUNTERS / f"{game}.toml", jobs=2)
        told = f"{VERDICT.name}, {game}: {made.verdict() or 'undecided'}, {made.fights:,} fights"
        found.append((VERDICT._replace(name=told), made.seconds))
    return found


def main() -> int:
    """Print what is asked for; 1 if a floor does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.lab", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("-n", type=int, default=20, help="searches on the real encounter")
    parser.add_argument("--part", choices=PARTS, action="append")
    words = parser.parse_args()
    games = words.games or list(GAMES)
    mode = "compiled" if COMPILED else "interpreted"
    table = Table(title=f"the lab, {mode}, greedy players")
    for heading in ("", "measured", "floor", "aim"):
        table.add_column(heading, justify="left" if not heading else "right")
    work: dict[str, Callable[[], list[tuple[Floor, float]]]] = {
        "curve": lambda: on_the_curve(DRAWN),
        "encounter": lambda: on_an_encounter(words.n),
        "pairs": lambda: pairs(games),
        "overhead": lambda: overhead(games),
        "workers": lambda: workers(games),
        "fair": lambda: verdicts(games),
    }
    held = True
    begun = perf_counter()
    for part in words.part or PARTS:
        print(f"{perf_counter() - begun:4.0f} s: {part}", file=sys.stderr, flush=True)
        for floor, value in work[part]():
            kept = floor.holds(value)
            held = held and kept
            told = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
            asked = ("at least " if floor.at_least else "at most ") + f"{floor.asked:g}"
            table.add_row(floor.name, told + ("" if kept else " !"), asked, f"{floor.aim:g}")
    console = Console()
    console.print(table)
    machine = platform.processor() or platform.machine()
    spent = perf_counter() - begun
    console.print(f"{machine}, Python {platform.python_version()}; {spent:.0f} s")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
