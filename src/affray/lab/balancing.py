"""What would make a fight fair: one knob turned until a side wins as often as it should.

Every fight, at whatever setting, tells about the whole curve: a logistic curve is fitted to all of
them, and further fights are played to both sides of where it meets the goal, until its error there
is small enough. That takes little more than the fights that no method could do without. The last of
them are fresh fights at the answer: what they came to is compared with the curve that was fitted
without them, and then they tell about it as all others do.

Within the fit every fight has dice of its own: the same luck at two settings would count twice.
Where two settings are compared with each other, the neighbours of a whole number, they meet the
same dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from affray.core import VERSION
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.encounters.prepare import check_encounter
from affray.lab.fairness import side_of, tried
from affray.lab.knobs import Knob, Setting, knob
from affray.lab.results import heading
from affray.lab.sequences import ALWAYS, FIXED, Interval, of_result, of_share
from affray.lab.variants import Variant, variant
from affray.session.files import write_file
from affray.sim import batches
from affray.sim.batches import Arena, Plan
from affray.sim.counts import Batch
from affray.sim.executors import Executor
from affray.sim.places import executor as executor_for
from affray.sim.players import Player

WITHIN: Final = 0.02  # of the goal
SURE: Final = 2.2  # standard errors that the bounds are wide: 1.96, and some for rounding
SPREAD: Final = (0.5, 0.75, 1.0, 1.33, 2.0)  # of what there is: where the first fights are played
FIRST: Final = 30  # fights at each of these
MORE: Final = 70  # and so many more where the curve seems to turn back
BATCH: Final = 25  # fights to either side of the answer at a time
APART: Final = 0.05  # of what there is: how far to either side at least
CHECK: Final = 300  # fresh fights at the answer
MOST: Final = 6000  # fights after which it is given up
ENOUGH: Final = 100  # fights by which a setting is judged by itself
EDGE: Final = 200  # fights at the last setting before the goal is out of reach
RIDGE: Final = 0.01

REACHED: Final = "reached"
JUMPS: Final = "jumps"  # the two neighbours lie to either side of the goal, none within
BEYOND: Final = "out of reach"
BENT: Final = "not monotone"
UNSURE: Final = "not settled"  # not known closely enough after all fights allowed
STOPPED: Final = "interrupted"


class Played(NamedTuple):
    """Counts of fights at one setting; ``total`` sums their results, a draw shared."""

    fights: int = 0
    total: float = 0.0
    wins: int = 0
    draws: int = 0
    unfinished: int = 0

    def __add__(self, other: tuple[Any, ...]) -> Played:
        """Return the sums of both."""
        return Played(*[a + b for a, b in zip(self, other, strict=True)])

    @property
    def share(self) -> float:
        """The mean result."""
        return self.total / self.fights if self.fights else 0.5

    def interval(self, kind: str = ALWAYS) -> Interval:
        """Return the mean result with its interval.

        Results with draws vary less than wins and losses of the same mean: the exact interval of
        these, from the sum rounded down to the sum rounded up, holds for them all the more.
        """
        if kind == FIXED and self.fights:
            low = of_share(math.floor(self.total), self.fights, FIXED).low
            high = of_share(math.ceil(self.total), self.fights, FIXED).high
            return Interval(self.share, low, high, FIXED)
        return of_result(self.total, self.fights)


def differ(one: Played, other: Played, z: float) -> bool:
    """Return whether two settings differ by more than so many standard errors."""
    both = (one.total + other.total) / (one.fights + other.fights)
    spread = both * (1 - both) * (1 / one.fights + 1 / other.fights)
    return spread > 0 and abs(other.share - one.share) > z * math.sqrt(spread)


Play = Callable[[int, int, int], Played]  # a setting by place, the number of the first fight, count


class Fit(NamedTuple):
    """A logistic curve, ``level`` plus ``slope`` times how far from ``middle``, and its errors."""

    level: float
    slope: float
    middle: float
    scale: float
    errors: tuple[float, float, float]  # the variances of level and slope, and their covariance

    def chance(self, at: float) -> float:
        """Return the chance to win at a setting."""
        return curve(self.level + self.slope * self.far(at))

    def far(self, at: float) -> float:
        """Return how far a setting is from the middle."""
        return (at - self.middle) / self.scale

    def error(self, at: float) -> float:
        """Return the standard error of the chance at a setting."""
        far = self.far(at)
        level, slope, both = self.errors
        share = self.chance(at)
        return math.sqrt(max(0.0, level + 2 * far * both + far * far * slope)) * share * (1 - share)

    def root(self, goal: float) -> float:
        """Return the setting at which the chance is the goal."""
        return self.middle + self.scale * (logit(goal) - self.level) / self.slope


def curve(value: float) -> float:
    """Return the logistic of a value."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def logit(share: float) -> float:
    """Return the value whose logistic is a share."""
    return math.log(share / (1 - share))


