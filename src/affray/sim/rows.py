"""A run kept in a folder: its counts, and a row for every fight, as CSV or Parquet.

Every ten thousand fights, or every minute, what was played so far is on the disk: a run that was
broken off, whatever broke it, goes on from there. No more rows than that are ever in memory.
"""

from __future__ import annotations

import csv
import importlib
import io
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from affray.core.errors import InvalidError
from affray.session.files import (
    make_beside,
    name_beside,
    put_in_place,
    replaceable,
    resolved,
    temporary_beside,
    unwritable,
    write_file,
    write_through,
)
from affray.sim.counts import Batch, Row

fcntl: Any  # only where there are such locks
try:
    import fcntl
except ImportError:
    fcntl = None

FORMATS: Final = ("csv", "parquet", "none")
SUMMARY: Final = "summary.json"
TABLE: Final = "fights.csv"
PARTS: Final = "fights"  # the folder of the parts of a Parquet table
PARTITION: Final = 10_000  # fights between two times that all is on the disk
MINUTE: Final = 60.0  # seconds after which it is, however few there were
FIRST: Final = ("fight", "winner", "reason", "rounds", "steps", "digest")
FORCE: Final = "--force overwrites it"
Value = int | str | bool | None


class RunFolder:
    """The folder of a run under way; also a context manager, which leaves nothing half-written.

    Refused before anything is played: the name of a file, a folder that cannot be made or written,
    a format whose library is not installed, another run that is there already.

    Args:
        folder: made if it is not there.
        format_: of the rows: ``csv`` (``fights.csv``), ``parquet`` (a folder ``fights`` of parts,
            which is read as one table) or ``none``, for counts alone.
        title: what was played, as it was given.
        force: overwrite a run that is there.
        resume: go on with a run that is there.

    Raises:
        InvalidError: it cannot be written there.
    """

    def __init__(
        self,
        folder: str | Path,
        format_: str = "csv",
        *,
        title: str = "",
        force: bool = False,
        resume: bool = False,
    ) -> None:
        self.folder = Path(folder)
        self.format = format_
        self.title = title
        self.force = force
        self.resume = resume
        if format_ not in FORMATS:
            raise InvalidError([f"found the format {format_!r}, expected csv, parquet or none"])
        if self.folder.suffix.lstrip(".") in FORMATS or (
            self.folder.exists() and not self.folder.is_dir()
        ):
            raise InvalidError(
                [f'found "{folder}", expected a folder: {self._goal().name} goes there']
            )
        self.rows: Table | Partitions | None = None
        self.head: dict[str, Any] = {}
        self.fault: InvalidError | None = None  # why no more could be written
        self.kept = False  # something of this run is on the disk
        self.fights = 0  # how many of them are
        self.at = monotonic()
        if format_ == "parquet":
            check_parquet()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock = locked(self.folder)
            temporary_beside(self.folder / SUMMARY).unlink()
        except OSError as fault:
            raise unwritable(self.folder, fault) from fault
        if format_ == "csv":
            self.rows = Table(self.folder / TABLE)
        elif format_ == "parquet":
            self.rows = Partitions(self.folder / PARTS)

    def _goal(self) -> Path:
        names = {"csv": TABLE, "parquet": PARTS, "none": SUMMARY}
        return self.folder / names[self.format]

    @property
    def goal(self) -> Path:
        """Where the rows are, or the counts if there are no rows."""
        return self._goal()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave what was on the disk at the last time that all was, and nothing else."""
        if self.rows is not None:
            with suppress(OSError):  # told already
                self.rows.leave(keep=self.kept)
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1

    # -- beginning ---------------------------------------------------------------------------------

    def go_on(self, head: Mapping[str, Any], empty: Batch) -> Batch:
        """Return the counts of the fights that are there already, none if there are none.

        Args:
            head: what must be as it was: the encounter, its content, the ruleset, the players...
            empty: the batch to come, with no fights yet.

        Raises:
            InvalidError: a run is there that this one does not go on with.
        """
        self.head = {"encounter": self.title, **head}
        summary = self.folder / SUMMARY
        there = summary.is_file() or any([one.there() for one in self._tables()])
        if not there or self.force:
            return empty
        if not self.resume and not empty.first:
            more = ", --resume goes on with it, --first N goes on where it ends"
            raise InvalidError([f"{self.goal}: there is a run already; {FORCE}{more}"])
        try:
            return self._taken_up(summary, empty)
        except OSError as fault:
            raise unwritable(self.goal, fault) from fault
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as fault:
            found = f"{self.goal}: cannot be gone on with: it is no run of this command"
            raise InvalidError([f"{found}; {FORCE}"]) from fault

    def _tables(self) -> list[Table | Partitions]:
        return [Table(self.folder / TABLE), Partitions(self.folder / PARTS)]

    def _taken_up(self, summary: Path, empty: Batch) -> Batch:
        data = json.loads(summary.read_text("utf-8"))
        for name, mine in {**self.head, "seed": empty.seed, "players": empty.players}.items():
            if data[name] != mine:
                found = f"its {name} is {data[name]}, this run's is {mine}"
                raise InvalidError([f"{self.goal}: cannot be gone on with: {found}; {FORCE}"])
        if data["rows"]["format"] != self.format:
            found = f"its rows are {data['rows']['format']}, this run's {self.format}"
            raise InvalidError([f"{self.goal}: cannot be gone on with: {found}; {FORCE}"])
        first = empty.first
        empty.take(data)
        end = empty.first + empty.count
        if self.resume and empty.first != first:
            found = f"it begins with fight {empty.first}, this run with {first}"
            raise InvalidError([f"{self.goal}: cannot be gone on with: {found}; {FORCE}"])
        if not self.resume and end != first:
            raise InvalidError([f"{self.goal}: ends before fight {end}: --first {end} goes on"])
        if self.rows is not None:
            self.rows.take_up(empty, data["rows"])
        empty.stopped = ""
        self.kept = True
        self.fights = empty.count
        return empty

    # -- writing -----------------------------------------------------------------------------------

    def add(self, batch: Batch) -> None:
        """Take the rows of a batch; what cannot be written is noted as ``fault``."""
        if self.fault is None and self.rows is not None:
            self._try(lambda: self._rows().add(batch))

    def note(self, total: Batch) -> None:
        """Take the counts so far; now and then everything is brought to the disk."""
        new = total.count - self.fights
        if new >= PARTITION or (new and monotonic() - self.at >= MINUTE):
            self._try(lambda: self._save(total))

    def finish(self, total: Batch) -> None:
        """Bring everything to the disk, under its own name.

        What cannot be written is noted as ``fault``; what was on the disk before then still is.
        """
        self._try(lambda: self._finish(total))

    def _rows(self) -> Table | Partitions:
        assert self.rows is not None
        return self.rows

    def _try(self, write: Any) -> None:
        if self.fault is not None:
            return
        try:
            write()
        except OSError as fault:
            self.fault = unwritable(self.goal, fault)
        except InvalidError as fault:
            self.fault = fault

    def _save(self, total: Batch) -> None:
        if self.rows is not None:
            self.rows.save(total)
        self._summarize(total)
        self.fights = total.count
        self.at = monotonic()

    def _summarize(self, total: Batch) -> None:
        size = self.rows.size if self.rows is not None else 0
        rows = {"format": self.format, "bytes": size}
        data = {**self.head, **total.as_data(), "rows": rows}
        write_file(self.folder / SUMMARY, json.dumps(data, indent=2, ensure_ascii=False) + "\n")
        self.kept = True

    def _finish(self, total: Batch) -> None:
        if self.rows is not None:
            self.rows.save(total)
            self.rows.finish()
        for table in self._tables():  # of a run that was overwritten
            if type(table) is not type(self.rows):
                table.remove()
        self._summarize(total)


def locked(folder: Path) -> int:
    """Keep others from writing in a folder; return what does it, -1 where there are no locks.

    Raises:
        InvalidError: another run is writing there.
        OSError: it cannot be opened.
    """
    if fcntl is None:
        return -1
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(handle)
        what = f"{folder}: cannot be written: another run is writing there"
        raise InvalidError([what]) from fault
    return handle


class Table:
    """One file of comma-separated values, under another name while it grows."""

    def __init__(self, goal: Path) -> None:
        self.goal = goal
        self.part = goal.with_name(f"{goal.name}.part")
        self.file: io.TextIOWrapper | None = None
        self.columns: list[str] = []
        self.size = 0  # bytes that are on the disk for good
        self.growing = False  # this run has begun it and not finished it

    def there(self) -> bool:
        """Return whether there is such a file."""
        return self.goal.is_file() or self.part.is_file()

    def remove(self) -> None:
        """Remove it."""
        if replaceable(self.goal):
            self.goal.unlink(missing_ok=True)
        self.part.unlink(missing_ok=True)

    def take_up(self, batch: Batch, said: Mapping[str, Any]) -> None:
        """Go on after the rows of a batch.

        Raises:
            ValueError: they are not there.
        """
        self.size = int(said["bytes"])
        whole = self.part if self.part.is_file() else self.goal
        with whole.open("rb") as file:
            header = file.readline()
            self.columns = next(csv.reader([header.decode()]))
            fights, last = 0, b""
            for line in file:
                if file.tell() > self.size:
                    break
                fights, last = fights + 1, line
        end = str(batch.first + batch.count - 1).encode()
        if (
            tuple(self.columns[: len(FIRST)]) != FIRST
            or fights != batch.count
            or (batch.count and last.partition(b",")[0] != end)
        ):
            raise ValueError("rows and counts differ")
        if whole == self.goal:
            self.goal.replace(self.part)
        os.truncate(self.part, self.size)
        self._open("a")

    def _open(self, mode: str) -> io.TextIOWrapper:
        if self.file is None:
            self.file = io.TextIOWrapper(self.part.open(f"{mode}b"), encoding="utf-8", newline="")
            self.growing = True
        return self.file

    def add(self, batch: Batch) -> None:
        """Write the rows of a batch."""
        file = self._open("w")
        writer = csv.writer(file)
        if batch.rows and not self.columns:
            self.columns = columns(batch)
            writer.writerow(self.columns)
        for row in batch.rows:
            values = flat(batch, row, self.columns)
            writer.writerow([int(one) if isinstance(one, bool) else one for one in values])
        file.flush()

    def save(self, batch: Batch) -> None:
        """See to it that all rows are on the disk."""
        file = self._open("w")
        if not self.columns:  # nothing was played
            self.columns = [*FIRST]
            csv.writer(file).writerow(self.columns)
        file.flush()
        os.fsync(file.fileno())
        self.size = self.part.stat().st_size

    def finish(self) -> None:
        """Give the file its name."""
        assert self.file is not None
        self.file.close()
        self.file = None
        goal = resolved(self.goal)
        if replaceable(goal):
            put_in_place(self.part, goal)
        else:
            write_through(goal, self.part.read_bytes())
            self.part.unlink()
        self.growing = False

    def leave(self, *, keep: bool) -> None:
        """Leave the rows that are on the disk for good, if any are."""
        if self.file is not None:
            with suppress(OSError):  # what was not written cannot be flushed either
                self.file.close()
            self.file = None
        if not self.growing:
            return
        goal = resolved(self.goal)
        if keep and replaceable(goal):
            os.truncate(self.part, self.size)
            put_in_place(self.part, goal)
        else:
            self.part.unlink(missing_ok=True)


class Partitions:
    """A folder of Parquet files that are one table, each named after its first fight."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.columns: list[str] = []
        self.schema: Any = None
        self.rows: list[list[Value]] = []
        self.size = 0
        self.begun = False  # what another run left is gone

    def parts(self) -> list[Path]:
        """Return the files, in the order of their fights."""
        return sorted(self.folder.glob("part-*.parquet"))

    def there(self) -> bool:
        """Return whether there are any."""
        return bool(self.parts())

    def remove(self) -> None:
        """Remove them."""
        for part in self.parts():
            part.unlink()
        with suppress(OSError):  # it may hold something else
            self.folder.rmdir()

    def take_up(self, batch: Batch, said: Mapping[str, Any]) -> None:
        """Go on after the rows of a batch.

        Raises:
            ValueError: they are not there.
        """
        arrow, parquet = libraries()
        end = batch.first + batch.count
        fights = 0
        for part in self.parts():
            if int(part.stem.removeprefix("part-")) >= end:
                part.unlink()  # written, but not counted any more
                continue
            try:
                found = parquet.ParquetFile(part)
            except arrow.ArrowException as fault:
                raise ValueError(str(fault)) from fault
            with found:
                fights += found.metadata.num_rows
                self.schema = found.schema_arrow
                self.columns = list(self.schema.names)
        if fights != batch.count:
            raise ValueError("rows and counts differ")
        self.size = int(said["bytes"])
        self.begun = True

    def add(self, batch: Batch) -> None:
        """Take the rows of a batch."""
        if batch.rows and not self.columns:
            self.columns = columns(batch)
        for row in batch.rows:
            self.rows.append(flat(batch, row, self.columns))

    def save(self, batch: Batch) -> None:
        """Write what there is as one more file."""
        if not self.begun:
            self.remove()
            self.folder.mkdir(exist_ok=True)
            self.begun = True
        if not self.rows:
            return
        arrow, parquet = libraries()
        if self.schema is None:
            kinds = [(name, getattr(arrow, kind_of(name))()) for name in self.columns]
            self.schema = arrow.schema(kinds)
        part = self.folder / f"part-{self.rows[0][0]:012}.parquet"
        table = arrow.table(
            [[row[n] for row in self.rows] for n in range(len(self.columns))], schema=self.schema
        )
        temporary = name_beside(part)
        try:
            make_beside(temporary, part)
            parquet.write_table(table, str(temporary))
            put_in_place(temporary, part)
        finally:
            temporary.unlink(missing_ok=True)
        self.size += part.stat().st_size
        self.rows = []

    def finish(self) -> None:
        """Do nothing: every file has its name."""

    def leave(self, *, keep: bool) -> None:
        """Leave the files that are there."""
        self.rows = []


