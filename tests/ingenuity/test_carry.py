"""From combat to combat: what is taken along begins the next one, and what rests make of it."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.core.errors import InvalidError
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.state import IngenuityCombatant
from affray.rulesets.ingenuity.terms import DEAD, DEVOTED, MIGHTY, RALLIED
from affray.session.fight import Fight
from tests.ingenuity.table import Table, library, sheet
from tests.ingenuity.test_stated import member
from tests.rules import rule


def left(unit: IngenuityCombatant, table: Table) -> dict[str, int]:
    return downtime.carried(table.combat, unit)


@rule("ingenuity/resource.rest")
@pytest.mark.parametrize(
    ("counter", "bits", "name"),
    [
        (RALLIED, 0b0001, "combat-adrenaline"),
        (RALLIED, 0b0010, "second-wind"),
        (RALLIED, 0b1000, "always-prepared"),
        (DEVOTED, 1, "divine-devotion"),
        (MIGHTY, 1, "hysterical-might"),
    ],
)
def test_what_counts_per_rest_stays_spent_in_the_next_combat(
    counter: int, bits: int, name: str
) -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table["A"].used[counter] = bits
    found = left(table["A"], table)
    assert [one for one in found if one.startswith("spent.")] == [f"spent.{name}"]
    following = Table("A b", A=sheet(), b=sheet())
    downtime.take_up(following.combat, following["A"], member(**{f"spent.{name}": 1}))
    assert following["A"].used[counter] == bits
    rested = Ingenuity(library()).downtime(sheet(), found, {"kind": "rest"})
    assert f"spent.{name}" not in rested
    paused = Ingenuity(library()).downtime(sheet(), found, {"kind": "break"})
    assert f"spent.{name}" in paused


@rule("ingenuity/setup.starting-state", "ingenuity/condition.unconscious")
def test_whoever_is_carried_in_unconscious_lies_there_with_nothing_in_hand() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    condition.knock_out(table.combat, table["A"], "damage.ko-check")
    assert left(table["A"], table)["awake"] == 0
    following = Table("A b", A=sheet(), b=sheet())
    downtime.take_up(following.combat, following["A"], member(awake=0))
    assert not following["A"].awake
    assert following["A"].prone
    assert not any(piece.held for piece in following["A"].pieces)


@rule("ingenuity/death.permanent", "ingenuity/resource.rest")
def test_no_rest_wakes_the_dead() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table["A"].fate = DEAD
    table["A"].health = 0
    found = left(table["A"], table)
    assert found["dead"] == 1
    assert Ingenuity(library()).downtime(sheet(), found, {"kind": "rest"}) == found
    with pytest.raises(InvalidError, match="dead"):
        fight_of({"dead": 1})


@rule("ingenuity/resource.break")
def test_breaks_are_counted_across_combats() -> None:
    fight = fight_of({"breaks": 1, "endurance": 0})
    once = fight.aftermath({"kind": "break"})["boudica"]
    twice = fight.aftermath({"kind": "break"}, {"kind": "break"})["boudica"]
    assert once["breaks"] == 2
    assert once == twice


def test_arrows_that_are_shot_are_gone() -> None:
    fight = fight_of({"ammunition": {"arrow": 7}})
    assert fight.aftermath()["boudica"]["ammunition.arrow"] == 7


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ({"kind": "nap"}, "downtime.kind: found nap, expected break, rest, lie, session"),
        ({"kind": 5}, "downtime.kind: found 5, expected break, rest, lie, session"),
        ({"minutes": 5}, "downtime.minutes: unknown key of a rest, expected kind, day,"),
        ({"kind": "break", "minutes": True}, "downtime.minutes: found True, expected a whole"),
        ({"interrupted": 1}, "downtime.interrupted: found 1, expected true or false"),
    ],
)
def test_a_time_that_nobody_knows_is_said(time: dict[str, int | str | bool], said: str) -> None:
    fight = fight_of({})
    with pytest.raises(InvalidError) as fault:
        fight.aftermath(time)
    assert str(fault.value).startswith(said)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("awake", 2, "with.awake: found 2, expected a whole number from 0 to 1"),
        ("spent.rage", 1, "with.spent.rage: found spent.rage, expected health,"),
        ("focus", -1, "with.focus: found -1, expected a whole number from 0 to 10"),
    ],
)
def test_a_wrong_state_is_named(name: str, value: int, said: str) -> None:
    with pytest.raises(InvalidError) as fault:
        fight_of({name: value})
    assert said in str(fault.value)


def fight_of(settings: dict[str, object]) -> Fight:
    data: dict[str, object] = {
        "ruleset": "ingenuity",
        "id": "carried",
        "name": "Carried",
        "map": {"rows": ["..."]},
        "side": [
            {"id": "us", "members": [{"id": "boudica", "at": [0, 0], "with": settings}]},
            {"id": "them", "members": [{"id": "town-guard", "at": [2, 0]}]},
        ],
    }
    return Fight(*prepare(encounter_from(data, "carried.toml")))