def fitted(points: Mapping[float, Played], sign: int) -> Fit:
    """Fit the curve to all fights: two numbers, by Newton's steps, with a slight ridge.

    Args:
        points: what was played, by setting.
        sign: 1 if the chance must rise, -1 if it must fall, 0 if either may be.
    """
    many = sum([one.fights for one in points.values()])
    middle = sum([at * one.fights for at, one in points.items()]) / many
    spread = sum([(at - middle) ** 2 * one.fights for at, one in points.items()]) / many
    scale = math.sqrt(spread) or 1.0
    share = min(0.98, max(0.02, sum([one.total for one in points.values()]) / many))
    level, slope = logit(share), 0.5 * sign
    errors = (1.0, 1.0, 0.0)
    for _ in range(40):
        g0, g1 = 0.0, -RIDGE * slope
        h00, h01, h11 = 1e-9, 0.0, RIDGE
        for at, one in points.items():
            far = (at - middle) / scale
            chance = curve(level + slope * far)
            off, weight = one.total - one.fights * chance, one.fights * chance * (1 - chance)
            g0, g1 = g0 + off, g1 + off * far
            h00, h01, h11 = h00 + weight, h01 + weight * far, h11 + weight * far * far
        det = max(1e-12, h00 * h11 - h01 * h01)
        errors = (h11 / det, h00 / det, -h01 / det)
        up, along = (h11 * g0 - h01 * g1) / det, (h00 * g1 - h01 * g0) / det
        level += max(-2.0, min(2.0, up))
        slope += max(-2.0, min(2.0, along))
        if sign and slope * sign < 0.05:
            slope = 0.05 * sign
        if abs(up) + abs(along) < 1e-9:
            break
    if abs(slope) < 1e-6:
        slope = 1e-6
    return Fit(level, slope, middle, scale, errors)


@dataclass
class Found:
    """What turning one knob came to.

    Attributes:
        knob: which.
        goal: the chance to win that was asked for, ``within`` how closely.
        finding: ``reached``, ``jumps``, ``out of reach``, ``not monotone``, ``not settled`` or
            ``interrupted``.
        place: the place of the setting that comes nearest.
        fitted: the chance there by the curve, with its interval.
        checked: the place of the answer before its fresh fights were counted in.
        before: the chance there by the curve that was fitted without them.
        checks: fresh fights by place: at that answer, and at its neighbours where these differ.
        points: all fights of the search, by place.
        fights: how many were played in all.
    """

    knob: Knob
    goal: float
    within: float
    finding: str = ""
    place: int = 0
    fitted: Interval | None = None
    checked: int = -1
    before: Interval | None = None
    checks: dict[int, Played] = field(default_factory=dict)
    points: dict[int, Played] = field(default_factory=dict)
    fights: int = 0

    @property
    def setting(self) -> Setting:
        """The setting that comes nearest."""
        return self.knob.settings[self.place]

    @property
    def size(self) -> float:
        """How great a change it is, as a share of what there was."""
        return self.knob.size(self.place)

    @property
    def agrees(self) -> bool:
        """Whether the fresh fights at the answer agree with the curve fitted without them."""
        check = self.checks.get(self.checked)
        if check is None or self.before is None:
            return True
        share = self.before.share
        drawn = max(1e-4, share * (1 - share)) / check.fights
        fit = (self.before.high - self.before.low) / (2 * SURE)
        return abs(check.share - share) <= 3 * math.sqrt(drawn + fit * fit)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        settings = self.knob.settings
        return {
            "by": self.knob.word,
            "finding": self.finding,
            "from": settings[self.knob.start].at,
            "to": self.setting.at,
            "change": self.size,
            "changes": [str(one) for one in self.setting.changes],
            "told": list(self.setting.told),
            "fitted": self.fitted.as_data() if self.fitted else None,
            "check_agrees": self.agrees,
            "checked_at": settings[self.checked].at if self.checked in self.checks else None,
            "checks": [
                {"at": settings[place].at, "fights": one.fights, **one.interval(FIXED).as_data()}
                for place, one in sorted(self.checks.items())
            ],
            "curve": [
                {
                    "at": settings[place].at,
                    "fights": one.fights,
                    "draws": one.draws,
                    "unfinished": one.unfinished,
                    **one.interval().as_data(),
                }
                for place, one in sorted(self.points.items())
            ],
            "fights": self.fights,
        }


