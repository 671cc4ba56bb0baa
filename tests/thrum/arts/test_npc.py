from __future__ import annotations

import pytest

from affray.core.errors import AffrayError
from affray.rulesets.thrum import death
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

DUEL = """
    A b . .
    . . . .
"""


# ---- Biffer --------------------------------------------------------------------------------------


@rule("thrum/attack.entries-in-order")
def test_thump_deals_one_fatigue_and_then_dazes() -> None:
    table = Table(DUEL, A=pc(), b=npc("biffer"))
    table.give("A", "dazed")

    table.act("b", "biffer-thump A", "A: resilience", dice="3 3 2 3 6")

    assert table["A"].fatigue == 1
    assert table.n("A", "dazed") == 1


def test_a_missed_thump_dazes_all_the_same() -> None:
    table = Table(DUEL, A=pc(), b=npc("biffer"))

    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 2 2")

    assert table["A"].fatigue == 0
    assert table.n("A", "dazed") == 1


@rule("thrum/attack.critical-adds")
@pytest.mark.parametrize(("tier", "stunned"), [(0, 0), (1, 1)])
def test_a_critical_thump_deals_two_instead_and_stuns_from_tier_one(
    tier: int, stunned: int
) -> None:
    table = Table(DUEL, A=pc(), b=npc("biffer", tier))

    table.act("b", "biffer-thump A", "A: resilience", dice="4 4 3 2")

    assert table["A"].fatigue == 2
    assert table.n("A", "stunned") == stunned
    assert table.n("A", "dazed") == 1


def test_shoulder_through_pushes_one_and_follows_the_same_way() -> None:
    table = Table(
        """
        . b A . . .
        . . . . . .
        """,
        A=pc(),
        b=npc("biffer"),
    )

    table.act(
        "b", "biffer-shoulder A", "A: resilience", "push A e 1", "b: move 2,0", dice="3 3 3 2"
    )

    assert (table.at("A"), table.at("b")) == ("3,0", "2,0")
    assert table["A"].fatigue == 1


def test_shoulder_through_pushes_one_more_a_tier_and_follows_two() -> None:
    table = Table(
        """
        . b A . . .
        . . . . . .
        """,
        A=pc(),
        b=npc("biffer", 2),
    )

    table.act(
        "b", "biffer-shoulder A", "A: resilience", "push A e 3", "b: move 3,0", dice="4 4 1 1"
    )

    assert (table.at("A"), table.at("b")) == ("5,0", "3,0")
    assert table["A"].fatigue == 2


def test_shoulder_through_follows_no_other_way() -> None:
    table = Table(
        """
        . b A . . .
        . . . . . .
        """,
        A=pc(),
        b=npc("biffer"),
    )

    with pytest.raises(AffrayError, match="2,1"):
        table.act(
            "b", "biffer-shoulder A", "A: resilience", "push A e 1", "b: move 2,1", dice="3 3 3 2"
        )


def test_shoulder_through_without_a_push_follows_nowhere() -> None:
    table = Table(
        """
        . b A . . .
        . . . . . .
        """,
        A=pc(),
        b=npc("biffer"),
    )

    table.act("b", "biffer-shoulder A", "A: resilience", "leave", dice="1 1 3 2")

    assert (table.at("A"), table.at("b")) == ("2,0", "1,0")
    assert table["A"].fatigue == 0


def test_lob_deals_one_fatigue_within_three_even_on_a_critical() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))

    table.act("b", "biffer-lob A", "A: resilience", dice="6 6 1 1")

    assert table["A"].fatigue == 1


PULL = """
    H . . b .
    . . . . .
"""


@rule("thrum/move.forced.stops")
@pytest.mark.parametrize(("tier", "cell"), [(0, "1,0"), (1, "3,0")])
def test_dig_in_gives_a_boon_on_resilience_and_from_tier_one_a_firm_stand(
    tier: int, cell: str
) -> None:
    table = Table(PULL, A=pc(), H=npc("hookwarden"), b=npc("biffer", tier))
    table.enter_stance("b", "biffer-dig-in")

    table.act("H", "hook-line b", "b: resilience", "push b w 2", dice="1 1 1 2 3")

    assert table.at("b") == cell
    assert table["b"].fatigue == 0


