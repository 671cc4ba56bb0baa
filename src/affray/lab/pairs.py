"""Two versions of a fight on the same dice: what comes out otherwise, and where the two part.

Fight N of one version and fight N of the other roll the same dice for the same purposes
(``affray.core.dice``). They are played step by step side by side: as long as the same happens in
both, they are one fight; the first step in which something else happens is where they part.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from affray.bots import finish
from affray.core.combat import Combat
from affray.core.errors import InvalidError
from affray.core.event import Change, Event, Moved, Placed, Rolled, Told
from affray.core.ruleset import Ruleset
from affray.core.scene import recorded_step
from affray.core.words import parts_of
from affray.intervals import Moments
from affray.lab.answers import (
    OWN_ANSWERS,
    SAME_ANSWERS,
    Answered,
    Answers,
    recorded,
    repeating,
)
from affray.sim.batches import Arena, BrokenFightError, Plan
from affray.sim.players import BotFaultError

Fact: TypeAlias = tuple[object, ...]

WHOLE: Final = 1000  # health margins are whole numbers: this many to all of a side's health
NOTABLE: Final = 5  # fights of each kind that are kept to be read

BETTER: Final = "better"  # for the side that is judged
WORSE: Final = "worse"
CLOSER: Final = "margin"
EARLIEST: Final = "earliest"
NOBODY: Final = Answered()
KINDS: Final = (BETTER, WORSE, CLOSER, EARLIEST)


class Ending(NamedTuple):
    """How a fight ended for the side that is judged.

    Attributes:
        won: whether it won.
        margin: the health that is left of its members less that of the others, in thousandths.
        rounds: how long it took.
        winner: the id of the side that won, "" nobody.
        ended: whether it ended within the cap of steps.
    """

    won: bool
    margin: int
    rounds: int
    winner: str
    ended: bool


class Parting(NamedTuple):
    """Where two versions of a fight part.

    Attributes:
        step: the number of the first step in which something else happens, from 0.
        round: its round.
        rules: the rules of what happens first in either.
        sentences: what happens first in either, "" nothing more.
    """

    step: int
    round: int
    rules: tuple[str, str]
    sentences: tuple[str, str]


class Pair(NamedTuple):
    """One fight in both versions; ``parting`` is None if the same happened in both."""

    fight: int
    first: Ending
    second: Ending
    parting: Parting | None

    def rank(self, kind: str) -> tuple[int, int] | None:
        """Return how much it is worth reading, the least first; None: it is not of that kind."""
        if self.parting is None:
            return None
        change = self.second.won - self.first.won
        margin = self.second.margin - self.first.margin
        if kind == BETTER:
            return (-margin, self.fight) if change > 0 else None
        if kind == WORSE:
            return (margin, self.fight) if change < 0 else None
        if kind == CLOSER:
            return (-abs(margin), self.fight) if not change and margin else None
        return (self.parting.step, self.fight)


@dataclass
class Pairs:
    """Counts of pairs of fights; they add up in the order of the fights.

    Attributes:
        first: the number of the first fight.
        count: how many were played in both versions.
        same: how many were the same from beginning to end.
        better: how many the side that is judged wins in the second version only.
        worse: how many it wins in the first only.
        wins: the side's wins in either version, and their differences.
        margins: health margins of either version, and their differences, in thousandths.
        rounds: rounds of either version, and their differences.
        winners: fights won by the id of the side, of either version; "" nobody's.
        unfinished: fights that did not end within the cap of steps, of either version.
        parted: where pairs parted, by the rules of what happened first in either.
        examples: of each of these the earliest fight.
        notable: fights worth reading, by kind.
        stopped: why before the count was full: ``interrupted``.
        answered: how often the second version was answered as the first was, if it was to be.
    """

    first: int = 0
    count: int = 0
    same: int = 0
    better: int = 0
    worse: int = 0
    wins: tuple[Moments, Moments, Moments] = (Moments(), Moments(), Moments())
    margins: tuple[Moments, Moments, Moments] = (Moments(), Moments(), Moments())
    rounds: tuple[Moments, Moments, Moments] = (Moments(), Moments(), Moments())
    winners: tuple[Counter[str], Counter[str]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    unfinished: tuple[int, int] = (0, 0)
    parted: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: dict[tuple[str, str], Pair] = field(default_factory=dict)
    notable: dict[str, list[Pair]] = field(default_factory=dict)
    stopped: str = ""
    answered: Answered = NOBODY

    def add(self, pair: Pair, answered: Answered = NOBODY) -> None:
        """Count the next pair.

        Args:
            pair: how a fight ended in both versions.
            answered: how many answers of the second version were those of the first.
        """
        one, two = pair.first, pair.second
        self.count += 1
        self.answered = self.answered.plus(answered)
        self.same += pair.parting is None
        self.better += two.won > one.won
        self.worse += two.won < one.won
        self.wins = _noted(self.wins, one.won, two.won)
        self.margins = _noted(self.margins, one.margin, two.margin)
        self.rounds = _noted(self.rounds, one.rounds, two.rounds)
        for place, ending in enumerate((one, two)):
            self.winners[place][ending.winner] += 1
        self.unfinished = (
            self.unfinished[0] + (not one.ended),
            self.unfinished[1] + (not two.ended),
        )
        if pair.parting is not None:
            self.parted[pair.parting.rules] += 1
            self.examples.setdefault(pair.parting.rules, pair)
        for kind in KINDS:
            if pair.rank(kind) is not None:
                self.notable[kind] = _first(kind, [*self.notable.get(kind, []), pair])

    def __add__(self, later: Pairs) -> Pairs:
        """Return these pairs and those that follow them."""
        if self.first + self.count != later.first:
            raise ValueError(f"fight {later.first} does not follow {self.first + self.count - 1}")
        kinds = [kind for kind in KINDS if kind in self.notable or kind in later.notable]
        return Pairs(
            self.first,
            self.count + later.count,
            self.same + later.same,
            self.better + later.better,
            self.worse + later.worse,
            _both(self.wins, later.wins),
            _both(self.margins, later.margins),
            _both(self.rounds, later.rounds),
            (self.winners[0] + later.winners[0], self.winners[1] + later.winners[1]),
            (
                self.unfinished[0] + later.unfinished[0],
                self.unfinished[1] + later.unfinished[1],
            ),
            self.parted + later.parted,
            {**later.examples, **self.examples},
            {
                kind: _first(kind, [*self.notable.get(kind, []), *later.notable.get(kind, [])])
                for kind in kinds
            },
            self.stopped or later.stopped,
            self.answered.plus(later.answered),
        )

    def as_data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON, from which ``taken`` makes the same again."""
        return {
            "first": self.first,
            "count": self.count,
            "same": self.same,
            "better": self.better,
            "worse": self.worse,
            "wins": [one.as_data() for one in self.wins],
            "margins": [one.as_data() for one in self.margins],
            "rounds": [one.as_data() for one in self.rounds],
            "winners": [dict(one) for one in self.winners],
            "unfinished": list(self.unfinished),
            "parted": [
                [list(rules), fights, self.examples[rules]] for rules, fights in self.parted.items()
            ],
            "notable": self.notable,
            "answered": list(self.answered),
        }

    @staticmethod
    def taken(data: Mapping[str, Any]) -> Pairs:
        """Return the pairs that ``as_data`` told of, as JSON gives it back.

        Raises:
            ValueError, KeyError, TypeError: it is something else.
        """
        parted = {(str(one[0][0]), str(one[0][1])): one for one in data["parted"]}
        return Pairs(
            int(data["first"]),
            int(data["count"]),
            int(data["same"]),
            int(data["better"]),
            int(data["worse"]),
            _three(data["wins"]),
            _three(data["margins"]),
            _three(data["rounds"]),
            (Counter(data["winners"][0]), Counter(data["winners"][1])),
            (int(data["unfinished"][0]), int(data["unfinished"][1])),
            Counter({rules: int(one[1]) for rules, one in parted.items()}),
            {rules: _pair_of(one[2]) for rules, one in parted.items()},
            {str(kind): [_pair_of(one) for one in some] for kind, some in data["notable"].items()},
            answered=Answered(*data["answered"]),
        )


