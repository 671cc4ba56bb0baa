"""A server for tests, started as people start it."""

from __future__ import annotations

import importlib.util
import json
import os
import select
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT = Path(__file__).parents[2]
Plain = dict[str, Any]
SECONDS: Final = 120  # that a server may take on a machine that does much else


def example(name: str) -> ModuleType:
    """Return a module of the examples."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Server:
    """``affray serve`` on a free port."""

    def __init__(self, folder: Path, url: str = "", **environment: str) -> None:
        self.folder = folder
        self.url = url or f"sqlite:///{self.database}"
        self.environment = environment
        self.before: list[str] = []  # the command that starts it, if it is not started at once
        self.base = ""
        self.owner = ""
        self.process: subprocess.Popen[str] | None = None

    @property
    def database(self) -> Path:
        return self.folder / "tables.db"

    def start(self) -> Server:
        """Start it, or start it again on the same database."""
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "AFFRAY_MESSAGES": "100000",
            "AFFRAY_NEW_TABLES": "100000",
            **self.environment,
        }
        self.log = (self.folder / "server.log").open("a")
        self.process = subprocess.Popen(
            [
                *self.before,
                *(sys.executable, "-m", "affray", "serve", "--port", "0"),
                *("--db", self.url),
            ],
            stdout=subprocess.PIPE,
            stderr=self.log,
            env=env,
            text=True,
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        line = self.process.stdout.readline() if ready else ""
        assert "#o=" in line, (self.folder / "server.log").read_text()
        link = line.split(": ", 1)[1].strip()
        self.base, _, self.owner = link.partition("/#o=")
        self.base = self.base.replace("localhost", "127.0.0.1")
        return self

    def kill(self) -> None:
        """Kill it without a warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._over()

    def stop(self) -> None:
        """Let it end in order."""
        assert self.process is not None
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._over()

    def _over(self) -> None:
        assert self.process is not None
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.log.close()

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Ask the HTTP interface; return the answer, or (status, problem) of a refusal."""
        request = urllib.request.Request(
            f"{self.base}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "authorization": f"Bearer {self.owner if token is None else token}",
                "content-type": "application/json",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                raw = response.read()
        except urllib.error.HTTPError as fault:
            with fault:
                return fault.code, json.loads(fault.read() or b"{}")
        try:
            return json.loads(raw) if raw else None
        except ValueError:
            return raw.decode()

    def table(self, encounter: str, **fields: Any) -> tuple[str, dict[str, str]]:
        """Begin a table; return its id and the tokens of its seats."""
        made = self.call("POST", "tables", {"encounter": encounter, "seed": 1, "pace": 0, **fields})
        assert isinstance(made, dict), made
        return made["id"], {one["seat"]: one["token"] for one in made["seats"]}
