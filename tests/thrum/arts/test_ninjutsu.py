"""Ninjutsu: every ability with its numbers, upgrades and limits."""

from __future__ import annotations

import pytest

from affray.rulesets.thrum.movement import forced, pace
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import MOVE_PHASE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc, refused


def ninja(*abilities: str, upgrades: str = "", **points: int) -> Sheet:
    """A ninja of level 0 and Training 3: modifier floor((FIN + 3) / 2) + 1."""
    return pc(
        level=0,
        training={"ninjutsu": 3},
        abilities=list(abilities),
        upgrades=[f"{abilities[0]}:{letter}" for letter in upgrades],
        more=points,
    )


# ---- Assassinate ---------------------------------------------------------------------------------


def killer(upgrades: str = "", **points: int) -> Table:
    return Table(
        "A . . b . . . . . . . . c",
        A=ninja("assassinate", upgrades=upgrades, **points),
        b=npc("biffer"),
        c=npc("biffer"),
    )


def test_assassinate_deals_two_fatigue_to_an_unmarked_target() -> None:
    """4 + 4 + 2 = 10 against 3 + 3 + 1 = 7."""
    table = killer()

    table.act("A", "assassinate b", "b: resilience", dice="4 4 3 3")

    assert table["b"].fatigue == 2


def test_assassinate_has_a_boon_against_mark_deals_as_much_more_and_lowers_it() -> None:
    """3 dice, 4 + 4 of 1, 4, 4."""
    table = killer()
    table["b"].fatigue_tolerance = 9
    table.give("b", "mark", 3)

    table.act("A", "assassinate b", "b: resilience", dice="1 4 4 3 3")

    assert table["b"].fatigue == 5
    assert table.n("b", "mark") == 2


@rule("thrum/attack.finisher-on-a-miss")
def test_a_missed_assassinate_lowers_the_mark_too() -> None:
    table = killer()
    table.give("b", "mark", 2)

    table.act("A", "assassinate b", "b: resilience", dice="1 1 1 6 6")

    assert (table["b"].fatigue, table.n("b", "mark")) == (0, 1)


@rule("thrum/condition.hidden-ends")
def test_felling_by_assassinate_clears_the_mark_and_hides() -> None:
    """2 + 2 Fatigue are above Tolerance 3; 1 + 1 + 1 falls."""
    table = killer()
    table.give("b", "mark", 2)

    table.act("A", "assassinate b", "b: resilience", dice="1 4 4 3 3 1 1")

    assert table["b"].incapacitated
    assert table.n("b", "mark") == 0
    assert table.n("A", "hidden") == 1


def test_a_missed_assassinate_on_the_exhausted_may_fell_and_hide_too() -> None:
    table = killer()
    table["b"].fatigue = 4

    table.act("A", "assassinate b", "b: resilience", dice="1 1 6 6 1 1")

    assert table["b"].incapacitated
    assert table.n("A", "hidden") == 1


@rule("thrum/condition.hidden-ends")
def test_assassinate_that_fells_nobody_ends_hidden() -> None:
    table = killer()
    table.give("A", "hidden")

    table.act("A", "assassinate b", "b: resilience", dice="4 4 3 3")

    assert table.n("A", "hidden") == 0


def test_a_critical_assassinate_does_not_lower_the_mark() -> None:
    table = killer()
    table["b"].fatigue_tolerance = 9
    table.give("b", "mark", 2)

    table.act("A", "assassinate b", "b: resilience", dice="1 6 6 1 1")

    assert table.n("b", "mark") == 2


def test_a_critical_that_fells_marks_another_target_in_range() -> None:
    """d is at distance 2, c out of range."""
    table = Table(
        "d . A . . b . c",
        A=ninja("assassinate"),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )
    table["b"].fatigue = 3

    table.act("A", "assassinate b", "b: resilience", dice="6 6 1 1 1 1")

    assert (table.n("d", "mark"), table.n("c", "mark")) == (1, 0)