def _three(data: Sequence[Sequence[int]]) -> tuple[Moments, Moments, Moments]:
    """Return sums of both versions and of their differences."""
    one, two, both = data
    return Moments(*one), Moments(*two), Moments(*both)


def _pair_of(data: Sequence[Any]) -> Pair:
    """Return a pair as JSON gives it back."""
    fight, first, second, parting = data
    if parting is not None:
        step, round_, rules, sentences = parting
        parting = Parting(step, round_, (rules[0], rules[1]), (sentences[0], sentences[1]))
    return Pair(fight, Ending(*first), Ending(*second), parting)


def _noted(
    sums: tuple[Moments, Moments, Moments], one: int, two: int
) -> tuple[Moments, Moments, Moments]:
    change = two - one
    return (
        sums[0] + Moments(1, one, one * one),
        sums[1] + Moments(1, two, two * two),
        sums[2] + Moments(1, change, change * change),
    )


def _both(
    a: tuple[Moments, Moments, Moments], b: tuple[Moments, Moments, Moments]
) -> tuple[Moments, Moments, Moments]:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _first(kind: str, pairs: Iterable[Pair]) -> list[Pair]:
    """Return the few pairs most worth reading."""
    ranked = [(rank, pair) for pair in pairs if (rank := pair.rank(kind)) is not None]
    ranked.sort(key=lambda one: one[0])
    return [pair for _, pair in ranked[:NOTABLE]]


