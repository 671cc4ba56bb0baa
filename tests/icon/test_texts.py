"""What the texts say, to the letter, in the odd situations of a fight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.icon.table import Ability, Sheet, Table, ability, made, sheet, shelf
from tests.rules import rule

Fields = dict[str, Any]
BLAST: Fields = {"pattern": {"shape": "blast", "size": 1, "range": 4}}


def hero(*abilities: Ability, **more: Any) -> Sheet:
    return sheet(abilities=list(abilities), **more)


def foe(*abilities: Ability, **more: Any) -> Sheet:
    return sheet(pc=False, abilities=list(abilities), **more)


# ---- areas -------------------------------------------------------------------------------------


@rule("icon/effect.dodge", "icon/aoe.non-attack-area")
def test_dodge_halves_in_the_middle_of_an_area_that_has_no_attack_space() -> None:
    hail = made(**BLAST, effect=[{"op": "damage", "amount": 4, "who": "area"}])
    table = Table("A . . b c", A=hero(hail), b=foe(gives=["dodge"]), c=foe(gives=["dodge"]))

    table.act("A", "deed", "space 3,0")

    assert (table["b"].hp, table["c"].hp) == (26, 26)


@rule("icon/aoe.area-damage-once", "icon/effect.dodge")
def test_what_an_area_draws_from_each_is_rolled_once_and_halved_by_dodge() -> None:
    table = Table(
        "A b C . .", A=hero(ability("drawn-flame")), b=foe(gives=["dodge"]), C=hero(armor=2)
    )
    for name in "bC":
        table.give(name, "burning")

    table.act("A", "drawn-flame", "area 1,0 2,0 3,0 4,0", dice="d6 5")

    assert (table["b"].hp, table["C"].hp) == (25, 23)


@rule("icon/aoe.attack-and-area-spaces", "icon/aoe.additional-effects")
@pytest.mark.parametrize(("line", "frozen"), [("area", [2, 4]), ("effect", [2, 3, 4])])
def test_the_area_line_leaves_the_ground_of_the_attack_space_alone(
    line: str, frozen: list[int]
) -> None:
    ice = {"op": "terrain", "kind": "difficult", "where": "area", "until": "combat"}
    shot = made(**BLAST, attack={"mode": "ranged"}, **{line: [ice]})
    table = Table("A . . b .", A=hero(shot), b=foe())

    table.act("A", "deed", "space 3,0", dice="d20 1")

    assert [cell for cell in range(5) if table.combat.difficult(cell)] == frozen


@rule("icon/interrupt.timing", "icon/aoe.attack-space-without-foe")
def test_who_was_swapped_out_of_the_attack_space_is_affected_where_it_stands_now() -> None:
    """The one who took its place cannot be attacked: both take the area effect, one line each."""
    shot = made(
        **BLAST,
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 3, "who": "area"}],
        effect=[{"op": "damage", "amount": 1, "who": "area"}],
    )
    swap = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "ally-targeted", "within": 2},
        effect=[{"op": "swap", "who": "ally"}],
    )
    table = Table("A . . b . c", A=hero(shot), b=foe(), c=foe(swap))

    table.act("A", "deed", "space 3,0", "c deed")

    assert (table.at("b"), table.at("c")) == ("5,0", "3,0")
    assert (table["b"].hp, table["c"].hp) == (28, 24)


@rule("icon/aoe.cover-from-origin", "icon/interrupt.timing")
def test_cover_from_an_area_is_that_of_where_one_stands_after_a_swap() -> None:
    shot = made(
        pattern={"shape": "blast", "size": 1, "range": 5},
        attack={"mode": "ranged"},
        area=[{"op": "damage", "amount": 4, "who": "area"}],
    )
    swap = made(
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "ally-targeted", "within": 2},
        effect=[{"op": "swap", "who": "ally"}, {"op": "retarget"}],
    )
    rows = "A . . .1 b .\n. . . . c ."
    table = Table(rows, A=hero(shot), b=foe(), c=foe(swap))

    table.act("A", "deed", "space 4,0", "c deed", dice="d20 1")

    assert (table.at("b"), table["b"].hp) == ("4,1", 24)


# ---- traits and summons ------------------------------------------------------------------------


@rule("icon/surrender.when", "icon/status.vulnerable")
def test_damage_of_a_trait_is_no_ability_s() -> None:
    """Nobody surrenders to it, and the vulnerable take no more of it."""
    one = hero(fray=2)
    one.traits = [shelf().maker.trait_of("loose-ends")]
    table = Table("A b . c", A=one, b=foe(), c=foe())
    for name in "bc":
        table.give(name, "vulnerable")
        table.give(name, "pacified")
        table[name].hp = 2 if name == "b" else 28
    table.end("b", "d20 10")
    assert table["b"].hp == 0
    table.combat.clear(2)

    table.end("c", "d20 9 10")

    assert table["c"].hp == 26
