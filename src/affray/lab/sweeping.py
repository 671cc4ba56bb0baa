"""What does a value do? One or two values of an encounter, each over several, on common dice."""

from __future__ import annotations

import csv
import importlib
import io
import itertools
import math
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.lab.changes import Change, read_value, spelled, split_change
from affray.lab.differences import number, of_change, side_of
from affray.lab.keeping import Kept, same
from affray.lab.results import heading
from affray.lab.running import INTERRUPTED, lent
from affray.lab.sequences import ALWAYS, FIXED, Interval, of_share
from affray.lab.variants import Variant, variant
from affray.session.files import write_file
from affray.sim import batches
from affray.sim.batches import MOST_STEPS, Plan
from affray.sim.counts import Batch
from affray.sim.executors import Executor

FORMATS: Final = (".csv", ".parquet")
MOST_VALUES: Final = 200  # of one path
MOST_POINTS: Final = 1000
ROWLESS: Final = "--out as Parquet needs pyarrow: install the extra (affray[parquet]), or use .csv"
RANGE: Final = re.compile(
    r"^(?P<low>[+-]?[0-9]+(?:\.[0-9]+)?)\.\.(?P<high>[+-]?[0-9]+(?:\.[0-9]+)?)"
    r"(?::(?P<step>[0-9]+(?:\.[0-9]+)?))?$"
)


@dataclass(frozen=True, slots=True)
class Axis:
    """A path, and the values that it takes one after the other."""

    path: str
    values: tuple[Any, ...]
    sign: str = "="

    @property
    def title(self) -> str:
        """What is varied, as it was asked for: ``biffer.tier``, ``toll-brute.hp *=``."""
        return self.path if self.sign == "=" else f"{self.path} {self.sign}"

    def change(self, value: Any) -> Change:
        """Return the change that puts a value there."""
        return Change(self.path, value, self.sign)


def read_axis(text: str) -> Axis:
    """Read ``PATH=VALUES``: a list (``1,2,5``), a range (``0..10``) or one in steps (``0..10:2``).

    With ``+=``, ``-=`` or ``*=`` each value is reckoned with what stands there:
    ``ogre.hp*=0.8..1.2:0.1``.

    Raises:
        InvalidError: it is written otherwise.
    """
    path, sign, rest = split_change(text)
    values = tuple(read_values(rest, path))
    if len(values) > MOST_VALUES:
        raise InvalidError(
            [f"{path}: found {len(values):,} values, expected at most {MOST_VALUES}"]
        )
    return Axis(path, values, sign)


def read_values(text: str, path: str) -> list[Any]:
    """Read several values.

    Raises:
        InvalidError: one cannot be read, or there are none.
    """
    found: list[Any] = []
    for word in split_values(text):
        match = RANGE.match(word)
        if match is None:
            found.append(read_value(word, path))
            continue
        low, high = Decimal(match["low"]), Decimal(match["high"])
        step = Decimal(match["step"] or 1)
        if low > high or not step or (high - low) / step > MOST_VALUES:
            expected = f"one that rises, of at most {MOST_VALUES} values"
            raise InvalidError([f"{path}: found the range {word}, expected {expected}"])
        while low <= high:
            found.append(int(low) if low == low.to_integral_value() else low)
            low += step
    if not found:
        raise InvalidError([f"{path}: found no values, expected some such as 1,2,5 or 0..10:2"])
    return found


def split_values(text: str) -> list[str]:
    """Return a text cut at its commas, but for those within brackets and quotes."""
    found, depth, quote = [""], 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        else:
            depth += (letter in "[{") - (letter in "]}")
        if letter == "," and not depth and not quote:
            found.append("")
        else:
            found[-1] += letter
    return [word.strip() for word in found if word.strip()]


class Won:
    """Which fights were won, by their place: a bit for each."""

    def __init__(self, bits: bytes = b"", count: int = 0) -> None:
        self.bits = bytearray(bits)
        self.count = count

    def extend(self, some: Iterable[bool]) -> None:
        """Note the next fights."""
        for won in some:
            if self.count % 8 == 0:
                self.bits.append(0)
            if won:
                self.bits[-1] |= 1 << self.count % 8
            self.count += 1

    def first(self, count: int) -> int:
        """Return the first fights, as the bits of a number."""
        return int.from_bytes(self.bits, "little") & ((1 << count) - 1)