def test_dig_in_lets_an_ally_move_one_who_is_willing() -> None:
    table = Table(
        """
        g b . . .
        . . . . A
        """,
        A=pc(),
        g=npc("gatebreaker"),
        b=npc("biffer", 1),
    )
    table.enter_stance("b", "biffer-dig-in")

    table.act(
        "g",
        "ram-line",
        "area 1,0 e",
        "b: resilience",
        "push b e 1",
        "b: pass",
        dice="1 1 6 6 6",
    )

    assert table.at("b") == "2,0"


def test_dig_in_holds_against_an_ally_who_is_not_wanted() -> None:
    table = Table(
        """
        g b . . .
        . . . . A
        """,
        A=pc(),
        g=npc("gatebreaker"),
        b=npc("biffer", 1),
    )
    table.enter_stance("b", "biffer-dig-in")

    table.act(
        "g",
        "ram-line",
        "area 1,0 e",
        "b: resilience",
        "push b e 1",
        "b: biffer-dig-in",
        dice="1 1 6 6 6",
    )

    assert table.at("b") == "1,0"


SHIELD = """
    A . . c .
    . . . . .
    . . . b .
"""


@rule("thrum/cover.source-character", "thrum/trigger.preempts")
def test_interpose_moves_toward_the_ally_and_gives_it_cover() -> None:
    table = Table(SHIELD, A=pc(), b=npc("biffer"), c=npc("biffer"))
    table.enter_stance("b", "biffer-interpose")

    table.act(
        "A",
        "basic-attack c",
        "b: biffer-interpose c",
        "b: move 2,1",
        "c: resilience",
        dice="6 6 3 4 4",
    )

    assert table.at("b") == "2,1"
    assert table["c"].fatigue == 0
    assert table.stance_of("b") == "biffer-interpose"


def test_interpose_may_be_declined() -> None:
    table = Table(SHIELD, A=pc(), b=npc("biffer"), c=npc("biffer"))
    table.enter_stance("b", "biffer-interpose")

    table.act("A", "basic-attack c", "b: pass", "c: resilience", dice="6 6 4 4")

    assert table["c"].fatigue == 2


def test_interpose_never_moves_away_from_the_ally() -> None:
    table = Table(SHIELD, A=pc(), b=npc("biffer"), c=npc("biffer"))
    table.enter_stance("b", "biffer-interpose")

    with pytest.raises(AffrayError, match="4,2"):
        table.act("A", "basic-attack c", "b: biffer-interpose c", "b: move 4,2")


