"""Measure what the lab promises, and print it with the machine.

``python -m bench.lab [-n 20] [--part PART] [GAME...]``.

How close and how cheap the search for a balanced fight is: on a curve that is known, drawn a few
hundred times, and on a real encounter, whose curve is first measured with many fights. How much a
comparison on the same dice saves, both of the change itself (players answer alike) and of what
players make of it. What simulating costs over the bare fights, what a second worker
brings, and how long a verdict takes. The floors hold for compiled rules.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
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
from affray.lab.variants import Variant, variant
from affray.sim import batches, executor
from affray.sim.batches import MOST_STEPS, Plan
from affray.sim.executors import Executor
from bench.__main__ import COMPILED
from bench.arena import ENCOUNTERS, GAMES
from bench.counter import in_callgrind
from bench.raised import raises

PARTS: Final = ("curve", "encounter", "pairs", "overhead", "workers", "fair")
GOAL: Final = 0.6
WITHIN: Final = 0.02
DRAWN: Final = 400  # searches on the known curve
REAL: Final = "quest"  # hit points by the dozen: a setting for every two points of a percent
TRUE: Final = 4000  # fights at each setting by which its curve is known
PAIRED: Final = 600  # fights of a comparison
BARE: Final = {True: 40, False: 4}  # fights that are played bare and simulated, one after the other
TURNS: Final = {True: 25, False: 5}  # how often
LEAST: Final = 100  # fights of which it is seen how long they take
OUTWEIGHING: Final = 8.0  # seconds that a run of one worker takes: each works out its map anew
SIDE_BY_SIDE: Final = 3  # runs of two workers, with one of one before and after each


class Strongest(NamedTuple):
    """A point of damage more for whoever makes the attack that does most harm.

    Attributes:
        changes: what makes it.
        open: whether the fight is; else the players win it with either, and only the health that
            is left can tell.
    """

    changes: tuple[str, ...]
    open: bool


# Of each game the attack of the players' side that does most harm in a hundred watched fights of
# the bench's encounter, among those whose damage a pack can hold: chosen by that alone, and raised
# for all who have it. Somebody makes it nearly every turn, so that hardly a fight stays as it was.
# No floor is asked of these; they stand beside what is.
STRONGEST: Final = {
    "icon": Strongest(("pell-ashby.fray+=1",), open=False),
    "ingenuity": Strongest(("weapon.spear.damage+=1",), open=True),
    "quest": Strongest(("spell.storm-column.damage+=1",), open=True),
    "sovereign": Strongest(
        ("weapon.mace.damage+=1", "character.brother-ansel.attacks[0].damage+=1"), open=False
    ),
    "thrum": Strongest(("ability.sockem.success[0].n+=1",), open=True),
}


class Floor(NamedTuple):
    """What is asked of a number: at the least, or at the most, and what is hoped for.

    ``asked`` is None where the number is only told.
    """

    name: str
    asked: float | None
    aim: float | None
    at_least: bool

    def holds(self, value: float) -> bool:
        """Return whether a measured value keeps it."""
        if self.asked is None:
            return True
        return value >= self.asked if self.at_least else value <= self.asked

    def cells(self, value: float) -> list[str]:
        """Return its row of the table."""
        told = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
        if self.asked is None or self.aim is None:
            return [self.name, told, "", ""]
        asked = ("at least " if self.at_least else "at most ") + f"{self.asked:g}"
        return [self.name, told + ("" if self.holds(value) else " !"), asked, f"{self.aim:g}"]


COST: Final = Floor("fights to balance within 2 %, mean", 3500, 2450, at_least=False)
SUCCESS: Final = Floor("searches that come within 2 %", 0.94, 0.95, at_least=True)
PAIRS: Final = Floor("variance reduction of a point of damage itself", 4, 9, at_least=True)
TOLD: Final = Floor("", None, None, at_least=True)
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
        show(f"{REAL}: its curve is known")
        for seed in range(1, searches + 1):
            table = Fights(origin, turned, 0, seed, {}, place)
            found = Search(turned, table.play, GOAL, within=WITHIN, sign=-1).run()
            fights += found.fights
            near += abs(true.chance(found.setting.at) - GOAL) <= WITHIN
            show(f"search {seed}/{searches}: {found.fights} fights")
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


# -- what the same dice save -----------------------------------------------------------------------


def pairs(games: list[str], points: int, count: int) -> list[tuple[Floor, float]]:
    """Return how many times fewer fights a comparison on the same dice takes.

    Of each game: that of every attack of every combatant which is a point stronger. The floor is
    asked of the change itself, for which players answer alike: of the middle one of those that make
    a difference at all, in who wins a fight or how much health is left. The least and the greatest
    stand beside it, and the same for players who answer for themselves.
    """
    found = []
    for game in games:
        path = ENCOUNTERS / f"{game}.toml"
        all_of_it = raises(game, path, points)
        tried = f"{len(all_of_it.made)} tried"
        if all_of_it.refused:
            tried += f", {len(all_of_it.refused)} that no pack can raise"
        for same in (True, False):
            won: list[float] = []
            left: list[float] = []
            show(f"{game}, players answer {'alike' if same else 'for themselves'}: wins, health")
            for number, one in enumerate(all_of_it.made, 1):
                wins, margins, _ = saved(path, one.version, count, same_answers=same)
                won += [wins] if wins else []
                left += [margins] if margins else []
                told = f"{number}/{len(all_of_it.made)} {one.who}: {one.what}"
                show(f"{game} {told}: {shown(wins)}, {shown(margins)}")
            floor = PAIRS if same else TOLD._replace(name="as players respond to it")
            kinds = ((won, "wins"), (left, "health left"))
            found += [middle(floor, f"{game}, {what}", some, tried) for some, what in kinds if some]
        found += strongest(game, path, count)
    return found


def saved(
    path: Path, version: Variant, count: int, *, same_answers: bool = False
) -> tuple[float | None, float | None, Difference]:
    """Return what pairs are worth by wins and by health left, None where nothing differs."""
    made = diff(str(path), version, count=count, jobs=2, same_answers=same_answers)
    return reduction(made.pairs.wins), reduction(made.pairs.margins), made


def middle(floor: Floor, what: str, some: list[float], tried: str) -> tuple[Floor, float]:
    """Return the middle one of some changes, with the least and the greatest."""
    told = (
        f"{floor.name}, {what}: middle of {len(some)} that matter "
        f"({shown(min(some))} to {shown(max(some))}; {tried})"
    )
    return floor._replace(name=told), median(some)


def strongest(game: str, path: Path, count: int) -> list[tuple[Floor, float]]:
    """Return the same of the strongest attack, for all who have it: no floor is asked of it.

    Of wins with the most that pairs can give. Who wins more fights than before cannot be told from
    fewer than those.
    """
    one = STRONGEST[game]
    wins, margins, made = saved(path, variant(path, (), one.changes), count)
    change = one.changes[0]
    show(f"{game} {change}: {shown(wins)}, {shown(margins)}")
    found = []
    if one.open and wins is not None:
        told = f"{game}, wins, {change} for all (at the most {ceiling(made):.1f})"
        found.append((TOLD._replace(name=told), wins))
    if margins is not None:
        found.append((TOLD._replace(name=f"{game}, health left, {change} for all"), margins))
    return found


def ceiling(made: Difference) -> float:
    """Return what pairs would be worth if the change only won fights, or only lost them."""
    one, other = made.share(0), made.share(1)
    moved = abs(other - one)
    return (one * (1 - one) + other * (1 - other)) / (moved * (1 - moved)) if moved else math.inf


def shown(value: float | None) -> str:
    """Return a number in a few digits; "-" if there is none."""
    return "-" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


# -- how fast --------------------------------------------------------------------------------------


def overhead(games: list[str]) -> list[tuple[Floor, float]]:
    """Return what a simulation takes, as a multiple of its bare fights.

    In instructions where callgrind is there, which nothing else on the machine disturbs, else in
    seconds of the processor.
    """
    found = []
    for game in games:
        counts = in_callgrind(game, "bare", "simulated")
        if counts:
            name = f"{OVERHEAD.name}, {game}, in instructions"
            value = counts["simulated"] / counts["bare"]
        else:
            name, value = f"{OVERHEAD.name}, {game}", by_the_clock(game)
        found.append((OVERHEAD._replace(name=name), value))
        show(f"{game} {value:.3f}")
    return found


def by_the_clock(game: str) -> float:
    """Return the same in seconds of the processor.

    A few fights are played bare and simulated, one right after the other, many times: the middle
    one of these multiples. A machine that is slow for a while is so for both.
    """
    plan = Plan(batches.from_content(str(ENCOUNTERS / f"{game}.toml")), 1, {})
    arena, many = plan.arena, BARE[COMPILED]

    def bare(first: int) -> None:
        for number in range(first, first + many):
            finish(arena.started(number), MOST_STEPS)

    def whole(first: int) -> None:
        arena.batch(first, many)

    multiples = []
    for turn in range(TURNS[COMPILED]):
        both = (bare, whole) if turn % 2 else (whole, bare)
        spent = {work: of_time(partial(work, turn * many), process_time) for work in both}
        multiples.append(spent[whole] / spent[bare])
    return median(multiples)


def of_time(work: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return the seconds that some work takes by a clock."""
    start = clock()
    work()
    return clock() - start