class Search:
    """Looks for the setting of a knob at which a side wins as often as it should.

    Args:
        turned: the knob.
        play: plays fights at a setting.
        goal: the chance to win that is asked for.
        within: how closely it is to be known.
        sign: 1 if more of the knob helps the side, -1 if it hurts it, 0 if that is not known.
        most: fights after which it is given up.
        progress: called with the fights so far and the bounds of where the answer may be.
    """

    def __init__(
        self,
        turned: Knob,
        play: Play,
        goal: float,
        *,
        within: float = WITHIN,
        sign: int = 0,
        most: int = MOST,
        check: int = CHECK,
        progress: Callable[[int, float, float], None] | None = None,
    ) -> None:
        self.knob = turned
        self.at = [one.at for one in turned.settings]
        self.play = play
        self.sign = sign
        self.most = most
        self.check = check
        self.progress = progress
        self.counted_in = False  # the fresh fights at the answer, with those of the search
        self.found = Found(turned, goal, within, place=turned.start)

    def run(self) -> Found:
        """Return what it came to."""
        try:
            self.search()
        except KeyboardInterrupt:
            self.found.finding = STOPPED
            self.settle()
        return self.found

    def search(self) -> None:
        found = self.found
        first = self.spread()
        for place in first:
            self.more(place, FIRST)
        if self.turned(1.64):
            for place in first:
                self.more(place, MORE)
            if self.turned(3.0):
                found.finding = BENT
                self.nearest()
                return
        if not self.approach():
            return
        self.confirm()
        if self.counted_in:
            if not self.approach():  # the fresh fights may have moved the answer
                return
            self.settle()
        self.conclude()

    def approach(self) -> bool:
        """Play to both sides of the answer until it is known closely enough.

        Return False if it is out of reach.
        """
        found = self.found
        while True:
            fit = self.fit()
            low, high = self.sides(fit)
            if self.progress is not None:
                share, wide = fit.chance(self.at[low]), SURE * fit.error(self.at[low])
                self.progress(found.fights, share - wide, share + wide)
            if low == high and self.beyond(fit, low):
                self.at_the_edge(low)
                return False
            if self.enough(fit, low, high):
                return True
            if found.fights >= self.most:
                found.finding = UNSURE
                return True
            self.more(low, BATCH)
            self.more(high, BATCH)

    # -- fights --------------------------------------------------------------------------------

    def more(self, place: int, fights: int) -> None:
        """Play at a setting, on dice that no other fight of the search has."""
        found = self.found
        played = self.play(place, found.fights, fights)
        if played.fights:
            found.points[place] = found.points.get(place, Played()) + played
        found.fights += played.fights
        if played.fights < fights:
            raise KeyboardInterrupt

    def spread(self) -> list[int]:
        """Return the places of the first fights: far to either side."""
        now = self.at[self.knob.start]
        places = {self.near(now * share) for share in SPREAD}
        if len(places) < len(SPREAD):
            last = len(self.at) - 1
            places |= {0, last // 4, last // 2, 3 * last // 4, last}
        return sorted(places)

    def near(self, at: float) -> int:
        """Return the place of the setting nearest to a measure."""
        return min(range(len(self.at)), key=lambda place: (abs(self.at[place] - at), place))

    # -- the curve -----------------------------------------------------------------------------

    def fit(self) -> Fit:
        """Return the curve through all fights so far."""
        return fitted({self.at[place]: one for place, one in self.found.points.items()}, self.sign)

    def turned(self, z: float) -> bool:
        """Return whether the curve turns back: between some settings it goes the wrong way."""
        points = sorted(self.found.points.items())
        ways = set()
        for number, (_, one) in enumerate(points):
            for _, other in points[number + 1 :]:
                if differ(one, other, z):
                    ways.add(1 if other.share > one.share else -1)
        return len(ways) > 1 or bool(self.sign and -self.sign in ways)

    def sides(self, fit: Fit) -> tuple[int, int]:
        """Return the places to either side of the answer where to play next."""
        last = len(self.at) - 1
        root = fit.root(self.found.goal)
        if root <= self.at[0]:
            return 0, 0
        if root >= self.at[last]:
            return last, last
        slope = abs(fit.slope / fit.scale)
        share = self.found.goal
        error = fit.error(root) / max(1e-9, slope * share * (1 - share))
        step = max(APART * abs(self.at[self.knob.start]), error / 2)
        low, high = self.near(root - step), self.near(root + step)
        if self.at[low] > root or low == high:
            low = max([place for place in range(last + 1) if self.at[place] <= root])
            high = max(high, low + 1)
        elif self.at[high] < root:
            high = min([place for place in range(last + 1) if self.at[place] >= root])
        return low, high

    def beyond(self, fit: Fit, place: int) -> bool:
        """Return whether not even the last setting reaches the goal."""
        edge = self.found.points.get(place, Played())
        if edge.fights < EDGE:
            return False
        low, high = edge.interval()[1:3]
        goal, within = self.found.goal, self.found.within
        off = abs(fit.chance(self.at[place]) - goal)
        known = SURE * fit.error(self.at[place]) <= within < off
        return known or not low <= goal <= high

    def at_the_edge(self, place: int) -> None:
        """Say that the goal is out of reach; that the curve turns back, if another is nearer."""
        found = self.found
        self.nearest()
        edge, other = found.points[place], found.points[found.place]
        if found.place != place and differ(edge, other, 2.5):
            found.finding = BENT
            return
        found.finding = BEYOND
        found.place = place
        found.fitted = edge.interval()

    def between(self, fit: Fit) -> tuple[int, int]:
        """Return the places of the two settings next to the answer."""
        root = fit.root(self.found.goal)
        last = len(self.at) - 1
        low = max([place for place in range(last + 1) if self.at[place] <= root], default=0)
        return low, min(last, low + 1)

    def enough(self, fit: Fit, low: int, high: int) -> bool:
        """Return whether the answer is known closely enough.

        Where one step is a jump, its two ends need to be known no closer than a part of it.
        """
        if low == high:
            off = abs(fit.chance(self.at[low]) - self.found.goal)
            return max(off, SURE * fit.error(self.at[low])) <= self.found.within
        root = fit.root(self.found.goal)
        one, other = self.between(fit)
        jump = abs(fit.chance(self.at[one]) - fit.chance(self.at[other]))
        if jump <= self.found.within:
            return SURE * self.ahead(fit.error(root)) <= self.found.within
        wide = max(self.found.within, jump / 4)
        return all([SURE * fit.error(self.at[place]) <= wide for place in (one, other)])

    def ahead(self, error: float) -> float:
        """Return the error at the answer as it will be once its fresh fights are counted in."""
        if self.counted_in:
            return error
        spread = self.found.goal * (1 - self.found.goal)
        return 1 / math.sqrt(1 / max(1e-12, error * error) + self.check / spread)

    # -- the answer ----------------------------------------------------------------------------

    def nearest(self) -> None:
        """Take the setting whose own fights come nearest to the goal."""
        found = self.found
        if found.points:
            enough = min(ENOUGH, max([one.fights for one in found.points.values()]))
            found.place = min(
                [place for place, one in found.points.items() if one.fights >= enough],
                key=lambda place: abs(found.points[place].share - found.goal),
            )
            found.fitted = found.points[found.place].interval()

    def settle(self) -> None:
        """Take the setting that by the curve comes nearest to the goal."""
        found = self.found
        if len(found.points) < 2:
            self.nearest()
            return
        fit = self.fit()
        one, other = self.between(fit)
        found.place = min(
            (one, other),
            key=lambda place: (abs(fit.chance(self.at[place]) - found.goal), self.knob.size(place)),
        )
        at = self.at[found.place]
        share, wide = fit.chance(at), SURE * fit.error(at)
        found.fitted = Interval(share, max(0.0, share - wide), min(1.0, share + wide), ALWAYS)

    def confirm(self) -> None:
        """Play fresh fights at the answer, and on the same dice beside it where that is a jump."""
        found = self.found
        self.settle()
        found.checked, found.before = found.place, found.fitted
        fit = self.fit()
        one, other = self.between(fit)
        jump = abs(fit.chance(self.at[one]) - fit.chance(self.at[other])) > found.within
        number = found.fights
        places = dict.fromkeys([found.place, *((one, other) if jump else ())])
        for place in places if self.check else ():
            played = self.play(place, number, self.check)
            if played.fights:
                found.checks[place] = played
            found.fights += played.fights
            if played.fights < self.check:
                raise KeyboardInterrupt
        if not jump and found.place in found.checks:
            there = found.points.get(found.place, Played())
            found.points[found.place] = there + found.checks[found.place]
            self.counted_in = True

    def conclude(self) -> None:
        """Say whether the setting taken comes near enough."""
        found = self.found
        if found.finding:
            return
        assert found.fitted is not None
        near = abs(found.fitted.share - found.goal) <= found.within
        found.finding = REACHED if near else JUMPS


# -- of an encounter -----------------------------------------------------------------------------


@dataclass
class Balance:
    """What would make a fight as hard as it should be.

    Attributes:
        encounter: an id, or a path as it was given.
        ruleset: whose rules were played.
        seed: what dice and whims came from.
        players: who plays which seat.
        side: the side that is to win so often, by number; ``titles`` the names of all.
        goal: how often.
        found: what each knob came to: those that reach the goal by the least change first.
        written: where the changed encounter was written.
        seconds: what it took.
    """

    encounter: str
    ruleset: Ruleset
    seed: int
    players: dict[str, str]
    side: int
    sides: tuple[str, ...]
    titles: tuple[str, ...]
    goal: float
    variant: Variant
    found: list[Found] = field(default_factory=list)
    written: Path | None = None
    seconds: float = 0.0

    @property
    def best(self) -> Found | None:
        """The least change that reaches the goal, None if none does."""
        return next((one for one in self.found if one.finding == REACHED), None)

    @property
    def fights(self) -> int:
        """How many fights were played."""
        return sum([one.fights for one in self.found])

    @property
    def stopped(self) -> str:
        """``interrupted`` if somebody broke it off."""
        return STOPPED if any([one.finding == STOPPED for one in self.found]) else ""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        head = heading("balance", self.encounter, self.ruleset, self.seed, self.players)
        return {
            **head,
            "side": self.sides[self.side],
            "goal": self.goal,
            "found": [one.as_data() for one in self.found],
            "written": str(self.written) if self.written else None,
            "fights": self.fights,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 2),
        }

    def text(self, one: Found) -> str:
        """Return the encounter with a change, as a file that says what was done to it and why."""
        us = self.titles[self.side]
        seats = ", ".join([f"{seat} {name}" for seat, name in self.players.items()])
        fitted_ = one.fitted
        lines = [
            f"Balanced by affray balance: {self.encounter}, so that {us} win "
            f"{100 * self.goal:.0f} % of fights.",
            f"Changed by {one.knob.word}: {'; '.join(one.setting.told) or 'nothing'}.",
        ]
        if fitted_ is not None:
            lines.append(
                f"By the fitted curve they win {100 * fitted_.share:.1f} % "
                f"(95 %: {100 * fitted_.low:.1f} to {100 * fitted_.high:.1f} %)."
            )
        if one.checked in one.checks:
            check = one.checks[one.checked]
            near = "" if one.checked == one.place else " at the setting beside it"
            lines.append(f"{check.fights} fresh fights{near}: {100 * check.share:.1f} %.")
        lines.append(
            f"{one.fights:,} fights of seed {self.seed}; {seats}; affray {VERSION}, "
            f"{self.ruleset.id} rules version {self.ruleset.version}."
        )
        changed = (
            self.variant.changed(*one.setting.changes) if one.setting.changes else self.variant
        )
        return "".join([f"# {line}\n" for line in lines]) + "\n" + changed.text()

    def write(self, path: Path, packs: Sequence[Path] = ()) -> None:
        """Write the encounter with the best change, and check that it can be played.

        Args:
            path: the file.
            packs: paths of the packs that it needs.

        Raises:
            InvalidError: nothing reached the goal, or the file cannot be written.
        """
        one = self.best
        if one is None:
            raise InvalidError(["balance: nothing reached the goal: there is nothing to write"])
        try:
            write_file(path, self.text(one))
        except OSError as fault:
            raise InvalidError([f"{path}: cannot be written: {fault.strerror}"]) from fault
        check_encounter(path, packs)
        self.written = path


