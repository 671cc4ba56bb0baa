"""What moves the chance to win: watched fights, and which events move it most.

Plain play is watched step by step. Before and after every step the game's own weights, fitted to
noisy fights (``affray fit``), say how likely a side is to win; the difference is the movement of
that step, and it is booked to what happened in it: to whoever fell, else to the deed that did most.
The weights know heads, health and the like, no places: single steps are judged roughly, sums over
many fights well enough to say what matters.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from affray.core.combat import Combat
from affray.core.event import Event
from affray.core.ruleset import Tactics
from affray.core.scene import recorded_step
from affray.intervals import Moments
from affray.lab.seen import plain, title_of
from affray.lab.watch import USED
from affray.sim.batches import Arena

WATCHED: Final = 100  # fights
POINT: Final = 10_000  # movements are whole numbers: this many to a percentage point
AHEAD: Final = 0.6  # a side leads from this chance on
NEARLY: Final = 0.2  # whoever wins after no more than this has come back
FALLS: Final = "falls"
USES: Final = "uses"
LASTS: Final = "lasts"  # what nobody did: fire, bleeding, the end of the last round


class Cause(NamedTuple):
    """What a movement is booked to: somebody falls, or uses something, or something goes on."""

    kind: str
    who: str  # "" nobody
    what: str  # "" nothing that has a name

    def text(self) -> str:
        """Return it as a short sentence."""
        who, what = title_of(self.who), plain(self.what)
        if self.kind == FALLS:
            return f"{who} falls"
        if self.kind == USES:
            return f"{who}'s {what}" if what else f"a deed of {who}"
        return what or "what goes on by itself"


@dataclass
class Swings:
    """What was seen in watched fights; sums of whole numbers, which add up in any order.

    ``moved`` holds for every cause, by fight, how far it moved the chance to win, up or down.
    """

    fights: int = 0
    won: int = 0  # fights with a winner
    comebacks: int = 0  # won by who had at most ``NEARLY`` at the start of some round
    leads: Moments = field(default_factory=Moments)  # how often the lead passed to another side
    total: Moments = field(default_factory=Moments)  # movement of a whole fight
    moved: dict[Cause, Moments] = field(default_factory=dict)  # of those fights in which it was
    times: Counter[Cause] = field(default_factory=Counter)  # how often in all
    net: Counter[Cause] = field(default_factory=Counter)  # signed, for the side that is judged

    def __add__(self, other: Swings) -> Swings:
        """Return both together."""
        both = [*self.moved, *[cause for cause in other.moved if cause not in self.moved]]
        none = Moments()
        return Swings(
            self.fights + other.fights,
            self.won + other.won,
            self.comebacks + other.comebacks,
            self.leads + other.leads,
            self.total + other.total,
            {cause: self.moved.get(cause, none) + other.moved.get(cause, none) for cause in both},
            self.times + other.times,
            Counter({cause: self.net[cause] + other.net[cause] for cause in both}),
        )

    def as_sums(self) -> dict[str, Any]:
        """Return all sums as plain data for JSON, from which ``taken`` makes the same again."""
        return {
            "fights": self.fights,
            "won": self.won,
            "comebacks": self.comebacks,
            "leads": self.leads.as_data(),
            "total": self.total.as_data(),
            "causes": [
                [list(cause), some.as_data(), self.times[cause], self.net[cause]]
                for cause, some in self.moved.items()
            ],
        }

    @staticmethod
    def taken(data: Mapping[str, Any]) -> Swings:
        """Return what ``as_sums`` told of, as JSON gives it back.

        Raises:
            ValueError, KeyError, TypeError: it is something else.
        """
        causes = [(Cause(*cause), *rest) for cause, *rest in data["causes"]]
        return Swings(
            int(data["fights"]),
            int(data["won"]),
            int(data["comebacks"]),
            Moments(*data["leads"]),
            Moments(*data["total"]),
            {cause: Moments(*some) for cause, some, _, _ in causes},
            Counter({cause: int(times) for cause, _, times, _ in causes}),
            Counter({cause: int(net) for cause, _, _, net in causes}),
        )

    def most(self, count: int) -> list[Telling]:
        """Return the causes that moved the chance most, the greatest first."""
        found = [self.told(cause) for cause in self.moved]
        found.sort(key=lambda one: (-one.points, one.cause))
        return found[:count]

    def told(self, cause: Cause) -> Telling:
        """Return what there is to tell of a cause."""
        some = self.moved[cause]
        whole = Moments(self.fights, some.total, some.squares)  # in other fights it moved nothing
        mean, error = whole.mean()
        return Telling(
            cause,
            mean / POINT,
            0.0 if math.isnan(error) else error / POINT,
            some.total / max(1, self.total.total),
            some.n / max(1, self.fights),
            some.total / max(1, self.times[cause]) / POINT,
            self.net[cause] / max(1, self.times[cause]) / POINT,
        )

    def word(self) -> str:
        """Return how swingy it is, in a word."""
        share = self.comebacks / self.won if self.won else 0.0
        return "steady" if share < 0.1 else "swingy" if share > 0.25 else "open"


class Telling(NamedTuple):
    """How much one cause moves the chance to win, in percentage points.

    Attributes:
        cause: what it is.
        points: in a fight, on average over all of them.
        error: the standard error of that.
        share: of all movement.
        often: the share of fights in which it happens.
        each: points each time, up or down.
        net: points each time for the side that is judged, signed.
    """

    cause: Cause
    points: float
    error: float
    share: float
    often: float
    each: float
    net: float

    def as_data(self) -> dict[str, object]:
        """Return it as plain data for JSON."""
        return {
            "event": self.cause.text(),
            "kind": self.cause.kind,
            "who": self.cause.who,
            "what": self.cause.what,
            "points_per_fight": self.points,
            "error": self.error,
            "share_of_movement": self.share,
            "fights_with_it": self.often,
            "points_each_time": self.each,
            "for_the_side": self.net,
        }


def can_watch(tactics: Tactics, version: int) -> bool:
    """Return whether a game has weights of these rules, to say how a fight stands."""
    return bool(tactics.weights()) and tactics.fitted_for() in (0, version)


def chance(tactics: Tactics, combat: Combat[Any], side: int) -> float:
    """Return how likely a side is to win, by the weights of the game; once it is over, if it did.

    Nobody's win counts half.
    """
    if combat.outcome:
        return 0.5 if combat.winner < 0 else 1.0 if combat.winner == side else 0.0
    value = tactics.value(combat, side)  # the weighted sum t as t / (1 + |t|)
    total = value / max(1e-9, 1.0 - abs(value))
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


def watch(arena: Arena, side: int, numbers: Iterable[int]) -> Iterator[Swings]:
    """Watch fights of a plan by number and yield what moved the chance of a side in each.

    Args:
        arena: where they are fought, and by whom.
        side: whose chance it is.
        numbers: of the fights.
    """
    for number in numbers:
        yield Watching(arena, side, number).swings()


class Watching:
    """One fight that is watched from its beginning to its end."""

    def __init__(self, arena: Arena, side: int, number: int) -> None:
        self.arena = arena
        self.side = side
        self.combat = arena.started(number)
        self.combat.watched = True
        self.combat.dice.log = []
        self.thinking = any([agent.thinks for agent in self.combat.agents])
        self.moved: Counter[Cause] = Counter()
        self.times: Counter[Cause] = Counter()
        self.net: Counter[Cause] = Counter()
        self.whole = 0  # of steps in which nothing happened to anybody as well
        self.at_rounds: list[float] = []

    def swings(self) -> Swings:
        """Play it and return what was seen."""
        combat = self.combat
        before = chance(self.arena.tactics, combat, self.side)
        for _ in range(self.arena.plan.most_steps):
            if combat.outcome:
                break
            before = self.step(before)
        winner = combat.winner if combat.outcome else -1
        return Swings(
            1,
            int(winner >= 0),
            int(winner >= 0 and came_back(self.at_rounds, winner == self.side)),
            one(passes(self.at_rounds)),
            one(self.whole),
            {cause: one(moved) for cause, moved in self.moved.items()},
            self.times,
            self.net,
        )

    def step(self, before: float) -> float:
        """Make a step, book what it moved, and return the chance after it."""
        combat = self.combat
        round = combat.round
        combat.events = []
        combat.dice.log = []
        if self.thinking:
            recorded_step(combat)
        else:
            combat.step()
        after = chance(self.arena.tactics, combat, self.side)
        if combat.round != round and not combat.outcome:
            self.at_rounds.append(after)
        change = round_to(after) - round_to(before)
        self.whole += abs(change)
        cause = cause_of(combat, combat.events)
        if cause is not None:
            self.times[cause] += 1
            self.net[cause] += change
            self.moved[cause] += abs(change)
        return after


def round_to(share: float) -> int:
    """Return a chance as a whole number: sums of these do not depend on their order."""
    return math.floor(share * 100 * POINT + 0.5)


def one(value: int) -> Moments:
    """Return one value as sums."""
    return Moments(1, value, value * value)


def cause_of(combat: Combat[Any], events: Iterable[Event]) -> Cause | None:
    """Return what a step is booked to: a fall, else the greatest harm or change; None: nothing."""
    best: Event | None = None
    used: dict[int, str] = {}  # what everybody used last
    by = ""
    for event in events:
        if event.kind in ("fell", "died"):
            return Cause(FALLS, name_of(combat, event.who), "")
        if event.kind == "told" and event.name in USED and event.what:
            used[event.who] = event.what
        if event.kind not in ("damaged", "healed", "condition-gained"):
            continue
        harm = event.kind == "damaged"
        if best is None or (harm, event.amount) > (best.kind == "damaged", best.amount):
            best = event
            doer = event.other if event.other >= 0 else combat.active
            by = getattr(event, "ability", "") or used.get(doer, "")
    if best is None:
        return None
    doer = best.other if best.other >= 0 else combat.active
    if not by and best.kind == "condition-gained":
        by = best.what
    return Cause(USES, name_of(combat, doer), by) if doer >= 0 else Cause(LASTS, "", by)


def name_of(combat: Combat[Any], who: int) -> str:
    """Return what somebody is called in keys, "" for nobody."""
    return str(combat.units[who].name) if who >= 0 else ""


def passes(chances: Iterable[float]) -> int:
    """Return how often the lead passed from one side to the other."""
    found, last = 0, 0
    for share in chances:
        lead = 1 if share >= AHEAD else -1 if share <= 1 - AHEAD else 0
        if lead and last and lead != last:
            found += 1
        last = lead or last
    return found


def came_back(chances: Iterable[float], won: bool) -> bool:
    """Return whether the winner was nearly beaten at the start of some round."""
    return any([(share if won else 1 - share) <= NEARLY for share in chances])
