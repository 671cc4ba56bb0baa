"""What a seat is shown depends on nothing that it cannot know."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.choice import Agent, Choice, Option, Pending
from affray.core.combat import Combat
from affray.core.dice import Dice
from affray.core.errors import UnknownKeyError
from affray.core.ruleset import PLACE
from affray.core.scene import resume
from affray.rulesets.thrum.ruleset import Thrum
from tests.thrum.table import Table, npc, pc
from tests.thrum.unknown import pairs

THRUM = Thrum()


class Stopped(Agent):
    """Stops at the first question."""

    def decide(self, choice: Choice) -> int:
        raise Pending(choice)


def first_choice(combat: Combat[Any]) -> Choice | None:
    """Return what the next step asks first, None if it asks nothing or rolls before it asks."""
    dice: Dice = combat.dice.clone()
    dice.log = []
    combat = combat.clone()
    combat.dice = dice
    try:
        resume(combat, [Stopped()] * len(combat.agents))
    except Pending as pending:
        asked = pending.choice
        return None if asked.combat.dice.log else asked
    return None


def parts(option: Option) -> tuple[object, ...]:
    return (
        option.answer,
        option.key,
        option.verb,
        option.who,
        tuple(option.targets),
        tuple(option.cells),
        option.ability,
        option.cost,
        option.object,
    )


def refusals(choice: Choice) -> list[tuple[str, tuple[str, str]]]:
    keys = [key for key in choice.candidates() if not offered(choice, key)]
    return [(key, choice.why_not(key)) for key in keys[:60]]


def offered(choice: Choice, key: str) -> bool:
    return any(choice.key(answer) == key for answer in choice.answers())


@pytest.mark.parametrize("seed", range(4))
def test_fights_that_differ_in_what_nobody_knows_look_alike(seed: int) -> None:
    asked = 0
    for one, other, seat in pairs(seed, 60):
        assert THRUM.blind(one, seat).key() == THRUM.blind(other, seat).key()
        for who in range(len(one.units)):
            assert THRUM.knows(one, seat, who) == THRUM.knows(other, seat, who)
            assert THRUM.measures(one, who) == THRUM.measures(other, who)
            assert THRUM.marks(one, who) == THRUM.marks(other, who)
        mine, theirs = first_choice(one), first_choice(other)
        assert (mine is None) == (theirs is None)
        if mine is not None and theirs is not None:
            asked += 1
            assert mine.prompt() == theirs.prompt()
            assert [parts(mine.option(one)) for one in mine.answers()] == [
                parts(theirs.option(one)) for one in theirs.answers()
            ]
            assert refusals(mine) == refusals(theirs)
    assert asked > 20


def test_one_who_is_hidden_is_seen_where_it_stands() -> None:
    table = Table("A . . b", A=pc(), b=npc("biffer"))
    table.give("b", "hidden")

    assert THRUM.knows(table.combat, table["A"].side, table["b"].index) == PLACE
    assert THRUM.blind(table.combat, table["A"].side).key() == table.combat.key()


def test_a_key_that_names_nothing_is_unknown_and_not_refused() -> None:
    for one, _, _ in pairs(9, 12):
        choice = first_choice(one)
        if choice is not None:
            with pytest.raises(UnknownKeyError):
                choice.read("xyzzy")
