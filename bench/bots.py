"""Measure how well the players play, game by game, and print it as it is found.

``python -m bench.bots [GAME...] [-n FIGHTS] [--part PART]... [--jobs JOBS] [--keep [FILE]]``
``python -m bench.bots --page docs/players.md`` writes what was kept into the tables of a page,
between ``<!-- ladder -->`` and ``<!-- end -->`` and so on.

``--keep`` adds what is found to ``bench/records/players.jsonl``, which is committed, so that what
takes hours is not lost with the machine that it took them on; ``--page`` leaves one line of each
thing measured there. A line tells which version of the rules was played, and by its mark whether
encounter, rules, levels and weights are still those of today.

The ladder: each level against the plain player, and against the level below, on the even encounter
of the game and two generated ones, sides swapped, the same dice for both. An entry ends as soon as
an interval that stays true however often one looks lies on one side of what is asked, at the latest
after 400 fights, 800 of a level against a level. With ``--keep`` it goes on where it was broken
off, if encounters and levels are the same. Open: how near to half plain players come in those that
the ladder may be measured on. Costs are CPU times of one process, and the instructions by which a
fight takes more than with answers that are known, 13,500 of them counted as a microsecond.
Encounters: how often the players' side wins when all play sharp, against what the encounter says of
itself, until that is known or ``MOST_FIGHTS`` are played; fights of the same mark that ``--keep``
holds are not played again. Regret: what the plain answer gives away against the best of twelve, by
kind of choice, in appraisals from -1 (lost) to 1 (won).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from pathlib import Path
from time import process_time
from typing import Any, ClassVar, Final, NamedTuple

from affray.bots import ThinkingBot, finish
from affray.bots.supposing import Scenes
from affray.bots.thinking import THINKING, Level, levels, side_of
from affray.content import Listing, encounter_data, list_encounters, load_encounter
from affray.content.game import BUILTIN
from affray.core import combat as core
from affray.core.choice import Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import counting
from affray.core.scene import recorded_step, scene_of
from affray.core.setup import Setup
from affray.intervals import anytime
from affray.sim import batches
from affray.sim.batches import Plan, Source, from_content
from affray.sim.executors import on_this_machine
from affray.sim.generated import generated, mirrored
from affray.sim.matches import Match, match
from affray.sim.players import Player
from bench.counted import instructions
from bench.thoughts import EVEN, SEED, timed

RECORDS: Final = Path(__file__).parent / "records" / "players.jsonl"
COMPILED: Final = not core.__file__.endswith(".py")
# The two that the ladder is measured on besides: of the first twenty generated encounters and the
# first twenty mirrored ones, of at least three a side, those in which plain players come nearest to
# half in a hundred fights (a drawn one counts as far off as one that the same side always wins).
# Where one side wins whoever plays it, nothing can be learnt. ``--part open`` finds them again.
OPEN: Final = {
    "icon": (("mirrored", 9), ("mirrored", 13)),
    "ingenuity": (("mirrored", 9), ("mirrored", 7)),
    "quest": (("mirrored", 14), ("mirrored", 15)),
    "sovereign": (("mirrored", 0), ("mirrored", 19)),
    "thrum": (("mirrored", 3), ("mirrored", 11)),
}
KINDS: Final[dict[str, Callable[[str, int], Source]]] = {
    "generated": generated,
    "mirrored": mirrored,
}
CANDIDATES: Final = 20  # of each kind
LEAST: Final = 3  # members of the smaller side
PLAIN_FIGHTS: Final = 100


Row = dict[str, Any]  # what was measured, as it is kept


class Rung(NamedTuple):
    """Who meets whom, and what is asked of the first: shares of wins, and milliseconds."""

    first: str
    second: str
    hold: float
    aim: float
    cost: float  # of a decision that is thought about; 0: nothing is asked

    def most(self) -> int:
        """Return how many fights are played at the most, of all encounters together."""
        return 2 * FIGHTS if self.hold == EVEN_SHARE else FIGHTS

    def settled(self, found: Match) -> str:
        """Return why no more fights are needed, "" if they are.

        Between levels: by the pairs that one of them won from both sides, of which equals win half.
        Else by all fights. Both are looked at only when every encounter was played equally often
        from either side: then fights that differ in their chances vary less than fights of one
        chance, for which the interval holds.
        """
        if self.hold == EVEN_SHARE:
            low, high = found.better()
        else:
            low, high = anytime(found.wins + found.draws / 2, found.fights)
        if low > self.hold:
            return "better" if self.hold == EVEN_SHARE else "holds"
        if high < self.hold:
            return "worse" if self.hold == EVEN_SHARE else "misses"
        return "all fights" if found.fights + 2 * ENCOUNTERS > self.most() else ""


LADDER: Final = (
    Rung("greedy", "random", 0.98, 0.995, 0),
    Rung("steady", "greedy", 0.75, 0.88, 1),
    Rung("sharp", "greedy", 0.85, 0.96, 4),
    Rung("expert", "greedy", 0.90, 0.98, 8),
    Rung("sharp", "steady", 0.50, 0.60, 0),
    Rung("expert", "sharp", 0.50, 0.60, 0),
    Rung("master", "expert", 0.50, 0.60, 0),
)
MISSED: Final = ", missed"  # of a figure
ABSENT: Final = "not measured"
TOGETHER: Final = "together"  # for the encounters of an entry of which no single counts are left
HEAD_LINES: Final = 2  # of a table
MOST_FIGHTS: Final = 200  # of an encounter
LOOK: Final = 10  # fights of an encounter from one look to the next
YES, NO, UNKNOWN = "yes", "no", "not known"  # whether an encounter is what it says
EARLIER: Final = "as it was"  # of a row of another mark than today's
WORDING: Final = ("name", "text", "difficulty")  # of an encounter: no fight depends on them
WANTED: Final = {"easy": (0.6, 1.0), "even": (0.4, 0.6), "hard": (0.0, 0.4)}
COSTS: Final = ("steady", "sharp", "expert")
QUIET: Final = 13_500  # instructions in a microsecond, at which times that are asked are counted
FIGHTS: Final = 400  # of an entry at the most
ENCOUNTERS: Final = 3  # of an entry
PAIRS: Final = 6  # of each encounter from one look to the next
EVEN_SHARE: Final = 0.5
WORTH_TELLING: Final = 0.01  # of what plain play gives away
COUNTS: Final = ("wins", "losses", "draws", "both", "neither", "pairs")  # of a match
NAMES: Final = ("part", "game", "first", "second", "encounter", "player", "kind")  # of a row
PARTS: Final = ("open", "ladder", "cost", "encounters", "regret")
TRIALS: Final = 60  # imagined futures that are timed
EVERY: Final = 9  # questions from one whose regret is looked at to the next
LOOKS: Final = 16  # futures of fresh dice by which the best and the plain answer are compared
FRESH: Final = 10_000  # number of the first of them
WARM: Final = 3  # rounds before one looks at the cost


def sources(game: str) -> Iterator[tuple[str, Source]]:
    """Yield the encounters of the ladder with their names."""
    yield EVEN[game], from_content(EVEN[game])
    for kind, number in OPEN[game]:
        yield f"{kind} {number}", KINDS[kind](game, number)


def openness(game: str) -> Iterator[Row]:
    """Yield how near to half plain players come in each candidate, then which two are nearest."""
    nearest: list[tuple[float, str, int]] = []
    for kind, make in KINDS.items():
        for number in range(CANDIDATES):
            source = make(game, number)
            try:
                _, setup = source()
            except InvalidError:
                continue  # no such encounter is without fault in this game
            if min(sizes(setup)) < LEAST:
                continue
            seats = dict.fromkeys(setup.seats[:-1], "greedy")
            found = batches.run(source, seed=SEED, count=PLAIN_FIGHTS, seats=seats)
            share = (found.wins[0] + found.draws / 2) / found.count
            nearest.append((abs(share - 0.5) + found.draws / found.count / 2, kind, number))
            yield {
                "part": "open",
                "game": game,
                "encounter": f"{kind} {number}",
                "wins": found.wins[0],
                "draws": found.draws,
                "count": found.count,
                "told": f"{kind} {number}: {found.wins[0]} of {found.count}, {found.draws} drawn",
            }
    chosen = tuple([(kind, number) for _, kind, number in sorted(nearest)[:2]])
    agrees = "as written" if chosen == OPEN[game] else "NOT as written"
    yield {"part": "chosen", "game": game, "told": f"nearest to half: {chosen}, {agrees}"}


def sizes(setup: Setup) -> list[int]:
    """Return how many members each side has."""
    sides = [member.side for member in setup.members]
    return [sides.count(side) for side in range(len(setup.sides))]


def climb(game: str, rung: Rung, earlier: list[Row]) -> Iterator[Row]:
    """Yield the rows of a rung, one for each encounter at every look, until it is settled."""
    found: dict[str, Match] = {}
    alike = {name: mark(source, rung.first, rung.second) for name, source in sources(game)}
    for name in alike:
        found[name] = Match(rung.first, rung.second, name)
        for row in earlier:
            if (row["encounter"], row.get("alike")) == (name, alike[name]):
                add(found[name], row)
    while True:
        most = max([one.pairs for one in found.values()])
        if all(one.pairs == most for one in found.values()):
            together = sum(list(found.values())[1:], found[EVEN[game]])
            reason = rung.settled(together)
            if most:
                for name, one in found.items():
                    yield {**told(game, one, reason), "alike": alike[name]}
                yield summed(game, together, reason)
            if reason:
                return
            most = min(most + PAIRS, rung.most() // (2 * ENCOUNTERS))
        for name, source in sources(game):
            done = found[name]
            if done.pairs < most:
                more = match(
                    rung.first,
                    rung.second,
                    source,
                    pairs=most - done.pairs,
                    first_fight=done.pairs,
                    seed=SEED,
                )
                found[name] = done + more
                found[name].encounter = name


def mark(source: Source, *players: str) -> str:
    """Return what differs for another encounter, other rules, levels of the players or weights."""
    arena = Plan(source, SEED, {}).arena
    thinking = [of_level(one) for one in levels(arena.tactics) if one.name in players]
    weights = arena.tactics.weights()
    counted = weights[: counting(weights)]  # those after them change no fight
    return digest((arena.begun.key(), arena.ruleset.version, thinking, counted))


def of_level(one: Level) -> tuple[str | int, ...]:
    """Return what a level is: of its first look only where that is another."""
    whole = (one.name, one.options, one.trials, one.rounds)
    return whole if one.first == one.rounds else (*whole, one.first)


def mark_of_listed(one: Listing, player: str) -> str:
    """Return the mark of a built-in encounter that such players play, its objectives included."""
    data = encounter_data(load_encounter(one.key))
    fought = {word: value for word, value in data.items() if word not in WORDING}
    return digest((fought, mark(from_content(one.key), player)))


def digest(what: object) -> str:
    """Return a short digest of what is alike wherever its representation is."""
    return blake2b(repr(what).encode(), digest_size=8).hexdigest()


def rules_version(game: str) -> int:
    """Return the version of the rules of a game."""
    return from_content(EVEN[game])()[0].version


def add(found: Match, row: Row) -> None:
    """Add the counts of a row to those of a match."""
    for word in COUNTS:
        setattr(found, word, getattr(found, word) + row[word])


def told(game: str, found: Match, reason: str) -> Row:
    """Return the row of what was found in one encounter so far."""
    return {
        "part": "ladder",
        "game": game,
        "first": found.first,
        "second": found.second,
        "encounter": found.encounter,
        **{word: getattr(found, word) for word in COUNTS},
        "stop": reason,
        "rules": rules_version(game),
        "told": f"{found.first} against {found.second}, {found.encounter}: {said(found)}",
    }


def summed(game: str, found: Match, reason: str) -> Row:
    """Return the row of what was found in all encounters so far."""
    words = f"{found.first} against {found.second}, all: {said(found)}; {reason or 'goes on'}"
    names = {"first": found.first, "second": found.second}
    return {"part": "sum", "game": game, **names, "told": words}


def said(found: Match) -> str:
    """Return the counts of a match, its share of wins with an interval, and what pairs tell."""
    low, high = anytime(found.wins + found.draws / 2, found.fights)
    counts = f"{found.wins}-{found.losses}-{found.draws}"
    return (
        f"{counts}, {100 * found.share():.1f} % [{100 * low:.0f}, {100 * high:.0f}], pairs "
        f"{found.both}:{found.neither} of {found.pairs}, at most {100 * reachable(found):.0f} %"
    )


def reachable(found: Match) -> float:
    """Return the share of wins if the first had won every pair that either of them won.

    In the others one side won whoever played it, or somebody drew.
    """
    return (1 + (found.both + found.neither) / max(1, found.pairs)) / 2


def costs(game: str) -> Iterator[Row]:
    """Yield what decisions of each level cost, and an imagined future against bare play."""
    tactics = from_content(EVEN[game])()[0].tactics()
    for level in levels(tactics)[:-1]:  # of master nothing is asked
        player = timed(game, level)
        works = [f"{what}_of_{level.name}" for what in ("thoughts", "answers")]
        counts = instructions(game, *works)
        millions = (counts[works[0]] - counts[works[1]]) / 1e3 if counts else 0.0
        each = 1000 * player.seconds / max(1, player.thoughts)
        share = player.changed / max(1, player.thoughts)
        yield {
            "part": "cost",
            "game": game,
            "player": level.name,
            "ms": each,
            "millions": millions,  # of instructions, 0 where nothing counts them
            "thoughts": player.thoughts,
            "changed": share,
            "told": f"{level.name}: {each:.2f} ms a thought here, {millions:.1f} million "
            f"instructions, {player.thoughts} thoughts, "
            f"{100 * share:.0f} % not the plain answer",
        }
    bare, whole, steps = futures(game)
    yield {
        "part": "future",
        "game": game,
        "us": 1e6 * whole,
        "times": whole / bare,
        "told": f"an imagined future of two rounds: {1e6 * whole:.0f} µs, its {steps:.0f} steps "
        f"played bare {1e6 * bare:.0f} µs, {whole / bare:.2f} x (asked: 1.5, aim 1.2)",
    }


class Measuring(Agent):
    """Plays plainly; at some questions it times imagined futures, and the same steps played bare.

    The bare cost is that of the very steps of the future, from a clone that is not timed.
    """

    thinks: ClassVar[bool] = True

    def __init__(self, player: ThinkingBot) -> None:
        self.player = player
        self.bare = 0.0
        self.whole = 0.0
        self.steps = 0
        self.times = 0
        self.asked = 0

    def decide(self, choice: Choice) -> int:
        """Return the plain answer."""
        answer = self.player.tactics.answer(choice)
        combat: Combat[Any] = choice.combat
        self.asked += 1
        if combat.round >= WARM and choice.depth == 0 and self.asked % 7 == 0:
            self.measure(choice, answer)
        return answer

    def measure(self, choice: Choice, answer: int) -> None:
        """Time one future whole, then its steps alone."""
        player, scene = self.player, scene_of(choice)
        number = self.times
        before = process_time()
        player.trial(scene, answer, 0, number, player.level.rounds)
        self.whole += process_time() - before
        dice = SeededDice(player.seed, player.asked, number)
        combat = scene.begun(scene.before.dice.clone(), player.policy)
        combat.dice = dice
        last = scene.before.round + player.level.rounds
        before = process_time()
        while not combat.outcome and combat.round < last:
            combat.step()
            self.steps += 1
        self.bare += process_time() - before
        self.times += 1


def futures(game: str) -> tuple[float, float, float]:
    """Return seconds of the steps of a future alone, of the whole, and how many steps it has."""
    ruleset, setup = from_content(EVEN[game])()
    tactics = ruleset.tactics()
    looking = Measuring(ThinkingBot(tactics, Level("two", 4, 16, 2), SEED))
    for fight in range(200):
        if looking.times >= TRIALS:
            break
        combat = ruleset.begin(setup, SeededDice(SEED, fight), [looking] * len(setup.seats))
        while not combat.outcome and looking.times < TRIALS:
            recorded_step(combat)
    times = max(1, looking.times)
    return looking.bare / times, looking.whole / times, looking.steps / times


class Regretting(Agent):
    """Plays plainly; at some questions it looks whether another answer would have done better.

    What is best is found on some dice and compared with the plain answer on others: whatever only
    looked better by luck regrets nothing on average.
    """

    thinks: ClassVar[bool] = True

    def __init__(self, player: ThinkingBot, every: int) -> None:
        self.player = player
        self.every = every
        self.asked = 0
        self.found: dict[str, list[float]] = {}

    def decide(self, choice: Choice) -> int:
        """Return the plain answer."""
        plain = self.player.tactics.answer(choice)
        self.asked += 1
        if self.asked % self.every:
            return plain
        self.player.decide(choice)
        thought = self.player.thought
        if thought is None:
            return plain
        best = thought.options[thought.best]
        regret = 0.0
        if best != plain:
            side = side_of(choice, choice.combat)
            scenes = Scenes(self.player.tactics, choice, SeededDice(SEED, self.asked))
            for number in range(FRESH, FRESH + LOOKS):
                scene = scenes.at(number - FRESH)
                if scene is not None:
                    rounds = self.player.level.rounds
                    regret += self.player.trial(scene, best, side, number, rounds) / LOOKS
                    regret -= self.player.trial(scene, plain, side, number, rounds) / LOOKS
        done, better = choice.option(plain).verb, choice.option(best).verb
        self.found.setdefault(choice.kind, []).append(regret)
        if best != plain:
            self.found.setdefault(f"{choice.kind}: {done}, better {better}", []).append(regret)
        return plain


def regret(game: str, fights: int) -> Iterator[Row]:
    """Yield what plain play gives away, by kind of choice, over all encounters of a game."""
    found: dict[str, list[float]] = {}
    for one in list_encounters(game):
        ruleset, setup = from_content(one.key)()
        for fight in range(fights):
            agents: list[Agent] = [
                Regretting(ThinkingBot(ruleset.tactics(), THINKING[-2], SEED, fight, seat), EVERY)
                for seat in range(len(setup.seats))
            ]
            combat = ruleset.begin(setup, SeededDice(SEED, fight), agents)
            finish(combat, 3000)
            for agent in agents:
                assert isinstance(agent, Regretting)
                for kind, many in agent.found.items():
                    found.setdefault(kind, []).extend(many)
    for kind, many in sorted(found.items(), key=lambda item: -sum(item[1])):
        mean = sum(many) / len(many)
        spread = (sum([(one - mean) ** 2 for one in many]) / max(1, len(many) - 1)) ** 0.5
        error = 1.96 * spread / len(many) ** 0.5
        if len(many) > 4 and sum(many) > 0:
            yield {
                "part": "regret",
                "game": game,
                "kind": kind,
                "looks": len(many),
                "mean": mean,
                "error": error,
                "told": f"{kind}: {len(many)} looked at, {mean:+.3f} ± {error:.3f}",
            }


def encounters(
    game: str, only: list[str], fights: int, player: str, jobs: int, before: list[Row]
) -> Iterator[Row]:
    """Yield, look by look, how often the players' side wins each encounter if all play alike.

    Args:
        game: the game.
        only: the ids of those that are played; none: all of the game.
        fights: of an encounter, at most.
        player: who plays every seat but the game master's.
        jobs: worker processes.
        before: rows that were kept: those of the same encounter and rules are gone on with.
    """
    with on_this_machine(jobs) as place:
        for one in list_encounters(game):
            if only and one.id not in only:
                continue
            _, setup = from_content(one.key)()
            seats: dict[str, Player] = dict.fromkeys(setup.seats[:-1], player)
            row = begun(one, player, before)
            while row["count"] < fights and said_of(one, row) not in (YES, NO):
                found = batches.run(
                    one.key,
                    seed=SEED,
                    first=row["count"],
                    count=min(LOOK, fights - row["count"]),
                    seats=seats,
                    executor=place,
                )
                row["wins"] += found.wins[0]
                row["draws"] += found.count - sum(found.wins)
                row["count"] += found.count
                row["told"] = (
                    f"{one.id} ({one.label}), all {player}: {counted(row)} | {said_of(one, row)}"
                )
                yield dict(row)


def begun(one: Listing, player: str, before: list[Row]) -> Row:
    """Return what was kept of an encounter as it is now, or a row without fights."""
    row: Row = {
        "part": "encounters",
        "game": one.ruleset,
        "encounter": one.id,
        "player": player,
        "alike": mark_of_listed(one, player),
        "rules": rules_version(one.ruleset),
        "wins": 0,
        "draws": 0,
        "count": 0,
    }
    same = ("part", "game", "encounter", "player", "alike")
    for earlier in before:
        if all(earlier.get(word) == row[word] for word in same):
            return dict(earlier)
    return row


def sure(row: Row) -> tuple[float, float]:
    """Return an interval of the share of the players' side, draws as halves, at any look."""
    return anytime(row["wins"] + row["draws"] / 2, row["count"])


