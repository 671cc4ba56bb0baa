"""What was seen in fights, and what it tells: sums that add up in any order.

Who did what to whom, how health went, where people stood and fell; and which facts go along with
winning. All of it comes from typed events, so that it is the same for every game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from affray.core.event import Event
from affray.intervals import Moments
from affray.sim.counts import Batch, Row

LEFT: Final = "left"  # of somebody's health, in thousandths
# Rounds from the beginning: what happens in them may decide a fight, and does not merely end it, if
# they are no more than half of what fights take.
EARLY: Final = (2, 4, 8)
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