# -- rows ------------------------------------------------------------------------------------------


def columns(batch: Batch) -> list[str]:
    """Return the names of the columns for the rows of a batch, measures by combatant last."""
    names = [*FIRST]
    for who, name in enumerate(batch.names):
        names.append(f"{name}.down")
        measures: dict[str, None] = {}
        for row in batch.rows:
            measures |= dict.fromkeys(row.measures[who])
        names += [f"{name}.{what}" for what in measures]
    return names


def kind_of(column: str) -> str:
    """Return what a column of a Parquet table holds."""
    if column in ("winner", "reason", "digest"):
        return "string"
    return "bool_" if column.endswith(".down") else "int64"


def flat(batch: Batch, row: Row, names: list[str]) -> list[Value]:
    """Return a fight as the values of its columns, None where it has none.

    Raises:
        InvalidError: it has a measure that the first fights had not.
    """
    winner = batch.side(row.winner) or ""
    found: dict[str, Value] = dict(
        zip(
            FIRST,
            (row.fight, winner, row.reason, row.rounds, row.steps, f"{row.digest:016x}"),
            strict=True,
        )
    )
    for name, down, measures in zip(batch.names, row.down, row.measures, strict=True):
        found[f"{name}.down"] = down
        for what, value in measures.items():
            found[f"{name}.{what}"] = value
    values = [found.pop(name, None) for name in names]
    if found:
        late = ", ".join(found)
        raise InvalidError([f"fight {row.fight}: no column for {late}, which no fight had before"])
    return values


def check_parquet() -> None:
    """Refuse what cannot be written for lack of a library.

    Raises:
        InvalidError: it is not installed.
    """
    if find_spec("pyarrow") is None:
        raise InvalidError(
            ["--format parquet needs pyarrow: install the extra (affray[parquet]), or use csv"]
        )


def libraries() -> tuple[Any, Any]:  # untyped, at the edge only
    """Return what writes Parquet; imported late, for it begins threads of its own.

    Worker processes that were begun before them could be forked.
    """
    return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
