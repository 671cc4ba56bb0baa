"""Measure the floors of the design and print them with the machine.

``python -m bench [GAME...]``.

Times are CPU times of one process, in microseconds, the least disturbed of several runs of the
same work; compare them as ratios. Only the two workers are timed by the clock on the wall.

Machines differ, and a shared one is twice as slow for minutes on end. So a yardstick, the same
few million instructions each time, is timed before and after every run, and what is held against
the floor is the time that the run would have taken where the yardstick takes ``YARDSTICK``
microseconds: as fast as the machine that the floors were stated on. The time as it was measured
stands beside it. Even so the same decisions took a fifth longer on one day than on another, with as
many instructions, for caches and neighbours differ as well: floors of times leave that much slack.

What a change does is held in **instructions**, close above what is measured, where callgrind or a
counter of the machine is there (``bench.counted``): the same fights take the same number of them
whatever else runs. Those floors tell whether the code does more; the times tell whether a machine
suffices.
"""

from __future__ import annotations

import platform
import shlex
import sys
import sysconfig
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from affray.core import combat as core
from affray.sim import batches
from bench import battles, counted, counter
from bench.arena import ENCOUNTERS, GAMES, LARGE, SMALL, battle, clones, reference

COMPILED: Final = not core.__file__.endswith(".py")
BEST_OF: Final = 5
YARDSTICK: Final = 4100.0  # µs that the yardstick took where the floors were stated, undisturbed
OUTWEIGHING: Final = 12_000  # fights: two workers take a quarter of a second to start


class Floor(NamedTuple):
    """What the design asks of one number, compiled and interpreted; None where it asks nothing."""

    name: str
    compiled: tuple[float, float] | None
    interpreted: tuple[float, float] | None


DECISION: Final = Floor("a decision, µs", (1.7, 0.85), (33.0, 14.0))
CLONE: Final = Floor("clone, µs", (1.5, 0.7), None)
RESUME: Final = Floor("resuming an interrupted step, µs", (20.0, 5.0), None)
ODDS: Final = Floor("exact odds of an ordinary attack, µs", (155.0, 50.0), (1700.0, 300.0))
WORKERS: Final = Floor("two workers against one", (1.8, 1.9), None)
# Without floors, to compare with other programs and other machines: see bench/peers.md.
TURNS: Final = Floor("creature-turns a second", None, None)
# Without floors, to know where the time goes: what rules take without a player, what a program that
# learns pays for its menus, and how decisions grow with the number of those who fight.
RULES: Final = Floor("rules alone, µs an answer", None, None)
MASK: Final = Floor("rules and mask, times the rules alone", None, None)
FORTY: Final = Floor("fights a second at forty creature-turns, 4 v 4 on 16x16", None, None)
GROWTH: Final = Floor("a decision at 32 v 32 on 32x32, times one at 4 v 4", None, None)

