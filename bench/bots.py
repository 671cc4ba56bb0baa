"""Measure how well the players play, game by game, and print it as it is found.

``python -m bench.bots [GAME...] [-n FIGHTS] [--part cost|ladder|encounters|regret] [--keep FILE]``
``python -m bench.bots --page docs/players.md --keep FILE`` writes what was kept into the tables of
a page, between ``<!-- ladder -->`` and ``<!-- end -->`` and so on.

The ladder: each level against the plain player, and against the level below, on the even encounter
of the game and two generated ones, sides swapped, the same dice for both. Costs are CPU times of
one process. Encounters: how often the players' side wins when all play sharp, against what the
encounter says of itself. Regret: what the plain answer gives away against the best of eight, by
kind of choice, in appraisals from -1 (lost) to 1 (won).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, ClassVar, Final, NamedTuple

from affray.bots import GreedyBot, ThinkingBot, finish
from affray.bots.thinking import THINKING, Level, Scenes, side_of
from affray.content import list_encounters
from affray.content.game import BUILTIN
from affray.core import combat as core
from affray.core.choice import Absent, Agent, Choice
from affray.core.combat import Combat
from affray.core.dice import SeededDice
from affray.core.scene import recorded_step, scene_of
from affray.sim import batches
from affray.sim.batches import Source, from_content
from affray.sim.generated import generated
from affray.sim.intervals import wilson
from affray.sim.matches import Match, match

COMPILED: Final = not core.__file__.endswith(".py")
SEED: Final = 31
EVEN: Final = {
    "icon": "icon/bell-and-spark",
    "ingenuity": "ingenuity/toll-bridge",
    "quest": "quest/rival-companies",
    "sovereign": "sovereign/what-guards-below",
    "thrum": "thrum/broken-causeway",
}
# Generated encounters that are open between plain players: of those that one side wins whoever
# plays it, nothing can be learnt.
OPEN: Final = {
    "icon": (4, 6),
    "ingenuity": (5, 22),
    "quest": (7, 11),
    "sovereign": (0, 14),
    "thrum": (4, 26),
}


Row = dict[str, Any]  # what was measured, as it is kept


class Rung(NamedTuple):
    """Who meets whom, and what is asked of the first: shares of wins, and milliseconds."""

    first: str
    second: str
    hold: float
    aim: float
    cost: float  # of a decision that is thought about; 0: nothing is asked


LADDER: Final = (
    Rung("greedy", "random", 0.98, 0.995, 0),
    Rung("steady", "greedy", 0.75, 0.88, 1),
    Rung("sharp", "greedy", 0.85, 0.96, 4),
    Rung("expert", "greedy", 0.90, 0.98, 8),
    Rung("sharp", "steady", 0.50, 0.60, 0),
    Rung("expert", "sharp", 0.50, 0.60, 0),
    Rung("master", "expert", 0.50, 0.60, 0),
)
WANTED: Final = {"easy": (0.6, 1.0), "even": (0.4, 0.6), "hard": (0.0, 0.4)}
COSTS: Final = ("steady", "sharp", "expert")
EVEN_SHARE: Final = 0.5
WORTH_TELLING: Final = 0.01  # of what plain play gives away
NAMES: Final = ("part", "game", "first", "second", "encounter", "player", "kind")  # of a row
PARTS: Final = ("cost", "ladder", "encounters", "regret")
TRIALS: Final = 60  # imagined futures that are timed
EVERY: Final = 9  # questions from one whose regret is looked at to the next
LOOKS: Final = 16  # futures of fresh dice by which the best and the plain answer are compared
FRESH: Final = 10_000  # number of the first of them
WARM: Final = 3  # rounds before one looks at the cost


class Timed(Agent):
    """Passes choices on to a thinking player and adds up what its thoughts cost."""

    thinks: ClassVar[bool] = True

    def __init__(self, inner: ThinkingBot) -> None:
        self.inner = inner
        self.seconds = 0.0
        self.thoughts = 0
        self.changed = 0  # answers that were not the plain one

    def decide(self, choice: Choice) -> int:
        """Answer as the player does."""
        before = process_time()
        answer = self.inner.decide(choice)
        spent = process_time() - before
        if self.inner.thought is not None:
            self.seconds += spent
            self.thoughts += 1
            self.changed += self.inner.thought.best != 0
        return answer


def sources(game: str) -> Iterator[tuple[str, Source]]:
    """Yield the encounters of the ladder with their names."""
    yield EVEN[game], from_content(EVEN[game])
    for number in OPEN[game]:
        yield f"generated {number}", generated(game, number)


def ladder(game: str, fights: int, rungs: list[Rung]) -> Iterator[Row]:
    """Yield a row for each rung and encounter, the sides swapped."""
    pairs = max(1, fights // 2)
    for rung in rungs:
        for name, source in sources(game):
            found = match(rung.first, rung.second, source, pairs=pairs, seed=SEED)
            yield {
                "part": "ladder",
                "game": game,
                "first": rung.first,
                "second": rung.second,
                "encounter": name,
                "wins": found.wins,
                "losses": found.losses,
                "draws": found.draws,
                "both": found.both,
                "neither": found.neither,
                "pairs": found.pairs,
                "told": f"{rung.first} against {rung.second}, {name}: {said(found)}",
            }


def said(found: Match) -> str:
    """Return the counts of a match and its share of wins with an interval."""
    low, high = found.interval()
    counts = f"{found.wins}-{found.losses}-{found.draws}"
    pairs = f"pairs {found.both}:{found.neither}"
    return f"{counts}, {100 * found.share():.1f} % [{100 * low:.0f}, {100 * high:.0f}], {pairs}"


def costs(game: str, fights: int) -> Iterator[Row]:
    """Yield what decisions of each level cost, and an imagined future against bare play."""
    for level in THINKING[:-1]:  # of master nothing is asked
        player = timed(game, level, max(1, min(2, fights)))
        each = 1000 * player.seconds / max(1, player.thoughts)
        share = player.changed / max(1, player.thoughts)
        yield {
            "part": "cost",
            "game": game,
            "player": level.name,
            "ms": each,
            "thoughts": player.thoughts,
            "changed": share,
            "told": f"{level.name}: {each:.2f} ms a thought, {player.thoughts} thoughts, "
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


def timed(game: str, level: Level, fights: int) -> Timed:
    """Return a player of a level that has played some fights against the plain one."""
    ruleset, setup = from_content(EVEN[game])()
    tactics = ruleset.tactics()
    player = Timed(ThinkingBot(tactics, level, SEED))
    for fight in range(fights):
        agents: list[Agent] = [GreedyBot(tactics) for _ in setup.seats]
        agents[setup.gm()] = Absent()
        agents[setup.sides[fight % 2].seat] = player
        finish(ruleset.begin(setup, SeededDice(SEED, fight), agents), 4000)
    return player


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
        player.trial(scene, answer, 0, number)
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
                    regret += self.player.trial(scene, best, side, number) / LOOKS
                    regret -= self.player.trial(scene, plain, side, number) / LOOKS
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


def encounters(game: str, fights: int, player: str) -> Iterator[Row]:
    """Yield how often the players' side wins each encounter if all play alike."""
    for one in list_encounters(game):
        _, setup = from_content(one.key)()
        seats = dict.fromkeys(setup.seats[:-1], player)
        found = batches.run(one.key, seed=SEED, count=fights, seats=seats)
        wins, draws = found.wins[0], found.draws
        low, high = wilson(wins, found.count - draws)
        least, most = WANTED.get(one.difficulty, (0.0, 1.0))
        agrees = "as said" if low <= most and high >= least else "NOT as said"
        yield {
            "part": "encounters",
            "game": game,
            "encounter": one.id,
            "label": one.label,
            "player": player,
            "wins": wins,
            "draws": draws,
            "count": found.count,
            "told": f"{one.id} ({one.label}), all {player}: {wins} of {found.count}, "
            f"{draws} drawn, [{100 * low:.0f}, {100 * high:.0f}] % of those decided: {agrees}",
        }


