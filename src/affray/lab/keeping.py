"""What a command of the lab has played so far, kept in a folder to go on with.

Whatever stops it: what was counted a few seconds before is on the disk, and the same command goes
on from there, to the same end. Of two that are made of several parts (a sweep's sets of values, a
verdict's pairs of players) each part has a file of its own.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

from affray.core.errors import InvalidError
from affray.lab.variants import Variant
from affray.session.files import unwritable, write_file
from affray.sim.batches import Plan, identity
from affray.sim.rows import PARTITION, locked

HEAD: Final = "run.json"
SECONDS: Final = 10.0  # after which what was played is brought to the disk


class Kept:
    """The folder of a run of the lab; also a context manager, which lets go of it.

    Args:
        folder: made if it is not there.

    Raises:
        InvalidError: it cannot be written, or another run is writing there.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.at = monotonic()
        self.fights: dict[str, int] = {}  # that are on the disk, by part
        self.plans: list[int] = []  # how many fights were asked for, each time
        self.head: dict[str, Any] = {}
        if self.folder.exists() and not self.folder.is_dir():
            raise InvalidError([f'--resume: found "{folder}", expected a folder'])
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.lock = locked(self.folder)
        except OSError as fault:
            raise unwritable(self.folder, fault) from fault

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let others write there."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1

    def begin(self, head: Mapping[str, Any], count: int) -> None:
        """Take up the run that is there, or begin one.

        Args:
            head: what must be as it was: the question, the encounter, the players, the seed...
            count: how many fights are asked for.

        Raises:
            InvalidError: another run is there, or something else.
        """
        mine = json.loads(json.dumps(dict(head)))
        path = self.folder / HEAD
        if path.is_file():
            there = self._read(path)
            found = there.get("head")
            if not isinstance(found, dict) or not isinstance(there.get("fights"), list):
                raise self._refused("it is no run of the lab")
            told = differing(found, mine)
            if told:
                raise self._refused(told)
            self.plans = [int(one) for one in there["fights"]]
        elif any(self.folder.iterdir()):
            raise self._refused("it holds something else")
        if count > max(self.plans, default=0):
            self.plans.append(count)
        self.head = mine
        self._write(HEAD, {"head": mine, "fights": self.plans})

    @property
    def extended(self) -> bool:
        """Whether more fights were asked for, once the first were played.

        Their number was not fixed beforehand then.
        """
        return len(self.plans) > 1

    def part(self, name: str) -> Any:
        """Return what is there of a part as plain data, None if nothing is.

        Raises:
            InvalidError: it cannot be read.
        """
        path = self.folder / f"{name}.json"
        return self._read(path) if path.is_file() else None

    def note(self, name: str, fights: int, data: Callable[[], Any]) -> None:
        """Bring a part to the disk, if that was some time or many fights ago.

        Args:
            name: which.
            fights: how many of it were played.
            data: returns it as plain data.

        Raises:
            InvalidError: it cannot be written.
        """
        new = fights - self.fights.get(name, 0)
        if new >= PARTITION or (new and monotonic() - self.at >= SECONDS):
            self.save(name, fights, data())

    def save(self, name: str, fights: int, data: Any) -> None:
        """Bring a part to the disk.

        Raises:
            InvalidError: it cannot be written.
        """
        self._write(f"{name}.json", data)
        self.fights[name] = fights
        self.at = monotonic()

    def taken(self, name: str, take: Callable[[Any], Any]) -> Any:
        """Return what a part is made into, None if it is not there.

        Args:
            name: which.
            take: makes it of its plain data.

        Raises:
            InvalidError: it is damaged.
        """
        data = self.part(name)
        if data is None:
            return None
        try:
            return take(data)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as fault:
            raise self._refused(f"{name}.json is damaged") from fault

    def _write(self, name: str, data: Any) -> None:
        path = self.folder / name
        try:
            write_file(path, json.dumps(data, ensure_ascii=False) + "\n")
        except OSError as fault:
            raise unwritable(path, fault) from fault

    def _read(self, path: Path) -> Any:
        try:
            return json.loads(path.read_text("utf-8"))
        except OSError as fault:
            raise InvalidError([f"{path}: cannot be read: {fault.strerror}"]) from fault
        except (ValueError, RecursionError) as fault:
            raise self._refused(f"{path.name} is damaged") from fault

    def _refused(self, why: str) -> InvalidError:
        return InvalidError([f"{self.folder}: cannot be gone on with: {why}"])


def differing(there: Mapping[str, Any], mine: Mapping[str, Any], of: str = "its") -> str:
    """Return what first differs between two runs in words, "" if nothing does."""
    for name in (*mine, *[name for name in there if name not in mine]):
        one, other = there.get(name), mine.get(name)
        if isinstance(one, dict) and isinstance(other, dict):
            told = differing(one, other, f"{of} {name}")
            if told:
                return told
        elif one != other:
            return f"{of} {name} is {one}, this run's is {other}"
    return ""


def same(plan: Plan) -> dict[str, Any]:
    """Return what must be the same for fights of a plan to go on with others.

    The rules, the encounter with its packs and changes, the players, the seed.
    """
    arena = plan.arena
    source = plan.source
    held = (source.raw, source.packs, source.changes) if isinstance(source, Variant) else ()
    state = repr((held, arena.begun.key())).encode()
    return {
        **identity(plan),
        "seed": plan.seed,
        "players": dict(zip(arena.setup.seats, arena.players, strict=True)),
        "content": blake2b(state, digest_size=8).hexdigest(),
    }
