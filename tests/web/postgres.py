"""A PostgreSQL server of one's own for a test: made in a folder, gone with it."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

INSTALL = (
    "these tests need the programs of PostgreSQL: apt-get install postgresql (any version from 13);"
    " they start a server of their own and leave none behind"
)


def programs() -> Path:
    """Return the folder of PostgreSQL's programs.

    Raises:
        RuntimeError: it is not installed; the text says how to.
    """
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda one: int(one.parts[-3]) if one.parts[-3].isdecimal() else 0,
    )
    on_path = shutil.which("initdb")
    if not found and on_path is None:
        raise RuntimeError(INSTALL)
    return found[-1].parent if found else Path(str(on_path)).parent


class Postgres:
    """A server; as root it is run by another user, as it refuses to be root's."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="affray-postgres-"))
        self.programs = programs()
        self.user: str | None = None
        if os.geteuid() == 0:
            self.user = next(one for one in ("postgres", "nobody") if _known(one))
            shutil.chown(self.folder, self.user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://affray@127.0.0.1:{self.port}/postgres"

    def make(self) -> Postgres:
        """Make its files and start it."""
        self._run("initdb", "-A", "trust", "-U", "affray", "-E", "UTF8", "--no-sync")
        self.start()
        return self

    def start(self) -> None:
        """Start it, or start it again."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        log = str(self.folder / "server.log")
        self._run("pg_ctl", "start", "-w", "-t", "60", "-l", log, "-o", options)

    def stop(self, how: str = "fast") -> None:
        """Stop it; ``immediate`` as if it had been killed."""
        self._run("pg_ctl", "stop", "-w", "-m", how)

    def _run(self, program: str, *arguments: str) -> None:
        call = [str(self.programs / program), "-D", str(self.folder), *arguments]
        done = subprocess.run(
            call,
            user=self.user,
            cwd="/",
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": "/"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def end(self) -> None:
        """Stop it and remove its files."""
        self.stop("immediate")
        time.sleep(0.1)
        shutil.rmtree(self.folder, ignore_errors=True)


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
