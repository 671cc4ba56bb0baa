"""Hit points that a game master sets: who is down by it, and who is up again."""

from __future__ import annotations

import pytest

import affray
from affray.core.errors import InvalidError
from affray.rulesets.sovereign.terms import ACTIVE, DEAD, MORTAL


def test_who_is_ruled_to_no_hit_points_is_dying_and_comes_to_when_ruled_to_some() -> None:
    fight = affray.start("sovereign/fire-in-the-yard", seed=1)
    whole = fight.value("bram-tull.hp")
    fight.edit("bram-tull.hp", 0, "a beam falls on him")
    assert fight.value("bram-tull.fate") == MORTAL
    assert "act bram-tull" not in fight.choice
    assert "death.mortally-injured" in [event.rule for event in fight.events]

    fight.edit("bram-tull.hp", 3, "he is pulled out")
    assert fight.value("bram-tull.fate") == ACTIVE
    assert fight.value("bram-tull.prone")
    assert fight.value("bram-tull.frail")
    assert "act bram-tull" in fight.choice
    assert "death.healed" in [event.rule for event in fight.events]

    fight.undo(2)
    assert fight.value("bram-tull.hp") == whole
    assert not fight.value("bram-tull.frail")
    fight.redo()
    fight.redo()
    assert fight.value("bram-tull.frail")


def test_the_frail_and_the_nameless_who_are_ruled_to_no_hit_points_die_and_stay_dead() -> None:
    fight = affray.start("sovereign/fire-in-the-yard", seed=1)
    fight.edit("ash-wolf-1.hp", 0)
    assert fight.value("ash-wolf-1.fate") == DEAD
    with pytest.raises(InvalidError, match="dead"):
        fight.edit("ash-wolf-1.hp", 2)
    fight.edit("bram-tull.frail", value=True)
    fight.edit("bram-tull.hp", 0)
    assert fight.value("bram-tull.fate") == DEAD


def test_the_last_who_is_ruled_to_no_hit_points_ends_the_fight() -> None:
    fight = affray.start("sovereign/fire-in-the-yard", seed=1)
    for unit in fight.combat.units:
        if unit.side == 1:
            fight.edit(f"{unit.name}.hp", 0)
    fight.auto()
    assert fight.outcome is not None
    assert fight.outcome.winner == "thornfield-four"