class Step(NamedTuple):
    """How far it is: which knob, the fights so far, and between what the chance there lies."""

    what: str
    done: int
    low: float
    high: float


def balance(
    encounter: str | Path,
    to: float,
    by: Iterable[str],
    *,
    side: str = "",
    seats: Mapping[str, Player] | None = None,
    within: float = WITHIN,
    seed: int = 1,
    packs: Sequence[str | Path] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    most: int = MOST,
    progress: Callable[[Step], None] | None = None,
) -> Balance:
    """Find what makes a side win as often as it should.

    Args:
        encounter: an id, or the path of a file.
        to: how often, as a share; a draw counts half.
        by: what may be turned, each by itself: ``foes.hp``, ``foes.count``, ``biffer.count``, or
            the path of any whole number of the encounter.
        side: the id of the side; "": the first.
        seats: who plays which seat, as :func:`affray.sim.run` takes them; others are greedy.
        within: how closely the chance is to be known.
        seed: what all dice and whims of players come from.
        packs: paths of packs to add to the ruleset's content.
        jobs: worker processes; the answer is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it; it stays open.
        most: fights for each knob after which it is given up.
        progress: called now and then with how far it is.

    Returns:
        What each knob came to: those that reach the goal first, by the least change. Ctrl-C ends it
        early with what is known so far.

    Raises:
        InvalidError: the encounter or a pack is at fault, or something cannot be turned.
        BrokenFightError: the rules failed in a fight.
    """
    start = perf_counter()
    if not 0.01 <= to <= 0.99:
        raise InvalidError([f"to: found {to:g}, expected a share from 0.01 to 0.99"])
    origin = variant(encounter, packs)
    ruleset, setup = origin()
    number = side_of(setup, side)
    arena = Arena(Plan(origin, seed, dict(seats or {})))
    made = Balance(
        str(encounter),
        ruleset,
        seed,
        dict(zip(setup.seats, arena.players, strict=True)),
        number,
        tuple([one.id for one in setup.sides]),
        tuple([one.name or one.id for one in setup.sides]),
        to,
        origin,
    )
    turned = [knob(origin, word) for word in dict.fromkeys(by)]
    with nullcontext(executor) if executor else executor_for(jobs=jobs) as place:
        for one in turned:
            sign = 0 if one.side < 0 else 1 if one.side == number else -1
            table = Table(origin, one, number, seed, dict(seats or {}), place)
            search = Search(
                one,
                table.play,
                to,
                within=within,
                sign=sign,
                most=most,
                progress=partial(tell, progress, one.word) if progress else None,
            )
            made.found.append(search.run())
            if made.stopped:
                break
    order = {REACHED: 0, JUMPS: 1}
    made.found.sort(key=lambda found: (order.get(found.finding, 2), found.size))
    made.seconds = perf_counter() - start
    return made