def test_one_of_several_targets_in_range_is_marked() -> None:
    table = Table(
        "d e A . . b",
        A=ninja("assassinate", upgrades="b", REA=2),
        b=npc("biffer"),
        d=npc("biffer"),
        e=npc("biffer"),
    )
    table["b"].fatigue = 3

    table.act("A", "assassinate b", "b: resilience", "mark d", dice="6 6 1 1 1 1")

    assert (table.n("d", "mark"), table.n("e", "mark")) == (2, 0)


def test_a_critical_on_one_already_down_passes_no_mark_on() -> None:
    table = killer()
    table["b"].incapacitated = True
    table["b"].fatigue = 5
    table.give("b", "mark", 2)
    table.put("c", "1,0")

    table.act("A", "assassinate b", "b: no defence")

    assert table.n("b", "mark") == 0
    assert table.n("c", "mark") == 0


def test_the_boons_of_assassinate_grow_with_upgrade_a() -> None:
    """FIN 2: 2 Boons and modifier 3; 5 + 5 of 1, 1, 5, 5."""
    table = killer("a", FIN=2)
    table["b"].fatigue_tolerance = 9
    table.give("b", "mark", 1)

    table.act("A", "assassinate b", "b: resilience", dice="1 1 5 5 6 5")

    assert table.totals() == (13, 12)
    assert table["b"].fatigue == 3


def test_upgrade_b_of_assassinate_raises_the_mark_on_a_critical_that_does_not_fell() -> None:
    table = killer("b")
    table["b"].fatigue_tolerance = 9
    table.give("b", "mark", 2)

    table.act("A", "assassinate b", "b: resilience", dice="1 6 6 1 1")

    assert table.n("b", "mark") == 3


# ---- Poison Dagger -------------------------------------------------------------------------------


def poisoner(upgrades: str = "", **points: int) -> Table:
    return Table(
        """
        . . . . . . .
        . . A b . . .
        . . . . . . .
        """,
        A=ninja("poison-dagger", upgrades=upgrades, **points),
        b=npc("biffer"),
    )


@rule("thrum/condition.scouted")
def test_poison_dagger_deals_fatigue_and_bleed_marks_and_hamstrings_and_lets_its_user_slip() -> (
    None
):
    """Half of Speed 4."""
    table = poisoner()

    table.act("A", "poison-dagger b", "b: resilience", "move 0,1", dice="4 4 3 3")

    assert table["b"].fatigue == 1
    marks = [table.n("b", name) for name in ("mark", "hamstrung", "bleed")]
    assert marks == [1, 1, 1]
    assert table.at("A") == "0,1"


def test_a_missed_poison_dagger_marks_hamstrings_and_slips_all_the_same() -> None:
    table = poisoner()

    table.act("A", "poison-dagger b", "b: resilience", "move 2,0", dice="1 1 6 6")

    marks = [table.n("b", name) for name in ("mark", "hamstrung", "bleed")]
    assert marks == [1, 1, 0]
    assert (table["b"].fatigue, table.at("A")) == (0, "2,0")


@rule("thrum/move.speed-floor")
def test_the_slip_of_poison_dagger_is_half_speed_rounded_up() -> None:
    """Speed 5 by Fleet Footed: 3 squares."""
    table = Table("b A . . . .", A=ninja("poison-dagger", "fleet-footed"), b=npc("biffer"))

    table.act("A", "poison-dagger b", "b: no defence", "move 4,0")

    assert table.at("A") == "4,0"


def test_the_slip_may_be_left_out() -> None:
    table = poisoner()

    table.act("A", "poison-dagger b", "b: no defence", "stop")

    assert table.at("A") == "2,1"


def test_a_critical_poison_dagger_deals_one_more() -> None:
    table = poisoner()

    table.act("A", "poison-dagger b", "b: resilience", "stop", dice="6 6 1 1")

    assert table["b"].fatigue == 2