def reduction(sums: tuple[Moments, Moments, Moments]) -> float | None:
    """Return how many times fewer fights pairs need than two independent samples would.

    The variance of either version, summed, over that of the differences; None while that is not
    known: fewer than two pairs, or none that differ.
    """
    spreads = [variance(one) for one in sums]
    if not spreads[2]:
        return None
    return (spreads[0] + spreads[1]) / spreads[2]


def variance(sums: Moments) -> float:
    """Return the variance of what was summed, 0 for fewer than two."""
    if sums.n < 2:
        return 0.0
    return (sums.squares * sums.n - sums.total * sums.total) / (sums.n * (sums.n - 1))


# -- playing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Versions:
    """Two versions of a fight, as they travel to whoever plays them.

    Attributes:
        first: what is played.
        second: the other version: of the same game, with the same sides.
        side: the id of the side that is judged.
        answers: ``own``, or ``same``: players answer in the second as they did in the first,
            wherever the same is asked and that answer is allowed.
    """

    first: Plan
    second: Plan
    side: str
    answers: str = OWN_ANSWERS

    @cached_property
    def both(self) -> Both:
        """Both begun, in this process."""
        return Both(self)

    def open(self) -> Callable[..., Pairs]:
        """Make them ready and return what plays portions of them."""
        return self.both.batch

    def modules(self) -> list[str]:
        """Return the modules that it names by words alone: those of players of one's own."""
        return self.first.modules()

    def __getstate__(self) -> dict[str, object]:
        """Return what travels: both are begun anew where they arrive."""
        return {name: getattr(self, name) for name in ("first", "second", "side", "answers")}


