from __future__ import annotations

import pytest

from affray.core.errors import IllegalError
from affray.rulesets.thrum import damage
from affray.rulesets.thrum.terms import FATIGUE
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

# With Training 3 at level 12 the Mesmerism modifier is floor((FIN + 3) / 2) + 4: 5 without FIN.


def raised(id: str, *upgrades: str, rea: int = 0, fin: int = 0) -> Table:
    """A with one ability, its ally B, and two foes, b and c."""
    return Table(
        """
        A . . b . .
        . . . . . .
        B . . . . c
        """,
        A=pc(abilities=[id], upgrades=[f"{id}:{one}" for one in upgrades], REA=rea, FIN=fin),
        B=pc(),
        b=npc("biffer"),
        c=npc("biffer"),
    )


# ---- Compulsion ---------------------------------------------------------------------------------


@rule("thrum/move.granted")
def test_compulsion_moves_the_target_up_to_its_speed_where_its_user_likes() -> None:
    """3+3+5 = 11 against 4+4 = 8: a Success."""
    table = raised("compulsion")

    table.act(
        "A",
        "compulsion b",
        "plain",
        "b: resolve",
        "b: move 4,2",
        "A: no overexert",
        dice="3 3 4 4",
    )

    assert table.at("b") == "4,2"
    assert table["b"].stress == 0


@rule("thrum/attack.effect-entries")
def test_compulsion_that_is_resisted_still_moves_the_target_half_its_speed() -> None:
    table = raised("compulsion")

    table.act("A", "compulsion b", "plain", "b: resolve", "b: move 1,1", dice="1 1 6 6")

    assert table.at("b") == "1,1"


def test_compulsion_leaves_nobody_outside_its_range() -> None:
    table = raised("compulsion")

    with pytest.raises(IllegalError, match="may not end there"):
        table.act("A", "compulsion b", "plain", "b: resolve", "b: move 5,1", dice="6 6 1 1")


def test_compulsion_deals_stress_on_a_critical_after_the_move() -> None:
    table = raised("compulsion", "a", rea=2)

    table.act("A", "compulsion b", "plain", "resolve", "b: stop", "no overexert", dice="6 6 1 1")

    assert table["b"].stress == 3


@rule("thrum/overexert.voluntary", "thrum/condition.immobilized")
def test_compulsion_overexerted_holds_the_target_until_the_end_of_its_turn() -> None:
    table = raised("compulsion")

    table.act("A", "compulsion b", "overexert", "b: resolve", "b: stop", dice="3 3 4 4")
    assert (table["A"].stress, table.n("b", "immobilized")) == (1, 1)

    table.turn("b", "act", "no action", "no stance")
    assert (table.at("b"), table.n("b", "immobilized")) == ("3,0", 0)


def test_compulsion_may_be_overexerted_after_the_attack() -> None:
    table = raised("compulsion")

    table.act(
        "A",
        "compulsion b",
        "plain",
        "b: resolve",
        "b: stop",
        "A: overexert now",
        dice="3 3 4 4",
    )

    assert (table["A"].stress, table.n("b", "immobilized")) == (1, 1)


def test_compulsion_b_holds_on_a_critical_free_instead_of_the_stress() -> None:
    table = raised("compulsion", "b")

    table.act("A", "compulsion b", "plain", "resolve", "b: stop", "A: immobilize", dice="6 6 1 1")

    assert (table["b"].stress, table["A"].stress, table.n("b", "immobilized")) == (0, 0, 1)


@rule("thrum/attack.waive-defence")
def test_compulsion_moves_a_willing_ally_as_by_a_success_without_dice() -> None:
    table = raised("compulsion")

    table.act("A", "compulsion B", "plain", "B: move 4,2", "A: no overexert")

    assert table.at("B") == "4,2"


def test_compulsion_asks_an_ally_whom_somebody_else_plays() -> None:
    table = raised("compulsion")
    table["B"].seats = 4

    table.act("A", "compulsion B", "plain", "B: refuse")

    assert table.at("B") == "0,2"


