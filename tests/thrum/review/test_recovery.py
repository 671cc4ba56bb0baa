"""What does and what does not end Incapacity and Panic."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.thrum.table import Table, npc, pc


@rule("thrum/incapacitated.ends-at-zero-load")
def test_a_stress_load_that_falls_to_zero_revives_nobody() -> None:
    table = Table("A b c", A=pc(), b=npc("bonesetter"), c=npc("biffer"))
    c = table["c"]
    c.incapacitated, c.fatigue, c.stress = True, 3, 1

    table.act("b", "splint c", "recover stress")

    assert (c.incapacitated, c.fatigue, c.stress) == (True, 3, 0)


@rule("thrum/incapacitated.ends-at-zero-load")
def test_a_fatigue_load_that_is_healed_to_zero_revives_with_no_tolerance_left() -> None:
    table = Table("A b c", A=pc(), b=npc("bonesetter"), c=npc("biffer"))
    c = table["c"]
    c.incapacitated, c.fatigue, c.fatigue_tolerance = True, 2, 0

    table.act("b", "splint c")

    assert (c.incapacitated, c.fatigue) == (False, 0)


@rule("thrum/gm.options", "thrum/incapacitated.still-panics", "thrum/panic.when")
@pytest.mark.parametrize(("fallen", "dice"), [(True, ""), (False, "6 6")])
def test_without_panic_of_the_fallen_those_who_stand_still_roll(fallen: bool, dice: str) -> None:
    table = Table("A b", A=pc(), b=npc("biffer"), options={"incapacitated-panic": 0})
    table["b"].stress = 3
    table["b"].fatigue = 5
    table["b"].incapacitated = fallen

    table.start("b", dice=dice)

    assert table["b"].stress == 3
