"""How a fight ends: a side that is out, other conditions, fleeing, what ceases."""

from __future__ import annotations

import pytest

from affray.core.effect import NEVER
from affray.core.setup import Objective
from affray.rulesets.icon import end, turn
from affray.rulesets.icon.state import Delay, Patch, with_at
from affray.rulesets.icon.terms import ACTIVE, FLED
from tests.icon.table import (
    Table,
    foe,
    hero,
    made,
    quartet,
    sheet,
)
from tests.rules import rule


def rounds_end(table: Table, round_: int) -> None:
    """Let the slow part of a round be over."""
    table.combat.round = round_
    table.combat.phase = 2
    for unit in table.combat.units:
        unit.turns = 0
    turn.next_turn(table.combat)


@rule("icon/end.side-out", "icon/action.order-of-components")
@pytest.mark.parametrize(("last", "hp"), [(True, 28), (False, 26)])
def test_nothing_more_of_an_ability_happens_once_a_side_is_out(*, last: bool, hp: int) -> None:
    """The foe is felled by the hit: the area that would hurt an ally comes too late."""
    rows = "A B b . ." if last else "A B b . c"
    others = {} if last else {"c": foe()}
    bell = made(
        pattern={"shape": "arc", "size": 2},
        attack={"mode": "melee"},
        hit=[{"op": "damage", "amount": 9}],
        area=[{"op": "damage", "amount": 2, "who": "area"}],
    )
    table = Table(rows, A=hero(bell), B=hero(), b=foe(), **others)
    table["b"].hp = 1

    table.act("A", "deed", "space 1,0", "space 2,0", "take it", dice="d20 9")

    assert table["B"].hp == hp


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("felled", "winner"), [("b", 0), ("A", -1)])
def test_rounds_are_survived_by_ones_own_side(felled: str, winner: int) -> None:
    """Where nobody wins by standing last, the beaten have not survived either."""
    table = Table("A . b", A=foe(), b=foe())
    table.combat.last_standing = False
    table.combat.objectives = [Objective("rounds-survived", 0, wins=True, number=1)]
    table.combat.kept = [0]
    table.fell(felled)

    end.objectives(table.combat, round_end=True)

    assert table.combat.winner == winner


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(
    ("kind", "at", "felled", "round_", "met"),
    [
        ("clear", 2, "", 3, True),
        ("clear", 1, "", 3, False),
        ("clear", 2, "", 2, False),
        ("protect", 2, "", 3, True),
        ("protect", 2, "C", 3, False),
        ("protect", 2, "", 2, False),
    ],
)
def test_a_zone_is_cleared_and_somebody_protected_at_the_end_of_a_round(
    kind: str, at: int, felled: str, round_: int, *, met: bool
) -> None:
    table = Table("A C . b . .", A=hero(), C=hero(), b=foe())
    table.combat.move(table["C"], 4)
    table.combat.move(table["b"], at)
    who, cells = (["C"], []) if kind == "protect" else (None, [0, 1])
    table.combat.objectives = [Objective(kind, 0, True, who, cells, 3)]
    table.combat.kept = [0]
    table.combat.round = round_
    if felled:
        table.fell(felled)

    end.objectives(table.combat, round_end=False)
    assert table.combat.outcome == ""
    end.objectives(table.combat, round_end=True)

    assert (table.combat.winner == 0) == met


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("hp", "met"), [(1, True), (0, False)])
def test_what_can_be_destroyed_is_protected_as_long_as_it_stands(hp: int, *, met: bool) -> None:
    table = Table("A . b", A=hero(), b=foe())
    table.combat.objectives = [Objective("protect", 0, True, None, [1], 3)]
    table.combat.kept = [0]
    table.combat.round = 3
    table.combat.toughness = with_at(table.combat.toughness, 1, hp)

    end.objectives(table.combat, round_end=True)

    assert (table.combat.winner == 0) == met


@rule("icon/end.side-out")
def test_a_fight_goes_on_while_each_side_has_somebody() -> None:
    table = quartet()
    table.fell("c")
    end.check(table.combat)
    assert table.combat.outcome == ""

    table.fell("d")
    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/end.side-out", "icon/terrain.edge-pc-return")
def test_who_can_still_return_over_an_edge_is_not_out() -> None:
    table = Table("A . b ~", A=sheet(), b=sheet(pc=False))
    table.combat.move(table["b"], 3)
    table.go_over("b")

    end.check(table.combat)
    assert table.combat.outcome == ""
    table["b"].fate = FLED
    table["b"].off = -1
    end.check(table.combat)

    assert table.combat.winner == 0


@rule("icon/end.side-out", "icon/end.total-defeat")
def test_both_sides_out_at_once_is_a_draw() -> None:
    table = quartet()
    for name in "ABcd":
        table.fell(name)

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", -1)