@rule("thrum/move.drop.roll")
def test_compulsion_may_send_its_target_over_an_edge() -> None:
    table = Table("A 3 .", A=pc(abilities=["compulsion"]), b=npc("biffer"), heights="0 3 0")
    table.put("b", "1,0")

    table.act(
        "A",
        "compulsion b",
        "plain",
        "b: resolve",
        "b: drop 2,0",
        "b: by endurance",
        "A: no overexert",
        dice="3 3 4 4 1 1 6 6",
    )

    assert table.at("b") == "2,0"
    assert table.n("b", "slowed") == 1


# ---- Addle --------------------------------------------------------------------------------------


def test_addle_disorients_and_slows() -> None:
    table = raised("addle")

    table.act("A", "addle b", "plain", "b: resolve", dice="3 3 4 4")

    assert (table.n("b", "disoriented"), table.n("b", "slowed"), table["b"].stress) == (1, 1, 0)


def test_addle_overexerted_deals_stress_on_a_success() -> None:
    table = raised("addle", "a", "b", rea=2, fin=4)

    table.act("A", "addle b", "overexert", "b: resolve", dice="6 6 1 1")

    assert (table["b"].stress, table.n("b", "slowed"), table["A"].stress) == (3, 3, 1)


def test_addle_that_is_resisted_does_nothing() -> None:
    table = raised("addle")

    table.act("A", "addle b", "overexert", "b: resolve", dice="1 1 6 6")

    assert (table["b"].stress, table["b"].effects) == (0, [])


# ---- Puppet -------------------------------------------------------------------------------------


def stringed(*upgrades: str, abilities: list[str] | None = None, rea: int = 0) -> Table:
    return Table(
        """
        A . . b . c
        . . . . . .
        B . . . . .
        """,
        A=pc(
            abilities=["puppet", *(abilities or [])],
            upgrades=[f"puppet:{one}" for one in upgrades],
            REA=rea,
        ),
        B=pc(),
        b=npc("biffer"),
        c=npc("biffer"),
    )


@rule("thrum/attack.compelled")
def test_a_puppet_makes_a_basic_attack_on_its_own_side_with_its_leaders_mesmerism() -> None:
    """b attacks c with 5: 3+3+5 = 11 against 4+4+1 = 9."""
    table = stringed()
    table["b"].fatigue = 5  # Exhausted: a Bane, but no Incapacity Roll

    table.act("A", "puppet b", "plain", "b: resolve", "c: resilience", dice="3 3 4 4 3 3 6 4 4")

    assert table["c"].fatigue == 2
    assert table.totals() == (11, 9)
    assert not table["b"].incapacitated
    assert table["b"].side == table["c"].side


def test_a_puppet_never_attacks_its_leaders_allies() -> None:
    table = stringed()
    table.put("B", "3,2")
    table.put("c", "4,2")

    table.act("A", "puppet b", "plain", "resolve", "c: resilience", dice="3 3 4 4 3 3 4 4")

    assert (table["B"].fatigue, table["c"].fatigue) == (0, 2)


def test_puppet_resisted_does_nothing() -> None:
    table = stringed()

    table.act("A", "puppet b", "plain", "b: resolve", dice="1 1 6 6")

    assert table["c"].fatigue == 0


def test_puppet_deals_stress_on_a_critical_after_the_attack() -> None:
    table = stringed("a", rea=2)

    table.act("A", "puppet b", "plain", "b: resolve", "c: resilience", dice="6 6 1 1 1 1 6 6")

    assert table["b"].stress == 3


def test_an_ally_is_led_without_a_contest() -> None:
    table = stringed()
    table.put("B", "4,2")

    table.act("A", "puppet B", "plain", "basic-attack c", "c: resilience", dice="3 3 4 4")

    assert table["c"].fatigue == 2


def test_puppet_overexerted_makes_the_target_use_one_of_ones_actions() -> None:
    table = stringed(abilities=["addle"])

    table.act(
        "A",
        "puppet b",
        "overexert",
        "b: resolve",
        "A: addle c",
        "plain",
        "c: resolve",
        dice="3 3 4 4 6 6 1 1",
    )

    assert table.n("c", "slowed") == 1
    assert table["A"].stress == 1


@rule("thrum/attack.compelled")
def test_an_overexerted_puppet_may_be_made_to_dash() -> None:
    table = stringed()

    table.act("A", "puppet b", "overexert", "resolve", "dash", "b: move 3,2", dice="3 3 4 4")

    assert table.at("b") == "3,2"
    assert not table["b"].acted


