"""What a seat is asked, in which order dice fall, and how numbers are rounded."""

from __future__ import annotations

import pytest

from tests.icon.table import (
    Table,
    ability,
    foe,
    hero,
    sheet,
    strike,
)
from tests.rules import rule


@rule("icon/golden.specific-beats-general", "icon/effect.stance")
def test_a_stance_that_forbids_beats_the_rule_that_allows() -> None:
    """In Shield Lane there is no run and no dash, but the standard move."""
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    assert table.refusal("A", "run") == ""

    table.give("A", "stance-shield-lane")

    assert table.refusal("A", "run") == "golden.specific-beats-general"
    assert table.refusal("A", "dash") == "golden.specific-beats-general"
    assert table.refusal("A", "move") == ""


@rule("icon/golden.specific-beats-general", "icon/damage.pierce")
def test_pierce_overrides_armor_and_only_that() -> None:
    table = Table("A b", A=sheet(armor=3, gives=["resistance"]), b=sheet(pc=False))

    table.hurt("A", 8, by="b", pierce=True)

    assert table["A"].hp == 24


@rule("icon/golden.specific-beats-general")
def test_what_forbids_beats_what_allows() -> None:
    """Range 5 and 2 more by a talent, but blinded: 2."""
    table = Table("A . . b", A=sheet(abilities=[ability("cold-snap", 1)]), b=sheet(pc=False))
    assert table.refusal("A", "cold-snap b") == ""

    table.give("A", "blinded")

    assert table.refusal("A", "cold-snap b") == "attack.target-hostile"


@rule("icon/golden.specific-beats-general", "icon/effect.stance")
def test_a_stance_forbids_what_everybody_else_may_do() -> None:
    table = Table("A . . b", A=sheet(), b=sheet(pc=False))
    table.give("A", "stance-shield-lane")

    assert table.refusal("A", "run") == "golden.specific-beats-general"
    assert table.refusal("A", "dash") == "golden.specific-beats-general"
    assert table.refusal("A", "move") == ""


@rule("icon/golden.specific-beats-general", "icon/effect.stance")
@pytest.mark.parametrize("stance", [True, False])
def test_who_cannot_dash_by_its_stance_cannot_be_told_to(stance: bool) -> None:
    table = Table("A . B . b", A=hero(ability("verse-and-answer")), B=hero(), b=foe())
    if stance:
        table.give("B", "stance-shield-lane")

    table.act("A", "verse-and-answer B", *([] if stance else ["move 3,0"]))

    assert table.at("B") == ("2,0" if stance else "3,0")


@rule("icon/roll.special-rolls", "icon/effect.evasion")
def test_boons_and_curses_do_not_touch_the_evasion_die() -> None:
    """The attacker has a boon, the target a boon on saves: one d6, read as it is."""
    table = Table(
        "A1 b",
        A=sheet(bonus=5, abilities=[strike()]),
        b=sheet(pc=False, gives=["evasion", "calm"]),
    )

    table.act("A", "strike b", dice="d6 3 d20 1 d6 3 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/roll.special-rolls", "icon/action.recharge")
def test_boons_and_curses_do_not_touch_a_recharge() -> None:
    table = Table(
        "A . b", A=sheet(), b=sheet(pc=False, gives=["calm"], abilities=[ability("set-lamp")])
    )
    table.give("b", "dazed")
    table.act("b", "set-lamp", "no summon")

    table.begin("b", "d6 4")
    assert table.refusal("b", "set-lamp") == "action.recharge"
    table.begin("b", "d6 5")

    assert table.refusal("b", "set-lamp") == ""
