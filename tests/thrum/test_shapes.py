"""Areas, Lines and Auras: their squares, where they go, whom they meet."""

from __future__ import annotations

from affray.core.grid import step_of
from affray.rulesets.thrum.geometry import shapes
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


def cells(table: Table, found: list[int]) -> list[str]:
    return [table.combat.grid.name(cell) for cell in found]


def open_field(size: int, letter: str = "A", square: str = "") -> Table:
    table = Table("\n".join([" ".join("." * size)] * size), more={letter: pc()})
    table.put(letter, square or f"{size // 2},{size // 2}")
    return table


@rule("thrum/area.square")
def test_an_area_x_is_a_block_of_x_by_x() -> None:
    table = open_field(7)

    placed = shapes.areas(table.combat, table["A"].cell, 0, 3)

    assert cells(table, next(one.cells for one in placed if one.name == "2,1")) == [
        "2,1",
        "3,1",
        "4,1",
        "2,2",
        "3,2",
        "4,2",
        "2,3",
        "3,3",
        "4,3",
    ]
    assert {len(one.cells) for one in placed} == {9}


@rule("thrum/area.line")
def test_a_line_x_is_x_squares_in_a_row_column_or_either_diagonal() -> None:
    table = open_field(9)

    placed = shapes.lines(table.combat, table["A"].cell, 0, 3)

    assert sorted({one.name.split()[1] for one in placed}) == ["e", "s", "se", "sw"]
    assert len(placed) == 4 * 3  # the user's square may be first, middle or last
    for shape in placed:
        dx, dy = step_of({"e": 2, "se": 3, "s": 4, "sw": 5}[shape.name.split()[1]])
        first = shape.cells[0]
        ray = [first, *[table.combat.grid.beside(first, dx * n, dy * n) for n in (1, 2)]]
        assert shape.cells == ray


@rule("thrum/area.aura")
def test_an_aura_is_everything_within_x_but_the_bearers_square() -> None:
    """Aura 1 covers 8 squares, Aura 2 covers 24."""
    table = open_field(7)
    here = table["A"].cell

    assert len(shapes.aura(table.combat, here, 1)) == 8
    assert len(shapes.aura(table.combat, here, 2)) == 24
    assert here not in shapes.aura(table.combat, here, 2)


@rule("thrum/area.aura-follows")
def test_an_aura_moves_with_its_bearer() -> None:
    table = Table(
        "A . . . b",
        A=pc(),
        b=npc("dirge-singer"),
    )
    table.enter_stance("b", "undertone")  # Aura 2: a Bane on the Panic Rolls of enemies in it
    table["A"].stress = 9

    table.start("A", dice="6 6")  # out of it: two dice
    table["A"].stress = 9
    table.put("b", "2,0")
    table.begin_turn("A")
    table.start("A", dice="6 6 5")  # in it: three

    assert table["A"].stress == 9  # 11 is greater than 9, as was 12


@rule("thrum/area.placement")
def test_one_square_of_an_area_within_range_suffices() -> None:
    table = open_field(13, square="6,6")

    placed = shapes.areas(table.combat, table["A"].cell, 2, 2)
    names = {one.name for one in placed}

    # Distance 2 is column 8; a block from column 8 on has one row of squares within range.
    assert {"8,6", "3,6", "8,8", "3,3"} <= names
    assert not {"9,6", "2,6", "8,9"} & names
    lines = {one.name for one in shapes.lines(table.combat, table["A"].cell, 2, 4)}
    assert {"8,6 e", "1,6 e", "8,8 se"} <= lines
    assert not {"9,6 e", "0,6 e", "9,9 se"} & lines


@rule("thrum/area.range-zero")
def test_at_range_0_the_users_square_is_one_of_the_area() -> None:
    table = open_field(9)
    here = table["A"].cell

    placed = shapes.areas(table.combat, here, 0, 2) + shapes.lines(table.combat, here, 0, 3)

    assert len(placed) == 4 + 12
    assert all(here in one.cells for one in placed)


@rule("thrum/area.affects-everyone", "thrum/area.in-area-counts-as-targeted")
def test_an_area_attack_meets_enemies_allies_and_the_user_and_each_defends() -> None:
    table = Table(
        """
        m B
        c .
        . .
        """,
        order="Bmc",
        m=npc("mirewright"),
        B=pc(),
        c=npc("biffer"),
    )

    # B adjacent: one Bane on each attack roll.
    table.act(
        "m",
        "cinder-jar",
        "area 0,0",
        "B: resilience",
        "m: resilience",
        "c: resilience",
        dice="6 6 6 1 1  6 6 6 1 1  6 6 6 1 1",
    )

    assert [table[name].fatigue for name in "Bmc"] == [1, 1, 1]
    assert [one.other for one in table.told("targets")] == [1, 0, 2]


@rule("thrum/area.in-area-counts-as-targeted")
def test_each_character_in_the_area_sets_off_what_being_targeted_does() -> None:
    table = Table(
        """
        m . . B C
        . . . D .
        """,
        order="DBCm",
        m=npc("mirewright"),
        B=pc(),
        C=pc(),
        D=pc(),
    )
    table.enter_stance("D", "protect")

    table.begin_turn("m")
    table.act(
        "m",
        "cinder-jar",
        "area 3,0",
        "D: protect C",
        "D: resilience",
        "B: resilience",
        "C: resilience",
        dice="1 1 6 6  1 1 6 6  1 1 6 6 6 1",  # C behind B: a Bane there, a Boon here
    )

    assert table.stance_of("D") == ""


@rule("thrum/area.affects-everyone", "thrum/attack.on-incapacitated")
def test_the_fallen_in_an_area_are_affected_too() -> None:
    table = Table(
        """
        m . . B
        . . . .
        """,
        m=npc("mirewright"),
        B=pc(),
    )
    table["B"].incapacitated = True
    table["B"].fatigue = 5

    table.act("m", "cinder-jar", "area 3,0", "B: no defence")

    assert table["B"].fatigue == 6


@rule("thrum/area.off-map")
def test_an_area_may_hang_over_the_edge_but_its_square_in_range_is_on_the_map() -> None:
    table = open_field(3, square="0,0")
    here = table["A"].cell

    placed = shapes.areas(table.combat, here, 0, 2)
    assert [(one.name, cells(table, one.cells)) for one in placed] == [
        ("-1,-1", ["0,0"]),
        ("0,-1", ["0,0", "1,0"]),
        ("-1,0", ["0,0", "0,1"]),
        ("0,0", ["0,0", "1,0", "0,1", "1,1"]),
    ]
    lines = shapes.lines(table.combat, here, 0, 2)
    assert ("-1,0 e", ["0,0"]) in [(one.name, cells(table, one.cells)) for one in lines]
    assert all(one.cells for one in shapes.areas(table.combat, here, 5, 2))


@rule("thrum/area.placement")
def test_an_area_out_of_range_is_refused() -> None:
    table = Table(
        """
        m . . . . . . B
        . . . . . . . .
        """,
        m=npc("mirewright"),
        B=pc(),
    )

    with refused("area.placement"):
        table.act("m", "cinder-jar", "area 5,0")
