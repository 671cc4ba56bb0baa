"""Encounters made by chance that both sides begin alike."""

from __future__ import annotations

import pytest

from affray.content.game import BUILTIN
from affray.sim.generated import encounter, mirrored


@pytest.mark.parametrize("game", BUILTIN)
def test_both_sides_of_a_mirrored_encounter_are_the_same_and_reflect_each_other(game: str) -> None:
    found = encounter(game, 1, alike=True)
    _, setup = mirrored(game, 1)()
    last = len(found.map.rows[0]) - 1, len(found.map.rows) - 1
    ours, theirs = found.sides[0].members, found.sides[1].members

    assert [one.id for one in ours] == [one.id for one in theirs]
    assert len(ours) == len({one.id for one in ours}) == 4
    for one, other in zip(ours, theirs, strict=True):
        assert one.at is not None
        assert other.at is not None
        assert (one.at[0] + other.at[0], one.at[1] + other.at[1]) == last
    assert not setup.objectives
