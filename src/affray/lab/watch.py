"""Watching fights: they are played as :mod:`affray.sim` plays them, by number, and looked at.

What is seen is kept as sums (:mod:`affray.lab.seen`).
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

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
from affray.lab.seen import (
    EARLY,
    LEFT,
    NOTHING,
    Deed,
    Effect,
    Fact,
    Fall,
    FightSeen,
    Numbers,
    Seen,
    title_of,
)
from affray.sim.batches import (
    Arena,
    BrokenFightError,
    Plan,
    Portions,
    Source,
    digest,
    from_content,
)
from affray.sim.counts import Row
from affray.sim.executors import Executor, Play
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
UNCOUNTED: Final = ("wounds",)  # lasting marks of harm, beside the harm that left them
HARD: Final = 0.5  # of somebody's health: a hit that takes so much is told of


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
