"""``affray serve``: the table in the browser."""

from __future__ import annotations

import os
import re
import socket
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from affray.cli.app import app
from affray.cli.output import out
from affray.content.problems import InvalidError

NEEDED = (
    *("alembic", "fastapi", "uvicorn", "websockets", "sqlalchemy"),
    *("itsdangerous", "jinja2", "segno"),
)
HOST = re.compile(r"(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")
PASSWORD = re.compile(r"(://[^:/@]*:)[^@]*@")


def folder() -> Path:
    """Return where the tables of this person are kept."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "affray"


@app.command("serve")
def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0: any free one.")] = 8642,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others in this network sit down, too.")
    ] = False,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="The database: sqlite:///PATH, or postgresql+psycopg://USER@HOST/NAME"
            " (needs affray[postgresql]), which several servers may share.",
        ),
    ] = "",
    backup: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Copy the database, in use or not, and stop."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A further name of this server, behind a proxy."),
    ] = None,
    address: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Where other servers on the same database reach this one: http://HOST:PORT."
            " Left out: where it listens.",
        ),
    ] = "",
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = False,
) -> None:
    """Open the table in the browser, for everybody around it.

    It prints the link of the owner, who begins tables and invites others. What is played is kept:
    a table goes on at the same question after any restart.
    """
    missing = [one for one in (*NEEDED, "msgspec") if find_spec(one) is None]
    if missing:
        raise InvalidError(
            [f"serve: {', '.join(missing)} not found; install with: pip install 'affray[web]'"]
        )
    if address:
        name = [*(name or []), _server_of(address)]
    _run(host, port, db, backup, name or [], address, lan=lan, browser=browser)


def _run(
    host: str,
    port: int,
    db: str,
    backup: Path | None,
    names: list[str],
    address: str,
    *,
    lan: bool,
    browser: bool,
) -> None:
    import uvicorn

    from affray.web import store
    from affray.web.app import create
    from affray.web.lines import Line
    from affray.web.seats import Tokens, server_key
    from affray.web.server import Server

    home = folder()
    url = db or f"sqlite:///{home / 'tables.db'}"
    _check(url)
    for one in names:
        _check_name(one)
    console = out()
    if backup is not None:
        try:
            store.backup(url, backup)
        except store.StoreError as fault:
            raise InvalidError([str(fault)]) from fault
        console.print(f"{backup}: copied")
        return
    # What may be refused is asked for first what makes nothing: a refusal leaves nothing behind.
    with _bound("0.0.0.0" if lan else host, port) as listening:
        try:
            kept = store.Store(url)
        except store.StoreError as fault:
            raise InvalidError([f"--db: {fault}" if db else str(fault)]) from fault
        try:
            shared = not url.startswith("sqlite:///")
            key = server_key(home if shared else Path(url.removeprefix("sqlite:///")).parent)
            tokens = Tokens(key)
            port = int(listening.getsockname()[1])
            seen = _addresses() if lan else [] if host in ("127.0.0.1", "localhost") else [host]
            own = [one.lower() for one in names]
            hosts = frozenset({"localhost", "127.0.0.1", "[::1]", host, *seen, *own})
            kept.address = address or f"http://{_reached(seen[0] if seen else host)}:{port}"
            config = uvicorn.Config(
                create(kept, tokens, hosts),
                log_level="warning",
                ws=Line,
                ws_max_size=64 * 1024,
                ws_ping_interval=None,
                ws_per_message_deflate=False,  # steps are small: not worth 40 KiB, a squeeze each
                server_header=False,
                access_log=False,
                timeout_graceful_shutdown=3,
            )
        except InvalidError:
            kept.close(discard=True)
            raise
        link = f"http://{seen[0] if seen else 'localhost'}:{port}/#o={tokens.owner()}"
        console.print(f"Affray's table: {link}", soft_wrap=True, highlight=False)
        if lan:
            console.print(
                "Everybody in this network who has a link may sit down; nothing is encrypted."
            )
        if browser:
            webbrowser.open(link)
        Server(config).run([listening])


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        InvalidError: nothing can listen there.
    """
    try:
        return _listening(host, port)
    except (OSError, UnicodeError) as fault:
        if isinstance(fault, OSError) and not isinstance(fault, socket.gaierror):
            raise InvalidError([f"port {port}: {fault.strerror}"]) from fault
        expected = "expected an address of this machine"
        raise InvalidError([f"--host: found {host}, {expected}"]) from fault


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; who comes before the server is up waits for it.

    It names its protocol, and so does every connection that it takes: asyncio sends at once what is
    written to such a one. Else a small message waits until the one before it is acknowledged, which
    takes a way there and back, and 40 ms more where the other side is in no hurry to do so.

    Raises:
        OSError: nothing can listen there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
    except (OSError, UnicodeError):
        found.close()
        raise
    found.listen(128)
    return found


def _server_of(address: str) -> str:
    """Return the name of the server in an address.

    Raises:
        InvalidError: it is none of another server.
    """
    try:
        found = urlsplit(address)
        usable = found.scheme == "http" and found.hostname and found.port
    except ValueError:  # the port is no number
        usable = False
    if not usable or found.path.strip("/") or found.query or found.fragment:
        raise InvalidError([f"--address: found {address}, expected http://HOST:PORT"])
    return str(found.hostname)


def _check_name(name: str) -> None:
    """Refuse a name by which no browser asks for a server."""
    if not HOST.fullmatch(name):
        raise InvalidError([f"--name: found {name}, expected the name of a host, without http://"])


def _reached(host: str) -> str:
    """Return a host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def _check(url: str) -> None:
    """Refuse a database of which nothing is known, or whose driver is not installed."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    if url.startswith("postgresql+psycopg://"):
        if find_spec("psycopg") is None:
            raise InvalidError(
                ["--db: psycopg not found; install with: pip install 'affray[postgresql]'"]
            )
    elif not url.startswith("sqlite:///"):
        raise _no_database(url)
    try:
        found = make_url(url)
    except (SQLAlchemyError, ValueError) as fault:
        raise _no_database(url) from fault
    if url.startswith("sqlite:///"):
        path = found.database or ""
        if path in ("", ":memory:") or found.query or path.endswith("/") or Path(path).is_dir():
            raise _no_database(url)


def _no_database(url: str) -> InvalidError:
    shown = PASSWORD.sub(r"\1***@", url)
    expected = "expected sqlite:///PATH of a file, or postgresql+psycopg://USER@HOST/NAME"
    return InvalidError([f"--db: found {shown}, {expected}"])


def _addresses() -> list[str]:
    """Return the addresses of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only picks the interface
            found = [str(probe.getsockname()[0])]
        except OSError:
            found = []
    return [*found, socket.gethostname()]
