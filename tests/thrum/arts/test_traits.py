from __future__ import annotations

import pytest

from affray.core.errors import AffrayError
from affray.rulesets.thrum import death
from affray.rulesets.thrum.condition import kinds
from affray.rulesets.thrum.terms import FATIGUE, STRESS
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

# ---- Condotierri ---------------------------------------------------------------------------------


def soldiers(row: str, second: str, trait: str = "condotierri") -> Table:
    return Table(
        f"{row}\n{second}",
        A=pc(),
        b=npc("biffer", 0, trait),
        c=npc("biffer", 0, trait),
        d=npc("biffer", 0, trait),
    )


def test_condotierri_add_one_to_resilience_for_each_of_them_orthogonally_beside() -> None:
    """Attack 7 against 1 + 2 + 4: a tie, which the defender wins."""
    table = soldiers("A . c b .", ". . . d .")

    table.act("A", "basic-attack b", "b: resilience", dice="1 3 4 2 2")

    assert table["b"].fatigue == 0


def test_condotierri_at_a_corner_do_not_count() -> None:
    """Attack 7 against 1 + 0 + 5."""
    table = soldiers("A . . b .", ". . . . c")

    table.act("A", "basic-attack b", "b: resilience", dice="3 4 2 3")

    assert table["b"].fatigue == 2


def test_condotierri_do_not_help_evasion() -> None:
    table = soldiers("A . . b c", ". . . d .")

    table.act("A", "basic-attack b", "b: evasion", dice="2 3 1 2 2")

    assert table["b"].fatigue == 2


@rule("thrum/incapacity.roll")
@pytest.mark.parametrize(("row", "falls"), [("A . b . c", True), ("A . . b c", False)])
def test_condotierri_hold_longer_against_incapacity(row: str, falls: bool) -> None:
    """2d6 = 6, + 1 Resilience, + 1 beside a brother in arms, against a Load of 7."""
    table = soldiers(row, ". . . . .")
    table["b"].fatigue = 7

    agent = table.script((), "3 3")
    death.incapacity_roll(table.combat, table["b"], "incapacity.roll")
    table.done(agent)

    assert table["b"].incapacitated is falls


# ---- Confed --------------------------------------------------------------------------------------


def test_confed_have_a_boon_for_each_other_of_them_next_to_the_target() -> None:
    table = Table(
        """
        . c . . .
        b . A . .
        . d . . .
        """,
        A=pc(),
        b=npc("biffer", 0, "confed"),
        c=npc("biffer", 0, "confed"),
        d=npc("biffer", 0, "confed"),
    )

    table.act("b", "biffer-lob A", "A: resilience", dice="1 1 3 3 3 4")

    assert table["A"].fatigue == 1


def test_confed_have_no_boon_for_comrades_without_the_trait() -> None:
    table = Table("b . A c", A=pc(), b=npc("biffer", 0, "confed"), c=npc("biffer", 0, "purger"))

    table.act("b", "biffer-lob A", "A: resilience", dice="3 3 3 4")

    assert table["A"].fatigue == 1


# ---- Purger --------------------------------------------------------------------------------------


def test_purger_may_end_one_status_at_the_start_of_its_turn() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer", 0, "purger"))
    table.give("b", "bleed", 2)
    table.give("b", "weakened", 3)

    table.start("b", "purge weakened")

    assert (table.n("b", "bleed"), table.n("b", "weakened")) == (2, 0)


def test_purger_ends_each_kind_of_status_once_a_combat() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer", 0, "purger"))
    table.give("b", "bleed", 2)
    table.start("b", "purge bleed")
    table.give("b", "bleed", 2)

    table.start("b")

    assert table.n("b", "bleed") == 2


def test_purger_may_wait_and_is_not_asked_without_a_status() -> None:
    table = Table("A . b", A=pc(), b=npc("biffer", 0, "purger"))
    table.start("b")
    table.give("b", "bleed", 2)

    table.start("b", "pass")

    assert table.n("b", "bleed") == 2


# ---- Molokoi -------------------------------------------------------------------------------------


