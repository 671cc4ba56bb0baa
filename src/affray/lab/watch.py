"""What is seen in fights: who did what to whom, how health went, where people stood and fell.

Fights are played as :mod:`affray.sim` plays them, by number, but watched. All that is kept comes
from typed events: it is the same for every game, and adds up over fights in any order.
"""

from __future__ import annotations

import math
import traceback
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from affray.core.combat import Combat
from affray.core.event import (
    Change,
    ConditionGained,
    Damaged,
    Died,
    Event,
    Fell,
    Healed,
    Moved,
    Placed,
    Rose,
    RoundBegan,
    Told,
    TurnBegan,
)
from affray.core.scene import recorded_step
from affray.lab.running import INTERRUPTED, lent
from affray.sim.batches import (
    Arena,
    BrokenFightError,
    Plan,
    Portions,
    Source,
    digest,
    from_content,
)
from affray.sim.counts import Batch, Row
from affray.sim.executors import Executor, Play
from affray.sim.intervals import Moments
from affray.sim.players import BotFaultError, Player

# The words with which games announce that somebody uses an ability, a weapon, a spell or a thing.
USED: Final = frozenset(
    (
        *("uses", "casts", "invokes", "attacks", "shoves", "grapples", "art", "lays"),
        *("responds", "interrupts", "reacts", "catches", "free hit", "draws on"),
    )
)
# The numbers that say how somebody is: hit points of any name, and loads.
HEALTH: Final = ("hp", "health", "endurance", "fatigue", "stress")
LEFT: Final = "left"  # of somebody's health, in thousandths
UNCOUNTED: Final = ("wounds",)  # lasting marks of harm, beside the harm that left them
# Rounds from the beginning: what happens in them may decide a fight, and does not merely end it, if
# they are no more than half of what fights take.
EARLY: Final = (2, 4, 8)
HARD: Final = 0.5  # of somebody's health: a hit that takes so much is told of
FEWEST: Final = 10  # fights with and without a fact, below which it is not judged
SURE: Final = 0.95


class Deed(NamedTuple):
    """Who does what to whom: combatants by index, -1 nobody in particular.

    ``ability`` is the id of an ability, spell, weapon or thing, "" where a rule did it.
    """

    who: int
    ability: str
    whom: int


class Effect(NamedTuple):
    """What deeds came to.

    Attributes:
        uses: how often it was used on that target.
        damage: harm done: hit points taken, loads given.
        healed: harm undone.
        conditions: conditions given.
        felled: how often the target went down by it.
    """

    uses: int = 0
    damage: int = 0
    healed: int = 0
    conditions: int = 0
    felled: int = 0

    def __add__(self, other: tuple[Any, ...]) -> Effect:
        """Return the sums of both."""
        return Effect(*[a + b for a, b in zip(self, other, strict=True)])


class Fall(NamedTuple):
    """Somebody went down: in which round, where (-1 unknown), by whom and what."""

    round: int
    who: int
    cell: int
    by: int
    ability: str


class Fact(NamedTuple):
    """Something that may happen in a fight: a ``kind``, and who and what it is about.

    ``acts-first`` (side ``other``), ``falls-first`` (``who``); and ``within`` so many rounds from
    the beginning ``falls`` (``who``), ``hit-hard`` (``who`` by ``other``: half of the number
    ``what`` in one go), ``uses`` (``who``, ``what``) and ``suffers`` (``who``, the condition
    ``what``).
    """

    kind: str
    who: int = -1
    other: int = -1
    what: str = ""
    within: int = 0


Numbers = tuple[Mapping[str, int], ...]  # by combatant


