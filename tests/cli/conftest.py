"""Commands run in this process, with the toy fight where no ruleset's own is needed."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from affray.cli.app import app
from affray.sim import batches
from tests.bots.conftest import COMPILED

# Where the package is compiled the toy ruleset cannot be.
collect_ignore = ["test_sitting.py", "test_simulating.py"] if COMPILED else []


class Ran:
    """What a command printed, and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status = status
        self.out = out
        self.err = err

    def json(self) -> Any:
        return json.loads(self.out)


class Cli:
    """Runs commands: ``cli("sim", "toy")``; lines typed in are ``typed``."""

    def __call__(self, *words: str, typed: str = "") -> Ran:
        result = CliRunner().invoke(app, list(words), input=typed, prog_name="affray")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)


@pytest.fixture
def cli(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Call the program; what it writes of its own faults goes away with the tests."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("faults")))
    return Cli()


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have ``sim`` play the toy fight under any name but ``missing``."""

    def from_content(encounter: str | Path, packs: Sequence[str | Path] = ()) -> batches.Source:
        from tests.bots import toy

        return toy.prepare

    monkeypatch.setattr(batches, "from_content", from_content)


@pytest.fixture(autouse=True)
def state_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what commands save out of the user's own folder; return where it goes."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder / "affray"
