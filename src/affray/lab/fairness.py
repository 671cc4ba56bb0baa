"""Is a fight fair? A verdict that stops by itself, and what a game master wants to know beside it.

Fights are played until the interval of a side's chance to win lies within one of the words: fair,
favours somebody, deadly. It is looked at every ``LOOK`` fights, and stays true however often one
looks (:mod:`affray.lab.sequences`). The same seed gives the same verdict for any number of
workers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from affray.bots import LEVELS
from affray.bots.thinking import THINKING as LEVELS_THAT_THINK
from affray.content.problems import nearest
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.scene import recorded_step
from affray.core.setup import Setup
from affray.intervals import Moments
from affray.lab.keeping import Kept, same
from affray.lab.results import heading
from affray.lab.sequences import ALWAYS, FIXED, Interval, of_mean, of_result, of_share
from affray.lab.swings import WATCHED, Swings, can_watch, watch
from affray.sim import batches
from affray.sim.batches import Arena, Plan, Source, from_content
from affray.sim.counts import Batch, Row
from affray.sim.executors import Executor
from affray.sim.matches import seats_of_sides
from affray.sim.players import Player, name_of

LOOK: Final = 50  # fights between two looks
LEAST: Final = 200  # fights before a verdict: who falls and what is left wants some, too
MOST: Final = 1500  # fights after which what is not known stays unknown
FEW: Final = 24  # fights of players that think: each costs a few hundred times as much
PLAIN: Final = "greedy"
THINKER: Final = "sharp"
FEW_WATCHED: Final = 20  # fights that are watched where players think
WATCHING: Final = "watching"

FAIR: Final = "fair"
FAVOURS: Final = "favours"
DEADLY: Final = "deadly"

# Which pairs of players fight: the first of each has the side that is judged.
EQUAL: Final = "equal plain"
EQUAL_THINKING: Final = "equal thinking"
OUTPLAYED: Final = "outplayed"
OUTPLAYING: Final = "outplaying"
SEATED: Final = "as seated"
WHICH: Final[dict[str, tuple[str, ...]]] = {
    "plain": (EQUAL,),
    "thinking": (EQUAL_THINKING,),
    "band": (EQUAL, EQUAL_THINKING, OUTPLAYED, OUTPLAYING),
}


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Which chances to win are called what, for two sides; a draw counts half.

    Fair is 40 to 60 %: whoever wins less still wins two fights in five, and over an evening of
    fights nobody could tell it from an even one (60 % against 50 % takes some 200 fights to tell
    apart). Deadly is 25 % and less: three lost for each one won. What lies between favours
    one side. With more than two sides all of these shrink to each one's part.
    """

    low: float = 0.40
    high: float = 0.60
    deadly: float = 0.25

    def __post_init__(self) -> None:
        """Refuse bounds that do not rise."""
        if not 0 <= self.deadly <= self.low < self.high <= 1:
            found = f"deadly {self.deadly:g}, fair {self.low:g} to {self.high:g}"
            raise InvalidError([f"thresholds: found {found}, expected them to rise from 0 to 1"])

    def zones(self, sides: int) -> list[Zone]:
        """Return the words with their bounds, from losing to winning."""
        part = 2 / sides
        edges = [0.0, self.deadly * part, self.low * part, min(1.0, self.high * part), 1.0]
        words = [(DEADLY, False), (FAVOURS, False), (FAIR, False), (FAVOURS, True)]
        return [
            Zone(word, ours, low, high)
            for (word, ours), low, high in zip(words, edges, edges[1:], strict=False)
        ]

    def touched(self, low: float, high: float, sides: int) -> list[Zone]:
        """Return the words that chances between two bounds may have."""
        found = [one for one in self.zones(sides) if low < one.high and high > one.low]
        return found or [self.zones(sides)[0 if high <= 0 else -1]]


class Zone(NamedTuple):
    """A word for chances from ``low`` to ``high``; ``ours``: it favours the side judged."""

    word: str
    ours: bool
    low: float
    high: float