# Where a ruleset's rules are heavier it states floors of its own, and why.
OWN: Final[dict[str, list[Floor]]] = {
    "icon": [
        Floor(DECISION.name, (7.2, 0.85), (80.0, 14.0)),
        Floor(ODDS.name, (190.0, 50.0), (1700.0, 300.0)),
    ],
    "ingenuity": [
        Floor(DECISION.name, (8.6, 0.85), (108.0, 14.0)),
        Floor(CLONE.name, (4.5, 1.2), None),
        Floor(ODDS.name, (390.0, 50.0), (4200.0, 300.0)),
    ],
    "quest": [
        Floor(DECISION.name, (2.9, 0.85), (42.0, 14.0)),
        Floor(ODDS.name, (145.0, 50.0), (1700.0, 300.0)),
    ],
    "sovereign": [
        Floor(DECISION.name, (8.5, 0.85), (90.0, 14.0)),
        Floor(CLONE.name, (2.5, 1.2), None),
        Floor(RESUME.name, (27.0, 5.0), None),
    ],
    "thrum": [
        Floor(DECISION.name, (4.5, 0.85), (65.0, 14.0)),
    ],
}
# What is counted, in thousand instructions unless it says otherwise: where it is held, close above
# what it takes, and what is asked of it. Times that are asked are counted at 13,500 instructions a
# microsecond, as many as the games do on the quiet machine that they were stated on (13 to 14).
# Floors, then what is asked, of all GAMES in their order.
# The likely answers of a question include what is legal there, where nobody has listed it yet: a
# charge of Sovereign seeks its lines, a move of Quest its drops, and Ingenuity lists some hundred
# actions. So these take more than is asked, the average question half of that or less.
COUNTED: Final[dict[str, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    "a decision": (
        (46.3, 50.0, 24.4, 50.0, 32.8),
        (46.0, 60.0, 28.0, 55.0, 34.0),
    ),
    "rules alone, an answer": (
        (26.4, 22.6, 13.8, 25.6, 21.5),
        (29.7, 24.3, 14.9, 35.1, 21.6),
    ),
    "rules and mask, times the rules alone": (
        (1.55, 2.0, 1.93, 1.92, 1.81),
        (2.0, 2.0, 2.0, 2.0, 2.0),
    ),
    "likely answers, a question": (
        (51.5, 67.5, 69.5, 58.0, 40.7),
        (135.0, 135.0, 135.0, 135.0, 135.0),
    ),
    "likely answers, of where to go": (
        (83.5, 103.5, 172.0, 239.0, 109.0),
        (135.0, 135.0, 135.0, 135.0, 135.0),
    ),
    "likely answers, of what to do": (
        (69.5, 158.0, 113.0, 126.5, 72.2),
        (135.0, 135.0, 135.0, 135.0, 135.0),
    ),
    "clone": (
        (12.1, 34.3, 15.3, 13.9, 15.2),
        (16.2, 33.8, 18.9, 21.6, 18.9),
    ),
    "resuming an interrupted step": (
        (50.4, 107.0, 55.6, 149.0, 69.3),
        (108.0, 162.0, 94.5, 189.0, 108.0),
    ),
    "exact odds of an ordinary attack": (
        (1165.0, 2440.0, 1215.0, 1120.0, 975.0),
        (1485.0, 4995.0, 1215.0, 1350.0, 1080.0),
    ),
    "a fight of forty creature-turns, 4 v 4 on 16x16": (
        (12650.0, 20650.0, 7740.0, 13400.0, 5560.0),
        (15000.0, 30000.0, 7940.0, 16900.0, 7105.0),
    ),
    "a decision at 32 v 32 on 32x32, times one at 4 v 4": (
        (2.4, 3.7, 1.3, 2.5, 2.25),
        (4.0, 4.0, 2.5, 2.5, 2.5),
    ),
    "the same on maps that are known": (
        (6.4, 4.8, 3.4, 2.35, 2.6),
        (4.0, 4.0, 2.5, 2.5, 2.5),
    ),
}
WHY: Final = {
    "icon": (
        "ICON's own floors for a decision and for odds: areas are laid space by space with sight "
        "and height looked up for each, and one attack is a roll, dice, statuses and their saves."
    ),
    "ingenuity": (
        "Ingenuity's own floors for a decision, a clone and odds: some hundred things can be "
        "thought of in a turn, every attack opens up to four windows, things in hand are state of "
        "their own, and a test is three dice of which two may be rolled again."
    ),
    "quest": (
        "Quest's own floors for a decision and for odds: every attack has five aims and every "
        "step up to six free hits; a roll goes on to a second and third die."
    ),
    "sovereign": (
        "Sovereign's own floors for a decision, a clone and resuming: Instants may come before "
        "every step and every roll, one answer may carry out a whole charge, and what is in hand, "
        "stowed and in stock is kept by number."
    ),
    "thrum": (
        "Thrum's own floor for a decision: at every step and in every attack eleven combatants "
        "with some ten lasting features each are asked for responses and modifiers."
    ),
}


class Spent(NamedTuple):
    """How long some work took, in seconds of CPU."""

    measured: float
    held: float  # on the machine of the floors


class Ruler:
    """Times work against the yardstick."""

    def __init__(self) -> None:
        self.least = float("inf")  # seconds of the yardstick, at its fastest

    def best(self, work: Callable[[], object]) -> Spent:
        """Return the time that some work took when it was least disturbed, after a first run.

        A run counts at the faster of its two yardsticks: one that was itself disturbed excuses
        nothing. Of five runs that with the fastest yardstick stands, for work and yardstick do not
        slow down quite alike.
        """
        work()
        runs: list[tuple[float, Spent]] = []
        before = self.yardstick()
        for _ in range(BEST_OF):
            start = process_time()
            work()
            spent = process_time() - start
            after = self.yardstick()
            least = min(before, after)
            runs.append((least, Spent(spent, spent * YARDSTICK / 1e6 / least)))
            before = after
        return min(runs)[1]

    def yardstick(self) -> float:
        """Return the seconds that the same calls, sums, lists and lookups take now."""
        least = float("inf")
        for _ in range(3):
            start = process_time()
            measuring()
            least = min(least, process_time() - start)
        self.least = min(self.least, least)
        return least


def measuring() -> int:
    """Return a sum of no meaning: work of the kinds that rules do, always the same."""
    total = 0
    seen: dict[int, list[int]] = {}
    for number in range(20_000):
        place = (number * 7919) % 1021
        row = seen.get(place)
        if row is None:
            row = seen[place] = []
        row.append(number)
        total += weighed(row, place)
    return total


def weighed(row: list[int], place: int) -> int:
    if place & 3 and len(row) > 2:
        return row[-1] + row[0] * place
    return sum(row[-2:])


def measure(name: str, ruler: Ruler) -> list[tuple[Floor, float, float]]:
    """Return every time of a game's reference encounter: the floor, as measured, and as held."""
    arena = reference(name)
    fights = 100 if COMPILED else 6
    decisions = arena.decisions(fights)
    plain = ruler.best(lambda: arena.play(fights))
    broken = ruler.best(lambda: arena.interrupted(fights))
    before, first = arena.attack()
    copies = 5000 if COMPILED else 500
    runs = 40 if COMPILED else 4
    cloned = ruler.best(lambda: clones(before, copies))
    told = ruler.best(lambda: arena.odds(before, first, runs))
    resumed = Spent(broken.measured - plain.measured, broken.held - plain.held)
    ratio = workers(str(ENCOUNTERS / f"{name}.toml"), OUTWEIGHING if COMPILED else 400)
    turns = arena.turns(fights)
    records = arena.recorded(fights)
    space = arena.ruleset.actions(arena.begun)
    rules = ruler.best(lambda: arena.scripted(records))
    masked = ruler.best(lambda: arena.masked(records, space))
    small = battle(name, SMALL)
    some = fights // 3
    short = ruler.best(lambda: small.play(some))
    forty = small.turns(some) / 40
    grown = growth(name)
    return [
        (TURNS, turns / plain.measured, turns / plain.held),
        (FORTY, forty / short.measured, forty / short.held),
        (RULES, *each(rules, decisions)),
        (MASK, masked.measured / rules.measured, masked.held / rules.held),
        (GROWTH, grown, grown),
        (DECISION, *each(plain, decisions)),
        (CLONE, *each(cloned, copies)),
        (RESUME, *each(resumed, decisions)),
        (ODDS, *each(told, runs)),
        (WORKERS, ratio, ratio),
    ]


def instructions(name: str) -> list[float]:
    """Return the figures of ``COUNTED``, in their order; empty where nothing counts them."""
    if not COMPILED:
        return []
    fights = [work.__name__ for work in counted.OF_A_FIGHT]
    found = counted.instructions(name, *fights, *counted.LIKELY)
    if not found:
        return []
    return [
        found["decisions"],
        found["rules"],
        1 + (found["masked"] - found["handed"]) / found["rules"],
        *likely(name, found),
        found["cloned"],
        found["interrupted"] - found["decisions"],
        found["odds"],
        found["forty_turns"],
        found["large_battle"] / found["small_battle"],
        found["large_again"] / found["small_again"],
    ]


def likely(name: str, found: dict[str, float]) -> list[float]:
    """Return what the likely answers of a question take, of all and by kind: without the fights."""
    parts = {work: counted.WORKS[work](name).parts for work in counted.LIKELY}
    alone = found["likely_none"] * parts["likely_none"]
    return [found[work] - alone / parts[work] for work in counted.LIKELY if work != "likely_none"]


def growth(name: str) -> float:
    """Return how many times as long a decision takes among 64 as among 8, in three rounds.

    Of fights that have just begun, in which sight and distances of the map are worked out. Once
    they are known, as in all but the first fight of a simulation, it is more: both are counted.
    """
    few: list[float] = []
    many: list[float] = []
    for _ in range(3):
        for found, size, seeds in ((few, SMALL, 8), (many, LARGE, 1)):
            fights = [
                battles.fought(battles.encounter(name, *size), 3, seed) for seed in range(seeds)
            ]
            decisions = sum(fight.decisions for fight in fights)
            found.append(sum(fight.seconds for fight in fights) / decisions)
    return min(many) / min(few)


def of_instructions(name: str, figures: list[float]) -> tuple[Table, bool]:
    """Return the table of what was counted, and whether all of it is held."""
    table = Table(title=f"{name}, thousand instructions")
    for heading in ("", "counted", "floor", "asked"):
        table.add_column(heading, justify="left" if not heading else "right")
    close = True
    place = GAMES.index(name)
    for (what, (floors, wanted)), value in zip(COUNTED.items(), figures, strict=False):
        most, asked = floors[place], wanted[place]
        kept = value <= most
        close = close and kept
        table.add_row(what, f"{value:,.2f}" + ("" if kept else " !"), f"{most:g}", f"{asked:g}")
    return table, close


def each(spent: Spent, parts: int) -> tuple[float, float]:
    """Return what one of equal parts took, in microseconds: as measured, and as held."""
    return spent.measured / parts * 1e6, spent.held / parts * 1e6


def workers(name: str, fights: int) -> float:
    """Return how many times faster two workers are than one, their start outweighed."""

    def play(jobs: int) -> float:
        start = perf_counter()
        batches.run(name, seed=1, count=fights, jobs=jobs)
        return perf_counter() - start

    times = [(play(1), play(2)) for _ in range(2)]
    return min(one for one, _ in times) / min(two for _, two in times)


def configured() -> str:
    """Return what the interpreter was configured with that bears on speed, as one line.

    One optimised for its own work runs compiled games faster as well: they allocate, compare and
    look up through it.
    """
    told = str(sysconfig.get_config_var("CONFIG_ARGS") or "")
    wanted = ("optimizations", "lto", "debug", "shared", "CFLAGS", "jit", "gil")
    return " ".join([part for part in shlex.split(told) if any(word in part for word in wanted)])


def main(names: list[str]) -> int:
    """Print a table for every game named, all by default; 1 if a floor does not hold."""
    console = Console()
    mode = "compiled" if COMPILED else "interpreted"
    held = True
    ruler = Ruler()
    for name in names or GAMES:
        table = Table(title=f"{name}, {mode}: bench/encounters/{name}.toml, greedy bots, one core")
        for heading in ("", "measured", "held", "floor", "aim"):
            table.add_column(heading, justify="left" if not heading else "right")
        own = {floor.name: floor for floor in OWN.get(name, [])}
        for general, measured, value in measure(name, ruler):
            floor = own.get(general.name, general)
            asked = floor.compiled if COMPILED else floor.interpreted
            low, aim = ("-", "-") if asked is None else (f"{asked[0]:g}", f"{asked[1]:g}")
            kept = asked is None or (value >= asked[0] if floor is WORKERS else value <= asked[0])
            held = held and kept
            shown = f"{value:.2f}" + ("" if kept else " !")
            table.add_row(floor.name, f"{measured:.2f}", shown, low, aim)
        console.print(table)
        told, close = of_instructions(name, instructions(name))
        held = held and close
        if told.row_count:
            console.print(told)
        if name in WHY:
            console.print(WHY[name], style="dim")
    machine = platform.processor() or platform.machine()
    console.print(f"{machine}, Python {platform.python_version()}")
    console.print(f"the interpreter was configured with {configured() or 'nothing'}")
    if COMPILED and not counter.able():
        console.print("instructions were not counted: there is neither callgrind nor a counter")
    console.print(
        f"held: on a machine whose yardstick takes {YARDSTICK:,.0f} µs; "
        f"here it took {ruler.least * 1e6:,.0f} at its fastest"
    )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