@dataclass(slots=True)
class FightSeen:
    """What was seen in one fight.

    Attributes:
        row: what a simulation keeps of it.
        numbers: hit points, loads, resources of everybody by round: at the fight's beginning, then
            at the end of each round; the last is the fight's end. ``left`` is the share of health
            that is left, in thousandths, 0 of the fallen.
        stood: how many rounds' ends found somebody on a cell, (who, cell), the fallen left out.
        falls: in order; somebody who rises may fall again.
        deeds: what was done to whom.
        facts: what else there is to tell of it.
        rising: the numbers that harm makes larger: loads.
        events: all of them, if they were asked for.
    """

    row: Row
    numbers: list[Numbers] = field(default_factory=list)
    stood: Counter[tuple[int, int]] = field(default_factory=Counter)
    falls: list[Fall] = field(default_factory=list)
    deeds: dict[Deed, Effect] = field(default_factory=dict)
    facts: set[Fact] = field(default_factory=set)
    rising: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)

    def left(self, who: int) -> int:
        """Return what somebody has left of its health at the end, in thousandths."""
        return self.numbers[-1][who].get(LEFT, 0)


class Telling(NamedTuple):
    """How much a fact has to do with who wins: the wins of a side with it and without it."""

    fact: Fact
    side: int
    fights: int
    wins: int
    others: int
    other_wins: int

    @property
    def share(self) -> float:
        """Return the side's share of the fights with the fact."""
        return self.wins / self.fights

    @property
    def other_share(self) -> float:
        """Return its share of those without."""
        return self.other_wins / self.others


