"""Dueling: every ability, its upgrades, its edges."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

HIT = "4 3 2 2"  # 9 against 5
CRIT = "6 6 1 1"
MISS = "1 1 6 6"


def duel(
    rows: str,
    *abilities: str,
    upgrades: tuple[str, ...] = (),
    training: dict[str, int] | None = None,
    more: dict[str, int] | None = None,
    **points: int,
) -> Table:
    """A, of level 0 with Dueling 3 (modifier 2 without FIN), against b and c; D is A's ally."""
    chosen = pc(
        level=0,
        abilities=list(abilities),
        upgrades=list(upgrades),
        training=training,
        more=points | (more or {}),
    )
    return Table(rows, A=chosen, b=npc("biffer"), c=npc("hookwarden"), D=pc(level=0))


# ---- Precision Slash and Pressure Points ---------------------------------------------------------


@rule("thrum/attack.effect-entries")
def test_precision_slash_bleeds_hit_or_miss() -> None:
    table = duel("A b . .", "precision-slash")

    table.act("A", "precision-slash b", "b: resilience", dice=MISS)
    assert (table["b"].fatigue, table.n("b", "bleed")) == (0, 1)
    table.begin_turn("A")
    table.act("A", "precision-slash b", "b: resilience", dice=HIT)

    assert (table["b"].fatigue, table.n("b", "bleed")) == (2, 2)


@rule("thrum/attack.entries-in-order", "thrum/status.bleed")
def test_the_bleed_of_precision_slash_comes_before_its_finisher_roll() -> None:
    table = duel("A b . .", "precision-slash")
    table["b"].fatigue = 2

    table.act("A", "precision-slash b", "b: resilience", dice=HIT + " 1 2 6")  # 3 + 1 against 4

    assert table["b"].incapacitated


def test_the_upgrades_of_precision_slash_add_half_pow_on_a_critical_and_half_fin_bleed() -> None:
    upgrades = ("precision-slash:a", "precision-slash:b")
    table = duel("A b . .", "precision-slash", upgrades=upgrades, POW=4, FIN=5)

    table.act("A", "precision-slash b", "b: resilience", dice=CRIT + " 6 6 6")

    assert (table["b"].fatigue, table.n("b", "bleed")) == (2 + 1 + 2, 1 + 2)


def test_pressure_points_hamstring_hit_or_miss() -> None:
    upgrades = ("pressure-points:a", "pressure-points:b")
    table = duel("A b . .", "pressure-points")
    more = duel("A b . .", "pressure-points", upgrades=upgrades, POW=2, FIN=2)

    table.act("A", "pressure-points b", "b: resilience", dice=MISS)
    more.act("A", "pressure-points b", "b: resilience", dice=CRIT + " 6 6")

    assert (table["b"].fatigue, table.n("b", "hamstrung")) == (0, 1)
    assert (more["b"].fatigue, more.n("b", "hamstrung")) == (4, 2)


@rule("thrum/status.hamstrung")
def test_one_who_is_hamstrung_is_dazed_by_its_own_attack() -> None:
    table = duel("A b . .", "pressure-points")
    table.act("A", "pressure-points b", "b: resilience", dice=MISS)

    table.act("b", "biffer-lob A", "A: resilience", dice="1 1 1 6 6")

    assert table.n("b", "dazed") == 1


# ---- Whirling Slice ------------------------------------------------------------------------------

RING = """
    . b .
    c A .
    . . .
"""


@rule("thrum/roll.separate-contest-per-target")
def test_whirling_slice_contests_with_up_to_2_enemies_within_1() -> None:
    table = duel(RING, "whirling-slice")

    table.act(
        "A",
        "whirling-slice",
        "target b",
        "target c",
        "b: resilience",
        "c: resilience",
        dice=f"{HIT} {MISS}",
    )

    assert (table["b"].fatigue, table["c"].fatigue) == (1, 0)


