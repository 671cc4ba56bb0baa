"""Hit points that a game master sets: who is down by it, and who is up again."""

from __future__ import annotations

import pytest

import affray
from affray.core.errors import InvalidError
from affray.rulesets.quest.terms import DEFEATED


def test_a_unit_ruled_to_no_hit_points_is_defeated_for_good() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=1)
    whole = fight.value("sil-fenwick.hp")
    with pytest.raises(InvalidError, match="found -1, expected 0 or more"):
        fight.edit("sil-fenwick.hp", -1)
    fight.edit("sil-fenwick.hp", 0, "a beam falls on him")
    assert fight.value("sil-fenwick.fate") == DEFEATED
    assert fight.value("sil-fenwick.at") == ""
    assert "death.zero-hit-points" in [event.rule for event in fight.events]
    assert fight.choice.who != "sil-fenwick"  # whose turn it was

    with pytest.raises(InvalidError, match="out of the battle for good"):
        fight.edit("sil-fenwick.hp", 3)
    fight.undo()
    assert fight.value("sil-fenwick.hp") == whole
    assert fight.choice.who == "sil-fenwick"