@dataclass(slots=True)
class Seen:
    """What was seen in many fights; sums, that add up in any order.

    Attributes:
        names: of everybody, as keys name them; after the members of the encounter one for each
            side, that stands for whoever it calls in the fight.
        titles: the same, as sentences name them.
        sides: the ids of the sides.
        side_titles: their names.
        side_of: the side of everybody.
        limits: what the numbers of everybody can be at the most, as far as that is known.
        batch: what a simulation counts of the same fights.
        at: by (round, who, number): its value at the end of that round, of the fights that reached
            it; round 0 is the beginning.
        last: by (last round, who, number): its value when the fight ended.
        stood: by (who, cell): rounds' ends.
        fell: by (who, cell): falls.
        fell_in: by (who, round): falls.
        deeds: what was done to whom.
        used_in: by (who, ability): the fights in which it was used.
        facts: by (fact, winner): fights.
        rising: the numbers that harm makes larger.
        ends: what every side had left of its health at the end of each fight, in thousandths of one
            member's; kept with the rows.
    """

    names: tuple[str, ...]
    titles: tuple[str, ...]
    sides: tuple[str, ...]
    side_titles: tuple[str, ...]
    side_of: tuple[int, ...]
    limits: tuple[Mapping[str, int], ...]
    batch: Batch
    at: dict[tuple[int, int, str], Moments] = field(default_factory=dict)
    last: dict[tuple[int, int, str], Moments] = field(default_factory=dict)
    stood: Counter[tuple[int, int]] = field(default_factory=Counter)
    fell: Counter[tuple[int, int]] = field(default_factory=Counter)
    fell_in: Counter[tuple[int, int]] = field(default_factory=Counter)
    deeds: dict[Deed, Effect] = field(default_factory=dict)
    used_in: Counter[tuple[int, str]] = field(default_factory=Counter)
    facts: Counter[tuple[Fact, int]] = field(default_factory=Counter)
    rising: set[str] = field(default_factory=set)
    ends: list[tuple[int, ...]] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Return how many fights were seen."""
        return self.batch.count

    def add(self, one: FightSeen, *, keep: bool = False) -> None:
        """Count the next fight.

        Args:
            one: what was seen in it.
            keep: whether to keep its row and its end as well.
        """
        self.batch.add(one.row, keep=keep)
        end = len(one.numbers) - 1
        for round, everybody in enumerate(one.numbers):
            _note(self.at, round, everybody)
        _note(self.last, end, one.numbers[end])
        self.stood.update(one.stood)
        for fall in one.falls:
            self.fell[fall.who, fall.cell] += 1
            self.fell_in[fall.who, fall.round] += 1
        used: set[tuple[int, str]] = set()
        for deed, effect in one.deeds.items():
            self.deeds[deed] = self.deeds.get(deed, NOTHING) + effect
            if deed.ability and deed.who >= 0:
                used.add((deed.who, deed.ability))
        self.used_in.update(used)
        self.facts.update([(fact, one.row.winner) for fact in one.facts])
        self.rising |= one.rising
        if keep:
            left = [0] * len(self.sides)
            for who in range(len(one.numbers[end])):
                left[self.side_of[who]] += one.left(who)
            self.ends.append(tuple(left))

    def __add__(self, later: Seen) -> Seen:
        """Return what was seen in these fights and in those that follow them, without rows."""
        return Seen(
            self.names,
            self.titles,
            self.sides,
            self.side_titles,
            self.side_of,
            self.limits,
            self.batch + later.batch,
            _together(self.at, later.at),
            _together(self.last, later.last),
            self.stood + later.stood,
            self.fell + later.fell,
            self.fell_in + later.fell_in,
            {
                deed: self.deeds.get(deed, NOTHING) + later.deeds.get(deed, NOTHING)
                for deed in {**self.deeds, **later.deeds}
            },
            self.used_in + later.used_in,
            self.facts + later.facts,
            self.rising | later.rising,
        )

    def curve(self, who: int, name: str) -> list[float]:
        """Return the mean of a number of somebody at the end of each round, from round 0.

        A fight that is over counts on with what it ended with, so that late rounds are not those
        of long fights alone. Empty if it has no such number.

        Args:
            who: by index.
            name: of the number, as ``limits`` and events have it; ``left`` is the share of health
                that is left, in thousandths.
        """
        most = max(self.batch.rounds, default=0)
        found: list[float] = []
        over = Moments()
        for round in range(most + 1):
            here = self.at.get((round, who, name), Moments())
            every = here + over
            if not every.n:
                return []
            found.append(every.total / every.n)
            over += self.last.get((round, who, name), Moments())
        return found

    def abilities(self) -> dict[tuple[int, str], Effect]:
        """Return what everybody's abilities came to, whoever was meant."""
        found: dict[tuple[int, str], Effect] = {}
        for deed, effect in sorted(self.deeds.items()):
            key = deed.who, deed.ability
            found[key] = found.get(key, NOTHING) + effect
        return found

    def telling(self, most: int = 3) -> list[Telling]:
        """Return the facts that have most to do with who wins, the most telling first.

        A fact is told only if its share of wins differs from that without it by more than chance
        explains, also when so many facts are compared; and only once of the same person. That it
        goes along with winning does not prove that it makes for it.
        """
        half = max(EARLY[0], self.batch.rounds_at(0.5) / 2)
        known: dict[Fact, Counter[int]] = {}
        for (fact, winner), fights in self.facts.items():
            if fact.within > half:
                continue
            known.setdefault(fact, Counter())[winner] += fights
        ranked: list[tuple[float, Telling]] = []
        judged = 0
        for fact, winners in sorted(known.items()):
            fights = winners.total()
            others = self.count - fights
            if min(fights, others) < FEWEST:
                continue
            judged += 1
            best = max(
                [
                    Telling(fact, side, fights, winners[side], others, wins - winners[side])
                    for side, wins in enumerate(self.batch.wins)
                ],
                key=_information,
            )
            ranked.append((_information(best), best))
        ranked.sort(key=lambda one: -one[0])  # stable: equal ones stay in order
        z = NormalDist().inv_cdf(1 - (1 - SURE) / (2 * max(1, judged * len(self.sides))))
        found: list[Telling] = []
        for information, telling in ranked:
            if len(found) >= most or 2 * self.count * information <= z * z:
                break
            about = (telling.fact.who, telling.fact.other if telling.fact.who < 0 else -1)
            if all([(one.fact.who, one.fact.other if one.fact.who < 0 else -1) != about
                    for one in found]):  # fmt: skip
                found.append(telling)
        return found

    def sentence(self, fact: Fact) -> str:
        """Return a fact in words."""
        who = self.titles[fact.who] if fact.who >= 0 else "somebody"
        thing = plain(fact.what)
        if fact.kind == "acts-first":
            return f"{self.side_titles[fact.other]} act first"
        if fact.kind == "falls-first":
            return f"{who} is the first to fall"
        early = f"in the first {fact.within} rounds"
        if fact.kind == "falls":
            return f"{who} falls {early}"
        if fact.kind == "hit-hard":
            most = f"{thing} tolerance" if fact.what in self.rising else thing
            return f"one hit of {self.titles[fact.other]} takes half of {who}'s {most} {early}"
        if fact.kind == "suffers":
            return f"{who} suffers {thing} {early}"
        return f"{who} uses {thing} {early}"


