"""The sequence of an attack: declaration, defence, contest, entries, Finisher."""

from __future__ import annotations

import pytest

from affray.core.errors import UnknownKeyError
from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def test_a_basic_attack_rolls_attack_then_defence_and_deals_two_fatigue() -> None:
    table = Table(
        """
        A . b
        """,
        A=pc(POW=2, training={"brawling": 3}),
        b=npc("biffer"),
    )

    table.act("A", "basic-attack b", "b: resilience", dice="4 5 3 2")

    assert table["b"].fatigue == 2


def brawler(**more: int) -> Sheet:
    """Sockem with +3: POW 2, Brawling 3, level 1."""
    return pc(level=1, training={"brawling": 3}, abilities=["sockem"], more={"POW": 2} | more)


def duel(**sheets: Sheet) -> Table:
    return Table("A b", more={"A": brawler(), "b": npc("biffer")} | sheets)


@rule("thrum/attack.modifier")
def test_an_attack_adds_the_modifier_of_the_art_that_grants_it() -> None:
    table = Table(
        "A b",
        A=pc(
            level=1,
            POW=2,
            FIN=1,
            training={"brawling": 3, "dueling": 1},
            abilities=["sockem", "precision-slash"],
        ),
        b=npc("biffer"),
    )

    table.act("A", "sockem b", "b: resilience", dice="1 1 6 6")
    assert table.totals()[0] == 2 + 3  # floor(5/2) + 1
    table.begin_turn("A")
    table.act("A", "precision-slash b", "b: resilience", dice="1 1 6 6")
    assert table.totals()[0] == 2 + 2  # floor(2/2) + 1


@rule("thrum/attack.modifier")
def test_a_stance_of_an_art_attacks_with_that_arts_modifier() -> None:
    table = Table(
        """
        A b
        . .
        """,
        A=pc(level=1, POW=2, FIN=5, training={"brawling": 3, "dueling": 3}, abilities=["guardian"]),
        b=npc("biffer"),
    )
    table.enter_stance("A", "guardian")

    table.move("b", "move 1,1", "pay 2", "b: resilience", "stop", dice="1 1 6 6")

    assert table.totals()[0] == 2 + 3


@rule("thrum/attack.modifier")
def test_an_npc_adds_its_attack_modifier_to_every_attack() -> None:
    for key in ("biffer-thump A", "biffer-lob A", "basic-attack A"):
        table = Table("b A", A=pc(), b=npc("biffer", tier=1))
        bane = " 6" if key != "biffer-thump A" else ""

        table.act("b", key, "A: resilience", dice="1 1" + bane + " 6 6")

        assert table.totals()[0] == 2 + 3


@rule("thrum/attack.basic-modifier")
def test_a_basic_attack_adds_the_highest_art_modifier() -> None:
    table = Table(
        "A . b",
        A=pc(level=1, POW=1, FIN=3, training={"brawling": 1, "dueling": 3}),
        b=npc("biffer"),
    )

    table.act("A", "basic-attack b", "b: resilience", dice="1 1 6 6")

    assert table.totals()[0] == 2 + 4  # Dueling: floor(6/2) + 1


@rule("thrum/attack.sequence")
def test_an_attack_runs_declare_overexert_triggers_defence_rolls_entries_vulnerable_finisher() -> (
    None
):
    table = Table(
        """
        g A
        . P
        """,
        order="AgP",
        g=npc("gatebreaker"),
        A=pc(),
        P=pc(),
    )
    table.enter_stance("P", "protect")
    table["A"].fatigue = 3  # of Tolerance 3

    table.begin_turn("g")
    table.act(
        "g",
        "hammerfall A",
        "g: overexert",
        "P: protect A",
        "A: evasion",
        dice="4 4 1 1 1 1  6 6",
    )

    told = [(one.name, one.what) for one in table.facts()]
    told = told[told.index(("uses", "hammerfall")) :]
    passing = [("contests", "hammerfall"), ("condition-lost", "vulnerable")]
    assert [one for one in told if one not in passing] == [
        ("uses", "hammerfall"),
        ("damaged", "stress"),
        ("targets", "hammerfall"),
        ("responds", "protect"),
        ("condition-lost", "stance protect"),
        ("rolled", "hammerfall"),
        ("damaged", "fatigue"),
        ("condition-gained", "stunned"),
        ("condition-gained", "vulnerable"),
        ("rolled", "incapacity"),
    ]