def test_interpose_reaches_no_farther_than_two() -> None:
    table = Table(
        """
        A . . c . .
        . . . . . .
        . . . . . .
        . . . b . .
        """,
        A=pc(),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.enter_stance("b", "biffer-interpose")

    table.act("A", "basic-attack c", "c: resilience", dice="6 6 4 4")

    assert table["c"].fatigue == 2


# ---- Plinker -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "fatigue"), [("3 3 3 2", 1), ("4 4 3 2", 2), ("1 1 3 3", 0)])
def test_plink_deals_one_fatigue_and_two_instead_on_a_critical(dice: str, fatigue: int) -> None:
    table = Table("A . . . . . p", A=pc(), p=npc("plinker"))

    table.act("p", "plinker-shot A", "A: resilience", dice=dice)

    assert table["A"].fatigue == fatigue


def test_ducking_away_hides_and_from_tier_one_helps_the_next_shot() -> None:
    table = Table("A . . . . . p", A=pc(), p=npc("plinker", 1))
    table.enter_stance("p", "plinker-duck")
    assert table.n("p", "hidden") == 1

    table.act("p", "plinker-shot A", "A: resilience", dice="1 3 3 3 2")

    assert table["A"].fatigue == 1
    assert table.n("p", "hidden") == 0


@rule("thrum/stance.renew")
def test_ducking_away_anew_hides_again_but_helps_no_shot_at_tier_zero() -> None:
    table = Table("A . . . . . p", A=pc(), p=npc("plinker"))
    table.enter_stance("p", "plinker-duck")
    table.act("p", "plinker-shot A", "A: resilience", dice="3 3 3 2")

    table.stance("p", "plinker-duck")

    assert table["A"].fatigue == 1
    assert table.n("p", "hidden") == 1


@pytest.mark.parametrize(
    ("tier", "distance", "dice"),
    [
        (0, 3, "1 1 4 4 3 3"),  # nobody within 2: +1 Boon for each of two levels beyond the first
        (0, 2, "4 4 3 3"),
        (2, 2, "1 1 3 3 3 3"),
    ],
)
def test_perch_gives_boons_for_height_while_no_enemy_is_near(
    tier: int, distance: int, dice: str
) -> None:
    row = ["A", ".", ".", ".", "p", ".", ".", "."]
    row[4 + distance] = "B"
    table = Table(
        " ".join(row),
        heights="0 0 0 0 3 0 0 0",
        A=pc(),
        B=pc(),
        p=npc("plinker", tier),
    )

    table.act("p", "plinker-shot A", "A: resilience", dice=dice)

    assert table["A"].fatigue == 1


def test_perch_with_an_enemy_adjacent_costs_stress_and_a_bane_for_that_turn() -> None:
    table = Table("A . . p B .", A=pc(), B=pc(), p=npc("plinker"))

    table.start("p")
    assert table["p"].stress == 1
    table.act("p", "plinker-shot A", "A: resilience", dice="3 3 6 6 3 3")

    assert table["A"].fatigue == 1  # lowest two of 3 3 6 6, with the Bane of an adjacent enemy


def test_the_bane_of_perch_is_gone_with_the_next_turn() -> None:
    table = Table("A . . p B .", A=pc(), B=pc(), p=npc("plinker"))
    table.start("p")
    table.start("A")

    table.act("p", "plinker-shot A", "A: resilience", dice="4 4 6 3 3")

    assert table["A"].fatigue == 1


def test_perch_does_nothing_at_the_start_of_a_turn_without_an_enemy_adjacent() -> None:
    table = Table("A . . p . B", A=pc(), B=pc(), p=npc("plinker"))

    table.start("p")

    assert table["p"].stress == 0


# ---- Squall --------------------------------------------------------------------------------------

OPEN_GROUND = """
    s . . . A B . .
    . . . . c . . .
    . . . . . . . .
    . . . . . . . .
"""


@rule("thrum/area.affects-everyone")
def test_cinder_burst_strikes_everybody_in_an_area_of_two() -> None:
    table = Table(OPEN_GROUND, A=pc(), B=pc(), c=npc("biffer"), s=npc("squall"))

    table.act(
        "s",
        "squall-burst",
        "plain",
        "area 3,0",
        "A: resilience",
        "c: resilience",
        dice="3 3 3 3 6 6 1 1",
    )

    assert (table["A"].fatigue, table["B"].fatigue, table["c"].fatigue) == (1, 0, 1)


@rule("thrum/overexert.cost")
def test_an_overexerted_cinder_burst_covers_an_area_of_four() -> None:
    table = Table(OPEN_GROUND, A=pc(), B=pc(), c=npc("biffer"), s=npc("squall"))

    table.act(
        "s",
        "squall-burst",
        "overexert",
        "area 4,0",
        "A: resilience",
        "B: no defence",
        "c: resilience",
        dice="3 3 3 3 6 6 1 1",
    )

    assert (table["A"].fatigue, table["B"].fatigue, table["c"].fatigue) == (1, 1, 1)
    assert table["s"].stress == 1


def test_spark_and_slip_moves_half_speed_after_the_fatigue() -> None:
    table = Table("A . s . .", A=pc(), s=npc("squall"))

    table.act("s", "squall-slip A", "A: resilience", "s: move 4,0", dice="3 3 3 3")

    assert table["A"].fatigue == 1
    assert table.at("s") == "4,0"


def test_eye_of_calm_gives_a_boon_on_resolve() -> None:
    table = Table("A D . . s", A=pc(), D=npc("dirge-singer"), s=npc("squall"))
    table.enter_stance("s", "squall-calm")

    table.act("D", "cold-whisper s", "s: resolve", dice="3 3 1 4 4")

    assert table["s"].stress == 0


# ---- Hookwarden ----------------------------------------------------------------------------------


@rule("thrum/move.forced.push-away")
def test_hook_line_pulls_before_it_slows() -> None:
    table = Table("h . . A .", A=pc(), h=npc("hookwarden"))

    table.act("h", "hook-line A", "A: resilience", "push A w 2", dice="3 3 3 2")

    assert table.at("A") == "1,0"
    assert table["A"].fatigue == 1
    assert table.n("A", "slowed") == 1
    assert table.n("A", "immobilized") == 0


def test_a_critical_hook_line_immobilizes_until_the_end_of_the_next_turn() -> None:
    table = Table("h . . A .", A=pc(), h=npc("hookwarden"))
    table.act("h", "hook-line A", "A: resilience", "leave", dice="5 5 3 2")
    table.end("h")
    assert table.n("A", "immobilized") == 1

    table.start("A")
    table.move("A")
    assert table.n("A", "immobilized") == 1
    table.end("A")

    assert table.n("A", "immobilized") == 0


FENCE = """
    h A . . . .
    . . . . . .
"""


@rule("thrum/trigger.move-interrupted")
def test_iron_fence_strikes_before_the_step() -> None:
    table = Table(FENCE, A=pc(), h=npc("hookwarden"))
    table.enter_stance("h", "iron-fence")

    table.move("A", "move 2,0", "h: iron-fence", "A: resilience", "A: stop", dice="3 3 3 3")

    assert table["A"].fatigue == 1
    assert table.n("A", "slowed") == 0
    assert table.at("A") == "2,0"


@rule("thrum/move.speed-change-mid-move")
def test_a_critical_of_iron_fence_slows_the_one_who_leaves() -> None:
    table = Table(FENCE, A=pc(), h=npc("hookwarden"))
    table.enter_stance("h", "iron-fence")

    table.move("A", "move 5,0", "h: iron-fence", "A: resilience", "A: move 3,0", dice="6 6 3 3")

    assert table["A"].fatigue == 1
    assert table.n("A", "slowed") == 1
    assert table.at("A") == "3,0"  # Speed 2


def test_iron_fence_strikes_an_enemy_once_a_turn() -> None:
    table = Table(FENCE, A=pc(), h=npc("hookwarden"))
    table.enter_stance("h", "iron-fence")

    table.move("A", "move 1,1", "h: iron-fence", "A: no defence", "A: move 2,1")

    assert table["A"].fatigue == 1


def test_iron_fence_declined_may_strike_at_the_next_step_out() -> None:
    table = Table(FENCE, A=pc(), h=npc("hookwarden"))
    table.enter_stance("h", "iron-fence")

    table.move(
        "A",
        "move 1,1",
        "h: pass",
        "A: move 2,1",
        "h: iron-fence",
        "A: no defence",
        "A: stop",
    )

    assert table["A"].fatigue == 1


def test_iron_fence_takes_no_notice_of_one_who_is_pulled_away() -> None:
    table = Table(
        """
        h A . . g
        """,
        A=pc(),
        h=npc("hookwarden"),
        g=npc("hookwarden"),
    )
    table.enter_stance("h", "iron-fence")

    table.act("g", "hook-line A", "A: resilience", "push A e 2", dice="1 1 6 6")

    assert table.at("A") == "3,0"
    assert table["A"].fatigue == 0


# ---- Ashrunner -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tier", "dice", "fatigue"),
    [(0, "3 3 3 3", 1), (0, "5 5 3 3", 2), (2, "5 5 3 3", 3), (0, "1 1 3 3", 0)],
)
def test_gash_bleeds_hit_or_miss_and_cuts_deeper_with_tier(
    tier: int, dice: str, fatigue: int
) -> None:
    table = Table("A a . . . .", A=pc(), a=npc("ashrunner", tier))
    table["A"].fatigue_tolerance = 9

    table.act("a", "gash A", "A: resilience", "a: move 4,0", dice=dice)

    assert table["A"].fatigue == fatigue
    assert table.n("A", "bleed") == 1
    assert table.at("a") == "4,0"