class Both:
    """Two versions of a fight begun once; every pair is played on fresh clones."""

    def __init__(self, versions: Versions) -> None:
        """Begin both.

        Raises:
            InvalidError: one cannot be played, or they are of different games or sides.
        """
        self.arenas = (Arena(versions.first), Arena(versions.second))
        check_alike(*[(arena.ruleset, sides_of(arena)) for arena in self.arenas])
        self.side = sides_of(self.arenas[0]).index(versions.side)
        self.repeats = versions.answers == SAME_ANSWERS
        names = [[unit.name for unit in arena.begun.units] for arena in self.arenas]
        self.alike = names[0] == names[1]
        sides = [[unit.side for unit in arena.begun.units] for arena in self.arenas]
        self.named = sides[0] != sides[1]  # somebody has come or gone: places tell nothing
        self.start = [
            [arena.ruleset.measures(arena.begun, who) for who in range(len(arena.begun.units))]
            for arena in self.arenas
        ]

    def batch(self, first: int, count: int, stop: Callable[[], bool] | None = None) -> Pairs:
        """Play ``count`` pairs from number ``first``; fewer if ``stop`` says so between two."""
        pairs = Pairs(first)
        for number in range(first, first + count):
            if stop is not None and stop():
                break
            pairs.add(*self.pair(number))
        return pairs

    def pair(self, number: int) -> tuple[Pair, Answered]:
        """Play one fight in both versions, and say how often the second was answered alike.

        Raises:
            BrokenFightError: the rules failed in it.
            BotFaultError: a player of somebody's own failed in it.
        """
        try:
            return self._pair(number)
        except BotFaultError:
            raise
        except Exception as fault:
            trace = traceback.format_exc()
            named = f"{type(fault).__name__}: {fault}"
            seed = self.arenas[0].plan.seed
            raise BrokenFightError(seed, number, named, trace) from fault

    def lines(self, number: int) -> tuple[list[Line], Answers]:
        """Return a fight in both versions before its first step, and what is answered in it.

        The first is to be ahead of the second, if that is to be answered alike.
        """
        lines = [Line(arena, number) for arena in self.arenas]
        answers = Answers(named=self.named)
        if self.repeats:
            for line, players in zip(lines, (recorded, repeating), strict=True):
                line.combat.agents = players(line.combat.agents, answers)
        return lines, answers

    def facts(self, lines: Sequence[Line], events: Sequence[list[Event]]) -> list[list[Fact]]:
        """Return what happened in a step of either version, to be compared."""
        return [
            [fact(event, line, self.alike) for event in some]
            for line, some in zip(lines, events, strict=True)
        ]

    def _pair(self, number: int) -> tuple[Pair, Answered]:
        lines, answers = self.lines(number)
        parting: Parting | None = None
        while parting is None and not all([line.over for line in lines]):
            before = [line.combat.round for line in lines]
            events = [line.step() for line in lines]
            facts = self.facts(lines, events)
            if facts[0] != facts[1]:
                parting = self._parting(lines, events, facts, max(before))
        endings = [self._ending(place, line) for place, line in enumerate(lines)]
        if parting is None and endings[0][2:] != endings[1][2:]:
            parting = Parting(lines[0].steps, lines[0].combat.round, ("", ""), ("", ""))
        return Pair(number, endings[0], endings[1], parting), answers.answered

    def _parting(
        self,
        lines: Sequence[Line],
        events: Sequence[list[Event]],
        facts: Sequence[list[Fact]],
        round: int,
    ) -> Parting:
        """Say what happens first in the step in which something else happens."""
        at = 0
        while at < min(map(len, facts)) and facts[0][at] == facts[1][at]:
            at += 1
        told = [line.told(some[at:]) for line, some in zip(lines, events, strict=True)]
        step = max([line.steps for line in lines]) - 1
        return Parting(
            step,
            max(round, 1),
            (told[0][0], told[1][0]),
            (told[0][1], told[1][1]),
        )

    def _ending(self, place: int, line: Line) -> Ending:
        """Play a fight to its end and say how that was."""
        arena, combat = self.arenas[place], line.combat
        line.finish()
        sides = sides_of(arena)
        winner = sides[combat.winner] if combat.outcome and combat.winner >= 0 else ""
        return Ending(
            winner == sides[self.side],
            self._margin(place, combat),
            combat.round,
            winner,
            bool(combat.outcome),
        )

    def _margin(self, place: int, combat: Combat[Any]) -> int:
        """Return the health left of the side that is judged less that of the others."""
        ruleset = self.arenas[place].ruleset
        left: tuple[list[int], list[int]] = ([], [])
        for who, start in enumerate(self.start[place]):
            now = ruleset.measures(combat, who)
            share = 0 if ruleset.down(combat, who) else health(start, now)
            left[combat.units[who].side != self.side].append(share)
        means = [sum(some) // len(some) if some else 0 for some in left]
        return means[0] - means[1]


class Line:
    """One version of a fight under way."""

    def __init__(self, arena: Arena, number: int) -> None:
        self.arena = arena
        self.steps = 0
        self.combat = arena.started(number)
        self.combat.watched = True
        self.thinking = any([agent.thinks for agent in self.combat.agents])

    @property
    def over(self) -> bool:
        """Whether no step is left."""
        return bool(self.combat.outcome) or self.steps >= self.arena.plan.most_steps

    def step(self) -> list[Event]:
        """Make a step, if one is left, and return what happened in it."""
        if self.over:
            return []
        combat = self.combat
        combat.events = []
        combat.dice.log = []
        if self.thinking:
            recorded_step(combat)
        else:
            combat.step()
        self.steps += 1
        return combat.events

    def finish(self) -> None:
        """Play on to the end; nobody watches any more."""
        self.combat.watched = False
        self.combat.events = []
        self.combat.dice.log = None
        self.steps += finish(self.combat, self.arena.plan.most_steps - self.steps)

    def told(self, events: Iterable[Event]) -> tuple[str, str]:
        """Return the rule and the sentence of what happens first."""
        words = self.arena.ruleset.words()
        rule, sentence = "", ""
        for event in events:
            rule = rule or event.rule
            sentence = sentence or said(words, self.combat, event)
            if rule and sentence:
                break
        return rule, sentence


def said(words: Any, combat: Combat[Any], event: Event) -> str:
    """Return the sentence of an event, "" if it has none."""
    return "".join([text for _, text in parts_of(words, combat, event)]).strip()


def sides_of(arena: Arena) -> list[str]:
    """Return the ids of the sides."""
    return [side.id for side in arena.setup.sides]


def check_alike(first: tuple[Ruleset, list[str]], second: tuple[Ruleset, list[str]]) -> None:
    """Refuse versions that cannot be compared.

    Raises:
        InvalidError: they are of different games, or their sides are called otherwise.
    """
    if first[0].id != second[0].id:
        what = f"found {first[0].name} and {second[0].name}, expected two fights of one game"
        raise InvalidError([f"diff: {what}"])
    if first[1] != second[1]:
        found = f"found the sides {', '.join(first[1])} and {', '.join(second[1])}"
        raise InvalidError([f"diff: {found}, expected the same in both"])


def health(start: Mapping[str, int], now: Mapping[str, int]) -> int:
    """Return how much of somebody's health is left, in thousandths of what it began with.

    Health is what the line of a combatant begins with: hit points, or a load that is still small.
    """
    for name, value in now.items():
        tolerance = now.get(f"{name} tolerance")
        if tolerance is not None:
            most = max(1, tolerance, start.get(f"{name} tolerance", 0)) + 1
            return max(0, (most - value) * WHOLE // most)
        most = max(start.get(name, 0), start.get(f"max {name}", 0), 1)
        return min(WHOLE, max(0, value) * WHOLE // most)
    return WHOLE


def fact(event: Event, line: Line, alike: bool) -> Fact:
    """Return what makes an event the same as another: what happens, not how it is reckoned.

    A roll is its faces: another bonus is another fight only where something comes of it. A number
    that changes is how much it changes, not what it was before.
    """
    who: object = event.who
    other: object = event.other
    if not alike:  # the same people have other numbers
        units = line.combat.units
        who = units[event.who].name if event.who >= 0 else ""
        other = units[event.other].name if event.other >= 0 else ""
    if isinstance(event, Rolled):
        return "rolled", who, event.what, event.rule, tuple(event.faces)
    if isinstance(event, Moved | Placed):
        return event.kind, who, other, event.what, event.before, event.after, event.way
    if isinstance(event, Change):
        return event.kind, who, other, event.what, event.amount, event.ability
    if isinstance(event, Told):
        return event.name, who, other, event.what, event.cell, event.goal
    return event.kind, who, other, event.what, event.rule, event.amount