class Expectation(NamedTuple):
    """What somebody expects of the chance to win: bounds, as shares."""

    low: float
    high: float

    def answer(self, found: Interval) -> str:
        """Return ``met``, ``missed`` or, where the interval reaches across, ``undecided``."""
        if found.holds(self.low, self.high):
            return "met"
        return "missed" if found.apart(self.low, self.high) else "undecided"


@dataclass(slots=True)
class Pair:
    """What came of the fights of one pair of players.

    Attributes:
        name: which pair: ``equal plain``, ``equal thinking``, ``outplayed``, ``outplaying``.
        batch: counts of the fights; ``players`` are in it.
        side: the side that is judged, by number.
        kind: whether the number of fights was fixed beforehand: when its intervals are true.
        stopped: why it ended: ``verdict``, ``count`` or ``interrupted``.
        left: what was left of everybody at the end of those fights that the side won.
    """

    name: str
    batch: Batch
    side: int
    kind: str = ALWAYS
    stopped: str = ""
    left: list[dict[str, Moments]] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Count a fight."""
        self.batch.add(row)
        if row.winner != self.side or not row.reason:
            return
        if not self.left:
            self.left = [{} for _ in self.batch.names]
        for sums, values in zip(self.left, row.measures, strict=True):
            for name, value in values.items():
                sums[name] = sums.get(name, Moments()) + Moments(1, value, value * value)

    def result(self) -> Interval:
        """Return the side's chance with draws shared, valid whenever one stops: the verdict's."""
        batch = self.batch
        shared = (batch.draws + len(batch.unfinished)) / len(batch.sides)
        return of_result(batch.wins[self.side] + shared, batch.count)

    def wins(self, side: int) -> Interval:
        """Return how often a side wins."""
        return of_share(self.batch.wins[side], self.batch.count, self.kind)

    def draws(self) -> Interval:
        """Return how often nobody wins."""
        return of_share(self.batch.draws, self.batch.count, self.kind)

    def unfinished(self) -> Interval:
        """Return how often a fight does not end within the cap of steps."""
        return of_share(len(self.batch.unfinished), self.batch.count, self.kind)

    def fallen(self, who: int) -> Interval:
        """Return how often somebody is down at the end."""
        return of_share(self.batch.fallen[who], self.batch.count, self.kind)

    def as_counts(self) -> dict[str, Any]:
        """Return the counts as plain data for JSON, which ``take`` takes back."""
        left = [{name: one.as_data() for name, one in sums.items()} for sums in self.left]
        return {"counts": self.batch.as_data(), "left": left, "stopped": self.stopped}

    def take(self, data: Mapping[str, Any]) -> Pair:
        """Go on where ``as_counts`` was taken, in place of nothing; return itself.

        Raises:
            ValueError, KeyError, TypeError: it is something else.
        """
        self.batch.take(data["counts"])
        self.batch.stopped = ""
        self.left = [
            {str(name): Moments(*one) for name, one in sums.items()} for sums in data["left"]
        ]
        self.stopped = str(data["stopped"])
        return self

    def as_data(self, thresholds: Thresholds) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        batch = self.batch
        if not batch.count:
            return {"pair": self.name, "players": batch.players, "fights": 0}
        rounds = sum_of(batch.rounds)
        zones = self.zones(thresholds)
        return {
            "pair": self.name,
            "players": batch.players,
            "fights": batch.count,
            "stopped": self.stopped,
            "intervals": self.kind,
            "words": [spoken(zone, batch.sides, self.side) for zone in zones],
            "chance": self.result().as_data(),
            "wins": {side: self.wins(n).as_data() for n, side in enumerate(batch.sides)},
            "draws": self.draws().as_data(),
            "unfinished": self.unfinished().as_data(),
            "rounds": {
                "mean": rounds.mean().mean,
                "interval": bounds(rounds),
                "half_within": batch.rounds_at(0.5),
                "nine_of_ten_within": batch.rounds_at(0.9),
            },
            "combatants": [
                {
                    "name": name,
                    "side": batch.sides[batch.side_of[who]],
                    "fallen": self.fallen(who).as_data(),
                    "left": {
                        what: {"mean": sums.mean().mean, "interval": bounds(sums)}
                        for what, sums in batch.measures[who].items()
                    },
                    "left_when_won": {
                        what: {"mean": sums.mean().mean, "interval": bounds(sums)}
                        for what, sums in (self.left[who] if self.left else {}).items()
                    },
                }
                for who, name in enumerate(batch.names)
            ],
            "digest": f"{batch.digest:016x}",
        }

    def zones(self, thresholds: Thresholds) -> list[Zone]:
        """Return the words that are possible; one of them is a verdict."""
        chance = self.result()
        return thresholds.touched(chance.low, chance.high, len(self.batch.sides))


def sum_of(counts: Mapping[int, int]) -> Moments:
    """Return numbers that were counted as sums."""
    total = Moments()
    for number, fights in counts.items():
        total += Moments(fights, number * fights, number * number * fights)
    return total


def bounds(sums: Moments) -> list[float] | None:
    """Return the interval of a mean for JSON; None if there are too few values."""
    low, high = of_mean(sums)
    return None if math.isnan(low) else [low, high]


def spoken(zone: Zone, sides: Sequence[str], side: int) -> str:
    """Return the word of a zone: ``favours`` with the side that it favours."""
    if zone.word != FAVOURS:
        return zone.word
    return f"favours {favoured(zone, sides, side)}"


def favoured(zone: Zone, sides: Sequence[str], side: int) -> str:
    """Return whom a zone favours: a side, or all others together."""
    if zone.ours:
        return sides[side]
    others = [name for number, name in enumerate(sides) if number != side]
    return others[0] if len(others) == 1 else "the others"


@dataclass(slots=True)
class Fairness:
    """The answer to whether a fight is fair.

    Attributes:
        encounter: an id, or a path as it was given.
        ruleset: whose rules were played.
        seed: what dice and whims came from.
        side: the side that is judged, by number; ``sides`` their ids, ``titles`` their names.
        thresholds: which chances are called what.
        pairs: what came of each pair of players; the first is the verdict's.
        swings: what moved the chance to win in plain play, None where no game's weights tell.
        expected: what somebody expected, if so.
        left_out: pairs that cannot be played, and why.
        stopped: ``interrupted`` if somebody broke it off.
        seconds: what it took.
    """

    encounter: str
    ruleset: Ruleset
    seed: int
    side: int
    sides: tuple[str, ...]
    titles: tuple[str, ...]
    thresholds: Thresholds
    pairs: list[Pair] = field(default_factory=list)
    swings: Swings | None = None
    expected: Expectation | None = None
    left_out: list[str] = field(default_factory=list)
    stopped: str = ""
    seconds: float = 0.0

    @property
    def first(self) -> Pair:
        """The pair of players that the verdict is about."""
        return self.pairs[0]

    @property
    def fights(self) -> int:
        """How many fights were played for it."""
        return sum([pair.batch.count for pair in self.pairs])

    def pair(self, name: str) -> Pair | None:
        """Return what came of a pair of players, None if it was not played."""
        return next((one for one in self.pairs if one.name == name and one.batch.count), None)

    def verdict(self) -> str:
        """Return ``fair``, ``favours SIDE``, ``deadly``, or "" while it may be one or another."""
        zones = self.first.zones(self.thresholds)
        return spoken(zones[0], self.sides, self.side) if len(zones) == 1 else ""

    def agrees(self) -> bool:
        """Return whether equals that think may have the same verdict as plain ones."""
        others = self.pair(EQUAL_THINKING)
        if others is None or others is self.first:
            return True
        ours = self.first.zones(self.thresholds)
        return any([zone in ours for zone in others.zones(self.thresholds)])

    def answer(self) -> str:
        """Return ``met``, ``missed`` or ``undecided``; "" if nothing was expected."""
        return self.expected.answer(self.first.result()) if self.expected else ""

    def as_data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        head = heading("fair", self.encounter, self.ruleset, self.seed, self.first.batch.players)
        known = self.first.batch.count > 0
        return {
            **head,
            "side": self.sides[self.side],
            "verdict": (self.verdict() or "undecided") if known else "unknown",
            "equals_that_think_agree": self.agrees() if known else None,
            "thresholds": {
                "fair": [self.thresholds.low, self.thresholds.high],
                "deadly": self.thresholds.deadly,
            },
            "expected": list(self.expected) if self.expected else None,
            "answer": (self.answer() or None) if known else None,
            "pairs": [pair.as_data(self.thresholds) for pair in self.pairs],
            "left_out": self.left_out,
            "swings": swings_data(self.swings) if self.swings is not None else None,
            "stopped": self.stopped or self.first.stopped,
            "fights": self.fights,
            "seconds": round(self.seconds, 2),
        }


def swings_data(swings: Swings) -> dict[str, Any]:
    """Return what moved the chance to win as plain data for JSON."""
    return {
        "word": swings.word(),
        "fights": swings.fights,
        "lead_changes": swings.leads.mean().mean if swings.fights else None,
        "comebacks": of_share(swings.comebacks, swings.won).as_data() if swings.won else None,
        "telling": [one.as_data() for one in swings.most(10)],
    }


class Step(NamedTuple):
    """How far it is, for whoever shows progress.

    Attributes:
        what: the pair of players whose fights are played, or ``watching``.
        done: fights so far.
        most: fights at the most.
        low: the least chance to win that is still possible; ``high`` the greatest.
    """

    what: str
    done: int
    most: int
    low: float
    high: float


class _Enough(Exception):  # noqa: N818 - no error: the verdict is known
    """Ends a run of fights."""


def fair(
    encounter: str | Path | Source,
    *,
    side: str = "",
    players: str = "plain",
    thinker: str = THINKER,
    seats: Mapping[str, Player] | None = None,
    seed: int = 1,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    most: int = MOST,
    few: int = FEW,
    thresholds: Thresholds | None = None,
    expected: tuple[float, float] | None = None,
    watched: int = WATCHED,
    progress: Callable[[Step], None] | None = None,
    keep: Kept | None = None,
) -> Fairness:
    """Judge whether a fight is fair.

    Args:
        encounter: an id, the path of a file, or what returns a ruleset and a setup.
        side: the id of the side that is judged; "": the first.
        players: ``plain``: equals that play plainly, the quick answer; ``thinking``: equals that
            think; ``band``: both, and how it goes if one side outplays the other.
        thinker: the player that thinks, as ``affray.bots.LEVELS`` names them.
        seats: who plays which seat, as :func:`affray.sim.run` takes them: these players alone
            fight, and ``players`` is not looked at.
        seed: what all dice and whims of players come from.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the answer is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it; it stays open.
        most: fights of plain players after which what is not known stays unknown.
        few: fights of each pair of which one thinks, a number fixed beforehand.
        thresholds: which chances to win are called what.
        expected: bounds of the chance to win, as shares: fights go on until it is known whether it
            lies within.
        watched: fights of the first pair that are watched for what moves the chance to win.
        progress: called now and then with how far it is.
        keep: where what was played is kept; what is there already is not played again.

    Returns:
        The verdict with all that belongs to it. Ctrl-C ends it early, with what is known so far;
        ``stopped`` then says ``interrupted``.

    Raises:
        InvalidError: the encounter or a pack is at fault, or there is no such side or player.
        BrokenFightError: the rules failed in a fight.
    """
    start = perf_counter()
    source = encounter if callable(encounter) else from_content(encounter, packs)
    ruleset, setup = source()
    found = Fairness(
        "" if callable(encounter) else str(encounter),
        ruleset,
        seed,
        side_of(setup, side),
        tuple([one.id for one in setup.sides]),
        tuple([one.name or one.id for one in setup.sides]),
        thresholds or Thresholds(),
        expected=Expectation(*expected) if expected else None,
    )
    chosen = pairings(setup, found, players, thinker, seats)
    if keep is not None:
        keep.begin(question(source, found, chosen, few), most)
    for name, seating in chosen:
        thoughtful = any([player in SLOW for player in seating.values()])
        found.pairs.append(
            play(
                source,
                found,
                name,
                seating,
                jobs=jobs,
                executor=executor,
                most=few if thoughtful else most,
                fixed=thoughtful,
                progress=progress,
                keep=keep,
            )
        )
        if found.pairs[-1].stopped == "interrupted":
            found.stopped = "interrupted"
            break
    if watched and not found.stopped and can_watch(ruleset.tactics(), ruleset.version):
        found.swings = seen(source, found, chosen[0][1], watched, progress, keep)
    found.seconds = perf_counter() - start
    return found


def question(
    source: Source, found: Fairness, chosen: Sequence[tuple[str, Mapping[str, Player]]], few: int
) -> dict[str, Any]:
    """Return what must be the same for a verdict to go on with what is kept of another."""
    first = Plan(source, found.seed, chosen[0][1])
    return {
        "kind": "fair",
        **same(first),
        "side": found.sides[found.side],
        "pairs": [
            [name, {seat: name_of(player) for seat, player in seating.items()}]
            for name, seating in chosen
        ],
        "few": few,
        "thresholds": [found.thresholds.low, found.thresholds.high, found.thresholds.deadly],
        "expected": list(found.expected) if found.expected else None,
    }


SLOW: Final = tuple([level.name for level in LEVELS_THAT_THINK])


def side_of(setup: Setup, id: str) -> int:
    """Return the number of a side.

    Raises:
        InvalidError: there is none of this id.
    """
    ids = [one.id for one in setup.sides]
    if not id:
        return 0
    if id not in ids:
        close = nearest(id, ids)
        hint = f"; did you mean {close}?" if close else f", expected one of {', '.join(ids)}"
        raise InvalidError([f"side: found {id!r}{hint}"])
    return ids.index(id)


def pairings(
    setup: Setup,
    found: Fairness,
    players: str,
    thinker: str,
    seats: Mapping[str, Player] | None,
) -> list[tuple[str, dict[str, Player]]]:
    """Return the pairs of players to play, each with who has which seat.

    Raises:
        InvalidError: there is no such player, or no such choice of pairs.
    """
    if seats:
        return [(SEATED, dict(seats))]
    if players not in WHICH:
        known = ", ".join(WHICH)
        raise InvalidError([f"players: found {players!r}, expected one of {known}"])
    if thinker not in LEVELS:
        close = nearest(thinker, LEVELS)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"thinker: no player is called {thinker!r}{hint}"])
    everybody = [seat for number, seat in enumerate(setup.seats) if number != setup.gm()]
    ours = {setup.seats[seat] for seat in seats_of_sides(setup)[found.side]}
    theirs = {
        setup.seats[seat]
        for number, those in enumerate(seats_of_sides(setup))
        for seat in those
        if number != found.side
    }
    made: list[tuple[str, dict[str, Player]]] = []
    for name in WHICH[players]:
        if name in (OUTPLAYED, OUTPLAYING) and ours & theirs:
            shared = ", ".join(sorted(ours & theirs))
            found.left_out.append(f"{name}: the seat {shared} decides for more than one side")
            continue
        we = PLAIN if name in (EQUAL, OUTPLAYED) else thinker
        they = PLAIN if name in (EQUAL, OUTPLAYING) else thinker
        made.append((name, {seat: we if seat in ours else they for seat in everybody}))
    return made


def play(
    source: Source,
    found: Fairness,
    name: str,
    seating: Mapping[str, Player],
    *,
    jobs: int,
    executor: Executor | None,
    most: int,
    fixed: bool,
    progress: Callable[[Step], None] | None,
    keep: Kept | None = None,
) -> Pair:
    """Play the fights of a pair of players; without a fixed number until the verdict is known."""
    plan = Plan(source, found.seed, dict(seating))
    pair = Pair(name, Arena(plan).empty(0), found.side, FIXED if fixed else ALWAYS)
    part_name = name.replace(" ", "-")
    if keep is not None:
        pair = keep.taken(part_name, pair.take) or pair
    first = pair.batch.count
    if pair.stopped == "verdict":
        return pair
    pair.stopped = "count"
    if first >= most:
        return pair

    def take(part: Batch) -> None:
        for row in part.rows:
            pair.add(row)
            if not fixed and pair.batch.count % LOOK == 0 and known(pair, found):
                pair.stopped = "verdict"
                raise _Enough
        if keep is not None:
            keep.note(part_name, pair.batch.count, pair.as_counts)
        if progress is not None:
            chance = pair.result()
            progress(Step(name, pair.batch.count, most, chance.low, chance.high))

    try:
        whole = batches.run(
            source,
            seed=found.seed,
            first=first,
            count=most - first,
            seats=seating,
            jobs=jobs,
            executor=executor,
            rows=take,
        )
        pair.stopped = whole.stopped or "count"
    except _Enough:
        pass
    finally:
        if keep is not None:
            keep.save(part_name, pair.batch.count, pair.as_counts())
    if pair.stopped == "interrupted":
        pair.kind = ALWAYS
    return pair


def known(pair: Pair, found: Fairness) -> bool:
    """Return whether a pair's fights suffice: for the verdict, and for what was expected."""
    if pair.batch.count < LEAST or len(pair.zones(found.thresholds)) > 1:
        return False
    expected = found.expected
    return expected is None or expected.answer(pair.result()) != "undecided"


