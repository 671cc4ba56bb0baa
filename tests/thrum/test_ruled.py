"""Fatigue that a game master sets: who is down by it, and who is up again."""

from __future__ import annotations

import affray


def test_the_incapacitated_are_up_when_ruled_to_no_fatigue_and_no_number_fells() -> None:
    fight = affray.start("thrum/broken-causeway", seed=1)
    fight.edit("sarn-ilvey.fatigue", 20, "a beam falls on her")
    assert not fight.value("sarn-ilvey.incapacitated")  # that takes a roll: incapacity.roll
    fight.edit("sarn-ilvey.incapacitated", value=True)
    fight.edit("sarn-ilvey.fatigue", 1)
    assert fight.value("sarn-ilvey.incapacitated")  # incapacitated.load-change-does-not-end

    fight.edit("sarn-ilvey.fatigue", 0, "she is pulled out")
    assert not fight.value("sarn-ilvey.incapacitated")
    assert "incapacitated.ends-at-zero-load" in [event.rule for event in fight.events]
