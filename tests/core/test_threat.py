"""The search of what is struck from where, and moves from several places."""

from __future__ import annotations

from affray.core.grid import Grid
from affray.core.reach import Exits, Obstacles
from affray.core.threat import Aim, moved_on, names_of, reached, spread


def field(columns: int, rows: int = 1) -> Grid:
    return Grid(columns, rows, [0] * (columns * rows), [0] * (columns * rows))


def exits(grid: Grid) -> Exits:
    slanted = [
        [(goal, 1, int(goal not in grid.cross[cell])) for goal in grid.near[cell]]
        for cell in grid.every
    ]
    return Exits([tuple(row) for row in slanted])


class Tried(Aim):
    """Strikes from some places alone, and notes what was tried."""

    def __init__(self, far: int, places: list[int], good: list[int]) -> None:
        super().__init__("try", far, 1, far, places)
        self.good = good
        self.tried: list[tuple[int, int]] = []

    def strikes(self, place: int, cell: int) -> bool:
        self.tried.append((place, cell))
        return place in self.good


def test_the_nearest_place_is_tried_first_and_the_rest_no_more() -> None:
    aim = Tried(4, [0, 2, 5], [0, 2, 5])

    assert reached(field(7), 1, aim, {*range(7)} - {4}) == [4]
    assert aim.tried == [(5, 4)]


def test_places_that_do_not_strike_are_passed_over() -> None:
    aim = Tried(4, [0, 2, 5], [0])

    assert reached(field(7), 1, aim, {*range(7)} - {4}) == [4]
    assert aim.tried == [(5, 4), (2, 4), (0, 4)]


def test_somebody_large_strikes_around_all_its_cells_and_none_of_them() -> None:
    aim = Tried(1, [5], [5])

    assert reached(field(5, 5), 2, aim, set()) == [0, 1, 2, 7, 12, 15, 16, 17]


def test_each_place_in_reach_is_tried_once_and_none_beyond() -> None:
    aim = Tried(2, [0, 3, 4, 24], [])

    assert reached(field(5, 5), 1, aim, {*range(25)} - {12}) == []
    assert sorted(aim.tried) == [(0, 12), (3, 12), (4, 12), (24, 12)]


def test_a_move_goes_on_from_wherever_the_last_one_ended() -> None:
    grid = field(9)
    found = Obstacles(exits(grid))
    found.close(5)
    found.bar(7)

    assert sorted(moved_on(exits(grid), found, [2, 4], 2)) == [0, 1, 2, 3, 4, 6]


def test_every_second_diagonal_counts_two() -> None:
    grid = field(5, 5)

    left = spread(exits(grid), Obstacles(exits(grid)), [0], 3, 2)

    assert left[2 * 12] == 0  # two columns and two rows: 1 + 2
    assert 2 * 18 + 1 not in left
    assert 2 * 18 not in left


def test_an_attack_is_named_once_with_its_farthest_range() -> None:
    aims: list[Aim] = [Tried(2, [], []), Tried(5, [], []), Tried(3, [], [])]

    assert names_of(aims) == [("try", 5)]
