"""A content file and packs put together, table by table; a fault is told of the file it is in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from affray.content.pack import PackFile
from affray.content.problems import InvalidError, Problems, show

OWN: Final = "Affray"  # whose ids those of the content file are
ENTRY: Final = re.compile(r"(\w+)\[(\d+)\]")

C = TypeVar("C", bound=BaseModel)


class JoinedProblems(Problems):
    """Problems of joined tables: places such as ``weapon[31].dice`` are told as the files count."""

    def __init__(self, source: str, packs: Sequence[PackFile]) -> None:
        super().__init__(source)
        self.files = [Problems(pack.source) for pack in packs]
        self.rows: dict[str, list[tuple[int, int]]] = {}  # per table: first row, file

    def add(self, place: str, what: str) -> None:
        """Note one problem where the file has it; ``place`` counts the rows of all files."""
        found = ENTRY.match(place)
        if found is not None:
            number = int(found[2])
            for first, file in reversed(self.rows.get(found[1], [])):
                if number >= first:
                    there = f"{found[1]}[{number - first}]{place[found.end() :]}"
                    self.files[file].add(there, what)
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

    A pack's tables are called as the content's are. Ids that are taken are among the problems.
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
            problems.rows.setdefault(word, []).append((len(rows), number))
            for model in models:
                own_id(f"{word}[{len(rows)}].id", model, seen, file.source, problems)
                rows.append(model)
    return content.model_copy(update=added), problems


def own_id(
    place: str, model: object, seen: dict[str, str], source: str, problems: Problems
) -> None:
    """Check that an id does not stand twice among all content, packs included."""
    name = str(getattr(model, "id", ""))
    if name in seen:
        whose = "it stands there twice" if seen[name] == source else f"{seen[name]} has it already"
        problems.add(place, f"found {show(name)}, expected an id of its own: {whose}")
    seen.setdefault(name, source)


def _rows(content: BaseModel, name: str) -> Sequence[Any]:
    found = getattr(content, name)
    return found if isinstance(found, list | tuple) else ()
