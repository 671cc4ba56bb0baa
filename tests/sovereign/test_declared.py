"""The table of attack modifiers, damage and Shock."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.terms import ANY_AC
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_resolved import total

HIT = "attack b with sword"


@rule("sovereign/attack.roll", "sovereign/attack.meet-or-beat")
@pytest.mark.parametrize(
    ("face", "bonus", "hp"), [(9, 3, 15), (8, 3, 20), (14, -2, 15), (13, -2, 20)]
)
def test_the_die_and_everything_added_must_reach_the_armour_class(
    face: int, bonus: int, hp: int
) -> None:
    table = Table("A b", A=body(strike(bonus=bonus)), b=body(ac=12))
    table["b"].main = False

    table.act("A", HIT, dice=f"d20 {face}" + (" d8 5" if hp < 20 else ""))

    assert table["b"].hp == hp


@rule("sovereign/attack.mods-stack")
def test_all_modifiers_are_summed_each_once() -> None:
    """Long range -2, distant prone -2, half cover -2, unseen -4, in melee -4 for two foes alike."""
    table = Table(
        "c A # . b\nd . . . .",
        A=body(strike(far=(1, 9), thrown=True)),
        b=body(),
        c=body(strike()),
        d=body(strike()),
    )
    assert table.refused("A", HIT) == "los.needed-to-attack"
    table.combat.move(table["b"], 9)
    table["b"].prone = True
    table["b"].unseen = True

    assert total(table) == -14


@rule("sovereign/attack.mod.gm")
def test_by_default_nothing_else_is_added() -> None:
    table = Table("A b", A=body(strike()), b=body())

    assert total(table) == 0


@rule("sovereign/attack.mod.prone-distant", "sovereign/attack.mod.prone-near")
@pytest.mark.parametrize(
    ("row", "sword", "plus"),
    [
        ("A b . .", {}, 2),
        ("A . b .", {"reach": 2}, 2),
        ("A b . .", {"far": (9, 9)}, 2),
        ("A . b .", {"far": (9, 9)}, -2),
        ("A b . .", {"far": (9, 9), "thrown": True}, 2),
        ("A . b .", {"far": (9, 9), "thrown": True}, -2),
    ],
)
def test_the_prone_are_easy_to_hit_at_hand_and_hard_from_afar(
    row: str, sword: dict[str, object], plus: int
) -> None:
    table = Table(row, A=body(strike(**sword)), b=body())  # type: ignore[arg-type]

    table["b"].prone = True

    assert total(table) == plus


@rule("sovereign/attack.mod.self-prone")
@pytest.mark.parametrize(("sword", "plus"), [({}, -4), ({"far": (9, 9)}, 0)])
def test_lying_down_hampers_blows_but_not_shots(sword: dict[str, object], plus: int) -> None:
    table = Table("A b", A=body(strike(**sword)), b=body())  # type: ignore[arg-type]

    table["A"].prone = True

    assert total(table) == plus


@rule("sovereign/death.helpless-target", "sovereign/attack.mod.prone-near")
def test_the_helpless_are_struck_as_the_prone_are_and_answer_nothing() -> None:
    table = Table("A b", A=body(strike()), b=body(ac=12))
    table["b"].asleep = True

    table.act("A", HIT, dice="d20 10 d8 5")

    assert table["b"].hp == 15
    assert table.windows() == []


@rule("sovereign/ranged.normal-range", "sovereign/ranged.long-range")
@pytest.mark.parametrize(("row", "plus"), [("A . b .", 0), ("A . . b", -2)])
def test_long_range_begins_beyond_the_normal(row: str, plus: int) -> None:
    table = Table(row, A=body(strike(far=(2, 9))), b=body())

    assert total(table) == plus


@rule("sovereign/attack.mod.unseen-known")
def test_the_unseen_are_at_minus_four_in_melee_and_from_afar() -> None:
    for row, sword in (("A b .", strike()), ("A . b", strike(far=(9, 9)))):
        table = Table(row, A=body(sword), b=body())
        table["b"].unseen = True

        assert total(table) == -4


@rule("sovereign/attack.sequence")
def test_an_attack_goes_by_its_order() -> None:
    table = Table(
        "A b\n. c",
        A=body(strike(bonus=9)),
        b=body(npc=True),
        c=body(skills={"stab": 1}, screens=1, npc=True, skill=1),
    )
    table.guard("c", "b")
    table.combat.watched = True

    table.act("A", HIT, "pass", "screen", "c total defense", dice="d6 1 1 d20 10 d8 5")

    rules = [one.rule for one in table.combat.events if one.kind != "asked"]
    order = [
        "attack.roll",  # declared
        "screen.opposed-check",
        "screen.opposed-check",
        "screen.opposed-check",  # what they came to
        "screen.redirect",
        "attack.roll",  # rolled
        "attack.meet-or-beat",
        "economy.response-windows",
        "damage.roll",
        "damage.roll",  # applied
    ]
    assert [one for one in rules if one in order] == order
    assert [word for _, word, _ in table.asked if word != "turn.actions-any-order"] == [
        "economy.response-windows",
        "screen.optional",
        "economy.response-windows",
    ]


# ---- damage


@rule("sovereign/damage.roll")
@pytest.mark.parametrize(("dice", "faces", "lost"), [("1d8+2", "d8 5", 7), ("2d6+0", "d6 5 4", 9)])
def test_a_hit_deals_its_dice_and_what_is_added(dice: str, faces: str, lost: int) -> None:
    table = Table("A b", A=body(strike(bonus=9, damage=dice)), b=body())
    table["b"].main = False

    table.act("A", HIT, dice=f"d20 10 {faces}")

    assert table["b"].hp == 20 - lost


@rule("sovereign/damage.minimum")
@pytest.mark.parametrize(("face", "lost"), [(1, 1), (3, 1), (4, 1), (5, 2)])
def test_a_hit_hurts_at_least_by_one(face: int, lost: int) -> None:
    weak = strike(bonus=10)
    weak.plus = -3
    table = Table("A b", A=body(weak), b=body())

    table.act("A", HIT, dice=f"d20 15 d8 {face}")

    assert table["b"].hp == 20 - lost


@rule("sovereign/damage.hp")
def test_hit_points_never_fall_below_nought() -> None:
    table = Table("A b", A=body(strike(bonus=10)), b=body(hp=3))
    table["b"].main = False

    table.act("A", HIT, dice="d20 15 d8 8")

    assert table["b"].hp == 0


@rule("sovereign/damage.maximum")
@pytest.mark.parametrize(("dice", "most"), [("1d6+1", 7), ("2d6+0", 12), ("3d4+2", 14)])
def test_the_maximum_is_every_highest_face_and_what_is_added(dice: str, most: int) -> None:
    assert strike(damage=dice).most() == most


@rule("sovereign/damage.shock-floor", "sovereign/shock.shield-what-counts")
def test_a_hit_leaves_the_shield_its_shock() -> None:
    sword = strike(bonus=9, damage="1d4+0", shock=3, shock_ac=15)
    table = Table("A b\nC .", A=body(sword), C=body(sword), b=body(ac=14, shield=True))
    table["b"].main = False
    table.act("A", HIT, dice="d20 10 d4 1")
    assert table["b"].hp == 19

    table.act("C", HIT, dice="d20 1")
    assert table["b"].hp == 19
    table["A"].main = True
    table.act("A", HIT, dice="d20 10 d4 1")

    assert table["b"].hp == 16


# ---- Shock


@rule("sovereign/shock.on-miss", "sovereign/shock.melee-only")
@pytest.mark.parametrize("thrown", [True, False])
def test_missiles_have_no_shock_on_a_miss_nor_as_a_floor(thrown: bool) -> None:
    arrow = strike(far=(9, 9), thrown=thrown, shock=5, shock_ac=ANY_AC, damage="1d4+0")
    table = Table("A . b", A=body(arrow), b=body())
    table["b"].main = False

    table.act("A", HIT, dice="d20 9")
    assert table["b"].hp == 20
    table["A"].main = True
    table["A"].stock = (1,)
    table["A"].hand = 0
    table["A"].unloaded = 0
    table.act("A", HIT, dice="d20 10 d4 1")

    assert table["b"].hp == 19


@rule("sovereign/shock.dash", "sovereign/shock.immunity")
def test_a_shield_and_immunity_stop_even_shock_against_any_armour() -> None:
    for target, hp in ((body(ac=25), 18), (body(ac=25, shield=True), 20),
                       (body(ac=25, abilities=["bronze-hide"]), 20)):  # fmt: skip
        table = Table("A b", A=body(strike(shock=2, shock_ac=ANY_AC)), b=target)
        table["b"].main = False

        table.act("A", HIT, dice="d20 2")

        assert table["b"].hp == hp


@rule("sovereign/shock.immunity", "sovereign/damage.shock-floor")
def test_shock_is_no_floor_against_the_immune() -> None:
    sword = strike(bonus=20, damage="1d4+0", shock=3, shock_ac=30)
    table = Table("A b", A=body(sword), b=body(abilities=["bronze-hide"]))
    table["b"].main = False

    table.act("A", HIT, dice="d20 10 d4 1")

    assert table["b"].hp == 19


@rule("sovereign/shock.shield", "sovereign/turn.refresh")
def test_a_new_round_gives_the_shield_its_shock_anew() -> None:
    table = Table("A b", A=body(strike(shock=2, shock_ac=15)), b=body(ac=13, shield=True))
    table["b"].main = False
    table.act("A", HIT, dice="d20 2")
    table.script([], "")
    turn.end_round(table.combat)
    turn.begin_round(table.combat)
    table["b"].main = False

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 20


@rule("sovereign/shock.shield-what-counts")
@pytest.mark.parametrize("why", ["armour", "total"])
def test_shock_that_would_not_have_hurt_leaves_the_shield(why: str) -> None:
    table = Table("A b", A=body(strike(shock=2, shock_ac=15)), b=body(ac=16, shield=True))
    table["b"].main = False
    table["b"].total = why == "total"
    table.act("A", HIT, dice="d20 2")
    table["b"].total = False
    table["b"].sheet.ac = 15
    table["A"].main = True
    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 20

    table["A"].main = True
    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 18


@rule("sovereign/shock.current-ac", "sovereign/total.ac", "sovereign/charge.ac-penalty")
def test_shock_compares_with_the_armour_class_of_the_moment() -> None:
    table = Table("A b", A=body(strike(shock=2, shock_ac=13)), b=body(ac=15))
    table["b"].main = False
    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 20

    table["b"].charging = True
    table["A"].main = True
    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 18


@rule("sovereign/shock.modifiers")
def test_shock_never_falls_below_nought_nor_heals() -> None:
    table = Table("A b", A=body(strike(shock=0, shock_ac=15)), b=body(hp=20))
    table["b"].hp = 15
    table["b"].main = False

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 15


@rule("sovereign/luck.veteran", "sovereign/turn.fight-is-a-turn")
def test_a_hit_turned_into_a_miss_is_one_in_every_respect() -> None:
    table = Table("A b", A=body(strike(bonus=9, shock=2, shock_ac=15)), b=body(warrior=True, ac=12))
    table["b"].main = False

    table.act("A", HIT, "b veteran's luck", dice="d20 10")
    assert table["b"].hp == 18
    table.script([], "")
    turn.end_round(table.combat)
    turn.begin_round(table.combat)
    table["b"].main = False
    table.act("A", HIT, dice="d20 10 d8 5")

    assert table["b"].hp == 13


@rule("sovereign/luck.veteran")
def test_a_miss_turned_into_a_hit_rolls_damage_with_the_floor() -> None:
    sword = strike(damage="1d4+0", shock=3, shock_ac=30)
    table = Table("A b", A=body(sword, warrior=True), b=body(ac=30))
    table["b"].main = False

    table.act("A", HIT, "A veteran's luck", dice="d20 2 d4 1")

    assert table["b"].hp == 17


@rule("sovereign/luck.veteran")
def test_only_full_warriors_have_luck_and_only_where_it_changes_something() -> None:
    for warrior, face, offered in ((True, 2, True), (True, 10, False), (False, 2, False)):
        table = Table("A b", A=body(strike(), warrior=warrior), b=body(ac=10))
        table["b"].main = False

        table.act("A", HIT, dice=f"d20 {face}" + (" d8 1" if face == 10 else ""))

        assert any("luck" in key for _, _, keys in table.asked for key in keys) is offered


@rule("sovereign/sheet.npc", "sovereign/turn.dice-order", "sovereign/economy.main")
def test_several_listed_attacks_are_made_in_order_each_finished_before_the_next() -> None:
    beast = body(strike("claw", bonus=9), strike("bite", bonus=9, damage="1d6+0"), npc=True)
    beast.one_attack = False
    table = Table("A b c", A=beast, b=body(hp=5), c=body())
    table["b"].main = table["c"].main = False

    table.act("A", "attack b with claw", "bite at b", dice="d20 10 d8 3 d20 10 d6 1")

    assert table["b"].hp == 1
    assert not table["A"].main


@rule("sovereign/sheet.npc")
def test_a_later_attack_may_go_to_another_target_in_reach() -> None:
    beast = body(strike("claw", bonus=9), strike("bite", bonus=9, damage="1d6+0"), npc=True)
    beast.one_attack = False
    table = Table("A b\nc .", A=beast, b=body(), c=body())
    table["b"].main = table["c"].main = False

    table.act("A", "attack b with claw", "bite at c", dice="d20 10 d8 3 d20 10 d6 1")

    assert (table["b"].hp, table["c"].hp) == (17, 19)


@rule("sovereign/sheet.npc")
def test_one_attack_only_in_a_charge_and_a_snap() -> None:
    beast = body(strike("claw", bonus=9), strike("bite", bonus=9), npc=True)
    beast.one_attack = False
    beast.abilities = ["disciplined"]
    table = Table("A . b\n. . .", A=beast, b=body(strike(reach=2)))
    table["b"].main = False
    table.act("A", "charge", "move 1,0", "b with claw", dice="d20 10 d8 3")
    assert table["b"].hp == 17

    table["A"].main = table["b"].main = True
    table.act("b", "attack A with sword", "A snap at b with bite", dice="d20 10 d8 3 d20 1")

    assert table["b"].hp == 14
