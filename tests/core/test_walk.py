"""Walking: asked once unless something happens, step by step, by any way that is legal."""

from __future__ import annotations

import pytest

from affray.core.choice import Agent, Choice
from affray.core.dice import ScriptedDice
from affray.core.errors import IllegalError
from affray.core.setup import Setup
from affray.core.walk import walk
from tests.core.duel import BLEEDING, Duel, DuelCombat, MoveChoice, Stride, Trap, arena

OPEN_FIELD = ["......", "......", "......", "......"]


class Keys(Agent):
    """Answers with keys; notes what was asked."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.asked: list[str] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append(choice.prompt())
        return choice.read(self.keys.pop(0))


def field(setup: Setup, *keys: str, dice: list[tuple[int, int]] | None = None) -> DuelCombat:
    duel = Duel().begin(setup, ScriptedDice(dice or []), [Keys(*keys)] * 3)
    duel.watched = True
    return duel


def stride(duel: DuelCombat, who: int = 0, pool: int = 4) -> list[str]:
    """Walk; return the cells entered."""
    walk(duel, Stride(duel, who, pool))
    scripted = duel.agents[0]
    assert isinstance(scripted, Keys)
    assert scripted.keys == []
    return [duel.grid.name(event.goal) for event in duel.events if event.name == "move"]


def alone(rows: list[str], at: str = "0,1") -> Setup:
    return arena(rows, [("ana", "blade", 0, at), ("bob", "brute", 1, "5,3")])


def test_an_undisturbed_walk_asks_once() -> None:
    duel = field(alone(OPEN_FIELD), "move 3,1")

    steps = stride(duel)

    assert len(steps) == 3
    assert steps[-1] == "3,1"
    assert duel.agents[0].asked == ["where to, 4 left?"]  # type: ignore[attr-defined]
    assert duel.units[0].cell == duel.grid.read("3,1")
    assert duel.holders() == {duel.grid.read("3,1"): 0, duel.grid.read("5,3"): 1}


def test_to_stay_moves_nobody() -> None:
    duel = field(alone(OPEN_FIELD), "stay")

    assert stride(duel) == []
    assert duel.units[0].cell == duel.grid.read("0,1")


def test_an_explicit_path_is_walked_as_it_is() -> None:
    duel = field(alone(OPEN_FIELD), "move 0,0 1,0 2,1 3,2")

    assert stride(duel) == ["0,0", "1,0", "2,1", "3,2"]


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("move 2,1 3,1", "duel/move.no-path"),
        ("move 1,1 2,2 3,1 4,2 5,2", "duel/move.too-far"),
        ("move 0,2 1,3 9,9", "duel/move.no-path"),
    ],
)
def test_an_illegal_path_is_refused_with_its_rule(path: str, rule: str) -> None:
    duel = field(alone(OPEN_FIELD), path)

    with pytest.raises(IllegalError) as refused:
        stride(duel)

    assert refused.value.rule == rule
    assert duel.units[0].cell == duel.grid.read("0,1")


def test_a_path_through_a_foe_is_barred_and_one_that_ends_on_a_friend_too() -> None:
    members = [("ana", "blade", 0, "0,1"), ("cid", "blade", 0, "1,2"), ("bob", "brute", 1, "1,1")]
    duel = field(arena(OPEN_FIELD, members))
    choice = MoveChoice(1, 0, duel, 4)

    for path, rule in (("move 1,1 2,1", "barred"), ("move 0,2 1,2", "held")):
        with pytest.raises(IllegalError) as refused:
            choice.read(path)
        assert refused.value.rule == f"duel/move.{rule}"
    assert choice.read("move 1,2 2,3") < 0


def test_a_legal_path_round_trips_between_key_and_number() -> None:
    duel = field(alone(OPEN_FIELD))
    choice = MoveChoice(1, 0, duel, 4)

    answer = choice.read("move 0,0 1,0 1,1")

    assert answer < 0
    assert answer not in choice.answers()
    assert choice.allows(answer)
    assert choice.key(answer) == "move 0,0 1,0 1,1"
    assert choice.read(choice.key(answer)) == answer
    assert not choice.allows(answer - 1) or choice.read(choice.key(answer - 1)) == answer - 1


def test_difficult_ground_is_paid_for_and_gone_round() -> None:
    rows = ["......", ".,,,..", "......", "......"]
    through = field(alone(rows), "move 1,1 2,1")
    assert stride(through) == ["1,1", "2,1"]
    assert through.units[0].cell == through.grid.read("2,1")

    around = field(alone(rows), "move 3,1")
    steps = stride(around)
    assert len(steps) == 3
    assert "1,1" not in steps
    assert "2,1" not in steps


def test_who_is_struck_at_on_the_way_chooses_anew_with_what_is_left() -> None:
    members = [("ana", "blade", 0, "1,1"), ("bob", "brute", 1, "2,1")]
    setup = arena(OPEN_FIELD, members)
    keys = ("move 1,0 0,0 0,1", "snap at ana", "keep", "move 0,2")
    duel = field(setup, *keys, dice=[(6, 6), (6, 1), (4, 2)])

    # Bob stands beside 1,0 still; ana leaves him from there, and the declared step is made.
    # The way from 0,0 is chosen anew: the first of the cheapest.
    assert stride(duel) == ["1,0", "0,0", "1,1", "0,2"]
    assert duel.agents[0].asked[0] == "where to, 4 left?"  # type: ignore[attr-defined]
    assert duel.agents[0].asked[-1] == "where to, 2 left?"  # type: ignore[attr-defined]
    assert duel.units[0].hp == 8 - 3
    assert duel.units[0].has(BLEEDING)


def test_who_falls_on_the_way_goes_no_further() -> None:
    members = [("ana", "blade", 0, "1,1"), ("bob", "brute", 1, "2,1")]
    duel = field(arena(OPEN_FIELD, members), "move 0,1", "snap at ana", "keep", dice=[
        (6, 6), (6, 1), (4, 4)
    ])  # fmt: skip
    duel.units[0].hp = 3

    assert stride(duel) == []
    assert not duel.units[0].present
    assert duel.outcome == "duel/end.last-standing"


def test_a_trap_stops_the_walk_for_good() -> None:
    duel = field(alone(OPEN_FIELD), "move 1,1 2,1 3,1", dice=[(4, 2)])
    duel.traps = [Trap(duel.grid.read("2,1"), 1)]

    assert stride(duel) == ["1,1", "2,1"]
    assert not duel.traps[0].armed
    assert duel.units[0].hp == 6


def test_fire_on_the_way_hurts_and_lets_the_mover_choose_anew() -> None:
    duel = field(alone([".*....", ".*....", ".*....", ".*...."]), "move 1,1 2,1 3,1", "move 2,1")

    assert stride(duel) == ["1,1", "2,1"]
    assert duel.units[0].hp == 7


def test_who_ends_among_friends_goes_back_to_the_last_free_cell() -> None:
    members = [("ana", "blade", 0, "0,1"), ("cid", "blade", 0, "1,1"), ("bob", "brute", 1, "5,3")]
    rows = ["######", "......", "######", "......"]
    duel = field(arena(rows, members), "move 1,1 2,1", "stay", dice=[])
    duel.fires = {duel.grid.read("1,1"): 1}

    assert stride(duel) == ["1,1"]
    assert duel.units[0].cell == duel.grid.read("0,1")
    assert duel.recount() == ""


def test_a_watched_walk_is_the_unwatched_one() -> None:
    ends = []
    for watched in (True, False):
        members = [("ana", "blade", 0, "1,1"), ("bob", "brute", 1, "2,1")]
        keys = ("move 1,0 0,0", "pass", "stay")
        duel = field(arena(OPEN_FIELD, members), *keys)
        duel.watched = watched
        walk(duel, Stride(duel, 0, 4))
        ends.append((duel.key(), duel.changes))

    assert ends[0] == ends[1]


def test_a_walk_tells_what_it_bumped_into() -> None:
    class Groping(Stride):
        """Plans as if the way were free, and notes where it was not."""

        bumps: list[int]

        def choose(self) -> bool:
            if self.plan or self.spent:
                return False
            self.bumps = []
            self.plan = [self.duel.grid.at(column, 3) for column in (3, 4, 5)]
            return True

        def bumped(self, goal: int) -> None:
            self.bumps.append(goal)

    setup = arena(OPEN_FIELD, [("ana", "blade", 0, "2,3"), ("bob", "brute", 1, "5,3")])
    duel = field(setup)
    way = Groping(duel, 0, 4)

    walk(duel, way)

    assert duel.units[0].cell == duel.grid.read("4,3")
    assert way.bumps == [duel.grid.at(5, 3)]
