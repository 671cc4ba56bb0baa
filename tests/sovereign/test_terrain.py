"""Edges of the map, of walls and of the big."""

from __future__ import annotations

import pytest

from affray.bots import BotRandom
from affray.core.grid import EDGE_SHEER, Box, step_of
from affray.core.reach import Row
from affray.rulesets.sovereign.movement import terrain, walking, ways
from affray.rulesets.sovereign.terms import ESCAPED
from tests.rules import rule
from tests.sovereign.table import Table, body


def costs(table: Table, *cells: str) -> list[int]:
    reach = walking.Move(table.combat, table["A"], ways.RUN).reach()
    return [reach.cost(table.combat.grid.read(cell)) for cell in cells]


@rule("sovereign/grid.map-edge", "sovereign/grid.large-footprint")
@pytest.mark.parametrize(("edge", "key"), [([3, 7], "leave 2,0"), ([8, 9, 10, 11], "leave 1,1")])
def test_the_big_leave_by_any_edge_that_they_touch(edge: list[int], key: str) -> None:
    table = Table(". A A .\n. A A .\n. . . .\nb # # #", A=body(size=2), b=body())
    if edge[0] == 8:
        table = Table(". A A .\nb A A .\n. . . .", A=body(size=2), b=body())
    table.combat.gates = edge

    table.act("A", "run", key)

    assert table["A"].fate == ESCAPED


@rule("sovereign/grid.barriers")
@pytest.mark.parametrize(
    ("box", "straight", "aslant"),
    [
        ((4, 0, 0, 5, 15, 3), 3, 3),  # a parapet along the whole line
        ((4, 0, 0, 5, 5, 3), 2, 1),  # its end: around it aslant
        ((4, 0, 0, 5, 15, 2), 1, 1),
    ],
)
def test_a_low_wall_is_climbed_aslant_too(box: Box, straight: int, aslant: int) -> None:
    table = Table("A . b\n. . .\n. . .", solids=[box], A=body(), b=body())

    assert costs(table, "1,0", "1,1") == [straight, aslant]


@rule("sovereign/grid.barriers")
@pytest.mark.parametrize(("left", "right", "cost"), [(4, 5, -1), (5, 6, -1), (2, 3, 1)])
def test_a_wall_on_the_line_bars_wherever_it_lies_along_it(
    left: int, right: int, cost: int
) -> None:
    table = Table("A . b", solids=[(left, 0, 0, right, 5, 9)], A=body(), b=body())

    assert costs(table, "1,0") == [cost]


@rule("sovereign/grid.barriers")
def test_a_wall_astride_the_line_bars_as_well() -> None:
    table = Table("A . b", A=body(), b=body())
    foot = 128
    wall = (5 * foot - 40, 0, 0, 5 * foot + 40, 5 * foot, 9 * foot)
    table.combat.grid.solids = (wall,)

    assert costs(table, "1,0") == [-1]


@rule("sovereign/grid.ledges")
def test_a_sheer_face_is_not_climbed_aslant() -> None:
    table = Table("A . .\n. . b", heights="0 5 5 0 5 5", A=body(), b=body())
    assert costs(table, "1,1") == [3]

    sheer = Table("A . .\n. . b", heights="0 5 5 0 5 5", A=body(), b=body())
    sheer.combat.grid.edges = ((0, 1, EDGE_SHEER), (3, 4, EDGE_SHEER))

    assert costs(sheer, "1,0", "1,1") == [-1, -1]


@rule("sovereign/grid.ledges", "sovereign/grid.large-footprint")
def test_a_sheer_face_bars_any_foot_of_the_big() -> None:
    table = Table("A A . b\nA A . .\n# # # #", heights="0 0 5 5 0 0 5 5 0 0 0 0",
                  A=body(size=2), b=body())  # fmt: skip
    table.combat.move(table["b"], 7)
    table["b"].prone = True
    table.combat.grid.edges = ((5, 6, EDGE_SHEER),)

    assert costs(table, "1,0") == [-1]


def priced(table: Table, size: int, kind: int) -> list[Row]:
    """Every step with its price, each asked of the rules by itself."""
    combat = table.combat
    rows = []
    for cell in range(combat.grid.size):
        row = []
        for dx, dy in [step_of(direction) for direction in range(8)]:
            goal = combat.grid.beside(cell, dx, dy)
            price = terrain.price_of(combat, cell, goal, size, kind) if goal >= 0 else -1
            if price >= 0 and not (dx and dy and terrain.cuts(combat, cell, dx, dy, size, kind)):
                row.append((goal, price, 1 if dx and dy else 0))
        rows.append(tuple(row))
    return rows


@rule("sovereign/grid.steps", "sovereign/grid.barriers", "sovereign/grid.difficult")
@pytest.mark.parametrize("kind", [terrain.WALKS, terrain.SPRY, terrain.FLIES])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_plain_ground_is_priced_as_the_rules_price_it(size: int, kind: int) -> None:
    whim = BotRandom(size)
    rows = ["A b" + " ." * 16]
    rows += [" ".join([".,#"[max(0, whim.below(60) - 57)] for _ in range(18)]) for _ in range(9)]
    heights = [2 * max(0, whim.below(40) - 37) for _ in range(180)]
    boxes: list[Box] = [(30, 25, 0, 31, 35, 3), (10, 40, 0, 20, 41, 6)]
    table = Table(
        "\n".join(rows), heights=" ".join(map(str, heights)), solids=boxes, A=body(), b=body()
    )

    assert any(terrain.plain_cells(table.combat, size))
    assert list(terrain.build_exits(table.combat, size, kind).rows) == priced(table, size, kind)
