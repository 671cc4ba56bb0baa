"""A sixth game, registered as anybody's would be; its package is found like an installed one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from affray.content.game import register, unregister

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


@pytest.fixture
def duel() -> Iterator[None]:
    from duel_game.game import GAME

    register(GAME)
    yield
    unregister("duel")