def test_the_upgrades_of_poison_dagger_add_statuses_fatigue_and_movement() -> None:
    """FIN 2, POW 2: 2 Hamstrung and Bleed, 3 Fatigue on a Critical, 3 squares."""
    table = Table(
        "b A . . . .",
        A=ninja("poison-dagger", upgrades="abc", FIN=2, POW=2),
        b=npc("biffer"),
    )

    table.act("A", "poison-dagger b", "b: resilience", "move 4,0", dice="6 6 1 1")

    marks = [table.n("b", name) for name in ("mark", "hamstrung", "bleed")]
    assert marks == [1, 2, 2]
    assert (table["b"].fatigue, table.at("A")) == (3, "4,0")


# ---- Flashbang -----------------------------------------------------------------------------------


BANG = """
    A . . . b c .
    . . . . D . .
    . . . . . . .
"""


def banger(upgrades: str = "", **points: int) -> Table:
    return Table(
        BANG,
        A=ninja("flashbang", upgrades=upgrades, **points),
        b=npc("biffer"),
        c=npc("biffer"),
        D=pc(),
    )


@rule("thrum/area.affects-everyone", "thrum/area.placement")
def test_flashbang_blinds_and_stresses_everyone_in_its_area_allies_too() -> None:
    """The Area begins at (3,0), in Range; b and D are in it, c is not. 3 + 3 + 2 against 2 + 2."""
    table = banger()

    table.act(
        "A",
        "flashbang",
        "area 3,0",
        "b: resolve",
        "D: resolve",
        dice="3 3 2 2 3 3 6 6",
    )

    assert (table["b"].stress, table.n("b", "blinded")) == (2, 1)
    assert (table["D"].stress, table.n("D", "blinded")) == (0, 1)
    assert table.n("c", "blinded") == 0


def test_a_critical_flashbang_deals_one_more_stress_and_disorients() -> None:
    table = banger()

    table.act("A", "flashbang", "area 3,0", "b: resolve", "D: no defence", dice="6 6 1 1")

    assert (table["b"].stress, table.n("b", "disoriented")) == (3, 1)
    assert (table["D"].stress, table.n("D", "disoriented")) == (2, 0)


def test_flashbang_is_defended_with_resolve_or_evasion() -> None:
    table = banger()

    table.act("A", "flashbang", "area 3,0", "b: evasion", "D: no defence", dice="3 3 6 6 1")

    assert (table["b"].stress, table.n("b", "vulnerable")) == (0, 1)


@rule("thrum/area.placement")
def test_flashbang_cannot_be_placed_out_of_range() -> None:
    """A square of it has to be within 3 of A."""
    table = banger()

    with refused("area.placement"):
        table.act("A", "flashbang", "area 4,0")


def test_the_upgrades_of_flashbang_add_stress_blinded_and_size() -> None:
    """REA 2, FIN 2: the Area may be 2 or 3, here 3; 2 Blinded; 4 Stress on a Critical."""
    table = banger("abc", REA=2, FIN=2)

    table.act(
        "A",
        "flashbang",
        "size 3",
        "area 3,0",
        "b: resolve",
        "c: resolve",
        "D: no defence",
        dice="6 6 1 1 1 1 6 6",
    )

    assert (table["b"].stress, table.n("b", "blinded")) == (4, 2)
    assert (table["c"].stress, table.n("c", "blinded")) == (0, 2)


def test_the_larger_flashbang_may_be_kept_small() -> None:
    table = banger("c", REA=2)

    table.act("A", "flashbang", "size 2", "area 3,0", "b: no defence", "D: no defence")

    assert table.n("c", "blinded") == 0


# ---- Quiet Mind ----------------------------------------------------------------------------------


def quiet(upgrades: str = "", **points: int) -> Table:
    table = Table("A . . b", A=ninja("quiet-mind", upgrades=upgrades, **points), b=npc("biffer"))
    table.enter_stance("A", "quiet-mind")
    return table


@rule("thrum/defence.evasion.success")
def test_quiet_mind_turns_a_failed_evasion_into_a_success() -> None:
    """Evasion 3 dice: 3 + 3 against 4 + 4 + 2: avoided after all, at the price of Vulnerable."""
    table = quiet()

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="4 4 1 3 3")

    assert (table["A"].fatigue, table.n("A", "vulnerable")) == (0, 1)
    assert table.stance_of("A") == ""