@rule("thrum/attack.sequence")
def test_what_an_ability_does_before_the_attack_comes_before_targeting_triggers() -> None:
    table = Table(
        """
        A . . b
        . . . c
        """,
        A=pc(abilities=["bull-rush"]),
        b=npc("biffer"),
        c=npc("biffer"),
    )
    table.enter_stance("c", "protect")

    table.act(
        "A",
        "bull-rush b",
        "A: move 2,0",
        "c: protect b",
        "b: resilience",
        dice="1 1 1 6 6",
    )

    told = [(one.name, one.who) for one in table.combat.events]
    assert told.index(("moved", 0)) < told.index(("targets", 0)) < told.index(("responds", 2))


@rule("thrum/attack.always-may-defend")
def test_every_target_may_defend_every_time_without_limit() -> None:
    table = Table("b A c", A=pc(), b=npc("biffer"), c=npc("biffer"))

    for name in "bcbc":
        table.begin_turn(name)
        table.act(name, "biffer-thump A", "A: resilience", dice="1 1 6 6")
        table.combat.units[0].effects = []  # without the Dazed of Thump

    assert table["A"].fatigue == 0


@rule("thrum/attack.type")
def test_only_an_ability_with_the_attack_type_is_contested() -> None:
    table = Table("a b", A=pc(), a=npc("bonesetter"), b=npc("biffer"))
    table["b"].fatigue = 3
    table.act("a", "splint b")  # no defence asked, no dice

    assert table["b"].fatigue == 1


@rule("thrum/attack.physical-defences")
def test_against_a_physical_attack_one_defends_with_resilience_or_evasion() -> None:
    assert defences("biffer-thump A", npc("biffer")) == ["resilience", "evasion", "no defence"]


@rule("thrum/attack.mental-defences")
def test_against_a_mental_attack_one_defends_with_resolve_or_evasion() -> None:
    assert defences("cold-whisper A", npc("dirge-singer")) == ["resolve", "evasion", "no defence"]


def defences(attack: str, sheet: Sheet) -> list[str]:
    """Return what A may choose from when an ability is used on it."""
    table = Table("b A", A=pc(), b=sheet)
    choice = table.question("b", keys=[attack])
    assert choice is not None
    return table.options(choice)


@rule("thrum/attack.defence-before-roll")
def test_the_defence_is_chosen_before_any_attack_die_falls_by_all_targets() -> None:
    table = Table(
        """
        m . . B C
        . . . . .
        """,
        order="BCm",
        m=npc("mirewright"),
        B=pc(),
        C=pc(),
    )

    table.begin_turn("m")
    with pytest.raises(UnknownKeyError):
        # C's answer is asked for before the first die: no dice are scripted.
        table.act("m", "cinder-jar", "area 3,0", "B: resilience", "C: nonsense")
    assert not table.told("rolled")


@rule("thrum/attack.waive-defence")
def test_without_a_defence_no_dice_fall_and_it_is_a_success_but_no_critical() -> None:
    table = duel()

    table.act("A", "sockem b", "b: no defence")

    assert (table["b"].fatigue, table.n("b", "stunned")) == (2, 0)


@rule("thrum/attack.target-moved")
def test_a_target_carried_out_of_range_is_missed_without_dice_but_takes_effect_entries() -> None:
    """The Prestige moves A out of Gash's Range; Evasion was never declared and costs nothing."""
    table = Table(
        "a B . .",
        order="aB",
        a=npc("ashrunner"),
        B=pc(abilities=["the-prestige"], upgrades=["the-prestige:a"]),
    )
    table.enter_stance("B", "the-prestige")

    table.act("a", "gash B", "B: the-prestige B", "B: move 2,0", "B: end the-prestige", "a: stop")

    assert (table["B"].fatigue, table.n("B", "bleed"), table.n("B", "vulnerable")) == (0, 1, 0)


@rule("thrum/attack.target-moved")
def test_a_target_carried_off_the_squares_of_an_area_is_missed_and_nobody_new_becomes_one() -> None:
    table = Table(
        """
        m . . B . .
        . . C . . .
        """,
        order="BCm",
        m=npc("mirewright"),
        B=pc(abilities=["the-prestige"], upgrades=["the-prestige:a"]),
        C=pc(),
    )
    table.enter_stance("B", "the-prestige")
    table.put("C", "5,1")
    table.begin_turn("m")

    table.act(
        "m",
        "cinder-jar",
        "area 3,0",
        "B: the-prestige B",
        "B: move 2,1",
        "B: end the-prestige",
    )

    assert (table["B"].fatigue, table.at("B")) == (0, "2,1")
    assert [one.rule for one in table.told("misses")] == ["attack.target-moved"]


