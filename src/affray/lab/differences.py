"""What does a change do? Two versions of a fight on the same dice, fight by fight.

Two encounters, one encounter with two sets of packs, or with a few values changed. What chance does
is the same in both, so what is left is what the change does: a hundred pairs often tell as much as
a thousand fights of each.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.intervals import Moments, anytime
from affray.lab.answers import OWN_ANSWERS, SAME_ANSWERS
from affray.lab.changes import Change
from affray.lab.keeping import Kept, same
from affray.lab.pairs import (
    BETTER,
    KINDS,
    WHOLE,
    WORSE,
    Both,
    Pair,
    Pairs,
    Versions,
    check_alike,
    reduction,
    variance,
)
from affray.lab.results import heading
from affray.lab.running import played
from affray.lab.sequences import ALWAYS, FIXED, of_mean
from affray.lab.variants import Variant, variant
from affray.sim.batches import MOST_STEPS, Plan, players
from affray.sim.executors import Executor

SAME: Final = "same"
PART: Final = "pairs"  # of what is kept of a run
Z95: Final = 1.959963984540054
WIDENED: Final = 2.1  # of the interval of pairs, which with Z95 is true of 93 % at the worst
APART: Final = (
    2 * WHOLE
)  # that the health left may differ: from all of one side to all of the other
FEWEST: Final = 100  # pairs from which the normal interval of a mean is told


@dataclass(slots=True)
class Difference:
    """What a change does.

    Attributes:
        first: what was played.
        second: the other version.
        side: the id of the side that is judged.
        title: its name.
        seed: what all dice and whims of players came from.
        seats: who played: seat to player, as they were asked for.
        players: who played, by seat, of the first version.
        pairs: what came of the fights.
        ruleset: whose rules were played.
        sides: ids and names of the sides.
        extended: whether more fights were asked for once the first were known.
        written: where the second version was written: its encounter and packs.
        answers: ``own``, or ``same``: players answered in the second as they did in the first,
            wherever the same was asked and that answer was allowed.
    """

    first: Variant
    second: Variant
    side: str
    title: str
    seed: int
    seats: dict[str, str]
    players: dict[str, str]
    pairs: Pairs
    ruleset: Ruleset
    sides: list[tuple[str, str]] = field(default_factory=list)
    extended: bool = False
    written: tuple[str, tuple[Path, ...]] | None = None
    answers: str = OWN_ANSWERS

    @property
    def repeats(self) -> bool:
        """Whether players answered in the second version as they did in the first."""
        return self.answers == SAME_ANSWERS

    @property
    def kind(self) -> str:
        """When intervals are true: for a number of fights fixed beforehand, or whenever."""
        return ALWAYS if self.pairs.stopped or self.extended else FIXED

    def share(self, place: int) -> float:
        """Return the side's share of wins in a version.

        Args:
            place: 0 the first version, 1 the second.
        """
        return self.pairs.wins[place].total / self.pairs.count if self.pairs.count else math.nan

    def change(self) -> tuple[float, float, float]:
        """Return by how much the side's share of wins changes, with its 95 % interval."""
        pairs = self.pairs
        low, high = of_change(pairs.better, pairs.worse, pairs.count, self.kind)
        mean = (pairs.better - pairs.worse) / pairs.count if pairs.count else math.nan
        return mean, low, high

    def flips(self) -> tuple[float, float]:
        """Return the 95 % interval of how many of the changed wins are gained, not lost.

        It holds whenever one stops. Above one half the change helps the side, below it harms.
        """
        return anytime(self.pairs.better, self.pairs.better + self.pairs.worse)

    def verdict(self) -> str:
        """Return ``better``, ``worse``, ``same`` (nothing differs), or "" while it is not known."""
        if self.pairs.count and self.pairs.same == self.pairs.count:
            return SAME
        low, high = self.flips()
        return BETTER if low > 0.5 else WORSE if high < 0.5 else ""

    def run_command(self, place: int, fight: int) -> str:
        """Return the command that tells a fight of a version.

        "" if a change is in no file, or if the version was answered as the other was.

        Args:
            place: 0 the first version, 1 the second.
            fight: the number of the fight.
        """
        chosen = (self.first, self.second)[place]
        word, packs = chosen.word, chosen.paths
        if place and self.repeats:
            return ""
        if place and self.written is not None:
            word, packs = self.written
        elif chosen.changes:
            return ""
        words = ["affray", "run", word, "--seed", str(self.seed), "--fight", str(fight)]
        for seat, player in self.seats.items():
            words += ["--seat", f"{seat}={player}"]
        for pack in packs:
            words += ["--pack", str(pack)]
        return shlex.join(words)

    def as_data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        pairs = self.pairs
        mean, low, high = self.change()
        sure, at_most = self.flips()
        return {
            **heading("diff", self.first.word, self.ruleset, self.seed, self.players),
            "first": described(self.first),
            "second": described(self.second),
            "side": self.side,
            "answers": self.answers,
            "answered": pairs.answered._asdict() if self.repeats else None,
            "fights": pairs.count,
            "stopped": pairs.stopped,
            "intervals": self.kind,
            "verdict": self.verdict(),
            "identical": pairs.same,
            "wins": {
                "first": pairs.wins[0].total,
                "second": pairs.wins[1].total,
                "gained": pairs.better,
                "lost": pairs.worse,
                "change": number(mean),
                "interval": [number(low), number(high)],
                "gained_of_changed": {"interval": [sure, at_most], "valid": ALWAYS},
            },
            "margin": changed(pairs.margins, self.kind, APART, WHOLE),
            "rounds": changed(pairs.rounds, self.kind, unlike(pairs.rounds)),
            "variance_reduction": {
                "wins": reduction(pairs.wins),
                "margin": reduction(pairs.margins),
            },
            "winners": [
                {"side": side or None, "first": pairs.winners[0][side],
                 "second": pairs.winners[1][side]}
                for side in [*[id for id, _ in self.sides], ""]
            ],
            "unfinished": list(pairs.unfinished),
            "parted": [
                {"rules": list(rules), "fights": fights, **self._pair(pairs.examples[rules])}
                for rules, fights in pairs.parted.most_common()
            ],
            "notable": {
                kind: [self._pair(pair) for pair in pairs.notable.get(kind, [])] for kind in KINDS
            },
        }  # fmt: skip

    def _pair(self, pair: Pair) -> dict[str, Any]:
        parting = pair.parting
        return {
            "fight": pair.fight,
            "winners": [pair.first.winner or None, pair.second.winner or None],
            "margins": [pair.first.margin / 1000, pair.second.margin / 1000],
            "rounds": [pair.first.rounds, pair.second.rounds],
            "step": None if parting is None else parting.step,
            "round": None if parting is None else parting.round,
            "sentences": None if parting is None else list(parting.sentences),
            "run": [self.run_command(place, pair.fight) for place in (0, 1)],
        }