def workers(games: list[str]) -> list[tuple[Floor, float]]:
    """Return how many times faster two workers are than one.

    Both play the same fights in turns, so that a machine which is slow for a while is so for both.
    Every run with two is held against the quicker one of those with one just before and after it;
    the best of these counts, for whatever else runs meanwhile takes from two more than from one.
    The workers are there already: beginning them takes a tenth of a second.
    """
    found = []
    for game in games:
        encounter = str(ENCOUNTERS / f"{game}.toml")
        with executor(jobs=1) as one, executor(jobs=2) as two:

            def play(place: Executor, count: int, encounter: str = encounter) -> object:
                return batches.run(encounter, seed=1, count=count, executor=place)

            play(two, 4 * LEAST)
            least = min([of_time(partial(play, one, LEAST), perf_counter) for _ in range(2)])
            count = max(LEAST, round(LEAST * OUTWEIGHING / least))
            places = (one, *(two, one) * SIDE_BY_SIDE)
            spent = [of_time(partial(play, place, count), perf_counter) for place in places]
        times = [min(spent[n - 1], spent[n + 1]) / spent[n] for n in range(1, len(spent), 2)]
        found.append((WORKERS._replace(name=f"{WORKERS.name}, {game}"), max(times)))
        show(f"{game} {count} fights, {', '.join([f'{value:.2f}' for value in times])}")
    return found