# -- the page --------------------------------------------------------------------------------------


def ladder_table(rows: list[Row]) -> list[str]:
    """Return the table of who beats whom, the encounters of a game together."""
    lines = [
        "| Who meets whom | Game | Fights: won, lost, drawn | Share | Pairs won : lost | Asked |",
        "| --- | --- | --- | --- | ---: | --- |",
    ]
    for rung in LADDER:
        for game in BUILTIN:
            mine = [
                row
                for row in rows
                if (row["part"], row["game"], row["first"], row["second"])
                == ("ladder", game, rung.first, rung.second)
            ]
            if mine:
                wins, losses, draws, both, neither = (
                    sum([int(row[word]) for row in mine])
                    for word in ("wins", "losses", "draws", "both", "neither")
                )
                low, high = wilson(wins, wins + losses)
                share = (wins + draws / 2) / max(1, wins + losses + draws)
                lines.append(
                    f"| {rung.first} against {rung.second} | {game} | {wins}, {losses}, {draws} | "
                    f"{100 * share:.0f} % [{100 * low:.0f}, {100 * high:.0f}] | {both} : {neither} "
                    f"| {verdict(rung, share, low)} |"
                )
    return lines


def verdict(rung: Rung, share: float, low: float) -> str:
    """Return what is asked of a rung and whether a share of wins comes to it."""
    if rung.hold == EVEN_SHARE:
        return "better: yes" if low > rung.hold else "better: not shown"
    asked = f"{100 * rung.hold:.0f} %"
    return f"{asked}: " + ("aim" if share >= rung.aim else "holds" if share >= rung.hold else "no")


