"""How long what others lay on somebody lasts, and on whom it can be laid."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.condition import BURNING, CHILLED, MARKED, PIERCED
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


def wolf(**more: object) -> Sheet:
    return body(strike(bonus=9), npc=True, abilities=["pack-mark"], **more)  # type: ignore[arg-type]


@rule("sovereign/turn.start-of-next-turn")
def test_each_wolf_marks_its_prey_until_its_own_next_turn() -> None:
    """[pack-mark]: the second bite marks on when the first wolf's turn begins."""
    table = Table("A b C\n. . .", A=wolf(), b=body(hp=50), C=wolf())
    table["b"].main = False
    for name in "AC":
        table.act(name, HIT, dice="d20 10 d8 1")
    table.script([], "")

    turn.begin_turn(table.combat, table["A"])
    assert table["b"].has(MARKED)
    turn.begin_turn(table.combat, table["C"])

    assert not table["b"].has(MARKED)


@rule("sovereign/attack.mods-stack")
@pytest.mark.parametrize(("face", "hp"), [(10, 49), (9, 48), (8, 49)])
def test_two_marks_add_one_and_only_for_the_pack(face: int, hp: int) -> None:
    """[pack-mark]: a wolf of another side does not profit."""
    low = body(strike(bonus=0), npc=True, abilities=["pack-mark"])
    table = Table("A b C\n. x .", A=wolf(), b=body(hp=51), C=wolf(), x=low, third="x")
    table["b"].main = False
    for name in "AC":
        table.act(name, HIT, dice="d20 2 d8 1")
    assert table["b"].hp == 49

    if face == 10:
        table.act("x", HIT, dice="d20 9")
    else:
        table["A"].sheet.strikes[0].bonus = 0
        table["A"].main = True
        table.act("A", HIT, dice=f"d20 {face}" + (" d8 1" if face == 9 else ""))

    assert table["b"].hp == hp


@rule("sovereign/turn.start-of-next-turn", "sovereign/aoo.able-foes")
def test_two_chills_last_until_the_later_caster_s_turn() -> None:
    """[grave-chill]."""
    mage = body(spells=["grave-chill"])
    table = Table("A . b\n. C .", A=mage, C=mage, b=body(strike()))
    table["b"].main = False
    for name in "AC":
        table.act(name, "cast grave-chill at b", dice="d4 1 d20 1")
    table.script([], "")

    turn.begin_turn(table.combat, table["A"])

    assert table["b"].has(CHILLED)


@rule("sovereign/effort.pool", "sovereign/shock.on-miss")
def test_two_duelists_may_pierce_one_target() -> None:
    """[piercing-strike]: each for its own favored weapon; not one unseen."""

    def duelist() -> Sheet:
        sword = strike(shock=2, shock_ac=13)
        sword.favoured = True
        own = body(sword)
        own.arts, own.effort = ["piercing-strike"], 1
        return own

    table = Table("A b C", A=duelist(), b=body(ac=18), C=duelist())
    table["b"].main = False
    table["b"].unseen = True
    assert table.refused("A", "pierce b") == "attack.mod.unseen-known"
    table["b"].unseen = False
    table.act("A", "pierce b")
    assert table.refused("A", "pierce b") == "economy.free"
    assert table.refused("C", "pierce b") == ""
    table.act("C", "pierce b")

    for name in "AC":
        table.act(name, HIT, dice="d20 1")

    assert table["b"].hp == 16
    assert table["b"].has(PIERCED)


# ---- the surprised


@rule("sovereign/surprise.no-reactions", "sovereign/spell.creatures")
def test_the_surprised_fall_asleep_like_any_other() -> None:
    """[sleep]."""
    row = "A . . . . . . . . . b"
    table = Table(row, A=body(spells=["sleep"]), b=body())
    table["b"].surprised = True

    table.act("A", "cast sleep", "centre 10,0")

    assert table["b"].asleep


