"""Hit points that a game master sets: who is down by it, and who is up again."""

from __future__ import annotations

import pytest

import affray
from affray import bots
from affray.core.errors import InvalidError
from affray.rulesets.icon.terms import ACTIVE, DEFEATED
from affray.session.fight import Fight


def underway() -> Fight:
    """Return a fight in which somebody is asked for a deed."""
    fight = affray.start("icon/tollgate-ambush", seed=1)
    while not fight.combat.round or fight.combat.active < 0:
        fight.choose(bots.greedy(fight.choice))
    return fight


def test_a_character_ruled_to_no_hit_points_is_defeated_and_up_when_ruled_to_some() -> None:
    fight = underway()
    fight.edit("mother-tansy.hp", 0, "a beam falls on her")
    assert fight.value("mother-tansy.fate") == DEFEATED
    assert fight.value("mother-tansy.wounds") == 1
    assert "defeat.at-zero" in [event.rule for event in fight.events]

    fight.edit("mother-tansy.hp", 4, "she is pulled out")
    assert fight.value("mother-tansy.fate") == ACTIVE
    assert fight.value("mother-tansy.wounds") == 1
    assert "rose" in [event.kind for event in fight.events]
    fight.auto()
    assert fight.outcome is not None


def test_a_foe_ruled_to_no_hit_points_is_out_for_good() -> None:
    fight = underway()
    fight.edit("toll-brute.hp", 0)
    assert fight.value("toll-brute.at") == ""
    with pytest.raises(InvalidError, match="defeated"):
        fight.edit("toll-brute.hp", 3)
