"""Whoever joins a fight in its midst takes part in it, in every game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affray.content.game import BUILTIN
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from tests.contract import newcomers
from tests.contract.test_rulesets import ENCOUNTERS, prepared

SOME = 2  # encounters of each game


@pytest.mark.parametrize(
    "check",
    [newcomers.whoever_joins_takes_part, newcomers.events_add_up_with_newcomers],
    ids=lambda check: check.__name__,
)
@pytest.mark.parametrize(
    "key",
    [key for game in BUILTIN for key in [k for k in ENCOUNTERS if k.startswith(game)][:SOME]],
)
def test_every_game_takes_newcomers(check: Callable[[Ruleset, Setup, int], None], key: str) -> None:
    check(*prepared(key), 11)
