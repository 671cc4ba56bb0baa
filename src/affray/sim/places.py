"""Executors by name."""

from __future__ import annotations

import os
from typing import Final

from affray.core.errors import InvalidError
from affray.sim.executors import Executor, on_this_machine

PLACES: Final = ("local-ray", "ray")


def executor(on: str = "", jobs: int = 0) -> Executor:
    """Return where fights are to be played; it is closed after use.

    Args:
        on: "" this machine; ``local-ray`` a Ray of its own on this machine, ended with it;
            ``ray://HOST:PORT`` a Ray cluster; ``ray`` the cluster that this machine is part of.
        jobs: how many workers; 0: as many as there are cores.

    Raises:
        InvalidError: there is no such place, or it cannot be reached.
    """
    if not on:
        return on_this_machine(jobs or cores())
    check_place(on)
    from affray.sim.on_ray import OnRay  # only who wants it needs the extra

    return OnRay(on, jobs)


def check_place(on: str) -> None:
    """Refuse what is no place.

    Raises:
        InvalidError: it is none.
    """
    if on and on not in PLACES and not on.startswith("ray://"):
        raise InvalidError([f"--on: found {on!r}, expected local-ray, ray or ray://HOST:PORT"])


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