@rule("thrum/defence.evasion.critical")
def test_quiet_mind_turns_a_successful_evasion_into_a_critical() -> None:
    table = quiet()

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="4 4 1 6 5")

    assert (table["A"].fatigue, table.n("A", "vulnerable")) == (0, 0)


def test_a_critical_hit_on_an_evading_target_is_a_failure_too() -> None:
    table = quiet()

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="6 6 1 1 1")

    assert table["A"].fatigue == 0


def test_quiet_mind_may_be_kept() -> None:
    table = quiet()

    table.act("b", "basic-attack A", "A: evasion", "A: pass", dice="4 4 1 3 3")

    assert table["A"].fatigue == 2
    assert table.stance_of("A") == "quiet-mind"


def test_quiet_mind_says_nothing_to_a_resilience_roll() -> None:
    table = quiet()

    table.act("b", "basic-attack A", "A: resilience", dice="4 4 3 3")

    assert table.stance_of("A") == "quiet-mind"


def test_quiet_mind_on_a_critical_takes_two_off_a_status_once_the_attack_has_resolved() -> None:
    """6 + 6 against 1 + 1 + 2."""
    table = quiet()
    table.give("A", "weakened", 3)

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="1 1 1 6 6")

    assert table.n("A", "weakened") == 1


def test_quiet_mind_on_a_critical_may_choose_among_statuses_the_attack_itself_has_given() -> None:
    """Flaming Arrow is no use here: Poison Dagger hamstrings hit or miss."""
    table = Table("A b", A=ninja("quiet-mind"), b=ninja("poison-dagger"))
    table.enter_stance("A", "quiet-mind")
    table.give("A", "weakened", 3)

    table.act(
        "b",
        "poison-dagger A",
        "A: evasion",
        "A: quiet-mind",
        "A: hamstrung",
        "b: stop",
        dice="1 1 1 6 6",
    )

    assert (table.n("A", "weakened"), table.n("A", "hamstrung")) == (3, 0)


def test_upgrade_a_of_quiet_mind_takes_half_rea_more_off() -> None:
    table = quiet("a", REA=2)
    table.give("A", "weakened", 4)

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="1 1 1 6 6")

    assert table.n("A", "weakened") == 1


def test_upgrade_b_of_quiet_mind_takes_one_off_on_a_rolled_success() -> None:
    table = quiet("b")
    table.give("A", "weakened", 3)

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="4 4 1 6 5")

    assert (table.n("A", "weakened"), table.n("A", "vulnerable")) == (2, 0)


def test_upgrade_b_of_quiet_mind_takes_nothing_off_on_a_failure() -> None:
    table = quiet("b")
    table.give("A", "weakened", 3)

    table.act("b", "basic-attack A", "A: evasion", "A: quiet-mind", dice="4 4 1 3 3")

    assert table.n("A", "weakened") == 3


# ---- Study ---------------------------------------------------------------------------------------


def student(upgrades: str = "", **points: int) -> Table:
    return Table(
        """
        . . . . . . .
        . A . . b . .
        . . . . . . .
        . . . . . . c
        """,
        A=ninja("study", upgrades=upgrades, **points),
        b=npc("biffer"),
        c=npc("biffer"),
    )


@rule("thrum/condition.hidden-ends")
def test_study_marks_an_enemy_within_three_and_hides() -> None:
    table = student()

    table.enter_stance("A", "study")

    assert (table.n("b", "mark"), table.n("A", "hidden")) == (1, 1)


def test_study_chooses_among_enemies_in_range() -> None:
    table = student()
    table.put("c", "1,3")

    table.enter_stance("A", "study", "mark c")

    assert (table.n("b", "mark"), table.n("c", "mark")) == (0, 1)


def test_study_without_an_enemy_in_range_only_hides() -> None:
    table = student()
    table.put("b", "5,1")

    table.enter_stance("A", "study")

    assert (table.n("b", "mark"), table.n("A", "hidden")) == (0, 1)


@rule("thrum/status.blinded")
def test_study_reaches_half_as_far_when_blinded() -> None:
    table = student()
    table.give("A", "blinded")

    table.enter_stance("A", "study")

    assert table.n("b", "mark") == 0