def verdicts(games: list[str]) -> list[tuple[Floor, float]]:
    """Return how long the verdict on each game's four against four takes, with two workers.

    Beside it the processor's seconds, halved: what it takes where nothing else runs.
    """
    found = []
    for game in games:
        before = sum(os.times()[:4])
        made = fair(ENCOUNTERS / f"{game}.toml", jobs=2)
        spent = (sum(os.times()[:4]) - before) / 2
        told = f"{VERDICT.name}, {game}: {made.verdict() or 'undecided'}, {made.fights:,} fights"
        show(f"{told}: {made.seconds:.1f}, of two cores alone {spent:.1f}")
        found.append((VERDICT._replace(name=told), made.seconds))
        found.append((TOLD._replace(name=f"{game}, s of two cores that do nothing else"), spent))
    return found


def show(words: str) -> None:
    """Say how far it is."""
    print(words, file=sys.stderr, flush=True)


def main() -> int:
    """Print what is asked for; 1 if a floor does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.lab", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("-n", type=int, default=20, help="searches on the real encounter")
    parser.add_argument("--part", choices=PARTS, action="append", help="this one only; repeatable")
    parser.add_argument("--fights", type=int, default=PAIRED, help="of each comparison, of pairs")
    parser.add_argument("--points", type=int, default=1, help="of damage more, of pairs")
    words = parser.parse_args()
    games = words.games or list(GAMES)
    mode = "compiled" if COMPILED else "interpreted"
    table = Table(title=f"the lab, {mode}, greedy players")
    for heading in ("", "measured", "floor", "aim"):
        table.add_column(heading, justify="left" if not heading else "right")
    work: dict[str, Callable[[], list[tuple[Floor, float]]]] = {
        "curve": lambda: on_the_curve(DRAWN),
        "encounter": lambda: on_an_encounter(words.n),
        "pairs": lambda: pairs(games, words.points, words.fights),
        "overhead": lambda: overhead(games),
        "workers": lambda: workers(games),
        "fair": lambda: verdicts(games),
    }
    held = True
    begun = perf_counter()
    for part in words.part or PARTS:
        show(f"{perf_counter() - begun:.0f} s: {part}")
        for floor, value in work[part]():
            held = held and floor.holds(value)
            cells = floor.cells(value)
            table.add_row(*cells)
            show("  ".join([cell for cell in cells if cell]))  # known, should it be broken off
    console = Console()
    console.print(table)
    machine = platform.processor() or platform.machine()
    spent = perf_counter() - begun
    console.print(f"{machine}, Python {platform.python_version()}; {spent:.0f} s")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
