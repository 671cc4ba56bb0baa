"""From combat to combat: breaks, rests, waking, mending, and what is taken along."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content.library import encounter_from, load_encounter
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.setup import Member, Value
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity import carrying, condition, damage, gm
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
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
    table["A"].set_count(counter, bits)
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


def ready_made() -> Sheet:
    return sheet(["dagger", "dagger", "crossbow"], shields=["medium-shield"], ammo={"bolt": 3})


@rule("ingenuity/item.repair", "ingenuity/item.broken", "ingenuity/reaction.block.damage")
def test_what_a_thing_has_suffered_is_taken_along_wherever_it_lies() -> None:
    table = Table("A b", A=ready_made(), b=sheet())
    table["A"].pieces[3].wear = 5
    table["A"].pieces[1].wear = 2
    carrying.drop(table.combat, table["A"], table["A"].pieces[1])
    found = left(table["A"], table)
    worn = {name: n for name, n in found.items() if name.startswith("wear.")}
    assert worn == {"wear.medium-shield": 5, "wear.dagger-2": 2}
    following = Table("A b", A=ready_made(), b=sheet())
    one = Member("A", "A", 0, ready_made())
    one.values = dict(worn)
    downtime.take_up(following.combat, following["A"], one)
    assert [piece.wear for piece in following["A"].pieces] == [0, 2, 0, 5]
    assert downtime.faults(one, False) == []


@rule("ingenuity/setup.starting-state", "ingenuity/item.durability-default")
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("wear.dagger", 1, "expected"),  # which of two
        ("wear.bare-hands", 1, "expected"),
        ("wear.dagger-1", 99, "expected a whole number from 0 to"),
        ("poison.left", 5, "expected a poison that it is of"),
        ("poison.days", 5, "expected"),
    ],
)
def test_what_cannot_be_taken_along_is_a_fault(name: str, value: int, words: str) -> None:
    one = Member("A", "A", 0, ready_made())
    one.values = {name: value}
    assert [words in line for line in downtime.faults(one, False)] == [True]


@rule("ingenuity/item.repair", "ingenuity/resource.break")
@pytest.mark.parametrize(
    ("work", "kept"),
    [
        ("medium-shield 6", {"crossbow": 3, "dagger-1": 1}),
        ("medium-shield 5", {"crossbow": 3, "dagger-1": 1, "medium-shield": 4}),
        ("crossbow 11, medium-shield 9", {"crossbow": 3, "dagger-1": 1}),
        ("crossbow 12, sheet dagger-1 6", {"medium-shield": 4}),
        ("somebody crossbow 12", {"crossbow": 3, "dagger-1": 1, "medium-shield": 4}),
    ],
)
def test_in_a_break_things_are_mended_by_craft(work: str, kept: dict[str, int]) -> None:
    values = {"health": 12, "wear.crossbow": 3, "wear.dagger-1": 1, "wear.medium-shield": 4}
    game = Ingenuity(library())
    after = game.downtime(ready_made(), values, {"kind": "break", "repair": work})
    assert {name[5:]: n for name, n in after.items() if name.startswith("wear.")} == kept
    short: dict[str, Value] = {"kind": "break", "minutes": 29, "repair": work}
    assert game.downtime(ready_made(), values, short) == values


@rule("ingenuity/item.repair")
@pytest.mark.parametrize("work", ["buckler", "buckler well", "a b c d", "buckler 7,"])
def test_how_things_are_mended_is_checked(work: str) -> None:
    assert downtime.downtime_faults({"kind": "break", "repair": work})
    assert downtime.downtime_faults({"kind": "rest", "repair": "buckler 7"})


@rule("ingenuity/condition.sickness", "ingenuity/setup.starting-state")
def test_sickness_goes_on_in_the_next_combat() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    condition.gain(table.combat, table["A"], "sickness", 2, -1)
    assert left(table["A"], table)["sickness"] == 2
    following = Table("A b", A=sheet(constitution=5), b=sheet())
    downtime.take_up(following.combat, following["A"], member(sickness=2))
    assert condition.constitution(following["A"]) == 3


@rule("ingenuity/condition.poison", "ingenuity/end.cleanup")
def test_a_long_poison_goes_on_where_it_was() -> None:
    table = Table("A b", A=sheet(constitution=2), b=sheet())
    dose = condition.dose(7, 900, 1 + 900)
    condition.gain(table.combat, table["A"], "poison", 3, table["b"].index, 0, dose)
    table.combat.round = 11
    found = left(table["A"], table)
    poison = {name: n for name, n in found.items() if name.startswith("poison")}
    assert poison == {
        "poison": 3,
        "poison.difficulty": 7,
        "poison.rounds": 900,
        "poison.left": 890,
    }
    following = Table("A b", A=sheet(constitution=2, stamina=0), b=sheet())
    downtime.take_up(following.combat, following["A"], member(**poison))
    for number, health in ((890, 12), (891, 9), (1790, 9), (1791, 7)):
        following.combat.round = number
        following["A"].suffered = False
        damage.suffer(following.combat, following["A"])
        assert following["A"].health == health


@rule("ingenuity/condition.poison", "ingenuity/resource.break", "ingenuity/resource.rest")
def test_a_poison_acts_in_the_time_between_combats() -> None:
    game = Ingenuity(library())
    own = sheet(constitution=4)
    slow = {"health": 12, "poison": 3, "poison.difficulty": 7, "poison.rounds": 900}
    after = game.downtime(own, {**slow, "poison.left": 890}, {"kind": "break", "minutes": 60})
    assert (after["health"], after["poison.left"]) == (12, 290)
    after = game.downtime(own, after, {"kind": "lie", "minutes": 29})
    assert (after["health"], after["poison"], after["poison.left"]) == (9, 2, 900)
    after = game.downtime(own, after, {"kind": "rest"})
    assert (after["health"], "poison" in after, "poison.left" in after) == (
        9 - 2 - 1 + 1,
        False,
        False,
    )


@rule("ingenuity/condition.poison", "ingenuity/condition.sickness", "ingenuity/reaction.fortify")
@pytest.mark.parametrize(
    ("constitution", "options", "health", "stamina"),
    [
        (4, {}, 12 - 3 + 1, 12),
        (8, {}, 12 - 3 + 1, 12),  # 8 - 3 is too low for 6
        (9, {}, 12 - 2 + 1, 12),
        (4, {"fortify": 6}, 12 - 2 + 1, 12),
        (4, {"fortify": 5}, 12 - 3 + 1, 12),
    ],
)
def test_sickness_takes_health_once_a_day(
    constitution: int, options: dict[str, int], health: int, stamina: int
) -> None:
    own = sheet(constitution=constitution)
    values = {"health": 12, "stamina": 4, "sickness": 3, "day": 6}
    own.health = 20
    after = downtime.downtime(own, values, {"kind": "rest", "day": 7, **options})
    assert (after["health"], after["stamina"], after["sickness"]) == (health, stamina, 2)
    same = downtime.downtime(own, values, {"kind": "rest", "day": 6})
    assert same == values


@rule("ingenuity/condition.sickness", "ingenuity/death.risk", "ingenuity/death.cheat")
@pytest.mark.parametrize(("luck", "dead", "death"), [(9, 1, 10), (10, 0, 15), (-1, 0, 15)])
def test_sickness_that_takes_more_than_is_left_risks_death(
    luck: int, dead: int, death: int
) -> None:
    values = {"health": 1, "sickness": 3, "death": 10, "awake": 1}
    options: dict[str, Value] = {"kind": "rest"}
    if luck >= 0:
        options["luck"] = luck
    after = downtime.downtime(sheet(constitution=2), values, options)
    assert (after.get("dead", 0), after["death"]) == (dead, death)
    assert after["health"] == (0 if dead else 1)  # the rest gave 1 back


@rule("ingenuity/fate.other")
def test_what_an_advancement_costs_is_taken_along() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    table.count("A", "advanced", 5)
    found = left(table["A"], table)
    assert found["advanced"] == 5
    following = Table("A b", A=sheet(), b=sheet())
    downtime.take_up(following.combat, following["A"], member(advanced=5))
    assert left(following["A"], following)["advanced"] == 5


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


@rule("ingenuity/setup.starting-state", "ingenuity/item.repair", "ingenuity/condition.sickness")
@pytest.mark.parametrize("key", ["toll-bridge", "drowned-ford", "ash-chapel"])
def test_whoever_was_in_one_fight_begins_the_next_as_it_was_left(key: str) -> None:
    ruleset, one = prepare(load_encounter(f"ingenuity/{key}"))
    seats = [seated("noisy", ruleset.tactics(), 3, 0, place) for place in range(len(one.seats))]
    combat = ruleset.begin(one, SeededDice(3), seats)
    while not combat.outcome:
        combat.step()
    assert isinstance(combat, IngenuityCombat)
    for unit in combat.units:
        condition.gain(combat, unit, "sickness", 1 + unit.index, -1)
        dose = condition.dose(8, 900, combat.round + 300)
        condition.gain(combat, unit, "poison", 2, -1, 0, dose)
    after = [ruleset.aftermath(combat, who) for who in range(len(combat.units))]
    for who, values in enumerate(after):
        values.pop("dead", 0)
        one.members[who].values = dict(values)
    assert ruleset.faults(one) == []
    following = ruleset.begin(one, SeededDice(4), seats)
    assert [ruleset.aftermath(following, who) for who in range(len(after))] == after
    assert any(name.startswith("wear.") for values in after for name in values)
