"""What the ruleset tells of a unit."""

from __future__ import annotations

from affray.rulesets.quest.ruleset import Quest
from tests.quest.table import Table, library, unit
from tests.rules import rule


@rule("quest/condition.flat-footed-causes", "quest/summon.sickness-no-dodge")
def test_the_marks_of_a_unit_are_what_holds_of_it_and_nothing_else() -> None:
    table = Table("A . b", A=unit(mp=9, spells=["stone-skin"]), b=unit())
    rules = Quest(library())
    one = table["A"]
    assert rules.marks(table.combat, 0) == []

    one.set_wounds(1, 2)
    one.prone = one.disengaged = one.fleeing = True
    one.sick = 1
    one.unseen = 2
    table.give("A", "burning")
    one.thrall = 6

    assert rules.marks(table.combat, 0) == [
        "slowing wound 2",
        "prone",
        "disengaged",
        "summoning-sick",
        "thralled",
        "undetected",
        "fleeing",
        "burning",
        "flat-footed",
    ]
