"""What a seat is shown and offered does not depend on what it cannot know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from affray.core.choice import Choice, Option, Pending, Script
from affray.core.dice import SeededDice
from affray.core.ruleset import EXISTENCE, PLACE
from affray.rulesets.sovereign import end
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.state import SovereignCombat
from affray.rulesets.sovereign.terms import DEAD
from tests.rules import rule

from .table import Table, body, strike
from .unknown import pairs

PAIRS = 200
ASKED = 40  # keys about which a pair is asked why not
DEEPER = 4  # answers after which the next question is looked at


@cache
def made() -> list[tuple[SovereignCombat, SovereignCombat, int]]:
    return list(pairs(7, PAIRS))


def question(combat: SovereignCombat, seat: int, answers: list[int]) -> Choice | None:
    """Return what a seat is asked next, None if it is asked nothing."""
    work = combat.clone()
    work.agents = [Script(answers)] * len(work.agents)
    work.dice = SeededDice(1)
    work.changes = 0
    try:
        work.step()
    except Pending as pending:
        return pending.choice if pending.choice.seats >> seat & 1 else None
    return None


def parts(option: Option) -> tuple[object, ...]:
    return (
        option.key,
        option.verb,
        option.who,
        tuple(option.targets),
        tuple(option.cells),
        option.ability,
        option.cost,
        option.object,
    )


def offered(choice: Choice) -> list[tuple[object, ...]]:
    return [parts(choice.option(one)) for one in [*choice.answers(), *choice.unlisted()]]


def questions() -> Iterator[tuple[Choice, Choice]]:
    """Yield the questions of all pairs, and some of those that follow them."""
    chance = random.Random(3)
    for one, other, seat in made():
        first, second = question(one, seat, []), question(other, seat, [])
        assert (first is None) == (second is None)
        if first is None or second is None:
            continue
        yield first, second
        moves = [answer for answer in first.answers() if "run" in first.key(answer)]
        for answer in [*moves[:1], *chance.choices(first.answers(), k=DEEPER)]:
            then, too = question(one, seat, [answer]), question(other, seat, [answer])
            if then is not None and too is not None and then.kind == too.kind == "move":
                yield then, too


def test_what_a_seat_knows_of_two_such_fights_is_the_same() -> None:
    ruleset = Sovereign()
    for one, other, seat in made():
        assert ruleset.blind(one, seat).key() == ruleset.blind(other, seat).key()


def test_the_gm_knows_all_and_each_side_its_own() -> None:
    ruleset = Sovereign()
    for one, other, _ in made():
        for seat in (1, one.gm):
            assert ruleset.blind(one, seat).key() == one.key() != other.key()


def test_options_and_their_parts_are_the_same() -> None:
    seen = 0
    for first, second in questions():
        assert offered(first) == offered(second)
        assert first.prompt() == second.prompt()
        seen += 1
    assert seen > PAIRS


def test_why_not_is_the_same() -> None:
    chance = random.Random(5)
    for first, second in questions():
        keys = first.candidates()
        assert keys == second.candidates()
        for key in chance.sample(keys, min(len(keys), ASKED)):
            assert first.why_not(key) == second.why_not(key), key


def test_what_is_shown_of_those_in_sight_is_the_same() -> None:
    ruleset = Sovereign()
    for one, other, seat in made():
        for unit in one.units:
            if ruleset.knows(one, seat, unit.index) == PLACE:
                who = unit.index
                assert ruleset.measures(one, who) == ruleset.measures(other, who)
                blind = [ruleset.blind(fight, seat) for fight in (one, other)]
                assert ruleset.marks(blind[0], who) == ruleset.marks(blind[1], who)


# ---- coming upon one unseen ----------------------------------------------------------------------


@rule("sovereign/grid.enemies-block", "sovereign/attack.mod.unseen-unknown")
def test_a_way_past_one_unseen_is_offered_and_ends_before_it() -> None:
    table = Table("A . b . .", A=body(), b=body())
    table["b"].unseen = True

    table.act("A", "run", "move 4,0", "stay")

    assert table.at("A") == "1,0"
    assert table["b"].located == 1 << table["A"].side


@rule("sovereign/grid.no-corner-cutting")
def test_no_corner_is_cut_past_one_unseen() -> None:
    table = Table("A b\n. .", A=body(), b=body())
    table["b"].unseen = True

    table.act("A", "run", "move 1,1", "stay")

    assert table.at("A") == "0,0"
    assert table["b"].located == 1 << table["A"].side


@rule("sovereign/grid.forced-limits")
def test_a_push_into_one_unseen_stops_before_it() -> None:
    table = Table("A b c\n. . .", A=body(strike(bonus=9), skills={"brawl": 2}), b=body(), c=body())
    table["c"].unseen = True

    table.act("A", "shove b with sword", "push 2,0", dice="d20 10 d6 6 6")

    assert table.at("b") == "1,0"
    assert table["c"].located == 1 << table["A"].side


@pytest.mark.parametrize("key", ["attack b with sword", "shove b with sword", "swarm b with sword"])
@pytest.mark.parametrize("row", ["A b .", "A . . . . b"])
def test_no_refusal_tells_how_far_one_unseen_is(key: str, row: str) -> None:
    table = Table(row, A=body(strike()), b=body())
    table["b"].unseen = True

    assert table.refused("A", key) == "attack.mod.unseen-unknown"


def test_a_seat_knows_of_one_unseen_that_it_takes_part() -> None:
    table = Table("A . b", A=body(), b=body())
    table["b"].unseen = True
    ruleset = Sovereign()
    who = table["b"].index

    assert ruleset.knows(table.combat, 0, who) == EXISTENCE
    assert ruleset.knows(table.combat, 1, who) == PLACE
    assert ruleset.knows(table.combat, table.combat.gm, who) == PLACE
    table["b"].located = 1
    assert ruleset.knows(table.combat, 0, who) == PLACE


def test_rules_can_be_played_on_what_a_seat_knows() -> None:
    """Nobody meets the hidden there, and nobody has lost or won because they are."""
    table = Table("A . . b c", A=body(strike(bonus=9)), b=body(size=1), c=body())
    table["b"].unseen = True
    ruleset = Sovereign()
    table.turn_of("A")

    blind = ruleset.blind(table.combat, 0)
    assert isinstance(blind, SovereignCombat)
    blind.agents = [Script([])] * len(blind.agents)
    blind.units[table["c"].index].fate = DEAD
    end.check(blind)

    assert blind.outcome == ""
    assert not ruleset.down(blind, table["b"].index)
    assert blind.recount() == ""
