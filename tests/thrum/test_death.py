"""Falling, lying, Wounds and getting up."""

from __future__ import annotations

import pytest

from affray.rulesets.thrum import death
from affray.rulesets.thrum.terms import MOVE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

HIT = "3 3 3 3"


def scene(**points: int) -> Table:
    """A next to an ally C, an enemy b farther off."""
    return Table("C A . . b", order="ACb", A=pc(more=points), C=pc(), b=npc("biffer"))


def fallen(load: int, tolerance: int, wounds: int = 0) -> Table:
    table = scene()
    unit = table["A"]
    unit.incapacitated = True
    unit.fatigue = load
    unit.fatigue_tolerance = tolerance
    unit.wounds = wounds
    return table


def lies(table: Table) -> tuple[int, int, int, bool]:
    unit = table["A"]
    return unit.fatigue_tolerance, unit.fatigue, unit.wounds, unit.incapacitated


@rule("thrum/incapacity.roll")
def test_an_incapacity_roll_must_exceed_the_fatigue_load() -> None:
    """Fatigue Load 6, Resilience +1, dice 2,3: 6 is not greater than 6: Incapacitated."""
    table = scene(END=1)
    table["A"].fatigue = 6
    table.act("A", "dash", "stop", dice="2 3")
    assert table["A"].incapacitated

    table = scene(END=1)
    table["A"].fatigue = 6
    table.act("A", "dash", "stop", dice="3 3")
    assert not table["A"].incapacitated


@rule("thrum/incapacitated.stance-ends")
def test_falling_ends_the_stance_at_that_moment() -> None:
    table = scene()
    table.enter_stance("A", "dodge")
    table["A"].fatigue = 9

    table.act("A", "dash", "stop", dice="1 1")

    assert table.stance_of("A") == ""
    names = [one.name for one in table.combat.events]
    assert names.index("fell") < names.index("condition-lost") < names.index("healed")


@rule("thrum/incapacitated.cannot")
def test_the_incapacitated_neither_move_act_nor_take_stances() -> None:
    table = fallen(9, 3)

    table.turn("A")  # nothing is asked

    assert (table.at("A"), table["A"].acted, table.stance_of("A")) == ("1,0", False, "")


@rule("thrum/incapacitated.cannot")
def test_they_can_still_be_moved_by_others() -> None:
    table = Table("A b . .", A=pc(abilities=["sockem"]), b=npc("biffer"))
    table["b"].incapacitated = True
    table["b"].fatigue = 9

    table.act("A", "sockem b", "b: resilience", "shift", "push b e 1", dice="1 1 6 6")

    assert table.at("b") == "2,0"


@rule("thrum/incapacitated.statuses-remain")
def test_statuses_stay_on_the_fallen_and_tick() -> None:
    table = scene()
    table["A"].fatigue = 9
    table.give("A", "slowed", 3)

    table.act("A", "dash", "stop", dice="1 1")
    assert table.n("A", "slowed") == 3
    table.end("A")

    assert table.n("A", "slowed") == 2


@rule("thrum/incapacitated.drain-on-falling")
def test_falling_drains_tolerance_and_load_by_1() -> None:
    """Tolerance 3, Load 6, falls: Tolerance 2, Load 5."""
    table = scene()
    table["A"].fatigue = 6

    table.act("A", "dash", "stop", dice="1 1")

    assert lies(table) == (2, 5, 0, True)


@rule("thrum/incapacitated.drain-each-turn")
def test_every_own_turn_that_ends_incapacitated_drains_1_more() -> None:
    table = fallen(9, 3)

    table.turn("A")
    assert lies(table) == (2, 8, 0, True)
    table.turn("C", "act", "stop", "no action", "no stance")  # another's turn does not
    assert lies(table) == (2, 8, 0, True)
    table.turn("A")

    assert lies(table) == (1, 7, 0, True)


@rule("thrum/incapacitated.same-turn-drain")
def test_falling_in_ones_own_turn_drains_twice() -> None:
    table = scene()
    table["A"].fatigue = 6

    table.turn("A", "act", "stop", "dash", "stop", dice="1 1")

    assert lies(table) == (1, 4, 0, True)


@rule("thrum/incapacitated.wound")
def test_ending_a_turn_down_at_tolerance_0_is_a_wound() -> None:
    table = fallen(5, 0)
    table.turn("A")
    assert lies(table) == (0, 4, 1, True)

    table = fallen(5, 2)
    table.turn("A")
    assert lies(table) == (1, 4, 0, True)