@dataclass(slots=True)
class Point:
    """What came of one set of values.

    Attributes:
        values: of the axes, in their order.
        batch: counts of the fights.
        won: which of them the side that is judged won.
        better: fights that it wins with these values and not with those it is compared with.
        worse: fights that it wins only with those.
        paired: how many fights both have.
        kind: when its intervals are true: ``FIXED``, or ``ALWAYS`` if the sweep was broken off.
    """

    values: tuple[Any, ...]
    batch: Batch
    won: Won = field(default_factory=Won, repr=False)
    better: int = 0
    worse: int = 0
    paired: int = 0
    kind: str = FIXED

    def wins(self, side: int) -> Interval:
        """Return how often a side wins."""
        return of_share(self.batch.wins[side], self.batch.count, self.kind)

    def draws(self) -> Interval:
        """Return how often nobody does."""
        return of_share(self.batch.draws, self.batch.count, self.kind)

    def change(self) -> tuple[float, float, float]:
        """Return by how much the share of wins differs from the one it is compared with."""
        low, high = of_change(self.better, self.worse, self.paired, self.kind)
        mean = (self.better - self.worse) / self.paired if self.paired else math.nan
        return mean, low, high

    def compare(self, base: Point) -> None:
        """Count the fights that one of the two wins and the other does not."""
        self.paired = min(self.won.count, base.won.count)
        ours, theirs = self.won.first(self.paired), base.won.first(self.paired)
        self.better = (ours & ~theirs).bit_count()
        self.worse = (theirs & ~ours).bit_count()