def cost_table(rows: list[Row]) -> list[str]:
    """Return the table of what a thought costs."""
    lines = [
        "| Game | " + " | ".join(COSTS) + " | A future of two rounds : its steps alone |",
        "| --- |" + " ---: |" * (len(COSTS) + 1),
    ]
    for game in BUILTIN:
        mine = {row["player"]: row for row in rows if row["part"] == "cost" and row["game"] == game}
        times = [row["times"] for row in rows if row["part"] == "future" and row["game"] == game]
        cells = [
            f"{mine[name]['ms']:.2f} ms, {100 * mine[name]['changed']:.0f} %"
            if name in mine
            else ""
            for name in COSTS
        ]
        if mine or times:
            last = f"{times[-1]:.2f} x" if times else ""
            lines.append(f"| {game} | " + " | ".join([*cells, last]) + " |")
    return lines


def encounter_table(rows: list[Row]) -> list[str]:
    """Return the table of what encounters say of themselves, and what came of them."""
    lines = [
        "| Encounter | Says | All play | Won by the players' side | Of those decided |",
        "| --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        if row["part"] == "encounters":
            low, high = wilson(row["wins"], row["count"] - row["draws"])
            drawn = f", {row['draws']} drawn" if row["draws"] else ""
            lines.append(
                f"| {row['game']}/{row['encounter']} | {row['label'].lower()} | {row['player']} | "
                f"{row['wins']} of {row['count']}{drawn} | {100 * low:.0f} to {100 * high:.0f} % |"
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
    "cost": cost_table,
    "encounters": encounter_table,
    "regret": regret_table,
}


def write_page(page: Path, rows: list[Row]) -> None:
    """Put the tables of what was kept into a page, each between its marks."""
    text = page.read_text(encoding="utf-8")
    for name, table in TABLES.items():
        body = "\n".join(table(rows))
        text = re.sub(
            rf"(<!-- {name} -->\n).*?(\n<!-- end -->)",
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


def measured(game: str, part: str, words: argparse.Namespace) -> Iterator[Row]:
    """Yield the rows of one part of what is measured of a game."""
    if part == "cost":
        return costs(game, words.n)
    if part == "ladder":
        return ladder(
            game, words.n, [one for one in LADDER if not words.first or one.first in words.first]
        )
    if part == "encounters":
        return encounters(game, words.n, words.player)
    return regret(game, max(1, words.n // 40))


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(BUILTIN))
    parser.add_argument("-n", type=int, default=400, help="fights of each rung and encounter")
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--first", action="append", help="only rungs of this player")
    parser.add_argument("--player", default="sharp", help="who plays the encounters")
    parser.add_argument("--keep", type=Path, help="a file to which what is found is added")
    parser.add_argument("--page", type=Path, help="write what is kept into this page, and stop")
    words = parser.parse_args()
    if words.page:
        write_page(words.page, kept(words.keep))
        return 0
    print(f"{'compiled' if COMPILED else 'interpreted'}, {words.n} fights each", flush=True)
    for game in words.games or BUILTIN:
        for part in words.part or PARTS:
            for row in measured(game, part, words):
                print(f"{game} | {row['told']}", flush=True)
                if words.keep:
                    with words.keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