NOTHING: Final = Effect()


def _note(sums: dict[tuple[int, int, str], Moments], round: int, everybody: Numbers) -> None:
    for who, numbers in enumerate(everybody):
        for name, value in numbers.items():
            key = round, who, name
            sums[key] = sums.get(key, Moments()) + Moments(1, value, value * value)


def _together(
    a: Mapping[tuple[int, int, str], Moments], b: Mapping[tuple[int, int, str], Moments]
) -> dict[tuple[int, int, str], Moments]:
    return {key: a.get(key, Moments()) + b.get(key, Moments()) for key in {**a, **b}}


def _information(one: Telling) -> float:
    """Return how much a fact tells of whether a side wins, in nats: mutual information."""
    every = one.fights + one.others
    wins = one.wins + one.other_wins
    cells = (
        (one.wins, one.fights, wins),
        (one.fights - one.wins, one.fights, every - wins),
        (one.other_wins, one.others, wins),
        (one.others - one.other_wins, one.others, every - wins),
    )
    return sum([hits / every * math.log(hits * every / (a * b)) for hits, a, b in cells if hits])


def plain(id: str) -> str:
    """Return an id as a word of a sentence."""
    return id.replace("-", " ")


def title_of(name: str) -> str:
    """Return a name as people write it, if it is one of keys."""
    if name != name.lower() or " " in name:
        return name
    return " ".join([word.capitalize() for word in name.split("-")])


# -- watching --------------------------------------------------------------------------------------


class Watcher:
    """Plays fights of a plan by number and says what was seen in them."""

    def __init__(self, plan: Plan) -> None:
        self.arena = plan.arena
        self.plan = plan
        begun = self.arena.begun
        ruleset = self.arena.ruleset
        everybody = range(len(begun.units))
        words = ruleset.words()
        self.names = tuple([unit.name for unit in begun.units])
        called = [title_of(words.name(begun, who)) for who in everybody]
        sides = self.arena.setup.sides
        self.side_titles = tuple([side.name or side.id for side in sides])
        self.names += tuple([f"called by {side.id}" for side in sides])
        self.titles = (*called, *[f"called by {name}" for name in self.side_titles])
        self.side_of = (*[unit.side for unit in begun.units], *range(len(sides)))
        self.members = len(begun.units)
        self.measured = [ruleset.measures(begun, who) for who in everybody]
        self.start = [_kept(ruleset.ledger(begun, who), self.measured[who]) for who in everybody]
        self.limits = tuple(
            [_limits(self.start[who], self.measured[who]) for who in everybody],
        )
        self.loads = {
            name for line in self.measured for name in line if f"{name} tolerance" in line
        }

    def fight(self, number: int, *, events: bool = False) -> FightSeen:
        """Play and watch one fight, and return what was seen.

        Args:
            number: that of the fight.
            events: whether to keep all events of it.

        Raises:
            BrokenFightError: the rules failed in it.
            BotFaultError: a player of somebody's own failed in it.
        """
        try:
            return self._fight(number, events=events)
        except BotFaultError:
            raise
        except Exception as fault:
            trace = traceback.format_exc()
            named = f"{type(fault).__name__}: {fault}"
            raise BrokenFightError(self.plan.seed, number, named, trace) from fault

    def _fight(self, number: int, *, events: bool) -> FightSeen:
        combat = self.arena.started(number)
        combat.watched = True
        thinking = any([agent.thinks for agent in combat.agents])
        eye = Eye(self, combat)
        steps = 0
        while not combat.outcome and steps < self.plan.most_steps:
            combat.events = []
            if thinking:
                recorded_step(combat)
            else:
                combat.step()
            steps += 1
            eye.step(combat, combat.events)
            if events:
                eye.events += combat.events
        return eye.seen(row_of(self.arena, number, combat, steps))

    def batch(self, first: int, count: int, stop: Callable[[], bool] | None = None) -> Seen:
        """Watch ``count`` fights from number ``first`` and return what was seen.

        Fewer, if ``stop`` says so between two of them.
        """
        seen = self.empty(first)
        for number in range(first, first + count):
            if stop is not None and stop():
                break
            seen.add(self.fight(number), keep=self.plan.keep_rows)
        return seen

    def empty(self, first: int) -> Seen:
        """Return what was seen in no fights, to add to."""
        setup = self.arena.setup
        return Seen(
            self.names,
            self.titles,
            tuple([side.id for side in setup.sides]),
            self.side_titles,
            self.side_of,
            self.limits,
            self.arena.empty(first),
        )