def test_puppet_b_lends_an_action_free_on_a_critical_instead_of_the_stress() -> None:
    table = stringed("b")

    table.act(
        "A", "puppet b", "plain", "resolve", "lend action", "dash", "b: move 3,2", dice="6 6 1 1"
    )

    assert (table.at("b"), table["b"].stress, table["A"].stress) == ("3,2", 0, 0)


@rule("thrum/terrain-effect.one-per-creator")
def test_a_terrain_effect_made_through_a_puppet_is_its_leaders() -> None:
    table = stringed(abilities=["blizzard"])

    table.act(
        "A", "puppet b", "overexert", "resolve", "blizzard", "plain", "area 4,1", dice="3 3 4 4"
    )

    assert [terrain.creator for terrain in table.combat.terrains] == [table["A"].index]


def test_an_action_that_counts_for_its_owner_is_done_by_the_leader_from_the_puppets_square() -> (
    None
):
    """REA 4, Elementalism 7; with Mesmerism 5: 6+6+5 = 17."""
    table = stringed(abilities=["unlimited-power"], rea=4)
    table.put("c", "4,0")

    table.act(
        "A",
        "puppet b",
        "overexert",
        "resolve",
        "unlimited-power c",
        "plain",
        "c: resolve",
        dice="3 3 4 4 6 6 1 1",
    )

    assert table["c"].stress == 2
    assert table.totals() == (17, 2)
    assert 1 << table["c"].index in table["A"].used


# ---- The Prestige -------------------------------------------------------------------------------