@rule("thrum/attack.effect-entries")
def test_effect_entries_apply_hit_or_miss_success_and_critical_only_as_rolled() -> None:
    # Gash: Success 1, Critical 1 more, Effect 1 Bleed.
    for dice, fatigue in (("1 1 6 6", 0), ("4 4 4 4", 1), ("6 6 1 1", 2)):
        table = Table("a B", a=npc("ashrunner"), B=pc())

        table.act("a", "gash B", "B: resilience", "stop", dice=dice)

        assert (table["B"].fatigue, table.n("B", "bleed")) == (fatigue, 1)


@rule("thrum/attack.critical-adds")
def test_a_critical_adds_to_the_success_entries() -> None:
    table = duel()

    table.act("A", "sockem b", "b: resilience", dice="6 6 1 1")

    assert (table["b"].fatigue, table.n("b", "stunned")) == (2 + 1, 1)


@rule("thrum/attack.critical-adds")
def test_a_critical_that_says_instead_replaces_them() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))

    table.act("b", "biffer-thump A", "A: resilience", dice="6 6 1 1")

    assert table["A"].fatigue == 2  # 2 instead of 1, not 3


@rule("thrum/attack.entries-in-order")
def test_entries_resolve_in_the_order_listed_after_both_rolls() -> None:
    table = duel()
    table.enter_stance("b", "dodge")

    # Sockem lists its Effect first: the Slowed comes too late to forbid the Evasion declared.
    table.act("A", "sockem b", "b: evasion", dice="6 6 1 1 1 1")

    told = [one.what for one in table.facts() if one.name in ("condition-gained", "damaged")]
    assert told == ["stance dodge", "slowed", "fatigue", "stunned", "vulnerable"]


@rule("thrum/attack.entries-in-order")
def test_an_ability_that_lists_its_effect_last_gives_it_last() -> None:
    table = Table("b A", A=pc(), b=npc("biffer"))

    # Thump gives Dazed after its Fatigue, so that this very harm does not end it.
    table.act("b", "biffer-thump A", "A: no defence")

    assert (table["A"].fatigue, table.n("A", "dazed")) == (1, 1)


@rule("thrum/attack.ranged-bane")
def test_a_ranged_attack_has_a_bane_for_each_adjacent_enemy_the_target_included() -> None:
    """Two adjacent enemies: 2 Banes, 4d6, keep the two lowest."""
    table = Table("b A c", A=pc(), b=npc("biffer"), c=npc("biffer"))

    table.act("A", "basic-attack b", "b: resilience", dice="6 5 4 1 6 6")

    assert table.totals()[0] == 1 + 4


@rule("thrum/attack.ranged-bane")
def test_allies_next_to_the_shooter_and_enemies_farther_off_are_no_hindrance() -> None:
    table = Table("C A . b", A=pc(), C=pc(), b=npc("biffer"))

    table.act("A", "basic-attack b", "b: resilience", dice="1 2 6 6")


@rule("thrum/attack.ranged-incapacitated-count")
def test_a_fallen_enemy_next_to_the_shooter_still_hampers() -> None:
    table = Table("c A . b", A=pc(), b=npc("biffer"), c=npc("biffer"))
    table["c"].incapacitated = True

    table.act("A", "basic-attack b", "b: resilience", dice="6 2 1 6 6")

    assert table.totals() == (3 + table["A"].sheet.best_art(), 12 + 1)


@rule("thrum/attack.finisher")
def test_a_finisher_makes_its_exhausted_target_roll_at_once() -> None:
    table = duel()
    table["b"].fatigue = 4  # Tolerance 3

    table.act("A", "sockem b", "b: resilience", dice="1 1 6 6  2 1")

    assert table["b"].incapacitated  # 3 + 1 is not greater than 4