def described(version: Variant) -> dict[str, Any]:
    """Return what a version is, as plain data."""
    return {
        "encounter": version.word,
        "packs": [str(path) for path in version.paths],
        "changes": [str(change) for change in version.changes],
    }


def number(value: float) -> float | None:
    """Return a number for JSON, which knows no infinities."""
    return value if math.isfinite(value) else None


def changed(
    sums: tuple[Moments, Moments, Moments], kind: str, reach: int, unit: int = 1
) -> dict[str, Any]:
    """Return means of both versions and of their differences, as plain data."""
    low, high = of_difference(sums[2], kind, reach)
    means = [number(one.mean().mean / unit) for one in sums]
    return {
        "first": means[0],
        "second": means[1],
        "change": means[2],
        "interval": [number(low / unit), number(high / unit)],
    }


def of_difference(sums: Moments, kind: str, reach: int) -> tuple[float, float]:
    """Return the 95 % interval of a mean difference; not a number for too few pairs.

    ``FIXED``: the normal one, from ``FEWEST`` pairs on. ``ALWAYS``: the sequence. For either two
    more pairs are thought of, which differ as much as pairs can, one each way: a hundred pairs that
    happen to end alike do not prove that all do.

    Args:
        sums: of the differences.
        kind: ``FIXED`` if the number of pairs was fixed beforehand, else ``ALWAYS``.
        reach: how much a pair can differ.
    """
    if sums.n < FEWEST:
        return math.nan, math.nan
    more = sums + Moments(2, 0, 2 * reach * reach)
    if kind == ALWAYS:
        return of_mean(more)
    mean, error = more.mean()
    return mean - Z95 * error, mean + Z95 * error


def unlike(sums: tuple[Moments, Moments, Moments]) -> int:
    """Return how much two fights differ that have nothing in common: two standard deviations."""
    return max(1, round(2 * math.sqrt(variance(sums[0]) + variance(sums[1]))))


def of_change(better: int, worse: int, count: int, kind: str) -> tuple[float, float]:
    """Return the 95 % interval of a change of shares, seen in pairs.

    ``FIXED``: the adjusted interval of Bonett and Price (2012), a little widened. ``ALWAYS``: both
    the gained and the lost ones by their sequences, each of which may miss in half of 5 %.

    Args:
        better: pairs in which it happens in the second version only.
        worse: pairs in which it happens in the first only.
        count: all pairs.
        kind: ``FIXED`` if their number was fixed beforehand, else ``ALWAYS``.
    """
    if not count:
        return -1.0, 1.0
    if kind == ALWAYS:
        gained, lost = anytime(better, count, 0.025), anytime(worse, count, 0.025)
        return gained[0] - lost[1], gained[1] - lost[0]
    up, down = (better + 1) / (count + 2), (worse + 1) / (count + 2)
    half = WIDENED * math.sqrt((up + down - (up - down) ** 2) / (count + 2))
    return max(-1.0, up - down - half), min(1.0, up - down + half)