def prestige(*upgrades: str) -> Table:
    table = Table(
        """
        . B . . .
        . A . . b
        . . . . .
        . . . . .
        """,
        A=pc(abilities=["the-prestige"], upgrades=[f"the-prestige:{one}" for one in upgrades]),
        B=pc(),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.enter_stance("A", "the-prestige")
    return table


@rule("thrum/move.swap")
def test_the_prestige_swaps_an_ally_in_who_becomes_the_target() -> None:
    table = prestige()
    table.begin_turn("b")

    table.act(
        "b",
        "basic-attack A",
        "A: the-prestige A",
        "A: end the-prestige",
        "B: resilience",
        dice="6 6 1 1",
    )

    assert (table.at("A"), table.at("B")) == ("1,0", "1,1")
    assert (table["A"].fatigue, table["B"].fatigue) == (0, 2)
    assert table.stance_of("A") == ""


def test_the_prestige_may_protect_an_ally_with_oneself_and_be_kept_for_stress() -> None:
    table = prestige()
    table.begin_turn("b")

    table.act(
        "b",
        "basic-attack B",
        "A: the-prestige B",
        "A: take 1 stress",
        "A: resilience",
        dice="6 6 1 1",
    )

    assert (table["A"].fatigue, table["B"].fatigue) == (2, 0)
    assert (table["A"].stress, table.stance_of("A")) == (1, "the-prestige")


def test_the_prestige_makes_a_mental_attack_on_an_enemy_before_swapping_it_in() -> None:
    table = prestige()
    table.put("B", "0,2")
    table.put("c", "1,2")
    table.begin_turn("b")

    table.act(
        "b",
        "basic-attack A",
        "A: the-prestige A",
        "A: swap with c",
        "c: resolve",
        "A: end the-prestige",
        "c: resilience",
        dice="6 6 1 1 6 6 1 1",
    )

    assert (table.at("A"), table.at("c")) == ("1,2", "1,1")
    assert (table["A"].fatigue, table["c"].fatigue) == (0, 2)


def test_the_prestige_fails_against_an_enemy_that_defends() -> None:
    table = prestige()
    table.put("B", "0,2")
    table.put("c", "1,2")
    table.begin_turn("b")

    table.act(
        "b",
        "basic-attack A",
        "A: the-prestige A",
        "A: swap with c",
        "c: resolve",
        "A: end the-prestige",
        "A: resilience",
        dice="1 1 6 6 6 6 1 1",
    )

    assert (table.at("A"), table["A"].fatigue, table["c"].fatigue) == ("1,1", 2, 0)


def test_the_prestige_needs_somebody_to_swap_with() -> None:
    table = prestige()
    table.put("B", "1,3")
    table.begin_turn("b")

    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")

    assert table.stance_of("A") == "the-prestige"


@rule("thrum/attack.target-moved")
def test_the_prestige_a_steps_out_of_range_instead() -> None:
    table = prestige("a")
    table.put("B", "1,3")
    table.begin_turn("b")

    table.act("b", "basic-attack A", "A: the-prestige A", "A: move 0,1", "A: end the-prestige")

    assert (table.at("A"), table["A"].fatigue) == ("0,1", 0)


def test_the_prestige_b_reaches_two_squares() -> None:
    table = prestige("b")
    table.put("B", "1,3")
    table.begin_turn("b")

    table.act(
        "b",
        "basic-attack A",
        "A: the-prestige A",
        "A: end the-prestige",
        "B: resilience",
        dice="6 6 1 1",
    )

    assert (table.at("A"), table["B"].fatigue) == ("1,3", 2)


@rule("thrum/area.in-area-counts-as-targeted")
def test_the_prestige_swaps_somebody_into_an_attacked_area() -> None:
    table = Table(
        """
        . B . . .
        . A . . b
        . . . . .
        """,
        A=pc(abilities=["the-prestige"]),
        B=pc(),
        b=pc(abilities=["fire-burst"]),
    )
    table.enter_stance("A", "the-prestige")
    table.begin_turn("b")

    table.act(
        "b",
        "fire-burst",
        "plain",
        "area 1,1",
        "A: the-prestige A",
        "A: end the-prestige",
        "B: resilience",
        dice="3 3 4 4",
    )

    assert (table.at("A"), table["A"].fatigue, table["B"].fatigue) == ("1,0", 0, 1)


def test_the_prestige_may_be_passed_over() -> None:
    table = prestige()
    table.begin_turn("b")

    table.act("b", "basic-attack A", "A: pass", "A: resilience", dice="1 1 6 6")

    assert table.stance_of("A") == "the-prestige"


# ---- Mind Over Matter ---------------------------------------------------------------------------


def mindful(*upgrades: str, foc: int = 0) -> Table:
    table = Table(
        "A . . b",
        A=pc(
            abilities=["mind-over-matter"],
            upgrades=[f"mind-over-matter:{one}" for one in upgrades],
            FOC=foc,
        ),
        b=npc("biffer"),
    )
    table.enter_stance("A", "mind-over-matter")
    return table


def hurt(table: Table, n: int, *keys: str) -> None:
    agent = table.script(keys, "")
    damage.take(table.combat, table["A"].index, FATIGUE, n, table["b"].index)
    table.done(agent)


def test_mind_over_matter_turns_one_fatigue_into_stress_and_the_first_use_is_free() -> None:
    table = mindful()

    hurt(table, 2, "mind-over-matter")

    assert (table["A"].fatigue, table["A"].stress) == (1, 1)
    assert table.stance_of("A") == "mind-over-matter"


def test_mind_over_matter_costs_more_each_time_since_ones_last_turn_or_ends() -> None:
    table = mindful()

    hurt(table, 2, "mind-over-matter")
    hurt(table, 2, "mind-over-matter", "take 1 stress")
    assert (table["A"].fatigue, table["A"].stress) == (2, 3)

    hurt(table, 2, "mind-over-matter", "end mind-over-matter")
    assert (table["A"].fatigue, table["A"].stress) == (3, 4)
    assert table.stance_of("A") == ""


def test_mind_over_matter_is_cheap_again_after_ones_turn() -> None:
    table = mindful(foc=4)
    hurt(table, 1, "mind-over-matter")

    table.turn("A", "act", "stop", "no action", "keep stance")
    hurt(table, 1, "mind-over-matter")

    assert (table["A"].fatigue, table["A"].stress) == (0, 2)


def test_mind_over_matter_b_takes_one_off_the_extra_stress() -> None:
    table = mindful("b")

    hurt(table, 1, "mind-over-matter")
    hurt(table, 1, "mind-over-matter")
    hurt(table, 1, "mind-over-matter", "take 1 stress")

    assert table["A"].stress == 4


def test_mind_over_matter_a_converts_up_to_half_of_foc_more() -> None:
    table = mindful("a", foc=4)

    hurt(table, 4, "mind-over-matter", "convert 3")

    assert (table["A"].fatigue, table["A"].stress) == (1, 3)


@rule("thrum/status.vulnerable-both-kinds")
def test_conversion_comes_before_vulnerable_which_adds_to_the_fatigue_left() -> None:
    table = mindful()
    table.give("A", "vulnerable", 2)

    hurt(table, 2, "mind-over-matter")

    assert (table["A"].fatigue, table["A"].stress) == (3, 1)
    assert table.n("A", "vulnerable") == 0


@rule("thrum/status.vulnerable")
def test_vulnerable_adds_to_the_stress_if_no_fatigue_is_left() -> None:
    table = mindful()
    table.give("A", "vulnerable", 2)

    hurt(table, 1, "mind-over-matter")

    assert (table["A"].fatigue, table["A"].stress) == (0, 3)


# ---- Composed -----------------------------------------------------------------------------------


@rule("thrum/sheet.tolerances")
def test_composed_raises_stress_tolerance_and_panic_rolls() -> None:
    """Stress 8: 4 + 3 + 1 is not enough, 4 + 3 + 2 is."""
    for upgrades, held in (([], False), (["composed:a"], True)):
        table = Table("A . b", A=pc(abilities=["composed"], upgrades=upgrades), b=npc("biffer"))
        assert table["A"].stress_tolerance == 2 + (2 if upgrades else 1)
        table["A"].stress = 8

        table.start("A", dice="4 3")

        assert (table["A"].stress == 8) == held


@rule("thrum/roll.defence-name")
def test_composed_helps_resolve_rolls_only_with_b() -> None:
    for upgrades, total in (([], 6), (["composed:b"], 7)):
        table = Table(
            "A . b",
            A=pc(abilities=["composed"], upgrades=upgrades),
            b=pc(abilities=["addle"]),
        )
        table.begin_turn("b")

        table.act("b", "addle A", "plain", "A: resolve", dice="1 1 3 3")

        assert table.totals()[1] == total


# ---- Disappearing Act ---------------------------------------------------------------------------


def vanishing(*upgrades: str) -> Table:
    return Table(
        """
        A . . b
        . . . .
        """,
        A=pc(
            abilities=["disappearing-act"],
            upgrades=[f"disappearing-act:{one}" for one in upgrades],
        ),
        b=npc("biffer"),
    )


def test_one_who_successfully_defends_against_an_enemy_is_hidden_afterwards() -> None:
    table = vanishing()

    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")

    assert table.n("A", "hidden") == 1


def test_one_who_is_hit_or_does_not_defend_is_not_hidden() -> None:
    table = vanishing()

    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="6 6 1 1")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: no defence")

    assert table.n("A", "hidden") == 0


