from __future__ import annotations

import pytest

from affray.rulesets.thrum import terms
from affray.rulesets.thrum.movement import pace, walking
from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

# ---- Loomer --------------------------------------------------------------------------------------


PASSAGE = """
    . . . . .
    . A b . .
    . . . . .
"""
CORNER = """
    . . . . .
    . A . . .
    . . b . .
"""


@rule("thrum/move.difficult-terrain")
@pytest.mark.parametrize(
    ("archetypes", "rows", "spent"),
    [
        (["loomer"], PASSAGE, 2),
        (["loomer"], CORNER, 1),
        (["loomer", "loomer+"], CORNER, 2),
        (["hero"], PASSAGE, 1),
    ],
)
def test_the_squares_beside_a_loomer_are_difficult_for_its_enemies(
    archetypes: list[str], rows: str, spent: int
) -> None:
    table = Table(rows, A=pc(archetypes=archetypes), b=npc("biffer"))

    table.move("b", "move 3,1")

    assert table["b"].spent == spent


def test_the_squares_beside_a_loomer_are_open_to_its_allies() -> None:
    table = Table("A B . .", A=pc(archetypes=["loomer"]), B=pc(), b=npc("biffer"))

    table.move("B", "move 2,0")

    assert table["B"].spent == 1


def test_difficult_ground_beside_a_loomer_costs_no_more_than_once() -> None:
    table = Table(
        "A , . .\nb . . .", A=pc(archetypes=["loomer", "loomer+"]), b=npc("biffer"), B=pc()
    )

    table.move("b", "move 1,0 2,0")

    assert table["b"].spent == 4


# ---- Weaver --------------------------------------------------------------------------------------


def weaver(*picks: str) -> Sheet:
    return pc(archetypes=["weaver", *picks])


def test_a_weaver_ignores_the_first_extra_cost_of_its_turn() -> None:
    table = Table("W , , . .", heights="0 0 0 0 0", W=weaver(), b=npc("biffer"))

    table.move("W", "move 1,0 2,0 3,0")

    assert table["W"].spent == 4  # 1, 1 instead of 2, 2


def test_a_weaver_of_the_second_pick_ignores_every_extra_cost() -> None:
    table = Table("W , , . .", heights="0 0 3 0 0", W=weaver("weaver+"), b=npc("biffer"))

    table.move("W", "move 4,0")

    assert table["W"].spent == 4


def test_a_weaver_pays_in_full_outside_its_turn() -> None:
    table = Table(
        """
        W , . .
        . . . b
        """,
        W=weaver("weaver+"),
        b=npc("biffer"),
    )
    table.begin_turn("b")
    agent = table.script(("W: move 1,0 2,0",), "")
    way = walking.move_by(table.combat, table["W"], terms.FIXED, 3)
    table.done(agent)

    assert way.spent == 3


@rule("thrum/status.slowed")
def test_a_weaver_ignores_being_slowed_if_that_comes_first() -> None:
    table = Table("W . , . . b", W=weaver(), b=npc("biffer"))
    table.give("W", "slowed", 2)

    table.move("W", "move 1,0 2,0 3,0")

    assert table["W"].spent == 4  # Speed 4, and the difficult square in full


def test_a_weaver_slowed_after_its_waiver_is_used_is_slowed() -> None:
    table = Table("W , . . . b", W=weaver(), b=npc("biffer"))
    table.move("W", "move 1,0 2,0")
    table.give("W", "slowed", 1)

    assert pace.speed_of(table.combat, table["W"]) == 2


def test_a_weaver_slowed_for_two_turns_is_spared_in_each() -> None:
    table = Table("W . . . . . . . . b", W=weaver(), b=npc("biffer"))
    table.give("W", "slowed", 3)
    table.move("W", "move 4,0")
    table.end("W")
    table.start("W")

    table.move("W", "move 8,0")

    assert table.at("W") == "8,0"


def test_a_weaver_of_the_second_pick_is_never_slowed_on_its_turn() -> None:
    table = Table("W , , . . b", W=weaver("weaver+"), b=npc("biffer"))
    table.give("W", "slowed", 2)

    table.move("W", "move 4,0")

    assert table.at("W") == "4,0"


# ---- Quill ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("archetypes", "row", "fatigue"),
    [
        (["quill"], "Q . . b", 0),
        (["quill"], "Q . b .", 1),
        (["hero"], "Q . . b", 1),
    ],
)
def test_a_quill_has_one_more_on_defences_against_who_is_three_away(
    archetypes: list[str], row: str, fatigue: int
) -> None:
    """2 + 6 against 7 and the bonus: a tie is the defender's."""
    table = Table(row, Q=pc(archetypes=archetypes), b=npc("biffer"))

    table.act("b", "biffer-lob Q", "Q: resilience", dice="3 3 3 4")

    assert table["Q"].fatigue == fatigue


def test_a_quill_of_the_second_pick_has_two_more() -> None:
    table = Table("Q . . b", Q=pc(archetypes=["quill", "quill+"]), b=npc("biffer"))

    table.act("b", "biffer-lob Q", "Q: resilience", dice="3 4 3 4")

    assert table["Q"].fatigue == 0


def test_a_quill_has_its_bonus_on_resolve_and_evasion_too() -> None:
    table = Table("Q . . d", Q=pc(archetypes=["quill"]), d=npc("dirge-singer"))

    table.act("d", "cold-whisper Q", "Q: resolve", dice="3 3 3 4")

    assert table["Q"].stress == 0


def test_a_weaver_of_the_first_pick_ignores_the_toll_of_an_enemy() -> None:
    """Guardian asks for 2 more squares of whoever leaves."""
    table = Table(
        """
        . W . . . .
        . b . . . .
        """,
        W=weaver(),
        b=pc(abilities=["guardian"]),
    )
    table.enter_stance("b", "guardian")

    table.move("W", "move 3,0", "W: pay 2", "W: no defence", "W: move 3,0")

    assert table["W"].spent == 2
