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

What a change does to a decision is held in **instructions**, close above what is measured, where
callgrind or a counter of the machine is there (``bench.counter``): the same fights take the same
number of them whatever else runs. That floor tells whether the code does more; the times tell
whether a machine suffices.
"""

from __future__ import annotations

import platform
import shlex
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from affray import odds
from affray.bots import GreedyBot
from affray.content import load_encounter
from affray.content.encounter import Encounter
from affray.content.library import encounter_from
from affray.core import combat as core
from affray.core.action import ActionSpace
from affray.core.choice import Agent, Choice, Pending, Script
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.event import TurnBegan
from affray.core.ruleset import Ruleset
from affray.core.scene import resume
from affray.core.setup import Setup
from affray.encounters.prepare import prepare
from affray.sim import batches
from bench import battles, counter

COMPILED: Final = not core.__file__.endswith(".py")
GAMES: Final = ("icon", "ingenuity", "quest", "sovereign", "thrum")
# Encounters of our own: one that is changed for its players must not move the numbers.
ENCOUNTERS: Final = Path(__file__).parent / "encounters"
# What an ordinary attack is called where a turn's menu also has special ones.
ORDINARY: Final = {"ingenuity": "attack ", "quest": "attack ", "sovereign": "attack "}
# Questions that make an attack more than ordinary: about dice to be rolled again or raised.
UNUSUAL: Final = {"ingenuity": ("test.advantage", "fate.maximize")}
BEST_OF: Final = 5
YARDSTICK: Final = 4100.0  # µs that the yardstick took where the floors were stated, undisturbed
SMALL: Final = (4, 16, 3, 16)  # heads a side, cells across, columns of a start, spots of a battle
LARGE: Final = (32, 32, 6, 30)
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
COUNTED: Final = Floor("instructions a decision, thousand", None, None)  # each game has its own
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
        Floor(COUNTED.name, (52.6, 46.0), None),
        Floor(ODDS.name, (190.0, 50.0), (1700.0, 300.0)),
    ],
    "ingenuity": [
        Floor(DECISION.name, (8.6, 0.85), (108.0, 14.0)),
        Floor(COUNTED.name, (62.7, 60.0), None),
        Floor(CLONE.name, (4.5, 1.2), None),
        Floor(ODDS.name, (390.0, 50.0), (4200.0, 300.0)),
    ],
    "quest": [
        Floor(DECISION.name, (2.9, 0.85), (42.0, 14.0)),
        Floor(COUNTED.name, (27.0, 20.0), None),
        Floor(ODDS.name, (145.0, 50.0), (1700.0, 300.0)),
    ],
    "sovereign": [
        Floor(DECISION.name, (8.5, 0.85), (90.0, 14.0)),
        Floor(COUNTED.name, (62.7, 55.0), None),
        Floor(CLONE.name, (2.5, 1.2), None),
        Floor(RESUME.name, (27.0, 5.0), None),
    ],
    "thrum": [
        Floor(DECISION.name, (4.5, 0.85), (65.0, 14.0)),
        Floor(COUNTED.name, (39.2, 34.0), None),
    ],
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


class Counter(Agent):
    """Passes choices on and counts them."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.asked = 0

    def decide(self, choice: Choice) -> int:
        """Answer as the inner agent does."""
        self.asked += 1
        return self.inner.decide(choice)


class Masking(Agent):
    """Gives recorded answers; before each it works out the action codes of all that are legal."""

    def __init__(self, answers: list[int], space: ActionSpace) -> None:
        self.script = Script(answers)
        self.space = space
        self.codes: list[int] = []

    def decide(self, choice: Choice) -> int:
        """Return the next answer."""
        self.codes = choice.codes(self.space)
        return self.script.decide(choice)