def test_molokoi_hasten_all_of_their_kind_near_the_enemy_they_bring_down() -> None:
    table = Table(
        "A a c . d",
        A=pc(),
        a=npc("ashrunner", 0, "molokoi"),
        c=npc("biffer", 0, "molokoi"),
        d=npc("biffer", 0, "molokoi"),
    )
    table["A"].fatigue = 9

    table.act("a", "gash A", "A: resilience", "a: stop", dice="1 1 3 3 1 1 1")

    assert table["A"].incapacitated
    assert [table.n(name, "hastened") for name in "acd"] == [1, 1, 0]


def test_molokoi_stay_hastened_to_the_end_of_their_next_turn() -> None:
    table = Table("A a c", A=pc(), a=npc("ashrunner", 0, "molokoi"), c=npc("biffer", 0, "molokoi"))
    table["A"].fatigue = 9
    table.act("a", "gash A", "A: resilience", "a: stop", dice="1 1 3 3 1 1 1")

    table.end("a")
    assert table.n("a", "hastened") == 1
    table.start("a")
    table.end("a")

    assert (table.n("a", "hastened"), table.n("c", "hastened")) == (0, 1)


# ---- Lurker --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "hidden"), [("A . . b", 1), ("A . b .", 0)])
def test_lurkers_hide_at_the_end_of_a_turn_with_no_enemy_within_two(row: str, hidden: int) -> None:
    table = Table(row, A=pc(), b=npc("biffer", 0, "lurker"))

    table.end("b")

    assert table.n("b", "hidden") == hidden


# ---- Flowing -------------------------------------------------------------------------------------


def flowing() -> Table:
    return Table("A . b", A=pc(), b=npc("biffer", 0, "flowing"))


@rule("thrum/stance.one")
def test_flowing_has_the_boons_of_both() -> None:
    """4d6, the highest two kept: 6 + 6 + 1 against 12."""
    table = flowing()
    table.stance("b", "brace")
    table.stance("b", "biffer-dig-in", "keep brace")

    table.act("A", "basic-attack b", "b: resilience", dice="6 6 1 1 6 6")

    assert table["b"].fatigue == 0


def test_flowing_loses_the_first_at_the_end_of_its_next_turn() -> None:
    table = flowing()
    table.stance("b", "brace")
    table.stance("b", "dodge", "keep brace")
    table.end("b")
    assert table["b"].kept >= 0
    table.combat.round = 2
    table.start("b")

    table.end("b")

    assert table["b"].kept == -1
    assert table.stance_of("b") == "dodge"


def test_flowing_may_let_the_first_go() -> None:
    table = flowing()
    table.stance("b", "brace")

    table.stance("b", "dodge", "pass")

    assert table["b"].kept == -1


def test_flowing_asks_nothing_when_a_stance_is_renewed() -> None:
    table = flowing()
    table.stance("b", "brace")

    table.stance("b", "brace")

    assert table["b"].kept == -1


def test_flowing_back_into_the_kept_stance_has_it_once() -> None:
    table = flowing()
    table.stance("b", "brace")
    table.stance("b", "dodge", "keep brace")

    table.stance("b", "brace", "pass")
    table.act("A", "basic-attack b", "b: resilience", dice="4 4 1 3 4")

    assert table["b"].fatigue == 0
    assert table["b"].kept == -1


def test_a_kept_stance_that_ends_by_its_own_text_leaves_the_other() -> None:
    table = Table(
        """
        A . c
        . . b
        """,
        A=pc(),
        b=npc("biffer", 0, "flowing"),
        c=npc("biffer"),
    )
    table.stance("b", "protect")
    table.stance("b", "brace", "keep protect")

    table.act("A", "basic-attack c", "b: protect c", "c: resilience", dice="4 4 1 4 4")

    assert table["c"].fatigue == 0
    assert table["b"].kept == -1
    assert table.stance_of("b") == "brace"


# ---- Ketumite ------------------------------------------------------------------------------------


def mourners() -> Table:
    table = Table(
        "b c . . A", A=pc(), b=npc("biffer", 0, "ketumite"), c=npc("biffer", 0, "ketumite")
    )
    table["c"].fatigue = 5
    death.fall(table.combat, table["c"])
    table.give("b", "bleed", 3)
    return table


def test_ketumite_may_take_the_strength_of_the_fallen_it_passes() -> None:
    table = mourners()

    table.move("b", "move 2,0", "b: remove c", "b: stop")

    assert not table["c"].present
    assert table.n("b", "bleed") == 0
    assert (table["b"].fatigue_tolerance, table["b"].stress_tolerance) == (4, 2)
    assert table.at("b") == "1,0"