@rule("thrum/incapacitated.wound-order")
def test_first_the_drain_then_revival_then_the_wound() -> None:
    """Tolerance 1, Load 3: end of turn gives 0 and 2, one Wound. Next turn 0 and 1, second Wound.
    Next turn Load 0: revives, no Wound.
    """
    table = fallen(3, 1)

    table.turn("A")
    assert lies(table) == (0, 2, 1, True)
    table.turn("A")
    assert lies(table) == (0, 1, 2, True)
    table.turn("A")
    assert lies(table) == (0, 0, 2, False)


@rule("thrum/incapacitated.three-wounds")
def test_the_third_wound_removes_at_once_earlier_combats_counted() -> None:
    table = fallen(9, 0, wounds=2)

    table.turn("A")

    assert (table["A"].wounds, table["A"].present, table["A"].cell) == (3, False, -1)
    assert table.order() == "Cb"
    assert table.told("placed")[0].rule == "incapacitated.three-wounds"


@rule("thrum/incapacitated.ends-at-zero-load")
def test_incapacity_ends_as_soon_as_the_load_is_0_even_at_tolerance_0() -> None:
    table = Table("a b", A=pc(), a=npc("bonesetter"), b=npc("biffer"))
    table["b"].incapacitated = True
    table["b"].fatigue = 2
    table["b"].fatigue_tolerance = 0

    table.act("a", "splint b")

    assert (table["b"].fatigue, table["b"].incapacitated, table["b"].fatigue_tolerance) == (
        0,
        False,
        0,
    )


@rule("thrum/incapacitated.ends-by-resuscitate", "thrum/basic.resuscitate")
def test_incapacity_ends_by_another_ones_resuscitate() -> None:
    table = fallen(7, 2)

    table.begin_turn("C")
    table.act("C", "resuscitate A")

    assert lies(table) == (2, 3, 0, False)
    table = fallen(7, 2)
    assert "resuscitate A" not in table.offers("A")


@rule("thrum/incapacitated.ends-by-ability")
def test_incapacity_ends_by_an_ability_that_says_so() -> None:
    table = Table("a . b", A=pc(), a=npc("bonesetter"), b=npc("biffer"))
    table["b"].incapacitated = True
    table["b"].fatigue = 9

    table.act("a", "haul-up b", "plain")

    assert (table["b"].incapacitated, table["b"].fatigue) == (False, 9)


@rule("thrum/incapacitated.lost-tolerance-stays")
def test_reviving_gives_no_tolerance_back_and_one_may_be_exhausted_again() -> None:
    table = scene()
    table["A"].fatigue = 9
    table.turn("A", "act", "stop", "dash", "stop", dice="1 1")
    assert lies(table) == (1, 7, 0, True)

    table.begin_turn("C")
    table.act("C", "resuscitate A")

    assert lies(table) == (1, 3, 0, False)
    assert table["A"].exhausted()


@rule("thrum/incapacitated.acts-after-revival")
def test_the_revived_has_no_stance_and_acts_on_its_next_turn_in_the_same_round() -> None:
    table = fallen(7, 2)
    table.combat.lineup.order = [1, 0, 2]

    table.turn("C", "act", "stop", "resuscitate A", "no stance")
    assert (table.combat.round, table.combat.lineup.now()) == (1, table["A"].index)
    assert table.stance_of("A") == ""
    table.turn("A", "act", "move 2,0", "no action", "brace")

    assert (table.at("A"), table.stance_of("A")) == ("2,0", "brace")


@rule("thrum/incapacitated.load-change-does-not-end")
def test_a_load_no_longer_above_tolerance_does_not_end_incapacity() -> None:
    table = Table("a b", A=pc(), a=npc("bonesetter"), b=npc("biffer"))
    table["b"].incapacitated = True
    table["b"].fatigue = 4  # Tolerance 3

    table.act("a", "splint b")

    assert (table["b"].fatigue, table["b"].exhausted(), table["b"].incapacitated) == (
        2,
        False,
        True,
    )


@rule("thrum/incapacitated.still-panics")
def test_a_fallen_character_that_is_frayed_panics_with_all_that_follows() -> None:
    table = fallen(5, 3)
    table["A"].stress = 9

    table.start("A", dice="1 1")

    assert (table["A"].stress, table["A"].fatigue, table.n("A", "stunned")) == (0, 14, 1)
    assert table["A"].stress_tolerance == 1


