"""Files that are written: whole or not at all, line by line, and only ever where they belong.

A link is followed, what is no regular file (a device, a pipe) is written to and never replaced, and
a file that is replaced keeps its permissions.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from affray.core.errors import InvalidError

fcntl: Any  # only where there are such locks
try:
    import fcntl
except ImportError:
    fcntl = None

Entry: TypeAlias = dict[str, Any]
EFFECTIVE: Final = os.access in os.supports_effective_ids  # whose rights count: as when opening

# What some files that are no regular ones answer when they are to be written through at once.
UNSYNCED: Final = (errno.EINVAL, errno.ENOTSUP, errno.EROFS, errno.ENOSYS)


def write_file(path: str | Path, data: str | bytes) -> None:
    """Write a file under a temporary name in its folder, then rename it.

    Raises:
        InvalidError: it cannot be written; what was there before still is.
    """
    temporary: Path | None = None
    try:
        raw = data.encode() if isinstance(data, str) else data
        goal = resolved(path)
        if not replaceable(goal):
            write_through(goal, raw)
            return
        temporary = name_beside(goal)
        make_beside(temporary, goal)
        with temporary.open("wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, goal)
    except (OSError, ValueError) as fault:
        raise unwritable(path, fault) from fault
    finally:  # it is there no more but after a fault, or Ctrl-C at whatever moment
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def resolved(path: str | Path) -> Path:
    """Return where a path leads when all links are followed.

    Raises:
        OSError: it leads in a circle.
    """
    goal = Path(os.path.realpath(path))
    if goal.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return goal


def replaceable(goal: Path) -> bool:
    """Return whether a file may be replaced by another: there is none yet, or a regular one."""
    try:
        return stat.S_ISREG(goal.stat().st_mode)
    except FileNotFoundError:
        return True


def write_through(goal: Path, raw: bytes) -> None:
    """Write to what is no regular file: it stays what it is.

    Raises:
        OSError: it cannot be written.
    """
    with goal.open("wb", buffering=0) as file:
        left = memoryview(raw)
        while left:
            left = left[file.write(left) :]


def temporary_beside(goal: Path) -> Path:
    """Return a new file in the same folder, with the permissions that the goal has or would get.

    Raises:
        OSError: none can be made there.
    """
    temporary = name_beside(goal)
    make_beside(temporary, goal)
    return temporary


def name_beside(goal: Path) -> Path:
    """Return a name for a new file in the same folder that no other has."""
    return goal.with_name(f".{goal.name[:100]}.{secrets.token_hex(6)}")


def make_beside(temporary: Path, goal: Path) -> None:
    """Make a new file with the permissions that the goal has or would get.

    Raises:
        OSError: it cannot be made.
    """
    os.close(os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    with suppress(OSError):  # a file system without permissions
        temporary.chmod(_mode(goal))


def put_in_place(temporary: Path, goal: Path) -> None:
    """Rename a finished file to its goal, which keeps its owner where that is possible.

    Raises:
        OSError: it cannot be renamed.
    """
    with suppress(OSError):
        old = goal.stat()
        if hasattr(os, "chown"):
            os.chown(temporary, old.st_uid, old.st_gid)
        temporary.chmod(stat.S_IMODE(old.st_mode))  # a change of owner clears some bits
    temporary.replace(goal)


def _mode(goal: Path) -> int:
    try:
        return stat.S_IMODE(goal.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)  # reading it means setting it twice
        os.umask(mask)
        return 0o666 & ~mask


def check_writable(path: Path) -> None:
    """Refuse a file that could not be written later.

    Raises:
        InvalidError: its folder does not exist or is closed, or it is a folder itself.
    """
    try:
        goal = resolved(path)
        if goal.is_dir():
            raise InvalidError([f"{path}: cannot be written: it is a folder"])
        if goal.exists() and not os.access(goal, os.W_OK, effective_ids=EFFECTIVE):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        if replaceable(goal):
            with tempfile.TemporaryFile(dir=goal.parent):
                pass
    except (OSError, ValueError) as fault:
        raise unwritable(path, fault) from fault


def unwritable(path: str | Path, fault: Exception) -> InvalidError:
    """Return the message for a path that cannot be written."""
    reason = getattr(fault, "strerror", None) or str(fault)
    return InvalidError([f"{path}: cannot be written: {reason}"])


def line_of(entry: Entry) -> str:
    """Return plain data as a line of JSON that every file can hold."""
    line = json.dumps(entry, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:  # half a character, as JSON may write it
        return json.dumps(entry)
    return line


class LineFile:
    """A file that grows line by line; every line is on the disk before ``add`` returns."""

    def __init__(self, path: str | Path, keep: int = 0, *, sync: bool = True) -> None:
        """Open or make a file, and keep others from doing so.

        Args:
            path: where it lies; links are followed.
            keep: how many of its first bytes stay; the rest is cut off.
            sync: False: lines may reach the disk a little later, or with ``flush``.

        Raises:
            InvalidError: it cannot be written, or another program is writing it.
        """
        self.path = Path(path)
        self.size = keep
        self.sync = sync
        try:
            goal = resolved(path)
            self.regular = replaceable(goal)
            flags = os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
            self.handle = os.open(goal, flags | (os.O_CREAT if self.regular else 0), 0o666)
        except (OSError, ValueError) as fault:
            raise unwritable(path, fault) from fault
        if self.regular:
            self._lock()
            self._cut()

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self.handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            if fault.errno in (errno.EWOULDBLOCK, errno.EACCES):  # others: it knows no locks
                self.close()
                reason = "another program is writing it"
                raise InvalidError([f"{self.path}: cannot be written: {reason}"]) from fault

    def add(self, entry: Entry) -> None:
        """Write a line through to the disk.

        Raises:
            InvalidError: it cannot be written; the file holds whole lines only, as before.
        """
        raw = f"{line_of(entry)}\n".encode()
        try:
            left = memoryview(raw)
            while left:
                left = left[os.write(self.handle, left) :]
            if self.sync:
                self._sync()
        except OSError as fault:
            if self.regular:
                self._cut()
            raise unwritable(self.path, fault) from fault
        self.size += len(raw)

    def flush(self) -> None:
        """See to it that everything is on the disk.

        Raises:
            InvalidError: it cannot be.
        """
        try:
            self._sync()
        except OSError as fault:
            raise unwritable(self.path, fault) from fault

    def close(self) -> None:
        """Close the file; nothing more can be added."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1

    def _sync(self) -> None:
        try:
            os.fsync(self.handle)
        except OSError as fault:
            if self.regular or fault.errno not in UNSYNCED:
                raise

    def _cut(self) -> None:
        """Cut off all that does not belong to a whole line."""
        try:
            os.ftruncate(self.handle, self.size)
            os.lseek(self.handle, self.size, os.SEEK_SET)
        except OSError as fault:
            raise unwritable(self.path, fault) from fault