def said_of(one: Listing, row: Row) -> str:
    """Return whether an encounter is what it says, if that is known."""
    least, most = WANTED[one.difficulty]
    low, high = sure(row)
    if least <= low and high <= most:
        return YES
    return NO if high < least or most < low else UNKNOWN


def counted(row: Row) -> str:
    """Return the counts of an encounter, and its share with an interval."""
    low, high = sure(row)
    lost = row["count"] - row["wins"] - row["draws"]
    share = 100 * (row["wins"] + row["draws"] / 2) / row["count"]
    return (
        f"{row['wins']}, {lost}, {row['draws']} | {share:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"
    )


# -- the page --------------------------------------------------------------------------------------


def ladder_table(rows: list[Row]) -> list[str]:
    """Return the table of who beats whom, the encounters of a game together."""
    lines = [
        "| Who meets whom | Game | Won, lost, drawn | Share | Pairs won : lost, of | At most | "
        "Asked | Rules |",
        "| --- | --- | --- | --- | --- | ---: | --- | --- |",
    ]
    for rung in LADDER:
        players = (rung.first, rung.second)
        for game in BUILTIN:
            mine = rows_of_rung(rows, game, rung)
            if not mine:
                continue
            today = {name: mark(source, *players) for name, source in sources(game)}
            same = all(today.get(row["encounter"]) == row["alike"] for row in mine)
            found = together(rung, mine)
            low, high = anytime(found.wins + found.draws / 2, found.fights)
            lines.append(
                f"| {rung.first} against {rung.second} | {game} | "
                f"{found.wins}, {found.losses}, {found.draws} | "
                f"{100 * found.share():.0f} % [{100 * low:.0f}, {100 * high:.0f}] | "
                f"{found.both} : {found.neither}, {found.pairs} | "
                f"{100 * reachable(found):.0f} % | {verdict(rung, found)} | "
                f"{mine[-1]['rules']}{'' if same else ', ' + EARLIER} |"
            )
    return lines


