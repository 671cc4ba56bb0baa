"""Swarm attacks: who joins, when the one blow falls, what it brings."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import death, turn
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import ANY_AC, MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

SWARM = "swarm b with sword"
FIVE = """
A C D
E b F
. . .
"""


def five(target: Sheet, **sword: object) -> Table:
    """Five of the Party around one foe."""
    one = body(strike(**sword))  # type: ignore[arg-type]
    table = Table(FIVE, A=one, C=one, D=one, E=one, F=one, b=target)
    table["b"].main = False
    return table


def join(table: Table, *names: str) -> None:
    for name in names:
        table.act(name, SWARM, "wait")


@rule("sovereign/swarm.join")
def test_joining_spends_the_main_of_all_whoever_strikes() -> None:
    table = five(body(ac=10))
    join(table, "A")

    table.act("C", SWARM, "A strikes with sword", dice="d20 8 d8 3")

    assert (table["A"].main, table["C"].main) == (False, False)
    assert (table["A"].swarm, table["C"].swarm) == (-1, -1)
    assert table["b"].hp == 16


@rule("sovereign/swarm.eligible")
def test_only_who_could_attack_may_join() -> None:
    def no(table: Table) -> str:
        return table.refused("A", SWARM)

    assert no(Table("A . b", A=body(strike()), b=body())) == "melee.range"
    assert no(Table("A # b", A=body(strike(far=(9, 9))), b=body())) == "los.needed-to-attack"
    unloaded = Table("A . b", A=body(strike(far=(9, 9))), b=body())
    unloaded["A"].unloaded = 1
    assert no(unloaded) == "reload.starts-loaded"
    shooter = body(strike(far=(9, 9), hands=2))
    assert no(Table("A b", A=shooter, b=body(strike()))) == "ranged.two-handed-in-melee"

    assert no(Table("A . b", A=shooter, b=body(strike()))) == ""


@rule("sovereign/swarm.eligible", "sovereign/swarm.bonus")
def test_melee_and_ranged_joiners_mix() -> None:
    table = Table("A b . C", A=body(strike()), C=body(strike(far=(9, 9))), b=body(ac=12))
    table["b"].main = False
    join(table, "A")

    table.act("C", SWARM, "A strikes with sword", dice="d20 10 d8 3")

    assert table["b"].hp == 16


@rule("sovereign/swarm.max-four", "sovereign/swarm.one-attack")
def test_the_fourth_sets_it_off_and_a_fifth_cannot_join() -> None:
    table = five(body(ac=10, hp=40))
    join(table, "A", "C", "D")

    table.act("E", SWARM, "A strikes with sword", dice="d20 4 d8 3")

    assert table["b"].hp == 34
    offered = next(keys for _, word, keys in table.asked if word == "swarm.one-attack")
    assert "wait" not in offered
    assert {key[0] for key in offered} == set("ACDE")
    assert table.refused("F", SWARM) == "swarm.one-attack"
    assert table.refused("F", "attack b with sword") == ""


@rule("sovereign/swarm.bonus")
@pytest.mark.parametrize(("joined", "plus", "more"), [(1, 0, 0), (2, 2, 1), (3, 4, 2), (4, 6, 3)])
def test_each_other_assailant_gives_two_to_hit_and_one_damage(
    joined: int, plus: int, more: int
) -> None:
    for face, hit in ((10 - plus, True), (9 - plus, False)):
        table = five(body(ac=10, hp=40))
        names = "ACDE"[:joined]
        join(table, *names[:-1])

        dice = f"d20 {face}" + (" d8 2" if hit else "")
        table.act(names[-1], SWARM, "A strikes with sword", dice=dice)

        assert table["b"].hp == (40 - 2 - more if hit else 40)


@rule("sovereign/swarm.one-attack")
def test_the_blow_may_fall_between_two_turns_and_at_the_end_of_the_side_s_turn() -> None:
    table = Table("A b\nC d", A=body(strike()), C=body(strike()), b=body(ac=10), d=body())
    table["b"].main = table["d"].main = False
    join(table, "A")
    table.turn_of("A")

    table.steps(2, "end turn", "A strikes with sword", dice="d20 10 d8 3")
    assert table["b"].hp == 17
    join_again = table.refused("C", SWARM)

    assert join_again == "swarm.one-attack"


@rule("sovereign/swarm.one-attack")
def test_a_swarm_may_still_strike_after_the_enemy_s_turn() -> None:
    table = Table("A b\nC d", A=body(strike()), C=body(strike()), b=body(ac=10), d=body())
    table["b"].main = table["d"].main = False
    join(table, "A")
    table.turn_of("d")

    table.steps(2, "end turn", "A strikes with sword", dice="d20 10 d8 3")

    assert table["b"].hp == 17


@rule("sovereign/swarm.bonus-not-shock", "sovereign/swarm.shock-always")
def test_the_shock_of_a_missed_swarm_is_the_weapon_s_own_whatever_the_armour() -> None:
    for target in (
        body(ac=30),
        body(ac=30, shield=True),
        body(ac=30, abilities=["bronze-hide"]),
    ):
        table = five(target, shock=2, shock_ac=13)
        join(table, "A", "C", "D")

        table.act("E", SWARM, "A strikes with sword", dice="d20 4")

        assert table["b"].hp == 18


@rule("sovereign/swarm.bonus-not-shock", "sovereign/swarm.shock-always")
def test_the_floor_of_a_swarm_s_hit_is_the_shock_without_the_bonus() -> None:
    table = five(body(ac=20), bonus=20, damage="1d4+0", shock=7, shock_ac=13)
    join(table, "A", "C")

    table.act("D", SWARM, "A strikes with sword", dice="d20 4 d4 4")

    assert table["b"].hp == 13


@rule("sovereign/swarm.shock-always")
def test_a_weapon_without_shock_inflicts_none_in_a_swarm() -> None:
    table = five(body(ac=30))
    join(table, "A")

    table.act("C", SWARM, "A strikes with sword", dice="d20 4")

    assert table["b"].hp == 20


@rule("sovereign/swarm.shock-always", "sovereign/shock.melee-only")
def test_an_arrow_of_a_swarm_has_no_shock() -> None:
    table = Table("A . b", A=body(strike(far=(9, 9), shock=2, shock_ac=ANY_AC)), b=body(ac=30))
    table["b"].main = False

    table.act("A", SWARM, "A strikes with sword", dice="d20 4")

    assert table["b"].hp == 20


@rule("sovereign/swarm.shock-spares-shield")
def test_a_missed_swarm_does_not_use_the_shield_up() -> None:
    table = five(body(ac=13, shield=True), shock=2, shock_ac=13)
    join(table, "A")
    table.act("C", SWARM, "A strikes with sword", dice="d20 4")
    assert table["b"].hp == 18

    table.act("D", "attack b with sword", dice="d20 4")
    assert table["b"].hp == 18
    table.act("E", "attack b with sword", dice="d20 4")

    assert table["b"].hp == 16


@rule("sovereign/swarm.total-defense", "sovereign/total.shock")
def test_total_defense_stops_the_shock_of_a_swarm() -> None:
    table = five(body(ac=30), shock=2, shock_ac=13)
    table["b"].main = True
    join(table, "A")

    table.act("C", SWARM, "A strikes with sword", "pass", "b total defense", dice="d20 4")

    assert table["b"].hp == 20


@rule("sovereign/swarm.fallen-joiners")
def test_the_fallen_press_nobody() -> None:
    table = five(body(ac=12))
    join(table, "A", "C")
    table["C"].hp = 0
    table["C"].fate = MORTAL

    table.act("D", SWARM, "A strikes with sword", dice="d20 10 d8 4")

    assert table["b"].hp == 15


@rule("sovereign/swarm.fallen-joiners")
def test_those_who_can_no_longer_attack_do_not_count_and_do_not_strike() -> None:
    far = Table("A b .\n. . .\n. . C", A=body(strike()), b=body(ac=12), C=body(strike()))
    far["b"].main = False
    far["C"].swarm = far["b"].index
    far.act("A", SWARM, "A strikes with sword", dice="d20 11")

    assert far["b"].hp == 20
    offered = next(keys for _, word, keys in far.asked if word == "swarm.one-attack")
    assert {key[0] for key in offered if key != "wait"} == {"A"}


@rule("sovereign/swarm.expires", "sovereign/turn.end-of-round-order")
def test_a_swarm_that_waits_lapses_with_the_round_and_may_form_anew() -> None:
    table = five(body(ac=10))
    join(table, "A")
    table.script([], "")

    turn.end_round(table.combat)
    turn.begin_round(table.combat)

    assert table["A"].swarm == -1
    assert table.refused("C", SWARM) == ""


@rule("sovereign/swarm.expires", "sovereign/swarm.one-attack")
def test_a_new_round_allows_a_new_swarm() -> None:
    table = five(body(ac=10))
    table.act("A", SWARM, "A strikes with sword", dice="d20 1")
    assert table.refused("C", SWARM) == "swarm.one-attack"
    table.script([], "")

    turn.end_round(table.combat)
    turn.begin_round(table.combat)

    assert table.refused("C", SWARM) == ""


@rule("sovereign/swarm.join", "sovereign/swarm.one-attack")
def test_the_first_of_the_list_is_swarmed_like_any_other() -> None:
    table = Table("A b\n. c", A=body(ac=12), b=body(strike()), c=body(strike()))
    table["A"].main = False
    table.act("b", "swarm A with sword", "wait")
    assert table["b"].swarm == table["A"].index == 0
    table.turn_of("b")

    table.steps(2, "end turn", "b strikes with sword", dice="d20 12 d8 3")

    assert table["A"].hp == 17


@rule("sovereign/swarm.max-four")
def test_four_may_have_joined_though_one_has_fallen_since() -> None:
    table = five(body(ac=10, hp=40))
    join(table, "A", "C", "D")
    death.drop(table.combat, table["D"], -1, spares=False)

    table.act("E", SWARM, "A strikes with sword", dice="d20 6 d8 3")

    assert table["b"].hp == 35
    assert not any("wait" in keys for _, _, keys in table.asked)


@rule("sovereign/swarm.maneuver", "sovereign/swarm.bonus")
@pytest.mark.parametrize(("face", "fell"), [(8, True), (7, False)])
def test_a_swarm_may_shove_with_its_bonus_to_hit(face: int, fell: bool) -> None:
    table = five(body(ac=10))
    join(table, "A")

    table.act(
        "C",
        SWARM,
        "A shoves with sword",
        *(["b prone"] if fell else []),
        dice=f"d20 {face}" + (" d6 4 4" if fell else ""),
    )

    assert table["b"].prone is fell
    assert table["b"].hp == 20


@rule("sovereign/swarm.maneuver", "sovereign/grapple.one-each")
def test_one_that_holds_somebody_grapples_nobody_in_a_swarm() -> None:
    for held, offered in ((False, True), (True, False)):
        table = Table("A b\n. C", A=body(), b=body(), C=body())
        table["A"].main = table["C"].main = False
        if held:
            table.grapple("b", "A")

        table.act("b", "swarm C with unarmed", "wait")

        keys = next(keys for _, word, keys in table.asked if word == "swarm.one-attack")
        assert ("b grapples with unarmed" in keys) is offered


@rule("sovereign/attack.attribute-choice", "sovereign/swarm.one-attack")
def test_the_blow_of_a_swarm_may_use_another_attribute() -> None:
    other = strike("sword by dex", bonus=20)
    other.listed = False
    table = Table("A b\nC .", A=body(strike(), other), b=body(ac=20), C=body(strike()))
    table["b"].main = False
    table.act("C", "swarm b with sword", "wait")

    table.act("A", "swarm b with sword", "A strikes with sword by dex", dice="d20 1 d8 5")

    assert table["b"].hp == 14
    assert "A strikes with sword by dex" not in [key for _, _, keys in table.asked for key in keys]
