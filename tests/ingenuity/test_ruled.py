"""Health that a game master sets: who is down by it, and who is up again."""

from __future__ import annotations

import affray
from affray import bots


def test_who_is_ruled_to_no_health_falls_unconscious_and_health_alone_wakes_nobody() -> None:
    fight = affray.start("ingenuity/ash-chapel", seed=1)
    while fight.combat.active < 0:
        fight.choose(bots.greedy(fight.choice))
    fight.edit("oswin-tarr.health", 0, "a beam falls on him")
    assert fight.value("oswin-tarr.awake") is False
    assert "death.zero" in [event.rule for event in fight.events]

    fight.edit("oswin-tarr.health", 2, "he is pulled out")
    assert fight.value("oswin-tarr.awake") is False  # action.resuscitate does that
    fight.edit("oswin-tarr.awake", value=True)
    assert fight.value("oswin-tarr.awake") is True
    fight.auto()
    assert fight.outcome is not None
