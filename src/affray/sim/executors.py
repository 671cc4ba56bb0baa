"""Where fights are played: in this process, in worker processes of this machine, on a cluster.

Work is cut into portions: the number of a first fight, and how many. An executor plays them
wherever it can and hands back what came of them in their order, so that results are the same for
any number of workers. What a worker had under way when it was lost is played again.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from affray.content.game import register, registered
from affray.core.errors import InvalidError

PATIENCE: Final = 0.2  # seconds between looks at whether to stop, while workers work
AHEAD: Final = 4  # portions a worker that are begun before their turn to be handed back
UNDER_WAY: Final = 2  # portions a worker has at once, so that it never waits for the next
LOST: Final = 3  # workers that a portion may cost before it is given up
KEPT: Final = 8  # plans that a worker keeps open

Portion: TypeAlias = tuple[int, int]  # the number of the first fight, and how many
Stop: TypeAlias = Callable[[], bool]

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Play(Protocol[T_co]):
    """Plays a portion."""

    def __call__(self, first: int, count: int, stop: Stop | None = None, /) -> T_co:
        """Play ``count`` fights from number ``first``; fewer if ``stop`` says so between two."""
        ...


class Work(Protocol[T_co]):
    """What is to be played, as it travels to whoever plays it: it can be pickled."""

    def open(self) -> Play[T_co]:
        """Make it ready, in whatever process, and return what plays portions of it."""
        ...


def never() -> bool:
    """Return False: nothing stops it."""
    return False


class Executor(ABC):
    """Plays portions of work; also a context manager, which closes it.

    Attributes:
        jobs: how many portions are played at the same time.
        span: seconds that a portion had better take; the further the way, the longer.
    """

    jobs: int
    span: float = 0.25

    @abstractmethod
    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        """Return a generator of what came of each portion, in their order.

        Closing it gives up what is under way.

        Args:
            work: what is played.
            portions: read as they are needed.
            stop: whether to end now: asked often.

        Raises:
            InvalidError: the work cannot travel, or workers were lost again and again.
        """

    @abstractmethod
    def close(self) -> None:
        """End the workers; what is under way is given up."""

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


class Here(Executor):
    """Plays one portion after the other in this process."""

    jobs = 1

    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        """Yield what came of each portion; of the last what there is when ``stop`` says so."""
        play = work.open()
        for first, count in portions:
            if stop():
                return
            yield play(first, count, stop)

    def close(self) -> None:
        """Do nothing."""


def on_this_machine(jobs: int) -> Executor:
    """Return an executor of so many worker processes; of one, this process itself."""
    return Processes(jobs) if jobs > 1 else Here()


# -- worker processes ------------------------------------------------------------------------------


class Task:
    """One portion, until it is handed back."""

    def __init__(self, work: int, portion: Portion) -> None:
        self.work = work
        self.portion = portion
        self.done = False
        self.result: Any = None
        self.fault: Exception | None = None
        self.lost = 0  # workers that ended while they played it


class Worker:
    """A worker process as its parent sees it."""

    def __init__(self, others: list[Connection[Any, Any]]) -> None:
        ours, theirs = multiprocessing.Pipe()
        how = "fork" if can_fork() else "spawn"
        context = multiprocessing.get_context(how)
        inherited = [*others, ours] if how == "fork" else []
        self.connection = ours
        self.tickets: deque[int] = deque()  # under way, the one being played first
        self.known: set[int] = set()  # the works it was told of
        self.begun = False  # it has said that it is there
        self.process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=serve, args=(theirs, inherited), daemon=True
        )
        try:
            with _deaf():
                self.process.start()
        finally:
            theirs.close()

    def end(self) -> None:
        """End it at once."""
        self.connection.close()
        self.process.terminate()
        self.process.join()
        self.process.close()


class Processes(Executor):
    """Worker processes of this machine.

    They are forked where that is safe (on Linux, from a process that has no other threads), which
    takes a hundredth of a second; else they begin afresh, which takes some tenths: every worker
    then reads the script first, which does its work under ``if __name__ == "__main__":``.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.workers: list[Worker] = []
        while can_fork() and len(self.workers) < jobs:  # before whoever has us begins a thread
            self._begin()
        self._tasks: dict[int, Task] = {}  # by ticket: whatever is not handed back yet
        self._queue: deque[int] = deque()  # tickets that no worker has
        self._works: dict[int, bytes] = {}
        self._number = 0  # of the last ticket or work

    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        """Yield what came of each portion, in their order."""
        own = self._next()
        self._works[own] = packed(work)
        ahead = iter(portions)
        order: deque[int] = deque()
        try:
            while not stop():
                while len(order) < AHEAD * self.jobs:
                    portion = next(ahead, None)
                    if portion is None:
                        break
                    order.append(self._next())
                    self._tasks[order[-1]] = Task(own, portion)
                    self._queue.append(order[-1])
                if not order:
                    return
                self._hand_out()
                first = self._tasks[order[0]]
                if not first.done:
                    self._listen()
                    continue
                del self._tasks[order.popleft()]
                if first.fault is not None:
                    raise first.fault
                yield first.result
        finally:
            for ticket in order:
                del self._tasks[ticket]
            gone = set(order)
            self._queue = deque([ticket for ticket in self._queue if ticket not in gone])
            del self._works[own]
            self._forget(own)

    def _begin(self) -> Worker:
        """Begin a worker."""
        worker = Worker([one.connection for one in self.workers])
        self.workers.append(worker)
        return worker

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _hand_out(self) -> None:
        """Give portions to workers that have room, beginning workers as they are needed."""
        while self._queue:
            worker = min(self.workers, key=lambda one: len(one.tickets), default=None)
            if (worker is None or worker.tickets) and len(self.workers) < self.jobs:
                worker = self._begin()
            if worker is None or len(worker.tickets) >= UNDER_WAY:
                return
            ticket = self._queue[0]
            task = self._tasks[ticket]
            if task.work not in worker.known and worker.tickets:
                return  # a plan is told to who waits for it, or both might wait for each other
            self._queue.popleft()
            worker.tickets.append(ticket)
            with suppress(OSError):  # it has ended: noticed, and played again, when it is heard
                if task.work not in worker.known:
                    worker.known.add(task.work)
                    worker.connection.send((task.work, self._works[task.work]))
                worker.connection.send((task.work, ticket, *task.portion))

    def _listen(self) -> None:
        """Take what workers say, and notice which of them are gone."""
        by_connection = {worker.connection: worker for worker in self.workers}
        for connection in wait(list(by_connection), PATIENCE):
            worker = by_connection[connection]  # type: ignore[index]
            try:
                said = worker.connection.recv()
            except (EOFError, OSError):
                self._lost(worker)
                continue
            if said is None:
                worker.begun = True
                continue
            ticket, result, fault = said
            worker.tickets.remove(ticket)
            task = self._tasks.get(ticket)
            if task is not None:  # else nobody waits for it any more
                task.result, task.fault, task.done = result, fault, True

    def _lost(self, worker: Worker) -> None:
        """Put what a worker had under way back, to be played again.

        Raises:
            InvalidError: it never began, or what it played has cost too many workers.
        """
        self.workers.remove(worker)
        tickets = [ticket for ticket in worker.tickets if ticket in self._tasks]
        self._queue.extendleft(reversed(tickets))
        playing = worker.tickets[0] if worker.tickets else 0
        worker.end()
        if not worker.begun:
            raise InvalidError([f"jobs: {UNGUARDED}"])
        if playing in tickets:
            task = self._tasks[playing]
            task.lost += 1
            if task.lost >= LOST:
                first, count = task.portion
                where = f"fights {first} to {first + count - 1}"
                raise InvalidError([f"jobs: {where} ended {LOST} worker processes one by one"])

    def _forget(self, work: int) -> None:
        for worker in self.workers:
            if work in worker.known:
                worker.known.discard(work)
                with suppress(OSError):
                    worker.connection.send((work,))

    def close(self) -> None:
        """End the workers."""
        while self.workers:
            self.workers.pop().end()


