"""Spells and gear that others do not hold to their words. The id in brackets says which."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import geometry, items, turn
from affray.rulesets.sovereign.attack import declared
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.condition import (
    AFRAID,
    BLADED,
    BLUNTED,
    BOILS,
    BURNING,
    HASTED,
    NUMBED,
    SPEEDED,
    WARDED,
    give,
    routed,
)
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.movement import terrain, ways
from affray.rulesets.sovereign.reaction import provoking
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import FIRE, HARM
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike


def mage(*spells: str, level: int = 1, **more: object) -> Sheet:
    return body(spells=spells, level=level, castings=3, **more)  # type: ignore[arg-type]


def geared(*names: str, **more: object) -> Sheet:
    own = body(**more)  # type: ignore[arg-type]
    own.gear = list(names)
    own.carried = [1] * len(names)
    return own


@pytest.mark.parametrize(("level", "hd", "left"), [(3, 1, None), (3, 2, 4)])
def test_a_spark_kills_one_hit_die_and_hurts_others(level: int, hd: int, left: int | None) -> None:
    """[arcane-spark]: 1d8 a level, a Physical save halves."""
    table = Table("A . b", A=mage("arcane-spark", level=level), b=body(npc=True, level=hd))

    dice = "" if left is None else "d8 8 4 4 d20 1"
    table.act("A", "cast arcane-spark at b", dice=dice)

    assert table["b"].present == (left is not None)
    assert left is None or table["b"].hp == left


@pytest.mark.parametrize(("face", "left"), [(15, 16), (14, 20)])
def test_a_blunted_contact_needs_a_save_of_the_attacker(face: int, left: int) -> None:
    """[blunt-contact] on a creature: half the level in rounds, rounded up."""
    table = Table("A b", A=body(strike(bonus=9)), b=body())
    give(table.combat, table["b"], BLUNTED, 1, 1)

    table.act("A", "attack b with sword", dice=f"d20 9 {face}" + (" d8 4" if left == 16 else ""))

    assert table["b"].hp == left


def test_a_blunted_weapon_does_no_harm_in_melee_for_the_fight() -> None:
    """[blunt-contact] on a weapon."""
    table = Table("A b", A=mage("blunt-contact"), b=body(strike()))

    table.act("A", "cast blunt-contact at b", "blunt sword of b")

    table["A"].main = False
    table.act("b", "attack A with sword", dice="d20 15")
    assert table["A"].hp == 20
    table["b"].main = True
    table.act("b", "attack A with unarmed", dice="d20 15 d2 2")
    assert table["A"].hp == 18


@rule("sovereign/grid.area-square")
def test_sleep_takes_all_in_its_square_whoever_they_are() -> None:
    """[sleep]: 20 ft radius, friend and foe, up to 4 HD."""
    row = "A . . . . . . . . b c d"
    table = Table(row, A=mage("sleep"), b=body(level=4), c=body(level=5), d=body())

    table.act("A", "cast sleep", "centre 9,0")

    assert [table[name].asleep for name in "Abcd"] == [False, True, False, True]


@rule("sovereign/run.rate")
def test_speed_doubles_runs_over_ledges_and_provokes_nothing() -> None:
    """[speed]: a Free action, 1 System Strain."""
    table = Table("A b . . . .\n. . . . . .", A=mage("speed"), b=body(strike()),
                  heights="0 0 10 0 0 0 0 0 0 0 0 0")  # fmt: skip

    table.act("A", "cast speed", "speed on A")
    assert (table["A"].has(SPEEDED), table["A"].strain, table["A"].main) == (True, 1, True)
    assert ways.rate(table["A"]) == 12
    exits = ways.exits_of(table.combat, table["A"]).rows[1]
    assert (2, 1, 0) in exits

    table.act("A", "run", "move 5,0")
    assert (table.at("A"), table["A"].hp) == ("5,0", 20)


def test_the_invisible_are_seen_by_all_again_when_one_of_them_runs() -> None:
    """[invisibility]: or attacks, or casts."""
    own = mage("invisibility", level=2)
    table = Table("A C . . b", A=own, C=body(), b=body(strike(far=(9, 9))))
    table.act("A", "cast invisibility", "invisibility on A", "invisibility on C")
    assert [table[name].unseen for name in "AC"] == [True, True]

    table.act("C", "run", "move 2,0")

    assert [table[name].unseen for name in "AC"] == [False, False]


@rule("sovereign/strain.limit", "sovereign/economy.main")
def test_haste_gives_a_main_for_strain_but_no_spell() -> None:
    """[haste]: for 1d4+1 rounds."""
    table = Table("A b", A=mage("haste", "grave-chill"), b=body(hp=40))
    table.act("A", "cast haste", "haste on A", dice="d4 2")
    held = table["A"].held(HASTED)
    assert held is not None
    assert held.n == 3

    assert table.refused("A", "cast grave-chill at b") == "economy.main"
    table.act("A", "attack b with unarmed", dice="d20 1")
    assert (table["A"].extra, table["A"].strain) == (False, 1)
    assert table.refused("A", "attack b with unarmed") == "economy.main"


@pytest.mark.parametrize(("face", "left"), [(15, 20), (14, 14)])
def test_daggers_strike_first_at_who_strikes(face: int, left: int) -> None:
    """[shield-of-daggers]: 1d6 + caster level unless an Evasion save is made."""
    table = Table("A b", A=body(strike()), b=mage("shield-of-daggers", level=2))
    give(table.combat, table["b"], BLADED, 2, 1)

    dice = f"d20 {face}" + ("" if left == 20 else " d6 4") + " d20 1"
    table.act("A", "attack b with sword", dice=dice)

    assert table["A"].hp == left


def test_daggers_last_while_a_move_is_given_up() -> None:
    """[shield-of-daggers]."""
    table = Table("A b", A=body(), b=body())
    give(table.combat, table["A"], BLADED, 2, 0)
    table.script(["give up the Move"], "")
    turn.begin_turn(table.combat, table["A"])
    assert (table["A"].step, table["A"].has(BLADED)) == (False, True)

    table["A"].step = True
    table.script(["let the blades fall"], "")
    turn.begin_turn(table.combat, table["A"])
    assert not table["A"].has(BLADED)


@pytest.mark.parametrize(("face", "left"), [(15, 20), (14, 15)])
def test_an_elemental_shield_halves_magical_fire_or_stops_it(face: int, left: int) -> None:
    """[elemental-shield]."""
    table = Table("A C b", A=mage("elemental-shield"), C=body(), b=body())
    table.act("A", "cast elemental-shield", "elemental-shield on C")
    assert table["A"].has(WARDED)
    assert table["C"].has(WARDED)
    table.script([], f"d20 {face}")

    dealing.hurt(
        table.combat, table["C"], 10, 2, "damage.roll", spares=False, harm=FIRE, magic=True
    )

    assert table["C"].hp == left


@rule("sovereign/grid.area-square")
def test_a_bomb_is_eight_feet_high() -> None:
    """[magic-bomb]: who stands 10 ft above the point is spared."""
    row = "A . . . . . . . . b c"
    heights = " ".join(["0"] * 10 + ["10"])
    table = Table(row, A=mage("magic-bomb"), b=body(), c=body(), heights=heights)

    table.act("A", "cast magic-bomb", "centre 9,0", dice="d8 6 d20 1")

    assert [table[name].hp for name in "bc"] == [14, 20]


@pytest.mark.parametrize(
    ("face", "hp", "left", "flees"), [(1, 20, 20, True), (20, 20, 18, False), (20, 2, 1, True)]
)
def test_fear_lets_enemies_flee_or_shakes_them(face: int, hp: int, left: int, flees: bool) -> None:
    """[fear]: those who pass lose the caster level; at 0 they have 1 and flee; not the fearless."""
    calm = body(npc=True, abilities=["fearless"])
    table = Table("A . b c", A=mage("fear", level=2), b=body(hp=20), c=calm)
    table["b"].hp = hp

    table.act("A", "cast fear", dice=f"d20 {face}")

    assert (table["b"].hp, table["b"].has(AFRAID), routed(table["b"])) == (left, flees, flees)
    assert not table["c"].has(AFRAID)


def test_the_arctic_circle_numbs_those_who_fail() -> None:
    """[arctic-circle]: 1d6 per two levels, a radius up to 10 ft a level, no Move for 1d4 rounds."""
    row = "A . . . . . . . b"
    table = Table(row, A=mage("arctic-circle", level=2), b=body())

    table.act("A", "cast arctic-circle", "radius 5 ft", "centre 9,0", dice="d6 4 d20 1 d4 2")

    held = table["b"].held(NUMBED)
    assert held is not None
    assert (table["b"].hp, table["b"].step, held.n) == (16, False, 2)
    turn.begin_round(table.combat)
    assert (table["b"].step, table["b"].main) == (False, True)


@pytest.mark.parametrize(("face", "cured"), [(15, True), (14, False)])
def test_boils_hurt_the_vigorous_once_a_round_until_shaken_off(face: int, cured: bool) -> None:
    """[curse-of-boils]: 2 a level; a Main and a Physical save end it, or it lasts."""
    table = Table("A b", A=mage("curse-of-boils", level=2), b=body(strike(), hp=30))
    table.act("A", "cast curse-of-boils at b")
    assert table["b"].has(BOILS)
    table.act("b", "attack A with sword", dice="d20 1")
    assert table["b"].hp == 26

    table["b"].main = True
    table.act("b", "shake off boils", dice=f"d20 {face}")

    assert table["b"].has(BOILS) != cured


@rule("sovereign/aoo.able-foes")
def test_the_chilled_strike_no_blow_of_opportunity() -> None:
    """[grave-chill]: not the dead, though."""
    bones = body(npc=True)
    bones.tags = ["undead"]
    table = Table("A . b c", A=mage("grave-chill"), b=body(strike()), c=bones)
    table.act("A", "cast grave-chill at b", dice="d4 2 d20 1")
    assert not provoking.threatens(table.combat, table["b"])

    table["A"].main = True
    table.act("A", "cast grave-chill at c")
    assert table["c"].hp == 20


@rule("sovereign/los.solids", "sovereign/grid.barriers")
def test_thorns_block_sight_and_way_until_an_edge_clears_them() -> None:
    """[wall-of-thorns]: 10 damage a square."""
    table = Table("A . b\n. . .", A=mage("wall-of-thorns"), b=body(strike(bonus=0)))
    assert geometry.sighted(table.combat, table["A"], table["b"])

    table.act("A", "cast wall-of-thorns", "thorns east of 0,0", "10 ft of thorns")
    assert len(table.combat.thorns) == 2
    assert not geometry.sighted(table.combat, table["A"], table["b"])
    assert terrain.barrier(table.combat, 0, 1) == -1

    table.combat.move(table["b"], 1)
    table.act("b", "hew thorns east of 0,0 with sword", dice="d8 8")
    assert len(table.combat.thorns) == 2
    table["b"].main = True
    table.act("b", "hew thorns east of 0,0 with sword", dice="d8 2")
    assert len(table.combat.thorns) == 1


# ---- gear ----------------------------------------------------------------------------------------


@rule("sovereign/ranged.action")
def test_oil_burns_now_and_at_the_end_of_the_next_round() -> None:
    """Military oil: 1d8, and 1d8 more."""
    from affray.rulesets.sovereign.content.build import oil_of

    own = geared("military-oil")
    own.strikes.append(oil_of(own, 9))
    table = Table("A . . b", A=own, b=body())
    table.act("A", "attack b with military-oil", dice="d20 9 d8 3")
    assert (table["b"].hp, table["b"].has(BURNING), table["A"].carried) == (17, True, (0,))

    items.burn(table.combat)
    assert table["b"].hp == 17
    table.combat.round = 2
    table.script([], "d8 5")
    items.burn(table.combat)

    assert table["b"].hp == 12


@rule("sovereign/shock.melee-only")
def test_oil_that_misses_bursts_beside_its_target() -> None:
    """1d3 to everyone in a random adjacent square and beside it."""
    from affray.rulesets.sovereign.content.build import oil_of

    own = geared("military-oil")
    own.strikes.append(oil_of(own, 0))
    table = Table("A . . b\n. . . .", A=own, b=body(ac=15))

    table.act("A", "attack b with military-oil", dice="d20 2 d3 1 2")

    assert table["b"].hp == 18


@rule("sovereign/attack.mod.unseen-known")
def test_smoke_hides_what_is_seen_into_or_through_it() -> None:
    """A smoke pot: 10 ft radius until the end of the next round but one."""
    table = Table("A . . . . . . b", A=geared("smoke-pot"), b=body())

    table.act("A", "throw smoke-pot", "smoke 4,0")

    assert geometry.unseen(table.combat, table["A"], table["b"])
    attack = Attack(0, 1, table["A"].sheet.strikes[0], HARM, 0)
    assert declared.modifiers(table.combat, attack).total <= -4
    table.combat.round = 3
    items.clear_smoke(table.combat)
    assert not geometry.unseen(table.combat, table["A"], table["b"])


@rule("sovereign/grid.difficult")
@pytest.mark.parametrize(("answer", "more", "hp"), [("slow down", [], 20), ("hurry", ["stay"], 19)])
def test_caltrops_slow_or_hurt(answer: str, more: list[str], hp: int) -> None:
    """A bag of caltrops: 10 ft to enter; paid 10 ft more, or 1 damage."""
    table = Table("b A . . . .", A=geared("caltrops"), b=body())
    table.act("A", "strew caltrops")
    assert table.combat.caltrops == [2]
    table["A"].sheet.rate = 4

    table.act("A", "run", "move 2,0", answer, *more)

    assert (table.at("A"), table["A"].hp) == ("2,0", hp)


def test_the_shelf_knows_every_spell_by_its_aim() -> None:
    """[magic-bomb] [sleep] [arctic-circle] have areas."""
    squares = [one.id for one in library().spells.values() if aiming.aim_of(one) == aiming.SQUARE]
    assert sorted(squares) == ["arctic-circle", "magic-bomb", "sleep"]
