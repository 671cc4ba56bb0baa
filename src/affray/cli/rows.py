"""One row for every fight, in a folder: CSV, or Parquet with the extra."""

from __future__ import annotations

import csv
import importlib
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from affray.cli.output import unwritable
from affray.core.errors import InvalidError
from affray.session.journal import write_file
from affray.sim.counts import Batch, Row

FORMATS: Final = ("csv", "parquet")
Value = int | str | bool


class RowFile:
    """The file of a run under way, under a temporary name until all of it is there.

    Refused before anything is played: the name of a file, a folder that cannot be made or written,
    a format whose library is not installed.
    """

    def __init__(self, folder: Path, format_: str) -> None:
        if folder.suffix.lstrip(".") in FORMATS or (folder.exists() and not folder.is_dir()):
            raise InvalidError(
                [f'--out: found "{folder}", expected a folder: fights.{format_} goes there']
            )
        self.parquet = _parquet() if format_ == "parquet" else None
        self.goal = folder / f"fights.{format_}"
        self.columns: list[str] = []
        self.rows: list[list[Value]] = []  # kept for Parquet only
        try:
            folder.mkdir(parents=True, exist_ok=True)
            number, name = tempfile.mkstemp(".tmp", ".fights-", folder)
        except OSError as fault:
            raise unwritable(folder, fault) from fault
        self.temporary = Path(name)
        self.file = os.fdopen(number, "w", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def add(self, batch: Batch) -> None:
        """Write the fights of a batch."""
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
        """Give the files their names; ``summary`` goes beside the rows as ``summary.json``."""
        if not self.columns:  # nothing was played
            self.columns = ["fight", "winner", "reason", "rounds", "steps", "digest"]
            self.writer.writerow(self.columns)
        self.file.close()
        if self.parquet is not None:
            table = {name: [row[n] for row in self.rows] for n, name in enumerate(self.columns)}
            arrow, parquet = self.parquet
            parquet.write_table(arrow.table(table), str(self.temporary))
        self.temporary.chmod(0o644)
        try:
            self.temporary.replace(self.goal)
        except OSError as fault:
            raise unwritable(self.goal, fault) from fault
        write_file(self.goal.with_name("summary.json"), summary)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave nothing half-written behind."""
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


def _parquet() -> tuple[Any, Any]:  # untyped library, at the edge only
    try:
        return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
    except ImportError as fault:
        raise InvalidError(
            ["--format parquet needs pyarrow: install the extra (affray[parquet]), or use csv"]
        ) from fault
