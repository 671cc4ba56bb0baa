"""The state that all rulesets share: the board, counters, effects, sums, clones."""

from __future__ import annotations

from affray.core.choice import Agent, Choice, Pending, Script
from affray.core.combat import OWN, ROUND, TURN, Combat
from affray.core.dice import ATTACK, ScriptedDice, SeededDice
from affray.core.effect import NEVER, NEXT_TURN_END, TURN_END, TURN_START, Held, Sum
from affray.core.event import Rolled
from affray.core.grid import Grid
from affray.core.scene import resume
from tests.core.duel import (
    BLEEDING,
    DEFENCE,
    GUARDING,
    PARRIED,
    SNAPPED,
    Clash,
    Duel,
    DuelCombat,
    Fighter,
    face_to_face,
    skirmish,
)


def duel() -> DuelCombat:
    return Duel().begin(skirmish(), SeededDice(1), [Script([])] * 3)


def giants() -> DuelCombat:
    """Two of size 2 on a field of 6 by 4."""
    combat = duel()
    combat.grid = Grid(6, 4, [0] * 24, [0] * 24)
    combat.units = combat.units[:2]
    combat.clear_board()
    for unit, cell in zip(combat.units, (0, 3), strict=True):
        unit.size = 2
        combat.stand(unit, cell)
    return combat


# -- the board -----------------------------------------------------------------------------------


def test_a_large_one_holds_its_whole_footprint() -> None:
    combat = giants()

    assert sorted(combat.holders().items()) == [
        (0, 0), (1, 0), (3, 1), (4, 1), (6, 0), (7, 0), (9, 1), (10, 1)
    ]  # fmt: skip
    assert not combat.free(2, 2)
    assert combat.free(2, 2, me=1)
    assert combat.free(12, 2)
    assert not combat.free(5, 2)  # leaves the map
    assert not combat.free(-1)


def test_who_passes_through_another_leaves_it_its_cell() -> None:
    combat = duel()
    ana, cid = combat.units[0], combat.units[1]
    home = cid.cell
    combat.move(ana, home)

    assert combat.at(home) is cid
    assert combat.shares(ana)
    assert not combat.shares(cid)
    combat.move(ana, 20)
    assert combat.at(home) is cid
    assert combat.at(20) is ana


def test_who_stands_where_another_leaves_holds_the_cell() -> None:
    combat = duel()
    ana, cid = combat.units[0], combat.units[1]
    home = cid.cell
    combat.move(ana, home)
    combat.leave(cid)

    assert combat.at(home) is ana
    assert cid.cell == -1
    combat.leave(cid)  # again: nothing to leave
    assert combat.at(home) is ana


# -- counters and effects ------------------------------------------------------------------------


class Bodies(DuelCombat):
    """A combat in which the second of all lies where it stands."""

    def holds(self, unit: Fighter) -> bool:
        return unit.index != 1


def test_who_does_not_hold_its_cell_can_be_stood_upon() -> None:
    begun = duel()
    combat = Bodies(begun.grid, begun.units, begun.dice, begun.agents, begun.exits)
    combat.clear_board()
    ana, cid = combat.units[0], combat.units[1]

    combat.stand(cid, 1)
    assert combat.free(1)
    combat.stand(ana, 1)
    assert combat.holders() == {1: 0}
    combat.leave(ana)
    assert combat.holders() == {}
    combat.leave(cid)
    assert combat.holders() == {}


def test_counters_are_cleared_by_scope_and_person() -> None:
    combat = duel()
    for unit in combat.units:
        unit.used = (1, 1, 1)
    combat.clear(OWN, 0)
    combat.clear(ROUND)
    combat.clear(TURN)

    assert combat.units[0].used == (0, 0, 1)
    assert combat.units[1].used == (1, 0, 1)
    assert (PARRIED, SNAPPED) == (0, 1)


def test_effects_end_at_their_moment_and_by_their_anchor() -> None:
    combat = duel()
    for unit in combat.units[:3]:
        unit.effects = [
            Held(GUARDING, 1, 0, TURN_START, 0),
            Held(BLEEDING, 1, 0, TURN_END, 1),
            Held(BLEEDING, 2, 0, NEVER, 0),
        ]

    ended = combat.expire(TURN_START, 0)

    assert [held.effect.id for held in ended] == ["guarding"] * 3
    assert [len(unit.effects) for unit in combat.units] == [2, 2, 2, 0, 0]
    assert len(combat.expire(TURN_END, 1)) == 3
    assert combat.expire(TURN_END, 1) == []
    assert [held.n for held in combat.units[0].effects] == [2]


