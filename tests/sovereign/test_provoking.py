"""Attacks of opportunity: who strikes, at what, when, and how often."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign.terms import MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike


def openings(table: Table) -> list[list[str]]:
    """Return the attacks of opportunity that were offered in the last script."""
    return [keys[1:] for _, word, keys in table.asked if word == "aoo.who"]


def spent(table: Table, *names: str) -> None:
    """Let some have given up their Mains, so that no Snap Attack is asked for."""
    for name in names:
        table[name].main = False


@rule("sovereign/aoo.who", "sovereign/aoo.natural-weapons")
def test_every_adjacent_foe_armed_for_melee_strikes_and_nobody_else() -> None:
    table = Table(
        "b A c\nd e .\n. . f",
        A=body(),
        b=body(strike("sword")),
        c=body(strike("bow", far=(9, 9))),
        d=body(),
        e=body(),
        f=body(strike("sword")),
    )
    table["e"].sheet.natural = True
    table["A"].prone = True

    table.act("A", "stand up")

    assert openings(table) == [["b strikes with sword", "e strikes with unarmed"]]


@rule("sovereign/aoo.natural-weapons")
def test_trained_brawlers_count_as_armed() -> None:
    table = Table("b A", A=body(), b=body(feats={"unarmed-combatant": 1}))
    table["A"].prone = True

    table.act("A", "stand up", "b strikes with unarmed", dice="d20 1")

    assert not table["A"].prone


@rule("sovereign/aoo.free")
def test_the_spent_strike_too_and_it_costs_nothing() -> None:
    table = Table("b A", A=body(), b=body(strike(bonus=9)))
    spent(table, "b")
    table["b"].step = False
    table["A"].prone = True

    table.act("A", "stand up", "b strikes with sword", dice="d20 10 d8 5")
    table["A"].prone = table["A"].step = True
    table.act("A", "stand up", "pass")

    assert table["A"].hp == 15


@rule("sovereign/aoo.is-a-melee-attack", "sovereign/sheet.npc")
def test_one_blow_only_even_of_those_with_several() -> None:
    beast = body(strike("claw"), strike("bite"), npc=True)
    beast.one_attack = False
    table = Table("b A", A=body(), b=beast)
    table["A"].prone = True

    table.act("A", "stand up", "b strikes with claw", dice="d20 1")

    assert openings(table) == [["b strikes with claw", "b strikes with bite"]]


@rule("sovereign/aoo.resolves-first")
def test_the_felled_stay_where_they_are() -> None:
    table = Table("b A . .", A=body(hp=3), b=body(strike(bonus=20)))
    spent(table, "b")

    table.act("A", "run", "move 3,0", "b strikes with sword", dice="d20 10 d8 5")

    assert (table["A"].fate, table.at("A"), table["A"].step) == (MORTAL, "1,0", False)


@rule("sovereign/aoo.provoking-actions", "sovereign/aoo.standing-actions")
@pytest.mark.parametrize("key", ["stand up", "pick up sword", "aid C", "rouse D"])
def test_what_provokes_at_once(key: str) -> None:
    table = Table("b A C\n. . D", A=body(strike(), kit=True), b=body(strike()), C=body(), D=body())
    spent(table, "b")
    unit = table["A"]
    unit.prone = key == "stand up"
    table["D"].asleep = True
    table["C"].hp = 0
    table["C"].fate = MORTAL
    table["C"].fell = 1
    if key == "pick up sword":
        table.disarm("A")

    dice = "d20 1 d6 1 1" if key == "aid C" else "d20 1"
    table.act("A", key, "b strikes with sword", dice=dice)

    assert len(openings(table)) == 1


@rule("sovereign/aoo.provoking-actions", "sovereign/aoo.casting-safe")
@pytest.mark.parametrize(
    "key",
    [
        "attack b with sword",
        "shove b with sword",
        "swarm b with sword",
        "reload sword",
        "disengage",
        "hold",
        "go prone",
        "cast arcane-spark at b",
    ],
)
def test_what_does_not_provoke(key: str) -> None:
    own = body(strike(), spells=["arcane-spark"], quiver=True)
    table = Table("b A", A=own, b=body(strike()))
    spent(table, "b")
    if key == "reload sword":
        table["A"].unloaded = 1
    if key.startswith("swarm"):
        table.act("A", key, "wait")
    else:
        dice = {"attack": "d20 1", "shove": "d20 1", "cast": "d8 1 d20 20"}
        table.act("A", key, dice=dice.get(key.split()[0], ""))

    assert openings(table) == []


@rule("sovereign/aoo.standing-actions")
def test_a_long_weapon_ten_feet_away_does_not_strike_at_those_who_stand_up() -> None:
    for row, count in (("b A", 1), ("b . A", 0)):
        table = Table(row, A=body(), b=body(strike(reach=2)))
        spent(table, "b")
        table["A"].prone = True

        table.act("A", "stand up")

        assert len(openings(table)) == count


@rule("sovereign/aoo.charge-start", "sovereign/aoo.provoking-actions")
def test_a_charge_is_struck_at_once_where_it_starts() -> None:
    table = Table(
        "c A . . . . .\n. b . . d . e",
        A=body(strike(), hp=40),
        b=body(strike()),
        c=body(strike(reach=2)),
        d=body(strike()),
        e=body(),
    )
    spent(table, *"bcde")

    table.act(
        "A",
        "charge",
        "b strikes with sword",
        "c strikes with sword",
        "move 5,0",
        "no attack",
        dice="d20 1 1",
    )

    assert table.at("A") == "5,0"
    assert [word for keys in openings(table) for word in keys if word[0] == "d"] == []


@rule("sovereign/aoo.charge-start")
def test_a_longer_reach_that_is_not_adjacent_gets_no_blow_at_a_charge() -> None:
    table = Table("c . A . . . b", A=body(strike()), b=body(), c=body(strike(reach=2)))
    spent(table, "c", "b")

    table.act("A", "charge", "move 5,0", "no attack")

    assert openings(table) == []


@rule("sovereign/aoo.one-per-action")
def test_an_enemy_strikes_once_at_a_run_and_again_at_the_next() -> None:
    table = Table(
        ". . . . .\n. A b . .\n. . . . .\n. . . . .",
        A=body(hp=40),
        b=body(strike()),
    )
    spent(table, "b")

    table.act(
        "A",
        "run",
        "move 0,1 1,1 0,1 1,1",
        "b strikes with sword",
        "move 1,1 0,1 1,1",
        dice="d20 1",
    )
    assert len(openings(table)) == 1
    table.act("A", "run with main", "move 0,1", "b strikes with sword", dice="d20 1")

    assert len(openings(table)) == 1


@rule("sovereign/aoo.order")
def test_sides_strike_in_initiative_order_after_the_provoker_and_choose_among_themselves() -> None:
    table = Table(
        "b A x\n. c .",
        third="x",
        A=body(hp=40),
        x=body(strike()),
        b=body(strike()),
        c=body(strike()),
    )
    spent(table, "b", "c", "x")
    table["A"].prone = True

    table.act(
        "A",
        "stand up",
        "c strikes with sword",
        "b strikes with sword",
        "x strikes with sword",
        dice="d20 1 1 1",
    )

    assert openings(table) == [
        ["b strikes with sword", "c strikes with sword"],
        ["b strikes with sword"],
        ["x strikes with sword"],
    ]


@rule("sovereign/aoo.able-foes")
@pytest.mark.parametrize("state", ["surprised", "asleep", "grappling", "grappled", "mortal"])
def test_those_who_cannot_act_make_no_attacks_of_opportunity(state: str) -> None:
    table = Table("b A\nC .", A=body(), b=body(strike()), C=body())
    spent(table, "b")
    unit = table["b"]
    table["A"].prone = True
    if state == "surprised":
        unit.surprised = True
    elif state == "asleep":
        unit.asleep = True
    elif state == "grappling":
        table.grapple("b", "C")
    elif state == "grappled":
        table.grapple("C", "b")
    else:
        unit.hp = 0
        unit.fate = MORTAL

    table.act("A", "stand up")

    assert openings(table) == []


@rule("sovereign/aoo.able-foes", "sovereign/attack.mod.self-prone")
@pytest.mark.parametrize(("face", "hp"), [(14, 15), (13, 20)])
def test_a_prone_foe_strikes_at_minus_four(face: int, hp: int) -> None:
    table = Table("b A . .", A=body(ac=10), b=body(strike()))
    spent(table, "b")
    table["b"].prone = True

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "")
    table.act("A", "run", "move 3,0", "b strikes with sword", dice=dice)

    assert table["A"].hp == hp


@rule("sovereign/aoo.forced-movement")
def test_the_shoved_provoke_nothing() -> None:
    table = Table("A b .\n. C .", A=body(strike(bonus=9)), b=body(), C=body(strike()))

    table.act("A", "shove b with sword", "push 2,0", dice="d20 15 d6 4 4")

    assert table.at("b") == "2,0"
    assert openings(table) == []


@rule("sovereign/aoo.run-leaving")
def test_the_blow_falls_on_the_step_that_leaves_and_no_earlier() -> None:
    table = Table("b . . .\n. A . .\n. . . .", A=body(hp=40), b=body(strike()))
    spent(table, "b")

    table.act("A", "run", "move 1,0 2,0 3,0", "b strikes with sword", dice="d20 1")

    asked = [word for _, word, _ in table.asked]
    assert asked.count("aoo.who") == 1
    assert table.at("A") == "3,0"


@rule("sovereign/disengage.effect", "sovereign/disengage.no-movement")
def test_disengaging_covers_only_those_in_whose_reach_one_stood() -> None:
    table = Table(
        "b A . c .",
        A=body(hp=40),
        b=body(strike()),
        c=body(strike()),
    )
    spent(table, "b", "c")
    table.act("A", "disengage")
    assert (table.at("A"), table["A"].main, table["A"].step) == ("1,0", False, True)
    table.combat.move(table["c"], 2)

    table["A"].step = True
    table["A"].prone = True
    table.act("A", "stand up", "c strikes with sword", dice="d20 1")

    assert openings(table) == [["c strikes with sword"]]


@rule("sovereign/disengage.effect")
def test_disengaging_covers_a_longer_reach() -> None:
    table = Table("b . A . .", A=body(), b=body(strike(reach=2)))
    spent(table, "b")
    table.act("A", "disengage")

    table.act("A", "run", "move 4,0")

    assert openings(table) == []


@rule("sovereign/aoo.screen-start")
def test_a_screener_is_struck_only_if_it_moves() -> None:
    for way, count in (("stay", 0), ("move 2,0", 1)):
        table = Table("b A . C", A=body(), C=body(), b=body(strike()))
        spent(table, "b")
        if way == "stay":
            table.combat.move(table["C"], 2)

        attack = [] if way == "stay" else ["b strikes with sword"]
        table.act("A", "screen", way, *attack, dice="d20 1" if count else "")

        assert len(openings(table)) == count
        assert table.wards("A") == "C"


@rule("sovereign/aoo.screen-start", "sovereign/aoo.resolves-first")
def test_a_screener_is_struck_before_it_leaves() -> None:
    table = Table("b A . C", A=body(hp=3), C=body(), b=body(strike(bonus=20)))
    spent(table, "b")

    table.act("A", "screen", "move 2,0", "b strikes with sword", dice="d20 10 d8 5")

    assert (table.at("A"), table.wards("A")) == ("1,0", "")


@rule("sovereign/aoo.order")
def test_instants_come_before_the_blows_and_blows_end_with_the_fall() -> None:
    table = Table("b A c", A=body(hp=3), b=body(strike(bonus=20)), c=body(strike()))
    spent(table, "b")
    table["A"].prone = True
    table["c"].holding = True

    table.act("A", "stand up", "pass", "b strikes with sword", dice="d20 10 d8 5")

    rules = [word for _, word, _ in table.asked]
    assert rules.index("economy.response-windows") < rules.index("aoo.who")
    assert "c strikes with sword" not in [key for keys in openings(table)[1:] for key in keys]
    assert table["A"].prone


@rule("sovereign/grid.pass-allies", "sovereign/aoo.resolves-first")
def test_one_felled_in_passing_an_ally_lies_where_there_was_room() -> None:
    table = Table("A C . .\nb . . .", A=body(hp=3), C=body(), b=body(strike(bonus=20)))
    spent(table, "b", "C")

    table.act("A", "run", "move 1,0 2,0", "b strikes with sword", dice="d20 10 d8 5")

    assert table["A"].fate == MORTAL
    assert (table.at("A"), table.at("C")) == ("0,0", "1,0")