@dataclass(slots=True)
class Sweep:
    """What values do.

    Attributes:
        variant: what was played.
        axes: what was varied.
        points: what came of each set of values, the last axis changing fastest; those that were
            played before it was broken off.
        base: which of them the others are compared with: the encounter as it is, if it is among
            them, else the first.
        as_is: whether that is the encounter as it is.
        side: the side that is judged, by number.
        sides: ids and names of the sides.
        seed: what all dice and whims of players came from.
        ruleset: whose rules were played.
        count: how many fights each was to have.
        stopped: ``interrupted``, or "".
        extended: whether more fights were asked for once the first were known.
    """

    variant: Variant
    axes: tuple[Axis, ...]
    points: list[Point]
    base: int
    as_is: bool
    side: int
    sides: list[tuple[str, str]]
    seed: int
    ruleset: Ruleset
    count: int
    stopped: str = ""
    extended: bool = False

    @property
    def kind(self) -> str:
        """When intervals are true: for a number of fights fixed beforehand, or whenever."""
        return ALWAYS if self.stopped or self.extended else FIXED

    @property
    def players(self) -> dict[str, str]:
        """Who played, by seat."""
        return self.points[0].batch.players if self.points else {}

    def as_data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            **heading("sweep", self.variant.word, self.ruleset, self.seed, self.players),
            "packs": [str(path) for path in self.variant.paths],
            "changes": [str(change) for change in self.variant.changes],
            "paths": [axis.title for axis in self.axes],
            "side": self.sides[self.side][0],
            "count": self.count,
            "stopped": self.stopped,
            "compared_with": None if not self.points else plain_values(self.points[self.base]),
            "points": [
                {"values": plain_values(point), **row} for point, row in zip(
                    self.points, self.rows(), strict=True)
            ],
        }  # fmt: skip

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each point: its values under their paths, then what came of it."""
        return [self._row(point) for point in self.points]

    def _row(self, point: Point) -> dict[str, Any]:
        batch = point.batch
        row: dict[str, Any] = {
            axis.title: plain(value) for axis, value in zip(self.axes, point.values, strict=True)
        }
        row["fights"] = batch.count
        for number_, (id, _) in enumerate(self.sides):
            interval = point.wins(number_)
            row |= {
                f"{id} wins": batch.wins[number_],
                f"{id} share": number(interval.share),
                f"{id} low": interval.low,
                f"{id} high": interval.high,
            }
        mean = batch.length()
        change = point.change()
        return row | {
            "draws": batch.draws,
            "unfinished": len(batch.unfinished),
            "rounds": number(mean.mean),
            "rounds error": number(mean.error),
            "gained": point.better,
            "lost": point.worse,
            "change": number(change[0]),
            "change low": number(change[1]),
            "change high": number(change[2]),
            "intervals": point.kind,
        }

    def as_csv(self) -> str:
        """Return the rows as the text of a CSV file."""
        file = io.StringIO()
        rows = self.rows()
        writer = csv.DictWriter(file, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return file.getvalue()


def check_rows(path: Path) -> None:
    """Refuse a file of rows that cannot be written, before anything is played.

    Raises:
        InvalidError: the name has another ending, or the extra is not installed.
    """
    if path.suffix.lower() not in FORMATS:
        raise InvalidError([f'--out: found "{path}", expected a name in .csv or .parquet'])
    if path.suffix.lower() == ".parquet" and find_spec("pyarrow") is None:
        raise InvalidError([ROWLESS])


def write_rows(found: Sweep, path: Path) -> None:
    """Write a row for each point, as CSV or Parquet: the ending of the name says which.

    Raises:
        InvalidError: the extra is not installed, or the file cannot be written.
    """
    check_rows(path)
    if path.suffix.lower() == ".csv":
        write_file(path, found.as_csv())
        return
    arrow, parquet = _arrow()
    rows = found.rows()
    names = list(rows[0]) if rows else []
    table = arrow.table({name: alike([row[name] for row in rows]) for name in names})
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink)
    write_file(path, sink.getvalue().to_pybytes())


def alike(values: list[Any]) -> list[Any]:
    """Return the values of a column as they are of one type, else as texts."""
    kinds = {float if isinstance(value, int | float) and not isinstance(value, bool)
             else type(value) for value in values if value is not None}  # fmt: skip
    return values if len(kinds) <= 1 else [str(value) for value in values]


def _arrow() -> tuple[Any, Any]:  # untyped library, at the edge only
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as fault:
        raise InvalidError([ROWLESS]) from fault


def plain(value: Any) -> Any:
    """Return a value as a cell of a table holds it."""
    if isinstance(value, Decimal):
        return float(value)
    return value if isinstance(value, int | str) else str(value)


def plain_values(point: Point) -> list[Any]:
    """Return the values of a point as plain data."""
    return [plain(value) for value in point.values]


# -- asking ----------------------------------------------------------------------------------------


def sweep(
    encounter: str | Path | Variant,
    axes: Iterable[Axis | str] | Mapping[str, Iterable[Any]],
    *,
    packs: Sequence[str | Path] = (),
    side: str = "",
    seed: int = 1,
    count: int = 500,
    seats: Mapping[str, str] | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    most_steps: int = MOST_STEPS,
    progress: Callable[[Point], None] | None = None,
    keep: Kept | None = None,
) -> Sweep:
    """Play an encounter with every set of values of one path or two, on the same dice.

    Args:
        encounter: by id or path, or with changes of its own (``affray.lab.variant``).
        axes: one or two: ``"biffer.tier=0..3"``, an ``Axis``, or paths with their values.
        packs: paths of packs to add to the game's content.
        side: the id of the side that is judged; the first side if left out.
        seed: what dice and whims of players come from, together with the number of the fight.
        count: how many fights for each set of values.
        seats: who plays which seat; others are greedy.
        jobs: worker processes; the result is the same for any number.
        executor: where to play instead, as ``affray.sim.executor`` returns it.
        most_steps: a fight that needs more is given up.
        progress: called with the point under way.
        keep: where what was played is kept; what is there already is not played again.

    Returns:
        What came of each; after Ctrl-C of those that were played.

    Raises:
        InvalidError: a path or a value is at fault, or there are too many.
        BrokenFightError: the rules failed in a fight.
    """
    start = encounter if isinstance(encounter, Variant) else variant(encounter, packs)
    found = tuple(axes_of(axes))
    grid = list(itertools.product(*[axis.values for axis in found]))
    if len(grid) > MOST_POINTS:
        raise InvalidError(
            [f"found {len(grid):,} sets of values, expected at most {MOST_POINTS:,}"]
        )
    ruleset, setup = start()
    judged = [one.id for one in setup.sides].index(side_of(setup, side))
    variants = [
        start.changed(*[axis.change(value) for axis, value in zip(found, values, strict=True)])
        for values in grid
    ]
    for one in variants:
        one()  # bad values are told before anything is played
    base = as_it_is(start, found, grid)
    made = Sweep(
        start,
        found,
        [],
        max(0, base),
        base >= 0,
        judged,
        [(one.id, one.name or one.id) for one in setup.sides],
        seed,
        ruleset,
        count,
    )
    if keep is not None:
        head = {
            "kind": "sweep",
            **same(Plan(start, seed, dict(seats or {}), most_steps)),
            "side": made.sides[judged][0],
            "axes": [[axis.title, [spelled(value) for value in axis.values]] for axis in found],
        }
        keep.begin(head, count)
        made.extended = keep.extended
    with lent(executor, jobs, count) as place:
        how: dict[str, Any] = {"seed": seed, "seats": seats, "most_steps": most_steps}
        try:
            for number_, (values, one) in enumerate(zip(grid, variants, strict=True)):
                part = Part(keep, f"point-{number_:04}", values)
                point = played(one, part, count, judged, place, progress, **how)
                if point.batch.count:
                    made.points.append(point)
                if point.batch.stopped:
                    made.stopped = point.batch.stopped
                    break
        except KeyboardInterrupt:  # between two runs
            made.stopped = INTERRUPTED
    if made.base >= len(made.points):
        made.base, made.as_is = 0, made.as_is and base == 0
    if any([point.batch.count > count for point in made.points]):  # broken off, now asked for fewer
        made.extended = True
    for point in made.points:
        point.compare(made.points[made.base])
        point.kind = made.kind
    return made


@dataclass(slots=True)
class Part:
    """A set of values, and where what was played with it is kept.

    Attributes:
        keep: the folder; None: nowhere.
        name: what it is called there.
        values: of the axes, in their order.
    """

    keep: Kept | None
    name: str
    values: tuple[Any, ...]

    def there(self, empty: Batch) -> Point:
        """Return what was played already.

        Raises:
            InvalidError: it is damaged.
        """

        def take(data: Mapping[str, Any]) -> Point:
            empty.take(data["counts"])
            empty.stopped = ""
            won = Won(b64decode(data["won"], validate=True), empty.count)
            if len(won.bits) != -(-empty.count // 8):
                raise ValueError("fights and wins differ")
            return Point(self.values, empty, won)

        kept = self.keep.taken(self.name, take) if self.keep is not None else None
        return kept if isinstance(kept, Point) else Point(self.values, empty)

    def note(self, point: Point, *, now: bool = False) -> None:
        """Take what was played so far; ``now`` brings it to the disk at once.

        Raises:
            InvalidError: it cannot be written.
        """

        def data() -> dict[str, Any]:
            won = b64encode(point.won.bits).decode()
            return {"counts": point.batch.as_data(), "won": won}

        if self.keep is not None and now:
            self.keep.save(self.name, point.batch.count, data())
        elif self.keep is not None:
            self.keep.note(self.name, point.batch.count, data)


def played(
    one: Variant,
    part: Part,
    count: int,
    side: int,
    place: Executor,
    progress: Callable[[Point], None] | None,
    *,
    seed: int,
    seats: Mapping[str, str] | None,
    most_steps: int,
) -> Point:
    """Play one set of values: those of its fights that are not there yet."""
    plan = Plan(one, seed, dict(seats or {}), most_steps, keep_rows=True)
    point = part.there(plan.arena.empty(0))
    before = point.batch
    fresh = point.won.count < count

    def note(batch: Batch) -> None:
        point.won.extend([row.winner == side for row in batch.rows])

    def tell(batch: Batch) -> None:
        point.batch = before + batch
        part.note(point)
        if progress is not None:
            progress(point)

    if fresh:
        try:
            batch = batches.run(
                one,
                seed=seed,
                first=before.count,
                count=count - before.count,
                seats=seats,
                executor=place,
                rows=note,
                progress=tell,
                most_steps=most_steps,
            )
        finally:
            part.note(point, now=True)
        point.batch.stopped = batch.stopped
    if progress is not None:
        progress(point)
    return point


def axes_of(axes: Iterable[Axis | str] | Mapping[str, Iterable[Any]]) -> list[Axis]:
    """Return what is varied.

    Raises:
        InvalidError: it is none, or more than two, or the same twice.
    """
    if isinstance(axes, Mapping):
        found = [Axis(path, tuple(values)) for path, values in axes.items()]
    else:
        found = [read_axis(one) if isinstance(one, str) else one for one in axes]
    if not 1 <= len(found) <= 2:
        raise InvalidError([f"found {len(found)} paths to vary, expected one or two"])
    if len({axis.path for axis in found}) < len(found):
        raise InvalidError([f"{found[0].path}: found it twice, expected two different paths"])
    for axis in found:
        if not axis.values:
            raise InvalidError([f"{axis.path}: found no values, expected at least one"])
    return found


def as_it_is(start: Variant, axes: Sequence[Axis], grid: Sequence[tuple[Any, ...]]) -> int:
    """Return which set of values changes nothing, -1 if none does."""
    now: list[Any] = []
    for axis in axes:
        if axis.sign == "*=":
            now.append(1)
        elif axis.sign in ("+=", "-="):
            now.append(0)
        else:
            try:
                now.append(start.value(axis.path))
            except InvalidError:
                return -1
    return grid.index(tuple(now)) if tuple(now) in grid else -1
