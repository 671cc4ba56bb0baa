"""Falls, caltrops underfoot, surrender, and who may still change its mind."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import gm, turn
from affray.rulesets.sovereign.condition import FLYING, give
from affray.rulesets.sovereign.damage import dealing, falling
from affray.rulesets.sovereign.terms import CAPTURED, DEAD, MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


@rule("sovereign/fall.damage", "sovereign/death.hit-while-down")
@pytest.mark.parametrize(("high", "fate"), [(5, MORTAL), (10, DEAD)])
def test_whoever_is_felled_in_flight_falls(high: int, fate: int) -> None:
    """[steps-of-air]."""
    table = Table("A b c", A=body(strike(bonus=9, reach=3)), b=body(hp=3), c=body())
    give(table.combat, table["b"], FLYING, 3, 1)
    table["b"].aloft, table["b"].main = high, False
    table.turn_of("A")

    table.steps(1, HIT, dice="d20 10 d8 5" + (" d6 1" if high > 9 else ""))

    assert (table["b"].fate, table["b"].aloft) == (fate, 0)


@rule("sovereign/fall.damage")
def test_whoever_falls_asleep_in_flight_falls_and_wakes() -> None:
    """[sleep] [steps-of-air]."""
    table = Table("A . . . . . . . . b", A=body(spells=["sleep"]), b=body())
    give(table.combat, table["b"], FLYING, 3, 1)
    table["b"].aloft, table["b"].main = 10, False
    table.turn_of("A")

    table.steps(1, "cast sleep", "centre 9,0", dice="d6 4")

    assert (table["b"].hp, table["b"].asleep, table["b"].prone) == (16, False, True)


@rule("sovereign/fall.prone")
def test_who_takes_no_damage_keeps_its_feet() -> None:
    """[vital-furnace]."""
    own = body()
    own.arts, own.effort = ["vital-furnace"], 1
    table = Table("A b", A=body(), b=own)
    agent = table.script(["burn the wound away"], "d6 5")
    falling.fall(table.combat, table["b"], 10)
    table.done(agent)

    assert (table["b"].hp, table["b"].prone) == (20, False)


@rule("sovereign/fall.damage", "sovereign/grid.large-footprint")
def test_spikes_under_any_square_of_the_big() -> None:
    table = Table("b b A\nb b .", A=body(), b=body(size=2))
    table.combat.grid.zones["spikes"] = [1]

    table.fall("b", 10, "d6 3 4")

    assert table["b"].hp == 13


@rule("sovereign/grid.forced-limits", "sovereign/shove.result")
def test_who_is_pushed_among_caltrops_does_not_slow_down() -> None:
    """A bag of caltrops: 1 damage."""
    table = Table("A b .\n. . .", A=body(strike(bonus=9)), b=body())
    table["b"].main = False
    table.combat.caltrops = [2]

    table.act("A", "shove b with sword", "push 2,0", dice="d20 10 d6 6 6")

    assert table["b"].hp == 19


@rule("sovereign/grapple.move", "sovereign/grid.difficult")
def test_who_is_dragged_among_caltrops_is_hurt_and_who_drags_slows_down() -> None:
    """A bag of caltrops."""
    table = Table("A b . .", A=body(), b=body())
    table.grapple("A", "b")
    table["b"].main = False
    table.combat.caltrops = [2]

    table.act("A", "drag or throw", "drag", "drag to 1,0 with it at 2,0", "no farther",
              dice="d6 4 4")  # fmt: skip

    assert (table["A"].hp, table["b"].hp) == (20, 19)


@rule("sovereign/grid.large-footprint", "sovereign/grid.difficult")
def test_the_big_step_on_caltrops_with_any_foot() -> None:
    """A bag of caltrops."""
    table = Table("A A . . b\nA A . . .", A=body(size=2), b=body())
    table["b"].main = False
    table.combat.caltrops = [7]

    table.act("A", "run", "move 1,0", "hurry", "stay")

    assert table["A"].hp == 19


# ---- surrender, flight


@rule("sovereign/morale.surrender")
def test_whoever_surrenders_lays_all_its_weapons_down() -> None:
    table = Table("A b c", A=body(), b=body(strike(), weapons=["dagger", "mace"]), c=body())
    table["b"].off = 1

    table.act("b", "surrender")

    assert table["b"].fate == CAPTURED
    assert table["b"].stock == (0, 0, 0)
    assert len(table.combat.litter) == 3


@rule("sovereign/morale.survivors", "sovereign/end.pursuit")
def test_a_character_that_fled_may_turn_and_fight_in_its_next_turn() -> None:
    table = Table("A b .", A=body(strike()), b=body())
    table.act("A", "flee")
    assert table.refused("A", HIT) == "morale.retreat"
    table.script([], "")

    turn.begin_turn(table.combat, table["A"])

    assert table.refused("A", HIT) == ""


@rule("sovereign/morale.retreat")
def test_one_who_retreats_releases_no_spell_at_a_foe() -> None:
    """[hang-sorcery]."""
    table = Table("A . b", A=body(spells=["grave-chill"]), b=body())
    table["A"].hung = 0
    assert table.refused("A", "release grave-chill at b") == ""

    table["A"].retreating = True

    assert table.refused("A", "release grave-chill at b") == "morale.retreat"


@rule("sovereign/morale.clearly-winning")
def test_who_sleeps_does_not_stand() -> None:
    table = Table("A C b", A=body(level=1), C=body(level=5), b=body(npc=True, level=3))
    assert not gm.clearly_winning(table.combat, 1, 2)

    table["C"].asleep = True

    assert gm.clearly_winning(table.combat, 1, 2)


@rule("sovereign/damage.hp")
def test_who_is_woken_by_damage_stands_again() -> None:
    table = Table("A C b", A=body(), C=body(), b=body())
    table["C"].asleep = True
    table.script([], "")

    dealing.hurt(table.combat, table["C"], 1, -1, "damage.roll", spares=False)

    assert table["C"].able()


@rule("sovereign/grid.difficult")
@pytest.mark.parametrize(("rate", "further"), [(4, []), (5, ["3,0"])])
def test_slowing_down_among_caltrops_costs_ten_feet_more(rate: int, further: list[str]) -> None:
    """A bag of caltrops: 10 ft to enter, 10 ft more to be careful."""
    table = Table("b A . . . .", A=body(), b=body())
    table["b"].main = False
    table.combat.caltrops = [2]
    table["A"].sheet.rate = rate

    table.act("A", "run", "move 2,0", "slow down", *(["move 3,0"] if further else []))

    assert table.at("A") == (further or ["2,0"])[0]
    moves = [keys for _, word, keys in table.asked if word == "run.rate"]
    if further:
        assert {"move 1,0", "move 3,0"} == {key for key in moves[-1] if "move" in key}
    else:
        assert len(moves) == 1