def test_gash_may_be_followed_by_half_speed_and_no_more() -> None:
    table = Table("A a . . . .", A=pc(), a=npc("ashrunner"))

    with pytest.raises(AffrayError, match="5,0"):
        table.act("a", "gash A", "A: resilience", "a: move 5,0", dice="3 3 3 3")


def test_a_gash_over_the_tolerance_forces_an_incapacity_roll_with_the_bane_of_bleed() -> None:
    table = Table("A a . . . .", A=pc(), a=npc("ashrunner"))
    table["A"].fatigue = 3

    table.act("a", "gash A", "A: resilience", "a: stop", dice="3 3 3 3 2 2 6")

    assert table["A"].incapacitated


SLIP = "A . a . ."


@rule("thrum/attack.target-moved")
def test_slip_away_moves_two_hides_and_ends() -> None:
    table = Table(SLIP, A=pc(), a=npc("ashrunner"))
    table.enter_stance("a", "slip-away")

    table.act("A", "basic-attack a", "a: resilience", "a: slip-away", "a: move 4,0", dice="3 3 3 4")

    assert table.at("a") == "4,0"
    assert table.n("a", "hidden") == 1
    assert table.stance_of("a") == ""


def test_slip_away_after_a_narrow_evasion_still_leaves_vulnerable() -> None:
    table = Table(SLIP, A=pc(), a=npc("ashrunner"))
    table.enter_stance("a", "slip-away")

    table.act("A", "basic-attack a", "a: evasion", "a: slip-away", "a: stop", dice="3 3 1 3 4")

    assert table.n("a", "vulnerable") == 1
    assert table.n("a", "hidden") == 1