def test_a_marked_enemy_gains_a_mark_on_each_square_of_the_aura_it_enters() -> None:
    table = student()
    table.enter_stance("A", "study")

    table.move("b", "move 2,1", "move 2,2", "stop")

    assert table.n("b", "mark") == 3


def test_an_unmarked_enemy_gains_no_mark_from_the_aura() -> None:
    table = student()
    table.put("c", "5,3")
    table.enter_stance("A", "study")
    table.begin_turn("c")

    table.move("c", "move 2,2")

    assert table.n("c", "mark") == 0


@rule("thrum/area.aura-follows")
def test_the_bearer_coming_near_marks_nobody() -> None:
    table = student()
    table.enter_stance("A", "study")

    table.move("A", "move 3,1")

    assert table.n("b", "mark") == 1


def test_the_upgrades_of_study_add_mark_and_aura() -> None:
    """FIN 2, REA 2: 2 Mark for each square, Aura 2; (3,1) and (2,1) are in it."""
    table = student("ab", FIN=2, REA=2)
    table.enter_stance("A", "study")

    table.move("b", "move 2,1", "move 2,1", "stop")

    assert table.n("b", "mark") == 1 + 2 + 2


# ---- Fleet Footed --------------------------------------------------------------------------------


@pytest.mark.parametrize(("upgrades", "speed"), [("", 5), ("a", 6)])
def test_fleet_footed_adds_to_speed(upgrades: str, speed: int) -> None:
    table = Table("A . . b", A=ninja("fleet-footed", upgrades=upgrades), b=npc("biffer"))

    assert pace.speed_of(table.combat, table["A"]) == speed


def runner() -> Table:
    return Table(
        "A . . . . . . b . c",
        A=ninja("fleet-footed", upgrades="b"),
        b=npc("biffer"),
        c=npc("biffer"),
    )


def test_after_four_squares_the_next_attack_of_the_fleet_footed_has_a_boon() -> None:
    """3 dice: 5 + 4 of 1, 5, 4."""
    table = runner()

    table.move("A", "move 4,0")
    table.act("A", "basic-attack b", "b: resilience", dice="1 5 4 3 3")

    assert table.totals() == (11, 7)


def test_after_three_squares_it_has_none() -> None:
    table = Table("A . . . . . b", A=ninja("fleet-footed", upgrades="b"), b=npc("biffer"))

    table.move("A", "move 3,0")
    table.act("A", "basic-attack b", "b: resilience", dice="5 4 3 3")

    assert table.totals() == (11, 7)


def test_the_boon_of_the_fleet_footed_is_for_one_attack() -> None:
    table = runner()

    table.move("A", "move 4,0")
    table.act("A", "basic-attack b", "b: resilience", dice="1 5 4 3 3")
    table.start("b")
    table.start("A")
    table.act("A", "basic-attack b", "b: resilience", dice="5 4 3 3")

    assert table.totals() == (11, 7)


def test_the_boon_waits_for_the_next_attack_into_later_turns() -> None:
    table = runner()

    table.move("A", "move 4,0")
    table.start("b")
    table.start("A")
    table.act("A", "basic-attack b", "b: resilience", dice="1 5 4 3 3")

    assert table.totals() == (11, 7)


def test_being_moved_four_squares_gives_no_boon() -> None:
    table = runner()
    table.begin_turn("A")

    forced.push(table.combat, table["b"], table["A"], 2, 4, None)
    table.act("A", "basic-attack b", "b: resilience", dice="5 4 3 3")

    assert table.at("A") == "4,0"


# ---- Transpositional -----------------------------------------------------------------------------


def swapper(rows: str, upgrades: str = "", **points: int) -> Table:
    return Table(
        rows,
        A=ninja("transpositional", upgrades=upgrades, **points),
        b=npc("biffer"),
        C=pc(),
        D=pc(),
    )


