"""What a seat cannot know makes no difference to what it is shown, in every game that hides."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import SeededDice
from affray.core.ruleset import NOTHING, PLACE, Ruleset
from tests.contract.unknown import GAMES, check_pair, pairs_of, setting
from tests.core.duel import Duel, DuelCombat, skirmish

PAIRS = 200


@pytest.mark.parametrize("game", GAMES)
def test_two_fights_that_differ_in_what_is_unknown_look_the_same(game: str) -> None:
    for number, pair in enumerate(pairs_of(game, 1, PAIRS)):
        rules = pair[0].ruleset
        assert isinstance(rules, Ruleset)
        check_pair(rules, setting(pair[0]), pair, number)


# -- that the check would notice -------------------------------------------------------------------


class Veiled(Duel):
    """The numbers of the other side, and one of its members, are nobody's business."""

    def knows(self, combat: Any, seat: int, who: int) -> int:
        return NOTHING if combat.units[who].name == "imp-2" and seat == 0 else PLACE

    def blind(self, combat: Any, seat: int) -> Any:
        twin = combat.clone()
        for unit in twin.units:
            if not unit.seats >> seat & 1:
                unit.hp = 1
        if seat == 0:
            twin.leave(twin.units[4])
            twin.units[4].cell = -1
        return twin


def pair() -> tuple[DuelCombat, DuelCombat, int]:
    one = Veiled().begin(skirmish(), SeededDice(4), [])
    other = one.clone()
    other.units[2].hp -= 1
    return one, other, 0


def moved() -> tuple[DuelCombat, DuelCombat, int]:
    one = Veiled().begin(skirmish(), SeededDice(4), [])
    other = one.clone()
    unit = other.units[4]
    other.leave(unit)
    free = [cell for cell in range(one.grid.size) if other.at(cell) is None]
    other.stand(unit, free[-1])
    return one, other, 0


@pytest.mark.parametrize("two", [pair, moved])
def test_what_is_veiled_makes_no_difference(two: Any) -> None:
    check_pair(Veiled(), skirmish(), two(), 1)


@pytest.mark.parametrize("two", [pair, moved])
def test_what_is_not_veiled_does(two: Any) -> None:
    with pytest.raises(AssertionError):
        check_pair(Duel(), skirmish(), two(), 1)


def test_two_fights_that_do_not_differ_prove_nothing() -> None:
    one, _, seat = pair()
    with pytest.raises(AssertionError, match="do not differ"):
        check_pair(Veiled(), skirmish(), (one, one.clone(), seat), 1)
