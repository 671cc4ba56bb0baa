"""``affray serve`` with flags, files and numbers that are wrong: one line and status 2."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from affray.cli.app import app
from affray.cli.serve import HOST
from affray.content.problems import InvalidError
from affray.web import environment
from affray.web.store import Store


def refused(*flags: str) -> str:
    """What is said of flags that are wrong, in one line."""
    told = CliRunner().invoke(app, ["serve", "--port", "0", *flags])
    assert told.exit_code == 2, told.output
    [line] = told.stderr.splitlines()
    return line.removeprefix("affray: ")


def ran(folder: Path, *flags: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command, which ends by itself: nothing here lets it begin to serve."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    command = [sys.executable, "-m", "affray", "serve", "--port", "0", *flags]
    return subprocess.run(
        command, env=env, cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:///", "--db: found sqlite:///, expected sqlite:///PATH of a file"),
        ("sqlite:///:memory:", "--db: found sqlite:///:memory:, expected"),
        ("sqlite:///x.db?mode=ro", "--db: found sqlite:///x.db?mode=ro, expected"),
        ("sqlite:///.", "--db: found sqlite:///., expected"),
        ("sqlite:///./", "--db: found sqlite:///./, expected"),
        ("postgresql+psycopg://u@h:x/y", "--db: found postgresql+psycopg://u@h:x/y, expected"),
        ("postgresql+psycopg://u:secret@h:x/y", "--db: found postgresql+psycopg://u:***@h:x/y"),
        ("mysql://u:secret@h/y", "--db: found mysql://u:***@h/y, expected"),
    ],
)
def test_a_database_that_is_none_is_refused(
    url: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused("--db", url).startswith(said)
    assert not [*tmp_path.iterdir()]


def test_a_host_that_is_none_is_said_to_be_none(tmp_path: Path) -> None:
    for host in ("nonsense.invalid", "a..b"):
        told = refused("--db", f"sqlite:///{tmp_path / 'x.db'}", "--host", host)
        assert told == f"--host: found {host}, expected an address of this machine"


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        told = refused("--db", f"sqlite:///{tmp_path / 'x.db'}", "--port", port)
    assert told == f"port {port}: Address already in use"


def test_a_key_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    key = tmp_path / "server.key"
    database = f"sqlite:///{tmp_path / 'x.db'}"
    key.mkdir()
    assert refused("--db", database).startswith(f"{key}: ")
    key.rmdir()
    key.write_bytes(b"\xff\xfe\x00")
    assert refused("--db", database).startswith(f"{key}: ")


def test_a_refusal_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    none = tmp_path / "hostname"
    none.write_text("no database")
    told = refused("--db", f"sqlite:///{none}")
    assert told.startswith(f"--db: sqlite:///{none}: ")
    assert [one.name for one in tmp_path.iterdir()] == ["hostname"]
    assert none.read_text() == "no database"
    new = tmp_path / "some" / "folder" / "x.db"
    monkeypatch.setenv("AFFRAY_KEY", "short")
    refused("--db", f"sqlite:///{new}")
    assert [one.name for one in tmp_path.iterdir()] == ["hostname"]
    missing = none / "x.db"
    assert refused("--db", f"sqlite:///{missing}").startswith(f"--db: {missing}: ")


@pytest.mark.parametrize("name", ["http://bad/host", "a b", "", "a..b", "host/"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    told = refused("--db", f"sqlite:///{tmp_path / 'x.db'}", "--name", name)
    assert told.startswith(f"--name: found {name}, expected the name of a host")
    assert not [*tmp_path.iterdir()]


def test_names_of_hosts_are_none_of_addresses() -> None:
    for name in ("affray.example", "table", "Table.Local:8080", "[::1]", "10.0.0.7"):
        assert HOST.fullmatch(name)


def test_a_database_is_not_copied_onto_itself(tmp_path: Path) -> None:
    database = tmp_path / "x.db"
    Store(f"sqlite:///{database}").close()
    other = tmp_path / "same.db"
    other.symlink_to(database)
    for goal in (database, other):
        told = refused("--db", f"sqlite:///{database}", "--backup", str(goal))
        assert told == f"{goal}: found the database itself, expected another file"


@pytest.mark.parametrize("word", ["abc", "0", "-1", "1.5", "9" * 30])
def test_a_number_of_the_environment_that_is_none_is_refused(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFFRAY_SOCKETS", word)
    with pytest.raises(InvalidError, match=r"AFFRAY_SOCKETS: found .*, expected a whole number"):
        environment.number("AFFRAY_SOCKETS", 40)
    monkeypatch.setenv("AFFRAY_SOCKETS", "7")
    assert environment.number("AFFRAY_SOCKETS", 40) == 7
    monkeypatch.setenv("AFFRAY_SOCKETS", "")
    assert environment.number("AFFRAY_SOCKETS", 40) == 40


def test_whatever_is_wrong_ends_with_one_line_and_status_2(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    for told in (
        ran(tmp_path, "--db", database, AFFRAY_LEASE="abc"),
        ran(tmp_path, "--db", "sqlite:///"),
    ):
        assert told.returncode == 2
        assert len(told.stderr.splitlines()) == 1, told.stderr
