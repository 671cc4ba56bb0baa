"""Shoves and grapples wherever a melee attack may be made, and what dragging can do."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.window import Deed
from affray.rulesets.sovereign.action import maneuver
from affray.rulesets.sovereign.condition import FLYING, give
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.terms import CAPTURED, MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"
SPARK = "cast arcane-spark at b"


def offered(table: Table, word: str) -> list[str]:
    return next(keys for _, one, keys in table.asked if one == word)


# ---- instead of damage, in any melee attack


@rule("sovereign/shove.attack", "sovereign/snap.interrupts-casting", "sovereign/snap.penalty")
@pytest.mark.parametrize(("face", "broken"), [(14, True), (13, False)])
def test_a_snap_attack_may_be_a_shove_which_interrupts_a_spell(face: int, broken: bool) -> None:
    mage = body(spells=["arcane-spark"], castings=1)
    table = Table("A b .\n. . .", A=mage, b=body(strike(), level=3))

    dice = f"d20 {face}" + (" d6 4 4" if broken else " d8 4 d20 20")
    more = ["A prone"] if broken else []
    table.act("A", SPARK, "b snap and shove A with sword", *more, dice=dice)

    assert (table["A"].prone, table["A"].casting) == (broken, 1 if broken else 0)
    assert (table["A"].hp, table["b"].main) == (20, False)


@rule("sovereign/grapple.attack", "sovereign/snap.interrupts-casting")
@pytest.mark.parametrize(("second", "broken"), [(4, True), (3, False)])
def test_a_snap_attack_may_be_a_grapple(second: int, broken: bool) -> None:
    mage = body(spells=["arcane-spark"], castings=1)
    table = Table("A b .\n. . .", A=mage, b=body(level=3))

    dice = f"d20 14 d6 4 {second}" + ("" if broken else " d8 4 d20 20")
    table.act("A", SPARK, "b snap and grapple A with unarmed", dice=dice)

    assert (table["b"].grappling >= 0, table["A"].casting) == (broken, 1 if broken else 0)


@rule("sovereign/shove.attack", "sovereign/maneuver.size", "sovereign/grapple.one-each")
def test_a_snap_attack_manhandles_only_whom_and_by_what_it_could() -> None:
    def snaps(**sheets: object) -> list[str]:
        table = Table("A b .\nc . .", **sheets)  # type: ignore[arg-type]
        if table["c"].side == 0:
            table.grapple("b", "c")
        table.act("A", "attack b with unarmed", dice="d20 1")
        return [key for key in offered(table, "economy.response-windows") if "snap" in key]

    plain = {"b": body(strike(far=(4, 8), thrown=True)), "c": body(npc=True)}
    assert snaps(A=body(), **plain) == [
        "b snap at A with sword",
        "b snap at A with unarmed",
        "b snap and shove A with unarmed",
        "b snap and grapple A with unarmed",
    ]
    assert snaps(A=body(abilities=["bronze-hide"]), **plain) == [
        "b snap at A with sword", "b snap at A with unarmed",
    ]  # fmt: skip


@rule("sovereign/aoo.is-a-melee-attack")
def test_a_blow_of_opportunity_is_no_shove() -> None:
    table = Table("b A . .", A=body(), b=body(strike()))
    table["b"].main = False

    table.act("A", "run", "move 3,0")

    assert offered(table, "aoo.who") == ["pass", "b strikes with sword"]


@rule("sovereign/charge.attack", "sovereign/shove.attack", "sovereign/grapple.attack")
@pytest.mark.parametrize("how", ["shove", "grapple"])
def test_the_attack_of_a_charge_may_be_a_shove_or_a_grapple(how: str) -> None:
    table = Table("A . . b .\n. . . . .", A=body(strike()), b=body(ac=12))
    table["b"].main = False
    key = "shove b with sword" if how == "shove" else "grapple b with unarmed"

    more = ["b prone"] if how == "shove" else []
    table.act("A", "charge", "move 2,0", key, *more, dice="d20 10 d6 4 4")

    assert (table["b"].prone, table["A"].grappling >= 0) == (how == "shove", how == "grapple")
    assert table["b"].hp == 20


@rule("sovereign/charge.attack", "sovereign/attack.attribute-choice")
def test_the_attack_of_a_charge_may_use_another_attribute() -> None:
    other = strike("sword by dex", bonus=9)
    other.listed = False
    table = Table("A . . b .", A=body(strike(), other), b=body(ac=20))
    table["b"].main = False

    table.act("A", "charge", "move 2,0", "b with sword by dex", dice="d20 9 d8 5")

    assert table["b"].hp == 15
    assert "b with sword by dex" not in offered(table, "charge.attack")


@rule("sovereign/snap.cost", "sovereign/attack.attribute-choice")
def test_a_snap_attack_may_use_another_attribute() -> None:
    other = strike("sword by dex", bonus=9)
    other.listed = False
    snapper = body(strike(), other)
    table = Table("A b .", A=body(strike(bonus=9), hp=3), b=snapper)
    table["A"].main = True

    key = "b snap at A with sword by dex"
    table.act("A", "attack b with sword", key, dice="d20 9 d8 5")

    assert table["A"].hp == 0
    assert key not in offered(table, "economy.response-windows")


@rule("sovereign/aoo.is-a-melee-attack", "sovereign/attack.attribute-choice")
def test_an_attack_of_opportunity_may_use_another_attribute() -> None:
    other = strike("sword by dex", bonus=9)
    other.listed = False
    table = Table("A b", A=body(), b=body(strike(), other))
    table["A"].prone = True
    table["b"].main = False

    table.act("A", "stand up", "b strikes with sword by dex", dice="d20 9 d8 5")

    assert table["A"].hp == 15
    assert "b strikes with sword by dex" not in offered(table, "aoo.who")


@rule("sovereign/snap.out-of-turn", "sovereign/economy.instant-any-time")
def test_in_a_crowd_nobody_is_out_of_reach_of_a_snap_attack() -> None:
    """However many ways to strike a sheet lists, those in hand are few."""
    ways = [strike(f"sword {n}") for n in range(20)]
    for number, one in enumerate(ways):
        one.weapon = number
    names = [chr(ord("c") + n) for n in range(20)]
    others: dict[str, Any] = {name: body() for name in names}
    armed = body(*ways, weapons=[one.id for one in ways[1:]])
    table = Table("A b " + " ".join(names), A=body(), b=armed, **others)
    window = windows.Instants(table.combat, Deed(-1, -1), rolled=False)
    b = table["b"].index

    snaps = [window.key(b, code) for code in window.replies(b)]

    assert "b snap at A with sword 0" in snaps
    assert "b snap and grapple A with unarmed" in snaps


# ---- whom


@rule("sovereign/death.helpless-target", "sovereign/shove.attack", "sovereign/grapple.attack")
@pytest.mark.parametrize("how", ["asleep", "fallen", "captured"])
def test_the_helpless_may_be_shoved_and_held(how: str) -> None:
    table = Table("A b .\n. c .", A=body(strike(bonus=9)), b=body(), c=body())
    unit = table["b"]
    if how == "asleep":
        unit.asleep = True
    elif how == "fallen":
        unit.hp, unit.fate, unit.prone = 0, MORTAL, True
    else:
        unit.fate = CAPTURED
    unit.main = table["c"].main = False
    assert table.refused("A", "grapple b with unarmed") == ""

    table.act("A", "shove b with sword", "push 2,0", dice="d20 10 d6 6 6")

    assert table.at("b") == "2,0"


@rule("sovereign/shove.result")
def test_one_who_flies_is_pushed_but_not_thrown_down() -> None:
    table = Table("A b .\n# # #", A=body(strike(bonus=9)), b=body())
    table["b"].main = False
    give(table.combat, table["b"], FLYING, 3, 1)

    table.act("A", "shove b with sword", dice="d20 10 d6 6 6")

    assert (table.at("b"), table["b"].prone) == ("2,0", False)


@rule("sovereign/shove.check", "sovereign/check.roll")
@pytest.mark.parametrize(("word", "dice", "falls"), [
    ("shove by brawl", "d6 4 3", True), ("shove by exert", "d6 4 3 1", False),
    ("shove by exert", "d6 4 4 1", True),
])  # fmt: skip
def test_a_specialist_in_exertion_may_prefer_its_lower_skill(
    word: str, dice: str, falls: bool
) -> None:
    """Brawl 1 with two dice, or Exert 0 with the best two of three."""
    own = body(strike(bonus=9), skills={"brawl": 1, "exert": 0}, feats={"specialist": 1})
    own.special = "exert"
    table = Table("A b .\n. . .", A=own, b=body())
    table["b"].main = False

    table.act("A", "shove b with sword", word, *(["b prone"] if falls else []),
              dice=f"d20 10 {dice}")  # fmt: skip

    assert table["b"].prone is falls


# ---- dragging


def caught(rows: str, heights: str = "", **more: object) -> Table:
    sheets = {"A": body(), "b": body(), **more}
    table = Table(rows, heights=heights, **sheets)  # type: ignore[arg-type]
    table.grapple("A", "b")
    table["b"].main = False
    return table


@rule("sovereign/grapple.move")
def test_the_two_may_go_aside_together() -> None:
    table = caught("A b\n. .\n. .")

    table.act("A", "drag or throw", "drag", "drag to 0,1 with it at 1,1",
              "drag to 0,2 with it at 1,2", dice="d6 4 4")  # fmt: skip

    assert (table.at("A"), table.at("b")) == ("0,2", "1,2")
    assert table["A"].grappling == table["b"].index


@rule("sovereign/grapple.move", "sovereign/grid.difficult")
def test_a_drag_into_difficult_ground_takes_both_steps() -> None:
    table = caught(". A b\n. , .")

    table.act("A", "drag or throw", "drag", "drag to 1,1 with it at 2,1", dice="d6 4 4")

    assert (table.at("A"), table.at("b")) == ("1,1", "2,1")


@rule("sovereign/grapple.move", "sovereign/grapple.restraint")
def test_one_who_is_held_by_another_drags_nobody_but_throws() -> None:
    table = caught("c A b .\n. . . .", c=body())
    table.grapple("c", "A")
    table["c"].main = False

    table.act("A", "drag or throw", "throw 3,0", dice="d6 4 4")

    assert "drag" not in offered(table, "grapple.move")


@rule("sovereign/grapple.move", "sovereign/economy.response-windows")
def test_before_every_step_of_a_drag_instants_may_answer() -> None:
    table = caught("A b . . .\n. . . . .\nc . . . .", c=body(strike(far=(9, 9))))

    table.act(
        "A", "drag or throw", "drag", "drag to 1,0 with it at 2,0", "no farther", dice="d6 4 4"
    )

    assert table.windows().count("c") == 3  # declared, the check known, the step


@rule("sovereign/grapple.move")
def test_nobody_is_dragged_out_of_its_grappler_s_reach_nor_two_into_one_square() -> None:
    table = caught("A b . .\n. . . .\n. . . .")

    for own, other in maneuver.drags(table.combat, table["A"], table["b"]):
        grid = table.combat.grid
        gap = max(abs(grid.column(own) - grid.column(other)), abs(grid.row(own) - grid.row(other)))
        assert gap == 1
        assert own != table["A"].cell


@rule("sovereign/maneuver.size")
@pytest.mark.parametrize(
    ("answer", "dice", "falls"),
    [
        ("-4 for size", "d6 6 6", True),
        ("it is too big", "", False),
        ("+0 for size", "d6 4 4", True),
    ],
)
def test_the_gm_may_let_even_the_biggest_be_shoved(answer: str, dice: str, falls: bool) -> None:
    rows = "A b b b .\n. b b b .\n. b b b ."
    table = Table(rows, A=body(strike(bonus=9)), b=body(size=3))
    table["b"].sheet.humanoid = False
    table["b"].main = False
    assert table.refused("A", "shove b with sword") == "maneuver.size"
    table.combat.topics = ["size"]

    more = ["b prone"] if falls else []
    table.act("A", "shove b with sword", answer, *more, dice=f"d20 10 {dice}")

    assert table["b"].prone is falls
    assert offered(table, "maneuver.size")[0] == "it is too big"


@rule("sovereign/grid.forced-limits", "sovereign/grid.barriers")
def test_nobody_is_pushed_over_a_parapet_straight_or_aslant() -> None:
    table = Table(
        ". . . .\nA b . .\n. . . .",
        solids=[(9, 0, 0, 10, 15, 3)],
        A=body(strike(bonus=9)),
        b=body(),
    )
    table["b"].main = False

    table.act("A", "shove b with sword", "b prone", dice="d20 10 d6 6 6")

    assert set(offered(table, "shove.result")) == {"b prone", "push 1,0", "push 1,2"}


@rule("sovereign/grapple.move", "sovereign/grid.difficult")
def test_with_five_feet_left_nobody_drags_on_into_difficult_ground() -> None:
    table = caught("A b . . .\n, , , , ,")

    table.act(
        "A", "drag or throw", "drag", "drag to 1,0 with it at 2,0", "no farther", dice="d6 4 4"
    )

    drags = [keys for _, word, keys in table.asked if word == "grapple.move"][1:]
    assert any(key.split()[2].endswith(",1") for key in drags[0])
    assert not any(key.split()[2].endswith(",1") for key in drags[1] if "drag" in key)


@rule("sovereign/grapple.damage", "sovereign/damage.shock-floor")
@pytest.mark.parametrize(("ac", "total", "hp"), [(15, False, 17), (16, False, 19), (15, True, 19)])
def test_shock_is_the_floor_of_what_a_grapple_does_too(ac: int, total: bool, hp: int) -> None:
    """As from a hit with the grappler's unarmed attack."""
    table = caught("A b .\n. . .", b=body(ac=ac))
    fist = table["A"].sheet.strikes[0]
    fist.shock, fist.shock_ac = 3, 15
    table["b"].total = total
    table.script([], "d2 1")

    maneuver.squeeze(table.combat)

    assert table["b"].hp == hp


@rule("sovereign/spell.disrupted-round", "sovereign/grapple.move")
def test_whoever_is_thrown_casts_no_more_in_that_round() -> None:
    table = caught("A b .\n. . .", b=body(spells=["grave-chill"]))

    table.act("A", "drag or throw", "throw 2,0", dice="d6 4 4")
    table["b"].main = True

    assert table.refused("b", "cast grave-chill at A") == "spell.disrupted-round"
