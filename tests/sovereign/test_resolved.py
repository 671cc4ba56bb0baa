"""Melee and ranged attacks, Snap Attacks, reloading, and what is in hand."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign.attack import declared
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import (
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    HARM,
    MORTAL,
    MOST,
    ORDINARY,
)
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_library import begun

HIT = "attack b with sword"
AXE = {"far": (2, 6), "thrown": True}


def total(table: Table, by: str = "A", to: str = "b", manner: int = ORDINARY) -> int:
    """Return all that is added to the die of an attack."""
    one = table[by].sheet.strikes[0]
    attack = Attack(table[by].index, table[to].index, one, HARM, manner)
    return declared.modifiers(table.combat, attack).total


@rule("sovereign/melee.action", "sovereign/economy.main")
def test_a_melee_attack_takes_the_main_and_one_target_in_reach() -> None:
    table = Table("A b c", A=body(strike()), b=body(), c=body())
    assert table.refused("A", "attack c with sword") == "melee.range"

    table.act("A", HIT, dice="d20 10 d8 4")

    assert (table["b"].hp, table["A"].main, table["A"].step) == (16, False, True)
    assert table.refused("A", HIT) == "economy.main"


@rule("sovereign/melee.long")
def test_a_long_weapon_strikes_past_an_ally_and_beside() -> None:
    table = Table("A C b .", A=body(strike(reach=2)), C=body(), b=body())
    assert total(table) == 0
    assert table.refused("A", HIT) == ""

    table.combat.move(table["b"], 3)
    assert table.refused("A", HIT) == "melee.range"
    table.combat.move(table["C"], 2)
    table.combat.move(table["b"], 1)

    assert table.refused("A", HIT) == ""


@rule("sovereign/ranged.action")
def test_a_ranged_attack_takes_the_main_range_and_a_line() -> None:
    table = Table("A . b", A=body(strike(far=(2, 2))), b=body())
    table.act("A", HIT, dice="d20 10 d8 4")
    assert (table["b"].hp, table["A"].main) == (16, False)

    assert Table("A . . b", A=body(strike(far=(2, 2))), b=body()).refused("A", HIT)
    walled = Table("A # b", A=body(strike(far=(2, 2))), b=body())
    assert walled.refused("A", HIT) == "los.needed-to-attack"


@rule("sovereign/ranged.into-melee")
def test_shooting_past_a_friend_in_melee_costs_nothing() -> None:
    table = Table("A . . C b", A=body(strike(far=(9, 9), hands=2)), C=body(strike()), b=body())

    assert total(table) == 0
    table.act("A", HIT, dice="d20 9")

    assert table["C"].hp == table["b"].hp == 20


@rule("sovereign/ranged.two-handed-in-melee", "sovereign/ranged.engaged")
@pytest.mark.parametrize(
    ("row", "reach", "rule_id"),
    [("A b .", 1, "ranged.two-handed-in-melee"), ("A b .", 2, "ranged.two-handed-in-melee"),
     ("A . b", 2, "")],
)  # fmt: skip
def test_only_an_armed_foe_within_five_feet_bars_a_bow(row: str, reach: int, rule_id: str) -> None:
    table = Table(row, A=body(strike(far=(9, 9), hands=2)), b=body(strike(reach=reach)))

    assert table.refused("A", HIT) == rule_id


@rule("sovereign/ranged.engaged")
@pytest.mark.parametrize("state", ["asleep", "mortal", "surprised", "bow"])
def test_a_foe_that_cannot_strike_bars_no_bow(state: str) -> None:
    other = body(strike(far=(9, 9))) if state == "bow" else body(strike())
    table = Table("A b .", A=body(strike(far=(9, 9), hands=2)), b=other)
    unit = table["b"]
    if state == "mortal":
        unit.hp, unit.fate = 0, MORTAL
    elif state != "bow":
        setattr(unit, state, True)

    assert table.refused("A", HIT) == ""


@rule("sovereign/ranged.one-handed-in-melee", "sovereign/attack.mod.thrown-in-melee")
def test_throws_and_one_handed_shots_in_melee_are_at_minus_four_once() -> None:
    for thrown in (True, False):
        table = Table(
            "A b\nc .",
            A=body(strike(far=(9, 9), thrown=thrown)),
            b=body(strike()),
            c=body(strike()),
        )
        assert total(table) == -4
        table = Table("A . b", A=body(strike(far=(9, 9), thrown=thrown)), b=body(strike()))
        assert total(table) == 0


@rule("sovereign/ranged.thrown-lands", "sovereign/pickup.action", "sovereign/sheet.hands")
@pytest.mark.parametrize("face", [1, 20])
def test_a_thrown_weapon_lies_where_its_target_stands(face: int) -> None:
    table = Table("A . b .", A=body(strike(**AXE)), b=body(hp=40))  # type: ignore[arg-type]
    table.act("A", HIT, dice="d20 1" if face == 1 else "d20 20 d8 4")
    assert table["A"].stock == (0,)
    assert table.refused("A", "pick up sword") == "pickup.action"

    table.combat.move(table["A"], 1)
    table.act("A", "pick up sword")

    assert table["A"].stock == (1,)
    assert not table["A"].step
    assert table.combat.litter == []


@rule("sovereign/pickup.action")
def test_a_dropped_thing_is_picked_up_from_the_own_square_or_one_beside() -> None:
    for column, rule_id in ((0, ""), (1, ""), (2, "pickup.action")):
        table = Table("A . . b", A=body(strike(**AXE)), b=body())  # type: ignore[arg-type]
        table["A"].stock = (0,)
        number = table.combat.library.weapons.index("sword")
        table.combat.litter = [column * MOST + number]

        assert table.refused("A", "pick up sword") == rule_id


@rule("sovereign/ranged.thrown-lands", "sovereign/screen.ranged", "sovereign/screen.redirect")
def test_a_redirected_throw_lies_with_the_screener() -> None:
    table = Table(
        "A . b\n. . c",
        A=body(strike(**AXE)),  # type: ignore[arg-type]
        b=body(),
        c=body(mods=(2, 0, 0, 0, 0), skills={"stab": 1}, screens=1),
    )
    table.guard("c", "b")

    table.act("A", HIT, "screen", dice="d6 1 1 d20 10 d8 4")

    assert (table["b"].hp, table["c"].hp) == (20, 16)
    assert [one // MOST for one in table.combat.litter] == [table["c"].cell]


# ---- Snap Attacks


@rule("sovereign/snap.cost", "sovereign/snap.unspent-main", "sovereign/snap.out-of-turn")
def test_without_a_main_there_is_no_snap_attack() -> None:
    for main, offered in ((True, True), (False, False)):
        table = Table("A b", A=body(strike()), b=body(strike()))
        table["b"].main = main

        table.act("A", HIT, dice="d20 1")

        assert any("snap" in key for _, _, keys in table.asked for key in keys) is offered


@rule("sovereign/snap.penalty", "sovereign/snap.cost")
@pytest.mark.parametrize(("face", "hp"), [(14, 15), (13, 20)])
def test_a_snap_attack_is_at_minus_four(face: int, hp: int) -> None:
    table = Table("A b", A=body(strike()), b=body(strike()))

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "") + " d20 1"
    table.act("A", HIT, "b snap at A with sword", dice=dice)

    assert (table["A"].hp, table["b"].main) == (hp, False)


@rule("sovereign/snap.not-a-swarm")
def test_instants_offer_plain_attacks_only() -> None:
    table = Table("A b .", A=body(strike()), b=body(strike()))

    table.act("A", HIT, dice="d20 1")

    offered = {key.split()[1] for who, _, keys in table.asked if who == "b" for key in keys[1:]}
    assert offered == {"snap", "total"}


@rule("sovereign/snap.before-damage", "sovereign/shock.snap-and-aoo")
def test_the_shock_of_a_miss_dies_with_the_attacker() -> None:
    table = Table(
        "A b",
        A=body(strike(shock=3, shock_ac=15), hp=2),
        b=body(strike(shock=2, shock_ac=15)),
    )

    table.act("A", HIT, "pass", "b snap at A with sword", dice="d20 2 1")

    assert table["A"].fate == MORTAL
    assert table["b"].hp == 20


@rule("sovereign/shock.snap-and-aoo")
def test_an_attack_of_opportunity_and_a_charge_have_shock() -> None:
    table = Table("b A . .", A=body(), b=body(strike(shock=2, shock_ac=15)))
    table["b"].main = False
    table.act("A", "run", "move 3,0", "b strikes with sword", dice="d20 1")
    assert table["A"].hp == 18

    table["b"].main = True
    table.act("b", "charge", "move 2,0", "A with sword", dice="d20 1")

    assert table["A"].hp == 16


# ---- reloading


def shooter(reload: int, *, npc: bool = False, quiver: bool = True) -> Sheet:
    return body(strike(far=(9, 9), reload=reload), npc=npc, quiver=quiver)


@rule("sovereign/reload.crossbow", "sovereign/reload.bow", "sovereign/economy.free")
@pytest.mark.parametrize(
    ("cost", "left"),
    [(BY_MAIN, (False, True)), (BY_MOVE, (True, False)), (BY_NOTHING, (True, True))],
)
def test_reloading_costs_what_it_costs(cost: int, left: tuple[bool, bool]) -> None:
    table = Table("A . b", A=shooter(cost), b=body())
    table.act("A", HIT, dice="d20 1")
    table["A"].main = True
    assert table.refused("A", HIT) == "reload.starts-loaded"

    table.act("A", "reload sword")

    assert (table["A"].main, table["A"].step) == left
    assert table.refused("A", HIT) == ("" if left[0] else "economy.main")


@rule("sovereign/reload.crossbow", "sovereign/reload.bow")
@pytest.mark.parametrize(("cost", "no"), [(BY_MAIN, "reload.crossbow"), (BY_MOVE, "reload.bow")])
def test_without_the_action_there_is_no_reloading(cost: int, no: str) -> None:
    table = Table("A . b", A=shooter(cost), b=body())
    table["A"].unloaded = 1
    assert table.refused("A", "reload sword") == ""
    table["A"].main = False
    table["A"].step = cost != BY_MOVE

    assert table.refused("A", "reload sword") == no


@rule("sovereign/reload.crossbow", "sovereign/reload.bow")
@pytest.mark.parametrize(
    ("weapon", "shoot", "cost"),
    [
        ("crossbow", 0, BY_MAIN),
        ("crossbow", 1, BY_NOTHING),
        ("small-bow", 0, BY_MOVE),
        ("small-bow", 1, BY_NOTHING),
        ("sling", 0, BY_MOVE),
    ],
)
def test_shoot_one_reloads_for_nothing(weapon: str, shoot: int, cost: int) -> None:
    shot = {"weapon": weapon, "mode": "shot", "skill": "shoot", "attribute": "DEX", "bonus": 0,
            "damage": "1d6", "range_normal": 50, "range_max": 300}  # fmt: skip

    unit = begun("tilda-reyes", skills={"shoot": shoot}, feats=[], attacks=[shot])

    assert unit.sheet.strikes[0].reload == cost


@rule("sovereign/reload.npc")
@pytest.mark.parametrize(
    ("weapon", "word", "cost"),
    [
        ("crossbow", None, BY_MAIN),
        ("small-bow", None, BY_MOVE),
        ("crossbow", "free", BY_NOTHING),
        ("small-bow", "main", BY_MAIN),
    ],
)
def test_an_npc_reloads_as_its_stat_block_says(weapon: str, word: str | None, cost: int) -> None:
    shot = {"name": "Shot", "kind": "ranged", "weapon": weapon, "bonus": 0, "damage": "1d6",
            "range_normal": 50, "range_max": 300}  # fmt: skip
    if word:
        shot["reload"] = word

    assert begun("oath-zealot", attacks=[shot]).sheet.strikes[0].reload == cost


@rule("sovereign/reload.quiver")
def test_a_character_without_a_quiver_does_not_reload_a_bow() -> None:
    shot = {"weapon": "small-bow", "mode": "shot", "skill": "shoot", "attribute": "DEX",
            "bonus": 0, "damage": "1d6", "range_normal": 50, "range_max": 300}  # fmt: skip
    for gear, no in ((["small-bow", "quiver"], ""), (["small-bow"], "reload.quiver")):
        unit = begun("tilda-reyes", attacks=[shot], readied=gear, feats=[])
        table = Table("A . b", A=unit.sheet, b=body())
        table["A"].unloaded = 1

        assert table.refused("A", "reload small-bow") == no


@rule("sovereign/reload.starts-loaded")
def test_an_unloaded_bow_serves_neither_swarm_nor_snap() -> None:
    table = Table("A . b", A=body(strike()), b=shooter(BY_MOVE))
    table["b"].unloaded = 1
    assert table.refused("b", "swarm A with sword") == "reload.starts-loaded"
    table["b"].holding = False

    table.act("A", "go prone")
    table["b"].sheet.abilities = ["disciplined"]
    table.turn_of("A")
    table.steps(2, "end turn")

    assert not any("snap at A with sword" in key for _, _, keys in table.asked for key in keys)


# ---- in hand


def two() -> Sheet:
    """A sword and an axe, the sword in hand."""
    axe = strike("axe")
    axe.weapon = 1
    return body(strike("sword"), axe, weapons=["hand-axe"])


@rule("sovereign/ready.sheathing-free", "sovereign/ready.swap-veto", "sovereign/economy.free")
def test_drawing_is_free_and_done_once_a_turn() -> None:
    table = Table("A b", A=two(), b=body())
    assert table.refused("A", "attack b with axe") == "ready.sheathing-free"

    table.act("A", "draw hand-axe")

    assert (table["A"].main, table["A"].step) == (True, True)
    assert table.refused("A", "attack b with axe") == ""
    assert table.refused("A", HIT) == "ready.sheathing-free"
    assert table.refused("A", "draw sword") == "ready.swap-veto"
    table.combat.clear(1, table["A"].index)
    assert table.refused("A", "draw sword") == ""


@rule("sovereign/melee.skill", "sovereign/attack.untrained", "sovereign/attack.roll")
@pytest.mark.parametrize(("brawl", "bonus"), [(-1, 3), (0, 4), (2, 6)])
def test_fists_add_attack_bonus_strength_and_brawl(brawl: int, bonus: int) -> None:
    """Attack bonus 3, STR +1; an untrained skill takes 1 away."""
    unit = begun("hesk-dargan", skills={"brawl": brawl}, feats=[])

    fist = next(one for one in unit.sheet.strikes if one.unarmed)

    assert fist.bonus == bonus


@rule("sovereign/attack.npc", "sovereign/sheet.npc")
def test_an_npc_without_an_unarmed_attack_has_its_bonus_and_a_d2() -> None:
    unit = begun("gate-serjeant")

    fist = next(one for one in unit.sheet.strikes if one.unarmed)

    assert (fist.bonus, fist.count, fist.sides, fist.plus) == (5, 1, 2, 0)


@rule("sovereign/reload.quiver")
def test_a_sling_needs_no_quiver() -> None:
    shot = {"weapon": "sling", "mode": "shot", "skill": "shoot", "attribute": "DEX",
            "bonus": 0, "damage": "1d4", "range_normal": 50, "range_max": 300}  # fmt: skip
    unit = begun("tilda-reyes", attacks=[shot], readied=["sling"], feats=[])
    table = Table("A . b", A=unit.sheet, b=body())
    table["A"].unloaded = 1

    assert table.refused("A", "reload sling") == ""


@rule("sovereign/ready.drop", "sovereign/economy.free")
def test_dropping_is_free_and_the_thing_lies_in_the_own_square() -> None:
    table = Table("A b", A=body(strike()), b=body())

    table.act("A", "drop sword")

    assert (table["A"].main, table["A"].step) == (True, True)
    assert table.refused("A", HIT) == "ready.sheathing-free"
    assert table.refused("A", "pick up sword") == ""


@rule("sovereign/melee.skill")
def test_blades_go_with_stab_and_fists_with_brawl() -> None:
    unit = begun("hesk-dargan", skills={"brawl": 1, "stab": 0}, feats=[])

    levels = {one.id: one.level for one in unit.sheet.strikes}

    assert levels["war-axe"] == 0
    assert levels["unarmed"] == 1
