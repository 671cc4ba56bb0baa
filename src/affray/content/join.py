"""A content file and packs put together, table by table; a fault is told of the file it is in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from affray.content.like import REPLACES
from affray.content.pack import PackFile
from affray.content.problems import InvalidError, Problems, nearest, show

OWN: Final = "Affray"  # whose ids those of the content file are
ENTRY: Final = re.compile(r"(\w+)\[(\d+)\]")

C = TypeVar("C", bound=BaseModel)


class JoinedProblems(Problems):
    """Problems of joined tables: places such as ``weapon[31].dice`` are told as the files count."""

    def __init__(self, source: str, packs: Sequence[PackFile]) -> None:
        super().__init__(source)
        self.files = [Problems(pack.source) for pack in packs]
        self.rows: dict[tuple[str, int], tuple[int, int]] = {}  # table, row: file, its row

    def add(self, place: str, what: str) -> None:
        """Note one problem where the file has it; ``place`` counts the rows of all files."""
        found = ENTRY.match(place)
        spot = (found[1], int(found[2])) if found is not None else ("", 0)
        if found is not None and spot in self.rows:
            file, row = self.rows[spot]
            self.files[file].add(f"{found[1]}[{row}]{place[found.end() :]}", what)
            self.count += 1
            return
        super().add(place, what)

    def stop(self) -> None:
        """End here if there is anything to complain about.

        Raises:
            InvalidError: at least one problem was added; those of all files are named.
        """
        lines: list[str] = []
        for file in self.files:
            try:
                file.stop()
            except InvalidError as fault:
                lines += fault.problems
        if lines:
            raise InvalidError([*self.lines, *lines])
        super().stop()


def join(content: C, packs: Sequence[PackFile], source: str) -> tuple[C, JoinedProblems]:
    """Return a game's content with what packs add to its tables, and where to put its problems.

    A pack's tables are called as the content's are. An entry that replaces another stands in its
    place. Ids that are taken are among the problems.
    """
    problems = JoinedProblems(source, packs)
    seen = {
        str(row.id): OWN
        for name in type(content).model_fields
        for row in _rows(content, name)
        if hasattr(row, "id")
    }
    added: dict[str, list[Any]] = {}
    for number, file in enumerate(packs):
        for name, models in file.pack.tables().items():
            rows = added.setdefault(name, list(_rows(content, name)))
            word = type(content).model_fields[name].alias or name
            for row, model in enumerate(models):
                at = place_of(model, file, word, row, rows, seen, problems.files[number])
                if at < 0:
                    problems.count += 1
                    continue
                problems.rows[word, at] = (number, row)
                rows[at : at + 1] = [model]
    return content.model_copy(update=added), problems


def place_of(
    model: object,
    file: PackFile,
    table: str,
    row: int,
    rows: Sequence[object],
    seen: dict[str, str],
    problems: Problems,
) -> int:
    """Return where an entry of a pack goes among those of its table, -1 if it cannot.

    Args:
        model: the entry.
        file: its pack.
        table: the table, as files call it.
        row: which entry of the pack's table it is.
        rows: what the table holds already.
        seen: whose every id is, and under table and id who replaces it; both are added to.
        problems: takes what is wrong.
    """
    id = str(getattr(model, "id", ""))
    if (table, id) not in file.replaced:
        before = problems.count
        own_id(f"{table}[{row}].id", model, seen, file.source, problems)
        return len(rows) if problems.count == before else -1
    ids = [str(getattr(one, "id", "")) for one in rows]
    where = f"{table}[{row}].{REPLACES}"
    if id not in ids:
        close = nearest(id, ids)
        hint = f"; did you mean {close}?" if close else ""
        problems.add(where, f"found no {table} {show(id)} that it could replace{hint}")
        return -1
    spot = f"{table} {id}"
    if spot in seen:
        problems.add(where, f"found {show(id)}, which {seen[spot]} replaces already")
        return -1
    seen[spot] = file.source
    return ids.index(id)


def own_id(
    place: str, model: object, seen: dict[str, str], source: str, problems: Problems
) -> None:
    """Check that an id does not stand twice among all content, packs included."""
    name = str(getattr(model, "id", ""))
    if name in seen:
        whose = f"{seen[name]} has it already"
        if seen[name] == source:
            whose = "it stands there twice"
        elif seen[name] == OWN:
            whose += f"; {REPLACES} = true stands in for it"
        problems.add(place, f"found {show(name)}, expected an id of its own: {whose}")
    seen.setdefault(name, source)


def replaced_by(packs: Sequence[PackFile]) -> Mapping[str, list[str]]:
    """Return what packs override, in words, by the name of the pack's file."""
    return {file.source: file.replaces() for file in packs if file.replaced}


def _rows(content: BaseModel, name: str) -> Sequence[Any]:
    found = getattr(content, name)
    return found if isinstance(found, list | tuple) else ()