def test_whirling_slice_may_stop_at_one_enemy() -> None:
    table = duel(RING, "whirling-slice")

    table.act("A", "whirling-slice", "target c", "c: resilience", dice="4 4 2 2")

    assert (table["b"].fatigue, table["c"].fatigue) == (0, 1)


def test_a_critical_of_whirling_slice_moves_its_target_to_a_free_square_within_range() -> None:
    table = duel(RING, "whirling-slice")

    table.act(
        "A",
        "whirling-slice",
        "target b",
        "done",
        "b: resilience",
        "A: push b e 1",
        dice=CRIT,
    )

    assert (table.at("b"), table["b"].fatigue) == ("2,0", 1)


def test_whirling_slice_moves_nobody_out_of_its_range() -> None:
    table = duel(
        """
        . . . .
        . A b .
        . c . .
        """,
        "whirling-slice",
    )
    slice_b = ("whirling-slice", "target b", "done", "b: resilience")

    for out in ("e", "ne", "se"):
        table.begin_turn("A")
        with pytest.raises(UnknownKeyError):
            table.act("A", *slice_b, f"A: push b {out} 1", dice=CRIT)
        table["b"].fatigue = 0
        table.combat.depth = 0
    table.begin_turn("A")
    table.act("A", *slice_b, "A: push b n 1", dice=CRIT)

    assert table.at("b") == "2,0"


def test_the_upgrades_of_whirling_slice_add_half_pow_and_half_rea_targets() -> None:
    upgrades = ("whirling-slice:a", "whirling-slice:b")
    table = Table(
        RING.replace(". . .", ". d ."),
        A=pc(level=0, abilities=["whirling-slice"], upgrades=list(upgrades), POW=2, REA=2),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )

    table.act(
        "A",
        "whirling-slice",
        "target b",
        "target c",
        "target d",
        "b: no defence",
        "c: no defence",
        "d: no defence",
    )

    assert [table[name].fatigue for name in "bcd"] == [2, 2, 2]


# ---- Parry and Riposte ---------------------------------------------------------------------------


def parry(rows: str = "A b . .", *upgrades: str, **points: int) -> Table:
    table = duel(rows, "parry-and-riposte", upgrades=upgrades, more=points)
    table.enter_stance("A", "parry-and-riposte")
    return table


@rule("thrum/roll.flat-bonus")
def test_parry_adds_training_to_the_defence_and_ends_the_stance() -> None:
    table = parry()

    table.act("b", "biffer-thump A", "A: parry-and-riposte", "A: resilience", dice="4 3 3 3")

    assert table.totals() == (9, 6 + 3)  # a tie: avoided, no Critical
    assert (table["A"].fatigue, table.stance_of("A")) == (0, "")


@rule("thrum/roll.defender-critical", "thrum/attack.modifier")
def test_a_parry_that_is_a_critical_strikes_back() -> None:
    """5 + 2 against 9 + 0 + 3: the bonus makes it a Critical; 7 + 2 against 5 + 1 hits."""
    table = parry()

    table.act(
        "b",
        "biffer-thump A",
        "A: parry-and-riposte",
        "A: resilience",
        "b: resilience",
        dice="3 2 5 4 4 3 3 2",
    )

    assert (table["b"].fatigue, table["A"].fatigue) == (1, 0)


@rule("thrum/attack.finisher", "thrum/turn.interrupted-by-incapacity")
def test_the_riposte_is_a_finisher_and_one_whom_it_fells_does_nothing_more() -> None:
    table = parry()
    table["b"].fatigue = 3

    table.act(
        "b",
        "biffer-thump A",
        "A: parry-and-riposte",
        "A: resilience",
        "b: resilience",
        dice="1 1 6 6 4 3 3 2 1 1",
    )

    assert table["b"].incapacitated
    assert table.n("A", "dazed") == 0  # the Effect of the thump


def test_parry_may_be_declined() -> None:
    table = parry()

    table.act("b", "biffer-thump A", "A: pass", "A: resilience", dice=MISS)

    assert (table.stance_of("A"), table["b"].fatigue) == ("parry-and-riposte", 0)