# -- asking ----------------------------------------------------------------------------------------


def diff(
    first: str | Path | Variant,
    second: str | Path | Variant | None = None,
    *,
    changes: Iterable[Change | str] = (),
    packs: Sequence[str | Path] = (),
    first_packs: Sequence[str | Path] = (),
    second_packs: Sequence[str | Path] = (),
    side: str = "",
    seed: int = 1,
    count: int = 1000,
    seats: Mapping[str, str] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    most_steps: int = MOST_STEPS,
    progress: Callable[[Pairs], None] | None = None,
    keep: Kept | None = None,
    same_answers: bool = False,
) -> Difference:
    """Play two versions of a fight on the same dice and say what differs.

    Args:
        first: an encounter by id or path, or with changes of its own (``affray.lab.variant``).
        second: the other version; the same encounter if left out.
        changes: what is changed in the second version: ``biffer.tier=1``, ``options.chapter=2``.
        packs: paths of packs that both versions have.
        first_packs: packs of the first version alone.
        second_packs: packs of the second version alone.
        side: the id of the side that is judged; the first side if left out.
        seed: what dice and whims of players come from, together with the number of the fight.
        count: how many fights, each played in both versions.
        seats: who plays which seat; others are greedy.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it.
        most_steps: a fight that needs more is given up.
        progress: called with the counts so far.
        keep: where what was played is kept; what is there already is not played again.
        same_answers: whether players answer in the second version as they did in the first,
            wherever the same is asked and that answer is allowed: what the change itself does,
            without how players respond to it.

    Returns:
        The difference: wins, margins, what stayed the same, where fights part.

    Raises:
        InvalidError: a version is at fault, or they cannot be compared.
        BrokenFightError: the rules failed in a fight.
    """
    one = version(first, [*packs, *first_packs])
    other = version(one.word if second is None else second, [*packs, *second_packs])
    if second is None and isinstance(first, Variant):
        other = first
    other = other.changed(*changes)
    ready = [one(), other()]
    ids = [[side.id for side in setup.sides] for _, setup in ready]
    check_alike((ready[0][0], ids[0]), (ready[1][0], ids[1]))
    setup = ready[0][1]
    judged = side_of(setup, side)
    chosen = dict(seats or {})
    plans = [Plan(each, seed, chosen, most_steps) for each in (one, other)]
    answers = SAME_ANSWERS if same_answers else OWN_ANSWERS
    work = Versions(plans[0], plans[1], judged, answers)
    there = Pairs()
    if keep is not None:
        head = {
            "kind": "diff",
            "first": same(plans[0]),
            "second": same(plans[1]),
            "side": judged,
            "answers": answers,
        }
        keep.begin(head, count)
        there = keep.taken(PART, Pairs.taken) or there

    def note(pairs: Pairs) -> None:
        nonlocal there
        there = pairs
        if keep is not None:
            keep.note(PART, pairs.count, pairs.as_data)
        if progress is not None:
            progress(pairs)

    try:
        pairs = played(work, there, count, jobs=jobs, executor=executor, progress=note)
    finally:
        if keep is not None:
            keep.save(PART, there.count, there.as_data())
    return Difference(
        one,
        other,
        judged,
        next(each.name or each.id for each in setup.sides if each.id == judged),
        seed,
        chosen,
        dict(zip(setup.seats, [str(each) for each in players(setup, chosen)], strict=True)),
        pairs,
        ready[0][0],
        [(each.id, each.name or each.id) for each in setup.sides],
        keep is not None and (keep.extended or pairs.count > count),
        answers=answers,
    )


def both(found: Difference) -> Both:
    """Return both versions begun, to read a fight of them."""
    plans = [Plan(one, found.seed, found.seats) for one in (found.first, found.second)]
    return Both(Versions(plans[0], plans[1], found.side, found.answers))


def version(word: str | Path | Variant, packs: Sequence[str | Path]) -> Variant:
    """Return a version of a fight.

    Raises:
        InvalidError: a variant is given packs that it was not read with.
    """
    if not isinstance(word, Variant):
        return variant(word, packs)
    if packs:
        raise InvalidError(["packs: found some beside a variant, expected them to be part of it"])
    return word


def side_of(setup: Setup, side: str) -> str:
    """Return the side that is judged: the one that is named, else the first.

    Raises:
        InvalidError: no side is called so.
    """
    ids = [each.id for each in setup.sides]
    if side and side not in ids:
        raise InvalidError([f"side: found {side!r}, expected one of {', '.join(ids)}"])
    return side or ids[0]
