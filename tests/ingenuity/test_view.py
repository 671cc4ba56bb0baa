"""What a seat cannot know changes nothing of what it is shown or offered."""

from __future__ import annotations

import pytest

from affray.core.choice import Choice
from affray.core.ruleset import EXISTENCE, PLACE, Ruleset
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.movement.moving import Move, MoveTo
from affray.rulesets.ingenuity.state import IngenuityCombat
from tests.ingenuity.table import Table, sheet
from tests.ingenuity.unknown import pairs
from tests.rules import rule


def shown(asked: Choice) -> list[tuple[object, ...]]:
    """Return the options of a choice with all their parts."""
    found = [asked.option(one) for one in [*asked.answers(), *asked.unlisted()]]
    return [
        (one.key, one.verb, one.who, one.targets, one.cells, one.ability, one.cost, one.object)
        for one in found
    ]


def refusals(asked: Choice) -> list[tuple[str, str, str]]:
    """Return what is said of every key that one may think of."""
    return [(key, *asked.why_not(key)) for key in asked.candidates()]


def turn(combat: IngenuityCombat) -> act.Act:
    return act.Act(combat, combat.units[combat.active], True)


def walk(combat: IngenuityCombat) -> MoveTo:
    unit = combat.units[combat.active]
    return MoveTo(Move(combat, unit, condition.speed(unit), own=True))


def ruleset_of(combat: IngenuityCombat) -> Ruleset:
    found = combat.ruleset
    assert isinstance(found, Ruleset)
    return found


@rule("ingenuity/condition.hidden", "ingenuity/attack.unseen-target")
@pytest.mark.parametrize("seed", range(4))
def test_where_the_hidden_stand_changes_no_view_option_or_refusal(seed: int) -> None:
    for number, (one, other, seat) in enumerate(pairs(seed, 50)):
        ruleset = ruleset_of(one)
        assert ruleset.blind(one, seat).key() == ruleset.blind(other, seat).key()
        assert shown(turn(one)) == shown(turn(other))
        assert shown(walk(one)) == shown(walk(other))
        if number % 10:
            continue  # of some, what is said of everything else one may think of
        assert refusals(turn(one)) == refusals(turn(other))
        where = [one.grid.name(cell) for cell in range(one.grid.size)]
        for key in [f"move {name}" for name in where]:
            assert walk(one).why_not(key) == walk(other).why_not(key)


@rule("ingenuity/condition.hidden")
def test_a_seat_knows_where_its_own_stand_and_of_the_hidden_that_they_fight() -> None:
    table = Table("A . b\n. . c", A=sheet(), b=sheet(), c=sheet())
    combat = table.combat
    ruleset = ruleset_of(combat)
    table.hide("A", "b")
    assert ruleset.knows(combat, 1, table["A"].index) == PLACE  # c sees it
    table.hide("A", "b", "c")
    assert ruleset.knows(combat, 1, table["A"].index) == EXISTENCE
    assert ruleset.knows(combat, 0, table["A"].index) == PLACE
    assert ruleset.knows(combat, combat.gm, table["A"].index) == PLACE
    assert ruleset.blind(combat, 1).units[table["A"].index].cell == -1
    assert ruleset.blind(combat, 0).key() == combat.key()


@rule("ingenuity/condition.hidden", "ingenuity/movement.occupied")
def test_who_walks_into_the_unseen_stops_before_it_and_has_found_it() -> None:
    table = Table("A b . .", A=sheet(speed=3), b=sheet())
    table.hide("b", "A")
    table.act("A", "move", "move 2,0")
    assert table.at("A") == "0,0"
    assert not table["b"].hidden


@rule("ingenuity/condition.hidden", "ingenuity/action.free.step")
def test_a_step_into_the_unseen_finds_it() -> None:
    table = Table("A b .", A=sheet(), b=sheet())
    table.hide("b", "A")
    assert "step 1,0" in table.offered("A")
    table.act("A", "step 1,0")
    assert table.at("A") == "0,0"
    assert not table["b"].hidden


@rule("ingenuity/action.ready.expiry", "ingenuity/condition.hidden")
def test_nobody_answers_what_it_does_not_see() -> None:
    table = Table("A . . b", A=sheet(["spear"]), b=sheet())
    table.act("A", "ready for an approach")
    table.hide("b", "A")
    table.start("b")
    table.step("move", "move 1,0")
    assert table["A"].readied