@rule("thrum/move.swap")
def test_an_ally_within_one_may_be_swapped_with_for_one_movement() -> None:
    """One step, the swap, and two more squares: Speed 4."""
    table = swapper("A . C . . . . D . b")

    table.move("A", "move 1,0", "swap C", "move 4,0")

    assert (table.at("A"), table.at("C")) == ("4,0", "1,0")
    assert table["A"].spent == 4


def test_a_swap_needs_movement() -> None:
    table = swapper("A . . . . C . D . b")

    table.move("A", "move 4,0")

    assert table.at("C") == "5,0"


def test_one_of_two_adjacent_allies_is_chosen() -> None:
    table = swapper("C A D . . . b")

    table.move("A", "swap", "swap D", "stop")

    assert (table.at("A"), table.at("D"), table.at("C")) == ("2,0", "1,0", "0,0")


def test_fallen_and_immobilized_allies_may_be_swapped() -> None:
    table = swapper("C A D . . . b")
    table["C"].incapacitated = True
    table.give("D", "immobilized")

    table.move("A", "swap", "swap C", "stop")

    assert table.at("C") == "1,0"


@rule("thrum/condition.immobilized")
def test_one_who_is_immobilized_cannot_swap() -> None:
    table = swapper("C A . D . . b")
    table.give("A", "immobilized")

    table.move("A")

    assert table.at("A") == "1,0"


def test_an_enemy_cannot_be_swapped_without_the_upgrade() -> None:
    table = swapper("A b . . . . C . D")

    assert table.offers("A", MOVE_PHASE) == ["stop"]


def test_upgrade_a_swaps_with_an_enemy_for_one_movement() -> None:
    table = swapper("A b . . . . C . D", "a")

    table.move("A", "swap b", "move 2,0")

    assert (table.at("A"), table.at("b")) == ("2,0", "0,0")
    assert table["A"].spent == 2


def test_upgrade_a_swaps_with_an_ally_at_no_cost_once() -> None:
    """The second swap with C costs 1."""
    table = swapper("A C . . . . b . D", "a")

    table.move("A", "swap C", "swap C", "stop")

    assert table["A"].spent == 1
    assert table.at("A") == "0,0"


def test_a_free_swap_is_open_to_one_who_has_no_movement_left() -> None:
    table = swapper("A . . . . C . D . b", "a")

    table.move("A", "move 4,0", "swap C")

    assert table.at("A") == "5,0"


def test_upgrade_b_swaps_over_half_rea_as_a_teleport_for_one_movement() -> None:
    """REA 4: within 2."""
    table = swapper("A . C . . . D . b", "b", REA=4)

    table.move("A", "teleport swap C", "stop")

    assert (table.at("A"), table.at("C"), table["A"].spent) == ("2,0", "0,0", 1)


@rule("thrum/condition.immobilized", "thrum/move.swap")
def test_one_who_is_immobilized_may_still_swap_by_teleport() -> None:
    table = swapper("A . C . . . D . b", "b", REA=4)
    table.give("A", "immobilized")

    table.move("A", "teleport swap C", "stop")

    assert table.at("A") == "2,0"


@rule("thrum/move.swap", "thrum/move.drop.involuntary")
def test_swapping_down_two_levels_makes_the_lower_going_one_drop() -> None:
    """A from level 2 to 0: 1 + 1 against 1 + 1 + 2 slows it; C climbs freely."""
    table = Table(
        "A C . . b",
        heights="2 0 0 0 0",
        A=ninja("transpositional"),
        C=pc(),
        b=npc("biffer"),
    )

    table.move("A", "swap C", "by endurance", "stop", dice="1 1 1 1")

    assert (table.at("A"), table.n("A", "slowed"), table.n("C", "slowed")) == ("1,0", 1, 0)


@rule("thrum/move.teleport.leaves-and-enters")
def test_a_swap_by_teleport_makes_nobody_drop() -> None:
    table = Table(
        "A C . . b",
        heights="2 0 0 0 0",
        A=ninja("transpositional", upgrades="b", REA=4),
        C=pc(),
        b=npc("biffer"),
    )

    table.move("A", "teleport swap C", "stop")

    assert table.n("A", "slowed") == 0