@rule("sovereign/surprise.no-reactions", "sovereign/check.opposed")
def test_the_surprised_are_pulled_down_like_any_other() -> None:
    """[pull-down]."""
    own = body(strike(bonus=9), npc=True, abilities=["pull-down"])
    table = Table("A b", A=own, b=body())
    table["b"].surprised = True

    table.act("A", HIT, "pull b down", dice="d20 10 d8 1 d6 6 6")

    assert table["b"].prone


@rule("sovereign/surprise.no-reactions")
def test_the_shields_of_the_surprised_still_make_a_wall_but_not_of_those_who_lie_helpless() -> None:
    """[shield-wall]: what needs no action stays."""
    guard = body(npc=True, shield=True, abilities=["shield-wall"])
    table = Table("b c . A", A=body(), b=guard, c=guard)
    for name in "bc":
        table[name].surprised = True
    assert numbers.ac(table.combat, table["b"]) == 11

    table["c"].asleep = True

    assert numbers.ac(table.combat, table["b"]) == 10


# ---- oil


@rule("sovereign/death.hit-while-down", "sovereign/turn.end-of-round-order")
def test_every_flask_burns_on_by_itself_and_spares_no_fallen() -> None:
    """Military oil: 1d8 at the end of the next round, of each flask that hit."""
    from affray.rulesets.sovereign.content.build import oil_of

    own = body()
    own.gear, own.carried = ["military-oil"], [2]
    own.strikes.append(oil_of(own, 9))
    table = Table("A . . b c", A=own, b=body(), c=body())
    table["b"].main = False
    table.act("A", "attack b with military-oil", dice="d20 9 d8 1")
    table.combat.round = 2
    table["A"].main = True
    table.act("A", "attack b with military-oil", dice="d20 9 d8 1")

    for number, face, hp in ((2, "d8 2", 16), (3, "d8 3", 13)):
        table.combat.round = number
        agent = table.script([], face)
        turn.end_round(table.combat)
        table.done(agent)
        assert table["b"].hp == hp
    assert not table["b"].has(BURNING)

    table["b"].hp = 2
    table.combat.round = 4
    table["A"].main, table["A"].carried = True, (1,)
    table.act("A", "attack b with military-oil", dice="d20 9 d8 8")
    assert table["b"].present
    table.combat.round = 5
    table.script([], "d8 1")
    turn.end_round(table.combat)

    assert not table["b"].present


# ---- what is asked when


@rule("sovereign/spell.disrupted-round")
def test_a_mind_that_was_not_steeled_at_the_first_blow_may_be_at_the_second() -> None:
    """[iron-resolution]."""
    own = body(spells=["grave-chill"])
    own.arts, own.effort = ["iron-resolution"], 2
    table = Table("A b", A=own, b=body())
    agent = table.script(
        ["do not keep the mind on the spell", "keep the mind on the spell"], "d20 20"
    )
    for _ in range(2):
        dealing.hurt(table.combat, table["A"], 1, 1, "damage.roll", spares=False)
    table.done(agent)

    assert table.refused("A", "cast grave-chill at b") == ""


@rule("sovereign/class.killing-blow")
def test_a_warrior_s_oil_burns_the_harder_each_time() -> None:
    """[killing-blow]: half the level, rounded up: the hit, the burning, the splash."""
    from affray.rulesets.sovereign.content.build import oil_of

    own = body(warrior=True, level=3)
    own.gear, own.carried = ["military-oil"], [2]
    own.strikes.append(oil_of(own, 9))
    own.strikes[-1].plus = 2
    table = Table("A . . b\n. . . .", A=own, b=body())
    table["b"].main = False
    table.act("A", "attack b with military-oil", dice="d20 9 d8 3")
    assert table["b"].hp == 15
    table.combat.round = 2
    table.script([], "d8 3")
    turn.end_round(table.combat)
    assert table["b"].hp == 10
    table["A"].main = True
    table["A"].used = (0,) * len(table["A"].used)
    table["b"].sheet.ac = 30

    table.act("A", "attack b with military-oil", dice="d20 9 d3 1 2")

    assert table["b"].hp == 6
