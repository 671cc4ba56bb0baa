"""The grid, sight and cover; an independent slow version agrees on random fields."""

from __future__ import annotations

from random import Random

import pytest

from affray.core.grid import EDGE_SHEER, Box
from affray.rulesets.sovereign import death, geometry, sight
from affray.rulesets.sovereign.geometry import BLIND
from affray.rulesets.sovereign.movement import walking, ways
from affray.rulesets.sovereign.sight import CUBE, FOOT
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_resolved import total
from tests.sovereign.test_ways import SLIT, WALL, placed

Point = tuple[int, int, int]


# ---- the slow version


def meets(p: Point, q: Point, box: Box) -> bool:
    """Whether the segment from p to q touches a closed box before its end at q.

    The share of the way lies in every slab: the shares at which each of the six planes is passed
    are brought to one denominator.
    """
    ways = [b - a for a, b in zip(p, q, strict=True)]
    common = 1
    for way in ways:
        common *= abs(way) or 1
    low, high = 0, common
    for axis in range(3):
        way = ways[axis]
        near, far = box[axis] - p[axis], box[axis + 3] - p[axis]
        if way == 0:
            if near > 0 or far < 0:
                return False
            continue
        one, two = sorted([near * (common // way), far * (common // way)])
        low, high = max(low, one), min(high, two)
    return low <= high and low < common


def sees(eye: Point, wide: int, point: Point, boxes: list[Box], fine: int) -> bool:
    """Whether some point of a lattice within the viewer's cube has a clear line."""
    step = wide // fine
    for x in range(fine):
        for y in range(fine):
            for z in range(fine):
                p = tuple([eye[n] + step // 2 + step * k for n, k in enumerate((x, y, z))])
                if not any(meets(p, point, box) for box in boxes):  # type: ignore[arg-type]
                    return True
    return False


def slow_cover(table: Table, viewer: str, target: str, fine: int = 12) -> int:
    """Count the corners that no point of a fine lattice sees; BLIND if no inner point is seen."""
    combat = table.combat
    boxes = geometry.boxes_of(combat)
    a, b = table[viewer], table[target]
    eye = geometry.corner(combat.grid, a.cell, a.size)
    aim = geometry.corner(combat.grid, b.cell, b.size)
    wide, side = a.size * CUBE, b.size * CUBE
    hidden = 0
    for part in range(8):
        point = tuple([aim[n] + side * (part >> n & 1) for n in range(3)])
        hidden += not sees(eye, wide, point, boxes, fine)  # type: ignore[arg-type]
    if hidden < 8:
        return hidden
    for x in range(1, 8, 2):
        for y in range(1, 8, 2):
            for z in range(1, 8, 2):
                inner = tuple([aim[n] + side * k // 8 for n, k in enumerate((x, y, z))])
                if sees(eye, wide, inner, boxes, 5):  # type: ignore[arg-type]
                    return 8
    return BLIND


def random_table(seed: int) -> Table:
    """A field with walls, steps and thin boxes between two who stand apart."""
    dice = Random(seed)
    rows = [["." for _ in range(6)] for _ in range(5)]
    rows[dice.randrange(5)][0] = "A"
    rows[dice.randrange(5)][5] = "b"
    if dice.random() < 0.5:
        rows[dice.randrange(5)][dice.randrange(2, 4)] = "#"
    levels = [[dice.choice([0, 0, 0, 0, 2, 5]) for _ in range(6)] for _ in range(5)]
    boxes: list[Box] = []
    for _ in range(dice.randrange(1, 4)):
        x, y = dice.randrange(8, 18), dice.randrange(0, 20)
        wide = dice.choice([1, 2, 5])
        top = dice.choice([2, 3, 6, 12])
        low = dice.choice([0, 0, 0, 2, 4])
        boxes.append((x, y, low, x + wide, y + dice.choice([2, 5, 8, 12]), low + top))
    return Table(
        "\n".join([" ".join(row) for row in rows]),
        heights=" ".join([str(n) for row in levels for n in row]),
        solids=boxes,
        A=body(),
        b=body(),
    )


@rule("sovereign/cover.exact", "sovereign/cover.corner-test", "sovereign/los.any-point",
      "sovereign/los.touch-blocks", "sovereign/cover.asymmetric")  # fmt: skip
@pytest.mark.parametrize("seed", range(24))
def test_sight_agrees_with_the_slow_version(seed: int) -> None:
    table = random_table(seed)

    for viewer, target in (("A", "b"), ("b", "A")):
        found = geometry.cover(table.combat, table[viewer], table[target])

        assert found == slow_cover(table, viewer, target)


@rule("sovereign/los.symmetric")
@pytest.mark.parametrize("seed", range(24, 48))
def test_sight_is_mutual(seed: int) -> None:
    table = random_table(seed)
    a, b = table["A"], table["b"]

    assert geometry.sighted(table.combat, a, b) is geometry.sighted(table.combat, b, a)


@rule("sovereign/los.symmetric", "sovereign/los.needed-to-attack")
def test_through_a_wall_neither_sees_the_other() -> None:
    table = Table("A # b", A=body(strike(far=(9, 9))), b=body(strike(far=(9, 9))))

    assert not geometry.sighted(table.combat, table["A"], table["b"])
    assert not geometry.sighted(table.combat, table["b"], table["A"])


@rule("sovereign/cover.exact")
@pytest.mark.parametrize(("gap", "hidden"), [(32, 6), (0, BLIND)])
def test_a_gap_of_a_quarter_of_a_foot_is_found(gap: int, hidden: int) -> None:
    """Through the slit between two high walls the two far northern corners are seen."""
    table = Table(placed((9, 2), (2, 2)), A=body(), b=body())
    y = 12 * FOOT
    table.combat.maps.boxes = [
        (5 * CUBE, -CUBE, 0, 5 * CUBE + FOOT, y, 20 * FOOT),
        (5 * CUBE, y + gap, 0, 5 * CUBE + FOOT, 11 * CUBE, 20 * FOOT),
    ]

    assert geometry.cover(table.combat, table["A"], table["b"]) == hidden


def slit(x: int, y: int) -> list[Box]:
    """A high wall a quarter of a foot thick with a slit of half a foot, in units."""
    far = x + FOOT // 4
    return [
        (x, -9 * CUBE, -FOOT, far, y, 20 * FOOT),
        (x, y + FOOT // 2, -FOOT, far, 9 * CUBE, 20 * FOOT),
    ]


@rule("sovereign/los.any-point", "sovereign/cover.exact")
@pytest.mark.parametrize(("tenths", "seen"), [(35, True), (39, False)])
def test_only_a_slanting_line_passes_two_slits(tenths: int, seen: bool) -> None:
    """Slits at y 1.5 to 2 and y b to b + 0.5; 8.75 ft lie between what a line must pass of them.

    The flattest line through both rises (b - 2) / 8.75 to the foot, and 6 ft on it is to be below
    5: so b must be less than 3.78.
    """
    boxes = slit(10 * FOOT, 3 * FOOT // 2) + slit(19 * FOOT, tenths * FOOT // 10)
    eye, aim = (0, 0, 0), (25 * FOOT, 0, 0)

    assert sight.joined(eye, CUBE, aim, CUBE, boxes) is seen
    assert sight.joined(aim, CUBE, eye, CUBE, boxes) is seen


def walled(p: Point, q: Point, x: int, axis: int) -> list[Box]:
    """A wall across the line from p to q, open along the other axis a sixth of a foot about it."""
    room = FOOT // 6
    far = x + FOOT // 2
    ends = [p[axis] + (q[axis] - p[axis]) * (one - p[0]) // (q[0] - p[0]) for one in (x, far)]
    low, high = min(ends) - room, max(ends) + room
    end = 9 * CUBE
    if axis == 1:
        return [(x, -end, -end, far, low, end), (x, high, -end, far, end, end)]
    return [(x, -end, -end, far, end, low), (x, -end, high, far, end, end)]


@rule("sovereign/los.any-point", "sovereign/cover.exact", "sovereign/los.symmetric")
@pytest.mark.parametrize("seed", range(24))
def test_a_beam_a_fifth_of_a_foot_thick_is_always_found(seed: int) -> None:
    """Three walls at random, each open by a slit about the same line."""
    dice = Random(seed)
    for _ in range(6):
        wide, side = dice.choice([1, 1, 2]) * CUBE, dice.choice([1, 1, 2]) * CUBE
        eye, aim = (0, dice.randrange(3) * CUBE, 0), (6 * CUBE, dice.randrange(3) * CUBE, 0)
        y, z = [eye[n] + dice.randrange(20, wide - 20) for n in (1, 2)]
        v, w = [aim[n] + dice.randrange(20, side - 20) for n in (1, 2)]
        boxes: list[Box] = []
        for x in (2 * CUBE + 70, 3 * CUBE + 300, 5 * CUBE):
            line = ((wide - 20, y, z), (aim[0] + 20, v, w))
            boxes += walled(*line, x + dice.randrange(CUBE // 2), dice.choice([1, 2]))

        assert sight.joined(eye, wide, aim, side, boxes)
        assert sight.joined(aim, side, eye, wide, boxes)


@rule("sovereign/los.any-point", "sovereign/cover.exact")
@pytest.mark.parametrize("seed", range(5))
def test_between_tall_solids_sight_is_the_same_at_every_height(seed: int) -> None:
    """A low box far from every line lets the search look at heights as well."""
    random = Random(seed)
    eye, aim = (0, 0, 0), (CUBE * random.randint(3, 6), CUBE * random.randint(-6, 6), 0)
    walls: list[Box] = []
    for column in (1, 2):
        for row in range(-7, 8):
            if random.random() < 0.7:
                x, y = column * CUBE, row * CUBE
                walls.append((x, y, -FOOT, x + CUBE, y + CUBE, 100 * FOOT))
    boxes = sight.in_strip(sight.stretched(walls), eye, CUBE, aim, CUBE)
    aside = (0, 90 * CUBE, 0, CUBE, 91 * CUBE, FOOT)
    seen = sight.joined(eye, CUBE, aim, CUBE, [*boxes, aside])
    assert sight.joined(eye, CUBE, aim, CUBE, boxes) is seen


@rule("sovereign/los.touch-blocks", "sovereign/los.solids")
@pytest.mark.parametrize("seed", range(12))
def test_solids_stretched_into_one_another_hide_what_they_hid(seed: int) -> None:
    dice = Random(seed)
    corner = [tuple([dice.randrange(8) for _ in range(3)]) for _ in range(7)]
    boxes: list[Box] = [
        (x, y, z, x + dice.randrange(1, 4), y + dice.randrange(1, 4), z + dice.randrange(1, 4))
        for x, y, z in corner
    ]
    larger = sight.stretched(boxes)

    for _ in range(400):
        p = (dice.randrange(-2, 13), dice.randrange(-2, 13), dice.randrange(-2, 13))
        q = (dice.randrange(-2, 13), dice.randrange(-2, 13), dice.randrange(-2, 13))
        hidden = any(meets(p, q, box) for box in boxes)
        assert any(meets(p, q, box) for box in larger) is hidden


@rule("sovereign/los.solids")
@pytest.mark.parametrize("seed", range(12))
def test_solids_are_stretched_in_groups_as_they_are_all_together(seed: int) -> None:
    dice = Random(seed)
    boxes: list[Box] = []
    for _ in range(12):
        x, y = dice.randrange(9), dice.randrange(9)
        boxes.append((x, y, -1, x + dice.randint(1, 2), y + dice.randint(1, 2), dice.randint(1, 3)))

    assert len(sight.adjoining(boxes)) > 1
    assert sorted(sight.stretched(boxes)) == sorted(sight.stretched_together(boxes))


@rule("sovereign/los.touch-blocks")
def test_walls_that_touch_at_an_edge_are_stretched_over_it() -> None:
    """The sheet between them closes the line on which they touch."""
    found = sight.stretched([(0, 0, 0, 4, 4, 4), (4, 4, 0, 8, 8, 4)])

    assert (4, 0, 0, 4, 8, 4) in found
    assert (0, 4, 0, 8, 4, 4) in found


@rule("sovereign/los.touch-blocks")
def test_the_sheet_is_as_high_as_the_lower_of_the_two() -> None:
    found = sight.stretched([(35, 0, 0, 40, 5, 10), (30, 5, 0, 35, 10, 100)])

    assert (35, 0, 0, 35, 10, 10) in found
    assert (30, 5, 0, 40, 5, 10) in found


# ---- solids


@rule("sovereign/los.solids")
def test_walls_boxes_and_ground_are_solid() -> None:
    walled = Table("A # b", A=body(), b=body())
    boxed = Table("A . b", solids=[(5, 0, 0, 10, 5, 20)], A=body(), b=body())
    hill = Table("A . b", heights="0 20 0", A=body(), b=body())
    rough = Table("A , b", A=body(), b=body())

    for table, seen in ((walled, False), (boxed, False), (hill, False), (rough, True)):
        assert geometry.sighted(table.combat, table["A"], table["b"]) is seen


@rule("sovereign/los.solids", "sovereign/grid.impassable")
def test_one_looks_over_what_is_impassable_but_no_wall() -> None:
    table = Table("A x b", A=body(), b=body())

    assert geometry.cover(table.combat, table["A"], table["b"]) == 0


@rule("sovereign/los.touch-blocks")
def test_a_pillar_as_wide_as_the_square_hides_whoever_stands_behind_it() -> None:
    table = Table(". . . . .\nA . # b .\n. . . . .", A=body(), b=body())

    assert geometry.cover(table.combat, table["A"], table["b"]) in (BLIND, 8)


@rule("sovereign/cover.none", "sovereign/los.touch-blocks")
def test_floor_and_wall_behind_hide_no_corner_that_rests_on_them() -> None:
    table = Table("A . b #\n. . # #", A=body(), b=body())

    assert geometry.cover(table.combat, table["A"], table["b"]) == 0


@rule("sovereign/los.characters-transparent", "sovereign/attack.mods-stack")
def test_bodies_great_and_fallen_hide_nobody() -> None:
    table = Table("A . c c . b\n. . c c . .", A=body(strike(far=(9, 9))), c=body(size=2), b=body())
    assert (geometry.cover(table.combat, table["A"], table["b"]), total(table)) == (0, 0)


@rule("sovereign/cover.all-attacks", "sovereign/attack.mod.half-cover",
      "sovereign/attack.mod.full-cover")  # fmt: skip
def test_half_cover_costs_two_and_full_cover_four() -> None:
    half = Table(placed((9, 1), (3, 4)), solids=[WALL], A=body(strike(far=(20, 20))), b=body())
    slit = Table(placed((12, 2), (2, 2)), A=body(strike(far=(20, 20))), b=body())
    boxes = [tuple([one * FOOT for one in box]) for box in SLIT]
    boxes.append((15 * FOOT, 12 * FOOT, 9 * FOOT // 2, 16 * FOOT, 13 * FOOT, 10 * FOOT))
    slit.combat.maps.boxes = boxes  # type: ignore[assignment]

    assert total(half) == -2
    assert total(slit) == -4


@rule("sovereign/cover.big-bodies")
def test_the_big_look_over_a_wall_and_are_seen_over_it() -> None:
    for size, seen in ((1, False), (2, True)):
        table = Table(
            "A A . . . b\nA A . . . .",
            solids=[(14, -5, 0, 15, 40, 6)],
            A=body(size=size),
            b=body(),
        )
        table.combat.leave(table["A"])
        table.combat.stand(table["A"], 0)

        assert geometry.sighted(table.combat, table["A"], table["b"]) is seen
        found = geometry.cover(table.combat, table["b"], table["A"])
        assert found == (BLIND if size == 1 else 4)


# ---- the grid


@rule("sovereign/grid.squares")
def test_a_place_is_column_and_row_from_the_north_west() -> None:
    table = Table(". . .\n. . A\nb . .", A=body(), b=body())

    grid = table.combat.grid
    assert (grid.column(table["A"].cell), grid.row(table["A"].cell)) == (2, 1)
    assert (table.at("A"), table.at("b")) == ("2,1", "0,2")
    assert geometry.height(grid, table["A"].cell, 1) == 0


@rule("sovereign/grid.cube")
def test_a_man_is_a_cube_of_five_feet_whatever_his_posture() -> None:
    table = Table(placed((9, 1), (3, 4)), solids=[WALL], heights="3 " * 140, A=body(), b=body())

    low = geometry.corner(table.combat.grid, table["b"].cell, 1)
    assert low == (15 * FOOT, 20 * FOOT, 3 * FOOT)
    assert CUBE == 5 * FOOT
    before = geometry.cover(table.combat, table["A"], table["b"])
    table["A"].prone = table["b"].prone = True

    assert geometry.cover(table.combat, table["A"], table["b"]) == before


@rule("sovereign/grid.distance")
@pytest.mark.parametrize(
    ("a", "b", "squares"), [((0, 0), (6, 4), 6), ((0, 0), (4, 6), 6), ((5, 5), (5, 5), 0)]
)
def test_distance_is_the_longer_gap(a: tuple[int, int], b: tuple[int, int], squares: int) -> None:
    table = Table(placed((0, 0), (1, 0)), A=body(), b=body())
    grid = table.combat.grid

    assert geometry.between(grid, grid.at(*a), 1, grid.at(*b), 1) == squares


@rule("sovereign/grid.distance", "sovereign/grid.adjacent")
@pytest.mark.parametrize(("high", "squares"), [(0, 1), (5, 1), (6, 2), (10, 2), (11, 3), (12, 3)])
def test_layers_count_by_five_feet_or_part_of_it(high: int, squares: int) -> None:
    table = Table("A b", heights=f"0 {high}", A=body(), b=body())

    assert geometry.apart(table.combat, table["A"], table["b"]) == squares
    assert geometry.adjacent(table.combat, table["A"], table["b"]) is (squares == 1)


@rule("sovereign/grid.adjacent")
def test_corners_are_adjacent() -> None:
    table = Table("A .\n. b", A=body(strike()), b=body())

    assert table.refused("A", "attack b with sword") == ""


@rule("sovereign/grid.large-footprint", "sovereign/grid.distance")
def test_big_creatures_are_measured_from_their_nearest_cube() -> None:
    table = Table(
        "c c . A . b b b\nc c . . . b b b\n. . . . . b b b",
        A=body(),
        c=body(size=2),
        b=body(size=3),
    )

    assert table.at("b") == "5,0"
    assert geometry.apart(table.combat, table["A"], table["c"]) == 2
    assert geometry.apart(table.combat, table["A"], table["b"]) == 2
    assert geometry.apart(table.combat, table["c"], table["b"]) == 4
    assert table.combat.holder(table.combat.grid.read("1,1")) == table["c"].index
    assert table.combat.holder(table.combat.grid.read("7,2")) == table["b"].index


@rule("sovereign/grid.large-footprint")
@pytest.mark.parametrize(("size", "high", "squares"), [
    (1, 5, 1), (1, 10, 2), (2, 10, 1), (2, 15, 2), (3, 15, 1), (3, 16, 2),
])  # fmt: skip
def test_big_creatures_reach_up_by_their_height(size: int, high: int, squares: int) -> None:
    levels = "\n".join([" ".join(["0"] * 3 + [str(high)])] * 3)
    table = Table("b b b A\nb b b .\nb b b .", heights=levels, A=body(), b=body(size=size))
    table.combat.leave(table["b"])
    table.combat.stand(table["b"], 3 - size)

    assert geometry.apart(table.combat, table["A"], table["b"]) == squares


@rule("sovereign/grid.large-footprint", "sovereign/grid.impassable")
def test_big_creatures_need_room_for_all_of_them() -> None:
    table = Table("A A . # .\nA A . . .\n. . . . b", A=body(size=2), b=body())

    reach = walking.Move(table.combat, table["A"], ways.RUN).reach()

    assert reach.cost(table.combat.grid.read("1,0")) == 1
    assert reach.cost(table.combat.grid.read("2,0")) == -1
    assert reach.cost(table.combat.grid.read("2,1")) > 0


@rule("sovereign/grid.area-square")
@pytest.mark.parametrize(("radius", "cells"), [(4, 64), (2, 16), (1, 4)])
def test_a_radius_is_a_square_about_an_intersection(radius: int, cells: int) -> None:
    table = Table(placed((0, 0), (1, 0)), A=body(), b=body())

    found = geometry.area(table.combat.grid, 5, 5, radius)

    assert len(found) == cells
    names = [table.combat.grid.name(one) for one in found]
    assert f"{5 - radius},{5 - radius}" in names
    assert f"{4 + radius},{4 + radius}" in names


# ---- movement


def cost(table: Table, square: str, mode: int = ways.RUN) -> int:
    return walking.Move(table.combat, table["A"], mode).reach().cost(table.combat.grid.read(square))


@rule("sovereign/grid.no-corner-cutting", "sovereign/grid.enemies-block")
@pytest.mark.parametrize("side", ["wall", "impassable", "enemy", "fallen", "ally"])
def test_what_is_cut_by_a_diagonal(side: str) -> None:
    glyph = {"wall": "#", "impassable": "x", "enemy": "c", "fallen": "c", "ally": "C"}[side]
    sheets = {glyph: body()} if glyph in "cC" else {}
    table = Table(f"A {glyph} .\n. . .\n. . b", A=body(), b=body(), **sheets)  # type: ignore[arg-type]
    if side == "fallen":
        table["c"].prone = True

    assert cost(table, "1,1") == (1 if side in ("fallen", "ally") else 2)


@rule("sovereign/grid.pass-allies", "sovereign/grid.steps")
def test_one_ends_on_nobody() -> None:
    table = Table("A C .\n# # #\n. . b", A=body(), C=body(), b=body())

    assert cost(table, "2,0") == 2
    table["A"].sheet.rate = 1
    assert table.refused("A", "run") in ("", "economy.move")
    moves = walking.Move(table.combat, table["A"], ways.RUN).reach().cells
    assert table.combat.grid.read("1,0") not in moves


@rule("sovereign/grid.pass-fallen")
@pytest.mark.parametrize(("state", "price"), [("prone", 3), ("asleep", 3), ("dead", 2)])
def test_the_fallen_are_crossed_slowly_and_the_dead_may_be_stood_on(state: str, price: int) -> None:
    table = Table("A b . .\n# # # c", A=body(), b=body(npc=True, named=False), c=body())
    if state == "dead":
        table.script([], "")
        death.die(table.combat, table["b"], "death.npc")
    else:
        setattr(table["b"], state, True)

    assert cost(table, "2,0") in ((price,) if state != "dead" else (2, 3))
    stand = walking.Move(table.combat, table["A"], ways.RUN).reach().cells
    assert (table.combat.grid.read("1,0") in stand) is (state == "dead")


@rule("sovereign/grid.difficult")
def test_difficulties_of_one_square_do_not_add_up() -> None:
    table = Table("A b . .\n# # # c", A=body(), b=body(), c=body())
    table["b"].prone = True
    assert cost(table, "2,0") == 3

    rough = Table("A , . .\n# # # b", A=body(), b=body())
    assert cost(rough, "2,0") == 3


@rule("sovereign/grid.difficult")
@pytest.mark.parametrize(("rate", "reached"), [(2, True), (1, False)])
def test_five_feet_do_not_enter_difficult_ground(rate: int, reached: bool) -> None:
    table = Table("A , b", A=body(), b=body())
    table["A"].sheet.rate = rate

    cells = walking.Move(table.combat, table["A"], ways.RUN).reach().cells

    assert (1 in cells) is reached


@rule("sovereign/grid.ledges")
@pytest.mark.parametrize(
    ("here", "there", "price"),
    [(0, 2, 1), (0, 3, 3), (0, 5, 3), (0, 6, 5), (0, 10, 5), (2, 0, 1), (5, 0, 3), (0, 11, 7)],
)
def test_rises_and_descents_of_more_than_two_feet_are_climbed(
    here: int, there: int, price: int
) -> None:
    table = Table("A . b", heights=f"{here} {there} 0", A=body(), b=body())
    table["A"].sheet.rate = 12

    assert cost(table, "1,0") == price


@rule("sovereign/grid.barriers")
@pytest.mark.parametrize(("high", "price"), [(2, 1), (3, 3), (5, 3), (6, -1)])
def test_low_walls_are_stepped_over_climbed_or_bar(high: int, price: int) -> None:
    for box in ((4, 0, 0, 5, 5, high), (5, 0, 0, 6, 5, high)):
        table = Table("A . b", solids=[box], A=body(), b=body())

        assert cost(table, "1,0") == price


@rule("sovereign/grid.barriers", "sovereign/grid.no-corner-cutting")
def test_a_diagonal_past_a_wall_that_cannot_be_crossed_cuts_a_corner() -> None:
    for high, price in ((6, 2), (5, 1)):
        table = Table("A . .\n. . .\n. . b", solids=[(4, 0, 0, 5, 5, high)], A=body(), b=body())

        assert cost(table, "1,1") == price


@rule("sovereign/grid.barriers")
def test_a_barrier_is_measured_from_the_mover() -> None:
    table = Table("A . b", heights="3 3 0", solids=[(4, 0, 0, 5, 5, 8)], A=body(), b=body())

    assert cost(table, "1,0") == 3


@rule("sovereign/run.rate", "sovereign/grid.steps")
def test_a_run_ends_with_the_rate() -> None:
    table = Table("A . . . . . . . b", A=body(), b=body())

    assert cost(table, "6,0") == 6
    assert cost(table, "7,0") == -1


@rule("sovereign/los.touch-blocks")
def test_no_line_slips_between_two_walls_that_touch_at_a_corner() -> None:
    """Both stand flush, so that only the zero-width gap is left."""
    table = Table("A #\n# b", A=body(), b=body())

    assert not geometry.sighted(table.combat, table["A"], table["b"])


@rule("sovereign/grid.no-corner-cutting", "sovereign/grid.enemies-block")
@pytest.mark.parametrize("start", ["1,0", "1,2"])
@pytest.mark.parametrize("goal", ["0,1", "2,1"])
def test_no_corner_of_an_enemy_is_cut(start: str, goal: str) -> None:
    for beside, price in ((True, 2), (False, 1)):
        table = Table(". A . .\n. b . .\n. . . .\n. . . .", A=body(), b=body())
        grid = table.combat.grid
        table.combat.move(table["A"], grid.read(start))
        if not beside:
            table.combat.move(table["b"], grid.read("3,3"))

        found = cost(table, goal)

        assert found == price or (beside and found > 1)


@rule("sovereign/grid.ledges")
@pytest.mark.parametrize(("high", "price"), [(2, 1), (3, -1)])
def test_nobody_climbs_a_sheer_face(high: int, price: int) -> None:
    table = Table("A . b", heights=f"0 {high} 0", A=body(), b=body())
    table.combat.grid.edges = ((0, 1, EDGE_SHEER),)

    assert cost(table, "1,0") == price


@rule("sovereign/grid.barriers")
def test_the_higher_of_two_low_walls_counts() -> None:
    for first, second in ((3, 6), (6, 3)):
        boxes = [(4, 0, 0, 5, 5, first), (5, 0, 0, 6, 5, second)]
        table = Table("A . b", solids=boxes, A=body(), b=body())

        assert cost(table, "1,0") == -1


@rule("sovereign/grid.barriers")
def test_a_thicker_box_is_no_barrier_but_blocks_sight() -> None:
    table = Table("A . b", solids=[(3, 0, 0, 5, 5, 9)], A=body(), b=body())

    assert cost(table, "1,0") == 1


@rule("sovereign/grid.barriers")
@pytest.mark.parametrize(("low", "price"), [(5, 1), (4, -1)])
def test_one_walks_under_what_hangs_five_feet_up(low: int, price: int) -> None:
    table = Table("A . b", solids=[(4, 0, low, 5, 5, 9)], A=body(), b=body())

    assert cost(table, "1,0") == price


@rule("sovereign/grid.pass-fallen", "sovereign/grid.large-footprint", "sovereign/grid.difficult")
@pytest.mark.parametrize("row", [0, 1])
def test_a_big_mover_is_slowed_wherever_it_overlaps_a_fallen_foe(row: int) -> None:
    """Two of the steps from column 0 to column 4 lie over column 3."""
    rows = ["A A . . . . .", "A A . . . . ."]
    rows[row] = rows[row][:6] + "b" + rows[row][7:]
    table = Table("\n".join(rows), A=body(size=2), b=body())
    assert table.at("b") == f"3,{row}"
    assert cost(table, "4,0") == -1

    table["b"].prone = True

    assert (cost(table, "1,0"), cost(table, "4,0")) == (1, 6)
    cells = walking.Move(table.combat, table["A"], ways.RUN).reach().cells
    assert table.combat.grid.read("3,0") not in cells


@rule("sovereign/grid.pass-fallen")
@pytest.mark.parametrize(("glyph", "price"), [("b", 13), ("C", 12)])
def test_a_dead_enemy_is_difficult_ground_on_which_one_may_stand(glyph: str, price: int) -> None:
    row = ["A", *["."] * 10, glyph, ".", "d"]
    sheets = {glyph: body(npc=True, named=False)}
    walls = " ".join(["#"] * 14)
    table = Table(" ".join(row) + "\n" + walls, A=body(), d=body(), **sheets)  # type: ignore[arg-type]
    table["A"].sheet.rate = 20
    table.script([], "")

    death.die(table.combat, table[glyph], "death.npc")

    assert cost(table, "12,0") == price
    assert cost(table, "11,0") == price - 1


@rule("sovereign/los.any-point", "sovereign/cover.exact")
def test_a_solid_beside_the_strip_between_two_cubes_hides_nothing() -> None:
    """Whatever stands on some line between points of two cubes is among those looked at."""
    random = Random(7)
    left_out = 0
    for _ in range(300):
        place = [random.randrange(12) * CUBE for _ in range(4)]
        wide, side = random.choice([0, CUBE]), random.choice([CUBE, 2 * CUBE])
        eye, aim = (place[0], place[1], 0), (place[2], place[3], 0)
        x, y = random.randrange(12 * CUBE), random.randrange(12 * CUBE)
        far = random.choice([FOOT, CUBE, 3 * CUBE])
        box = (x, y, 0, x + far, y + random.choice([FOOT, CUBE]), CUBE)
        if sight.in_strip([box], eye, wide, aim, side):
            continue
        left_out += 1
        for _ in range(12):
            p = tuple([one + random.randrange(wide + 1) for one in eye])
            q = tuple([one + random.randrange(side + 1) for one in aim])
            assert not meets(p, q, box)  # type: ignore[arg-type]

    assert left_out > 100
