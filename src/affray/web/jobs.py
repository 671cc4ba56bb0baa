"""Work in processes of its own: bounded in time and memory, and ended when nobody wants it.

All are forked from one process in which everything is imported. What is foreign (a file that
somebody brings) gets a process for itself, with limits that the kernel holds; what is asked often
(chances) a process that stays, until a job in it takes too long or is not wanted any more.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from affray.content.problems import InvalidError
from affray.core.errors import AffrayError, IllegalError
from affray.web.wire import RefusedError

MEBIBYTE: Final = 1024 * 1024
MEMORY: Final = 256  # MiB that a foreign job may take
CPU: Final = 2  # seconds of the processor that a file may take
BUSY: Final = 20.0  # times as long as that a job may take by the clock
REPLAY: Final = 60  # seconds of the processor that a journal may take
LARGEST: Final = 64 * MEBIBYTE  # bytes of a file that a foreign job may write
WAITING: Final = 64  # jobs that may wait at each kind of place
OF_ONE: Final = 8  # jobs with what was brought that one client may have under way
# Imported once, by the process that forks all others: the first has it give way, the last reads
# what all games come with; that before is for who starts it by its script.
PRELOADED: Final = [
    "affray.web.aside",
    *("affray.web.chances", "affray.web.fairness", "affray.web.luck", "affray.web.replays"),
    "affray.web.uploads",
    "affray.cli",
    "affray.web.libraries",
]
T = TypeVar("T")


def _told(work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[str, Any]:
    """Return what a job comes to, or its fault, as plain data."""
    try:
        return "done", work(*args)
    except InvalidError as fault:
        return "invalid", [str(problem) for problem in fault.problems]
    except RefusedError as fault:
        return "refused", (fault.code, fault.text, fault.rule)
    except AffrayError as fault:
        rule = fault.rule if isinstance(fault, IllegalError) else ""
        return "refused", ("unknown", str(fault), rule)
    except MemoryError:
        return "memory", None
    except RecursionError:
        return "invalid", ["it is nested too deeply"]
    except Exception as fault:
        return "broken", f"{type(fault).__name__}: {fault}"


def _serve(pipe: Connection, cpu: int, memory: int) -> None:
    """Do jobs until the pipe ends; with limits only one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if cpu:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
            pages = int(file.read().split()[0])
        most = pages * resource.getpagesize() + memory * MEBIBYTE
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with suppress(EOFError, OSError):
        while True:
            work, args = pipe.recv()
            pipe.send(_told(work, args))
            if cpu:
                return