UNGUARDED: Final = (
    "the worker processes ended before their work was done; a script that asks for several jobs "
    'runs what it does under `if __name__ == "__main__":`, for every worker reads it first'
)


def can_fork() -> bool:
    """Return whether this process may be forked: on Linux, with one thread, nothing can be torn."""
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


def packed(work: Work[Any]) -> bytes:
    """Return some work as it travels, with the games that were registered by hand.

    Raises:
        InvalidError: it cannot be pickled.
    """
    try:
        return pickle.dumps((registered(), work))
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise InvalidError([f"what is to be played cannot travel to a worker: {fault}"]) from fault


class Opened:
    """What a worker has open: the last few plans, by what they travelled as."""

    def __init__(self) -> None:
        self.plays: OrderedDict[bytes, Play[Any]] = OrderedDict()

    def play(self, raw: bytes, load: Callable[[bytes], Any] = pickle.loads) -> Play[Any]:
        """Return what plays some work, opened if it was not yet.

        Raises:
            InvalidError: this process does not find what it is made of.
        """
        name = blake2b(raw, digest_size=16).digest()
        if name not in self.plays:
            try:
                games, work = load(raw)
            except (ImportError, AttributeError) as fault:
                what = f"a worker does not find what is to be played: {fault}"
                how = "what is of one's own lies in a module that can be imported"
                raise InvalidError([f"{what}; {how}"]) from fault
            for game in games:
                register(game)
            self.plays[name] = work.open()
            if len(self.plays) > KEPT:
                self.plays.popitem(last=False)
        self.plays.move_to_end(name)
        return self.plays[name]


def serve(connection: Connection[Any, Any], inherited: list[Connection[Any, Any]]) -> None:
    """Play what the parent asks for until it is gone: what a worker process does.

    Args:
        connection: to the parent.
        inherited: what belongs to the parent, open here too since the fork.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    for one in inherited:
        one.close()
    works: dict[int, bytes] = {}
    opened = Opened()
    with suppress(EOFError, OSError):  # the parent is gone
        connection.send(None)
        while True:
            said = connection.recv()
            if len(said) == 1:
                del works[said[0]]
            elif len(said) == 2:
                works[said[0]] = said[1]
            else:
                work, ticket, first, count = said
                connection.send(answer(opened, works[work], ticket, first, count))


def answer(
    opened: Opened, raw: bytes, ticket: int, first: int, count: int
) -> bytes | tuple[Any, ...]:
    """Return what a worker says of a portion: its ticket, what came of it, the fault if any."""
    try:
        return ticket, opened.play(raw)(first, count), None
    except Exception as fault:
        return ticket, None, travelling(fault)


def travelling(fault: Exception) -> Exception:
    """Return a fault as it can be sent: itself, or what it says if it cannot."""
    try:
        pickle.loads(pickle.dumps(fault))
    except Exception:
        return RuntimeError(f"{type(fault).__name__}: {fault}")
    return fault


@contextmanager
def _deaf() -> Iterator[None]:
    """Hold Ctrl-C back, also from a process that is started meanwhile, until it can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