class Arena:
    """An encounter, the reference one of a game, played by greedy bots."""

    def __init__(self, encounter: str | Encounter) -> None:
        if isinstance(encounter, str):
            encounter = load_encounter(encounter)
        self.name = encounter.id
        self.ruleset: Ruleset
        self.setup: Setup
        self.ruleset, self.setup = prepare(encounter)
        self.greedy = GreedyBot(self.ruleset.tactics())
        agents: list[Agent] = [self.greedy] * len(self.setup.seats)
        self.begun = self.ruleset.begin(self.setup, SeededDice(1), agents)

    def begin(self, number: int, agent: Agent) -> Combat[Any]:
        """Return a fresh fight: as in a simulation, a clone of the one begun once."""
        combat = self.begun.clone()
        combat.dice = SeededDice(1, number)
        combat.agents = [agent] * len(self.setup.seats)
        return combat

    def play(self, fights: int) -> None:
        """Play some fights to the end."""
        for number in range(fights):
            combat = self.begin(number, self.greedy)
            while not combat.outcome:
                combat.step()

    def decisions(self, fights: int) -> int:
        """Count the choices of the same fights."""
        counter = Counter(self.greedy)
        for number in range(fights):
            combat = self.begin(number, counter)
            while not combat.outcome:
                combat.step()
        return counter.asked

    def recorded(self, fights: int) -> list[list[int]]:
        """Return the answers of the same fights."""
        records: list[list[int]] = []
        for number in range(fights):
            recorder = Recorder(self.greedy)
            combat = self.begin(number, recorder)
            while not combat.outcome:
                combat.step()
            records.append(recorder.answers)
        return records

    def scripted(self, records: list[list[int]]) -> None:
        """Play fights whose answers are recorded: rules without a player."""
        for number, answers in enumerate(records):
            combat = self.begin(number, Script(answers))
            while not combat.outcome:
                combat.step()

    def masked(self, records: list[list[int]], space: ActionSpace) -> None:
        """Play fights whose answers are recorded, with a mask of what is legal for each."""
        for number, answers in enumerate(records):
            combat = self.begin(number, Masking(answers, space))
            while not combat.outcome:
                combat.step()

    def turns(self, fights: int) -> int:
        """Count the turns that creatures take in the same fights."""
        count = 0
        for number in range(fights):
            combat = self.begin(number, self.greedy)
            combat.watched = True
            while not combat.outcome:
                combat.step()
            count += sum([isinstance(event, TurnBegan) for event in combat.events])
        return count

    def interrupted(self, fights: int) -> None:
        """Play the same fights, every choice breaking its step off."""
        for number in range(fights):
            combat = self.begin(number, self.greedy)
            while not combat.outcome:
                combat = self.step_by_step(combat)

    def step_by_step(self, snapshot: Combat[Any]) -> Combat[Any]:
        answers: list[int] = []
        while True:
            script: Agent = Script(answers)
            try:
                return resume(snapshot, [script] * len(self.setup.seats))
            except Pending as pending:
                answers.append(self.greedy.decide(pending.choice))

    def attack(self) -> tuple[Combat[Any], list[int]]:
        """Return a state before an attack with dice, and the answers that begin it."""
        for number in range(50):
            combat = self.begin(number, self.greedy)
            while not combat.outcome:
                before = combat.clone()
                asked = Recorder(self.greedy)
                combat.agents = [asked] * len(self.setup.seats)
                combat.step()
                ordinary = asked.key.startswith(ORDINARY.get(self.ruleset.id, ""))
                for rule in UNUSUAL.get(self.ruleset.id, ()):
                    ordinary = ordinary and rule not in asked.rules
                if asked.targets == 1 and ordinary and combat.round >= 2:
                    return before, asked.answers[: asked.place]
        raise RuntimeError(f"no attack in 50 fights of {self.name}")


class Recorder(Agent):
    """Writes down the answers of a step, its first action and how many targets that names."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.answers: list[int] = []
        self.targets = 0
        self.place = 0  # answers up to that action
        self.key = ""
        self.rules: list[str] = []

    def decide(self, choice: Choice) -> int:
        """Answer as the inner agent does."""
        answer = self.inner.decide(choice)
        self.answers.append(answer)
        self.rules.append(choice.rule)
        if not self.place and choice.kind == "action":
            option = choice.option(answer)
            self.targets = len(option.targets) if option.ability else 0
            self.place = len(self.answers)
            self.key = option.key
        return answer


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
    """Return every number of a game's reference encounter: the floor, as measured, and as held."""
    encounter = str(ENCOUNTERS / f"{name}.toml")
    arena = Arena(encounter)
    fights = 100 if COMPILED else 6
    decisions = arena.decisions(fights)
    plain = ruler.best(lambda: arena.play(fights))
    broken = ruler.best(lambda: arena.interrupted(fights))
    before, first = arena.attack()
    clones = 5000 if COMPILED else 500
    runs = 40 if COMPILED else 4
    cloned = ruler.best(lambda: several_clones(before, clones))
    told = ruler.best(lambda: several_odds(arena, before, first, runs))
    resumed = Spent(broken.measured - plain.measured, broken.held - plain.held)
    ratio = workers(encounter, OUTWEIGHING if COMPILED else 400)
    turns = arena.turns(fights)
    counts = instructions_of(name, arena)
    records = arena.recorded(fights)
    space = arena.ruleset.actions(arena.begun)
    rules = ruler.best(lambda: arena.scripted(records))
    masked = ruler.best(lambda: arena.masked(records, space))
    small = Arena(encounter_from(battles.encounter(name, *SMALL), f"{name}, 4 v 4"))
    some = fights // 3
    short = ruler.best(lambda: small.play(some))
    forty = small.turns(some) / 40
    grown = growth(name)
    found = [
        (TURNS, turns / plain.measured, turns / plain.held),
        (FORTY, forty / short.measured, forty / short.held),
        (RULES, *each(rules, decisions)),
        (MASK, masked.measured / rules.measured, masked.held / rules.held),
        (GROWTH, grown, grown),
        (DECISION, *each(plain, decisions)),
        (CLONE, *each(cloned, clones)),
        (RESUME, *each(resumed, decisions)),
        (ODDS, *each(told, runs)),
        (WORKERS, ratio, ratio),
    ]
    if counts >= 0:
        found.append((COUNTED, counts, counts))
    return found


def instructions_of(name: str, arena: Arena) -> float:
    """Return the thousand instructions of a decision, -1 if nothing counts them here."""
    if not COMPILED:
        return -1.0
    arena.play(counter.FIGHTS)
    counts = counter.counted(name, lambda: arena.play(counter.FIGHTS))
    return counts / arena.decisions(counter.FIGHTS) / 1e3 if counts >= 0 else -1.0


def growth(name: str) -> float:
    """Return how many times as long a decision takes among 64 as among 8, in three rounds."""
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


def each(spent: Spent, parts: int) -> tuple[float, float]:
    """Return what one of equal parts took, in microseconds: as measured, and as held."""
    return spent.measured / parts * 1e6, spent.held / parts * 1e6


def several_clones(before: Combat[Any], clones: int) -> None:
    for _ in range(clones):
        before.clone()


def several_odds(arena: Arena, before: Combat[Any], first: list[int], runs: int) -> None:
    for _ in range(runs):
        odds.odds(before, first, arena.ruleset, lines=0)


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