def test_parry_answers_enemies_within_1_who_target_its_owner_and_nobody_else() -> None:
    far = parry("A . b .")
    ally = parry("A b D .")

    far.act("b", "biffer-lob A", "A: resilience", dice=MISS)
    ally.act("b", "biffer-thump D", "D: resilience", dice=MISS)

    assert (far.stance_of("A"), ally.stance_of("A")) == ("parry-and-riposte", "parry-and-riposte")


def test_the_upgrades_of_parry_add_half_fin_to_the_bonus_and_half_pow_to_the_fatigue() -> None:
    table = parry("A b . .", "parry-and-riposte:a", "parry-and-riposte:b", FIN=2, POW=4)

    table.act(
        "b",
        "biffer-thump A",
        "A: parry-and-riposte",
        "A: resilience",
        "b: no defence",
        dice="3 2 4 4",
    )

    assert (table.totals(), table["b"].fatigue) == ((7, 8 + 3 + 1), 3)


# ---- Pivot ---------------------------------------------------------------------------------------


def pivot(rows: str = "A b D .", *upgrades: str, **points: int) -> Table:
    table = duel(rows, "pivot", upgrades=upgrades, more=points)
    table.enter_stance("A", "pivot")
    return table


def test_pivot_enters_a_basic_stance_that_serves_against_the_same_attack() -> None:
    table = pivot()

    table.act("b", "biffer-thump A", "A: pivot brace", "A: resilience", dice="4 3 1 4 5")

    assert (table.totals(), table.stance_of("A")) == ((9, 9), "brace")


def test_a_stance_that_the_same_event_triggers_may_be_used_at_once() -> None:
    table = pivot("D A b .")

    table.act(
        "b",
        "biffer-lob D",
        "A: pivot protect",
        "A: protect D",
        "D: resilience",
        dice="1 2 6 6 1 4 5",  # Ranged next to A, who gives Cover; +1 Boon for D
    )

    assert (table.totals(), table.stance_of("A")) == ((5, 9), "")


def test_pivot_answers_attacks_on_adjacent_characters_of_either_side() -> None:
    table = pivot()

    table.act(
        "D",
        "basic-attack b",
        "A: pivot assist",
        "A: assist b",
        "b: resilience",
        dice="2 3 6 1 1 6",  # Ranged next to b; +1 Bane for b: 5 against 2 + 1
    )

    assert (table["b"].fatigue, table.stance_of("A")) == (2, "")


def test_pivot_does_not_answer_attacks_on_those_farther_away() -> None:
    table = pivot("A . b D")

    table.act("b", "biffer-thump D", "D: resilience", dice=MISS)

    assert table.stance_of("A") == "pivot"


def test_upgrade_a_of_pivot_stays_in_a_stance_that_would_end() -> None:
    table = pivot("D A b .", "pivot:a")

    table.act(
        "b",
        "biffer-lob D",
        "A: pivot protect",
        "A: protect D",
        "A: stay in protect",
        "D: no defence",
    )
    assert table.stance_of("A") == "protect"
    table.begin_turn("b")
    table.act("b", "biffer-lob D", "A: protect D", "A: enter dodge", "D: no defence")

    assert table.stance_of("A") == "dodge"


def test_upgrade_a_of_pivot_is_for_the_stance_that_pivot_brought_about_only() -> None:
    table = pivot("D A b .", "pivot:a")
    table.enter_stance("A", "protect")

    table.act("b", "biffer-lob D", "A: protect D", "D: no defence")

    assert table.stance_of("A") == ""


def test_upgrade_b_of_pivot_gives_one_more_boon_against_this_attack_only() -> None:
    table = pivot("A b D .", "pivot:b")

    table.act("b", "biffer-thump A", "A: pivot brace", "A: resilience", dice="4 3 1 1 4 5")
    assert table.totals() == (9, 9)
    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="4 3 2 2")  # Boon and Dazed

    assert table.totals() == (9, 4)


