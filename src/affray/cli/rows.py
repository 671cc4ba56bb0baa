"""One row for every fight, in a folder: CSV, or Parquet with the extra."""

from __future__ import annotations

import csv
import importlib
import io
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from affray.core.errors import InvalidError
from affray.session.files import (
    put_in_place,
    replaceable,
    resolved,
    temporary_beside,
    unwritable,
    write_file,
    write_through,
)
from affray.sim.counts import Batch, Row

FORMATS: Final = ("csv", "parquet")
SUMMARY: Final = "summary.json"
SAME: Final = ("encounter", "ruleset", "seed", "players")  # of a run that is gone on with
FORCE: Final = "--force overwrites it"
Value = int | str | bool


class RowFile:
    """The file of a run under way, under a temporary name until all of it is there.

    Refused before anything is played: the name of a file, a folder that cannot be made or written,
    a format whose library is not installed, rows that are there already and are not gone on with.
    """

    def __init__(self, folder: Path, format_: str, *, force: bool = False) -> None:
        if folder.suffix.lstrip(".") in FORMATS or (folder.exists() and not folder.is_dir()):
            raise InvalidError(
                [f'--out: found "{folder}", expected a folder: fights.{format_} goes there']
            )
        self.parquet = _parquet() if format_ == "parquet" else None
        self.goal = folder / f"fights.{format_}"
        self.force = force
        self.columns: list[str] = []
        self.rows: list[list[Value]] = []  # kept for Parquet only
        self.fault: InvalidError | None = None  # why no more rows could be written
        self.earlier: Batch | None = None  # the run that this one goes on with
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.temporary = temporary_beside(self.goal)
        except OSError as fault:
            raise unwritable(folder, fault) from fault
        self.file = self.temporary.open("w", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def go_on(self, head: Mapping[str, object], empty: Batch) -> None:
        """Begin with the rows that are there already, if this run goes on where they end.

        Args:
            head: what must be as it was: the encounter, the ruleset, the seed, the players.
            empty: the batch to come, with no fights yet.

        Raises:
            InvalidError: there are rows that it does not go on with.
        """
        if self.force or not self.goal.is_file():
            return
        try:
            self.earlier = self._taken_up(head, empty)
        except OSError as fault:
            raise unwritable(self.goal, fault) from fault
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as fault:
            found = f"{self.goal}: cannot be gone on with: it is no run of this command"
            raise InvalidError([f"{found}; {FORCE}"]) from fault

    def _taken_up(self, head: Mapping[str, object], empty: Batch) -> Batch:
        if not empty.first or self.parquet is not None:
            more = "" if self.parquet is not None else ", --first N goes on where it ends"
            raise InvalidError([f"{self.goal}: there are rows already; {FORCE}{more}"])
        summary = json.loads(self.goal.with_name(SUMMARY).read_text("utf-8"))
        for name in SAME:
            if summary[name] != head[name]:
                found = f"its {name} is {summary[name]}, this run's is {head[name]}"
                raise InvalidError([f"{self.goal}: cannot be gone on with: {found}; {FORCE}"])
        text = self.goal.read_bytes().decode()
        names, *rows = list(csv.reader(io.StringIO(text, newline="")))
        empty.first = int(summary["first"])
        for row in rows:
            empty.add(read_row(empty, names, row))
        if f"{empty.digest:016x}" != summary["digest"] or empty.count != summary["fights"]:
            raise ValueError("rows and summary differ")
        end = empty.first + empty.count
        if end != head["first"]:
            raise InvalidError([f"{self.goal}: ends before fight {end}: --first {end} goes on"])
        self.columns = names
        self.file.write(text)
        return empty

    def add(self, batch: Batch) -> None:
        """Write the fights of a batch; what cannot be written is noted as ``fault``."""
        if self.fault is not None:
            return
        try:
            self._add(batch)
            self.file.flush()
        except OSError as fault:
            self.fault = unwritable(self.goal, fault)

    def _add(self, batch: Batch) -> None:
        for row in batch.rows:
            if not self.columns:
                self.columns = columns(batch, row)
                self.writer.writerow(self.columns)
            values = flat(batch, row)
            if self.parquet is None:
                self.writer.writerow([int(v) if isinstance(v, bool) else v for v in values])
            else:
                self.rows.append(values)

    def finish(self, summary: str) -> None:
        """Give the files their names; ``summary`` goes beside the rows as ``summary.json``.

        What cannot be written is noted as ``fault``; what was there before then still is.
        """
        if self.fault is not None:
            return
        try:
            self._finish()
            write_file(self.goal.with_name(SUMMARY), summary)
        except OSError as fault:
            self.fault = unwritable(self.goal, fault)
        except InvalidError as fault:
            self.fault = fault

    def _finish(self) -> None:
        if not self.columns:  # nothing was played
            self.columns = ["fight", "winner", "reason", "rounds", "steps", "digest"]
            self.writer.writerow(self.columns)
        self.file.close()
        if self.parquet is not None:
            table = {name: [row[n] for row in self.rows] for n, name in enumerate(self.columns)}
            arrow, parquet = self.parquet
            parquet.write_table(arrow.table(table), str(self.temporary))
        goal = resolved(self.goal)
        if replaceable(goal):
            put_in_place(self.temporary, goal)
        else:
            write_through(goal, self.temporary.read_bytes())

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave nothing half-written behind."""
        with suppress(OSError):  # told already: what was not written cannot be flushed either
            self.file.close()
        self.temporary.unlink(missing_ok=True)


def columns(batch: Batch, row: Row) -> list[str]:
    """Return the names of the columns, measures by combatant last."""
    names = ["fight", "winner", "reason", "rounds", "steps", "digest"]
    for who, name in enumerate(batch.names):
        names.append(f"{name}.down")
        names += [f"{name}.{what}" for what in row.measures[who]]
    return names


def flat(batch: Batch, row: Row) -> list[Value]:
    """Return a fight as the values of its columns."""
    winner = batch.side(row.winner) or ""
    values: list[Value] = [row.fight, winner, row.reason, row.rounds, row.steps]
    values.append(f"{row.digest:016x}")
    for down, measures in zip(row.down, row.measures, strict=True):
        values += [down, *measures.values()]
    return values


def read_row(batch: Batch, names: list[str], values: list[str]) -> Row:
    """Return the fight that ``columns`` and ``flat`` wrote.

    Raises:
        ValueError: they did not.
    """
    found = dict(zip(names, values, strict=True))
    measures: list[dict[str, int]] = []
    for name in batch.names:
        own = {one: value for one, value in found.items() if one.startswith(f"{name}.")}
        del own[f"{name}.down"]
        measures.append({one.removeprefix(f"{name}."): int(value) for one, value in own.items()})
    return Row(
        int(found["fight"]),
        batch.sides.index(found["winner"]) if found["winner"] else -1,
        found["reason"],
        int(found["rounds"]),
        int(found["steps"]),
        int(found["digest"], 16),
        tuple([found[f"{name}.down"] == "1" for name in batch.names]),
        tuple(measures),
    )


def _parquet() -> tuple[Any, Any]:  # untyped library, at the edge only
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as fault:
        raise InvalidError(
            ["--format parquet needs pyarrow: install the extra (affray[parquet]), or use csv"]
        ) from fault
