"""Fights played on a Ray cluster, or on a Ray of this machine: the extra ``cluster``."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import sys
import tempfile
import threading
import warnings
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from affray.content.game import registered
from affray.core import VERSION
from affray.core.errors import InvalidError
from affray.sim import luggage
from affray.sim.executors import (
    AHEAD,
    PATIENCE,
    Executor,
    Opened,
    Portion,
    Stop,
    Work,
    never,
    travelling,
)

LOCAL: Final = "local-ray"
OWN: Final = "ray"  # the cluster that this machine is part of
STORE: Final = 80 * 1024 * 1024  # bytes of shared memory of a Ray of ours: results are small
RETRIES: Final = 4  # how often what a lost worker had under way is played again
QUIET: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # a Ray of ours tells nobody
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # what it says of lost workers would stand among results
}
T = TypeVar("T")


class OnRay(Executor):
    """Plays portions as tasks of Ray, which plays again what a lost worker or machine had.

    Where the workers are, the same version of Affray is installed. Packs, encounters, games that
    were registered and own players travel from here.
    """

    span = 2.0

    def __init__(self, address: str, jobs: int = 0) -> None:
        self._ray = _imported()
        self._opened = False
        self._folder = ""
        self._usual = _usual_handler()
        if not self._ray.is_initialized():
            self._connect(address, jobs)
            self._opened = True
        cores = int(self._ray.cluster_resources().get("CPU", 1))
        self.jobs = min(jobs, cores) if jobs else max(1, cores)
        with _unwarned():
            task = self._ray.remote(play)
            self._task = task.options(num_cpus=1, max_retries=RETRIES)

    def _connect(self, address: str, jobs: int) -> None:
        """Begin a Ray, or find the one that is there.

        Raises:
            InvalidError: it cannot be reached.
        """
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if address == LOCAL:
            self._folder = tempfile.mkdtemp(prefix="affray-ray-")
            settings |= {
                "address": "local",
                "num_cpus": jobs or None,
                "include_dashboard": False,
                "object_store_memory": STORE,
                "_temp_dir": self._folder,
            }
        else:
            settings["address"] = "auto" if address == OWN else address
        # Its processes inherit the environment: they find the modules that are found here.
        path = os.pathsep.join([one or str(Path.cwd()) for one in sys.path])
        try:
            with _unwarned(), _environment({**QUIET, "PYTHONPATH": path}):
                self._ray.init(**settings)
        except Exception as fault:  # its own kinds, and those of what it is built upon
            self._remove()
            said = str(fault).strip().splitlines() or [type(fault).__name__]
            raise InvalidError([f"--on {address}: Ray cannot be reached: {said[0]}"]) from fault

    def results(
        self, work: Work[T], portions: Iterable[Portion], stop: Stop = never
    ) -> Generator[T, None, None]:
        """Yield what came of each portion, in their order."""
        ray = self._ray
        try:
            raw = ray.cloudpickle.dumps((registered(), work))
        except Exception as fault:
            said = f"what is to be played cannot travel to a worker: {fault}"
            raise InvalidError([said]) from fault
        packages = [game.package for game in registered()]
        modules = {*luggage.modules_of(raw), *packages, *getattr(work, "modules", tuple)()}
        place = ray.put((luggage.pack(modules), raw))
        ahead = iter(portions)
        waiting: deque[Any] = deque()
        try:
            while not stop():
                while len(waiting) < AHEAD * self.jobs:
                    portion = next(ahead, None)
                    if portion is None:
                        break
                    waiting.append(self._task.remote(VERSION, place, *portion))
                if not waiting:
                    return
                try:
                    result, wrong = ray.get(waiting[0], timeout=PATIENCE)
                except ray.exceptions.GetTimeoutError:
                    continue
                except ray.exceptions.RayError as lost:
                    raise InvalidError([f"ray: {_first_line(lost)}"]) from lost
                waiting.popleft()
                if wrong is not None:
                    raise wrong
                yield result
        finally:
            for one in waiting:
                with suppress(Exception):  # whatever state the cluster is in
                    ray.cancel(one)

    def close(self) -> None:
        """End a Ray of ours, leave a cluster alone."""
        if self._opened:
            self._opened = False
            with _unwarned():
                self._ray.shutdown()
            if self._usual is not None:  # Ray takes the handler for itself
                signal.signal(signal.SIGTERM, self._usual)
        self._remove()

    def _remove(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = ""


_opened = Opened()  # of a worker


def play(version: str, place: tuple[bytes, bytes], first: int, count: int) -> tuple[Any, Any]:
    """Play a portion in a worker; return what came of it, and the fault if there was one."""
    archive, raw = place
    try:
        if version != VERSION:
            found = f"a worker has Affray {VERSION}, expected {version} as here"
            raise InvalidError([f"ray: {found}"])
        luggage.unpack(archive)
        return _opened.play(raw)(first, count), None
    except Exception as fault:
        return None, travelling(fault)


def _imported() -> Any:
    """Return the library.

    Raises:
        InvalidError: it is not installed.
    """
    try:
        with _unwarned(), _environment(QUIET):
            return importlib.import_module("ray")
    except ImportError as fault:
        said = "--on needs Ray: install the extra (affray[cluster])"
        raise InvalidError([said]) from fault


def _usual_handler() -> Any:
    """Return what is done at SIGTERM; None where it cannot be set."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.getsignal(signal.SIGTERM)


def _first_line(fault: Exception) -> str:
    """Return what a fault of Ray says first; of one that it hands on, what that one says."""
    cause = getattr(fault, "cause", None) or fault
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return lines[0] if lines else type(cause).__name__


@contextmanager
def _unwarned() -> Iterator[None]:
    """Let what Ray warns of pass: it concerns Ray's own settings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _environment(words: dict[str, str]) -> Iterator[None]:
    """Set variables of the environment, and put back what was there."""
    before = {name: os.environ.get(name) for name in words}
    os.environ.update(words)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