@dataclass(frozen=True)
class Watching:
    """Fights to be watched, as they travel to whoever plays them."""

    plan: Plan

    def open(self) -> Play[Seen]:
        """Make it ready and return what watches portions of it."""
        return Watcher(self.plan).batch

    def modules(self) -> list[str]:
        """Return the modules of players of one's own."""
        return self.plan.modules()


class Eye:
    """Sees one fight, step by step."""

    def __init__(self, watcher: Watcher, begun: Combat[Any]) -> None:
        self.side_of = watcher.side_of
        self.limits = watcher.limits
        self.loads = watcher.loads
        self.members = watcher.members
        self.now = [dict(numbers) for numbers in watcher.start]
        self.numbers: list[Numbers] = []
        self.cells = {unit.index: unit.cell for unit in begun.units}
        self.places = dict(self.cells)  # where they were last on the map
        self.down: set[int] = set()
        self.round = 0
        self.stood: Counter[tuple[int, int]] = Counter()
        self.falls: list[Fall] = []
        self.deeds: dict[Deed, Effect] = {}
        self.facts: set[Fact] = set()
        self.rising: set[str] = set()
        self.events: list[Event] = []
        self.acted = False
        self.called: dict[int, int] = {}  # who was called in the fight: what stands for it
        self.doing: dict[int, str] = {}  # of this step: what everybody used last
        self.announced: set[tuple[int, str]] = set()
        self.harmed: dict[int, tuple[int, str]] = {}  # by whom and what, of this step

    def step(self, combat: Combat[Any], events: Iterable[Event]) -> None:
        """See what a step told."""
        self.doing.clear()
        self.announced.clear()
        self.harmed.clear()
        for unit in combat.units[self.members + len(self.called) :]:
            self.called[unit.index] = self.members + unit.side
        for event in events:
            if isinstance(event, Change):
                self._change(event)
            elif isinstance(event, Moved | Placed):
                self._place(event.who, event.after)
            elif isinstance(event, Told):
                if event.name in USED and event.what:
                    self._uses(event)
            elif isinstance(event, Fell | Died):
                self._fall(event)
            elif isinstance(event, Rose):
                self.down.discard(event.who)
            elif isinstance(event, TurnBegan):
                if not self.acted and event.who >= 0:
                    self.acted = True
                    side = self.side_of[self._index(event.who)]
                    self.facts.add(Fact("acts-first", other=side))
            elif isinstance(event, RoundBegan) and event.amount > self.round:
                self._close()
                self.round = event.amount

    def seen(self, row: Row) -> FightSeen:
        """Return what was seen once the fight is over."""
        self._close()
        return FightSeen(
            row,
            self.numbers,
            self.stood,
            self.falls,
            self.deeds,
            self.facts,
            self.rising,
            self.events,
        )

    def _index(self, who: int) -> int:
        """Return what stands for somebody: itself, or for all that its side has called."""
        return self.called.get(who, who)

    def _close(self) -> None:
        """End a round, or what comes before the first."""
        self.numbers.append(tuple([self._numbers(who) for who in range(self.members)]))
        if self.round:
            for who, cell in self.cells.items():
                if cell >= 0 and who not in self.down:
                    self.stood[self._index(who), cell] += 1

    def _numbers(self, who: int) -> dict[str, int]:
        """Return the numbers of a member as they are now, with what is left of its health."""
        now = self.now[who]
        if not now:
            return {}
        return {**now, LEFT: 0 if who in self.down else left_of(now, self.limits[who], self.loads)}

    def _place(self, who: int, cell: int) -> None:
        self.cells[who] = cell
        if cell >= 0:
            self.places[who] = cell

    def _uses(self, event: Event) -> None:
        who = self._index(event.who)
        self.doing[who] = event.what
        self.announced.add((who, event.what))
        self._add(Deed(who, event.what, self._index(event.other)), Effect(uses=1))
        self._early(Fact("uses", who, -1, event.what))

    def _change(self, event: Change) -> None:
        """See a number change; whoever did it, with whatever it used, is credited."""
        who, by = self._index(event.who), self._index(event.other)
        ability = event.ability or (self.doing.get(by, "") if by >= 0 else "")
        if event.who < self.members and event.what in self.now[who]:
            self.now[who][event.what] = event.after
        if isinstance(event, Damaged):
            if event.after > event.before:
                self.rising.add(event.what)
            if event.what in UNCOUNTED:
                return
            self.harmed[event.who] = by, ability
            limit = self.limits[who].get(event.what, 0) if event.who < self.members else 0
            if by >= 0 and by != who and limit and event.amount >= HARD * limit:
                self._early(Fact("hit-hard", who, by, event.what))
            effect = Effect(damage=event.amount)
        elif isinstance(event, Healed):
            effect = Effect(healed=event.amount)
        elif isinstance(event, ConditionGained):
            if by >= 0 and self.side_of[by] != self.side_of[who]:
                self._early(Fact("suffers", who, -1, event.what))
            effect = Effect(conditions=1)
        else:
            return
        if by < 0 and not ability:
            return
        if by >= 0 and ability and (by, ability) not in self.announced:
            self.announced.add((by, ability))
            effect += Effect(uses=1)  # it works without being announced
        self._add(Deed(by, ability, who), effect)

    def _fall(self, event: Event) -> None:
        if event.who in self.down:
            return  # it was down before it died
        self.down.add(event.who)
        who, other = self._index(event.who), self._index(event.other)
        by, ability = self.harmed.get(event.who, (-1, ""))
        if other >= 0 and other != by:
            by, ability = other, self.doing.get(other, "")
        if event.who < self.members:
            if not self.falls:
                self.facts.add(Fact("falls-first", who))
            self._early(Fact("falls", who))
        self.falls.append(Fall(self.round, who, self.places.get(event.who, -1), by, ability))
        if by >= 0 or ability:
            self._add(Deed(by, ability, who), Effect(felled=1))

    def _early(self, fact: Fact) -> None:
        for rounds in EARLY:
            if self.round <= rounds:
                self.facts.add(fact._replace(within=rounds))

    def _add(self, deed: Deed, effect: Effect) -> None:
        self.deeds[deed] = self.deeds.get(deed, NOTHING) + effect