@rule("icon/end.cleanup")
def test_after_combat_everything_ends_but_wounds() -> None:
    table = quartet()
    for id in ("burning", "dazed", "tangled", "evasion", "stance-hearth-ring"):
        table.give("A", id, source=2)
    table["A"].vigor = 5
    table["A"].resolve = 3
    table["A"].combo = 1
    table["A"].wounds = 2
    table["A"].hp = 5
    table["A"].delays = [Delay(0, -1)]
    table["A"].must_slow = True
    table["A"].pending = ["attack, boon 1"]
    table["A"].actions = 2
    table.combat.active = 0
    table.combat.patches = [Patch(4, 0, 0, NEVER, 0, "jar-lamp"), Patch(5, 1, 0, NEVER, 0, "")]
    table.fell("B")
    table.fell("c")
    table.fell("d")

    end.check(table.combat)

    a, b = table["A"], table["B"]
    assert (a.effects, a.vigor, a.resolve, a.combo, a.hp, a.wounds) == ([], 0, 0, 0, 5, 2)
    assert (a.delays, a.must_slow, a.pending) == ([], False, [])
    assert (a.actions, table.combat.active) == (0, -1)
    assert [one.cell for one in table.combat.patches] == [5], "the summon alone"
    assert (b.hp, b.wounds, b.fate) == (1, 1, ACTIVE)


@rule("icon/end.flee")
def test_who_ends_its_turn_in_an_exit_may_leave() -> None:
    table = quartet()
    table.combat.leaving = [0]
    table.end("B")
    assert table["B"].present

    table.end("A", "", "flee")

    assert (table["A"].fate, table["A"].present) == (FLED, False)


@rule("icon/end.flee")
def test_nobody_must_flee() -> None:
    table = quartet()
    table.combat.leaving = [0]

    table.end("A", "", "stay")

    assert table["A"].present


@rule("icon/end.flee", "icon/end.side-out", "icon/turn.end-sequence")
def test_a_foe_that_flees_as_the_last_ends_the_fight() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.combat.leaving = [2]

    table.end("b", "", "flee")

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(
    ("kind", "number", "wins", "winner"),
    [("reached", 1, True, 0), ("reached", 2, True, -2), ("reached", 1, False, 1)],
)
def test_reaching_a_place_is_looked_at_at_the_end_of_every_turn(
    kind: str, number: int, *, wins: bool, winner: int
) -> None:
    table = quartet()
    one = Objective(kind, 0, wins, None, [0], number)
    table.combat.objectives = [one]
    table.combat.kept = [0]

    table.end("c")

    if winner == -2:
        assert table.combat.outcome == ""
    else:
        assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", winner)


@rule("icon/end.alternate-conditions")
def test_felling_one_foe_may_decide() -> None:
    table = quartet()
    table.combat.objectives = [Objective("taken-out", 0, True, ["c"])]
    table.combat.kept = [0]
    table.end("A")
    assert table.combat.outcome == ""
    table.fell("c")

    table.end("A")

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("round_", "over"), [(4, False), (5, True)])
def test_lasting_rounds_is_looked_at_when_they_are_over(round_: int, *, over: bool) -> None:
    table = quartet()
    table.combat.objectives = [Objective("rounds-survived", 0, True, None, None, 5)]
    table.combat.kept = [0]
    table.end("A")
    assert table.combat.outcome == ""

    rounds_end(table, round_)

    assert (table.combat.outcome != "") == over


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("at", "over"), [(1, False), (4, True)])
def test_a_zone_is_held_if_no_foe_is_in_it(at: int, *, over: bool) -> None:
    table = quartet("A . . B c d")
    table.combat.objectives = [Objective("hold", 0, True, None, [0, 1, 2], 1)]
    table.combat.kept = [0]
    table.combat.move(table["c"], at)

    rounds_end(table, 1)

    assert (table.combat.outcome != "") == over


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("round_", "over"), [(29, False), (30, True)])
def test_a_fight_without_a_winner_ends_after_its_last_round(round_: int, *, over: bool) -> None:
    table = quartet()

    rounds_end(table, round_)

    assert (table.combat.outcome != "") == over
    assert table.combat.winner == -1


@rule("icon/end.alternate-conditions")
def test_a_zone_in_which_nobody_stands_is_not_held() -> None:
    table = quartet("A . . B c d")
    table.combat.objectives = [Objective("hold", 0, True, None, [1, 2], 1)]
    table.combat.kept = [0]
    rounds_end(table, 1)
    assert (table.combat.kept, table.combat.outcome) == ([0], "")

    table.combat.move(table["A"], 1)
    rounds_end(table, 2)

    assert (table.combat.kept, table.combat.winner) == ([1], 0)


