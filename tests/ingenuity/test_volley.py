"""Volleys, sweeps and covering fire: how many, how far, how long."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.attack import areas
from affray.rulesets.ingenuity.sheet import Sheet
from tests.ingenuity.table import Table, sheet
from tests.rules import rule

FIST = "strength bludgeoning"


def foe(**more: int) -> Sheet:
    base = {"evasion": 3, "constitution": 30, "willpower": 30, "stamina": 0, "focus": 0}
    return sheet(numbers={**base, "endurance": 60, "health": 40, **more})


def one(*maneuvers: str, weapons: tuple[str, ...] = (), **more: int) -> Sheet:
    return sheet(list(weapons), maneuvers=list(maneuvers), numbers=dict(more))


def shooter(shots: int = 9, maneuver: str = "suppressing-fire") -> Sheet:
    return sheet(["repeating-crossbow"], maneuvers=[maneuver], ammo={"bolt": shots})


def end_round(table: Table) -> None:
    for unit in table.combat.units:
        unit.acted = True
    table.combat.active = -1
    table.combat.phase = 2
    table.step()


@rule("ingenuity/maneuver.attack", "ingenuity/attack.ammunition")
@pytest.mark.parametrize(("bolts", "loaded", "able"), [(4, 4, True), (3, 4, False), (4, 3, False)])
def test_suppressing_fire_needs_four_shots_that_are_loaded(
    bolts: int, loaded: int, able: bool
) -> None:
    table = Table("A . . . . b", A=shooter(), b=foe())
    table["A"].ammo[2] = bolts
    table["A"].pieces[0].loaded = loaded
    assert ("suppressing-fire A" in table.offered("A")) == able


@rule("ingenuity/maneuver.attack", "ingenuity/power.area")
@pytest.mark.parametrize(("goal", "shot"), [("5,2", True), ("6,2", False)])
def test_suppressing_fire_covers_three_metres_square(goal: str, shot: bool) -> None:
    rows = ". . . . . . . .\nA . . . . . . .\n. . . . . . . b"
    table = Table(rows, A=shooter(), b=foe(speed=2))
    table.act("A", "suppressing-fire A", "4,1")
    keys = ["A: hold fire"] if shot else []
    table.act("b", "move", f"move {goal}", *keys)
    assert table.at("b") == goal


@rule("ingenuity/maneuver.attack", "ingenuity/turn.until-next")
@pytest.mark.parametrize("acts", [True, False])
def test_fire_is_kept_until_the_next_turn_or_the_end_of_its_round(acts: bool) -> None:
    table = Table("A . . . . b . .", A=shooter(), b=foe())
    table.act("A", "suppressing-fire A", "2,0")
    table.combat.active = -1
    end_round(table)
    assert len(table.combat.zones) == 1
    if acts:
        table.start("A")
    else:
        end_round(table)
    assert table.combat.zones == []


@rule("ingenuity/maneuver.attack", "ingenuity/attack.unseen-target")
def test_no_fire_strikes_whom_the_shooter_does_not_see() -> None:
    table = Table("A . . . . b . .", A=shooter(), b=foe(speed=2))
    table.act("A", "suppressing-fire A", "2,0")
    table.hide("b", "A")
    table.act("b", "move", "move 3,0")
    assert table.combat.zones[0].n == 0


@rule("ingenuity/maneuver.attack")
def test_the_shooter_may_hold_its_fire_and_shoot_at_the_next_step() -> None:
    table = Table("A . . . . . b . .", A=shooter(), b=foe(speed=5))
    table.act("A", "suppressing-fire A", "3,0")
    keys = ("A: hold fire", "b: move 3,0", "A: shoot b", "b: stop")
    table.act("b", "move", "move 3,0", *keys, dice="d6 3 3 d20 9")
    assert table.at("b") == "3,0"


@rule(
    "ingenuity/attack.multiple.counted",
    "ingenuity/damage.physical",
    "ingenuity/reaction.dodge.after",
)
def test_the_second_target_of_a_double_shot_has_its_deflection_and_its_step() -> None:
    archer = sheet(["shortbow"], maneuvers=["double-shot"], ammo={"arrow": 5})
    table = Table("A . b c .", A=archer, b=foe(), c=foe(physical=4, stamina=1))
    keys = ("double-shot b", "strength piercing", "c: pass", "c: dodge", "c: step 4,0", "c: stay")
    table.act("A", *keys, dice="d6 3 3 d20 9 d6 1 1 d20 9")
    assert [60 - table[name].endurance for name in "bc"] == [5 + 3, 5 + 3 - 4]
    assert table.at("c") == "4,0"


@rule("ingenuity/maneuver.attack", "ingenuity/attack.nonlethal")
def test_a_sweep_that_spares_lives_spares_all_it_strikes() -> None:
    table = Table("b .\nA c", A=one("sweeping-strike", weapons=("maul",)), b=foe(), c=foe())
    for name in "bc":
        table[name].endurance, table[name].health = 0, 1
    keys = ("sweeping-strike b", "with maul held", f"{FIST} nonlethal", "sweep 1,1")
    table.act("A", *keys, dice="d6 4 4 d20 9")
    assert [table[name].present for name in "bc"] == [True, True]


@rule("ingenuity/maneuver.attack", "ingenuity/geometry.footprint")
def test_a_sweep_at_the_big_begins_with_its_nearest_space() -> None:
    rows = ". . . . .\nb . A . .\n. . c . ."
    table = Table(
        rows, A=one("sweeping-strike", weapons=("maul",)), b=foe(size=5, footprint=2), c=foe()
    )
    table.act("A", "sweeping-strike b", "with maul held", FIST, "sweep 2,2", dice="d6 4 4 d20 9")
    assert table["c"].endurance < 60


@rule("ingenuity/maneuver.steps", "ingenuity/maneuver.attack")
def test_where_nobody_stands_beside_the_first_a_sweep_asks_for_no_more() -> None:
    table = Table("b .\nA .", A=one("sweeping-strike", weapons=("maul",)), b=foe())
    table.act("A", "sweeping-strike b", "with maul held", FIST, dice="d6 4 4 d20 9")
    assert table["b"].endurance < 60


@rule("ingenuity/maneuver.attack", "ingenuity/attack.hands")
def test_a_sweep_with_one_hand_and_a_metre_of_reach_strikes_in_one_space() -> None:
    table = Table("b .\nA c", A=one("sweeping-strike", weapons=("curved-sword",)), b=foe(), c=foe())
    table.act(
        "A", "sweeping-strike b", "with curved-sword held", "strength slashing", dice="d6 4 4 d20 9"
    )
    assert (table["b"].endurance < 60, table["c"].endurance) == (True, 60)


@rule("ingenuity/maneuver.attack")
def test_covering_fire_is_kept_from_two_metres_on_with_what_fires() -> None:
    table = Table("A . . . . . b", A=shooter(), b=foe())
    with pytest.raises(Exception, match="1,0"):
        table.act("A", "suppressing-fire A", "1,0")
    archer = sheet(["shortbow"], maneuvers=["suppressing-fire"], ammo={"arrow": 9})
    table = Table("A . . . . . b", A=archer, b=foe())
    assert "suppressing-fire A" not in table.offered("A")


@rule("ingenuity/turn.until-next", "ingenuity/power.area")
def test_a_turn_ends_the_own_covering_fire_alone() -> None:
    table = Table("A . . . . b", A=sheet(), b=foe())
    for name, kind in (("A", 3), ("A", 2), ("b", 3)):
        made = areas.make(table.combat, table[name], kind, 2, 1)
        made.last = 9
    table.start("A")
    assert [(one.owner, one.kind) for one in table.combat.zones] == [(0, 2), (1, 3)]


@rule("ingenuity/maneuver.attack", "ingenuity/geometry.cover")
def test_who_walks_out_of_covering_fire_in_the_open_is_not_shot_at() -> None:
    table = Table("A . . . . . b .", A=shooter(), b=foe(speed=1))
    table.act("A", "suppressing-fire A", "4,0")
    table.act("b", "move", "move 5,0", "A: hold fire")
    table["b"].stamina = 1
    table.act("b", "sprint", "move 6,0")
    assert table.at("b") == "6,0"


@rule("ingenuity/reaction.window", "ingenuity/dice.order")
def test_each_target_of_a_sweep_may_answer_it() -> None:
    table = Table(
        "b .\nA c", A=one("sweeping-strike", weapons=("maul",)), b=foe(), c=foe(stamina=1)
    )
    keys = (
        "sweeping-strike b",
        "with maul held",
        FIST,
        "sweep 1,1",
        "c: pass",
        "c: dodge",
        "c: stay",
    )
    table.act("A", *keys, dice="d6 3 3 d20 9 d6 6 6 d20 9")
    assert (table["b"].endurance < 60, table["c"].endurance) == (True, 60)


@rule("ingenuity/maneuver.attack", "ingenuity/attack.ammunition")
@pytest.mark.parametrize(
    ("weapon", "arrows", "able"),
    [("shortbow", 2, True), ("shortbow", 1, False), ("javelin", 2, False)],
)
def test_a_double_shot_takes_two_missiles(weapon: str, arrows: int, able: bool) -> None:
    archer = sheet([weapon], maneuvers=["double-shot"], ammo={"arrow": arrows})
    table = Table("A . . b c", A=archer, b=foe(), c=foe())
    assert ("double-shot b" in table.offered("A")) == able


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/attack.multiple.maneuvers", "ingenuity/dice.order")
def test_a_double_shot_has_two_targets_though_there_are_three() -> None:
    archer = sheet(["shortbow"], maneuvers=["double-shot"], ammo={"arrow": 9})
    table = Table("A . . b\n. . . c\n. . . d", A=archer, b=bare_foe(), c=bare_foe(), d=bare_foe())
    keys = ("double-shot b", "dexterity piercing", "d")
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert [table[name].endurance for name in "bcd"] == [52, 60, 52]