def test_upgrade_b_of_pivot_needs_a_boon_on_the_defence_that_is_used() -> None:
    table = pivot("A b D .", "pivot:b")

    table.act("b", "biffer-thump A", "A: pivot dodge", "A: resilience", dice="4 3 4 5")

    assert table.totals() == (9, 9)


# ---- Press Advantage -----------------------------------------------------------------------------


@rule("thrum/status.statuses-versus-conditions")
def test_press_advantage_gives_a_boon_against_an_enemy_with_a_status() -> None:
    table = duel("A b . .", "press-advantage", "precision-slash")
    table.give("b", "mark", 2)
    table.give("b", "immobilized")

    table.act("A", "precision-slash b", "b: resilience", dice=MISS)  # it bleeds from now on
    table.begin_turn("A")
    table.act("A", "precision-slash b", "b: resilience", dice="4 1 3 2 2")

    assert table.totals() == (9, 5)


def test_upgrade_a_of_press_advantage_gives_half_fin_more_boons() -> None:
    table = duel("A b . .", "press-advantage", upgrades=("press-advantage:a",), FIN=2)
    table.give("b", "slowed")

    table.act("A", "basic-attack b", "b: resilience", dice="4 1 3 2 2")  # two, less one for Ranged

    assert table["b"].fatigue == 2


def test_upgrade_b_of_press_advantage_adds_1_to_a_status_on_a_critical() -> None:
    table = duel("A b . .", "press-advantage", "precision-slash", upgrades=("press-advantage:b",))
    table.give("b", "slowed")

    table.act("A", "precision-slash b", "b: resilience", dice="6 6 1 1 1")

    assert (table.n("b", "slowed"), table.n("b", "bleed")) == (2, 1)


def test_with_several_statuses_upgrade_b_adds_1_to_up_to_half_fin_of_them() -> None:
    upgrades = ("press-advantage:b",)
    one = duel("A b . .", "press-advantage", "precision-slash", upgrades=upgrades)
    two = duel("A b . .", "press-advantage", "precision-slash", upgrades=upgrades, FIN=4)
    for table in (one, two):
        table.give("b", "slowed")
        table.give("b", "shocked")
        table.give("b", "weakened")

    one.act("A", "precision-slash b", "b: resilience", "A: shocked", dice="6 6 1 1 1")
    two.act("A", "precision-slash b", "b: resilience", "A: weakened", "A: slowed", dice="6 6 1 1 1")

    assert [one.n("b", name) for name in ("slowed", "shocked", "weakened")] == [1, 2, 1]
    assert [two.n("b", name) for name in ("slowed", "shocked", "weakened")] == [2, 1, 2]


# ---- Long Reach ----------------------------------------------------------------------------------


@rule("thrum/grid.range-inclusive")
def test_long_reach_lets_abilities_listed_with_range_1_reach_2() -> None:
    table = duel("A . b .", "long-reach", "precision-slash")
    plain = duel("A . b .", "precision-slash")

    assert "precision-slash b" not in plain.offers("A")
    table.act("A", "precision-slash b", "b: resilience", dice=HIT)

    assert table["b"].fatigue == 2


def test_long_reach_includes_basic_abilities() -> None:
    table = duel("A . D b", "long-reach")
    table.enter_stance("A", "protect")

    table.act("b", "biffer-thump D", "A: protect D", "D: no defence")
    table["D"].incapacitated = True

    assert "resuscitate D" in table.offers("A")


def test_long_reach_extends_neither_other_ranges_nor_unlimited_power() -> None:
    table = duel(". A . b . c", "long-reach", "unlimited-power", training={"elementalism": 3})

    offers = table.offers("A")

    assert "unlimited-power b" not in offers
    assert "basic-attack b" in offers
    assert "basic-attack c" not in offers


@rule("thrum/status.blinded")
def test_long_reach_is_halved_like_any_range() -> None:
    table = duel("A . b .", "long-reach", "precision-slash")
    table.give("A", "blinded")

    assert "precision-slash b" not in table.offers("A")