def seen(
    source: Source,
    found: Fairness,
    seating: Mapping[str, Player],
    watched: int,
    progress: Callable[[Step], None] | None,
    keep: Kept | None = None,
) -> Swings:
    """Watch the first fights of the first pair."""
    pair = found.first
    plan = Plan(source, found.seed, seating)
    slow = any([player in SLOW for player in pair.batch.players.values()])
    many = min(watched, pair.batch.count, FEW_WATCHED if slow else watched)
    chance = pair.result()

    swings = Swings()
    if keep is not None:
        swings = keep.taken(WATCHING, Swings.taken) or swings
    try:
        for one in watch(Arena(plan), found.side, range(swings.fights, many)):
            swings = swings + one
            if keep is not None:
                keep.note(WATCHING, swings.fights, swings.as_sums)
            if progress is not None:
                progress(Step(WATCHING, swings.fights, many, chance.low, chance.high))
    except KeyboardInterrupt:
        found.stopped = "interrupted"
    if keep is not None:
        keep.save(WATCHING, swings.fights, swings.as_sums())
    return swings


class Estimate(NamedTuple):
    """What a pair of players may cost: seconds of one worker a fight, and fights at the most."""

    name: str
    each: float
    fights: int

    @property
    def seconds(self) -> float:
        """Return the seconds of one worker for all of them."""
        return self.each * self.fights


