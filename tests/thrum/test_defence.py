"""Defending with Resilience, Evasion and Resolve."""

from __future__ import annotations

from affray.rulesets.thrum.sheet.sheet import Sheet
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def whispered(**sheet: int) -> Table:
    """A against a Dirge Singer's Cold Whisper (+3, Mental): 2 Stress, Disoriented on a Critical."""
    return Table("s A", A=pc(more=sheet), s=npc("dirge-singer"))


def plinked(sheet: Sheet | None = None) -> Table:
    """A three squares off from a Plinker (+2): 1 Fatigue, 2 on a Critical."""
    return Table("p . . A", A=sheet or pc(), p=npc("plinker"))


@rule("thrum/defence.resilience")
def test_resilience_adds_its_modifier_and_leaves_nothing_behind_either_way() -> None:
    for dice, fatigue in (("1 1 1 1", 0), ("4 4 2 2", 1)):
        table = plinked(pc(END=2))

        table.act("p", "plinker-shot A", "A: resilience", dice=dice)

        assert table.totals()[1] == sum([int(face) for face in dice.split()[2:]]) + 2
        assert table["A"].fatigue == fatigue
        assert not table["A"].effects


@rule("thrum/defence.resolve")
def test_resolve_adds_its_modifier_and_leaves_nothing_behind_either_way() -> None:
    for dice, stress in (("1 1 2 2", 0), ("3 3 2 2", 2)):
        table = whispered(FOC=2)

        table.act("s", "cold-whisper A", "A: resolve", dice=dice)

        assert table.totals()[1] == 4 + 2
        assert table["A"].stress == stress
        assert not table["A"].effects


@rule("thrum/defence.evasion.modifier")
def test_evasion_adds_its_modifier_against_physical_and_mental_attacks() -> None:
    table = plinked(pc(REF=2))
    table.act("p", "plinker-shot A", "A: evasion", dice="1 1 3 3 1")
    assert table.totals() == (4, 6 + 2)

    table = whispered(REF=2)
    table.act("s", "cold-whisper A", "A: evasion", dice="1 1 3 3 1")
    assert table.totals() == (5, 6 + 2)


@rule("thrum/defence.evasion.boon")
def test_evasion_has_a_boon_unless_the_defender_is_vulnerable() -> None:
    table = plinked()
    table.act("p", "plinker-shot A", "A: evasion", dice="2 1 1 6 6")
    assert table.totals() == (5, 12)

    table.begin_turn("p")
    table.give("A", "vulnerable")
    table.act("p", "plinker-shot A", "A: evasion", dice="1 1 1 6")
    assert table.totals() == (4, 7)


@rule("thrum/defence.evasion.boon")
def test_whether_one_is_vulnerable_is_read_at_the_roll() -> None:
    table = Table(
        """
        m . . B
        . . . C
        """,
        order="BCm",
        m=npc("mirewright"),
        B=pc(),
        C=pc(),
    )
    table.give("C", "vulnerable")

    # C declares Evasion while Vulnerable; B's roll comes first and changes nothing for C.
    table.begin_turn("m")
    table.act(
        "m",
        "cinder-jar",
        "area 3,0",
        "B: evasion",
        "C: evasion",
        dice="1 1 1 4 4  1 1 4 4",
    )

    assert (table.n("B", "vulnerable"), table.n("C", "vulnerable")) == (1, 2)


@rule("thrum/defence.evasion.critical")
def test_an_evasion_critical_costs_nothing_and_keeps_vulnerable_that_is_there() -> None:
    for dice, vulnerable in (("1 1 1 4 5", 0), ("1 1 4 5", 2)):
        table = plinked()
        if vulnerable:
            table.give("A", "vulnerable", vulnerable)

        table.act("p", "plinker-shot A", "A: evasion", dice=dice)

        assert table.totals() == (4, 9)
        assert (table["A"].fatigue, table.n("A", "vulnerable")) == (0, vulnerable)


@rule("thrum/defence.evasion.success")
def test_an_evasion_success_by_less_than_five_avoids_but_costs_vulnerable() -> None:
    for dice, totals in (("1 1 1 2 2", (4, 4)), ("1 1 1 4 4", (4, 8))):
        table = plinked()

        table.act("p", "plinker-shot A", "A: evasion", dice=dice)

        assert table.totals() == totals
        assert (table["A"].fatigue, table.n("A", "vulnerable")) == (0, 1)


@rule("thrum/defence.evasion.failure")
def test_a_failed_evasion_takes_the_effect_and_costs_vulnerable() -> None:
    table = plinked()

    table.act("p", "plinker-shot A", "A: evasion", dice="3 3 1 2 2")

    assert (table["A"].fatigue, table.n("A", "vulnerable")) == (1, 1)


@rule("thrum/defence.evasion.failure-order")
def test_the_effect_of_a_failed_evasion_comes_before_its_vulnerable() -> None:
    """Vulnerable 2, failed Evasion against 2 Fatigue: takes 4, Vulnerable ends, then Vulnerable
    1.
    """
    table = Table("A . b", A=pc(), b=npc("biffer"))
    table.give("b", "vulnerable", 2)

    table.act("A", "basic-attack b", "b: evasion", dice="6 6 1 1")

    assert (table["b"].fatigue, table.n("b", "vulnerable")) == (4, 1)
    told = [one.name for one in table.facts()]
    assert told[told.index("rolled") :] == [
        "rolled",
        "contests",
        "condition-lost",
        "damaged",
        "condition-gained",
    ]
