"""Whoever joins a fight in its midst takes part in it, in every game."""

from __future__ import annotations

import pytest

from affray.content.game import BUILTIN
from tests.contract import newcomers
from tests.contract.test_rulesets import ENCOUNTERS, prepared

FIRST = [next(key for key in ENCOUNTERS if key.startswith(game)) for game in BUILTIN]
SECOND = [[key for key in ENCOUNTERS if key.startswith(game)][1] for game in BUILTIN]


@pytest.mark.parametrize("key", FIRST)
def test_whoever_joins_takes_part(key: str) -> None:
    newcomers.whoever_joins_takes_part(*prepared(key), 11)


@pytest.mark.parametrize("key", [*FIRST, *SECOND])
def test_events_add_up_with_newcomers(key: str) -> None:
    newcomers.events_add_up_with_newcomers(*prepared(key), 11)
