"""Writing: whole or not at all, through links and devices, with the permissions that were there."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from affray.core.errors import InvalidError
from affray.session import files
from affray.session.files import LineFile, check_writable, write_file

NOBODY = 65534


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """A folder of somebody who is not root, as whom the test goes on: root may write everywhere."""
    with TemporaryDirectory() as folder:
        if os.geteuid() != 0:
            yield Path(folder)
            return
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            yield Path(folder)
        finally:
            os.seteuid(0)


def test_a_link_is_followed_and_stays_one(tmp_path: Path) -> None:
    goal, link = tmp_path / "goal", tmp_path / "folder" / "link"
    link.parent.mkdir()
    link.symlink_to(goal)
    write_file(link, "first")
    write_file(link, "second")

    assert link.is_symlink()
    assert goal.read_text() == "second"
    assert not goal.is_symlink()


def test_a_circle_of_links_is_one_clear_message(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)

    for write in (lambda: write_file(one, "x"), lambda: LineFile(one), lambda: check_writable(one)):
        with pytest.raises(InvalidError, match="cannot be written: Too many levels"):
            write()
    assert one.is_symlink()


def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "null"
    link.symlink_to("/dev/null")

    write_file("/dev/null", "gone")
    write_file(link, "gone")
    lines = LineFile(link)
    lines.add({"gone": True})
    lines.close()

    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    check_writable(link)


def test_a_pipe_takes_what_is_written(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_file(pipe, "all of it" * 100_000)
    reader.join(10)

    assert read == ["all of it" * 100_000]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_full_device_is_one_clear_message() -> None:
    with pytest.raises(InvalidError, match="/dev/full: cannot be written: No space left"):
        write_file("/dev/full", "x")
    lines = LineFile("/dev/full")
    with pytest.raises(InvalidError, match="/dev/full: cannot be written: No space left"):
        lines.add({"a": 1})
    lines.close()


@pytest.mark.parametrize("call", ["os.open", "os.close", "os.fsync", "pathlib.Path.replace"])
def test_an_interruption_leaves_what_was_there_and_nothing_beside_it(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    real = resolve_name(call)

    def broken(*words: Any, **named: Any) -> Any:
        if call != "pathlib.Path.replace":
            real(*words, **named)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(call, broken)
        with pytest.raises(KeyboardInterrupt):
            write_file(path, "new")

    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert path.read_text() == "old"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_permissions_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(mode)
    write_file(path, "new")

    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_may_be_read_by_whom_the_mask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "file", "x")
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_file_that_is_closed_is_refused(own_folder: Path) -> None:
    path = own_folder / "file"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises(InvalidError, match="cannot be written: Permission denied"):
        check_writable(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="it is a folder"):
        check_writable(tmp_path)
    for write in (lambda: write_file(tmp_path, "x"), lambda: LineFile(tmp_path)):
        with pytest.raises(InvalidError, match="cannot be written: Is a directory"):
            write()
    assert list(tmp_path.iterdir()) == []


# -- line by line --------------------------------------------------------------------------------


def test_every_line_is_there_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    lines = LineFile(path)
    for number in range(3):
        lines.add({"line": number})
        assert path.read_text().splitlines()[-1] == f'{{"line": {number}}}'
    lines.close()


def test_a_file_goes_on_after_what_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text('{"line": 0}\n{"line": 1}\n{"li')
    lines = LineFile(path, keep=12)
    lines.add({"other": 1})
    lines.close()

    assert path.read_text() == '{"line": 0}\n{"other": 1}\n'


def test_a_line_that_does_not_fit_leaves_whole_lines_and_may_be_added_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lines"
    lines = LineFile(path)
    lines.add({"line": 0})
    write = os.write

    def half(handle: int, data: bytes) -> int:
        if len(data) < 12:
            raise OSError(28, "No space left on device")
        return write(handle, data[: len(data) - 5])

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(InvalidError, match="No space left"):
        lines.add({"line": 1})
    assert path.read_text() == '{"line": 0}\n'
    monkeypatch.undo()
    lines.add({"line": 1})
    lines.close()

    assert path.read_text() == '{"line": 0}\n{"line": 1}\n'


def test_half_a_character_is_written_so_that_it_can_be_read(tmp_path: Path) -> None:
    assert files.line_of({"a": "ä"}) == '{"a": "ä"}'
    assert files.line_of({"a": "\ud800"}) == '{"a": "\\ud800"}'
