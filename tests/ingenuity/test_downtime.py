"""From combat to combat: breaks, rests, waking, mending, and what is taken along."""

from __future__ import annotations

import pytest

from affray.content.library import encounter_from
from affray.core.errors import InvalidError
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity import condition, gm
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.state import IngenuityCombatant
from affray.rulesets.ingenuity.terms import DEAD, DEVOTED, MIGHTY, RALLIED
from affray.session.fight import Fight
from tests.ingenuity.table import Table, library, sheet
from tests.ingenuity.test_values import member
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


SPENT = {"health": 5, "endurance": 0, "stamina": 0, "focus": 0, "fate_points": 1, "death": 15}


@rule("ingenuity/resource.break", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("most", "back"), [(10, 5), (13, 7)])
def test_a_break_restores_half_rounded_up_and_no_health(most: int, back: int) -> None:
    one = sheet(endurance=most, stamina=most, focus=most)
    after = downtime.take_break(one, SPENT)
    assert [after[name] for name in ("endurance", "stamina", "focus")] == [back] * 3
    assert (after["health"], after["fate_points"], after["death"]) == (5, 1, 15)
    assert SPENT["endurance"] == 0


@rule("ingenuity/resource.break")
def test_two_breaks_between_rests_of_thirty_minutes_each() -> None:
    one = sheet(endurance=20)
    assert downtime.take_break(one, SPENT, 29)["endurance"] == 0
    second = downtime.take_break(one, {**SPENT, "breaks": 1}, 30)
    assert (second["endurance"], second["breaks"]) == (10, 2)
    assert downtime.no_break(second, 30) == "resource.break"
    assert downtime.take_break(one, {**second, "endurance": 0})["endurance"] == 0
    rested = downtime.take_rest(one, second, 1)
    assert downtime.no_break(rested, 30) == ""


@rule("ingenuity/resource.break", "ingenuity/damage.healing")
def test_a_break_restores_no_more_than_the_maximum() -> None:
    assert downtime.take_break(sheet(), {**SPENT, "stamina": 9})["stamina"] == 12


@rule("ingenuity/resource.rest", "ingenuity/resource.no-regain-in-combat")
def test_a_rest_restores_all_three_and_exactly_one_health() -> None:
    after = downtime.take_rest(sheet(), {**SPENT, "breaks": 2, "spent.second-wind": 1}, 1)
    assert [after[name] for name in ("endurance", "stamina", "focus")] == [12, 12, 12]
    assert (after["health"], after["breaks"]) == (6, 0)
    assert "spent.second-wind" not in after
    assert (after["fate_points"], after["death"]) == (1, 15)
    assert downtime.take_rest(sheet(), {**SPENT, "health": 12}, 1)["health"] == 12


@rule("ingenuity/resource.rest")
def test_one_rest_a_day() -> None:
    after = downtime.take_rest(sheet(), SPENT, 3)
    assert downtime.no_rest(after, 3) == "resource.rest"
    assert downtime.take_rest(sheet(), after, 3)["health"] == 6
    assert downtime.take_rest(sheet(), after, 4)["health"] == 7


@rule("ingenuity/resource.rest")
@pytest.mark.parametrize(("after", "health", "endurance"), [(-1, 5, 6), (120, 6, 12), (121, 5, 6)])
def test_an_interrupted_rest_restores_half_until_it_is_resumed_in_two_hours(
    after: int, health: int, endurance: int
) -> None:
    found = downtime.take_rest(sheet(), {**SPENT, "spent.rage": 1}, 1, True, after)
    assert (found["health"], found["endurance"]) == (health, endurance)
    assert ("spent.rage" in found) is (health == 5)


@rule("ingenuity/death.unconscious-wakes")
@pytest.mark.parametrize(
    ("health", "minutes", "awake"), [(1, 10, 1), (1, 9, 0), (0, 10, 0), (0, 600, 0)]
)
def test_with_health_left_one_wakes_after_ten_minutes(
    health: int, minutes: int, awake: int
) -> None:
    assert downtime.lie({"health": health, "awake": 0}, minutes)["awake"] == awake


@rule("ingenuity/death.unconscious-wakes", "ingenuity/resource.rest")
def test_at_zero_health_a_complete_rest_wakes() -> None:
    low = {**SPENT, "health": 0, "awake": 0}
    after = downtime.take_rest(sheet(), low, 1)
    assert (after["health"], after["awake"]) == (1, 1)
    assert downtime.take_rest(sheet(), low, 1, interrupted=True)["awake"] == 0


@rule("ingenuity/item.repair")
@pytest.mark.parametrize(
    ("result", "mechanism", "wear"), [(5, False, 4), (6, False, 0), (11, True, 4), (12, True, 0)]
)
def test_craft_of_six_mends_everything_and_twelve_a_mechanism(
    result: int, mechanism: bool, wear: int
) -> None:
    assert downtime.mended(4, result, mechanism) == wear


@rule("ingenuity/fate.amount")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (2, 3), (3, 3)])
def test_a_session_gives_a_player_character_one_fate_and_never_more_than_three(
    before: int, after: int
) -> None:
    one = sheet()
    one.pc = True
    assert downtime.new_session(one, {"fate_points": before})["fate_points"] == after
    one.pc = False
    assert downtime.new_session(one, {"fate_points": 0})["fate_points"] == 0


@rule("ingenuity/fate.other", "ingenuity/test.rounding-up")
def test_fate_halves_the_price_of_an_advancement() -> None:
    assert gm.advanced_by_fate(9, 1) == 5
    assert gm.advanced_by_fate(9, 0) == 9


@rule("ingenuity/resource.break", "ingenuity/resource.rest", "ingenuity/death.unconscious-wakes")
def test_the_ruleset_answers_what_downtime_brings() -> None:
    game = Ingenuity(library())
    low = {**SPENT, "awake": 0}
    assert game.downtime(sheet(), low, {})["health"] == 6
    assert game.downtime(sheet(), low, {"kind": "break"})["endurance"] == 6
    assert game.downtime(sheet(), low, {"kind": "break", "minutes": 29})["endurance"] == 0
    assert game.downtime(sheet(), low, {"kind": "lie"})["awake"] == 1
    hero = sheet()
    hero.pc = True
    assert game.downtime(hero, low, {"kind": "session"})["fate_points"] == 2
    twice = game.downtime(sheet(), game.downtime(sheet(), low, {}), {})
    assert twice["health"] == 7
    assert game.downtime(sheet(), low, {"interrupted": True})["endurance"] == 6


@rule("ingenuity/resource.rest")
def test_a_rest_that_goes_on_at_once_was_none_the_less() -> None:

    values = {"health": 5, "endurance": 0}
    assert downtime.take_rest(sheet(), values, 1, True, 0)["health"] == 6


@rule("ingenuity/fate.other", "ingenuity/test.rounding-up")
def test_one_point_of_fate_is_enough_to_advance_at_half_the_price() -> None:
    assert [gm.advanced_by_fate(9, points) for points in (0, 1)] == [9, 5]


@rule("ingenuity/resource.rest")
def test_a_rest_is_by_itself_that_of_the_next_day() -> None:
    after = downtime.downtime(sheet(), {"health": 5, "day": 3}, {"kind": "rest"})
    assert (after["day"], after["health"]) == (4, 6)


@rule("ingenuity/fate.other", "ingenuity/test.rounding-up")
@pytest.mark.parametrize(("price", "half"), [(8, 4), (9, 5)])
def test_half_a_price_is_rounded_up(price: int, half: int) -> None:
    assert gm.advanced_by_fate(price, 1) == half