def of_rung(row: Row, game: str, rung: Rung) -> bool:
    """Return whether a row is of this entry of the ladder."""
    return (row["game"], row["first"], row["second"]) == (game, rung.first, rung.second)


def rows_of_rung(rows: list[Row], game: str, rung: Rung) -> list[Row]:
    """Return the rows of an entry: one for each encounter, or one for all where no more is left."""
    mine = [row for row in rows if row["part"] == "ladder" and of_rung(row, game, rung)]
    return [row for row in mine if row["encounter"] != TOGETHER] or mine


def together(rung: Rung, rows: list[Row]) -> Match:
    """Return the counts of all encounters of an entry."""
    found = Match(rung.first, rung.second, "")
    for row in rows:
        add(found, row)
    return found


def verdict(rung: Rung, found: Match) -> str:
    """Return what is asked of a rung and whether what was found comes to it, and how surely."""
    reason = rung.settled(found)
    if rung.hold == EVEN_SHARE:
        return f"better: {'yes' if reason == 'better' else 'no' if reason == 'worse' else 'open'}"
    share = found.share()
    answer = "aim" if share >= rung.aim else "holds" if share >= rung.hold else "no"
    sure = reason in ("holds", "misses")
    return f"{100 * rung.hold:.0f} %: {answer}{'' if sure else ', not sure'}"


