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
from collections.abc import Callable
from contextlib import suppress
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
WAITING: Final = 64  # jobs that may wait
# Imported once, by the process that forks all others: the first has it give way, the last is for
# who starts it by its script.
PRELOADED: Final = [
    "affray.web.aside",
    *("affray.web.chances", "affray.web.fairness", "affray.web.luck", "affray.web.replays"),
    "affray.web.uploads",
    "affray.cli",
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


class Jobs:
    """All the processes that work for a server."""

    def __init__(self, most: int = 0) -> None:
        """Work with so many processes that stay (0: one less than there are processors)."""
        self.most = most or max((os.cpu_count() or 2) - 1, 1)
        self.idle: list[Worker] = []
        self.all: set[Worker] = set()
        self.places = asyncio.Semaphore(self.most)
        self.foreign = asyncio.Semaphore(1)  # a file after the other
        self.fights = asyncio.Semaphore(1)  # a lot of fights after the other
        self.waiting = 0
        self.lock = threading.Lock()

    async def read(self, work: Callable[..., T], *args: Any, cpu: int = CPU) -> T:
        """Return what some work on what somebody has brought comes to.

        Args:
            work: a function of a module.
            args: what it gets; they have to be plain data.
            cpu: seconds of the processor that it may take; by the clock much longer, as the machine
                may have much else to do.

        Raises:
            InvalidError: what was brought is at fault, also if it needs too much.
            RefusedError: too much waits already.
        """
        return await self._foreign(self.foreign, "to read", work, args, cpu)

    async def play(self, work: Callable[..., T], *args: Any, cpu: int) -> T:
        """Return what many fights come to, one lot after the other; files are read meanwhile.

        Args:
            work: a function of a module.
            args: what it gets; they have to be plain data.
            cpu: seconds of the processor that it may take.

        Raises:
            InvalidError: what was brought is at fault, also if it needs too much.
            RefusedError: too much waits already.
        """
        return await self._foreign(self.fights, "to play", work, args, cpu)

    async def _foreign(
        self,
        places: asyncio.Semaphore,
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
        kind, value = await self._run(self.places, work, args, seconds, 0)
        if kind in ("ended", "late", "memory"):
            raise RefusedError("busy", "that takes too long to work out")
        found: T = _result(kind, value)
        return found

    async def _run(
        self,
        places: asyncio.Semaphore,
        work: Callable[..., Any],
        args: tuple[Any, ...],
        seconds: float,
        cpu: int,
    ) -> tuple[str, Any]:
        if self.waiting >= WAITING:
            raise RefusedError("busy", "too much is worked out already")
        self.waiting += 1
        try:
            async with places:
                worker = await asyncio.to_thread(self._worker, cpu)
                good = False
                try:
                    told: tuple[str, Any] = await asyncio.wait_for(
                        _done(worker, work, args), seconds
                    )
                    good = told[0] != "ended" and not cpu
                    return told
                except TimeoutError:
                    return "late", None
                finally:
                    self._release(worker, good=good)
        finally:
            self.waiting -= 1

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