def test_slip_away_needs_a_successful_defence() -> None:
    table = Table(SLIP, A=pc(), a=npc("ashrunner"))
    table.enter_stance("a", "slip-away")

    table.act("A", "basic-attack a", "a: resilience", dice="6 6 3 4")

    assert table["a"].fatigue == 2
    assert table.stance_of("a") == "slip-away"


def test_slip_away_may_be_kept_for_later() -> None:
    table = Table(SLIP, A=pc(), a=npc("ashrunner"))
    table.enter_stance("a", "slip-away")

    table.act("A", "basic-attack a", "a: resilience", "a: pass", dice="3 3 3 4")

    assert table.stance_of("a") == "slip-away"
    assert table.n("a", "hidden") == 0


# ---- Dirge Singer --------------------------------------------------------------------------------

CHOIR = """
    d . . . A B . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_dirge_shocks_everybody_and_stresses_by_the_result() -> None:
    table = Table(CHOIR, A=pc(), B=pc(), d=npc("dirge-singer"))

    table.act(
        "d",
        "dirge",
        "plain",
        "area 4,0",
        "A: resolve",
        "B: resolve",
        dice="5 5 3 3 1 1 3 3",
    )

    assert (table["A"].stress, table["B"].stress) == (2, 0)
    assert (table.n("A", "shocked"), table.n("B", "shocked")) == (1, 1)


def test_an_overexerted_dirge_covers_an_area_of_four() -> None:
    table = Table(CHOIR, A=pc(), B=pc(), d=npc("dirge-singer"))

    table.act(
        "d",
        "dirge",
        "overexert",
        "area 2,0",
        "A: resolve",
        "B: resolve",
        dice="3 3 3 3 1 1 3 3",
    )

    assert table["d"].stress == 1
    assert (table["A"].stress, table["B"].stress) == (1, 0)


@pytest.mark.parametrize(("dice", "disoriented"), [("3 3 3 3", 0), ("5 5 3 3", 1)])
def test_cold_whisper_deals_two_stress_and_disorients_on_a_critical(
    dice: str, disoriented: int
) -> None:
    table = Table("d . . . . A", A=pc(), d=npc("dirge-singer"))

    table.act("d", "cold-whisper A", "A: resolve", dice=dice)

    assert table["A"].stress == 2
    assert table.n("A", "disoriented") == disoriented


@rule("thrum/area.aura")
@pytest.mark.parametrize(("row", "dice"), [("d . A .", "6 1 1"), ("d . . A", "1 1")])
def test_undertone_gives_enemies_in_its_aura_a_bane_on_panic_rolls(row: str, dice: str) -> None:
    table = Table(row, A=pc(), d=npc("dirge-singer"))
    table.enter_stance("d", "undertone")
    table["A"].stress = 3

    table.start("A", dice=dice)

    assert table.n("A", "stunned") == 1


def test_undertone_leaves_its_own_side_alone() -> None:
    table = Table("d c . A", A=pc(), d=npc("dirge-singer"), c=npc("biffer"))
    table.enter_stance("d", "undertone")
    table["c"].stress = 3

    table.start("c", dice="3 3")

    assert table.n("c", "stunned") == 0


# ---- Mirewright ----------------------------------------------------------------------------------

MIRE = """
    m . . A . . .
    . . . . . . .
    . . . . . . .