def figures_table(rows: list[Row]) -> list[str]:
    """Return the table of what is asked of the levels, and of which games miss it."""
    lines = [
        "| Asked | " + " | ".join(BUILTIN) + " |",
        "| --- |" + " --- |" * len(BUILTIN),
    ]
    for rung in LADDER:
        asked = f"at least {100 * rung.hold:.0f} %, aim {100 * rung.aim:g} %"
        if rung.hold == EVEN_SHARE:
            asked = "surely better"
        cells = [share_cell(rung, rows_of_rung(rows, game, rung)) for game in BUILTIN]
        lines.append(f"| {rung.first} against {rung.second}: {asked} | {' | '.join(cells)} |")
    for rung in LADDER:
        if rung.cost:
            cells = [cost_cell(rung, rows, game) for game in BUILTIN]
            lines.append(f"| {rung.first}: {rung.cost:.0f} ms a thought | {' | '.join(cells)} |")
    return lines


def share_cell(rung: Rung, rows: list[Row]) -> str:
    """Return the share of an entry of the ladder, and whether it misses what is asked."""
    if not rows:
        return ABSENT
    found = together(rung, rows)
    told = MISSED if found.share() < rung.hold else ""
    if rung.hold == EVEN_SHARE:
        told = {"better": "", "": ", not settled"}.get(rung.settled(found), MISSED)
    return f"{100 * found.share():.0f} %{told}"