def test_what_lasts_to_the_end_of_the_next_turn_outlives_the_present_one() -> None:
    combat = duel()
    combat.units[0].effects = [Held(BLEEDING, 1, 1, NEXT_TURN_END, 0)]

    assert combat.expire(TURN_END, 0) == []  # the turn in which it came
    combat.promote_ends(1)
    assert combat.units[0].effects[0].ends == NEXT_TURN_END
    combat.promote_ends(0)  # its next turn starts
    assert len(combat.expire(TURN_END, 0)) == 1


def test_a_sum_says_why_and_its_parts_make_the_total() -> None:
    total = Sum(DEFENCE, 0, -1, told=True)
    total.add(3, "duel/a")
    total.add(0, "duel/nothing")
    total.at_least(5, "duel/armour")
    total.at_least(4, "duel/lesser")
    total.at_most(2, "duel/cap")

    assert total.total == 2
    assert total.parts == [(3, "duel/a"), (2, "duel/armour"), (-3, "duel/cap")]
    assert sum([amount for amount, _ in total.parts or []]) == total.total


def test_a_number_hears_the_effects_of_both_but_once_of_oneself() -> None:
    combat = duel()
    combat.units[0].effects = [Held(GUARDING, 2, 0, NEVER, 0)]
    combat.units[1].effects = [Held(GUARDING, 1, 0, NEVER, 0)]

    assert combat.sum(DEFENCE, 0).total == 2
    assert combat.sum(DEFENCE, 0, 1).total == 3
    assert combat.sum(DEFENCE, 0, 0).total == 2
    assert combat.sum(DEFENCE, 0).parts is None
    combat.watched = True
    assert combat.sum(DEFENCE, 0).parts == [(2, "duel/guard.bonus")]


# -- rolls ---------------------------------------------------------------------------------------


def test_a_watched_roll_tells_sides_faces_and_parts() -> None:
    combat = duel()
    combat.dice = ScriptedDice([(6, 5), (6, 2)])
    combat.dice.log = []
    combat.watched = True

    margin = combat.throw(Clash(1), ATTACK, 0, "duel/strike.clash", "strike")

    event = combat.events[0]
    assert margin == 3
    assert isinstance(event, Rolled)
    assert (event.sides, event.faces, event.amount, event.what) == ([6, 6], [5, 2], 3, "strike")
    assert event.parts == [("attack", [5], 6), ("defence", [2], 2)]


def test_rolls_count_as_something_happening() -> None:
    combat = duel()
    combat.changes = 0
    combat.roll(6, ATTACK, 0, "duel/any")
    combat.throw(Clash(0), ATTACK, 0, "duel/any")

    assert combat.changes == 2
    assert combat.events == []


# -- clones and resumption -----------------------------------------------------------------------


def test_a_clone_goes_its_own_way() -> None:
    combat = duel()
    key = combat.key()
    twin = combat.clone()
    twin.units[0].hp -= 1
    twin.units[0].set_count(0, 5)
    twin.units[1].effects.append(Held(GUARDING, 1, 0, NEVER, 0))
    twin.move(twin.units[2], 0)
    twin.fires[3] = 9
    twin.lineup.order.append(7)

    assert combat.key() == key
    assert combat.holders() != twin.holders()


class Answering(Agent):
    def decide(self, choice: Choice) -> int:
        return choice.answers()[-1]


def test_an_interrupted_step_leaves_the_snapshot_and_its_dice() -> None:
    combat = Duel().begin(face_to_face(), SeededDice(2), [Answering()] * 3)
    for _ in range(3):
        combat.step()
    before = combat.key(), combat.dice.state()
    answers: list[int] = []
    while True:
        try:
            done: Combat[Fighter] = resume(combat, [Script(answers)] * 3)
            break
        except Pending as pending:
            assert (combat.key(), combat.dice.state()) == before
            answers.append(pending.choice.answers()[-1])
    combat.step()

    assert len(answers) >= 1
    assert done.key() == combat.key()
    assert done.dice.state() == combat.dice.state()
