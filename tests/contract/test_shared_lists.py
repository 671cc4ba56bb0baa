"""Lists that are shared while they are empty stay so, whatever is played."""

from __future__ import annotations

from typing import Any

import pytest

from affray.bots import finish, seated
from affray.content import list_encounters
from affray.core.dice import SeededDice
from affray.rulesets.icon import state as icon
from affray.rulesets.icon.attack import use
from affray.rulesets.thrum import feature
from affray.sim.batches import MOST_STEPS, from_content
from affray.state.begin import begun

SHARED: dict[str, list[Any]] = {
    "icon": [
        use.NO_NUMBERS,
        use.NO_WORDS,
        use.NO_MODS,
        use.NO_OPS,
        use.NO_ROLLS,
        use.NO_HELPED,
        use.NO_HELD,
        use.NO_LINES,
        icon.NO_STATUSES,
    ],
    "thrum": [feature.NOTHING],
}


@pytest.mark.parametrize("game", SHARED)
def test_nobody_adds_to_what_all_share(game: str) -> None:
    for encounter in list_encounters(game):
        rules, setup = from_content(encounter.key)()
        tactics = rules.tactics()
        agents = [seated("reckless", tactics, 5, 0, seat) for seat in range(len(setup.seats))]
        combat = begun(rules, setup, SeededDice(5, 0), agents)
        finish(combat, MOST_STEPS)
        assert combat.outcome

    assert [one for one in SHARED[game] if one] == []