def estimate(
    encounter: str | Path | Source,
    *,
    side: str = "",
    players: str = "plain",
    thinker: str = THINKER,
    seats: Mapping[str, Player] | None = None,
    seed: int = 1,
    packs: Sequence[str | Path] = (),
    most: int = MOST,
    few: int = FEW,
) -> list[Estimate]:
    """Measure what :func:`fair` will cost, by a first fight of each pair, or a piece of it.

    It takes what :func:`fair` takes.

    Raises:
        InvalidError: as :func:`fair` does.
    """
    source = encounter if callable(encounter) else from_content(encounter, packs)
    ruleset, setup = source()
    sides = tuple([one.id for one in setup.sides])
    found = Fairness("", ruleset, seed, side_of(setup, side), sides, sides, Thresholds())
    steps = 0
    made: list[Estimate] = []
    for name, seating in [("", {}), *pairings(setup, found, players, thinker, seats)]:
        arena = Arena(Plan(source, seed, seating))
        spent, done, over = tried(arena)
        steps = steps or max(1, done)
        slow = any([player in SLOW for player in seating.values()])
        if name:
            each = spent if over else spent * max(1.0, steps / max(1, done))
            made.append(Estimate(name, each, few if slow else most))
    return made


TRIED: Final = 1.5  # seconds that are spent on a first fight


def tried(arena: Arena) -> tuple[float, int, bool]:
    """Return the seconds and steps of the first fight, and whether it came to its end."""
    combat = arena.started(0)
    start, done = perf_counter(), 0
    while not combat.outcome and perf_counter() - start < TRIED:
        recorded_step(combat)
        done += 1
    return perf_counter() - start, done, bool(combat.outcome)
