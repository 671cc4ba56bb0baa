"""Play what is counted in callgrind: ``python -m bench.counted GAME``, run by ``bench.counter``."""

from __future__ import annotations

import ctypes
import os
import sys

from bench.__main__ import ENCOUNTERS, Arena
from bench.counter import FIGHTS, LIBRARY


def main(game: str) -> None:
    """Play the fights twice; the second time, warmed up, between the two calls."""
    arena = Arena(str(ENCOUNTERS / f"{game}.toml"))
    arena.play(FIGHTS)
    switch = ctypes.CDLL(os.environ[LIBRARY])
    switch.begin()
    arena.play(FIGHTS)
    switch.end()


if __name__ == "__main__":
    main(sys.argv[1])