class Worker:
    """One process that does one job at a time."""

    def __init__(self, cpu: int = 0, memory: int = 0) -> None:
        """Fork it.

        Args:
            cpu: seconds of the processor, 0 without limits and for many jobs.
            memory: MiB more than it has at its start.
        """
        context = get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, cpu, memory), daemon=True)
        self.process.start()
        other.close()

    def do(self, work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[str, Any]:
        """Return what a job comes to; ``ended`` if the process does not live to tell it."""
        try:
            self.pipe.send((work, args))
            told: tuple[str, Any] = self.pipe.recv()
        except (EOFError, OSError):
            return "ended", None
        return told

    def end(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Places:
    """Where jobs of one kind are done, so many at a time; the others wait, none for other kinds."""

    def __init__(self, most: int) -> None:
        self.free = asyncio.Semaphore(most)
        self.waiting = 0  # jobs that are done or wait

    @asynccontextmanager
    async def one(self, most: int = WAITING) -> AsyncIterator[None]:
        """Wait for a place and hold it.

        Raises:
            RefusedError: so many wait already.
        """
        if self.waiting >= most:
            raise RefusedError("busy", "too much is worked out already")
        self.waiting += 1
        try:
            async with self.free:
                yield
        finally:
            self.waiting -= 1


class Jobs:
    """All the processes that work for a server.

    What is asked at tables waits for nothing that was brought. Of what was brought each client has
    one job in the queue at a time: whoever brings much waits for themselves.
    """

    def __init__(self, most: int = 0) -> None:
        """Work with so many processes that stay (0: one less than there are processors)."""
        self.most = most or max((os.cpu_count() or 2) - 1, 1)
        self.idle: list[Worker] = []
        self.all: set[Worker] = set()
        self.asked = Places(self.most)
        self.files = Places(1)  # a file after the other
        self.journals = Places(1)  # these take longer
        self.fights = Places(1)  # a lot of fights after the other
        self.turns: dict[str, Places] = {}  # by client
        self.lock = threading.Lock()

    @property
    def waiting(self) -> int:
        """How many jobs are done or wait."""
        kinds = (self.asked, self.files, self.journals, self.fights)
        return sum([places.waiting for places in kinds])

    async def read(self, work: Callable[..., T], *args: Any, cpu: int = CPU, client: str = "") -> T:
        """Return what some work on what somebody has brought comes to.

        Args:
            work: a function of a module.
            args: what it gets; they have to be plain data.
            cpu: seconds of the processor that it may take; by the clock much longer, as the machine
                may have much else to do.
            client: who has brought it.

        Raises:
            InvalidError: what was brought is at fault, also if it needs too much.
            RefusedError: too much waits already.
        """
        places = self.files if cpu <= CPU else self.journals
        async with self._turn(client):
            return await self._foreign(places, "to read", work, args, cpu)

    async def play(self, work: Callable[..., T], *args: Any, cpu: int, client: str = "") -> T:
        """Return what many fights come to, one lot after the other; files are read meanwhile.

        Args:
            work: a function of a module.
            args: what it gets; they have to be plain data.
            cpu: seconds of the processor that it may take.
            client: who has brought it.

        Raises:
            InvalidError: what was brought is at fault, also if it needs too much.
            RefusedError: too much waits already.
        """
        async with self._turn(client):
            return await self._foreign(self.fights, "to play", work, args, cpu)

    @asynccontextmanager
    async def _turn(self, client: str) -> AsyncIterator[None]:
        """Wait until nothing else of a client is read or played."""
        turn = self.turns.setdefault(client, Places(1))
        try:
            async with turn.one(OF_ONE):
                yield
        finally:
            if not turn.waiting:
                self.turns.pop(client, None)

    async def _foreign(
        self,
        places: Places,
        what: str,
        work: Callable[..., T],
        args: tuple[Any, ...],
        cpu: int,
    ) -> T:
        kind, value = await self._run(places, work, args, cpu * BUSY, cpu)
        if kind in ("ended", "late"):
            raise InvalidError([f"it takes more than {cpu} s {what}"])
        if kind == "memory":
            raise InvalidError([f"it takes more than {MEMORY} MiB {what}"])
        found: T = _result(kind, value)
        return found

    async def ask(self, work: Callable[..., T], *args: Any, seconds: float) -> T:
        """Return what some work of ours comes to.

        Raises:
            RefusedError: it takes too long, or too much waits already.
        """
        kind, value = await self._run(self.asked, work, args, seconds, 0)
        if kind in ("ended", "late", "memory"):
            raise RefusedError("busy", "that takes too long to work out")
        found: T = _result(kind, value)
        return found

    async def _run(
        self,
        places: Places,
        work: Callable[..., Any],
        args: tuple[Any, ...],
        seconds: float,
        cpu: int,
    ) -> tuple[str, Any]:
        async with places.one():
            worker = await asyncio.to_thread(self._worker, cpu)
            good = False
            try:
                told: tuple[str, Any] = await asyncio.wait_for(_done(worker, work, args), seconds)
                good = told[0] != "ended" and not cpu
                return told
            except TimeoutError:
                return "late", None
            finally:
                self._release(worker, good=good)

    def _worker(self, cpu: int) -> Worker:
        if not cpu and self.idle:
            return self.idle.pop()
        with self.lock:  # the process that forks serves one after the other
            worker = Worker(cpu, MEMORY if cpu else 0)
        self.all.add(worker)
        return worker

    def _release(self, worker: Worker, *, good: bool) -> None:
        if good:
            self.idle.append(worker)
        else:
            self.all.discard(worker)
            worker.end()

    def end(self) -> None:
        """End all that works."""
        for worker in list(self.all):
            self.all.discard(worker)
            worker.end()
        self.idle.clear()


async def _done(worker: Worker, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    """Wait for a job without a thread that has to be waited for when nobody wants it any more."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(told: Any) -> None:
        if not future.done():
            future.set_result(told)

    def run() -> None:
        told = worker.do(work, args)
        with suppress(RuntimeError):  # the loop is gone
            loop.call_soon_threadsafe(settle, told)

    threading.Thread(target=run, name="job", daemon=True).start()
    return await future


def _result(kind: str, value: Any) -> Any:
    if kind == "invalid":
        raise InvalidError(value)
    if kind == "refused":
        raise RefusedError(*value)
    if kind == "broken":
        raise RuntimeError(value)
    return value