def cost_cell(rung: Rung, rows: list[Row], game: str) -> str:
    """Return what a thought costs, and whether that is more than is asked."""
    entry = ("cost", game, rung.first)
    mine = [row for row in rows if (row["part"], row["game"], row.get("player")) == entry]
    if not mine:
        return ABSENT
    quiet = quiet_ms(mine[-1])
    return f"{quiet:.2f} ms{MISSED if quiet > rung.cost else ''}"


def quiet_ms(row: Row) -> float:
    """Return what a thought costs on a quiet machine; by the clock if it was not counted."""
    millions = float(row.get("millions", 0))
    return millions * 1e3 / QUIET if millions else float(row["ms"])


def cost_of(row: Row) -> str:
    """Return what a thought costs in instructions and by the clock, and how often it tells."""
    millions = row.get("millions", 0)
    counted_as = f"{millions:.1f} M, " if millions else ""
    return f"{counted_as}{row['ms']:.2f} ms, {100 * row['changed']:.0f} %"


def cost_table(rows: list[Row]) -> list[str]:
    """Return the table of what a thought costs."""
    lines = [
        "| Game | " + " | ".join(COSTS) + " | A future of two rounds : its steps alone |",
        "| --- |" + " ---: |" * (len(COSTS) + 1),
    ]
    for game in BUILTIN:
        mine = {row["player"]: row for row in rows if row["part"] == "cost" and row["game"] == game}
        times = [row["times"] for row in rows if row["part"] == "future" and row["game"] == game]
        cells = [cost_of(mine[name]) if name in mine else "" for name in COSTS]
        if mine or times:
            last = f"{times[-1]:.2f} x" if times else ""
            lines.append(f"| {game} | " + " | ".join([*cells, last]) + " |")
    return lines