@rule("thrum/attack.finisher")
def test_no_finisher_no_roll_and_none_for_a_target_that_is_not_exhausted() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer"))
    table["b"].fatigue = 9
    table.act("A", "basic-attack b", "b: no defence")
    assert table["b"].able()

    table = duel()
    table["b"].fatigue = 1
    table.act("A", "sockem b", "b: no defence")  # 3 of Tolerance 3: not Exhausted
    assert table["b"].able()


@rule("thrum/attack.finisher-timing")
def test_a_target_that_the_finisher_itself_exhausts_rolls_too() -> None:
    table = duel()
    table["b"].fatigue = 2

    table.act("A", "sockem b", "b: no defence", dice="1 2")

    assert (table["b"].incapacitated, table["b"].fatigue) == (True, 4 - 1)


@rule("thrum/attack.finisher-on-a-miss")
def test_a_missed_finisher_still_forces_the_roll_unless_the_table_has_it_otherwise() -> None:
    for option, down in ((0, True), (1, False)):
        table = Table("A b", options={"finisher-on-success": option}, A=brawler(), b=npc("biffer"))
        table["b"].fatigue = 4

        dice = "1 1 6 6" + ("  1 1" if down else "")
        table.act("A", "sockem b", "b: resilience", dice=dice)

        assert table["b"].incapacitated is down


@rule("thrum/attack.finisher-on-a-miss")
def test_where_only_successes_count_a_success_still_forces_the_roll() -> None:
    table = Table("A b", options={"finisher-on-success": 1}, A=brawler(), b=npc("biffer"))
    table["b"].fatigue = 4

    table.act("A", "sockem b", "b: no defence", dice="1 1")

    assert table["b"].incapacitated


@rule("thrum/turn.interrupted-by-incapacity")
def test_one_felled_by_the_answer_to_its_finisher_gives_no_effect_and_forces_no_roll() -> None:
    table = Table(
        "a B c",
        order="aBc",
        a=npc("ashrunner"),
        B=pc(abilities=["parry-and-riposte"]),
        c=npc("chaff"),
    )
    table.enter_stance("B", "parry-and-riposte")
    table["a"].fatigue = 9
    table["B"].fatigue = 9  # Exhausted, but Gash breaks off

    table.act(
        "a",
        "gash B",
        "B: parry-and-riposte",
        "B: resilience",
        "a: resilience",
        dice="1 1 1 6 6  6 6 1 1 1  1 1",
    )

    assert (table["a"].incapacitated, table["B"].incapacitated) == (True, False)
    assert table.n("B", "bleed") == 0


@rule("thrum/attack.finisher-several")
def test_several_targets_of_a_finisher_roll_in_initiative_order_after_the_whole_attack() -> None:
    table = Table(
        "c A b",
        order="Acb",
        A=pc(abilities=["whirling-slice"]),
        b=npc("chaff"),
        c=npc("chaff"),
    )
    table["b"].fatigue = table["c"].fatigue = 3

    table.act(
        "A",
        "whirling-slice",
        "target b",
        "target c",
        "c: no defence",
        "b: no defence",
        dice="6 6  1 1",
    )

    assert (table["c"].incapacitated, table["b"].incapacitated) == (False, True)
    names = [
        (one.name, one.who) for one in table.combat.events if one.name in ("damaged", "rolled")
    ]
    assert names == [("damaged", 2), ("damaged", 1), ("rolled", 2), ("rolled", 1)]


@rule("thrum/attack.on-incapacitated")
def test_the_incapacitated_can_be_targeted_defend_are_harmed_and_roll_no_further() -> None:
    table = duel()
    table["b"].fatigue = 9
    table["b"].incapacitated = True

    table.act("A", "sockem b", "b: resilience", dice="5 5 2 2")

    assert (table["b"].fatigue, table.n("b", "slowed")) == (9 + 3, 1)


@rule("thrum/attack.compelled")
def test_an_attack_outside_the_own_action_step_uses_no_action_and_owes_no_roll() -> None:
    table = Table(
        """
        A b
        . .
        """,
        A=pc(),
        b=npc("hookwarden"),
    )
    table.enter_stance("b", "iron-fence")
    table["b"].fatigue = 9  # Exhausted: a Bane, but no roll for acting

    table.move("A", "move 0,1", "b: iron-fence", "A: resilience", "stop", dice="1 1 1 6 6")

    assert (table["b"].able(), table["b"].acted) == (True, False)
    table.begin_turn("b")
    assert "basic-attack A" in table.offers("b")