def estimate(
    encounter: str | Path,
    to: float,
    *,
    seats: Mapping[str, Player] | None = None,
    within: float = WITHIN,
    seed: int = 1,
    packs: Sequence[str | Path] = (),
    most: int = MOST,
) -> tuple[int, float]:
    """Return how many fights a knob usually takes, and the seconds of one worker for them.

    A first fight is played, or a piece of it; the arguments are those of :func:`balance`.

    Raises:
        InvalidError: the encounter or a pack is at fault.
    """
    arena = Arena(Plan(variant(encounter, packs), seed, dict(seats or {})))
    each = min([tried(arena)[0] for _ in range(2)])  # the first also reads what it needs
    usual = SURE * SURE * to * (1 - to) / (within * within) + FIRST * len(SPREAD)
    fights = min(most, round(usual))
    return fights, each * fights


def tell(progress: Callable[[Step], None], word: str, fights: int, low: float, high: float) -> None:
    """Tell how far the search for a knob's setting is."""
    progress(Step(word, fights, max(0.0, low), min(1.0, high)))


class Table:
    """Plays the fights of a search: every setting of the knob is an encounter of its own."""

    def __init__(
        self,
        origin: Variant,
        turned: Knob,
        side: int,
        seed: int,
        seats: Mapping[str, Player],
        executor: Executor,
    ) -> None:
        self.origin = origin
        self.knob = turned
        self.side = side
        self.seed = seed
        self.seats = seats
        self.executor = executor
        self.made: dict[int, Variant] = {}

    def play(self, place: int, first: int, count: int) -> Played:
        """Play fights at a setting; fewer if somebody breaks them off."""
        if place not in self.made:
            changes = self.knob.settings[place].changes
            self.made[place] = self.origin.changed(*changes) if changes else self.origin
        batch = batches.run(
            self.made[place],
            seed=self.seed,
            first=first,
            count=count,
            seats=self.seats,
            executor=self.executor,
        )
        return counted(batch, self.side)


def counted(batch: Batch, side: int) -> Played:
    """Return the counts of a batch for a side; a draw is shared."""
    nobody = batch.draws + len(batch.unfinished)
    total = batch.wins[side] + nobody / len(batch.sides)
    return Played(batch.count, total, batch.wins[side], batch.draws, len(batch.unfinished))