@rule("icon/end.alternate-conditions")
def test_reaching_a_place_may_be_looked_at_when_the_round_is_over_only() -> None:
    table = quartet()
    table.combat.objectives = [Objective("reached", 0, True, None, [0], 1, when="round-end")]
    table.combat.kept = [0]
    table.end("A")
    assert table.combat.outcome == ""

    rounds_end(table, 1)

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/end.alternate-conditions", "icon/end.flee")
@pytest.mark.parametrize(("zone", "over"), [(0, True), (1, False)])
def test_who_fled_by_a_zone_has_reached_it(zone: int, *, over: bool) -> None:
    table = Table("A . B . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.combat.objectives = [Objective("reached", 0, True, None, [zone], 1)]
    table.combat.kept = [0]
    table.combat.leaving = [0]

    table.end("A", "", "flee")

    assert (table.combat.outcome != "") == over


@rule("icon/end.alternate-conditions", "icon/terrain.edge-foe-return")
def test_who_is_over_an_edge_has_not_reached_it_nor_has_who_stays_away() -> None:
    table = Table("A . b ~ c", A=sheet(), b=sheet(pc=False), c=sheet(pc=False))
    table.combat.objectives = [Objective("reached", 1, True, None, [3], 1)]
    table.combat.kept = [0]
    table.combat.move(table["b"], 3)
    table.go_over("b")
    table.end("c")
    assert table.combat.outcome == ""

    table.begin("b", "", "stay away")

    assert (table["b"].fate, table.combat.outcome) == (FLED, "")


@rule("icon/end.alternate-conditions")
def test_what_decides_at_the_end_of_the_last_round_is_no_draw() -> None:
    table = quartet()
    table.combat.objectives = [Objective("rounds-survived", 0, True, None, None, 30)]
    table.combat.kept = [0]

    rounds_end(table, 30)

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("kept", "over"), [(0, False), (1, True)])
def test_a_zone_may_have_to_be_held_for_several_rounds(kept: int, *, over: bool) -> None:
    table = quartet()
    table.combat.objectives = [Objective("hold", 0, True, None, [0], 2)]
    table.combat.kept = [kept]

    rounds_end(table, 2)

    assert (table.combat.outcome != "") == over


@rule("icon/end.side-out", "icon/end.alternate-conditions")
def test_a_fight_that_is_decided_stays_so_though_a_side_falls_afterwards() -> None:
    table = quartet()
    end.close(table.combat, 1, "end.alternate-conditions")
    table.fell("c")
    table.fell("d")

    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 1)


@rule("icon/end.side-out")
@pytest.mark.parametrize(
    ("last_standing", "fallen", "over"),
    [(True, "", False), (True, "cd", True), (False, "cd", False), (False, "ABcd", True)],
)
def test_whether_the_last_side_wins_is_a_matter_of_the_encounter(
    fallen: str, *, last_standing: bool, over: bool
) -> None:
    table = quartet()
    table.combat.last_standing = last_standing
    for name in fallen:
        table.fell(name)

    assert end.over(table.combat) == over
    end.check(table.combat)
    assert (table.combat.outcome != "") == over


@rule("icon/end.side-out", "icon/interrupt.timing")
def test_nothing_more_of_an_ability_happens_when_the_last_player_character_has_fallen() -> None:
    """It still lies on the map."""
    own = made(
        target={"who": "foe", "range": 3},
        effect=[{"op": "damage", "amount": 99}, {"op": "vigor", "multiple": 1, "who": "user"}],
    )
    table = Table("A . b", A=sheet(), b=sheet(pc=False, abilities=[own]))

    table.act("b", "deed A", "take it")

    assert table["b"].vigor == 0


@rule("icon/end.alternate-conditions")
def test_a_place_for_which_no_number_is_said_is_reached_by_one() -> None:
    table = quartet("A B c d . .")
    table.combat.objectives = [Objective("reached", 0, True, None, [5])]
    table.combat.kept = [0]
    table.end("A")
    assert table.combat.outcome == ""

    table.combat.move(table["A"], 5)
    table.end("A")

    assert (table.combat.outcome, table.combat.winner) == ("end.alternate-conditions", 0)


@rule("icon/end.alternate-conditions")
@pytest.mark.parametrize(("at", "over"), [(1, False), (0, True)])
def test_a_zone_for_which_no_number_is_said_is_held_for_one_round(at: int, *, over: bool) -> None:
    table = quartet("A . . B c d")
    table.combat.objectives = [Objective("hold", 0, True, None, [0])]
    table.combat.kept = [0]
    table.combat.move(table["A"], at)

    rounds_end(table, 1)

    assert (table.combat.outcome != "") == over
