"""Conditions that are no status and no effect: bloodied, incapacitated."""

from __future__ import annotations

from affray.rulesets.icon import resource
from tests.icon.table import fallen
from tests.rules import rule


@rule("icon/defeat.incapacitated", "icon/interrupt.unable", "icon/move.engagement-exempt")
def test_the_incapacitated_engage_nobody_and_are_immune_to_damage() -> None:
    table = fallen(". . B c .\n. . . . A")

    assert table.cost("c", "3,1") == 2, "only the one who stands engages"
    table.combat.move(table["A"], 0)
    assert table.cost("c", "3,1") == 1
    table.hurt("B", 5, by="c")

    assert (table["B"].hp, table["B"].wounds) == (0, 1)


@rule("icon/defeat.incapacity-ends", "icon/action.rescue-limits")
def test_only_a_rescue_ends_incapacity() -> None:
    table = fallen()

    resource.give_vigor(table.combat, table["B"], 1)
    table.cleanse("B")
    table.end("A")
    table.begin("A")
    assert (table["B"].hp, table["B"].able()) == (0, False)
    table.act("A", "rescue B")

    assert (table["B"].hp, table["B"].able()) == (21, True)


@rule("icon/defeat.incapacitated-pc-space")
def test_anybody_passes_the_fallen_but_nobody_stops_there() -> None:
    table = fallen("A B . c .")

    assert "1,0" not in table.moves("A")
    assert table.cost("A", "2,0") == 2
    assert "1,0" not in table.moves("c")


@rule("icon/defeat.incapacitated-pc-space")
def test_the_fallen_are_immune_to_every_effect() -> None:
    table = fallen()

    for id in ("dazed", "burning"):
        table.inflict("B", id, 2)
    table.grant("B", "evasion", 0, "combat")
    table.mark("c", "B", "called-shot")

    assert table["B"].effects == []
    assert not table.shove("A", "B", 1, 2)
