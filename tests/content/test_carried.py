"""What encounters say of terrain and conditions reaches the rules."""

from __future__ import annotations

from affray.content.field import grid_data
from affray.content.library import load_encounter


def test_terrain_that_can_be_destroyed_keeps_its_hit_points() -> None:
    encounter = load_encounter("icon/hold-the-gate")

    grid = grid_data(encounter).to_grid()

    assert grid.hp == {grid.at(5, row): 10 for row in (2, 3, 6, 7)}