def row_of(arena: Arena, number: int, combat: Combat[Any], steps: int) -> Row:
    """Return what a simulation keeps of a fight that is over."""
    everybody = range(len(arena.setup.members))
    return Row(
        number,
        combat.winner,
        combat.outcome,
        combat.round,
        steps,
        digest(number, combat.key()),
        tuple([arena.ruleset.down(combat, who) for who in everybody]),
        tuple([arena.ruleset.measures(combat, who) for who in everybody]),
    )


def _kept(ledger: Mapping[str, int], measured: Mapping[str, int]) -> dict[str, int]:
    """Return the numbers of a combatant's line that events account for, without their limits."""
    return {
        name: ledger[name]
        for name in measured
        if name in ledger and not name.startswith("max ") and not name.endswith(" tolerance")
    }


def _limits(start: Mapping[str, int], measured: Mapping[str, int]) -> dict[str, int]:
    """Return what the numbers of a combatant can be at the most; else what they begin with."""
    found: dict[str, int] = {}
    for name, value in start.items():
        limits = (measured.get(f"max {name}"), measured.get(f"{name} tolerance"))
        most = next((one for one in limits if one is not None), value)
        if most > 0:
            found[name] = most
    return found


def left_of(now: Mapping[str, int], limits: Mapping[str, int], loads: Container[str]) -> int:
    """Return the share of health that is left, in thousandths, from 0 to 1000.

    Points of several kinds are added up; of loads the one nearest to its limit counts.
    """
    points = limit = 0
    left = 1000
    for name in HEALTH:
        if name in now and name in limits:
            if name in loads:
                left = min(left, 1000 - 1000 * now[name] // limits[name])
            else:
                points += now[name]
                limit += limits[name]
    if limit:
        left = min(left, 1000 * points // limit)
    return max(0, left)


# -- many fights -----------------------------------------------------------------------------------


def run(
    encounter: str | Path | Source,
    *,
    seed: int = 1,
    first: int = 0,
    count: int = 200,
    seats: Mapping[str, Player] | None = None,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    progress: Callable[[Seen], None] | None = None,
    rows: Callable[[Seen], None] | None = None,
) -> Seen:
    """Watch fights ``first`` to ``first + count - 1`` and return what was seen in them.

    They are the fights of those numbers that :func:`affray.sim.batches.run` plays.

    Args:
        encounter: an id, the path of a file, or what returns a ruleset and a setup.
        seed: what dice and whims of players come from, together with the number of the fight.
        first: the number of the first fight.
        count: how many.
        seats: who plays which seat; others are greedy.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it; it stays open.
        progress: called with what was seen so far.
        rows: called with every portion in order, its fights in ``batch.rows`` and ``ends``.

    Ctrl-C ends it with the portions that are complete; ``batch.stopped`` then says ``interrupted``.

    Raises:
        InvalidError: the encounter or a pack is at fault, or the workers could not work.
        BrokenFightError: the rules failed in a fight.
        BotFaultError: a player of somebody's own failed in a fight.
    """
    source = encounter if callable(encounter) else from_content(encounter, packs)
    plan = Plan(source, seed, dict(seats or {}), keep_rows=rows is not None)
    seen = Watcher(plan).empty(first)
    with lent(executor, jobs, count) as place:
        portions = Portions(first, count, place.jobs)
        with closing(place.results(Watching(plan), portions)) as parts:
            while (part := _next(parts, seen)) is not None:
                portions.played += part.count
                seen = seen + part
                if rows is not None:
                    rows(part)
                if progress is not None:
                    progress(seen)
    return seen


def _next(parts: Iterator[Seen], seen: Seen) -> Seen | None:
    """Return the next portion; None after the last, or if Ctrl-C came meanwhile."""
    try:
        return next(parts, None)
    except KeyboardInterrupt:
        seen.batch.stopped = INTERRUPTED
        return None


def watch(watcher: Watcher, numbers: Iterable[int], *, events: bool = False) -> Iterator[FightSeen]:
    """Yield what was seen in the fights of these numbers, one after the other."""
    for number in numbers:
        yield watcher.fight(number, events=events)
