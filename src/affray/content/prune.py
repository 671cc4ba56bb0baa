"""Every fault of a file at once, though some hide others.

What a file means is looked at only where its shape is right. So what is wrong is left out, and the
rest is looked at again, until nothing more comes to light. A fault that may only come of what was
left out is not told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, TypeAlias

from affray.content.problems import CAP, InvalidError
from affray.content.values import WIDEST

Path: TypeAlias = tuple[str | int, ...]

ROUNDS: Final = 12  # looks at a file
PART: Final = re.compile(r"([A-Za-z0-9_-]+)|\[(\d+)\]|\.")
# What every file has, and every map: stands in for what is bad or missing.
STAND_INS: Final[dict[Path, Any]] = {
    ("name",): "Unnamed",
    ("id",): "unnamed",
    ("map",): {"width": WIDEST, "height": WIDEST},
    ("map", "width"): WIDEST,
    ("map", "height"): WIDEST,
}
# What faults say that come of a stand-in.
BOUNDS: Final = "of the map (columns"
OF_A_MAP: Final = "of the map"


def check_all(
    data: Mapping[str, object], source: str, look: Callable[[Mapping[str, object]], None]
) -> None:
    """Look at a file, and where faults are found also at what they hide.

    Args:
        data: what the file holds.
        source: how messages call it.
        look: raises ``InvalidError`` with the faults that it finds.

    Raises:
        InvalidError: with all faults, those that ``look`` finds at once first.
    """
    try:
        look(data)
    except InvalidError as fault:
        lines = [*fault.problems, *_hidden(data, source, look, fault.problems)]
        more = len(lines) - max(CAP, len(fault.problems))
        if more > 0:
            lines = [*lines[:-more], f"{source}: and {more} more problems"]
        raise InvalidError(lines) from fault


def _hidden(
    data: Mapping[str, object],
    source: str,
    look: Callable[[Mapping[str, object]], None],
    lines: list[str],
) -> Iterator[str]:
    """Yield the faults that come to light when what is at fault is left out."""
    pruned = Pruned(data)
    told = set(lines)
    for _ in range(ROUNDS):
        if not pruned.cut([place_of(line, source) for line in lines]):
            return
        try:
            look(pruned.data)
        except InvalidError as fault:
            lines = fault.problems
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return  # what is left is no whole file any more
        else:
            return
        for line in lines:
            path = place_of(line, source)
            if path is None:
                continue
            original = pruned.original(path)
            whole = renamed(line, source, path, original)
            if whole not in told and not pruned.doubtful(line, original):
                told.add(whole)
                yield whole


class Pruned:
    """A file without what is at fault in it."""

    def __init__(self, data: Mapping[str, object]) -> None:
        self.data: dict[str, Any] = deepcopy(dict(data))
        self.gone: list[tuple[Path, int]] = []  # the list, and the place in it
        self.words: set[str] = set()
        self.places: list[Path] = []  # in the whole file
        self.stood: set[Path] = set()  # where something stands in

    def cut(self, paths: list[Path | None]) -> bool:
        """Leave out what lies at these paths; return whether that is anything at all."""
        goals = {self._goal(path) for path in paths if path is not None} - {()}
        for path in sorted(goals, key=_rank, reverse=True):  # later entries of a list first
            if not any([path[:depth] in goals for depth in range(1, len(path))]):
                self._drop(path)
        added = [path for path in paths if path in STAND_INS and self._stand_in(path)]
        return bool(goals or added)

    def _stand_in(self, path: Path) -> bool:
        """Put what stands in for something in its place; return whether the place was free."""
        owner: Any = self.data
        for part in path[:-1]:
            owner = _inner(owner, part)
        if not isinstance(owner, dict) or path[-1] in owner:
            return False
        owner[path[-1]] = deepcopy(STAND_INS[path])
        self.stood.add(path)
        return True

    def _goal(self, path: Path) -> Path:
        """Return what is to go: what lies there, or the entry of a list that lacks it.

        An entry that is like nothing goes whole: without what it would have of another, all of
        that would be missing.
        """
        if len(path) > 1 and path[-1] == "like" and isinstance(path[-2], int):
            path = path[:-1]
        owner: Any = self.data
        depth = 0
        while depth < len(path) and _inner(owner, path[depth]) is not None:
            owner = _inner(owner, path[depth])
            depth += 1
        if depth == len(path):
            return path
        while depth > 0 and not isinstance(path[depth - 1], int):
            depth -= 1
        return path[:depth]

    def _drop(self, path: Path) -> None:
        owner: Any = self.data
        for part in path[:-1]:
            owner = _inner(owner, part)
        part = path[-1]
        self.places.append(self.original(path))
        self.words.update(_texts(owner[part]))
        del owner[part]
        if isinstance(part, int):
            self.gone.append((path[:-1], part))

    def original(self, path: Path) -> Path:
        """Return where something lies in the whole file."""
        found = list(path)
        for owner, place in reversed(self.gone):
            depth = len(owner)
            if len(found) > depth and tuple(found[:depth]) == owner:
                here = found[depth]
                if isinstance(here, int) and here >= place:
                    found[depth] = here + 1
        return tuple(found)

    def doubtful(self, line: str, path: Path) -> bool:
        """Return whether a fault lies where, or speaks of what, was left out."""
        if ("map",) in self.stood and OF_A_MAP in line:
            return True
        if BOUNDS in line and any([place[0] == "map" for place in self.stood]):
            return True
        for place in self.places:
            if place[: len(path)] == path or path[: len(place)] == place:
                return True
        return any(
            [re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line) for word in self.words]
        )


def _rank(path: Path) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (0, part) for part in path]


def _inner(owner: Any, part: str | int) -> Any:
    if isinstance(owner, dict):
        return owner.get(part)
    if isinstance(owner, list) and isinstance(part, int) and part < len(owner):
        return owner[part]
    return None


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def place_of(line: str, source: str) -> Path | None:
    """Return the path that a message names, None if it names none."""
    words = line.removeprefix(f"{source}: ").partition(": ")[0]
    found: list[str | int] = []
    end = 0
    for match in PART.finditer(words):
        if match.start() != end:
            return None
        end = match.end()
        if match[1] is not None:
            found.append(match[1])
        elif match[2] is not None:
            found.append(int(match[2]))
    return tuple(found) if found and end == len(words) else None


def renamed(line: str, source: str, path: Path, original: Path) -> str:
    """Return a message with the place that it has in the whole file."""
    if path == original:
        return line
    rest = line.removeprefix(f"{source}: ").partition(": ")[2]
    place = ""
    for part in original:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else part
    return f"{source}: {place}: {rest}"