def encounter_table(rows: list[Row]) -> list[str]:
    """Return the table of what encounters say of themselves, and what came of them."""
    lines = [
        "| Encounter | Says | All play | Players' side: won, lost, drawn | Share | True | Rules |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in list_encounters():
        mine = [
            row
            for row in rows
            if (row["part"], row["game"], row.get("encounter"))
            == ("encounters", one.ruleset, one.id)
        ]
        for row in sorted(mine, key=lambda row: str(row["player"])):
            same = row["alike"] == mark_of_listed(one, row["player"])
            true = said_of(one, row) if same else EARLIER
            lines.append(
                f"| {one.key} | {one.label.lower()} | {row['player']} | {counted(row)} | "
                f"{true} | {row['rules']} |"
            )
    return lines


def regret_table(rows: list[Row]) -> list[str]:
    """Return the table of what plain play gives away."""
    lines = [
        "| Game | Question: the plain answer, the better one | Looked at | Given away |",
        "| --- | --- | ---: | ---: |",
    ]
    for row in rows:
        if row["part"] == "regret" and row["mean"] >= WORTH_TELLING:
            lines.append(
                f"| {row['game']} | {row['kind']} | {row['looks']} | "
                f"{row['mean']:.2f} ± {row['error']:.2f} |"
            )
    return lines


TABLES: Final = {
    "ladder": ladder_table,
    "figures": figures_table,
    "cost": cost_table,
    "encounters": encounter_table,
    "regret": regret_table,
}


def write_page(page: Path, rows: list[Row]) -> None:
    """Put the tables of what was kept into a page, each between its marks.

    A table for which nothing was kept stays as it is.
    """
    text = page.read_text(encoding="utf-8")
    for name, table in TABLES.items():
        lines = table(rows)
        if len(lines) == HEAD_LINES:
            continue
        body = "\n".join(lines) + "\n"
        text = re.sub(
            rf"(<!-- {name} -->\n).*?(<!-- end -->)",
            lambda found, body=body: found[1] + body + found[2],  # type: ignore[misc]
            text,
            flags=re.DOTALL,
        )
    page.write_text(text, encoding="utf-8")


def kept(file: Path) -> list[Row]:
    """Return the rows that a file keeps; of equal ones the last."""
    found: dict[tuple[object, ...], Row] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found[tuple([row.get(word) for word in NAMES])] = row
    return list(found.values())


def keep_only(file: Path, rows: list[Row]) -> None:
    """Let a file keep these rows alone, sorted by what they are of; kinds stay in their order."""
    in_order = sorted(rows, key=lambda row: [str(row.get(word, "")) for word in NAMES[:-1]])
    file.write_text("".join([json.dumps(row) + "\n" for row in in_order]), encoding="utf-8")


def measured(game: str, part: str, words: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of one part of what is measured of a game, the ladder left out."""
    if part == "open":
        return openness(game)
    if part == "cost":
        return costs(game)
    if part == "encounters":
        before = kept(words.keep) if words.keep and words.keep.exists() else []
        fights = min(words.n, MOST_FIGHTS)
        return encounters(game, words.only or [], fights, words.player, words.jobs, before)
    return regret(game, max(1, words.n // 40))


def entry(game: str, rung: Rung, keep: Path | None) -> None:
    """Play one entry of the ladder, from where it was broken off."""
    rows = kept(keep) if keep and keep.exists() else []
    earlier = [row for row in rows if row["part"] == "ladder" and of_rung(row, game, rung)]
    for row in climb(game, rung, earlier):
        tell(row, keep)


def tell(row: Row, keep: Path | None) -> None:
    """Print a row and keep it; of encounters of a ladder only how they ended is printed."""
    if row["part"] != "ladder" or row["stop"]:
        print(f"{row['game']} | {row['told']}", flush=True)
    if keep and row["part"] != "sum":
        with keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(BUILTIN))
    parser.add_argument("-n", type=int, default=400, help="fights of encounters")
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--first", action="append", help="only rungs of this player")
    parser.add_argument("--player", default="sharp", help="who plays the encounters")
    parser.add_argument(
        "--only", action="append", metavar="ID", help="only the encounter of this id"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes that play")
    parser.add_argument(
        "--keep", type=Path, nargs="?", const=RECORDS, help="add what is found to a file"
    )
    parser.add_argument("--page", type=Path, help="write what is kept into this page, and stop")
    words = parser.parse_args()
    if words.page:
        file = words.keep or RECORDS
        rows = kept(file)
        write_page(words.page, rows)
        keep_only(file, rows)
        return 0
    games = words.games or list(BUILTIN)
    print("compiled" if COMPILED else "interpreted", flush=True)
    for part in words.part or PARTS:
        if part == "ladder":
            rungs = [one for one in LADDER if not words.first or one.first in words.first]
            with ProcessPoolExecutor(words.jobs) as pool:
                ends = [
                    pool.submit(entry, game, one, words.keep) for one in rungs for game in games
                ]
                for end in ends:
                    end.result()
            continue
        for game in games:
            for row in measured(game, part, words):
                tell(row, words.keep)
    return 0


if __name__ == "__main__":
    sys.exit(main())