def test_ketumite_may_leave_the_fallen_in_peace() -> None:
    table = mourners()

    table.move("b", "move 2,0", "b: pass", "b: move 2,0")

    assert table["c"].present
    assert table.n("b", "bleed") == 3


def test_ketumite_takes_nothing_from_one_who_stands() -> None:
    table = Table(
        "b c . . A", A=pc(), b=npc("biffer", 0, "ketumite"), c=npc("biffer", 0, "ketumite")
    )

    table.move("b", "move 2,0")

    assert table["c"].present


# ---- Gestalt -------------------------------------------------------------------------------------


def hive(row: str, second: str = ". . . . . . . . . . .") -> Table:
    return Table(
        f"{row}\n{second}",
        A=pc(),
        b=npc("biffer", 0, "gestalt"),
        c=npc("biffer", 0, "gestalt"),
    )


@rule("thrum/cover.origin")
def test_gestalt_acts_as_from_the_square_of_another_of_its_kind() -> None:
    table = hive("b . . . . c . . A . .")

    table.act("b", "biffer-lob A", "A: resilience", dice="3 3 3 3")

    assert table["A"].fatigue == 1


def test_gestalt_chooses_where_it_stands_when_both_would_do() -> None:
    """From afar there is no Bane for the enemy next to it."""
    table = hive(". c . . A b . . . . .")

    table.act("b", "biffer-lob A", "from c", "A: resilience", dice="3 3 3 3")

    assert table["A"].fatigue == 1


def test_gestalt_reaches_no_farther_than_six() -> None:
    table = hive("b . . . . . . c . A .")

    with pytest.raises(AffrayError):
        table.act("b", "biffer-lob A")


def test_gestalt_has_no_part_in_actions_on_itself() -> None:
    table = hive("b . . . . c . . A . .")
    table["b"].fatigue = 2

    table.act("b", "recover")

    assert table["b"].fatigue == 1


def test_gestalt_lets_an_aura_be_borne_by_another() -> None:
    table = Table(
        "g . . . . c . A . .",
        A=pc(),
        g=npc("gatebreaker", 0, "gestalt"),
        c=npc("biffer", 0, "gestalt"),
    )

    table.act("g", "gate-roar", "A: resolve", dice="3 3 3 3")

    assert table["A"].stress == 1


# ---- Unnerving -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "fatigue", "stress"), [("stress instead", 0, 1), ("pass", 1, 0)])
def test_unnerving_may_deal_stress_instead(key: str, fatigue: int, stress: int) -> None:
    table = Table("b . A", A=pc(), b=npc("biffer", 0, "unnerving"))

    table.act("b", "biffer-lob A", "A: resilience", f"b: {key}", dice="3 3 3 3")

    assert (table["A"].fatigue, table["A"].stress) == (fatigue, stress)


@rule("thrum/status.vulnerable")
def test_unnerving_stress_is_what_vulnerable_adds_to() -> None:
    table = Table("b . A", A=pc(), b=npc("biffer", 0, "unnerving"))
    table.give("A", "vulnerable", 2)

    table.act("b", "biffer-lob A", "A: resilience", "b: stress instead", dice="3 3 3 3")

    assert (table["A"].load(FATIGUE), table["A"].load(STRESS)) == (0, 3)
    assert not table["A"].has(kinds.VULNERABLE)


def test_unnerving_has_no_say_in_what_others_deal() -> None:
    table = Table("b . A c", A=pc(), b=npc("biffer", 0, "unnerving"), c=npc("plinker"))

    table.act("c", "basic-attack A", "A: no defence")

    assert table["A"].fatigue == 2


@rule("thrum/move.drop.npc-attributes")
def test_condotierri_drop_with_the_better_resilience() -> None:
    """1 Resilience + 1 beside a brother in arms + 6 against 3 levels + 4: it lands."""
    table = Table(
        """
        b . . .
        . c . A
        """,
        heights="3 0 0 0\n0 0 0 0",
        A=pc(),
        b=npc("biffer", 0, "condotierri"),
        c=npc("biffer", 0, "condotierri"),
    )

    table.move("b", "drop 0,1", "by endurance", "stop", dice="3 3 2 2")

    assert table.n("b", "slowed") == 0
    assert table.at("b") == "0,1"
