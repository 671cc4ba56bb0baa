"""Terrain Effects and Buffs."""

from __future__ import annotations

from affray.rulesets.thrum import death
from tests.rules import rule
from tests.thrum.table import Table, npc, pc


def mire() -> Table:
    """m has laid a bog on columns 3 to 5; A stands at its edge, c is of m's side."""
    table = Table(
        """
        m c A . . . .
        . . . . . . .
        . . . . . . .
        """,
        A=pc(),
        c=npc("biffer"),
        m=npc("mirewright"),
    )
    table.act("m", "sucking-bog", "area 3,0")
    table.begin_turn("A")
    return table


@rule("thrum/terrain-effect.ongoing")
def test_a_terrain_effect_targets_nobody_and_influences_who_is_in_it_or_passes() -> None:
    table = Table(
        """
        m . A . . . .
        . . . . . . .
        . . . . . . .
        """,
        A=pc(),
        m=npc("mirewright"),
    )
    table.put("A", "4,1")
    table.act("m", "sucking-bog", "area 3,0")  # no defence asked of A
    assert not table.told("targets")

    assert table.cost("A", "5,1") == 2  # in it
    table.put("A", "2,1")
    assert table.cost("A", "4,1") == 1 + 2  # passing through it
    table.put("A", "4,1")
    table.begin_turn("A")
    table.start("A")
    assert table.n("A", "slowed") == 1


@rule("thrum/terrain-effect.ongoing")
def test_a_terrain_effect_stays_through_later_rounds() -> None:
    table = mire()

    for _ in range(3):
        table.next_round()

    assert table.combat.round == 4
    assert [len(one.cells) for one in table.combat.terrains] == [9]


@rule("thrum/terrain-effect.one-per-creator")
def test_a_new_terrain_effect_ends_the_earlier_one_of_its_creator_alone() -> None:
    table = Table(
        """
        m n . . . . A
        . . . . . . .
        . . . . . . .
        """,
        A=pc(),
        m=npc("mirewright"),
        n=npc("mirewright"),
    )
    for name, area in (("m", "2,0"), ("n", "3,0"), ("m", "1,0")):
        table.begin_turn(name)
        table.act(name, "sucking-bog", f"area {area}")

    grid = table.combat.grid
    places = [(one.creator, grid.name(one.cells[0])) for one in table.combat.terrains]
    assert sorted(places) == [(table["m"].index, "1,0"), (table["n"].index, "3,0")]


@rule("thrum/terrain-effect.applies-to-all")
def test_a_terrain_effect_influences_its_creator_and_its_friends_too() -> None:
    table = mire()

    table.put("c", "4,1")
    assert table.cost("c", "5,1") == 2
    table.put("m", "4,0")
    assert table.cost("m", "5,0") == 2


@rule("thrum/terrain-effect.applies-to-all")
def test_a_text_may_limit_whom_a_terrain_effect_touches() -> None:
    table = mire()
    table.put("c", "4,1")
    table.begin_turn("c")

    table.start("c")

    assert table.n("c", "slowed") == 0  # only enemies of the creator


@rule("thrum/terrain-effect.applies-to-all")
def test_a_terrain_effect_stays_when_its_creator_falls_and_ends_when_it_is_removed() -> None:
    table = mire()
    table["m"].fatigue = 9
    death.fall(table.combat, table["m"])
    table.put("A", "4,1")

    assert table.cost("A", "5,1") == 2
    table.begin_turn("A")
    table.start("A")
    assert table.n("A", "slowed") == 1

    death.remove(table.combat, table["m"], "incapacitated.three-wounds")
    assert table.combat.terrains == []
    table.combat.units[0].effects = []
    table.combat.refresh(table["A"])
    table.begin_turn("A")
    assert table.cost("A", "5,1") == 1


# -- Buffs -----------------------------------------------------------------------------------------


def warded() -> Table:
    """a (Oilskin Ward: a Boon on Resilience) and its friends b and c, and A."""
    return Table("a b c . A", A=pc(), a=npc("bonesetter"), b=npc("chaff"), c=npc("chaff"))


@rule("thrum/buff.lasts")
def test_a_buff_stays_through_turns_and_rounds() -> None:
    table = warded()
    table.act("a", "oilskin-ward b")

    for _ in range(3):
        table.end("b")
        table.next_round()
    assert table.combat.round == 4
    table.begin_turn("A")
    table.act("A", "basic-attack b", "b: resilience", dice="1 1 6 1 6 6")  # Cover of c; the Boon

    assert table.totals()[1] == 12


@rule("thrum/buff.creator-unlimited")
def test_one_creator_may_have_buffs_on_several_at_once() -> None:
    table = warded()

    for name in "abc":
        table.begin_turn("a")
        table.act("a", f"oilskin-ward {name}")

    assert [len(table[name].effects) for name in "abc"] == [1, 1, 1]


def twice_buffed(answer: str) -> Table:
    """A has Spirit Armor of its own making and is then given Haste by B."""
    table = Table(
        "A B b",
        A=pc(abilities=["spirit-armor"]),
        B=pc(abilities=["accelerate"]),
        b=npc("biffer"),
    )
    table.act("A", "spirit-armor A")
    table.begin_turn("B")
    table.act("B", "accelerate A", f"A: {answer}")
    return table


@rule("thrum/buff.one-per-target", "thrum/buff.second-choice")
def test_one_who_takes_a_second_buff_loses_the_first_whoever_made_it() -> None:
    table = twice_buffed("take accelerate")

    assert [one.effect.id for one in table["A"].effects if one.effect.id != "hastened"] == [
        "accelerate"
    ]
    assert table.cost("A", "0,0") == -1


@rule("thrum/buff.second-choice")
def test_a_second_buff_may_be_declined_and_the_action_is_spent_either_way() -> None:
    for answer, kept in (("keep spirit-armor", "spirit-armor"), ("take accelerate", "accelerate")):
        table = twice_buffed(answer)

        assert kept in [one.effect.id for one in table["A"].effects]
        assert table["B"].acted


@rule("thrum/buff.survives-incapacity")
def test_a_buff_stays_on_one_who_falls() -> None:
    table = warded()
    table.act("a", "oilskin-ward b")
    table["b"].fatigue = 9

    death.fall(table.combat, table["b"])
    table.begin_turn("A")
    table.act("A", "basic-attack b", "b: resilience", dice="1 1 6 1 6 6")

    assert (table["b"].incapacitated, table.totals()[1]) == (True, 12)


@rule("thrum/buff.second-choice")
def test_the_same_buff_of_another_creator_is_another_buff() -> None:
    table = Table(
        "A B C . d",
        A=pc(abilities=["spirit-armor"], FOC=4, upgrades=["spirit-armor:a"]),
        B=pc(abilities=["spirit-armor"]),
        C=pc(),
        d=npc("biffer"),
    )
    table.act("A", "spirit-armor C")

    table.act("B", "spirit-armor C", "C: keep spirit-armor")
    held = table["C"].effects[0]

    assert held.source == table["A"].index


@rule("thrum/overexert.cost", "thrum/incapacitated.cannot")
def test_one_who_has_fallen_does_not_keep_a_blizzard_raging() -> None:
    table = Table(
        "A . . b\n. . . .",
        A=pc(abilities=["blizzard"], upgrades=["blizzard:b"]),
        b=npc("biffer"),
    )
    table.act("A", "blizzard", "overexert", "area 2,0")
    table["A"].incapacitated, table["A"].fatigue = True, 5

    table.start("A")

    assert [terrain.active for terrain in table.combat.terrains] == [0]