def test_disappearing_act_a_gives_a_boon_on_the_next_attack_only() -> None:
    table = vanishing("a")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")

    table.begin_turn("A")
    table.act("A", "basic-attack b", "resilience", dice="1 1 1 6 6")
    table.begin_turn("A")
    table.act("A", "basic-attack b", "resilience", dice="1 1 6 6")

    assert table.n("A", "hidden") == 0


@rule("thrum/condition.hidden-ends")
def test_disappearing_act_b_hampers_the_next_attack_and_keeps_one_hidden() -> None:
    """From a nonadjacent square Hidden is a Bane of its own; beside its bearer it would end."""
    table = vanishing("b")
    table.put("b", "2,0")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")

    table.put("b", "1,0")
    table.begin_turn("b")
    table.act("b", "biffer-thump A", "A: resilience", dice="1 1 1 6 6")

    assert table.n("A", "hidden") == 1


def test_disappearing_act_b_is_undone_by_a_successful_attack_of_an_adjacent_enemy() -> None:
    table = vanishing("b")
    table.put("b", "2,0")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")
    table.put("b", "1,0")

    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="6 6 6 6 1 1")

    assert table.n("A", "hidden") == 0


def test_disappearing_act_b_lasts_only_until_ones_own_turn() -> None:
    table = vanishing("b")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")

    table.turn("A", "act", "stop", "no action", "no stance")
    table.put("b", "1,0")
    table.begin_turn("b")
    table.act("b", "basic-attack A", "A: no defence")

    assert table.n("A", "hidden") == 0