"""


@rule("thrum/terrain-effect.ongoing", "thrum/move.difficult-terrain")
def test_sucking_bog_is_difficult_and_slows_an_enemy_that_starts_its_turn_there() -> None:
    table = Table(MIRE, A=pc(), m=npc("mirewright"))
    table.act("m", "sucking-bog", "area 2,0")
    assert table.n("A", "slowed") == 0

    table.start("A")
    assert table.n("A", "slowed") == 1
    table.move("A", "move 4,0")

    assert table["A"].spent == 2  # Speed 2, and the step out of the bog costs 2


@rule("thrum/terrain-effect.applies-to-all")
def test_sucking_bog_is_difficult_for_its_own_side_but_slows_none_of_it() -> None:
    table = Table(
        """
        m . . c . . .
        . . . . . . .
        . . . . . . A
        """,
        A=pc(),
        m=npc("mirewright"),
        c=npc("biffer"),
    )
    table.act("m", "sucking-bog", "area 2,0")

    table.start("c")
    assert table.n("c", "slowed") == 0
    table.move("c", "move 4,1")

    assert table["c"].spent == 2


@rule("thrum/terrain-effect.one-per-creator")
def test_a_second_sucking_bog_ends_the_first() -> None:
    table = Table(MIRE, A=pc(), m=npc("mirewright"))
    table.act("m", "sucking-bog", "area 2,0")
    table.begin_turn("m")
    table.act("m", "sucking-bog", "area 0,0")

    table.start("A")

    assert len(table.combat.terrains) == 1
    assert table.n("A", "slowed") == 0


@rule("thrum/terrain-effect.applies-to-all")
def test_sucking_bog_slows_on_after_its_creator_has_fallen() -> None:
    table = Table(MIRE, A=pc(), m=npc("mirewright"), c=npc("biffer"))
    table.act("m", "sucking-bog", "area 2,0")
    death.fall(table.combat, table["m"])

    table.start("A")

    assert table.n("A", "slowed") == 1


@pytest.mark.parametrize(("tier", "burning"), [(0, 1), (2, 2)])
def test_a_critical_cinder_jar_sets_fire_by_half_its_tier(tier: int, burning: int) -> None:
    table = Table(
        """
        m . . . A B
        . . . . . .
        """,
        A=pc(),
        B=pc(),
        m=npc("mirewright", tier),
    )

    table.act("m", "cinder-jar", "area 4,0", "A: resilience", "B: no defence", dice="6 6 3 3")

    assert (table["A"].fatigue, table["B"].fatigue) == (1, 1)
    assert (table.n("A", "burning"), table.n("B", "burning")) == (burning, 0)


# ---- Bonesetter ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "left"),
    [("recover fatigue", (1, 2, 2)), ("recover stress", (3, 0, 2)), ("end status", (3, 2, 0))],
)
def test_splint_mends_one_thing(key: str, left: tuple[int, int, int]) -> None:
    table = Table("b . c A", A=pc(), b=npc("bonesetter"), c=npc("gatebreaker"))
    table["c"].fatigue = 3
    table["c"].stress = 2
    table.give("c", "bleed", 2)

    table.act("b", "splint c", key)

    assert (table["c"].fatigue, table["c"].stress, table.n("c", "bleed")) == left


@rule("thrum/incapacitated.ends-by-ability")
@pytest.mark.parametrize(("key", "stress", "bleed"), [("plain", 0, 2), ("overexert", 1, 0)])
def test_haul_up_ends_incapacity_and_overexerted_all_statuses(
    key: str, stress: int, bleed: int
) -> None:
    table = Table("b . c A", A=pc(), b=npc("bonesetter"), c=npc("gatebreaker"))
    table["c"].fatigue = 9
    table.give("c", "bleed", 2)
    death.fall(table.combat, table["c"])

    table.act("b", "haul-up c", key)

    assert not table["c"].incapacitated
    assert table["c"].fatigue == 8
    assert table["b"].stress == stress
    assert table.n("c", "bleed") == bleed


def test_haul_up_needs_somebody_who_has_fallen() -> None:
    table = Table("b . c A", A=pc(), b=npc("bonesetter"), c=npc("gatebreaker"))

    with pytest.raises(AffrayError):
        table.act("b", "haul-up c", "plain")


@rule("thrum/buff.lasts")
def test_oilskin_ward_gives_a_boon_on_resilience() -> None:
    table = Table("b . c . A", A=pc(), b=npc("bonesetter"), c=npc("biffer"))
    table.act("b", "oilskin-ward c")

    table.act("A", "basic-attack c", "c: resilience", dice="4 4 1 4 3")

    assert table["c"].fatigue == 0


def test_a_second_oilskin_ward_adds_nothing() -> None:
    table = Table("b . c . A", A=pc(), b=npc("bonesetter"), c=npc("biffer"))
    table.act("b", "oilskin-ward c")
    table.begin_turn("b")
    table.act("b", "oilskin-ward c")

    table.act("A", "basic-attack c", "c: resilience", dice="4 4 1 4 3")

    assert table["c"].fatigue == 0


# ---- Gatebreaker and Chaff -----------------------------------------------------------------------


@rule("thrum/area.line")
def test_ram_line_pushes_and_strikes_every_other_character_in_it() -> None:
    table = Table(
        """
        . g A c . .
        . . . . . .
        . . . . . .
        """,
        A=pc(),
        g=npc("gatebreaker"),
        c=npc("biffer"),
    )

    table.act(
        "g",
        "ram-line",
        "area 1,0 e",
        "A: resilience",
        "c: resilience",
        "push A se 1",
        "push c e 1",
        dice="3 3 4 4 1 1 6 6",
    )

    assert (table.at("A"), table.at("c"), table.at("g")) == ("3,1", "4,0", "1,0")
    assert (table["A"].fatigue, table["c"].fatigue) == (2, 0)


@pytest.mark.parametrize(
    ("key", "dice", "fatigue", "stress", "stunned"),
    [
        ("plain", "2 2 3 3", 2, 0, 0),
        ("plain", "4 4 3 3", 4, 0, 1),
        ("overexert", "2 2 3 3", 4, 1, 1),
        ("overexert", "1 1 6 6", 0, 1, 0),
    ],
)
def test_hammerfall_crushes_on_a_critical_and_overexerted_on_a_success(
    key: str, dice: str, fatigue: int, stress: int, stunned: int
) -> None:
    table = Table("g A . .", A=pc(END=2), g=npc("gatebreaker", 2))

    table.act("g", "hammerfall A", key, "A: resilience", dice=dice)

    assert table["A"].fatigue == fatigue
    assert table["g"].stress == stress
    assert table.n("A", "stunned") == stunned


@rule("thrum/area.aura")
def test_gate_roar_shakes_every_enemy_within_two() -> None:
    table = Table("A g c B . C", A=pc(), B=pc(), C=pc(), g=npc("gatebreaker"), c=npc("chaff"))

    table.act("g", "gate-roar", "A: resolve", "B: resolve", dice="3 3 3 3 1 1 3 3")

    assert [table[name].stress for name in "ABCc"] == [1, 0, 0, 0]
    assert [table.n(name, "weakened") for name in "ABCc"] == [1, 0, 0, 0]


@rule("thrum/move.forced.stops")
def test_unmoved_stands_firm_with_a_boon_on_resilience() -> None:
    table = Table("H . . g .", A=pc(), H=npc("hookwarden"), g=npc("gatebreaker", 2))
    table.enter_stance("g", "unmoved")

    table.act("H", "hook-line g", "g: resilience", "push g w 2", dice="4 4 1 4 4")

    assert table.at("g") == "3,0"
    assert table["g"].fatigue == 0


@pytest.mark.parametrize(
    ("row", "dice"), [("c . A d", "1 3 3 3 3"), ("c . A .  d", "3 3 3 2"), ("c . A B", "3 3 3 3")]
)
def test_swarm_in_helps_against_one_whom_another_ally_is_next_to(row: str, dice: str) -> None:
    table = Table(row, A=pc(), B=pc(), c=npc("chaff"), d=npc("chaff"))

    table.act("c", "basic-attack A", "A: resilience", dice=dice)

    assert table["A"].fatigue == 2
