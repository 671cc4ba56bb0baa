"""Minions: what they are, how they are attacked, how they go."""

from __future__ import annotations

from affray.rulesets.thrum import damage, death
from affray.rulesets.thrum.condition import holding, kinds
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import FATIGUE, STANCE_PHASE, STRESS
from tests.rules import rule
from tests.thrum.table import Table, npc, pc

M = "minion-of-A"


def animist(**points: int) -> Sheet:
    """Command Aggressor reaches 4, Bolster 2."""
    return pc(abilities=["command-aggressor", "bolster"], more=points)


def scene(rows: str = "A . . . . b", **sheets: Sheet) -> Table:
    """A's Minion stands where the M is, at 2,0 unless a test puts it elsewhere."""
    table = Table(rows, more={"A": animist(), "b": npc("biffer")} | sheets)
    table.put(M, "2,0")
    return table


@rule("thrum/minion.what")
def test_a_minion_has_no_turn_holds_its_square_and_is_of_its_controllers_side() -> None:
    table = scene(C=pc())

    assert M not in [table.combat.units[who].name for who in table.combat.lineup.order]
    assert table.combat.allies(table["A"], table[M])
    assert table.combat.allies(table["C"], table[M])
    assert table.combat.enemies(table["b"], table[M])
    assert table.cost("b", "3,0") == 2
    assert table.cost("b", "1,0") == -1  # it blocks enemies
    table.begin_turn("A")
    assert table.cost("A", "3,0") == 3  # and lets allies pass
    assert table.cost("A", "2,0") == -1


@rule("thrum/minion.what")
def test_no_condition_affects_a_minion() -> None:
    table = scene()

    holding.gain_status(table.combat, table[M].index, kinds.SLOWED, 2, 1)
    holding.give(table.combat, table[M].index, kinds.DAZED, 1, 1)
    holding.give(table.combat, table[M].index, kinds.MARK, 1, 1)
    holding.grip(table.combat, table[M].index, 1)

    assert table[M].effects == []


@rule("thrum/minion.defends")
def test_an_attacked_minion_is_defended_by_its_controllers_resolve() -> None:
    for key in ("basic-attack", "cold-whisper"):
        table = scene(A=animist(FOC=2), b=npc("dirge-singer"))
        table.put("b", "4,0")

        table.act("b", f"{key} {M}", "A: resolve", dice="1 1 6 6")

        assert table.totals()[1] == 12 + 2
        assert table[M].present


@rule("thrum/minion.defends")
def test_a_minion_has_no_other_defence() -> None:
    for key in ("basic-attack", "cold-whisper"):
        table = scene(b=npc("dirge-singer"))
        table.put("b", "4,0")
        choice = table.question("b", keys=[f"{key} {M}"])
        assert choice is not None
        assert table.options(choice) == ["resolve", "no defence"]


@rule("thrum/minion.defends")
def test_the_controllers_own_boons_and_banes_count() -> None:
    table = scene()
    table.put("b", "4,0")
    table.enter_stance("A", "concentrate")
    table.give("A", "dazed")
    table["A"].stress = 9  # Frayed

    # A Boon, and two Banes: a net Bane.
    table.act("b", f"basic-attack {M}", "A: resolve", dice="2 1 6 6 1")

    assert table.totals() == (3 + 2, 7)


@rule("thrum/minion.disappears")
def test_a_minion_that_would_take_any_fatigue_or_stress_disappears() -> None:
    for load in (FATIGUE, STRESS):
        table = scene()
        damage.take(table.combat, table[M].index, load, 1, 1)
        assert (table[M].present, table[M].cell, table[M].fatigue) == (False, -1, 0)

    table = scene()
    table.put("b", "4,0")
    table.act("b", f"basic-attack {M}", "A: no defence")
    assert not table[M].present


@rule("thrum/minion.disappears")
def test_a_minion_disappears_when_its_controller_falls_or_is_removed() -> None:
    table = scene()
    death.fall(table.combat, table["A"])
    assert not table[M].present
    assert table.combat.free(table.combat.grid.read("2,0"))

    table = scene()
    death.remove(table.combat, table["A"], "incapacitated.three-wounds")
    assert not table[M].present


@rule("thrum/minion.position")
def test_without_a_minion_one_is_placed_on_a_free_square_within_range() -> None:
    table = Table("A . . . . . b", A=animist(), b=npc("biffer"))
    table.enter_stance("A", "bolster", "place minion 2,0")  # Range 2

    assert table.at(M) == "2,0"
    table = Table("A . . . . . b", A=animist(), b=npc("biffer"))
    table.begin_turn("A")
    table.act("A", "command-aggressor", "place minion 4,0")  # Range 4
    assert table.at(M) == "4,0"


@rule("thrum/minion.position")
def test_a_minion_is_placed_on_no_other_square() -> None:
    table = Table("A . C . . . b", A=animist(), C=pc(), b=npc("biffer"))

    choice = table.question("A", STANCE_PHASE, keys=["bolster"])
    assert choice is None  # one free square within 2: nothing to ask
    table.stance("A", "bolster")
    assert table.at(M) == "1,0"


@rule("thrum/minion.position")
def test_with_one_in_play_it_is_moved_that_many_squares_or_teleported_into_range() -> None:
    table = scene("A . . . . . . . b")
    table.put(M, "5,0")

    table.act("A", "command-aggressor", "move minion", "move 1,0")  # up to 4
    assert table.at(M) == "1,0"
    table = scene("A . . . . . . . b")
    table.put(M, "7,0")
    table.act("A", "command-aggressor", "teleport minion", "teleport minion 4,0")
    assert table.at(M) == "4,0"


@rule("thrum/minion.position")
def test_a_controller_has_one_minion_at_most() -> None:
    table = scene()
    table.act("A", "command-aggressor", "leave minion")

    minions = [unit for unit in table.combat.units if unit.controller == table["A"].index]
    assert [(one.name, one.present) for one in minions] == [(M, True)]


@rule("thrum/roll.separate-contest-per-target")
def test_a_minion_comes_directly_after_its_controller() -> None:
    table = Table(
        """
        m . . C A
        . . . . .
        """,
        order="CAm",
        A=animist(),
        C=pc(),
        m=npc("mirewright"),
    )
    table.put(M, "4,1")
    table.put("C", "3,1")
    table.begin_turn("m")

    table.act(
        "m",
        "cinder-jar",
        "area 3,0",
        "C: no defence",
        "A: no defence",
        "A: no defence",
    )

    assert [one.other for one in table.told("targets")] == [
        table["C"].index,
        table["A"].index,
        table[M].index,
    ]


@rule("thrum/attack.ranged-incapacitated-count")
def test_a_minion_next_to_the_shooter_is_an_enemy_that_hampers() -> None:
    table = scene("A . . b . C", C=pc())

    table.begin_turn("b")
    table.act("b", "basic-attack C", "C: resilience", dice="6 2 1 6 6")

    assert table.totals() == (3 + 2, 12)


@rule("thrum/minion.what", "thrum/attack.finisher")
def test_a_finisher_asks_no_incapacity_roll_of_a_minion() -> None:
    brawler = pc(level=1, training={"brawling": 3}, abilities=["sockem"], more={"POW": 2})
    table = scene(b=brawler)
    table.put("b", "3,0")

    table.act("b", f"sockem {M}", "A: resolve", "slowed", dice="1 1 6 6")

    assert table[M].present