@rule("thrum/incapacitated.still-panics")
def test_the_table_may_spare_the_fallen_their_panic() -> None:
    table = Table(
        "C A b",
        options={"incapacitated-panic": 0},
        A=pc(),
        C=pc(),
        b=npc("biffer"),
    )
    table["A"].incapacitated = True
    table["A"].stress = 9

    table.start("A")

    assert table["A"].stress == 9


@rule("thrum/incapacitated.still-occupies")
def test_the_fallen_hold_their_square_block_enemies_and_give_cover() -> None:
    table = Table("A . b c .", A=pc(), b=npc("biffer"), c=npc("biffer"))
    table["b"].incapacitated = True

    assert table.offers("A", MOVE_PHASE) == ["stop", "move 1,0"]
    assert table.cost("c", "1,0") == 2  # its allies pass it, and nobody stops there
    assert table.cost("c", "2,0") == -1
    # b is an enemy that can be struck, and c's cover: a Bane.
    assert "basic-attack b" in table.offers("A")
    table.act("A", "basic-attack c", "c: resilience", dice="6 2 1 6 6")
    assert table.totals() == (3 + table["A"].sheet.best_art(), 12 + 1)


@rule("thrum/incapacitated.falls-through-other-means")
def test_one_who_is_down_does_not_fall_again() -> None:
    table = fallen(9, 3)

    death.fall(table.combat, table["A"])
    assert not death.incapacity_roll(table.combat, table["A"], "attack.finisher")

    assert lies(table) == (3, 9, 0, True)


@rule("thrum/incapacitated.npcs-too")
def test_npcs_fall_drain_take_wounds_and_are_removed_like_pcs() -> None:
    table = Table(
        "A b . . c", order="bAc", A=pc(abilities=["sockem"]), b=npc("biffer"), c=npc("biffer")
    )
    table["b"].fatigue = 8
    table.begin_turn("A")
    table.act("A", "sockem b", "b: resilience", "slowed", dice="1 1 6 6  1 1")
    assert (table["b"].incapacitated, table["b"].fatigue, table["b"].fatigue_tolerance) == (
        True,
        7,
        2,
    )

    for tolerance, wounds in ((1, 0), (0, 1), (0, 2), (0, 3)):
        table.turn("b")
        assert (table["b"].fatigue_tolerance, table["b"].wounds) == (tolerance, wounds)
    assert not table["b"].present


@rule("thrum/incapacitated.ends-at-zero-load")
def test_a_stress_load_that_falls_to_zero_revives_nobody() -> None:
    table = Table("A b c", A=pc(), b=npc("bonesetter"), c=npc("biffer"))
    c = table["c"]
    c.incapacitated, c.fatigue, c.stress = True, 3, 1

    table.act("b", "splint c", "recover stress")

    assert (c.incapacitated, c.fatigue, c.stress) == (True, 3, 0)


@rule("thrum/incapacitated.ends-at-zero-load")
def test_a_fatigue_load_that_is_healed_to_zero_revives_with_no_tolerance_left() -> None:
    table = Table("A b c", A=pc(), b=npc("bonesetter"), c=npc("biffer"))
    c = table["c"]
    c.incapacitated, c.fatigue, c.fatigue_tolerance = True, 2, 0

    table.act("b", "splint c")

    assert (c.incapacitated, c.fatigue) == (False, 0)


@rule("thrum/gm.options", "thrum/incapacitated.still-panics", "thrum/panic.when")
@pytest.mark.parametrize(("fallen", "dice"), [(True, ""), (False, "6 6")])
def test_without_panic_of_the_fallen_those_who_stand_still_roll(fallen: bool, dice: str) -> None:
    table = Table("A b", A=pc(), b=npc("biffer"), options={"incapacitated-panic": 0})
    table["b"].stress = 3
    table["b"].fatigue = 5
    table["b"].incapacitated = fallen

    table.start("b", dice=dice)

    assert table["b"].stress == 3


@rule("thrum/incapacitated.cannot")
@pytest.mark.parametrize("ability", ["compulsion", "puppet"])
def test_the_fallen_neither_walk_nor_act_at_anybodys_bidding(ability: str) -> None:
    table = Table("A . . b c", A=pc(abilities=[ability], FIN=4), b=npc("biffer"), c=npc("biffer"))
    table["b"].incapacitated = True
    table["b"].fatigue = 5
    after = ["no overexert"] if ability == "compulsion" else []

    table.act("A", f"{ability} b", "plain", "b: resolve", *after, dice=HIT)

    assert (table.at("b"), table["c"].fatigue) == ("3,0", 0)
