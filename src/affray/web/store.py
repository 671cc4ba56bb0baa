"""Where tables are kept: a database that one thread alone writes, many changes in one commit.

Nothing is ever changed but the heads of tables; what happens is appended. Whoever awaits
``Store.do`` goes on only after the transaction is on the disk (``synchronous=FULL``).

SQLite belongs to one server: a second one on the same file refuses to start. With PostgreSQL
several servers share the tables. A table belongs to the server that holds its lease, by the clock
of the database; every commit names the epoch of the lease, so that whoever has lost it without
knowing keeps nothing any more.
"""

from __future__ import annotations

import asyncio
import fcntl
import queue
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from affray.web.environment import number

LEASE: Final = number("AFFRAY_LEASE", 15000)  # milliseconds
MIGRATING: Final = 7_215_003  # the advisory lock of whoever brings a database up to date
PROBE: Final = 16 * 1024  # bytes that are written to see whether anything can be
MOST: Final = 64  # changes in one commit
WAITING: Final = 4096  # changes that may wait

T = TypeVar("T")
META: Final = sa.MetaData()
GAME: Final = sa.Table(
    "game",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("ruleset", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
    sa.Column("config", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("last_n", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("lease_until", sa.BigInteger, nullable=False),
)
ENTRY: Final = sa.Table(
    "entry",
    META,
    sa.Column("game", sa.Text, sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("request", sa.Text, nullable=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("game", "seat", "request"),
)
CHAT: Final = sa.Table(
    "chat",
    META,
    sa.Column("k", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("game", sa.Text, sa.ForeignKey("game.id"), nullable=False, index=True),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("request", sa.Text, nullable=True),
    sa.Index("chat_request", "game", "seat", "request", unique=True),
)
AUDIT: Final = sa.Table(
    "audit",
    META,
    sa.Column("k", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
)


class StoreError(Exception):
    """The change could not be kept; nothing of it was."""


class FencedError(StoreError):
    """Somebody else has gone on with the table: what is known of it here does not hold."""


def now() -> int:
    """Return the time in UTC milliseconds."""
    return time.time_ns() // 1_000_000


class Job:
    """Work for the writer, and who waits for it."""

    def __init__(self, work: Callable[[sa.Connection], Any], loop: Any, future: Any) -> None:
        self.work = work
        self.loop = loop
        self.future = future
        self.value: Any = None
        self.fault: Exception | None = None

    def settle(self) -> None:
        """Tell who waits what has come of it."""
        if self.future.done():
            return
        if self.fault is None:
            self.future.set_result(self.value)
        else:
            self.future.set_exception(self.fault)


def _settle(jobs: list[Job]) -> None:
    for job in jobs:
        job.settle()


def _done(jobs: list[Job]) -> None:
    """Have all who wait be told, each loop woken once; one that is gone waits for nothing."""
    for loop in dict.fromkeys([job.loop for job in jobs]):
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, [job for job in jobs if job.loop is loop])


class Store:
    """The database of one server."""

    def __init__(self, url: str) -> None:
        """Open a database, made if it is not there, brought up to date if it is older.

        Args:
            url: ``sqlite:///PATH`` (``sqlite://`` is kept in memory, for tests), or
                ``postgresql+psycopg://USER@HOST/NAME``.

        Raises:
            StoreError: another server has it open, it is of a later version, or it cannot be had.
        """
        self.me = secrets.token_hex(8)  # who this server is to others on the same database
        self.address = ""  # where they reach it; "" nowhere
        self.shared = not url.startswith("sqlite")
        self.path = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None
        self.made = _missing(self.path) if self.path is not None else []
        self.lock = _taken(self.path) if self.path is not None else None
        self.engine = _engine(url)
        try:
            _bring_up_to_date(self.engine, self.path)
        except (sa.exc.SQLAlchemyError, StoreError) as fault:
            self.engine.dispose()
            self._unlock(discard=True)
            raise StoreError(f"{_masked(url)}: {_reason(fault)}") from fault
        self.link: sa.Connection | None = None  # the one that the thread holds
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="store", daemon=True)
        self.thread.start()

    def close(self, *, discard: bool = False) -> None:
        """Write what waits and close; ``discard``: and take away what was not there before."""
        self.jobs.put(None)
        self.thread.join()
        if self.link is not None:
            self.link.close()
        self.engine.dispose()
        self._unlock(discard=discard)

    def _unlock(self, *, discard: bool) -> None:
        if self.lock is None:
            return
        if discard:  # while nobody else can have it open
            for path in self.made:
                if path.is_dir():
                    path.rmdir()
                else:
                    path.unlink(missing_ok=True)
        self.lock.close()

    async def do(self, work: Callable[[sa.Connection], T]) -> T:
        """Do some work on the database; return when its transaction is committed.

        Raises:
            StoreError: it could not be done, or too much waits already; nothing has changed.
        """
        if self.jobs.qsize() >= WAITING:
            raise StoreError("the disk is too slow")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.jobs.put(Job(work, loop, future))
        return await future

    # -- in the writer's thread --------------------------------------------------------------

    def _run(self) -> None:
        while True:
            job = self.jobs.get()
            if job is None:
                return
            group = [job]
            ended = False
            while len(group) < MOST and not ended:
                try:
                    more = self.jobs.get_nowait()
                except queue.Empty:
                    break
                ended = more is None
                if more is not None:
                    group.append(more)
            self._commit(group)
            if ended:
                return

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """Give a connection, committed at the end; that to a file is the same for ever."""
        if self.shared:
            with self.engine.begin() as connection:
                yield connection
            return
        if self.link is None:
            self.link = self.engine.connect()
        try:
            with self.link.begin():
                yield self.link
        except Exception:
            link, self.link = self.link, None
            link.close()
            raise

    def _commit(self, group: list[Job]) -> None:
        """Commit all in one transaction; if one is at fault, each in its own."""
        try:
            with self._transaction() as connection:
                for job in group:
                    job.value = job.work(connection)
        except Exception as fault:
            if len(group) > 1:
                for job in group:
                    self._commit([job])
                return
            known = isinstance(fault, StoreError)
            group[0].fault = fault if known else StoreError(_reason(fault))
        _done(group)

    # -- the whole file ----------------------------------------------------------------------


def backup(url: str, goal: Path) -> None:
    """Copy a database, in use or not, to a file.

    Raises:
        StoreError: there is none, or the copy cannot be written.
    """
    if not url.startswith("sqlite:///"):
        raise StoreError(f"{_masked(url)}: a PostgreSQL database is copied by pg_dump")
    path = Path(url.removeprefix("sqlite:///"))
    if not path.is_file():
        raise StoreError(f"{path}: there is no such database")
    if goal.exists() and goal.samefile(path):
        raise StoreError(f"{goal}: found the database itself, expected another file")
    try:
        source, copy = sqlite3.connect(path), sqlite3.connect(goal)
        with copy:
            source.backup(copy)
        copy.close()
        source.close()
    except sqlite3.Error as fault:
        raise StoreError(f"{goal}: {fault}") from fault


def _settings(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for one in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {one}")
    cursor.close()


def _reason(fault: Exception) -> str:
    inner = getattr(fault, "orig", None) or fault
    return str(inner).splitlines()[0] if str(inner) else type(inner).__name__


def _missing(path: Path) -> list[Path]:
    """Return what is made for a database that is not there yet, folders last, the inner first."""
    beside = [path, *[path.with_name(path.name + end) for end in (".lock", "-wal", "-shm")]]
    try:
        return [one for one in (*beside, *path.parents) if not one.exists()]
    except OSError:  # nothing there may be looked at, and nothing will be made
        return []


def _taken(path: Path) -> IO[str]:
    """Return the lock of a file, held as long as it is open.

    Raises:
        StoreError: another server holds it, or nothing can be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = path.with_name(path.name + ".lock").open("w")
    except OSError as fault:
        raise StoreError(f"{path}: {fault.strerror}") from fault
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as fault:
        lock.close()
        raise StoreError(f"{path}: another server has it open") from fault
    return lock


def _engine(url: str) -> sa.Engine:
    if not url.startswith("sqlite"):
        return sa.create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 5})
    pool = {"poolclass": sa.StaticPool} if url == "sqlite://" else {}
    engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 5}, **pool)
    sa.event.listen(engine, "connect", _settings)
    return engine


def _masked(url: str) -> str:
    return str(sa.make_url(url).set(password=None))


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    return config


def _bring_up_to_date(engine: sa.Engine, path: Path | None) -> None:
    """Make the tables of a new database; change those of an older one after a copy of its file.

    Raises:
        StoreError: it is of a later version.
    """
    config = _migrations()
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))
        found = MigrationContext.configure(connection).get_current_revision()
        known = {revision.revision for revision in script.walk_revisions()}
        if found is not None and found not in known:
            raise StoreError(f"found a database of version {found}, expected {newest} or older")
        if found == newest:
            return
        config.attributes["connection"] = connection
        if sa.inspect(connection).has_table("game"):
            if path is not None:
                shutil.copyfile(path, path.with_name(f"{path.name}.before-{newest}"))
            if found is None:  # of the time before versions were numbered so
                command.stamp(config, "0001")
        command.upgrade(config, "head")


# Made once: to put these together takes longer than to carry them out.
ADVANCE: Final = GAME.update().where(
    GAME.c.id == sa.bindparam("of"),
    GAME.c.last_n == sa.bindparam("before"),
    GAME.c.epoch == sa.bindparam("under"),
)
ENTER: Final = ENTRY.insert()


@lru_cache(maxsize=64)
def _written(statement: sa.Executable, names: tuple[str, ...], dialect: str) -> tuple[str, Any]:
    """Return a statement as the database reads it, and the order of its parameters if it has one.

    Args:
        statement: one of those above.
        names: of what is set.
        dialect: of the database, by name.
    """
    assert isinstance(statement, sa.Update | sa.Insert)
    known = sa.dialects.registry.load(dialect)()
    text = statement.compile(dialect=known, column_keys=[*names])
    return str(text), text.positiontup


def _carry_out(connection: sa.Connection, statement: sa.Executable, values: dict[str, Any]) -> int:
    """Carry out a statement often carried out: nothing but the values is new.

    It goes straight to the driver, whose faults come as they are.

    Returns:
        How many rows it has changed or added.
    """
    name = f"{connection.dialect.name}.{connection.dialect.driver}"
    text, order = _written(statement, tuple(values), name)
    cursor = connection.connection.cursor()
    try:
        cursor.execute(text, values if order is None else [values[one] for one in order])
        return int(cursor.rowcount)
    finally:
        cursor.close()


# -- what is kept ----------------------------------------------------------------------------------


def add_game(connection: sa.Connection, row: dict[str, Any]) -> None:
    """Keep a new table."""
    at = now()
    lease = {"owner": "", "address": "", "epoch": 0, "lease_until": 0}
    connection.execute(GAME.insert().values(created=at, updated=at, last_n=-1, **lease, **row))


def append(
    connection: sa.Connection, game: str, row: dict[str, Any], head: dict[str, Any], epoch: int
) -> None:
    """Append what happened to a table, and set its head.

    Args:
        connection: of a transaction.
        game: the table.
        row: what happened.
        head: what changes of its head.
        epoch: of the lease under which it happened.

    Raises:
        FencedError: somebody else has gone on with it since.
    """
    at = now()
    number = row["n"]
    where = {"of": game, "before": number - 1, "under": epoch}
    head = {**head, "last_n": number, "updated": at}
    if _carry_out(connection, ADVANCE, {**where, **head}) != 1:
        raise FencedError("somebody else has gone on with this table")
    _carry_out(connection, ENTER, {"game": game, "at": at, **row})


def configure(connection: sa.Connection, game: str, config: str, epoch: int) -> None:
    """Keep the settings and seats of a table, unless somebody else has gone on with it."""
    where = (GAME.c.id == game, GAME.c.epoch == epoch)
    connection.execute(GAME.update().where(*where).values(config=config))


def claim(connection: sa.Connection, id: str, me: str, *, shared: bool, address: str = "") -> int:
    """Take a table for a server; return the epoch of the lease, -1 if another server holds it.

    Args:
        connection: of a transaction.
        id: the table.
        me: the server.
        shared: whether there may be other servers on this database.
        address: where these reach it.
    """
    at = _clock(connection)
    free = sa.or_(GAME.c.owner == "", GAME.c.owner == me, GAME.c.lease_until < at)
    wanted = [GAME.c.id == id, *([free] if shared else [])]
    taken = {"owner": me, "address": address, "epoch": GAME.c.epoch + 1}
    connection.execute(GAME.update().where(*wanted).values(lease_until=at + LEASE, **taken))
    row = connection.execute(
        sa.select(GAME.c.owner, GAME.c.epoch).where(GAME.c.id == id)
    ).one_or_none()
    return int(row.epoch) if row is not None and row.owner == me else -1


def renew(connection: sa.Connection, leases: dict[str, int]) -> list[str]:
    """Hold the leases of some tables (with their epochs) on; return the tables that are lost."""
    lost: list[str] = []
    until = _clock(connection) + LEASE
    for id, epoch in leases.items():
        held = connection.execute(
            GAME.update().where(GAME.c.id == id, GAME.c.epoch == epoch).values(lease_until=until)
        )
        if held.rowcount != 1:
            lost.append(id)
    return lost


def release(connection: sa.Connection, leases: dict[str, int]) -> None:
    """Let others have some tables."""
    for id, epoch in leases.items():
        connection.execute(
            GAME.update().where(GAME.c.id == id, GAME.c.epoch == epoch).values(owner="")
        )


def _clock(connection: sa.Connection) -> Any:
    """Return the time of the database in milliseconds."""
    if connection.dialect.name == "postgresql":
        text = "cast(extract(epoch from clock_timestamp()) * 1000 as bigint)"
        return sa.literal_column(text, sa.BigInteger)
    return sa.literal(now(), sa.BigInteger)


def game(connection: sa.Connection, id: str) -> dict[str, Any] | None:
    """Return the head of a table, None if there is none."""
    row = connection.execute(GAME.select().where(GAME.c.id == id)).mappings().first()
    return dict(row) if row is not None else None


def config(connection: sa.Connection, id: str) -> str | None:
    """Return the settings and seats of a table, None if there is none."""
    found = connection.execute(sa.select(GAME.c.config).where(GAME.c.id == id)).scalar()
    return None if found is None else str(found)


def games(connection: sa.Connection, most: int = 200) -> list[dict[str, Any]]:
    """Return the heads of the tables, the latest first."""
    chosen = GAME.select().order_by(GAME.c.updated.desc()).limit(most)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def entries(connection: sa.Connection, id: str) -> list[dict[str, Any]]:
    """Return all that happened to a table, in order."""
    chosen = ENTRY.select().where(ENTRY.c.game == id).order_by(ENTRY.c.n)
    return [dict(row) for row in connection.execute(chosen).mappings()]


def probe(connection: sa.Connection) -> None:
    """Write as much as a table takes at its beginning, and take it away again.

    Whatever forbids it is raised; what changes no row would not be written at all.
    """
    nobody = {"game": "", "actor": "", "action": "probe"}
    connection.execute(AUDIT.insert().values(at=now(), detail="x" * PROBE, **nobody))
    connection.execute(AUDIT.delete().where(AUDIT.c.game == "", AUDIT.c.action == "probe"))


def delete(connection: sa.Connection, id: str, actor: str) -> None:
    """Forget a table but for the line that says so."""
    for table in (CHAT, ENTRY):
        connection.execute(table.delete().where(table.c.game == id))
    connection.execute(GAME.delete().where(GAME.c.id == id))
    note(connection, id, actor, "delete", "")


def say(
    connection: sa.Connection, game: str, seat: str, text: str, request: str, mine: Sequence[str]
) -> bool:
    """Keep a line of chat; return whether it is new, and not one that was sent again.

    Args:
        connection: of a transaction.
        game: the table.
        seat: who says it.
        text: what is said.
        request: the id of the message.
        mine: the seats of whoever has sent it, by any of which it may have come before.
    """
    before = sa.select(CHAT.c.k).where(
        CHAT.c.game == game, CHAT.c.request == request, CHAT.c.seat.in_(mine)
    )
    if connection.execute(before).first() is not None:
        return False
    row = {"game": game, "seat": seat, "text": text, "at": now(), "request": request}
    connection.execute(CHAT.insert().values(**row))
    return True


def said(connection: sa.Connection, game: str, most: int = 50) -> list[dict[str, Any]]:
    """Return the last lines of chat, in order."""
    chosen = CHAT.select().where(CHAT.c.game == game).order_by(CHAT.c.k.desc()).limit(most)
    return [dict(row) for row in connection.execute(chosen).mappings()][::-1]


def note(connection: sa.Connection, game: str, actor: str, action: str, detail: str) -> None:
    """Write down an administrative act."""
    connection.execute(
        AUDIT.insert().values(at=now(), game=game, actor=actor, action=action, detail=detail)
    )
